//! Spotting: who tries what when, on which column, and how long it lasts (13.0).

use crate::common::{A, B, Played, Scene, ground, hex, number};
use hulldown_core::Game;
use hulldown_core::hex::{HexId, Side};
use hulldown_core::session::Told;
use hulldown_tank::talk::Event;
use hulldown_tank::words::*;
use hulldown_tank::{Setup, Tank};

/// The first pair of hexes in mixed mode with a clear line of which this holds: viewer, target, range.
fn pair(holds: impl Fn(HexId, HexId, u16) -> bool) -> (u16, u16) {
    let (g, sight) = (ground(), ground().sight(Mode::Mixed));
    for from in g.grid().ids() {
        for to in sight.seen_from(from).filter(|to| *to != from) {
            if holds(from, to, g.range(from, to)) {
                return (number(from), number(to));
            }
        }
    }
    panic!("the map has no such line")
}

fn cover(from: HexId, to: HexId) -> Cover {
    ground().sight(Mode::Mixed).cover(from, to)
}

fn is(at: HexId, terrain: Terrain) -> bool {
    ground().terrain(at) == terrain
}

const SIDES: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

/// Who looked and did not see, in order.
fn tries(played: &Played, force: Force) -> Vec<(String, u16)> {
    played
        .heard(force)
        .iter()
        .filter_map(|event| match event {
            Event::Unspotted { by, target } => Some((by.known?.0.to_string(), number(target.hex?))),
            _ => None,
        })
        .collect()
}

/// rules: tank 13.0c
#[test]
fn all_begin_face_down() {
    for scenario in ScenarioId::IDS {
        let game =
            Tank::new(&Setup { scenario: scenario.into(), ..Setup::default() }, crate::common::charts()).unwrap();
        assert!(game.armies.iter().flat_map(|army| &army.units).all(|unit| !unit.spotted));
    }
    // The enemy sees a face-down counter: where it is, which way it faces, not what it is.
    let scene = Scene::new("0").alpha("A 3312 D").bravo("A 3315 B unspotted").begin();
    let seen: Vec<_> = scene.game().view(crate::common::charts(), A.seat()).enemies().collect();
    assert_eq!((seen.len(), seen[0].hex, seen[0].facing, seen[0].known), (1, hex(3315), Some(Side::B), None));
    let seen: Vec<_> = Scene::new("0")
        .alpha("A 3312 D")
        .bravo("A 3315 B")
        .begin()
        .game()
        .view(crate::common::charts(), A.seat())
        .enemies()
        .collect();
    assert_eq!(seen[0].known.map(|(code, weapon)| (code.to_string(), weapon.id())), Some(("A".into(), "m4_76")));
}

/// rules: tank 13.0b 13.0d 13.1
#[test]
fn a_spotter_needs_a_clear_line_and_what_is_spotted_stays_so() {
    // The wood 3313 lies between them: nobody looks at anybody.
    let scene = Scene::new("0").alpha("A 3312 D").bravo("A 3315 A unspotted");
    let turn = scene.play("", "", &[]);
    assert!(!turn.spotted(B, "A"));
    // One that is known stays known behind the wood, turn after turn.
    let turn = Scene::new("0").alpha("A 3312 D").bravo("A 3315 A").play("", "A mv D", &[]).keep();
    assert!(turn.spotted(B, "A"));
}

/// rules: tank 7.24 13.1
#[test]
fn a_gun_and_a_turretless_vehicle_look_into_their_fan_only() {
    for (facing, sees) in [("A", true), ("F", true), ("D", false), ("C", false)] {
        let turn = Scene::new("11").alpha("A 2603 D unspotted").bravo(&format!("A 2605 {facing}")).play("", "", &[]);
        assert_eq!(turn.spotted(A, "A"), sees, "{facing}");
        let turn = Scene::new("1").alpha("A 2603 D unspotted").bravo(&format!("AA 2605 {facing}")).play("", "", &[]);
        assert_eq!(turn.spotted(A, "A"), sees, "{facing}");
    }
    // A turret looks all round.
    let turn = Scene::new("0").alpha("A 2603 D unspotted").bravo("A 2605 D").play("", "", &[]);
    assert!(turn.spotted(A, "A"));
}

/// rules: tank 13.5 13.5b R12 13.3 8.0e
#[test]
fn vehicles_in_the_open_or_moving_are_seen_by_themselves() {
    let woods = |range: std::ops::RangeInclusive<u16>| {
        pair(|from, to, r| range.contains(&r) && is(to, Terrain::Woods) && is(from, Terrain::Clear))
    };
    let berm = pair(|from, to, r| (11..=20).contains(&r) && is(to, Terrain::Clear) && cover(from, to) == Cover::Berm);
    let brow = pair(|from, to, r| (11..=20).contains(&r) && is(to, Terrain::Clear) && cover(from, to) == Cover::Hidden);
    for ((from, to), need) in [(woods(11..=20), 5), (woods(21..=30), 3), (berm, 5), (brow, 5)] {
        let scene = Scene::new("0").alpha(&format!("A {from:04} A")).bravo(&format!("A {to:04} A unspotted"));
        let turn = scene.clone().play("", "", &[need]);
        assert_eq!((turn.rolls(), turn.spotted(B, "A")), (vec![format!("13.5 {need} of {need}")], true), "{to}");
        let turn = scene.clone().play(&format!("A df {to:04}"), "", &[need + 1]);
        assert!(!turn.spotted(B, "A") && turn.saw(|what| matches!(what, Event::Aborted { .. })));
        // Plotted to move it needs no die, already before it does.
        let path = SIDES.iter().find(|side| scene.clone().allows(B, &format!("A mv {side}"))).unwrap();
        let turn = scene.play("", &format!("A mv {path}"), &[]);
        assert!(turn.spotted(B, "A"), "{to}");
        let told = turn.events();
        let seen = told.iter().position(|event| matches!(event, Event::Spotted { .. })).unwrap();
        assert!(seen < told.iter().position(|event| matches!(event, Event::Moves { .. })).unwrap());
    }
    // Near woods, and rough or a wreck's hex at any range, hide no vehicle.
    let rough = pair(|from, to, r| r > 11 && is(to, Terrain::Rough) && !cover(from, to).hides());
    for ((from, to), wreck) in [(woods(2..=10), false), (rough, false), (rough, true)] {
        let scene = Scene::new("0").alpha(&format!("A {from:04} A")).bravo(&format!("A {to:04} A unspotted"));
        let scene = if wreck { scene.wreck(to) } else { scene };
        assert!(scene.play("", "", &[]).spotted(B, "A"));
    }
}

/// rules: tank 13.5c 13.5d R12 14.1
#[test]
fn soft_units_take_a_die_in_the_open_and_are_harder_to_see_in_cover() {
    let open = |low: u16, high: u16| {
        pair(|from, to, r| (low..=high).contains(&r) && is(to, Terrain::Clear) && !cover(from, to).hides())
    };
    let scene = |(from, to): (u16, u16), unit: &str| {
        Scene::new("1").alpha(&format!("A {from:04} A")).bravo(&format!("{unit} {to:04} unspotted"))
    };
    for unit in ["M", "AA"] {
        for (low, high, clear, covered) in [(2, 10, 5, Some(3)), (11, 20, 3, Some(1)), (21, 30, 1, None)] {
            let turn = scene(open(low, high), unit).play("", "", &[clear]);
            assert_eq!((turn.rolls(), turn.spotted(B, unit)), (vec![format!("13.5 {clear} of {clear}")], true));
            // In rough, in a wreck's hex, in an Improved Position, behind a hexside.
            let rough =
                pair(|from, to, r| (low..=high).contains(&r) && is(to, Terrain::Rough) && !cover(from, to).hides());
            let behind =
                pair(|from, to, r| (low..=high).contains(&r) && is(to, Terrain::Clear) && cover(from, to).hides());
            let at = open(low, high);
            let scenes =
                [scene(rough, unit), scene(at, unit).wreck(at.1), scene(at, unit).position(at.1), scene(behind, unit)];
            for scene in scenes {
                let dice: Vec<u8> = covered.iter().map(|need| need + 1).collect();
                let turn = scene.play("", "", &dice);
                let rolls: Vec<String> = covered.iter().map(|need| format!("13.5 {} of {need}", need + 1)).collect();
                assert_eq!((turn.rolls(), turn.spotted(B, unit)), (rolls, false));
            }
        }
    }
    // In open mode rough ground is clear. Moving infantry is looked for like any other.
    let rough = pair(|from, to, r| (2..=10).contains(&r) && is(to, Terrain::Rough) && !cover(from, to).hides());
    let turn = scene(rough, "M").mode(Mode::Open).play("", "", &[5]);
    assert_eq!(turn.rolls(), ["13.5 5 of 5"]);
    let turn = Scene::new("1").alpha("A 2602 D").bravo("M 2605 unspotted").play("", "M mv D", &[5]);
    assert_eq!(turn.rolls(), ["13.5 5 of 5"]);
}

/// rules: tank 13.21 13.21b 13.22 R22
#[test]
fn each_unit_has_one_try_a_turn_and_the_first_success_ends_them() {
    let scene = Scene::new("1").alpha("A 2602 D, B 2601 D, C 2805 A").bravo("M 2605 unspotted");
    // Nearest first: C at two hexes, A at three, B at four.
    let turn = scene.clone().play("", "", &[6, 6, 6]);
    assert_eq!(tries(&turn, A), [("C".into(), 2605), ("A".into(), 2605), ("B".into(), 2605)]);
    assert!(!turn.spotted(B, "M"));
    let turn = scene.clone().play("", "", &[6, 5]);
    assert_eq!((tries(&turn, A), turn.spotted(B, "M")), (vec![("C".into(), 2605)], true));
    // They may not wait for a better moment, nor try again when they have come nearer.
    let turn = scene.clone().play("A mv D", "", &[6, 6, 6]);
    assert_eq!((turn.rolls().len(), turn.at(A, "A")), (3, 2603));
    // Next turn they may.
    let next = turn.keep().plots("", "", &[6, 6, 5]);
    assert!(next.spotted(B, "M"));
}

/// rules: tank 8.0d R22
#[test]
fn those_who_fire_at_it_look_first_and_a_friend_may_spot_for_them() {
    let scene = Scene::new("1").alpha("A 2602 D, B 2601 D, C 2805 A").bravo("M 2605 unspotted");
    // A fires; B is further off, C nearer. A fails, C finds it, and A's shot goes ahead.
    let turn = scene.clone().play("A df 2605", "", &[6, 5, 6]);
    assert_eq!(tries(&turn, A), [("A".into(), 2605)]);
    assert_eq!((turn.rolls()[2..].join(""), turn.lost(B, "M")), ("8.91 6 of 10".into(), true));
    // All fail: nothing is fired.
    let turn = scene.play("A df 2605", "", &[6, 6, 6]);
    assert!(turn.saw(|event| matches!(event, Event::Aborted { .. })) && turn.game().last_fire == 0);
}

/// rules: tank R22
#[test]
fn alpha_looks_before_bravo_and_by_hex_number() {
    let scene = Scene::new("1").alpha("A 2602 D").bravo("N 2605 unspotted, M 2706 unspotted, O 2504 unspotted");
    let turn = scene.play("", "", &[6, 6, 6]);
    assert_eq!(tries(&turn, A), [("A".into(), 2504), ("A".into(), 2605), ("A".into(), 2706)]);
    let throwers: Vec<Force> = turn.throwers().into_iter().map(|roll| roll.1).collect();
    assert_eq!(throwers, [A, A, A]);
    // Two in one hex are looked for one by one.
    let scene = Scene::new("1").alpha("A 2602 D").bravo("N 2605 unspotted, M 2605 unspotted");
    let found = |dice: &[u8]| {
        let turn = scene.clone().play("", "", dice);
        ["M", "N"].map(|code| turn.spotted(B, code))
    };
    assert_eq!((found(&[1, 1]), found(&[6, 6])), ([true; 2], [false; 2]));
    let [one, other] = [found(&[6, 1]), found(&[1, 6])];
    assert!(one[0] != one[1] && other == [one[1], one[0]]);
}

/// rules: tank 13.23 13.21
#[test]
fn new_lines_are_looked_along_as_they_arise() {
    // A squad behind the wood 3313. The tank drives round it: 3312 sees 3314 nowhere, until it has.
    let (start, path, squad) = around_the_wood();
    let scene = Scene::new("1").alpha(&format!("A {start:04} A")).bravo(&format!("M {squad:04} unspotted"));
    let turn = scene.play(&format!("A mv {path}"), "", &[6]);
    let order: Vec<&str> = turn
        .told
        .iter()
        .filter_map(|told| match told {
            Told::Roll(..) => Some("look"),
            Told::Event(event) => matches!(event.event, Event::Moves { .. }).then_some("step"),
            Told::Forced { .. } => None,
        })
        .collect();
    // The look comes after the step that opens the line, and the move goes on after it.
    assert_eq!(order, ["step", "look", "step"]);
}

/// A hex, two steps from it of which the first opens a line to a third hex.
fn around_the_wood() -> (u16, String, u16) {
    let (g, sight) = (ground(), ground().sight(Mode::Mixed));
    for start in g.grid().ids().filter(|at| is(*at, Terrain::Clear)) {
        for side in hulldown_core::hex::Side::ALL {
            let Some(first) = g.next(start, side) else { continue };
            let Some(second) = g.next(first, side) else { continue };
            let cost = |from| match g.cost(Mode::Mixed, from, side) {
                Some(hulldown_tank::map::StepCost::Points(points)) => points,
                _ => 9,
            };
            if cost(start) != 1 || cost(first) != 1 {
                continue;
            }
            for squad in sight.seen_from(first) {
                let r = g.range(first, squad);
                if (3..=8).contains(&r)
                    && !sight.clear(start, squad)
                    && sight.clear(second, squad)
                    && is(squad, Terrain::Clear)
                {
                    return (number(start), format!("{side} {side}"), number(squad));
                }
            }
        }
    }
    panic!("the map has no such way")
}

/// rules: tank R23
#[test]
fn firing_does_not_spot_a_face_down_unit() {
    // A gun in a known position, not made out, fires and stays face down.
    let scene = Scene::new("1").alpha("A 2602 A").bravo("AA 2605 A unspotted").position(2605);
    let turn = scene.play("", "AA df 2602", &[4, 6]);
    assert_eq!(turn.rolls(), ["13.5 4 of 3", "8.91 6 of 6"]);
    assert!(turn.lost(A, "A") && !turn.spotted(B, "AA"));
    // The enemy is told where the shot came from and what it did, not what was fired with.
    let target = turn.target(A, "A", 2602);
    let shot = Event::Unseen { force: B, from: Some(hex(2605)), at: hex(2602), target, destroyed: true };
    assert!(turn.heard(A).contains(&shot));
    assert!(!turn.heard(A).iter().any(|event| matches!(event, Event::Fires { .. })));
}

/// rules: tank 13.4 R44
#[test]
fn hidden_units_cannot_be_looked_for_until_they_are_found() {
    // Three hexes away, nothing between: no try. The tank comes next to it, and everybody looks at once.
    let scene = Scene::new("1").alpha("A 2602 D, B 2806 A").bravo("AA 2605 E hidden, M 2605 hidden");
    assert!(scene.clone().play("", "", &[]).rolls().is_empty());
    let turn = scene.play("A mv D D", "", &[6, 6, 6, 3]);
    // For the squad, which lies turned north, A, then B; then for the gun likewise.
    assert_eq!(turn.rolls(), ["13.5 6 of 3", "13.5 6 of 3", "13.5 6 of 3", "13.5 3 of 3"]);
    assert_eq!((turn.spotted(B, "AA"), turn.spotted(B, "M")), (true, false));
}
