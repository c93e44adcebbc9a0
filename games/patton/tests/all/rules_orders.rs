//! Orders and what the crew does with them (4.73, 4.74.4, 8.0).

use crate::common::{Look, Scene, charts};
use hulldown_patton::state::{Directs, GunState, Stage};
use hulldown_patton::talk::Event;
use hulldown_patton::words::*;

fn scene() -> Scene {
    Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium")
}

/// Chores are done, then the enemy rolls; no dice are given for that.
fn chore(post: Post, action: Action) -> Scene {
    scene().at(Stage::Chores).order(post, action)
}

/// rules: patton 4.73.2, 8.0, 5.22
#[test]
fn one_action_a_man_from_those_of_his_post() {
    let menu = scene().play("", &[]);
    for post in Post::ALL {
        for action in Action::ALL {
            let key = format!("order:{}:{}", post.id(), action.id());
            let has = charts().actions[action.index()].who[post.index()];
            if !has {
                assert!(!menu.can(&key) && menu.refused(&key).is_none(), "{key}");
            }
        }
    }
    // A second order replaces the first; without a marker the driver stops and the loader loads.
    let given = menu.go_on("order:g:rotate_turret order:g:fire_coax_mg order:d:forward order:d:none");
    let orders = given.game().battle.orders;
    assert_eq!(orders.of(Post::Gunner), Some(Action::FireCoaxMg));
    assert_eq!((orders.of(Post::Driver), orders.of(Post::Loader)), (Some(Action::Stop), Some(Action::Load)));
    assert_eq!((orders.of(Post::Commander), orders.of(Post::Assistant)), (None, None));
}

/// rules: patton 4.73.1, 4.42
#[test]
fn hatches_open_and_close_before_orders() {
    let menu = scene().play("", &[]);
    assert!(menu.can("close:c") && menu.can("open:d") && menu.can("open:a"));
    // Tank 1 has no hatch for its loader; no gunner has one.
    assert!(!menu.can("open:l") && !menu.can("open:g"));
    let set = menu.go_on("close:c open:d look:c:4-5");
    assert_eq!(set.game().tank.open, [false, false, false, true, false]);
    assert_eq!(set.game().tank.commander_looks, Sector::S45);
    assert!(Scene::new(Scenario::Advance).tank(2).play("", &[]).can("open:l"));
}

/// rules: patton 4.73.3, 16.23, 8.53
#[test]
fn the_reload_is_named_with_the_orders() {
    let menu = scene().play("", &[]);
    let named = menu.go_on("reload:he:rack");
    assert_eq!((named.game().battle.orders.reload, named.game().battle.orders.from_rack), (Some(Ammo::He), true));
    // Passing ammo and the ready rack exclude each other.
    assert_eq!(named.refused("order:a:pass_ammo"), Some(("8.53", "the reload comes from the ready rack")));
    let passing = named.go_on("reload:he order:a:pass_ammo");
    assert_eq!(passing.refused("reload:he:rack"), Some(("8.53", "the assistant driver passes ammo")));
    assert_eq!(passing.refused("reload:wp:rack"), Some(("16.23", "none of these is in the ready rack")));
    let none = scene().with(|game| game.tank.rounds[Ammo::Hcbi.index()] = 0).play("", &[]);
    assert_eq!(none.refused("reload:hcbi"), Some(("4.73.3", "no other round of this kind is left")));
}

/// rules: patton 4.73.2
#[test]
fn the_same_orders_again_are_one_answer() {
    let first = scene().set("battle.round = 1").play("plan:gun", &[]);
    assert!(first.can("go"));
    let orders = first.game().battle.orders;
    assert_eq!(orders.of(Post::Gunner), Some(Action::FireMainGun));
    assert_eq!((orders.of(Post::Commander), orders.directs), (Some(Action::DirectFire), Directs::Main));
    // Miss, no rate of fire; the bow MG has no target; the enemy does nothing, friends and events neither; next round.
    let next = first.then("go fire:1:direct hold", &[90, 5, 50, 40]);
    let next = next.then("sector:9-10", &[]);
    assert_eq!(next.game().battle.round, 2);
    assert_eq!(next.game().battle.orders.acts, orders.acts);
    assert!(next.can("go"));
}

/// The state itself knows whether last round's orders may stand: nobody has to read the log for it.
///
/// rules: patton 4.73.2
#[test]
fn orders_stand_while_nothing_has_happened() {
    // The enemy does nothing, friends miss, a quarter of an hour passes: the next round finds the orders as they were.
    let calm = scene().play("order:c:direct_movement go", &[5, 50, 3]);
    assert_eq!((calm.game().battle.round, calm.game().battle.standing), (3, Some(calm.game().battle.orders)));
    let changed = calm.go_on("order:d:forward");
    assert_ne!(changed.game().battle.standing, Some(changed.game().battle.orders));
    // Friends knock somebody out: time to think again.
    let two = scene().enemies("lw 9-10 long").play("order:c:direct_movement go", &[5, 5, 50, 1, 3]);
    assert_eq!((two.game().battle.round, two.game().battle.standing), (3, None));
    // An old save knows nothing of it, and is asked.
    let mut state = serde_json::to_value(&scene().game).unwrap();
    state["battle"].as_object_mut().unwrap().remove("standing");
    let old: hulldown_patton::Patton = serde_json::from_value(state).unwrap();
    assert_eq!(old.battle.standing, None);
}

/// rules: patton 27.2, 9.0, T.coll.2, 8.21, 8.24
#[test]
fn what_keeps_the_main_gun_silent() {
    let reason = |scene: Scene| scene.play("", &[]).refused("order:g:fire_main_gun").map(|(_, why)| why);
    assert_eq!(reason(scene()), None);
    assert_eq!(reason(scene().set("tank.guns.0 = malfunction")), Some("the main gun does not work"));
    assert_eq!(reason(scene().set("tank.sight_broken = true")), Some("the gun sight is broken"));
    assert_eq!(reason(scene().wound(Post::Gunner, Wound::LightWeek)), Some("nobody works there"));
    let moves = scene().play("order:d:forward", &[]);
    assert_eq!(
        moves.refused("order:g:fire_main_gun"),
        Some(("8.21", "the tank is to move, and the crew has no gyrostabilizer training"))
    );
    assert_eq!(moves.refused("order:g:rotate_and_fire").map(|(rule, _)| rule), Some("8.24"));
    let fires = scene().play("order:g:fire_main_gun", &[]);
    assert_eq!(fires.refused("order:d:pivot").map(|(rule, _)| rule), Some("27.2"));
    let trained = scene().set("crew.trained = true").play("order:d:forward order:g:fire_main_gun", &[]);
    assert_eq!(trained.game().battle.orders.of(Post::Gunner), Some(Action::FireMainGun));
}

/// rules: patton 8.23
#[test]
fn the_turret_turns_to_any_sector() {
    let turned = scene().at(Stage::MainGun).order(Post::Gunner, Action::RotateTurret).play("turret:3", &[]);
    assert_eq!(turned.game().tank.turret, Sector::S3);
    assert_eq!(turned.game().tank.hull, Sector::S68);
}

/// rules: patton 8.32, 8.25, T.repair, 8.33, 8.52, 8.63
#[test]
fn repairs() {
    let fails = |weapon: Weapon| {
        move |game: &mut hulldown_patton::Patton| game.tank.guns[weapon.index()] = GunState::Malfunction
    };
    // A man of rating 5: 25 becomes 20, repaired; 26 does nothing; 96 becomes 91, broken; 98 is broken whatever his rating.
    let main = |roll: u8| {
        chore(Post::Loader, Action::RepairMainGun).with(fails(Weapon::Main)).roll(&[roll]).game().tank.gun(Weapon::Main)
    };
    assert_eq!(main(25), GunState::Works);
    assert_eq!(main(26), GunState::Malfunction);
    assert_eq!(main(95), GunState::Malfunction);
    assert_eq!(main(96), GunState::Broken);
    assert_eq!(main(98), GunState::Broken);
    let expert = chore(Post::Loader, Action::RepairMainGun).with(fails(Weapon::Main)).ratings(10).roll(&[98]);
    assert_eq!(expert.game().tank.gun(Weapon::Main), GunState::Broken);
    // The gunner helps the loader, and only him.
    let helped = chore(Post::Loader, Action::RepairMainGun)
        .order(Post::Gunner, Action::GunnerRepairMainGun)
        .with(fails(Weapon::Main))
        .roll(&[30]);
    assert_eq!(helped.rolled(0), "Repair (gun_repair): 30 -5 loader -5 gunner helps = 20: repaired");
    let alone = scene().with(fails(Weapon::Main)).play("", &[]);
    assert_eq!(alone.refused("order:g:gunner_repair_main_gun").map(|(rule, _)| rule), Some("8.25"));
    assert!(alone.go_on("order:l:repair_main_gun").can("order:g:gunner_repair_main_gun"));
    for (post, action, weapon) in [
        (Post::Loader, Action::RepairCoaxMg, Weapon::Coax),
        (Post::Assistant, Action::RepairBowMg, Weapon::Bow),
        (Post::Commander, Action::RepairAaMg, Weapon::Aa),
    ] {
        let key = format!("order:{}:{}", post.id(), action.id());
        assert_eq!(
            scene().play("", &[]).refused(&key).map(|(_, why)| why),
            Some("there is nothing to repair"),
            "{key}"
        );
        let done = chore(post, action).with(fails(weapon)).roll(&[10]);
        assert_eq!(done.game().tank.gun(weapon), GunState::Works);
    }
}

/// rules: patton 8.62, 8.63, 8.65
#[test]
fn who_has_the_aa_gun_and_the_submachine_guns() {
    let open = [Post::Commander, Post::Loader];
    let commander = Scene::new(Scenario::Advance).tank(2).open(&open).enemies("lw 6-8 close").play("", &[]);
    assert!(commander.can("order:c:fire_aa_mg"));
    assert_eq!(commander.refused("order:l:fire_aa_mg"), Some(("8.62", "the commander has the AA MG")));
    assert!(commander.can("order:l:fire_sub_mg") && commander.can("order:c:fire_sub_mg"));
    let split = Scene::new(Scenario::Advance).tank(14).open(&open).enemies("lw 6-8 close").play("", &[]);
    assert_eq!(split.refused("order:c:fire_aa_mg"), Some(("8.62", "the loader has the AA MG")));
    assert!(split.can("order:l:fire_aa_mg"));
    let a_turret = scene().play("", &[]);
    assert_eq!(a_turret.refused("order:l:fire_sub_mg").map(|(rule, _)| rule), Some("8.65"));
    let closed = scene().open(&[]).play("", &[]);
    for key in ["order:c:fire_aa_mg", "order:c:fire_sub_mg"] {
        assert_eq!(closed.refused(key).map(|(_, why)| why), Some("his hatch is closed"));
    }
}

/// rules: patton 8.34, 18.12, 4.74.4
#[test]
fn the_mortar_smokes_before_the_turret() {
    let fired = chore(Post::Loader, Action::FireMortar).tank(2).set("tank.turret = 9-10").roll(&[]);
    assert_eq!(fired.game().battle.smoke_in(Zone::new(Sector::S910, Range::Close)), 1);
    assert_eq!(fired.game().tank.bombs, 13);
    assert_eq!(scene().play("", &[]).refused("order:l:fire_mortar"), Some(("8.34", "no smoke bomb is on board")));
}

/// Periscopes, repairs, mortar, grenades: the book's order, whoever's post it is, and all of them after the guns.
///
/// rules: patton 4.74.4, 18.16
#[test]
fn everything_else_has_its_order() {
    let busy = || {
        chore(Post::Loader, Action::FireMortar)
            .tank(2)
            .order(Post::Commander, Action::ThrowSmokeGrenade)
            .order(Post::Gunner, Action::ThrowSmokeGrenade)
            .order(Post::Driver, Action::ReplacePeriscope)
            .order(Post::Assistant, Action::RepairBowMg)
            .with(|game| {
                game.tank.blind[Post::Driver.index()] = true;
                game.tank.guns[Weapon::Bow.index()] = GunState::Malfunction;
            })
    };
    let done = busy().roll(&[20]);
    let told: Vec<&str> = done
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::NewPeriscope { .. } => Some("periscope"),
            Event::Repair { .. } => Some("repair"),
            Event::Smoke { zone: Some(_), .. } => Some("mortar"),
            Event::Smoke { zone: None, .. } => Some("grenade"),
            _ => None,
        })
        .collect();
    assert_eq!(told, ["periscope", "repair", "mortar", "grenade", "grenade"]);
    // It shows when one Smoke marker is left: the mortar has it, and the grenades are thrown for nothing.
    let limit = charts().markers[Marker::Smoke.index()];
    let last =
        busy().with(|game| game.battle.smoke[Zone::new(Sector::S1, Range::Long).index()] = 2 * (limit - 1)).roll(&[20]);
    let (here, before) = (last.game().battle.smoke_here(), Zone::new(Sector::S68, Range::Close));
    assert_eq!((last.game().battle.smoke_in(before), here), (1, 0));
    assert_eq!((last.game().tank.bombs, last.game().tank.grenades), (13, 4));
    // A man hit before his turn does nothing, and a change of load or rack comes last.
    let out = busy().wound(Post::Loader, Wound::LightWeek).roll(&[20]);
    assert_eq!(out.game().battle.smoke_in(before), 0);
    let load =
        chore(Post::Loader, Action::ChangeGunLoad).order(Post::Commander, Action::ThrowSmokeGrenade).play("", &[]);
    assert!(load.can("load:he") && load.game().battle.smoke_here() == 1);
}

/// Two men with broken periscopes and one spare: the first in the order of posts has it.
///
/// rules: patton 8.64, 4.74.4
#[test]
fn the_last_periscope_goes_to_one_man() {
    let scene = chore(Post::Loader, Action::ReplacePeriscope)
        .order(Post::Driver, Action::ReplacePeriscope)
        .set("tank.blind = [false, false, true, true, false], tank.periscopes = 1");
    let end = scene.roll(&[]);
    assert_eq!((end.game().tank.blind, end.game().tank.periscopes), ([false, false, false, true, false], 0));
}

/// rules: patton 8.61, 18.11
#[test]
fn smoke_grenades_are_thrown_from_the_commanders_hatch() {
    let both =
        chore(Post::Commander, Action::ThrowSmokeGrenade).order(Post::Gunner, Action::ThrowSmokeGrenade).roll(&[]);
    assert_eq!((both.game().battle.smoke_here(), both.game().tank.grenades), (2, 4));
    let last = chore(Post::Commander, Action::ThrowSmokeGrenade)
        .order(Post::Gunner, Action::ThrowSmokeGrenade)
        .set("tank.grenades = 1")
        .roll(&[]);
    assert_eq!((last.game().battle.smoke_here(), last.game().tank.grenades), (1, 0));
    let closed = scene().open(&[]).play("", &[]);
    for post in ["c", "g"] {
        let key = format!("order:{post}:throw_smoke_grenade");
        assert_eq!(closed.refused(&key), Some(("8.61", "the commander's hatch is closed")));
    }
    assert!(!closed.can("order:l:throw_smoke_grenade"));
}

/// rules: patton 8.35
#[test]
fn the_loader_changes_the_round() {
    let menu = chore(Post::Loader, Action::ChangeGunLoad).play("", &[]);
    assert!(menu.can("load:he") && menu.can("load:none") && !menu.can("load:ap") && !menu.can("load:hvap"));
    let changed = menu.go_on("load:he");
    assert_eq!(changed.game().tank.loaded, Some(Ammo::He));
    assert_eq!(changed.game().tank.rounds, [50, 30, 7, 10, 0, 0]);
}

/// rules: patton 8.36, 5.24
#[test]
fn the_loader_restocks_the_rack() {
    let by_hand =
        chore(Post::Loader, Action::RestockReadyRack).set("tank.rack = [0, 0, 0, 0, 0, 0]").play("by-hand", &[]);
    // Eight boxes: no more can be put in.
    assert!(by_hand.can("n:8") && !by_hand.can("n:9"));
    let full = by_hand.go_on("n:2 n:5 n:1");
    assert_eq!(full.game().tank.rack, [2, 5, 1, 0, 0, 0]);
    assert_eq!(full.game().tank.rounds, [50, 30, 7, 10, 0, 0]);
}

/// rules: patton 8.64, 17.23, T.coll.2
#[test]
fn periscopes_are_replaced() {
    let broken = scene().with(|game| game.tank.blind[Post::Driver.index()] = true);
    let menu = broken.clone().play("", &[]);
    // Behind a broken periscope nobody drives; with an open hatch he does.
    assert_eq!(menu.refused("order:d:forward"), Some(("17.23", "he sees nothing: his periscope is broken")));
    assert!(broken.clone().open(&[Post::Driver]).play("", &[]).can("order:d:forward"));
    assert!(menu.can("order:d:replace_periscope"));
    assert_eq!(menu.refused("order:a:replace_periscope"), Some(("8.64", "his periscope is not broken")));
    let fitted = broken.at(Stage::Chores).order(Post::Driver, Action::ReplacePeriscope).roll(&[]);
    assert_eq!((fitted.game().tank.blind, fitted.game().tank.periscopes), ([false; 5], 5));
    let none = scene().with(|game| {
        game.tank.blind[Post::Driver.index()] = true;
        game.tank.periscopes = 0;
    });
    assert_eq!(none.play("", &[]).refused("order:d:replace_periscope"), Some(("8.64", "no spare periscope is left")));
}

/// rules: patton 19.22, 19.22b
#[test]
fn the_assistant_driver_takes_over_a_post() {
    let hurt = scene().wound(Post::Gunner, Wound::SeriousWeeks).rating(Post::Assistant, 7);
    let menu = hurt.clone().play("", &[]);
    assert_eq!(menu.refused("order:g:fire_main_gun"), Some(("19.22", "nobody works there")));
    assert_eq!(menu.refused("post:l"), Some(("19.22", "the man there is not out of action")));
    let goes = menu.go_on("post:g go");
    assert_eq!(goes.game().crew.assistant_at, Post::Gunner);
    // Half his rating, rounded down; as driver the whole.
    assert_eq!(goes.game().crew.rating(Post::Gunner), 3);
    assert_eq!(goes.game().crew.rating(Post::Assistant), 0);
    let driver = scene().wound(Post::Driver, Wound::LightWeek).rating(Post::Assistant, 7).play("post:d go", &[]);
    assert_eq!(driver.game().crew.rating(Post::Driver), 7);
    assert!(driver.saw(|event| matches!(event, Event::TakesPost { post: Post::Driver })));
}

/// rules: patton 19.22, 19.21
#[test]
fn a_change_of_post_takes_the_whole_round() {
    // A wound of less than a week keeps nobody from his work, and nobody may take his post.
    let scratched = scene().wound(Post::Gunner, Wound::Light).play("", &[]);
    assert!(scratched.can("order:g:fire_main_gun") && !scratched.can("post:g"));
    // While he climbs he does nothing else: nobody fires the gun, and nobody the bow MG.
    let climbs = scene().wound(Post::Gunner, Wound::LightWeek).play("order:a:fire_bow_mg post:g go", &[]);
    assert!(climbs.rolls().is_empty() && climbs.game().crew.assistant_at == Post::Gunner);
    // From the next round on he works there, at half his rating of 5, rounded down; his own seat is empty.
    let works = climbs.then("", &[5, 99, 3]);
    assert!(works.can("order:g:fire_main_gun"));
    assert_eq!(works.refused("order:a:fire_bow_mg"), Some(("19.22", "nobody works there")));
    let fired = works.go_on("order:g:fire_main_gun go fire:1:direct");
    assert_eq!(fired.modifier("gunner"), -2);
    // Every post but the driver's halves.
    for (post, rating) in [(Post::Commander, 3), (Post::Gunner, 3), (Post::Loader, 3), (Post::Driver, 7)] {
        let crew =
            scene().wound(post, Wound::LightWeek).rating(Post::Assistant, 7).with(|game| game.crew.assistant_at = post);
        assert_eq!(crew.game.crew.rating(post), rating, "{post}");
    }
    // He may go back, and he may not go anywhere once he is out of action himself.
    let back = scene().wound(Post::Gunner, Wound::LightWeek).set("crew.assistant_at = g");
    assert_eq!(back.play("post:a go", &[]).game().crew.assistant_at, Post::Assistant);
    let both = scene().wound(Post::Gunner, Wound::LightWeek).wound(Post::Assistant, Wound::LightWeek).play("", &[]);
    assert_eq!(both.refused("post:g"), Some(("19.22", "the assistant driver is out of action")));
}

/// A driver stunned by a mine comes to while the assistant driver climbs to his wheel: he keeps it.
///
/// rules: patton 19.22, T.wound.3
#[test]
fn a_man_who_comes_to_keeps_his_post() {
    let stunned = scene().with(|game| game.crew.men[Post::Driver.index()].as_mut().unwrap().down = true);
    let awake = stunned.clone().play("post:d go", &[5]);
    assert_eq!(awake.game().crew.assistant_at, Post::Assistant);
    assert!(!awake.saw(|event| matches!(event, Event::TakesPost { .. })));
    let asleep = stunned.play("post:d go", &[6]);
    assert_eq!(asleep.game().crew.assistant_at, Post::Driver);
}

/// rules: patton 10.22b, 4.74, 8.51
#[test]
fn the_bow_gun_may_be_ordered_if_the_tank_leaves_its_cover() {
    let down = || scene().enemies("lw 6-8 medium").set("tank.hull_down = true");
    let no = Some(("8.51", "the bow MG cannot fire from a hull down position"));
    assert_eq!(down().play("", &[]).refused("order:a:fire_bow_mg"), no);
    for order in ["forward", "reverse", "forward_to_hull_down", "reverse_to_hull_down", "pivot"] {
        assert!(down().play(&format!("order:d:{order}"), &[]).can("order:a:fire_bow_mg"), "{order}");
    }
    // What counts is how the tank stands when the guns fire.
    let left = down().play("order:d:forward order:a:fire_bow_mg go", &[57]);
    assert!(left.can("shoot:2") && !left.game().tank.hull_down);
    let turned = down().play("order:d:pivot order:a:fire_bow_mg go hull:9-10", &[]);
    assert!(turned.can("sweep:9-10:close"));
    let again = down().play("order:d:forward_to_hull_down order:a:fire_bow_mg go", &[5]);
    assert!(again.game().tank.hull_down && !again.can("shoot:2"));
    assert!(again.asked_dice().starts_with("Enemy action"), "{:?}", again.options());
    let silent = "The bow MG stays silent: the tank is hull down.".to_string();
    assert!(again.log().contains(&silent) && !left.log().contains(&silent), "{:#?}", again.log());
    // Take the drive away, and the order to fire is not carried out.
    let stays = down().play("order:d:forward order:a:fire_bow_mg order:d:none", &[]);
    let go = |played: &crate::common::Played| {
        let words = hulldown_core::Voice::choice_words(
            played.game(),
            charts(),
            hulldown_core::Seat(0),
            hulldown_patton::talk::Ask::Orders,
            hulldown_patton::talk::Choice::Go,
        );
        words.label
    };
    assert_eq!(go(&stays), "carry out: L Load, D Stop");
    assert!(stays.go_on("go").asked_dice().starts_with("Enemy action"));
    // The plans know it too.
    let plan = down().play("plan:forward", &[]);
    assert_eq!(plan.game().battle.orders.of(Post::Assistant), Some(Action::FireBowMg));
}

/// rules: patton 30.0, 8.12
#[test]
fn a_firefly_has_no_bow_gun_to_direct() {
    let menu = |number: u8| scene().tank(number).play("", &[]);
    assert_eq!(menu(18).refused("direct:bow"), Some(("30.0", "this tank has no bow MG")));
    let nobody = Some(("30.0", "this tank has no assistant driver"));
    assert_eq!((menu(18).refused("post:d"), menu(18).refused("order:a:pass_ammo")), (nobody, nobody));
    assert!(menu(18).can("direct:coax") && menu(1).can("direct:bow"));
}

/// rules: patton 11.11b, 11.11
#[test]
fn a_disabled_tank_can_be_left() {
    assert_eq!(scene().play("", &[]).refused("order:c:abandon_tank"), Some(("11.11", "the tank is not disabled")));
    let bogged = scene().set("tank.bog = bogged").play("", &[]);
    assert!(!bogged.can("order:c:abandon_tank"));
    let left = scene().set("tank.disabled = true").play("order:c:abandon_tank go", &[47, 40, 40, 40, 100]);
    // Each man rolls with his rating off: 47 - 5 is a near miss; 100 kills.
    assert_eq!(left.rolled(0), "Wounds: 47 -5 his rating = 42: near miss");
    assert!(
        left.saw(
            |event| matches!(event, Event::Wounded { man, wound: Wound::Killed, .. } if man.post == Post::Assistant)
        )
    );
    assert!(!left.game().tank.lost);
    assert_eq!(left.stage(), Stage::Evening);
}

/// rules: patton 11.11b, 19.22
#[test]
fn without_a_commander_the_crew_may_still_leave() {
    let scene = |wounds: &[Post]| {
        let scene = scene().set("tank.disabled = true");
        wounds.iter().fold(scene, |scene, post| scene.wound(*post, Wound::LightWeek))
    };
    // The word is the commander's as long as he can give it.
    let able = scene(&[]).play("", &[]);
    assert!(able.can("order:c:abandon_tank") && !able.can("order:g:abandon_tank"));
    let out = scene(&[Post::Commander]).play("", &[]);
    assert!(!out.can("order:c:abandon_tank") && out.can("order:g:abandon_tank") && !out.can("order:d:abandon_tank"));
    let left = out.go_on("order:g:abandon_tank go").then("", &[20, 20, 20, 20, 20]);
    assert!(left.saw(|event| matches!(event, Event::Abandons)) && left.stage() == Stage::Evening);
    let last = scene(&[Post::Commander, Post::Gunner, Post::Loader, Post::Driver]).play("", &[]);
    assert!(last.can("order:a:abandon_tank"));
}

/// An order given with an open hatch, which is then shut, is refused when the round begins, and the log says why.
///
/// rules: patton 4.73.2, 8.61
#[test]
fn an_order_that_has_become_impossible_is_refused_with_its_reason() {
    let marked = scene().play("order:c:throw_smoke_grenade close:c", &[]);
    assert!(marked.can("go") && !marked.saw(|event| matches!(event, Event::OrderRefused { .. })));
    let begun = marked.go_on("go");
    let refused: Vec<Event> =
        begun.events().into_iter().filter(|event| matches!(event, Event::OrderRefused { .. })).collect();
    let [Event::OrderRefused { post: Post::Commander, action: Action::ThrowSmokeGrenade, why }] = refused[..] else {
        panic!("{refused:?}")
    };
    assert_eq!(why.says, "the commander's hatch is closed");
    let said = "Refused: Throw Smoke Grenade by the commander, the commander's hatch is closed.";
    assert!(begun.log().iter().any(|line| line == said), "{:?}", begun.log());
    assert_eq!(begun.game().battle.orders.of(Post::Commander), None);
    assert_eq!(begun.game().tank.grenades, charts().daily.standing_load.normal.grenades);
    let possible = scene().play("order:c:throw_smoke_grenade go", &[]);
    assert!(!possible.saw(|event| matches!(event, Event::OrderRefused { .. })));
}

/// rules: patton 8.12, 19.22
#[test]
fn no_fire_is_directed_that_nobody_fires() {
    let out = |post: Post| scene().wound(post, Wound::LightWeek).play("", &[]);
    let nobody = Some(("19.22", "nobody is there to fire it"));
    let gunner = out(Post::Gunner);
    for key in ["plan:gun", "direct:main", "direct:coax"] {
        assert_eq!((gunner.can(key), gunner.refused(key)), (false, nobody), "{key}");
    }
    assert!(gunner.can("direct:bow") && gunner.can("direct:aa") && gunner.can("plan:mg"));
    let assistant = out(Post::Assistant);
    assert_eq!((assistant.can("direct:bow"), assistant.refused("direct:bow")), (false, nobody));
    assert!(assistant.can("plan:gun") && assistant.can("direct:main") && assistant.can("direct:coax"));
    // The assistant driver in the gunner's seat fires in his place; the bow MG is then nobody's.
    let moved = scene().wound(Post::Gunner, Wound::LightWeek).set("crew.assistant_at = g").play("", &[]);
    assert!(moved.can("plan:gun") && moved.can("direct:main") && moved.can("direct:coax") && !moved.can("direct:bow"));
    // A gunner who falls leaves the commander nothing to direct when the orders are renewed.
    let directed = scene().set("battle.orders.acts.0 = direct_fire, battle.orders.directs = main");
    assert!(directed.clone().play("", &[]).game().battle.orders.has(Post::Commander, Action::DirectFire));
    let alone = directed.wound(Post::Gunner, Wound::LightWeek).play("", &[]);
    assert_eq!(alone.game().battle.orders.of(Post::Commander), None);
}

/// A gun that the commander directs and nobody fires is named, so that his attention is not lost without a word.
///
/// rules: patton 8.12, 10.22b
#[test]
fn fire_that_is_directed_at_nothing_is_told() {
    let told = |orders: &str| scene().set("tank.hull_down = true").play(orders, &[]).log();
    let silent = "The commander directs the bow MG, and nobody is to fire it.";
    let pivots = told("order:d:pivot order:a:fire_bow_mg direct:bow order:d:none go");
    assert!(pivots.iter().any(|line| line == silent), "{pivots:?}");
    assert!(!told("direct:coax order:g:fire_coax_mg go").iter().any(|line| line.contains("nobody is to fire")));
}

/// Orders name only those who can carry them out.
///
/// rules: patton 4.73.2, 19.22
#[test]
fn the_dead_have_no_orders() {
    let scene = scene().wound(Post::Commander, Wound::Killed).wound(Post::Loader, Wound::Killed);
    let log = scene.with(|game| game.tank.open[Post::Commander.index()] = true).play("go", &[]).log();
    let said = log.iter().find(|line| line.starts_with("Orders: "));
    assert_eq!(said.map(String::as_str), Some("Orders: D Stop. All buttoned up."), "{log:?}");
}
