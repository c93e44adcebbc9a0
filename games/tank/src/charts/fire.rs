//! Shooting and seeing: the Combat Results Tables 8.91 to 8.93, infantry fire 8.81, spotting 13.5.

use super::lay::{band, sheet, up_to};
use super::read::{At, Grounds, bands, each, note};
use crate::words::{CrtId, FireControl, SpotColumn};
use hulldown_core::chart::{ChartError, ChartSheet, Files, Provenance};
use hulldown_core::dice::D6;
use serde::Deserialize;

/// The farthest any table may reach, so that lines of fire fit their room.
pub const MOST_RANGE: u16 = 60;
/// The highest panic level: as many as there are chits.
pub const MOST_PANIC: u8 = 10;
/// The highest differential a table distinguishes.
pub const MOST_DIFFERENTIAL: usize = 10;

/// A Combat Results Table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crt {
    /// Which.
    pub id: CrtId,
    /// The farthest range it has (8.31).
    pub absolute_range: u16,
    kill: Vec<[u8; MOST_DIFFERENTIAL + 1]>,
    lines: Lines,
}

/// The lines of a table by the last range each is for, named as the chart names them.
type Lines = Vec<(u16, String)>;

fn lines(ranges: impl Iterator<Item = [u16; 2]>) -> Lines {
    ranges.map(|range| (range[1], band(range))).collect()
}

/// The line for a range.
fn line(lines: &Lines, range: u16) -> &str {
    lines.iter().find(|(end, _)| range <= *end).map_or("", |(_, name)| name)
}

/// The columns of a Combat Results Table as it heads them.
const DIFFERENTIALS: [&str; MOST_DIFFERENTIAL + 1] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10+"];

impl Crt {
    /// The line of the table for a range and its column for a differential, as the chart names them.
    pub fn cell(&self, range: u16, differential: i16) -> (&str, &'static str) {
        let column = usize::try_from(differential).unwrap_or(0).min(MOST_DIFFERENTIAL);
        (line(&self.lines, range), DIFFERENTIALS[column])
    }

    /// The highest adjusted roll that destroys at this range and differential; 0 if none does. A differential below 0 permits no
    /// attack, nor does a range the table has no row for: `None`. Above ten counts as ten (8.9, 8.9b).
    #[inline]
    pub fn kill(&self, range: u16, differential: i16) -> Option<u8> {
        let row = self.kill.get(usize::from(range.checked_sub(1)?))?;
        let column = usize::try_from(differential).ok()?;
        Some(row[column.min(MOST_DIFFERENTIAL)])
    }
}

/// The Combat Results Tables and who uses which.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crts {
    tables: [Crt; CrtId::ALL.len()],
    by: [[CrtId; MOST_PANIC as usize + 1]; 3],
}

impl Crts {
    /// A table.
    #[inline]
    pub fn table(&self, id: CrtId) -> &Crt {
        &self.tables[id.index()]
    }

    /// The table a unit uses, by its fire control and the panic level the scenario gives its force (R4). `None` for infantry.
    #[inline]
    pub fn used_by(&self, fire_control: FireControl, panic: u8) -> Option<&Crt> {
        let by_panic = self.by.get(fire_control.index())?;
        Some(self.table(by_panic[usize::from(panic.min(MOST_PANIC))]))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CrtFile {
    table: Vec<CrtTable>,
    selection: Selection,
    adjustment: Adjustment,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CrtTable {
    id: String,
    r#for: String,
    fire_control: Vec<FireControl>,
    panic_min: u8,
    panic_max: u8,
    absolute_range: u16,
    provenance: Provenance,
    source: String,
    row: Vec<CrtRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CrtRow {
    range: [u16; 2],
    kill: [u8; MOST_DIFFERENTIAL + 1],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Selection {
    provenance: Provenance,
    source: String,
    rule: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Adjustment {
    provenance: Provenance,
    source: String,
    die_modifier: String,
}

pub(super) fn crt(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Crts, ChartError> {
    const FILE: &str = "crt.toml";
    let file: CrtFile = files.parse(FILE)?;
    let rows = each(&At::new(FILE, "[[table]]"), CrtId::IDS, file.table, |t| &t.id)?;
    let mut by: [[Option<CrtId>; MOST_PANIC as usize + 1]; 3] = Default::default();
    let mut tables = Vec::new();
    for (id, table) in CrtId::ALL.into_iter().zip(&rows) {
        let at = At::new(FILE, format!("[[table]] {}", table.id));
        at.within("panic_max", table.panic_max, i32::from(table.panic_min)..=i32::from(MOST_PANIC))?;
        let end = bands(&at, table.row.iter().map(|r| r.range))?;
        at.check(
            end == table.absolute_range,
            format_args!("absolute_range is {}, its rows end at {end}", table.absolute_range),
        )?;
        at.within("absolute_range", end, 1..=i32::from(MOST_RANGE))?;
        let mut kill = Vec::new();
        for (n, row) in table.row.iter().enumerate() {
            let sensible = row.kill.iter().all(|k| *k <= 10) && row.kill.windows(2).all(|k| k[0] <= k[1]);
            at.check(sensible, format_args!("row {}: kill must rise with the differential and not pass 10", n + 1))?;
            kill.extend((row.range[0]..=row.range[1]).map(|_| row.kill));
        }
        for control in &table.fire_control {
            at.check(*control != FireControl::None, "no unit without fire control uses a table")?;
            for panic in table.panic_min..=table.panic_max {
                if let Some(other) = by[control.index()][usize::from(panic)].replace(id) {
                    return Err(at.err(format_args!("{control} at panic level {panic} already uses {other}")));
                }
            }
        }
        tables.push(Crt { id, absolute_range: end, kill, lines: lines(table.row.iter().map(|r| r.range)) });
        let title = format!("Combat Results Table: {}", table.r#for);
        let head: Vec<&str> = std::iter::once("range").chain(DIFFERENTIALS).collect();
        let mut sheet = sheet(id.id(), &title, Some(D6), table.provenance, &table.source, &head);
        sheet.rows = (table.row.iter())
            .map(|r| std::iter::once(band(r.range)).chain(r.kill.iter().map(|k| up_to(*k))).collect())
            .collect();
        let (select, adjust) = (&file.selection, &file.adjustment);
        sheet.notes.push(note(&select.rule, select.provenance, &select.source));
        sheet.notes.push(note(&adjust.die_modifier, adjust.provenance, &adjust.source));
        sheets.push(sheet);
    }
    let at = At::new(FILE, "[adjustment]");
    at.says("die_modifier", file.adjustment.die_modifier.as_str(), "floor(plotted_mp / 2), added to the die")?;
    let at = At::new(FILE, "[[table]]");
    let mut used = [[CrtId::T891; MOST_PANIC as usize + 1]; 3];
    for (control, row) in by.iter().enumerate() {
        for (panic, id) in row.iter().enumerate() {
            let who = FireControl::ALL[control];
            used[control][panic] =
                id.ok_or_else(|| at.err(format_args!("{who} at panic level {panic} has no table")))?;
        }
    }
    Ok(Crts { tables: super::read::array(&at, tables)?, by: used })
}

/// The Infantry Fire Table (8.81).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InfantryFire {
    /// The farthest range (8.82).
    pub max_range: u16,
    rows: Vec<[u8; 2]>,
    lines: Lines,
}

/// Its columns: against vehicles that move and that do not.
const INFANTRY_COLUMNS: [&str; 2] = ["moving (or plotted to move)", "stationary"];

impl InfantryFire {
    /// The line of the table for a range and its column, as the chart names them.
    pub fn cell(&self, range: u16, moving: bool) -> (&str, &'static str) {
        (line(&self.lines, range), INFANTRY_COLUMNS[usize::from(!moving)])
    }

    /// The highest roll that destroys an AFV at this range, moving or not; 0 if none does, `None` out of range.
    #[inline]
    pub fn kill(&self, range: u16, moving: bool) -> Option<u8> {
        let [moves, stands] = self.rows.get(usize::from(range.checked_sub(1)?))?;
        Some(if moving { *moves } else { *stands })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InfantryFile {
    table: InfantryHead,
    row: Vec<InfantryRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InfantryHead {
    provenance: Provenance,
    source: String,
    max_range: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InfantryRow {
    range: [u16; 2],
    moving: u8,
    stationary: u8,
}

pub(super) fn infantry(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<InfantryFire, ChartError> {
    const FILE: &str = "infantry.toml";
    let InfantryFile { table, row } = files.parse(FILE)?;
    let at = At::new(FILE, "[[row]]");
    let end = bands(&at, row.iter().map(|r| r.range))?;
    At::new(FILE, "[table]").check(
        end == table.max_range && end <= MOST_RANGE,
        format_args!("max_range is {}, the rows end at {end}", table.max_range),
    )?;
    let mut rows = Vec::new();
    for (n, r) in row.iter().enumerate() {
        at.within(&format!("row {}: moving", n + 1), r.moving, 0..=6)?;
        at.within(&format!("row {}: stationary", n + 1), r.stationary, 0..=6)?;
        rows.extend((r.range[0]..=r.range[1]).map(|_| [r.moving, r.stationary]));
    }
    let head: Vec<&str> = std::iter::once("range").chain(INFANTRY_COLUMNS).collect();
    let mut sheet = sheet("8.81", "Infantry Fire Table", Some(D6), table.provenance, &table.source, &head);
    sheet.rows = row.iter().map(|r| vec![band(r.range), up_to(r.moving), up_to(r.stationary)]).collect();
    sheets.push(sheet);
    Ok(InfantryFire { max_range: end, rows, lines: lines(row.iter().map(|r| r.range)) })
}

/// What it takes to spot something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// Spotted without a die.
    Automatic,
    /// Spotted by a roll up to this.
    UpTo(u8),
    /// Cannot be spotted.
    Never,
}

/// The Spotting Table (13.5).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spotting {
    rows: Vec<(u16, [u8; SpotColumn::ALL.len()])>,
    lines: Lines,
    /// The highest roll that reveals a hidden position that has fired (14.2b).
    pub reveal_max: u8,
}

impl Spotting {
    /// What it takes at this range.
    #[inline]
    pub fn need(&self, column: SpotColumn, range: u16) -> Spot {
        let row = self.rows.iter().find(|(end, _)| range <= *end);
        match row.map_or(0, |(_, cells)| cells[column.index()]) {
            0 => Spot::Never,
            6.. => Spot::Automatic,
            roll => Spot::UpTo(roll),
        }
    }

    /// The line of the table for a range, and the column that a number to roll stands in there. Where two columns have the same
    /// number none is named: which of them it is would tell whether the unit that is looked for is soft.
    pub fn cell(&self, range: u16, roll: u8) -> (&str, &'static str) {
        let mut same = SpotColumn::ALL.into_iter().filter(|column| self.need(*column, range) == Spot::UpTo(roll));
        let only = same.next().filter(|_| same.next().is_none());
        (line(&self.lines, range), only.map_or(UNTOLD, SpotColumn::name))
    }
}

/// A column that is nobody's business.
const UNTOLD: &str = "not told";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpottingFile {
    table: Grounds,
    column: Vec<SpottingColumn>,
    row: Vec<SpottingRow>,
    reveal: Reveal,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpottingColumn {
    id: String,
    when: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpottingRow {
    range: [u16; 2],
    vehicle_open: u8,
    vehicle_covered: u8,
    soft_open: u8,
    soft_covered: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reveal {
    provenance: Provenance,
    source: String,
    reveal_max: u8,
}

pub(super) fn spotting(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Spotting, ChartError> {
    const FILE: &str = "spotting.toml";
    let file: SpottingFile = files.parse(FILE)?;
    let columns = each(&At::new(FILE, "[[column]]"), SpotColumn::IDS, file.column, |c| &c.id)?;
    let at = At::new(FILE, "[[row]]");
    let end = bands(&at, file.row.iter().map(|r| r.range))?;
    at.check(end == 999, format_args!("the rows end at {end}, but must go on to 999: one sees to any range"))?;
    let mut rows = Vec::new();
    for (n, r) in file.row.iter().enumerate() {
        let cells = [r.vehicle_open, r.vehicle_covered, r.soft_open, r.soft_covered];
        for (column, cell) in SpotColumn::ALL.into_iter().zip(cells) {
            at.within(&format!("row {}: {}", n + 1, column.id()), cell, 0..=6)?;
        }
        let moving = r.vehicle_open == 6;
        at.check(moving, format_args!("row {}: a moving vehicle is always spotted (13.3): vehicle_open is 6", n + 1))?;
        rows.push((r.range[1], cells));
    }
    At::new(FILE, "[reveal]").within("reveal_max", file.reveal.reveal_max, 0..=6)?;

    let head: Vec<&str> = std::iter::once("range").chain(SpotColumn::ALL.map(SpotColumn::name)).collect();
    let mut sheet = sheet("13.5", "Spotting Table", Some(D6), file.table.provenance, &file.table.source, &head);
    let cell = |c: &u8| match c {
        0 => "cannot be spotted".into(),
        6.. => "automatic".into(),
        roll => up_to(*roll),
    };
    sheet.rows = (file.row.iter().zip(&rows))
        .map(|(r, (_, cells))| std::iter::once(band(r.range)).chain(cells.iter().map(cell)).collect())
        .collect();
    sheet.notes = columns.iter().zip(SpotColumn::ALL).map(|(c, id)| format!("{id}: {}", c.when)).collect();
    let reveal = format!("a hidden position that fired is revealed on {}", up_to(file.reveal.reveal_max));
    sheet.notes.push(note(&reveal, file.reveal.provenance, &file.reveal.source));
    sheets.push(sheet);
    Ok(Spotting { rows, lines: lines(file.row.iter().map(|r| r.range)), reveal_max: file.reveal.reveal_max })
}
