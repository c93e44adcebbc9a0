//! What can go wrong, said to the person who can put it right.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::backup::backup_path;
use crate::files::beside;

/// Why the store could not do what was asked. Whatever it was, the games are as they were before.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no home directory to keep games under.
    #[error("cannot tell where to keep games: there is no home directory; set HULLDOWN_DATA to a directory")]
    NoHome,
    /// The file or its directory cannot be written.
    #[error(
        "{}: cannot be opened for writing ({why}); check the permissions of the file and its directory, \
         or set HULLDOWN_DATA to another directory", path.display()
    )]
    Unwritable {
        /// The database.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
    /// No room is left on the disk.
    #[error("{}: the disk is full; make room and try again (everything confirmed so far is safe)", path.display())]
    Full {
        /// The database.
        path: PathBuf,
    },
    /// Another program kept the database locked for too long.
    #[error("{}: another program keeps it locked; close that program or try again", path.display())]
    Locked {
        /// The database.
        path: PathBuf,
    },
    /// The file is something else altogether.
    #[error(
        "{}: is not a database of saved games; move it away, run `hulldown saves` to restore the newest backup, \
         or set HULLDOWN_DATA to another directory", path.display()
    )]
    NotADatabase {
        /// The file.
        path: PathBuf,
    },
    /// The database is damaged.
    #[error(
        "{}: the database is damaged ({why}); run `hulldown saves` to restore the newest backup, {}",
        path.display(), backup_path(path).display()
    )]
    Corrupt {
        /// The database.
        path: PathBuf,
        /// What was found.
        why: String,
    },
    /// The database is gone, its backup is not. Starting afresh would in time overwrite the backup.
    #[error(
        "{}: is missing or empty, but its backup {} is there; run `hulldown saves` to restore it, \
         or move the backup away to start afresh", path.display(), backup_path(path).display()
    )]
    Missing {
        /// Where the database should be.
        path: PathBuf,
    },
    /// The database is gone, and its log does not hold all of it. Starting afresh would overwrite the log.
    #[error(
        "{}: is missing or empty, and its log {} does not hold all of it; put the file back in its place, \
         run `hulldown saves restore` if there is a backup, or move the log away to start afresh",
        path.display(), beside(path, "-wal").display()
    )]
    LogAlone {
        /// Where the database should be.
        path: PathBuf,
    },
    /// The database was taken away while it was open.
    #[error(
        "{}: was moved, replaced or deleted while it was open, so nothing can be saved; put it back in its place, or \
         start hulldown again to go on with what is there now (everything confirmed before is in the file that was moved)",
        path.display()
    )]
    Moved {
        /// Where the database was.
        path: PathBuf,
    },
    /// The log of the database was taken away while it was open.
    #[error(
        "{}: its log {} was deleted or moved while it was open, so nothing more can be saved; what was confirmed before has been \
         brought into the file: start hulldown again",
        path.display(), beside(path, "-wal").display()
    )]
    LogGone {
        /// The database.
        path: PathBuf,
    },
    /// The log of the database was cut while it was open.
    #[error(
        "{}: its log {} was cut short while it was open, so nothing more can be saved, and the answers of the last seconds may be \
         lost; start hulldown again",
        path.display(), beside(path, "-wal").display()
    )]
    LogCut {
        /// The database.
        path: PathBuf,
    },
    /// The database is open somewhere, where it must not be.
    #[error("{}: is in use; close the page and every game in a terminal, then try again", path.display())]
    InUse {
        /// The database.
        path: PathBuf,
    },
    /// A later version of the program has written this database.
    #[error(
        "{}: was written by a newer version of hulldown (format {found}, this one knows {known}); \
         update hulldown. The file is left untouched", path.display()
    )]
    Newer {
        /// The database.
        path: PathBuf,
        /// The format it has.
        found: i32,
        /// The newest format this program knows.
        known: i32,
    },
    /// Any other failure to read or write.
    #[error("{}: cannot be read or written: {why}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system or the database said.
        why: String,
    },
    /// A file that would be overwritten is in the way.
    #[error("{}: already exists; choose another name or remove it first", path.display())]
    Exists {
        /// The file in the way.
        path: PathBuf,
    },
    /// Someone else has added to the game meanwhile: load it again.
    #[error("the game has moved on to step {have} elsewhere; load it again")]
    Stale {
        /// How many entries the game has now.
        have: u64,
    },
    /// No game goes by that name or id.
    #[error("there is no saved game {what:?}; `hulldown saves` lists them")]
    NoGame {
        /// What was asked for.
        what: String,
    },
    /// The row of a game is not what was written.
    #[error("the game {what} is damaged; nothing is added to it. `hulldown saves repair {what}` recovers it")]
    Garbled {
        /// The game's id.
        what: String,
    },
    /// Several games could be meant.
    #[error("{what:?} could be any of {}; give more of the id, or the name", games.join(", "))]
    Ambiguous {
        /// What was asked for.
        what: String,
        /// The games it fits, by id and name.
        games: Vec<String>,
    },
    /// Another game has this name (upper and lower case count as the same).
    #[error("there is already a game named {name:?}; choose another name")]
    NameTaken {
        /// The name wanted.
        name: String,
    },
    /// The name cannot be used.
    #[error("{name:?} cannot be a game's name: {why}")]
    BadName {
        /// The name wanted.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A step was named that the game has not reached, or that is lost.
    #[error("the game has no step {seq}: {have} can be read")]
    NoStep {
        /// The step named.
        seq: u64,
        /// How many steps there are.
        have: u64,
    },
    /// The thread that writes has ended; whether the last write was done is not known.
    #[error("saving has stopped; start hulldown again (everything confirmed so far is safe)")]
    Closed,
}

/// A failure on its way out: SQLite's own errors do not know the file they belong to.
#[derive(Debug)]
pub(crate) enum Fault {
    Sql(rusqlite::Error),
    Store(StoreError),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Fault::Sql(error)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Fault::Store(error)
    }
}

impl Fault {
    /// The error to show, now that the file is known.
    pub(crate) fn at(self, path: &Path) -> StoreError {
        let error = match self {
            Fault::Store(error) => return error,
            Fault::Sql(error) => error,
        };
        let path = path.to_path_buf();
        let why = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked { path },
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                StoreError::Unwritable { path, why }
            }
            Some(ErrorCode::NotADatabase) => StoreError::NotADatabase { path },
            // Every constraint is checked before writing, so a row that breaks one contradicts what was read.
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::ConstraintViolation) => StoreError::Corrupt { path, why },
            _ if is_unreadable(&error) => StoreError::Corrupt { path, why },
            _ => StoreError::Io { path, why },
        }
    }
}

pub(crate) fn io_error(path: &Path, error: &io::Error) -> StoreError {
    let (path, why) = (path.to_path_buf(), error.to_string());
    match error.kind() {
        io::ErrorKind::StorageFull => StoreError::Full { path },
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => StoreError::Unwritable { path, why },
        _ => StoreError::Io { path, why },
    }
}

/// Is this the kind of error that part of a damaged file gives, while the rest may well be readable?
pub(crate) fn is_damage(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    is_unreadable(error)
        || matches!(code, Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::SystemIoFailure))
}

/// Is a value not what the schema says it must be?
fn is_unreadable(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error};
    matches!(error, FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..) | Utf8Error(..))
}
