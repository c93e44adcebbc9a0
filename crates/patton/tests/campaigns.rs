//! Whole games by random players.

use hulldown_core::{Game, Generator, Random, Sim};
use hulldown_patton::{Patton, Setup};

#[test]
fn random_campaigns_end() {
    let t = std::time::Instant::now();
    let (mut decisions, mut thrown) = (0, 0);
    for index in 0..20 {
        let mut game = Patton::new(&Setup::default(), Patton::data()).unwrap();
        let mut sim = Sim::new(Random(Generator::for_game(1, index)), Generator::for_game(2, index));
        assert!(sim.finish(&mut game, Patton::data(), 400_000), "game {index} stands at {:?} {}", game.stage, game.day);
        decisions += sim.decisions;
        thrown += sim.thrown;
        println!("{index}: {} {:?} days {} {:?}", game.day, game.you.fate, game.history.len(), sim.decisions);
    }
    println!("{decisions} {thrown} {:?}", t.elapsed());
}
