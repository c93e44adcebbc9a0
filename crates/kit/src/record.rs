//! A game played answer by answer, for the laws to look at.

use crate::text::Unchanged;
use crate::{Broken, Guard, Point};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::session::{Pending, Session};
use hulldown_core::{Generator, Seat, Voice};

/// The most pauses of one game that the laws are tried at.
pub const MOST_STOPS: usize = 24;

/// The most answers of one game that are recorded. Its laws cost the square of its length, and a campaign of ten thousand answers tells no
/// more than its first thousands; that it ends is looked at without a record.
pub const MOST_ANSWERS: usize = 4_000;

/// A game played at random through a [`Session`].
pub struct RecordedGame<G: Voice> {
    /// Which game.
    pub point: Point,
    /// Its set-up.
    pub setup: G::Setup,
    /// The answers, in order.
    pub answers: Vec<(Seat, G::Choice)>,
    /// The session at some of its pauses, in order, the first among them.
    pub stops: Vec<Session<G>>,
    /// The session at its end, or where the record ends.
    pub end: Session<G>,
    /// The most answers one step took.
    pub longest_step: u64,
}

/// Who is asked, and what.
pub(crate) type AskedOf<G> = (Seat, <G as hulldown_core::Game>::Ask, Vec<<G as hulldown_core::Game>::Choice>);

/// The questions a session waits for.
pub(crate) fn questions<G: Voice>(session: &Session<G>) -> Vec<AskedOf<G>> {
    let question = |pending: &Pending<G>| match pending {
        Pending::Choice { seat, ask, options, .. } => Some((*seat, *ask, options.clone())),
        Pending::Dice(_) => None,
    };
    session.pending().iter().filter_map(question).collect()
}

/// A random answer to a random one of the questions a session waits for.
pub(crate) fn pick<G: Voice>(session: &Session<G>, picks: &mut Generator) -> Option<(Seat, G::Choice)> {
    let questions = questions(session);
    let count = u32::try_from(questions.len()).ok().filter(|&n| n > 0)?;
    let (seat, _, options) = &questions[picks.below(count) as usize];
    let count = u32::try_from(options.len()).ok().filter(|&n| n > 0)?;
    Some((*seat, options[picks.below(count) as usize]))
}

/// Gives an answer and looks whether the game went on as it must.
pub(crate) fn answer<G: Voice>(
    point: &Point,
    session: &mut Session<G>,
    (seat, choice): (Seat, G::Choice),
) -> Result<(), Broken> {
    let guard = Guard(point.at(session.tape().answered()).key(choice));
    if let Err(refusal) = session.choose(seat, choice) {
        return Err(guard.0.broken(format!("an answer of seat {} was refused: {refusal}", seat.0)));
    }
    if session.pending().is_empty() && !session.is_over() {
        return Err(guard.0.broken("the game is not over and waits for nobody"));
    }
    sound_pause(&guard.0, session)
}

/// A game that waits asks each seat at most one thing, and asks for dice only when it asks nothing else.
fn sound_pause<G: Voice>(point: &Point, session: &Session<G>) -> Result<(), Broken> {
    let questions = questions(session);
    let twice = (1..questions.len()).any(|n| questions[..n].iter().any(|(seat, _, _)| *seat == questions[n].0));
    if twice || (session.pending().len() > 1 && questions.len() < session.pending().len()) {
        return Err(point.broken(format!(
            "the rules went on after it had to wait; a pause must be passed on: {}",
            crate::text::pending(session.pending())
        )));
    }
    Ok(())
}

/// Begins a session of a game.
pub(crate) fn begin<G: Voice>(point: &Point, setup: &G::Setup, dice: DiceBox) -> Result<Session<G>, Broken> {
    let _guard = Guard(point.clone());
    let session = Session::new(setup.clone(), G::data(), dice);
    let session = session.map_err(|e| point.broken(format!("the set-up is refused: {e}")))?;
    sound_pause(point, &session)?;
    Ok(session)
}

impl<G: Voice> RecordedGame<G> {
    /// The place of a stop under a law.
    pub(crate) fn point(&self, law: &'static str, session: &Session<G>) -> Point {
        self.point.law(law).at(session.tape().answered())
    }

    /// So many of the stops that playing each from the beginning so many times stays cheap, however long the game.
    pub(crate) fn some_stops(&self, replays: usize) -> impl Iterator<Item = (usize, &Session<G>)> {
        let affordable = (100_000 / (replays * (self.answers.len() + 1))).clamp(3, MOST_STOPS);
        self.stops.iter().enumerate().step_by(self.stops.len().div_ceil(affordable).max(1))
    }

    /// The answers that followed a stop, at most so many.
    pub(crate) fn after(&self, session: &Session<G>, most: usize) -> &[(Seat, G::Choice)] {
        let rest = &self.answers[session.tape().answered()..];
        &rest[..rest.len().min(most)]
    }

    /// Plays two sessions on by the same answers and looks whether they stay alike.
    pub(crate) fn stay_alike(
        &self,
        point: &Point,
        one: &Session<G>,
        other: &Session<G>,
        answers: &[(Seat, G::Choice)],
    ) -> Result<(), Broken> {
        let (mut one, mut other) = (one.clone(), other.clone());
        for (n, &given) in answers.iter().enumerate() {
            answer(point, &mut one, given)?;
            answer(point, &mut other, given)?;
            let compare = n + 1 == answers.len() || n < 8;
            if compare && let Some(how) = Unchanged::of(&one).differs(&Unchanged::of(&other)) {
                return Err(point.at(one.tape().answered()).key(given.1).broken(format!("later, {how}")));
            }
        }
        Ok(())
    }
}

/// Plays a game at random through a session: law `answers`.
pub fn record<G: Voice>(point: &Point, setup: &G::Setup, most: u64) -> Result<RecordedGame<G>, Broken> {
    let point = point.law("answers");
    let (mut picks, mut looks) = (Generator::for_game(point.seed, 1), Generator::for_game(point.seed, 2));
    let mut session = begin::<G>(&point, setup, DiceBox::new(point.seed, DiceMode::Random))?;
    let (mut answers, mut stops) = (Vec::new(), Vec::<Session<G>>::new());
    let mut longest = 0;
    while !session.is_over() && answers.len() < MOST_ANSWERS {
        longest = longest.max(session.tape().answered() - session.begun().answered() + 1);
        // Every pause is as likely to be looked at as another, however long the game; the first always is.
        let n = answers.len();
        if n < MOST_STOPS {
            stops.push(session.clone());
        } else if let at @ 1..MOST_STOPS = looks.below(n as u32) as usize {
            stops[at] = session.clone();
        }
        let point = point.at(n);
        let Some(given) = pick(&session, &mut picks) else {
            return Err(point.broken("the game is not over and asks nobody"));
        };
        if n as u64 >= most {
            return Err(point.broken(format!("has not ended after {most} answers")));
        }
        answer(&point, &mut session, given)?;
        answers.push(given);
    }
    stops.sort_by_key(|stop| stop.tape().answered());
    Ok(RecordedGame { point, setup: setup.clone(), answers, stops, end: session, longest_step: longest as u64 })
}
