//! The laws of the table, and states that somebody has meddled with.

use hulldown_core::playable::Trial;
use hulldown_kit::{Conform, Report, altered, conform};
use hulldown_leader::Leader;

fn tried(setups: &[u64]) -> Report {
    let setups = setups.iter().map(|number| Leader::setup(*number)).collect();
    conform::<Leader>(Conform { games: 40, setups, scramble: None, most_answers: 400_000 })
}

#[test]
fn the_laws_of_the_table_are_kept() {
    let report = tried(&[0, 1, 5, 6]);
    let tried =
        [report.decisions, report.stops, report.options, report.undos, report.told, report.previews, report.odds];
    assert!(tried.iter().all(|n| *n > 0), "{report:?}");
}

/// The same where two, three and four share the force: nobody answers for another, and nobody takes back what another has answered.
#[test]
fn the_laws_are_kept_where_several_share_the_force() {
    let shared = [11, 27, 43];
    assert_eq!(shared.map(|number| Leader::setup(number).seats), [2, 3, 4]);
    let report = tried(&shared);
    let tried = [report.decisions, report.stops, report.options, report.undos, report.sealed, report.told];
    assert!(tried.iter().all(|n| *n > 0), "{report:?}");
}

/// A file may say anything: what it says is refused with a reason, or can be played on from.
#[test]
fn whatever_number_a_file_says_nothing_panics() {
    let setups = [0, 1, 27, 43].map(Leader::setup);
    let tried = altered::numbers::<Leader>(&setups, 240, 60);
    assert!(tried.refused > 500 && tried.played > 500 && tried.unreadable > 500, "{tried:?}");
}
