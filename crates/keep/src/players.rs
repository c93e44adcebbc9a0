//! Seats that are played by policies.

use hulldown_core::game::Seat;
use hulldown_desk::{Ask, Match, Problem, Until};
use std::collections::BTreeMap;

/// The most answers policies give before a person is asked again.
const MOST_ANSWERS: u64 = 20_000;

/// Lets policies answer for their seats until only people, or nobody, are asked. Returns how many answers they gave.
pub fn play_bots(game: &mut dyn Match, bots: &BTreeMap<u8, String>) -> Result<u64, Problem> {
    let mut given = 0;
    while given < MOST_ANSWERS {
        let prompt = game.prompt();
        let asked = |seat: u8| matches!(prompt.of(Seat(seat)), Some(Ask::Choice(_)));
        let Some((seat, policy)) = bots.iter().find(|(seat, _)| asked(**seat)) else { break };
        match game.auto(policy, Some(Seat(*seat)), Until::End, Some(MOST_ANSWERS))? {
            0 => break,
            answers => given += answers,
        }
    }
    Ok(given)
}
