//! Whole openings, word for word, and saves that must load for ever (see `hulldown_kit::golden`).

use hulldown_ace::bot::Sensible;
use hulldown_ace::state::Mode;
use hulldown_ace::words::Month;
use hulldown_ace::{Ace, Setup};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::{Game, Session};
use hulldown_kit::golden;
use std::path::{Path, PathBuf};

const SEED: u64 = 1944;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

fn setup(mode: Mode) -> Setup {
    Setup {
        mode,
        name: "Lafayette Pool".into(),
        nickname: "War Daddy".into(),
        tank_name: "In the Mood".into(),
        partner_name: if mode == Mode::Solitaire { String::new() } else { "Creighton Abrams".into() },
        ..Setup::default()
    }
}

/// The sensible commander, or two of them, until the month is over.
fn play(mode: Mode, until: Month) -> (Session<Ace>, String) {
    let mut session = Session::<Ace>::new(setup(mode), Ace::data(), DiceBox::new(SEED, DiceMode::Random)).unwrap();
    let head = format!("American Tank Ace, seed {SEED}, the sensible commander, to the end of {}.\n", until.name());
    let text = golden::transcript(&mut session, &mut Sensible, |game| game.month <= until, |_| String::new());
    (session, head + &text)
}

#[test]
fn the_first_two_months_are_told_word_for_word() {
    golden::same(&file("golden/first_month.txt"), &play(Mode::Solitaire, Month::ALL[1]).1);
}

#[test]
fn so_is_the_first_month_of_two() {
    golden::same(&file("golden/first_month_of_two.txt"), &play(Mode::Cooperative, Month::ALL[0]).1);
}

#[test]
fn a_save_of_every_rules_version_loads_for_ever() {
    for (name, mode) in [
        ("save-format-1.json", Mode::Solitaire),
        ("save-rules-2.json", Mode::Cooperative),
        ("save-rules-3.json", Mode::Cooperative),
    ] {
        let path = file("fixtures").join(name);
        let [now, later] = golden::loads_for_ever(&path, || play(mode, Month::ALL[0]).0);
        let game = now.checkpoint();
        assert_eq!((game.players[0].name.as_str(), game.month), ("Lafayette Pool", Month::ALL[1]), "{name}");
        assert_eq!(later.checkpoint().players[0].career, game.players[0].career, "{name}");
    }
}
