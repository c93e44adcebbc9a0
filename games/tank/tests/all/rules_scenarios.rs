//! The scenarios: how forces come and go, when panic and Preservation begin, and who wins (15.0-17.3).

use crate::common::{A, B, Played, Scene, charts, hex, number, setup};
use hulldown_core::chart::readings;
use hulldown_core::dicebox::DiceBox;
use hulldown_core::hex::Side;
use hulldown_core::{Game, Session, Voice};
use hulldown_tank::charts::Charts;
use hulldown_tank::charts::shipped;
use hulldown_tank::state::{Place, Stage, Why};
use hulldown_tank::talk::{Ask, Halt, What};
use hulldown_tank::words::*;
use hulldown_tank::{Setup, Tank};

/// How a turn in which nobody does anything ends the game.
fn ends(scene: Scene) -> Option<(Why, Option<Force>)> {
    scene.play("", "", &[]).ending()
}

/// The introductory scenario, both columns behind hexes of row 06, the shortest way before them.
fn intro() -> Played {
    let begun = Played::of(setup("0"));
    let begun = begun.press(A, "at:0106 face:B as-they-are shortest");
    begun.press(B, "at:5206 face:E as-they-are shortest")
}

/// rules: tank 17.3 17.11 16.0 17.1 R47
#[test]
fn a_force_enters_by_one_hex_of_its_edge_heading_into_the_map() {
    // The introductory scenario: Alpha from W, Bravo from Y. A meeting engagement: from X and Z.
    for (scenario, alpha, bravo) in [("0", (1, 0, 33), (52, 0, 33)), ("3", (0, 1, 52), (0, 33, 52))] {
        let begun = Played::of(setup(scenario));
        for (force, (col, row, count)) in [(A, alpha), (B, bravo)] {
            let hexes: Vec<u16> = begun.options(force).iter().map(|key| key["at:".len()..].parse().unwrap()).collect();
            assert_eq!(hexes.len(), count, "{scenario} {force}");
            assert!(hexes.iter().all(|n| n / 100 == col || n % 100 == row), "{scenario} {force}");
        }
    }
    let begun = Played::of(setup("0")).press(A, "at:0106").press(B, "at:5206");
    assert_eq!(
        (begun.options(A).join(" "), begun.options(B).join(" ")),
        ("face:B face:C".into(), "face:E face:F".into())
    );
    let ready = intro();
    assert_eq!((ready.game().armies[0].entry, ready.game().armies[1].entry), (Some(hex(106)), Some(hex(5206))));
    assert_eq!((ready.game().turn, ready.stage()), (1, Stage::Plot));
    assert!(ready.game().armies[0].units.iter().all(|unit| unit.facing == Side::B && unit.hex().is_none()));
}

/// rules: tank 17.3c 17.3b 17.11b
#[test]
fn the_order_of_a_column_is_chosen_once_and_its_way_written_to_the_far_edge() {
    let order = Played::of(setup("0")).press(A, "at:0106 face:B C A as-they-are");
    let ranks: Vec<(u8, Place)> = order.game().armies[0].units.iter().map(|unit| (unit.rank, unit.place)).collect();
    let place = |rank: u8| (rank, Place::Queue(rank + 1));
    assert_eq!(ranks, [place(1), place(2), place(0), place(3), place(4)]);
    // Step by step, back, and never over its own track; the question goes on until the far edge is reached.
    assert_eq!(order.asked(A).unwrap().0, "track");
    let steps = order.press(A, ">C >B");
    assert_eq!(steps.refusal(A, ">E"), Some(("17.3b", "the column would cross its own track")));
    assert_eq!(steps.game().armies[0].track.len(), 2);
    let back = steps.press(A, "back");
    assert_eq!(back.game().armies[0].track.len(), 1);
    let done = back.press(A, "shortest");
    let mut at = hex(106);
    for side in &done.game().armies[0].track {
        at = crate::common::ground().next(at, *side).unwrap();
    }
    assert_eq!((number(at) / 100, done.asked(A)), (52, None));
}

/// rules: tank 17.11b
#[test]
fn the_shortest_way_keeps_to_the_straight_line_from_the_entry_hex() {
    // In open terrain every row of the sheet costs about the same from edge to edge, so the way hardly leaves its own.
    let off = |scenario: &str, entry: u16, keys: &str| {
        let setup = Setup { scenario: scenario.into(), mode: "open".into(), ..Setup::default() };
        let force = if keys.starts_with('A') { A } else { B };
        let done = Played::of(setup).press(force, &format!("at:{entry:04} {} as-they-are shortest", &keys[1..]));
        let ground = crate::common::ground();
        let army = done.game().army(force);
        let from = ground.hex(army.entry.unwrap());
        let (mut at, mut aside) = (army.entry.unwrap(), 0);
        for side in &army.track {
            at = ground.next(at, *side).unwrap();
            let way = from.to(ground.hex(at));
            // Half rows for a march along a row, columns for one along a column.
            aside = aside.max(if scenario == "0" { way.y.abs() } else { way.x.abs() / 3 });
        }
        (number(at), aside)
    };
    for row in [6, 12, 17, 22, 28] {
        for (keys, edge) in [("Aface:B", 1), ("Bface:E", 52)] {
            let (end, aside) = off("0", edge * 100 + row, keys);
            assert!(
                aside <= 8 && end % 100 <= row + 3 && end % 100 + 3 >= row,
                "row {row}: {aside} half rows aside, to {end}"
            );
        }
    }
    for col in [5, 19, 26, 40] {
        for (keys, row) in [("A", 1), ("B", 33)] {
            let (end, aside) = off("3", col * 100 + row, keys);
            assert!(aside <= 6, "column {col}: {aside} columns aside, to {end}");
        }
    }
}

/// rules: tank 17.3b 17.3c R47
#[test]
fn units_enter_one_after_the_other_point_by_point() {
    let turn = intro().press(A, "march:4").press(B, "march:5");
    let moves: Vec<(String, u16, u8)> =
        turn.moves().into_iter().filter(|m| m.0 == A).map(|m| (m.1, m.2, m.3)).collect();
    let entered: Vec<(String, u8)> = moves.iter().filter(|m| m.1 == 106).map(|m| (m.0.clone(), m.2)).collect();
    assert_eq!(entered, [("A".into(), 1), ("B".into(), 2), ("C".into(), 3), ("D".into(), 4)]);
    // Each follows the one ahead; the fifth is first in the queue for the next turn.
    assert_eq!(turn.unit(A, "E").place, Place::Queue(1));
    let track: Vec<u16> = ["D", "C", "B", "A"].iter().map(|code| turn.at(A, code)).collect();
    let mut way = vec![106];
    for step in turn.game().armies[0].track.iter().take(3) {
        way.push(number(crate::common::ground().next(hex(*way.last().unwrap()), *step).unwrap()));
    }
    assert_eq!(track, way);
    // A leader that spends less holds those behind it: two points, two units.
    let short = intro().press(A, "march:2").press(B, "march:1");
    assert_eq!((short.at(A, "B"), short.unit(A, "C").place), (106, Place::Queue(1)));
    // It is plotted so: nobody runs into the one ahead.
    assert!(turn.stops().is_empty() && short.stops().is_empty());
    assert_eq!((short.at(B, "A"), short.unit(B, "B").place), (5206, Place::Queue(1)));
}

/// rules: tank R47 17.3c 17.3e
#[test]
fn after_the_column_is_released_units_still_enter_by_their_hex_in_their_order() {
    // Bravo enters by 5219, rough ground: two points. A is first, B second.
    let scene = Scene::new("0").with(|g| g.armies[1].entry = Some(hex(5219)));
    let turn = scene.clone().play("", "A mv F, B mv enter", &[]);
    let moves: Vec<(String, u16, u8)> = turn.moves().into_iter().map(|m| (m.1, m.2, m.3)).collect();
    assert_eq!(moves, [("A".into(), 5219, 2), ("A".into(), 5119, 3), ("B".into(), 5219, 3)]);
    // They face the way the column heads as they come in.
    assert_eq!((turn.facing(B, "B"), turn.game().armies[1].heading), ('F', Side::F));
    // Those behind cannot overtake, and those too far back cannot get in.
    let plots = scene.clone().begin().press(B, "B mv");
    assert_eq!(plots.refusal(B, "enter"), Some(("17.3c", "a unit ahead of it does not enter")));
    let far = scene.clone().begin().press(B, "E mv");
    assert_eq!(far.refusal(B, "enter"), Some(("17.3c", "it is too far back in the queue")));
    // Moving up without entering.
    let turn = scene.play("", "A mv F F, B up, C up", &[]);
    assert_eq!((turn.unit(B, "B").place, turn.unit(B, "C").place), (Place::Queue(1), Place::Queue(2)));
    // Free of the column each goes its own way from the entry hex.
    let scene = Scene::new("0").with(|g| g.armies[1].entry = Some(hex(5210)));
    let turn = scene.play("", "A mv F F, B mv E", &[]);
    assert_eq!((turn.at(B, "A"), turn.at(B, "B")), (5009, 5111));
}

/// rules: tank 17.3c
#[test]
fn who_finds_those_ahead_held_up_waits() {
    // A is stopped in the queue: an enemy stands in the entry hex. B behind it stays too.
    let scene = Scene::new("0").alpha("A 5233 A");
    let turn = scene.play("", "A mv F, B mv enter", &[]);
    assert_eq!((turn.unit(B, "A").place, turn.unit(B, "B").place), (Place::Queue(1), Place::Queue(2)));
    // Even if the way is free again: A and an enemy dispute the entry hex, and neither gets it.
    let turn = Scene::new("0").alpha("A 5232 A").play("A mv D", "A mv F, B mv enter", &[]);
    assert_eq!((turn.at(A, "A"), turn.unit(B, "A").place), (5232, Place::Queue(1)));
    assert_eq!(turn.unit(B, "B").place, Place::Queue(2));
    assert_eq!(turn.stops()[2], (B, "B".into(), Halt::Queue));
}

/// rules: tank 17.11b R46 17.11c R69 17.3e
#[test]
fn columns_march_until_the_first_contact_which_frees_both_and_starts_panic() {
    let mut turn = intro();
    let mut turns = 0;
    while turn.game().armies[0].in_column {
        assert!(!turn.game().panic && turns < 20);
        assert_eq!((turn.asked(A).unwrap().0, turn.asked(B).unwrap().0), ("march", "march"));
        turn = turn.press(A, "march:4").press(B, "march:5");
        while turn.can(A, "go-on") || turn.can(B, "go-on") {
            let force = if turn.can(A, "go-on") { A } else { B };
            turn = turn.press(force, "go-on");
        }
        turn = turn.keep();
        turns += 1;
    }
    // One has seen the other; nobody has fired. Both are free, and panic begins with the next turn.
    assert!(turn.saw(|what| matches!(what, What::Spotted { .. })) && turn.game().last_fire == 0);
    assert!(!turn.game().armies[1].in_column && turn.game().panic);
    assert!(!turn.saw(|what| matches!(what, What::Chit { .. })));
    assert_eq!((turn.asked(A).unwrap().0, turn.asked(B).unwrap().0), ("plot", "plot"));
}

/// Scenario 1 with Alpha's column on its way down column 28, a gun hidden before it.
fn column() -> Scene {
    Scene::new("1").alpha("A 2803 D unspotted").bravo("AA 2810 A hidden").with(|g| {
        let army = &mut g.armies[0];
        (army.entry, army.heading, army.in_column) = (Some(hex(2801)), Side::D, true);
        army.track.extend([Side::D, Side::D]);
        army.units[1].place = Place::On(hex(2802));
    })
}

/// Alpha's column stays where it is, Bravo commits what it has plotted.
fn march(mut played: Played, dice: &[u8]) -> Played {
    played.session.dice_mut().script.extend(dice);
    played.press(A, "commit").press(B, "commit").keep()
}

/// rules: tank R46 17.3e 17.12c 17.13c
#[test]
fn elsewhere_a_column_is_freed_by_what_happens_to_itself_and_panic_by_fire() {
    // The gun sees the tanks: that alone changes nothing.
    let turn = march(column().begin(), &[]);
    assert!(turn.spotted(A, "A") && turn.game().armies[1].has_spotted);
    assert_eq!((turn.game().armies[0].in_column, turn.game().panic), (true, false));
    // It fires: the column is free, and panic begins.
    let turn = march(turn.plotted(B, "AA df 2803"), &[6, 4]);
    assert!(!turn.game().armies[0].in_column && turn.game().panic);
    // A column that spots something is free as well, but nobody panics for it.
    let turn = march(column().bravo("M 2806 unspotted").begin(), &[1]);
    assert!(turn.spotted(B, "M"));
    assert_eq!((turn.game().armies[0].in_column, turn.game().panic), (false, false));
}

/// Plays a scene by other readings.
fn read(names: &[&str], scene: Scene) -> Played {
    let files = readings::other(shipped(), &crate::common::charts().readings, names).unwrap();
    let charts = Box::leak(Box::new(Charts::load(&files).unwrap()));
    let session = Session::arranged(setup(scene.game.scenario.id()), charts, DiceBox::scripted(0, []), scene.game);
    let session = session.unwrap();
    let told = session.news().to_vec();
    Played { session, told }
}

/// Both columns of the introductory scenario three hexes before the end of marches that miss each other: Alpha along row 09,
/// Bravo along row 33.
fn passed() -> Scene {
    Scene::new("0").alpha("A 4909 C unspotted").bravo("A 0433 F unspotted").with(|g| {
        for (army, entry, ways) in [(0, 4809, "BCBC"), (1, 533, "EFEF")] {
            let army = &mut g.armies[army];
            (army.entry, army.in_column) = (Some(hex(entry)), true);
            army.track.extend(ways.chars().map(crate::common::side));
        }
    })
}

/// rules: tank R46 17.11b
#[test]
fn a_column_that_meets_nobody_is_free_at_the_end_of_its_plot() {
    let free = |p: &Played| p.game().armies.each_ref().map(|army| !army.in_column);
    let near = passed().begin().press(A, "march:2").press(B, "march:1").keep();
    assert_eq!((near.at(A, "A"), near.at(B, "A"), free(&near)), (5109, 333, [false; 2]));
    // Alpha's head comes to the last hex: it is free with the next turn, and Bravo, who goes on, is not. Nobody panics for that.
    let there = near.clone().press(A, "march:1").press(B, "march:1").keep();
    assert_eq!((there.at(A, "A"), there.at(B, "A"), free(&there)), (5209, 233, [true, false]));
    assert_eq!((there.asked(A).unwrap().0, there.asked(B).unwrap().0), ("plot", "march"));
    assert!(there.heard(B).contains(&What::Released { force: A }) && !there.game().panic);
    assert!(there.press(A, "A mv").can(A, ">E"));
    // By the other reading it stands there to the end of the game.
    let near = read(&["column-until-contact"], passed()).press(A, "march:3").press(B, "march:1").keep();
    assert_eq!((near.at(A, "A"), free(&near)), (5209, [false; 2]));
    assert_eq!(near.options(A), ["march:0", "talk"]);
}

/// rules: tank R46 17.3e
#[test]
fn elsewhere_a_column_is_free_once_its_last_unit_has_entered() {
    for scenario in ["1", "11"] {
        // All are on the map but one, which waits behind the entry hex; nobody has seen anybody.
        let scene = |waits: bool| {
            let scene = Scene::new(scenario).alpha("A 2804 D unspotted");
            // The others are lost where that decides nothing, and have left where leaving does not.
            let scene = if scenario == "1" { scene.left(A, 13) } else { scene.lost(A, 13) };
            scene.with(|g| {
                let army = &mut g.armies[0];
                (army.entry, army.heading, army.in_column) = (Some(hex(2801)), Side::D, true);
                army.track.extend([Side::D, Side::D, Side::D]);
                let last = army.units.len() - 1;
                army.units[last].place = if waits { Place::Queue(1) } else { Place::On(hex(2803)) };
                g.armies[1].units.iter_mut().for_each(|unit| unit.place = Place::On(hex(2833)));
                g.armies[1].units.iter_mut().skip(1).for_each(|unit| unit.place = Place::Left);
                g.armies[1].exited = g.armies[1].units.len() as u8 - 1;
            })
        };
        let column = |p: &Played| p.game().armies[0].in_column;
        // It does not get in behind a column that halts on its entry hex; then it does.
        let full = scene(true).with(|g| g.armies[0].units[0].place = Place::On(hex(2801)));
        assert!(column(&full.with(|g| g.armies[0].track.clear()).begin().press(A, "commit").press(B, "commit").keep()));
        let entered = scene(true).begin().press(A, "commit").press(B, "commit").keep();
        assert_eq!((entered.at(A, "O") / 100, column(&entered)), (28, false), "{scenario}");
        assert_eq!(entered.asked(A).unwrap().0, "plot");
        let read = read(&["column-until-contact"], scene(false)).press(A, "commit").press(B, "commit").keep();
        assert_eq!((column(&read), read.asked(A).unwrap().0), (true, "march"), "{scenario}");
    }
}

/// rules: tank 17.11c 17.12c 17.13c R69
#[test]
fn panic_begins_the_turn_after_contact() {
    // A meeting engagement: one spotting by either side. A rearguard action: an executed shot only.
    for (scenario, begins) in [("3", true), ("11", false)] {
        let scene = Scene::new(scenario).mode(Mode::Open).alpha("A 2603 D unspotted").bravo("A 2605 A");
        let turn = scene.play("", "", &[]);
        assert!(turn.spotted(A, "A"));
        assert_eq!((turn.game().panic, turn.saw(|what| matches!(what, What::Chit { .. }))), (begins, false));
    }
    let turn = Scene::new("11").alpha("A 2603 D").bravo("A 2605 A").play("A df 2605", "", &[6]);
    assert!(turn.game().panic);
}

/// rules: tank 15.0 R45 15.11 15.2
#[test]
fn preservation_is_reached_at_the_end_of_the_turn_and_halves_from_the_next() {
    // Scenario 4: Bravo's level is 4. Three are lost; the fourth dies this turn, and the others still fire with all they have.
    let scene = Scene::new("4").alpha("A 2403 C").bravo("A 2504 F, B 2406 A").lost(B, 3);
    let turn = scene.play("A df 2504", "B df 2403", &[1, 6]);
    assert_eq!(turn.strengths(), [(12, 7), (14, 4)]);
    assert!(turn.game().armies[1].preserved && !turn.game().armies[0].preserved);
    assert!(turn.heard(A).contains(&What::Preserved { force: B, losses: 4 }));
    // Three losses and two units that have left are not four losses.
    let scene = Scene::new("4").alpha("A 2403 C").bravo("A 2906 F").lost(B, 3).left(B, 2);
    assert!(!scene.play("", "", &[]).game().armies[1].preserved);
    // A strength of 14 is 7 from then on.
    let scene = Scene::new("4").alpha("A 2403 C, B 2404 C").bravo("A 2906 F").lost(B, 4);
    let turn = scene.play("", "", &[]).plots("", "A df 2403", &[6]);
    assert_eq!(turn.strengths(), [(7, 6)]);
}

/// rules: tank 15.12 15.0
#[test]
fn both_forces_may_reach_preservation() {
    let scene = Scene::new("4").alpha("A 2403 C").bravo("A 2906 F").lost(A, 9).lost(B, 4);
    let turn = scene.play("", "", &[]);
    assert!(turn.game().armies.iter().all(|army| army.preserved));
    let scene = Scene::new("4")
        .alpha("A 2403 C")
        .bravo("A 2906 F")
        .lost(A, 8)
        .lost(B, 4)
        .with(|g| g.armies[1].preserved = true);
    let turn = scene.play("", "", &[]);
    assert_eq!(turn.game().armies.each_ref().map(|army| army.preserved), [false, true]);
    // Guns and squads count alike: eight guns and eight squads are sixteen.
    let turn = Scene::new("1").alpha("A 2403 C").lost(B, 16).play("", "", &[]);
    assert!(turn.game().armies[1].preserved);
}

/// rules: tank 16.0b R53
#[test]
fn the_introductory_scenario_is_counted_after_25_turns() {
    let scene = |turn| Scene::new("0").alpha("A 2403 C").bravo("A 4020 F").turn(turn).with(|g| g.last_fire = 20);
    assert_eq!(ends(scene(24).lost(A, 1)), None);
    assert_eq!(ends(scene(25).lost(A, 1)), Some((Why::TurnLimit, Some(B))));
    assert_eq!(ends(scene(25).lost(B, 3).lost(A, 2)), Some((Why::TurnLimit, Some(A))));
    assert_eq!(ends(scene(25).lost(A, 2).lost(B, 2)), Some((Why::TurnLimit, None)));
    // A force wiped out ends it; there is no Preservation, and nobody may leave.
    assert_eq!(ends(Scene::new("0").alpha("A 2403 C").lost(B, 5)), Some((Why::Gone, Some(A))));
    let turn = Scene::new("0").alpha("A 2403 C").lost(A, 4).play("", "", &[]);
    assert!(!turn.game().armies[0].preserved);
    assert!(!Scene::new("0").alpha("A 0103 C").lost(A, 4).begin().press(A, "A mv").can(A, "exit"));
}

/// rules: tank R53 16.0
#[test]
fn a_first_game_is_offered_in_open_terrain_and_by_the_middle() {
    let mode = |scenario: &str, mode: &str| {
        let setup = Setup { scenario: scenario.into(), mode: mode.into(), ..Setup::default() };
        Tank::new(&setup, charts()).unwrap().mode
    };
    // Only where the book names no terrain; elsewhere the scenario's own stands.
    assert_eq!((mode("0", "scenario"), mode("0", "first")), (Mode::Mixed, Mode::Open));
    assert_eq!((mode("7", "first"), mode("10", "first")), (Mode::Closed, Mode::Mixed));
    assert_eq!(Tank::guided().setup.mode, "first");
    // Three hexes of the edge are marked.
    let begun = Played::of(Tank::guided().setup);
    let label = |hex: &str| {
        let at = format!("at:{hex}").parse().unwrap();
        begun.game().choice_words(charts(), B.seat(), Ask::Entry, at).label
    };
    let marked: Vec<u16> = (1..=33).filter(|row| label(&format!("52{row:02}")).contains("in the middle")).collect();
    assert_eq!(marked, [16, 17, 18]);
}

/// rules: tank 17.11d R52
#[test]
fn a_meeting_engagement_has_no_last_turn_but_may_stall() {
    let scene = |turn| Scene::new("10").alpha("A 2403 C").bravo("A 4020 F").turn(turn).with(|g| g.last_fire = 170);
    assert_eq!(ends(scene(199)), None);
    assert_eq!(ends(scene(200).lost(B, 1)), Some((Why::Stalled, Some(A))));
}

/// rules: tank 17.11e 17.3f
#[test]
fn in_a_meeting_engagement_one_leaves_by_ones_own_edge_after_preservation() {
    // Alpha came from X, Bravo from Z.
    let scene = || Scene::new("10").alpha("A 2801 A, B 2833 A").bravo("A 3033 A, B 3001 A").lost(B, 6);
    let exits = |p: &Played, force, code: &str| p.clone().press(force, &format!("{code} mv")).can(force, "exit");
    // The losses are there, but Preservation is found at the end of the turn.
    let first = scene().begin();
    assert!(!exits(&first, A, "A"));
    let next = first.plots("", "", &[]);
    assert!(exits(&next, A, "A") && exits(&next, B, "A"));
    assert!(!exits(&next, A, "B") && !exits(&next, B, "B"));
    // It costs a point, and is for good.
    let far = Scene::new("10").alpha("A 2807 A").with(|g| g.armies[0].preserved = true);
    let drive = far.begin().press(A, "A mv >A >A >A >A >A >A");
    assert!(drive.can(A, "exit"));
    let turn = drive.press(A, "exit").plots("", "", &[]);
    assert_eq!((turn.unit(A, "A").place, turn.game().armies[0].exited), (Place::Left, 1));
    assert!(turn.whats().iter().any(|what| matches!(what, What::Leaves { .. })));
    assert!(!turn.can(A, "A"));
    let wide = Scene::new("10").alpha("A 2701 A").with(|g| g.armies[0].preserved = true);
    let spent = wide.begin().press(A, "A mv >C >B >C >B >C >B >C");
    assert_eq!(spent.refusal(A, "exit"), Some(("17.3f", "no Movement Point is left for it")));
    assert_eq!(turn.game().survivors(A), 20);
}

/// rules: tank 17.11f 17.11g 17.11h R52 15.2
#[test]
fn a_meeting_engagement_is_won_by_the_ratio() {
    let scene = || Scene::new("10");
    // Nobody of Bravo is left on the map: 8 to 2 is more than 20 to 10.
    assert_eq!(ends(scene().lost(A, 12).lost(B, 8).left(B, 2)), Some((Why::Gone, Some(A))));
    // 10 to 5 is the same, 9 to 5 is less. One that is still to come keeps the game going.
    assert_eq!(ends(scene().lost(A, 10).lost(B, 5).left(B, 5)), Some((Why::Gone, None)));
    assert_eq!(ends(scene().lost(A, 11).lost(B, 5).left(B, 5)), Some((Why::Gone, Some(B))));
    assert_eq!(ends(scene().lost(A, 11).lost(B, 5).left(B, 4)), None);
    // A force wiped out has lost, whatever the ratio; both: a draw.
    assert_eq!(ends(scene().lost(A, 19).lost(B, 10)), Some((Why::Gone, Some(A))));
    assert_eq!(ends(scene().lost(A, 20).lost(B, 9)), Some((Why::Gone, Some(B))));
    assert_eq!(ends(scene().lost(A, 20).lost(B, 10)), Some((Why::Gone, None)));
}

/// How a turn in which nobody does anything ends: the winner and the score.
fn scored(scene: Scene) -> (Option<Force>, i64) {
    let end = scene.play("", "", &[]);
    let outcome = end.session.outcome().unwrap();
    (outcome.winner.map(Force::of), outcome.score)
}

/// rules: tank 17.11h 17.11g R52
#[test]
fn the_margin_is_what_is_left_beyond_the_ratio() {
    let scene = || Scene::new("10");
    // Twenty to ten at first. The other force wiped out: the number of survivors, whatever the ratio.
    assert_eq!(scored(scene().lost(A, 19).lost(B, 10)), (Some(A), 1));
    assert_eq!(scored(scene().lost(A, 7).lost(B, 10)), (Some(A), 13));
    assert_eq!(scored(scene().lost(A, 20).lost(B, 6)), (Some(B), -4));
    // Eight to two: four would have kept the ratio. Nine to five: Bravo needed four and a half.
    assert_eq!(scored(scene().lost(A, 12).lost(B, 8).left(B, 2)), (Some(A), 4));
    assert_eq!(scored(scene().lost(A, 11).lost(B, 5).left(B, 5)), (Some(B), -1));
    assert_eq!(scored(scene().lost(A, 10).lost(B, 5).left(B, 5)), (None, 0));
    assert_eq!(scored(scene().lost(A, 20).lost(B, 10)), (None, 0));
    // Survivors in the introductory scenario.
    let intro = |a, b| Scene::new("0").alpha("E 2403 C").bravo("E 4020 F").turn(25).lost(A, a).lost(B, b);
    assert_eq!((scored(intro(1, 3)), scored(intro(4, 0))), ((Some(A), 2), (Some(B), -4)));
}

/// rules: tank 17.11h 17.13e 17.12d 17.11f
#[test]
fn the_score_never_contradicts_the_winner() {
    // Half of twenty T55 have got through, eight are lost, and of four Centurions none: Alpha wins with the twelve that are left.
    let through = Scene::new("13").alpha("T 2403 C").bravo("D 4020 F").lost(A, 8).left(A, 10);
    assert_eq!(scored(through), (Some(A), 12));
    // Alpha's ninth tank is lost before the guns: Bravo has all its twenty.
    let held = Scene::new("1").alpha("O 2403 C").bravo("X 3025 hidden").lost(A, 9);
    assert_eq!(scored(held), (Some(B), -20));
    // Who gives up has lost, however well he stood.
    let given = Scene::new("10").alpha("A 2403 C").bravo("A 4020 F").lost(B, 8);
    let end = given.begin().press(A, "talk resign").press(B, "commit").session.outcome().unwrap();
    assert_eq!((end.winner.map(Force::of), end.score), (Some(B), -2));
    assert!(end.summary.contains(&"margin of victory: 2 units".into()), "{:?}", end.summary);
}

/// rules: tank 17.12b 17.12f
#[test]
fn in_an_anti_tank_action_alpha_comes_from_x_and_nobody_leaves() {
    let begun = Played::of(setup("1"));
    assert_eq!((begun.asked(A).unwrap().0, begun.options(A).len()), ("entry", 52));
    assert!(begun.options(A).iter().all(|key| key.ends_with("01")));
    let marched =
        Scene::new("1").alpha("A 2801 A").with(|g| g.armies.iter_mut().for_each(|army| army.preserved = true));
    assert!(!marched.begin().press(A, "A mv").can(A, "exit"));
    let squad = Scene::new("1").bravo("M 2833").begin().press(B, "M mv");
    assert!(!squad.can(B, "exit"));
}

/// rules: tank 17.12d 17.12e R51 15.2
#[test]
fn an_anti_tank_action_is_won_by_guns_and_preservation() {
    let scene = || Scene::new("1").alpha("O 2403 C").bravo("X 3025 hidden");
    assert_eq!(ends(scene()), None);
    // All guns, or sixteen units of Bravo; nine tanks of Alpha.
    assert_eq!(ends(scene().lost(B, 8)), Some((Why::Decided, Some(A))));
    assert_eq!(ends(scene().lost(B, 7)), None);
    assert_eq!(ends(scene().lost(A, 9)), Some((Why::Decided, Some(B))));
    assert_eq!(ends(scene().lost(A, 9).lost(B, 16)), Some((Why::Decided, None)));
    // The last gun and the ninth tank in one turn: Alpha had to do it without.
    assert_eq!(ends(scene().lost(A, 9).lost(B, 8)), Some((Why::Decided, Some(B))));
    // Sixteen units with a gun left.
    let gun = Scene::new("1").alpha("O 2403 C").bravo("AA 3025 A hidden").lost(B, 16);
    assert_eq!(ends(gun), Some((Why::Decided, Some(A))));
}

/// rules: tank 17.12g
#[test]
fn an_alpha_that_does_not_fight_has_lost() {
    let scene = |turn| Scene::new("1").alpha("O 2403 C").bravo("AA 3025 A hidden").turn(turn);
    assert_eq!(ends(scene(24)), None);
    assert_eq!(ends(scene(25)), Some((Why::Stalled, Some(B))));
    // Ten turns running without a loss once fire was opened; a loss begins the count anew.
    let fought = |turn, fire, loss| {
        scene(turn).lost(A, 1).with(|g| (g.first_fire, g.last_fire, g.last_loss) = (fire, fire, loss))
    };
    assert_eq!(ends(fought(12, 3, 3)), None);
    assert_eq!(ends(fought(13, 3, 3)), Some((Why::Stalled, Some(B))));
    assert_eq!(ends(fought(16, 3, 7)), None);
    assert_eq!(ends(fought(17, 3, 7)), Some((Why::Stalled, Some(B))));
    // Shots without a loss do not begin it anew, and a squad driven over before the first shot begins it as well.
    let shots = |turn| scene(turn).with(|g| (g.first_fire, g.last_fire) = (3, turn - 1));
    assert_eq!((ends(shots(12)), ends(shots(13))), (None, Some((Why::Stalled, Some(B)))));
    assert_eq!(ends(fought(16, 0, 7)), None);
    assert_eq!(ends(fought(17, 0, 7)), Some((Why::Stalled, Some(B))));
}

/// rules: tank 17.12g
#[test]
fn how_long_nothing_may_happen_is_agreed_before_play() {
    let game = |limit| Tank::new(&Setup { limit, ..setup("1") }, charts()).unwrap().no_losses;
    assert_eq!((game(0), game(4), game(999)), ([Some(25), Some(10)], [Some(4); 2], [Some(999); 2]));
    assert!(Tank::new(&Setup { limit: 1000, ..setup("1") }, charts()).is_err());
    let scene = |turn| {
        let agreed = Scene::new("1").alpha("O 2403 C").bravo("AA 3025 A hidden").turn(turn);
        agreed.with(|g| g.no_losses = [Some(4); 2])
    };
    assert_eq!((ends(scene(3)), ends(scene(4))), (None, Some((Why::Stalled, Some(B)))));
    // A loss of either side keeps the game going, in the last turn of all too.
    for force in [A, B] {
        let lost = |turn, loss| scene(turn).lost(force, 1).with(|g| g.last_loss = loss);
        assert_eq!((ends(lost(4, 4)), ends(lost(7, 4))), (None, None));
        assert_eq!(ends(lost(8, 4)), Some((Why::Stalled, Some(B))));
    }
}

/// rules: tank 17.13 R48 R49
#[test]
fn a_rearguard_is_noted_in_secret_and_placed_when_alpha_has_come() {
    let begun = Played::of(setup("11"));
    assert_eq!((begun.asked(B).unwrap().0, begun.options(A).len()), ("site", 33));
    let columns: Vec<String> = (12..=52).map(|col| format!("col:{col}")).collect();
    assert_eq!(begun.options(B), columns);
    let sites = begun.press(B, "col:12 row:20 face:E col:20 row:20 face:F col:21 row:20 face:F");
    let sites = sites.press(B, "col:22 row:20 face:F col:23 row:20 face:A");
    let ready = sites.press(A, "at:0109 face:C as-they-are");
    // They are not there yet, and have nothing to plot.
    assert_eq!((ready.asked(B), ready.unit(B, "A").place), (None, Place::Noted(hex(1220))));
    let turn = ready.press(A, ">C >B >C commit");
    let placed: Vec<(u16, char, bool, bool)> = ["A", "E"]
        .iter()
        .map(|code| (turn.at(B, code), turn.facing(B, code), turn.spotted(B, code), turn.unit(B, code).hidden))
        .collect();
    assert_eq!(placed, [(1220, 'E', false, false), (2320, 'A', false, false)]);
    assert!(turn.positions().is_empty());
    // After all of Alpha's movement, face down.
    let told = turn.heard(A);
    let placed = told.iter().position(|what| matches!(what, What::Placed { .. })).unwrap();
    assert!(!told[placed..].iter().any(|what| matches!(what, What::Moves { .. })));
    assert!(matches!(told[placed], What::Placed { who } if who.known.is_none()));
}

/// rules: tank 17.13b
#[test]
fn bravo_has_no_opportunity_fire_on_the_first_turn() {
    let scene = |turn| Scene::new("11").alpha("A 2603 D").bravo("A 2605 A").turn(turn).begin().press(B, "A");
    assert_eq!(scene(1).refusal(B, "of"), Some(("17.13b", "Bravo has no Opportunity Fire yet")));
    assert!(scene(2).can(B, "of"));
}

/// rules: tank 17.13d 17.13e 17.13f
#[test]
fn a_rearguard_action_is_about_half_of_alpha() {
    // Fifteen: seven must leave. Bravo's level is 2.
    let scene = |turn| Scene::new("11").alpha("O 2403 C").bravo("E 4020 F").turn(turn);
    assert_eq!(ends(scene(9).left(A, 6)), None);
    assert_eq!(ends(scene(9).left(A, 7)), Some((Why::Through, Some(A))));
    assert_eq!(ends(scene(24).left(A, 6)), None);
    assert_eq!(ends(scene(25).left(A, 6)), Some((Why::TurnLimit, Some(B))));
    assert_eq!(ends(scene(25).left(A, 6).lost(B, 2)), Some((Why::TurnLimit, None)));
    assert_eq!(ends(scene(25).left(A, 7).lost(B, 2)), Some((Why::Through, Some(A))));
    // Nothing can change any more: too few are left of Alpha and too many of Bravo are lost.
    assert_eq!(ends(scene(9).lost(A, 9).lost(B, 2)), Some((Why::Decided, None)));
    assert_eq!(ends(scene(9).lost(A, 8).lost(B, 2)), None);
    assert_eq!(ends(scene(9).lost(A, 9)), None);
    assert_eq!(ends(Scene::new("11").bravo("E 4020 F").lost(A, 15)), Some((Why::Gone, Some(B))));
    // Of twenty, ten.
    let twenty = |left| Scene::new("13").alpha("T 2403 C").bravo("D 4020 F").turn(9).left(A, left);
    assert_eq!((ends(twenty(9)), ends(twenty(10))), (None, Some((Why::Through, Some(A)))));
}

/// rules: tank 17.13g 17.3f R60
#[test]
fn in_a_rearguard_action_both_may_leave_by_y_only() {
    let scene = Scene::new("11").alpha("A 5203 B, B 0103 B, C 2801 A").bravo("A 5210 B, B 2833 A");
    let exits = |force, code: &str| scene.clone().begin().press(force, &format!("{code} mv")).can(force, "exit");
    assert!(exits(A, "A") && exits(B, "A"));
    assert!(!exits(A, "B") && !exits(A, "C") && !exits(B, "B"));
    let turn = scene.clone().play("A mv exit", "A mv exit", &[]);
    assert_eq!(turn.game().armies.each_ref().map(|army| (army.exited, army.losses)), [(1, 0), (1, 0)]);
    // Backwards too, for a point of the half that reverse leaves: a Jagdpanther has three, a JS II two.
    let turn = scene.alpha("D 5102 E").play("D mvr C exit", "A mvr exit", &[]);
    assert_eq!(turn.game().armies.each_ref().map(|army| army.exited), [1, 1]);
}

/// rules: tank 17.0 17.11f 15.2
#[test]
fn players_may_agree_to_stop_or_give_up() {
    let scene = || Scene::new("10").alpha("A 2403 C").bravo("A 4020 F").lost(B, 1);
    // One offers and still plots; the other does not answer: the game goes on.
    let one = scene().begin().press(A, "talk offer").plots("", "", &[]);
    assert_eq!((one.ending(), one.game().turn), (None, 6));
    assert!(one.heard(B).contains(&What::Offers { force: A }));
    let both = scene().begin().press(A, "talk offer commit").press(B, "talk offer commit");
    assert_eq!(both.ending(), Some((Why::Agreed, Some(A))));
    let given = scene().begin().press(A, "talk resign").press(B, "commit");
    assert_eq!(given.ending(), Some((Why::Resigned(A), Some(B))));
}

/// rules: tank 17.11 17.3b
#[test]
fn a_column_enters_on_the_first_turn_and_may_halt_later() {
    let begun = intro();
    assert_eq!(begun.refusal(A, "march:0"), Some(("17.3b", "its first unit enters the map now")));
    assert!(begun.can(A, "march:1"));
    let next = begun.press(A, "march:1").press(B, "march:5").keep();
    assert_eq!((next.game().turn, next.at(A, "A")), (2, 106));
    let halted = next.press(A, "march:0").press(B, "march:5").keep();
    assert_eq!((halted.at(A, "A"), halted.unit(A, "B").place), (106, Place::Queue(1)));
}

/// rules: tank 17.11f 17.12
#[test]
fn a_player_whose_force_marches_may_talk_and_marches_all_the_same() {
    let next = intro().press(A, "march:1").press(B, "march:1").keep();
    // Who thinks better of it is asked for his march as before.
    let asked = next.clone().press(A, "talk drop");
    assert_eq!(asked.asked(A).unwrap().0, "march");
    let halted = asked.press(A, "march:0").press(B, "march:1").keep();
    assert_eq!((halted.at(A, "A"), halted.ending()), (106, None));
    // An offer that is not taken up changes nothing; two end the game; one gives up.
    let offers = next.clone().press(A, "talk offer march:0").press(B, "march:1").keep();
    assert_eq!((offers.at(A, "A"), offers.ending()), (106, None));
    assert!(offers.heard(B).contains(&What::Offers { force: A }));
    let both = next.clone().press(A, "talk offer march:0").press(B, "talk offer march:0");
    assert_eq!(both.ending(), Some((Why::Agreed, None)));
    assert_eq!(next.press(A, "talk resign").press(B, "march:1").ending(), Some((Why::Resigned(A), Some(B))));
    // In an anti-tank action Alpha may break off and concede, on the march too.
    let given = column().begin().press(A, "talk resign").press(B, "commit");
    assert_eq!(given.ending(), Some((Why::Resigned(A), Some(B))));
    let offers = column().begin().press(A, "talk offer commit").press(B, "commit").keep();
    assert!(offers.ending().is_none() && offers.heard(B).contains(&What::Offers { force: A }));
}

/// rules: tank 13.21 13.3 13.4 17.13 R49
#[test]
fn a_rearguard_and_its_enemy_look_at_each_other_as_soon_as_it_is_placed() {
    let scene = |facing: Side| {
        let scene = Scene::new("11").turn(1).alpha("A 2602 D unspotted");
        scene.with(|g| {
            let unit = &mut g.armies[1].units[0];
            (unit.place, unit.facing) = (Place::Noted(hex(2607)), facing);
        })
    };
    // Both in the open: each sees the other, after the tank hunter was placed.
    let turn = scene(Side::A).play("A mv D", "", &[]);
    assert!(turn.spotted(A, "A") && turn.spotted(B, "A"));
    let told = turn.heard(A);
    let placed = told.iter().position(|what| matches!(what, What::Placed { .. })).unwrap();
    assert!(told[..placed].iter().all(|what| !matches!(what, What::Spotted { .. })));
    // One that looks the other way is seen and does not see.
    let turn = scene(Side::D).play("A mv D", "", &[]);
    assert!(!turn.spotted(A, "A") && turn.spotted(B, "A"));
    // What it sees frees Alpha's column with the next turn; nobody is asked to stop what is over.
    let column = scene(Side::A).with(|g| {
        let army = &mut g.armies[0];
        (army.entry, army.heading, army.in_column) = (Some(hex(2601)), Side::D, true);
        army.track.push(Side::D);
    });
    let turn = column.begin().press(A, ">D commit").press(B, "commit").keep();
    assert_eq!((turn.game().turn, turn.at(A, "A"), turn.game().armies[0].in_column), (2, 2603, false));
    assert!(!turn.game().panic);
}
