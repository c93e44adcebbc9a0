//! What need not be drawn again, because whoever looks shows it already.

use foldhash::quality::FixedState;
use maud::{Markup, PreEscaped};
use std::fmt;
use std::hash::{BuildHasher, Hash};

/// What a page shows.
pub trait Shows {
    /// Whether it shows the element of this id as it was drawn from what has this number.
    fn has(&self, id: &str, drawn_from: u64) -> bool;

    /// Whether a [`Mark`] is to stand before what is drawn.
    fn marks(&self) -> bool;
}

/// What stands before an element that was drawn: how long it is, so that nobody need look for its end.
pub struct Mark;

impl Mark {
    /// How long a mark is itself.
    pub const LONG: usize = "<!000000>".len();
    /// How long what it stands before can be.
    const MOST: usize = 999_999;

    /// Where the element ends that a mark at this place of a text stands before.
    pub fn end(text: &str, from: usize) -> Option<usize> {
        let long: usize = text.get(from + 2..from + Mark::LONG - 1)?.parse().ok()?;
        Some(from + Mark::LONG + long).filter(|end| *end <= text.len())
    }

    fn before(drawn: &str) -> Markup {
        let mut all = String::with_capacity(Mark::LONG + drawn.len());
        all.push_str("<!");
        let mut ten = Mark::MOST.div_ceil(10);
        while ten > 0 {
            all.push(char::from(b'0' + (drawn.len() / ten % 10) as u8));
            ten /= 10;
        }
        all.push('>');
        all.push_str(drawn);
        PreEscaped(all)
    }
}

/// What is known of the page a drawing is for; nothing, if it is a new one.
#[derive(Clone, Copy, Default)]
pub struct Known<'a>(Option<&'a dyn Shows>);

impl<'a> Known<'a> {
    /// The drawing is for a page that shows this.
    pub fn new(shows: &'a dyn Shows) -> Self {
        Known(Some(shows))
    }

    /// An element of this id, drawn from all that it depends on: where the page shows just that, only its name is left in its place. Such
    /// elements may lie in each other: what lies in one that is not drawn is not asked for.
    pub fn or_draw(self, id: &str, from: impl Hash, draw: impl FnOnce() -> Markup) -> Markup {
        let Some(shows) = self.0 else { return draw() };
        if shows.has(id, FixedState::with_seed(1).hash_one(from)) {
            debug_assert!(!id.contains(['"', '<', '&']), "{id}");
            return PreEscaped(["<template data-same id=\"", id, "\"></template>"].concat());
        }
        let drawn = draw();
        if shows.marks() && drawn.0.len() <= Mark::MOST { Mark::before(&drawn.0) } else { drawn }
    }
}

impl fmt::Debug for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Known" } else { "Unknown" })
    }
}

impl PartialEq for Known<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Some(one), Some(other)) => std::ptr::addr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

impl Eq for Known<'_> {}
