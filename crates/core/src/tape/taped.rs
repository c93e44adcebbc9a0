//! A table that plays from a tape.

use super::{Cursor, Source, Tape, Tick};
use crate::check::{Check, Rolled};
use crate::dice::Dice;
use crate::game::{Game, Seat};
use crate::secret::Salt;
use crate::table::{Listed, Pause, Play, Table};

/// A record that does not fit the rules it is replayed with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// An answer that is not among the options.
    #[error("answer {at}: `{key}` is not an option there")]
    Answer {
        /// Which answer, from 1.
        at: usize,
        /// The key.
        key: String,
    },
    /// Other dice than the rules call for.
    #[error("throw {at}: the record has {found}, the rules call for {wanted}")]
    Dice {
        /// Which throw, from 1.
        at: usize,
        /// The dice in the record.
        found: Dice,
        /// The dice called for.
        wanted: Dice,
    },
    /// Dice the rules call for are missing from the middle of the record.
    #[error("throw {at} is missing: {wanted} before answer {answer}")]
    Missing {
        /// Which throw, from 1.
        at: usize,
        /// The dice called for.
        wanted: Dice,
        /// The answer that comes after it, from 1.
        answer: usize,
    },
    /// The record has other things next than the game asks for.
    #[error("after answer {at} the record goes on in another order than the game")]
    Order {
        /// How many answers were used.
        at: usize,
    },
    /// The record goes on where the game is over or waits for someone else.
    #[error("the record has more than the game asked for after answer {at}")]
    Surplus {
        /// How many answers were used.
        at: usize,
    },
}

/// A table that plays from a tape, and hands over to another table where the tape ends.
pub struct Taped<'t, C, T> {
    tape: &'t Tape<C>,
    /// How far the tape has been played.
    pub at: Cursor,
    /// The first thing on the tape that did not fit.
    pub misfit: Option<Misfit>,
    /// How many ticks had been played at the last reveal.
    pub revealed: Option<usize>,
    /// How many lie before the last private stretch.
    pub private: Option<usize>,
    lane: Option<Seat>,
    /// The table that goes on from there.
    pub then: T,
}

impl<'t, C, T> Taped<'t, C, T> {
    /// Plays the tape from a place on, then hands over.
    pub fn new(tape: &'t Tape<C>, at: Cursor, then: T) -> Self {
        Taped { tape, at, misfit: None, revealed: None, private: None, lane: None, then }
    }

    /// The next throw on the tape; none where the tape ends.
    fn taped_roll<G: Game>(&mut self, check: &Check) -> Play<Option<Rolled>>
    where
        T: Hears<G>,
        C: Copy,
    {
        match self.tape.order.get(self.at.ticks()) {
            None => return Ok(None),
            Some(Tick::Dice) => {}
            Some(Tick::Answer(_)) => {
                let (at, answer) = (self.at.dice + 1, self.at.answered() + 1);
                self.misfit = Some(Misfit::Missing { at, wanted: check.dice, answer });
                return Err(Pause);
            }
        }
        let Some(throw) = self.tape.dice.get(self.at.dice) else { return Ok(None) };
        if throw.dice != check.dice {
            self.misfit = Some(Misfit::Dice { at: self.at.dice + 1, found: throw.dice, wanted: check.dice });
            return Err(Pause);
        }
        self.at.dice += 1;
        let by_hand = throw.source == Source::Hand;
        let rolled = Rolled { by_hand, ..check.rolled(throw.faces.clone()) };
        self.then.heard_roll(check, &rolled);
        Ok(Some(rolled))
    }
}

/// A table that a tape can hand over to: it also hears of what the tape answered.
pub trait Hears<G: Game>: Table<G> {
    /// A throw came off the tape.
    fn heard_roll(&mut self, check: &Check, rolled: &Rolled);
    /// An answer came off the tape.
    fn heard_answer(&mut self) {}
}

impl<G: Game, T: Hears<G>> Table<G> for Taped<'_, G::Choice, T> {
    const LISTENS: bool = T::LISTENS;

    fn roll(&mut self, check: &Check) -> Play<Rolled> {
        match self.taped_roll::<G>(check)? {
            Some(rolled) => Ok(rolled),
            None => self.then.roll(check),
        }
    }

    fn natural(&mut self, check: &Check) -> Play<i8> {
        match self.taped_roll::<G>(check)? {
            Some(rolled) => Ok(rolled.natural),
            None => self.then.natural(check),
        }
    }

    fn choose(
        &mut self,
        game: &G,
        data: &'static G::Data,
        seat: Seat,
        ask: G::Ask,
        menu: &Listed<G::Choice>,
    ) -> Play<G::Choice> {
        let Some(&choice) = self.tape.answers[seat.index()].get(self.at.answers[seat.index()]) else {
            return self.then.choose(game, data, seat, ask, menu);
        };
        // Several seats answer in private in any order; everything else happens in the order of the record.
        if self.lane.is_none() && self.tape.order.get(self.at.ticks()) != Some(&Tick::Answer(seat)) {
            self.misfit = Some(Misfit::Order { at: self.at.answered() });
            return Err(Pause);
        }
        if !menu.options().contains(&choice) {
            self.misfit = Some(Misfit::Answer { at: self.at.answered() + 1, key: choice.to_string() });
            return Err(Pause);
        }
        self.at.answers[seat.index()] += 1;
        self.then.heard_answer();
        Ok(choice)
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        self.then.tell(event);
    }

    fn forced(&mut self, game: &G, data: &'static G::Data, seat: Seat, ask: G::Ask, choice: G::Choice) {
        self.then.forced(game, data, seat, ask, choice);
    }

    fn settled(&mut self) -> Play<()> {
        let replaying = self.at != self.tape.end();
        if replaying { Ok(()) } else { self.then.settled() }
    }

    fn salt(&self, seat: Seat) -> Salt {
        self.then.salt(seat)
    }

    fn reveal(&mut self) {
        self.revealed = Some(self.at.ticks());
        self.then.reveal();
    }

    fn lane(&mut self, seat: Option<Seat>) {
        if seat.is_some() && self.lane.is_none() {
            self.private = Some(self.at.ticks());
        }
        self.lane = seat;
        self.then.lane(seat);
    }
}
