//! A simulation of Tank! takes no memory from the heap while it plays.

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

use hulldown_core::{Game, Generator, Policy, Random, Sim};
use hulldown_tank::bot::Heuristic;
use hulldown_tank::charts::MOST_ALLOWANCE;
use hulldown_tank::map::Layout;
use hulldown_tank::words::{Edge, Mode, ScenarioId};
use hulldown_tank::{Setup, Tank};

fn game(scenario: &str) -> Tank {
    Tank::new(&Setup { scenario: scenario.into(), ..Setup::default() }, Tank::data()).unwrap()
}

/// Plays games of every scenario. What a commander and a ground begin with is made before the count.
fn plays_without_allocating<P: Policy<Tank>>(who: &str, games: u64, policy: impl Fn(u64) -> P) {
    // Marches and sight are worked out when they are first asked for.
    for (mode, edge) in Mode::ALL.into_iter().flat_map(|mode| Edge::ALL.map(|edge| (mode, edge))) {
        for allowance in 1..=MOST_ALLOWANCE {
            Tank::data().ground(Layout::ONE).to_edge(mode, edge, allowance);
        }
    }
    for id in ScenarioId::IDS {
        Sim::new(policy(0), Generator::new(0)).finish(&mut game(id), Tank::data(), u64::MAX);
        let mut decisions = 0;
        for index in 0..games {
            let mut game = game(id);
            let mut sim = Sim::new(policy(index), Generator::for_game(1974, index));
            let used = allocation_counter::measure(|| {
                assert!(sim.finish(&mut game, Tank::data(), 2_000_000));
            });
            assert_eq!((used.count_total, used.bytes_total), (0, 0), "{who}, scenario {id}, game {index}");
            decisions += sim.decisions;
        }
        assert!(decisions > 50, "{who}, scenario {id}: only {decisions} decisions");
    }
}

#[test]
fn a_heuristic_game_takes_no_memory() {
    plays_without_allocating("heuristic", 5, Heuristic::new);
}

#[test]
fn a_random_game_takes_no_memory() {
    plays_without_allocating("random", 3, |index| Random(Generator::for_game(1, index)));
}
