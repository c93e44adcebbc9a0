//! A table that plays at random and looks at every question.

use crate::laws::menu;
use crate::{Broken, Guard, Point};
use hulldown_core::check::Rolled;
use hulldown_core::{Check, Game, Generator, Listed, Pause, Play, Seat, Table};

/// Plays at random, at full speed, and stops at the first broken law.
pub(crate) struct Watch {
    guard: Guard,
    dice: Generator,
    picks: Generator,
    pub(crate) decisions: u64,
    pub(crate) rolls: u64,
    most: u64,
    lane: Option<Seat>,
    pub(crate) broken: Option<Broken>,
}

impl Watch {
    pub(crate) fn new(point: &Point, most: u64) -> Self {
        Watch {
            guard: Guard(point.clone()),
            dice: Generator::new(point.seed),
            picks: Generator::for_game(point.seed, 1),
            decisions: 0,
            rolls: 0,
            most,
            lane: None,
            broken: None,
        }
    }

    /// Holds on to the first broken law; the game stops there.
    pub(crate) fn fail(&mut self, why: impl Into<String>) -> Pause {
        let broken = self.guard.0.broken(why);
        self.broken.get_or_insert(broken);
        Pause
    }

    fn rolls(&mut self) -> Play<()> {
        self.rolls += 1;
        if self.broken.is_some() {
            return Err(Pause);
        }
        if self.lane.is_some() {
            return Err(self.fail("dice fall in a private stretch"));
        }
        if self.rolls > self.most.saturating_mul(100).saturating_add(10_000) {
            let why = format!("{} rolls and no end", self.rolls);
            return Err(self.fail(why));
        }
        Ok(())
    }
}

impl<G: Game> Table<G> for Watch {
    const LISTENS: bool = false;

    fn roll(&mut self, check: &Check) -> Play<Rolled> {
        self.rolls()?;
        Ok(check.rolled(self.dice.throw(check.dice)))
    }

    fn natural(&mut self, check: &Check) -> Play<i8> {
        self.rolls()?;
        Ok(self.dice.sum(check.dice))
    }

    fn choose(
        &mut self,
        game: &G,
        _: &'static G::Data,
        seat: Seat,
        ask: G::Ask,
        asked: &Listed<G::Choice>,
    ) -> Play<G::Choice> {
        if self.broken.is_some() {
            return Err(Pause);
        }
        if seat.0 >= game.seats() {
            return Err(self.fail(format!("seat {} is asked {ask:?} and does not exist", seat.0)));
        }
        if self.lane.is_some_and(|lane| lane != seat) {
            return Err(self.fail(format!("seat {} is asked {ask:?} in another's private stretch", seat.0)));
        }
        // Key texts cost more than the game; the later questions of a long game are like the earlier ones.
        let keys = self.decisions < 500 || self.decisions.is_multiple_of(16);
        if let Err(broken) = menu::<G>(&self.guard.0, ask, asked.options(), keys) {
            self.broken = Some(broken);
            return Err(Pause);
        }
        if self.decisions >= self.most {
            let why = format!("has not ended after {} answers", self.most);
            return Err(self.fail(why));
        }
        self.decisions += 1;
        self.guard.0.answer = self.decisions;
        Ok(asked.options()[self.picks.below(asked.options().len() as u32) as usize])
    }

    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}

    fn lane(&mut self, seat: Option<Seat>) {
        self.lane = seat;
    }
}
