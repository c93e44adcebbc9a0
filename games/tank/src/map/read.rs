//! Reading the map sheet.

use super::{ChartError, ChartSheet, Deserialize, Edge, Edging, Files, Grid, Hex, Landmark, Sheet, Side, Terrain};
use hulldown_core::cells;
use hulldown_core::chart::read::At;
use hulldown_core::chart::{By, Head, Within};
use hulldown_core::hex::HexId;

const FILE: &str = "map.toml";
const TEXT: &str = "map.txt";

/// Joined sheets must still be numbered with two digits of row.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    columns: Within<2, 60, u16>,
    rows: Within<2, 33, u16>,
    metres_per_hex: Within<1, 1000, u16>,
    chart: Head,
    entry_heading: By<Edge, Vec<Side>>,
    counts: Counts,
    depression: Depression,
    places: Places,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    clear: usize,
    rough: usize,
    woods: usize,
    slope_hexsides: usize,
    berm_hexsides: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Depression {
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
struct Places {
    chart: Head,
    named: Vec<Landmark>,
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
        let hex: Hex = number.parse().map_err(|error| at.err(error))?;
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

pub(super) fn load(files: &Files) -> Result<(Sheet, [ChartSheet; 2]), ChartError> {
    let file: MapFile = files.parse(FILE)?;
    let at = At::new(FILE, "columns");
    let (columns, rows) = (file.columns.0, file.rows.0);
    at.check(columns.is_multiple_of(2), "must be even, or sheets side by side would not fit")?;
    let grid = Grid::new(columns, rows).ok_or_else(|| at.err("cannot be numbered"))?;

    let mut lines = Lines { lines: files.text(TEXT)?.lines().enumerate() };
    lines.after("HULL-DOWN TANK MAP 1")?;
    let (at, size) = lines.after("size")?;
    let needed = format!("{columns} {rows}");
    at.check(size == needed, format_args!("the size must be {needed:?}, not {size:?}"))?;
    lines.after("grid")?;
    let mut terrain = vec![Terrain::Clear; grid.len()];
    for row in 1..=rows as i16 {
        let (at, line) = lines.next("a row of the grid")?;
        let given = line.chars().count();
        at.check(given == usize::from(columns), format_args!("row {row:02} has {given} hexes, needs {columns}"))?;
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
        let hex = grid.hex(HexId(*id as u16));
        let inside = hex.neighbors().iter().all(|h| grid.contains(*h));
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
    let at = At::new(FILE, "[entry_heading]");
    let inwards = [[Side::B, Side::C].as_slice(), &[Side::D], &[Side::E, Side::F], &[Side::A]];
    for ((edge, given), inwards) in file.entry_heading.each().zip(inwards) {
        let fits = !given.is_empty() && given.iter().all(|side| inwards.contains(side));
        at.check(fits, format_args!("{} must lead into the map: {inwards:?}", edge.id()))?;
    }
    let at = At::new(FILE, "[places]");
    for place in &file.places.named {
        at.check(grid.contains(place.about), format_args!("{}: {} is not on the map", place.name, place.about))?;
    }

    let metres_per_hex = file.metres_per_hex.0;
    let mut map = cells!(file.chart.sheet("MAP", None), (name, found) in names.into_iter().zip(found);
        "terrain" = name.replace('_', " "), "count" = found);
    let size = format!("{columns} columns of {rows} rows, {metres_per_hex} m a hex; even columns lie further south");
    map.notes.insert(0, size);
    let list = cells!(file.places.chart.sheet("PLACES", None), place in &file.places.named;
        "name" = place.name, "what" = place.kind, "about" = place.about);
    let sheet = Sheet {
        grid,
        terrain,
        edging,
        depression: flags(&depression),
        high: flags(&high),
        headings: file.entry_heading,
        places: file.places.named,
        metres_per_hex,
    };
    Ok((sheet, [map, list]))
}
