//! Two commanders against each other (10.3), in one unit or in two.

use crate::common::{Played, Scene};
use crate::rules_together::{LEFT, RIGHT, helping, thrown};
use hulldown_ace::Setup;
use hulldown_ace::state::{Mode, Player, Stage};
use hulldown_ace::talk::Event;
use hulldown_ace::words::*;

/// rules: ace 10.3a
#[test]
fn in_competition_the_opponent_throws_the_german_dice() {
    let scene = |mode| {
        let scene = Scene::pair(mode, Mission::Defense).stage(Stage::RoundStart).enemies("pz4 B");
        scene.set("field.fights.1 = false").mine("mat.open = [true, false, false]")
    };
    // Targeting; own fire; enemy B1, location, B3 (B), hatch, wound, spall, victim, wound; then the player's Event Check.
    let dice = [1, 5, 5, 1, 1, 4, 2, 2, 1, 1, 1, 1, 5, 1, 1];
    for (mode, german) in [(Mode::Cooperative, 0), (Mode::CompetitiveTogether, 1), (Mode::CompetitiveApart, 1)] {
        let fought = scene(mode).play("fire:1 end", &dice).dice(&[&[3, 4]]);
        let g = german;
        assert_eq!(
            thrown(&fought),
            [
                ("7.2-4", g),
                ("B1", 0),
                ("B1", g),
                ("B3", g),
                ("B3", g),
                ("7.3.2", g),
                ("B7", g),
                ("7.3.8", g),
                ("7.3.8", g),
                ("B7", g),
                ("B9", 0)
            ],
            "{mode:?}"
        );
    }
}

/// rules: ace 10.3a 10.2b
#[test]
fn rivals_of_one_unit_help_each_other_and_rivals_of_two_fight_one_after_the_other() {
    let scene = helping(LEFT, "pz4 B").set("mode = competitive_together");
    assert!(scene.play("", &[]).can("assist:1"));
    // Apart: the first plays his line to its end, then the second his own on the same line, with his own A1.
    let scene = || {
        Scene::of(Setup { mode: Mode::CompetitiveApart, ..Setup::default() }, Mission::Attack).stage(Stage::Line(LEFT))
    };
    let lines = |played: &Played| played.events().iter().filter(|event| matches!(event, Event::Line { .. })).count();
    let first = scene().play("", &[]);
    assert_eq!((first.game().field.fights, first.asked_dice().as_str()), ([true, false], "Mission (A1) 2d6, chart A1"));
    let second = scene().set("players.0.career.skip = 1").play("", &[]);
    assert_eq!((second.game().field.fights, second.session.dice_asked().unwrap().by), ([false, true], RIGHT));
    assert_eq!((lines(&second), second.game().line), (1, 2), "the same line");
    let neither = scene().with(|game| game.players.iter_mut().for_each(|player| player.career.skip = 1)).play("", &[]);
    assert_eq!(
        (lines(&neither), neither.game().line, neither.game().field.fights),
        (2, 3, [true, false]),
        "the next line"
    );
    // Who is dead is passed over.
    let dead = scene().set("players.0.fate = killed, players.1.career.skip = 1");
    let dead = dead.play("", &[]);
    assert_eq!((dead.game().line, dead.game().field.fights), (3, [false, true]));
}

/// rules: ace 10.3b
#[test]
fn the_competition_is_won_by_kills_then_by_the_highest_award() {
    let winner = |mode, change: &dyn Fn(&mut [Player; 2])| {
        let mut game = Scene::of(Setup { mode, ..Setup::default() }, Mission::Attack).game;
        change(&mut game.players);
        game.winner()
    };
    let rivals = |change: &dyn Fn(&mut [Player; 2])| winner(Mode::CompetitiveApart, change);
    assert_eq!(rivals(&|_| {}), None);
    // Vehicles of every kind and guns count, infantry does not.
    assert_eq!(
        rivals(&|players| (players[0].career.kills, players[1].career.kills) =
            ([1, 1, 1, 1, 1, 1, 0], [5, 0, 0, 0, 0, 0, 9])),
        Some(LEFT)
    );
    assert_eq!(
        rivals(&|players| {
            players[0].career.kills[0] = 1;
            (players[0].career.successes, players[0].career.awards[Award::MedalOfHonor.index()]) = (9, 1);
            players[1].career.kills[2] = 2;
        }),
        Some(RIGHT)
    );
    // Equal kills: the highest award, not their number.
    let award = |player: &mut Player, award: Award, n| player.career.awards[award.index()] = n;
    assert_eq!(
        rivals(&|players| {
            award(&mut players[0], Award::BronzeStar, 9);
            award(&mut players[1], Award::SilverStar, 1);
        }),
        Some(RIGHT)
    );
    assert_eq!(rivals(&|players| award(&mut players[0], Award::Eame, 1)), Some(LEFT));
    // Then successes.
    assert_eq!(rivals(&|players| players[1].career.successes = 1), Some(RIGHT));
    assert_eq!(
        winner(Mode::Cooperative, &|players| players[0].career.kills[0] = 1),
        None,
        "together nobody beats the other"
    );
}

/// rules: ace 4.7c 10.3a
#[test]
fn commanders_of_different_units_have_events_of_their_own() {
    let july = |mode| {
        Scene::of(Setup { mode, ..Setup::default() }, Mission::Attack).with(|game| game.events_used = [0b1, 0]).game
    };
    let apart = july(Mode::CompetitiveApart);
    assert_eq!([LEFT, RIGHT].map(|s| apart.event_active(crate::common::charts(), s, 1)), [false, true]);
    let together = july(Mode::Cooperative);
    assert_eq!([LEFT, RIGHT].map(|s| together.event_active(crate::common::charts(), s, 1)), [false, false]);
}
