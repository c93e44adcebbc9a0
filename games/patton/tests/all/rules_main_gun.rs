//! The main gun (9.0).

use crate::common::{Look, Played, Scene, charts};
use hulldown_patton::odds::shot_odds;
use hulldown_patton::state::{Aim, Directs, GunState, Sight, Snowfall, Stage, UnitId};
use hulldown_patton::talk::Event;
use hulldown_patton::words::*;

/// The gunner fires at what stands before the turret.
fn gun(kind: &str, range: Range) -> Scene {
    Scene::new(Scenario::Advance)
        .enemies(&format!("{kind} 6-8 {range}", range = range.id()))
        .at(Stage::MainGun)
        .order(Post::Gunner, Action::FireMainGun)
}

/// The roll asked for after a shot is ordered.
fn asked(scene: Scene, key: &str) -> Played {
    scene.play(key, &[])
}

/// rules: patton 9.31, 8.21, 8.31, 4.74.2
#[test]
fn a_shot_is_rolled_with_gunner_and_loader() {
    // Base 55 for a 75 at a vehicle at medium range; first shot +10, gunner and loader 5 each.
    let shot = asked(gun("pz_iv", Range::Medium), "fire:1:direct");
    assert_eq!(shot.asked_dice(), "To hit (to_hit) 1d100, 55 or less [+10 first shot, -5 gunner, -5 loader]");
    // 55 hits; in the turret, whose front falls to 42 at medium range.
    let end = shot.then("", &[55, 1, 42]);
    assert!(end.gone(1));
    assert_eq!(end.game().report.own[UnitType::PzIv.index()], 1);
    assert_eq!(end.game().tank.rounds[Ammo::Ap.index()], 29);
    let end = gun("pz_iv", Range::Medium).play("fire:1:direct", &[56]);
    assert_eq!(end.rolled(0), "To hit (to_hit): 56 +10 first shot -5 gunner -5 loader = 56, 55 or less: miss");
    assert!(!end.gone(1));
    // A loader with another order helps nothing.
    let scene = gun("pz_iv", Range::Medium).order(Post::Loader, Action::RepairCoaxMg);
    assert_eq!(asked(scene, "fire:1:direct").modifier("loader"), 0);
}

/// rules: patton 9.34, 9.4, 9.41, 9.42, 9.0, T.rof, 8.53, 16.23
#[test]
fn low_rolls_let_the_crew_fire_on_and_hits_are_looked_at_last() {
    // 75: 30 or less after gunner and loader: 40 is low enough, 41 is not.
    let again = gun("pz_iv", Range::Close).play("fire:1:direct", &[40]);
    assert!(again.can("again:direct") && again.can("hold"));
    assert_eq!(again.game().battle.hits.len(), 1);
    assert!(!again.gone(1));
    let end = again.then("again:direct", &[41, 9, 28]);
    // The hull front at close range is 28: the first hit kills, the second is not looked at.
    assert!(end.gone(1));
    assert_eq!(end.rolls().len(), 4);
    let once = gun("pz_iv", Range::Close).play("fire:1:direct", &[41, 10]);
    assert_eq!(once.game().battle.shots, 1);
    // The ready rack helps by ten, passing ammo as well; on To Hit neither shows.
    for (scene, most) in [
        (gun("pz_iv", Range::Close).set("battle.orders.from_rack = true"), 50),
        (gun("pz_iv", Range::Close).order(Post::Assistant, Action::PassAmmo), 50),
        (gun("pz_iv", Range::Close).tank(14), 30),
        (gun("pz_iv", Range::Close).ratings(1), 32),
    ] {
        assert!(scene.clone().play("fire:1:direct", &[most]).can("again:direct"), "{most}");
        assert!(!scene.clone().play("fire:1:direct", &[most + 1]).can("again:direct"), "{most}");
        assert_eq!(scene.play("fire:1:direct", &[]).modifier("ready rack"), 0);
    }
    // A miss low enough gives another shot too.
    let miss = gun("pz_iv", Range::Long).play("fire:1:direct", &[40]);
    assert!(miss.can("again:direct") && miss.game().battle.hits.is_empty());
}

/// rules: patton 9.6c, 4.73.3, 16.23
#[test]
fn further_shots_are_the_reload_named_and_the_rack_empties() {
    let scene =
        gun("pz_iv", Range::Close).loaded(Ammo::He).set("battle.orders.reload = AP, battle.orders.from_rack = true");
    let again = scene.play("fire:1:direct", &[20]);
    assert_eq!(again.game().tank.loaded, Some(Ammo::Ap));
    assert_eq!(again.game().tank.rack[Ammo::Ap.index()], 3);
    assert_eq!(again.game().tank.rounds[Ammo::Ap.index()], 30);
    assert_eq!(again.game().tank.rounds[Ammo::He.index()], 49);
    let again = again.then("again:direct", &[20]);
    assert_eq!(again.game().tank.rounds[Ammo::Ap.index()], 29);
    assert_eq!(again.game().tank.rack[Ammo::Ap.index()], 2);
    // A reload that does not fit the way of firing ends it (R48).
    let smoke = gun("pz_iv", Range::Close).set("battle.orders.reload = WP");
    let end = smoke.play("fire:1:direct", &[20]);
    assert!(!end.can("again:direct") && end.game().tank.loaded == Some(Ammo::Wp));
    // The last round of the kind: the gun stays empty.
    let last = gun("pz_iv", Range::Close).with(|game| {
        game.tank.rounds[Ammo::Ap.index()] = 1;
        game.tank.rack[Ammo::Ap.index()] = 0;
    });
    let end = last.play("fire:1:direct", &[20, 10]);
    assert_eq!((end.game().tank.loaded, end.game().tank.rounds[Ammo::Ap.index()]), (None, 0));
}

/// rules: patton 9.35, 9.35b
#[test]
fn a_target_is_acquired_shot_by_shot() {
    let second = gun("pz_iv", Range::Long).play("fire:1:direct", &[40]).go_on("again:direct");
    assert_eq!(second.modifier("acquired"), -15);
    assert_eq!(second.modifier("first shot"), 0);
    let third = second.then("", &[40]).go_on("again:direct");
    assert_eq!(third.modifier("acquired"), -30);
    assert_eq!(third.game().battle.acquired, Some((UnitId(1), 2)));
    // Another target gives the first one up.
    let two =
        gun("pz_iv", Range::Medium).enemies("truck 6-8 close").with(|game| game.battle.acquired = Some((UnitId(1), 2)));
    let other = two.play("fire:2:direct", &[]);
    assert_eq!(other.modifier("first shot"), 10);
    let other = other.then("", &[60]);
    assert_eq!(other.game().battle.acquired, Some((UnitId(2), 1)));
    // A pivot or a turn of the turret away loses it; a trained crew keeps it while the target stays before the turret.
    let pivoted = |trained: bool, to: &str| {
        let scene = Scene::new(Scenario::Advance)
            .enemies("pz_iv 6-8 medium")
            .with(|game| {
                game.battle.acquired = Some((UnitId(1), 1));
                game.crew.trained = trained;
            })
            .at(Stage::Movement)
            .order(Post::Driver, Action::Pivot);
        scene.play(to, &[]).game().battle.acquired
    };
    assert_eq!(pivoted(false, "hull:9-10"), None);
    assert_eq!(pivoted(true, "hull:9-10"), None);
    let turned = Scene::new(Scenario::Advance)
        .enemies("pz_iv 6-8 medium")
        .with(|game| game.battle.acquired = Some((UnitId(1), 1)))
        .at(Stage::MainGun)
        .order(Post::Gunner, Action::RotateTurret)
        .play("turret:1", &[]);
    assert_eq!((turned.game().battle.acquired, turned.game().tank.turret), (None, Sector::S1));
    // A trained crew that drives keeps it, an untrained one does not.
    let driven = |trained: bool| {
        let scene = Scene::new(Scenario::Advance)
            .enemies("pz_iv 6-8 medium")
            .with(|game| {
                game.battle.acquired = Some((UnitId(1), 1));
                game.crew.trained = trained;
            })
            .at(Stage::Movement)
            .order(Post::Driver, Action::Forward);
        scene.roll(&[50]).game().battle.acquired
    };
    assert_eq!((driven(false), driven(true)), (None, Some((UnitId(1), 1))));
}

/// rules: patton 9.1, 9.1b, 17.3, T.weather.2
#[test]
fn only_spotted_units_before_the_turret_are_targets() {
    let scene = gun("lw", Range::Close).enemies("pz_iv 9-10 close, mg 6-8 medium unseen, truck 6-8 medium hidden");
    let menu = scene.clone().play("", &[]);
    assert!(menu.can("fire:1:direct"));
    assert_eq!(menu.refused("fire:2:direct"), Some(("9.1", "the turret does not face it")));
    assert_eq!(menu.refused("fire:3:direct"), Some(("9.1", "it has not been spotted")));
    assert_eq!(menu.refused("fire:4:direct"), Some(("17.3", "it is hidden")));
    assert!(menu.can("hold"));
    // Men and guns are infantry targets: base 55 close for direct fire; other units are vehicles: 75.
    assert!(asked(gun("lw", Range::Close), "fire:1:direct").asked_dice().contains("55 or less"));
    assert!(asked(gun("at_75l", Range::Close), "fire:1:direct").asked_dice().contains("55 or less"));
    assert!(asked(gun("spw", Range::Close), "fire:1:direct").asked_dice().contains("75 or less"));
    // In fog nobody fires beyond close range.
    let fog = gun("pz_iv", Range::Medium).enemies("lw 6-8 close").weather(|w| w.sky = Sky::Fog).play("", &[]);
    assert!(fog.can("fire:2:direct"));
    assert_eq!(fog.refused("fire:1:direct"), Some(("T.weather.2", "nobody sees so far")));
}

/// rules: patton 9.2, 16.1
#[test]
fn rounds_have_their_ways_of_firing() {
    let ways = |ammo: Ammo, tank: u8| {
        let menu = gun("pz_iv", Range::Close).tank(tank).loaded(ammo).play("", &[]);
        (menu.can("fire:1:direct"), menu.can("fire:1:area"))
    };
    assert_eq!(ways(Ammo::Ap, 1), (true, false));
    assert_eq!(ways(Ammo::Hvap, 14), (true, false));
    assert_eq!(ways(Ammo::Apds, 18), (true, false));
    assert_eq!(ways(Ammo::Wp, 1), (false, true));
    assert_eq!(ways(Ammo::Hcbi, 1), (false, true));
    assert_eq!(ways(Ammo::He, 1), (true, true));
    let kinds = |tank: u8| {
        let card = &charts().tanks[usize::from(tank) - 1];
        Ammo::ALL.into_iter().filter(|a| card.ammo[a.index()]).collect::<Vec<_>>()
    };
    assert_eq!(kinds(1), [Ammo::He, Ammo::Ap, Ammo::Wp, Ammo::Hcbi]);
    assert_eq!(kinds(16), [Ammo::He, Ammo::Ap, Ammo::Hvap]);
}

/// rules: patton 9.32, 18.31, T.weather.2
#[test]
fn smoke_and_fog_halve_the_number() {
    // 76L, direct fire at infantry at medium range: base 45; two markers in the zone, one in the close zone: 45 / 8 = 5.
    let scene = gun("lw", Range::Medium).tank(14).with(|game| {
        game.battle.smoke[Zone::new(Sector::S68, Range::Medium).index()] = 4;
        game.battle.smoke[Zone::new(Sector::S68, Range::Close).index()] = 2;
        game.battle.smoke[Zone::new(Sector::S68, Range::Long).index()] = 6;
    });
    assert!(asked(scene.clone(), "fire:1:direct").asked_dice().contains(", 5 or less"));
    // A marker on your own tank counts too; one on its back counts as a marker.
    let here = scene.set("battle.smoke.18 = 1");
    assert!(asked(here, "fire:1:direct").asked_dice().contains(", 2 or less"));
    let snow = gun("pz_iv", Range::Close).weather(|w| w.snow = Snowfall::Falling);
    assert!(asked(snow, "fire:1:direct").asked_dice().contains(", 37 or less"));
}

/// rules: patton T.tohit, T.tohit.2, 8.12, 8.24, 17.13
#[test]
fn modifiers_of_a_shot() {
    let direct = |scene: Scene| asked(scene, "fire:1:direct");
    // The commander who directs from an open hatch takes his rating off and spares the +10.
    let directs = gun("pz_iv", Range::Medium).order(Post::Commander, Action::DirectFire);
    assert_eq!(
        direct(directs.clone()).asked_dice(),
        "To hit (to_hit) 1d100, 55 or less [-5 gunner, -5 loader, -5 commander directs]"
    );
    let buttoned = direct(directs.clone().open(&[]));
    assert_eq!((buttoned.modifier("first shot"), buttoned.modifier("commander directs")), (10, -5));
    let at_mg = direct(directs.orders(|o| o.directs = Directs::Mg(Mg::Coax)));
    assert_eq!((at_mg.modifier("first shot"), at_mg.modifier("commander directs")), (10, 0));
    // The target.
    let moving = |range| direct(gun("pz_iv", range).that(|enemy| enemy.moving = true)).modifier("moving target");
    assert_eq!([moving(Range::Close), moving(Range::Medium), moving(Range::Long)], [20, 25, 25]);
    assert_eq!(direct(gun("at_88ll", Range::Close)).modifier("anti-tank gun"), 10);
    assert_eq!(direct(gun("at_50l", Range::Close)).modifier("anti-tank gun"), 20);
    assert_eq!(direct(gun("stug_iiig", Range::Close)).modifier("small"), 10);
    assert_eq!(direct(gun("pz_v", Range::Medium)).modifier("large"), -10);
    assert_eq!(direct(gun("pz_vib", Range::Long)).modifier("very large"), -30);
    let woods = gun("pz_iv", Range::Long).that(|enemy| enemy.terrain = Terrain::Woods);
    assert_eq!(direct(woods).modifier("woods"), 15);
    let house = gun("lw", Range::Medium).that(|enemy| enemy.terrain = Terrain::Building);
    assert_eq!(direct(house).modifier("a building"), 15);
    let fort = gun("mg", Range::Close).that(|enemy| enemy.terrain = Terrain::Fortification);
    assert_eq!(direct(fort.clone()).modifier("a fortification"), 15);
    let tracks = |range| asked(gun("pz_iv", range), "fire:1:track").modifier("at the tracks");
    assert_eq!([tracks(Range::Close), tracks(Range::Medium), tracks(Range::Long)], [65, 55, 45]);
    // Area fire leaves out size, cover and your own movement.
    let area = |scene: Scene| asked(scene.loaded(Ammo::He), "fire:1:area");
    assert_eq!(area(gun("pz_vib", Range::Long)).modifier("very large"), 0);
    assert_eq!(area(fort).modifier("a fortification"), 0);
    let on_the_move = gun("pz_iv", Range::Close).set("crew.trained = true").order(Post::Driver, Action::Forward);
    assert_eq!(direct(on_the_move.clone()).modifier("firing on the move"), 25);
    assert_eq!(area(on_the_move).modifier("firing on the move"), 0);
    // Ten for every sector the turret turns, by the shorter way.
    let turn = |sector: &str| {
        let scene = Scene::new(Scenario::Advance)
            .enemies(&format!("pz_iv {sector} close"))
            .at(Stage::MainGun)
            .order(Post::Gunner, Action::RotateAndFire);
        asked(scene, "fire:1:direct").modifier("turret turned")
    };
    assert_eq!([turn("6-8"), turn("9-10"), turn("4-5"), turn("2"), turn("3")], [0, 10, 10, 30, 20]);
}

/// rules: patton T.tohit.3, 9.0, 3.2c
#[test]
fn natural_rolls_decide_by_themselves() {
    // Base 0 for direct fire of a 75 at infantry at long range: only a critical hit.
    let scene = gun("lw", Range::Long).loaded(Ammo::He).ratings(10);
    let hit = scene.clone().play("fire:1:direct", &[3]);
    assert!(hit.saw(|event| matches!(event, Event::Hits { critical: true, .. })));
    assert!(scene.clone().play("fire:1:direct", &[4]).saw(|event| matches!(event, Event::Missed { .. })));
    let sure = gun("pz_iv", Range::Close).ratings(10).order(Post::Commander, Action::DirectFire);
    let jam = sure.play("fire:1:direct", &[98]);
    assert_eq!(jam.game().tank.gun(Weapon::Main), GunState::Malfunction);
    assert_eq!(jam.game().tank.rounds[Ammo::Ap.index()], 29);
    assert!(jam.game().battle.hits.is_empty() && jam.game().tank.loaded.is_none());
}

/// rules: patton 9.51, T.tki, 9.33, T.weather.3
#[test]
fn he_kills_men_and_guns() {
    // Direct fire close: 75 needs 55 for a normal hit; cover does not matter to it.
    let kill =
        |scene: Scene, key: &str, hit: u8| scene.loaded(Ammo::He).set("battle.orders.reload = null").play(key, &[hit]);
    let woods = gun("lw", Range::Close).that(|enemy| enemy.terrain = Terrain::Woods);
    let direct = kill(woods.clone(), "fire:1:direct", 44);
    assert_eq!(direct.asked_dice(), "To kill (to_kill_infantry) 1d100, 55 or less");
    assert!(direct.then("", &[55]).gone(1));
    let area = kill(woods.clone(), "fire:1:area", 44);
    assert_eq!(area.asked_dice(), "To kill (to_kill_infantry) 1d100, 35 or less [+10 woods]");
    let critical = kill(woods, "fire:1:area", 2);
    assert_eq!(critical.asked_dice(), "To kill (to_kill_infantry) 1d100, 55 or less [-10 woods]");
    let at_gun = kill(gun("at_75l", Range::Close), "fire:1:direct", 30);
    assert_eq!(at_gun.asked_dice(), "To kill (to_kill_infantry) 1d100, 55 or less [+15 anti-tank gun]");
    // A critical hit destroys a gun without another roll.
    let outright = kill(gun("at_75l", Range::Close), "fire:1:direct", 1);
    assert!(outright.gone(1));
    let runs = gun("lw", Range::Close).that(|enemy| enemy.moving = true).weather(|w| w.ground = Ground::Mud);
    assert_eq!(
        kill(runs, "fire:1:direct", 40).asked_dice(),
        "To kill (to_kill_infantry) 1d100, 55 or less [-10 moving in the open, +5 soft ground]"
    );
    let long_gun = kill(gun("lw", Range::Close).tank(14), "fire:1:direct", 40);
    assert!(long_gun.asked_dice().contains("30 or less"));
    // Shot does nothing to them (R34).
    let shot = gun("lw", Range::Close).set("battle.orders.reload = null").play("fire:1:direct", &[40]);
    assert!(!shot.gone(1) && shot.saw(|event| matches!(event, Event::NoEffect { .. })));
}

/// rules: patton 9.52, T.tkv, T.hitloc
#[test]
fn ap_kills_by_facing_range_and_location() {
    let need = |kind: &str, range, facing, location: u8, hit: u8| {
        let scene = gun(kind, range).that(|enemy| enemy.facing = Some(facing)).set("battle.orders.reload = null");
        let shot = scene.ratings(10).play("fire:1:direct", &[hit, location]);
        shot.session.dice_asked().filter(|c| c.chart.starts_with("to_kill_")).map(|c| c.need())
    };
    let or_less = |n: i8| Some(format!("{n} or less"));
    assert_eq!(need("pz_iv", Range::Close, Facing::Front, 4, 30), or_less(58));
    assert_eq!(need("pz_iv", Range::Close, Facing::Front, 5, 30), or_less(28));
    assert_eq!(need("pz_iv", Range::Medium, Facing::Side, 9, 30), or_less(83));
    // No chance: no roll, no kill. The critical hit finds the weak spot of the turret but for the Tiger II's hull.
    assert_eq!(need("pz_v", Range::Close, Facing::Front, 1, 30), None);
    assert_eq!(need("pz_v", Range::Long, Facing::Front, 1, 2), or_less(97));
    assert_eq!(need("pz_vib", Range::Close, Facing::Front, 9, 2), None);
    let critical = gun("stug_iiig", Range::Close).set("battle.orders.reload = null").play("fire:1:direct", &[2, 5]);
    assert!(critical.gone(1));
    let front = gun("pz_v", Range::Close).set("battle.orders.reload = null").play("fire:1:direct", &[30, 1]);
    assert!(!front.gone(1) && front.saw(|event| matches!(event, Event::Bounces { .. })));
    // A hit on a hull down vehicle's hull is a miss; 1 to 5 strike the turret.
    let down =
        gun("pz_iv", Range::Close).that(|enemy| enemy.terrain = Terrain::HullDown).set("battle.orders.reload = null");
    assert!(down.clone().play("fire:1:direct", &[30, 6]).saw(|event| matches!(event, Event::Missed { .. })));
    assert!(down.play("fire:1:direct", &[30, 5]).asked_dice().contains("58 or less"));
    // A 10 is a track hit: no kill roll, and the vehicle stays where it is; a truck has none.
    let track = gun("pz_iv", Range::Close).set("battle.orders.reload = null").play("fire:1:direct", &[30, 10]);
    assert!(track.enemy(1).immobile);
    let truck = gun("truck", Range::Close).set("battle.orders.reload = null").play("fire:1:direct", &[30, 10]);
    assert!(truck.asked_dice().contains("75 or less"));
}

/// rules: patton 9.53
#[test]
fn he_at_vehicles_knows_no_range() {
    let need = |range| {
        let scene = gun("pz_iv", range).that(|enemy| enemy.facing = Some(Facing::Rear)).loaded(Ammo::He);
        scene.ratings(10).set("battle.orders.reload = null").play("fire:1:direct", &[10, 9]).asked_dice()
    };
    assert!(need(Range::Close).contains("17 or less"), "{}", need(Range::Close));
    assert_eq!(need(Range::Close), need(Range::Long));
}

/// rules: patton T.tohit, 8.24
#[test]
fn fire_at_the_tracks_immobilizes() {
    let scene = gun("pz_v", Range::Close).ratings(10).set("battle.orders.reload = null");
    let end = scene.clone().play("fire:1:track", &[2]);
    assert!(end.enemy(1).immobile);
    assert_eq!(end.rolls().len(), 1);
    let menu = scene.clone().that(|enemy| enemy.terrain = Terrain::HullDown).play("", &[]);
    assert_eq!(menu.refused("fire:1:track"), Some(("T.tohit", "its tracks are out of sight")));
    assert_eq!(gun("truck", Range::Close).play("", &[]).refused("fire:1:track"), Some(("T.tohit", "it has no tracks")));
}

/// rules: patton 18.13, 18.14, 18.0, 18.16
#[test]
fn smoke_rounds_put_smoke_where_they_hit() {
    let zone = Zone::new(Sector::S68, Range::Medium);
    let fire = |ammo: Ammo, roll: u8| {
        gun("pz_v", Range::Medium).loaded(ammo).set("battle.orders.reload = null").play("fire:1:area", &[roll])
    };
    let wp = fire(Ammo::Wp, 50);
    assert_eq!((wp.game().battle.smoke_in(zone), wp.game().tank.rounds[Ammo::Wp.index()]), (1, 6));
    let miss = fire(Ammo::Wp, 61);
    assert_eq!((miss.game().battle.smoke_in(zone), miss.game().tank.rounds[Ammo::Wp.index()]), (0, 6));
    let hcbi = fire(Ammo::Hcbi, 50);
    assert_eq!((hcbi.game().battle.smoke_in(zone), hcbi.game().tank.rounds[Ammo::Hcbi.index()]), (2, 9));
    // No more smoke than there are markers.
    let full =
        gun("pz_v", Range::Medium).loaded(Ammo::Hcbi).set("battle.orders.reload = null").set("battle.smoke.12 = 34");
    let end = full.play("fire:1:area", &[50]);
    assert_eq!((end.game().battle.smoke_in(zone), end.game().battle.smoke_markers()), (1, 18));
}

/// rules: patton 9.6, 8.31
#[test]
fn an_empty_gun_is_loaded_for_the_next_round() {
    let scene = Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium").set("tank.loaded = null");
    let menu = scene.clone().play("", &[]);
    assert_eq!(menu.refused("order:g:fire_main_gun"), Some(("8.21", "the main gun is not loaded")));
    let next = menu.go_on("reload:he go");
    assert_eq!(next.game().tank.loaded, Some(Ammo::He));
    assert_eq!(next.game().tank.rounds[Ammo::He.index()], 50);
}

/// rules: patton 30.0b
#[test]
fn the_17_pounder_shoots_with_the_long_guns_table() {
    let shot = gun("pz_vie", Range::Medium).tank(18).set("battle.orders.reload = null");
    assert!(asked(shot.clone(), "fire:1:direct").asked_dice().contains("65 or less"));
    // Turret front at medium range: 58; every critical hit kills.
    let kill = shot.clone().play("fire:1:direct", &[30, 1]);
    assert!(kill.asked_dice().contains("58 or less"));
    assert!(shot.clone().play("fire:1:direct", &[2, 9]).gone(1));
    let men = gun("lw", Range::Close)
        .tank(18)
        .loaded(Ammo::He)
        .set("battle.orders.reload = null")
        .play("fire:1:direct", &[30]);
    assert!(men.asked_dice().contains("30 or less"));
    let apds = gun("pz_vie", Range::Medium).tank(18).loaded(Ammo::Apds).set("battle.orders.reload = null");
    assert!(apds.play("fire:1:direct", &[30, 1]).asked_dice().contains("95 or less"));
}

/// The exact odds of a whole shot agree with a count by hand.
#[test]
fn odds_of_a_whole_shot() {
    let charts = charts();
    // One shot, no reload: 55 of 100 hit (3 of them critical); a Pz IV's front: turret 42, hull 17, track nothing; critical always.
    let scene = gun("pz_iv", Range::Medium).set("battle.orders.reload = null");
    let odds = shot_odds(&scene.game, charts, UnitId(1), Aim::Direct, 3).unwrap();
    assert_eq!((odds.first_hit.ways, odds.first_hit.of), (55, 100));
    assert_eq!(odds.again.ways, 0);
    assert_eq!(odds.hit.ways * 100, 55 * odds.hit.of);
    let (normal, critical) = (4 * 42 + 5 * 17, 4 * 100 + 5 * 100);
    assert_eq!(odds.knocked_out.ways * 100_000, (52 * normal + 3 * critical) * odds.knocked_out.of);
    // With a reload the chance grows with every shot looked at.
    let scene = gun("pz_iv", Range::Medium);
    let at = |depth| shot_odds(&scene.game, charts, UnitId(1), Aim::Direct, depth).unwrap().knocked_out.per_mille();
    assert!(at(1) < at(2) && at(2) < at(3), "{} {} {}", at(1), at(2), at(3));
    assert_eq!(shot_odds(&scene.game, charts, UnitId(1), Aim::Direct, 1).unwrap().again.ways, 40);
}

/// Only your own tank and turret lose an Acquired marker; a target that moves takes it along.
///
/// rules: patton 9.35, 9.35b, 13.15
#[test]
fn a_target_that_moves_stays_acquired() {
    let scene = || {
        Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium, lw 6-8 long").with(|game| {
            game.battle.acquired = Some((UnitId(1), 2));
        })
    };
    // 36-40 is a move to the left: into sector 4-5, front to you, in the open. The other does nothing.
    let column = charts().enemy.action[0].class[Class::Tank.index()].as_ref().unwrap();
    let left = (1..=100).find(|n| column.at(*n) == EnemyAct::MoveL).unwrap() as u8;
    let moved = scene().at(Stage::Enemy).roll(&[left, 1, 8, 5]);
    assert_eq!((moved.enemy(1).zone.sector, moved.enemy(1).sight), (Sector::S45, Sight::Unspotted));
    assert_eq!(moved.game().battle.acquired, Some((UnitId(1), 2)));
    // Friends knock another unit out: that is no reason to lose it either.
    let other = moved.then("", &[99, 3]);
    assert!(other.gone(2) && other.game().battle.acquired.is_some());
    // It counts, beside the turn of the turret, when the gun is laid on it again.
    let there = || {
        scene().with(|game| {
            game.battle.enemies[0].zone.sector = Sector::S45;
            game.battle.orders.acts[Post::Gunner.index()] = Some(Action::RotateAndFire);
        })
    };
    let again = there().at(Stage::MainGun).play("fire:1:direct", &[]);
    assert_eq!(
        (again.modifier("acquired"), again.modifier("turret turned"), again.modifier("first shot")),
        (-20, 10, 0)
    );
    // Turned toward it the turret keeps it; turned anywhere else it loses it.
    let turn = |to: &str| {
        let scene = there().order(Post::Gunner, Action::RotateTurret).at(Stage::MainGun);
        scene.play(to, &[]).game().battle.acquired
    };
    assert_eq!((turn("turret:4-5"), turn("turret:9-10")), (Some((UnitId(1), 2)), None));
    // Your own move loses it unless the crew is trained; a trained crew loses it only if the move takes the target out of the turret's sector.
    let drive = |trained: bool, sector: Sector, roll: u8| {
        let scene = scene().order(Post::Driver, Action::Forward).at(Stage::Movement).with(|game| {
            game.crew.trained = trained;
            game.battle.enemies[0].zone.sector = sector;
            game.tank.turret = Sector::S910;
        });
        scene.roll(&[roll]).game().battle.acquired.is_some()
    };
    assert!(!drive(false, Sector::S910, 57) && drive(true, Sector::S910, 57), "nothing shifts");
    assert!(!drive(true, Sector::S910, 31), "it falls behind");
    assert!(drive(true, Sector::S45, 57), "it was not before the turret, which has not turned");
    // Gone is gone.
    let off = scene().at(Stage::Enemy).set("battle.enemies.0.zone.range = long");
    let back = (1..=100).find(|n| column.at(*n) == EnemyAct::MoveB).unwrap() as u8;
    let off = off.roll(&[back, 5]);
    assert!(off.gone(1) && off.game().battle.acquired.is_none());
}
