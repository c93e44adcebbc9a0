//! The charts of the game, read from their files, checked, and flattened for play.
//!
//! Figures may change, words may not: ids are those of [`crate::words`]. What the rules decide and a file only repeats must be
//! repeated rightly, or the file is refused.

mod fire;
mod force;
mod lay;
mod play;
mod read;
pub mod readings;

pub use fire::{Crt, Crts, InfantryFire, MOST_DIFFERENTIAL, MOST_PANIC, MOST_RANGE, Spot, Spotting};
pub use force::{Counters, ForceInfo, MOST_ALLOWANCE, MOST_TYPES, MOST_UNITS, Scenario, SituationInfo, WeaponInfo};
pub(crate) use lay::sheet;
pub use play::{HexEffect, Panic, Position, SideEffect, TaskInfo, Tasks, TerrainEffects};
pub(crate) use read::{At, note};

use crate::map::{Ground, Layout, Sheet};
use crate::words::{ScenarioId, Weapon};
use hulldown_core::chart::{ChartError, ChartSheet, Files};
use std::sync::OnceLock;

/// Every chart of the game, and its map.
#[derive(Debug)]
pub struct Charts {
    /// 8.91, 8.92, 8.93.
    pub crt: Crts,
    /// 8.81.
    pub infantry: InfantryFire,
    /// 13.5.
    pub spotting: Spotting,
    /// 5.0 and when results take effect.
    pub tasks: Tasks,
    /// 12.22.
    pub panic: Panic,
    /// 10.6.
    pub terrain: TerrainEffects,
    /// 17.4, by [`Weapon`].
    pub weapons: Vec<WeaponInfo>,
    /// 3.2.
    pub counters: Counters,
    /// 16.0 and 17.2, by [`ScenarioId`].
    pub scenarios: Vec<Scenario>,
    /// Covered positions, for bots and hints.
    pub positions: Vec<Position>,
    /// The map sheet.
    pub map: Sheet,
    /// Every chart laid out for people.
    pub sheets: Vec<ChartSheet>,
    grounds: [OnceLock<Ground>; Layout::ALL.len()],
}

/// The order charts are shown in.
const ORDER: [&str; 16] = [
    "3.2",
    "5.0",
    "8.81",
    "8.91",
    "8.92",
    "8.93",
    "10.6-open",
    "10.6-mixed",
    "10.6-closed",
    "12.22",
    "13.5",
    "17.2",
    "17.4",
    "MAP",
    "PLACES",
    "POSITIONS",
];

impl Charts {
    /// Reads and checks all files; the first thing wrong is said with file, table and row.
    pub fn load(files: &Files) -> Result<Charts, ChartError> {
        let mut sheets = Vec::new();
        let crt = fire::crt(files, &mut sheets)?;
        let infantry = fire::infantry(files, &mut sheets)?;
        let spotting = fire::spotting(files, &mut sheets)?;
        let tasks = play::tasks(files, &mut sheets)?;
        let panic = play::panic(files, &mut sheets)?;
        let terrain = play::terrain(files, &mut sheets)?;
        let weapons = force::weapons(files, &mut sheets)?;
        let counters = force::counters(files, &mut sheets)?;
        let scenarios = force::scenarios(files, &weapons, &counters, &mut sheets)?;
        let map = Sheet::load(files, &mut sheets)?;
        let positions = play::positions(files, |hex| map.grid().contains(hex), &mut sheets)?;
        sheets.sort_by_key(|sheet| ORDER.iter().position(|id| *id == sheet.id));
        Ok(Charts {
            crt,
            infantry,
            spotting,
            tasks,
            panic,
            terrain,
            weapons,
            counters,
            scenarios,
            positions,
            map,
            sheets,
            grounds: Default::default(),
        })
    }

    /// The map of so many sheets, laid out when it is first asked for.
    #[inline]
    pub fn ground(&self, layout: Layout) -> &Ground {
        self.grounds[layout.index()].get_or_init(|| Ground::new(&self.map, &self.terrain, layout))
    }

    /// A weapon's row.
    #[inline]
    pub fn weapon(&self, weapon: Weapon) -> &WeaponInfo {
        &self.weapons[weapon.index()]
    }

    /// A scenario.
    #[inline]
    pub fn scenario(&self, id: ScenarioId) -> &Scenario {
        &self.scenarios[id.index()]
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
        "counters.toml" "crt.toml" "infantry.toml" "map.toml" "map.txt" "panic.toml" "positions.toml" "scenarios.toml"
        "spotting.toml" "tasks.toml" "terrain.toml" "weapons.toml"
    })
}
