//! What browsers show, as far as one must know to tell them what changed: numbers, and nothing of any text.

use foldhash::quality::{FixedState, FoldHasher};
use hulldown_draw::Shows;
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher};
use std::num::NonZeroU64;
use std::slice;

/// How many elements are remembered that a browser has laid aside; it has them all. Of more the older half is forgotten.
const MOST_ASIDE: usize = 384;

/// By the number of a name.
pub(super) type ByName<T> = HashMap<u64, T, FixedState>;

/// Where elements stand, by the numbers of their names. Those are mixed already: each is looked for from where its number points to.
pub(super) struct Places {
    /// A name and one more than its place; none is zero.
    slots: Vec<(u64, u32)>,
    count: usize,
}

impl Places {
    /// Room for about so many.
    pub(super) fn for_about(many: usize) -> Self {
        Places { slots: vec![(0, 0); (2 * many.max(8)).next_power_of_two()], count: 0 }
    }

    /// Where the slot is of a name, or the free one where it would be.
    fn slot(&self, name: u64) -> usize {
        let last = self.slots.len() - 1;
        let mut at = name as usize & last;
        while self.slots[at].1 != 0 && self.slots[at].0 != name {
            at = (at + 1) & last;
        }
        at
    }

    pub(super) fn get(&self, name: u64) -> Option<usize> {
        let (_, next) = self.slots[self.slot(name)];
        (next as usize).checked_sub(1)
    }

    /// Of several of one name the last counts.
    pub(super) fn insert(&mut self, name: u64, place: usize) {
        if 2 * self.count >= self.slots.len() {
            let more = Places::for_about(self.slots.len());
            let all = std::mem::replace(self, more).slots;
            all.iter().filter(|(_, next)| *next != 0).for_each(|(name, next)| self.insert(*name, *next as usize - 1));
        }
        let at = self.slot(name);
        self.count += usize::from(self.slots[at].1 == 0);
        self.slots[at] = (name, place as u32 + 1);
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
    places: Places,
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
    pub(super) fn of(elements: Vec<Element>, places: Places, before: Option<&Shown>) -> Self {
        let aside = before.map_or_else(Vec::new, |before| before.lays_aside(&elements, &places));
        let mut version = hasher();
        for element in elements.iter().chain(aside.iter().map(|laid| &laid.element)) {
            version.write_u64(element.name ^ element.says.rotate_left(32));
        }
        let pages = before.map_or(0, |before| before.pages) + 1;
        Shown { version: version.finish(), elements, places, aside, pages }
    }

    /// What is laid aside by a browser that shows these elements instead.
    fn lays_aside(&self, now: &[Element], places: &Places) -> Vec<Laid> {
        let is_gone = |element: &&Element| element.holds == 0 && places.get(element.name).is_none();
        let lay = |element: &Element| Laid { element: *element, after: self.pages };
        let mut gone: Vec<Laid> = self.elements.iter().filter(is_gone).map(lay).collect();
        gone.sort_unstable_by_key(|laid| laid.element.name);
        // Of what lay aside, only that is shown again which was not before.
        let new = now.iter().map(|element| element.name).filter(|name| self.place(*name).is_none());
        let mut back: Vec<u64> = new.collect();
        back.sort_unstable();
        let (mut gone, mut back) = (gone.into_iter().peekable(), back.into_iter().peekable());
        let mut all = Vec::with_capacity(self.aside.len() + gone.len());
        for laid in &self.aside {
            let name = laid.element.name;
            while let Some(before) = gone.next_if(|gone| gone.element.name < name) {
                all.push(before);
            }
            while back.next_if(|back| *back < name).is_some() {}
            if back.peek() != Some(&name) {
                all.push(*laid);
            }
        }
        all.extend(gone);
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
        self.places.get(name)
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
        self.places.get(element.name).is_some() || self.laid_aside(element.name).is_some_and(same)
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
    marks: bool,
}

impl<'s> ShownPage<'s> {
    /// A page that shows this, or nothing yet, and is told what changes.
    pub(crate) fn that_shows(shown: Option<&'s Shown>) -> Self {
        ShownPage { shown, drawn_from: RefCell::default(), marks: true }
    }

    /// A page that is made as a whole.
    pub(crate) fn whole() -> Self {
        ShownPage { shown: None, drawn_from: RefCell::default(), marks: false }
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

    fn marks(&self) -> bool {
        self.marks
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
