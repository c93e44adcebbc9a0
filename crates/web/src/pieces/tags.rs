//! Markup of ours, read tag by tag: every attribute quoted, every element ended, no `<`, `>` or `"` but those of tags.

use std::ops::Range;

/// What stands before a name.
const ID: &[u8] = b" id=\"";

/// The tags of a text, one after the other.
pub(super) struct Tags<'t> {
    text: &'t str,
    read: usize,
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
        Tags { text, read: 0 }
    }
}

impl<'t> Iterator for Tags<'t> {
    type Item = Tag<'t>;

    /// Every byte is looked at once. Tags are short: to set out for the next bracket or name by more than that takes longer than to go there.
    fn next(&mut self) -> Option<Tag<'t>> {
        let bytes = self.text.as_bytes();
        let from = self.read + bytes[self.read..].iter().position(|byte| *byte == b'<')?;
        let (mut id, mut to) = (None, from + 1);
        loop {
            match *bytes.get(to)? {
                b'>' => break,
                b' ' if bytes[to..].starts_with(ID) => id = Some(to + ID.len()),
                _ => {}
            }
            to += 1;
        }
        self.read = to + 1;
        let id = id.and_then(|from| {
            let long = bytes[from..to].iter().position(|byte| *byte == b'"')?;
            // A name can be one of several in a list.
            (long > 0 && !bytes[from..from + long].contains(&b' ')).then_some(from..from + long)
        });
        Some(Tag { at: from..to + 1, says: &self.text[from + 1..to], id })
    }
}

impl<'t> Tag<'t> {
    /// Whether it ends an element.
    pub(super) fn is_end(&self) -> bool {
        self.says.starts_with('/')
    }

    /// What kind of element it begins.
    pub(super) fn kind(&self) -> &'t [u8] {
        let says = self.says.as_bytes();
        &says[..says.iter().position(|b| *b == b' ' || *b == b'/').unwrap_or(says.len())]
    }

    /// Whether nothing can stand in the element, so that it has no end.
    pub(super) fn is_whole(&self) -> bool {
        self.says.ends_with('/')
            || matches!(self.kind(), b"input" | b"br" | b"hr" | b"img" | b"col" | b"link" | b"meta" | b"wbr")
    }

    /// Whether the element cannot be read without those around it.
    pub(super) fn is_bound(&self) -> bool {
        matches!(
            self.kind(),
            b"tr" | b"td" | b"th" | b"tbody" | b"thead" | b"tfoot" | b"caption" | b"colgroup" | b"option" | b"optgroup"
        )
    }
}
