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

/// A tag.
pub(super) enum Tag<'t> {
    /// Ends an element. It begins here; where it ends few want to know.
    End(usize),
    /// Begins one.
    Begin(Begin<'t>),
}

/// A tag that begins an element, and where it stands.
pub(super) struct Begin<'t> {
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

/// Where a tag ends that begins here.
pub(super) fn end_of(text: &str, from: usize) -> Option<usize> {
    Some(from + memchr(b'>', &text.as_bytes()[from..])? + 1)
}

impl<'t> Iterator for Tags<'t> {
    type Item = Tag<'t>;

    #[inline]
    fn next(&mut self) -> Option<Tag<'t>> {
        let bytes = self.text.as_bytes();
        let from = self.read + memchr(b'<', &bytes[self.read..])?;
        if bytes.get(from + 1) == Some(&b'/') {
            self.read = from + 2;
            return Some(Tag::End(from));
        }
        let to = end_of(self.text, from)?;
        self.read = to;
        let id = self.ids.next_if(|id| *id < to).and_then(|id| {
            let from = id + ID.len();
            let long = memchr(b'"', &bytes[from..to])?;
            // A name can be one of several in a list.
            (long > 0 && !bytes[from..from + long].contains(&b' ')).then_some(from..from + long)
        });
        Some(Tag::Begin(Begin { at: from..to, says: &self.text[from + 1..to - 1], id }))
    }
}

impl Begin<'_> {
    /// Whether what stands between the brackets begins with this kind of element.
    fn is(&self, kind: &str) -> bool {
        let rest = self.says.strip_prefix(kind).map(str::as_bytes);
        rest.is_some_and(|rest| matches!(rest.first(), None | Some(b' ' | b'/')))
    }

    /// Whether it begins a drawing.
    pub(super) fn is_drawing(&self) -> bool {
        self.is("svg")
    }

    /// Whether nothing can stand in the element, so that it has no end.
    pub(super) fn is_whole(&self) -> bool {
        let says = self.says.as_bytes();
        // Two letters tell most of them apart from all others.
        let bare = match says {
            [b'i', b'n' | b'm', ..] => self.is("input") || self.is("img"),
            [b'b', b'r', ..] => self.is("br"),
            [b'h', b'r', ..] => self.is("hr"),
            [b'c', b'o', ..] => self.is("col"),
            [b'l', b'i', b'n', ..] => self.is("link"),
            [b'm', b'e', ..] => self.is("meta"),
            [b'w', b'b', ..] => self.is("wbr"),
            _ => false,
        };
        bare || says.last() == Some(&b'/')
    }

    /// Whether the element cannot be read without those around it.
    pub(super) fn is_bound(&self) -> bool {
        let kind = self.says.split([' ', '/']).next().unwrap_or_default();
        matches!(
            kind,
            "tr" | "td" | "th" | "tbody" | "thead" | "tfoot" | "caption" | "colgroup" | "option" | "optgroup"
        )
    }
}
