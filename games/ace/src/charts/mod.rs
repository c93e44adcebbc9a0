//! The charts of the game, read from their files, checked, and flattened for play.
//!
//! Tables are thrown with the dice they carry ([`DieTable::dice`]), which a pack may change; rolls against a number keep the
//! dice the rules name. Figures may change, words may not: ids are those of [`crate::words`].

mod career;
mod crew;
mod enemy;
mod events;
mod fire;
mod mission;
mod read;
mod tank;

pub use career::{AwardInfo, Prestige, Promotion, RankInfo, TradeInfo, TrophyInfo, UnitAward};
pub use crew::{B5, B5a, B6, B7, C2, CourseInfo, F1, SkillInfo};
pub use enemy::{GradeInfo, MOST_MIX_CLASSES, MOST_MIX_UNITS, Mix, Unit};
pub use events::{Minefield, RandomEventInfo};
pub use fire::{B1, B2, B4};
pub use mission::{MAJOR_EVENTS, MajorEvent, MissionCell, TerrainEffect, WeatherEffect};
pub use tank::{CommandInfo, Constants, FacingInfo, OptionDefaults, Spall, Tank};

use crate::words::{
    Area, B3Result, Class, Division, Grade, Part, RandomEvent, RoundEvent, Terrain, Trophy, UnitType, VictoryLevel,
    Weather,
};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Named};

/// Every chart of the game.
#[derive(Clone, Debug)]
pub struct Charts {
    /// A1, by month.
    pub missions: [DieTable<MissionCell>; 11],
    /// Mission lines of each month.
    pub month_lines: [u8; 11],
    /// The Major Events, number 1 first.
    pub major_events: Vec<MajorEvent>,
    /// A3, by month.
    pub weather: [DieTable<Weather>; 11],
    /// What each weather does.
    pub weather_effect: [WeatherEffect; 5],
    /// A5, by month.
    pub terrain: [DieTable<Terrain>; 11],
    /// What each terrain does.
    pub terrain_effect: [TerrainEffect; 5],
    /// A4: the number of a mix in `mixes`.
    pub mix: Named<u8>,
    /// The mixes of A4.
    pub mixes: Vec<Mix>,
    /// The type of each class, by month, then by class (T, SPG, AT, R).
    pub types: [[Named<UnitType>; 4]; 11],
    /// A6, by month.
    pub quality: [Named<Grade>; 11],
    /// The enemy counters, by [`UnitType`].
    pub units: Vec<Unit>,
    /// The halftrack.
    pub halftrack: UnitType,
    /// The truck.
    pub truck: UnitType,
    /// The grades of infantry, by [`Grade`].
    pub grades: Vec<GradeInfo>,
    /// B1: to hit.
    pub b1: B1,
    /// B2: HE and machine guns.
    pub b2: B2,
    /// The location die of B3.
    pub location: DieTable<Part>,
    /// B3, by column ([`crate::words::PenColumn`]).
    pub b3: [DieTable<B3Result>; 3],
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
    /// B8, by [`crate::words::Skill`].
    pub skills: [SkillInfo; 11],
    /// B9: event check.
    pub b9: DieTable<RoundEvent>,
    /// What the events of B9 do, by [`RoundEvent`].
    pub b9_text: [String; RoundEvent::ALL.len()],
    /// The reinforcement die.
    pub reinforcement: DieTable<Class>,
    /// The minefield die.
    pub minefield: Minefield,
    /// C1: random events.
    pub c1: DieTable<RandomEvent>,
    /// What the events of C1 do, by [`RandomEvent`].
    pub c1_text: [RandomEventInfo; RandomEvent::ALL.len()],
    /// C2: serious wounds.
    pub c2: C2,
    /// F1: the tank school.
    pub f1: F1,
    /// The area a unit is set up in.
    pub placement: DieTable<Area>,
    /// Arcs and flanks, by [`crate::words::Facing`].
    pub facing: [FacingInfo; 3],
    /// Where a unit moves from each area, if it can.
    pub flank_move: [Option<Area>; 5],
    /// What a partner may fire at: the left player, the right player (10.2).
    pub assist: [[bool; 5]; 2],
    /// The mats, by [`crate::words::TankType`].
    pub tanks: Vec<Tank>,
    /// The unit the player serves in.
    pub divisions: Named<Division>,
    /// Its name.
    pub division_names: Vec<String>,
    /// W1: trophies.
    pub w1: Named<Option<Trophy>>,
    /// The trophies, by [`Trophy`].
    pub trophy: [TrophyInfo; 8],
    /// W2, by [`crate::words::Trade`].
    pub trade: [TradeInfo; 10],
    /// The awards, by [`crate::words::Award`].
    pub awards: [AwardInfo; 9],
    /// What earns the Valorous Unit Award.
    pub vua: UnitAward,
    /// What earns the Presidential Unit Citation.
    pub puc: UnitAward,
    /// The ranks, by [`crate::words::Rank`].
    pub ranks: [RankInfo; 5],
    /// Promotion.
    pub promotion: Promotion,
    /// Prestige.
    pub prestige: Prestige,
    /// The fewest successful missions for each [`VictoryLevel`].
    pub victory_lows: [u16; 5],
    /// Spalling.
    pub spall: Spall,
    /// The commands, by [`crate::words::Command`].
    pub commands: [CommandInfo; 15],
    /// Fixed numbers.
    pub constants: Constants,
    /// Which optional rules are on by default.
    pub options: OptionDefaults,
    /// A die read as it falls, for picking a unit (R36).
    pub which_unit: DieTable<u8>,
    /// Under which heading each month is found.
    pub heads: Heads,
    /// Every chart laid out for people.
    pub sheets: Vec<ChartSheet>,
}

/// The headings of charts that change with the calendar, by month: where on its sheet a roll is read.
#[derive(Clone, Debug)]
pub struct Heads {
    /// Of A1.
    pub missions: [String; 11],
    /// Of A3.
    pub weather: [String; 11],
    /// Of A5.
    pub terrain: [String; 11],
    /// Of A4-types.
    pub types: [String; 11],
    /// Of A6.
    pub quality: [String; 11],
    /// Of the lines of B4.
    pub panzerfaust: [String; 11],
}

/// The order charts are shown in.
const ORDER: [&str; 29] = [
    "A1", "A2", "A3", "A4", "A4-types", "A5", "A6", "B1", "B2", "B3", "B4", "B5", "B5a", "B6", "B7", "B8", "B9", "C1",
    "C2", "F1", "F2", "LOG", "OPS", "MATS", "COUNTERS", "UNITS", "W1", "W2", "COMMANDS",
];

impl Charts {
    /// Reads and checks all files; the first thing wrong is said with file, table and row.
    pub fn load(files: &Files) -> Result<Charts, ChartError> {
        let mut sheets = Vec::new();
        let calendar = mission::calendar(files, &mut sheets)?;
        let (missions, missions_heads) = mission::missions(files, &mut sheets)?;
        let weather = mission::weather(files, &mut sheets)?;
        let terrain = mission::terrain(files, &mut sheets)?;
        let counters = enemy::counters(files, &mut sheets)?;
        let forces = enemy::forces(files, &counters.units, &mut sheets)?;
        let (quality, quality_heads) = enemy::quality(files, &counters.grades, &mut sheets)?;
        let b1 = fire::b1(files, &weather.effects, &mut sheets)?;
        let b2 = fire::b2(files, &weather.effects, &terrain.effects, &mut sheets)?;
        let penetration = fire::b3(files, &mut sheets)?;
        let (b4, b4_heads) = fire::b4(files, &mut sheets)?;
        let (b5, b5a) = crew::movement(files, &terrain.effects, &mut sheets)?;
        let (b6, b7) = crew::casualties(files, &mut sheets)?;
        let skills = crew::skills(files, &mut sheets)?;
        let events = events::event_check(files, &mut sheets)?;
        let random = events::random_events(files, &mut sheets)?;
        let c2 = crew::c2(files, &mut sheets)?;
        let f1 = crew::school(files, &mut sheets)?;
        let board = tank::board(files, &mut sheets)?;
        let status = career::status(files, &mut sheets)?;
        let tanks = tank::tanks(files, status.prestige.max_level, &mut sheets)?;
        let (divisions, division_names) = career::divisions(files, &mut sheets)?;
        let trophies = career::trophies(files, &mut sheets)?;
        let orders = tank::orders(files, &mut sheets)?;
        sheets.sort_by_key(|sheet| ORDER.iter().position(|id| *id == sheet.id));
        let heads = Heads {
            missions: missions_heads,
            weather: weather.heads,
            terrain: terrain.heads,
            types: forces.heads,
            quality: quality_heads,
            panzerfaust: b4_heads,
        };
        Ok(Charts {
            heads,
            missions,
            month_lines: calendar.lines,
            major_events: calendar.major_events,
            weather: weather.tables,
            weather_effect: weather.effects,
            terrain: terrain.tables,
            terrain_effect: terrain.effects,
            mix: Named::new(forces.mix, |n| enemy::mix_name(&forces.mixes[usize::from(n)])),
            mixes: forces.mixes,
            types: forces.types.map(|of_month| {
                of_month.map(|table| Named::new(table, |kind| counters.units[kind.index()].name.clone()))
            }),
            quality: quality.map(|table| Named::new(table, |grade| counters.grades[grade.index()].name.clone())),
            units: counters.units,
            halftrack: counters.halftrack,
            truck: counters.truck,
            grades: counters.grades,
            b1,
            b2,
            location: penetration.location,
            b3: penetration.b3,
            b4,
            b5,
            b5a,
            b6,
            b7,
            skills,
            b9: events.b9,
            b9_text: events.texts,
            reinforcement: events.reinforcement,
            minefield: events.minefield,
            c1: random.c1,
            c1_text: random.infos,
            c2,
            f1,
            placement: board.placement,
            facing: board.facing,
            flank_move: board.flank_move,
            assist: board.assist,
            tanks,
            divisions: Named::new(divisions, |n| division_names[n.index()].clone()),
            division_names,
            w1: Named::new(trophies.w1, |item| item.map_or("nothing".into(), |t| t.name().into())),
            trophy: trophies.trophy,
            trade: trophies.trade,
            awards: status.awards,
            vua: status.vua,
            puc: status.puc,
            ranks: status.ranks,
            promotion: status.promotion,
            prestige: status.prestige,
            victory_lows: status.victory_lows,
            spall: orders.spall,
            commands: orders.commands,
            constants: orders.constants,
            options: orders.options,
            which_unit: events.which_unit,
            sheets,
        })
    }

    /// How a career with so many successful missions is judged (5.2).
    pub fn victory(&self, missions: u16) -> VictoryLevel {
        let reached = self.victory_lows.iter().rposition(|&low| missions >= low);
        VictoryLevel::ALL[reached.unwrap_or(0)]
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
        "a1_missions.toml" "a3_weather.toml" "a4_enemy_forces.toml" "a5_terrain.toml" "a6_troop_quality.toml" "awards.toml"
        "b1_to_hit.toml" "b2_he_mg.toml" "b3_penetration.toml" "b4_panzerfaust.toml" "b5_movement.toml"
        "b6_b7_casualties.toml" "b8_skills.toml" "b9_event_check.toml" "c1_random_events.toml" "c1_serious_wound.toml"
        "calendar.toml" "commands.toml" "enemies.toml" "f1_fort_knox.toml" "f2_battle_board.toml" "tanks.toml" "units.toml"
        "w1_w2_trophies.toml"
    })
}
