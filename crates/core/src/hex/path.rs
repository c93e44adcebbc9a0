//! The cheapest ways over a grid.

use super::{Grid, HexId, Side};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const FAR: u16 = u16::MAX;
const START: u8 = 6;

/// The cheapest ways from one hex to all within reach. It keeps its memory, so that spreading again takes none from the heap.
///
/// Of equally cheap ways the one is kept whose last step starts at the cheapest hex, then at the lowest number: answers are always
/// the same.
#[derive(Clone, Debug)]
pub struct Paths {
    grid: Grid,
    cost: Vec<u16>,
    /// The side over which the way comes in, as the hex it comes from names it.
    by: Vec<u8>,
    reached: Vec<HexId>,
    open: BinaryHeap<Reverse<(u16, u16)>>,
}

impl Paths {
    /// Room for the ways over a grid.
    pub fn new(grid: Grid) -> Paths {
        let hexes = grid.len();
        Paths {
            grid,
            cost: vec![FAR; hexes],
            by: vec![START; hexes],
            reached: Vec::with_capacity(hexes),
            // Every hexside is tried at most once from either side.
            open: BinaryHeap::with_capacity(6 * hexes + 1),
        }
    }

    /// Finds the cheapest ways from `start` that cost no more than `limit`. `cost` says what the step from a hex over a side into the
    /// next hex costs; `None` if it cannot be taken.
    pub fn spread(&mut self, start: HexId, limit: u16, mut cost: impl FnMut(HexId, Side, HexId) -> Option<u16>) {
        for hex in self.reached.drain(..) {
            self.cost[hex.index()] = FAR;
        }
        self.open.clear();
        self.cost[start.index()] = 0;
        self.by[start.index()] = START;
        self.reached.push(start);
        self.open.push(Reverse((0, start.0)));
        while let Some(Reverse((spent, at))) = self.open.pop() {
            let at = HexId(at);
            if spent > self.cost[at.index()] {
                continue;
            }
            for side in Side::ALL {
                let Some(next) = self.grid.next(at, side) else { continue };
                let known = self.cost[next.index()];
                if known <= spent {
                    continue;
                }
                let Some(total) = cost(at, side, next).map(|step| spent.saturating_add(step)) else { continue };
                if total > limit || total >= known {
                    continue;
                }
                if known == FAR {
                    self.reached.push(next);
                }
                self.cost[next.index()] = total;
                self.by[next.index()] = side as u8;
                self.open.push(Reverse((total, next.0)));
            }
        }
    }

    /// What the cheapest way there costs; `None` if it is out of reach.
    #[inline]
    pub fn cost(&self, to: HexId) -> Option<u16> {
        let cost = self.cost[to.index()];
        (cost != FAR).then_some(cost)
    }

    /// The hexes within reach, `start` first, in the order they were first found.
    pub fn reached(&self) -> &[HexId] {
        &self.reached
    }

    /// The last step of the cheapest way there: the hex it comes from and the side it crosses.
    #[inline]
    pub fn last_step(&self, to: HexId) -> Option<(HexId, Side)> {
        self.cost(to)?;
        let side = *Side::ALL.get(usize::from(self.by[to.index()]))?;
        Some((self.grid.next(to, side.opposite())?, side))
    }

    /// The steps of the cheapest way there, from its end back to the start.
    pub fn back_from(&self, to: HexId) -> impl Iterator<Item = (HexId, Side)> + '_ {
        std::iter::successors(self.last_step(to), |(from, _)| self.last_step(*from))
    }

    /// The directions of the cheapest way there, first step first, into memory that is used again. Empty if it is out of reach or
    /// already there.
    pub fn way(&self, to: HexId, into: &mut Vec<Side>) {
        into.clear();
        into.extend(self.back_from(to).map(|(_, side)| side));
        into.reverse();
    }
}
