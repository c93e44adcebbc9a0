//! The morning and the evening: ways to play, crew, weather, ammunition, time, points, ranks and medals.

use crate::common::{Look, Played, Scene, charts};
use hulldown_core::{Game, Playable, Seat, Session, Voice, dicebox::DiceBox};
use hulldown_patton::state::{After, Fate, Length, Snowfall, Stage, Verdict};
use hulldown_patton::talk::{Choice, Event};
use hulldown_patton::words::*;
use hulldown_patton::{Patton, Setup, WantedResistance, WantedScenario};

/// A game from its very beginning.
fn begin(setup: Setup, dice: &[u8]) -> Played {
    let session = Session::new(setup, charts(), DiceBox::scripted(0, dice.iter().copied())).unwrap();
    let told = session.news().to_vec();
    Played { session, told }
}

fn engagement() -> Setup {
    Setup {
        length: Length::Engagement,
        scenario: WantedScenario::Advance,
        resistance: WantedResistance::Medium,
        ground: AreaType::C,
        ..Setup::default()
    }
}

/// rules: patton 1.1, 31.0, 4.24, 4.22, 25.0c
#[test]
fn three_ways_to_play() {
    // The campaign begins on 27 July 1944 with tank 1 and a sergeant.
    let campaign = begin(Setup::default(), &[]);
    assert_eq!(campaign.game().day, Day::FIRST);
    assert_eq!((campaign.game().tank.model, campaign.game().you.rank), (Tank::FIRST, Rank::Sergeant));
    assert_eq!(campaign.asked_dice(), "Action today (calendar) 1d10, 2 or less");
    // A day has its code from the calendar, or by choice.
    let day = begin(Setup { length: Length::Day, date: "1944-09-19".into(), ..Setup::default() }, &[]);
    assert!(day.asked_dice().starts_with("The 1st new man's rating"));
    let refit = Setup { length: Length::Day, date: "1944-09-05".into(), ..Setup::default() };
    assert!(Patton::new(&refit, charts()).is_err());
    // An engagement: crew, weather, ammunition; no time, no map, no debriefing; the ground is chosen.
    let crew = begin(engagement(), &[2, 4, 6, 8, 10]).go_on("usual");
    let loaded = crew.then("usual usual", &[1, 5, 1]);
    assert_eq!(loaded.stage(), Stage::Prepare(After::Contact));
    // The gun is loaded as the hints suggest.
    let contact = loaded.then("", &[30]).go_on("go");
    assert!(contact.can("yes") && contact.game().ground(charts()) == AreaType::C);
    let fight = contact.go_on("no").then("", &[6, 7, 5, 1, 6, 7, 5, 1, 6, 7, 5, 1, 8]);
    assert_eq!((fight.game().battle.enemies.len(), fight.game().battle.round), (3, 1));
    // A counterattack offers no Advancing Fire.
    let counter = Scene::engagement(Scenario::Counterattack).loaded(Ammo::He).at(Stage::Contact).roll(&[]);
    assert!(counter.asked_dice().starts_with("Activation"));
    // When the board is clear it is over, without points for territory.
    let won = Scene::engagement(Scenario::Advance)
        .with(|game| game.report.own[UnitType::PzV.index()] = 1)
        .at(Stage::BattleEnd)
        .roll(&[]);
    assert!(won.game().is_over());
    assert_eq!((won.game().report.verdict, won.game().report.areas), (Some(Verdict::Won), 0));
}

/// rules: patton 4.24, 7.1, 7.0
#[test]
fn a_new_crew_is_rolled_and_given_its_posts() {
    let asked = begin(engagement(), &[1, 5, 6, 9, 10]);
    // 1, 3, 3, 5, 5: the best first.
    assert!(asked.can("usual") && asked.can("assign:a"));
    let usual = asked.go_on("usual");
    let ratings = Post::ALL.map(|post| usual.man(post).rating);
    assert_eq!(ratings, [5, 5, 3, 3, 1]);
    assert!(usual.man(Post::Commander).you);
    let own = begin(engagement(), &[1, 5, 6, 9, 10]).go_on("assign:d assign:g usual");
    assert_eq!(Post::ALL.map(|post| own.man(post).rating), [3, 5, 3, 5, 1]);
    // The Firefly has four.
    let four = begin(Setup { firefly: true, ..engagement() }, &[2, 2, 2, 2]).go_on("usual");
    assert!(four.game().crew.men[Post::Assistant.index()].is_none());
    assert_eq!(charts().new_man.at(5), 3);
}

/// rules: patton 2.13, 30.0, 4.41
#[test]
fn the_card_in_use_rules() {
    let tank =
        |number: u8| Scene::new(Scenario::Advance).tank(number).at(Stage::Prepare(After::Operations)).play("", &[]);
    assert!(tank(1).asked_dice().starts_with("Deployment"));
    let firefly = tank(18);
    assert!(firefly.rolls().is_empty() && firefly.game().tank.hull_down && !firefly.game().tank.lead);
    assert!(!Scene::new(Scenario::Advance).tank(18).enemies("lw 6-8 close").play("", &[]).can("order:a:fire_bow_mg"));
}

/// rules: patton 4.25, T.snow, 4.47
#[test]
fn the_weather_of_the_morning() {
    let weather = |date: &str, dice: &[u8]| {
        let end = Scene::new(Scenario::Advance).date(date).at(Stage::Briefing).roll(dice);
        end.game().report.weather
    };
    let july = weather("1944-07-28", &[70]);
    assert_eq!((july.sky, july.ground, july.rain), (Sky::Overcast, Ground::Dry, false));
    assert_eq!(weather("1944-07-28", &[90]).sky, Sky::Fog);
    assert_eq!(weather("1944-07-28", &[95]).ground, Ground::Mud);
    // December to February: snow from 59; +1 on its table. March and November: -1.
    let snow = |date: &str, roll: u8, die: u8| {
        let w = weather(date, &[roll, die]);
        (w.snow, w.ground)
    };
    assert_eq!(snow("1944-12-05", 59, 1), (Snowfall::None, Ground::GroundSnow));
    assert_eq!(snow("1944-12-05", 59, 3), (Snowfall::Falling, Ground::GroundSnow));
    assert_eq!(snow("1944-12-05", 59, 10), (Snowfall::Falling, Ground::DeepSnow));
    assert_eq!(snow("1944-11-10", 98, 2), (Snowfall::Falling, Ground::Dry));
    assert_eq!(snow("1944-11-10", 98, 9), (Snowfall::None, Ground::DeepSnow));
    // It is shown.
    let shown = Scene::new(Scenario::Advance).weather(|w| w.sky = Sky::Fog).play("", &[]);
    let place = Patton::sections(&shown.game().view(charts(), Seat(0))).remove(0);
    assert!(place.lines.iter().any(|line| line.contains("Fog")), "{place:?}");
}

/// rules: patton 4.26, 16.21, 16.22, 16.23, 16.0, T.ammo, T.extra, 5.24
#[test]
fn the_tank_is_loaded() {
    // Clear; 7 rounds of HCBI; extra ammo 3-6 in an advance: 20 rounds.
    let asked = Scene::new(Scenario::Advance).set("tank.rounds = [0, 0, 0, 0, 0, 0]").with(|game| {
        game.tank.rack = [0; 6];
        game.tank.loaded = None;
    });
    let asked = asked.at(Stage::Briefing).roll(&[1, 7, 3]);
    assert_eq!((asked.game().tank.special, asked.game().tank.ordered_extra), (7, 20));
    let usual = Scene::new(Scenario::Advance).at(Stage::Briefing).with(|game| game.tank.rounds[Ammo::Hcbi.index()] = 0);
    let usual = usual.play("", &[1, 7, 3]).go_on("usual usual");
    let tank = &usual.game().tank;
    assert_eq!(tank.carried(), 117);
    assert_eq!(
        (tank.rounds[Ammo::Ap.index()], tank.rounds[Ammo::Hcbi.index()], tank.rounds[Ammo::Wp.index()]),
        (35, 7, 4)
    );
    assert_eq!((tank.grenades, tank.bombs, tank.periscopes, tank.boxes_30), (6, 0, 6, 40));
    assert_eq!(tank.rack.iter().sum::<u8>(), 8);
    // By hand: at least what is ordered, at most thirty; special rounds only as many as there are; the rest is HE.
    let hand = asked.go_on("by-hand");
    assert!(!hand.can("n:19") && hand.can("n:20") && hand.can("n:30") && !hand.can("n:31"));
    let hand = hand.go_on("n:25 n:40 n:10");
    assert!(hand.can("n:7") && !hand.can("n:8"));
    let hand = hand.go_on("n:5");
    assert_eq!(hand.game().tank.rounds, [122 - 55, 40, 10, 5, 0, 0]);
    // What was saved of the scarce rounds adds to the issue.
    let saved = Scene::new(Scenario::Battle)
        .at(Stage::Briefing)
        .with(|game| game.tank.rounds[Ammo::Hcbi.index()] = 6)
        .roll(&[1, 4, 3]);
    assert_eq!((saved.game().tank.special, saved.game().tank.ordered_extra), (10, 0));
    let long = Scene::new(Scenario::Counterattack)
        .tank(14)
        .at(Stage::Briefing)
        .with(|game| game.tank.rounds[Ammo::Hvap.index()] = 0);
    let long = long.roll(&[1, 8, 7]);
    assert_eq!((long.game().tank.special, long.game().tank.ordered_extra), (3, 10));
}

/// rules: patton 4.31, 4.32, 21.0, T.time, 29.0
#[test]
fn time_and_rounds_already_gone() {
    let check = |date: &str, fuel: bool, roll: u8| {
        let scene = Scene::of(Setup { length: Length::Day, fuel, ..Setup::default() }, Scenario::Advance);
        scene
            .date(date)
            .at(Stage::TimeCheck)
            .with(|game| {
                game.report.clock = game.report.sunrise;
                game.report.battles = 0;
            })
            .roll(&[roll])
    };
    // September: sunrise 5:30; a 7 is four hours, fourteen HE and seven boxes.
    let seven = check("1944-09-15", false, 7);
    assert_eq!(seven.game().report.clock.to_string(), "09:30");
    assert_eq!((seven.game().tank.rounds[0], seven.game().tank.boxes_30, seven.game().tank.fuel), (36, 23, 35));
    assert_eq!(check("1944-09-15", true, 7).game().tank.fuel, 28);
    assert_eq!(check("1944-12-05", false, 1).game().report.clock.to_string(), "08:45");
    assert_eq!(seven.game().report.sunset.to_string(), "18:15");
}

/// rules: patton 4.41, T.deploy, 4.42, 4.43, 4.44, 4.45, 4.46
#[test]
fn preparing_for_battle() {
    let deployed = |tank: u8, roll: u8| {
        let end = Scene::new(Scenario::Advance).tank(tank).at(Stage::Prepare(After::Check)).roll(&[roll]);
        let tank = &end.game().tank;
        (tank.hull_down, tank.moving, tank.lead)
    };
    assert_eq!(deployed(1, 20), (true, false, false));
    assert_eq!((deployed(1, 56), deployed(1, 57)), ((false, false, false), (false, false, true)));
    assert_eq!((deployed(1, 90), deployed(1, 91)), ((false, true, false), (false, true, true)));
    assert_eq!(
        (deployed(12, 8), deployed(12, 36), deployed(12, 64)),
        ((true, false, false), (false, false, true), (false, true, true))
    );
    let ready = Scene::new(Scenario::Advance).tank(2).at(Stage::Prepare(After::Check)).roll(&[30]);
    let ready = ready.go_on("open:l close:c load:wp hull:9-10 turret:2 look:c:3");
    let tank = &ready.game().tank;
    assert_eq!(tank.open, [false, false, true, false, false]);
    assert_eq!(
        (tank.loaded, tank.hull, tank.turret, tank.commander_looks),
        (Some(Ammo::Wp), Sector::S910, Sector::S2, Sector::S3)
    );
    // Nothing is spent by loading; the gun may stay empty.
    assert_eq!(tank.rounds[Ammo::Wp.index()], 7);
    assert!(ready.can("load:none"));
    // A loader whose hatch is open has no marker.
    assert!(!ready.can("look:l:1") && ready.go_on("close:l").can("look:l:1"));
}

fn evening(scene: Scene) -> Scene {
    scene.at(Stage::Evening)
}

/// rules: patton 4.91, 7.2, 7.0
#[test]
fn men_learn_in_the_evening() {
    let end = evening(Scene::campaign(Scenario::Advance))
        .rating(Post::Loader, 10)
        .rating(Post::Driver, 9)
        .roll(&[9, 5, 10, 6]);
    assert_eq!((end.man(Post::Commander).rating, end.man(Post::Gunner).rating), (6, 5));
    // A rating of 10 is not rolled for.
    assert_eq!(
        (end.man(Post::Loader).rating, end.man(Post::Driver).rating, end.man(Post::Assistant).rating),
        (10, 10, 6)
    );
    // On a day without action nobody learns.
    let quiet = Scene::campaign(Scenario::Advance).date("1944-07-27").at(Stage::Calendar).roll(&[3]);
    assert_eq!((quiet.game().day, quiet.rolls().len()), (Day::FIRST.next(), 1));
}

/// rules: patton 4.92, 6.0, 6.1, 6.2, T.vp, T.mult
#[test]
fn points_and_who_has_won() {
    let total = |scenario, change: fn(&mut hulldown_patton::state::Report)| {
        let mut game = Scene::new(scenario).game;
        change(&mut game.report);
        game.report.score(charts()).total()
    };
    let one_each: fn(&mut hulldown_patton::state::Report) = |r| r.own = [1; 17];
    // Pz IV 7, V 9, two VI 24, five SPG 30, truck 1, PSW and SPW 4, LW and MG 2, three guns 12.
    assert_eq!((total(Scenario::Advance, one_each), total(Scenario::Counterattack, one_each)), (89, 178));
    let fort: fn(&mut hulldown_patton::state::Report) = |r| {
        r.friendly[UnitType::Mg.index()] = 1;
        r.friendly_forts = 1;
    };
    assert_eq!(total(Scenario::Battle, fort), 3);
    let land: fn(&mut hulldown_patton::state::Report) = |r| {
        r.areas = 3;
        r.exits = 1;
        r.lost_areas = 1;
    };
    assert_eq!(
        (total(Scenario::Advance, land), total(Scenario::Battle, land), total(Scenario::Counterattack, land)),
        (25, 23, -2)
    );
    let losses: fn(&mut hulldown_patton::state::Report) = |r| {
        r.tanks_lost = 2;
        r.squads_lost = 1;
    };
    assert_eq!((total(Scenario::Advance, losses), total(Scenario::Counterattack, losses)), (-13, -13));
    let verdict = |change: fn(&mut Patton)| {
        evening(Scene::new(Scenario::Advance)).ratings(10).with(change).roll(&[]).game().report.verdict.unwrap()
    };
    assert_eq!(verdict(|game| game.report.areas = 1), Verdict::Won);
    assert_eq!(verdict(|game| game.report.tanks_lost = 1), Verdict::Lost);
    assert_eq!(verdict(|_| {}), Verdict::Even);
    // Whatever the points: you were put out of action, or your tank was lost.
    assert_eq!(
        verdict(|game| {
            game.report.areas = 9;
            game.report.out = true;
        }),
        Verdict::Lost
    );
    assert_eq!(
        verdict(|game| {
            game.report.areas = 9;
            game.tank.lost = true;
        }),
        Verdict::Lost
    );
}

/// rules: patton 4.93, 25.0, 25.0b, 25.0c
#[test]
fn promotion() {
    let rank = |points: u16, kills: u8, promoted: Option<Month>| {
        let scene =
            evening(Scene::campaign(Scenario::Counterattack)).date("1944-10-05").ratings(10).with(move |game| {
                game.you.points = points;
                game.you.promoted = promoted;
                game.report.own[UnitType::PzIv.index()] = kills;
            });
        let end = scene.roll(&[]);
        (end.game().you.rank, end.game().you.points)
    };
    // 93 and 7 are a hundred, whatever the multiplier of the day.
    assert_eq!(rank(93, 1, None), (Rank::StaffSergeant, 100));
    assert_eq!(rank(92, 1, None).0, Rank::Sergeant);
    // One step an evening, one a month.
    assert_eq!(rank(250, 0, None).0, Rank::StaffSergeant);
    assert_eq!(rank(93, 1, Some(Month::ALL[3])).0, Rank::Sergeant);
    assert_eq!(rank(93, 0, Some(Month::ALL[2])).0, Rank::Sergeant);
    assert_eq!(rank(100, 0, Some(Month::ALL[2])).0, Rank::StaffSergeant);
}

/// rules: patton 4.94, 26.1, 26.1b, 26.2
#[test]
fn decorations() {
    let day = |change: fn(&mut Patton)| evening(Scene::campaign(Scenario::Advance)).ratings(10).with(change);
    // Too few points: no roll at all.
    assert!(day(|game| game.report.own[UnitType::PzV.index()] = 5).roll(&[]).rolls().is_empty());
    // 90 points of your own count twice, 4 areas eight: 188; a 12 makes 200.
    let good: fn(&mut Patton) = |game| {
        game.report.own[UnitType::PzV.index()] = 10;
        game.report.areas = 4;
    };
    assert_eq!(
        day(good).roll(&[]).asked_dice(),
        "Decoration (decorations) 1d100, 200 or more [+180 kills of your tank, +8 territory captured]"
    );
    assert!(day(good).roll(&[11]).game().you.medals == [0; 4]);
    let bronze = day(good).roll(&[12]);
    assert_eq!(
        bronze.rolled(0),
        "Decoration (decorations): 12 +180 kills of your tank +8 territory captured = 200, 200 or more: decorated"
    );
    assert_eq!((bronze.game().you.medals, bronze.game().report.medal), ([1, 0, 0, 0], Some(Medal::BronzeStar)));
    // 230: the Bronze or the Silver Star, one of them.
    let choice = day(good).roll(&[42]);
    assert_eq!(choice.options(), ["medal:bronze", "medal:silver"]);
    assert_eq!(choice.go_on("medal:silver").game().you.medals, [0, 1, 0, 0]);
    // Everything else that counts.
    let extras: fn(&mut Patton) = |game| {
        game.report.own[UnitType::PzV.index()] = 10;
        game.report.areas = 4;
        game.report.rescuer = true;
        game.report.exposed = true;
        game.report.wounded = true;
    };
    let all = day(extras).date("1944-12-24").with(|game| {
        game.report.friendly[UnitType::Truck.index()] = 3;
        game.you.rank = Rank::SecondLieutenant;
    });
    assert_eq!(
        all.roll(&[]).asked_dice(),
        "Decoration (decorations) 1d100, 200 or more [+180 kills of your tank, +3 kills of friendly forces, \
         +8 territory captured, +25 a man pulled from a burning tank, +5 open hatch under fire, +10 wounded, \
         +5 November or December, +5 officer]"
    );
    // 188 + 40 = 228, +5 in November; an officer 5 more, but not for the highest of them.
    let november = day(extras).date("1944-11-12").set("you.rank = Captain").roll(&[62]);
    assert_eq!(november.options(), ["medal:bronze", "medal:silver", "medal:cross"]);
    let higher = day(extras).date("1944-11-12").set("you.rank = Captain").roll(&[67]);
    assert!(higher.can("medal:honor"));
}

/// rules: patton 4.93, 4.94, 6.3
#[test]
fn whoever_is_sent_home_alive_is_honored() {
    let hero = |wound: Wound| {
        evening(Scene::campaign(Scenario::Advance)).ratings(10).wound(Post::Commander, wound).with(|game| {
            game.you.points = 20;
            game.report.out = true;
            game.report.own[UnitType::PzV.index()] = 10;
        })
    };
    let home = hero(Wound::SentHome).roll(&[20]);
    assert_eq!((home.game().you.rank, home.game().you.medals), (Rank::StaffSergeant, [1, 0, 0, 0]));
    assert_eq!(home.stage(), Stage::Succession);
    // To end a campaign is for good, so it is asked once more.
    let fatal = |choice| (Patton::AIDS.fatal)(home.game(), charts(), Seat(0), choice);
    assert_eq!([Choice::Yes, Choice::No].map(fatal), [None, Some("The campaign is over.")]);
    let dead = hero(Wound::Killed).roll(&[]);
    assert_eq!((dead.game().you.rank, dead.game().you.medals), (Rank::Sergeant, [0; 4]));
    assert!(dead.rolls().is_empty());
    // The same if he was carried away earlier in the day and another man sits in his place.
    let earlier = |fate: Fate| {
        let scene = evening(Scene::campaign(Scenario::Advance)).ratings(10).with(move |game| {
            game.crew.men[0].as_mut().unwrap().you = false;
            game.you.fate = fate;
            game.report.out = true;
            game.report.own[UnitType::PzV.index()] = 10;
        });
        scene.roll(&[20]).game().you.medals
    };
    assert_eq!(earlier(Fate::Home), [1, 0, 0, 0]);
    assert_eq!(earlier(Fate::Killed), [0; 4]);
}

/// rules: patton 4.91, 4.92
#[test]
fn ratings_are_rolled_before_points_are_totaled() {
    let end = evening(Scene::new(Scenario::Advance)).ratings(5).roll(&[10]);
    assert!(end.saw(|event| matches!(event, Event::Improves { post: Post::Commander, rating: 6 })));
    assert!(!end.saw(|event| matches!(event, Event::Debriefing { .. })), "{:?}", end.log());
    assert!(end.then("", &[1, 1, 1, 1]).saw(|event| matches!(event, Event::Debriefing { .. })));
}

/// rules: patton 26.0
#[test]
fn decorations_change_nothing_in_play() {
    let day = |medals: [u8; 4]| {
        let scene = Scene::campaign(Scenario::Battle).enemies("pz_iv 6-8 medium").with(|game| game.you.medals = medals);
        let end = scene.play("plan:gun go fire:1:direct hold", &[90, 95, 80, 9, 99, 99, 60, 12, 40, 40, 40]);
        let mut game = end.game().clone();
        game.you.medals = [0; 4];
        (game, end.rolls())
    };
    assert_eq!(day([0; 4]), day([3, 2, 1, 1]));
}

/// rules: patton 4.23
#[test]
fn a_tank_may_have_a_name() {
    let named = |name: &str| Scene::of(Setup { tank_name: name.into(), ..Setup::default() }, Scenario::Advance);
    let lines = |scene: &Scene| {
        let view = scene.game.view(charts(), Seat(0));
        let tank = Patton::sections(&view).into_iter().find(|section| section.id == "tank").unwrap();
        (tank.lines[0].clone(), serde_json::to_value(view).unwrap()["tank"]["name"].clone())
    };
    let (line, json) = lines(&named("Thunderbolt VII"));
    assert!(line.contains("\u{201c}Thunderbolt VII\u{201d}"), "{line}");
    assert_eq!(json, "Thunderbolt VII");
    assert!(!lines(&named("")).0.contains('\u{201c}'));
    // The name is painted on the next tank as well.
    let next = named("Thunderbolt VII").date("1944-08-05").at(Stage::Muster).set("tank.lost = true").roll(&[50]);
    assert_eq!((next.game().tank.name.as_str(), next.game().tank.model), ("Thunderbolt VII", Tank(7)));
    // It must fit, and be a name.
    let wrong = |name: String| Patton::new(&Setup { tank_name: name, ..Setup::default() }, charts()).is_err();
    assert!(wrong("x".repeat(41)) && wrong("bell\u{7}".into()) && !wrong("x".repeat(40)));
}

/// rules: patton 28.0, 4.26, 16.21
#[test]
fn the_usual_load_is_the_hints() {
    let load = |number: u8, special: u8| {
        let scene = Scene::new(Scenario::Advance).tank(number).at(Stage::Briefing);
        // Weather, special rounds, extra ammo: 1 orders none.
        let empty = scene.with(|game| {
            (game.tank.rounds, game.tank.rack, game.tank.loaded) = ([0; 6], [0; 6], None);
        });
        let end = empty.play("usual usual", &[1, special, 1]);
        (end.game().tank.rounds, end.game().tank.rack)
    };
    // 97 rounds for a 75: 58 HE and what is left over, 29 AP, 9 smoke of which all the HCBI there is.
    let (rounds, rack) = load(1, 6);
    assert_eq!(rounds, [97 - 29 - 9, 29, 3, 6, 0, 0]);
    // Rack: at least half AP, a smoke round, the rest HE.
    assert_eq!(rack, [3, 4, 0, 1, 0, 0]);
    // HCBI saved up: no more than fifteen are carried.
    let saved = Scene::new(Scenario::Advance).at(Stage::Briefing).with(|game| {
        (game.tank.rounds, game.tank.rack, game.tank.loaded) = ([0, 0, 0, 14, 0, 0], [0; 6], None);
    });
    let saved = saved.play("usual", &[1, 10, 1]);
    assert_eq!((saved.game().tank.special, saved.game().tank.rounds[Ammo::Hcbi.index()]), (24, 15));
    // 71 for a 76: four tenths AP with all the HVAP, the rest HE; three quarters of the rack AP.
    let (rounds, rack) = load(16, 10);
    assert_eq!((rounds, rack), ([71 - 28, 25, 0, 0, 3, 0], [2, 1, 0, 0, 3, 0]));
}

/// rules: patton 28.0b, 4.42, 4.43, 4.44, 4.45
#[test]
fn a_crew_makes_ready_as_the_hints_say() {
    let ready = |scenario: Scenario| {
        let scene = Scene::new(scenario).with(|game| {
            let (fresh, tank) = (Patton::new(&Setup::default(), charts()).unwrap().tank, &mut game.tank);
            (tank.open, tank.hull, tank.turret) = (fresh.open, fresh.hull, fresh.turret);
            (tank.loader_looks, tank.commander_looks) = (fresh.loader_looks, fresh.commander_looks);
            tank.loaded = None;
        });
        let dice: &[u8] = if scenario == Scenario::Counterattack { &[] } else { &[30] };
        scene.at(Stage::Prepare(After::Operations)).play("go", dice).game().tank.clone()
    };
    let tank = ready(Scenario::Advance);
    assert_eq!(tank.open, [true, false, false, false, false]);
    assert_eq!((tank.hull, tank.turret), (Sector::S68, Sector::S68));
    assert_eq!((tank.loader_looks, tank.commander_looks), (Sector::S45, Sector::S910));
    assert_eq!((tank.loaded, ready(Scenario::Counterattack).loaded), (Some(Ammo::He), Some(Ammo::Ap)));
    // The usual Advancing Fire covers every close zone it can, then goes farther out.
    let marked = Scene::new(Scenario::Advance).at(Stage::Contact).set("battle.advancing = true").play("usual", &[]);
    let fire = |sector, range| marked.game().battle.fire[Zone::new(sector, range).index()];
    for sector in [Sector::S45, Sector::S68, Sector::S910] {
        assert_eq!((fire(sector, Range::Close), fire(sector, Range::Medium), fire(sector, Range::Long)), (1, 1, 0));
    }
}

/// rules: patton 20.3, 20.2
#[test]
fn a_battle_goes_the_way_of_an_advance_with_heavier_tables() {
    // The same answers and dice lead through the same steps, from the briefing to the first round.
    let way = |scenario: Scenario| {
        let dice = [1, 5, 1, 5, 30, 9, 1, 1];
        let scene = Scene::new(scenario).at(Stage::Briefing).set("report.battles = 0");
        let end = scene.play("usual usual go", &dice);
        (
            end.stage(),
            end.rolls().iter().map(|roll| roll.split(':').next().unwrap_or_default().to_string()).collect::<Vec<_>>(),
        )
    };
    assert_eq!(way(Scenario::Advance), way(Scenario::Battle));
    assert_eq!(way(Scenario::Battle).0, Stage::FreeCheck);
    // What differs is the tables: who comes, how many more, what they do, what happens, what must be carried.
    let charts = charts();
    let [a, b] = [Scenario::Advance, Scenario::Battle].map(Scenario::index);
    assert_eq!((charts.contact.unit_count.reinforcement[a], charts.contact.unit_count.reinforcement[b]), (1, 2));
    let guns = |scenario| {
        let column = charts.activation(scenario, "1944-08-01".parse().unwrap());
        (1..=100).filter(|roll| column.at(*roll) == Appears::AtGun).count()
    };
    assert!(guns(Scenario::Battle) > guns(Scenario::Advance));
    assert_eq!(
        (charts.career.victory_points.multiplier[a].lose, charts.career.victory_points.multiplier[b].lose),
        (1, 3)
    );
    let advances = |scenario: usize| {
        (1..=100).filter(|n| charts.events.random_events.column[scenario].at(*n) == RandomEvent::EnemyAdvance).count()
    };
    assert!(advances(a) == 0 && advances(b) > 0);
    assert_eq!((charts.events.panzerfaust_attack.up_to[a], charts.events.panzerfaust_attack.up_to[b]), (3, 5));
}

/// rules: patton 5.25
#[test]
fn only_a_tank_with_hvss_is_an_easy_eight() {
    let name = |number: u8, hvss: bool| {
        let scene = Scene::new(Scenario::Advance).tank(number).with(|game| game.tank.hvss = hvss);
        let view = scene.game.view(charts(), Seat(0));
        let line = Patton::sections(&view).into_iter().find(|section| section.id == "tank").unwrap().lines[0].clone();
        let json = serde_json::to_value(view).unwrap();
        assert!(line.starts_with(json["tank_model"].as_str().unwrap()), "{line}");
        json["tank_model"].as_str().unwrap().to_string()
    };
    for number in [16, 17] {
        assert_eq!(name(number, true), "M4A3(76)W Easy Eight");
        assert_eq!(name(number, false), "M4A3(76)W");
        assert_eq!(charts().tanks[usize::from(number) - 1].name(), "M4A3(76)W");
    }
    assert_eq!(name(15, true), "M4A1(76)W");
}

/// rules: patton 2.4
#[test]
fn the_report_is_kept() {
    let game = Scene::new(Scenario::Advance).set("tank.lead = true, report.own.0 = 1");
    let json = serde_json::to_value(game.game.view(charts(), Seat(0))).unwrap();
    assert_eq!(json["report"]["own"][0], 1);
    assert_eq!((&json["clock"], &json["tank"]["lead"]), (&"10:00".into(), &true.into()));
    assert_eq!(json["crew"][0]["rating"], 5);
    assert_eq!(json["rounds"][0]["count"], 50);
    assert_eq!(json["score_total"], 7);
}

/// rules: patton 2.5, 3.2
#[test]
fn two_ten_sided_dice() {
    assert_eq!((colored_die(100), white_die(100)), (10, 10));
    assert_eq!((colored_die(57), white_die(57)), (5, 7));
    assert_eq!((colored_die(7), white_die(30)), (10, 10));
    let roll = begin(Setup::default(), &[]);
    assert!(roll.asked_dice().contains("1d10"));
}

/// rules: patton 4.74, 4.7
#[test]
fn a_round_goes_its_way() {
    let scene = Scene::new(Scenario::Advance)
        .enemies("lw 6-8 medium")
        .at(Stage::Smoke)
        .set("battle.round = 1, crew.trained = true");
    let round =
        scene.play("order:d:forward order:g:fire_main_gun order:a:fire_bow_mg order:c:throw_smoke_grenade go", &[]);
    // Movement before the main gun before the machine guns before everything else.
    let moved = round.then("", &[57]);
    assert!(moved.can("fire:1:direct"));
    let fired = moved.go_on("fire:1:direct").then("", &[97]);
    assert!(fired.can("shoot:1"));
    assert_eq!(fired.game().battle.smoke_here(), 0);
    let done = fired.go_on("hold");
    assert_eq!(done.game().battle.smoke_here(), 1);
    assert!(done.asked_dice().starts_with("Enemy action"));
    let friends = done.then("", &[5]);
    assert!(friends.asked_dice().starts_with("friendly action"));
    let event = friends.then("", &[99]);
    assert!(event.asked_dice().starts_with("Random event"));
    let next = event.then("", &[3]);
    assert_eq!(next.game().battle.round, 3);
    assert!(!next.saw(|event| matches!(event, Event::BattleEnds)));
    assert_eq!(next.game().you.fate, Fate::Serving);
}
