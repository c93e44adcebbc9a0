//! Rule tests: what fire does to the enemy (7.4): steps, suppression, vehicles stopped and left.

use crate::common::{Look, Played};
use crate::rules_fire::{facing, solid, struck};
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;

/// rules: ace 7.4d 7.4.4a
#[test]
fn any_result_destroys_a_truck() {
    let truck = || facing("opel_blitz").is("mounted").enemies("tiger1 C").loaded(Ammo::He);
    let end = truck().play("fire:1", &[4, 5]);
    assert!(end.gone(1) && end.gone(2), "its infantry goes with it");
    assert!(!truck().play("fire:1", &[5, 5]).gone(1));
    assert!(truck().play("coax:1", &[4, 4]).gone(1), "what would suppress infantry");
    assert!(!truck().play("coax:1", &[4, 5]).gone(1));
    assert!(!truck().play("coax:1", &[6, 6]).gone(1), "a stoppage does not");
}

/// rules: ace 7.4e 7.4f 6.3e
#[test]
fn step_losses_and_suppression_of_infantry() {
    let he = |low: u8, high: u8| facing("inf").enemies("tiger1 C").loaded(Ammo::He).play("fire:1", &[low, high]);
    let after = |end: &Played| (end.enemy(1).steps, end.enemy(1).suppressed);
    assert_eq!(after(&he(3, 3)), (1, false), "1");
    assert_eq!(after(&he(3, 4)), (2, true), "S");
    // Vector 5a and 5d.
    assert_eq!(after(&he(2, 3)), (1, true), "1+S");
    assert!(he(1, 2).gone(1), "2");
    // A second numeric result removes a reduced unit.
    let end = facing("inf").that(|enemy| enemy.steps = 1).enemies("tiger1 C").loaded(Ammo::He).play("fire:1", &[3, 3]);
    assert!(end.gone(1));
    assert_eq!(end.me().board.kills[Class::Inf.index()], 1);
    // Suppressed units fire at +2 until the next round begins.
    let end = facing("inf").is("targeting").enemies("pak40 B targeting");
    let end = end.that(|enemy| enemy.suppressed = true).loaded(Ammo::He).play("fire:1 end", &[3, 4, 6, 6, 6, 6, 3, 4]);
    assert_eq!(
        end.rolls()[1..3],
        [
            "infantry fire (B2): 12 +2 firer suppressed = 14: no effect",
            "Enemy to hit (B1): 12 +2 firer suppressed = 14, 6 or less: miss"
        ]
    );
    assert!(end.game().field.round == 3 && !end.enemy(1).suppressed && !end.enemy(2).suppressed);
}

/// rules: ace 7.4g 7.4f
#[test]
fn a_second_suppression_in_the_round_costs_infantry_a_step() {
    let again = |steps: u8, low: u8, high: u8| {
        let inf = facing("inf").that(|enemy| (enemy.steps, enemy.suppressed) = (steps, true));
        inf.enemies("tiger1 C").loaded(Ammo::He).play("fire:1", &[low, high])
    };
    // Vector 5b and 5c.
    let end = again(2, 3, 4);
    assert_eq!((end.enemy(1).steps, end.enemy(1).suppressed), (1, true));
    assert!(again(2, 2, 3).gone(1), "1+S: one for the number, one for the suppression");
    assert!(again(1, 3, 4).gone(1));
    assert_eq!(again(2, 3, 3).enemy(1).steps, 1, "a bare number takes one");
    // Twice in one round by two weapons; not across rounds.
    let end = facing("inf").loaded(Ammo::He).play("coax:1 bow:1", &[3, 4, 3, 4]);
    assert_eq!((end.enemy(1).steps, end.enemy(1).suppressed), (1, true));
    let end = facing("inf").play("coax:1 end", &[3, 4, 6, 6, 3, 4]).then("coax:1", &[3, 4]);
    assert_eq!((end.game().field.round, end.enemy(1).steps), (3, 2));
}

/// rules: ace 7.4h R24a
#[test]
fn an_anti_tank_gun_has_one_step_and_shrugs_off_a_second_suppression() {
    let gun = || facing("pak40").enemies("tiger1 C").loaded(Ammo::He);
    let end = gun().play("fire:1", &[3, 3]);
    assert!(end.gone(1) && end.me().board.kills[Class::At.index()] == 1);
    // Vector 5e.
    let end = gun().play("fire:1 fire:1", &[3, 4, 3, 4]);
    assert_eq!((end.enemy(1).steps, end.enemy(1).suppressed), (1, true));
    assert!(!gun().play("fire:1", &[5, 5]).enemy(1).suppressed);
    assert!(gun().play("coax:1", &[1, 2]).gone(1));
}

/// rules: ace 7.4.5c
#[test]
fn an_immobilized_vehicle_stays_flanked() {
    let tiger = || facing("tiger1").enemies("panther B");
    let flanked = |immobilized: bool| {
        let scene = facing("tiger1").that(|enemy| enemy.immobilized = immobilized).enemies("panther B");
        scene.play("flank:1 range:keep end", &[3, 4, 6, 6])
    };
    assert_eq!(struck(&flanked(true).then("fire:1", &[3, 3, 1, 1, 6])), (None, 5, 5));
    let later = flanked(true).then("end", &[3, 4, 6, 6]).then("fire:1", &[3, 3, 1, 1, 6]);
    assert_eq!((later.game().field.round, struck(&later)), (4, (None, 5, 5)));
    assert_eq!(struck(&flanked(false).then("fire:1", &[3, 3, 1, 1, 1])), (Some(Part::Turret), 5, 8));
    // Nor does the order matter: the flank shot that stops it leaves it flanked, in later rounds too.
    let stopped = solid(tiger()).play("flank:1 range:keep fire:1", &[3, 3, 3, 3]);
    assert!(stopped.enemy(1).immobilized, "{:?}", stopped.rolls());
    let later = stopped.then("", &[6, 6, 3, 4, 6]).then("fire:1", &[3, 3, 1, 1, 6]);
    assert_eq!((later.game().field.round, struck(&later)), (3, (None, 5, 5)));
    // Stopped in a later round, when it has long faced the tank again, it is not.
    let faced = flanked(false).then("fire:1", &[1, 1, 6, 5, 6]);
    assert!(faced.enemy(1).immobilized && !faced.enemy(1).flanked_for_good, "{:?}", faced.rolls());
    // Immobility alone opens no side.
    let end = tiger().set("players.0.board.enemies.0.immobilized = true").play("fire:1", &[3, 3, 1, 1, 1, 6]);
    assert_eq!(struck(&end), (Some(Part::Turret), 5, 8));
}

/// rules: ace 7.4.5b R50a 6.4
#[test]
fn the_crew_of_an_immobilized_vehicle_may_bail_out_after_every_later_hit() {
    let gun = |kind: &str, ammo: Ammo| {
        let scene = facing(kind)
            .that(|enemy| (enemy.immobilized, enemy.damaged) = (true, Some(hulldown_core::Seat(0))))
            .enemies("tiger1 C");
        scene.mine("board.damaged = 1").loaded(ammo)
    };
    let stays = "Crew bails out (7.4.5): 2, 1 or less: stays";
    let end = gun("tiger1", Ammo::Ap).play("fire:1", &[3, 3, 1, 1, 1, 2]);
    assert_eq!(end.rolls().last().unwrap(), stays);
    assert!(!end.gone(1));
    let end = gun("tiger1", Ammo::Ap).play("fire:1", &[3, 3, 1, 1, 1, 1]);
    assert!(end.gone(1) && end.saw(|event| matches!(event, Event::BailsOut { .. })));
    assert_eq!((end.me().board.kills[Class::T.index()], end.me().board.damaged), (1, 0), "a destroyed vehicle");
    // HE and WP hits too, and on light vehicles.
    assert_eq!(gun("tiger1", Ammo::He).play("fire:1", &[3, 3, 2]).rolls().last().unwrap(), stays);
    assert_eq!(gun("tiger1", Ammo::Wp).play("fire:1", &[3, 3, 6, 2]).rolls().last().unwrap(), stays);
    assert_eq!(gun("sdkfz251", Ammo::He).play("fire:1", &[3, 3, 6, 6, 2]).rolls().last().unwrap(), stays);
    // Not after a miss, a machine gun, or outright destruction.
    for end in [
        gun("tiger1", Ammo::Ap).play("fire:1", &[6, 6]),
        gun("tiger1", Ammo::Ap).play("aa50:1", &[1, 1]),
        gun("tiger1", Ammo::Wp).play("fire:1", &[3, 3, 1]),
        gun("tiger1", Ammo::Ap).play("fire:1", &[3, 3, 1, 6, 6]),
    ] {
        assert!(end.rolls().iter().all(|roll| !roll.contains("7.4.5")), "{:?}", end.rolls());
        assert!(!end.options().iter().any(|o| o.starts_with("dice")));
    }
    // The hit that stops it is not a later one.
    let end = facing("pz4").play("fire:1", &[3, 3, 3, 1, 5]);
    assert!(end.enemy(1).immobilized);
    assert_eq!(end.rolls().len(), 3);
}
