//! Play at full speed: dice from a generator, choices from a policy, nothing told and nothing kept.

use crate::check::{Check, Rolled};
use crate::dice::Generator;
use crate::game::{Game, Seat};
use crate::limit::Limit;
use crate::table::{Listed, Menu, Offers, Pause, Play, Table};
use crate::talk::Answer;
use crate::tape::Hears;

/// Someone who decides from what a seat may see.
pub trait Policy<G: Game> {
    /// Picks one of the options.
    fn decide(&mut self, view: &G::View<'_>, seat: Seat, ask: G::Ask, options: &[G::Choice]) -> G::Choice;

    /// Picks one of so many options without looking at them or at the game, if that is its way with such a question.
    #[inline]
    fn blindly(&mut self, _ask: G::Ask, _options: u32) -> Option<u32> {
        None
    }

    /// Whether it gives the obvious answer to such a question, where there is one, whatever else is offered: see [`Table::obvious`].
    #[inline]
    fn is_plain(&mut self, _ask: G::Ask) -> bool {
        false
    }

    /// How long its thinking may take from now on. Whoever decides at once need not look.
    fn hurry(&mut self, _limit: &Limit) {}
}

/// Whoever holds a policy decides as it does.
macro_rules! decides_as_held {
    ($($Held:ty),+) => {
        $(impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for $Held {
            #[inline]
            fn decide(&mut self, view: &G::View<'_>, seat: Seat, ask: G::Ask, options: &[G::Choice]) -> G::Choice {
                (**self).decide(view, seat, ask, options)
            }

            #[inline]
            fn blindly(&mut self, ask: G::Ask, options: u32) -> Option<u32> {
                (**self).blindly(ask, options)
            }

            #[inline]
            fn is_plain(&mut self, ask: G::Ask) -> bool {
                (**self).is_plain(ask)
            }

            fn hurry(&mut self, limit: &Limit) {
                (**self).hurry(limit);
            }
        })+
    };
}

decides_as_held!(&mut P, Box<P>);

/// Picks any legal option, all equally likely.
#[derive(Clone, Debug)]
pub struct Random(pub Generator);

impl<G: Game> Policy<G> for Random {
    #[inline]
    fn decide(&mut self, _: &G::View<'_>, _: Seat, _: G::Ask, options: &[G::Choice]) -> G::Choice {
        options[self.0.below(options.len() as u32) as usize]
    }

    #[inline]
    fn blindly(&mut self, _: G::Ask, options: u32) -> Option<u32> {
        Some(self.0.below(options))
    }
}

/// A table where a policy plays every seat.
#[derive(Clone, Debug)]
pub struct Sim<P> {
    /// Who decides.
    pub policy: P,
    /// Where dice come from.
    pub dice: Generator,
    /// Decisions made so far.
    pub decisions: u64,
    /// Dice thrown so far.
    pub thrown: u64,
    /// How many decisions are made at most; the next one is left open, even in the middle of a step.
    pub most: u64,
    /// Whether nobody looks at the game between two steps.
    through: bool,
}

impl<P> Sim<P> {
    /// A table with these dice and this policy.
    pub fn new(policy: P, dice: Generator) -> Self {
        Sim { policy, dice, decisions: 0, thrown: 0, most: u64::MAX, through: false }
    }

    /// The same with no more than so many decisions.
    #[must_use]
    pub fn at_most(mut self, decisions: u64) -> Self {
        self.most = decisions;
        self
    }

    /// Plays a game to its end, or until `limit` more decisions have been made. Returns whether it ended; a game that did not may stand
    /// in the middle of a step.
    pub fn finish<G: Game>(&mut self, game: &mut G, data: &'static G::Data, limit: u64) -> bool
    where
        P: Policy<G>,
    {
        let most = self.most;
        self.most = most.min(self.decisions.saturating_add(limit));
        self.through = true;
        let mut going = true;
        while going && !game.is_over() && self.decisions < self.most {
            // Only the end of the decisions leaves a question open.
            going = game.advance(data, self).is_ok();
        }
        (self.most, self.through) = (most, false);
        going && game.is_over()
    }
}

impl<G: Game, P: Policy<G>> Table<G> for Sim<P> {
    const LISTENS: bool = false;

    #[inline]
    fn roll(&mut self, check: &Check) -> Play<Rolled> {
        self.thrown += u64::from(check.dice.count);
        Ok(check.rolled(self.dice.throw(check.dice)))
    }

    /// Always inlined, as [`Table::test`].
    #[inline(always)]
    fn natural(&mut self, check: &Check) -> Play<i8> {
        self.thrown += u64::from(check.dice.count);
        Ok(self.dice.sum(check.dice))
    }

    #[inline]
    fn choose(
        &mut self,
        game: &G,
        data: &'static G::Data,
        seat: Seat,
        ask: G::Ask,
        menu: &Listed<G::Choice>,
    ) -> Play<G::Choice> {
        if self.decisions >= self.most {
            return Err(Pause);
        }
        self.decisions += 1;
        Ok(self.policy.decide(&game.view(data, seat), seat, ask, menu.options()))
    }

    #[inline]
    fn ask_among<A: Answer<G::Choice>>(
        &mut self,
        game: &G,
        data: &'static G::Data,
        seat: Seat,
        ask: G::Ask,
        offers: &impl Offers<G::Choice, A>,
    ) -> Play<A> {
        let count = offers.count();
        if count > 1 {
            if self.decisions >= self.most {
                return Err(Pause);
            }
            if let Some(n) = self.policy.blindly(ask, count) {
                self.decisions += 1;
                return Ok(offers.nth(n));
            }
        }
        let mut menu = Menu::new(false);
        offers.list(&mut menu);
        self.ask(game, data, seat, ask, &menu)
    }

    #[inline]
    fn obvious<V>(&mut self, ask: G::Ask, answer: impl FnOnce() -> Option<V>) -> Option<V> {
        if self.decisions >= self.most || !self.policy.is_plain(ask) {
            return None;
        }
        let answer = answer()?;
        self.decisions += 1;
        Some(answer)
    }

    #[inline]
    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}

    #[inline]
    fn goes_on(&self) -> bool {
        self.through && self.decisions < self.most
    }
}

impl<G: Game, P: Policy<G>> Hears<G> for Sim<P> {
    fn heard_roll(&mut self, _: &Check, _: &Rolled) {}
}
