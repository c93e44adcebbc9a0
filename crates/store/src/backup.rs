//! Copies of the whole file: on request, and several generations kept beside it for the day it is damaged.
//!
//! | name | what |
//! |---|---|
//! | `games.db.bak` | of the last day on which the store was opened |
//! | `games.db.bak-week`, `games.db.bak-month` | older ones, a week and a month apart |
//! | `games.db.bak-fewer`, `…-fewer-2` … | the last before a day on which a game was gone or had become shorter; for a month |

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use crate::error::{Fault, StoreError, io_error, is_damage};
use crate::files::{self, Draft, beside, sync_directory};
use crate::rows::GameId;
use crate::schema;
use crate::sums::{sound, step_sum};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);
const MONTH: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Where the newest copy of a database is kept: `games.db.bak` beside `games.db`.
pub fn backup_path(database: &Path) -> PathBuf {
    beside(database, ".bak")
}

fn older(database: &Path, generation: &str) -> PathBuf {
    beside(database, &format!(".bak-{generation}"))
}

/// A backup that is kept beside a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptBackup {
    /// What it is called: `day`, `week`, `month`, `fewer`, `fewer-2` …
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// When it was made, in unix seconds.
    pub made: i64,
}

/// The backups kept beside a database, the newest first.
pub fn backups(database: &Path) -> Vec<KeptBackup> {
    let fewer = (1..).map(nth_fewer).take_while(|name| older(database, name).exists());
    let names = ["day", "week", "month"].map(String::from).into_iter().chain(fewer);
    let kept = |name: String| {
        let path = if name == "day" { backup_path(database) } else { older(database, &name) };
        let made = fs::metadata(&path).and_then(|file| file.modified()).ok()?;
        let made = made.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64);
        Some(KeptBackup { name, path, made })
    };
    let mut all: Vec<_> = names.filter_map(kept).collect();
    all.sort_by_key(|kept| std::cmp::Reverse(kept.made));
    all
}

fn nth_fewer(n: u32) -> String {
    if n == 1 { "fewer".into() } else { format!("fewer-{n}") }
}

/// Is the newest backup missing, a day old, or from the future, which is the work of a wrong clock?
pub(crate) fn is_due(database: &Path) -> bool {
    files::age(&backup_path(database)).is_none_or(|age| age > DAY)
}

/// Copies the database `from` to the file `to`, which must not exist.
pub(crate) fn copy(conn: &Connection, from: &Path, to: &Path) -> Result<(), StoreError> {
    files::clear_drafts_of(to);
    let draft = Draft::private(to).map_err(|error| io_error(to, &error))?;
    write_draft(conn, from, &draft, to)?;
    draft.put_in_place(false).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => StoreError::Exists { path: to.to_path_buf() },
        _ => io_error(to, &error),
    })
}

/// Makes today's backup. The one before becomes an older generation where that is due, and is kept apart if it has
/// something that the database has no more. Returns what the person should know.
pub(crate) fn renew(conn: &Connection, database: &Path) -> Result<Option<String>, StoreError> {
    let newest = backup_path(database);
    let draft = Draft::private(&newest).map_err(|error| io_error(&newest, &error))?;
    write_draft(conn, database, &draft, &newest)?;
    let mut warning = None;
    // One that cannot be read is no loss.
    if let Ok(before) = tally_of(&newest) {
        let now = tally_of(draft.path())?;
        let io = |error: io::Error| io_error(&newest, &error);
        if before.has_what_is_gone_in(&now) {
            let apart = keep_apart(database).map_err(io)?;
            if now.damaged > 0 {
                warning = Some(format!(
                    "{}: {} rows are damaged (`hulldown saves check`); the backup of before is kept as {}",
                    database.display(),
                    now.damaged,
                    apart.display()
                ));
            }
        } else {
            grow_older(database).map_err(io)?;
        }
    }
    draft.put_in_place(true).map_err(|error| io_error(&newest, &error))?;
    Ok(warning)
}

/// Moves the newest backup to where those are kept that have something the database has no more. Those a month old go.
fn keep_apart(database: &Path) -> io::Result<PathBuf> {
    let all: Vec<_> = (1..).map(|n| older(database, &nth_fewer(n))).take_while(|path| path.exists()).collect();
    let mut kept = Vec::new();
    for path in all {
        if files::age(&path).is_some_and(|age| age > MONTH) { fs::remove_file(&path)? } else { kept.push(path) }
    }
    for (n, path) in (1..).zip(&mut kept) {
        let place = older(database, &nth_fewer(n));
        if *path != place {
            fs::rename(&path, &place)?;
            *path = place;
        }
    }
    let apart = older(database, &nth_fewer(kept.len() as u32 + 1));
    fs::rename(backup_path(database), &apart)?;
    sync_directory(&apart)?;
    Ok(apart)
}

/// Moves the newest backup to the week's place and that one to the month's, where those are due.
fn grow_older(database: &Path) -> io::Result<()> {
    let (week, month) = (older(database, "week"), older(database, "month"));
    let is_due = |path: &Path, least: Duration| files::age(path).is_none_or(|age| age > least);
    if is_due(&week, WEEK) {
        if week.exists() && is_due(&month, MONTH) {
            fs::rename(&week, &month)?;
        }
        fs::rename(backup_path(database), &week)?;
        sync_directory(&week)?;
    }
    Ok(())
}

/// What a database holds, to be compared with what another holds.
struct Tally {
    /// How many sound entries each game has.
    games: BTreeMap<GameId, u64>,
    /// How many entries are not sound.
    damaged: u64,
}

impl Tally {
    /// Whether a game is gone, or has fewer sound entries, in the other.
    fn has_what_is_gone_in(&self, other: &Tally) -> bool {
        self.games.iter().any(|(game, entries)| other.games.get(game).is_none_or(|there| there < entries))
    }
}

fn tally_of(path: &Path) -> Result<Tally, StoreError> {
    let count = || -> Result<Tally, Fault> {
        let conn = schema::connect_reader(path)?;
        // Before the second version rows had no checksums: all that can be read counts.
        let sums = schema::version(&conn, path)? >= 2;
        let is_sound = if sums { sound!(step_sum!()) } else { "true" };
        let mut games: BTreeMap<GameId, u64> = conn
            .prepare("select id from game")?
            .query_map([], |row| Ok((row.get(0)?, 0)))?
            .collect::<Result<_, _>>()?;
        let mut damaged = 0;
        let mut select = conn.prepare(&format!("select game, total({is_sound}), count(*) from entry group by game"))?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let (sound, all) = (row.get::<_, f64>(1)? as u64, row.get::<_, u64>(2)?);
            games.insert(row.get(0)?, sound);
            damaged += all - sound;
        }
        Ok(Tally { games, damaged })
    };
    count().map_err(|fault| fault.at(path))
}

/// Copies a damaged database, as it is, to a name that is free, before it is changed. Returns the name.
pub(crate) fn keep_damaged(conn: &Connection, database: &Path) -> Result<PathBuf, StoreError> {
    let to = free_name(database, ".damaged").map_err(|error| io_error(database, &error))?;
    let draft = Draft::private(&to).map_err(|error| io_error(&to, &error))?;
    drop(copy_pages(conn, database, &draft, &to)?);
    draft.put_in_place(false).map_err(|error| io_error(&to, &error))?;
    Ok(to)
}

/// A name beside the database that neither a file nor the log of one has.
pub(crate) fn free_name(database: &Path, suffix: &str) -> io::Result<PathBuf> {
    let mut free = beside(database, suffix);
    for n in 2.. {
        if !free.try_exists()? && !beside(&free, "-wal").try_exists()? {
            break;
        }
        free = beside(database, &format!("{suffix}-{n}"));
    }
    Ok(free)
}

/// Copies the database `from` to a draft of the file `to`, if it is sound.
pub(crate) fn write_draft(conn: &Connection, from: &Path, draft: &Draft, to: &Path) -> Result<(), StoreError> {
    seal(copy_pages(conn, from, draft, to)?, from, to)
}

/// Whose fault an error while copying is. Nobody has heard of the draft: the file that was asked for is named.
fn blame(from: &Path, to: &Path) -> impl Fn(rusqlite::Error) -> StoreError {
    move |error| {
        let file = if is_damage(&error) { from } else { to };
        Fault::Sql(error).at(file)
    }
}

fn copy_pages(conn: &Connection, from: &Path, draft: &Draft, to: &Path) -> Result<Connection, StoreError> {
    let blame = blame(from, to);
    let mut target = schema::connect(draft.path()).map_err(|fault| fault.at(to))?;
    // All pages in one step: they are of one moment, and in log mode nobody waits for us.
    let copy = Backup::new(conn, &mut target).map_err(&blame)?;
    if copy.step(-1).map_err(&blame)? != StepResult::Done {
        return Err(StoreError::Locked { path: from.to_path_buf() });
    }
    drop(copy);
    Ok(target)
}

/// Makes a finished copy one file without a log, so that it can be moved and sent about, and looks whether it is sound.
pub(crate) fn seal(copy: Connection, from: &Path, to: &Path) -> Result<(), StoreError> {
    let blame = blame(from, to);
    copy.pragma_update_and_check(None, "journal_mode", "delete", |_| Ok(())).map_err(&blame)?;
    let verdict: String = copy.query_row("pragma quick_check(1)", [], |row| row.get(0)).map_err(&blame)?;
    if verdict != "ok" {
        return Err(StoreError::Corrupt { path: from.to_path_buf(), why: verdict });
    }
    copy.close().map_err(|(_, error)| blame(error))
}
