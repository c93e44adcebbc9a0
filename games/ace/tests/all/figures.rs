//! A batch depends on its seed alone.

use hulldown_ace::figures::{Ended, Summary};
use hulldown_ace::state::Mode;
use hulldown_ace::{Ace, Setup};
use hulldown_core::Game;
use hulldown_core::playable::Figures;
use hulldown_sim::{Batch, SimError, games};

fn played(batch: &Batch, setup: &Setup, policy: &str) -> Vec<Ended> {
    let mut careers = Vec::new();
    let each = |career: &Ended| {
        careers.push(career.clone());
        Ok(())
    };
    games::<Ace>(batch, setup, Ace::data(), &[policy], each, |_| {}).unwrap();
    careers
}

fn careers(games: std::ops::Range<u64>, threads: usize, policy: &str) -> Vec<Ended> {
    played(&Batch { games, seed: 2024, threads }, &Setup::default(), policy)
}

#[test]
fn threads_and_parts_change_nothing() {
    for policy in ["random", "sensible"] {
        let one = careers(0..60, 1, policy);
        assert_eq!(one, careers(0..60, 4, policy), "{policy}");
        let parts = [careers(0..25, 2, policy), careers(25..60, 1, policy)].concat();
        assert_eq!(one, parts, "{policy}");
    }
}

#[test]
fn every_commander_of_a_game_of_two_is_counted() {
    let setup = Setup { mode: Mode::CompetitiveApart, ..Setup::default() };
    let batch = Batch { games: 0..20, seed: 1, threads: 2 };
    assert_eq!(played(&batch, &setup, "random").len(), 40);
    let nobody = games::<Ace>(&batch, &setup, Ace::data(), &["genius", "random"], |_| Ok(()), |_| {});
    assert!(matches!(nobody, Err(SimError::NoBot { .. })));
}

/// The sensible commander is at least as good as the one the charts were balanced with (11.5% alive in 2,000 careers).
#[test]
fn the_sensible_commander_comes_home_more_often() {
    let careers = careers(0..400, 0, "sensible");
    let mut summary = Summary::default();
    careers.iter().for_each(|career| summary.add(career));
    let curve = summary.survival(Ace::data());
    assert!(curve.windows(2).all(|w| w[0] >= w[1]), "nobody comes back from the dead");
    assert!(*curve.last().unwrap() > 0.18, "{curve:?}");
    let report = summary.report(Ace::data());
    assert!(report.contains("400 careers") && report.contains("Decisive Victory"), "{report}");
    let columns = |line: &str| line.split(',').count();
    assert_eq!(columns(Ace::COLUMNS), 19);
    assert!(careers.iter().all(|career| columns(&career.row()) == 19), "{}", careers[0].row());
}

/// More games than are kept at once are handed on in the order of their numbers, and what cannot be written ends the work.
#[test]
fn a_batch_is_handed_on_as_it_is_played() {
    let batch = Batch { games: 5..2600, seed: 3, threads: 2 };
    let (mut next, mut through) = (5, 0);
    let each = |career: &Ended| {
        assert_eq!(career.game, next);
        next += 1;
        if career.game == 2200 { Err(std::io::Error::other("the disk is full")) } else { Ok(()) }
    };
    let done = std::sync::atomic::AtomicU64::new(0);
    let count = |n| {
        done.fetch_add(n, std::sync::atomic::Ordering::Relaxed);
    };
    let played = games::<Ace>(&batch, &Setup::default(), Ace::data(), &["random"], each, count);
    through += done.into_inner();
    assert_eq!(played.unwrap_err().to_string(), "the disk is full");
    assert_eq!((next, through), (2201, 2595), "nothing after it is handed on");
}
