//! Playing on to the next real decision: usual answers are given for whoever wants it so, as ordinary answers, and told.

use crate::aids::Level;
use crate::lines::{Answered, Ask, ChoiceAsk};
use crate::matches::Match;
use crate::problem::Problem;
use hulldown_core::game::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The most answers given for somebody in one go.
const MOST: usize = 400;

/// How much somebody wants to be asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ease {
    /// How much is answered without asking.
    pub level: Level,
    /// Kinds of questions that are always asked.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub stops: BTreeSet<String>,
}

impl Ease {
    /// Whether it is what everybody begins with.
    pub fn is_default(&self) -> bool {
        *self == Ease::default()
    }

    /// The key of the answer that is given to a question without asking.
    pub fn answers<'a>(&self, ask: &'a ChoiceAsk) -> Option<&'a str> {
        let usual = ask.usual.as_ref()?;
        let wanted = usual.from.is_some_and(|from| from <= self.level) && !self.stops.contains(&ask.kind);
        wanted.then_some(usual.key.as_str())
    }

    /// Gives usual answers until something must be decided, dice are to be thrown, or somebody else is asked. If it was `asked` for, the
    /// question on the table gets its usual answer whatever the level.
    pub fn play_on(&self, game: &mut dyn Match, seat: Seat, asked: bool) -> Result<Vec<Answered>, Problem> {
        let mut given = Vec::new();
        while given.len() < MOST {
            let prompt = game.prompt();
            let Some(Ask::Choice(ask)) = prompt.of(seat) else { break };
            let on_request = ask.usual.as_ref().filter(|_| asked && given.is_empty()).map(|usual| usual.key.as_str());
            let Some(key) = on_request.or_else(|| self.answers(ask)) else { break };
            let option = ask.options.iter().find(|option| option.key == key);
            let Some(option) = option else { break };
            let answered = Answered {
                kind: ask.kind.clone(),
                text: ask.text.clone(),
                key: option.key.clone(),
                label: option.label.clone(),
                rule: option.rule.clone(),
            };
            game.choose(seat, key)?;
            given.push(answered);
        }
        Ok(given)
    }

    /// How many answers an undo takes back so that it ends at a question the seat has answered itself.
    pub fn steps_back(&self, game: &dyn Match, seat: Seat) -> u16 {
        let answers = game.answers();
        let own = answers.iter().enumerate().rev().filter(|(_, (who, _))| *who == seat);
        let mut steps = 0;
        for (before, (_, key)) in own.take(MOST) {
            steps += 1;
            let past = game.after(before).prompt();
            let by_itself = matches!(past.of(seat), Some(Ask::Choice(ask)) if self.answers(ask) == Some(key));
            if !by_itself {
                return steps;
            }
        }
        steps.max(1)
    }
}

/// What was answered for somebody, in one sentence.
pub fn in_words(given: &[Answered]) -> String {
    let labels: Vec<String> = given.iter().map(|answer| format!("{}, {}", answer.kind, answer.label)).collect();
    let (shown, more) = labels.split_at(labels.len().min(6));
    let more = if more.is_empty() { String::new() } else { format!("; and {} more", more.len()) };
    format!("Answered for you: {}{more}.", shown.join("; "))
}
