//! What a mission is made of: the calendar, A1, A3, A5.

use crate::words::{Mission, Month, Range, Terrain, Weather};
use hulldown_core::chart::lay::modifier;
use hulldown_core::chart::{By, ChartSheet, DieTable, Head, Rolls, Spans};
use hulldown_core::{cells, figures};
use serde::Deserialize;
use std::fmt;

/// How many Major Events there are (4.7).
pub const MAJOR_EVENTS: usize = 7;

figures! {
    /// The Mission Log (LOG) with the mission lines of each month, and the Operational Display (OPS).
    Calendar {
        chart: Head,
        lines: By<Month, u8> [1..=20],
        events_chart: Head,
        major_event: [MajorEvent; MAJOR_EVENTS];
        no |it| (number, event) in (1..).zip(&it.major_event).filter(|(number, event)| event.number != *number)
            => format!("Major Event {number} stands in the place of number {}", event.number)
    }

    /// A Major Event: its number on A1, the month it becomes active, the last month it can still be met.
    MajorEvent {
        number: u8, name: String, active: Month, last: Month;
        must |it| it.active <= it.last => format!("Major Event {} ends before it begins", it.number)
    }

    /// A3: the weather.
    A3 { chart: Head, column: Spans<Month, DieTable<Weather>> [die], effect: By<Weather, WeatherEffect> }

    /// What a kind of weather adds on B1, B2 and B5, and whether aircraft fly.
    #[derive(Copy)]
    WeatherEffect { b1: i8 [-6..=6], b2: i8 [-6..=6], b5: i8 [-6..=6], air: bool }

    /// A5: the terrain.
    A5 { chart: Head, column: Spans<Month, DieTable<Terrain>> [die], effect: By<Terrain, TerrainEffect> }

    /// The range a battle in a terrain begins at, what it adds on B1 (for both sides), on B2 against INF and AT and on B5, and the
    /// highest modified roll that finds a hull down position (B5a).
    #[derive(Copy)]
    TerrainEffect { start: Range, b1: i8 [-6..=6], soft_b2: i8 [-6..=6], b5: i8 [-6..=6], hull_down: i8 [1..=12] }
}

/// A1: the mission, and the Major Event that may stand behind it.
pub(super) type A1 = Rolls<Spans<Month, DieTable<MissionCell>>>;

/// A cell of A1, written as it is read: `attack, event 1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct MissionCell {
    pub mission: Mission,
    /// The number of a Major Event.
    pub event: Option<u8>,
}

impl TryFrom<String> for MissionCell {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let (mission, event) = match text.split_once(", event ") {
            Some((mission, number)) => (mission, Some(number.parse().unwrap_or(0))),
            None => (text.as_str(), None),
        };
        let mission = Mission::from_id(mission).ok_or_else(|| format!("no mission `{mission}` is known"))?;
        match event {
            Some(number) if !(1..=MAJOR_EVENTS as u8).contains(&number) => {
                Err(format!("`{text}`: the Major Events are 1 to {MAJOR_EVENTS}"))
            }
            Some(_) if mission == Mission::Refit => Err("a refit is no Major Event".into()),
            event => Ok(MissionCell { mission, event }),
        }
    }
}

impl fmt::Display for MissionCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.event {
            Some(event) => write!(f, "{}, event {event}", self.mission),
            None => write!(f, "{}", self.mission),
        }
    }
}

impl Calendar {
    pub(super) fn sheets(&self) -> [ChartSheet; 2] {
        [
            cells!(self.chart.sheet("LOG", None), (month, lines) in self.lines.each();
                "month" = month, "mission lines" = lines),
            cells!(self.events_chart.sheet("OPS", None), e in &self.major_event;
                "number" = e.number, "event" = e.name, "active from" = e.active, "last month" = e.last),
        ]
    }
}

impl A3 {
    pub(super) fn sheet(&self) -> ChartSheet {
        let note = |(weather, e): (Weather, &WeatherEffect)| {
            let air = if e.air { "aircraft fly" } else { "no aircraft" };
            format!("{weather}: B1 {}, B2 {}, B5 {}, {air}", modifier(e.b1), modifier(e.b2), modifier(e.b5))
        };
        self.chart.rolled("A3", self.column.columns()).noting(self.effect.each().map(note))
    }
}

impl A5 {
    pub(super) fn sheet(&self) -> ChartSheet {
        let note = |(terrain, e): (Terrain, &TerrainEffect)| {
            let (b1, soft, b5) = (modifier(e.b1), modifier(e.soft_b2), modifier(e.b5));
            format!(
                "{terrain}: starts {}, B1 {b1}, B2 on INF and AT {soft}, B5 {b5}, hull down at {} or less",
                e.start, e.hull_down
            )
        };
        self.chart.rolled("A5", self.column.columns()).noting(self.effect.each().map(note))
    }
}
