//! The Movement Board: `movement_board.toml`.

use super::lay::{bands, cells as text, sheet};
use super::read::{Book, Die, array, each, named};
use crate::words::{AreaType, MapArea, Road};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::dice::D10;
use serde::Deserialize;

/// An area of the Movement Board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// What kind of country it is.
    pub kind: AreaType,
    /// Its number, if it may be a start or exit area.
    pub edge: Option<u8>,
    /// Its neighbours and the best road to each.
    pub neighbours: Vec<(MapArea, Road)>,
    /// Its middle in hundredths of the board, to the right and down.
    pub pos: [u8; 2],
}

/// The Movement Board.
#[derive(Clone, Debug)]
pub(super) struct Map {
    pub(super) areas: Vec<Area>,
    pub(super) edge_areas: [MapArea; 10],
    pub(super) exits: [DieTable<u8>; 10],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    provenance: Provenance,
    source: String,
    areas: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaRow {
    id: String,
    #[serde(rename = "type")]
    kind: AreaType,
    edge_number: Option<u8>,
    pos: [u8; 2],
    neighbours: Vec<Neighbour>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Neighbour {
    to: String,
    road: Road,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exits {
    die: Die,
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
    by_start: Vec<ExitRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExitRow {
    start: u8,
    exit_by_roll: [u8; 10],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    die: Die,
    provenance: Provenance,
    source: String,
}

pub(super) fn read(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Map, ChartError> {
    let mut book = Book::open(files, "movement_board.toml")?;
    let (at, meta): (_, Meta) = book.part("meta")?;
    at.says("areas", &meta.areas, &MapArea::ALL.len())?;
    let (at, rows): (_, Vec<AreaRow>) = book.list("area")?;
    let rows = named(&at, MapArea::IDS, rows, |row| &row.id)?;
    let mut page = sheet("movement_board", "Movement Board", None, meta.provenance, &meta.source);
    page.head = text(["area", "country", "edge", "neighbours"]);
    let mut edges = Vec::new();
    let mut areas = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        let at = at.in_row(&row.id);
        at.check(row.pos.iter().all(|p| *p <= 100), "pos is in hundredths of the board")?;
        let mut neighbours = Vec::new();
        for there in &row.neighbours {
            let to =
                MapArea::from_id(&there.to).ok_or_else(|| at.err(format_args!("no area `{}` is known", there.to)))?;
            at.check(to.index() != n, "is its own neighbour")?;
            at.check(!neighbours.iter().any(|(other, _)| *other == to), format_args!("{} is given twice", there.to))?;
            neighbours.push((to, there.road));
        }
        at.check(!neighbours.is_empty(), "has no neighbours")?;
        if let Some(number) = row.edge_number {
            at.within("edge_number", number, 1..=10)?;
            edges.push((number, MapArea(n as u8)));
        }
        let names = |(area, road): &(MapArea, Road)| match road {
            Road::None => area.id().to_owned(),
            road => format!("{} ({road})", area.id()),
        };
        page.rows.push(vec![
            row.id.clone(),
            format!("{} {}", row.kind.id(), row.kind),
            row.edge_number.map_or(String::new(), |n| n.to_string()),
            neighbours.iter().map(names).collect::<Vec<_>>().join(", "),
        ]);
        areas.push(Area { kind: row.kind, edge: row.edge_number, neighbours, pos: row.pos });
    }
    for (n, area) in areas.iter().enumerate() {
        let here = MapArea(n as u8);
        for (there, road) in &area.neighbours {
            let back = areas[there.index()].neighbours.iter().find(|(to, _)| *to == here);
            let fits = back.is_some_and(|(_, other)| other == road);
            at.in_row(here.id()).check(fits, format_args!("{} sees this border otherwise", there.id()))?;
        }
    }
    let edges = each(&at, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], edges, |(number, _)| *number)?;
    sheets.push(page);

    let (at, part): (_, Exits) = book.part("exit_areas")?;
    at.die(part.die, D10)?;
    let rows = each(&at, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], part.by_start, |row| row.start)?;
    let mut exits = Vec::new();
    for row in rows {
        let at = at.in_row(row.start);
        let mut cells = Vec::new();
        for (roll, exit) in (1_i8..).zip(row.exit_by_roll) {
            at.check((1..=10).contains(&exit) && exit != row.start, "an exit is another of the ten edge areas")?;
            cells.push(([roll, roll], exit));
        }
        exits.push(at.column(part.die, [1, 10], &cells)?);
    }
    let exits: [DieTable<u8>; 10] = array(&at, exits)?;
    let mut page = sheet("exit_areas", "Exit Areas", Some(D10), part.provenance, &part.source);
    page.head = std::iter::once("roll".to_owned()).chain((1..=10).map(|n| format!("start {n}"))).collect();
    page.rows = bands(&exits.iter().collect::<Vec<_>>(), |n| n.to_string());
    page.notes.push(format!("rules {}", part.rules.join(", ")));
    let (at, start): (_, Start) = book.part("start_area")?;
    book.done()?;
    at.die(start.die, D10)?;
    page.notes.push(format!("the start area is the number rolled with {D10} ({}: {})", start.provenance, start.source));
    sheets.push(page);
    Ok(Map { areas, edge_areas: edges.map(|(_, area)| area), exits })
}
