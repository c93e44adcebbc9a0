//! A game somebody plays: what it waits for, what was told last, who plays it, where it is saved. It is the one type for an open game: the
//! terminal and the page sit at the same one.

mod answers;
mod goes_with;
mod told;

pub use answers::{Far, Given, Trouble};
use told::Tail;

use crate::beside::{Beside, Bookmark, Preferences};
use crate::past::Past;
use crate::players::{Players, Settled};
use crate::saved_game::{GoneOn, OnItsWay, SavedGame};
use hulldown_core::game::Seat;
use hulldown_core::{Heard, Limit, Viewer};
use hulldown_desk::timeline::Moments;
use hulldown_desk::{Advice, Ask, Match, Pack, Prompt, Seen, Shelf};
use hulldown_store::{Store, StoreError};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A game that was copied, and where it is kept.
pub type Copied = (SavedGame, Box<dyn Match>);

/// A game somebody plays, or looks at.
pub struct Sitting {
    /// The game.
    pub game: Box<dyn Match>,
    /// Its place on the shelf.
    pub shelf: &'static Shelf,
    /// The pack of charts it is played with.
    pub pack: Option<Pack>,
    /// What the game waits for, as far as whoever is looking may know.
    pub prompt: Prompt,
    /// Who plays which seat, and who is looking.
    pub players: Players,
    /// Where it is saved.
    saved: Option<SavedGame>,
    /// Why the last change is not on the disk.
    unsaved: Option<StoreError>,
    /// Whether a change is handed in without waiting for the disk. Whoever wants that waits for what is [on its way](Sitting::on_its_way)
    /// before he shows anything of it.
    pub later: bool,
    /// The last change, as long as it was only handed in.
    on_its_way: Option<OnItsWay>,
    /// How long bots may think about the change that is being made.
    pub limit: Limit,
    /// What was answered for somebody in the last change.
    settled: Settled,
    /// Which rolls came up in it again that had fallen before an undo, in words.
    again: Option<String>,
    /// How much everybody had heard before it.
    since: Heard,
    /// How much everybody had heard before the last answer, however often dice were thrown by hand since.
    since_answer: Heard,
    /// The end of the log.
    tail: Tail,
    /// The whole log with its time-line, once somebody has asked for it.
    moments: Option<(u64, Option<Seat>, Arc<Moments>)>,
    /// What was said about the last change, as long as nothing else happens.
    said: Option<String>,
    /// What was answered since it was sat down to, for telling what an undo takes back.
    given: Vec<Given>,
    /// Whether the last change took something back.
    taken_back: bool,
    /// Whether bots may have something to answer before anybody is asked.
    unsettled: bool,
    /// Who answered last, for taking back.
    last: Option<Seat>,
    /// How many answers a guided game begins with; they are nobody's here, and stand.
    opening: usize,
    /// The hints given so far, if hints are given.
    lessons: Option<BTreeSet<String>>,
    /// Whether hints were put away for good.
    tips_off: bool,
    /// The moment looked back at.
    past: Option<Past>,
    /// Who looks, if the game is only looked at, not played.
    record: Option<Viewer>,
    /// The bookmarks of a game that is only looked at.
    marks: Vec<Bookmark>,
    /// After how many answers a bot last stopped that was asked to play on.
    played_to: usize,
    /// What advice clearly prefers to the usual answer, by its key, and at which mark it was asked for.
    rather: Option<(u64, String)>,
}

impl Sitting {
    /// A game that is not saved anywhere.
    pub fn unsaved(game: Box<dyn Match>, shelf: &'static Shelf, pack: Option<Pack>) -> Self {
        Sitting {
            prompt: game.prompt(),
            since: game.heard(),
            since_answer: game.heard(),
            game,
            shelf,
            pack,
            players: Players::default(),
            saved: None,
            unsaved: None,
            later: false,
            on_its_way: None,
            limit: Limit::NONE,
            settled: Settled::default(),
            again: None,
            tail: Tail::default(),
            moments: None,
            said: None,
            given: Vec::new(),
            taken_back: false,
            unsettled: true,
            last: None,
            opening: 0,
            lessons: None,
            tips_off: false,
            past: None,
            record: None,
            marks: Vec::new(),
            played_to: 0,
            rather: None,
        }
    }

    /// The record of a game, only looked at; with one player's eyes, or nobody's.
    pub fn record(game: Box<dyn Match>, shelf: &'static Shelf, pack: Option<Pack>, eyes: Option<Seat>) -> Self {
        Sitting { record: Some(eyes.into()), ..Sitting::unsaved(game, shelf, pack) }
    }

    /// The same with the bookmarks its players have set.
    #[must_use]
    pub fn with_marks(self, marks: Vec<Bookmark>) -> Self {
        Sitting { marks, ..self }
    }

    /// A new game, saved at once under this name with what goes with it.
    pub fn begin(
        store: &Store,
        name: &str,
        game: Box<dyn Match>,
        shelf: &'static Shelf,
        pack: Option<Pack>,
        beside: &Beside,
    ) -> Result<Self, StoreError> {
        let saved = SavedGame::begin(store, name, &*game, beside)?;
        Sitting::go_on(GoneOn { saved, game, shelf, pack, said: None })
    }

    /// A saved game, with what goes with it.
    pub fn go_on(gone_on: GoneOn) -> Result<Self, StoreError> {
        let GoneOn { saved, game, shelf, pack, said } = gone_on;
        let beside = saved.beside()?;
        let mut sitting = Sitting::unsaved(game, shelf, pack);
        sitting.tips_off = Preferences::of(&saved.store)?.tips_off;
        (sitting.saved, sitting.said) = (Some(saved), said);
        sitting.opening = if beside.lessons.is_some() { (shelf.opening)() } else { 0 };
        sitting.lessons = beside.lessons;
        sitting.played_to = beside.played_on.last().map_or(0, |played| played.to);
        sitting.players = Players::new(beside.bots).asked(beside.ease);
        sitting.prompt = sitting.players.prompt(&*sitting.game);
        sitting.follow();
        Ok(sitting)
    }

    /// The game itself, to be thought about; the same once more is left in its place, to be looked at meanwhile.
    #[must_use]
    pub fn leave_copy(&mut self) -> Self {
        let copy = Sitting {
            game: self.game.duplicate(),
            shelf: self.shelf,
            pack: self.pack.clone(),
            prompt: self.prompt.clone(),
            players: self.players.clone(),
            saved: self.saved.clone(),
            unsaved: self.unsaved.clone(),
            later: false,
            on_its_way: None,
            limit: Limit::NONE,
            settled: self.settled.clone(),
            again: self.again.clone(),
            since: self.since,
            since_answer: self.since_answer,
            tail: self.tail.clone(),
            moments: self.moments.clone(),
            said: self.said.clone(),
            given: self.given.clone(),
            taken_back: self.taken_back,
            unsettled: self.unsettled,
            last: self.last,
            opening: self.opening,
            lessons: self.lessons.clone(),
            tips_off: self.tips_off,
            past: None,
            record: self.record,
            marks: self.marks.clone(),
            played_to: self.played_to,
            rather: self.rather.clone(),
        };
        std::mem::replace(self, copy)
    }

    /// Whether bots may have to think about what follows from a change.
    pub fn has_bots(&self) -> bool {
        !self.players.bots.is_empty()
    }

    // Who looks, and at what.

    /// With whose eyes the game is seen: none where nothing is hidden, or nothing any more.
    pub fn eyes(&self) -> Option<Seat> {
        match self.record {
            Some(Viewer::Seat(seat)) => Some(seat),
            Some(_) => None,
            None => self.players.eyes(&*self.game),
        }
    }

    /// The game as whoever is looking may know it, in numbers of his own.
    pub fn seen(&self) -> Seen<'_> {
        Seen::new(&*self.game, self.eyes())
    }

    /// Whether the game holds what sides still keep from each other.
    pub fn is_secret(&self) -> bool {
        self.game.has_secrets() && self.game.outcome().is_none()
    }

    /// The player the screen must be handed to before anything of the game is shown.
    pub fn curtain(&self) -> Option<Seat> {
        if self.past.is_some() { None } else { self.players.curtain(&*self.game) }
    }

    /// The screen has been handed over. Whoever takes it is told all that he has heard since he answered last: meanwhile it was the other
    /// who looked.
    pub fn hand_over(&mut self, seat: Seat) {
        self.players.hand_over(seat);
        let own = self.game.answers().iter().rposition(|(who, _)| *who == seat);
        self.since = own.and_then(|own| self.game.moments().get(own).copied()).unwrap_or_default();
        self.since_answer = self.since;
        self.look_anew();
    }

    /// Nobody is known to look any more; whether somebody was.
    pub fn leave(&mut self) -> bool {
        let looked = self.players.leave();
        if looked {
            self.look_anew();
        }
        looked
    }

    /// Somebody else looks: nothing of what was said or shown was for him.
    fn look_anew(&mut self) {
        self.prompt = self.players.prompt(&*self.game);
        (self.said, self.moments, self.again) = (None, None, None);
        self.taken_back = false;
        self.given.clear();
        self.follow();
    }

    /// A number for where the game stands for whoever is looking: an answer to another one comes late. While the screen waits to be handed
    /// over nobody is, and it counts what everybody knows.
    pub fn mark(&self) -> u64 {
        const HANDED_OVER: u64 = 1 << 60;
        match self.curtain() {
            Some(seat) => HANDED_OVER + 2 * self.game.heard().by_everybody() as u64 + u64::from(seat.0),
            None => self.seen().mark(),
        }
    }

    /// Who sits in front: whose eyes it must be, else the seat that must answer, or the only person there, or who answered last.
    pub fn seat(&self) -> Seat {
        let only = || self.players.only(&*self.game);
        self.eyes().or_else(|| self.ask().map(Ask::seat)).or_else(only).or(self.last).unwrap_or_default()
    }

    /// The seat whose losses are those of whoever answers or looks.
    pub fn side(&self) -> Seat {
        self.game.side(self.seat())
    }

    /// Who looks: an umpire at a record of both sides, else who sits in front.
    pub fn viewer(&self) -> Viewer {
        match self.record {
            Some(Viewer::Umpire) if self.game.has_secrets() => Viewer::Umpire,
            _ => Viewer::Seat(self.seat()),
        }
    }

    /// The question on the table.
    pub fn ask(&self) -> Option<&Ask> {
        self.past.as_ref().map_or(&self.prompt, |past| &past.prompt).first()
    }

    /// Notes what advice on the present question came to, best first.
    pub fn was_advised(&mut self, ranking: &[Advice]) {
        let usual = match self.ask() {
            Some(Ask::Choice(ask)) if self.past.is_none() => ask.usual.as_ref().map(|usual| usual.key.as_str()),
            _ => None,
        };
        let best = usual.and_then(|usual| Advice::rather(ranking, usual)).map(|best| best.key.clone());
        self.rather = best.map(|best| (self.mark(), best));
    }

    /// The option that advice clearly prefers to the usual answer, if it was asked for on this question.
    pub fn rather(&self) -> Option<&str> {
        let now = self.mark();
        self.rather.as_ref().filter(|(mark, _)| *mark == now && self.past.is_none()).map(|(_, key)| key.as_str())
    }

    /// Whether the game is only looked at.
    pub fn is_record(&self) -> bool {
        self.record.is_some()
    }

    /// The moment looked back at, if it is not the present.
    pub fn past(&self) -> Option<&Past> {
        self.past.as_ref()
    }

    /// The game as it is looked at: now, or at a moment of the past.
    pub fn shown(&self) -> &dyn Match {
        self.past.as_ref().map_or(&*self.game, |past| &*past.game)
    }

    /// Where one looks: after how many answers.
    pub fn at(&self) -> usize {
        self.past.as_ref().map_or_else(|| self.seen().answered(), |past| past.at)
    }

    /// Looks at the game after so many answers; the last of them is the present.
    pub fn look_at(&mut self, answers: usize) {
        let last = self.seen().answered();
        let back = self.is_record() || answers < last;
        self.past = back.then(|| Past::of(self.seen(), answers.min(last)));
    }
}

#[cfg(test)]
mod tests;
