//! The Movement Board (4.5), support (23.0), Advancing Fire on entry (22.1), counterattacks (20.4).

use crate::common::{Look, Scene, area_of, charts};
use hulldown_core::{Seat, Voice};
use hulldown_patton::Setup;
use hulldown_patton::state::{After, GunState, Length, Snowfall, Stage, Stray};
use hulldown_patton::talk::{Ask, Event, Support};
use hulldown_patton::words::*;

/// Operations in a field; the neighbours are not yet looked at.
fn map() -> Scene {
    Scene::new(Scenario::Advance).at(Stage::Operations).set("report.battles = 0")
}

/// The neighbours of the area the scene stands in, the friendly one it came from left out.
fn neighbours(scene: &Scene) -> Vec<(MapArea, Road)> {
    let map = &scene.game.map;
    charts().areas[map.at.index()].neighbours.iter().copied().filter(|(a, _)| Some(*a) != map.from).collect()
}

/// A neighbour over a border with this road, with the area to stand in.
fn border(road: Road) -> (MapArea, MapArea) {
    let found = MapArea::ALL.into_iter().find_map(|at| {
        let info = &charts().areas[at.index()];
        let to = info.neighbours.iter().find(|(to, r)| *r == road && charts().areas[to.index()].kind == AreaType::B)?;
        Some((at, to.0))
    });
    found.unwrap()
}

fn standing_at(at: MapArea) -> Scene {
    map().with(|game| {
        game.map.at = at;
        game.map.start = at;
        game.map.from = None;
    })
}

/// rules: patton 4.51, 4.52, 2.11
#[test]
fn start_and_exit_are_rolled() {
    let end = Scene::new(Scenario::Advance).at(Stage::StartArea).roll(&[9, 1]);
    let m = &end.game().map;
    assert_eq!((m.start, m.at), (charts().edge_areas[8], charts().edge_areas[8]));
    assert_eq!(m.exit, charts().edge_areas[4]);
    assert!(m.from.is_none() && m.areas.0.iter().all(|a| !a.us && a.resistance.is_none()));
}

/// rules: patton 4.53, T.resist
#[test]
fn one_area_is_looked_at_for_free() {
    let scene = map().at(Stage::FreeCheck);
    let known = neighbours(&scene);
    let (first, second) = (known[0].0, known[1].0);
    let home = scene.game.map.from.unwrap();
    let scene = scene.with(|game| game.map.areas[second].resistance = Some(Resistance::Heavy));
    let menu = scene.clone().play("", &[]);
    assert!(menu.can(&format!("check:{}", first.id())));
    assert_eq!(menu.refused(&format!("check:{}", home.id())), Some(("4.53", "the area is friendly")));
    assert_eq!(
        menu.refused(&format!("check:{}", second.id())),
        Some(("4.53", "what is to be expected there is known"))
    );
    // Light expected: 1-7 light, 8-10 medium; +1 in farmland, +2 in villages.
    let plus = charts().contact.resistance.area[charts().areas[first.index()].kind.index()] as u8;
    let light = menu.go_on(&format!("check:{}", first.id())).then("", &[7 - plus]);
    assert_eq!(light.game().map.areas[first].resistance, Some(Resistance::Light));
    assert_eq!(light.game().report.clock, Clock(600));
    let medium = scene.play(&format!("check:{}", first.id()), &[8 - plus]);
    assert_eq!(medium.game().map.areas[first].resistance, Some(Resistance::Medium));
    assert_eq!(medium.stage(), Stage::Operations);
}

/// rules: patton 4.54, 4.54.1
#[test]
fn another_area_costs_fifteen_minutes() {
    let scene = map();
    let area = neighbours(&scene)[0].0;
    let end = scene.play(&format!("check:{}", area.id()), &[1]);
    assert_eq!((end.game().report.clock, end.game().map.areas[area].resistance), (Clock(615), Some(Resistance::Light)));
    assert_eq!(end.stage(), Stage::Operations);
}

/// rules: patton 4.54.2, 23.1, 23.1b, 2.3
#[test]
fn artillery_comes_on_seven_or_less() {
    let scene = map();
    let area = neighbours(&scene)[0].0;
    let key = format!("artillery:{}", area.id());
    let choice = key.parse().unwrap();
    let label = |scene: &Scene| scene.game.choice_words(charts(), Seat(0), Ask::Operation, choice).label;
    assert!(label(&scene).ends_with(", 15 minutes"), "{}", label(&scene));
    assert!(label(&scene.clone().with(|game| game.map.spare_quarter = true)).contains("in the time of the air strike"));
    let comes = scene.clone().play(&key, &[7]);
    assert_eq!((comes.game().report.clock, comes.game().map.areas[area].artillery), (Clock(615), 1));
    let not = scene.clone().play(&key, &[8]);
    assert_eq!((not.game().report.clock, not.game().map.areas[area].artillery), (Clock(615), 0));
    // Three markers at most; one may be picked up and placed elsewhere.
    let full = scene.with(|game| game.map.areas[area].artillery = 3).play("", &[]);
    assert_eq!(full.refused(&key).map(|(rule, _)| rule), Some("23.1"));
    let picked = full.go_on(&format!("pick-up:{}", area.id()));
    assert_eq!((picked.game().map.areas[area].artillery, picked.game().report.clock), (2, Clock(600)));
    assert!(picked.can(&key));
}

/// rules: patton 4.54.3, 23.2, T.weather
#[test]
fn aircraft_come_on_four_or_less_and_only_under_a_clear_sky() {
    let scene = map();
    let area = neighbours(&scene)[0].0;
    let key = format!("air:{}", area.id());
    let comes = scene.clone().play(&key, &[4]);
    assert_eq!((comes.game().report.clock, comes.game().map.areas[area].air), (Clock(630), 1));
    assert!(comes.saw(|event| matches!(event, Event::Called { support: Support::Air, comes: true, .. })));
    assert_eq!(scene.clone().play(&key, &[5]).game().map.areas[area].air, 0);
    // One operation of fifteen minutes fits into the same half hour, a second does not.
    let other = neighbours(&scene)[1].0;
    let shared = comes.go_on(&format!("check:{}", other.id())).then("", &[1]);
    assert_eq!(shared.game().report.clock, Clock(630));
    let again = shared.go_on(&format!("artillery:{}", other.id())).then("", &[1]);
    assert_eq!(again.game().report.clock, Clock(645));
    // The operation may come first just as well; then none is left for afterwards.
    let first = scene.clone().play(&format!("check:{}", other.id()), &[1]).go_on(&key).then("", &[1]);
    assert_eq!(first.game().report.clock, Clock(630));
    assert_eq!(first.go_on(&format!("artillery:{}", other.id())).then("", &[1]).game().report.clock, Clock(645));
    let refused = |scene: Scene| scene.play("", &[]).refused(&key).map(|(rule, _)| rule);
    assert_eq!(refused(scene.clone().weather(|w| w.sky = Sky::Overcast)), Some("23.2"));
    assert_eq!(refused(scene.clone().weather(|w| w.sky = Sky::Fog)), Some("23.2"));
    assert_eq!(refused(scene.clone().weather(|w| w.snow = Snowfall::Falling)), Some("23.2"));
    assert_eq!(refused(scene.clone().with(|game| game.map.areas[area].air = 2)), Some("2.3"));
    // At sunset what fits into the call can still be done, and nothing else.
    let last = scene.clock("19:00").play(&key, &[1]);
    assert_eq!(last.game().report.clock, Clock(19 * 60 + 15));
    assert!(last.can(&format!("check:{}", other.id())) && last.can("done") && !last.can("resupply"));
    assert!(last.go_on("done").stage() == Stage::Evening);
}

/// rules: patton 4.54.4, 16.21, 29.0b
#[test]
fn resupply_takes_an_hour() {
    let scene = map().with(|game| {
        game.tank.rounds = [10, 5, 0, 4, 0, 0];
        game.tank.rack = [0; 6];
        game.tank.grenades = 0;
        game.tank.fuel = 3;
    });
    let not = scene.clone().play("resupply", &[8]);
    assert_eq!((not.game().report.clock, not.game().tank.carried()), (Clock(660), 19));
    let comes = scene.play("resupply", &[7]).go_on("usual usual");
    let tank = &comes.game().tank;
    assert_eq!((tank.carried(), tank.grenades, tank.fuel), (97, 6, 35));
    // The day's issue of special rounds is not repeated.
    assert_eq!(tank.rounds[Ammo::Hcbi.index()], 4);
    assert_eq!(tank.rack.iter().sum::<u8>(), 8);
}

/// rules: patton 4.54.5, T.time
#[test]
fn roads_and_weather_decide_how_long_a_move_takes() {
    for (road, minutes) in [(Road::Improved, 15), (Road::Dirt, 30), (Road::None, 45)] {
        let (at, to) = border(road);
        let key = format!("enter:{}", to.id());
        let enter = |scene: Scene| scene.play(&key, &[]).game().report.clock.0 - 600;
        assert_eq!(enter(standing_at(at)), minutes, "{road}");
        for bad in [
            standing_at(at).weather(|w| w.ground = Ground::Mud),
            standing_at(at).weather(|w| w.ground = Ground::DeepSnow),
            standing_at(at).weather(|w| w.ground = Ground::GroundSnow),
            standing_at(at).weather(|w| w.sky = Sky::Fog),
            standing_at(at).weather(|w| {
                w.sky = Sky::Overcast;
                w.ground = Ground::Mud;
            }),
        ] {
            assert_eq!(enter(bad), minutes + 15, "{road}");
        }
    }
}

/// rules: patton 4.54.5c, 4.54.5c1, 4.54.5d, 4.54.5d1, 4.54.5a
#[test]
fn an_area_without_battle_is_captured() {
    let (at, to) = border(Road::Improved);
    let scene = standing_at(at).with(|game| game.map.areas[to].artillery = 1);
    // Resistance 1: light; battle check 7: none in open fields.
    let taken = scene.clone().play(&format!("enter:{}", to.id()), &[1, 7]);
    assert!(taken.game().map.areas[to].us && taken.game().report.areas == 1);
    // What waited for the task force has been used up.
    assert_eq!(taken.game().map.areas[to].artillery, 0);
    assert!(matches!(taken.stage(), Stage::FreeCheck | Stage::Operations));
    // With a marker only the battle is rolled for.
    let known = scene.with(|game| game.map.areas[to].resistance = Some(Resistance::Medium));
    let check = known.play(&format!("enter:{}", to.id()), &[]);
    assert_eq!(check.asked_dice(), "Task force meets the enemy (battle_check) 1d10, 6 or more");
    // In a US controlled area neither.
    let ours = standing_at(at).with(|game| game.map.areas[to].us = true).play(&format!("enter:{}", to.id()), &[]);
    assert!(ours.rolls().is_empty() && ours.stage() == Stage::Operations && ours.game().report.areas == 0);
}

/// What was called for one area is not fired into another.
///
/// rules: patton 4.54.5a, 23.1b, 22.1
#[test]
fn support_waits_for_its_own_area_alone() {
    let unused = || {
        Scene::new(Scenario::Advance)
            .loaded(Ammo::He)
            .set("battle.advancing = true, battle.artillery = 3, battle.air = 2")
    };
    let after = |after: After| {
        let end = unused().at(Stage::Prepare(after)).play("go", &[30]);
        (end.game().battle.advancing, end.game().battle.artillery, end.game().battle.air)
    };
    for quiet in [After::Start, After::Check, After::Operations] {
        assert_eq!(after(quiet), (false, 0, 0), "{quiet:?}");
    }
    // Only the area just entered, after leaving a battle, still has what was waiting there.
    assert_eq!(after(After::Entered), (false, 3, 2));
}

/// rules: patton 4.54.5c2, T.resist, 11.32
#[test]
fn a_battle_costs_fifteen_minutes_more() {
    let (at, to) = border(Road::Improved);
    let battle = standing_at(at).play(&format!("enter:{}", to.id()), &[1, 8]);
    assert!(battle.saw(|event| matches!(event, Event::BattleBegins { resistance: Resistance::Light })));
    assert_eq!(battle.game().report.clock, Clock(630));
    // Enemies left there fight at once, whatever the dice would say.
    let held = standing_at(at).with(|game| {
        game.map.areas[to].resistance = Some(Resistance::Light);
        game.map.strays.push(Stray { area: to, kind: UnitType::Lw, identified: true });
    });
    assert!(held.play(&format!("enter:{}", to.id()), &[]).saw(|event| matches!(event, Event::BattleBegins { .. })));
}

/// rules: patton 4.54.5d2, 6.1
#[test]
fn the_exit_area_brings_a_new_start() {
    let (at, to) = border(Road::Improved);
    let scene = standing_at(at).with(|game| {
        game.map.exit = to;
        game.map.areas[at].artillery = 2;
    });
    let taken = scene.play(&format!("enter:{}", to.id()), &[1, 1]);
    assert_eq!((taken.game().report.exits, taken.game().report.areas), (1, 0));
    assert!(taken.asked_dice().starts_with("Start area"));
    let again = taken.then("", &[1, 1]);
    assert!(again.game().map.areas.0.iter().all(|a| a.artillery == 0 && !a.us));
}

/// rules: patton 4.54.5d3, 21.0b, 21.0, 4.54
#[test]
fn without_daylight_the_day_is_over() {
    let (at, to) = border(Road::Improved);
    let late = standing_at(at).clock("19:00").play(&format!("enter:{}", to.id()), &[1, 1]);
    // The last quarter is enough to take the area.
    assert_eq!(late.game().report.areas, 1);
    assert_eq!(late.stage(), Stage::Evening);
    assert_eq!(late.game().report.clock, late.game().report.sunset);
    let check = map().clock("19:00");
    let area = neighbours(&check)[0].0;
    assert_eq!(check.play(&format!("check:{}", area.id()), &[1]).stage(), Stage::Evening);
    // A battle is fought to its end.
    let battle = standing_at(at).clock("19:00").play(&format!("enter:{}", to.id()), &[1, 9]);
    assert!(battle.asked_dice().starts_with("Activation"));
    let over = Scene::new(Scenario::Advance).clock("19:15").at(Stage::BattleEnd).roll(&[]);
    assert_eq!((over.stage(), over.game().report.areas), (Stage::Evening, 1));
}

/// Time stands in quarters of an hour between sunrise and sunset; what is begun in the last of them is the last thing done.
///
/// rules: patton 21.0, 21.0b, T.time
#[test]
fn time_is_kept_in_quarters_from_sunrise_to_sunset() {
    // 7 on the die in September: four hours after 05:30.
    let morning =
        Scene::new(Scenario::Advance).date("1944-09-15").clock("05:30").at(Stage::TimeCheck).set("report.battles = 0");
    assert_eq!(morning.clone().roll(&[7]).game().report.clock, "09:30".parse().unwrap());
    for (die, hours) in [(1, 1), (2, 2), (3, 2), (8, 5), (9, 5), (10, 6)] {
        let end = morning.clone().roll(&[die]);
        assert_eq!(end.game().report.clock.0, 5 * 60 + 30 + 60 * hours, "{die}");
    }
    for month in Month::ALL {
        let (sunrise, sunset) = charts().daylight(month);
        assert!(sunrise < sunset && sunrise.0 % 15 == 0 && sunset.0 % 15 == 0, "{month}");
    }
    // Every operation marks its quarters; the clock never passes sunset, however long the last one takes.
    let (at, to) = border(Road::None);
    let last = standing_at(at).clock("19:00").play(&format!("enter:{}", to.id()), &[1, 1]);
    assert_eq!((last.game().report.clock, last.stage()), (last.game().report.sunset, Stage::Evening));
    let resupply = map().clock("19:00").play("resupply", &[8]);
    assert_eq!((resupply.game().report.clock, resupply.stage()), (resupply.game().report.sunset, Stage::Evening));
    let more = map().clock("18:45");
    let area = neighbours(&more)[0].0;
    let more = more.play(&format!("check:{}", area.id()), &[1]);
    assert_eq!((more.game().report.clock, more.stage()), ("19:00".parse().unwrap(), Stage::Operations));
    // In a battle time passes by the event alone, and past sunset it stands still.
    let passes = |clock: &str| {
        let scene = Scene::new(Scenario::Advance).enemies("lw 6-8 long").clock(clock).at(Stage::Event);
        let end = scene.roll(&[5]);
        (end.game().report.clock, end.stage())
    };
    assert_eq!(passes("10:00"), ("10:15".parse().unwrap(), Stage::Orders));
    assert_eq!(passes("19:15"), ("19:15".parse().unwrap(), Stage::Orders));
}

/// rules: patton 15.1, 21.0, 11.33
#[test]
fn after_the_last_time_box_no_area_is_entered() {
    let leave = |scenario: Scenario, clock: &str, way: Leaving| {
        Scene::new(scenario).enemies("lw 6-8 long").clock(clock).at(Stage::Leaving(way)).play("", &[])
    };
    for scenario in [Scenario::Advance, Scenario::Battle] {
        for way in [Leaving::Advance, Leaving::Retreat] {
            let end = leave(scenario, "19:15", way);
            assert_eq!(end.stage(), Stage::Evening, "{scenario} {way}");
            assert!(!end.saw(|event| matches!(event, Event::Enters { .. })), "{scenario} {way}");
            assert_eq!((end.game().map.at, end.game().report.areas), (area_of(AreaType::B), 0));
        }
    }
    // With a quarter left it is entered, and what waits there is met.
    let last = leave(Scenario::Advance, "19:00", Leaving::Advance);
    assert!(last.options().iter().all(|key| key.starts_with("area:")) && !last.options().is_empty());
    // If the half hour for new men is the last, the day ends as well.
    let hurt = Scene::new(Scenario::Advance).enemies("lw 6-8 long").wound(Post::Driver, Wound::LightWeek);
    let hurt = hurt.clock("18:45").at(Stage::Leaving(Leaving::Advance)).roll(&[5]);
    assert_eq!(hurt.stage(), Stage::Evening);
    // A retreat from a counterattack loses its area at any hour, also with a gun that is broken for good.
    let lost = leave(Scenario::Counterattack, "19:15", Leaving::Retreat);
    assert_eq!((lost.stage(), lost.game().report.lost_areas), (Stage::Evening, 1));
    let broken = Scene::new(Scenario::Counterattack).set("tank.guns.0 = broken");
    let broken = broken.enemies("lw 6-8 long").at(Stage::Leaving(Leaving::Retreat)).play("", &[]);
    assert_eq!((broken.stage(), broken.game().report.lost_areas), (Stage::Evening, 1));
}

/// rules: patton 4.54.5b, 22.1, 22.11, 9.6b
#[test]
fn advancing_fire_is_chosen_on_entering() {
    let (at, to) = border(Road::Improved);
    let key = format!("enter:{}", to.id());
    // With AP in the gun there is nothing to ask.
    assert!(standing_at(at).play(&key, &[]).asked_dice().starts_with("Resistance"));
    let asked = standing_at(at).loaded(Ammo::He).play(&key, &[]);
    assert!(asked.can("yes") && asked.can("no"));
    // Half of 7, rounded down; spent even if nobody is there.
    let fired = asked.go_on("yes").then("", &[7, 1, 1]);
    assert_eq!((fired.game().tank.rounds[Ammo::He.index()], fired.game().tank.boxes_30), (47, 27));
    assert!(fired.saw(|event| matches!(event, Event::NoBattle { .. })));
    let held = standing_at(at).loaded(Ammo::He).play(&key, &[]).go_on("no").then("", &[1, 9]);
    assert!(held.asked_dice().starts_with("Activation"));
}

/// rules: patton 29.0, 29.0b
#[test]
fn a_move_between_areas_burns_two_units() {
    let (at, to) = border(Road::Improved);
    let scene = |fuel: u8| {
        Scene::of(Setup { length: Length::Day, fuel: true, ..Setup::default() }, Scenario::Advance)
            .at(Stage::Operations)
            .with(|game| {
                game.map.at = at;
                game.map.start = at;
                game.tank.fuel = fuel;
            })
    };
    assert_eq!(scene(10).play(&format!("enter:{}", to.id()), &[]).game().tank.fuel, 8);
    let dry = scene(0).play("", &[]);
    assert_eq!(dry.refused(&format!("enter:{}", to.id())), Some(("29.0b", "the tank has no fuel")));
    assert!(dry.can("resupply"));
}

/// rules: patton 20.42, 20.13, T.resist
#[test]
fn a_counterattack_is_waited_for() {
    let watch = || Scene::new(Scenario::Counterattack).at(Stage::Watch).set("report.battles = 0");
    let menu = watch().play("", &[]);
    assert_eq!(menu.options(), ["wait", "wait:on", "resupply"]);
    let quiet = watch().play("wait", &[7]);
    assert_eq!((quiet.game().report.clock, quiet.stage()), (Clock(615), Stage::Watch));
    let battle = watch().play("wait", &[8]);
    assert_eq!(battle.game().report.clock, Clock(615));
    assert!(battle.asked_dice().starts_with("Activation"));
    let on = watch().play("wait:on", &[7, 7, 7, 8]);
    assert_eq!(on.game().report.clock, Clock(660));
    assert!(on.asked_dice().starts_with("Activation"));
    let night = watch().clock("19:00").play("wait", &[7]);
    assert_eq!(night.stage(), Stage::Evening);
    // An hour of waiting for supplies is four quarters in which the enemy may come; if he does, the trucks do not.
    let supplied = watch().play("resupply", &[7, 7, 7, 7, 7]);
    assert_eq!((supplied.game().report.clock, supplied.rolls().len()), (Clock(660), 5));
    assert!(supplied.saw(|event| matches!(event, Event::Resupply { comes: true, .. })));
    assert!(
        watch().play("resupply", &[1, 1, 1, 1, 8]).saw(|event| matches!(event, Event::Resupply { comes: false, .. }))
    );
    for quarters in 1..=4u16 {
        let mut dice = vec![7; usize::from(quarters)];
        dice[usize::from(quarters) - 1] = 8;
        let broken = watch().play("resupply", &dice);
        assert_eq!(broken.game().report.clock, Clock(600 + 15 * quarters));
        assert!(
            broken.asked_dice().starts_with("Activation")
                && !broken.saw(|event| matches!(event, Event::Resupply { .. }))
        );
    }
    // What is shown beside the choice is the first of these checks.
    assert_eq!(watch().play("", &[]).preview("resupply").unwrap().chart, "battle_check");
    // Begun in the last half hour it is carried out, two checks long, and ends the day.
    let late = watch().clock("18:45").play("resupply", &[7, 7, 8]);
    assert_eq!((late.stage(), late.rolls().len()), (Stage::Evening, 3));
    // Each wait is one check and one quarter, as long as there is daylight; nothing else is offered.
    let evening = watch().clock("18:30").play("wait:on", &[7, 7, 7]);
    assert_eq!((evening.stage(), evening.rolls().len()), (Stage::Evening, 3));
    // The ground counts as everywhere: +1 in farmland.
    let farm = watch().ground(AreaType::A).set("report.battles = 0").play("wait", &[7]);
    assert!(farm.asked_dice().starts_with("Activation"));
    // The day's expected resistance decides.
    let heavy = watch().set("report.expected = heavy").play("wait", &[]);
    assert!(heavy.asked_dice().contains("4 or more"));
}

/// rules: patton 20.41, 4.41
#[test]
fn in_a_counterattack_the_tank_is_hull_down() {
    let ready = Scene::new(Scenario::Counterattack).at(Stage::Prepare(After::Operations)).play("", &[]);
    assert!(ready.game().tank.hull_down && !ready.game().tank.moving && !ready.game().tank.lead);
    assert!(ready.rolls().is_empty());
}

/// rules: patton 20.43, 4.65
#[test]
fn your_own_ambush_is_a_free_round() {
    let scene = Scene::new(Scenario::Counterattack)
        .enemies("lw 6-8 medium")
        .at(Stage::Ambush)
        .set("battle.round = 0, battle.smoke.18 = 2");
    let free = scene.roll(&[7]);
    // No smoke depletes; orders, then friends and an event, and only then the first round.
    assert!(free.can("go") && free.game().battle.smoke[18] == 2);
    let after = free.go_on("go");
    assert!(after.asked_dice().starts_with("friendly action"));
    let event = after.then("", &[99]);
    assert!(event.asked_dice().starts_with("Random event"));
    let round = event.then("", &[3]);
    assert_eq!((round.game().battle.round, round.game().battle.smoke[18]), (1, 1));
    // The enemy does nothing in it, not even one who would fire; the crew does everything it otherwise may.
    let mut busy = Scene::new(Scenario::Counterattack).enemies("pz_iv 6-8 close unseen").at(Stage::Ambush);
    busy.game.options.spot_by_hand = true;
    busy.game.battle.round = 0;
    let looks = busy.roll(&[7]);
    assert!(looks.can("spot:c:1"), "4.72 comes first: {:?}", looks.options());
    let orders = looks.go_on("done order:d:forward order:c:throw_smoke_grenade go").then("", &[57]);
    assert!(orders.game().tank.moving && orders.game().battle.smoke_here() == 1);
    assert!(orders.asked_dice().starts_with("friendly action"));
    assert!(!orders.saw(|event| matches!(event, Event::Acts { .. })));
    // Then the first real round: smoke, and the enemy acts in it.
    let first = orders.then("", &[50, 3]);
    assert_eq!((first.game().battle.round, first.game().battle.free_round), (1, false));
    let second = first.go_on("done order:d:none go");
    assert!(second.asked_dice().starts_with("Enemy action"));
    // 8 or more is no ambush: the first round begins at once, and the enemy acts in it. Rain makes it a 9.
    let plain = |dice: &[u8], rain: bool| {
        let scene = Scene::new(Scenario::Counterattack).enemies("lw 6-8 medium").at(Stage::Ambush);
        let end = scene.weather(|w| w.rain = rain).set("battle.round = 0").roll(dice);
        (end.game().battle.round, end.game().battle.free_round)
    };
    assert_eq!((plain(&[7], false), plain(&[8], false)), ((0, true), (1, false)));
    assert_eq!((plain(&[8], true), plain(&[9], true)), ((0, true), (1, false)));
    // No markers of Advancing Fire, no artillery, no aircraft before it, not even what was left over the evening before.
    let morning = Scene::new(Scenario::Counterattack)
        .loaded(Ammo::He)
        .at(Stage::Prepare(After::Start))
        .set("battle.advancing = true, battle.artillery = 3, battle.air = 2, report.battles = 0");
    let contact = morning.play("go wait", &[4, 2, 10]);
    assert!(contact.asked_dice().starts_with("Activation"), "{:?}", contact.options());
    let placed = contact.then("", &[58, 6, 5, 8, 58, 6, 5, 8]);
    assert!(placed.asked_dice().starts_with("Ambush"), "{}", placed.asked_dice());
    // If it clears the board, hours pass before the next.
    let cleared = Scene::new(Scenario::Counterattack).enemies("lw 6-8 medium").at(Stage::Friendly);
    let cleared = cleared.set("battle.free_round = true").roll(&[20, 3, 5]);
    assert_eq!(cleared.game().report.clock, Clock(600 + 15 + 180));
}

/// rules: patton 20.44, T.mult
#[test]
fn after_a_counterattack_hours_pass() {
    let scene = Scene::new(Scenario::Counterattack).at(Stage::BattleEnd);
    let end = scene.roll(&[5]);
    // 5: half is 2, and one: three hours; no ammunition is used, no area taken.
    assert_eq!((end.game().report.clock, end.game().tank.rounds[0], end.game().report.areas), (Clock(780), 50, 0));
    assert_eq!(end.stage(), Stage::Prepare(After::Operations));
    assert!(end.go_on("go").stage() == Stage::Watch);
    let late = Scene::new(Scenario::Counterattack).clock("18:30").at(Stage::BattleEnd).roll(&[10]);
    assert_eq!(late.stage(), Stage::Evening);
}

/// rules: patton 20.45
#[test]
fn a_retreat_from_a_counterattack_loses_an_area() {
    let scene = Scene::new(Scenario::Counterattack)
        .at(Stage::Movement)
        .order(Post::Driver, Action::Reverse)
        .enemies("lw 6-8 long");
    let (at, exit) = (scene.game.map.at, scene.game.map.exit);
    let far = scene.game.distances(charts(), exit);
    let back = scene.roll(&[31]);
    assert_eq!(back.game().report.lost_areas, 1);
    let nearer: Vec<String> = charts().areas[at.index()]
        .neighbours
        .iter()
        .filter(|(a, _)| far[a.index()] + 1 == far[at.index()])
        .map(|(a, _)| format!("area:{}", a.id()))
        .collect();
    let there = if nearer.len() > 1 {
        assert_eq!(back.options(), nearer);
        back.go_on(&nearer[0])
    } else {
        back
    };
    assert_eq!(format!("area:{}", there.game().map.at.id()), nearer[0]);
    assert_eq!(there.game().report.clock, Clock(615));
    assert_eq!(there.stage(), Stage::Prepare(After::Operations));
    // Already at the exit: an area is lost all the same.
    let end = Scene::new(Scenario::Counterattack)
        .at(Stage::Leaving(Leaving::Retreat))
        .with(|game| game.map.exit = game.map.at)
        .roll(&[]);
    assert_eq!((end.game().report.lost_areas, end.game().map.at), (1, area_of(AreaType::B)));
}

/// rules: patton T.repair.2, T.repair
#[test]
fn guns_are_put_right_after_the_battle_or_break() {
    let scene = |weapon: Weapon| {
        Scene::new(Scenario::Advance)
            .at(Stage::BattleEnd)
            .with(move |game| game.tank.guns[weapon.index()] = GunState::Malfunction)
    };
    let coax = scene(Weapon::Coax).roll(&[60]);
    assert_eq!((coax.game().tank.gun(Weapon::Coax), coax.stage()), (GunState::Works, Stage::Prepare(After::Check)));
    assert_eq!(scene(Weapon::Coax).roll(&[97]).game().tank.gun(Weapon::Coax), GunState::Broken);
    // A broken main gun ends the day, once the area is ours.
    let main = scene(Weapon::Main).roll(&[98]);
    assert_eq!((main.stage(), main.game().report.areas), (Stage::Evening, 1));
}

/// rules: patton T.weather, T.weather.3, T.weather.2
#[test]
fn the_weather_may_change_with_every_hour() {
    let hour = |change: fn(&mut hulldown_patton::state::Weather), roll: u8| {
        let scene = Scene::new(Scenario::Counterattack).clock("10:45").at(Stage::Watch).weather(change);
        let end = scene.play("wait", &[1, roll]);
        end.game().report.weather
    };
    let overcast: fn(&mut hulldown_patton::state::Weather) = |w| w.sky = Sky::Overcast;
    assert!(!hour(overcast, 8).rain && hour(overcast, 9).rain);
    let rain: fn(&mut hulldown_patton::state::Weather) = |w| {
        w.sky = Sky::Overcast;
        w.rain = true;
    };
    assert!(!hour(rain, 5).rain && hour(rain, 6).rain);
    assert_eq!(hour(rain, 6).ground, Ground::Dry);
    let second: fn(&mut hulldown_patton::state::Weather) = |w| {
        w.sky = Sky::Overcast;
        w.rain = true;
        w.rain_hours = 1;
    };
    assert_eq!(hour(second, 6).ground, Ground::Mud);
    let snow: fn(&mut hulldown_patton::state::Weather) = |w| w.snow = Snowfall::Falling;
    assert_eq!((hour(snow, 8).snow, hour(snow, 9).snow), (Snowfall::Falling, Snowfall::Stopped));
    let stopped: fn(&mut hulldown_patton::state::Weather) = |w| w.snow = Snowfall::Stopped;
    assert_eq!((hour(stopped, 8).snow, hour(stopped, 9).snow), (Snowfall::Stopped, Snowfall::Falling));
    // Under a clear sky, and before the hour is full, nothing is rolled.
    let clear = Scene::new(Scenario::Counterattack).clock("10:45").at(Stage::Watch).play("wait", &[1]);
    assert_eq!(clear.rolls().len(), 1);
    let early =
        Scene::new(Scenario::Counterattack).clock("10:30").at(Stage::Watch).weather(overcast).play("wait", &[1]);
    assert_eq!(early.rolls().len(), 1);
}
