//! What goes with an open game: its name, who plays, how much is asked, hints, copies.

use super::{Copied, Sitting, Trouble};
use crate::archive::Archive;
use crate::beside::{Beside, Preferences};
use crate::error::KeepError;
use crate::players::Players;
use crate::saved_game::SavedGame;
use hulldown_core::Limit;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::game::Lesson;
use hulldown_desk::{Ease, Match};
use hulldown_store::{GameId, Store, StoreError};
use std::collections::BTreeMap;

impl Sitting {
    /// The store, if the game is saved.
    pub fn store(&self) -> Option<&Store> {
        self.saved.as_ref().map(|saved| &saved.store)
    }

    /// Which game of the store it is, if it is saved.
    pub fn id(&self) -> Option<GameId> {
        self.saved.as_ref().map(|saved| saved.id)
    }

    /// The name the game is saved under.
    pub fn name(&self) -> Option<&str> {
        self.saved.as_ref().map(|saved| saved.name.as_str())
    }

    /// What it is called: the name it is saved under, else what is played.
    pub fn label(&self) -> &str {
        self.name().unwrap_or_else(|| self.game.title())
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
        let alone = || Ok(Beside { bookmarks: self.marks.clone(), ..Beside::default() });
        self.saved.as_ref().map_or_else(alone, SavedGame::beside)
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
        self.change_then(|_, _| Ok(()), Players::bots_alone)
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
        let lines = self.game.history_len();
        let set = |game: &mut dyn Match, _: &Limit| {
            game.set_dice(mode);
            Ok(())
        };
        // A question that was on the table stays there: who throws is no answer to it.
        self.change_then(set, move |players, game, limit| match game.history_len() == lines {
            true => players.bots_alone(game, limit),
            false => players.settle(game, false, limit),
        })
    }

    /// Begins to give hints.
    pub fn learn(&mut self) -> Result<(), StoreError> {
        let mut beside = Beside::default();
        let level = self.shelf.newcomer.level;
        beside.begin_lessons(level);
        self.opening = (self.shelf.opening)();
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

    /// The next hint for the question on the table that was not given before.
    pub fn lesson(&self) -> Option<Lesson> {
        let given = self.lessons.as_ref().filter(|_| !self.tips_off)?;
        self.game.lessons(self.seat()).into_iter().find(|lesson| !given.contains(lesson.id))
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
        // What was answered there is the news here, and nothing before it.
        let since = self.since;
        *self = Sitting { since, ..Sitting::go_on(SavedGame::go_on(&archive, &row, None)?)? };
        self.look_anew();
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
        (self.last, self.past, self.since) = (None, None, self.game.heard());
        self.look_anew();
        self.look_for_rewinds();
        Ok(Some(name))
    }
}
