//! The battlefield: 24 hexes in six rows of four, even rows half a hex to the right (R3). Row 1 is the enemy's edge, row 6 ours.

mod field;

pub use field::Battlefield;

use hulldown_core::key_as_text;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Rows of the battlefield.
pub const ROWS: usize = 6;
/// Hexes of a row.
pub const COLS: usize = 4;
/// Hexes there are.
pub const HEXES: usize = ROWS * COLS;
/// A power of two with room for them.
const ROOM: usize = 32;

/// A hex; people and files call it by row and column, 11 to 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Hex(Place);

/// The places of the 24 hexes. They are an enum, so that no place in an array of them has to be checked for, and nowhere takes no room.
#[rustfmt::skip]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
enum Place {
    H11, H12, H13, H14, H21, H22, H23, H24, H31, H32, H33, H34, H41, H42, H43, H44, H51, H52, H53, H54, H61, H62, H63, H64,
}

/// The hexes by their places, with room to spare.
const ALL: [Hex; ROOM] = {
    use Place::*;
    let places = [
        H11, H12, H13, H14, H21, H22, H23, H24, H31, H32, H33, H34, H41, H42, H43, H44, H51, H52, H53, H54, H61, H62,
        H63, H64,
    ];
    let (mut all, mut at) = ([Hex(H64); ROOM], 0);
    while at < HEXES {
        all[at] = Hex(places[at]);
        at += 1;
    }
    all
};

key_as_text!(Hex);

impl Hex {
    /// All of them, in the order of their ids.
    pub fn all() -> impl Iterator<Item = Hex> {
        ALL.into_iter().take(HEXES)
    }

    /// The hex with this id, such as 61.
    pub const fn new(id: u8) -> Option<Hex> {
        let (row, col) = (id / 10, id % 10);
        if row >= 1 && row <= ROWS as u8 && col >= 1 && col <= COLS as u8 {
            Some(ALL[(row - 1) as usize * COLS + (col - 1) as usize])
        } else {
            None
        }
    }

    /// Row and column as one number.
    pub const fn id(self) -> u8 {
        (self.row() + 1) * 10 + self.0 as u8 % COLS as u8 + 1
    }

    /// Its row, from 0 at the enemy's edge.
    pub const fn row(self) -> u8 {
        self.0 as u8 / COLS as u8
    }

    /// Its place in arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it lies in our row, the lowest.
    pub const fn is_bottom(self) -> bool {
        self.row() == ROWS as u8 - 1
    }

    /// How far another hex is.
    #[inline]
    pub const fn distance(self, other: Hex) -> u8 {
        DISTANCE[self.index()][other.index()]
    }

    /// How far another hex is, as a column of what is printed by range.
    #[inline]
    pub const fn column_to(self, other: Hex) -> usize {
        RECKONED[self.index()][other.index()] as usize
    }

    /// The hexes next to it.
    #[inline]
    pub const fn near(self) -> Hexes {
        NEAR[self.index()]
    }

    /// The hexes at a range.
    #[inline]
    pub const fn ring(self, range: u8) -> Hexes {
        if (range as usize) < RANGES { RING[self.index()][range as usize] } else { Hexes::NONE }
    }

    /// The hexes from one range to another; none if the first is the greater. No range is 8 or more.
    #[inline]
    pub const fn between(self, least: u8, most: u8) -> Hexes {
        self.across(Span::new(least, most))
    }

    /// The hexes across a span.
    #[inline]
    pub const fn across(self, span: Span) -> Hexes {
        BETWEEN[self.index()][span.0 as usize % SPANS]
    }

    /// The hexes up to a range.
    #[inline]
    pub const fn within(self, range: u8) -> Hexes {
        if (range as usize) < RANGES { WITHIN[self.index()][range as usize] } else { Hexes::ALL }
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id())
    }
}

impl FromStr for Hex {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        text.parse().ok().and_then(Hex::new).ok_or(())
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.id())
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let id = u8::deserialize(from)?;
        Hex::new(id).ok_or_else(|| serde::de::Error::custom(format_args!("no hex is called {id}")))
    }
}

/// Some of the hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hexes(u32);

impl Hexes {
    /// None.
    pub const NONE: Hexes = Hexes(0);
    /// All 24.
    pub const ALL: Hexes = Hexes((1 << HEXES) - 1);

    /// The enemy's end of the battlefield.
    pub const TOP: Hexes = Hexes::row(0);

    /// Ours.
    pub const BOTTOM: Hexes = Hexes::row(ROWS as u8 - 1);

    /// One.
    #[inline]
    pub const fn one(hex: Hex) -> Hexes {
        Hexes(1 << hex.0 as u8)
    }

    /// A row, from 0.
    pub const fn row(row: u8) -> Hexes {
        Hexes(0b1111 << (row * COLS as u8))
    }

    /// Whether a hex is among them.
    #[inline]
    pub const fn has(self, hex: Hex) -> bool {
        self.0 >> hex.0 as u8 & 1 == 1
    }

    /// The same of one told by its place, of which only the five lowest bits count.
    #[inline]
    pub(crate) const fn has_place(self, place: u8) -> bool {
        self.0 >> (place % ROOM as u8) & 1 == 1
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether they hold something that may be nowhere.
    #[inline]
    pub fn hold(self, hex: Option<Hex>) -> bool {
        // The bits beyond the last hex are never set: nowhere is the first of them.
        self.0 >> hex.map_or(HEXES as u8, |hex| hex.0 as u8) & 1 == 1
    }

    /// Those in both.
    #[inline]
    pub const fn and(self, other: Hexes) -> Hexes {
        Hexes(self.0 & other.0)
    }

    /// Those in either.
    #[inline]
    pub const fn or(self, other: Hexes) -> Hexes {
        Hexes(self.0 | other.0)
    }

    /// Those not in the other.
    #[inline]
    pub const fn without(self, other: Hexes) -> Hexes {
        Hexes(self.0 & !other.0)
    }

    /// The hexes next to any of them.
    #[inline]
    pub const fn near(self) -> Hexes {
        const FIRST: u32 = 0x11_1111;
        const LAST: u32 = 0x88_8888;
        const ODD: u32 = 0xF0_F0F0;
        let (left, right) = (self.0 & !FIRST, self.0 & !LAST);
        // An even row (odd from 0) stands half a hex to the right.
        let (slanting_left, slanting_right) = (left & !ODD, right & ODD);
        let beside = left >> 1 | right << 1;
        let above = self.0 >> 4 | slanting_left >> 5 | slanting_right >> 3;
        let below = self.0 << 4 | slanting_left << 3 | slanting_right << 5;
        Hexes((beside | above | below) & Hexes::ALL.0)
    }

    /// The first of them.
    pub fn first(self) -> Option<Hex> {
        self.into_iter().next()
    }
}

impl Iterator for Hexes {
    type Item = Hex;
    #[inline]
    fn next(&mut self) -> Option<Hex> {
        if self.0 == 0 {
            return None;
        }
        let hex = ALL[self.0.trailing_zeros() as usize % ROOM];
        self.0 &= self.0 - 1;
        Some(hex)
    }

    #[inline]
    fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Hex> {
        (0..n).for_each(|_| self.0 &= self.0.wrapping_sub(1));
        self.next()
    }
}

impl FromIterator<Hex> for Hexes {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        hexes.into_iter().fold(Hexes::NONE, |all, hex| all.or(Hexes::one(hex)))
    }
}

/// Those of several that are somewhere; without a branch for each, since nobody could guess it.
impl FromIterator<Option<Hex>> for Hexes {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Option<Hex>>>(hexes: I) -> Self {
        // Nowhere is the bit after the last hex.
        let bit = |hex: Option<Hex>| 1u32 << hex.map_or(HEXES as u8, |hex| hex.0 as u8);
        let bits = hexes.into_iter().fold(0, |bits, hex| bits | bit(hex));
        Hexes(bits).and(Hexes::ALL)
    }
}

static NEAR: [Hexes; ROOM] = {
    let (mut near, mut at) = ([Hexes(0); ROOM], 0);
    while at < HEXES {
        let (row, col) = ((at / COLS) as i8, (at % COLS) as i8);
        // An even row (odd from 0) stands half a hex to the right.
        let shift = row % 2;
        let around = [(0, -1), (0, 1), (-1, shift - 1), (-1, shift), (1, shift - 1), (1, shift)];
        let mut n = 0;
        while n < around.len() {
            let (r, c) = (row + around[n].0, col + around[n].1);
            if r >= 0 && r < ROWS as i8 && c >= 0 && c < COLS as i8 {
                near[at].0 |= 1 << (r * COLS as i8 + c);
            }
            n += 1;
        }
        at += 1;
    }
    near
};

static DISTANCE: [[u8; ROOM]; ROOM] = {
    let (mut distance, mut from) = ([[0; ROOM]; ROOM], 0);
    while from < HEXES {
        let (mut seen, mut edge, mut steps) = (1u32 << from, 1u32 << from, 0);
        while edge != 0 {
            let (mut next, mut at) = (0, 0);
            while at < HEXES {
                if edge >> at & 1 == 1 {
                    distance[from][at] = steps;
                    next |= NEAR[at].0;
                }
                at += 1;
            }
            edge = next & !seen;
            seen |= next;
            steps += 1;
        }
        from += 1;
    }
    distance
};

/// The same as attacks are reckoned: what is farther than 4 counts as 4.
static RECKONED: [[u8; ROOM]; ROOM] = {
    let (mut reckoned, mut from) = (DISTANCE, 0);
    while from < HEXES {
        let mut to = 0;
        while to < HEXES {
            if reckoned[from][to] > FARTHEST {
                reckoned[from][to] = FARTHEST;
            }
            to += 1;
        }
        from += 1;
    }
    reckoned
};

/// The last column of what is printed by range.
const FARTHEST: u8 = 4;

/// One more than the greatest range there is.
const RANGES: usize = 8;

static RING: [[Hexes; RANGES]; ROOM] = {
    let (mut ring, mut from) = ([[Hexes(0); RANGES]; ROOM], 0);
    while from < HEXES {
        let mut to = 0;
        while to < HEXES {
            ring[from][DISTANCE[from][to] as usize].0 |= 1 << to;
            to += 1;
        }
        from += 1;
    }
    ring
};

static WITHIN: [[Hexes; RANGES]; ROOM] = {
    let (mut within, mut from) = (RING, 0);
    while from < HEXES {
        let mut range = 1;
        while range < RANGES {
            within[from][range].0 |= within[from][range - 1].0;
            range += 1;
        }
        from += 1;
    }
    within
};

/// From one range to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span(u8);

/// The spans there are.
const SPANS: usize = RANGES * RANGES;

impl Span {
    /// From the least range to the greatest, both less than 8; no hex is across it if the least is greater.
    #[inline]
    pub const fn new(least: u8, most: u8) -> Span {
        Span(least % RANGES as u8 * RANGES as u8 + most % RANGES as u8)
    }
}

static BETWEEN: [[Hexes; SPANS]; ROOM] = {
    let (mut between, mut from) = ([[Hexes(0); SPANS]; ROOM], 0);
    while from < HEXES {
        let mut least = 0;
        while least < RANGES {
            let (mut all, mut most) = (0, least);
            while most < RANGES {
                all |= RING[from][most].0;
                between[from][least * RANGES + most] = Hexes(all);
                most += 1;
            }
            least += 1;
        }
        from += 1;
    }
    between
};

/// Of some hexes those that are nearest to one.
#[inline]
pub fn nearest(hex: Hex, some: Hexes) -> Hexes {
    let rings = RING[hex.index()].iter().map(|ring| ring.and(some));
    rings.into_iter().find(|here| !here.is_empty()).unwrap_or(Hexes::NONE)
}

/// How far the nearest of some hexes is from one.
#[inline]
pub fn distance(hex: Hex, some: Hexes) -> Option<u8> {
    // Counted without a branch: nobody could guess it.
    let range: u32 = WITHIN[hex.index()].iter().map(|near| u32::from(near.and(some).is_empty())).sum();
    (range < RANGES as u32).then_some(range as u8)
}

/// The hexes next to one from which fewer steps lead to another, through hexes that may be entered; neither of the two need be.
#[inline]
pub fn closer(from: Hex, to: Hex, through: Hexes) -> Hexes {
    let (mut edge, mut reached) = (Hexes::one(to), Hexes::one(to));
    if from == to {
        return Hexes::NONE;
    }
    let mut next = to.near();
    while !edge.is_empty() {
        if next.has(from) {
            return from.near().and(through).and(reached);
        }
        reached = reached.or(next);
        edge = next.and(through);
        next = edge.near().without(reached);
    }
    Hexes::NONE
}

/// Of some hexes those from which fewest steps lead to others, through hexes that may be entered.
pub fn closest(from: Hexes, to: Hexes, through: Hexes) -> Hexes {
    let (mut edge, mut reached) = (to, to);
    while !edge.is_empty() {
        let here = from.and(edge);
        if !here.is_empty() {
            return here;
        }
        edge = edge.near().and(through).without(reached);
        reached = reached.or(edge);
    }
    Hexes::NONE
}

/// All hexes reached from some in so many steps through these.
#[inline]
pub fn spread(from: Hexes, through: Hexes, steps: u8) -> Hexes {
    let (mut reached, mut edge, mut left) = (from, from, steps);
    while left > 0 && !edge.is_empty() {
        edge = edge.near().and(through).without(reached);
        reached = reached.or(edge);
        left -= 1;
    }
    reached
}
