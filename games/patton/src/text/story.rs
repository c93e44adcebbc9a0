//! The story: what an after-action report would say, for the events worth telling.

use crate::charts::Charts;
use crate::state::Verdict;
use crate::talk::{Event, Killer, NamedMan, Who};
use crate::words::{Class, Leaving, MoveResult, Post, RandomEvent, UnitType, Wound};

/// A sentence of the story, if the event deserves one.
pub fn story(charts: &Charts, event: &Event) -> Option<String> {
    let name = |who: &Who| match (who.identified, who.kind) {
        (_, UnitType::Lw) => "a light weapons team".to_string(),
        (_, UnitType::Mg) => "an MG team".into(),
        (true, UnitType::Spw) => "an SPW".into(),
        (true, kind) => format!("a {}", kind.name()),
        (false, kind) if kind.class() == Class::AtGun => "an anti-tank gun we could not make out".into(),
        (false, kind) => format!("a {} we could not make out", kind.class()),
    };
    Some(match *event {
        Event::DayBegins { day, scenario, .. } => {
            let note = charts.calendar.note(day);
            let where_to = if note.is_empty() { String::new() } else { format!(" ({note})") };
            format!("On {day}{where_to} we went into action: {}.", scenario.name().to_lowercase())
        }
        Event::Refit { days, .. } => format!("The Division rested for {days} days, and so did we."),
        Event::NewTank { tank } => format!("We drew another tank, an {}.", charts.tanks[tank.index()].name()),
        Event::Returns { man } => format!("Our {man:#} came back from hospital."),
        Event::BattleBegins { resistance } => format!("We met {resistance} resistance."),
        Event::Ambush { ambush: true, yours: false } => "They were waiting for us and fired first.".into(),
        Event::Ambush { ambush: true, yours: true } => "They did not see us until we fired.".into(),
        Event::Identified { ref who } => format!("One of them turned out to be {}.", name(who)),
        Event::Drives { result: MoveResult::BoggedDown, .. } => "We sank into the mud.".into(),
        Event::Drives { result: MoveResult::ThrownTrack, .. } => "We threw a track and sat there.".into(),
        Event::Drives { result: MoveResult::HullDown, .. } => "We found a hull down position.".into(),
        Event::KnockedOut { ref who, by: Killer::You | Killer::YourMg } => format!("We knocked out {}.", name(who)),
        Event::KnockedOut { ref who, by: Killer::Friends } => format!("Our friends knocked out {}.", name(who)),
        Event::KnockedOut { ref who, by: Killer::Nobody } => format!("Our fire drove {} away.", name(who)),
        Event::Bounces { ref who, .. } | Event::NoEffect { ref who } => {
            format!("Our fire did nothing to {}.", name(who))
        }
        Event::Immobilized { ref who } => format!("We broke a track of {}.", name(who)),
        Event::TankLost { .. } => "One of our tanks was hit and burned.".into(),
        Event::Held { .. } => "A shell struck us and did not go through.".into(),
        Event::Disabled => "We could not move any more.".into(),
        Event::YouAreHit { who: Some(ref who), turret } => {
            let part = if turret { "turret" } else { "hull" };
            format!("A shell from {} went through our {part}.", name(who))
        }
        Event::YouAreHit { who: None, .. } => "A man with a Panzerfaust got us.".into(),
        Event::Explodes => "The tank blew up with everybody in it.".into(),
        Event::Rescue { by, whom, freed: true } => format!("The {by} went back and pulled the {whom} out."),
        Event::Rescue { by, whom, freed: false } => format!("The {by} went back for the {whom} and did not reach him."),
        Event::Burns { burns: true } => "The tank burned out.".into(),
        Event::Wounded { man, wound, .. } if man.post == Post::Commander && wound >= Wound::Light => {
            wounded(&man, wound)
        }
        Event::Wounded { man, wound, .. } if wound >= Wound::LightWeek => wounded(&man, wound),
        Event::Random { event: RandomEvent::EnemyArtillery } => "Their artillery found us.".into(),
        Event::Random { event: RandomEvent::EnemyReinforcement } => {
            "Word came that more of them were on their way.".into()
        }
        Event::LeavesBoard { way: Leaving::Retreat } => "We pulled back out of their sight.".into(),
        Event::LeavesBoard { way: Leaving::Advance } => "We drove straight through them.".into(),
        Event::Captured { exit: true, .. } => "We reached the objective.".into(),
        Event::BattleEnds => "Then it was quiet.".into(),
        Event::Debriefing { verdict: Verdict::Won, .. } => "It had been a good day.".into(),
        Event::Debriefing { verdict: Verdict::Lost, .. } => "It had been a bad day.".into(),
        Event::Promoted { rank } => format!("That evening I was made {rank}."),
        Event::Decorated { medal } => format!("For that day I was given the {medal}."),
        Event::NewCommander { .. } => "Another man took the tank and the story from there.".into(),
        _ => return None,
    })
}

fn wounded(man: &NamedMan, wound: Wound) -> String {
    let how = match wound {
        Wound::Killed => "was killed",
        Wound::SentHome | Wound::SeriousWeeks => "was badly hit",
        _ => "was hit",
    };
    match man.you {
        // Who is dead tells no more of himself.
        Some(_) if wound < Wound::Killed => format!("I {how}."),
        Some(_) => format!("Our {} {how}.", man.post),
        None => format!("{man} {how}."),
    }
}
