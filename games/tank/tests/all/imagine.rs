//! Games put together for playing on in thought: what a seat sees stays, what it does not see is dealt anew.

use hulldown_core::{Game, Generator, Random, Seat};
use hulldown_kit::trial::sim;
use hulldown_tank::state::Stage;
use hulldown_tank::{Setup, Tank};

#[test]
fn an_imagined_column_keeps_no_secret_of_the_real_one() {
    let d = Tank::data();
    let mut game = Tank::new(&Setup::default(), d).unwrap();
    let mut sim = sim(Random(Generator::new(7)), Generator::new(7));
    while game.stage == Stage::Arrange {
        game.advance(d, &mut sim).unwrap();
    }
    let (real, mut dice, mut others) = (game.armies[1].clone(), Generator::new(1), 0);
    for _ in 0..20 {
        let other = game.imagined(d, Seat(0), &mut |below| dice.below(below));
        other.validate(d).unwrap();
        assert_eq!(other.armies[0], game.armies[0], "one's own force is known");
        others += u32::from(other.armies[1].entry != real.entry && other.armies[1].track != real.track);
        let seen = |game: &Tank| serde_json::to_string(&game.view(d, Seat(0))).unwrap();
        assert_eq!(seen(&other), seen(&game));
    }
    assert!(others > 10, "the enemy's march was carried over: {others} of 20 differ");
}
