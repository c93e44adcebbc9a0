//! What was told at the table: lines of text, the latest as they are, older ones packed together.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use rusqlite::{Connection, OptionalExtension, params};

use crate::error::Fault;
use crate::rows::GameId;
use crate::sums::{sound, told_sum};

/// Every so many lines those told since are packed: as they are they take ten times the room.
const TOGETHER: u64 = 512;

/// The most that one packed row is taken to hold: a damaged or hostile one must not fill the memory.
const MOST_UNPACKED: u64 = 64 << 20;

/// How many lines have been told in a game.
pub(crate) fn count(conn: &Connection, game: GameId) -> Result<u64, Fault> {
    let mut last = conn.prepare_cached("select first + lines from told where game = ?1 order by first desc limit 1")?;
    Ok(last.query_row([game], |row| row.get(0)).optional()?.unwrap_or(0))
}

/// Everything told in a game, up to the first line that is missing or cannot be read.
pub(crate) fn read(conn: &Connection, game: GameId) -> Result<Vec<String>, Fault> {
    let mut told = Vec::new();
    let mut select = conn.prepare_cached(concat!(
        "select first, packed, body from told where game = ?1 and ",
        sound!(told_sum!()),
        " order by first"
    ))?;
    let mut rows = select.query([game])?;
    while let Some(row) = rows.next()? {
        let body: Vec<u8> = row.get(2)?;
        let lines = if row.get(1)? { unpacked(&body) } else { Ok(body) }.ok().and_then(|text| lines(&text));
        match lines {
            Some(lines) if row.get::<_, u64>(0)? == told.len() as u64 => told.extend(lines),
            _ => break,
        }
    }
    Ok(told)
}

/// Keeps lines from a number on; what had this number or a later one before is no more.
pub(crate) fn keep(conn: &Connection, game: GameId, from: u64, lines: &[String]) -> Result<(), Fault> {
    let mut there = count(conn, game)?;
    if there > from {
        cut(conn, game, from)?;
        there = count(conn, game)?;
    }
    // Where lines before are lost, these would stand in the wrong place. No answer is refused for that; they are told again when the
    // game is next taken up.
    if lines.is_empty() || there != from {
        return Ok(());
    }
    let (count, text) = (lines.len() as u64, lines.join("\n").into_bytes());
    if from / TOGETHER < (from + count) / TOGETHER {
        pack(conn, game, (from, count, text))
    } else {
        lay(conn, game, from, count, &text)
    }
}

fn lay(conn: &Connection, game: GameId, first: u64, lines: u64, text: &[u8]) -> Result<(), Fault> {
    let mut insert =
        conn.prepare_cached("insert into told (game, first, lines, packed, body, sum) values (?1, ?2, ?3, 0, ?4, row_sum(?1, ?2, ?3, 0, ?4))")?;
    insert.execute(params![game, first, lines, text])?;
    Ok(())
}

/// Takes off what has this number or a later one.
fn cut(conn: &Connection, game: GameId, from: u64) -> Result<(), Fault> {
    let mut through = conn.prepare_cached(
        "select first, packed, body from told where game = ?1 and first < ?2 and first + lines > ?2 \
         order by first desc limit 1",
    )?;
    let part: Option<(u64, bool, Vec<u8>)> =
        through.query_row(params![game, from], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?;
    let first = part.as_ref().map_or(from, |(first, ..)| *first);
    conn.prepare_cached("delete from told where game = ?1 and first >= ?2")?.execute(params![game, first])?;
    if let Some((first, packed, body)) = part {
        let text = if packed { unpacked(&body).unwrap_or_default() } else { body };
        let kept: Vec<String> = lines(&text).unwrap_or_default().into_iter().take((from - first) as usize).collect();
        // Of a row that cannot be read nothing is left: what was told from there on is told again.
        if kept.len() as u64 == from - first {
            lay(conn, game, first, from - first, kept.join("\n").as_bytes())?;
        }
    }
    Ok(())
}

/// Makes one row of all that are loose, and of what follows them.
fn pack(conn: &Connection, game: GameId, last: (u64, u64, Vec<u8>)) -> Result<(), Fault> {
    let mut select =
        conn.prepare_cached("select first, lines, body from told where game = ?1 and packed = 0 order by first")?;
    let rows = select.query_map([game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let mut loose: Vec<(u64, u64, Vec<u8>)> = rows.collect::<Result<_, _>>()?;
    loose.push(last);
    let first = loose[0].0;
    let count: u64 = loose.iter().map(|(_, lines, _)| lines).sum();
    let text = loose.into_iter().map(|(.., body)| body).collect::<Vec<_>>().join(&b'\n');
    // In haste: a third of the time, and a fifth more room.
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
    let packed = packer.write_all(&text).and_then(|()| packer.finish());
    let packed = packed.map_err(|e| rusqlite::Error::ToSqlConversionFailure(e.into()))?;
    conn.prepare_cached("delete from told where game = ?1 and packed = 0")?.execute([game])?;
    conn.prepare_cached("insert into told (game, first, lines, packed, body, sum) values (?1, ?2, ?3, 1, ?4, row_sum(?1, ?2, ?3, 1, ?4))")?
        .execute(params![game, first, count, packed])?;
    Ok(())
}

fn unpacked(body: &[u8]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    ZlibDecoder::new(body).take(MOST_UNPACKED).read_to_end(&mut text)?;
    Ok(text)
}

fn lines(text: &[u8]) -> Option<Vec<String>> {
    Some(std::str::from_utf8(text).ok()?.split('\n').map(String::from).collect())
}
