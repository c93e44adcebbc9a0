//! How fast the introductory scenario goes with heuristic commanders on both sides, for a profiler to look at.

use hulldown_core::{Game, Generator, Sim};
use hulldown_tank::bot::Heuristic;
use hulldown_tank::{Setup, Tank};
use std::time::Instant;

/// Seconds this process has had a core for; on a machine with other work the clock on the wall says little.
fn cpu() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    stat.split(' ').next()?.parse::<f64>().ok().map(|ns| ns / 1e9)
}

fn main() {
    let scenario = std::env::args().nth(1).unwrap_or("0".into());
    let games: u64 = std::env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(3000);
    let d = Tank::data();
    let setup = Setup { scenario, ..Setup::default() };
    let Ok(start) = Tank::new(&setup, d) else { return };
    let mut sim = Sim::new(Heuristic::new(1), Generator::new(2));
    sim.finish(&mut start.clone(), d, u64::MAX);
    let (mut turns, began) = (0u64, Instant::now());
    let (before, spent) = (sim.decisions, cpu());
    for _ in 0..games {
        let mut game = start.clone();
        sim.finish(&mut game, d, u64::MAX);
        turns += u64::from(game.turn);
    }
    let s = cpu().zip(spent).map_or(began.elapsed().as_secs_f64(), |(now, then)| now - then);
    let made = (sim.decisions - before) as f64;
    println!(
        "{:.0} games/s, {:.2} M decisions/s, {:.1} turns and {:.0} decisions a game, {:.1} us a turn",
        games as f64 / s,
        made / s / 1e6,
        turns as f64 / games as f64,
        made / games as f64,
        s * 1e6 / turns as f64
    );
}
