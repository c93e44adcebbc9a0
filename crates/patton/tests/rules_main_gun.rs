//! The main gun (9.0).

mod common;

use common::Scene;
use hulldown_patton::state::Stage;
use hulldown_patton::words::*;

/// The gunner fires at what stands before the turret.
fn gun(kind: &str, range: Range) -> Scene {
    Scene::new(Scenario::Advance).enemy(kind, "6-8", range).at(Stage::MainGun).order(Post::Gunner, Action::FireMainGun)
}

/// rules: patton 9.31, 8.21, 8.31, T.tohit, 4.74.2
#[test]
fn a_shot_is_rolled_with_gunner_and_loader() {
    // Base 55 for a 75 at a vehicle at medium range; first shot +10, gunner and loader 5 each.
    let asked = gun("pz_iv", Range::Medium).play("fire:1:direct", &[]);
    assert_eq!(asked.asked_dice(), "To hit (to_hit) 1d100, 55 or less [+10 first shot, -5 gunner, -5 loader]");
    // 55 hits; the location is the turret; 58 or less at medium range would be 42 for the turret front.
    let end = asked.dice(&[55, 1, 42]);
    assert!(end.gone(1));
    assert_eq!(end.game().report.own[UnitType::PzIv.index()], 1);
    assert_eq!(end.game().tank.rounds[Ammo::Ap.index()], 29);
    let end = gun("pz_iv", Range::Medium).play("fire:1:direct", &[56]);
    assert_eq!(end.rolled(0), "To hit (to_hit): 56 +10 first shot -5 gunner -5 loader = 56, 55 or less: miss");
    assert!(!end.gone(1));
}

/// rules: patton 9.34, 9.4, 9.41, 9.42, 9.0, T.rof, 4.74.2
#[test]
fn low_rolls_let_the_crew_fire_on_and_hits_are_looked_at_last() {
    // 75: 30 or less after gunner and loader: 40 is low enough, 41 is not.
    let again = gun("pz_iv", Range::Close).play("fire:1:direct", &[40]);
    assert!(again.can("again:direct") && again.can("hold"));
    assert_eq!(again.game().battle.hits.len(), 1);
    assert!(!again.gone(1));
    let end = again.then("again:direct", &[41, 9, 28]);
    // Hull front close is 28: the first hit kills, the second is not looked at.
    assert!(end.gone(1));
    assert_eq!(end.rolls().len(), 4);
    let miss = gun("pz_iv", Range::Close).play("fire:1:direct", &[41, 10]);
    assert_eq!(miss.game().battle.shots, 1);
    assert!(miss.enemy(1).immobile);
}
