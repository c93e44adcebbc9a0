//! Laying charts out for people.

use super::{ChartSheet, DieTable};
use std::borrow::Borrow;

/// The table of a sheet: for each row what stands below each heading.
///
/// ```
/// # use hulldown_core::{cells, chart::{Head, Provenance}};
/// # let (title, source) = ("Ranks".to_owned(), "25.0".to_owned());
/// # let head = Head { title, provenance: Provenance::Rulebook, source, notes: vec![] };
/// let sheet = cells!(head.sheet("ranks", None), (rank, points) in [("Sergeant", 0), ("Captain", 400)]; "rank" = rank, "points" = points);
/// assert_eq!(sheet.rows[1], ["Captain", "400"]);
/// ```
#[macro_export]
macro_rules! cells {
    ($sheet:expr, $row:pat in $rows:expr; $($heading:tt = $cell:expr),+ $(,)?) => {{
        let mut sheet: $crate::chart::ChartSheet = $sheet;
        sheet.head = vec![$($heading.to_string()),+];
        sheet.rows = ::std::iter::IntoIterator::into_iter($rows).map(|$row| vec![$($cell.to_string()),+]).collect();
        sheet
    }};
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
        fill(&mut self, &headings, &tables, text);
        self
    }

    /// The same with further remarks.
    #[must_use]
    pub fn noting<S: Into<String>>(mut self, notes: impl IntoIterator<Item = S>) -> ChartSheet {
        self.notes.extend(notes.into_iter().map(Into::into));
        self
    }
}

/// Fills a sheet from columns of one set of dice: one row for each run of rolls that read alike.
pub fn fill<T: Clone, L: AsRef<str>>(
    sheet: &mut ChartSheet,
    labels: &[L],
    tables: &[impl Borrow<DieTable<T>>],
    text: impl Fn(T) -> String,
) {
    sheet.head = std::iter::once("roll").chain(labels.iter().map(AsRef::as_ref)).map(str::to_owned).collect();
    sheet.rows = bands(tables, text);
}

/// Rows of cells, the first the rolls, then one for each table.
pub fn bands<T: Clone>(tables: &[impl Borrow<DieTable<T>>], text: impl Fn(T) -> String) -> Vec<Vec<String>> {
    let mut runs: Vec<(i8, i8, Vec<String>)> = Vec::new();
    let Some([first, last]) = tables.first().map(|t| t.borrow().span()) else { return Vec::new() };
    for total in first..=last {
        let cells: Vec<String> = tables.iter().map(|t| text(t.borrow().at(total))).collect();
        match runs.last_mut() {
            Some((_, high, same)) if *same == cells => *high = total,
            _ => runs.push((total, total, cells)),
        }
    }
    runs.into_iter().map(|(low, high, cells)| std::iter::once(span(low, high)).chain(cells).collect()).collect()
}

/// The runs of rolls that mean the same.
pub fn runs<T: Clone + PartialEq>(table: &DieTable<T>) -> Vec<(String, T)> {
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
    bands(&[table], text).iter().map(|row| row.join(" ")).collect::<Vec<_>>().join(", ")
}

/// A run of rolls.
pub fn span(low: i8, high: i8) -> String {
    if low == high { low.to_string() } else { format!("{low}-{high}") }
}

/// The rolls from 1 up to this, if any.
pub fn up_to(high: i8) -> String {
    if high < 1 { "-".into() } else { span(1, high) }
}

/// A modifier as a cell, empty when there is none.
pub fn modifier(value: i8) -> String {
    if value == 0 { "-".into() } else { format!("{value:+}") }
}

/// Yes or nothing.
pub fn tick(yes: bool) -> String {
    if yes { "yes" } else { "-" }.into()
}
