//! Where a game in play is saved, and how far.

use crate::archive::{Archive, FoundSave, TakenGame, meta_of, new_row, seat_of, take_up, take_up_anyway};
use crate::beside::Beside;
use crate::error::KeepError;
use crate::files::whole_path;
use crate::record::{Rules, to_lines};
use hulldown_core::game::Seat;
use hulldown_desk::{Match, Pack, Seen, Shelf};
use hulldown_store::{GameId, GameRow, NewGameRow, Receipt, Snapshot, Store, StoreError, ToldRows};
use std::path::Path;

/// Where a game in play is saved, and how much of it.
#[derive(Clone)]
pub struct SavedGame {
    /// The store.
    pub store: Store,
    /// Which game.
    pub id: GameId,
    /// The name it is saved under.
    pub name: String,
    /// How many lines of the history are on the disk.
    length: u64,
    /// How much of what was told is.
    told: u64,
    /// The step whose checkpoint was last written.
    step: Option<usize>,
}

/// What is new of a game, on its way to the disk.
pub struct OnItsWay {
    receipt: Receipt<u64>,
    told: u64,
    step: usize,
}

impl OnItsWay {
    /// Waits for it.
    pub(crate) fn wait(self) -> Result<Arrived, StoreError> {
        let OnItsWay { receipt, told, step } = self;
        Ok(Arrived { length: receipt.wait()?, told, step })
    }

    /// Waits for it where others can go on meanwhile.
    pub async fn arrival(self) -> Result<Arrived, StoreError> {
        let OnItsWay { receipt, told, step } = self;
        Ok(Arrived { length: receipt.await?, told, step })
    }
}

/// What is on the disk once it is there.
#[derive(Clone, Copy, Debug)]
pub struct Arrived {
    length: u64,
    told: u64,
    step: usize,
}

/// A saved game gone on with.
pub struct GoneOn {
    /// Where it is saved.
    pub saved: SavedGame,
    /// The game.
    pub game: Box<dyn Match>,
    /// Its place on the shelf.
    pub shelf: &'static Shelf,
    /// The pack it is played with.
    pub pack: Option<Pack>,
    /// What to say about how it was taken up.
    pub said: Option<String>,
}

impl SavedGame {
    /// Saves a new game under this name, with what goes with it.
    pub fn begin(store: &Store, name: &str, game: &dyn Match, beside: &Beside) -> Result<Self, StoreError> {
        let row = new_row(name, game, beside);
        let (length, told) = (row.entries.len() as u64, row.told.len() as u64);
        let id = store.create(row)?;
        game.told_is_kept();
        Ok(SavedGame { store: store.clone(), id, name: name.trim().into(), length, told, step: Some(game.step()) })
    }

    /// Takes up a saved game to go on with. One played by other rules is not: it is a [`Record`](crate::Record), to be read, until
    /// somebody wants to [go on by new rules](SavedGame::go_on_by_new_rules).
    pub fn go_on(archive: &Archive, row: &GameRow, pack: Option<&Path>) -> Result<GoneOn, KeepError> {
        let save = archive.read(row)?;
        let laid = archive.pack_for(row.id, &save.head, pack)?;
        let found = FoundSave { save, label: row.name.clone(), pack: laid };
        let TakenGame { game, shelf, pack: laid, .. } = take_up(found)?;
        let path = pack.map(whole_path).filter(|_| laid.is_some());
        if path.is_some() {
            Beside::change(&archive.store, row.id, move |beside| beside.pack.clone_from(&path))?;
        }
        let (store, name) = (archive.store.clone(), row.name.clone());
        let told = store.told_count(row.id)?;
        let saved = SavedGame { store, id: row.id, name, length: row.length, told, step: None };
        Ok(GoneOn { saved, game, shelf, pack: laid, said: None })
    }

    /// Goes on with a game of older rules by those of today: as a new game that begins where the last finished step of the old one
    /// ended. The old one stays as it is. It goes on once: asked again, the game there is already is taken up.
    pub fn go_on_by_new_rules(archive: &Archive, row: &GameRow, pack: Option<&Path>) -> Result<GoneOn, KeepError> {
        if Rules::of(&row.title, row.rules_version) == Rules::Same {
            return SavedGame::go_on(archive, row, pack);
        }
        let (new, said) = match archive.store.following(row.id)? {
            Some(next) => (next.id, format!("It continues {:?}, which stays as it was.", row.name)),
            None if row.outcome.is_some() => return Err(KeepError::Over { label: row.name.clone() }),
            None => SavedGame::follow(archive, row, pack)?,
        };
        let next = archive.store.row(new)?;
        let gone_on = SavedGame::go_on_by_new_rules(archive, &next, pack)?;
        Ok(GoneOn { said: gone_on.said.or(Some(said)), ..gone_on })
    }

    /// Begins the game that goes on from one of older rules.
    fn follow(archive: &Archive, row: &GameRow, pack: Option<&Path>) -> Result<(GameId, String), KeepError> {
        let save = archive.read(row)?;
        let laid = archive.pack_for(row.id, &save.head, pack)?;
        let TakenGame { game, shelf, .. } = take_up_anyway(FoundSave { save, label: row.name.clone(), pack: laid })?;
        // Who plays, who throws, how much is asked: all as it was. Bookmarks are moments of the old one.
        let mut beside = Beside { bookmarks: Vec::new(), ..Beside::of(&archive.store, row.id)? };
        beside.pack = pack.map(whole_path).or(beside.pack);
        let name = archive.store.fresh_name(&format!("{} (rules {})", row.name, shelf.rules_version))?;
        let new = archive.store.create(NewGameRow { follows: Some(row.id), ..new_row(&name, &*game, &beside) })?;
        let said = format!(
            "Under today's rules (version {}) it continues as {name:?}, from the last finished step; questions of the open step are \
             asked again. {:?} stays as it was, under version {}.",
            shelf.rules_version, row.name, row.rules_version
        );
        Ok((new, said))
    }

    /// How many lines of the history are on the disk.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Puts everything new on the disk. Nothing may be shown as done before this has. With `anyway` what lists show is renewed even
    /// if there is nothing new.
    pub fn keep(&mut self, game: &dyn Match, anyway: bool) -> Result<(), StoreError> {
        self.keep_for(game, None, anyway)
    }

    /// The same for whoever knows already which seat must answer.
    pub fn keep_for(&mut self, game: &dyn Match, seat: Option<Seat>, anyway: bool) -> Result<(), StoreError> {
        if let Some(on_its_way) = self.hand_in(game, seat, anyway)? {
            self.arrived(game, on_its_way.wait()?);
        }
        Ok(())
    }

    /// Hands everything new to the store without waiting for the disk; nothing if there is nothing new. Until it has
    /// arrived the game may be looked at, but not go on, and nothing may be shown as done.
    pub(crate) fn hand_in(
        &self,
        game: &dyn Match,
        seat: Option<Seat>,
        anyway: bool,
    ) -> Result<Option<OnItsWay>, StoreError> {
        let entries = game.history_from(usize::try_from(self.length).unwrap_or(usize::MAX));
        if entries.is_empty() && !anyway {
            return Ok(None);
        }
        let seq = self.length + entries.len() as u64;
        // Most answers leave the checkpoint where it is.
        let step = game.step();
        let same = self.step == Some(step) && !entries.iter().any(|line| line.starts_with('<'));
        let snapshot = (!same).then(|| Snapshot { seq, body: game.checkpoint() });
        let meta = meta_of(game, seat.unwrap_or_else(|| seat_of(game)));
        // What was told belongs to the answers it was told with: an undo takes back both.
        let from = usize::try_from(self.told).unwrap_or(usize::MAX).min(game.told_as_kept());
        let lines = to_lines(&game.told_lines(from));
        let (from, told) = (from as u64, (from + lines.len()) as u64);
        let told_now = Some(ToldRows { from, lines });
        let receipt = self.store.append_told(self.id, self.length, entries, snapshot, meta, told_now)?;
        Ok(Some(OnItsWay { receipt, told, step }))
    }

    /// What was handed in is on the disk.
    pub(crate) fn arrived(&mut self, game: &dyn Match, arrived: Arrived) {
        let Arrived { length, told, step } = arrived;
        (self.length, self.told, self.step) = (length, told, Some(step));
        game.told_is_kept();
    }

    /// What goes with the game.
    pub fn beside(&self) -> Result<Beside, StoreError> {
        Beside::of(&self.store, self.id)
    }

    /// Changes what goes with the game, for good.
    pub fn change_beside(&self, change: impl FnMut(&mut Beside) + Send + 'static) -> Result<Beside, StoreError> {
        Beside::change(&self.store, self.id, change)
    }

    /// Saves a copy of a game as it was after so many of the answers that whoever looks counts, to be played on from there, with all that
    /// goes with it. Its seals are salted anew: what is told at its end must not open those of the game it was made from.
    pub fn copy(
        &self,
        seen: Seen<'_>,
        shelf: &Shelf,
        pack: Option<&Pack>,
        answers: usize,
    ) -> Result<(SavedGame, Box<dyn Match>), KeepError> {
        let mut save = seen.after(answers).save();
        if save.head.secret.is_some() {
            let secret = hulldown_desk::fresh_secret()
                .map_err(|problem| KeepError::not_taken(&self.name, &self.name, &save, problem))?;
            save.head.secret = Some(secret);
        }
        let (copy, _) = (shelf.load)(&save, pack)
            .map_err(|problem| KeepError::not_taken(&self.name, &self.name, &save, problem))?;
        let name = match answers {
            // All of them.
            usize::MAX => self.name.clone(),
            _ => format!("{} from {answers}", self.name),
        };
        let name = self.store.fresh_name(&name)?;
        let mut beside = self.beside()?;
        beside.bookmarks.retain(|mark| mark.at <= seen.place(answers));
        beside.cut_played_on(seen.place(answers));
        let saved = SavedGame::begin(&self.store, &name, &*copy, &beside)?;
        Ok((saved, copy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_core::Viewer;
    use hulldown_desk::{NewGame, Until};

    #[test]
    fn what_is_written_with_an_answer_is_what_every_save_has() {
        for shelf in hulldown_desk::shelf() {
            let mut game = (shelf.new)(NewGame { seed: 5, ..NewGame::default() }).unwrap();
            let policy = (shelf.policies)()[0].0;
            for _ in 0..12 {
                if game.auto(policy, None, Until::End, Some(25)).unwrap() == 0 {
                    break;
                }
                assert_eq!(game.checkpoint(), game.save().checkpoint.state.text(), "{}", shelf.id);
            }
            let told = game.told_lines(0);
            let plain: Vec<String> = told.iter().map(|line| serde_json::to_string(line).unwrap()).collect();
            assert!(!told.is_empty() && to_lines(&told) == plain, "{}", shelf.id);
        }
    }

    #[test]
    fn a_game_is_begun_gone_on_with_and_copied() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path().join("games.db")).unwrap();
        let shelf = &hulldown_desk::shelf()[0];
        let mut game = (shelf.new)(NewGame { seed: 5, ..NewGame::default() }).unwrap();
        let beside = Beside { bots: [(1, "random".to_string())].into(), ..Beside::default() };
        let mut saved = SavedGame::begin(&store, "Arracourt", &*game, &beside).unwrap();
        for _ in 0..6 {
            let prompt = game.prompt();
            let ask = prompt.first().unwrap();
            game.choose(ask.seat(), &ask.options()[0].key).unwrap();
            saved.keep(&*game, false).unwrap();
        }
        let archive = Archive::of(store.clone());
        let row = store.find("Arracourt").unwrap();
        let mut gone = SavedGame::go_on(&archive, &row, None).unwrap();
        assert_eq!(gone.game.history_from(0), game.history_from(0));
        assert_eq!(gone.saved.length(), saved.length());
        let seen = Seen::new(&*gone.game, Viewer::Record);
        let (copy, past) = gone.saved.copy(seen, shelf, None, 3).unwrap();
        assert_eq!((copy.name.as_str(), past.answered()), ("Arracourt from 3", 3));
        assert_eq!((gone.saved.beside().unwrap(), copy.beside().unwrap()), (beside.clone(), beside));
        // Both went on from the same step: the later one is told.
        let ask = |game: &dyn Match| game.prompt().first().unwrap().options()[0].key.clone();
        for (n, (game, saved)) in [(&mut game, &mut saved), (&mut gone.game, &mut gone.saved)].into_iter().enumerate() {
            let key = ask(&**game);
            let seat = game.prompt().first().unwrap().seat();
            game.choose(seat, &key).unwrap();
            let kept = saved.keep(&**game, false);
            assert_eq!(matches!(kept, Err(StoreError::Stale { .. })), n == 1);
        }
        assert!(archive.export(&row).unwrap().contains("\"history\""));
    }
}
