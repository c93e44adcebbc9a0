//! What browsers show, as far as one must know to tell them what changed: numbers, and nothing of any text.

use foldhash::quality::{FixedState, FoldHasher};
use hulldown_draw::Shows;
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};
use std::num::NonZeroU64;
use std::slice;

/// How many elements are remembered that a browser has laid aside; it has them all. Of more the older half is forgotten.
const MOST_ASIDE: usize = 384;

/// By the number of a name.
pub(super) type ByName<T> = HashMap<u64, T, BuildHasherDefault<MixedHasher>>;

/// Numbers of names are mixed already.
#[derive(Default)]
pub(super) struct MixedHasher(u64);

impl Hasher for MixedHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// An element with a name, in numbers.
#[derive(Clone, Copy)]
pub(super) struct Element {
    pub(super) name: u64,
    /// What it says itself, without the named elements in it.
    pub(super) says: u64,
    /// What it was drawn from, if that is known.
    pub(super) from: Option<NonZeroU64>,
    /// How many named elements lie in it.
    pub(super) holds: u32,
}

/// What a browser shows.
pub(crate) struct Shown {
    pub(crate) version: u64,
    /// In the order of the page: what lies in an element comes right after it.
    elements: Vec<Element>,
    /// Where they stand.
    places: ByName<u32>,
    /// What it has shown and laid aside, in the order of names. What held others may have lost them since, so it is not remembered.
    aside: Vec<Laid>,
    /// How many pages it has shown.
    pages: u32,
}

/// An element that was laid aside, and how many pages had been shown then.
#[derive(Clone, Copy)]
struct Laid {
    element: Element,
    after: u32,
}

impl Shown {
    /// These elements, in a browser that showed something else before.
    pub(super) fn of(elements: Vec<Element>, places: ByName<u32>, before: Option<&Shown>) -> Self {
        let aside = before.map_or_else(Vec::new, |before| before.lays_aside(&places));
        let mut version = hasher();
        for element in elements.iter().chain(aside.iter().map(|laid| &laid.element)) {
            version.write_u64(element.name);
            version.write_u64(element.says);
        }
        let pages = before.map_or(0, |before| before.pages) + 1;
        Shown { version: version.finish(), elements, places, aside, pages }
    }

    /// What is laid aside by a browser that shows elements of these names instead.
    fn lays_aside(&self, now: &ByName<u32>) -> Vec<Laid> {
        let is_gone = |element: &Element| element.holds == 0 && !now.contains_key(&element.name);
        let lay = |element: &Element| Laid { element: *element, after: self.pages };
        let mut gone: Vec<Laid> = self.elements.iter().filter(|element| is_gone(element)).map(lay).collect();
        gone.sort_unstable_by_key(|laid| laid.element.name);
        let mut all: Vec<Laid> = self.aside.iter().filter(|laid| is_gone(&laid.element)).copied().collect();
        all.extend(gone);
        // Two lists in order, one behind the other.
        all.sort_by_key(|laid| laid.element.name);
        if all.len() > MOST_ASIDE {
            let mut times: Vec<u32> = all.iter().map(|laid| laid.after).collect();
            let middle = *times.select_nth_unstable(all.len() / 2).1;
            all.retain(|laid| laid.after >= middle);
        }
        all
    }

    /// How many elements are shown.
    pub(super) fn count(&self) -> usize {
        self.elements.len()
    }

    /// An element the browser has, and those in it.
    pub(super) fn find(&self, name: u64) -> Option<&[Element]> {
        match self.place(name) {
            Some(at) => Some(&self.elements[at..=at + self.elements[at].holds as usize]),
            None => self.laid_aside(name).map(slice::from_ref),
        }
    }

    fn place(&self, name: u64) -> Option<usize> {
        self.places.get(&name).map(|at| *at as usize)
    }

    fn laid_aside(&self, name: u64) -> Option<&Element> {
        let at = self.aside.binary_search_by_key(&name, |laid| laid.element.name).ok()?;
        Some(&self.aside[at].element)
    }

    /// What an element says that is shown.
    pub(super) fn says(&self, name: u64) -> Option<u64> {
        self.place(name).map(|at| self.elements[at].says)
    }

    /// Whether the browser need not be sent an element along with what holds it: it shows one of that name, which is made into this one if it
    /// says something else, or has laid this one aside.
    pub(super) fn has(&self, element: &Element) -> bool {
        let same = |laid: &Element| element.holds == 0 && laid.says == element.says;
        self.places.contains_key(&element.name) || self.laid_aside(element.name).is_some_and(same)
    }

    #[cfg(test)]
    pub(super) fn has_laid_aside(&self) -> usize {
        self.aside.len()
    }
}

/// The page a drawing is for: what it shows, and what is drawn from what.
pub(crate) struct ShownPage<'s> {
    pub(super) shown: Option<&'s Shown>,
    pub(super) drawn_from: RefCell<ByName<NonZeroU64>>,
}

impl<'s> ShownPage<'s> {
    /// A page that shows this, or nothing yet.
    pub(crate) fn that_shows(shown: Option<&'s Shown>) -> Self {
        ShownPage { shown, drawn_from: RefCell::default() }
    }
}

impl Shows for ShownPage<'_> {
    fn has(&self, id: &str, drawn_from: u64) -> bool {
        let name = number_of(id);
        let known = self.shown.and_then(|shown| shown.find(name)).and_then(|found| found[0].from);
        let drawn_from = NonZeroU64::new(drawn_from);
        let same = known.is_some() && known == drawn_from;
        if let Some(drawn_from) = drawn_from.filter(|_| !same) {
            self.drawn_from.borrow_mut().insert(name, drawn_from);
        }
        same
    }
}

/// Always the same, so that pages that say the same are called the same.
pub(super) fn hasher() -> FoldHasher<'static> {
    FixedState::with_seed(1).build_hasher()
}

/// A number for a name, or for what something is drawn from.
pub(crate) fn number_of(what: impl Hash) -> u64 {
    let mut hasher = hasher();
    what.hash(&mut hasher);
    hasher.finish()
}
