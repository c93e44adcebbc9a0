//! The laws of the table, and states that somebody has meddled with, where several share the force. The catalog's tests try both where
//! one or two play.

use hulldown_core::playable::Trial;
use hulldown_kit::{Conform, altered, conform};
use hulldown_leader::Leader;

/// Nobody answers for another, and nobody takes back what another has answered.
#[test]
fn the_laws_are_kept_where_several_share_the_force() {
    let setups = [11, 27, 43].map(Leader::setup);
    assert_eq!(setups.each_ref().map(|setup| setup.seats), [2, 3, 4]);
    let report = conform::<Leader>(Conform { games: 3, setups: setups.into(), scramble: None, most_answers: 400_000 });
    let tried = [report.decisions, report.stops, report.options, report.undos, report.sealed, report.told];
    assert!(tried.iter().all(|n| *n > 0), "{report:?}");
}

/// A file may say anything: what it says is refused with a reason, or can be played on from.
#[test]
fn whatever_number_a_file_says_nothing_panics() {
    let setups = [27, 43].map(Leader::setup);
    let tried = altered::numbers::<Leader>(&setups, 240, 60);
    assert!(tried.refused > 500 && tried.played > 500 && tried.unreadable > 500, "{tried:?}");
}
