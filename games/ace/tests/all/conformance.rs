//! The laws of the table.

use hulldown_ace::state::Mode;
use hulldown_ace::{Ace, Setup};
use hulldown_kit::{Conform, altered, conform};

#[test]
fn american_tank_ace_keeps_the_laws_of_the_table() {
    let setup = |mode, increased_threat, errata_2022| Setup { mode, increased_threat, errata_2022, ..Setup::default() };
    let setups = vec![
        Setup::default(),
        setup(Mode::Solitaire, true, true),
        setup(Mode::Cooperative, false, false),
        setup(Mode::CompetitiveTogether, true, false),
        setup(Mode::CompetitiveApart, false, true),
    ];
    conform::<Ace>(Conform { games: 20, setups, scramble: None, most_answers: 200_000 });
}

/// A file may say anything: what it says is refused with a reason, or can be played on from.
#[test]
fn whatever_number_a_file_says_nothing_panics() {
    let modes = [Mode::Solitaire, Mode::Cooperative, Mode::CompetitiveTogether, Mode::CompetitiveApart];
    let setups = modes.map(|mode| Setup { mode, ..Setup::default() });
    let tried = altered::numbers::<Ace>(&setups, 240, 40);
    assert!(tried.refused > 500 && tried.played > 500 && tried.unreadable > 500, "{tried:?}");
}
