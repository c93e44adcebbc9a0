//! The Sherman's movement: `sherman_movement.toml`, and displacement on `battle_board.toml`.

use super::lay::{cells as text, fill, sheet};
use super::read::{
    At, Book, Columns, Die, Plain, Row, all_served, cells, columns, each, labels, named, only, plain, serving, signed,
    table,
};
use crate::words::{BogResult, Drive, EnemyMove, Ground, Leaving, MoveResult, Range, Sector, Shift, Zone};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::dice::{D10, D100};
use serde::Deserialize;

/// Modifiers of the Movement table; the driver's rating and a directing commander's are subtracted besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveMods {
    /// HVSS.
    pub hvss: i8,
    /// The driver is buttoned up.
    pub buttoned: i8,
    /// By what lies on the ground.
    pub ground: [i8; 4],
}

/// Modifiers of the Bogged Down table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BogMods {
    /// HVSS.
    pub hvss: i8,
    /// The driver is buttoned up.
    pub buttoned: i8,
}

/// Fuel (29.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fuel {
    /// A full tank.
    pub most: u8,
    /// Entering an area.
    pub per_area: u8,
    /// The highest coloured die of a move in battle that uses some.
    pub battle_colored: i8,
    /// How much it uses then.
    pub per_move: u8,
}

/// All of this file.
pub(super) struct Driving {
    pub(super) movement: [DieTable<MoveResult>; 4],
    pub(super) shift: [DieTable<Shift>; 4],
    pub(super) move_mods: MoveMods,
    pub(super) bog: DieTable<BogResult>,
    pub(super) bog_mods: BogMods,
    pub(super) fuel: Fuel,
}

table! { MoveTable { natural_100: MoveResult, modifiers: Vec<DriveMod>, column: Vec<Columns<Drive, Row<MoveResult>>>, } }
table! { BogTable { natural_100: BogResult, modifiers: Vec<DriveMod>, column: Vec<Plain<Row<BogResult>>>, } }

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShiftTable {
    id: String,
    die: String,
    clamp: [i8; 2],
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
    column: Vec<Columns<Drive, Row<Shift>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DriveMod {
    when: String,
    add: Option<i8>,
    subtract_rating: Option<super::read::Letter>,
    subtract_half_rating_down: Option<super::read::Letter>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FuelPart {
    maximum: u8,
    gallons_per_unit: u8,
    area_move_cost: u8,
    battle_move_colored_die: [i8; 2],
    battle_move_cost: u8,
    battle_actions: Vec<Drive>,
    empty_tank_may_not: Vec<String>,
    resupply_refills: bool,
    provenance: Provenance,
    source: String,
}

const DRIVER: &str = "driver";
const DIRECTED: &str = "commander_directing_movement_from_open_hatch";
const CUPOLA: &str = "commander_directing_movement_buttoned_up_in_vision_cupola";

/// The plain numbers among modifiers; those that subtract a rating must be as the rules have them.
fn drive_mods<const N: usize>(
    at: &At,
    ids: [&str; N],
    rows: Vec<DriveMod>,
    page: &mut ChartSheet,
) -> Result<[i8; N], ChartError> {
    let rows = named(at, ids, rows, |row| &row.when)?;
    let mut adds = [0; N];
    for (n, row) in rows.iter().enumerate() {
        let at = at.in_row(&row.when);
        let whole = row.subtract_rating.map(|l| l.0.letter());
        let half = row.subtract_half_rating_down.map(|l| l.0.letter());
        match row.when.as_str() {
            DRIVER | DIRECTED => {
                at.says("subtract_rating", &whole, &Some(if row.when == DRIVER { "D" } else { "C" }))?;
                page.notes.push(format!("minus the rating: {}", plain(&row.when)));
            }
            CUPOLA => {
                at.says("subtract_half_rating_down", &half, &Some("C"))?;
                page.notes.push(format!("minus half the rating, rounded down: {}", plain(&row.when)));
            }
            _ => {
                adds[n] = row.add.ok_or_else(|| at.err("needs add"))?;
                at.within("add", adds[n], -100..=100)?;
                page.notes.push(signed(adds[n], &row.when));
            }
        }
    }
    Ok(adds)
}

pub(super) fn read(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Driving, ChartError> {
    let mut book = Book::open(files, "sherman_movement.toml")?;
    let (at, t): (_, MoveTable) = book.table("movement_part_1")?;
    at.die(t.die, D100)?;
    at.says("natural_100", &t.natural_100, &MoveResult::BoggedDown)?;
    let mut page = t.sheet("Movement I: your tank");
    let served = serving(&at, Drive::ALL, t.column.iter().map(|c| c.keys.clone()))?;
    let served = all_served(&at, Drive::ALL, served)?;
    let tables = columns(&at, t.die, t.clamp(), &t.column)?;
    fill(&mut page, &labels(&t.column), &tables.iter().collect::<Vec<_>>(), |m| m.to_string());
    let ids = [DRIVER, DIRECTED, CUPOLA, "hvss", "driver_buttoned_up", "ground_snow", "deep_snow", "mud"];
    let [_, _, _, hvss, buttoned, snow, deep, mud] = drive_mods(&at, ids, t.modifiers, &mut page)?;
    page.notes.push("a natural 100 bogs down whatever the modifiers".into());
    sheets.push(page);
    let movement = served.map(|n| tables[n].clone());
    let mut ground = [0; 4];
    ground[Ground::GroundSnow.index()] = snow;
    ground[Ground::DeepSnow.index()] = deep;
    ground[Ground::Mud.index()] = mud;

    let (at, t): (_, ShiftTable) = book.table("movement_part_2")?;
    at.says("id", &t.id.as_str(), &"movement_part_2")?;
    at.says("die", &t.die.as_str(), &"white die of the Part I roll")?;
    let served = serving(&at, Drive::ALL, t.column.iter().map(|c| c.keys.clone()))?;
    let served = all_served(&at, Drive::ALL, served)?;
    let tables = columns(&at, Die(D10), t.clamp, &t.column)?;
    let mut page = sheet("movement_part_2", "Movement II: enemy units", Some(D10), t.provenance, &t.source);
    fill(&mut page, &labels(&t.column), &tables.iter().collect::<Vec<_>>(), |s| s.to_string());
    page.notes = vec!["read with the white die of the Part I roll".into(), format!("rules {}", t.rules.join(", "))];
    sheets.push(page);
    let shift = served.map(|n| tables[n].clone());
    for drive in Drive::ALL {
        let wrong = if drive.is_forward() { Shift::B } else { Shift::A };
        let right = (1..=10).all(|roll| shift[drive.index()].at(roll) != wrong);
        at.check(right, format_args!("A is for going forward and B for going back: {drive}"))?;
    }

    let (at, t): (_, BogTable) = book.table("bogged_down")?;
    at.die(t.die, D100)?;
    at.says("natural_100", &t.natural_100, &BogResult::Assistance)?;
    let mut page = t.sheet("Bogged Down");
    let (die, clamp) = (t.die, t.clamp());
    let ids = [DRIVER, DIRECTED, "hvss", "driver_buttoned_up"];
    let [_, _, bog_hvss, bog_buttoned] = drive_mods(&at, ids, t.modifiers, &mut page)?;
    let bog = at.column(die, clamp, &cells(&only(&at, t.column)?))?;
    fill(&mut page, &["result"], &[&bog], |b| b.to_string());
    sheets.push(page);

    let (at, part): (_, FuelPart) = book.part("fuel")?;
    book.done()?;
    at.says(
        "battle_actions",
        &part.battle_actions,
        &vec![Drive::Forward, Drive::ForwardToHullDown, Drive::Reverse, Drive::ReverseToHullDown],
    )?;
    let stuck = ["forward", "forward_to_hull_down", "reverse", "reverse_to_hull_down", "pivot", "enter_area"];
    at.says("empty_tank_may_not", &part.empty_tank_may_not, &stuck.map(String::from).to_vec())?;
    at.says("resupply_refills", &part.resupply_refills, &true)?;
    at.within("maximum", part.maximum, 1..=100)?;
    let fuel = Fuel {
        most: part.maximum,
        per_area: part.area_move_cost,
        battle_colored: at.up_to("battle_move_colored_die", part.battle_move_colored_die, D10)?,
        per_move: part.battle_move_cost,
    };
    let mut page = sheet("fuel", "Fuel", None, part.provenance, &part.source);
    page.head = text(["what", "units"]);
    page.rows = vec![
        vec!["full tank".into(), fuel.most.to_string()],
        vec!["entering an area".into(), fuel.per_area.to_string()],
        vec![format!("moving in battle, coloured die 1-{}", fuel.battle_colored), fuel.per_move.to_string()],
    ];
    page.notes.push(format!("a unit is {} gallons; resupply fills the tank", part.gallons_per_unit));
    sheets.push(page);
    let move_mods = MoveMods { hvss, buttoned, ground };
    Ok(Driving { movement, shift, move_mods, bog, bog_mods: BogMods { hvss: bog_hvss, buttoned: bog_buttoned }, fuel })
}

/// By sector relative to the hull and by range, where a unit ends; none is off the board.
type Displaced = [[Option<(u8, Range)>; 3]; 6];

/// The Battle Board: who moves where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleBoard {
    /// By result A or B, where a unit in a place relative to the hull ends; none is off the board.
    displaced: [Displaced; 2],
    /// By way and range, how an enemy unit moves: sectors clockwise, and the ring it ends in; none is off the board.
    moves: [[(u8, Option<Range>); 3]; 4],
    /// Where the task force's Advance Fire markers may go (22.12).
    pub advance_fire: Vec<Zone>,
    /// The sector each roll shows (5.12).
    pub sectors: DieTable<Sector>,
}

impl BattleBoard {
    /// Where your own movement puts a unit (11.2), by its sector relative to the hull: none is off the board. Results that
    /// displace nobody leave it where it is.
    pub fn displaced(&self, shift: Shift, rel: u8, range: Range) -> Option<(u8, Range)> {
        match shift {
            Shift::A => self.displaced[0][usize::from(rel % 6)][range.index()],
            Shift::B => self.displaced[1][usize::from(rel % 6)][range.index()],
            Shift::C | Shift::None => Some((rel, range)),
        }
    }

    /// Where a unit's own movement takes it (13.1): none is off the board.
    pub fn moved(&self, way: EnemyMove, zone: Zone) -> Option<Zone> {
        let (turn, range) = self.moves[way.index()][zone.range.index()];
        Some(Zone::new(zone.sector.turned(turn), range?))
    }

    /// Which way the task force leaves (11.31).
    pub fn leaving(&self, hull: Sector, forward: bool) -> Leaving {
        if hull.is_rear() == forward { Leaving::Retreat } else { Leaving::Advance }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectorRow {
    id: Sector,
    direction: usize,
    rolls: Vec<i8>,
    paired_with: Sector,
    starts_us_controlled: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ZoneRow {
    range: Range,
    index: usize,
    yards: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Appearance {
    die: Die,
    provenance: Provenance,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnemyMoveRow {
    code: EnemyMove,
    provenance: Provenance,
    source: String,
    close: Target,
    medium: Target,
    long: Target,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Target {
    direction_add: u8,
    zone: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Displacement {
    result: Shift,
    provenance: Provenance,
    source: String,
    moves: Vec<DisplaceRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DisplaceRow {
    rel: u8,
    zone: Range,
    to_rel: u8,
    to_zone: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeavingPart {
    provenance: Provenance,
    source: String,
    retreat_when: Vec<LeavingRow>,
    advance_when: Vec<LeavingRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeavingRow {
    facing: Vec<Sector>,
    moved: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AdvanceFire {
    provenance: Provenance,
    source: String,
    allowed: Vec<AllowedRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllowedRow {
    sector: Sector,
    zones: Vec<Range>,
}

/// A ring, or off the board.
fn ring(at: &At, text: &str) -> Result<Option<Range>, ChartError> {
    match text {
        "off" => Ok(None),
        text => Range::from_id(text).map(Some).ok_or_else(|| at.err(format_args!("no zone `{text}` is known"))),
    }
}

pub(super) fn battle_board(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<BattleBoard, ChartError> {
    let mut book = Book::open(files, "battle_board.toml")?;
    let (_, meta): (_, Meta) = book.part("meta")?;
    let mut page = sheet("battle_board", "Battle Board", None, meta.provenance, &meta.source);
    page.head = text(["sector", "rolls", "paired with", "US Controlled at first"]);
    let (at, rows): (_, Vec<SectorRow>) = book.list("sector")?;
    let rows = each(&at, Sector::ALL, rows, |row| row.id)?;
    let mut rolls = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        let at = at.in_row(row.id.id());
        at.says("direction", &row.direction, &n)?;
        at.says("paired_with", &row.paired_with, &row.id.paired())?;
        at.says("starts_us_controlled", &row.starts_us_controlled, &row.id.is_rear())?;
        for roll in &row.rolls {
            at.says("the sector of the roll", &row.id, &Sector::from_roll(*roll))?;
            rolls.push(([*roll, *roll], row.id));
        }
        let rolls: Vec<String> = row.rolls.iter().map(i8::to_string).collect();
        let us = super::lay::tick(row.starts_us_controlled);
        page.rows.push(vec![row.id.to_string(), rolls.join(" "), row.paired_with.to_string(), us]);
    }
    let (at, appearance): (_, Appearance) = book.part("appearance")?;
    at.die(appearance.die, D10)?;
    let sectors = at.column(Die(D10), [1, 10], &rolls)?;
    page.notes
        .push(format!("where a unit appears is rolled with {D10} ({}: {})", appearance.provenance, appearance.source));
    let mut where_from = sheet("sector", "Sector of appearance", Some(D10), appearance.provenance, &appearance.source);
    fill(&mut where_from, &["sector"], &[&sectors], |s| s.to_string());
    sheets.push(where_from);
    let (at, rows): (_, Vec<ZoneRow>) = book.list("zone")?;
    for (n, row) in each(&at, Range::ALL, rows, |row| row.range)?.iter().enumerate() {
        at.says("index", &row.index, &n)?;
        page.notes.push(format!("{} range: out to {} yards", row.range, row.yards));
    }

    let (at, rows): (_, Vec<EnemyMoveRow>) = book.list("enemy_move")?;
    let rows = each(&at, EnemyMove::ALL, rows, |row| row.code)?;
    let mut moves = [[(0, None); 3]; 4];
    for (n, row) in rows.iter().enumerate() {
        let at = at.in_row(row.code.id());
        for (range, target) in [&row.close, &row.medium, &row.long].into_iter().enumerate() {
            at.within("direction_add", target.direction_add, 0..=5)?;
            moves[n][range] = (target.direction_add, ring(&at, &target.zone)?);
        }
        page.notes.push(format!("{}: {} ({})", row.code, row.source, row.provenance));
    }

    let (at, rows): (_, Vec<Displacement>) = book.list("displacement")?;
    let rows = each(&at, [Shift::A, Shift::B], rows, |row| row.result)?;
    let mut displaced = [[[None; 3]; 6]; 2];
    for (n, row) in rows.iter().enumerate() {
        let at = at.in_row(row.result.id());
        let mut seen = [[false; 3]; 6];
        for m in &row.moves {
            at.within("rel", m.rel, 0..=5)?;
            at.within("to_rel", m.to_rel, 0..=5)?;
            let seen = &mut seen[usize::from(m.rel)][m.zone.index()];
            at.check(!std::mem::replace(seen, true), format_args!("place {} {} is given twice", m.rel, m.zone))?;
            displaced[n][usize::from(m.rel)][m.zone.index()] = ring(&at, &m.to_zone)?.map(|range| (m.to_rel, range));
        }
        at.check(seen.iter().flatten().all(|s| *s), "a place is missing")?;
        page.notes.push(format!("displacement {}: {} ({})", row.result.id(), row.source, row.provenance));
    }

    let (at, leaving): (_, LeavingPart) = book.part("leaving")?;
    let words = |rows: &[LeavingRow]| {
        let mut rows: Vec<_> = rows.iter().map(|row| (row.moved.clone(), row.facing.clone())).collect();
        rows.sort();
        rows
    };
    let rear = crate::words::REAR.to_vec();
    let front = vec![Sector::S45, Sector::S68, Sector::S910];
    let forward_reverse =
        |f: &Vec<Sector>, r: &Vec<Sector>| vec![("forward".into(), f.clone()), ("reverse".into(), r.clone())];
    at.says("retreat_when", &words(&leaving.retreat_when), &forward_reverse(&rear, &front))?;
    at.says("advance_when", &words(&leaving.advance_when), &forward_reverse(&front, &rear))?;
    page.notes.push(format!("leaving the board: {} ({})", leaving.source, leaving.provenance));

    let (at, part): (_, AdvanceFire) = book.part("advancing_fire")?;
    book.done()?;
    let mut advance_fire = Vec::new();
    for row in &part.allowed {
        for range in &row.zones {
            let zone = Zone::new(row.sector, *range);
            at.check(!advance_fire.contains(&zone), format_args!("{zone} is given twice"))?;
            advance_fire.push(zone);
        }
    }
    at.check(!advance_fire.is_empty(), "no zone is allowed")?;
    let zones: Vec<String> = advance_fire.iter().map(Zone::to_string).collect();
    page.notes.push(format!("Advance Fire markers: {} ({}: {})", zones.join(", "), part.provenance, part.source));
    sheets.push(page);
    Ok(BattleBoard { displaced, moves, advance_fire, sectors })
}
