//! Plots drawn: ways with their points, overruns, exits, lines of Direct Fire, watched lines with all that triggers them.

use super::frame::{CORNERS, HEXAGON, add_hexes, center};
use crate::View;
use crate::map::Battleground;
use crate::sight::FireLine;
use crate::state::{Place, Plot, Stage, Unit};
use crate::view::SeenUnit;
use crate::words::{Edge, Force, Task};
use hulldown_core::hex::HexId;
use std::fmt::Write as _;

/// What is drawn of plots: one part under the counters, one over them.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    pub(super) under: String,
    pub(super) over: String,
}

impl Lines {
    /// An own unit's plot.
    pub(super) fn own(&mut self, view: &View<'_>, unit: &Unit) {
        let ground = view.ground();
        if view.stage() == Stage::Over {
            return;
        }
        // While plots are carried out a way is drawn from where it began.
        let planning = matches!(view.stage(), Stage::Plot | Stage::Arrange);
        let from = if planning { unit.hex() } else { unit.run.from.or(unit.hex()) };
        let entry = view.army().entry;
        if !planning && unit.plot.moves() && !unit.is_moving() {
            // The way is behind it.
            let mut way = Lines::default();
            way.plot(ground, view.force(), &unit.plot, from, entry, None);
            self.under.push_str(&format!("<g class=\"tk-behind\">{}</g>", way.under));
            return;
        }
        if let (Some(Task::Of), None, Some(line)) = (unit.plot.task, unit.plot.target, view.line(unit)) {
            // A squad that watches the hexes about it: not those of its friends.
            self.triggers(ground, view.force(), &line);
            return;
        }
        self.plot(ground, view.force(), &unit.plot, from, entry, planning.then(|| view.points(unit)));
    }

    /// An enemy's plot once it was told: his fire, and what is still before him of his way.
    pub(super) fn enemy(&mut self, view: &View<'_>, seen: &SeenUnit) {
        let Some(mut plot) = seen.plot.filter(|_| view.stage() != Stage::Over) else { return };
        let done = usize::from(seen.legs).saturating_sub(usize::from(plot.up) + usize::from(plot.enters));
        plot.steps = plot.steps.iter().skip(done).collect();
        self.plot(view.ground(), view.force().enemy(), &plot, Some(seen.hex), None, None);
    }

    /// Any plot.
    pub(super) fn plot(
        &mut self,
        ground: &Battleground,
        force: Force,
        plot: &Plot,
        from: Option<HexId>,
        entry: Option<HexId>,
        points: Option<u8>,
    ) {
        match (plot.task, from) {
            (Some(Task::Df), Some(from)) => {
                if let Some(target) = plot.target {
                    self.direct(force, center(ground, from), center(ground, target));
                }
            }
            (Some(Task::Of), Some(from)) => self.watch(ground, force, from, plot.target),
            (Some(Task::Mv | Task::Mvr | Task::Ov), _) => self.way(ground, force, plot, from, entry, points),
            (Some(Task::Fc), Some(from)) => {
                let (x, y) = center(ground, from);
                let _ = write!(
                    self.over,
                    "<path class=\"tk-turn tk-by-{}\" d=\"M{} {}a18 18 0 0 1 15 9m1-6-.6 6.4-6-2.2\"/>",
                    force.id(),
                    x,
                    y - 18
                );
            }
            _ => {}
        }
    }

    fn way(
        &mut self,
        ground: &Battleground,
        force: Force,
        plot: &Plot,
        from: Option<HexId>,
        entry: Option<HexId>,
        points: Option<u8>,
    ) {
        let mut hexes: Vec<HexId> = Vec::new();
        let mut ends: Vec<(i32, i32)> = Vec::new();
        let mut at = from;
        if let (None, true, Some(entry)) = (from, plot.enters, entry) {
            ends.push(outside(ground, entry, 44));
            at = Some(entry);
            hexes.push(entry);
            ends.push(center(ground, entry));
        } else if let Some(from) = from {
            ends.push(center(ground, from));
        }
        for side in plot.steps.iter() {
            let Some(next) = at.and_then(|at| ground.next(at, side)) else { break };
            at = Some(next);
            hexes.push(next);
            ends.push(center(ground, next));
        }
        if let (true, Some(last)) = (plot.exits, at) {
            ends.push(outside(ground, last, 52));
        }
        let [.., (bx, by), (x, y)] = ends[..] else { return };
        let mut path = String::new();
        for (n, (x, y)) in ends.iter().enumerate() {
            let _ = write!(path, "{}{x} {y}", if n == 0 { 'M' } else { 'L' });
        }
        let of = force.id();
        let back = if plot.task == Some(Task::Mvr) { " tk-reverse" } else { "" };
        let _ = write!(
            self.under,
            "<path class=\"tk-way-edge\" d=\"{path}\"/><path class=\"tk-way tk-by-{of}{back}\" d=\"{path}\"/>"
        );
        let angle = f64::from(y - by).atan2(f64::from(x - bx)).to_degrees().round();
        let _ = write!(
            self.over,
            "<path class=\"tk-head tk-by-{of}\" transform=\"translate({x} {y})rotate({angle})\" d=\"M9 0l-14-8 4 8-4 8z\"/>"
        );
        if let (Some(points), false) = (points, plot.exits) {
            let _ =
                write!(self.over, "<text class=\"tk-points tk-by-{of}\" x=\"{x}\" y=\"{}\">{points}</text>", y + 18);
        }
        if let (Some(Task::Ov), [.., target, _]) = (plot.task, &hexes[..]) {
            let (x, y) = center(ground, *target);
            let _ = write!(
                self.over,
                "<use class=\"tk-overrun\" href=\"#tk-burst\" transform=\"translate({x} {y})scale(1.7)\"/>"
            );
        }
    }

    /// A shot, or where one is to go.
    pub(super) fn direct(&mut self, force: Force, from: (i32, i32), to: (i32, i32)) {
        let of = force.id();
        let (fx, fy) = off(from, to, 17.0);
        let (tx, ty) = off(to, from, 18.0);
        let d = format!("M{fx} {fy}L{tx} {ty}");
        let _ = write!(self.over, "<path class=\"tk-df-edge\" d=\"{d}\"/><path class=\"tk-df tk-by-{of}\" d=\"{d}\"/>");
        let _ = write!(
            self.over,
            "<path class=\"tk-cross tk-by-{of}\" transform=\"translate({} {})\" d=\"M-18 0a18 18 0 1 1 36 0a18 18 0 1 1-36 0M0-23v7M0 16v7M-23 0h7M16 0h7\"/>",
            to.0, to.1
        );
    }

    /// A watched line: hexes and hexsides that trigger it.
    pub(super) fn watch(&mut self, ground: &Battleground, force: Force, from: HexId, target: Option<HexId>) {
        let of = force.id();
        let line = match target {
            Some(to) => FireLine::new(ground, from, to),
            None => Some(FireLine::around(ground, from, 0)),
        };
        let Some(line) = line else { return };
        self.triggers(ground, force, &line);
        if let Some(to) = target {
            let (a, b) = (center(ground, from), center(ground, to));
            let (fx, fy) = off(a, b, 17.0);
            let _ = write!(
                self.over,
                "<path class=\"tk-watch tk-by-{of}\" d=\"M{fx} {fy}L{} {}\"/><circle class=\"tk-watch-end tk-by-{of}\" cx=\"{}\" cy=\"{}\" r=\"5\"/>",
                b.0, b.1, b.0, b.1
            );
        }
    }

    /// The hexes and hexsides of a watched line.
    fn triggers(&mut self, ground: &Battleground, force: Force, line: &FireLine) {
        let of = force.id();
        let mut hexes = String::new();
        add_hexes(&mut hexes, line.hexes.iter().map(|hex| center(ground, *hex)));
        let _ = write!(self.under, "<path class=\"tk-trigger tk-by-{of}\" d=\"{hexes}\"/>");
        let mut sides = String::new();
        for [a, b] in &line.sides {
            if let Some(side) = ground.side_to(*a, *b) {
                let (x, y) = center(ground, *a);
                let (p, q) = (CORNERS[side.index()], CORNERS[(side.index() + 1) % 6]);
                let _ = write!(sides, "M{} {}L{} {}", x + p.0, y + p.1, x + q.0, y + q.1);
            }
        }
        if !sides.is_empty() {
            let _ = write!(self.under, "<path class=\"tk-trigger-side tk-by-{of}\" d=\"{sides}\"/>");
        }
    }
}

/// Queue and exits lie outside the edge next to a hex.
pub(super) fn outside(ground: &Battleground, hex: HexId, far: i32) -> (i32, i32) {
    let (x, y) = center(ground, hex);
    match edge_of(ground, hex) {
        Some(Edge::W) => (x - far, y),
        Some(Edge::X) => (x, y - far),
        Some(Edge::Y) => (x + far, y),
        Some(Edge::Z) => (x, y + far),
        None => (x, y),
    }
}

/// The edge a hex is of; a corner counts as of the west or east.
pub(super) fn edge_of(ground: &Battleground, hex: HexId) -> Option<Edge> {
    [Edge::W, Edge::Y, Edge::X, Edge::Z].into_iter().find(|edge| ground.on_edge(*edge, hex))
}

/// The point so far from `from` on the way to `to`.
fn off(from: (i32, i32), to: (i32, i32), far: f64) -> (i32, i32) {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let long = dx.hypot(dy);
    if long < 2.0 * far {
        return from;
    }
    (from.0 + (dx / long * far).round() as i32, from.1 + (dy / long * far).round() as i32)
}

/// The march a column still has before it.
pub(super) fn track(view: &View<'_>) -> String {
    let ground = view.ground();
    let Some(entry) = view.army().entry.filter(|_| view.army().in_column || view.stage() == Stage::Arrange) else {
        return String::new();
    };
    let (x, y) = outside(ground, entry, 40);
    let mut path = format!("M{x} {y}");
    let mut at = Some(entry);
    let (x, y) = center(ground, entry);
    let _ = write!(path, "L{x} {y}");
    for side in &view.army().track {
        at = at.and_then(|at| ground.next(at, *side));
        let Some(hex) = at else { break };
        let (x, y) = center(ground, hex);
        let _ = write!(path, "L{x} {y}");
    }
    format!("<path class=\"tk-track tk-by-{}\" d=\"{path}\"/>", view.force().id())
}

/// Whether a unit waits beside the map.
pub(super) fn queue_place(unit: &Unit) -> Option<u8> {
    match unit.place {
        Place::Queue(place) => Some(place),
        _ => None,
    }
}

/// A hex outlined.
pub(super) fn outline(class: &str, (x, y): (i32, i32)) -> String {
    format!("<path class=\"{class}\" d=\"M{} {}{HEXAGON}\"/>", x - 12, y - 21)
}
