//! Whole careers by random and wavering players, looked at after every step.

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

use crate::invariants::{Played, Wavering, career, setup};
use hulldown_ace::Ace;
use hulldown_ace::bot::Sensible;
use hulldown_ace::state::Fate;
use hulldown_core::{Game, Generator, Policy, Random};

/// Plays careers with every mode and switch in turn. All that goes wrong is told, each kind once.
fn careers<P: Policy<Ace>>(games: std::ops::Range<u64>, policy: impl Fn(u64) -> P) -> Vec<Played> {
    let (mut played, mut wrong) = (Vec::new(), std::collections::BTreeMap::new());
    for index in games {
        match career(&setup(index), policy(index), Generator::for_game(8, index), 200_000) {
            Ok(career) => played.push(career),
            Err(why) => {
                let kind = why.rsplit("): ").next().unwrap_or_default().to_string();
                wrong.entry(kind).or_insert(format!("career {index}: {why}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.into_values().collect::<Vec<_>>().join("\n"));
    played
}

fn random(index: u64) -> Random {
    Random(Generator::for_game(7, index))
}

#[test]
fn a_thousand_random_careers_keep_what_must_hold() {
    let played = careers(0..1_000, random);
    assert!(played.iter().all(|p| p.game.outcome(Ace::data()).is_some()));
    assert!(played.iter().map(|p| p.decisions).sum::<u64>() > 100_000);
}

/// A commander who lives long sees promotion, hospital, trades and the late war, where a random one seldom gets.
#[test]
fn wavering_careers_keep_what_must_hold() {
    let wavering = |index| Wavering { leader: Sensible, dice: Generator::for_game(9, index), every: 12 };
    let played = careers(0..300, wavering);
    let ended = |fate: Fate| played.iter().any(|p| p.game.players.iter().any(|player| player.fate == fate));
    for fate in [Fate::Survived, Fate::Killed, Fate::DiedOfWounds, Fate::Retired] {
        assert!(ended(fate), "nobody ended {fate:?}");
    }
}
