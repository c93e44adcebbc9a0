//! Lines of sight and of fire (10.2): who sees whom, through what, and what a line of fire passes.
//!
//! [`judge`] walks one line and says why it is blocked. [`SightLines`] holds the same answers for all pairs of hexes of a ground in one
//! mode. It is built for many hexes at once: lines of equal length and direction take equal steps, so one walk serves a whole
//! column of the map, a bit a hex.

mod build;
mod compass;
mod line;

pub(crate) use compass::Compass;
pub use line::{FireLine, FriendSteps, Line, MOST_ALONG, MOST_ON_LINE};

use crate::map::Battleground;
use crate::words::{Cover, CoverSide, Edging, Feature, Mode};
use hulldown_core::hex::{HexId, LineStep, Side, line};
use std::fmt;

/// Who sees whom on a ground in one mode, and behind what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SightLines {
    hexes: usize,
    /// Words of 64 hexes a row.
    stride: usize,
    clear: Vec<u64>,
    /// The two bits of the [`Cover`] against clear lines.
    cover: [Vec<u64>; 2],
}

impl SightLines {
    /// Works out all lines.
    pub fn new(ground: &Battleground, mode: Mode) -> SightLines {
        build::build(ground, mode)
    }

    fn empty(hexes: usize) -> SightLines {
        let stride = hexes.div_ceil(64);
        let plane = || vec![0; hexes * stride];
        SightLines { hexes, stride, clear: plane(), cover: [plane(), plane()] }
    }

    /// The word and the bit of a pair.
    #[inline]
    fn place(&self, from: HexId, to: HexId) -> (usize, u64) {
        (from.index() * self.stride + to.index() / 64, 1 << (to.index() % 64))
    }

    /// Whether the line between two hexes is clear; the same both ways. A hex sees itself.
    #[inline]
    pub fn clear(&self, from: HexId, to: HexId) -> bool {
        let (word, bit) = self.place(from, to);
        self.clear[word] & bit != 0
    }

    /// What covers a target in `to` against `from`. Only clear lines have an answer; blocked ones say [`Cover::None`].
    #[inline]
    pub fn cover(&self, from: HexId, to: HexId) -> Cover {
        let (word, bit) = self.place(from, to);
        let low = usize::from(self.cover[0][word] & bit != 0);
        let high = usize::from(self.cover[1][word] & bit != 0);
        Cover::ALL[2 * high + low]
    }

    /// The hexes one sees from a hex, itself included, as bits: 64 hexes a word, the lowest number first.
    #[inline]
    pub fn bits(&self, from: HexId) -> &[u64] {
        &self.clear[from.index() * self.stride..][..self.stride]
    }

    /// The hexes one sees from a hex, itself included, in the order of their numbers.
    pub fn seen_from(&self, from: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.bits(from).iter().enumerate().flat_map(|(word, bits)| {
            std::iter::successors((*bits != 0).then_some(*bits), |bits| {
                let rest = bits & (bits - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |bits| HexId((64 * word) as u16 + bits.trailing_zeros() as u16))
        })
    }

    /// How many hexes one sees from a hex, itself included.
    pub fn count(&self, from: HexId) -> u32 {
        self.bits(from).iter().map(|bits| bits.count_ones()).sum()
    }

    /// How many hexes there are.
    pub const fn hexes(&self) -> usize {
        self.hexes
    }
}

/// What blocks a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Block {
    /// It passes through an obstructing hex that holds neither unit (10.22D).
    Hex(HexId),
    /// It crosses an obstructing hexside that is next to neither unit (10.22C).
    Side(HexId, HexId, Feature),
    /// It runs along an obstructing hexside (10.23).
    AlongSide(HexId, HexId, Feature),
    /// It runs along a hexside of a woods hex (10.24).
    AlongWoods(HexId),
    /// It passes the corner of a hex where two of its hexsides obstruct (R13b).
    Corner(HexId),
}

impl Block {
    /// In words.
    pub fn words(self, ground: &Battleground) -> String {
        struct Words<'a>(Block, &'a Battleground);
        impl fmt::Display for Words<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let name = |id: HexId| self.1.name(id);
                match self.0 {
                    Block::Hex(h) => write!(f, "{} hex {}", self.1.terrain(h), name(h)),
                    Block::Side(a, b, what) => write!(f, "{what} hexside {}/{}", name(a), name(b)),
                    Block::AlongSide(a, b, what) => write!(f, "runs along {what} hexside {}/{}", name(a), name(b)),
                    Block::AlongWoods(h) => write!(f, "runs along a hexside of {} hex {}", self.1.terrain(h), name(h)),
                    Block::Corner(h) => write!(f, "vertex of {} between two obstructing hexsides", name(h)),
                }
            }
        }
        Words(self, ground).to_string()
    }
}

/// What one line comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The first thing that blocks it, seen from its start.
    pub block: Option<Block>,
    /// What covers a target at its end; a blocked line has no cover.
    pub cover: Cover,
}

/// Walks one line from `from` to `to` and looks at everything on it. [`SightLines`] has the same answers ready.
pub fn judge(ground: &Battleground, mode: Mode, from: HexId, to: HexId) -> Judged {
    let outside = |nth| ground.depression(from) != Some(nth) && ground.depression(to) != Some(nth);
    // The feature of a side of a hex, if it obstructs here.
    let obstructs = |hex: HexId, side: Side| {
        let feature = ground.edging(hex, side).feature()?;
        let ignored = ground.rim(hex, side).is_some_and(outside);
        (ground.effects().side(mode, feature).obstructs && !ignored).then_some(feature)
    };
    let thick = |hex: HexId| ground.effects().hex(mode, ground.terrain(hex)).obstructs;
    let mut judged = Judged { block: None, cover: Cover::None };
    for step in line(ground.hex(from), ground.hex(to)) {
        let (Some(a), Some(b)) = (ground.id(step.from()), ground.id(step.to())) else { continue };
        let mut found = None;
        match step {
            LineStep::Cross { side, .. } => {
                if a != from && b != to {
                    found = obstructs(a, side).map(|feature| Block::Side(a, b, feature));
                }
                judged.cover = cover(ground, mode, b, (side.opposite(), None), &obstructs);
            }
            LineStep::Along { sides: [first, second], between: [left, right], .. } => {
                let corner = |hex: HexId, s: Side, t: Side| {
                    (obstructs(hex, s).is_some() && obstructs(hex, t).is_some()).then_some(Block::Corner(hex))
                };
                if a != from {
                    found = corner(a, first, second);
                }
                let (l, r) = (ground.id(left), ground.id(right));
                if let (None, Some(l), Some(r), Some(side)) = (found, l, r, left.side_to(right)) {
                    found = obstructs(l, side).map(|feature| Block::AlongSide(l, r, feature));
                }
                let woods = [l, r].into_iter().flatten().find(|hex| thick(*hex));
                found = found.or(woods.map(Block::AlongWoods));
                if b != to {
                    found = found.or(corner(b, second.opposite(), first.opposite()));
                }
                let entered = (second.opposite(), Some(first.opposite()));
                judged.cover = cover(ground, mode, b, entered, &obstructs);
            }
        }
        if b != to && thick(b) {
            found = found.or(Some(Block::Hex(b)));
        }
        judged.block = judged.block.or(found);
    }
    if judged.block.is_some() {
        judged.cover = Cover::None;
    }
    judged
}

/// What covers a target in a hex that the line enters by this side, or at the corner of these two.
fn cover(
    ground: &Battleground,
    mode: Mode,
    target: HexId,
    (first, second): (Side, Option<Side>),
    obstructs: &impl Fn(HexId, Side) -> Option<Feature>,
) -> Cover {
    let one = |side: Side| match obstructs(target, side) {
        None => Cover::None,
        Some(Feature::Berm) => Cover::Berm,
        Some(Feature::Slope) if shelters(ground, mode, ground.edging(target, side)) => Cover::Slope,
        Some(Feature::Slope) => Cover::Hidden,
    };
    let first = one(first);
    let Some(second) = second.map(one) else { return first };
    match (first, second) {
        (Cover::None, _) | (_, Cover::None) => Cover::None,
        (Cover::Hidden, _) | (_, Cover::Hidden) => Cover::Hidden,
        (a, b) if a == b => a,
        _ if berm_is_less(ground, mode) => Cover::Berm,
        _ => Cover::Slope,
    }
}

/// Whether an obstructing hexside adds Defense Strength to a target that sees it so (10.61).
fn shelters(ground: &Battleground, mode: Mode, edging: Edging) -> bool {
    match edging {
        Edging::Clear => false,
        Edging::Berm | Edging::Foot => true,
        Edging::Brow => ground.effects().side(mode, Feature::Slope).cover_side == CoverSide::Both,
    }
}

/// Of a berm and a slope at one corner the smaller strength counts.
fn berm_is_less(ground: &Battleground, mode: Mode) -> bool {
    let strength = |feature| {
        let effect = ground.effects().side(mode, feature);
        u16::from(effect.veh_dsp) + u16::from(effect.soft_dsp)
    };
    strength(Feature::Berm) <= strength(Feature::Slope)
}
