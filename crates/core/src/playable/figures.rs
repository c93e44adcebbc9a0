//! What simulation keeps of games played by the thousand, and what it makes of them.

pub use super::plot::{bar, curve};
pub use super::stats::{Counts, Share, share};

use super::Playable;
use serde::Serialize;

/// One game played to its end.
#[derive(Clone, Debug)]
pub struct PlayedGame<G> {
    /// Its number.
    pub index: u64,
    /// Its last state.
    pub game: G,
    /// Whether it came to an end before it took too many decisions.
    pub ended: bool,
    /// How many decisions were made.
    pub decisions: u64,
    /// How many dice fell.
    pub dice: u64,
}

/// A game's figures.
pub trait Figures: Playable {
    /// What is kept of a game, or of each seat of one.
    type Record: Serialize + Send;
    /// What records come to: of one size, however many they are.
    type Summary: Default;
    /// What records are called: `careers`.
    const RECORDS: &'static str;
    /// The names of the values of a row, separated by commas.
    const COLUMNS: &'static str;

    /// Set-up fields over whose values a batch is shared out where nothing else is asked for: a report on one alone would say little.
    const OVER: &'static [&'static str] = &[];

    /// What is kept of a game.
    fn records(played: PlayedGame<Self>, data: &'static Self::Data) -> Vec<Self::Record>;
    /// A record as values separated by commas; several lines where it has several parts.
    fn rows(record: &Self::Record, data: &'static Self::Data) -> Vec<String>;
    /// Counts a record.
    fn add(summary: &mut Self::Summary, record: &Self::Record);
    /// The whole batch on one page.
    fn report(summary: &Self::Summary, data: &'static Self::Data) -> String;
}
