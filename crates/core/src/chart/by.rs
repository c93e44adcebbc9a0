//! Rows by word: exactly one for each, so that a look-up cannot fail.

use super::DieTable;
use crate::dice::Dice;
use crate::words::Word;
use serde::Deserialize;
use serde::de::value::UnitDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, Index};

/// Exactly one row for each word. In a file it is a table keyed by the words' ids; a row missing, doubled or unknown does not load.
/// Only where rows are an `Option` may they be missing.
#[derive(PartialEq, Eq)]
pub struct By<K, R> {
    rows: Box<[R]>,
    words: PhantomData<fn() -> K>,
}

impl<K: Word, R> By<K, R> {
    /// A row for each word, in the order of the words.
    pub fn new(row: impl FnMut(K) -> R) -> Self {
        By { rows: K::ALL.iter().copied().map(row).collect(), words: PhantomData }
    }

    /// Each word with its row.
    pub fn each(&self) -> impl Iterator<Item = (K, &R)> {
        K::ALL.iter().copied().zip(&self.rows)
    }

    /// Each row headed by its word's name.
    pub fn columns(&self) -> impl Iterator<Item = (&str, &R)> {
        self.each().map(|(word, row)| (word.name(), row))
    }

    /// The same words with other rows.
    pub fn map<S>(&self, row: impl FnMut(&R) -> S) -> By<K, S> {
        By { rows: self.rows.iter().map(row).collect(), words: PhantomData }
    }
}

/// The rows, in the order of the words.
impl<K, R> Deref for By<K, R> {
    type Target = [R];
    fn deref(&self) -> &[R] {
        &self.rows
    }
}

impl<K: Word, R> Index<K> for By<K, R> {
    type Output = R;
    #[inline]
    fn index(&self, word: K) -> &R {
        &self.rows[word.index()]
    }
}

/// By place among the words.
impl<K: Word, R> Index<usize> for By<K, R> {
    type Output = R;
    #[inline]
    fn index(&self, place: usize) -> &R {
        &self.rows[place]
    }
}

impl<K, R: Clone> Clone for By<K, R> {
    fn clone(&self) -> Self {
        By { rows: self.rows.clone(), words: PhantomData }
    }
}

impl<K, R: fmt::Debug> fmt::Debug for By<K, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows.fmt(f)
    }
}

impl<'de, K: Word, R: Deserialize<'de>> Deserialize<'de> for By<K, R> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct RowVisitor<K, R>(PhantomData<(K, R)>);
        impl<'de, K: Word, R: Deserialize<'de>> Visitor<'de> for RowVisitor<K, R> {
            type Value = By<K, R>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table with a row for each of ")?;
                f.write_str(&ids::<K>())
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<By<K, R>, A::Error> {
                let mut rows: Vec<Option<R>> = K::ALL.iter().map(|_| None).collect();
                while let Some(id) = map.next_key::<String>()? {
                    match K::from_id(&id) {
                        Some(word) => rows[word.index()] = Some(map.next_value()?),
                        None => return refuse(&mut map, format!("no `{id}` is known, only {}", ids::<K>())),
                    }
                }
                let missing = |word: K| A::Error::custom(format_args!("`{}` is missing", word.id()));
                let row = |(row, word): (Option<R>, &K)| match row {
                    Some(row) => Ok(row),
                    None => R::deserialize(UnitDeserializer::<A::Error>::new()).map_err(|_| missing(*word)),
                };
                let rows = rows.into_iter().zip(K::ALL).map(row).collect::<Result<_, _>>()?;
                Ok(By { rows, words: PhantomData })
            }
        }
        from.deserialize_map(RowVisitor(PhantomData))
    }
}

/// Columns that serve several words each, such as the months of a season, every word in exactly one. In a file the columns are keyed
/// by their words: `"1944-06"`, `"1944-06 to 1944-08"` or several of these after commas. Only where columns are an `Option` may words be
/// left out, and have one column together that holds nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spans<K, R> {
    columns: Vec<(String, R)>,
    column_of: Box<[u8]>,
    words: PhantomData<fn() -> K>,
}

impl<K: Word, R> Spans<K, R> {
    /// The column that serves a word.
    #[inline]
    pub fn of(&self, word: K) -> &R {
        &self.columns[usize::from(self.column_of[word.index()])].1
    }

    /// The heading of that column on the sheet.
    pub fn heading(&self, word: K) -> &str {
        &self.columns[usize::from(self.column_of[word.index()])].0
    }

    /// Each column with its heading, in the order of the words.
    pub fn columns(&self) -> impl Iterator<Item = (&str, &R)> {
        self.columns.iter().map(|(heading, column)| (heading.as_str(), column))
    }

    /// The same columns with other contents.
    pub fn map<S>(&self, mut column: impl FnMut(&R) -> S) -> Spans<K, S> {
        let columns = self.columns.iter().map(|(heading, row)| (heading.clone(), column(row))).collect();
        Spans { columns, column_of: self.column_of.clone(), words: PhantomData }
    }
}

impl<K: Word, R> Index<K> for Spans<K, R> {
    type Output = R;
    #[inline]
    fn index(&self, word: K) -> &R {
        self.of(word)
    }
}

/// By place among the words.
impl<K: Word, R> Index<usize> for Spans<K, R> {
    type Output = R;
    #[inline]
    fn index(&self, place: usize) -> &R {
        &self.columns[usize::from(self.column_of[place])].1
    }
}

/// The words of a key such as `1944-06 to 1944-08, 1945-03`.
fn spanned<K: Word>(key: &str) -> Result<Vec<K>, String> {
    let word = |id: &str| K::from_id(id).ok_or_else(|| format!("no `{id}` is known, only {}", ids::<K>()));
    let mut words = Vec::new();
    for part in key.split(',').map(str::trim) {
        let (first, last) = part.split_once(" to ").unwrap_or((part, part));
        let (first, last) = (word(first.trim())?.index(), word(last.trim())?.index());
        if first > last {
            return Err(format!("`{part}` ends before it begins"));
        }
        words.extend(&K::ALL[first..=last]);
    }
    Ok(words)
}

impl<'de, K: Word, R: Deserialize<'de>> Deserialize<'de> for Spans<K, R> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Columns<K, R>(PhantomData<(K, R)>);
        impl<'de, K: Word, R: Deserialize<'de>> Visitor<'de> for Columns<K, R> {
            type Value = Spans<K, R>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "columns keyed by what they serve: {}", ids::<K>())
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Spans<K, R>, A::Error> {
                let mut columns: Vec<(Vec<K>, R)> = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    let words = match spanned::<K>(&key) {
                        Ok(words) => words,
                        Err(wrong) => return refuse(&mut map, wrong),
                    };
                    if let Some(twice) = words.iter().find(|word| columns.iter().any(|other| other.0.contains(word))) {
                        return refuse(&mut map, format!("`{}` has a column already", twice.id()));
                    }
                    columns.push((words, map.next_value()?));
                }
                let served = |word: &K| columns.iter().any(|(words, _)| words.contains(word));
                let unserved: Vec<K> = K::ALL.iter().copied().filter(|word| !served(word)).collect();
                if let Some(word) = unserved.first().copied() {
                    let missing = |_| A::Error::custom(format_args!("no column serves {}", word.id()));
                    let none = R::deserialize(UnitDeserializer::<A::Error>::new()).map_err(missing)?;
                    columns.push((unserved, none));
                }
                columns.sort_by_key(|(words, _)| words.iter().map(|word| word.index()).min());
                let column_of =
                    |word: &K| columns.iter().position(|(words, _)| words.contains(word)).unwrap_or(0) as u8;
                let column_of = K::ALL.iter().map(column_of).collect();
                let columns = columns.into_iter().map(|(words, column)| (K::heading(&words), column)).collect();
                Ok(Spans { columns, column_of, words: PhantomData })
            }
        }
        from.deserialize_map(Columns(PhantomData))
    }
}

/// What is read with dice: one table, or several with the same dice.
pub trait Thrown: Sized {
    /// The same read with these dice, unless its rows do not fit them; `beyond` lets them go on where dice cannot.
    fn with(self, dice: Dice, beyond: bool) -> Result<Self, String>;

    /// The same under a heading; several tables have theirs already.
    #[must_use]
    fn under(self, _heading: &str) -> Self {
        self
    }
}

impl<T: Clone> Thrown for DieTable<T> {
    fn under(self, heading: &str) -> Self {
        self.headed(heading)
    }

    fn with(mut self, dice: Dice, beyond: bool) -> Result<Self, String> {
        let [first, last] = self.span();
        if !beyond && (first < dice.min() || last > dice.max()) {
            return Err(format!("the rows run from {first} to {last}, {dice} from {} to {}", dice.min(), dice.max()));
        }
        if first > dice.min() || last < dice.max() {
            let gap = if first > dice.min() { dice.min() } else { last + 1 };
            return Err(format!("no row covers a roll of {gap}"));
        }
        self.dice = dice;
        Ok(self)
    }
}

impl<X: Thrown> Thrown for Option<X> {
    fn with(self, dice: Dice, beyond: bool) -> Result<Self, String> {
        self.map(|x| x.with(dice, beyond)).transpose()
    }

    fn under(self, heading: &str) -> Self {
        self.map(|x| x.under(heading))
    }
}

impl<K: Word, X: Thrown> Thrown for By<K, X> {
    fn with(self, dice: Dice, beyond: bool) -> Result<Self, String> {
        let named = |(x, word): (X, &K)| match x.with(dice, beyond) {
            Ok(x) => Ok(x.under(word.name())),
            Err(e) => Err(format!("{}: {e}", word.id())),
        };
        let rows = self.rows.into_iter().zip(K::ALL).map(named).collect::<Result<_, _>>()?;
        Ok(By { rows, words: PhantomData })
    }
}

impl<K: Word, X: Thrown> Thrown for Spans<K, X> {
    fn with(self, dice: Dice, beyond: bool) -> Result<Self, String> {
        let named = |(heading, x): (String, X)| match x.with(dice, beyond) {
            Ok(x) => {
                let x = x.under(&heading);
                Ok((heading, x))
            }
            Err(e) => Err(format!("{heading}: {e}")),
        };
        let columns = self.columns.into_iter().map(named).collect::<Result<_, _>>()?;
        Ok(Spans { columns, ..self })
    }
}

/// The ids of all words, for what is said of a wrong one.
pub(super) fn ids<K: Word>() -> String {
    K::ALL.iter().map(|word| word.id()).collect::<Vec<_>>().join(", ")
}

/// Refuses the value that follows, so that the error is said with its line and column.
pub(super) fn refuse<'de, A: MapAccess<'de>, T>(map: &mut A, wrong: String) -> Result<T, A::Error> {
    struct RefuseNext(String);
    impl<'de> DeserializeSeed<'de> for RefuseNext {
        type Value = std::convert::Infallible;
        fn deserialize<D: Deserializer<'de>>(self, _: D) -> Result<Self::Value, D::Error> {
            Err(D::Error::custom(self.0))
        }
    }
    match map.next_value_seed(RefuseNext(wrong))? {}
}

/// Some of the words, each at most once: a list of ids in a file.
pub struct Set<K> {
    bits: u64,
    words: PhantomData<fn() -> K>,
}

impl<K: Word> Set<K> {
    /// All of the words if `so`, else none.
    #[inline]
    pub fn all_if(so: bool) -> Self {
        Set { bits: if so { u64::MAX } else { 0 }, words: PhantomData }
    }

    /// Whether a word is among them.
    #[inline]
    pub fn has(&self, word: K) -> bool {
        self.bits >> word.index() & 1 == 1
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.bits == 0
    }

    /// Those that are among them, in order.
    pub fn iter(&self) -> impl Iterator<Item = K> {
        let bits = self.bits;
        K::ALL.iter().copied().filter(move |word| bits >> word.index() & 1 == 1)
    }
}

/// By place among the words.
impl<K> Index<usize> for Set<K> {
    type Output = bool;
    #[inline]
    fn index(&self, place: usize) -> &bool {
        if self.bits >> place & 1 == 1 { &true } else { &false }
    }
}

impl<K> Clone for Set<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Set<K> {}

impl<K> PartialEq for Set<K> {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<K: Word> fmt::Debug for Set<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|word| word.id())).finish()
    }
}

impl<'de, K: Word> Deserialize<'de> for Set<K> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut bits = 0;
        for id in Vec::<String>::deserialize(from)? {
            let word = K::from_id(&id);
            let word = word.ok_or_else(|| D::Error::custom(format_args!("no `{id}` is known, only {}", ids::<K>())))?;
            if bits >> word.index() & 1 == 1 {
                return Err(D::Error::custom(format_args!("`{id}` is given twice")));
            }
            bits |= 1 << word.index();
        }
        Ok(Set { bits, words: PhantomData })
    }
}
