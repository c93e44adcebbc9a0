//! What a page shows, cut at the elements that have an id, so that a browser which shows an earlier state is sent only what changed.
//!
//! Each such element is a piece. What a piece says itself is its text with the pieces in it left out, all but their names. A reply holds,
//! one after the other, the pieces that say something else than before; in them a `<template data-keep="NAME …">` stands for pieces the
//! browser has already: it shows them, or it has shown them and laid them aside. What is new stands in what holds it. What is inside a
//! drawing comes in an `<svg>` of its own, so that it is read as such.
//!
//! A piece the browser has need not even be drawn: `<=NAME>` stands for it in the text that is cut (`draw::Known`).

mod shown;
mod tags;

pub(crate) use shown::{Browser, Shown, number_of};

use foldhash::quality::FoldHasher;
use shown::{ByName, Element, hasher};
use std::hash::Hasher;
use std::ops::Range;
use tags::{Tag, Tags};

/// How a template for pieces that are kept begins and ends.
const KEEP: &str = "<template data-keep=\"";
const KEPT: &str = "\"></template>";

/// An element with a name and where it stands in the text; of what lies in one that was not drawn nothing stands there.
struct Piece {
    element: Element,
    at: Range<usize>,
    name: Range<usize>,
    /// Whether it is part of a drawing.
    drawn: bool,
    /// Whether it lies in another.
    inner: bool,
    /// What the browser has of this name.
    before: Before,
}

/// What a browser has of the name of a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// It shows one that says this.
    Shows(u64),
    /// It has laid this very one aside.
    Aside,
    /// Nothing it could show.
    Nothing,
}

/// The parts of a page, cut for a browser that shows something, or nothing yet.
pub(crate) struct Pieces<'s> {
    text: String,
    /// In the order they begin: what lies in a piece comes right after it.
    all: Vec<Piece>,
    /// Where they stand there.
    places: ByName<u32>,
    /// What the browser has, and of each element whether there still is one of its name.
    shown: Option<&'s Shown>,
    stays: Vec<bool>,
}

impl<'s> Pieces<'s> {
    /// Cuts the text drawn for a page.
    pub(crate) fn of(text: String, page: Browser<'s>) -> Self {
        // As many as there were, or a few more.
        let many = page.shown.map_or(256, |shown| shown.count() + 32);
        let mut cutter = Cutter {
            text: &text,
            shown: page.shown,
            stays: page.shown.map_or_else(Vec::new, |shown| vec![false; shown.count()]),
            drawn_from: page.drawn_from.into_inner(),
            all: Vec::with_capacity(many),
            places: ByName::with_capacity_and_hasher(many, Default::default()),
            open: Vec::with_capacity(16),
            depth: 0,
            drawing: None,
        };
        Tags::of(&text).for_each(|tag| cutter.read(&tag));
        let Cutter { all, places, stays, shown, .. } = cutter;
        Pieces { text, all, places, shown, stays }
    }

    /// What is remembered of it: also what the browser has laid aside, unless it has forgotten that.
    pub(crate) fn shown(self, forgets: bool) -> Shown {
        let before = self.shown.filter(|_| !forgets).map(|shown| (shown, &self.stays[..]));
        Shown::of(self.all.iter().map(|piece| piece.element).collect(), self.places, before)
    }

    /// The names of the other's pieces that say something else here, or are not here.
    #[cfg(test)]
    pub(crate) fn otherwise<'o>(&self, other: &'o Pieces<'_>) -> Vec<&'o str> {
        assert_eq!(self.all.len(), other.all.len());
        let says = |piece: &Piece| self.places.get(&piece.element.name).map(|at| self.all[*at as usize].element.says);
        let differs = |piece: &&Piece| says(piece) != Some(piece.element.says);
        other.all.iter().filter(differs).map(|piece| &other.text[piece.name.clone()]).collect()
    }

    /// What the browser needs.
    pub(crate) fn since(&self) -> String {
        let mut out = String::with_capacity(16 << 10);
        for (n, piece) in self.all.iter().enumerate() {
            let shows = matches!(piece.before, Before::Shows(_));
            // What is new comes with what it lies in.
            if piece.before == Before::Shows(piece.element.says) || (!shows && piece.inner) {
                continue;
            }
            if piece.drawn {
                out.push_str("<svg>");
            }
            self.write(n, &mut out);
            if piece.drawn {
                out.push_str("</svg>");
            }
        }
        out
    }

    fn write(&self, n: usize, out: &mut String) {
        let (mut written, end) = (self.all[n].at.start, self.after(n));
        let (mut inner, mut kept) = (n + 1, usize::MAX);
        while inner < end {
            let piece = &self.all[inner];
            out.push_str(&self.text[written..piece.at.start]);
            // One that is shown is made into this one if it says something else.
            if piece.before != Before::Nothing {
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
                self.write(inner, out);
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
struct Cutter<'t, 's> {
    text: &'t str,
    /// What the browser has: what was not drawn is taken from there.
    shown: Option<&'s Shown>,
    stays: Vec<bool>,
    /// What was drawn from what.
    drawn_from: ByName<u64>,
    all: Vec<Piece>,
    places: ByName<u32>,
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

impl Cutter<'_, '_> {
    fn read(&mut self, tag: &Tag<'_>) {
        if tag.is_end() {
            self.depth = self.depth.saturating_sub(1);
            if self.drawing == Some(self.depth) {
                self.drawing = None;
            }
            if self.open.last().is_some_and(|begun| begun.depth == self.depth) {
                self.end(tag.at.end);
            }
            return;
        }
        if let Some(name) = tag.says.strip_prefix('=') {
            self.take_over(name, tag.at.clone());
            return;
        }
        let begun = match &tag.id {
            Some(id) if !tag.is_bound() => self.begin(id.clone(), tag.at.start),
            _ => false,
        };
        if tag.is_whole() {
            if begun {
                self.end(tag.at.end);
            }
            return;
        }
        if self.drawing.is_none() && tag.kind() == "svg" {
            self.drawing = Some(self.depth);
        }
        self.depth += 1;
    }

    /// A piece begins here, unless there is one of that name: of two the second is only part of what it lies in.
    fn begin(&mut self, id: Range<usize>, from: usize) -> bool {
        let name = number_of(&self.text[id.clone()]);
        if self.places.contains_key(&name) {
            return false;
        }
        let inner = self.name_in_outer(name, from, from);
        let (which, drawn) = (self.all.len(), self.drawing.is_some());
        let element = Element { name, says: 0, from: self.drawn_from.get(&name).copied(), holds: 0 };
        let before = match self.shown.and_then(|shown| shown.place(name)) {
            Some(place) => {
                self.stays[place] = true;
                self.shown.and_then(|shown| shown.says(place)).map_or(Before::Aside, Before::Shows)
            }
            None => Before::Nothing,
        };
        self.add(Piece { element, at: from..from, name: id, drawn, inner, before });
        self.open.push(Begun { which, depth: self.depth, says: hasher(), read: from });
        true
    }

    /// The piece begun last ends here.
    fn end(&mut self, to: usize) {
        let Some(mut begun) = self.open.pop() else { return };
        begun.says.write(&self.text.as_bytes()[begun.read..to]);
        let holds = (self.all.len() - begun.which - 1) as u32;
        let piece = &mut self.all[begun.which];
        (piece.element.says, piece.element.holds, piece.at.end) = (begun.says.finish(), holds, to);
        if piece.before == Before::Aside && !self.shown.is_some_and(|shown| shown.has_aside(&piece.element)) {
            piece.before = Before::Nothing;
        }
        if let Some(outer) = self.open.last_mut() {
            outer.read = to;
        }
    }

    /// A piece was not drawn: it and those in it are what the browser has.
    fn take_over(&mut self, name: &str, at: Range<usize>) {
        let Some(shown) = self.shown else { return };
        let Some(place) = shown.place(number_of(name)) else { return };
        let same = shown.from(place);
        let inner = self.name_in_outer(same[0].name, at.start, at.end);
        let id = at.start + "<=".len()..at.end - ">".len();
        self.stays[place..place + same.len()].fill(true);
        for (n, element) in same.iter().enumerate() {
            let before = shown.says(place + n).map_or(Before::Aside, Before::Shows);
            let at = if n == 0 { at.clone() } else { at.end..at.end };
            let name = id.clone();
            self.add(Piece { element: *element, at, name, drawn: false, inner: inner || n > 0, before });
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
        self.places.insert(piece.element.name, self.all.len() as u32);
        self.all.push(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_draw::Known;
    use maud::html;

    fn between(before: &str, after: &str) -> String {
        cut(after, Some(&cut(before, None).shown(false))).since()
    }

    fn cut<'s>(text: &str, shown: Option<&'s Shown>) -> Pieces<'s> {
        Pieces::of(text.into(), Browser::that_shows(shown))
    }

    #[test]
    fn what_did_not_change_is_not_sent() {
        let page = r#"<div id="a"><p id="b">x</p><input id="c"><svg><g id="d"><path d="M0 0"/></g></svg></div><nav id="e"></nav>"#;
        assert_eq!(between(page, page), "");
        assert_eq!(cut(page, None).since(), page);
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
        let first = cut(full, None).shown(false);
        let empty = r#"<div id="a"></div>"#;
        let second = cut(empty, Some(&first)).shown(false);
        assert_ne!(second.version, cut(empty, None).shown(false).version);
        assert_eq!(cut(empty, Some(&first)).shown(true).version, cut(empty, None).shown(false).version);
        let again = cut(&full.replace('2', "3"), Some(&second));
        let sent = r#"<div id="a"><ul id="u"><template data-keep="x"></template><li id="y">3</li></ul></div>"#;
        assert_eq!(again.since(), sent);
        assert_eq!(again.shown(false).has_laid_aside(), 0);
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
        let shown = Pieces::of(text.clone(), first).shown(false);
        let again = Browser::that_shows(Some(&shown));
        let short = draw(&again, 1, "a");
        assert_eq!(short.matches("<=").count(), 2, "{short}");
        let again = Pieces::of(short, again);
        assert_eq!(again.since(), "");
        let (version, shown) = (shown.version, again.shown(false));
        assert_eq!(version, shown.version);
        // It is kept where what holds it changes, and remembered from state to state.
        let other = Browser::that_shows(Some(&shown));
        let other = Pieces::of(draw(&other, 2, "b"), other);
        let sent = r#"<ul id="u"><h2>b</h2><template data-keep="x y"></template></ul><b id="xb">2</b>"#;
        assert_eq!(other.since(), sent);
        assert_eq!(
            other.shown(false).version,
            cut(&text.replace("1<", "2<").replace("a<", "b<"), None).shown(false).version
        );
    }

    #[test]
    fn what_was_laid_aside_comes_back_without_being_drawn() {
        let draw = |page: &Browser<'_>, ids: &[&str]| {
            let known = Known::new(page);
            let row = |id: &&str| known.or_draw(id, 7, || html! { li id=(id) { "7" } }).0;
            format!(r#"<ul id="u">{}</ul>"#, ids.iter().map(row).collect::<String>())
        };
        let show = |ids: &[&str], before: Option<&Shown>| {
            let page = Browser::that_shows(before);
            let text = draw(&page, ids);
            let pieces = Pieces::of(text.clone(), page);
            (text, pieces.since(), pieces.shown(false))
        };
        let (_, _, first) = show(&["x", "y"], None);
        let (_, sent, second) = show(&[], Some(&first));
        assert_eq!((sent.as_str(), second.has_laid_aside()), (r#"<ul id="u"></ul>"#, 2));
        let (drawn, sent, third) = show(&["y", "z"], Some(&second));
        assert!(drawn.contains("<=y>"), "{drawn}");
        assert_eq!(sent, r#"<ul id="u"><template data-keep="y"></template><li id="z">7</li></ul>"#);
        // It is what it would be if it had been drawn.
        let (_, _, whole) = show(&["y", "z"], None);
        let says = |shown: &Shown, name: &str| shown.says(shown.place(number_of(name)).unwrap());
        assert_eq!((says(&third, "y"), third.has_laid_aside()), (says(&whole, "y"), 1));
        assert_eq!(says(&third, "u"), says(&whole, "u"));
    }
}
