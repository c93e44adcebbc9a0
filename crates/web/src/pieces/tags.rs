//! Markup of ours, read tag by tag: every attribute quoted, every element ended, no `<`, `>` or `"` but those of tags.

use memchr::memchr;
use memchr::memmem::{FindIter, Finder};
use std::iter::Peekable;
use std::ops::Range;
use std::sync::LazyLock;

/// What stands before a name.
const ID: &str = " id=\"";
static FIND_ID: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(ID));

/// The tags of a text, one after the other.
pub(super) struct Tags<'t> {
    text: &'t str,
    read: usize,
    /// Where names stand, in order: so they are looked for once, not in every tag.
    ids: Peekable<FindIter<'t, 'static>>,
}

/// A tag and where it stands.
pub(super) struct Tag<'t> {
    pub(super) at: Range<usize>,
    /// What stands between its brackets.
    pub(super) says: &'t str,
    /// Where the name stands that it gives its element.
    pub(super) id: Option<Range<usize>>,
}

impl<'t> Tags<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Tags { text, read: 0, ids: FIND_ID.find_iter(text.as_bytes()).peekable() }
    }
}

impl<'t> Iterator for Tags<'t> {
    type Item = Tag<'t>;

    fn next(&mut self) -> Option<Tag<'t>> {
        let bytes = self.text.as_bytes();
        let from = self.read + memchr(b'<', &bytes[self.read..])?;
        let to = from + memchr(b'>', &bytes[from..])? + 1;
        self.read = to;
        let id = self.ids.next_if(|id| *id < to).and_then(|id| {
            let from = id + ID.len();
            let long = memchr(b'"', &bytes[from..to])?;
            // A name can be one of several in a list.
            (long > 0 && !bytes[from..from + long].contains(&b' ')).then_some(from..from + long)
        });
        Some(Tag { at: from..to, says: &self.text[from + 1..to - 1], id })
    }
}

impl<'t> Tag<'t> {
    /// Whether it ends an element.
    pub(super) fn is_end(&self) -> bool {
        self.says.starts_with('/')
    }

    /// What kind of element it begins.
    pub(super) fn kind(&self) -> &'t str {
        &self.says[..self.says.bytes().position(|b| b == b' ' || b == b'/').unwrap_or(self.says.len())]
    }

    /// Whether nothing can stand in the element, so that it has no end.
    pub(super) fn is_whole(&self) -> bool {
        self.says.ends_with('/')
            || matches!(self.kind(), "input" | "br" | "hr" | "img" | "col" | "link" | "meta" | "wbr")
    }

    /// Whether the element cannot be read without those around it.
    pub(super) fn is_bound(&self) -> bool {
        matches!(
            self.kind(),
            "tr" | "td" | "th" | "tbody" | "thead" | "tfoot" | "caption" | "colgroup" | "option" | "optgroup"
        )
    }
}
