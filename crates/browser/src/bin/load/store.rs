//! Commits shared by many against one sync each, in turns on the same disk.

use crate::Whole;
use hulldown_catalog::sample;
use hulldown_store::{Meta, NewGameRow, Store};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long each turn takes, and how many there are of each kind.
const TURN: Duration = Duration::from_secs(2);
const TURNS: usize = 4;

/// As large as an answer with its throws.
const ENTRY: usize = 60;

/// Durable appends a second: by one writer, who waits for a sync of his own each time, and by as many as there are sessions, who share them.
pub(crate) fn side_by_side(home: &Path, writers: usize) -> Whole {
    let store = Store::open(home.join("commits.db"))?;
    let games: Vec<_> = (0..writers)
        .map(|n| {
            store.create(NewGameRow {
                name: format!("game {n}"),
                title: sample!(career).into(),
                ..NewGameRow::default()
            })
        })
        .collect::<Result<_, _>>()?;
    let mut lengths = vec![0u64; writers];
    let (mut alone, mut shared) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        alone.push(turn(&store, &games[..1], &mut lengths[..1])?);
        shared.push(turn(&store, &games, &mut lengths)?);
    }
    let turns = |rates: &[f64]| rates.iter().map(|rate| format!("{rate:.0}")).collect::<Vec<_>>().join(", ");
    println!("appends a second, turn by turn: one sync each {}; shared {}", turns(&alone), turns(&shared));
    let middle = |rates: &mut Vec<f64>| {
        rates.sort_by(f64::total_cmp);
        (rates[TURNS / 2 - 1] + rates[TURNS / 2]) / 2.0
    };
    let (one, many) = (middle(&mut alone), middle(&mut shared));
    println!(
        "the store, {TURNS} turns of {} s each: one sync an append {one:.0} a second, {writers} writers sharing {many:.0} a second: {:.1} × (goal 20)",
        TURN.as_secs(),
        many / one
    );
    Ok(())
}

fn turn(store: &Store, games: &[hulldown_store::GameId], lengths: &mut [u64]) -> Whole<f64> {
    let (stop, count, begun) = (AtomicBool::new(false), AtomicU64::new(0), Instant::now());
    let entry = ["x".repeat(ENTRY)];
    std::thread::scope(|scope| -> Whole {
        let threads: Vec<_> = games
            .iter()
            .zip(lengths.iter_mut())
            .map(|(game, length)| {
                let (stop, count, entry) = (&stop, &count, &entry);
                let work = move || -> Result<(), hulldown_store::StoreError> {
                    while !stop.load(Ordering::Relaxed) {
                        *length = store.append(*game, *length, entry, None, Meta::default())?;
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok(())
                };
                std::thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, work)
            })
            .collect::<Result<_, _>>()?;
        std::thread::sleep(TURN);
        stop.store(true, Ordering::Relaxed);
        for thread in threads {
            thread.join().map_err(|_| "a writer panicked")??;
        }
        Ok(())
    })?;
    Ok(count.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64())
}
