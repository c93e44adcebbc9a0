//! What browsers show, as far as one must know to tell them what changed: numbers, and nothing of any text.

use foldhash::quality::{FixedState, FoldHasher};
use hulldown_draw::Shows;
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

/// How many elements are remembered that a browser has laid aside; it has them all.
const MOST_ASIDE: usize = 256;

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
    pub(super) from: Option<u64>,
    /// How many named elements lie in it.
    pub(super) holds: u32,
}

/// What a browser shows.
pub(crate) struct Shown {
    pub(crate) version: u64,
    /// In the order of the page: what lies in an element comes right after it. Behind them those it has shown and laid aside, the latest
    /// first. What held others may have lost them since, so it is not remembered.
    elements: Vec<Element>,
    /// How many are shown.
    shown: usize,
    /// Where they stand.
    places: ByName<u32>,
}

impl Shown {
    /// These elements, in a browser that showed something else before.
    pub(super) fn of(mut elements: Vec<Element>, mut places: ByName<u32>, before: Option<&Shown>) -> Self {
        let shown = elements.len();
        let gone = before.iter().flat_map(|before| &before.elements).filter(|element| element.holds == 0);
        elements.extend(gone.filter(|element| !places.contains_key(&element.name)).take(MOST_ASIDE));
        let mut version = hasher();
        for element in &elements {
            version.write_u64(element.name);
            version.write_u64(element.says);
        }
        places.extend((shown..).zip(&elements[shown..]).map(|(at, element)| (element.name, at as u32)));
        Shown { version: version.finish(), elements, shown, places }
    }

    /// An element the browser has, and those in it.
    pub(super) fn find(&self, name: u64) -> Option<&[Element]> {
        let at = *self.places.get(&name)? as usize;
        Some(&self.elements[at..=at + self.elements[at].holds as usize])
    }

    /// What an element says that is shown.
    pub(super) fn says(&self, name: u64) -> Option<u64> {
        let at = *self.places.get(&name)? as usize;
        (at < self.shown).then(|| self.elements[at].says)
    }

    /// Whether the browser need not be sent an element along with what holds it: it shows one of that name, which is made into this one if it
    /// says something else, or has laid this one aside.
    pub(super) fn has(&self, element: &Element) -> bool {
        self.places.get(&element.name).is_some_and(|at| {
            let at = *at as usize;
            at < self.shown || element.holds == 0 && self.elements[at].says == element.says
        })
    }

    #[cfg(test)]
    pub(super) fn has_laid_aside(&self) -> usize {
        self.elements.len() - self.shown
    }
}

/// The page a drawing is for: what it shows, and what is drawn from what.
pub(crate) struct ShownPage<'s> {
    pub(super) shown: Option<&'s Shown>,
    pub(super) drawn_from: RefCell<ByName<u64>>,
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
        let same = known == Some(drawn_from);
        if !same {
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
