//! The story: what an after-action report of the group would say, for the events worth telling.

use crate::charts::{Charts, Designation};
use crate::talk::{Event, Number};
use crate::words::{Damage, Evaluation, Model, Shift};

/// A sentence of the story, if the event deserves one.
pub(crate) fn story(charts: &Charts, event: &Event) -> Option<String> {
    let unit = |number: Number| {
        let card = charts.unit_of(number.0).map(|card| charts.units[card].name.as_str());
        format!("{} {number}", card.unwrap_or("Unit"))
    };
    Some(match *event {
        Event::Week { week: 1 } => "The group moved up to the front.".into(),
        Event::Week { week } => format!("Week {week} began."),
        Event::Condition { card } => format!("Headquarters reported: {}.", charts.conditions[usize::from(card)].title),
        Event::Battle { battalion } => format!("We went for {}.", battalion_name(charts, battalion)),
        Event::Before { card } => format!("On the way there: {}.", charts.events[usize::from(card)].pre_title),
        Event::Turn { turn: 1 } => "The first shots fell.".into(),
        Event::Killed { model, .. } => format!("We destroyed {}.", with_article(model)),
        Event::EnemyLeaves { model, .. } => format!("One {model} ran for it and got away."),
        Event::Damaged { unit: number, damage: Damage::Hull | Damage::Engine | Damage::Suspension | Damage::Gun } => {
            format!("The {} was badly hit.", unit(number))
        }
        Event::Damaged { unit: number, damage: Damage::Casualty } => format!("The {} lost men.", unit(number)),
        Event::Lost { unit: number, .. } => format!("We lost the {}.", unit(number)),
        Event::Retreats { unit: number } => format!("The {} pulled out.", unit(number)),
        Event::TakesOver { name, unit: number } => format!("{name} ran across and took over the {}.", unit(number)),
        Event::Wounded { name } => format!("{name} was wounded."),
        Event::Kia { name } => format!("{name} was killed."),
        Event::Longer => "We hung on for one more push.".into(),
        Event::BattleOver { destroyed: true, .. } => "When it was quiet the battalion was no more.".into(),
        Event::BattleOver { half: true, .. } => "We left them with half of what they had.".into(),
        Event::BattleOver { .. } => "They held, and we went back the way we had come.".into(),
        Event::Promoted { name, level, .. } => format!("{name} was {level} from that day."),
        Event::Healed { name, .. } => format!("{name} came back from the aid station."),
        Event::Leaves { name, .. } => format!("{name} was sent home."),
        Event::Joins { .. } | Event::Bought { .. } => return None,
        Event::Shifts { battalion, shift: Shift::Advance, band } => {
            format!("{} came closer: {band}.", battalion_name(charts, battalion))
        }
        Event::Rested { .. } => "Everybody had a few days behind the lines.".into(),
        Event::Broke { .. } => "There was nothing left to fight with.".into(),
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

fn battalion_name(charts: &Charts, id: Designation) -> String {
    // Battalions of both nations bear the same designations; the name is told where there is one.
    let mut names = charts.battalions.iter().flatten().filter(|card| card.id == id).map(|card| card.name.as_str());
    match (names.next(), names.next()) {
        (Some(name), None) => format!("the {name}, {id}"),
        _ => format!("Battalion {id}"),
    }
}

fn with_article(model: Model) -> String {
    let name = model.name();
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U']) || name.starts_with("MG");
    format!("{} {name}", if vowel { "an" } else { "a" })
}
