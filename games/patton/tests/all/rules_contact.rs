//! A battle begins (4.6, 5.12, 12.0), and smoke (18.0).

use crate::common::{Look, Scene, charts};
use hulldown_patton::state::{After, Sight, Snowfall, Stage, Stray};
use hulldown_patton::talk::{Event, Killer};
use hulldown_patton::words::*;

fn contact(scenario: Scenario) -> Scene {
    Scene::new(scenario).at(Stage::Contact).set("battle.round = 0")
}

/// rules: patton 12.2, 4.62, 4.63, 12.3, 12.31, 12.32, 12.33, 12.34, 12.1, 5.11
#[test]
fn units_are_rolled_and_placed_one_by_one() {
    // Light resistance: two. A tank (61-65) in 6-8, medium (5), front (3), open (5); light weapons (11) in the same sector, close.
    let two = contact(Scenario::Advance).roll(&[61, 7, 5, 3, 5, 11, 6, 6, 4]);
    assert_eq!(two.game().battle.enemies.len(), 2);
    let tank = two.enemy(1);
    assert_eq!((tank.kind, tank.identified, tank.sight), (UnitType::PzVie, false, Sight::Unspotted));
    assert_eq!(
        (tank.zone, tank.facing, tank.terrain),
        (Zone::new(Sector::S68, Range::Medium), Some(Facing::Front), Terrain::Open)
    );
    let men = two.enemy(2);
    assert_eq!((men.kind, men.identified, men.facing), (UnitType::Lw, true, None));
    assert_eq!((men.zone, men.terrain), (Zone::new(Sector::S68, Range::Close), Terrain::Woods));
    assert!(two.asked_dice().starts_with("Ambush"));
    // Three against medium, four against heavy resistance.
    for (resistance, count) in [(Resistance::Light, 2), (Resistance::Medium, 3), (Resistance::Heavy, 4)] {
        let dice: Vec<u8> = [6, 7, 5, 1].repeat(count);
        let end = contact(Scenario::Advance).with(|game| game.battle.resistance = resistance).roll(&dice);
        assert_eq!(end.game().battle.enemies.len(), count);
        assert!(end.asked_dice().starts_with("Ambush"));
    }
}

/// rules: patton 5.12, 5.12b, 12.31
#[test]
fn units_keep_out_of_controlled_sectors() {
    let sector = |roll: u8, us: [bool; 6]| {
        let end = contact(Scenario::Advance).with(|game| game.battle.us = us).roll(&[6, roll]);
        if end.asked_dice().starts_with("Range") {
            let end = end.then("", &[5, 1]);
            return end.game().battle.enemies.last().map(|enemy| enemy.zone.sector);
        }
        assert!(end.saw(|event| matches!(event, Event::NotPlaced { full: false, .. })));
        None
    };
    // By direction: 6-8, 9-10, 1, 2, 3, 4-5.
    let rear = [false, false, true, true, true, false];
    assert_eq!(sector(2, rear), Some(Sector::S68));
    assert_eq!(sector(1, rear), Some(Sector::S910));
    assert_eq!(sector(3, rear), Some(Sector::S45));
    assert_eq!(
        (sector(4, rear), sector(8, rear), sector(10, rear)),
        (Some(Sector::S45), Some(Sector::S68), Some(Sector::S910))
    );
    assert_eq!(sector(2, [false; 6]), Some(Sector::S2));
    let front = [true, false, true, false, true, false];
    assert_eq!(sector(6, front), Some(Sector::S2));
    let both = [true, false, true, true, true, false];
    assert_eq!((sector(2, both), sector(6, both)), (None, None));
}

/// rules: patton 12.32, T.place
#[test]
fn villages_and_woods_bring_them_nearer() {
    let range = |kind: AreaType, roll: u8| {
        let end = contact(Scenario::Advance).ground(kind).roll(&[6, 7, roll, 1]);
        end.enemy(1).zone.range
    };
    // An MG team: close 1-3, medium 4-8, long 9-10; -3 in villages, -2 in woods.
    assert_eq!(
        (range(AreaType::B, 9), range(AreaType::C, 9), range(AreaType::D, 9)),
        (Range::Long, Range::Medium, Range::Medium)
    );
    assert_eq!(
        (range(AreaType::B, 4), range(AreaType::C, 6), range(AreaType::D, 5)),
        (Range::Medium, Range::Close, Range::Close)
    );
}

/// rules: patton 12.34, T.place, T.place.2, 20.43
#[test]
fn terrain_by_ground_month_and_kind() {
    let stands = |scene: Scene, activation: u8, roll: u8| {
        let mut dice = vec![activation, 7, 5];
        let vehicle = activation >= 96 || activation == 46;
        if vehicle {
            dice.push(1);
        }
        dice.push(roll);
        let end = scene.roll(&dice);
        (end.enemy(1).terrain, end.enemy(1).moving)
    };
    let b = || contact(Scenario::Advance);
    assert_eq!(stands(b(), 11, 3), (Terrain::Woods, false));
    assert_eq!(stands(b(), 11, 4), (Terrain::Woods, false));
    assert_eq!(stands(b().date("1944-11-10"), 11, 4), (Terrain::Fortification, false));
    assert_eq!(stands(b().date("1945-02-22"), 6, 7), (Terrain::Fortification, false));
    assert_eq!(stands(b(), 11, 8), (Terrain::Open, false));
    // Light weapons on a 10 run; a machine gun team does not.
    assert_eq!(stands(b(), 11, 10), (Terrain::Open, true));
    assert_eq!(stands(b(), 6, 10), (Terrain::Open, false));
    // Vehicles may be hull down or moving.
    assert_eq!(stands(b(), 96, 2), (Terrain::HullDown, false));
    assert_eq!(stands(b(), 96, 9), (Terrain::Open, true));
    // Guns do not stand in houses, but in November and February they are dug in there.
    let village = |date: &str| contact(Scenario::Advance).ground(AreaType::C).date(date);
    assert_eq!(stands(village("1944-08-01"), 66, 5), (Terrain::Open, false));
    assert_eq!(stands(village("1944-11-10"), 66, 5), (Terrain::Fortification, false));
    assert_eq!(stands(village("1944-08-01"), 11, 5), (Terrain::Building, false));
    // +2 in a counterattack: who comes at you is in the open.
    let counter = Scene::new(Scenario::Counterattack).at(Stage::Contact);
    let end = counter.roll(&[96, 7, 5, 1, 7]);
    assert_eq!((end.enemy(1).terrain, end.enemy(1).moving), (Terrain::Open, true));
}

/// rules: patton T.activ, 12.2
#[test]
fn the_war_changes_what_appears() {
    let first = |date: &str, roll: u8| {
        let end = contact(Scenario::Advance).date(date).roll(&[roll, 7, 5, 1, 5]);
        end.enemy(1).kind.class()
    };
    assert_eq!(first("1944-08-01", 1), Class::Spg);
    assert_eq!(first("1945-02-22", 1), Class::Lw);
    assert_eq!(first("1945-02-22", 21), Class::AtGun);
    assert_eq!(first("1945-03-15", 21), Class::Mg);
}

/// rules: patton 17.4
#[test]
fn a_scout_car_or_a_halftrack_is_told_at_once() {
    let kind = |roll: u8| contact(Scenario::Advance).roll(&[71, roll, 7, 5, 1, 5]).enemy(1).kind;
    assert_eq!((kind(8), kind(9)), (UnitType::Spw, UnitType::Psw));
}

/// rules: patton 4.61, 4.64, 22.12, 22.13, 22.14, 22.1
#[test]
fn advancing_fire_may_drive_units_off() {
    let scene = contact(Scenario::Advance).set("battle.advancing = true");
    let menu = scene.clone().play("", &[]);
    assert!(
        menu.can("mark:6-8:close")
            && menu.can("mark:4-5:long")
            && !menu.can("mark:6-8:long")
            && !menu.can("mark:1:close")
    );
    // Two markers in one zone, then no more; a machine gun team at 6-8 close: 30 and -9 for three sectors of ours.
    let placed = menu.go_on("mark:6-8:close mark:6-8:close done").then("", &[6, 7, 1, 1, 46, 7, 5, 1, 5]);
    assert_eq!(
        placed.asked_dice(),
        "advancing fire (friendly_action) 1d100, 30 or less to knock it out [-9 US controlled sectors]"
    );
    let driven = placed.then("", &[50, 39]);
    assert!(driven.gone(1));
    assert!(driven.saw(|event| matches!(event, Event::KnockedOut { by: Killer::Nobody, .. })));
    assert_eq!(driven.game().report.friendly, [0; 17]);
    assert_eq!(driven.game().battle.fire, [0; 18]);
    // One marker fewer for every three tanks lost, or part of three.
    for (lost, left) in [(0, 6), (1, 5), (3, 5), (4, 4)] {
        let mut scene = scene.clone().with(|game| game.report.tanks_lost = lost).play("", &[]);
        for _ in 0..left {
            assert!(scene.can("mark:6-8:close"));
            scene = scene.go_on("mark:6-8:close");
        }
        assert!(scene.asked_dice().starts_with("Activation"));
    }
}

/// rules: patton 4.64, 23.1, 23.1b, 23.2, 4.54.5a
#[test]
fn artillery_and_aircraft_strike_before_the_ambush() {
    let scene = contact(Scenario::Advance).set("battle.artillery = 2, battle.air = 1");
    // Two trucks; artillery: 60 and -9 each; aircraft -10 at vehicles.
    let placed = scene.roll(&[46, 7, 5, 1, 5, 46, 7, 5, 1, 5]);
    assert_eq!(
        placed.asked_dice(),
        "artillery (friendly_action) 1d100, 60 or less to knock it out [-9 US controlled sectors]"
    );
    let once = placed.then("", &[69, 90]);
    assert!(once.gone(1) && !once.gone(2));
    assert_eq!(once.game().report.friendly[UnitType::Truck.index()], 1);
    let air = once.then("", &[80]);
    assert_eq!(
        air.asked_dice(),
        "air strike (friendly_action) 1d100, 60 or less to knock it out [-10 aircraft at a vehicle, -9 US controlled sectors]"
    );
    // The last one is gone before it could act: the battle is over.
    let over = air.then("", &[79]);
    assert!(over.saw(|event| matches!(event, Event::BattleEnds)));
    assert_eq!(over.game().report.areas, 1);
}

/// rules: patton 11.32
#[test]
fn units_left_behind_join_the_fight() {
    let scene = contact(Scenario::Advance);
    let area = scene.game.map.at;
    let scene = scene.with(|game| game.map.strays.push(Stray { area, kind: UnitType::PzV, identified: true }));
    let end = scene.roll(&[6, 7, 5, 1, 6, 7, 5, 1, 7, 5, 1, 5]);
    assert_eq!(end.game().battle.enemies.len(), 3);
    assert_eq!((end.enemy(3).kind, end.enemy(3).identified), (UnitType::PzV, true));
    assert!(end.game().map.strays.is_empty());
}

/// rules: patton 4.65, 4.65b, 4.7
#[test]
fn an_ambush_lets_the_enemy_act_first() {
    let scene = |scenario| Scene::new(scenario).enemies("lw 6-8 medium").at(Stage::Ambush).set("battle.round = 0");
    // 7 is an ambush: the unit acts at +20 (21: to the left), a random event (36: friendly advance), then round 1.
    let ambush = scene(Scenario::Advance).roll(&[7]);
    assert_eq!(
        ambush.asked_dice(),
        "Enemy action (enemy_action_advance) 1d100, chart enemy_action_advance [+20 ambush]"
    );
    let event = ambush.then("", &[1, 9]);
    assert!(event.asked_dice().starts_with("Random event"));
    // It stands in 4-5 now, so that only 9-10 can be taken.
    let round = event.then("", &[36]);
    assert!(round.game().battle.us[Sector::S910.index()]);
    assert_eq!(round.game().battle.round, 1);
    let none = scene(Scenario::Advance).roll(&[8]);
    assert_eq!(none.game().battle.round, 1);
    assert!(none.saw(|event| matches!(event, Event::Ambush { ambush: false, .. })));
    for bad in [
        scene(Scenario::Advance).weather(|w| w.rain = true),
        scene(Scenario::Advance).weather(|w| w.sky = Sky::Fog),
        scene(Scenario::Advance).weather(|w| w.snow = Snowfall::Falling),
    ] {
        assert!(bad.roll(&[8]).saw(|event| matches!(event, Event::Ambush { ambush: true, .. })));
    }
}

/// rules: patton 4.71, 18.2, 18.21, 18.22
#[test]
fn smoke_depletes_step_by_step() {
    let zone = Zone::new(Sector::S45, Range::Medium);
    let after = |strength: u8, rain: bool| {
        let scene = Scene::new(Scenario::Advance).enemies("lw 6-8 medium").at(Stage::Smoke);
        let scene = scene.weather(|w| w.rain = rain).with(|game| {
            game.battle.smoke[zone.index()] = strength;
            game.battle.smoke[18] = strength;
        });
        let end = scene.roll(&[]);
        assert_eq!(end.game().battle.smoke[18], end.game().battle.smoke[zone.index()]);
        end.game().battle.smoke[zone.index()]
    };
    // A double marker: full, half, one full, one half, gone: four depletions.
    assert_eq!([after(4, false), after(3, false), after(2, false), after(1, false)], [3, 2, 1, 0]);
    let markers = |strength: u8| {
        Scene::new(Scenario::Advance).with(|game| game.battle.smoke[0] = strength).game.battle.smoke_markers()
    };
    assert_eq!([markers(4), markers(3), markers(2), markers(1), markers(0)], [2, 2, 1, 1, 0]);
    assert_eq!([after(4, true), after(1, true)], [2, 0]);
    // Two single markers, as two shells would lay them, last exactly as long as the double one they may be changed for: a depleted one is
    // removed before the other is turned. So do three, and a fresh one beside a depleted one.
    let shown = |strength: u8| {
        let mut left = strength;
        let mut shown = vec![left.div_ceil(2)];
        while left > 0 {
            left = after(left, false);
            shown.push(left.div_ceil(2));
        }
        shown
    };
    assert_eq!((shown(4), shown(6), shown(3)), (vec![2, 2, 1, 1, 0], vec![3, 3, 2, 2, 1, 1, 0], vec![2, 1, 1, 0]));
    // A marker placed in play is one such single.
    let wp = Scene::new(Scenario::Advance).enemies("lw 6-8 medium").loaded(Ammo::Wp).at(Stage::MainGun);
    let wp = wp.order(Post::Gunner, Action::FireMainGun).with(|game| {
        game.battle.smoke[Zone::new(Sector::S68, Range::Medium).index()] = 1;
    });
    let laid = wp.play("fire:1:area", &[10, 5]);
    assert_eq!(laid.game().battle.smoke[Zone::new(Sector::S68, Range::Medium).index()], 3);
}

/// rules: patton 4.77, 1.1b, 4.46, 4.54.5d
#[test]
fn a_cleared_board_ends_the_battle() {
    // The last unit is knocked out by friends; the event still comes, then the area is ours and the tank prepares anew.
    let scene = Scene::new(Scenario::Advance).enemies("lw 6-8 medium").at(Stage::Friendly);
    let scene =
        scene.set("battle.us = [true, true, true, true, true, true]").that(|enemy| enemy.zone.sector = Sector::S68);
    let end = scene.roll(&[20, 1]);
    assert!(end.saw(|event| matches!(event, Event::BattleEnds)));
    assert_eq!((end.game().report.areas, end.game().report.friendly[UnitType::Lw.index()]), (1, 1));
    assert!(end.game().map.areas[end.game().map.at].us);
    assert_eq!(end.stage(), Stage::Prepare(After::Check));
    let ready = end.then("", &[30]);
    let us: Vec<Sector> = Sector::ALL.into_iter().filter(|s| ready.game().battle.us[s.index()]).collect();
    assert_eq!(us, [Sector::S1, Sector::S2, Sector::S3]);
    // A reinforcement after the last kill keeps the battle going.
    let goes_on =
        Scene::new(Scenario::Advance).enemies("lw 6-8 medium").at(Stage::Friendly).roll(&[20, 70, 6, 7, 5, 1]);
    assert!(!goes_on.saw(|event| matches!(event, Event::BattleEnds)));
    assert_eq!(goes_on.game().battle.round, 3);
    assert_eq!(charts().markers[Marker::Smoke.index()], 18);
}
