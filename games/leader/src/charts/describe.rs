//! Effects in words.

use super::effects::{Effect, Mend, On, Pick, Reach, Scope, What};
use crate::words::Target;
use hulldown_core::Word;
use hulldown_core::chart::{Set, Within};
use std::fmt;

/// The words of a set, or what stands for all of them.
fn named<K: Word>(set: &Option<Set<K>>, all: &str) -> String {
    set.as_ref().map_or(all.into(), |set| set.iter().map(Word::name).collect::<Vec<_>>().join(", "))
}

fn range(range: &Option<[u8; 2]>) -> String {
    match range {
        None => String::new(),
        Some([low, high]) if low == high => format!(" at range {low}"),
        Some([low, high]) => format!(" at range {low}-{high}"),
    }
}

fn against(target: &Option<Target>) -> String {
    target.map_or(String::new(), |target| format!(" against {target} targets"))
}

fn several(n: u8, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::None {} => write!(f, "no effect"),
            What::So { n: Within(n), soft } => write!(f, "{n:+} SO{}", if *soft { ", not below 0" } else { "" }),
            What::Vp { n: Within(n) } => write!(f, "{n:+} VP"),
            What::Xp { n: Within(n), who } => write!(f, "+{n} XP, {}", who.name()),
            What::Stress { n: Within(n), who } => write!(f, "{n:+} Stress, {}", who.name()),
            What::Turns { n: Within(n) } => write!(f, "{n:+} battle turn{}", if n.abs() == 1 { "" } else { "s" }),
            What::EnemyAdd { unit, n: Within(n) } => write!(f, "{n} more enemy {unit}"),
            What::EnemyRemove { unit, n: Within(n) } => {
                write!(f, "{} fewer: {}", several(*n, "enemy counter"), unit.name())
            }
            What::EnemyAttack { n: Within(n), vs, range: at, units } => {
                write!(f, "{n:+} on attacks of {}{}{}", named(units, "the enemy"), against(vs), range(at))
            }
            What::EnemyDefense { n: Within(n), target, units } => {
                let target = target.map_or(String::new(), |target| format!(" ({target} targets)"));
                write!(f, "{n:+} Defense of {}{target}", named(units, "the enemy"))
            }
            What::FriendlyAttack { n: Within(n), vs, range: at, types } => {
                write!(f, "{n:+} on attacks of {}{}{}", named(types, "your Units"), against(vs), range(at))
            }
            What::FriendlyDefense { n: Within(n), types } => {
                write!(f, "{n:+} Defense of {}", named(types, "your Units"))
            }
            What::FriendlySpeed { n: Within(n), types } => write!(f, "{n:+} Speed of {}", named(types, "your Units")),
            What::RangeCap { n: Within(n) } => write!(f, "nobody attacks beyond range {n}"),
            What::Tactical { n: Within(n) } => write!(f, "{n:+} on Tactical Movement rolls"),
            What::Operational { n: Within(n), class } => {
                let class = class.map_or(String::new(), |class| format!(" of {class} Battalions"));
                write!(f, "{n:+} on Operational Movement rolls{class}")
            }
            What::AggressionDie { die: Within(die) } => write!(f, "the enemy moves with a d{die}"),
            What::AggressionRoll { n: Within(n) } => write!(f, "{n:+} on the aggressiveness roll"),
            What::Tactic { n: Within(n), who, command } => {
                let counter = several(*n, if *command { "Command Tactic" } else { "Tactic" });
                write!(f, "{counter}, {}", who.name())
            }
            What::Damage { n: Within(n), who } => {
                write!(f, "{} for a random Unit: {}", several(*n, "damage counter"), who.name())
            }
            What::Repair { n: Within(n), what: Mend::Any } => write!(f, "remove {}", several(*n, "damage counter")),
            What::Repair { n: Within(n), what } => write!(f, "remove {n}: {}", what.name()),
            What::Support { what, n: Within(n) } => write!(f, "{n:+} {what}{}", if n.abs() == 1 { "" } else { "s" }),
            What::OpCost { n: Within(n), bands } => {
                write!(f, "{n:+} SO for attacks in {}", named(bands, "the enemy's bands"))
            }
            What::WeeklySo { n: Within(n) } => write!(f, "{n:+} Weekly SO"),
            What::MapLoss { n: Within(n), band } => write!(f, "{n:+} SO lost for each Battalion in {band}"),
            What::UnitCost { n: Within(n), min: Within(min) } => {
                write!(f, "Units bought later cost {n:+} SO each, at least {min}")
            }
            What::RepairCost { n: Within(n) } => write!(f, "{n:+} SO for each repair"),
            What::ArmorLimit { n: Within(n) } => write!(f, "at most {n} Armor Units"),
            What::NoPurchase {} => write!(f, "no Units are bought later"),
            What::Leave { n: Within(n) } => {
                write!(f, "leave takes off {} Stress {}", n.abs(), if *n < 0 { "less" } else { "more" })
            }
            What::RestCost { n: Within(n) } => write!(f, "{n:+} SO for Priority R&R"),
            What::MoveBattalion { n: Within(n), pick } => {
                let pick = if *pick == Pick::One { "of your choice" } else { "drawn at random" };
                let way = if *n > 0 { "advances" } else { "falls back" };
                write!(f, "a Battalion {pick} {way} {}", several(n.unsigned_abs(), "band"))
            }
            What::HoldTurns { turns } => {
                let turns: Vec<String> = turns.iter().map(|Within(turn)| turn.to_string()).collect();
                write!(f, "the enemy holds in turn {}", turns.join(", "))
            }
            What::EnemyAdvance { n: Within(n), units } => {
                write!(f, "{} after placement: {}", several(*n, "more advance"), named(units, "every enemy"))
            }
            What::FriendlyAdvance { n: Within(n), types } => {
                write!(f, "{} before turn 1: {}", several(*n, "more order"), named(types, "your Units"))
            }
            What::Strike { n: Within(n), need: Within(need), target } => {
                let target = target.map_or(String::new(), |target| format!(" on {target} targets"));
                write!(f, "{}{target}, each hits on {need}+", several(*n, "strike"))
            }
            What::EnemyStrike { n: Within(n), need: Within(need) } => {
                write!(f, "{} on you, each hits on {need}+", several(*n, "strike"))
            }
            What::Refit { class, need: Within(need) } => {
                write!(f, "Half {class} Battalions not fought become Full on {need}+")
            }
            What::Fixed {} => write!(f, "never moves"),
            What::Choice { options } => {
                for (at, option) in options.iter().enumerate() {
                    let or = if at > 0 { "; or " } else { "" };
                    write!(f, "{or}{}: {}", option.label, line(&option.effects))?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.what)?;
        match self.reach {
            Reach::Own | Reach::Map => {}
            reach => write!(f, ", {}", reach.name())?,
        }
        if let Some(class) = self.when_class {
            write!(f, ", {class} Battalions")?;
        }
        if self.scope == Some(Scope::Week) {
            write!(f, ", this Week")?;
        }
        match self.on {
            On::Play => Ok(()),
            on => write!(f, ", {}", on.name()),
        }
    }
}

/// Effects on one line.
pub fn line(effects: &[Effect]) -> String {
    effects.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
