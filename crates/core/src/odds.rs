//! Exact odds: every way the dice can fall after a choice, found by playing the rules along each of them.

use crate::check::{Check, Rolled};
use crate::dice::Dice;
use crate::game::{Seat, Voice};
use crate::session::Session;
use crate::table::{Menu, Pause, Play, Table};
use crate::tape::{Entry, Hears, Taped};

/// What may come of a choice, and how likely.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// Outcomes in words with their probabilities, likeliest first.
    pub outcomes: Vec<(String, f64)>,
    /// How many different falls of the dice were played.
    pub lines: usize,
    /// Whether all of them were; if not, the rest of the probability is missing.
    pub complete: bool,
}

/// The most falls of the dice that are played out for one choice.
pub const MOST_LINES: usize = 200_000;

/// One roll on the way, and which of its sums is being tried.
#[derive(Clone, Copy, Debug)]
struct Branch {
    dice: Dice,
    sum: i8,
}

/// A table that tries every fall of the dice in turn and stops at the next decision.
struct Enumerate<'p, G: Voice> {
    data: &'static G::Data,
    path: &'p mut Vec<Branch>,
    depth: usize,
    headlines: Vec<String>,
}

impl<G: Voice> Table<G> for Enumerate<'_, G> {
    const LISTENS: bool = true;

    fn roll(&mut self, check: &Check) -> Play<Rolled> {
        if self.depth == self.path.len() {
            self.path.push(Branch { dice: check.dice, sum: check.dice.min() });
        }
        let sum = self.path[self.depth].sum;
        self.depth += 1;
        Ok(check.rolled(check.dice.faces_for(sum)))
    }

    fn choose(&mut self, _: &G, _: &'static G::Data, _: Seat, _: G::Ask, _: &Menu<G::Choice>) -> Play<G::Choice> {
        Err(Pause)
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        self.headlines.extend(G::event_words(self.data, &event()).headline);
    }

    fn settled(&mut self) -> Play<()> {
        Err(Pause)
    }
}

impl<G: Voice> Hears<G> for Enumerate<'_, G> {
    fn heard_roll(&mut self, _: &Check, _: &Rolled) {}

    fn heard_answer(&mut self) {
        // Only what follows the last answer is an outcome of it.
        self.headlines.clear();
    }
}

/// What may come of a choice of a seat that is asked now, until the next decision or until all it set off has happened.
pub fn odds<G: Voice>(session: &Session<G>, seat: Seat, choice: G::Choice) -> Odds {
    odds_within(session, seat, choice, MOST_LINES)
}

/// The same with a bound on the falls of the dice that are played.
pub fn odds_within<G: Voice>(session: &Session<G>, seat: Seat, choice: G::Choice, most: usize) -> Odds {
    let mut tape = session.tape().clone();
    tape.push(&Entry::Answer { seat, choice });
    let mut path: Vec<Branch> = Vec::new();
    let mut outcomes: Vec<(String, f64)> = Vec::new();
    let mut lines = 0;
    loop {
        let table = Enumerate::<G> { data: session.data(), path: &mut path, depth: 0, headlines: Vec::new() };
        let mut taped = Taped::new(&tape, session.begun(), table);
        let mut game = session.checkpoint().clone();
        let _ = game.advance(session.data(), &mut taped);
        let headlines = taped.then.headlines;
        let label = if headlines.is_empty() { "no effect".to_string() } else { headlines.join(", ") };
        let weight: f64 = path.iter().map(|b| f64::from(b.dice.ways_to(b.sum)) / f64::from(b.dice.ways())).product();
        match outcomes.iter_mut().find(|(seen, _)| *seen == label) {
            Some((_, p)) => *p += weight,
            None => outcomes.push((label, weight)),
        }
        lines += 1;
        while path.last().is_some_and(|b| b.sum == b.dice.max()) {
            path.pop();
        }
        match path.last_mut() {
            Some(branch) if lines < most => branch.sum += 1,
            rest => {
                let complete = rest.is_none();
                outcomes.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
                return Odds { outcomes, lines, complete };
            }
        }
    }
}
