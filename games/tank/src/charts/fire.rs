//! Shooting and seeing: the Combat Results Tables 8.91 to 8.93, infantry fire 8.81, spotting 13.5.

use super::bands::{ANY, Band, Bands, up_to};
use crate::words::{CrtId, FireControl, SpotColumn};
use hulldown_core::chart::lay::Cell;
use hulldown_core::chart::{By, ChartSheet, Head, Set};
use hulldown_core::dice::D6;
use hulldown_core::figures;

/// The farthest any table may reach, so that lines of fire fit their room.
pub const MOST_RANGE: u16 = 60;
/// The highest panic level: as many as there are chits.
pub const MOST_PANIC: u8 = 10;
/// The highest differential a table distinguishes.
pub const MOST_DIFFERENTIAL: usize = 10;

/// The columns of a Combat Results Table as it heads them.
const DIFFERENTIALS: [&str; MOST_DIFFERENTIAL + 1] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10+"];

figures! {
    /// The Combat Results Tables and who uses which.
    Crts where Crts::fits {
        /// What is said below each.
        notes: Vec<String>,
        /// The tables.
        table: By<CrtId, Crt>,
    }
    /// A Combat Results Table.
    Crt where Crt::fits {
        chart: Head,
        /// The fire control systems it is for.
        fire_control: Set<FireControl>,
        /// The panic levels it is for, the first and the last.
        panic: [u8; 2] [0..=10],
        rows: Bands<CrtRow>,
    }
    /// A row of a Combat Results Table.
    CrtRow where CrtRow::fits {
        to: u16 [1..=60],
        /// The highest adjusted roll that destroys, for each differential from 0.
        kill: [u8; MOST_DIFFERENTIAL + 1] [0..=10],
    }
    /// The Infantry Fire Table (8.81).
    InfantryFire { chart: Head, rows: Bands<InfantryRow> }
    /// A row of it: the highest roll that destroys an AFV that moves, and one that does not.
    InfantryRow { to: u16 [1..=60], moving: u8 [0..=6], stationary: u8 [0..=6] }
    /// The Spotting Table (13.5).
    Spotting where Spotting::fits {
        chart: Head,
        /// What each column is for.
        column: By<SpotColumn, String>,
        rows: Bands<SpotRow>,
        /// The highest roll that reveals a hidden position that has fired (14.2b).
        reveal_max: u8 [0..=6],
    }
    /// A row of it: the highest roll that spots; 6 needs no roll, 0 cannot be rolled.
    SpotRow where SpotRow::fits { to: u16 [1..=999], roll: By<SpotColumn, u8> [0..=6] }
}

impl Band for CrtRow {
    #[inline]
    fn to(&self) -> u16 {
        self.to
    }
}

impl Band for InfantryRow {
    #[inline]
    fn to(&self) -> u16 {
        self.to
    }
}

impl Band for SpotRow {
    #[inline]
    fn to(&self) -> u16 {
        self.to
    }
}

impl CrtRow {
    fn fits(&self) -> Result<(), String> {
        if self.kill.is_sorted() { Ok(()) } else { Err("kill must rise with the differential".into()) }
    }
}

impl Crt {
    fn fits(&self) -> Result<(), String> {
        match (self.fire_control.has(FireControl::None), self.panic[0] <= self.panic[1]) {
            (true, _) => Err("no unit without fire control uses a table".into()),
            (_, false) => Err("panic ends before it begins".into()),
            _ => Ok(()),
        }
    }

    /// The farthest range it has (8.31).
    #[inline]
    pub fn absolute_range(&self) -> u16 {
        self.rows.end()
    }

    #[inline]
    fn serves(&self, fire_control: FireControl, panic: u8) -> bool {
        self.fire_control.has(fire_control) && (self.panic[0]..=self.panic[1]).contains(&panic)
    }

    /// The line of the table for a range and its column for a differential, as the chart names them.
    pub fn cell(&self, range: u16, differential: i16) -> (&str, &'static str) {
        let column = usize::try_from(differential).unwrap_or(0).min(MOST_DIFFERENTIAL);
        (self.rows.at(range).map_or("", |(name, _)| name), DIFFERENTIALS[column])
    }

    /// The highest adjusted roll that destroys at this range and differential; 0 if none does. A differential below 0 permits no
    /// attack, nor does a range the table has no row for: `None`. Above ten counts as ten (8.9, 8.9b).
    #[inline]
    pub fn kill(&self, range: u16, differential: i16) -> Option<u8> {
        let column = usize::try_from(differential).ok()?;
        self.rows.at(range).map(|(_, row)| row.kill[column.min(MOST_DIFFERENTIAL)])
    }
}

impl Crts {
    fn fits(&self) -> Result<(), String> {
        for control in FireControl::ALL.into_iter().filter(|control| *control != FireControl::None) {
            for panic in 0..=MOST_PANIC {
                match self.table.iter().filter(|crt| crt.serves(control, panic)).count() {
                    0 => return Err(format!("{control} at panic level {panic} has no table")),
                    1 => {}
                    _ => return Err(format!("{control} at panic level {panic} has two tables")),
                }
            }
        }
        Ok(())
    }

    /// A table.
    #[inline]
    pub fn table(&self, id: CrtId) -> &Crt {
        &self.table[id]
    }

    /// The table a unit uses, by its fire control and the panic level the scenario gives its force (R4). `None` for infantry.
    #[inline]
    pub fn used_by(&self, fire_control: FireControl, panic: u8) -> Option<(CrtId, &Crt)> {
        self.table.each().find(|(_, crt)| crt.serves(fire_control, panic.min(MOST_PANIC)))
    }

    pub(super) fn sheets(&self) -> impl Iterator<Item = ChartSheet> {
        self.table.each().map(|(id, crt)| {
            let mut sheet = crt.chart.sheet(id.id(), Some(D6)).noting(&self.notes);
            sheet.head = std::iter::once("range").chain(DIFFERENTIALS).map(str::to_owned).collect();
            let row =
                |(name, row): (&str, &CrtRow)| std::iter::once(name.to_owned()).chain(row.kill.map(up_to)).collect();
            sheet.rows = crt.rows.each().map(row).collect();
            sheet
        })
    }
}

/// The columns of the Infantry Fire Table: against vehicles that move and that do not.
const INFANTRY_COLUMNS: [&str; 2] = ["moving (or plotted to move)", "stationary"];

impl InfantryFire {
    /// The farthest range (8.82).
    #[inline]
    pub fn max_range(&self) -> u16 {
        self.rows.end()
    }

    /// The line of the table for a range and its column, as the chart names them.
    pub fn cell(&self, range: u16, moving: bool) -> (&str, &'static str) {
        (self.rows.at(range).map_or("", |(name, _)| name), INFANTRY_COLUMNS[usize::from(!moving)])
    }

    /// The highest roll that destroys an AFV at this range, moving or not; 0 if none does, `None` out of range.
    #[inline]
    pub fn kill(&self, range: u16, moving: bool) -> Option<u8> {
        self.rows.at(range).map(|(_, row)| if moving { row.moving } else { row.stationary })
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        type Row<'a> = (&'a str, &'a InfantryRow);
        let [moving, stationary] = INFANTRY_COLUMNS;
        self.chart.sheet("8.81", Some(D6)).table(
            self.rows.each(),
            &[
                ("range", &|(name, _): &Row<'_>| (*name).to_owned()),
                (moving, &|(_, row)| up_to(row.moving)),
                (stationary, &|(_, row)| up_to(row.stationary)),
            ],
        )
    }
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

/// A column that is nobody's business.
const UNTOLD: &str = "not told";

impl SpotRow {
    fn fits(&self) -> Result<(), String> {
        match self.roll[SpotColumn::VehicleOpen] {
            6 => Ok(()),
            _ => Err("a moving vehicle is always spotted (13.3): vehicle_open is 6".into()),
        }
    }

    #[inline]
    fn need(&self, column: SpotColumn) -> Spot {
        match self.roll[column] {
            0 => Spot::Never,
            6.. => Spot::Automatic,
            roll => Spot::UpTo(roll),
        }
    }
}

impl Spotting {
    fn fits(&self) -> Result<(), String> {
        let end = self.rows.end();
        if end == ANY {
            Ok(())
        } else {
            Err(format!("the rows end at {end}, but one sees to any range: the last is to {ANY}"))
        }
    }

    /// What it takes at this range.
    #[inline]
    pub fn need(&self, column: SpotColumn, range: u16) -> Spot {
        self.rows.at(range).map_or(Spot::Never, |(_, row)| row.need(column))
    }

    /// The line of the table for a range, and the column that a number to roll stands in there. Where two columns have the same
    /// number none is named: which of them it is would tell whether the unit that is looked for is soft.
    pub fn cell(&self, range: u16, roll: u8) -> (&str, &'static str) {
        let mut same = SpotColumn::ALL.into_iter().filter(|column| self.need(*column, range) == Spot::UpTo(roll));
        let only = same.next().filter(|_| same.next().is_none());
        (self.rows.at(range).map_or("", |(name, _)| name), only.map_or(UNTOLD, SpotColumn::name))
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        type Row<'a> = (&'a str, &'a SpotRow);
        let cell = |row: &SpotRow, column| match row.need(column) {
            Spot::Never => "cannot be spotted".into(),
            Spot::Automatic => "automatic".into(),
            Spot::UpTo(roll) => up_to(roll),
        };
        let [a, b, c, d] = SpotColumn::ALL.map(|column| (column.name(), move |(_, row): &Row<'_>| cell(row, column)));
        let columns: [(&str, Cell<'_, Row<'_>>); 5] =
            [("range", &|(name, _)| (*name).to_owned()), (a.0, &a.1), (b.0, &b.1), (c.0, &c.1), (d.0, &d.1)];
        let sheet = self.chart.sheet("13.5", Some(D6)).table(self.rows.each(), &columns);
        let reveal = format!("a hidden position that fired is revealed on {} (rulebook: 14.2)", up_to(self.reveal_max));
        sheet.noting(self.column.each().map(|(column, when)| format!("{column}: {when}"))).noting([reveal])
    }
}
