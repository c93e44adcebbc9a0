//! Whether there is a battle, what appears and where, and who sees it: `tables_contact.toml`.

use super::lay::{fill, line, span};
use super::read::{
    At, Book, Column, Columns, Die, Plain, Row, When, all_served, array, cells, columns, each, labels, named, only,
    serving, signed, table, try_map, whens,
};
use crate::words::{Appears, AreaType, Class, Day, Facing, Month, Range, Resistance, Scenario, Terrain, UnitType};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::dice::D10;
use serde::Deserialize;
use std::fmt;

/// What the mapboard's tables say, flattened.
#[derive(Clone, Debug)]
pub(super) struct Contact {
    /// What is found, by expected resistance.
    pub resistance: [DieTable<Resistance>; 3],
    /// The lowest roll that is a battle, by resistance.
    pub battle_at: [i8; 3],
    /// What the area adds to both rolls.
    pub resistance_area: [i8; 4],
    /// How many units appear, by resistance (12.2).
    pub units_at: [u8; 3],
    /// How many come as reinforcement, by scenario (15.8).
    pub reinforcements: [u8; 3],
    /// What appears, by scenario, then by season: to January 1945, February, from March.
    pub activation: [[DieTable<Appears>; 3]; 3],
    /// How far away, by class.
    pub range: [DieTable<Range>; 8],
    /// What the area adds to that roll.
    pub range_area: [i8; 4],
    /// Which way it faces, by class; infantry and guns have no facing.
    pub facing: [Option<DieTable<Facing>>; 8],
    /// What it stands in: by area, by kind of unit, in and out of the months of fortifications.
    terrain: [[[DieTable<Placed>; 2]; 4]; 4],
    fort_months: Vec<Month>,
    /// What a Counterattack adds to that roll.
    pub terrain_counterattack: i8,
    /// Which tank it is; none means another roll.
    pub appear_tank: DieTable<Found>,
    /// Whether it really is a Pz VI.
    pub appear_pz_vi: DieTable<UnitType>,
    /// Which SPG it is.
    pub appear_spg: DieTable<UnitType>,
    /// Which AT gun it is.
    pub appear_at: DieTable<UnitType>,
    /// Scout car or halftrack.
    pub appear_carrier: DieTable<UnitType>,
    /// The highest roll that is an ambush (4.65).
    pub ambush: i8,
    /// What rain, falling snow or fog add to it, once.
    pub ambush_weather: i8,
    /// Spotting (17.1).
    pub spotting: Spotting,
}

/// What a roll for a tank's type finds (17.4): a type, or another roll because it may be a Pz VI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found(pub Option<UnitType>);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.map_or("perhaps a Pz VI", UnitType::name))
    }
}

impl Found {
    /// The type, if this roll settles it.
    #[inline]
    pub fn unit(self) -> Option<UnitType> {
        self.0
    }
}

/// What a unit stands in, and whether it moves in the open (12.34).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The terrain.
    pub terrain: Terrain,
    /// Whether it is moving.
    pub moving: bool,
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moving { f.write_str("moving in the open") } else { self.terrain.fmt(f) }
    }
}

/// Modifiers of the Spotting table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spotting {
    /// Buttoned up, or without a hatch.
    pub buttoned: i8,
    /// The commander buttoned up in a vision cupola, instead.
    pub cupola: i8,
    /// The Sherman is moving.
    pub moving: i8,
    /// Target in woods, building, fortification or hull down.
    pub cover: i8,
    /// Fog or falling snow.
    pub thick: i8,
    /// Each Smoke marker in the way.
    pub smoke: i8,
    /// By the target's size.
    pub size: [i8; 4],
    /// By range.
    pub range: [i8; 3],
    /// The target fired last round.
    pub fired: i8,
    /// The target is moving.
    pub target_moving: i8,
    /// The target was spotted in an earlier round.
    pub spotted_before: i8,
    /// The lowest natural roll that hides a unit.
    pub hides_from: i8,
    /// Whether half a rating is rounded up: another reading (R14).
    half_up: bool,
}

impl Spotting {
    /// The highest modified roll that tells a man of this rating what a unit is (17.12).
    #[inline]
    pub fn identifies(&self, rating: i8) -> i8 {
        (rating + i8::from(self.half_up)) / 2
    }
}

/// Kinds of unit the terrain part tells apart.
const LW: usize = 0;
const OTHER_INFANTRY: usize = 1;
const AT_GUN: usize = 2;
const VEHICLE: usize = 3;

impl Contact {
    /// What appears in a scenario on a day (12.2).
    pub(super) fn activation(&self, scenario: Scenario, day: Day) -> &DieTable<Appears> {
        &self.activation[scenario.index()][season(day)]
    }

    /// What a unit stands in (12.34), with fortifications in their months and AT guns out of buildings.
    pub(super) fn terrain(&self, area: AreaType, unit: UnitType, month: Month) -> &DieTable<Placed> {
        &self.terrain[area.index()][kind_of(unit)][usize::from(self.forts_in(month))]
    }

    /// Whether there are fortifications in a month (12.34).
    pub(super) fn forts_in(&self, month: Month) -> bool {
        self.fort_months.contains(&month)
    }
}

/// Before, in or after February 1945.
pub(super) fn season(day: Day) -> usize {
    let month = day.month();
    usize::from(month >= Month::FEBRUARY) + usize::from(month >= Month::MARCH)
}

/// The kind of unit the terrain part knows it as.
pub(super) fn kind_of(unit: UnitType) -> usize {
    match unit.class() {
        Class::Lw => LW,
        Class::Mg => OTHER_INFANTRY,
        Class::AtGun => AT_GUN,
        _ => VEHICLE,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaMod {
    area: AreaType,
    add: i8,
}

fn by_area(at: &At, rows: &[AreaMod]) -> Result<[i8; 4], ChartError> {
    let mut found = [0; 4];
    for row in rows {
        at.within("modifier", row.add, -9..=9)?;
        at.check(found[row.area.index()] == 0, format_args!("area {} is given twice", row.area.id()))?;
        found[row.area.index()] = row.add;
    }
    Ok(found)
}

fn area_notes(mods: [i8; 4]) -> impl Iterator<Item = String> {
    AreaType::ALL
        .into_iter()
        .zip(mods)
        .filter(|(_, add)| *add != 0)
        .map(|(area, add)| format!("{add:+} in area {}", area.id()))
}

table! { ResistanceTable { modifiers: Vec<AreaMod>, column: Vec<Column<Resistance, Row<Resistance>>>, } }
table! { BattleTable { modifiers: Vec<AreaMod>, column: Vec<Column<Resistance, Row<bool>>>, } }
table! { ActivationTable { column: Vec<Column<Scenario, ActivationRow>>, } }
table! { RangeTable { modifiers: Vec<AreaMod>, column: Vec<Columns<Class, Row<Range>>>, } }
table! { FacingTable { column: Vec<Columns<Class, Row<Facing>>>, } }
table! { TerrainTable { modifiers: Vec<ScenarioMod>, fort_months: Vec<Month>, column: Vec<TerrainColumn>, } }
table! { AppearanceTable { column: Vec<Column<String, Row<String>>>, } }
table! { PzViTable { column: Vec<Plain<Row<UnitType>>>, } }
table! { AmbushTable { modifiers: Vec<WeatherMod>, column: Vec<Plain<Row<bool>>>, } }

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActivationRow {
    roll: [i8; 2],
    unit: Appears,
    from_1945_02: Option<Appears>,
    from_1945_03: Option<Appears>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioMod {
    scenario: Scenario,
    add: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeatherMod {
    weather: Vec<String>,
    add: i8,
    once: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainColumn {
    kind: String,
    area: AreaType,
    rows: Vec<TerrainRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainRow {
    roll: [i8; 2],
    terrain: Printed,
    lw: Option<Printed>,
}

/// Terrain as the table prints it.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Printed {
    HullDown,
    Woods,
    WoodsOrFort,
    Building,
    Open,
    MovingInOpen,
}

impl Printed {
    fn read(self, kind: usize, forts: bool) -> Placed {
        let terrain = match self {
            Printed::HullDown => Terrain::HullDown,
            Printed::Woods => Terrain::Woods,
            Printed::WoodsOrFort if forts => Terrain::Fortification,
            Printed::WoodsOrFort => Terrain::Woods,
            Printed::Building if kind != AT_GUN => Terrain::Building,
            Printed::Building if forts => Terrain::Fortification,
            Printed::Building | Printed::Open | Printed::MovingInOpen => Terrain::Open,
        };
        Placed { terrain, moving: self == Printed::MovingInOpen }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitCount {
    light: u8,
    medium: u8,
    heavy: u8,
    reinforcement_advance: u8,
    reinforcement_battle: u8,
    reinforcement_counterattack: u8,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpottingPart {
    die: Die,
    clamp: [i8; 2],
    spotted_if: String,
    identified_if: String,
    natural_1: String,
    natural_9_10: String,
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
    modifiers: Vec<SpotMod>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpotMod {
    when: String,
    add: i8,
    instead_of: Option<String>,
}

pub(super) fn read(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Contact, ChartError> {
    let mut book = Book::open(files, "tables_contact.toml")?;

    let (at, t): (_, ResistanceTable) = book.table("resistance")?;
    let resistance_area = by_area(&at, &t.modifiers)?;
    let mut sheet = t.sheet("Resistance");
    let (die, clamp) = (t.die, t.clamp());
    let of_each = each(&at, Resistance::ALL, t.column, |c| c.key)?;
    let resistance = try_map(of_each, |c| at.column(die, clamp, &cells(&c.rows)))?;
    let levels = Resistance::ALL.map(|r| r.name());
    fill(&mut sheet, &levels, &resistance.each_ref(), |r| r.to_string());
    sheet.notes.extend(area_notes(resistance_area));
    sheets.push(sheet);

    let (at, t): (_, BattleTable) = book.table("battle_check")?;
    at.says("modifiers", &by_area(&at, &t.modifiers)?, &resistance_area)?;
    let mut sheet = t.sheet("Battle check");
    let (die, clamp) = (t.die, t.clamp());
    at.die(die, D10)?;
    let of_each = each(&at, Resistance::ALL, t.column, |c| c.key)?;
    let tables = try_map(of_each, |c| at.column(die, clamp, &cells(&c.rows)))?;
    let mut battle_at = [0; 3];
    for (lowest, table) in battle_at.iter_mut().zip(&tables) {
        *lowest = (1..=10).find(|roll| table.at(*roll)).unwrap_or(11);
        at.check((*lowest..=10).all(|roll| table.at(roll)), "high rolls must be the battles")?;
    }
    fill(&mut sheet, &levels, &tables.each_ref(), |b| if b { "battle".into() } else { "no battle".into() });
    sheet.notes.extend(area_notes(resistance_area));
    sheets.push(sheet);

    let (at, count): (_, UnitCount) = book.part("unit_count")?;
    let units_at = [count.light, count.medium, count.heavy];
    let reinforcements = [count.reinforcement_advance, count.reinforcement_battle, count.reinforcement_counterattack];
    for n in units_at.into_iter().chain(reinforcements) {
        at.within("number of units", n, 1..=6)?;
    }
    let mut sheet = super::lay::sheet("unit_count", "Units appearing", None, count.provenance, &count.source);
    sheet.head = super::lay::cells(["when", "units"]);
    sheet
        .rows
        .extend(Resistance::ALL.iter().zip(units_at).map(|(r, n)| vec![format!("{r} resistance"), n.to_string()]));
    let reinforced = Scenario::ALL.iter().zip(reinforcements);
    sheet.rows.extend(reinforced.map(|(s, n)| vec![format!("reinforcement, {s}"), n.to_string()]));
    sheets.push(sheet);

    let (at, t): (_, ActivationTable) = book.table("activation")?;
    let mut sheet = t.sheet("Activation");
    let (die, clamp) = (t.die, t.clamp());
    let of_each = each(&at, Scenario::ALL, t.column, |c| c.key)?;
    let season = |rows: &[ActivationRow], season: usize| {
        let cell = |row: &ActivationRow| match season {
            0 => row.unit,
            1 => row.from_1945_02.unwrap_or(row.unit),
            _ => row.from_1945_03.or(row.from_1945_02).unwrap_or(row.unit),
        };
        let rows: Vec<_> = rows.iter().map(|row| (row.roll, cell(row))).collect();
        at.column(die, clamp, &rows)
    };
    let activation =
        try_map(of_each, |c| Ok::<_, ChartError>([season(&c.rows, 0)?, season(&c.rows, 1)?, season(&c.rows, 2)?]))?;
    let seasons = ["to Jan 45", "Feb 45", "from Mar 45"];
    let names: Vec<String> = Scenario::ALL.iter().flat_map(|s| seasons.map(|season| format!("{s} {season}"))).collect();
    fill(&mut sheet, &names, &activation.iter().flatten().collect::<Vec<_>>(), |u| u.to_string());
    sheets.push(sheet);

    let (at, t): (_, RangeTable) = book.table("placement_range")?;
    let range_area = by_area(&at, &t.modifiers)?;
    let mut sheet = t.sheet("Battle Board Placement I: range");
    let served = serving(&at, Class::ALL, t.column.iter().map(|c| c.keys.clone()))?;
    let served = all_served(&at, Class::ALL, served)?;
    let tables = columns(&at, t.die, t.clamp(), &t.column)?;
    fill(&mut sheet, &labels(&t.column), &tables.iter().collect::<Vec<_>>(), |r| r.to_string());
    sheet.notes.extend(area_notes(range_area));
    sheets.push(sheet);
    let range = served.map(|n| tables[n].clone());

    let (at, t): (_, FacingTable) = book.table("placement_facing")?;
    let mut sheet = t.sheet("Battle Board Placement II: vehicle facing");
    let served = serving(&at, Class::ALL, t.column.iter().map(|c| c.keys.clone()))?;
    for class in Class::ALL {
        let told = served[class.index()].is_some();
        at.check(told == class.is_vehicle(), format_args!("only vehicles have a facing, and all of them: {class}"))?;
    }
    let tables = columns(&at, t.die, t.clamp(), &t.column)?;
    fill(&mut sheet, &labels(&t.column), &tables.iter().collect::<Vec<_>>(), |f| f.to_string());
    sheets.push(sheet);
    let facing = served.map(|n| n.map(|n| tables[n].clone()));

    let (at, t): (_, TerrainTable) = book.table("placement_terrain")?;
    let [modifier] = array(&at, t.modifiers.iter().map(|m| (m.scenario, m.add)).collect())?;
    at.says("the scenario of the modifier", &modifier.0, &Scenario::Counterattack)?;
    at.within("modifier", modifier.1, -9..=9)?;
    let mut sheet = t.sheet("Battle Board Placement III: terrain");
    let cell = |kind: usize, area: AreaType, forts: bool| {
        let name = if kind == VEHICLE { "vehicle" } else { "infantry" };
        let mut found = t.column.iter().filter(|c| c.kind == name && c.area == area);
        let at = at.in_row(format_args!("{name} {}", area.id()));
        let column = found.next().ok_or_else(|| at.err("is missing"))?;
        at.check(found.next().is_none(), "is given twice")?;
        let read = |row: &TerrainRow| row.lw.filter(|_| kind == LW).unwrap_or(row.terrain).read(kind, forts);
        at.column(t.die, t.clamp(), &column.rows.iter().map(|row| (row.roll, read(row))).collect::<Vec<_>>())
    };
    at.says("the number of columns", &t.column.len(), &8)?;
    let terrain = try_map(AreaType::ALL, |area| {
        try_map([LW, OTHER_INFANTRY, AT_GUN, VEHICLE], |kind| {
            Ok::<_, ChartError>([cell(kind, area, false)?, cell(kind, area, true)?])
        })
    })?;
    let names = ["LW", "MG", "AT gun", "vehicle"];
    let names: Vec<String> = AreaType::ALL.iter().flat_map(|a| names.map(|n| format!("{} {n}", a.id()))).collect();
    let plain: Vec<_> = terrain.iter().flatten().map(|[plain, _]| plain).collect();
    fill(&mut sheet, &names, &plain, |t| t.to_string());
    sheet.notes.push(signed(modifier.1, "counterattack"));
    for (n, [_, forts]) in terrain.iter().flatten().enumerate().filter(|(_, [plain, forts])| plain != forts) {
        let months: Vec<&str> = t.fort_months.iter().map(|m| m.name()).collect();
        sheet.notes.push(format!("{} in {}: {}", names[n], months.join(" and "), line(forts, |t| t.to_string())));
    }
    sheets.push(sheet);
    let fort_months = t.fort_months;

    let (at, t): (_, AppearanceTable) = book.table("appearance")?;
    let mut sheet = t.sheet("Enemy Vehicle and Gun Appearance");
    let kinds = ["tank", "spg", "psw_spw", "at_gun"];
    let (die, clamp) = (t.die, t.clamp());
    let found = named(&at, kinds, t.column, |c| &c.key)?;
    let [tank, spg, carrier, gun] = try_map(found, |c| {
        let cell = |row: &Row<String>| match row.value.as_str() {
            "roll_pz_vi" if c.key == "tank" => Ok((row.roll, Found(None))),
            id => UnitType::from_id(id)
                .map(|unit| (row.roll, Found(Some(unit))))
                .ok_or_else(|| at.err(format_args!("no unit `{id}` is known"))),
        };
        at.column(die, clamp, &c.rows.iter().map(cell).collect::<Result<Vec<_>, _>>()?)
    })?;
    fill(&mut sheet, &["tank", "SPG", "PSW or SPW", "AT gun"], &[&tank, &spg, &carrier, &gun], |f| f.to_string());
    let of = |table: &DieTable<Found>, classes: &[Class]| {
        let mut rows = Vec::new();
        for roll in 1..=10 {
            let unit = table.at(roll).0.filter(|unit| classes.contains(&unit.class()));
            rows.push(([roll, roll], unit.ok_or_else(|| at.err("a unit stands in the column of another class"))?));
        }
        at.column(die, clamp, &rows)
    };
    at.die(die, D10)?;
    let appear_spg = of(&spg, &[Class::Spg])?;
    let appear_carrier = of(&carrier, &[Class::Psw, Class::Spw])?;
    let appear_at = of(&gun, &[Class::AtGun])?;
    for roll in 1..=10 {
        let right = tank.at(roll).0.is_none_or(|unit| unit.class() == Class::Tank);
        at.check(right, "a unit stands in the column of another class")?;
    }
    let (at, t): (_, PzViTable) = book.table("appearance_pz_vi")?;
    let (die, clamp) = (t.die, t.clamp());
    sheet.notes.push(format!("perhaps a Pz VI: {} ({}: {})", t.id, t.provenance, t.source));
    sheets.push(sheet);
    let mut sheet = t.sheet("Pz VI?");
    let appear_pz_vi = at.column(die, clamp, &cells(&only(&at, t.column)?))?;
    fill(&mut sheet, &["tank"], &[&appear_pz_vi], |u| u.to_string());
    sheets.push(sheet);

    let (at, t): (_, AmbushTable) = book.table("ambush")?;
    at.die(t.die, D10)?;
    let mut sheet = t.sheet("Ambush");
    let [weather] = array(&at, t.modifiers)?;
    let needed = ["rain", "falling_snow", "fog"].map(String::from).to_vec();
    at.says("weather", &weather.weather, &needed)?;
    at.says("once", &weather.once, &true)?;
    let (die, clamp) = (t.die, [1, 10]);
    let table = at.column(die, clamp, &cells(&only(&at, t.column)?))?;
    let ambush = (1..=10).take_while(|roll| table.at(*roll)).count() as i8;
    at.check((ambush + 1..=10).all(|roll| !table.at(roll)), "low rolls must be the ambushes")?;
    fill(&mut sheet, &["ambush"], &[&table], |yes| if yes { "yes".into() } else { "no".into() });
    sheet.notes.push(format!("{:+} in rain, falling snow or fog, once", weather.add));
    sheets.push(sheet);

    let (at, part): (_, SpottingPart) = book.part("spotting")?;
    let spotting = spotting(&at, part, sheets)?;
    book.done()?;
    Ok(Contact {
        resistance,
        battle_at,
        resistance_area,
        units_at,
        reinforcements,
        activation,
        range,
        range_area,
        facing,
        terrain,
        fort_months,
        terrain_counterattack: modifier.1,
        appear_tank: tank,
        appear_pz_vi,
        appear_spg,
        appear_at,
        appear_carrier,
        ambush,
        ambush_weather: weather.add,
        spotting,
    })
}

fn spotting(at: &At, part: SpottingPart, sheets: &mut Vec<ChartSheet>) -> Result<Spotting, ChartError> {
    at.die(part.die, D10)?;
    at.says("clamp", &part.clamp, &[1, 10])?;
    at.says("spotted_if", &part.spotted_if.as_str(), &"modified roll <= rating")?;
    const DOWN: &str = "modified roll <= floor(rating / 2), or an unmodified 1";
    const UP: &str = "modified roll <= ceil(rating / 2), or an unmodified 1";
    let half_up = part.identified_if == UP;
    at.says("identified_if", &part.identified_if.as_str(), &if half_up { UP } else { DOWN })?;
    const BUTTONED: &str = "crewman_buttoned_up_or_no_hatch";
    const CUPOLA: &str = "commander_buttoned_up_in_vision_cupola";
    for row in &part.modifiers {
        let needed = (row.when == CUPOLA).then(|| BUTTONED.to_owned());
        at.says(&format!("instead_of of {}", row.when), &row.instead_of, &needed)?;
    }
    let notes: Vec<String> = part.modifiers.iter().map(|m| signed(m.add, &m.when)).collect();
    let rows = part.modifiers.into_iter().map(|m| When { when: m.when, add: m.add }).collect();
    let ids = [
        BUTTONED,
        CUPOLA,
        "sherman_moving",
        "target_in_woods_building_fort_or_hull_down",
        "fog_or_falling_snow",
        "each_smoke_marker_on_tank_in_target_zone_or_between",
        "target_size_S",
        "target_size_L",
        "target_size_VL",
        "target_at_medium_range",
        "target_at_close_range",
        "target_fired_last_round",
        "target_moving",
        "target_spotted_in_previous_round",
    ];
    let [buttoned, cupola, moving, cover, thick, smoke, s, l, vl, medium, close, fired, target_moving, spotted_before] =
        whens(at, ids, rows)?;
    let mut sheet = super::lay::sheet("spotting", "Spotting", Some(D10), part.provenance, &part.source);
    sheet.head = super::lay::cells(["result", "roll"]);
    sheet.rows = vec![
        vec!["spotted".into(), part.spotted_if],
        vec!["identified".into(), part.identified_if],
        vec!["natural 1".into(), part.natural_1],
        vec![format!("natural {}", span(9, 10)), part.natural_9_10],
    ];
    sheet.notes = notes;
    sheet.notes.push(format!("rules {}", part.rules.join(", ")));
    sheets.push(sheet);
    Ok(Spotting {
        buttoned,
        cupola,
        moving,
        cover,
        thick,
        smoke,
        size: [s, 0, l, vl],
        range: [close, medium, 0],
        fired,
        target_moving,
        spotted_before,
        hides_from: 9,
        half_up,
    })
}
