//! What a page shows, cut at the elements that have an id, so that a browser which shows an earlier state is sent only what changed.
//!
//! Each such element is a piece. What a piece says itself is its text with the pieces in it left out, all but their names. A reply holds,
//! one after the other, the pieces that say something else than before; in them a `<template data-keep="NAME …">` stands for pieces the
//! browser has already: it shows them, or it has shown them and laid them aside. What is new stands in what holds it. What is inside a
//! drawing comes in an `<svg>` of its own, so that it is read as such.
//!
//! A piece the browser has need not even be drawn: a `<template data-same id="NAME">` stands for it in the text that is cut. Before one that
//! was drawn stands how long it is (`draw::Mark`).

mod shown;
mod tags;

pub(crate) use shown::{Shown, ShownPage, number_of};

use foldhash::quality::FoldHasher;
use shown::{ByName, Element, Places, hasher};
use std::hash::Hasher;
use std::num::NonZeroU64;
use std::ops::Range;
use tags::{Begin, Tag, Tags, end_of};

/// What stands for a piece that was not drawn again begins so.
const SAME: &str = "template data-same ";

/// How a template for pieces that are kept begins and ends.
const KEEP: &str = "<template data-keep=\"";
const KEPT: &str = "\"></template>";

/// An element with a name and where it stands in the text; of what lies in one that was not drawn nothing stands there.
struct Piece {
    element: Element,
    at: Range<usize>,
    /// Where what stands before it begins.
    begins: usize,
    name: Range<usize>,
    /// Whether it is part of a drawing.
    drawn: bool,
    /// Whether it lies in another.
    inner: bool,
}

/// The parts of a page, cut.
pub(crate) struct Pieces {
    text: String,
    /// In the order they begin: what lies in a piece comes right after it.
    all: Vec<Piece>,
    /// Where they stand there.
    places: Places,
}

impl Pieces {
    /// Cuts the text drawn for a page.
    pub(crate) fn of(text: String, page: ShownPage<'_>) -> Self {
        // Mostly there are about as many as there were.
        let many = page.shown.map_or(256, |shown| shown.count() + 64);
        let mut cutter = Cutter {
            text: &text,
            shown: page.shown,
            drawn_from: page.drawn_from.into_inner(),
            all: Vec::with_capacity(many),
            places: Places::for_about(many),
            open: Vec::with_capacity(16),
            depth: 0,
            drawing: None,
        };
        Tags::of(&text).for_each(|tag| cutter.read(&tag));
        let Cutter { all, places, .. } = cutter;
        Pieces { text, all, places }
    }

    /// What is remembered of it in a browser that showed something else before.
    pub(crate) fn shown(self, before: Option<&Shown>) -> Shown {
        Shown::of(self.all.iter().map(|piece| piece.element).collect(), self.places, before)
    }

    /// The names of the other's pieces that say something else here, or are not here.
    #[cfg(test)]
    pub(crate) fn otherwise<'o>(&self, other: &'o Pieces) -> Vec<&'o str> {
        assert_eq!(self.all.len(), other.all.len());
        let says = |piece: &Piece| self.places.get(piece.element.name).map(|at| self.all[at].element.says);
        let differs = |piece: &&Piece| says(piece) != Some(piece.element.says);
        other.all.iter().filter(differs).map(|piece| &other.text[piece.name.clone()]).collect()
    }

    /// What a browser needs that shows something else, or nothing.
    pub(crate) fn since(&self, shown: Option<&Shown>) -> String {
        let mut out = String::with_capacity(16 << 10);
        for (n, piece) in self.all.iter().enumerate() {
            let before = shown.and_then(|shown| shown.says(piece.element.name));
            // What is new comes with what it lies in.
            if before == Some(piece.element.says) || (before.is_none() && piece.inner) {
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
        let (mut written, end) = (self.all[n].at.start, self.after(n));
        let (mut inner, mut kept) = (n + 1, usize::MAX);
        while inner < end {
            let piece = &self.all[inner];
            out.push_str(&self.text[written..piece.begins]);
            if shown.is_some_and(|shown| shown.has(&piece.element)) {
                // Neighbors share a template.
                if kept == out.len() {
                    out.truncate(kept - KEPT.len());
                    out.push(' ');
                } else {
                    out.push_str(KEEP);
                }
                out.push_str(&self.text[piece.name.clone()]);
                out.push_str(KEPT);
                kept = out.len();
            } else {
                self.write(inner, shown, out);
            }
            (written, inner) = (piece.at.end, self.after(inner));
        }
        out.push_str(&self.text[written..self.all[n].at.end]);
    }

    /// The first piece that comes after another and is not in it.
    fn after(&self, n: usize) -> usize {
        n + 1 + self.all[n].element.holds as usize
    }
}

/// A page that is being cut.
struct Cutter<'t> {
    text: &'t str,
    /// What the browser has: what was not drawn is taken from there.
    shown: Option<&'t Shown>,
    /// What was drawn from what.
    drawn_from: ByName<NonZeroU64>,
    all: Vec<Piece>,
    places: Places,
    /// Pieces whose end has not come yet, each in the one before.
    open: Vec<Begun>,
    /// How many elements are open.
    depth: u32,
    /// In which depth a drawing has begun.
    drawing: Option<u32>,
}

/// A piece whose end has not come yet.
struct Begun {
    which: usize,
    depth: u32,
    says: FoldHasher<'static>,
    /// Up to where it has been read.
    read: usize,
}

impl Cutter<'_> {
    fn read(&mut self, tag: &Tag<'_>) {
        let tag = match tag {
            Tag::Begin(tag) => tag,
            Tag::Whole(tag, to) => return self.whole(tag, *to),
            Tag::End(from) => {
                self.depth = self.depth.saturating_sub(1);
                if self.drawing == Some(self.depth) {
                    self.drawing = None;
                }
                if self.open.last().is_some_and(|begun| begun.depth == self.depth)
                    && let Some(to) = end_of(self.text, *from)
                {
                    self.end(to);
                }
                return;
            }
        };
        let begun = self.begin(tag);
        if tag.is_whole() {
            if begun && let Some(to) = end_of(self.text, tag.from) {
                self.end(to);
            }
            return;
        }
        if self.drawing.is_none() && tag.is_drawing() {
            self.drawing = Some(self.depth);
        }
        self.depth += 1;
    }

    /// All of an element is read with its tag; what it is part of goes on after it.
    fn whole(&mut self, tag: &Begin<'_>, to: usize) {
        if self.begin(tag) {
            self.end(to);
        }
    }

    /// A piece may begin with a tag; whether one does that is to be ended.
    fn begin(&mut self, tag: &Begin<'_>) -> bool {
        let Some(id) = tag.id.clone().filter(|_| !tag.is_bound()) else { return false };
        if tag.after(SAME).is_some() {
            self.take_over(id, tag.from);
            return false;
        }
        let name = number_of(&self.text[id.clone()]);
        // Of two the second is only part of what it lies in.
        if self.places.get(name).is_some() {
            return false;
        }
        let inner = self.name_in_outer(name, tag.begins, tag.from);
        let (which, drawn) = (self.all.len(), self.drawing.is_some());
        let element = Element { name, says: 0, from: self.drawn_from.get(&name).copied(), holds: 0 };
        self.add(Piece { element, at: tag.from..tag.from, begins: tag.begins, name: id, drawn, inner });
        self.open.push(Begun { which, depth: self.depth, says: hasher(), read: tag.from });
        true
    }

    /// The piece begun last ends here.
    fn end(&mut self, to: usize) {
        let Some(mut begun) = self.open.pop() else { return };
        begun.says.write(&self.text.as_bytes()[begun.read..to]);
        let holds = (self.all.len() - begun.which - 1) as u32;
        let piece = &mut self.all[begun.which];
        (piece.element.says, piece.element.holds, piece.at.end) = (begun.says.finish(), holds, to);
        if let Some(outer) = self.open.last_mut() {
            outer.read = to;
        }
    }

    /// A piece was not drawn: it and those in it are what the browser has.
    fn take_over(&mut self, id: Range<usize>, from: usize) {
        let Some(same) = self.shown.and_then(|shown| shown.find(number_of(&self.text[id.clone()]))) else { return };
        let to = id.end + KEPT.len();
        let inner = self.name_in_outer(same[0].name, from, to);
        for (n, element) in same.iter().enumerate() {
            let at = if n == 0 { from..to } else { to..to };
            let begins = at.start;
            self.add(Piece { element: *element, at, begins, name: id.clone(), drawn: false, inner: inner || n > 0 });
        }
    }

    /// What a piece lies in says its name in the place of what it says; whether it lies in any.
    fn name_in_outer(&mut self, name: u64, from: usize, to: usize) -> bool {
        let Some(outer) = self.open.last_mut() else { return false };
        outer.says.write(&self.text.as_bytes()[outer.read..from]);
        outer.says.write_u64(name);
        outer.read = to;
        true
    }

    fn add(&mut self, piece: Piece) {
        self.places.insert(piece.element.name, self.all.len());
        self.all.push(piece);
    }
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
        Pieces::of(text.into(), ShownPage::whole())
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
        let empty = || cut(r#"<div id="a"></div>"#);
        let second = empty().shown(Some(&first));
        assert_ne!(second.version, empty().shown(None).version);
        let again = cut(&full.replace('2', "3"));
        let sent = r#"<div id="a"><ul id="u"><template data-keep="x"></template><li id="y">3</li></ul></div>"#;
        assert_eq!(again.since(Some(&second)), sent);
        assert_eq!(again.shown(Some(&second)).has_laid_aside(), 0);
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
        let draw = |page: &ShownPage<'_>, n: u32, title: &str| {
            let known = Known::new(page);
            let row = |id: &str, n: u32| known.or_draw(id, n, || html! { li id=(id) { b id={ (id) "b" } { (n) } } }).0;
            format!(r#"<ul id="u"><h2>{title}</h2>{}{}</ul>"#, row("x", n), row("y", 7))
        };
        let first = ShownPage::whole();
        let text = draw(&first, 1, "a");
        assert_eq!(
            text,
            r#"<ul id="u"><h2>a</h2><li id="x"><b id="xb">1</b></li><li id="y"><b id="yb">7</b></li></ul>"#
        );
        let shown = Pieces::of(text.clone(), first).shown(None);
        let again = ShownPage::that_shows(Some(&shown));
        let short = draw(&again, 1, "a");
        assert_eq!(short.matches("data-same").count(), 2, "{short}");
        let again = Pieces::of(short, again);
        assert_eq!(again.since(Some(&shown)), "");
        let (version, shown) = (shown.version, again.shown(Some(&shown)));
        assert_eq!(version, shown.version);
        // It is kept where what holds it changes, and remembered from state to state.
        let other = ShownPage::that_shows(Some(&shown));
        let other = Pieces::of(draw(&other, 2, "b"), other);
        let sent = r#"<ul id="u"><h2>b</h2><template data-keep="x y"></template></ul><b id="xb">2</b>"#;
        assert_eq!(other.since(Some(&shown)), sent);
        assert_eq!(
            other.shown(Some(&shown)).version,
            cut(&text.replace("1<", "2<").replace("a<", "b<")).shown(None).version
        );
    }

    #[test]
    fn what_says_how_long_it_is_is_cut_the_same() {
        let draw = |page: &ShownPage<'_>| {
            let known = Known::new(page);
            let leaf = |id: &str, n: u32| known.or_draw(id, n, || html! { svg id=(id) { g { path d=(n) {} } "•" } });
            let both = || html! { div id="h" { p { "a" } (leaf("i", 1)) b { (leaf("j", 2)) } input id="n"; } };
            let holds = known.or_draw("h", 1, both);
            html! { ul id="u" { li { "first" } (leaf("x", 3)) (leaf("y", 4)) (holds) p id="z" {} } }.0
        };
        let (whole, marking) = (ShownPage::whole(), ShownPage::that_shows(None));
        let (plain, marked) = (draw(&whole), draw(&marking));
        assert_eq!((plain.contains("<!"), marked.matches("<!").count()), (false, 5));
        let (whole, marked) = (Pieces::of(plain.clone(), whole), Pieces::of(marked, marking));
        assert_eq!(marked.since(None), plain);
        assert_eq!((whole.otherwise(&marked), marked.all.len()), (Vec::new(), 8));
        let before = cut(&plain.replace("first", "one").replace("d=\"4\"", "d=\"5\"")).shown(None);
        let sent = r#"<ul id="u"><li>first</li><template data-keep="x y h z"></template></ul><svg id="y"><g><path d="4"></path></g>•</svg>"#;
        assert_eq!(marked.since(Some(&before)), sent);
        assert_eq!(marked.shown(None).version, whole.shown(None).version);
    }

    #[test]
    fn what_was_laid_aside_comes_back_without_being_drawn() {
        let draw = |page: &ShownPage<'_>, ids: &[&str]| {
            let known = Known::new(page);
            let row = |id: &&str| known.or_draw(id, 7, || html! { li id=(id) { "7" } }).0;
            format!(r#"<ul id="u">{}</ul>"#, ids.iter().map(row).collect::<String>())
        };
        let show = |ids: &[&str], before: Option<&Shown>| {
            let page = ShownPage::that_shows(before);
            let text = draw(&page, ids);
            let pieces = Pieces::of(text.clone(), page);
            (text, pieces.since(before), pieces.shown(before))
        };
        let (_, _, first) = show(&["x", "y"], None);
        let (_, sent, second) = show(&[], Some(&first));
        assert_eq!((sent.as_str(), second.has_laid_aside()), (r#"<ul id="u"></ul>"#, 2));
        let (drawn, sent, third) = show(&["y", "z"], Some(&second));
        assert!(drawn.contains(r#"data-same id="y""#), "{drawn}");
        assert_eq!(sent, r#"<ul id="u"><template data-keep="y"></template><li id="z">7</li></ul>"#);
        // It is what it would be if it had been drawn.
        let (_, _, whole) = show(&["y", "z"], None);
        assert_eq!((third.says(number_of("y")), third.has_laid_aside()), (whole.says(number_of("y")), 1));
        assert_eq!(third.says(number_of("u")), whole.says(number_of("u")));
    }
}
