//! The charts of the game, read from their files, checked, and flattened for play.
//!
//! Figures may change, words may not: ids are those of [`crate::words`]. Where a file states what the rules have built in, it must
//! state it as they have it.

#![allow(missing_docs)] // Figures are called what the charts call them.

mod actions;
mod calendar;
mod career;
mod contact;
mod day;
mod drive;
mod enemy;
mod events;
mod forces;
mod gunnery;
mod heads;
mod hit;
mod kill;
mod lay;
mod map;
mod mg;
mod read;
pub mod readings;

pub use actions::{ActionInfo, Disagreement};
pub use calendar::{Calendar, DayCode};
pub use career::{MedalMods, Multipliers, Points};
pub use contact::{Found, Placed, Spotting};
pub use day::{DeployCell, ExtraCell, SnowCell, Stores, WeatherCell};
pub use drive::{BattleBoard, BogMods, Fuel, MoveMods};
pub use enemy::{EnemyHit, EnemyKill};
pub use events::{FriendlyMod, FriendlyMods, FriendlyRow, Panzerfaust};
pub use forces::{Card, Unit};
pub use gunnery::{ByRange, KillInfantry, RateOfFire, ToHit};
pub use heads::Heads;
pub use hit::{BailOut, Explosion, WoundMods};
pub use kill::KillVehicle;
pub use map::Area;
pub use mg::MgFire;

use crate::words::{
    Action, Actions, Activity, Ammo, Appears, AreaType, BogResult, Class, Clock, Collateral, Day, EnemyAct, EnemyMove,
    Facing, Gun, Hit, Hourly, Location, MapArea, Marker, MgUse, Mine, MineCrew, Month, MoveResult, Need, Post,
    RandomEvent, Range, Repair, Resistance, Road, Scenario, Sector, Shift, Side, Tank, UnitType, Wound, Zone,
};
use hulldown_core::chart::{By, ChartError, ChartSheet, DieTable, Files, Provenance, Spans};
use hulldown_core::dice::D10;

/// The most extra main gun rounds (16.22).
const EXTRA_ROUNDS: u8 = 30;
/// The most extra .30 boxes (16.22).
const EXTRA_BOXES: u8 = 10;

/// Every chart of the game. Arrays are indexed by the words named.
#[derive(Clone, Debug)]
pub struct Charts {
    /// The Combat Calendar.
    pub calendar: Calendar,
    /// The areas of the Movement Board, by [`MapArea`].
    pub areas: Vec<Area>,
    /// The numbered edge areas, 1 first.
    pub edge_areas: [MapArea; 10],
    /// The exit area's number, by the start area's number less one.
    pub exits: [DieTable<u8>; 10],
    /// The start area's number.
    pub start: DieTable<u8>,

    /// Resistance found, by resistance expected.
    pub resistance: [DieTable<Resistance>; 3],
    /// The lowest roll that is a battle, by resistance.
    pub battle_at: [i8; 3],
    /// What the area adds to both rolls, by [`AreaType`].
    pub resistance_area: [i8; 4],
    /// Units at the start of a battle, by resistance.
    pub units_at: [u8; 3],
    /// Units of a reinforcement, by scenario.
    pub reinforcements: [u8; 3],
    /// The range a unit appears at, by [`crate::words::Class`].
    pub range: [DieTable<Range>; 8],
    /// What the area adds to that, by [`AreaType`].
    pub range_area: [i8; 4],
    /// The facing of a vehicle, by [`crate::words::Class`].
    pub facing: [Option<DieTable<Facing>>; 8],
    /// What a Counterattack adds to the terrain roll.
    pub terrain_counterattack: i8,
    /// Which tank.
    pub appear_tank: DieTable<Found>,
    /// Whether it is a Pz VI.
    pub appear_pz_vi: DieTable<UnitType>,
    /// Which SPG.
    pub appear_spg: DieTable<UnitType>,
    /// Which AT gun.
    pub appear_at: DieTable<UnitType>,
    /// PSW or SPW.
    pub appear_carrier: DieTable<UnitType>,
    /// The highest roll that is an ambush.
    pub ambush: i8,
    /// What bad weather adds to it.
    pub ambush_weather: i8,
    /// Spotting.
    pub spotting: Spotting,
    contact: contact::Contact,

    /// The enemy's counters.
    pub units: By<UnitType, Unit>,
    /// What an unidentified unit counts as.
    pub unidentified: By<Class, Option<UnitType>>,
    /// The Tank Cards.
    pub tanks: By<Tank, Card>,
    /// How many markers there are.
    pub markers: By<Marker, u8>,

    /// To Hit Target.
    pub to_hit: ToHit,
    /// Modifiers of the Rate of Fire.
    pub rate_of_fire: RateOfFire,
    /// To Kill Infantry Targets.
    pub kill_infantry: KillInfantry,
    /// To Kill versus vehicles.
    pub kill_vehicles: KillVehicle,
    /// Sherman MG.
    pub mg: MgFire,
    /// What an MG's Advancing Fire costs.
    pub mg_advancing: DieTable<MgUse>,
    /// Gun Malfunction Repair.
    pub repair: DieTable<Repair>,
    /// The lowest natural roll that breaks a gun.
    pub repair_broken: i8,

    /// Enemy Action, by scenario and class; none never appears there.
    pub enemy_action: [[Option<DieTable<EnemyAct>>; 8]; 3],
    /// What an ambush adds to it.
    pub ambush_add: [[i8; 8]; 3],
    /// The lowest roll that fires at a Firefly.
    pub firefly_from: i8,
    /// Enemy fire at a friendly tank, by scenario and gun.
    pub fire_at_tank: [[Option<ByRange>; 5]; 3],
    /// Enemy fire at a squad, by scenario and class.
    pub fire_at_squad: [[Option<ByRange>; 8]; 3],
    /// The highest natural roll that always kills a squad.
    pub squad_sure: i8,
    /// Enemy AP To Hit.
    pub enemy_hit: EnemyHit,
    /// Enemy AP To Kill: by gun, armor class, facing, hull or turret.
    pub enemy_kill: EnemyKill,

    /// Hit Location, and the same of a hull down target.
    pub location: [DieTable<Location>; 2],
    /// Collateral Damage.
    pub collateral: DieTable<Collateral>,
    /// Tank Explosion.
    pub explosion: Explosion,
    /// Hit Location Crew Wound Effects, by [`crate::words::HitSide`] and [`Post`].
    pub wound_effects: [[i8; 5]; 10],
    /// Wounds.
    pub wounds: DieTable<Wound>,
    /// Modifiers of it.
    pub wound_mods: WoundMods,
    /// The highest roll that brings an unconscious man round.
    pub recovers: i8,
    /// Bail Out.
    pub bail: BailOut,
    /// Brew Up, by [`crate::words::BrewCause`]; then by [`crate::words::Chassis`], wet stowage last.
    pub brew_up: [[i8; 4]; 2],

    /// Friendly Action, by [`UnitType`].
    pub friendly: [FriendlyRow; 17],
    /// Modifiers of it.
    pub friendly_mods: FriendlyMods,
    /// The highest natural roll that always knocks out.
    pub friendly_sure: i8,
    /// Random Events, by scenario.
    pub events: [DieTable<RandomEvent>; 3],
    /// Squads lost to enemy artillery.
    pub artillery_losses: DieTable<u8>,
    /// Which of two sectors the enemy takes.
    pub advance_side: DieTable<Side>,
    /// Minefield Attack.
    pub mines: DieTable<Mine>,
    /// What 1945 adds to it.
    pub mines_1945: i8,
    /// Who is hurt by a mine.
    pub mine_crew: DieTable<MineCrew>,
    /// Panzerfaust Attack.
    pub panzerfaust: Panzerfaust,

    /// Movement I, by [`crate::words::Drive`].
    pub movement: [DieTable<MoveResult>; 4],
    /// Movement II, by [`crate::words::Drive`], read with the white die.
    pub shift: [DieTable<Shift>; 4],
    /// Modifiers of Movement I.
    pub move_mods: MoveMods,
    /// Bogged Down.
    pub bog: DieTable<BogResult>,
    /// Modifiers of it.
    pub bog_mods: BogMods,
    /// The Battle Board.
    pub board: BattleBoard,
    /// The sector a unit appears in.
    pub sectors: DieTable<Sector>,

    /// Weather, by month.
    pub weather: [DieTable<WeatherCell>; 10],
    /// Snow.
    pub snow: DieTable<SnowCell>,
    /// What the month adds to it.
    pub snow_month: [i8; 10],
    /// Hourly changes, by [`crate::words::HourlyRoll`].
    pub hourly: [DieTable<Hourly>; 4],
    /// Sunrise and sunset, by month.
    pub daylight: [(Clock, Clock); 10],
    minutes: [u16; 11],
    /// What bad weather adds to a march.
    pub bad_weather_minutes: u16,
    /// The highest roll that brings supplies.
    pub resupply_on: i8,
    /// The highest roll that brings artillery.
    pub artillery_on: i8,
    /// The highest roll that brings an air strike.
    pub air_on: i8,
    /// HCBI, HVAP or APDS rounds issued, by [`Gun`].
    pub special_issue: [DieTable<u8>; 3],
    /// Extra Ammo, by scenario.
    pub extra_ammo: [DieTable<ExtraCell>; 3],
    /// The most extra rounds.
    pub extra_most: u8,
    /// The most extra .30 boxes.
    pub extra_boxes: u8,
    /// The normal load besides main gun rounds.
    pub stores: Stores,
    /// Fuel.
    pub fuel: Fuel,
    /// Fuel for entering an area.
    pub fuel_per_area: u8,
    /// The highest coloured die that uses fuel in battle.
    pub fuel_battle_colored: i8,
    /// Deployment, tables I and II.
    pub deployment: [DieTable<DeployCell>; 2],

    replacement: Spans<Month, DieTable<Tank>>,
    /// The crew total that chooses its tank freely.
    pub choose_tank_from: u8,
    /// The first day HVSS can be had.
    pub hvss_from: Day,
    /// Points by what they are for, by [`crate::words::Scored`].
    pub scored: [i8; 14],
    /// Points besides those of units.
    pub points: Points,
    /// More points for a unit in a fortification.
    pub fort_points: i8,
    /// Multipliers, by scenario.
    pub multipliers: [Multipliers; 3],
    /// The points each rank needs, by [`crate::words::Rank`].
    pub ranks: [u16; 5],
    /// The total each medal needs, by [`crate::words::Medal`].
    pub medals: [i16; 4],
    /// Modifiers of the decoration roll.
    pub medal_mods: MedalMods,
    /// The crew total gyrostabilizer training needs.
    pub gyro_total: u8,
    /// Whether the gyrostabilizer needs a tank with HVSS besides: another reading (R31).
    pub gyro_hvss: bool,
    /// The days a refit must have for training.
    pub long_refit: u8,

    /// The crew actions, by [`Action`].
    pub actions: [ActionInfo; 29],
    /// What each man may be ordered, by [`Post`].
    pub actions_of: [Vec<Action>; 5],
    /// The same, without the two that are ordered in a way of their own: Direct Fire and Take Over a Post.
    pub listed: [Actions; 5],
    /// The actions that have a need, by [`Need`].
    pub needing: [Actions; Need::ALL.len()],

    /// A new man's rating (7.1).
    pub new_man: DieTable<u8>,
    /// Hours gone before the scenario begins (21.0).
    pub hours: DieTable<u8>,
    /// Half the die, rounded down (22.11).
    pub half_down: DieTable<u8>,
    /// The die as it falls: weeks out, and whatever else is counted.
    pub weeks: DieTable<u8>,
    /// HE rounds gone for each number on the die (4.32).
    pub elapsed_he_per: u8,

    /// Where sources disagree.
    pub disagreements: Vec<Disagreement>,
    /// Every chart laid out for people.
    pub sheets: Vec<ChartSheet>,
    /// Where a roll is read on them.
    pub heads: Heads,
}

/// A die read by a rule of the book.
fn counted(read: impl Fn(i8) -> i8) -> DieTable<u8> {
    let rows: Vec<_> = (1..=10).map(|face| ([face, face], read(face) as u8)).collect();
    match DieTable::new(D10, &rows) {
        Ok(table) => table,
        Err(e) => unreachable!("each face has its row: {e}"),
    }
}

/// What Advancing Fire costs (22.11).
fn advancing_fire() -> ChartSheet {
    let source = "rulebook 22.11: half the die, rounded down";
    let mut page = lay::sheet("advancing_fire", "Rounds for Advancing Fire", Some(D10), Provenance::Rulebook, source);
    lay::fill(&mut page, &["HE rounds and .30 boxes"], &[&counted(|d| d / 2)], |n| n.to_string());
    page
}

impl Charts {
    /// Reads and checks all files; the first thing wrong is said with file, table and row.
    pub fn load(files: &Files) -> Result<Charts, ChartError> {
        let mut sheets = Vec::new();
        let units: forces::Units = files.parse("units.toml")?;
        let tanks: forces::Cards = files.parse("tanks.toml")?;
        sheets.extend([units.sheet(), tanks.sheet()]);
        let career = career::read(files, &units.unit, &mut sheets)?;
        let days: calendar::CalendarFile = files.parse("calendar.toml")?;
        let calendar = days.calendar().map_err(|wrong| ChartError::new("calendar.toml", "file", wrong))?;
        let campaign: calendar::Campaign = files.parse("campaign.toml")?;
        let replacement: calendar::Replacement = files.parse("tank_replacement.toml")?;
        sheets.extend([days.sheet(&calendar), campaign.sheet(), replacement.sheet()]);
        let day = day::read(files, &mut sheets)?;
        let map = map::read(files, &mut sheets)?;
        let contact = contact::read(files, &mut sheets)?;
        let board = drive::battle_board(files, &mut sheets)?;
        let actions = actions::read(files, &mut sheets)?;
        let driving = drive::read(files, &mut sheets)?;
        let gunnery = gunnery::read(files, &mut sheets)?;
        let kill_vehicles = kill::kill_vehicle(files, &mut sheets)?;
        let enemy = enemy::read(files, &mut sheets)?;
        let hit = hit::read(files, &mut sheets)?;
        let events = events::read(files, &mut sheets)?;
        let counters: forces::Counters = files.parse("counters.toml")?;
        sheets.push(counters.sheet());
        let disagreements = actions::disagreements(files, &mut sheets)?;
        actions::index(files, &mut sheets)?;
        sheets.push(advancing_fire());
        for (tank, card) in tanks.tank.each() {
            let rate = gunnery.gun_rate[card.gun.index()];
            if card.rate_of_fire != rate {
                let what = format!("gunnery.toml has a rate of fire of {rate} for its gun, not {}", card.rate_of_fire);
                return Err(ChartError::new("tanks.toml", format!("[tank.{}]", tank.id()), what));
            }
        }
        let of = |post: Post| -> Vec<Action> {
            Action::ALL.into_iter().filter(|a| actions[a.index()].who[post.index()]).collect()
        };
        let plain = |action: &Action| !matches!(action, Action::DirectFire | Action::MoveToPosition);
        let needs = |action: Action, need: Need| actions[action.index()].needs.contains(&need);
        Ok(Charts {
            calendar,
            areas: map.areas,
            edge_areas: map.edge_areas,
            exits: map.exits,
            start: counted(|d| d),
            resistance: contact.resistance.clone(),
            battle_at: contact.battle_at,
            resistance_area: contact.resistance_area,
            units_at: contact.units_at,
            reinforcements: contact.reinforcements,
            range: contact.range.clone(),
            range_area: contact.range_area,
            facing: contact.facing.clone(),
            terrain_counterattack: contact.terrain_counterattack,
            appear_tank: contact.appear_tank.clone(),
            appear_pz_vi: contact.appear_pz_vi.clone(),
            appear_spg: contact.appear_spg.clone(),
            appear_at: contact.appear_at.clone(),
            appear_carrier: contact.appear_carrier.clone(),
            ambush: contact.ambush,
            ambush_weather: contact.ambush_weather,
            spotting: contact.spotting,
            contact,
            unidentified: units.unidentified.map(|other| other.as_ref().map(|other| other.unit)),
            units: units.unit,
            tanks: tanks.tank,
            markers: counters.limit.map(|limit| limit.count),
            to_hit: gunnery.to_hit,
            rate_of_fire: gunnery.rate_of_fire,
            kill_infantry: gunnery.kill_infantry,
            kill_vehicles,
            mg: gunnery.mg,
            mg_advancing: gunnery.mg_advancing,
            repair: gunnery.repair,
            repair_broken: gunnery.repair_broken,
            enemy_action: enemy.action,
            ambush_add: enemy.ambush_add,
            firefly_from: enemy.firefly_from,
            fire_at_tank: enemy.fire_at_tank,
            fire_at_squad: enemy.fire_at_squad,
            squad_sure: enemy.squad_sure,
            enemy_hit: hit.enemy_hit,
            enemy_kill: hit.enemy_kill,
            location: hit.location,
            collateral: hit.collateral,
            explosion: hit.explosion,
            wound_effects: hit.wound_effects,
            wounds: hit.wounds,
            wound_mods: hit.wound_mods,
            recovers: hit.recovers,
            bail: hit.bail,
            brew_up: hit.brew_up,
            friendly: events.friendly,
            friendly_mods: events.friendly_mods,
            friendly_sure: events.friendly_sure,
            events: events.events,
            artillery_losses: events.artillery_losses,
            advance_side: events.advance_side,
            mines: events.mines,
            mines_1945: events.mines_1945,
            mine_crew: events.mine_crew,
            panzerfaust: events.panzerfaust,
            movement: driving.movement,
            shift: driving.shift,
            move_mods: driving.move_mods,
            bog: driving.bog,
            bog_mods: driving.bog_mods,
            sectors: board.sectors.clone(),
            board,
            weather: day.weather,
            snow: day.snow,
            snow_month: day.snow_month,
            hourly: day.hourly,
            daylight: day.daylight,
            minutes: day.minutes,
            bad_weather_minutes: day.bad_weather_minutes,
            resupply_on: day.resupply_on,
            artillery_on: day.artillery_on,
            air_on: day.air_on,
            special_issue: day.special_issue,
            extra_ammo: day.extra_ammo,
            extra_most: EXTRA_ROUNDS,
            extra_boxes: EXTRA_BOXES,
            stores: day.stores,
            fuel: driving.fuel,
            fuel_per_area: driving.fuel.per_area,
            fuel_battle_colored: driving.fuel.battle_colored,
            deployment: day.deployment,
            replacement: replacement.column,
            choose_tank_from: replacement.choose_from,
            hvss_from: campaign.hvss_from.0,
            scored: career.scored,
            points: career.points,
            fort_points: career.points.fort,
            multipliers: career.multipliers,
            ranks: career.ranks,
            medals: career.medals,
            medal_mods: career.medal_mods,
            gyro_total: career.gyro_total,
            gyro_hvss: career.gyro_hvss,
            long_refit: career.long_refit,
            actions_of: Post::ALL.map(of),
            listed: Post::ALL.map(|post| of(post).into_iter().filter(plain).collect()),
            needing: Need::ALL.map(|need| Action::ALL.into_iter().filter(|a| needs(*a, need)).collect()),
            actions,
            new_man: counted(|d| (d + 1) / 2),
            hours: counted(|d| d / 2 + 1),
            half_down: counted(|d| d / 2),
            weeks: counted(|d| d),
            elapsed_he_per: 2,
            disagreements,
            heads: Heads::of(&sheets),
            sheets,
        })
    }

    /// The calendar's code of a day (4.1).
    pub fn day(&self, day: Day) -> DayCode {
        self.calendar.day(day)
    }

    /// How many days the refit of a day lasts (27.0).
    pub fn refit_days(&self, day: Day) -> u8 {
        self.calendar.refit_days(day)
    }

    /// The last day of the refit of a day.
    pub fn refit_end(&self, day: Day) -> Day {
        self.calendar.refit_end(day)
    }

    /// What the calendar notes of a day.
    pub fn day_note(&self, day: Day) -> &str {
        self.calendar.note(day)
    }

    /// What appears in a scenario on a day (12.2).
    pub fn activation(&self, scenario: Scenario, day: Day) -> &DieTable<Appears> {
        self.contact.activation(scenario, day)
    }

    /// The column of Activation that is read then.
    pub fn activation_head(&'static self, scenario: Scenario, day: Day) -> &'static str {
        &self.heads.activation[scenario.index()][contact::season(day)]
    }

    /// The remark or the column of the terrain part that is read for a unit.
    pub fn terrain_head(&'static self, area: AreaType, unit: UnitType, month: Month) -> (&'static str, &'static str) {
        let kind = contact::kind_of(unit);
        let fort = &self.heads.forts[area.index()][kind];
        let line: &str = if self.contact.forts_in(month) { fort } else { "" };
        (line, &self.heads.terrain[area.index()][kind])
    }

    /// What a unit stands in (12.34).
    pub fn terrain(&self, area: AreaType, unit: UnitType, month: Month) -> &DieTable<Placed> {
        self.contact.terrain(area, unit, month)
    }

    /// The number to knock out a vehicle that is hit; 0 is no chance, 100 certain (9.52, 9.53).
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub fn kill_vehicle(
        &self,
        gun: Gun,
        ammo: Ammo,
        critical: bool,
        unit: UnitType,
        facing: Facing,
        turret: bool,
        range: Range,
    ) -> i8 {
        let hit = if critical { Hit::Critical } else { Hit::Normal };
        self.kill_vehicles.number(gun, ammo, hit, unit, facing, turret, range)
    }

    /// Where your own movement puts a unit, relative to the hull; none is off the board (11.2).
    pub fn displaced(&self, shift: Shift, rel: u8, range: Range) -> Option<(u8, Range)> {
        self.board.displaced(shift, rel, range)
    }

    /// Where a unit's own movement takes it; none is off the board (13.1).
    pub fn moved(&self, way: EnemyMove, zone: Zone) -> Option<Zone> {
        self.board.moved(way, zone)
    }

    /// The best road between two areas (2.11); none if they do not touch.
    pub fn road(&self, from: MapArea, to: MapArea) -> Road {
        let there = self.areas[from.index()].neighbours.iter().find(|(area, _)| *area == to);
        there.map_or(Road::None, |(_, road)| *road)
    }

    /// How long something takes.
    #[inline]
    pub fn minutes(&self, activity: Activity) -> u16 {
        self.minutes[activity.index()]
    }

    /// Tank Replacement in a month (24.0).
    pub fn replacement(&self, month: Month) -> &DieTable<Tank> {
        &self.replacement[month]
    }

    /// Whether a tank can be had in a month: its row of the Tank Replacement table shows no dash there (24.0b).
    pub fn issued(&self, month: Month, tank: Tank) -> bool {
        let column = self.replacement(month);
        (1..=100).any(|roll| column.at(roll) == tank)
    }

    /// The chart with this id, in whatever case it is written.
    pub fn sheet(&self, id: &str) -> Option<&ChartSheet> {
        self.sheets.iter().find(|sheet| sheet.id.eq_ignore_ascii_case(id.trim()))
    }
}

macro_rules! data {
    ($($name:literal)+) => {
        &[$(($name, include_str!(concat!("../../data/", $name))),)+]
    };
}

/// The chart files the game comes with.
pub fn shipped() -> Files {
    Files::shipped(data! {
        "battle_board.toml" "calendar.toml" "campaign.toml" "counters.toml" "crew_actions.toml" "disagreements.toml"
        "enemy_action.toml" "friendly_and_events.toml" "gunnery.toml" "index.toml" "movement_board.toml"
        "sherman_movement.toml" "tables_contact.toml" "tables_day.toml" "tables_tank_hit.toml" "tank_replacement.toml"
        "tanks.toml" "to_kill_vehicles.toml" "units.toml" "victory.toml"
    })
}
