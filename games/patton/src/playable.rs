//! Patton's Best as the program offers it.

use crate::Patton;
use crate::bot::Sensible;
use crate::charts::Charts;
use crate::odds::{kill_odds, shot_odds};
use crate::state::{Aim, Fate, Stage, Verdict};
use crate::talk::{Ask, Choice, Event, Killer, Who, named, place};
use crate::threats::{bears, may_hit, unsure};
use crate::usual::usual;
use crate::words::{
    Action, BogResult, Collateral, EnemyAct, Location, MoveResult, Repair, Target, Terrain, Wound, Zone,
};
use hulldown_core::Playable;
use hulldown_core::chart::readings::OtherReading;
use hulldown_core::game::{Game, Seat};
use hulldown_core::playable::aids::{About, Aids, Alike, Grave, Outlook, ShotPart, Shots, chance};
use hulldown_core::playable::bots::{Bots, NamedBot};
use hulldown_core::playable::{Cover, Form, Sources};
use hulldown_core::session::Told;

impl Playable for Patton {
    const BOTS: &'static Bots<Patton> = &Bots {
        policies: &[NamedBot {
            name: "sensible",
            help: "plays by the book's own hints: fires at what it can knock out, hides from the rest",
            make: |_| Box::new(Sensible),
        }],
        value,
        weighs: "your life above all, tanks lost, days won, then the day's Victory Points.",
        horizon,
        imagine: None,
    };

    const SOURCES: Sources = Sources {
        disagree: "public sources disagree",
        note: "The rulebook comes first, then the printed parts; a \"sheet\" is a table as a public program shows it, the \
               \"code\" what that program does, \"armcom\" a public game made after this one.",
    };

    fn readings() -> &'static [OtherReading] {
        &Patton::data().disagreements
    }

    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("play patton --reading gyro-hvss", "as another source reads it"),
        ("charts patton --disagreements", "what, ours, theirs, why, and a short name"),
        ("charts patton rate_of_fire --reading miss-ends-fire", "a chart read the other way"),
        ("charts patton --reading all --out mycharts", "the same as a pack, a directory of files"),
        ("sim patton --games 200", "campaigns by scenario, tank and month"),
        ("sim patton --reading miss-ends-fire", "as another source reads it"),
    ];

    const COVER: Cover =
        Cover { players: "1", length: "a day 30 minutes, the campaign 30 hours", difficulty: "medium" };

    const FORM: Form = Form {
        first: &["length", "tank", "name"],
        called: &[
            ("length", "How much is played"),
            ("tank", "Your first tank"),
            ("name", "Your name"),
            ("mg_ammo", "Count machine gun ammunition"),
            ("fuel", "Count fuel"),
            ("firefly", "British Firefly"),
            ("spot_by_hand", "Say who looks at what"),
        ],
        only: &[
            ("date", "length", &["day", "engagement"]),
            ("scenario", "length", &["day", "engagement"]),
            ("resistance", "length", &["day", "engagement"]),
            ("ground", "length", &["engagement"]),
        ],
        partners: None,
    };

    const AIDS: &'static Aids<Patton> = &Aids {
        stretches: &[("round", "to the next round"), ("battle", "to the next battle"), ("day", "to the next day")],
        kinds: Ask::USUAL,
        usual,
        shots,
        threats: Some(may_hit),
        unsure,
        story: Some(crate::story),
        phase,
        about,
        settles: &[
            ("spotting", &["spotted", "hides", "identified", "not-spotted"]),
            ("Enemy action", &["acts"]),
            ("friendly_action", &["knocked-out", "gives-way", "smoked", "friends-fail"]),
            ("appearance", &["identified", "placed"]),
            ("sector", &["placed", "not-placed", "moves"]),
            ("placement_facing", &["placed", "moves"]),
            ("hourly", &["weather-now"]),
            ("mg_advancing_fire", &[]),
            ("Improvement of", &["improves"]),
            // New men are all rolled for before anybody is told of.
            ("ratings", &[]),
            ("tank_explosion", &["explodes"]),
            ("Coming to", &["awake"]),
        ],
        outlooks: &[
            Outlook { says: "the day is won", good: true, holds: |before, now, _| now.you.won > before.you.won },
            Outlook {
                says: "your tank knocks out a unit",
                good: true,
                holds: |before, now, _| kills_since(before, now) > 0,
            },
            Outlook {
                says: "the tank is lost",
                good: false,
                holds: |before, now, _| tanks_lost(now) > tanks_lost(before),
            },
            Outlook { says: "you come through alive", good: true, holds: |_, now, _| now.you.fate != Fate::Killed },
        ],
        ends: crate::odds::ends,
        moves: |choice| matches!(choice, Choice::Hull(_)),
        bears: |game, charts, _, _, options| options.iter().map(|choice| bears(game, charts, *choice)).collect(),
        fatal,
        groups: Choice::GROUPS,
        letters: Choice::LETTERS,
        ..Aids::none()
    };
}

/// What your tanks have knocked out since. A day's kills are told in its report until the next begins.
fn kills_since(before: &Patton, now: &Patton) -> u16 {
    let today = |game: &Patton| game.report.own.iter().map(|n| u16::from(*n)).sum::<u16>();
    let ever = |game: &Patton| game.you.kills.iter().sum::<u16>();
    let (then, now) = match before.day == now.day {
        true => (today(before), today(now)),
        false => (ever(before) + today(before), ever(now)),
    };
    now.saturating_sub(then)
}

fn tanks_lost(game: &Patton) -> u16 {
    u16::from(game.you.tanks_lost) + u16::from(game.tank.lost)
}

/// What a campaign is worth so far: the day's points, days won and points for rank, against tanks lost; your own life above all.
fn value(game: &Patton, charts: &'static Charts, _: Seat) -> i64 {
    let life = match game.you.fate {
        Fate::Killed => -1000,
        Fate::Home => -600,
        Fate::Away => -150,
        _ => 0,
    };
    let today = i64::from(game.report.score(charts).total());
    let lost = i64::from(game.you.tanks_lost) + i64::from(game.tank.lost);
    life + 10 * today + 60 * i64::from(game.you.won) + 3 * i64::from(game.you.points) - 100 * lost
}

/// A playout that begins in a battle ends with it: what the rest of the day brings says little of an order. Any other ends with the day.
fn horizon(before: &Patton, now: &Patton) -> bool {
    before.day != now.day || (before.stage.in_battle() && !now.stage.in_battle())
}

/// How many shots the odds of a shot look ahead: more than one round ever sees.
const DEPTH: u32 = 5;

/// What firing at a unit comes to, with the reload named.
fn shots(game: &Patton, charts: &'static Charts, choice: Choice) -> Option<Shots> {
    let (id, aim) = match choice {
        Choice::Fire(id, aim) => (id, aim),
        Choice::Again(aim) => (game.battle.target?, aim),
        _ => return None,
    };
    let odds = shot_odds(game, charts, id, aim, DEPTH)?;
    let enemy = game.battle.enemy(id)?;
    let smoke = game.tank.loaded.is_some_and(|ammo| ammo.is_smoke());
    let lands = if enemy.kind.class().target() == Target::Vehicle && aim != Aim::Track && !smoke {
        let column = &charts.hit.hit_location.column[usize::from(enemy.terrain == Terrain::HullDown)];
        let share = |wanted| f64::from(column.ways_to(|at| *at == wanted)) / f64::from(column.dice.ways());
        let named = [
            ("turret", Location::Turret),
            ("hull", Location::Hull),
            ("track", Location::Track),
            ("past it", Location::Miss),
        ];
        named.map(|(name, location)| (name, share(location))).into_iter().filter(|(_, c)| *c > 0.0).collect()
    } else {
        Vec::new()
    };
    // Hits already scored are looked at together with those to come.
    let scored = if matches!(choice, Choice::Again(_)) { game.battle.hits.as_slice() } else { &[] };
    let stands = scored.iter().fold(1000 - odds.knocked_out.per_mille(), |stands, hit| {
        let kills = kill_odds(game, charts, enemy, *hit).per_mille();
        (u32::from(stands) * u32::from(1000 - kills) / 1000) as u16
    });
    Some(Shots {
        depth: DEPTH,
        first_hit: chance(odds.first_hit.per_mille()),
        hit: chance(if scored.is_empty() { odds.hit.per_mille() } else { 1000 }),
        lands,
        knocked_out: chance(1000 - stands),
        again: chance(odds.again.per_mille()),
        malfunction: chance(odds.malfunction.per_mille()),
    })
}

/// The phase of a battle round something belongs to, so that spotting and what the enemy does can be read as one block each.
fn phase(told: &Told<Patton>) -> Option<&'static str> {
    match told {
        Told::Roll(check, _) => match check.chart {
            "activation" | "ambush" => Some("The enemy appears"),
            "spotting" => Some("Spotting"),
            "to_hit" | "gun_repair" | "sherman_mg" => Some("Your fire"),
            chart if chart.starts_with("to_kill") => Some("Your fire"),
            "friendly_action" => Some("Friendly action"),
            "random_events" | "panzerfaust_attack" | "minefield_attack" | "enemy_artillery_losses" => {
                Some("Random event")
            }
            // What the enemy does is read on a chart for each scenario.
            chart if chart.starts_with("enemy_") || chart == "collateral_damage" => Some("Enemy action"),
            "wounds" | "bail_out" | "brew_up" | "tank_explosion" | "burns" => Some("What it did to you"),
            _ => None,
        },
        Told::Event(event) => match event {
            Event::Placed { .. } | Event::NotPlaced { .. } | Event::Ambush { .. } => Some("The enemy appears"),
            Event::Spotted { .. } | Event::Identified { .. } => Some("Spotting"),
            Event::Fires { .. } | Event::FiresMg { .. } | Event::Sweeps { .. } => Some("Your fire"),
            Event::Acts { .. } => Some("Enemy action"),
            Event::Random { .. } => Some("Random event"),
            Event::Drives { .. } | Event::Pivots { .. } => Some("Movement"),
            Event::Round { .. }
            | Event::Orders { .. }
            | Event::BattleEnds
            | Event::Debriefing { .. }
            | Event::Ready { .. } => Some(""),
            _ => None,
        },
        Told::Forced { .. } => None,
    }
}

/// What an event is about: a man hit, or the tank; an enemy knocked out; the end of a day; shots.
fn about(charts: &'static Charts, event: &Event) -> About {
    let alike = |what: &str, who| About { alike: Some(Alike { what: what.into(), who }), ..About::default() };
    let there = |about: About, who: &Who| {
        let Zone { sector, range } = who.zone;
        about.at([format!("unit-{}", who.id.0), format!("zone-{}-{}", sector.id(), range.id())])
    };
    // An unknown unit has another name once it is identified.
    let whom = |about: About, who: &Who| About { whom: Some(who.id.0.to_string()), ..about };
    let here = |about: About| about.at(["own-tank".into()]);
    let under_fire = |about: About| About { under_fire: Some(Seat(0)), ..here(about) };
    let (fired, result) = (About::shot(ShotPart::Fired), About::shot(ShotPart::Result));
    let loss = || here(About::grave(Grave::Loss(Seat(0))));
    let harm = |word| here(About::grave(Grave::Harm(Seat(0), word)));
    match event {
        Event::Wounded { wound: Wound::Killed, .. } => loss(),
        Event::Wounded { wound: Wound::Unconscious, .. } => harm("Unconscious"),
        Event::Wounded { wound, .. } if *wound >= Wound::Light => harm("Wounded"),
        Event::BailsOut { out: false, .. } => harm("Trapped"),
        Event::Malfunction { .. } => harm("Malfunction"),
        Event::Repair { result: Repair::Broken, .. } => harm("Broken"),
        Event::Drives { result: MoveResult::BoggedDown, .. } => harm("Bogged down"),
        Event::Disabled | Event::Drives { result: MoveResult::ThrownTrack, .. } => harm("Immobilized"),
        Event::GetsFree { result: BogResult::ThrownTrack | BogResult::Assistance } => harm("Immobilized"),
        Event::Collateral { damage } if *damage != Collateral::None && !damage.is_wound() => harm("Damage"),
        Event::SquadsLost { .. } | Event::TankLost { .. } => {
            About { shot: result.shot, ..About::grave(Grave::Friends(Seat(0), "Friends lost")) }
        }
        Event::FriendsFail { who } => alike("friends do no harm", named(charts, who)),
        Event::Placed { who, .. } => there(whom(About::grave(Grave::Alarm(None, "Enemy")), who), who),
        Event::Moves { who, .. } => whom(About { now: Some(place(who.zone)), ..About::default() }, who),
        Event::NotSpotted { who, by } => alike("not spotted", format!("{} by the {by}", named(charts, who))),
        Event::AreaLost { .. } => About::grave(Grave::Harm(Seat(0), "Ground lost")),
        Event::Abandons => harm("Tank left"),
        Event::YouAreHit { .. } | Event::Explodes => About { shot: result.shot, ..loss() },
        Event::Debriefing { verdict, .. } => About::grave(Grave::End(match verdict {
            Verdict::Won => "Day won",
            Verdict::Lost => "Day lost",
            Verdict::Even => "Day over",
        })),
        Event::EngagementEnds { verdict } => About::grave(Grave::End(match verdict {
            Verdict::Won => "Engagement won",
            Verdict::Lost => "Engagement lost",
            Verdict::Even => "Engagement over",
        })),
        Event::CampaignEnds => About::grave(Grave::Over("Campaign over")),
        Event::KnockedOut { who, by: Killer::You | Killer::YourMg } => {
            there(whom(About { grave: Some(Grave::Kill), ..result }, who), who)
        }
        Event::KnockedOut { who, .. } => there(whom(About::grave(Grave::Kill), who), who),
        Event::Fires { who, .. } | Event::FiresMg { who, .. } => there(whom(fired, who), who),
        // What comes of it comes to your tank; fire at friends is nothing to mark.
        Event::Acts { act: EnemyAct::FireYourTank, .. } => under_fire(fired),
        Event::Acts { act, .. } if *act != EnemyAct::Nothing && act.movement().is_none() => fired,
        Event::Sweeps { .. } => fired,
        Event::Missed { who }
        | Event::Hits { who, .. }
        | Event::Immobilized { who }
        | Event::Bounces { who, .. }
        | Event::NoEffect { who } => there(whom(result, who), who),
        Event::Ambush { ambush: true, yours: false } => About::grave(Grave::Alarm(None, "Ambush")),
        Event::Held { .. } => About { shot: result.shot, ..harm("Struck") },
        Event::MissesYou { .. } | Event::Collateral { .. } => under_fire(result),
        _ => About::default(),
    }
}

/// To leave the tank is to lose it.
fn fatal(game: &Patton, _: &'static Charts, _: Seat, choice: Choice) -> Option<&'static str> {
    match choice {
        Choice::Order(_, Action::AbandonTank) => Some("The tank is lost for good."),
        Choice::No if game.stage == Stage::Succession => Some("The campaign is over."),
        _ => None,
    }
}
