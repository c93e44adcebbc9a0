//! Whole campaigns at random: what must hold, after every step.

use crate::common::charts;
use hulldown_core::playable::Trial;
use hulldown_core::{Game, Generator, Random};
use hulldown_kit::same::fingerprint;
use hulldown_kit::trial::sim;
use hulldown_leader::Leader;
use hulldown_leader::state::{Battle, Stage};

/// Plays a campaign at random and looks at every step. Returns how many steps there were.
fn campaign(number: u64) -> u64 {
    let setup = Leader::setup(number);
    let mut game = Leader::new(&setup, charts()).unwrap();
    let mut sim = sim(Random(Generator::for_game(1, number)), Generator::for_game(2, number));
    let mut steps = 0;
    while !game.is_over() {
        let before = game.clone();
        game.advance(charts(), &mut sim).unwrap();
        steps += 1;
        let wrong = game
            .validate(charts())
            .map_err(|error| error.to_string())
            .and_then(|()| game.sound(charts()))
            .and_then(|()| game.follows(&before, charts()));
        if let Err(wrong) = wrong {
            panic!("campaign {number}, step {steps}, {} to {}: {wrong}", before.whereabouts(), game.whereabouts());
        }
        assert!(steps < 200_000, "campaign {number} does not end: {}", game.whereabouts());
    }
    steps
}

/// rules: leader setup.end.1 setup.end.2
#[test]
fn random_campaigns_end_and_keep_what_must_hold() {
    let steps: u64 = (0..1000).map(campaign).sum();
    assert!(steps > 100_000, "{steps}");
}

/// The same seeds give the same games as ever; another figure here means that saved games and records would play differently.
#[test]
fn a_thousand_random_games_are_the_same_as_ever() {
    assert_eq!(fingerprint::<Leader>(1_000, Leader::setup), 0xcaf1_f8b7_dd0c_20c9);
}

#[test]
fn a_battle_fits_into_four_kib() {
    assert!(size_of::<Battle>() <= 4096, "{}", size_of::<Battle>());
    assert!(size_of::<Leader>() <= 8192, "{}", size_of::<Leader>());
}

/// A campaign that begins over and over at random goes through every stage.
#[test]
fn every_stage_is_met() {
    let mut met = Vec::new();
    for number in 0..60 {
        let mut game = Leader::new(&Leader::setup(number), charts()).unwrap();
        let mut sim = sim(Random(Generator::for_game(3, number)), Generator::for_game(4, number));
        while !game.is_over() {
            if !met.contains(&game.stage) {
                met.push(game.stage);
            }
            game.advance(charts(), &mut sim).unwrap();
        }
    }
    assert_eq!(met.len(), 27, "{met:?}");
    assert!(!met.contains(&Stage::Over));
}

/// Whole campaigns in simulation ask for no memory.
#[test]
fn campaigns_allocate_nothing() {
    // Alone, and shared by two to four.
    for number in 0..48 {
        let mut game = Leader::new(&Leader::setup(number), charts()).unwrap();
        let mut sim = sim(Random(Generator::for_game(5, number)), Generator::for_game(6, number));
        let info = allocation_counter::measure(|| assert!(sim.finish(&mut game, charts(), 1_000_000)));
        assert_eq!(info.count_total, 0, "campaign {number}");
    }
}
