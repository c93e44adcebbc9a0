//! Columns: how a force enters the map, marches, and is free of its march (17.3, 17.11, R46, R47).

use crate::common::{A, B, Played, Scene, hex, number, setup};
use hulldown_core::Session;
use hulldown_core::chart::readings;
use hulldown_core::dicebox::DiceBox;
use hulldown_core::hex::Side;
use hulldown_tank::Setup;
use hulldown_tank::charts::{Charts, shipped};
use hulldown_tank::state::{Place, Stage, Why};
use hulldown_tank::talk::{Event, Halt};

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
    let scene = Scene::new("0").with(|game| game.armies[1].entry = Some(hex(5219)));
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
    let scene = Scene::new("0").with(|game| game.armies[1].entry = Some(hex(5210)));
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
    assert!(turn.saw(|event| matches!(event, Event::Spotted { .. })) && turn.game().last_fire == 0);
    assert!(!turn.game().armies[1].in_column && turn.game().panic);
    assert!(!turn.saw(|event| matches!(event, Event::Chit { .. })));
    assert_eq!((turn.asked(A).unwrap().0, turn.asked(B).unwrap().0), ("plot", "plot"));
}

/// Scenario 1 with Alpha's column on its way down column 28, a gun hidden before it.
fn column() -> Scene {
    Scene::new("1").alpha("A 2803 D unspotted").bravo("AA 2810 A hidden").with(|game| {
        let army = &mut game.armies[0];
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
    Scene::new("0").alpha("A 4909 C unspotted").bravo("A 0433 F unspotted").with(|game| {
        for (army, entry, ways) in [(0, 4809, "BCBC"), (1, 533, "EFEF")] {
            let army = &mut game.armies[army];
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
    assert!(there.heard(B).contains(&Event::Released { force: A }) && !there.game().panic);
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
            scene.with(|game| {
                let army = &mut game.armies[0];
                (army.entry, army.heading, army.in_column) = (Some(hex(2801)), Side::D, true);
                army.track.extend([Side::D, Side::D, Side::D]);
                let last = army.units.len() - 1;
                army.units[last].place = if waits { Place::Queue(1) } else { Place::On(hex(2803)) };
                game.armies[1].units.iter_mut().for_each(|unit| unit.place = Place::On(hex(2833)));
                game.armies[1].units.iter_mut().skip(1).for_each(|unit| unit.place = Place::Left);
                game.armies[1].exited = game.armies[1].units.len() as u8 - 1;
            })
        };
        let column = |p: &Played| p.game().armies[0].in_column;
        // It does not get in behind a column that halts on its entry hex; then it does.
        let full = scene(true).with(|game| game.armies[0].units[0].place = Place::On(hex(2801)));
        assert!(column(
            &full.with(|game| game.armies[0].track.clear()).begin().press(A, "commit").press(B, "commit").keep()
        ));
        let entered = scene(true).begin().press(A, "commit").press(B, "commit").keep();
        assert_eq!((entered.at(A, "O") / 100, column(&entered)), (28, false), "{scenario}");
        assert_eq!(entered.asked(A).unwrap().0, "plot");
        let read = read(&["column-until-contact"], scene(false)).press(A, "commit").press(B, "commit").keep();
        assert_eq!((column(&read), read.asked(A).unwrap().0), (true, "march"), "{scenario}");
    }
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
    assert!(offers.heard(B).contains(&Event::Offers { force: A }));
    let both = next.clone().press(A, "talk offer march:0").press(B, "talk offer march:0");
    assert_eq!(both.ending(), Some((Why::Agreed, None)));
    assert_eq!(next.press(A, "talk resign").press(B, "march:1").ending(), Some((Why::Resigned(A), Some(B))));
    // In an anti-tank action Alpha may break off and concede, on the march too.
    let given = column().begin().press(A, "talk resign").press(B, "commit");
    assert_eq!(given.ending(), Some((Why::Resigned(A), Some(B))));
    let offers = column().begin().press(A, "talk offer commit").press(B, "commit").keep();
    assert!(offers.ending().is_none() && offers.heard(B).contains(&Event::Offers { force: A }));
}
