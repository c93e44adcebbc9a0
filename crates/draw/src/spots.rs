//! Places with options, each made a link exactly once.

use crate::{Known, Plain, Spot};
use maud::{Markup, html};
use std::cell::RefCell;
use std::hash::Hash;

/// The spots of a page and which of them have been drawn.
#[derive(Debug)]
pub struct Spots<'a> {
    base: &'a str,
    left: RefCell<Vec<&'a Spot>>,
    known: Known<'a>,
}

impl<'a> Spots<'a> {
    /// Spots that link to `base`; of several with one id the first counts.
    pub fn new(spots: &'a [Spot], base: &'a str) -> Self {
        let mut left: Vec<&Spot> = Vec::with_capacity(spots.len());
        for spot in spots {
            if !left.iter().any(|other| other.id == spot.id) {
                left.push(spot);
            }
        }
        Spots { base, left: RefCell::new(left), known: Known::default() }
    }

    /// The same for a page that shows something already.
    #[must_use]
    pub fn knowing(self, known: Known<'a>) -> Self {
        Spots { known, ..self }
    }

    /// An element of this id with these spots in it, drawn from all else that it depends on; see [`Known::or_draw`].
    pub fn element<const N: usize>(
        &self,
        id: &str,
        at: [&str; N],
        from: impl Hash,
        draw: impl FnOnce() -> Markup,
    ) -> Markup {
        let here = at.map(|id| self.left.borrow().iter().find(|spot| spot.id == id).copied());
        let drawn = self.known.or_draw(id, (from, here), draw);
        // Those that were not drawn again are there nevertheless.
        self.left.borrow_mut().retain(|spot| !at.contains(&spot.id.as_str()));
        drawn
    }

    /// Whether a spot still waits to be drawn.
    pub fn has(&self, id: &str) -> bool {
        self.left.borrow().iter().any(|spot| spot.id == id)
    }

    /// Whether any spot whose id begins so still waits to be drawn.
    pub fn has_any(&self, front: &str) -> bool {
        self.left.borrow().iter().any(|spot| spot.id.starts_with(front))
    }

    fn take(&self, id: &str) -> Option<&'a Spot> {
        let mut left = self.left.borrow_mut();
        let at = left.iter().position(|spot| spot.id == id)?;
        Some(left.remove(at))
    }

    fn href(&self, id: &str) -> String {
        [self.base, "?spot=", &encoded(id), "#options"].concat()
    }

    /// Part of a drawing: a link if there are options here, else a plain group; `what` says what is drawn.
    pub fn draw(&self, id: &str, what: &str, inner: &Markup) -> Markup {
        match self.take(id) {
            Some(spot) => {
                let says = aloud(spot, what);
                html! {
                    a class="spot" data-spot=(Plain(&spot.id)) href=(Plain(self.href(id))) aria-label=(Plain(&says)) { title { (Plain(&says)) } (inner) }
                }
            }
            None => html! { g role="img" aria-label=(Plain(what)) { title { (Plain(what)) } (inner) } },
        }
    }

    /// Part of a page: a link if there are options here, else a plain span.
    pub fn place(&self, id: &str, what: &str, inner: &Markup) -> Markup {
        match self.take(id) {
            Some(spot) => html! {
                a class="spot hd-place" data-spot=(Plain(&spot.id)) href=(Plain(self.href(id))) aria-label=(Plain(aloud(spot, what))) { (inner) }
            },
            None => html! { span class="hd-place" { (inner) } },
        }
    }

    /// Links to what nothing else has drawn.
    pub fn rest(&self) -> Markup {
        let left = self.left.take();
        html! {
            @if !left.is_empty() {
                ul class="hd-rest" {
                    @for spot in left {
                        li {
                            a class="spot hd-chip" data-spot=(spot.id) href=(self.href(&spot.id)) aria-label=(aloud(spot, "")) {
                                (if spot.label.is_empty() { &spot.id } else { &spot.label })
                            }
                        }
                    }
                }
            }
        }
    }
}

fn aloud(spot: &Spot, what: &str) -> String {
    let label = if spot.label.is_empty() && what.is_empty() { &spot.id } else { &spot.label };
    let options = if spot.count == 1 { "option" } else { "options" };
    let between = if label.is_empty() || what.is_empty() { "" } else { ". " };
    [label, between, what, ". ", &spot.count.to_string(), " ", options].concat()
}

/// A spot's id as part of an address.
fn encoded(id: &str) -> String {
    let mut out = String::with_capacity(id.len());
    for byte in id.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b':' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
