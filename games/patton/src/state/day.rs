//! The day: weather, the After Action Report, and what is remembered of it.

use crate::words::{Clock, Day, Ground, Medal, Resistance, Scenario, Sky, Tank, UnitType};
use serde::{Deserialize, Serialize};

/// Whether snow falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Snowfall {
    /// It was never falling today.
    #[default]
    None,
    /// It falls.
    Falling,
    /// It has stopped and may start again.
    Stopped,
}

/// The weather.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weather {
    /// The sky.
    pub sky: Sky,
    /// The ground.
    pub ground: Ground,
    /// Whether it rains.
    pub rain: bool,
    /// Hours of rain so far.
    pub rain_hours: u8,
    /// Whether snow falls.
    pub snow: Snowfall,
}

impl Weather {
    /// Whether nobody sees beyond close range (17.24).
    #[inline]
    pub fn thick(self) -> bool {
        self.sky == Sky::Fog || self.snow == Snowfall::Falling
    }
}

/// How a day or an engagement ended for you (6.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Neither.
    Even,
}

/// The After Action Report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The kind of day.
    pub scenario: Scenario,
    /// The resistance expected.
    pub expected: Resistance,
    /// The weather.
    pub weather: Weather,
    /// Sunrise.
    pub sunrise: Clock,
    /// Sunset.
    pub sunset: Clock,
    /// The time.
    pub clock: Clock,
    /// Units knocked out by your tank.
    pub own: [u8; UnitType::ALL.len()],
    /// Of these, how many were in fortifications.
    pub own_forts: u8,
    /// Units knocked out by friendly forces.
    pub friendly: [u8; UnitType::ALL.len()],
    /// Of these, how many were in fortifications.
    pub friendly_forts: u8,
    /// Areas captured, exit areas apart.
    pub areas: u8,
    /// Exit areas captured.
    pub exits: u8,
    /// Areas lost.
    pub lost_areas: u8,
    /// Friendly tanks lost.
    pub tanks_lost: u8,
    /// Friendly squads lost.
    pub squads_lost: u8,
    /// Battles fought.
    pub battles: u8,
    /// Whether you were aboard this morning.
    pub aboard: bool,
    /// Whether you were wounded today.
    pub wounded: bool,
    /// Whether you stood in an open hatch during a Collateral Damage roll.
    pub exposed: bool,
    /// Whether you pulled a man from a tank that burned.
    pub rescuer: bool,
    /// Whether you were killed or hurt so as to miss combat (6.0).
    pub out: bool,
    /// Whether the tank exploded.
    pub exploded: bool,
    /// How it ended.
    pub verdict: Option<Verdict>,
    /// Whether you were promoted.
    pub promoted: bool,
    /// The decoration won.
    pub medal: Option<Medal>,
}

/// One day of action, as it is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DayLine {
    /// The day.
    pub day: Day,
    /// The kind of day.
    pub scenario: Scenario,
    /// Which commander you were.
    pub commander: u8,
    /// Whether you were aboard.
    pub aboard: bool,
    /// The tank.
    pub tank: Tank,
    /// Whether it was knocked out.
    pub tank_lost: bool,
    /// Battles fought.
    pub battles: u8,
    /// Points of your tank, before multipliers.
    pub own: i16,
    /// The sum after multipliers.
    pub total: i16,
    /// How it ended.
    pub verdict: Verdict,
    /// Men wounded for a week or more, or killed.
    pub casualties: u8,
    /// Whether you were promoted.
    pub promoted: bool,
    /// The decoration won.
    pub medal: Option<Medal>,
}
