//! The charts of the day, the map and the career, figure by figure.

use hulldown_core::chart::{ChartSheet, DieTable, Provenance};
use hulldown_core::dice::{D10, D100};
use hulldown_patton::charts::{Charts, DayCode, day, shipped};
use hulldown_patton::words::*;
use std::collections::BTreeSet;
use std::sync::LazyLock;

static CHARTS: LazyLock<Charts> = LazyLock::new(|| Charts::load(&shipped()).unwrap_or_else(|error| panic!("{error}")));

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
    assert_eq!((c.contact.resistance.expected[0].dice, c.activation(Scenario::Advance, Day::FIRST).dice), (D10, D100));
    assert_eq!(
        (c.gunnery.gun_repair.row.at(20), c.gunnery.gun_repair.row.at(21), c.gunnery.gun_repair.row.at(90)),
        (Repair::Repaired, Repair::NoEffect, Repair::NoEffect)
    );
    assert_eq!((c.gunnery.gun_repair.row.at(91), c.gunnery.gun_repair.broken), (Repair::Broken, 98));
}

/// rules: patton 4.1, 20.11, 20.12, 20.13, 27.0
#[test]
fn the_calendar_has_every_day_once() {
    let c = &*CHARTS;
    assert_eq!(
        c.calendar.day(day("1944-07-27")),
        DayCode::Action { scenario: Scenario::Advance, probability: 2, resistance: Resistance::Light }
    );
    let span = (Day::FIRST.0..=Day::END.0).map(Day);
    let (action, refit): (Vec<Day>, Vec<Day>) =
        span.partition(|d| matches!(c.calendar.day(*d), DayCode::Action { .. }));
    assert_eq!((action.len(), refit.len()), (181, 97));
    assert_eq!(action.last(), Some(&Day::LAST_COMBAT));
    let lengths: Vec<u8> = c.calendar.refits.iter().map(|(from, _)| c.calendar.refit_days(*from)).collect();
    assert_eq!(lengths.iter().map(|d| usize::from(*d)).sum::<usize>(), refit.len());
    // [R81] The refits of seven days and more before the last fighting.
    let long: Vec<String> = c
        .calendar
        .refits
        .iter()
        .filter(|(f, _)| {
            c.calendar.refit_days(*f) >= c.career.ratings.gyrostabilizer.refit_days && *f < Day::LAST_COMBAT
        })
        .map(|(f, _)| f.id())
        .collect();
    assert_eq!(long, ["1944-09-02", "1944-10-12", "1944-12-07", "1945-02-03"]);
    assert_eq!((c.calendar.refit_days(day("1945-01-05")), c.calendar.refit_days(Day::FIRST)), (6, 0));
    assert_eq!(c.calendar.note(day("1944-07-28")), "Coutances");
    // [R3] The sheet is followed where it and a program differ.
    assert_eq!(
        c.calendar.day(day("1945-02-23")),
        DayCode::Action { scenario: Scenario::Battle, probability: 8, resistance: Resistance::Medium }
    );
}

/// rules: patton 4.25, T.snow
#[test]
fn weather_follows_the_month() {
    let c = &*CHARTS;
    let july = &c.daily.weather.column[Month::FIRST.index()];
    assert_eq!((july.at(69).sky, july.at(70).sky, july.at(89).sky), (Sky::Clear, Sky::Overcast, Sky::Fog));
    assert_eq!((july.at(92).ground, july.at(98).to_string()), (Ground::Mud, "overcast and mud".into()));
    for month in Month::ALL {
        let snow = ways(&c.daily.weather.column[month.index()], |cell| cell.snow_roll);
        let expected = match month {
            Month::November | Month::March => 3,
            Month::December | Month::January | Month::February => 42,
            _ => 0,
        };
        assert_eq!(snow, expected, "{month}");
    }
    assert_eq!(Month::ALL.map(|month| c.daily.snow.month[month]), [0, 0, 0, 0, -1, 1, 1, 1, -1, 0]);
    assert_eq!(c.daily.snow.row.span(), [0, 11]);
    assert_eq!(
        (c.daily.snow.row.at(0).to_string(), c.daily.snow.row.at(11).to_string()),
        ("falling snow".into(), "falling snow, deep snow".into())
    );
    let [overcast, raining, falling, stopped] = HourlyRoll::ALL.map(|when| &c.daily.hourly.when[when]);
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
    let (rise, _) = c.daylight(Month::ALL[2]);
    assert_eq!((rise.to_string(), c.hours.at(7)), ("05:30".into(), 4));
    assert_eq!(rise.plus(u16::from(c.hours.at(7)) * 60).to_string(), "09:30");
    assert!(Month::ALL.iter().all(|month| c.daylight(*month).1 <= "19:15".parse().unwrap()));
    assert_eq!((c.new_man.at(5), c.new_man.at(10), c.new_man.at(1)), (3, 5, 1));
    assert_eq!((c.half_down.at(1), c.half_down.at(9), c.die.at(10), day::ELAPSED_HE_PER), (0, 4, 10, 2));
}

/// rules: patton 4.54, 23.1, 23.2, 19.32, 20.42, 20.45, T.time
#[test]
fn operations_take_their_time() {
    let c = &*CHARTS;
    let minutes = Activity::ALL.map(|a| c.minutes(a));
    assert_eq!(minutes, [15, 30, 45, 15, 15, 60, 15, 30, 30, 15, 15]);
    assert_eq!(
        (
            c.daily.time_use.bad_weather,
            c.daily.time_use.up_to(Activity::Resupply),
            c.daily.time_use.up_to(Activity::CallArtillery),
            c.daily.time_use.up_to(Activity::CallAirStrike)
        ),
        (15, 7, 7, 4)
    );
    assert_eq!(Activity::entering(Road::None), Activity::EnterNoRoad);
}

/// rules: patton 16.0, 16.21, 16.22, 29.0, T.ammo, T.extra
#[test]
fn what_a_tank_carries() {
    let c = &*CHARTS;
    let s = &c.daily.standing_load.normal;
    assert_eq!((s.boxes_30, s.boxes_50, s.bombs, s.grenades, s.periscopes, s.fuel), (30, 6, 14, 6, 6, 35));
    assert_eq!((day::EXTRA_ROUNDS, day::EXTRA_BOXES), (30, 10));
    assert_eq!((c.daily.ammo.issue[Gun::G75.index()].at(7), c.daily.ammo.issue[Gun::G76l.index()].at(7)), (7, 2));
    assert_eq!(c.daily.ammo.issue[Gun::G76ll.index()].at(8), 3);
    assert_eq!(c.daily.extra_ammo.column[Scenario::Advance.index()].at(6).rounds, 20);
    assert_eq!(c.daily.extra_ammo.column[Scenario::Counterattack.index()].at(6).to_string(), "no extra ammo");
    let fuel = &c.driving.fuel;
    assert_eq!((fuel.per_area, fuel.battle_colored, fuel.per_move), (2, 3, 1));
}

/// rules: patton 4.41, T.deploy
#[test]
fn deployment_tells_lead_tanks() {
    let c = &*CHARTS;
    assert_eq!([0, 1].map(|n| ways(&c.daily.deployment.column[n], |d| d.lead)), [11, 42]);
    assert_eq!([0, 1].map(|n| ways(&c.daily.deployment.column[n], |d| d.deployment == Deployment::HullDown)), [20, 8]);
    assert_eq!(c.daily.deployment.column[0].at(57).to_string(), "stopped, lead tank");
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
    assert_eq!(c.die.at(10), 10);
}

/// rules: patton 4.53, T.resist, 12.2, 15.8, 4.65
#[test]
fn resistance_battle_and_ambush() {
    let c = &*CHARTS;
    let heavy = |r: Resistance| ways(&c.contact.resistance.expected[r.index()], |found| found == Resistance::Heavy);
    assert_eq!(Resistance::ALL.map(heavy), [0, 1, 2]);
    assert_eq!(*c.contact.battle_check.from, [8, 6, 4]);
    assert_eq!(*c.contact.resistance.area, [1, 0, 2, 0]);
    assert_eq!(*c.contact.unit_count.resistance, [2, 3, 4]);
    assert_eq!(*c.contact.unit_count.reinforcement, [1, 2, 2]);
    assert_eq!((c.contact.ambush.up_to, c.contact.ambush.bad_weather), (7, -1));
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
    assert_eq!(
        (
            c.contact.placement_range.class[Class::Lw.index()].at(6),
            c.contact.placement_range.class[Class::Lw.index()].at(10)
        ),
        (Range::Close, Range::Medium)
    );
    assert_eq!(*c.contact.placement_range.area, [0, 0, -3, -2]);
    for class in Class::ALL {
        assert_eq!(c.contact.placement_facing.class[class.index()].is_some(), class.is_vehicle(), "{class}");
    }
    assert_eq!(c.contact.placement_facing.class[Class::Tank.index()].as_ref().map(|t| t.at(6)), Some(Facing::Side));
    let at = |area, unit, month, roll| {
        let placed = c.terrain(area, unit, month).at(roll);
        (placed.terrain, placed.moving)
    };
    let august = Month::ALL[1];
    assert_eq!(at(AreaType::B, UnitType::Mg, august, 5), (Terrain::Woods, false));
    assert_eq!(at(AreaType::B, UnitType::Mg, Month::November, 5), (Terrain::Fortification, false));
    assert_eq!(at(AreaType::B, UnitType::Mg, Month::December, 5), (Terrain::Woods, false));
    assert_eq!(at(AreaType::C, UnitType::Lw, august, 5), (Terrain::Building, false));
    assert_eq!(at(AreaType::C, UnitType::At75l, august, 5), (Terrain::Open, false), "no gun in a building");
    assert_eq!(at(AreaType::C, UnitType::At75l, Month::February, 5), (Terrain::Fortification, false));
    assert_eq!(at(AreaType::C, UnitType::Lw, august, 10), (Terrain::Open, true));
    assert_eq!(at(AreaType::C, UnitType::Mg, august, 10), (Terrain::Open, false));
    assert_eq!(at(AreaType::A, UnitType::PzIv, august, 9), (Terrain::Open, true));
    assert_eq!(at(AreaType::D, UnitType::Truck, august, 3), (Terrain::Woods, false));
    // [R12] The eighth row of the fields is open.
    assert_eq!(at(AreaType::B, UnitType::Lw, august, 8), (Terrain::Open, false));
    assert_eq!(c.contact.placement_terrain.counterattack, 2);
}

/// rules: patton 17.4, 17.12
#[test]
fn what_an_unidentified_unit_turns_out_to_be() {
    let c = &*CHARTS;
    assert_eq!(
        (c.contact.appearance.tank.at(5).this(), c.contact.appearance.tank.at(9).this()),
        (Some(UnitType::PzIv), Some(UnitType::PzV))
    );
    assert_eq!(
        (c.contact.appearance.tank.at(10).this(), c.contact.appearance.tank.at(10).to_string()),
        (None, "perhaps a Pz VI".into())
    );
    let vi = |unit| ways(&c.contact.appearance_pz_vi.column, |found| found == unit);
    assert_eq!([UnitType::PzV, UnitType::PzVie, UnitType::PzVib].map(vi), [80, 14, 6]);
    assert_eq!(
        (c.contact.appearance.spg.at(4), c.contact.appearance.at_gun.at(9), c.contact.appearance.carrier.at(8)),
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
    let s = &CHARTS.contact.spotting;
    let drm = &s.drm;
    assert_eq!((drm.buttoned, drm.cupola, drm.moving, drm.cover, drm.thick, drm.smoke), (3, 2, 1, 1, 1, 1));
    assert_eq!((&*s.size, &*s.range), (&[1, 0, -1, -2][..], &[-2, -1, 0][..]));
    assert_eq!((drm.fired, drm.target_moving, drm.spotted_before, s.hides_from), (-2, -3, -3, 9));
}

/// rules: patton 24.0, 4.22
#[test]
fn tank_replacement_is_the_books_table() {
    let c = &*CHARTS;
    let count = |month: usize, number: u8| ways(&c.replacement[Month::ALL[month]], |t| t.number() == number);
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
    assert!(!card(18).has_assistant && card(18).ammo.has(Ammo::Apds));
    assert_eq!(c.tanks.iter().filter(|t| t.hvss > 0).count(), 7);
    assert_eq!(c.hvss_from, day("1944-11-01"));
}

/// rules: patton 6.1, 6.2, T.vp, T.mult, 25.0, 26.1, 27.21
#[test]
fn points_ranks_and_medals() {
    let c = &*CHARTS;
    let points = UnitType::ALL.map(|u| c.units[u.index()].points);
    assert_eq!(points, [7, 9, 12, 12, 6, 6, 6, 6, 6, 1, 2, 2, 1, 1, 4, 4, 4]);
    let points = &c.career.victory_points.points;
    assert_eq!(**points, [1, 1, 2, 6, 7, 9, 12, 4, 2, 1, 10, -1, -5, -3]);
    assert_eq!(
        *c.career.victory_points.multiplier.map(|m| [m.ko, m.capture, m.lose]),
        [[1, 2, 1], [1, 2, 3], [2, 0, 2]]
    );
    assert_eq!(*c.career.ranks.points, [0, 100, 200, 300, 400]);
    assert_eq!(*c.career.decorations.needed, [200, 225, 250, 300]);
    let m = &c.career.decorations.drm;
    assert_eq!((m.rescue, m.officer, m.exposed, m.wounded, m.late), (25, 5, 5, 10, 5));
    assert_eq!((c.career.ratings.gyrostabilizer.crew_total, c.career.ratings.gyrostabilizer.refit_days), (30, 7));
    assert_eq!(Marker::ALL.map(|m| c.markers[m.index()]), [3, 2, 6, 6, 18, 1]);
}

/// rules: patton 8.0, 17.22
#[test]
fn every_crew_action_is_told() {
    let c = &*CHARTS;
    let counts = Post::ALL.map(|p| c.actions_of[p.index()].len());
    assert_eq!(counts, [8, 8, 11, 8, 6]);
    let info = |a: Action| &c.actions[a.index()];
    assert_eq!(info(Action::FireMainGun).spot, SpotAfter::No, "[R29]");
    assert_eq!(info(Action::RotateTurret).spot, SpotAfter::TurretFrontOnly);
    assert_eq!(info(Action::Load).spot, SpotAfter::UnlessMainGunFired);
    assert!(info(Action::FireBowMg).needs.contains(&Need::NotHullDown));
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
    assert_eq!(ChartSheet::find(&c.sheets, "Tank_Replacement").map(|s| s.provenance), Some(Provenance::Rulebook));
    assert_eq!(c.disagreements.len(), ChartSheet::find(&c.sheets, "disagreements").unwrap().rows.len());
    assert_eq!(c.disagreements.len(), 39);
}
