//! Markup of ours, read tag by tag: every attribute quoted, every element ended or else followed by a tag, no `<`, `>` or `"` but those of
//! tags. Where a tag ends is hardly ever looked for, nor what lies in an element that says how long it is.

use hulldown_draw::Mark;
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
    /// Where the next tag begins.
    next: Option<usize>,
    /// Where names stand, in order: so they are looked for once, not in every tag.
    ids: Peekable<FindIter<'t, 'static>>,
}

/// A tag.
pub(super) enum Tag<'t> {
    /// Ends an element. It begins here; where it ends few want to know.
    End(usize),
    /// Begins one.
    Begin(Begin<'t>),
    /// Begins one with no other named one in it, which ends there.
    Whole(Begin<'t>, usize),
}

/// A tag that begins an element, and where it stands.
pub(super) struct Begin<'t> {
    pub(super) from: usize,
    /// Where it does with what stands before it.
    pub(super) begins: usize,
    /// It without its bracket, and what comes after.
    says: &'t str,
    /// Where the name stands that it gives its element.
    pub(super) id: Option<Range<usize>>,
    /// Whether nothing but its bracket stands between its end and the next tag, and that after a slash.
    slashed: bool,
}

impl<'t> Tags<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let ids = FIND_ID.find_iter(text.as_bytes()).peekable();
        Tags { text, next: memchr(b'<', text.as_bytes()), ids }
    }

    fn look_from(&mut self, from: usize) {
        self.next = memchr(b'<', &self.text.as_bytes()[from..]).map(|far| from + far);
    }

    /// The tag that begins here.
    fn begin(&mut self, from: usize) -> Begin<'t> {
        self.look_from(from + 1);
        let (bytes, to) = (self.text.as_bytes(), self.next.unwrap_or(self.text.len()));
        let id = self.ids.next_if(|id| *id < to).and_then(|id| {
            let from = id + ID.len();
            let long = memchr(b'"', &bytes[from..to])?;
            // A name can be one of several in a list.
            (long > 0 && !bytes[from..from + long].contains(&b' ')).then_some(from..from + long)
        });
        Begin {
            from,
            begins: from,
            says: &self.text[from + 1..],
            id,
            slashed: bytes[..to].trim_ascii_end().ends_with(b"/>"),
        }
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
        let from = self.next?;
        match self.text.as_bytes().get(from + 1) {
            Some(b'/') => {
                self.look_from(from + 2);
                Some(Tag::End(from))
            }
            Some(b'!') => {
                let Some(end) = Mark::end(self.text, from) else {
                    self.look_from(from + 2);
                    return self.next();
                };
                let begin = Begin { begins: from, ..self.begin(from + Mark::LONG) };
                if begin.id.is_none() || self.ids.peek().is_some_and(|id| *id < end) {
                    return Some(Tag::Begin(begin));
                }
                self.look_from(end);
                Some(Tag::Whole(begin, end))
            }
            _ => Some(Tag::Begin(self.begin(from))),
        }
    }
}

impl<'t> Begin<'t> {
    /// What the tag begins with; nothing if it begins otherwise.
    pub(super) fn after(&self, front: &str) -> Option<&'t str> {
        self.says.strip_prefix(front)
    }

    /// Whether this kind of element begins.
    fn is(&self, kind: &str) -> bool {
        let rest = self.says.strip_prefix(kind).map(str::as_bytes);
        rest.is_some_and(|rest| matches!(rest.first(), None | Some(b' ' | b'/' | b'>')))
    }

    /// Whether it begins a drawing.
    pub(super) fn is_drawing(&self) -> bool {
        self.is("svg")
    }

    /// Whether nothing can stand in the element, so that it has no end.
    pub(super) fn is_whole(&self) -> bool {
        // Two letters tell most of them apart from all others.
        let bare = match self.says.as_bytes() {
            [b'i', b'n' | b'm', ..] => self.is("input") || self.is("img"),
            [b'b', b'r', ..] => self.is("br"),
            [b'h', b'r', ..] => self.is("hr"),
            [b'c', b'o', ..] => self.is("col"),
            [b'l', b'i', b'n', ..] => self.is("link"),
            [b'm', b'e', ..] => self.is("meta"),
            [b'w', b'b', ..] => self.is("wbr"),
            _ => false,
        };
        bare || self.slashed
    }

    /// Whether the element cannot be read without those around it.
    pub(super) fn is_bound(&self) -> bool {
        // They begin with these letters.
        let [b't' | b'c' | b'o', ..] = self.says.as_bytes() else { return false };
        let kind = self.says.split([' ', '/', '>']).next().unwrap_or_default();
        matches!(
            kind,
            "tr" | "td" | "th" | "tbody" | "thead" | "tfoot" | "caption" | "colgroup" | "option" | "optgroup"
        )
    }
}
