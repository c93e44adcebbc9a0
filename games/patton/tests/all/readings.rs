//! The other readings: each as a pack, and what it changes.

use crate::common::{Played, Scene};
use hulldown_core::chart::readings::{self, OtherReading};
use hulldown_core::chart::{ChartError, Files};
use hulldown_patton::charts::{Charts, DayCode, shipped};
use hulldown_patton::odds::shot_odds;
use hulldown_patton::state::{Aim, Snowfall, Stage, UnitId};
use hulldown_patton::words::*;
use std::collections::{BTreeMap, BTreeSet};

fn all() -> &'static [OtherReading] {
    &crate::common::charts().disagreements
}

fn playable() -> Vec<&'static str> {
    all().iter().filter(|reading| reading.playable()).map(|reading| reading.name.as_str()).collect()
}

fn pack(names: &[&str]) -> Result<BTreeMap<String, String>, ChartError> {
    readings::pack(&shipped(), all(), names)
}

fn other(names: &[&str]) -> Result<Files, ChartError> {
    readings::other(shipped(), all(), names)
}

fn charts(names: &[&str]) -> &'static Charts {
    Box::leak(Box::new(Charts::load(&other(names).unwrap()).unwrap()))
}

/// Plays a scene with these readings, as [`Scene::play`] plays it with the shipped charts.
fn play(names: &[&str], scene: Scene, answers: &str, dice: &[u8]) -> Played {
    Played::with(charts(names), scene.game, scene.setup, dice).go_on(answers)
}

#[test]
fn every_disagreement_is_listed_with_a_name_and_a_reason() {
    let names: BTreeSet<&str> = all().iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names.len(), all().len(), "no name twice");
    for reading in all() {
        let plain = reading.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        assert!(plain && reading.name != "all", "{} can be typed", reading.name);
        assert!(!reading.why.is_empty(), "{}", reading.name);
    }
    // Two blanks on a sheet are all that cannot be played; why is said.
    let gaps: Vec<&OtherReading> = all().iter().filter(|r| !r.playable()).collect();
    assert_eq!(gaps.iter().map(|r| &r.name).collect::<Vec<_>>(), ["placement-b-8", "advance-86-90"]);
    assert!(gaps.iter().all(|r| r.note.as_ref().is_some_and(|note| note.contains("gap"))));
}

#[test]
fn every_reading_is_a_pack_that_loads_and_differs() {
    let ours = shipped();
    let mut seen = BTreeSet::new();
    for name in playable() {
        let files = pack(&[name]).unwrap();
        assert!(files.iter().all(|(file, text)| ours.text(file).unwrap() != text), "{name} changes nothing");
        let laid = other(&[name]).unwrap();
        assert!(seen.insert(laid.fingerprint()), "{name} is the same as another");
        Charts::load(&laid).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    assert_eq!(seen.len(), 37);
    // The shipped charts are none of them.
    assert!(!seen.contains(&ours.fingerprint()));
    let wrong = |names: &[&str]| pack(names).map_err(|error: ChartError| error.to_string()).unwrap_err();
    assert_eq!(wrong(&["wonders"]), "readings: wonders: there is no such reading");
    assert!(wrong(&["advance-86-90"]).contains("cannot be played the other way: a roll must mean something"));
    assert!(playable().contains(&"july-27"));
}

#[test]
fn all_readings_go_together() {
    let all = charts(&playable());
    let july = |probability, scenario| DayCode::Action { scenario, probability, resistance: Resistance::Light };
    assert_eq!(all.calendar.day(Day::FIRST), july(3, Scenario::Advance));
    assert_eq!(all.calendar.day("1944-07-31".parse().unwrap()), july(2, Scenario::Counterattack));
    assert_eq!((all.exits[9].at(9), all.tanks[9].wet), (5, true));
    assert_eq!(
        (
            all.minutes(Activity::CallArtillery),
            all.career.victory_points.points[Scored::CapturedExitArea],
            all.career.victory_points.multiplier[2].lose
        ),
        (30, 11, 3)
    );
    assert_eq!((all.hit.wounds.row.at(42), all.hit.enemy_ap_to_hit.base[0][1]), (Wound::Unconscious, 80));
    assert_eq!(all.enemy.fire_combat.at_squad[0][Class::Psw.index()], Some([30, 20, 3]));
    assert_eq!(all.enemy.fire_combat.at_squad[0][Class::Spw.index()], Some([55, 30, 3]));
    assert_eq!(*all.hit.crew_wound_effect.side[HitSide::HFR], [0, 10, 10, 10, 10]);
    assert_eq!(*all.hit.brew_up.cause.map(|row| row.to_vec()), [[79, 75, 69, 15], [84, 79, 74, 19]]);
    let (battle, counterattack) = (Scenario::Battle, Scenario::Counterattack);
    let appears = |scenario, day: &str, roll| all.activation(scenario, day.parse().unwrap()).at(roll);
    assert_eq!((appears(battle, "1944-08-01", 51), appears(battle, "1945-03-01", 51)), (Appears::Spg, Appears::Mg));
    assert_eq!(
        (appears(counterattack, "1944-08-01", 55), appears(battle, "1944-08-01", 75)),
        (Appears::AtGun, Appears::AtGun)
    );
}

#[test]
fn the_kill_tables_of_other_sources() {
    use Facing::{Front, Rear, Side};
    type Cell = (Gun, Ammo, bool, UnitType, Facing, bool);
    let by_range = |c: &Charts, (gun, ammo, critical, unit, facing, turret): Cell| {
        Range::ALL.map(|range| c.kill_vehicle(gun, ammo, critical, unit, facing, turret, range))
    };
    let (ap, he) = (Ammo::Ap, Ammo::He);
    let cells: [(&str, Cell, [i8; 3]); 8] = [
        ("75-pz-iv", (Gun::G75, ap, false, UnitType::PzIv, Front, false), [28, 17, 3]),
        ("75-jgdpz-38t", (Gun::G75, ap, false, UnitType::Jgdpz38t, Rear, true), [97, 92, 83]),
        ("76l-stug", (Gun::G76l, ap, false, UnitType::StugIiig, Side, false), [83; 3]),
        ("76l-pz-vie", (Gun::G76l, ap, false, UnitType::PzVie, Front, false), [0; 3]),
        ("75-he-stug", (Gun::G75, he, true, UnitType::StugIiig, Front, true), [97; 3]),
        ("75-he-stug", (Gun::G75, he, true, UnitType::StugIiig, Front, false), [92; 3]),
        ("76-he-pz-iv", (Gun::G76l, he, true, UnitType::PzIv, Side, true), [88; 3]),
        ("76ll-pz-vib", (Gun::G76ll, ap, false, UnitType::PzVib, Side, true), [95, 95, 83]),
    ];
    for (name, cell, theirs) in cells {
        assert_eq!(by_range(charts(&[name]), cell), theirs, "{name}");
        assert_ne!(by_range(crate::common::charts(), cell), theirs, "{name}");
    }
}

/// A Sherman that fires at a Pz IV before it, at medium range; AP is loaded and reloaded from the bulk.
fn gun() -> Scene {
    Scene::new(Scenario::Advance)
        .enemies("pz_iv 6-8 medium")
        .order(Post::Gunner, Action::FireMainGun)
        .order(Post::Loader, Action::Load)
        .at(Stage::MainGun)
}

/// rules: patton 9.34, 9.4
#[test]
fn a_miss_may_end_the_firing() {
    // Smoke makes 36 a miss, though with the ratings of gunner and loader it would give another shot.
    let smoky = || gun().set("battle.smoke.18 = 6");
    assert!(smoky().play("fire:1:direct", &[36]).can("again:direct"));
    let ended = play(&["miss-ends-fire"], smoky(), "fire:1:direct", &[36]);
    assert!(!ended.can("again:direct"), "{:?}", ended.options());
    // A hit fires on either way, and the odds know it.
    assert!(play(&["miss-ends-fire"], gun(), "fire:1:direct", &[36]).can("again:direct"));
    let again = |d: &'static Charts| shot_odds(&smoky().game, d, UnitId(1), Aim::Direct, 2).unwrap().again.ways;
    assert_eq!((again(crate::common::charts()), again(charts(&["miss-ends-fire"]))), (40, 6));
}

/// rules: patton 8.53, 9.41
#[test]
fn passing_ammo_may_count_by_the_mans_rating() {
    let passing = || gun().order(Post::Assistant, Action::PassAmmo).rating(Post::Assistant, 3);
    // 50 less both ratings of five and ten for the ammo is 30, the gun's number; less three it is too much.
    assert!(passing().play("fire:1:direct", &[50]).can("again:direct"));
    assert!(!play(&["pass-ammo-rating"], passing(), "fire:1:direct", &[50]).can("again:direct"));
    assert!(play(&["pass-ammo-rating"], passing(), "fire:1:direct", &[43]).can("again:direct"));
}

/// rules: patton 17.12
#[test]
fn half_a_rating_may_be_rounded_up() {
    // A long way off nothing changes the roll but the size of the unit: a rating of five makes out a tank at 2, or at 3.
    let known = |names: &[&str], roll: u8| {
        let scene = Scene::new(Scenario::Advance).enemies("pz_iv 6-8 long unseen").at(Stage::Spotting);
        // The second roll is for what the unit is, if it was made out.
        let end = play(names, scene, "", &[roll]);
        end.options() == ["dice:appearance"]
    };
    assert_eq!((known(&[], 2), known(&[], 3)), (true, false));
    let other = ["identify-half-up"];
    assert_eq!((known(&other, 3), known(&other, 4)), (true, false));
    let c = charts(&other);
    assert_eq!(
        (c.contact.spotting.identifies(5), c.contact.spotting.identifies(1), c.contact.spotting.identifies(4)),
        (3, 1, 2)
    );
}

/// rules: patton 13.0
#[test]
fn small_arms_may_fire_at_your_tank_in_a_counterattack() {
    let scene = || Scene::new(Scenario::Counterattack).enemies("mg 6-8 medium").at(Stage::Enemy);
    assert_eq!(scene().roll(&[76]).options(), ["dice:enemy_fire_combat"]);
    assert_eq!(play(&["mg-lw-collateral"], scene(), "", &[76]).options(), ["dice:collateral_damage"]);
    assert_eq!(play(&["mg-lw-collateral"], scene(), "", &[75]).options(), ["dice:enemy_fire_combat"]);
}

/// rules: patton 12.2, 13.0
#[test]
fn an_at_gun_in_a_counterattack_stands_idle() {
    let scene = Scene::new(Scenario::Counterattack).enemies("at_75l 6-8 medium").at(Stage::Enemy);
    let end = play(&["activation-51-55"], scene, "", &[]);
    assert_eq!(end.options(), ["dice:friendly_action"], "it does nothing and the friends act");
}

/// rules: patton T.fa.2, 14.0, 15.2, 15.10
#[test]
fn friendly_modifiers_may_count_for_less() {
    let scene = |stage: Stage| {
        Scene::new(Scenario::Advance)
            .enemies("pz_iv 6-8 close")
            .weather(|w| w.snow = Snowfall::Falling)
            .with(|game| {
                game.report.tanks_lost = 2;
                game.battle.smoke[Zone { sector: Sector::S68, range: Range::Close }.index()] = 1;
            })
            .at(stage)
    };
    let mods = |names: &[&str], stage: Stage, dice: &[u8]| {
        let end = play(names, scene(stage), "", dice);
        assert_eq!(end.options(), ["dice:friendly_action"]);
        ["US controlled sectors", "tanks lost", "smoke", "fog or falling snow"].map(|why| end.modifier(why))
    };
    let other = ["friendly-modifiers"];
    // Normal fire and flanking fire (a roll of 81) are what they were.
    assert_eq!(mods(&[], Stage::Friendly, &[]), [-9, 4, 10, 10]);
    assert_eq!(mods(&other, Stage::Friendly, &[]), [-9, 4, 10, 10]);
    assert_eq!(mods(&other, Stage::Event, &[81]), [-9, 4, 10, 10]);
    // The artillery of the random event (6) minds nothing.
    assert_eq!(mods(&[], Stage::Event, &[6]), [-9, 4, 10, 10]);
    assert_eq!(mods(&other, Stage::Event, &[6]), [0, 0, 0, 0]);
}

/// rules: patton 27.2, 9.35b
#[test]
fn the_gyrostabilizer_may_need_hvss() {
    let trained = |hvss: bool| {
        Scene::new(Scenario::Advance)
            .tank(13)
            .enemies("pz_iv 6-8 medium")
            .with(|game| (game.crew.trained, game.tank.hvss) = (true, hvss))
    };
    let other = ["gyro-hvss"];
    let refusal = |names: &[&str], hvss: bool| {
        play(names, trained(hvss), "order:d:forward", &[]).refused("order:g:fire_main_gun")
    };
    assert_eq!(refusal(&[], false), None);
    assert_eq!(
        refusal(&other, false),
        Some(("8.21", "the tank is to move, and the gyrostabilizer needs a tank with HVSS"))
    );
    assert_eq!(refusal(&other, true), None);
    let driver = play(&other, trained(false), "order:g:fire_main_gun", &[]).refused("order:d:forward");
    assert_eq!(driver, Some(("27.2", "the main gun is to fire, and the gyrostabilizer needs a tank with HVSS")));
    // What was acquired is lost on the way without it.
    let driven = |names: &[&str], hvss: bool| {
        let scene = trained(hvss)
            .with(|game| game.battle.acquired = Some((UnitId(1), 1)))
            .order(Post::Driver, Action::Forward)
            .at(Stage::Movement);
        play(names, scene, "", &[50]).game().battle.acquired.is_some()
    };
    assert_eq!([driven(&[], false), driven(&other, false), driven(&other, true)], [true, false, true]);
}
