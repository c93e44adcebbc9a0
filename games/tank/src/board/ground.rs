//! The map sheet drawn: high and low ground, woods, rough, berms, slopes, the grid and its numbers. It never changes during a game,
//! so each terrain mode is drawn once and kept.

use super::frame::{COLUMN, CORNERS, Frame, HEXAGON, ROW, add_hex, center, middle};
use crate::charts::Charts;
use crate::map::{Battleground, Layout};
use crate::words::{Edge, Edging, Feature, Mode, Terrain};
use crate::{Tank, View};
use hulldown_core::game::Game;
use hulldown_core::hex::{HexId, Side};
use maud::html;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::OnceLock;

/// The ground of a game: sheets, numbers, letters of sheets and edges.
pub(super) fn drawn(view: &View<'_>) -> String {
    let (charts, ground, mode) = (view.data(), view.ground(), view.mode());
    let mut out = String::from("<g id=\"tk-ground\" class=\"tk-ground\" aria-hidden=\"true\">");
    let whole = Frame::whole(ground);
    let _ = write!(
        out,
        "<rect class=\"tk-table\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        whole.left, whole.top, whole.wide, whole.high
    );
    out.push_str(&sheet(charts, mode));
    let layout = ground.layout();
    let (wide, high) = sheet_size(charts);
    for nth in 1..layout.across() * layout.down() {
        let (i, j) = (i32::from(nth % layout.across()), i32::from(nth / layout.across()));
        let _ = write!(out, "<use href=\"#tk-sheet\" x=\"{}\" y=\"{}\"/>", i * wide, j * high);
        let _ = write!(out, "<use class=\"tk-again\" href=\"#tk-numbers\" x=\"{}\" y=\"{}\"/>", i * wide, j * high);
    }
    if layout != Layout::ONE {
        for nth in 0..layout.across() * layout.down() {
            let (i, j) = (i32::from(nth % layout.across()), i32::from(nth / layout.across()));
            let letter = char::from(b'A' + nth);
            // In the middle and near the corners, so that one also knows where one is from a part of the map.
            for (dx, dy) in [(1, 1), (11, 1), (6, 6), (1, 11), (11, 11)] {
                let (x, y) = (i * wide + wide * dx / 12, j * high + high * dy / 12);
                let _ = write!(out, "<text class=\"tk-sheet-letter\" x=\"{x}\" y=\"{y}\">{letter}</text>");
            }
        }
    }
    edges(&mut out, ground);
    out.push_str("</g>");
    out
}

/// How far one sheet lies from the next.
pub(super) fn sheet_size(charts: &Charts) -> (i32, i32) {
    let grid = charts.map.grid();
    (COLUMN * i32::from(grid.cols()), ROW * i32::from(grid.rows()))
}

/// The letters of the edges, outside.
fn edges(out: &mut String, ground: &Battleground) {
    let whole = Frame::whole(ground);
    let (left, top) = (whole.left + 22, whole.top + 22);
    let (right, bottom) = (whole.left + whole.wide - 22, whole.top + whole.high - 22);
    for edge in Edge::ALL {
        for part in [1, 3, 5] {
            let (x, y) = match edge {
                Edge::W => (left, whole.top + whole.high * part / 6),
                Edge::X => (whole.left + whole.wide * part / 6, top),
                Edge::Y => (right, whole.top + whole.high * part / 6),
                Edge::Z => (whole.left + whole.wide * part / 6, bottom),
            };
            let _ = write!(out, "<text class=\"tk-edge\" x=\"{x}\" y=\"{y}\">{}</text>", edge.id());
        }
    }
}

/// One sheet in a mode, with the groups `tk-sheet` and `tk-numbers` that other sheets repeat.
fn sheet(charts: &'static Charts, mode: Mode) -> Cow<'static, str> {
    static DRAWN: [OnceLock<String>; Mode::ALL.len()] = [const { OnceLock::new() }; Mode::ALL.len()];
    // A pack's map is drawn whenever it is asked for: there is no telling how many packs there will be.
    if !std::ptr::eq(charts, Tank::data()) {
        return draw_sheet(charts, mode).into();
    }
    DRAWN[mode.index()].get_or_init(|| draw_sheet(charts, mode)).as_str().into()
}

fn draw_sheet(charts: &Charts, mode: Mode) -> String {
    let ground = charts.ground(Layout::ONE);
    let grid = ground.grid();
    let mut out = String::from("<g id=\"tk-sheet\">");
    columns(&mut out, "tk-field", i32::from(grid.cols()), i32::from(grid.rows()));
    let hexes: Vec<HexId> = grid.ids().collect();
    out.push_str(&land(ground, mode, &hexes));
    columns(&mut out, "tk-grid", i32::from(grid.cols()), i32::from(grid.rows()));
    out.push_str(&sides(ground, mode, &hexes));
    for place in &charts.map.places {
        let (x, y) = middle(i32::from(place.about.col), i32::from(place.about.row));
        let name = html! { (place.name) }.into_string();
        // Between two rows of numbers: neither lies on the other.
        let _ = write!(out, "<text class=\"tk-place\" x=\"{x}\" y=\"{}\">{name}</text>", y + 3);
    }
    out.push_str("</g>");
    numbers(&mut out, i32::from(grid.cols()), i32::from(grid.rows()));
    out
}

/// Terrain that does nothing in a mode is drawn faintly.
fn class(name: &str, counts: bool) -> String {
    if counts { format!("tk-{name}") } else { format!("tk-{name} tk-idle") }
}

/// What fills some hexes.
pub(super) fn land(ground: &Battleground, mode: Mode, hexes: &[HexId]) -> String {
    let effects = ground.effects();
    let mut out = String::new();
    let (mut high, mut low) = (String::new(), String::new());
    for hex in hexes.iter().copied() {
        let at = center(ground, hex);
        if ground.is_high(hex) {
            add_hex(&mut high, at);
        }
        if ground.depression(hex).is_some() {
            add_hex(&mut low, at);
        }
    }
    for (name, path) in [("high", &high), ("low", &low)] {
        let _ = write!(out, "<path class=\"tk-{name}\" d=\"{path}\"/>");
    }
    for terrain in [Terrain::Rough, Terrain::Woods] {
        let effect = effects.hex(mode, terrain);
        let counts = effect.mp > effects.hex(mode, Terrain::Clear).mp || effect.whole_allowance || effect.obstructs;
        let mut path = String::new();
        let mut marks = String::new();
        for hex in hexes.iter().copied().filter(|hex| ground.terrain(*hex) == terrain) {
            patch(&mut path, ground, hex, terrain == Terrain::Woods);
            let (x, y) = center(ground, hex);
            let hex = ground.hex(hex);
            let kind = (hex.col * 5 + hex.row * 3 + hex.col * hex.row) % 3;
            let _ = write!(marks, "<use href=\"#tk-{}{kind}\" x=\"{x}\" y=\"{y}\"/>", &terrain.id()[..1]);
        }
        let (of, marks_of) = (class(terrain.id(), counts), class(&format!("{}-marks", terrain.id()), counts));
        let _ = write!(out, "<path class=\"{of}\" d=\"{path}\"/><g class=\"{marks_of}\">{marks}</g>");
    }
    out
}

/// What lies on the sides of some hexes; drawn over the grid.
pub(super) fn sides(ground: &Battleground, mode: Mode, hexes: &[HexId]) -> String {
    let effects = ground.effects();
    let mut out = String::new();
    let (mut berms, mut crests, mut slopes) = (String::new(), String::new(), String::new());
    for hex in hexes.iter().copied() {
        for side in Side::ALL {
            let at = center(ground, hex);
            match ground.edging(hex, side) {
                // Seen from both hexes; drawn once.
                Edging::Berm if ground.next(hex, side).is_none_or(|next| hex < next) => berm(&mut berms, at, side),
                Edging::Foot => slope(&mut crests, &mut slopes, at, side),
                _ => {}
            }
        }
    }
    let counts = |feature| {
        let effect = effects.side(mode, feature);
        effect.mp > 0 || effect.obstructs
    };
    let _ = write!(out, "<path class=\"{}\" d=\"{slopes}\"/>", class("hachures", counts(Feature::Slope)));
    let _ = write!(out, "<path class=\"{}\" d=\"{crests}\"/>", class("crest", counts(Feature::Slope)));
    let berm_counts = counts(Feature::Berm);
    let _ = write!(out, "<path class=\"{}\" d=\"{berms}\"/>", class("berm", berm_counts));
    let _ = write!(out, "<path class=\"{}\" d=\"{berms}\"/>", class("berm-top", berm_counts));
    out
}

/// A hex of woods or rough: where its neighbor is of the same sort it goes over into it, elsewhere it keeps a little off the hexside,
/// and woods have a ragged edge.
fn patch(path: &mut String, ground: &Battleground, hex: HexId, ragged: bool) {
    let same = |side: Side| ground.next(hex, side).is_some_and(|next| ground.terrain(next) == ground.terrain(hex));
    let (x, y) = center(ground, hex);
    // The corner between side n - 1 and side n.
    let corner = |n: usize| {
        let (before, after) = (Side::at(n + 5), Side::at(n));
        let (cx, cy) = CORNERS[n % 6];
        let toward =
            |(tx, ty): (i32, i32), by: f32| (cx as f32 + (tx - cx) as f32 * by, cy as f32 + (ty - cy) as f32 * by);
        match (same(before), same(after)) {
            (true, true) => (cx as f32, cy as f32),
            (false, false) => toward((0, 0), 0.16),
            // Along the side shared with the one neighbor of the same sort, so that both meet there.
            (true, false) => toward(CORNERS[(n + 5) % 6], 0.14),
            (false, true) => toward(CORNERS[(n + 1) % 6], 0.14),
        }
    };
    let first = corner(0);
    let _ = write!(path, "M{} {}", short(x as f32 + first.0), short(y as f32 + first.1));
    for n in 0..6 {
        let (from, to) = (corner(n), corner(n + 1));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        if ragged && !same(Side::at(n)) {
            // Three crowns, bulging outwards.
            let long = (dx * dx + dy * dy).sqrt().max(1.0);
            let (nx, ny) = (dy / long * 4.2, -dx / long * 4.2);
            for _ in 0..3 {
                let (sx, sy) = (dx / 3.0, dy / 3.0);
                let _ = write!(path, "q{} {} {} {}", short(sx / 2.0 + nx), short(sy / 2.0 + ny), short(sx), short(sy));
            }
        } else {
            let _ = write!(path, "l{} {}", short(dx), short(dy));
        }
    }
    path.push('z');
}

/// A number with at most one digit after the point.
fn short(n: f32) -> String {
    let tenths = (n * 10.0).round() as i32;
    let sign = if tenths < 0 { "-" } else { "" };
    match (tenths.abs() / 10, tenths.abs() % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, part) => format!("{sign}.{part}"),
        (whole, part) => format!("{sign}{whole}.{part}"),
    }
}

fn side_ends((x, y): (i32, i32), side: Side) -> ((i32, i32), (i32, i32)) {
    let (a, b) = (CORNERS[side.index()], CORNERS[(side.index() + 1) % 6]);
    ((x + a.0, y + a.1), (x + b.0, y + b.1))
}

fn berm(path: &mut String, at: (i32, i32), side: Side) {
    let (a, b) = side_ends(at, side);
    let _ = write!(path, "M{} {}l{} {}", a.0, a.1, b.0 - a.0, b.1 - a.1);
}

/// The line along the top and teeth that point downhill, into the low hex.
fn slope(crests: &mut String, teeth: &mut String, at: (i32, i32), side: Side) {
    let (a, b) = side_ends(at, side);
    let (dx, dy) = ((b.0 - a.0) as f32, (b.1 - a.1) as f32);
    let _ = write!(crests, "M{} {}l{} {}", a.0, a.1, b.0 - a.0, b.1 - a.1);
    let long = (dx * dx + dy * dy).sqrt();
    // Corners run clockwise, so inwards is to the right of the way.
    let (nx, ny) = (-dy / long, dx / long);
    let (ux, uy) = (dx / long, dy / long);
    for n in 0..5 {
        let along = long * (0.1 + 0.2 * n as f32);
        let deep = if n % 2 == 0 { 7.5 } else { 5.0 };
        let (px, py) = (a.0 as f32 + ux * (along - 1.5), a.1 as f32 + uy * (along - 1.5));
        let _ = write!(
            teeth,
            "M{} {}l{} {} {} {}z",
            short(px),
            short(py),
            short(ux * 3.0),
            short(uy * 3.0),
            short(nx * deep - ux * 1.5),
            short(ny * deep - uy * 1.5)
        );
    }
}

/// All hexes, column by column: the first is drawn, the others repeat it.
fn columns(out: &mut String, class: &str, cols: i32, rows: i32) {
    let _ = write!(out, "<g class=\"{class}\">");
    let first = match class {
        "tk-field" => {
            let hexes: String = (1..=rows).map(|row| format!("M-12 {}{HEXAGON}", ROW * row - 21)).collect();
            let _ = write!(out, "<path id=\"tk-column\" transform=\"translate({COLUMN} 0)\" d=\"{hexes}\"/>");
            2
        }
        _ => 1,
    };
    for col in first..=cols {
        let down = if col % 2 == 0 { " y=\"21\"" } else { "" };
        let _ = write!(out, "<use href=\"#tk-column\" x=\"{}\"{down}/>", COLUMN * (col - 1));
    }
    out.push_str("</g>");
}

/// The number of each hex at its top. A column is one text: thousands of them would be laid out and put into layers one by one whenever
/// anything on the map changes, and that is most of what an answer costs a browser.
fn numbers(out: &mut String, cols: i32, rows: i32) {
    out.push_str("<g id=\"tk-numbers\" class=\"tk-numbers\">");
    for col in 1..=cols {
        let _ = write!(out, "<text transform=\"translate({} {})\">", COLUMN * col, if col % 2 == 0 { 21 } else { 0 });
        for row in 1..=rows {
            // Where there is no room for all, every fifth says where one is.
            let fifth = if col % 5 == 0 && row % 5 == 0 { " class=\"tk-fifth\"" } else { "" };
            let _ = write!(out, "<tspan{fifth} x=\"0\" y=\"{}\">{col:02}{row:02}</tspan>", ROW * row - 11);
        }
        out.push_str("</text>");
    }
    out.push_str("</g>");
}

/// Trees and stones, three arrangements each.
pub(super) fn symbols() -> &'static str {
    static DRAWN: OnceLock<String> = OnceLock::new();
    DRAWN.get_or_init(|| {
        let groves: [&[(f32, f32, f32)]; 3] = [
            &[(-10.0, -8.0, 5.0), (2.0, -11.0, 5.5), (11.0, -4.0, 5.0), (-14.0, 3.0, 4.6), (-2.0, 0.5, 6.0), (9.0, 8.0, 5.4), (-6.0, 12.0, 5.2)],
            &[(-4.0, -11.0, 5.2), (8.0, -9.0, 5.6), (-13.0, -2.0, 5.2), (1.0, -1.0, 5.4), (14.0, 2.0, 4.8), (-7.0, 9.0, 5.8), (5.0, 11.0, 5.0)],
            &[(-9.0, -10.0, 5.6), (5.0, -12.0, 4.8), (13.0, -3.0, 5.2), (-15.0, 1.0, 4.6), (-3.0, -1.0, 5.2), (6.0, 5.0, 5.8), (-7.0, 11.0, 5.4), (4.0, 14.0, 4.2)],
        ];
        let stones = [
            "M-13-6l3-5 6 1 1 5-4 2zM3-10l4-2 4 3-2 3-5 0zM8 3l5-2 3 4-4 4-5-2zM-6 7l5-2 3 4-3 4-6-1zM-16 6l3-2 2 2-2 2z",
            "M-9-11l5-1 2 4-4 3-5-2zM6-7l5-3 4 4-3 4-6-1zM-15 2l4-2 4 3-3 4-5-1zM0 3l4-2 2 3-3 2zM2 12l4-3 5 2-1 4-6 0z",
            "M-4-12l5-1 3 4-4 3-5-2zM11-3l3-3 4 3-2 4-4 0zM-13-3l4-3 4 3-2 4-5 1zM-2 4l5-3 4 3-1 4-6 1zM-11 11l3-2 3 2-2 2zM10 10l3-2 2 2-2 2z",
        ];
        let mut out = String::new();
        for (n, grove) in groves.iter().enumerate() {
            let circles = |dx: f32, dy: f32, by: f32| {
                let mut path = String::new();
                for (x, y, r) in grove.iter() {
                    let r = r * by;
                    let _ = write!(
                        path,
                        "M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z",
                        short(x + dx - r),
                        short(y + dy),
                        r = short(r),
                        d = short(2.0 * r)
                    );
                }
                path
            };
            let _ = write!(
                out,
                "<g id=\"tk-w{n}\"><path class=\"tk-shade\" d=\"{}\"/><path class=\"tk-crown\" d=\"{}\"/><path class=\"tk-sun\" d=\"{}\"/></g>",
                circles(1.2, 1.5, 1.0),
                circles(0.0, 0.0, 1.0),
                circles(-1.2, -1.4, 0.5)
            );
        }
        for (n, d) in stones.iter().enumerate() {
            let _ = write!(out, "<path id=\"tk-r{n}\" d=\"{d}\"/>");
        }
        out
    })
}
