//! Friendly Action and Random Events: `friendly_and_events.toml`.

use super::lay::{cells as text, fill, sheet};
use super::read::{Book, Column, Plain, Row, When, cells, each, named, only, plain, signed, table, try_map};
use crate::words::{FriendlyMode, Mine, MineCrew, Month, RandomEvent, Range, Scenario, Sector, Side, UnitType};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::dice::{D10, D100};
use serde::Deserialize;

/// A row of Friendly Action (14.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FriendlyRow {
    /// This or less, modified, knocks the unit out.
    pub ko: i8,
    /// This or more, unmodified, makes smoke; 0 for never.
    pub smoke: i8,
}

/// A modifier of Friendly Action and the fire it counts for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FriendlyMod {
    /// What it adds.
    pub add: i8,
    /// The kinds of fire, by [`FriendlyMode`].
    modes: [bool; 5],
    /// Whether it counts for the artillery of a random event.
    event_artillery: bool,
}

impl FriendlyMod {
    /// What it adds to this kind of fire, ordered or from a random event.
    #[inline]
    pub fn of(self, mode: FriendlyMode, event: bool) -> i8 {
        let left_out = event && mode == FriendlyMode::Artillery && !self.event_artillery;
        if self.modes[mode.index()] && !left_out { self.add } else { 0 }
    }
}

/// Modifiers of Friendly Action (R18).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FriendlyMods {
    /// Flanking fire.
    pub flanking: FriendlyMod,
    /// An air strike at a vehicle.
    pub air_vehicle: FriendlyMod,
    /// Each US Controlled sector.
    pub per_sector: FriendlyMod,
    /// Artillery at infantry or a gun in woods.
    pub artillery_woods: FriendlyMod,
    /// LW or MG: each friendly squad lost.
    pub per_squad: FriendlyMod,
    /// A vehicle: each friendly tank lost.
    pub per_tank: FriendlyMod,
    /// Each Smoke marker in the target's zone.
    pub per_smoke: FriendlyMod,
    /// Fog or falling snow.
    pub thick: FriendlyMod,
    /// Advancing fire or artillery at a vehicle other than a truck.
    pub hard_target: FriendlyMod,
}

/// Panzerfaust Attack (15.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Panzerfaust {
    /// The highest roll that is an attack, by scenario.
    pub attack: [i8; 3],
    /// From December 1944.
    pub late: i8,
    /// The Sherman is moving.
    pub moving: i8,
    /// The Sherman is lead tank.
    pub lead: i8,
    /// The zone is under Advancing Fire.
    pub swept: i8,
    /// From sector 1, 2 or 3.
    pub rear_sector: i8,
    /// The highest roll that hits.
    pub hit: i8,
    /// The Sherman is moving.
    pub hit_moving: i8,
    /// The zone is under Advancing Fire.
    pub hit_swept: i8,
    /// The highest roll that knocks the tank out.
    pub kill: i8,
}

/// All of this file.
pub(super) struct Events {
    pub(super) friendly: [FriendlyRow; 17],
    pub(super) friendly_mods: FriendlyMods,
    pub(super) friendly_sure: i8,
    pub(super) events: [DieTable<RandomEvent>; 3],
    pub(super) artillery_losses: DieTable<u8>,
    pub(super) advance_side: DieTable<Side>,
    pub(super) mines: DieTable<Mine>,
    pub(super) mines_1945: i8,
    pub(super) mine_crew: DieTable<MineCrew>,
    pub(super) panzerfaust: Panzerfaust,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FriendlyPart {
    die: super::read::Die,
    clamp: [i8; 2],
    natural_ko: [i8; 2],
    provenance: Provenance,
    source: String,
    rules: Vec<String>,
    rows: Vec<FriendlyUnit>,
    modifiers: Vec<ModeMod>,
    fog_block: FogBlock,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FriendlyUnit {
    unit: UnitType,
    ko: i8,
    smoke: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ModeMod {
    when: String,
    modes: Vec<FriendlyMode>,
    /// Left out in the shipped file, where no kind of artillery is set apart.
    not_for_event_artillery: Option<bool>,
    add: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FogBlock {
    sector: Sector,
    zones: Vec<Range>,
    except_mode: FriendlyMode,
}

table! { EventTable { column: Vec<Column<Scenario, Row<RandomEvent>>>, } }
table! { LossTable { column: Vec<Plain<Row<u8>>>, } }
table! { SideTable { column: Vec<Plain<Row<Side>>>, } }
table! { MineTable { modifiers: Vec<DateMod>, column: Vec<Plain<Row<Mine>>>, } }
table! { MineCrewTable { column: Vec<Plain<Row<MineCrew>>>, } }
table! { FaustTable { modifiers: Vec<DateMod>, column: Vec<Column<Scenario, Row<bool>>>, } }
table! { FaustHitTable { modifiers: Vec<When>, column: Vec<Plain<Row<bool>>>, } }
table! { FaustKillTable { column: Vec<Plain<Row<bool>>>, } }

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DateMod {
    from_date: Option<toml::value::Datetime>,
    when: Option<String>,
    add: i8,
}

impl DateMod {
    fn id(&self) -> String {
        self.from_date.map_or_else(|| self.when.clone().unwrap_or_default(), |date| format!("from {date}"))
    }
}

/// What a roll of few sides means, in words, and the highest that does something.
fn threshold(at: &super::read::At, table: &DieTable<bool>) -> Result<i8, ChartError> {
    let highest = (1..=10).take_while(|roll| table.at(*roll)).count() as i8;
    at.check((highest + 1..=10).all(|roll| !table.at(roll)), "low rolls must be the successes")?;
    Ok(highest)
}

pub(super) fn read(files: &Files, sheets: &mut Vec<ChartSheet>) -> Result<Events, ChartError> {
    let mut book = Book::open(files, "friendly_and_events.toml")?;
    let (friendly, friendly_mods, friendly_sure) = friendly(&mut book, sheets)?;

    let (at, t): (_, EventTable) = book.table("random_events")?;
    let mut page = t.sheet("Random Events");
    let (die, clamp) = (t.die, t.clamp());
    let found = each(&at, Scenario::ALL, t.column, |c| c.key)?;
    let events = try_map(found, |c| at.column(die, clamp, &cells(&c.rows)))?;
    fill(&mut page, &Scenario::ALL.map(Scenario::name), &events.each_ref(), |e| e.to_string());
    sheets.push(page);

    let (at, t): (_, LossTable) = book.table("enemy_artillery_losses")?;
    let (die, clamp, mut page) = (t.die, t.clamp(), t.sheet("Enemy Artillery"));
    let artillery_losses = at.column(die, clamp, &cells(&only(&at, t.column)?))?;
    fill(&mut page, &["squads lost"], &[&artillery_losses], |n| n.to_string());
    sheets.push(page);

    let (at, t): (_, SideTable) = book.table("enemy_advance_side")?;
    let (die, clamp, mut page) = (t.die, t.clamp(), t.sheet("Enemy Advance"));
    let advance_side = at.column(die, clamp, &cells(&only(&at, t.column)?))?;
    fill(&mut page, &["sector"], &[&advance_side], |s| s.to_string());
    page.notes.push("of several sectors each has an even share of the rolls, clockwise from sector 4-5 (R61)".into());
    sheets.push(page);

    let (at, t): (_, MineTable) = book.table("minefield_attack")?;
    let (die, clamp, mut page) = (t.die, t.clamp(), t.sheet("Minefield Attack"));
    let [late] = super::read::array(&at, t.modifiers)?;
    at.says("the date of the modifier", &late.id().as_str(), &"from 1945-01-01")?;
    at.within("modifier", late.add, -9..=9)?;
    page.notes.push(format!("{:+} {}", late.add, late.id()));
    let mines = at.column(die, clamp, &cells(&only(&at, t.column)?))?;
    fill(&mut page, &["result"], &[&mines], |m| m.to_string());
    sheets.push(page);

    let (at, t): (_, MineCrewTable) = book.table("minefield_crew")?;
    let (die, clamp, mut page) = (t.die, t.clamp(), t.sheet("Minefield Attack: crew"));
    let mine_crew = at.column(die, clamp, &cells(&only(&at, t.column)?))?;
    fill(&mut page, &["result"], &[&mine_crew], |m| m.to_string());
    sheets.push(page);

    let panzerfaust = panzerfaust(&mut book, sheets)?;
    book.done()?;
    Ok(Events {
        friendly,
        friendly_mods,
        friendly_sure,
        events,
        artillery_losses,
        advance_side,
        mines,
        mines_1945: late.add,
        mine_crew,
        panzerfaust,
    })
}

fn friendly(
    book: &mut Book,
    sheets: &mut Vec<ChartSheet>,
) -> Result<([FriendlyRow; 17], FriendlyMods, i8), ChartError> {
    let (at, part): (_, FriendlyPart) = book.part("friendly_action")?;
    at.die(part.die, D100)?;
    at.says("clamp", &part.clamp, &[1, 100])?;
    let sure = at.up_to("natural_ko", part.natural_ko, D100)?;
    at.says("the sector of fog_block", &part.fog_block.sector, &Sector::S68)?;
    at.says("the zones of fog_block", &part.fog_block.zones, &vec![Range::Medium, Range::Long])?;
    at.says("except_mode of fog_block", &part.fog_block.except_mode, &FriendlyMode::Artillery)?;
    let mut page = sheet("friendly_action", "Friendly Action", Some(D100), part.provenance, &part.source);
    page.head = text(["unit", "knocked out at or below", "smoke at natural"]);
    let rows = each(&at, UnitType::ALL, part.rows, |row| row.unit)?;
    for row in &rows {
        at.within("ko", row.ko, 0..=100)?;
        at.within("smoke", row.smoke, 0..=100)?;
        let smoke = if row.smoke == 0 { "-".into() } else { format!("{}-100", row.smoke) };
        page.rows.push(vec![row.unit.to_string(), row.ko.to_string(), smoke]);
    }
    use FriendlyMode::{Advancing, Air, Artillery, Flanking};
    let all = &FriendlyMode::ALL[..];
    let needed: [(&str, &[FriendlyMode]); 9] = [
        ("flanking_fire", &[Flanking]),
        ("target_is_vehicle", &[Air]),
        ("each_us_controlled_sector", all),
        ("target_lw_mg_or_at_gun_in_woods", &[Artillery]),
        ("target_lw_or_mg_each_friendly_squad_lost", all),
        ("target_vehicle_each_friendly_tank_lost", all),
        ("each_smoke_marker_in_target_zone", all),
        ("fog_or_falling_snow", all),
        ("target_vehicle_except_truck", &[Advancing, Artillery]),
    ];
    let mods = named(&at, needed.map(|n| n.0), part.modifiers, |m| &m.when)?;
    for (m, (id, modes)) in mods.iter().zip(needed) {
        let at = at.in_row(id);
        // What counts for all fire may be read more narrowly (R18); what names its fire may not be read otherwise.
        if modes.len() < all.len() {
            at.says("modes", &m.modes.as_slice(), &modes)?;
        }
        let in_order = m.modes.is_sorted_by(|a, b| a.index() < b.index());
        at.check(in_order && !m.modes.is_empty(), "modes are kinds of fire, each once and in their order")?;
        at.within("add", m.add, -100..=100)?;
        let of = if m.modes.len() == all.len() {
            String::new()
        } else {
            format!(" ({} only)", m.modes.iter().map(|m| m.name()).collect::<Vec<_>>().join(", "))
        };
        let but = if m.not_for_event_artillery == Some(true) { ", not for a random event's artillery" } else { "" };
        page.notes.push(format!("{}{of}{but}", signed(m.add, id)));
    }
    page.notes.push(format!("natural 1-{sure} always knocks out"));
    page.notes.push("in fog or falling snow only artillery reaches sector 6-8 beyond close range".into());
    page.notes.push(format!("rules {}", part.rules.join(", ")));
    sheets.push(page);
    let [flanking, air_vehicle, per_sector, artillery_woods, per_squad, per_tank, per_smoke, thick, hard_target] = mods
        .map(|m| FriendlyMod {
            add: m.add,
            modes: FriendlyMode::ALL.map(|mode| m.modes.contains(&mode)),
            event_artillery: m.not_for_event_artillery != Some(true),
        });
    let mods = FriendlyMods {
        flanking,
        air_vehicle,
        per_sector,
        artillery_woods,
        per_squad,
        per_tank,
        per_smoke,
        thick,
        hard_target,
    };
    Ok((rows.map(|row| FriendlyRow { ko: row.ko, smoke: row.smoke }), mods, sure))
}

fn panzerfaust(book: &mut Book, sheets: &mut Vec<ChartSheet>) -> Result<Panzerfaust, ChartError> {
    let (at, t): (_, FaustTable) = book.table("panzerfaust_attack")?;
    at.die(t.die, D10)?;
    let (die, clamp, mut page) = (t.die, t.clamp(), t.sheet("Panzerfaust Attack I: attack"));
    let ids = [
        "from 1944-12-01",
        "sherman_moving",
        "sherman_is_lead_tank",
        "attack_zone_under_advancing_fire",
        "attack_from_sector_1_2_or_3",
    ];
    let rows = t.modifiers.iter().map(|m| When { when: m.id(), add: m.add }).collect();
    let [late, moving, lead, swept, rear_sector] = super::read::whens(&at, ids, rows)?;
    page.notes.extend(t.modifiers.iter().map(|m| format!("{:+} {}", m.add, plain(&m.id()))));
    let found = each(&at, Scenario::ALL, t.column, |c| c.key)?;
    let tables = try_map(found, |c| at.column(die, clamp, &cells(&c.rows)))?;
    let attack = try_map(tables.each_ref(), |table| threshold(&at, table))?;
    let yes = |word: &'static str| move |yes: bool| if yes { word.to_owned() } else { "-".to_owned() };
    fill(&mut page, &Scenario::ALL.map(Scenario::name), &tables.each_ref(), yes("attack"));
    sheets.push(page);

    let (at, t): (_, FaustHitTable) = book.table("panzerfaust_to_hit")?;
    at.die(t.die, D10)?;
    let (die, clamp, mut page) = (t.die, t.clamp(), t.sheet("Panzerfaust Attack II: to hit"));
    page.notes.extend(t.modifiers.iter().map(|m| signed(m.add, &m.when)));
    let [hit_moving, hit_swept] =
        super::read::whens(&at, ["sherman_moving", "attack_zone_under_advancing_fire"], t.modifiers)?;
    let table = at.column(die, clamp, &cells(&only(&at, t.column)?))?;
    let hit = threshold(&at, &table)?;
    fill(&mut page, &["result"], &[&table], yes("hit"));
    sheets.push(page);

    let (at, t): (_, FaustKillTable) = book.table("panzerfaust_to_kill")?;
    at.die(t.die, D10)?;
    let (die, clamp, mut page) = (t.die, t.clamp(), t.sheet("Panzerfaust Attack III: to kill"));
    let table = at.column(die, clamp, &cells(&only(&at, t.column)?))?;
    let kill = threshold(&at, &table)?;
    fill(&mut page, &["result"], &[&table], yes("knocked out"));
    sheets.push(page);
    Ok(Panzerfaust { attack, late, moving, lead, swept, rear_sector, hit, hit_moving, hit_swept, kill })
}

impl Panzerfaust {
    /// Whether the late modifier counts in a month (15.5).
    pub fn is_late(month: Month) -> bool {
        month >= Month::DECEMBER
    }
}
