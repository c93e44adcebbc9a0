//! The laws of the table.

use hulldown_ace::state::Mode;
use hulldown_ace::{Ace, Setup};
use hulldown_kit::{Conform, conform};

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
