//! Opening the file: connections, what the file is, and bringing an older one up to date.

use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::StoreError;
use crate::error::Fault;

/// The schema, one step a released change: step `n` leads from version `n` to `n + 1`. Steps are never edited.
const MIGRATIONS: &[&str] = &[include_str!("../migrations/0001_games.sql")];

/// The newest schema this program knows.
pub(crate) const KNOWN: i32 = MIGRATIONS.len() as i32;

/// Marks the file as ours: "HULL" in ASCII.
pub(crate) const APPLICATION_ID: i32 = 0x4855_4c4c;

/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_secs(5);

/// A connection that writes, and makes the file if there is none. Nothing is read or changed yet.
pub(crate) fn connect(path: &Path) -> Result<Connection, Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags)?;
    // First of all: the log of a read-only file would be made read-only too, and stay so when the file no longer is.
    if conn.is_readonly("main")? {
        return Err(StoreError::Unwritable { path: path.to_path_buf(), why: "it is read-only".into() }.into());
    }
    conn.busy_timeout(PATIENCE)?;
    conn.pragma_update(None, "foreign_keys", true)?;
    // FULL: the log is on the disk before a commit returns. On macOS that takes more than a plain fsync.
    conn.pragma_update(None, "synchronous", "full")?;
    conn.pragma_update(None, "fullfsync", true)?;
    conn.pragma_update(None, "checkpoint_fullfsync", true)?;
    // Many games at once touch many pages: a log of 32 MB is not copied into the file after every commit or two.
    conn.pragma_update(None, "wal_autocheckpoint", 8192)?;
    // The last page of every game in play fits into 16 MB: fewer, and each commit reads anew what the one before has written.
    conn.pragma_update(None, "cache_size", -16_000)?;
    Ok(conn)
}

/// A connection that only reads. Opened for writing all the same, since a reader of a log shares its index.
pub(crate) fn connect_reader(path: &Path) -> Result<Connection, Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags)?;
    conn.busy_timeout(PATIENCE)?;
    conn.pragma_update(None, "query_only", true)?;
    Ok(conn)
}

/// The schema version of the file, 0 for an empty one. A file that is not ours, or of a newer version, is an error.
pub(crate) fn version(conn: &Connection, path: &Path) -> Result<i32, Fault> {
    // One statement, so that a file just being made by someone else is seen before or after, never in between.
    let mut ask = conn.prepare_cached(
        "select (select application_id from pragma_application_id), (select user_version from pragma_user_version), \
                (select count(*) from sqlite_schema)",
    )?;
    let (application, version, tables): (i32, i32, i64) =
        ask.query_row([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    if application != APPLICATION_ID && (application, version, tables) != (0, 0, 0) {
        return Err(StoreError::NotADatabase { path: path.to_path_buf() }.into());
    }
    if version > KNOWN {
        return Err(StoreError::Newer { path: path.to_path_buf(), found: version, known: KNOWN }.into());
    }
    Ok(version)
}

/// Keeps changes in a log beside the file: readers never wait for the writer, and a commit costs one sync.
pub(crate) fn use_log(conn: &Connection) -> Result<(), Fault> {
    // Where a log is impossible (some network drives) the answer is another mode, slower and just as durable.
    // SQLite does not wait for a lock here, hence the loop.
    for _ in 0..100 {
        match conn.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(())) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                thread::sleep(PATIENCE / 100);
            }
            done => return Ok(done?),
        }
    }
    Ok(conn.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?)
}

/// Brings the file up to the newest schema, in one transaction.
pub(crate) fn migrate(conn: &mut Connection, path: &Path) -> Result<(), Fault> {
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Asked again under the lock: another program may have done it meanwhile.
    let from = version(&tx, path)?;
    for step in MIGRATIONS.iter().skip(from as usize) {
        tx.execute_batch(step)?;
    }
    if from < KNOWN {
        tx.pragma_update(None, "application_id", APPLICATION_ID)?;
        tx.pragma_update(None, "user_version", KNOWN)?;
    }
    Ok(tx.commit()?)
}
