//! Where units go: every hex within reach weighed, soft units driven over, those off the map brought on.

use super::Desk;
use super::eye::Own;
use super::goals::Goal;
use super::plan::{NEXT_TURN, Planner};
use crate::fire::plus;
use crate::map::StepCost;
use crate::sight::FireLine;
use crate::state::{MOST_STEPS, MOST_UNITS, Place, Plot, Steps};
use crate::words::{Force, Kind, Task, Terrain};
use arrayvec::ArrayVec;
use hulldown_core::hex::{HexId, Side};

/// The longest bound, in hexes, and what a longer one costs.
const BOUND: u8 = 5;
const LONG_BOUND: f32 = 0.03;
/// What driving over a hex is worth where somebody may hide, and the points it may cost more.
const MAY_HIDE: f32 = 0.04;
const DETOUR: u8 = 2;

/// A move and what it is worth.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) score: f32,
    pub(super) plot: Plot,
    pub(super) end: Option<HexId>,
}

pub(super) fn no_move() -> Move {
    Move { score: f32::MIN, plot: Plot::default(), end: None }
}

impl Planner<'_, '_> {
    /// What standing still is worth, apart from a shot.
    pub(super) fn staying(&mut self, own: &Own, goal: Goal) -> f32 {
        let now = self.eye.danger(own.hex, own.facing, own.seers, 0);
        let there = self.eye.hex_worth(self.work, own.hex);
        // It could still turn next turn, at the price of a shot.
        let next = 0.5 * (now + there.danger);
        self.style.lure * there.attack - self.style.caution * (now + NEXT_TURN * next) + goal.at(&self.eye, own.hex)
    }

    /// The best move.
    pub(super) fn moves(&mut self, own: &Own, goal: Goal) -> Move {
        let (eye, work, style) = (&self.eye, &mut *self.work, self.style);
        let (stamp, mode) = (work.stamp, eye.view.mode());
        let (mut best, mut best_rank) = (no_move(), f32::MIN);
        work.reach.spread(eye.ground, mode, own.hex, own.ma, own.ma, |hex| work.closed[hex.index()] == stamp);
        work.looks += work.reach.len() as u64;
        // The danger of this turn's fire while one sets off over a side with so much added to the dice.
        let mut setting_off = [[-1.0f32; 11]; 6];
        let exit = eye.view.exit_edge().filter(|_| matches!(goal, Goal::Edge(..)));
        // [9.6] How far it goes backwards, in hexes and points.
        let points = eye.view.unit(own.n).map_or(0, |unit| eye.view.allowance(unit, Some(Task::Mvr)));
        let back = (eye.view.data().terrain.movement.reverse_hexes, points);
        for n in 0..work.reach.len() {
            let Some(found) = work.reach.get(n) else { break };
            let leaves = exit.is_some_and(|edge| eye.ground.on_edge(edge, found.hex)) && found.cost < own.ma;
            if work.held[found.hex.index()] == stamp && !leaves {
                continue;
            }
            let there = eye.hex_worth(work, found.hex);
            let after = if leaves {
                1.0
            } else {
                style.lure * there.attack - style.caution * NEXT_TURN * there.danger + goal.at(eye, found.hex)
            };
            // Whatever adds the same to the dice is as dangerous.
            let mut now = |facing: Side| {
                let known = &mut setting_off[facing.index()][usize::from(plus(found.cost).min(10))];
                if *known < 0.0 {
                    *known = if own.seers == 0 { 0.0 } else { eye.danger(own.hex, facing, own.seers, found.cost) };
                }
                *known
            };
            let ahead = now(found.first);
            let mut score = after - style.caution * ahead;
            let mut reverse = false;
            if found.steps <= back.0 && found.cost <= back.1 && own.seers != 0 && !leaves {
                let backwards = after - style.caution * now(found.first.opposite());
                if backwards > score {
                    (score, reverse) = (backwards, true);
                }
            }
            if self.intent.bounds && found.steps > BOUND {
                score -= LONG_BOUND;
            }
            let rank = score + work.tie(found.hex);
            if rank > best_rank {
                best_rank = rank;
                // Who has nowhere to go is not moved by chance alone.
                let score = if matches!(goal, Goal::None) { score } else { rank };
                let task = Some(if reverse { Task::Mvr } else { Task::Mv });
                // The steps are traced when the best is known.
                best = Move { score, plot: Plot { task, exits: leaves, ..Plot::default() }, end: Some(found.hex) };
            }
        }
        if let Some(end) = best.end {
            best.plot.steps = work.reach.steps(eye.ground, end);
            if best.plot.exits {
                best.end = None;
            }
        }
        self.overruns(own, goal, &mut best);
        if self.intent.combs {
            self.comb(own, goal, &mut best);
        }
        best
    }

    /// [9.47] A hex beside the way where somebody may hide is driven over, if that costs little.
    fn comb(&mut self, own: &Own, goal: Goal, best: &mut Move) {
        let (eye, work, style) = (&self.eye, &mut *self.work, self.style);
        let (stamp, mode) = (work.stamp, eye.view.mode());
        let Some((edge, least)) = eye.view.scenario().info.bravo_distance.filter(|_| eye.force == Force::Alpha) else {
            return;
        };
        if best.plot.task != Some(Task::Mv) || best.plot.exits {
            return;
        }
        let Some(price) = best.end.and_then(|end| work.reach.cost(end)) else { return };
        let most = own.ma.min(price + DETOUR);
        let extra = eye.view.data().terrain.movement.overrun_extra;
        let straight = best.plot.steps;
        let mut at = own.hex;
        for n in 0..=straight.len() {
            let run_up = if n == 0 { Some(0) } else { work.reach.cost(at) };
            for side in Side::ALL {
                let Some(target) = eye.ground.next(at, side) else { continue };
                let Some(beyond) = eye.ground.next(target, side) else { continue };
                let hides = matches!(eye.ground.terrain(target), Terrain::Woods | Terrain::Rough)
                    || eye.sight.cover(at, target).adds().is_some();
                let allowed = eye.ground.from_edge(edge, target) >= least;
                let shut = |hex: HexId| work.held[hex.index()] == stamp || work.closed[hex.index()] == stamp;
                if !hides || !allowed || shut(target) || shut(beyond) || n + 2 > MOST_STEPS {
                    continue;
                }
                let steps = [eye.ground.cost(mode, at, side), eye.ground.cost(mode, target, side)];
                let (Some(run_up), [Some(StepCost::Points(a)), Some(StepCost::Points(b))]) = (run_up, steps) else {
                    continue;
                };
                let cost = run_up + a + b + extra;
                if cost > most {
                    continue;
                }
                let mut path: Steps = straight.iter().take(n).collect();
                let first = path.get(0).unwrap_or(side);
                path.push(side);
                path.push(side);
                let there = eye.hex_worth(work, beyond);
                let now = eye.danger(own.hex, first, own.seers, cost);
                let score = MAY_HIDE + style.lure * there.attack + goal.at(eye, beyond)
                    - style.caution * (now + NEXT_TURN * there.danger);
                if score > best.score {
                    *best = Move {
                        score,
                        plot: Plot { task: Some(Task::Ov), steps: path, ..Plot::default() },
                        end: Some(beyond),
                    };
                }
            }
            match straight.get(n).and_then(|side| eye.ground.next(at, side)) {
                Some(next) => at = next,
                None => break,
            }
        }
    }

    /// [9.4] Soft units that can be driven over: nothing stops that but fire on the way.
    pub(super) fn overruns(&mut self, own: &Own, goal: Goal, best: &mut Move) {
        let (eye, work, style) = (&self.eye, &mut *self.work, self.style);
        let (stamp, mode) = (work.stamp, eye.view.mode());
        for (j, foe) in eye.foes.iter().enumerate() {
            let far = eye.ground.range(own.hex, foe.hex) >= u16::from(own.ma);
            if foe.kind == Kind::Afv || far || eye.foes[..j].iter().any(|other| other.hex == foe.hex) {
                continue;
            }
            let prize: f32 = eye.foes.iter().filter(|other| other.hex == foe.hex).map(|other| other.value).sum();
            for side in Side::ALL {
                let (before, beyond) = (eye.ground.next(foe.hex, side.opposite()), eye.ground.next(foe.hex, side));
                let (Some(before), Some(beyond)) = (before, beyond) else { continue };
                let run_up = if before == own.hex { Some(0) } else { work.reach.cost(before) };
                let steps = [eye.ground.cost(mode, before, side), eye.ground.cost(mode, foe.hex, side)];
                let (Some(run_up), [Some(StepCost::Points(a)), Some(StepCost::Points(b))]) = (run_up, steps) else {
                    continue;
                };
                let cost = run_up + a + b + eye.view.data().terrain.movement.overrun_extra;
                let shut = work.held[beyond.index()] == stamp || work.closed[beyond.index()] == stamp;
                if cost > own.ma || shut || (before != own.hex && work.held[before.index()] == stamp) {
                    continue;
                }
                let mut path = if before == own.hex { Steps::default() } else { work.reach.steps(eye.ground, before) };
                if path.len() + 2 > MOST_STEPS {
                    continue;
                }
                let first = path.get(0).unwrap_or(side);
                path.push(side);
                path.push(side);
                let there = eye.hex_worth(work, beyond);
                let now = eye.danger(own.hex, first, own.seers, cost);
                let score = 0.85 * prize + style.lure * there.attack + goal.at(eye, beyond)
                    - style.caution * (now + NEXT_TURN * there.danger);
                if score > best.score {
                    let plot = Plot { task: Some(Task::Ov), steps: path, ..Plot::default() };
                    *best = Move { score, plot, end: Some(beyond) };
                }
            }
        }
    }

    /// Whether a move still fits what others do.
    pub(super) fn open(&self, own: &Own, chosen: &Move) -> bool {
        let stamp = self.work.stamp;
        if chosen.end.is_some_and(|end| self.work.held[end.index()] == stamp) {
            return false;
        }
        let overruns = chosen.plot.task == Some(Task::Ov);
        let count = chosen.plot.steps.len();
        let mut at = own.hex;
        for (n, side) in chosen.plot.steps.iter().enumerate() {
            let Some(next) = self.eye.ground.next(at, side) else { return false };
            at = next;
            if self.work.closed[at.index()] == stamp && !(overruns && n + 2 == count) {
                return false;
            }
        }
        true
    }

    /// Nobody moves onto a line that is fired along.
    pub(super) fn close_line(&mut self, from: HexId, to: HexId) {
        if let Some(line) = FireLine::new(self.eye.ground, from, to) {
            for hex in &line.hexes {
                self.work.closed[hex.index()] = self.work.stamp;
            }
        }
    }

    /// [R47] Those still off the map come on in their order, as far as there is room.
    pub(super) fn enter(&mut self, desk: &mut Desk) {
        let view = self.eye.view;
        let Some(entry) = view.army().entry else { return };
        let mut queue: ArrayVec<(u8, u8, u8), MOST_UNITS> = ArrayVec::new();
        for (n, unit) in view.units().iter().enumerate() {
            if let Place::Queue(place) = unit.place {
                queue.push((unit.rank, n as u8, place));
            }
        }
        queue.sort_unstable();
        let mut held_up = false;
        for (_, n, place) in queue {
            let Some(unit) = view.unit(n) else { continue };
            let info = view.info(unit.weapon);
            let effect = view.data().terrain.hex(view.mode(), self.eye.ground.terrain(entry));
            let cost = if effect.whole_allowance { info.ma } else { effect.mp };
            let wanted = &mut desk.plan.wanted[usize::from(n)];
            let spent = u16::from(place - 1) + u16::from(cost);
            if held_up || spent > u16::from(info.ma) || self.work.closed[entry.index()] == self.work.stamp {
                held_up = true;
                if place > 1 {
                    *wanted = Plot { task: Some(Task::Mv), up: (place - 1).min(info.ma), ..Plot::default() };
                }
                continue;
            }
            let left = info.ma - spent as u8;
            let own = Own {
                n,
                hex: entry,
                facing: view.army().heading,
                weapon: unit.weapon,
                kind: info.kind,
                turret: info.turret,
                ma: info.ma,
                gun: self.eye.gun(unit.weapon, entry),
                seers: 0,
            };
            let goal = self.goal(desk, &own);
            let (eye, work) = (&self.eye, &mut *self.work);
            let stamp = work.stamp;
            work.reach.spread(eye.ground, view.mode(), entry, info.ma, left, |hex| work.closed[hex.index()] == stamp);
            let mut best: Option<(f32, HexId)> = None;
            for k in 0..=work.reach.len() {
                let hex = k.checked_sub(1).and_then(|k| work.reach.get(k)).map_or(entry, |found| found.hex);
                if work.held[hex.index()] == stamp {
                    continue;
                }
                let there = eye.hex_worth(work, hex);
                // Room for those behind is worth something.
                let room = 0.01 * f32::from(eye.ground.range(hex, entry));
                let score = self.style.lure * there.attack - self.style.caution * NEXT_TURN * there.danger
                    + goal.at(eye, hex)
                    + room
                    + work.tie(hex);
                if best.is_none_or(|(known, _)| score > known) {
                    best = Some((score, hex));
                }
            }
            match best {
                Some((_, hex)) => {
                    let steps = if hex == entry { Steps::default() } else { work.reach.steps(eye.ground, hex) };
                    desk.plan.wanted[usize::from(n)] =
                        Plot { task: Some(Task::Mv), up: place - 1, enters: true, steps, ..Plot::default() };
                    work.held[hex.index()] = stamp;
                }
                None => {
                    held_up = true;
                    if place > 1 {
                        let up = (place - 1).min(info.ma);
                        desk.plan.wanted[usize::from(n)] = Plot { task: Some(Task::Mv), up, ..Plot::default() };
                    }
                }
            }
        }
    }
}
