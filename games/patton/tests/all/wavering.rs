//! A commander who goes everywhere.

use hulldown_core::{Generator, Policy, Seat};
use hulldown_patton::state::Sight;
use hulldown_patton::talk::{Ask, Choice, Plan};
use hulldown_patton::{Patton, View};

/// Someone who does what is usual, gives sensible orders, goes on after death, and now and then does anything at all: he lives long and
/// still goes everywhere.
pub(crate) struct GoesEverywhere {
    pub(crate) dice: Generator,
    /// One decision in so many is made at random.
    pub(crate) every: u32,
}

impl GoesEverywhere {
    fn usual(&mut self, view: &View<'_>, ask: Ask, options: &[Choice]) -> Choice {
        let has = |choice: Choice| options.contains(&choice).then_some(choice);
        let battle = view.battle();
        let wanted = match ask {
            Ask::Orders => {
                let spotted = battle.enemies.iter().any(|enemy| enemy.sight == Sight::Spotted);
                let orders = &battle.orders;
                let planned = orders.acts.iter().flatten().count() > 1;
                let plan = if spotted { Plan::Gun } else { Plan::HullDown };
                if planned { Some(Choice::Go) } else { has(Choice::Plan(plan)).or(Some(Choice::Go)) }
            }
            Ask::Prepare => Some(Choice::Go),
            Ask::Operation => options.iter().copied().find(|c| matches!(c, Choice::Enter(_))),
            Ask::Target | Ask::Sweep(_) | Ask::MgTarget(_) | Ask::Again | Ask::Rescue => Some(options[0]),
            Ask::Watch => Some(Choice::WaitOn),
            _ => None,
        };
        wanted.or_else(|| has(Choice::Usual)).or_else(|| has(Choice::Yes)).unwrap_or(options[0])
    }
}

impl Policy<Patton> for GoesEverywhere {
    fn decide(&mut self, view: &View<'_>, _: Seat, ask: Ask, options: &[Choice]) -> Choice {
        if self.dice.below(self.every) == 0 {
            return options[self.dice.below(options.len() as u32) as usize];
        }
        self.usual(view, ask, options)
    }
}
