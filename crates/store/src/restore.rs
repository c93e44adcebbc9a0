//! Putting a file in the place of the database: a backup of a damaged one, or what its log still holds of a lost one.
//! Nothing is deleted: what was there is moved aside.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::backup::{backups, free_name, seal, write_draft};
use crate::error::{Fault, StoreError, io_error};
use crate::files::{Draft, beside};
use crate::lock::Lock;
use crate::{read, schema};

/// Puts a backup in the place of the database and returns where the file that was there went, if there was any: it is
/// moved aside, never deleted. Refused while any program has the database open.
pub fn restore(database: &Path, backup: &Path) -> Result<Option<PathBuf>, StoreError> {
    let _alone = Lock::alone(database)?;
    is_unused(database)?;
    let draft = Draft::private(database).map_err(|error| io_error(database, &error))?;
    let read = || -> Result<(), Fault> {
        let conn = schema::connect_reader(backup)?;
        schema::version(&conn, backup)?;
        Ok(write_draft(&conn, backup, &draft, database)?)
    };
    read().map_err(|fault| fault.at(backup))?;
    let put = || -> io::Result<Option<PathBuf>> {
        let aside = move_aside(database)?;
        draft.put_in_place(true)?;
        Ok(aside)
    };
    put().map_err(|error| io_error(database, &error))
}

/// Whether SQLite's own locks say the same as ours: versions that knew no other lock may have the file open.
fn is_unused(database: &Path) -> Result<(), StoreError> {
    // Whoever has it open has this file.
    if !beside(database, "-shm").exists() {
        return Ok(());
    }
    let ask = || -> rusqlite::Result<()> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::open_with_flags(database, flags)?;
        conn.busy_timeout(std::time::Duration::ZERO)?;
        // The log belongs to the damaged file and stays as it is.
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        conn.pragma_update_and_check(None, "locking_mode", "exclusive", |_| Ok(()))?;
        conn.query_row("select count(*) from sqlite_schema", [], |_| Ok(()))
    };
    match ask() {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
            Err(StoreError::InUse { path: database.to_path_buf() })
        }
        // Damage is why we are here.
        _ => Ok(()),
    }
}

/// Moves the database and its log to names that are free; returns the new name of the database, if there was one.
fn move_aside(database: &Path) -> io::Result<Option<PathBuf>> {
    let aside = free_name(database, ".damaged")?;
    // What was not yet copied from the log belongs to the file that was there, and must not meet another.
    let mut moved = None;
    for part in ["", "-wal", "-shm"] {
        match fs::rename(beside(database, part), beside(&aside, part)) {
            Ok(()) if part.is_empty() => moved = Some(aside.clone()),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(moved)
}

/// Is there no database? To SQLite a file of one byte is an empty one.
pub(crate) fn is_empty(database: &Path) -> bool {
    fs::metadata(database).map_or_else(|_| !database.exists(), |file| file.len() <= 1)
}

/// Looks after a database that is gone while something of it is left: it is rebuilt if its log holds all of it, and not
/// begun afresh otherwise. Returns what the person should know.
pub(crate) fn look_after(database: &Path) -> Result<Option<String>, StoreError> {
    let has_log = || fs::metadata(beside(database, "-wal")).is_ok_and(|log| log.len() > 0);
    // In this order: a new file has its first page before it has a log.
    if has_log() && is_empty(database) {
        let _alone = Lock::alone(database)?;
        if has_log() && is_empty(database) {
            return match rebuild(database) {
                Ok(aside) => Ok(Some(format!(
                    "{}: was missing and is rebuilt from its log, with everything confirmed; the log is kept as {}",
                    database.display(),
                    aside.display()
                ))),
                Err(_) => Err(StoreError::LogAlone { path: database.to_path_buf() }),
            };
        }
    }
    if is_empty(database) && !backups(database).is_empty() {
        return Err(StoreError::Missing { path: database.to_path_buf() });
    }
    Ok(None)
}

/// Makes a database of a log that has not been copied into its file yet, so that it holds everything. Returns where the
/// log went.
fn rebuild(database: &Path) -> Result<PathBuf, StoreError> {
    let io = |error: io::Error| io_error(database, &error);
    let log = beside(database, "-wal");
    let draft = Draft::private(database).map_err(io)?;
    let draft_log = beside(draft.path(), "-wal");
    let rebuilt = || -> Result<(), StoreError> {
        fs::write(draft.path(), first_page(&log).map_err(io)?).map_err(io)?;
        fs::copy(&log, &draft_log).map_err(io)?;
        // With a first page in the file SQLite plays the log, as after a crash, and leaves out what was never committed.
        let open = || -> Result<Connection, Fault> {
            let conn = schema::connect(draft.path())?;
            let version = schema::version(&conn, database)?;
            let mut found = vec!["it is empty".to_owned()];
            if version > 0 {
                found = read::check(&conn, version)?;
            }
            match found.into_iter().next() {
                Some(why) => Err(StoreError::Corrupt { path: database.to_path_buf(), why }.into()),
                None => Ok(conn),
            }
        };
        seal(open().map_err(|fault| fault.at(database))?, database, database)
    };
    if let Err(error) = rebuilt() {
        // The copy, not the log itself.
        let _ = fs::remove_file(&draft_log);
        return Err(error);
    }
    let aside = move_log_aside(database).map_err(io)?;
    draft.put_in_place(true).map_err(io)?;
    Ok(aside)
}

/// Moves a log away from where another database would find it.
fn move_log_aside(database: &Path) -> io::Result<PathBuf> {
    let aside = free_name(database, ".lost-log")?;
    fs::rename(beside(database, "-wal"), &aside)?;
    Ok(aside)
}

/// The first page of a database as a log has it. Which version of it does not matter: the log has the right one.
fn first_page(log: &Path) -> io::Result<Vec<u8>> {
    const HEAD: u64 = 32;
    const FRAME_HEAD: u64 = 24;
    let mut file = File::open(log)?;
    let mut read = |at: u64, length: usize| -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    };
    let word = |bytes: &[u8]| bytes.iter().fold(0_u64, |word, byte| word << 8 | u64::from(*byte));
    let size = word(&read(8, 4)?);
    if !(512..=65536).contains(&size) {
        return Err(io::ErrorKind::InvalidData.into());
    }
    // Ends where the file does, by an error.
    let mut frame = HEAD;
    while word(&read(frame, 4)?) != 1 {
        frame += FRAME_HEAD + size;
    }
    read(frame + FRAME_HEAD, size as usize)
}
