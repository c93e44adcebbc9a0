//! The map in characters. Near, a hex is two lines of four characters that share their edges with its neighbors, so that slopes and berms
//! are drawn on the hexsides they lie on; where there is less room it is two characters of a line: its ground or unit, then what is marked
//! there or which way it faces. How near one is depends on the room alone, never on what is asked. The whole map has one character for
//! a hex, or for those of several rows.
//!
//! ```text
//!  /A \        / \ and __ are drawn only where a slope runs
//!  \__/
//! ```

mod answers;

use super::hex_of;
use crate::View;
use crate::map::{Battleground, Layout};
use crate::state::{Stage, Unit};
use crate::view::SeenUnit;
use crate::words::{Edging, Mode, Terrain};
use hulldown_core::hex::{Hex, HexId, Side};
use hulldown_draw::{Ink, Look, Room, Sketch, Spot};

pub(super) use answers::answer;

/// Left of the map: numbers of rows and, apart from them, the letter of the edge.
const MARGIN: usize = 5;

/// How a hex becomes characters: so many columns for one of the map, and so many half rows to a line.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Scale {
    wide: usize,
    halves: usize,
}

impl Scale {
    /// Whole hexes with their sides.
    const NEAR: Scale = Scale { wide: 3, halves: 1 };
    /// A hex and its mark.
    const SMALL: Scale = Scale { wide: 2, halves: 2 };

    /// The nearest in which there is room for a fight.
    fn usual(room: Room) -> Scale {
        let (cols, rows) = Scale::NEAR.holds(room);
        if cols >= 20 && rows >= 14 { Scale::NEAR } else { Scale::SMALL }
    }

    /// The one in which all of a map has room that is so many rows high.
    fn far(rows: usize, lines: usize) -> Scale {
        Scale { wide: 1, halves: 2 * (2 * rows + 1).div_ceil(2 * lines.max(1)) }
    }

    /// How many columns and rows of the map have room.
    fn holds(self, room: Room) -> (i16, i16) {
        // A column to the right of the last one closes its hexes and bears the letter of the edge, a line above has the numbers and one
        // below the legend.
        let (columns, lines) =
            (room.columns.saturating_sub(MARGIN + 2), room.lines.saturating_sub(1 + legend_lines(room)));
        let rows = (lines * self.halves).saturating_sub(1) / 2;
        ((columns / self.wide) as i16, rows as i16)
    }
}

/// How many lines the legend takes: where there is little room for the map, it has one.
fn legend_lines(room: Room) -> usize {
    if room.lines >= 14 && room.columns < 150 { 2 } else { 1 }
}

/// The part of the map that is drawn.
struct Window {
    scale: Scale,
    first: Hex,
    last: Hex,
}

impl Window {
    /// All of the map.
    fn whole(ground: &Battleground, room: Room) -> Window {
        let (cols, rows) = (ground.grid().cols() as i16, ground.grid().rows() as i16);
        let fits = |scale: &Scale| {
            let (wide, high) = scale.holds(room);
            wide >= cols && high >= rows
        };
        let far = || Scale::far(rows as usize, room.lines.saturating_sub(1 + legend_lines(room)));
        let scale = [Scale::NEAR, Scale::SMALL].into_iter().find(fits).unwrap_or_else(far);
        let (wide, high) = scale.holds(room);
        Window { scale, first: Hex::new(1, 1), last: Hex::new(wide.min(cols), high.min(rows)) }
    }

    /// As little away from here as brings all of these into sight with a hex around them, if they have room.
    fn reaching(self, ground: &Battleground, hexes: &[HexId]) -> Window {
        let hexes: Vec<Hex> = hexes.iter().map(|id| ground.hex(*id)).collect();
        let (cols, rows) = (ground.grid().cols() as i16, ground.grid().rows() as i16);
        let from = |first: i16, last: i16, all: i16, places: &mut dyn Iterator<Item = i16>| {
            let (low, high) = places.fold((all, 1), |(low, high), at| (low.min(at), high.max(at)));
            let wide = last - first + 1;
            let in_sight = first <= low && high <= last;
            if low > high || in_sight || high - low >= wide {
                return first;
            }
            let around = i16::from(high - low + 2 < wide);
            let (low, high) = ((low - around).max(1), (high + around).min(all));
            first.min(low).max(high + 1 - wide)
        };
        let col = from(self.first.col, self.last.col, cols, &mut hexes.iter().map(|hex| hex.col));
        let row = from(self.first.row, self.last.row, rows, &mut hexes.iter().map(|hex| hex.row));
        let (wide, high) = (self.last.col - self.first.col, self.last.row - self.first.row);
        Window { scale: self.scale, first: Hex::new(col, row), last: Hex::new(col + wide, row + high) }
    }

    /// As much of what is of interest as has room, what weighs more first, as near its middle as may be.
    fn about(ground: &Battleground, points: &[(HexId, u32)], room: Room) -> Window {
        let scale = Scale::usual(room);
        let (cols, rows) = (ground.grid().cols() as i16, ground.grid().rows() as i16);
        let (wide, high) = scale.holds(room);
        let (wide, high) = (wide.clamp(1, cols), high.clamp(1, rows));
        let points: Vec<(Hex, u32)> = points.iter().map(|(id, weight)| (ground.hex(*id), *weight)).collect();
        let starts = (1..=cols + 1 - wide).flat_map(|col| (1..=rows + 1 - high).map(move |row| Hex::new(col, row)));
        let worth = |first: &Hex| {
            let inside = |hex: Hex| {
                (first.col..first.col + wide).contains(&hex.col) && (first.row..first.row + high).contains(&hex.row)
            };
            let held = || points.iter().filter(|(hex, _)| inside(*hex));
            // Twice how far what is seen lies from the middle, in all.
            let aside = |hex: Hex| {
                (2 * (hex.col - first.col) + 1 - wide).unsigned_abs()
                    + (2 * (hex.row - first.row) + 1 - high).unsigned_abs()
            };
            let off: u32 = held().map(|(hex, weight)| weight * u32::from(aside(*hex))).sum();
            // Of windows that hold as much, the one about the middle of everything.
            let astray = points.iter().map(|(hex, weight)| weight * u32::from(aside(*hex))).sum::<u32>();
            (held().map(|(_, weight)| weight).sum::<u32>(), std::cmp::Reverse((off, astray)))
        };
        let first = starts.max_by_key(worth).unwrap_or(Hex::new(1, 1));
        Window { scale, first, last: Hex::new(first.col + wide - 1, first.row + high - 1) }
    }

    /// Where a hex is drawn, if it is.
    fn at(&self, hex: Hex) -> Option<(usize, usize)> {
        let inside =
            (self.first.col..=self.last.col).contains(&hex.col) && (self.first.row..=self.last.row).contains(&hex.row);
        let half = usize::from(hex.col % 2 == 0);
        inside.then(|| {
            let (col, row) = ((hex.col - self.first.col) as usize, (hex.row - self.first.row) as usize);
            (MARGIN + col * self.scale.wide, 1 + (2 * row + half) / self.scale.halves)
        })
    }

    /// On which side of what is drawn a hex lies.
    fn side_of(&self, hex: Hex) -> &'static str {
        match () {
            () if hex.row < self.first.row => "above",
            () if hex.row > self.last.row => "below",
            () if hex.col < self.first.col => "left",
            () => "right",
        }
    }

    /// The line after the last.
    fn end(&self) -> usize {
        let rows = (self.last.row - self.first.row + 1) as usize;
        // Near, the hexes of even columns reach a line further down.
        1 + (2 * rows).div_ceil(self.scale.halves) + usize::from(self.scale == Scale::NEAR)
    }
}

/// The map near what happens, all of it, or about one place.
pub(super) fn sketch(view: &View<'_>, spots: &[Spot], look: &Look<'_>, room: Room) -> Sketch {
    let ground = view.ground();
    let chosen: Vec<HexId> = spots
        .iter()
        .filter_map(|spot| spot.id.strip_prefix("hex:")?.parse::<Hex>().ok())
        .filter_map(|hex| ground.id(hex))
        .collect();
    let own = |about: &str| hex_of(view, &format!("unit:{}:{}", view.force().id(), about.to_uppercase()));
    let about = look.about.and_then(|about| hex_of(view, about).or_else(|| own(about)));
    // From question to question about its entry the map stays where the column comes from.
    let entry = entry(view).filter(|_| view.army().track.is_empty());
    let window = match entry {
        _ if look.whole => Window::whole(ground, room),
        Some(hex) => Window::about(ground, &interest(view, &chosen, Some(hex)), room),
        None if view.stage() == Stage::Arrange || forces(view).is_empty() => {
            Window::about(ground, &interest(view, &chosen, about), room)
        }
        // While a turn is plotted nobody moves, and so the map does not either, but to what is asked about.
        None => {
            let here = Window::about(ground, &forces(view), room);
            here.reaching(ground, &chosen).reaching(ground, about.as_slice())
        }
    };
    let mut sketch = Sketch::new(Room { lines: room.lines.min(window.end() + legend_lines(room)), ..room });
    land(&mut sketch, view, &window);
    for hex in &chosen {
        mark(&mut sketch, &window, ground, *hex, "*", Ink::Choice);
    }
    pieces(&mut sketch, view, &window);
    rulers(&mut sketch, ground, &window, room, &beyond(view, &chosen, &window));
    sketch
}

/// How much of what one looks for lies beyond what is drawn, and on which side.
fn beyond(view: &View<'_>, chosen: &[HexId], window: &Window) -> String {
    let ground = view.ground();
    let told = |hexes: &mut dyn Iterator<Item = HexId>, what: &str| {
        let out: Vec<Hex> = hexes.map(|hex| ground.hex(hex)).filter(|hex| window.at(*hex).is_none()).collect();
        let mut sides: Vec<&str> = Vec::new();
        for side in out.iter().map(|hex| window.side_of(*hex)) {
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        (!out.is_empty()).then(|| format!("{} {what} {}", out.len(), sides.join("/")))
    };
    let told: Vec<String> = [
        told(&mut view.units().iter().filter_map(Unit::hex), "ours"),
        told(&mut view.enemies().map(|seen| seen.hex), "theirs"),
        told(&mut chosen.iter().copied(), "*"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if told.is_empty() { String::new() } else { format!("beyond: {}", told.join(", ")) }
}

/// Who is on the map, each with its weight; where the forces come nearest to each other weighs more than all the rest.
fn forces(view: &View<'_>) -> Vec<(HexId, u32)> {
    let ground = view.ground();
    let own = || view.units().iter().filter_map(Unit::hex);
    let theirs = || view.enemies().map(|seen| seen.hex);
    let pairs = own().flat_map(|own| theirs().map(move |their| (own, their)));
    let front = pairs.min_by_key(|(own, their)| ground.range(*own, *their));
    let weighed = |weight: u32| move |hex: HexId| (hex, weight);
    let mut points: Vec<(HexId, u32)> = own().map(weighed(6)).chain(theirs().map(weighed(8))).collect();
    points.extend(front.into_iter().flat_map(|(own, their)| [(own, FRONT), (their, FRONT)]));
    points
}

/// What each of the two nearest to each other weighs.
const FRONT: u32 = 500;

/// What the map is drawn about, each with its weight: the place asked about before all, then units, what can be chosen, and ways.
fn interest(view: &View<'_>, chosen: &[HexId], about: Option<HexId>) -> Vec<(HexId, u32)> {
    let weighed = |weight: u32| move |hex: HexId| (hex, weight);
    let mut points: Vec<(HexId, u32)> = about.into_iter().map(weighed(1000)).collect();
    points.extend(view.units().iter().filter_map(Unit::hex).map(weighed(6)));
    points.extend(view.enemies().map(|seen| seen.hex).map(weighed(8)));
    points.extend(chosen.iter().copied().map(weighed(4)));
    for unit in view.units() {
        points.extend(view.path(unit).chain(unit.plot.target).map(weighed(1)));
    }
    // Before the column is on the map, where it comes from and the way it will take first.
    if points.is_empty() {
        points.extend(march(view).take(FIRST_STEPS).map(weighed(1)));
    }
    points
}

/// How much of a march is looked at before it begins.
const FIRST_STEPS: usize = 12;

/// Where the column enters, while that is being arranged.
fn entry(view: &View<'_>) -> Option<HexId> {
    view.army().entry.filter(|_| view.stage() == Stage::Arrange)
}

/// The way the column has before it, from the hex where it enters, as far as it is written.
fn march<'a>(view: &View<'a>) -> impl Iterator<Item = HexId> + use<'a> {
    let (ground, army) = (view.ground(), view.army());
    let from = army.entry.filter(|_| army.in_column).or_else(|| entry(view));
    from.into_iter().flat_map(move |entry| {
        std::iter::once(entry).chain(army.track.iter().scan(entry, move |at, side| {
            *at = ground.next(*at, *side)?;
            Some(*at)
        }))
    })
}

/// What fills a hex: a sign, one for its height, and their ink.
fn ground_sign(view: &View<'_>, hex: HexId) -> (char, char, Ink) {
    let ground = view.ground();
    let idle = view.mode() == Mode::Open;
    let height = match () {
        () if ground.depression(hex).is_some() => '-',
        () if ground.is_high(hex) => '^',
        () => ' ',
    };
    match ground.terrain(hex) {
        Terrain::Woods => ('&', height, if idle { Ink::Faint } else { Ink::Woods }),
        Terrain::Rough => (':', height, if idle { Ink::Faint } else { Ink::Rough }),
        Terrain::Clear if height == '^' => ('^', ' ', Ink::High),
        Terrain::Clear if height == '-' => ('-', ' ', Ink::Faint),
        Terrain::Clear => ('.', ' ', Ink::Faint),
    }
}

fn land(sketch: &mut Sketch, view: &View<'_>, window: &Window) {
    let ground = view.ground();
    // Where several hexes share a character the one that hides most is seen.
    let weight = |sign: char| "&:^-.".find(sign);
    let mut hexes: Vec<HexId> = ground.grid().ids().collect();
    hexes.sort_by_key(|hex| std::cmp::Reverse(weight(ground_sign(view, *hex).0)));
    for hex in hexes {
        let Some((x, y)) = window.at(ground.hex(hex)) else { continue };
        let (sign, height, ink) = ground_sign(view, hex);
        if window.scale != Scale::NEAR {
            sketch.put(x, y, &sign.to_string(), ink);
            continue;
        }
        sketch.put(x + 1, y, &format!("{sign}{height}"), ink);
        for (side, (dx, dy), slope) in [
            (Side::F, (0, 0), "/"),
            (Side::B, (3, 0), "\\"),
            (Side::E, (0, 1), "\\"),
            (Side::D, (1, 1), "__"),
            (Side::C, (3, 1), "/"),
        ] {
            let (sign, ink) = match ground.edging(hex, side) {
                Edging::Clear => continue,
                Edging::Berm if view.mode() == Mode::Open => continue,
                Edging::Berm => ("##", Ink::Rough),
                Edging::Foot | Edging::Brow => (slope, Ink::High),
            };
            sketch.put(x + dx, y + dy, &sign[..slope.len()], ink);
        }
    }
}

/// Something in a hex: two characters where it has them. What can be chosen and ways leave the ground to be seen.
fn mark(sketch: &mut Sketch, window: &Window, ground: &Battleground, hex: HexId, sign: &str, ink: Ink) {
    let Some((x, y)) = window.at(ground.hex(hex)) else { return };
    let x = if window.scale == Scale::NEAR { x + 1 } else { x };
    match (window.scale.wide, sign) {
        (1, _) => sketch.put(x, y, sign.get(..1).unwrap_or(sign), ink),
        (_, "*" | "+") => sketch.put(x + 1, y, sign, ink),
        (_, _) => sketch.put(x, y, &format!("{sign:<2}"), ink),
    }
}

/// Wrecks, positions, ways, then the units, whose own come last because one looks for them first.
fn pieces(sketch: &mut Sketch, view: &View<'_>, window: &Window) {
    let ground = view.ground();
    for (hex, _) in view.positions() {
        mark(sketch, window, ground, hex, "=", Ink::Plain);
    }
    for hex in view.wrecks() {
        mark(sketch, window, ground, *hex, "x", Ink::Faint);
    }
    for hex in march(view) {
        mark(sketch, window, ground, hex, "+", Ink::Own);
    }
    for unit in view.units().iter().filter(|unit| unit.in_play()) {
        for hex in view.path(unit) {
            mark(sketch, window, ground, hex, "+", Ink::Own);
        }
    }
    for seen in view.enemies() {
        let code = code_of(&seen);
        // His letters are small and his facing is not, so that two who stand side by side are told apart.
        let facing = seen.facing.map(|side| side.letter());
        let bears = seen.known.is_none_or(|(_, weapon)| view.info(weapon).ap > 0)
            && view.units().iter().any(|unit| view.sees(unit, seen.hex));
        let ink = if bears { Ink::Alarm } else { Ink::Enemy };
        mark(sketch, window, ground, seen.hex, &faced(&code, facing), ink);
        let others = view.enemies().filter(|other| other.hex == seen.hex);
        stack(sketch, view, window, seen.hex, &others.map(|other| code_of(&other)).collect::<Vec<_>>(), ink);
    }
    for unit in view.units() {
        let Some(hex) = unit.hex() else { continue };
        let facing = unit.facing.letter().to_ascii_lowercase();
        mark(sketch, window, ground, hex, &faced(unit.code.as_str(), Some(facing)), Ink::Own);
        let others = view.units().iter().filter(|other| other.hex() == Some(hex));
        stack(sketch, view, window, hex, &others.map(|other| other.code.to_string()).collect::<Vec<_>>(), Ink::Own);
    }
}

/// His letters are small.
fn code_of(seen: &SeenUnit) -> String {
    seen.known.map_or_else(|| "?".into(), |(code, _)| code.as_str().to_lowercase())
}

/// That several are in a hex of which one is drawn, or a position: below it where hexes have two lines, else instead of a facing.
fn stack(sketch: &mut Sketch, view: &View<'_>, window: &Window, hex: HexId, codes: &[String], ink: Ink) {
    let ground = view.ground();
    let several = codes.len() > 1;
    match window.scale {
        Scale::NEAR => {
            let Some((x, y)) = window.at(ground.hex(hex)) else { return };
            let position = view.positions().any(|(at, _)| at == hex);
            if several {
                sketch.put(x + 2, y + 1, &codes.len().to_string(), ink);
            }
            if position {
                sketch.put(x + 1, y + 1, "=", Ink::Plain);
            }
        }
        Scale { wide: 2.., .. } if several => {
            if let Some(short) = codes.iter().find(|code| code.len() == 1) {
                mark(sketch, window, ground, hex, &format!("{short}{}", codes.len()), ink);
            }
        }
        _ => {}
    }
}

/// A code of one letter with the letter of the side it faces.
fn faced(code: &str, facing: Option<char>) -> String {
    match facing.filter(|_| code.len() == 1) {
        Some(side) => format!("{code}{side}"),
        None => code.into(),
    }
}

/// Numbers of columns and rows, letters of edges and sheets, and what the signs mean.
fn rulers(sketch: &mut Sketch, ground: &Battleground, window: &Window, whole: Room, beyond: &str) {
    let (cols, rows) = (ground.grid().cols() as i16, ground.grid().rows() as i16);
    let sheet = |hex: Hex| ground.id(hex).map(|id| ground.on_sheet(id));
    let step = [0, 5, 2, 1][window.scale.wide];
    for col in window.first.col..=window.last.col {
        let (Some((x, _)), Some((nth, there))) =
            (window.at(Hex::new(col, window.first.row)), sheet(Hex::new(col, window.first.row)))
        else {
            continue;
        };
        // A number takes two characters; where a sheet begins its letter stands before it.
        let starts = there.col == 1 && ground.layout() != Layout::ONE;
        if there.col % step == 0 || (step == 2 && there.col % 2 == 1 && window.scale.wide == 3) || starts {
            let x = if window.scale.wide == 3 { x + 1 } else { x };
            sketch.put(x, 0, &format!("{:02}", there.col), Ink::Faint);
            if starts {
                sketch.put(x.saturating_sub(1), 0, &char::from(b'A' + nth).to_string(), Ink::Plain);
            }
        }
    }
    for row in window.first.row..=window.last.row {
        let hex = Hex::new(window.first.col - (window.first.col + 1) % 2, row);
        let y = 1 + 2 * (row - window.first.row) as usize / window.scale.halves;
        let every =
            window.scale.halves <= 2 || (2 * (row - window.first.row) as usize).is_multiple_of(window.scale.halves);
        if let (true, Some((_, there))) = (every, sheet(Hex::new(hex.col.max(1), row))) {
            sketch.put(0, y, &format!("{:02}", there.row), Ink::Faint);
        }
    }
    for y in (1..window.end()).filter(|y| y % 3 == 2) {
        if window.first.col == 1 {
            sketch.put(MARGIN - 2, y, "W", Ink::Plain);
        }
        if window.last.col == cols {
            let right = MARGIN + (window.last.col - window.first.col + 1) as usize * window.scale.wide;
            sketch.put(right + 1, y, "Y", Ink::Plain);
        }
    }
    if window.first.row == 1 {
        sketch.put(0, 0, "X", Ink::Plain);
    }
    let sides: &[&str] = if window.scale == Scale::NEAR { &["/_\\ slope", "# berm"] } else { &[] };
    let units = if window.scale.wide > 1 { ["Ab ours facing b", "aB, ? theirs"] } else { ["A ours", "a, ? theirs"] };
    let merged = (window.scale.halves > 2).then(|| format!("a sign is {} rows", window.scale.halves / 2));
    let land = ["& woods", ": rough", "^ high", "- low"];
    let marks = ["* to choose", "+ way"];
    let things = [". clear", "x wreck", "= position", "2 units"];
    let parts = [beyond].into_iter().chain(units).chain(merged.as_deref()).chain(land).chain(marks);
    // As much as has room, each in the first line where it has.
    let room = sketch.room();
    let mut legend = vec![String::new(); legend_lines(whole)];
    for part in parts.chain(sides.iter().copied()).chain(things).filter(|part| !part.is_empty()) {
        let fits = |line: &&mut String| MARGIN + line.len() + 1 + part.len() <= room.columns;
        if let Some(line) = legend.iter_mut().find(fits) {
            *line += if line.is_empty() { "" } else { " " };
            *line += part;
        }
    }
    let last = room.lines.saturating_sub(1);
    for (n, line) in legend.iter().rev().enumerate() {
        sketch.put(MARGIN, last.saturating_sub(n), line, Ink::Faint);
    }
    if window.last.row == rows {
        sketch.put(0, last, "Z", Ink::Plain);
    }
}
