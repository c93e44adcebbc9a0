//! The enemy in battle: whose turn it is, whom he targets, how he moves, and when the fight is over.

use crate::common::{Look, Scene, charts};
use hulldown_ace::Setup;
use hulldown_ace::state::{End, EnemyAim, Stage, UnitId};
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;
use hulldown_core::Seat;

const ENEMY: Stage = Stage::Enemy(Seat(0));

/// The enemy step of round 2, and nothing else before it.
fn enemy_step(fight: Mission) -> Scene {
    Scene::new(fight).stage(ENEMY)
}

// ---- The sequence of a round ----

/// rules: ace 7.2-0 7.2-4f BC.0a R5a 7.1.1a 7.1.2 7.1.3a
#[test]
fn in_round_one_of_attack_assault_and_contact_the_enemy_acts_first_and_once() {
    for fight in [Mission::Attack, Mission::Assault, Mission::Contact] {
        let opened = Scene::new(fight).round(1).stage(Stage::RoundStart).enemies("pz4 B, pak40 B");
        let first = opened.play("", &[1, 6, 6, 6, 5, 5]);
        assert_eq!(
            first.rolls(),
            [
                "Targeting (7.2-4): 1, 1 or less: targets you",
                "Targeting (7.2-4): 6, 1 or less: busy",
                "Enemy to hit (B1): 12, 6 or less: miss",
            ],
            "{fight}"
        );
        assert!(first.can("fire:1"), "then the commands: {:?}", first.options());
        let shot = first.go_on("fire:1");
        assert_eq!(shot.rolls()[3], "To hit (B1): 10, 6 or less: miss");
        // Shot at and still there, it does not act again: the Event Check is next.
        let ended = shot.go_on("end");
        assert_eq!(ended.options(), ["dice:B9"], "{fight}");
        // From round 2 on the commands come first.
        let second = ended.dice(&[&[3, 4], &[6]]);
        assert_eq!(second.game().field.round, 2);
        assert_eq!(
            second.rolls()[5..],
            ["Targeting (7.2-4): 6, 1 or less: busy"],
            "only the gun still looks for a target"
        );
        assert!(second.can("end"));
        assert_eq!(second.go_on("end").options(), ["dice:B1"]);
    }
}

/// rules: ace BC.0a BC.3 R4a
#[test]
fn a_defense_runs_from_step_one_to_eight_from_the_first_round() {
    let first = Scene::new(Mission::Defense).round(1).stage(Stage::RoundStart).enemies("pz4 B").play("end", &[1]);
    assert_eq!(first.rolls(), ["Targeting (7.2-4): 1, 1 or less: targets you"]);
    assert_eq!(first.options(), ["dice:B1"], "after the commands");
    let event = first.dice(&[&[6, 6]]);
    assert_eq!((event.options(), event.me().board.range), (vec!["dice:B9".into()], Range::Medium));
    let next = event.dice(&[&[3, 4]]);
    assert_eq!(
        (next.game().field.round, next.me().board.range),
        (2, Range::Close),
        "step 8 comes after the Event Check"
    );
}

/// rules: ace 7.2-1a 7.2-1c
#[test]
fn a_round_begins_by_thinning_smoke_and_ending_suppression() {
    let scene = Scene::new(Mission::Attack).round(3).stage(Stage::RoundStart).enemies("inf A targeting");
    let scene = scene.that(|enemy| enemy.suppressed = true).enemies("pak40 B targeting suppressed");
    let scene = scene.mine("board.smoke = [2, 1, 0, 2, 1], board.own_smoke = 2");
    let begun = scene.clone().play("", &[]);
    assert_eq!((begun.me().board.smoke, begun.me().board.own_smoke), ([1, 0, 0, 1, 0], 1));
    assert!(!begun.enemy(1).suppressed && !begun.enemy(2).suppressed);
    let recovers = |event: &&Event| matches!(event, Event::Recovers { .. });
    assert_eq!(begun.events().iter().filter(recovers).count(), 2, "and it is told");
    let again = begun.go_on("end").dice(&[&[6, 6], &[6, 6], &[3, 4]]);
    assert_eq!((again.me().board.smoke, again.me().board.own_smoke), ([0; 5], 0));
}

// ---- Targeting ----

/// rules: ace 7.2-4a 7.2-4c BC.3 R14a
#[test]
fn every_unit_that_does_not_target_yet_rolls_in_the_order_of_placing() {
    let scene = Scene::new(Mission::Attack).round(1).stage(Stage::RoundStart).enemies("opel_blitz B mounted");
    let scene = scene.enemies("pak40 B, inf B, sdkfz251 B mounted");
    let scene = scene.enemies("pz4 B targeting");
    let first = scene.play("", &[2, 1, 1]);
    let aims = |played: &crate::common::Played| {
        played.me().board.enemies.iter().map(|enemy| (enemy.id.0, enemy.aim == EnemyAim::Tank)).collect::<Vec<_>>()
    };
    assert_eq!(first.rolls().len(), 3, "truck, riders and the tank that targets already do not roll");
    assert_eq!(aims(&first), [(1, false), (2, false), (3, false), (4, true), (5, true), (6, false), (7, true)]);
    // INF misses, the halftrack is busy dismounting, the tank misses; no event; the truck leaves.
    let second = first.dice(&[&[6, 6], &[6, 6]]).go_on("end").dice(&[&[3, 4], &[1], &[6], &[2]]);
    let rolls = second.rolls();
    assert_eq!(rolls.len(), 3 + 2 + 1 + 3, "dismounted infantry rolls from round 2 on: {rolls:#?}");
    assert_eq!(aims(&second), [(2, true), (3, false), (4, true), (5, true), (6, false), (7, true)]);
    assert_eq!(rolls[6], "Targeting (7.2-4): 1, 1 or less: targets you", "the riders of the truck first");
}

/// rules: ace 7.2-4b R14a
#[test]
fn whoever_is_shot_at_targets_the_tank_except_by_smoke_or_as_a_truck() {
    let scene = || Scene::new(Mission::Attack).enemies("inf B, opel_blitz B, pz4 B");
    let ap = scene().loaded(Ammo::Ap).play("fire:1", &[]);
    assert_eq!((ap.enemy(1).aim, ap.rolls().len()), (EnemyAim::Tank, 0), "AP does nothing to INF but provokes it");
    for (gun, faces) in [("coax:1", [6, 5]), ("bow:1", [6, 5]), ("aa50:1", [6, 5])] {
        let shot = scene().play(gun, &faces);
        assert_eq!((shot.enemy(1).aim, shot.enemy(3).aim), (EnemyAim::Tank, EnemyAim::Elsewhere), "{gun}");
    }
    assert_eq!(scene().play("fire:3", &[5, 5]).enemy(3).aim, EnemyAim::Tank, "a miss provokes too");
    assert_eq!(scene().play("coax:2", &[6, 5]).enemy(2).aim, EnemyAim::Elsewhere, "a truck has nothing to fire with");
    let smoke = scene().me(|player| player.mat.carried[Ammo::Hcbi.index()] = 4).loaded(Ammo::Hcbi).play("smoke:B", &[]);
    assert!(smoke.me().board.enemies.iter().all(|enemy| enemy.aim == EnemyAim::Elsewhere));
    let strike = Scene::new(Mission::Assault).round(1).stage(Stage::Opening(Seat(0))).enemies("pz4 B");
    let strike = strike.enemies("pz4 B").play("target:1", &[6, 6, 5]);
    assert_eq!(strike.enemy(1).aim, EnemyAim::Elsewhere, "artillery is not the tank's fire: it rolled a 5");
}

/// rules: ace 10.4
#[test]
fn with_increased_threat_a_tank_that_has_killed_is_targeted_on_one_and_two() {
    let scene = |threat: bool, eliminated: bool| {
        let scene = Scene::new(Mission::Attack).stage(Stage::RoundStart).enemies("pz4 B");
        scene
            .with(|game| game.increased_threat = threat)
            .me(|player| player.board.eliminated = eliminated)
            .play("", &[2])
            .rolls()
            .remove(0)
    };
    assert_eq!(scene(true, true), "Targeting (7.2-4): 2, 2 or less: targets you");
    assert_eq!(scene(true, false), "Targeting (7.2-4): 2, 1 or less: busy");
    assert_eq!(scene(false, true), "Targeting (7.2-4): 2, 1 or less: busy");
    // Only what the tank's own fire eliminates counts, infantry too.
    let field = || Scene::new(Mission::Attack).set("increased_threat = true").enemies("inf B, pz4 B");
    let field = || field().enemies("pz4 B");
    let own = field().loaded(Ammo::He).play("fire:1", &[1, 1]);
    assert!(own.gone(1) && own.me().board.eliminated);
    let friends = field().stage(Stage::Events(Seat(0))).play("", &[4, 5, 1]);
    assert!(friends.gone(2) && !friends.me().board.eliminated);
}

// ---- Moves ----

/// rules: ace 7.1.1c 7.1.4a 7.1.2 7.1.3a 7.2-4d 7.2-4e BC.6b R15a
#[test]
fn who_moves_to_the_flank_depends_on_mission_and_class() {
    let kinds = ["pz4", "stug3", "sdkfz222", "sdkfz251", "inf", "pak40", "opel_blitz"];
    let movers = |fight: Mission| {
        let mut scene = Scene::new(fight).round(1).stage(ENEMY);
        for kind in kinds {
            scene = scene.enemies(&format!("{kind} A, {kind} C, {kind} B"));
        }
        let moved = scene.play("", &[]);
        assert!(moved.rolls().is_empty(), "nobody targets, nobody fires");
        let areas = |n: usize| [0, 1, 2].map(|i| moved.enemy((3 * n + i + 1) as u8).area);
        let mut who = Vec::new();
        for (n, kind) in kinds.into_iter().enumerate() {
            match areas(n) {
                [Area::D, Area::E, Area::B] => who.push(kind),
                stays => assert_eq!(stays, [Area::A, Area::C, Area::B], "{fight} {kind}"),
            }
        }
        who
    };
    assert_eq!(movers(Mission::Attack), [""; 0]);
    assert_eq!(movers(Mission::Assault), [""; 0]);
    assert_eq!(movers(Mission::Contact), ["pz4", "stug3", "sdkfz222", "sdkfz251"]);
    assert_eq!(movers(Mission::Defense), ["pz4", "stug3", "sdkfz222", "sdkfz251", "inf"]);
}

/// rules: ace BC.6b 7.2-4c R15a
#[test]
fn a_unit_moves_once_even_if_it_targets_and_fires_only_afterwards() {
    let scene = || enemy_step(Mission::Defense).enemies("pz4 A targeting");
    let moved = scene().play("", &[]);
    assert_eq!((moved.enemy(1).area, moved.options()), (Area::D, vec!["dice:B9".into()]), "it moves and does not fire");
    let next = moved.dice(&[&[3, 4]]).go_on("end");
    assert_eq!((next.enemy(1).area, next.options()), (Area::D, vec!["dice:B1".into()]));
    let done = scene().that(|enemy| enemy.moved = true).play("", &[]);
    assert_eq!((done.enemy(1).area, done.options()), (Area::A, vec!["dice:B1".into()]), "not a second time");
    let stuck = scene().that(|enemy| enemy.immobilized = true).play("", &[]);
    assert_eq!(
        (stuck.enemy(1).area, stuck.options()),
        (Area::A, vec!["dice:B1".into()]),
        "immobilized it fires where it is"
    );
    let gun = enemy_step(Mission::Defense).enemies("pak40 C targeting").play("", &[]);
    assert_eq!((gun.enemy(1).area, gun.options()), (Area::C, vec!["dice:B1".into()]), "guns never move");
}

/// rules: ace R15a CH.B9 7.2-4a
#[test]
fn a_reinforcement_targets_and_moves_from_the_round_after() {
    let scene = Scene::new(Mission::Defense).round(3).stage(Stage::Events(Seat(0))).enemies("pak40 B targeting");
    let came = scene.play("", &[1, 2, 6, 8, 2, 1]);
    assert_eq!(
        came.rolls(),
        [
            "Event check (B9): 3: enemy reinforcement",
            "Reinforcement (B9): 6: tank",
            "tank (A4-types): 8: PzKw V Panther G",
            "Area (F2): 2: A (left front)",
            "Targeting (7.2-4): 1, 1 or less: targets you",
        ]
    );
    assert_eq!(came.enemy(2).area, Area::A);
    let acted = came.go_on("end").dice(&[&[6, 6]]);
    assert_eq!((acted.enemy(2).area, acted.enemy(2).has_fired), (Area::D, false), "its first action is the move");
}

// ---- Carriers ----

/// rules: ace 6.3a 6.3b R15a BC.6a
#[test]
fn mounted_infantry_dismounts_as_the_only_action_of_both_and_the_halftrack_acts_from_round_two() {
    let scene = |fight| Scene::new(fight).round(1).stage(ENEMY).enemies("sdkfz251 A mounted, pak40 B");
    let scene = |fight| {
        let mut scene: Scene = scene(fight);
        scene.game.players[0].board.enemies[0].aim = EnemyAim::Tank;
        scene
    };
    for (fight, carrier, riders) in [
        (Mission::Attack, Area::A, Area::A),
        (Mission::Contact, Area::D, Area::A),
        (Mission::Defense, Area::D, Area::D),
    ] {
        let first = scene(fight).play("", &[]);
        assert!(first.rolls().is_empty(), "it targets the tank and yet does not fire");
        let (ht, inf) = (first.enemy(1), first.enemy(2));
        assert_eq!((ht.mounted, inf.mounted, ht.area, inf.area), (false, false, Area::A, Area::A), "{fight}");
        let second = scene(fight)
            .round(2)
            .with(|game| game.players[0].board.enemies[..2].iter_mut().for_each(|enemy| enemy.mounted = false));
        let second = second.play("", &[6, 6]);
        assert_eq!((second.enemy(1).area, second.enemy(2).area), (carrier, riders), "{fight}");
        let fire: &[&str] = if fight == Mission::Attack { &["halftrack machine gun (B2): 12: no effect"] } else { &[] };
        assert_eq!(second.rolls().iter().map(String::as_str).collect::<Vec<_>>()[..fire.len()], *fire, "{fight}");
    }
}

/// rules: ace 6.3c BC.8a
#[test]
fn a_truck_leaves_after_the_first_round_without_credit() {
    let scene = Scene::new(Mission::Attack).stage(Stage::RoundEnd).enemies("opel_blitz B, pz4 B");
    let scene = scene.is("targeting").enemies("inf B targeting");
    let left = scene.clone().round(1).play("", &[]);
    assert!(left.gone(1) && left.saw(|event| matches!(event, Event::TruckLeaves { .. })));
    assert_eq!((left.me().board.kills, left.me().career.kills[Class::W.index()]), ([0; 7], 0));
    assert!(!scene.round(2).play("", &[]).gone(1), "only then");
}

/// rules: ace 6.3d
#[test]
fn infantry_is_lost_with_its_carrier_before_it_has_dismounted() {
    // In a Defense the commands come first: HE at a halftrack, hit on B1 and 7 on B2.
    let scene = |kind| {
        let scene =
            Scene::new(Mission::Defense).round(1).stage(Stage::Commands(Seat(0))).enemies(&format!("{kind} B mounted"));
        scene.enemies("pz4 B").loaded(Ammo::He)
    };
    let halftrack = scene("sdkfz251").play("fire:1", &[3, 3, 3, 4]);
    assert!(halftrack.gone(1) && halftrack.gone(2) && !halftrack.gone(3));
    let kills = |played: &crate::common::Played| {
        (
            played.me().board.kills[Class::Ht.index()],
            played.me().board.kills[Class::W.index()],
            played.me().board.kills[6],
        )
    };
    assert_eq!(kills(&halftrack), (1, 0, 0), "the carrier counts, its riders do not");
    let truck = scene("opel_blitz").play("fire:1", &[4, 5]);
    assert!(truck.gone(1) && truck.gone(2));
    assert_eq!(kills(&truck), (0, 1, 0));
    // Once dismounted it is a unit of its own.
    let apart = Scene::new(Mission::Defense).enemies("sdkfz251 B, inf B, pz4 B");
    let apart = apart.loaded(Ammo::He).play("fire:1", &[3, 3, 3, 4]);
    assert!(apart.gone(1) && !apart.gone(2));
}

// ---- The end of the fight ----

/// rules: ace 6.5a 7.2-5 7.2-6a 7.2-6b R4b R35a
#[test]
fn a_single_infantry_gives_up_at_once_and_the_rest_of_the_round_is_skipped() {
    let scene = || Scene::new(Mission::Defense).enemies("pz3 B side-open, inf B targeting");
    // AP at the side: hit and destroyed. Neither enemy step nor Event Check follow: the trophy is rolled for.
    let won = scene().play("fire:1", &[3, 3, 6, 6]);
    assert!(won.saw(|event| matches!(event, Event::LastInfantry { who } if who.id == UnitId(2))));
    assert_eq!((won.me().board.end, won.options()), (Some(End::Won), vec!["dice:W1".into()]));
    // With a second INF it goes on.
    let on = scene().enemies("inf B").play("fire:1", &[3, 3, 6, 6]);
    assert_eq!((on.me().board.end, on.options()[0].as_str()), (None, "fire:2"));
    // A lone carrier, full or empty, is not infantry; a lone tank is not either.
    for kind in ["sdkfz251", "opel_blitz", "pz4", "pak40"] {
        let lone = Scene::new(Mission::Defense).enemies(&format!("pz3 B side-open, {kind} B"));
        let full = if ["sdkfz251", "opel_blitz"].contains(&kind) { lone.clone().is("mounted") } else { lone.clone() };
        let full = full.round(1).play("fire:1", &[3, 3, 6, 6]);
        let empty = lone.play("fire:1", &[3, 3, 6, 6]);
        assert_eq!((full.me().board.end, empty.me().board.end), (None, None), "{kind}");
    }
    // The last enemy gone.
    let last = Scene::new(Mission::Defense).enemies("pz3 B side-open").play("fire:1", &[3, 3, 6, 6]);
    assert_eq!((last.me().board.end, last.options()), (Some(End::Won), vec!["dice:W1".into()]));
}

/// rules: ace R35a 6.3c 7.2-6b R4b
#[test]
fn a_truck_that_leaves_may_leave_a_single_infantry_behind() {
    let scene = Scene::new(Mission::Defense).round(1).stage(Stage::Events(Seat(0))).enemies("opel_blitz B");
    let won = scene.enemies("inf B").play("", &[3, 4]);
    assert_eq!((won.me().board.end, won.me().board.range), (Some(End::Won), Range::Medium), "no range step after it");
    // And an Event Check that takes the last gun ends it in the middle of step 7.
    let scene = Scene::new(Mission::Attack).stage(Stage::Events(Seat(0))).enemies("pak40 B, inf C");
    let won = scene.play("", &[2, 3]);
    assert_eq!((won.me().board.end, won.me().board.vehicles_and_guns()), (Some(End::Won), 0));
}

/// rules: ace R5a 7.1.1a 7.1.2 7.1.3a
#[test]
fn a_win_is_followed_by_the_counterattack_die_except_in_a_defense() {
    for fight in [Mission::Attack, Mission::Assault, Mission::Contact, Mission::Defense] {
        let won = Scene::new(fight).stage(Stage::Events(Seat(0))).enemies("pak40 B, inf C");
        let next = if fight == Mission::Defense { "dice:W1" } else { "dice:6.6" };
        assert_eq!(won.play("", &[2, 3]).options(), [next], "{fight}");
    }
}

/// rules: ace 7.2-6a 6.5a R4b
#[test]
fn the_mission_is_over_when_the_tank_withdraws_or_is_lost() {
    let scene = || Scene::new(Mission::Attack).range(Range::Long).enemies("pz4 B targeting");
    let left = scene().play("move:back", &[]);
    assert!(
        left.saw(|event| *event == Event::BoardEnds { seat: Seat(0), end: End::Withdrawn }),
        "no enemy fire, no event"
    );
    assert!(left.saw(|event| matches!(event, Event::MissionEnds { success: false, .. })));
    // Hit, hull, destroyed, no fire, five light wounds.
    let lost = scene().play("end", &[1, 1, 4, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(lost.saw(|event| *event == Event::BoardEnds { seat: Seat(0), end: End::TankLost }));
    assert!(lost.saw(|event| matches!(event, Event::MissionEnds { success: false, .. })));
}

// ---- The missions as they are set up ----

/// Sets a mission up: clear, open ground, then the dice given; buttoned up, AP in gun and rack.
fn set_up(fight: Mission, errata_2022: bool, dice: &[u8]) -> crate::common::Played {
    let scene = Scene::of(Setup { errata_2022, ..Setup::default() }, fight).stage(Stage::Briefing).round(1);
    let mut faces = vec![1, 6];
    faces.extend_from_slice(dice);
    scene.play("", &faces)
}

/// Vector 4 of the examples: one type for both, an area for each.
///
/// rules: ace 7.1.2 6.3b
#[test]
fn two_tanks_are_of_one_type_and_infantry_on_foot_is_dug_in_in_an_attack() {
    let tanks = set_up(Mission::Attack, false, &[2, 1, 8, 2, 5, 3, 4]);
    let panther = UnitType::from_id("panther");
    let placed: Vec<_> =
        tanks.me().board.enemies.iter().map(|enemy| (enemy.kind, enemy.area, enemy.dug_in, enemy.hull_down)).collect();
    assert_eq!(
        placed,
        [(panther, Area::A, false, false), (panther, Area::C, false, false), (None, Area::B, true, false)]
    );
    // Halftrack and infantry on foot: only the latter is dug in.
    let mixed = set_up(Mission::Attack, false, &[3, 4, 1, 3, 4]);
    let dug_in: Vec<_> =
        mixed.me().board.enemies.iter().map(|enemy| (enemy.class, enemy.mounted, enemy.dug_in)).collect();
    assert_eq!(dug_in, [(Class::Ht, true, false), (Class::Inf, true, false), (Class::Inf, false, true)]);
}

/// rules: ace 7.1.1a 7.1.1b
#[test]
fn in_a_movement_to_contact_one_die_says_whether_the_infantry_is_dug_in() {
    for (face, dug_in) in [(1, false), (2, false), (3, true), (6, true)] {
        // Two PAK 40 and an INF.
        let ready = set_up(Mission::Contact, false, &[6, 5, 6, 1, 3, 5, 4, face]);
        assert_eq!(
            ready.me().board.enemies.iter().map(|enemy| enemy.dug_in).collect::<Vec<_>>(),
            [false, false, dug_in],
            "{face}"
        );
        assert!(ready.can("open:cda"), "it was the last die: {:?}", ready.options());
    }
}

/// rules: ace 7.1.3a 7.1.3b
#[test]
fn an_assault_begins_with_free_artillery_on_dug_in_and_hull_down_enemies() {
    // Recon and truck; A6. Then the free artillery before anything else.
    let ready = set_up(Mission::Assault, false, &[1, 5, 5, 3, 3, 4]);
    let units: Vec<_> =
        ready.me().board.enemies.iter().map(|enemy| (enemy.class, enemy.hull_down, enemy.dug_in)).collect();
    assert_eq!(units, [(Class::R, true, false), (Class::W, false, false), (Class::Inf, false, false)]);
    let opened = ready.go_on("open:none load:ap rack:ap");
    assert_eq!(
        (opened.game().field.round, opened.options()),
        (1, vec!["target:1".into(), "target:2".into()]),
        "riders are no target"
    );
    let struck = opened.go_on("target:1");
    assert_eq!(struck.asked_dice(), "field artillery (B2) 2d6, chart B2 [-3 field artillery]");
    let struck = struck.dice(&[&[6, 6]]);
    assert_eq!(struck.rolls().last().unwrap(), "field artillery (B2): 12 -3 field artillery = 9: buttoned up");
    assert!(struck.enemy(1).immobilized, "a B by artillery stops a vehicle");
    assert_eq!(struck.asked_dice(), "Targeting (7.2-4) 1d6, 1 or less", "then the first round with the enemy's turn");
    // Free fire brings no credit.
    let killed = set_up(Mission::Assault, false, &[1, 5, 5, 3, 3, 4])
        .go_on("open:none load:ap rack:ap target:1")
        .dice(&[&[1, 1]]);
    assert!(killed.gone(1) && killed.me().board.vehicles_and_guns() == 0);
    // All INF on foot is dug in too.
    let feet = set_up(Mission::Assault, false, &[3, 4, 1, 3, 4]);
    let units: Vec<_> =
        feet.me().board.enemies.iter().map(|enemy| (enemy.class, enemy.hull_down, enemy.dug_in)).collect();
    assert_eq!(units, [(Class::Ht, true, false), (Class::Inf, false, false), (Class::Inf, false, true)]);
}

/// rules: ace 7.1.3a
#[test]
fn armor_that_reinforces_an_assaults_defenders_is_hull_down_too() {
    let came = |fight, die: u8, kind: u8| {
        let scene = Scene::new(fight).stage(Stage::Events(Seat(0))).enemies("pak38 B targeting");
        let came = scene.play("", &[1, 2, die, kind, 3, 6]);
        let enemy = *came.enemy(2);
        (enemy.class, enemy.hull_down, enemy.dug_in)
    };
    assert_eq!(came(Mission::Assault, 6, 4), (Class::T, true, false));
    assert_eq!(came(Mission::Assault, 3, 4), (Class::R, true, false));
    assert_eq!(came(Mission::Attack, 6, 4), (Class::T, false, false));
}

/// rules: ace 7.1.4c 7.1.4d
#[test]
fn a_defender_may_start_hull_down_and_the_errata_turn_guns_into_spgs() {
    // One AT and one INF: type, two areas, A6.
    let ready = set_up(Mission::Defense, false, &[4, 4, 6, 3, 6, 4]);
    assert_eq!(ready.enemy(1).class, Class::At);
    assert!(ready.me().board.enemies.iter().all(|enemy| !enemy.dug_in && !enemy.hull_down));
    let asked = ready.go_on("open:c");
    assert_eq!(asked.options(), ["yes", "no"]);
    assert!(asked.go_on("yes load:ap rack:ap").me().mat.hull_down);
    let open = set_up(Mission::Defense, false, &[4, 4, 6, 3, 6, 4]).go_on("open:c no load:ap rack:ap");
    assert!(!open.me().mat.hull_down);
    assert!(set_up(Mission::Attack, false, &[4, 4, 6, 3, 6, 4]).go_on("open:c").can("load:ap"), "only in a Defense");
    // With the errata the roll is on the SPG column: a 6 is a StuG. Two guns would be two SPGs.
    let spg = set_up(Mission::Defense, true, &[6, 5, 6, 3, 6, 1, 4]);
    let stug = (Class::Spg, UnitType::from_id("stug3"));
    assert_eq!(
        spg.me().board.enemies.iter().map(|enemy| (enemy.class, enemy.kind)).collect::<Vec<_>>(),
        [stug, stug, (Class::Inf, None)]
    );
    assert_eq!(set_up(Mission::Attack, true, &[4, 4, 6, 3, 6, 4]).enemy(1).class, Class::At);
    let back = |errata_2022, fight| {
        let scene = Scene::of(Setup { errata_2022, ..Setup::default() }, fight).range(Range::Close).enemies("pz4 B");
        let left = scene.play("move:back", &[]);
        left.saw(|event| matches!(event, Event::BoardEnds { end: End::Withdrawn, .. }))
    };
    assert_eq!(
        (back(true, Mission::Defense), back(true, Mission::Attack), back(false, Mission::Defense)),
        (true, false, false)
    );
}

/// rules: ace 7.1.4b BC.8b
#[test]
fn in_a_defense_the_range_drops_every_round_down_to_close() {
    let range = |fight, range| {
        let scene = Scene::new(fight).range(range).stage(Stage::Events(Seat(0))).enemies("pak40 B targeting");
        let ended = scene.mine("board.smoke.1 = 2, board.own_smoke = 2").play("", &[3, 4]);
        (ended.me().board.range, ended.me().board.smoke[1], ended.me().board.own_smoke)
    };
    assert_eq!(range(Mission::Defense, Range::Long), (Range::Medium, 0, 1), "they have come through the smoke");
    assert_eq!(range(Mission::Defense, Range::Medium), (Range::Close, 0, 1));
    assert_eq!(range(Mission::Defense, Range::Close), (Range::Close, 1, 1));
    for fight in [Mission::Attack, Mission::Assault, Mission::Contact] {
        assert_eq!(range(fight, Range::Long), (Range::Long, 1, 1));
    }
}

/// rules: ace 6.3e
#[test]
fn infantry_has_two_steps() {
    let scene = || Scene::new(Mission::Attack).enemies("inf B, pz4 B").loaded(Ammo::He);
    let once = scene().play("fire:1", &[3, 3]);
    assert_eq!((once.enemy(1).steps, charts().constants.inf_steps), (1, 2));
    let twice = once.go_on("fire:1").dice(&[&[3, 3]]);
    assert!(twice.gone(1));
}
