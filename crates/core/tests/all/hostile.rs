//! Saves made to cost much: memory stays near the size of the text, and time grows with its length alone.

use crate::common::*;
use hulldown_core::save::{self, Save};
use hulldown_core::session::Session;
use hulldown_core::{Game, Seat};
use hulldown_kit::duel::{Duel, Setup};
use std::time::{Duration, Instant};

/// A document with so many bytes of small objects where the game's own part is.
fn swollen(part: &str, bytes: usize) -> String {
    let mut value = serde_json::to_value(save(&duel(SOLO, random(1)))).unwrap();
    *value.pointer_mut(part).unwrap() = "@".into();
    let objects = vec!["{\"\":0}"; bytes / 7].join(",");
    value.to_string().replace("\"@\"", &format!("[{objects}]"))
}

#[test]
fn a_document_costs_no_more_memory_than_a_small_multiple_of_its_text() {
    for part in ["/checkpoint/state", "/head/setup", "/head/hulldown", "/history", "/told"] {
        let mut part = part;
        let text = match part {
            "/told" => {
                part = "/checkpoint/state";
                swollen(part, 2_000_000).replace("\"checkpoint\"", "\"told\":[1,2],\"checkpoint\"")
            }
            _ => swollen(part, 2_000_000),
        };
        let used = allocation_counter::measure(|| {
            let Ok(save) = save::read(&text) else { return };
            assert!(Session::<Duel>::load(&save, &Duel::<0>::shipped(), data()).is_err());
        });
        let times = used.bytes_max / text.len() as u64;
        assert!(times < 3, "{part}: {} bytes for {} of text", used.bytes_max, text.len());
    }
    // Lines of nothing are the dearest a history can have.
    let mut value = serde_json::to_value(save(&duel(SOLO, random(1)))).unwrap();
    value["history"] = vec![""; 500_000].into();
    let text = value.to_string();
    let used = allocation_counter::measure(|| {
        let save = save::read(&text).unwrap();
        assert!(Session::<Duel>::load(&save, &Duel::<0>::shipped(), data()).is_err());
    });
    assert!(used.bytes_max / (text.len() as u64) < 24, "{} bytes for {} of text", used.bytes_max, text.len());
}

#[test]
fn a_part_too_large_is_refused_by_name() {
    for part in ["/checkpoint/state", "/head/setup"] {
        let said = save::read(&swollen(part, 5_000_000)).map(|_| ()).unwrap_err().to_string();
        assert!(said.contains(&part[1..].replace('/', ".")) && said.contains("1 MB"), "{said}");
    }
}

/// The longest of many games.
fn long_game() -> Session<Duel> {
    let games = (0..300).map(|seed| finished(Setup { rounds: 50, ..SOLO }, seed));
    games.max_by_key(|game| game.tape().answered()).unwrap()
}

fn taken_up_in(save: &Save) -> Duration {
    // The best of several: other programs run on this machine too.
    let once = || {
        let begun = Instant::now();
        load(save);
        begun.elapsed()
    };
    (0..5).map(|_| once()).min().unwrap()
}

/// Rewinds cost what they take back, not a replay of everything each.
#[test]
fn a_record_of_rewinds_is_taken_up_in_time_that_grows_with_its_length() {
    const REWINDS: u32 = 4_000;
    let mut game = long_game();
    assert!(game.tape().answered() > 60, "{}", game.tape().answered());
    let once = taken_up_in(&save(&game));
    for _ in 0..REWINDS {
        let key = game.undo(Seat(0), 1).unwrap().keys.remove(0);
        game.choose_key(Seat(0), &key).unwrap();
    }
    let all = taken_up_in(&save(&game));
    assert!(all < once * REWINDS / 4, "{all:?} for {REWINDS} rewinds, {once:?} for the game alone");
}
