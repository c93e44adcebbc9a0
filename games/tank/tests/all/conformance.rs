//! The laws every game must keep at the table.

use hulldown_core::{Game, Seat};
use hulldown_kit::{Conform, altered, conform};
use hulldown_tank::{Setup, Tank};

fn scenario(id: &str) -> Setup {
    Setup { scenario: id.into(), ..Setup::default() }
}

/// The same state with other secrets: what the seat sees stays as it is.
fn scramble(game: &Tank, seat: Seat, n: u64) -> Tank {
    let mut state = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut choose = |below: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(below)) as u32
    };
    game.view(Tank::data(), seat).imagine(&mut choose)
}

#[test]
fn every_law_holds() {
    // One of each situation; whole games of the others are played by other tests.
    let setups = ["0", "1", "12"].map(scenario).to_vec();
    let report = conform::<Tank>(Conform { games: 3, setups, scramble: Some(scramble), most_answers: 60_000 });
    assert!(report.decisions > 1_000 && report.views > 1_000, "{report:?}");
}

/// A file may say anything: what it says is refused with a reason, or can be played on from.
#[test]
fn whatever_number_a_file_says_nothing_panics() {
    let setups = ["0", "1", "9", "12"].map(scenario);
    let tried = altered::numbers::<Tank>(&setups, 120, 40);
    assert!(tried.refused > 500 && tried.played > 500 && tried.unreadable > 500, "{tried:?}");
}
