//! Bytes as a save, or as damage done to one.

use crate::{Bytes, begin, wander, whole};
use hulldown_ace::Ace;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::save::{self, Save, TakenUp};
use hulldown_core::{Game, Generator, Session};

/// Bytes that begin with a brace are a save; others say what is played, and what is then changed in the save of it.
pub fn saves(bytes: &[u8]) {
    if bytes.first() == Some(&b'{') {
        take_up(&String::from_utf8_lossy(bytes));
        return;
    }
    let mut bytes = Bytes(bytes);
    let (Some(setup), Some(length)) = (bytes.next(), bytes.next()) else { return };
    let mut session = begin(setup, u64::from(length), DiceMode::Random);
    wander(&mut session, u32::from(length % 64), &mut Generator::new(u64::from(setup)));
    let mut text = serde_json::to_string(&session.save(&Ace::shipped())).unwrap_or_default().into_bytes();
    while let (Some(high), Some(low), Some(how), Some(new)) = (bytes.next(), bytes.next(), bytes.next(), bytes.next()) {
        let at = (usize::from(high) << 8 | usize::from(low)) % text.len().max(1);
        match how % 4 {
            0 if at < text.len() => text[at] = new,
            1 => text.insert(at.min(text.len()), new),
            2 if at < text.len() => drop(text.drain(at..(at + usize::from(new)).min(text.len()))),
            _ => text.extend_from_within(at.min(text.len())..(at + usize::from(new)).min(text.len())),
        }
    }
    take_up(&String::from_utf8_lossy(&text));
}

/// Reading ends in a reason, or in a game that says the same of itself as the save did.
fn take_up(text: &str) {
    let read = match save::read(text) {
        Ok(read) => read,
        Err(refusal) => return assert!(!refusal.to_string().is_empty()),
    };
    let files = Ace::shipped();
    match Session::<Ace>::load(&read, &files, Ace::data()) {
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
        Ok((session, how)) => {
            crate::sound(&session);
            let saved: Save = session.save(&files);
            if how == TakenUp::Whole {
                // A roll that waited may have been thrown on taking the game up; what was there stays as it was.
                assert!(saved.history.starts_with(&read.history), "another history");
                let head = |save: &Save| (save.head.seed, save.head.dice.clone(), save.head.pack.clone());
                assert_eq!(head(&saved), head(&read), "another head");
            }
            let again = Session::<Ace>::load(&saved, &files, Ace::data()).unwrap_or_else(|e| panic!("not again: {e}"));
            assert_eq!(whole(&again.0), whole(&session), "taken up twice it is another game");
        }
    }
}
