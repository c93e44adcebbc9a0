//! How long it takes to see: `cargo bench -p hulldown-tank`.

#![allow(clippy::unwrap_used, clippy::disallowed_types, missing_docs, reason = "a benchmark measures and has a clock")]

use hulldown_core::hex::{HexId, Paths};
use hulldown_tank::charts::{Charts, shipped};
use hulldown_tank::map::{Battleground, Layout};
use hulldown_tank::sight::{FireLine, SightLines, judge};
use hulldown_tank::words::Mode;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often each thing is measured; the best counts, as least disturbed by whatever else the machine does.
const TRIES: usize = 7;

fn best(mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..TRIES).map(time).min().unwrap_or_default()
}

/// Pairs of hexes in no order a cache could guess.
fn pairs(hexes: usize, count: usize) -> Vec<(HexId, HexId)> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        HexId(((state >> 33) % hexes as u64) as u16)
    };
    (0..count).map(|_| (next(), next())).collect()
}

fn main() {
    let row = |what: &str, figure: String, goal: &str| println!("{what:<52} {figure:>12}   {goal}");
    let Ok(charts) = Charts::load(&shipped()) else { return };
    let cold = Instant::now();
    let ground = Battleground::new(&charts.map, &charts.terrain, Layout::ONE);
    let sight = SightLines::new(&ground, Mode::Mixed);
    row("all pairs of 52 x 33, first time in the process", format!("{:.2?}", cold.elapsed()), "goal < 60 ms");
    for mode in Mode::ALL {
        let time = best(|| {
            black_box(SightLines::new(black_box(&ground), mode));
        });
        row(&format!("all pairs of 52 x 33, {mode}"), format!("{time:.2?}"), "goal < 60 ms");
    }
    if let Some(layout) = Layout::new(2, 2) {
        let joined = Battleground::new(&charts.map, &charts.terrain, layout);
        let start = Instant::now();
        black_box(SightLines::new(&joined, Mode::Mixed));
        row("all pairs of four sheets, mixed", format!("{:.2?}", start.elapsed()), "");
    }
    let pairs = pairs(ground.grid().len(), 1 << 20);
    let each = |time: Duration, n: usize| format!("{:.2} ns", time.as_nanos() as f64 / n as f64);
    let time = best(|| {
        black_box(pairs.iter().filter(|(a, b)| sight.clear(*a, *b)).count());
    });
    row("a look-up: is it clear?", each(time, pairs.len()), "goal < 10 ns");
    let time = best(|| {
        black_box(pairs.iter().map(|(a, b)| sight.cover(*a, *b) as usize).sum::<usize>());
    });
    row("a look-up: what covers it?", each(time, pairs.len()), "goal < 10 ns");
    let time = best(|| {
        black_box(pairs.iter().map(|(a, b)| usize::from(ground.range(*a, *b))).sum::<usize>());
    });
    row("a range", each(time, pairs.len()), "");
    let few = &pairs[..1 << 15];
    let time = best(|| {
        black_box(few.iter().filter(|(a, b)| judge(&ground, Mode::Mixed, *a, *b).block.is_none()).count());
    });
    row("one line walked and judged", each(time, few.len()), "");
    let time = best(|| {
        black_box(few.iter().filter_map(|(a, b)| FireLine::new(&ground, *a, *b)).map(|l| l.hexes.len()).sum::<usize>());
    });
    row("one line of fire", each(time, few.len()), "");
    let mut paths = Paths::new(ground.grid());
    let step = |from, side, _| ground.cost(Mode::Mixed, from, side).map(|c| u16::from(c.of(8)));
    let time = best(|| {
        for (a, _) in &few[..64] {
            paths.spread(*a, u16::MAX - 1, step);
            black_box(paths.reached().len());
        }
    });
    row("cheapest ways to every hex of the map", format!("{:.2?}", time / 64), "");
    let time = best(|| {
        for (a, _) in few {
            paths.spread(*a, 8, step);
            black_box(paths.reached().len());
        }
    });
    row("cheapest ways within 8 points", format!("{:.2?}", time / few.len() as u32), "");
}
