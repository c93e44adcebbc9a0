//! What units do and what the ground does to them: tasks 5.0, panic 12.0, terrain 10.6, covered positions.

use super::lay::{plus, sheet, tick};
use super::read::{At, Grounds, each, note};
use crate::words::{Attack, CoverSide, Doing, Feature, Kind, Mode, Quarter, Task, Terrain, When};
use hulldown_core::chart::{ChartError, ChartSheet, Files, Provenance};
use hulldown_core::dice::D6;
use hulldown_core::hex::{Hex, Side};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A task (5.0).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskInfo {
    /// Its name.
    pub name: String,
    /// Whether each [`Kind`] may do it.
    pub units: [bool; Kind::ALL.len()],
    /// What is plotted for it.
    pub plot: String,
}

/// Tasks and what depends on them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tasks {
    /// By [`Task`].
    pub task: [TaskInfo; Task::ALL.len()],
    when: [[When; Doing::ALL.len()]; Attack::ALL.len()],
}

impl Tasks {
    /// Whether a unit of this kind may be plotted to do this.
    #[inline]
    pub fn allows(&self, task: Task, kind: Kind) -> bool {
        self.task[task.index()].units[kind.index()]
    }

    /// When the destruction of a unit that is doing this takes effect (8.61).
    #[inline]
    pub fn when(&self, attack: Attack, target: Doing) -> When {
        self.when[attack.index()][target.index()]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskFile {
    task: Vec<TaskRow>,
    stacking: Stacking,
    application: Vec<Application>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskRow {
    code: String,
    name: String,
    units: Vec<Kind>,
    plot: String,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stacking {
    provenance: Provenance,
    source: String,
    vehicle: String,
    soft: String,
    checked: String,
    wrecks_count: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Application {
    fire: Attack,
    target: Vec<String>,
    when: When,
    provenance: Provenance,
    source: String,
}

pub(super) fn tasks(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Tasks, ChartError> {
    const FILE: &str = "tasks.toml";
    let file: TaskFile = files.parse(FILE)?;
    let rows = each(&At::new(FILE, "[[task]]"), Task::IDS, file.task, |t| &t.code)?;
    for (task, row) in Task::ALL.into_iter().zip(&rows) {
        let at = At::new(FILE, format!("[[task]] {}", row.code));
        at.check(!row.units.is_empty(), "no unit may do it")?;
        let moves = matches!(task, Task::Mv | Task::Mvr | Task::Ov);
        at.check(!moves || !row.units.contains(&Kind::AtGun), "an AT gun never moves (9.34b)")?;
    }
    let at = At::new(FILE, "[stacking]");
    at.says("vehicle", file.stacking.vehicle.as_str(), "alone in its hex")?;
    at.says("soft", file.stacking.soft.as_str(), "two infantry, or one infantry and one AT gun, or one of either")?;
    at.says("checked", file.stacking.checked.as_str(), "end of the Movement Segment")?;
    at.says("wrecks_count", &file.stacking.wrecks_count, &false)?;

    let mut found: [[Option<When>; Doing::ALL.len()]; Attack::ALL.len()] = Default::default();
    let mut notes = Vec::new();
    for (n, row) in file.application.iter().enumerate() {
        let at = At::new(FILE, format!("[[application]] {}", n + 1));
        for target in &row.target {
            let doing = match target.as_str() {
                "any" => Doing::ALL.to_vec(),
                id => vec![Doing::from_id(id).ok_or_else(|| at.err(format_args!("`{id}` is no plotted task")))?],
            };
            for doing in doing {
                let before = found[row.fire.index()][doing.index()].replace(row.when);
                at.check(before.is_none(), format_args!("{} against {} is given twice", row.fire.id(), doing.id()))?;
            }
        }
        let line = format!("{} against {}: {}", row.fire, row.target.join(", "), row.when);
        notes.push(note(&line, row.provenance, &row.source));
    }
    let mut when = [[When::AtOnce; Doing::ALL.len()]; Attack::ALL.len()];
    for attack in Attack::ALL {
        for doing in Doing::ALL {
            when[attack.index()][doing.index()] = found[attack.index()][doing.index()].ok_or_else(|| {
                At::new(FILE, "[[application]]").err(format_args!("{} against {} is missing", attack.id(), doing.id()))
            })?;
        }
    }

    let (provenance, source) = (rows[0].provenance, rows[0].source.clone());
    let head = ["code", "task", "AFV", "AT gun", "infantry", "plotted"];
    let mut sheet = sheet("5.0", "Task codes", None, provenance, &source, &head);
    let task = rows.map(|row| {
        let units = Kind::ALL.map(|kind| row.units.contains(&kind));
        let mut cells = vec![row.code, row.name.clone()];
        cells.extend(units.map(tick));
        cells.push(row.plot.clone());
        sheet.rows.push(cells);
        TaskInfo { name: row.name, units, plot: row.plot }
    });
    let s = &file.stacking;
    sheet.notes = notes;
    sheet.notes.push(note(&format!("stacking: a vehicle {}; {}", s.vehicle, s.soft), s.provenance, &s.source));
    sheets.push(sheet);
    Ok(Tasks { task, when })
}

/// Panic (12.0).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panic {
    /// The direction of each face of the scatter die.
    pub scatter: [Side; 6],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PanicFile {
    chits: Chits,
    compass: Compass,
    scatter: Scatter,
    determination: Vec<Determination>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chits {
    provenance: Provenance,
    source: String,
    values: Vec<u8>,
    drawn: String,
    returned: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Compass {
    provenance: Provenance,
    source: String,
    sides: Vec<Side>,
    names: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scatter {
    provenance: Provenance,
    source: String,
    direction: [Side; 6],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Determination {
    provenance: Provenance,
    source: String,
    plotted: Vec<String>,
    unit: String,
    result: String,
}

pub(super) fn panic(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Panic, ChartError> {
    const FILE: &str = "panic.toml";
    let file: PanicFile = files.parse(FILE)?;
    let digits: Vec<u8> = (0..10).collect();
    At::new(FILE, "[chits]").says("values", file.chits.values.as_slice(), digits.as_slice())?;
    let at = At::new(FILE, "[compass]");
    at.says("sides", file.compass.sides.as_slice(), Side::ALL.as_slice())?;
    let names = file.compass.names.iter().map(String::as_str).eq(Side::ALL.map(Side::name));
    at.check(names, "the names are those of the compass, clockwise from north")?;
    for (n, row) in file.determination.iter().enumerate() {
        let at = At::new(FILE, format!("[[determination]] {}", n + 1));
        let unknown = row.plotted.iter().find(|p| Doing::from_id(p).is_none());
        at.check(unknown.is_none(), format_args!("`{}` is no plotted task", unknown.map_or("", |p| p)))?;
        let unit = matches!(row.unit.as_str(), "vehicle" | "infantry" | "any");
        at.check(unit, format_args!("unit `{}` is none of vehicle, infantry, any", row.unit))?;
    }
    let s = &file.scatter;
    let mut sheet =
        sheet("12.22", "Scatter of panicked units", Some(D6), s.provenance, &s.source, &["roll", "direction"]);
    sheet.rows = (s.direction.iter().enumerate())
        .map(|(n, side)| vec![(n + 1).to_string(), format!("{side} ({})", side.name())])
        .collect();
    let c = &file.chits;
    let chits = format!("chits 0 to 9; drawn: {}; returned: {}", c.drawn, c.returned);
    sheet.notes = vec![
        note(&chits, c.provenance, &c.source),
        note("compass: A north, then clockwise", file.compass.provenance, &file.compass.source),
    ];
    let result = |d: &Determination| {
        let line = format!("{} plotted {}: {}", d.unit, d.plotted.join(", "), d.result);
        note(&line, d.provenance, &d.source)
    };
    sheet.notes.extend(file.determination.iter().map(result));
    sheets.push(sheet);
    Ok(Panic { scatter: s.direction })
}

/// What a kind of hex does (10.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexEffect {
    /// Movement Points to enter.
    pub mp: u8,
    /// Whether entering takes the whole Movement Allowance instead (10.13).
    pub whole_allowance: bool,
    /// Added to the Defense Strength of a vehicle in it.
    pub veh_dsp: u8,
    /// The basic Defense Strength of a soft unit in it.
    pub soft_base: u8,
    /// Whether it obstructs sight.
    pub obstructs: bool,
}

/// What a feature of a hexside does (10.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideEffect {
    /// Movement Points on top to cross it.
    pub mp: u8,
    /// Added to the Defense Strength of a vehicle fired on through it.
    pub veh_dsp: u8,
    /// Added to the Defense Strength of a soft unit fired on through it.
    pub soft_dsp: u8,
    /// Whether it obstructs sight.
    pub obstructs: bool,
    /// Whom it shelters.
    pub cover_side: CoverSide,
}

/// The Terrain Effects Chart (10.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerrainEffects {
    hex: [[HexEffect; Terrain::ALL.len()]; Mode::ALL.len()],
    side: [[SideEffect; Feature::ALL.len()]; Mode::ALL.len()],
    /// What a wreck in its hex adds to a vehicle and to a soft unit.
    pub wreck: [u8; 2],
    /// The constant strength of a soft unit in an Improved Position (14.41).
    pub improved_position: u8,
    /// The points an overrun costs on top (9.41).
    pub overrun_extra: u8,
    /// The points leaving the map costs (17.3f).
    pub exit: u8,
    /// The most hexes in reverse (9.6).
    pub reverse_hexes: u8,
}

impl TerrainEffects {
    /// What a hex of this terrain does.
    #[inline]
    pub fn hex(&self, mode: Mode, terrain: Terrain) -> &HexEffect {
        &self.hex[mode.index()][terrain.index()]
    }

    /// What this feature of a hexside does.
    #[inline]
    pub fn side(&self, mode: Mode, feature: Feature) -> &SideEffect {
        &self.side[mode.index()][feature.index()]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainFile {
    mode: Vec<ModeRow>,
    wreck: Wreck,
    improved_position: ImprovedPosition,
    movement: Movement,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ModeRow {
    id: String,
    provenance: Provenance,
    source: String,
    hex: BTreeMap<String, HexEffect>,
    hexside: BTreeMap<String, SideEffect>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wreck {
    provenance: Provenance,
    source: String,
    mp: u8,
    veh_dsp: u8,
    soft_dsp: u8,
    obstructs: bool,
    cumulative: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ImprovedPosition {
    provenance: Provenance,
    source: String,
    mp: u8,
    veh_dsp: u8,
    soft_base: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Movement {
    provenance: Provenance,
    source: String,
    overrun_extra_mp: u8,
    exit_mp: u8,
    reverse_allowance: String,
    reverse_max_hexes: u8,
    infantry_hexes_per_turn: u8,
}

pub(super) fn terrain(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<TerrainEffects, ChartError> {
    const FILE: &str = "terrain.toml";
    let file: TerrainFile = files.parse(FILE)?;
    let modes = each(&At::new(FILE, "[[mode]]"), Mode::IDS, file.mode, |m| &m.id)?;
    let head = ["feature", "MP", "vehicle", "soft", "obstructs"];
    let (mut hex, mut side) = (Vec::new(), Vec::new());
    for row in modes {
        let at = At::new(FILE, format!("[[mode]] {}", row.id));
        let hexes = each(&at, Terrain::IDS, row.hex.into_iter().collect(), |(id, _)| id)?.map(|(_, e)| e);
        let sides = each(&at, Feature::IDS, row.hexside.into_iter().collect(), |(id, _)| id)?.map(|(_, e)| e);
        let title = format!("Terrain Effects Chart, {} mode", row.id);
        let mut sheet = sheet(&format!("10.6-{}", row.id), &title, None, row.provenance, &row.source, &head);
        for (terrain, e) in Terrain::ALL.into_iter().zip(&hexes) {
            at.within(&format!("{terrain}: mp"), e.mp, if e.whole_allowance { 0..=0 } else { 1..=20 })?;
            at.within(&format!("{terrain}: veh_dsp"), e.veh_dsp, 0..=30)?;
            at.within(&format!("{terrain}: soft_base"), e.soft_base, 0..=30)?;
            let mp = if e.whole_allowance { "whole allowance".into() } else { e.mp.to_string() };
            let cells = vec![terrain.name().into(), mp, plus(e.veh_dsp), e.soft_base.to_string(), tick(e.obstructs)];
            sheet.rows.push(cells);
        }
        at.check(!hexes[0].obstructs && !hexes[0].whole_allowance, "clear ground is clear")?;
        for (feature, e) in Feature::ALL.into_iter().zip(&sides) {
            at.within(&format!("{feature}: mp"), e.mp, 0..=20)?;
            at.within(&format!("{feature}: veh_dsp"), e.veh_dsp, 0..=30)?;
            at.within(&format!("{feature}: soft_dsp"), e.soft_dsp, 0..=30)?;
            let name = format!("{feature} hexside, shelters {}", e.cover_side);
            sheet.rows.push(vec![name, plus(e.mp), plus(e.veh_dsp), plus(e.soft_dsp), tick(e.obstructs)]);
        }
        let [berm, slope] = sides;
        at.check(berm.cover_side == CoverSide::Both, "a berm has no low side: its cover_side is \"both\"")?;
        let (veh, soft) = (berm.veh_dsp.cmp(&slope.veh_dsp), berm.soft_dsp.cmp(&slope.soft_dsp));
        at.check(
            veh == soft || veh.is_eq() || soft.is_eq(),
            "of berm and slope the one must not be better for vehicles and the other for soft units",
        )?;
        sheets.push(sheet);
        hex.push(hexes);
        side.push(sides);
    }
    let w = &file.wreck;
    let at = At::new(FILE, "[wreck]");
    at.says("mp", &w.mp, &0)?;
    at.says("obstructs", &w.obstructs, &false)?;
    at.says("cumulative", &w.cumulative, &false)?;
    at.within("veh_dsp", w.veh_dsp, 0..=30)?;
    at.within("soft_dsp", w.soft_dsp, 0..=30)?;
    let i = &file.improved_position;
    let at = At::new(FILE, "[improved_position]");
    at.says("mp", &i.mp, &0)?;
    at.says("veh_dsp", &i.veh_dsp, &0)?;
    at.within("soft_base", i.soft_base, 0..=60)?;
    let m = &file.movement;
    let at = At::new(FILE, "[movement]");
    at.within("overrun_extra_mp", m.overrun_extra_mp, 0..=20)?;
    at.within("exit_mp", m.exit_mp, 1..=20)?;
    at.within("reverse_max_hexes", m.reverse_max_hexes, 1..=10)?;
    at.says("reverse_allowance", m.reverse_allowance.as_str(), "floor(MA / 2)")?;
    at.says("infantry_hexes_per_turn", &m.infantry_hexes_per_turn, &1)?;
    let notes = [
        note(&format!("wreck hex: vehicle {}, soft {}", plus(w.veh_dsp), plus(w.soft_dsp)), w.provenance, &w.source),
        note(&format!("Improved Position: soft {}", i.soft_base), i.provenance, &i.source),
        note(
            &format!(
                "overrun +{} MP; leaving the map {} MP; in reverse at most {} hexes with half the allowance",
                m.overrun_extra_mp, m.exit_mp, m.reverse_max_hexes
            ),
            m.provenance,
            &m.source,
        ),
    ];
    for sheet in sheets.iter_mut().filter(|s| s.id.starts_with("10.6-")) {
        sheet.notes = notes.to_vec();
    }
    let at = At::new(FILE, "[[mode]]");
    Ok(TerrainEffects {
        hex: super::read::array(&at, hex)?,
        side: super::read::array(&at, side)?,
        wreck: [w.veh_dsp, w.soft_dsp],
        improved_position: i.soft_base,
        overrun_extra: m.overrun_extra_mp,
        exit: m.exit_mp,
        reverse_hexes: m.reverse_max_hexes,
    })
}

/// A covered firing position on the map sheet, for bots and hints; no rule reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The mode it is good in; mixed serves closed too.
    pub mode: Mode,
    /// Where it looks.
    pub looks_to: Quarter,
    /// The hex on the sheet.
    pub hex: Hex,
    /// How many of the hexes seen it is protected against.
    pub covered: u16,
    /// How many hexes it sees.
    pub seen: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionFile {
    provenance: Provenance,
    source: String,
    position: Vec<Position>,
}

pub(super) fn positions(
    files: &Files,
    on_sheet: impl Fn(Hex) -> bool,
    sheets: &mut Vec<ChartSheet>,
) -> Result<Vec<Position>, ChartError> {
    const FILE: &str = "positions.toml";
    let file: PositionFile = files.parse(FILE)?;
    for (n, p) in file.position.iter().enumerate() {
        let at = At::new(FILE, format!("[[position]] {}", n + 1));
        at.check(on_sheet(p.hex), format_args!("{} is not on the map", p.hex))?;
        at.check(p.covered <= p.seen, format_args!("covered is {}, more than the {} seen", p.covered, p.seen))?;
    }
    let grounds = Grounds { provenance: file.provenance, source: file.source };
    let head = ["mode", "looks to", "hex", "covered", "seen"];
    let mut sheet = sheet("POSITIONS", "Covered firing positions", None, grounds.provenance, &grounds.source, &head);
    sheet.rows = (file.position.iter())
        .map(|p| {
            let (covered, seen) = (p.covered.to_string(), p.seen.to_string());
            vec![p.mode.name().into(), p.looks_to.name().into(), p.hex.to_string(), covered, seen]
        })
        .collect();
    sheets.push(sheet);
    Ok(file.position)
}
