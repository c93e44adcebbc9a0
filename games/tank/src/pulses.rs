//! The Movement Segment (9.0): the n-th Movement Point of everybody is spent at the same moment (9.14).

use crate::lens::Lens;
use crate::referee::Referee;
use crate::state::{Hit, Leg, MOST_UNITS, Order, Place, Stage, Tank, Unit, UnitId};
use crate::talk::{Ask, Choice, Event, Halt};
use crate::watch::{Mover, Movers};
use crate::words::{Attack, Force, Kind, Task};
use arrayvec::ArrayVec;
use hulldown_core::game::Seat;
use hulldown_core::hex::{HexId, Side};
use hulldown_core::table::{Play, Table};

const MOST: usize = 2 * MOST_UNITS;

/// A step that is due in a pulse.
#[derive(Clone, Copy, Debug)]
struct Due {
    id: UnitId,
    leg: Leg,
    cost: u8,
    from: Option<HexId>,
    to: Option<HexId>,
    /// Whether it is the last of the unit's plot.
    last: bool,
    /// Whether it enters the hex the unit is to overrun.
    overruns: bool,
    /// Whether it still takes place.
    goes: bool,
}

type Dues = ArrayVec<Due, MOST>;

/// The steps over hexsides that are about to be taken.
fn steps(dues: &Dues) -> Movers {
    let step = |due: &Due| Some(Mover { id: due.id, from: Some(due.from?), to: due.to? });
    dues.iter().filter(|due| due.goes).filter_map(step).collect()
}

impl<T: Table<Tank>> Referee<'_, T> {
    /// One pulse. Pulse 0 moves nobody: it fires at those on a watched line who are about to move (R31).
    pub(crate) fn pulse(&mut self, pulse: u8) -> Play<()> {
        if pulse == 0 {
            self.open_lines();
            let movers = self.about_to_move();
            return self.watch(&movers);
        }
        for army in &mut self.game.armies {
            army.sighted = false;
        }
        let moving = self.game.in_order(Unit::is_moving);
        self.spent_up(&moving);
        let mut dues = self.dues(&moving, pulse);
        self.clashes(&mut dues);
        self.blocked(&mut dues);
        // [9.2b] [9.43] Who dies on a hexside has never come beyond it: it crushes, finds and sees nobody there.
        self.watch_hexsides(&steps(&dues))?;
        let (movers, crushed) = self.take_steps(&dues, pulse);
        for mover in &movers {
            self.stumble(mover.id.force, mover.to)?;
        }
        self.left_positions(&movers)?;
        self.spot(None)?;
        self.watch(&movers)?;
        for (id, hex) in crushed {
            self.crush(id, hex);
        }
        Ok(())
    }

    /// The pulse is over; after the last one the segment is.
    pub(crate) fn end_pulse(&mut self, pulse: u8) -> Play<()> {
        let going = self.game.armies.iter().flat_map(|army| &army.units).any(Unit::is_moving);
        if !going {
            self.after_movement()?;
        }
        for army in &mut self.game.armies {
            army.found = 0;
        }
        self.game.stage = if going { Stage::Move(pulse + 1) } else { Stage::Face };
        Ok(())
    }

    fn about_to_move(&self) -> Movers {
        let movers = self.game.all_ids().filter_map(|id| {
            let unit = self.game.unit(id);
            let to = unit.hex().filter(|_| unit.plot.moves())?;
            Some(Mover { id, from: None, to })
        });
        movers.collect()
    }

    /// [9.0c] A plot that asks for more than the allowance is carried out as far as the points go.
    fn spent_up(&mut self, moving: &Order) {
        for id in moving.iter().copied() {
            let (lens, unit) = (self.lens(), self.game.unit(id));
            let cost = lens.leg_cost(id.force, unit, usize::from(unit.run.legs), unit.hex());
            if unit.run.spent + cost > lens.allowance(unit, unit.plot.task) {
                self.stops(id, Halt::Points);
            }
        }
    }

    /// The steps that are due. A soft unit in a hex that is about to be overrun waits (9.46).
    fn dues(&self, moving: &Order, pulse: u8) -> Dues {
        let lens = self.lens();
        let mut dues = Dues::new();
        for id in moving.iter().copied() {
            let unit = self.game.unit(id);
            if unit.run.stopped {
                continue;
            }
            let n = usize::from(unit.run.legs);
            let Some(leg) = unit.leg(n) else { continue };
            let from = unit.hex();
            let cost = lens.leg_cost(id.force, unit, n, from);
            if unit.run.spent + cost > pulse || self.held(id, from) {
                continue;
            }
            let legs = unit.plot.legs();
            let to = match leg {
                Leg::Exit | Leg::Up => None,
                _ => lens.after_leg(id.force, Some(leg), from),
            };
            let overruns = unit.plot.task == Some(Task::Ov) && n + 2 == legs;
            dues.push(Due { id, leg, cost, from, to, last: n + 1 == legs, overruns, goes: true });
        }
        dues
    }

    /// [9.46] [R36] Whether a unit must wait for an overrun of its hex to be settled.
    fn held(&self, id: UnitId, from: Option<HexId>) -> bool {
        let (Some(hex), true) = (from, self.lens().kind(id).is_soft()) else { return false };
        self.game.ids(id.force.enemy()).any(|tank| {
            let unit = self.game.unit(tank);
            unit.is_moving() && self.overrun_target(tank) == Some(hex)
        })
    }

    /// The hex a unit is still going to overrun.
    fn overrun_target(&self, id: UnitId) -> Option<HexId> {
        let unit = self.game.unit(id);
        if unit.plot.task != Some(Task::Ov) || usize::from(unit.run.legs) + 2 > unit.plot.legs() {
            return None;
        }
        let lens = self.lens();
        let mut at = unit.hex();
        for n in usize::from(unit.run.legs)..unit.plot.legs() - 1 {
            at = lens.after_leg(id.force, unit.leg(n), at);
        }
        at
    }

    /// [9.0e] [9.0f] Friend and enemy who would enter one hex, or cross one hexside against each other, both stop.
    fn clashes(&mut self, dues: &mut Dues) {
        let mut halts: ArrayVec<(usize, Halt), MOST> = ArrayVec::new();
        for (n, due) in dues.iter().enumerate() {
            let Some(to) = due.to else { continue };
            for other in dues.iter().filter(|other| other.id.force != due.id.force) {
                let Some(theirs) = other.to else { continue };
                // [9.43] Only its death before the hex keeps a tank from overrunning it: a squad that would walk in stays out.
                let runs_over = due.overruns && self.lens().kind(other.id).is_soft();
                let halt = if runs_over {
                    None
                } else if theirs == to {
                    // [12.23b] [R35] One in panic gives way to one who is not, if both would end there.
                    let (own, their) = (self.game.unit(due.id).panicked, self.game.unit(other.id).panicked);
                    if due.last && other.last && their && !own { None } else { Some(Halt::Clash) }
                } else {
                    (due.from == Some(theirs) && other.from == Some(to)).then_some(Halt::Meeting)
                };
                if let Some(halt) = halt {
                    halts.push((n, halt));
                    break;
                }
            }
        }
        for (n, halt) in halts {
            self.halt(&mut dues[n], halt);
        }
    }

    /// [9.35] [R33] [R34] Steps into hexes that are held, until nothing changes: each one that stops may hold up another.
    fn blocked(&mut self, dues: &mut Dues) {
        loop {
            let found = (0..dues.len()).filter(|n| dues[*n].goes).find_map(|n| Some((n, self.obstacle(dues, n)?)));
            match found {
                Some((n, halt)) => self.halt(&mut dues[n], halt),
                None => return,
            }
        }
    }

    /// What stops a step, as things stand.
    fn obstacle(&self, dues: &Dues, n: usize) -> Option<Halt> {
        let due = dues[n];
        if due.leg == Leg::Enter {
            // [17.3c] Whoever is behind waits for those ahead.
            let rank = self.game.unit(due.id).rank;
            let ahead = self.game.ids(due.id.force).any(|id| {
                let unit = self.game.unit(id);
                matches!(unit.place, Place::Queue(_)) && unit.rank < rank
            });
            if ahead {
                return Some(Halt::Queue);
            }
        }
        let to = due.to?;
        let lens = self.lens();
        let leaves = |id: UnitId| dues.iter().any(|other| other.id == id && other.goes && other.leg != Leg::Up);
        let enemies = || self.game.in_hex(due.id.force.enemy(), to).filter(|id| !leaves(*id));
        let in_the_way =
            if due.overruns { enemies().any(|id| !lens.kind(id).is_soft()) } else { enemies().next().is_some() };
        if in_the_way {
            return Some(Halt::Enemy);
        }
        if !due.last {
            return None;
        }
        let panicked = self.game.unit(due.id).panicked;
        let kind = lens.kind(due.id);
        // Friends who have finished there. One in panic gives the hex up to one who is not (R35).
        let finished = self.game.in_hex(due.id.force, to).filter(|id| {
            let unit = self.game.unit(*id);
            *id != due.id && !unit.is_moving() && !(unit.panicked && unit.plot.moves() && !panicked)
        });
        if !lens.may_join(kind, finished.map(|id| lens.kind(id))) {
            return Some(Halt::Friend);
        }
        // Friends whose last step leads to the same hex now: one in panic yields, else the higher code.
        let rivals = dues.iter().filter(|other| {
            other.goes && other.last && other.id != due.id && other.id.force == due.id.force && other.to == Some(to)
        });
        let yields = rivals.filter(|other| !Lens::stack(kind, lens.kind(other.id))).any(|other| {
            let theirs = self.game.unit(other.id).panicked;
            if panicked == theirs { due.id > other.id } else { panicked }
        });
        yields.then_some(Halt::Friend)
    }

    /// A mover stops for the rest of the turn; it keeps facing the hex it failed to enter (R65).
    fn halt(&mut self, due: &mut Due, halt: Halt) {
        due.goes = false;
        self.stops(due.id, halt);
    }

    fn stops(&mut self, id: UnitId, halt: Halt) {
        self.game.unit_mut(id).run.stopped = true;
        self.say_of_plot(id, |who| Event::Stops { who, halt });
    }

    /// The steps that remain all happen together. Says who moved where, and who entered a hex he was to overrun.
    fn take_steps(&mut self, dues: &Dues, pulse: u8) -> (Movers, ArrayVec<(UnitId, HexId), MOST>) {
        let (mut movers, mut crushed) = (Movers::new(), ArrayVec::new());
        for due in dues.iter().filter(|due| due.goes) {
            if !self.game.unit(due.id).in_play() {
                continue;
            }
            let heading = self.game.army(due.id.force).heading;
            let unit = self.game.unit_mut(due.id);
            let facing = |side: Side, unit: &Unit| {
                if unit.plot.task == Some(Task::Mvr) { side.opposite() } else { side }
            };
            unit.run.legs += 1;
            unit.run.secret = false;
            // A unit that had to wait spends its points when it moves.
            unit.run.spent = pulse.max(unit.run.spent + due.cost);
            match due.leg {
                Leg::Up => {
                    if let Place::Queue(place) = unit.place {
                        unit.place = Place::Queue(place.saturating_sub(1).max(1));
                    }
                }
                Leg::Enter => unit.facing = heading,
                Leg::Step(side) => unit.facing = facing(side, unit),
                Leg::Exit => unit.place = Place::Left,
            }
            let left_facing = unit.facing;
            if let Some(to) = due.to {
                unit.place = Place::On(to);
            }
            if let Some(Leg::Step(next)) = unit.leg(usize::from(unit.run.legs)) {
                unit.facing = facing(next, unit);
            }
            match due.to {
                Some(to) => {
                    movers.push(Mover { id: due.id, from: due.from, to });
                    if due.overruns {
                        crushed.push((due.id, to));
                    }
                }
                None if due.leg == Leg::Exit => self.game.army_mut(due.id.force).exited += 1,
                None => {}
            }
            let (from, facing) = (due.from, left_facing);
            match due.leg {
                Leg::Exit => self.say(due.id, |who| Event::Leaves { who }),
                Leg::Up => {}
                _ => self.say(due.id, |who| Event::Moves { who, from, facing, points: pulse }),
            }
        }
        (movers, crushed)
    }

    /// [14.2c] Infantry that has left a hidden position betrays it, and itself.
    fn left_positions(&mut self, movers: &Movers) -> Play<()> {
        for mover in movers.iter().filter(|mover| self.game.unit(mover.id).hidden).copied().collect::<Movers>() {
            // One that has come into a position another has just left may have been found there.
            if self.game.unit(mover.id).hidden {
                self.game.unit_mut(mover.id).hidden = false;
                self.onto_map(mover.id);
            }
            if let Some(from) = mover.from {
                self.reveal(from)?;
            }
        }
        Ok(())
    }

    /// [9.44] Whoever was overrun is gone, even if the tank died in the hex it had entered (9.43b).
    fn crush(&mut self, tank: UnitId, hex: HexId) {
        let soft: ArrayVec<UnitId, MOST_UNITS> =
            self.game.in_hex(tank.force.enemy(), hex).filter(|id| self.lens().kind(*id).is_soft()).collect();
        // The tank may have died in the hex, and an enemy who has not spotted it does not learn its name.
        self.say(tank, |who| Event::Overruns { who: crate::talk::Who { hex: Some(hex), ..who } });
        for id in soft {
            self.destroy(id, Attack::Ov, hex);
        }
    }

    /// [9.36] The players one of whose movers has just spotted something new, and who have units to stop, or may have as far as the enemy
    /// can tell: that one is asked must not say what is plotted for those whose plots nobody else knows (R73).
    pub(crate) fn may_stop(&self) -> ArrayVec<Seat, 2> {
        let may_go_on = |unit: &Unit| unit.is_moving() || (unit.in_play() && !unit.is_open());
        let may = |force: &Force| {
            let army = self.game.army(*force);
            army.sighted && army.units.iter().any(may_go_on)
        };
        Force::ALL.into_iter().filter(may).map(Force::seat).collect()
    }

    /// [9.36] Each of them may stop all his units.
    pub(crate) fn offer_stop(&mut self) -> Play<()> {
        let seats = self.may_stop();
        let Referee { game, charts, table, .. } = self;
        let stops =
            table.simultaneously(&seats, |table, seat| Referee::new(game, charts, table).ask_stop(Force::of(seat)))?;
        for (seat, stops) in seats.into_iter().zip(stops) {
            if !stops {
                continue;
            }
            let force = Force::of(seat);
            self.tell(|| Event::StopsAll { force });
            for id in self.game.in_order_of(force, Unit::is_moving) {
                self.stops(id, Halt::Order);
            }
        }
        Ok(())
    }

    fn ask_stop(&mut self, force: Force) -> Play<bool> {
        self.pick(force, Ask::Stop, [(Choice::GoOn, false), (Choice::Stop, true)])
    }

    /// After the last pulse: stacks are put right, waiting hits take effect, the rearguard is placed.
    pub(crate) fn after_movement(&mut self) -> Play<()> {
        self.undo_stacks();
        self.close_up();
        self.apply_hits(Hit::AfterMove);
        let mut placed = false;
        for id in self.game.in_order(|unit| matches!(unit.place, Place::Noted(_))) {
            // [R49]
            if let Place::Noted(hex) = self.game.unit(id).place {
                self.game.unit_mut(id).place = Place::On(hex);
                self.say(id, |who| Event::Placed { who });
                placed = true;
            }
        }
        // [13.21] Each side has the other before its eyes for the first time.
        if placed { self.spot(None) } else { Ok(()) }
    }

    /// [11.2] [R34] Units that were stopped on top of a friend go back along their own path to the last hex they may hold.
    fn undo_stacks(&mut self) {
        for force in Force::ALL {
            loop {
                let lens = self.lens();
                // Of those who may not stay together the one that came there last moves: first those in panic, then by the point
                // spent on coming, then by code.
                let illegal = self.game.ids(force).filter(|id| {
                    let unit = self.game.unit(*id);
                    let Some(hex) = unit.hex() else { return false };
                    let others = self.game.in_hex(force, hex).filter(|other| other != id);
                    unit.run.legs > 0 && !lens.may_join(lens.kind(*id), others.map(|other| lens.kind(other)))
                });
                let last = illegal.max_by_key(|id| {
                    let unit = self.game.unit(*id);
                    (unit.panicked, unit.run.spent, *id)
                });
                let Some(id) = last else { break };
                self.go_back(id);
            }
        }
    }

    fn go_back(&mut self, id: UnitId) {
        let lens = self.lens();
        let unit = self.game.unit(id);
        let kind = lens.kind(id);
        let free = |hex: HexId| {
            let mine = self.game.in_hex(id.force, hex).filter(|other| *other != id).map(|other| lens.kind(other));
            lens.may_join(kind, mine) && self.game.in_hex(id.force.enemy(), hex).next().is_none()
        };
        // The hexes it has come through, the first first.
        let mut way: ArrayVec<HexId, 32> = unit.run.from.into_iter().collect();
        let mut at = unit.run.from;
        for n in 0..usize::from(unit.run.legs) {
            let next = lens.after_leg(id.force, unit.leg(n), at);
            if next != at {
                way.extend(next);
            }
            at = next;
        }
        let back = way.iter().rev().skip(1).copied().find(|hex| free(*hex));
        let place = match back {
            Some(hex) => Place::On(hex),
            // It never stood on the map before: back to the queue.
            None if unit.run.from.is_none() => Place::Queue(1),
            None => {
                let start = unit.hex().unwrap_or(HexId(0));
                // Nearly always a hex beside it is free.
                let beside = Side::ALL.into_iter().filter_map(|side| lens.ground.next(start, side));
                let nearest = beside.filter(|hex| free(*hex)).min().or_else(|| {
                    let near = lens.ground.grid().ids().filter(|hex| free(*hex));
                    near.min_by_key(|hex| (lens.ground.range(start, *hex), *hex))
                });
                nearest.map_or(unit.place, Place::On)
            }
        };
        self.game.unit_mut(id).place = place;
        // It has moved no more than that, and nothing moves it again.
        self.game.unit_mut(id).run.legs = 0;
        self.say(id, |who| Event::GoesBack { who });
    }

    /// [R47] Those still off the map close up, in their order.
    fn close_up(&mut self) {
        for force in Force::ALL {
            let waiting: ArrayVec<UnitId, MOST_UNITS> = self.lens().queue(force).collect();
            let mut behind = 0;
            for id in waiting {
                if let Place::Queue(place) = self.game.unit(id).place {
                    behind = place.max(behind + 1);
                    self.game.unit_mut(id).place = Place::Queue(behind);
                }
            }
        }
    }

    /// [4.1k] [R59] Units that moved or were plotted to turn may turn, both players unseen by each other. Nobody is asked for one whose plot
    /// is still a secret: that he is waited for would tell it.
    pub(crate) fn final_facing(&mut self) -> Play<()> {
        let Referee { game, charts, table, .. } = self;
        let turning: ArrayVec<Seat, 2> = Force::ALL
            .into_iter()
            .filter(|force| game.ids(*force).any(|id| Lens::new(game, charts).may_turn(id)))
            .map(Force::seat)
            .collect();
        if !turning.is_empty() {
            table.simultaneously(&turning, |table, seat| Referee::new(game, charts, table).face(Force::of(seat)))?;
        }
        // [R72] What was plotted in hiding is done as it is written.
        for unit in self.game.armies.iter_mut().flat_map(|army| &mut army.units).filter(|unit| unit.run.secret) {
            unit.run.turns_to = unit.plot.facing.filter(|_| unit.in_play());
        }
        for id in self.game.in_order(|unit| unit.run.turns_to.is_some()) {
            let unit = self.game.unit_mut(id);
            let Some(facing) = unit.run.turns_to.take().filter(|facing| *facing != unit.facing) else { continue };
            unit.facing = facing;
            let hex = unit.hex().filter(|_| unit.hidden);
            // [14.2c] A gun that has really turned betrays its position.
            if let Some(hex) = hex {
                self.reveal(hex)?;
            }
            // [7.0] [13.0c] Which way, only those see who see what it is.
            let seen = self.lens().facing_seen(self.game.unit(id));
            self.say(id, |who| Event::Turns { who, facing: who.known.map(|_| facing).or(seen) });
        }
        Ok(())
    }

    fn face(&mut self, force: Force) -> Play<()> {
        for id in self.game.ids(force) {
            if !self.lens().may_turn(id) {
                continue;
            }
            let sides = Side::ALL.into_iter().map(|side| (Choice::Face(side), Some(side)));
            let Some(side) = self.pick(force, Ask::Facing(id.n), sides.chain([(Choice::KeepRest, None)]))? else {
                return Ok(());
            };
            self.game.unit_mut(id).run.turns_to = Some(side);
        }
        Ok(())
    }
}

impl Lens<'_> {
    /// [R59] [R72] Whether it is chosen in the Final Facing Segment which way a unit turns.
    pub(crate) fn may_turn(self, id: UnitId) -> bool {
        let unit = self.game.unit(id);
        let task = match unit.plot.task {
            Some(Task::Mv | Task::Mvr | Task::Ov) => unit.plot.moves(),
            Some(Task::Fc) => !unit.panicked,
            _ => false,
        };
        task && !unit.run.secret && unit.hex().is_some() && self.kind(id) != Kind::Infantry
    }
}
