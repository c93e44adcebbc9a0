//! `hulldown charts`, and charts as aligned text.

use crate::archive::read_pack;
use crate::args::{self, Format};
use crate::fail::usage;
use crate::text::{table, wrap};
use anyhow::{Result, anyhow};
use hulldown_core::chart::ChartSheet;
use hulldown_desk::nearest;
use std::io::Write;

/// Shows the charts of a game, or one of them.
pub(crate) fn run(args: &args::Charts, out: &mut dyn Write, columns: usize) -> Result<()> {
    let shelf = crate::find_game(&args.game)?;
    let pack = args.pack.as_deref().map(read_pack).transpose()?;
    let sheets = (shelf.sheets)(pack.as_ref()).map_err(|problem| anyhow!("{}", problem.message))?;
    let Some(id) = &args.chart else {
        match args.format {
            Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(sheets)?)?,
            _ => list_lines(sheets, columns).iter().try_for_each(|line| writeln!(out, "{line}"))?,
        }
        return Ok(());
    };
    let sheet = find(sheets, id).map_err(usage)?;
    match args.format {
        Format::Text => sheet_lines(sheet, columns, None).iter().try_for_each(|line| writeln!(out, "{line}"))?,
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(sheet)?)?,
        Format::Tsv => {
            for row in std::iter::once(&sheet.head).chain(&sheet.rows) {
                writeln!(out, "{}", row.join("\t"))?;
            }
        }
    }
    Ok(())
}

/// The chart of an id, or what else there is.
pub(crate) fn find<'s>(sheets: &'s [ChartSheet], id: &str) -> Result<&'s ChartSheet, String> {
    let id = id.trim();
    sheets.iter().find(|sheet| sheet.id.eq_ignore_ascii_case(id)).ok_or_else(|| {
        let ids: Vec<&str> = sheets.iter().map(|sheet| sheet.id.as_str()).collect();
        let near = nearest(id, ids.iter().copied()).map_or(String::new(), |near| format!(" Did you mean {near}?"));
        format!("there is no chart {id:?}.{near} There are {}", ids.join(", "))
    })
}

/// All charts on one line each.
pub(crate) fn list_lines(sheets: &[ChartSheet], columns: usize) -> Vec<String> {
    let head = ["Chart", "Title", "Dice", "Figures"].map(String::from);
    let row = |sheet: &ChartSheet| {
        let dice = sheet.dice.map_or(String::new(), |dice| dice.to_string());
        vec![sheet.id.clone(), sheet.title.clone(), dice, sheet.provenance.to_string()]
    };
    table(&head, &sheets.iter().map(row).collect::<Vec<_>>(), columns)
}

/// A chart as an aligned table with its provenance; the row a total was read on is marked.
pub(crate) fn sheet_lines(sheet: &ChartSheet, columns: usize, total: Option<i64>) -> Vec<String> {
    let dice = sheet.dice.map_or(String::new(), |dice| format!(" ({dice})"));
    let mut lines = wrap(&format!("{} {}{dice}. Figures: {}", sheet.id, sheet.title, sheet.provenance), columns, 2);
    lines.push(String::new());
    let marked = total.filter(|_| sheet.dice.is_some());
    match marked {
        None => lines.extend(table(&sheet.head, &sheet.rows, columns)),
        Some(total) => {
            let read = row_of(sheet, total);
            let mark = |row: &Vec<String>, here: bool| {
                let mut marked = vec![if here { ">" } else { "" }.to_string()];
                marked.extend(row.iter().cloned());
                marked
            };
            let rows: Vec<_> = sheet.rows.iter().enumerate().map(|(n, row)| mark(row, read == Some(n))).collect();
            lines.extend(table(&mark(&sheet.head, false), &rows, columns));
        }
    }
    if !sheet.notes.is_empty() {
        lines.push(String::new());
        lines.extend(sheet.notes.iter().flat_map(|note| wrap(note, columns, 2)));
    }
    lines.push(String::new());
    lines.extend(wrap(&format!("Source ({}): {}", sheet.provenance, sheet.source), columns, 2));
    lines
}

/// The row whose first cell is, or covers, a total.
fn row_of(sheet: &ChartSheet, total: i64) -> Option<usize> {
    let range = |cell: &str| -> Option<(i64, i64)> {
        let cell = cell.trim().replace(['–', '−'], "-");
        if let Ok(n) = cell.parse() {
            return Some((n, n));
        }
        if let Some(low) = cell.strip_suffix('+') {
            return Some((low.trim().parse().ok()?, i64::MAX));
        }
        let dash = cell.char_indices().skip(1).find(|(_, c)| *c == '-')?.0;
        Some((cell[..dash].trim().parse().ok()?, cell[dash + 1..].trim().parse().ok()?))
    };
    let covers = |row: &Vec<String>| {
        row.first().and_then(|cell| range(cell)).is_some_and(|(low, high)| (low..=high).contains(&total))
    };
    sheet.rows.iter().position(covers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_core::chart::Provenance;

    fn sheet() -> ChartSheet {
        let row = |a: &str, b: &str| vec![a.to_string(), b.to_string()];
        ChartSheet {
            id: "B9".into(),
            title: "Event check".into(),
            dice: Some(hulldown_core::TWO_D6),
            provenance: Provenance::Designed,
            source: "Worked out.".into(),
            head: row("2d6", "Event"),
            rows: vec![row("2", "fire"), row("3-11", "nothing"), row("12+", "gift")],
            notes: vec!["+1 in rain".into()],
        }
    }

    #[test]
    fn the_row_that_was_read_is_marked() {
        let lines = sheet_lines(&sheet(), 60, Some(7));
        assert_eq!(lines[0], "B9 Event check (2d6). Figures: designed");
        assert_eq!(lines.last().map(String::as_str), Some("Source (designed): Worked out."));
        assert!(lines.contains(&">  3-11  nothing".to_string()), "{lines:#?}");
        assert_eq!(row_of(&sheet(), 14), Some(2));
        assert_eq!(row_of(&sheet(), 1), None);
        assert!(find(&[sheet()], "b9").is_ok());
        assert!(find(&[sheet()], "B8").unwrap_err().contains("Did you mean B9?"));
    }
}
