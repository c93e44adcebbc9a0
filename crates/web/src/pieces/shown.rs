//! What browsers show, as far as one must know to tell them what changed: numbers, and nothing of any text.

use foldhash::quality::{FixedState, FoldHasher};
use hulldown_draw::Shows;
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

/// How many elements are remembered that a browser has laid aside; it has them all.
const MOST_ASIDE: usize = 256;

/// By the number of a name.
pub(super) type ByName<T> = HashMap<u64, T, BuildHasherDefault<Number>>;

/// Numbers of names are mixed already.
#[derive(Default)]
pub(super) struct Number(u64);

impl Hasher for Number {
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

/// What a browser has.
pub(crate) struct Shown {
    pub(crate) version: u64,
    /// What it shows, in the order of the page: what lies in an element comes right after it. Then what it has shown and laid aside, the
    /// latest first. What held others may have lost them since, so it is not remembered.
    elements: Vec<Element>,
    /// How many of them it shows.
    shows: usize,
    /// Where they stand there.
    places: ByName<u32>,
}

impl Shown {
    /// These elements, in a browser that had others before; of each of those, whether there still is one of its name.
    pub(super) fn of(mut elements: Vec<Element>, mut places: ByName<u32>, before: Option<(&Shown, &[bool])>) -> Self {
        let shows = elements.len();
        let gone = before.iter().flat_map(|(before, stays)| before.elements.iter().zip(*stays));
        let gone = gone.filter(|(element, stays)| !**stays && element.holds == 0);
        elements.extend(gone.map(|(element, _)| *element).take(MOST_ASIDE));
        places.reserve(elements.len() - shows);
        for (place, element) in elements.iter().enumerate().skip(shows) {
            places.insert(element.name, place as u32);
        }
        let mut version = hasher();
        for element in &elements {
            version.write_u64(element.name);
            version.write_u64(element.says);
        }
        Shown { version: version.finish(), elements, shows, places }
    }

    /// How many elements it has.
    pub(super) fn count(&self) -> usize {
        self.elements.len()
    }

    /// Where an element stands that the browser has.
    pub(super) fn place(&self, name: u64) -> Option<usize> {
        self.places.get(&name).map(|place| *place as usize)
    }

    /// The element that stands there, and those in it.
    pub(super) fn from(&self, place: usize) -> &[Element] {
        &self.elements[place..=place + self.elements[place].holds as usize]
    }

    /// What the element says that stands there, if it is shown.
    pub(super) fn says(&self, place: usize) -> Option<u64> {
        (place < self.shows).then(|| self.elements[place].says)
    }

    /// Whether the browser has laid this very element aside.
    pub(super) fn has_aside(&self, element: &Element) -> bool {
        let found = self.place(element.name).filter(|place| *place >= self.shows);
        element.holds == 0 && found.is_some_and(|place| self.elements[place].says == element.says)
    }

    #[cfg(test)]
    pub(super) fn has_laid_aside(&self) -> usize {
        self.elements.len() - self.shows
    }
}

/// The page a drawing is for: what it shows, and what is drawn from what.
pub(crate) struct Browser<'s> {
    pub(super) shown: Option<&'s Shown>,
    pub(super) drawn_from: RefCell<ByName<u64>>,
}

impl<'s> Browser<'s> {
    /// A page that shows this, or nothing yet.
    pub(crate) fn that_shows(shown: Option<&'s Shown>) -> Self {
        Browser { shown, drawn_from: RefCell::default() }
    }
}

impl Shows for Browser<'_> {
    fn has(&self, id: &str, drawn_from: u64) -> bool {
        let name = number_of(id);
        let known = self.shown.and_then(|shown| shown.elements[shown.place(name)?].from);
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
