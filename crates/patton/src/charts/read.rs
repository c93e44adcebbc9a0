//! What reading every chart file needs: books of tables, places in files to complain about, columns, modifiers.

use crate::words::Post;
use hulldown_core::chart::{ChartError, DieTable, Files};
use hulldown_core::dice::{D10, D100, Dice};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A place in a chart file.
pub(super) struct At {
    pub(super) file: &'static str,
    pub(super) table: String,
}

impl At {
    pub(super) fn new(file: &'static str, table: impl Into<String>) -> At {
        At { file, table: table.into() }
    }

    /// A place within this one.
    pub(super) fn in_row(&self, row: impl Display) -> At {
        At::new(self.file, format!("{} {row}", self.table))
    }

    pub(super) fn err(&self, what: impl Display) -> ChartError {
        ChartError::new(self.file, self.table.as_str(), what)
    }

    pub(super) fn check(&self, right: bool, what: impl Display) -> Result<(), ChartError> {
        if right { Ok(()) } else { Err(self.err(what)) }
    }

    /// A figure must make sense.
    pub(super) fn within(
        &self,
        name: &str,
        value: impl Into<i32>,
        range: RangeInclusive<i32>,
    ) -> Result<(), ChartError> {
        let value = value.into();
        self.check(
            range.contains(&value),
            format_args!("{name} is {value}, outside {} to {}", range.start(), range.end()),
        )
    }

    /// The rules decide this, so a file that says otherwise is refused rather than shown.
    pub(super) fn says<T: PartialEq + std::fmt::Debug>(
        &self,
        name: &str,
        given: &T,
        needed: &T,
    ) -> Result<(), ChartError> {
        self.check(given == needed, format_args!("{name} must be {needed:?}, not {given:?}"))
    }

    /// A roll against a number is thrown with the dice the rules say.
    pub(super) fn die(&self, given: Die, needed: Dice) -> Result<(), ChartError> {
        self.check(given.0 == needed, format_args!("is thrown with {needed}, not {}", given.0))
    }

    /// The high end of a range of rolls that must begin at 1.
    pub(super) fn up_to(&self, name: &str, [low, high]: [i8; 2], dice: Dice) -> Result<i8, ChartError> {
        self.check(
            low == 1 && (1..=dice.max()).contains(&high),
            format_args!("{name} runs from {low} to {high}; it must begin at 1 and stay within {dice}"),
        )?;
        Ok(high)
    }

    /// The low end of a range of rolls that must end with the highest.
    pub(super) fn from(&self, name: &str, [low, high]: [i8; 2], dice: Dice) -> Result<i8, ChartError> {
        self.check(
            high == dice.max() && (1..=high).contains(&low),
            format_args!("{name} runs from {low} to {high}; it must end at {} and stay within {dice}", dice.max()),
        )?;
        Ok(low)
    }

    /// A column of a table that is read from the ends of its clamp.
    pub(super) fn column<T: Copy>(
        &self,
        die: Die,
        clamp: [i8; 2],
        rows: &[([i8; 2], T)],
    ) -> Result<DieTable<T>, ChartError> {
        DieTable::spanning(die.0, clamp, rows).map_err(|e| self.err(e))
    }

    /// Numbers for close, medium and long range: percentages.
    pub(super) fn numbers(&self, name: &str, numbers: [i8; 3], low: i8) -> Result<[i8; 3], ChartError> {
        for number in numbers {
            self.within(name, number, i32::from(low)..=100)?;
        }
        Ok(numbers)
    }
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

/// A chart file in parts; what nobody takes is refused.
pub(super) struct Book {
    pub(super) file: &'static str,
    left: toml::Table,
}

impl Book {
    pub(super) fn open(files: &Files, file: &'static str) -> Result<Book, ChartError> {
        Ok(Book { file, left: files.parse(file)? })
    }

    pub(super) fn at(&self, table: impl Into<String>) -> At {
        At::new(self.file, table)
    }

    fn read<T: DeserializeOwned>(at: &At, value: toml::Value) -> Result<T, ChartError> {
        value.try_into().map_err(|e: toml::de::Error| at.err(e.message()))
    }

    /// The part `[key]`.
    pub(super) fn part<T: DeserializeOwned>(&mut self, key: &str) -> Result<(At, T), ChartError> {
        let at = self.at(format!("[{key}]"));
        let value = self.left.remove(key).ok_or_else(|| at.err("is missing"))?;
        let part = Book::read(&at, value)?;
        Ok((at, part))
    }

    /// The rows `[[key]]`.
    pub(super) fn list<T: DeserializeOwned>(&mut self, key: &str) -> Result<(At, Vec<T>), ChartError> {
        let at = self.at(format!("[[{key}]]"));
        let Some(toml::Value::Array(rows)) = self.left.remove(key) else {
            return Err(at.err("is missing"));
        };
        let row = |(n, value): (usize, toml::Value)| Book::read(&at.in_row(n + 1), value);
        let rows = rows.into_iter().enumerate().map(row).collect::<Result<_, _>>()?;
        Ok((at, rows))
    }

    /// The table with this id among `[[table]]`.
    pub(super) fn table<T: DeserializeOwned>(&mut self, id: &str) -> Result<(At, T), ChartError> {
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
    pub(super) fn done(self) -> Result<(), ChartError> {
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
                let mut sheet = crate::charts::lay::sheet(&self.id, title, Some(self.die.0), self.provenance, &self.source);
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

pub(super) fn array<T, const N: usize>(at: &At, items: Vec<T>) -> Result<[T; N], ChartError> {
    let count = items.len();
    items.try_into().map_err(|_| at.err(format_args!("has {count} entries, needs {N}")))
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

/// Rows by their ids, exactly these.
pub(super) fn named<R, const N: usize>(
    at: &At,
    ids: [&str; N],
    rows: Vec<R>,
    id: impl Fn(&R) -> &str,
) -> Result<[R; N], ChartError> {
    let mut found: [Option<R>; N] = [const { None }; N];
    for row in rows {
        let given = id(&row).to_owned();
        let Some(place) = ids.iter().position(|known| *known == given) else {
            return Err(at.err(format_args!("no `{given}` is known, only {}", ids.join(", "))));
        };
        if found[place].replace(row).is_some() {
            return Err(at.err(format_args!("`{given}` is given twice")));
        }
    }
    if let Some(gap) = found.iter().position(Option::is_none) {
        return Err(at.err(format_args!("`{}` is missing", ids[gap])));
    }
    array(at, found.into_iter().flatten().collect())
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
