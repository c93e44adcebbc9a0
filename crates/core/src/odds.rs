//! Exact odds: every way the dice can fall after a choice, found by playing the rules along each of them.

use crate::check::{Check, Rolled};
use crate::dice::{Dice, Generator};
use crate::game::{Seat, Voice};
use crate::session::Session;
use crate::table::{Listed, Pause, Play, Table};
use crate::tape::{Entry, Hears, Tape, Taped};
use std::collections::BTreeMap;

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

/// How many rolls a line has when only so many lines are played: of longer ones fewer are, so that a step of fifty rolls takes no longer to
/// try than one of five.
const ROLLS_A_LINE: usize = 5;

/// One roll on the way, and which of its falls is being tried.
#[derive(Clone, Copy, Debug)]
struct Branch {
    dice: Dice,
    /// Whether the faces matter one by one, or only their sum.
    faces: bool,
    at: u32,
}

impl Branch {
    fn first(dice: Dice, faces: bool) -> Self {
        Branch { dice, faces, at: if faces { 0 } else { u32::from(dice.min() as u8) } }
    }

    fn is_last(self) -> bool {
        self.at == if self.faces { self.dice.ways() - 1 } else { u32::from(self.dice.max() as u8) }
    }

    fn probability(self) -> f64 {
        let ways = if self.faces { 1 } else { self.dice.ways_to(self.at as i8) };
        f64::from(ways) / f64::from(self.dice.ways())
    }
}

/// How dice fall in a trial.
enum Fall<'p> {
    /// Every way, one trial after the other.
    Each { path: &'p mut Vec<Branch>, depth: usize },
    /// Any way.
    Any(&'p mut Generator),
}

/// A table that tries one fall of the dice and stops at the next decision.
struct Trial<'p, G: Voice> {
    data: &'static G::Data,
    /// Whose choice it is.
    seat: Seat,
    fall: Fall<'p>,
    rolls: usize,
    headlines: Vec<String>,
    lane: Option<Seat>,
    /// Whether the choice was made in private.
    private: bool,
    /// Whether what follows hangs on what others have chosen in private: that is not for this seat to know.
    closed: bool,
}

impl<G: Voice> Trial<'_, G> {
    fn branch(&mut self, dice: Dice, faces: bool) -> Option<u32> {
        let Fall::Each { path, depth } = &mut self.fall else { return None };
        if *depth == path.len() {
            path.push(Branch::first(dice, faces));
        }
        *depth += 1;
        Some(path[*depth - 1].at)
    }

    /// Whether what happens now is for this seat to know.
    fn mine(&self) -> bool {
        !self.closed && self.lane.is_none_or(|lane| lane == self.seat)
    }

    fn label(self) -> String {
        match (self.headlines.is_empty(), self.closed) {
            (true, true) => "not known yet".into(),
            (true, false) if self.rolls == 0 => "no roll before the next question".into(),
            (true, false) => "no effect".into(),
            _ => self.headlines.join(", "),
        }
    }
}

impl<G: Voice> Table<G> for Trial<'_, G> {
    const LISTENS: bool = true;

    fn roll(&mut self, check: &Check) -> Play<Rolled> {
        if self.closed {
            return Err(Pause);
        }
        self.rolls += 1;
        let way = self.branch(check.dice, true);
        let faces = match (&mut self.fall, way) {
            (Fall::Any(dice), _) => dice.throw(check.dice),
            (_, way) => check.dice.faces_of_way(way.unwrap_or_default()),
        };
        Ok(check.rolled(faces))
    }

    fn natural(&mut self, check: &Check) -> Play<i8> {
        if self.closed {
            return Err(Pause);
        }
        self.rolls += 1;
        let sum = self.branch(check.dice, false);
        match (&mut self.fall, sum) {
            (Fall::Any(dice), _) => Ok(dice.sum(check.dice)),
            (_, sum) => Ok(sum.unwrap_or_default() as i8),
        }
    }

    fn choose(&mut self, _: &G, _: &'static G::Data, _: Seat, _: G::Ask, _: &Listed<G::Choice>) -> Play<G::Choice> {
        Err(Pause)
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        if self.mine() {
            self.headlines.extend(G::event_words(self.data, &event()).headline);
        }
    }

    fn settled(&mut self) -> Play<()> {
        Err(Pause)
    }

    fn lane(&mut self, seat: Option<Seat>) {
        self.lane = seat;
        self.closed |= seat.is_none() && self.private;
    }
}

impl<G: Voice> Hears<G> for Trial<'_, G> {
    fn heard_roll(&mut self, _: &Check, _: &Rolled) {}

    fn heard_answer(&mut self) {
        // Only what follows the last answer is an outcome of it.
        if self.lane.is_none_or(|lane| lane == self.seat) {
            self.headlines.clear();
            self.private = self.lane.is_some();
            self.closed = false;
        }
    }
}

/// The open step of a session with one more answer.
struct Branching<'s, G: Voice> {
    session: &'s Session<G>,
    seat: Seat,
    tape: Tape<G::Choice>,
}

impl<'s, G: Voice> Branching<'s, G> {
    /// None if that is not an option of the seat now.
    fn new(session: &'s Session<G>, seat: Seat, choice: G::Choice) -> Option<Self> {
        session.question(seat).filter(|(options, _)| options.contains(&choice))?;
        let mut tape = session.tape().clone();
        tape.push(&Entry::Answer { seat, choice });
        Some(Branching { session, seat, tape })
    }

    /// Plays one fall of the dice and says what came of it, where the game stands then, and how many rolls it took.
    fn try_fall(&self, fall: Fall<'_>) -> (String, G, usize) {
        let (data, seat) = (self.session.data(), self.seat);
        let trial =
            Trial::<G> { data, seat, fall, rolls: 0, headlines: Vec::new(), lane: None, private: false, closed: false };
        let mut taped = Taped::new(&self.tape, self.session.begun(), trial);
        let mut game = self.session.checkpoint().clone();
        let _ = game.advance(data, &mut taped);
        let rolls = taped.then.rolls;
        (taped.then.label(), game, rolls)
    }
}

/// Outcomes while they are added up: a long step has thousands.
type Outcomes = BTreeMap<String, f64>;

fn add(outcomes: &mut Outcomes, label: String, weight: f64) {
    *outcomes.entry(label).or_default() += weight;
}

impl Odds {
    fn of(outcomes: Outcomes, lines: usize, complete: bool) -> Self {
        let mut outcomes: Vec<_> = outcomes.into_iter().collect();
        outcomes.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Odds { outcomes, lines, complete }
    }
}

/// What may come of a choice of a seat that is asked now, until the next decision or until all it set off has happened. What hangs on
/// the private choices of others is not looked at. A choice that is not an option has no odds.
pub fn odds<G: Voice>(session: &Session<G>, seat: Seat, choice: G::Choice) -> Odds {
    odds_within(session, seat, choice, MOST_LINES)
}

/// The same with a bound on the falls of the dice that are played.
pub fn odds_within<G: Voice>(session: &Session<G>, seat: Seat, choice: G::Choice, most: usize) -> Odds {
    let mut outcomes = Outcomes::new();
    let (lines, complete) =
        each_fall(session, seat, choice, most, |label, _, chance| add(&mut outcomes, label, chance));
    Odds::of(outcomes, lines, complete)
}

/// Looks at the game after every fall of the dice a choice leads to: what came of it, where the game stands then, how likely that is. Says
/// how many there were, and whether these were all.
pub fn each_fall<G: Voice>(
    session: &Session<G>,
    seat: Seat,
    choice: G::Choice,
    most: usize,
    mut look: impl FnMut(String, &G, f64),
) -> (usize, bool) {
    let (mut lines, mut rolls) = (0, 0);
    let Some(question) = Branching::new(session, seat, choice) else { return (lines, false) };
    let mut path: Vec<Branch> = Vec::new();
    loop {
        let (label, game, rolled) = question.try_fall(Fall::Each { path: &mut path, depth: 0 });
        look(label, &game, path.iter().map(|branch| branch.probability()).product());
        (lines, rolls) = (lines + 1, rolls + rolled);
        while path.last().is_some_and(|branch| branch.is_last()) {
            path.pop();
        }
        match path.last_mut() {
            Some(branch) if lines < most && rolls < most * ROLLS_A_LINE => branch.at += 1,
            rest => return (lines, rest.is_none()),
        }
    }
}

/// The same by playing so many random falls of the dice, or fewer where each takes many rolls, for choices that set off more than can be
/// played out.
pub fn sample<G: Voice>(session: &Session<G>, seat: Seat, choice: G::Choice, falls: u32, dice: &mut Generator) -> Odds {
    let (mut outcomes, mut lines, mut rolls) = (Outcomes::new(), 0, 0);
    if let Some(question) = Branching::new(session, seat, choice) {
        while lines < falls as usize && rolls < falls as usize * ROLLS_A_LINE {
            let (label, _, rolled) = question.try_fall(Fall::Any(dice));
            add(&mut outcomes, label, 1.0);
            (lines, rolls) = (lines + 1, rolls + rolled);
        }
    }
    outcomes.values_mut().for_each(|times| *times /= lines as f64);
    Odds::of(outcomes, lines, false)
}
