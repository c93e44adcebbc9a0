//! Every game keeps the laws of the table.

use hulldown_catalog::{CatalogGame, Visitor};
use hulldown_core::Seat;
use hulldown_kit::altered::{self, TriedStates};
use hulldown_kit::{Conform, Scramble, Tried, conform};

/// The games that are tried, by the numbers of their set-ups: few, and unlike each other in every game.
const NUMBERS: [u64; 4] = [0, 1, 11, 14];

/// Those that are tried after them, if need be, by the first.
const MORE: u64 = 9;

/// The same state with other secrets: what the seat sees stays as it is.
fn other_secrets<G: CatalogGame>(game: &G, seat: Seat, salt: u64) -> G {
    G::BOTS.imagine.map_or_else(|| game.clone(), |imagine| imagine(game, G::data(), seat, salt))
}

/// Tries every law on a game.
pub(crate) fn laws<G: CatalogGame>() {
    assert!(!G::SECRETS || G::BOTS.imagine.is_some(), "{}: secrets, and nobody to imagine them", G::ID);
    let scramble = G::BOTS.imagine.map(|_| other_secrets::<G> as Scramble<G>);
    let tried = |numbers: &[u64]| {
        let setups = numbers.iter().map(|number| G::setup(*number)).collect();
        conform::<G>(Conform { games: numbers.len() as u64, setups, scramble, most_answers: 400_000 })
    };
    let report = tried(&NUMBERS);
    let Tried { decisions, stops, options, refusals, undos, told, .. } = report;
    assert!([decisions, stops, options, refusals, undos, told].iter().all(|n| *n > 0), "{}: {report:?}", G::ID);
    // Where secrets are kept, views are compared, and nobody is told what would come of an answer. Elsewhere chances are compared; where
    // random games seldom come to dice it takes some more of them.
    let known = |Tried { views, previews, odds, .. }: &Tried| match G::SECRETS {
        true => *views > 0,
        false => *previews > 0 && *odds > 0,
    };
    let mut more = (MORE..MORE + 20).map(|number| tried(&[number]));
    assert!(known(&report) || more.any(|report| known(&report)), "{}: {report:?}", G::ID);
}

#[test]
fn every_game_keeps_the_laws_of_the_table() {
    struct Laws;
    impl Visitor for Laws {
        fn visit<G: CatalogGame>(&mut self) {
            laws::<G>();
        }
    }
    hulldown_catalog::each(&mut Laws);
}

/// Alters the numbers of states of a game: a file may say anything, and what it says is refused with a reason, or can be played on from.
pub(crate) fn meddled<G: CatalogGame>() {
    let tried = |setups: u64, every| altered::numbers::<G>(&(0..setups).map(G::setup).collect::<Vec<_>>(), 240, every);
    let enough = |tried: &TriedStates| tried.refused > 500 && tried.played > 500 && tried.unreadable > 500;
    let few = tried(4, 60);
    // A game of few steps and few numbers takes more of both.
    let tried = if enough(&few) { few } else { tried(60, 1) };
    assert!(enough(&tried), "{}: {tried:?}", G::ID);
}

#[test]
fn whatever_number_a_file_says_nothing_panics() {
    struct Altered;
    impl Visitor for Altered {
        fn visit<G: CatalogGame>(&mut self) {
            meddled::<G>();
        }
    }
    hulldown_catalog::each(&mut Altered);
}
