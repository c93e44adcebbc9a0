//! Simulation takes no memory from the heap while it plays.
//!
//! A simulation that allocates slows down with every thread that shares the allocator, so a decision must cost none at all.

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

use hulldown_ace::bot::Sensible;
use hulldown_ace::state::Mode;
use hulldown_ace::{Ace, Setup};
use hulldown_core::{Game, Generator, Policy, Random, Sim};

/// Plays whole careers and names the first that took memory on its way. What a game begins with is made before the count.
fn plays_without_allocating<P: Policy<Ace>>(who: &str, games: u64, policy: impl Fn(u64) -> P) {
    let switches = |index: u64| (index & 4 != 0, index & 8 != 0);
    let modes = [Mode::Solitaire, Mode::Cooperative, Mode::CompetitiveTogether, Mode::CompetitiveApart];
    // The charts are read on first use, and everything else that is made once is made here too.
    Sim::new(policy(0), Generator::new(0)).finish(&mut game(&Setup::default()), Ace::data(), u64::MAX);
    let mut decisions = 0;
    for index in 0..games {
        let (increased_threat, errata_2022) = switches(index);
        let setup =
            Setup { mode: modes[index as usize % modes.len()], increased_threat, errata_2022, ..Setup::default() };
        let mut game = game(&setup);
        let mut sim = Sim::new(policy(index), Generator::for_game(1944, index));
        let used = allocation_counter::measure(|| {
            assert!(sim.finish(&mut game, Ace::data(), 1_000_000));
        });
        assert_eq!((used.count_total, used.bytes_total), (0, 0), "{who}, career {index}: {setup:?}");
        decisions += sim.decisions;
    }
    assert!(decisions > games * 50, "{who}: only {decisions} decisions in {games} careers");
}

fn game(setup: &Setup) -> Ace {
    Ace::new(setup, Ace::data()).unwrap()
}

#[test]
fn a_random_career_takes_no_memory() {
    plays_without_allocating("random", 400, |index| Random(Generator::for_game(1, index)));
}

#[test]
fn a_sensible_career_takes_no_memory() {
    plays_without_allocating("sensible", 200, |_| Sensible);
}

/// The count itself works.
#[test]
fn what_is_taken_is_seen() {
    let used = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert_eq!((used.count_total, used.bytes_total), (1, 100));
}
