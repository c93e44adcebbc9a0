//! Where what was told falls among the answers: for time-lines, found in one pass over the tape.

use hulldown_core::check::Rolled;
use hulldown_core::game::{Game, Seat, Voice};
use hulldown_core::session::{Origin, Session};
use hulldown_core::table::Menu;
use hulldown_core::tape::{Cursor, Hears, Taped};
use hulldown_core::{Check, Pause, Play, Table};

/// How much had been told when each answer that stands was given.
pub(crate) fn moments<G: Voice>(session: &Session<G>) -> Vec<usize> {
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

/// Counts what is told, and notes the number at each answer.
#[derive(Default)]
struct Counter {
    told: usize,
    moments: Vec<usize>,
    /// What was told in a private stretch, and whose it is: it counts when every seat is through with its own.
    private: usize,
    lane: Option<Seat>,
    paused: bool,
}

impl Counter {
    fn count(&mut self) {
        let told = if self.lane.is_some() { &mut self.private } else { &mut self.told };
        *told += 1;
    }

    fn pause<T>(&mut self) -> Play<T> {
        self.paused = true;
        Err(Pause)
    }
}

impl<G: Game> Table<G> for Counter {
    const LISTENS: bool = true;

    fn roll(&mut self, _: &Check) -> Play<Rolled> {
        self.pause()
    }

    fn choose(&mut self, _: &G, _: &'static G::Data, _: Seat, _: G::Ask, _: &Menu<G::Choice>) -> Play<G::Choice> {
        self.pause()
    }

    fn tell(&mut self, _: impl FnOnce() -> G::Event) {
        self.count();
    }

    fn forced(&mut self, _: &G, _: &'static G::Data, _: Seat, _: G::Ask, _: G::Choice) {
        self.count();
    }

    fn lane(&mut self, seat: Option<Seat>) {
        self.lane = seat;
        if seat.is_none() && !self.paused {
            self.told += std::mem::take(&mut self.private);
        }
    }
}

impl<G: Game> Hears<G> for Counter {
    fn heard_roll(&mut self, _: &Check, _: &Rolled) {
        self.count();
    }

    fn heard_answer(&mut self) {
        self.moments.push(self.told);
    }
}

#[cfg(test)]
mod tests {
    use crate::{NewGame, Until, shelf};

    #[test]
    fn moments_are_those_one_finds_by_going_back() {
        for shelf in shelf() {
            let mut game = (shelf.new)(NewGame { seed: 3, ..NewGame::default() }).unwrap();
            game.auto("random", None, Until::End, Some(60)).unwrap();
            let moments = game.moments();
            assert_eq!(moments.len(), game.answered());
            for (answer, told) in moments.into_iter().enumerate() {
                assert_eq!(told, game.after(answer).told(), "{}, answer {answer}", shelf.id);
            }
        }
    }
}
