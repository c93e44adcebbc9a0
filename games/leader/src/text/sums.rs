//! What a stretch of the campaign comes to, event by event: one's own losses first, then battles, gains and costs.

use crate::charts::Charts;
use crate::talk::{Event, Number, unit_name};
use crate::words::{Damage, Mender, Outlay, Rise, Shift};
use hulldown_core::playable::aids::Sum;

/// What is told of, in its order.
const UNITS: (u8, &str) = (0, "Units lost");
const KILLED: (u8, &str) = (1, "Commanders killed");
const WOUNDED: (u8, &str) = (2, "Commanders wounded");
const SUPPORT: (u8, &str) = (3, "Trucks and Scouts lost");
const DAMAGED: (u8, &str) = (4, "Units damaged");
const BATTLES: (u8, &str) = (5, "Battles");
const VP: (u8, &str) = (6, "VP");
const KILLS: (u8, &str) = (7, "Enemies Destroyed");
const PROMOTED: (u8, &str) = (8, "Promoted");
const MENDED: (u8, &str) = (9, "Repaired and healed");
const JOINED: (u8, &str) = (10, "Joined");
const LEFT: (u8, &str) = (11, "Left the group");
const MAP: (u8, &str) = (12, "Battalions");
const SO: (u8, &str) = (13, "SO");
const CARDS: (u8, &str) = (14, "Cards");

/// What an event adds.
pub(crate) fn sums(charts: &Charts, event: &Event) -> Vec<Sum> {
    let unit = |number: Number| unit_name(charts, number);
    let loss = |head, what: String| vec![Sum { head, loss: true, what, n: None }];
    let one = |head, what: String| vec![Sum { head, loss: false, what, n: None }];
    let some = |head, what: &str, n: i32| vec![Sum { head, loss: false, what: what.into(), n: Some(n) }];
    let so = |what: &str, n: i16| some(SO, what, n.into());
    match *event {
        Event::Lost { unit: number, .. } => loss(UNITS, unit(number)),
        Event::Kia { name } => loss(KILLED, name.to_string()),
        Event::Wounded { name } => loss(WOUNDED, name.to_string()),
        Event::Supplied { support, n, .. } if n < 0 => loss(SUPPORT, format!("{} {support}", -n)),
        Event::Supplied { support, n, so: price } if n > 0 => {
            let mut all = some(JOINED, support.name(), n.into());
            if price > 0 {
                all.extend(so(Outlay::Support.several(), -price));
            }
            all
        }
        Event::Damaged { unit: number, damage, .. } if is_lasting(damage) => {
            loss(DAMAGED, format!("{} ({damage})", unit(number)))
        }
        Event::Toll { battalion, destroyed, half, .. } => {
            let came = if destroyed {
                "Destroyed"
            } else if half {
                "at Half"
            } else {
                "holds, the battle is lost"
            };
            one(BATTLES, format!("{battalion} {came}"))
        }
        Event::Vp { n, .. } => some(VP, "", n.into()),
        Event::Killed { model, .. } => some(KILLS, model.name(), 1),
        Event::Promoted { name, level, by } => {
            let mut all = one(PROMOTED, format!("{name} to {level}"));
            // Before the first Week; what a newcomer costs is told by itself.
            if by == Rise::Bought {
                all.extend(so(Outlay::Promotion.several(), -charts.numbers.cost.promotion));
            }
            all
        }
        Event::Repaired { unit: number, damage, by } => {
            let free = if by == Mender::Depot { "" } else { ", free" };
            one(MENDED, format!("{} ({damage}{free})", unit(number)))
        }
        Event::Healed { name, .. } => one(MENDED, name.to_string()),
        Event::Bought { unit: number, price, .. } => {
            let mut all = one(JOINED, unit(number));
            all.extend(so("new Units", -price));
            all
        }
        Event::Joins { name, .. } => one(JOINED, name.to_string()),
        Event::Leaves { name, .. } => one(LEFT, name.to_string()),
        Event::TurnedIn { unit: number } => one(LEFT, format!("{} (turned in)", unit(number))),
        Event::Shifts { battalion, shift: Shift::Advance, band, .. } => {
            one(MAP, format!("{battalion} advances to {band}"))
        }
        Event::Shifts { battalion, shift: Shift::Retreat, band, .. } => {
            one(MAP, format!("{battalion} retreats to {band}"))
        }
        Event::Refits { battalion } => one(MAP, format!("{battalion} is Full again")),
        Event::Paid { so: n, .. } => so("attacks", -n),
        Event::So { n, .. } => so("cards", n),
        Event::Gained { so: n, .. } => so("Weekly SO", n),
        Event::MapLoss { so: n, .. } => so("Battalions on our side", -n),
        Event::Spent { so: n, on, .. } => so(on.several(), -n),
        Event::Rested { so: n } => so("Priority R&R", -n),
        Event::Condition { card } => one(CARDS, charts.conditions[card].title.clone()),
        _ => Vec::new(),
    }
}

/// Whether damage stays after the battle.
const fn is_lasting(damage: Damage) -> bool {
    matches!(
        damage,
        Damage::Glancing
            | Damage::Hull
            | Damage::Gun
            | Damage::MachineGun
            | Damage::Suspension
            | Damage::Engine
            | Damage::Casualty
            | Damage::Exposed
    )
}
