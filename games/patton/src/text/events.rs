//! Events in words.

use super::{counted, hatches, orders, rounds, unit, verdict};
use crate::charts::Charts;
use crate::event::{Event, Killer, Support, Who};
use crate::rules::rule;
use crate::state::{Aim, Snowfall, Weather};
use crate::words::{
    BogResult, Collateral, EnemyAct, Facing, Leaving, Location, MoveResult, Repair, Shift, Terrain, Wound, Zone,
};
use hulldown_core::game::EventWords;
use hulldown_core::rules::RuleId;
use hulldown_core::talk::Rank;

struct Words(&'static str, RuleId, String, Option<String>);

/// An event in words.
pub(super) fn words(d: &'static Charts, event: &Event) -> EventWords {
    let found = day(d, event).or_else(|| contact(d, event)).or_else(|| fire(d, event));
    let Words(kind, rule, text, headline) = found.unwrap_or_else(|| harm(d, event));
    let under = match *event {
        Event::DayBegins { day, .. } | Event::Refit { day, .. } => Some(day.month().name().into()),
        _ => None,
    };
    EventWords { kind, rank: rank(kind), rule, text, headline, under }
}

fn plain(kind: &'static str, rule: RuleId, text: impl Into<String>) -> Words {
    Words(kind, rule, text.into(), None)
}

fn telling(kind: &'static str, rule: RuleId, text: impl Into<String>, headline: impl Into<String>) -> Words {
    Words(kind, rule, text.into(), Some(headline.into()))
}

fn named(d: &Charts, who: &Who) -> String {
    unit(d, who.kind, who.identified, who.id)
}

fn zone(zone: Zone) -> String {
    format!("{} {}", zone.sector.id(), zone.range)
}

fn stands(facing: Option<Facing>, terrain: Terrain, moving: bool) -> String {
    let facing = facing.map_or(String::new(), |f| format!("{f} to you, "));
    let moving = if moving { ", moving" } else { "" };
    format!("{facing}{terrain}{moving}")
}

/// The weather in words.
pub(crate) fn weather(w: &Weather) -> String {
    let mut text = w.sky.name().to_string();
    if w.rain {
        text.push_str(", rain");
    }
    if w.snow == Snowfall::Falling {
        text.push_str(", snow falling");
    }
    format!("{text}, {}", w.ground)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The calendar, the morning, the map, the evening.
fn day(d: &'static Charts, event: &Event) -> Option<Words> {
    Some(match *event {
        Event::Quiet { day } => plain("quiet", rule!("20.12"), format!("{day}: no action for you.")),
        Event::DayBegins { day, scenario, expected } => {
            let note = d.day_note(day);
            let note = if note.is_empty() { String::new() } else { format!(" {note}.") };
            plain("day", rule!("4.21"), format!("{day}: {scenario}, {expected} resistance expected.{note}"))
        }
        Event::Refit { day, days } => {
            plain("refit", rule!("27.0"), format!("{day}: the Division refits, {days} days."))
        }
        Event::Trained => plain("trained", rule!("27.21"), "The crew can use the gyrostabilizer."),
        Event::TrainingLost => {
            plain("training-lost", rule!("27.22"), "With the gunner the gyrostabilizer training is lost.")
        }
        Event::Improves { post, rating } => {
            plain("improves", rule!("7.2"), format!("The {post} now has a rating of {rating}."))
        }
        Event::Returns { post, man } => plain("returns", rule!("19.33"), format!("The {post} (man {man}) is back.")),
        Event::Declined { post, man } => {
            plain("declined", rule!("19.33"), format!("The former {post} (man {man}) goes to another crew."))
        }
        Event::NewTank { tank } => {
            let name = d.tanks[tank.index()].name();
            telling("new-tank", rule!("24.0"), format!("Your new tank: {name}."), name)
        }
        Event::Hvss { fitted } => plain("hvss", rule!("5.25"), if fitted { "It has HVSS." } else { "It has no HVSS." }),
        Event::NewMan { post, man, rating } => {
            plain("new-man", rule!("7.1"), format!("A new {post} (man {man}), rating {rating}."))
        }
        Event::Weather { weather: w } => plain("weather", rule!("4.25"), format!("Weather: {}.", weather(&w))),
        Event::WeatherNow { weather: w } => {
            plain("weather-now", rule!("T.weather"), format!("The weather is now: {}.", weather(&w)))
        }
        Event::Issued { ammo, count } => {
            plain("issued", rule!("T.ammo"), format!("Issued: {} of {ammo}.", counted(count, "round")))
        }
        Event::ExtraOrdered { rounds: 0 } => plain("extra", rule!("16.22"), "No extra rounds are ordered."),
        Event::ExtraOrdered { rounds } => {
            plain("extra", rule!("16.22"), format!("{} must be carried.", counted(rounds, "extra round")))
        }
        Event::Loaded { rounds: r } => plain("loaded", rule!("16.21"), format!("Loaded: {}.", rounds(&r))),
        Event::Racked { rack } => plain("racked", rule!("16.23"), format!("In the ready rack: {}.", rounds(&rack))),
        Event::TimeElapsed { clock, he: 0 } => plain("time", rule!("20.44"), format!("It is {clock}.")),
        Event::TimeElapsed { clock, he } => {
            plain("time", rule!("4.32"), format!("It is {clock}; {he} rounds of HE are gone already."))
        }
        Event::Deployed { deployment, lead } => {
            let lead = if lead { ", and leads" } else { "" };
            plain("deployed", rule!("4.41"), format!("Your tank is {deployment}{lead}."))
        }
        Event::Ready { open, loaded } => {
            let loaded = loaded.map_or("nothing", |a| a.name());
            plain("ready", rule!("4.42"), format!("Ready: {}, {loaded} in the gun.", hatches(&open)))
        }
        Event::Route { start, exit } => plain("route", rule!("4.52"), format!("From {} to {}.", start.id(), exit.id())),
        Event::Resists { area, resistance } => telling(
            "resists",
            rule!("T.resist"),
            format!("Area {}: {resistance} resistance is to be expected.", area.id()),
            format!("{resistance} resistance"),
        ),
        Event::Called { support, area, comes } => {
            let what = match support {
                Support::Artillery => "Artillery",
                Support::Air => "An air strike",
            };
            let (text, headline) =
                if comes { ("is ready for", "comes") } else { ("cannot be had for", "does not come") };
            let rule = if support == Support::Air { rule!("4.54.3") } else { rule!("4.54.2") };
            telling("called", rule, format!("{what} {text} area {}.", area.id()), headline)
        }
        Event::PickedUp { area } => {
            plain("picked-up", rule!("23.1"), format!("The artillery marker in {} is picked up.", area.id()))
        }
        Event::Resupply { comes } => {
            let (text, headline) =
                if comes { ("The trucks have come.", "resupplied") } else { ("No supplies come.", "nothing") };
            telling("resupply", rule!("4.54.4"), text, headline)
        }
        Event::Enters { area, clock } => {
            plain("enters", rule!("4.54.5"), format!("{clock}: the task force goes into area {}.", area.id()))
        }
        Event::Advancing { used } => {
            plain("advancing", rule!("22.11"), format!("Advancing Fire costs {} of HE.", counted(used, "round")))
        }
        Event::NoBattle { area } => {
            telling("no-battle", rule!("4.54.5c1"), format!("Nobody is met in area {}.", area.id()), "no battle")
        }
        Event::BattleBegins { resistance } => {
            telling("battle", rule!("4.54.5c2"), format!("Battle! Resistance is {resistance}."), "battle")
        }
        Event::Captured { area, exit } => {
            let what = if exit { ", the exit area" } else { "" };
            plain("captured", rule!("4.54.5d"), format!("Area {}{what} is US controlled.", area.id()))
        }
        Event::AreaLost { area } => plain("area-lost", rule!("6.1"), format!("Area {} is lost.", area.id())),
        Event::Debriefing { score, verdict: v } => plain(
            "debriefing",
            rule!("4.92"),
            format!(
                "Points: your tank {}, friends {}, territory {}, losses {}; in all {}: {}.",
                score.own_adjusted,
                score.friendly_adjusted,
                score.captured_adjusted + score.lost_adjusted,
                score.losses,
                score.total(),
                verdict(v)
            ),
        ),
        Event::EngagementEnds { verdict: v } => {
            plain("engagement-ends", rule!("31.0"), format!("The engagement is {}.", verdict(v)))
        }
        Event::Promoted { rank } => plain("promoted", rule!("25.0"), format!("You are promoted: {rank}.")),
        Event::Decorated { medal } => plain("decorated", rule!("26.1"), format!("You are awarded the {medal}.")),
        Event::NewCommander { number } => {
            plain("new-commander", rule!("6.3"), format!("You go on as commander number {number}, a sergeant."))
        }
        Event::CampaignEnds => plain("campaign-ends", rule!("6.3"), "The campaign is over for you."),
        _ => return None,
    })
}

/// The enemy appears, is seen, and moves; your tank drives.
fn contact(d: &'static Charts, event: &Event) -> Option<Words> {
    Some(match *event {
        Event::Placed { ref who, facing, terrain, moving } => plain(
            "placed",
            rule!("12.3"),
            format!("{}: {}, {}.", capital(&named(d, who)), zone(who.zone), stands(facing, terrain, moving)),
        ),
        Event::NotPlaced { kind, full: false } => {
            let text = format!("{} would appear in a US Controlled sector: it does not.", capital(kind.class().name()));
            plain("not-placed", rule!("5.12b"), text)
        }
        Event::NotPlaced { kind, full: true } => {
            plain("not-placed", rule!("2.3"), format!("There is no counter left for another {}.", kind.class()))
        }
        Event::Ambush { ambush: false, .. } => telling("ambush", rule!("4.65"), "No ambush.", "no ambush"),
        Event::Ambush { yours: false, .. } => {
            telling("ambush", rule!("4.65b"), "Ambush! The enemy acts first.", "ambush")
        }
        Event::Ambush { .. } => telling("ambush", rule!("20.43"), "The enemy runs into your ambush.", "your ambush"),
        Event::Round { round } => plain("round", rule!("4.7"), format!("Round {round}.")),
        Event::Smoke { zone: at, placed } => {
            let place = at.map_or("around your tank".to_string(), |z| format!("in {}", zone(z)));
            if placed {
                telling("smoke", rule!("18.0"), format!("Smoke {place}."), "smoke")
            } else {
                plain("smoke", rule!("18.16"), "There is no Smoke marker left.")
            }
        }
        Event::Smoked { ref who } => {
            plain("smoked", rule!("18.15"), format!("Friends lay smoke before the {}.", named(d, who)))
        }
        Event::Spotted { ref who, by } => telling(
            "spotted",
            rule!("17.11"),
            format!("The {by} spots the {} in {}.", named(d, who), zone(who.zone)),
            "spotted",
        ),
        Event::Hides { ref who } => {
            telling("hides", rule!("17.14"), format!("The {} is out of sight.", named(d, who)), "hidden")
        }
        Event::Identified { ref who } => {
            let name = &d.units[who.kind.index()].name;
            telling("identified", rule!("17.12"), format!("Unit {} is a {name}.", who.id.0), format!("a {name}"))
        }
        Event::Orders { orders: ref o, ref open } => {
            plain("orders", rule!("4.73.2"), format!("Orders: {}. {}.", orders(o), capital(&hatches(open))))
        }
        Event::Awake { post } => plain("awake", rule!("T.wound.3"), format!("The {post} comes to.")),
        Event::Drives { drive, result } => {
            let rule = match result {
                MoveResult::ThrownTrack => rule!("11.11"),
                MoveResult::BoggedDown => rule!("11.12"),
                _ => rule!("11.1"),
            };
            telling("drives", rule, format!("{drive}: {result}."), result.name())
        }
        Event::Shift { shift } => {
            let text = match shift {
                Shift::A | Shift::B => "The enemy's positions shift as you move.",
                _ => "Enemy vehicles may have turned.",
            };
            plain("shift", rule!("11.2"), text)
        }
        Event::Pivots { hull, turret } => {
            plain("pivots", rule!("8.46"), format!("The hull faces {hull}, the turret {turret}."))
        }
        Event::GetsFree { result } => {
            let text = match result {
                BogResult::Free => "The tank is free.",
                BogResult::NoEffect => "The tank is still stuck.",
                BogResult::ThrownTrack => "The tank throws a track.",
                BogResult::Assistance => "The tank is stuck until help comes.",
            };
            telling("gets-free", rule!("11.12"), text, result.name())
        }
        Event::LeavesBoard { way } => {
            let text = match way {
                Leaving::Retreat => "The task force retreats.",
                Leaving::Advance => "The task force breaks through.",
            };
            telling("leaves", rule!("11.3"), text, way.name())
        }
        Event::Gone { ref who } => plain("gone", rule!("13.12"), format!("The {} is gone.", named(d, who))),
        Event::Acts { ref who, act } => {
            // What is left of "any tank" when the exceptions are taken is somebody else's.
            let does = if act == EnemyAct::FireAnyTank { "fires at a friendly tank" } else { act.name() };
            let text = format!("The {} in {} {does}.", named(d, who), zone(who.zone));
            plain("acts", if act == EnemyAct::Nothing { rule!("13.0") } else { rule!("4.75") }, text)
        }
        Event::Moves { ref who, facing, terrain } => plain(
            "moves",
            rule!("13.15"),
            format!("The {} is now in {}, {}.", named(d, who), zone(who.zone), stands(facing, terrain, true)),
        ),
        Event::ControlLost { sector } => {
            plain("control-lost", rule!("13.14"), format!("{} is no longer ours.", capital(sector.name())))
        }
        Event::ControlGained { sector } => {
            plain("control-gained", rule!("15.7"), format!("{} is ours.", capital(sector.name())))
        }
        Event::Random { event } => plain("event", rule!("4.77"), format!("{}.", capital(event.name()))),
        Event::BattleEnds => plain("battle-ends", rule!("4.77"), "The battle is over."),
        _ => return None,
    })
}

/// Your crew fires and works.
fn fire(d: &'static Charts, event: &Event) -> Option<Words> {
    Some(match *event {
        Event::Turns { sector } => plain("turns", rule!("8.23"), format!("The turret turns to {sector}.")),
        Event::Fires { ammo, ref who, aim } => {
            let how = match aim {
                Aim::Direct => "",
                Aim::Area => " (area fire)",
                Aim::Track => " (at its tracks)",
            };
            plain("fires", rule!("4.74.2"), format!("{ammo} at the {} in {}{how}.", named(d, who), zone(who.zone)))
        }
        Event::Missed { ref who } => {
            telling("missed", rule!("9.31"), format!("The {} is missed.", named(d, who)), "miss")
        }
        Event::Hits { ref who, critical } => {
            let (how, headline) = if critical { ("A critical hit on", "critical hit") } else { ("A hit on", "hit") };
            telling("hits", rule!("9.33"), format!("{how} the {}.", named(d, who)), headline)
        }
        Event::RateOfFire => {
            telling("rate-of-fire", rule!("9.4"), "The crew is fast enough to fire again.", "may fire again")
        }
        Event::Loads { ammo, from_rack } => {
            let rack = if from_rack { " from the ready rack" } else { "" };
            plain("loads", rule!("9.6c"), format!("{ammo} is loaded{rack}."))
        }
        Event::GunLoad { ammo } => {
            let text = ammo.map_or("The gun is unloaded.".to_string(), |a| format!("{a} is in the gun now."));
            plain("gun-load", rule!("8.35"), text)
        }
        Event::Malfunction { weapon } => {
            telling("malfunction", rule!("T.tohit.3"), format!("The {weapon} malfunctions."), "malfunction")
        }
        Event::Immobilized { ref who } => telling(
            "immobilized",
            rule!("T.hitloc"),
            format!("The {} is hit in the tracks and cannot move.", named(d, who)),
            "immobilized",
        ),
        Event::Bounces { ref who, location } => telling(
            "bounces",
            rule!("9.52"),
            format!("The hit on the {} ({location}) has no effect.", named(d, who)),
            "no effect",
        ),
        Event::NoEffect { ref who } => {
            telling("no-effect", rule!("9.51"), format!("No effect on the {}.", named(d, who)), "no effect")
        }
        Event::KnockedOut { ref who, by } => {
            let name = named(d, who);
            match by {
                Killer::You => {
                    telling("knocked-out", rule!("4.74.2"), format!("You knock out the {name}."), "knocked out")
                }
                Killer::Friends => telling(
                    "knocked-out",
                    rule!("4.76"),
                    format!("Friends knock out the {name}."),
                    "knocked out by friends",
                ),
                Killer::Nobody => telling("gives-way", rule!("22.13"), format!("The {name} withdraws."), "withdraws"),
            }
        }
        Event::FiresMg { mg, ref who } => {
            plain("fires-mg", rule!("4.74.3"), format!("The {mg} fires at the {}.", named(d, who)))
        }
        Event::Sweeps { mg, zone: at } => plain("sweeps", rule!("22.2"), format!("The {mg} sweeps {}.", zone(at))),
        Event::Repair { weapon, result } => {
            let text = match result {
                Repair::Repaired => "works again",
                Repair::NoEffect => "still does not work",
                Repair::Broken => "is broken for the day",
            };
            telling("repair", rule!("T.repair"), format!("The {weapon} {text}."), result.name())
        }
        Event::NewPeriscope { post } => plain("periscope", rule!("8.64"), format!("The {post} has a new periscope.")),
        Event::TakesPost { post } => {
            plain("takes-post", rule!("19.22"), format!("The assistant driver takes over as {post}."))
        }
        Event::Abandons => plain("abandons", rule!("11.11b"), "The crew leaves the tank."),
        _ => return None,
    })
}

/// What the enemy does to you and yours.
fn harm(d: &'static Charts, event: &Event) -> Words {
    match *event {
        Event::SquadsLost { count } => {
            let squads = if count == 1 { "A squad is".to_string() } else { format!("{count} squads are") };
            telling("squads-lost", rule!("13.2"), format!("{squads} lost."), "squad lost")
        }
        Event::TankLost => telling("tank-lost", rule!("13.3"), "A friendly tank is lost.", "friendly tank lost"),
        Event::MissesYou { ref who } => {
            telling("misses-you", rule!("4.81.1"), format!("The {} misses you.", named(d, who)), "missed")
        }
        Event::Held { location } => {
            let part = if location == Location::Turret { "turret" } else { "hull" };
            telling("held", rule!("4.81.3"), format!("You are hit in the {part}; the armor holds."), "armor holds")
        }
        Event::Disabled => telling("disabled", rule!("11.11"), "Your tank cannot move any more.", "disabled"),
        Event::YouAreHit { ref who, turret } => {
            let part = if turret { "turret" } else { "hull" };
            let by = who.as_ref().map_or("a Panzerfaust".to_string(), |who| format!("the {}", named(d, who)));
            let text = format!("Your tank is pierced in the {part} by {by}: knocked out.");
            telling("knocked-out-you", rule!("4.81.4"), text, "your tank knocked out")
        }
        Event::Collateral { damage } => {
            let text = format!("{}.", capital(damage.name()));
            if damage == Collateral::None {
                plain("collateral", rule!("T.coll"), text)
            } else {
                telling("collateral", rule!("T.coll"), text, damage.name())
            }
        }
        Event::Wounded { post, wound, weeks } => {
            let text = match wound {
                // A man may be hit several times: this says what one shot did, and the worst of them counts.
                Wound::NearMiss => "comes to no harm".to_string(),
                Wound::Unconscious => "is unconscious".into(),
                Wound::Light => "takes a light wound".into(),
                Wound::LightWeek => "is wounded and out for a week".into(),
                Wound::SeriousWeeks => format!("is seriously wounded and out for {}", counted(weeks, "week")),
                Wound::SentHome => "is seriously wounded and will be sent home".into(),
                Wound::Killed => "is killed".into(),
            };
            let text = format!("The {post} {text}.");
            if wound >= Wound::LightWeek {
                telling("wounded", rule!("T.wound"), text, format!("{post} {}", wound.name()))
            } else {
                plain("wounded", rule!("T.wound"), text)
            }
        }
        Event::Explodes => telling("explodes", rule!("19.11"), "The tank explodes; nobody survives.", "explosion"),
        Event::BailsOut { post, out } => {
            let text = if out { "gets out" } else { "is trapped inside" };
            plain("bails-out", rule!("19.13"), format!("The {post} {text}."))
        }
        Event::Rescue { by, whom, freed } => {
            let (text, headline) = if freed { ("frees", "freed") } else { ("cannot free", "not freed") };
            telling("rescue", rule!("19.14"), format!("The {by} {text} the {whom}."), headline)
        }
        Event::Burns { burns } => {
            let (text, headline) =
                if burns { ("The tank burns.", "burns") } else { ("The tank does not burn.", "does not burn") };
            telling("burns", rule!("19.15"), text, headline)
        }
        Event::TakenAway { post, man, wound, weeks } => {
            let text = match wound {
                Wound::Killed => "is buried".to_string(),
                Wound::SentHome => "is sent home".into(),
                _ => format!("goes to hospital for {}", counted(weeks, "week")),
            };
            plain("taken-away", rule!("19.3"), format!("The {post} (man {man}) {text}."))
        }
        // Everything else has been named above.
        _ => plain("event", rule!("4.7"), ""),
    }
}

fn rank(kind: &str) -> Rank {
    match kind {
        "day" | "refit" => Rank::Chapter,
        "battle" | "round" | "debriefing" | "engagement-ends" => Rank::Scene,
        _ => Rank::Line,
    }
}
