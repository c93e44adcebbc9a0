//! Whether the same seeds still give the same games.

use crate::trial::sim;
use hulldown_core::{Game, Generator, Random};

/// A fingerprint of the ends of random games. It changes with any rule, any option and the order of options, so whoever makes a game
/// faster sees whether it is still the same game.
///
/// # Panics
/// If a set-up is refused or a state cannot be written.
pub fn fingerprint<G: Game>(games: u64, setup: impl Fn(u64) -> G::Setup) -> u64 {
    // FNV-1a: no secret is kept by it.
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    (0..games).fold(0xcbf2_9ce4_8422_2325, |hash, index| {
        let mut game = match G::new(&setup(index), G::data()) {
            Ok(game) => game,
            Err(why) => panic!("set-up {index}: {why}"),
        };
        let mut sim = sim(Random(Generator::for_game(1, index)), Generator::for_game(2, index));
        let ended = sim.finish(&mut game, G::data(), 1_000_000);
        let end = match serde_json::to_string(&game) {
            Ok(state) => format!("{ended} {} {} {state}", sim.decisions, sim.thrown),
            Err(why) => panic!("game {index}: {why}"),
        };
        end.as_bytes().iter().fold(hash, mix)
    })
}
