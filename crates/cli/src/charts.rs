//! `hulldown charts`, and charts as aligned text.

use crate::archive::{laid, write_file};
use crate::args::{self, Format};
use crate::fail::usage;
use crate::text::{table, wrap};
use anyhow::{Context, Result, anyhow};
use hulldown_core::chart::ChartSheet;
use hulldown_desk::read::{Read, heading};
use hulldown_desk::{Disagreement, Pack, Shelf, nearest};
use hulldown_store::Readers;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Shows the charts of a game, or one of them, or where their sources disagree; or writes a pack of other readings.
pub(crate) fn run(args: &args::ChartsArgs, out: &mut dyn Write, columns: usize) -> Result<()> {
    let shelf = crate::find_game(&args.game)?;
    if args.disagreements {
        return disagreements(shelf, args.format, out, columns);
    }
    if args.example {
        return pack_lines(shelf).iter().try_for_each(|line| Ok(writeln!(out, "{line}")?));
    }
    let pack = laid(shelf, args.pack.as_deref(), &args.reading)?;
    if let (Some(directory), Some(pack)) = (&args.out, &pack) {
        return write_pack(shelf, pack, directory, out);
    }
    let sheets = (shelf.sheets)(pack.as_ref()).map_err(|problem| anyhow!("{}", problem.message))?;
    let Some(id) = &args.chart else {
        match args.format {
            Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(sheets)?)?,
            _ => {
                list_lines(sheets, columns).iter().try_for_each(|line| writeln!(out, "{line}"))?;
                if args.format == Format::Text && !shelf.pack.is_empty() {
                    writeln!(out, "\nCards of your own: hulldown charts {} --example", shelf.id)?;
                }
            }
        }
        return Ok(());
    };
    let sheet = find(sheets, id).map_err(usage)?;
    match args.format {
        Format::Text => {
            sheet_lines(sheet, columns, &Read::default()).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(sheet)?)?,
        Format::Tsv => {
            for row in std::iter::once(&sheet.head).chain(&sheet.rows) {
                writeln!(out, "{}", row.join("\t"))?;
            }
        }
    }
    Ok(())
}

/// The files of a pack of one's own, and an example of each.
fn pack_lines(shelf: &Shelf) -> Vec<String> {
    let id = shelf.id;
    let files = shelf.files;
    let mut lines = vec![
        format!(
            "A pack is a directory of files that are laid over those of {}: `hulldown play {id} --pack DIR`.",
            shelf.title
        ),
        format!("A file of the same name takes the place of ours: {}.", (files)().join(", ")),
        "A file called .more.toml is added to ours: units.more.toml to units.toml.".into(),
        format!("`hulldown charts {id} --pack DIR` checks a pack; what is wrong is named with file, line and card."),
    ];
    for file in shelf.pack {
        lines.extend([String::new(), format!("== {}: {}", file.name, file.holds)]);
        lines.extend(file.example.lines().map(String::from));
    }
    lines
}

/// Where the sources disagree.
fn disagreements(shelf: &Shelf, format: Format, out: &mut dyn Write, columns: usize) -> Result<()> {
    let all = (shelf.disagreements)();
    match format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?,
        Format::Tsv => {
            writeln!(out, "name\tabout\tours\ttheirs\truling\twhy\tplayable\tnote")?;
            for d in &all {
                let playable = if d.playable { "yes" } else { "no" };
                let cells = [d.name, d.about, d.ours, d.theirs, d.ruling, d.why, playable, d.note.unwrap_or("")];
                writeln!(out, "{}", cells.join("\t"))?;
            }
        }
        Format::Text => disagreement_lines(shelf, &all, columns).iter().try_for_each(|line| writeln!(out, "{line}"))?,
    }
    Ok(())
}

fn disagreement_lines(shelf: &Shelf, all: &[Disagreement], columns: usize) -> Vec<String> {
    if all.is_empty() {
        return vec![format!("The sources of {} do not disagree.", shelf.title)];
    }
    let playable = all.iter().filter(|d| d.playable).count();
    let id = shelf.id;
    let places = crate::text::count(all.len(), "place");
    let opening = format!(
        "{}: {places} where {}; {playable} can be played the other way. {}",
        shelf.title, shelf.sources.disagree, shelf.sources.note
    );
    let mut lines = wrap(&opening, columns, 0);
    for d in all {
        lines.push(String::new());
        lines.push(d.name.to_string());
        let mut said = vec![
            ("about", d.about.to_string()),
            ("ours", d.ours.to_string()),
            ("theirs", d.theirs.to_string()),
            ("why", format!("{} ({})", d.why, d.ruling)),
        ];
        match (d.playable, d.note) {
            (true, Some(note)) => said.push(("note", note.to_string())),
            (false, note) => said.push(("not played", note.unwrap_or("there is no other way").to_string())),
            (true, None) => {}
        }
        lines.extend(said.iter().flat_map(|(what, text)| wrap(&format!("  {what}: {text}"), columns, 4)));
    }
    lines.push(String::new());
    let name = all.iter().find(|d| d.playable).map_or("all", |d| d.name);
    lines.extend(wrap(
        &format!(
            "To play one: `hulldown play {id} --reading {name}`; repeat --reading for more, or use `--reading all`. \
             A saved game remembers its readings. `hulldown charts {id} --reading {name} --out DIR` writes a pack for you to \
             change further."
        ),
        columns,
        0,
    ));
    lines
}

/// Writes a pack as a directory of files, with a word on what it is.
fn write_pack(shelf: &Shelf, pack: &Pack, directory: &Path, out: &mut dyn Write) -> Result<()> {
    let there = fs::read_dir(directory).is_ok_and(|mut listed| listed.next().is_some());
    if there || directory.is_file() {
        return Err(usage(format!("{} already exists; name a new directory", directory.display())));
    }
    fs::create_dir_all(directory).with_context(|| format!("{} cannot be created", directory.display()))?;
    for (name, text) in &pack.files {
        write_file(&directory.join(name), text, Readers::Everyone, false)?;
    }
    let about = format!(
        "Charts of {}, {}.\n\nEach file takes the place of ours of the same name: `hulldown play {} --pack {}`.\n",
        shelf.title,
        pack.name,
        shelf.id,
        directory.display()
    );
    write_file(&directory.join("README.md"), &about, Readers::Everyone, false)?;
    let files: Vec<&str> = pack.files.keys().map(String::as_str).collect();
    writeln!(out, "{} ({}).", pack.name, files.join(", "))?;
    writeln!(out, "To play with it: hulldown play {} --pack {}", shelf.id, directory.display())?;
    Ok(())
}

/// The chart of an id, or what else there is.
pub(crate) fn find<'s>(sheets: &'s [ChartSheet], id: &str) -> Result<&'s ChartSheet, String> {
    let id = id.trim();
    let called = |sheet: &&ChartSheet| sheet.id.eq_ignore_ascii_case(id) || sheet.title.eq_ignore_ascii_case(id);
    sheets.iter().find(called).ok_or_else(|| {
        let ids = sheets.iter().map(|sheet| sheet.id.as_str());
        let near = nearest(id, ids).map_or(String::new(), |near| format!(" Did you mean {near}?"));
        format!("there is no chart {id:?}.{near} `charts` lists all {}.", sheets.len())
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

/// As many rows of a chart stand before and after the one that was read where the roll itself is told above it.
const NEAR: usize = 3;

/// A chart about the line a roll was read on, and where the rest of it is.
pub(crate) fn near_lines(sheet: &ChartSheet, columns: usize, read: &Read) -> Vec<String> {
    let (Some(first), Some(last)) = (read.rows.iter().min(), read.rows.iter().max()) else {
        return sheet_lines(sheet, columns, read);
    };
    let from = first.saturating_sub(NEAR);
    let to = sheet.rows.len().min(last + 1 + NEAR);
    let left = sheet.rows.len() - (to - from);
    if left == 0 {
        return sheet_lines(sheet, columns, read);
    }
    let near = ChartSheet { rows: sheet.rows[from..to].to_vec(), ..sheet.clone() };
    let shifted = Read {
        rows: read.rows.iter().map(|row| row - from).collect(),
        cell: read.cell.map(|(row, column)| (row.saturating_sub(from), column)),
        note: read.note,
    };
    let mut lines = sheet_lines(&near, columns, &shifted);
    lines.push(format!("{} of this chart: `chart {}`.", crate::text::count(left, "more row"), sheet.id));
    lines
}

/// A chart as an aligned table with its provenance; the line a roll was read on is marked, and what stands in the column.
pub(crate) fn sheet_lines(sheet: &ChartSheet, columns: usize, read: &Read) -> Vec<String> {
    let dice = sheet.dice.map_or(String::new(), |dice| format!(" ({dice})"));
    let mut lines = wrap(&format!("{}{dice}. Figures: {}", heading(sheet), sheet.provenance), columns, 2);
    lines.push(String::new());
    if read.rows.is_empty() {
        lines.extend(table(&sheet.head, &sheet.rows, columns));
    } else {
        let mark = |n: Option<usize>, row: &[String]| {
            let here = n.is_some_and(|n| read.rows.contains(&n));
            let cell = |(column, text): (usize, &String)| match read.cell == n.map(|n| (n, column)) {
                true => format!("[{text}]"),
                false => text.clone(),
            };
            let mut marked = vec![if here { ">" } else { "" }.to_string()];
            marked.extend(row.iter().enumerate().map(cell));
            marked
        };
        // The heading of the column that was read is marked as well.
        let mut head = mark(None, &sheet.head);
        if let Some(text) = read.cell.and_then(|(_, column)| head.get_mut(column + 1)).filter(|text| !text.is_empty()) {
            *text = format!("[{text}]");
        }
        let rows: Vec<_> = sheet.rows.iter().enumerate().map(|(n, row)| mark(Some(n), row)).collect();
        lines.extend(table(&head, &rows, columns));
    }
    if !sheet.notes.is_empty() {
        lines.push(String::new());
        let marked = sheet.notes.iter().enumerate().map(|(n, note)| match read.note == Some(n) {
            true => format!("> {note}"),
            false => note.clone(),
        });
        lines.extend(marked.flat_map(|note| wrap(&note, columns, 2)));
    }
    lines.push(String::new());
    lines.extend(wrap(&format!("Source ({}): {}", sheet.provenance, sheet.source), columns, 2));
    lines
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
            roll_column: None,
            notes: vec!["+1 in rain".into()],
        }
    }

    #[test]
    fn the_row_that_was_read_is_marked() {
        let read = Read { rows: vec![1], cell: Some((1, 1)), note: Some(0) };
        let lines = sheet_lines(&sheet(), 60, &read);
        assert_eq!(lines[0], "B9 Event check (2d6). Figures: designed");
        assert_eq!(lines.last().map(String::as_str), Some("Source (designed): Worked out."));
        assert!(lines.contains(&">  3-11  [nothing]".to_string()), "{lines:#?}");
        assert!(lines.contains(&"    2d6  [Event]".to_string()), "{lines:#?}");
        assert!(lines.contains(&"> +1 in rain".to_string()), "{lines:#?}");
        assert!(find(&[sheet()], "b9").is_ok());
        assert!(find(&[sheet()], "B8").unwrap_err().contains("Did you mean B9?"));
    }
}
