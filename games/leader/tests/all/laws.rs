//! The laws of the table, and states that somebody has meddled with.

use hulldown_core::playable::{Playable, Trial};
use hulldown_kit::aids::{Talk, dangling};
use hulldown_kit::{Conform, Tried, altered, conform};
use hulldown_leader::Leader;
use hulldown_leader::talk::{Choice, Event};

/// So many games of each set-up. Every game of the catalog goes through the same with set-ups 0, 1, 11 and 14, and a thousand campaigns
/// at random see to it that they end.
fn tried(setups: &[u64], each: u64) -> Tried {
    let setups: Vec<_> = setups.iter().map(|number| Leader::setup(*number)).collect();
    conform::<Leader>(Conform { games: each * setups.len() as u64, setups, scramble: None, most_answers: 400_000 })
}

#[test]
fn the_laws_of_the_table_are_kept() {
    let report = tried(&[5, 6], 4);
    let tried =
        [report.decisions, report.stops, report.options, report.undos, report.told, report.previews, report.odds];
    assert!(tried.iter().all(|n| *n > 0), "{report:?}");
}

/// The same where two, three and four share the force: nobody answers for another, and nobody takes back what another has answered.
#[test]
fn the_laws_are_kept_where_several_share_the_force() {
    let shared = [11, 27, 43];
    assert_eq!(shared.map(|number| Leader::setup(number).seats), [2, 3, 4]);
    let report = tried(&shared, 1);
    let tried = [report.decisions, report.stops, report.options, report.undos, report.sealed, report.told];
    assert!(tried.iter().all(|n| *n > 0), "{report:?}");
}

/// A file may say anything: what it says is refused with a reason, or can be played on from.
#[test]
fn whatever_number_a_file_says_nothing_panics() {
    // Shared by three and by four; the catalog's own test has some that are not.
    let setups = [27, 43].map(Leader::setup);
    let tried = altered::numbers::<Leader>(&setups, 240, 60);
    assert!(tried.refused > 250 && tried.played > 250 && tried.unreadable > 250, "{tried:?}");
}

#[test]
fn the_aids_name_what_is_there() {
    let talk = Talk { events: Event::KINDS, choices: Choice::KEYS };
    assert_eq!(dangling(Leader::AIDS, &talk), [""; 0]);
}
