//! Whole careers by random and wavering players, looked at after every step.

use hulldown_ace::Ace;
use hulldown_ace::bot::Sensible;
use hulldown_ace::state::Fate;
use hulldown_core::playable::Trial;
use hulldown_core::{Game, Generator, Random};
use hulldown_kit::same::fingerprint;
use hulldown_kit::trial::{Wavering, games};

fn random(index: u64) -> Random {
    Random(Generator::for_game(7, index))
}

#[test]
fn a_thousand_random_careers_keep_what_must_hold() {
    let played = games::<Ace, _>(0..1_000, random, |_, _| {});
    assert!(played.iter().all(|player| player.game.outcome(Ace::data()).is_some()));
    assert!(played.iter().map(|player| player.decisions).sum::<u64>() > 100_000);
}

/// The same seeds give the same careers as ever; another figure here means that saved games and records would play differently.
#[test]
fn a_thousand_random_careers_are_the_same_as_ever() {
    assert_eq!(fingerprint::<Ace>(1_000, Ace::setup), 0xec07_064a_a1b6_d301);
}

/// A commander who lives long sees promotion, hospital, trades and the late war, where a random one seldom gets.
#[test]
fn wavering_careers_keep_what_must_hold() {
    let wavering = |index| Wavering { leader: Sensible, dice: Generator::for_game(9, index), every: 12 };
    let played = games::<Ace, _>(0..150, wavering, |_, _| {});
    let ended = |fate: Fate| played.iter().any(|p| p.game.players.iter().any(|player| player.fate == fate));
    for fate in [Fate::Survived, Fate::Killed, Fate::DiedOfWounds, Fate::Retired] {
        assert!(ended(fate), "nobody ended {fate:?}");
    }
}
