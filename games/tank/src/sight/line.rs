//! Lines of fire: what they pass, and what they run along (8.53).

use super::Battleground;
use crate::charts::{MOST_RANGE, MOST_UNITS};
use crate::state::MOST_STEPS;
use crate::words::Kind;
use arrayvec::ArrayVec;
use hulldown_core::hex::{Hex, HexId, LineStep, Offset, Side, line};

/// The most hexes a line of fire passes: never more than three for two of range.
pub const MOST_ON_LINE: usize = MOST_RANGE as usize * 3 / 2 + 2;

/// The most hexsides a line of fire runs along: one for two of range.
pub const MOST_ALONG: usize = MOST_RANGE as usize / 2;

/// A line of fire as it can be stepped on (8.53): hexes it passes, the last included, and hexsides it runs along.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FireLine {
    /// The hexes on it, from the firer outwards, his own not included.
    pub hexes: ArrayVec<HexId, MOST_ON_LINE>,
    /// The hexsides it runs along, by the two hexes beside each, the lower number first. Those at the edge of the map are left out:
    /// nobody crosses them.
    pub sides: ArrayVec<[HexId; 2], MOST_ALONG>,
}

impl FireLine {
    /// The line from a firer to a hex; `None` beyond [`MOST_RANGE`].
    pub fn new(ground: &Battleground, from: HexId, to: HexId) -> Option<FireLine> {
        if ground.range(from, to) > MOST_RANGE {
            return None;
        }
        let mut fire = FireLine { hexes: ArrayVec::new(), sides: ArrayVec::new() };
        for step in line(ground.hex(from), ground.hex(to)) {
            if let LineStep::Along { between: [a, b], .. } = step
                && let (Some(a), Some(b)) = (ground.id(a), ground.id(b))
            {
                fire.sides.push([a.min(b), a.max(b)]);
            }
            fire.hexes.extend(ground.id(step.to()));
        }
        Some(fire)
    }

    /// The six hexes about infantry that watches them (8.84), but for those over the sides that are spared: no hexsides.
    pub fn around(ground: &Battleground, from: HexId, spared: u8) -> FireLine {
        let watched = Side::ALL.into_iter().filter(|side| spared & 1 << side.index() == 0);
        let hexes = watched.filter_map(|side| ground.next(from, side)).collect();
        FireLine { hexes, sides: ArrayVec::new() }
    }

    /// Whether someone in this hex is on it.
    #[inline]
    pub fn passes(&self, hex: HexId) -> bool {
        self.hexes.contains(&hex)
    }

    /// Whether a step from one hex to the next crosses a hexside it runs along.
    #[inline]
    pub fn is_crossed(&self, from: HexId, to: HexId) -> bool {
        self.sides.contains(&[from.min(to), from.max(to)])
    }
}

/// The same line as the rules ask about it: it lists nothing, and answers for one hex or one step at a time.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    ground: &'a Battleground,
    from: HexId,
    way: Way,
}

#[derive(Clone, Copy, Debug)]
enum Way {
    /// Straight on so far.
    To {
        start: Hex,
        way: Offset,
        /// How far from the line the center of a hex lies that it only touches, in the measure of the cross product.
        half: i32,
    },
    /// All about, but for the sides that are spared, as bits.
    Around(u8),
}

impl<'a> Line<'a> {
    /// The line from a firer to a hex.
    #[inline]
    pub fn to(ground: &'a Battleground, from: HexId, to: HexId) -> Line<'a> {
        let start = ground.hex(from);
        let way = start.to(ground.hex(to));
        Line { ground, from, way: Way::To { start, way, half: half(way) } }
    }

    /// The six hexes about infantry that watches them, but for those over the sides that are spared.
    #[inline]
    pub fn around(ground: &'a Battleground, from: HexId, spared: u8) -> Line<'a> {
        Line { ground, from, way: Way::Around(spared) }
    }

    /// Whether someone in this hex is on it: the line goes through the hex and does not only touch it.
    #[inline]
    pub fn passes(&self, hex: HexId) -> bool {
        match self.way {
            Way::To { start, way, half } => {
                let there = start.to(self.ground.hex(hex));
                way.cross(there).abs() < half && between(way, there)
            }
            Way::Around(spared) => {
                self.ground.side_to(self.from, hex).is_some_and(|side| spared & 1 << side.index() == 0)
            }
        }
    }

    /// [8.41] Whether one of these stands on it in the way of a firer of this kind.
    pub(crate) fn is_masked(&self, kind: Kind, mut others: impl Iterator<Item = (Kind, HexId)>) -> bool {
        others.any(|(other, hex)| !kind.fires_past(other) && self.passes(hex))
    }

    /// Whether a step from one hex to the next crosses a hexside it runs along: it touches both, one on each side.
    #[inline]
    pub fn is_crossed(&self, from: HexId, to: HexId) -> bool {
        let Way::To { start, way, half } = self.way else { return false };
        let there = start.to(self.ground.hex(from));
        let side = way.cross(there);
        side.abs() == half && way.cross(start.to(self.ground.hex(to))) == -side && between(way, there)
    }
}

/// The most steps and stays that are kept in mind: whole plots of a whole force.
const MOST_WAYS: usize = MOST_UNITS * (MOST_STEPS + 3);

/// A step as someone sees it who may fire along a line from his hex: the ways to where it begins and ends.
#[derive(Clone, Copy)]
struct Seen {
    from: [i16; 2],
    to: [i16; 2],
    /// The directions in which the hex lies where it ends.
    sectors: u64,
}

/// Steps, and stays in one hex, as he sees them.
pub struct FriendSteps<'a> {
    ground: &'a Battleground,
    start: HexId,
    /// The directions in which one of them ends: nothing is in the way of any other.
    sectors: u64,
    seen: ArrayVec<Seen, MOST_WAYS>,
}

impl<'a> FriendSteps<'a> {
    /// None so far, seen from a hex.
    #[inline]
    pub fn new(ground: &'a Battleground, start: HexId) -> FriendSteps<'a> {
        FriendSteps { ground, start, sectors: 0, seen: ArrayVec::new() }
    }

    /// Puts in steps from one hex to the next, or without the first stays in the second.
    #[inline]
    pub fn extend(&mut self, steps: impl Iterator<Item = (Option<HexId>, HexId)>) {
        let (ground, compass) = (self.ground, self.ground.compass());
        let start = ground.hex(self.start);
        let way = |hex: HexId| {
            let Offset { x, y } = start.to(ground.hex(hex));
            [x as i16, y as i16]
        };
        for (from, to) in steps {
            let (ends, sectors) = (way(to), compass.shadow(self.start, to));
            self.seen.push(Seen { from: from.map_or(ends, way), to: ends, sectors });
            self.sectors |= sectors;
        }
    }

    /// Whether all of them are in other directions than a hex; then none is in its way.
    #[inline]
    pub fn are_aside(&self, to: HexId) -> bool {
        self.sectors & self.ground.compass().sector(self.start, to) == 0
    }

    /// Whether one of them comes onto the line to a hex: it passes the hex in which the step ends, or runs along the hexside it crosses.
    #[inline]
    pub fn mask(&self, to: HexId) -> bool {
        let sector = self.ground.compass().sector(self.start, to);
        self.sectors & sector != 0 && self.masked(to, sector)
    }

    fn masked(&self, to: HexId, sector: u64) -> bool {
        let way = self.ground.hex(self.start).to(self.ground.hex(to));
        let half = half(way);
        let offset = |[x, y]: [i16; 2]| Offset { x: x.into(), y: y.into() };
        self.seen.iter().filter(|seen| seen.sectors & sector != 0).any(|seen| {
            let (to, from) = (offset(seen.to), offset(seen.from));
            let side = way.cross(to);
            (side.abs() < half && between(way, to))
                || (side.abs() == half && way.cross(from) == -side && between(way, from))
        })
    }
}

/// How far from a line the center of a hex lies that it only touches, in the measure of the cross product: a hex reaches from its center
/// to the corners (2, 0), (1, 1) and (1, -1), and their opposites.
#[inline]
fn half(way: Offset) -> i32 {
    (2 * way.y).abs().max((way.x - way.y).abs()).max((way.x + way.y).abs())
}

/// Whether a hex that a line touches lies between its ends: not beside the first nor behind it, not beyond the last.
#[inline]
fn between(way: Offset, there: Offset) -> bool {
    // Columns are nearer to each other than the stretched plane has them: the square of that is 3.
    let along = |other: Offset| way.x * other.x + 3 * way.y * other.y;
    let ahead = along(there);
    ahead > 0 && ahead <= along(way)
}
