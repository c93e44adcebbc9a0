//! A fixed number of random games, the same ones every time: `cargo run --release --manifest-path bench/Cargo.toml --bin fixed -- 1000`.
//!
//! It prints a fingerprint of how they went, which no change that is to make a game only faster may alter. Under
//! `valgrind --tool=callgrind` instructions are counted exactly, whatever else the machine does; what two numbers of games differ by is
//! without reading the charts.

use hulldown_catalog::{CatalogGame, Visitor};
use hulldown_core::playable::trial::setups;
use hulldown_core::{Generator, Random, Sim};
use std::hash::{DefaultHasher, Hasher};

struct Fixed {
    games: u64,
    wanted: Vec<String>,
}

impl Visitor for Fixed {
    fn visit<G: CatalogGame>(&mut self) {
        if !self.wanted.is_empty() && !self.wanted.iter().any(|name| name == G::ID) {
            return;
        }
        let begun: Vec<G> = setups::<G>().iter().filter_map(|setup| G::new(setup, G::data()).ok()).collect();
        let (mut hasher, mut decisions, mut dice) = (DefaultHasher::new(), 0, 0);
        for index in 0..self.games {
            let mut game = begun[index as usize % begun.len()].clone();
            let mut sim = Sim::new(Random(Generator::for_game(1, index)), Generator::for_game(2024, index));
            sim.finish(&mut game, G::data(), 2_000_000);
            hasher.write_u64(sim.decisions);
            hasher.write_u64(sim.thrown);
            hasher.write(&serde_json::to_vec(&game).unwrap_or_default());
            (decisions, dice) = (decisions + sim.decisions, dice + sim.thrown);
        }
        println!(
            "{:<8} {:>6} games {decisions:>10} decisions {dice:>10} dice {:016x}",
            G::ID,
            self.games,
            hasher.finish()
        );
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let games = args.next().and_then(|number| number.parse().ok()).unwrap_or(1000);
    hulldown_catalog::each(&mut Fixed { games, wanted: args.collect() });
}
