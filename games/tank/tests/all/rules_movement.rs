//! Movement: the clock, clashes, blocked ways, stacking, reverse, stopping early (9.0-9.6, 11.0).

use crate::common::{A, B, Played, Scene, hex};
use hulldown_core::hex::{HexId, Side};
use hulldown_tank::state::{Place, Plot, Stage};
use hulldown_tank::talk::{Event, Halt};
use hulldown_tank::words::*;

fn stop(force: Force, code: &str, halt: Halt) -> (Force, String, Halt) {
    (force, code.into(), halt)
}

fn step(force: Force, code: &str, to: u16, points: u8) -> (Force, String, u16, u8) {
    (force, code.into(), to, points)
}

/// rules: tank 9.14 9.14b R32 9.0b 9.0
#[test]
fn the_nth_point_of_everybody_is_spent_at_the_same_moment() {
    // Alpha drives three clear hexes, Bravo two rough ones and a clear one: points 2, 4 and 5.
    let scene = Scene::new("0").alpha("A 2403 D").bravo("B 2622 A");
    let turn = scene.play("A mv D D B", "B mv A A A", &[]);
    assert_eq!(
        turn.moves(),
        [
            step(A, "A", 2404, 1),
            step(A, "A", 2405, 2),
            step(B, "B", 2621, 2),
            step(A, "A", 2505, 3),
            step(B, "B", 2620, 4),
            step(B, "B", 2619, 5),
        ]
    );
}

/// rules: tank 4.1g 9.2 7.13 9.5b R65
#[test]
fn a_mover_faces_its_next_hex_and_straight_on_in_the_last() {
    // A Pz IV looks along 2504 to 2604, which the Sherman enters from 2603 and leaves by C, by D, by F: rear, side, front.
    for (path, defence, end) in [("D C", 2, 'C'), ("D D", 3, 'D'), ("D F", 6, 'F'), ("D", 3, 'D')] {
        let scene = Scene::new("0").alpha("A 2403 C").bravo("A 2603 B");
        let turn = scene.clone().play("A of 2604", &format!("A mv {path}"), &[1]);
        assert_eq!(turn.strengths(), [(14, defence)], "{path}");
        let turn = scene.play("", &format!("A mv {path}"), &[]);
        assert_eq!(turn.facing(B, "A"), end, "{path}");
    }
    // Already before Direct Fire it has turned to its first hex.
    let turn = Scene::new("0").alpha("A 2403 C").bravo("A 2604 C").play("A df 2604", "A mv F", &[1]);
    assert_eq!(turn.strengths(), [(14, 6)]);
}

/// rules: tank 9.0c
#[test]
fn a_plot_beyond_the_allowance_is_carried_out_as_far_as_it_goes() {
    // No such plot can be written, but one that was found in a game is played so: Alpha's four points of six.
    let scene = Scene::new("0").alpha("A 2801 D").with(|game| {
        game.stage = Stage::Fire;
        game.armies[0].units[0].plot =
            Plot { task: Some(Task::Mv), steps: "DDDDDD".parse().unwrap(), ..Plot::default() };
    });
    let turn = scene.begin();
    assert_eq!((turn.at(A, "A"), turn.stops()), (2805, vec![stop(A, "A", Halt::Points)]));
    assert_eq!(turn.asked(A).unwrap().0, "facing");
}

/// rules: tank 9.0e R65 R59
#[test]
fn two_enemies_who_would_enter_one_hex_both_stop() {
    let turn = Scene::new("0").alpha("A 2603 A").bravo("A 2605 D").play("A mv D D", "A mv A B", &[]);
    assert_eq!(turn.stops(), [stop(A, "A", Halt::Clash), stop(B, "A", Halt::Clash)]);
    assert_eq!((turn.at(A, "A"), turn.at(B, "A")), (2603, 2605));
    // They look at the hex they failed to enter, and may turn at the end though they never moved.
    assert_eq!((turn.facing(A, "A"), turn.facing(B, "A")), ('D', 'A'));
    let turned = turn.press(A, "face:B").press(B, "face:C");
    assert_eq!((turned.facing(A, "A"), turned.facing(B, "A")), ('B', 'C'));
    // At different moments the first gets in, and the other finds it there.
    let turn = Scene::new("0").alpha("A 2602 A").bravo("A 2605 D").play("A mv D D", "A mv A", &[]);
    assert_eq!((turn.at(A, "A"), turn.at(B, "A")), (2603, 2604));
    assert_eq!(turn.stops(), [stop(A, "A", Halt::Enemy)]);
}

/// rules: tank 9.0f
#[test]
fn two_enemies_who_would_cross_one_hexside_both_stop() {
    let turn = Scene::new("0").alpha("A 2603 A").bravo("A 2604 D").play("A mv D D", "A mv A A", &[]);
    assert_eq!(turn.stops(), [stop(A, "A", Halt::Meeting), stop(B, "A", Halt::Meeting)]);
    assert_eq!((turn.at(A, "A"), turn.at(B, "A")), (2603, 2604));
}

/// rules: tank 9.35 9.34 R33
#[test]
fn an_enemy_in_the_way_stops_a_mover() {
    // He stood there; or he came there before.
    let turn = Scene::new("0").alpha("A 2602 A").bravo("A 2604 A").play("A mv D D D", "", &[]);
    assert_eq!((turn.at(A, "A"), turn.stops()), (2603, vec![stop(A, "A", Halt::Enemy)]));
    let turn = Scene::new("0").alpha("A 2602 A").bravo("A 2704 A").play("A mv D D D", "A mv E", &[]);
    assert_eq!((turn.at(A, "A"), turn.at(B, "A")), (2603, 2604));
    // If he leaves at the same moment the hex may be entered.
    let turn = Scene::new("0").alpha("A 2603 A").bravo("A 2604 A").play("A mv D D", "A mv D D", &[]);
    assert_eq!((turn.at(A, "A"), turn.at(B, "A"), turn.stops().len()), (2605, 2606, 0));
    // If he does not get away, it may not.
    let scene = Scene::new("0").alpha("A 2603 A, B 2605 A").bravo("A 2604 A");
    let turn = scene.play("A mv D", "A mv D", &[]);
    assert_eq!((turn.at(A, "A"), turn.at(B, "A")), (2603, 2604));
    assert_eq!(turn.stops(), [stop(B, "A", Halt::Enemy), stop(A, "A", Halt::Enemy)]);
}

/// rules: tank 9.35 9.34 13.4
#[test]
fn an_enemy_nobody_knows_of_stops_a_mover_too() {
    // A gun is dug in right before the tank, which has stood there all the time: the hex turns out to be held.
    let scene = Scene::new("1").alpha("A 2603 D").bravo("AA 2604 D hidden, M 3025 hidden");
    let turn = scene.play("A mv D D", "", &[]);
    assert_eq!((turn.at(A, "A"), turn.stops()), (2603, vec![stop(A, "A", Halt::Enemy)]));
    assert!(!turn.lost(B, "AA"));
    // A face-down tank likewise.
    let turn = Scene::new("0").alpha("A 2602 D").bravo("A 2604 D unspotted").play("A mv D D D", "", &[]);
    assert_eq!(turn.at(A, "A"), 2603);
}

/// rules: tank 9.34c 9.34
#[test]
fn infantry_does_not_enter_an_enemys_hex() {
    let turn = Scene::new("1").alpha("A 2603 A").bravo("M 2604").play("", "M mv A", &[]);
    assert_eq!((turn.at(B, "M"), turn.stops()), (2604, vec![stop(B, "M", Halt::Enemy)]));
}

/// rules: tank 11.1 9.34
#[test]
fn friends_drive_through_friends() {
    let turn = Scene::new("0").alpha("A 2602 A, B 2604 A").play("A mv D D D", "", &[]);
    assert_eq!((turn.at(A, "A"), turn.at(A, "B"), turn.stops().len()), (2605, 2604, 0));
    // Two may change places over one hexside.
    let plots = Scene::new("0").alpha("A 2603 A, B 2604 A").begin().plotted(A, "A mv F, B mv A, A mv D");
    let turn = plots.plots("", "", &[]);
    assert_eq!((turn.at(A, "A"), turn.at(A, "B")), (2604, 2603));
}

/// rules: tank 11.2 R34 9.34
#[test]
fn a_friend_who_was_stopped_there_keeps_the_hex() {
    // Alpha A is stopped in 2603 before an enemy; B was to end in 2603, behind it.
    let scene = Scene::new("0").alpha("A 2602 A, B 2601 A").bravo("A 2604 A");
    let scene = scene.alpha("B 2801 D, A 2802 A").bravo("A 2804 A");
    let turn = scene.play("A mv D D, B mv D D", "", &[]);
    assert_eq!((turn.at(A, "A"), turn.at(A, "B")), (2803, 2802));
    assert_eq!(turn.stops(), [stop(A, "A", Halt::Enemy), stop(A, "B", Halt::Friend)]);
}

/// rules: tank 11.2 R34
#[test]
fn who_is_stopped_on_top_of_a_friend_goes_back_along_his_path() {
    let scene = Scene::new("0").alpha("A 2602 A, B 2604 A").bravo("A 2605 A");
    let turn = scene.play("A mv D D D C", "", &[]);
    assert_eq!((turn.at(A, "A"), turn.at(A, "B")), (2603, 2604));
    assert!(turn.saw(|event| matches!(event, Event::GoesBack { .. })));
    // One who has just entered the map over a friend in the entry hex goes back into the queue.
    let scene = Scene::new("0").alpha("B 0101 C").bravo("A 0201 A").with(|game| game.armies[0].units[1].rank = 0);
    let scene = scene.with(|game| game.armies[0].units[0].rank = 1);
    let turn = scene.play("A mv C C", "", &[]);
    assert_eq!(turn.unit(A, "A").place, Place::Queue(1));
    assert_eq!((turn.at(A, "B"), turn.stops()), (101, vec![stop(A, "A", Halt::Enemy)]));
    // Two stopped in one hex: who stopped there first stays. A and B both drive through 2804 to where the enemy is.
    let scene = Scene::new("0").alpha("A 2801 A, B 2803 A").bravo("A 2805 A, B 2904 A");
    let turn = scene.play("A mv D D D D, B mv D B", "", &[]);
    assert_eq!((turn.at(A, "A"), turn.at(A, "B")), (2803, 2804));
}

/// rules: tank 11.0 11.3 14.8
#[test]
fn two_squads_or_a_squad_and_a_gun_share_a_hex_and_vehicles_nothing() {
    // In an Improved Position as elsewhere; and a wreck is no unit.
    for position in [false, true] {
        let joins = |there: &str| {
            let scene = Scene::new("1").bravo(&format!("W 2605, {there}")).wreck(2604);
            let scene = if position { scene.position(2604) } else { scene };
            scene.begin().press(B, "W mv >A").can(B, "done")
        };
        assert!(joins("M 2604") && joins("AA 2604 A"));
        assert!(!joins("M 2604, N 2604") && !joins("M 2604, AA 2604 A"));
    }
    let tank = Scene::new("0").alpha("A 2605 A").wreck(2604).play("A mv A", "", &[]);
    assert_eq!(tank.at(A, "A"), 2604);
    let tank = Scene::new("0").alpha("A 2605 A, B 2604 A");
    assert_eq!(tank.begin().press(A, "A mv >A").refusal(A, "done").unwrap().0, "11.0");
    // A position that is read from a file is looked at the same way.
    let bad = Scene::new("1").bravo("AA 2604 A, BB 2604 A").game;
    let why = hulldown_core::Game::validate(&bad, crate::common::charts()).unwrap_err().to_string();
    assert!(why.contains("may not stack"), "{why}");
}

/// rules: tank 10.11
#[test]
fn infantry_moves_one_hex_through_anything() {
    // Into a wood in closed mode, over a slope: one point.
    let turn = Scene::new("1").mode(Mode::Closed).bravo("M 2503").play("", "M mv A", &[]);
    assert_eq!(turn.moves(), [step(B, "M", 2502, 1)]);
    let turn = Scene::new("1").bravo("M 1110").play("", "M mv D", &[]);
    assert_eq!(turn.moves(), [step(B, "M", 1111, 1)]);
    let second = Scene::new("1").bravo("M 2603").begin().press(B, "M mv >D");
    assert_eq!(second.refusal(B, ">D"), Some(("10.11", "infantry moves one hex")));
}

/// rules: tank 9.6 9.6b R38
#[test]
fn in_reverse_half_the_allowance_and_two_hexes() {
    let third = ("9.6", "farther than a vehicle reverses");
    let dear = ("9.32", "not enough Movement Points");
    // A Sherman has two of five points: two clear hexes or one rough one, and no slope.
    let sherman = |at: &str| Scene::new("0").bravo(&format!("A {at} D")).begin().press(B, "A mvr");
    assert_eq!(sherman("2604").press(B, ">A >A").refusal(B, ">A"), Some(third));
    let rough = sherman("2622").press(B, ">A");
    assert_eq!((rough.refusal(B, ">A"), rough.can(B, "done")), (Some(dear), true));
    assert_eq!(sherman("1110").refusal(B, ">D"), Some(dear));
    assert!(sherman("1110").can(B, ">A"));
    // A T34/85 with four of eight points still stops after two hexes.
    let t34 = Scene::new("2").alpha("A 2604 D").begin().press(A, "A mvr >A >A");
    assert_eq!(t34.refusal(A, ">A"), Some(third));
    // A path is all forwards or all backwards: in reverse there is no overrun and no other kind of step.
    let keys = sherman("2604").options(B);
    assert_eq!(keys, [">A", ">B", ">C", ">D", ">E", ">F", "drop"]);
}

/// rules: tank 9.6c 9.0d R38 5.0g
#[test]
fn in_reverse_the_front_points_away_from_the_next_hex() {
    let scene = Scene::new("0").alpha("A 2601 D").bravo("A 2604 B");
    let turn = scene.play("", "A mvr D E", &[]);
    assert_eq!((turn.at(B, "A"), turn.facing(B, "A")), (2506, 'B'));
    // Before Direct Fire it faces away from its first hex: from 2801 its front is shot at.
    let scene = Scene::new("0").alpha("A 2801 D").bravo("A 2804 D");
    let turn = scene.clone().play("A df 2804", "A mvr D D", &[1]);
    assert_eq!(turn.strengths(), [(14, 6)]);
    let turn = scene.play("A df 2804", "A mv D D", &[1]);
    assert_eq!(turn.strengths(), [(14, 2)]);
}

/// A column of tanks drives past a hidden gun in 2605: Alpha A comes next to it with its second point, B drives elsewhere.
fn ambush() -> Scene {
    Scene::new("1").alpha("A 2602 D, B 2801 D").bravo("AA 2605 C hidden, M 3025 hidden")
}

fn stop_asked(played: &Played, force: Force) -> bool {
    played.asked(force).is_some_and(|(kind, _)| kind == "stop")
}

/// rules: tank 9.36 9.36b R37
#[test]
fn a_player_may_stop_everybody_when_a_mover_spots_something_new() {
    let plots = "A mv D D B, B mv D D D D";
    let asked = ambush().play(plots, "", &[3]);
    assert_eq!(asked.rolls(), ["13.5 3 of 3"]);
    assert!(stop_asked(&asked, A) && !stop_asked(&asked, B));
    assert_eq!((asked.at(A, "A"), asked.at(A, "B")), (2604, 2803));
    let why = asked.asked(A).unwrap().1;
    assert!(why.contains(": spotted enemy AA (") && why.contains("in 2605; it could hit our A"), "{why}");
    assert_eq!(why.matches(". ").count(), 1, "one sentence and the question: {why}");
    let stopped = asked.answer(A, "stop", &[]);
    assert_eq!((stopped.at(A, "A"), stopped.at(A, "B")), (2604, 2803));
    assert_eq!(stopped.stops(), [stop(A, "A", Halt::Order), stop(A, "B", Halt::Order)]);
    // The enemy's units go on.
    let both = ambush().bravo("N 0832").play(plots, "N mv A", &[3]).answer(A, "stop", &[]);
    assert_eq!(both.at(B, "N"), 831);
    // If it is not spotted there is nothing to decide.
    let unseen = ambush().play(plots, "", &[4, 4]);
    assert_eq!((unseen.at(A, "A"), unseen.at(A, "B")), (2704, 2805));
}

/// rules: tank R37 9.36b
#[test]
fn a_stop_halts_those_in_panic_too() {
    // Alpha draws 1: the tank in 2801 was to drive and runs D with four points. With the second A finds the gun.
    let scene = ambush().panic();
    let asked = scene.play("A mv D D B, B mv D", "", &[2, 10, 9, 4, 4, 3]);
    assert!(stop_asked(&asked, A) && asked.unit(A, "B").panicked && asked.at(A, "B") == 2803);
    let stopped = asked.clone().answer(A, "stop", &[]);
    assert_eq!((stopped.at(A, "A"), stopped.at(A, "B")), (2604, 2803));
    assert_eq!(stopped.stops(), [stop(A, "A", Halt::Order), stop(A, "B", Halt::Order)]);
    let gone = asked.answer(A, "go-on", &[]);
    assert_eq!((gone.at(A, "A"), gone.at(A, "B")), (2704, 2805));
}

/// rules: tank 9.36c 9.36b
#[test]
fn he_may_go_on_and_then_the_moment_is_over() {
    let gone = ambush().play("A mv D D B, B mv D D D D", "", &[3]).answer(A, "go-on", &[]);
    assert_eq!((gone.at(A, "A"), gone.at(A, "B"), gone.stage()), (2704, 2805, Stage::Face));
}

/// rules: tank 9.36 R37
#[test]
fn what_one_who_stands_still_spots_stops_nobody() {
    // A comes next to the hidden gun and does not see it; C, who stands behind, does.
    let scene = Scene::new("1").alpha("A 2602 D, C 2603 D").bravo("AA 2605 C hidden, M 3025 hidden");
    let turn = scene.play("A mv D D B", "", &[4, 3]);
    assert!(turn.spotted(B, "AA") && turn.stage() == Stage::Face);
    // What a mover and one who stands see at the same moment the mover has seen: a tank that enters the map.
    let scene = Scene::new("0").alpha("A 5231 A, B 5031 A");
    let turn = scene.clone().play("B mv A A A", "A mv F F", &[]);
    assert!(stop_asked(&turn, A));
    assert_eq!((turn.at(A, "B"), turn.at(B, "A")), (5030, 5233));
    let turn = scene.play("", "A mv F F", &[]);
    assert_eq!((turn.at(B, "A"), turn.stage()), (5032, Stage::Face));
    // An overrunning tank and one that enters the map stop as well.
    let scene = ambush().bravo("N 2808").alpha("C 2806 D").with(|game| game.armies[0].units[3].place = Place::Queue(1));
    let turn = scene.play("A mv D D B, C ov D D, D mv C C", "", &[3]).answer(A, "stop", &[]);
    assert_eq!((turn.at(A, "C"), turn.lost(B, "N")), (2807, false));
    assert_eq!(turn.at(A, "D"), 201);
}

/// rules: tank 4.1j
#[test]
fn things_happen_in_the_order_of_the_points() {
    // Bravo A is shot with its first point and so does not dispute 2605 with Alpha B at the second.
    let scene = Scene::new("0").alpha("A 2403 C, B 2607 A").bravo("A 2603 D");
    let turn = scene.play("A of 2604, B mv A A", "A mv D D", &[1]);
    assert_eq!((turn.wrecks(), turn.at(A, "B"), turn.stops().len()), (vec![2604], 2605, 0));
    // Had the shot missed, both would have stopped.
    let scene =
        Scene::new("0").alpha("A 2403 C, B 2607 A").bravo("A 2603 D").with(|game| game.armies[0].preserved = true);
    let turn = scene.wreck(2604).play("A of 2604, B mv A A", "A mv D D", &[6]);
    assert_eq!(turn.rolls(), ["8.92 6+1 of 3"]);
    assert_eq!(turn.stops(), [stop(A, "B", Halt::Clash), stop(B, "A", Halt::Clash)]);
    assert_eq!(turn.unit(B, "A").hex(), Some(hex(2604)));
}

/// A way in the far north-west.
const DRIVES: [u16; 5] = [206, 306, 406, 506, 606];

/// rules: tank 9.36 R37
#[test]
fn what_one_who_has_finished_moving_spots_stops_nobody() {
    // Alpha A takes one step and stands; a Sherman comes into its sight with its second point, out of sight of B, who is still driving.
    let (watch, step, from, path) = comes_into_sight();
    let scene = Scene::new("0").alpha(&format!("A {watch:04} A, B 0206 A")).bravo(&format!("A {from:04} A unspotted"));
    let scene = scene.nobody_else();
    let turn = scene.clone().play(&format!("A mv {step}, B mv B C B C"), &format!("A mv {path}"), &[]);
    assert!(turn.spotted(B, "A") && turn.stage() == Stage::Face, "{watch} {step} {from} {path}");
    assert_eq!(turn.at(A, "B"), DRIVES[4]);
    // Had A still been driving, its player could have stopped both.
    let turn = scene.play(&format!("A mv {step} {step}, B mv B C B C"), &format!("A mv {path}"), &[]);
    assert!(stop_asked(&turn, A), "{watch} {step} {from} {path}");
}

/// A hex and a side over which one steps twice, and a way of two steps that is out of sight at first and comes into sight with the second
/// step, from the first hex as from the second; nobody on [`DRIVES`] sees any of it.
fn comes_into_sight() -> (u16, String, u16, String) {
    let (g, sight) = (crate::common::ground(), crate::common::ground().sight(Mode::Mixed));
    let on = |at: HexId, side: Side| {
        let cheap = matches!(g.cost(Mode::Mixed, at, side), Some(hulldown_tank::map::StepCost::Points(1)));
        g.next(at, side).filter(|_| cheap)
    };
    let twice = |at: HexId, side: Side| Some((at, on(at, side)?, on(on(at, side)?, side)?));
    let ways: Vec<(HexId, HexId, HexId, Side)> = g
        .grid()
        .ids()
        .filter(|at| g.hex(*at).col > 26)
        .flat_map(|at| Side::ALL.map(|side| (at, side)))
        .filter_map(|(at, side)| twice(at, side).map(|(a, b, c)| (a, b, c, side)))
        .collect();
    let away = |hex: HexId| DRIVES.iter().all(|at| !sight.clear(crate::common::hex(*at), hex));
    for (v0, v1, v2, step) in &ways {
        for (e0, e1, e2, side) in &ways {
            let unseen = !sight.clear(*v0, *e0) && !sight.clear(*v1, *e1);
            let seen = sight.clear(*v1, *e2) && sight.clear(*v2, *e2);
            let apart = [v0, v1, v2].iter().all(|v| [e0, e1, e2].iter().all(|enemy| g.range(**v, **enemy) > 2));
            if unseen && seen && apart && [e0, e1, e2].iter().all(|hex| away(**hex)) {
                return (
                    crate::common::number(*v0),
                    step.to_string(),
                    crate::common::number(*e0),
                    format!("{side} {side}"),
                );
            }
        }
    }
    panic!("the map has no such ways")
}
