//! Laying charts out for people.

use hulldown_core::chart::{ChartSheet, DieTable, Provenance};
use hulldown_core::dice::Dice;

/// A sheet without its table.
pub(super) fn sheet(id: &str, title: &str, dice: Option<Dice>, provenance: Provenance, source: &str) -> ChartSheet {
    ChartSheet {
        id: id.into(),
        title: title.into(),
        dice,
        provenance,
        source: source.into(),
        head: Vec::new(),
        rows: Vec::new(),
        notes: Vec::new(),
    }
}

/// Fills a sheet from columns of one set of dice: one row for each run of rolls that read alike.
pub(super) fn fill<T: Copy, L: AsRef<str>>(
    sheet: &mut ChartSheet,
    labels: &[L],
    tables: &[&DieTable<T>],
    text: impl Fn(T) -> String,
) {
    sheet.head = std::iter::once("roll".to_owned()).chain(labels.iter().map(|l| l.as_ref().to_owned())).collect();
    sheet.rows = bands(tables, text);
}

/// Rows of cells, the first the rolls, then one for each table.
pub(super) fn bands<T: Copy>(tables: &[&DieTable<T>], text: impl Fn(T) -> String) -> Vec<Vec<String>> {
    let mut runs: Vec<(i8, i8, Vec<String>)> = Vec::new();
    let Some([first, last]) = tables.first().map(|t| t.span()) else { return Vec::new() };
    for total in first..=last {
        let cells: Vec<String> = tables.iter().map(|t| text(t.at(total))).collect();
        match runs.last_mut() {
            Some((_, high, same)) if *same == cells => *high = total,
            _ => runs.push((total, total, cells)),
        }
    }
    runs.into_iter().map(|(low, high, cells)| std::iter::once(span(low, high)).chain(cells).collect()).collect()
}

/// A table in one line: `1-2 turret, 3-6 hull`.
pub(super) fn line<T: Copy>(table: &DieTable<T>, text: impl Fn(T) -> String) -> String {
    bands(&[table], text).iter().map(|row| row.join(" ")).collect::<Vec<_>>().join(", ")
}

/// A run of rolls.
pub(super) fn span(low: i8, high: i8) -> String {
    if low == high { low.to_string() } else { format!("{low}-{high}") }
}

/// Cells of text.
pub(super) fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

/// A modifier as a cell, empty when there is none.
pub(super) fn drm(value: i8) -> String {
    if value == 0 { "-".into() } else { format!("{value:+}") }
}

/// Numbers by range.
pub(super) fn triple([close, medium, long]: [i8; 3]) -> String {
    format!("{close}/{medium}/{long}")
}

/// Yes or nothing.
pub(super) fn tick(yes: bool) -> String {
    if yes { "yes" } else { "-" }.into()
}
