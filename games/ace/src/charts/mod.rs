//! The charts of the game. The types here are those of the files: serde is their schema.
//!
//! Tables are thrown with the dice they carry ([`DieTable::dice`]), which a pack may change; rolls against a number keep the
//! dice the rules name. Figures may change, words may not: ids are those of [`crate::words`].

#![allow(missing_docs)] // Figures are called what the charts call them.

mod career;
mod crew;
mod enemy;
mod events;
mod fire;
pub mod headings;
mod mission;
mod tank;

pub use career::{AwardInfo, Earned, Gain, Prestige, Promotion, RankInfo, TradeInfo, TrophyInfo};
pub use crew::{B5, B5a, B6, B7, C2, CourseInfo, F1, SkillInfo};
pub use enemy::{GradeInfo, MOST_MIX_CLASSES, MOST_MIX_UNITS, Mix, Typed, Unit};
pub use events::{Minefield, RandomEventInfo};
pub use fire::{B1, B2, B4};
pub use mission::{MAJOR_EVENTS, MajorEvent, MissionCell, TerrainEffect, WeatherEffect};
pub use tank::{CommandInfo, Constants, FacingInfo, OptionDefaults, Position, Spall, Tank};

use crate::words::{
    Area, Award, B3Result, Class, Command, Division, Facing, Grade, Month, Part, PenColumn, RandomEvent, Rank,
    RoundEvent, Skill, TankType, Terrain, Trade, Trophy, UnitType, VictoryLevel, Weather,
};
use hulldown_core::chart::{By, ChartError, ChartSheet, DieTable, Files, Named, Set, Spans};
use hulldown_core::dice::D6;

/// A place among units that are counted in their order.
#[derive(Clone, Copy, Debug)]
pub struct Counted(pub u8);

impl std::fmt::Display for Counted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "number {} in order", self.0)
    }
}

/// Every chart of the game.
#[derive(Clone, Debug)]
pub struct Charts {
    /// A1.
    pub missions: Spans<Month, DieTable<MissionCell>>,
    /// Mission lines of each month.
    pub month_lines: By<Month, u8>,
    /// The Major Events, number 1 first.
    pub major_events: [MajorEvent; MAJOR_EVENTS],
    /// A3.
    pub weather: Spans<Month, DieTable<Weather>>,
    pub weather_effect: By<Weather, WeatherEffect>,
    /// A5.
    pub terrain: Spans<Month, DieTable<Terrain>>,
    pub terrain_effect: By<Terrain, TerrainEffect>,
    /// A4.
    pub mix: DieTable<Mix>,
    /// The type of each class.
    pub types: Spans<Month, By<Typed, Named<UnitType>>>,
    /// A6.
    pub quality: Spans<Month, Named<Grade>>,
    /// The enemy counters.
    pub units: By<UnitType, Unit>,
    pub halftrack: UnitType,
    pub truck: UnitType,
    pub grades: By<Grade, GradeInfo>,
    /// B1: to hit.
    pub b1: B1,
    /// B2: HE and machine guns.
    pub b2: B2,
    /// The location die of B3.
    pub location: DieTable<Part>,
    /// B3.
    pub b3: By<PenColumn, DieTable<B3Result>>,
    /// In how many ways of the dice each of its columns comes to each result.
    pub b3_ways: By<PenColumn, By<B3Result, u32>>,
    /// B4: Panzerfaust.
    pub b4: B4,
    /// B5: immobilization.
    pub b5: B5,
    /// B5a: hull down.
    pub b5a: B5a,
    /// B6: fire and bail out.
    pub b6: B6,
    /// B7: wounds.
    pub b7: B7,
    /// B8.
    pub skills: By<Skill, SkillInfo>,
    /// B9: event check.
    pub b9: DieTable<RoundEvent>,
    /// The rolls of B9 that call for the Minefield.
    pub mined: [i8; 2],
    /// What the events of B9 do.
    pub b9_text: By<RoundEvent, String>,
    pub reinforcement: DieTable<Class>,
    pub minefield: Minefield,
    /// C1: random events.
    pub c1: DieTable<RandomEvent>,
    /// The highest 1d6 at which a flank ambush comes from the left.
    pub left_flank_max: i8,
    /// What the events of C1 do.
    pub c1_text: By<RandomEvent, RandomEventInfo>,
    /// C2: serious wounds.
    pub c2: C2,
    /// F1: the tank school.
    pub f1: F1,
    /// The area a unit is set up in.
    pub placement: DieTable<Area>,
    /// Arcs and flanks.
    pub facing: By<Facing, FacingInfo>,
    /// Where a unit moves from each area, if it can.
    pub flank_move: By<Area, Option<Area>>,
    /// What a partner may fire at (10.2).
    pub assist: By<Position, Set<Area>>,
    /// The mats.
    pub tanks: By<TankType, Tank>,
    /// The unit the player serves in.
    pub divisions: Named<Division>,
    /// Its name.
    pub division_names: Vec<String>,
    /// W1: trophies.
    pub w1: Named<Option<Trophy>>,
    pub trophy: By<Trophy, TrophyInfo>,
    /// W2.
    pub trade: By<Trade, TradeInfo>,
    /// What some of them give.
    pub gain: Gain,
    pub awards: By<Award, AwardInfo>,
    /// What earns them.
    pub earned: Earned,
    pub ranks: By<Rank, RankInfo>,
    pub promotion: Promotion,
    pub prestige: Prestige,
    /// The fewest successful missions for each level of victory.
    pub victory_lows: By<VictoryLevel, u16>,
    pub spall: Spall,
    pub commands: By<Command, CommandInfo>,
    /// Fixed numbers.
    pub constants: Constants,
    /// Which optional rules are on by default.
    pub options: OptionDefaults,
    /// A die read as it falls, for picking a unit (R36).
    pub which_unit: DieTable<Counted>,
    pub sheets: Vec<ChartSheet>,
}

/// The order charts are shown in.
const ORDER: [&str; 29] = [
    "A1", "A2", "A3", "A4", "A4-types", "A5", "A6", "B1", "B2", "B3", "B4", "B5", "B5a", "B6", "B7", "B8", "B9", "C1",
    "C2", "F1", "F2", "LOG", "OPS", "MATS", "COUNTERS", "UNITS", "W1", "W2", "COMMANDS",
];

impl Charts {
    /// Reads all files; the first thing wrong is said with file, line and column.
    pub fn load(files: &Files) -> Result<Charts, ChartError> {
        let read = Read::all(files)?;
        let Read { calendar, a1, a2, a3, a4, a5, a6, b1, b2, b3, b4, movement, casualties, b8, b9, c1, c2, f1, .. } =
            read;
        let Read { f2, mats, orders, enemies, units, trophies, .. } = read;
        // What two charts say of one thing must be the same.
        a4.agrees(&enemies).map_err(ChartError::in_file("a4_enemy_forces.toml"))?;
        b1.agrees(&a3).map_err(ChartError::in_file("b1_to_hit.toml"))?;
        b2.agrees(&a3, &a5).map_err(ChartError::in_file("b2_he_mg.toml"))?;
        mats.agrees(a2.prestige.max_level).map_err(ChartError::in_file("tanks.toml"))?;
        let division_names = units.names().map_err(ChartError::in_file("units.toml"))?;
        let only = |class: Class| {
            let found = enemies.of(class).first().copied();
            found.ok_or_else(|| ChartError::in_file("enemies.toml")(format!("there must be exactly one {class}")))
        };

        let mut sheets =
            vec![a1.sheet("A1"), a2.sheet(), a3.sheet(), a5.sheet(), a6.sheet(&enemies), b1.sheet(), b2.sheet()];
        sheets.extend([b3.sheet(), b4.sheet(), movement.b5.sheet(), movement.b5a.sheet(&a5), b8.sheet(), b9.sheet()]);
        sheets.extend([c1.sheet(), c2.sheet(), f1.sheet(), f2.sheet(), mats.sheet(), enemies.sheet(), units.sheet()]);
        sheets.extend(
            [calendar.sheets(), a4.sheets(&enemies), casualties.sheets(), trophies.sheets()].into_iter().flatten(),
        );
        sheets.push(orders.sheet());
        sheets.sort_by_key(|sheet| ORDER.iter().position(|id| *id == sheet.id));

        Ok(Charts {
            missions: a1.column,
            month_lines: calendar.lines,
            major_events: calendar.major_event,
            weather: a3.column,
            weather_effect: a3.effect,
            terrain: a5.column,
            terrain_effect: a5.effect,
            mix: a4.mix,
            types: a4.types.map(|of| of.map(|rolls| Named::new(rolls.clone(), |kind| enemies.unit[kind].name.clone()))),
            quality: a6.column.map(|rolls| Named::new(rolls.clone(), |grade| enemies.grade[grade].name.clone())),
            halftrack: only(Class::Ht)?,
            truck: only(Class::W)?,
            units: enemies.unit,
            grades: enemies.grade,
            b1,
            b2,
            location: b3.location,
            b3_ways: b3.column.map(|column| By::new(|result| column.ways_to(|cell| *cell == result))),
            b3: b3.column,
            b4,
            b5: movement.b5,
            b5a: movement.b5a,
            b6: casualties.b6,
            b7: casualties.b7,
            skills: b8.skill,
            mined: b9.mined(),
            b9: b9.row,
            b9_text: b9.effect,
            reinforcement: b9.reinforcement,
            minefield: b9.minefield,
            c1: c1.row,
            left_flank_max: c1.left_flank_max,
            c1_text: c1.event,
            c2,
            f1,
            placement: f2.placement,
            facing: f2.facing,
            flank_move: f2.flank_move,
            assist: f2.assist,
            tanks: mats.tank,
            divisions: units.divisions(&division_names),
            division_names,
            w1: trophies.finds(),
            trophy: trophies.trophy,
            trade: trophies.trade,
            gain: trophies.gain,
            awards: a2.award,
            earned: a2.earned,
            ranks: a2.rank,
            promotion: a2.promotion,
            prestige: a2.prestige,
            victory_lows: a2.victory,
            spall: orders.spall,
            commands: orders.command,
            constants: orders.constants,
            options: orders.options,
            which_unit: DieTable::of(D6, |face| Counted(face as u8)),
            sheets,
        })
    }

    /// How a career with so many successful missions is judged (5.2).
    pub fn victory(&self, missions: u16) -> VictoryLevel {
        let reached = self.victory_lows.iter().rposition(|&low| missions >= low);
        VictoryLevel::ALL[reached.unwrap_or(0)]
    }
}

/// An id in plain words, with the abbreviations of the game written as its charts write them.
fn plain(id: &str) -> String {
    let word = |word: &str| match word {
        "at" | "apcr" | "cff" | "dsc" | "inf" | "mg" | "wp" => word.to_uppercase(),
        "aa50" => ".50".into(),
        word => word.into(),
    };
    id.split('_').map(word).collect::<Vec<_>>().join(" ")
}

hulldown_core::chart_files! { "../../data/";
    calendar: mission::Calendar = "calendar.toml", a1: mission::A1 = "a1_missions.toml", a2: career::A2 = "awards.toml",
    a3: mission::A3 = "a3_weather.toml", a4: enemy::A4 = "a4_enemy_forces.toml", a5: mission::A5 = "a5_terrain.toml",
    a6: enemy::A6 = "a6_troop_quality.toml", b1: B1 = "b1_to_hit.toml", b2: B2 = "b2_he_mg.toml",
    b3: fire::B3 = "b3_penetration.toml", b4: B4 = "b4_panzerfaust.toml", movement: crew::Movement = "b5_movement.toml",
    casualties: crew::Casualties = "b6_b7_casualties.toml", b8: crew::B8 = "b8_skills.toml",
    b9: events::B9 = "b9_event_check.toml", c1: events::C1 = "c1_random_events.toml", c2: C2 = "c1_serious_wound.toml",
    f1: F1 = "f1_fort_knox.toml", f2: tank::F2 = "f2_battle_board.toml", mats: tank::Mats = "tanks.toml",
    orders: tank::CommandChart = "commands.toml", enemies: enemy::Enemies = "enemies.toml", units: career::Units = "units.toml",
    trophies: career::Trophies = "w1_w2_trophies.toml"
}
