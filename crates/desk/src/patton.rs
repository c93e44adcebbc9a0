//! Patton's Best on the shelf.

use crate::bots::{Bots, Player};
use crate::shelf::Shelved;
use hulldown_bots::patton::Sensible;
use hulldown_core::game::{Game, Seat};
use hulldown_patton::Patton;
use hulldown_patton::state::Fate;

impl Shelved for Patton {
    const BOTS: &'static Bots<Patton> = &Bots {
        policies: &[Player {
            name: "sensible",
            help: "plays by the book's own hints: fires at what it can knock out, hides from the rest",
            make: |_| Box::new(Sensible),
        }],
        value,
        horizon,
        imagine: None,
    };
}

/// What a campaign is worth so far: the day's points, days won and points for rank, against tanks lost; your own life above all.
fn value(game: &Patton, _: Seat) -> i64 {
    let life = match game.you.fate {
        Fate::Killed => -1000,
        Fate::Home => -600,
        Fate::Away => -150,
        _ => 0,
    };
    let today = i64::from(game.report.score(Patton::data()).total());
    let lost = i64::from(game.you.tanks_lost) + i64::from(game.tank.lost);
    life + 10 * today + 60 * i64::from(game.you.won) + 3 * i64::from(game.you.points) - 100 * lost
}

/// A playout ends with the day.
fn horizon(before: &Patton, now: &Patton) -> bool {
    before.day != now.day
}
