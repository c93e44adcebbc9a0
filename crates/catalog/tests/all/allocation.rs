//! Simulation takes no memory from the heap while it plays, whatever the game.
//!
//! A simulation that allocates slows down with every thread that shares the allocator, so a decision must cost none at all.

use hulldown_catalog::{CatalogGame, Visitor};
use hulldown_core::playable::trial::setups;
use hulldown_core::{Generator, Policy, Random, Sim};

/// A game takes no more decisions than this.
const MOST: u64 = 2_000_000;

/// How often a game is played again after the first time, at the most: a bot goes on with its own dice, and may ask for something else that
/// is worked out once.
const AGAIN: u32 = 3;

/// Plays whole games and names the first that took memory on its way. What a game and a bot begin with is made before the count, and so is
/// what is worked out once, when it is first asked for: every game is played again by the same bot, until it takes nothing.
pub(crate) fn plays_without_allocating<G: CatalogGame, P: Policy<G>>(who: &str, policy: impl Fn(u64) -> P) {
    let mut decisions = 0;
    for (index, setup) in (0..).zip(setups::<G>()) {
        let Ok(mut begun) = G::new(&setup, G::data()) else { continue };
        let play = |game: &mut G, sim: &mut Sim<P>| assert!(sim.finish(game, G::data(), MOST), "{}, {who}", G::ID);
        let mut sim = Sim::new(policy(index), Generator::for_game(1944, index));
        play(&mut begun, &mut sim);
        let mut again = || {
            (sim.dice, sim.decisions) = (Generator::for_game(1944, index), 0);
            // A copy would have no room to spare.
            let mut game = G::new(&setup, G::data()).expect("it was begun before");
            let used = allocation_counter::measure(|| play(&mut game, &mut sim));
            (used.count_total, used.bytes_total)
        };
        let mut used = again();
        for _ in 1..AGAIN {
            used = if used == (0, 0) { used } else { again() };
        }
        assert_eq!(used, (0, 0), "{}, {who}: {setup:?}", G::ID);
        decisions += sim.decisions;
    }
    assert!(decisions > 20, "{}, {who}: only {decisions} decisions", G::ID);
}

#[test]
fn random_games_take_no_memory() {
    struct All;
    impl Visitor for All {
        fn visit<G: CatalogGame>(&mut self) {
            plays_without_allocating::<G, _>("random", |index| Random(Generator::for_game(1, index)));
        }
    }
    hulldown_catalog::each(&mut All);
}

#[test]
fn games_of_the_first_bot_take_no_memory() {
    struct All;
    impl Visitor for All {
        fn visit<G: CatalogGame>(&mut self) {
            let bot = &G::BOTS.policies[0];
            plays_without_allocating::<G, _>(bot.name, bot.make);
        }
    }
    hulldown_catalog::each(&mut All);
}

/// The count itself works.
#[test]
fn what_is_taken_is_seen() {
    let used = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert_eq!((used.count_total, used.bytes_total), (1, 100));
}
