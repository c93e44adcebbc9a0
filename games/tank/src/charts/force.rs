//! Who fights: weapons 17.4, counters 3.2, situations and scenarios 17.0.

use super::note;
use crate::words::{
    BravoSetup, Code, ColumnUntil, Edge, Exit, FireControl, Force, Kind, Mode, PanicStart, ScenarioId, Situation,
    Victory, Weapon,
};
use arrayvec::ArrayVec;
use hulldown_core::chart::lay::tick;
use hulldown_core::chart::{By, ChartSheet, Grounds, Head, Set};
use hulldown_core::{cells, figures};

/// The most units one force has.
pub const MOST_UNITS: usize = 20;
/// The most types of weapon in one force.
pub const MOST_TYPES: usize = 2;
/// The most any Movement Allowance may be.
pub const MOST_ALLOWANCE: u8 = 20;

figures! {
    /// The Weapons Characteristics Chart (17.4).
    Weapons { chart: Head, weapon: By<Weapon, WeaponInfo> }
    /// A type of weapon.
    WeaponInfo {
        name: String,
        /// Other spellings of it.
        aliases: Vec<String>,
        kind: Kind,
        /// Defense Strength front, side, rear; 0 for soft units, whose strength is the terrain's.
        ds: [u8; 3] [0..=60],
        /// AP Attack Strength.
        ap: u8 [0..=60],
        /// HE Attack Strength.
        he: u8 [0..=60],
        /// Movement Allowance.
        ma: u8 [0..=20],
        /// Effective Range.
        er: u16 [1..=999],
        /// Fire control system.
        fc: FireControl,
        /// Whether it fires and sees all round (7.2).
        turret: bool;
        must |it| it.kind == Kind::Afv || it.ds == [0; 3] => "a soft unit has no ds of its own (8.7)";
        must |it| (it.kind == Kind::Afv) == (it.ma > 0) => "vehicles move by a Movement Allowance, and only they: ma";
        must |it| (it.kind == Kind::Infantry) == (it.fc == FireControl::None) => "all but infantry have a fire control system: fc";
        must |it| it.kind != Kind::Infantry || (it.turret && it.ap == 0 && it.he == 0)
            => "infantry sees all round and has no strengths (8.8)";
        must |it| it.kind != Kind::AtGun || !it.turret => "an AT gun has no turret (7.21)"
    }

    /// The counters: the codes of each force's units (3.2).
    Counters where Counters::fits { chart: Head, alpha: By<Kind, Option<Group>>, bravo: By<Kind, Option<Group>> }
    /// Counters of one kind, in alphabetical order.
    Group { codes: Vec<Code>, grounds: Grounds }

    /// Scenarios and the general situations they are of (16.0, 17.0).
    Scenarios { chart: Head, situation: By<Situation, SituationInfo>, scenario: By<ScenarioId, ScenarioRow> }
    /// What a general situation asks for.
    SituationInfo {
        /// Where each force's column enters, if it does.
        entry: By<Force, Option<Edge>>,
        /// Where each force may leave, if it may.
        exit_edge: By<Force, Option<Edge>>,
        /// When forces may leave.
        exit: Exit,
        /// Which forces write their march in advance (17.11b).
        march_plot: Set<Force>,
        /// Until when a force keeps its column (R46).
        march: ColumnUntil,
        /// How Bravo sets up, where it does not march.
        bravo_setup: Option<BravoSetup>,
        /// How far from which edge Bravo must set up.
        bravo_distance: Option<(Edge, u16)>,
        /// The first Game-Turn on which Bravo may use Opportunity Fire.
        bravo_of_from: u16 [1..=999],
        /// What starts panic.
        panic_start: PanicStart,
        /// The last Game-Turn, if there is one.
        turn_limit: Option<u16> [1..=999],
        /// After so many turns without any fire the scenario stops (R52).
        stall: Option<u16> [1..=999],
        /// Bravo wins if by this turn nobody was lost (R51).
        no_casualties_from_start: Option<u16> [1..=999],
        /// Bravo wins after so many turns running without a loss, once fire was opened (17.12g).
        no_casualties_after_fire: Option<u16> [1..=999],
        /// What decides it.
        victory: Victory,
        grounds: Grounds;
        must |it| it.entry[Force::Alpha].is_some() => "Alpha enters by an edge";
        must |it| it.bravo_setup.is_some() != it.entry[Force::Bravo].is_some()
            => "Bravo either enters by an edge or sets up on the map";
        must |it| it.bravo_setup.is_some() == it.bravo_distance.is_some() => "a set-up has a distance from an edge";
        must |it| it.march != ColumnUntil::ToPlotEnd
            || Force::ALL.into_iter().all(|force| it.march_plot.has(force) || it.entry[force].is_none())
            => "a column without an advance plot does not come to its end";
        must |it| it.exit_edge.iter().all(Option::is_some) == (it.exit != Exit::Never) => "exit and the exit edges do not agree";
        must |it| it.victory != Victory::Survivors || it.turn_limit.is_some() => "survivors are counted after a last Game-Turn"
    }
    /// A scenario as its file gives it.
    ScenarioRow {
        title: String,
        situation: Situation,
        mode: Mode,
        forces: [ForceInfo; 2],
        grounds: Grounds,
        /// What it plays instead of its situation.
        plays: Option<SituationInfo>,
    }
    /// A force as the scenario chart gives it.
    ForceInfo {
        /// Its weapons and how many of each.
        weapons: ArrayVec<(Weapon, u8), MOST_TYPES>,
        /// Its panic level.
        panic: u8 [0..=10],
        /// Its Preservation Level, if the rule is used.
        preservation: Option<u8> [1..=20];
        must |it| !it.weapons.is_empty() => "a force has one or two types of weapon";
        must |it| it.weapons.iter().all(|(_, count)| *count > 0) => "of each type there is at least one";
        must |it| it.preservation.is_none_or(|level| level <= it.units()) => "preservation is more than all its units"
    }
}

impl Weapons {
    pub(super) fn sheet(&self) -> ChartSheet {
        let ds = |weapon: &WeaponInfo, n: usize| {
            if weapon.kind == Kind::Afv { weapon.ds[n].to_string() } else { "-".into() }
        };
        cells!(self.chart.sheet("17.4", None), w in self.weapon.iter();
            "weapon" = w.name, "front" = ds(w, 0), "side" = ds(w, 1), "rear" = ds(w, 2), "AP" = w.ap, "HE" = w.he,
            "allowance" = w.ma, "effective range" = w.er, "fire control" = w.fc.id(), "turret" = tick(w.turret))
    }
}

impl Counters {
    fn groups(&self) -> impl Iterator<Item = (Force, Kind, &Group)> {
        [(Force::Alpha, &self.alpha), (Force::Bravo, &self.bravo)].into_iter().flat_map(|(force, kinds)| {
            kinds.each().filter_map(move |(kind, group)| group.as_ref().map(|group| (force, kind, group)))
        })
    }

    fn fits(&self) -> Result<(), String> {
        let mut known: Vec<(Force, Code)> = Vec::new();
        for (force, kind, group) in self.groups() {
            if !group.codes.is_sorted() {
                return Err(format!("{}.{}: the codes are not in alphabetical order", force.id(), kind.id()));
            }
            for code in &group.codes {
                if known.contains(&(force, *code)) {
                    return Err(format!("{}.{}: {force} has the code {code} twice", force.id(), kind.id()));
                }
                known.push((force, *code));
            }
        }
        Ok(())
    }

    /// The codes of a force's units of one kind, in order.
    pub fn codes(&self, force: Force, kind: Kind) -> &[Code] {
        let group = if force == Force::Alpha { &self.alpha[kind] } else { &self.bravo[kind] };
        group.as_ref().map_or(&[], |group| &group.codes)
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        let list = |group: &Group| group.codes.iter().map(Code::as_str).collect::<Vec<_>>().join(" ");
        cells!(self.chart.sheet("3.2", None), (force, kind, group) in self.groups();
            "side" = force, "kind" = kind, "codes" = list(group), "grounds" = group.grounds)
    }
}

impl ForceInfo {
    /// How many units it has.
    pub fn units(&self) -> u8 {
        self.weapons.iter().fold(0, |units, (_, count)| units.saturating_add(*count))
    }

    /// What is wrong with it as far as weapons and counters go.
    fn wrong(&self, force: Force, weapons: &Weapons, counters: &Counters) -> Option<String> {
        let mut kinds = Vec::new();
        for (weapon, count) in &self.weapons {
            let kind = weapons.weapon[*weapon].kind;
            let codes = counters.codes(force, kind).len();
            if kinds.contains(&kind) {
                return Some(format!("two types of {kind} in one force"));
            }
            if usize::from(*count) > codes {
                return Some(format!("{count} of {}, but there are {codes} such counters", weapon.id()));
            }
            kinds.push(kind);
        }
        (usize::from(self.units()) > MOST_UNITS).then(|| format!("more than {MOST_UNITS} units"))
    }
}

/// A scenario (16.0, 17.2).
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Which.
    pub id: ScenarioId,
    /// Its title, ours.
    pub title: String,
    /// The general situation.
    pub situation: Situation,
    /// What that asks for here.
    pub info: SituationInfo,
    /// The terrain mode.
    pub mode: Mode,
    /// Alpha and Bravo.
    pub forces: [ForceInfo; 2],
}

impl Scenario {
    /// [17.13b] Whether a force has Opportunity Fire by a turn.
    pub fn may_watch(&self, force: Force, turn: u16) -> bool {
        force == Force::Alpha || turn >= self.info.bravo_of_from
    }

    /// (R53) Whether it names the terrain it is played in: 16.0 does not.
    pub fn names_terrain(&self) -> bool {
        self.id != ScenarioId::INTRODUCTORY
    }
}

impl Scenarios {
    /// What each scenario plays.
    pub(super) fn each(&self) -> Vec<Scenario> {
        let scenario = |(id, row): (ScenarioId, &ScenarioRow)| Scenario {
            id,
            title: row.title.clone(),
            situation: row.situation,
            info: row.plays.as_ref().unwrap_or(&self.situation[row.situation]).clone(),
            mode: row.mode,
            forces: row.forces.clone(),
        };
        self.scenario.each().map(scenario).collect()
    }

    /// What is wrong with a scenario as far as weapons and counters go.
    pub(super) fn wrong(scenario: &Scenario, weapons: &Weapons, counters: &Counters) -> Option<String> {
        let wrong = |force: Force| {
            let wrong = scenario.forces[force.index()].wrong(force, weapons, counters)?;
            Some(format!("{}: {wrong}", force.id()))
        };
        let soft = scenario.forces.each_ref().map(|f| f.weapons.iter().any(|(w, _)| weapons.weapon[*w].kind.is_soft()));
        let dug_in = scenario.info.bravo_setup == Some(BravoSetup::Hidden);
        Force::ALL.into_iter().find_map(wrong).or_else(|| match soft {
            [true, _] => Some("Alpha has vehicles only: it drives onto the map".into()),
            [_, soft] if soft != dug_in => {
                Some("guns and infantry fight from Improved Positions, and only they".into())
            }
            _ => None,
        })
    }

    pub(super) fn sheet(&self, weapons: &Weapons) -> ChartSheet {
        let text = |row: &ScenarioRow, n: usize| {
            let part = |(w, n): &(Weapon, u8)| format!("{n} {}", weapons.weapon[*w].name);
            row.forces[n].weapons.iter().map(part).collect::<Vec<_>>().join(", ")
        };
        let level =
            |row: &ScenarioRow, n: usize| row.forces[n].preservation.map_or("-".into(), |level| level.to_string());
        let sheet = cells!(self.chart.sheet("17.2", None), (id, row) in self.scenario.each();
            "no." = id.id(), "situation" = row.situation.id(), "mode" = row.mode,
            "Alpha" = text(row, 0), "panic" = row.forces[0].panic, "preservation" = level(row, 0),
            "Bravo" = text(row, 1), "panic" = row.forces[1].panic, "preservation" = level(row, 1), "title" = row.title);
        let scenarios = self.scenario.each().map(|(id, row)| note(format_args!("scenario {}", id.id()), &row.grounds));
        let situations = self.situation.each().map(|(id, info)| {
            let (leaving, march, panic, by) = (info.exit, info.march, info.panic_start, info.victory);
            let kept = format_args!("leaving {leaving}; columns kept until {march}; panic starts with {panic}");
            note(format_args!("{} {id}: {kept}; decided by {by}", id.id()), &info.grounds)
        });
        sheet.noting(scenarios).noting(situations)
    }
}
