//! The campaign: calendar, refits, tanks, men who come back, and who goes on (20.0, 24.0, 27.0, 6.3).

use crate::common::{Look, Scene, charts};
use hulldown_core::Game;
use hulldown_patton::Setup;
use hulldown_patton::state::{Away, Fate, Man, Stage};
use hulldown_patton::talk::Event;
use hulldown_patton::words::*;

fn day(date: &str) -> Scene {
    Scene::campaign(Scenario::Advance).date(date).at(Stage::Calendar)
}

/// rules: patton 4.1, 20.0, 20.11, 20.12, 20.13, 4.21, 20.2
#[test]
fn the_calendar_says_what_may_happen() {
    // 27 July: an advance, action on 1 or 2, light resistance.
    let action = day("1944-07-27").roll(&[2]);
    assert!(action.saw(|event| matches!(
        event,
        Event::DayBegins { scenario: Scenario::Advance, expected: Resistance::Light, .. }
    )));
    assert_eq!(action.game().report.scenario, Scenario::Advance);
    let quiet = day("1944-07-27").roll(&[3]);
    assert!(quiet.saw(|event| matches!(event, Event::Quiet { .. })));
    // 28 July: a battle, 4, medium.
    assert_eq!(quiet.asked_dice(), "Action today (calendar) 1d10, 4 or less");
    let battle = quiet.then("", &[4]);
    assert_eq!((battle.game().report.scenario, battle.game().report.expected), (Scenario::Battle, Resistance::Medium));
    // An advance and a battle go the same way: briefing, time, preparation, map.
    assert!(battle.asked_dice().starts_with("Weather"));
    let codes: Vec<Scenario> = (Day::FIRST.0..=Day::LAST_COMBAT.0)
        .filter_map(|n| match charts().calendar.day(Day(n)) {
            hulldown_patton::charts::DayCode::Action { scenario, .. } => Some(scenario),
            hulldown_patton::charts::DayCode::Refit => None,
        })
        .collect();
    for scenario in Scenario::ALL {
        assert!(codes.contains(&scenario));
    }
}

/// rules: patton 4.95, 4.22
#[test]
fn after_the_evening_comes_the_next_day() {
    let end = Scene::campaign(Scenario::Advance).ratings(10).at(Stage::Evening).roll(&[]);
    assert_eq!(end.game().day, "1944-08-02".parse().unwrap());
    assert_eq!(end.game().history.len(), 1);
    assert!(end.asked_dice().starts_with("Action today"));
}

fn lost_tank(date: &str) -> Scene {
    Scene::campaign(Scenario::Advance).date(date).at(Stage::Muster).set("tank.lost = true")
}

/// rules: patton 24.0, 24.0b, 4.22
#[test]
fn a_lost_tank_is_replaced() {
    let tank = |date: &str, roll: u8| lost_tank(date).roll(&[roll]).game().tank.model.number();
    assert_eq!((tank("1944-08-05", 6), tank("1944-08-05", 7), tank("1944-08-05", 81)), (1, 2, 16));
    // July has no column of its own; October's ends differently.
    assert_eq!((tank("1944-07-30", 81), tank("1944-10-01", 60), tank("1945-03-15", 83)), (16, 13, 17));
    let new = lost_tank("1944-08-05").roll(&[50]);
    assert!(!new.game().tank.lost);
    assert_eq!(new.game().tank.rounds, [0; 6]);
    // A crew of 35 chooses, but only what the month's column has.
    let choose = lost_tank("1944-08-05").ratings(7).play("", &[]);
    assert!(choose.can("tank:16") && choose.can("tank:1") && !choose.can("tank:18"));
    for dash in ["tank:3", "tank:6", "tank:9", "tank:11", "tank:12", "tank:13", "tank:15", "tank:17"] {
        assert_eq!(choose.refused(dash), Some(("24.0b", "it is not issued this month")), "{dash}");
    }
    assert_eq!(choose.go_on("tank:14").game().tank.model, Tank(13));
    let later = lost_tank("1944-09-15").ratings(7).play("", &[]);
    assert!(later.can("tank:12") && later.can("tank:11") && !later.can("tank:13") && !later.can("tank:17"));
    let last = lost_tank("1945-04-10").ratings(7).play("", &[]);
    assert!((1..=17).all(|n| last.can(&format!("tank:{n}"))));
    // July has no column of its own.
    assert!(lost_tank("1944-07-30").ratings(7).play("", &[]).refused("tank:12").is_some());
    assert!(!lost_tank("1944-08-05").ratings(7).rating(Post::Driver, 6).play("", &[]).can("tank:1"));
}

/// rules: patton 5.25
#[test]
fn hvss_is_rolled_for_once_and_not_before_november() {
    let fresh = |date: &str, number: u8| {
        Scene::campaign(Scenario::Advance).tank(number).date(date).at(Stage::Muster).set("tank.hvss_known = false")
    };
    let card = charts().tanks[10].hvss as u8;
    assert!(fresh("1944-11-10", 11).roll(&[card]).game().tank.hvss);
    assert!(!fresh("1944-11-10", 11).roll(&[card + 1]).game().tank.hvss);
    let early = fresh("1944-10-01", 11).roll(&[]);
    assert!(early.asked_dice().starts_with("Weather") && !early.game().tank.hvss && early.game().tank.hvss_known);
    assert!(fresh("1944-11-10", 1).roll(&[]).asked_dice().starts_with("Weather"));
    let again = fresh("1944-11-10", 11).set("tank.hvss_known = true").roll(&[]);
    assert!(again.asked_dice().starts_with("Weather"));
}

fn refit(date: &str) -> Scene {
    Scene::campaign(Scenario::Advance).date(date).at(Stage::Refit)
}

/// rules: patton 27.0, 27.1, 24.0c, 24.0, 20.0
#[test]
fn a_refit_rests_the_crew() {
    // 2 to 10 September: nine days.
    let asked = refit("1944-09-02").roll(&[6, 5, 10, 1, 6]);
    assert_eq!(Post::ALL.map(|p| asked.man(p).rating), [6, 5, 6, 5, 6]);
    assert!(asked.can("tank:keep") && asked.can("tank:new"));
    let kept = asked.go_on("tank:keep");
    assert_eq!((kept.game().tank.model, kept.game().day), (Tank::FIRST, "1944-09-11".parse().unwrap()));
    let other = refit("1944-09-02").play("tank:new", &[1, 1, 1, 1, 1, 90]);
    assert_eq!(other.game().tank.model.number(), 16);
    // Six days in January are too short to learn anything, but a tank can be had.
    let short = refit("1945-01-03").play("tank:keep", &[]);
    assert_eq!(short.game().day, "1945-01-09".parse().unwrap());
    // Newcomers roll as well: the commander's place is filled first.
    let vacant = refit("1944-09-02").with(|game| game.crew.men[Post::Driver.index()] = None).roll(&[8]);
    assert_eq!(vacant.man(Post::Driver).rating, 4);
    assert!(vacant.asked_dice().starts_with("Improvement"));
    assert_eq!(vacant.then("", &[1, 1, 1, 5, 1]).man(Post::Driver).rating, 5);
}

/// A crew that becomes good enough in a refit chooses its tank in the same refit, lost tank or not.
///
/// rules: patton 27.0, 27.1, 24.0b
#[test]
fn ratings_come_before_the_exchange() {
    let nearly = || refit("1944-09-02").ratings(7).rating(Post::Assistant, 6);
    let good = nearly().play("no tank:new", &[1, 1, 1, 1, 7]);
    assert!(good.can("tank:12") && good.can("tank:1"), "{:?}", good.options());
    let not = nearly().play("no tank:new", &[1, 1, 1, 1, 6]);
    assert!(not.asked_dice().starts_with("Replacement tank"));
    let lost = nearly().set("tank.lost = true").play("no", &[1, 1, 1, 1, 7]);
    assert!(lost.can("tank:12"));
}

/// rules: patton 19.33, 27.1, 27.0
#[test]
fn whoever_is_due_back_in_a_refit_rejoins_in_it() {
    let scene = |back: &str, you: bool| {
        let post = if you { Post::Commander } else { Post::Driver };
        let away = in_hospital(post, you, back);
        refit("1944-09-02").with(move |game| {
            game.crew.men[post.index()].as_mut().unwrap().you = false;
            game.crew.away.push(away);
            if you {
                game.you.fate = Fate::Away;
            }
        })
    };
    // Due on the last day of the refit: asked for at once, and he learns with the others.
    let asked = scene("1944-09-10", false).play("", &[]);
    assert_eq!(asked.options(), ["yes", "no"]);
    let back = asked.go_on("yes").then("", &[1, 1, 1, 10, 1]);
    assert_eq!((back.man(Post::Driver).number, back.man(Post::Driver).rating), (3, 10));
    // Due the day after: not in the refit.
    let later = scene("1944-09-11", false).play("", &[]);
    assert!(later.asked_dice().starts_with("Improvement") && later.game().crew.away.len() == 1);
    // You yourself as well.
    let you = scene("1944-09-05", true).roll(&[10]);
    assert!(you.man(Post::Commander).you && you.man(Post::Commander).rating == 10);
    assert_eq!(you.game().you.fate, Fate::Serving);
}

/// rules: patton 27.21, 27.22, 27.2
#[test]
fn the_gyrostabilizer_is_learned_in_a_long_refit() {
    // Thirty after the refit's own rolls.
    let trained = refit("1944-09-02").roll(&[6, 6, 6, 6, 6]);
    assert!(trained.can("yes"));
    assert!(trained.go_on("yes").game().crew.trained);
    let not = refit("1944-09-02").roll(&[6, 6, 6, 6, 5]);
    assert!(!not.can("yes") && not.go_on("tank:keep").game().day == "1944-09-11".parse().unwrap());
    assert!(!refit("1945-01-03").ratings(9).play("", &[]).can("yes"));
    // It is lost with the gunner, not with others.
    let after = |post: Post| {
        let scene = Scene::campaign(Scenario::Advance).ratings(10).at(Stage::Evening).wound(post, Wound::Killed);
        scene.set("crew.trained = true").roll(&[]).game().crew.trained
    };
    assert!(!after(Post::Gunner) && after(Post::Driver) && after(Post::Loader));
}

fn in_hospital(post: Post, you: bool, back: &str) -> Away {
    let man = Man { number: 3, rating: 9, you, wound: Wound::LightWeek, weeks: 1, down: false };
    Away { post, man, back: back.parse().unwrap() }
}

/// rules: patton 19.33
#[test]
fn wounded_men_come_back() {
    let scene = |back: &str| {
        let away = in_hospital(Post::Driver, false, back);
        Scene::campaign(Scenario::Advance).date("1944-08-13").at(Stage::Muster).with(|game| game.crew.away.push(away))
    };
    let asked = scene("1944-08-13").play("", &[]);
    assert!(asked.can("yes"));
    let back = asked.go_on("yes");
    assert_eq!(
        (back.man(Post::Driver).rating, back.man(Post::Driver).number, back.man(Post::Driver).able()),
        (9, 3, true)
    );
    // Not a day earlier; and an offer refused is not made again.
    assert!(scene("1944-08-14").play("", &[]).asked_dice().starts_with("Weather"));
    let refused = scene("1944-08-13").play("no", &[]);
    assert!(refused.game().crew.away.is_empty() && refused.man(Post::Driver).rating == 5);
    // Wounded on the 5th and out for a week: the 13th.
    let hurt = Scene::campaign(Scenario::Advance)
        .date("1944-08-05")
        .ratings(10)
        .at(Stage::Evening)
        .wound(Post::Loader, Wound::LightWeek);
    let hurt = hurt.with(|game| game.crew.men[Post::Loader.index()].as_mut().unwrap().weeks = 1).roll(&[]);
    assert_eq!(hurt.game().crew.away[0].back, "1944-08-13".parse().unwrap());
    // You yourself always come back, to your own rank and points.
    let you = Scene::campaign(Scenario::Advance).date("1944-08-13").at(Stage::Muster).with(|game| {
        game.crew.men[0].as_mut().unwrap().you = false;
        game.crew.away.push(in_hospital(Post::Commander, true, "1944-08-10"));
        game.you.fate = Fate::Away;
        game.you.points = 77;
    });
    let you = you.roll(&[]);
    assert!(you.man(Post::Commander).you && you.game().report.aboard);
    assert_eq!((you.game().you.fate, you.game().you.points), (Fate::Serving, 77));
}

/// rules: patton 6.3, 25.0c, 26.2
#[test]
fn the_campaign_is_won_by_living_through_it() {
    let end = Scene::campaign(Scenario::Advance).date("1945-04-18").ratings(10).at(Stage::Evening).roll(&[]);
    // After the last day of action comes the refit to the end of April, and then it is over.
    assert!(!end.game().is_over() && end.saw(|event| matches!(event, Event::Refit { days: 12, .. })));
    let end = end.go_on("no tank:keep");
    assert!(end.game().is_over());
    assert_eq!(end.game().day, Day::END.next());
    assert_eq!(end.game().you.fate, Fate::Survived);
    let outcome = end.game().outcome(charts()).unwrap();
    assert!(outcome.result.starts_with("survived"));
    assert!(
        outcome.summary.iter().any(|line| line.contains("Victory Medal") && line.contains("European Campaign Medal"))
    );
    // Killed: lost; or go on as the man who takes your place, a sergeant without points.
    let dead = || {
        Scene::campaign(Scenario::Advance).ratings(10).at(Stage::Evening).wound(Post::Commander, Wound::Killed).with(
            |game| {
                game.you.points = 150;
                game.you.rank = Rank::StaffSergeant;
            },
        )
    };
    let asked = dead().play("", &[]);
    assert!(asked.can("yes") && asked.can("no"));
    let over = dead().play("no", &[]);
    assert!(over.game().is_over() && over.game().outcome(charts()).unwrap().result.starts_with("killed"));
    let on = dead().play("yes", &[]);
    assert_eq!(
        (on.game().you.number, on.game().you.points, on.game().you.rank, on.game().you.fate),
        (2, 0, Rank::Sergeant, Fate::Serving)
    );
    // Who is in hospital on the last day of action comes back in that refit.
    let hospital = Scene::campaign(Scenario::Advance).date("1945-04-19").ratings(10).at(Stage::Refit).with(|game| {
        game.crew.men[0].as_mut().unwrap().you = false;
        game.crew.away.push(in_hospital(Post::Commander, true, "1945-04-30"));
        game.you.fate = Fate::Away;
    });
    let hospital = hospital.play("no tank:keep", &[10]);
    assert!(hospital.man(Post::Commander).you && hospital.game().you.fate == Fate::Survived);
    // Sent home he is out of it, but alive.
    let home =
        Scene::campaign(Scenario::Advance).ratings(10).at(Stage::Evening).wound(Post::Commander, Wound::SentHome);
    assert!(home.play("no", &[]).game().outcome(charts()).unwrap().result.starts_with("survived"));
}

/// rules: patton 30.0
#[test]
fn with_the_option_every_tank_is_a_firefly() {
    let scene =
        Scene::of(Setup { firefly: true, ..Setup::default() }, Scenario::Advance).date("1944-08-05").at(Stage::Muster);
    let next = scene.set("tank.lost = true").roll(&[]);
    assert_eq!(next.game().tank.model, Tank::FIREFLY);
    let refit = Scene::of(Setup { firefly: true, ..Setup::default() }, Scenario::Advance)
        .date("1945-01-03")
        .at(Stage::Refit)
        .play("", &[]);
    assert!(!refit.can("tank:new"));
}
