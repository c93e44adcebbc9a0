//! What the ground does to movement and to Defense Strengths in the three modes (10.0).

use crate::common::{A, B, Scene};
use hulldown_core::Game;
use hulldown_tank::words::*;

/// The defence of a Sherman in a hex that faces the Pz IV which fires at it.
fn armor(mode: Mode, from: u16, at: u16) -> i16 {
    let facing = crate::common::ground()
        .hex(crate::common::hex(at))
        .bearing(crate::common::ground().hex(crate::common::hex(from)))
        .unwrap();
    let scene = Scene::new("0").mode(mode).alpha(&format!("A {from} A")).bravo(&format!("A {at} {facing}"));
    strength(&scene, at)
}

/// The defence of the unit in a hex against Alpha A, or against A and B together.
fn strength(scene: &Scene, at: u16) -> i16 {
    defence(scene, &format!("A df {at}"))
}

fn defence(scene: &Scene, fire: &str) -> i16 {
    scene.clone().chance(fire, "").sums()[0].defence
}

/// rules: tank 10.4 10.6 10.6b 10.6c 10.6d 10.61 10.61b 10.61c 10.5
#[test]
fn a_vehicle_is_sheltered_by_woods_berms_and_slopes() {
    let [open, mixed, closed] = [Mode::Open, Mode::Mixed, Mode::Closed];
    // Woods 2502, rough 2621, the berm between 3008 and 3009, the foot 1311 and the brow 1312 of a slope; the front alone is 6.
    for (mode, woods, rough, berm) in [(open, 6, 6, 6), (mixed, 8, 6, 9), (closed, 9, 6, 12)] {
        assert_eq!(armor(mode, 2503, 2502), woods, "{mode}");
        assert_eq!(armor(mode, 2622, 2621), rough, "{mode}");
        assert_eq!(armor(mode, 3009, 3008), berm, "{mode}");
        assert_eq!(armor(mode, 3008, 3009), berm, "{mode}");
        assert_eq!(armor(mode, 1312, 1311), 12, "{mode}");
        assert_eq!(armor(mode, 1311, 1312), 6, "{mode}");
        // Fire that comes over another side of the hex is not stopped by the berm.
        assert_eq!(armor(mode, 3007, 3008), 6, "{mode}");
    }
}

/// rules: tank R10 10.6c
#[test]
fn what_shelters_adds_up_and_wrecks_count_once() {
    let at = |at: u16, from: u16, facing: char| {
        Scene::new("0").alpha(&format!("A {from} A")).bravo(&format!("A {at} {facing}")).wreck(at)
    };
    assert_eq!(strength(&at(3008, 3009, 'D'), 3008), 6 + 3 + 2);
    assert_eq!(strength(&at(2502, 2503, 'D'), 2502), 6 + 2 + 2);
    // A tank destroyed in a wreck's hex leaves it as it was.
    let turn = at(2604, 2605, 'D').play("A df 2604", "", &[1]);
    assert_eq!(turn.wrecks(), [2604]);
    let next = turn.session.checkpoint().clone();
    let scene = Scene { game: next }.bravo("B 2604 D").with(|game| game.panic = false);
    assert_eq!(strength(&scene, 2604), 8);
}

/// rules: tank 8.7d 10.31 10.32 10.33 14.41 R9
#[test]
fn the_ground_is_all_that_shelters_the_soft() {
    let soft = |mode: Mode, from: u16, at: u16| {
        Scene::new("1").mode(mode).alpha(&format!("A {from} A")).bravo(&format!("M {at}"))
    };
    for (mode, covered, berm) in [(Mode::Open, 1, 1), (Mode::Mixed, 3, 4), (Mode::Closed, 3, 7)] {
        assert_eq!(strength(&soft(mode, 2605, 2604), 2604), 1);
        assert_eq!(strength(&soft(mode, 2503, 2502), 2502), covered, "{mode}");
        assert_eq!(strength(&soft(mode, 2622, 2621), 2621), covered, "{mode}");
        assert_eq!(strength(&soft(mode, 3009, 3008), 3008), berm, "{mode}");
        assert_eq!(strength(&soft(mode, 1312, 1311), 1311), 7);
        assert_eq!(strength(&soft(mode, 1311, 1312), 1312), 1);
        assert_eq!(strength(&soft(mode, 2605, 2604).wreck(2604), 2604), 2);
        // Dug in it is 12, whatever grows or lies there; only a berm or a slope adds.
        assert_eq!(strength(&soft(mode, 2503, 2502).position(2502).wreck(2502), 2502), 12);
        assert_eq!(strength(&soft(mode, 3009, 3008).position(3008), 3008), 11 + berm);
        assert_eq!(strength(&soft(mode, 1312, 1311).position(1311), 1311), 18);
    }
}

/// rules: tank 10.32b 14.41 R29
#[test]
fn a_hexside_shelters_the_soft_only_if_all_fire_comes_through_one() {
    // 3008 has berms on C and D: both tanks fire through one, then only one of them does.
    let scene = |second: u16| Scene::new("1").alpha(&format!("A 3009 A, B {second} A")).bravo("M 3008");
    let fire = "A df 3008, B df 3008";
    assert_eq!(defence(&scene(3109), fire), 1 + 3);
    assert_eq!(defence(&scene(3007), fire), 1);
    let both = scene(3109).position(3008).play(fire, "", &[6]);
    assert_eq!((both.strengths(), both.rolls()), (vec![(20, 15)], vec!["8.91 6 of 6".into()]));
    assert_eq!(defence(&scene(3007).position(3008), fire), 12);
    // 4213 has a slope on C and a berm on D: through one each, the smaller counts.
    let scene = Scene::new("1").alpha("A 4314 A, B 4214 A").bravo("M 4213");
    assert_eq!(strength(&scene, 4213), 7);
    assert_eq!(defence(&scene, "A df 4213, B df 4213"), 4);
}

/// rules: tank 10.13 10.13b R39
#[test]
fn in_closed_mode_a_wood_takes_the_whole_turn() {
    // From 2503 straight into 2502: four of four points, and nothing after it.
    let wood = Scene::new("0").mode(Mode::Closed).alpha("A 2503 A").begin().press(A, "A mv >A");
    let points = |p: &crate::common::Played| p.game().view(crate::common::charts(), A.seat()).points(p.unit(A, "A"));
    assert_eq!(points(&wood), 4);
    assert!(["A", "B", "C", "D", "E", "F"].iter().all(|side| !wood.can(A, &format!(">{side}"))));
    // It gets there with its last point.
    let turn = wood.press(A, "done").plots("", "", &[]);
    assert_eq!(turn.moves(), [(A, "A".into(), 2502, 4)]);
    // After any other step it cannot be entered: the whole allowance is not there any more.
    let later = Scene::new("0").mode(Mode::Closed).alpha("A 2504 A").begin().press(A, "A mv >A");
    assert_eq!(later.refusal(A, ">A"), Some(("9.32", "not enough Movement Points")));
    // In mixed mode it costs three.
    let mixed = Scene::new("0").alpha("A 2504 A").begin().press(A, "A mv >A >A");
    assert_eq!(points(&mixed), 4);
    // In reverse it takes the halved allowance.
    let back = Scene::new("0").mode(Mode::Closed).alpha("A 2503 D").begin().press(A, "A mvr >A");
    assert_eq!(points(&back), 2);
}

/// rules: tank 10.0 3.1
#[test]
fn one_mode_holds_for_the_whole_game() {
    let points = |mode: Mode, at: u16, path: &str| {
        let plots = Scene::new("0").mode(mode).bravo(&format!("A {at} A")).begin().press(B, &format!("A mv {path}"));
        plots.game().view(crate::common::charts(), B.seat()).points(plots.unit(B, "A"))
    };
    // Rough 2621, woods 2502, the berm south of 3008, the slope south of 1110.
    for (mode, rough, woods, berm) in [(Mode::Open, 1, 1, 1), (Mode::Mixed, 2, 3, 2), (Mode::Closed, 2, 5, 3)] {
        let found = [(2622, ">A"), (2503, ">A"), (3008, ">D"), (1110, ">D")].map(|(at, path)| points(mode, at, path));
        assert_eq!(found, [rough, woods, berm, 3], "{mode}");
    }
    // The scenario's own mode is the one that is played, turn after turn.
    for (scenario, mode) in [("0", Mode::Mixed), ("3", Mode::Open), ("7", Mode::Closed)] {
        let turn = Scene::new(scenario).play("", "", &[]);
        assert_eq!((turn.game().mode, turn.game().turn), (mode, 6));
    }
}

/// rules: tank 3.1c 10.12b R57
#[test]
fn where_sheets_are_joined_both_hexes_see_the_same_hexside() {
    let both = |edging: Edging| match edging {
        Edging::Foot => Edging::Brow,
        Edging::Brow => Edging::Foot,
        same => same,
    };
    for layout in hulldown_tank::map::Layout::ALL {
        let ground = crate::common::charts().ground(layout);
        for hex in ground.grid().ids() {
            for side in hulldown_core::hex::Side::ALL {
                let Some(next) = ground.next(hex, side) else { continue };
                let (here, there) = (ground.edging(hex, side), ground.edging(next, side.opposite()));
                assert_eq!(here, both(there), "{} {side}", ground.name(hex));
            }
        }
    }
}
