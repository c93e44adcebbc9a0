//! Rule tests: smoke (7.3.5), weather on both sides' fire (7.5), and fire from elsewhere (7.6).

use crate::common::{Look, Played, Scene};
use hulldown_ace::state::{EnemyAim, Stage, Support};
use hulldown_ace::talk::{Event, Killer};
use hulldown_ace::words::*;
use hulldown_core::Seat;

fn scene() -> Scene {
    Scene::new(Mission::Attack)
}

/// One enemy in front that fights elsewhere.
fn facing(kind: &str) -> Scene {
    scene().enemies(&format!("{kind} B"))
}

/// A Tiger in front and a commander with the command radio.
fn radio() -> Scene {
    facing("tiger1").mine("career.rank = 1lt")
}

fn refusal(played: &Played, key: &str) -> &'static str {
    assert!(!played.can(key), "{key} is offered");
    played.refused(key).map_or("", |(rule, _)| rule)
}

/// A round in which nothing is ordered and nothing happens; so many enemies look for a target.
fn idle(played: Played, enemies: usize) -> Played {
    played.then("end", &[3, 4]).then("", &[6].repeat(enemies))
}

/// Smoke in the areas and around the tank.
fn smoke(played: &Played) -> ([u8; 5], u8) {
    (played.me().board.smoke, played.me().board.own_smoke)
}

/// rules: ace 7.2-Ae 7.2-Af
#[test]
fn hcbi_smokes_an_area_without_a_roll_and_provokes_nobody() {
    let gun = || scene().enemies("tiger1 A, inf A").loaded(Ammo::Hcbi);
    let end = gun().play("", &[]);
    assert!(!end.can("fire:1"), "it is aimed at an area");
    let end = end.go_on("smoke:A");
    assert_eq!((smoke(&end), end.rolls().len()), (([2, 0, 0, 0, 0], 0), 0));
    assert!(
        end.me()
            .board
            .enemies
            .iter()
            .all(|enemy| enemy.aim == EnemyAim::Elsewhere && !enemy.suppressed && !enemy.buttoned)
    );
    assert_eq!(end.me().mat.turret, Facing::Left);
    assert_eq!((end.me().mat.carried[Ammo::Hcbi.index()], end.me().mat.loaded), (3, Some(Ammo::He)));
    // Any of the areas A to E, also where the enemy has yet to come.
    let end = gun().play("", &[]);
    let areas: Vec<String> = end.options().into_iter().filter(|o| o.starts_with("smoke")).collect();
    assert_eq!(areas, ["smoke:A", "smoke:B", "smoke:C", "smoke:D", "smoke:E"]);
    // A gun that may not be shot at yet may be blinded.
    assert!(facing("pak40").round(1).loaded(Ammo::Hcbi).play("", &[]).can("smoke:B"));
}

/// rules: ace 7.3.5a 7.3.5b R21a
#[test]
fn smoke_worsens_the_tanks_fire_from_and_into_it() {
    let roll = |own: u8, area: u8, elsewhere: u8, key: &str| {
        let scene = facing("tiger1").enemies("inf B").me(|player| {
            player.board.own_smoke = own;
            player.board.smoke = [elsewhere, area, elsewhere, elsewhere, elsewhere];
        });
        scene.play(key, &[3, 3]).rolls()[0].clone()
    };
    let hit = "To hit (B1): 6";
    assert_eq!(roll(1, 0, 0, "fire:1"), format!("{hit} +1 smoke around the tank = 7, 6 or less: miss"));
    assert_eq!(roll(2, 0, 0, "fire:1"), format!("{hit} +2 smoke around the tank = 8, 6 or less: miss"));
    assert_eq!(roll(0, 1, 0, "fire:1"), format!("{hit} +1 smoke in the area = 7, 6 or less: miss"));
    assert_eq!(roll(0, 2, 0, "fire:1"), format!("{hit} +2 smoke in the area = 8, 6 or less: miss"));
    assert_eq!(roll(0, 0, 2, "fire:1"), format!("{hit}, 6 or less: hit"), "smoke elsewhere does not matter");
    assert_eq!(
        roll(2, 2, 0, "fire:1"),
        format!("{hit} +2 smoke around the tank +2 smoke in the area = 10, 6 or less: miss")
    );
    for (key, name) in [("coax:2", "coaxial machine gun"), ("bow:2", "bow machine gun")] {
        assert_eq!(
            roll(1, 2, 0, key),
            format!("{name} (B2): 6 +1 smoke around the tank +2 smoke in the area = 9: no effect")
        );
        assert_eq!(roll(0, 0, 2, key), format!("{name} (B2): 6: suppressed"));
    }
}

/// rules: ace 7.3.5a 7.3.5b R21a
#[test]
fn smoke_worsens_the_enemys_fire_from_and_into_it() {
    // A Panther in B, infantry in A: area smoke in B is for the Panther alone.
    let fire = |own: u8, area: u8| {
        let scene = facing("panther").is("targeting").enemies("inf A targeting").stage(Stage::Enemy(Seat(0)));
        let scene = scene.me(|player| {
            player.board.own_smoke = own;
            player.board.smoke[Area::B.index()] = area;
        });
        scene.play("", &[6, 6, 6, 6]).rolls()
    };
    assert_eq!(
        fire(0, 2),
        ["Enemy to hit (B1): 12 +2 smoke in the area = 14, 6 or less: miss", "infantry fire (B2): 12: no effect"]
    );
    assert_eq!(
        fire(2, 1),
        [
            "Enemy to hit (B1): 12 +2 smoke around the tank +1 smoke in the area = 15, 6 or less: miss",
            "infantry fire (B2): 12 +2 smoke around the tank = 14: no effect"
        ]
    );
}

/// rules: ace R21a
#[test]
fn new_smoke_on_smoke_only_restores_it() {
    let thin = |scene: Scene| scene.mine("board.own_smoke = 1, board.smoke = [0, 1, 0, 0, 0]");
    assert_eq!(smoke(&thin(facing("tiger1")).play("mortar", &[])), ([0, 1, 0, 0, 0], 2));
    let hcbi = thin(facing("tiger1")).mine("mat.rack = [0, 0, 3, 0, 0]").loaded(Ammo::Hcbi);
    assert_eq!(smoke(&hcbi.play("smoke:B smoke:B", &[])), ([0, 2, 0, 0, 0], 1));
    let wp = thin(facing("tiger1")).loaded(Ammo::Wp).play("fire:1", &[6, 6]);
    assert_eq!(smoke(&wp), ([0, 2, 0, 0, 0], 1));
}

/// rules: ace 7.2-1a 7.2-Ae
#[test]
fn smoke_thins_round_by_round() {
    // Vector 10: HCBI into A in round 2.
    let end = scene().enemies("tiger1 A").loaded(Ammo::Hcbi).play("smoke:A", &[]);
    assert_eq!((end.game().field.round, smoke(&end)), (2, ([2, 0, 0, 0, 0], 0)));
    let end = idle(end, 1);
    assert_eq!((end.game().field.round, smoke(&end)), (3, ([1, 0, 0, 0, 0], 0)));
    let end = idle(end, 1);
    assert_eq!((end.game().field.round, smoke(&end)), (4, ([0; 5], 0)));
    let end = facing("tiger1").play("mortar", &[]);
    assert_eq!(smoke(&idle(end, 1)), ([0; 5], 1));
}

/// rules: ace 7.3.5c
#[test]
fn smoke_is_left_behind_by_whoever_closes_the_range() {
    let smoked = |fight: Mission| {
        let scene = Scene::new(fight).enemies("tiger1 B").range(Range::Long);
        scene.mine("board.own_smoke = 2, board.smoke = [2, 2, 2, 2, 2]")
    };
    for key in ["move:forward", "move:hulldown range:closer", "flank:1 range:closer"] {
        let end = smoked(Mission::Attack).play(key, &[6, 6, 6, 6]);
        assert_eq!(smoke(&end), ([2; 5], 0), "{key}: the player leaves his own");
    }
    for key in ["hull:left", "move:hulldown range:keep", "flank:1 range:keep", "button:c"] {
        assert_eq!(smoke(&smoked(Mission::Attack).play(key, &[6, 6, 6, 6])), ([2; 5], 2), "{key}");
    }
    for key in ["move:back", "move:hulldown range:farther"] {
        let end = smoked(Mission::Attack).range(Range::Close).play(key, &[6, 6, 6, 6]);
        assert_eq!(smoke(&end), ([2; 5], 2), "{key}");
    }
    // In a Defense the enemy comes closer at the end of the round, as long as he can.
    let end = idle(smoked(Mission::Defense).play("", &[]), 1);
    assert_eq!((end.me().board.range, smoke(&end)), (Range::Medium, ([0; 5], 1)));
    let end = idle(smoked(Mission::Defense).range(Range::Close).play("", &[]), 1);
    assert_eq!(smoke(&end), ([1; 5], 1), "at close range it only thins");
    // Flanking moves remove nothing.
    let end = smoked(Mission::Defense).enemies("pz4 A").stage(Stage::Enemy(Seat(0))).play("", &[]);
    assert_eq!((end.enemy(2).area, smoke(&end)), (Area::D, ([2; 5], 2)));
}

/// rules: ace 7.5
#[test]
fn rain_and_snow_hamper_the_enemy_as_they_do_the_tank() {
    let fire = |weather: Weather| {
        let scene = facing("panther").is("targeting").enemies("inf A targeting").stage(Stage::Enemy(Seat(0)));
        scene.weather(weather).play("", &[6, 6, 6, 6]).rolls()
    };
    for weather in [Weather::Rain, Weather::Snow] {
        let name = weather.name();
        assert_eq!(fire(weather)[0], format!("Enemy to hit (B1): 12 +1 {name} = 13, 6 or less: miss"));
        assert_eq!(fire(weather)[1], format!("infantry fire (B2): 12 +1 {name} = 13: no effect"));
    }
    for weather in [Weather::Clear, Weather::Overcast, Weather::Mud] {
        assert_eq!(fire(weather), ["Enemy to hit (B1): 12, 6 or less: miss", "infantry fire (B2): 12: no effect"]);
    }
}

/// rules: ace 7.2-L
#[test]
fn only_first_lieutenants_and_captains_call_for_fire() {
    for rank in Rank::ALL {
        let end = facing("tiger1").me(|player| player.career.rank = rank).play("", &[]);
        for key in ["call:mortar", "call:artillery"] {
            if matches!(rank, Rank::FirstLt | Rank::Captain) {
                assert!(end.can(key), "{rank}");
            } else {
                assert_eq!(refusal(&end, key), "7.2-L", "{rank}");
            }
        }
    }
    let dead = radio().mine("mat.radio_out = true").play("", &[]);
    assert!(!dead.can("call:mortar") && !dead.can("call:artillery"));
    // A call costs one command and asks for no dice yet.
    let end = radio().play("call:mortar button:c", &[]);
    assert_eq!((end.options(), end.rolls().len()), (vec!["dice:B9".into()], 0));
    assert_eq!((end.me().mat.cff[0].support, end.me().mat.cff[0].rounds), (Support::Mortar, 2));
}

/// rules: ace 7.2-1b 7.2-2 7.6a R37a
#[test]
fn calls_strike_two_and_four_rounds_later_before_the_commands() {
    // Vector 2: called in round 3, mortars strike in round 5.
    let end = radio().enemies("inf C").round(3).play("call:mortar end", &[3, 4]).then("", &[6, 6]);
    assert_eq!((end.game().field.round, end.me().mat.cff[0].rounds), (4, 1));
    let end = end.then("end", &[3, 4, 6, 6]);
    assert_eq!((end.game().field.round, end.game().stage), (5, Stage::Strikes(Seat(0))), "after targeting");
    assert_eq!(end.options(), ["target:1", "target:2"], "the target is chosen when the strike comes due");
    let end = end.then("target:2", &[3, 4]);
    assert_eq!(end.rolls().last().unwrap(), "mortars (B2): 7 -1 mortars = 6: 1 step");
    assert_eq!((end.enemy(2).steps, end.enemy(2).aim), (1, EnemyAim::Elsewhere), "it provokes nobody");
    assert_eq!(end.game().stage, Stage::Commands(Seat(0)));
    assert!(end.me().mat.cff.is_empty());
    // Artillery in round 7.
    let mut end = radio().enemies("inf C").round(3).play("call:artillery", &[]);
    for (round, left) in [(4, 3), (5, 2), (6, 1)] {
        end = idle(end, 2);
        assert_eq!((end.game().field.round, end.me().mat.cff[0].rounds), (round, left));
    }
    let end = end.then("end", &[3, 4, 6, 6]);
    assert_eq!((end.game().field.round, end.options()), (7, vec!["target:1".into(), "target:2".into()]));
    let end = end.then("target:2", &[3, 4]);
    assert_eq!(end.rolls().last().unwrap(), "field artillery (B2): 7 -3 field artillery = 4: 1 step + suppressed");
    assert!(end.enemy(2).suppressed, "for the whole of this round");
}

/// rules: ace 7.6b
#[test]
fn two_mortar_missions_or_one_of_artillery() {
    let end = radio().play("call:mortar", &[]);
    assert!(end.can("call:mortar"));
    assert_eq!(refusal(&end, "call:artillery"), "7.6b", "not both kinds");
    let end = idle(end.go_on("call:mortar").then("", &[3, 4, 6]), 1);
    assert_eq!(end.options(), ["dice:B2"], "the one target left is struck");
    let end = end.then("", &[6, 6, 6, 6]);
    assert_eq!((end.me().mat.cff.len(), end.rolls().iter().filter(|r| r.starts_with("mortars")).count()), (0, 2));
    assert_eq!(refusal(&end, "call:mortar"), "7.6b");
    assert_eq!(refusal(&end, "call:artillery"), "7.6b");
    let end = radio().play("call:artillery", &[]);
    assert_eq!(refusal(&end, "call:artillery"), "7.6b");
    assert_eq!(refusal(&end, "call:mortar"), "7.6b");
}

/// A strike on the last enemy added, due now.
fn strike(scene: Scene, support: Support, low: u8, high: u8) -> Played {
    let due = hulldown_ace::state::Cff { support, rounds: 0, board: Seat(0) };
    let scene = scene.stage(Stage::Strikes(Seat(0))).me(|player| {
        player.mat.mortars_called = 1;
        player.mat.cff.push(due);
    });
    let last = scene.game.players[0].board.enemies.last().unwrap().id.0;
    scene.play(&format!("target:{last}"), &[low, high])
}

/// rules: ace R21a 7.6a R11a 7.3.7c CH.B2
#[test]
fn indirect_fire_minds_neither_smoke_nor_weather_nor_hatches() {
    let fog = || {
        let scene = facing("tiger1").buttoned().weather(Weather::Rain).range(Range::Long).skill(Skill::Gunnery);
        scene.mine("board.own_smoke = 2, board.smoke = [2, 2, 2, 2, 2]")
    };
    let line = |scene: Scene, support: Support| strike(scene, support, 3, 4).rolls()[0].clone();
    assert_eq!(line(fog().enemies("inf B"), Support::Mortar), "mortars (B2): 7 -1 mortars = 6: 1 step");
    assert_eq!(
        line(fog().enemies("pak40 B"), Support::Artillery),
        "field artillery (B2): 7 -3 field artillery = 4: 1 step"
    );
    // Totals off the chart are read at its end.
    let least = strike(facing("tiger1").enemies("inf B"), Support::Artillery, 1, 1);
    assert_eq!(least.rolls(), ["field artillery (B2): 2 -3 field artillery = -1: 2 steps"]);
    // What shelters the target counts.
    let dug_in = fog().terrain(Terrain::Woods).enemies("inf B dug-in");
    assert_eq!(line(dug_in, Support::Mortar), "mortars (B2): 7 -1 mortars +1 dug in +1 woods = 8: suppressed");
    // An expert has no say in it.
    let expert = strike(facing("tiger1").enemies("inf B").skill(Skill::Expert), Support::Mortar, 6, 6);
    assert!(!expert.can("yes"));
}

/// rules: ace 7.6a R24a
#[test]
fn what_called_fire_destroys_is_the_players() {
    let end = strike(facing("tiger1").enemies("pak40 B"), Support::Mortar, 3, 4);
    assert!(end.gone(2) && end.saw(|event| matches!(event, Event::Destroyed { by: Killer::Support, .. })));
    assert_eq!(end.me().board.kills[Class::At.index()], 1);
    assert!(!end.me().board.eliminated, "but it was not his tank");
    // A tank is buttoned up; by field artillery it is stopped as well, which is damage.
    let end = strike(facing("inf").enemies("tiger1 B"), Support::Mortar, 3, 3);
    assert!(end.enemy(2).buttoned && !end.enemy(2).immobilized);
    let end = strike(facing("inf").enemies("tiger1 B"), Support::Artillery, 4, 4);
    assert_eq!(end.rolls(), ["field artillery (B2): 8 -3 field artillery = 5: buttoned up"]);
    assert!(end.enemy(2).buttoned && end.enemy(2).immobilized && end.enemy(2).damaged.is_some());
    assert_eq!(end.me().board.damaged, 1);
    assert!(!strike(facing("inf").enemies("tiger1 B"), Support::Artillery, 4, 5).enemy(2).buttoned);
}

/// rules: ace 7.6c
#[test]
fn an_airstrike_attacks_at_minus_four_and_two_or_less_destroys_anything() {
    // Event check 12, Random Event 7.
    let fly = |scene: Scene, low: u8, high: u8| scene.play("end", &[6, 6, 3, 4]).then("target:1", &[low, high]);
    let two = || facing("tiger1").enemies("inf A");
    let end = fly(two().enemies("inf C"), 3, 3);
    assert!(end.gone(1) && end.saw(|event| matches!(event, Event::Destroyed { by: Killer::Others, .. })));
    assert_eq!(end.me().board.vehicles_and_guns(), 0, "no credit");
    assert!(end.log().contains(&"Airstrike (B2): 6 -4 aircraft = 2: destroyed".into()), "{:?}", end.rolls());
    let end = fly(two(), 3, 4);
    assert!(end.log().contains(&"Airstrike (B2): 7 -4 aircraft = 3: buttoned up".into()), "{:?}", end.rolls());
    assert!(end.enemy(1).buttoned && !end.enemy(1).immobilized);
    // Smoke and mud do not matter; aircraft stay away under cloud.
    let end = fly(two().weather(Weather::Mud).mine("board.own_smoke = 2, board.smoke = [2, 2, 2, 2, 2]"), 5, 5);
    assert!(end.log().contains(&"Airstrike (B2): 10 -4 aircraft = 6: no effect".into()), "{:?}", end.rolls());
    let end = two().weather(Weather::Overcast).play("end", &[6, 6, 3, 4, 6, 6]);
    assert_eq!((end.game().field.round, end.rolls().len()), (3, 4), "only targeting dice follow");
}

/// rules: ace 7.6e 7.6b
#[test]
fn a_prestige_point_buys_artillery_before_the_first_round() {
    let ready = |fight: Mission, prestige: u8| {
        let scene = Scene::new(fight).round(1).enemies("tiger1 B, pak40 A, inf C");
        scene.stage(Stage::Ready(Seat(0))).me(|player| player.career.prestige = prestige)
    };
    let answers = "open:cda load:ap rack:ap";
    let end = ready(Mission::Attack, 0).play(answers, &[]);
    assert_eq!(end.options(), ["dice:7.2-4"], "nothing to spend");
    let end = ready(Mission::Attack, 1).play(answers, &[]);
    assert_eq!(end.options(), ["no", "yes"]);
    let end = end.go_on("yes");
    assert_eq!((end.me().career.prestige, end.me().career.rank), (0, Rank::Ssg), "also for an NCO");
    assert_eq!(end.options(), ["target:1", "target:2", "target:3"], "also a gun that has not fired");
    let end = end.then("target:2", &[4, 5]);
    assert_eq!(end.rolls(), ["field artillery (B2): 9 -3 field artillery = 6: 1 step"]);
    assert_eq!(end.me().board.kills[Class::At.index()], 1, "the player's kill");
    assert_eq!((end.options(), end.me().mat.artillery_called), (vec!["dice:7.2-4".into()], 0));
    // In a Defense too, before the enemy looks for targets.
    let end = ready(Mission::Defense, 1).play("open:cda yes load:ap rack:ap yes target:1", &[6, 6]);
    assert_eq!((end.rolls().len(), end.options()), (1, vec!["dice:7.2-4".into()]));
    // An Assault has one of its own first, without credit; the bought one comes besides.
    let end = ready(Mission::Assault, 1).play("open:cda load:ap rack:ap yes target:2 target:1", &[4, 5, 4, 4]);
    assert_eq!(end.rolls().len(), 2);
    assert!(end.gone(2) && end.me().board.kills[Class::At.index()] == 0);
    assert!(end.enemy(1).immobilized && end.me().board.damaged == 1);
}

/// rules: ace 7.2-Aa
#[test]
fn the_gun_is_loaded_again_after_the_shot_that_ends_a_fight() {
    // The last tank dies, and a counterattack comes.
    let end = facing("pz4").play("fire:1", &[1, 1, 3, 6, 6]).then("", &[6, 3, 3, 5, 3, 3, 4]);
    let end = end.go_on("open:cda no");
    assert!(end.game().field.counterattack);
    assert_eq!((end.me().mat.loaded, end.me().mat.racked()), (Some(Ammo::He), 7));
}
