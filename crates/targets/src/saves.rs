//! Bytes as a save, or as damage done to one.

use crate::games::{Does, with_game};
use crate::{Bytes, begin, wander, whole};
use hulldown_catalog::{CatalogGame, Visitor};
use hulldown_core::dicebox::DiceMode;
use hulldown_core::save::{self, Save, TakenUp};
use hulldown_core::{Generator, Session};

/// Bytes that begin with a brace are a save; others say which game is played and how, and what is then changed in the save of it.
pub fn saves(bytes: &[u8]) {
    if bytes.first() == Some(&b'{') {
        // A save says itself whose it is; to the others it is foreign.
        let text = String::from_utf8_lossy(bytes);
        hulldown_catalog::each(&mut Whole(&text));
    } else {
        with_game(Bytes(bytes), Damaged);
    }
}

struct Whole<'t>(&'t str);

impl Visitor for Whole<'_> {
    fn visit<G: CatalogGame>(&mut self) {
        take_up::<G>(self.0);
    }
}

struct Damaged;

impl Does for Damaged {
    fn with<G: CatalogGame>(self, mut bytes: Bytes<'_>) {
        let (Some(setup), Some(length)) = (bytes.next(), bytes.next()) else { return };
        let mut session = begin::<G>(setup, u64::from(length), DiceMode::Random);
        wander(&mut session, u32::from(length % 64), &mut Generator::new(u64::from(setup)));
        let text = serde_json::to_string(&session.save(&G::shipped())).unwrap_or_default();
        take_up::<G>(&String::from_utf8_lossy(&bytes.damage(text.into_bytes())));
    }
}

/// Reading ends in a reason, or in a game that says the same of itself as the save did.
fn take_up<G: CatalogGame>(text: &str) {
    let read = match save::read(text) {
        Ok(read) => read,
        Err(refusal) => return assert!(!refusal.to_string().is_empty()),
    };
    let files = G::shipped();
    match Session::<G>::load(&read, &files, G::data()) {
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
            let again = Session::<G>::load(&saved, &files, G::data()).unwrap_or_else(|e| panic!("not again: {e}"));
            assert_eq!(whole(&again.0), whole(&session), "taken up twice it is another game");
        }
    }
}
