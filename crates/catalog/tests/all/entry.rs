//! The duel of the conformance kit is a whole game in one folder: though the catalog does not name it, it goes through all that the games of the
//! catalog go through. `docs/adding-a-game.md` walks along it.

use crate::{allocation, conformance};
use hulldown_catalog::CatalogGame;
use hulldown_core::{Game, Generator, Random};
use hulldown_kit::duel::Duel;
use hulldown_kit::trial::{Wavering, games};
use hulldown_sim::Batch;

/// Everything that is asked of a game.
fn goes_through<G: CatalogGame>() {
    conformance::laws::<G>();
    conformance::meddled::<G>();
    allocation::plays_without_allocating::<G, _>("random", |index| Random(Generator::for_game(1, index)));
    games::<G, _>(0..200, |index| Random(Generator::for_game(7, index)), |_, _| {});
    let best = &G::BOTS.policies[0];
    let wavering = |index| Wavering { leader: (best.make)(index), dice: Generator::for_game(9, index), every: 12 };
    games::<G, _>(0..200, wavering, |_, _| {});

    let batch = Batch { games: 0..100, seed: 1, threads: 1 };
    let (mut summary, mut rows) = (G::Summary::default(), 0);
    let each = |record: &G::Record| {
        G::add(&mut summary, record);
        rows += G::rows(record, G::data()).len();
        Ok(())
    };
    hulldown_sim::games::<G>(&batch, &G::Setup::default(), G::data(), &[best.name], each, |_| {}).unwrap();
    assert!(rows >= 100 && !G::report(&summary, G::data()).is_empty());
}

#[test]
fn a_folder_is_a_whole_game() {
    assert!(!hulldown_catalog::IDS.contains(&Duel::<0>::ID));
    goes_through::<Duel>();
}
