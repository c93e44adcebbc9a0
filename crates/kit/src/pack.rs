//! Packs for tests: the shipped files of a game with one text of one file replaced.

use std::collections::BTreeMap;

use hulldown_core::chart::{ChartError, ChartSheet, Files};
use hulldown_core::{Game, Voice};

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

/// The charts with such a pack, to play with.
pub fn theirs<G: Game>(file: &str, old: &str, new: &str) -> &'static G::Data {
    Box::leak(Box::new(charts::<G>(file, old, new).unwrap_or_else(|error| panic!("{error}"))))
}

/// A figure that a pack changes, and what is told of it: file, shipped text, the pack's, the id of a chart, and words that stand on the
/// chart then, and did not before.
pub type Told<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str);

/// What a pack changes is told on every chart that tells it.
///
/// ```
/// # use hulldown_kit::{duel::Duel, pack};
/// pack::tells::<Duel>(&[("charts.toml", "straight = 6", "straight = 5", "fire", "5 or more")]);
/// ```
pub fn tells<G: Voice>(told: &[Told<'_>]) {
    let says = |data, chart: &str, words: &str| {
        let sheet = ChartSheet::find(G::sheets(data), chart).unwrap_or_else(|| panic!("no chart {chart}"));
        texts(sheet).any(|text| text.contains(words))
    };
    for &(file, old, new, chart, words) in told {
        assert!(!says(G::data(), chart, words), "{chart} says without a pack: {words}");
        assert!(says(theirs::<G>(file, old, new), chart, words), "{file} with {new}: {chart} does not say: {words}");
    }
    for sheet in G::sheets(G::data()) {
        let open = texts(sheet).find(|text| text.contains('{'));
        assert_eq!(open, None, "{}: a figure is not filled in", sheet.id);
    }
}

/// All that stands on a chart but its headings.
fn texts(sheet: &ChartSheet) -> impl Iterator<Item = &String> {
    sheet.rows.iter().flatten().chain(&sheet.notes)
}
