//! The Plotting Phase (4.1A, 5.0, 6.0): a task or none for every unit, sealed when both have committed.

use crate::arrange::{ColumnStep, slowest, track_end, track_hexes, track_step};
use crate::lens::Lens;
use crate::pad::Pad;
use crate::referee::{Referee, SEATS};
use crate::rules::rule;
use crate::sight::FriendSteps;
use crate::state::{Ending, MOST_UNITS, Place, Plot, Stage, Tank, Unit, UnitId, Why};
use crate::talk::{
    Ask, Choice, Event, LeadAnswer, MarchAnswer, OfColumnAnswer, OfRowAnswer, PathAnswer, PlotAnswer, Seal, TaskAnswer,
};
use crate::words::{Code, Force, Task};
use arrayvec::ArrayVec;
use hulldown_core::Salt;
use hulldown_core::hex::{Hex, HexId, Side};
use hulldown_core::table::{Menu, Offers, Play, Table};
use std::fmt::Write;

/// What came of a player's plotting.
#[derive(Clone, Copy)]
enum Sealed {
    Plot,
    Offer,
    Resigned,
}

/// Whose plot comes next, or that it is enough.
struct Next {
    units: ArrayVec<Code, MOST_UNITS>,
    may_talk: bool,
}

impl Offers<Choice, PlotAnswer> for Next {
    fn count(&self) -> u32 {
        self.units.len() as u32 + 1 + u32::from(self.may_talk)
    }

    fn nth(&self, n: u32) -> PlotAnswer {
        match self.units.get(n as usize) {
            Some(code) => PlotAnswer::Unit(*code),
            None if n as usize == self.units.len() => PlotAnswer::Commit,
            None => PlotAnswer::Talk,
        }
    }

    fn list(&self, menu: &mut Menu<Choice, PlotAnswer>) {
        menu.offer_all((0..self.count()).map(|n| self.nth(n)));
    }
}

impl<T: Table<Tank>> Referee<'_, T> {
    /// [4.1b] Both plot unseen; a plot is sealed when it is committed, and shown to nobody before both are in.
    pub(crate) fn plot(&mut self) -> Play<()> {
        let Referee { game, charts, table, .. } = self;
        let sealed = table
            .simultaneously(&SEATS, |table, seat| Referee::new(game, charts, table).plot_force(Force::of(seat)))?;
        for (force, sealed) in Force::ALL.into_iter().zip(sealed) {
            match sealed {
                Sealed::Plot => {}
                Sealed::Offer => {
                    self.game.army_mut(force).offers_end = true;
                    self.tell(|| Event::Offers { force });
                }
                Sealed::Resigned => {
                    // Two who give up at once have drawn.
                    let both = self.game.ending.is_some();
                    let winner = (!both).then_some(force.enemy());
                    self.game.ending = Some(Ending { why: Why::Resigned(force), winner });
                }
            }
        }
        if self.game.armies.iter().all(|army| army.offers_end) {
            self.agree();
        }
        if let Some(Ending { why, winner }) = self.game.ending {
            self.game.stage = Stage::Over;
            self.tell(|| Event::Ends { why, winner });
            return Ok(());
        }
        for force in Force::ALL {
            let seal = self.seal(force);
            self.tell(|| Event::Sealed { force, seal });
        }
        Ok(())
    }

    /// [4.2] What proves afterwards that nothing was changed.
    fn seal(&self, force: Force) -> Seal {
        if !T::LISTENS {
            return Seal([0; 32]);
        }
        seal(self.game, force, self.table.salt(force.seat()))
    }

    /// [4.2] When the game is over everybody learns what the seals were salted with, and can compare each with its plot. Not before: the
    /// plots of units nobody has found are not told, and there are few enough of them to be tried.
    pub(crate) fn unseal(&mut self) {
        for force in Force::ALL {
            let salt = self.table.salt(force.seat());
            self.tell(|| Event::Unsealed { force, salt });
        }
    }

    fn plot_force(&mut self, force: Force) -> Play<Sealed> {
        if self.game.army(force).in_column { self.march(force) } else { self.plot_units(force, self.game.turn > 1) }
    }

    /// Unit by unit, in any order and as often as one likes, until the plot is committed.
    fn plot_units(&mut self, force: Force, may_talk: bool) -> Play<Sealed> {
        let mut pad = Pad::new(self.lens(), force);
        // [R49] Units that are only noted have no task yet.
        let plotted_for = |unit: &&Unit| matches!(unit.place, Place::On(_) | Place::Queue(_));
        let units = self.game.army(force).units.iter().filter(plotted_for).map(|unit| unit.code).collect();
        let mut next = Next { units, may_talk };
        loop {
            let answer = self.table.ask_among(self.game, self.charts, force.seat(), Ask::Plot, &next)?;
            next.may_talk = false;
            match answer {
                PlotAnswer::Unit(code) => match self.game.coded(force, code) {
                    Some(id) => self.plot_unit(id, &mut pad)?,
                    None => unreachable!("{code} is no unit of {force}"),
                },
                PlotAnswer::Talk => match self.talk(force)? {
                    Some(Sealed::Offer) => {
                        // Who offers the end still plots, in case the other does not want it.
                        self.plot_units(force, false)?;
                        return Ok(Sealed::Offer);
                    }
                    Some(sealed) => return Ok(sealed),
                    None => {}
                },
                PlotAnswer::Commit => return Ok(Sealed::Plot),
            }
        }
    }

    /// Ending the game before its time.
    fn talk(&mut self, force: Force) -> Play<Option<Sealed>> {
        let ways =
            [(Choice::Drop, None), (Choice::Offer, Some(Sealed::Offer)), (Choice::Resign, Some(Sealed::Resigned))];
        self.pick(force, Ask::Talk, ways)
    }

    /// [5.0] One unit's task. What was plotted for it before is gone.
    pub(crate) fn plot_unit(&mut self, id: UnitId, pad: &mut Pad) -> Play<()> {
        self.game.unit_mut(id).plot = Plot::default();
        pad.write(self.lens(), id);
        let mut menu = self.table.menu();
        self.lens().offer_tasks(id, pad, &mut menu);
        // Where nothing but nothing is left the question is answered unasked: its owner hears why.
        if let [Choice::Nothing] = menu.options()
            && let Some((_, why)) = self.lens().against_move(id, pad, Task::Mv)
        {
            let who = self.named(id);
            self.tell_only(id.force, || Event::Held { who, why });
        }
        let ground = self.charts.ground(self.game.sheets);
        let unit = self.game.unit(id);
        let again = unit.last;
        match self.ask(id.force, Ask::Task(id.n), &menu)? {
            TaskAnswer::Df(hex) => self.game.unit_mut(id).plot = fire(Task::Df, ground.id(hex)),
            TaskAnswer::Of => self.plot_watch(id, pad)?,
            TaskAnswer::OfAround => self.game.unit_mut(id).plot = fire(Task::Of, None),
            TaskAnswer::Fc => self.plot_turn(id)?,
            TaskAnswer::Mv => self.plot_path(id, pad, Task::Mv)?,
            TaskAnswer::Mvr => self.plot_path(id, pad, Task::Mvr)?,
            TaskAnswer::Again => self.game.unit_mut(id).plot = again,
            TaskAnswer::Nothing => {}
        }
        pad.write(self.lens(), id);
        self.drop_conflicts(id, pad);
        Ok(())
    }

    /// A unit that stays where a friend was to end has the way; the friend's plot is dropped.
    fn drop_conflicts(&mut self, id: UnitId, pad: &mut Pad) {
        let lens = self.lens();
        let Some(hex) = lens.end(id.force, self.game.unit(id)) else { return };
        if lens.may_end(id, pad, hex) {
            return;
        }
        for friend in self.game.ids(id.force).filter(|friend| *friend != id) {
            let unit = self.game.unit(friend);
            if unit.plot.moves() && self.lens().end(id.force, unit) == Some(hex) {
                self.game.unit_mut(friend).plot = Plot::default();
                pad.write(self.lens(), friend);
                let who = self.named(friend);
                self.tell_only(id.force, || Event::Dropped { who });
                if self.lens().may_end(id, pad, hex) {
                    return;
                }
            }
        }
    }

    /// [5.0e] [R72] A change of facing. Which way is chosen when it is made (7.12); in hiding it is written down at once, so that nobody is
    /// seen to choose.
    fn plot_turn(&mut self, id: UnitId) -> Play<()> {
        let mut facing = None;
        if self.game.unit(id).hidden {
            let sides = Side::ALL.into_iter().map(|side| (Choice::Face(side), Some(side)));
            facing = self.pick(id.force, Ask::Facing(id.n), sides.chain([(Choice::Drop, None)]))?;
            if facing.is_none() {
                return Ok(());
            }
        }
        self.game.unit_mut(id).plot = Plot { task: Some(Task::Fc), facing, ..Plot::default() };
        Ok(())
    }

    /// [5.0c] The hex at the end of the watched line: first its column, then its row.
    fn plot_watch(&mut self, id: UnitId, pad: &Pad) -> Play<()> {
        let ground = self.charts.ground(self.game.sheets);
        let lens = self.lens();
        let Some(outlook) = lens.outlook(id) else { return Ok(()) };
        let mut friends = FriendSteps::new(ground, outlook.from);
        pad.put_friends(id, &mut friends);
        let mut menu = self.table.menu();
        for col in outlook.columns() {
            if outlook.is_open(col, &friends) {
                menu.offer(OfColumnAnswer::Column(col));
            } else if menu.listens()
                && let Some(first) = outlook.column(col).next()
            {
                // A column all of whose hexes are masked says so itself.
                menu.weigh(OfColumnAnswer::Column(col), lens.against_masked(&friends, first));
            }
        }
        menu.offer(OfColumnAnswer::Drop);
        let col = match self.ask(id.force, Ask::OfColumn(id.n), &menu)? {
            OfColumnAnswer::Column(col) => col,
            OfColumnAnswer::Drop => return Ok(()),
        };
        let mut menu = self.table.menu();
        let lens = self.lens();
        for hex in outlook.column(col) {
            let row = OfRowAnswer::Row(ground.hex(hex).row as u16);
            menu.weigh(row, lens.against_masked(&friends, hex));
        }
        menu.offer(OfRowAnswer::Drop);
        match self.ask(id.force, Ask::OfRow(id.n, col), &menu)? {
            OfRowAnswer::Row(row) => {
                self.game.unit_mut(id).plot = fire(Task::Of, ground.id(Hex::new(col as i16, row as i16)));
            }
            OfRowAnswer::Drop => {}
        }
        Ok(())
    }

    /// [9.0] A path step by step: every step must be payable, and the plot is done where the unit may stay.
    fn plot_path(&mut self, id: UnitId, pad: &Pad, task: Task) -> Play<()> {
        self.game.unit_mut(id).plot.task = Some(task);
        loop {
            let mut menu = self.table.menu();
            self.lens().offer_steps(id, pad, &mut menu);
            let answer = self.ask(id.force, Ask::Path(id.n), &menu)?;
            // A way that can neither go on nor end where it has come to is given up unasked: its owner hears why.
            let stuck = menu.options().len() == 1 && self.game.unit(id).plot.legs() > 0;
            if stuck && answer == PathAnswer::Drop {
                let (who, steps) = (self.named(id), self.game.unit(id).plot.steps);
                self.tell_only(id.force, || Event::Stuck { who, steps });
            }
            let ahead = match self.game.unit(id).place {
                Place::Queue(place) => place - 1,
                _ => 0,
            };
            let plot = &mut self.game.unit_mut(id).plot;
            match answer {
                PathAnswer::Step(side) => plot.steps.push(side),
                PathAnswer::Over(side) => {
                    plot.task = Some(Task::Ov);
                    plot.steps.push(side);
                    plot.steps.push(side);
                    return Ok(());
                }
                PathAnswer::Enter => (plot.up, plot.enters) = (ahead, true),
                PathAnswer::Up => {
                    let allowance = self.lens().allowance(self.game.unit(id), None);
                    self.game.unit_mut(id).plot.up = ahead.min(allowance);
                    return Ok(());
                }
                PathAnswer::Exit => {
                    plot.exits = true;
                    return Ok(());
                }
                PathAnswer::Done => return Ok(()),
                PathAnswer::Drop => {
                    *plot = Plot::default();
                    return Ok(());
                }
            }
        }
    }

    /// [R46] [R47] A force in column: only its leader's way is plotted, the others follow.
    fn march(&mut self, force: Force) -> Play<Sealed> {
        let lens = self.lens();
        let prewritten = lens.scenario().info.march_plot[force.index()];
        let Some(leader) = leader(self.game, force) else { return Ok(Sealed::Plot) };
        // Who offers the end still marches, in case the other does not want it.
        let (mut may_talk, mut sealed) = (self.game.turn > 1, Sealed::Plot);
        let length = self.game.army(force).track.len() as i16;
        if prewritten {
            // [17.11b] The way is written; the leader may spend fewer points than he has.
            let most = reach(&lens, leader, i16::MAX).1;
            // [17.3b] The first unit comes onto the map as soon as its points allow; behind the edge nobody halts.
            let least = match self.game.unit(leader).place {
                Place::Queue(_) => reach(&lens, leader, 0).1,
                _ => 0,
            };
            loop {
                let mut menu = self.table.menu();
                for points in (0..=most).rev() {
                    let late = (points < least).then_some((rule!("17.3b"), "its first unit enters the map now"));
                    menu.weigh(MarchAnswer::March(points), late);
                }
                if std::mem::take(&mut may_talk) {
                    menu.offer(MarchAnswer::Talk);
                }
                match self.ask(force, Ask::March, &menu)? {
                    MarchAnswer::Talk => match self.talk(force)? {
                        Some(Sealed::Offer) => sealed = Sealed::Offer,
                        Some(sealed) => return Ok(sealed),
                        None => {}
                    },
                    MarchAnswer::March(points) => {
                        self.follow_track(force, points);
                        return Ok(sealed);
                    }
                }
            }
        }
        // Elsewhere the leader's steps of this turn lengthen the track.
        let ground = self.charts.ground(self.game.sheets);
        loop {
            let lens = self.lens();
            let (to, spent) = reach(&lens, leader, i16::MAX);
            let left = lens.allowance(self.game.unit(leader), None) - spent;
            let end = track_end(&lens, force).filter(|_| to == self.game.army(force).track.len() as i16);
            let mut menu = self.table.menu();
            if let Some(end) = end {
                let (been, slowest) = (track_hexes(&lens, self.game.army(force)).collect(), slowest(&lens, force));
                for side in Side::ALL {
                    let cost = ground
                        .cost(self.game.mode, end, side)
                        .map(|c| c.of(lens.allowance(self.game.unit(leader), None)));
                    let reason = match (track_step(&lens, &been, slowest, end, side), cost) {
                        (None, _) | (_, None) => continue,
                        (Some(ColumnStep::TooDear), _) => {
                            Some((rule!("9.32"), "a unit of the column cannot pay for it"))
                        }
                        (Some(ColumnStep::Twice), _) => Some((rule!("17.3b"), "the column would cross its own track")),
                        (_, Some(cost)) if cost > left => {
                            Some((rule!("9.32"), "the leader has not enough Movement Points"))
                        }
                        _ if self.game.army(force).track.is_full() => Some((rule!("17.3b"), "the track is at its end")),
                        _ => None,
                    };
                    menu.weigh(LeadAnswer::Step(side), reason);
                }
            }
            menu.offer(LeadAnswer::Commit);
            if self.game.army(force).track.len() as i16 > length {
                menu.offer(LeadAnswer::Back);
            }
            if std::mem::take(&mut may_talk) {
                menu.offer(LeadAnswer::Talk);
            }
            match self.ask(force, Ask::March, &menu)? {
                LeadAnswer::Step(side) => self.game.army_mut(force).track.push(side),
                LeadAnswer::Back => {
                    self.game.army_mut(force).track.pop();
                }
                LeadAnswer::Talk => match self.talk(force)? {
                    Some(Sealed::Offer) => sealed = Sealed::Offer,
                    Some(sealed) => return Ok(sealed),
                    None => {}
                },
                LeadAnswer::Commit => {
                    self.follow_track(force, u8::MAX);
                    return Ok(sealed);
                }
            }
        }
    }

    /// [17.3b] Each unit follows the track as far as its allowance goes, ending behind the unit ahead.
    fn follow_track(&mut self, force: Force, leader_points: u8) {
        let mut ranks: ArrayVec<UnitId, MOST_UNITS> =
            self.game.ids(force).filter(|id| self.game.unit(*id).in_play()).collect();
        ranks.sort_unstable_by_key(|id| self.game.unit(*id).rank);
        let mut behind = i16::MAX;
        for (n, id) in ranks.into_iter().enumerate() {
            let lens = self.lens();
            let from = on_track(&lens, id);
            let points = if n == 0 { leader_points } else { u8::MAX };
            let (to, _) = reach_within(&lens, id, behind, points);
            let track = &self.game.army(force).track;
            let mut plot = Plot::default();
            for place in from..to {
                match place {
                    ..-1 => plot.up += 1,
                    -1 => plot.enters = true,
                    _ => plot.steps.push(track[place as usize]),
                }
            }
            if to > from {
                plot.task = Some(Task::Mv);
            }
            self.game.unit_mut(id).plot = plot;
            behind = to - 1;
        }
    }
}

/// A plot to fire.
fn fire(task: Task, target: Option<HexId>) -> Plot {
    Plot { task: Some(task), target, ..Plot::default() }
}

/// A salted hash of everything a force has plotted and of where its units are, in order of codes. Nobody who does not know the salt can
/// find a plot by trying.
pub fn seal(game: &Tank, force: Force, salt: Salt) -> Seal {
    let mut text = format!("Game-Turn {}\n", game.turn);
    for unit in &game.army(force).units {
        let target = unit.plot.target.map_or(u16::MAX, |hex| hex.0);
        let task = unit.plot.task.map_or("-", Task::id);
        let Plot { up, enters, steps, exits, .. } = unit.plot;
        let turn = unit.plot.facing.map_or_else(String::new, |side| format!(" {side}"));
        let (code, place, facing) = (unit.code, unit.place, unit.facing);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{code} {place:?} {facing} {task} {target} {up} {enters} {steps} {exits}{turn}");
    }
    Seal(salt.seal(text.as_bytes()))
}

/// The first unit of a column.
pub(crate) fn leader(game: &Tank, force: Force) -> Option<UnitId> {
    game.ids(force).filter(|id| game.unit(*id).in_play()).min_by_key(|id| game.unit(*id).rank)
}

/// Where a unit of a column is on its track: 0 is the entry hex, places off the map count down from -1.
fn on_track(lens: &Lens<'_>, id: UnitId) -> i16 {
    let unit = lens.game.unit(id);
    match unit.place {
        Place::Queue(place) => -i16::from(place),
        Place::On(hex) => track_hexes(lens, lens.game.army(id.force)).position(|at| at == hex).map_or(0, |n| n as i16),
        _ => 0,
    }
}

/// How far along its track a unit can come, and what it spends on that.
fn reach(lens: &Lens<'_>, id: UnitId, limit: i16) -> (i16, u8) {
    reach_within(lens, id, limit, u8::MAX)
}

/// The same with at most so many points.
fn reach_within(lens: &Lens<'_>, id: UnitId, limit: i16, points: u8) -> (i16, u8) {
    let army = lens.game.army(id.force);
    let allowance = lens.allowance(lens.game.unit(id), None);
    let budget = allowance.min(points);
    let mut place = on_track(lens, id);
    let (mut spent, mut at) = (0, lens.game.unit(id).hex());
    while place < limit && place < army.track.len() as i16 {
        let (cost, next) = match place {
            ..-1 => (1, None),
            -1 => (lens.entry_cost(id.force, allowance), army.entry),
            _ => {
                let (Some(from), side) = (at, army.track[place as usize]) else { break };
                let Some(cost) = lens.ground.cost(lens.game.mode, from, side) else { break };
                (cost.of(allowance), lens.ground.next(from, side))
            }
        };
        if cost > budget - spent {
            break;
        }
        spent += cost;
        place += 1;
        at = next;
    }
    (place, spent)
}
