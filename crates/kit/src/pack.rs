//! Packs for tests: the shipped files of a game with one text of one file replaced.

use std::collections::BTreeMap;

use hulldown_core::Game;
use hulldown_core::chart::{ChartError, Files};

/// The files with such a pack over them.
pub fn files<G: Game>(file: &str, old: &str, new: &str) -> Files {
    let shipped = G::shipped();
    let text = shipped.text(file).unwrap_or_else(|error| panic!("{error}"));
    assert!(text.contains(old), "{file} has no `{old}`");
    let text = text.replacen(old, new, 1);
    shipped.overlay("test", BTreeMap::from([(file.to_owned(), text)])).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The charts with such a pack, or what is said of it.
pub fn charts<G: Game>(file: &str, old: &str, new: &str) -> Result<G::Data, ChartError> {
    G::load(&files::<G>(file, old, new))
}

/// What is said of such a pack, which must be refused.
pub fn refused<G: Game>(file: &str, old: &str, new: &str) -> ChartError {
    match charts::<G>(file, old, new) {
        Err(error) => error,
        Ok(_) => panic!("{file} is taken with {new}"),
    }
}
