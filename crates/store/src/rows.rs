//! What goes into the store and comes out of it.

use std::fmt;
use std::str::FromStr;

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};

use crate::settings::Settings;

/// Which game: eight hexadecimal digits, drawn at random so that games of two stores seldom clash.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct GameId(pub(crate) u32);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

/// The text is not the id of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a game's id has eight hexadecimal digits")]
pub struct NotAnId;

impl FromStr for GameId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let ids = ids_starting(text).ok_or(NotAnId)?;
        if ids.0 == ids.1 { Ok(ids.0) } else { Err(NotAnId) }
    }
}

/// The first and last id that start with these digits. Fewer than four are refused:
/// a mistyped short name must not pass for a game.
pub(crate) fn ids_starting(digits: &str) -> Option<(GameId, GameId)> {
    if !(4..=8).contains(&digits.len()) || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let open_bits = 4 * (8 - digits.len());
    let first = u32::from_str_radix(digits, 16).ok()? << open_bits;
    Some((GameId(first), GameId(first | ((1 << open_bits) - 1))))
}

impl From<GameId> for String {
    fn from(id: GameId) -> Self {
        id.to_string()
    }
}

impl TryFrom<String> for GameId {
    type Error = NotAnId;

    fn try_from(text: String) -> Result<Self, NotAnId> {
        text.parse()
    }
}

impl ToSql for GameId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

impl FromSql for GameId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        u32::column_result(value).map(GameId)
    }
}

/// A game to be saved for the first time. With entries it is an import: all of it is saved, or nothing.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct NewGameRow {
    /// Its name, unlike that of any other game in the store; see [`Store::fresh_name`](crate::Store::fresh_name).
    pub name: String,
    /// Which board game, such as `duel`.
    pub title: String,
    /// The version of the rules it is played by.
    pub rules_version: u32,
    /// The pack of charts laid over ours, if any.
    pub pack: Option<String>,
    /// Setup, seed, dice: what does not change while the game is played, as JSON.
    pub head: String,
    /// What lists show of it.
    pub meta: Meta,
    /// What has already happened.
    pub entries: Vec<String>,
    /// A state on the way.
    pub snapshot: Option<Snapshot>,
    /// What goes with it without being part of its record.
    pub settings: Settings,
    /// What has been told, line by line.
    pub told: Vec<String>,
    /// The game it goes on from by newer rules. There is only one such: if there is one already, none is made, and that is the one
    /// that comes back.
    pub follows: Option<GameId>,
}

/// What was told at the table with some entries, as lines of text without line breaks.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ToldRows {
    /// The number of the first of them, from 0; lines told before that have this number or a later one are no more.
    pub from: u64,
    /// The lines.
    pub lines: Vec<String>,
}

/// What lists show of a game, renewed with every append.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Meta {
    /// How the game stands, on one line.
    pub summary: String,
    /// How it ended; `None` while it goes on.
    pub outcome: Option<String>,
    /// When, in unix seconds; `None` is now.
    pub updated: Option<i64>,
}

/// The state of a game after entry number `seq`, so that loading need not play everything again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// The last entry that went into it; 0 is the start of the game.
    pub seq: u64,
    /// The state, as JSON.
    pub body: String,
}

/// A game as lists show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameRow {
    /// Which game.
    pub id: GameId,
    /// Its name.
    pub name: String,
    /// Which board game, such as `duel`.
    pub title: String,
    /// When it was started, in unix seconds.
    pub created: i64,
    /// When it was last played, in unix seconds.
    pub updated: i64,
    /// The version of the rules it is played by.
    pub rules_version: u32,
    /// The pack of charts laid over ours, if any.
    pub pack: Option<String>,
    /// How it stands, on one line.
    pub summary: String,
    /// How it ended; `None` while it goes on.
    pub outcome: Option<String>,
    /// How many entries it has: the sequence number the next append must expect.
    pub length: u64,
    /// The game it goes on from by newer rules.
    pub follows: Option<GameId>,
}

/// A whole game, read back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// What lists show of it.
    pub row: GameRow,
    /// Setup, seed, dice, as given to [`Store::create`](crate::Store::create).
    pub head: String,
    /// What happened, from the first entry on without a gap.
    pub entries: Vec<String>,
    /// The newest state that can be read and lies within `entries`.
    pub snapshot: Option<Snapshot>,
    /// What is wrong, if part of the game is lost: then `entries` ends before the first that cannot be read, and
    /// [`Store::duplicate`](crate::Store::duplicate) up to there recovers it.
    pub damage: Option<String>,
}
