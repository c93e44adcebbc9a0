//! Makers of a game's words: what its charts, counters and boards name, as small plain types.
//!
//! Every word has an `id` (its text in chart files, keys and saves), a `name` for people and an `index` into arrays. Ids are
//! frozen: saved games hold them.

/// Makes an enum of words: `Variant = "id", "name";` each. The crate that uses it needs `serde`.
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* $word:ident { $($variant:ident = $id:literal, $name:literal;)+ }) => {
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

            /// The one with this id.
            pub fn from_id(id: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|word| word.id() == id)
            }
        }

        impl ::std::fmt::Display for $word {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
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
    };
}

/// Makes a number that stands for a row of a chart whose ids no pack may change. The crate that uses it needs `serde`.
#[macro_export]
macro_rules! row_numbers {
    ($(#[$doc:meta])* $word:ident: $($id:literal)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, ::serde::Serialize, ::serde::Deserialize)]
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
    };
}
