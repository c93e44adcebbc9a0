//! Whatever a file holds, reading it ends in a game or in a reason, never in a panic.

use crate::common::*;
use hulldown_core::save::{self, Save};
use hulldown_core::session::Session;
use hulldown_core::tape::Entry;
use hulldown_core::{Dice, Game};
use hulldown_kit::duel::{Choice, Duel};
use proptest::prelude::*;

fn try_load(text: &str) {
    if let Ok(read) = save::read(text) {
        try_take_up(&read);
    }
}

fn try_take_up(saved: &Save) {
    match Session::<Duel>::load(saved, &Duel::<0>::shipped(), data()) {
        Ok((session, _)) => {
            assert_eq!(session.misfit(), None);
            assert!(session.is_over() || !session.pending().is_empty());
            let again = load(&session.save(&Duel::<0>::shipped()));
            assert_eq!(whole(&again), whole(&session));
        }
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
    }
}

fn a_save(setup: bool, seed: u64) -> Save {
    let mut session = finished(if setup { SOLO } else { TWO }, seed);
    if setup {
        session.undo(hulldown_core::Seat(0), 2).unwrap();
    }
    save(&session)
}

/// A line that looks like one of a record.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..3u8, "(write:[0-5]|aim:(left|right)|hold|stay|dodge:left|brace|spend|salute)")
            .prop_map(|(seat, key)| format!("{seat} {key}")),
        ("[=!#~]", 1..5u8, 2..11u8, prop::collection::vec(0..12u8, 0..5)).prop_map(|(mark, count, sides, faces)| {
            let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
            format!("{mark} {count}d{sides} {}", faces.join(" "))
        }),
        (0..3u8, any::<u16>()).prop_map(|(seat, answers)| format!("< {seat} {answers}")),
        ".{0,12}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn any_text_is_a_save_or_is_refused(text in ".{0,200}") {
        try_load(&text);
    }

    #[test]
    fn any_bytes_are_a_save_or_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        try_load(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn a_save_with_changed_bytes_is_taken_up_or_refused(
        solo: bool, seed in 0..20u64, changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)
    ) {
        let mut bytes = serde_json::to_vec(&a_save(solo, seed)).unwrap();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        try_load(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn a_save_with_changed_lines_is_taken_up_or_refused(
        solo: bool, seed in 0..20u64, changes in prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, line()), 1..4)
    ) {
        let mut saved = a_save(solo, seed);
        saved.checkpoint = hulldown_core::save::Checkpoint::none();
        for (at, how, line) in changes {
            let at = at.index(saved.history.len().max(1)).min(saved.history.len());
            match how {
                0 if at < saved.history.len() => saved.history[at] = line,
                1 if at < saved.history.len() => saved.history.truncate(at),
                _ => saved.history.insert(at, line),
            }
        }
        try_take_up(&saved);
    }

    #[test]
    fn any_record_at_all_is_taken_up_or_refused(lines in prop::collection::vec(line(), 0..12), solo: bool) {
        let mut saved = a_save(solo, 1);
        saved.checkpoint = hulldown_core::save::Checkpoint::none();
        saved.history = lines;
        try_take_up(&saved);
    }

    #[test]
    fn any_line_is_an_entry_or_is_refused(text in prop_oneof![line(), ".{0,40}".boxed()]) {
        if let Ok(entry) = text.parse::<Entry<Choice>>() {
            prop_assert_eq!(entry.to_string().parse::<Entry<Choice>>().unwrap(), entry);
        }
        if let Ok(dice) = text.parse::<Dice>() {
            prop_assert_eq!(dice.to_string().parse::<Dice>(), Ok(dice));
        }
    }
}
