//! What is told beside the rules: the story, what must not be overlooked, who bears on a move.

use crate::common::*;
use hulldown_core::Playable;
use hulldown_core::game::Seat;
use hulldown_core::playable::aids::{Grave, Shot};
use hulldown_leader::Leader;
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
    assert_eq!(bears(Choice::To(hex(61))).unwrap(), "may hit it there: Pz IV (no. 0) 87 %");
    assert_eq!(bears(Choice::Stay), None);
}
