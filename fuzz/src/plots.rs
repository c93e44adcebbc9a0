//! Bytes as what two commanders of Tank! say.

use crate::{Bytes, Tried};
use hulldown_core::game::{Game, Seat};
use hulldown_desk::lines::{Ask, Until};
use hulldown_desk::{Match, NewGame, find};
use hulldown_tank::Tank;
use serde_json::Value;

/// Lines of one game.
const MOST_LINES: usize = 60;

/// The first byte is the set-up, the second the seed, the third how many answers a bot has given before. The rest is text, a line for an
/// answer; a line that begins with `2` and a space is said by whoever is asked second. An empty line leaves one answer to the bot.
///
/// What is understood is taken or refused whole, what is not understood is refused, and a commander learns nothing of what the other
/// says while both are plotting.
pub fn plots(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let (Some(setup), Some(seed), Some(before)) = (bytes.next(), bytes.next(), bytes.next()) else { return };
    let setup = serde_json::to_value(Tank::setup(setup)).unwrap_or(Value::Null);
    let new = NewGame { setup, seed: u64::from(seed), ..NewGame::default() };
    let begun = find(Tank::ID).and_then(|shelf| (shelf.new)(new));
    let mut game = begun.unwrap_or_else(|e| panic!("the set-up is refused: {e}"));
    leave_to_the_bot(game.as_mut(), 4 * u64::from(before));
    for line in String::from_utf8_lossy(bytes.0).lines().take(MOST_LINES) {
        let asked: Vec<Seat> = game.prompt().asks.iter().map(Ask::seat).collect();
        let (seat, line) = match (line.strip_prefix("2 "), asked.as_slice()) {
            (_, []) => break,
            (Some(line), [_, second]) => (*second, line),
            (_, [first, ..]) => (*first, line),
        };
        if line.is_empty() {
            leave_to_the_bot(game.as_mut(), 1);
        } else {
            said(game.as_mut(), seat, asked.len() > 1, line);
        }
    }
}

fn leave_to_the_bot(game: &mut dyn Match, answers: u64) {
    if answers > 0 && !game.prompt().over {
        let given = game.auto("heuristic", None, Until::End, Some(answers));
        given.unwrap_or_else(|e| panic!("the bot cannot go on: {e}"));
    }
}

/// One line said by a seat.
fn said(game: &mut dyn Match, seat: Seat, both: bool, line: &str) {
    let whole = |game: &dyn Match| (game.history_len(), game.state(), game.answered(), game.told(), game.view(seat.into()));
    let other = Seat(1 - seat.0);
    let seen = |game: &dyn Match| (game.view(other.into()), game.status(other.into()), asked(game, other));
    let (was, knew) = (whole(game), seen(game));
    let understood = game.understands(seat, line);
    match game.choose(seat, line) {
        Ok(()) => {
            assert!(understood, "`{line}` was not understood and is taken");
            assert!(game.answered() > was.2, "`{line}` is taken and nothing was answered");
            assert!(!both || seen(game) == knew, "the other commander learns of `{line}`");
            let again = game.after(game.answered());
            assert_eq!(again.view(seat.into()), game.view(seat.into()), "played again, `{line}` means something else");
        }
        Err(problem) => {
            assert!(!problem.message.is_empty());
            assert!(
                !problem.message.contains("a mistake in the program"),
                "the rules contradict themselves at `{line}`"
            );
            assert!(whole(game) == was && seen(game) == knew, "`{line}` is refused and changed something");
        }
    }
}

/// What a seat is asked, with every option.
fn asked(game: &dyn Match, seat: Seat) -> Option<Value> {
    let asks = game.prompt().asks;
    asks.iter().find(|ask| ask.seat() == seat).map(|ask| serde_json::to_value(ask).unwrap_or(Value::Null))
}
