//! A game of two sides in the terminal: against a policy, and with two people at one screen.

mod common;

use common::Home;

const MARCH: &str = "at:0117\nface:B\nas-they-are\nshortest\n";

#[test]
fn one_plays_against_a_policy_and_speaks_in_lines() {
    let home = Home::new();
    let march = "march:4\nkeep-rest\n".repeat(6);
    let said = home.say(
        &["play", "tank", "--seed", "5", "--name", "Sides", "--linear"],
        &format!("{MARCH}{march}march:4\nstop\nkeep-rest\nA mvr D, B fc\nunits\nC df 0101\ncommit\nquit\n"),
    );
    let said = said.ok();
    // `stop` is an answer here, though it is also a word of the program.
    assert!(said.contains("Alpha stops all movement."), "{said}");
    assert!(said.contains("plotted MVR D") && said.contains("plotted FC"), "{said}");
    assert!(said.contains("Alpha's plot is sealed:"), "{said}");
    // What the policy keeps to itself is nowhere.
    assert!(!said.contains("Bravo is arranged"), "{said}");
    let again = home.say(&["play", "--continue", "Sides", "--linear"], "quit\n").ok();
    assert!(again.contains("Alpha"), "{again}");
}

#[test]
fn two_people_hand_the_screen_over() {
    let home = Home::new();
    let said = home.say(
        &["play", "tank", "--against", "person", "--seed", "5", "--name", "Two", "--linear"],
        &format!("\n{MARCH}\nquit\n"),
    );
    let said = said.ok();
    let (first, second) = said.split_once("Player 2 is next").expect("player 2 is asked for");
    assert!(first.contains("Player 1 is next") && first.contains("Alpha: by which hex"), "{said}");
    assert!(second.contains("Bravo: by which hex") && !second.contains("Alpha:"), "{said}");
    let wrong = home.run(&["play", "tank", "--against", "nobody", "--no-save", "--linear"]).failed(2);
    assert!(wrong.contains("heuristic"), "{wrong}");
}
