//! A game somebody plays: what it waits for, who plays it, where it is saved. The terminal and the page sit at the same one.

use crate::archive::Archive;
use crate::beside::{Beside, Preferences};
use crate::error::KeepError;
use crate::past::Past;
use crate::players::{Players, Settled};
use crate::saved_game::{GoneOn, SavedGame};
use hulldown_core::dicebox::DiceMode;
use hulldown_core::game::{Lesson, Seat};
use hulldown_core::{Heard, Limit, Viewer};
use hulldown_desk::{Ask, Ease, EventLine, Match, Pack, Played, Problem, Prompt, Seen, Shelf, TakenBack, Until, ease};
use hulldown_store::{Store, StoreError};
use std::collections::{BTreeMap, BTreeSet};

/// The most answers a bot gives while it plays on until something happens.
const MOST_AUTO: u64 = 20_000;

/// A game that was copied, and where it is kept.
pub type Copied = (SavedGame, Box<dyn Match>);

/// A game somebody plays, or looks at.
pub struct Sitting {
    /// The game.
    pub game: Box<dyn Match>,
    /// Its place on the shelf.
    pub shelf: &'static Shelf,
    /// The pack of charts it is played with.
    pub pack: Option<Pack>,
    /// What the game waits for, as far as whoever is looking may know.
    pub prompt: Prompt,
    /// Who plays which seat, and who is looking.
    pub players: Players,
    /// Where it is saved.
    saved: Option<SavedGame>,
    /// Why the last change is not on the disk.
    unsaved: Option<StoreError>,
    /// How long bots may think about the change that is being made.
    pub limit: Limit,
    /// What was answered for somebody in the last change.
    settled: Settled,
    /// How much everybody had heard before it.
    since: Heard,
    /// Who answered last, for taking back.
    last: Option<Seat>,
    /// The hints given so far, if hints are given.
    lessons: Option<BTreeSet<String>>,
    /// Whether hints were put away for good.
    tips_off: bool,
    /// The moment looked back at.
    past: Option<Past>,
    /// Whether the game is only looked at, not played, and then with whose eyes.
    record: Option<Option<Seat>>,
}

/// Why something was not done.
#[derive(Debug)]
pub enum Trouble {
    /// The game does not allow it; nothing has changed.
    Refused(Problem),
    /// It could not be saved: it must not be shown as done until it is.
    Unsaved(StoreError),
}

impl From<Problem> for Trouble {
    fn from(problem: Problem) -> Self {
        Trouble::Refused(problem)
    }
}

/// How far a bot plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Far {
    /// As the match has it, but no more than so many answers.
    Until(Until, Option<u64>),
    /// Until something of this kind is told.
    Event(String),
    /// Until something of this kind is asked.
    Ask(String),
}

impl Sitting {
    /// A game that is not saved anywhere.
    pub fn unsaved(game: Box<dyn Match>, shelf: &'static Shelf, pack: Option<Pack>) -> Self {
        Sitting {
            prompt: game.prompt(),
            since: game.heard(),
            game,
            shelf,
            pack,
            players: Players::default(),
            saved: None,
            unsaved: None,
            limit: Limit::NONE,
            settled: Settled::default(),
            last: None,
            lessons: None,
            tips_off: false,
            past: None,
            record: None,
        }
    }

    /// The record of a game, only looked at; with one player's eyes, or nobody's.
    pub fn record(game: Box<dyn Match>, shelf: &'static Shelf, pack: Option<Pack>, eyes: Option<Seat>) -> Self {
        Sitting { record: Some(eyes), ..Sitting::unsaved(game, shelf, pack) }
    }

    /// A new game, saved at once under this name with what goes with it.
    pub fn begin(
        store: &Store,
        name: &str,
        game: Box<dyn Match>,
        shelf: &'static Shelf,
        pack: Option<Pack>,
        beside: &Beside,
    ) -> Result<Self, StoreError> {
        let saved = SavedGame::begin(store, name, &*game, beside)?;
        Sitting::go_on(GoneOn { saved, game, shelf, pack, said: None })
    }

    /// A saved game, with what goes with it.
    pub fn go_on(gone_on: GoneOn) -> Result<Self, StoreError> {
        let GoneOn { saved, game, shelf, pack, .. } = gone_on;
        let beside = saved.beside()?;
        let mut sitting = Sitting::unsaved(game, shelf, pack);
        sitting.tips_off = Preferences::of(&saved.store)?.tips_off;
        sitting.saved = Some(saved);
        sitting.lessons = beside.lessons;
        sitting.players = Players::new(beside.bots).asked(beside.ease);
        sitting.prompt = sitting.players.prompt(&*sitting.game);
        Ok(sitting)
    }

    /// Lets bots answer what they are asked before anybody else is. A new game is played to its first real decision; one that is taken up
    /// stays where it was left.
    pub fn open_up(&mut self) -> Result<(), Trouble> {
        let new = self.game.answered() == 0;
        let then = move |players: &Players, game: &mut dyn Match, limit: &Limit| {
            if new { players.settle(game, false, limit) } else { players.bots_alone(game, limit) }
        };
        self.change_then(|_, _| Ok(()), then)
    }

    /// The same game once more, to be looked at while this one is thought about.
    #[must_use]
    pub fn duplicate(&self) -> Self {
        Sitting {
            game: self.game.duplicate(),
            shelf: self.shelf,
            pack: self.pack.clone(),
            prompt: self.prompt.clone(),
            players: self.players.clone(),
            saved: self.saved.clone(),
            unsaved: self.unsaved.clone(),
            limit: Limit::NONE,
            settled: self.settled.clone(),
            since: self.since,
            last: self.last,
            lessons: self.lessons.clone(),
            tips_off: self.tips_off,
            past: None,
            record: self.record,
        }
    }

    // Who looks, and at what.

    /// With whose eyes the game is seen: none where nothing is hidden, or nothing any more.
    pub fn eyes(&self) -> Option<Seat> {
        self.record.unwrap_or_else(|| self.players.eyes(&*self.game))
    }

    /// The game as whoever is looking may know it, in numbers of his own.
    pub fn seen(&self) -> Seen<'_> {
        Seen::new(&*self.game, self.eyes())
    }

    /// Whether the game holds what sides still keep from each other.
    pub fn is_secret(&self) -> bool {
        self.game.has_secrets() && self.game.outcome().is_none()
    }

    /// The player the screen must be handed to before anything of the game is shown.
    pub fn curtain(&self) -> Option<Seat> {
        if self.past.is_some() { None } else { self.players.curtain(&*self.game) }
    }

    /// The screen has been handed over.
    pub fn hand_over(&mut self, seat: Seat) {
        self.players.hand_over(seat);
        self.prompt = self.players.prompt(&*self.game);
    }

    /// Nobody is known to look any more; whether somebody was.
    pub fn leave(&mut self) -> bool {
        let looked = self.players.leave();
        if looked {
            self.prompt = self.players.prompt(&*self.game);
        }
        looked
    }

    /// A number for where the game stands for whoever is looking: an answer to another one comes late. While the screen waits to be handed
    /// over nobody is, and it counts what everybody knows.
    pub fn mark(&self) -> u64 {
        const HANDED_OVER: u64 = 1 << 60;
        match self.curtain() {
            Some(seat) => HANDED_OVER + 2 * self.game.heard().by_everybody() as u64 + u64::from(seat.0),
            None => self.seen().mark(),
        }
    }

    /// Who sits in front: whose eyes it must be, else the seat that must answer, or answered last.
    pub fn seat(&self) -> Seat {
        self.eyes().or_else(|| self.ask().map(Ask::seat)).or(self.last).unwrap_or_default()
    }

    /// The seat whose losses are those of whoever answers or looks.
    pub fn side(&self) -> Seat {
        self.game.side(self.seat())
    }

    /// Who looks: an umpire at a record of both sides, else who sits in front.
    pub fn viewer(&self) -> Viewer {
        match self.record {
            Some(None) if self.game.has_secrets() => Viewer::Umpire,
            _ => Viewer::Seat(self.seat()),
        }
    }

    /// The question on the table.
    pub fn ask(&self) -> Option<&Ask> {
        self.past.as_ref().map_or(&self.prompt, |past| &past.prompt).first()
    }

    /// Whether the game is only looked at.
    pub fn is_record(&self) -> bool {
        self.record.is_some()
    }

    /// The moment looked back at, if it is not the present.
    pub fn past(&self) -> Option<&Past> {
        self.past.as_ref()
    }

    /// The game as it is looked at: now, or at a moment of the past.
    pub fn shown(&self) -> &dyn Match {
        self.past.as_ref().map_or(&*self.game, |past| &*past.game)
    }

    /// Where one looks: after how many answers.
    pub fn at(&self) -> usize {
        self.past.as_ref().map_or_else(|| self.seen().answered(), |past| past.at)
    }

    /// Looks at the game after so many answers; the last of them is the present.
    pub fn look_at(&mut self, answers: usize) {
        let last = self.seen().answered();
        let back = self.is_record() || answers < last;
        self.past = back.then(|| Past::of(self.seen(), answers.min(last)));
    }

    /// What was told in the game looked at, from a number on, as far as whoever is looking hears of it.
    pub fn log(&self, from: usize) -> Vec<EventLine> {
        Seen::new(self.shown(), self.eyes()).log(from)
    }

    /// How much whoever is looking had heard before the last change.
    pub fn since(&self) -> usize {
        self.since.by(self.seen().viewer())
    }

    /// What the last change told, likewise.
    pub fn news(&self) -> Vec<EventLine> {
        let (seen, since) = (self.seen(), self.since());
        let mut news = seen.news();
        // What several answers have told is more than the news of the last of them.
        if news.first().map_or_else(|| seen.told(), |event| event.n) > since {
            return seen.log(since);
        }
        news.retain(|event| event.n >= since);
        news
    }

    /// What was answered for somebody in the last change, and what went wrong with bots, in words.
    pub fn remark(&self) -> Option<String> {
        let Settled { by_bots, given } = &self.settled;
        let given = (!given.is_empty()).then(|| ease::in_words(given));
        let said: Vec<String> = given.into_iter().chain(by_bots.remark()).collect();
        (!said.is_empty()).then(|| said.join(" "))
    }

    // Answers.

    /// Makes a change, answers what nobody wants to be asked, and puts it on the disk.
    fn change<T>(&mut self, act: impl FnOnce(&mut dyn Match, &Limit) -> Result<T, Problem>) -> Result<T, Trouble> {
        self.change_then(act, |players, game, limit| players.settle(game, false, limit))
    }

    /// Makes a change and what follows from it, and puts it on the disk. If it cannot be brought to its end, nothing has changed.
    fn change_then<T>(
        &mut self,
        act: impl FnOnce(&mut dyn Match, &Limit) -> Result<T, Problem>,
        then: impl FnOnce(&Players, &mut dyn Match, &Limit) -> Result<Settled, Problem>,
    ) -> Result<T, Trouble> {
        if self.unsaved.is_some() {
            // What is not on the disk yet comes first.
            self.keep().map_err(Trouble::Unsaved)?;
        }
        let (before, standing, lines) = (self.game.heard(), self.game.standing(), self.game.history_len());
        let acted = act(&mut *self.game, &self.limit);
        if acted.is_err() && self.game.history_len() != lines {
            self.game.put_back(&standing);
        }
        let done = acted?;
        let settled = match then(&self.players, &mut *self.game, &self.limit) {
            Ok(_) if self.limit.is_cancelled() => Err(Problem::late("it was stopped: nothing has changed")),
            settled => settled,
        };
        self.settled = settled.inspect_err(|_| self.game.put_back(&standing))?;
        self.prompt = self.players.prompt(&*self.game);
        // What an undo has taken back is not news.
        let taken_back = self.game.told() < before.by(Viewer::Record);
        self.since = if taken_back { self.game.heard() } else { before };
        self.keep().map_err(Trouble::Unsaved)?;
        Ok(done)
    }

    /// Puts everything new on the disk. Nothing may be shown as done before this has.
    pub fn keep(&mut self) -> Result<(), StoreError> {
        let seat = self.seat();
        let Some(saved) = &mut self.saved else { return Ok(()) };
        let kept = saved.keep_for(&*self.game, Some(seat), self.unsaved.is_some());
        self.unsaved = kept.clone().err();
        kept
    }

    /// Answers the question on the table.
    pub fn choose(&mut self, key: &str) -> Result<(), Trouble> {
        let seat = self.seat();
        self.change(|game, _| game.choose(seat, key))?;
        self.last = Some(seat);
        Ok(())
    }

    /// Whether a line answers the question on the table.
    pub fn understands(&self, line: &str) -> bool {
        self.past.is_none() && self.game.understands(self.seat(), line.trim())
    }

    /// Gives the faces of dice thrown by hand, or lets the program throw.
    pub fn throw(&mut self, faces: Option<&[u8]>) -> Result<(), Trouble> {
        self.change(|game, _| match faces {
            Some(faces) => game.throw(faces),
            None => game.throw_for_me(),
        })
    }

    /// Gives the question on the table its usual answer, and plays on to the next real decision.
    pub fn play_on(&mut self) -> Result<(), Trouble> {
        let seat = match self.prompt.first() {
            Some(Ask::Choice(ask)) if ask.usual.is_some() => ask.seat,
            Some(Ask::Choice(_)) => {
                return Err(Problem::illegal("this is for you to decide: there is no usual answer").into());
            }
            _ => return Err(Problem::illegal("there is nothing to choose now").into()),
        };
        self.change_then(|_, _| Ok(()), |players, game, limit| players.settle(game, true, limit))?;
        // The first of them was asked for.
        self.settled.given.drain(..self.settled.given.len().min(1));
        self.last = Some(seat);
        Ok(())
    }

    /// Whose answers are taken back: those of whoever answered last, or of the one who looks where something is hidden. What the other
    /// has answered is none of his business.
    fn last_seat(&self) -> Seat {
        self.eyes().or(self.last).unwrap_or_else(|| self.seat())
    }

    /// How many answers an undo takes back so that it ends at a question one has answered oneself.
    pub fn steps_back(&self) -> u16 {
        self.players.ease.steps_back(&*self.game, self.last_seat())
    }

    /// Takes back answers of whoever answered last.
    pub fn undo(&mut self, steps: u16) -> Result<TakenBack, Trouble> {
        let last = self.last_seat();
        let alone = self.eyes().is_some();
        let others = (0..self.game.seats()).map(Seat).filter(|seat| *seat != last && !alone);
        let mut refused = None;
        for seat in std::iter::once(last).chain(others) {
            // After an undo nothing is answered without asking: one wants to answer otherwise.
            match self.change_then(|game, _| game.undo(seat, steps), Players::bots_alone) {
                Err(Trouble::Refused(problem)) => refused = refused.or(Some(problem)),
                done => return done,
            }
        }
        Err(refused.unwrap_or_else(|| Problem::illegal("there is nothing to take back")).into())
    }

    /// Why the last answer cannot be taken back, if it cannot.
    pub fn undo_refused(&self) -> Option<String> {
        let (last, alone) = (self.last_seat(), self.eyes().is_some());
        let others = (0..self.game.seats()).map(Seat).filter(|seat| *seat != last && !alone);
        let mut refused = None;
        for seat in std::iter::once(last).chain(others) {
            refused = refused.or(Some(self.game.undo_refused(seat)?));
        }
        refused
    }

    /// Lets a bot answer; says what it has done.
    pub fn auto(&mut self, policy: &str, far: &Far) -> Result<Played, Trouble> {
        let (eyes, players) = (self.eyes(), self.players.clone());
        self.change(|game, limit| match far {
            Far::Until(until, most) => game.auto_within(policy, eyes, *until, *most, limit),
            Far::Event(kind) => {
                step_until(game, &players, policy, limit, |seen| seen.news().iter().any(|event| event.kind == *kind))
            }
            Far::Ask(kind) => step_until(game, &players, policy, limit, |seen| {
                seen.prompt().first().is_none_or(|ask| ask.kind() == kind)
            }),
        })
    }

    // What goes with the game.

    /// The store, if the game is saved.
    pub fn store(&self) -> Option<&Store> {
        self.saved.as_ref().map(|saved| &saved.store)
    }

    /// The name the game is saved under.
    pub fn name(&self) -> Option<&str> {
        self.saved.as_ref().map(|saved| saved.name.as_str())
    }

    /// The game was given another name elsewhere.
    pub fn renamed(&mut self, name: &str) {
        if let Some(saved) = &mut self.saved {
            saved.name = name.into();
        }
    }

    /// How much of its record is on the disk.
    pub fn length(&self) -> u64 {
        self.saved.as_ref().map_or(0, SavedGame::length)
    }

    /// What goes with the game.
    pub fn beside(&self) -> Result<Beside, StoreError> {
        self.saved.as_ref().map_or_else(|| Ok(Beside::default()), SavedGame::beside)
    }

    /// Why the last change is not on the disk, if it is not.
    pub fn not_saved(&self) -> Option<&StoreError> {
        self.unsaved.as_ref()
    }

    /// Changes what goes with the game, if it is saved.
    pub fn change_beside(&self, change: impl FnMut(&mut Beside) + Send + 'static) -> Result<(), StoreError> {
        self.saved.as_ref().map_or(Ok(()), |saved| saved.change_beside(change).map(drop))
    }

    /// Who plays which seat, now and when the game is taken up again.
    pub fn set_bots(&mut self, bots: BTreeMap<u8, String>) -> Result<(), Trouble> {
        let wanted = bots.clone();
        self.change_beside(move |beside| beside.bots.clone_from(&wanted)).map_err(Trouble::Unsaved)?;
        self.players = Players::new(bots).asked(self.players.ease.clone());
        self.change(|_, _| Ok(()))
    }

    /// How much is answered without asking, from the next answer on and when the game is taken up again.
    pub fn set_ease(&mut self, ease: Ease) -> Result<(), StoreError> {
        let wanted = ease.clone();
        self.change_beside(move |beside| beside.ease.clone_from(&wanted))?;
        self.players.ease = ease;
        Ok(())
    }

    /// Changes who throws the dice, now and when the game is taken up again.
    pub fn set_dice(&mut self, mode: DiceMode) -> Result<(), Trouble> {
        // First of all: dice that fall by it must not be kept without it.
        let wanted = mode.clone();
        self.change_beside(move |beside| beside.dice = Some(wanted.clone())).map_err(Trouble::Unsaved)?;
        self.change(|game, _| {
            game.set_dice(mode);
            Ok(())
        })
    }

    /// Begins to give hints.
    pub fn learn(&mut self) -> Result<(), StoreError> {
        let mut beside = Beside::default();
        let level = self.shelf.newcomer.level;
        beside.begin_lessons(level);
        (self.lessons, self.players.ease) = (beside.lessons, beside.ease);
        self.change_beside(move |beside| beside.begin_lessons(level))
    }

    /// Whether hints were put away for good.
    pub fn tips_off(&self) -> bool {
        self.tips_off
    }

    /// Puts hints away for good, or has them back.
    pub fn tips(&mut self, on: bool) -> Result<(), StoreError> {
        if let Some(saved) = &self.saved {
            Preferences::change(&saved.store, move |preferences| preferences.tips_off = !on)?;
        }
        self.tips_off = !on;
        if on {
            self.lessons.get_or_insert_default();
        }
        Ok(())
    }

    /// The hint for the question on the table, if it was not given before.
    pub fn lesson(&self) -> Option<Lesson> {
        let given = self.lessons.as_ref().filter(|_| !self.tips_off)?;
        self.game.lesson(self.seat()).filter(|lesson| !given.contains(lesson.id))
    }

    /// Notes that a hint was given.
    pub fn heard(&mut self, lesson: &Lesson) {
        if self.lessons.as_mut().is_some_and(|given| given.insert(lesson.id.into())) {
            let id = lesson.id.to_string();
            // A hint given twice does no harm.
            let _ = self.change_beside(move |beside| _ = beside.lessons.get_or_insert_default().insert(id.clone()));
        }
    }

    /// Takes the game up from the store again, after it went on elsewhere.
    pub fn reload(&mut self) -> Result<(), KeepError> {
        let Some(saved) = &self.saved else { return Ok(()) };
        let archive = Archive { store: saved.store.clone() };
        let row = archive.store.row(saved.id)?;
        *self = Sitting::go_on(SavedGame::go_on(&archive, &row, None)?)?;
        Ok(())
    }

    /// A copy of the game as it was after so many answers, saved under a name of its own; nothing if the game is not saved.
    pub fn copy_after(&self, answers: usize) -> Result<Option<Copied>, KeepError> {
        let copy = |saved: &SavedGame| saved.copy(self.seen(), self.shelf, self.pack.as_ref(), answers);
        self.saved.as_ref().map(copy).transpose()
    }

    /// Plays on in a copy of the game as it was after so many answers, saved under a name of its own, which comes back; nothing if the
    /// game is not saved.
    pub fn play_on_from(&mut self, answers: usize) -> Result<Option<String>, KeepError> {
        let Some((saved, copy)) = self.copy_after(answers)? else { return Ok(None) };
        let name = saved.name.clone();
        (self.saved, self.game) = (Some(saved), copy);
        self.prompt = self.players.prompt(&*self.game);
        (self.last, self.past) = (None, None);
        Ok(Some(name))
    }
}

/// One answer of a bot after the other, until the game has come far enough, waits for dice or for somebody else, or the time is over.
/// Where something is hidden it answers for whoever is looking alone.
fn step_until(
    game: &mut dyn Match,
    players: &Players,
    policy: &str,
    limit: &Limit,
    there: impl Fn(&Seen<'_>) -> bool,
) -> Result<Played, Problem> {
    let eyes = players.eyes(game);
    let mut played = Played::default();
    while played.answers < MOST_AUTO {
        let step = match game.auto_within(policy, eyes, Until::Decision, Some(1), limit) {
            Ok(step) => step,
            Err(problem) if played.answers == 0 => return Err(problem),
            Err(_) => break,
        };
        let stopped = step.answers == 0 || step.late;
        played.add(step);
        if stopped || there(&Seen::new(game, eyes)) {
            break;
        }
        if players.play_bots(game, limit)?.answers > 0 && there(&Seen::new(game, eyes)) {
            break;
        }
    }
    Ok(played)
}

#[cfg(test)]
mod tests;
