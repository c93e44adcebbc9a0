//! Rule tests: the tank's own fire on B1, B2 and B3 (7.2-A, B, J; 7.3; 7.7).

use crate::common::{Look, Played, Scene, charts};
use hulldown_ace::Ace;
use hulldown_ace::state::{EnemyAim, Mode, Stage, bit};
use hulldown_ace::talk::{Choice, Event, Killer};
use hulldown_ace::words::*;
use hulldown_core::odds::odds;
use hulldown_core::{Game, Seat, Voice};

pub(crate) fn scene() -> Scene {
    Scene::new(Mission::Attack)
}

/// One enemy in front that fights elsewhere.
pub(crate) fn facing(kind: &str) -> Scene {
    scene().enemies(&format!("{kind} B"))
}

/// With nothing but AP in the rack.
pub(crate) fn solid(scene: Scene) -> Scene {
    scene.mine("mat.rack = [8, 0, 0, 0, 0]")
}

/// The first roll of a shot with this natural throw of 2d6.
fn first_roll(scene: Scene, key: &str, natural: u8) -> String {
    let low = natural.saturating_sub(6).max(1);
    scene.play(key, &[low, natural - low]).rolls()[0].clone()
}

/// The dice of a hit: B1 of 2, location, B3.
pub(crate) fn struck(played: &Played) -> (Option<Part>, i8, i8) {
    let found = played.events().into_iter().rev().find_map(|event| match event {
        Event::Struck { part, pen, armor, .. } => Some((part, pen, armor)),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("nothing struck\n{}", played.log().join("\n")))
}

fn refusal(played: &Played, key: &str) -> &'static str {
    assert!(!played.can(key), "{key} is offered");
    played.refused(key).map_or("", |(rule, _)| rule)
}

/// rules: ace CH.B1
#[test]
fn the_main_gun_hits_at_or_below_the_number_of_its_range() {
    for (range, need) in [(Range::Close, 7), (Range::Medium, 6), (Range::Long, 5)] {
        let roll = |natural: u8| first_roll(facing("tiger1").range(range), "fire:1", natural);
        assert_eq!(roll(need), format!("To hit (B1): {need}, {need} or less: hit"));
        assert_eq!(roll(need + 1), format!("To hit (B1): {}, {need} or less: miss", need + 1));
    }
    // A natural 2 hits and a natural 12 misses whatever the modifiers.
    let fog = facing("tiger1").range(Range::Long).weather(Weather::Rain).buttoned().me(|player| {
        player.board.own_smoke = 2;
        player.board.smoke[Area::B.index()] = 2;
    });
    assert_eq!(
        first_roll(fog.clone(), "fire:1", 2),
        "To hit (B1): 2 +2 smoke around the tank +2 smoke in the area +1 rain +1 commander buttoned up = 8, natural 2: hit"
    );
    assert!(first_roll(fog, "fire:1", 3).ends_with("= 9, 5 or less: miss"));
    assert_eq!(first_roll(facing("tiger1").range(Range::Close), "fire:1", 12), "To hit (B1): 12, 7 or less: miss");
}

/// rules: ace 7.3.1a 7.3.1b
#[test]
fn a_hull_down_vehicle_is_harder_to_hit_and_struck_in_the_turret() {
    for (kind, turret) in [("panther", 8), ("stug3", 5)] {
        let end = facing(kind).that(|enemy| enemy.hull_down = true).play("fire:1", &[1, 4, 1, 1]);
        assert_eq!(end.rolls()[0], "To hit (B1): 5 +1 target hull down = 6, 6 or less: hit");
        assert_eq!(struck(&end), (Some(Part::Turret), 5, turret));
        assert_eq!(end.rolls().len(), 2, "no location die");
    }
}

/// rules: ace 3.5.2a
#[test]
fn the_red_number_of_a_counter_is_its_penetration_and_mg_means_b2() {
    let fire = |kind: &str, dice: &[u8]| facing(kind).is("targeting").stage(Stage::Enemy(Seat(0))).play("", dice);
    for (kind, red) in [("panther", 10), ("stug3", 7), ("pak38", 4)] {
        let end = fire(kind, &[3, 3, 3, 1, 1]);
        assert_eq!(end.rolls()[0], "Enemy to hit (B1): 6, 6 or less: hit");
        assert!(end.saw(|event| matches!(event, Event::TankStruck { pen, armor: 5, .. } if *pen == red)), "{kind}");
        assert!(end.rolls()[2].contains("(B3)"));
    }
    for (kind, name) in [("sdkfz221", "recon vehicle fire"), ("sdkfz251", "halftrack machine gun")] {
        assert_eq!(fire(kind, &[6, 6]).rolls(), [format!("{name} (B2): 12: no effect")]);
    }
}

/// rules: ace 3.5.2a CH.B3 7.3.6
#[test]
fn location_and_armor_numbers_decide_the_column() {
    // The Panther's numbers are turret front 8, hull front 11, sides 4.
    for (die, part, armor) in [(1, Part::Turret, 8), (2, Part::Turret, 8), (3, Part::Hull, 11), (6, Part::Hull, 11)] {
        assert_eq!(struck(&facing("panther").play("fire:1", &[1, 1, die, 1, 1])), (Some(part), 5, armor));
    }
    // Penetration: firepower 5, 7, 9; +1 close, -1 long; +1 with APCR at every range.
    for (tank, firepower) in [("m4a1_late", 5), ("m4a3e8", 7), ("m26", 9)] {
        for (range, change) in [(Range::Close, 1), (Range::Medium, 0), (Range::Long, -1)] {
            let gun = facing("panther").tank(tank).range(range);
            assert_eq!(struck(&gun.clone().play("fire:1", &[1, 1, 1, 1, 1])).1, firepower + change);
            if tank != "m4a1_late" {
                let apcr = gun.loaded(Ammo::Apcr).play("fire:1", &[1, 1, 1, 1, 1]);
                assert_eq!(struck(&apcr).1, firepower + change + 1);
            }
        }
    }
    let column = |kind: &str, dice: [u8; 5]| facing(kind).enemies("tiger1 C").play("fire:1", &dice);
    // Less than the armor: only a 12 kills. Equal: 8 and more. Greater: 5 and more.
    assert_eq!(column("panther", [1, 1, 1, 6, 5]).rolls()[2], "PEN < armor (B3): 11: immobilized**");
    assert!(column("panther", [1, 1, 1, 6, 6]).gone(1));
    assert_eq!(column("pz4", [1, 1, 3, 3, 4]).rolls()[2], "PEN = armor (B3): 7: immobilized**");
    assert!(column("pz4", [1, 1, 3, 4, 4]).gone(1));
    assert_eq!(column("pz4", [1, 1, 1, 1, 3]).rolls()[2], "PEN > armor (B3): 4: buttoned up");
    assert!(column("pz4", [1, 1, 1, 1, 4]).gone(1));
}

/// rules: ace CH.B3 7.3.7a 6.4
#[test]
fn what_a_hit_does_to_an_enemy_vehicle() {
    let equal = |low: u8, high: u8| facing("pz4").enemies("tiger1 C").play("fire:1", &[1, 1, 3, low, high]);
    let end = equal(2, 2);
    assert!(end.saw(|event| matches!(event, Event::Bounced { .. })) && !end.enemy(1).buttoned);
    let end = equal(1, 4);
    assert!(end.enemy(1).buttoned && !end.enemy(1).immobilized);
    for (low, high) in [(1, 5), (3, 4)] {
        let end = equal(low, high);
        assert!(end.enemy(1).immobilized && end.enemy(1).damaged.is_some());
        assert_eq!(end.me().board.damaged, 1);
    }
    let end = equal(6, 2);
    assert!(end.gone(1));
    assert_eq!((end.me().board.kills[Class::T.index()], end.me().career.kills[Class::T.index()]), (1, 1));
    assert!(end.me().board.eliminated);
}

/// rules: ace 7.2-B
#[test]
fn firing_again_at_the_same_target_helps_also_across_a_round_as_its_first_command() {
    let again = "To hit (B1): 11 -1 same target again = 10, 6 or less: miss";
    let plain = "To hit (B1): 11, 6 or less: miss";
    let two = || facing("tiger1").enemies("panther B");
    let shots = |end: &Played| -> Vec<String> { end.rolls().into_iter().filter(|r| r.starts_with("To hit")).collect() };
    assert_eq!(shots(&two().play("fire:1 fire:1", &[6, 5, 6, 5])), [plain, again]);
    assert_eq!(shots(&two().play("fire:1 fire:2", &[6, 5, 6, 5])), [plain, plain]);
    // The next round: only the first command.
    let next = || two().play("fire:1 end", &[6, 5, 6, 6, 3, 4, 6]);
    assert_eq!(shots(&next().then("fire:1", &[6, 5])), [plain, again]);
    assert_eq!(shots(&next().then("button:d fire:1", &[6, 5])), [plain, plain]);
    assert_eq!(shots(&next().then("fire:2 fire:1", &[6, 5, 6, 5])), [plain, plain, plain]);
    // Synergy is no command.
    let next = two().skill(Skill::Synergy).play("fire:1 end", &[6, 5, 6, 6, 3, 4, 6]);
    assert_eq!(shots(&next.then("synergy fire:1 fire:1", &[6, 5, 6, 5])), [plain, again, again]);
    // Not a round later, even if no command was given meanwhile.
    let idle = two().play("fire:1 end", &[6, 5, 6, 6, 3, 4, 6]).then("end", &[6, 6, 3, 4, 6]);
    assert_eq!(idle.game().field.round, 4);
    assert_eq!(shots(&idle.then("fire:1", &[6, 5])), [plain, plain]);
}

/// rules: ace 7.2-B
#[test]
fn what_was_sensed_on_ones_own_board_is_of_no_use_on_the_partners() {
    // The left commander's last target and the one he helps against have the same number.
    let pair = Scene::pair(Mode::Cooperative, Mission::Attack).enemies("pz4 B");
    let pair = pair.enemies_on(Seat(1), "tiger1 A");
    let end = pair.play("fire:1 assist:1", &[1, 1, 3, 6, 6, 6, 5]);
    assert_eq!(end.rolls().last().unwrap(), "To hit (B1): 11, 6 or less: miss");
}

/// rules: ace 7.3.2c 7.7.gun R45a 7.5
#[test]
fn what_changes_the_roll_to_hit() {
    let roll = |scene: Scene| first_roll(scene, "fire:1", 6);
    let open = || facing("tiger1");
    assert_eq!(roll(open().buttoned()), "To hit (B1): 6 +1 commander buttoned up = 7, 6 or less: miss");
    assert_eq!(roll(open().mine("mat.open = [true, false, false]")), "To hit (B1): 6, 6 or less: hit");
    let cupola = open().buttoned().me(|player| player.career.trades |= bit(Trade::VisionCupola.index()));
    assert_eq!(roll(cupola), "To hit (B1): 6, 6 or less: hit");
    let gunnery = || open().skill(Skill::Gunnery);
    assert_eq!(roll(gunnery()), "To hit (B1): 6 -1 Gunnery = 5, 6 or less: hit");
    assert_eq!(roll(gunnery().wound(Post::Gunner, Wound::Light)), "To hit (B1): 6, 6 or less: hit");
    for (weather, line) in [
        (Weather::Clear, "To hit (B1): 6, 6 or less: hit"),
        (Weather::Overcast, "To hit (B1): 6, 6 or less: hit"),
        (Weather::Mud, "To hit (B1): 6, 6 or less: hit"),
        (Weather::Rain, "To hit (B1): 6 +1 rain = 7, 6 or less: miss"),
        (Weather::Snow, "To hit (B1): 6 +1 snow = 7, 6 or less: miss"),
    ] {
        assert_eq!(roll(open().weather(weather)), line);
    }
    assert_eq!(roll(open().terrain(Terrain::Woods)), "To hit (B1): 6 +1 woods = 7, 6 or less: miss");
}

/// rules: ace CH.B2 7.3.2b 7.3.2c 7.3.7c 7.5 7.7.gun R11a
#[test]
fn what_changes_an_attack_on_b2() {
    let fire = |scene: Scene, key: &str| first_roll(scene, key, 7);
    let he = || facing("inf").loaded(Ammo::He);
    assert_eq!(fire(he(), "fire:1"), "main gun HE (B2): 7: suppressed");
    assert_eq!(fire(he().buttoned(), "fire:1"), "main gun HE (B2): 7 +1 commander buttoned up = 8: suppressed");
    let wp = he().loaded(Ammo::Wp).buttoned();
    assert_eq!(fire(wp, "fire:1"), "main gun WP (B2): 7 +1 commander buttoned up = 8: suppressed");
    assert_eq!(fire(he().buttoned(), "coax:1"), "coaxial machine gun (B2): 7 +1 commander buttoned up = 8: suppressed");
    assert_eq!(fire(he().buttoned(), "bow:1"), "bow machine gun (B2): 7 +1 bow gunner buttoned up = 8: suppressed");
    let alone = he().mine("mat.open = [false, false, true]");
    assert_eq!(fire(alone, "bow:1"), "bow machine gun (B2): 7: suppressed", "the commander's hatch is not his");
    let cupola = he().buttoned().me(|player| player.career.trades |= bit(Trade::VisionCupola.index()));
    assert_eq!(fire(cupola.clone(), "coax:1"), "coaxial machine gun (B2): 7: suppressed");
    assert_eq!(fire(cupola, "bow:1"), "bow machine gun (B2): 7 +1 bow gunner buttoned up = 8: suppressed");
    // Gunnery is for the gunner's weapons only.
    let gunnery = || he().skill(Skill::Gunnery);
    assert_eq!(fire(gunnery(), "fire:1"), "main gun HE (B2): 7 -1 Gunnery = 6: 1 step");
    assert_eq!(fire(gunnery().loaded(Ammo::Wp), "fire:1"), "main gun WP (B2): 7 -1 Gunnery = 6: 1 step");
    assert_eq!(fire(gunnery(), "coax:1"), "coaxial machine gun (B2): 7 -1 Gunnery = 6: suppressed");
    assert_eq!(fire(gunnery(), "bow:1"), "bow machine gun (B2): 7: suppressed");
    assert_eq!(fire(gunnery(), "aa50:1"), ".50 caliber (B2): 7 -1 heavy machine gun = 6: suppressed");
    // Weather, cover, dug in, range.
    assert_eq!(fire(he().weather(Weather::Rain), "fire:1"), "main gun HE (B2): 7 +1 rain = 8: suppressed");
    assert_eq!(fire(he().weather(Weather::Snow), "bow:1"), "bow machine gun (B2): 7 +1 snow = 8: suppressed");
    assert_eq!(fire(he().weather(Weather::Mud), "bow:1"), "bow machine gun (B2): 7: suppressed");
    assert_eq!(fire(he().terrain(Terrain::Urban), "coax:1"), "coaxial machine gun (B2): 7 +1 urban = 8: suppressed");
    assert_eq!(fire(he().that(|enemy| enemy.dug_in = true), "fire:1"), "main gun HE (B2): 7 +1 dug in = 8: suppressed");
    assert_eq!(fire(he().range(Range::Long), "coax:1"), "coaxial machine gun (B2): 7 +1 long range = 8: suppressed");
    assert_eq!(fire(he().range(Range::Close), "coax:1"), "coaxial machine gun (B2): 7 -1 close range = 6: suppressed");
    assert_eq!(
        fire(he().range(Range::Long), "fire:1"),
        "main gun HE (B2): 7: suppressed",
        "HE does not mind the range"
    );
}

/// rules: ace R11a
#[test]
fn only_infantry_set_up_on_foot_is_dug_in() {
    let dug_in = |end: &Played| -> Vec<(Class, bool)> {
        end.me().board.enemies.iter().map(|enemy| (enemy.class, enemy.dug_in)).collect()
    };
    // An Attack on a halftrack with its infantry, and infantry on foot.
    let end = scene().stage(Stage::Briefing).play("", &[1, 6, 3, 4, 1, 5, 4]);
    assert_eq!(dug_in(&end), [(Class::Ht, false), (Class::Inf, false), (Class::Inf, true)]);
    let mounted = scene().round(1).stage(Stage::Enemy(Seat(0))).set("field.dug_in = true");
    let end = mounted.enemies("sdkfz251 B mounted").play("", &[]);
    assert!(end.enemy(2).on_foot() && !end.enemy(2).dug_in, "dismounted infantry is not");
    let end = facing("inf").set("field.dug_in = true").that(|enemy| enemy.dug_in = true).play("end", &[1, 2, 1, 3]);
    assert_eq!(dug_in(&end), [(Class::Inf, true), (Class::Inf, false)], "nor is a reinforcement");
}

/// rules: ace R7a 7.3.7c 4.4.g 7.4c
#[test]
fn he_and_wp_go_straight_to_b2_only_against_soft_targets() {
    for (ammo, name) in [(Ammo::He, "main gun HE"), (Ammo::Wp, "main gun WP")] {
        for kind in ["inf", "pak40", "opel_blitz"] {
            let end = facing(kind).enemies("tiger1 C").loaded(ammo).play("fire:1", &[6, 6]);
            assert_eq!(end.rolls(), [format!("{name} (B2): 12: no effect")], "{kind}");
        }
        for kind in ["sdkfz222", "sdkfz251"] {
            let light = || facing(kind).enemies("tiger1 C").loaded(ammo);
            assert_eq!(light().play("fire:1", &[6, 1]).rolls(), ["To hit (B1): 7, 6 or less: miss"]);
            let end = light().play("fire:1", &[3, 3, 3, 4]);
            assert_eq!(end.rolls()[1], format!("{name} (B2): 7: destroyed"));
            assert!(end.gone(1));
            let end = light().play("fire:1", &[3, 3, 4, 4]);
            assert_eq!(end.rolls()[1], format!("{name} (B2): 8: buttoned up"));
            assert!(end.enemy(1).buttoned);
            assert!(!light().play("fire:1", &[3, 3, 5, 5]).enemy(1).buttoned);
        }
    }
    // Smoke stands in the target's area besides.
    let smoke = |end: &Played| end.me().board.smoke;
    assert_eq!(smoke(&facing("inf").loaded(Ammo::Wp).play("fire:1", &[6, 6])), [0, 2, 0, 0, 0]);
    assert_eq!(smoke(&facing("sdkfz222").loaded(Ammo::Wp).play("fire:1", &[6, 6])), [0, 2, 0, 0, 0]);
    assert_eq!(smoke(&facing("inf").loaded(Ammo::He).play("fire:1", &[6, 6])), [0; 5]);
    // Machine guns always go straight to B2.
    for key in ["bow:1", "aa50:1"] {
        assert!(facing("tiger1").play(key, &[5, 5]).rolls()[0].contains("(B2)"));
    }
}

/// rules: ace 4.4.g
#[test]
fn with_the_errata_wp_always_rolls_to_hit() {
    for kind in ["inf", "pak40", "opel_blitz"] {
        let new = || facing(kind).enemies("tiger1 C").loaded(Ammo::Wp).set("errata_2022 = true");
        let end = new().play("fire:1", &[6, 1]);
        assert_eq!(end.rolls(), ["To hit (B1): 7, 6 or less: miss"], "{kind}");
        assert_eq!(end.me().board.smoke, [0, 2, 0, 0, 0], "a miss leaves the smoke");
        let end = new().play("fire:1", &[3, 3, 5, 5]);
        assert_eq!(end.rolls()[1], "main gun WP (B2): 10: no effect");
        let he = new().loaded(Ammo::He).play("fire:1", &[6, 6]);
        assert_eq!(he.rolls(), ["main gun HE (B2): 12: no effect"], "HE does not");
    }
}

/// rules: ace 7.3.7a 7.3.7b 4.4.g
#[test]
fn he_and_wp_button_tanks_and_wp_may_empty_them() {
    for kind in ["panther", "stug3"] {
        let gun = |ammo: Ammo| facing(kind).enemies("inf C, inf A").loaded(ammo);
        let end = gun(Ammo::He).play("fire:1", &[3, 3]);
        assert_eq!(end.rolls(), ["To hit (B1): 6, 6 or less: hit"], "no further roll");
        assert!(end.enemy(1).buttoned && !end.enemy(1).immobilized);
        // Its own fire suffers.
        let end = end.then("end", &[6, 6]);
        assert_eq!(end.rolls()[1], "Enemy to hit (B1): 12 +1 firer buttoned up = 13, 6 or less: miss");
        assert!(!gun(Ammo::He).play("fire:1", &[6, 1]).enemy(1).buttoned);
        let end = gun(Ammo::Wp).play("fire:1", &[3, 3, 2]);
        assert_eq!(end.rolls()[1], "Crew abandons (7.3.7): 2, 1 or less: stays");
        assert!(end.enemy(1).buttoned);
        assert_eq!(end.me().board.smoke, [0, 2, 0, 0, 0]);
        let end = gun(Ammo::Wp).play("fire:1", &[3, 3, 1]);
        assert!(end.gone(1) && end.saw(|event| matches!(event, Event::Destroyed { by: Killer::Tank, .. })));
        assert_eq!(end.me().board.vehicles_and_guns(), 1, "a burnt-out crew counts as destroyed");
        assert_eq!(end.me().board.smoke, [0, 2, 0, 0, 0]);
        let end = gun(Ammo::Wp).play("fire:1", &[6, 1]);
        assert_eq!((end.rolls().len(), end.me().board.smoke), (1, [0, 2, 0, 0, 0]), "a miss leaves the smoke");
    }
}

/// rules: ace 7.2-Af R7b
#[test]
fn solid_shot_does_nothing_to_infantry_and_guns_but_provokes_them() {
    for kind in ["inf", "pak40"] {
        for ammo in [Ammo::Ap, Ammo::Apcr] {
            let end = facing(kind).tank("m4a3e8").loaded(ammo).play("fire:1", &[]);
            assert_eq!(end.rolls().len(), 0, "{kind}");
            assert!(end.saw(|event| matches!(event, Event::Useless { .. })));
            assert_eq!(end.enemy(1).aim, EnemyAim::Tank);
            assert!(!end.enemy(1).suppressed && end.me().mat.loaded == Some(Ammo::He), "the round is gone");
        }
    }
    let truck = || facing("opel_blitz").enemies("tiger1 C");
    let end = truck().play("fire:1", &[3, 3]);
    assert_eq!(end.rolls(), ["To hit (B1): 6, 6 or less: hit"]);
    assert!(end.gone(1) && end.me().board.kills[Class::W.index()] == 1);
    assert!(!truck().play("fire:1", &[6, 1]).gone(1));
    assert!(truck().tank("m4a3e8").loaded(Ammo::Apcr).play("fire:1", &[3, 3]).gone(1));
}

/// rules: ace 7.3.4a 7.3.4b
#[test]
fn a_hidden_anti_tank_gun_is_safe_in_the_first_round() {
    for fight in [Mission::Attack, Mission::Defense] {
        let gun = |round: u16| Scene::new(fight).enemies("pak40 B").round(round);
        let end = gun(1).play("", &[]);
        for key in ["fire:1", "coax:1", "bow:1", "aa50:1"] {
            assert_eq!(refusal(&end, key), "7.3.4a");
        }
        let fired = gun(1).that(|enemy| enemy.has_fired = true).play("", &[]);
        let later = gun(2).play("", &[]);
        for key in ["fire:1", "coax:1", "bow:1", "aa50:1"] {
            assert!(fired.can(key) && later.can(key), "{key}");
        }
    }
    // In an Attack it may have fired before the commands.
    let end = facing("pak40").round(1).is("targeting").stage(Stage::Enemy(Seat(0))).play("", &[6, 6]);
    assert!(end.can("fire:1"));
    assert!(facing("tiger1").round(1).play("", &[]).can("fire:1"), "others are never hidden");
}

/// rules: ace 7.3.3a
#[test]
fn a_vehicle_that_moved_to_the_flank_shows_its_side_for_the_first_round_of_fire() {
    // A Tiger, side armor 5, moves from A to D before the first commands.
    let moved = || {
        let scene = Scene::new(Mission::Contact).round(1).enemies("tiger1 A");
        solid(scene.stage(Stage::Enemy(Seat(0)))).play("", &[])
    };
    assert_eq!(moved().enemy(1).area, Area::D);
    // The side is struck without a location die; from the next round on it faces the tank.
    let shot = moved().then("fire:1 end", &[3, 3, 1, 1, 3, 4]);
    assert_eq!(struck(&shot), (None, 5, 5));
    assert_eq!(struck(&shot.then("fire:1", &[3, 3, 1, 1, 1])), (Some(Part::Turret), 5, 8));
    // Every shot of that round.
    let twice = || moved().go_on("button:d end").then("", &[3, 4, 6]).then("fire:1", &[3, 3, 1, 1]);
    assert_eq!((twice().game().field.round, struck(&twice())), (2, (None, 5, 5)), "it waits for the first shot");
    let open = |enemy: &mut hulldown_ace::state::Enemy| enemy.side_open = true;
    let both = solid(scene().enemies("tiger1 D")).that(open).mine("mat.turret = left");
    let both = both.play("fire:1 fire:1", &[3, 3, 1, 1, 1, 1, 1, 1]);
    assert_eq!((struck(&both), both.rolls().len()), ((None, 5, 5), 4));
    // A machine gun's fire is fire.
    let burst = moved().then("aa50:1 end", &[5, 5, 3, 4]).then("fire:1", &[3, 3, 1, 1, 1]);
    assert_eq!(struck(&burst), (Some(Part::Turret), 5, 8));
    // It fires first: it has faced the tank.
    let fired = scene().enemies("tiger1 D").that(open).is("targeting").play("end", &[6, 6, 3, 4]);
    assert_eq!(struck(&fired.then("fire:1", &[3, 3, 1, 1, 1])), (Some(Part::Turret), 5, 8));
    // One that has always stood there shows its front.
    let there = scene().enemies("tiger1 D").play("fire:1", &[3, 3, 3, 1, 1]);
    assert_eq!(struck(&there), (Some(Part::Hull), 5, 8));
}

/// rules: ace 7.2-Ja 7.2-Jd
#[test]
fn a_flank_move_opens_one_vehicles_side_for_this_round_only() {
    let two = || solid(facing("tiger1").enemies("panther B"));
    let end = two().play("flank:1 range:keep", &[]);
    assert_eq!(refusal(&end, "flank:1"), "7.2-Ja");
    let end = end.then("fire:1", &[3, 3, 1, 1]);
    assert_eq!(struck(&end), (None, 5, 5));
    let end = end.then("", &[6, 6, 3, 4, 6]).then("fire:1", &[3, 3, 1, 1, 1]);
    assert_eq!((end.game().field.round, struck(&end)), (3, (Some(Part::Turret), 5, 8)), "the round is over");
    let other = two().play("flank:1 range:keep fire:2", &[3, 3, 3, 1, 1]);
    assert_eq!(struck(&other), (Some(Part::Hull), 5, 11), "only the vehicle named");
    // Hull down is no help against it but for the roll to hit.
    let down = facing("tiger1").that(|enemy| enemy.hull_down = true).play("flank:1 range:keep fire:1", &[1, 4, 1, 1]);
    assert_eq!(down.rolls()[0], "To hit (B1): 5 +1 target hull down = 6, 6 or less: hit");
    assert_eq!(struck(&down), (None, 5, 5));
    // With Synergy two shots can follow.
    let end = two().skill(Skill::Synergy).play("synergy flank:1 range:keep fire:1 fire:1", &[3, 3, 1, 1, 3, 3, 1, 2]);
    let strikes = end.events().into_iter().filter(|event| matches!(event, Event::Struck { part: None, armor: 5, .. }));
    assert_eq!(strikes.count(), 2);
}

/// rules: ace 7.7.aim R45a
#[test]
fn aim_makes_the_starred_results_deadly() {
    // The three columns: 11 on less (Panther), 7 on equal and 3 on greater (Pz IV hull and turret).
    for (kind, dice) in [("panther", [3, 3, 1, 5, 6]), ("pz4", [3, 3, 3, 3, 4]), ("pz4", [3, 3, 1, 1, 2])] {
        let gun = || facing(kind).enemies("tiger1 C");
        let end = gun().play("fire:1", &dice);
        assert!(end.rolls()[2].ends_with(": immobilized**") && end.enemy(1).immobilized);
        let end = gun().skill(Skill::Aim).play("fire:1", &dice);
        assert!(end.gone(1) && end.me().board.kills[Class::T.index()] == 1);
        let hurt = gun().skill(Skill::Aim).wound(Post::Gunner, Wound::Light).play("fire:1", &dice);
        assert!(hurt.enemy(1).immobilized);
    }
    let plain = facing("pz4").skill(Skill::Aim).play("fire:1", &[3, 3, 3, 1, 5]);
    assert!(plain.rolls()[2].ends_with(": immobilized") && plain.enemy(1).immobilized, "an unstarred IMM stays one");
}

/// rules: ace 7.7.exp R45a
#[test]
fn an_expert_rolls_one_attack_again_and_keeps_the_second() {
    let gun = || facing("tiger1").enemies("inf B").skill(Skill::Expert);
    let end = gun().play("fire:1", &[6, 6]);
    assert_eq!(end.options(), ["yes", "no"], "after the roll is seen");
    let end = end.then("yes", &[6, 5]);
    assert_eq!(end.rolls(), ["To hit (B1): 12, 6 or less: miss", "To hit (B1): 11, 6 or less: miss"]);
    assert!(end.can("fire:1"), "the second roll stands");
    let end = end.then("fire:1", &[6, 6]);
    assert!(!end.can("yes"), "once a mission");
    let declined = gun().play("fire:1 no fire:1", &[6, 6, 6, 6]);
    assert!(declined.can("yes"), "it is kept for later");
    let end = gun().play("fire:1", &[3, 3]);
    assert_eq!(end.options(), ["dice:B3"], "a hit needs none");
    // B2 by any of the tank's own weapons; the new result counts even if it is worse.
    for key in ["coax:2", "bow:2", "aa50:2"] {
        let end = gun().play(&format!("{key} yes"), &[3, 4]).dice(&[&[5, 5]]);
        assert!(!end.enemy(2).suppressed, "{key}");
    }
    let jam = gun().play("coax:2 yes", &[6, 6]).dice(&[&[3, 4]]);
    assert!(!jam.me().mat.guns[0].jammed && jam.enemy(2).suppressed);
    let he = gun().loaded(Ammo::He).play("fire:2 yes", &[6, 6]).dice(&[&[1, 1]]);
    assert!(he.gone(2));
    // Only in the series it was bought for, and only by a commander who is not hurt.
    let pershing = || gun().tank("m26");
    assert!(!pershing().play("fire:1", &[6, 6]).can("yes"));
    let both = pershing().me(|player| player.career.expert |= 1 << Series::Pershing.index());
    assert!(both.play("fire:1", &[6, 6]).can("yes"));
    assert!(!gun().wound(Post::Commander, Wound::Light).play("fire:1", &[6, 6]).can("yes"));
}

/// The exact chance of the outcomes whose words contain `part`.
fn chance(end: &Played, key: &str, part: &str) -> f64 {
    let odds = odds(&end.session, Seat(0), key.parse::<Choice>().unwrap());
    assert!(odds.complete && (odds.outcomes.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-12);
    odds.outcomes.iter().filter(|(label, _)| label.contains(part)).map(|(_, p)| p).sum()
}

/// rules: ace CH.B1 CH.B2 CH.B3
#[test]
fn exact_odds_agree_with_the_charts_by_hand() {
    let is = |found: f64, hand: f64| assert!((found - hand).abs() < 1e-12, "{found} is not {hand}");
    // A 75mm at a Pz IV at medium range: 15 of 36 hit; a third on the turret (5 over 4), the rest on the hull (5 = 5).
    let end = facing("pz4").enemies("tiger1 C").play("", &[]);
    let (hit, turret, hull) = (15.0 / 36.0, 1.0 / 3.0, 2.0 / 3.0);
    is(chance(&end, "fire:1", "destroyed"), hit * (turret * 30.0 / 36.0 + hull * 15.0 / 36.0));
    is(chance(&end, "fire:1", "immobilized"), hit * (turret * 2.0 / 36.0 + hull * 11.0 / 36.0));
    // HE at suppressed infantry in woods: +1, so 2 destroys, 1+S does too, S costs a step.
    let end = facing("inf").that(|enemy| enemy.suppressed = true).enemies("tiger1 C").loaded(Ammo::He);
    let end = end.terrain(Terrain::Woods).play("", &[]);
    is(chance(&end, "fire:1", "destroyed"), 6.0 / 36.0);
    is(chance(&end, "fire:1", "no effect"), 10.0 / 36.0);
    // WP at an immobilized Tiger: hit, then burnt on a 1, else the crew bails out on a 1.
    let end = facing("tiger1").that(|enemy| enemy.immobilized = true).enemies("inf C, inf C");
    let end = end.loaded(Ammo::Wp).play("", &[]);
    is(chance(&end, "fire:1", "destroyed"), hit * (1.0 / 6.0 + 5.0 / 6.0 / 6.0));
}

/// rules: ace CH.B1
#[test]
fn a_gun_is_called_by_what_is_printed_and_what_the_range_makes_of_it() {
    let line = |range| {
        let scene = Scene::new(Mission::Attack).enemies("pak40 B").range(range);
        let sections = Ace::sections(&scene.game.view(charts(), Seat(0)));
        sections.into_iter().find(|s| s.id == "enemies").unwrap().lines.remove(0)
    };
    assert_eq!(line(Range::Medium), "B 1 7.5cm PAK 40 gun 7");
    assert_eq!(line(Range::Long), "B 1 7.5cm PAK 40 gun 7 (6 at long range)");
    assert_eq!(line(Range::Close), "B 1 7.5cm PAK 40 gun 7 (8 at close range)");
}
