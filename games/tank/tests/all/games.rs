//! Whole games of every scenario, with the state looked at after every step.

use hulldown_core::playable::Trial;
use hulldown_core::{Game, Generator, Random};
use hulldown_kit::same::fingerprint;
use hulldown_kit::trial::{Wavering, games};
use hulldown_tank::Tank;

#[test]
fn random_games_keep_what_must_hold() {
    let played = games::<Tank, _>(0..140, |index| Random(Generator::for_game(7, index)), |_, _| {});
    assert!(played.iter().all(|p| p.game.outcome(Tank::data()).is_some()));
}

/// A game that is never talked to its end comes to a fight now and then, even by chance.
#[test]
fn games_played_to_the_end_keep_what_must_hold() {
    let stubborn = |index| Wavering {
        leader: Random(Generator::for_game(5, index)),
        dice: Generator::for_game(6, index),
        every: 1000,
    };
    let played = games::<Tank, _>(0..56, stubborn, |_, _| {});
    assert!(played.iter().any(|p| p.game.last_fire > 0), "nobody ever fired");
    assert!(played.iter().any(|p| p.game.armies.iter().any(|army| army.losses > 0)), "nobody was ever lost");
    assert!(played.iter().any(|p| p.game.armies.iter().any(|army| army.exited > 0)), "nobody ever left the map");
}

/// The same seeds give the same games as ever; another figure here means that saved games and records would play differently.
#[test]
fn a_thousand_random_games_are_the_same_as_ever() {
    assert_eq!(fingerprint::<Tank>(1_000, Tank::setup), 0x6aec_384f_2de3_1a0e);
}
