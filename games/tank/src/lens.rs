//! What can be read off the map: who may see, fire, stand and go where. Everything here only looks.

use crate::charts::{Charts, Scenario, WeaponInfo};
use crate::map::{Battleground, StepCost};
use crate::rules::rule;
use crate::sight::{FriendSteps, Line, SightLines};
use crate::state::{Leg, MOST_UNITS, Place, Plot, Tank, Unit, UnitId};
use crate::words::{Doing, Edge, Exit, Force, Kind, Situation, SpotColumn, Task, Terrain};
use arrayvec::ArrayVec;
use hulldown_core::hex::{HexId, Side};
use hulldown_core::rules::Reason;

/// Someone who looks at the map and the charts.
#[derive(Clone, Copy)]
pub(crate) struct Lens<'a> {
    pub(crate) game: &'a Tank,
    pub(crate) charts: &'static Charts,
    pub(crate) ground: &'static Battleground,
    pub(crate) sight: &'static SightLines,
}

impl<'a> Lens<'a> {
    #[inline]
    pub(crate) fn new(game: &'a Tank, charts: &'static Charts) -> Lens<'a> {
        let ground = charts.ground(game.sheets);
        Lens { game, charts, ground, sight: ground.sight(game.mode) }
    }

    #[inline]
    pub(crate) fn scenario(self) -> &'static Scenario {
        self.charts.scenario(self.game.scenario)
    }

    #[inline]
    pub(crate) fn info(self, unit: &Unit) -> &'static WeaponInfo {
        self.charts.weapon(unit.weapon)
    }

    #[inline]
    pub(crate) fn kind(self, id: UnitId) -> Kind {
        self.info(self.game.unit(id)).kind
    }

    /// [7.0] Which way a unit faces; infantry lies as it happens to.
    pub(crate) fn facing(self, unit: &Unit) -> Option<Side> {
        (self.info(unit).kind != Kind::Infantry).then_some(unit.facing)
    }

    /// [7.0] [13.0c] What its enemy sees of that: nothing of a gun whose counter lies face down among those of squads, or could.
    pub(crate) fn facing_seen(self, unit: &Unit) -> Option<Side> {
        self.facing(unit).filter(|_| unit.spotted || !self.info(unit).kind.is_soft())
    }

    /// [7.2] Whether a hex lies in a unit's field of fire and of sighting.
    #[inline]
    pub(crate) fn in_field(self, unit: &Unit, from: HexId, to: HexId) -> bool {
        self.ground.bears(self.info(unit).turret, from, unit.facing, to)
    }

    /// [13.1] Whether a unit sees a hex.
    #[inline]
    pub(crate) fn sees(self, unit: &Unit, to: HexId) -> bool {
        unit.hex().is_some_and(|from| from != to && self.sight.clear(from, to) && self.in_field(unit, from, to))
    }

    /// [8.31] [8.82] How far a unit can fire.
    pub(crate) fn absolute_range(self, id: UnitId) -> u16 {
        let info = self.info(self.game.unit(id));
        let panic = self.scenario().forces[id.force.index()].panic;
        self.charts
            .crt
            .used_by(info.fc, panic)
            .map_or_else(|| self.charts.infantry.max_range(), |(_, crt)| crt.absolute_range())
    }

    /// [9.6] [10.11] The Movement Points a unit has for a task.
    #[inline]
    pub(crate) fn allowance(self, unit: &Unit, task: Option<Task>) -> u8 {
        let info = self.info(unit);
        match (info.kind, task) {
            (Kind::Infantry, _) => 1,
            (_, Some(Task::Mvr)) => info.ma / 2,
            _ => info.ma,
        }
    }

    /// [10.1] What a step costs a unit; `None` if it leads off the map.
    #[inline]
    pub(crate) fn step_cost(self, unit: &Unit, task: Option<Task>, from: HexId, side: Side) -> Option<u8> {
        let cost = self.ground.cost(self.game.mode, from, side)?;
        Some(if self.info(unit).kind == Kind::Infantry { 1 } else { cost.of(self.allowance(unit, task)) })
    }

    /// [R47] What entering the map costs a unit: the entry hex has no hexside to cross.
    pub(crate) fn entry_cost(self, force: Force, allowance: u8) -> u8 {
        let Some(entry) = self.game.army(force).entry else { return 0 };
        let hex = self.charts.terrain.hex(self.game.mode, self.ground.terrain(entry));
        let cost = if hex.whole_allowance { StepCost::Whole } else { StepCost::Points(hex.mp) };
        cost.of(allowance)
    }

    /// What the n-th leg of a unit's plot costs it where it stands.
    #[inline]
    pub(crate) fn leg_cost(self, force: Force, unit: &Unit, n: usize, from: Option<HexId>) -> u8 {
        let allowance = self.allowance(unit, unit.plot.task);
        match (unit.leg(n), from) {
            (Some(Leg::Up), _) => 1,
            (Some(Leg::Enter), _) => self.entry_cost(force, allowance),
            (Some(Leg::Step(side)), Some(from)) => {
                let step = self.step_cost(unit, unit.plot.task, from, side).unwrap_or(0);
                // [9.41] The overrun's extra point is paid on entering the target hex, the last but one.
                let target = unit.plot.task == Some(Task::Ov) && n + 2 == unit.plot.legs();
                step + if target { self.charts.terrain.movement.overrun_extra } else { 0 }
            }
            (Some(Leg::Exit), _) => self.charts.terrain.movement.exit,
            _ => 0,
        }
    }

    /// [8.71] The Movement Points a unit's plot spends in all.
    pub(crate) fn points(self, force: Force, unit: &Unit) -> u8 {
        let plot = &unit.plot;
        let (mut at, mut points) = (unit.hex(), plot.up);
        if plot.enters {
            points += self.entry_cost(force, self.allowance(unit, plot.task));
            at = self.game.army(force).entry;
        }
        for side in plot.steps.iter() {
            let Some(from) = at else { break };
            points += self.step_cost(unit, plot.task, from, side).unwrap_or(0);
            at = self.ground.next(from, side);
        }
        // [9.41] The overrun's extra point is paid on entering the target hex.
        let extra =
            if plot.task == Some(Task::Ov) && plot.legs() > 1 { self.charts.terrain.movement.overrun_extra } else { 0 };
        points + extra + if plot.exits { self.charts.terrain.movement.exit } else { 0 }
    }

    /// Where a leg leads from a hex.
    #[inline]
    pub(crate) fn after_leg(self, force: Force, leg: Option<Leg>, at: Option<HexId>) -> Option<HexId> {
        match leg {
            Some(Leg::Enter) => self.game.army(force).entry,
            Some(Leg::Step(side)) => at.and_then(|from| self.ground.next(from, side)),
            Some(Leg::Up) | None => at,
            Some(Leg::Exit) => None,
        }
    }

    /// The hexes a unit's plot enters, each with the one before it.
    pub(crate) fn path(self, force: Force, unit: &'a Unit) -> impl Iterator<Item = (Option<HexId>, HexId)> + 'a {
        let plot = if unit.plot.moves() { unit.plot } else { Plot::default() };
        let entry = self.game.army(force).entry.filter(|_| plot.enters);
        let mut at = if plot.enters { entry } else { unit.hex() };
        let steps = plot.steps.iter().filter_map(move |side| {
            let before = at;
            at = before.and_then(|from| self.ground.next(from, side));
            at.map(|to| (before, to))
        });
        entry.map(|hex| (None, hex)).into_iter().chain(steps)
    }

    /// The hex a unit stands in when its plot is carried out; none off the map.
    pub(crate) fn end(self, force: Force, unit: &Unit) -> Option<HexId> {
        let plot = &unit.plot;
        if !plot.moves() {
            return unit.hex();
        }
        if plot.exits {
            return None;
        }
        let start = if plot.enters { self.game.army(force).entry } else { unit.hex() };
        plot.steps.iter().try_fold(start?, |at, side| self.ground.next(at, side))
    }

    /// [11.0] Whether units of these kinds may share a hex.
    pub(crate) fn stack(a: Kind, b: Kind) -> bool {
        matches!((a, b), (Kind::Infantry, Kind::Infantry | Kind::AtGun) | (Kind::AtGun, Kind::Infantry))
    }

    /// [11.0] [R56] Whether a unit may stay with these friends.
    pub(crate) fn may_join(self, kind: Kind, others: impl Iterator<Item = Kind>) -> bool {
        let mut count = 0;
        for other in others {
            count += 1;
            if count > 1 || !Lens::stack(kind, other) {
                return false;
            }
        }
        true
    }

    /// Where its friends stay, each without a hex before it, and the steps they are plotted to take, as far as they matter to its fire.
    fn friendly_steps(self, id: UnitId) -> impl Iterator<Item = (Option<HexId>, HexId)> + 'a {
        let kind = self.kind(id);
        let matters = move |friend: &UnitId| *friend != id && !kind.fires_past(self.kind(*friend));
        self.game.ids(id.force).filter(matters).flat_map(move |friend| {
            let unit = self.game.unit(friend);
            unit.hex().map(|hex| (None, hex)).into_iter().chain(self.path(id.force, unit))
        })
    }

    /// [8.0] Why a unit may not be plotted to fire at a hex, directly or at an opportunity.
    pub(crate) fn against_fire(self, id: UnitId, to: HexId) -> Reason {
        self.against_line(id, to).or_else(|| {
            let line = Line::to(self.ground, self.game.unit(id).hex()?, to);
            let onto = |(from, to): (Option<HexId>, HexId)| {
                line.passes(to) || from.is_some_and(|from| line.is_crossed(from, to))
            };
            self.against_friends(self.friendly_steps(id).any(onto))
        })
    }

    /// [8.0] Why a unit cannot fire at a hex past its friends as they stand, whatever was plotted.
    pub(crate) fn against_fire_as_they_stand(self, id: UnitId, to: HexId) -> Reason {
        self.against_line(id, to).or_else(|| {
            let line = Line::to(self.ground, self.game.unit(id).hex()?, to);
            let friends = self.game.ids(id.force).filter(|friend| *friend != id);
            let friends = friends.filter_map(|friend| Some((self.kind(friend), self.game.unit(friend).hex()?)));
            line.is_masked(self.kind(id), friends).then_some((rule!("8.41"), "a friendly unit is in the way"))
        })
    }

    /// [8.41] Why a unit may not fire at a hex that it could fire at but for its friends.
    pub(crate) fn against_masked(self, friends: &FriendSteps<'_>, to: HexId) -> Reason {
        self.against_friends(friends.mask(to))
    }

    fn against_friends(self, masked: bool) -> Reason {
        masked.then_some((rule!("8.41"), "a friendly unit is in the way or plotted to be"))
    }

    /// [8.0] Why a unit cannot fire at a hex from where it stands, whatever its friends do.
    pub(crate) fn against_line(self, id: UnitId, to: HexId) -> Reason {
        let unit = self.game.unit(id);
        let from = unit.hex()?;
        if from == to {
            return Some((rule!("8.0b"), "it stands there itself"));
        }
        if self.ground.range(from, to) > self.absolute_range(id) {
            return Some(match self.kind(id) {
                Kind::Infantry => (rule!("8.82"), "beyond the range of infantry"),
                _ => (rule!("8.31"), "out of range"),
            });
        }
        if !self.in_field(unit, from, to) {
            return Some((rule!("7.21"), "outside its field of fire"));
        }
        if !self.sight.clear(from, to) {
            return Some((rule!("10.21"), "the line of fire is obstructed"));
        }
        None
    }

    /// [8.84b] [8.57b] The sides, as bits, over which a squad that watches all about it may not fire: a friend is in the hex beyond, or
    /// plotted to come there. What holds for one target hex holds for each of the six, and for that one alone.
    pub(crate) fn friends_around(self, id: UnitId) -> u8 {
        let Some(from) = self.game.unit(id).hex() else { return 0 };
        let bit = |hex: HexId| self.ground.side_to(from, hex).map_or(0, |side| 1 << side.index());
        let friends = self.game.ids(id.force).filter(|friend| *friend != id).map(|friend| self.game.unit(friend));
        friends.fold(0, |sides, unit| {
            let way = self.path(id.force, unit).fold(0, |sides, (_, to)| sides | bit(to));
            sides | unit.hex().map_or(0, bit) | way
        })
    }

    /// Whether a hex is left to watch about this one if those over these sides are spared.
    pub(crate) fn watches_beside(self, from: HexId, spared: u8) -> bool {
        Side::ALL.into_iter().any(|side| spared & 1 << side.index() == 0 && self.ground.next(from, side).is_some())
    }

    /// [5.0b] Whether an enemy unit stands in a hex for a force to see.
    pub(crate) fn enemy_shown(self, force: Force, hex: HexId) -> bool {
        self.game.ids(force.enemy()).any(|id| self.game.unit(id).shown() == Some(hex))
    }

    /// The line a unit fires along or watches.
    pub(crate) fn watched(self, unit: &Unit) -> Option<Line<'static>> {
        let from = unit.hex()?;
        Some(match unit.plot.target {
            Some(to) => Line::to(self.ground, from, to),
            None => Line::around(self.ground, from, unit.run.spared),
        })
    }

    /// [8.61] What a unit is about, for those who fire at it.
    pub(crate) fn doing(self, unit: &Unit) -> Doing {
        if unit.panicked {
            return Doing::Panicked;
        }
        match unit.plot.task {
            None => Doing::None,
            Some(Task::Df) => Doing::Df,
            Some(Task::Of) => Doing::Of,
            Some(Task::Mv) => Doing::Mv,
            Some(Task::Mvr) => Doing::Mvr,
            Some(Task::Ov) => Doing::Ov,
            Some(Task::Fc) => Doing::Fc,
        }
    }

    /// [13.5] [R12] The column of the Spotting Table for a unit seen from a hex.
    pub(crate) fn spot_column(self, unit: &Unit, hex: HexId, from: HexId) -> SpotColumn {
        let improved = self.game.position(hex).is_some();
        self.spot_column_of(self.info(unit).kind, unit.plot.moves(), improved, hex, from)
    }

    /// The same for one of a kind, on the move or not, in an Improved Position or not.
    pub(crate) fn spot_column_of(self, kind: Kind, moves: bool, improved: bool, hex: HexId, from: HexId) -> SpotColumn {
        let behind = self.sight.cover(from, hex).hides();
        let terrain = self.ground.terrain(hex);
        // In open mode rough and woods count as clear ground.
        let effect = self.charts.terrain.hex(self.game.mode, terrain);
        if kind == Kind::Afv {
            let covered = behind || effect.obstructs;
            return if covered && !moves { SpotColumn::VehicleCovered } else { SpotColumn::VehicleOpen };
        }
        let rough = terrain != Terrain::Clear && effect.soft_base > self.clear_base();
        if improved || rough || behind || self.game.has_wreck(hex) {
            SpotColumn::SoftCovered
        } else {
            SpotColumn::SoftOpen
        }
    }

    fn clear_base(self) -> u8 {
        self.charts.terrain.hex(self.game.mode, Terrain::Clear).soft_base
    }

    /// [17.11e] [17.13g] The edge a force may leave by now.
    pub(crate) fn exit_edge(self, force: Force) -> Option<Edge> {
        let info = &self.scenario().info;
        let allowed = match info.exit {
            Exit::Never => false,
            Exit::AfterPreservation => self.game.armies.iter().any(|army| army.preserved),
            Exit::Always => true,
        };
        info.exit_edge[force.index()].filter(|_| allowed)
    }

    /// Why a force may not leave the map from a hex now, points apart.
    pub(crate) fn against_exit(self, force: Force, at: HexId) -> Reason {
        let scenario = self.scenario();
        let rule = match scenario.situation {
            Situation::At => rule!("17.12f"),
            Situation::Me if scenario.info.exit == Exit::Never => rule!("R53"),
            Situation::Me => rule!("17.11e"),
            Situation::Rg => rule!("17.13g"),
        };
        match self.exit_edge(force) {
            Some(edge) if self.ground.on_edge(edge, at) => None,
            Some(_) => Some((rule, "it may leave the map by its own edge only")),
            None if scenario.info.exit == Exit::Never => Some((rule, "nobody may leave the map in this scenario")),
            None => Some((rule, "nobody may leave the map before a force has reached Preservation")),
        }
    }

    /// The units of a force still in the queue, the first to enter first.
    pub(crate) fn queue(self, force: Force) -> impl Iterator<Item = UnitId> + 'a {
        let mut waiting: ArrayVec<UnitId, MOST_UNITS> =
            self.game.ids(force).filter(|id| matches!(self.game.unit(*id).place, Place::Queue(_))).collect();
        waiting.sort_unstable_by_key(|id| self.game.unit(*id).rank);
        waiting.into_iter()
    }
}
