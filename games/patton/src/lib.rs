//! Patton's Best: one Sherman of the 4th Armored Division, July 1944 to the end.
//!
//! The sequence of play stands in `referee.rs`; each chapter of the rules has a file of its own. The state is in [`state`], what a
//! player can decide in [`talk`], the charts in [`charts`].

mod aftermath;
mod ahead;
#[allow(clippy::disallowed_types, reason = "a drawing measures; only rules count in whole numbers")]
mod board;
#[allow(clippy::disallowed_types, reason = "a bot weighs; only rules count in whole numbers")]
pub mod bot;
mod briefing;
mod calendar;
mod casualties;
pub mod charts;
mod chores;
mod contact;
mod drive;
mod enemy;
pub mod evening;
#[allow(clippy::disallowed_types, reason = "what many games come to is no rule")]
pub mod figures;
mod friendly;
mod gunnery;
mod incidents;
mod machine_guns;
pub mod odds;
mod offered;
mod operations;
mod orders;
#[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
mod playable;
mod prepare;
mod referee;
mod roster;
pub mod rules;
mod spotting;
pub mod state;
pub mod talk;
mod text;
#[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
mod threats;
mod trial;
mod usual;
mod validate;
mod view;
pub mod words;

use crate::charts::{Charts, DayCode};
use crate::referee::Referee;
pub use crate::state::Patton;
use crate::state::{Length, Name, Options, Stage};
use crate::talk::{Ask, Choice, Event};
pub use crate::text::story;
pub use crate::view::View;
use crate::words::{AreaType, Day, Resistance, Scenario, Tank};
use hulldown_core::game::{Game, Invalid, Outcome, Seat};
use hulldown_core::table::{Play, Table};
use serde::{Deserialize, Serialize};

/// The kind of a single day or engagement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WantedScenario {
    /// As the calendar has it.
    #[default]
    Calendar,
    /// An advance.
    Advance,
    /// A battle.
    Battle,
    /// A counterattack.
    Counterattack,
}

/// The resistance to expect on a single day or in an engagement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WantedResistance {
    /// As the calendar has it.
    #[default]
    Calendar,
    /// Light.
    Light,
    /// Medium.
    Medium,
    /// Heavy.
    Heavy,
}

/// What is agreed before play (1.1, 16.3, 29.0, 30.0, 31.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// How much is played.
    pub length: Length,
    /// The date of a single day or engagement.
    pub date: String,
    /// Its kind.
    pub scenario: WantedScenario,
    /// The resistance to expect.
    pub resistance: WantedResistance,
    /// The ground of an engagement.
    pub ground: AreaType,
    /// The number of the first tank's card.
    pub tank: u8,
    /// Machine gun ammunition is counted (16.3).
    pub mg_ammo: bool,
    /// Fuel is counted (29.0).
    pub fuel: bool,
    /// A Firefly, and only Fireflies (30.0).
    pub firefly: bool,
    /// The player says who looks at what.
    pub spot_by_hand: bool,
    /// Your name.
    pub name: String,
    /// What is painted on your tank.
    pub tank_name: String,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            length: Length::Campaign,
            date: Day::FIRST.id(),
            scenario: WantedScenario::Calendar,
            resistance: WantedResistance::Calendar,
            ground: AreaType::B,
            tank: 1,
            mg_ammo: false,
            fuel: false,
            firefly: false,
            spot_by_hand: false,
            name: String::new(),
            tank_name: String::new(),
        }
    }
}

fn name(at: &str, text: &str) -> Result<Name, Invalid> {
    if text.chars().any(char::is_control) {
        return Err(Invalid::new(format!("setup.{at}"), "a name has no control characters"));
    }
    Name::from(text)
        .map_err(|_| Invalid::new(format!("setup.{at}"), "a name has room for 40 letters, fewer if they have accents"))
}

impl Setup {
    /// The kind of day and the resistance: those asked for, or else the calendar's.
    fn code(&self, day: Day, data: &Charts) -> Result<(Scenario, Resistance), Invalid> {
        let printed = match data.calendar.day(day) {
            DayCode::Action { scenario, resistance, .. } => Some((scenario, resistance)),
            DayCode::Refit => None,
        };
        let scenario = match self.scenario {
            WantedScenario::Calendar => printed.map(|(scenario, _)| scenario),
            WantedScenario::Advance => Some(Scenario::Advance),
            WantedScenario::Battle => Some(Scenario::Battle),
            WantedScenario::Counterattack => Some(Scenario::Counterattack),
        };
        let resistance = match self.resistance {
            WantedResistance::Calendar => printed.map(|(_, resistance)| resistance),
            WantedResistance::Light => Some(Resistance::Light),
            WantedResistance::Medium => Some(Resistance::Medium),
            WantedResistance::Heavy => Some(Resistance::Heavy),
        };
        let refits = "the Division refits on that day; name another date, or both scenario and resistance";
        scenario.zip(resistance).ok_or_else(|| Invalid::new("setup.date", refits))
    }
}

impl Game for Patton {
    const ID: &'static str = "patton";
    const TITLE: &'static str = "Patton's Best";
    const RULES_VERSION: u32 = 3;
    const SAME_CHARTS: &[&str] = &[
        "03f7903fd62065cf",
        "03f7903fd62065cf7d",
        "ccca6dbaeebca8a387",
        "17785c42f1ae80652d",
        "2959a1ac277caf1cfa",
        "d4fc0962c27bde4fb1",
    ];

    hulldown_core::game_data!(Charts);
    type Setup = Setup;
    type Choice = Choice;
    type Ask = Ask;
    type Event = Event;
    type View<'a> = View<'a>;

    fn new(setup: &Setup, data: &'static Charts) -> Result<Self, Invalid> {
        let firefly = setup.firefly || setup.tank == Tank::FIREFLY.number();
        let card = if firefly { Tank::FIREFLY.number() } else { setup.tank };
        let tank =
            Tank::from_id(&card.to_string()).ok_or_else(|| Invalid::new("setup.tank", "tanks are numbered 1 to 18"))?;
        let campaign = setup.length == Length::Campaign;
        if campaign && tank != Tank::FIRST && !firefly {
            return Err(Invalid::new(
                "setup.tank",
                "a campaign begins with tank 1, or with tank 18, a Firefly; choose a day or an engagement for the others",
            ));
        }
        let day = if campaign {
            Day::FIRST
        } else {
            setup.date.parse().map_err(|why: String| Invalid::new("setup.date", why))?
        };
        if !(Day::FIRST..=Day::LAST_COMBAT).contains(&day) {
            return Err(Invalid::new("setup.date", "the calendar runs from 1944-07-27 to 1945-04-18"));
        }
        let code = if campaign { (Scenario::Advance, Resistance::Light) } else { setup.code(day, data)? };
        let options = Options {
            length: setup.length,
            mg_ammo: setup.mg_ammo,
            fuel: setup.fuel,
            firefly,
            spot_by_hand: setup.spot_by_hand,
            ground: setup.ground,
        };
        let names = [name("name", &setup.name)?, name("tank_name", &setup.tank_name)?];
        Ok(Patton::fresh(options, day, code, data.daylight(day.month()), tank, names))
    }

    fn seats(&self) -> u8 {
        1
    }

    fn advance<T: Table<Self>>(&mut self, data: &'static Charts, table: &mut T) -> Play<()> {
        Referee { game: self, charts: data, table }.step()
    }

    fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    fn outcome(&self, data: &'static Charts) -> Option<Outcome> {
        self.is_over().then(|| text::outcome(self, data))
    }

    #[inline]
    fn view<'a>(&'a self, data: &'static Charts, _: Seat) -> View<'a> {
        View::new(self, data)
    }

    fn validate(&self, data: &'static Charts) -> Result<(), Invalid> {
        validate::validate(self, data)
    }
}
