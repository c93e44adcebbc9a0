//! A stretch of play in short: what was lost and won in it, as the game says what each event adds to its sum.

use crate::lines::EventLine;
use hulldown_core::playable::aids::Sum;
use std::fmt;

/// One line of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigestLine {
    /// What it tells of.
    pub head: &'static str,
    /// Of whom, or how many.
    pub text: String,
    /// Whether it is a loss of one's own.
    pub loss: bool,
}

impl fmt::Display for DigestLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}.", self.head, self.text)
    }
}

/// Something told under a head: what, how many where that is counted, and how often it was told.
type Thing<'a> = (&'a str, Option<i32>, usize);

/// What these events come to, one's own losses first; nothing where no game says what they add.
pub fn digest<'a>(events: impl IntoIterator<Item = &'a EventLine>) -> Vec<DigestLine> {
    // Of each head the things told, in order, with how many of each.
    let mut heads: Vec<(&Sum, Vec<Thing<'_>>)> = Vec::new();
    for sum in events.into_iter().flat_map(|event| &event.about.sums) {
        let at = heads.iter().position(|(known, _)| known.head == sum.head).unwrap_or_else(|| {
            heads.push((sum, Vec::new()));
            heads.len() - 1
        });
        let things = &mut heads[at].1;
        match things.iter_mut().find(|(what, ..)| *what == sum.what) {
            Some((_, n, times)) => {
                *n = n.zip(sum.n).map(|(n, more)| n.saturating_add(more));
                *times += 1;
            }
            None => things.push((&sum.what, sum.n, 1)),
        }
    }
    heads.sort_by_key(|(sum, _)| sum.head.0);
    let told = |(what, n, times): &Thing<'_>| match (n, *times) {
        (Some(n), _) if what.is_empty() => format!("{n:+}"),
        (Some(n), _) => format!("{what} {n:+}"),
        (None, 1) => (*what).to_string(),
        (None, times) => format!("{what} ({times} times)"),
    };
    let text = |things: &[Thing<'_>]| things.iter().map(told).collect::<Vec<_>>().join(", ");
    heads
        .into_iter()
        .map(|(sum, things)| DigestLine { head: sum.head.1, text: text(&things), loss: sum.loss })
        .collect()
}
