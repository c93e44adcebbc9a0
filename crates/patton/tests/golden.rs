//! The first days of action, word for word, and a save that must load for ever.
//!
//! A rule that changes what is told changes the transcript. Look at the difference; if it is meant, write it anew with
//! `HULLDOWN_BLESS=1 cargo test -p hulldown-patton --test golden` and commit it with the rule. The save is never written anew: when the
//! rules change, raise `Patton::RULES_VERSION`, and the save goes on from its checkpoint.

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

#[path = "common/invariants.rs"]
mod invariants;

use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::save::{self, TakenUp};
use hulldown_core::session::{Pending, Told};
use hulldown_core::{Game, Generator, Policy, Seat, Session, Voice};
use hulldown_patton::{Patton, Setup, story};
use invariants::Wavering;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const SEED: u64 = 1944;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

fn setup() -> Setup {
    Setup { name: "Lafayette Pool".into(), tank_name: "In the Mood".into(), ..Setup::default() }
}

/// Someone who does what is usual plays so many days of action; all he is asked, answers and hears is written down.
fn play(days: usize) -> (Session<Patton>, String) {
    let data = Patton::data();
    let mut policy = Wavering { dice: Generator::new(SEED), every: u32::MAX };
    let mut session = Session::<Patton>::new(setup(), data, DiceBox::new(SEED, DiceMode::Random)).unwrap();
    let mut text = format!("Patton's Best, seed {SEED}, the usual answers, the first {days} days of action.\n");
    tell(&mut text, &session);
    while session.checkpoint().history.len() < days {
        let Some(Pending::Choice { seat, ask, options, .. }) = session.pending().first() else { break };
        let (seat, ask) = (*seat, *ask);
        let game = session.working();
        let choice = policy.decide(&game.view(data, seat), seat, ask, options);
        let (asked, said) = (game.ask_words(data, seat, ask), game.choice_words(data, seat, ask, choice));
        let _ = writeln!(text, "? {} ({} options)\n> {choice}: {}", asked.text, options.len(), said.label);
        session.choose(seat, choice).unwrap();
        tell(&mut text, &session);
    }
    let _ = writeln!(text, "\n{}", Patton::status(&session.working().view(data, Seat(0))));
    for section in Patton::sections(&session.working().view(data, Seat(0))) {
        let _ = writeln!(text, "\n{}", section.title);
        section.lines.iter().for_each(|line| {
            let _ = writeln!(text, "  {line}");
        });
    }
    (session, text)
}

/// What the last answer led to, one line each, with what the story says of it.
fn tell(text: &mut String, session: &Session<Patton>) {
    for told in session.news() {
        let _ = match told {
            Told::Roll(check, rolled) => writeln!(text, "    [{}]", check.line(rolled)),
            Told::Forced { label, .. } => writeln!(text, "  ({label})"),
            Told::Event(event) => {
                let words = Patton::event_words(Patton::data(), event);
                let tale = story(Patton::data(), event).map_or(String::new(), |line| format!(" \"{line}\""));
                writeln!(text, "  {} · {}{tale}", words.text, Patton::ledger().id(words.rule))
            }
        };
    }
}

/// The first line in which two texts differ, with what stands around it.
fn difference(old: &str, new: &str) -> String {
    let at = old.lines().zip(new.lines()).take_while(|(a, b)| a == b).count();
    let around =
        |text: &str| text.lines().skip(at.saturating_sub(3)).take(7).map(|l| format!("    {l}\n")).collect::<String>();
    format!("from line {} on\n  it was\n{}  it is\n{}", at + 1, around(old), around(new))
}

#[test]
fn the_first_days_are_told_word_for_word() {
    let (_, text) = play(3);
    let path = file("golden/first_days.txt");
    if std::env::var_os("HULLDOWN_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let old = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(old == text, "{} differs {}\nsee the head of this file", path.display(), difference(&old, &text));
}

/// Whatever becomes of the rules, this game can be taken up: whole as long as they are the same, else from its checkpoint.
#[test]
fn a_save_of_the_first_format_loads_for_ever() {
    let path = file("fixtures/save-format-1.json");
    if std::env::var_os("HULLDOWN_NEW_FIXTURE").is_some() && !path.exists() {
        let (session, _) = play(1);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text = serde_json::to_string_pretty(&session.save(&Patton::shipped())).unwrap();
        std::fs::write(&path, text + "\n").unwrap();
    }
    let saved = save::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let loaded = Session::<Patton>::load(&saved, &Patton::shipped(), Patton::data());
    let (session, how) = loaded.unwrap_or_else(|e| panic!("{e}"));
    match how {
        TakenUp::Whole => assert_eq!(session.history().len(), saved.history.len()),
        TakenUp::FromCheckpoint { rules_version } => assert!(rules_version < Patton::RULES_VERSION),
    }
    let game = session.checkpoint();
    assert_eq!((game.you.name.as_str(), game.history.len()), ("Lafayette Pool", 1));
    assert!(session.question(Seat(0)).is_some() && session.misfit().is_none());
    // Should the rules change and the version stay, the save is refused; the same save with an earlier version is not.
    let earlier = save::Save { head: save::Head { rules_version: 0, ..saved.head.clone() }, ..saved };
    let (later, how) = Session::<Patton>::load(&earlier, &Patton::shipped(), Patton::data()).unwrap();
    assert_eq!(how, TakenUp::FromCheckpoint { rules_version: 0 });
    assert_eq!(later.checkpoint().you, game.you);
}
