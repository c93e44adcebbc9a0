//! Where on its chart a roll was read: the line, the column, or the remark below it.

use crate::lines::RollLine;
use hulldown_core::chart::ChartSheet;
use hulldown_core::phrase::capital;

/// What a chart is called: by its title, and before it the name the book gives it, where it has one.
pub fn heading(sheet: &ChartSheet) -> String {
    let ours = |c: char| c.is_ascii_lowercase() || c == '_' || c == '-' || c.is_ascii_digit();
    if sheet.id.chars().all(ours) && sheet.id.contains(|c: char| c.is_ascii_lowercase()) {
        capital(&sheet.title)
    } else {
        format!("{} {}", sheet.id, sheet.title)
    }
}

/// Where on a chart a roll was read.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// The lines it may have been; one where that can be told.
    pub rows: Vec<usize>,
    /// The cell, as line and column, where that can be told.
    pub cell: Option<(usize, usize)>,
    /// The remark below the chart.
    pub note: Option<usize>,
}

impl Read {
    /// The lines that a total alone points to.
    pub fn total(sheet: &ChartSheet, total: i64) -> Self {
        Read { rows: covering(sheet, total), ..Read::default() }
    }

    /// Where a roll was read.
    pub fn of(sheet: &ChartSheet, roll: &RollLine) -> Self {
        let says = |cell: &str, what: &str| cell.trim().eq_ignore_ascii_case(what.trim());
        let named = roll.on_line.to_lowercase();
        let headed = |what: &str| sheet.head.iter().position(|head| !what.is_empty() && says(head, what));
        // A remark is named as a line is, or as a column that the chart has no room for.
        let beside = if headed(roll.column).is_none() { roll.column.to_lowercase() } else { String::new() };
        let begins = |note: &String| {
            let note = note.to_lowercase();
            [&named, &beside].into_iter().any(|name| !name.is_empty() && note.starts_with(name.as_str()))
        };
        if let Some(note) = sheet.notes.iter().position(begins) {
            return Read { note: Some(note), ..Read::default() };
        }
        // Failure may have a line of its own.
        let failed = sheet.rows.iter().position(|row| row.first().is_some_and(|cell| says(cell, &roll.result)));
        if let Some(row) = failed.filter(|_| roll.success == Some(false)) {
            return Read { rows: vec![row], cell: headed(roll.column).map(|column| (row, column)), note: None };
        }
        let same_dice = sheet.dice.is_some_and(|dice| dice.to_string() == roll.dice);
        let mut rows = if same_dice { covering(sheet, i64::from(roll.total)) } else { Vec::new() };
        if !named.is_empty() {
            let of_line = |n: &usize| sheet.rows[*n].iter().any(|cell| says(cell, roll.on_line));
            rows = if rows.is_empty() { (0..sheet.rows.len()).collect() } else { rows };
            rows.retain(of_line);
            // A line is named by its first cell; only where none is, by another.
            let first = |n: &usize| sheet.rows[*n].first().is_some_and(|cell| says(cell, roll.on_line));
            if rows.len() > 1 && rows.iter().any(first) {
                rows.retain(first);
            }
        }
        let Some(&row) = rows.first().filter(|_| rows.len() == 1) else { return Read { rows, ..Read::default() } };
        let cells = &sheet.rows[row];
        let column = headed(roll.column).or_else(|| headed(&roll.purpose)).or_else(|| {
            // Without a heading: the one cell that says what came of it, else the first that is neither the roll nor the line's name.
            let mut same = cells.iter().enumerate().skip(1).filter(|(_, cell)| says(cell, &roll.result));
            let only = same.next().filter(|_| same.next().is_none()).map(|(n, _)| n);
            let rolls = sheet.roll_column.as_ref().map(|column| column.at);
            let first = |n: &usize| Some(*n) != rolls && !says(&cells[*n], roll.on_line);
            only.or_else(|| (0..cells.len()).find(first).filter(|_| roll.column.is_empty()))
        });
        Read { rows, cell: column.map(|column| (row, column)), note: None }
    }
}

/// The lines that a total is read on.
fn covering(sheet: &ChartSheet, total: i64) -> Vec<usize> {
    sheet.roll_column.as_ref().map_or_else(Vec::new, |column| column.covering(total))
}
