//! Where on its chart a roll was read: the line, the column, or the remark below it.

use crate::lines::RollLine;
use hulldown_core::Dice;
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
        // What the dice alone decide, whatever is added to them, may have a line of its own, and so may failure.
        let failed = || {
            let row = sheet.rows.iter().position(|row| row.first().is_some_and(|cell| says(cell, &roll.result)));
            row.filter(|_| roll.success == Some(false))
        };
        if let Some(row) = natural_row(sheet, i64::from(roll.natural)).or_else(failed) {
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
        let column = headed(roll.column).or_else(|| headed(roll.purpose.as_str())).or_else(|| {
            // Without a heading: the one cell that says what came of it, else the first that is neither the roll nor the line's name.
            let mut same = cells.iter().enumerate().skip(1).filter(|(_, cell)| says(cell, &roll.result));
            let only = same.next().filter(|_| same.next().is_none()).map(|(n, _)| n);
            let rolls = roll_column(sheet);
            let first = |n: &usize| Some(*n) != rolls && !says(&cells[*n], roll.on_line);
            only.or_else(|| (0..cells.len()).find(first).filter(|_| roll.column.is_empty()))
        });
        Read { rows, cell: column.map(|column| (row, column)), note: None }
    }
}

/// The line for dice as they fell: `natural 9 or more`.
fn natural_row(sheet: &ChartSheet, natural: i64) -> Option<usize> {
    let covers = |cell: &String| {
        let dice = cell.trim().strip_prefix("natural ").and_then(range);
        dice.is_some_and(|(low, high)| (low..=high).contains(&natural))
    };
    sheet.rows.iter().position(|row| row.first().is_some_and(covers))
}

/// The column with the numbers on the dice.
fn roll_column(sheet: &ChartSheet) -> Option<usize> {
    sheet.dice?;
    let whole = |column: usize| sheet.rows.iter().all(|row| row.get(column).is_some_and(|cell| range(cell).is_some()));
    let is_roll = |(n, head): &(usize, &String)| {
        // Hexes of range look like rolls and are none.
        let first = *n == 0 && !head.eq_ignore_ascii_case("range");
        let named = head.to_lowercase().contains("roll") || head.parse::<Dice>().is_ok() || first;
        named && whole(*n)
    };
    sheet.head.iter().enumerate().find(is_roll).map(|(n, _)| n)
}

/// The lines whose range covers a total; beyond the ends of a chart, the last or first line of each block.
fn covering(sheet: &ChartSheet, total: i64) -> Vec<usize> {
    let Some(column) = roll_column(sheet) else { return Vec::new() };
    let ranges: Vec<(i64, i64)> = sheet.rows.iter().filter_map(|row| range(row.get(column)?)).collect();
    let (Some(low), Some(high)) = (ranges.iter().map(|r| r.0).min(), ranges.iter().map(|r| r.1).max()) else {
        return Vec::new();
    };
    let total = total.clamp(low, high);
    let covers = |(_, (low, high)): &(usize, &(i64, i64))| (*low..=*high).contains(&total);
    ranges.iter().enumerate().filter(covers).map(|(n, _)| n).collect()
}

/// What a cell such as `7`, `3-5`, `10+` or `2 or less` covers.
fn range(cell: &str) -> Option<(i64, i64)> {
    let cell = cell.trim().replace(['–', '−'], "-");
    if let Ok(n) = cell.parse() {
        return Some((n, n));
    }
    if let Some(low) = cell.strip_suffix('+').or_else(|| cell.strip_suffix(" or more")) {
        return Some((low.trim().parse().ok()?, i64::MAX));
    }
    if let Some(high) = cell.strip_suffix(" or less") {
        return Some((i64::MIN, high.trim().parse().ok()?));
    }
    let dash = cell.char_indices().skip(1).find(|(_, c)| *c == '-')?.0;
    Some((cell[..dash].trim().parse().ok()?, cell[dash + 1..].trim().parse().ok()?))
}
