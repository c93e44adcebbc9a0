//! In which direction hexes lie, roughly: enough to know at once that most of them are not on a line.

use hulldown_core::hex::{Grid, HexId, Offset, Side};

/// How many directions are told apart.
const SECTORS: i32 = 64;

/// The corners of a hex, from its center.
const CORNERS: [(i32, i32); 6] = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];

/// The directions from any hex of a grid to any other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Compass {
    /// Where each hex lies, as one number: the differences of two say how one lies to the other.
    place: Vec<i32>,
    /// The difference that is none.
    none: i32,
    /// By difference: the sector in which the other's center lies, and all in which any of it does, as bits.
    sector: Vec<u8>,
    shadow: Vec<u64>,
    /// And the sides, as bits, for which it lies in the fan of one who faces them (7.21).
    fans: Vec<u8>,
}

impl Compass {
    pub(crate) fn new(grid: Grid) -> Compass {
        let (cols, half_rows) = (i32::from(grid.cols()), 2 * i32::from(grid.rows()) + 1);
        let column = 2 * half_rows + 1;
        let place = (0..grid.len() as u16).map(|id| {
            let at = grid.hex(HexId(id)).center();
            at.x / 3 * column + at.y
        });
        let ways = (-cols..=cols).flat_map(|col| (-half_rows..=half_rows).map(move |y| Offset { x: 3 * col, y }));
        Compass {
            place: place.collect(),
            none: cols * column + half_rows,
            sector: ways.clone().map(|way| sector(way) as u8).collect(),
            shadow: ways.clone().map(shadow).collect(),
            fans: ways.map(fans).collect(),
        }
    }

    #[inline]
    fn way(&self, from: HexId, to: HexId) -> usize {
        (self.none + self.place[to.index()] - self.place[from.index()]) as usize
    }

    /// The direction in which the center of a hex lies, as a bit.
    #[inline]
    pub(crate) fn sector(&self, from: HexId, to: HexId) -> u64 {
        1 << self.sector[self.way(from, to)]
    }

    /// The directions in which any part of a hex lies, as bits; of one's own hex none.
    #[inline]
    pub(crate) fn shadow(&self, from: HexId, to: HexId) -> u64 {
        self.shadow[self.way(from, to)]
    }

    /// Whether a hex lies in the fan of one who faces a side.
    #[inline]
    pub(crate) fn in_fan(&self, from: HexId, facing: Side, to: HexId) -> bool {
        self.fans[self.way(from, to)] & 1 << facing.index() != 0
    }
}

fn fans(way: Offset) -> u8 {
    Side::ALL.into_iter().filter(|side| way.turned(*side).in_fan()).fold(0, |bits, side| bits | 1 << side.index())
}

/// Round the clock, as many to each quarter.
fn sector(way: Offset) -> i32 {
    let Offset { x, y } = way;
    let quarter = SECTORS / 4;
    let steep = (quarter * y.abs() / (x.abs() + y.abs()).max(1)).min(quarter - 1);
    match (x >= 0, y >= 0) {
        (true, true) => steep,
        (false, true) => 2 * quarter - 1 - steep,
        (false, false) => 2 * quarter + steep,
        (true, false) => 4 * quarter - 1 - steep,
    }
}

/// From the sector of one corner to that of another, the way that is shorter than half the clock.
fn shadow(way: Offset) -> u64 {
    if (way.x, way.y) == (0, 0) {
        return 0;
    }
    let middle = sector(way);
    let half = SECTORS / 2;
    let aside = CORNERS.map(|(x, y)| {
        let corner = sector(Offset { x: way.x + x, y: way.y + y });
        (corner - middle + half).rem_euclid(SECTORS) - half
    });
    let (first, last) = aside.iter().fold((0, 0), |(first, last), aside| (first.min(*aside), last.max(*aside)));
    (first..=last).fold(0, |bits, aside| bits | 1 << (middle + aside).rem_euclid(SECTORS))
}
