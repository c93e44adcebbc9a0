//! Looking back on a game: which choices cost something, by the playouts that also give advice.
//!
//! Every decision is first played out a few times for each option. Where the best of them then looks clearly better than what was
//! chosen, both are played out again, many times and with other dice, so that what only looked good by chance is not held against
//! anyone. What is left has a difference of at least three standard errors. It is worth as much as the policy that plays the playouts,
//! and no more.

use crate::lines::Advice;
use crate::matches::Match;
use crate::problem::Problem;
use crate::seen::Seen;
use hulldown_core::game::Seat;
use hulldown_core::{Limit, Viewer};
use serde::Serialize;
use std::time::Duration;

/// Playouts of each option at first sight.
const GLANCE: u32 = 24;

/// Playouts of each option where it matters.
const LOOK: u32 = 400;

/// How many standard errors a difference must be away from nothing: at first sight, and to be told.
const DOUBT: [f64; 2] = [1.5, 3.0];

/// The most choices that are told.
const MOST: usize = 12;

/// A choice that cost something.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Costly {
    /// After how many answers it was made.
    pub at: usize,
    /// Who made it.
    pub seat: Seat,
    /// What was asked.
    pub text: String,
    /// What was chosen, and what that is worth.
    pub chosen: Advice,
    /// What would have been better.
    pub best: Advice,
}

impl Costly {
    /// How much was given away.
    pub fn cost(&self) -> f64 {
        self.best.mean - self.chosen.mean
    }

    /// The standard error of that.
    pub fn error(&self) -> f64 {
        self.best.error.hypot(self.chosen.error)
    }
}

/// What came of looking back, so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Review {
    /// How many answers were looked at.
    pub looked: usize,
    /// How many there are.
    pub of: usize,
    /// How many of them were decisions between options that could be played out.
    pub decisions: usize,
    /// The choices that cost most, the worst first.
    pub costly: Vec<Costly>,
}

/// Looks at every answer that stands, from the first on, as long as there is time; `so_far` is told how far that has come. Where seats
/// keep things from each other, at those of the one whose `eyes` may see it alone: what the others chose is a secret.
pub fn review(
    game: &dyn Match,
    eyes: Option<Seat>,
    seed: u64,
    limit: &Limit,
    mut so_far: impl FnMut(&Review),
) -> Review {
    let seen = Seen::new(game, eyes);
    let answers = seen.answers();
    let mut review = Review { of: answers.len(), ..Review::default() };
    for (at, (seat, key)) in answers.into_iter().enumerate() {
        so_far(&review);
        let asked = eyes.is_none_or(|eyes| eyes == seat) && !limit.is_over();
        let judged = asked.then(|| judge(&*seen.after(at), at, seat, &key, seed, limit));
        if limit.is_over() {
            // What there was not time enough for is not judged.
            break;
        }
        if let Some(Judged::Decision(found)) = judged {
            review.decisions += 1;
            review.costly.extend(found.map(|costly| *costly));
            review.costly.sort_by(|a, b| b.cost().total_cmp(&a.cost()));
            review.costly.truncate(MOST);
        }
        review.looked = at + 1;
    }
    so_far(&review);
    review
}

/// Playouts of each option that advice is worth having from, and the most that are made.
const ADVICE: (u32, u32) = (10, 2_000);

/// What a bot thinks of a seat's options for somebody who waits for it: by a few playouts even if they take longer than he likes to
/// wait, else by as many as fit, most of them of the best.
pub fn advice(game: &dyn Match, seat: Seat, patience: Duration, limit: &Limit) -> Result<Vec<Advice>, Problem> {
    // Where something is hidden, what the others do in private must not move it.
    let (seed, soon) = (game.mark(Viewer::Seat(seat)), limit.at_most(patience));
    game.advise_soon(seat, ADVICE, seed, (limit, &soon)).map(Advice::as_shown)
}

/// What is to be said of an answer.
enum Judged {
    /// There was nothing to decide.
    Nothing,
    /// A decision, and whether it cost something.
    Decision(Option<Box<Costly>>),
}

/// Whether what was chosen at this moment cost something.
fn judge(then: &dyn Match, at: usize, seat: Seat, key: &str, seed: u64, limit: &Limit) -> Judged {
    let prompt = then.prompt();
    let Some(ask) = prompt.asks.iter().find(|ask| ask.seat() == seat && ask.options().len() > 1) else {
        return Judged::Nothing;
    };
    // What advice says nothing of is not held against anyone either.
    if !then.instead(seat).is_empty() {
        return Judged::Nothing;
    }
    let against = |advice: &[Advice], best: &str, doubt: f64| {
        let of = |key: &str| advice.iter().find(|advice| advice.key == key).cloned();
        let costly = Costly { at, seat, text: ask.text().into(), chosen: of(key)?, best: of(best)? };
        (costly.cost() > doubt * costly.error() && costly.cost() > 0.0).then_some(costly)
    };
    let seed = seed.wrapping_add(at as u64);
    let look = || {
        let glance = then.advise_within(seat, GLANCE, seed, limit).ok()?;
        let best = &glance.first()?.key;
        against(&glance, best, DOUBT[0])?;
        // Other dice, and the same rival: the best of many may only have been lucky, and must prove itself anew.
        against(&then.advise_within(seat, LOOK, !seed, limit).ok()?, best, DOUBT[1])
    };
    Judged::Decision(look().map(Box::new))
}
