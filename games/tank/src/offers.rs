//! What a unit may be plotted to do, and why not the rest (5.0, 6.0, 8.0, 9.0).

use crate::lens::Lens;
use crate::map::Battleground;
use crate::pad::Pad;
use crate::rules::rule;
use crate::sight::FriendSteps;
use crate::state::{Place, Unit, UnitId};
use crate::talk::{Choice, PathAnswer, TaskAnswer};
use crate::words::{Edge, Kind, Task};
use hulldown_core::hex::{Hex, HexId, Side};
use hulldown_core::rules::Reason;
use hulldown_core::table::Menu;

/// What a unit can see, fire at and reach from where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Vantage {
    ground: &'static Battleground,
    /// What is seen from there, as bits by the numbers of hexes.
    seen: &'static [u64],
    pub(crate) from: HexId,
    start: Hex,
    range: u16,
    /// Which way it faces, if it sees and fires that way alone.
    fan: Option<Side>,
}

impl Vantage {
    /// The map columns within its range.
    pub(crate) fn columns(self) -> impl Iterator<Item = u16> {
        let (at, cols) = (self.start.col as u16, self.ground.grid().cols());
        at.saturating_sub(self.range).max(1)..=at.saturating_add(self.range).min(cols)
    }

    /// The hexes of a map column.
    #[inline]
    pub(crate) fn column(self, col: u16) -> impl Iterator<Item = HexId> + Clone {
        let Vantage { ground, from, fan, .. } = self;
        let (top, [mut rows, mut rest]) = self.rows(col);
        let mut base = top;
        let there = std::iter::from_fn(move || {
            if rows == 0 {
                (rows, rest, base) = (rest, 0, top + 64);
            }
            let nth = rows.trailing_zeros() as u16;
            (rows != 0).then(|| {
                rows &= rows - 1;
                HexId(base + nth)
            })
        });
        there.filter(move |to| fan.is_none_or(|facing| ground.in_fan(from, facing, *to)))
    }

    /// Whether its friends leave a hex of a column free. Most columns have one in a direction where nobody is: that is looked for first.
    #[inline]
    pub(crate) fn is_open(self, col: u16, friends: &FriendSteps<'_>) -> bool {
        let hexes = self.column(col);
        hexes.clone().any(|hex| friends.are_aside(hex)) || hexes.into_iter().any(|hex| !friends.mask(hex))
    }

    /// The number of the first hex of a column within its range, and which are in sight from there on, as bits: only sheets joined
    /// lengthwise have more than 64.
    #[inline]
    fn rows(self, col: u16) -> (u16, [u64; 2]) {
        let Vantage { ground, seen, start, range, .. } = self;
        let (apart, rows) = (i32::from(start.col) - i32::from(col), ground.grid().rows());
        // A column farther away has fewer hexes within range, half a hex at either end.
        let y = start.center().y - Hex::new(col as i16, 0).center().y;
        let reach = 2 * i32::from(range) - apart.abs();
        let (first, last) = (((y - reach + 1) >> 1).max(1), ((y + reach) >> 1).min(i32::from(rows)));
        if apart.abs() > i32::from(range) || first > last {
            return (0, [0; 2]);
        }
        let (top, count) = ((col - 1) * rows + first as u16 - 1, (last - first + 1) as u32);
        // 64 bits that begin anywhere.
        let (word, shift) = (usize::from(top) / 64, top % 64);
        let at = |n: usize| seen.get(word + n).copied().unwrap_or(0);
        let part = |n: usize| at(n) >> shift | at(n + 1) << 1 << (63 - shift);
        let mut bits = match count {
            ..=64 => [part(0) & u64::MAX >> (64 - count), 0],
            _ => [part(0), part(1) & u64::MAX >> (128 - count.min(128))],
        };
        if apart == 0 {
            let own = i32::from(start.row) - first;
            bits[own as usize / 64] &= !(1 << (own % 64));
        }
        (top, bits)
    }

    /// Whether a hex lies in its range and field of fire, in sight or not.
    #[inline]
    fn holds(self, to: HexId) -> bool {
        let Vantage { ground, from, range, fan, .. } = self;
        from != to && ground.range(from, to) <= range && fan.is_none_or(|facing| ground.in_fan(from, facing, to))
    }
}

/// A step: from a hex over a side to the next.
type Way = (HexId, Side, HexId);

impl Lens<'_> {
    /// What a unit could watch but for friends in the way; nothing for one that is off the map.
    pub(crate) fn outlook(self, id: UnitId) -> Option<Vantage> {
        let unit = self.game.unit(id);
        let fan = (!self.info(unit).turret).then_some(unit.facing);
        let (from, range) = (unit.hex()?, self.absolute_range(id));
        let (seen, start) = (self.sight.bits(from), self.ground.hex(from));
        Some(Vantage { ground: self.ground, seen, from, start, range, fan })
    }

    /// The tasks a unit may be plotted for, and why not the others.
    pub(crate) fn offer_tasks(self, id: UnitId, pad: &Pad, menu: &mut Menu<Choice, TaskAnswer>) {
        let unit = self.game.unit(id);
        let kind = self.kind(id);
        let allows = |task| self.charts.tasks.allows(task, kind);
        menu.offer(TaskAnswer::Nothing);
        if let Place::Queue(_) = unit.place {
            menu.weigh(TaskAnswer::Mv, self.against_move(id, pad, Task::Mv));
            return;
        }
        self.offer_targets(id, pad, menu);
        let early = (!self.scenario().may_watch(id.force, self.game.turn))
            .then_some((rule!("17.13b"), "Bravo has no Opportunity Fire yet"));
        menu.weigh(TaskAnswer::Of, early.or_else(|| self.against_watch(id, pad)));
        if kind == Kind::Infantry {
            menu.weigh(TaskAnswer::OfAround, early.or_else(|| self.against_watch_around(id, pad)));
        }
        menu.weigh(TaskAnswer::Mv, self.against_move(id, pad, Task::Mv));
        let reverse = match kind {
            Kind::Afv if self.allowance(unit, Some(Task::Mvr)) == 0 => {
                Some((rule!("9.6"), "half its allowance is nothing"))
            }
            _ if allows(Task::Mvr) => self.against_move(id, pad, Task::Mvr),
            _ => Some((rule!("5.0g"), "only vehicles reverse")),
        };
        menu.weigh(TaskAnswer::Mvr, reverse);
        menu.weigh(TaskAnswer::Fc, (!allows(Task::Fc)).then_some((rule!("7.0"), "infantry has no facing")));
        if self.may_repeat(id, pad) {
            menu.offer(TaskAnswer::Again);
        }
    }

    /// [5.0b] The hexes a unit may fire at directly: each holds an enemy unit for everybody to see.
    fn offer_targets(self, id: UnitId, pad: &Pad, menu: &mut Menu<Choice, TaskAnswer>) {
        let Some(outlook) = self.outlook(id) else { return };
        let seen = |hex: HexId| self.sight.clear(outlook.from, hex) && outlook.holds(hex);
        if !menu.listens() && !pad.targets.iter().any(|hex| seen(*hex)) {
            return;
        }
        let mut friends = FriendSteps::new(self.ground, outlook.from);
        pad.put_friends(id, &mut friends);
        for hex in &pad.targets {
            let against = || self.against_line(id, *hex).or_else(|| self.against_masked(&friends, *hex));
            menu.offer_if(TaskAnswer::Df(self.ground.hex(*hex)), seen(*hex) && !friends.mask(*hex), against);
        }
    }

    /// Whether last turn's fire or facing can be plotted again as it was.
    pub(crate) fn may_repeat(self, id: UnitId, pad: &Pad) -> bool {
        let Unit { last, hidden, .. } = *self.game.unit(id);
        match (last.task, last.target) {
            (Some(Task::Df), Some(hex)) => self.enemy_shown(id.force, hex) && self.against_fire(id, hex).is_none(),
            (Some(Task::Of), Some(hex)) => self.against_fire(id, hex).is_none(),
            (Some(Task::Of), None) => self.kind(id) == Kind::Infantry && self.against_watch_around(id, pad).is_none(),
            // [R72] In hiding the side is part of it, in the open it is not.
            (Some(Task::Fc), _) => last.facing.is_some() == hidden,
            _ => false,
        }
    }

    /// Why no line of Opportunity Fire can be plotted at all.
    fn against_watch(self, id: UnitId, pad: &Pad) -> Reason {
        let from = self.game.unit(id).hex()?;
        // Hardly ever is nothing right beside it free: nobody stands or comes there, for a line to it touches no other hex.
        let free = |hex: HexId| self.against_line(id, hex).is_none() && !pad.has_friend(id, hex);
        if Side::ALL.iter().filter_map(|side| self.ground.next(from, *side)).any(free) {
            return None;
        }
        let mut against = Some((rule!("7.21"), "no hex lies in its field of fire"));
        let (outlook, mut friends) = (self.outlook(id)?, FriendSteps::new(self.ground, from));
        pad.put_friends(id, &mut friends);
        for hex in outlook.columns().flat_map(|col| outlook.column(col)) {
            against = self.against_masked(&friends, hex);
            if against.is_none() {
                break;
            }
        }
        against
    }

    /// [8.84b] Why infantry may not be plotted to watch the hexes about it.
    fn against_watch_around(self, id: UnitId, pad: &Pad) -> Reason {
        let from = self.game.unit(id).hex()?;
        let mut beside = Side::ALL.into_iter().filter_map(|side| self.ground.next(from, side));
        let none = beside.all(|hex| pad.has_friend(id, hex));
        none.then_some((rule!("8.84b"), "friendly units are in all hexes about it or plotted to be"))
    }

    /// Why a unit cannot be plotted to move at all: not even a first step can be taken, nor the map be left or entered.
    pub(crate) fn against_move(self, id: UnitId, pad: &Pad, task: Task) -> Reason {
        let unit = self.game.unit(id);
        if !self.charts.tasks.allows(task, self.kind(id)) {
            return Some((rule!("9.34b"), "an anti-tank gun never moves"));
        }
        let allowance = self.allowance(unit, Some(task));
        let at = match unit.place {
            Place::On(hex) => hex,
            Place::Queue(1) => return self.against_entry(id, pad, 1, allowance),
            _ => return None,
        };
        let mut against = None;
        for side in Side::ALL {
            let Some(to) = self.ground.next(at, side) else { continue };
            match self.against_step(id, pad, task, (at, side, to), allowance) {
                None => return None,
                // A friend's line can be plotted otherwise; so it is named rather than the ground.
                Some(reason) if against.is_none() || reason.0 == rule!("9.37") => against = Some(reason),
                _ => {}
            }
        }
        let leaves = self.exit_edge(id.force).is_some_and(|edge| self.ground.on_edge(edge, at));
        match against {
            _ if leaves && allowance >= self.charts.terrain.movement.exit => None,
            Some((rule, _)) if rule == rule!("9.37") => {
                Some((rule, "every step would come onto a friend's line of fire"))
            }
            Some((rule, _)) if rule == rule!("9.32") => Some((rule, "not enough Movement Points for any hex about it")),
            other => other,
        }
    }

    /// The next steps of a path that is being plotted, and why not the others.
    pub(crate) fn offer_steps(self, id: UnitId, pad: &Pad, menu: &mut Menu<Choice, PathAnswer>) {
        let unit = self.game.unit(id);
        let (force, task) = (id.force, unit.plot.task);
        let allowance = self.allowance(unit, task);
        let spent = self.points(force, unit);
        let left = allowance - spent.min(allowance);
        let in_queue = matches!(unit.place, Place::Queue(_)) && !unit.plot.enters;
        if let (Place::Queue(place), true) = (unit.place, in_queue) {
            menu.weigh(PathAnswer::Enter, self.against_entry(id, pad, place, allowance));
            let first = (place == 1).then_some((rule!("R47"), "it is first in the queue"));
            menu.weigh(PathAnswer::Up, first);
            menu.offer(PathAnswer::Drop);
            return;
        }
        let Some(at) = self.end(force, unit).or(unit.hex()) else {
            menu.offer(PathAnswer::Drop);
            return;
        };
        let begun = unit.plot.legs() > 0;
        let end = if !begun {
            Some((rule!("9.0"), "it has no step yet"))
        } else {
            (!self.may_end(id, pad, at)).then_some((rule!("11.0"), "a friendly unit ends there"))
        };
        menu.weigh(PathAnswer::Done, end);
        for side in Side::ALL {
            let Some(to) = self.ground.next(at, side) else { continue };
            let step = self.against_step(id, pad, task.unwrap_or(Task::Mv), (at, side, to), left);
            menu.weigh(PathAnswer::Step(side), step);
            if task == Some(Task::Mv) && self.kind(id) == Kind::Afv && self.charts.tasks.allows(Task::Ov, Kind::Afv) {
                menu.weigh(
                    PathAnswer::Over(side),
                    step.or_else(|| self.against_overrun(id, pad, (at, side, to), left)),
                );
            }
        }
        // On an edge of the map one may think of leaving it.
        if matches!(task, Some(Task::Mv | Task::Mvr)) && Edge::ALL.iter().any(|edge| self.ground.on_edge(*edge, at)) {
            let dear = (left < self.charts.terrain.movement.exit)
                .then_some((rule!("17.3f"), "no Movement Point is left for it"));
            menu.weigh(PathAnswer::Exit, self.against_exit(force, at).or(dear));
        }
        menu.offer(PathAnswer::Drop);
    }

    /// [R47] Why a queue unit may not be plotted to enter.
    fn against_entry(self, id: UnitId, pad: &Pad, place: u8, allowance: u8) -> Reason {
        let cost = self.entry_cost(id.force, allowance);
        if u16::from(place - 1) + u16::from(cost) > u16::from(allowance) {
            return Some((rule!("17.3c"), "it is too far back in the queue"));
        }
        let rank = self.game.unit(id).rank;
        let held = self.queue(id.force).any(|other| {
            let ahead = self.game.unit(other);
            ahead.rank < rank && !ahead.plot.enters
        });
        if held {
            return Some((rule!("17.3c"), "a unit ahead of it does not enter"));
        }
        let entry = self.game.army(id.force).entry?;
        self.crosses_fire(id, pad, None, entry).then_some((rule!("9.37"), "it would come onto a friend's line of fire"))
    }

    /// [9.0] Why a step may not be plotted.
    fn against_step(self, id: UnitId, pad: &Pad, task: Task, (from, side, to): Way, left: u8) -> Reason {
        let unit = self.game.unit(id);
        let steps = unit.plot.steps.len();
        if self.kind(id) == Kind::Infantry && steps > 0 {
            return Some((rule!("10.11"), "infantry moves one hex"));
        }
        if task == Task::Mvr && steps >= usize::from(self.charts.terrain.movement.reverse_hexes) {
            return Some((rule!("9.6"), "farther than a vehicle reverses"));
        }
        let cost = self.step_cost(unit, Some(task), from, side).unwrap_or(u8::MAX);
        if cost > left || unit.plot.steps.is_full() {
            return Some((rule!("9.32"), "not enough Movement Points"));
        }
        self.crosses_fire(id, pad, Some(from), to)
            .then_some((rule!("9.37"), "it would come onto a friend's line of fire"))
    }

    /// [9.4] Why the hex over a side may not be overrun.
    fn against_overrun(self, id: UnitId, pad: &Pad, (at, side, target): Way, left: u8) -> Reason {
        let unit = self.game.unit(id);
        let Some(beyond) = self.ground.next(target, side) else {
            return Some((rule!("9.4"), "there is no hex beyond it"));
        };
        let first = self.step_cost(unit, Some(Task::Ov), at, side).unwrap_or(u8::MAX);
        let second = self.step_cost(unit, Some(Task::Ov), target, side).unwrap_or(u8::MAX);
        let whole = u16::from(first) + u16::from(second) + u16::from(self.charts.terrain.movement.overrun_extra);
        if whole > u16::from(left) || unit.plot.steps.len() + 2 > crate::state::MOST_STEPS {
            return Some((rule!("9.41"), "not enough Movement Points to overrun it"));
        }
        let is_armor =
            |enemy: &Unit| enemy.spotted && enemy.shown() == Some(target) && self.info(enemy).kind == Kind::Afv;
        if pad.targets.contains(&target) && self.game.army(id.force.enemy()).units.iter().any(is_armor) {
            return Some((rule!("9.45"), "armored vehicles cannot be overrun"));
        }
        // [9.47] Enemies may be there, seen or unseen; not where a friend stands.
        if pad.stands(id, target) {
            return Some((rule!("9.47"), "a friendly unit stands there"));
        }
        if self.crosses_fire(id, pad, Some(target), beyond) {
            return Some((rule!("9.37"), "it would come onto a friend's line of fire"));
        }
        (!self.may_end(id, pad, beyond)).then_some((rule!("11.0"), "a friendly unit ends beyond it"))
    }
}
