//! What the enemy does and how he fires: `enemy_action.toml`, and the enemy's AP tables of `tables_tank_hit.toml`.

use super::gunnery::ByRange;
use super::heads::{self, AT_SQUAD, AT_TANK};
use super::lay::{by_range, cells as text, fill, sheet, triple};
use super::read::{At, Book, Die, Row, cells, named, percentages, serving, signed3};
use crate::words::{ArmorClass, Class, EnemyAct, EnemyGun, Scenario};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::dice::D100;
use serde::Deserialize;

/// Enemy Action and Enemy Fire Combat.
pub(super) struct Enemy {
    pub(super) action: [[Option<DieTable<EnemyAct>>; 8]; 3],
    pub(super) ambush_add: [[i8; 8]; 3],
    pub(super) firefly_from: i8,
    pub(super) fire_at_tank: [[Option<ByRange>; 5]; 3],
    pub(super) fire_at_squad: [[Option<ByRange>; 8]; 3],
    pub(super) squad_sure: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    provenance: Provenance,
    source: String,
}

super::read::table! { ActionTable { scenario: Scenario, column: Vec<ActionColumn>, } }

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionColumn {
    classes: Vec<Class>,
    ambush_add: i8,
    rows: Vec<Row<EnemyAct>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Firefly {
    classes: Vec<Class>,
    roll: [i8; 2],
    action: EnemyAct,
    not_in_ambush: bool,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Combat {
    scenarios: Vec<Scenario>,
    target: String,
    always_kills_on_natural: Option<[i8; 2]>,
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
    rows: Vec<CombatRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CombatRow {
    gun: Option<EnemyGun>,
    classes: Option<Vec<Class>>,
    kill: ByRange,
}

pub(super) fn read(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Enemy, ChartError> {
    let mut book = Book::open(files, "enemy_action.toml")?;
    let (_, meta): (_, Meta) = book.part("meta")?;
    let mut action: [[Option<DieTable<EnemyAct>>; 8]; 3] = Default::default();
    let mut ambush_add = [[0; 8]; 3];
    for scenario in Scenario::ALL {
        let (at, t): (_, ActionTable) = book.table(&format!("enemy_action_{}", scenario.id()))?;
        at.says("scenario", &t.scenario, &scenario)?;
        let mut page = t.sheet(&format!("Enemy Action, {scenario}"));
        page.notes.push(format!("{}: {}", meta.provenance, meta.source));
        let served = serving(&at, Class::ALL, t.column.iter().map(|c| c.classes.clone()))?;
        let mut tables = Vec::new();
        for column in &t.column {
            at.within("ambush_add", column.ambush_add, 0..=100)?;
            tables.push(at.column(t.die, t.clamp(), &cells(&column.rows))?);
        }
        let names = |c: &ActionColumn| c.classes.iter().map(|c| c.to_string()).collect::<Vec<_>>().join(", ");
        let names: Vec<String> = t.column.iter().map(names).collect();
        fill(&mut page, &names, &tables.iter().collect::<Vec<_>>(), |a| a.to_string());
        for (name, column) in names.iter().zip(&t.column).filter(|(_, c)| c.ambush_add != 0) {
            page.notes.push(format!("{:+} in an ambush: {name}", column.ambush_add));
        }
        sheets.push(page);
        for class in Class::ALL {
            let Some(n) = served[class.index()] else { continue };
            action[scenario.index()][class.index()] = Some(tables[n].clone());
            ambush_add[scenario.index()][class.index()] = t.column[n].ambush_add;
        }
    }
    let (at, firefly): (_, Firefly) = book.part("firefly")?;
    at.says("classes", &firefly.classes, &vec![Class::Tank, Class::Spg, Class::AtGun])?;
    at.says("action", &firefly.action, &EnemyAct::FireYourTank)?;
    at.says("not_in_ambush", &firefly.not_in_ambush, &true)?;
    let firefly_from = at.from("roll", firefly.roll, D100)?;
    if let Some(page) = sheets.last_mut() {
        let (grounds, source) = (firefly.provenance, firefly.source);
        page.notes.push(format!("a Firefly is fired at on {firefly_from}-100 outside an ambush ({grounds}: {source})"));
    }

    let (at, combats): (_, Vec<Combat>) = book.list("fire_combat")?;
    book.done()?;
    let mut fire_at_tank = [[None; 5]; 3];
    let mut fire_at_squad = [[None; 8]; 3];
    let mut squad_sure = None;
    let mut page: Option<ChartSheet> = None;
    for (n, combat) in combats.iter().enumerate() {
        let at = at.in_row(n + 1);
        let grounds = (combat.provenance, &combat.source);
        let page = page.get_or_insert_with(|| {
            let mut page = sheet("enemy_fire_combat", "Enemy Fire Combat", Some(D100), grounds.0, grounds.1);
            page.head = text(["fire", "close", "medium", "long"]);
            page
        });
        page.notes.push(format!("{}, {}: {}", combat.target.replace('_', " "), grounds.0, grounds.1));
        page.notes.push(format!("rules {}", combat.rules.join(", ")));
        for row in &combat.rows {
            let numbers = percentages(&at, "kill", row.kill, 0)?;
            let (target, firers) = match (combat.target.as_str(), row.gun, &row.classes) {
                ("sherman_tank", Some(gun), None) => {
                    for scenario in &combat.scenarios {
                        let cell = &mut fire_at_tank[scenario.index()][gun.index()];
                        at.check(cell.replace(numbers).is_none(), format_args!("{gun} in {scenario} is given twice"))?;
                    }
                    (AT_TANK, vec![gun.id().to_owned()])
                }
                ("infantry_squad", None, Some(classes)) => {
                    for scenario in &combat.scenarios {
                        for class in classes {
                            let cell = &mut fire_at_squad[scenario.index()][class.index()];
                            at.check(
                                cell.replace(numbers).is_none(),
                                format_args!("{class} in {scenario} is given twice"),
                            )?;
                        }
                    }
                    (AT_SQUAD, classes.iter().map(|c| c.to_string()).collect())
                }
                _ => return Err(at.err("a target is a sherman_tank by gun or an infantry_squad by classes")),
            };
            page.rows.push(by_range(heads::combat(&combat.scenarios, target, &firers), row.kill));
        }
        match (combat.target.as_str(), combat.always_kills_on_natural) {
            ("infantry_squad", Some(sure)) => {
                let sure = at.up_to("always_kills_on_natural", sure, D100)?;
                at.says("always_kills_on_natural", &squad_sure.unwrap_or(sure), &sure)?;
                squad_sure = Some(sure);
            }
            ("sherman_tank", None) => {}
            _ => return Err(at.err("only fire at infantry has natural rolls that always kill")),
        }
    }
    for scenario in Scenario::ALL {
        for class in Class::ALL {
            let table = &action[scenario.index()][class.index()];
            let does = |act| table.as_ref().is_some_and(|t| (1..=100).any(|roll| t.at(roll) == act));
            let at = at.in_row(scenario);
            let fires = does(EnemyAct::FireInfantry) && class != Class::Truck;
            let told = fire_at_squad[scenario.index()][class.index()].is_some();
            at.check(!fires || told, format_args!("{class} fires at infantry but has no number for it"))?;
            at.check(!does(EnemyAct::FireAnyTank) || class.fires_ap(), format_args!("{class} cannot fire at tanks"))?;
        }
    }
    sheets.extend(page);
    let squad_sure = squad_sure.ok_or_else(|| at.err("fire at infantry is missing"))?;
    Ok(Enemy { action, ambush_add, firefly_from, fire_at_tank, fire_at_squad, squad_sure })
}

/// Enemy AP To Hit (4.81.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnemyHit {
    /// The basic number, by gun.
    pub base: [ByRange; 5],
    /// The first shot of a tank or SPG.
    pub first_shot: i8,
    /// Acquired 1 and 2.
    pub acquired: [ByRange; 2],
    /// The Sherman is moving.
    pub moving: i8,
}

/// Enemy AP To Kill: by gun, armor class, facing, hull or turret.
pub type EnemyKill = [[[[ByRange; 2]; 3]; 3]; 5];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HitPart {
    die: Die,
    clamp: [i8; 2],
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
    rows: Vec<HitRow>,
    modifiers: Vec<RangeMod>,
    halve_base: Vec<String>,
    fog_or_falling_snow_max_range: String,
    hull_down: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HitRow {
    guns: Vec<EnemyGun>,
    base: ByRange,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RangeMod {
    when: String,
    add_by_range: ByRange,
}

pub(super) fn to_hit(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<EnemyHit, ChartError> {
    let (at, part): (_, HitPart) = book.part("enemy_ap_to_hit")?;
    at.die(part.die, D100)?;
    at.says("clamp", &part.clamp, &[1, 100])?;
    let halves = ["each_smoke_marker_on_tank_in_firer_zone_or_between", "fog_or_falling_snow"].map(String::from);
    at.says("halve_base", &part.halve_base, &halves.to_vec())?;
    at.says("fog_or_falling_snow_max_range", &part.fog_or_falling_snow_max_range.as_str(), &"close")?;
    let served = serving(&at, EnemyGun::ALL, part.rows.iter().map(|row| row.guns.clone()))?;
    let served = super::read::all_served(&at, EnemyGun::ALL, served)?;
    let mut page = sheet("enemy_ap_to_hit", "Enemy AP To Hit", Some(D100), part.provenance, &part.source);
    page.head = text(["gun", "close", "medium", "long"]);
    for row in &part.rows {
        percentages(&at, "base", row.base, 0)?;
        let guns = row.guns.iter().map(|g| g.id()).collect::<Vec<_>>().join(", ");
        page.rows.push(by_range(guns, row.base));
    }
    let ids = ["first_shot_by_tank_or_spg", "acquired_1", "acquired_2", "sherman_moving"];
    let mods = named(&at, ids, part.modifiers, |m| &m.when)?;
    page.notes = mods.iter().map(|m| signed3(m.add_by_range, &m.when)).collect();
    page.notes.push("smoke in the way and thick weather halve the number, once each".into());
    page.notes.push(format!("hull down: {}", part.hull_down));
    page.notes.push(format!("rules {}", part.rules.join(", ")));
    sheets.push(page);
    for m in &mods {
        percentages(&at.in_row(&m.when), "add_by_range", m.add_by_range, -100)?;
    }
    let [first, one, two, moving] = mods.map(|m| m.add_by_range);
    for (id, [close, medium, long]) in [(ids[0], first), (ids[3], moving)] {
        at.in_row(id).check(close == medium && medium == long, "is the same at every range")?;
    }
    let base = served.map(|n| part.rows[n].base);
    Ok(EnemyHit { base, first_shot: first[0], acquired: [one, two], moving: moving[0] })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KillPart {
    die: Die,
    clamp: [i8; 2],
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
    rows: Vec<KillRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KillRow {
    gun: EnemyGun,
    armor: ArmorClass,
    front_turret: ByRange,
    front_hull: ByRange,
    side_turret: ByRange,
    side_hull: ByRange,
    rear_turret: ByRange,
    rear_hull: ByRange,
}

pub(super) fn to_kill(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<EnemyKill, ChartError> {
    let (at, part): (_, KillPart) = book.part("enemy_ap_to_kill")?;
    at.die(part.die, D100)?;
    at.says("clamp", &part.clamp, &[1, 100])?;
    let mut page = sheet("enemy_ap_to_kill", "Enemy AP To Kill", Some(D100), part.provenance, &part.source);
    page.head =
        text(["gun and armor", "front turret", "front hull", "side turret", "side hull", "rear turret", "rear hull"]);
    let mut numbers: [[Option<[[ByRange; 2]; 3]>; 3]; 5] = Default::default();
    for row in &part.rows {
        let at: At = at.in_row(format_args!("{} {}", row.gun.id(), row.armor.id()));
        let six = [row.front_turret, row.front_hull, row.side_turret, row.side_hull, row.rear_turret, row.rear_hull];
        let mut cell = [[[0; 3]; 2]; 3];
        for (place, triple) in six.into_iter().enumerate() {
            let triple = percentages(&at, "number", triple, 0)?;
            at.check(triple.is_sorted_by(|near, far| near >= far), "no number grows with range")?;
            cell[place / 2][1 - place % 2] = triple;
        }
        at.check(numbers[row.gun.index()][row.armor.index()].replace(cell).is_none(), "is given twice")?;
        page.rows.push(std::iter::once(heads::through(row.gun, row.armor)).chain(six.map(triple)).collect());
    }
    page.notes.push("close/medium/long".into());
    page.notes.push(format!("rules {}", part.rules.join(", ")));
    sheets.push(page);
    for gun in EnemyGun::ALL {
        for armor in ArmorClass::ALL {
            let told = numbers[gun.index()][armor.index()].is_some();
            at.check(told, format_args!("{gun} against {armor} is missing"))?;
        }
    }
    Ok(numbers.map(|armors| armors.map(Option::unwrap_or_default)))
}
