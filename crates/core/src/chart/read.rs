//! What reading chart files needs: places in files to complain about, headings, rows in order, files taken part by part.

use super::{ChartError, DieTable, Files, Provenance};
use crate::dice::Dice;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;

/// A place in a chart file.
pub struct At {
    /// The file's name.
    pub file: &'static str,
    /// The table or row in it.
    pub table: String,
}

impl At {
    /// A place in a file.
    pub fn new(file: &'static str, table: impl Into<String>) -> At {
        At { file, table: table.into() }
    }

    /// A place within this one.
    pub fn in_row(&self, row: impl Display) -> At {
        At::new(self.file, format!("{} {row}", self.table))
    }

    /// What is wrong here.
    pub fn err(&self, what: impl Display) -> ChartError {
        ChartError::new(self.file, self.table.as_str(), what)
    }

    /// Complains unless it is right.
    pub fn check(&self, right: bool, what: impl Display) -> Result<(), ChartError> {
        if right { Ok(()) } else { Err(self.err(what)) }
    }

    /// A figure must make sense.
    pub fn within(&self, name: &str, value: impl Into<i32>, range: RangeInclusive<i32>) -> Result<(), ChartError> {
        let value = value.into();
        self.check(
            range.contains(&value),
            format_args!("{name} is {value}, outside {} to {}", range.start(), range.end()),
        )
    }

    /// What the rules decide, a file may only repeat: one that says otherwise is refused rather than shown.
    pub fn says<T: PartialEq + Debug + ?Sized>(&self, name: &str, given: &T, needed: &T) -> Result<(), ChartError> {
        self.check(given == needed, format_args!("{name} must be {needed:?}, not {given:?}"))
    }

    /// A roll against a number is thrown with the dice the rules say.
    pub fn die(&self, given: impl Into<Dice>, needed: Dice) -> Result<(), ChartError> {
        let given = given.into();
        self.check(given == needed, format_args!("is thrown with {needed}, not {given}"))
    }

    /// Charts are looked up by their ids.
    pub fn id(&self, given: &str, needed: &str) -> Result<(), ChartError> {
        self.check(given == needed, format_args!("the id is `{needed}`, not `{given}`"))
    }

    /// The high end of a range of rolls that must begin with the lowest.
    pub fn up_to(&self, name: &str, [low, high]: [i8; 2], dice: Dice) -> Result<i8, ChartError> {
        self.check(
            low == dice.min() && high >= low && high <= dice.max(),
            format_args!("{name} runs from {low} to {high}; it must begin at {} and stay within {dice}", dice.min()),
        )?;
        Ok(high)
    }

    /// The low end of a range of rolls that must end with the highest.
    pub fn from(&self, name: &str, [low, high]: [i8; 2], dice: Dice) -> Result<i8, ChartError> {
        self.check(
            high == dice.max() && low <= high && low >= dice.min(),
            format_args!("{name} runs from {low} to {high}; it must end at {} and stay within {dice}", dice.max()),
        )?;
        Ok(low)
    }

    /// A table is read at its ends by the totals its dice can throw, so a clamp that says otherwise would be a lie.
    pub fn clamp(&self, clamp: [i8; 2], dice: Dice) -> Result<(), ChartError> {
        self.check(
            clamp == [dice.min(), dice.max()],
            format_args!("clamp is {clamp:?}, but {dice} is read from {} to {}", dice.min(), dice.max()),
        )
    }

    /// A table that covers what its dice can throw.
    pub fn table<T: Copy>(&self, dice: Dice, rows: &[([i8; 2], T)]) -> Result<DieTable<T>, ChartError> {
        DieTable::new(dice, rows).map_err(|e| self.err(e))
    }

    /// A column of a table that is read from the ends of its clamp.
    pub fn column<T: Copy>(
        &self,
        dice: impl Into<Dice>,
        clamp: [i8; 2],
        rows: &[([i8; 2], T)],
    ) -> Result<DieTable<T>, ChartError> {
        DieTable::spanning(dice.into(), clamp, rows).map_err(|e| self.err(e))
    }
}

/// The heading of a chart that is read with dice.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The dice it is read with.
    pub die: Dice,
    /// Where its figures come from.
    pub provenance: Provenance,
    /// The grounds for that.
    pub source: String,
}

/// The heading of a chart that is only looked at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Where its figures come from.
    pub provenance: Provenance,
    /// The grounds for that.
    pub source: String,
}

/// Where a part of a chart comes from.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Grounds {
    /// Where its figures come from.
    pub provenance: Provenance,
    /// The grounds for that.
    pub source: String,
}

/// Puts rows in the order of `ids`, each there exactly once.
pub fn each<R, const N: usize>(
    at: &At,
    ids: [&str; N],
    rows: Vec<R>,
    id: impl Fn(&R) -> &str,
) -> Result<[R; N], ChartError> {
    let mut found: [Option<R>; N] = [const { None }; N];
    for (n, row) in rows.into_iter().enumerate() {
        let given = id(&row).to_owned();
        let Some(place) = ids.iter().position(|id| *id == given) else {
            return Err(at.err(format_args!("row {}: no `{given}` is known, only {}", n + 1, ids.join(", "))));
        };
        if found[place].replace(row).is_some() {
            return Err(at.err(format_args!("row {}: `{given}` is given twice", n + 1)));
        }
    }
    if let Some(gap) = found.iter().position(Option::is_none) {
        return Err(at.err(format_args!("`{}` is missing", ids[gap])));
    }
    array(at, found.into_iter().flatten().collect())
}

/// As [`each`], for rows whose order is frozen because saves hold their numbers.
pub fn in_order<R, const N: usize>(
    at: &At,
    ids: [&str; N],
    rows: Vec<R>,
    id: impl Fn(&R) -> &str,
) -> Result<[R; N], ChartError> {
    let out_of_place = rows.iter().zip(ids).position(|(row, needed)| id(row) != needed).map(|n| n + 1);
    let rows = each(at, ids, rows, id)?;
    match out_of_place {
        Some(row) => {
            Err(at.err(format_args!("row {row} must be `{}`: a pack keeps ids and their order", ids[row - 1])))
        }
        None => Ok(rows),
    }
}

/// Exactly so many entries.
pub fn array<T, const N: usize>(at: &At, items: Vec<T>) -> Result<[T; N], ChartError> {
    let count = items.len();
    items.try_into().map_err(|_| at.err(format_args!("has {count} entries, needs {N}")))
}

/// A chart file in parts; what nobody takes is refused.
pub struct Book {
    /// The file's name.
    pub file: &'static str,
    left: toml::Table,
}

impl Book {
    /// Opens a file.
    pub fn open(files: &Files, file: &'static str) -> Result<Book, ChartError> {
        Ok(Book { file, left: files.parse(file)? })
    }

    /// A place in it.
    pub fn at(&self, table: impl Into<String>) -> At {
        At::new(self.file, table)
    }

    fn read<T: DeserializeOwned>(at: &At, value: toml::Value) -> Result<T, ChartError> {
        value.try_into().map_err(|e: toml::de::Error| at.err(e.message()))
    }

    /// The part `[key]`.
    pub fn part<T: DeserializeOwned>(&mut self, key: &str) -> Result<(At, T), ChartError> {
        let at = self.at(format!("[{key}]"));
        let value = self.left.remove(key).ok_or_else(|| at.err("is missing"))?;
        let part = Book::read(&at, value)?;
        Ok((at, part))
    }

    /// The rows `[[key]]`.
    pub fn list<T: DeserializeOwned>(&mut self, key: &str) -> Result<(At, Vec<T>), ChartError> {
        let at = self.at(format!("[[{key}]]"));
        let Some(toml::Value::Array(rows)) = self.left.remove(key) else {
            return Err(at.err("is missing"));
        };
        let row = |(n, value): (usize, toml::Value)| Book::read(&at.in_row(n + 1), value);
        let rows = rows.into_iter().enumerate().map(row).collect::<Result<_, _>>()?;
        Ok((at, rows))
    }

    /// The table with this id among `[[table]]`.
    pub fn table<T: DeserializeOwned>(&mut self, id: &str) -> Result<(At, T), ChartError> {
        let at = self.at(id);
        let has_id = |value: &toml::Value| value.get("id").and_then(toml::Value::as_str) == Some(id);
        let Some(toml::Value::Array(tables)) = self.left.get_mut("table") else {
            return Err(at.err("is missing"));
        };
        at.check(tables.iter().filter(|t| has_id(t)).count() < 2, "is given twice")?;
        let place = tables.iter().position(has_id).ok_or_else(|| at.err("is missing"))?;
        let value = tables.remove(place);
        if tables.is_empty() {
            self.left.remove("table");
        }
        let table = Book::read(&at, value)?;
        Ok((at, table))
    }

    /// Nothing may be left over.
    pub fn done(self) -> Result<(), ChartError> {
        match self.left.iter().next() {
            None => Ok(()),
            Some((key, toml::Value::Array(rest))) if key == "table" => {
                let id =
                    rest.first().and_then(|t| t.get("id")).and_then(toml::Value::as_str).unwrap_or("without an id");
                Err(self.at(format!("[[table]] {id}")).err("no such table is known"))
            }
            Some((key, _)) => Err(self.at(key.clone()).err("no such part is known")),
        }
    }
}
