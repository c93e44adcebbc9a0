//! Where a game in play is saved, and how far.

use crate::archive::{Archive, Found, TakenGame, meta_of, new_row, seat_of, take_up};
use crate::beside::Beside;
use crate::error::KeepError;
use crate::files::whole_path;
use hulldown_core::game::Seat;
use hulldown_core::save::TakenUp;
use hulldown_desk::{Match, Pack, Seen, Shelf};
use hulldown_store::{GameId, GameRow, Snapshot, Store, StoreError};
use std::path::Path;

/// Where a game in play is saved, and how much of it.
#[derive(Clone)]
pub struct Place {
    /// The store.
    pub store: Store,
    /// Which game.
    pub id: GameId,
    /// The name it is saved under.
    pub name: String,
    /// How many lines of the history are on the disk.
    length: u64,
    /// The checkpoint last written.
    snapshot: String,
}

/// A saved game gone on with.
pub struct GoneOn {
    /// Where it is saved.
    pub place: Place,
    /// The game.
    pub game: Box<dyn Match>,
    /// Its place on the shelf.
    pub shelf: &'static Shelf,
    /// The pack it is played with.
    pub pack: Option<Pack>,
    /// What to say about how it was taken up.
    pub said: Option<String>,
}

impl Place {
    /// Saves a new game under this name, with what goes with it.
    pub fn begin(store: &Store, name: &str, game: &dyn Match, beside: &Beside) -> Result<Self, StoreError> {
        let row = new_row(name, game, beside);
        let (length, snapshot) = (row.entries.len() as u64, row.snapshot.as_ref().map(|s| s.body.clone()));
        let id = store.create(row)?;
        Ok(Place { store: store.clone(), id, name: name.trim().into(), length, snapshot: snapshot.unwrap_or_default() })
    }

    /// Takes up a saved game to go on with. One played by other rules goes on as a new game of the same name; its record stays under
    /// another.
    pub fn go_on(archive: &Archive, row: &GameRow, pack: Option<&Path>) -> Result<GoneOn, KeepError> {
        let save = archive.read(row)?;
        let laid = archive.pack_for(row.id, &save.head, pack)?;
        let found = Found { save, label: row.name.clone(), pack: laid };
        let TakenGame { game, shelf, taken, pack: laid, .. } = take_up(found)?;
        let path = pack.map(whole_path).filter(|_| laid.is_some());
        if let TakenUp::FromCheckpoint { rules_version } = taken {
            // Its record belongs to the old rules and stays; the game goes on in a new one of the same name.
            let old = archive.store.fresh_name(&format!("{} (rules version {rules_version})", row.name))?;
            archive.store.rename(row.id, &old)?;
            let said = format!(
                "The rules have changed since this game was last played. It goes on from the last step that was finished; \
                 the record up to there is kept as {old:?}."
            );
            let mut beside = Beside::of(&archive.store, row.id)?;
            beside.pack = path.or(beside.pack).filter(|_| laid.is_some());
            let place = Place::begin(&archive.store, &row.name, &*game, &beside)?;
            return Ok(GoneOn { place, game, shelf, pack: laid, said: Some(said) });
        }
        if path.is_some() {
            Beside::change(&archive.store, row.id, move |beside| beside.pack.clone_from(&path))?;
        }
        let (store, name) = (archive.store.clone(), row.name.clone());
        let mut place = Place { store, id: row.id, name, length: row.length, snapshot: String::new() };
        // Dice that wait no longer for a hand may have fallen while it was taken up.
        place.keep(&*game, false)?;
        Ok(GoneOn { place, game, shelf, pack: laid, said: None })
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
        let entries = game.history_from(usize::try_from(self.length).unwrap_or(usize::MAX));
        if entries.is_empty() && !anyway {
            return Ok(());
        }
        let body = game.checkpoint().to_string();
        let seq = self.length + entries.len() as u64;
        let snapshot = (body != self.snapshot).then(|| Snapshot { seq, body: body.clone() });
        let meta = meta_of(game, seat.unwrap_or_else(|| seat_of(game)));
        self.length = self.store.append(self.id, self.length, &entries, snapshot, meta)?;
        self.snapshot = body;
        Ok(())
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
    ) -> Result<(Place, Box<dyn Match>), KeepError> {
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
        let place = Place::begin(&self.store, &name, &*copy, &beside)?;
        Ok((place, copy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_core::Eyes;
    use hulldown_desk::NewGame;

    #[test]
    fn a_game_is_begun_gone_on_with_and_copied() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path().join("games.db")).unwrap();
        let shelf = &hulldown_desk::shelf()[0];
        let mut game = (shelf.new)(NewGame { seed: 5, ..NewGame::default() }).unwrap();
        let beside = Beside { bots: [(1, "random".to_string())].into(), ..Beside::default() };
        let mut place = Place::begin(&store, "Arracourt", &*game, &beside).unwrap();
        for _ in 0..6 {
            let prompt = game.prompt();
            let ask = prompt.first().unwrap();
            game.choose(ask.seat(), &ask.options()[0].key).unwrap();
            place.keep(&*game, false).unwrap();
        }
        let archive = Archive::of(store.clone());
        let row = store.find("Arracourt").unwrap();
        let mut gone = Place::go_on(&archive, &row, None).unwrap();
        assert_eq!(gone.game.history_from(0), game.history_from(0));
        assert_eq!(gone.place.length(), place.length());
        let seen = Seen::new(&*gone.game, Eyes::All);
        let (copy, past) = gone.place.copy(seen, shelf, None, 3).unwrap();
        assert_eq!((copy.name.as_str(), past.answered()), ("Arracourt from 3", 3));
        assert_eq!((gone.place.beside().unwrap(), copy.beside().unwrap()), (beside.clone(), beside));
        // Both went on from the same step: the later one is told.
        let ask = |game: &dyn Match| game.prompt().first().unwrap().options()[0].key.clone();
        for (n, (game, place)) in [(&mut game, &mut place), (&mut gone.game, &mut gone.place)].into_iter().enumerate() {
            let key = ask(&**game);
            let seat = game.prompt().first().unwrap().seat();
            game.choose(seat, &key).unwrap();
            let kept = place.keep(&**game, false);
            assert_eq!(matches!(kept, Err(StoreError::Stale { .. })), n == 1);
        }
        assert!(archive.export(&row).unwrap().contains("\"history\""));
    }
}
