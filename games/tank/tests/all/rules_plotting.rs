//! The sequence of play and the plot: what may be written down, what is refused and why (4.0-6.0, 7.1, 8.4, 9.1).

use crate::common::{A, B, Played, Scene, charts, hex, side};
use hulldown_core::hex::HexId;
use hulldown_core::session::Refusal;
use hulldown_core::{Game, Salt, Voice};
use hulldown_tank::state::{Place, Plot, Stage};
use hulldown_tank::talk::{Ask, Choice, What};
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
        .filter_map(|what| match what {
            What::Plotted { who, plot } => Some((who.force, who.hex.map(crate::common::number), plot.task?)),
            _ => None,
        })
        .collect();
    assert_eq!(plots, [(A, Some(2403), Task::Fc), (B, Some(2906), Task::Fc)]);
    // They come before the first segment.
    assert!(matches!(told[0], What::Sealed { .. }) && matches!(told[2], What::Plotted { .. }));
    // A face-down unit is not named.
    assert!(told.iter().any(|what| matches!(what, What::Plotted { who, .. } if who.force == B && who.known.is_none())));
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
    assert!(both.heard(B).contains(&What::Sealed { force: A, seal }));
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
        scene.with(|g| (g.armies[1].units[0].hidden, g.positions[0].hidden) = (false, false)).allows(A, "A df 2906")
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
    assert_eq!(label(&scene().begin().press(A, "A mv >A")), "A to 2420: 2 MP, 0 left");
    assert_eq!(label(&plots), "A to 2419: 1 MP");
    let next = plots.press(A, "done").press(B, "done").plots("", "", &[]).keep();
    assert_eq!((next.at(A, "A"), next.at(B, "B")), (2420, 2619));
    // Standing still for a turn saves nothing.
    let rested = scene().play("", "", &[]).press(A, "A mv >A >A");
    assert_eq!(rested.refusal(A, ">A").unwrap().0, "9.32");
}

/// rules: tank 4.1c R17
#[test]
fn only_what_is_known_to_be_impossible_is_refused() {
    // A face-down unit may yet be spotted, and one whose armour is too thick may turn.
    assert!(duel().bravo("A 2906 F unspotted").allows(A, "A df 2906"));
    let tank = Scene::new("10").alpha("A 2403 C").bravo("A 2906 F").with(|g| g.armies[0].preserved = true);
    let shot = tank.play("A df 2906", "", &[]);
    assert_eq!(shot.strengths(), [(11, 17)]);
    assert!(shot.saw(|what| matches!(what, What::NoAttack { .. })));
    // Two of one's own may not be plotted to end in one hex; on through it is free.
    let two = Scene::new("0").alpha("A 2403 C, B 2405 C").begin().plotted(A, "A mv D").press(A, "B mv >A");
    assert_eq!(two.refusal(A, "done"), Some(("11.0", "a friendly unit ends there")));
    assert!(two.press(A, ">A").can(A, "done"));
    // A friend that changes its mind and stays has the hex: the other's plot is dropped, and its player is told.
    let stays = Scene::new("0").alpha("A 2403 C, B 2404 C").begin().plotted(A, "B mv D").plotted(A, "A mv D");
    let stays = stays.plotted(A, "B none");
    assert_eq!(stays.unit(A, "A").plot, Plot::default());
    let stays = stays.plots("", "", &[]);
    let dropped = |what: &What| matches!(what, What::Dropped { .. });
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
    let turns: Vec<What> = turned.heard(A).into_iter().filter(|w| matches!(w, What::Turns { .. })).collect();
    assert!(matches!(turns[..], [What::Turns { facing, .. }, What::Turns { .. }] if facing == Some(side('A'))));
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
        .whats()
        .iter()
        .filter_map(|what| match what {
            What::Plotted { .. } => Some("plots"),
            What::Chit { .. } => Some("chits"),
            What::Panics { .. } => Some("panic"),
            What::Spotted { .. } => Some("spotting"),
            What::Fires { .. } => Some("fire"),
            What::Moves { .. } => Some("movement"),
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

/// What a line comes to, said whole.
fn said(played: &Played, force: Force, line: &str) -> Result<Played, String> {
    let choices = played.game().spoken(charts(), force.seat(), Ask::Plot, line).unwrap()?;
    let mut played = played.clone();
    for choice in choices {
        played.session.choose(force.seat(), choice).map_err(|refusal| refusal.to_string())?;
    }
    Ok(played)
}

fn ends_at(played: &Played, force: Force, code: &str) -> u16 {
    let id = played.id(force, code);
    let view = played.game().view(charts(), force.seat());
    let unit = view.own(id).unwrap();
    view.path(unit).last().or(unit.hex()).map_or(0, crate::common::number)
}

/// rules: tank 11.0 9.0
#[test]
fn friends_make_room_for_each_other_in_one_line() {
    let begun = Scene::new("0").alpha("A 2603 A, B 2604 A, C 2605 A").bravo("A 5020 F").nobody_else().begin();
    let ends = |played: &Played| ["A", "B", "C"].map(|code| ends_at(played, A, code));
    // One goes where another leaves, in whatever order it is said.
    for line in ["B mv 2603, A mv 2602", "A mv 2602, B mv 2603"] {
        assert_eq!(ends(&said(&begun, A, line).unwrap()), [2602, 2603, 2605], "{line}");
    }
    assert_eq!(ends(&said(&begun, A, "C mv 2604, B mv 2603, A mv 2602").unwrap()), [2602, 2603, 2604]);
    // Two change places, and three go round, though unit by unit nobody could begin.
    assert_eq!(ends(&said(&begun, A, "A mv 2604, B mv 2603").unwrap()), [2604, 2603, 2605]);
    let round = said(&begun, A, "A mv 2604, B mv 2605, C mv 2603").unwrap();
    assert_eq!(ends(&round), [2604, 2605, 2603]);
    // Who stays where he is keeps his hex.
    assert!(said(&begun, A, "A mv 2604").err().unwrap().contains("friendly units end in 2604 (11.0)"));
    assert!(said(&begun, A, "A mv 2604, B fc").err().unwrap().contains("friendly units end in 2604 (11.0)"));
    // The swap is carried out as it was said.
    let swap = said(&begun, A, "A mv 2604, B mv 2603").unwrap().plots("", "", &[]);
    assert_eq!((swap.at(A, "A"), swap.at(A, "B")), (2604, 2603));
}

/// rules: tank 9.37
#[test]
fn a_way_goes_round_the_lines_that_friends_fire_along() {
    // The longest line one tank can watch, and another two hexes beside its middle.
    let alone = Scene::new("0").alpha("A 2403 C").bravo("A 5020 F");
    let game = alone.clone().nobody_else().begin();
    let view = game.game().view(charts(), A.seat());
    let (ground, unit) = (view.ground(), game.unit(A, "A"));
    let a = unit.hex().unwrap();
    let near = |hex: &HexId| (6..=9).contains(&ground.range(a, *hex)) && view.against_fire(unit, *hex).is_none();
    let end =
        ground.grid().ids().filter(|hex| near(hex) && view.sees(unit, *hex)).max_by_key(|hex| ground.range(a, *hex));
    let watch = format!("A of {}", ground.name(end.unwrap()));
    let line = |played: &Played| played.game().view(charts(), A.seat()).line(played.unit(A, "A")).unwrap();
    let passed = line(&game.clone().plotted(A, &watch));
    let beside = |hex: &HexId| {
        let on_line = |n: u16| ground.grid().ids().any(|on| passed.passes(on) && ground.range(on, *hex) == n);
        ground.range(a, *hex) == 4 && on_line(2) && !on_line(1) && !passed.passes(*hex)
    };
    let b = ground.grid().ids().find(beside).unwrap();
    let begun = alone.alpha(&format!("B {} A", ground.name(b))).nobody_else().begin();
    let watching = begun.plotted(A, &watch);
    let line = line(&watching);
    let (mut round, mut barred) = (0, 0);
    for to in ground.grid().ids().filter(|to| ![a, b].contains(to) && ground.range(b, *to) <= 4) {
        match said(&watching, A, &format!("B mv {}", ground.name(to))) {
            Ok(plotted) => {
                let view = plotted.game().view(charts(), A.seat());
                let way: Vec<_> = view.path(plotted.unit(A, "B")).collect();
                assert!(way.last() == Some(&to) && way.iter().all(|hex| !line.passes(*hex)), "{}", ground.name(to));
                round += 1;
            }
            Err(why) if why.contains("line of fire (9.37)") => {
                barred += 1;
            }
            Err(why) => assert!(line.passes(to) || why.contains("out of reach") || why.contains("friend"), "{why}"),
        }
    }
    assert!(round > 5 && barred > 0, "{round} {barred}");
}

/// rules: tank 11.0 10.11
#[test]
fn a_third_squad_hears_why_it_cannot_go_where_two_are() {
    let begun = Scene::new("1").alpha("A 0101 C").bravo("M 2612, N 2612, O 2613").nobody_else().begin();
    // Step by step its way is given up, and the reason told to its owner alone.
    let asked = begun.clone().press(B, "O mv");
    let label =
        asked.game().choice_words(charts(), B.seat(), Ask::Path(asked.id(B, "O").n), Choice::Step(side('A'))).label;
    assert!(label.contains("friendly units end there"), "{label}");
    let stuck = asked.press(B, ">A");
    assert_eq!((stuck.unit(B, "O").plot, stuck.asked(B).unwrap().0), (Plot::default(), "plot"));
    let told = stuck.plots("", "", &[]);
    assert!(told.heard(B).iter().any(|what| matches!(what, What::Dropped { .. })), "{:?}", told.log());
    assert!(!told.heard(A).iter().any(|what| matches!(what, What::Dropped { .. })));
    // Said in one line it is refused with the reason.
    assert_eq!(said(&begun, B, "O mv A").err().unwrap(), "O: friendly units end in 2612 (11.0)");
    // With one of them going elsewhere there is room, in either order.
    for line in ["O mv A, N mv A", "N mv A, O mv A"] {
        assert_eq!(ends_at(&said(&begun, B, line).unwrap(), B, "O"), 2612, "{line}");
    }
    // A way that is given up by choice needs no reason.
    let dropped = begun.press(B, "N mv >A drop").plots("", "", &[]);
    assert!(!dropped.heard(B).iter().any(|what| matches!(what, What::Dropped { .. })));
}

/// rules: tank 6.0
#[test]
fn a_line_is_understood_whole_or_not_at_all() {
    let begun = Scene::new("0").alpha("A 2603 A, B 2604 A").bravo("A 5020 F").nobody_else().begin().press(A, "A mv");
    let ask = Ask::Path(begun.id(A, "A").n);
    let said = |line: &str| begun.game().spoken(charts(), A.seat(), ask, line);
    assert!(matches!(said("A A"), Some(Ok(steps)) if steps.len() == 2));
    // Found by fuzzing: nothing at all was taken for a way, and what came after a comma was dropped without a word.
    for line in ["", " ", ", ;", ";", ","] {
        assert!(!matches!(said(line), Some(Ok(_))), "`{line}`");
    }
    assert!(!matches!(said("F F, B fc"), Some(Ok(_))));
}

/// rules: tank 4.1c 9.32 9.37 9.6
#[test]
fn who_cannot_take_a_first_step_is_told_why() {
    // In the middle of a wood every hex costs three points, and in reverse a Pz IV has two.
    let ground = crate::common::ground();
    let deep = |hex: &HexId| {
        let around: Vec<_> = hulldown_core::hex::Side::ALL.iter().filter_map(|side| ground.next(*hex, *side)).collect();
        around.len() == 6 && around.iter().all(|hex| ground.terrain(*hex) == Terrain::Woods)
    };
    let wood = ground.grid().ids().find(deep).unwrap();
    let tank = Scene::new("0").alpha(&format!("A {} A", ground.name(wood))).begin().press(A, "A");
    assert_eq!(tank.refusal(A, "mvr"), Some(("9.32", "not enough Movement Points for any hex about it")));
    assert!(tank.can(A, "mv"));
    // Both hexes next to the corner are watched by a friend.
    let tanks = Scene::new("0").mode(Mode::Open).alpha("A 0101 C, B 0103 A, C 0301 F").begin();
    let tanks = tanks.plotted(A, "B of 0102, C of 0201").press(A, "A");
    assert_eq!(tanks.refusal(A, "mv"), Some(("9.37", "every step would come onto a friend's line of fire")));
    // So is the entry hex for the first in the queue; the second may at least move up.
    let queue = Scene::new("0").alpha("A 0103 A").with(|g| g.armies[0].units[1].place = Place::Queue(1)).begin();
    let queue = queue.plotted(A, "A of 0101");
    assert!(queue.clone().press(A, "C mv").can(A, "up"));
    // It has nothing else to do, so it is not asked at all; its player, and he alone, hears why.
    let first = queue.press(A, "B");
    assert_eq!(first.asked(A).unwrap().0, "plot");
    let held =
        |what: &What| matches!(what, What::Held { why, .. } if *why == "it would come onto a friend's line of fire");
    let told = first.plots("", "", &[]);
    assert!(told.heard(A).iter().any(held) && !told.heard(B).iter().any(held), "{:?}", told.log());
    // Found by random play on arranged states: a gun that was put behind the edge could be plotted to move up.
    let gun = Scene::new("1").alpha("A 5003 A").begin().press(B, "AA");
    assert_eq!((gun.asked(B).unwrap().0, gun.unit(B, "AA").plot), ("plot", Plot::default()));
}

/// rules: tank 4.1c 7.21 8.41
#[test]
fn who_has_no_line_to_watch_is_told_why() {
    // A gun on the northern edge that looks off the map.
    let gun = Scene::new("1").alpha("A 5003 A").bravo("AA 2501 A").begin().press(B, "AA");
    assert_eq!(gun.refusal(B, "of"), Some(("7.21", "no hex lies in its field of fire")));
    assert!(gun.can(B, "fc"));
    // A column of the map that friends mask whole says so, and others are free.
    let masked = Scene::new("1").mode(Mode::Open).alpha("A 5003 A").bravo("AA 2633 A, BB 2632 A").begin();
    let columns = masked.press(B, "AA of");
    assert_eq!(columns.refusal(B, "col:26").unwrap().0, "8.41");
    assert!(columns.can(B, "col:25"));
}

/// rules: tank 11.0 R17
#[test]
fn only_as_many_plots_are_dropped_as_must_be() {
    // Two squads were to meet where a third leaves; it stays after all, and has room for one of them.
    let plots = Scene::new("1").bravo("M 2603, N 2605, O 2604, W 3025 hidden").begin();
    let plots = plots.plotted(B, "O mv C").plotted(B, "M mv D").plotted(B, "N mv A").plotted(B, "O none");
    assert_eq!((plots.unit(B, "M").plot.task, plots.unit(B, "N").plot.task), (None, Some(Task::Mv)));
}

/// rules: tank 4.1c 5.0b 7.0 8.0b 8.31 9.4 10.21 7.12 8.84 R53 R60 R47
#[test]
fn an_order_that_cannot_be_is_refused_with_its_unit_and_the_reason() {
    let begun = Scene::new("0").alpha("A 3312 D, B 2703 C, E 2803 A").bravo("A 3315 A").begin();
    let why = |line: &str| said(&begun, A, line).err().unwrap();
    for (line, words) in [
        ("A of 3312", "A: of 3312: it stands there itself (8.0b)"),
        ("A of 3315", "A: of 3315: the line of fire is obstructed (10.21)"),
        ("A of adj", "A: only infantry watches all hexes about it (8.84)"),
        ("A df 3521", "A: df 3521: no enemy unit is to be seen there (5.0b)"),
        ("A df 2703", "A: df 2703: no enemy unit is to be seen there (5.0b)"),
        ("A df 3312", "A: df 3312: it stands there itself (8.0b)"),
        ("A df", "A: `df` needs one hex number"),
        ("A fc D", "A: FC is plotted without a direction; that is chosen at the end of the turn (7.12)"),
        ("A none D", "A: nothing goes with `none`"),
        ("A mv Q", "A: `Q` is not a hex of the map, 0101 to 5233, nor a direction, A to F"),
        ("A again", "A: again: what it did last turn cannot be plotted as it was"),
        ("A up", "A: up: it is on the map already (R47)"),
        ("A mv 3312", "A: it is in 3312 already"),
        ("A mv D 3313", "A: it is in 3313 already"),
        ("A mv exit", "A: exit from 3312: nobody may leave the map in this scenario (R53)"),
        ("A mvr exit", "A: exit from 3312: nobody may leave the map in this scenario (R53)"),
        ("A fly 1010", "A: `fly` is not a task: df, of, mv, mvr, ov, fc or none"),
        ("C df 3315", "C: it is still off the map: it can move up or enter (R47)"),
        // In a line it is the order that is meant, wherever it stands.
        ("B fc, A fc D", "A: FC is plotted without a direction; that is chosen at the end of the turn (7.12)"),
        ("B fc, A", "A: say what it does, such as `A df 2714`, `A mv B B` or `A fc`"),
        ("A, B fc", "A: say what it does, such as `A df 2714`, `A mv B B` or `A fc`"),
        ("A mv enter D", "A: it is on the map already and cannot enter"),
        ("B fc, Q df 2714", "`Q df 2714`: Alpha has no unit Q; its units are A to E"),
        ("Q df 2714", "`Q df 2714`: Alpha has no unit Q; its units are A to E"),
        ("B fc, commit, A fc", "nothing comes after `commit`, but `A fc` does"),
    ] {
        assert_eq!(why(line), words, "{line}");
    }
    // A mark too many changes nothing.
    for line in ["A fc;", "; A fc", ", A fc,;"] {
        let plotted = said(&begun, A, line).map(|plotted| plotted.unit(A, "A").plot.task);
        assert_eq!(plotted.ok().flatten(), Some(Task::Fc), "{line}");
    }
    let squad = Scene::new("1").alpha("A 3602 D").bravo("M 2604, AA 2606 A").begin();
    for (line, words) in [
        ("M fc A", "M: fc: infantry has no facing (7.0)"),
        ("AA fc A", "AA: FC is plotted without a direction; that is chosen at the end of the turn (7.12)"),
        ("M ov A A", "M: ov: only armored vehicles overrun (9.4)"),
        ("AA ov A A", "AA: ov: only armored vehicles overrun (9.4)"),
    ] {
        assert_eq!(said(&squad, B, line).err().unwrap(), words);
    }
    let hidden = Scene::new("1").alpha("A 3602 D").bravo("AA 2606 A hidden").begin();
    let aside = "AA: fc: in hiding the side it turns to is plotted with it, such as `fc D` (R72)";
    assert_eq!(said(&hidden, B, "AA fc").err().unwrap(), aside);
    assert_eq!(said(&hidden, B, "AA fc Q").err().unwrap(), "AA: `Q` is not a facing: A to F");
    // Out of range, and who is gone.
    let far = Scene::new("0").mode(Mode::Open).alpha("A 0532 C").bravo("A 4031 F").lost(A, 4).begin();
    assert_eq!(said(&far, A, "A of 4132").err().unwrap(), "A: of 4132: out of range (8.31)");
    assert_eq!(said(&far, A, "B fc").err().unwrap(), "B: it is destroyed");
    // Of the unit asked about its task alone may be said, or a key that is not offered.
    let asked = begun.press(A, "A");
    let task = |line: &str| asked.game().spoken(charts(), A.seat(), Ask::Task(0), line).unwrap();
    assert_eq!(task("df:3521").unwrap_err(), "A: df 3521: no enemy unit is to be seen there (5.0b)");
    assert_eq!(
        task("fc D").unwrap_err(),
        "A: FC is plotted without a direction; that is chosen at the end of the turn (7.12)"
    );
    assert_eq!(task("fc"), Ok(vec![Choice::Fc]));
}

/// rules: tank R46 17.3b
#[test]
fn a_column_takes_no_orders_for_single_units() {
    let column = Scene::new("0").alpha("A 0303 B").with(|g| {
        (g.armies[0].entry, g.armies[0].in_column) = (Some(hex(103)), true);
        g.armies[0].track.extend([side('B'), side('C'), side('B')]);
    });
    let begun = column.begin();
    let said = |line: &str| begun.game().spoken(charts(), A.seat(), Ask::March, line);
    let why = "A: Alpha marches in column; only how far its head goes is plotted (R46)";
    assert_eq!(said("A df 3521"), Some(Err(why.into())));
    // A direction, or what no unit can be told, is no order.
    assert!(said("B").is_none() && said("help me").is_none() && said("march:2").is_none());
}

/// rules: tank 17.11e 17.13g 17.12f R53
#[test]
fn who_may_not_leave_the_map_hears_why() {
    let exit = |scene: Scene| scene.begin().press(A, "A mv").refusal(A, "exit");
    let nobody = "nobody may leave the map in this scenario";
    assert_eq!(exit(Scene::new("0").alpha("A 0103 C")), Some(("R53", nobody)));
    assert_eq!(exit(Scene::new("1").alpha("A 2801 A")), Some(("17.12f", nobody)));
    let early = Some(("17.11e", "nobody may leave the map before a force has reached Preservation"));
    assert_eq!(exit(Scene::new("10").alpha("A 2801 A")), early);
    let own = "it may leave the map by its own edge only";
    let preserved = Scene::new("10").alpha("A 2833 A").with(|g| g.armies[0].preserved = true);
    assert_eq!(exit(preserved), Some(("17.11e", own)));
    assert_eq!(exit(Scene::new("11").alpha("A 0103 C").bravo("A 3033 A")), Some(("17.13g", own)));
    // Said in a line, from a hex in the midst of the map too.
    let inland = Scene::new("11").alpha("A 2603 C").bravo("A 3033 A").begin();
    assert_eq!(
        said(&inland, A, "A mv D exit").err().unwrap(),
        "A: exit from 2604: it may leave the map by its own edge only (17.13g)"
    );
}

/// rules: tank 17.3 9.11
#[test]
fn one_who_enters_may_name_the_entry_hex() {
    // Alpha's units wait behind 0101.
    let begun = Scene::new("0").bravo("A 3033 A").begin();
    for (line, steps) in [("A mv 0101", ""), ("A mv enter", ""), ("A mv 0101 0102", "D"), ("A mv D", "D")] {
        let plot = begun.clone().plotted(A, line).unit(A, "A").plot;
        assert_eq!((plot.enters, plot.steps.to_string()), (true, steps.into()), "{line}");
    }
    assert_eq!(said(&begun, A, "A mv D 0102").err().unwrap(), "A: it is in 0102 already");
}

/// rules: tank 6.0
#[test]
fn what_is_typed_is_never_shown_back_at_length() {
    let begun = Scene::new("0").alpha("A 2603 A").bravo("A 5020 F").begin();
    let long = "x".repeat(200_000);
    for line in ["A df L", "A L", "A of L", "A mv L", "A mv D L", "A fc, L df 2603", "A fc, commit, L", "A mv exit L"] {
        let said = begun.game().spoken(charts(), A.seat(), Ask::Plot, &line.replace('L', &long));
        let why = said.unwrap_or_else(|| panic!("{line}")).unwrap_err();
        assert!(why.len() < 300, "{line}: {} bytes", why.len());
    }
    let sites = Played::of(crate::common::setup("1"));
    let why =
        sites.game().spoken(charts(), B.seat(), Ask::SiteColumn(0), &format!("2714 {long}")).unwrap().unwrap_err();
    assert!(why.len() < 300);
}
