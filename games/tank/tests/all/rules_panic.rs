//! Panic: chits, panic moves, who yields to whom (12.0).

use crate::common::{A, B, Played, Scene, hex};
use hulldown_core::dicebox::DiceMode;
use hulldown_core::session::Told;
use hulldown_tank::state::{Place, Stage};
use hulldown_tank::talk::{Event, Halt};
use hulldown_tank::words::*;

fn chits(played: &Played) -> Vec<(Force, u8)> {
    played
        .events()
        .iter()
        .filter_map(|w| if let Event::Chit { force, digit } = w { Some((*force, *digit)) } else { None })
        .collect()
}

/// Alpha of the introductory scenario draws 3, 0, 1, 2 with these; then comes Bravo's one chit, then the panic dice.
const THREE: [u8; 4] = [4, 1, 1, 1];

/// A scene with panic in which Alpha draws 3, 0, 1, 2 and Bravo 9.
fn played(scene: Scene, alpha: &str, bravo: &str, dice: &[u8], after: &[u8]) -> Played {
    scene.panic().play(alpha, bravo, &[&THREE[..], &[10], dice, after].concat())
}

/// rules: tank 12.1 R19 R1
#[test]
fn each_force_draws_as_many_chits_as_its_level_and_they_go_back_for_the_other() {
    let scene = Scene::new("0").alpha("A 2403 C, B 2404 C, C 2513 A").bravo("A 2603 A, B 2604 A").panic();
    let turn = scene.clone().play("", "", &[4, 1, 1, 1, 4]);
    // The fourth of ten is 3; of the nine that are left the first three are 0, 1 and 2; then all ten are back.
    assert_eq!(chits(&turn), [(A, 3), (A, 0), (A, 1), (A, 2), (B, 3)]);
    let panics: Vec<(Force, u16)> = turn
        .events()
        .iter()
        .filter_map(|w| {
            if let Event::Panics { who } = w { Some((who.force, crate::common::number(who.hex?))) } else { None }
        })
        .collect();
    assert_eq!(panics, [(A, 2403), (A, 2513), (B, 2603)]);
    // As long as panic has not begun nobody draws.
    let calm = scene.with(|game| game.panic = false).play("", "", &[]);
    assert!(chits(&calm).is_empty());
}

/// rules: tank 12.1
#[test]
fn a_draw_says_which_chit_a_number_means() {
    // Alpha draws four: the eighth of ten, then each time the third of those that are left.
    let mut begun = Scene::new("0").alpha("A 2401 C").bravo("A 3601 A").panic().begin().plotted(A, "").plotted(B, "");
    begun.session.dice_mut().mode = DiceMode::Hand;
    let mut played = begun.press(A, "commit").press(B, "commit");
    for (face, left, chit) in [(8, "0123456789", 7), (3, "012345689", 2), (3, "01345689", 3), (3, "0145689", 4)] {
        let check = played.session.dice_asked().unwrap();
        let labels: Vec<String> = left.chars().map(|digit| format!("chit {digit}")).collect();
        assert_eq!(check.results().into_iter().map(|(label, _)| label).collect::<Vec<_>>(), labels);
        assert_eq!(check.result(face as i8), format!("chit {chit}"));
        let line = check.line(&check.rolled(check.dice.faces_for(face as i8)));
        assert_eq!(line, format!("Panic chit, counted from the lowest that is left (12.1): {face}: chit {chit}"));
        played.session.throw(&[face]).unwrap();
        assert!(
            played
                .session
                .news()
                .iter()
                .any(|told| matches!(told, Told::Event(event) if event.event == Event::Chit { force: A, digit: chit }))
        );
    }
}

/// rules: tank R19 12.1 12.21
#[test]
fn both_draw_before_the_first_panic_move_is_rolled() {
    // Alpha draws 3, 0, 1, 2 and Bravo 3: a tank of each side was to move. Then come their dice, Alpha's units first, each by its code.
    let scene = Scene::new("0").alpha("A 2403 C, B 2413 C").bravo("A 3603 A").panic();
    let turn = scene.play("B mv A, A mv A", "A mv A", &[4, 1, 1, 1, 4, 1, 2, 4, 3, 4, 1]);
    let expected = [
        "12.1 4", "12.1 1", "12.1 1", "12.1 1", "12.1 4", "12.22 1", "12.2 2", "12.22 4", "12.2 3", "12.22 4", "12.2 1",
    ];
    assert_eq!(turn.rolls()[..11], expected);
    let by: Vec<Force> = turn.throwers().iter().map(|(_, force, _)| *force).collect();
    assert_eq!(by[..11], [A, A, A, A, B, A, A, A, A, B, B]);
    assert_eq!((turn.at(A, "A"), turn.at(A, "B"), turn.at(B, "A")), (2402, 2414, 3604));
}

/// rules: tank 12.0 8.0c 12.24
#[test]
fn who_panics_without_having_been_plotted_to_move_does_nothing() {
    for plot in ["A df 2906", "A of 2906", "A fc", ""] {
        let scene = Scene::new("0").alpha("A 2403 C").bravo("A 2906 F, B 2504 A");
        let turn = played(scene, plot, "B mv A", &[], &[]);
        assert_eq!(turn.rolls().len(), 5, "{plot}");
        assert_eq!(turn.asked(A), None, "{plot}");
    }
    // A gun neither fires nor turns. Bravo of scenario 1 draws two chits, Alpha one.
    for plot in ["AA df 2906", "AA fc"] {
        let scene = Scene::new("1").alpha("A 2906 F").bravo("AA 2403 C").panic();
        let turn = scene.play("", plot, &[1, 4, 9]);
        assert_eq!((chits(&turn), turn.facing(B, "AA")), (vec![(A, 0), (B, 3), (B, 9)], 'C'));
        assert!(!turn.saw(|event| matches!(event, Event::Fires { .. })) && turn.stage() == Stage::Plot);
    }
}

/// rules: tank 12.0b
#[test]
fn panic_lasts_one_turn_and_may_come_again() {
    let scene = Scene::new("0").alpha("A 2403 C").bravo("A 2906 F");
    let first = played(scene, "A df 2906", "", &[], &[]);
    assert!(!first.unit(A, "A").panicked);
    // Next turn it fires: chits 0, 1, 2 and 4; then it panics again.
    let second = first.plots("A df 2906", "", &[1, 1, 1, 2, 10, 6]);
    assert!(second.lost(B, "A"));
    let third = second.plots("A fc", "", &[&THREE[..], &[10]].concat());
    let panics = third.heard(A).iter().filter(|event| matches!(event, Event::Panics { .. })).count();
    assert_eq!((panics, third.asked(A).unwrap().0), (2, "plot"));
}

/// rules: tank 12.21 12.22 12.22b R20 4.1f
#[test]
fn a_vehicle_runs_where_one_die_sends_it_as_far_as_another_says() {
    // The scatter diagram goes round from north; whatever was plotted, forwards and with the full allowance.
    for (die, end) in [(1, 2402), (2, 2503), (3, 2504), (4, 2404), (5, 2304), (6, 2303)] {
        for plot in ["A mv D D D", "A mvr D", "A ov D D D"] {
            let turn = played(Scene::new("0").alpha("A 2403 B"), plot, "", &[die, 1], &[]);
            assert_eq!((turn.at(A, "A"), turn.rolls()[5..7].join(" ")), (end, format!("12.22 {die} 12.2 1")), "{plot}");
            assert_eq!(turn.facing(A, "A"), crate::common::ground().side_to(hex(2403), hex(end)).unwrap().letter());
        }
    }
    // Never more than the allowance of four.
    let turn = played(Scene::new("0").alpha("A 2803 B"), "A mv A", "", &[4, 6], &[]);
    assert_eq!((turn.at(A, "A"), turn.stops().len()), (2807, 0));
    let scene = Scene::new("0").alpha("A 2803 B").bravo("A 2603 C");
    let turn = played(scene, "A mv A", "A df 2803", &[4, 6], &[1]);
    assert_eq!(turn.rolls()[7..], ["8.91 1+2 of 10"]);
    // Panic is drawn and plotted before anybody turns or fires: the tank that would have shown its rear shows its side.
    let scene = Scene::new("0").alpha("A 2803 B").bravo("A 2801 D");
    let turn = played(scene, "A mv D", "A df 2803", &[3, 2], &[1]);
    assert_eq!(turn.strengths(), [(13, 3)]);
}

/// rules: tank R20
#[test]
fn a_panic_move_ends_before_a_hex_it_cannot_pay() {
    // 2421 is rough and takes two of three points; 2420 would take two more.
    let scene = Scene::new("0").alpha("A 2422 D").bravo("A 2423 A");
    let turn = played(scene, "A mv D", "A df 2422", &[1, 3], &[1]);
    // The path costs two: one is added to the die.
    assert_eq!(turn.rolls()[7..], ["8.91 1+1 of 10"]);
    let scene = Scene::new("0").alpha("A 2422 D");
    let turn = played(scene, "A mv D", "", &[1, 3], &[]);
    assert_eq!(turn.at(A, "A"), 2421);
}

/// rules: tank R20b
#[test]
fn who_cannot_run_counts_as_standing() {
    // One point, rough ground ahead: it stays as it faces, adds nothing to the die, and is hit at once.
    let scene = Scene::new("0").alpha("A 2422 D").bravo("A 2423 A");
    let turn = played(scene.clone(), "A mv D", "A df 2422", &[1, 1], &[1]);
    assert_eq!(turn.rolls()[7..], ["8.91 1 of 7"]);
    assert!(turn.lost(A, "A"));
    let turn = played(scene, "A mv B", "", &[1, 1], &[]);
    assert_eq!((turn.at(A, "A"), turn.facing(A, "A"), turn.stage()), (2422, 'D', Stage::Plot));
    // To infantry it is a standing target: 1 to 3 next to it.
    let scene = Scene::new("1").alpha("A 2422 D").bravo("M 2423").panic();
    let turn = scene.play("A mv B", "M df 2422", &[3, 9, 9, 1, 1, 3]);
    assert_eq!(turn.rolls()[5..], ["8.81 3 of 3"]);
}

/// rules: tank 12.22
#[test]
fn infantry_runs_one_hex() {
    let turn = Scene::new("1").bravo("M 2403").panic().play("", "M mv A", &[10, 4, 9, 3]);
    assert_eq!(
        (turn.rolls(), turn.at(B, "M")),
        (vec!["12.1 10".into(), "12.1 4".into(), "12.1 9".into(), "12.22 3".into()], 2504)
    );
}

/// rules: tank 12.22c R60
#[test]
fn nobody_runs_off_the_map() {
    let turn = played(Scene::new("0").alpha("A 2802 B"), "A mv D", "", &[1, 4], &[]);
    assert_eq!(turn.at(A, "A"), 2801);
    // A unit that was to leave the map does not.
    let scene = Scene::new("11").alpha("A 5203 B").bravo("A 3033 A").panic();
    let turn = scene.play("A mv exit", "", &[4, 1, 1, 10, 2, 3]);
    assert_eq!((turn.at(A, "A"), turn.game().armies[0].exited), (5203, 0));
    let calm = Scene::new("11").alpha("A 5203 B").bravo("A 3033 A").play("A mv exit", "", &[]);
    assert_eq!((calm.unit(A, "A").place, calm.game().armies[0].exited), (Place::Left, 1));
}

/// rules: tank 12.23
#[test]
fn a_panic_move_is_a_move_like_any_other() {
    // It triggers a watch, and an enemy in the way stops it.
    let scene = Scene::new("0").alpha("A 2603 A").bravo("A 2403 C");
    let turn = played(scene, "A mv A", "A of 2906", &[4, 3], &[1]);
    assert_eq!((turn.wrecks(), turn.rolls()[7..].join("")), (vec![2604], "8.91 1+1 of 10".into()));
    let scene = Scene::new("0").alpha("A 2603 A").bravo("A 2605 C");
    let turn = played(scene, "A mv A", "", &[4, 3], &[]);
    assert_eq!((turn.at(A, "A"), turn.stops()), (2604, vec![(A, "A".into(), Halt::Enemy)]));
    // Afterwards it may turn.
    assert_eq!(turn.asked(A).unwrap().0, "facing");
}

/// rules: tank 12.23b R35
#[test]
fn who_panics_yields_to_who_does_not() {
    // Alpha A runs D from 2402 toward 2404; B, who does not panic, was to end there.
    let scene = Scene::new("0").alpha("A 2402 A, B 2406 A");
    let turn = played(scene, "A mv A, B mv A A", "", &[4, 2], &[]);
    assert_eq!((turn.at(A, "A"), turn.at(A, "B")), (2403, 2404));
    // Even if it is there first.
    let scene = Scene::new("0").alpha("A 2403 A, B 2406 A");
    let turn = played(scene, "A mv A, B mv A A", "", &[4, 1], &[]);
    assert_eq!((turn.at(A, "A"), turn.at(A, "B")), (2403, 2404));
    assert!(turn.saw(|event| matches!(event, Event::GoesBack { .. })));
    // An enemy whose last step leads into the same hex at the same moment gets it.
    let scene = Scene::new("0").alpha("A 2402 A").bravo("A 2406 A");
    let turn = played(scene.clone(), "A mv A", "A mv A A", &[4, 2], &[]);
    assert_eq!((turn.at(A, "A"), turn.at(B, "A"), turn.stops()), (2403, 2404, vec![(A, "A".into(), Halt::Clash)]));
    // Not if it would have run on, nor if he was to drive on: then both stop.
    let turn = played(scene.clone(), "A mv A", "A mv A A", &[4, 3], &[]);
    assert_eq!((turn.at(A, "A"), turn.at(B, "A")), (2403, 2405));
    let turn = played(scene, "A mv A", "A mv A A A", &[4, 2], &[]);
    assert_eq!((turn.at(A, "A"), turn.at(B, "A")), (2403, 2405));
}

/// rules: tank R21 8.43b
#[test]
fn a_friend_in_panic_on_the_line_cancels_direct_fire() {
    // 2404 to 2907 passes 2505, 2605, 2706, 2806. Alpha B in 2603 panics and runs D onto 2605 or stops short of it.
    let scene = Scene::new("0").alpha("A 2404 C, B 2603 A").bravo("A 2907 A");
    let turn = played(scene.clone(), "A df 2907, B mv A", "", &[4, 2], &[]);
    assert!(turn.saw(|event| matches!(event, Event::Cancelled { who } if who.hex == Some(hex(2404)))));
    let turn = played(scene, "A df 2907, B mv A", "", &[4, 1], &[6]);
    assert!(turn.lost(B, "A"));
    // A line along a hexside is crossed, not entered: 4112 to 2712 and B from 3811 to 3812.
    let scene = Scene::new("0").mode(Mode::Open).alpha("A 4114 F, B 3813 A").bravo("A 3714 A");
    let line = hulldown_tank::sight::FireLine::new(crate::common::ground(), hex(4114), hex(3714)).unwrap();
    assert!(line.sides.contains(&[hex(3813), hex(3814)]) || line.sides.contains(&[hex(3814), hex(3813)]));
    let turn = played(scene, "A df 3714, B mv A", "", &[4, 1], &[]);
    assert!(turn.saw(|event| matches!(event, Event::Cancelled { .. })));
    // A gun does not mind infantry that runs.
    let scene = Scene::new("1").alpha("A 2907 F").bravo("AA 2404 C, M 2606").panic();
    let turn = scene.play("", "AA df 2907, M mv D", &[10, 7, 9, 1, 1]);
    assert_eq!((turn.at(B, "M"), turn.lost(A, "A")), (2605, true));
}

/// rules: tank 17.3d R19
#[test]
fn off_the_map_and_on_the_turn_of_entry_nobody_panics() {
    // The entry hex is 0101 and Alpha draws 1 (with 0, 2 and 3): the unit enters and drives on as plotted.
    let turn = played(Scene::new("0").bravo("A 3033 A"), "A mv C C", "", &[], &[]);
    assert_eq!((turn.at(A, "A"), turn.unit(A, "A").panicked), (302, false));
    // On the next turn it is subject to panic like everybody.
    let next = turn.keep().plots("A mv B", "", &[3, 1, 1, 1, 10, 1, 1]);
    assert!(next.unit(A, "A").panicked);
}
