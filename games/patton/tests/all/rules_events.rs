//! Friendly action (14.0) and random events (15.0).

use crate::common::{Look, Played, Scene};
use hulldown_patton::state::{Snowfall, Stage, Sweep};
use hulldown_patton::talk::{Event, Killer};
use hulldown_patton::words::*;

fn event(scenario: Scenario, dice: &[u8]) -> Played {
    Scene::new(scenario).enemies("pz_iv 6-8 medium").at(Stage::Event).roll(dice)
}

fn happens(scenario: Scenario, roll: u8) -> RandomEvent {
    let end = event(scenario, &[roll]);
    end.events().into_iter().find_map(|e| if let Event::Random { event } = e { Some(event) } else { None }).unwrap()
}

fn friends(scene: Scene) -> Scene {
    scene.at(Stage::Friendly)
}

/// rules: patton 14.0, 4.76, T.fa
#[test]
fn friends_fire_at_every_unit() {
    // A Pz IV: 30, three sectors of ours -9.
    let scene = || friends(Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium, lw 4-5 close"));
    let asked = scene().roll(&[]);
    assert_eq!(
        asked.asked_dice(),
        "friendly action (friendly_action) 1d100, 30 or less to knock it out [-9 US controlled sectors]"
    );
    let end = asked.then("", &[39, 40]);
    assert!(end.gone(1) && !end.gone(2));
    assert_eq!((end.game().report.friendly[UnitType::PzIv.index()], end.game().report.own), (1, [0; 17]));
    assert!(end.saw(|event| matches!(event, Event::KnockedOut { by: Killer::Friends, .. })));
    // Smoke is decided by the natural roll; 01 to 03 always knock out.
    let smoke = scene().roll(&[90, 50]);
    assert_eq!(smoke.game().battle.smoke_in(Zone::new(Sector::S68, Range::Medium)), 1);
    let none = scene().roll(&[89, 50]);
    assert_eq!(none.game().battle.smoke_markers(), 0);
    let sure = friends(Scene::new(Scenario::Advance).enemies("pz_vib 6-8 medium").with(|game| {
        game.battle.us = [false; 6];
        game.report.tanks_lost = 40;
    }));
    assert!(sure.clone().enemies("lw 6-8 long").roll(&[3]).gone(1));
    assert!(!sure.enemies("lw 6-8 long").roll(&[4]).gone(1));
}

/// rules: patton T.fa.2, 18.15
#[test]
fn modifiers_of_friendly_action() {
    let asked = |kind: &str, change: fn(Scene) -> Scene| {
        change(friends(
            Scene::new(Scenario::Advance)
                .enemies(&format!("{kind} 6-8 close"))
                .set("battle.us = [false, false, false, false, false, false]"),
        ))
        .roll(&[])
    };
    assert_eq!(asked("lw", |s| s).asked_dice(), "friendly action (friendly_action) 1d100, 30 or less to knock it out");
    assert_eq!(asked("lw", |s| s.set("report.squads_lost = 4")).modifier("squads lost"), 4);
    assert_eq!(asked("pz_iv", |s| s.set("report.squads_lost = 4")).modifier("squads lost"), 0);
    assert_eq!(asked("pz_iv", |s| s.set("report.tanks_lost = 3")).modifier("tanks lost"), 6);
    assert_eq!(asked("at_75l", |s| s.set("report.tanks_lost = 3")).modifier("tanks lost"), 0);
    assert_eq!(asked("pz_iv", |s| s.set("battle.smoke.0 = 4")).modifier("smoke"), 20);
    assert_eq!(asked("pz_iv", |s| s.weather(|w| w.sky = Sky::Fog)).modifier("fog or falling snow"), 10);
    assert_eq!(
        asked("pz_iv", |s| s.set("battle.us = [true, true, true, true, true, true]")).modifier("US controlled sectors"),
        -18
    );
    // Artillery: -3 into woods at men and guns, +10 at armor.
    let artillery = |kind: &str, terrain| {
        let scene = Scene::new(Scenario::Advance)
            .enemies(&format!("{kind} 6-8 close"))
            .that(|enemy| enemy.terrain = terrain)
            .at(Stage::Event);
        scene.roll(&[6])
    };
    assert_eq!(artillery("lw", Terrain::Woods).modifier("artillery into woods"), -3);
    assert_eq!(artillery("at_75l", Terrain::Woods).modifier("artillery into woods"), -3);
    assert_eq!(artillery("pz_iv", Terrain::Woods).modifier("artillery into woods"), 0);
    assert_eq!(
        (
            artillery("pz_iv", Terrain::Open).modifier("at armor"),
            artillery("truck", Terrain::Open).modifier("at armor")
        ),
        (10, 0)
    );
}

/// rules: patton T.fa.3, T.weather.2
#[test]
fn in_fog_friends_reach_only_so_far() {
    let rolled = |sector: &str, range: Range, snow| {
        let scene = friends(Scene::new(Scenario::Advance).enemies(&format!("lw {sector} {range}", range = range.id())))
            .weather(|w| w.snow = snow);
        scene.roll(&[]).asked_dice().starts_with("friendly action")
    };
    assert!(rolled("6-8", Range::Medium, Snowfall::None));
    assert!(!rolled("6-8", Range::Medium, Snowfall::Falling) && !rolled("6-8", Range::Long, Snowfall::Falling));
    assert!(rolled("6-8", Range::Close, Snowfall::Falling) && rolled("4-5", Range::Long, Snowfall::Falling));
    let guns = Scene::new(Scenario::Advance).enemies("lw 6-8 long").weather(|w| w.sky = Sky::Fog).at(Stage::Event);
    assert!(guns.roll(&[6]).asked_dice().starts_with("artillery"));
}

/// rules: patton T.events, 4.77
#[test]
fn what_may_happen_in_which_scenario() {
    use RandomEvent::*;
    for (scenario, rolls) in [
        (
            Scenario::Advance,
            vec![
                (5, TimePasses),
                (15, FriendlyArtillery),
                (20, EnemyArtillery),
                (25, Mines),
                (30, Panzerfaust),
                (35, HarassingFire),
                (60, FriendlyAdvance),
                (80, EnemyReinforcement),
                (81, FlankingFire),
                (100, FlankingFire),
            ],
        ),
        (
            Scenario::Battle,
            vec![
                (5, TimePasses),
                (20, FriendlyArtillery),
                (30, EnemyArtillery),
                (35, Mines),
                (40, Panzerfaust),
                (45, HarassingFire),
                (60, FriendlyAdvance),
                (80, EnemyReinforcement),
                (85, EnemyAdvance),
                (86, FlankingFire),
            ],
        ),
        (
            Scenario::Counterattack,
            vec![
                (5, TimePasses),
                (25, FriendlyArtillery),
                (35, EnemyArtillery),
                (40, Panzerfaust),
                (45, HarassingFire),
                (50, FriendlyAdvance),
                (75, EnemyReinforcement),
                (90, EnemyAdvance),
                (91, FlankingFire),
            ],
        ),
    ] {
        for (roll, expected) in rolls {
            assert_eq!(happens(scenario, roll), expected, "{scenario} {roll}");
        }
    }
}

/// rules: patton 15.1, 21.0b
#[test]
fn time_passes() {
    assert_eq!(event(Scenario::Advance, &[3]).game().report.clock, Clock(615));
    // Past sunset the battle goes on.
    let late = Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium").clock("19:15").at(Stage::Event).roll(&[3]);
    assert_eq!((late.game().report.clock, late.game().battle.round), (Clock(19 * 60 + 15), 3));
}

/// rules: patton 15.2, 15.10, T.fa.2
#[test]
fn friendly_artillery_and_flanking_fire() {
    let guns = event(Scenario::Advance, &[6]);
    assert_eq!(
        guns.asked_dice(),
        "artillery (friendly_action) 1d100, 30 or less to knock it out [-9 US controlled sectors, +10 at armor]"
    );
    let flank = event(Scenario::Advance, &[90]);
    assert_eq!(
        flank.asked_dice(),
        "flanking fire (friendly_action) 1d100, 30 or less to knock it out [-10 flanking fire, -9 US controlled sectors]"
    );
    assert!(flank.then("", &[49]).saw(|event| matches!(event, Event::KnockedOut { by: Killer::Friends, .. })));
}

/// rules: patton 15.3
#[test]
fn enemy_artillery() {
    let lost = |roll: u8| event(Scenario::Advance, &[16, roll, 1]).game().report.squads_lost;
    assert_eq!((lost(6), lost(7), lost(9), lost(10)), (1, 2, 2, 3));
    assert!(event(Scenario::Advance, &[16, 1]).asked_dice().starts_with("Collateral damage"));
}

/// rules: patton 15.4, T.mine, T.wound.2
#[test]
fn mines() {
    let mines = |date: &str, moving: bool, dice: &[u8]| {
        let scene = Scene::new(Scenario::Advance).date(date).enemies("pz_iv 6-8 medium").at(Stage::Event);
        let mut all = vec![21];
        all.extend_from_slice(dice);
        scene.with(|game| game.tank.moving = moving).roll(&all)
    };
    let still = mines("1944-08-01", false, &[]);
    assert_eq!(still.game().battle.round, 3);
    assert!(still.log().contains(&"The tank stands still and sets none off.".into()), "{:#?}", still.log());
    assert_eq!(mines("1944-08-01", true, &[1]).game().report.tanks_lost, 1);
    assert!(mines("1944-08-01", true, &[2, 8]).game().tank.disabled);
    assert!(!mines("1944-08-01", true, &[3]).game().tank.disabled);
    // From 1945 on one less.
    assert_eq!(mines("1945-02-22", true, &[2]).game().report.tanks_lost, 1);
    assert!(mines("1945-02-22", true, &[3, 8]).game().tank.disabled);
    let driver = mines("1944-08-01", true, &[2, 9]);
    assert_eq!(driver.asked_dice(), "Wounds (wounds) 1d100, chart wounds [-20 mine]");
    // 63 - 20 knocks him out for a while.
    let stunned = driver.then("", &[63]);
    assert!(stunned.man(Post::Driver).down && !stunned.man(Post::Driver).able());
    assert!(mines("1944-08-01", true, &[2, 10, 98]).man(Post::Assistant).wound > Wound::Light);
}

/// rules: patton T.wound.3
#[test]
fn the_unconscious_come_to() {
    let down = || {
        Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium").at(Stage::Movement).with(|game| {
            game.crew.men[Post::Driver.index()].as_mut().unwrap().down = true;
        })
    };
    assert!(down().roll(&[5]).man(Post::Driver).able());
    assert!(!down().roll(&[6]).man(Post::Driver).able());
    let after = Scene::new(Scenario::Advance)
        .at(Stage::BattleEnd)
        .with(|game| game.crew.men[3].as_mut().unwrap().down = true)
        .roll(&[]);
    assert!(after.man(Post::Driver).able());
}

/// rules: patton 15.5, T.pf, T.pf.2
#[test]
fn panzerfausts() {
    let attack = |change: fn(Scene) -> Scene, dice: &[u8]| {
        let mut all = vec![26];
        all.extend_from_slice(dice);
        change(Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium").at(Stage::Event)).roll(&all)
    };
    let asked = attack(|s| s, &[7]);
    assert_eq!(asked.asked_dice(), "Panzerfaust attack (panzerfaust_attack) 1d10, 3 or less");
    assert_eq!(asked.then("", &[4]).game().battle.round, 3);
    assert_eq!(attack(|s| s.date("1944-12-05"), &[7]).modifier("late in the war"), -1);
    assert_eq!(attack(|s| s.set("tank.moving = true"), &[7]).modifier("your tank moves"), -1);
    assert_eq!(attack(|s| s.set("tank.lead = true"), &[7]).modifier("lead tank"), -1);
    assert_eq!(
        attack(|s| s.set("battle.us = [false, false, false, false, false, false]"), &[2]).modifier("from behind"),
        -1
    );
    let swept: fn(Scene) -> Scene = |s| {
        s.with(|game| {
            game.battle.sweeps.push(Sweep {
                mg: Mg::Bow,
                by: Post::Assistant,
                zone: Zone::new(Sector::S68, Range::Close),
            });
        })
    };
    assert_eq!(attack(swept, &[7]).modifier("zone swept"), 3);
    // An unmodified 1 always attacks; to hit 7 or less, to kill 8 or less; then where it struck.
    let comes = attack(swept, &[7, 1]);
    assert_eq!(comes.asked_dice(), "Panzerfaust to hit (panzerfaust_to_hit) 1d10, 7 or less [+3 zone swept]");
    assert_eq!(attack(|s| s.set("tank.moving = true"), &[7, 1]).modifier("your tank moves"), 2);
    let killed = comes.then("", &[4, 8, 10]);
    assert!(killed.saw(|event| matches!(event, Event::YouAreHit { who: None, turret: false })));
    assert!(
        attack(|s| s, &[7, 1, 8]).game().battle.round == 3 && attack(|s| s, &[7, 1, 7, 9]).game().battle.round == 3
    );
    // Both sectors of the pair are ours: nobody comes.
    assert_eq!(attack(|s| s.set("battle.us = [true, false, true, true, true, true]"), &[3]).game().battle.round, 3);
    // Five or less in a battle, two or less in a counterattack.
    let other = |scenario, roll| {
        Scene::new(scenario).enemies("pz_iv 6-8 medium").at(Stage::Event).roll(&[roll, 7]).asked_dice()
    };
    assert!(
        other(Scenario::Battle, 36).contains("5 or less") && other(Scenario::Counterattack, 36).contains("2 or less")
    );
}

/// rules: patton 15.6
#[test]
fn harassing_fire() {
    assert!(event(Scenario::Advance, &[31]).asked_dice().starts_with("Collateral damage"));
}

/// rules: patton 15.7
#[test]
fn friends_advance_into_a_sector_you_choose() {
    let menu = event(Scenario::Advance, &[40]);
    assert!(menu.can("sector:9-10") && menu.can("sector:4-5"));
    assert_eq!(menu.refused("sector:6-8"), Some(("15.7", "there are enemies in it")));
    let taken = menu.go_on("sector:4-5");
    assert!(taken.game().battle.us[Sector::S45.index()]);
    let far = Scene::new(Scenario::Advance).enemies("pz_iv 4-5 medium").at(Stage::Event);
    let far = far.set("battle.us = [false, false, false, true, false, false]").roll(&[40]);
    assert_eq!(far.refused("sector:6-8"), Some(("15.7", "no friendly sector borders it")));
    // Nowhere to go: nothing happens.
    let none = Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium").at(Stage::Event);
    let none = none.set("battle.us = [false, true, true, true, true, true]").roll(&[40]);
    assert_eq!(none.game().battle.round, 3);
}

/// rules: patton 15.8
#[test]
fn more_enemies_come() {
    let one = event(Scenario::Advance, &[61, 6, 7, 5, 1]);
    assert_eq!((one.game().battle.enemies.len(), one.game().battle.round), (2, 3));
    let two = event(Scenario::Battle, &[61, 6, 7, 5, 1, 6, 7, 5, 1]);
    assert_eq!((two.game().battle.enemies.len(), two.game().battle.round), (3, 3));
    let counter = event(Scenario::Counterattack, &[51, 6, 7, 5, 1, 6, 7, 5, 1]);
    assert_eq!(counter.game().battle.enemies.len(), 3);
}

/// rules: patton 15.9
#[test]
fn the_enemy_advances() {
    let lost = |sectors: &[&str], us: [bool; 6], dice: &[u8]| {
        let scene = sectors
            .iter()
            .fold(Scene::new(Scenario::Battle).at(Stage::Event), |s, sector| s.enemies(&format!("lw {sector} medium")));
        let mut all = vec![81];
        all.extend_from_slice(dice);
        let end = scene.with(|game| game.battle.us = us).roll(&all);
        assert!(end.can("go") || !end.asked_dice().starts_with("Which"), "{}", end.asked_dice());
        Sector::ALL
            .into_iter()
            .filter(|s| us[s.index()] && !end.game().battle.us[s.index()])
            .map(Sector::id)
            .collect::<Vec<_>>()
    };
    let rear = [false, false, true, true, true, false];
    // One eligible sector; none eligible.
    assert_eq!(lost(&["9-10"], rear, &[]), ["1"]);
    assert!(lost(&["6-8"], rear, &[]).is_empty());
    // Two on either side of one enemy: 1-5 the counter-clockwise one, 6-10 the other.
    let flanked = [true, false, true, false, false, false];
    assert_eq!(lost(&["9-10"], flanked, &[5]), ["6-8"]);
    assert_eq!(lost(&["9-10"], flanked, &[6]), ["1"]);
    let across = [true, false, false, false, true, false];
    assert_eq!(lost(&["4-5"], across, &[5]), ["3"]);
    assert_eq!(lost(&["4-5"], across, &[6]), ["6-8"]);
    // Two far apart are taken clockwise from sector 4-5.
    assert_eq!(lost(&["9-10", "4-5"], rear, &[1]), ["1"]);
    assert_eq!(lost(&["9-10", "4-5"], rear, &[10]), ["3"]);
}
