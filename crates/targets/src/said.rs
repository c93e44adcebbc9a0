//! Bytes as what players say in the language of their game.

use crate::Bytes;
use crate::games::{Does, with_game};
use hulldown_catalog::CatalogGame;
use hulldown_core::Seat;
use hulldown_desk::lines::{Ask, Until};
use hulldown_desk::{Match, NewGame, find};
use serde_json::Value;

/// Lines of one game.
const MOST_LINES: usize = 60;

/// The first byte is the game, the second the set-up, the third the seed, the fourth how many answers a bot has given before. The rest is
/// text, a line for an answer; a line that begins with `2` and a space is said by the seat that is asked second. An empty line leaves one
/// answer to the bot.
///
/// What is understood is taken or refused whole, what is not understood is refused, and a seat learns nothing of what the other says
/// while both are asked.
pub fn said(bytes: &[u8]) {
    with_game(Bytes(bytes), Said);
}

struct Said;

impl Does for Said {
    fn with<G: CatalogGame>(self, mut bytes: Bytes<'_>) {
        let (Some(setup), Some(seed), Some(before)) = (bytes.next(), bytes.next(), bytes.next()) else { return };
        let setup = serde_json::to_value(G::setup(u64::from(setup))).unwrap_or(Value::Null);
        let new = NewGame { setup, seed: u64::from(seed), ..NewGame::default() };
        let begun = find(G::ID).and_then(|shelf| (shelf.new)(new));
        let mut game = begun.unwrap_or_else(|e| panic!("the set-up is refused: {e}"));
        say(game.as_mut(), G::BOTS.names()[0].0, before, bytes.0);
    }
}

fn say(game: &mut dyn Match, bot: &str, before: u8, text: &[u8]) {
    leave_to_the_bot(game, bot, 4 * u64::from(before));
    for line in String::from_utf8_lossy(text).lines().take(MOST_LINES) {
        let asked: Vec<Seat> = game.prompt().asks.iter().map(Ask::seat).collect();
        let (seat, line) = match (line.strip_prefix("2 "), asked.as_slice()) {
            (_, []) => break,
            (Some(line), [_, second]) => (*second, line),
            (_, [first, ..]) => (*first, line),
        };
        if line.is_empty() {
            leave_to_the_bot(game, bot, 1);
        } else {
            one_line(game, seat, asked.len() > 1, line);
        }
    }
}

fn leave_to_the_bot(game: &mut dyn Match, bot: &str, answers: u64) {
    if answers > 0 && !game.prompt().over {
        let given = game.auto(bot, None, Until::End, Some(answers));
        given.unwrap_or_else(|e| panic!("the bot cannot go on: {e}"));
    }
}

/// One line said by a seat.
fn one_line(game: &mut dyn Match, seat: Seat, both: bool, line: &str) {
    let whole =
        |game: &dyn Match| (game.history_len(), game.state(), game.answered(), game.told(), game.view(seat.into()));
    let other = (game.seats() > 1).then(|| Seat(1 - seat.0));
    let seen =
        |game: &dyn Match| other.map(|other| (game.view(other.into()), game.status(other.into()), asked(game, other)));
    let (was, knew) = (whole(game), seen(game));
    let understood = game.understands(seat, line);
    match game.choose(seat, line) {
        Ok(()) => {
            assert!(understood, "`{line}` was not understood and is taken");
            assert!(game.answered() > was.2, "`{line}` is taken and nothing was answered");
            assert!(!both || seen(game) == knew, "the other seat learns of `{line}`");
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
