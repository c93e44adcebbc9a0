//! What a seat may see: its own force, and of the enemy what stands on the map, named only when it is spotted.
//!
//! Everything that knows what is hidden is private here; bots and boards get a [`View`] and nothing else.

use crate::charts::{Charts, Scenario, ToSpot, WeaponInfo};
use crate::fire::{FireMap, FireTarget, Gun};
use crate::imagine::Imagined;
use crate::lens::Lens;
use crate::map::Battleground;
use crate::massed::Massed;
use crate::pad::Pad;
use crate::sight::{FireLine, SightLines};
use crate::state::{Army, Ending, Place, Plot, Stage, Tank, Unit, UnitId};
use crate::talk::{Ask, Choice, FireSum};
use crate::words::{Code, Edge, Force, Kind, Mode, Task, Weapon};
use hulldown_core::game::Seat;
use hulldown_core::hex::{HexId, Side};
use hulldown_core::rules::Reason;
use serde::{Serialize, Serializer};

/// A seat's view of the game.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Tank,
    charts: &'static Charts,
    force: Force,
    /// Whether it sees both sides whole: the umpire's view of a game that is over.
    umpire: bool,
}

/// An enemy unit as it stands on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SeenUnit {
    /// Where.
    pub hex: HexId,
    /// Which way it faces, if that can be seen: a squad has no facing, and a gun that lies face down could be one.
    pub facing: Option<Side>,
    /// Its letters and type, if it has been spotted.
    pub known: Option<(Code, Weapon)>,
    /// What it was plotted to do, once that has been told: the plot of a unit that lay hidden then is not, before it is carried out (R18).
    pub plot: Option<Plot>,
    /// The Movement Points that plot spends.
    pub points: u8,
    /// How much of it has been done: everybody saw it.
    pub legs: u8,
    /// Whether it panics.
    pub panicked: bool,
}

/// What both players may know of a force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ForceStatus {
    /// Units it began with.
    pub units: u8,
    /// Units destroyed.
    pub losses: u8,
    /// Units that left the map.
    pub exited: u8,
    /// Units still to come onto the map by its entry hex.
    pub queued: u8,
    /// Whether it has reached Preservation.
    pub preserved: bool,
    /// Whether it marches in column.
    pub in_column: bool,
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn new(game: &'a Tank, charts: &'static Charts, seat: Seat) -> Self {
        View { game, charts, force: Force::of(seat), umpire: false }
    }

    /// What an umpire sees, who is on nobody's side; where one must be first it is Alpha.
    pub(crate) fn of_umpire(game: &'a Tank, charts: &'static Charts) -> Self {
        View { game, charts, force: Force::Alpha, umpire: true }
    }

    /// Whether it sees both sides whole: the umpire's view of a game that is over.
    pub fn is_umpire(&self) -> bool {
        self.umpire
    }

    fn lens(&self) -> Lens<'a> {
        Lens::new(self.game, self.charts)
    }

    /// Whose view it is.
    #[inline]
    pub fn force(&self) -> Force {
        self.force
    }

    /// The charts.
    #[inline]
    pub fn data(&self) -> &'static Charts {
        self.charts
    }

    /// The scenario.
    #[inline]
    pub fn scenario(&self) -> &'static Scenario {
        self.charts.scenario(self.game.scenario)
    }

    /// The terrain mode.
    #[inline]
    pub fn mode(&self) -> Mode {
        self.game.mode
    }

    /// The ground.
    #[inline]
    pub fn ground(&self) -> &'static Battleground {
        self.charts.ground(self.game.sheets)
    }

    /// Who sees whom on it.
    #[inline]
    pub fn sight(&self) -> &'static SightLines {
        self.ground().sight(self.game.mode)
    }

    /// The ground attacks are worked out on.
    pub fn field(&self) -> FireMap<'static> {
        FireMap { charts: self.charts, ground: self.ground(), sight: self.sight(), mode: self.game.mode }
    }

    /// The Game-Turn.
    #[inline]
    pub fn turn(&self) -> u16 {
        self.game.turn
    }

    /// What comes next.
    #[inline]
    pub fn stage(&self) -> Stage {
        self.game.stage
    }

    /// How it ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.game.ending
    }

    /// Whether forces are subject to panic.
    pub fn panic(&self) -> bool {
        self.game.panic
    }

    /// Hexes with wrecks.
    pub fn wrecks(&self) -> &'a [HexId] {
        &self.game.wrecks
    }

    /// Improved Positions: all of the own force's, and those of the enemy that have been found.
    pub fn positions(&self) -> impl Iterator<Item = (HexId, bool)> + 'a {
        let (game, force, umpire) = (self.game, self.force, self.umpire);
        let shown = move |hex: HexId, hidden: bool| umpire || !hidden || game.in_hex(force, hex).next().is_some();
        game.positions.iter().filter(move |p| shown(p.hex, p.hidden)).map(|p| (p.hex, p.hidden))
    }

    /// The own force.
    #[inline]
    pub fn army(&self) -> &'a Army {
        self.game.army(self.force)
    }

    /// The own units, in the order of their codes.
    #[inline]
    pub fn units(&self) -> &'a [Unit] {
        &self.game.army(self.force).units
    }

    /// A weapon's figures.
    #[inline]
    pub fn info(&self, weapon: Weapon) -> &'static WeaponInfo {
        self.charts.weapon(weapon)
    }

    /// The enemy units on the map, in the order of their hexes: nothing about them says more than their counters do.
    pub fn enemies(&self) -> impl Iterator<Item = SeenUnit> + 'a {
        let (game, enemy) = (self.game, self.force.enemy());
        let (lens, umpire) = (self.lens(), self.umpire);
        let told = umpire || !matches!(game.stage, Stage::Arrange | Stage::Plot);
        let mut shown: arrayvec::ArrayVec<(HexId, SeenUnit), { crate::state::MOST_UNITS }> = game
            .army(enemy)
            .units
            .iter()
            .filter_map(|unit| {
                let hex = unit.shown().or(unit.hex().filter(|_| umpire))?;
                let told = told && (umpire || !unit.run.secret);
                let seen = SeenUnit {
                    hex,
                    facing: if umpire { lens.facing(unit) } else { lens.facing_seen(unit) },
                    known: (unit.spotted || umpire).then_some((unit.code, unit.weapon)),
                    plot: told.then_some(unit.plot),
                    points: if told { unit.run.points } else { 0 },
                    legs: if told { unit.run.legs } else { 0 },
                    panicked: unit.panicked,
                };
                Some((hex, seen))
            })
            .collect();
        // The order of codes would tell who a face-down unit is, in one hex too: nothing but what is seen of it may count.
        shown.sort_unstable_by_key(|(hex, seen)| {
            let SeenUnit { facing, known, plot, points, legs, panicked, .. } = *seen;
            (*hex, known.is_none(), known.map(|(code, _)| code), facing, plot, (points, legs, panicked))
        });
        shown.into_iter().map(|(_, seen)| seen)
    }

    /// What is known of a force.
    pub fn standing(&self, force: Force) -> ForceStatus {
        let army = self.game.army(force);
        // How far a player has come with arranging his force is his business.
        let enters = self.scenario().info.entry[force.index()].is_some();
        let queued = match self.game.stage {
            Stage::Arrange => army.units.len() * usize::from(enters),
            _ => army.units.iter().filter(|unit| matches!(unit.place, Place::Queue(_))).count(),
        };
        ForceStatus {
            units: army.units.len() as u8,
            losses: army.losses,
            exited: army.exited,
            queued: queued as u8,
            preserved: army.preserved,
            in_column: army.in_column,
        }
    }

    /// How many units of a kind a force has lost, and began with: losses are seen by all, and orders of battle are known.
    pub fn lost(&self, force: Force, kind: Kind) -> (u8, u8) {
        let units = self.game.army(force).units.iter().filter(|unit| self.info(unit.weapon).kind == kind);
        units.fold((0, 0), |(lost, all), unit| (lost + u8::from(unit.place == Place::Lost), all + 1))
    }

    /// The last Game-Turn with fire.
    pub fn last_fire(&self) -> u16 {
        self.game.last_fire
    }

    /// The own unit of this number as one that fires.
    pub fn gun(&self, unit: &Unit) -> Option<Gun> {
        let panic = self.scenario().forces[self.force.index()].panic;
        Some(Gun { weapon: unit.weapon, from: unit.hex()?, panic, preserved: self.army().preserved })
    }

    /// An enemy of a known type as one that fires.
    pub fn enemy_gun(&self, seen: &SeenUnit) -> Option<Gun> {
        let (_, weapon) = seen.known?;
        let enemy = self.force.enemy();
        let panic = self.scenario().forces[enemy.index()].panic;
        Some(Gun { weapon, from: seen.hex, panic, preserved: self.game.army(enemy).preserved })
    }

    /// A unit of a type as one that is fired at, standing in a hex.
    pub fn mark(&self, weapon: Weapon, hex: HexId, facing: Side, points: u8) -> FireTarget {
        FireTarget {
            weapon,
            hex,
            facing,
            points,
            moves: points > 0,
            wreck: self.game.has_wreck(hex),
            improved: self.positions().any(|(position, _)| position == hex),
        }
    }

    /// What an own unit's fire at a seen enemy comes to, if its type is known.
    pub fn shot(&self, unit: &Unit, seen: &SeenUnit) -> Option<FireSum> {
        let (_, weapon) = seen.known?;
        // Only what has no facing is spotted without one, and its strength does not hang on it (7.31).
        let mark = self.mark(weapon, seen.hex, seen.facing.unwrap_or(Side::A), seen.points);
        Some(self.field().shot(&self.gun(unit)?, &mark))
    }

    /// Whether own units stand in the open and not one of them has a task, while everybody plots for himself.
    pub fn is_bare(&self) -> bool {
        let mut open = self.units().iter().filter(|unit| !unit.panicked && unit.shown().is_some()).peekable();
        !self.game.army(self.force).in_column && open.peek().is_some() && open.all(|unit| unit.plot.task.is_none())
    }

    /// Own units in the open that have nothing plotted: first those that have a shot, then those that have none and that some of the enemy
    /// who are known can destroy, alone, together or by driving over them.
    pub fn idle(&self) -> [Vec<Code>; 2] {
        let left_out = |unit: &&Unit| unit.plot.task.is_none() && !unit.panicked && unit.shown().is_some();
        let counts = |sum: Option<FireSum>| sum.is_some_and(|sum| sum.sixths() > 0);
        let fires = |unit: &&Unit| {
            let may = |seen: &SeenUnit| self.against_fire(unit, seen.hex).is_none();
            self.enemies().any(|seen| may(&seen) && counts(self.shot(unit, &seen)))
        };
        let (fire, rest): (Vec<&Unit>, Vec<&Unit>) = self.units().iter().filter(left_out).partition(fires);
        let massed = if rest.is_empty() { Massed::default() } else { Massed::new(self) };
        let in_danger = |unit: &&Unit| {
            self.enemies().any(|seen| counts(self.shot_at(&seen, unit, unit.facing))) || massed.threatens(unit)
        };
        let codes = |units: Vec<&Unit>| units.into_iter().map(|unit| unit.code).collect();
        [codes(fire), codes(rest.into_iter().filter(in_danger).collect())]
    }

    /// What such fire comes to if the enemy moves as far as it can, while nobody knows whether it is plotted to; nothing where that is the same.
    pub fn if_it_moves(&self, seen: &SeenUnit, sum: &FireSum) -> Option<FireSum> {
        let info = self.info(seen.known?.1);
        let moving = self.field().at_mover(*sum, info.ma, true);
        let may = seen.plot.is_none() && info.kind == Kind::Afv && info.ma > 0;
        (may && moving.sixths() != sum.sixths()).then_some(moving)
    }

    /// What the fire of a seen enemy at an own unit that stands and faces so comes to, if his type is known and he sees it.
    pub fn shot_at(&self, seen: &SeenUnit, unit: &Unit, facing: Side) -> Option<FireSum> {
        let hex = unit.hex().filter(|hex| self.sight().clear(seen.hex, *hex))?;
        Some(self.field().shot(&self.enemy_gun(seen)?, &self.mark(unit.weapon, hex, facing, 0)))
    }

    /// Whether a hex lies in an own unit's field of fire.
    pub fn in_field(&self, unit: &Unit, to: HexId) -> bool {
        unit.hex().is_some_and(|from| self.lens().in_field(unit, from, to))
    }

    /// [13.5] What it takes to spot one of a kind in a hex, on the move or not, as far as is known of the ground there.
    pub fn to_spot(&self, kind: Kind, moves: bool, hex: HexId, from: HexId) -> ToSpot {
        let improved = self.positions().any(|(position, _)| position == hex);
        let column = self.lens().spot_column_of(kind, moves, improved, hex, from);
        self.charts.spotting.need(column, self.ground().range(from, hex))
    }

    /// Whether an own unit sees a hex.
    pub fn sees(&self, unit: &Unit, to: HexId) -> bool {
        self.lens().sees(unit, to)
    }

    /// The Movement Points an own unit has for a task.
    pub fn allowance(&self, unit: &Unit, task: Option<Task>) -> u8 {
        self.lens().allowance(unit, task)
    }

    /// The Movement Points an own unit's plot spends.
    pub fn points(&self, unit: &Unit) -> u8 {
        self.lens().points(self.force, unit)
    }

    /// What a step costs an own unit.
    pub fn step_cost(&self, unit: &Unit, from: HexId, side: Side) -> Option<u8> {
        self.lens().step_cost(unit, Some(Task::Mv), from, side)
    }

    /// The hexes an own unit's plot enters.
    pub fn path(&self, unit: &'a Unit) -> impl Iterator<Item = HexId> + 'a {
        self.lens().path(self.force, unit).map(|(_, to)| to)
    }

    /// The hexes an own unit's plotted fire passes.
    pub fn line(&self, unit: &Unit) -> Option<FireLine> {
        let (lens, from) = (self.lens(), unit.hex()?);
        match (unit.plot.task, unit.plot.target) {
            // While it is being plotted, whom it spares is read off the plots (8.84b).
            (Some(Task::Of), None) if self.game.stage == Stage::Plot => {
                let spared = self.game.coded(self.force, unit.code).map_or(0, |id| lens.friends_around(id));
                Some(FireLine::around(lens.ground, from, spared))
            }
            (Some(Task::Df | Task::Of), Some(to)) => FireLine::new(lens.ground, from, to),
            (Some(Task::Df | Task::Of), None) => Some(FireLine::around(lens.ground, from, unit.run.spared)),
            _ => None,
        }
    }

    /// The rule and the reason why an own unit may not be plotted to fire at a hex, if it may not.
    pub fn against_fire(&self, unit: &Unit, to: HexId) -> Reason {
        self.lens().against_fire(self.game.coded(self.force, unit.code)?, to)
    }

    /// The same once plots are carried out: friends are where they are, not where they were plotted to come.
    pub fn against_fire_now(&self, unit: &Unit, to: HexId) -> Reason {
        let id = self.game.coded(self.force, unit.code)?;
        match self.stage() {
            Stage::Arrange | Stage::Plot => self.lens().against_fire(id, to),
            _ => self.lens().against_fire_as_they_stand(id, to),
        }
    }

    /// What the own force has plotted so far.
    fn pad(&self) -> Pad {
        Pad::new(self.lens(), self.force)
    }

    /// Whether an own unit may be plotted to do what it did last turn.
    pub fn may_repeat(&self, unit: &Unit) -> bool {
        self.game.coded(self.force, unit.code).is_some_and(|id| self.lens().may_repeat(id, &self.pad()))
    }

    /// Whether an own unit may be plotted to end in a hex, as far as its friends' plots go.
    pub fn may_end(&self, unit: &Unit, hex: HexId) -> bool {
        self.game.coded(self.force, unit.code).is_some_and(|id| self.lens().may_end(id, &self.pad(), hex))
    }

    /// Whether an own unit would come onto a friend's line of fire with a step, or by entering the map (9.37).
    pub fn crosses_fire(&self, unit: &Unit, from: Option<HexId>, to: HexId) -> bool {
        let id = self.game.coded(self.force, unit.code);
        id.is_some_and(|id| self.lens().crosses_fire(id, &self.pad(), from, to))
    }

    /// The edge the own force may leave by now.
    pub fn exit_edge(&self) -> Option<Edge> {
        self.lens().exit_edge(self.force)
    }

    /// Whether an own unit is of a kind.
    pub fn kind(&self, unit: &Unit) -> Kind {
        self.info(unit.weapon).kind
    }

    /// The own unit with this number.
    pub fn unit(&self, n: u8) -> Option<&'a Unit> {
        self.units().get(usize::from(n))
    }

    /// What the plot of an own unit would come to with these answers, its friends' plots as they are.
    pub fn rehearse(&self, n: u8, answers: &mut dyn FnMut(&View<'_>, Ask, &[Choice]) -> Choice) -> Plot {
        crate::rehearse::rehearse(self.game, self.charts, UnitId { force: self.force, n }, answers)
    }

    /// The same game before anybody has arranged anything, by the same charts and settings. For trying openings in thought.
    pub fn unarranged(&self) -> Imagined {
        Imagined::unarranged(self.game, self.charts)
    }

    /// A game that could be this one: what this seat may see is the same, what it may not is put together anew by `choose`, which
    /// picks one of so many. For playing on in thought.
    pub fn imagine(&self, choose: &mut dyn FnMut(u32) -> u32) -> Imagined {
        Imagined::seen(self.game, self.charts, self.force, choose)
    }
}

#[derive(Serialize)]
struct OwnUnit<'a> {
    #[serde(flatten)]
    unit: &'a Unit,
    name: &'a str,
    at: Option<String>,
}

#[derive(Serialize)]
struct EnemyUnit {
    at: String,
    facing: Option<Side>,
    code: Option<Code>,
    weapon: Option<&'static str>,
    name: &'static str,
    plot: Option<Plot>,
    points: u8,
    legs: u8,
    panicked: bool,
}

#[derive(Serialize)]
struct Shown<'a> {
    force: Force,
    scenario: &'static str,
    title: &'a str,
    situation: crate::words::Situation,
    mode: Mode,
    sheets: crate::map::Layout,
    turn: u16,
    turn_limit: Option<u16>,
    stage: Stage,
    panic: bool,
    standing: [ForceStatus; 2],
    entry: Option<String>,
    track: String,
    units: Vec<OwnUnit<'a>>,
    enemies: Vec<EnemyUnit>,
    wrecks: Vec<String>,
    positions: Vec<(String, bool)>,
    ending: Option<Ending>,
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let ground = self.ground();
        let scenario = self.scenario();
        let own = |unit: &'_ Unit| unit.hex().map(|hex| ground.name(hex));
        Shown {
            force: self.force,
            scenario: self.game.scenario.id(),
            title: &scenario.title,
            situation: scenario.situation,
            mode: self.game.mode,
            sheets: self.game.sheets,
            turn: self.game.turn,
            turn_limit: scenario.info.turn_limit,
            stage: self.game.stage,
            panic: self.game.panic,
            standing: Force::ALL.map(|force| self.standing(force)),
            entry: self.army().entry.map(|hex| ground.name(hex)),
            track: self.army().track.iter().map(|side| side.letter()).collect(),
            units: self
                .units()
                .iter()
                .map(|unit| OwnUnit { unit, name: &self.info(unit.weapon).name, at: own(unit) })
                .collect(),
            enemies: self
                .enemies()
                .map(|seen| EnemyUnit {
                    at: ground.name(seen.hex),
                    facing: seen.facing,
                    code: seen.known.map(|(code, _)| code),
                    weapon: seen.known.map(|(_, weapon)| weapon.id()),
                    name: seen.known.map_or("face down", |(_, weapon)| &self.info(weapon).name),
                    plot: seen.plot,
                    points: seen.points,
                    legs: seen.legs,
                    panicked: seen.panicked,
                })
                .collect(),
            wrecks: self.wrecks().iter().map(|hex| ground.name(*hex)).collect(),
            positions: self.positions().map(|(hex, hidden)| (ground.name(hex), hidden)).collect(),
            ending: self.game.ending,
        }
        .serialize(s)
    }
}

/// A unit of the view by its number; for those who hold an [`UnitId`].
impl<'a> View<'a> {
    /// The own unit of an id.
    pub fn own(&self, id: UnitId) -> Option<&'a Unit> {
        (id.force == self.force).then(|| self.unit(id.n)).flatten()
    }
}
