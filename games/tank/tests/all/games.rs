//! Whole games of every scenario, with the state looked at after every step.

use crate::invariants::{Played, Wavering, play, setup};
use hulldown_core::{Game, Generator, Policy, Random};
use hulldown_tank::Tank;

/// Plays games of every scenario, mode and map in turn. All that goes wrong is told, each kind once.
fn games<P: Policy<Tank>>(numbers: std::ops::Range<u64>, policy: impl Fn(u64) -> P) -> Vec<Played> {
    let (mut played, mut wrong) = (Vec::new(), std::collections::BTreeMap::new());
    for index in numbers {
        match play(&setup(index), policy(index), Generator::for_game(8, index), 400_000) {
            Ok(game) => played.push(game),
            Err(why) => {
                let kind = why.rsplit("): ").next().unwrap_or_default().to_string();
                wrong.entry(kind).or_insert(format!("game {index}: {why}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.into_values().collect::<Vec<_>>().join("\n"));
    played
}

#[test]
fn random_games_keep_what_must_hold() {
    let played = games(0..140, |index| Random(Generator::for_game(7, index)));
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
    let played = games(0..56, stubborn);
    assert!(played.iter().any(|p| p.game.last_fire > 0), "nobody ever fired");
    assert!(played.iter().any(|p| p.game.armies.iter().any(|army| army.losses > 0)), "nobody was ever lost");
    assert!(played.iter().any(|p| p.game.armies.iter().any(|army| army.exited > 0)), "nobody ever left the map");
}
