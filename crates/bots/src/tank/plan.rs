//! A whole turn thought through at once: who fires at what, who moves where, who waits for what.

use super::eye::{Eye, Foe, Own, Spot};
use super::reach::Reach;
use super::{Desk, Style};
use arrayvec::ArrayVec;
use hulldown_core::dice::Generator;
use hulldown_core::hex::{HexId, Side};
use hulldown_tank::charts::Spot as Looks;
use hulldown_tank::fire::Gun;
use hulldown_tank::map::StepCost;
use hulldown_tank::sight::FireLine;
use hulldown_tank::state::{MOST_STEPS, MOST_UNITS, Place, Plot, Steps};
use hulldown_tank::words::{Edge, Force, Kind, Situation, SpotColumn, Task, Victory};

/// The most guns that fire at one soft target.
const MOST_SHELLING: usize = 4;
/// What a danger or a shot of next turn counts against one of this turn.
const NEXT_TURN: f32 = 0.7;

/// What is to be plotted for each unit.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The Game-Turn it is for; 0 for none.
    pub(super) turn: u16,
    pub(super) wanted: [Plot; MOST_UNITS],
    /// What else a unit could do, the most different first.
    pub(super) others: [ArrayVec<Plot, 5>; MOST_UNITS],
    /// How often each unit's plot has been begun.
    pub(super) begun: [u8; MOST_UNITS],
}

impl Default for Plan {
    fn default() -> Self {
        Plan { turn: 0, wanted: [Plot::default(); MOST_UNITS], others: Default::default(), begun: [0; MOST_UNITS] }
    }
}

/// Memory that plans are made in.
#[derive(Clone, Debug)]
pub(super) struct Work {
    pub(super) reach: Reach,
    pub(super) spots: Vec<Spot>,
    /// Hexes on a line of fire, or held by someone, by the plan they belong to.
    closed: Vec<u32>,
    held: Vec<u32>,
    pub(super) stamp: u32,
    salt: u32,
}

impl Work {
    pub(super) fn new(hexes: usize) -> Work {
        Work {
            reach: Reach::new(hexes),
            spots: vec![Spot::default(); hexes],
            closed: vec![0; hexes],
            held: vec![0; hexes],
            stamp: 0,
            salt: 0,
        }
    }

    pub(super) fn hexes(&self) -> usize {
        self.spots.len()
    }

    /// A little chance among what is nearly equal.
    fn tie(&self, hex: HexId) -> f32 {
        let mixed = (u32::from(hex.0).wrapping_mul(0x9E37_79B1) ^ self.salt).wrapping_mul(0x85EB_CA6B);
        (mixed >> 24) as f32 * 0.00006
    }
}

/// Where a unit wants to go.
#[derive(Clone, Copy)]
enum Goal {
    None,
    /// To an edge, by what the march there costs.
    Edge(&'static [u16], f32),
    /// Closer to a hex, but no closer than so far.
    Near(HexId, u16, f32),
}

impl Goal {
    fn at(self, eye: &Eye<'_>, hex: HexId) -> f32 {
        match self {
            Goal::None => 0.0,
            Goal::Edge(left, weight) => -f32::from(left[hex.index()].min(999)) * weight,
            Goal::Near(to, close, weight) => -f32::from(eye.ground.range(hex, to).max(close)) * weight,
        }
    }
}

/// A move and what it is worth.
#[derive(Clone, Copy)]
struct Move {
    score: f32,
    plot: Plot,
    end: Option<HexId>,
}

fn no_move() -> Move {
    Move { score: f32::MIN, plot: Plot::default(), end: None }
}

fn no_moves() -> Moves {
    Moves { best: no_move(), safest: no_move(), boldest: no_move() }
}

/// The moves of one unit that are worth thinking of.
#[derive(Clone, Copy)]
struct Moves {
    best: Move,
    safest: Move,
    boldest: Move,
}

/// One who plans.
pub(super) struct Planner<'a, 'v> {
    pub(super) eye: Eye<'v>,
    pub(super) work: &'a mut Work,
    pub(super) style: &'a Style,
    /// Whether other possibilities are wanted too.
    pub(super) others: bool,
}

fn plot(task: Task, target: Option<HexId>) -> Plot {
    Plot { task: Some(task), target, ..Plot::default() }
}

impl Planner<'_, '_> {
    pub(super) fn plan(&mut self, desk: &mut Desk, dice: &mut Generator) {
        self.work.stamp += 1;
        self.work.salt = dice.below(u32::MAX);
        let plan = &mut desk.plan;
        plan.turn = self.eye.view.turn();
        plan.wanted = [Plot::default(); MOST_UNITS];
        plan.begun = [0; MOST_UNITS];
        plan.others.iter_mut().for_each(ArrayVec::clear);
        let stamp = self.work.stamp;
        for foe in &self.eye.foes {
            self.work.closed[foe.hex.index()] = stamp;
        }
        for own in &self.eye.own {
            self.work.held[own.hex.index()] = stamp;
        }
        let count = self.eye.own.len();
        let hunts = self.eye.view.scenario().situation == Situation::At;
        if hunts && self.eye.force == Force::Alpha {
            desk.search(&self.eye);
        }
        // What each would do if it did not fire.
        let mut stay = [0.0f32; MOST_UNITS];
        let mut moves = [no_moves(); MOST_UNITS];
        for i in 0..count {
            let own = self.eye.own[i];
            if own.kind != Kind::Afv {
                continue;
            }
            let goal = self.goal(desk, &own);
            stay[i] = self.staying(&own, goal);
            if !self.style.still && (self.others || !self.has_target(&own)) {
                moves[i] = self.moves(&own, goal);
            }
        }
        let mut fires = [false; MOST_UNITS];
        self.shell(&mut desk.plan, &mut fires, &stay, &moves);
        self.shoot(&mut desk.plan, &mut fires, &stay, &moves);
        for i in 0..count {
            let own = self.eye.own[i];
            let n = usize::from(own.n);
            if own.kind == Kind::Afv && !self.style.still {
                let mut best = moves[i].best;
                if fires[i] {
                    self.note(&mut desk.plan, n, &[moves[i].safest.plot, moves[i].boldest.plot, best.plot]);
                    continue;
                }
                if !self.open(&own, &best) {
                    let goal = self.goal(desk, &own);
                    moves[i] = self.moves(&own, goal);
                    best = moves[i].best;
                }
                if best.score > stay[i] + 0.004 {
                    desk.plan.wanted[n] = best.plot;
                    if let Some(end) = best.end {
                        self.work.held[end.index()] = stamp;
                    }
                    let wait = if self.others { self.wait(&own) } else { Plot::default() };
                    self.note(&mut desk.plan, n, &[wait, moves[i].safest.plot, moves[i].boldest.plot]);
                    continue;
                }
            }
            if !fires[i] {
                let wait = self.wait(&own);
                desk.plan.wanted[n] = wait;
                if let (Some(Task::Of), Some(target)) = (wait.task, wait.target) {
                    self.close_line(own.hex, target);
                }
                self.note(&mut desk.plan, n, &[moves[i].best.plot, moves[i].safest.plot, moves[i].boldest.plot]);
            }
        }
        if self.others {
            for (i, fires) in fires.iter().enumerate().take(count) {
                let own = self.eye.own[i];
                let plots = [self.best_shot(&own), if *fires { self.wait(&own) } else { Plot::default() }];
                self.note(&mut desk.plan, usize::from(own.n), &plots);
            }
        }
        self.enter(desk);
    }

    /// The best shot of a unit by itself, whatever others do.
    fn best_shot(&self, own: &Own) -> Plot {
        let eye = &self.eye;
        let mut best = (0.01, Plot::default());
        for (_, foe) in eye.each(own.seers).filter(|(_, foe)| foe.kind == Kind::Afv) {
            let worth = eye.worth(&own.gun, foe);
            if worth > best.0 && self.aims(own, foe.hex) {
                best = (worth, plot(Task::Df, Some(foe.hex)));
            }
        }
        best.1
    }

    /// Notes what else a unit could do.
    fn note(&self, plan: &mut Plan, n: usize, plots: &[Plot]) {
        if !self.others {
            return;
        }
        for plot in plots {
            if *plot != plan.wanted[n] && !plan.others[n].contains(plot) {
                let _ = plan.others[n].try_push(*plot);
            }
        }
    }

    /// Whether a unit has so good a shot that it need not think of anything else.
    fn has_target(&self, own: &Own) -> bool {
        let eye = &self.eye;
        eye.each(own.seers).any(|(_, foe)| {
            foe.kind == Kind::Afv
                && eye.worth(&own.gun, foe) >= 0.5
                && (own.turret || eye.ground.in_fan(own.hex, own.facing, foe.hex))
        })
    }

    /// What a unit is after beyond safety and shots.
    fn goal(&self, desk: &Desk, own: &Own) -> Goal {
        let (eye, view) = (&self.eye, &self.eye.view);
        let push = self.style.push;
        let info = &view.scenario().info;
        let nearest = || eye.foes.iter().map(|foe| foe.hex).min_by_key(|hex| eye.ground.range(own.hex, *hex));
        match info.victory {
            Victory::Ratio | Victory::Survivors => {
                let (mine, theirs) = (view.standing(eye.force), view.standing(eye.force.enemy()));
                let left = |s: &hulldown_tank::view::Standing| u32::from(s.units - s.losses);
                let lead = match info.victory {
                    Victory::Survivors => left(&mine).cmp(&left(&theirs)),
                    _ => (left(&mine) * u32::from(theirs.units)).cmp(&(left(&theirs) * u32::from(mine.units))),
                };
                if let Some(edge) = view.exit_edge()
                    && lead.is_gt()
                {
                    return self.to_edge(edge, own, 0.08);
                }
                let weight = match lead {
                    std::cmp::Ordering::Less => 0.03,
                    std::cmp::Ordering::Equal => 0.015,
                    std::cmp::Ordering::Greater => 0.002,
                };
                nearest().map_or(Goal::None, |hex| Goal::Near(hex, 4, weight * push))
            }
            Victory::ExitHalf if eye.force == Force::Alpha => {
                let Some(edge) = view.exit_edge() else { return Goal::None };
                let left = eye.ground.to_edge(view.mode(), edge, own.ma)[own.hex.index()];
                let turns = info.turn_limit.unwrap_or(u16::MAX).saturating_sub(view.turn()) + 1;
                let slack = i32::from(turns) * i32::from(own.ma) - i32::from(left);
                let weight = match slack {
                    ..=8 => 0.4,
                    9..=25 => 0.2,
                    _ if left <= 12 => 0.2,
                    _ => 0.08,
                };
                self.to_edge(edge, own, weight * push)
            }
            Victory::ExitHalf => Goal::None,
            Victory::Guns if eye.force == Force::Alpha => {
                let soft = eye.foes.iter().map(|foe| foe.hex);
                match soft.min_by_key(|hex| eye.ground.range(own.hex, *hex)) {
                    Some(hex) => Goal::Near(hex, 6, 0.03 * push),
                    None => desk.target[usize::from(own.n)].map_or(Goal::None, |hex| Goal::Near(hex, 0, 0.05 * push)),
                }
            }
            Victory::Guns => Goal::None,
        }
    }

    fn to_edge(&self, edge: Edge, own: &Own, weight: f32) -> Goal {
        Goal::Edge(self.eye.ground.to_edge(self.eye.view.mode(), edge, own.ma), weight)
    }

    /// What standing still is worth, apart from a shot.
    fn staying(&mut self, own: &Own, goal: Goal) -> f32 {
        let now = self.eye.danger(own.hex, own.facing, own.seers, 0);
        let spot = self.eye.spot(&mut self.work.spots, self.work.stamp, own.hex);
        // It could still turn next turn, at the price of a shot.
        let next = 0.5 * (now + spot.danger);
        self.style.lure * spot.attack - self.style.caution * (now + NEXT_TURN * next) + goal.at(&self.eye, own.hex)
    }

    /// The moves that are worth thinking of.
    fn moves(&mut self, own: &Own, goal: Goal) -> Moves {
        let (eye, work, style) = (&self.eye, &mut *self.work, self.style);
        let (stamp, mode) = (work.stamp, eye.view.mode());
        let mut moves = no_moves();
        work.reach.spread(eye.ground, mode, own.hex, own.ma, own.ma, |hex| work.closed[hex.index()] == stamp);
        // The danger of this turn's fire while one sets off over a side with so much added to the dice.
        let mut setting_off = [[-1.0f32; 11]; 6];
        let exit = eye.view.exit_edge().filter(|_| matches!(goal, Goal::Edge(..)));
        for n in 0..work.reach.len() {
            let Some(found) = work.reach.get(n) else { break };
            let leaves = exit.is_some_and(|edge| eye.ground.on_edge(edge, found.hex)) && found.cost < own.ma;
            if work.held[found.hex.index()] == stamp && !leaves {
                continue;
            }
            let spot = eye.spot(&mut work.spots, stamp, found.hex);
            let after = if leaves {
                1.0
            } else {
                style.lure * spot.attack - style.caution * NEXT_TURN * spot.danger + goal.at(eye, found.hex)
            };
            let plus = found.cost / 2;
            let mut now = |facing: Side, plus: u8| {
                let known = &mut setting_off[facing.index()][usize::from(plus.min(10))];
                if *known < 0.0 {
                    *known = if own.seers == 0 { 0.0 } else { eye.danger(own.hex, facing, own.seers, plus) };
                }
                *known
            };
            let ahead = now(found.first, plus);
            let mut score = after - style.caution * ahead;
            let mut reverse = false;
            if found.steps <= 2 && found.cost <= own.ma / 2 && own.seers != 0 && !leaves {
                let backwards = after - style.caution * now(found.first.opposite(), plus);
                if backwards > score {
                    (score, reverse) = (backwards, true);
                }
            }
            score += work.tie(found.hex);
            let keep = |best: &mut Move, score: f32| {
                if score > best.score {
                    let task = Some(if reverse { Task::Mvr } else { Task::Mv });
                    // The steps are traced when the best is known.
                    *best = Move { score, plot: Plot { task, exits: leaves, ..Plot::default() }, end: Some(found.hex) };
                }
            };
            keep(&mut moves.best, score);
            if self.others {
                let danger = ahead + NEXT_TURN * spot.danger;
                keep(&mut moves.safest, -danger * 4.0 + 0.1 * (spot.attack + goal.at(eye, found.hex)));
                keep(&mut moves.boldest, spot.attack - 0.2 * danger + 2.0 * goal.at(eye, found.hex));
            }
        }
        for best in [&mut moves.best, &mut moves.safest, &mut moves.boldest] {
            if let Some(end) = best.end {
                best.plot.steps = work.reach.steps(eye.ground, end);
                if best.plot.exits {
                    best.end = None;
                }
            }
        }
        self.overruns(own, goal, &mut moves);
        moves
    }

    /// [9.4] Soft units that can be driven over: nothing stops that but fire on the way.
    fn overruns(&mut self, own: &Own, goal: Goal, moves: &mut Moves) {
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
                let cost = run_up + a + b + eye.view.data().terrain.overrun_extra;
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
                let spot = eye.spot(&mut work.spots, stamp, beyond);
                let now = eye.danger(own.hex, first, own.seers, cost / 2);
                let score = 0.85 * prize + style.lure * spot.attack + goal.at(eye, beyond)
                    - style.caution * (now + NEXT_TURN * spot.danger);
                if score > moves.best.score {
                    let plot = Plot { task: Some(Task::Ov), steps: path, ..Plot::default() };
                    moves.best = Move { score, plot, end: Some(beyond) };
                }
            }
        }
    }

    /// Whether a move still fits what others do.
    fn open(&self, own: &Own, chosen: &Move) -> bool {
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
    fn close_line(&mut self, from: HexId, to: HexId) {
        if let Some(line) = FireLine::new(self.eye.ground, from, to) {
            for hex in &line.hexes {
                self.work.closed[hex.index()] = self.work.stamp;
            }
        }
    }

    /// Whether a unit has an enemy before its gun, with no friend between.
    fn aims(&self, own: &Own, to: HexId) -> bool {
        let eye = &self.eye;
        if !(own.turret || eye.ground.in_fan(own.hex, own.facing, to)) {
            return false;
        }
        !self.friend_between(own, to)
    }

    fn friend_between(&self, own: &Own, to: HexId) -> bool {
        let eye = &self.eye;
        let (a, b) = (eye.ground.hex(own.hex), eye.ground.hex(to));
        let way = a.to(b);
        let reach = (2 * way.y).abs().max((way.x - way.y).abs()).max((way.x + way.y).abs());
        let mut line = None;
        for friend in &eye.own {
            let passed = own.kind == Kind::AtGun && friend.kind == Kind::Infantry;
            if friend.n == own.n || friend.hex == own.hex || passed {
                continue;
            }
            let there = a.to(eye.ground.hex(friend.hex));
            // Beside the line, behind the gun or beyond the target.
            let ahead = way.x * there.x + way.y * there.y;
            if way.cross(there).abs() > reach || ahead < 0 || there.range() > way.range() + 1 {
                continue;
            }
            let line = line.get_or_insert_with(|| FireLine::new(eye.ground, own.hex, to));
            if line.as_ref().is_none_or(|line| line.passes(friend.hex)) {
                return true;
            }
        }
        false
    }

    /// What a unit gives up by firing.
    fn price(&self, own: &Own, stay: f32, moves: &Moves) -> f32 {
        if own.kind != Kind::Afv { 0.0 } else { (moves.best.score - stay).max(0.0) }
    }

    /// Several guns at one soft target: together or not at all.
    fn shell(&mut self, plan: &mut Plan, fires: &mut [bool; MOST_UNITS], stay: &[f32], moves: &[Moves]) {
        let eye = &self.eye;
        let mut chosen: ArrayVec<(HexId, ArrayVec<usize, MOST_SHELLING>), MOST_UNITS> = ArrayVec::new();
        for (j, foe) in eye.foes.iter().enumerate() {
            if foe.kind == Kind::Afv || eye.foes[..j].iter().any(|other| other.hex == foe.hex) {
                continue;
            }
            let mut guns: ArrayVec<(u16, usize), MOST_UNITS> = ArrayVec::new();
            let mut unseen = 1.0;
            for (i, own) in eye.own.iter().enumerate() {
                if own.seers & 1 << j == 0 {
                    continue;
                }
                let range = eye.ground.range(own.hex, foe.hex);
                unseen *= match eye.view.data().spotting.need(SpotColumn::SoftCovered, range) {
                    Looks::Automatic => 0.0,
                    Looks::UpTo(roll) => 1.0 - f32::from(roll) / 6.0,
                    Looks::Never => 1.0,
                };
                let has_he = own.kind == Kind::Afv && eye.view.info(own.weapon).he > 0;
                if has_he && !fires[i] && self.aims(own, foe.hex) {
                    guns.push((range, i));
                }
            }
            guns.sort_unstable();
            let seen = if foe.known { 1.0 } else { 1.0 - unseen };
            let mut prize = 0.0;
            for other in eye.foes.iter().filter(|other| other.hex == foe.hex) {
                prize += other.value * if other.known { 1.0 } else { seen };
            }
            let mut shots: ArrayVec<Gun, MOST_SHELLING> = ArrayVec::new();
            let mut who: ArrayVec<usize, MOST_SHELLING> = ArrayVec::new();
            let mut best: (f32, usize) = (0.0, 0);
            let mut price = 0.0;
            let mark = eye.view.mark(foe.weapon, foe.hex, foe.facing, 0);
            for (_, i) in guns.iter().take(MOST_SHELLING) {
                let own = &eye.own[*i];
                shots.push(own.gun);
                who.push(*i);
                price += self.price(own, stay[*i], &moves[*i]);
                let chance = f32::from(eye.field.at_soft(&shots, &mark).sixths()) / 6.0;
                let gain = self.style.shoot * chance * prize - price - 0.05 * shots.len() as f32;
                if chance > 0.1 && gain > best.0 {
                    best = (gain, shots.len());
                }
            }
            if best.1 > 0 {
                who.truncate(best.1);
                for i in &who {
                    fires[*i] = true;
                }
                chosen.push((foe.hex, who));
            }
        }
        for (hex, who) in chosen {
            for i in who {
                let own = self.eye.own[i];
                plan.wanted[usize::from(own.n)] = plot(Task::Df, Some(hex));
                self.close_line(own.hex, hex);
            }
        }
    }

    /// The best shots at vehicles, one after the other, until none is worth what its firer gives up for it.
    fn shoot(&mut self, plan: &mut Plan, fires: &mut [bool; MOST_UNITS], stay: &[f32], moves: &[Moves]) {
        #[derive(Clone, Copy)]
        struct Shot {
            i: u8,
            j: u8,
            chance: f32,
            price: f32,
        }
        let eye = &self.eye;
        let mut shots: ArrayVec<Shot, { MOST_UNITS * MOST_UNITS }> = ArrayVec::new();
        for (i, own) in eye.own.iter().enumerate() {
            if fires[i] || own.seers == 0 {
                continue;
            }
            let price = self.price(own, stay[i], &moves[i]);
            let hidden = eye.view.unit(own.n).is_some_and(|unit| unit.hidden);
            // A gun that is not yet found waits for a shot that pays.
            let least = match (own.kind, hidden) {
                (Kind::AtGun, true) if eye.view.info(own.weapon).ap > 7 => 0.49,
                (Kind::AtGun, true) => 0.32,
                (Kind::Infantry, true) => 0.32,
                _ => 0.01,
            };
            for (j, foe) in eye.each(own.seers) {
                if foe.kind != Kind::Afv {
                    continue;
                }
                let chance = eye.hit(&own.gun, foe);
                if chance > least / self.style.shoot && (own.turret || eye.ground.in_fan(own.hex, own.facing, foe.hex))
                {
                    shots.push(Shot { i: i as u8, j: j as u8, chance, price });
                }
            }
        }
        let mut lives = [1.0f32; MOST_UNITS];
        loop {
            let mut best: Option<(f32, usize)> = None;
            for (n, shot) in shots.iter().enumerate() {
                let (i, j) = (usize::from(shot.i), usize::from(shot.j));
                if fires[i] || lives[j] < 0.15 {
                    continue;
                }
                let gain = self.style.shoot * shot.chance * lives[j] * eye.foes[j].value - shot.price;
                if gain > best.map_or(0.0, |(gain, _)| gain) {
                    best = Some((gain, n));
                }
            }
            let Some((_, n)) = best else { break };
            let shot = shots.swap_remove(n);
            let (i, j) = (usize::from(shot.i), usize::from(shot.j));
            if self.friend_between(&eye.own[i], eye.foes[j].hex) {
                continue;
            }
            fires[i] = true;
            lives[j] *= 1.0 - shot.chance;
            plan.wanted[usize::from(eye.own[i].n)] = plot(Task::Df, Some(eye.foes[j].hex));
        }
        for (i, fires) in fires.iter().enumerate().take(self.eye.own.len()) {
            let own = self.eye.own[i];
            if let (true, Some(hex)) = (*fires, plan.wanted[usize::from(own.n)].target) {
                self.close_line(own.hex, hex);
            }
        }
    }

    /// What a unit does that neither fires nor moves.
    fn wait(&self, own: &Own) -> Plot {
        let eye = &self.eye;
        let hidden = eye.view.unit(own.n).is_some_and(|unit| unit.hidden);
        let early = eye.force == Force::Bravo && eye.view.turn() < eye.view.scenario().info.bravo_of_from;
        if own.kind == Kind::Infantry {
            return if early { Plot::default() } else { plot(Task::Of, None) };
        }
        let mut best = (0.03, None);
        let lies_low = hidden && own.kind == Kind::AtGun && eye.foes.is_empty();
        if !early && !lies_low {
            for foe in eye.foes.iter().filter(|foe| foe.kind == Kind::Afv && foe.known) {
                if let Some((chance, hex)) = self.lane(own, foe)
                    && chance > best.0
                {
                    best = (chance, Some(hex));
                }
            }
        }
        let least = if hidden { 0.32 } else { 0.0 };
        if let (chance, Some(hex)) = best
            && chance > least
            && !self.friend_between(own, hex)
        {
            return plot(Task::Of, Some(hex));
        }
        // Nothing to shoot at: turn to where they are, unless that would betray the gun.
        let in_field =
            own.turret || eye.each(own.seers).any(|(_, foe)| eye.ground.in_fan(own.hex, own.facing, foe.hex));
        let front = eye.front(own.hex, own.seers);
        let turns = match own.kind {
            Kind::AtGun => !hidden && !in_field,
            _ => !in_field || own.seers != 0,
        };
        if turns && front.is_some_and(|side| side != own.facing) { plot(Task::Fc, None) } else { Plot::default() }
    }

    /// Where an enemy would next come before a gun, and the chance to hit it there on the move.
    fn lane(&self, own: &Own, foe: &Foe) -> Option<(f32, HexId)> {
        let eye = &self.eye;
        let ma = eye.view.info(foe.weapon).ma;
        let mut at = foe.hex;
        let mut best: Option<(f32, HexId)> = None;
        for _ in 0..ma {
            let side = eye.ground.hex(at).bearing(eye.ground.hex(own.hex))?;
            at = eye.ground.next(at, side)?;
            if at == own.hex {
                break;
            }
            if !eye.sight.clear(own.hex, at) || !(own.turret || eye.ground.in_fan(own.hex, own.facing, at)) {
                continue;
            }
            let mark = eye.view.mark(foe.weapon, at, side, ma);
            let chance = f32::from(eye.field.at_armour(&own.gun, &mark).sixths()) / 6.0;
            if chance > best.map_or(0.0, |(chance, _)| chance) {
                best = Some((chance, at));
            }
        }
        best
    }

    /// [R47] Those still off the map come on in their order, as far as there is room.
    fn enter(&mut self, desk: &mut Desk) {
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
            let here = (0, entry);
            let found = (0..work.reach.len()).filter_map(|k| work.reach.get(k)).map(|f| (f.cost, f.hex));
            for (_, hex) in std::iter::once(here).chain(found) {
                if work.held[hex.index()] == stamp {
                    continue;
                }
                let spot = eye.spot(&mut work.spots, stamp, hex);
                // Room for those behind is worth something.
                let room = 0.01 * f32::from(eye.ground.range(hex, entry));
                let score = self.style.lure * spot.attack - self.style.caution * NEXT_TURN * spot.danger
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
