//! Records that do not fit the rules they are replayed with.

use crate::common::*;
use hulldown_core::dicebox::DiceBox;
use hulldown_core::session::{Origin, Session};
use hulldown_core::tape::Entry;
use hulldown_core::{Game, Seat};
use hulldown_kit::duel::{Choice, Duel, Setup};

fn replay(setup: Setup, lines: &[&str]) -> Result<Session<Duel>, String> {
    let history = lines.iter().map(|line| line.parse::<Entry<Choice>>().unwrap()).collect();
    let dice = DiceBox::scripted(1, []);
    Session::restore(setup, Duel::<0>::data(), dice, Origin::Setup, history).map_err(|e| e.to_string())
}

fn misfit(lines: &[&str]) -> String {
    replay(SOLO, lines).err().unwrap_or_else(|| panic!("{lines:?} fits"))
}

#[test]
fn a_record_that_fits_is_taken() {
    let session = replay(SOLO, &["# 1d6 1", "0 write:2", "0 hold", "0 stay", "! 1d6 1"]).unwrap();
    assert_eq!(asked(&session), ["dice plot"]);
    assert_eq!(asked(&replay(SOLO, &[]).unwrap()), ["dice 1.1"]);
    assert_eq!(asked(&replay(SOLO, &["# 1d6 1", "0 write:2", "< 0 1"]).unwrap()), ["0 Charm"]);
}

#[test]
fn an_answer_that_is_no_option() {
    assert_eq!(misfit(&["# 1d6 1", "0 hold"]), "history: answer 1: `hold` is not an option there");
    assert_eq!(misfit(&["# 1d6 1", "0 write:4"]), "history: answer 1: `write:4` is not an option there");
}

#[test]
fn other_dice_than_the_rules_call_for() {
    let why = "history: throw 1: the record has 2d6, the rules call for 1d6";
    assert_eq!(misfit(&["# 2d6 1 1"]), why);
    let why = "history: throw 3: the record has 2d6, the rules call for 1d6";
    assert_eq!(misfit(&["# 1d6 1", "0 write:2", "0 hold", "0 stay", "# 1d6 1", "# 2d6 4 4"]), why);
}

#[test]
fn dice_that_are_missing() {
    assert_eq!(misfit(&["0 write:2"]), "history: throw 1 is missing: 1d6 before answer 1");
    let lines = ["# 1d6 1", "0 write:2", "0 hold", "0 stay", "# 1d6 1", "# 1d6 1", "0 brace"];
    assert_eq!(misfit(&lines), "history: throw 4 is missing: 2d6 before answer 4");
}

#[test]
fn more_than_the_game_asked_for() {
    assert_eq!(misfit(&["# 1d6 1", "# 1d6 1"]), "history: the record has more than the game asked for after answer 0");
    assert_eq!(
        misfit(&["# 1d6 1", "1 write:1"]),
        "history: the record has more than the game asked for after answer 0"
    );
    let over = replay(Setup { rounds: 0, ..SOLO }, &["0 hold"]).err().unwrap();
    assert_eq!(over, "history: the record has more than the game asked for after answer 0");
}

#[test]
fn another_order_than_the_game_s() {
    let order = |at| format!("history: after answer {at} the record goes on in another order than the game");
    assert_eq!(misfit(&["# 1d6 1", "# 1d6 1", "0 write:2"]), order(0));
    // Dice before the answer they follow.
    let lines = ["# 1d6 1", "0 write:2", "0 hold", "# 1d6 1", "0 stay", "# 1d6 1"];
    assert_eq!(misfit(&lines), order(2));
    // Of two seats too: who plots in private may come in any order, but nothing of it after the dice that follow.
    let before = ["# 1d6 1", "1 write:1", "0 write:1"];
    let plots = ["1 hold", "0 aim:left", "1 stay"];
    let with = |rest: &[&str]| replay(TWO, &[&before[..], &plots[..], rest].concat());
    assert_eq!(asked(&with(&["0 stay", "# 2d6 6 5"]).unwrap()), ["1 Armor"]);
    assert!(with(&["# 2d6 6 5", "0 stay"]).is_err());
    assert!(with(&["0 stay", "1 brace", "# 2d6 6 5"]).is_err());
}

#[test]
fn undos_that_cannot_be() {
    assert_eq!(misfit(&["# 1d6 1", "< 0 1"]), "history[1]: there is nothing to undo");
    assert_eq!(misfit(&["# 1d6 1", "0 write:1", "< 0 0"]), "history[2]: there is nothing to undo");
    assert_eq!(misfit(&["# 1d6 1", "0 write:1", "< 0 65535"]), "history[2]: no more than 1 answer can be undone");
    let why = misfit(&["# 1d6 1", "0 hold", "< 0 1"]);
    assert_eq!(why, "history[2]: what it takes back does not fit: answer 1: `hold` is not an option there");
    let sealed = replay(TWO, &["# 1d6 1", "0 write:1", "1 write:1", "< 1 1"]).err().unwrap();
    assert!(sealed.starts_with("history[3]: that cannot be undone: "), "{sealed}");
}

#[test]
fn a_seat_that_is_not_at_the_table() {
    let entry = Entry::Answer { seat: Seat(7), choice: Choice::Hold };
    let refused =
        Session::<Duel>::restore(SOLO, Duel::<0>::data(), random(1), Origin::Setup, vec![entry]).err().unwrap();
    assert_eq!(refused.to_string(), "history[0]: there is no seat 7");
}
