//! The map in characters. Near, a hex is two lines of four characters that share their edges with its neighbors, so that slopes and berms
//! are drawn on the hexsides they lie on; from further away it is one character, or shares one with the hexes below it.
//!
//! ```text
//!  /A \        / \ and __ are drawn only where a slope runs
//!  \__/
//! ```

mod answers;

use super::hex_of;
use crate::View;
use crate::map::{Ground, Layout};
use crate::state::Unit;
use crate::words::{Edging, Mode, Terrain};
use hulldown_core::hex::{Hex, HexId, Side};
use hulldown_draw::{Ink, Look, Room, Sketch, Spot};

pub(super) use answers::answer;

/// Left of the map: numbers of rows and the letter of the edge.
const MARGIN: usize = 4;

/// How a hex becomes characters: so many columns for one of the map, and so many half rows to a line.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Scale {
    wide: usize,
    halves: usize,
}

impl Scale {
    /// Whole hexes with their sides.
    const NEAR: Scale = Scale { wide: 3, halves: 1 };

    /// From the nearest to one in which all of a map that is so many rows high has room in so many lines.
    fn all(rows: usize, lines: usize) -> impl Iterator<Item = Scale> {
        let least = (2 * rows + 1).div_ceil(lines.max(1)).max(4);
        let far = (1..=least.div_ceil(2)).map(|n| Scale { wide: 1, halves: 2 * n });
        [Scale::NEAR, Scale { wide: 2, halves: 2 }].into_iter().chain(far)
    }

    /// How many columns and rows of the map have room.
    fn holds(self, room: Room) -> (i16, i16) {
        // A column to the right of the last one closes its hexes and bears the letter of the edge, a line above has the numbers and one
        // below the legend.
        let (columns, lines) = (room.columns.saturating_sub(MARGIN + 2), room.lines.saturating_sub(2));
        let rows = (lines * self.halves).saturating_sub(1) / 2;
        ((columns / self.wide) as i16, rows as i16)
    }
}

/// The part of the map that is drawn.
struct Window {
    scale: Scale,
    first: Hex,
    last: Hex,
}

impl Window {
    /// Everything of interest as near as it has room.
    fn about(ground: &Ground, points: &[HexId], room: Room) -> Window {
        let (cols, rows) = (ground.grid().cols() as i16, ground.grid().rows() as i16);
        let hexes = || points.iter().map(|id| ground.hex(*id));
        let across = hexes().map(|hex| hex.col);
        let down = hexes().map(|hex| hex.row);
        let (left, right) = (across.clone().min().unwrap_or(1), across.max().unwrap_or(cols));
        let (top, bottom) = (down.clone().min().unwrap_or(1), down.max().unwrap_or(rows));
        let fits = |scale: &Scale| {
            let (wide, high) = scale.holds(room);
            right - left < wide && bottom - top < high
        };
        let mut scales = Scale::all(usize::from(ground.grid().rows()), room.lines.saturating_sub(2));
        let scale = scales.find(fits).or(scales.last()).unwrap_or(Scale { wide: 1, halves: 2 });
        let (wide, high) = scale.holds(room);
        let place = |from: i16, to: i16, size: i16, all: i16| {
            let size = size.clamp(1, all);
            ((from + to + 1 - size) / 2).clamp(1, all + 1 - size)
        };
        let first = Hex::new(place(left, right, wide, cols), place(top, bottom, high, rows));
        let last = Hex::new((first.col + wide - 1).min(cols), (first.row + high - 1).min(rows));
        Window { scale, first, last }
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
    let points = match look.about.and_then(|about| hex_of(view, about).or_else(|| own(about))) {
        _ if look.whole => ground.grid().ids().collect(),
        Some(hex) => vec![hex],
        None => interest(view, &chosen),
    };
    let window = Window::about(ground, &points, room);
    let mut sketch = Sketch::new(Room { lines: room.lines.min(window.end() + 1), ..room });
    land(&mut sketch, view, &window);
    for hex in chosen {
        mark(&mut sketch, &window, ground, hex, "*", Ink::Choice);
    }
    pieces(&mut sketch, view, &window);
    rulers(&mut sketch, ground, &window);
    sketch
}

/// What the map is drawn about: units, their ways and targets, and what can be chosen.
fn interest(view: &View<'_>, chosen: &[HexId]) -> Vec<HexId> {
    let ground = view.ground();
    let mut points: Vec<HexId> = Vec::new();
    for hex in view.units().iter().filter_map(Unit::hex).chain(view.enemies().map(|seen| seen.hex)) {
        points.push(hex);
        // As far as a turn leads: whatever is plotted next, the map stays as it is.
        let beside = |side: Side| (0..REACH).try_fold(hex, |at, _| ground.next(at, side));
        points.extend(Side::ALL.into_iter().filter_map(beside));
    }
    // Before anybody is on the map, all of it, whatever is asked.
    if points.is_empty() {
        points.extend(chosen.iter().copied().chain(ground.grid().ids()));
    }
    points
}

/// How far around units the map is looked at.
const REACH: usize = 3;

/// The way the column has before it, from the hex where it enters.
fn march<'a>(view: &View<'a>) -> impl Iterator<Item = HexId> + use<'a> {
    let (ground, army) = (view.ground(), view.army());
    army.entry.filter(|_| army.in_column).into_iter().flat_map(move |entry| {
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

/// Something in a hex: near its two characters, else the first.
fn mark(sketch: &mut Sketch, window: &Window, ground: &Ground, hex: HexId, sign: &str, ink: Ink) {
    let Some((x, y)) = window.at(ground.hex(hex)) else { return };
    match (window.scale == Scale::NEAR, sign) {
        // What can be chosen leaves the ground to be seen.
        (true, "*") => sketch.put(x + 2, y, sign, ink),
        (true, _) => sketch.put(x + 1, y, &format!("{sign:<2}"), ink),
        (false, _) => sketch.put(x, y, sign.get(..window.scale.wide.min(sign.len())).unwrap_or(sign), ink),
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
        let code = seen.known.map_or_else(|| "?".into(), |(code, _)| code.as_str().to_lowercase());
        let bears = seen.known.is_none_or(|(_, weapon)| view.info(weapon).ap > 0)
            && view.units().iter().any(|unit| view.sees(unit, seen.hex));
        let ink = if bears { Ink::Alarm } else { Ink::Enemy };
        mark(sketch, window, ground, seen.hex, &faced(&code, seen.facing), ink);
    }
    for unit in view.units() {
        let Some(hex) = unit.hex() else { continue };
        mark(sketch, window, ground, hex, &faced(unit.code.as_str(), Some(unit.facing)), Ink::Own);
    }
}

/// A code of one letter with the letter of the side it faces.
fn faced(code: &str, facing: Option<Side>) -> String {
    match facing.filter(|_| code.len() == 1) {
        Some(side) => format!("{code}{}", side.letter().to_ascii_lowercase()),
        None => code.into(),
    }
}

/// Numbers of columns and rows, letters of edges and sheets, and what the signs mean.
fn rulers(sketch: &mut Sketch, ground: &Ground, window: &Window) {
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
            sketch.put(MARGIN - 1, y, "W", Ink::Plain);
        }
        if window.last.col == cols {
            let right = MARGIN + (window.last.col - window.first.col + 1) as usize * window.scale.wide;
            sketch.put(right + 1, y, "Y", Ink::Plain);
        }
    }
    if window.first.row == 1 {
        sketch.put(0, 0, "X", Ink::Plain);
    }
    let rows_a_line = window.scale.halves / 2;
    let legend = match window.scale == Scale::NEAR {
        true => ". clear : rough & woods ^ high - low /_\\ slope # berm + way A ours a? enemy".to_string(),
        false if rows_a_line > 1 => {
            format!(". clear : rough & woods ^ high - low + way A ours a? enemy; {rows_a_line} rows a line")
        }
        false => ". clear : rough & woods ^ high - low x wreck + way A ours a? enemy * open".into(),
    };
    let last = sketch.room().lines.saturating_sub(1);
    sketch.fit(MARGIN - 1, last, sketch.room().columns.saturating_sub(MARGIN - 1), &legend, Ink::Faint);
    if window.last.row == rows {
        sketch.put(0, last, "Z", Ink::Plain);
    }
}
