//! The first Week, word for word, and a save that must load for ever (see `hulldown_kit::golden`).

use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::{Game, Session};
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
    let setup = Setup { objective: "probe".into(), ..Setup::default() };
    let mut session = Session::<Leader>::new(setup, Leader::data(), DiceBox::new(SEED, DiceMode::Random)).unwrap();
    let head = format!("Sherman Leader, seed {SEED}, the bot sensible, the first {weeks} Weeks.\n");
    let wanted = |game: &Leader| game.week <= weeks;
    let text = golden::transcript(&mut session, &mut Sensible, wanted, |_| String::new());
    (session, head + &text)
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
