//! Boards in characters and answers in words, through a pipe: what somebody hears who cannot see the map.
#![allow(clippy::unwrap_used)]

use crate::common::{Home, flat};
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
    assert!(answer(&said, "way 0112 Y").contains("Cheapest way: "), "{said}");
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
        "auto 30\nboard\nway m41\nlook m41\nway 41\nenemies\nlook area 7\nlook 4-5\nlook 4-5 long\nlook 9L\nlook 10\nsee gunner\nwhere am I\nlook zebra",
    );
    // As the keys call zones, and by any number of a sector.
    assert!(answer(&days, "look 9L").contains("Sector 9-10, long range"), "{days}");
    assert!(answer(&days, "look 10").contains("Sector 9-10, close range"), "{days}");
    assert!(answer(&days, "way m41").contains("minutes so far"), "{days}");
    assert!(answer(&days, "look m41").contains("Area 41"), "{days}");
    // As areas are called everywhere.
    assert_eq!(answer(&days, "way 41"), answer(&days, "way m41"));
    assert!(!answer(&days, "enemies").contains("no option"), "{days}");
    // Which way each area lies, for who cannot see the map.
    assert!(answer(&days, "look area 7").contains("Area 07"), "{days}");
    assert!(answer(&days, "look area 7").contains("Up and right, ") || days.contains("Right, "), "{days}");
    assert!(answer(&days, "way m41").contains(" on the map to area 41"), "{days}");
    assert!(answer(&days, "look 4-5 long").contains("Sector 4-5, long range"), "{days}");
    assert!(answer(&days, "see gunner").contains("Gunner"), "{days}");
    assert!(answer(&days, "look zebra").contains("Say a unit by its number"), "{days}");
}

/// One gun bears, two bear.
#[test]
fn guns_are_spoken_of_in_grammar() {
    let told = |seed: u32| flat(&heard(&[sample!(career), "--seed", &seed.to_string()], "auto 20\nsee tank"));
    let both = (1..30).map(told).find(|told| told.contains("the main gun and the bow machine gun bear")).unwrap();
    assert!(both.contains("the main gun and the bow machine gun bear;"), "{both}");
}

/// What lies on the way to an edge is told step by step, as on the way to a hex.
#[test]
fn the_way_to_an_edge_is_told() {
    let said = heard(&[sample!(sides), "--seed", "5", "--side", "1"], "way 0112 Y\nway 0112 0812");
    for way in ["way 0112 Y", "way 0112 0812"] {
        let told = answer(&said, way);
        assert!(told.contains("Movement Points") && told.contains(" to 02"), "{told}");
    }
}

/// Before and after a battle the tank is somewhere, too.
#[test]
fn one_is_somewhere_without_a_battle() {
    let said = Home::new().say(&["learn", sample!(days), "--no-save", "--linear"], "where am I\nquit\n").ok();
    let told = answer(&said, "where am I");
    for word in ["M4: hull 6-8", "No battle"] {
        assert!(told.contains(word), "{word}: {told}");
    }
}

/// How far it is for one Unit, and a hex as the board writes it.
#[test]
fn a_way_is_told_from_a_unit_to_a_hex() {
    let said = Home::new()
        .say(
            &["learn", sample!(shared), "--no-save", "--linear"],
            "way 042 12\nway 12\nlook 11H\nlook 12-\nway 042 99\nlook Frobnic\nenemies\nlook 7\nlook enemy 7\nquit\n",
        )
        .ok();
    let told = answer(&said, "way 042 12");
    assert!(told.contains("042 M4 Sherman (75mm)") && !told.contains("041"), "{told}");
    assert!(told.contains("hexes away"), "{told}");
    assert_eq!(answer(&said, "way 12").lines().count(), 6, "{said}");
    assert!(answer(&said, "look 11H").contains("11: Heavy Cover"), "{said}");
    assert!(answer(&said, "look 12-").contains("12: clear"), "{said}");
    assert!(answer(&said, "enemies").contains("(no. 7) in "), "{said}");
    assert_eq!(answer(&said, "look 7"), answer(&said, "look enemy 7"));
    // What is not there is named as it was typed.
    assert!(answer(&said, "way 042 99").contains("`99`"), "{said}");
    assert!(answer(&said, "look Frobnic").contains("`Frobnic`"), "{said}");
}
