//! What lines and columns are called.

use crate::words::Word;
use std::fmt;

/// A line, a column or a remark of a sheet, by what it is called there. A game writes each once: the sheet is laid out with it, and a roll
/// says with it where it was read. Where a line stands for a word, the word is its heading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading(&'static str);

impl Heading {
    /// Of nothing: the roll alone says where.
    pub const NONE: Heading = Heading("");

    /// What is called so; a remark begins so.
    pub const fn new(text: &'static str) -> Heading {
        Heading(text)
    }

    /// Its text.
    #[inline]
    pub const fn text(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl<W: Word> From<W> for Heading {
    #[inline]
    fn from(word: W) -> Heading {
        Heading(word.name())
    }
}

/// What a file calls it.
impl From<&'static String> for Heading {
    #[inline]
    fn from(text: &'static String) -> Heading {
        Heading(text)
    }
}

/// Names headings that no word of the book names, each once.
///
/// ```
/// hulldown_core::headings! { WEEKS = "weeks in hospital"; HOW = "how"; }
/// assert_eq!(WEEKS.text(), "weeks in hospital");
/// ```
#[macro_export]
macro_rules! headings {
    ($($name:ident = $text:literal;)+) => {
        $(
            #[doc = concat!("What is headed \"", $text, "\".")]
            pub const $name: $crate::chart::Heading = $crate::chart::Heading::new($text);
        )+
    };
}
