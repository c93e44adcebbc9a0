//! What enemy units do (13.0), and fire at your tank (4.8).

use crate::common::{Look, Scene, charts};
use hulldown_core::Voice;
use hulldown_patton::odds::{Ratio, UnitThreat, threats};
use hulldown_patton::state::{Sight, Snowfall, Stage};
use hulldown_patton::talk::Event;
use hulldown_patton::words::*;
use hulldown_patton::{Patton, Setup, state::Length};

fn enemy(scenario: Scenario, kind: &str, sector: &str, range: Range) -> Scene {
    Scene::new(scenario).enemies(&format!("{kind} {sector} {range}", range = range.id())).at(Stage::Enemy)
}

/// What a unit does on a roll, as it is told.
fn act(scene: Scene, roll: u8) -> EnemyAct {
    let end = scene.roll(&[roll]);
    end.events()
        .into_iter()
        .find_map(|event| if let Event::Acts { act, .. } = event { Some(act) } else { None })
        .unwrap()
}

/// rules: patton 13.0, 4.75, T.action
#[test]
fn every_scenario_has_its_table() {
    let tank = |scenario, roll| act(enemy(scenario, "pz_iv", "6-8", Range::Medium), roll);
    assert_eq!(tank(Scenario::Advance, 10), EnemyAct::Nothing);
    assert_eq!(tank(Scenario::Advance, 60), EnemyAct::MoveB);
    assert_eq!(tank(Scenario::Battle, 60), EnemyAct::FireAnyTank);
    assert_eq!(tank(Scenario::Counterattack, 60), EnemyAct::MoveR);
    assert_eq!(tank(Scenario::Advance, 81), EnemyAct::FireYourTank);
    let gun = |scenario, roll| act(enemy(scenario, "at_75l", "6-8", Range::Medium), roll);
    assert_eq!((gun(Scenario::Advance, 20), gun(Scenario::Battle, 30)), (EnemyAct::MoveB, EnemyAct::Nothing));
    let men = |scenario, roll| act(enemy(scenario, "lw", "6-8", Range::Medium), roll);
    assert_eq!(
        (men(Scenario::Advance, 61), men(Scenario::Counterattack, 71)),
        (EnemyAct::FireInfantry, EnemyAct::FireInfantry)
    );
    // In an ambush tanks add 10, men and guns 20; totals stop at 100.
    let ambush =
        |kind: &str, roll| act(enemy(Scenario::Advance, kind, "6-8", Range::Medium).set("battle.ambush = true"), roll);
    assert_eq!(
        (ambush("pz_iv", 71), ambush("lw", 76), ambush("at_75l", 100)),
        (EnemyAct::FireYourTank, EnemyAct::FireYourTank, EnemyAct::FireLeadTank)
    );
    // They act in the order they were placed.
    let two = enemy(Scenario::Advance, "lw", "6-8", Range::Long).enemies("mg 6-8 long").roll(&[5, 5]);
    let order: Vec<u8> = two
        .events()
        .iter()
        .filter_map(|event| if let Event::Acts { who, .. } = event { Some(who.id.0) } else { None })
        .collect();
    assert_eq!(order, [1, 2]);
}

/// rules: patton 5.13, 13.11, 13.13, 13.15
#[test]
fn units_move_about_the_hub() {
    let moved = |sector: &str, range: Range, roll: u8| {
        let end = enemy(Scenario::Advance, "lw", sector, range).that(|enemy| enemy.aim = 2).roll(&[roll, 9]);
        let enemy = *end.enemy(1);
        assert!(enemy.moving && enemy.sight == Sight::Unspotted && enemy.aim == 0);
        (enemy.zone.sector.id(), enemy.zone.range)
    };
    assert_eq!(moved("6-8", Range::Long, 15), ("6-8", Range::Medium));
    assert_eq!(moved("6-8", Range::Close, 15), ("2", Range::Close));
    assert_eq!(moved("6-8", Range::Close, 45), ("6-8", Range::Medium));
    assert_eq!(moved("6-8", Range::Medium, 25), ("4-5", Range::Medium));
    assert_eq!(moved("6-8", Range::Medium, 35), ("9-10", Range::Medium));
    // A vehicle rolls facing, then terrain.
    let tank = enemy(Scenario::Advance, "pz_iv", "6-8", Range::Long)
        .that(|enemy| enemy.terrain = Terrain::Woods)
        .roll(&[15, 10, 1]);
    assert_eq!((tank.enemy(1).facing, tank.enemy(1).terrain), (Some(Facing::Rear), Terrain::HullDown));
    // The Moving marker goes when it does something else.
    let halts = enemy(Scenario::Advance, "pz_iv", "6-8", Range::Long).that(|enemy| enemy.moving = true).roll(&[5]);
    assert!(!halts.enemy(1).moving);
}

/// rules: patton 13.12, 6.1
#[test]
fn backward_from_long_range_leaves_the_board() {
    let front = enemy(Scenario::Advance, "lw", "6-8", Range::Long).enemies("mg 6-8 long").roll(&[45]);
    assert!(front.gone(1) && front.game().map.strays.is_empty());
    assert_eq!(front.game().report.own, [0; 17]);
    // From sectors 1 to 3 it goes where you came from, and takes the area.
    let scene = enemy(Scenario::Advance, "pz_vie", "2", Range::Long)
        .that(|enemy| enemy.identified = false)
        .enemies("mg 6-8 long");
    let home = scene.game.map.from.unwrap();
    let behind = scene.with(|game| game.map.areas[home].us = true).roll(&[45]);
    let stray = behind.game().map.strays[0];
    assert_eq!((stray.area, stray.kind, stray.identified), (home, UnitType::PzVie, false));
    assert!(!behind.game().map.areas[home].us);
    assert_eq!(behind.game().report.lost_areas, 1);
}

/// rules: patton 13.14
#[test]
fn a_unit_that_comes_takes_control_away() {
    let end = enemy(Scenario::Advance, "lw", "9-10", Range::Medium).roll(&[35, 9]);
    assert_eq!(end.enemy(1).zone.sector, Sector::S1);
    assert!(!end.game().battle.us[Sector::S1.index()]);
    assert!(end.saw(|event| matches!(event, Event::ControlLost { sector: Sector::S1 })));
}

/// rules: patton 13.2, 13.3b, T.efc
#[test]
fn fire_at_infantry() {
    let squads = |scenario, kind: &str, range, roll| {
        let end = enemy(scenario, kind, "4-5", range)
            .roll(&[if scenario == Scenario::Counterattack { 80 } else { 61 }, roll]);
        end.game().report.squads_lost
    };
    // An MG team at long range: 3 or less.
    assert_eq!(
        (squads(Scenario::Advance, "mg", Range::Long, 3), squads(Scenario::Advance, "mg", Range::Long, 4)),
        (1, 0)
    );
    assert_eq!(
        (squads(Scenario::Battle, "mg", Range::Close, 55), squads(Scenario::Battle, "mg", Range::Close, 56)),
        (1, 0)
    );
    assert_eq!(
        (
            squads(Scenario::Counterattack, "lw", Range::Medium, 10),
            squads(Scenario::Counterattack, "lw", Range::Medium, 11)
        ),
        (1, 0)
    );
    let tank = enemy(Scenario::Advance, "pz_iv", "6-8", Range::Medium).roll(&[61, 40]);
    assert_eq!(tank.game().report.squads_lost, 1);
    // Smoke halves the number, but 01 to 03 always kill a squad; smoke on your own tank is not in the way.
    let smoke = |roll: u8, here: u8| {
        let scene = enemy(Scenario::Advance, "mg", "6-8", Range::Medium).with(|game| {
            game.battle.smoke[Zone::new(Sector::S68, Range::Close).index()] = 2;
            game.battle.smoke[Zone::new(Sector::S68, Range::Medium).index()] = 2;
            game.battle.smoke[18] = here;
        });
        scene.roll(&[61, roll]).game().report.squads_lost
    };
    assert_eq!((smoke(7, 0), smoke(8, 0), smoke(7, 4)), (1, 0, 1));
    let fog = enemy(Scenario::Advance, "mg", "6-8", Range::Close).weather(|w| w.sky = Sky::Fog);
    assert!(fog.roll(&[61]).asked_dice().contains("27 or less"));
}

/// rules: patton 13.3, T.efc, 13.3b
#[test]
fn fire_at_friendly_tanks() {
    let lost = |scenario, kind: &str, range, action, roll| {
        enemy(scenario, kind, "6-8", range).roll(&[action, roll]).game().report.tanks_lost
    };
    assert_eq!(
        (
            lost(Scenario::Advance, "pz_iv", Range::Medium, 70, 40),
            lost(Scenario::Advance, "pz_iv", Range::Medium, 70, 41)
        ),
        (1, 0)
    );
    assert_eq!(lost(Scenario::Battle, "at_50l", Range::Long, 40, 1), 1);
    assert_eq!(
        (
            lost(Scenario::Counterattack, "pz_v", Range::Close, 80, 58),
            lost(Scenario::Counterattack, "pz_v", Range::Close, 80, 59)
        ),
        (1, 0)
    );
    // Another tank leads: fire at the lead tank is fire at a friend.
    assert_eq!(lost(Scenario::Advance, "pz_iv", Range::Medium, 90, 40), 1);
}

/// Whoever looks for what was lost reads to whom.
///
/// rules: patton 13.2 13.3
#[test]
fn a_loss_among_friends_names_who_fired() {
    let told = |action, kind: &str| {
        let end = enemy(Scenario::Advance, "pz_iv", "6-8", Range::Medium).roll(&[action, 40]);
        let words =
            end.events().into_iter().map(|event| Patton::event_words(charts(), &event)).find(|w| w.kind == kind);
        words.map(|words| words.text)
    };
    assert_eq!(told(70, "tank-lost").as_deref(), Some("A friendly tank is lost to the Pz IV 1."));
    assert_eq!(told(61, "squads-lost").as_deref(), Some("A squad is lost to the Pz IV 1."));
}

/// rules: patton T.action.2
#[test]
fn a_unit_you_fire_at_looks_for_you() {
    let any = |kind: &str, facing: Option<Facing>, shot_at: bool| {
        act(
            enemy(Scenario::Advance, kind, "6-8", Range::Medium).that(|enemy| {
                enemy.shot_at = shot_at;
                if facing.is_some() {
                    enemy.facing = facing;
                }
            }),
            if kind == "at_75l" { 40 } else { 70 },
        )
    };
    assert_eq!(any("pz_iv", Some(Facing::Front), false), EnemyAct::FireAnyTank);
    assert_eq!(any("pz_iv", Some(Facing::Front), true), EnemyAct::FireYourTank);
    assert_eq!(any("pz_iv", Some(Facing::Side), true), EnemyAct::MoveB);
    assert_eq!(any("stug_iiig", Some(Facing::Rear), true), EnemyAct::MoveB);
    assert_eq!(
        (any("at_75l", None, false), any("at_75l", None, true)),
        (EnemyAct::FireAnyTank, EnemyAct::FireYourTank)
    );
}

/// rules: patton T.action.3, 17.3, T.weather.2, T.hitloc
#[test]
fn who_does_nothing_after_all() {
    assert_eq!(act(enemy(Scenario::Advance, "truck", "6-8", Range::Medium), 93), EnemyAct::Nothing);
    assert_eq!(act(enemy(Scenario::Advance, "truck", "6-8", Range::Medium), 98), EnemyAct::Nothing);
    assert_eq!(act(enemy(Scenario::Advance, "spw", "6-8", Range::Medium), 93), EnemyAct::FireInfantry);
    // A hidden unit does not fire at you, but at others.
    let hidden = |roll| {
        act(enemy(Scenario::Advance, "pz_iv", "6-8", Range::Medium).that(|enemy| enemy.sight = Sight::Hidden), roll)
    };
    assert_eq!((hidden(83), hidden(70)), (EnemyAct::Nothing, EnemyAct::FireAnyTank));
    // Beyond close range nobody fires in fog or falling snow.
    let thick = |range, roll| {
        act(enemy(Scenario::Advance, "pz_iv", "6-8", range).weather(|w| w.snow = Snowfall::Falling), roll)
    };
    assert_eq!(
        (thick(Range::Medium, 70), thick(Range::Close, 70), thick(Range::Medium, 15)),
        (EnemyAct::Nothing, EnemyAct::FireAnyTank, EnemyAct::MoveF)
    );
    // A vehicle without tracks stays.
    assert_eq!(
        act(enemy(Scenario::Advance, "pz_iv", "6-8", Range::Medium).that(|enemy| enemy.immobile = true), 15),
        EnemyAct::Nothing
    );
}

/// rules: patton 4.81, 4.81.1, 13.4, T.eth
#[test]
fn to_hit_your_tank() {
    let asked = |scene: Scene| scene.roll(&[83]).asked_dice();
    let base = || enemy(Scenario::Advance, "pz_iv", "6-8", Range::Medium);
    assert_eq!(asked(base()), "To hit your tank (enemy_ap_to_hit) 1d100, 89 or less [+10 first shot]");
    assert!(asked(base().that(|enemy| enemy.aim = 1)).ends_with("[-10 acquired]"));
    assert!(asked(base().that(|enemy| enemy.aim = 2)).ends_with("[-20 acquired]"));
    assert!(asked(base().set("tank.moving = true")).contains("+20 your tank moves"));
    assert!(asked(base().set("battle.smoke.18 = 2")).contains("44 or less"));
    // An anti-tank gun needs no first shot to find the range.
    let gun = enemy(Scenario::Advance, "at_75l", "6-8", Range::Long).roll(&[68]);
    assert_eq!(gun.asked_dice(), "To hit your tank (enemy_ap_to_hit) 1d100, 67 or less");
    let light = enemy(Scenario::Advance, "at_50l", "6-8", Range::Long).roll(&[68]);
    assert!(light.asked_dice().contains("34 or less"));
    // A miss ends it; the gunner has your range now.
    let miss = base().enemies("lw 6-8 long").roll(&[83, 80]);
    assert_eq!(miss.enemy(1).aim, 1);
    assert!(
        miss.saw(|event| matches!(event, Event::MissesYou { .. })) && miss.asked_dice().starts_with("Enemy action")
    );
}

/// rules: patton 4.81.2, 4.81.3, 5.14, 13.4, T.eth.2, T.hitloc
#[test]
fn where_it_strikes_and_whether_it_goes_through() {
    let hit = |scene: Scene, location: u8| scene.roll(&[83, 40, location]).asked_dice();
    let base = || enemy(Scenario::Advance, "pz_iv", "6-8", Range::Medium);
    // 75L at armor I, medium: front 58, side 83 turret and 95 hull, rear 92 and 95.
    assert!(hit(base(), 1).contains("58 or less") && hit(base(), 9).contains("58 or less"));
    let turret_away = || base().set("tank.turret = 2");
    assert!(hit(turret_away(), 1).contains("92 or less") && hit(turret_away(), 5).contains("58 or less"));
    let flank = || enemy(Scenario::Advance, "pz_iv", "1", Range::Medium);
    assert!(hit(flank(), 1).contains("83 or less") && hit(flank(), 5).contains("95 or less"));
    let thick = base().tank(12);
    assert!(hit(thick, 1).contains(", 3 or less"));
    // A failed roll does nothing; a track hit needs none.
    let held = base().roll(&[83, 40, 1, 59]);
    assert!(
        held.saw(|event| matches!(event, Event::Held { location: Location::Turret })) && !held.game().tank.disabled
    );
    let track = base().set("tank.moving = true").roll(&[83, 40, 10]);
    assert!(track.game().tank.disabled && !track.game().tank.moving);
    // Hull down: 6 to 10 miss.
    let down = base().set("tank.hull_down = true");
    assert!(down.clone().roll(&[83, 40, 6]).saw(|event| matches!(event, Event::MissesYou { .. })));
    assert!(hit(down, 5).contains("58 or less"));
    let through = base().roll(&[83, 40, 1, 58]);
    assert!(through.saw(|event| matches!(event, Event::YouAreHit { turret: true, .. })));
    assert!(through.asked_dice().starts_with("Explosion"));
}

/// rules: patton 4.82, 13.0
#[test]
fn small_arms_do_collateral_damage() {
    for (kind, roll) in [("lw", 96), ("mg", 96), ("psw", 97), ("spw", 97)] {
        let fire = enemy(Scenario::Advance, kind, "6-8", Range::Medium).roll(&[roll]);
        assert!(fire.asked_dice().starts_with("Collateral damage"), "{kind}: {}", fire.asked_dice());
    }
}

/// rules: patton T.action, 4.81
#[test]
fn the_lead_tank_draws_fire() {
    let lead = |lead: bool| {
        act(enemy(Scenario::Advance, "pz_iv", "6-8", Range::Medium).with(|game| game.tank.lead = lead), 90)
    };
    assert_eq!((lead(false), lead(true)), (EnemyAct::FireLeadTank, EnemyAct::FireYourTank));
}

/// rules: patton 30.0c
#[test]
fn the_firefly_is_everybodys_target() {
    let scene = |kind: &str, range: Range| {
        Scene::of(Setup { length: Length::Day, firefly: true, ..Setup::default() }, Scenario::Advance)
            .enemies(&format!("{kind} 6-8 {range}", range = range.id()))
            .at(Stage::Enemy)
    };
    assert_eq!(act(scene("pz_iv", Range::Medium), 91), EnemyAct::FireYourTank);
    assert_eq!(act(scene("pz_iv", Range::Medium), 90), EnemyAct::FireLeadTank);
    assert_eq!(act(scene("lw", Range::Medium), 92), EnemyAct::FireInfantry);
    let ambush = scene("pz_iv", Range::Medium).set("battle.ambush = true");
    assert_eq!(act(ambush, 91), EnemyAct::FireLeadTank);
}

/// What the next enemy phase may bring agrees with a count by hand.
#[test]
fn threats_are_exact() {
    // A Pz IV in an advance fires at you on 81-85: 5 of 100; it hits on 79 or less; armor I front: turret 58, hull 58, track nothing.
    let scene = enemy(Scenario::Advance, "pz_iv", "6-8", Range::Medium).enemies("lw 6-8 long");
    let all = threats(&scene.game, charts());
    assert_eq!((all[0].fires.ways, all[0].fires.of), (5, 100));
    assert_eq!(all[0].hits.ways * 10_000, 5 * 79 * all[0].hits.of);
    assert_eq!(all[0].knocks_out.ways, 5 * 79 * (9 * 58));
    assert_eq!((all[1].fires.ways, all[1].knocks_out.ways), (5, 0));
    // Only the commander's hatch is open: 51-70 break something, 91-100 may wound him.
    assert_eq!(all[1].hits.ways * 10_000, 5 * 30 * all[1].hits.of);
}

/// In the midst of the enemy phase, dice thrown by hand: what they have decided has no chance any more.
///
/// rules: patton 4.75 4.81.1 4.81.2 4.81.3 T.coll
#[test]
fn what_a_die_has_decided_is_no_threat_any_more() {
    let scene = enemy(Scenario::Advance, "pz_iv", "6-8", Range::Medium).enemies("lw 6-8 long").at(Stage::Enemy);
    // Of each unit: the chance that it fires, hits and knocks out, in parts of a thousand.
    let listed = |dice: &[u8]| {
        let paused = scene.clone().roll(dice);
        let chances = |t: &UnitThreat| (t.id.0, [t.fires, t.hits, t.knocks_out].map(Ratio::per_mille));
        (paused.asked_dice(), threats(paused.game(), charts()).iter().map(chances).collect::<Vec<_>>())
    };
    let men = (2, [50, 15, 0]);
    for (asked, dice, unit) in [
        ("Enemy action", &[][..], Some([50, 40, 21])),
        ("To hit your tank", &[81], Some([1000, 790, 412])),
        ("Hit location", &[81, 79], Some([1000, 1000, 522])),
        ("To kill your tank", &[81, 79, 1], Some([1000, 1000, 580])),
        // The men are next: the tank has acted, whatever it did.
        ("Enemy action", &[81, 79, 1, 59], None),
        ("Enemy action", &[81, 80], None),
        ("Enemy action", &[10], None),
    ] {
        let (now, chances) = listed(dice);
        assert!(now.starts_with(asked), "{now} after {dice:?}");
        assert_eq!(chances, unit.map(|of| (1, of)).into_iter().chain([men]).collect::<Vec<_>>(), "after {dice:?}");
    }
    let (now, chances) = listed(&[10, 96]);
    assert!(now.starts_with("Collateral damage"), "{now}");
    assert_eq!(chances, [(2, [1000, 300, 0])]);
    let (now, chances) = listed(&[10, 96, 95]);
    assert!(now.starts_with("Wound"), "{now}");
    assert_eq!(chances, []);
}
