//! Opportunity Fire (8.5): lines that are watched, and what comes onto them.

use crate::direct::Guns;
use crate::referee::Referee;
use crate::sight::Line;
use crate::state::{MOST_UNITS, Tank, UnitId};
use crate::talk::Event;
use crate::words::{Attack, Kind, Task};
use arrayvec::ArrayVec;
use hulldown_core::hex::{HexId, Side};
use hulldown_core::table::{Play, Table};

/// A unit that moved in a pulse, or is about to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) id: UnitId,
    /// The hex it steps from, if it does.
    pub(crate) from: Option<HexId>,
    /// The hex it comes to, or stays in.
    pub(crate) to: HexId,
}

/// All who moved in a pulse.
pub(crate) type Movers = ArrayVec<Mover, { 2 * MOST_UNITS }>;

/// When those who watch look at the movers of a pulse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Moment {
    /// Before the steps are taken: hexsides are being crossed.
    Crossing,
    /// After them: hexes have been entered.
    Entered,
}

/// Where a mover counts as standing when it triggers a line.
#[derive(Clone, Copy, Debug)]
struct Trigger {
    id: UnitId,
    hex: HexId,
    facing: Side,
    /// Whether it crosses a hexside of the line; else it comes into one of its hexes.
    crosses: bool,
}

impl<T: Table<Tank>> Referee<'_, T> {
    /// The lines that are watched this turn: units that have fire results waiting watch too (8.58).
    pub(crate) fn open_lines(&mut self) {
        for id in self.game.all_ids() {
            let unit = self.game.unit_mut(id);
            unit.run.watching = unit.plot.task == Some(Task::Of) && unit.hex().is_some();
        }
    }

    /// [8.52] Whoever watches fires at the first and nearest that comes onto his line; a friend there makes him drop it.
    pub(crate) fn watch(&mut self, movers: &Movers) -> Play<()> {
        if movers.is_empty() {
            return Ok(());
        }
        for id in self.game.in_order(|unit| unit.run.watching) {
            if !self.game.unit(id).run.watching {
                continue;
            }
            match self.first_on_line(id, movers, Moment::Entered) {
                None => {}
                Some(Comer::Friend) => {
                    self.game.unit_mut(id).run.watching = false;
                    self.say_of_plot(id, |who| Event::LineDropped { who });
                }
                Some(Comer::Enemy(trigger)) => self.take_opportunity(id, trigger, movers, Moment::Entered)?,
            }
        }
        Ok(())
    }

    /// [9.2b] Whoever crosses a hexside of a line counts as in the hex he leaves, so he is fired at before he has entered the next. A line
    /// that somebody nearer comes onto in this pulse waits for him (8.52b). Each shot may change who is next on the other lines.
    pub(crate) fn watch_hexsides(&mut self, movers: &Movers) -> Play<()> {
        if movers.is_empty() {
            return Ok(());
        }
        let order = self.game.in_order(|unit| unit.run.watching);
        loop {
            let next = order.iter().copied().filter(|id| self.game.unit(*id).run.watching).find_map(|id| {
                match self.first_on_line(id, movers, Moment::Crossing) {
                    Some(Comer::Enemy(trigger)) if trigger.crosses => Some((id, trigger)),
                    _ => None,
                }
            });
            let Some((id, trigger)) = next else { return Ok(()) };
            self.take_opportunity(id, trigger, movers, Moment::Crossing)?;
        }
    }

    fn take_opportunity(&mut self, firer: UnitId, trigger: Trigger, movers: &Movers, moment: Moment) -> Play<()> {
        if self.lens().kind(trigger.id) == Kind::Afv {
            self.game.unit_mut(firer).run.watching = false;
            self.triggered(firer, trigger);
            self.shoot(firer, trigger.id, trigger.hex, trigger.facing, Attack::Of)?;
            return Ok(());
        }
        // [R29] Several lines that the same soft unit triggers in one pulse are one attack.
        let mut guns = Guns::new();
        for id in self.game.in_order_of(firer.force, |unit| unit.run.watching) {
            let joins = self.game.unit(id).run.watching
                && matches!(self.first_on_line(id, movers, moment), Some(Comer::Enemy(t)) if t.id == trigger.id);
            if joins {
                self.game.unit_mut(id).run.watching = false;
                self.triggered(id, trigger);
                guns.push(id);
            }
        }
        self.fire_at_soft(&guns, trigger.hex, Some(trigger.id), Attack::Of)?;
        Ok(())
    }

    fn triggered(&mut self, firer: UnitId, trigger: Trigger) {
        self.carried_out(firer);
        let who = self.named(trigger.id);
        let own = self.named(firer);
        if self.game.unit(firer).hidden {
            self.tell_only(firer.force, || Event::Triggers { who, firer: own });
        } else {
            let theirs = self.who(firer, firer.force.enemy());
            self.tell_only(firer.force, || Event::Triggers { who, firer: own });
            self.tell_only(firer.force.enemy(), || Event::Triggers { who, firer: theirs });
        }
    }

    /// The candidate that counts for a line in this pulse: the nearest living one; at equal distance a friend, then the lower code.
    fn first_on_line(&self, id: UnitId, movers: &Movers, moment: Moment) -> Option<Comer> {
        let lens = self.lens();
        let unit = self.game.unit(id);
        let from = unit.hex()?;
        let line = lens.watched(unit)?;
        let kind = lens.kind(id);
        let mut found: ArrayVec<(u16, bool, UnitId, Trigger), { 2 * MOST_UNITS }> = ArrayVec::new();
        for mover in movers {
            let friend = mover.id.force == id.force;
            if mover.id == id || (friend && kind.fires_past(lens.kind(mover.id))) {
                continue;
            }
            if !self.game.unit(mover.id).in_play() {
                continue;
            }
            if let Some(trigger) = self.on_line(&line, mover) {
                found.push((lens.ground.range(from, trigger.hex), !friend, mover.id, trigger));
            }
        }
        found.sort_unstable_by_key(|(range, enemy, id, _)| (*range, *enemy, *id));
        for (_, enemy, _, trigger) in &found {
            if !enemy {
                return Some(Comer::Friend);
            }
            if self.fulfils(id, trigger, moment) {
                return Some(Comer::Enemy(*trigger));
            }
        }
        None
    }

    /// [8.53] [9.2b] Whether a mover comes onto a line, and where it counts as standing.
    fn on_line(&self, line: &Line<'_>, mover: &Mover) -> Option<Trigger> {
        // It faces the hex it steps to until it has come there, and then the next.
        let facing = self.game.unit(mover.id).facing;
        if line.passes(mover.to) {
            return Some(Trigger { id: mover.id, hex: mover.to, facing, crosses: false });
        }
        let hex = mover.from.filter(|from| line.is_crossed(*from, mover.to))?;
        Some(Trigger { id: mover.id, hex, facing, crosses: true })
    }

    /// [R30] Whether a line is triggered: a spotted enemy, seen from the firer's hex, in his field and within range.
    fn fulfils(&self, firer: UnitId, trigger: &Trigger, moment: Moment) -> bool {
        let lens = self.lens();
        let (gun, target) = (self.game.unit(firer), self.game.unit(trigger.id));
        let Some(from) = gun.hex() else { return false };
        let spotted = match (moment, lens.kind(trigger.id)) {
            // Who has crossed a hexside alive is beyond it.
            (Moment::Entered, _) if trigger.crosses => false,
            // [13.3] Whoever sees the hex will have spotted the vehicle that comes there.
            (Moment::Crossing, Kind::Afv) => target.spotted || !trigger.crosses,
            (_, Kind::Afv) => target.spotted,
            _ => target.spotted && lens.kind(firer) != Kind::Infantry,
        };
        spotted
            && from != trigger.hex
            && lens.sees(gun, trigger.hex)
            && lens.ground.range(from, trigger.hex) <= lens.absolute_range(firer)
    }
}

/// Who came onto a line.
enum Comer {
    Friend,
    Enemy(Trigger),
}
