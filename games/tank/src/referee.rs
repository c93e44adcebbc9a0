//! The referee: one who has the state, the charts and the table before him, and plays the rules. The sequence of play stands here.

use crate::charts::Charts;
use crate::fire::{FireMap, FireTarget, Gun};
use crate::lens::Lens;
use crate::map::Battleground;
use crate::sight::SightLines;
use crate::state::{Hit, Place, PlotProgress, Stage, Tank, UnitId};
use crate::talk::{Addressed, Ask, Choice, Event, Who};
use crate::words::{Attack, Force, Kind, Task, When};
use hulldown_core::game::Seat;
use hulldown_core::hex::{HexId, Side};
use hulldown_core::table::{Menu, Play, Table};
use hulldown_core::talk::Answer;

/// Both seats.
pub(crate) const SEATS: [Seat; 2] = [Force::Alpha.seat(), Force::Bravo.seat()];

/// Someone who plays the rules: on a state, with charts, at a table.
pub(crate) struct Referee<'a, T> {
    pub(crate) game: &'a mut Tank,
    pub(crate) charts: &'static Charts,
    /// The ground of the game and who sees whom on it, which are not looked up again for every question.
    ground: &'static Battleground,
    sight: &'static SightLines,
    pub(crate) table: &'a mut T,
}

impl<'a, T: Table<Tank>> Referee<'a, T> {
    #[inline]
    pub(crate) fn new(game: &'a mut Tank, charts: &'static Charts, table: &'a mut T) -> Self {
        let ground = charts.ground(game.sheets);
        let sight = ground.sight(game.mode);
        Referee { game, charts, ground, sight, table }
    }

    /// One step of the sequence of play (4.1).
    pub(crate) fn step(&mut self) -> Play<()> {
        match self.game.stage {
            Stage::Arrange => {
                self.arrange()?;
                self.begin_turn();
            }
            Stage::Plot => {
                self.plot()?;
                if self.game.stage == Stage::Plot {
                    self.game.stage = Stage::Fire;
                }
            }
            Stage::Fire => {
                self.disclose();
                self.panic_segment()?;
                self.initial_facing();
                self.spot(None)?;
                self.direct_fire()?;
                self.game.stage = Stage::Move(0);
            }
            Stage::Move(pulse) => {
                self.pulse(pulse)?;
                // Whoever may stop decides at a checkpoint: what he is asked then does not hang on dice he has not seen fall.
                if self.may_stop().is_empty() {
                    self.end_pulse(pulse)?;
                } else {
                    self.game.stage = Stage::Stop(pulse);
                }
            }
            Stage::Stop(pulse) => {
                self.offer_stop()?;
                self.end_pulse(pulse)?;
            }
            Stage::Face => {
                self.final_facing()?;
                self.record();
                if self.game.stage != Stage::Over {
                    self.game.turn += 1;
                    self.begin_turn();
                }
            }
            Stage::Over => return Ok(()),
        }
        if self.game.stage == Stage::Over {
            self.unseal();
        }
        Ok(())
    }

    /// Everybody's slate is clean again.
    fn begin_turn(&mut self) {
        self.game.stage = Stage::Plot;
        for army in &mut self.game.armies {
            army.tried = Default::default();
            army.sighted = false;
            army.offers_end = false;
            for unit in &mut army.units {
                unit.plot = Default::default();
                unit.run = PlotProgress::default();
                unit.panicked = false;
            }
        }
        let turn = self.game.turn;
        self.tell(|| Event::Turn { turn });
    }

    /// [4.1d] [R18] All plots of units on the map are told; those of hidden units stay their owner's business.
    fn disclose(&mut self) {
        for id in self.game.all_ids() {
            let lens = self.lens();
            let unit = self.game.unit(id);
            let points = if unit.plot.moves() { lens.points(id.force, unit) } else { 0 };
            let around = unit.plot.task == Some(Task::Of) && unit.plot.target.is_none();
            let spared = if around { lens.friends_around(id) } else { 0 };
            let unit = self.game.unit_mut(id);
            unit.run.spared = spared;
            unit.run.secret = unit.hidden;
            unit.run.points = points;
            unit.run.from = unit.hex();
            unit.last = unit.plot;
        }
        if !T::LISTENS {
            return;
        }
        for id in self.game.in_order(|unit| unit.plot.task.is_some()) {
            let plot = self.game.unit(id).plot;
            self.say_of_plot(id, |who| Event::Plotted { who, plot });
        }
    }

    /// [R18] What a unit does for everybody to see was plotted for it.
    pub(crate) fn carried_out(&mut self, id: UnitId) {
        let unit = self.game.unit_mut(id);
        unit.run.secret &= unit.hidden;
    }

    #[inline]
    pub(crate) fn lens(&self) -> Lens<'_> {
        Lens { game: self.game, charts: self.charts, ground: self.ground, sight: self.sight }
    }

    /// The ground attacks are worked out on.
    #[inline]
    pub(crate) fn field(&self) -> FireMap<'static> {
        FireMap { charts: self.charts, ground: self.ground, sight: self.sight, mode: self.game.mode }
    }

    /// A unit as one that fires.
    pub(crate) fn gun(&self, id: UnitId) -> Option<Gun> {
        let unit = self.game.unit(id);
        let from = unit.hex()?;
        let panic = self.charts.scenario(self.game.scenario).forces[id.force.index()].panic;
        Some(Gun { weapon: unit.weapon, from, panic, preserved: self.game.army(id.force).preserved })
    }

    /// A unit as one that is fired at where it counts as standing.
    pub(crate) fn mark(&self, id: UnitId, hex: HexId, facing: Side) -> FireTarget {
        let unit = self.game.unit(id);
        FireTarget {
            weapon: unit.weapon,
            hex,
            facing,
            points: unit.run.points,
            moves: unit.plot.moves(),
            wreck: self.game.has_wreck(hex),
            improved: self.game.position(hex).is_some(),
        }
    }

    /// Asks a seat.
    pub(crate) fn ask<A: Answer<Choice>>(&mut self, force: Force, ask: Ask, menu: &Menu<Choice, A>) -> Play<A> {
        self.table.ask(self.game, self.charts, force.seat(), ask, menu)
    }

    /// Asks a seat for one of several things, each with the answer that stands for it.
    pub(crate) fn pick<V: Copy>(
        &mut self,
        force: Force,
        ask: Ask,
        things: impl IntoIterator<Item = (Choice, V)> + Clone,
    ) -> Play<V> {
        let (_, thing) = self.table.pick(self.game, self.charts, force.seat(), ask, things, |(choice, _)| choice)?;
        Ok(thing)
    }

    /// Tells everybody.
    #[inline]
    pub(crate) fn tell(&mut self, event: impl FnOnce() -> Event) {
        let sheets = self.game.sheets;
        self.table.tell(|| Addressed { to: None, sheets, event: event() });
    }

    /// Tells one force.
    #[inline]
    pub(crate) fn tell_only(&mut self, force: Force, event: impl FnOnce() -> Event) {
        let sheets = self.game.sheets;
        self.table.tell(|| Addressed { to: Some(force), sheets, event: event() });
    }

    /// A unit as one force knows it.
    pub(crate) fn who(&self, id: UnitId, to: Force) -> Who {
        let unit = self.game.unit(id);
        let known = (to == id.force || unit.spotted).then_some((unit.code, unit.weapon));
        Who { force: id.force, known, hex: unit.hex() }
    }

    /// A unit named in full, whoever hears of it.
    pub(crate) fn named(&self, id: UnitId) -> Who {
        let unit = self.game.unit(id);
        Who { force: id.force, known: Some((unit.code, unit.weapon)), hex: unit.hex() }
    }

    /// Tells each force of a unit what it may know: a hidden one is its owner's business, a face-down one has no name for the enemy.
    pub(crate) fn say(&mut self, id: UnitId, event: impl Fn(Who) -> Event) {
        if !T::LISTENS {
            return;
        }
        let unit = self.game.unit(id);
        if unit.spotted && !unit.hidden {
            let who = self.named(id);
            self.tell(|| event(who));
            return;
        }
        let (own, theirs) = (self.named(id), self.who(id, id.force.enemy()));
        let hidden = unit.hidden;
        self.tell_only(id.force, || event(own));
        if !hidden {
            self.tell_only(id.force.enemy(), || event(theirs));
        }
    }

    /// [R18] Tells what becomes of a unit's plot: its owner alone, as long as nobody else knows the plot.
    pub(crate) fn say_of_plot(&mut self, id: UnitId, event: impl Fn(Who) -> Event) {
        if self.game.unit(id).is_open() {
            self.say(id, event);
        } else {
            let who = self.named(id);
            self.tell_only(id.force, || event(who));
        }
    }

    /// [8.61] A unit is hit by fire: it is destroyed now, or what it was about comes first.
    pub(crate) fn hit(&mut self, id: UnitId, by: Attack, hex: HexId) {
        let lens = self.lens();
        match self.charts.tasks.when(by, lens.doing(self.game.unit(id))) {
            When::AtOnce => self.destroy(id, by, hex),
            when => {
                self.game.unit_mut(id).hit = if when == When::AfterDirect { Hit::AfterDirect } else { Hit::AfterMove };
                self.say(id, |who| Event::HitLater { who, when });
            }
        }
    }

    /// [8.62] [8.63] A unit is destroyed: a vehicle leaves a wreck, a soft unit nothing.
    pub(crate) fn destroy(&mut self, id: UnitId, by: Attack, hex: HexId) {
        let mut who = self.named(id);
        who.hex = Some(hex);
        if self.lens().kind(id) == Kind::Afv && !self.game.wrecks.contains(&hex) {
            let at = self.game.wrecks.partition_point(|wreck| *wreck < hex);
            self.game.wrecks.insert(at, hex);
        }
        let unit = self.game.unit_mut(id);
        unit.place = Place::Lost;
        unit.hit = Hit::None;
        unit.hidden = false;
        unit.run.watching = false;
        self.game.army_mut(id.force).losses += 1;
        self.game.last_loss = self.game.turn;
        self.tell(|| Event::Destroyed { who, by });
        // [14.3] An Improved Position goes with the last who held it; whoever comes later finds none.
        if self.lens().kind(id).is_soft() {
            self.clear_position(hex);
        }
    }

    /// Hits that were waiting for the end of a segment take effect.
    pub(crate) fn apply_hits(&mut self, hit: Hit) {
        for id in self.game.in_order(|unit| unit.hit == hit) {
            if let Some(hex) = self.game.unit(id).hex() {
                self.destroy(id, Attack::Df, hex);
            }
        }
    }

    /// Fire was executed at a unit: its force is in contact (R46, R69).
    pub(crate) fn fired_on(&mut self, force: Force) {
        self.game.army_mut(force).fired_on = true;
        self.game.last_fire = self.game.turn;
        if self.game.first_fire == 0 {
            self.game.first_fire = self.game.turn;
        }
    }
}
