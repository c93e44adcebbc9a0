//! Every game keeps the laws of the table.

use hulldown_catalog::{Entry, Visitor};
use hulldown_core::Seat;
use hulldown_kit::{Conform, Report, Scramble, altered, conform};

/// The games that are tried, by the numbers of their set-ups: few, and unlike each other in every game.
const NUMBERS: [u64; 4] = [0, 1, 11, 14];

/// The same state with other secrets: what the seat sees stays as it is.
fn other_secrets<G: Entry>(game: &G, seat: Seat, salt: u64) -> G {
    G::BOTS.imagine.map_or_else(|| game.clone(), |imagine| imagine(game, G::data(), seat, salt))
}

/// Tries every law on a game.
pub(crate) fn laws<G: Entry>() {
    assert!(!G::SECRETS || G::BOTS.imagine.is_some(), "{}: secrets, and nobody to imagine them", G::ID);
    let scramble = G::BOTS.imagine.map(|_| other_secrets::<G> as Scramble<G>);
    let setups = NUMBERS.map(G::setup).to_vec();
    let report = conform::<G>(Conform { games: 4, setups, scramble, most_answers: 400_000 });
    let Report { decisions, stops, options, refusals, undos, views, previews, odds, told, .. } = report;
    let tried = [decisions, stops, options, refusals, undos, told];
    // Where secrets are kept, views are compared, and nobody is told what would come of an answer.
    let known = if G::SECRETS { views > 0 } else { previews > 0 && odds > 0 };
    assert!(tried.iter().all(|n| *n > 0) && known, "{}: {report:?}", G::ID);
}

#[test]
fn every_game_keeps_the_laws_of_the_table() {
    struct Laws;
    impl Visitor for Laws {
        fn visit<G: Entry>(&mut self) {
            laws::<G>();
        }
    }
    hulldown_catalog::each(&mut Laws);
}

/// A file may say anything: what it says is refused with a reason, or can be played on from.
#[test]
fn whatever_number_a_file_says_nothing_panics() {
    struct Altered;
    impl Visitor for Altered {
        fn visit<G: Entry>(&mut self) {
            let setups: Vec<G::Setup> = (0..4).map(G::setup).collect();
            let tried = altered::numbers::<G>(&setups, 240, 60);
            assert!(tried.refused > 500 && tried.played > 500 && tried.unreadable > 500, "{}: {tried:?}", G::ID);
        }
    }
    hulldown_catalog::each(&mut Altered);
}
