//! Fire: B1, B2, B3, B4.

use super::mission::{TerrainEffect, WeatherEffect};
use super::read::{
    At, ByMonth, GroundedDrm, Head, MOST_DRM, PlainDrm, Rolled, Who, array, each, grounded_drms, month_label, months,
    plain_drms,
};
use crate::words::{
    B2Block, B2Drm, B2Result, B2Target, B3Result, Month, Part, PenColumn, Range, Terrain, Weapon, Weather,
};
use hulldown_core::chart::lay::{bands, cells, fill, line, sheet};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::dice::{D6, Dice, TWO_D6};
use serde::Deserialize;

/// B1: to hit with a main gun or an anti-tank gun, 2d6 at or below a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct B1 {
    /// Natural rolls this low always hit.
    pub natural_hit: i8,
    /// Natural rolls this high always miss.
    pub natural_miss: i8,
    /// The number to roll at or below, by range.
    pub hit: [i8; 3],
    /// What the range does to penetration.
    pub pen: [i8; 3],
    /// The target is hull down.
    pub target_hull_down: i8,
    /// A place with Smoke 1 between firer and target.
    pub smoke_1: i8,
    /// A place with Smoke 2 between firer and target.
    pub smoke_2: i8,
    /// Rain or snow; the same figure as in the weather effects.
    pub rain_or_snow: i8,
    /// An enemy vehicle fires buttoned up.
    pub firer_buttoned_enemy_vehicle: i8,
    /// The player's commander is buttoned up.
    pub commander_buttoned: i8,
    /// The gunner has Gunnery.
    pub gunnery_skill: i8,
    /// The player fires again at the same target.
    pub same_target_again: i8,
    /// A suppressed anti-tank gun fires.
    pub firer_suppressed_at: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B1File {
    table: B1Head,
    range: Vec<B1Range>,
    drm: Vec<GroundedDrm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B1Head {
    id: String,
    title: String,
    die: Dice,
    provenance: Provenance,
    source: String,
    natural_hit: i8,
    natural_miss: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B1Range {
    id: Range,
    hit: i8,
    pen: i8,
}

pub(super) fn b1(files: &Files, weather: &[WeatherEffect; 5], sheets: &mut Vec<ChartSheet>) -> Result<B1, ChartError> {
    const FILE: &str = "b1_to_hit.toml";
    let file: B1File = files.parse(FILE)?;
    let at = At::new(FILE, "[table]");
    at.id(&file.table.id, "B1")?;
    at.die(file.table.die, TWO_D6)?;
    // 1 and 13 mean that no roll is special.
    at.within("natural_hit", file.table.natural_hit, 1..=12)?;
    at.within("natural_miss", file.table.natural_miss, i32::from(file.table.natural_hit) + 1..=13)?;
    let at = At::new(FILE, "[[range]]");
    let ranges = each(&at, Range::ALL.map(Range::id), file.range, |r| r.id.id())?;
    for range in &ranges {
        at.within(&format!("hit of {}", range.id.id()), range.hit, 1..=13)?;
        at.within(&format!("pen of {}", range.id.id()), range.pen, -MOST_DRM..=MOST_DRM)?;
    }
    let at = At::new(FILE, "[[drm]]");
    let (both, player, enemy) = (Some(Who::Both), Some(Who::Player), Some(Who::Enemy));
    let here = [
        ("target_hull_down", both),
        ("smoke_1", both),
        ("smoke_2", both),
        ("rain_or_snow", both),
        ("firer_buttoned_enemy_vehicle", enemy),
        ("commander_buttoned", player),
        ("gunnery_skill", player),
        ("same_target_again", player),
        ("firer_suppressed_at", enemy),
    ];
    let drms = grounded_drms(&at, here, &[("terrain", "a5_terrain.effect.b1", both)], file.drm)?;
    let [
        target_hull_down,
        smoke_1,
        smoke_2,
        rain_or_snow,
        firer_buttoned_enemy_vehicle,
        commander_buttoned,
        gunnery_skill,
        same_target_again,
        firer_suppressed_at,
    ] = drms.values;
    weather_agrees(&at, rain_or_snow, "b1", weather.map(|w| w.b1))?;

    let mut sheet = sheet("B1", &file.table.title, Some(TWO_D6), file.table.provenance, &file.table.source);
    sheet.head = cells(["range", "hits at or below", "penetration"]);
    let row = |r: &B1Range| vec![r.id.to_string(), r.hit.to_string(), format!("{:+}", r.pen)];
    sheet.rows = ranges.iter().map(row).collect();
    let (natural_hit, natural_miss) = (file.table.natural_hit, file.table.natural_miss);
    sheet.notes.push(format!("a natural {natural_hit} always hits, a natural {natural_miss} always misses"));
    sheet.notes.extend(drms.notes);
    sheets.push(sheet);
    Ok(B1 {
        natural_hit,
        natural_miss,
        hit: std::array::from_fn(|i| ranges[i].hit),
        pen: std::array::from_fn(|i| ranges[i].pen),
        target_hull_down,
        smoke_1,
        smoke_2,
        rain_or_snow,
        firer_buttoned_enemy_vehicle,
        commander_buttoned,
        gunnery_skill,
        same_target_again,
        firer_suppressed_at,
    })
}

/// The same figure stands with the weather and with the chart; two answers to one question are refused.
fn weather_agrees(at: &At, rain_or_snow: i8, column: &str, effects: [i8; 5]) -> Result<(), ChartError> {
    for weather in Weather::ALL {
        let here = if matches!(weather, Weather::Rain | Weather::Snow) { rain_or_snow } else { 0 };
        let there = effects[weather.index()];
        let id = weather.id();
        at.check(
            here == there,
            format_args!("rain_or_snow makes it {here} in {id}, a3_weather.toml [[effect]] {column} {there}"),
        )?;
    }
    Ok(())
}

/// B2: HE and machine guns, 2d6 read in a block and a target column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct B2 {
    /// The natural roll that stops a machine gun of the player.
    pub stoppage_natural: i8,
    /// The highest modified roll that is a lucky hit of a 2cm.
    pub lucky_2cm_modified_max: i8,
    /// The highest modified roll at which an airstrike destroys anything.
    pub airstrike_destroys_modified_max: i8,
    /// Whether a B by field artillery also immobilizes.
    pub artillery_b_immobilizes: bool,
    /// Results by block, then by target.
    pub table: [[DieTable<B2Result>; 5]; 2],
    /// Modifiers by kind, then by weapon: 0 where it does not apply.
    pub drm: [[i8; Weapon::ALL.len()]; B2Drm::ALL.len()],
}

impl B2 {
    /// The column for a block and a target.
    pub fn column(&self, block: B2Block, target: B2Target) -> &DieTable<B2Result> {
        &self.table[block.index()][target.index()]
    }

    /// What a modifier is for a weapon.
    #[inline]
    pub fn drm(&self, drm: B2Drm, weapon: Weapon) -> i8 {
        self.drm[drm.index()][weapon.index()]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B2File {
    table: B2Head,
    row: Vec<B2Row>,
    drm: Vec<B2DrmRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B2Head {
    id: String,
    title: String,
    die: Dice,
    clamp: [i8; 2],
    provenance: Provenance,
    source: String,
    stoppage_natural: i8,
    lucky_2cm_modified_max: i8,
    airstrike_destroys_modified_max: i8,
    artillery_b_immobilizes: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B2Row {
    block: B2Block,
    target: B2Target,
    roll: [i8; 2],
    result: B2Result,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B2DrmRow {
    id: String,
    value: i8,
    applies: Vec<Weapon>,
    provenance: Provenance,
    source: String,
}

pub(super) fn b2(
    files: &Files,
    weather: &[WeatherEffect; 5],
    terrain: &[TerrainEffect; 5],
    sheets: &mut Vec<ChartSheet>,
) -> Result<B2, ChartError> {
    const FILE: &str = "b2_he_mg.toml";
    let file: B2File = files.parse(FILE)?;
    let head = file.table;
    let at = At::new(FILE, "[table]");
    at.id(&head.id, "B2")?;
    at.die(head.die, TWO_D6)?;
    at.clamp(head.clamp, head.die)?;
    at.within("stoppage_natural", head.stoppage_natural, 2..=13)?;
    at.within("lucky_2cm_modified_max", head.lucky_2cm_modified_max, -20..=12)?;
    at.within("airstrike_destroys_modified_max", head.airstrike_destroys_modified_max, -20..=12)?;
    let column = |block: B2Block, target: B2Target| {
        let at = At::new(FILE, format!("[[row]] block {} target {}", block.id(), target.id()));
        let rows = file.row.iter().filter(|r| r.block == block && r.target == target);
        at.table(TWO_D6, &rows.map(|r| (r.roll, r.result)).collect::<Vec<_>>())
    };
    let block = |block| {
        let columns = B2Target::ALL.map(|target| column(block, target));
        array(&at, columns.into_iter().collect::<Result<Vec<_>, _>>()?)
    };
    let table: [[DieTable<B2Result>; 5]; 2] = [block(B2Block::He)?, block(B2Block::Mg)?];

    let at = At::new(FILE, "[[drm]]");
    let drms = each(&at, B2Drm::ALL.map(B2Drm::id), file.drm, |d| &d.id)?;
    let mut drm = [[0; Weapon::ALL.len()]; B2Drm::ALL.len()];
    for (row, values) in drms.iter().zip(&mut drm) {
        let at = At::new(FILE, format!("[[drm]] {}", row.id));
        at.within("value", row.value, -MOST_DRM..=MOST_DRM)?;
        at.check(!row.applies.is_empty(), "applies to nothing")?;
        for (n, weapon) in row.applies.iter().enumerate() {
            at.check(!row.applies[..n].contains(weapon), format_args!("applies names {} twice", weapon.id()))?;
            values[weapon.index()] = row.value;
        }
    }
    let value = |id: B2Drm| drms[id.index()].value;
    weather_agrees(&at, value(B2Drm::RainOrSnow), "b2", weather.map(|w| w.b2))?;
    let cover = value(B2Drm::TargetSoftInCoverTerrain);
    for (terrain, effect) in Terrain::ALL.into_iter().zip(terrain) {
        at.check(
            [0, cover].contains(&effect.soft_b2),
            format_args!(
                "target_soft_in_cover_terrain is {cover}, a5_terrain.toml [[effect]] soft_b2 of {} is {}",
                terrain.id(),
                effect.soft_b2
            ),
        )?;
    }

    let mut sheet = sheet("B2", &head.title, Some(TWO_D6), head.provenance, &head.source);
    let targets = B2Target::ALL.map(|t| t.to_string());
    sheet.head = ["block", "roll"].map(String::from).into_iter().chain(targets).collect();
    for block in B2Block::ALL {
        let rows = bands(&table[block.index()].iter().collect::<Vec<_>>(), |r| r.to_string());
        sheet.rows.extend(rows.into_iter().map(|row| std::iter::once(block.to_string()).chain(row).collect()));
    }
    sheet.notes.push(format!("a natural {} stops a machine gun of the player (ST)", head.stoppage_natural));
    sheet.notes.push(format!("a modified {} or less of a 2cm goes to B3", head.lucky_2cm_modified_max));
    let most = head.airstrike_destroys_modified_max;
    sheet.notes.push(format!("a modified {most} or less of an airstrike destroys the target"));
    if head.artillery_b_immobilizes {
        sheet.notes.push("a B by field artillery also immobilizes".into());
    }
    sheet.notes.extend(drms.iter().zip(B2Drm::ALL).map(|(row, drm)| {
        let weapons: Vec<&str> = row.applies.iter().map(|w| w.name()).collect();
        format!("{:+} {drm}: {} ({}: {})", row.value, weapons.join(", "), row.provenance, row.source)
    }));
    sheets.push(sheet);
    Ok(B2 {
        stoppage_natural: head.stoppage_natural,
        lucky_2cm_modified_max: head.lucky_2cm_modified_max,
        airstrike_destroys_modified_max: head.airstrike_destroys_modified_max,
        artillery_b_immobilizes: head.artillery_b_immobilizes,
        table,
        drm,
    })
}

/// B3 flattened.
pub(super) struct Penetration {
    pub(super) location: DieTable<Part>,
    pub(super) b3: [DieTable<B3Result>; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B3File {
    table: Head,
    location: Rolled,
    location_row: Vec<LocationRow>,
    row: Vec<B3Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LocationRow {
    roll: [i8; 2],
    part: Part,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B3Row {
    column: PenColumn,
    roll: [i8; 2],
    result: B3Result,
}

pub(super) fn b3(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Penetration, ChartError> {
    const FILE: &str = "b3_penetration.toml";
    let file: B3File = files.parse(FILE)?;
    At::new(FILE, "[table]").id(&file.table.id, "B3")?;
    let rows: Vec<_> = file.location_row.iter().map(|r| (r.roll, r.part)).collect();
    let location = At::new(FILE, "[[location_row]]").table(file.location.die, &rows)?;
    let column = |column: PenColumn| {
        let rows = file.row.iter().filter(|r| r.column == column);
        let rows: Vec<_> = rows.map(|r| (r.roll, r.result)).collect();
        At::new(FILE, format!("[[row]] column {}", column.id())).table(file.table.die, &rows)
    };
    let columns = PenColumn::ALL.map(column).into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut sheet = file.table.sheet();
    fill(&mut sheet, &PenColumn::ALL.map(|c| c.to_string()), &columns, |r| r.to_string());
    let Rolled { die, provenance, source } = &file.location;
    sheet.notes.push(format!("location {die}: {} ({provenance}: {source})", line(&location, |p| p.to_string())));
    sheet.notes.push("IMM** is IMM, or DE for a player's gun with Aim".into());
    sheets.push(sheet);
    Ok(Penetration { location, b3: array(&At::new(FILE, "[[row]]"), columns)? })
}

/// B4: the Panzerfaust.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct B4 {
    /// Its penetration.
    pub pen: i8,
    /// What suppression does to the Morale Level of the INF that tries.
    pub suppressed_ml: i8,
    /// The number to roll at or below, by month.
    pub hit: [i8; 11],
    /// The player's commander is buttoned up.
    pub commander_buttoned: i8,
    /// The INF is reduced.
    pub firer_reduced: i8,
    /// The INF is suppressed.
    pub firer_suppressed: i8,
    /// A place with Smoke 1 between firer and target.
    pub smoke_1: i8,
    /// A place with Smoke 2 between firer and target.
    pub smoke_2: i8,
    /// Rain or snow.
    pub rain_or_snow: i8,
    /// The tank wears sandbags.
    pub sandbags: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B4File {
    table: B4Head,
    attempt: B4Attempt,
    to_hit: B4ToHit,
    drm: Vec<PlainDrm>,
    hit_period: Vec<B4Period>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B4Head {
    id: String,
    title: String,
    provenance: Provenance,
    source: String,
    pen: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B4Attempt {
    die: Dice,
    suppressed_ml: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B4ToHit {
    die: Dice,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct B4Period {
    months: Vec<Month>,
    hit: i8,
}

pub(super) fn b4(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<(B4, ByMonth), ChartError> {
    const FILE: &str = "b4_panzerfaust.toml";
    let file: B4File = files.parse(FILE)?;
    let at = At::new(FILE, "[table]");
    at.id(&file.table.id, "B4")?;
    at.within("pen", file.table.pen, 0..=30)?;
    let at = At::new(FILE, "[attempt]");
    at.die(file.attempt.die, D6)?;
    at.within("suppressed_ml", file.attempt.suppressed_ml, -MOST_DRM..=MOST_DRM)?;
    At::new(FILE, "[to_hit]").die(file.to_hit.die, TWO_D6)?;
    let at = At::new(FILE, "[[hit_period]]");
    for (n, period) in file.hit_period.iter().enumerate() {
        at.within(&format!("row {}: hit", n + 1), period.hit, 1..=12)?;
    }
    let rows = file.hit_period.iter().enumerate();
    let by_month = months(&at, rows.map(|(n, p)| (format!("row {}", n + 1), p.months.as_slice())))?;
    let ids =
        ["commander_buttoned", "firer_reduced", "firer_suppressed", "smoke_1", "smoke_2", "rain_or_snow", "sandbags"];
    let drms = plain_drms(&At::new(FILE, "[[drm]]"), ids, file.drm)?;
    let [commander_buttoned, firer_reduced, firer_suppressed, smoke_1, smoke_2, rain_or_snow, sandbags] = drms.values;

    let mut sheet = sheet("B4", &file.table.title, Some(TWO_D6), file.table.provenance, &file.table.source);
    sheet.head = cells(["date", "hits at or below"]);
    sheet.rows = file.hit_period.iter().map(|p| vec![month_label(&p.months), p.hit.to_string()]).collect();
    sheet.notes.push(format!(
        "tries on {D6} at or below its Morale Level ({:+} suppressed); a hit goes to B3 with penetration {}",
        file.attempt.suppressed_ml, file.table.pen
    ));
    sheet.notes.extend(drms.notes);
    sheets.push(sheet);
    let heads = by_month.map(|row| month_label(&file.hit_period[row].months));
    let b4 = B4 {
        pen: file.table.pen,
        suppressed_ml: file.attempt.suppressed_ml,
        hit: by_month.map(|row| file.hit_period[row].hit),
        commander_buttoned,
        firer_reduced,
        firer_suppressed,
        smoke_1,
        smoke_2,
        rain_or_snow,
        sandbags,
    };
    Ok((b4, heads))
}
