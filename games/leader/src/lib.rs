//! Sherman Leader: an American combat group, week by week, from North Africa to Okinawa and Germany.
//!
//! The sequence of play stands in `referee.rs`; each chapter of the rules has a file of its own. The state is in [`state`], what a
//! player can decide in [`talk`], cards and charts in [`charts`], the battlefield in [`map`].

mod act;
mod attack;
#[allow(clippy::disallowed_types, reason = "a drawing measures; only rules count in whole numbers")]
mod board;
pub mod bot;
pub mod charts;
mod counsel;
mod damage;
mod depot;
mod effects;
mod end;
mod enemy;
#[allow(clippy::disallowed_types, reason = "what many games come to is no rule")]
pub mod figures;
#[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
mod forecast;
mod gunner;
pub mod ids;
pub mod map;
#[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
mod odds;
mod playable;
mod post;
mod pre;
mod referee;
pub mod rules;
mod setup;
mod sources;
mod spoken;
pub mod state;
pub mod talk;
mod text;
pub mod together;
mod trial;
mod validate;
mod view;
mod week;
pub mod words;

use crate::charts::Charts;
use crate::ids::{Cards, Ids, OptionId, PlannedId, Row};
pub use crate::referee::OneOf;
use crate::referee::Referee;
pub use crate::state::Leader;
use crate::state::{Battle, Lingering, Options, Stage, Tally};
use crate::talk::{Ask, Choice, Event};
use crate::together::{Floor, PlayerNames};
pub use crate::view::View;
use hulldown_core::game::{Game, Invalid, MOST_SEATS, Outcome, Seat};
use hulldown_core::table::{Play, Table};
use serde::{Deserialize, Serialize};

/// What is agreed before play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The Campaign card, by its id.
    pub campaign: String,
    /// The Objective card, by its id.
    pub objective: String,
    /// Battles may be a turn longer (opt.tenacity.1).
    pub tenacity: bool,
    /// Commanders may take over other Units (opt.heroics.1).
    pub heroics: bool,
    /// Hits at close range may come from the flank (opt.flank.1).
    pub flank: bool,
    /// How many share the force, 1 to 4 (together.seats.1).
    pub seats: u8,
    /// What the first of them is called.
    pub player_1: String,
    /// What the second is called.
    pub player_2: String,
    /// What the third is called.
    pub player_3: String,
    /// What the fourth is called.
    pub player_4: String,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            campaign: "north_africa_1942".into(),
            objective: "over_there".into(),
            tenacity: false,
            heroics: false,
            flank: false,
            seats: 1,
            player_1: String::new(),
            player_2: String::new(),
            player_3: String::new(),
            player_4: String::new(),
        }
    }
}

impl Game for Leader {
    const ID: &'static str = "leader";
    const TITLE: &'static str = "Sherman Leader";
    const RULES_VERSION: u32 = 4;

    hulldown_core::game_data!(Charts);
    type Setup = Setup;
    type Choice = Choice;
    type Ask = Ask;
    type Event = Event;
    type View<'a> = View<'a>;

    fn new(setup: &Setup, data: &'static Charts) -> Result<Leader, Invalid> {
        let campaign = data.campaigns.position(|card| card.id == setup.campaign);
        let campaign = campaign.ok_or_else(|| Invalid::new("setup.campaign", "there is no such Campaign card"))?;
        let objective = data.objectives.position(|card| card.id == setup.objective);
        let objective = objective.ok_or_else(|| Invalid::new("setup.objective", "there is no such Objective card"))?;
        let options = Options { tenacity: setup.tenacity, heroics: setup.heroics, flank: setup.flank };
        let paid = i16::from(setup.tenacity) + i16::from(setup.heroics);
        let so = data.objectives[objective].so + data.campaigns[campaign].so - paid * data.numbers.cost.optional;
        if !(1..=MOST_SEATS as u8).contains(&setup.seats) {
            return Err(Invalid::new("setup.seats", "one to four share the force"));
        }
        let mut names = PlayerNames::default();
        let called = [&setup.player_1, &setup.player_2, &setup.player_3, &setup.player_4];
        for (seat, text) in called.into_iter().enumerate().take(usize::from(setup.seats)) {
            let wrong = |why| Invalid::new(format!("setup.player_{}", seat + 1), why);
            names.0[seat] = together::called(text).map_err(wrong)?;
        }
        if so < 0 {
            return Err(Invalid::new("setup.campaign", "these cards leave no Special Option points"));
        }
        Ok(Leader {
            campaign,
            objective,
            options,
            seats: setup.seats,
            leading: Seat(0),
            floor: Floor::default(),
            names,
            stage: Stage::Draw,
            week: 0,
            so,
            vp: 0,
            units: Row::default(),
            commanders: Row::default(),
            support: [0; 2],
            named: Ids::NONE,
            tally: Tally::default(),
            spent: Cards::NONE,
            battalions: Row::default(),
            events: Ids::NONE,
            conditions: Ids::NONE,
            condition: None,
            condition_option: OptionId(0),
            lingering: Lingering::default(),
            plan: Row::default(),
            at: PlannedId(0),
            battle: Battle::none(),
            served: Ids::NONE,
            result: None,
        })
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn advance<T: Table<Leader>>(&mut self, data: &'static Charts, table: &mut T) -> Play<()> {
        Referee { game: self, charts: data, table }.step()
    }

    fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    fn outcome(&self, data: &'static Charts) -> Option<Outcome> {
        self.result.filter(|_| self.is_over()).map(|evaluation| text::outcome(self, data, evaluation))
    }

    #[inline]
    fn view<'a>(&'a self, data: &'static Charts, _: Seat) -> View<'a> {
        View::new(self, data)
    }

    fn validate(&self, data: &'static Charts) -> Result<(), Invalid> {
        validate::validate(self, data)
    }
}
