//! What is written in saves and typed by players keeps its spelling.

use hulldown_ace::talk::Choice;
use hulldown_ace::words::{Class, Month, Range, UnitType, Wound};

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
