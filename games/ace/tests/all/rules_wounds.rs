//! Wounds in battle, and who does whose work afterwards (7.4.2, 7.4.3).

use crate::common::{Look, Scene};
use crate::rules_damage::{ENEMY, KIA, LW, NONE, SW, left, under_fire, wounds};
use hulldown_ace::state::{Fate, Stage};
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;
use hulldown_core::Seat;

/// rules: ace 7.4.3a 7.7.six
#[test]
fn a_light_wound_costs_the_commander_a_command_and_every_man_his_skills() {
    let scene = || {
        let scene = Scene::new(Mission::Attack).enemies("pz4 B").skill(Skill::Gunnery).skill(Skill::Synergy);
        scene.skill(Skill::EyeForTerrain).skill(Skill::AdrenalineRush)
    };
    let fit = scene().play("", &[]);
    assert_eq!((left(&fit), fit.can("synergy"), fit.can("reload:rush")), (Some(2), true, true));
    assert_eq!(fit.preview("fire:1").unwrap().modifier(), -1);
    assert_eq!(fit.preview("move:forward").unwrap().modifier(), 1);
    let boss = scene().wound(Post::Commander, LW).play("", &[]);
    assert_eq!((left(&boss), boss.can("synergy"), boss.can("reload:rush")), (Some(1), false, true));
    assert_eq!(boss.preview("fire:1").unwrap().modifier(), -1, "the gunner's is his own");
    let crew =
        [Post::Gunner, Post::Loader, Post::Driver].into_iter().fold(scene(), |s, post| s.wound(post, LW)).play("", &[]);
    assert_eq!((left(&crew), crew.can("synergy"), crew.can("reload:rush")), (Some(2), true, false));
    assert_eq!(crew.preview("fire:1").unwrap().modifier(), 0);
    assert_eq!(crew.preview("move:forward").unwrap().modifier(), 0);
    assert!(crew.can("fire:1") && crew.can("move:forward") && crew.can("mortar"), "they do their work all the same");
    // It is gone at the next mission.
    let next = scene().wound(Post::Commander, LW).wound(Post::Driver, LW).round(1).stage(Stage::Ready(Seat(0)));
    assert_eq!(wounds(&next.play("", &[])), [NONE; 5]);
}

/// rules: ace 7.4.2a R28a
#[test]
fn the_worse_wound_counts_and_light_ones_do_not_add_up() {
    let hit = |before, faces: [u8; 2]| {
        let scene = under_fire("pz4").buttoned().wound(Post::Driver, before);
        scene.play("", &[1, 1, 4, 1, 1, 1, 5, faces[0], faces[1]]).me().crew[Post::Driver.index()].wound
    };
    assert_eq!((hit(LW, [1, 1]), hit(SW, [1, 1]), hit(LW, [4, 4]), hit(SW, [6, 6])), (LW, SW, SW, KIA));
    // The log says how he is, not what the dice would have made of a sound man.
    let told = |before, faces: [u8; 2]| {
        let scene = under_fire("pz4").buttoned().wound(Post::Driver, before);
        let hit = scene.play("", &[1, 1, 4, 1, 1, 1, 5, faces[0], faces[1]]);
        hit.log().into_iter().find(|line| line.starts_with("The driver")).unwrap()
    };
    assert_eq!(told(NONE, [1, 1]), "The driver, Tate, is lightly wounded.");
    assert_eq!(told(LW, [1, 1]), "The driver, Tate, is hit again and is lightly wounded as before.");
    assert_eq!(told(SW, [1, 1]), "The driver, Tate, is hit again and is seriously wounded as before.");
    assert_eq!(told(LW, [4, 4]), "The driver, Tate, is seriously wounded.");
    assert_eq!(told(SW, [6, 6]), "The driver, Tate, is killed.");
}

/// rules: ace 7.4.3b R4a
#[test]
fn the_seriously_wounded_may_die_at_the_end_of_every_round() {
    let scene = || Scene::new(Mission::Defense).stage(Stage::Events(Seat(0))).enemies("pak40 B targeting");
    let men = || scene().wound(Post::Gunner, SW).wound(Post::Loader, LW).wound(Post::Driver, SW);
    let end = men().play("", &[3, 4, 5, 5, 5, 6]);
    assert_eq!(
        end.rolls(),
        [
            "Event check (B9): 7: nothing",
            "Dies of wounds (7.4.3): 10, 11 or more: holds on",
            "Dies of wounds (7.4.3): 11, 11 or more: dies",
        ]
    );
    assert_eq!(wounds(&end), [NONE, SW, LW, KIA, NONE]);
    let boss = scene().wound(Post::Commander, SW).play("", &[3, 4, 6, 6]);
    assert_eq!((boss.me().fate, boss.game().stage), (Fate::DiedOfWounds, Stage::Over));
    // Not in a round cut short by the end of the mission.
    let won = men().enemies("inf B").play("", &[2, 3]);
    assert!(won.rolls().iter().all(|r| !r.starts_with("Dies of wounds")));
}

/// rules: ace 7.4.3d R28a
#[test]
fn with_the_commander_down_the_gunner_gives_one_command_without_his_skills() {
    let scene = || {
        let scene = Scene::new(Mission::Attack).enemies("pz4 B").wound(Post::Commander, SW).skill(Skill::Synergy);
        scene.mine("career.rank = cpt, mat.open.0 = false")
    };
    let gunner = scene().play("", &[]);
    assert!(gunner.saw(|event| matches!(event, Event::Commands { post: Post::Gunner, .. })));
    assert_eq!((left(&gunner), gunner.can("synergy"), gunner.can("fire:1")), (Some(1), false, true));
    for key in ["aa50:1", "call:mortar", "call:artillery"] {
        assert_eq!(gunner.refused(key).map(|(rule, _)| rule), Some("7.4.3d"), "{key}");
    }
    assert!(!gunner.can("unbutton:c"));
    let to_hit = gunner.preview("fire:1").unwrap();
    assert_eq!((to_hit.modifier(), to_hit.mods[0].why), (1, "commander buttoned up"));
    // With the gunner down as well the loader commands, and the gun has nobody.
    let loader = scene().wound(Post::Gunner, SW).play("", &[]);
    assert!(loader.saw(|event| matches!(event, Event::Commands { post: Post::Loader, .. })));
    assert_eq!((left(&loader), loader.refused("fire:1").map(|(rule, _)| rule)), (Some(1), Some("R28a")));
    assert!(loader.can("move:back") && loader.can("mortar"));
    let driver = scene().wound(Post::Gunner, SW).wound(Post::Loader, KIA).play("post:stay", &[]);
    assert!(driver.saw(|event| matches!(event, Event::Commands { post: Post::Driver, .. })));
    // Shock leaves the acting commander none.
    let shocked = scene().mine("mat.shock = true").play("", &[]);
    assert_eq!(shocked.options(), ["dice:B9"]);
}

/// rules: ace 7.4.3e 7.4.3f
#[test]
fn with_the_driver_down_the_tank_stands_for_the_round_then_the_assistant_drives() {
    // Splinters hit him in step 6 of round 1, before the commands.
    let scene = Scene::new(Mission::Attack).round(1).stage(ENEMY).enemies("pz4 B targeting");
    let round1 = scene.mine("mat.open = [true, false, true]").play("", &[1, 1, 4, 1, 1, 1, 5, 4, 4]);
    assert_eq!(left(&round1), Some(1), "nothing is asked about his post yet");
    for key in ["move:forward", "move:hulldown", "hull:left", "move:back", "flank:1"] {
        assert_eq!(round1.refused(key).map(|(rule, _)| rule), Some("7.4.3e"), "{key}");
    }
    assert!(round1.can("bow:1"), "the assistant driver is still at his gun");
    let round2 = round1.then("end", &[3, 4, 1, 1]);
    assert_eq!((round2.game().field.round, round2.options()), (2, vec!["post:driver".to_string(), "post:stay".into()]));
    let drives = round2.go_on("post:driver");
    assert!(drives.can("move:back") && drives.can("unbutton:d"));
    assert_eq!(drives.refused("bow:1").map(|(rule, _)| rule), Some("7.4.3f"));
    assert_eq!(drives.me().mat.open, [true, false, false], "he has left his own hatch");
    assert_eq!(drives.preview("move:back").unwrap().modifier(), -1, "buttoned up in the driver's seat");
    // Hit after the commands of round 2, he is replaced in round 3; the hatch he opens there is his danger.
    let scene = under_fire("pz4").buttoned().play("", &[1, 1, 4, 1, 1, 1, 5, 4, 4, 3, 4, 1, 1]);
    let opened = scene.go_on("post:driver unbutton:d");
    let opened = opened.dice(&[&[1, 1], &[4], &[2, 2], &[1], &[1, 1]]);
    assert_eq!(wounds(&opened), [NONE, NONE, NONE, SW, LW], "the man behind the driver's hatch");
    // If he stays, nobody drives, and he is asked again.
    let stays = Scene::new(Mission::Attack).enemies("pz4 B").wound(Post::Driver, SW).play("post:stay", &[]);
    assert_eq!(stays.refused("move:forward").map(|(rule, _)| rule), Some("7.4.3e"));
    assert!(stays.can("bow:1"));
    assert_eq!(stays.then("end", &[3, 4, 1, 1, 6]).options(), ["post:driver", "post:stay"]);
}

/// rules: ace 7.4.3f
#[test]
fn a_bow_gun_without_its_man_is_silent() {
    let out = Scene::new(Mission::Attack).enemies("inf B").wound(Post::AssistantDriver, SW).play("", &[]);
    assert_eq!(out.refused("bow:1").map(|(rule, _)| rule), Some("7.4.3f"));
    assert!(out.can("coax:1") && out.can("aa50:1"));
    assert!(Scene::new(Mission::Attack).enemies("inf B").wound(Post::AssistantDriver, LW).play("", &[]).can("bow:1"));
}

/// rules: ace 7.4.3g 7.4.3f R28a
#[test]
fn with_the_loader_down_the_gun_is_silent_for_a_round_then_the_assistant_loads() {
    let hit = || under_fire("pz4").enemies("inf B").buttoned().play("", &[1, 1, 4, 1, 1, 1, 4, 4, 4, 3, 4, 1, 1, 6]);
    let silent = hit().go_on("post:loader");
    for key in ["fire:1", "fire:2", "coax:2"] {
        assert_eq!(silent.refused(key).map(|(rule, _)| rule), Some("7.4.3h"), "{key}");
    }
    assert_eq!(silent.refused("bow:2").map(|(rule, _)| rule), Some("7.4.3f"));
    let speaks = silent.then("end", &[6, 6, 3, 4, 1, 1, 6]);
    assert!(speaks.can("fire:1") && speaks.can("coax:2") && speaks.can("mortar"));
    // Nobody at the loader's post: no main gun, but the coax needs no loader.
    let alone = hit().then("post:stay end", &[6, 6, 3, 4, 1, 1, 6]).go_on("post:stay");
    assert_eq!(alone.refused("fire:1").map(|(rule, _)| rule), Some("7.4.3g"));
    for key in ["reload", "mortar", "switch:he"] {
        assert_eq!(alone.refused(key).map(|(rule, _)| rule), Some("7.4.3g"), "{key}");
    }
    assert!(alone.can("coax:2") && alone.can("bow:2"));
}

/// rules: ace R28a 7.4.3e 7.4.3g
#[test]
fn the_assistant_fills_one_post_the_drivers_first() {
    let both =
        Scene::new(Mission::Attack).enemies("pz4 B").wound(Post::Driver, SW).wound(Post::Loader, SW).play("", &[]);
    assert!(both.saw(|event| matches!(event, Event::TakesOver { post: Post::Driver, .. })));
    assert!(both.can("move:back"));
    assert_eq!(both.refused("fire:1").map(|(rule, _)| rule), Some("7.4.3g"));
    // In the very round the driver fell he only climbs over.
    let over = Scene::new(Mission::Attack).enemies("pz4 B").wound(Post::Driver, SW).wound(Post::Loader, SW);
    let over = over.mine("mat.driver_out = 2").play("", &[]);
    assert_eq!(over.me().mat.assistant_at, Some(Post::Driver));
    assert_eq!(over.refused("move:back").map(|(rule, _)| rule), Some("7.4.3e"));
    // Busy loading, he does not change over when the driver falls.
    let busy = Scene::new(Mission::Attack).enemies("pz4 B").wound(Post::Driver, SW).wound(Post::Loader, SW);
    let busy = busy.mine("mat.assistant_at = loader").play("", &[]);
    assert!(busy.can("fire:1"));
    assert_eq!(busy.refused("move:back").map(|(rule, _)| rule), Some("7.4.3e"));
    // Wounded himself he fills none.
    let none = Scene::new(Mission::Attack).enemies("pz4 B").wound(Post::Driver, SW).wound(Post::AssistantDriver, SW);
    assert_eq!(none.play("", &[]).refused("move:back").map(|(rule, _)| rule), Some("7.4.3e"));
}

/// rules: ace 7.4.3h R28a
#[test]
fn with_the_gunner_down_the_gun_is_silent_for_a_round_then_the_commander_fires_it_once_a_round() {
    let hit = || {
        let scene = under_fire("pz4").enemies("inf B").skill(Skill::Gunnery);
        scene.play("", &[1, 1, 4, 1, 1, 1, 3, 4, 4, 3, 4, 1, 1, 6])
    };
    let silent = hit();
    assert_eq!(silent.me().mat.open, [true; 3], "in the silent round the commander is still up");
    assert!(silent.can("aa50:2"), "and may fire the .50");
    for key in ["fire:1", "coax:2"] {
        assert_eq!(silent.refused(key).map(|(rule, _)| rule), Some("7.4.3h"), "{key}");
    }
    assert_eq!(left(&silent), Some(1), "Shock; he still commands");
    let asked = silent.then("end", &[6, 6, 3, 4, 1, 1, 6]);
    assert_eq!(asked.options(), ["post:gunner", "post:stay"]);
    // He may stay up and leave the gun silent; next round he is asked again.
    let up = hit().then("end post:stay", &[6, 6, 3, 4, 1, 1, 6]);
    assert_eq!((left(&up), up.me().mat.open), (Some(2), [true; 3]));
    assert_eq!(up.refused("fire:1"), Some(("7.4.3h", "the gunner is out and the commander has stayed up")));
    assert_eq!(up.refused("coax:2").map(|(rule, _)| rule), Some("7.4.3h"));
    assert!(up.can("aa50:2"));
    let again = up.then("end", &[6, 6, 3, 4, 1, 1, 6]);
    assert_eq!(again.options(), ["post:gunner", "post:stay"]);
    let guns = asked.go_on("post:gunner");
    assert_eq!((left(&guns), guns.me().mat.open), (Some(2), [false, true, true]), "down he is buttoned up");
    let to_hit = guns.preview("fire:1").unwrap();
    assert_eq!((to_hit.modifier(), to_hit.mods[0].why), (1, "commander buttoned up"), "and the gunner's skill is gone");
    assert_eq!(guns.refused("aa50:1").map(|(rule, _)| rule), Some("R28a"));
    assert!(!guns.can("unbutton:c"));
    let fired = guns.go_on("fire:1").dice(&[&[5, 5]]);
    assert_eq!(fired.refused("fire:1").map(|(rule, _)| rule), Some("7.4.3h"));
    assert!(fired.can("move:back") && fired.can("bow:2"));
}

/// rules: ace 7.4.3h R28a
#[test]
fn a_man_who_does_anothers_work_does_not_sit_behind_his_own_hatch_in_a_second_fight() {
    // A counterattack with gunner and driver out: the assistant driver drives, the commander comes up from the gun and is asked anew.
    let scene = Scene::new(Mission::Defense).round(1).enemies("pz4 B").wound(Post::Gunner, SW).wound(Post::Driver, SW);
    let scene = scene.set("field.counterattack = true").mine("mat.assistant_at = driver, mat.at_gun = true");
    let asked = scene.stage(Stage::Ready(Seat(0))).play("", &[6]);
    assert_eq!(asked.options(), ["open:none", "open:c", "open:d", "open:cd"]);
    let down = asked.go_on("open:cd no post:gunner");
    assert_eq!(down.me().mat.open, [false, true, false]);
}
