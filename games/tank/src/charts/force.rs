//! Who fights: weapons 17.4, counters 3.2, situations and scenarios 17.0.

use super::fire::MOST_PANIC;
use super::lay::{sheet, tick};
use super::read::{At, each, note};
use crate::words::{
    BravoSetup, Code, Edge, Exit, FireControl, Force, Kind, March, Mode, PanicStart, ScenarioId, Situation, Victory,
    Weapon,
};
use arrayvec::ArrayVec;
use hulldown_core::chart::{ChartError, ChartSheet, Files, Provenance};
use serde::Deserialize;

/// The most units one force has.
pub const MOST_UNITS: usize = 20;
/// The most types of weapon in one force.
pub const MOST_TYPES: usize = 2;
/// The most any Movement Allowance may be.
pub const MOST_ALLOWANCE: u8 = 20;

/// A type of weapon (17.4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeaponInfo {
    /// Its name.
    pub name: String,
    /// Other spellings of it.
    pub aliases: Vec<String>,
    /// What it is.
    pub kind: Kind,
    /// Defense Strength front, side, rear; 0 for soft units, whose strength is the terrain's.
    pub ds: [u8; 3],
    /// AP Attack Strength.
    pub ap: u8,
    /// HE Attack Strength.
    pub he: u8,
    /// Movement Allowance.
    pub ma: u8,
    /// Effective Range.
    pub er: u16,
    /// Fire control system.
    pub fc: FireControl,
    /// Whether it fires and sees all round (7.2).
    pub turret: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeaponFile {
    table: super::read::Grounds,
    weapon: Vec<WeaponRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeaponRow {
    id: String,
    name: String,
    aliases: Vec<String>,
    kind: Kind,
    ds: Vec<u8>,
    ap: u8,
    he: u8,
    ma: u8,
    er: u16,
    fc: FireControl,
    turret: bool,
    provenance: Option<Provenance>,
    source: Option<String>,
}

pub(super) fn weapons(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Vec<WeaponInfo>, ChartError> {
    const FILE: &str = "weapons.toml";
    let file: WeaponFile = files.parse(FILE)?;
    let rows = each(&At::new(FILE, "[[weapon]]"), Weapon::IDS, file.weapon, |w| &w.id)?;
    let head =
        ["weapon", "front", "side", "rear", "AP", "HE", "allowance", "effective range", "fire control", "turret"];
    let title = "Weapons Characteristics Chart";
    let mut sheet = sheet("17.4", title, None, file.table.provenance, &file.table.source, &head);
    let mut weapons = Vec::new();
    for row in rows {
        let at = At::new(FILE, format!("[[weapon]] {}", row.id));
        let ds = match (row.kind, row.ds.as_slice()) {
            (Kind::Afv, &[front, side, rear]) => [front, side, rear],
            (Kind::Afv, _) => return Err(at.err("ds needs front, side and rear")),
            (_, []) => [0; 3],
            _ => return Err(at.err("a soft unit has no ds of its own (8.7)")),
        };
        for strength in ds.into_iter().chain([row.ap, row.he]) {
            at.within("a strength", strength, 0..=60)?;
        }
        let moves = row.kind == Kind::Afv;
        at.within("ma", row.ma, if moves { 1..=i32::from(MOST_ALLOWANCE) } else { 0..=0 })?;
        at.within("er", row.er, 1..=999)?;
        let foot = row.kind == Kind::Infantry;
        at.check(
            (row.fc == FireControl::None) == foot,
            format_args!("fc is {}, which {} not use", row.fc.id(), if foot { "infantry does" } else { "a gun does" }),
        )?;
        at.check(
            !foot || (row.turret && row.ap == 0 && row.he == 0),
            "infantry sees all round and has no strengths (8.8)",
        )?;
        at.check(row.kind != Kind::AtGun || !row.turret, "an AT gun has no turret (7.21)")?;
        let dash = |n: u8| if row.kind == Kind::Afv { n.to_string() } else { "-".into() };
        let mut cells = vec![row.name.clone()];
        cells.extend(ds.map(dash));
        cells.extend([row.ap, row.he, row.ma].map(|n| n.to_string()));
        cells.extend([row.er.to_string(), row.fc.id().into(), tick(row.turret)]);
        sheet.rows.push(cells);
        if let (Some(provenance), Some(source)) = (row.provenance, &row.source) {
            sheet.notes.push(note(&row.name, provenance, source));
        }
        weapons.push(WeaponInfo {
            name: row.name,
            aliases: row.aliases,
            kind: row.kind,
            ds,
            ap: row.ap,
            he: row.he,
            ma: row.ma,
            er: row.er,
            fc: row.fc,
            turret: row.turret,
        });
    }
    sheets.push(sheet);
    Ok(weapons)
}

/// The counters: the codes of each force's units (3.2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counters {
    codes: [[Vec<Code>; Kind::ALL.len()]; Force::ALL.len()],
}

impl Counters {
    /// The codes of a force's units of one kind, in order.
    pub fn codes(&self, force: Force, kind: Kind) -> &[Code] {
        &self.codes[force.index()][kind.index()]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CounterFile {
    mix: Mix,
    group: Vec<Group>,
    marker: Vec<Marker>,
    faces: Faces,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mix {
    provenance: Provenance,
    source: String,
    total: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    side: Force,
    kind: Kind,
    codes: Vec<Code>,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Marker {
    kind: String,
    count: usize,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Faces {
    provenance: Provenance,
    source: String,
    front: String,
    back: String,
}

pub(super) fn counters(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Counters, ChartError> {
    const FILE: &str = "counters.toml";
    let file: CounterFile = files.parse(FILE)?;
    let head = ["side", "kind", "codes", "grounds"];
    let mut sheet = sheet("3.2", "Counter mix", None, file.mix.provenance, &file.mix.source, &head);
    let mut codes: [[Vec<Code>; Kind::ALL.len()]; Force::ALL.len()] = Default::default();
    let mut total = 0;
    for (n, group) in file.group.into_iter().enumerate() {
        let at = At::new(FILE, format!("[[group]] {}", n + 1));
        let of_force = &mut codes[group.side.index()];
        for code in &group.codes {
            let known = of_force.iter().flatten().chain(&group.codes).filter(|c| *c == code).count();
            at.check(known == 1, format_args!("{} has the code {code} twice", group.side))?;
        }
        at.check(of_force[group.kind.index()].is_empty(), format_args!("{} {} again", group.side, group.kind))?;
        at.check(group.codes.is_sorted(), "the codes are not in alphabetical order")?;
        total += group.codes.len();
        let list = group.codes.iter().map(Code::as_str).collect::<Vec<_>>().join(" ");
        let grounds = format!("{}: {}", group.provenance, group.source);
        sheet.rows.push(vec![group.side.name().into(), group.kind.name().into(), list, grounds]);
        of_force[group.kind.index()] = group.codes;
    }
    let markers =
        each(&At::new(FILE, "[[marker]]"), ["wreck", "improved_position", "panic_chit"], file.marker, |m| &m.kind)?;
    for marker in &markers {
        total += marker.count;
        let line = format!("{} markers: {}", marker.kind.replace('_', " "), marker.count);
        sheet.notes.push(note(&line, marker.provenance, &marker.source));
    }
    At::new(FILE, "[mix]").check(
        total == file.mix.total,
        format_args!("total is {}, but the groups and markers add up to {total}", file.mix.total),
    )?;
    let faces = format!("front: {}; back: {}", file.faces.front, file.faces.back);
    sheet.notes.push(note(&faces, file.faces.provenance, &file.faces.source));
    sheets.push(sheet);
    Ok(Counters { codes })
}

/// What a general situation asks for, as one scenario plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SituationInfo {
    /// Where each force's column enters, if it does.
    pub entry: [Option<Edge>; 2],
    /// Where each force may leave, if it may.
    pub exit_edge: [Option<Edge>; 2],
    /// When forces may leave.
    pub exit: Exit,
    /// Whether each force writes its march in advance (17.11b).
    pub march_plot: [bool; 2],
    /// Until when a force keeps its column (R46).
    pub march: March,
    /// How Bravo sets up, where it does not march.
    pub bravo_setup: Option<BravoSetup>,
    /// How far from which edge Bravo must set up.
    pub bravo_distance: Option<(Edge, u16)>,
    /// The first Game-Turn on which Bravo may use Opportunity Fire.
    pub bravo_of_from: u16,
    /// What starts panic.
    pub panic_start: PanicStart,
    /// The last Game-Turn, if there is one.
    pub turn_limit: Option<u16>,
    /// After so many turns without any fire the scenario stops (R52).
    pub stall: Option<u16>,
    /// Bravo wins if by this turn nobody was lost (R51).
    pub no_casualties_from_start: Option<u16>,
    /// Bravo wins after so many turns running without a loss, once fire was opened (17.12g).
    pub no_casualties_after_fire: Option<u16>,
    /// What decides it.
    pub victory: Victory,
}

/// A force as the scenario chart gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForceInfo {
    /// Its weapons and how many of each.
    pub weapons: ArrayVec<(Weapon, u8), MOST_TYPES>,
    /// Its panic level.
    pub panic: u8,
    /// Its Preservation Level, if the rule is used.
    pub preservation: Option<u8>,
}

impl ForceInfo {
    /// How many units it has.
    pub fn units(&self) -> u8 {
        self.weapons.iter().map(|(_, count)| count).sum()
    }
}

/// A scenario (16.0, 17.2).
#[derive(Clone, PartialEq, Eq, Debug)]
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    situation: Vec<SituationRow>,
    scenario: Vec<ScenarioRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SituationRow {
    id: String,
    name: String,
    provenance: Provenance,
    source: String,
    alpha_entry_edge: Edge,
    bravo_entry_edge: Option<Edge>,
    alpha_exit_edge: Option<Edge>,
    bravo_exit_edge: Option<Edge>,
    exit_allowed: Exit,
    #[serde(default)]
    march_plot_required: Vec<Force>,
    column_kept_until: March,
    bravo_setup: Option<BravoSetup>,
    bravo_min_distance_from_edge: Option<Distance>,
    bravo_opportunity_fire_from_turn: Option<u16>,
    panic_starts: PanicStart,
    turn_limit: u16,
    stall_limit_turns: Option<u16>,
    no_casualties_from_start_limit: Option<u16>,
    no_casualties_after_first_fire_limit: Option<u16>,
    victory: Victory,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Distance {
    edge: Edge,
    hexes: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioRow {
    id: u8,
    title: String,
    situation: Situation,
    mode: Mode,
    provenance: Provenance,
    source: String,
    alpha: ForceRow,
    bravo: ForceRow,
    r#override: Option<Override>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForceRow {
    force: Vec<Troop>,
    panic: u8,
    preservation: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Troop {
    weapon: String,
    count: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Override {
    alpha_entry_edge: Edge,
    bravo_entry_edge: Edge,
    exit_allowed: Exit,
    turn_limit: u16,
    victory: Victory,
}

const FILE: &str = "scenarios.toml";

/// 0 stands for no limit.
fn limit(turns: u16) -> Option<u16> {
    (turns > 0).then_some(turns)
}

fn situation(at: &At, row: &SituationRow) -> Result<SituationInfo, ChartError> {
    let info = SituationInfo {
        entry: [Some(row.alpha_entry_edge), row.bravo_entry_edge],
        exit_edge: [row.alpha_exit_edge, row.bravo_exit_edge],
        exit: row.exit_allowed,
        march_plot: Force::ALL.map(|force| row.march_plot_required.contains(&force)),
        march: row.column_kept_until,
        bravo_setup: row.bravo_setup,
        bravo_distance: row.bravo_min_distance_from_edge.as_ref().map(|d| (d.edge, d.hexes)),
        bravo_of_from: row.bravo_opportunity_fire_from_turn.unwrap_or(1),
        panic_start: row.panic_starts,
        turn_limit: limit(row.turn_limit),
        stall: row.stall_limit_turns.and_then(limit),
        no_casualties_from_start: row.no_casualties_from_start_limit.and_then(limit),
        no_casualties_after_fire: row.no_casualties_after_first_fire_limit.and_then(limit),
        victory: row.victory,
    };
    at.check(
        info.bravo_setup.is_some() != info.entry[1].is_some(),
        "Bravo either enters by an edge or sets up on the map",
    )?;
    at.check(info.bravo_setup.is_some() == info.bravo_distance.is_some(), "a set-up has a distance from an edge")?;
    let plotted = Force::ALL.iter().all(|force| info.march_plot[force.index()] || info.entry[force.index()].is_none());
    at.check(plotted || info.march != March::ToPlotEnd, "a column without an advance plot does not come to its end")?;
    let leaves = info.exit_edge.iter().all(Option::is_some);
    at.check(leaves == (info.exit != Exit::Never), "exit_allowed and the exit edges do not agree")?;
    for (name, turns) in [("turn_limit", info.turn_limit), ("stall_limit_turns", info.stall)] {
        at.within(name, turns.unwrap_or(0), 0..=999)?;
    }
    Ok(info)
}

fn force(
    at: &At,
    force: Force,
    row: &ForceRow,
    weapons: &[WeaponInfo],
    counters: &Counters,
) -> Result<ForceInfo, ChartError> {
    let mut info = ForceInfo { weapons: ArrayVec::new(), panic: row.panic, preservation: None };
    at.within(&format!("{}: panic", force.id()), row.panic, 0..=i32::from(MOST_PANIC))?;
    at.check(
        (1..=MOST_TYPES).contains(&row.force.len()),
        format_args!("{}: a force has one or two types of weapon", force.id()),
    )?;
    for troop in &row.force {
        let weapon = Weapon::from_id(&troop.weapon)
            .ok_or_else(|| at.err(format_args!("{}: no weapon `{}`", force.id(), troop.weapon)))?;
        let kind = weapons[weapon.index()].kind;
        let codes = counters.codes(force, kind).len();
        let same = info.weapons.iter().filter(|(w, _)| weapons[w.index()].kind == kind).count();
        at.check(same == 0, format_args!("{}: two types of {kind} in one force", force.id()))?;
        at.check(
            (1..=codes).contains(&usize::from(troop.count)),
            format_args!("{}: {} of {}, but there are {codes} such counters", force.id(), troop.count, troop.weapon),
        )?;
        info.weapons.push((weapon, troop.count));
    }
    let units = info.units();
    at.check(usize::from(units) <= MOST_UNITS, format_args!("{}: more than {MOST_UNITS} units", force.id()))?;
    at.within(&format!("{}: preservation", force.id()), row.preservation, 0..=i32::from(units))?;
    info.preservation = (row.preservation > 0).then_some(row.preservation);
    Ok(info)
}

pub(super) fn scenarios(
    files: &Files,
    weapons: &[WeaponInfo],
    counters: &Counters,
    sheets: &mut Vec<ChartSheet>,
) -> Result<Vec<Scenario>, ChartError> {
    let file: ScenarioFile = files.parse(FILE)?;
    let rows = each(&At::new(FILE, "[[situation]]"), Situation::IDS, file.situation, |s| &s.id)?;
    let mut situations = Vec::new();
    for row in &rows {
        situations.push(situation(&At::new(FILE, format!("[[situation]] {}", row.id)), row)?);
    }
    let mut by_id: [Option<ScenarioRow>; ScenarioId::ALL.len()] = Default::default();
    let at = At::new(FILE, "[[scenario]]");
    for (n, row) in file.scenario.into_iter().enumerate() {
        let id = row.id;
        let place = by_id.get_mut(usize::from(id));
        let place = place.ok_or_else(|| at.err(format_args!("row {}: there is no scenario {id}", n + 1)))?;
        at.check(place.replace(row).is_none(), format_args!("row {}: scenario {id} is given twice", n + 1))?;
    }
    let head =
        ["no.", "situation", "mode", "Alpha", "panic", "preservation", "Bravo", "panic", "preservation", "title"];
    let title = "Scenario/Order of Battle Chart";
    let mut sheet = sheet("17.2", title, None, rows[0].provenance, "chart 17.2; 16.0 for number 0", &head);
    let mut scenarios = Vec::new();
    for (id, row) in ScenarioId::ALL.into_iter().zip(by_id) {
        let row = row.ok_or_else(|| at.err(format_args!("scenario {} is missing", id.id())))?;
        let at = At::new(FILE, format!("[[scenario]] {}", id.id()));
        let mut info = situations[row.situation.index()];
        if let Some(o) = &row.r#override {
            info.entry = [Some(o.alpha_entry_edge), Some(o.bravo_entry_edge)];
            at.check(info.bravo_setup.is_none(), "a Bravo that sets up does not enter by an edge")?;
            at.check(o.exit_allowed == Exit::Never, "only a ban on leaving the map can be laid over a situation")?;
            (info.exit, info.exit_edge) = (o.exit_allowed, [None; 2]);
            (info.turn_limit, info.victory) = (limit(o.turn_limit), o.victory);
        }
        let survivors = info.victory == Victory::Survivors;
        at.check(!survivors || info.turn_limit.is_some(), "survivors are counted after a last Game-Turn")?;
        let alpha = force(&at, Force::Alpha, &row.alpha, weapons, counters)?;
        let bravo = force(&at, Force::Bravo, &row.bravo, weapons, counters)?;
        let guns = |f: &ForceInfo| f.weapons.iter().any(|(w, _)| weapons[w.index()].kind.is_soft());
        at.check(!guns(&alpha), "Alpha has vehicles only: it drives onto the map")?;
        at.check(
            guns(&bravo) == (info.bravo_setup == Some(BravoSetup::Hidden)),
            "guns and infantry fight from Improved Positions, and only they",
        )?;
        let text = |f: &ForceInfo| {
            let part = |(w, n): &(Weapon, u8)| format!("{n} {}", weapons[w.index()].name);
            f.weapons.iter().map(part).collect::<Vec<_>>().join(", ")
        };
        let level = |f: &ForceInfo| f.preservation.map_or("-".into(), |p| p.to_string());
        sheet.rows.push(vec![
            id.id().into(),
            row.situation.id().into(),
            row.mode.name().into(),
            text(&alpha),
            alpha.panic.to_string(),
            level(&alpha),
            text(&bravo),
            bravo.panic.to_string(),
            level(&bravo),
            row.title.clone(),
        ]);
        sheet.notes.push(note(&format!("scenario {}", id.id()), row.provenance, &row.source));
        let (situation, mode) = (row.situation, row.mode);
        scenarios.push(Scenario { id, title: row.title, situation, info, mode, forces: [alpha, bravo] });
    }
    let say = |row: &SituationRow| {
        let line = format!(
            "{} {}: leaving {}; columns kept until {}; panic starts with {}; decided by {}",
            row.id, row.name, row.exit_allowed, row.column_kept_until, row.panic_starts, row.victory
        );
        note(&line, row.provenance, &row.source)
    };
    sheet.notes.extend(rows.iter().map(say));
    sheets.push(sheet);
    Ok(scenarios)
}
