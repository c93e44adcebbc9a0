//! What a mission is made of: the calendar, A1, A3, A5.

use super::read::{At, ByMonth, Column, Columns, Head, List, MOST_DRM, each};
use crate::words::{Mission, Month, Range, Terrain, Weather};
use hulldown_core::chart::lay::{cells, fill, modifier};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use serde::Deserialize;
use std::fmt;

/// A cell of A1: the mission, and the Major Event that may stand behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissionCell {
    /// The kind of mission.
    pub mission: Mission,
    /// The number of a Major Event.
    pub event: Option<u8>,
}

impl fmt::Display for MissionCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.event {
            Some(event) => write!(f, "{}, event {event}", self.mission),
            None => write!(f, "{}", self.mission),
        }
    }
}

/// A Major Event of the Operational Display.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MajorEvent {
    /// Its number on A1, from 1.
    pub number: u8,
    /// Its name.
    pub name: String,
    /// The month it becomes active.
    pub active: Month,
    /// The last month it can still be met.
    pub last: Month,
}

/// What a kind of weather does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherEffect {
    #[serde(rename = "weather")]
    word: Weather,
    /// Modifier of B1.
    pub b1: i8,
    /// Modifier of B2.
    pub b2: i8,
    /// Modifier of B5.
    pub b5: i8,
    /// Whether aircraft fly.
    pub air: bool,
}

/// What a kind of terrain does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainEffect {
    #[serde(rename = "terrain")]
    word: Terrain,
    /// The range a battle begins at.
    pub start: Range,
    /// Modifier of B1, for both sides.
    pub b1: i8,
    /// Modifier of B2 against infantry and anti-tank guns in it.
    pub soft_b2: i8,
    /// Modifier of B5.
    pub b5: i8,
    /// The highest modified roll that finds a hull down position (B5a).
    pub hull_down: i8,
}

/// The calendar: lines a month and Major Events.
pub(super) struct Calendar {
    pub(super) lines: [u8; 11],
    pub(super) major_events: Vec<MajorEvent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CalendarFile {
    table: List,
    june: June,
    month: Vec<MonthRow>,
    major_events: List,
    major_event: Vec<MajorEventRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct June {
    missions: u8,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MonthRow {
    id: Month,
    missions: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MajorEventRow {
    number: u8,
    name: String,
    active: Month,
    last: Month,
}

/// How many Major Events there are (4.7).
pub const MAJOR_EVENTS: usize = 7;

pub(super) fn calendar(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Calendar, ChartError> {
    const FILE: &str = "calendar.toml";
    let file: CalendarFile = files.parse(FILE)?;
    At::new(FILE, "[table]").id(&file.table.id, "LOG")?;
    let at = At::new(FILE, "[[month]]");
    let months = each(&at, Month::ALL.map(Month::id), file.month, |m| m.id.id())?;
    for month in &months {
        at.within(&format!("missions of {}", month.id.id()), month.missions, 1..=20)?;
    }
    At::new(FILE, "[june]").check(
        file.june.missions == months[0].missions,
        format_args!("says {} missions, the month row {}", file.june.missions, months[0].missions),
    )?;
    let at = At::new(FILE, "[major_events]");
    at.id(&file.major_events.id, "OPS")?;
    let at = At::new(FILE, "[[major_event]]");
    at.check(file.major_event.len() == MAJOR_EVENTS, format_args!("there are {MAJOR_EVENTS} Major Events"))?;
    for (n, event) in file.major_event.iter().enumerate() {
        let in_place = usize::from(event.number) == n + 1;
        at.check(in_place, format_args!("row {} must be number {}, not {}", n + 1, n + 1, event.number))?;
        at.check(event.active <= event.last, format_args!("row {}: ends before it begins", n + 1))?;
    }

    let mut log = file.table.sheet();
    log.head = cells(["month", "mission lines"]);
    log.rows = months.iter().map(|m| vec![m.id.name().into(), m.missions.to_string()]).collect();
    log.notes.push(format!("June 1944 ({}: {})", file.june.provenance, file.june.source));
    let mut ops = file.major_events.sheet();
    ops.head = cells(["number", "event", "active from", "last month"]);
    let row = |e: &MajorEventRow| vec![e.number.to_string(), e.name.clone(), e.active.to_string(), e.last.to_string()];
    ops.rows = file.major_event.iter().map(row).collect();
    sheets.extend([log, ops]);
    let major_events = file.major_event.into_iter();
    let major_events =
        major_events.map(|MajorEventRow { number, name, active, last }| MajorEvent { number, name, active, last });
    Ok(Calendar { lines: months.map(|m| m.missions), major_events: major_events.collect() })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MissionFile {
    table: Head,
    column: Vec<Column>,
    row: Vec<MissionRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MissionRow {
    column: String,
    roll: [i8; 2],
    mission: Mission,
    event: Option<u8>,
}

/// A1 and its headings, by month.
type Missions = ([DieTable<MissionCell>; 11], ByMonth);

pub(super) fn missions(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Missions, ChartError> {
    const FILE: &str = "a1_missions.toml";
    let file: MissionFile = files.parse(FILE)?;
    At::new(FILE, "[table]").id(&file.table.id, "A1")?;
    let columns = Columns::new(FILE, "column", file.column)?;
    for (n, row) in file.row.iter().enumerate() {
        let at = At::new(FILE, format!("[[row]] {}", n + 1));
        if let Some(event) = row.event {
            at.within("event", event, 1..=MAJOR_EVENTS as i32)?;
            at.check(row.mission != Mission::Refit, "a refit is no Major Event")?;
        }
    }
    let cell = |r: &MissionRow| Ok((r.roll, MissionCell { mission: r.mission, event: r.event }));
    let tables = columns.tables(file.table.die, &file.row, |r| &r.column, cell)?;
    let mut sheet = file.table.sheet();
    fill(&mut sheet, &columns.labels(), &tables, |c| c.to_string());
    sheets.push(sheet);
    Ok((columns.spread(&tables), columns.heads()))
}

/// A3 flattened.
pub(super) struct WeatherChart {
    pub(super) tables: [DieTable<Weather>; 11],
    pub(super) heads: ByMonth,
    pub(super) effects: [WeatherEffect; 5],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeatherFile {
    table: Head,
    effect: Vec<WeatherEffect>,
    column: Vec<Column>,
    row: Vec<WeatherRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeatherRow {
    column: String,
    roll: [i8; 2],
    weather: Weather,
}

pub(super) fn weather(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<WeatherChart, ChartError> {
    const FILE: &str = "a3_weather.toml";
    let file: WeatherFile = files.parse(FILE)?;
    At::new(FILE, "[table]").id(&file.table.id, "A3")?;
    let at = At::new(FILE, "[[effect]]");
    let effects = each(&at, Weather::ALL.map(Weather::id), file.effect, |e| e.word.id())?;
    for e in &effects {
        for (name, value) in [("b1", e.b1), ("b2", e.b2), ("b5", e.b5)] {
            at.within(&format!("{name} of {}", e.word.id()), value, -MOST_DRM..=MOST_DRM)?;
        }
    }
    let columns = Columns::new(FILE, "column", file.column)?;
    let tables = columns.tables(file.table.die, &file.row, |r| &r.column, |r| Ok((r.roll, r.weather)))?;
    let mut sheet = file.table.sheet();
    fill(&mut sheet, &columns.labels(), &tables, |w| w.to_string());
    let note = |e: &WeatherEffect| {
        let air = if e.air { "aircraft fly" } else { "no aircraft" };
        format!("{}: B1 {}, B2 {}, B5 {}, {air}", e.word, modifier(e.b1), modifier(e.b2), modifier(e.b5))
    };
    sheet.notes = effects.iter().map(note).collect();
    sheets.push(sheet);
    Ok(WeatherChart { tables: columns.spread(&tables), heads: columns.heads(), effects })
}

/// A5 flattened.
pub(super) struct TerrainChart {
    pub(super) tables: [DieTable<Terrain>; 11],
    pub(super) heads: ByMonth,
    pub(super) effects: [TerrainEffect; 5],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainFile {
    table: Head,
    effect: Vec<TerrainEffect>,
    column: Vec<Column>,
    row: Vec<TerrainRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainRow {
    column: String,
    roll: [i8; 2],
    terrain: Terrain,
}

pub(super) fn terrain(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<TerrainChart, ChartError> {
    const FILE: &str = "a5_terrain.toml";
    let file: TerrainFile = files.parse(FILE)?;
    At::new(FILE, "[table]").id(&file.table.id, "A5")?;
    let at = At::new(FILE, "[[effect]]");
    let effects = each(&at, Terrain::ALL.map(Terrain::id), file.effect, |e| e.word.id())?;
    for e in &effects {
        for (name, value) in [("b1", e.b1), ("soft_b2", e.soft_b2), ("b5", e.b5)] {
            at.within(&format!("{name} of {}", e.word.id()), value, -MOST_DRM..=MOST_DRM)?;
        }
        at.within(&format!("hull_down of {}", e.word.id()), e.hull_down, 1..=12)?;
    }
    let columns = Columns::new(FILE, "column", file.column)?;
    let tables = columns.tables(file.table.die, &file.row, |r| &r.column, |r| Ok((r.roll, r.terrain)))?;
    let mut sheet = file.table.sheet();
    fill(&mut sheet, &columns.labels(), &tables, |t| t.to_string());
    let note = |e: &TerrainEffect| {
        let (b1, soft, b5) = (modifier(e.b1), modifier(e.soft_b2), modifier(e.b5));
        format!(
            "{}: starts {}, B1 {b1}, B2 on INF and AT {soft}, B5 {b5}, hull down at {} or less",
            e.word, e.start, e.hull_down
        )
    };
    sheet.notes = effects.iter().map(note).collect();
    sheets.push(sheet);
    Ok(TerrainChart { tables: columns.spread(&tables), heads: columns.heads(), effects })
}

/// The sheet of B5a, whose numbers stand with the terrain.
pub(super) fn hull_down_rows(effects: &[TerrainEffect; 5]) -> Vec<Vec<String>> {
    effects.iter().map(|e| vec![e.word.to_string(), e.hull_down.to_string()]).collect()
}
