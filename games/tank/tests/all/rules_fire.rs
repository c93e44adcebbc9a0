//! Direct Fire: strength against strength, range, aspect, movement of the target, and when it dies (8.0-8.9).

use crate::common::{A, B, Played, Scene, charts, ground, hex, side};
use hulldown_core::hex::Aspect;
use hulldown_tank::fire::{FireMap, FireTarget, Gun};
use hulldown_tank::state::Stage;
use hulldown_tank::talk::Event;
use hulldown_tank::words::*;

/// A shot that was worked out: strength, defence, range, highest roll that destroys, what is added.
fn worked(played: &Played) -> Vec<(i16, i16, u16, Option<u8>, u8)> {
    played.sums().iter().map(|s| (s.strength, s.defence, s.range, s.kill, s.plus)).collect()
}

/// A shot says whom it is at: to his owner and to who fires by his letters.
#[test]
fn a_shot_names_its_target() {
    let turn = Scene::new("0").alpha("A 2602 D, B 2702 D").bravo("A 2605 A").play("", "A df 2702", &[6]);
    for force in [A, B] {
        let says = "Bravo A (M4/76) in 2605 fires at Alpha B (Pz IV h) in 2702: ";
        assert!(turn.hears(force).iter().any(|line| line.contains(says)), "{:?}", turn.hears(force));
    }
}

/// rules: tank 8.0f 8.0g 8.7 7.32 8.3
#[test]
fn the_side_a_vehicle_shows_decides_its_strength() {
    // A Sherman in 2604 that faces A, and a Pz IV two hexes off, all round it: front 6, side 3, rear 2.
    for (from, aspect, defence, kill) in [
        (2602, Aspect::Front, 6, 9),
        (2703, Aspect::Front, 6, 9),
        (2803, Aspect::Side, 3, 10),
        (2804, Aspect::Side, 3, 10),
        (2805, Aspect::Side, 3, 10),
        (2706, Aspect::Rear, 2, 10),
        (2606, Aspect::Rear, 2, 10),
        (2405, Aspect::Side, 3, 10),
    ] {
        let shot = Scene::new("0").alpha(&format!("A {from} A")).bravo("A 2604 A").play("A df 2604", "", &[6]);
        assert_eq!((shot.sums()[0].aspect, shot.sums()[0].table), (Some(aspect), Some(CrtId::T892)), "{from}");
        assert_eq!(worked(&shot), [(14, defence, 2, Some(kill), 0)], "{from}");
        assert!(shot.lost(B, "A"), "{from}");
    }
    // Next to each other the range is 1.
    let near = Scene::new("0").alpha("A 2603 A").bravo("A 2604 A").play("A df 2604", "", &[6]);
    assert_eq!(worked(&near), [(14, 6, 1, Some(9), 0)]);
}

/// rules: tank 8.9c R1
#[test]
fn the_adjusted_roll_must_lie_within_the_span_and_nothing_else_counts() {
    // A T34/76 at a Pz III in a wreck's hex: 7 against 5 + 2 at 6 hexes, a dot: even a 1 does nothing.
    let scene = Scene::new("6").alpha("A 2801 D").bravo("A 2807 A");
    let dot = scene.clone().wreck(2807).play("A df 2807", "", &[1]);
    assert_eq!((dot.rolls(), dot.lost(B, "A")), (vec!["8.92 1 of 0".into()], false));
    // Without the wreck 1 and 2 destroy, 3 does not.
    for (die, dies) in [(2, true), (3, false)] {
        let shot = scene.clone().play("A df 2807", "", &[die]);
        assert_eq!((shot.rolls(), shot.lost(B, "A")), (vec![format!("8.92 {die} of 2")], dies));
    }
    // Beyond six only movement leads: a 6 with two added is still within 8.
    let moving = Scene::new("0").alpha("A 2801 D").bravo("A 2807 A").play("A df 2807", "A mv A A A A", &[6]);
    assert_eq!((moving.rolls(), moving.lost(B, "A")), (vec!["8.92 6+2 of 8".into()], true));
}

/// rules: tank 8.1
#[test]
fn ammunition_follows_the_target() {
    let tank = Scene::new("0").alpha("A 2403 C").bravo("A 2504 A").play("A df 2504", "", &[6]);
    assert_eq!(worked(&tank), [(14, 3, 1, Some(10), 0)]);
    for soft in ["AA 2504 A", "M 2504"] {
        let soft = Scene::new("1").alpha("A 2403 C").bravo(soft).play("A df 2504", "", &[6]);
        assert_eq!(worked(&soft), [(10, 1, 1, Some(10), 0)]);
    }
    // A gun has AP only.
    let gun = Scene::new("1").alpha("A 2403 A").bravo("AA 2504 F").play("", "AA df 2403", &[6]);
    assert_eq!(worked(&gun), [(7, 3, 1, Some(5), 0)]);
}

/// rules: tank 8.22 R58 R25 8.23
#[test]
fn shots_at_one_vehicle_are_attacks_of_their_own() {
    // Two Shermans at one Pz IV in a wreck's hex: 13 against 9 at six hexes, against 5 at two.
    let scene = Scene::new("0").alpha("A 2807 A").bravo("A 2801 D, B 3007 E").wreck(2807);
    let shots = scene.clone().play("", "B df 2807, A df 2807", &[5, 6]);
    assert_eq!(worked(&shots), [(13, 9, 6, Some(4), 0), (13, 5, 2, Some(9), 0)]);
    assert_eq!(shots.rolls(), ["8.91 5 of 4", "8.91 6 of 9"]);
    assert!(shots.lost(A, "A"));
}

/// rules: tank R25
#[test]
fn alpha_rolls_first_then_by_target_hex_then_by_code() {
    let scene = Scene::new("0").alpha("A 2403 C, B 2404 B, C 2405 C").bravo("A 2803 F, B 2804 F, C 2805 F");
    let turn = scene.play("B df 2803, A df 2804, C df 2804", "C df 2403, B df 2404, A df 2405", &[6, 6, 6, 6, 6]);
    let order: Vec<(Force, String, u16)> = turn
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::Fires { who, at, .. } | Event::AlreadyHit { who, at, .. } => {
                Some((who.force, who.known.unwrap().0.to_string(), crate::common::number(*at)))
            }
            _ => None,
        })
        .collect();
    let a = |code: &str, at| (A, code.to_string(), at);
    let b = |code: &str, at| (B, code.to_string(), at);
    assert_eq!(order, [a("B", 2803), a("A", 2804), a("C", 2804), b("C", 2403), b("B", 2404), b("A", 2405)]);
}

/// rules: tank R26
#[test]
fn a_shot_at_one_who_is_already_hit_is_spent_without_a_die() {
    let scene = Scene::new("0").alpha("A 2403 C, B 2404 C").bravo("A 2504 F");
    let shots = scene.play("A df 2504, B df 2504", "", &[1]);
    assert_eq!(shots.rolls(), ["8.92 1 of 9"]);
    assert!(shots.saw(|event| matches!(event, Event::AlreadyHit { at, .. } if *at == hex(2504))));
    assert_eq!(shots.game().armies[1].losses, 1);
    // From a hidden position it betrays like any shot: AA destroys, BB's shot is spent, and each risks its own die.
    let scene = Scene::new("1").alpha("A 2804 C").bravo("AA 2801 D hidden, BB 2808 A hidden");
    let shots = scene.play("", "AA df 2804, BB df 2804", &[1, 4, 4]);
    assert_eq!(shots.rolls(), ["8.91 1 of 5", "14.2 4 of 3", "14.2 4 of 3"]);
}

/// rules: tank 8.22b 8.22c 8.3b R29
#[test]
fn high_explosive_is_combined_against_each_soft_unit() {
    // Two tanks, one 22 hexes away, at a gun and a squad in an Improved Position: 20 against 12 at 22 hexes, a die each.
    let scene = Scene::new("1").mode(Mode::Open).alpha("A 0531 C, B 2733 A").bravo("AA 2731 A, M 2731").position(2731);
    let shots = scene.clone().play("A df 2731, B df 2731", "", &[6, 5]);
    assert_eq!(worked(&shots), [(20, 12, 22, Some(5), 0); 2]);
    assert_eq!(shots.rolls(), ["8.91 6 of 5", "8.91 5 of 5"]);
    assert!(!shots.lost(B, "AA") && shots.lost(B, "M"));
    // The near one alone is too weak: no die.
    let one = scene.play("B df 2731", "", &[]);
    assert_eq!(worked(&one), [(10, 12, 2, None, 0); 2]);
}

/// rules: tank R24 8.22c
#[test]
fn only_what_is_spotted_in_the_hex_is_fired_at() {
    // At 22 hexes nobody finds the squad in its Improved Position, so only the gun is fired at.
    let scene = Scene::new("1").mode(Mode::Open).alpha("A 0531 C, B 0631 C");
    let scene = scene.bravo("AA 2731 A, M 2731 unspotted").position(2731);
    let shots = scene.play("A df 2731, B df 2731", "", &[5]);
    assert_eq!(shots.rolls(), ["8.91 5 of 5"]);
    assert!(shots.lost(B, "AA") && !shots.lost(B, "M"));
}

/// rules: tank 8.31b R28 15.11
#[test]
fn range_and_preservation_halve_the_strength_one_after_the_other() {
    // A T62 with AP 21 and an Effective Range of 30.
    let scene = |from: u16| Scene::new("10").mode(Mode::Open).alpha(&format!("A {from:04} C")).bravo("A 3631 E");
    assert_eq!(worked(&scene(632).play("A df 3631", "", &[6]))[..], [(21, 17, 30, Some(0), 0)]);
    let beyond = scene(532).play("A df 3631", "", &[]);
    assert_eq!(worked(&beyond), [(11, 17, 31, None, 0)]);
    let broken = |from| scene(from).with(|game| game.armies[0].preserved = true).play("A df 3631", "", &[]);
    assert_eq!(worked(&broken(632)), [(11, 17, 30, None, 0)]);
    assert_eq!(worked(&broken(532)), [(6, 17, 31, None, 0)]);
    // HE likewise, each firer for itself: 5 + 5.
    let he = Scene::new("1").alpha("A 2403 C, B 2404 C").bravo("M 2504").with(|game| game.armies[0].preserved = true);
    assert_eq!(worked(&he.play("A df 2504, B df 2504", "", &[6])), [(10, 1, 1, Some(10), 0)]);
}

/// rules: tank R4 8.91 8.92 8.93
#[test]
fn the_table_goes_by_fire_control_and_the_printed_panic_level() {
    let table = |scenario: &str, fire: &str, force: Force| {
        let scene = Scene::new(scenario).alpha("A 2403 C").bravo("A 2504 F");
        let (alpha, bravo) = if force == A { (fire, "") } else { ("", fire) };
        scene.play(alpha, bravo, &[6]).sums()[0].table
    };
    assert_eq!(table("0", "A df 2504", A), Some(CrtId::T892));
    assert_eq!(table("0", "A df 2403", B), Some(CrtId::T891));
    assert_eq!(table("13", "A df 2504", A), Some(CrtId::T892));
    assert_eq!(table("13", "A df 2403", B), Some(CrtId::T893));
    assert_eq!(table("10", "A df 2403", B), Some(CrtId::T893));
    // It is the printed level that counts: panic need not be on, and neither losses nor Preservation change it.
    let scene =
        Scene::new("7").alpha("A 2403 C").bravo("A 2504 F").lost(A, 7).with(|game| game.armies[0].preserved = true);
    assert_eq!(scene.play("A df 2504", "", &[6]).sums()[0].table, Some(CrtId::T892));
}

/// rules: tank 8.71 8.71b 8.71c
#[test]
fn a_moving_target_is_harder_to_hit() {
    // A T34/85 has eight points; its front is 11, the gun's AP 14, at four hexes.
    let scene = Scene::new("2").mode(Mode::Open).alpha("A 2006 B").bravo("AA 2405 F");
    for (steps, plus) in [(1, 0), (2, 1), (3, 1), (4, 2), (6, 3), (7, 3), (8, 4)] {
        let path: String = ["B", "C"].iter().cycle().take(steps).map(|step| format!(" {step}")).collect();
        let shot = scene.clone().play(&format!("A mv{path}"), "AA df 2006", &[1]);
        assert_eq!(worked(&shot), [(14, 11, 4, Some(4), plus)], "{steps}");
        assert_eq!(shot.lost(A, "A"), plus < 4, "{steps}");
    }
    // Turning, watching or doing nothing adds nothing.
    for plot in ["A fc", "A of 2007", ""] {
        let shot = scene.clone().play(plot, "AA df 2006", &[4]);
        assert_eq!((shot.rolls(), shot.lost(A, "A")), (vec!["8.91 4 of 4".into()], true), "{plot}");
    }
    // The points plotted count though only one is spent so far and an enemy will stop it after two.
    let scene = Scene::new("0").alpha("A 2402 D").bravo("A 2405 A, B 2603 F");
    let scene = scene.with(|game| game.armies[1].preserved = true);
    let shot = scene.play("A mv D D D D", "B of 2403", &[6]);
    assert_eq!(shot.rolls(), ["8.91 6+2 of 5"]);
    assert_eq!(shot.at(A, "A"), 2404);
}

/// rules: tank 4.1h 4.1i 8.61b
#[test]
fn those_who_fire_at_each_other_may_both_die() {
    let scene = Scene::new("0").alpha("A 2403 C").bravo("A 2504 F, B 2906 F");
    let turn = scene.play("A df 2504", "A df 2403", &[1, 1]);
    assert_eq!(turn.rolls(), ["8.92 1 of 9", "8.91 1 of 7"]);
    assert!(turn.lost(A, "A") && turn.lost(B, "A"));
    assert_eq!(turn.wrecks(), [2403, 2504]);
    // The hit was noted first and took effect at the end of the segment.
    let facts: Vec<&str> = turn
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::HitLater { when: When::AfterDirect, .. } => Some("noted"),
            Event::Destroyed { .. } => Some("destroyed"),
            Event::Fires { .. } => Some("fires"),
            _ => None,
        })
        .collect();
    assert_eq!(facts, ["fires", "noted", "fires", "noted", "destroyed", "destroyed"]);
}

/// rules: tank 4.3 8.61 8.62
#[test]
fn who_is_hit_before_he_moves_does_not_move() {
    let scene = Scene::new("0").alpha("A 2403 C").bravo("A 2906 F");
    let turn = scene.play("A df 2906", "A mv D D", &[1]);
    assert!(turn.lost(B, "A") && turn.moves().is_empty());
    assert_eq!((turn.wrecks(), turn.stage()), (vec![2906], Stage::Plot));
    assert!(!turn.saw(|event| matches!(event, Event::HitLater { .. })));
}

/// rules: tank 8.61c 8.58
#[test]
fn who_watches_is_wrecked_after_he_has_had_his_chance() {
    // Alpha A watches its front and is hit; Bravo B drives onto the line and is shot all the same.
    let scene = Scene::new("0").alpha("A 2403 C").bravo("A 2406 A, B 2603 D");
    let turn = scene.play("A of 2705", "A df 2403, B mv D D", &[1, 1]);
    assert_eq!(turn.rolls(), ["8.91 1 of 10", "8.92 1+1 of 10"]);
    assert!(turn.lost(A, "A") && turn.lost(B, "B"));
    assert_eq!(turn.wrecks(), [2403, 2604]);
    let later = |event: &Event| matches!(event, Event::HitLater { when: When::AfterMove, .. });
    let gone = turn.events().iter().position(|w| matches!(w, Event::Destroyed { who, .. } if who.force == A)).unwrap();
    assert!(turn.saw(later) && turn.events()[..gone].iter().any(|w| matches!(w, Event::Moves { .. })));
}

/// rules: tank 8.61e 8.61
#[test]
fn who_turns_or_does_nothing_dies_at_once() {
    for plot in ["A fc", ""] {
        let turn = Scene::new("0").alpha("A 2403 C").bravo("A 2906 F").play("A df 2906", plot, &[1]);
        assert!(turn.lost(B, "A") && turn.asked(B).is_none_or(|asked| asked.0 != "facing"), "{plot}");
        assert!(!turn.saw(|event| matches!(event, Event::HitLater { .. })));
    }
    // One in panic likewise, though he was to fire.
    let scene = Scene::new("0").alpha("A 2403 C").bravo("A 2906 F").panic();
    let turn = scene.play("A df 2906", "A df 2403", &[1, 1, 1, 2, 7, 1]);
    assert_eq!(turn.rolls()[5..], ["8.92 1 of 9"]);
    assert!(turn.lost(B, "A") && !turn.saw(|what| matches!(what, Event::HitLater { .. })));
}

/// rules: tank 8.62 8.63
#[test]
fn vehicles_leave_wrecks_and_soft_units_nothing() {
    let turn = Scene::new("1").alpha("A 2403 C").bravo("M 2504, AA 2504 F").play("A df 2504", "", &[1, 1]);
    assert!(turn.lost(B, "M") && turn.lost(B, "AA") && turn.wrecks().is_empty());
    // A wreck stays, and a second in the same hex changes nothing.
    let turn = Scene::new("0").alpha("A 2403 C").bravo("A 2504 F").wreck(2504).wreck(2906).play("A df 2504", "", &[1]);
    assert_eq!(turn.wrecks(), [2504, 2906]);
    assert_eq!(turn.plots("", "", &[1, 1, 1, 1, 1]).wrecks(), [2504, 2906]);
}

/// rules: tank 8.8 8.81 8.81b 8.83 R41
#[test]
fn infantry_has_a_table_of_its_own_and_nothing_else_counts() {
    // Standing at 1, 2 and 3 hexes, then moving; whatever armor it shows, terrain, wrecks and Preservation.
    for (tank, need) in [(2603, 3), (2602, 2), (2601, 1)] {
        for facing in ["A", "D"] {
            let scene = Scene::new("1").alpha(&format!("A {tank} {facing}")).bravo("M 2604").wreck(tank);
            let scene = scene.with(|game| game.armies[1].preserved = true);
            let shot = scene.play("", &format!("M df {tank}"), &[need + 1]);
            assert_eq!(shot.rolls(), [format!("8.81 {} of {need}", need + 1)]);
            assert!(!shot.lost(A, "A"));
        }
    }
    for (tank, need) in [(2603, 1), (2602, 1), (2601, 0)] {
        let scene = Scene::new("1").alpha(&format!("A {tank} A")).bravo("M 2604");
        let shot = scene.play("A mv B C B", &format!("M df {tank}"), &[1]);
        assert_eq!(shot.rolls(), [format!("8.81 1 of {need}")]);
        assert_eq!(shot.lost(A, "A"), need == 1);
    }
    // In the woods of 2502 it is as easily hit; but a line through them is no line.
    let woods = Scene::new("1").alpha("A 2502 A").bravo("M 2503").play("", "M df 2502", &[3]);
    assert_eq!((woods.rolls(), woods.lost(A, "A")), (vec!["8.81 3 of 3".into()], true));
    assert_eq!(Scene::new("1").alpha("A 2501 A").bravo("M 2503").refused(B, "M df 2501").0, "10.21");
}

/// rules: tank 8.82 8.8
#[test]
fn infantry_fires_three_hexes_far_and_at_vehicles_only() {
    let scene = |tank| Scene::new("1").alpha(&format!("A {tank} A")).bravo("M 2605");
    assert!(scene(2602).allows(B, "M df 2602"));
    assert_eq!(scene(2601).refused(B, "M df 2601"), ("8.82", "beyond the range of infantry"));
    assert!(scene(2602).allows(B, "M of 2602") && !scene(2602).allows(B, "M of 2601"));
}

/// rules: tank R42 8.8
#[test]
fn soft_units_and_cruisers_cannot_hurt_the_soft() {
    let mode = Mode::Open;
    let field = FireMap { charts: charts(), ground: ground(), sight: ground().sight(mode), mode };
    let squad = Weapon::from_id("infantry").unwrap();
    let mark = FireTarget {
        weapon: squad,
        hex: hex(2604),
        facing: side('A'),
        points: 0,
        moves: false,
        wreck: false,
        improved: false,
    };
    for (weapon, kill) in [("c2", None), ("c3", None), ("at88", None), ("infantry", None), ("m4", Some(10))] {
        let gun = Gun { weapon: Weapon::from_id(weapon).unwrap(), from: hex(2605), panic: 1, preserved: false };
        assert_eq!(field.shot(&gun, &mark).kill, kill, "{weapon}");
    }
}

/// rules: tank 13.0 8.0e
#[test]
fn an_unspotted_target_is_not_fired_at() {
    // In its Improved Position 12 hexes away the gun is seen on a 1 only.
    let scene = Scene::new("1").mode(Mode::Open).alpha("A 1531 B");
    let scene = scene.bravo("AA 2731 A unspotted").position(2731);
    let turn = scene.play("A df 2731", "", &[2]);
    assert_eq!(turn.rolls(), ["13.5 2 of 1"]);
    assert!(turn.saw(|event| matches!(event, Event::Aborted { at, .. } if *at == hex(2731))));
    assert!(!turn.game().armies[1].fired_on && turn.game().last_fire == 0);
}
