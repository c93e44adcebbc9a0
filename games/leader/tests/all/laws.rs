//! The laws of the table, and states that somebody has meddled with.

use hulldown_core::playable::Trial;
use hulldown_kit::{Conform, altered, conform};
use hulldown_leader::Leader;

#[test]
fn the_laws_of_the_table_are_kept() {
    let setups = [0, 1, 11, 14].map(Leader::setup).to_vec();
    let report = conform::<Leader>(Conform { games: 40, setups, scramble: None, most_answers: 400_000 });
    let tried =
        [report.decisions, report.stops, report.options, report.undos, report.told, report.previews, report.odds];
    assert!(tried.iter().all(|n| *n > 0), "{report:?}");
}

/// A file may say anything: what it says is refused with a reason, or can be played on from.
#[test]
fn whatever_number_a_file_says_nothing_panics() {
    let setups: Vec<_> = (0..4).map(Leader::setup).collect();
    let tried = altered::numbers::<Leader>(&setups, 240, 60);
    assert!(tried.refused > 500 && tried.played > 500 && tried.unreadable > 500, "{tried:?}");
}
