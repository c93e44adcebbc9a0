//! Makers of a game's words: what its charts, counters and boards name, as small plain types.
//!
//! Every word has an `id` (its text in chart files, keys and saves), a `name` for people and an `index` into arrays. Ids are
//! frozen: saved games hold them.

use serde::de::{Deserializer, Error, Unexpected, Visitor};
use std::fmt;

/// A word of a game: what charts have rows for.
pub trait Word: Copy + Eq + 'static {
    /// All of them, in order.
    const ALL: &'static [Self];
    /// Its text in files and keys.
    fn id(self) -> &'static str;
    /// Its place among all, from 0.
    fn index(self) -> usize;
    /// Its name for people.
    fn name(self) -> &'static str {
        self.id()
    }
    /// The heading of a column that serves several.
    fn heading(words: &[Self]) -> String {
        words.iter().map(|word| word.name()).collect::<Vec<_>>().join(", ")
    }
    /// The one with this id.
    fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|word| word.id() == id)
    }
}

/// Makes an enum of words: `Variant = "id", "name";` each, or `Variant = "id", "name", key "text";` where keys of choices spell it
/// otherwise than files do. `Word headed short { … }` where a column that serves several has a heading of its own, made by the function
/// `short`. The crate that uses it needs `serde`.
///
/// ```
/// # use hulldown_core::Word;
/// hulldown_core::words! {
///     /// What is in the gun.
///     Round headed short {
///         Ap = "ap", "AP";
///         He = "he", "high explosive", key "h";
///     }
/// }
///
/// /// `AP/high explosive` above a column that serves both.
/// fn short(rounds: &[Round]) -> String {
///     rounds.iter().map(|round| round.name()).collect::<Vec<_>>().join("/")
/// }
///
/// assert_eq!((Round::He.id(), Round::He.name(), Round::He.index()), ("he", "high explosive", 1));
/// assert_eq!(Round::from_id("ap"), Some(Round::Ap));
/// assert_eq!(<Round as Word>::heading(&Round::ALL), "AP/high explosive");
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* $word:ident $(headed $heading:path)? { $($variant:ident = $id:literal, $name:literal $(, key $key:literal)?;)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $word {
            $(#[doc = $name] #[serde(rename = $id)] $variant,)+
        }

        impl $word {
            /// All of them, in order.
            pub const ALL: [$word; [$($id),+].len()] = [$($word::$variant),+];

            /// Their ids, in order.
            pub const IDS: [&'static str; [$($id),+].len()] = [$($id),+];

            /// Its text in files and keys.
            pub const fn id(self) -> &'static str {
                match self { $($word::$variant => $id,)+ }
            }

            /// Its name for people.
            pub const fn name(self) -> &'static str {
                match self { $($word::$variant => $name,)+ }
            }

            /// Its place among all, from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The one after it, unless it is the last.
            pub const fn next(self) -> Option<Self> {
                let next = self as usize + 1;
                if next < Self::ALL.len() { Some(Self::ALL[next]) } else { None }
            }

            /// The one before it, unless it is the first.
            pub const fn previous(self) -> Option<Self> {
                match self as usize {
                    0 => None,
                    at => Some(Self::ALL[at - 1]),
                }
            }

            /// The one with this id.
            pub fn from_id(id: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|word| word.id() == id)
            }
        }

        impl $crate::Word for $word {
            const ALL: &'static [Self] = &$word::ALL;
            fn id(self) -> &'static str {
                $word::id(self)
            }
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
            fn name(self) -> &'static str {
                $word::name(self)
            }
            $(fn heading(words: &[Self]) -> String {
                $heading(words)
            })?
        }

        impl ::std::fmt::Display for $word {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl $crate::talk::Key for $word {
            fn write(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(match self { $($word::$variant => $crate::word_key!($id $(, $key)?),)+ })
            }

            fn read(text: &str) -> Option<Self> {
                let keys = [$($crate::word_key!($id $(, $key)?)),+];
                keys.into_iter().position(|key| key == text).map(|at| Self::ALL[at])
            }
        }
    };
}

/// A word in keys: as in files, unless it is said otherwise.
#[doc(hidden)]
#[macro_export]
macro_rules! word_key {
    ($id:literal) => {
        $id
    };
    ($id:literal, $key:literal) => {
        $key
    };
}

/// Makes a number that stands for a row of a chart whose ids no pack may change. Saves hold the number, charts the id; both are
/// read. The crate that uses it needs `serde`.
#[macro_export]
macro_rules! row_numbers {
    ($(#[$doc:meta])* $word:ident: $($id:literal)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, ::serde::Serialize)]
        pub struct $word(pub u8);

        impl $word {
            /// The ids in the order of the chart; packs keep it, because saves hold the numbers.
            pub const IDS: [&'static str; [$($id),+].len()] = [$($id),+];

            /// All of them, in order.
            pub const ALL: [$word; Self::IDS.len()] = {
                let (mut all, mut i) = ([$word(0); Self::IDS.len()], 0);
                while i < all.len() {
                    all[i] = $word(i as u8);
                    i += 1;
                }
                all
            };

            /// Its text in files and keys.
            pub const fn id(self) -> &'static str {
                Self::IDS[self.0 as usize]
            }

            /// Its row in the chart, from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The one with this id.
            pub fn from_id(id: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|row| row.id() == id)
            }
        }

        impl $crate::talk::Key for $word {
            fn write(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.id())
            }

            fn read(text: &str) -> Option<Self> {
                Self::from_id(text)
            }
        }

        impl $crate::Word for $word {
            const ALL: &'static [Self] = &$word::ALL;
            fn id(self) -> &'static str {
                $word::id(self)
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $word {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::row_number(from, &Self::IDS).map($word)
            }
        }
    };
}

/// The number of a row, given as such or by its id.
#[doc(hidden)]
pub fn row_number<'de, D: Deserializer<'de>>(from: D, ids: &'static [&'static str]) -> Result<u8, D::Error> {
    struct Row(&'static [&'static str]);
    impl Visitor<'_> for Row {
        type Value = u8;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "one of {}", self.0.join(", "))
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<u8, E> {
            u8::try_from(number).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<u8, E> {
            u8::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
        }

        fn visit_str<E: Error>(self, id: &str) -> Result<u8, E> {
            let place = self.0.iter().position(|known| *known == id);
            place
                .map(|place| place as u8)
                .ok_or_else(|| E::custom(format_args!("no `{id}` is known, only {}", self.0.join(", "))))
        }
    }
    from.deserialize_any(Row(ids))
}
