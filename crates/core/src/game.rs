//! What a game is: rules as plain functions of state and answers, and the words front ends need for them.

use crate::chart::{ChartError, ChartSheet, Files};
use crate::check::Check;
use crate::rules::{Ledger, RuleId};
use crate::table::{Play, Table};
use crate::talk::Rank;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// A place at the table, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default, Serialize, Deserialize)]
pub struct Seat(pub u8);

/// The most seats a game has.
pub const MOST_SEATS: usize = 4;

impl Seat {
    /// The seat as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A unit of a battle, by the number it got there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u8);

/// The rules of a game and its whole state.
///
/// The state is plain data; which stage comes next is part of it. [`Game::advance`] plays one step, from one checkpoint to the next,
/// as a pure function of the state and of what the table answers.
pub trait Game: Clone + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The short name used everywhere, such as `duel`.
    const ID: &'static str;
    /// The title for people.
    const TITLE: &'static str;
    /// Raised whenever the same answers could lead to another game than before.
    const RULES_VERSION: u32;
    /// Fingerprints of earlier chart files with the same figures in another form: games saved with them go on.
    const SAME_CHARTS: &[&str] = &[];
    /// Whether seats keep things from each other, so that two people at one screen must not look over each other's shoulders.
    const SECRETS: bool = false;

    /// Charts, cards and maps, loaded and flattened for play.
    type Data: Send + Sync + 'static;
    /// What is agreed before play.
    type Setup: Clone + Default + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a player can decide: a small plain value whose text form is its stable key.
    type Choice: Copy + Eq + Debug + Display + FromStr + Send + Sync + 'static;
    /// What is being asked.
    type Ask: Copy + Eq + Debug + Send + Sync + 'static;
    /// What just happened.
    type Event: Clone + Debug + Serialize + Send + Sync + 'static;
    /// What one seat may see.
    type View<'a>: Serialize;

    /// The rules in our words.
    fn ledger() -> &'static Ledger;
    /// The chart files the game ships.
    fn shipped() -> Files;
    /// Loads charts, refusing anything wrong with file, table and row.
    fn load(files: &Files) -> Result<Self::Data, ChartError>;
    /// The shipped charts, loaded once.
    fn data() -> &'static Self::Data;

    /// A game about to begin.
    fn new(setup: &Self::Setup, data: &'static Self::Data) -> Result<Self, Invalid>;
    /// How many sit at the table.
    fn seats(&self) -> u8;
    /// Plays the next step of the sequence of play. Where steps are many and short, a game may play the next ones too while the table
    /// says that it goes on ([`Table::goes_on`]).
    fn advance<T: Table<Self>>(&mut self, data: &'static Self::Data, table: &mut T) -> Play<()>;
    /// Whether the game has ended.
    fn is_over(&self) -> bool;
    /// How the game ended, if it has.
    fn outcome(&self, data: &'static Self::Data) -> Option<Outcome>;
    /// What a seat may see.
    fn view<'a>(&'a self, data: &'static Self::Data, seat: Seat) -> Self::View<'a>;
    /// What an umpire sees. Where seats keep nothing from each other that is what anybody sees.
    fn whole_view<'a>(&'a self, data: &'static Self::Data) -> Self::View<'a> {
        self.view(data, Seat(0))
    }
    /// Whether a seat hears of an event. Games without secrets tell everybody everything.
    fn hears(_event: &Self::Event, _seat: Seat) -> bool {
        true
    }
    /// Whether an umpire does: of what seats are told in different words he hears one telling.
    fn umpire_hears(_event: &Self::Event) -> bool {
        true
    }
    /// Says what is wrong with a state someone arranged or a file brought.
    fn validate(&self, data: &'static Self::Data) -> Result<(), Invalid>;
}

/// The words of a game: everything a front end shows, so that it needs no rules of its own.
pub trait Voice: Game {
    /// One sentence about the game.
    const ABOUT: &'static str;

    /// What can be agreed before play, field by field.
    fn setup_fields(data: &'static Self::Data) -> Vec<Field>;
    /// The charts laid out for people.
    fn sheets(data: &'static Self::Data) -> &'static [ChartSheet];
    /// What people call the chart of a roll: its id, unless that is no name for people.
    fn chart_title(_data: &'static Self::Data, chart: &'static str) -> &'static str {
        chart
    }
    /// What a seat is called in the middle of a sentence, where several sit at the table.
    fn seat_name(&self, seat: Seat) -> String {
        format!("player {}", seat.0 + 1)
    }
    /// The seat that a seat's losses are told of: its own, unless all play on one side.
    fn side(&self, seat: Seat) -> Seat {
        seat
    }
    /// The question in words.
    fn ask_words(&self, data: &'static Self::Data, seat: Seat, ask: Self::Ask) -> AskWords;
    /// A choice in words.
    fn choice_words(&self, data: &'static Self::Data, seat: Seat, ask: Self::Ask, choice: Self::Choice) -> ChoiceWords;
    /// The roll this choice leads to at once, if it leads to one.
    fn preview(&self, data: &'static Self::Data, seat: Seat, choice: Self::Choice) -> Option<Check>;
    /// An event in words.
    fn event_words(data: &'static Self::Data, event: &Self::Event) -> EventWords;
    /// The same as the log of this game has it, where it calls people by their names.
    fn log_words(&self, data: &'static Self::Data, event: &Self::Event) -> EventWords {
        Self::event_words(data, event)
    }
    /// What a seat sees, as titled lists of lines.
    fn sections(view: &Self::View<'_>) -> Vec<Section>;
    /// Where the game stands, on one line.
    fn status(view: &Self::View<'_>) -> String;
    /// What someone means who says several answers in one line of the game's own language, such as `J mv F F`: the answers in order.
    /// Each is then given like any other, and all are taken back if one of them is refused. What cannot be meant is said with its reason,
    /// at the end of it the rule in parentheses where there is one: `K: df 3704: no enemy unit is to be seen there (5.0b)`.
    fn spoken(
        &self,
        _data: &'static Self::Data,
        _seat: Seat,
        _ask: Self::Ask,
        _line: &str,
    ) -> Option<Result<Vec<Self::Choice>, String>> {
        None
    }
    /// What can be said to a question in one line of the game's own language, as an example.
    fn example(_ask: Self::Ask) -> Option<&'static str> {
        None
    }
    /// The thing on the board a question is about, such as `unit:2`.
    fn ask_spot(&self, _data: &'static Self::Data, _seat: Seat, _ask: Self::Ask) -> Option<String> {
        None
    }
    /// Whether the answers belong to several things on the board, each with answers of its own, as orders belong to the men of a crew.
    fn by_spot(_ask: Self::Ask) -> bool {
        false
    }
    /// What an answer is one of, where many of one sort are offered: cards for sale are tanks, guns or teams.
    fn among(_data: &'static Self::Data, _choice: Self::Choice) -> Option<&'static str> {
        None
    }
    /// What an answer is typed as after the letter of its sort, where that is the same whatever else is offered: letters of a name.
    fn typed(_choice: Self::Choice) -> Option<String> {
        None
    }
    /// A hint for someone who is learning, given once where it first fits.
    fn lesson(&self, data: &'static Self::Data, seat: Seat, ask: Self::Ask) -> Option<Lesson>;
    /// All hints that fit a question, in the order in which they are given: one each time the question comes.
    fn lessons(&self, data: &'static Self::Data, seat: Seat, ask: Self::Ask) -> Vec<Lesson> {
        self.lesson(data, seat, ask).into_iter().collect()
    }
    /// The set-up, the seed and the opening answers of the guided first game.
    fn guided() -> Guided<Self::Setup>;
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// In a few words.
    pub result: String,
    /// A number to compare games by: more is better.
    pub score: i64,
    /// What each seat has scored, in their order, where seats score for themselves; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i64>,
    /// The seat that won, where there is one.
    pub winner: Option<Seat>,
    /// The whole story in a few lines.
    pub summary: Vec<String>,
}

impl Outcome {
    /// The score in words: one number, or that of each seat where there are several.
    pub fn scored(&self) -> String {
        self.scored_by(None)
    }

    /// What a seat has scored: its own score, or the one that all share.
    pub fn score_of(&self, seat: Seat) -> i64 {
        self.scores.get(seat.index()).copied().unwrap_or(self.score)
    }

    /// What people have scored where bots play the other seats: the best of those who score for themselves.
    pub fn score_of_people(&self, is_bot: impl Fn(Seat) -> bool) -> i64 {
        let seats = (0..self.scores.len()).map(|seat| Seat(seat as u8));
        seats.filter(|seat| !is_bot(*seat)).map(|seat| self.score_of(seat)).max().unwrap_or(self.score)
    }

    /// The same for the only person among several seats: his own.
    pub fn scored_by(&self, only: Option<Seat>) -> String {
        if let Some(seat) = only {
            return format!("score {}", self.score_of(seat));
        }
        match self.scores.as_slice() {
            [] | [_] => format!("score {}", self.score),
            each => format!("scores {}", each.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")),
        }
    }
}

/// Something in a set-up or state that cannot be: where, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {why}")]
pub struct Invalid {
    /// The path of the field.
    pub at: String,
    /// What is wrong with it.
    pub why: String,
}

impl Invalid {
    /// A field and what is wrong with it.
    pub fn new(at: impl Into<String>, why: impl Into<String>) -> Self {
        Invalid { at: at.into(), why: why.into() }
    }
}

/// A field of a set-up.
#[derive(Clone, Debug, Serialize)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub help: Cow<'static, str>,
    /// The values it takes, each with a label; empty for free text.
    pub values: Vec<(String, String)>,
    /// The value it has when not given.
    pub default: serde_json::Value,
}

/// A question in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskWords {
    /// A word for the kind of question.
    pub kind: &'static str,
    /// The rule behind it.
    pub rule: RuleId,
    /// The sentence: who must do what.
    pub text: String,
}

/// A choice in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceWords {
    /// What it does, on one line.
    pub label: String,
    /// The rule behind it.
    pub rule: RuleId,
    /// The thing on the board it belongs to, such as `unit:2`.
    pub spot: Option<String>,
}

/// An event in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventWords {
    /// A word for the kind of event.
    pub kind: &'static str,
    /// How much begins with it.
    pub rank: Rank,
    /// The rule behind it.
    pub rule: RuleId,
    /// The fact, on one line.
    pub text: String,
    /// A few words when the event decides something; outcomes of an option are told apart by these.
    pub headline: Option<String>,
    /// What a chapter stands under in a calendar: `July 1944`.
    pub under: Option<String>,
    /// What a chapter is called where it is more than a line: `27 July 1944`.
    pub title: Option<String>,
}

/// A titled list of lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// The word one asks for it by: `crew`, `enemies`.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// Its lines.
    pub lines: Vec<String>,
}

/// A hint for a learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Each hint is shown once.
    pub id: &'static str,
    /// The hint.
    pub text: Cow<'static, str>,
}

/// A guided first game.
#[derive(Clone, Debug)]
pub struct Guided<S> {
    /// Its set-up.
    pub setup: S,
    /// Its seed.
    pub seed: u64,
    /// Answers already given, as keys.
    pub answers: &'static [&'static str],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_loses_to_a_bot_has_his_own_score() {
        let outcome = |scores: &[i64]| Outcome {
            result: "Bravo wins".into(),
            score: 400,
            scores: scores.to_vec(),
            winner: Some(Seat(1)),
            summary: Vec::new(),
        };
        let scored = |scores: &[i64], bots: &[u8]| outcome(scores).score_of_people(|seat| bots.contains(&seat.0));
        assert_eq!(scored(&[-400, 400], &[1]), -400);
        assert_eq!(scored(&[-400, 400], &[]), 400);
        // One score is everybody's, whoever of them is a bot.
        assert_eq!((scored(&[], &[1]), scored(&[], &[0])), (400, 400));
        assert_eq!(outcome(&[]).scored_by(Some(Seat(1))), "score 400");
        assert_eq!(outcome(&[-400, 400]).scored_by(Some(Seat(0))), "score -400");
        assert_eq!(outcome(&[-400, 400]).scored(), "scores -400 and 400");
    }
}
