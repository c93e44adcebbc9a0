//! The crew: movement (B5, B5a), casualties (B6, B7, C2), skills (B8), school (F1).

use super::mission::{TerrainEffect, hull_down_rows};
use super::read::{At, GroundedDrm, Head, List, PlainDrm, array, each, grounded_drms, plain_drms};
use crate::words::{C2Outcome, Course, Elective, ElectiveResult, Post, Skill, Wound};
use hulldown_core::chart::lay::{cells, fill, line, sheet, span};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::dice::{D6, Dice, TWO_D6};
use serde::Deserialize;

/// B5: a low 2d6 immobilizes a tank that moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct B5 {
    /// The highest modified roll that immobilizes.
    pub immobilized_max: i8,
    /// The driver is buttoned up.
    pub driver_buttoned: i8,
    /// The driver has Eye for Terrain.
    pub eye_for_terrain: i8,
}

/// B5a: a low 2d6 finds a hull down position; the number stands with the terrain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct B5a {
    /// The driver has Eye for Terrain.
    pub eye_for_terrain: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MovementFile {
    b5: B5Head,
    b5_drm: Vec<GroundedDrm>,
    b5a: Head,
    b5a_drm: Vec<GroundedDrm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B5Head {
    id: String,
    title: String,
    die: Dice,
    immobilized_max: i8,
    provenance: Provenance,
    source: String,
}

pub(super) fn movement(
    files: &Files,
    terrain: &[TerrainEffect; 5],
    sheets: &mut Vec<ChartSheet>,
) -> Result<(B5, B5a), ChartError> {
    const FILE: &str = "b5_movement.toml";
    let file: MovementFile = files.parse(FILE)?;
    let at = At::new(FILE, "[b5]");
    at.id(&file.b5.id, "B5")?;
    at.die(file.b5.die, TWO_D6)?;
    at.within("immobilized_max", file.b5.immobilized_max, 0..=12)?;
    let at = At::new(FILE, "[b5a]");
    at.id(&file.b5a.id, "B5a")?;
    at.die(file.b5a.die, TWO_D6)?;
    let elsewhere = [
        ("weather", "a3_weather.effect.b5", None),
        ("terrain", "a5_terrain.effect.b5", None),
        ("tank", "tanks.tank.b5", None),
    ];
    let here = [("driver_buttoned", None), ("eye_for_terrain", None)];
    let b5 = grounded_drms(&At::new(FILE, "[[b5_drm]]"), here, &elsewhere, file.b5_drm)?;
    let b5a = grounded_drms(&At::new(FILE, "[[b5a_drm]]"), [("eye_for_terrain", None)], &[], file.b5a_drm)?;

    let mut bogging = sheet("B5", &file.b5.title, Some(TWO_D6), file.b5.provenance, &file.b5.source);
    bogging.head = cells(["modified roll", "result"]);
    let most = file.b5.immobilized_max;
    bogging.rows = vec![
        vec![format!("{most} or less"), "immobilized".into()],
        vec![format!("{} or more", most + 1), "moves".into()],
    ];
    bogging.notes = b5.notes;
    let mut hull_down = file.b5a.sheet();
    hull_down.head = cells(["terrain", "hull down at or below"]);
    hull_down.rows = hull_down_rows(terrain);
    hull_down.notes = b5a.notes;
    sheets.extend([bogging, hull_down]);
    let [driver_buttoned, eye_for_terrain] = b5.values;
    Ok((B5 { immobilized_max: most, driver_buttoned, eye_for_terrain }, B5a { eye_for_terrain: b5a.values[0] }))
}

/// B6: does the lost tank burn, and what becomes of each man in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct B6 {
    /// The highest 1d6 at which a tank with dry stowage burns.
    pub burns_dry_max: i8,
    /// The highest 1d6 at which a tank with wet stowage burns.
    pub burns_wet_max: i8,
    /// What happens to a man.
    pub rows: DieTable<Wound>,
    /// The tank burns.
    pub fire: i8,
    /// The half of the tank he sits in was struck.
    pub own_half_struck: i8,
    /// His hatch is open.
    pub own_hatch_open: i8,
    /// He has a serious wound already.
    pub already_serious_wound: i8,
}

/// B7: wounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct B7 {
    /// How bad it is.
    pub rows: DieTable<Wound>,
    /// The commander is fit.
    pub physical_training_commander: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CasualtyFile {
    b6_fire: FireHead,
    b6: ClampedHead,
    b6_row: Vec<WoundRow>,
    b6_drm: Vec<PlainDrm>,
    b7: ClampedHead,
    b7_row: Vec<WoundRow>,
    b7_drm: Vec<PlainDrm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FireHead {
    id: String,
    title: String,
    die: Dice,
    burns_dry: [i8; 2],
    burns_wet: [i8; 2],
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClampedHead {
    id: String,
    title: String,
    die: Dice,
    clamp: [i8; 2],
    provenance: Provenance,
    source: String,
}

impl ClampedHead {
    fn check(&self, at: &At, id: &str) -> Result<(), ChartError> {
        at.id(&self.id, id)?;
        at.clamp(self.clamp, self.die)
    }

    fn sheet<T: Copy + ToString>(&self, table: &DieTable<T>) -> ChartSheet {
        let mut sheet = sheet(&self.id, &self.title, Some(self.die), self.provenance, &self.source);
        fill(&mut sheet, &["result"], std::slice::from_ref(table), |cell| cell.to_string());
        sheet
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WoundRow {
    roll: [i8; 2],
    result: Wound,
}

pub(super) fn casualties(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<(B6, B7), ChartError> {
    const FILE: &str = "b6_b7_casualties.toml";
    let file: CasualtyFile = files.parse(FILE)?;
    let at = At::new(FILE, "[b6_fire]");
    at.id(&file.b6_fire.id, "B6-fire")?;
    at.die(file.b6_fire.die, D6)?;
    let burns_dry_max = at.up_to("burns_dry", file.b6_fire.burns_dry, D6)?;
    let burns_wet_max = at.up_to("burns_wet", file.b6_fire.burns_wet, D6)?;
    file.b6.check(&At::new(FILE, "[b6]"), "B6")?;
    file.b7.check(&At::new(FILE, "[b7]"), "B7")?;
    let table = |name: &str, head: &ClampedHead, rows: &[WoundRow]| {
        At::new(FILE, name).table(head.die, &rows.iter().map(|r| (r.roll, r.result)).collect::<Vec<_>>())
    };
    let b6_rows = table("[[b6_row]]", &file.b6, &file.b6_row)?;
    let b7_rows = table("[[b7_row]]", &file.b7, &file.b7_row)?;
    let ids = ["fire", "own_half_struck", "own_hatch_open", "already_serious_wound"];
    let b6_drms = plain_drms(&At::new(FILE, "[[b6_drm]]"), ids, file.b6_drm)?;
    let b7_drms = plain_drms(&At::new(FILE, "[[b7_drm]]"), ["physical_training_commander"], file.b7_drm)?;

    let mut b6 = file.b6.sheet(&b6_rows);
    let fire = &file.b6_fire;
    let (dry, wet) = (span(1, burns_dry_max), span(1, burns_wet_max));
    b6.notes.push(format!("{} {D6}: dry {dry}, wet {wet} ({}: {})", fire.title, fire.provenance, fire.source));
    b6.notes.extend(b6_drms.notes);
    let mut b7 = file.b7.sheet(&b7_rows);
    b7.notes = b7_drms.notes;
    sheets.extend([b6, b7]);
    let [fire, own_half_struck, own_hatch_open, already_serious_wound] = b6_drms.values;
    Ok((
        B6 {
            burns_dry_max,
            burns_wet_max,
            rows: b6_rows,
            fire,
            own_half_struck,
            own_hatch_open,
            already_serious_wound,
        },
        B7 { rows: b7_rows, physical_training_commander: b7_drms.values[0] },
    ))
}

/// C2: what becomes of the seriously wounded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct C2 {
    /// The outcome.
    pub rows: DieTable<C2Outcome>,
    /// The commander is fit.
    pub physical_training_commander: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct C2File {
    table: ClampedHead,
    row: Vec<C2Row>,
    drm: Vec<PlainDrm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct C2Row {
    roll: [i8; 2],
    outcome: C2Word,
    missions: Option<u8>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum C2Word {
    Out,
    Retired,
    Died,
}

pub(super) fn c2(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<C2, ChartError> {
    const FILE: &str = "c1_serious_wound.toml";
    let file: C2File = files.parse(FILE)?;
    file.table.check(&At::new(FILE, "[table]"), "C2")?;
    let mut rows = Vec::new();
    for (n, row) in file.row.iter().enumerate() {
        let at = At::new(FILE, format!("[[row]] {}", n + 1));
        let outcome = match (&row.outcome, row.missions) {
            (C2Word::Out, Some(missions)) => {
                at.within("missions", missions, 1..=99)?;
                C2Outcome::Out(missions)
            }
            (C2Word::Out, None) => return Err(at.err("needs missions")),
            (_, Some(_)) => return Err(at.err("missions belong to outcome \"out\"")),
            (C2Word::Retired, None) => C2Outcome::Retired,
            (C2Word::Died, None) => C2Outcome::Died,
        };
        rows.push((row.roll, outcome));
    }
    let rows = At::new(FILE, "[[row]]").table(file.table.die, &rows)?;
    let drms = plain_drms(&At::new(FILE, "[[drm]]"), ["physical_training_commander"], file.drm)?;
    let mut sheet = file.table.sheet(&rows);
    sheet.notes = drms.notes;
    sheets.push(sheet);
    Ok(C2 { rows, physical_training_commander: drms.values[0] })
}

/// What B8 says of a skill.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkillInfo {
    /// Its name.
    pub name: String,
    /// Its price in Experience Points.
    pub cost: u8,
    /// Its price when bought back, if that differs.
    pub rebuy_cost: Option<u8>,
    /// What it does.
    pub effect: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SkillFile {
    table: List,
    skill: Vec<SkillRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SkillRow {
    id: String,
    name: String,
    cost: u8,
    rebuy_cost: Option<u8>,
    owner: String,
    r#use: SkillUse,
    #[serde(default)]
    per_series: bool,
    effect: String,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum SkillUse {
    Always,
    Mission,
}

/// The one row of B8 that is a skill for each machine gun.
const MAINTENANCE: &str = "weapons_maintenance";

fn skill_row(skill: Skill) -> &'static str {
    match skill {
        Skill::MaintenanceCoax | Skill::MaintenanceBow | Skill::MaintenanceAa50 => MAINTENANCE,
        skill => skill.id(),
    }
}

pub(super) fn skills(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<[SkillInfo; 11], ChartError> {
    const FILE: &str = "b8_skills.toml";
    let file: SkillFile = files.parse(FILE)?;
    At::new(FILE, "[table]").id(&file.table.id, "B8")?;
    // Eight plain skills, then Weapons Maintenance.
    let ids: [&str; 9] = std::array::from_fn(|i| skill_row(Skill::ALL[i]));
    let rows = each(&At::new(FILE, "[[skill]]"), ids, file.skill, |s| &s.id)?;
    let mut infos = Vec::new();
    for skill in Skill::ALL {
        let row = &rows[skill.index().min(rows.len() - 1)];
        let at = At::new(FILE, format!("[[skill]] {}", row.id));
        at.within("cost", row.cost, 0..=20)?;
        at.within("rebuy_cost", row.rebuy_cost.unwrap_or(0), 0..=i32::from(row.cost))?;
        let owner = skill.owner();
        let named = row.owner.split(['|', ' ']).any(|word| word == owner.id());
        at.check(named, format_args!("the owner is `{}`, not `{}`", owner.id(), row.owner))?;
        let used_up = skill.once_per_mission();
        at.check(
            (row.r#use == SkillUse::Mission) == used_up,
            format_args!("use must be \"{}\"", if used_up { "mission" } else { "always" }),
        )?;
        at.check(row.per_series == (skill == Skill::Expert), "per_series belongs to Expert alone")?;
        let name = if row.id == MAINTENANCE { skill.name().into() } else { row.name.clone() };
        infos.push(SkillInfo { name, cost: row.cost, rebuy_cost: row.rebuy_cost, effect: row.effect.clone() });
    }
    let mut sheet = file.table.sheet();
    sheet.head = cells(["skill", "cost", "owner", "use", "effect"]);
    let row = |(skill, info): (Skill, &SkillInfo)| {
        let cost = info.rebuy_cost.map_or(info.cost.to_string(), |again| format!("{} (again {again})", info.cost));
        let used = if skill.once_per_mission() { "once a mission" } else { "always" };
        vec![info.name.clone(), cost, skill.owner().to_string(), used.into(), info.effect.clone()]
    };
    sheet.rows = Skill::ALL.into_iter().zip(&infos).map(row).collect();
    sheets.push(sheet);
    array(&At::new(FILE, "[[skill]]"), infos)
}

/// F1: the tank school.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct F1 {
    /// Experience Points for graduating.
    pub experience_points: u8,
    /// The courses, by [`Course`].
    pub courses: [CourseInfo; 4],
    /// The electives, by [`Elective`].
    pub electives: [DieTable<ElectiveResult>; 3],
    /// What the results of electives do, by [`ElectiveResult`].
    pub texts: [String; 5],
}

/// A course at the tank school.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CourseInfo {
    /// Who takes it.
    pub post: Post,
    /// The highest 1d6 that passes.
    pub pass_max: i8,
    /// The skill it makes cheaper.
    pub skill: Skill,
    /// By how much.
    pub discount: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SchoolFile {
    table: SchoolHead,
    section: Vec<SectionRow>,
    elective: Vec<ElectiveRow>,
    elective_result: Vec<ResultRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SchoolHead {
    id: String,
    title: String,
    provenance: Provenance,
    source: String,
    experience_points: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionRow {
    id: Course,
    crew: Post,
    die: Dice,
    pass: [i8; 2],
    skill: String,
    discount: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ElectiveRow {
    id: Elective,
    die: Dice,
    rows: Vec<ElectiveCell>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ElectiveCell {
    roll: [i8; 2],
    result: ElectiveResult,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResultRow {
    id: ElectiveResult,
    effect: String,
}

pub(super) fn school(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<F1, ChartError> {
    const FILE: &str = "f1_fort_knox.toml";
    let file: SchoolFile = files.parse(FILE)?;
    let at = At::new(FILE, "[table]");
    at.id(&file.table.id, "F1")?;
    at.within("experience_points", file.table.experience_points, 0..=20)?;
    let sections = each(&At::new(FILE, "[[section]]"), Course::ALL.map(Course::id), file.section, |s| s.id.id())?;
    let course = |row: &SectionRow| {
        let at = At::new(FILE, format!("[[section]] {}", row.id.id()));
        at.die(row.die, D6)?;
        let pass_max = at.up_to("pass", row.pass, D6)?;
        at.within("discount", row.discount, 0..=20)?;
        let skill = Skill::ALL.into_iter().find(|s| skill_row(*s) == row.skill && s.owner() == row.crew);
        let skill = skill.ok_or_else(|| at.err(format_args!("no skill `{}` of the {}", row.skill, row.crew.name())))?;
        Ok(CourseInfo { post: row.crew, pass_max, skill, discount: row.discount })
    };
    let courses: Vec<CourseInfo> = sections.iter().map(course).collect::<Result<_, _>>()?;
    let rows = each(&At::new(FILE, "[[elective]]"), Elective::ALL.map(Elective::id), file.elective, |e| e.id.id())?;
    let elective = |row: &ElectiveRow| {
        let cells: Vec<_> = row.rows.iter().map(|c| (c.roll, c.result)).collect();
        At::new(FILE, format!("[[elective]] {}", row.id.id())).table(row.die, &cells)
    };
    let electives: Vec<_> = rows.iter().map(elective).collect::<Result<_, _>>()?;
    let ids = ElectiveResult::ALL.map(ElectiveResult::id);
    let results = each(&At::new(FILE, "[[elective_result]]"), ids, file.elective_result, |r| r.id.id())?;

    let head = file.table;
    let mut sheet = sheet("F1", &head.title, Some(D6), head.provenance, &head.source);
    sheet.head = cells(["who", "what", "roll and result"]);
    sheet.rows = Course::ALL
        .into_iter()
        .zip(&courses)
        .map(|(course, c)| {
            let pass = format!("{}: {} costs {} less", span(1, c.pass_max), c.skill, c.discount);
            vec![c.post.to_string(), course.to_string(), pass]
        })
        .collect();
    sheet.rows.extend(Elective::ALL.into_iter().zip(&electives).map(|(elective, table)| {
        vec![Post::Commander.to_string(), elective.to_string(), line(table, |r| r.to_string())]
    }));
    sheet.notes.push("the commander chooses one of his three electives".into());
    sheet.notes.push(format!("graduating gives Experience Points: {}", head.experience_points));
    sheet.notes.extend(results.iter().map(|r| format!("{}: {}", r.id, r.effect)));
    sheets.push(sheet);
    Ok(F1 {
        experience_points: head.experience_points,
        courses: array(&At::new(FILE, "[[section]]"), courses)?,
        electives: array(&At::new(FILE, "[[elective]]"), electives)?,
        texts: results.map(|r| r.effect),
    })
}
