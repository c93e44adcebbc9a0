//! Saved games, and what goes with them.

use crate::beside::{self, Beside};
use crate::error::KeepError;
use crate::files::read_pack;
use crate::record::{Record, Rules, from_lines, to_lines};
use hulldown_core::game::Seat;
use hulldown_core::save::{self, BadSave, Checkpoint, Json, Save, SaveHead};
use hulldown_desk::{Match, Pack, Shelf, ToldLine, nearest};
use hulldown_store::{GameId, GameRow, Meta, NewGameRow, Snapshot, Store, StoreError, Stored};
use serde::Deserialize;
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
        // The format is looked at first: a later one may have other fields.
        let format: Format = serde_json::from_str(&stored.head).map_err(unread)?;
        if format.hulldown > save::FORMAT {
            let bad = BadSave::Future(format.hulldown);
            return Err(KeepError::BadSave { label: format!("the saved game {name:?}"), bad });
        }
        let mut head: SaveHead = serde_json::from_str(&stored.head).map_err(unread)?;
        spend_script(&mut head, &stored.entries);
        if let Some(dice) = Beside::of(&self.store, stored.row.id)?.dice {
            head.dice = dice;
        }
        let snapshot = stored.snapshot.and_then(|Snapshot { seq, body }| {
            Some(Checkpoint { at: usize::try_from(seq).ok()?, state: Json::parse(body).ok()? })
        });
        // Without a readable one the history still says it all.
        let checkpoint = snapshot.unwrap_or_else(Checkpoint::none);
        Ok(Save { head, history: stored.entries, checkpoint, told: None })
    }

    /// The pack a saved game is played with: the one given, or the one it was begun with.
    pub fn pack_for(&self, id: GameId, head: &SaveHead, given: Option<&Path>) -> Result<Option<Pack>, KeepError> {
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

    /// What was told in a stored game.
    pub fn told(&self, game: GameId) -> Result<Vec<ToldLine>, StoreError> {
        Ok(from_lines(&self.store.told(game)?))
    }

    /// A stored game of other rules, to be read.
    pub fn record(&self, row: &GameRow) -> Result<Record, KeepError> {
        let stored = self.store.load(row.id)?;
        let damage = stored.damage.clone();
        let save = self.to_save(stored)?;
        // Without its pack the position cannot be shown; the rest can.
        let pack = self.pack_for(row.id, &save.head, None).unwrap_or_default();
        // What is left of a damaged one can be read like any other.
        Ok(Record { damage, ..Record::of(&save, &row.name, pack.as_ref(), self.told(row.id)?)? })
    }

    /// A stored game as one document, with what was told in it. One of the rules of today is taken up once, so that the document is known
    /// to be whole and holds the position the game stands in; one of other rules is given as it is.
    pub fn export(&self, row: &GameRow) -> Result<String, KeepError> {
        let save = self.read(row)?;
        let as_it_is = |save: Save| -> Result<Save, KeepError> {
            let told = self.told(row.id)?;
            Ok(Save { told: (!told.is_empty()).then(|| Json::of(&told)), ..save })
        };
        let taken = match Rules::of(&row.title, save.head.rules_version) {
            Rules::Same => self
                .pack_for(row.id, &save.head, None)
                .and_then(|pack| take_up(FoundSave { save: save.clone(), label: row.name.clone(), pack }))
                .map(Some),
            _ => Ok(None),
        };
        let whole = match taken {
            Ok(Some(taken)) => taken.game.export(),
            Ok(None) => as_it_is(save)?,
            // A pack that is not at hand is no reason to keep a game locked in.
            Err(_) if save.head.pack.is_some() => as_it_is(save)?,
            Err(error) => return Err(error),
        };
        // Plain data with string keys.
        Ok(serde_json::to_string_pretty(&whole).unwrap_or_default())
    }

    /// Takes in a save under a name, or under a free one like `base`. One of older rules is kept whole, as a record.
    pub fn take_in(
        &self,
        found: FoundSave,
        name: Option<&str>,
        base: Option<&str>,
        beside: &Beside,
    ) -> Result<TakenIn, KeepError> {
        let shelf = shelf_for(&found.save, &found.label)?;
        let name = match name {
            Some(name) => name.to_string(),
            None => self.store.fresh_name(base.unwrap_or(shelf.title))?,
        };
        if Rules::of(shelf.id, found.save.head.rules_version) != Rules::Older {
            let taken = take_up(found)?;
            let id = self.store.create(new_row(&name, &*taken.game, beside))?;
            return Ok(TakenIn {
                id,
                name: name.trim().into(),
                status: taken.game.status(Seat(0).into()),
                record: None,
            });
        }
        let record = Record::in_save(&found.save, &found.label, found.pack.as_ref())?;
        let id = self.store.create(record_row(&name, found.save, &record, beside))?;
        let status = record.position.as_ref().map_or_else(String::clone, |position| position.status(Seat(0).into()));
        Ok(TakenIn { id, name: name.trim().into(), status, record: Some(record.about()) })
    }
}

/// The format of a head.
#[derive(Deserialize)]
struct Format {
    #[serde(default)]
    hulldown: u32,
}

/// A save that was taken in.
pub struct TakenIn {
    /// Which game it is now.
    pub id: GameId,
    /// Its name.
    pub name: String,
    /// How it stands.
    pub status: String,
    /// What to say if it is a record of older rules, which can only be read.
    pub record: Option<String>,
}

/// A save of older rules as it is put into the store.
fn record_row(name: &str, save: Save, record: &Record, beside: &Beside) -> NewGameRow {
    let Save { head, history, checkpoint, .. } = save;
    // Where sides keep things from each other, lists show what both know.
    let summary = match &record.position {
        Ok(position) if !record.shelf.secrets || position.outcome().is_some() => position.status(Seat(0).into()),
        _ => format!("played by rules version {}", head.rules_version),
    };
    let outcome = record.position.as_ref().ok().and_then(|position| position.outcome()).map(|outcome| outcome.result);
    let seq = checkpoint.at.min(history.len()) as u64;
    let snapshot = (!checkpoint.state.is_null()).then(|| Snapshot { seq, body: checkpoint.state.text().into() });
    NewGameRow {
        name: name.into(),
        title: head.game.clone(),
        rules_version: head.rules_version,
        pack: head.pack.clone(),
        head: stored_head(head, &history),
        meta: Meta { summary, outcome, updated: None },
        entries: history,
        snapshot,
        told: to_lines(&record.told),
        follows: None,
        settings: beside.to_settings(),
    }
}

/// The head a game is stored with: it names the whole script, of which the entries have used up a part.
fn stored_head(mut head: SaveHead, entries: &[String]) -> String {
    let mut script = script_faces(entries);
    script.append(&mut head.script);
    head.script = script;
    // Plain data with string keys.
    serde_json::to_string(&head).unwrap_or_default()
}

/// Takes off the script what has fallen already.
fn spend_script(head: &mut SaveHead, entries: &[String]) {
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
    game.asked().first().map_or(Seat(0), |asked| asked.seat)
}

/// What lists show of a game, seen by a seat.
pub(crate) fn meta_of(game: &dyn Match, seat: Seat) -> Meta {
    Meta { summary: game.status(seat.into()), outcome: game.outcome().map(|o| o.result), updated: None }
}

/// A game as it is first put into the store, with what goes with it.
pub fn new_row(name: &str, game: &dyn Match, beside: &Beside) -> NewGameRow {
    let (head, entries) = (game.head(), game.history_from(0));
    NewGameRow {
        name: name.into(),
        title: head.game.clone(),
        rules_version: head.rules_version,
        pack: head.pack.clone(),
        head: stored_head(head, &entries),
        meta: meta_of(game, seat_of(game)),
        snapshot: Some(Snapshot { seq: entries.len() as u64, body: game.checkpoint() }),
        entries,
        told: to_lines(&game.told_lines(0)),
        follows: None,
        settings: beside.to_settings(),
    }
}

/// A game taken up for looking at or playing on with.
pub struct TakenGame {
    /// The game.
    pub game: Box<dyn Match>,
    /// Its place on the shelf.
    pub shelf: &'static Shelf,
    /// What to call it.
    pub label: String,
    /// The pack it is played with.
    pub pack: Option<Pack>,
}

/// A save and where it came from.
pub struct FoundSave {
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

/// Takes up what was found, all of it. A game of other rules is not: see [`Record`].
pub fn take_up(found: FoundSave) -> Result<TakenGame, KeepError> {
    let shelf = shelf_for(&found.save, &found.label)?;
    Rules::allow(&found.label, &found.save.head, shelf)?;
    take_up_anyway(found)
}

/// Takes up what was found; a game of older rules from its last checkpoint, as the beginning of another game.
pub(crate) fn take_up_anyway(found: FoundSave) -> Result<TakenGame, KeepError> {
    let FoundSave { save, label, pack } = found;
    let shelf = shelf_for(&save, &label)?;
    let pack = shelf.pack_of(&save.head).or(pack);
    let (game, _) =
        (shelf.load)(&save, pack.as_ref()).map_err(|problem| KeepError::not_taken(&label, &label, &save, problem))?;
    Ok(TakenGame { game, shelf, label, pack })
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
