//! Copies of the whole file: on request, and one kept beside it for the day it is damaged.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use crate::error::{Fault, StoreError, is_damage};
use crate::schema;

/// How old the copy beside the file may grow.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Where the copy of a database is kept: `games.db.bak` beside `games.db`.
pub fn backup_path(database: &Path) -> PathBuf {
    beside(database, ".bak")
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// A name beside `path` that no other program or thread uses.
fn draft(path: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    beside(path, &format!(".{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed)))
}

/// Is the copy beside the database missing or too old?
pub(crate) fn is_due(database: &Path) -> bool {
    let age = fs::metadata(backup_path(database)).and_then(|copy| copy.modified()).map(|time| time.elapsed());
    // A copy from the future is the work of a wrong clock.
    !matches!(age, Ok(Ok(age)) if age <= DAY)
}

/// Copies the database `from` to the file `to`, which is replaced only by a complete and sound copy.
pub(crate) fn copy(conn: &Connection, from: &Path, to: &Path) -> Result<(), StoreError> {
    let draft = draft(to);
    let copied = write_draft(conn, from, &draft, to).and_then(|()| put_in_place(&draft, to));
    if copied.is_err() {
        // Nothing to be done if even this fails, and the first error matters more.
        let _ = fs::remove_file(&draft);
    }
    copied
}

/// Copies the database `from` to `draft`, a file that is to become `to`.
fn write_draft(conn: &Connection, from: &Path, draft: &Path, to: &Path) -> Result<(), StoreError> {
    // Nobody has heard of the draft: an error names the file that was asked for.
    let blame = |error: rusqlite::Error| {
        let file = if is_damage(&error) { from } else { to };
        Fault::Sql(error).at(file)
    };
    let mut target = schema::connect(draft).map_err(|fault| fault.at(to))?;
    // All pages in one step: they are of one moment, and in log mode nobody waits for us.
    if Backup::new(conn, &mut target).map_err(blame)?.step(-1).map_err(blame)? != StepResult::Done {
        return Err(StoreError::Locked { path: from.to_path_buf() });
    }
    // One file without a log, so that it can be moved and sent about.
    target.pragma_update_and_check(None, "journal_mode", "delete", |_| Ok(())).map_err(blame)?;
    let verdict: String = target.query_row("pragma quick_check(1)", [], |row| row.get(0)).map_err(blame)?;
    if verdict != "ok" {
        return Err(StoreError::Corrupt { path: from.to_path_buf(), why: verdict });
    }
    target.close().map_err(|(_, error)| blame(error))
}

/// Moves a finished file to its place, for good.
fn put_in_place(draft: &Path, to: &Path) -> Result<(), StoreError> {
    let put = || -> io::Result<()> {
        File::options().write(true).open(draft)?.sync_all()?;
        fs::rename(draft, to)?;
        sync_directory(to)
    };
    put().map_err(|error| io_error(to, &error))
}

/// Makes a rename last through a power cut. Windows does so by itself, and cannot open a directory.
fn sync_directory(file: &Path) -> io::Result<()> {
    match file.parent() {
        Some(directory) if cfg!(unix) => File::open(directory)?.sync_all(),
        _ => Ok(()),
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

/// Puts the backup of a damaged database in its place and returns where the damaged one went, if there was any:
/// it is moved aside, never deleted. No program may have the database open.
pub fn restore(database: &Path) -> Result<Option<PathBuf>, StoreError> {
    let backup = backup_path(database);
    let draft = draft(database);
    let read = || -> Result<(), Fault> {
        let conn = schema::connect_reader(&backup)?;
        schema::version(&conn, &backup)?;
        Ok(write_draft(&conn, &backup, &draft, database)?)
    };
    let restored = read().map_err(|fault| fault.at(&backup)).and_then(|()| {
        let aside = move_aside(database).map_err(|error| io_error(database, &error))?;
        put_in_place(&draft, database)?;
        Ok(aside)
    });
    if restored.is_err() {
        let _ = fs::remove_file(&draft);
    }
    restored
}

fn move_aside(database: &Path) -> io::Result<Option<PathBuf>> {
    if !database.try_exists()? {
        return Ok(None);
    }
    let mut aside = beside(database, ".damaged");
    for n in 2.. {
        if !aside.try_exists()? {
            break;
        }
        aside = beside(database, &format!(".damaged-{n}"));
    }
    fs::rename(database, &aside)?;
    // What was not yet copied from the log belongs to the damaged file, and must not meet the restored one.
    for part in ["-wal", "-shm"] {
        match fs::rename(beside(database, part), beside(&aside, part)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(Some(aside))
}
