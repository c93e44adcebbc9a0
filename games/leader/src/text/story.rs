//! The story: what an after-action report of the group would say, for the events worth telling.

use crate::charts::Charts;
use crate::ids::{EnemyId, Id};
use crate::talk::{Event, Number, capital};
use crate::words::{Band, Damage, Evaluation, Kind, Model, Shift};

/// A sentence of the story, if the event deserves one.
pub(crate) fn story(charts: &Charts, event: &Event) -> Option<String> {
    let unit = |number: Number| {
        let card = charts.unit_of(number).map(|card| charts.units[card].name.as_str());
        format!("{} {number}", card.unwrap_or("Unit"))
    };
    Some(match *event {
        Event::Week { week: 1 } => "The group moved up to the front.".into(),
        Event::Week { week } => format!("Week {week} began."),
        Event::Condition { card } => format!("Headquarters reported: {}.", charts.conditions[card].title),
        Event::Battle { battalion, name } => format!("We went for the {name}, {battalion}."),
        Event::Before { card } => format!("On the way there: {}.", charts.events[card].pre_title),
        Event::Turn { turn: 1 } => "The first shots rang out.".into(),
        Event::Killed { enemy, model } => killed(enemy, model),
        Event::EnemyLeaves { model, .. } => capital(&format!("{} ran for it and got away.", in_words(model))),
        Event::Damaged {
            unit: number,
            damage: Damage::Hull | Damage::Engine | Damage::Suspension | Damage::Gun,
            ..
        } => {
            format!("The {} was badly hit.", unit(number))
        }
        Event::Damaged { unit: number, damage: Damage::Casualty, .. } => format!("The {} lost men.", unit(number)),
        Event::Lost { unit: number, .. } => format!("We lost the {}.", unit(number)),
        Event::Retreats { unit: number } => format!("The {} pulled out.", unit(number)),
        Event::TakesOver { name, unit: number } => format!("{name} ran across and took over the {}.", unit(number)),
        Event::Wounded { name } => format!("{name} was wounded."),
        Event::Kia { name } => format!("{name} was killed."),
        Event::Longer => "We hung on for one more push.".into(),
        Event::BattleOver { destroyed: true, .. } => "When it was quiet the battalion was no more.".into(),
        Event::BattleOver { half: true, .. } => "We left them with half of what they had.".into(),
        Event::BattleOver { .. } => "They held, and we went back the way we had come.".into(),
        Event::Toll { lost, killed, .. } if lost.is_empty() && killed.is_empty() => "All of ours came back.".into(),
        Event::Promoted { name, level, .. } => format!("{name} was promoted to {level}."),
        Event::Healed { name, .. } => format!("{name} came back from the aid station."),
        Event::Leaves { name, .. } => format!("{name} left the group."),
        Event::Joins { .. } | Event::Bought { .. } => return None,
        Event::After { card } => {
            format!("Afterwards: {}.", charts.events[card].post_title)
        }
        Event::Shifts { battalion, name, shift: Shift::Advance, band } => {
            let to = if band == Band::Front { "to the front".into() } else { format!("into {band}") };
            format!("The {name}, {battalion}, came closer, {to}.")
        }
        Event::Rested { .. } => "Everybody had a few days behind the lines.".into(),
        Event::Broke { .. } => "What we owed we could no longer pay.".into(),
        Event::Ended { evaluation, .. } => match evaluation {
            Evaluation::Great => "It had been a great campaign.",
            Evaluation::Good => "It had been a good campaign.",
            Evaluation::Adequate => "We had done what we had to, not more.",
            Evaluation::Poor => "It had not been much.",
            Evaluation::Failure => "We had failed.",
        }
        .into(),
        _ => return None,
    })
}

/// One enemy less; the same words over and over would tire.
fn killed(enemy: EnemyId, model: Model) -> String {
    let ways: &[&str] = match model.kind() {
        Kind::Tank => &["We knocked out {}.", "{} burned.", "{} stopped, and its crew ran."],
        Kind::Halftrack | Kind::ArmoredCar | Kind::Truck => &["{} went up in flames.", "We shot up {}."],
        Kind::Rifle => &[
            "A rifle team was cut down.",
            "A rifle team fell where it lay.",
            "One of their rifle teams was wiped out.",
            "Nobody got up again from a rifle team.",
            "We finished a rifle team.",
        ],
        Kind::Mg => {
            &["We silenced a machine gun.", "A machine gun stopped firing.", "The crew of a machine gun was killed."]
        }
        Kind::At => &[
            "An anti-tank team died at its weapon.",
            "We caught an anti-tank team.",
            "We shot down an anti-tank team.",
        ],
        Kind::Mortar => &["We silenced a mortar.", "A mortar went quiet for good."],
        Kind::AtGun => &["We knocked out an anti-tank gun.", "An anti-tank gun was left without a crew."],
        Kind::Building => &["We took a building."],
        Kind::Bunker => &["We blew up a bunker."],
    };
    let says = ways[enemy.index() % ways.len()].replace("{}", &in_words(model));
    capital(&says)
}

/// What a soldier calls it.
fn in_words(model: Model) -> String {
    match model.kind() {
        Kind::Rifle => "a rifle team".into(),
        Kind::Mg => "a machine gun".into(),
        Kind::At => "an anti-tank team".into(),
        Kind::Mortar => "a mortar".into(),
        Kind::AtGun => "an anti-tank gun".into(),
        Kind::Truck => "a truck".into(),
        Kind::Halftrack => "a halftrack".into(),
        Kind::ArmoredCar => "an armored car".into(),
        _ => with_article(model),
    }
}

fn with_article(model: Model) -> String {
    let name = model.name();
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}
