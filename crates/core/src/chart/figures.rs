//! What makes types of charts: figures with bounds, modifiers, tables with their dice.

use super::by::{By, Spans, Thrown, refuse};
use super::{ChartSheet, DieTable, Provenance};
use crate::dice::{D6, Dice};
use crate::words::Word;
use serde::Deserialize;
use serde::de::value::StringDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// Makes structs of charts: `field: Type`, `field: number [low..=high]` for a figure with bounds (also an `Option` or an array of
/// figures), `field: Tables [die]` for what is read with dice, whose part of the file then says which: `die = "2d6"`
/// (`[die and beyond]` where modified totals are read beyond what the dice show), `field: Type [default]` for what may be left out. What
/// else must hold stands behind the fields, with what is said where it does not: `; must |it| it.low <= it.high => "ends before it begins"`,
/// then, of several things, what none may be: `; no |it| (n, _) in it.rows().filter(…) => format!("row {n} is empty")`. Where that takes
/// more, `Name where Name::fits { … }` names a function: `fn(&Self) -> Result<(), String>`. The crate that uses it needs `serde`.
#[macro_export]
macro_rules! figures {
    ($($(#[$doc:meta])* $name:ident $(where $check:path)? {
        $($(#[$about:meta])* $field:ident: $kind:ty $([$($bound:tt)+])?),+ $(,)?
        $(; must |$it:ident| $right:expr => $wrong:expr)*
        $(; no |$of:ident| $bad:pat_param in $all:expr => $why:expr)*
    })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[$about])* pub $field: $kind,)+
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                #[derive(::serde::Deserialize)]
                #[serde(deny_unknown_fields)]
                struct Written {
                    $($field: $crate::written!($kind $(; $($bound)+)?),)+
                }
                let written = Written::deserialize(from)?;
                let read = $name { $($field: written.$field.0,)+ };
                $($check(&read).map_err(::serde::de::Error::custom)?;)?
                $({
                    let $it = &read;
                    let right: bool = $right;
                    if !right {
                        return Err(::serde::de::Error::custom($wrong));
                    }
                })*
                $({
                    let $of = &read;
                    if let Some($bad) = ::std::iter::IntoIterator::into_iter($all).next() {
                        return Err(::serde::de::Error::custom($why));
                    }
                })*
                Ok(read)
            }
        }
    )+};
}

/// How a field of [`figures!`](crate::figures) is written in its file.
#[doc(hidden)]
#[macro_export]
macro_rules! written {
    ($kind:ty) => { $crate::chart::Unbounded<$kind> };
    ($kind:ty; default) => { $crate::chart::Defaulted<$kind> };
    ($kind:ty; die) => { $crate::chart::WithDie<false, $kind> };
    ($kind:ty; die and beyond) => { $crate::chart::WithDie<true, $kind> };
    ($kind:ty; $low:literal ..= $high:literal) => { $crate::chart::Within<$low, $high, $kind> };
}

/// Makes a struct of modifiers, named once: `smoke_1 = { add = 1, provenance = "rulebook", source = "7.3.5" }` in the file, `drm.smoke_1`
/// in play, `+1 smoke 1 (rulebook: 7.3.5)` among the `notes` of the sheet. Each is a small number, at most 6, unless it is said otherwise:
/// `Name [-100..=100] { first_shot, acquired: [i8; 3] }`, where one is three numbers.
#[macro_export]
macro_rules! drms {
    ($($(#[$doc:meta])* $name:ident $([$low:literal..=$high:literal])? { $($field:ident $(: $kind:ty)?),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name {
            $(#[doc = stringify!($field)] pub $field: $crate::drm_kind!($($kind)?),)+
            /// What the sheet says of them.
            pub notes: Vec<String>,
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                const WITHIN: [i32; 2] = $crate::drm_within!($($low..=$high)?);
                #[derive(::serde::Deserialize)]
                #[serde(deny_unknown_fields)]
                struct Written {
                    $($field: $crate::chart::Drm<{ WITHIN[0] }, { WITHIN[1] }, $crate::drm_kind!($($kind)?)>,)+
                }
                let written = Written::deserialize(from)?;
                let notes = vec![$(written.$field.note(stringify!($field)),)+];
                Ok($name { $($field: written.$field.add.0,)+ notes })
            }
        }
    )+};
}

/// What a modifier of [`drms!`](crate::drms) is: a number unless it is said otherwise.
#[doc(hidden)]
#[macro_export]
macro_rules! drm_kind {
    () => {
        i8
    };
    ($kind:ty) => {
        $kind
    };
}

/// The bounds of modifiers: no sum of them may leave the small integers rolls are counted in.
#[doc(hidden)]
#[macro_export]
macro_rules! drm_within {
    () => {
        [-6, 6]
    };
    ($low:literal ..= $high:literal) => {
        [$low, $high]
    };
}

/// A modifier as its file gives it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, bound = "M: Modifier + Deserialize<'de>")]
pub struct Drm<const LOW: i32, const HIGH: i32, M> {
    /// The modifier.
    pub add: Within<LOW, HIGH, M>,
    /// What the sheet calls it; its id in plain words where that says it.
    name: Option<String>,
    /// What the sheet adds to its name: `the player's fire`.
    remark: Option<String>,
    provenance: Option<Provenance>,
    source: Option<String>,
}

impl<const LOW: i32, const HIGH: i32, M: Modifier> Drm<LOW, HIGH, M> {
    /// The line on the sheet: `+1 target hull down (rulebook: 7.3.1)`.
    pub fn note(&self, id: &str) -> String {
        let remark = self.remark.as_ref().map(|remark| format!(", {remark}")).unwrap_or_default();
        let grounds = match (self.provenance, &self.source) {
            (Some(provenance), Some(source)) => format!(" ({provenance}: {source})"),
            (_, Some(source)) => format!(" ({source})"),
            (Some(provenance), None) => format!(" ({provenance})"),
            (None, None) => String::new(),
        };
        let name = self.name.clone().unwrap_or_else(|| id.replace('_', " "));
        format!("{} {name}{remark}{grounds}", self.add.0.signed())
    }
}

/// What is added to a roll: a number, or several of which circumstances choose one.
pub trait Modifier: Figure {
    /// For people: `+10`, or `+5/+10/+15` where the numbers differ.
    fn signed(&self) -> String;
}

fn signed(numbers: &[i8]) -> String {
    let same = numbers.iter().all(|number| *number == numbers[0]);
    let told = if same { &numbers[..1] } else { numbers };
    told.iter().map(|number| format!("{number:+}")).collect::<Vec<_>>().join("/")
}

impl Modifier for i8 {
    fn signed(&self) -> String {
        signed(&[*self])
    }
}

impl<const N: usize> Modifier for [i8; N] {
    fn signed(&self) -> String {
        signed(self)
    }
}

impl<K> Modifier for By<K, i8> {
    fn signed(&self) -> String {
        signed(self)
    }
}

/// The heading of a chart: its title and where its figures come from, with remarks for the sheet.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// Its title.
    pub title: String,
    /// Where its figures come from.
    pub provenance: Provenance,
    /// The grounds for that.
    pub source: String,
    /// Remarks that stand below the sheet.
    #[serde(default)]
    pub notes: Vec<String>,
}

impl Head {
    /// The sheet with this id, so far without its table.
    pub fn sheet(&self, id: &str, dice: Option<Dice>) -> ChartSheet {
        ChartSheet {
            id: id.into(),
            title: self.title.clone(),
            dice,
            provenance: self.provenance,
            source: self.source.clone(),
            head: Vec::new(),
            rows: Vec::new(),
            roll_column: None,
            notes: self.notes.clone(),
        }
    }

    /// The sheet of a chart that is columns read with dice.
    pub fn rolled<'a, T: Clone + fmt::Display + 'a>(
        &self,
        id: &str,
        columns: impl IntoIterator<Item = (&'a str, &'a DieTable<T>)>,
    ) -> ChartSheet {
        let columns: Vec<_> = columns.into_iter().collect();
        let dice = columns.first().map(|(_, table)| table.dice);
        self.sheet(id, dice).rolls(columns, |cell| cell.to_string())
    }
}

/// Where a part of a chart comes from.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grounds {
    /// Where its figures come from.
    pub provenance: Provenance,
    /// The grounds for that.
    pub source: String,
}

impl fmt::Display for Grounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.provenance, self.source)
    }
}

/// A number a chart may hold, or several.
pub trait Figure: Sized {
    /// The first that lies outside, if any does.
    fn outside(&self, low: i32, high: i32) -> Option<i32>;
}

macro_rules! figure {
    ($($number:ty)+) => {$(
        impl Figure for $number {
            fn outside(&self, low: i32, high: i32) -> Option<i32> {
                let number = i32::from(*self);
                if (low..=high).contains(&number) { None } else { Some(number) }
            }
        }
    )+};
}
figure! { i8 u8 i16 u16 i32 }

impl<F: Figure> Figure for Option<F> {
    fn outside(&self, low: i32, high: i32) -> Option<i32> {
        self.as_ref().and_then(|figure| figure.outside(low, high))
    }
}

impl<F: Figure, const N: usize> Figure for [F; N] {
    fn outside(&self, low: i32, high: i32) -> Option<i32> {
        self.iter().find_map(|figure| figure.outside(low, high))
    }
}

impl<K, F: Figure> Figure for By<K, F> {
    fn outside(&self, low: i32, high: i32) -> Option<i32> {
        self.iter().find_map(|figure| figure.outside(low, high))
    }
}

impl<K: Word, F: Figure> Figure for Spans<K, F> {
    fn outside(&self, low: i32, high: i32) -> Option<i32> {
        self.columns().find_map(|(_, figure)| figure.outside(low, high))
    }
}

/// A figure with its bounds in its type: out of bounds does not load.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Within<const LOW: i32, const HIGH: i32, F>(pub F);

impl<'de, const LOW: i32, const HIGH: i32, F: Figure + Deserialize<'de>> Deserialize<'de> for Within<LOW, HIGH, F> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let figure = F::deserialize(from)?;
        match figure.outside(LOW, HIGH) {
            None => Ok(Within(figure)),
            Some(number) => Err(D::Error::custom(format_args!("{number} is outside {LOW} to {HIGH}"))),
        }
    }
}

/// What has no bounds but those of its type.
#[derive(Deserialize)]
#[serde(transparent)]
pub struct Unbounded<T>(pub T);

/// What files write as text: a date, a time of day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Text<T>(pub T);

impl<'de, T: FromStr<Err: fmt::Display>> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map(Text).map_err(D::Error::custom)
    }
}

/// What may be left out.
pub struct Defaulted<T>(pub T);

impl<'de, T: Default + Deserialize<'de>> Deserialize<'de> for Defaulted<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Option::deserialize(from).map(|given| Defaulted(given.unwrap_or_default()))
    }
}

/// A chart that is columns read with dice, or only one: in its file `chart`, the heading, and `column`.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "WrittenRolls<C>", bound = "C: Thrown + Deserialize<'de>")]
pub struct Rolls<C> {
    /// The heading.
    pub chart: Head,
    /// What is read.
    pub column: C,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "C: Thrown + Deserialize<'de>")]
struct WrittenRolls<C> {
    chart: Head,
    column: WithDie<false, C>,
}

impl<C> From<WrittenRolls<C>> for Rolls<C> {
    fn from(written: WrittenRolls<C>) -> Self {
        Rolls { chart: written.chart, column: written.column.0 }
    }
}

impl<T: Clone + fmt::Display> Rolls<DieTable<T>> {
    /// The sheet with this id, its one column under this heading.
    pub fn sheet(&self, id: &str, heading: &str) -> ChartSheet {
        self.chart.rolled(id, [(heading, &self.column)])
    }
}

impl<K: Word, T: Clone + fmt::Display> Rolls<By<K, DieTable<T>>> {
    /// The sheet with this id.
    pub fn sheet(&self, id: &str) -> ChartSheet {
        self.chart.rolled(id, self.column.columns())
    }
}

impl<K: Word, T: Clone + fmt::Display> Rolls<Spans<K, DieTable<T>>> {
    /// The sheet with this id.
    pub fn sheet(&self, id: &str) -> ChartSheet {
        self.chart.rolled(id, self.column.columns())
    }
}

/// What is read with dice; its part of the file says with which. Some tables go beyond what the dice show, for modified totals.
pub struct WithDie<const BEYOND: bool, T>(pub T);

impl<'de, const BEYOND: bool, T: Thrown + Deserialize<'de>> Deserialize<'de> for WithDie<BEYOND, T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Part<T>(PhantomData<T>, bool);
        impl<'de, T: Thrown + Deserialize<'de>> Visitor<'de> for Part<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("what is read with dice, and `die`, which says with which")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                let mut dice = None;
                let rows = BesideDie { map, dice: &mut dice };
                let read = T::deserialize(serde::de::value::MapAccessDeserializer::new(rows))?;
                let dice = dice.ok_or_else(|| A::Error::custom("needs `die`, such as \"2d6\""))?;
                read.with(dice, self.1).map_err(A::Error::custom)
            }
        }
        from.deserialize_map(Part(PhantomData, BEYOND)).map(WithDie)
    }
}

/// The rows beside the key `die`.
struct BesideDie<'a, A> {
    map: A,
    dice: &'a mut Option<Dice>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for BesideDie<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.map.next_key::<String>()? {
            if key == "die" {
                *self.dice = Some(self.map.next_value()?);
                continue;
            }
            let key: StringDeserializer<A::Error> = key.into_deserializer();
            return seed.deserialize(key).map(Some);
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

/// Rows keyed by rolls: `"2-5" = "B"`. Every total from the lowest to the highest is there exactly once; which dice those are is said
/// beside it (`[die]` in [`figures!`](crate::figures)).
impl<'de, T: Clone + Deserialize<'de>> Deserialize<'de> for DieTable<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Column<T>(PhantomData<T>);
        impl<'de, T: Clone + Deserialize<'de>> Visitor<'de> for Column<T> {
            type Value = DieTable<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("rows keyed by rolls, such as \"2-5\"")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<DieTable<T>, A::Error> {
                let mut rows: Vec<([i8; 2], T)> = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    let Some(roll @ [low, high]) = rolls(&key) else {
                        return refuse(&mut map, format!("`{key}` is not a roll such as 7 or 2-5"));
                    };
                    if rows.iter().any(|([l, h], _)| low <= *h && *l <= high) {
                        return refuse(&mut map, format!("another row covers rolls of `{key}` already"));
                    }
                    rows.push((roll, map.next_value()?));
                }
                let first = rows.iter().map(|row| row.0[0]).min();
                let last = rows.iter().map(|row| row.0[1]).max();
                let (Some(first), Some(last)) = (first, last) else {
                    return Err(A::Error::custom("has no rows"));
                };
                // Which dice is said beside the rows.
                DieTable::covering(D6, [first, last], &rows).map_err(A::Error::custom)
            }
        }
        from.deserialize_map(Column(PhantomData))
    }
}

/// The rolls of a key: `7`, `2-5`, `-1-0`.
fn rolls(key: &str) -> Option<[i8; 2]> {
    let dash = key.char_indices().skip(1).find(|(_, c)| *c == '-').map(|(n, _)| n);
    let (low, high) = dash.map_or((key, key), |n| (&key[..n], &key[n + 1..]));
    let (low, high) = (low.parse().ok()?, high.parse().ok()?);
    (low <= high).then_some([low, high])
}

#[cfg(test)]
#[allow(dead_code, unreachable_pub, reason = "small words, of which each test uses its own part")]
mod tests {
    use super::super::{By, DieTable, Files, Head, Spans};
    use crate::{row_numbers, words};

    words! { Range { Close = "close", "Close"; Long = "long", "Long"; } }
    words! { Month { June = "jun", "June"; July = "jul", "July"; August = "aug", "August"; } }
    row_numbers! { Unit: "pz4" "tiger" }

    figures! {
        Chart where Chart::fits {
            chart: Head,
            natural: [i8; 2] [1..=13],
            range: By<Range, Row>,
            drm: Drms,
            weather: Spans<Month, DieTable<char>> [die],
            unit: DieTable<Unit> [die and beyond],
        }
        Row { hit: i8 [1..=13], pen: Option<i8> [-6..=6] }
    }
    drms! { Drms { hull_down, smoke_1 } }

    impl Chart {
        fn fits(&self) -> Result<(), String> {
            if self.natural[0] < self.natural[1] { Ok(()) } else { Err("natural rolls overlap".into()) }
        }
    }

    const FILE: &str = r#"natural = [2, 12]

[chart]
title = "To hit"
provenance = "designed"
source = "7.9"
notes = ["a remark"]

[range]
close = { hit = 7, pen = 1 }
long = { hit = 5 }

[drm]
hull_down = { add = 1, provenance = "rulebook", source = "7.3.1" }
smoke_1 = { add = 1, remark = "the player's fire" }

[weather]
die = "1d6"
"jun to jul" = { "1-4" = "c", "5-6" = "r" }
aug = { "1-6" = "c" }

[unit]
die = "1d6"
"-1-3" = "pz4"
"4-8" = "tiger"
"#;

    fn read(text: &str) -> Result<Chart, String> {
        Files::default().with("b1.toml", text.into()).parse("b1.toml").map_err(|e| e.to_string())
    }

    #[test]
    fn the_file_is_the_type() {
        let chart = read(FILE).unwrap();
        assert_eq!((chart.natural, chart.range[Range::Long].hit, chart.range[Range::Long].pen), ([2, 12], 5, None));
        assert_eq!((chart.range[Range::Close].pen, chart.range.len()), (Some(1), 2));
        assert_eq!((chart.drm.hull_down, chart.drm.smoke_1), (1, 1));
        assert_eq!(chart.drm.notes, ["+1 hull down (rulebook: 7.3.1)", "+1 smoke 1, the player's fire"]);
        assert_eq!((chart.weather[Month::July].at(5), chart.weather[Month::August].at(5)), ('r', 'c'));
        assert_eq!(chart.weather.heading(Month::June), "June, July");
        assert_eq!(chart.weather.columns().map(|c| c.0).collect::<Vec<_>>(), ["June, July", "August"]);
        assert_eq!([-9, 3, 4, 99].map(|roll| chart.unit.at(roll).id()), ["pz4", "pz4", "tiger", "tiger"]);
        assert_eq!(chart.chart.notes, ["a remark"]);
    }

    #[test]
    fn what_is_wrong_is_said_with_line_and_column() {
        let cases = [
            ("hit = 5", "hit = 50", "line 11, column 16: 50 is outside 1 to 13"),
            ("pen = 1", "pen = 7", "line 10, column 26: 7 is outside -6 to 6"),
            ("natural = [2, 12]", "natural = [2, 14]", "line 1, column 11: 14 is outside 1 to 13"),
            ("natural = [2, 12]", "natural = [12, 2]", "file: natural rolls overlap"),
            ("long =", "far =", "line 11, column 7: no `far` is known, only close, long"),
            ("long = { hit = 5 }\n", "", "line 9, column 1: `long` is missing"),
            ("long =", "close =", "line 11, column 1: duplicate key"),
            ("smoke_1 =", "smoke_2 =", "line 15, column 1: unknown field `smoke_2`, expected `hull_down` or `smoke_1`"),
            ("{ add = 1, p", "{ add = 9, p", "line 14, column 21: 9 is outside -6 to 6"),
            ("jun to jul", "jun", "line 17, column 1: no column serves jul"),
            ("aug =", "\"jul to aug\" =", "line 19, column 16: `jul` has a column already"),
            ("jun to jul", "jul to jun", "line 19, column 16: `jul to jun` ends before it begins"),
            ("jun to jul", "may to jul", "line 19, column 16: no `may` is known, only jun, jul, aug"),
            ("\"5-6\"", "\"6\"", "line 19, column 16: no row covers a roll of 5"),
            ("\"5-6\"", "\"4-6\"", "line 19, column 39: another row covers rolls of `4-6` already"),
            ("\"5-6\"", "\"5-8\"", "line 17, column 1: June, July: the rows run from 1 to 8, 1d6 from 1 to 6"),
            ("\"1-6\"", "\"1-5\"", "line 17, column 1: August: no row covers a roll of 6"),
            ("\"1-6\"", "\"all\"", "line 20, column 17: `all` is not a roll such as 7 or 2-5"),
            ("die = \"1d6\"\n\"jun", "\"jun", "line 17, column 1: needs `die`, such as \"2d6\""),
            ("\"pz4\"", "\"pz5\"", "line 24, column 10: no `pz5` is known, only pz4, tiger"),
        ];
        for (old, new, _) in cases {
            assert!(FILE.contains(old), "{old} -> {new}");
        }
        let said = cases.map(|(old, new, _)| read(&FILE.replacen(old, new, 1)).unwrap_err());
        assert_eq!(said, cases.map(|(_, _, said)| format!("b1.toml: {said}")));
    }
}
