//! The end of a career: chapter 5, and what a game of one or two is worth.

use crate::common::{Look, Played, Scene, charts};
use hulldown_ace::Setup;
use hulldown_ace::state::{End, Fate, Mode, Stage};
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;
use hulldown_core::Seat;
use hulldown_core::game::Outcome;

/// An Attack that has just ended so, the first of the career.
fn after(end: End) -> Scene {
    Scene::new(Mission::Attack).stage(Stage::After(Seat(0))).me(|player| player.board.end = Some(end))
}

fn now(played: &Played) -> (&'static str, u8) {
    (played.game().month.id(), played.game().line + 1)
}

/// rules: ace 5.2.1a 5.2.1b 2.0a 5.1.4
#[test]
fn victory_is_by_successful_missions_only() {
    let level = |successes| charts().victory(successes);
    assert_eq!([level(0), level(4)], [VictoryLevel::Defeat; 2]);
    assert_eq!([level(5), level(10)], [VictoryLevel::Draw; 2]);
    assert_eq!([level(11), level(20)], [VictoryLevel::Marginal; 2]);
    assert_eq!([level(21), level(30)], [VictoryLevel::Substantial; 2]);
    assert_eq!([level(31), level(86)], [VictoryLevel::Decisive; 2]);
    // Four successes and any number of kills are a Defeat.
    let end = Scene::new(Mission::Attack)
        .month("1945-04")
        .with(|game| (game.line, game.stage) = (7, Stage::LineEnd(Seat(0))))
        .mine("career.successes = 4, career.completed = 80, career.kills = [99, 99, 99, 99, 99, 99, 99]")
        .mine("career.rank = cpt")
        .play("", &[]);
    assert!(end.session.is_over());
    assert_eq!(end.session.outcome().unwrap().result, "Defeat: survived the war");
}

/// rules: ace 5.1.3 5.1.4 5.2.1b 7.4.3k 2.0a
#[test]
fn a_dead_commander_ends_the_game_at_once() {
    // Vector 11: killed on his 23rd line with 11 successes, in the middle of an enemy step: spalling 1, commander, B7 12.
    let end = Scene::new(Mission::Attack)
        .stage(Stage::Enemy(Seat(0)))
        .mine("career.completed = 22, career.successes = 11")
        .enemies("pz4 B targeting, pz4 A targeting")
        .play("", &[3, 3, 1, 1, 1, 1, 1, 6, 6]);
    assert_eq!(end.rolls().last().map(String::as_str), Some("Wound (B7): 12: killed"));
    assert_eq!((end.me().fate, end.session.is_over()), (Fate::Killed, true));
    assert_eq!(end.me().career.completed, 22);
    let outcome = end.session.outcome().unwrap();
    assert_eq!(outcome.result, "Marginal Victory: killed in action");
    assert_eq!(outcome.summary[0], "Staff Sergeant: Marginal Victory (posthumous), 11 missions won of 22 finished.");
}

/// rules: ace 5.1.1 5.1.2 4.2.3b
#[test]
fn missions_missed_past_april_end_the_game() {
    // A Captain has no promotion to roll for.
    let wounded = |line| {
        after(End::Withdrawn)
            .month("1945-04")
            .with(|game| game.line = line)
            .mine("crew.0.wound = SW, career.rank = cpt")
            .play("", &[2, 2])
    };
    let end = wounded(5);
    assert_eq!(end.rolls(), ["Serious wound (C2): 4: out for 4 missions"]);
    assert!(!end.saw(|event| matches!(event, Event::Skipped { .. })), "what he would miss is not gone through");
    assert!(end.saw(|event| *event == Event::NoMoreMissions { seat: Seat(0) }));
    assert_eq!((end.me().fate, end.session.is_over()), (Fate::Survived, true));
    // On the fourth line he would miss the last four, on the third he is back for the eighth.
    assert!(wounded(3).session.is_over());
    let fights = wounded(2);
    assert_eq!((now(&fights), fights.options()), (("1945-04", 8), vec!["dice:A1".into()]));
}

/// rules: ace 5.1.2 8.2.2a R40a
#[test]
fn no_promotion_is_rolled_for_lines_that_are_never_played() {
    // From July on, April is the tenth month: an attempt falls due at its end.
    let wounded = |month, line, faces| {
        let scene = after(End::Withdrawn).month(month).with(|game| game.line = line);
        scene.mine("crew.0.wound = SW").play("", faces)
    };
    let attempts =
        |played: &Played| played.rolls().iter().any(|roll| roll.starts_with("Promotion")) || played.can("dice:8.2.2");
    // Out for four, on the fifth line of April: there is no end of April for him.
    let over = wounded("1945-04", 4, &[2, 2]);
    assert_eq!((over.session.is_over(), attempts(&over)), (true, false));
    // In hospital from the first line of March, through the ends of two months.
    let over = wounded("1945-03", 7, &[4, 5]);
    assert_eq!(
        (over.rolls(), over.session.is_over()),
        (vec!["Serious wound (C2): 9: out for 12 missions".into()], true)
    );
    // Who serves to the last line of April has his attempt, wounded in it or not.
    assert!(attempts(&wounded("1945-04", 7, &[2, 2])));
    // And whoever will be back in time has the attempts that fall due meanwhile.
    let back = wounded("1945-02", 6, &[2, 2]);
    assert_eq!((attempts(&back), back.session.is_over()), (true, false));
}

/// rules: ace 5.1.2 10.1
#[test]
fn one_who_is_out_for_the_rest_of_the_war_leaves_the_other_to_play_it() {
    let scene = Scene::pair(Mode::Cooperative, Mission::Attack).month("1945-04").with(|game| {
        (game.line, game.stage) = (5, Stage::LineEnd(Seat(0)));
        game.players[0].career.skip = 2;
        game.players[1].career.skip = 1;
    });
    let alone = scene.play("", &[]);
    assert_eq!([0, 1].map(|n| alone.game().players[n].fate), [Fate::Survived, Fate::Serving]);
    assert_eq!((now(&alone), alone.game().field.fights), (("1945-04", 8), [false, true]));
}

/// A game of two in which the first was killed in July 1944 and the second has come through.
fn ended(mode: Mode) -> Outcome {
    let scene = Scene::of(Setup { mode, ..Setup::default() }, Mission::Attack).stage(Stage::Enemy(Seat(0)));
    let scene = scene.enemies("pz4 B targeting").mine("mat.open = [false, false, false]");
    let killed = scene.play("", &[1, 1, 4, 6, 6, 6, 6, 6]);
    assert_eq!(killed.me().fate, Fate::Killed);
    let mut game = killed.game().clone();
    (game.month, game.line, game.stage) = (Month::LAST, 7, Stage::LineEnd(Seat(1)));
    let (won, kills) = (&mut game.players[1].career, [3, 0, 0, 0, 0, 0, 9]);
    (won.successes, won.completed, won.kills, won.rank) = (12, 20, kills, Rank::Captain);
    Played::from(game, Setup::default(), &[]).session.outcome().unwrap()
}

/// rules: ace 5.1.4 5.1.3
#[test]
fn every_fate_has_its_own_month() {
    let summary = ended(Mode::Cooperative).summary;
    assert_eq!(summary[1], "Commander 1: killed in action in July 1944.", "{summary:#?}");
    assert!(summary.contains(&"Commander 2: survived the war in April 1945.".into()), "{summary:#?}");
}

/// rules: ace 5.1.4 5.2.1a 10.3b
#[test]
fn both_commanders_have_a_result_and_a_score() {
    let outcome = ended(Mode::Cooperative);
    assert_eq!(
        outcome.result,
        "Commander 1: Defeat, killed in action; Commander 2: Marginal Victory, survived the war"
    );
    assert_eq!((outcome.scores, outcome.score, outcome.winner), (vec![0, 12], 12, None), "the better is the game's");
    // Rivals are compared by their kills, and the score is the winner's.
    let outcome = ended(Mode::CompetitiveApart);
    assert_eq!((outcome.result.as_str(), outcome.winner), ("Commander 2 wins", Some(Seat(1))));
    assert_eq!((outcome.scored(), outcome.score), ("scores 0 and 3".into(), 3));
}
