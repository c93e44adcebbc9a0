//! The conformance kit: the laws every game must keep at the table, and one call that tries them all.
//!
//! ```
//! use hulldown_kit::{Conform, conform, duel::{Duel, Setup}};
//! conform::<Duel>(Conform { games: 5, setups: vec![Setup::default()], scramble: Some(Duel::scramble), most_answers: 500 });
//! ```
//!
//! Each law is a function of [`laws`]; a game that breaks one is told which, with the seed, the answer and the key it broke at.

pub mod aids;
pub mod altered;
pub mod duel;
pub mod golden;
pub mod laws;
pub mod pack;
pub mod page;
pub mod played;
pub mod record;
pub mod same;
pub mod scene;
mod text;
pub mod trial;
mod watch;

use hulldown_core::{Game, Seat, Voice};
use std::fmt;

/// The same state with another set of secrets hidden from a seat; the number says which.
pub type Scramble<G> = fn(&G, Seat, u64) -> G;

/// What to try a game with.
#[derive(Clone)]
pub struct Conform<G: Game> {
    /// How many whole games to play at random.
    pub games: u64,
    /// The set-ups to play, in turn; with none given, the default one.
    pub setups: Vec<G::Setup>,
    /// Changes what is hidden from a seat and nothing else. Without it views are only tried against what other seats answer in private.
    pub scramble: Option<Scramble<G>>,
    /// A game that has not ended after so many answers never will.
    pub most_answers: u64,
}

/// A law that a game broke, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Where.
    pub point: Point,
    /// How.
    pub why: String,
}

/// A place in a game that is being tried.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Point {
    /// The law.
    pub law: &'static str,
    /// The game's short name.
    pub game: &'static str,
    /// Which of the set-ups, from 0.
    pub setup: usize,
    /// The seed of its dice and of the random choices.
    pub seed: u64,
    /// How many answers had been given.
    pub answer: u64,
    /// The key of the choice in question, if there is one.
    pub key: String,
}

impl Point {
    /// The law broken here.
    pub fn broken(&self, why: impl Into<String>) -> Broken {
        Broken { point: self.clone(), why: why.into() }
    }

    /// The same game under another law.
    pub fn law(&self, law: &'static str) -> Self {
        Point { law, ..self.clone() }
    }

    /// The same after so many answers.
    pub fn at(&self, answers: usize) -> Self {
        Point { answer: answers as u64, ..self.clone() }
    }

    /// The same at a choice.
    pub fn key(&self, key: impl fmt::Display) -> Self {
        Point { key: key.to_string(), ..self.clone() }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Point { law, game, setup, seed, answer, key } = self;
        write!(f, "{game}, law `{law}`, set-up {setup}, seed {seed}, after answer {answer}")?;
        if key.is_empty() { Ok(()) } else { write!(f, ", key `{key}`") }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.point, self.why)
    }
}

impl std::error::Error for Broken {}

/// Names the place if rules code panics there.
pub(crate) struct Guard(pub(crate) Point);

impl Drop for Guard {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the rules panicked: {}", self.0);
        }
    }
}

/// How much was tried, so that a test can see that it was not nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Whole games played at random.
    pub games: u64,
    /// Decisions made in them.
    pub decisions: u64,
    /// Games played answer by answer.
    pub sessions: u64,
    /// The most answers one step of those took; each is played again for every answer, so fewer is faster.
    pub longest_step: u64,
    /// Pauses of those that every law was tried at.
    pub stops: u64,
    /// Options taken at those pauses.
    pub options: u64,
    /// Answers that were refused as they should be.
    pub refusals: u64,
    /// Undos made.
    pub undos: u64,
    /// Undos that were refused as they should be.
    pub sealed: u64,
    /// Pairs of views compared.
    pub views: u64,
    /// Previews compared with the roll that followed.
    pub previews: u64,
    /// Exact odds compared with sampled ones.
    pub odds: u64,
    /// Odds compared between states that differ in what is hidden.
    pub secrets: u64,
    /// Things told and put into words.
    pub told: u64,
}

/// Tries every law on a game.
///
/// # Panics
/// With the first law that is broken, and where.
#[allow(clippy::needless_pass_by_value, reason = "one call with everything in it")]
pub fn conform<G: Voice>(conform: Conform<G>) -> Tried {
    match check(&conform) {
        Ok(report) => report,
        Err(broken) => panic!("{broken}"),
    }
}

/// Tries every law on a game and hands back how much was tried, or the first law that is broken.
pub fn check<G: Voice>(conform: &Conform<G>) -> Result<Tried, Broken> {
    let mut report = Tried::default();
    let setups = if conform.setups.is_empty() { vec![G::Setup::default()] } else { conform.setups.clone() };
    let point =
        |seed: u64| Point { game: G::ID, setup: (seed % setups.len() as u64) as usize, seed, ..Point::default() };

    laws::sheets::<G>(&point(0))?;
    laws::guided::<G>(&point(0))?;
    for seed in 0..conform.games.max(setups.len() as u64) {
        let point = point(seed);
        let decisions = laws::ends::<G>(&point, &setups[point.setup], conform.most_answers)?;
        report.games += 1;
        report.decisions += decisions;
    }
    for seed in 0..conform.games.clamp(1, 6).max(setups.len() as u64) {
        let point = point(seed);
        let record = record::record::<G>(&point, &setups[point.setup], conform.most_answers)?;
        report.sessions += 1;
        report.longest_step = report.longest_step.max(record.longest_step);
        report.stops += record.stops.len() as u64;
        report.told += laws::words(&record)?;
        report.options += laws::accepts(&record)?;
        report.refusals += laws::refuses(&record)?;
        laws::saves(&record)?;
        laws::checkpoints(&record)?;
        laws::straight(&record)?;
        laws::replays(&record)?;
        laws::script(&record)?;
        let (undos, sealed) = laws::undo(&record)?;
        report.undos += undos;
        report.sealed += sealed;
        report.views += laws::views(&record, conform.scramble)?;
        report.previews += laws::previews(&record)?;
        report.odds += laws::odds(&record)?;
        if let Some(scramble) = conform.scramble {
            report.secrets += laws::secrets(&record, scramble)?;
        }
    }
    Ok(report)
}
