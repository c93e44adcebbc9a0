//! A checksum a row. SQLite looks after the structure of its file, not after what the rows say: a letter that another
//! program or a failing disk has changed is a letter like any other to it.

use crc32fast::Hasher;
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;

/// What the checksum of a game's row covers. With values: the row as it will be when they are in it, for a statement that
/// changes both at once.
macro_rules! game_sum {
    () => {
        game_sum!(updated = "updated", summary = "summary", outcome = "outcome", length = "length")
    };
    (updated = $updated:literal, summary = $summary:literal, outcome = $outcome:literal, length = $length:literal) => {
        concat!(
            "row_sum(id, name, name_key, title, created, ",
            $updated,
            ", rules_version, pack, ",
            $summary,
            ", ",
            $outcome,
            ", ",
            $length,
            ", head)"
        )
    };
}

/// What the checksum of an entry or a snapshot covers. Game and number are in it: rows that changed places are found.
macro_rules! step_sum {
    () => {
        "row_sum(game, seq, body)"
    };
}

/// What the checksum of lines that were told covers.
macro_rules! told_sum {
    () => {
        "row_sum(game, first, lines, packed, body)"
    };
}

/// Whether the row is what was written. A row without a checksum comes from a file that had none, and may be anything.
macro_rules! sound {
    ($sum:expr) => {
        concat!("(sum is null or sum = ", $sum, ")")
    };
}

pub(crate) use {game_sum, sound, step_sum, told_sum};

/// Teaches a connection `row_sum`, the checksum of the values it is given.
pub(crate) fn define(conn: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    conn.create_scalar_function("row_sum", -1, flags, |values| {
        let mut sum = Hasher::new();
        for n in 0..values.len() {
            // Kind and length first: no two rows run together to the same bytes.
            match values.get_raw(n) {
                ValueRef::Null => sum.update(&[0]),
                ValueRef::Integer(number) => {
                    sum.update(&[1]);
                    sum.update(&number.to_le_bytes());
                }
                ValueRef::Real(number) => {
                    sum.update(&[2]);
                    sum.update(&number.to_bits().to_le_bytes());
                }
                ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                    sum.update(&[3]);
                    sum.update(&(bytes.len() as u64).to_le_bytes());
                    sum.update(bytes);
                }
            }
        }
        Ok(i64::from(sum.finalize()))
    })
}

/// Gives every row that has none its checksum.
pub(crate) const FILL: &str = concat!(
    "update game set sum = ",
    game_sum!(),
    " where sum is null; update entry set sum = ",
    step_sum!(),
    " where sum is null; update snapshot set sum = ",
    step_sum!(),
    " where sum is null;"
);
