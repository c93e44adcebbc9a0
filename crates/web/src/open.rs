//! A game lying open on its table: the sitting, and what the page keeps to show of it.

use crate::log::Log;
use crate::moments::Moments;
use hulldown_core::game::Seat;
use hulldown_desk::chronicle::{Rewind, rewinds};
use hulldown_desk::{Ask, EventLine};
use hulldown_keep::{Far, Sitting, Trouble};
use hulldown_store::GameId;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

/// How much of the log is kept at hand.
const TAIL: usize = 240;

/// How long usual answers may take to be given when a game is laid out.
const QUICK: Duration = Duration::from_secs(5);

/// A game lying open on its table.
pub(crate) struct Open {
    sitting: Sitting,
    /// Which game.
    pub(crate) id: GameId,
    /// What has been told last.
    pub(crate) tail: Vec<EventLine>,
    /// What was said about the last change, shown as long as nothing else happens.
    pub(crate) said: Option<String>,
    /// What was answered since the game was laid out, for telling what an undo takes back.
    given: Vec<Given>,
    moments: Option<(u64, Option<Seat>, Arc<Moments>)>,
    /// Where it went back past dice.
    rewinds: Vec<Rewind>,
    /// Whether bots may have something to answer before anybody is asked.
    pub(crate) unsettled: bool,
}

/// An answer and what came of it.
#[derive(Clone)]
pub(crate) struct Given {
    /// What was chosen.
    pub(crate) label: String,
    /// Whether dice fell after it.
    pub(crate) dice: bool,
}

impl Deref for Open {
    type Target = Sitting;

    fn deref(&self) -> &Sitting {
        &self.sitting
    }
}

impl DerefMut for Open {
    fn deref_mut(&mut self) -> &mut Sitting {
        &mut self.sitting
    }
}

impl Open {
    pub(crate) fn new(id: GameId, sitting: Sitting, said: Option<String>) -> Self {
        let (tail, given) = (Vec::new(), Vec::new());
        let rewinds = rewinds(sitting.seen());
        let mut open = Open { sitting, id, tail, said, given, moments: None, rewinds, unsettled: true };
        // Bots think where they hold up nobody.
        if open.has_bots() {
            open.follow();
        } else {
            open.limit = open.limit.at_most(QUICK);
            open.open_up();
            open.limit = hulldown_core::Limit::NONE;
        }
        open
    }

    /// Whether bots may have to think about what follows from a change.
    pub(crate) fn has_bots(&self) -> bool {
        !self.players.bots.is_empty()
    }

    /// The game itself, to be thought about; a copy is left in its place.
    pub(crate) fn leave_copy(&mut self) -> Open {
        let copy = Open {
            sitting: self.sitting.duplicate(),
            id: self.id,
            tail: self.tail.clone(),
            said: self.said.clone(),
            given: self.given.clone(),
            moments: self.moments.clone(),
            rewinds: self.rewinds.clone(),
            unsettled: self.unsettled,
        };
        std::mem::replace(self, copy)
    }

    /// What it is called.
    pub(crate) fn name(&self) -> &str {
        self.sitting.name().unwrap_or_default()
    }

    /// Bots answer for their seats before anybody is asked.
    pub(crate) fn open_up(&mut self) {
        match self.sitting.open_up() {
            // Nobody waits for it any more: whoever looks next has it done.
            Err(_) if self.limit.is_cancelled() => return,
            Err(Trouble::Refused(problem)) => self.said = Some(crate::words::problem(&problem)),
            // What is not saved is not shown either.
            Err(Trouble::Unsaved(_)) => {}
            Ok(()) => self.said = self.sitting.remark().or(self.said.take()),
        }
        self.unsettled = false;
        self.tail.clear();
        self.follow();
    }

    /// Who plays which seat from now on.
    pub(crate) fn set_bots(&mut self, bots: BTreeMap<u8, String>) -> Result<(), Trouble> {
        self.tail.clear();
        let done = self.sitting.set_bots(bots);
        self.changed(done)
    }

    /// The screen has been handed over.
    pub(crate) fn hand_over(&mut self, seat: Seat) {
        self.sitting.hand_over(seat);
        self.given.clear();
        self.said = None;
        self.tail.clear();
        self.follow();
    }

    /// Nobody is known to look any more.
    pub(crate) fn leave(&mut self) {
        if self.sitting.leave() {
            self.given.clear();
            self.said = None;
            self.tail.clear();
            self.follow();
        }
    }

    /// What the last answer was, if it was given here.
    pub(crate) fn last_given(&self) -> Option<&Given> {
        self.given.last()
    }

    /// Where it went back past dice.
    pub(crate) fn rewinds(&self) -> &[Rewind] {
        &self.rewinds
    }

    /// Its log as whoever is looking reads it.
    pub(crate) fn log<'a>(&'a self, base: &'a str) -> Log<'a> {
        Log { game: self.shelf.id, base, seat: self.side(), rewinds: &self.rewinds }
    }

    /// Takes note of what has been told, as far as whoever is looking hears of it.
    fn follow(&mut self) {
        let seen = self.sitting.seen();
        let (news, told) = (seen.news(), seen.told());
        let from = news.first().map_or(told, |event| event.n);
        self.tail.retain(|event| event.n < from);
        self.tail.extend(news.into_iter().rev().take(TAIL).rev());
        let surplus = self.tail.len().saturating_sub(TAIL);
        self.tail.drain(..surplus);
        let whole = self.tail.last().map_or(0, |event| event.n + 1) == told
            && self.tail.windows(2).all(|pair| pair[1].n == pair[0].n + 1);
        let short = self.tail.len() < TAIL / 3 && self.tail.first().is_some_and(|event| event.n > 0);
        if !whole || short {
            self.tail = seen.log(told.saturating_sub(TAIL));
        }
    }

    /// Takes note of a change, if it was made.
    fn changed<T>(&mut self, done: Result<T, Trouble>) -> Result<T, Trouble> {
        let done = done?;
        self.said = self.sitting.remark();
        self.follow();
        Ok(done)
    }

    /// What has been told since somebody last answered, in the order it happened.
    pub(crate) fn since(&self) -> &[EventLine] {
        let since = self.sitting.since();
        let from = self.tail.partition_point(|event| event.n < since);
        &self.tail[from..]
    }

    /// Notes an answer by its label.
    fn note(&mut self, label: Option<String>) {
        let dice = self.since().iter().any(|event| event.roll.is_some());
        self.given.push(Given { label: label.unwrap_or_default(), dice });
    }

    /// What an option of the question on the table is called.
    fn label(&self, key: &str) -> Option<String> {
        let options = self.prompt.first().map(Ask::options).unwrap_or_default();
        options.iter().find(|option| option.key == key).map(|option| option.label.clone())
    }

    /// Answers the question on the table.
    pub(crate) fn choose(&mut self, key: &str) -> Result<(), Trouble> {
        let label = self.label(key);
        let done = self.sitting.choose(key);
        self.changed(done)?;
        self.note(label);
        Ok(())
    }

    /// Gives the question on the table its usual answer, and plays on to the next real decision.
    pub(crate) fn play_on(&mut self) -> Result<(), Trouble> {
        let label = match self.prompt.first() {
            Some(Ask::Choice(ask)) => ask.usual.as_ref().and_then(|usual| self.label(&usual.key)),
            _ => None,
        };
        let done = self.sitting.play_on();
        self.changed(done)?;
        self.note(label);
        Ok(())
    }

    /// Gives the faces of dice thrown by hand, or lets the program throw.
    pub(crate) fn throw(&mut self, faces: Option<&[u8]>) -> Result<(), Trouble> {
        let done = self.sitting.throw(faces);
        self.changed(done)?;
        if let Some(given) = self.given.last_mut() {
            given.dice = true;
        }
        Ok(())
    }

    /// Takes back answers of whoever answered last.
    pub(crate) fn undo(&mut self, steps: u16) -> Result<(), Trouble> {
        let done = self.sitting.undo(steps);
        let back = self.changed(done)?;
        self.given.truncate(self.given.len().saturating_sub(back.keys.len()));
        self.rewinds = rewinds(self.sitting.seen());
        self.said = Some(crate::words::sentence(&back.text));
        Ok(())
    }

    /// Lets a bot answer.
    pub(crate) fn auto(&mut self, policy: &str, far: &Far) -> Result<(), Trouble> {
        let done = self.sitting.auto(policy, far);
        let played = self.changed(done)?;
        self.given.clear();
        let said = format!("{policy} gave {}.", crate::words::count(played.answers as usize, "answer"));
        self.said = Some(played.remark().map_or(said.clone(), |remark| format!("{said} {remark}")));
        Ok(())
    }

    /// Changes who throws the dice.
    pub(crate) fn set_dice(&mut self, mode: hulldown_core::dicebox::DiceMode) -> Result<(), Trouble> {
        let done = self.sitting.set_dice(mode);
        self.changed(done)
    }

    /// Where the events of the log fall among the answers, worked out once for every mark.
    pub(crate) fn moments(&mut self) -> Arc<Moments> {
        let (mark, eyes) = (self.mark(), self.eyes());
        if let Some((at, whose, moments)) = &self.moments
            && (*at, *whose) == (mark, eyes)
        {
            return Arc::clone(moments);
        }
        let moments = Arc::new(Moments::of(self.seen()));
        self.moments = Some((mark, eyes, Arc::clone(&moments)));
        moments
    }
}
