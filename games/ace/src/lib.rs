//! American Tank Ace: one Sherman commander from tank school to April 1945.
//!
//! The sequence of play stands in `referee.rs`; each chapter of the rules has a file of its own. The state is in [`state`], what a
//! player is asked and can answer in [`talk`], the charts in [`charts`].

mod aftermath;
#[allow(clippy::disallowed_types, reason = "a drawing measures; only rules count in whole numbers")]
mod board;
#[allow(clippy::disallowed_types, reason = "a bot weighs; only rules count in whole numbers")]
pub mod bot;
pub mod charts;
mod commands;
mod crew;
mod damage;
mod enemy;
#[allow(clippy::disallowed_types, reason = "what many games come to is no rule")]
pub mod figures;
mod gunnery;
mod incidents;
mod losses;
mod mission;
mod movement;
#[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
mod odds;
mod orders;
#[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
mod playable;
mod referee;
pub mod rules;
#[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
mod shots;
pub mod state;
mod support;
pub mod talk;
mod text;
mod trial;
mod validate;
mod view;
pub mod words;

use crate::charts::Charts;
use crate::referee::Referee;
pub use crate::state::Ace;
use crate::state::{Career, Fate, Mode, Name, Player, Stage};
use crate::talk::{Ask, Choice, Event};
pub use crate::view::View;
use crate::words::Award;
use hulldown_core::game::{Game, Invalid, Outcome, Seat};
use hulldown_core::table::{Play, Table};
use serde::{Deserialize, Serialize};

/// What is agreed before play (4.2.1, 10.0).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// Who plays with whom.
    pub mode: Mode,
    /// The commander's name.
    pub name: String,
    /// What his crew call him.
    pub nickname: String,
    /// What is painted on his tank.
    pub tank_name: String,
    /// The second commander's name.
    pub partner_name: String,
    /// What his crew call him.
    pub partner_nickname: String,
    /// What is painted on his tank.
    pub partner_tank_name: String,
    /// Increased threat targeting (10.4).
    pub increased_threat: bool,
    /// The publisher's changes of 2022 (R3).
    pub errata_2022: bool,
}

fn name(at: &str, text: &str) -> Result<Name, Invalid> {
    if text.chars().any(char::is_control) {
        return Err(Invalid::new(format!("setup.{at}"), "a name has no control characters"));
    }
    Name::from(text)
        .map_err(|_| Invalid::new(format!("setup.{at}"), "a name has room for 40 letters, fewer if they have accents"))
}

impl Game for Ace {
    const ID: &'static str = "ace";
    const TITLE: &'static str = "American Tank Ace";
    const RULES_VERSION: u32 = 3;
    const SAME_CHARTS: &[&str] = &["5b690d7188ee54b4", "0cebc3a968a1bfd8bd", "df364d4fe9e01c2296"];

    hulldown_core::game_data!(Charts);
    type Setup = Setup;
    type Choice = Choice;
    type Ask = Ask;
    type Event = Event;
    type View<'a> = View<'a>;

    fn new(setup: &Setup, data: &'static Charts) -> Result<Ace, Invalid> {
        let first = Player::fresh(
            name("name", &setup.name)?,
            name("nickname", &setup.nickname)?,
            name("tank_name", &setup.tank_name)?,
            data,
        );
        let second = Player::fresh(
            name("partner_name", &setup.partner_name)?,
            name("partner_nickname", &setup.partner_nickname)?,
            name("partner_tank_name", &setup.partner_tank_name)?,
            data,
        );
        Ok(Ace::fresh(setup.mode, setup.increased_threat, setup.errata_2022, [first, second]))
    }

    fn seats(&self) -> u8 {
        self.mode.seats()
    }

    #[inline]
    fn advance<T: Table<Ace>>(&mut self, data: &'static Charts, table: &mut T) -> Play<()> {
        Referee { game: self, charts: data, table }.step()
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    fn outcome(&self, data: &'static Charts) -> Option<Outcome> {
        self.is_over().then(|| text::outcome(self, data))
    }

    #[inline]
    fn view<'a>(&'a self, data: &'static Charts, seat: Seat) -> View<'a> {
        View::new(self, data, seat)
    }

    fn validate(&self, data: &'static Charts) -> Result<(), Invalid> {
        validate::validate(self, data)
    }
}

impl Ace {
    /// [10.3b, R47] Who wins a competition: most vehicle and gun kills, then the highest award, then most successes.
    pub fn winner(&self) -> Option<Seat> {
        if !matches!(self.mode, Mode::CompetitiveTogether | Mode::CompetitiveApart) {
            return None;
        }
        let rank = |player: &Player| {
            let award = player.career.awards[..=Award::MedalOfHonor.index()].iter().rposition(|n| *n > 0);
            (player.career.vehicles_and_guns(), award, player.career.successes)
        };
        match rank(&self.players[0]).cmp(&rank(&self.players[1])) {
            std::cmp::Ordering::Greater => Some(Seat(0)),
            std::cmp::Ordering::Less => Some(Seat(1)),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// What each commander has scored: successful missions (5.2.1), in competition vehicle and gun kills (10.3b).
    pub fn scores(&self) -> Vec<i64> {
        let rivals = matches!(self.mode, Mode::CompetitiveTogether | Mode::CompetitiveApart);
        let score = |c: &Career| i64::from(if rivals { c.vehicles_and_guns() } else { c.successes });
        self.seats_in_play().map(|seat| score(&self.players[seat.index()].career)).collect()
    }

    /// Whether a commander's game goes on.
    pub fn serves(&self, seat: Seat) -> bool {
        self.players[seat.index()].fate == Fate::Serving
    }
}
