//! Where a unit can get to with its Movement Points.

use crate::charts::MOST_ALLOWANCE;
use crate::map::{Battleground, StepCost};
use crate::state::{MOST_STEPS, Steps};
use crate::words::Mode;
use hulldown_core::hex::{HexId, Side};

const LEVELS: usize = MOST_ALLOWANCE as usize + 1;

/// A hex that was reached.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// The spread it belongs to.
    spread: u32,
    /// Movement Points.
    cost: u8,
    /// Steps.
    steps: u8,
    /// The first side crossed.
    first: u8,
    /// The last side crossed.
    last: u8,
}

/// The cheapest ways from one hex to all within a few Movement Points. It keeps its memory.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    way: Vec<Way>,
    spread: u32,
    levels: [Vec<HexId>; LEVELS],
    found: Vec<HexId>,
}

/// One way found.
#[derive(Clone, Copy, Debug)]
pub(super) struct WayFound {
    pub(super) hex: HexId,
    pub(super) cost: u8,
    pub(super) steps: u8,
    pub(super) first: Side,
}

impl Reach {
    pub(super) fn new(hexes: usize) -> Reach {
        Reach {
            way: vec![Way::default(); hexes],
            spread: 0,
            levels: std::array::from_fn(|_| Vec::with_capacity(hexes)),
            found: Vec::with_capacity(hexes),
        }
    }

    /// Spreads from `start` over everything that `points` of an allowance pay for, never onto what is `closed`.
    pub(super) fn spread(
        &mut self,
        ground: &Battleground,
        mode: Mode,
        start: HexId,
        allowance: u8,
        points: u8,
        closed: impl Fn(HexId) -> bool,
    ) {
        self.spread += 1;
        self.found.clear();
        let points = points.min(MOST_ALLOWANCE);
        self.levels[..=usize::from(points)].iter_mut().for_each(Vec::clear);
        self.way[start.index()] = Way { spread: self.spread, cost: 0, steps: 0, first: 0, last: 0 };
        self.levels[0].push(start);
        for level in 0..=usize::from(points) {
            let mut n = 0;
            while let Some(&at) = self.levels[level].get(n) {
                n += 1;
                let here = self.way[at.index()];
                if usize::from(here.cost) != level || usize::from(here.steps) >= MOST_STEPS {
                    continue;
                }
                if at != start {
                    self.found.push(at);
                }
                for side in Side::ALL {
                    let Some(next) = ground.next(at, side) else { continue };
                    let Some(step) = ground.cost(mode, at, side) else { continue };
                    // The whole allowance pays for one step alone.
                    let cost = here.cost + step.of(allowance);
                    if cost > points || (step == StepCost::Whole && level > 0) {
                        continue;
                    }
                    let there = &mut self.way[next.index()];
                    if (there.spread == self.spread && there.cost <= cost) || closed(next) {
                        continue;
                    }
                    let first = if at == start { side as u8 } else { here.first };
                    *there = Way { spread: self.spread, cost, steps: here.steps + 1, first, last: side as u8 };
                    self.levels[usize::from(cost)].push(next);
                }
            }
        }
    }

    /// How many hexes were found.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// The n-th, the cheapest first.
    pub(super) fn get(&self, n: usize) -> Option<WayFound> {
        let hex = *self.found.get(n)?;
        let way = self.way[hex.index()];
        Some(WayFound { hex, cost: way.cost, steps: way.steps, first: Side::at(usize::from(way.first)) })
    }

    /// What the way to a hex costs.
    pub(super) fn cost(&self, hex: HexId) -> Option<u8> {
        let way = self.way[hex.index()];
        (way.spread == self.spread).then_some(way.cost)
    }

    /// The steps to a hex that was found.
    pub(super) fn steps(&self, ground: &Battleground, to: HexId) -> Steps {
        let mut sides = [Side::A; MOST_STEPS];
        let count = usize::from(self.way[to.index()].steps);
        let mut at = to;
        for place in sides[..count].iter_mut().rev() {
            *place = Side::at(usize::from(self.way[at.index()].last));
            match ground.next(at, place.opposite()) {
                Some(before) => at = before,
                None => return Steps::default(),
            }
        }
        sides[..count].iter().copied().collect()
    }
}
