//! A game as one who looks may know it, in numbers of his own.
//!
//! Whatever counts answers, events or moments is asked here, so that no front end can give away by a number what it does not show: a
//! seat from which something is hidden is counted its own answers alone, and of what was told only what it has heard.

use crate::lines::{Ask, EventLine, Prompt};
use crate::matches::{MOST_NEWS, Match};
use hulldown_core::game::Seat;
use hulldown_core::{Heard, Viewer};

/// A game and who looks at it.
#[derive(Clone, Copy)]
pub struct Seen<'g> {
    game: &'g dyn Match,
    viewer: Viewer,
}

impl<'g> Seen<'g> {
    /// A game as a viewer sees it.
    pub fn new(game: &'g dyn Match, viewer: impl Into<Viewer>) -> Self {
        Seen { game, viewer: viewer.into() }
    }

    /// The game itself.
    pub fn game(&self) -> &'g dyn Match {
        self.game
    }

    /// Who sees it.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The seat something is hidden from, if that is who looks.
    fn apart(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) if self.game.has_secrets() => Some(seat),
            _ => None,
        }
    }

    /// Where the game stands for him; see [`hulldown_core::Session::mark`].
    pub fn mark(&self) -> u64 {
        self.game.mark(self.viewer)
    }

    /// How much he has heard.
    pub fn told(&self) -> usize {
        self.game.heard().by(self.viewer)
    }

    /// What he has heard, from that number on.
    pub fn log(&self, from: usize) -> Vec<EventLine> {
        // Where nothing is hidden everybody counts alike.
        if self.viewer == Viewer::Record || !self.game.has_secrets() {
            return self.game.log(from);
        }
        if from >= self.told() {
            return Vec::new();
        }
        let mut heard = self.heard(self.game.log(0));
        heard.drain(..from.min(heard.len()));
        heard
    }

    /// What he has heard of the last change; of a very long one only the last [`MOST_NEWS`].
    pub fn news(&self) -> Vec<EventLine> {
        let mut news = self.heard(self.game.news());
        news.drain(..news.len().saturating_sub(MOST_NEWS));
        news
    }

    /// Those of these events that he hears, in his numbers.
    pub fn heard(&self, events: Vec<EventLine>) -> Vec<EventLine> {
        events.into_iter().filter_map(|event| event.heard(self.viewer)).collect()
    }

    /// What the game waits for, as far as he may know.
    pub fn prompt(&self) -> Prompt {
        let mut prompt = self.game.prompt();
        if let Some(seat) = self.apart() {
            prompt.asks.retain(|ask| ask.is_for(seat));
        }
        prompt
    }

    /// Who is waited for: everybody who must answer. A seat something is hidden from learns only whether it is itself that is waited for,
    /// or somebody else.
    pub fn waiting(&self) -> Vec<Seat> {
        let prompt = self.prompt();
        match self.apart() {
            Some(_) if prompt.over => Vec::new(),
            Some(seat) if prompt.asks.iter().any(|ask| matches!(ask, Ask::Choice(_)) || ask.seat() == seat) => {
                vec![seat]
            }
            Some(seat) => (0..self.game.seats()).map(Seat).filter(|other| *other != seat).collect(),
            None => prompt.waiting(),
        }
    }

    /// The places of the answers he counts among all that stand.
    fn counted(&self) -> Vec<usize> {
        let apart = self.apart();
        let answers = self.game.answers().into_iter().enumerate();
        answers.filter(|(_, (who, _))| apart.is_none_or(|seat| seat == *who)).map(|(at, _)| at).collect()
    }

    /// The answers he counts: who chose what.
    pub fn answers(&self) -> Vec<(Seat, String)> {
        let apart = self.apart();
        self.game.answers().into_iter().filter(|(who, _)| apart.is_none_or(|seat| seat == *who)).collect()
    }

    /// How many these are.
    pub fn answered(&self) -> usize {
        if self.apart().is_none() { self.game.answered() } else { self.counted().len() }
    }

    /// For each of them, how much he had heard when it was given.
    pub fn moments(&self) -> Vec<usize> {
        let moments: Vec<Heard> = self.game.moments();
        self.counted().into_iter().filter_map(|at| moments.get(at).map(|heard| heard.by(self.viewer))).collect()
    }

    /// How many of all answers lie before his moment of this number: all those before the next one he counts.
    pub fn place(&self, answers: usize) -> usize {
        let all = self.game.answered();
        if self.apart().is_none() { answers.min(all) } else { self.counted().get(answers).copied().unwrap_or(all) }
    }

    /// The number of his moment at a place among all answers.
    pub fn moment(&self, place: usize) -> usize {
        if self.apart().is_none() { place } else { self.counted().partition_point(|at| *at < place) }
    }

    /// The game as it was after so many of them, with all that followed before the next.
    pub fn after(&self, answers: usize) -> Box<dyn Match> {
        self.game.after(self.place(answers))
    }
}
