//! How fast random games go, by scenario.

use hulldown_core::{Game, Generator, Random, Sim};
use hulldown_tank::words::ScenarioId;
use hulldown_tank::{Setup, Tank};
use std::time::Instant;

fn main() {
    let d = Tank::data();
    println!("state: {} bytes", std::mem::size_of::<Tank>());
    for id in ScenarioId::IDS {
        let setup = Setup { scenario: id.into(), ..Setup::default() };
        let start = Tank::new(&setup, d).expect("a scenario of the charts");
        let (mut decisions, mut turns, games, begun) = (0, 0, 400, Instant::now());
        for seed in 0..games {
            let mut game = start.clone();
            let mut sim = Sim::new(Random(Generator::new(seed + 1000)), Generator::new(seed));
            sim.finish(&mut game, d, u64::MAX);
            decisions += sim.decisions;
            turns += u64::from(game.turn);
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "scenario {id:>2}: {:6.0} games/s, {:5.2} M decisions/s, {} turns a game",
            games as f64 / seconds,
            decisions as f64 / seconds / 1e6,
            turns / games
        );
    }
}
