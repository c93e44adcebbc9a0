//! Whole games by random and wavering players, looked at after every step.

use crate::wavering::GoesEverywhere;
use hulldown_core::playable::Trial;
use hulldown_core::{Game, Generator, Random};
use hulldown_kit::same::fingerprint;
use hulldown_kit::trial::{games, sim};
use hulldown_patton::state::{Fate, Stage};
use hulldown_patton::{Patton, Setup};

#[test]
fn random_games_keep_what_must_hold() {
    let mut rounds = 0;
    let random = |index| Random(Generator::for_game(7, index));
    let played = games::<Patton, _>(0..300, random, |before, _| rounds += u64::from(before.stage == Stage::Smoke));
    assert!(played.iter().all(|p| p.game.outcome(Patton::data()).is_some()));
    assert!(rounds > 5_000, "{rounds} rounds");
}

/// A commander who gives sensible orders sees promotions, decorations, refits and the late war.
#[test]
fn wavering_games_keep_what_must_hold() {
    let wavering = |index| GoesEverywhere { dice: Generator::for_game(9, index), every: 25 };
    let played = games::<Patton, _>(0..300, wavering, |_, _| {});
    let ended = |fate: Fate| played.iter().any(|p| p.game.you.fate == fate);
    for fate in [Fate::Survived, Fate::Killed, Fate::Home] {
        assert!(ended(fate), "nobody ended {fate:?}");
    }
    assert!(played.iter().any(|p| p.game.you.number > 1), "nobody went on as another man");
    assert!(played.iter().any(|p| p.game.you.medals.iter().any(|n| *n > 0)), "nobody was decorated");
}

/// A decision takes no memory from the heap.
#[test]
fn a_campaign_takes_no_memory() {
    let wavering = |index| GoesEverywhere { dice: Generator::for_game(3, index), every: 30 };
    let new = |index| Patton::new(&Patton::setup(index), Patton::data()).unwrap();
    sim(wavering(0), Generator::new(0)).finish(&mut new(0), Patton::data(), u64::MAX);
    for index in 0..120 {
        let mut game = new(index);
        let mut sim = sim(wavering(index), Generator::for_game(4, index));
        let used = allocation_counter::measure(|| {
            assert!(sim.finish(&mut game, Patton::data(), 1_000_000));
        });
        assert_eq!((used.count_total, used.bytes_total), (0, 0), "game {index}");
    }
}

/// The part of the state a battle needs is small; the history lies apart.
#[test]
fn the_state_is_flat_and_small() {
    assert!(size_of::<Patton>() <= 4096, "{}", size_of::<Patton>());
    let game = Patton::new(&Setup::default(), Patton::data()).unwrap();
    assert!(game.history.is_empty());
}

/// The same seeds give the same games as ever; another figure here means that saved games and records would play differently.
#[test]
fn a_thousand_random_games_are_the_same_as_ever() {
    assert_eq!(fingerprint::<Patton>(1_000, Patton::setup), 0x7224_79b3_7e11_a3a6);
}
