//! What a page shows, cut at the elements that have an id, so that a browser which shows an earlier state is sent only what changed.
//!
//! Each such element is a piece. What a piece says itself is its text with the pieces in it left out, all but their names. A reply holds,
//! one after the other, the pieces that say something else than before; in them a `<template data-keep="NAME …">` stands for pieces the
//! browser has already: it shows them, or it has shown them and laid them aside. What is new stands in what holds it. What is inside a
//! drawing comes in an `<svg>` of its own, so that it is read as such.

use foldhash::quality::{FixedState, FoldHasher};
use hulldown_draw::Shows;
use memchr::{memchr, memmem::Finder};
use std::cell::RefCell;
use std::collections::HashSet;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

/// Elements that have no end.
fn is_void(kind: &str) -> bool {
    matches!(kind, "input" | "br" | "hr" | "img" | "col" | "link" | "meta" | "wbr")
}

/// Elements that cannot be read without those around them.
fn is_bound(kind: &str) -> bool {
    matches!(kind, "tr" | "td" | "th" | "tbody" | "thead" | "tfoot" | "caption" | "colgroup" | "option" | "optgroup")
}

/// How many pieces are remembered that a browser has laid aside; it has them all.
const MOST_ASIDE: usize = 256;

/// What stands for a piece that was not drawn again, since the browser shows it, and how that ends.
const SAME: &str = "template data-same=\"";
const SAME_END: &str = "</template>";

/// How a template begins and ends.
const KEEP: &str = "<template data-keep=\"";
const KEPT: &str = "\"></template>";

/// An element with a name.
struct Piece {
    at: Range<usize>,
    name: Range<usize>,
    /// Its name as a number.
    known_as: u64,
    /// What it says itself, as a number.
    own: u64,
    /// Whether it is part of a drawing.
    drawn: bool,
    /// Whether it lies in another.
    inner: bool,
    /// The first piece that comes after it and is not in it.
    next: usize,
}

/// The parts of a page, cut.
pub(crate) struct Pieces {
    text: String,
    /// In the order they begin.
    all: Vec<Piece>,
    /// What was drawn from what: names and numbers, in the order of the names.
    noted: Vec<(u64, u64)>,
}

/// What a browser shows, as far as one must know to tell what changed: a number for the name of each piece, in order, and one for what
/// it says.
pub(crate) struct Shown {
    pub(crate) version: u64,
    pieces: Vec<(u64, u64)>,
    /// The same of pieces it has laid aside, the latest first.
    aside: Vec<(u64, u64)>,
    /// Pieces that are known by what they were drawn from, by their names.
    drawn: Vec<Drawn>,
}

/// A piece that is known by what it was drawn from.
#[derive(Clone)]
struct Drawn {
    name: u64,
    from: u64,
    /// It and the pieces in it: their names, and what they say.
    pieces: Arc<[(u64, u64)]>,
}

/// The page a drawing is for: what it shows, and what is drawn from what.
pub(crate) struct Browser<'s> {
    shown: Option<&'s Shown>,
    noted: RefCell<Vec<(u64, u64)>>,
}

impl<'s> Browser<'s> {
    /// A page that shows this, or nothing yet.
    pub(crate) fn that_shows(shown: Option<&'s Shown>) -> Self {
        Browser { shown, noted: RefCell::default() }
    }
}

impl Shows for Browser<'_> {
    fn has(&self, id: &str, drawn_from: u64) -> bool {
        let name = number(id);
        self.noted.borrow_mut().push((name, drawn_from));
        self.shown.and_then(|shown| shown.drawn(name)).is_some_and(|drawn| drawn.from == drawn_from)
    }
}

impl Shown {
    fn drawn(&self, name: u64) -> Option<&Drawn> {
        let at = self.drawn.binary_search_by_key(&name, |drawn| drawn.name).ok()?;
        Some(&self.drawn[at])
    }

    fn says(&self, name: u64) -> Option<u64> {
        let at = self.pieces.binary_search_by_key(&name, |(name, _)| *name).ok()?;
        Some(self.pieces[at].1)
    }

    /// Whether the browser need not be sent a piece along with what holds it. Others may have been taken out of what was laid aside, so
    /// only that counts which holds none.
    fn has(&self, piece: &Piece, holds_none: bool) -> bool {
        self.says(piece.known_as).is_some() || holds_none && self.aside.contains(&(piece.known_as, piece.own))
    }
}

/// Always the same, so that pages that say the same are called the same.
fn hasher() -> FoldHasher<'static> {
    FixedState::with_seed(1).build_hasher()
}

/// A number for what something is drawn from, where that is long.
pub(crate) fn number_of(from: impl Hash) -> u64 {
    let mut hasher = hasher();
    from.hash(&mut hasher);
    hasher.finish()
}

fn number(text: &str) -> u64 {
    let mut hasher = hasher();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// A piece whose end has not come yet.
struct Begun {
    which: usize,
    depth: u32,
    says: FoldHasher<'static>,
    /// Up to where it has been read.
    read: usize,
}

impl Pieces {
    /// Cuts markup of ours: every attribute quoted, every element ended.
    pub(crate) fn of(text: String, page: Browser<'_>) -> Self {
        let mut noted = page.noted.into_inner();
        noted.sort_unstable();
        noted.dedup_by_key(|(name, _)| *name);
        let mut all: Vec<Piece> = Vec::with_capacity(256);
        let mut open: Vec<Begun> = Vec::with_capacity(16);
        let mut names = HashSet::with_capacity_and_hasher(256, FixedState::default());
        // How deep we are, and in which depth a drawing has begun.
        let (mut depth, mut drawing) = (0u32, None);
        let mut at = 0;
        // Where names stand, in order: so they are looked for once, not in every tag.
        let mut ids = ID.find_iter(text.as_bytes()).peekable();
        while let Some(found) = memchr(b'<', &text.as_bytes()[at..]) {
            let from = at + found;
            let Some(long) = memchr(b'>', &text.as_bytes()[from..]) else { break };
            let to = from + long + 1;
            at = to;
            let tag = &text[from + 1..to - 1];
            while ids.next_if(|id| *id < from).is_some() {}
            let id = ids.next_if(|id| *id < to);
            if tag.starts_with('/') {
                depth = depth.saturating_sub(1);
                if drawing == Some(depth) {
                    drawing = None;
                }
                if open.last().is_some_and(|begun| begun.depth == depth)
                    && let Some(begun) = open.pop()
                {
                    end(&text, &mut all, &mut open, begun, to);
                }
                continue;
            }
            if let Some(same) = tag.strip_prefix(SAME)
                && let Some(drawn) = page.shown.and_then(|shown| shown.drawn(number(same.trim_end_matches('"'))))
            {
                at = to + SAME_END.len();
                let (name, inner) = (from + 1 + SAME.len()..to - 2, !open.is_empty());
                if let Some(outer) = open.last_mut() {
                    outer.says.write(&text.as_bytes()[outer.read..from]);
                    outer.says.write_u64(drawn.name);
                    outer.read = at;
                }
                let after = all.len() + drawn.pieces.len();
                for (n, &(known_as, own)) in drawn.pieces.iter().enumerate() {
                    names.insert(known_as);
                    let (at, next) = if n == 0 { (from..at, after) } else { (at..at, all.len() + 1) };
                    all.push(Piece {
                        at,
                        name: name.clone(),
                        known_as,
                        own,
                        drawn: false,
                        inner: inner || n > 0,
                        next,
                    });
                }
                continue;
            }
            let kind = &tag[..tag.bytes().position(|b| b == b' ' || b == b'/').unwrap_or(tag.len())];
            let ended = tag.ends_with('/') || is_void(kind);
            if let Some(name) = id.and_then(|id| name_at(&text[..to], id)).filter(|_| !is_bound(kind)) {
                let known_as = number(&text[name.clone()]);
                // Of two with one name, the second is only part of what it lies in.
                if names.insert(known_as) {
                    let inner = match open.last_mut() {
                        Some(outer) => {
                            outer.says.write(&text.as_bytes()[outer.read..from]);
                            outer.says.write_u64(known_as);
                            true
                        }
                        None => false,
                    };
                    let which = all.len();
                    all.push(Piece {
                        at: from..from,
                        name,
                        known_as,
                        own: 0,
                        drawn: drawing.is_some(),
                        inner,
                        next: which + 1,
                    });
                    let begun = Begun { which, depth, says: hasher(), read: from };
                    if ended {
                        end(&text, &mut all, &mut open, begun, to);
                    } else {
                        open.push(begun);
                    }
                }
            }
            if !ended {
                if kind == "svg" && drawing.is_none() {
                    drawing = Some(depth);
                }
                depth += 1;
            }
        }
        Pieces { text, all, noted }
    }

    /// What is remembered of it in a browser that showed something else before.
    pub(crate) fn shown(&self, before: Option<&Shown>) -> Shown {
        let mut pieces: Vec<(u64, u64)> = self.all.iter().map(|piece| (piece.known_as, piece.own)).collect();
        pieces.sort_unstable();
        let mut now = Shown { version: 0, pieces, aside: Vec::new(), drawn: self.drawn(before) };
        if let Some(before) = before {
            let all = before.pieces.iter().chain(&before.aside);
            now.aside = all.filter(|(name, _)| now.says(*name).is_none()).take(MOST_ASIDE).copied().collect();
        }
        let mut version = hasher();
        for (name, says) in now.pieces.iter().chain(&now.aside) {
            version.write_u64(*name);
            version.write_u64(*says);
        }
        now.version = version.finish();
        now
    }

    /// What is known of pieces by what they were drawn from.
    fn drawn(&self, before: Option<&Shown>) -> Vec<Drawn> {
        let mut all = Vec::with_capacity(self.noted.len());
        for (n, piece) in self.all.iter().enumerate() {
            let Ok(at) = self.noted.binary_search_by_key(&piece.known_as, |(name, _)| *name) else { continue };
            let (name, from) = self.noted[at];
            let same = before.and_then(|before| before.drawn(name)).filter(|drawn| drawn.from == from);
            let pieces = || self.all[n..piece.next].iter().map(|piece| (piece.known_as, piece.own)).collect();
            all.push(same.cloned().unwrap_or_else(|| Drawn { name, from, pieces: pieces() }));
        }
        all.sort_unstable_by_key(|drawn| drawn.name);
        all
    }

    /// The names of the other's pieces that say something else here, or are not here.
    #[cfg(test)]
    pub(crate) fn otherwise<'o>(&self, other: &'o Pieces) -> Vec<&'o str> {
        let here = self.shown(None);
        assert_eq!(self.all.len(), other.all.len());
        let differs = |piece: &&Piece| here.says(piece.known_as) != Some(piece.own);
        other.all.iter().filter(differs).map(|piece| &other.text[piece.name.clone()]).collect()
    }

    /// What a browser needs that shows something else, or nothing.
    pub(crate) fn since(&self, shown: Option<&Shown>) -> String {
        let mut out = String::with_capacity(8 << 10);
        for (n, piece) in self.all.iter().enumerate() {
            let before = shown.and_then(|shown| shown.says(piece.known_as));
            // What is new comes with what it lies in.
            if before == Some(piece.own) || (before.is_none() && piece.inner) {
                continue;
            }
            if piece.drawn {
                out.push_str("<svg>");
            }
            self.write(n, shown, &mut out);
            if piece.drawn {
                out.push_str("</svg>");
            }
        }
        out
    }

    fn write(&self, n: usize, shown: Option<&Shown>, out: &mut String) {
        let piece = &self.all[n];
        let (mut written, mut inner) = (piece.at.start, n + 1);
        let mut kept = usize::MAX;
        while inner < piece.next {
            let other = &self.all[inner];
            out.push_str(&self.text[written..other.at.start]);
            if shown.is_some_and(|shown| shown.has(other, other.next == inner + 1)) {
                // Neighbors share a template.
                if kept == out.len() {
                    out.truncate(kept - KEPT.len());
                    out.push(' ');
                } else {
                    out.push_str(KEEP);
                }
                out.push_str(&self.text[other.name.clone()]);
                out.push_str(KEPT);
                kept = out.len();
            } else {
                self.write(inner, shown, out);
            }
            (written, inner) = (other.at.end, other.next);
        }
        out.push_str(&self.text[written..piece.at.end]);
    }
}

/// The end of a piece has come.
fn end(text: &str, all: &mut [Piece], open: &mut [Begun], mut begun: Begun, to: usize) {
    begun.says.write(&text.as_bytes()[begun.read..to]);
    let next = all.len();
    let piece = &mut all[begun.which];
    (piece.at.end, piece.own, piece.next) = (to, begun.says.finish(), next);
    if let Some(outer) = open.last_mut() {
        outer.read = to;
    }
}

/// What stands before a name.
static ID: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(" id=\""));

/// Where a name stands that begins here, if it can be one of several in a list.
fn name_at(text: &str, id: usize) -> Option<Range<usize>> {
    let from = id + " id=\"".len();
    let to = from + text.as_bytes()[from..].iter().position(|b| *b == b'"')?;
    (from < to && !text[from..to].contains(' ')).then_some(from..to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_draw::Known;
    use maud::html;

    fn between(before: &str, after: &str) -> String {
        let shown = cut(before).shown(None);
        cut(after).since(Some(&shown))
    }

    fn cut(text: &str) -> Pieces {
        Pieces::of(text.into(), Browser::that_shows(None))
    }

    #[test]
    fn what_did_not_change_is_not_sent() {
        let page = r#"<div id="a"><p id="b">x</p><input id="c"><svg><g id="d"><path d="M0 0"/></g></svg></div><nav id="e"></nav>"#;
        assert_eq!(between(page, page), "");
        assert_eq!(cut(page).since(None), page);
        assert_eq!(between(page, &page.replace('x', "y")), r#"<p id="b">y</p>"#);
        assert_eq!(between(page, &page.replace("M0", "M1")), r#"<svg><g id="d"><path d="M1 0"/></g></svg>"#);
    }

    #[test]
    fn what_holds_others_keeps_them() {
        let before = r#"<ol id="log"><li id="e1">1</li><li id="e2">2</li><li id="e3">3</li></ol>"#;
        let after = r#"<ol id="log"><li id="e2">2</li><li id="e3">3</li><li id="e4">4 <b id="n">n</b></li></ol>"#;
        let sent = r#"<ol id="log"><template data-keep="e2 e3"></template><li id="e4">4 <b id="n">n</b></li></ol>"#;
        assert_eq!(between(before, after), sent);
    }

    #[test]
    fn what_moved_and_changed_is_kept_and_sent_beside() {
        let before = r#"<div id="a"><p id="x">1</p></div><div id="b"></div>"#;
        let after = r#"<div id="a"></div><div id="b"><p id="x">2</p></div>"#;
        let sent = r#"<div id="a"></div><div id="b"><template data-keep="x"></template></div><p id="x">2</p>"#;
        assert_eq!(between(before, after), sent);
    }

    #[test]
    fn what_was_laid_aside_comes_back_without_being_sent() {
        let full = r#"<div id="a"><ul id="u"><li id="x">1</li><li id="y">2</li></ul></div>"#;
        let first = cut(full).shown(None);
        let empty = cut(r#"<div id="a"></div>"#);
        let second = empty.shown(Some(&first));
        assert_ne!(second.version, empty.shown(None).version);
        let again = cut(&full.replace('2', "3"));
        let sent = r#"<div id="a"><ul id="u"><template data-keep="x"></template><li id="y">3</li></ul></div>"#;
        assert_eq!(again.since(Some(&second)), sent);
        assert!(again.shown(Some(&second)).aside.is_empty());
    }

    #[test]
    fn of_two_with_one_name_the_second_is_only_text() {
        let page = r#"<div id="a"><p id="x">1</p><p id="x">2</p></div>"#;
        let sent = r#"<div id="a"><template data-keep="x"></template><p id="x">3</p></div>"#;
        assert_eq!(between(page, &page.replace('2', "3")), sent);
    }

    #[test]
    fn rows_of_tables_come_with_their_table() {
        let page = r#"<table id="t"><tr id="r"><td>1</td></tr></table>"#;
        assert_eq!(between(page, &page.replace('1', "2")), page.replace('1', "2"));
    }

    #[test]
    fn what_is_drawn_from_the_same_is_neither_drawn_nor_sent() {
        let draw = |page: &Browser<'_>, n: u32, title: &str| {
            let known = Known::new(page);
            let row = |id: &str, n: u32| known.or_draw(id, n, || html! { li id=(id) { b id={ (id) "b" } { (n) } } }).0;
            format!(r#"<ul id="u"><h2>{title}</h2>{}{}</ul>"#, row("x", n), row("y", 7))
        };
        let first = Browser::that_shows(None);
        let text = draw(&first, 1, "a");
        assert_eq!(
            text,
            r#"<ul id="u"><h2>a</h2><li id="x"><b id="xb">1</b></li><li id="y"><b id="yb">7</b></li></ul>"#
        );
        let shown = Pieces::of(text.clone(), first).shown(None);
        let again = Browser::that_shows(Some(&shown));
        let short = draw(&again, 1, "a");
        assert_eq!(short.matches("data-same").count(), 2, "{short}");
        let again = Pieces::of(short, again);
        assert_eq!((again.since(Some(&shown)).as_str(), again.shown(Some(&shown)).version), ("", shown.version));
        // It is kept where what holds it changes, and remembered from state to state.
        let shown = again.shown(Some(&shown));
        let other = Browser::that_shows(Some(&shown));
        let other = Pieces::of(draw(&other, 2, "b"), other);
        let sent = r#"<ul id="u"><h2>b</h2><template data-keep="x y"></template></ul><b id="xb">2</b>"#;
        assert_eq!(other.since(Some(&shown)), sent);
        assert_eq!(
            other.shown(Some(&shown)).version,
            cut(&text.replace("1<", "2<").replace("a<", "b<")).shown(None).version
        );
    }
}
