//! Opening the file: connections, what the file is, and bringing an older one up to date.

use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::StoreError;
use crate::error::{Fault, is_damage};
use crate::sums;

/// The schema, one step a released change: step `n` leads from version `n` to `n + 1`. Steps are never edited.
const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/0001_games.sql"),
    include_str!("../migrations/0002_sums_and_settings.sql"),
    include_str!("../migrations/0003_told.sql"),
];

/// Since when rows have checksums.
pub(crate) const SUMS: i32 = 2;

/// Since when what is told is kept.
pub(crate) const TOLD: i32 = 3;

/// The newest schema this program knows.
pub(crate) const KNOWN: i32 = MIGRATIONS.len() as i32;

/// Marks the file as ours: "HULL" in ASCII.
pub(crate) const APPLICATION_ID: i32 = 0x4855_4c4c;

/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many statements are kept, more than an answer needs.
const STATEMENTS: usize = 32;

/// A connection that writes, and makes the file if there is none. Nothing is read or changed yet.
pub(crate) fn connect(path: &Path) -> Result<Connection, Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags)?;
    // First of all: the log of a read-only file would be made read-only too, and stay so when the file no longer is.
    if conn.is_readonly("main")? {
        return Err(StoreError::Unwritable { path: path.to_path_buf(), why: "it is read-only".into() }.into());
    }
    conn.busy_timeout(PATIENCE)?;
    sums::define(&conn)?;
    conn.set_prepared_statement_cache_capacity(STATEMENTS);
    // Statements are kept, and planned once: what is bound to them must not have them planned anew.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
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
    sums::define(&conn)?;
    conn.pragma_update(None, "query_only", true)?;
    Ok(conn)
}

/// A connection to a file that cannot be written. `how` is added to the flags.
pub(crate) fn look_at(path: &Path, how: OpenFlags) -> Result<Connection, Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | how;
    let conn = Connection::open_with_flags(path, flags)?;
    conn.busy_timeout(PATIENCE)?;
    sums::define(&conn)?;
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

/// Whether the file is still of the version that was opened, as far as one number tells: what is found otherwise is looked at closely.
pub(crate) fn still_known(conn: &Connection, path: &Path) -> Result<(), Fault> {
    let found: i32 = conn.prepare_cached("pragma user_version")?.query_row([], |row| row.get(0))?;
    if found == KNOWN { Ok(()) } else { version(conn, path).map(drop) }
}

/// Keeps changes in a log beside the file: readers never wait for the writer, and a commit costs one sync. Says whether
/// there is one.
pub(crate) fn use_log(conn: &Connection) -> Result<bool, Fault> {
    // Where a log is impossible (some network drives) the answer is another mode, slower and just as durable.
    // SQLite does not wait for a lock here, hence the loop.
    let ask = || conn.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get::<_, String>(0));
    for _ in 0..100 {
        match ask() {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                thread::sleep(PATIENCE / 100);
            }
            mode => return Ok(mode? == "wal"),
        }
    }
    Ok(ask()? == "wal")
}

/// Brings the file up to the newest schema, in one transaction.
pub(crate) fn migrate(conn: &mut Connection, path: &Path) -> Result<(), Fault> {
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Asked again under the lock: another program may have done it meanwhile.
    let from = version(&tx, path)?;
    // A damaged file goes on without checksums in its rows: reading them all may fail, and take everything with it.
    let whole = from == 0 || from == KNOWN || is_whole(&tx)?;
    if whole {
        for step in MIGRATIONS.iter().skip(from as usize) {
            tx.execute_batch(step)?;
        }
        if from < SUMS {
            tx.execute_batch(sums::FILL)?;
        }
    } else {
        write_schema(&tx)?;
    }
    if from < KNOWN {
        tx.pragma_update(None, "application_id", APPLICATION_ID)?;
        tx.pragma_update(None, "user_version", KNOWN)?;
    }
    Ok(tx.commit()?)
}

/// Gives a damaged file the newest schema without looking at its rows: `alter table` checks them all, and refuses the file where they
/// make no sense. Steps only add tables, and columns that are null in rows that lack them, so the schema of an empty file fits any.
fn write_schema(tx: &Connection) -> Result<(), Fault> {
    let empty = Connection::open_in_memory()?;
    for step in MIGRATIONS {
        empty.execute_batch(step)?;
    }
    let mut missing = Vec::new();
    tx.pragma_update(None, "writable_schema", true)?;
    let mut list = empty.prepare("select name, sql from sqlite_schema where sql is not null order by rowid")?;
    let mut rows = list.query([])?;
    while let Some(row) = rows.next()? {
        let (name, sql): (String, String) = (row.get(0)?, row.get(1)?);
        if tx.execute("update sqlite_schema set sql = ?2 where name = ?1", [&name, &sql])? == 0 {
            missing.push(sql);
        }
    }
    // From here on it is written by `create` alone, and what was written is read anew.
    tx.pragma_update(None, "writable_schema", "reset")?;
    Ok(tx.execute_batch(&missing.join(";"))?)
}

/// Does SQLite find nothing wrong with the structure of the file?
fn is_whole(conn: &Connection) -> Result<bool, Fault> {
    match conn.query_row("pragma quick_check(1)", [], |row| row.get::<_, String>(0)) {
        Ok(verdict) => Ok(verdict == "ok"),
        Err(error) if is_damage(&error) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
