//! Campaigns by the thousand: the same however they are cut, and skill tells.

use hulldown_core::Game;
use hulldown_patton::figures::{Ended, Summary};
use hulldown_patton::{Patton, Setup};
use hulldown_sim::{Batch, games};

#[test]
fn a_batch_is_the_same_however_it_is_cut_and_skill_tells() {
    let play = |numbers, threads, bot: &str| {
        let batch = Batch { games: numbers, seed: 11, threads };
        let (mut rows, mut summary) = (Vec::new(), Summary::default());
        let each = |tour: &Ended| {
            rows.extend(tour.rows());
            summary.add(tour);
            Ok(())
        };
        games::<Patton>(&batch, &Setup::default(), Patton::data(), &[bot], each, |_| {}).unwrap();
        (rows, summary)
    };
    let (rows, whole) = play(0..8, 2, "sensible");
    assert_eq!(rows, [play(0..3, 1, "sensible").0, play(3..8, 2, "sensible").0].concat());
    let (sensible, random) = (whole.won(), play(0..8, 2, "random").1.won());
    assert!(sensible > random + 5.0, "{sensible}% of days won, {random}% at random");
    let curve = whole.survival();
    assert!(curve.is_sorted_by(|a, b| a >= b) && curve.len() == 37, "{}", curve.len());
    assert!(whole.report(Patton::data()).contains("Days won, by scenario"));
}
