//! The enemy: counters, A4, A6.

use super::read::{At, ByMonth, Column, Columns, Grounds, Head, List, array, in_order};
use crate::words::{Class, Grade, UnitType};
use arrayvec::ArrayVec;
use hulldown_core::chart::lay::{bands, cells, fill, tick};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files};
use serde::Deserialize;

/// The most classes a mix names.
pub const MOST_MIX_CLASSES: usize = 4;
/// The most enemy units a mix sets up, the infantry its carriers bring included.
pub const MOST_MIX_UNITS: u8 = 8;

/// A mix of enemy units (A4): classes and how many of each.
pub type Mix = ArrayVec<(Class, u8), MOST_MIX_CLASSES>;

/// A type of enemy counter.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: Class,
    /// Its penetration at medium range, if it has a gun.
    pub pen: Option<i8>,
    /// Its armor: turret front, hull front, sides.
    pub armor: Option<[i8; 3]>,
    /// Whether it fires machine guns on B2.
    #[serde(default)]
    pub mg: bool,
    /// Whether its gun is a 2cm, with lucky hits on B2.
    #[serde(default)]
    pub auto2cm: bool,
    /// Whether it runs on wheels alone, so that the coax may engage it.
    #[serde(default)]
    pub wheeled: bool,
    /// Whether it brings an INF.
    #[serde(default)]
    pub carries_inf: bool,
}

/// A grade of enemy infantry.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradeInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its Morale Level at full strength and reduced.
    pub ml: [i8; 2],
}

/// The counters.
pub(super) struct Counters {
    pub(super) units: Vec<Unit>,
    pub(super) halftrack: UnitType,
    pub(super) truck: UnitType,
    pub(super) grades: Vec<GradeInfo>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnemyFile {
    table: List,
    unit: Vec<Unit>,
    infantry: Grounds,
    inf_grade: Vec<GradeInfo>,
}

pub(super) fn counters(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Counters, ChartError> {
    const FILE: &str = "enemies.toml";
    let file: EnemyFile = files.parse(FILE)?;
    At::new(FILE, "[table]").id(&file.table.id, "COUNTERS")?;
    let units = in_order(&At::new(FILE, "[[unit]]"), UnitType::IDS, file.unit, |u| &u.id)?;
    units.iter().try_for_each(|u| unit_makes_sense(&At::new(FILE, format!("[[unit]] {}", u.id)), u))?;
    let only = |class: Class| {
        let mut of_class = UnitType::ALL.into_iter().filter(|u| units[u.index()].class == class);
        match (of_class.next(), of_class.next()) {
            (Some(unit), None) => Ok(unit),
            _ => Err(At::new(FILE, "[[unit]]").err(format_args!("there must be exactly one {class}"))),
        }
    };
    let (halftrack, truck) = (only(Class::Ht)?, only(Class::W)?);
    let at = At::new(FILE, "[[inf_grade]]");
    let grades = in_order(&at, Grade::IDS, file.inf_grade, |g| &g.id)?;
    for grade in &grades {
        let [full, reduced] = grade.ml;
        at.within(&format!("ml of {}", grade.id), full, 0..=6)?;
        at.within(&format!("reduced ml of {}", grade.id), reduced, 0..=i32::from(full))?;
    }

    let mut sheet = file.table.sheet();
    sheet.head = cells(["counter", "class", "penetration", "armor (turret, hull, sides)", "MG", "remarks"]);
    let row = |u: &Unit| {
        let remarks = [(u.auto2cm, "2cm"), (u.wheeled, "wheeled"), (u.carries_inf, "carries an INF")];
        let remarks: Vec<&str> = remarks.into_iter().filter(|r| r.0).map(|r| r.1).collect();
        vec![
            u.name.clone(),
            u.class.id().into(),
            u.pen.map_or("-".into(), |p| p.to_string()),
            u.armor.map_or("-".into(), |[t, h, s]| format!("{t}, {h}, {s}")),
            tick(u.mg),
            remarks.join(", "),
        ]
    };
    sheet.rows = units.iter().map(row).collect();
    let grade = |g: &GradeInfo| format!("{}: Morale Level {}, reduced {}", g.name, g.ml[0], g.ml[1]);
    sheet.notes = grades.iter().map(grade).collect();
    sheet.notes.push(format!("infantry ({}: {})", file.infantry.provenance, file.infantry.source));
    sheets.push(sheet);
    Ok(Counters { units: units.into(), halftrack, truck, grades: grades.into() })
}

/// What the rules ask of a unit of a class, its counter must have.
fn unit_makes_sense(at: &At, unit: &Unit) -> Result<(), ChartError> {
    let (class, id) = (unit.class, unit.class.id());
    at.check(class != Class::Inf, "infantry stands in [[inf_grade]]")?;
    let gun = class.is_armor() || class == Class::At || unit.auto2cm;
    at.check(unit.pen.is_some() == gun, format_args!("class {id} {} pen", if gun { "needs a" } else { "has no" }))?;
    let armored = !matches!(class, Class::At | Class::W);
    at.check(
        unit.armor.is_some() == armored,
        format_args!("class {id} {} armor", if armored { "needs" } else { "has no" }),
    )?;
    let mg = matches!(class, Class::R | Class::Ht);
    at.check(unit.mg == mg, format_args!("class {id} {} mg", if mg { "needs" } else { "has no" }))?;
    at.check(!unit.auto2cm || class == Class::R, "only a recon vehicle has a 2cm")?;
    let carrier = matches!(class, Class::Ht | Class::W);
    at.check(unit.carries_inf == carrier, "halftracks and trucks carry an INF, others do not")?;
    at.within("pen", unit.pen.unwrap_or(0), 0..=30)?;
    unit.armor.iter().flatten().try_for_each(|&a| at.within("armor", a, 0..=30))
}

/// A4 flattened.
pub(super) struct Forces {
    pub(super) mix: DieTable<u8>,
    pub(super) mixes: Vec<Mix>,
    pub(super) types: [[DieTable<UnitType>; 4]; 11],
    pub(super) heads: ByMonth,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForcesFile {
    table: Head,
    mix: Vec<MixRow>,
    types: Head,
    period: Vec<Column>,
    r#type: Vec<TypeColumn>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MixRow {
    pub(super) roll: [i8; 2],
    pub(super) units: Vec<MixUnit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MixUnit {
    pub(super) class: Class,
    pub(super) count: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypeColumn {
    period: String,
    class: Class,
    rows: Vec<TypeRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypeRow {
    roll: [i8; 2],
    unit: String,
}

const FORCES: &str = "a4_enemy_forces.toml";

pub(super) fn forces(files: &Files, units: &[Unit], sheets: &mut Vec<ChartSheet>) -> Result<Forces, ChartError> {
    let file: ForcesFile = files.parse(FORCES)?;
    At::new(FORCES, "[table]").id(&file.table.id, "A4")?;
    At::new(FORCES, "[types]").id(&file.types.id, "A4-types")?;
    let mixes = file.mix.iter().enumerate();
    let mixes: Vec<Mix> =
        mixes.map(|(n, row)| mix(&At::new(FORCES, format!("[[mix]] {}", n + 1)), row)).collect::<Result<_, _>>()?;
    let rows: Vec<([i8; 2], u8)> = file.mix.iter().zip(0..).map(|(row, n)| (row.roll, n)).collect();
    let table = At::new(FORCES, "[[mix]]").table(file.table.die, &rows)?;
    let mut sheet = file.table.sheet();
    fill(&mut sheet, &["enemy forces"], std::slice::from_ref(&table), |n| mix_name(&mixes[usize::from(n)]));
    sheets.push(sheet);

    let periods = Columns::new(FORCES, "period", file.period)?;
    let by_period = types(&periods, &file.types, file.r#type, units)?;
    let mut sheet = file.types.sheet();
    sheet.head = ["class", "roll"].map(String::from).into_iter().chain(periods.labels()).collect();
    for class in Class::TYPED {
        let tables: Vec<&DieTable<UnitType>> = by_period.iter().map(|tables| &tables[class.index()]).collect();
        let rows = bands(&tables, |u| units[u.index()].name.clone());
        sheet.rows.extend(rows.into_iter().map(|row| std::iter::once(class.id().to_owned()).chain(row).collect()));
    }
    sheets.push(sheet);
    Ok(Forces { mix: table, mixes, types: periods.spread(&by_period), heads: periods.heads() })
}

/// A mix in words: `1 AT + 1 INF`.
pub(super) fn mix_name(mix: &Mix) -> String {
    let units = mix.iter().map(|(class, count)| format!("{count} {}", class.id()));
    units.collect::<Vec<_>>().join(" + ")
}

fn mix(at: &At, row: &MixRow) -> Result<Mix, ChartError> {
    let fits = (1..=MOST_MIX_CLASSES).contains(&row.units.len());
    at.check(fits, format_args!("a mix names 1 to {MOST_MIX_CLASSES} classes"))?;
    let mut total = 0;
    for (n, unit) in row.units.iter().enumerate() {
        at.within("count", unit.count, 1..=i32::from(MOST_MIX_UNITS))?;
        let twice = row.units[..n].iter().any(|other| other.class == unit.class);
        at.check(!twice, format_args!("{} is given twice", unit.class.id()))?;
        let carrier = matches!(unit.class, Class::Ht | Class::W);
        total += unit.count * if carrier { 2 } else { 1 };
    }
    at.within("the number of units with passengers", total, 1..=i32::from(MOST_MIX_UNITS))?;
    // R35: a lone INF withdraws, so such a mission would be over before it begins.
    at.check(row.units[0].class != Class::Inf || total > 1, "is a lone INF, which would withdraw at once")?;
    Ok(row.units.iter().map(|u| (u.class, u.count)).collect())
}

fn types(
    periods: &Columns,
    head: &Head,
    columns: Vec<TypeColumn>,
    units: &[Unit],
) -> Result<Vec<[DieTable<UnitType>; 4]>, ChartError> {
    let all = At::new(FORCES, "[[type]]");
    let mut found: Vec<[Option<DieTable<UnitType>>; 4]> = periods.ids().map(|_| Default::default()).collect();
    for column in columns {
        let at = At::new(FORCES, format!("[[type]] period {} class {}", column.period, column.class.id()));
        at.check(Class::TYPED.contains(&column.class), "this class has no types")?;
        let period = periods.find(&at, &column.period)?;
        let mut rows = Vec::new();
        for (n, row) in column.rows.iter().enumerate() {
            let unit = UnitType::from_id(&row.unit)
                .ok_or_else(|| at.err(format_args!("row {}: no enemy unit `{}`", n + 1, row.unit)))?;
            let class = units[unit.index()].class;
            at.check(class == column.class, format_args!("row {}: `{}` is of class {}", n + 1, row.unit, class.id()))?;
            rows.push((row.roll, unit));
        }
        let table = at.table(head.die, &rows)?;
        at.check(found[period][column.class.index()].replace(table).is_none(), "is given twice")?;
    }
    let whole = |(id, tables): (&str, [Option<DieTable<UnitType>>; 4])| {
        if let Some(gap) = tables.iter().position(Option::is_none) {
            return Err(all.err(format_args!("period {id} class {} is missing", Class::TYPED[gap].id())));
        }
        array(&all, tables.into_iter().flatten().collect())
    };
    periods.ids().zip(found).map(whole).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QualityFile {
    table: Head,
    column: Vec<Column>,
    row: Vec<QualityRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QualityRow {
    column: String,
    roll: [i8; 2],
    grade: String,
}

pub(super) fn quality(
    files: &Files,
    grades: &[GradeInfo],
    sheets: &mut Vec<ChartSheet>,
) -> Result<([DieTable<Grade>; 11], ByMonth), ChartError> {
    const FILE: &str = "a6_troop_quality.toml";
    let file: QualityFile = files.parse(FILE)?;
    At::new(FILE, "[table]").id(&file.table.id, "A6")?;
    let columns = Columns::new(FILE, "column", file.column)?;
    let cell = |row: &QualityRow| {
        let at = At::new(FILE, format!("[[row]] column {}", row.column));
        let [low, high] = row.roll;
        let grade = Grade::from_id(&row.grade);
        grade
            .map(|g| (row.roll, g))
            .ok_or_else(|| at.err(format_args!("roll {low} to {high}: no infantry grade `{}`", row.grade)))
    };
    let tables = columns.tables(file.table.die, &file.row, |r| &r.column, cell)?;
    let mut a6 = file.table.sheet();
    fill(&mut a6, &columns.labels(), &tables, |g| grades[g.index()].name.clone());
    sheets.push(a6);
    Ok((columns.spread(&tables), columns.heads()))
}
