//! All lines of a ground at once.
//!
//! What obstructs is kept as one bit a hex, a column of the map to a word. All lines that lead so many columns and half rows away
//! from columns of one parity take the same steps; so the steps are found once, and then tried on a whole column of starting hexes
//! by shifting words.

use super::{SightLines, berm_is_less, shelters};
use crate::map::Battleground;
use crate::words::{Edging, Feature, Mode};
use hulldown_core::hex::{Hex, HexId, LineStep, Side, line};

/// A column of hexes, the northernmost lowest: up to 99 rows.
type Column = u128;
/// One word a column of the map.
type Plane = Vec<Column>;

/// What obstructs and shelters, hex by hex.
struct Features {
    rows: usize,
    /// Hexes that obstruct.
    hex: Plane,
    /// Sides that obstruct always.
    side: [Plane; 6],
    /// Sides that give a berm's and a slope's strength, if they obstruct.
    berm: [Plane; 6],
    slope: [Plane; 6],
    depressions: Vec<Depression>,
    berm_is_less: bool,
}

/// A depression: its hexes, and its rim, which obstructs only those who are in it or look into it (10.26).
struct Depression {
    hex: Plane,
    rim: [Plane; 6],
}

/// A hex of a line, so many columns and rows from its start.
#[derive(Clone, Copy)]
struct Offset {
    col: i16,
    row: i16,
}

/// Something on a line that may block it.
enum Barrier {
    Hex(Offset),
    Side(Offset, Side),
    Corner(Offset, Side, Side),
}

/// The sides of an end of a line at which the line passes.
type Entry = (Side, Option<Side>);

/// What all lines of one direction and length have in common.
struct Course {
    barriers: Vec<Barrier>,
    /// Where they leave their start.
    start: Entry,
    /// Where they enter their end.
    end: Entry,
    to: Offset,
}

/// Bits as seen from hexes so many rows further north.
#[inline]
fn shifted(column: Column, rows: i16) -> Column {
    if rows >= 0 { column >> rows } else { column << -rows }
}

#[inline]
fn at(plane: &Plane, column: usize, offset: Offset) -> Column {
    plane.get((column as i16 + offset.col) as usize).map_or(0, |bits| shifted(*bits, offset.row))
}

impl Features {
    fn new(ground: &Battleground, mode: Mode) -> Features {
        let (cols, rows) = (usize::from(ground.grid().cols()), usize::from(ground.grid().rows()));
        let plane = || vec![0; cols];
        let six = || Side::ALL.map(|_| plane());
        let mut features = Features {
            rows,
            hex: plane(),
            side: six(),
            berm: six(),
            slope: six(),
            depressions: (0..ground.depressions()).map(|_| Depression { hex: plane(), rim: six() }).collect(),
            berm_is_less: berm_is_less(ground, mode),
        };
        for id in ground.grid().ids() {
            let (column, bit) = (id.index() / rows, 1 << (id.index() % rows));
            if ground.effects().hex(mode, ground.terrain(id)).obstructs {
                features.hex[column] |= bit;
            }
            if let Some(nth) = ground.depression(id) {
                features.depressions[usize::from(nth) - 1].hex[column] |= bit;
            }
            for side in Side::ALL {
                let edging = ground.edging(id, side);
                let Some(feature) = edging.feature().filter(|f| ground.effects().side(mode, *f).obstructs) else {
                    continue;
                };
                match ground.rim(id, side) {
                    Some(nth) => features.depressions[usize::from(nth) - 1].rim[side.index()][column] |= bit,
                    None => features.side[side.index()][column] |= bit,
                }
                if feature == Feature::Berm {
                    features.berm[side.index()][column] |= bit;
                } else if shelters(ground, mode, edging) || edging == Edging::Foot {
                    features.slope[side.index()][column] |= bit;
                }
            }
        }
        features
    }

    /// Which of the lines `open` that start in a column are clear, `rim` being a rim that obstructs too.
    #[inline]
    fn clear(&self, course: &Course, column: usize, mut open: Column, rim: Option<&[Plane; 6]>) -> Column {
        let side = |offset: Offset, side: Side| {
            let more = rim.map_or(0, |rim| at(&rim[side.index()], column, offset));
            at(&self.side[side.index()], column, offset) | more
        };
        for barrier in &course.barriers {
            open &= !match *barrier {
                Barrier::Hex(offset) => at(&self.hex, column, offset),
                Barrier::Side(offset, s) => side(offset, s),
                Barrier::Corner(offset, s, t) => side(offset, s) & side(offset, t),
            };
            if open == 0 {
                break;
            }
        }
        open
    }

    /// The cover at one end of the lines that start in a column, as the two bits of each. `near[n]` are the lines with an end in
    /// depression `n`.
    #[inline]
    fn cover(&self, column: usize, end: Offset, (first, second): Entry, near: &[Column]) -> [Column; 2] {
        let one = |side: Side| {
            let rims = self.depressions.iter().zip(near).filter(|(_, near)| **near != 0);
            let rim =
                rims.fold(0, |bits, (depression, near)| bits | (at(&depression.rim[side.index()], column, end) & near));
            let hides = at(&self.side[side.index()], column, end) | rim;
            let [berm, slope] = [&self.berm, &self.slope].map(|p| at(&p[side.index()], column, end) & hides);
            [hides, berm, slope]
        };
        let [mut hides, mut berm, mut slope] = one(first);
        if let Some([also, berm_too, slope_too]) = second.map(one) {
            hides &= also;
            let both = (berm | slope) & (berm_too | slope_too);
            let (any_berm, any_slope) = (berm | berm_too, slope | slope_too);
            (berm, slope) = if self.berm_is_less {
                (both & any_berm, both & !any_berm)
            } else {
                (both & !any_slope, both & any_slope)
            };
        }
        // Nothing 0, hidden 1, berm 2, slope 3.
        [(hides & !berm) | slope, berm | slope]
    }
}

/// What lines from `start` to `end` meet.
fn course(start: Hex, end: Hex, barriers: Vec<Barrier>) -> Course {
    let offset = |hex: Hex| Offset { col: hex.col - start.col, row: hex.row - start.row };
    let mut course = Course { barriers, start: (Side::A, None), end: (Side::A, None), to: offset(end) };
    let barriers = &mut course.barriers;
    barriers.clear();
    for step in line(start, end) {
        let (from, to) = (step.from(), step.to());
        let (leaves, enters) = (from == start, to == end);
        match step {
            LineStep::Cross { side, .. } => {
                if !leaves && !enters {
                    barriers.push(Barrier::Side(offset(from), side));
                }
                if leaves {
                    course.start = (side, None);
                }
            }
            LineStep::Along { sides: [first, second], between: [left, right], .. } => {
                if leaves {
                    course.start = (first, Some(second));
                } else {
                    barriers.push(Barrier::Corner(offset(from), first, second));
                }
                if let Some(side) = left.side_to(right) {
                    barriers.push(Barrier::Side(offset(left), side));
                }
                barriers.extend([Barrier::Hex(offset(left)), Barrier::Hex(offset(right))]);
                if !enters {
                    barriers.push(Barrier::Corner(offset(to), second.opposite(), first.opposite()));
                }
            }
        }
        if enters {
            course.end = step.entered_by();
        } else {
            barriers.push(Barrier::Hex(offset(to)));
        }
    }
    course
}

pub(super) fn build(ground: &Battleground, mode: Mode) -> SightLines {
    let features = Features::new(ground, mode);
    let (cols, rows) = (ground.grid().cols() as i16, ground.grid().rows() as i16);
    let mut sight = SightLines::empty(ground.grid().len());
    for id in ground.grid().ids() {
        let (word, bit) = sight.place(id, id);
        sight.clear[word] |= bit;
    }
    let whole = Column::MAX >> (Column::BITS - rows as u32);
    let mut near = vec![0; features.depressions.len()];
    let mut barriers = Vec::new();
    for col in 0..cols {
        for row in 1 - rows..rows {
            if col == 0 && row <= 0 {
                continue;
            }
            let on_map = whole & shifted(whole, row);
            for parity in 0..2.min(cols - col) {
                // Far enough from the origin for any direction; columns are counted from 0 here, so parity 0 is column 1.
                let start = Hex::new(1001 + parity, 1000);
                let common = course(start, Hex::new(start.col + col, start.row + row), barriers);
                for column in (parity as usize..(cols - col) as usize).step_by(2) {
                    lines(&features, &common, column, on_map, &mut near, &mut sight);
                }
                barriers = common.barriers;
            }
        }
    }
    sight
}

/// Notes the clear ones of all lines that start in a column.
#[inline]
fn lines(
    features: &Features,
    course: &Course,
    column: usize,
    on_map: Column,
    near: &mut [Column],
    sight: &mut SightLines,
) {
    let mut clear = features.clear(course, column, on_map, None);
    if clear == 0 {
        return;
    }
    for (near, depression) in near.iter_mut().zip(&features.depressions) {
        *near = clear & (depression.hex[column] | at(&depression.hex, column, course.to));
        if *near != 0 {
            clear &= !*near | features.clear(course, column, *near, Some(&depression.rim));
        }
    }
    let id = |column: usize, row: i16| HexId((column * features.rows) as u16 + row as u16);
    let far = (column as i16 + course.to.col) as usize;
    let pairs = |mut bits: Column| {
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let row = bits.trailing_zeros() as i16;
                bits &= bits - 1;
                (id(column, row), id(far, row + course.to.row))
            })
        })
    };
    for (start, end) in pairs(clear) {
        let (word, bit) = sight.place(start, end);
        sight.clear[word] |= bit;
        let (word, bit) = sight.place(end, start);
        sight.clear[word] |= bit;
    }
    let there = features.cover(column, course.to, course.end, near);
    let back = features.cover(column, Offset { col: 0, row: 0 }, course.start, near);
    for (plane, (there, back)) in there.into_iter().zip(back).enumerate() {
        for (start, end) in pairs(there & clear) {
            let (word, bit) = sight.place(start, end);
            sight.cover[plane][word] |= bit;
        }
        for (start, end) in pairs(back & clear) {
            let (word, bit) = sight.place(end, start);
            sight.cover[plane][word] |= bit;
        }
    }
}
