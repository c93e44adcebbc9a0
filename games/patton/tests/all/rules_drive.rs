//! Your tank moves (11.0).

use crate::common::{Look, Scene, charts};
use hulldown_patton::Setup;
use hulldown_patton::state::{After, Bog, Length, Sight, Stage};
use hulldown_patton::talk::Event;
use hulldown_patton::words::*;

fn drive(action: Action) -> Scene {
    Scene::new(Scenario::Advance).at(Stage::Movement).order(Post::Driver, action)
}

/// A unit that stays on the board whatever happens to the others.
fn with_another(scene: Scene) -> Scene {
    scene.enemies("lw 6-8 long")
}

/// rules: patton 11.0, 11.1, T.move, 8.42, 8.41, 4.74.1
#[test]
fn a_move_is_one_roll_read_by_the_drivers_skill() {
    let asked = drive(Action::Forward).enemies("pz_iv 6-8 long").play("", &[]);
    assert_eq!(
        asked.asked_dice(),
        "Forward (movement_part_1) 1d100, chart movement_part_1 [-5 driver, +5 driver buttoned up]"
    );
    let moved = asked.then("", &[57]);
    assert!(moved.game().tank.moving && !moved.game().tank.hull_down);
    // The commander helps from an open hatch by his whole rating, from a cupola by half of it.
    let directed =
        |scene: Scene| scene.order(Post::Commander, Action::DirectMovement).enemies("pz_iv 6-8 long").play("", &[]);
    assert_eq!(directed(drive(Action::Forward)).modifier("commander directs"), -5);
    assert_eq!(directed(drive(Action::Forward).open(&[])).modifier("commander directs"), 0);
    assert_eq!(directed(drive(Action::Forward).tank(11).open(&[])).modifier("commander directs from the cupola"), -2);
    assert_eq!(directed(drive(Action::Forward).open(&[Post::Driver])).modifier("driver buttoned up"), 0);
    assert_eq!(directed(drive(Action::Forward).set("tank.hvss = true")).modifier("HVSS"), -2);
    for (ground, value) in [(Ground::Mud, 9), (Ground::DeepSnow, 6), (Ground::GroundSnow, 3)] {
        assert_eq!(directed(drive(Action::Forward).weather(|w| w.ground = ground)).modifier(ground.name()), value);
    }
    // Without an order the tank stops.
    let stop = Scene::new(Scenario::Advance).at(Stage::Movement).set("tank.moving = true");
    let stop = stop.enemies("pz_iv 6-8 long").roll(&[]);
    assert!(!stop.game().tank.moving);
}

/// The whole roll: every modifier alone and all together, the bounds of the total, and the unmodified 100.
///
/// rules: patton T.move, 3.2b, 3.2c, 11.1
#[test]
fn what_counts_for_a_move() {
    let asked = |scene: Scene| scene.enemies("pz_iv 6-8 long").play("", &[]).asked_dice();
    let all = drive(Action::ReverseToHullDown)
        .order(Post::Commander, Action::DirectMovement)
        .rating(Post::Driver, 3)
        .rating(Post::Commander, 8)
        .set("tank.hvss = true")
        .weather(|w| w.ground = Ground::Mud);
    assert_eq!(
        asked(all),
        "Reverse to Hull Down (movement_part_1) 1d100, chart movement_part_1 \
         [-3 driver, -8 commander directs, -2 HVSS, +5 driver buttoned up, +9 mud]"
    );
    // Who only rides along, directs fire, or is out of action does not help.
    let rides = |scene: Scene| asked(scene.open(&[Post::Commander, Post::Driver]));
    let plain = "Forward (movement_part_1) 1d100, chart movement_part_1 [-5 driver]";
    assert_eq!(rides(drive(Action::Forward)), plain);
    assert_eq!(rides(drive(Action::Forward).order(Post::Commander, Action::DirectFire)), plain);
    let out =
        drive(Action::Forward).order(Post::Commander, Action::DirectMovement).wound(Post::Commander, Wound::LightWeek);
    assert_eq!(rides(out), plain);
    // Half a commander's 7 from a cupola is 3; buttoned up without one he is no help.
    let cupola = |number: u8| {
        let scene = drive(Action::Forward).order(Post::Commander, Action::DirectMovement).tank(number);
        asked(scene.rating(Post::Commander, 7).open(&[Post::Driver]))
    };
    assert!(cupola(11).contains("-3 commander directs from the cupola") && !cupola(1).contains("commander"));
    // An assistant driver at the wheel counts whole; nobody at the wheel means no move at all.
    let relief = drive(Action::Forward).wound(Post::Driver, Wound::LightWeek).rating(Post::Assistant, 9);
    assert!(asked(relief.clone().set("crew.assistant_at = d")).contains("-9 driver"));
    assert!(asked(relief).starts_with("Enemy action"));
    // The total is held between 1 and 100: a 3 by the best of crews is still a 1, and 99 in mud not over 100.
    let end = |scene: Scene, roll: u8| {
        let end = scene.enemies("pz_iv 6-8 long").roll(&[roll]);
        (end.game().tank.hull_down, end.game().tank.disabled, end.game().tank.bog)
    };
    let best = || {
        let scene = drive(Action::ForwardToHullDown).order(Post::Commander, Action::DirectMovement).ratings(10);
        scene.open(&[Post::Commander, Post::Driver]).set("tank.hvss = true")
    };
    assert_eq!(end(best(), 3), (true, false, Bog::Free));
    // An unmodified 100 bogs the best of them; an unmodified 99 does not.
    assert_eq!(end(best(), 100), (false, false, Bog::Bogged));
    assert_eq!(end(best(), 99), (false, false, Bog::Free));
    let worst = drive(Action::Forward).rating(Post::Driver, 1).weather(|w| w.ground = Ground::Mud);
    let column = &charts().driving.movement_part_1.action[Drive::Forward.index()];
    let wanted = match column.at(100) {
        MoveResult::ThrownTrack => (false, true, Bog::Free),
        MoveResult::BoggedDown => (false, false, Bog::Bogged),
        result => panic!("100 is {result}"),
    };
    assert_eq!(end(worst, 99), wanted);
}

/// rules: patton 8.43, 8.45, 11.1
#[test]
fn hull_down_positions_are_found_by_looking_for_them() {
    // Driver 5 off, buttoned up 5 on: 20 or less forward, 10 or less backward.
    let down = |action: Action, roll: u8| {
        let end = drive(action).enemies("pz_iv 6-8 long").set("tank.moving = true").roll(&[roll]);
        (end.game().tank.hull_down, end.game().tank.moving)
    };
    assert_eq!(down(Action::ForwardToHullDown, 20), (true, false));
    assert_eq!(down(Action::ForwardToHullDown, 27), (false, true));
    assert_eq!(down(Action::ReverseToHullDown, 10), (true, false));
    assert_eq!(down(Action::ReverseToHullDown, 18), (false, true));
    assert_eq!(down(Action::Forward, 8), (false, true));
}

/// rules: patton 11.11, 11.1
#[test]
fn a_thrown_track_ends_all_movement() {
    let thrown = drive(Action::Forward).enemies("pz_iv 6-8 long").set("tank.hull_down = true").roll(&[98]);
    let tank = &thrown.game().tank;
    assert!(tank.disabled && !tank.moving && !tank.hull_down);
    // The move failed: nobody's place changed (8 would not have shifted them anyway; 91 + 8 would).
    let failed = drive(Action::Forward).rating(Post::Driver, 1).enemies("pz_iv 6-8 long").roll(&[94]);
    assert!(failed.game().tank.disabled && failed.enemy(1).zone.range == Range::Long);
    let menu = Scene::new(Scenario::Advance).enemies("pz_iv 6-8 long").set("tank.disabled = true").play("", &[]);
    for key in ["order:d:forward", "order:d:reverse", "order:d:pivot", "order:d:forward_to_hull_down"] {
        assert_eq!(menu.refused(key).map(|(_, why)| why), Some("the tank cannot move"), "{key}");
    }
    // When the board is clear the tank's day is over.
    let over = Scene::new(Scenario::Advance).set("tank.disabled = true").at(Stage::BattleEnd).roll(&[]);
    assert_eq!(over.stage(), Stage::Evening);
}

/// rules: patton 11.12, T.bog, 8.44
#[test]
fn a_bogged_tank_frees_itself_by_reversing() {
    // An unmodified 100 always bogs.
    let bogged = drive(Action::Forward).ratings(10).open(&[Post::Driver]).enemies("pz_iv 6-8 long").roll(&[100]);
    assert_eq!(bogged.game().tank.bog, Bog::Bogged);
    let stuck = || Scene::new(Scenario::Advance).enemies("pz_iv 6-8 long").set("tank.bog = bogged");
    let menu = stuck().play("", &[]);
    assert!(menu.can("order:d:reverse") && !menu.can("order:d:forward") && !menu.can("order:d:pivot"));
    let free = |roll: u8| {
        let end = stuck().at(Stage::Movement).order(Post::Driver, Action::Reverse).roll(&[roll]);
        (end.game().tank.bog, end.game().tank.disabled)
    };
    // Driver -5, buttoned up +10.
    assert_eq!(free(5), (Bog::Free, false));
    assert_eq!(free(6), (Bog::Bogged, false));
    assert_eq!(free(76), (Bog::Free, true));
    assert_eq!(free(86), (Bog::Assistance, false));
    assert_eq!(free(100), (Bog::Assistance, false));
    let asked =
        stuck().at(Stage::Movement).order(Post::Driver, Action::Reverse).order(Post::Commander, Action::DirectMovement);
    let asked = asked.set("tank.hvss = true").play("", &[]);
    assert_eq!(
        asked.asked_dice(),
        "Getting free (bogged_down) 1d100, chart bogged_down [-5 driver, -5 commander directs, -5 HVSS, +10 driver buttoned up]"
    );
    // With assistance required no more tries; after the battle the tank is free.
    let waits = stuck().set("tank.bog = assistance").play("", &[]);
    assert!(!waits.can("order:d:reverse"));
    let after = Scene::new(Scenario::Advance).set("tank.bog = assistance").at(Stage::BattleEnd).roll(&[50]);
    assert_eq!(after.game().tank.bog, Bog::Free);
}

/// rules: patton 8.46, 5.14
#[test]
fn a_pivot_turns_hull_and_turret() {
    let turned = drive(Action::Pivot)
        .enemies("pz_iv 6-8 long")
        .set("tank.hull_down = true, tank.turret = 9-10")
        .play("hull:1", &[]);
    let tank = &turned.game().tank;
    assert_eq!((tank.hull, tank.turret, tank.hull_down, tank.moving), (Sector::S1, Sector::S2, false, false));
}

/// rules: patton 11.2, T.move.2, T.move.3, 11.2b
#[test]
fn the_white_die_shifts_the_enemy() {
    // Hull to 6-8. A front unit comes nearer, a close one passes to the rear, flank units fall behind, rear ones go away.
    let forward = |sector: &str, range: Range, action: Action, roll: u8| {
        let end =
            with_another(drive(action).enemies(&format!("lw {sector} {range}", range = range.id()))).roll(&[roll]);
        end.game()
            .battle
            .enemy(hulldown_patton::state::UnitId(1))
            .map(|enemy| (enemy.zone.sector.id(), enemy.zone.range))
    };
    let f = Action::Forward;
    assert_eq!(forward("6-8", Range::Long, f, 31), Some(("6-8", Range::Medium)));
    assert_eq!(forward("6-8", Range::Medium, f, 35), Some(("6-8", Range::Close)));
    assert_eq!(forward("6-8", Range::Close, f, 31), Some(("2", Range::Close)));
    assert_eq!(forward("9-10", Range::Medium, f, 31), Some(("1", Range::Medium)));
    assert_eq!(forward("4-5", Range::Long, f, 31), Some(("3", Range::Long)));
    assert_eq!(forward("1", Range::Close, f, 31), Some(("1", Range::Medium)));
    assert_eq!(forward("2", Range::Medium, f, 31), Some(("2", Range::Long)));
    assert_eq!(forward("3", Range::Long, f, 31), None);
    // 6 only turns vehicles, 7 to 10 nothing; each order has its own numbers.
    assert_eq!(forward("6-8", Range::Long, f, 36), Some(("6-8", Range::Long)));
    assert_eq!(forward("6-8", Range::Long, f, 37), Some(("6-8", Range::Long)));
    assert_eq!(forward("6-8", Range::Long, Action::ForwardToHullDown, 33), Some(("6-8", Range::Medium)));
    assert_eq!(forward("6-8", Range::Long, Action::ForwardToHullDown, 34), Some(("6-8", Range::Long)));
    let r = Action::Reverse;
    assert_eq!(forward("6-8", Range::Close, r, 33), Some(("6-8", Range::Medium)));
    assert_eq!(forward("6-8", Range::Close, r, 34), Some(("6-8", Range::Close)));
    assert_eq!(forward("1", Range::Medium, r, 31), Some(("9-10", Range::Medium)));
    assert_eq!(forward("2", Range::Close, r, 31), Some(("6-8", Range::Close)));
    assert_eq!(forward("6-8", Range::Close, Action::ReverseToHullDown, 32), Some(("6-8", Range::Medium)));
    assert_eq!(forward("6-8", Range::Close, Action::ReverseToHullDown, 33), Some(("6-8", Range::Close)));
    // A facing recheck rolls for every vehicle that can turn; it may stay as it was.
    let turn = drive(f).enemies("pz_iv 6-8 long, spw 6-8 long immobile, at_75l 6-8 long").roll(&[36, 9]);
    assert_eq!(turn.enemy(1).facing, Some(Facing::Side));
    assert_eq!((turn.enemy(2).facing, turn.enemy(3).facing), (Some(Facing::Front), None));
    // A shift rechecks facing as well.
    let shifted = drive(f).enemies("pz_iv 6-8 long").roll(&[31, 10]);
    assert_eq!((shifted.enemy(1).zone.range, shifted.enemy(1).facing), (Range::Medium, Some(Facing::Rear)));
}

/// rules: patton 5.12, 13.14, 17.3
#[test]
fn a_unit_shifted_into_a_controlled_sector_takes_it() {
    let end = with_another(drive(Action::Forward).enemies("lw 9-10 medium"))
        .set("battle.enemies.0.sight = hidden, battle.enemies.0.aim = 2")
        .roll(&[31]);
    assert!(!end.game().battle.us[Sector::S1.index()] && end.game().battle.us[Sector::S2.index()]);
    // It is not moving, but it has to be looked for, and to aim, anew.
    assert_eq!((end.enemy(1).sight, end.enemy(1).moving, end.enemy(1).aim), (Sight::Unspotted, false, 0));
}

/// rules: patton 11.3, 11.31, 11.32, 11.33
#[test]
fn driving_out_of_everybodys_sight_leaves_the_battle() {
    // The only units are before you at long range, and you back away: a retreat.
    let scene = drive(Action::Reverse).enemies("lw 6-8 long, pz_vie 6-8 long").that(|enemy| enemy.identified = false);
    let (home, field) = (scene.game.map.from, scene.game.map.at);
    let left = scene.roll(&[31]);
    assert!(left.saw(|event| matches!(event, Event::LeavesBoard { way: Leaving::Retreat })));
    assert_eq!((Some(left.game().map.at), left.game().map.from), (home, Some(field)));
    let strays = &left.game().map.strays;
    assert_eq!(strays.len(), 2);
    assert!(strays[0].area == field && strays[0].identified && !strays[1].identified);
    assert_eq!(left.game().report.areas, 0);
    let road = charts().road(field, home.unwrap());
    assert_eq!(left.game().report.clock.0, 600 + charts().minutes(Activity::entering(road)));
    assert_eq!(left.stage(), Stage::Prepare(After::Operations));
    // If one of them stays, those that are gone are out of play.
    let stays = drive(Action::Reverse).enemies("lw 6-8 long, lw 6-8 medium").roll(&[31]);
    assert!(stays.gone(1) && !stays.gone(2));
    // Which way it was depends on the facing and the gear.
    let way = |hull: Sector, action: Action, sector: &str| {
        let end = drive(action).with(|game| game.tank.hull = hull).enemies(&format!("lw {sector} long")).roll(&[31]);
        end.events().into_iter().find_map(|event| if let Event::LeavesBoard { way } = event { Some(way) } else { None })
    };
    assert_eq!(way(Sector::S68, Action::Forward, "2"), Some(Leaving::Advance));
    assert_eq!(way(Sector::S2, Action::Forward, "6-8"), Some(Leaving::Retreat));
    assert_eq!(way(Sector::S2, Action::Reverse, "2"), Some(Leaving::Advance));
    assert_eq!(way(Sector::S45, Action::Reverse, "4-5"), Some(Leaving::Retreat));
}

/// rules: patton 11.33, 11.34
#[test]
fn a_breakthrough_goes_on_into_another_area() {
    let scene = drive(Action::Forward).enemies("lw 2 long");
    let (home, field) = (scene.game.map.from.unwrap(), scene.game.map.at);
    let through = scene.roll(&[31]);
    assert_eq!(through.refused(&format!("area:{}", home.id())), Some(("11.33", "you came from there")));
    let next = charts().areas[field.index()].neighbours.iter().map(|(a, _)| *a).find(|a| *a != home).unwrap();
    assert!(through.can(&format!("area:{}", next.id())));
    let there = through.go_on(&format!("area:{}", next.id()));
    assert_eq!((there.game().map.at, there.game().map.from), (next, Some(field)));
    // Not yet US controlled: prepare again (deployment is rolled), then the area is entered: Advancing Fire, resistance, battle.
    assert!(there.asked_dice().starts_with("Deployment"));
    let entered = there.then("", &[30]).go_on("load:he go");
    assert!(entered.can("yes") && entered.can("no"));
    let battle = entered.go_on("no").then("", &[1, 10]);
    assert!(battle.saw(|event| matches!(event, Event::BattleBegins { resistance: Resistance::Light })));
}

/// rules: patton 29.0, 29.0b
#[test]
fn fuel_is_burned_by_the_colored_die() {
    let scene = |fuel: u8| {
        Scene::of(Setup { length: Length::Day, fuel: true, ..Setup::default() }, Scenario::Advance)
            .enemies("lw 6-8 long")
            .with(move |game| game.tank.fuel = fuel)
    };
    let left =
        |roll: u8| scene(20).at(Stage::Movement).order(Post::Driver, Action::Forward).roll(&[roll]).game().tank.fuel;
    assert_eq!((left(17), left(37), left(47), left(7)), (19, 19, 20, 20));
    let dry = scene(0).play("", &[]);
    assert_eq!(dry.refused("order:d:forward").map(|(_, why)| why), Some("the tank has no fuel"));
    assert_eq!(dry.refused("order:d:pivot").map(|(_, why)| why), Some("the tank has no fuel"));
    assert!(dry.can("order:g:fire_main_gun"));
}
