//! Who plays which seat, and whose eyes may see what is shown, where seats keep things from each other.

use hulldown_core::game::Seat;
use hulldown_desk::{Answered, Ask, Ease, Match, Problem, Prompt, Seen, Until};
use std::collections::BTreeMap;

/// The most answers policies give before a person is asked again.
const MOST_ANSWERS: u64 = 20_000;

/// What was answered until somebody must decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// How many answers policies gave.
    pub by_bots: u64,
    /// The answers given for people.
    pub given: Vec<Answered>,
}

/// Who plays which seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Players {
    /// The policies that play seats, by seat; people play the others.
    pub bots: BTreeMap<u8, String>,
    /// How much people want to be asked.
    pub ease: Ease,
    /// Who looks at the screen, where two people share it.
    looks: Option<Seat>,
}

impl Players {
    /// These policies, and people for the other seats.
    pub fn new(bots: BTreeMap<u8, String>) -> Self {
        Players { bots, ..Players::default() }
    }

    /// The same, asked as much as they want.
    #[must_use]
    pub fn asked(mut self, ease: Ease) -> Self {
        self.ease = ease;
        self
    }

    /// Lets policies answer for their seats, and usual answers be given for people as they want it, until somebody must decide. What
    /// was answered for people comes back. If it was `asked` for, the question on the table gets its usual answer whatever the level.
    pub fn settle(&self, game: &mut dyn Match, asked: bool) -> Result<Settled, Problem> {
        let mut settled = Settled::default();
        loop {
            settled.by_bots += self.play_bots(game)?;
            let prompt = self.prompt(game);
            let Some(Ask::Choice(ask)) = prompt.first().filter(|_| self.curtain(game).is_none()) else { break };
            let given = self.ease.play_on(game, ask.seat, asked && settled.given.is_empty())?;
            if given.is_empty() {
                break;
            }
            settled.given.extend(given);
        }
        Ok(settled)
    }

    /// Lets policies answer for their seats until only people, or nobody, are asked. Returns how many answers they gave.
    pub fn play_bots(&self, game: &mut dyn Match) -> Result<u64, Problem> {
        let mut given = 0;
        while given < MOST_ANSWERS {
            let prompt = game.prompt();
            let asked = |seat: u8| matches!(prompt.of(Seat(seat)), Some(Ask::Choice(_)));
            let Some((seat, policy)) = self.bots.iter().find(|(seat, _)| asked(**seat)) else { break };
            match game.auto(policy, Some(Seat(*seat)), Until::End, Some(MOST_ANSWERS))? {
                0 => break,
                answers => given += answers,
            }
        }
        Ok(given)
    }

    fn people(&self, game: &dyn Match) -> impl Iterator<Item = Seat> + '_ {
        (0..game.seats()).filter(|seat| !self.bots.contains_key(seat)).map(Seat)
    }

    /// Whose eyes may see what is shown: none where nothing is hidden, or nothing any more.
    pub fn eyes(&self, game: &dyn Match) -> Option<Seat> {
        let secret = game.has_secrets() && game.outcome().is_none();
        let mut people = self.people(game);
        match (secret, people.next(), people.next()) {
            (false, ..) => None,
            (true, Some(only), None) => Some(only),
            _ => Some(self.looks.unwrap_or_default()),
        }
    }

    /// The player the screen must be handed to before anything of the game is shown.
    pub fn curtain(&self, game: &dyn Match) -> Option<Seat> {
        self.eyes(game)?;
        if self.people(game).count() < 2 {
            return None;
        }
        let prompt = game.prompt();
        // Dice of everybody's are thrown whoever looks.
        let one_s_own = |ask: &&Ask| matches!(ask, Ask::Choice(_)) || (0..game.seats()).any(|seat| !ask.is_for(Seat(seat)));
        let mut asked = prompt.asks.iter().filter(one_s_own).map(Ask::seat);
        match self.looks {
            Some(seat) if asked.clone().any(|asked| asked == seat) => None,
            looks => asked.next().filter(|next| Some(*next) != looks),
        }
    }

    /// The screen has been handed over.
    pub fn hand_over(&mut self, seat: Seat) {
        self.looks = Some(seat);
    }

    /// What the game waits for, as far as whoever is looking may know.
    pub fn prompt(&self, game: &dyn Match) -> Prompt {
        self.seen(game).prompt()
    }

    /// The game as whoever is looking may know it.
    pub fn seen<'g>(&self, game: &'g dyn Match) -> Seen<'g> {
        Seen::new(game, self.eyes(game))
    }
}
