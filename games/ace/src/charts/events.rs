//! Events: B9 with reinforcements and minefields, C1.

use super::headings::{EFFECT, MINEFIELD, REINFORCEMENT};
use crate::words::{Class, RandomEvent, RoundEvent};
use hulldown_core::chart::lay::{line, runs, span};
use hulldown_core::chart::{By, ChartSheet, DieTable, Grounds, Head};
use hulldown_core::dice::D6;
use hulldown_core::{cells, figures};

figures! {
    /// B9: the event check.
    B9 where B9::fits {
        chart: Head,
        row: DieTable<RoundEvent> [die],
        effect: By<RoundEvent, String>,
        reinforcement: DieTable<Class> [die],
        reinforcement_from: Grounds,
        minefield: Minefield,
    }

    /// A minefield: the highest 1d6 that immobilizes a tank that stood still, and one that moved this round.
    Minefield { hit_max: i8 [1..=6], hit_if_moved_max: i8 [1..=6], from: Grounds }

    /// C1: random events.
    C1 { chart: Head, left_flank_max: i8 [0..=6], row: DieTable<RandomEvent> [die], event: By<RandomEvent, RandomEventInfo> }

    /// How good a random event is, and what it does.
    RandomEventInfo { quality: String, effect: String }
}

impl B9 {
    fn fits(&self) -> Result<(), String> {
        let [low, high] = self.mined();
        let alone = (low..=high).all(|roll| self.row.at(roll) == RoundEvent::Minefield);
        if alone && low <= high { Ok(()) } else { Err("the Minefield stands on exactly one row".into()) }
    }

    /// The rolls that call for the Minefield.
    pub(super) fn mined(&self) -> [i8; 2] {
        let [first, last] = self.row.span();
        let mined = |roll: &i8| self.row.at(*roll) == RoundEvent::Minefield;
        [(first..=last).find(mined).unwrap_or(last), (first..=last).rfind(mined).unwrap_or(first)]
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        let sheet = cells!(self.chart.sheet("B9", Some(self.row.dice)), (roll, event) in runs(&self.row);
            rolls "roll" = roll, "event" = event, "effect" = self.effect[event]);
        let (dice, classes) = (self.reinforcement.dice, line(&self.reinforcement, |c| c.id().to_owned()));
        let (hit, moved) = (span(1, self.minefield.hit_max), span(1, self.minefield.hit_if_moved_max));
        sheet.noting([
            format!("{REINFORCEMENT} {dice}: {classes} ({})", self.reinforcement_from),
            format!("{MINEFIELD} {D6}: {hit}, or {moved} if it moved ({})", self.minefield.from),
        ])
    }
}

impl C1 {
    pub(super) fn sheet(&self) -> ChartSheet {
        cells!(self.chart.sheet("C1", Some(self.row.dice)), (roll, event) in runs(&self.row);
            rolls "roll" = roll, "event" = event, "when" = event.timing(), "quality" = self.event[event].quality,
            EFFECT = self.event[event].effect)
    }
}
