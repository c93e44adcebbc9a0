//! A planned battle played out: how often the force that is assigned Destroys the Battalion, as the bot would lead it.

use crate::bot::Sensible;
use crate::charts::Charts;
use crate::ids::PlannedId;
use crate::state::{Leader, Stage};
use hulldown_core::game::Game;
use hulldown_core::playable::figures::share;
use hulldown_core::{Generator, Sim};

/// How often a battle is played out: the interval is then 20 points wide at most.
pub(crate) const TIMES: usize = 100;

/// The most decisions of a battle; one takes some hundreds.
const MOST: u64 = 20_000;

/// Always the same dice, so that one plan can be compared with another.
const DICE: u64 = 0x4C45_4144;

/// What playing a battle out came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Forecast {
    /// How often it was played.
    pub(crate) battles: usize,
    /// How often the Battalion was Destroyed.
    pub(crate) destroyed: usize,
    /// How often it was left at Half.
    pub(crate) half: usize,
    /// Units lost in all of them.
    pub(crate) lost: usize,
}

impl Leader {
    /// Plays a battle of the plan out with who is assigned to it so far; none where nobody is.
    pub(crate) fn forecast(&self, charts: &'static Charts, plan: PlannedId, times: usize) -> Option<Forecast> {
        let planned = self.plan.get(plan)?;
        let sent = |unit: &crate::state::Unit| unit.sent == Some(plan) && !unit.lost;
        if !matches!(self.stage, Stage::Plan | Stage::Assign) || !self.units.iter().any(sent) {
            return None;
        }
        let mut from = self.clone();
        (from.stage, from.at) = (Stage::Next, plan);
        let mut forecast = Forecast::default();
        for dice in 0..times as u64 {
            let mut game = from.clone();
            let mut table = Sim::new(Sensible, Generator::new(DICE + dice)).at_most(MOST);
            // A battle is over where the next one is due, and where its VP end the campaign.
            let over = |game: &Leader| game.is_over() || (game.week, game.at) != (from.week, from.at);
            while !over(&game) && game.advance(charts, &mut table).is_ok() {}
            if !over(&game) {
                continue;
            }
            let battalion = &game.battalions[planned.battalion];
            forecast.battles += 1;
            forecast.destroyed += usize::from(battalion.destroyed);
            forecast.half += usize::from(!battalion.destroyed && battalion.half);
            forecast.lost += usize::from(game.tally.lost - from.tally.lost);
        }
        (forecast.battles > 0).then_some(forecast)
    }
}

impl Forecast {
    /// The chance that the Battalion is Destroyed in percent, with its 95% interval.
    pub(crate) fn chance(&self) -> [u32; 3] {
        let share = share(self.destroyed, self.battles);
        [share.found, share.low, share.high].map(|part| (100.0 * part).round() as u32)
    }

    /// In words: `played out 100 times: Destroyed 74% (65 to 82), Half 12%, 0.8 Units lost`.
    pub(crate) fn words(&self) -> String {
        let ([found, low, high], half) = (self.chance(), 100 * self.half / self.battles);
        let lost = self.lost as f64 / self.battles as f64;
        let times = self.battles;
        format!("played out {times} times: Destroyed {found}% ({low} to {high}), Half {half}%, {lost:.1} Units lost")
    }
}
