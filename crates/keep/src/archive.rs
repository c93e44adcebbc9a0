//! Saved games, and what goes with them.

use crate::beside::{self, Beside};
use crate::error::KeepError;
use crate::files::read_pack;
use hulldown_core::game::Seat;
use hulldown_core::save::{self, BadSave, Checkpoint, Head, Save, TakenUp};
use hulldown_desk::{Ask, Match, Pack, Shelf, nearest};
use hulldown_store::{GameId, GameRow, Meta, NewGame, Snapshot, Store, StoreError, Stored};
use serde_json::Value;
use std::path::Path;

/// The store of saved games, as games.
pub struct Archive {
    /// The saved games.
    pub store: Store,
}

impl Archive {
    /// Opens the store in its usual place.
    pub fn open() -> Result<Self, StoreError> {
        Ok(Archive::of(Store::open_default()?))
    }

    /// A store, with what earlier versions kept beside it.
    pub fn of(store: Store) -> Self {
        if let Some(directory) = store.path().parent().filter(|_| !store.is_read_only()) {
            // Tried again next time: nothing in it is worth refusing to play.
            let _ = beside::take_over(&store, directory);
        }
        Archive { store }
    }

    /// Opens the store only if there is one, for commands that need not make it. One that cannot be written is read.
    pub fn open_existing() -> Result<Option<Self>, StoreError> {
        let path = Store::default_path()?;
        // A file where the directory should be is no empty archive, but trouble to be told.
        let blocked = path.parent().is_some_and(|directory| directory.exists() && !directory.is_dir());
        let mut log = path.clone().into_os_string();
        log.push("-wal");
        let left = !hulldown_store::backups(&path).is_empty() || Path::new(&log).exists();
        if !(blocked || path.exists() || left) {
            return Ok(None);
        }
        match Archive::open() {
            Err(error @ StoreError::Unwritable { .. }) => {
                Store::open_to_read(&path).map(|store| Some(Archive::of(store))).map_err(|_| error)
            }
            opened => opened.map(Some),
        }
    }

    /// A stored game as a save.
    pub fn read(&self, row: &GameRow) -> Result<Save, KeepError> {
        let stored = self.store.load(row.id)?;
        if let Some(damage) = stored.damage {
            return Err(KeepError::Damaged { name: row.name.clone(), damage, lines: stored.entries.len() });
        }
        self.to_save(stored)
    }

    /// What was read from the store as a save, whatever its state.
    pub fn to_save(&self, stored: Stored) -> Result<Save, KeepError> {
        let name = &stored.row.name;
        let unread =
            |e: serde_json::Error| KeepError::Head { name: name.clone(), why: format!("its head cannot be read: {e}") };
        let value: Value = serde_json::from_str(&stored.head).map_err(unread)?;
        // The format is looked at first: a later one may have other fields.
        if let Some(format) = value.get("hulldown").and_then(Value::as_u64)
            && format > u64::from(save::FORMAT)
        {
            let bad = BadSave::Future(u32::try_from(format).unwrap_or(u32::MAX));
            return Err(KeepError::BadSave { label: format!("the saved game {name:?}"), bad });
        }
        let mut head: Head = serde_json::from_value(value).map_err(unread)?;
        spend_script(&mut head, &stored.entries);
        if let Some(dice) = Beside::of(&self.store, stored.row.id)?.dice {
            head.dice = dice;
        }
        let snapshot = stored.snapshot.and_then(|Snapshot { seq, body }| {
            Some(Checkpoint { at: usize::try_from(seq).ok()?, state: serde_json::from_str(&body).ok()? })
        });
        // Without a readable one the history still says it all.
        let checkpoint = snapshot.unwrap_or(Checkpoint { at: usize::MAX, state: Value::Null });
        Ok(Save { head, history: stored.entries, checkpoint })
    }

    /// The pack a saved game is played with: the one given, or the one it was begun with.
    pub fn pack_for(&self, id: GameId, head: &Head, given: Option<&Path>) -> Result<Option<Pack>, KeepError> {
        if head.pack.is_none() {
            return Ok(None);
        }
        // Other readings need no directory.
        if let Some(pack) = hulldown_desk::find(&head.game).ok().and_then(|shelf| shelf.pack_of(head)) {
            return Ok(Some(pack));
        }
        let remembered = Beside::of(&self.store, id)?.pack;
        given.or(remembered.as_deref()).map(read_pack).transpose()
    }

    /// A stored game as one document. It is taken up once, so that the document is known to be whole and holds the position the game
    /// stands in.
    pub fn export(&self, row: &GameRow) -> Result<String, KeepError> {
        let save = self.read(row)?;
        let taken = self
            .pack_for(row.id, &save.head, None)
            .and_then(|pack| take_up(Found { save: save.clone(), label: row.name.clone(), pack }));
        let whole = match taken {
            Ok(taken) => taken.game.save(),
            // A pack that is not at hand is no reason to keep a game locked in.
            Err(_) if save.head.pack.is_some() => save,
            Err(error) => return Err(error),
        };
        // Plain data with string keys.
        Ok(serde_json::to_string_pretty(&whole).unwrap_or_default())
    }
}

/// The head a game is stored with: it names the whole script, of which the entries have used up a part.
pub fn head_to_store(game: &dyn Match) -> String {
    let mut head = game.head();
    let mut script = script_faces(&game.history_from(0));
    script.append(&mut head.script);
    head.script = script;
    // Plain data with string keys.
    serde_json::to_string(&head).unwrap_or_default()
}

/// Takes off the script what has fallen already.
fn spend_script(head: &mut Head, entries: &[String]) {
    let fallen = script_faces(entries).len().min(head.script.len());
    head.script.drain(..fallen);
}

/// The faces in a record that came from a script.
fn script_faces(entries: &[String]) -> Vec<u8> {
    let scripted = entries.iter().filter_map(|line| line.strip_prefix("# "));
    scripted.flat_map(|line| line.split(' ').skip(1).filter_map(|face| face.parse::<u8>().ok())).collect()
}

/// Whose view of a game lists show: that of the seat that must answer.
pub(crate) fn seat_of(game: &dyn Match) -> Seat {
    game.prompt().first().map_or(Seat(0), Ask::seat)
}

/// What lists show of a game, seen by a seat.
pub(crate) fn meta_of(game: &dyn Match, seat: Seat) -> Meta {
    Meta { summary: game.status(seat), outcome: game.outcome().map(|o| o.result), updated: None }
}

/// A game as it is first put into the store, with what goes with it.
pub fn new_row(name: &str, game: &dyn Match, beside: &Beside) -> NewGame {
    let head = game.head();
    NewGame {
        name: name.into(),
        title: head.game,
        rules_version: head.rules_version,
        pack: head.pack,
        head: head_to_store(game),
        meta: meta_of(game, seat_of(game)),
        entries: game.history_from(0),
        snapshot: Some(Snapshot { seq: game.history_len() as u64, body: game.checkpoint().to_string() }),
        settings: beside.to_settings(),
    }
}

/// A game taken up for looking at or playing on with.
pub struct TakenGame {
    /// The game.
    pub game: Box<dyn Match>,
    /// Its place on the shelf.
    pub shelf: &'static Shelf,
    /// Whether all of it could be played again.
    pub taken: TakenUp,
    /// What to call it.
    pub label: String,
    /// The pack it is played with.
    pub pack: Option<Pack>,
}

/// A save and where it came from.
pub struct Found {
    /// The save.
    pub save: Save,
    /// What to call it.
    pub label: String,
    /// The pack it needs, if that is known.
    pub pack: Option<Pack>,
}

/// The saved game of a name or id.
pub fn find_row(store: &Store, what: &str) -> Result<GameRow, KeepError> {
    store.find(what).map_err(|error| match error {
        StoreError::NoGame { .. } => {
            let names: Vec<String> = store.list().unwrap_or_default().into_iter().map(|row| row.name).collect();
            KeepError::NoGame { error, near: nearest(what, names.iter().map(String::as_str)).map(String::from) }
        }
        StoreError::Ambiguous { .. } => KeepError::NoGame { error, near: None },
        error => error.into(),
    })
}

/// Takes up what was found.
pub fn take_up(found: Found) -> Result<TakenGame, KeepError> {
    let Found { save, label, pack } = found;
    let shelf = shelf_for(&save, &label)?;
    let pack = shelf.pack_of(&save.head).or(pack);
    let (game, taken) =
        (shelf.load)(&save, pack.as_ref()).map_err(|problem| KeepError::not_taken(&label, &label, &save, problem))?;
    Ok(TakenGame { game, shelf, taken, label, pack })
}

/// The game a save belongs to.
pub fn shelf_for(save: &Save, label: &str) -> Result<&'static Shelf, KeepError> {
    hulldown_desk::find(&save.head.game)
        .map_err(|problem| KeepError::NoSuchGame { label: label.into(), why: problem.message })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_of_a_script_are_counted_in_the_record() {
        let lines = ["0 a", "# 2d6 4 1", "= 1d6 3", "# 1d10 10"].map(String::from);
        assert_eq!(script_faces(&lines), [4, 1, 10]);
    }
}
