//! The whole state of a game: flat plain data, and the cold history of the days apart from it.

mod boards;
mod crew;
mod day;

use crate::words::{AreaType, Day, Leaving, Sector, UnitType};
use arrayvec::ArrayString;
pub use boards::{
    AREAS, Aim, Area, Areas, Bail, Battle, Directs, Enemy, Hit, MOST_ENEMIES, MOST_HITS, MOST_STRAYS, Map, Orders,
    Progress, Sight, Stray, Sweep,
};
pub use crew::{Away, Bog, Commander, Crew, Fate, GunState, MOST_AWAY, Man, Vehicle};
pub use day::{DayLine, Report, Snowfall, Verdict, Weather};
pub use hulldown_core::game::UnitId;
use serde::{Deserialize, Serialize};

/// A short text of the player's own: a name.
pub type Name = ArrayString<40>;

/// How much is played (1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// The whole campaign from 27 July 1944.
    #[default]
    Campaign,
    /// One day.
    Day,
    /// One engagement on the Battle Board (31.0).
    Engagement,
}

/// What was agreed before play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How much is played.
    pub length: Length,
    /// Machine gun ammunition is counted (16.3).
    pub mg_ammo: bool,
    /// Fuel is counted (29.0).
    pub fuel: bool,
    /// The tank is a Firefly (30.0).
    pub firefly: bool,
    /// The player says who looks at what (R36); otherwise the crew does it by itself, best eyes first.
    pub spot_by_hand: bool,
    /// The ground of an engagement.
    pub ground: AreaType,
}

/// The game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patton {
    /// What was agreed.
    pub options: Options,
    /// What comes next in the sequence of play.
    pub stage: Stage,
    /// The present day.
    pub day: Day,
    /// You.
    pub you: Commander,
    /// The men in the tank and those who may come back.
    pub crew: Crew,
    /// Your tank.
    pub tank: Vehicle,
    /// The After Action Report of the day.
    pub report: Report,
    /// The Movement Board.
    pub map: Map,
    /// The Battle Board.
    pub battle: Battle,
    /// What became of the days of action so far.
    pub history: Vec<DayLine>,
}

/// What comes next in the sequence of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The calendar of the present day is looked at (4.1).
    Calendar,
    /// A refit begins (27.0).
    Refit,
    /// Men come back, tank and posts are filled (4.22-4.24).
    Muster,
    /// Weather and ammunition (4.25, 4.26).
    Briefing,
    /// Time and ammunition already gone (4.3).
    TimeCheck,
    /// Prepare for battle, then this (4.4).
    Prepare(After),
    /// Start and exit area (4.51, 4.52).
    StartArea,
    /// One adjacent area is looked at for free (4.53).
    FreeCheck,
    /// An operation (4.54).
    Operations,
    /// The task force has come into a new area (4.54.5).
    Entered,
    /// Waiting for the counterattack (20.42).
    Watch,
    /// Enemy units appear (4.61-4.64).
    Contact,
    /// Ambush or not (4.65).
    Ambush,
    /// Smoke depletes (4.71).
    Smoke,
    /// Spotting (4.72).
    Spotting,
    /// Orders (4.73).
    Orders,
    /// Your tank moves (4.74.1).
    Movement,
    /// The main gun (4.74.2).
    MainGun,
    /// The machine guns (4.74.3).
    MachineGuns,
    /// Miscellaneous actions (4.74.4).
    Chores,
    /// The enemy acts (4.75).
    Enemy,
    /// Friendly forces act (4.76).
    Friendly,
    /// A random event (4.77).
    Event,
    /// Your tank is knocked out (4.81.4).
    KnockedOut(Cause),
    /// The task force leaves the board (11.3).
    Leaving(Leaving),
    /// The battle is over (4.77.2).
    BattleEnd,
    /// The crew leaves a disabled tank (11.11).
    Abandon,
    /// The debriefing (4.9).
    Evening,
    /// You are out of the war; who goes on? (6.3)
    Succession,
    /// The game is over.
    Over,
}

impl Stage {
    /// Whether the Battle Board is in use.
    pub(crate) const fn in_battle(self) -> bool {
        matches!(
            self,
            Stage::Contact
                | Stage::Ambush
                | Stage::Smoke
                | Stage::Spotting
                | Stage::Orders
                | Stage::Movement
                | Stage::MainGun
                | Stage::MachineGuns
                | Stage::Chores
                | Stage::Enemy
                | Stage::Friendly
                | Stage::Event
                | Stage::KnockedOut(_)
                | Stage::Leaving(_)
                | Stage::BattleEnd
                | Stage::Abandon
        )
    }
}

/// What follows the preparation for battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum After {
    /// New start and exit areas.
    Start,
    /// A free look at an area.
    Check,
    /// Operations, or the watch of a counterattack.
    Operations,
    /// The area just entered.
    Entered,
    /// A battle at once: an engagement.
    Contact,
}

/// What knocked your tank out, and where it struck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    /// Who fired; none for a Panzerfaust.
    pub by: Option<UnitType>,
    /// Whether the turret was struck, otherwise the hull.
    pub turret: bool,
    /// The sector the shot came from.
    pub from: Sector,
}

impl Patton {
    /// The kind of ground of the present area.
    #[inline]
    pub fn ground(&self, charts: &crate::charts::Charts) -> AreaType {
        match self.options.length {
            Length::Engagement => self.options.ground,
            _ => charts.areas[self.map.at.index()].kind,
        }
    }

    /// Whether daylight is left.
    #[inline]
    pub fn daylight(&self) -> bool {
        self.report.clock < self.report.sunset
    }
}
