//! Walking a straight line from center to center.

use super::{Hex, Offset, Side};

/// A step of a line from one hex into the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineStep {
    /// Over a hexside.
    Cross {
        /// The hex left.
        from: Hex,
        /// The side of it that is crossed.
        side: Side,
        /// The hex entered.
        to: Hex,
        /// If the line crosses at a corner: the third hex there, touched in that one point only.
        touched: Option<Hex>,
    },
    /// Through a corner, then along the whole hexside between two hexes, and into the hex beyond it.
    Along {
        /// The hex left.
        from: Hex,
        /// The two sides of it that meet at that corner, in the order of their letters.
        sides: [Side; 2],
        /// The hexes over those sides, in the same order; the line follows the hexside between them and enters neither.
        between: [Hex; 2],
        /// The hex entered.
        to: Hex,
    },
}

impl LineStep {
    /// The hex left.
    #[inline]
    pub const fn from(self) -> Hex {
        match self {
            LineStep::Cross { from, .. } | LineStep::Along { from, .. } => from,
        }
    }

    /// The hex entered.
    #[inline]
    pub const fn to(self) -> Hex {
        match self {
            LineStep::Cross { to, .. } | LineStep::Along { to, .. } => to,
        }
    }

    /// The side or sides of the hex entered at which the line comes in: two if it comes in at a corner from along a hexside, in
    /// the order of the hexes `between`.
    #[inline]
    pub const fn entered_by(self) -> (Side, Option<Side>) {
        match self {
            LineStep::Cross { side, .. } => (side.opposite(), None),
            LineStep::Along { sides: [first, second], .. } => (second.opposite(), Some(first.opposite())),
        }
    }
}

/// The straight line from the center of one hex to the center of another, step by step; empty from a hex to itself.
///
/// The hexes on it are those the steps enter. Walked from the other end it has the same steps in reverse.
#[inline]
pub fn line(from: Hex, to: Hex) -> Walk {
    let way = from.to(to);
    let mut walk =
        Walk { at: from, end: to, way, back: Offset { x: 0, y: 0 }, ahead: [Side::A; 3], speed: [0; 3], many: 0 };
    for side in Side::ALL {
        let (x, y, _) = OUTWARD[side.index()];
        let speed = x * way.x + y * way.y;
        if speed > 0 {
            (walk.ahead[walk.many], walk.speed[walk.many]) = (side, speed);
            walk.many += 1;
        }
    }
    walk
}

/// The steps of a [`line()`].
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    at: Hex,
    end: Hex,
    way: Offset,
    /// From the center of the current hex to where the line begins.
    back: Offset,
    /// The sides it can leave a hex by, in the order of their letters, and how fast it nears each: always the same two or three.
    ahead: [Side; 3],
    speed: [i32; 3],
    many: usize,
}

/// The outward normal of each side and how far out the side lies: n · v = m.
const OUTWARD: [(i32, i32, i32); 6] = [(0, -1, 1), (1, -1, 2), (1, 1, 2), (0, 1, 1), (-1, 1, 2), (-1, -1, 2)];

impl Walk {
    /// The side by which the line leaves the current hex, and a second one if it leaves at their corner.
    #[inline]
    fn way_out(&self) -> (Side, Option<Side>) {
        let (mut first, mut second) = (self.ahead[0], None);
        // The smallest t = distance / speed, compared by cross-multiplication.
        let (mut least, mut speed) = (self.distance(0), self.speed[0]);
        for n in 1..self.many {
            let (away, side) = (self.distance(n), self.ahead[n]);
            let later = away * speed - least * self.speed[n];
            if later < 0 {
                (first, second, least, speed) = (side, None, away, self.speed[n]);
            } else if later == 0 {
                second = Some(side);
            }
        }
        (first, second)
    }

    /// How far the `n`-th side ahead lies from where the line begins.
    #[inline]
    fn distance(&self, n: usize) -> i32 {
        let (x, y, m) = OUTWARD[self.ahead[n].index()];
        m - (x * self.back.x + y * self.back.y)
    }
}

impl Iterator for Walk {
    type Item = LineStep;

    #[inline]
    fn next(&mut self) -> Option<LineStep> {
        if self.at == self.end {
            return None;
        }
        let from = self.at;
        let step = match self.way_out() {
            (side, None) => LineStep::Cross { from, side, to: from.step(side), touched: None },
            (first, Some(second)) => {
                let (a, b) = (first.to_next(), second.to_next());
                let through = Offset { x: a.x + b.x, y: a.y + b.y };
                let between = [from.step(first), from.step(second)];
                match self.way.cross(through) {
                    0 => LineStep::Along { from, sides: [first, second], between, to: between[0].step(second) },
                    turn if a.cross(through).signum() == turn.signum() => {
                        LineStep::Cross { from, side: first, to: between[0], touched: Some(between[1]) }
                    }
                    _ => LineStep::Cross { from, side: second, to: between[1], touched: Some(between[0]) },
                }
            }
        };
        let moved = from.to(step.to());
        self.back = Offset { x: self.back.x - moved.x, y: self.back.y - moved.y };
        self.at = step.to();
        Some(step)
    }
}
