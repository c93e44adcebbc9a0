//! The writes, each run by the writer inside a transaction.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};

use crate::error::{Fault, StoreError};
use crate::names;
use crate::read::{is_id, is_taken};
use crate::rows::{GameId, Meta, NewGameRow, Snapshot, ToldRows};
use crate::settings::{self, Whose};
use crate::sums::{game_sum, sound, step_sum};
use crate::told;

/// How many snapshots of a game are kept: the newest is for loading, the others for when it is damaged and for copies.
const SNAPSHOTS_KEPT: u64 = 4;

impl Meta {
    fn time(&self) -> i64 {
        self.updated.unwrap_or_else(now)
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

pub(crate) fn create(conn: &Connection, new: &NewGameRow) -> Result<GameId, Fault> {
    if let Some(before) = new.follows {
        length(conn, before)?;
        let mut following = conn.prepare_cached("select id from game where follows = ?1")?;
        if let Some(there) = following.query_row([before], |row| row.get(0)).optional()? {
            return Ok(there);
        }
    }
    let name = free_name(conn, &new.name, None)?;
    let id = free_id(conn)?;
    let length = new.entries.len() as u64;
    conn.prepare_cached(
        "insert into game (id, name, name_key, title, created, updated, rules_version, pack, summary, outcome, \
         length, head, follows) values (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?
    .execute(params![
        id,
        name,
        names::key(&name),
        new.title,
        new.meta.time(),
        new.rules_version,
        new.pack,
        new.meta.summary,
        new.meta.outcome,
        length,
        new.head,
        new.follows
    ])?;
    seal(conn, id)?;
    add_entries(conn, id, 0, &new.entries)?;
    if let Some(snapshot) = &new.snapshot {
        keep_snapshot(conn, id, length, snapshot)?;
    }
    for (key, value) in &new.settings {
        settings::put(conn, Whose::Game(id), key, value)?;
    }
    told::keep(conn, id, 0, &new.told)?;
    Ok(id)
}

/// Puts the checksum on a game's row once all of it is written.
fn seal(conn: &Connection, game: GameId) -> Result<(), Fault> {
    let sql = concat!("update game set sum = ", game_sum!(), " where id = ?1");
    conn.prepare_cached(sql)?.execute([game])?;
    Ok(())
}

/// Is the row of the game what was written? If not, nothing is put on top of it: a new checksum would hide the damage.
fn is_sound(conn: &Connection, game: GameId) -> Result<(), Fault> {
    let sql = concat!("select ", sound!(game_sum!()), " from game where id = ?1");
    let sound: Option<bool> = conn.prepare_cached(sql)?.query_row([game], |row| row.get(0)).optional()?;
    match sound {
        None => Err(no_game(game)),
        Some(true) => Ok(()),
        Some(false) => Err(StoreError::Garbled { what: game.to_string() }.into()),
    }
}

pub(crate) fn append(
    conn: &Connection,
    game: GameId,
    expected: u64,
    entries: &[String],
    snapshot: Option<&Snapshot>,
    meta: &Meta,
    told: Option<&ToldRows>,
) -> Result<u64, Fault> {
    let grown = expected + entries.len() as u64;
    let sql = concat!(
        "update game set summary = ?2, outcome = ?3, updated = ?4, length = ?5, sum = ",
        game_sum!(updated = "?4", summary = "?2", outcome = "?3", length = "?5"),
        " where id = ?1 and length = ?6 and ",
        sound!(game_sum!())
    );
    let found =
        conn.prepare_cached(sql)?.execute(params![game, meta.summary, meta.outcome, meta.time(), grown, expected])?;
    if found == 0 {
        is_sound(conn, game)?;
        return Err(StoreError::Stale { have: length(conn, game)? }.into());
    }
    add_entries(conn, game, expected, entries)?;
    if let Some(snapshot) = snapshot {
        keep_snapshot(conn, game, grown, snapshot)?;
    }
    if let Some(told) = told {
        told::keep(conn, game, told.from, &told.lines)?;
    }
    Ok(grown)
}

pub(crate) fn rename(conn: &Connection, game: GameId, name: &str) -> Result<(), Fault> {
    is_sound(conn, game)?;
    let name = free_name(conn, name, Some(game))?;
    conn.prepare_cached("update game set name = ?2, name_key = ?3 where id = ?1")?.execute(params![
        game,
        name,
        names::key(&name)
    ])?;
    seal(conn, game)
}

pub(crate) fn duplicate(conn: &Connection, game: GameId, upto: u64, name: &str) -> Result<GameId, Fault> {
    let length = length(conn, game)?;
    let name = free_name(conn, name, None)?;
    let id = free_id(conn)?;
    let time = now();
    // A copy that ends earlier has not ended the way the whole did.
    conn.prepare_cached(
        "insert into game (id, name, name_key, title, created, updated, rules_version, pack, summary, outcome, \
         length, head) select ?2, ?3, ?4, title, ?5, ?5, rules_version, pack, summary, iif(?6 < length, null, outcome), \
         ?6, head from game where id = ?1",
    )?
    .execute(params![game, id, name, names::key(&name), time, upto])?;
    seal(conn, id)?;
    // The limit keeps it from looking at the row after the last, which may be the first of the damaged ones.
    let copied = conn
        .prepare_cached(concat!(
            "insert into entry (game, seq, body, sum) select ?2, seq, body, row_sum(?2, seq, body) from entry \
             where game = ?1 and seq <= ?3 and ",
            sound!(step_sum!()),
            " order by seq limit ?3"
        ))?
        .execute(params![game, id, upto])? as u64;
    if copied != upto {
        return Err(StoreError::NoStep { seq: upto, have: copied.min(length) }.into());
    }
    conn.prepare_cached(concat!(
        "insert into snapshot (game, seq, body, sum) select ?2, seq, body, row_sum(?2, seq, body) from snapshot \
         where game = ?1 and seq <= ?3 and ",
        sound!(step_sum!())
    ))?
    .execute(params![game, id, upto])?;
    settings::copy(conn, game, id)?;
    // What was told with a part of the entries is not known here; whoever goes on with the copy tells it again.
    if upto == length {
        conn.prepare_cached(
            "insert into told (game, first, lines, packed, body, sum) \
             select ?2, first, lines, packed, body, row_sum(?2, first, lines, packed, body) from told where game = ?1",
        )?
        .execute([game, id])?;
    }
    Ok(id)
}

pub(crate) fn remove(conn: &Connection, game: GameId) -> Result<(), Fault> {
    // Entries, snapshots and settings go with it: the schema cascades.
    match conn.prepare_cached("delete from game where id = ?1")?.execute([game])? {
        0 => Err(no_game(game)),
        _ => Ok(()),
    }
}

pub(crate) fn length(conn: &Connection, game: GameId) -> Result<u64, Fault> {
    conn.prepare_cached("select length from game where id = ?1")?
        .query_row([game], |row| row.get(0))
        .optional()?
        .ok_or_else(|| no_game(game))
}

pub(crate) fn no_game(game: GameId) -> Fault {
    StoreError::NoGame { what: game.to_string() }.into()
}

fn add_entries(conn: &Connection, game: GameId, after: u64, entries: &[String]) -> Result<(), Fault> {
    let mut insert =
        conn.prepare_cached("insert into entry (game, seq, body, sum) values (?1, ?2, ?3, row_sum(?1, ?2, ?3))")?;
    for (seq, body) in (after + 1..).zip(entries) {
        insert.execute(params![game, seq, body])?;
    }
    Ok(())
}

fn keep_snapshot(conn: &Connection, game: GameId, length: u64, snapshot: &Snapshot) -> Result<(), Fault> {
    if snapshot.seq > length {
        return Err(StoreError::NoStep { seq: snapshot.seq, have: length }.into());
    }
    // The oldest of them gives up its row: to add one and take another off would touch twice as many pages.
    let over = conn
        .prepare_cached(
            "update snapshot set seq = ?2, body = ?3, sum = row_sum(?1, ?2, ?3) where game = ?1 and seq < ?2 and seq = \
             (select seq from snapshot where game = ?1 order by seq desc limit 1 offset ?4) \
             and not exists (select 1 from snapshot where game = ?1 and seq = ?2)",
        )?
        .execute(params![game, snapshot.seq, snapshot.body, SNAPSHOTS_KEPT - 1])?;
    if over > 0 {
        return Ok(());
    }
    conn.prepare_cached(
        "insert or replace into snapshot (game, seq, body, sum) values (?1, ?2, ?3, row_sum(?1, ?2, ?3))",
    )?
    .execute(params![game, snapshot.seq, snapshot.body])?;
    conn.prepare_cached(
        "delete from snapshot where game = ?1 and seq <= \
         (select seq from snapshot where game = ?1 order by seq desc limit 1 offset ?2)",
    )?
    .execute(params![game, SNAPSHOTS_KEPT])?;
    Ok(())
}

/// The tidied name, if no game but `own` has it, nor has it for an id.
fn free_name(conn: &Connection, name: &str, own: Option<GameId>) -> Result<String, Fault> {
    let name = names::tidy(name)?;
    if is_id(conn, &name)? {
        return Err(StoreError::BadName { name, why: "it is the id of a game" }.into());
    }
    let holder: Option<GameId> = conn
        .prepare_cached("select id from game where name_key = ?1")?
        .query_row([names::key(&name)], |row| row.get(0))
        .optional()?;
    if holder.is_some() && holder != own { Err(StoreError::NameTaken { name }.into()) } else { Ok(name) }
}

/// An id that no game has, neither for an id nor for a name.
fn free_id(conn: &Connection) -> Result<GameId, Fault> {
    loop {
        let id: GameId = conn.query_row("select random() & 0xffffffff", [], |row| row.get(0))?;
        if !is_taken(conn, &id.to_string())? {
            return Ok(id);
        }
    }
}
