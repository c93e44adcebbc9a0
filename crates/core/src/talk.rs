//! What a game says and is told: its answers, questions and events, one line each, in the order of its rulebook.
//!
//! [`choices!`](crate::choices), [`asks!`](crate::asks) and [`events!`](crate::events) make an enum of such lines, with everything a
//! front end wants to know of each. A line is a name, a key or kind, a rule in brackets, and what it says: a text that may hold the
//! line's values, or `=>` and an expression. The head names what an expression may look at: the game, the charts, whose turn it is.
//!
//! ```
//! use hulldown_core::{Seat, asks, choices, events};
//! # mod rules {
//! #     pub const TEXT: &str = "id\ttopic\tkind\tstatement\n2.1\tfire\taction\tFire.\n2.2\tturn\taction\tTurn.\n";
//! #     pub const STARTS: [u32; 2] = hulldown_core::rules::starts(TEXT);
//! #     pub const CITED: hulldown_core::Ledger = hulldown_core::Ledger::new(TEXT, &STARTS);
//! # }
//! # macro_rules! rule { ($id:literal) => { const { rules::CITED.cite($id) } } }
//! hulldown_core::words! {
//!     /// A way to look.
//!     Side { Left = "l", "left"; Right = "r", "right"; }
//! }
//!
//! choices! {
//!     /// An answer.
//!     pub enum Choice, shells: u8 {
//!         Hold                   = "hold"               ["2.1"] "hold fire";
//!         Fire(tank: u8)         = "fire:{tank}"        ["2.1"] => format!("fire at tank {tank} ({shells} shells left)"), at "tank:{tank}",
//!                                                              group "targets", letter 'F';
//!         Turn(side: Side)       = "turn:{side}"        ["2.2"] "turn {side}", letter 'T';
//!     }
//!     letters { ":l" 'L' }
//! }
//!
//! asks! {
//!     /// A question.
//!     pub enum Ask, seat: Seat {
//!         Order = "order" ["2.1"] "What now?", usual "whether to fire", lesson "order" "Shells are few.";
//!         Turn  = "turn"  ["2.2"] => format!("Tank {}: which way?", seat.0 + 1);
//!     }
//! }
//!
//! events! {
//!     /// What happened.
//!     #[derive(Clone, Copy, Debug, serde::Serialize)]
//!     #[serde(rename_all = "snake_case")]
//!     pub enum Event, _nothing: () {
//!         Round { number: u8 }          = "round" ["2.1"] scene "Round {number}.";
//!         Shot { tank: u8, hit: bool }  = "shot"  ["2.1"] "Tank {tank} is fired at.", head if hit { "hit" } else { "miss" };
//!     }
//! }
//!
//! // A key is read only as it is written.
//! assert_eq!(Choice::Turn(Side::Left).to_string(), "turn:l");
//! assert_eq!("fire:2".parse(), Ok(Choice::Fire(2)));
//! assert!("fire:02".parse::<Choice>().is_err());
//!
//! assert_eq!(Choice::GROUPS, [("fire", "targets")]);
//! assert_eq!(Choice::LETTERS, [("fire", 'F'), ("turn", 'T'), (":l", 'L')]);
//!
//! let words = Choice::Fire(2).words(3);
//! assert_eq!((words.label.as_str(), words.spot.as_deref()), ("fire at tank 2 (3 shells left)", Some("tank:2")));
//! assert_eq!(Ask::Turn.words(Seat(0)).text, "Tank 1: which way?");
//! assert_eq!(Ask::USUAL, [("order", "whether to fire")]);
//! assert_eq!(Ask::Order.lesson(Seat(0)).unwrap().text, "Shells are few.");
//! let words = Event::Shot { tank: 2, hit: true }.words(());
//! assert_eq!((words.kind, words.headline.as_deref()), ("shot", Some("hit")));
//! ```
//!
//! Where the macros stand, `rule!` must be the game's own macro that cites its ledger. A rule that depends on the state is `[=> …]`,
//! likewise a spot: `at => …`, which is then an `Option<String>`.
//!
//! [`answers!`](crate::answers) says which choices the answers to a question are.

mod answers;

pub use answers::{Answer, NotAnAnswer};

use crate::game::{Seat, UnitId};
use std::fmt;

/// How much begins with an event. Logs, time-lines, calendars and stories are divided by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    /// Nothing: one line among others.
    #[default]
    Line,
    /// The smallest piece of play: a round, a turn, a phase.
    Scene,
    /// A piece of a chapter that is worth a line in a calendar: a mission, its result.
    Part,
    /// A leaf of the calendar: a mission line, a day.
    Chapter,
}

impl Rank {
    /// Whether it is no more than a line.
    pub fn is_line(&self) -> bool {
        *self == Rank::Line
    }
}

/// A value as it stands in the key of a choice.
pub trait Key: Sized {
    /// Writes it.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// Reads it; what is written otherwise than [`Key::write`] does is refused later.
    fn read(text: &str) -> Option<Self>;
}

/// Makes the text form of a type, its `Display` and `FromStr`, its form in keys.
///
/// ```
/// # use std::{fmt, num::ParseIntError, str::FromStr};
/// /// A card of the deck: `c7`.
/// struct Card(u8);
/// impl fmt::Display for Card {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "c{}", self.0)
///     }
/// }
/// impl FromStr for Card {
///     type Err = ParseIntError;
///     fn from_str(text: &str) -> Result<Card, ParseIntError> {
///         text.trim_start_matches('c').parse().map(Card)
///     }
/// }
/// hulldown_core::key_as_text!(Card);
///
/// # use hulldown_core::talk::Key;
/// assert!(Card::read("c7").is_some_and(|card| card.0 == 7));
/// ```
#[macro_export]
macro_rules! key_as_text {
    ($($Type:ty),+) => {
        $(impl $crate::talk::Key for $Type {
            fn write(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }

            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        })+
    };
}

key_as_text!(u8, u16, crate::hex::Hex, crate::hex::Side);

/// The bare number of a newtype stands in keys.
macro_rules! key_as_number {
    ($($Type:ident),+) => {
        $(impl Key for $Type {
            fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(f)
            }

            fn read(text: &str) -> Option<Self> {
                u8::read(text).map($Type)
            }
        })+
    };
}

key_as_number!(Seat, UnitId);

/// Something or `none`.
impl<T: Key> Key for Option<T> {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Some(value) => value.write(f),
            None => f.write_str("none"),
        }
    }

    fn read(text: &str) -> Option<Self> {
        if text == "none" { Some(None) } else { T::read(text).map(Some) }
    }
}

/// Shows a value as it stands in a key.
#[doc(hidden)]
pub struct Keyed<T>(pub T);

impl<T: Key> fmt::Display for Keyed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

/// A text that is no choice of this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a choice of this game")]
pub struct NotAChoice;

/// What stands in `text` for the values of a key such as `call:{support}:partner`, in their order; the rest must be the same.
#[doc(hidden)]
pub fn values<'a, const N: usize>(key: &str, mut text: &'a str) -> Option<[&'a str; N]> {
    let (mut values, mut found) = ([""; N], 0);
    let mut pieces = key.split('{');
    text = text.strip_prefix(pieces.next()?)?;
    for piece in pieces {
        let (_, then) = piece.split_once('}')?;
        let end = if then.is_empty() { text.len() } else { text.find(then)? };
        *values.get_mut(found)? = &text[..end];
        found += 1;
        text = &text[end + then.len()..];
    }
    (found == N && text.is_empty()).then_some(values)
}

/// How a key begins before its values: `call` of `call:{support}:partner`.
#[doc(hidden)]
pub const fn beginning(key: &'static str) -> &'static str {
    let mut n = 0;
    while n < key.len() {
        if key.as_bytes()[n] == b'{' {
            assert!(
                n > 1 && key.as_bytes()[n - 1] == b':',
                "a key that begins with a value has no group and no letter of its own"
            );
            return key.split_at(n - 1).0;
        }
        n += 1;
    }
    key
}

/// Whether a choice is written so and not otherwise.
#[doc(hidden)]
pub fn is_written(choice: &impl fmt::Display, text: &str) -> bool {
    struct Rest<'a>(&'a str);
    impl fmt::Write for Rest<'_> {
        fn write_str(&mut self, piece: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(piece).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    let mut rest = Rest(text);
    fmt::Write::write_fmt(&mut rest, format_args!("{choice}")).is_ok() && rest.0.is_empty()
}

/// Makes the enum of a game's answers: `Name(value: Type) = "key:{value}" ["rule"] "label", at "spot:{value}", group "called together",
/// letter 'L';` each. See [the module](crate::talk). Values stand in keys and spots by their [`Key`](crate::talk::Key), in labels by their
/// `Display`. Groups and letters are for [`Aids`](crate::playable::Aids); those of values, and of whose answers they are, follow the enum.
#[macro_export]
macro_rules! choices {
    (
        $(#[$about:meta])* $vis:vis enum $Choice:ident, $seen:ident: $Seen:ty {
            $(
                $(#[$doc:meta])*
                $Name:ident $(($($value:ident: $Type:ty),+))? = $key:literal [$($rule:tt)+]
                $($label:literal)? $(=> $say:expr)? $(, at $spot:literal)? $(, at => $place:expr)?
                $(, group $group:literal)? $(, letter $letter:literal)?;
            )+
        }
        $(groups { $($whose:literal $called:literal),+ $(,)? })?
        $(letters { $($of:literal $typed:literal),+ $(,)? })?
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $Choice {
            $(#[doc = concat!("`", $key, "`")] $(#[$doc])* $Name $(($($Type),+))?,)+
        }

        impl ::std::fmt::Display for $Choice {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match *self {
                    $($Choice::$Name $(($($value),+))? => {
                        $($(let $value = $crate::talk::Keyed($value);)+)?
                        write!(f, $key)
                    })+
                }
            }
        }

        impl ::std::str::FromStr for $Choice {
            type Err = $crate::talk::NotAChoice;

            fn from_str(text: &str) -> Result<Self, $crate::talk::NotAChoice> {
                $(
                    if let Some([$($($value),+)?]) = $crate::talk::values($key, text)
                        $($(&& let Some($value) = <$Type as $crate::talk::Key>::read($value))+)?
                    {
                        let choice = $Choice::$Name $(($($value),+))?;
                        // Only the one spelling that is written is read: saves hold it.
                        if $crate::talk::is_written(&choice, text) {
                            return Ok(choice);
                        }
                    }
                )+
                Err($crate::talk::NotAChoice)
            }
        }

        impl $Choice {
            /// The keys, with the names of values in braces.
            $vis const KEYS: &'static [&'static str] = &[$($key),+];

            /// What answers are called together, by how their keys begin or by whose they are.
            $vis const GROUPS: &'static [(&'static str, &'static str)] =
                &[$($(($crate::talk::beginning($key), $group),)?)+ $($(($whose, $called),)+)?];

            /// The letters that always mean the same.
            $vis const LETTERS: &'static [(&'static str, char)] =
                &[$($(($crate::talk::beginning($key), $letter),)?)+ $($(($of, $typed),)+)?];

            /// The choice in words.
            #[allow(unused_variables, reason = "not every line speaks of its values")]
            $vis fn words(self, $seen: $Seen) -> $crate::game::ChoiceWords {
                match self {
                    $($Choice::$Name $(($($value),+))? => $crate::game::ChoiceWords {
                        rule: $crate::talk_rule!($($rule)+),
                        label: $crate::talk_text!($($label)? $(=> $say)?),
                        spot: $crate::talk_spot!([$($($value),+)?] $($spot)? $(=> $place)?),
                    },)+
                }
            }
        }
    };
}

/// Makes the enum of a game's questions: `Name(value: Type) = "kind" ["rule"] "sentence", at "spot:{value}", usual "in a few words",
/// lesson "id" "hint";` each, where `usual` says that it has an answer that may be given unasked. See [the module](crate::talk).
#[macro_export]
macro_rules! asks {
    (
        $(#[$about:meta])* $vis:vis enum $Ask:ident, $seen:ident: $Seen:ty {
            $(
                $(#[$doc:meta])*
                $Name:ident $(($($value:ident: $Type:ty),+))? = $kind:literal [$($rule:tt)+]
                $($text:literal)? $(=> $say:expr)? $(, at $spot:literal)? $(, at => $place:expr)?
                $(, usual $usual:literal)? $(, lesson $lesson:literal $hint:literal)? $(, lesson => $teach:expr)?;
            )+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $Ask {
            $(#[doc = concat!("`", $kind, "`")] $(#[$doc])* $Name $(($($Type),+))?,)+
        }

        #[allow(unused_variables, reason = "not every line speaks of its values")]
        impl $Ask {
            /// The kinds of questions that have a usual answer, each in a few words.
            pub const USUAL: &'static [(&'static str, &'static str)] = &[$($(($kind, $usual),)?)+];

            /// A word for the kind of question.
            $vis const fn kind(self) -> &'static str {
                match self { $($Ask::$Name { .. } => $kind,)+ }
            }

            /// The question in words.
            $vis fn words(self, $seen: $Seen) -> $crate::game::AskWords {
                let (rule, text) = match self {
                    $($Ask::$Name $(($($value),+))? => (
                        $crate::talk_rule!($($rule)+),
                        $crate::talk_text!($($text)? $(=> $say)?),
                    ),)+
                };
                $crate::game::AskWords { kind: self.kind(), rule, text }
            }

            /// The thing on the board it is about.
            $vis fn spot(self, $seen: $Seen) -> Option<String> {
                match self {
                    $($Ask::$Name $(($($value),+))? => $crate::talk_spot!([$($($value),+)?] $($spot)? $(=> $place)?),)+
                }
            }

            /// A hint for a learner.
            $vis fn lesson(self, $seen: $Seen) -> Option<$crate::game::Lesson> {
                match self {
                    $($Ask::$Name $(($($value),+))? => $crate::talk_lesson!($($lesson $hint)? $(=> $teach)?),)+
                }
            }
        }
    };
}

/// Makes the enum of a game's events: `Name { value: Type } = "kind" ["rule"] chapter "sentence", head "a few words";` each, where
/// `chapter`, `part` or `scene` is its [`Rank`](crate::talk::Rank), and a chapter may say what it stands `under` in a calendar and how it is `titled`. Deriving
/// is left to the game, so that it decides how events are written. What is said after `head`, `under` and `titled` may also be an `Option`.
/// See [the module](crate::talk).
#[macro_export]
macro_rules! events {
    (
        $(#[$about:meta])* $vis:vis enum $Event:ident, $seen:ident: $Seen:ty {
            $(
                $(#[$doc:meta])*
                $Name:ident $(($($item:ident: $Item:ty),+))? $({ $($field:ident: $Field:ty),+ })? = $kind:literal [$($rule:tt)+]
                $($rank:ident)? $($text:literal)? $(=> $say:expr)? $(, head $head:expr)? $(, under $under:expr)? $(, titled $title:expr)?;
            )+
        }
    ) => {
        $(#[$about])*
        #[allow(missing_docs, reason = "fields are named for what they hold")]
        $vis enum $Event {
            $(#[doc = concat!("`", $kind, "`")] $(#[$doc])* $Name $(($($Item),+))? $({ $($field: $Field),+ })?,)+
        }

        impl $Event {
            /// The words for all kinds of events.
            $vis const KINDS: &'static [&'static str] = &[$($kind),+];

            /// A word for the kind of event.
            $vis const fn kind(&self) -> &'static str {
                match self { $($Event::$Name { .. } => $kind,)+ }
            }

            /// How much begins with it.
            $vis const fn rank(&self) -> $crate::talk::Rank {
                match self { $($Event::$Name { .. } => $crate::talk_rank!($($rank)?),)+ }
            }

            /// The event in words.
            #[allow(unused_variables, reason = "not every line speaks of its values")]
            $vis fn words(&self, $seen: $Seen) -> $crate::game::EventWords {
                let (rule, text, headline, under, title): (_, String, Option<String>, Option<String>, Option<String>) = match *self {
                    $($Event::$Name $(($($item),+))? $({ $($field),+ })? => (
                        $crate::talk_rule!($($rule)+),
                        $crate::talk_text!($($text)? $(=> $say)?),
                        $crate::talk_maybe!($($head)?),
                        $crate::talk_maybe!($($under)?),
                        $crate::talk_maybe!($($title)?),
                    ),)+
                };
                $crate::game::EventWords { kind: self.kind(), rank: self.rank(), rule, text, headline, under, title }
            }
        }
    };
}

/// `["7.3a"]` or `[=> expression]`.
#[doc(hidden)]
#[macro_export]
macro_rules! talk_rule {
    ($id:literal) => {
        rule!($id)
    };
    (=> $rule:expr) => {
        $rule
    };
}

/// `"text of {values}"` or `=> expression`.
#[doc(hidden)]
#[macro_export]
macro_rules! talk_text {
    ($text:literal) => {
        format!($text)
    };
    (=> $say:expr) => {
        String::from($say)
    };
}

/// `at "unit:{values}"`, `at => expression`, or nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! talk_spot {
    ([$($value:ident),*]) => {
        None
    };
    ([$($value:ident),*] $spot:literal) => {{
        $(let $value = $crate::talk::Keyed($value);)*
        Some(format!($spot))
    }};
    ([$($value:ident),*] => $place:expr) => {
        $place
    };
}

/// `lesson "id" "text"`, `lesson => expression`, or nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! talk_lesson {
    () => {
        None
    };
    ($id:literal $text:literal) => {
        Some($crate::game::Lesson { id: $id, text: $text.into() })
    };
    (=> $teach:expr) => {
        $teach
    };
}

/// `chapter`, `part`, `scene`, or nothing for a line.
#[doc(hidden)]
#[macro_export]
macro_rules! talk_rank {
    () => {
        $crate::talk::Rank::Line
    };
    (scene) => {
        $crate::talk::Rank::Scene
    };
    (part) => {
        $crate::talk::Rank::Part
    };
    (chapter) => {
        $crate::talk::Rank::Chapter
    };
}

/// A text, a text that may be missing, or nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! talk_maybe {
    () => {
        None
    };
    ($text:expr) => {
        $crate::talk::Maybe::maybe($text)
    };
}

/// What can stand where a text may be missing.
#[doc(hidden)]
pub trait Maybe {
    /// The text, if there is one.
    fn maybe(self) -> Option<String>;
}

impl Maybe for String {
    fn maybe(self) -> Option<String> {
        Some(self)
    }
}

impl Maybe for &str {
    fn maybe(self) -> Option<String> {
        Some(self.into())
    }
}

impl<T: Maybe> Maybe for Option<T> {
    fn maybe(self) -> Option<String> {
        self.and_then(Maybe::maybe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_where_the_key_has_them() {
        assert_eq!(values("hold", "hold"), Some([]));
        assert_eq!(values::<0>("hold", "hold:x"), None);
        assert_eq!(values("fire:{unit}", "fire:2"), Some(["2"]));
        assert_eq!(values("fire:{unit}", "fire:"), Some([""]));
        assert_eq!(values::<1>("fire:{unit}", "fire"), None);
        assert_eq!(values("{gun}:{unit}", "coax:2:3"), Some(["coax", "2:3"]));
        assert_eq!(values("call:{support}:partner", "call:mortar:partner"), Some(["mortar"]));
        assert_eq!(values::<1>("call:{support}:partner", "call:mortar"), None);
        assert_eq!(values::<1>("call:{support}:partner", "call:mortar:partner:x"), None);
        assert_eq!(values::<1>(">{side}", "f"), None);
    }

    #[test]
    fn only_one_spelling_is_a_key() {
        assert!(is_written(&7, "7"));
        assert!(!is_written(&7, "07"));
        assert!(!is_written(&7, "7 "));
        assert!(!is_written(&70, "7"));
    }
}
