//! Saved games, for good.
//!
//! A game is rows in a SQLite file: a header, the entries (one for each answer or undo, only ever added to), a few
//! snapshots, and what was told. The store knows nothing of what they say; it is all text to it. Its one promise: when a write returns
//! `Ok`, it is on the disk, and neither a crash nor a power cut takes it away again.
//!
//! ```
//! # let dir = tempfile::tempdir()?;
//! use hulldown_store::{Meta, NewGameRow, Store, ToldRows};
//!
//! let store = Store::open(dir.path().join("games.db"))?;
//! let game = store.create(NewGameRow { name: "Arracourt".into(), title: "duel".into(), ..NewGameRow::default() })?;
//! let meta = Meta { summary: "Week 1, briefing".into(), ..Meta::default() };
//! let told = ToldRows { from: 0, lines: vec!["The gun fires.".into()] };
//! let length = store.append_told(game, 0, vec![r#"{"choose":"fire:2:ap"}"#.into()], None, meta, Some(told))?.wait()?;
//! assert_eq!(length, 1);
//! assert_eq!(store.load(game)?.entries.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backup;
mod error;
mod files;
mod lock;
mod names;
mod read;
mod receipt;
mod restore;
mod rows;
mod schema;
mod settings;
mod source;
mod sums;
#[cfg(test)]
mod tests;
mod told;
mod write;
mod writer;

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use etcetera::BaseStrategy;
use rusqlite::Connection;

pub use backup::{KeptBackup, backup_path, backups};
pub use error::StoreError;
pub use files::{Readers, write_whole};
pub use names::LONGEST_NAME;
pub use receipt::Receipt;
pub use restore::restore;
pub use rows::{GameId, GameRow, Meta, NewGameRow, NotAnId, Snapshot, Stored, ToldRows};
pub use settings::Settings;

use error::{Fault, io_error};
use files::OpenFiles;
use lock::Lock;
use settings::Whose;
use source::ReadFrom;
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
    source: ReadFrom,
    /// What is needed to write; nothing if the file can only be read.
    writing: Option<Writing>,
}

/// What is needed to write. The fields are dropped in this order: the lock goes last.
struct Writing {
    writer: Writer,
    ground: OpenFiles,
    _lock: Lock,
}

impl Store {
    /// Opens the file, or makes it. Once a day, and before a new version changes the schema, a copy is put beside it.
    pub fn open(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        let path = absolute(path.as_ref())?;
        if let Some(directory) = path.parent() {
            let unwritable = |error: io::Error| {
                let blocked = directory.ancestors().find(|above| above.exists() && !above.is_dir());
                let why = blocked.map_or_else(|| error.to_string(), |file| format!("{} is a file", file.display()));
                StoreError::Unwritable { path: path.clone(), why }
            };
            files::make_directory(directory).map_err(unwritable)?;
        }
        let found = restore::look_after(&path)?;
        let lock = Lock::shared(&path)?;
        files::clear_up(&path);
        let Opened { conn, ground, warning } = open_checked(&path).map_err(|fault| fault.at(&path))?;
        let writer = Writer::start(conn, &path, ground.clone()).map_err(|error| io_error(&path, &error))?;
        let writing = Some(Writing { writer, ground, _lock: lock });
        let warning = found.or(warning);
        Ok(Store(Arc::new(Inner { path, warning, readers: Mutex::default(), source: ReadFrom::File, writing })))
    }

    /// Opens a file that cannot be written, to be read only: every write is refused.
    pub fn open_to_read(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        let path = absolute(path.as_ref())?;
        let source = ReadFrom::to_read(&path)?;
        Ok(Store(Arc::new(Inner { path, warning: None, readers: Mutex::default(), source, writing: None })))
    }

    /// Opens the file at [`Store::default_path`].
    pub fn open_default() -> Result<Store, StoreError> {
        let path = Store::default_path()?;
        let store = Store::open(&path)?;
        // A directory that somebody has named may hold other things, for other people.
        if let (None, Some(directory)) = (named_directory(), path.parent()) {
            files::make_private(directory);
        }
        Ok(store)
    }

    /// `games.db` in the directory that `HULLDOWN_DATA` names, else in `hulldown` where the system keeps people's data.
    pub fn default_path() -> Result<PathBuf, StoreError> {
        let directory = match named_directory() {
            Some(directory) => directory,
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

    /// Can it only be read?
    pub fn is_read_only(&self) -> bool {
        self.0.writing.is_none()
    }

    /// Does something inside a transaction, and returns once it is on the disk.
    fn write<T: Send + 'static>(
        &self,
        work: impl FnMut(&Connection) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.hand_in(work)?.wait()
    }

    /// Hands in something to be done inside a transaction.
    fn hand_in<T: Send + 'static>(
        &self,
        work: impl FnMut(&Connection) -> Result<T, Fault> + Send + 'static,
    ) -> Result<Receipt<T>, StoreError> {
        let read_only = || StoreError::Unwritable { path: self.0.path.clone(), why: "it is read-only".into() };
        Ok(self.0.writing.as_ref().ok_or_else(read_only)?.writer.hand_in(work))
    }

    /// Saves a new game.
    pub fn create(&self, new: NewGameRow) -> Result<GameId, StoreError> {
        self.write(move |conn| write::create(conn, &new))
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
        self.append_told(game, expected, entries.to_vec(), snapshot, meta, None)?.wait()
    }

    /// The same with what was told meanwhile, without waiting for the disk.
    pub fn append_told(
        &self,
        game: GameId,
        expected: u64,
        entries: Vec<String>,
        snapshot: Option<Snapshot>,
        meta: Meta,
        told: Option<ToldRows>,
    ) -> Result<Receipt<u64>, StoreError> {
        self.hand_in(move |conn| write::append(conn, game, expected, &entries, snapshot.as_ref(), &meta, told.as_ref()))
    }

    /// Gives a game another name.
    pub fn rename(&self, game: GameId, name: &str) -> Result<(), StoreError> {
        let name = name.to_owned();
        self.write(move |conn| write::rename(conn, game, &name))
    }

    /// Copies a game's first `upto` entries to a new game. The summary is copied as it is; the next append renews it.
    pub fn duplicate(&self, game: GameId, upto: u64, name: &str) -> Result<GameId, StoreError> {
        let name = name.to_owned();
        self.write(move |conn| write::duplicate(conn, game, upto, &name))
    }

    /// Deletes a game.
    pub fn remove(&self, game: GameId) -> Result<(), StoreError> {
        self.write(move |conn| write::remove(conn, game))
    }

    /// Reads a whole game, or what is left of it: see [`Stored::damage`].
    pub fn load(&self, game: GameId) -> Result<Stored, StoreError> {
        self.read(|conn| read::load(conn, game))
    }

    /// What was told in a game, line by line, up to the first line that cannot be read.
    pub fn told(&self, game: GameId) -> Result<Vec<String>, StoreError> {
        self.read(|conn| told::read(conn, game))
    }

    /// How many lines have been told in a game.
    pub fn told_count(&self, game: GameId) -> Result<u64, StoreError> {
        self.read(|conn| told::count(conn, game))
    }

    /// The game that goes on from this one by newer rules, if there is one.
    pub fn following(&self, game: GameId) -> Result<Option<GameRow>, StoreError> {
        self.read(|conn| read::following(conn, game))
    }

    /// All games, the one last played first.
    pub fn list(&self) -> Result<Vec<GameRow>, StoreError> {
        self.read(read::list)
    }

    /// How many entries these games have; those that are gone are left out.
    pub fn lengths(&self, games: &[GameId]) -> Result<Vec<(GameId, u64)>, StoreError> {
        self.read(|conn| read::lengths(conn, games))
    }

    /// The game with that id.
    pub fn row(&self, game: GameId) -> Result<GameRow, StoreError> {
        self.read(|conn| read::row(conn, game))
    }

    /// What goes with a game without being part of its record.
    pub fn settings(&self, game: GameId) -> Result<Settings, StoreError> {
        self.read(|conn| settings::read(conn, Whose::Game(game)))
    }

    /// Changes what goes with a game, and returns all of it. What the change does not touch stays, whoever has written
    /// it meanwhile. The change may be done twice: the first time is then undone.
    pub fn change_settings(
        &self,
        game: GameId,
        mut change: impl FnMut(&mut Settings) + Send + 'static,
    ) -> Result<Settings, StoreError> {
        self.write(move |conn| settings::change(conn, Whose::Game(game), &mut change))
    }

    /// What goes with no game: how somebody likes to play.
    pub fn preferences(&self) -> Result<Settings, StoreError> {
        self.read(|conn| settings::read(conn, Whose::Program))
    }

    /// Changes preferences, as [`Store::change_settings`] does for a game.
    pub fn change_preferences(
        &self,
        mut change: impl FnMut(&mut Settings) + Send + 'static,
    ) -> Result<Settings, StoreError> {
        self.write(move |conn| settings::change(conn, Whose::Program, &mut change))
    }

    /// Takes settings over that were kept elsewhere, once: `mark` names the preference that says it was done. Settings
    /// that are there already stay, and those of games that are not there go.
    pub fn take_over(
        &self,
        mark: &str,
        preferences: Settings,
        games: BTreeMap<GameId, Settings>,
    ) -> Result<(), StoreError> {
        let mark = mark.to_owned();
        self.write(move |conn| settings::take_over(conn, &mark, &preferences, &games))
    }

    /// The game a person means: by its id, by its name in upper or lower case, or by the first four or more digits of its
    /// id. What knows the id asks for [`Store::row`].
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
        let to = absolute(to.as_ref())?;
        if to.exists() {
            return Err(StoreError::Exists { path: to });
        }
        self.with_reader(|conn| Ok(backup::copy(conn, self.path(), &to)?))
    }

    /// Looks through the whole file for damage: one line for each find, none if all is well.
    pub fn check(&self) -> Result<Vec<String>, StoreError> {
        self.read(|conn| read::check(conn, schema::KNOWN))
    }

    /// Reads in one transaction, so that what is read is of one moment.
    fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, StoreError> {
        self.with_reader(|conn| {
            let tx = conn.transaction()?;
            work(&tx)
        })
    }

    fn with_reader<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T, Fault>) -> Result<T, StoreError> {
        // Another file in its place would be read as if it were this one.
        if let Some(writing) = &self.0.writing {
            writing.ground.look_at_file()?;
        }
        // Only pushing and popping happens under the lock: a poisoned one is as good as new.
        let readers = || self.0.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = readers().pop();
        let run = || -> Result<T, Fault> {
            let mut conn = match idle {
                Some(conn) => conn,
                None => self.0.source.connect(self.path())?,
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

/// The directory that somebody wants games to be kept in.
fn named_directory() -> Option<PathBuf> {
    std::env::var_os("HULLDOWN_DATA").filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The whole path: SQLite would take a name that starts with "file:" for something else.
fn absolute(path: &Path) -> Result<PathBuf, StoreError> {
    std::path::absolute(path).map_err(|error| io_error(path, &error))
}

/// A file opened for writing.
struct Opened {
    conn: Connection,
    ground: OpenFiles,
    warning: Option<String>,
}

/// Opens the file for writing: refuses what is not ours, copies it if that is due, brings it up to date.
fn open_checked(path: &Path) -> Result<Opened, Fault> {
    // Made by us, so that it is for its owner alone; SQLite gives its log the rights of the file.
    let made = files::private(File::options().write(true).create_new(true)).open(path);
    drop(made);
    let before = OpenFiles::of(path, false);
    let mut conn = schema::connect(path)?;
    let version = schema::version(&conn, path)?;
    let mut warning = None;
    if (1..schema::KNOWN).contains(&version) {
        warning = match backup::renew(&conn, path) {
            Err(error @ StoreError::Corrupt { .. }) => {
                let kept = backup::keep_damaged(&conn, path)?;
                Some(format!("{error}. As it was it is kept as {}", kept.display()))
            }
            made => made?,
        };
    } else if version > 0 && backup::is_due(path) {
        // No reason to keep people from playing.
        warning =
            backup::renew(&conn, path).unwrap_or_else(|error| Some(format!("today's backup was not made: {error}")));
    }
    let has_log = schema::use_log(&conn)?;
    schema::migrate(&mut conn, path)?;
    let ground = OpenFiles::of(path, has_log).map_err(|error| io_error(path, &error))?;
    if before.is_ok_and(|before| !before.is(&ground)) {
        return Err(StoreError::Moved { path: path.to_path_buf() }.into());
    }
    let parts = ["", "-wal", "-shm"].map(|part| files::beside(path, part));
    for file in parts.into_iter().chain(backup::backups(path).into_iter().map(|kept| kept.path)) {
        files::make_private(&file);
    }
    Ok(Opened { conn, ground, warning })
}
