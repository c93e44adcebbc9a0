//! The charts: complete, every roll covered, the figures the book states, and wrong files refused whole.

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

use hulldown_core::chart::{ChartError, DieTable, Provenance};
use hulldown_core::dice::{D10, D100};
use hulldown_patton::charts::{Charts, DayCode, shipped};
use hulldown_patton::words::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

static CHARTS: LazyLock<Charts> = LazyLock::new(|| Charts::load(&shipped()).unwrap_or_else(|e| panic!("{e}")));

fn day(text: &str) -> Day {
    text.parse().unwrap()
}

/// In how many of a hundred (or ten) rolls a table means something.
fn ways<T: Copy>(table: &DieTable<T>, is: impl Fn(T) -> bool) -> usize {
    (table.dice.min()..=table.dice.max()).filter(|roll| is(table.at(*roll))).count()
}

/// rules: patton 3.2
#[test]
fn tables_are_thrown_with_one_die_or_two() {
    let c = &*CHARTS;
    assert_eq!((c.resistance[0].dice, c.activation(Scenario::Advance, Day::FIRST).dice), (D10, D100));
    assert_eq!(
        (c.repair.at(20), c.repair.at(21), c.repair.at(90)),
        (Repair::Repaired, Repair::NoEffect, Repair::NoEffect)
    );
    assert_eq!((c.repair.at(91), c.repair_broken), (Repair::Broken, 98));
}

/// rules: patton 4.1, 20.11, 20.12, 20.13, 27.0
#[test]
fn the_calendar_has_every_day_once() {
    let c = &*CHARTS;
    assert_eq!(
        c.day(day("1944-07-27")),
        DayCode::Action { scenario: Scenario::Advance, probability: 2, resistance: Resistance::Light }
    );
    let span = (Day::FIRST.0..=Day::END.0).map(Day);
    let (action, refit): (Vec<Day>, Vec<Day>) = span.partition(|d| matches!(c.day(*d), DayCode::Action { .. }));
    assert_eq!((action.len(), refit.len()), (181, 97));
    assert_eq!(action.last(), Some(&Day::LAST_COMBAT));
    let lengths: Vec<u8> = c.calendar.refits.iter().map(|(from, _)| c.refit_days(*from)).collect();
    assert_eq!(lengths.iter().map(|d| usize::from(*d)).sum::<usize>(), refit.len());
    // [R81] The refits of seven days and more before the last fighting.
    let long: Vec<String> = c
        .calendar
        .refits
        .iter()
        .filter(|(f, _)| c.refit_days(*f) >= c.long_refit && *f < Day::LAST_COMBAT)
        .map(|(f, _)| f.id())
        .collect();
    assert_eq!(long, ["1944-09-02", "1944-10-12", "1944-12-07", "1945-02-03"]);
    assert_eq!((c.refit_days(day("1945-01-05")), c.refit_days(Day::FIRST)), (6, 0));
    assert_eq!(c.day_note(day("1944-07-28")), "Coutances");
    // [R3] The sheet is followed where it and a program differ.
    assert_eq!(
        c.day(day("1945-02-23")),
        DayCode::Action { scenario: Scenario::Battle, probability: 8, resistance: Resistance::Medium }
    );
}

/// rules: patton 4.25, T.snow
#[test]
fn weather_follows_the_month() {
    let c = &*CHARTS;
    let july = &c.weather[Month::FIRST.index()];
    assert_eq!((july.at(69).sky, july.at(70).sky, july.at(89).sky), (Sky::Clear, Sky::Overcast, Sky::Fog));
    assert_eq!((july.at(92).ground, july.at(98).to_string()), (Ground::Mud, "overcast and mud".into()));
    for month in Month::ALL {
        let snow = ways(&c.weather[month.index()], |cell| cell.snow_roll);
        let expected = match month {
            Month::NOVEMBER | Month::MARCH => 3,
            Month::DECEMBER | Month::JANUARY | Month::FEBRUARY => 42,
            _ => 0,
        };
        assert_eq!(snow, expected, "{month}");
    }
    assert_eq!(c.snow_month, [0, 0, 0, 0, -1, 1, 1, 1, -1, 0]);
    assert_eq!(c.snow.span(), [0, 11]);
    assert_eq!(
        (c.snow.at(0).to_string(), c.snow.at(11).to_string()),
        ("falling snow".into(), "falling snow, deep snow".into())
    );
    let [overcast, raining, falling, stopped] = &c.hourly;
    assert_eq!(
        [
            ways(overcast, |h| h == Hourly::RainStarts),
            ways(raining, |h| h == Hourly::RainStops),
            ways(falling, |h| h == Hourly::SnowStops),
            ways(stopped, |h| h == Hourly::SnowStarts)
        ],
        [2, 5, 2, 2]
    );
}

/// rules: patton 21.0, 4.31, 4.32, 7.1, 22.11
#[test]
fn the_clock_and_what_a_die_counts() {
    let c = &*CHARTS;
    let (rise, _) = c.daylight[2];
    assert_eq!((rise.to_string(), c.hours.at(7)), ("05:30".into(), 4));
    assert_eq!(rise.plus(u16::from(c.hours.at(7)) * 60).to_string(), "09:30");
    assert!(c.daylight.iter().all(|(_, set)| *set <= "19:15".parse().unwrap()));
    assert_eq!((c.new_man.at(5), c.new_man.at(10), c.new_man.at(1)), (3, 5, 1));
    assert_eq!((c.half_down.at(1), c.half_down.at(9), c.weeks.at(10), c.elapsed_he_per), (0, 4, 10, 2));
}

/// rules: patton 4.54, 23.1, 23.2, 19.32, 20.42, 20.45, T.time
#[test]
fn operations_take_their_time() {
    let c = &*CHARTS;
    let minutes = Activity::ALL.map(|a| c.minutes(a));
    assert_eq!(minutes, [15, 30, 45, 15, 15, 60, 15, 30, 30, 15, 15]);
    assert_eq!((c.bad_weather_minutes, c.resupply_on, c.artillery_on, c.air_on), (15, 7, 7, 4));
    assert_eq!(Activity::entering(Road::None), Activity::EnterNoRoad);
}

/// rules: patton 16.0, 16.21, 16.22, 29.0, T.ammo, T.extra
#[test]
fn what_a_tank_carries() {
    let c = &*CHARTS;
    let s = c.stores;
    assert_eq!((s.boxes_30, s.boxes_50, s.bombs, s.grenades, s.periscopes, s.fuel), (30, 6, 14, 6, 6, 35));
    assert_eq!((c.extra_most, c.extra_boxes), (30, 10));
    assert_eq!((c.special_issue[Gun::G75.index()].at(7), c.special_issue[Gun::G76l.index()].at(7)), (7, 2));
    assert_eq!(c.special_issue[Gun::G76ll.index()].at(8), 3);
    assert_eq!(c.extra_ammo[Scenario::Advance.index()].at(6).rounds, 20);
    assert_eq!(c.extra_ammo[Scenario::Counterattack.index()].at(6).to_string(), "no extra ammo");
    assert_eq!((c.fuel.most, c.fuel_per_area, c.fuel_battle_colored, c.fuel.per_move), (35, 2, 3, 1));
}

/// rules: patton 4.41, T.deploy
#[test]
fn deployment_tells_lead_tanks() {
    let c = &*CHARTS;
    assert_eq!([0, 1].map(|n| ways(&c.deployment[n], |d| d.lead)), [11, 42]);
    assert_eq!([0, 1].map(|n| ways(&c.deployment[n], |d| d.deployment == Deployment::HullDown)), [20, 8]);
    assert_eq!(c.deployment[0].at(57).to_string(), "stopped, lead tank");
}

/// rules: patton 2.11, 4.51, 4.52
#[test]
fn the_movement_board_hangs_together() {
    let c = &*CHARTS;
    assert_eq!(c.areas.len(), 42);
    let count = |kind| c.areas.iter().filter(|a| a.kind == kind).count();
    assert_eq!(AreaType::ALL.map(count).iter().sum::<usize>(), 42);
    assert_eq!(count(AreaType::C), 3);
    // Every area can be reached from every other.
    let mut seen = BTreeSet::from([MapArea(0)]);
    let mut open = vec![MapArea(0)];
    while let Some(area) = open.pop() {
        for (next, _) in &c.areas[area.index()].neighbours {
            if seen.insert(*next) {
                open.push(*next);
            }
        }
    }
    assert_eq!(seen.len(), 42);
    let edges: BTreeSet<_> = c.edge_areas.iter().collect();
    assert_eq!(edges.len(), 10);
    for (n, area) in c.edge_areas.iter().enumerate() {
        assert_eq!(c.areas[area.index()].edge, Some(n as u8 + 1));
        assert!((1..=10).all(|roll| c.exits[n].at(roll) != n as u8 + 1), "no exit at the start");
    }
    // [R4] The sheet's cell, and the two roads seen on the board.
    assert_eq!(c.exits[9].at(9), 6);
    let id = |id| MapArea::from_id(id).unwrap();
    assert_eq!((c.road(id("m01"), id("m06")), c.road(id("m18"), id("m14"))), (Road::Dirt, Road::Improved));
    assert_eq!(c.road(id("m00"), id("m44")), Road::None);
    assert_eq!(c.start.at(10), 10);
}

/// rules: patton 4.53, T.resist, 12.2, 15.8, 4.65
#[test]
fn resistance_battle_and_ambush() {
    let c = &*CHARTS;
    let heavy = |r: Resistance| ways(&c.resistance[r.index()], |found| found == Resistance::Heavy);
    assert_eq!(Resistance::ALL.map(heavy), [0, 1, 2]);
    assert_eq!((c.battle_at, c.resistance_area), ([8, 6, 4], [1, 0, 2, 0]));
    assert_eq!((c.units_at, c.reinforcements), ([2, 3, 4], [1, 2, 2]));
    assert_eq!((c.ambush, c.ambush_weather), (7, -1));
}

/// rules: patton 12.2, T.activ
#[test]
fn activation_changes_with_the_war() {
    let c = &*CHARTS;
    let share = |scenario, date: &str| {
        let table = c.activation(scenario, day(date));
        Appears::ALL.map(|what| ways(table, |found| found == what))
    };
    assert_eq!(share(Scenario::Advance, "1944-08-01"), [10, 15, 20, 10, 20, 15, 10]);
    assert_eq!(share(Scenario::Battle, "1944-08-01"), [5, 20, 25, 20, 30, 0, 0]);
    assert_eq!(share(Scenario::Counterattack, "1944-08-01"), [25, 20, 0, 15, 40, 0, 0]);
    assert_eq!(share(Scenario::Counterattack, "1945-02-01"), [15, 15, 0, 15, 55, 0, 0]);
    assert_eq!(share(Scenario::Counterattack, "1945-03-31"), [5, 10, 0, 30, 55, 0, 0]);
    assert_eq!(share(Scenario::Advance, "1945-01-31"), share(Scenario::Advance, "1944-07-27"));
}

/// rules: patton 12.32, 12.33, 12.34, T.place, T.place.2
#[test]
fn placement_knows_class_area_and_month() {
    let c = &*CHARTS;
    assert_eq!((c.range[Class::Lw.index()].at(6), c.range[Class::Lw.index()].at(10)), (Range::Close, Range::Medium));
    assert_eq!(c.range_area, [0, 0, -3, -2]);
    for class in Class::ALL {
        assert_eq!(c.facing[class.index()].is_some(), class.is_vehicle(), "{class}");
    }
    assert_eq!(c.facing[Class::Tank.index()].as_ref().map(|t| t.at(6)), Some(Facing::Side));
    let at = |area, unit, month, roll| {
        let placed = c.terrain(area, unit, month).at(roll);
        (placed.terrain, placed.moving)
    };
    let august = Month::ALL[1];
    assert_eq!(at(AreaType::B, UnitType::Mg, august, 5), (Terrain::Woods, false));
    assert_eq!(at(AreaType::B, UnitType::Mg, Month::NOVEMBER, 5), (Terrain::Fortification, false));
    assert_eq!(at(AreaType::B, UnitType::Mg, Month::DECEMBER, 5), (Terrain::Woods, false));
    assert_eq!(at(AreaType::C, UnitType::Lw, august, 5), (Terrain::Building, false));
    assert_eq!(at(AreaType::C, UnitType::At75l, august, 5), (Terrain::Open, false), "no gun in a building");
    assert_eq!(at(AreaType::C, UnitType::At75l, Month::FEBRUARY, 5), (Terrain::Fortification, false));
    assert_eq!(at(AreaType::C, UnitType::Lw, august, 10), (Terrain::Open, true));
    assert_eq!(at(AreaType::C, UnitType::Mg, august, 10), (Terrain::Open, false));
    assert_eq!(at(AreaType::A, UnitType::PzIv, august, 9), (Terrain::Open, true));
    assert_eq!(at(AreaType::D, UnitType::Truck, august, 3), (Terrain::Woods, false));
    // [R12] The eighth row of the fields is open.
    assert_eq!(at(AreaType::B, UnitType::Lw, august, 8), (Terrain::Open, false));
    assert_eq!(c.terrain_counterattack, 2);
}

/// rules: patton 17.4, 17.12
#[test]
fn what_an_unidentified_unit_turns_out_to_be() {
    let c = &*CHARTS;
    assert_eq!((c.appear_tank.at(5).unit(), c.appear_tank.at(9).unit()), (Some(UnitType::PzIv), Some(UnitType::PzV)));
    assert_eq!((c.appear_tank.at(10).unit(), c.appear_tank.at(10).to_string()), (None, "perhaps a Pz VI".into()));
    let vi = |unit| ways(&c.appear_pz_vi, |found| found == unit);
    assert_eq!([UnitType::PzV, UnitType::PzVie, UnitType::PzVib].map(vi), [80, 14, 6]);
    assert_eq!(
        (c.appear_spg.at(4), c.appear_at.at(9), c.appear_carrier.at(8)),
        (UnitType::MarderIi, UnitType::At88ll, UnitType::Spw)
    );
    assert_eq!(c.unidentified[Class::Tank.index()], Some(UnitType::PzVie));
    assert_eq!(c.unidentified[Class::Spg.index()], Some(UnitType::StugIiig));
    assert_eq!(c.unidentified[Class::AtGun.index()], Some(UnitType::At88ll));
    assert_eq!(c.unidentified.iter().flatten().count(), 3);
}

/// rules: patton 17.13, 17.14, 17.25, T.spot
#[test]
fn spotting_has_its_modifiers() {
    let s = &CHARTS.spotting;
    assert_eq!((s.buttoned, s.cupola, s.moving, s.cover, s.thick, s.smoke), (3, 2, 1, 1, 1, 1));
    assert_eq!((s.size, s.range), ([1, 0, -1, -2], [-2, -1, 0]));
    assert_eq!((s.fired, s.target_moving, s.spotted_before, s.hides_from), (-2, -3, -3, 9));
}

/// rules: patton T.tohit, 18.31, 30.0
#[test]
fn to_hit_a_target() {
    let t = &CHARTS.to_hit;
    use Fire::{Area, Direct};
    use Target::{Infantry, Vehicle};
    assert_eq!(t.base(Direct, Gun::G76l, Infantry, Range::Medium), 45);
    assert_eq!(t.base(Direct, Gun::G76ll, Infantry, Range::Medium), 45, "a Firefly uses the rows of the 76L");
    assert_eq!(Range::ALL.map(|r| t.base(Direct, Gun::G75, Vehicle, r)), [75, 55, 20]);
    assert_eq!(Range::ALL.map(|r| t.base(Area, Gun::G75, Vehicle, r)), [45, 60, 50]);
    assert_eq!((t.first_shot, t.acquired, t.target_moving), (10, [[-5, -10, -15], [-10, -20, -30]], [20, 25, 25]));
    assert_eq!((t.per_sector, t.gun_88ll, t.gun_small, t.immobilize, t.moving), (10, 10, 20, [65, 55, 45], 25));
    assert_eq!(t.size, [[10, 10, 10], [0, 0, 0], [-5, -10, -15], [-10, -20, -30]]);
    assert_eq!((t.woods, t.building, t.fort), ([5, 10, 15], [10, 15, 25], [15, 25, 35]));
    assert_eq!((t.critical, t.malfunction), (3, 98));
}

/// rules: patton 9.4, 9.41, 8.53
#[test]
fn rate_of_fire_is_the_guns() {
    let c = &*CHARTS;
    assert!(c.tanks.iter().all(|card| card.rate_of_fire == if card.gun == Gun::G75 { 30 } else { 20 }));
    assert_eq!((c.rate_of_fire.rack, c.rate_of_fire.pass), (-10, -10));
}

/// rules: patton 9.51
#[test]
fn he_against_infantry() {
    let k = &CHARTS.kill_infantry;
    let numbers = |gun, fire| Hit::ALL.map(|hit| k.base(gun, fire, hit));
    assert_eq!((numbers(Gun::G75, Fire::Direct), numbers(Gun::G75, Fire::Area)), ([55, 80], [35, 55]));
    assert_eq!((numbers(Gun::G76l, Fire::Direct), numbers(Gun::G76ll, Fire::Area)), ([30, 55], [20, 30]));
    assert_eq!((k.building, k.woods, k.fort), ([15, -15], [10, -10], [20, -20]));
    assert_eq!((k.at_gun, k.moving_in_open, k.soft_ground), (15, [-10, -10], [5, 5]));
}

/// rules: patton 9.52, 9.53, 30.0
#[test]
fn to_kill_vehicles() {
    let c = &*CHARTS;
    let of = |gun, ammo, critical, unit, facing, turret| {
        Range::ALL.map(|range| c.kill_vehicle(gun, ammo, critical, unit, facing, turret, range))
    };
    // The table the book prints (30.0).
    use Facing::{Front, Rear, Side};
    use UnitType::{Jgdpz38t, PzV, PzVib, PzVie, Truck};
    let ap = |unit, facing, turret| of(Gun::G76ll, Ammo::Ap, false, unit, facing, turret);
    assert_eq!((ap(PzV, Front, true), ap(PzV, Front, false)), ([72, 58, 42], [17, 8, 3]));
    assert_eq!((ap(PzVie, Front, true), ap(PzVie, Front, false)), ([72, 58, 42], [28, 17, 8]));
    assert_eq!((ap(PzVib, Front, true), ap(PzVib, Front, false)), ([17, 8, 3], [0, 0, 0]));
    assert_eq!((ap(PzVib, Side, true), ap(PzVib, Side, false)), ([95, 92, 83], [95, 95, 95]));
    assert_eq!((ap(Jgdpz38t, Front, false), ap(Truck, Rear, false)), ([72, 58, 42], [75, 75, 75]));
    let apds = |unit, turret| of(Gun::G76ll, Ammo::Apds, false, unit, Front, turret);
    assert_eq!((apds(PzV, true), apds(PzV, false), apds(PzVib, true)), ([95, 95, 83], [58, 58, 28], [58, 58, 28]));
    for unit in UnitType::VEHICLES {
        for facing in Facing::ALL {
            assert_eq!(of(Gun::G76ll, Ammo::Ap, true, unit, facing, true), [100; 3], "all critical hits kill");
            for turret in [false, true] {
                let he = [Gun::G76l, Gun::G76ll].map(|gun| of(gun, Ammo::He, false, unit, facing, turret));
                assert_eq!(he[0], he[1], "HE of the Firefly is the 76's");
                assert!(he[0][0] == he[0][1] && he[0][1] == he[0][2], "HE does not tire");
                let weaker = of(Gun::G75, Ammo::Ap, false, unit, facing, turret);
                let hot = of(Gun::G76l, Ammo::Hvap, false, unit, facing, turret);
                assert!((0..3).all(|r| weaker[r] <= hot[r]), "{unit} {facing}: {weaker:?} {hot:?}");
            }
        }
    }
    // [R21] Slips set right.
    assert_eq!(of(Gun::G75, Ammo::Ap, false, UnitType::PzIv, Front, false), [28, 17, 8]);
    assert_eq!(of(Gun::G76l, Ammo::Ap, false, PzVie, Front, false), [28, 17, 8]);
    // What has no table has no chance.
    assert_eq!(of(Gun::G75, Ammo::Wp, true, Truck, Rear, false), [0; 3]);
    assert_eq!(of(Gun::G75, Ammo::He, true, UnitType::Lw, Rear, false), [0; 3]);
}

/// rules: patton T.mg, 22.21, 16.3
#[test]
fn machine_guns() {
    let m = &CHARTS.mg;
    assert_eq!(m.base[Mg::Bow.index()], [20, 0, 0]);
    assert_eq!(m.base[Mg::Coax.index()], [25, 20, 15]);
    assert_eq!(m.base[Mg::Aa.index()], [30, 20, 10]);
    assert_eq!(m.base[Mg::Sub.index()], [10, -1, -1]);
    assert_eq!((m.lw_moving, m.advancing), ([-10, -15, -15, -5], [10, 10, 10, -10]));
    assert_eq!((m.moving, m.woods, m.hard, m.fort), ([10; 4], [10; 4], [15; 4], [20; 4]));
    assert_eq!((m.sure, m.malfunction, m.box_used), (3, 98, 3));
    let fire = &CHARTS.mg_advancing;
    assert_eq!(
        [30, 31, 97, 98].map(|roll| fire.at(roll)),
        [MgUse::BoxUsed, MgUse::NoEffect, MgUse::NoEffect, MgUse::Malfunction]
    );
}

/// rules: patton 11.1, 11.12, 11.2
#[test]
fn driving() {
    let c = &*CHARTS;
    let hull_down = |d: Drive| ways(&c.movement[d.index()], |r| r == MoveResult::HullDown);
    assert_eq!(Drive::ALL.map(hull_down), [0, 20, 0, 10]);
    let moved = |d: Drive| ways(&c.shift[d.index()], |s| matches!(s, Shift::A | Shift::B));
    assert_eq!(Drive::ALL.map(moved), [5, 3, 3, 2]);
    assert_eq!((c.move_mods.hvss, c.move_mods.buttoned, c.move_mods.ground), (-2, 5, [0, 9, 3, 6]));
    assert_eq!(
        (c.bog.at(10), c.bog.at(80), c.bog.at(90)),
        (BogResult::Free, BogResult::NoEffect, BogResult::ThrownTrack)
    );
    assert_eq!((c.bog_mods.hvss, c.bog_mods.buttoned), (-5, 10));
}

/// rules: patton 5.12, 5.13, 11.0, 11.31, 13.11, 13.12, 13.13, 22.12
#[test]
fn the_battle_board_turns_about_the_hub() {
    let c = &*CHARTS;
    for roll in 1..=10 {
        assert_eq!(c.sectors.at(roll), Sector::from_roll(roll));
        assert_eq!(Sector::from_roll(roll).paired().paired(), Sector::from_roll(roll));
    }
    let zone = |text: &str| Zone::from_id(text).unwrap();
    assert_eq!(c.moved(EnemyMove::F, zone("6-8.close")), Some(zone("2.close")));
    assert_eq!(c.moved(EnemyMove::F, zone("3.long")), Some(zone("3.medium")));
    assert_eq!(c.moved(EnemyMove::B, zone("1.long")), None);
    assert_eq!(c.moved(EnemyMove::R, zone("4-5.medium")), Some(zone("6-8.medium")), "right is clockwise");
    assert_eq!(c.moved(EnemyMove::L, zone("6-8.long")), Some(zone("4-5.long")));
    // The case the book describes: going forward brings what is ahead one zone nearer.
    assert_eq!(c.displaced(Shift::A, 0, Range::Long), Some((0, Range::Medium)));
    assert_eq!(c.displaced(Shift::B, 0, Range::Long), None);
    assert_eq!(c.displaced(Shift::C, 4, Range::Long), Some((4, Range::Long)));
    for rel in 0..6 {
        for range in Range::ALL {
            let back = c.displaced(Shift::B, (rel + 3) % 6, range).map(|(to, range)| ((to + 3) % 6, range));
            assert_eq!(c.displaced(Shift::A, rel, range), back, "going back mirrors going forward");
        }
    }
    assert_eq!(c.board.leaving(Sector::S68, true), Leaving::Advance);
    assert_eq!(
        (c.board.leaving(Sector::S68, false), c.board.leaving(Sector::S1, true)),
        (Leaving::Retreat, Leaving::Retreat)
    );
    assert_eq!(c.board.advance_fire.len(), 8);
    assert!(
        c.board.advance_fire.iter().all(|z| !z.sector.is_rear()) && !c.board.advance_fire.contains(&zone("6-8.long"))
    );
}

/// rules: patton 4.75, 13.0
#[test]
fn what_the_enemy_does() {
    let c = &*CHARTS;
    let act = |s: Scenario, class: Class, roll| c.enemy_action[s.index()][class.index()].as_ref().map(|t| t.at(roll));
    assert_eq!(act(Scenario::Advance, Class::Tank, 86), Some(EnemyAct::FireLeadTank));
    assert_eq!(act(Scenario::Advance, Class::AtGun, 20), Some(EnemyAct::MoveB));
    assert_eq!(act(Scenario::Battle, Class::AtGun, 90), Some(EnemyAct::FireYourTank));
    assert_eq!(act(Scenario::Battle, Class::Truck, 50), None, "no trucks in a battle");
    assert_eq!(act(Scenario::Counterattack, Class::Mg, 80), Some(EnemyAct::FireInfantry));
    assert_eq!(act(Scenario::Counterattack, Class::AtGun, 80), None);
    for scenario in Scenario::ALL {
        // Whatever can appear can act.
        for month in ["1944-08-01", "1945-02-01", "1945-03-01"] {
            let table = c.activation(scenario, day(month));
            for roll in 1..=100 {
                let classes: &[Class] = match table.at(roll) {
                    Appears::Tank => &[Class::Tank],
                    Appears::Spg => &[Class::Spg],
                    Appears::AtGun => &[Class::AtGun],
                    Appears::Mg => &[Class::Mg],
                    Appears::Lw => &[Class::Lw],
                    Appears::Truck => &[Class::Truck],
                    Appears::PswSpw => &[Class::Psw, Class::Spw],
                };
                for class in classes {
                    assert!(act(scenario, *class, 1).is_some(), "{class} in {scenario}");
                    if class.fires_ap() {
                        let guns = UnitType::ALL
                            .into_iter()
                            .filter(|u| u.class() == *class)
                            .filter_map(|u| c.units[u.index()].gun);
                        assert!(guns.into_iter().all(|g| c.fire_at_tank[scenario.index()][g.index()].is_some()));
                    }
                }
            }
        }
    }
    assert_eq!(c.ambush_add[0], [10, 10, 20, 20, 20, 10, 10, 10]);
    assert_eq!(c.ambush_add[2], [0; 8]);
    assert_eq!(c.firefly_from, 91);
}

/// rules: patton 13.2, 13.3
#[test]
fn the_enemys_fire_at_others() {
    let c = &*CHARTS;
    assert_eq!(c.fire_at_squad[0][Class::Mg.index()], Some([55, 30, 3]));
    assert_eq!(c.fire_at_squad[0][Class::Psw.index()], Some([55, 30, 3]), "[R17] a scout car as an MG");
    assert_eq!(c.fire_at_squad[1][Class::Spw.index()], Some([30, 20, 3]));
    assert_eq!(c.fire_at_tank[0][EnemyGun::G50l.index()], Some([15, 5, 1]));
    for gun in [EnemyGun::G75l, EnemyGun::G75ll, EnemyGun::G88l, EnemyGun::G88ll] {
        let [advance, _, counter] = [0, 1, 2].map(|s: usize| c.fire_at_tank[s][gun.index()].unwrap());
        assert!((0..3).all(|r| advance[r] - 10 == counter[r]), "{gun}: ten less in a Counterattack");
    }
    assert_eq!(c.squad_sure, 3);
}

/// rules: patton 4.81.1, 4.81.3
#[test]
fn the_enemys_fire_at_you() {
    let c = &*CHARTS;
    assert_eq!(c.enemy_hit.base[EnemyGun::G50l.index()], [97, 89, 34]);
    assert_eq!(c.enemy_hit.base[EnemyGun::G88l.index()], [97, 89, 67]);
    assert_eq!((c.enemy_hit.first_shot, c.enemy_hit.moving), (10, 20));
    assert_eq!(c.enemy_hit.acquired, [[-5, -10, -15], [-10, -20, -30]]);
    let kill = |gun: EnemyGun, armor: ArmorClass, facing: Facing, turret: bool| {
        c.enemy_kill[gun.index()][armor.index()][facing.index()][usize::from(turret)]
    };
    assert_eq!(kill(EnemyGun::G50l, ArmorClass::Ii, Facing::Front, false), [3, 3, 3]);
    assert_eq!(kill(EnemyGun::G75l, ArmorClass::I, Facing::Front, true), [72, 58, 42]);
    assert_eq!(kill(EnemyGun::G88l, ArmorClass::Iii, Facing::Side, true), [72, 58, 42], "[R21]");
    for gun in EnemyGun::ALL {
        for facing in Facing::ALL {
            for turret in [false, true] {
                let by_armor = ArmorClass::ALL.map(|armor| kill(gun, armor, facing, turret));
                assert!((0..3).all(|r| by_armor[0][r] >= by_armor[1][r] && by_armor[1][r] >= by_armor[2][r]));
            }
        }
    }
}

/// rules: patton 4.81.2, 4.82, 19.11, 19.12, 19.13, 19.15
#[test]
fn when_the_tank_is_hit() {
    let c = &*CHARTS;
    let [normal, hull_down] = &c.location;
    assert_eq!(Location::ALL.map(|l| ways(normal, |at| at == l)), [4, 5, 1, 0]);
    assert_eq!(Location::ALL.map(|l| ways(hull_down, |at| at == l)), [5, 0, 0, 5]);
    assert_eq!(Collateral::ALL.map(|e| ways(&c.collateral, |at| at == e)), [50, 2, 2, 3, 3, 3, 2, 5, 5, 5, 10, 10]);
    let e = c.explosion;
    assert_eq!((e.at, e.hull, e.heavy_gun, e.per_two_rounds, e.dry), (100, 5, 5, 1, 5));
    assert_eq!(Wound::ALL.map(|w| ways(&c.wounds, |at| at == w)), [42, 5, 25, 15, 5, 5, 3]);
    assert_eq!((c.wound_mods.mine, c.wound_mods.harassed, c.wound_mods.exposed_firing, c.recovers), (-20, -10, 5, 5));
    assert_eq!((c.bail.serious, c.bail.no_hatch, c.bail.fails_from), (2, 1, 11));
    assert_eq!(c.brew_up, [[80, 75, 70, 15], [85, 80, 75, 20]]);
    let effect = |side: HitSide| c.wound_effects[side.index()];
    assert_eq!(effect(HitSide::TF), [0, 0, 0, -20, -20]);
    assert_eq!(effect(HitSide::HFR), [0, 10, -10, -10, 10]);
    assert_eq!(effect(HitSide::HB), [-30, -30, -30, -40, -40]);
    assert_eq!(HitSide::hull(Sector::S910, Sector::S68), HitSide::HFR);
    assert_eq!(HitSide::turret(Sector::S45, Sector::S68), HitSide::TL);
}

/// rules: patton 14.0, T.fa, T.events, 15.3, 15.4, 15.5, 15.9, 21.0
#[test]
fn friends_and_events() {
    let c = &*CHARTS;
    let row = |unit: UnitType| (c.friendly[unit.index()].ko, c.friendly[unit.index()].smoke);
    assert_eq!((row(UnitType::Truck), row(UnitType::PzVib), row(UnitType::At50l)), ((60, 0), (10, 60), (20, 80)));
    let m = c.friendly_mods;
    let adds = [m.flanking, m.air_vehicle, m.per_sector, m.artillery_woods].map(|m| m.add);
    assert_eq!(adds, [-10, -10, -3, -3]);
    assert_eq!([m.per_squad, m.per_tank, m.per_smoke, m.thick, m.hard_target].map(|m| m.add), [1, 2, 10, 10, 10]);
    for table in &c.events {
        assert_eq!(ways(table, |e| e == RandomEvent::TimePasses), 5);
    }
    let share = |s: Scenario| RandomEvent::ALL.map(|e| ways(&c.events[s.index()], |found| found == e));
    assert_eq!(share(Scenario::Advance), [5, 10, 5, 5, 5, 5, 25, 20, 0, 20]);
    assert_eq!(share(Scenario::Counterattack), [5, 20, 10, 0, 5, 5, 5, 25, 15, 10]);
    assert_eq!((1..=3).map(|n| ways(&c.artillery_losses, |lost| lost == n)).collect::<Vec<_>>(), [6, 3, 1]);
    assert_eq!((c.advance_side.at(5), c.advance_side.at(6)), (Side::Left, Side::Right));
    assert_eq!(
        (c.mines.at(0), c.mines.at(1), c.mines.at(2), c.mines.at(3)),
        (Mine::FriendlyTank, Mine::FriendlyTank, Mine::YourTank, Mine::NoEffect)
    );
    assert_eq!((c.mines_1945, c.mine_crew.at(9), c.mine_crew.at(10)), (-1, MineCrew::Driver, MineCrew::Assistant));
    let p = c.panzerfaust;
    assert_eq!((p.attack, p.late, p.moving, p.lead, p.swept, p.rear_sector), ([3, 5, 2], -1, -1, -1, 3, -1));
    assert_eq!((p.hit, p.hit_moving, p.hit_swept, p.kill), (7, 2, 3, 8));
}

/// rules: patton 24.0, 4.22
#[test]
fn tank_replacement_is_the_books_table() {
    let c = &*CHARTS;
    let count = |month: usize, number: u8| ways(c.replacement(Month::ALL[month]), |t| t.number() == number);
    let column = |month| (1..=17).map(|n| count(month, n)).collect::<Vec<_>>();
    assert_eq!(column(1), [6, 14, 0, 7, 18, 0, 2, 3, 0, 20, 0, 0, 0, 10, 0, 20, 0]);
    assert_eq!(column(0), column(1), "[R6] July is August");
    assert_eq!(column(4), [1, 3, 1, 3, 7, 1, 1, 3, 1, 21, 9, 5, 1, 14, 1, 25, 3]);
    assert_eq!(column(9), [1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 28, 5, 1, 5, 9, 15, 22]);
    assert_eq!(c.choose_tank_from, 35);
}

/// rules: patton 2.13, 5.25
#[test]
fn the_tank_cards() {
    let c = &*CHARTS;
    assert_eq!(c.tanks.len(), 18);
    let card = |number: usize| &c.tanks[number - 1];
    assert_eq!((card(1).model.as_str(), card(1).rounds, card(1).rack, card(1).armor), ("M4", 97, 8, ArmorClass::I));
    assert!(!card(1).has_hatch(Post::Loader) && card(1).a_turret() && card(2).has_hatch(Post::Loader));
    assert_eq!(card(12).name(), "M4A3E2(75)W Jumbo");
    assert_eq!((card(12).deployment, card(18).deployment), (DeploymentKey::Two, DeploymentKey::HullDown));
    assert!(!card(10).wet && card(11).wet, "[R5]");
    assert_eq!((card(16).aa_gunner(), card(17).aa_gunner()), (Post::Loader, Post::Commander));
    assert_eq!(card(14).scope(Post::Commander, false), Scope::AllButTurretLeftRear);
    assert_eq!(
        (card(1).scope(Post::Commander, true), card(1).scope(Post::Loader, false)),
        (Scope::All, Scope::OneMarked)
    );
    assert!(!card(18).has_assistant && !card(18).bow && card(18).ammo[Ammo::Apds.index()]);
    assert_eq!(c.tanks.iter().filter(|t| t.hvss > 0).count(), 7);
    assert_eq!(c.hvss_from, day("1944-11-01"));
}

/// rules: patton 6.1, 6.2, T.vp, T.mult, 25.0, 26.1, 27.21
#[test]
fn points_ranks_and_medals() {
    let c = &*CHARTS;
    let points = UnitType::ALL.map(|u| c.units[u.index()].points);
    assert_eq!(points, [7, 9, 12, 12, 6, 6, 6, 6, 6, 1, 2, 2, 1, 1, 4, 4, 4]);
    let p = c.points;
    assert_eq!((p.area, p.exit, p.lost_area, p.tank, p.squad, c.fort_points), (1, 10, -1, -5, -3, 2));
    assert_eq!(c.multipliers.map(|m| [m.ko, m.capture, m.lose]), [[1, 2, 1], [1, 2, 3], [2, 0, 2]]);
    assert_eq!((c.ranks, c.medals), ([0, 100, 200, 300, 400], [200, 225, 250, 300]));
    let m = c.medal_mods;
    assert_eq!(
        (m.own_points, m.other_points, m.rescue, m.officer, m.exposed, m.wounded, m.late),
        (2, 1, 25, 5, 5, 10, 5)
    );
    assert_eq!((c.gyro_total, c.long_refit), (30, 7));
    assert_eq!(Marker::ALL.map(|m| c.markers[m.index()]), [3, 2, 6, 6, 18, 1]);
}

/// rules: patton 8.0, 17.22
#[test]
fn every_crew_action_is_told() {
    let c = &*CHARTS;
    let counts = Post::ALL.map(|p| c.actions_of[p.index()].len());
    assert_eq!(counts, [8, 7, 10, 7, 5]);
    let info = |a: Action| &c.actions[a.index()];
    assert_eq!(info(Action::FireMainGun).spot, SpotAfter::No, "[R29]");
    assert_eq!(info(Action::RotateTurret).spot, SpotAfter::TurretFrontOnly);
    assert_eq!(info(Action::Load).spot, SpotAfter::UnlessMainGunFired);
    assert!(info(Action::FireBowMg).needs.contains(&Need::NotHullDown));
    assert_eq!(Action::ALL.into_iter().filter(|a| info(*a).default).collect::<Vec<_>>(), [Action::Load, Action::Stop]);
}

#[test]
fn every_chart_is_laid_out_with_its_grounds() {
    let c = &*CHARTS;
    let ids: BTreeSet<&str> = c.sheets.iter().map(|s| s.id.as_str()).collect();
    assert_eq!(ids.len(), c.sheets.len(), "no id twice");
    for sheet in &c.sheets {
        assert!(!sheet.title.is_empty() && !sheet.source.is_empty() && !sheet.rows.is_empty(), "{}", sheet.id);
        assert!(sheet.rows.iter().all(|row| row.len() == sheet.head.len()), "{}", sheet.id);
    }
    assert_eq!(c.sheet("Tank_Replacement").map(|s| s.provenance), Some(Provenance::Rulebook));
    assert_eq!(c.disagreements.len(), c.sheet("disagreements").unwrap().rows.len());
    assert_eq!(c.disagreements.len(), 39);
}

/// The charts with one change in one file.
fn changed(file: &str, from: &str, to: &str) -> Result<Charts, ChartError> {
    let text = shipped().text(file).unwrap().to_owned();
    assert!(text.contains(from), "{file} has no {from:?}");
    let files = shipped().overlay("pack", BTreeMap::from([(file.to_owned(), text.replacen(from, to, 1))]))?;
    Charts::load(&files)
}

fn refused(file: &str, from: &str, to: &str) -> String {
    match changed(file, from, to) {
        Ok(_) => panic!("{file}: {to:?} was taken"),
        Err(e) => e.to_string(),
    }
}

#[test]
fn a_pack_may_change_figures() {
    let c = changed("gunnery.toml", "base = [75, 55, 20]", "base = [76, 55, 20]").unwrap();
    assert_eq!(c.to_hit.base(Fire::Direct, Gun::G75, Target::Vehicle, Range::Close), 76);
    let c = changed("tables_contact.toml", "roll = [1, 7], ambush", "roll = [1, 6], ambush").err();
    assert!(c.is_some(), "a gap is not a figure");
}

#[test]
fn a_wrong_file_is_refused_with_file_and_place() {
    assert_eq!(
        refused("friendly_and_events.toml", "{ roll = [6, 15],   event", "{ roll = [7, 15],   event"),
        "friendly_and_events.toml: random_events: no row covers a roll of 6"
    );
    assert_eq!(
        refused("tank_replacement.toml", "roll = [1, 6], tank = 1 ", "roll = [1, 7], tank = 1 "),
        "tank_replacement.toml: tank_replacement 1944-08: row 2 covers a roll of 7 that an earlier row covers already"
    );
    assert_eq!(refused("tanks.toml", "gun = \"75\"", "gun = \"90\"").split(':').next(), Some("tanks.toml"));
    assert_eq!(
        refused("tanks.toml", "rate_of_fire = 30", "rate_of_fire = 35"),
        "tanks.toml: [[tank]] 1: gunnery.toml has a rate of fire of 30 for its gun, not 35"
    );
    assert_eq!(
        refused("calendar.toml", "date = 1944-07-28", "date = 1944-07-29"),
        "calendar.toml: [[day]] 1944-07-29: is given twice"
    );
    assert_eq!(
        refused("movement_board.toml", "{ to = \"m04\", road = \"dirt\" }", "{ to = \"m04\", road = \"none\" }"),
        "movement_board.toml: [[area]] m00: m04 sees this border otherwise"
    );
    assert_eq!(
        refused("victory.toml", "item = \"pz_v\"\npoints = 9", "item = \"pz_v\"\npoints = 8"),
        "victory.toml: [[vp]] pz_v: units.toml has 9 points for Pz V, not 8"
    );
    assert_eq!(
        refused("tables_tank_hit.toml", "front_turret = [17, 8, 3]", "front_turret = [7, 8, 3]"),
        "tables_tank_hit.toml: [enemy_ap_to_kill] 50L I: no number grows with range"
    );
    assert_eq!(
        refused("crew_actions.toml", "rule = \"8.11\"", "rule = \"8.99\""),
        "crew_actions.toml: [[action]] direct_movement: no rule `8.99` is known"
    );
    assert_eq!(
        refused("campaign.toml", "rating_elsewhere = \"floor(rating / 2)\"", "rating_elsewhere = \"full\""),
        "campaign.toml: [assistant_driver_takeover]: rating_elsewhere must be \"floor(rating / 2)\", not \"full\""
    );
    assert_eq!(
        refused("counters.toml", "count = 18", "count = 19"),
        "counters.toml: [[limit]] smoke_total: the markers make 18, not 19"
    );
    assert_eq!(refused("gunnery.toml", "[to_hit]", "[to_hitt]"), "gunnery.toml: [to_hit]: is missing");
    assert_eq!(
        refused("sherman_movement.toml", "id = \"bogged_down\"", "id = \"stuck\""),
        "sherman_movement.toml: bogged_down: is missing"
    );
    assert_eq!(
        refused("units.toml", "mg_target = false\nvp = 7", "mg_target = false\nvp = 7\nspeed = 9").split(": ").nth(1),
        Some("[[unit]] 1")
    );
    assert_eq!(
        refused("enemy_action.toml", "[meta]", "[extra]\nx = 1\n[meta]"),
        "enemy_action.toml: extra: no such part is known"
    );
}

/// Every number of every roll range in every file is held in place by some check: moving one is refused.
#[test]
fn no_range_of_rolls_may_move() {
    let mut moved = 0;
    for name in ["tables_contact.toml", "tables_day.toml", "enemy_action.toml", "sherman_movement.toml"] {
        let files = shipped();
        let text = files.text(name).unwrap();
        for (at, _) in text.match_indices("roll = [") {
            let line = &text[at..at + text[at..].find(']').unwrap() + 1];
            // The heading of a file explains the form with words.
            let Ok(numbers) =
                line[8..line.len() - 1].split(',').map(|n| n.trim().parse()).collect::<Result<Vec<i32>, _>>()
            else {
                continue;
            };
            let worse = format!("roll = [{}, {}]", numbers[0], numbers[1] + 1);
            let changed = format!("{}{worse}{}", &text[..at], &text[at + line.len()..]);
            let files = shipped().overlay("pack", BTreeMap::from([(name.to_owned(), changed)])).unwrap();
            let error = Charts::load(&files).err();
            assert!(error.is_some_and(|e| e.file == name), "{name}: {line} may become {worse}");
            moved += 1;
        }
    }
    assert!(moved > 150, "{moved}");
}
