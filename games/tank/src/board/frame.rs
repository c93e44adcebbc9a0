//! Where things are on the drawing: hexes 48 wide and 42 high with whole coordinates, so that paths stay short.

use crate::map::Battleground;
use hulldown_core::hex::{HexId, Side};
use std::fmt::Write as _;

/// From column to column.
pub(super) const COLUMN: i32 = 36;
/// From row to row.
pub(super) const ROW: i32 = 42;
/// Around the map: edges, queues.
pub(super) const MARGIN: i32 = 76;

/// The corners of a hex about its center: side `n` runs from corner `n` to the next.
pub(super) const CORNERS: [(i32, i32); 6] = [(-12, -21), (12, -21), (24, 0), (12, 21), (-12, 21), (-24, 0)];

/// A hex as a path about the point the pen stands on, which must be its first corner.
pub(super) const HEXAGON: &str = "h24l12 21-12 21h-24l-12-21z";

/// The middle of a hex in a column and row.
pub(super) const fn middle(col: i32, row: i32) -> (i32, i32) {
    (COLUMN * col, ROW * row + if col % 2 == 0 { ROW / 2 } else { 0 })
}

/// The middle of a hex.
pub(crate) fn center(ground: &Battleground, hex: HexId) -> (i32, i32) {
    let hex = ground.hex(hex);
    middle(i32::from(hex.col), i32::from(hex.row))
}

/// From the middle of a hex to the middle of its neighbor.
pub(super) const fn next(side: Side) -> (i32, i32) {
    [(0, -42), (36, -21), (36, 21), (0, 42), (-36, 21), (-36, -21)][side.index()]
}

/// Degrees clockwise from north.
pub(super) const fn turn(side: Side) -> i32 {
    60 * side.index() as i32
}

/// Appends a whole hex to a path.
pub(super) fn add_hex(path: &mut String, (x, y): (i32, i32)) {
    let _ = write!(path, "M{} {}{HEXAGON}", x - 12, y - 21);
}

/// Appends whole hexes to a path. One below the other says so and no more: most do, and what is said over and over packs well.
pub(super) fn add_hexes(path: &mut String, all: impl Iterator<Item = (i32, i32)>) {
    let mut last = None;
    for (x, y) in all {
        if last == Some((x, y - ROW)) {
            let _ = write!(path, "m0 {ROW}{HEXAGON}");
        } else {
            add_hex(path, (x, y));
        }
        last = Some((x, y));
    }
}

/// A part of the drawing: left, top, width, height.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) wide: i32,
    pub(super) high: i32,
}

impl Frame {
    /// The whole ground with its margin.
    pub(super) fn whole(ground: &Battleground) -> Frame {
        let (cols, rows) = (i32::from(ground.grid().cols()), i32::from(ground.grid().rows()));
        Frame {
            left: COLUMN - 24 - MARGIN,
            top: ROW - 21 - MARGIN,
            wide: COLUMN * (cols - 1) + 48 + 2 * MARGIN,
            high: ROW * rows + 21 + 2 * MARGIN,
        }
    }

    /// What holds all these points with room about them, no smaller than is good to look at, within the whole.
    pub(super) fn about(points: &[(i32, i32)], whole: Frame) -> Frame {
        const ROOM: i32 = 110;
        let Some(first) = points.first() else { return whole };
        let (mut left, mut top, mut right, mut bottom) = (first.0, first.1, first.0, first.1);
        for (x, y) in points {
            (left, right) = (left.min(*x), right.max(*x));
            (top, bottom) = (top.min(*y), bottom.max(*y));
        }
        let mut wide = (right - left + 2 * ROOM).max(22 * COLUMN);
        let mut high = (bottom - top + 2 * ROOM).max(14 * ROW);
        // Neither a slit nor a tower; what is higher than wide fills a pane that is.
        wide = wide.max(high * 8 / 10).min(whole.wide);
        high = high.max(wide * 6 / 10).min(whole.high);
        // Nearly everything is everything.
        if wide * 10 > whole.wide * 8 && high * 10 > whole.high * 8 {
            return whole;
        }
        let fit = |middle: i32, size: i32, from: i32, all: i32| (middle - size / 2).clamp(from, from + all - size);
        Frame {
            left: fit((left + right) / 2, wide, whole.left, whole.wide),
            top: fit((top + bottom) / 2, high, whole.top, whole.high),
            wide,
            high,
        }
    }

    /// As an SVG `viewBox`.
    pub(super) fn view_box(self) -> String {
        format!("{} {} {} {}", self.left, self.top, self.wide, self.high)
    }

    /// Whether a point lies in it.
    pub(super) fn holds(self, (x, y): (i32, i32)) -> bool {
        (self.left..=self.left + self.wide).contains(&x) && (self.top..=self.top + self.high).contains(&y)
    }
}
