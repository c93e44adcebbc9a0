//! Bytes as a chart file of somebody's own.

use crate::games::{Does, with_game};
use crate::{Bytes, begin_with, sound, wander};
use hulldown_catalog::CatalogGame;
use hulldown_core::Generator;
use hulldown_core::dicebox::DiceMode;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

/// Charts that are played with live as long as the program, so only the first ones are.
const MOST_PLAYED: u32 = 300;
const MOST_ANSWERS: u32 = 60;

/// The first byte is the game, the second one of its chart files, the third how it is changed: with an odd one the rest is what is
/// done to the shipped file, with an even one it is the whole file. A file is refused with a reason, or the game can be played with it.
pub fn packs(bytes: &[u8]) {
    with_game(Bytes(bytes), Packs);
}

struct Packs;

impl Does for Packs {
    fn with<G: CatalogGame>(self, mut bytes: Bytes<'_>) {
        static PLAYED: AtomicU32 = AtomicU32::new(0);
        let (Some(file), Some(how)) = (bytes.next(), bytes.next()) else { return };
        let shipped = G::shipped();
        let names: Vec<&str> = shipped.names().collect();
        let name = names[usize::from(file) % names.len()].to_owned();
        let text = match how & 1 {
            1 => bytes.damage(shipped.text(&name).unwrap_or_default().as_bytes().to_vec()),
            _ => bytes.0.to_vec(),
        };
        let laid = BTreeMap::from([(name, String::from_utf8_lossy(&text).into_owned())]);
        let files = shipped.overlay("fuzzed", laid).unwrap_or_else(|e| panic!("a file the game has is unknown: {e}"));
        match G::load(&files) {
            Err(refusal) => assert!(!refusal.what.is_empty() && refusal.file.contains('.'), "{refusal:?}"),
            Ok(data) if PLAYED.fetch_add(1, Ordering::Relaxed) < MOST_PLAYED => {
                played::<G>(Box::leak(Box::new(data)), how);
            }
            Ok(_) => {}
        }
    }
}

/// Some games with the charts of a pack: sound at every pause, whatever the figures.
fn played<G: CatalogGame>(data: &'static G::Data, how: u8) {
    for setup in [how, how.wrapping_mul(7)] {
        match begin_with::<G>(setup, u64::from(how), DiceMode::Random, data) {
            Err(refusal) => assert!(!refusal.to_string().is_empty()),
            Ok(mut session) => {
                sound(&session);
                wander(&mut session, MOST_ANSWERS, &mut Generator::new(u64::from(setup)));
            }
        }
    }
    assert!(!G::sheets(data).is_empty());
}
