//! The first Week, word for word, and a save that must load for ever (see `hulldown_kit::golden`).

use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::{Game, Seat, Session};
use hulldown_kit::golden;
use hulldown_leader::bot::Sensible;
use hulldown_leader::{Leader, Setup};
use std::path::{Path, PathBuf};

const SEED: u64 = 1942;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The bot plays until so many Weeks are over.
fn play(weeks: u8) -> (Session<Leader>, String) {
    let (session, text) = play_while(|game| game.week <= weeks);
    (session, format!("Sherman Leader, seed {SEED}, the bot sensible, the first {weeks} Weeks.\n{text}"))
}

/// The bot plays as long as this holds.
fn play_while(wanted: impl Fn(&Leader) -> bool) -> (Session<Leader>, String) {
    played(Setup { objective: "probe".into(), ..Setup::default() }, wanted)
}

/// Three who share a force play as long as this holds.
fn play_together(wanted: impl Fn(&Leader) -> bool) -> (Session<Leader>, String) {
    let (player_1, player_2) = ("Ann".into(), "Bob".into());
    played(Setup { objective: "probe".into(), seats: 3, player_1, player_2, ..Setup::default() }, wanted)
}

fn played(setup: Setup, wanted: impl Fn(&Leader) -> bool) -> (Session<Leader>, String) {
    let mut session = Session::<Leader>::new(setup, Leader::data(), DiceBox::new(SEED, DiceMode::Random)).unwrap();
    let text = golden::transcript(&mut session, &mut Sensible, wanted, |_| String::new());
    (session, text)
}

#[test]
fn the_first_week_is_told_word_for_word() {
    golden::same(&file("golden/first_week.txt"), &play(1).1);
}

#[test]
fn a_save_of_the_first_rules_loads_for_ever() {
    let [now, later] = golden::loads_for_ever(&file("fixtures/save-rules-1.json"), || play(1).0);
    assert_eq!(now.checkpoint().week, 2);
    assert_eq!(later.checkpoint().units, now.checkpoint().units);
}

/// In the middle of a battle, after moves, attacks and damage.
#[test]
fn a_save_in_mid_battle_loads_for_ever() {
    let [now, later] =
        golden::loads_for_ever(&file("fixtures/mid-battle-1.json"), || play_while(|game| game.battle.turn < 3).0);
    assert_eq!(now.checkpoint().battle.turn, 3);
    assert_eq!(later.checkpoint().battle.fighters.len(), now.checkpoint().battle.fighters.len());
}

#[test]
fn a_save_of_the_second_rules_loads_for_ever() {
    let [now, later] = golden::loads_for_ever(&file("fixtures/save-rules-2.json"), || play(1).0);
    assert_eq!((now.checkpoint().week, now.checkpoint().seats), (2, 1));
    assert_eq!(later.checkpoint().units, now.checkpoint().units);
}

#[test]
fn a_save_of_the_third_rules_loads_for_ever() {
    let first = |game: &Leader| game.week < 2 || game.battle.turn < 2;
    let [now, later] = golden::loads_for_ever(&file("fixtures/save-rules-3.json"), || play_while(first).0);
    assert_eq!((now.checkpoint().week, now.checkpoint().battle.turn), (2, 2));
    assert_eq!(later.checkpoint().units, now.checkpoint().units);
}

#[test]
fn a_save_of_the_fourth_rules_loads_for_ever() {
    let first = |game: &Leader| game.week < 2 || game.battle.turn < 2;
    let [now, later] = golden::loads_for_ever(&file("fixtures/save-rules-4.json"), || play_while(first).0);
    assert_eq!((now.checkpoint().week, now.checkpoint().battle.turn), (2, 2));
    assert_eq!(later.checkpoint().units, now.checkpoint().units);
}

/// The first turn of three who share a force, told by their names.
#[test]
fn a_first_turn_together_is_told_word_for_word() {
    let text = play_together(|game| game.battle.turn < 2).1;
    golden::same(&file("golden/together.txt"), &format!("Three share a force.\n{text}"));
}

#[test]
fn saves_of_a_shared_force_load_for_ever() {
    let first = |game: &Leader| game.battle.turn < 4 || game.holder() != Seat(0);
    for save in ["fixtures/together-2.json", "fixtures/together-3.json", "fixtures/together-4.json"] {
        let [now, later] = golden::loads_for_ever(&file(save), || play_together(first).0);
        let game = now.checkpoint();
        assert_eq!((game.seats, game.battle.turn, game.player_name(Seat(1))), (3, 4, "Bob".into()));
        assert_eq!(later.checkpoint().units, game.units);
    }
}
