//! What reading every chart file needs besides what all games share: the book's dice, columns, modifiers.

use crate::words::Post;
pub(super) use hulldown_core::chart::read::{At, Book, array, each as named};
use hulldown_core::chart::{ChartError, DieTable};
use hulldown_core::dice::{D10, D100, Dice};
use serde::Deserialize;
use std::fmt::Display;

/// Numbers for close, medium and long range: percentages.
pub(super) fn percentages(at: &At, name: &str, numbers: [i8; 3], low: i8) -> Result<[i8; 3], ChartError> {
    for number in numbers {
        at.within(name, number, i32::from(low)..=100)?;
    }
    Ok(numbers)
}

/// Dice as the book writes them: 1D or 2D (3.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Die(pub(super) Dice);

impl<'de> Deserialize<'de> for Die {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        match String::deserialize(d)?.as_str() {
            "1D" => Ok(Die(D10)),
            "2D" => Ok(Die(D100)),
            other => Err(serde::de::Error::custom(format!("`{other}` is neither 1D nor 2D"))),
        }
    }
}

impl From<Die> for Dice {
    fn from(die: Die) -> Dice {
        die.0
    }
}

/// A crewman written by his letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Letter(pub(super) Post);

impl<'de> Deserialize<'de> for Letter {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let letter = String::deserialize(d)?;
        Post::from_letter(&letter)
            .map(Letter)
            .ok_or_else(|| serde::de::Error::custom(format!("no crewman has the letter `{letter}`")))
    }
}

/// Makes the type of a table: the heading every table has, and fields of its own.
macro_rules! table {
    ($name:ident { $($(#[$meta:meta])* $field:ident: $kind:ty,)* }) => {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $name {
            id: String,
            die: crate::charts::read::Die,
            #[serde(default)]
            clamp: Option<[i8; 2]>,
            provenance: hulldown_core::chart::Provenance,
            source: String,
            rules: Vec<String>,
            #[serde(default)]
            note: Option<String>,
            $($(#[$meta])* $field: $kind,)*
        }

        impl $name {
            /// What its totals are read between.
            #[allow(dead_code)]
            fn clamp(&self) -> [i8; 2] {
                self.clamp.unwrap_or([self.die.0.min(), self.die.0.max()])
            }

            /// The sheet it makes, without its rows.
            #[allow(dead_code)]
            fn sheet(&self, title: &str) -> hulldown_core::chart::ChartSheet {
                let mut sheet = hulldown_core::chart::lay::sheet(&self.id, title, Some(self.die.0), self.provenance, &self.source);
                sheet.notes.extend(self.note.clone());
                sheet.notes.push(format!("rules {}", self.rules.join(", ")));
                sheet
            }
        }
    };
}
pub(super) use table;

/// A row of a column: a run of rolls and what they mean, whatever the file calls it.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(super) struct Row<T> {
    pub(super) roll: [i8; 2],
    #[serde(
        alias = "action",
        alias = "attack",
        alias = "ambush",
        alias = "battle",
        alias = "event",
        alias = "facing",
        alias = "hit",
        alias = "ko",
        alias = "location",
        alias = "out",
        alias = "range",
        alias = "resistance",
        alias = "result",
        alias = "rounds",
        alias = "side",
        alias = "squads",
        alias = "tank",
        alias = "unit"
    )]
    pub(super) value: T,
}

/// A column that stands alone.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plain<R> {
    pub(super) rows: Vec<R>,
}

/// A column for one word.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Column<K, R> {
    #[serde(
        alias = "class",
        alias = "expected",
        alias = "month",
        alias = "resistance",
        alias = "scenario",
        alias = "target"
    )]
    pub(super) key: K,
    pub(super) rows: Vec<R>,
}

/// A column for several words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Columns<K, R> {
    #[serde(alias = "actions", alias = "classes", alias = "months")]
    pub(super) keys: Vec<K>,
    #[serde(default)]
    pub(super) note: Option<String>,
    pub(super) rows: Vec<R>,
}

/// The cells of rows as a die table wants them.
pub(super) fn cells<T: Copy>(rows: &[Row<T>]) -> Vec<([i8; 2], T)> {
    rows.iter().map(|row| (row.roll, row.value)).collect()
}

/// The only column of a table.
pub(super) fn only<R>(at: &At, columns: Vec<Plain<R>>) -> Result<Vec<R>, ChartError> {
    let [column] = array(at, columns)?;
    Ok(column.rows)
}

/// Puts things in the order of their words, each there exactly once.
pub(super) fn each<K: Copy + PartialEq + Display, R, const N: usize>(
    at: &At,
    all: [K; N],
    rows: Vec<R>,
    key: impl Fn(&R) -> K,
) -> Result<[R; N], ChartError> {
    let mut found: [Option<R>; N] = [const { None }; N];
    for (n, row) in rows.into_iter().enumerate() {
        let key = key(&row);
        let Some(place) = all.iter().position(|word| *word == key) else {
            return Err(at.err(format_args!("row {}: {key} has no place here", n + 1)));
        };
        if found[place].replace(row).is_some() {
            return Err(at.err(format_args!("row {}: {key} is given twice", n + 1)));
        }
    }
    if let Some(gap) = found.iter().position(Option::is_none) {
        return Err(at.err(format_args!("nothing is said of {}", all[gap])));
    }
    array(at, found.into_iter().flatten().collect())
}

/// For each word the number of the row that serves it, if any; no word is served twice.
pub(super) fn serving<K: Copy + PartialEq + Display, const N: usize>(
    at: &At,
    all: [K; N],
    rows: impl Iterator<Item = Vec<K>>,
) -> Result<[Option<usize>; N], ChartError> {
    let mut found = [None; N];
    for (n, keys) in rows.enumerate() {
        at.check(!keys.is_empty(), format_args!("column {} is for nobody", n + 1))?;
        for key in keys {
            let Some(place) = all.iter().position(|word| *word == key) else {
                return Err(at.err(format_args!("column {}: {key} has no place here", n + 1)));
            };
            if let Some(other) = found[place].replace(n) {
                return Err(at.err(format_args!("{key} is in column {} and again in column {}", other + 1, n + 1)));
            }
        }
    }
    Ok(found)
}

/// Everybody is served.
pub(super) fn all_served<K: Copy + Display, const N: usize>(
    at: &At,
    all: [K; N],
    found: [Option<usize>; N],
) -> Result<[usize; N], ChartError> {
    if let Some(gap) = found.iter().position(Option::is_none) {
        return Err(at.err(format_args!("no column is for {}", all[gap])));
    }
    array(at, found.into_iter().flatten().collect())
}

/// One die table for each column of several words.
pub(super) fn columns<K, T: Copy>(
    at: &At,
    die: Die,
    clamp: [i8; 2],
    columns: &[Columns<K, Row<T>>],
) -> Result<Vec<DieTable<T>>, ChartError> {
    columns.iter().map(|c| at.column(die, clamp, &cells(&c.rows))).collect()
}

/// The words of each column, for its heading.
pub(super) fn labels<K: Display, R>(columns: &[Columns<K, R>]) -> Vec<String> {
    let label = |c: &Columns<K, R>| c.keys.iter().map(K::to_string).collect::<Vec<_>>().join(", ");
    columns.iter().map(label).collect()
}

/// Maps an array; the first error ends it.
pub(super) fn try_map<T, S, const N: usize>(
    items: [T; N],
    each: impl Fn(T) -> Result<S, ChartError>,
) -> Result<[S; N], ChartError> {
    let mut out = Vec::with_capacity(N);
    for item in items {
        out.push(each(item)?);
    }
    match out.try_into() {
        Ok(out) => Ok(out),
        Err(_) => unreachable!("as many came out as went in"),
    }
}

/// A modifier that is one number.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct When {
    pub(super) when: String,
    pub(super) add: i8,
}

/// The values of exactly these modifiers, in this order.
pub(super) fn whens<const N: usize>(at: &At, ids: [&str; N], rows: Vec<When>) -> Result<[i8; N], ChartError> {
    let found = named(at, ids, rows, |row| &row.when)?;
    for row in &found {
        at.within(&row.when, row.add, -100..=100)?;
    }
    Ok(found.map(|row| row.add))
}

/// A modifier for people: `+10 target in woods`.
pub(super) fn signed(value: i8, id: &str) -> String {
    format!("{value:+} {}", plain(id))
}

/// A modifier by range for people: `+5/+10/+15 target in woods`.
pub(super) fn signed3([close, medium, long]: [i8; 3], id: &str) -> String {
    if close == medium && medium == long {
        return signed(close, id);
    }
    format!("{close:+}/{medium:+}/{long:+} {}", plain(id))
}

/// An id in plain words, with the abbreviations of the game written as its charts write them.
pub(super) fn plain(id: &str) -> String {
    let word = |word: &str| match word {
        "at" | "aa" | "mg" | "lw" | "us" | "hvss" | "spg" | "he" | "ap" | "ko" => word.to_uppercase(),
        word => word.into(),
    };
    id.split('_').map(word).collect::<Vec<_>>().join(" ")
}
