//! Saved games, for good.
//!
//! A game is rows in a SQLite file: a header, the entries (one for each answer or undo, only ever added to), and a few
//! snapshots. The store knows nothing of what they say; it is all text to it. Its one promise: when a write returns
//! `Ok`, it is on the disk, and neither a crash nor a power cut takes it away again.
//!
//! ```
//! # let dir = tempfile::tempdir()?;
//! use hulldown_store::{Meta, NewGame, Store};
//!
//! let store = Store::open(dir.path().join("games.db"))?;
//! let game = store.create(NewGame { name: "Arracourt".into(), title: "ace".into(), ..NewGame::default() })?;
//! let meta = Meta { summary: "Week 1, briefing".into(), ..Meta::default() };
//! let length = store.append(game, 0, &[r#"{"choose":"fire:2:ap"}"#.into()], None, meta)?;
//! assert_eq!(length, 1);
//! assert_eq!(store.load(game)?.entries.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backup;
mod error;
mod names;
mod read;
mod rows;
mod schema;
#[cfg(test)]
mod tests;
mod write;
mod writer;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use etcetera::BaseStrategy;
use rusqlite::Connection;

pub use backup::{backup_path, restore};
pub use error::StoreError;
pub use names::LONGEST_NAME;
pub use rows::{GameId, GameRow, Meta, NewGame, NotAnId, Snapshot, Stored};

use error::Fault;
use writer::Writer;

/// How many idle connections are kept for reading.
const READERS_KEPT: usize = 4;

/// A file of saved games, open. Clones share it, from any thread; calls wait for the disk.
/// Other programs may have the same file open.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    path: PathBuf,
    warning: Option<String>,
    readers: Mutex<Vec<Connection>>,
    writer: Writer,
}

impl Store {
    /// Opens the file, or makes it. Once a day, and before a new version changes the schema, a copy is put beside it.
    pub fn open(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        // Absolute: SQLite would take a name that starts with "file:" for something else.
        let path = std::path::absolute(&path).map_err(|error| backup::io_error(path.as_ref(), &error))?;
        let unwritable = |why: String| StoreError::Unwritable { path: path.clone(), why };
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(|error| unwritable(error.to_string()))?;
        }
        // To SQLite a file of one byte is an empty one.
        let is_empty = fs::metadata(&path).map_or_else(|_| !path.exists(), |file| file.len() <= 1);
        if is_empty && backup_path(&path).exists() {
            return Err(StoreError::Missing { path });
        }
        let (conn, warning) = open_checked(&path).map_err(|fault| fault.at(&path))?;
        let writer = Writer::start(conn, &path).map_err(|error| backup::io_error(&path, &error))?;
        Ok(Store(Arc::new(Inner { path, warning, readers: Mutex::default(), writer })))
    }

    /// Opens the file at [`Store::default_path`].
    pub fn open_default() -> Result<Store, StoreError> {
        Store::open(Store::default_path()?)
    }

    /// `games.db` in the directory that `HULLDOWN_DATA` names, else in `hulldown` where the system keeps people's data.
    pub fn default_path() -> Result<PathBuf, StoreError> {
        let directory = match std::env::var_os("HULLDOWN_DATA").filter(|value| !value.is_empty()) {
            Some(directory) => PathBuf::from(directory),
            None => etcetera::choose_base_strategy().map_err(|_| StoreError::NoHome)?.data_dir().join("hulldown"),
        };
        Ok(directory.join("games.db"))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// What the person should know although the file could be opened: why today's copy was not made,
    /// which also is how damage shows first.
    pub fn warning(&self) -> Option<&str> {
        self.0.warning.as_deref()
    }

    /// Saves a new game.
    pub fn create(&self, new: NewGame) -> Result<GameId, StoreError> {
        self.0.writer.run(move |conn| write::create(conn, &new))
    }

    /// Adds to a game that has `expected` entries, and returns how many it has then. All of it is saved, or nothing.
    /// Without entries it renews what lists show.
    pub fn append(
        &self,
        game: GameId,
        expected: u64,
        entries: &[String],
        snapshot: Option<Snapshot>,
        meta: Meta,
    ) -> Result<u64, StoreError> {
        let entries = entries.to_vec();
        self.0.writer.run(move |conn| write::append(conn, game, expected, &entries, snapshot.as_ref(), &meta))
    }

    /// Gives a game another name.
    pub fn rename(&self, game: GameId, name: &str) -> Result<(), StoreError> {
        let name = name.to_owned();
        self.0.writer.run(move |conn| write::rename(conn, game, &name))
    }

    /// Copies a game's first `upto` entries to a new game. The summary is copied as it is; the next append renews it.
    pub fn duplicate(&self, game: GameId, upto: u64, name: &str) -> Result<GameId, StoreError> {
        let name = name.to_owned();
        self.0.writer.run(move |conn| write::duplicate(conn, game, upto, &name))
    }

    /// Deletes a game.
    pub fn remove(&self, game: GameId) -> Result<(), StoreError> {
        self.0.writer.run(move |conn| write::remove(conn, game))
    }

    /// Reads a whole game, or what is left of it: see [`Stored::damage`].
    pub fn load(&self, game: GameId) -> Result<Stored, StoreError> {
        self.read(|conn| read::load(conn, game))
    }

    /// All games, the one last played first.
    pub fn list(&self) -> Result<Vec<GameRow>, StoreError> {
        self.read(read::list)
    }

    /// The game of that name, in upper or lower case, or whose id starts with these four or more digits.
    pub fn find(&self, what: &str) -> Result<GameRow, StoreError> {
        self.read(|conn| read::find(conn, what))
    }

    /// A name no game has yet: `base`, or `base 2`, `base 3` …
    pub fn fresh_name(&self, base: &str) -> Result<String, StoreError> {
        self.read(|conn| {
            let mut n = 1;
            while read::is_taken(conn, &names::candidate(base, n))? {
                n += 1;
            }
            Ok(names::candidate(base, n))
        })
    }

    /// Copies the whole file, while it may be in use, to a file that does not exist yet.
    pub fn backup(&self, to: impl AsRef<Path>) -> Result<(), StoreError> {
        let to = std::path::absolute(&to).map_err(|error| backup::io_error(to.as_ref(), &error))?;
        if to.exists() {
            return Err(StoreError::Exists { path: to });
        }
        self.with_reader(|conn| Ok(backup::copy(conn, self.path(), &to)?))
    }

    /// Looks through the whole file for damage: one line for each find, none if all is well.
    pub fn check(&self) -> Result<Vec<String>, StoreError> {
        self.read(read::check)
    }

    /// Reads in one transaction, so that what is read is of one moment.
    fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, StoreError> {
        self.with_reader(|conn| {
            let tx = conn.transaction()?;
            work(&tx)
        })
    }

    fn with_reader<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T, Fault>) -> Result<T, StoreError> {
        // Only pushing and popping happens under the lock: a poisoned one is as good as new.
        let readers = || self.0.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = readers().pop();
        let run = || -> Result<T, Fault> {
            let mut conn = match idle {
                Some(conn) => conn,
                None => schema::connect_reader(self.path())?,
            };
            let done = work(&mut conn)?;
            let mut readers = readers();
            if readers.len() < READERS_KEPT {
                readers.push(conn);
            }
            Ok(done)
        };
        run().map_err(|fault| fault.at(self.path()))
    }
}

/// Opens the file for writing: refuses what is not ours, copies it if that is due, brings it up to date.
fn open_checked(path: &Path) -> Result<(Connection, Option<String>), Fault> {
    let mut conn = schema::connect(path)?;
    let version = schema::version(&conn, path)?;
    let mut warning = None;
    if (1..schema::KNOWN).contains(&version) {
        backup::copy(&conn, path, &backup_path(path))?;
    } else if version > 0 && backup::is_due(path) {
        // No reason to keep people from playing.
        let copied = backup::copy(&conn, path, &backup_path(path));
        warning = copied.err().map(|error| format!("today's backup was not made: {error}"));
    }
    schema::use_log(&conn)?;
    schema::migrate(&mut conn, path)?;
    Ok((conn, warning))
}
