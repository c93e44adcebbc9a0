//! Where what was told falls among the answers: for time-lines, found in one pass over the tape.

use hulldown_core::check::Rolled;
use hulldown_core::game::{Game, Seat, Voice};
use hulldown_core::session::{Origin, Session, Told};
use hulldown_core::table::Listed;
use hulldown_core::tape::{Cursor, Hears, Taped};
use hulldown_core::{Check, Heard, Pause, Play, RuleId, Table};

/// How much everybody had heard when each answer that stands was given.
pub(crate) fn moments<G: Voice>(session: &Session<G>) -> Vec<Heard> {
    let data = session.data();
    let start = match session.origin() {
        Origin::Setup => G::new(session.setup(), data).ok(),
        Origin::Arranged(state) => Some((**state).clone()),
    };
    // It could be made before, so it can be made again.
    let Some(mut game) = start else { return Vec::new() };
    let (mut at, mut counter) = (Cursor::default(), Counter::default());
    while !game.is_over() {
        let mut taped = Taped::new(session.tape(), at, counter);
        let done = game.advance(data, &mut taped);
        (at, counter) = (taped.at, taped.then);
        if done.is_err() {
            break;
        }
    }
    counter.moments
}

/// Counts what is told, and notes the numbers at each answer. What is told in a private stretch counts when all are through with it, so
/// that it does not matter in which order they were.
#[derive(Default)]
struct Counter {
    heard: Heard,
    apart: Option<Heard>,
    moments: Vec<Heard>,
}

impl Counter {
    fn hear<G: Game>(&mut self, told: &Told<G>) {
        self.apart.as_mut().unwrap_or(&mut self.heard).hear(told);
    }
}

impl<G: Game> Table<G> for Counter {
    const LISTENS: bool = true;

    fn roll(&mut self, _: &Check) -> Play<Rolled> {
        Err(Pause)
    }

    fn choose(&mut self, _: &G, _: &'static G::Data, _: Seat, _: G::Ask, _: &Listed<G::Choice>) -> Play<G::Choice> {
        Err(Pause)
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        self.hear::<G>(&Told::Event(event()));
    }

    fn forced(&mut self, _: &G, _: &'static G::Data, seat: Seat, _: G::Ask, choice: G::Choice) {
        self.hear::<G>(&Told::Forced { seat, choice, label: String::new(), rule: RuleId(0) });
    }

    fn lane(&mut self, seat: Option<Seat>) {
        match seat {
            Some(_) => _ = self.apart.get_or_insert(self.heard),
            None => self.heard = self.apart.take().unwrap_or(self.heard),
        }
    }
}

impl<G: Game> Hears<G> for Counter {
    fn heard_roll(&mut self, check: &Check, rolled: &Rolled) {
        self.hear::<G>(&Told::Roll(check.clone(), rolled.clone()));
    }

    fn heard_answer(&mut self) {
        self.moments.push(self.heard);
    }
}

#[cfg(test)]
mod tests {
    use crate::{NewGame, Until, find, shelf};
    use hulldown_catalog::sample;

    #[test]
    fn moments_are_those_one_finds_by_going_back() {
        let mut game = (shelf()[0].new)(NewGame { seed: 3, ..NewGame::default() }).unwrap();
        game.auto("random", None, Until::End, Some(60)).unwrap();
        let moments = game.moments();
        assert_eq!(moments.len(), game.answered());
        for (answer, heard) in moments.into_iter().enumerate() {
            assert_eq!(heard, game.after(answer).heard(), "answer {answer}");
        }
    }

    #[test]
    fn in_private_everybody_answers_at_one_moment() {
        let mut game = (find(sample!(sides)).unwrap().new)(NewGame { seed: 3, ..NewGame::default() }).unwrap();
        // In turns, so that the answers of both lie in between each other.
        for _ in 0..60 {
            for seat in game.prompt().waiting() {
                game.auto("random", Some(seat), Until::Decision, Some(1)).unwrap();
            }
        }
        let moments = game.moments();
        assert_eq!(moments.len(), game.answered());
        for (answer, heard) in moments.into_iter().enumerate() {
            assert_eq!(heard, game.after(answer).heard(), "answer {answer}");
        }
    }
}
