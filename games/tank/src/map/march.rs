//! What it costs to march from anywhere to an edge of the map.

use super::Battleground;
use crate::charts::MOST_ALLOWANCE;
use crate::words::{Edge, Mode};
use hulldown_core::hex::{HexId, Side};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

const ALLOWANCES: usize = MOST_ALLOWANCE as usize + 1;

/// The cheapest marches to an edge.
#[derive(Debug)]
pub struct March {
    /// What is left to pay from every hex; `u16::MAX` where no way leads to the edge.
    pub left: Vec<u16>,
    /// The sides of every hex, as bits, over which a cheapest march goes on.
    onward: Vec<u8>,
}

impl March {
    /// The sides over which a cheapest march goes on from a hex, in the order of their letters.
    #[inline]
    pub fn onward(&self, from: HexId) -> impl Iterator<Item = Side> + use<> {
        let sides = self.onward[from.index()];
        Side::ALL.into_iter().filter(move |side| sides & 1 << side.index() != 0)
    }
}

/// Room for every mode, edge and allowance.
pub(super) fn slots() -> Vec<OnceLock<March>> {
    (0..Mode::ALL.len() * Edge::ALL.len() * ALLOWANCES).map(|_| OnceLock::new()).collect()
}

/// Which of them.
pub(super) fn slot(mode: Mode, edge: Edge, allowance: u8) -> usize {
    (mode.index() * Edge::ALL.len() + edge.index()) * ALLOWANCES + usize::from(allowance)
}

/// Spreads from the edge backwards over all steps that the allowance can pay.
pub(super) fn spread(ground: &Battleground, mode: Mode, edge: Edge, allowance: u8) -> March {
    let mut left = vec![u16::MAX; ground.grid().len()];
    let mut open: BinaryHeap<Reverse<(u16, HexId)>> = ground.edge(edge).map(|hex| Reverse((0, hex))).collect();
    for Reverse((_, hex)) in &open {
        left[hex.index()] = 0;
    }
    while let Some(Reverse((cost, hex))) = open.pop() {
        if cost > left[hex.index()] {
            continue;
        }
        for side in Side::ALL {
            // The step that leads here from the neighbor.
            let Some(from) = ground.next(hex, side) else { continue };
            let Some(step) = ground.cost(mode, from, side.opposite()) else { continue };
            let points = step.of(allowance);
            let whole = cost.saturating_add(u16::from(points));
            if points <= allowance && whole < left[from.index()] {
                left[from.index()] = whole;
                open.push(Reverse((whole, from)));
            }
        }
    }
    let goes_on = |from: HexId, side: Side| {
        let (Some(to), Some(cost)) = (ground.next(from, side), ground.cost(mode, from, side)) else { return false };
        let (here, there) = (left[from.index()], left[to.index()]);
        there < here && there + u16::from(cost.of(allowance)) == here
    };
    let sides =
        |from| Side::ALL.into_iter().filter(|side| goes_on(from, *side)).fold(0, |bits, side| bits | 1 << side.index());
    let mut onward = vec![0; left.len()];
    for from in ground.grid().ids() {
        onward[from.index()] = sides(from);
    }
    March { left, onward }
}
