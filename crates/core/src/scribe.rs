//! The table of a session where its tape ends: it keeps what is told, and stops for answers.

use crate::check::{Check, Rolled};
use crate::dicebox::DiceBox;
use crate::game::{Game, Seat, Voice};
use crate::secret::{Salt, Secret};
use crate::session::{Pending, Told};
use crate::table::{Listed, Pause, Play, Table};
use crate::tape::{Hears, Throw};
use std::collections::VecDeque;

/// Keeps what is told, draws dice if it has a box, and otherwise stops and says for what.
pub(crate) struct Scribe<'b, G: Game> {
    box_: Option<(&'b mut DiceBox, &'b mut VecDeque<Throw>)>,
    pub(crate) fresh: Vec<Throw>,
    pub(crate) told: Vec<Told<G>>,
    private: Vec<Told<G>>,
    pub(crate) pending: Vec<Pending<G>>,
    lane: Option<Seat>,
    /// Whether what is waited for is part of a private stretch.
    pub(crate) apart: bool,
    secret: Option<Secret>,
}

impl<'b, G: Game> Scribe<'b, G> {
    pub(crate) fn new(secret: Option<Secret>, box_: Option<(&'b mut DiceBox, &'b mut VecDeque<Throw>)>) -> Self {
        let (fresh, told, private, pending) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Scribe { box_, fresh, told, private, pending, lane: None, apart: false, secret }
    }

    fn note(&mut self, told: Told<G>) {
        // What is told in a private stretch is told to all only when every seat is through with its own.
        if self.lane.is_some() { self.private.push(told) } else { self.told.push(told) }
    }
}

impl<G: Voice> Table<G> for Scribe<'_, G> {
    const LISTENS: bool = true;

    fn roll(&mut self, check: &Check) -> Play<Rolled> {
        let thrown = self.box_.as_mut().and_then(|(dice, kept)| dice.throw(check, kept));
        match thrown {
            Some(throw) => {
                let rolled = check.rolled(throw.faces.clone());
                self.fresh.push(throw);
                self.heard_roll(check, &rolled);
                Ok(rolled)
            }
            None => {
                self.pending.push(Pending::Dice(check.clone()));
                Err(Pause)
            }
        }
    }

    fn choose(
        &mut self,
        _: &G,
        _: &'static G::Data,
        seat: Seat,
        ask: G::Ask,
        menu: &Listed<G::Choice>,
    ) -> Play<G::Choice> {
        self.apart = self.lane.is_some();
        let (options, refused) = (menu.options().to_vec(), menu.refused().to_vec());
        self.pending.push(Pending::Choice { seat, ask, options, refused });
        Err(Pause)
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        self.note(Told::Event(event()));
    }

    fn forced(&mut self, game: &G, data: &'static G::Data, seat: Seat, ask: G::Ask, choice: G::Choice) {
        let words = game.choice_words(data, seat, ask, choice);
        self.note(Told::Forced { seat, choice, label: words.label, rule: words.rule });
    }

    fn salt(&self, seat: Seat) -> Salt {
        self.secret.map_or_else(Salt::default, |secret| secret.salt(seat))
    }

    fn lane(&mut self, seat: Option<Seat>) {
        self.lane = seat;
        if seat.is_none() && self.pending.is_empty() {
            self.told.append(&mut self.private);
        }
    }
}

impl<G: Voice> Hears<G> for Scribe<'_, G> {
    fn heard_roll(&mut self, check: &Check, rolled: &Rolled) {
        self.note(Told::Roll(check.clone(), rolled.clone()));
    }
}
