//! Overruns: tanks through hexes that hold guns and infantry, or may (9.4).

use crate::common::{A, B, Scene};
use hulldown_tank::talk::{Event, Halt};
use hulldown_tank::words::*;

/// A Pz IV in 2602 and a squad in 2604.
fn scene() -> Scene {
    Scene::new("1").alpha("A 2602 D").bravo("M 2604")
}

fn pulses(p: &crate::common::Played, code: &str) -> Vec<(u16, u8)> {
    p.moves().into_iter().filter(|step| step.1 == code).map(|(_, _, to, points)| (to, points)).collect()
}

/// rules: tank 9.4 9.41 9.44 5.0f 8.61d
#[test]
fn an_overrun_crosses_its_target_for_one_point_more_and_stops_beyond() {
    let turn = scene().bravo("AA 2604 A").play("A ov D D D", "", &[]);
    assert_eq!(pulses(&turn, "A"), [(2603, 1), (2604, 3), (2605, 4)]);
    assert!(turn.lost(B, "M") && turn.lost(B, "AA") && turn.wrecks().is_empty());
    assert_eq!((turn.at(A, "A"), turn.facing(A, "A")), (2605, 'D'));
    assert_eq!(turn.game().armies[1].losses, 2);
    // It happens on the way, not at the end of the turn.
    let order: Vec<u8> = turn
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::Moves { points, .. } => Some(*points),
            Event::Destroyed { by: Attack::Ov, .. } => Some(0),
            _ => None,
        })
        .collect();
    assert_eq!(order, [1, 3, 0, 0, 4]);
}

/// rules: tank 9.4 9.41 R36
#[test]
fn what_may_be_overrun() {
    // After the target comes the hex straight beyond, and there the path ends.
    let plot = scene().begin().press(A, "A mv >D over:D").unit(A, "A").plot;
    assert_eq!((plot.task, plot.steps.to_string()), (Some(Task::Ov), "DDD".into()));
    let begun = scene().begin().press(A, "A mv");
    assert_eq!(begun.refusal(A, "over:A"), Some(("9.4", "there is no hex beyond it")));
    // Two hexes first leave two of four points; the overrun takes three.
    let far = Scene::new("1").alpha("A 2602 D").bravo("M 2605").begin().press(A, "A mv >D >D");
    assert_eq!(far.refusal(A, "over:D"), Some(("9.41", "not enough Movement Points to overrun it")));
    // A wood in closed mode takes the whole allowance, so it cannot be overrun.
    let wood = Scene::new("1").mode(Mode::Closed).alpha("A 2503 D").begin().press(A, "A mv");
    assert!(wood.can(A, ">A"));
    assert_eq!(wood.refusal(A, "over:A").unwrap().0, "9.41");
    // A friend may not end beyond it.
    let friend = scene().alpha("B 2605 A").begin().press(A, "A mv >D");
    assert_eq!(friend.refusal(A, "over:D").unwrap().0, "11.0");
}

/// rules: tank 9.45
#[test]
fn armor_is_not_overrun() {
    let scene = Scene::new("0").alpha("A 2602 D").bravo("A 2604 A");
    let plot = scene.clone().begin().press(A, "A mv >D");
    assert_eq!(plot.refusal(A, "over:D"), Some(("9.45", "armored vehicles cannot be overrun")));
    // A face-down unit may be anything; if it is a tank it stops the other like any enemy.
    let turn = scene.bravo("A 2604 A unspotted").play("A ov D D D", "", &[]);
    assert_eq!((turn.at(A, "A"), turn.lost(B, "A")), (2603, false));
    assert_eq!(turn.stops(), [(A, "A".into(), Halt::Enemy)]);
}

/// rules: tank 9.43 9.46 R36
#[test]
fn only_the_tanks_death_before_the_hex_saves_those_in_it() {
    // A squad in 2503 watches 2603, where the tank comes with its first point. The other was to walk away and waits.
    let turn = scene().bravo("N 2503").play("A ov D D D", "N of 2603, M mv C", &[1]);
    assert_eq!((turn.wrecks(), turn.lost(B, "M")), (vec![2603], false));
    assert_eq!(pulses(&turn, "M"), [(2705, 2)]);
    // If the shot misses, it is too late to walk.
    let turn = scene().bravo("N 2503").play("A ov D D D", "N of 2603, M mv C", &[2]);
    assert!(turn.lost(B, "M") && pulses(&turn, "M").is_empty());
    assert_eq!(turn.at(A, "A"), 2605);
}

/// rules: tank 9.43b R36b
#[test]
fn a_tank_destroyed_in_the_hex_or_beyond_has_done_it() {
    // Watched by a gun in 2505, which fires past the squad in the target hex, and from 2606 (exit hex).
    for (watcher, watch, wreck) in [("AA 2505 B", "AA of 2604", 2604), ("N 2606", "N of adj", 2605)] {
        let turn = scene().bravo(watcher).play("A ov D D D", watch, &[1]);
        assert_eq!((turn.wrecks(), turn.lost(B, "M")), (vec![wreck], true), "{watcher}");
    }
}

/// rules: tank 9.43 9.2b R36
#[test]
fn a_tank_destroyed_on_the_hexside_has_not_entered() {
    // The gun in 2504 watches 2704: its line runs along 2603/2604, which the tank crosses with its third point. N is dug in beyond.
    let scene = scene().bravo("AA 2504 B, N 2605 hidden");
    let turn = scene.clone().play("A ov D D D", "AA of 2704", &[1]);
    assert_eq!((turn.wrecks(), turn.rolls()), (vec![2603], vec!["8.91 1+2 of 5".into()]));
    assert_eq!(pulses(&turn, "A"), [(2603, 1)]);
    assert!(!turn.lost(B, "M") && !turn.saw(|what| matches!(what, Event::Overruns { .. })));
    assert!(turn.unit(B, "N").hidden && turn.positions() == [(2605, true)]);
    // The shot that misses leaves the tank to enter: it finds N and drives M down.
    let turn = scene.play("A ov D D D", "AA of 2704", &[6, 6]);
    assert!(turn.lost(B, "M") && !turn.unit(B, "N").hidden);
    assert_eq!(pulses(&turn, "A"), [(2603, 1), (2604, 3)]);
}

/// rules: tank 9.43 9.2b 13.21
#[test]
fn a_tank_destroyed_on_the_hexside_sees_nothing_from_beyond_it() {
    let ground = crate::common::ground();
    let sight = ground.sight(Mode::Mixed);
    // A hex that is seen from 2604, and from nowhere the tank has been.
    let unseen = |hex: &hulldown_core::hex::HexId| {
        let clear = |from: u16| sight.clear(crate::common::hex(from), *hex);
        clear(2604) && !clear(2602) && !clear(2603) && (3..=10).contains(&ground.range(crate::common::hex(2604), *hex))
    };
    let there = crate::common::number(ground.grid().ids().find(unseen).unwrap());
    let scene = Scene::new("1").alpha("A 2602 D").bravo(&format!("AA 2504 B, N {there:04} unspotted"));
    let turn = scene.clone().play("A mv D D", "AA of 2704", &[1]);
    assert_eq!((turn.rolls().len(), turn.wrecks(), turn.spotted(B, "N")), (1, vec![2603], false));
    // One that gets across looks for it.
    let turn = scene.play("A mv D D", "AA of 2704", &[6, 1]);
    assert!(turn.spotted(B, "N") && turn.at(A, "A") == 2604, "{there}");
}

/// rules: tank 9.4 9.41 9.46 R36
#[test]
fn an_overrun_may_come_a_long_way_and_round_a_corner() {
    // A T34 has eight points: three hexes first, then through the squad, which would have walked away with its first point.
    for (start, plot) in [(2602, "A ov D D D D D"), (2503, "A ov C D D D D")] {
        let scene = Scene::new("2").alpha(&format!("A {start} D")).bravo("M 2606, N 3025 hidden");
        let turn = scene.play(plot, "M mv B", &[]);
        assert_eq!(pulses(&turn, "A"), [(2603, 1), (2604, 2), (2605, 3), (2606, 5), (2607, 6)], "{start}");
        assert!(turn.lost(B, "M") && pulses(&turn, "M").is_empty(), "{start}");
    }
    // A squad in one of the hexes before the target stops it like any enemy: it is not what the plot overruns.
    let turn = Scene::new("2").alpha("A 2602 D").bravo("M 2606, O 2604").play("A ov D D D D D", "", &[]);
    assert_eq!((turn.at(A, "A"), turn.lost(B, "O"), turn.lost(B, "M")), (2603, false, false));
    assert_eq!(turn.stops(), [(A, "A".into(), Halt::Enemy)]);
}

/// rules: tank R36b
#[test]
fn those_who_are_overrun_still_fire_in_that_pulse() {
    // M watches 2704; another tank comes there with its third point, when the first enters M's hex.
    let turn = scene().alpha("B 2701 D").play("A ov D D D, B mv D D D", "M of 2704", &[1]);
    assert_eq!((turn.rolls(), turn.wrecks()), (vec!["8.81 1 of 1".into()], vec![2704]));
    assert!(turn.lost(A, "B") && turn.lost(B, "M"));
}

/// rules: tank 9.47 14.9 14.3
#[test]
fn an_empty_hex_may_be_overrun_and_hidden_units_are_caught() {
    // Nobody is there: the extra point is paid all the same.
    let empty = Scene::new("1").alpha("A 2602 D").bravo("M 3025 hidden").play("A ov D D D", "", &[]);
    assert_eq!(pulses(&empty, "A"), [(2603, 1), (2604, 3), (2605, 4)]);
    // A gun and a squad dug in there: found as the tank comes near, not spotted, crushed in their position.
    let scene = Scene::new("1").alpha("A 2602 D").bravo("AA 2604 D hidden, M 2604 hidden, N 3025 hidden");
    let turn = scene.play("A ov D D D", "", &[6, 6]);
    assert_eq!(turn.rolls(), ["13.5 6 of 3", "13.5 6 of 3"]);
    assert!(turn.lost(B, "AA") && turn.lost(B, "M"));
    assert_eq!(turn.keep().positions(), [(3025, true)]);
}

/// rules: tank R36c
#[test]
fn a_tank_that_cannot_leave_the_hex_stays_in_it() {
    let turn = scene().bravo("N 2605").play("A ov D D D", "", &[]);
    assert_eq!((turn.at(A, "A"), turn.lost(B, "M"), turn.lost(B, "N")), (2604, true, false));
    assert_eq!(turn.stops(), [(A, "A".into(), Halt::Enemy)]);
}

/// rules: tank 9.42 12.21 R20
#[test]
fn a_tank_in_panic_overruns_nobody() {
    // Chit 2: the tank in 2602 runs D with four points, and the squad stops it.
    let turn = scene().panic().play("A ov D D D", "", &[3, 9, 9, 4, 4]);
    assert_eq!(turn.rolls(), ["12.1 3", "12.1 9", "12.1 9", "12.22 4", "12.2 4"]);
    assert_eq!((turn.at(A, "A"), turn.lost(B, "M")), (2603, false));
}

/// rules: tank 9.43 9.0e
#[test]
fn a_squad_that_would_walk_into_the_hex_does_not_stop_the_tank() {
    // A dies on its way to 2604, so the squad there goes on its way after all: into 2705, which B overruns at that moment.
    let scene = scene().alpha("B 2704 D").bravo("N 2503");
    let turn = scene.play("A ov D D D, B ov D D", "N of 2603, M mv C", &[1]);
    assert_eq!((turn.wrecks(), turn.at(B, "M"), turn.at(A, "B")), (vec![2603], 2604, 2706));
    assert_eq!(pulses(&turn, "B"), [(2705, 2), (2706, 3)]);
    assert_eq!(turn.stops(), [(B, "M".into(), Halt::Clash)]);
}

/// rules: tank 9.47 5.0f
#[test]
fn a_friends_hex_is_not_overrun() {
    let plot = Scene::new("1").alpha("A 2602 D, B 2603 D").bravo("M 3025 hidden").begin().press(A, "A mv");
    assert_eq!(plot.refusal(A, "over:D"), Some(("9.47", "a friendly unit stands there")));
    assert!(plot.can(A, ">D"));
}
