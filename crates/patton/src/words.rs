//! The words of the game: what its charts, counters, cards and boards name, as small plain types.
//!
//! Every word has an `id` (its text in chart files, keys and saves), a `name` for people and an `index` into arrays. Ids are
//! frozen: saved games hold them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Makes an enum of words: `Variant = "id", "name";` each.
macro_rules! words {
    ($(#[$doc:meta])* $word:ident { $($variant:ident = $id:literal, $name:literal;)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
        pub enum $word {
            $(#[doc = $name] #[serde(rename = $id)] $variant,)+
        }

        impl $word {
            /// All of them, in order.
            pub const ALL: [$word; [$($id),+].len()] = [$($word::$variant),+];

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

        impl fmt::Display for $word {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

/// Makes a number that stands for a row of a chart whose ids no pack may change.
macro_rules! row_numbers {
    ($(#[$doc:meta])* $word:ident: $($id:literal)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
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
    };
}

mod battle;
mod day;
mod enemy;
mod tank;
mod time;
pub use battle::*;
pub use day::*;
pub use enemy::*;
pub use tank::*;
pub use time::*;

/// The coloured die of a roll of two (3.2): the tens, 0 being 10.
#[inline]
pub const fn colored_die(natural: i8) -> i8 {
    match natural / 10 % 10 {
        0 => 10,
        tens => tens,
    }
}

/// The white die of a roll of two (3.2): the ones, 0 being 10.
#[inline]
pub const fn white_die(natural: i8) -> i8 {
    match natural % 10 {
        0 => 10,
        ones => ones,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_dice_of_a_roll() {
        assert_eq!((colored_die(100), white_die(100)), (10, 10));
        assert_eq!((colored_die(7), white_die(7)), (10, 7));
        assert_eq!((colored_die(30), white_die(30)), (3, 10));
        assert_eq!((colored_die(91), white_die(91)), (9, 1));
    }
}
