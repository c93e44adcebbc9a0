//! Hexes in exact integers: numbers, neighbors, ranges, lines, arcs and the cost of going somewhere.
//!
//! Hexes have flat tops; columns run from west to east, rows from north to south, and **even columns lie half a hex further south**.
//! The plane is stretched so that everything that matters has integer coordinates: the center of (column, row) is
//! `X = 3 column`, `Y = 2 row`, one more in an even column, and a hex reaches from its center to the corners (±1, ±1) and (±2, 0).
//! Straight lines stay straight in it, and no rule measures an angle.
//!
//! Lines are walked by [`line()`], costs are spread by [`Paths`].

mod line;
mod path;

pub use line::{LineStep, Walk, line};
pub use path::Paths;

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A side of a hex, and the direction that leads over it: A is north, then clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
pub enum Side {
    /// North.
    A,
    /// Northeast.
    B,
    /// Southeast.
    C,
    /// South.
    D,
    /// Southwest.
    E,
    /// Northwest.
    F,
}

impl Side {
    /// All six, clockwise from north.
    pub const ALL: [Side; 6] = [Side::A, Side::B, Side::C, Side::D, Side::E, Side::F];

    /// How many sides clockwise of A it lies.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side so many clockwise of A; numbers go round.
    #[inline]
    pub const fn at(index: usize) -> Side {
        Side::ALL[index % 6]
    }

    /// The side so many further clockwise, or anticlockwise if below 0.
    #[inline]
    pub const fn turned(self, by: i8) -> Side {
        Side::ALL[(self as i8 + by).rem_euclid(6) as usize]
    }

    /// The side across the hex, which is also what the neighbor calls this one.
    #[inline]
    pub const fn opposite(self) -> Side {
        Side::ALL[(self as usize + 3) % 6]
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        (b'A' + self as u8) as char
    }

    /// Its compass name.
    pub const fn name(self) -> &'static str {
        ["north", "northeast", "southeast", "south", "southwest", "northwest"][self as usize]
    }

    /// The side with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.letter() == letter.to_ascii_uppercase())
    }

    /// From the center of a hex to the center of the neighbor over this side.
    #[inline]
    const fn to_next(self) -> Offset {
        const NEXT: [(i32, i32); 6] = [(0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1)];
        let (x, y) = NEXT[self as usize];
        Offset { x, y }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

impl FromStr for Side {
    type Err = String;
    fn from_str(text: &str) -> Result<Side, String> {
        let mut letters = text.chars();
        match (letters.next().and_then(Side::from_letter), letters.next()) {
            (Some(side), None) => Ok(side),
            _ => Err(format!("`{text}` is not a direction: A (north) and clockwise to F")),
        }
    }
}

/// A hex of the endless plane by column and row; whether a map has it is for its [`Grid`] to say.
///
/// Its text is its number: two digits of column, two of row, as in `3704` (columns from 100 on have three).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Hex {
    /// Its column, 1 the westernmost of a map.
    pub col: i16,
    /// Its row, 1 the northernmost of a map.
    pub row: i16,
}

impl Hex {
    /// The hex in this column and row.
    #[inline]
    pub const fn new(col: i16, row: i16) -> Hex {
        Hex { col, row }
    }

    /// The hex with this number: 3704 is row 4 of column 37.
    #[inline]
    pub const fn numbered(number: u16) -> Hex {
        Hex { col: (number / 100) as i16, row: (number % 100) as i16 }
    }

    /// Its number, for rows 0 to 99.
    #[inline]
    pub const fn number(self) -> u16 {
        (self.col * 100 + self.row) as u16
    }

    /// Its center on the stretched plane.
    #[inline]
    pub const fn center(self) -> Offset {
        Offset { x: 3 * self.col as i32, y: 2 * self.row as i32 + (self.col & 1 == 0) as i32 }
    }

    /// The neighbor over a side.
    #[inline]
    pub const fn step(self, side: Side) -> Hex {
        // Sides B and F of an odd column lead one row up, C and E of an even one one row down.
        let even = (self.col & 1 == 0) as i16;
        let (col, row) = match side {
            Side::A => (0, -1),
            Side::B => (1, even - 1),
            Side::C => (1, even),
            Side::D => (0, 1),
            Side::E => (-1, even),
            Side::F => (-1, even - 1),
        };
        Hex { col: self.col + col, row: self.row + row }
    }

    /// All six neighbors, clockwise from north.
    pub fn neighbors(self) -> [Hex; 6] {
        Side::ALL.map(|side| self.step(side))
    }

    /// The side over which an adjacent hex lies; `None` if it is not adjacent.
    #[inline]
    pub fn side_to(self, next: Hex) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.step(*side) == next)
    }

    /// From this center to that.
    #[inline]
    pub const fn to(self, other: Hex) -> Offset {
        let (a, b) = (self.center(), other.center());
        Offset { x: b.x - a.x, y: b.y - a.y }
    }

    /// The fewest steps from here to there: 1 for neighbors.
    #[inline]
    pub const fn range(self, other: Hex) -> u16 {
        self.to(other).range()
    }

    /// The lowest-lettered side whose wedge of 60 degrees holds that hex: where to face to face it. `None` for the hex itself.
    pub fn bearing(self, other: Hex) -> Option<Side> {
        let offset = self.to(other);
        Side::ALL.into_iter().find(|side| offset.turned(*side).in_wedge())
    }

    /// Where that hex lies, by the nearest of the eight winds: `east`, which no side faces. Nothing for the hex itself.
    pub fn wind(self, other: Hex) -> &'static str {
        let Offset { x, y } = self.to(other);
        let [across, down] = [x, y].map(|by| i64::from(by).pow(2));
        // A step to the east is stretched by the root of 3; a wind ends where another begins, at the tangent of 22.5 degrees.
        let (along, aside) = (1_000 * across > 17_485 * down, 3_000 * down > 5_828 * across);
        let vertical = if y < 0 { "north" } else { "south" };
        let horizontal = if x < 0 { "west" } else { "east" };
        match (along, aside) {
            _ if self == other => "",
            (true, _) => horizontal,
            (_, true) => vertical,
            _ => match (vertical, horizontal) {
                ("north", "east") => "northeast",
                ("north", _) => "northwest",
                (_, "east") => "southeast",
                _ => "southwest",
            },
        }
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.col, self.row)
    }
}

impl FromStr for Hex {
    type Err = String;
    fn from_str(text: &str) -> Result<Hex, String> {
        let digits = (4..=5).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        let hex = digits.then(|| text.split_at(text.len() - 2)).and_then(|(col, row)| {
            let hex = Hex { col: col.parse().ok()?, row: row.parse().ok()? };
            (hex.to_string() == text && hex.col > 0 && hex.row > 0).then_some(hex)
        });
        hex.ok_or_else(|| format!("`{text}` is not a hex number such as 3704"))
    }
}

impl Serialize for Hex {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What a facing unit shows to another hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aspect {
    /// Strictly between the two hexrows ahead on its flanks.
    Front,
    /// On a flank hexrow or between the two of a side.
    Side,
    /// Strictly between the two hexrows behind on its flanks.
    Rear,
}

impl Aspect {
    /// All, front first.
    pub const ALL: [Aspect; 3] = [Aspect::Front, Aspect::Side, Aspect::Rear];

    /// Its place among all, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        ["front", "side", "rear"][self as usize]
    }
}

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A way across the stretched plane, from one center to another, east and south positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Offset {
    /// Eastwards, 3 a column.
    pub x: i32,
    /// Southwards, 2 a hex.
    pub y: i32,
}

impl Offset {
    /// How many steps it takes.
    #[inline]
    pub const fn range(self) -> u16 {
        let (columns, half_rows) = (self.x.abs() / 3, self.y.abs());
        let more = (half_rows - columns) / 2;
        (columns + if more > 0 { more } else { 0 }) as u16
    }

    /// The same way as seen by someone for whom `facing` is straight ahead: turned so that `facing` becomes A.
    #[inline]
    pub const fn turned(self, facing: Side) -> Offset {
        let x = self.x / 3;
        let z = (self.y - x) / 2;
        let y = -x - z;
        let (x, z) = match facing {
            Side::A => (x, z),
            Side::B => (-y, -x),
            Side::C => (z, y),
            Side::D => (-x, -z),
            Side::E => (y, x),
            Side::F => (-z, -y),
        };
        Offset { x: 3 * x, y: 2 * z + x }
    }

    /// Whether it lies in the fan of 120 degrees about A: between the hexrows that begin with B and F, both rows included.
    #[inline]
    pub const fn in_fan(self) -> bool {
        self.y < 0 && -3 * self.y >= self.x.abs()
    }

    /// Whether it lies in the wedge of 60 degrees about A: through the corners of that hexside, its edges included.
    #[inline]
    pub const fn in_wedge(self) -> bool {
        self.y < 0 && -self.y >= self.x.abs()
    }

    /// The aspect that someone facing A shows to the place this leads to.
    #[inline]
    pub const fn aspect(self) -> Aspect {
        if 3 * self.y.abs() <= self.x.abs() {
            Aspect::Side
        } else if self.y < 0 {
            Aspect::Front
        } else {
            Aspect::Rear
        }
    }

    /// The cross product: above 0 if the other lies clockwise of this (south is positive).
    #[inline]
    pub const fn cross(self, other: Offset) -> i32 {
        self.x * other.y - self.y * other.x
    }
}

/// The number of a hex within its grid, in the order of hex numbers: column by column, each from the north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
pub struct HexId(pub u16);

impl HexId {
    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rectangle of hexes: which of the plane a map has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Grid {
    cols: i16,
    rows: i16,
    short_even: bool,
}

impl Grid {
    /// So many columns of so many rows each. `None` if there are none, or too many to number (rows have two digits).
    pub const fn new(cols: u16, rows: u16) -> Option<Grid> {
        if cols == 0 || rows == 0 || cols > 300 || rows > 99 {
            return None;
        }
        Some(Grid { cols: cols as i16, rows: rows as i16, short_even: false })
    }

    /// The same, even columns one hex shorter, as on sheets cut straight at both ends.
    pub const fn with_short_even_columns(self) -> Grid {
        Grid { short_even: true, ..self }
    }

    /// How many columns.
    #[inline]
    pub const fn cols(self) -> u16 {
        self.cols as u16
    }

    /// How many rows the longer columns have.
    #[inline]
    pub const fn rows(self) -> u16 {
        self.rows as u16
    }

    /// How many numbers there are for hexes: every [`HexId`] is below this. With short columns some stand for no hex.
    #[inline]
    pub const fn len(self) -> usize {
        self.cols as usize * self.rows as usize
    }

    /// Never: a grid has at least one hex.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// Whether the hex is on it.
    #[inline]
    pub const fn contains(self, hex: Hex) -> bool {
        let rows = self.rows - (self.short_even && hex.col & 1 == 0) as i16;
        hex.col >= 1 && hex.col <= self.cols && hex.row >= 1 && hex.row <= rows
    }

    /// The number of a hex, if it is on the grid.
    #[inline]
    pub const fn id(self, hex: Hex) -> Option<HexId> {
        if self.contains(hex) {
            Some(HexId(((hex.col - 1) as u16) * self.rows as u16 + (hex.row - 1) as u16))
        } else {
            None
        }
    }

    /// The hex with a number of this grid.
    #[inline]
    pub const fn hex(self, id: HexId) -> Hex {
        Hex { col: (id.0 / self.rows as u16) as i16 + 1, row: (id.0 % self.rows as u16) as i16 + 1 }
    }

    /// The neighbor over a side, if it is on the grid.
    #[inline]
    pub const fn next(self, id: HexId, side: Side) -> Option<HexId> {
        self.id(self.hex(id).step(side))
    }

    /// All its hexes, in the order of their numbers.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        (1..=self.cols)
            .flat_map(move |col| (1..=self.rows).map(move |row| Hex { col, row }))
            .filter(move |h| self.contains(*h))
    }

    /// The numbers of all its hexes.
    pub fn ids(self) -> impl Iterator<Item = HexId> {
        self.hexes().filter_map(move |hex| self.id(hex))
    }
}
