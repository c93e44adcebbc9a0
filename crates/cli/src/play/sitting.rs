//! A game on the table: the match, where it is saved, and what the person playing it has chosen to see.

use super::thinking::{LONGEST, think};
use crate::archive::{Archive, Beside};
use anyhow::{Result, anyhow};
use hulldown_core::Limit;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::game::{Lesson, Seat};
use hulldown_core::{Eyes, Heard};
use hulldown_desk::{
    Answered, Ask, Ease, EventLine, Match, Pack, Played, Problem, Prompt, Seen, Shelf, TakenBack, Until,
};
use hulldown_keep::{GoneOn, Place, Players, Preferences, Settled};
use hulldown_store::{GameRow, Store, StoreError};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A game somebody plays.
pub(crate) struct Sitting {
    /// The game.
    pub(crate) game: Box<dyn Match>,
    /// Its place on the shelf.
    pub(crate) shelf: &'static Shelf,
    /// The pack of charts it is played with.
    pub(crate) pack: Option<Pack>,
    /// What the game waits for, as far as whoever is looking may know.
    pub(crate) prompt: Prompt,
    /// Who plays which seat, and who is looking.
    pub(crate) players: Players,
    /// Whether hints were put away for good.
    tips_off: bool,
    /// Where it is saved.
    kept: Option<Place>,
    /// Why the last change is not on the disk.
    unsaved: Option<StoreError>,
    /// The hints given so far, if hints are given.
    lessons: Option<BTreeSet<String>>,
    /// Who answered last, for taking back.
    last: Option<Seat>,
    /// How much everybody had heard before the last change, where policies have answered after it.
    told: Option<Heard>,
    /// What was answered for the player in the last change.
    given: Vec<Answered>,
    /// What is to be said of how policies have played in it.
    remark: Option<String>,
    /// The moment looked back at.
    past: Option<Past>,
    /// Whether the game is only looked at, not played, and then with whose eyes.
    record: Option<Option<Seat>>,
}

/// A moment of the game that is over and done with.
pub(crate) struct Past {
    /// After how many answers.
    pub(crate) at: usize,
    /// The game as it was.
    pub(crate) game: Box<dyn Match>,
    /// What it waited for.
    pub(crate) prompt: Prompt,
    /// What the answer before had set off.
    pub(crate) events: Vec<EventLine>,
    /// The key that was then chosen.
    pub(crate) chosen: Option<String>,
}

impl Past {
    fn of(seen: Seen<'_>, at: usize) -> Self {
        let past = seen.after(at);
        let before = if at == 0 { 0 } else { Seen::new(&*seen.after(at - 1), seen.eyes()).told() };
        // While something is hidden one looks back with one's own eyes only.
        let then = Seen::new(&*past, seen.eyes());
        let (prompt, events) = (then.prompt(), then.log(before));
        let chosen = seen.answers().into_iter().nth(at).map(|(_, key)| key);
        Past { at, prompt, events, chosen, game: past }
    }
}

/// Why something was not done.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The game does not allow it; nothing has changed.
    Refused(Problem),
    /// It was done but could not be saved: it must not be shown as done until it is.
    Unsaved(StoreError),
}

impl From<Problem> for Trouble {
    fn from(problem: Problem) -> Self {
        Trouble::Refused(problem)
    }
}

impl Sitting {
    /// A game that is not saved anywhere.
    pub(crate) fn unsaved(game: Box<dyn Match>, shelf: &'static Shelf, pack: Option<Pack>) -> Self {
        let prompt = game.prompt();
        Sitting {
            game,
            shelf,
            pack,
            prompt,
            players: Players::default(),
            tips_off: false,
            kept: None,
            unsaved: None,
            lessons: None,
            last: None,
            told: None,
            given: Vec::new(),
            remark: None,
            past: None,
            record: None,
        }
    }

    /// The record of a game, only looked at; with one player's eyes, or nobody's.
    pub(crate) fn record(game: Box<dyn Match>, shelf: &'static Shelf, pack: Option<Pack>, eyes: Option<Seat>) -> Self {
        Sitting { record: Some(eyes), ..Sitting::unsaved(game, shelf, pack) }
    }

    /// With whose eyes the game is seen: none where nothing is hidden, or nothing any more.
    pub(crate) fn eyes(&self) -> Option<Seat> {
        self.record.unwrap_or_else(|| self.players.eyes(&*self.game))
    }

    /// Whether the game holds what sides still keep from each other.
    pub(crate) fn is_secret(&self) -> bool {
        self.game.has_secrets() && self.game.outcome().is_none()
    }

    /// The game as whoever is looking may know it, in numbers of his own.
    pub(crate) fn seen(&self) -> Seen<'_> {
        Seen::new(&*self.game, self.eyes())
    }

    /// A new game, saved at once under this name with what goes with it.
    pub(crate) fn begin(
        archive: &Archive,
        name: &str,
        game: Box<dyn Match>,
        shelf: &'static Shelf,
        pack: Option<Pack>,
        beside: Beside,
    ) -> Result<Self> {
        let place = Place::begin(&archive.store, name, &*game, &beside)?;
        Sitting::unsaved(game, shelf, pack).kept_in(place, beside)
    }

    /// A saved game to go on with, and what to say about how it was taken up.
    /// One of older rules goes on, in a game of its own, only `by_new_rules`.
    pub(crate) fn go_on(
        archive: &Archive,
        row: &GameRow,
        pack: Option<&Path>,
        by_new_rules: bool,
    ) -> Result<(Self, Option<String>)> {
        let go_on = if by_new_rules { Place::go_on_by_new_rules } else { Place::go_on };
        let GoneOn { place, game, shelf, pack, said } = go_on(archive, row, pack)?;
        let beside = place.beside()?;
        Ok((Sitting::unsaved(game, shelf, pack).kept_in(place, beside)?, said))
    }

    /// The same game, kept in its place, with what goes with it.
    fn kept_in(mut self, place: Place, beside: Beside) -> Result<Self> {
        self.tips_off = Preferences::of(&place.store)?.tips_off;
        self.kept = Some(place);
        self.lessons = beside.lessons;
        self.players = Players::new(beside.bots).asked(beside.ease);
        self.let_bots_play()?;
        Ok(self)
    }

    /// Whether hints were put away for good.
    pub(crate) fn tips_off(&self) -> bool {
        self.tips_off
    }

    /// Changes what goes with the game, if it is saved.
    fn change_beside(&self, change: impl FnMut(&mut Beside) + Send + 'static) -> Result<(), StoreError> {
        self.kept.as_ref().map_or(Ok(()), |kept| kept.change_beside(change).map(drop))
    }

    /// Who plays which seat from now on, here and when the game is taken up again.
    pub(crate) fn set_bots(&mut self, bots: BTreeMap<u8, String>) -> Result<()> {
        let wanted = bots.clone();
        self.change_beside(move |beside| beside.bots.clone_from(&wanted))?;
        self.players = Players::new(bots).asked(self.players.ease.clone());
        self.let_bots_play()
    }

    fn let_bots_play(&mut self) -> Result<()> {
        let (players, game) = (&self.players, &mut *self.game);
        think(LONGEST, |limit| players.play_bots(game, limit)).map_err(|problem| anyhow!(problem.message))?;
        Ok(self.keep()?)
    }

    /// Answers what is answered without asking before a new game's first real decision.
    pub(crate) fn open_up(&mut self) -> Result<()> {
        self.change(|_, _| Ok(())).map_err(|trouble| match trouble {
            Trouble::Refused(problem) => anyhow!(problem.message),
            Trouble::Unsaved(error) => anyhow!(error),
        })
    }

    /// What was answered for the player in the last change, and what went wrong with policies, in words.
    pub(crate) fn given(&self) -> Option<String> {
        let given = (!self.given.is_empty()).then(|| hulldown_desk::ease::in_words(&self.given));
        let said: Vec<String> = given.into_iter().chain(self.remark.clone()).collect();
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// Gives the question on the table its usual answer, and plays on to the next real decision.
    pub(crate) fn play_on(&mut self) -> Result<(), Trouble> {
        let Some(Ask::Choice(ask)) = self.prompt.first() else {
            return Err(Problem::illegal("there is nothing to choose now").into());
        };
        if ask.usual.is_none() {
            return Err(Problem::illegal("this is for you to decide: there is no usual answer").into());
        }
        self.last = Some(ask.seat);
        self.settle(|_, _| Ok(()), true)?;
        // The first of them was asked for.
        self.given.drain(..self.given.len().min(1));
        Ok(())
    }

    /// How much is answered without asking, now and when the game is taken up again.
    pub(crate) fn set_ease(&mut self, ease: Ease) -> Result<()> {
        let wanted = ease.clone();
        self.change_beside(move |beside| beside.ease.clone_from(&wanted))?;
        self.players.ease = ease;
        Ok(())
    }

    /// The player the screen must be handed to before anything of the game is shown.
    pub(crate) fn curtain(&self) -> Option<Seat> {
        if self.past.is_some() { None } else { self.players.curtain(&*self.game) }
    }

    /// The screen has been handed over.
    pub(crate) fn hand_over(&mut self, seat: Seat) {
        self.players.hand_over(seat);
        self.prompt = self.players.prompt(&*self.game);
    }

    /// What was told in the game looked at, from a number on, as far as whoever is looking hears of it.
    pub(crate) fn log(&self, from: usize) -> Vec<EventLine> {
        Seen::new(self.shown(), self.eyes()).log(from)
    }

    /// What the last change told, likewise.
    pub(crate) fn news(&self) -> Vec<EventLine> {
        let seen = self.seen();
        self.told.map_or_else(|| seen.news(), |from| seen.log(from.by(seen.eyes())))
    }

    /// Whether a line answers the question on the table.
    pub(crate) fn understands(&self, line: &str) -> bool {
        self.past.is_none() && self.game.understands(self.seat(), line.trim())
    }

    /// The name the game is saved under.
    pub(crate) fn name(&self) -> Option<&str> {
        self.kept.as_ref().map(|kept| kept.name.as_str())
    }

    /// The store, if the game is saved.
    pub(crate) fn store(&self) -> Option<&Store> {
        self.kept.as_ref().map(|kept| &kept.store)
    }

    /// Why the last change is not on the disk, if it is not.
    pub(crate) fn not_saved(&self) -> Option<&StoreError> {
        self.unsaved.as_ref()
    }

    /// Whose eyes the game is seen through: the seat that must answer, else the one that answered last.
    pub(crate) fn seat(&self) -> Seat {
        if let Some(eyes) = self.eyes() {
            return eyes;
        }
        if self.is_record() && self.game.has_secrets() {
            // The seat that nobody has: who sits there sees both sides.
            return Seat(self.game.seats());
        }
        self.shown_prompt().first().map(Ask::seat).or(self.last).unwrap_or_default()
    }

    /// Who is asked; whoever looks with everybody's eyes answers for nobody.
    pub(crate) fn asked(&self) -> Seat {
        self.ask().map_or_else(|| self.seat(), Ask::seat)
    }

    /// The moment looked back at, if it is not the present.
    pub(crate) fn past(&self) -> Option<&Past> {
        self.past.as_ref()
    }

    /// The game as it is looked at: now, or at a moment of the past.
    pub(crate) fn shown(&self) -> &dyn Match {
        self.past.as_ref().map_or(&*self.game, |past| &*past.game)
    }

    /// What the game looked at waits for.
    pub(crate) fn shown_prompt(&self) -> &Prompt {
        self.past.as_ref().map_or(&self.prompt, |past| &past.prompt)
    }

    /// The question on the table.
    pub(crate) fn ask(&self) -> Option<&Ask> {
        self.shown_prompt().first()
    }

    /// Looks at the game after so many answers; the last of them is the present.
    pub(crate) fn look_at(&mut self, answers: usize) {
        let last = self.seen().answered();
        let back = self.is_record() || answers < last;
        self.past = back.then(|| Past::of(self.seen(), answers.min(last)));
    }

    /// Whether the game is only looked at.
    pub(crate) fn is_record(&self) -> bool {
        self.record.is_some()
    }

    /// Where one looks: after how many answers.
    pub(crate) fn at(&self) -> usize {
        self.past.as_ref().map_or_else(|| self.seen().answered(), |past| past.at)
    }

    /// Puts everything new on the disk. Nothing may be shown as done before this has.
    pub(crate) fn keep(&mut self) -> Result<(), StoreError> {
        self.prompt = self.players.prompt(&*self.game);
        let Some(place) = &mut self.kept else { return Ok(()) };
        let kept = place.keep(&*self.game, self.unsaved.is_some());
        self.unsaved = kept.clone().err();
        kept
    }

    /// Makes a change, answers what is answered without asking, and puts it on the disk.
    fn change<T: Send>(
        &mut self,
        act: impl FnOnce(&mut dyn Match, &Limit) -> Result<T, Problem> + Send,
    ) -> Result<T, Trouble> {
        self.settle(act, false)
    }

    /// Makes a change and lets everything be answered that is not the player's to decide.
    fn settle<T: Send>(
        &mut self,
        act: impl FnOnce(&mut dyn Match, &Limit) -> Result<T, Problem> + Send,
        asked: bool,
    ) -> Result<T, Trouble> {
        self.change_then(act, |players, game, limit| players.settle(game, asked, limit))
    }

    /// Makes a change and what follows from it, and puts it on the disk. If it cannot be brought to its end, nothing has changed.
    fn change_then<T: Send>(
        &mut self,
        act: impl FnOnce(&mut dyn Match, &Limit) -> Result<T, Problem> + Send,
        then: impl FnOnce(&Players, &mut dyn Match, &Limit) -> Result<Settled, Problem> + Send,
    ) -> Result<T, Trouble> {
        if self.unsaved.is_some() {
            // What is not on the disk yet comes first.
            self.keep().map_err(Trouble::Unsaved)?;
        }
        let (before, copy) = (self.game.heard(), self.game.duplicate());
        let (players, game) = (&self.players, &mut *self.game);
        let done = think(LONGEST, |limit| {
            let done = act(game, limit)?;
            Ok((done, then(players, game, limit)?))
        });
        let (done, settled) = match done {
            Ok(done) => done,
            Err(problem) => {
                self.game = copy;
                return Err(Trouble::Refused(problem));
            }
        };
        let answered = settled.by_bots.answers > 0 || !settled.given.is_empty();
        (self.given, self.remark) = (settled.given, settled.by_bots.remark());
        // What an undo has taken back is not news.
        let taken_back = self.game.told() < before.by(Eyes::All);
        self.told = answered.then(|| if taken_back { self.game.heard() } else { before });
        self.keep().map_err(Trouble::Unsaved)?;
        Ok(done)
    }

    /// Answers the question on the table.
    pub(crate) fn choose(&mut self, key: &str) -> Result<(), Trouble> {
        let seat = self.seat();
        self.last = Some(seat);
        self.change(|game, _| game.choose(seat, key))
    }

    /// Gives the faces of dice thrown by hand.
    pub(crate) fn throw(&mut self, faces: &[u8]) -> Result<(), Trouble> {
        self.change(|game, _| game.throw(faces))
    }

    /// Lets the program throw.
    pub(crate) fn throw_for_me(&mut self) -> Result<(), Trouble> {
        self.change(|game, _| game.throw_for_me())
    }

    /// How many answers an undo takes back so that it ends at a question one has answered oneself.
    pub(crate) fn steps_back(&self) -> u16 {
        let last = self.last_seat();
        self.players.ease.steps_back(&*self.game, last)
    }

    /// Whose answers are taken back: those of whoever answered last, or of the one who looks where something is hidden. What the other
    /// has answered is none of his business.
    fn last_seat(&self) -> Seat {
        self.eyes().or(self.last).unwrap_or_else(|| self.seat())
    }

    /// Takes back answers of whoever answered last.
    pub(crate) fn undo(&mut self, steps: u16) -> Result<TakenBack, Trouble> {
        let seats = self.game.seats();
        let last = self.last_seat();
        let alone = self.eyes().is_some();
        let order = (0..seats).map(Seat).filter(|seat| *seat != last && !alone);
        let mut refused = None;
        for seat in std::iter::once(last).chain(order) {
            // After an undo nothing is answered without asking: one wants to answer otherwise.
            let done = self.change_then(
                |game, _| game.undo(seat, steps),
                |players, game, limit| Ok(Settled { by_bots: players.play_bots(game, limit)?, given: Vec::new() }),
            );
            match done {
                Err(Trouble::Refused(problem)) => refused = refused.or(Some(problem)),
                done => return done,
            }
        }
        Err(refused.unwrap_or_else(|| Problem::illegal("there is nothing to take back")).into())
    }

    /// Lets a policy answer; says what it has done.
    pub(crate) fn auto(&mut self, policy: &str, until: Until, most: Option<u64>) -> Result<Played, Trouble> {
        let eyes = self.eyes();
        self.change(|game, limit| {
            let played = game.auto_within(policy, eyes, until, most, limit)?;
            if limit.is_cancelled() {
                return Err(Problem::late("it was stopped: nothing has changed"));
            }
            Ok(played)
        })
    }

    /// Changes who throws the dice, now and when the game is taken up again.
    pub(crate) fn set_dice(&mut self, mode: DiceMode) -> Result<(), Trouble> {
        // First of all: dice that fall by it must not be kept without it.
        let wanted = mode.clone();
        self.change_beside(move |beside| beside.dice = Some(wanted.clone())).map_err(Trouble::Unsaved)?;
        self.change(|game, _| {
            game.set_dice(mode);
            Ok(())
        })
    }

    /// Begins to give hints.
    pub(crate) fn learn(&mut self) -> Result<()> {
        let mut beside = Beside::default();
        beside.begin_lessons();
        (self.lessons, self.players.ease) = (beside.lessons, beside.ease);
        Ok(self.change_beside(Beside::begin_lessons)?)
    }

    /// The hint for the question on the table, if it was not given before.
    pub(crate) fn lesson(&mut self) -> Option<Lesson> {
        if self.tips_off || self.lessons.is_none() {
            return None;
        }
        let lesson = self.game.lesson(self.seat())?;
        let new = self.lessons.get_or_insert_default().insert(lesson.id.into());
        if new {
            let id = lesson.id.to_string();
            // A hint given twice does no harm.
            let _ = self.change_beside(move |beside| _ = beside.lessons.get_or_insert_default().insert(id.clone()));
        }
        new.then_some(lesson)
    }

    /// Puts hints away for good, or has them back.
    pub(crate) fn tips(&mut self, on: bool) -> Result<()> {
        self.tips_off = !on;
        if on {
            self.lessons.get_or_insert_default();
        }
        if let Some(kept) = &self.kept {
            Preferences::change(&kept.store, move |preferences| preferences.tips_off = !on)?;
        }
        Ok(())
    }

    /// Takes the game up from the store again, after it went on elsewhere.
    pub(crate) fn reload(&mut self) -> Result<()> {
        let Some(kept) = &self.kept else { return Ok(()) };
        let archive = Archive { store: kept.store.clone() };
        let row = archive.store.row(kept.id)?;
        let (again, _) = Sitting::go_on(&archive, &row, None, false)?;
        *self = again;
        Ok(())
    }

    /// A copy of the game as it was after so many answers, saved under a name of its own and played on from there.
    pub(crate) fn play_on_from(&mut self, answers: usize) -> Result<String> {
        let Some(kept) = &self.kept else {
            return Err(anyhow!("this game is not saved, so there is nowhere to put a copy"));
        };
        let (place, copy) = kept.copy(self.seen(), self.shelf, self.pack.as_ref(), answers)?;
        let name = place.name.clone();
        (self.kept, self.game) = (Some(place), copy);
        self.prompt = self.game.prompt();
        (self.last, self.past) = (None, None);
        Ok(name)
    }

    /// Writes the game to a file.
    pub(crate) fn export(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(&self.game.export())?;
        Ok(crate::archive::write_file(path, &text, false)?)
    }
}
