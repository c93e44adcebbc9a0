//! States somebody has meddled with: every number of a sound one altered, one at a time. Such a state is refused with a reason, or it can
//! be shown and played on; it never stops the program.

use crate::trial::sim;
use hulldown_core::{Generator, Random, Seat, Voice};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What numbers become: small and large, the edges of every width, and one below nothing.
const NUMBERS: [i64; 16] = [0, 1, 2, 7, 18, 43, 99, 127, 128, 200, 255, 256, 9999, 32_767, 65_535, -1];

/// What was tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TriedStates {
    /// States looked at.
    pub altered: u64,
    /// Those that could not even be read.
    pub unreadable: u64,
    /// Those refused with a reason.
    pub refused: u64,
    /// Those that were played on from.
    pub played: u64,
}

/// Plays games at random and, every so many steps, alters each number of the state in turn. Panics with all that went wrong, each path once.
pub fn numbers<G: Voice>(setups: &[G::Setup], steps: u32, every: u32) -> TriedStates {
    let (data, mut tried, mut wrong) = (G::data(), TriedStates::default(), std::collections::BTreeMap::new());
    for (n, setup) in setups.iter().enumerate() {
        let seed = n as u64;
        let mut game = G::new(setup, data).unwrap_or_else(|e| panic!("set-up {n}: {e}"));
        let mut sim = sim(Random(Generator::for_game(seed, 1)), Generator::for_game(seed, 2));
        for step in 0..steps {
            if game.is_over() {
                break;
            }
            // This table always answers.
            let _ = game.advance(data, &mut sim);
            if step % every != 0 {
                continue;
            }
            let mut state = serde_json::to_value(&game).unwrap_or_else(|e| panic!("{e}"));
            let mut paths = Vec::new();
            find(&state, &mut String::new(), &mut paths);
            for (k, path) in paths.iter().enumerate() {
                // A few of the numbers for each, others at the next step.
                for i in 0..2 {
                    let number = NUMBERS[(k + 5 * i + 3 * (step / every) as usize) % NUMBERS.len()];
                    let sound = state.pointer_mut(path).map(|value| std::mem::replace(value, number.into()));
                    let once = || one::<G>(&state, seed + u64::from(step), &mut tried);
                    let ended = catch_unwind(AssertUnwindSafe(once));
                    if let (Some(value), Some(sound)) = (state.pointer_mut(path), sound) {
                        *value = sound;
                    }
                    if ended.is_err() {
                        let place: String = path.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
                        wrong.entry(place).or_insert(format!("set-up {n}, step {step}: {path} made {number}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "panics:\n{}", wrong.into_values().collect::<Vec<_>>().join("\n"));
    tried
}

/// The paths of all numbers.
fn find(value: &Value, path: &mut String, found: &mut Vec<String>) {
    let whole = path.len();
    let mut into = |key: &str, value: &Value| {
        path.push('/');
        path.push_str(key);
        find(value, path, found);
        path.truncate(whole);
    };
    match value {
        Value::Number(_) => found.push(path.clone()),
        Value::Array(items) => items.iter().enumerate().for_each(|(n, item)| into(&n.to_string(), item)),
        Value::Object(fields) => fields.iter().for_each(|(key, field)| into(key, field)),
        _ => {}
    }
}

/// One such state: read, judged, shown and played on.
fn one<G: Voice>(altered: &Value, seed: u64, tried: &mut TriedStates) {
    let data = G::data();
    tried.altered += 1;
    let Ok(mut game) = G::deserialize(altered) else {
        tried.unreadable += 1;
        return;
    };
    if game.validate(data).is_err() {
        tried.refused += 1;
        return;
    }
    tried.played += 1;
    let mut sim = sim(Random(Generator::for_game(seed, 3)), Generator::for_game(seed, 4));
    show(&game);
    for _ in 0..12 {
        if game.is_over() {
            let _ = game.outcome(data);
            break;
        }
        let _ = game.advance(data, &mut sim);
    }
    show(&game);
}

/// Everything a front end asks of a state.
fn show<G: Voice>(game: &G) {
    for seat in 0..game.seats() {
        let view = game.view(G::data(), Seat(seat));
        let _ = (serde_json::to_value(&view).is_ok(), G::status(&view), G::sections(&view));
    }
}
