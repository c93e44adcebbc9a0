//! The reads. A damaged file gives what is left of it.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::error::{Fault, StoreError, is_damage};
use crate::names;
use crate::rows::{GameId, GameRow, Snapshot, Stored, ids_starting};
use crate::schema;
use crate::sums::{game_sum, sound, step_sum};
use crate::write::no_game;

const COLUMNS: &str = "id, name, title, created, updated, rules_version, pack, summary, outcome, length, follows";

fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        id: row.get(0)?,
        name: text(row, 1)?.unwrap_or_default(),
        title: text(row, 2)?.unwrap_or_default(),
        created: row.get(3)?,
        updated: row.get(4)?,
        rules_version: row.get(5)?,
        pack: text(row, 6)?,
        summary: text(row, 7)?.unwrap_or_default(),
        outcome: text(row, 8)?,
        length: row.get(9)?,
        follows: row.get(10)?,
    })
}

/// Text for a list. Damaged letters are marked, for one bad name must not hide all games.
fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<String>> {
    Ok(match row.get_ref(column)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        _ => None,
    })
}

pub(crate) fn list(conn: &Connection) -> Result<Vec<GameRow>, Fault> {
    let mut select = conn.prepare_cached(&format!("select {COLUMNS} from game order by updated desc, name_key"))?;
    let rows = select.query_map([], game_row)?.collect::<Result<_, _>>()?;
    Ok(rows)
}

/// How many entries these games have; those that are gone are left out.
pub(crate) fn lengths(conn: &Connection, games: &[GameId]) -> Result<Vec<(GameId, u64)>, Fault> {
    let mut select = conn.prepare_cached("select length from game where id = ?1")?;
    let mut lengths = Vec::with_capacity(games.len());
    for game in games {
        let length = select.query_row([game], |row| row.get(0)).optional()?;
        lengths.extend(length.map(|length| (*game, length)));
    }
    Ok(lengths)
}

/// The game with this id.
pub(crate) fn row(conn: &Connection, game: GameId) -> Result<GameRow, Fault> {
    let mut select = conn.prepare_cached(&format!("select {COLUMNS} from game where id = ?1"))?;
    select.query_row([game], game_row).optional()?.ok_or_else(|| no_game(game))
}

/// The game a person means. A whole id is an address, and no name takes its place; the beginning of one is a shorthand,
/// and comes after names.
pub(crate) fn find(conn: &Connection, what: &str) -> Result<GameRow, Fault> {
    if let Some(row) = what.trim().parse().ok().map(|id| row(conn, id)).and_then(Result::ok) {
        return Ok(row);
    }
    let mut named = conn.prepare_cached(&format!("select {COLUMNS} from game where name_key = ?1"))?;
    if let Some(row) = named.query_row([names::key(what.trim())], game_row).optional()? {
        return Ok(row);
    }
    let mut games = Vec::new();
    if let Some((first, last)) = ids_starting(what.trim()) {
        let mut numbered = conn.prepare_cached(&format!("select {COLUMNS} from game where id between ?1 and ?2"))?;
        games = numbered.query_map([first, last], game_row)?.collect::<Result<_, _>>()?;
    }
    let what = what.to_owned();
    match (games.pop(), games.is_empty()) {
        (None, _) => Err(StoreError::NoGame { what }.into()),
        (Some(row), true) => Ok(row),
        (Some(row), false) => {
            games.push(row);
            let games = games.iter().map(|row| format!("{} ({})", row.id, row.name)).collect();
            Err(StoreError::Ambiguous { what, games }.into())
        }
    }
}

/// The game that goes on from this one by newer rules.
pub(crate) fn following(conn: &Connection, game: GameId) -> Result<Option<GameRow>, Fault> {
    let mut select = conn.prepare_cached(&format!("select {COLUMNS} from game where follows = ?1"))?;
    Ok(select.query_row([game], game_row).optional()?)
}

/// Does a game have this name, or this id?
pub(crate) fn is_taken(conn: &Connection, name: &str) -> Result<bool, Fault> {
    Ok(conn.prepare_cached("select 1 from game where name_key = ?1")?.exists([names::key(name)])? || is_id(conn, name)?)
}

/// Is this the id of a game?
pub(crate) fn is_id(conn: &Connection, name: &str) -> Result<bool, Fault> {
    match name.parse::<GameId>() {
        Ok(id) => Ok(conn.prepare_cached("select 1 from game where id = ?1")?.exists([id])?),
        Err(_) => Ok(false),
    }
}

pub(crate) fn load(conn: &Connection, game: GameId) -> Result<Stored, Fault> {
    let sound = sound!(game_sum!());
    let (row, head, is_sound) = conn
        .prepare_cached(&format!("select {COLUMNS}, head, {sound} from game where id = ?1"))?
        .query_row([game], |row| Ok((game_row(row)?, text(row, 11)?.unwrap_or_default(), row.get::<_, bool>(12)?)))
        .optional()?
        .ok_or_else(|| no_game(game))?;
    let mut entries = Vec::new();
    let mut damage = salvage(read_entries(conn, game, &mut entries))?;
    if !is_sound {
        damage.get_or_insert_with(|| "what it is called and how it began is not what was written".into());
    }
    let found = entries.len() as u64;
    if damage.is_none() && found != row.length {
        damage = Some(format!("{found} of {} steps are there", row.length));
    }
    let mut snapshot = None;
    // A snapshot that cannot be read costs time, not the game.
    salvage(read_snapshot(conn, game, found, &mut snapshot).map(|()| None))?;
    Ok(Stored { row, head, entries, snapshot, damage })
}

/// Reads entries in order, up to the first that is missing, unreadable, or not what was written.
fn read_entries(conn: &Connection, game: GameId, entries: &mut Vec<String>) -> Result<Option<String>, rusqlite::Error> {
    let sql = concat!("select seq, body, ", sound!(step_sum!()), " from entry where game = ?1 order by seq");
    let mut select = conn.prepare_cached(sql)?;
    let mut rows = select.query([game])?;
    while let Some(row) = rows.next()? {
        if row.get::<_, u64>(0)? != entries.len() as u64 + 1 {
            break;
        }
        let body = row.get(1)?;
        if !row.get::<_, bool>(2)? {
            return Ok(Some(format!("step {} is not what was written", entries.len() + 1)));
        }
        entries.push(body);
    }
    Ok(None)
}

/// Reads the newest snapshot at or before `upto` that can be read.
fn read_snapshot(
    conn: &Connection,
    game: GameId,
    upto: u64,
    newest: &mut Option<Snapshot>,
) -> Result<(), rusqlite::Error> {
    let mut select = conn.prepare_cached(concat!(
        "select seq, body from snapshot where game = ?1 and seq <= ?2 and ",
        sound!(step_sum!()),
        " order by seq desc"
    ))?;
    let mut rows = select.query(params![game, upto])?;
    while let (None, Some(row)) = (&newest, rows.next()?) {
        *newest = match (row.get(0), row.get(1)) {
            (Ok(seq), Ok(body)) => Some(Snapshot { seq, body }),
            _ => None,
        };
    }
    Ok(())
}

/// Turns damage into a remark; other errors stay errors.
fn salvage(read: Result<Option<String>, rusqlite::Error>) -> Result<Option<String>, Fault> {
    match read {
        Ok(remark) => Ok(remark),
        Err(error) if is_damage(&error) => Ok(Some(error.to_string())),
        Err(error) => Err(error.into()),
    }
}

/// What is wrong with a file of this version; nothing if all is well.
pub(crate) fn check(conn: &Connection, version: i32) -> Result<Vec<String>, Fault> {
    let mut found = Vec::new();
    let damage = salvage(look_for_damage(conn, version, &mut found).map(|()| None))?;
    found.extend(damage);
    Ok(found)
}

fn look_for_damage(conn: &Connection, version: i32, found: &mut Vec<String>) -> Result<(), rusqlite::Error> {
    let mut each = |sql: &str| -> Result<(), rusqlite::Error> {
        let mut select = conn.prepare(sql)?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            found.extend(text(row, 0)?.filter(|line| line != "ok"));
        }
        Ok(())
    };
    each("pragma integrity_check")?;
    each("select 'a row of ' || \"table\" || ' belongs to no game' from pragma_foreign_key_check")?;
    each(
        "select name || ': ' || there || ' of ' || length || ' steps are there' from \
         (select name, length, (select count(*) from entry where game = id and seq between 1 and length) as there \
          from game) where there <> length",
    )?;
    if version >= schema::SUMS {
        SUMS_LOOKED_AT.iter().try_for_each(|sql| each(sql))?;
    }
    if version >= schema::TOLD {
        each(
            "select name || ': what was told from line ' || first || ' on is not what was written' from told \
             join game on id = game where told.sum is not row_sum(game, first, lines, packed, body)",
        )?;
    }
    Ok(())
}

/// Rows that are not what was written, by their checksums.
const SUMS_LOOKED_AT: [&str; 6] = [
    concat!("select name || ': its header is not what was written' from game where not ", sound!(game_sum!())),
    "select name || ': ' || count(*) || ' steps are not what was written, the first is step ' || min(seq) \
     from entry join game on id = game where not (entry.sum is null or entry.sum = row_sum(game, seq, body)) \
     group by id",
    "select name || ': the position after step ' || seq || ' is not what was written' \
     from snapshot join game on id = game \
     where not (snapshot.sum is null or snapshot.sum = row_sum(game, seq, body))",
    "select name || ': its setting ' || key || ' is not what was written' \
     from setting join game on id = game where setting.sum is not row_sum(game, key, value)",
    "select 'the preference ' || key || ' is not what was written' from preference where sum is not row_sum(key, value)",
    "select there || ' rows have no checksum' from (select (select count(*) from game where sum is null) + \
     (select count(*) from entry where sum is null) + (select count(*) from snapshot where sum is null) as there) \
     where there > 0",
];
