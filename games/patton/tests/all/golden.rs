//! The first days of action, word for word, and a save that must load for ever (see `hulldown_kit::golden`).

use crate::wavering::GoesEverywhere;
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::{Game, Generator, Session};
use hulldown_kit::golden;
use hulldown_patton::{Patton, Setup, story};
use std::path::{Path, PathBuf};

const SEED: u64 = 1944;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

fn setup() -> Setup {
    Setup { name: "Lafayette Pool".into(), tank_name: "In the Mood".into(), ..Setup::default() }
}

/// Someone who does what is usual plays so many days of action; the story is told beside.
fn play(days: usize) -> (Session<Patton>, String) {
    let data = Patton::data();
    let mut policy = GoesEverywhere { dice: Generator::new(SEED), every: u32::MAX };
    let mut session = Session::<Patton>::new(setup(), data, DiceBox::new(SEED, DiceMode::Random)).unwrap();
    let head = format!("Patton's Best, seed {SEED}, the usual answers, the first {days} days of action.\n");
    let wanted = |game: &Patton| game.history.len() < days;
    let tale = |event: &_| story(data, event).map_or(String::new(), |line| format!(" \"{line}\""));
    let text = golden::transcript(&mut session, &mut policy, wanted, tale);
    (session, head + &text)
}

#[test]
fn the_first_days_are_told_word_for_word() {
    golden::same(&file("golden/first_days.txt"), &play(3).1);
}

#[test]
fn a_save_of_the_first_format_loads_for_ever() {
    let [now, later] = golden::loads_for_ever(&file("fixtures/save-format-1.json"), || play(1).0);
    let game = now.checkpoint();
    assert_eq!((game.you.name.as_str(), game.history.len()), ("Lafayette Pool", 1));
    assert_eq!(later.checkpoint().you, game.you);
}

/// A save of the present rules is taken up whole, answer by answer; one of earlier rules goes on from its checkpoint like the first.
#[test]
fn a_save_of_every_rules_version_loads_for_ever() {
    for name in ["save-rules-2.json", "save-rules-3.json"] {
        let [now, later] = golden::loads_for_ever(&file("fixtures").join(name), || play(1).0);
        assert_eq!(
            (now.checkpoint().you.name.as_str(), now.checkpoint().history.len()),
            ("Lafayette Pool", 1),
            "{name}"
        );
        assert_eq!(later.checkpoint().you, now.checkpoint().you, "{name}");
    }
}
