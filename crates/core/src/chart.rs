//! Charts: tables read with dice, loaded from TOML with where their figures come from.
//!
//! Charts are types, and serde is their schema: the type play reads is the type its file is parsed into.
//! [`figures!`](crate::figures) makes a struct whose figures have bounds, [`drms!`](crate::drms) one of modifiers, [`By`] has one row
//! for each word, [`Spans`] columns that serve several, [`DieTable`] a result for each roll. Whatever is out of bounds, missing,
//! doubled or unknown is refused with file, line and column ([`ChartError`]), and no code says so but the types. A set of files is
//! taken whole or not at all ([`Files`]); [`lay`] lays a chart out for people. Words show figures by their place in the file, or in
//! another behind its name: `effect = "{b1.drm.smoke.add:+} to hit"`, which is `+2 to hit` here.
//!
//! ```
//! use hulldown_core::chart::{By, DieTable, Files, Head};
//! use hulldown_core::{drms, figures, words};
//!
//! words! { Range { Close = "close", "close"; Long = "long", "long"; } }
//! words! { Part { Turret = "turret", "turret"; Hull = "hull", "hull"; } }
//!
//! figures! {
//!     /// To hit: at or below a number.
//!     ToHit { chart: Head, range: By<Range, RangeRow>, drm: ToHitDrm, location: DieTable<Part> [die] }
//!     /// What a range asks for.
//!     RangeRow { hit: i8 [1..=13], pen: i8 [-6..=6] }
//! }
//! drms! { ToHitDrm { hull_down, smoke } }
//!
//! const FILE: &str = r#"
//! [chart]
//! title = "To hit"
//! provenance = "designed"
//! source = "7.3"
//! [range]
//! close = { hit = 7, pen = 1 }
//! long = { hit = 5, pen = -1 }
//! [drm]
//! hull_down = { add = 1, provenance = "rulebook", source = "7.3.1" }
//! smoke = { add = 2 }
//! [location]
//! die = "1d6"
//! "1-2" = "turret"
//! "3-6" = "hull"
//! "#;
//! let chart: ToHit = Files::shipped(&[("b1.toml", FILE)]).parse("b1.toml").unwrap();
//! assert_eq!(chart.range[Range::Close].hit + chart.drm.smoke, 9);
//! assert_eq!(chart.location.at(3), Part::Hull);
//! assert_eq!(chart.drm.notes, ["+1 hull down (rulebook: 7.3.1)", "+2 smoke"]);
//!
//! let wrong = FILE.replace("hit = 5", "hit = 50");
//! let wrong = Files::shipped(&[]).with("b1.toml", wrong).parse::<ToHit>("b1.toml").unwrap_err();
//! assert_eq!(wrong.to_string(), "b1.toml: line 8, column 16: 50 is outside 1 to 13");
//! ```

mod by;
mod distinct;
mod figures;
mod heading;
pub mod lay;
mod or;
mod parse;
pub mod read;
pub mod readings;
mod shown;

pub use by::{By, Set, Spans, Thrown};
pub use distinct::{Called, Distinct};
pub use figures::{Defaulted, Drm, Figure, Grounds, Head, Modifier, Rolls, Text, Unbounded, WithDie, Within};
pub use heading::Heading;
pub use or::Or;

use crate::dice::Dice;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// The most totals a die table distinguishes.
pub const MOST_CELLS: usize = 128;

/// How the name of a file ends that a pack adds to one of ours.
const MORE: &str = ".more.toml";

/// How long fingerprints were while charts had another form than now.
pub(crate) const EARLIER_FINGERPRINT: usize = 16;

/// Where the figures of a table come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provenance {
    /// Given by the rulebook.
    Rulebook,
    /// Found in other published material.
    Published,
    /// Worked out by us where the box held a chart we have not seen.
    Designed,
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Provenance::Rulebook => "rulebook",
            Provenance::Published => "published",
            Provenance::Designed => "designed",
        })
    }
}

/// A column of a chart: what each total of some dice means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DieTable<T> {
    /// The dice it is read with.
    pub dice: Dice,
    heading: Box<str>,
    first: i8,
    cells: Box<[T]>,
}

impl<T: Clone> DieTable<T> {
    /// A table from rows of inclusive ranges that must cover every total of the dice exactly once.
    pub fn new(dice: Dice, rows: &[([i8; 2], T)]) -> Result<Self, RowError> {
        DieTable::spanning(dice, [dice.min(), dice.max()], rows)
    }

    /// A table with a cell for each total of the dice.
    pub fn of(dice: Dice, cell: impl FnMut(i8) -> T) -> Self {
        let cells = (dice.min()..=dice.max()).map(cell).collect();
        DieTable { dice, heading: "".into(), first: dice.min(), cells }
    }

    /// The same for a column that is printed beyond what its dice can throw, because modified totals are read on it as they are.
    pub fn spanning(dice: Dice, [first, last]: [i8; 2], rows: &[([i8; 2], T)]) -> Result<Self, RowError> {
        if first > dice.min() || last < dice.max() {
            return Err(RowError::Span { first, last, dice });
        }
        DieTable::covering(dice, [first, last], rows)
    }

    /// The same for dice nobody has looked at yet.
    fn covering(dice: Dice, [first, last]: [i8; 2], rows: &[([i8; 2], T)]) -> Result<Self, RowError> {
        let place = |total: i8| (i16::from(total) - i16::from(first)) as usize;
        if place(last) >= MOST_CELLS {
            return Err(RowError::Span { first, last, dice });
        }
        let mut cells: Vec<Option<T>> = vec![None; place(last) + 1];
        for (row, ([low, high], value)) in rows.iter().enumerate() {
            let (low, high) = (*low, *high);
            if low > high || low < first || high > last {
                return Err(RowError::OutOfRange { row, low, high, dice });
            }
            for total in low..=high {
                if cells[place(total)].replace(value.clone()).is_some() {
                    return Err(RowError::Twice { row, total });
                }
            }
        }
        let gap = cells.iter().position(Option::is_none);
        if let Some(gap) = gap {
            return Err(RowError::Gap { total: (i16::from(first) + gap as i16) as i8 });
        }
        Ok(DieTable { dice, heading: "".into(), first, cells: cells.into_iter().flatten().collect() })
    }

    /// The same rolls with other cells.
    pub fn map<U>(&self, cell: impl FnMut(&T) -> U) -> DieTable<U> {
        let cells = self.cells.iter().map(cell).collect();
        DieTable { dice: self.dice, heading: self.heading.clone(), first: self.first, cells }
    }

    /// The same under a heading.
    #[must_use]
    pub fn headed(self, heading: &str) -> Self {
        DieTable { heading: heading.into(), ..self }
    }

    /// What it stands under on its chart: a heading, or how the remark begins that it is told in; empty if it stands alone.
    pub fn heading(&self) -> &str {
        &self.heading
    }

    /// Itself with its heading, for the sheet.
    pub fn column(&self) -> (&str, &Self) {
        (&self.heading, self)
    }

    /// What stands in its cells, from the lowest roll to the highest.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// The lowest and the highest total it tells apart.
    pub fn span(&self) -> [i8; 2] {
        [self.first, (i16::from(self.first) + self.cells.len() as i16 - 1) as i8]
    }

    /// What this total means; totals beyond the table's ends are read at its ends.
    #[inline]
    pub fn at(&self, total: i8) -> T {
        self.cells[self.index(total)].clone()
    }

    /// What the dice alone lead to, each total with the ways it falls in.
    pub fn falls(&self) -> impl Iterator<Item = (&T, u32)> {
        let totals = self.dice.min()..=self.dice.max();
        totals.map(|total| (&self.cells[self.index(total)], self.dice.ways_to(total)))
    }

    /// In how many ways the dice alone lead to what is wanted.
    pub fn ways_to(&self, wanted: impl Fn(&T) -> bool) -> u32 {
        self.falls().filter(|(cell, _)| wanted(cell)).map(|(_, ways)| ways).sum()
    }

    #[inline]
    fn index(&self, total: i8) -> usize {
        (i16::from(total) - i16::from(self.first)).clamp(0, self.cells.len() as i16 - 1) as usize
    }
}

/// A die table whose cells are numbers of something, with a name for each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named<T> {
    table: DieTable<T>,
    names: Vec<String>,
}

impl<T: Clone> Named<T> {
    /// A table and the names of its cells.
    pub fn new(table: DieTable<T>, name: impl Fn(T) -> String) -> Self {
        let names = table.cells.iter().map(|cell| name(cell.clone())).collect();
        Named { table, names }
    }

    /// The name of what a total means.
    pub fn name(&self, total: i8) -> &str {
        &self.names[self.table.index(total)]
    }
}

impl<T> std::ops::Deref for Named<T> {
    type Target = DieTable<T>;
    fn deref(&self) -> &DieTable<T> {
        &self.table
    }
}

/// Rows that do not make a die table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RowError {
    /// A total no row covers.
    #[error("no row covers a roll of {total}")]
    Gap {
        /// The total.
        total: i8,
    },
    /// A total two rows cover.
    #[error("row {} covers a roll of {total} that an earlier row covers already", row + 1)]
    Twice {
        /// The later row, from 0.
        row: usize,
        /// The total.
        total: i8,
    },
    /// A range the dice cannot throw.
    #[error("row {} runs from {low} to {high}, outside {dice}", row + 1)]
    OutOfRange {
        /// The row, from 0.
        row: usize,
        /// Its lowest roll.
        low: i8,
        /// Its highest roll.
        high: i8,
        /// The dice of the table.
        dice: Dice,
    },
    /// A span that does not hold what the dice can throw.
    #[error("a table from {first} to {last} cannot be read with {dice}")]
    Span {
        /// The lowest total.
        first: i8,
        /// The highest total.
        last: i8,
        /// The dice.
        dice: Dice,
    },
}

/// Something wrong with a chart file: which file, which table, what.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}: {table}{}: {what}", column.map(|c| format!(", column {c}")).unwrap_or_default())]
pub struct ChartError {
    /// The file's name.
    pub file: String,
    /// The line or the table in it.
    pub table: String,
    /// The column of the line.
    pub column: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl ChartError {
    /// An error in a table of a file.
    pub fn new(file: &str, table: impl Into<String>, what: impl fmt::Display) -> Self {
        ChartError { file: file.into(), table: table.into(), column: None, what: what.to_string() }
    }

    /// What is wrong with a file as a whole.
    pub fn in_file(file: &'static str) -> impl Fn(String) -> ChartError {
        move |wrong| ChartError::new(file, "file", wrong)
    }
}

/// Names the chart files of a game once, with what each is read into: makes `shipped`, and `Read` with a field for each file. Files that
/// are read in another way come last.
///
/// ```
/// # use hulldown_core::chart::{ChartError, Files};
/// # type Charts = std::collections::BTreeMap<String, toml::Table>;
/// hulldown_core::chart_files! { "../../kit/src/duel/"; charts: Charts = "charts.toml"; "rules.tsv" }
///
/// fn load(files: &Files) -> Result<usize, ChartError> {
///     Ok(Read::all(files)?.charts.len())
/// }
/// assert_eq!(load(&shipped()), Ok(3));
/// ```
#[macro_export]
macro_rules! chart_files {
    ($folder:literal; $($part:ident: $kind:ty = $file:literal),+ $(; $($other:literal)+)?) => {
        /// The chart files the game comes with.
        pub fn shipped() -> $crate::chart::Files {
            $crate::chart::Files::shipped(&[
                $(($file, include_str!(concat!($folder, $file))),)+
                $($(($other, include_str!(concat!($folder, $other))),)+)?
            ])
        }

        /// What the files say.
        struct Read {
            $($part: $kind,)+
        }

        impl Read {
            /// Reads all files; the first thing wrong is said with file, line and column.
            fn all(files: &$crate::chart::Files) -> Result<Read, $crate::chart::ChartError> {
                Ok(Read { $($part: files.parse($file)?,)+ })
            }
        }
    };
}

/// Where a game's charts and rules are: stands in its `impl Game`, beside a module `charts` made by [`chart_files!`](crate::chart_files)
/// and one `rules` made by [`ledger!`](crate::ledger).
///
/// ```ignore
/// impl Game for Duel {
///     hulldown_core::game_data!(Charts);
///     // … and the rules.
/// }
/// ```
#[macro_export]
macro_rules! game_data {
    ($Charts:ty) => {
        type Data = $Charts;

        fn ledger() -> &'static $crate::rules::Ledger {
            &rules::LEDGER
        }

        fn shipped() -> $crate::chart::Files {
            charts::shipped()
        }

        fn load(files: &$crate::chart::Files) -> Result<$Charts, $crate::chart::ChartError> {
            <$Charts>::load(files)
        }

        fn data() -> &'static $Charts {
            static DATA: ::std::sync::LazyLock<$Charts> =
                ::std::sync::LazyLock::new(|| match <$Charts>::load(&charts::shipped()) {
                    Ok(charts) => charts,
                    // The shipped files are part of the program; a test loads them.
                    Err(wrong) => unreachable!("the shipped charts are wrong: {wrong}"),
                });
            &DATA
        }
    };
}

/// A set of chart files by name: a game's own, perhaps with some replaced by a pack's.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Shipped texts are not copied: a program may hold many games at once, each with its files.
    texts: BTreeMap<String, Cow<'static, str>>,
    /// What a pack's files were laid over.
    under: BTreeMap<String, Cow<'static, str>>,
    /// Files to which a pack has added something at their end: how long they were, and what the pack calls its part.
    joined: BTreeMap<String, (usize, String)>,
    /// The name of the pack laid over, if any.
    pub pack: Option<String>,
}

impl Files {
    /// The files a game ships.
    pub fn shipped(files: &[(&str, &'static str)]) -> Self {
        let texts = files.iter().map(|(name, text)| ((*name).into(), Cow::Borrowed(*text))).collect();
        Files { texts, ..Files::default() }
    }

    /// The same with this text for a file.
    #[must_use]
    pub fn with(mut self, name: &str, text: String) -> Self {
        self.texts.insert(name.into(), text.into());
        self
    }

    /// Lays a pack's files over these: `units.toml` in the place of ours, `units.more.toml` at its end. A file the game does not know is
    /// refused.
    pub fn overlay(mut self, pack: &str, files: BTreeMap<String, String>) -> Result<Self, ChartError> {
        for (name, text) in files {
            if let Some(whole) = name.strip_suffix(MORE).map(|stem| format!("{stem}.toml"))
                && let Some(ours) = self.texts.get_mut(&whole)
            {
                let joined = format!("{}\n", ours.trim_end());
                self.joined.insert(whole, (joined.len(), name));
                *ours = format!("{joined}{text}").into();
                continue;
            }
            if !self.texts.contains_key(&name) {
                let known: Vec<&str> = self.texts.keys().map(String::as_str).collect();
                return Err(ChartError::new(
                    &name,
                    "pack",
                    format!("the game has no such chart file; it has {}", known.join(", ")),
                ));
            }
            if let Some(ours) = self.texts.insert(name.clone(), text.into()) {
                self.under.insert(name, ours);
            }
        }
        self.pack = Some(pack.into());
        Ok(self)
    }

    /// The files there are.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> Result<&str, ChartError> {
        self.texts.get(name).map(AsRef::as_ref).ok_or_else(|| ChartError::new(name, "file", "is missing"))
    }

    /// Parses a file into its typed form; an error names line and column.
    pub fn parse<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<T, ChartError> {
        let text = self.text(name)?;
        let shown = shown::Shown::new(self, name);
        parse::parse(text, &shown).map_err(|e| {
            let span = e.at.map(|at| at.min(text.len()));
            // What is wrong with a row as a whole is told of the first row there is.
            let row =
                span.filter(|at| text[*at..].starts_with("[[")).and_then(|_| wrong_row::<T>(text, &shown, &e.what));
            let span = row.or(span);
            let card = span.and_then(|at| card_at(text, at)).map_or(String::new(), |card| format!("{card}: "));
            // What a pack has added is found in the pack's own file.
            let (text, name, span) = match (self.joined.get(name), span) {
                (Some((from, more)), Some(at)) if at >= *from => (&text[*from..], more.as_str(), Some(at - from)),
                _ => (text, name, span),
            };
            let before = span.map(|at| &text[..at]);
            let line = before.map(|before| before.matches('\n').count() + 1);
            let column = before.map(|before| before.len() - before.rfind('\n').map_or(0, |n| n + 1) + 1);
            let table = line.map_or("file".into(), |line| format!("line {line}"));
            let form = self.under.get(name).and_then(|ours| other_form(ours, text)).unwrap_or_default();
            ChartError { column, ..ChartError::new(name, table, format_args!("{card}{}{form}", e.what)) }
        })
    }

    /// What is wrong with a card, or with a key, told of the line where it stands: that of the pack's own file, if it has added it.
    pub fn placed(&self, wrong: ChartError) -> ChartError {
        let Ok(text) = self.text(&wrong.file) else { return wrong };
        let (text, file) = match self.joined.get(&wrong.file) {
            Some((from, more)) => (&text[*from..], more),
            None => (text, &wrong.file),
        };
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let whole = |line: &str, at: usize| {
            let after = &line[at + wrong.table.len()..];
            !line[..at].ends_with(is_part) && !after.starts_with(is_part)
        };
        // What is noted of it is no place.
        let speaks = |line: &str| {
            let said = line.split('#').next().unwrap_or(line);
            said.match_indices(&wrong.table).map(|(at, _)| at).find(|at| whole(said, *at))
        };
        match text.lines().zip(1..).find_map(|(line, n)| speaks(line).map(|at| (n, at + 1))) {
            Some((line, column)) => ChartError {
                column: Some(column),
                ..ChartError::new(file, format!("line {line}"), format_args!("{}: {}", wrong.table, wrong.what))
            },
            None => wrong,
        }
    }

    /// A short fingerprint of all the texts, so that a saved game can tell whether it is played with the charts it began with.
    pub fn fingerprint(&self) -> String {
        use sha2::{Digest, Sha256};
        let mut hash = Sha256::new();
        for (name, text) in &self.texts {
            hash.update(name.as_bytes());
            hash.update([0]);
            hash.update(text.as_bytes());
            hash.update([0]);
        }
        hash.finalize().iter().take(9).map(|b| format!("{b:02x}")).collect()
    }
}

/// Where the row begins with which a text becomes wrong in this way.
fn wrong_row<T: serde::de::DeserializeOwned>(text: &str, shown: &shown::Shown<'_>, wrong: &str) -> Option<usize> {
    let first = text.starts_with("[[").then_some(0);
    let rows: Vec<usize> = first.into_iter().chain(text.match_indices("\n[[").map(|(at, _)| at + 1)).collect();
    let ends = rows.iter().skip(1).copied().chain([text.len()]);
    let fails = |end: usize| parse::parse::<T>(&text[..end], shown).is_err_and(|e| e.what == wrong);
    rows.iter().zip(ends).find(|(_, end)| fails(*end)).map(|(at, _)| *at)
}

/// What the row is called that a place of a text lies in.
fn card_at(text: &str, at: usize) -> Option<&str> {
    let heads = text.match_indices('[').map(|(n, _)| n).take_while(|n| *n <= at);
    let head = heads.filter(|n| text[..*n].ends_with('\n') || *n == 0).last()?;
    text[head..].starts_with("[[").then(|| called(&text[head..])).flatten()
}

/// What a row is called.
fn called(row: &str) -> Option<&str> {
    let row = row.get(2..)?.split("\n[").next()?;
    let value = |key: &str| {
        let given = row.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='))?;
        Some(given.trim().trim_matches('"'))
    };
    ["name", "title", "id"].into_iter().find_map(value)
}

/// What to change in a file whose parts are not those of ours, such as one of an earlier version.
fn other_form(ours: &str, theirs: &str) -> Option<String> {
    let parts = |text: &str| {
        let part = |(key, value): (&String, &toml::Value)| match value {
            toml::Value::Table(_) => format!("[{key}]"),
            toml::Value::Array(rows) if rows.iter().any(toml::Value::is_table) => format!("[[{key}]]"),
            _ => key.clone(),
        };
        Some(toml::from_str::<toml::Table>(text).ok()?.iter().map(part).collect::<Vec<_>>())
    };
    let (ours, theirs) = (parts(ours)?, parts(theirs)?);
    let other: Vec<&str> = theirs.iter().filter(|part| !ours.contains(part)).map(String::as_str).collect();
    (!other.is_empty()).then(|| {
        let (ours, other) = (ours.join(", "), other.join(", "));
        format!("; the parts of this file are now {ours}, not {other}: give yours the form of the one shipped")
    })
}

/// A chart laid out for people: a heading, where it comes from, and a table of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChartSheet {
    /// Its id, such as `B3`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The dice it is read with, if any.
    pub dice: Option<Dice>,
    /// Where its figures come from.
    pub provenance: Provenance,
    /// The grounds for that.
    pub source: String,
    /// Column headings.
    pub head: Vec<String>,
    /// Rows of cells, as many as there are headings.
    pub rows: Vec<Vec<String>>,
    /// Where a roll alone, or with its block, says which row is read.
    #[serde(skip)]
    pub roll_column: Option<lay::RollColumn>,
    /// Modifiers and remarks, one a line.
    pub notes: Vec<String>,
}

impl ChartSheet {
    /// The one with this id, in whatever case it is written.
    pub fn find<'s>(sheets: &'s [ChartSheet], id: &str) -> Option<&'s ChartSheet> {
        sheets.iter().find(|sheet| sheet.id.eq_ignore_ascii_case(id.trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{D6, D100, TWO_D6};

    #[test]
    fn a_table_covers_every_total_once() {
        let table = DieTable::new(D6, &[([1, 2], 'a'), ([3, 6], 'b')]).unwrap();
        assert_eq!((table.at(-4), table.at(2), table.at(3), table.at(9)), ('a', 'a', 'b', 'b'));
        let bad = |rows: &[([i8; 2], char)]| DieTable::new(TWO_D6, rows).unwrap_err().to_string();
        assert_eq!(bad(&[([2, 6], 'a'), ([8, 12], 'b')]), "no row covers a roll of 7");
        assert_eq!(
            bad(&[([2, 7], 'a'), ([7, 12], 'b')]),
            "row 2 covers a roll of 7 that an earlier row covers already"
        );
        assert_eq!(bad(&[([1, 12], 'a')]), "row 1 runs from 1 to 12, outside 2d6");
    }

    #[test]
    fn a_table_may_be_printed_beyond_its_dice() {
        let table = DieTable::spanning(D6, [0, 8], &[([0, 0], 'a'), ([1, 6], 'b'), ([7, 8], 'c')]).unwrap();
        assert_eq!((table.at(-1), table.at(0), table.at(1), table.at(7), table.at(100)), ('a', 'a', 'b', 'c', 'c'));
        assert_eq!(table.span(), [0, 8]);
        let short = DieTable::spanning(D6, [2, 8], &[([2, 8], 'a')]).unwrap_err();
        assert_eq!(short.to_string(), "a table from 2 to 8 cannot be read with 1d6");
        let wide = DieTable::new(D100, &[([1, 97], 'a'), ([98, 100], 'b')]).unwrap();
        assert_eq!((wide.at(97), wide.at(98), wide.at(127), wide.at(-128)), ('a', 'b', 'b', 'a'));
    }

    #[test]
    fn what_is_wrong_in_a_row_is_told_with_what_the_row_is_called() {
        #[derive(serde::Deserialize, Debug)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code)]
        struct Row {
            id: String,
            n: u8,
        }
        #[derive(serde::Deserialize, Debug)]
        #[allow(dead_code)]
        struct Rows {
            row: Vec<Row>,
            #[serde(default)]
            last: BTreeMap<String, u8>,
        }
        let wrong =
            |text: &'static str| Files::shipped(&[("a.toml", text)]).parse::<Rows>("a.toml").unwrap_err().to_string();
        let said = wrong("[[row]]\nid = \"one\"\nn = 1\n\n[[row]]\nid = \"two\"\nn = 700\n");
        assert!(said.starts_with("a.toml: line 7, column 5: two: "), "{said}");
        let said = wrong("[[row]]\nn = 1\nid = \"one\"\nx = 2\n");
        assert!(said.starts_with("a.toml: line 4, column 1: one: unknown field `x`"), "{said}");
        let said = wrong("[[row]]\nid = \"one\"\nn = 1\n[last]\nx = 700\n");
        assert!(said.starts_with("a.toml: line 5, column 5: ") && !said.contains("one"), "{said}");
    }

    #[test]
    fn a_pack_replaces_whole_files_and_nothing_unknown() {
        let ours = Files::shipped(&[("a.toml", "x = 1"), ("b.toml", "x = 2")]);
        let over = |name: &str| ours.clone().overlay("mine", BTreeMap::from([(name.into(), "x = 'no'".into())]));
        assert_eq!(
            over("c.toml").unwrap_err().to_string(),
            "c.toml: pack: the game has no such chart file; it has a.toml, b.toml"
        );
        let laid = over("b.toml").unwrap();
        assert_ne!(laid.fingerprint(), ours.fingerprint());
        #[derive(serde::Deserialize, Debug)]
        struct X {
            #[allow(dead_code)]
            x: u8,
        }
        assert!(laid.parse::<X>("a.toml").is_ok());
        let old = BTreeMap::from([("a.toml".into(), "[[y]]\nz = 1".into())]);
        let old = ours.clone().overlay("old", old).unwrap().parse::<X>("a.toml").unwrap_err();
        assert_eq!(
            old.to_string(),
            "a.toml: line 1, column 1: missing field `x`; the parts of this file are now x, not [[y]]: give yours the form of the one shipped"
        );
        assert_eq!(laid.parse::<X>("b.toml").unwrap_err().table, "line 1");
    }
}
