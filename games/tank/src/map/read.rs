//! Reading the map sheet.

use super::{At, ChartError, ChartSheet, Deserialize, Edge, Edging, Files, Grid, Hex, IgnoredAny, Place, Provenance};
use super::{Sheet, Side, Terrain, note, sheet};

const FILE: &str = "map.toml";
const TEXT: &str = "map.txt";
/// Joined sheets must still be numbered with two digits of row.
const MOST_ROWS: i32 = 33;
const MOST_COLUMNS: i32 = 60;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    sheet: SheetRow,
    edges: Edges,
    entry_heading: Headings,
    counts: Counts,
    /// Shares of a sample, for people who read the file.
    #[serde(rename = "sight_statistics")]
    _sight_statistics: IgnoredAny,
    depression: Depression,
    named: Vec<NamedRow>,
    butting: Butting,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SheetRow {
    provenance: Provenance,
    source: String,
    file: String,
    columns: u16,
    rows: u16,
    metres_per_hex: u16,
    pushed_south: String,
    number: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)] // The edges are lettered so.
struct Edges {
    provenance: Provenance,
    source: String,
    W: EdgeRow,
    X: EdgeRow,
    Y: EdgeRow,
    Z: EdgeRow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EdgeRow {
    side: String,
    hexes: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)]
struct Headings {
    provenance: Provenance,
    source: String,
    W: Vec<Side>,
    X: Vec<Side>,
    Y: Vec<Side>,
    Z: Vec<Side>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    provenance: Provenance,
    source: String,
    clear: usize,
    rough: usize,
    woods: usize,
    slope_hexsides: usize,
    berm_hexsides: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Depression {
    provenance: Provenance,
    source: String,
    hexes: Vec<Hex>,
    ramp: Ramp,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ramp {
    hex: Hex,
    side: Side,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedRow {
    name: String,
    kind: String,
    about: Hex,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Butting {
    provenance: Provenance,
    source: String,
    layout: String,
    name: String,
    neighbours: String,
    edges: String,
    panic: String,
    depression: String,
    default: String,
}

/// The lines of `map.txt`, with where one is.
struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
}

impl<'a> Lines<'a> {
    fn next(&mut self, what: &str) -> Result<(At, &'a str), ChartError> {
        let end = || At::new(TEXT, "end of file").err(format_args!("{what} is missing"));
        let (n, line) = self.lines.next().ok_or_else(end)?;
        Ok((At::new(TEXT, format!("line {}", n + 1)), line))
    }

    /// A line that begins with a word; the rest of it.
    fn after(&mut self, word: &str) -> Result<(At, &'a str), ChartError> {
        let (at, line) = self.next(word)?;
        match line.strip_prefix(word) {
            Some(rest) if rest.is_empty() || rest.starts_with(' ') => Ok((at, rest.trim())),
            _ => Err(at.err(format_args!("must begin with `{word}`, not `{line}`"))),
        }
    }
}

fn hexes(grid: Grid, at: &At, text: &str) -> Result<Vec<usize>, ChartError> {
    let mut found = Vec::new();
    for number in text.split_whitespace() {
        let hex: Hex = number.parse().map_err(|e| at.err(e))?;
        let id = grid.id(hex).ok_or_else(|| at.err(format_args!("{hex} is not on the map")))?;
        at.check(!found.contains(&id.index()), format_args!("{hex} is given twice"))?;
        found.push(id.index());
    }
    Ok(found)
}

/// A list of hexsides: `NNNN LETTERS` a line, as many as the heading counts.
fn sides(
    lines: &mut Lines<'_>,
    word: &str,
    grid: Grid,
    lays: Edging,
    edging: &mut [[Edging; 6]],
) -> Result<usize, ChartError> {
    let (head, count) = lines.after(word)?;
    let count: usize = count.parse().map_err(|_| head.err(format_args!("`{count}` is not a number of hexsides")))?;
    let mut found = 0;
    while found < count {
        let (at, line) = lines.next("a hexside")?;
        let listed = line.split_once(' ').and_then(|(number, letters)| Some((number.parse::<Hex>().ok()?, letters)));
        let Some((hex, letters)) = listed else {
            return Err(at.err(format_args!("`{line}` is not a hex and its sides; {found} of {count} {word} so far")));
        };
        let id = grid.id(hex).ok_or_else(|| at.err(format_args!("{hex} is not on the map")))?;
        for letter in letters.chars() {
            let side = Side::from_letter(letter).filter(|side| side.letter() == letter);
            let side = side.ok_or_else(|| at.err(format_args!("`{letter}` is not a side, A to F")))?;
            let next = grid.next(id, side);
            let next = next.ok_or_else(|| at.err(format_args!("side {side} of {hex} is the edge of the map")))?;
            let (here, there) = (edging[id.index()][side.index()], edging[next.index()][side.opposite().index()]);
            at.check(
                here == Edging::Clear && there == Edging::Clear,
                format_args!("side {side} of {hex} already has {here}"),
            )?;
            edging[id.index()][side.index()] = lays;
            edging[next.index()][side.opposite().index()] = lays.across();
            found += 1;
        }
    }
    head.check(found == count, format_args!("counts {count} {word}, but there are {found} or more"))?;
    Ok(count)
}

pub(super) fn load(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Sheet, ChartError> {
    let file: MapFile = files.parse(FILE)?;
    let s = &file.sheet;
    let at = At::new(FILE, "[sheet]");
    at.says("file", s.file.as_str(), TEXT)?;
    at.says("pushed_south", s.pushed_south.as_str(), "even columns")?;
    at.says("number", s.number.as_str(), "column then row, two digits each")?;
    at.within("columns", s.columns, 2..=MOST_COLUMNS)?;
    at.within("rows", s.rows, 2..=MOST_ROWS)?;
    at.within("metres_per_hex", s.metres_per_hex, 1..=1000)?;
    at.check(s.columns.is_multiple_of(2), "columns must be even, or sheets side by side would not fit")?;
    let grid = Grid::new(s.columns, s.rows).ok_or_else(|| at.err("cannot be numbered"))?;

    let mut lines = Lines { lines: files.text(TEXT)?.lines().enumerate() };
    lines.after("HULL-DOWN TANK MAP 1")?;
    let (at, size) = lines.after("size")?;
    at.says("the size", size, &format!("{} {}", s.columns, s.rows))?;
    lines.after("grid")?;
    let mut terrain = vec![Terrain::Clear; grid.len()];
    for row in 1..=s.rows as i16 {
        let (at, line) = lines.next("a row of the grid")?;
        let given = line.chars().count();
        at.check(given == usize::from(s.columns), format_args!("row {row:02} has {given} hexes, needs {}", s.columns))?;
        for (col, letter) in (1..).zip(line.chars()) {
            let hex = Hex::new(col, row);
            let kind = match letter {
                '.' => Terrain::Clear,
                'r' => Terrain::Rough,
                'w' => Terrain::Woods,
                _ => return Err(at.err(format_args!("`{letter}` in {hex} is none of `.`, `r`, `w`"))),
            };
            if let Some(id) = grid.id(hex) {
                terrain[id.index()] = kind;
            }
        }
    }
    let flags = |found: &[usize]| {
        let mut flags = vec![false; grid.len()];
        found.iter().for_each(|id| flags[*id] = true);
        flags
    };
    let (at, list) = lines.after("depression")?;
    let depression = hexes(grid, &at, list)?;
    for id in &depression {
        let hex = grid.hex(hulldown_core::hex::HexId(*id as u16));
        let inside = hex.neighbours().iter().all(|h| grid.contains(*h));
        at.check(inside, format_args!("{hex} lies at the edge, where a depression of the next sheet could touch it"))?;
    }
    let (at, list) = lines.after("high")?;
    let high = hexes(grid, &at, list)?;
    let mut edging = vec![[Edging::Clear; 6]; grid.len()];
    let slopes = sides(&mut lines, "slopes", grid, Edging::Foot, &mut edging)?;
    let berms = sides(&mut lines, "berms", grid, Edging::Berm, &mut edging)?;
    lines.after("end")?;

    let at = At::new(FILE, "[counts]");
    let of = |kind: Terrain| terrain.iter().filter(|t| **t == kind).count();
    let c = &file.counts;
    let found = [of(Terrain::Clear), of(Terrain::Rough), of(Terrain::Woods), slopes, berms];
    let given = [c.clear, c.rough, c.woods, c.slope_hexsides, c.berm_hexsides];
    let names = ["clear", "rough", "woods", "slope_hexsides", "berm_hexsides"];
    for ((name, given), found) in names.into_iter().zip(given).zip(found) {
        at.check(given == found, format_args!("{name} is {given}, but {TEXT} has {found}"))?;
    }
    let at = At::new(FILE, "[depression]");
    let mut named = Vec::new();
    for hex in &file.depression.hexes {
        named.push(grid.id(*hex).ok_or_else(|| at.err(format_args!("{hex} is not on the map")))?.index());
    }
    at.check(flags(&named) == flags(&depression), format_args!("the hexes are not those of {TEXT}"))?;
    let ramp = &file.depression.ramp;
    let open = grid.id(ramp.hex).map(|id| (named.contains(&id.index()), edging[id.index()][ramp.side.index()]));
    at.check(open == Some((true, Edging::Clear)), format_args!("the ramp at {} {} is not open", ramp.hex, ramp.side))?;
    let h = &file.entry_heading;
    let headings = [&h.W, &h.X, &h.Y, &h.Z].map(Clone::clone);
    let inwards = [[Side::B, Side::C].as_slice(), &[Side::D], &[Side::E, Side::F], &[Side::A]];
    for ((edge, given), inwards) in Edge::ALL.into_iter().zip(&headings).zip(inwards) {
        let at = At::new(FILE, "[entry_heading]");
        let fits = !given.is_empty() && given.iter().all(|side| inwards.contains(side));
        at.check(fits, format_args!("{} must lead into the map: {inwards:?}", edge.id()))?;
    }
    let e = &file.edges;
    let at = At::new(FILE, "[edges]");
    let last = |word: &str, n: u16| format!("{word} {n:02}");
    let hexes_of = [last("column", 1), last("row", 1), last("column", s.columns), last("row", s.rows)];
    for ((row, side), hexes) in
        [&e.W, &e.X, &e.Y, &e.Z].into_iter().zip(["west", "north", "east", "south"]).zip(&hexes_of)
    {
        at.says("side", row.side.as_str(), side)?;
        at.says("hexes", row.hexes.as_str(), hexes.as_str())?;
    }
    let b = &file.butting;
    At::new(FILE, "[butting]").says("default", b.default.as_str(), "one sheet")?;

    let head = ["terrain", "count"];
    let mut map = sheet("MAP", "Map sheet", None, s.provenance, &s.source, &head);
    map.rows = names.into_iter().zip(found).map(|(n, f)| vec![n.replace('_', " "), f.to_string()]).collect();
    map.notes = vec![
        note(
            &format!(
                "{} columns of {} rows, {} m a hex; even columns lie further south",
                s.columns, s.rows, s.metres_per_hex
            ),
            s.provenance,
            &s.source,
        ),
        note("edges: W west, X north, Y east, Z south", e.provenance, &e.source),
        note("headings of units that enter", h.provenance, &h.source),
        note("counts", c.provenance, &c.source),
        note(&format!("depression of {} hexes", depression.len()), file.depression.provenance, &file.depression.source),
        note(
            &format!(
                "several sheets: {}; {}; {}; {}; {}; {}",
                b.layout, b.name, b.neighbours, b.edges, b.panic, b.depression
            ),
            b.provenance,
            &b.source,
        ),
    ];
    sheets.push(map);
    let at = At::new(FILE, "[[named]]");
    let grounds = file.named.first().map_or((Provenance::Designed, ""), |n| (n.provenance, n.source.as_str()));
    let mut list = sheet("PLACES", "Named ground", None, grounds.0, grounds.1, &["name", "what", "about"]);
    for (n, row) in file.named.iter().enumerate() {
        at.check(grid.contains(row.about), format_args!("row {}: {} is not on the map", n + 1, row.about))?;
        list.rows.push(vec![row.name.clone(), row.kind.clone(), row.about.to_string()]);
    }
    sheets.push(list);
    let places = file.named.into_iter().map(|n| Place { name: n.name, kind: n.kind, about: n.about }).collect();
    Ok(Sheet {
        grid,
        terrain,
        edging,
        depression: flags(&depression),
        high: flags(&high),
        headings,
        places,
        metres_per_hex: s.metres_per_hex,
    })
}
