//! A simulation of Patton's Best takes no memory from the heap while it plays.

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

use hulldown_core::{Game, Generator, Policy, Random, Sim};
use hulldown_patton::bot::Sensible;
use hulldown_patton::state::Length;
use hulldown_patton::{Patton, Setup};

/// Plays campaigns, days and engagements with every switch. What a game begins with is made before the count.
fn plays_without_allocating<P: Policy<Patton>>(who: &str, games: u64, policy: impl Fn(u64) -> P) {
    let begin = |setup: &Setup| Patton::new(setup, Patton::data()).unwrap();
    // The charts are read on first use.
    Sim::new(policy(0), Generator::new(0)).finish(&mut begin(&Setup::default()), Patton::data(), u64::MAX);
    let mut decisions = 0;
    for index in 0..games {
        let setup = Setup {
            length: [Length::Campaign, Length::Day, Length::Engagement][index as usize % 3],
            mg_ammo: index & 1 != 0,
            fuel: index & 2 != 0,
            firefly: index & 4 != 0,
            spot_by_hand: index & 8 != 0,
            ..Setup::default()
        };
        let mut game = begin(&setup);
        let mut sim = Sim::new(policy(index), Generator::for_game(1944, index));
        let used = allocation_counter::measure(|| {
            assert!(sim.finish(&mut game, Patton::data(), 2_000_000));
        });
        assert_eq!((used.count_total, used.bytes_total), (0, 0), "{who}, game {index}: {setup:?}");
        decisions += sim.decisions;
    }
    assert!(decisions > games * 50, "{who}: only {decisions} decisions in {games} games");
}

#[test]
fn a_sensible_campaign_takes_no_memory() {
    plays_without_allocating("sensible", 96, |_| Sensible);
}

#[test]
fn a_random_campaign_takes_no_memory() {
    plays_without_allocating("random", 96, |index| Random(Generator::for_game(1, index)));
}
