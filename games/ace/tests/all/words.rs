//! What is written in saves and typed by players keeps its spelling.

use crate::common::{Scene, charts};
use hulldown_ace::Ace;
use hulldown_ace::talk::{Ask, Choice, Event, RackPlan};
use hulldown_ace::words::{Class, Mission, Month, Range, UnitType, Wound};
use hulldown_core::{Playable, Seat, Voice};
use hulldown_kit::aids::{Talk, dangling};

#[test]
fn every_key_reads_back_as_the_same_choice() {
    for key in [
        "start:1944-06",
        "tank:m26",
        "tank:keep",
        "unit:10",
        "unit:roll",
        "school:bars",
        "buy:gunnery",
        "buy:synergy:booze",
        "done",
        "yes",
        "no",
        "open:none",
        "open:cda",
        "load:wp",
        "rack:same",
        "n:7",
        "fire:3",
        "assist:4",
        "assist:coax:4",
        "smoke:A",
        "coax:2",
        "bow:1",
        "aa50:12",
        "reload",
        "reload:rush",
        "put:ap",
        "fill:he",
        "take:hcbi",
        "move:forward",
        "move:hulldown",
        "range:closer",
        "hull:left",
        "turn:front",
        "move:back",
        "flank:5",
        "mortar",
        "call:artillery",
        "call:mortar:partner",
        "button:ca",
        "unbutton:d",
        "switch:apcr",
        "synergy",
        "end",
        "post:loader",
        "post:stay",
        "target:9",
        "trade:hvap",
        "pay:luger",
        "recall:0",
    ] {
        let choice: Choice = key.parse().unwrap_or_else(|_| panic!("{key}"));
        assert_eq!(choice.to_string(), key);
    }
    for key in [
        "", "fire", "fire:", "fire:01", "fire:+1", "fire:1:2", "open:dc", "unit:0", "unit:11", "coax:x", "n:-1",
        "end:x",
    ] {
        assert!(key.parse::<Choice>().is_err(), "{key}");
    }
}

/// A target is typed by its number after the letter of the command, whatever else is offered.
#[test]
fn commands_are_typed_by_what_they_do() {
    let typed = |key: &str| Ace::typed(key.parse().unwrap());
    for (key, expected) in [
        ("fire:3", "3"),
        ("coax:3", "X3"),
        ("bow:12", "12"),
        ("aa50:3", "3"),
        ("flank:3", "3"),
        ("smoke:A", "A"),
        ("assist:3", "P3"),
        ("assist:coax:3", "PX3"),
        ("call:artillery", "A"),
        ("call:mortar:partner", "PM"),
    ] {
        assert_eq!(typed(key).as_deref(), Some(expected), "{key}");
    }
    assert_eq!(typed("reload"), None);
}

/// The rack is filled by who stands on the board.
#[test]
fn the_usual_rack_is_for_those_who_are_there() {
    let usual = |units: &str| {
        let scene = Scene::new(Mission::Attack).enemies(units);
        let options = RackPlan::ALL.map(Choice::Rack);
        (Ace::AIDS.usual)(&scene.game, charts(), Seat(0), Ask::Rack, &options).unwrap().choice.to_string()
    };
    assert_eq!(usual("pak40 A, pak40 B, inf B"), "rack:he");
    assert_eq!(usual("pz4 A, stug3 B"), "rack:ap");
    assert_eq!(usual("pz4 A, inf B"), "rack:half");
}

#[test]
fn words_keep_their_ids() {
    assert_eq!(Month::from_id("1944-06"), Some(Month::FIRST));
    assert_eq!(Month::LAST.id(), "1945-04");
    assert_eq!((Month::FIRST.next(), Month::LAST.next()), (Month::new(1), None));
    assert_eq!(Class::from_id("SPG"), Some(Class::Spg));
    assert_eq!(Class::TYPED.map(Class::index), [0, 1, 2, 3]);
    assert_eq!(UnitType::from_id("pak40").map(UnitType::index), Some(14));
    assert_eq!(Range::Long.closer().and_then(Range::closer), Some(Range::Close));
    assert!(Wound::Killed > Wound::Serious);
}

#[test]
fn the_aids_name_what_is_there() {
    let talk = Talk { events: Event::KINDS, choices: Choice::KEYS };
    assert_eq!(dangling(Ace::AIDS, &talk), [""; 0]);
}
