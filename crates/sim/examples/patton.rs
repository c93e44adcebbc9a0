//! Plays campaigns of Patton's Best and prints what came of them: `cargo run --release -p hulldown-sim --example patton -- GAMES POLICY`.

use hulldown_core::Game;
use hulldown_patton::{Patton, Setup};
use hulldown_sim::{Batch, patton};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let games = words.next().map_or(Ok(100), |n| n.parse())?;
    let policy = words.next().unwrap_or_else(|| "sensible".into());
    let batch = Batch { games: 0..games, seed: 1944, threads: 1 };
    let begun = std::time::Instant::now();
    let mut summary = patton::Summary::default();
    let each = |tour: &patton::Tour| {
        summary.add(tour);
        Ok(())
    };
    patton::tours(&batch, &Setup::default(), Patton::data(), &policy, each, |_| {}).ok_or("no such policy")??;
    print!("{}", summary.report(Patton::data()));
    let decisions = summary.decisions;
    let each = begun.elapsed().as_secs_f64() * 1000.0 / games.max(1) as f64;
    println!("\n{each:.2} ms and {} decisions a game", decisions / games.max(1));
    Ok(())
}
