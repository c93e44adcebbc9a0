//! Play at full speed: dice from a generator, choices from a policy, nothing told and nothing kept.

use crate::check::{Check, Rolled};
use crate::dice::Generator;
use crate::game::{Game, Seat};
use crate::table::{Menu, Play, Table};
use crate::tape::Hears;

/// Someone who decides from what a seat may see.
pub trait Policy<G: Game> {
    /// Picks one of the options.
    fn decide(&mut self, view: &G::View<'_>, seat: Seat, ask: G::Ask, options: &[G::Choice]) -> G::Choice;
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for &mut P {
    #[inline]
    fn decide(&mut self, view: &G::View<'_>, seat: Seat, ask: G::Ask, options: &[G::Choice]) -> G::Choice {
        (**self).decide(view, seat, ask, options)
    }
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for Box<P> {
    fn decide(&mut self, view: &G::View<'_>, seat: Seat, ask: G::Ask, options: &[G::Choice]) -> G::Choice {
        (**self).decide(view, seat, ask, options)
    }
}

/// Picks any legal option, all equally likely.
#[derive(Clone, Debug)]
pub struct Random(pub Generator);

impl<G: Game> Policy<G> for Random {
    #[inline]
    fn decide(&mut self, _: &G::View<'_>, _: Seat, _: G::Ask, options: &[G::Choice]) -> G::Choice {
        options[self.0.below(options.len() as u32) as usize]
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
}

impl<P> Sim<P> {
    /// A table with these dice and this policy.
    pub fn new(policy: P, dice: Generator) -> Self {
        Sim { policy, dice, decisions: 0, thrown: 0 }
    }

    /// Plays a game to its end, or until `limit` more decisions have been made. Returns whether it ended.
    pub fn finish<G: Game>(&mut self, game: &mut G, data: &'static G::Data, limit: u64) -> bool
    where
        P: Policy<G>,
    {
        let stop = self.decisions.saturating_add(limit);
        while !game.is_over() {
            if self.decisions >= stop {
                return false;
            }
            // This table always answers, so a step always ends.
            let _ = game.advance(data, self);
        }
        true
    }
}

impl<G: Game, P: Policy<G>> Table<G> for Sim<P> {
    const LISTENS: bool = false;

    #[inline]
    fn roll(&mut self, check: &Check) -> Play<Rolled> {
        self.thrown += u64::from(check.dice.count);
        Ok(check.rolled(self.dice.throw(check.dice)))
    }

    #[inline]
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
        menu: &Menu<G::Choice>,
    ) -> Play<G::Choice> {
        self.decisions += 1;
        Ok(self.policy.decide(&game.view(data, seat), seat, ask, menu.options()))
    }

    #[inline]
    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}
}

impl<G: Game, P: Policy<G>> Hears<G> for Sim<P> {
    fn heard_roll(&mut self, _: &Check, _: &Rolled) {}
}
