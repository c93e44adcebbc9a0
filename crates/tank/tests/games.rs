//! Whole random games of every scenario, with the state looked at after every step.

use hulldown_core::{Game, Generator, Random, Sim};
use hulldown_tank::words::ScenarioId;
use hulldown_tank::{Setup, Tank};

#[test]
fn random_games_end_and_their_states_hold() {
    let d = Tank::data();
    let (mut decided, mut fired) = (0, 0);
    for id in ScenarioId::IDS {
        for seed in 0..20 {
            let setup = Setup { scenario: id.into(), ..Setup::default() };
            let mut game = Tank::new(&setup, d).unwrap();
            let mut sim = Sim::new(Random(Generator::new(seed + 1000)), Generator::new(seed));
            while !game.is_over() {
                game.validate(d).unwrap_or_else(|e| panic!("scenario {id}, seed {seed}, turn {}: {e}", game.turn));
                assert!(game.turn < 2000, "scenario {id}, seed {seed} does not end");
                game.advance(d, &mut sim).unwrap();
            }
            game.validate(d).unwrap();
            decided += u32::from(game.ending.unwrap().winner.is_some());
            fired += u32::from(game.last_fire > 0);
        }
    }
    println!("{decided} decided, {fired} with fire");
}
