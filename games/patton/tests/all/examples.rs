//! Every example the rulebook works through, as a vector: the situation, the dice, what must come of it.

use crate::common::{Look, Scene, charts};
use hulldown_core::Game;
use hulldown_patton::charts::DayCode;
use hulldown_patton::state::{Away, GunState, Length, Sight, Stage};
use hulldown_patton::talk::Event;
use hulldown_patton::words::*;
use hulldown_patton::{Patton, Setup};

fn advance() -> Scene {
    Scene::new(Scenario::Advance)
}

/// E1, E2: a man of rating 5 and a gun that does not work.
/// rules: patton 3.2b, 3.2c, T.repair
#[test]
fn repairing_a_gun() {
    let repair = |roll: u8| {
        let scene = advance().enemies("lw 6-8 long").at(Stage::Chores).order(Post::Loader, Action::RepairMainGun);
        scene.set("tank.guns.0 = malfunction").roll(&[roll])
    };
    let repaired = repair(25);
    assert_eq!(repaired.rolled(0), "Repair (gun_repair): 25 -5 loader = 20: repaired");
    for roll in [98, 99, 100] {
        assert_eq!(repair(roll).game().tank.gun(Weapon::Main), GunState::Broken);
    }
}

/// E3: colored 0 and white 0.
/// rules: patton 3.2
#[test]
fn two_zeros_are_a_hundred() {
    assert_eq!((colored_die(100), white_die(100)), (10, 10));
    assert_eq!(hulldown_core::dice::D100.max(), 100);
}

/// E4, E5, E31: the code of 27 July 1944.
/// rules: patton 4.1, 20.12, 20.0
#[test]
fn the_first_day() {
    let code = DayCode::Action { scenario: Scenario::Advance, probability: 2, resistance: Resistance::Light };
    assert_eq!(charts().calendar.day(Day::FIRST), code);
    let day = |roll| Scene::campaign(Scenario::Advance).date("1944-07-27").at(Stage::Calendar).roll(&[roll]);
    assert!(day(2).saw(|event| matches!(event, Event::DayBegins { .. })));
    let quiet = day(3);
    assert!(
        quiet.saw(|event| matches!(event, Event::Quiet { .. }))
            && !quiet.saw(|event| matches!(event, Event::Improves { .. }))
    );
}

/// E6, E7, E8: where a unit appears.
/// rules: patton 5.12, 5.12b
#[test]
fn paired_sectors() {
    let sector = |two: bool, six: bool, roll: u8| {
        let scene = advance().at(Stage::Contact).with(|game| {
            game.battle.us = [six, false, false, two, false, false];
        });
        let end = scene.roll(&[6, roll, 5, 1]);
        end.game().battle.enemies.first().map(|enemy| enemy.zone.sector)
    };
    assert_eq!(sector(true, false, 2), Some(Sector::S68));
    assert_eq!(sector(false, true, 6), Some(Sector::S2));
    for roll in [2, 6, 7, 8] {
        let scene = advance().at(Stage::Contact).set("battle.us = [true, false, false, true, false, false]");
        assert!(scene.roll(&[6, roll]).saw(|event| matches!(event, Event::NotPlaced { full: false, .. })));
    }
}

/// E9, E10, E11: ratings.
/// rules: patton 7.1, 7.2
#[test]
fn ratings() {
    assert_eq!(charts().new_man.at(5), 3);
    let gunner = |roll: u8| {
        let scene = Scene::campaign(Scenario::Advance).ratings(10).rating(Post::Gunner, 5).at(Stage::Evening);
        scene.roll(&[roll]).man(Post::Gunner).rating
    };
    assert_eq!((gunner(9), gunner(5)), (6, 5));
}

/// E12, E13: the rate of fire of the two guns, gunner and loader without a rating to speak of.
/// rules: patton 9.4
#[test]
fn rate_of_fire() {
    let again = |tank: u8, roll: u8| {
        let scene = advance().tank(tank).ratings(1).enemies("pz_iv 6-8 close").at(Stage::MainGun);
        scene.order(Post::Gunner, Action::FireMainGun).play("fire:1:direct", &[roll]).can("again:direct")
    };
    // Two points come off for the two men.
    assert!(again(1, 32) && !again(1, 33));
    assert!(again(14, 22) && !again(14, 23));
}

/// E14, E15: your movement, and a retreat.
/// rules: patton 11.0, 11.3, 11.31, 11.32, 11.33
#[test]
fn movement_shifts_the_enemy() {
    let drive = |action| advance().at(Stage::Movement).order(Post::Driver, action);
    let nearer = drive(Action::Forward).enemies("pz_iv 6-8 long").roll(&[31, 1]);
    assert_eq!(nearer.enemy(1).zone, Zone::new(Sector::S68, Range::Medium));
    let scene = drive(Action::Reverse).enemies("pz_iv 6-8 long, lw 6-8 long");
    let home = scene.game.map.from;
    let gone = scene.roll(&[32]);
    assert!(gone.saw(|event| matches!(event, Event::LeavesBoard { way: Leaving::Retreat })));
    assert_eq!((Some(gone.game().map.at), gone.game().map.strays.len()), (home, 2));
}

/// E16: an MG team at long range in sector 4-5.
/// rules: patton 13.2
#[test]
fn fire_at_infantry() {
    let lost = |roll| advance().enemies("mg 4-5 long").at(Stage::Enemy).roll(&[61, roll]).game().report.squads_lost;
    assert_eq!((lost(3), lost(4)), (1, 0));
}

/// E17, E18, E19: orders and spotting.
/// rules: patton 10.21, 17.21, 17.22
#[test]
fn orders_and_eyes() {
    let silent = advance().enemies("lw 6-8 close").at(Stage::MachineGuns).roll(&[]);
    assert!(!silent.can("shoot:1"));
    let fires = advance().enemies("lw 6-8 close").at(Stage::MachineGuns).order(Post::Gunner, Action::FireCoaxMg);
    assert!(fires.play("", &[]).can("shoot:1"));
    let hand = || {
        Scene::of(Setup { length: Length::Day, spot_by_hand: true, ..Setup::default() }, Scenario::Advance)
            .at(Stage::Spotting)
    };
    let all = Sector::ALL
        .into_iter()
        .fold(hand(), |scene, sector| scene.enemies(&format!("lw {} close unseen", sector.id())));
    let looks = all.play("", &[]);
    assert!((1..=6).all(|n| looks.can(&format!("spot:c:{n}"))));
    let busy = hand().order(Post::Loader, Action::RepairCoaxMg).enemies("lw 4-5 close unseen");
    assert!(!busy.play("", &[]).can("spot:l:1"));
}

/// E20: a tank is identified.
/// rules: patton 17.4, T.appear
#[test]
fn a_five_is_a_pz_iv() {
    let scene = advance().at(Stage::Spotting).enemies("pz_vie 6-8 medium unseen");
    let seen = scene.open(&[]).set("tank.blind = [false, false, false, true, true]").roll(&[1, 5]);
    assert_eq!((seen.enemy(1).kind, seen.enemy(1).sight), (UnitType::PzIv, Sight::Spotted));
}

/// E21, E22: a double Smoke marker.
/// rules: patton 18.21
#[test]
fn four_depletions() {
    let mut strength = 4;
    for left in [3, 2, 1, 0] {
        let scene = advance().enemies("lw 6-8 long").at(Stage::Smoke).with(|game| game.battle.smoke[5] = strength);
        strength = scene.roll(&[]).game().battle.smoke[5];
        assert_eq!(strength, left);
    }
}

/// E23: three Smoke markers on the way.
/// rules: patton 18.31
#[test]
fn an_eighth_of_45_is_5() {
    let scene = advance().tank(14).enemies("lw 6-8 medium").at(Stage::MainGun).order(Post::Gunner, Action::FireMainGun);
    let scene = scene.with(|game| {
        game.battle.smoke[Zone::new(Sector::S68, Range::Medium).index()] = 4;
        game.battle.smoke[Zone::new(Sector::S68, Range::Close).index()] = 2;
    });
    assert!(scene.play("fire:1:direct", &[]).asked_dice().contains(", 5 or less"));
}

/// E24: wounded on the 5th, out for a week.
/// rules: patton 19.33
#[test]
fn back_on_the_13th() {
    let man = Scene::new(Scenario::Advance).game.crew.men[Post::Driver.index()].unwrap();
    let back: Day = "1944-09-13".parse().unwrap();
    let muster = |date: &str| {
        let scene = Scene::campaign(Scenario::Advance).date(date).at(Stage::Muster);
        scene.with(|game| game.crew.away.push(Away { post: Post::Driver, man, back })).play("", &[]).can("yes")
    };
    assert!(!muster("1944-09-12") && muster("1944-09-13"));
    let hurt = Scene::campaign(Scenario::Advance)
        .date("1944-09-05")
        .ratings(10)
        .at(Stage::Evening)
        .wound(Post::Driver, Wound::LightWeek);
    let hurt = hurt.with(|game| game.crew.men[Post::Driver.index()].as_mut().unwrap().weeks = 1);
    assert_eq!(hurt.roll(&[]).game().crew.away[0].back, back);
}

/// E25: September, a 7.
/// rules: patton 21.0, 4.32
#[test]
fn half_past_nine() {
    let scene = advance().date("1944-09-15").at(Stage::TimeCheck).with(|game| {
        game.report.clock = game.report.sunrise;
        game.report.battles = 0;
    });
    assert_eq!(scene.roll(&[7]).game().report.clock.to_string(), "09:30");
}

/// E26: time passes in one round of twenty.
/// rules: patton 15.1, T.events
#[test]
fn five_in_a_hundred() {
    for scenario in Scenario::ALL {
        let table = &charts().events.random_events.column[scenario.index()];
        assert_eq!((1..=100).filter(|n| table.at(*n) == RandomEvent::TimePasses).count(), 5);
    }
}

/// E27, E28: promotions.
/// rules: patton 25.0, 25.0b
#[test]
fn a_hundred_points_and_once_a_month() {
    let evening = |date: &str, points: u16, kills: u8, last: Option<Month>| {
        let scene = Scene::campaign(Scenario::Advance).date(date).ratings(10).at(Stage::Evening);
        let end = scene.with(move |game| {
            game.you.points = points;
            game.you.promoted = last;
            game.report.own[UnitType::PzIv.index()] = kills;
        });
        end.roll(&[]).game().you.rank
    };
    assert_eq!(evening("1944-08-05", 93, 1, None), Rank::StaffSergeant);
    let october = "1944-10-01".parse::<Day>().unwrap().month();
    assert_eq!(evening("1944-10-05", 200, 1, Some(october)), Rank::Sergeant);
    assert_eq!(evening("1944-11-10", 200, 0, Some(october)), Rank::StaffSergeant);
}

/// E29: a total of 230.
/// rules: patton 26.1
#[test]
fn one_of_two_stars() {
    let scene = Scene::campaign(Scenario::Advance).ratings(10).at(Stage::Evening).with(|game| {
        game.report.own[UnitType::PzV.index()] = 10;
        game.report.areas = 5;
    });
    let choice = scene.roll(&[40]);
    assert_eq!(choice.options(), ["medal:bronze", "medal:silver"]);
    let medals = choice.go_on("medal:bronze").game().you.medals;
    assert_eq!(medals, [1, 0, 0, 0]);
}

/// E30: a triple is close, medium, long.
/// rules: patton 30.0b
#[test]
fn reading_a_triple() {
    let number = |range| charts().kill_vehicle(Gun::G76ll, Ammo::Ap, false, UnitType::PzVib, Facing::Side, true, range);
    assert_eq!(Range::ALL.map(number), [95, 92, 83]);
    assert_eq!(Patton::ID, "patton");
}
