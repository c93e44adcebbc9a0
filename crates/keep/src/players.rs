//! Who plays which seat, and whose eyes may see what is shown, where seats keep things from each other.

use hulldown_core::Limit;
use hulldown_core::game::Seat;
use hulldown_desk::{Answered, Autoplay, Ease, Match, Problem, Prompt, Seen, Until, WaitsFor};
use std::collections::BTreeMap;
use std::time::Duration;

/// The most answers policies give before a person is asked again.
const MOST_ANSWERS: u64 = 20_000;

/// The most time a policy gets to finish what one that was too slow has left.
const FINISH: Duration = Duration::from_secs(5);

/// What was answered until somebody must decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// What policies did.
    pub by_bots: Autoplay,
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

/// Whether a seat must choose something.
fn must_choose(asked: &[WaitsFor], seat: Seat) -> bool {
    asked.iter().any(|ask| ask.seat == seat && !ask.dice)
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

    /// Whether policies have something to answer.
    pub fn bots_are_asked(&self, game: &dyn Match) -> bool {
        self.bot_asked(game).is_some()
    }

    fn bot_asked(&self, game: &dyn Match) -> Option<(Seat, &str)> {
        let asked = game.asked();
        let mut bots = self.bots.iter().map(|(seat, policy)| (Seat(*seat), policy.as_str()));
        bots.find(|(seat, _)| must_choose(&asked, *seat))
    }

    /// Lets policies answer for their seats, and usual answers be given for people as they want it, until somebody must decide. What
    /// was answered for people comes back. If it was `asked` for, the question on the table gets its usual answer whatever the level.
    /// It fails if it is canceled on the way.
    pub fn settle(&self, game: &mut dyn Match, asked: bool, limit: &Limit) -> Result<Settled, Problem> {
        let mut settled = Settled::default();
        loop {
            settled.by_bots.add(self.play_bots(game, limit)?);
            let eyes = self.eyes(game);
            let known = |ask: &WaitsFor| eyes.is_none_or(|eyes| ask.only.is_none_or(|only| only == eyes));
            let Some(ask) = game.asked().into_iter().find(known) else { break };
            if ask.dice || self.curtain(game).is_some() || limit.is_over() {
                break;
            }
            let given = self.ease.play_on(game, ask.seat, asked && settled.given.is_empty())?;
            if given.is_empty() {
                break;
            }
            settled.given.extend(given);
        }
        Ok(settled)
    }

    /// Lets policies answer for their seats until only people, or nobody, are asked. A policy that comes to no end in its time leaves
    /// the rest to the others: whoever plays against it must not be left waiting. Fails if it is canceled on the way.
    pub fn play_bots(&self, game: &mut dyn Match, limit: &Limit) -> Result<Autoplay, Problem> {
        let mut played = Autoplay::default();
        while let Some((seat, policy)) = self.bot_asked(game) {
            let own = (policy, limit.clone());
            let others = game.stand_ins(policy).into_iter().map(|name| (name, limit.anew(FINISH)));
            let before = played.answers;
            for (name, limit) in std::iter::once(own).chain(others) {
                if !must_choose(&game.asked(), seat) {
                    break;
                }
                let most = MOST_ANSWERS.saturating_sub(played.answers);
                let by_one = game.auto_within(name, Some(seat), Until::End, Some(most), &limit)?;
                if limit.is_canceled() {
                    return Err(Problem::late("it was canceled before the bots answered"));
                }
                played.add(by_one);
            }
            if played.answers == before || played.answers >= MOST_ANSWERS {
                break;
            }
        }
        Ok(played)
    }

    /// The same where nothing is answered for people.
    pub fn bots_alone(&self, game: &mut dyn Match, limit: &Limit) -> Result<Settled, Problem> {
        Ok(Settled { by_bots: self.play_bots(game, limit)?, given: Vec::new() })
    }

    fn people(&self, game: &dyn Match) -> impl Iterator<Item = Seat> + '_ {
        (0..game.seats()).filter(|seat| !self.bots.contains_key(seat)).map(Seat)
    }

    /// The one person at the table, where all others are bots.
    pub fn only(&self, game: &dyn Match) -> Option<Seat> {
        let mut people = self.people(game);
        people.next().filter(|_| people.next().is_none())
    }

    /// Whose eyes may see what is shown: none where nothing is hidden, or nothing any more.
    pub fn eyes(&self, game: &dyn Match) -> Option<Seat> {
        let secret = game.has_secrets() && game.outcome().is_none();
        secret.then(|| self.only(game).or(self.looks).unwrap_or_default())
    }

    /// The player the screen must be handed to before anything of the game is shown.
    pub fn curtain(&self, game: &dyn Match) -> Option<Seat> {
        self.eyes(game)?;
        if self.people(game).count() < 2 {
            return None;
        }
        // Dice of everybody's are thrown whoever looks.
        let asked = game.asked();
        let mut asked = asked.iter().filter(|ask| !ask.dice || ask.only.is_some()).map(|ask| ask.seat);
        match self.looks {
            Some(seat) if asked.clone().any(|asked| asked == seat) => None,
            Some(seat) => asked.next().filter(|next| *next != seat),
            // Whoever it is, nothing is shown before it is known.
            None => Some(asked.next().unwrap_or_default()),
        }
    }

    /// Nobody is known to look any more; whether somebody was.
    pub fn leave(&mut self) -> bool {
        self.looks.take().is_some()
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

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_catalog::sample;
    use hulldown_desk::{Code, NewGame, find};

    fn game() -> Box<dyn Match> {
        (find(sample!(sides)).unwrap().new)(NewGame { seed: 7, ..NewGame::default() }).unwrap()
    }

    #[test]
    fn a_bot_that_is_too_slow_leaves_the_rest_to_another() {
        let players = Players::new([(1, "rollout".to_string())].into());
        let mut game = game();
        assert!(players.bots_are_asked(&*game));
        let played = players.play_bots(&mut *game, &Limit::within(Duration::ZERO)).unwrap();
        assert!(played.late && played.answers > 0, "{played:?}");
        assert!(!players.bots_are_asked(&*game), "whoever plays against it is not left waiting");
        let again = players.play_bots(&mut *game, &Limit::NONE).unwrap();
        assert_eq!(again, Autoplay::default());
    }

    #[test]
    fn what_is_canceled_is_not_done_by_another() {
        let players = Players::new([(1, "heuristic".to_string())].into());
        let limit = Limit::within(Duration::from_secs(600));
        limit.cancel();
        let problem = players.settle(&mut *game(), false, &limit).unwrap_err();
        assert_eq!(problem.code, Code::Late);
    }
}
