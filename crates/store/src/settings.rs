//! What goes with a game, and with the program, without being part of a record: values by name. The store does not know
//! what they say. A value that is damaged costs itself alone.

use std::collections::BTreeMap;

use rusqlite::types::ToSql;
use rusqlite::{Connection, params, params_from_iter};

use crate::error::Fault;
use crate::rows::GameId;
use crate::write::length;

/// Values by name.
pub type Settings = BTreeMap<String, String>;

/// Whose settings.
#[derive(Clone, Copy)]
pub(crate) enum Whose {
    Game(GameId),
    Program,
}

impl Whose {
    /// The statement for this kind, in which `?1` is the game.
    fn pick(self, of_game: &'static str, of_program: &'static str) -> &'static str {
        match self {
            Whose::Game(_) => of_game,
            Whose::Program => of_program,
        }
    }

    /// The parameters of a statement: the game, if there is one, and these.
    fn with<'a>(&'a self, others: &[&'a dyn ToSql]) -> Vec<&'a dyn ToSql> {
        let game = match self {
            Whose::Game(game) => Some(game as &dyn ToSql),
            Whose::Program => None,
        };
        game.into_iter().chain(others.iter().copied()).collect()
    }
}

pub(crate) fn read(conn: &Connection, whose: Whose) -> Result<Settings, Fault> {
    let sql = whose.pick(
        "select key, value from setting where game = ?1 and sum = row_sum(game, key, value)",
        "select key, value from preference where sum = row_sum(key, value)",
    );
    let mut select = conn.prepare_cached(sql)?;
    let rows = select.query_map(params_from_iter(whose.with(&[])), |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Changes some of them: what the change does not touch stays as it is, whoever wrote it.
pub(crate) fn change(
    conn: &Connection,
    whose: Whose,
    change: &mut dyn FnMut(&mut Settings),
) -> Result<Settings, Fault> {
    if let Whose::Game(game) = whose {
        length(conn, game)?;
    }
    let before = read(conn, whose)?;
    let mut after = before.clone();
    change(&mut after);
    for (key, value) in after.iter().filter(|(key, value)| before.get(*key) != Some(value)) {
        put(conn, whose, key, value)?;
    }
    let delete =
        whose.pick("delete from setting where game = ?1 and key = ?2", "delete from preference where key = ?1");
    for key in before.keys().filter(|key| !after.contains_key(*key)) {
        conn.prepare_cached(delete)?.execute(params_from_iter(whose.with(&[key])))?;
    }
    Ok(after)
}

pub(crate) fn put(conn: &Connection, whose: Whose, key: &str, value: &str) -> Result<(), Fault> {
    let sql = whose.pick(
        "insert or replace into setting (game, key, value, sum) values (?1, ?2, ?3, row_sum(?1, ?2, ?3))",
        "insert or replace into preference (key, value, sum) values (?1, ?2, row_sum(?1, ?2))",
    );
    conn.prepare_cached(sql)?.execute(params_from_iter(whose.with(&[&key, &value])))?;
    Ok(())
}

/// Gives a copy what goes with the game it was made from.
pub(crate) fn copy(conn: &Connection, from: GameId, to: GameId) -> Result<(), Fault> {
    conn.prepare_cached(
        "insert into setting (game, key, value, sum) select ?2, key, value, row_sum(?2, key, value) from setting \
         where game = ?1 and sum = row_sum(game, key, value)",
    )?
    .execute(params![from, to])?;
    Ok(())
}

/// Takes settings over that were kept elsewhere, unless that was done before.
pub(crate) fn take_over(
    conn: &Connection,
    mark: &str,
    preferences: &Settings,
    games: &BTreeMap<GameId, Settings>,
) -> Result<(), Fault> {
    if read(conn, Whose::Program)?.contains_key(mark) {
        return Ok(());
    }
    put(conn, Whose::Program, mark, "taken over")?;
    change(conn, Whose::Program, &mut |there| add(there, preferences))?;
    for (game, settings) in games {
        if conn.prepare_cached("select 1 from game where id = ?1")?.exists([game])? {
            change(conn, Whose::Game(*game), &mut |there| add(there, settings))?;
        }
    }
    Ok(())
}

/// Adds what is not there yet.
fn add(there: &mut Settings, more: &Settings) {
    for (key, value) in more {
        there.entry(key.clone()).or_insert_with(|| value.clone());
    }
}
