//! American Tank Ace as the program offers it.

use crate::Ace;
use crate::bot::Sensible;
use crate::state::Fate;
use crate::talk::{Ask, Choice, Event};
use crate::words::{Class, Wound};
use hulldown_core::Playable;
use hulldown_core::Policy;
use hulldown_core::game::{Game, Seat};
use hulldown_core::playable::aids::{Aids, Level, Usual};
use hulldown_core::playable::bots::{Bots, Player};

impl Playable for Ace {
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

    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("play ace --dice hand:B1,B3", "throw only for charts B1 and B3"),
        ("play ace --set errata_2022=true", "change a switch of the set-up"),
        ("rules ace 7.3.5", "one rule"),
        ("rules ace 7.3", "rules starting with 7.3"),
        ("rules ace hull down", "rules mentioning it"),
        ("charts ace B3", "one chart"),
        ("sim ace --seed 7 --out careers.csv", "every career as a line, for a spreadsheet"),
        ("sim ace --set increased_threat=true", "with an optional rule"),
    ];

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
        threats: Some(crate::odds::threats),
        loss,
        fatal,
        groups: &[
            ("fire", "fire the gun"),
            ("bow", "bow gun"),
            ("aa50", ".50 caliber"),
            ("move", "drive"),
            ("hull", "turn the hull"),
            ("flank", "flank shot"),
            ("mortar", "smoke mortar"),
            ("button", "button up"),
            ("unbutton", "open hatches"),
            ("call", "call for support"),
            ("assist", "help the partner"),
        ],
        ..Aids::none()
    };
}

/// What a commander in a hurry leaves to his crew. Commands are always his own.
fn usual(
    game: &Ace,
    charts: &'static <Ace as Game>::Data,
    seat: Seat,
    ask: Ask,
    options: &[Choice],
) -> Option<Usual<Choice>> {
    match ask {
        Ask::Hatches
        | Ask::StartHullDown
        | Ask::FirstRound
        | Ask::Rack
        | Ask::NextRound
        | Ask::FillPost(_)
        | Ask::SixthSense => {
            let choice = Sensible.decide(&game.view(charts, seat), seat, ask, options);
            Some(Usual { choice, from: Some(Level::Brisk) })
        }
        _ => None,
    }
}

/// What a career is worth so far: successes, kills and prestige, against tanks and men lost; the commander's own life above all.
fn value(game: &Ace, _: &'static <Ace as Game>::Data, seat: Seat) -> i64 {
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

/// A man hit, the tank hurt or lost, the end of a career.
fn loss(event: &Event) -> Option<Seat> {
    match *event {
        Event::Wounded { seat, .. }
        | Event::DiesOfWounds { seat, .. }
        | Event::TankLost { seat, .. }
        | Event::Immobilized { seat, .. }
        | Event::CareerEnds { seat, .. } => Some(seat),
        _ => None,
    }
}

/// To drive off the board is to fail the mission.
fn fatal(game: &Ace, charts: &'static <Ace as Game>::Data, seat: Seat, choice: Choice) -> bool {
    choice == Choice::Backward && crate::commands::preview(game, charts, seat, choice).is_none()
}
