//! Tank! as the program offers it.

use crate::Tank;
use crate::bot::{Effort, Heuristic, Rollout, Stubborn};
use crate::charts::Charts;
use crate::talk::{Addressed, Ask, Choice, Event, Who};
use crate::text::plot_words;
use crate::words::Force;
use hulldown_core::Game;
use hulldown_core::Generator;
use hulldown_core::Policy;
use hulldown_core::chart::readings::OtherReading;
use hulldown_core::game::Seat;
use hulldown_core::hex::HexId;
use hulldown_core::playable::Sources;
use hulldown_core::playable::aids::{About, Aids, Alike, Grave, Level, Outlook, ShotPart, Usual, WayStep};
use hulldown_core::playable::bots::{Bots, NamedBot};
use hulldown_core::playable::{Cover, Form, Newcomer, Playable};

impl Playable for Tank {
    const BOTS: &'static Bots<Tank> = &Bots {
        policies: &[
            NamedBot {
                name: "heuristic",
                help: "shoots where it pays, keeps to cover, and knows what each scenario asks for",
                make: |seed| Box::new(Heuristic::new(seed)),
            },
            NamedBot {
                name: "rollout",
                help: "plays each plan out before choosing; slower and stronger",
                make: |seed| Box::new(Rollout::new(seed, Effort::default())),
            },
            NamedBot {
                name: "stubborn",
                help: "picks any legal option, but never offers a draw",
                make: |seed| Box::new(Stubborn(Generator::new(seed))),
            },
        ],
        value,
        weighs: "the game won or lost, else the share of either force that is lost, and who gets off the map where that counts.",
        horizon,
        imagine: Some(imagine),
    };

    /// Bravo, who wins more fights than he loses in the introductory scenario, in open terrain, where the columns meet.
    const NEWCOMER: Newcomer = Newcomer { seat: 1, set: &[("mode", "first")], level: Level::Full };

    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("sim tank --over scenario --games 100", "who wins each scenario, bot against bot"),
        ("sim tank --policy rollout --against heuristic --games 10", "one bot against another"),
    ];

    const AIDS: &'static Aids<Tank> = &Aids {
        stretches: &[("turn", "to the next Game-Turn")],
        usual,
        about,
        settles: &[("not seen", &[])],
        outlooks: &[
            Outlook { says: "the game is won within three turns", good: true, holds: |_, now, seat| won(now, seat) },
            Outlook {
                says: "the enemy loses a unit within three turns",
                good: true,
                holds: |before, now, seat| fallen(before, now, Force::of(seat).enemy()),
            },
            Outlook {
                says: "we lose a unit within three turns",
                good: false,
                holds: |before, now, seat| fallen(before, now, Force::of(seat)),
            },
            Outlook { says: "we are ahead after three turns", good: true, holds: |_, now, seat| is_ahead(now, seat) },
        ],
        bears: |game, charts, seat, ask, options| {
            options.iter().map(|choice| crate::board::bears(game, charts, seat, ask, *choice)).collect()
        },
        instead: crate::board::instead,
        // Giving up, and a plot that leaves out who is in the fight: its label names him.
        fatal: |game, charts, seat, choice| match choice {
            Choice::Resign => Some("The game is lost."),
            Choice::Commit if game.view(charts, seat).is_bare() => {
                Some("None of the units in the open has a task, and the plot stands for the whole Game-Turn.")
            }
            Choice::Commit if game.view(charts, seat).idle().iter().any(|codes| !codes.is_empty()) => {
                Some("The plot stands for the whole Game-Turn.")
            }
            _ => None,
        },
        letters: Choice::LETTERS,
        ..Aids::none()
    };

    const COVER: Cover = Cover { players: "2, or 1 against a bot", length: "1 to 3 hours", difficulty: "hard" };

    fn tells(charts: &'static Charts, field: &str, value: &str) -> Option<String> {
        (field == "scenario").then(|| crate::text::scenario_line(charts, value)).flatten()
    }

    const FORM: Form = Form {
        first: &["scenario"],
        called: &[("mode", "Terrain"), ("sheets", "Map sheets"), ("limit", "Turns without fire until it ends")],
        only: &[],
        partners: None,
    };

    const SOURCES: Sources = Sources {
        disagree: "the rulebook can be read in two ways",
        note: "Whatdecides is the ruling named with each; the rulings are among the rules.",
    };

    fn readings() -> &'static [OtherReading] {
        &Tank::data().readings
    }
}

fn fallen(before: &Tank, now: &Tank, force: Force) -> bool {
    now.army(force).losses > before.army(force).losses
}

fn won(now: &Tank, seat: Seat) -> bool {
    now.ending.is_some_and(|ending| ending.winner == Some(Force::of(seat)))
}

/// Whether a seat has won, or in a game that goes on has lost the smaller share of its force.
fn is_ahead(now: &Tank, seat: Seat) -> bool {
    let own = Force::of(seat);
    won(now, seat) || (now.ending.is_none() && share_lost(now, own) < share_lost(now, own.enemy()))
}

/// How many of a thousand of a force are lost.
fn share_lost(game: &Tank, force: Force) -> i64 {
    let army = game.army(force);
    1000 * i64::from(army.losses) / army.units.len().max(1) as i64
}

/// What a position is worth to a seat: losses of either side by their share of the force, and units that got off the map where that
/// decides; a game that is decided outweighs everything.
fn value(game: &Tank, _: &'static Charts, seat: Seat) -> i64 {
    let own = Force::of(seat);
    let off = |force: Force| 200 * i64::from(game.army(force).exited);
    let decided = match game.ending.map(|ending| ending.winner) {
        Some(Some(winner)) if winner == own => 5000,
        Some(Some(_)) => -5000,
        _ => 0,
    };
    decided + share_lost(game, own.enemy()) - share_lost(game, own)
        + if own == Force::Alpha { off(own) } else { -off(own.enemy()) }
}

/// A game that could be this one, as far as the seat can tell.
fn imagine(game: &Tank, charts: &'static Charts, seat: Seat, seed: u64) -> Tank {
    let mut dice = Generator::new(seed);
    game.imagined(charts, seat, &mut |below| dice.below(below))
}

/// A playout ends three Game-Turns on.
fn horizon(before: &Tank, now: &Tank) -> bool {
    now.turn >= before.turn + 3
}

/// What is proposed: before the game the middle of the edge, where columns meet, and the straight way across; at the end of a turn that a
/// unit turns its armor to those who see it, and that all stay as they face where nobody would gain by turning. Nothing is answered
/// unasked.
fn usual(game: &Tank, charts: &'static Charts, seat: Seat, ask: Ask, options: &[Choice]) -> Option<Usual<Choice>> {
    let choice = match ask {
        Ask::Entry => *options.get(options.len() / 2)?,
        Ask::Heading => *options.first()?,
        Ask::Order(_) => Choice::AsTheyAre,
        Ask::Track => Choice::Shortest,
        // Units are set up as a bot would, so that nobody need do it thirty times.
        Ask::SiteColumn(n) | Ask::SiteRow(n, _) | Ask::SiteFacing(n) => {
            let (mut bot, view) = (Heuristic::new(0), game.view(charts, seat));
            // It looks for sites when it is asked for a column.
            let column = bot.decide(&view, seat, Ask::SiteColumn(n), options);
            if matches!(ask, Ask::SiteColumn(_)) { column } else { bot.decide(&view, seat, ask, options) }
        }
        Ask::Facing(n) => crate::board::safest_facing(game, charts, seat, n),
        _ => return None,
    };
    options.contains(&choice).then_some(Usual { choice, from: None })
}

/// What an event is about: a unit destroyed, or hit so that it will be; the end of the game; shots; steps of a unit's way.
fn about(charts: &'static Charts, event: &Addressed) -> About {
    let ground = charts.ground(event.sheets);
    let spot = |hex: HexId| {
        let (x, y) = crate::board::center(ground, hex);
        format!("{x} {y}")
    };
    let loss = |force: Force, at: Option<HexId>| {
        About { shot: Some(ShotPart::Result), ..About::grave(Grave::Loss(force.seat())) }.at(at.map(spot))
    };
    let alike = |what: String, who: String| About { alike: Some(Alike { what, who }), ..About::default() };
    let by = |force: Force, about: About| About { under_fire: Some(force.enemy().seat()), ..about };
    let whom = |who: Who, about: About| About { whom: Some(event.named(charts, who)), ..about };
    match event.event {
        Event::Destroyed { who, .. } => whom(who, loss(who.force, who.hex)),
        // That it is destroyed is told at the end of the segment.
        Event::HitLater { who, .. } => {
            whom(who, About { passing: true, ..About::shot(ShotPart::Result).at(who.hex.map(spot)) })
        }
        Event::Overruns { who } => About::shot(ShotPart::Fired).at(who.hex.map(spot)),
        // Its owner hears of it only so; that it is destroyed is told by itself.
        Event::Unseen { force, from, at, target, .. } => {
            let fired = About { from_hiding: from.is_none(), ..About::shot(ShotPart::Fired) };
            whom(target, by(force, fired.at([spot(at)])))
        }
        // Whoever is spotted must look out; to the other side it is no alarm.
        Event::Spotted { target, .. } => About {
            grave: Some(Grave::Alarm(Some(target.force.seat()), "Spotted")),
            ..alike(format!("{} units spotted", target.force), event.called(charts, target))
        },
        Event::Preserved { force, .. } => About::grave(Grave::Harm(force.seat(), "Preservation")),
        Event::Panics { who } => {
            let panic = About { passes: true, ..About::grave(Grave::Harm(who.force.seat(), "Panic")) };
            whom(who, panic.at(who.hex.map(spot)))
        }
        Event::Offers { force } => About::grave(Grave::Alarm(Some(force.enemy().seat()), "Draw offered")),
        Event::Ends { .. } => About::grave(Grave::Over("Game over")),
        Event::Fires { who, at, target, .. } => {
            let firer = who.known.map(|(code, _)| (who.force.seat(), code.to_string()));
            whom(target, by(who.force, About { firer, ..About::shot(ShotPart::Fired).at([spot(at)]) }))
        }
        Event::Combines { force, at, .. } => by(force, About::shot(ShotPart::Fired).at([spot(at)])),
        Event::NoAttack { who, at, .. } | Event::AlreadyHit { who, at, .. } => {
            by(who.force, About::shot(ShotPart::Result).at([spot(at)]))
        }
        Event::Plotted { who, plot } => {
            alike("plots revealed".into(), format!("{}: {}", event.called(charts, who), plot_words(ground, &plot)))
        }
        Event::Chit { force, digit } => alike("panic chits drawn".into(), format!("{force} {digit}")),
        Event::Stops { who, halt } => alike(format!("stopped, {}", halt.words().1), event.called(charts, who)),
        Event::Turns { who, facing } => {
            let facing = facing.map_or_else(String::new, |side| format!(" to face {side} ({})", side.name()));
            alike("turned".into(), format!("{}{facing}", event.called(charts, who)))
        }
        Event::Moves { who: who @ Who { hex: Some(to), .. }, from, points, .. } => {
            let is_new = from.is_none();
            let from = from.map_or_else(|| "off the map".into(), |hex| ground.name(hex));
            let to = ground.name(to);
            let step = WayStep { who: event.named(charts, who), whose: who.force.seat(), when: points, from, to };
            // Whoever drives onto the map is new to the other side.
            let grave = Grave::Alarm(Some(who.force.enemy().seat()), "Enemy");
            About { step: Some(step), grave: is_new.then_some(grave), ..About::default() }
        }
        _ => About::default(),
    }
}
