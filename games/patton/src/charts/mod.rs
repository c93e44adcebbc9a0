//! The charts of the game. The types here are those of the files: serde is their schema.
//!
//! Figures may change, words may not: ids are those of [`crate::words`]. What the rules have built in is not in the files; where a chart
//! shows it, the sheet says it.

#![allow(missing_docs)] // Figures are called what the charts call them.

pub mod calendar;
pub mod career;
pub mod contact;
pub mod day;
pub mod drive;
pub mod enemy;
pub mod events;
pub mod forces;
pub mod gunnery;
pub mod headings;
pub mod hit;
pub mod lists;
pub mod map;

pub use calendar::{Calendar, DayCode};
pub use forces::{Card, Unit};
pub use map::Area;

use contact::{Contact, Placed};
use drive::BattleBoard;
use headings::Heads;
use lists::ActionInfo;

use crate::words::{
    Action, Actions, Activity, Ammo, Appears, AreaType, Class, Clock, Day, Edge, Facing, Gun, HitGrade, KillTable,
    Kind, MapArea, Marker, Month, Need, Post, Range, Road, Scenario, Sector, Tank, UnitType,
};
use hulldown_core::chart::readings::OtherReading;
use hulldown_core::chart::{By, ChartError, ChartSheet, DieTable, Files, Head, Provenance, Spans};
use hulldown_core::dice::{D10, Dice};
use serde::Deserialize;
use std::fmt;
use std::ops::Index;

/// Numbers for close, medium and long range.
pub type ByRange = [i8; 3];

/// Percentages for close, medium and long range of which none grows with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "ByRange")]
pub struct Falling(pub ByRange);

impl TryFrom<ByRange> for Falling {
    type Error = String;
    fn try_from(numbers: ByRange) -> Result<Self, String> {
        match numbers.iter().find(|number| !(0..=100).contains(*number)) {
            Some(number) => Err(format!("{number} is outside 0 to 100")),
            None if !numbers.is_sorted_by(|near, far| near >= far) => Err("no number grows with range".into()),
            None => Ok(Falling(numbers)),
        }
    }
}

impl Index<Range> for Falling {
    type Output = i8;
    #[inline]
    fn index(&self, range: Range) -> &i8 {
        &self.0[range.index()]
    }
}

impl fmt::Display for Falling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [close, medium, long] = self.0;
        write!(f, "{close}/{medium}/{long}")
    }
}

/// The column of a roll that is one thing up to a number and another above it, for its sheet.
fn up_to(dice: Dice, most: i8, [low, high]: [&'static str; 2]) -> DieTable<&'static str> {
    DieTable::of(dice, |roll| if roll <= most { low } else { high })
}

/// Every chart of the game.
#[derive(Clone, Debug)]
pub struct Charts {
    pub calendar: Calendar,
    pub hvss_from: Day,
    /// Tank Replacement (24.0).
    pub replacement: Spans<Month, DieTable<Tank>>,
    /// The crew total that chooses its tank freely.
    pub choose_tank_from: u8,
    pub units: By<UnitType, Unit>,
    /// What an unidentified unit counts as.
    pub unidentified: By<Class, Option<UnitType>>,
    pub tanks: By<Tank, Card>,
    pub markers: By<Marker, u8>,
    pub areas: By<MapArea, Area>,
    pub edge_areas: By<Edge, MapArea>,
    /// The exit area's number, by the start area.
    pub exits: By<Edge, DieTable<u8>>,
    pub board: BattleBoard,
    /// The sector a unit appears in.
    pub sectors: DieTable<Sector>,

    /// Weather, time, and what a tank carries.
    pub daily: day::DayTables,
    /// Whether there is a battle, what appears and where, and who sees it.
    pub contact: Contact,
    activation: By<Scenario, [DieTable<Appears>; 3]>,
    terrains: By<AreaType, By<Kind, [DieTable<Placed>; 2]>>,
    pub driving: drive::Driving,
    pub gunnery: gunnery::Gunnery,
    kill_vehicles: gunnery::KillVehicle,
    pub enemy: enemy::Enemy,
    pub hit: hit::TankHit,
    pub events: events::Events,
    pub career: career::Career,

    pub actions: By<Action, ActionInfo>,
    /// What each man may be ordered.
    pub actions_of: By<Post, Vec<Action>>,
    /// The same, without the two that are ordered in a way of their own: Direct Fire and Take Over a Post.
    pub listed: By<Post, Actions>,
    /// The actions that have a need.
    pub needing: By<Need, Actions>,

    /// A new man's rating (7.1).
    pub new_man: DieTable<u8>,
    /// Hours gone before the scenario begins (21.0).
    pub hours: DieTable<u8>,
    /// Half the die, rounded down (22.11).
    pub half_down: DieTable<u8>,
    /// The die as it falls: the start area, weeks out, and whatever else is counted.
    pub die: DieTable<u8>,

    pub disagreements: Vec<OtherReading>,
    pub sheets: Vec<ChartSheet>,
    pub headings: Heads,
}

/// A die read by a rule of the book.
fn counted(read: impl Fn(i8) -> i8) -> DieTable<u8> {
    DieTable::of(D10, |face| read(face) as u8)
}

/// What Advancing Fire costs (22.11).
fn advancing_fire() -> ChartSheet {
    let source = "rulebook 22.11: half the die, rounded down".into();
    let title = "Rounds for Advancing Fire".into();
    let chart = Head { title, provenance: Provenance::Rulebook, source, notes: Vec::new() };
    chart.rolled("advancing_fire", [("HE rounds and .30 boxes", &counted(|d| d / 2))])
}

impl Charts {
    /// Reads all files; the first thing wrong is said with file, line and column.
    pub fn load(files: &Files) -> Result<Charts, ChartError> {
        let read = Read::all(files)?;
        let Read { units, tanks, counters, career, days, campaign, replacement, daily, map, contact, .. } = read;
        let Read { board, actions, driving, gunnery, kill_vehicles, enemy, hit, events, disagreements, index, .. } =
            read;
        let calendar = days.calendar().map_err(|wrong| files.placed(wrong))?;
        // What two charts say of one thing must be the same.
        career.victory_points.agrees(&units.unit).map_err(ChartError::in_file("victory.toml"))?;
        tanks.agrees(&gunnery.rate_of_fire).map_err(ChartError::in_file("tanks.toml"))?;

        let hours = counted(|d| d / 2 + 1);
        let (activation, terrains) = (contact.activation.seasons(), contact.placement_terrain.terrains());
        let mut sheets = vec![units.sheet(), tanks.sheet()];
        sheets.extend(career.sheets());
        sheets.extend([days.sheet(&calendar), campaign.sheet(), replacement.sheet()]);
        sheets.extend(daily.sheets(&hours));
        sheets.extend(map.sheets());
        sheets.extend(contact.sheets(&activation, &terrains));
        sheets.extend(board.sheets());
        sheets.push(actions.sheet());
        sheets.extend(driving.sheets(daily.standing_load.normal.fuel));
        sheets.extend(gunnery.sheets());
        sheets.extend(kill_vehicles.each().map(|(table, kills)| kills.sheet(table)));
        sheets.extend([enemy.sheets(), hit.sheets(), events.sheets()].into_iter().flatten());
        sheets.extend([counters.sheet(), disagreements.sheet(), index.sheet(), advancing_fire()]);
        index.agrees(files, &sheets)?;

        let actions = actions.action;
        let of = |post: Post, action: &Action| actions[*action].who.has(post);
        let plain = |action: &Action| !matches!(action, Action::DirectFire | Action::MoveToPosition);
        let all = || Action::ALL.into_iter();
        Ok(Charts {
            calendar,
            hvss_from: campaign.hvss_from.0,
            replacement: replacement.column,
            choose_tank_from: replacement.choose_from,
            unidentified: units.unidentified.map(|other| other.as_ref().map(|other| other.unit)),
            units: units.unit,
            tanks: tanks.tank,
            markers: counters.limit.map(|limit| limit.count),
            edge_areas: map.edges(),
            areas: map.area,
            exits: map.exit_areas.start,
            board,
            sectors: BattleBoard::sectors(),
            headings: Heads::of(&enemy.fire_combat),
            daily,
            contact,
            activation,
            terrains,
            driving,
            gunnery,
            kill_vehicles,
            enemy,
            hit,
            events,
            career,
            actions_of: By::new(|post| all().filter(|action| of(post, action)).collect()),
            listed: By::new(|post| all().filter(|action| of(post, action) && plain(action)).collect()),
            needing: By::new(|need| all().filter(|action| actions[*action].needs.contains(&need)).collect()),
            actions,
            new_man: counted(|d| (d + 1) / 2),
            hours,
            half_down: counted(|d| d / 2),
            die: counted(|d| d),
            disagreements: disagreements.item,
            sheets,
        })
    }

    /// Sunrise and sunset (4.31).
    pub fn daylight(&self, month: Month) -> (Clock, Clock) {
        let sun = &self.daily.sunrise_sunset.month[month];
        (sun.rise.0, sun.set.0)
    }

    /// What appears in a scenario on a day (12.2).
    pub fn activation(&self, scenario: Scenario, day: Day) -> &DieTable<Appears> {
        &self.activation[scenario][contact::season(day)]
    }

    /// What a unit stands in (12.34), with fortifications in their months.
    pub fn terrain(&self, area: AreaType, unit: UnitType, month: Month) -> &DieTable<Placed> {
        &self.terrains[area][Kind::of(unit)][usize::from(self.contact.placement_terrain.fort_months.has(month))]
    }

    /// The number to knock out a vehicle that is hit; 0 is no chance, 100 certain (9.52, 9.53).
    #[inline]
    #[allow(clippy::too_many_arguments)] // A cell of the table has as many coordinates.
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
        let hit = if critical { HitGrade::Critical } else { HitGrade::Normal };
        KillTable::of(gun, ammo, hit).map_or(0, |table| self.kill_vehicles[table].number(unit, facing, turret, range))
    }

    /// The best road between two areas (2.11); none if they do not touch.
    pub fn road(&self, from: MapArea, to: MapArea) -> Road {
        let there = self.areas[from].neighbours.iter().find(|(area, _)| *area == to);
        there.map_or(Road::None, |(_, road)| *road)
    }

    /// How long something takes.
    #[inline]
    pub fn minutes(&self, activity: Activity) -> u16 {
        self.daily.time_use.activity[activity].minutes
    }

    /// Whether a tank can be had in a month: its row of the Tank Replacement table shows no dash there (24.0b).
    pub fn issued(&self, month: Month, tank: Tank) -> bool {
        self.replacement[month].cells().contains(&tank)
    }
}

hulldown_core::chart_files! { "../../data/";
    units: forces::Units = "units.toml", tanks: forces::Cards = "tanks.toml", counters: forces::Counters = "counters.toml",
    career: career::Career = "victory.toml", days: calendar::CalendarFile = "calendar.toml",
    campaign: calendar::Campaign = "campaign.toml", replacement: calendar::Replacement = "tank_replacement.toml",
    daily: day::DayTables = "tables_day.toml", map: map::Map = "movement_board.toml", contact: Contact = "tables_contact.toml",
    board: BattleBoard = "battle_board.toml", actions: lists::CrewActions = "crew_actions.toml",
    driving: drive::Driving = "sherman_movement.toml", gunnery: gunnery::Gunnery = "gunnery.toml",
    kill_vehicles: gunnery::KillVehicle = "to_kill_vehicles.toml", enemy: enemy::Enemy = "enemy_action.toml",
    hit: hit::TankHit = "tables_tank_hit.toml", events: events::Events = "friendly_and_events.toml",
    disagreements: lists::Disagreements = "disagreements.toml", index: lists::Index = "index.toml"
}
