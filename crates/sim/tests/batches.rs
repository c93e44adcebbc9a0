//! A batch depends on its seed alone.

use hulldown_ace::state::Mode;
use hulldown_ace::{Ace, Setup};
use hulldown_core::Game;
use hulldown_sim::{Batch, ace};

fn careers(games: std::ops::Range<u64>, threads: usize, policy: &str) -> Vec<ace::Career> {
    let batch = Batch { games, seed: 2024, threads };
    ace::careers(&batch, &Setup::default(), Ace::data(), policy, |_| {}).unwrap().unwrap()
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
    let careers = ace::careers(&batch, &setup, Ace::data(), "random", |_| {}).unwrap().unwrap();
    assert_eq!(careers.len(), 40);
    assert!(ace::careers(&batch, &setup, Ace::data(), "genius", |_| {}).is_none());
}

/// The sensible commander is at least as good as the one the charts were balanced with (11.5 % alive in 2,000 careers).
#[test]
fn the_sensible_commander_comes_home_more_often() {
    let careers = careers(0..400, 0, "sensible");
    let curve = ace::survival(&careers, Ace::data());
    assert!(curve.windows(2).all(|w| w[0] >= w[1]), "nobody comes back from the dead");
    assert!(*curve.last().unwrap() > 0.18, "{curve:?}");
    let report = ace::report(&careers, Ace::data());
    assert!(report.contains("400 careers") && report.contains("Decisive Victory"), "{report}");
    let csv = ace::csv(&careers);
    assert_eq!(csv.lines().count(), 401);
    let columns = |line: &str| line.split(',').count();
    assert!(csv.lines().all(|line| columns(line) == 19), "{}", csv.lines().next().unwrap());
}
