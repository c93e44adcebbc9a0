//! A word of one list or of another.

use super::by::ids;
use crate::words::Word;
use serde::Deserialize;
use std::fmt;

/// A word of one list, or one of another: what is found, or `none`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String", bound = "A: Word, B: Word")]
pub enum Or<A, B> {
    /// A word of the first list.
    This(A),
    /// A word of the second.
    Other(B),
}

impl<A: Word, B: Word> Or<A, B> {
    /// The word of the first list, if it is one.
    pub fn this(self) -> Option<A> {
        match self {
            Or::This(word) => Some(word),
            Or::Other(_) => None,
        }
    }
}

impl<A: Word, B: Word> TryFrom<String> for Or<A, B> {
    type Error = String;
    fn try_from(id: String) -> Result<Self, String> {
        let word = A::from_id(&id).map(Or::This).or_else(|| B::from_id(&id).map(Or::Other));
        word.ok_or_else(|| format!("no `{id}` is known, only {}, {}", ids::<A>(), ids::<B>()))
    }
}

impl<A: Word, B: Word> fmt::Display for Or<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Or::This(word) => word.name(),
            Or::Other(word) => word.name(),
        })
    }
}
