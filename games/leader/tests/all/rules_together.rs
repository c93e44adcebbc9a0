//! A force shared by two: one purse, one plan, each with Units of his own (R54, R97).

use crate::common::*;
use hulldown_core::{Game, Seat};
use hulldown_leader::state::{Stage, Step};
use hulldown_leader::words::*;
use hulldown_leader::{Leader, Setup};

fn two() -> Setup {
    Setup { seats: 2, ..setup("bulge_1944", "over_there") }
}

/// The M4 is the first seat's, the Rifle Team the second's.
fn shared() -> Scene {
    let scene = Scene::of(two()).fight().unit(42, Name::Eandi, 61).unit(902, Name::Jones, 62);
    let scene = scene.enemy(Model::Pz4, 11).enemy(Model::Pz4, 12);
    scene.with(|game| (game.units[1].seat, game.commanders[1].seat) = (1, 1))
}

/// rules: leader setup.buy.1 commander.select.1
#[test]
fn the_force_is_dealt_in_turn() {
    let game = Leader::new(&two(), charts()).unwrap();
    assert_eq!((game.seats(), game.so), (2, 88));
    let end =
        Played::from(game, two(), &[1; 40]).go_on("buy:042 buy:902 buy:041 done take:eandi take:jones take:stout");
    assert_eq!([42, 902, 41].map(|number| end.unit(number).seat), [0, 1, 0]);
    assert_eq!([Name::Eandi, Name::Jones, Name::Stout].map(|name| end.commander(name).seat), [0, 1, 0]);
    assert!(Leader::new(&Setup { seats: 3, ..two() }, charts()).is_err());
}

/// rules: leader combat.fast.2 combat.slow.1
#[test]
fn each_moves_and_attacks_with_his_own() {
    let end = shared().slow().play("act:902", &[]);
    assert!(end.session.question(Seat(0)).is_none() && end.session.question(Seat(1)).is_some());
    let end = end.go_on("1/to:53 act:042 stay");
    assert_eq!((end.fighter(902).hex.unwrap().id(), end.game().battle.turn), (53, 2));
}

/// rules: leader enemy.act.1 combat.turn.1
#[test]
fn the_lead_goes_round_turn_by_turn() {
    let end = shared().slow().play("done", &[3]);
    assert_eq!((end.game().leading, end.stage()), (1, Stage::Enemy));
    assert!(end.session.question(Seat(1)).is_some(), "the other decides for the enemy now");
    let end = end.go_on("1/enemy:0");
    assert_eq!(end.stage(), Stage::Act(Step::Slow));
    assert_eq!(end.go_on("1/done").game().leading, 0);
}
