//! What can be read off the map: who may see, fire, stand and go where. Everything here only looks.

use crate::charts::{Charts, Scenario, WeaponInfo};
use crate::map::{Ground, StepCost};
use crate::rules::rule;
use crate::sight::{FireLine, Sight};
use crate::state::{Id, Leg, Place, Tank, Unit};
use crate::words::{Doing, Edge, Exit, Force, Kind, Situation, SpotColumn, Task, Terrain};
use hulldown_core::hex::{Hex, HexId, Offset, Side};
use hulldown_core::rules::RuleId;
use std::cell::OnceCell;

/// Why something may not be done.
pub(crate) type Reason = Option<(RuleId, &'static str)>;

/// The hexes a straight line could pass, without walking it: a quick look before a careful one.
#[derive(Clone, Copy)]
struct Strip {
    from: Hex,
    way: Offset,
    /// How far from the line the centre of a hex can be that still touches it, in the measure of the cross product.
    half: i32,
}

impl Strip {
    #[inline]
    fn new(ground: &Ground, from: HexId, to: HexId) -> Strip {
        let (from, to) = (ground.hex(from), ground.hex(to));
        let way = from.to(to);
        // A hex reaches from its centre to the corners (2, 0), (1, 1) and (1, -1), and their opposites.
        let half = (2 * way.y).abs().max((way.x - way.y).abs()).max((way.x + way.y).abs());
        Strip { from, way, half }
    }

    /// Whether a hex touches the endless line; if not, it is certainly not on it.
    #[inline]
    fn touches(self, ground: &Ground, hex: HexId) -> bool {
        self.way.cross(self.from.to(ground.hex(hex))).abs() <= self.half
    }
}

/// Someone who looks at the map and the charts.
#[derive(Clone, Copy)]
pub(crate) struct Lens<'a> {
    pub(crate) g: &'a Tank,
    pub(crate) d: &'static Charts,
    pub(crate) ground: &'static Ground,
    pub(crate) sight: &'static Sight,
}

impl<'a> Lens<'a> {
    pub(crate) fn new(g: &'a Tank, d: &'static Charts) -> Lens<'a> {
        let ground = d.ground(g.sheets);
        Lens { g, d, ground, sight: ground.sight(g.mode) }
    }

    #[inline]
    pub(crate) fn scenario(self) -> &'static Scenario {
        self.d.scenario(self.g.scenario)
    }

    #[inline]
    pub(crate) fn info(self, unit: &Unit) -> &'static WeaponInfo {
        self.d.weapon(unit.weapon)
    }

    #[inline]
    pub(crate) fn kind(self, id: Id) -> Kind {
        self.info(self.g.unit(id)).kind
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
        self.info(unit).turret || self.ground.in_fan(from, unit.facing, to)
    }

    /// [13.1] Whether a unit sees a hex.
    #[inline]
    pub(crate) fn sees(self, unit: &Unit, to: HexId) -> bool {
        unit.hex().is_some_and(|from| from != to && self.sight.clear(from, to) && self.in_field(unit, from, to))
    }

    /// [8.31] [8.82] How far a unit can fire.
    pub(crate) fn absolute_range(self, id: Id) -> u16 {
        let info = self.info(self.g.unit(id));
        let panic = self.scenario().forces[id.force.index()].panic;
        self.d.crt.used_by(info.fc, panic).map_or(self.d.infantry.max_range, |crt| crt.absolute_range)
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
        let cost = self.ground.cost(self.g.mode, from, side)?;
        Some(if self.info(unit).kind == Kind::Infantry { 1 } else { cost.of(self.allowance(unit, task)) })
    }

    /// [R47] What entering the map costs a unit: the entry hex has no hexside to cross.
    pub(crate) fn entry_cost(self, force: Force, allowance: u8) -> u8 {
        let Some(entry) = self.g.army(force).entry else { return 0 };
        let hex = self.d.terrain.hex(self.g.mode, self.ground.terrain(entry));
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
                step + if target { self.d.terrain.overrun_extra } else { 0 }
            }
            (Some(Leg::Exit), _) => self.d.terrain.exit,
            _ => 0,
        }
    }

    /// [8.71] The Movement Points a unit's plot spends in all.
    pub(crate) fn points(self, force: Force, unit: &Unit) -> u8 {
        let (mut at, mut points) = (unit.hex(), 0);
        for n in 0..unit.plot.legs() {
            points += self.leg_cost(force, unit, n, at);
            at = self.after_leg(force, unit.leg(n), at);
        }
        points
    }

    /// Where a leg leads from a hex.
    #[inline]
    pub(crate) fn after_leg(self, force: Force, leg: Option<Leg>, at: Option<HexId>) -> Option<HexId> {
        match leg {
            Some(Leg::Enter) => self.g.army(force).entry,
            Some(Leg::Step(side)) => at.and_then(|from| self.ground.next(from, side)),
            Some(Leg::Up) | None => at,
            Some(Leg::Exit) => None,
        }
    }

    /// The hexes a unit's plot enters, each with the one before it.
    pub(crate) fn path(self, force: Force, unit: &'a Unit) -> impl Iterator<Item = (Option<HexId>, HexId)> + 'a {
        let legs = if unit.plot.moves() { unit.plot.legs() } else { 0 };
        let mut at = unit.hex();
        (0..legs).filter_map(move |n| {
            let before = at;
            at = self.after_leg(force, unit.leg(n), at);
            at.filter(|_| at != before).map(|to| (before, to))
        })
    }

    /// The hex a unit stands in when its plot is carried out; none off the map.
    pub(crate) fn end(self, force: Force, unit: &Unit) -> Option<HexId> {
        let mut at = unit.hex();
        if unit.plot.moves() {
            for n in 0..unit.plot.legs() {
                at = self.after_leg(force, unit.leg(n), at);
            }
        }
        at
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

    /// Whether a unit may be plotted to end in a hex, as far as its friends' plots go.
    pub(crate) fn may_end(self, id: Id, hex: HexId) -> bool {
        let friends = self.g.ids(id.force).filter(|other| *other != id);
        let there = friends.filter(|other| self.end(id.force, self.g.unit(*other)) == Some(hex));
        self.may_join(self.kind(id), there.map(|other| self.kind(other)))
    }

    /// [8.41b] Whether a friend on the line does not matter to a firer.
    #[inline]
    pub(crate) fn fires_past(self, firer: Kind, friend: Kind) -> bool {
        firer == Kind::AtGun && friend == Kind::Infantry
    }

    /// [8.41] [8.43] [8.57b] Whether a friend's present hex or plotted way masks a line of fire.
    fn masked(self, id: Id, from: HexId, to: HexId) -> bool {
        let kind = self.kind(id);
        let strip = Strip::new(self.ground, from, to);
        // The line itself is walked only if somebody is near it.
        let line = OnceCell::new();
        let line = || line.get_or_init(|| FireLine::new(self.ground, from, to)).as_ref();
        let on = |hex: HexId| strip.touches(self.ground, hex) && line().is_none_or(|line| line.passes(hex));
        let crossed = |from: HexId, to: HexId| {
            strip.touches(self.ground, from)
                && strip.touches(self.ground, to)
                && line().is_none_or(|line| line.is_crossed(from, to))
        };
        self.g.ids(id.force).filter(|friend| *friend != id).any(|friend| {
            let unit = self.g.unit(friend);
            if self.fires_past(kind, self.kind(friend)) {
                return false;
            }
            unit.hex().is_some_and(on)
                || self.path(id.force, unit).any(|(from, to)| on(to) || from.is_some_and(|from| crossed(from, to)))
        })
    }

    /// [8.0] Why a unit may not be plotted to fire at a hex, directly or at an opportunity.
    pub(crate) fn against_fire(self, id: Id, to: HexId) -> Reason {
        let from = self.g.unit(id).hex()?;
        let masked = || self.masked(id, from, to);
        self.against_line(id, to)
            .or_else(|| masked().then_some((rule!("8.41"), "a friendly unit is in the way or plotted to be")))
    }

    /// [8.0] Why a unit cannot fire at a hex from where it stands, whatever its friends do.
    pub(crate) fn against_line(self, id: Id, to: HexId) -> Reason {
        let unit = self.g.unit(id);
        let from = unit.hex()?;
        if from == to {
            return Some((rule!("8.0b"), "it stands there itself"));
        }
        if self.ground.range(from, to) > self.absolute_range(id) {
            return Some(match self.kind(id) {
                Kind::Infantry => (rule!("8.82"), "infantry fires at most three hexes"),
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
    pub(crate) fn friends_around(self, id: Id) -> u8 {
        let Some(from) = self.g.unit(id).hex() else { return 0 };
        let bit = |hex: HexId| self.ground.side_to(from, hex).map_or(0, |side| 1 << side.index());
        let friends = self.g.ids(id.force).filter(|friend| *friend != id).map(|friend| self.g.unit(friend));
        friends.fold(0, |sides, unit| {
            let way = self.path(id.force, unit).fold(0, |sides, (_, to)| sides | bit(to));
            sides | unit.hex().map_or(0, bit) | way
        })
    }

    /// [8.84b] Why infantry may not be plotted to watch the hexes about it.
    pub(crate) fn against_watch_around(self, id: Id) -> Reason {
        let from = self.g.unit(id).hex()?;
        let none = !self.watches_beside(from, self.friends_around(id));
        none.then_some((rule!("8.84b"), "friendly units are in all hexes about it or plotted to be"))
    }

    /// Whether a hex is left to watch about this one if those over these sides are spared.
    fn watches_beside(self, from: HexId, spared: u8) -> bool {
        Side::ALL.into_iter().any(|side| spared & 1 << side.index() == 0 && self.ground.next(from, side).is_some())
    }

    /// [5.0b] Whether an enemy unit stands in a hex for a force to see.
    pub(crate) fn enemy_shown(self, force: Force, hex: HexId) -> bool {
        self.g.ids(force.enemy()).any(|id| self.g.unit(id).shown() == Some(hex))
    }

    /// The line a unit with Opportunity Fire watches.
    pub(crate) fn watched(self, unit: &Unit) -> Option<FireLine> {
        let from = unit.hex()?;
        match unit.plot.target {
            Some(to) => FireLine::new(self.ground, from, to),
            None => Some(FireLine::around(self.ground, from, unit.run.spared)),
        }
    }

    /// [9.37] Whether a step onto a hex would come onto the line of a friend's plotted fire.
    pub(crate) fn crosses_fire(self, id: Id, from: Option<HexId>, to: HexId) -> bool {
        let kind = self.kind(id);
        self.g.ids(id.force).filter(|friend| *friend != id).any(|friend| {
            let unit = self.g.unit(friend);
            let (Some(Task::Df | Task::Of), Some(gun)) = (unit.plot.task, unit.hex()) else { return false };
            let Some(target) = unit.plot.target else {
                // [8.84b] Infantry that watches the hexes about it spares the one a friend comes into, but for the last.
                let Some(side) = self.ground.side_to(gun, to) else { return false };
                return !self.watches_beside(gun, self.friends_around(friend) | 1 << side.index());
            };
            Strip::new(self.ground, gun, target).touches(self.ground, to)
                && !self.fires_past(self.kind(friend), kind)
                && self
                    .watched(unit)
                    .is_some_and(|line| line.passes(to) || from.is_some_and(|from| line.is_crossed(from, to)))
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
        let behind = self.sight.cover(from, hex).hides();
        let terrain = self.ground.terrain(hex);
        // In open mode rough and woods count as clear ground.
        let effect = self.d.terrain.hex(self.g.mode, terrain);
        if self.info(unit).kind == Kind::Afv {
            let covered = behind || effect.obstructs;
            return if covered && !unit.plot.moves() { SpotColumn::VehicleCovered } else { SpotColumn::VehicleOpen };
        }
        let improved = self.g.position(hex).is_some();
        let rough = terrain != Terrain::Clear && effect.soft_base > self.clear_base();
        if improved || rough || behind || self.g.has_wreck(hex) {
            SpotColumn::SoftCovered
        } else {
            SpotColumn::SoftOpen
        }
    }

    fn clear_base(self) -> u8 {
        self.d.terrain.hex(self.g.mode, Terrain::Clear).soft_base
    }

    /// [17.11e] [17.13g] The edge a force may leave by now.
    pub(crate) fn exit_edge(self, force: Force) -> Option<Edge> {
        let info = &self.scenario().info;
        let allowed = match info.exit {
            Exit::Never => false,
            Exit::AfterPreservation => self.g.armies.iter().any(|army| army.preserved),
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
    pub(crate) fn queue(self, force: Force) -> impl Iterator<Item = Id> + 'a {
        let mut waiting: arrayvec::ArrayVec<Id, { crate::state::MOST_UNITS }> =
            self.g.ids(force).filter(|id| matches!(self.g.unit(*id).place, Place::Queue(_))).collect();
        waiting.sort_unstable_by_key(|id| self.g.unit(*id).rank);
        waiting.into_iter()
    }
}
