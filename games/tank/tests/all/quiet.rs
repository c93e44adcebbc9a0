//! Games of Tank! come to a fight. A few of some scenarios here; all at full size:
//! `cargo bench -p hulldown-tank --bench match -- --balance --games 400 --seed 2024 --guard`

use hulldown_core::Game;
use hulldown_core::playable::Figures;
use hulldown_sim::{Batch, games};
use hulldown_tank::figures::{Ended, MOST_SILENT, Summary};
use hulldown_tank::words::Force;
use hulldown_tank::{Setup, Tank};

const GAMES: usize = 10;
/// Those in which columns can miss each other, guns lie low, or nearly everything used to be drawn.
const SCENARIOS: [&str; 7] = ["0", "1", "2", "6", "7", "9", "12"];

fn play(scenario: &str) -> Vec<Ended> {
    let batch = Batch { games: 0..GAMES as u64, seed: 2024, threads: 1 };
    let setup = Setup { scenario: scenario.into(), ..Setup::default() };
    let mut records = Vec::new();
    let each = |game: &Ended| {
        records.push(game.clone());
        Ok(())
    };
    games::<Tank>(&batch, &setup, Tank::data(), &["heuristic"], each, |_| {}).unwrap();
    records
}

#[test]
fn few_games_are_silent_and_not_most_are_drawn() {
    let (mut silent, mut all) = (0, 0);
    for id in SCENARIOS {
        let games = play(id);
        // So few games show no more than that something is badly wrong.
        let drawn = games.iter().filter(|game| game.winner.is_none()).count();
        assert!(drawn <= GAMES * 7 / 10, "scenario {id}: {drawn} drawn of {GAMES}");
        let quiet = games.iter().filter(|game| game.is_silent()).count();
        assert!(quiet <= GAMES / 10, "scenario {id}: {quiet} silent of {GAMES}");
        (silent, all) = (silent + quiet, all + games.len());
    }
    assert!(silent * 100 <= MOST_SILENT * all, "{silent} silent of {all}");
}

#[test]
fn what_is_too_quiet_is_named() {
    let game = |silent: bool, drawn: bool| Ended {
        game: 0,
        scenario: "6",
        winner: (!drawn).then_some(Force::Alpha),
        why: "stalled",
        turns: 30,
        losses: [0, 0],
        exited: [0, 0],
        first_fire: if silent { 0 } else { 4 },
        decisions: 1,
        dice: 0,
    };
    let batch = |silent: usize, drawn: usize| {
        let mut summary = Summary::default();
        (0..100).for_each(|n| summary.add(&game(n < silent, n < drawn)));
        summary
    };
    assert!(batch(5, 50).too_quiet().is_empty());
    assert_eq!(batch(6, 6).too_quiet(), ["scenario 6: 6 silent and 6 drawn of 100"]);
    assert_eq!(batch(0, 51).too_quiet(), ["scenario 6: 0 silent and 51 drawn of 100"]);
    let report = batch(6, 51).report(Tank::data());
    assert!(report.contains("no shot") && report.contains("51.0%   6.0%"), "{report}");
    assert!(Tank::COLUMNS.ends_with(",first_fire,decisions,dice"));
    assert!(game(true, true).row().ends_with(",0,1,0") && game(false, true).row().ends_with(",4,1,0"));
}
