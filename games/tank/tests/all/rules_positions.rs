//! Improved Positions: how they are set up, found, left and lost (14.0, 17.12).

use crate::common::{A, B, Played, Scene, hex, setup};
use hulldown_core::Game;
use hulldown_core::hex::Side;
use hulldown_tank::state::{Place, Plot, Stage};
use hulldown_tank::talk::Event;
use hulldown_tank::words::*;

/// rules: tank 17.12 14.0b 14.5 14.6 14.8 R48 R56
#[test]
fn bravo_hides_in_any_hex_eleven_from_the_edge() {
    let begun = Played::of(setup("1"));
    assert_eq!(begun.asked(B).unwrap().0, "site");
    // All columns, rows 12 to 33 of each, woods (2012) and rough (2613) among them.
    assert_eq!(begun.options(B).len(), 52);
    let column = begun.press(B, "col:26");
    let rows: Vec<String> = (12..=33).map(|row| format!("row:{row}")).collect();
    assert_eq!(column.options(B), rows);
    // A gun's facing is written down with its hex.
    let gun = column.press(B, "row:13");
    assert_eq!(gun.options(B).join(" "), "face:A face:B face:C face:D face:E face:F");
    // A second gun may not be put there.
    let second = gun.press(B, "face:F col:26");
    assert!(!second.can(B, "row:13") && second.can(B, "row:14"));
    let guns = second.press(B, "row:14 face:A").press(B, "col:20 row:12 face:B col:1 row:33 face:C");
    let guns = guns.press(B, "col:2 row:33 face:C col:3 row:33 face:C col:4 row:33 face:C col:5 row:33 face:C");
    // One squad may join the gun, and no more; it is not asked for a facing.
    let squad = guns.press(B, "col:26 row:13 col:26");
    assert!(!squad.can(B, "row:13"));
    let squads = squad.press(B, "row:15 col:26 row:15 col:26");
    assert!(!squads.can(B, "row:15"));
    let rest = squads.press(B, "row:20 col:30 row:20 col:30 row:20");
    let done = rest.press(B, "col:31 row:20 col:31 row:20 col:32 row:20 col:32 row:20 col:33 row:20 col:33 row:20");
    assert_eq!(done.asked(B), None);
    // Alpha enters; everything of Bravo is off the map for it.
    let ready = done.press(A, "at:2801 as-they-are");
    let unit = ready.unit(B, "AA");
    assert_eq!((unit.place, unit.hidden, unit.spotted, unit.facing.letter()), (Place::On(hex(2613)), true, false, 'F'));
    assert!(ready.game().armies[1].units.iter().all(|unit| unit.hidden));
    assert!(ready.positions().contains(&(2613, true)) && ready.positions().contains(&(2012, true)));
    let view = ready.game().view(crate::common::charts(), A.seat());
    assert_eq!((view.enemies().count(), view.positions().count()), (0, 0));
}

/// A gun and a squad hidden in 2605, and a squad far away.
fn nest() -> Scene {
    Scene::new("1").bravo("AA 2605 A hidden, M 2605 hidden, W 3025 hidden")
}

/// rules: tank 14.2 R44
#[test]
fn an_enemy_who_moves_next_to_a_position_finds_it() {
    let turn = nest().alpha("A 2602 D").play("A mv D D", "", &[6, 6]);
    assert_eq!(turn.positions(), [(2605, false), (3025, true)]);
    assert!(["AA", "M"].iter().all(|code| !turn.unit(B, code).hidden && !turn.spotted(B, code)));
    // It lies face down: where the muzzle of the gun points is its owner's business until it is spotted.
    let facings = |force| {
        turn.heard(force).into_iter().filter_map(|event| match event {
            Event::Revealed { who, facing } => Some((who.known.is_some(), facing.map(|side| side.letter()))),
            _ => None,
        })
    };
    assert_eq!(facings(A).collect::<Vec<_>>(), [(false, None); 2]);
    assert_eq!(facings(B).collect::<Vec<_>>(), [(true, Some('A')), (true, None)]);
    // Two hexes away it is not found; nor by friends, nor by one who stands still.
    let turn = nest().alpha("A 2602 D").play("A mv D", "", &[]);
    assert_eq!(turn.positions(), [(2605, true), (3025, true)]);
    let turn = nest().bravo("N 2603").play("", "N mv D", &[]);
    assert_eq!(turn.positions()[0], (2605, true));
    let turn = nest().alpha("A 2604 D").play("A fc", "", &[]);
    assert_eq!(turn.positions()[0], (2605, true));
}

/// rules: tank 14.2b R43
#[test]
fn a_shot_from_a_hidden_position_may_betray_it() {
    let scene = nest().alpha("A 2603 D");
    // 7 against 7 at two hexes: 1. The enemy rolls for the position: 4 is not enough.
    let turn = scene.clone().play("", "AA df 2603", &[6, 4]);
    assert_eq!(turn.rolls(), ["8.91 6 of 1", "14.2 4 of 3"]);
    assert_eq!(turn.throwers(), [("8.91", B, false), ("14.2", A, true)]);
    assert_eq!(turn.positions()[0], (2605, true));
    // Bravo's enemy learns what was fired at and what came of it.
    let miss =
        Event::Unseen { force: B, from: None, at: hex(2603), target: turn.target(A, "A", 2603), destroyed: false };
    assert!(turn.heard(A).contains(&miss));
    // 3 is: the whole position comes onto the map and is looked for.
    let turn = scene.clone().play("", "AA df 2603", &[6, 3, 3, 6]);
    assert_eq!(turn.rolls()[1..], ["14.2 3 of 3", "13.5 3 of 3", "13.5 6 of 3"]);
    // The squad lies turned north, so it is looked for first: in one hex the way they lie decides, not their letters.
    assert_eq!((turn.positions()[0], turn.spotted(B, "AA"), turn.spotted(B, "M")), ((2605, false), false, true));
    // One die for each shot, as long as it is hidden.
    let turn = scene.clone().play("", "AA df 2603, M df 2603", &[6, 4, 6, 4]);
    assert_eq!(turn.rolls(), ["8.91 6 of 1", "14.2 4 of 3", "8.81 6 of 2", "14.2 4 of 3"]);
    let turn = scene.play("", "AA df 2603, M df 2603", &[6, 1, 6, 6, 6]);
    assert_eq!(turn.rolls(), ["8.91 6 of 1", "14.2 1 of 3", "13.5 6 of 3", "13.5 6 of 3", "8.81 6 of 2"]);
    // At an opportunity likewise.
    let turn = nest().alpha("A 2601 D").play("A mv D", "AA of 2602", &[6, 4]);
    assert_eq!(turn.rolls()[1..], ["14.2 4 of 3"]);
}

/// rules: tank 14.2c R43
#[test]
fn leaving_a_position_or_turning_in_it_betrays_it() {
    let scene = nest().alpha("A 2601 D");
    // The squad walks out: it and the gun behind it are on the map. Who walks is looked for in the open.
    let turn = scene.clone().play("", "M mv D", &[6, 6]);
    assert_eq!((turn.positions()[0], turn.at(B, "M"), turn.unit(B, "AA").hidden), ((2605, false), 2606, false));
    assert_eq!(turn.rolls(), ["13.5 6 of 3", "13.5 6 of 5"]);
    // A gun that really turns; not one that was only plotted to.
    let turn = scene.clone().play("", "AA fc B", &[6, 6]);
    assert_eq!((turn.positions()[0], turn.facing(B, "AA")), ((2605, false), 'B'));
    let turn = scene.play("", "AA fc A", &[]);
    assert_eq!((turn.positions()[0], turn.facing(B, "AA"), turn.stage()), ((2605, true), 'A', Stage::Plot));
}

/// rules: tank R72 7.12 14.2c
#[test]
fn in_hiding_the_side_to_turn_to_is_plotted() {
    let scene = nest().alpha("A 2601 D");
    let begun = scene.clone().begin().press(B, "AA fc");
    assert_eq!(begun.asked(B).unwrap().0, "facing");
    assert!(begun.asked(B).unwrap().1.contains("at the end of the turn"), "{:?}", begun.asked(B));
    let keys = ["face:A", "face:B", "face:C", "face:D", "face:E", "face:F", "drop"];
    assert_eq!(begun.options(B), keys);
    assert_eq!(begun.clone().press(B, "drop").unit(B, "AA").plot, Plot::default());
    let plotted = begun.press(B, "face:C");
    assert_eq!(plotted.unit(B, "AA").plot, Plot { task: Some(Task::Fc), facing: Some(Side::C), ..Plot::default() });
    // In the open it is chosen when the unit turns, as ever.
    let open = Scene::new("1").alpha("A 2601 D").bravo("AA 2605 A").play("", "AA fc", &[]);
    assert_eq!((open.stage(), open.asked(B).unwrap().0), (Stage::Face, "facing"));
    // A gun that was found before it turned does what was plotted, unasked; one in panic does not (12.24).
    let found = nest().alpha("A 2602 D").play("A mv D D", "AA fc C", &[6, 6]);
    assert_eq!((found.asked(B), found.facing(B, "AA")), (None, 'A'));
    let turned = found.keep();
    assert_eq!((turned.facing(B, "AA"), turned.stage()), ('C', Stage::Plot));
    // Nobody who has not made it out sees which way.
    let turns = |force| {
        turned.heard(force).into_iter().find_map(|event| match event {
            Event::Turns { who, facing } => Some((who.known.is_some(), facing)),
            _ => None,
        })
    };
    assert_eq!((turns(A), turns(B)), (Some((false, None)), Some((true, Some(Side::C)))));
    let panics = scene.panic().play("", "AA fc C", &[10, 6, 6]);
    assert_eq!((panics.facing(B, "AA"), panics.positions()[0]), ('A', (2605, true)));
    // What was plotted can be plotted again as long as it lies hidden.
    let again = panics.press(B, "AA");
    assert!(again.can(B, "again"));
    assert_eq!(again.press(B, "again").unit(B, "AA").plot.facing, Some(Side::C));
    assert!(!turned.press(B, "AA").can(B, "again"));
}

/// rules: tank 14.3 14.7
#[test]
fn a_position_without_units_is_gone_at_the_end_of_the_turn() {
    // Destroyed: 20 against 12 at two hexes.
    let scene = Scene::new("1").alpha("A 2403 C, B 2404 C").bravo("M 2604, W 3025 hidden").position(2604);
    let turn = scene.clone().play("A df 2604, B df 2604", "", &[1]);
    assert_eq!((turn.lost(B, "M"), turn.positions()), (true, vec![(3025, true)]));
    assert!(turn.heard(A).contains(&Event::PositionGone { at: hex(2604) }));
    // Vacated: leaving costs the one point that a step costs.
    let left = scene.play("", "M mv D", &[]);
    assert_eq!((left.moves(), left.positions().len()), (vec![(B, "M".into(), 2605, 1)], 1));
}

/// rules: tank R66 14.7
#[test]
fn a_position_that_is_left_and_taken_over_in_one_turn_stays() {
    let scene = Scene::new("1").bravo("M 2604, N 2603, W 3025 hidden").position(2604);
    let turn = scene.play("", "M mv D, N mv D", &[]);
    assert_eq!((turn.at(B, "M"), turn.at(B, "N"), turn.positions()), (2605, 2604, vec![(2604, false), (3025, true)]));
    assert_eq!(turn.moves(), [(B, "M".into(), 2605, 1), (B, "N".into(), 2604, 1)]);
}

/// rules: tank 14.0 14.1
#[test]
fn only_the_soft_are_sheltered_and_also_after_they_were_found() {
    // A tank in the hex has nothing of it: the gun's 7 against a front of 7.
    let turn = Scene::new("1").alpha("A 2603 D").bravo("AA 2605 A").position(2603).play("", "AA df 2603", &[6]);
    assert_eq!(turn.strengths(), [(7, 7)]);
    // A found squad still has 12.
    let turn = nest().alpha("A 2602 D, B 2808 A").play("A mv D D", "", &[6, 1, 1]).press(A, "go-on").keep();
    let turn = turn.plots("A df 2605, B df 2605", "", &[6, 6]);
    assert_eq!(turn.strengths(), [(20, 12), (20, 12)]);
    // It cannot be built: no task makes a position.
    let turn = Scene::new("1").bravo("M 2604, N 3025 hidden").play("", "", &[]);
    assert_eq!(turn.positions(), [(3025, true)]);
    let tasks = Task::ALL.map(Task::id);
    assert_eq!(tasks, ["DF", "OF", "MV", "MVR", "OV", "FC"]);
}

/// rules: tank 14.3 R66
#[test]
fn a_position_whose_units_are_destroyed_is_gone_at_once() {
    // The gun dies in the Direct Fire Segment; the squad that walks there afterwards finds nothing to dig in to.
    let scene = Scene::new("1").alpha("A 2403 C, B 2404 C").bravo("AA 2604 A, N 2605, W 3025 hidden").position(2604);
    let turn = scene.clone().play("A df 2604, B df 2604", "N mv A", &[1]);
    assert_eq!((turn.lost(B, "AA"), turn.at(B, "N"), turn.positions()), (true, 2604, vec![(3025, true)]));
    let told = turn.heard(B);
    let gone = told.iter().position(|event| *event == Event::PositionGone { at: hex(2604) }).unwrap();
    assert!(gone < told.iter().position(|event| matches!(event, Event::Moves { .. })).unwrap());
    // As long as one of two holds it, it stays.
    let scene = scene.bravo("M 2604, N 5020").with(|game| game.armies[1].preserved = false);
    let one = scene.alpha("B 2804 F").with(|game| game.armies[0].preserved = true).alpha("C 2405 B");
    let turn = one.play("A df 2604, B df 2604, C df 2604", "", &[1, 6]);
    assert_eq!(turn.strengths(), [(15, 12), (15, 12)]);
    assert_eq!((turn.lost(B, "AA"), turn.lost(B, "M")), (true, false));
    assert_eq!(turn.positions(), [(2604, false), (3025, true)]);
}
