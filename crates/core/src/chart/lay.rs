//! Laying charts out for people.

use super::{ChartSheet, DieTable};
use std::borrow::Borrow;
use std::fmt;

/// The table of a sheet: for each row what stands below each heading. Where a roll says which row is read, its runs of rolls come first, as
/// `rolls "roll" = …`.
///
/// ```
/// # use hulldown_core::{cells, chart::{Head, Provenance}};
/// use hulldown_core::chart::lay::{at_least, at_most};
/// # let (title, source) = ("Ranks".to_owned(), "25.0".to_owned());
/// # let head = Head { title, provenance: Provenance::Rulebook, source, notes: vec![] };
/// let sheet = cells!(head.sheet("ranks", None), (rank, points) in [("Sergeant", 0), ("Captain", 400)]; "rank" = rank, "points" = points);
/// assert_eq!(sheet.rows[1], ["Captain", "400"]);
///
/// let moves = cells!(sheet, (roll, result) in [(at_most(2), "stuck"), (at_least(3), "moves")]; rolls "roll" = roll, "result" = result);
/// assert_eq!(moves.rows[1], ["3 or more", "moves"]);
/// assert_eq!(moves.roll_column.unwrap().covering(11), [1]);
/// ```
#[macro_export]
macro_rules! cells {
    ($sheet:expr, $row:pat in $rows:expr; rolls $heading:tt = $run:expr, $($rest:tt)+) => {{
        let mut runs: Vec<$crate::chart::lay::Run> = Vec::new();
        let mut sheet = $crate::cells!($sheet, $row in $rows; $heading = { runs.push($run); $run }, $($rest)+);
        sheet.roll_column = Some($crate::chart::lay::RollColumn { at: 0, runs });
        sheet
    }};
    ($sheet:expr, $row:pat in $rows:expr; $($heading:tt = $cell:expr),+ $(,)?) => {{
        let mut sheet: $crate::chart::ChartSheet = $sheet;
        sheet.head = vec![$($heading.to_string()),+];
        sheet.rows = ::std::iter::IntoIterator::into_iter($rows).map(|$row| vec![$($cell.to_string()),+]).collect();
        sheet
    }};
}

/// A run of rolls that are read alike, to either end of all numbers where it is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    low: i8,
    high: i8,
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.high) {
            (i8::MIN, high) => write!(f, "{high} or less"),
            (low, i8::MAX) => write!(f, "{low} or more"),
            (low, high) if low == high => write!(f, "{low}"),
            (low, high) => write!(f, "{low}-{high}"),
        }
    }
}

/// The column of a sheet that shows the rolls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RollColumn {
    /// Which of the columns it is.
    pub at: usize,
    /// The rolls of each row.
    pub runs: Vec<Run>,
}

impl RollColumn {
    /// The rows that a total is read on, one in each block; beyond the ends of the chart those at its ends.
    pub fn covering(&self, total: i64) -> Vec<usize> {
        let lowest = self.runs.iter().map(|run| run.low).min().unwrap_or(i8::MIN);
        let highest = self.runs.iter().map(|run| run.high).max().unwrap_or(i8::MAX);
        let total = total.clamp(lowest.into(), highest.into());
        let covers = |run: &Run| (i64::from(run.low)..=i64::from(run.high)).contains(&total);
        self.runs.iter().enumerate().filter(|(_, run)| covers(run)).map(|(row, _)| row).collect()
    }
}

impl ChartSheet {
    /// The same with a grid: a line for each row, its name below `corner`, then what it has in each column.
    #[must_use]
    pub fn grid<'a, L: Into<String>, C: IntoIterator<Item: ToString>>(
        mut self,
        corner: &'a str,
        columns: impl IntoIterator<Item = &'a str>,
        rows: impl IntoIterator<Item = (L, C)>,
    ) -> ChartSheet {
        let line = |(name, cells): (L, C)| {
            let cells = cells.into_iter().map(|cell| cell.to_string());
            std::iter::once(name.into()).chain(cells).collect()
        };
        self.head = std::iter::once(corner).chain(columns).map(str::to_owned).collect();
        self.rows = rows.into_iter().map(line).collect();
        self
    }

    /// The same with columns of one set of dice: one line for each run of rolls that read alike.
    #[must_use]
    pub fn rolls<'a, T: Clone + 'a>(
        mut self,
        columns: impl IntoIterator<Item = (&'a str, &'a DieTable<T>)>,
        text: impl Fn(T) -> String,
    ) -> ChartSheet {
        let (headings, tables): (Vec<&str>, Vec<&DieTable<T>>) = columns.into_iter().unzip();
        let (runs, cells): (Vec<Run>, Vec<_>) = bands(&tables, text).into_iter().unzip();
        self.head = std::iter::once("roll").chain(headings).map(str::to_owned).collect();
        self.rows = runs.iter().zip(cells).map(|(run, cells)| [vec![run.to_string()], cells].concat()).collect();
        self.roll_column = Some(RollColumn { at: 0, runs });
        self
    }

    /// The same with blocks of such lines below each other, each with its name in front, below `corner`.
    #[must_use]
    pub fn blocks<'a, T: Clone + 'a>(
        mut self,
        corner: &'a str,
        columns: impl IntoIterator<Item = &'a str>,
        blocks: impl IntoIterator<Item = (impl fmt::Display, impl IntoIterator<Item = &'a DieTable<T>>)>,
        text: impl Fn(T) -> String,
    ) -> ChartSheet {
        let mut runs = Vec::new();
        self.head = [corner, "roll"].into_iter().chain(columns).map(str::to_owned).collect();
        for (block, tables) in blocks {
            let tables: Vec<&DieTable<T>> = tables.into_iter().collect();
            for (run, cells) in bands(&tables, &text) {
                self.rows.push([vec![block.to_string(), run.to_string()], cells].concat());
                runs.push(run);
            }
        }
        self.roll_column = Some(RollColumn { at: 1, runs });
        self
    }

    /// The same with further remarks.
    #[must_use]
    pub fn noting<S: Into<String>>(mut self, notes: impl IntoIterator<Item = S>) -> ChartSheet {
        self.notes.extend(notes.into_iter().map(Into::into));
        self
    }
}

/// The runs of rolls that read alike in all of these tables, each with a cell for each table.
pub fn bands<T: Clone>(tables: &[impl Borrow<DieTable<T>>], text: impl Fn(T) -> String) -> Vec<(Run, Vec<String>)> {
    let mut bands: Vec<(Run, Vec<String>)> = Vec::new();
    let Some([first, last]) = tables.first().map(|t| t.borrow().span()) else { return bands };
    for total in first..=last {
        let cells: Vec<String> = tables.iter().map(|t| text(t.borrow().at(total))).collect();
        match bands.last_mut() {
            Some((run, same)) if *same == cells => run.high = total,
            _ => bands.push((span(total, total), cells)),
        }
    }
    bands
}

/// The runs of rolls that mean the same.
pub fn runs<T: Clone + PartialEq>(table: &DieTable<T>) -> Vec<(Run, T)> {
    let [first, last] = table.span();
    let (mut runs, mut low) = (Vec::new(), first);
    for total in first..=last {
        if total == last || table.at(total + 1) != table.at(total) {
            runs.push((span(low, total), table.at(total)));
            low = total.saturating_add(1);
        }
    }
    runs
}

/// A table in one line: `1-2 turret, 3-6 hull`.
pub fn line<T: Clone>(table: &DieTable<T>, text: impl Fn(T) -> String) -> String {
    let bands = bands(&[table], text);
    bands.iter().map(|(run, cells)| format!("{run} {}", cells.concat())).collect::<Vec<_>>().join(", ")
}

/// The rolls from one number to another.
pub const fn span(low: i8, high: i8) -> Run {
    Run { low, high }
}

/// The rolls from a number on.
pub const fn at_least(low: i8) -> Run {
    Run { low, high: i8::MAX }
}

/// The rolls up to a number, however low.
pub const fn at_most(high: i8) -> Run {
    Run { low: i8::MIN, high }
}

/// The rolls from 1 up to this, if any, as a cell.
pub fn up_to(high: i8) -> String {
    if high < 1 { "-".into() } else { span(1, high).to_string() }
}

/// A modifier as a cell, empty when there is none.
pub fn modifier(value: i8) -> String {
    if value == 0 { "-".into() } else { format!("{value:+}") }
}

/// Yes or nothing.
pub fn tick(yes: bool) -> String {
    if yes { "yes" } else { "-" }.into()
}
