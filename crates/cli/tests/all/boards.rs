//! Boards in characters and answers in words, through a pipe: what somebody hears who cannot see the map.
#![allow(clippy::unwrap_used)]

use crate::common::Home;
use hulldown_catalog::sample;

/// What is said to some words, from the first of them on.
fn heard(game: &[&str], words: &str) -> String {
    let mut args = vec!["play"];
    args.extend(game);
    args.extend(["--no-save", "--linear"]);
    Home::new().say(&args, &format!("{words}\nquit\n")).ok()
}

/// What stands between one word and the next prompt.
fn answer<'a>(said: &'a str, word: &str) -> &'a str {
    let rest = said.split_once(&format!("> {word}\n")).unwrap_or_else(|| panic!("{word} was not said:\n{said}")).1;
    rest.split("\n> ").next().unwrap()
}

#[test]
fn an_entry_hex_is_chosen_knowing_what_lies_there() {
    let said = heard(
        &[sample!(sides), "--seed", "5", "--side", "1"],
        "board\nall\nlook W\nlook 0112\nsee 0112\nway 0112 Y\nwhere am I\n0112\n.\nZ\nS\nboard",
    );
    // The list itself says what lies there.
    let all = answer(&said, "all");
    for hex in ["0108, rough\n", "0112, clear\n", "0117, clear, in the middle of the edge\n", "0120, woods\n"] {
        assert!(all.contains(hex), "{hex}: {all}");
    }
    let board = answer(&said, "board");
    assert!(board.is_ascii() && board.lines().count() > 12, "{board}");
    assert!(board.contains('*') && board.contains('&') && board.contains("woods"), "{board}");
    assert_eq!(answer(&said, "look W").lines().filter(|line| line.contains("; sees ")).count(), 33);
    let hex = answer(&said, "look 0112");
    for word in ["0112, clear", "(north): to 0111", "the edge of the map", "hexes can be seen from here"] {
        assert!(hex.contains(word), "{word}: {hex}");
    }
    assert!(answer(&said, "see 0112").contains("A (north): 3 clear, 1 rough, 7 clear, to the edge of the map"));
    assert!(answer(&said, "way 0112 Y").contains("Movement Points by the cheapest way"), "{said}");
    assert!(answer(&said, "where am I").contains("You enter by the west edge W"));
    assert!(
        said.split_once("> 0112\n").unwrap().1.contains("-- 0112, clear --"),
        "the hex was chosen by its number: {said}"
    );
    // A march is told hex by hex as it is written, and drawn when it is.
    assert!(answer(&said, "Z").contains("B, northeast, to 0211, rough"), "{said}");
    let marching = said.rsplit("> board\n").next().unwrap();
    assert!(marching.matches('+').count() > 8 && marching.contains("+ way"), "{marching}");
}

#[test]
fn units_are_seen_and_threaten() {
    let said = heard(
        &[sample!(sides), "--seed", "5", "--side", "1"],
        "auto 40\nboard\nboard all\nboard A\nlook A\nsee A\nway A 2010\nwho targets me\nlook enemy ZZ",
    );
    assert!(answer(&said, "board").contains('A') && answer(&said, "board").contains('?'), "{said}");
    assert!(answer(&said, "board all").lines().count() >= 33);
    // Near, a unit stands with the letter of the side it faces.
    let near = answer(&said, "board A");
    assert!(["Aa", "Ab", "Ac", "Ad", "Ae", "Af"].iter().any(|unit| near.contains(unit)), "{near}");
    assert!(answer(&said, "look A").contains("It stands in "), "{said}");
    assert!(answer(&said, "see A").contains("Seen by A from"), "{said}");
    assert!(answer(&said, "way A 2010").contains("Movement Points"), "{said}");
    assert!(answer(&said, "who targets me").contains("ine of sight"), "{said}");
    assert!(answer(&said, "look enemy ZZ").contains("No enemy ZZ has been spotted"), "{said}");
}

#[test]
fn areas_and_sectors_are_told() {
    let asked = "auto 20\nboard\nlook A\nsee tank\nway B\nwho targets me\nwhere am I\nlook zebra";
    let fights = (1..30).map(|seed| heard(&[sample!(career), "--seed", &seed.to_string()], asked));
    let career = fights.into_iter().find(|said| answer(said, "board").contains("RANGE")).unwrap();
    let board = answer(&career, "board");
    for area in ["A left front", "B front", "C right front", "D left flank", "E right flank", "hull ", "RANGE"] {
        assert!(board.contains(area), "{area}: {board}");
    }
    assert!(answer(&career, "look A").contains("Area A, left front"), "{career}");
    assert!(answer(&career, "see tank").contains("On area E"), "{career}");
    assert!(answer(&career, "look zebra").contains("Say an area A to E"), "{career}");
    let days = heard(
        &[sample!(days), "--seed", "5"],
        "auto 30\nboard\nway m41\nlook m41\nlook area 7\nlook 4-5\nlook 4-5 long\nsee gunner\nwhere am I\nlook zebra",
    );
    assert!(answer(&days, "way m41").contains("minutes so far"), "{days}");
    assert!(answer(&days, "look m41").contains("Area 41"), "{days}");
    // Which way each area lies, for who cannot see the map.
    assert!(answer(&days, "look area 7").contains("Area 07"), "{days}");
    assert!(answer(&days, "look area 7").contains("Up and right, ") || days.contains("Right, "), "{days}");
    assert!(answer(&days, "way m41").contains(" on the map to area 41"), "{days}");
    assert!(answer(&days, "look 4-5 long").contains("Sector 4-5, long range"), "{days}");
    assert!(answer(&days, "see gunner").contains("Gunner"), "{days}");
    assert!(answer(&days, "look zebra").contains("Say a unit by its number"), "{days}");
}
