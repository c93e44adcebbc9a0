//! Drawings that depend on a few figures alone are made once.

use maud::{Markup, PreEscaped};
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many drawings of one sort are kept; games have far fewer.
const MOST: usize = 1000;

/// Drawings of one sort, by what they depend on.
pub(crate) struct Once<K>(Mutex<BTreeMap<K, Arc<str>>>);

impl<K: Ord> Once<K> {
    pub(crate) const fn new() -> Self {
        Once(Mutex::new(BTreeMap::new()))
    }

    /// The drawing for a key, which is made if there is none yet.
    pub(crate) fn get<Q: Ord + ToOwned<Owned = K> + ?Sized>(&self, key: &Q, draw: impl FnOnce() -> Markup) -> Markup
    where
        K: Borrow<Q>,
    {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(key) {
            return PreEscaped(known.as_ref().into());
        }
        let drawn = draw();
        if all.len() >= MOST {
            all.clear();
        }
        all.insert(key.to_owned(), drawn.0.as_str().into());
        drawn
    }
}
