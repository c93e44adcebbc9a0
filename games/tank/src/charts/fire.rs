//! Shooting and seeing: the Combat Results Tables 8.91 to 8.93, infantry fire 8.81, spotting 13.5.

use super::bands::{ANY, Band, Bands};
use crate::words::{CrtId, FireControl, SpotColumn};
use hulldown_core::chart::lay::up_to;
use hulldown_core::chart::{By, ChartSheet, Head, Set};
use hulldown_core::dice::D6;
use hulldown_core::{cells, figures};

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
    Crts {
        /// What is said below each.
        notes: Vec<String>,
        /// The tables.
        table: By<CrtId, Crt>;
        no |it| (control, panic) in users().filter(|of| it.serving(*of) == 0)
            => format!("{control} at panic level {panic} has no table");
        no |it| (control, panic) in users().filter(|of| it.serving(*of) > 1)
            => format!("{control} at panic level {panic} has two tables")
    }
    /// A Combat Results Table.
    Crt {
        chart: Head,
        /// The fire control systems it is for.
        fire_control: Set<FireControl>,
        /// The panic levels it is for, the first and the last.
        panic: [u8; 2] [0..=10],
        rows: Bands<CrtRow>;
        must |it| !it.fire_control.has(FireControl::None) => "no unit without fire control uses a table";
        must |it| it.panic[0] <= it.panic[1] => "panic ends before it begins"
    }
    /// A row of a Combat Results Table.
    CrtRow {
        to: u16 [1..=60],
        /// The highest adjusted roll that destroys, for each differential from 0.
        kill: [u8; MOST_DIFFERENTIAL + 1] [0..=10];
        must |it| it.kill.is_sorted() => "kill must rise with the differential"
    }
    /// The Infantry Fire Table (8.81).
    InfantryFire { chart: Head, rows: Bands<InfantryRow> }
    /// A row of it: the highest roll that destroys an AFV that moves, and one that does not.
    InfantryRow { to: u16 [1..=60], moving: u8 [0..=6], stationary: u8 [0..=6] }
    /// The Spotting Table (13.5).
    Spotting {
        chart: Head,
        /// What each column is for.
        column: By<SpotColumn, String>,
        rows: Bands<SpotRow>,
        /// The highest roll that reveals a hidden position that has fired (14.2b).
        reveal_max: u8 [0..=6];
        must |it| it.rows.end() == ANY
            => format!("the rows end at {}, but one sees to any range: the last is to {ANY}", it.rows.end())
    }
    /// A row of it: the highest roll that spots; 6 needs no roll, 0 cannot be rolled.
    SpotRow {
        to: u16 [1..=999], roll: By<SpotColumn, u8> [0..=6];
        must |it| it.roll[SpotColumn::VehicleOpen] == 6 => "a moving vehicle is always spotted (13.3): vehicle_open is 6"
    }
}

/// Rows that serve all ranges up to their `to`: `bands! { CrtRow, InfantryRow }`.
macro_rules! bands {
    ($($row:ty),+) => {$(
        impl Band for $row {
            #[inline]
            fn to(&self) -> u16 {
                self.to
            }
        }
    )+};
}
bands! { CrtRow, InfantryRow, SpotRow }

impl Crt {
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

/// Who uses a table: fire control and panic level.
fn users() -> impl Iterator<Item = (FireControl, u8)> {
    let controls = FireControl::ALL.into_iter().filter(|control| *control != FireControl::None);
    controls.flat_map(|control| (0..=MOST_PANIC).map(move |panic| (control, panic)))
}

impl Crts {
    fn serving(&self, (control, panic): (FireControl, u8)) -> usize {
        self.table.iter().filter(|crt| crt.serves(control, panic)).count()
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
            let rows = crt.rows.each().map(|(range, row)| (range, row.kill.map(|high| up_to(high as i8))));
            crt.chart.sheet(id.id(), Some(D6)).noting(&self.notes).grid("range", DIFFERENTIALS, rows)
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
        let [moving, stationary] = INFANTRY_COLUMNS;
        cells!(self.chart.sheet("8.81", Some(D6)), (range, row) in self.rows.each();
            "range" = range, moving = up_to(row.moving as i8), stationary = up_to(row.stationary as i8))
    }
}

/// What it takes to spot something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToSpot {
    /// Spotted without a die.
    Automatic,
    /// Spotted by a roll up to this.
    UpTo(u8),
    /// Cannot be spotted.
    Never,
}

impl ToSpot {
    /// Its chance in sixths.
    #[inline]
    pub const fn sixths(self) -> u8 {
        match self {
            ToSpot::Automatic => 6,
            ToSpot::UpTo(roll) => roll,
            ToSpot::Never => 0,
        }
    }
}

/// A column that is nobody's business.
const UNTOLD: &str = "not told";

impl SpotRow {
    #[inline]
    fn need(&self, column: SpotColumn) -> ToSpot {
        match self.roll[column] {
            0 => ToSpot::Never,
            6.. => ToSpot::Automatic,
            roll => ToSpot::UpTo(roll),
        }
    }
}

impl Spotting {
    /// What it takes at this range.
    #[inline]
    pub fn need(&self, column: SpotColumn, range: u16) -> ToSpot {
        self.rows.at(range).map_or(ToSpot::Never, |(_, row)| row.need(column))
    }

    /// The line of the table for a range, and the column that a number to roll stands in there. Where two columns have the same
    /// number none is named: which of them it is would tell whether the unit that is looked for is soft.
    pub fn cell(&self, range: u16, roll: u8) -> (&str, &'static str) {
        let mut same = SpotColumn::ALL.into_iter().filter(|column| self.need(*column, range) == ToSpot::UpTo(roll));
        let only = same.next().filter(|_| same.next().is_none());
        (self.rows.at(range).map_or("", |(name, _)| name), only.map_or(UNTOLD, SpotColumn::name))
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        let cell = |row: &SpotRow, column| match row.need(column) {
            ToSpot::Never => "cannot be spotted".into(),
            ToSpot::Automatic => "automatic".into(),
            ToSpot::UpTo(roll) => up_to(roll as i8),
        };
        let rows = self.rows.each().map(|(range, row)| (range, SpotColumn::ALL.map(|column| cell(row, column))));
        let sheet = self.chart.sheet("13.5", Some(D6)).grid("range", SpotColumn::ALL.map(SpotColumn::name), rows);
        let reveal =
            format!("a hidden position that fired is revealed on {} (rulebook: 14.2)", up_to(self.reveal_max as i8));
        sheet.noting(self.column.each().map(|(column, when)| format!("{column}: {when}"))).noting([reveal])
    }
}
