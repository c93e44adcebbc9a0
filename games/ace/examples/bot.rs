//! A bot of your own plays ten careers: `cargo run --release -p hulldown-ace --example bot`.

use hulldown_ace::talk::{Ask, Choice};
use hulldown_ace::{Ace, Setup, View};
use hulldown_core::{Game, Generator, Invalid, Policy, Seat, Sim};

/// Fires the main gun whenever the rules allow it, and leaves the rest to chance.
struct Trigger(Generator);

impl Policy<Ace> for Trigger {
    // A bot sees what its seat may see, and can answer only what the rules offer.
    fn decide(&mut self, _view: &View<'_>, _seat: Seat, _ask: Ask, options: &[Choice]) -> Choice {
        let shot = options.iter().find(|choice| matches!(choice, Choice::Fire(_)));
        *shot.unwrap_or_else(|| &options[self.0.below(options.len() as u32) as usize])
    }
}

fn main() -> Result<(), Invalid> {
    for seed in 0..10 {
        let mut career = Ace::new(&Setup::default(), Ace::data())?;
        // The table: this bot decides, these dice fall. The same seeds play the same career.
        let mut table = Sim::new(Trigger(Generator::new(seed)), Generator::for_game(seed, 0));
        table.finish(&mut career, Ace::data(), u64::MAX);
        let result = career.outcome(Ace::data()).map_or_else(String::new, |outcome| outcome.result);
        println!("{seed}: {result}, after {} decisions", table.decisions);
    }
    Ok(())
}
