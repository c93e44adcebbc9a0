//! American Tank Ace on the shelf.

use crate::aids::{Aids, Level, Usual};
use crate::bots::{Bots, Player};
use crate::shelf::Shelved;
use hulldown_ace::Ace;
use hulldown_ace::choice::{Ask, Choice};
use hulldown_ace::state::Fate;
use hulldown_ace::words::{Class, Wound};
use hulldown_bots::ace::Sensible;
use hulldown_core::Policy;
use hulldown_core::game::{Game, Seat};

impl Shelved for Ace {
    const BOTS: &'static Bots<Ace> = &Bots {
        policies: &[Player {
            name: "sensible",
            help: "weighs every enemy's danger, and leaves a field too hot to hold",
            make: |_| Box::new(Sensible),
        }],
        value,
        horizon,
        imagine: None,
    };

    const AIDS: &'static Aids<Ace> = &Aids {
        kinds: &[
            ("hatches", "hatches before a battle"),
            ("start-hull-down", "hull down at the start"),
            ("first-round", "the first round in the gun"),
            ("rack", "filling the ready rack"),
            ("next-round", "the next round into the gun"),
            ("fill-post", "who takes over a post"),
            ("sixth-sense", "ducking before incoming fire"),
        ],
        usual,
        ..Aids::none()
    };
}

/// What a commander in a hurry leaves to his crew. Commands are always his own.
fn usual(g: &Ace, d: &'static <Ace as Game>::Data, seat: Seat, ask: Ask, options: &[Choice]) -> Option<Usual<Choice>> {
    match ask {
        Ask::Hatches
        | Ask::StartHullDown
        | Ask::FirstRound
        | Ask::Rack
        | Ask::NextRound
        | Ask::FillPost(_)
        | Ask::SixthSense => {
            let choice = Sensible.decide(&g.view(d, seat), seat, ask, options);
            Some(Usual { choice, from: Some(Level::Brisk) })
        }
        _ => None,
    }
}

/// What a career is worth so far: successes, kills and prestige, against tanks and men lost; the commander's own life above all.
fn value(game: &Ace, seat: Seat) -> i64 {
    let player = &game.players[seat.index()];
    let career = &player.career;
    let life = match player.fate {
        Fate::Serving | Fate::Survived => 0,
        Fate::Retired => -600,
        Fate::Killed | Fate::DiedOfWounds => -1000,
    };
    let wound = |wound: Wound| match wound {
        Wound::Killed => 60,
        Wound::None => 0,
        _ => 10,
    };
    let hurt: i64 = player.crew.iter().map(|man| wound(man.wound)).sum();
    life + i64::from(career.successes) * 60
        + i64::from(career.vehicles_and_guns()) * 12
        + i64::from(career.kills[Class::Inf.index()]) * 3
        + i64::from(career.level) * 30
        - i64::from(career.tanks_lost) * 100
        - hurt
        - player.away.len() as i64 * 20
}

/// A playout ends with the mission line.
fn horizon(before: &Ace, now: &Ace) -> bool {
    (before.month, before.line) != (now.month, now.line)
}
