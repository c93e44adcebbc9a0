//! The sequence of play and the plot: what may be written down, what is refused and why (4.0-6.0, 7.1, 8.4, 9.1).

use crate::common::{A, B, Played, Scene, charts, hex, side};
use hulldown_core::session::Refusal;
use hulldown_core::{Game, Salt, Voice};
use hulldown_tank::state::{Plot, Stage};
use hulldown_tank::talk::{Ask, Choice, Event};
use hulldown_tank::words::*;

/// Two tanks five hexes apart in the north meadow, face to face.
fn duel() -> Scene {
    Scene::new("0").alpha("A 2403 C").bravo("A 2906 F")
}

/// rules: tank 2.0 4.1 4.1b
#[test]
fn both_plot_at_once_and_neither_waits_for_the_other() {
    let begun = duel().begin();
    assert_eq!(begun.game().seats(), 2);
    assert_eq!((begun.asked(A).unwrap().0, begun.asked(B).unwrap().0), ("plot", "plot"));
    // Alpha is done; Bravo can still change everything, and nothing is told to anybody.
    let one = begun.plotted(A, "A df 2906").press(A, "commit");
    assert_eq!((one.asked(A), one.asked(B).unwrap().0), (None, "plot"));
    assert!(one.heard(B).is_empty());
    let mut both = one.plotted(B, "A fc").plotted(B, "A df 2403");
    // 14 against a front of 6, 13 against one of 7, both at 5 hexes.
    both.session.dice_mut().script.extend([6, 6]);
    let turn = both.press(B, "commit");
    assert_eq!(turn.rolls(), ["8.92 6 of 9", "8.91 6 of 7"]);
    assert!(turn.lost(B, "A") && turn.lost(A, "A"));
    // The turn is recorded.
    assert_eq!((turn.stage(), turn.game().turn), (Stage::Plot, 6));
}

/// rules: tank 4.0 5.0 5.0d 5.0h 8.0 8.21 8.85
#[test]
fn a_unit_has_one_task() {
    let plots = duel().begin().plotted(A, "A df 2906").plotted(A, "A mv D D");
    let plot = plots.unit(A, "A").plot;
    assert_eq!((plot.task, plot.target, plot.steps.to_string()), (Some(Task::Mv), None, "DD".into()));
    let moved = plots.plots("", "", &[]);
    assert_eq!((moved.at(A, "A"), moved.rolls().len()), (2405, 0));
    // The other way round the path is gone.
    let fired = duel().begin().plotted(A, "A mv D D").plots("A df 2906", "", &[6]);
    assert_eq!((fired.at(A, "A"), fired.rolls().len()), (2403, 1));
    // Infantry likewise: the watch around it replaces the shot.
    let squad = Scene::new("1").alpha("A 2605 A").bravo("M 2604").begin();
    let plot = squad.plotted(B, "M df 2605").plotted(B, "M of adj").unit(B, "M").plot;
    assert_eq!(plot, Plot { task: Some(Task::Of), ..Plot::default() });
}

/// rules: tank 4.1d R18
#[test]
fn plots_are_told_before_anything_is_done_but_not_those_of_hidden_units() {
    let scene = Scene::new("1").alpha("A 2403 C").bravo("AA 2906 F unspotted, BB 3025 A hidden, M 3025 hidden");
    let told = scene.play("A fc", "AA fc, BB fc D, M of adj", &[6]).heard(A);
    let plots: Vec<(Force, Option<u16>, Task)> = told
        .iter()
        .filter_map(|event| match event {
            Event::Plotted { who, plot } => Some((who.force, who.hex.map(crate::common::number), plot.task?)),
            _ => None,
        })
        .collect();
    assert_eq!(plots, [(A, Some(2403), Task::Fc), (B, Some(2906), Task::Fc)]);
    // They come before the first segment.
    assert!(matches!(told[0], Event::Sealed { .. }) && matches!(told[2], Event::Plotted { .. }));
    // A face-down unit is not named.
    assert!(
        told.iter().any(|event| matches!(event, Event::Plotted { who, .. } if who.force == B && who.known.is_none()))
    );
}

/// rules: tank 4.2
#[test]
fn a_sealed_plot_cannot_be_changed_and_is_shown_to_nobody_before_both_are_in() {
    let mut one = duel().begin().plotted(A, "A df 2906").press(A, "commit");
    assert_eq!(one.session.choose_key(A.seat(), "A"), Err(Refusal::NotYou(0)));
    assert_eq!(one.session.choose_key(A.seat(), "commit"), Err(Refusal::NotYou(0)));
    // The enemy's view has no plot in it.
    let view = one.game().view(charts(), B.seat());
    assert!(view.enemies().all(|seen| seen.plot.is_none()));
    // The seal told to both is that of the plot.
    let seal = hulldown_tank::seal(one.game(), A, Salt::default());
    let other = duel().begin().plotted(A, "A df 2906").plotted(A, "A fc");
    assert_ne!(seal, hulldown_tank::seal(other.game(), A, Salt::default()));
    one.session.dice_mut().script.extend([6]);
    let both = one.press(B, "commit");
    assert!(both.heard(B).contains(&Event::Sealed { force: A, seal }));
}

/// rules: tank 5.0b
#[test]
fn direct_fire_needs_an_enemy_in_the_hex() {
    assert!(duel().allows(A, "A df 2906"));
    assert!(!duel().allows(A, "A df 2905"));
    // An own unit there is none, and a hidden one is not there for all its enemy knows.
    assert!(!duel().alpha("B 2905 C").allows(A, "A df 2905"));
    let scene = Scene::new("1").alpha("A 2403 C").bravo("AA 2906 F hidden");
    assert!(!scene.clone().allows(A, "A df 2906"));
    assert!(
        scene
            .with(|game| (game.armies[1].units[0].hidden, game.positions[0].hidden) = (false, false))
            .allows(A, "A df 2906")
    );
}

/// rules: tank 5.0c 6.0b 8.57
#[test]
fn opportunity_fire_is_plotted_at_a_hex_vacant_or_not() {
    let plot = |target| Plot { task: Some(Task::Of), target: Some(hex(target)), ..Plot::default() };
    assert_eq!(duel().begin().plotted(A, "A of 2705").unit(A, "A").plot, plot(2705));
    assert_eq!(duel().begin().plotted(A, "A of 2906").unit(A, "A").plot, plot(2906));
    // Through an enemy.
    assert_eq!(duel().bravo("B 2604 A").begin().plotted(A, "A of 2705").unit(A, "A").plot, plot(2705));
    let direct = duel().begin().plotted(A, "A df 2906").unit(A, "A").plot;
    assert_eq!(direct, Plot { task: Some(Task::Df), target: Some(hex(2906)), ..Plot::default() });
}

/// rules: tank 6.0 4.1l 7.12
#[test]
fn without_a_plot_a_unit_does_nothing_and_may_not_turn() {
    let scene = duel().alpha("B 2303 C, C 2305 C, D 2304 C, E 2306 C");
    let turn = scene.play("B mv A, C fc, D of 2404, A df 2906", "", &[6]);
    // Who moved or was plotted to turn is asked; who fired, watched or did nothing is not.
    let mut asked = Vec::new();
    let mut at = turn.clone();
    while let Some(("facing", words)) = at.asked(A) {
        asked.push(words["Alpha: which way does ".len()..][..1].to_string());
        at = at.press(A, "face:E");
    }
    assert_eq!(asked, ["B", "C"]);
    let facings: String = ["A", "B", "C", "D", "E"].iter().map(|code| at.facing(A, code)).collect();
    assert_eq!(facings, "CEECC");
    assert_eq!(at.at(A, "E"), 2306);
}

/// rules: tank 6.0c 9.11 9.12 9.0 9.31 9.32 9.33
#[test]
fn a_path_is_written_in_hexes_or_in_vectors_and_every_point_is_counted() {
    let scene = || Scene::new("0").bravo("A 2805 A").alpha("A 2422 A").bravo("B 2622 A");
    let by_number = scene().begin().plotted(B, "A mv 2806 2906 3006").unit(B, "A").plot;
    assert_eq!(by_number, scene().begin().plotted(B, "A mv D B C").unit(B, "A").plot);
    assert_eq!((by_number.task, by_number.steps.to_string()), (Some(Task::Mv), "DBC".into()));
    // Rough ground costs two points a hex. Bravo's tanks have five, Alpha's four; neither can borrow or has saved any.
    let points = |p: &Played, force: Force, code| p.game().view(charts(), force.seat()).points(p.unit(force, code));
    let plots = scene().begin().press(A, "A mv >A >A").press(B, "B mv >A >A >A");
    assert_eq!((points(&plots, A, "A"), points(&plots, B, "B")), (4, 5));
    assert_eq!(plots.refusal(A, ">A"), Some(("9.32", "not enough Movement Points")));
    // A step says what it costs and what is left, and where it cannot be paid nothing of what is left.
    let label = |p: &Played| {
        let ask = Ask::Path(p.id(A, "A").n);
        p.game().choice_words(charts(), A.seat(), ask, Choice::Step(side('A'))).label
    };
    assert_eq!(label(&scene().begin().press(A, "A mv >A")), "A (north) to 2420, rough: 2 MP, 0 left");
    assert_eq!(label(&plots), "A (north) to 2419, clear: 1 MP");
    let next = plots.press(A, "done").press(B, "done").plots("", "", &[]).keep();
    assert_eq!((next.at(A, "A"), next.at(B, "B")), (2420, 2619));
    // Standing still for a turn saves nothing.
    let rested = scene().play("", "", &[]).press(A, "A mv >A >A");
    assert_eq!(rested.refusal(A, ">A").unwrap().0, "9.32");
}

/// rules: tank 4.1c R17
#[test]
fn only_what_is_known_to_be_impossible_is_refused() {
    // A face-down unit may yet be spotted, and one whose armor is too thick may turn.
    assert!(duel().bravo("A 2906 F unspotted").allows(A, "A df 2906"));
    let tank = Scene::new("10").alpha("A 2403 C").bravo("A 2906 F").with(|game| game.armies[0].preserved = true);
    let shot = tank.play("A df 2906", "", &[]);
    assert_eq!(shot.strengths(), [(11, 17)]);
    assert!(shot.saw(|event| matches!(event, Event::NoAttack { .. })));
    // Two of one's own may not be plotted to end in one hex; on through it is free.
    let two = Scene::new("0").alpha("A 2403 C, B 2405 C").begin().plotted(A, "A mv D").press(A, "B mv >A");
    assert_eq!(two.refusal(A, "done"), Some(("11.0", "a friendly unit ends there")));
    assert!(two.press(A, ">A").can(A, "done"));
    // A friend that changes its mind and stays has the hex: the other's plot is dropped, and its player is told.
    let stays = Scene::new("0").alpha("A 2403 C, B 2404 C").begin().plotted(A, "B mv D").plotted(A, "A mv D");
    let stays = stays.plotted(A, "B none");
    assert_eq!(stays.unit(A, "A").plot, Plot::default());
    let stays = stays.plots("", "", &[]);
    let dropped = |event: &Event| matches!(event, Event::Dropped { .. });
    assert!(stays.heard(A).iter().any(dropped) && !stays.heard(B).iter().any(dropped));
}

/// rules: tank 4.1c 8.0b 8.0h 8.31 10.21
#[test]
fn fire_needs_range_and_a_clear_line() {
    // Alpha's table ends at 35 hexes, Bravo's at 50; in open mode rows 31 and 32 are clear from end to end.
    let far = Scene::new("0").mode(Mode::Open).alpha("A 0532 C, B 0632 C").bravo("A 4031 F, B 4132 F");
    assert!(far.clone().allows(A, "A df 4031"));
    assert_eq!(far.clone().refused(A, "A df 4132"), ("8.31", "out of range"));
    assert!(far.clone().allows(B, "B df 0532"));
    assert!(far.clone().allows(A, "A of 4031") && !far.allows(A, "A of 4132"));
    // Woods 3313 lie between 3312 and 3315.
    let wood = Scene::new("0").alpha("A 3312 D").bravo("A 3315 A");
    assert_eq!(wood.clone().refused(A, "A df 3315"), ("10.21", "the line of fire is obstructed"));
    assert!(!wood.clone().allows(A, "A of 3315"));
    assert!(wood.mode(Mode::Open).allows(A, "A df 3315"));
}

/// rules: tank 7.21 7.23 7.0
#[test]
fn guns_and_turretless_vehicles_fire_into_their_fan_only() {
    // A tank hunter and a gun that face A; targets ahead, in the rows of the front hexes, and beside them.
    for (scenario, code) in [("11", "A"), ("1", "AA")] {
        let scene = Scene::new(scenario).mode(Mode::Open).bravo(&format!("{code} 2605 A"));
        for (target, allowed) in
            [(2603, true), (2503, true), (2805, false), (2804, true), (2404, true), (2405, false), (2607, false)]
        {
            let scene = scene.clone().alpha(&format!("A {target} A"));
            assert_eq!(scene.clone().allows(B, &format!("{code} df {target}")), allowed, "{code} {target}");
            assert_eq!(scene.clone().allows(B, &format!("{code} of {target}")), allowed, "{code} {target}");
            if !allowed {
                let why = scene.refused(B, &format!("{code} df {target}"));
                assert_eq!(why, ("7.21", "outside its field of fire"));
            }
        }
    }
    // A tank with a turret and infantry fire all round.
    for target in [2606, 2706, 2604, 2505] {
        let (tank, squad) = (Scene::new("0").bravo("A 2605 A"), Scene::new("1").bravo("M 2605"));
        assert!(tank.alpha(&format!("A {target} A")).allows(B, &format!("A df {target}")));
        assert!(squad.alpha(&format!("A {target} A")).allows(B, &format!("M df {target}")));
    }
}

/// rules: tank 8.41 8.0h 8.42 R61
#[test]
fn friends_mask_fire_and_enemies_and_wrecks_do_not() {
    let masked = ("8.41", "a friendly unit is in the way or plotted to be");
    // On the way, in the target hex of a watch, and beside the line.
    assert_eq!(duel().alpha("B 2604 C").refused(A, "A df 2906"), masked);
    assert_eq!(duel().alpha("B 2705 C").refused(A, "A of 2705"), masked);
    assert!(duel().alpha("B 2605 C").allows(A, "A df 2906"));
    // A friend in the firer's own rear does not matter, nor do wrecks or enemies on the line.
    let through = duel().alpha("B 2303 C").bravo("B 2604 F").wreck(2705);
    assert!(through.clone().allows(A, "A df 2906"));
    // The shot goes past the nearer one: its target is the hex plotted.
    let shot = through.play("A df 2906", "", &[6]);
    assert!(shot.lost(B, "A") && !shot.lost(B, "B"));
}

/// rules: tank 8.41b 8.43
#[test]
fn an_anti_tank_gun_fires_past_friendly_infantry() {
    let scene = Scene::new("1").alpha("A 2403 C").bravo("AA 2906 F, M 2604, BB 2204 B");
    assert!(scene.clone().allows(B, "AA df 2403") && scene.clone().allows(B, "AA of 2403"));
    assert_eq!(scene.clone().bravo("CC 2604 F").refused(B, "AA df 2403").0, "8.41");
    // Infantry that will cross the line does not matter either, but a tank has no such friends.
    let walks = scene.clone().bravo("M 2603").begin().plotted(B, "M mv D").plotted(B, "AA df 2403");
    let shot = walks.plots("", "", &[6]);
    assert_eq!(shot.rolls(), ["8.91 6 of 1"]);
    // Infantry itself is masked by infantry.
    let squads = Scene::new("1").alpha("A 2403 C").bravo("M 2504, N 2604");
    assert_eq!(squads.refused(B, "N df 2403").0, "8.41");
}

/// rules: tank 8.43 8.57b 9.37 R61
#[test]
fn fire_and_movement_of_friends_keep_out_of_each_others_way() {
    let scene = duel().alpha("B 2703 D");
    // First the move, then the fire.
    let moved = scene.clone().begin().plotted(A, "B mv D D").press(A, "A");
    assert_eq!(moved.refusal(A, "df:2906").unwrap().0, "8.41");
    // First the fire, then the move: up to the line, not onto it.
    for fire in ["A df 2906", "A of 2906"] {
        let fired = scene.clone().begin().plotted(A, fire).press(A, "B mv >D");
        assert_eq!(fired.refusal(A, ">D"), Some(("9.37", "it would come onto a friend's line of fire")));
        assert!(fired.can(A, ">C"));
    }
    // A friend on the line masks even if he is to drive away.
    let leaves = duel().alpha("B 2705 A").begin().plotted(A, "B mv A A").press(A, "A of col:29");
    assert_eq!(leaves.refusal(A, "row:6").unwrap().0, "8.41");
    // Where the line runs along a hexside only crossing it counts: 4112 to 2712, side 3811/3812.
    let along = Scene::new("0").mode(Mode::Open).alpha("A 4112 F, B 3810 D").begin().plotted(A, "A of 2712");
    let along = along.press(A, "B mv >D");
    assert_eq!(along.refusal(A, ">D").unwrap().0, "9.37");
    let across = Scene::new("0").mode(Mode::Open).alpha("A 4112 F, B 3811 D").begin().plotted(A, "B mv D");
    assert_eq!(across.press(A, "A of col:27").refusal(A, "row:12").unwrap().0, "8.41");
}

/// rules: tank 9.34b 5.0g 5.0e 5.0f 9.5 7.0 14.0
#[test]
fn each_kind_of_unit_has_its_tasks() {
    let scene = Scene::new("1").alpha("A 2403 C").bravo("AA 2906 F, M 2806");
    let gun = scene.clone().begin().press(B, "AA");
    assert_eq!(gun.refusal(B, "mv"), Some(("9.34b", "an anti-tank gun never moves")));
    assert_eq!(gun.refusal(B, "mvr"), Some(("5.0g", "only vehicles reverse")));
    assert!(gun.can(B, "fc") && gun.can(B, "of") && !gun.can(B, "of:adj"));
    let squad = scene.clone().begin().press(B, "M");
    assert_eq!(squad.refusal(B, "fc"), Some(("7.0", "infantry has no facing")));
    assert_eq!(squad.refusal(B, "mvr"), Some(("5.0g", "only vehicles reverse")));
    assert!(squad.can(B, "mv") && squad.can(B, "of:adj"));
    // Only vehicles overrun, and nobody digs in: there is no task for it.
    assert!(!squad.press(B, "mv").can(B, "over:F"));
    let tank = scene.begin().press(A, "A");
    let tasks = tank.options(A);
    assert_eq!(tasks, ["none", "df:2806", "df:2906", "of", "mv", "mvr", "fc"]);
    assert!(tank.press(A, "mv").can(A, "over:D"));
}

/// rules: tank 7.0 7.11 7.12 4.1k 9.5 9.5b
#[test]
fn turning_is_free_to_any_side_and_comes_after_everything_else() {
    // A gun turns right round; a tank that has spent all its points turns too.
    let scene = Scene::new("1").alpha("A 2403 C").bravo("AA 2906 F");
    let turn = scene.play("A mv D D D", "AA fc", &[]);
    assert_eq!((turn.facing(A, "A"), turn.facing(B, "AA"), turn.at(A, "A")), ('D', 'F', 2406));
    assert_eq!((turn.asked(A).unwrap().0, turn.asked(B).unwrap().0), ("facing", "facing"));
    let sides: Vec<String> = turn.options(A);
    assert_eq!(sides, ["face:A", "face:B", "face:C", "face:D", "face:E", "face:F", "keep-rest"]);
    let turned = turn.press(A, "face:A").press(B, "face:C");
    assert_eq!((turned.facing(A, "A"), turned.facing(B, "AA")), ('A', 'C'));
    assert_eq!(turned.stage(), Stage::Plot);
    let turns: Vec<Event> = turned.heard(A).into_iter().filter(|w| matches!(w, Event::Turns { .. })).collect();
    assert!(matches!(turns[..], [Event::Turns { facing, .. }, Event::Turns { .. }] if facing == Some(side('A'))));
}

/// rules: tank 4.1k R59 7.12 12.24
#[test]
fn who_moved_or_was_to_turn_may_turn_and_nobody_else() {
    // What each was plotted to do, and whether its player is asked which way it faces now.
    let asked = |scene: Scene, plot: &str, dice: &[u8]| {
        let turn = scene.play(plot, "", dice);
        turn.asked(A).is_some_and(|(kind, _)| kind == "facing")
    };
    let scene = || Scene::new("2").alpha("A 2602 D").bravo("M 2604, N 3025 hidden");
    for (plot, dice, turns) in [
        ("A fc", &[][..], true),
        ("A mv B", &[], true),
        ("A mvr A", &[], true),
        ("A ov D D D", &[], true),
        // Stopped by the squad after a hex, and before the first.
        ("A mv D D D", &[], true),
        ("A of 2603", &[], false),
        ("A df 2604", &[6], false),
        ("", &[], false),
    ] {
        assert_eq!(asked(scene(), plot, dice), turns, "{plot}");
    }
    let stopped = Scene::new("2").alpha("A 2603 D").bravo("M 2604, N 3025 hidden");
    assert!(asked(stopped, "A mv D", &[]));
    // In panic: one that ran may turn; one that could not run, or was to turn, may not. Alpha draws 2, 0 and 1, Bravo 9.
    let panic = [3, 1, 1, 10];
    assert!(asked(scene().panic(), "A mv D", &[&panic[..], &[2, 1]].concat()));
    assert!(!asked(scene().panic(), "A fc", &panic));
    let corner = Scene::new("2").alpha("A 0101 D").bravo("N 3025 hidden").panic();
    assert!(!asked(corner, "A mv D", &[&panic[..], &[1, 1]].concat()));
}

/// rules: tank 4.1e 4.1g 4.1f
#[test]
fn the_segments_follow_each_other() {
    // Panic (chit 3 for Alpha: the tank in 2403), facing, spotting, Direct Fire, movement, facing at the end.
    let scene = Scene::new("0").alpha("A 2403 A, B 2806 A, C 3406 A").bravo("A 2906 F, B 2303 F unspotted").panic();
    let turn = scene.play("A mv D, B mv A A, C mv D", "A df 2806, B df 2403", &[4, 1, 1, 1, 1, 4, 2, 6, 6]);
    let order: Vec<&str> = turn
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::Plotted { .. } => Some("plots"),
            Event::Chit { .. } => Some("chits"),
            Event::Panics { .. } => Some("panic"),
            Event::Spotted { .. } => Some("spotting"),
            Event::Fires { .. } => Some("fire"),
            Event::Moves { .. } => Some("movement"),
            _ => None,
        })
        .fold(Vec::new(), |mut seen, word| {
            if seen.last() != Some(&word) {
                seen.push(word);
            }
            seen
        });
    assert_eq!(order, ["plots", "chits", "panic", "spotting", "fire", "movement"]);
    assert_eq!((turn.stage(), turn.asked(A).unwrap().0), (Stage::Face, "facing"));
}

/// rules: tank 7.31 7.0b
#[test]
fn facing_means_nothing_to_infantry() {
    // From ahead, beside and behind the gun and the squad are as hard to hit, and the squad fires any way.
    for facing in ["A", "C", "D"] {
        let scene = Scene::new("1").alpha("A 2403 C").bravo(&format!("AA 2604 {facing}, M 2504 {facing}"));
        let shot = scene.clone().play("A df 2604", "M df 2403", &[6, 6]);
        assert_eq!(shot.strengths(), [(10, 1), (0, 0)], "{facing}");
        assert_eq!(scene.play("A df 2504", "", &[6]).strengths(), [(10, 1)], "{facing}");
    }
}
