//! Rulings that belong to no one chapter: play on joined sheets. The others are tested with the rules they explain.

use crate::common::{A, B, Scene, charts};
use hulldown_tank::map::Layout;
use hulldown_tank::state::Place;
use hulldown_tank::talk::Event;

/// Two sheets, one south of the other.
fn two_sheets(scenario: &str) -> Scene {
    Scene::new(scenario).with(|game| game.sheets = Layout::new(1, 2).unwrap())
}

/// rules: tank R57 3.1c 12.1
#[test]
fn on_joined_sheets_the_chit_is_compared_with_the_number_on_the_sheet() {
    // B:2403 lies in row 36 of the whole, but its number ends in 3, which Alpha draws with 0, 1 and 2.
    let scene = two_sheets("0").alpha("A B:2403 A, B B:2406 A").panic();
    let turn = scene.play("", "", &[4, 1, 1, 1, 10]);
    let panics: Vec<String> = turn
        .heard(A)
        .iter()
        .filter_map(|event| if let Event::Panics { who } = event { Some(who.known?.0.to_string()) } else { None })
        .collect();
    assert_eq!(panics, ["A"]);
}

/// rules: tank 3.1c R57 9.11
#[test]
fn plots_name_the_sheet_and_lead_from_one_to_the_next() {
    let ground = charts().ground(Layout::new(1, 2).unwrap());
    // Down column 24 over the seam: A:2433 to B:2401 is one step, and a path there is written with the letter.
    let scene = two_sheets("0").alpha("A A:2433 D");
    let by_name = scene.clone().begin().plotted(A, "A mv B:2401").unit(A, "A").plot;
    assert_eq!(by_name, scene.clone().begin().plotted(A, "A mv D").unit(A, "A").plot);
    let turn = scene.play("A mv B:2401", "", &[]);
    assert_eq!(turn.unit(A, "A").place, Place::On(ground.find("B:2401").unwrap()));
    assert!(turn.hears(A).iter().any(|line| line.contains("moves from A:2433")), "{:?}", turn.hears(A));
}

/// rules: tank R57 17.13g
#[test]
fn only_the_outer_edges_of_the_whole_are_edges() {
    let scene = Scene::new("11").with(|game| game.sheets = Layout::new(2, 1).unwrap());
    let exits = |at: &str| scene.clone().alpha(&format!("A {at} B")).begin().press(A, "A mv").can(A, "exit");
    assert!(exits("B:5203") && !exits("A:5203") && !exits("B:0103"));
    // Fire goes from sheet to sheet: the seam is ordinary ground.
    let scene = scene.alpha("A A:5210 B").bravo("A B:0110 E");
    let turn = scene.chance("A df B:0110", "");
    assert_eq!(turn.sums()[0].range, 1);
    assert!(turn.game().armies[1].fired_on && !turn.unit(B, "A").hidden);
}
