//! Opportunity Fire: lines that are watched, and what comes onto them (8.5).

use crate::common::{A, B, Played, Scene, hex};
use hulldown_core::Game;
use hulldown_tank::talk::Event;
use hulldown_tank::words::*;

/// A Pz IV in 2403 that looks along 2504, 2604, 2705 and 2805 to 2906.
fn watcher() -> Scene {
    Scene::new("0").alpha("A 2403 C")
}

/// Who came onto whose line.
fn triggers(p: &Played) -> Vec<(String, String)> {
    let code = |who: &hulldown_tank::talk::Who| who.known.map_or_else(|| "-".into(), |(code, _)| code.to_string());
    p.heard(A)
        .iter()
        .filter_map(|event| match event {
            Event::Triggers { who, firer } => Some((code(who), code(firer))),
            _ => None,
        })
        .collect()
}

fn pair(a: &str, b: &str) -> (String, String) {
    (a.into(), b.into())
}

/// rules: tank 8.0i 8.51 8.57 R31
#[test]
fn without_a_mover_there_is_no_shot() {
    // One stands on the line, one turns on it, one drives beside it.
    let scene = watcher().bravo("A 2604 A, B 2705 A, C 2606 A");
    let turn = scene.play("A of 2906", "B fc, C mv B", &[]);
    assert_eq!((turn.rolls().len(), triggers(&turn).len()), (0, 0));
    // The watch is spent with the turn.
    let next = turn.keep();
    assert_eq!(next.unit(A, "A").plot.task, None);
}

/// rules: tank 8.52 8.0j 8.54 8.55 8.61d
#[test]
fn the_first_on_the_line_is_fired_at_and_dies_where_it_stands() {
    // Bravo A is on the line after two points, Bravo B after three.
    let scene = watcher().bravo("A 2602 A, B 2702 A");
    let turn = scene.clone().play("A of 2906", "A mv D D D, B mv D D D", &[1]);
    // Its side at two hexes, three points plotted.
    assert_eq!(turn.rolls(), ["8.92 1+1 of 10"]);
    assert_eq!(turn.strengths(), [(14, 3)]);
    assert_eq!(triggers(&turn), [pair("A", "A")]);
    assert!(turn.lost(B, "A"));
    assert_eq!((turn.wrecks(), turn.at(B, "B")), (vec![2604], 2705));
    // A wreck in the hex counts as for any shot.
    let wreck = scene.wreck(2604).play("A of 2906", "A mv D D D, B mv D D D", &[1]);
    assert_eq!(wreck.strengths(), [(14, 5)]);
}

/// rules: tank 8.52
#[test]
fn the_first_is_the_one_with_the_fewest_points_however_far_away() {
    // Bravo A comes to 2805, four hexes away, with its first point; B to 2504, next to the firer, with its second.
    let scene = watcher().bravo("A 2804 A, B 2502 A");
    let hit = scene.clone().play("A of 2906", "A mv D, B mv D D", &[1]);
    assert_eq!((triggers(&hit), hit.wrecks(), hit.at(B, "B")), (vec![pair("A", "A")], vec![2805], 2504));
    // Whether the shot hits or not, the second is not fired at, nor one that comes later still.
    let missed = scene.bravo("C 2602 A").with(|game| game.armies[0].preserved = true).wreck(2805);
    let missed = missed.play("A of 2906", "A mv D, B mv D D, C mv D D D", &[6]);
    assert_eq!((triggers(&missed), missed.rolls().len()), (vec![pair("A", "A")], 1));
}

/// rules: tank 8.52b
#[test]
fn of_two_at_the_same_moment_the_nearer_is_fired_at() {
    let scene = watcher().bravo("A 2703 A, B 2602 A");
    let turn = scene.play("A of 2906", "A mv D D, B mv D D", &[1]);
    assert_eq!(triggers(&turn), [pair("B", "A")]);
    assert_eq!((turn.wrecks(), turn.at(B, "A"), turn.rolls().len()), (vec![2604], 2705, 1));
}

/// rules: tank 8.52c 8.43b
#[test]
fn a_friend_first_on_the_line_stops_the_watch() {
    // The line 2404 to 2907. Alpha B in 2703 panics (chit 3) and runs D D D onto 2706 with its third point; Bravo A comes with its fifth.
    let scene = Scene::new("0").alpha("A 2404 C, B 2703 A").bravo("A 2801 A").panic();
    let turn = scene.clone().play("A of 2907, B mv A", "A mv D D D D D", &[4, 1, 1, 1, 10, 4, 3]);
    assert_eq!((turn.at(A, "B"), turn.at(B, "A")), (2706, 2806));
    assert!(triggers(&turn).is_empty());
    assert!(
        turn.heard(B).iter().any(|event| matches!(event, Event::LineDropped { who } if who.hex == Some(hex(2404))))
    );
    // Two points do not take it there, and the enemy is shot.
    let turn = scene.play("A of 2907, B mv A", "A mv D D D D D", &[4, 1, 1, 1, 10, 4, 2, 1]);
    assert_eq!((turn.at(A, "B"), turn.lost(B, "A")), (2705, true));
}

/// rules: tank R30c 8.84
#[test]
fn friend_and_enemy_at_once_and_equally_near_is_no_shot() {
    // The squad in 2606 was to walk away; it panics (chit 6) and runs A, next to the one that watches.
    let scene = Scene::new("1").alpha("A 2602 D").bravo("M 2604, N 2606");
    let turn = scene.clone().panic().play("A mv D", "M of adj, N mv D", &[1, 7, 9, 1]);
    assert_eq!((turn.at(B, "N"), turn.at(A, "A")), (2605, 2603));
    assert!(turn.saw(|event| matches!(event, Event::LineDropped { .. })));
    // Without the friend the tank is shot.
    let turn = scene.play("A mv D", "M of adj", &[1]);
    assert_eq!((turn.rolls(), turn.lost(A, "A")), (vec!["8.81 1 of 1".into()], true));
}

/// rules: tank 8.53 8.53c
#[test]
fn every_hex_of_the_line_and_its_end_are_watched_and_nothing_beyond() {
    // From its start one hex D; who stands on the line and drives off it is fired at where it stood.
    for (start, wreck) in
        [(2503, Some(2504)), (2603, Some(2604)), (2704, Some(2705)), (2804, None), (2604, Some(2604)), (2605, None)]
    {
        let dice: &[u8] = if wreck.is_some() { &[1] } else { &[] };
        let turn = watcher().bravo(&format!("A {start} A")).play("A of 2705", "A mv D", dice);
        assert_eq!(turn.wrecks(), Vec::from_iter(wreck), "{start}");
    }
}

/// rules: tank 8.53b 9.2b R62
#[test]
fn on_a_hexside_of_the_line_only_crossing_counts() {
    // The line 4112 to 2712 runs along 3811/3812. Out of the hollow to 3811 costs three points, on to 3812 one.
    let scene = Scene::new("0").mode(Mode::Open).alpha("A 4112 F").bravo("A 3810 D");
    let beside = scene.clone().play("A of 2712", "A mv D", &[]);
    assert_eq!((beside.at(B, "A"), beside.rolls().len()), (3811, 0));
    let across = scene.play("A of 2712", "A mv D D", &[5]);
    // It counts as in 3811, as it left: its side, three hexes away, and there it lies.
    let sum = across.sums()[0];
    assert_eq!((sum.strength, sum.defence, sum.range, sum.kill, sum.plus), (14, 3, 3, Some(10), 2));
    assert_eq!((across.rolls(), across.wrecks()), (vec!["8.92 5+2 of 10".into()], vec![3811]));
    assert!(across.lost(B, "A"));
}

/// rules: tank 9.2b 8.52b R62
#[test]
fn a_crossing_is_over_before_the_hex_beyond_is_entered() {
    let scene = Scene::new("0").mode(Mode::Open).alpha("A 4112 F").bravo("A 3811 D, B 3911 D");
    // B enters 3912, nearer on the same line, with the same point as A crosses 3811/3812: B is the one that is fired at.
    let turn = scene.clone().play("A of 2712", "A mv D, B mv D", &[1]);
    assert_eq!((triggers(&turn), turn.wrecks(), turn.at(B, "A")), (vec![pair("B", "A")], vec![3912], 3812));
    // Without B it is A, in the hex it leaves; it is told as never having moved.
    let turn = scene.bravo("B 5133 A").play("A of 2712", "A mv D", &[1]);
    assert_eq!((triggers(&turn), turn.wrecks()), (vec![pair("A", "A")], vec![3811]));
    assert!(turn.moves().is_empty());
}

/// rules: tank 8.56 8.56b
#[test]
fn a_mover_must_be_spotted_and_a_moving_vehicle_always_is() {
    // Infantry comes onto the line; the tank has one look at it, before it moves, at two hexes.
    let scene = Scene::new("1").alpha("A 2403 C").bravo("M 2605 unspotted");
    let unseen = scene.clone().play("A of 2906", "M mv A", &[6]);
    assert_eq!((unseen.rolls(), triggers(&unseen).len()), (vec!["13.5 6 of 5".into()], 0));
    let seen = scene.clone().play("A of 2906", "M mv A", &[5, 6]);
    assert_eq!((seen.rolls(), seen.lost(B, "M")), (vec!["13.5 5 of 5".into(), "8.91 6 of 10".into()], true));
    // Another tank that looks for the first time finds it; then the line is triggered.
    let second = scene.alpha("B 2406 C").play("A of 2906", "M mv A", &[6, 1, 6]);
    assert_eq!(second.rolls(), ["13.5 6 of 5", "13.5 1 of 5", "8.91 6 of 10"]);
    // A vehicle needs no die.
    let tank = watcher().bravo("A 2603 A unspotted").play("A of 2906", "A mv D", &[1]);
    assert_eq!((tank.rolls(), tank.lost(B, "A")), (vec!["8.92 1 of 10".into()], true));
}

/// rules: tank 8.57 R31
#[test]
fn who_drives_off_from_the_line_is_fired_at_before_anybody_moves() {
    // Bravo A stands on the line and will leave it, C comes onto it with its first point.
    let scene = watcher().bravo("A 2705 D, C 2503 A");
    let turn = scene.play("A of 2906", "A mv A A, C mv D", &[1]);
    // It has turned to its first hex: the front is A, and 2403 lies to its flank.
    assert_eq!((triggers(&turn), turn.strengths()), (vec![pair("A", "A")], vec![(14, 3)]));
    assert_eq!((turn.wrecks(), turn.at(B, "C")), (vec![2705], 2504));
    let fired = turn.events().iter().position(|event| matches!(event, Event::Fires { .. })).unwrap();
    let moved = turn.events().iter().position(|event| matches!(event, Event::Moves { .. })).unwrap();
    assert!(fired < moved);
}

/// rules: tank 8.23b 8.23 8.21
#[test]
fn a_mover_may_run_into_one_line_after_another() {
    // Two worn-out tanks watch 2604; the first misses, the second does not. 7 against 3 + 2 for the wreck.
    let scene = Scene::new("0").alpha("A 2403 C, B 2405 B").bravo("A 2602 A").wreck(2604);
    let scene = scene.with(|game| game.armies[0].preserved = true);
    let turn = scene.clone().play("A of 2906, B of 2803", "A mv D D D", &[3, 2]);
    assert_eq!(turn.rolls(), ["8.92 3+1 of 3", "8.92 2+1 of 3"]);
    assert_eq!((triggers(&turn), turn.wrecks()), (vec![pair("A", "A"), pair("A", "B")], vec![2604]));
    // Each has one shot: whoever misses has no second one at the next hex of his line.
    let turn = scene.play("A of 2906, B of 2803", "A mv D D", &[3, 3]);
    assert_eq!(turn.at(B, "A"), 2604);
    let scene =
        Scene::new("0").alpha("A 2602 D").bravo("A 2603 A, B 2906 A").with(|game| game.armies[0].preserved = true);
    let along = scene.play("A of 2606", "A mv D D D", &[6]);
    assert_eq!((along.rolls(), along.at(B, "A")), (vec!["8.92 6+1 of 6".into()], 2606));
}

/// rules: tank 8.84 8.0k
#[test]
fn infantry_watches_all_six_hexes_with_one_shot() {
    // Two tanks come next to it, one with its first point, one with its second.
    let scene = Scene::new("1").alpha("A 2602 D, B 2807 A").bravo("M 2604");
    let turn = scene.play("A mv D, B mv F A", "M of adj", &[2]);
    assert_eq!((turn.rolls(), turn.at(A, "A"), turn.at(A, "B")), (vec!["8.81 2 of 1".into()], 2603, 2706));
    let scene = Scene::new("1").alpha("A 2601 D, B 2807 A").bravo("M 2604");
    let turn = scene.play("A mv D D, B mv F A A", "M of adj", &[1]);
    assert_eq!((turn.rolls(), turn.wrecks()), (vec!["8.81 1 of 1".into()], vec![2603]));
}

/// rules: tank 8.0k 8.84
#[test]
fn each_of_the_six_hexes_is_watched_and_no_other() {
    // About 2604: a tank that comes into any of them is fired at there; one that stays two hexes away is not.
    for (from, to) in [(2602, 2603), (2803, 2704), (2805, 2705), (2606, 2605), (2405, 2505), (2403, 2504)] {
        let ground = crate::common::ground();
        let first = hulldown_core::hex::Side::ALL.into_iter().find_map(|side| {
            let next = ground.next(hex(from), side)?;
            (next == hex(to)).then_some(side)
        });
        let turn = Scene::new("1").alpha(&format!("A {from} A")).bravo("M 2604");
        let turn = turn.play(&format!("A mv {}", first.unwrap()), "M of adj", &[1]);
        assert_eq!((turn.rolls(), turn.wrecks()), (vec!["8.81 1 of 1".into()], vec![to]), "{from}");
    }
    let past = Scene::new("1").alpha("A 2602 C").bravo("M 2604").play("A mv C C", "M of adj", &[]);
    assert_eq!((past.at(A, "A"), past.rolls().len()), (2803, 0));
    // One that stands beside it and drives off is fired at where it stood; one that stays is not.
    let off = Scene::new("1").alpha("A 2603 A, B 2605 A").bravo("M 2604").play("A mv A", "M of adj", &[1]);
    assert_eq!((off.wrecks(), off.rolls().len()), (vec![2603], 1));
    // Of two that come at once the fire takes one, by the code.
    let both = Scene::new("1").alpha("A 2606 A, B 2602 D").bravo("M 2604").play("A mv A, B mv D", "M of adj", &[1]);
    assert_eq!((both.wrecks(), both.at(A, "B")), (vec![2605], 2603));
}

/// rules: tank R30
#[test]
fn the_firer_must_see_the_hex_where_the_mover_counts_as_standing() {
    let (from, to, x, y) = unseen_crossing();
    let side = crate::common::ground().side_to(hex(x), hex(y)).unwrap();
    let scene = Scene::new("0").alpha(&format!("A {from:04} A")).bravo(&format!("A {x:04} A, B {y:04} A"));
    // Out of the hex that is not seen over the line: nothing. Back the other way: a shot.
    let hidden = scene.clone().bravo("B 5133 A");
    let turn = hidden.play(&format!("A of {to:04}"), &format!("A mv {side}"), &[]);
    assert_eq!(turn.at(B, "A"), y);
    let seen = scene.bravo("A 5133 A").play(&format!("A of {to:04}"), &format!("B mv {}", side.opposite()), &[1]);
    assert_eq!(seen.sums().len(), 1);
}

/// A line along hexsides, and two hexes beside it of which the firer sees only the second.
fn unseen_crossing() -> (u16, u16, u16, u16) {
    let (g, sight) = (crate::common::ground(), crate::common::ground().sight(Mode::Mixed));
    for from in g.grid().ids() {
        for to in g.grid().ids().filter(|to| sight.clear(from, *to) && g.range(from, *to) <= 30) {
            let Some(line) = hulldown_tank::sight::FireLine::new(g, from, to) else { continue };
            for [a, b] in &line.sides {
                let cheap = |x, y| {
                    let side = g.side_to(x, y).unwrap();
                    matches!(g.cost(Mode::Mixed, x, side), Some(hulldown_tank::map::StepCost::Points(p)) if p <= 4)
                };
                for (x, y) in [(*a, *b), (*b, *a)] {
                    if !sight.clear(from, x) && sight.clear(from, y) && cheap(x, y) && cheap(y, x) {
                        return (
                            crate::common::number(from),
                            crate::common::number(to),
                            crate::common::number(x),
                            crate::common::number(y),
                        );
                    }
                }
            }
        }
    }
    panic!("the map has no such line")
}

/// rules: tank R30b
#[test]
fn a_shot_that_is_too_weak_is_spent_and_was_no_fire() {
    // A worn-out gun, 4 against a front of 7; the tank drives straight at it and would show its side at the end.
    let scene = Scene::new("1").alpha("A 2801 D").bravo("AA 2806 A").with(|game| game.armies[1].preserved = true);
    let turn = scene.play("A mv D D C", "AA of 2801", &[]);
    assert_eq!(turn.strengths(), [(4, 7)]);
    assert!(turn.saw(|event| matches!(event, Event::NoAttack { .. })));
    assert_eq!((turn.game().last_fire, turn.game().armies[0].fired_on, turn.at(A, "A")), (0, false, 2904));
}

/// rules: tank R29
#[test]
fn lines_that_one_soft_unit_triggers_are_one_attack() {
    // Two tanks look through 2604, where a squad walks to: 20 against 1.
    let scene = Scene::new("1").alpha("A 2403 C, B 2801 E, C 2303 C").bravo("M 2605");
    let turn = scene.play("A of 2906, B of 2604", "M mv A", &[6]);
    assert_eq!((turn.rolls(), turn.strengths()), (vec!["8.91 6 of 10".into()], vec![(20, 1)]));
    assert!(turn.saw(|event| matches!(event, Event::Combines { guns: 2, .. })));
}

/// rules: tank 8.84b 8.84 8.8 8.41 8.43 8.57b 9.37
#[test]
fn infantry_that_watches_all_round_spares_the_hexes_of_friends_and_no_others() {
    let around = [2603, 2704, 2705, 2605, 2505, 2504];
    let watched = |p: &Played| {
        let line = p.game().view(crate::common::charts(), B.seat()).line(p.unit(B, "M")).unwrap();
        around.map(|at| line.passes(hex(at)))
    };
    let scene = |friend: &str| Scene::new("1").alpha("A 3602 D").bravo(&format!("M 2604, {friend}"));
    // A squad or a gun in one of the six hexes takes that one away; in its own hex or two hexes away it does not matter.
    for at in around {
        for friend in [format!("N {at}"), format!("AA {at} A")] {
            let plotted = scene(&friend).begin().plotted(B, "M of adj");
            assert_eq!(watched(&plotted), around.map(|hex| hex != at), "{friend}");
        }
    }
    for friend in ["N 2604", "N 2606"] {
        assert_eq!(watched(&scene(friend).begin().plotted(B, "M of adj")), [true; 6], "{friend}");
    }
    // A friend plotted to come there takes the hex away too, whichever of them is plotted first.
    for plots in ["N mv A, M of adj", "M of adj, N mv A"] {
        let comes = scene("N 2606").begin().plotted(B, plots);
        assert_eq!(watched(&comes), around.map(|hex| hex != 2605), "{plots}");
        let carried_out = scene("N 2606").play("", plots, &[]);
        assert_eq!(carried_out.at(B, "N"), 2605, "{plots}");
        assert!(!carried_out.saw(|what| matches!(what, Event::LineDropped { .. })), "{plots}");
    }
    // One who stands beside it and goes on to the next hex takes both.
    let beside = scene("N 2605").begin().plotted(B, "M of adj, N mv B");
    assert_eq!(watched(&beside), around.map(|hex| ![2605, 2705].contains(&hex)));
    // The last hex is left to it: whoever is plotted second has to do without.
    let five = || scene("N 2602, O 2704, P 2705, Q 2605, R 2505, S 2504").begin();
    let last = five().plotted(B, "M of adj").press(B, "N mv");
    assert_eq!(last.refusal(B, ">D"), Some(("9.37", "it would come onto a friend's line of fire")));
    assert!(last.can(B, ">A"));
    assert_eq!(five().plotted(B, "N mv D").press(B, "M").refusal(B, "of:adj").map(|refused| refused.0), Some("8.84b"));
    // With friends all about it there is nothing to watch.
    let all = scene("N 2603, O 2704, P 2705, Q 2605, R 2505, S 2504");
    let none = ("8.84b", "friendly units are in all hexes about it or plotted to be");
    assert_eq!(all.refused(B, "M of adj"), none);
}

/// rules: tank 8.84b 8.57b 8.52c
#[test]
fn six_hex_fire_is_carried_out_round_the_hexes_of_friends() {
    // A gun in 2605 beside the squad in 2604: a tank that comes to 2603 is fired at all the same.
    let scene = Scene::new("1").alpha("A 2602 D").bravo("M 2604, AA 2605 D");
    let turn = scene.play("A mv D", "M of adj", &[1]);
    assert_eq!((turn.rolls(), turn.wrecks()), (vec!["8.81 1 of 1".into()], vec![2603]));
    // A friend who walks on into the hex that was spared for him does not make it drop the fire; the tank comes a point later.
    let walks = Scene::new("1").alpha("A 2601 D").bravo("M 2604, N 2606");
    let turn = walks.play("A mv D D", "N mv A, M of adj", &[1]);
    assert_eq!((turn.at(B, "N"), turn.wrecks()), (2605, vec![2603]));
    // Into the hex where the friend was there is no fire this turn, though he has gone: an enemy who comes there is not fired at.
    let gone = Scene::new("1").alpha("A 2607 A").bravo("M 2604, N 2605");
    let turn = gone.play("A mv A A", "N mv B, M of adj", &[]);
    assert_eq!((turn.at(B, "N"), turn.rolls().len()), (2705, 0));
}
