//! Whole careers by random players.

use hulldown_ace::state::Mode;
use hulldown_ace::{Ace, Setup};
use hulldown_core::{Game, Generator, Random, Sim};

fn careers(setup: &Setup, games: u64) {
    for index in 0..games {
        let mut game = Ace::new(setup, Ace::data()).unwrap();
        let mut sim = Sim::new(Random(Generator::for_game(7, index)), Generator::for_game(8, index));
        assert!(sim.finish(&mut game, Ace::data(), 200_000), "career {index} does not end");
        assert!(game.outcome(Ace::data()).is_some());
        game.validate(Ace::data()).unwrap();
    }
}

#[test]
fn a_thousand_random_careers_end() {
    careers(&Setup::default(), 1_000);
}

#[test]
fn random_careers_of_two_end() {
    for mode in [Mode::Cooperative, Mode::CompetitiveTogether, Mode::CompetitiveApart] {
        careers(&Setup { mode, ..Setup::default() }, 200);
    }
}
