//! The rulebook's worked examples, E1 to E19 of the dossier, with their figures.

use crate::common::{A, B, Played, Scene, charts, ground, hex, setup};
use hulldown_core::hex::{Aspect, Side};
use hulldown_tank::fire::{FireMap, FireTarget, Gun};
use hulldown_tank::state::{Place, Why};
use hulldown_tank::talk::{Event, Halt};
use hulldown_tank::words::*;

fn field(mode: Mode) -> FireMap<'static> {
    FireMap { charts: charts(), ground: ground(), sight: ground().sight(mode), mode }
}

fn gun(weapon: &str, from: u16) -> Gun {
    Gun { weapon: Weapon::from_id(weapon).unwrap(), from: hex(from), panic: 1, preserved: false }
}

fn mark(weapon: &str, at: u16, points: u8) -> FireTarget {
    let weapon = Weapon::from_id(weapon).unwrap();
    FireTarget { weapon, hex: hex(at), facing: Side::A, points, moves: points > 0, wreck: false, improved: false }
}

/// rules: tank 8.71
#[test]
fn e1_seven_points_add_three() {
    for (points, plus) in [(7, 3), (1, 0), (2, 1), (3, 1), (8, 4)] {
        let sum = field(Mode::Open).at_armor(&gun("t62", 2602), &mark("t34_85", 2604, points));
        assert_eq!(sum.plus, plus);
        // A die of 2 counts as 5 with seven points.
        let check = sum.check(charts(), A.seat(), points > 0).unwrap();
        assert_eq!(check.total(2), 2 + plus as i8);
    }
}

/// rules: tank 8.9 8.9b 8.0g
#[test]
fn e2_a_span_of_1_to_3() {
    let table = charts().crt.table(CrtId::T891);
    assert_eq!((table.kill(3, 2), table.kill(3, -1)), (Some(3), None));
    assert_eq!(table.kill(3, 14), table.kill(3, 10));
    // A Sherman at a Tiger's front in a wreck's hex: 13 against 11.
    for (die, dies) in [(1, true), (3, true), (4, false), (6, false)] {
        let scene = Scene::new("5").alpha("A 2602 D").bravo("A 2604 A").wreck(2604);
        let turn = scene.play("A df 2604", "", &[die]);
        assert_eq!((turn.rolls(), turn.lost(B, "A")), (vec![format!("8.91 {die} of 3")], dies));
    }
}

/// rules: tank 8.1
#[test]
fn e3_ammunition_by_target() {
    let strength = |target| field(Mode::Open).shot(&gun("cent105", 2602), &mark(target, 2604, 0)).strength;
    assert_eq!([strength("m4"), strength("infantry"), strength("at75")], [22, 10, 10]);
}

/// rules: tank 8.22c 8.93
#[test]
fn e4_two_soft_targets_in_one_hex() {
    let centurion = gun("cent105", 2801);
    for target in ["infantry", "at88"] {
        let sum = field(Mode::Open).at_soft(&[centurion], &mark(target, 2809, 0));
        assert_eq!((sum.table, sum.strength - sum.defence, sum.range, sum.kill), (Some(CrtId::T893), 9, 8, Some(10)));
        let dug_in = FireTarget { improved: true, ..mark(target, 2809, 0) };
        let sum = field(Mode::Open).at_soft(&[centurion], &dug_in);
        assert_eq!((sum.strength - sum.defence, sum.kill), (-2, None));
    }
    // On the table the same with a Pz IV: two dice, results for themselves.
    let scene = Scene::new("1").alpha("A 2801 D").bravo("AA 2809 A, M 2809");
    let turn = scene.clone().play("A df 2809", "", &[3, 6]);
    assert_eq!(turn.rolls(), ["8.91 3 of 9", "8.91 6 of 9"]);
    assert!(turn.lost(B, "AA") && turn.lost(B, "M"));
    let turn = scene.position(2809).play("A df 2809", "", &[]);
    assert_eq!(turn.strengths(), [(10, 12), (10, 12)]);
}

/// rules: tank 8.7 8.7b
#[test]
fn e5_target_aspect() {
    let aspect = |from| field(Mode::Open).at_armor(&gun("m4", from), &mark("m4", 2415, 0)).aspect;
    assert_eq!((aspect(2713), aspect(2815)), (Some(Aspect::Front), Some(Aspect::Side)));
}

/// rules: tank 9.11 9.12 9.13 9.4 9.41 9.2
#[test]
fn e6_paired_plots() {
    let vectors = ["J ov F F", "K mv A F F E", "L mv F E E", "M mv D E E E"];
    let numbers = ["J ov 3704 3603", "K mv 4006 3906 3805 3706", "L mv 3709 3609 3510", "M mv 4111 4011 3912 3812"];
    for mode in Mode::ALL {
        // The overrun needs an enemy squad in 3704.
        let scene = Scene::new("1").mode(mode).alpha("J 3804 A, K 4007 D, L 3809 A, M 4110 A").bravo("M 3704");
        for (vector, number) in vectors.iter().zip(numbers) {
            let plot = |text: &str| scene.clone().begin().plotted(A, text).game().armies[0].units.clone();
            assert_eq!(plot(vector), plot(number), "{vector}");
        }
        let turn = scene.play(&vectors.join(", "), "", &[]);
        let ends = ["J", "K", "L", "M"].map(|code| (turn.at(A, code), turn.facing(A, code)));
        assert_eq!(ends, [(3603, 'F'), (3706, 'E'), (3510, 'E'), (3812, 'E')]);
        assert!(turn.lost(B, "M"));
        let points = ["J", "K", "L", "M"].map(|code| turn.unit(A, code).run.points);
        assert_eq!(points, [3, 4, 3, 4]);
    }
}

/// rules: tank 4.1g
#[test]
fn e6_initial_facings() {
    let scene = Scene::new("1").alpha("J 3804 A, K 4007 D, L 3809 A, M 4110 A").bravo("M 3704, AA 4505 F");
    let turn = scene.play("J ov F F, K mv A F F E, L mv F E E, M mv D E E E", "", &[]);
    let first = |code: &str| {
        turn.events().into_iter().find_map(|event| match event {
            Event::Moves { who, facing, .. } if who.known.unwrap().0.as_str() == code => Some(facing.letter()),
            _ => None,
        })
    };
    assert_eq!(["J", "K", "L", "M"].map(first), [Some('F'), Some('A'), Some('F'), Some('D')]);
}

/// rules: tank 9.12
#[test]
fn e7_vector_letters() {
    for (letter, to) in [("A", 2603), ("B", 2704), ("C", 2705), ("D", 2605), ("E", 2505), ("F", 2504)] {
        let turn = Scene::new("0").alpha("A 2604 A").play(&format!("A mv {letter}"), "", &[]);
        assert_eq!(turn.at(A, "A"), to);
    }
}

/// rules: tank 9.14
#[test]
fn e8_simultaneity() {
    // Seven points against five: the first five are shared, the last two come when the other stands.
    let scene = Scene::new("7").mode(Mode::Open).alpha("A 2006 A").bravo("A 2005 A");
    let turn = scene.play("A mv B C B C B C B", "A mv B C B C B", &[]);
    let pulses = |force| turn.moves().into_iter().filter(|m| m.0 == force).map(|m| m.3).collect::<Vec<_>>();
    assert_eq!((pulses(A), pulses(B)), (vec![1, 2, 3, 4, 5, 6, 7], vec![1, 2, 3, 4, 5]));
}

/// rules: tank 11.2 R34
#[test]
fn e9_friend_in_the_way() {
    // A stops in 1110 because an enemy holds 1111; B was to come down the column and end in 1110.
    let scene = Scene::new("2").mode(Mode::Open).alpha("A 1109 D, B 1107 D").bravo("M 1111");
    let turn = scene.play("A mv D D, B mv D D D", "", &[]);
    assert_eq!((turn.at(A, "A"), turn.at(A, "B")), (1110, 1109));
    // The slope before 1111 costs time: B is there when A is stopped, and goes back, for A was there first.
    assert_eq!(turn.stops(), [(A, "A".into(), Halt::Enemy)]);
    assert!(turn.saw(|event| matches!(event, Event::GoesBack { who } if who.hex == Some(hex(1109)))));
}

/// rules: tank 15.0 R45
#[test]
fn e10_preservation_of_scenario_1() {
    for (force, level) in [(A, 9), (B, 16)] {
        let scene = |lost| Scene::new("1").alpha("O 2403 C").bravo("AA 3025 A hidden").lost(force, lost);
        let reached = |lost| scene(lost).play("", "", &[]).game().army(force).preserved;
        assert!(!reached(level - 1) && reached(level));
    }
}

/// rules: tank 17.11g R52
#[test]
fn e11_ratio() {
    let end = Scene::new("10").lost(A, 12).lost(B, 8).left(B, 2).play("", "", &[]);
    assert_eq!(end.ending(), Some((Why::Gone, Some(A))));
}

/// rules: tank 17.3b 17.3c R47
#[test]
fn e12_column_entry() {
    let sites =
        "col:30 row:32 face:F col:31 row:32 face:F col:32 row:32 face:F col:33 row:32 face:F col:34 row:32 face:F";
    let ready = Played::of(setup("11")).press(B, sites).press(A, "at:0109 face:C as-they-are");
    let codes = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O"];
    let mut turn = ready;
    for (n, steps) in [">C >B >C", ">B >C >B >C", ">B >C >B >C", ">B >C >B"].iter().enumerate() {
        turn = turn.press(A, steps).press(A, "commit");
        if turn.can(B, "commit") {
            turn = turn.press(B, "commit");
        }
        let entered: Vec<(String, u8)> = turn
            .moves()
            .into_iter()
            .filter(|m| m.2 == 109 && codes[4 * n..].contains(&m.1.as_str()))
            .map(|m| (m.1, m.3))
            .collect();
        let expected: Vec<(String, u8)> =
            codes[4 * n..].iter().take(4).zip(1..).map(|(code, pulse)| (code.to_string(), pulse)).collect();
        assert_eq!(entered, expected, "turn {}", n + 1);
        if n == 0 {
            assert_eq!(["A", "B", "C", "D"].map(|code| turn.at(A, code)), [409, 309, 209, 109]);
            assert_eq!(turn.unit(A, "E").place, Place::Queue(1));
        }
        turn = turn.keep();
    }
    assert!(turn.game().armies[0].units.iter().all(|unit| unit.hex().is_some()));
}

/// rules: tank 17.13e
#[test]
fn e13_rounding_of_the_exit_target() {
    for (scenario, needed) in [("11", 7), ("13", 10)] {
        let end = |left| Scene::new(scenario).left(A, left).play("", "", &[]).ending();
        assert_eq!((end(needed - 1), end(needed)), (None, Some((Why::Through, Some(A)))));
    }
}

/// rules: tank 17.12g
#[test]
fn e14_stalling() {
    let scene = |turn| {
        let scene = Scene::new("1").alpha("A 2403 C").bravo("AA 3025 A hidden").turn(turn);
        scene.with(|game| (game.first_fire, game.last_fire) = (6, 6)).play("", "", &[]).ending()
    };
    assert_eq!((scene(15), scene(16)), (None, Some((Why::Stalled, Some(B)))));
}

/// rules: tank 8.52 8.52b 8.52c
#[test]
fn e15_first_trigger() {
    let shot = |bravo: &str, plots: &str| {
        let turn = Scene::new("0").alpha("A 2403 C").bravo(bravo).play("A of 2906", plots, &[1]);
        turn.wrecks()
    };
    // After two points and after three; then both after two.
    assert_eq!(shot("A 2703 A, B 2702 A", "A mv D D, B mv D D C"), [2705]);
    assert_eq!(shot("A 2703 A, B 2602 A", "A mv D D, B mv D D"), [2604]);
    // A friend after one point: no shot at all. Alpha B panics in 2603 and runs D.
    let scene = Scene::new("0").alpha("A 2405 B, B 2603 A").bravo("A 2706 A").panic();
    let turn = scene.play("A of 2803, B mv A", "A mv A A", &[4, 1, 1, 1, 10, 4, 1]);
    assert_eq!((turn.at(A, "B"), turn.at(B, "A")), (2604, 2704));
    assert!(turn.saw(|event| matches!(event, Event::LineDropped { .. })) && turn.wrecks().is_empty());
}

/// rules: tank 8.53b 9.2b
#[test]
fn e16_line_on_a_hexside() {
    let scene = Scene::new("0").mode(Mode::Open).alpha("A 4112 F").bravo("A 3810 D");
    let turn = scene.play("A of 2712", "A mv D D", &[1]);
    assert_eq!((turn.wrecks(), turn.sums()[0].range), (vec![3811], 3));
}

/// rules: tank 8.58 8.61 8.61b 8.61c
#[test]
fn e17_dead_mans_opportunity_fire() {
    for (plot, dice, dead_fires, moved) in
        [("A of 2705", &[1, 1][..], true, false), ("A df 2504", &[1, 1], true, false), ("A mv D", &[1], false, false)]
    {
        let scene = Scene::new("0").alpha("A 2403 C").bravo("A 2406 A, B 2504 F");
        let turn = scene.play(plot, "A df 2403, B mv C", dice);
        assert!(turn.lost(A, "A"), "{plot}");
        let fired = turn.saw(|event| matches!(event, Event::Fires { who, .. } if who.force == A));
        assert_eq!((fired, turn.moves().iter().any(|m| m.0 == A)), (dead_fires, moved), "{plot}");
        assert_eq!(turn.wrecks()[0], 2403, "{plot}");
    }
}

/// rules: tank 12.1
#[test]
fn e18_panic_draw() {
    // Chits 0, 4, 7 of a force with level 3: units in 1110, 3804 and 4007 panic, one in 3706 does not.
    let scene = Scene::new("2").alpha("A 1110 A, B 3804 A, C 4007 A, D 3706 A").bravo("AA 3025 A hidden").panic();
    let turn = scene.play("", "", &[1, 4, 6, 10]);
    let chits: Vec<u8> = turn
        .events()
        .iter()
        .filter_map(|w| if let Event::Chit { force: A, digit } = w { Some(*digit) } else { None })
        .collect();
    assert_eq!(chits, [0, 4, 7]);
    let panics: Vec<u16> = turn
        .heard(A)
        .iter()
        .filter_map(|w| if let Event::Panics { who } = w { who.hex.map(crate::common::number) } else { None })
        .collect();
    assert_eq!(panics, [1110, 3804, 4007]);
}

/// rules: tank 14.2b
#[test]
fn e19_reveal() {
    for (die, revealed) in [(3, true), (4, false)] {
        let scene = Scene::new("1").alpha("A 2603 D").bravo("AA 2605 A hidden");
        let dice: &[u8] = if revealed { &[6, die, 6] } else { &[6, die] };
        let turn = scene.play("", "AA df 2603", dice);
        assert_eq!(turn.positions(), [(2605, !revealed)]);
    }
}
