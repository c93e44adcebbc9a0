//! How many appends a second, each on the disk before it returns: one player alone, then many at once.

#![allow(clippy::unwrap_used, clippy::disallowed_types, missing_docs, reason = "a benchmark measures and has a clock")]

use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

use hulldown_store::{Meta, NewGameRow, Store, StoreError};

const TIME: Duration = Duration::from_secs(4);
const ENTRY: usize = 300;

fn main() -> Result<(), Box<dyn Error>> {
    println!("{:>8} {:>12} {:>10} {:>10}", "writers", "appends/s", "p50 ms", "p99 ms");
    for writers in [1, 8, 64, 500] {
        // Not in the directory for temporary files, which may be memory.
        let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
        let store = Store::open(dir.path().join("games.db"))?;
        let start = Instant::now();
        let threads: Vec<_> = (0..writers)
            .map(|n| {
                let store = store.clone();
                thread::spawn(move || play(&store, n))
            })
            .collect();
        let mut waits = Vec::new();
        for thread in threads {
            waits.extend(thread.join().map_err(|_| "a writer panicked")??);
        }
        let seconds = start.elapsed().as_secs_f64();
        waits.sort_unstable();
        let at = |part: f64| waits[((waits.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
        println!("{writers:>8} {:>12.0} {:>10.2} {:>10.2}", waits.len() as f64 / seconds, at(0.5), at(0.99));
    }
    Ok(())
}

/// Appends to a game of its own until time is up; how long each append took.
fn play(store: &Store, n: usize) -> Result<Vec<Duration>, StoreError> {
    let game = store.create(NewGameRow { name: format!("game {n}"), title: "duel".into(), ..NewGameRow::default() })?;
    let entry = ["x".repeat(ENTRY)];
    let (mut waits, mut length) = (Vec::new(), 0);
    let start = Instant::now();
    while start.elapsed() < TIME {
        let before = Instant::now();
        length = store.append(game, length, &entry, None, Meta::default())?;
        waits.push(before.elapsed());
    }
    Ok(waits)
}
