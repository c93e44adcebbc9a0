//! However a game is played, left and taken up again, it is the same game.

use crate::record::{RecordedGame, answer, begin};
use crate::text::{self, Unchanged};
use crate::trial::sim;
use crate::{Broken, Guard, Point};
use hulldown_core::check::Rolled;
use hulldown_core::dice::Faces;
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::game::MOST_SEATS;
use hulldown_core::save::{self, TakenUp};
use hulldown_core::session::Session;
use hulldown_core::table::{Listed, Offers};
use hulldown_core::talk::Answer;
use hulldown_core::tape::{Entry, Source, Throw};
use hulldown_core::{Check, Game, Generator, Pause, Play, Policy, Random, Seat, Sim, Table, Voice};
use std::collections::VecDeque;

fn alike<G: Voice>(point: &Point, what: &str, one: &Session<G>, other: &Session<G>) -> Result<(), Broken> {
    match Unchanged::of(one).differs(&Unchanged::of(other)) {
        Some(how) => Err(point.broken(format!("{what}: {how}"))),
        None => Ok(()),
    }
}

fn same_log<G: Voice>(point: &Point, what: &str, one: &Session<G>, other: &Session<G>) -> Result<(), Broken> {
    let (one, other) = (text::log(one), text::log(other));
    match one.iter().zip(&other).position(|(a, b)| a != b) {
        Some(n) => Err(point.broken(format!("{what}: log line {n}: {}", text::difference(&one[n], &other[n])))),
        None if one.len() != other.len() => {
            Err(point.broken(format!("{what}: {} lines of log against {}", one.len(), other.len())))
        }
        None => Ok(()),
    }
}

/// Law `saves`: a game saved at a pause, written as text, read and loaded, waits for the same, saves the same, has the same log and
/// goes on the same.
pub fn saves<G: Voice>(record: &RecordedGame<G>) -> Result<(), Broken> {
    let files = G::shipped();
    let mut whole = true;
    for (n, stop) in record.some_stops(4).chain([(0, &record.end)]) {
        let point = record.point("saves", stop);
        let _guard = Guard(point.clone());
        let text = text::json(&stop.save(&files));
        let read = save::read(&text).map_err(|e| point.broken(format!("its own save cannot be read: {e}")))?;
        let (loaded, how) = Session::<G>::load(&read, &files, G::data())
            .map_err(|e| point.broken(format!("its own save cannot be taken up: {e}")))?;
        if how != TakenUp::Whole {
            return Err(point.broken("its own save is not taken up whole"));
        }
        alike(&point, "taken up from its save", stop, &loaded)?;
        let again = text::json(&loaded.save(&files));
        if again != text {
            return Err(point.broken(format!("saved again it is another: {}", text::difference(&text, &again))));
        }
        same_log(&point, "taken up from its save", stop, &loaded)?;
        // Once to the very end, otherwise a little way.
        let to_the_end = whole && n >= record.stops.len() / 2;
        whole &= !to_the_end;
        let most = if to_the_end { usize::MAX } else { 12 };
        record.stay_alike(&point, stop, &loaded, record.after(stop, most))?;
    }
    Ok(())
}

/// Law `checkpoints`: the state at the beginning of a step, written as JSON and read back, is valid and plays on the same, so that a
/// later version can take a game up from it.
pub fn checkpoints<G: Voice>(record: &RecordedGame<G>) -> Result<(), Broken> {
    let data = G::data();
    for stop in &record.stops {
        let point = record.point("checkpoints", stop);
        let _guard = Guard(point.clone());
        let text = text::json(stop.checkpoint());
        let read: G =
            serde_json::from_str(&text).map_err(|e| point.broken(format!("the checkpoint does not read back: {e}")))?;
        read.validate(data).map_err(|e| point.broken(format!("the checkpoint is not valid: {e}")))?;
        let again = text::json(&read);
        if again != text {
            return Err(point.broken(format!("read back it is another: {}", text::difference(&text, &again))));
        }
        let play = |mut game: G| {
            let mut sim = sim(Random(Generator::for_game(point.seed, 4)), Generator::for_game(point.seed, 5));
            sim.finish(&mut game, data, 200);
            (text::json(&game), sim.decisions, sim.thrown)
        };
        if play(stop.checkpoint().clone()) != play(read) {
            return Err(point.broken("read back from JSON it plays on otherwise: a part of the state is not saved"));
        }
    }
    Ok(())
}

/// Gives recorded answers again.
struct Mirror<C> {
    answers: [VecDeque<C>; MOST_SEATS],
    given: usize,
    astray: Option<String>,
}

impl<G: Game> Policy<G> for Mirror<G::Choice> {
    fn decide(&mut self, _: &G::View<'_>, seat: Seat, ask: G::Ask, options: &[G::Choice]) -> G::Choice {
        self.given += 1;
        match self.answers[seat.index()].pop_front() {
            Some(choice) if options.contains(&choice) => choice,
            other => {
                let why =
                    format!("at decision {} seat {} is asked {ask:?}, the record has {other:?}", self.given, seat.0);
                self.astray.get_or_insert(why);
                options[0]
            }
        }
    }
}

/// A table at full speed, but for dice that one seat alone sees: those have streams of their own, and fall as they did.
struct Straight<C> {
    sim: Sim<Mirror<C>>,
    unseen: VecDeque<Faces>,
}

impl<G: Game> Table<G> for Straight<G::Choice> {
    const LISTENS: bool = false;

    fn roll(&mut self, check: &Check) -> Play<Rolled> {
        match check.secret {
            None => Table::<G>::roll(&mut self.sim, check),
            Some(_) => self.unseen.pop_front().map(|faces| check.rolled(faces)).ok_or(Pause),
        }
    }

    fn natural(&mut self, check: &Check) -> Play<i8> {
        match check.secret {
            None => Table::<G>::natural(&mut self.sim, check),
            Some(_) => Ok(Table::<G>::roll(self, check)?.natural),
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
        self.sim.choose(game, data, seat, ask, menu)
    }

    fn ask_among<A: Answer<G::Choice>>(
        &mut self,
        game: &G,
        data: &'static G::Data,
        seat: Seat,
        ask: G::Ask,
        offers: &impl Offers<G::Choice, A>,
    ) -> Play<A> {
        self.sim.ask_among(game, data, seat, ask, offers)
    }

    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}
}

/// Law `straight`: the same dice and choices in one go, with nobody listening and nothing stopping, lead to the same end.
pub fn straight<G: Voice>(record: &RecordedGame<G>) -> Result<(), Broken> {
    if !record.end.is_over() {
        return Ok(());
    }
    let point = record.point("straight", &record.end);
    let _guard = Guard(point.clone());
    let mut game = G::new(&record.setup, G::data()).map_err(|e| point.broken(e.to_string()))?;
    let mut mirror = Mirror { answers: Default::default(), given: 0, astray: None };
    for &(seat, choice) in &record.answers {
        mirror.answers[seat.index()].push_back(choice);
    }
    let sim = Sim::new(mirror, Generator::new(point.seed)).at_most(record.answers.len() as u64 + 1);
    let unseen = record.end.history().iter().filter_map(|entry| match entry {
        Entry::Dice(Throw { source: Source::Unseen(..), faces, .. }) => Some(faces.clone()),
        _ => None,
    });
    let mut table = Straight { sim, unseen: unseen.collect() };
    while !game.is_over() && game.advance(G::data(), &mut table).is_ok() {}
    let Mirror { answers, astray, .. } = table.sim.policy;
    if let Some(why) = astray {
        return Err(point.broken(format!("played in one go it asks otherwise: {why}")));
    }
    if !game.is_over() || answers.iter().any(|left| !left.is_empty()) || !table.unseen.is_empty() {
        return Err(point.broken("played in one go it takes other answers to end"));
    }
    let (one, other) = (text::json(record.end.working()), text::json(&game));
    if one != other {
        return Err(point.broken(format!("played in one go it ends otherwise: {}", text::difference(&one, &other))));
    }
    Ok(())
}

/// Law `replays`: the record played again gives the same end and the same log, and shows every pause as it was.
pub fn replays<G: Voice>(record: &RecordedGame<G>) -> Result<(), Broken> {
    let point = record.point("replays", &record.end);
    let _guard = Guard(point.clone());
    let dice = DiceBox::new(point.seed, DiceMode::Random);
    let (origin, history) = (record.end.origin().clone(), record.end.history().to_vec());
    let again = Session::<G>::restore(record.setup.clone(), G::data(), dice, origin, history)
        .map_err(|e| point.broken(format!("its own record does not fit: {e}")))?;
    alike(&point, "rebuilt from its record", &record.end, &again)?;
    same_log(&point, "rebuilt from its record", &record.end, &again)?;
    alike(&point, "after all its answers", &record.end, &record.end.after(record.answers.len()))?;
    for (_, stop) in record.some_stops(1) {
        let point = record.point("replays", stop);
        alike(&point, "looked back at", stop, &record.end.after(stop.tape().answered()))?;
    }
    Ok(())
}

/// Law `script`: the faces of the record, given as a script to dice of another seed, lead to the same end and the same log.
pub fn script<G: Voice>(record: &RecordedGame<G>) -> Result<(), Broken> {
    let point = record.point("script", &record.end);
    let mut faces: Vec<u8> = Vec::new();
    for entry in record.end.history() {
        if let Entry::Dice(throw) = entry {
            faces.extend(&throw.faces);
        }
    }
    let dice = DiceBox::scripted(!point.seed, faces);
    let mut session = begin::<G>(&point, &record.setup, dice)?;
    for &given in &record.answers {
        answer(&point, &mut session, given)?;
    }
    if !session.dice().script.is_empty() {
        return Err(point.broken(format!("{} faces of the script are left over", session.dice().script.len())));
    }
    alike(&point, "played with its dice as a script", &record.end, &session)?;
    same_log(&point, "played with its dice as a script", &record.end, &session)
}
