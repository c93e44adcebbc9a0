//! What is told beside the rules: the story, what must not be overlooked, who bears on a move.

use crate::common::*;
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::game::Seat;
use hulldown_core::playable::aids::{Grave, Shot};
use hulldown_core::session::Pending;
use hulldown_core::{Playable, Session, Voice};
use hulldown_leader::Leader;
use hulldown_leader::state::Step;
use hulldown_leader::talk::{Ask, Choice, Event, Number};
use hulldown_leader::words::*;

#[test]
fn the_story_tells_what_deserves_it() {
    let story = |event: Event| Leader::AIDS.story.unwrap()(charts(), &event);
    let said = |event: Event| story(event).unwrap();
    assert_eq!(said(Event::Lost { unit: Number(42), damage: Damage::Destroyed }), "We lost the M4 Sherman (75mm) 042.");
    assert_eq!(said(Event::Killed { enemy: 3, model: Model::AtGun }), "We destroyed an AT Gun.");
    assert_eq!(said(Event::Killed { enemy: 3, model: Model::Tiger }), "We destroyed a Tiger.");
    assert_eq!(said(Event::Kia { name: Name::RedTree }), "Red Tree was killed.");
    assert!(said(Event::Battle { battalion: "9A".parse().unwrap() }).contains("9A"));
    assert_eq!(story(Event::Missed), None);
}

/// A Unit that is hit is harm in the counter's own word, one that is lost names who fired.
#[test]
fn misfortunes_are_told_as_such() {
    let about = |event: Event| (Leader::AIDS.about)(charts(), &event);
    let hit = about(Event::Damaged { unit: Number(42), damage: Damage::Engine });
    assert_eq!((hit.grave, hit.shot), (Some(Grave::Harm(Seat(0), "Engine")), Some(Shot::Result)));
    let nothing = about(Event::Damaged { unit: Number(42), damage: Damage::NoEffect });
    assert_eq!((nothing.grave, nothing.shot), (None, Some(Shot::Result)));
    let lost = about(Event::Lost { unit: Number(42), damage: Damage::Destroyed });
    let fired = about(Event::EnemyAttacks { enemy: 0, model: Model::Pz4, unit: Number(42) });
    assert_eq!((lost.grave, lost.whom), (Some(Grave::Loss(Seat(0))), fired.whom));
    assert_eq!(about(Event::Wounded { name: Name::Eandi }).grave, Some(Grave::Harm(Seat(0), "Wounded")));
}

/// A Pz IV that holds hits at range 1 as the threats say, and not at all where it does not reach.
#[test]
fn a_move_says_who_bears_there() {
    let scene = Scene::battle().unit(42, Name::Eandi, 62).enemy(Model::Pz4, 51).fast();
    let game = scene.with(|game| (game.battle.mods.hold_turns, game.battle.acting) = (2, Some(0))).game;
    let bears = |choice| (Leader::AIDS.bears)(&game, charts(), Seat(0), Ask::Move(Number(42)), choice);
    let there = "best attack from there 66 %, at Pz IV (no. 0); may hit it there: Pz IV (no. 0) 87 %";
    assert_eq!(bears(Choice::To(hex(61))).unwrap(), there);
    assert_eq!(bears(Choice::Stay), None);
}

/// Whoever learns it fires within a minute: the guided game stands at the first turn of a battle, and the second answer leads to a shot.
#[test]
fn the_guided_game_begins_with_a_battle() {
    let guided = Leader::guided();
    let dice = DiceBox::new(guided.seed, DiceMode::Random);
    let mut game = Session::<Leader>::new(guided.setup, charts(), dice).unwrap();
    for key in guided.answers {
        game.choose_key(Seat(0), key).unwrap_or_else(|why| panic!("{key}: {why}"));
    }
    let asked = |game: &Session<Leader>| match game.pending().first() {
        Some(Pending::Choice { ask, options, .. }) => (*ask, options.clone()),
        other => panic!("{other:?}"),
    };
    assert_eq!(asked(&game).0, Ask::Act(Step::Fast));
    for key in ["act:042", "stay"] {
        game.choose_key(Seat(0), key).unwrap_or_else(|why| panic!("{key}: {why}"));
    }
    let (ask, options) = asked(&game);
    assert_eq!(ask, Ask::Attack(Number(42)));
    assert!(options.iter().any(|choice| matches!(choice, Choice::Fire(_))));
    // What belongs to a Week is taught when the next one is planned.
    assert!(game.working().lesson(charts(), Seat(0), Ask::Plan).is_some());
}
