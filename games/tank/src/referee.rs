//! The referee: one who has the state, the charts and the table before him, and plays the rules. The sequence of play stands here.

use crate::charts::Charts;
use crate::choice::{Ask, Choice};
use crate::event::{Event, What, Who};
use crate::fire::{Field, Gun, Mark};
use crate::lens::Lens;
use crate::state::{Hit, Id, Place, Run, Stage, Tank};
use crate::words::{Attack, Force, Kind, Task, When};
use hulldown_core::game::Seat;
use hulldown_core::hex::{HexId, Side};
use hulldown_core::table::{Menu, Play, Table};

/// Both seats.
pub(crate) const SEATS: [Seat; 2] = [Force::Alpha.seat(), Force::Bravo.seat()];

/// Someone who plays the rules: on a state, with charts, at a table.
pub(crate) struct Referee<'a, T> {
    pub(crate) g: &'a mut Tank,
    pub(crate) d: &'static Charts,
    pub(crate) t: &'a mut T,
}

impl<T: Table<Tank>> Referee<'_, T> {
    /// One step of the sequence of play (4.1).
    pub(crate) fn step(&mut self) -> Play<()> {
        match self.g.stage {
            Stage::Arrange => {
                self.arrange()?;
                self.begin_turn();
            }
            Stage::Plot => {
                self.plot()?;
                if self.g.stage == Stage::Plot {
                    self.g.stage = Stage::Fire;
                }
            }
            Stage::Fire => {
                self.disclose();
                self.panic_segment()?;
                self.initial_facing();
                self.spot(None)?;
                self.direct_fire()?;
                self.g.stage = Stage::Move(0);
            }
            Stage::Move(pulse) => {
                self.pulse(pulse)?;
                // Whoever may stop decides at a checkpoint: what he is asked then does not hang on dice he has not seen fall.
                if self.may_stop().is_empty() {
                    self.end_pulse(pulse)?;
                } else {
                    self.g.stage = Stage::Stop(pulse);
                }
            }
            Stage::Stop(pulse) => {
                self.offer_stop()?;
                self.end_pulse(pulse)?;
            }
            Stage::Face => {
                self.final_facing()?;
                self.record();
                if self.g.stage != Stage::Over {
                    self.g.turn += 1;
                    self.begin_turn();
                }
            }
            Stage::Over => return Ok(()),
        }
        if self.g.stage == Stage::Over {
            self.unseal();
        }
        Ok(())
    }

    /// Everybody's slate is clean again.
    fn begin_turn(&mut self) {
        self.g.stage = Stage::Plot;
        for army in &mut self.g.armies {
            army.tried = Default::default();
            army.sighted = false;
            army.offers_end = false;
            for unit in &mut army.units {
                unit.plot = Default::default();
                unit.run = Run::default();
                unit.panicked = false;
            }
        }
        let turn = self.g.turn;
        self.tell(|| What::Turn { turn });
    }

    /// [4.1d] [R18] All plots of units on the map are told; those of hidden units stay their owner's business.
    fn disclose(&mut self) {
        for id in self.g.all_ids() {
            let lens = self.lens();
            let points = lens.points(id.force, self.g.unit(id));
            let around = self.g.unit(id).plot.task == Some(Task::Of) && self.g.unit(id).plot.target.is_none();
            let spared = if around { lens.friends_around(id) } else { 0 };
            let unit = self.g.unit_mut(id);
            unit.run.spared = spared;
            unit.run.secret = unit.hidden;
            unit.run.points = if unit.plot.moves() { points } else { 0 };
            unit.run.from = unit.hex();
            unit.last = unit.plot;
        }
        if !T::LISTENS {
            return;
        }
        for id in self.g.in_order() {
            let plot = self.g.unit(id).plot;
            if plot.task.is_none() {
                continue;
            }
            if self.g.unit(id).hex().is_some() {
                self.say(id, move |who| What::Plotted { who, plot });
            } else {
                let who = self.named(id);
                self.tell_only(id.force, || What::Plotted { who, plot });
            }
        }
    }

    /// [R18] What a unit does for everybody to see was plotted for it.
    pub(crate) fn carried_out(&mut self, id: Id) {
        let unit = self.g.unit_mut(id);
        unit.run.secret &= unit.hidden;
    }

    #[inline]
    pub(crate) fn lens(&self) -> Lens<'_> {
        Lens::new(self.g, self.d)
    }

    /// The ground attacks are worked out on.
    #[inline]
    pub(crate) fn field(&self) -> Field<'static> {
        let ground = self.d.ground(self.g.sheets);
        Field { charts: self.d, ground, sight: ground.sight(self.g.mode), mode: self.g.mode }
    }

    /// A unit as one that fires.
    pub(crate) fn gun(&self, id: Id) -> Option<Gun> {
        let unit = self.g.unit(id);
        let from = unit.hex()?;
        let panic = self.d.scenario(self.g.scenario).forces[id.force.index()].panic;
        Some(Gun { weapon: unit.weapon, from, panic, preserved: self.g.army(id.force).preserved })
    }

    /// A unit as one that is fired at where it counts as standing.
    pub(crate) fn mark(&self, id: Id, hex: HexId, facing: Side) -> Mark {
        let unit = self.g.unit(id);
        Mark {
            weapon: unit.weapon,
            hex,
            facing,
            points: unit.run.points,
            moves: unit.plot.moves(),
            wreck: self.g.has_wreck(hex),
            improved: self.g.position(hex).is_some(),
        }
    }

    /// Asks a seat.
    pub(crate) fn ask(&mut self, force: Force, ask: Ask, menu: &Menu<Choice>) -> Play<Choice> {
        self.t.ask(self.g, self.d, force.seat(), ask, menu)
    }

    /// Tells everybody.
    #[inline]
    pub(crate) fn tell(&mut self, what: impl FnOnce() -> What) {
        let sheets = self.g.sheets;
        self.t.tell(|| Event { to: None, sheets, what: what() });
    }

    /// Tells one force.
    #[inline]
    pub(crate) fn tell_only(&mut self, force: Force, what: impl FnOnce() -> What) {
        let sheets = self.g.sheets;
        self.t.tell(|| Event { to: Some(force), sheets, what: what() });
    }

    /// A unit as one force knows it.
    pub(crate) fn who(&self, id: Id, to: Force) -> Who {
        let unit = self.g.unit(id);
        let known = (to == id.force || unit.spotted).then_some((unit.code, unit.weapon));
        Who { force: id.force, known, hex: unit.hex() }
    }

    /// A unit named in full, whoever hears of it.
    pub(crate) fn named(&self, id: Id) -> Who {
        let unit = self.g.unit(id);
        Who { force: id.force, known: Some((unit.code, unit.weapon)), hex: unit.hex() }
    }

    /// Tells each force of a unit what it may know: a hidden one is its owner's business, a face-down one has no name for the enemy.
    pub(crate) fn say(&mut self, id: Id, what: impl Fn(Who) -> What) {
        if !T::LISTENS {
            return;
        }
        let unit = self.g.unit(id);
        if unit.spotted && !unit.hidden {
            let who = self.named(id);
            self.tell(|| what(who));
            return;
        }
        let (own, theirs) = (self.named(id), self.who(id, id.force.enemy()));
        let hidden = unit.hidden;
        self.tell_only(id.force, || what(own));
        if !hidden {
            self.tell_only(id.force.enemy(), || what(theirs));
        }
    }

    /// [8.61] A unit is hit by fire: it is destroyed now, or what it was about comes first.
    pub(crate) fn hit(&mut self, id: Id, by: Attack, hex: HexId) {
        let lens = self.lens();
        match self.d.tasks.when(by, lens.doing(self.g.unit(id))) {
            When::AtOnce => self.destroy(id, by, hex),
            when => {
                self.g.unit_mut(id).hit = if when == When::AfterDirect { Hit::AfterDirect } else { Hit::AfterMove };
                self.say(id, |who| What::HitLater { who, when });
            }
        }
    }

    /// [8.62] [8.63] A unit is destroyed: a vehicle leaves a wreck, a soft unit nothing.
    pub(crate) fn destroy(&mut self, id: Id, by: Attack, hex: HexId) {
        let mut who = self.named(id);
        who.hex = Some(hex);
        if self.lens().kind(id) == Kind::Afv && !self.g.wrecks.contains(&hex) {
            let at = self.g.wrecks.partition_point(|wreck| *wreck < hex);
            self.g.wrecks.insert(at, hex);
        }
        let unit = self.g.unit_mut(id);
        unit.place = Place::Lost;
        unit.hit = Hit::None;
        unit.hidden = false;
        unit.run.watching = false;
        self.g.army_mut(id.force).losses += 1;
        self.g.last_loss = self.g.turn;
        self.tell(|| What::Destroyed { who, by });
        // [14.3] An Improved Position goes with the last who held it; whoever comes later finds none.
        if self.lens().kind(id).is_soft() {
            self.clear_position(hex);
        }
    }

    /// Hits that were waiting for the end of a segment take effect.
    pub(crate) fn apply_hits(&mut self, hit: Hit) {
        for id in self.g.in_order() {
            let unit = self.g.unit(id);
            if let (true, Some(hex)) = (unit.hit == hit, unit.hex()) {
                self.destroy(id, Attack::Df, hex);
            }
        }
    }

    /// Fire was executed at a unit: its force is in contact (R46, R69).
    pub(crate) fn fired_on(&mut self, force: Force) {
        self.g.army_mut(force).fired_on = true;
        self.g.last_fire = self.g.turn;
        if self.g.first_fire == 0 {
            self.g.first_fire = self.g.turn;
        }
    }
}
