//! The charts of the game. The types here are those of the files: serde is their schema.
//!
//! Figures may change, words may not: ids are those of [`crate::words`].

#![allow(missing_docs)] // Figures are called what the charts call them.

mod bands;
mod fire;
mod force;
mod play;

pub use bands::{Band, Bands};
pub use fire::{
    Crt, CrtRow, Crts, InfantryFire, InfantryRow, MOST_DIFFERENTIAL, MOST_PANIC, MOST_RANGE, SpotRow, Spotting, ToSpot,
};
pub use force::{
    Counters, ForceInfo, Group, MOST_ALLOWANCE, MOST_TYPES, MOST_UNITS, Scenario, ScenarioRow, Scenarios,
    SituationInfo, WeaponInfo, Weapons,
};
pub use play::{
    Application, FiringPosition, HexEffect, ImprovedPosition, ModeEffects, Movement, Panic, Positions, SideEffect,
    TaskInfo, Tasks, TerrainEffects, Wreck,
};

use crate::map::{Battleground, Layout, Sheet};
use crate::words::{ScenarioId, Weapon};
use hulldown_core::chart::readings::OtherReading;
use hulldown_core::chart::{ChartError, ChartSheet, Files, Grounds};
use hulldown_core::figures;
use std::fmt::Display;
use std::sync::OnceLock;

figures! {
    /// Where the rulebook can be read in two ways and both are worth playing.
    Readings { reading: Vec<OtherReading> }
}

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
    /// 17.4.
    pub weapons: Weapons,
    /// 3.2.
    pub counters: Counters,
    /// 16.0 and 17.2, by [`ScenarioId`].
    pub scenarios: Vec<Scenario>,
    /// Covered positions, for bots and hints.
    pub positions: Positions,
    /// The map sheet.
    pub map: Sheet,
    /// Other readings of the rulebook.
    pub readings: Vec<OtherReading>,
    /// Every chart laid out for people.
    pub sheets: Vec<ChartSheet>,
    grounds: [OnceLock<Battleground>; Layout::ALL.len()],
}

/// What a line of a sheet says, and where it comes from.
fn note(of: impl Display, grounds: &Grounds) -> String {
    format!("{of} ({grounds})")
}

impl Charts {
    /// Reads all files; the first thing wrong is said with file, line and column.
    pub fn load(files: &Files) -> Result<Charts, ChartError> {
        let Read { crt, infantry, spotting, tasks, panic, terrain, weapons, counters, rows, positions, readings } =
            Read::all(files)?;
        let (map, map_sheets) = Sheet::load(files)?;
        let scenarios = rows.each();
        for scenario in &scenarios {
            if let Some(wrong) = Scenarios::wrong(scenario, &weapons, &counters) {
                return Err(ChartError::new("scenarios.toml", format!("[scenario.{}]", scenario.id.id()), wrong));
            }
        }
        for (mode, quarter, (hex, covered, seen)) in positions.each() {
            let wrong =
                |what: String| Err(ChartError::new("positions.toml", format!("{} {}", mode.id(), quarter.id()), what));
            if !map.grid().contains(*hex) {
                return wrong(format!("{hex} is not on the map"));
            }
            if covered > seen {
                return wrong(format!("{hex}: covered is {covered}, more than the {seen} seen"));
            }
        }
        let mut sheets = vec![counters.sheet(), tasks.sheet(), infantry.sheet()];
        sheets.extend(crt.sheets());
        sheets.extend(terrain.sheets());
        sheets.extend([panic.sheet(), spotting.sheet(), rows.sheet(&weapons), weapons.sheet()]);
        sheets.extend(map_sheets);
        sheets.push(positions.sheet());
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
            readings: readings.reading,
            sheets,
            grounds: Default::default(),
        })
    }

    /// The map of so many sheets, laid out when it is first asked for.
    #[inline]
    pub fn ground(&self, layout: Layout) -> &Battleground {
        self.grounds[layout.index()].get_or_init(|| Battleground::new(&self.map, &self.terrain, layout))
    }

    /// A weapon's row.
    #[inline]
    pub fn weapon(&self, weapon: Weapon) -> &WeaponInfo {
        &self.weapons.weapon[weapon]
    }

    /// A scenario.
    #[inline]
    pub fn scenario(&self, id: ScenarioId) -> &Scenario {
        &self.scenarios[id.index()]
    }
}

hulldown_core::chart_files! { "../../data/";
    crt: Crts = "crt.toml", infantry: InfantryFire = "infantry.toml", spotting: Spotting = "spotting.toml",
    tasks: Tasks = "tasks.toml", panic: Panic = "panic.toml", terrain: TerrainEffects = "terrain.toml",
    weapons: Weapons = "weapons.toml", counters: Counters = "counters.toml", rows: Scenarios = "scenarios.toml",
    positions: Positions = "positions.toml", readings: Readings = "readings.toml"; "map.toml" "map.txt"
}
