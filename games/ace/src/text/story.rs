//! The story: what one would tell of a career, for the events worth telling. It tells of "the tank" and "the commander", so that it holds for
//! one as for two.

use crate::charts::Charts;
use crate::state::{End, Fate, Support};
use crate::talk::{Cause, Event, Killer, Who};
use crate::words::{Class, Mission, Post, RandomEvent, RoundEvent, Terrain, Weather, Wound};
use hulldown_core::phrase::capital;

/// A sentence of the story, if the event deserves one.
pub(crate) fn story(charts: &'static Charts, event: &Event) -> Option<String> {
    let name = |who: &Who| match who.kind {
        Some(kind) => {
            let name = charts.units[kind.index()].name.as_str();
            format!("{} {name}", article(name))
        }
        None => "infantry".to_string(),
    };
    Some(match *event {
        Event::Begins { month } => format!("It began in {}.", month.name()),
        Event::Mustered { tank, division, .. } => {
            let tank = charts.tanks[tank.index()].name.as_str();
            let unit = &charts.division_names[division.index()];
            format!("A new staff sergeant came to the {unit} and was given {} {tank}.", article(tank))
        }
        Event::Mission { mission, .. } => ordered(mission).into(),
        Event::Conditions { weather, terrain, range } => {
            format!("{}; they met {} at {range} range.", sky(weather), ground(terrain))
        }
        Event::SmokeHere { .. } => "Smoke rose around the tank.".into(),
        Event::Destroyed { ref who, by, .. } => destroyed(who, &name(who), by),
        Event::EnemyImmobilized { ref who } => format!("{} was stopped where it stood.", capital(&name(who))),
        Event::BailsOut { ref who } => format!("The crew of {} ran for it.", name(who)),
        Event::Called { support: Support::Artillery, .. } => "A call went out for artillery.".into(),
        Event::Called { support: Support::Mortar, .. } => "A call went out for mortars.".into(),
        Event::Airstrike { ref who, .. } => format!("Aircraft came down on {}.", name(who)),
        Event::Panzerfaust { .. } => "A Panzerfaust flew at the tank.".into(),
        Event::Held { .. } => "A shell struck the tank and did not go through.".into(),
        Event::Immobilized { cause, .. } => format!("{}, and the tank would not move any more.", stopped(cause)),
        Event::Shock { post, .. } => format!("The {post} was dazed for a while."),
        Event::Wounded { wound: Wound::None, .. } => return None,
        Event::Wounded { post, wound, again, .. } => {
            let again = if again { " again" } else { "" };
            let how = match wound {
                Wound::Killed => "was killed",
                Wound::Serious => "was badly hit",
                _ => "was hit",
            };
            format!("The {post} {how}{again}.")
        }
        Event::DiesOfWounds { post, .. } => format!("The {post} died of his wounds."),
        Event::TankLost { cause, burns, .. } => {
            format!("{} the tank{}.", finished(cause), if burns { ", and it burned" } else { "" })
        }
        Event::TakesOver { post, .. } => format!("Another man took over as {post}."),
        Event::Commands { post: Post::Commander, .. } => "The commander gave the orders again.".into(),
        Event::Commands { post, .. } => format!("The {post} had to give the orders."),
        Event::RoundEvent { event: RoundEvent::EnemyReinforcement, found: true, .. } => "More of them came up.".into(),
        Event::RoundEvent { event: RoundEvent::EnemyArtillery, found: true, .. } => {
            "Their artillery found the tank.".into()
        }
        Event::RoundEvent { event: RoundEvent::EnemyMortar, found: true, .. } => {
            "Mortar bombs fell around the tank.".into()
        }
        Event::RoundEvent { event: RoundEvent::Minefield, found: true, .. } => "There were mines.".into(),
        Event::RandomEvent { event, applies: true, .. } => return happened(event).map(Into::into),
        Event::RadioOut { .. } => "The radio went dead.".into(),
        Event::LastInfantry { .. } => "The last of them slipped away.".into(),
        Event::BoardEnds { end: End::Won, .. } => "Then nobody shot back.".into(),
        Event::BoardEnds { end: End::Withdrawn, .. } => "The tank left the field.".into(),
        Event::Counterattack { comes: true } => "Then the Germans came back.".into(),
        Event::FollowOnAssault => "There was no halt: the attack went straight on.".into(),
        Event::MissionEnds { success: true, .. } => "It was done.".into(),
        Event::MissionEnds { success: false, .. } => "It had come to nothing.".into(),
        Event::Repairs { in_time: false, .. } => {
            "The next mission went out without this tank; it was still in repair.".into()
        }
        Event::Trophy { trophy: Some(trophy), .. } => format!("Something to keep lay about: {trophy}."),
        Event::Hospital { post, hospital: true, .. } => format!("The {post} went to hospital."),
        Event::Invalided { post, .. } => format!("The {post} went home for good."),
        Event::Replaced { post, substitute: false, .. } => format!("A new {post} climbed in."),
        Event::Returned { post, .. } | Event::Recalled { post, .. } => format!("The {post} came back from hospital."),
        Event::Award { award, .. } => format!("There was a decoration: {award}."),
        Event::NewTank { tank, .. } => {
            let tank = charts.tanks[tank.index()].name.as_str();
            format!("There was another tank, {} {tank}.", article(tank))
        }
        Event::Promotion { rank, promoted: true, .. } => format!("The commander was made {rank}."),
        Event::Promotion { promoted: false, .. } => "The promotion went to somebody else.".into(),
        Event::CareerEnds { fate, .. } => ended(fate).into(),
        _ => return None,
    })
}

/// The article before a name that is read aloud: an M4, an SdKfz, an 8.8cm, but a Marder.
fn article(name: &str) -> &'static str {
    let mut letters = name.chars();
    let spelled = |second: Option<char>| second.is_some_and(|second| !second.is_lowercase());
    match (letters.next(), letters.next()) {
        (Some('A' | 'E' | 'I' | 'O' | '8'), _) => "an",
        (Some('M'), second) if spelled(second) => "an",
        (Some('S'), Some('d')) => "an",
        _ => "a",
    }
}

fn ordered(mission: Mission) -> &'static str {
    match mission {
        Mission::Contact => "The order was to move until the enemy was met.",
        Mission::Attack => "The order was to attack.",
        Mission::Assault => "The order was to assault.",
        Mission::Defense => "The order was to hold.",
        Mission::Refit => "There was a rest, and time to mend things.",
    }
}

fn sky(weather: Weather) -> &'static str {
    match weather {
        Weather::Clear => "The sky was clear",
        Weather::Overcast => "The sky was gray",
        Weather::Rain => "It rained",
        Weather::Mud => "The ground was mud",
        Weather::Snow => "There was snow",
    }
}

fn ground(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Open => "in open country",
        Terrain::Hills => "in the hills",
        Terrain::Woods => "in the woods",
        Terrain::Bocage => "among the hedgerows",
        Terrain::Urban => "among the houses",
    }
}

fn destroyed(who: &Who, name: &str, by: Killer) -> String {
    match (who.class, by) {
        (Class::Inf, Killer::Tank) => "The infantry broke under the tank\u{2019}s fire.".into(),
        (Class::Inf, _) => "The infantry broke.".into(),
        (_, Killer::Tank) => format!("The tank knocked out {name}."),
        (_, Killer::Support) => format!("The shells that had been called for knocked out {name}."),
        (_, Killer::Others) => format!("Friends knocked out {name}."),
    }
}

fn stopped(cause: Cause) -> &'static str {
    match cause {
        Cause::Round => "A shell broke the running gear",
        Cause::Ground => "The ground gave way",
        Cause::Artillery => "Artillery broke a track",
        Cause::Mine => "A mine went off",
        Cause::Breakdown => "The engine failed",
        Cause::Aircraft => "Our own aircraft struck",
    }
}

fn finished(cause: Cause) -> &'static str {
    match cause {
        Cause::Round => "A shell finished",
        Cause::Ground => "The ground finished",
        Cause::Artillery => "Artillery finished",
        Cause::Mine => "A mine finished",
        Cause::Breakdown => "The engine finished",
        Cause::Aircraft => "Our own aircraft finished",
    }
}

fn happened(event: RandomEvent) -> Option<&'static str> {
    Some(match event {
        RandomEvent::FriendlyAirstrike => "Our own aircraft took the tank for a German one.",
        RandomEvent::FlankAmbush => "A gun had waited on the flank.",
        RandomEvent::FuelShortage => "Word came that the fuel was running out.",
        RandomEvent::HotChowAndMail => "There was hot chow, and mail.",
        RandomEvent::WarCorrespondent => "A war correspondent came along.",
        RandomEvent::GermansBreak => "Their infantry had had enough and ran.",
        _ => return None,
    })
}

fn ended(fate: Fate) -> &'static str {
    match fate {
        Fate::Serving => "He served on.",
        Fate::Killed => "There the story of its commander ends: he fell in action.",
        Fate::DiedOfWounds => "There the story of its commander ends: he died of his wounds.",
        Fate::Retired => "His wounds sent the commander home for good.",
        Fate::Survived => "The war in Europe was over, and he had come through it.",
    }
}
