//! How long an answer takes: `cargo bench -p hulldown-kit`.

#![allow(clippy::unwrap_used, clippy::disallowed_types, missing_docs, reason = "a benchmark measures and has a clock")]

use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::session::{Pending, Session};
use hulldown_core::{Game, Generator};
use hulldown_kit::duel::{Duel, Setup};
use std::time::{Duration, Instant};

fn main() {
    for (name, solo) in [("two seats", false), ("alone", true)] {
        let (mut answers, mut spent, mut worst) = (0u32, Duration::ZERO, Duration::ZERO);
        for seed in 0..400 {
            let mut picks = Generator::for_game(seed, 1);
            let setup = Setup { rounds: 50, solo, wind: -2 };
            let dice = DiceBox::new(seed, DiceMode::Random);
            let mut session = Session::<Duel>::new(setup, Duel::<0>::data(), dice).expect("a sound set-up");
            while let Some(Pending::Choice { seat, options, .. }) = session.pending().last() {
                let (seat, choice) = (*seat, options[picks.below(options.len() as u32) as usize]);
                let start = Instant::now();
                session.choose(seat, choice).expect("an option is taken");
                let took = start.elapsed();
                (spent, worst, answers) = (spent + took, worst.max(took), answers + 1);
            }
        }
        let mean = spent.as_secs_f64() * 1e6 / f64::from(answers);
        println!("duel, {name}: {answers} answers, {mean:.2} µs each, the slowest {:.1} µs", worst.as_secs_f64() * 1e6);
    }
}
