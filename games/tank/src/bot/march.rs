//! Approach marches: where to enter, which way to go, and looking for what is hidden.

use super::eye::Eye;
use super::{Desk, wish};
use crate::View;
use crate::map::Layout;
use crate::state::MOST_TRACK;
use crate::talk::Choice;
use crate::words::{Edge, Mode, Situation};
use arrayvec::ArrayVec;
use hulldown_core::Generator;
use hulldown_core::hex::{HexId, Side};
use hulldown_core::table::MOST_OPTIONS;

/// More steps than any march has: a hex of the column's own track.
const SHUT: u16 = u16::MAX - 1;

/// How many entry hexes are looked at to meet an enemy, and how much more often a hex of the middle half is one of them.
const MEETING_ENTRIES: usize = 2;
const MIDDLE: u32 = 3;

/// How many entry hexes are looked at.
const ENTRIES: usize = 9;

/// The edge a force marches to.
fn far(view: &View<'_>) -> Edge {
    let entry = view.scenario().info.entry[view.force().index()];
    entry.map_or(Edge::Z, Edge::opposite)
}

/// What the slowest vehicle has to spend.
fn slowest(view: &View<'_>) -> u8 {
    view.units().iter().map(|unit| view.info(unit.weapon).ma).min().unwrap_or(1)
}

/// The next step of the cheapest march to an edge.
fn next(view: &View<'_>, left: &[u16], at: HexId, allowance: u8) -> Option<(Side, HexId)> {
    let (ground, mode) = (view.ground(), view.mode());
    let steps = Side::ALL.into_iter().filter_map(|side| {
        let (to, cost) = (ground.next(at, side)?, ground.cost(mode, at, side)?);
        Some((left[to.index()].saturating_add(u16::from(cost.of(allowance))), side, to))
    });
    let (_, side, to) = steps.min_by_key(|(cost, ..)| *cost)?;
    (left[to.index()] < left[at.index()]).then_some((side, to))
}

/// What the ways from entry hexes cost, as far as they have been looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct Routes {
    /// The march they are for: sheets, mode, edge and allowance.
    of: Option<(Layout, Mode, Edge, u8)>,
    cost: ArrayVec<Option<u32>, MOST_OPTIONS>,
    /// Steps from each hex to the far edge round a track, and the hexes they were counted from.
    steps: Vec<u16>,
    wave: Vec<HexId>,
}

impl Routes {
    /// With room for so many hexes: a march may be laid for the first time in the midst of a game.
    pub(super) fn new(hexes: usize) -> Routes {
        Routes { steps: Vec::with_capacity(hexes), wave: Vec::with_capacity(hexes), ..Routes::default() }
    }

    /// The next step of a march that is being laid: by the shortest way where it is open, else round what has been laid; where there is
    /// no way round, back. With every step on there is one less to go, and from where one has come back no way leads there again,
    /// so every march ends.
    pub(super) fn track(&mut self, view: &View<'_>, options: &[Choice]) -> Choice {
        if options.contains(&Choice::Shortest) {
            return Choice::Shortest;
        }
        let (ground, army) = (view.ground(), view.army());
        let Some(entry) = army.entry else { return options[0] };
        let end = self.spread(view, entry);
        let left = MOST_TRACK - army.track.len();
        let on = Side::ALL.into_iter().filter_map(|side| {
            let steps = self.steps[ground.next(end, side)?.index()];
            (usize::from(steps) < left && options.contains(&Choice::Step(side))).then_some((steps, side))
        });
        let on = on.min_by_key(|(steps, _)| *steps);
        on.map_or(wish(options, &[Choice::Back]), |(_, side)| Choice::Step(side))
    }

    /// Counts the steps from everywhere to the far edge that keep off the track; gives the track's end.
    fn spread(&mut self, view: &View<'_>, entry: HexId) -> HexId {
        let (ground, mode, slowest) = (view.ground(), view.mode(), slowest(view));
        self.steps.clear();
        self.steps.resize(ground.grid().len(), u16::MAX);
        self.wave.clear();
        self.wave.extend(ground.edge(far(view)));
        for hex in &self.wave {
            self.steps[hex.index()] = 0;
        }
        let track = view.army().track.iter().scan(entry, |at, side| {
            *at = ground.next(*at, *side)?;
            Some(*at)
        });
        // What has been laid is shut; the edge is not reached through it either.
        let mut end = entry;
        for hex in std::iter::once(entry).chain(track) {
            self.steps[hex.index()] = SHUT;
            end = hex;
        }
        let mut n = 0;
        while let Some(&at) = self.wave.get(n) {
            n += 1;
            let steps = self.steps[at.index()];
            if steps == SHUT {
                continue;
            }
            for side in Side::ALL {
                let Some(from) = ground.next(at, side) else { continue };
                let cost = ground.cost(mode, from, side.opposite());
                if self.steps[from.index()] == u16::MAX && cost.is_some_and(|cost| cost.of(slowest) <= slowest) {
                    self.steps[from.index()] = steps + 1;
                    self.wave.push(from);
                }
            }
        }
        end
    }
}

/// Where to enter: to meet an enemy who marches too, anywhere; else where the way to the far edge is short and little seen.
pub(super) fn entry(view: &View<'_>, routes: &mut Routes, dice: &mut Generator, options: &[Choice]) -> Choice {
    if view.scenario().situation == Situation::Me {
        return meeting(view, dice, options);
    }
    let march = (view.ground().layout(), view.mode(), far(view), slowest(view));
    if routes.of != Some(march) {
        routes.of = Some(march);
        routes.cost = (0..options.len().min(MOST_OPTIONS)).map(|_| None).collect();
    }
    let mut best = (options[0], u32::MAX);
    let stride = (options.len() / ENTRIES).max(1);
    let first = dice.below(stride as u32) as usize;
    for (option, cost) in options.iter().zip(&mut routes.cost).skip(first).step_by(stride) {
        let cost = *cost.get_or_insert_with(|| route(view, *option)) + dice.below(120);
        if cost < best.1 {
            best = (*option, cost);
        }
    }
    best.0
}

/// A few entry hexes by chance, those of the middle half more often, since who keeps to an edge may pass the enemy by; of them the
/// one with the shortest way.
fn meeting(view: &View<'_>, dice: &mut Generator, options: &[Choice]) -> Choice {
    let left = view.ground().to_edge(view.mode(), far(view), slowest(view));
    let way = |option: &Choice| match option {
        Choice::At(hex) => view.ground().id(*hex).map_or(u16::MAX, |hex| left[hex.index()]),
        _ => u16::MAX,
    };
    let count = options.len();
    let mut any = || loop {
        let n = dice.below(count as u32) as usize;
        let in_middle = (count..3 * count).contains(&(4 * n + 2));
        if in_middle || dice.below(MIDDLE) == 0 {
            return options[n];
        }
    };
    let mut best = any();
    for _ in 1..MEETING_ENTRIES {
        let other = any();
        if way(&other) < way(&best) {
            best = other;
        }
    }
    best
}

/// What the way from an entry hex costs, in points and in eyes upon it.
fn route(view: &View<'_>, option: Choice) -> u32 {
    let (ground, slowest) = (view.ground(), slowest(view));
    let Choice::At(hex) = option else { return u32::MAX / 2 };
    let Some(mut at) = ground.id(hex) else { return u32::MAX / 2 };
    let left = ground.to_edge(view.mode(), far(view), slowest);
    let mut cost = u32::from(left[at.index()]) * 20;
    for n in 0..60 {
        if n % 4 == 0 {
            cost += view.sight().count(at) / 4;
        }
        match next(view, left, at, slowest) {
            Some((_, to)) => at = to,
            None => break,
        }
    }
    cost
}

/// The heading that leads into the map.
pub(super) fn heading(view: &View<'_>, options: &[Choice]) -> Choice {
    let left = view.ground().to_edge(view.mode(), far(view), slowest(view));
    let side = view.army().entry.and_then(|entry| next(view, left, entry, slowest(view)));
    side.map_or(options[0], |(side, _)| wish(options, &[Choice::Face(side)]))
}

/// A column goes as fast as it can, the cheapest way; where the enemy hides, not always straight. One that waits halts as
/// soon as its leader is on the map, and lets him come.
pub(super) fn march(view: &View<'_>, dice: &mut Generator, options: &[Choice], waits: bool) -> Choice {
    if let most @ Choice::March(_) = options[0] {
        let halts = waits && view.units().iter().any(|unit| unit.hex().is_some());
        return if halts { wish(options, &[Choice::March(0)]) } else { most };
    }
    let Some(entry) = view.army().entry else { return wish(options, &[Choice::Commit]) };
    let ground = view.ground();
    let (mut at, mut back) = (entry, None);
    for side in &view.army().track {
        let Some(next) = ground.next(at, *side) else { break };
        (at, back) = (next, Some(*side));
    }
    let edge = far(view);
    let left = ground.to_edge(view.mode(), edge, slowest(view));
    if view.scenario().situation == Situation::At {
        // Once across, the column combs the ground sideways.
        let turn = view.turn() % 16;
        let hex = ground.hex(at);
        let low = ground.from_edge(edge, at) < 5;
        if low || dice.below(8) == 0 {
            let middle = hex.col as u16 * 2 > ground.grid().cols();
            let sideways = match (middle == (turn < 8), low) {
                (true, _) => [Side::E, Side::F],
                (false, _) => [Side::C, Side::B],
            };
            return wish(options, &[Choice::Step(sideways[0]), Choice::Step(sideways[1]), Choice::Commit]);
        }
    }
    let ahead = next(view, left, at, slowest(view)).map(|(side, _)| side);
    let straight = ahead.or(back).map_or(Choice::Commit, Choice::Step);
    wish(options, &[straight, Choice::Commit])
}

impl Desk {
    /// Where hidden units have been looked for, and where each unit goes to look next.
    pub(super) fn search(&mut self, eye: &Eye<'_>) {
        for own in &eye.own {
            self.searched[own.hex.index()] = true;
            for side in Side::ALL {
                if let Some(next) = eye.ground.next(own.hex, side) {
                    self.searched[next.index()] = true;
                }
            }
        }
        if !eye.foes.is_empty() {
            return;
        }
        let Some((edge, hexes)) = eye.view.scenario().info.bravo_distance else { return };
        for i in 0..eye.own.len() {
            let own = eye.own[i];
            let n = usize::from(own.n);
            if self.target[n].is_some_and(|hex| !self.searched[hex.index()]) {
                continue;
            }
            let taken = self.target;
            let others = |hex: HexId| {
                let near = |t: &Option<HexId>| t.is_some_and(|t| eye.ground.range(t, hex) < 5);
                taken.iter().enumerate().filter(|(m, t)| *m != n && near(t)).count() as u16
            };
            // Every third hex is enough: one sees the neighbors.
            let open = eye.ground.grid().ids().filter(|hex| hex.0 % 3 == 0 && !self.searched[hex.index()]);
            let open = open.filter(|hex| eye.ground.from_edge(edge, *hex) >= hexes);
            self.target[n] = open.min_by_key(|hex| eye.ground.range(own.hex, *hex) + 6 * others(*hex));
        }
    }
}
