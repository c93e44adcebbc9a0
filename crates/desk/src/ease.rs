//! Playing on to the next real decision: usual answers are given for whoever wants it so, as ordinary answers, and told.

use crate::lines::Answered;
use crate::matches::Match;
use crate::problem::Problem;
use hulldown_core::game::Seat;
use hulldown_core::playable::aids::Level;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The most answers given for somebody in one go.
const MOST: usize = 400;

/// How much somebody wants to be asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

    /// The answer that is given to a seat's question without asking.
    fn answer(&self, game: &dyn Match, seat: Seat) -> Option<Answered> {
        let (usual, from) = game.usual(seat)?;
        let wanted = from.is_some_and(|from| from <= self.level) && !self.stops.contains(&usual.kind);
        wanted.then_some(usual)
    }

    /// Gives usual answers until something must be decided, dice are to be thrown, or somebody else is asked. If it was `asked` for, the
    /// question on the table gets its usual answer whatever the level.
    pub fn play_on(&self, game: &mut dyn Match, seat: Seat, asked: bool) -> Result<Vec<Answered>, Problem> {
        let mut given = Vec::new();
        while given.len() < MOST {
            let answer = if asked && given.is_empty() {
                game.usual(seat).map(|(usual, _)| usual)
            } else {
                self.answer(game, seat)
            };
            let Some(answer) = answer else { break };
            game.choose(seat, &answer.key)?;
            given.push(answer);
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
            let given = self.answer(&*game.after(before), seat);
            if given.is_none_or(|given| given.key != *key) {
                return steps;
            }
        }
        steps.max(1)
    }
}

/// What was answered for somebody, in one sentence.
pub fn in_words(given: &[Answered]) -> String {
    let labels: Vec<&str> = given.iter().map(|answer| answer.label.as_str()).collect();
    let (shown, more) = labels.split_at(labels.len().min(6));
    let more = if more.is_empty() { String::new() } else { format!("; and {} more", more.len()) };
    format!("Answered for you: {}{more}.", shown.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::{Ask, Until};
    use crate::shelf::{NewGame, find, shelf};
    use hulldown_catalog::sample;
    use serde_json::json;

    fn engagement(seed: u64) -> Box<dyn Match> {
        let setup = json!({"length": "engagement"});
        (find(sample!(days)).unwrap().new)(NewGame { setup, seed, ..NewGame::default() }).unwrap()
    }

    fn ease(level: Level) -> Ease {
        Ease { level, ..Ease::default() }
    }

    const YOU: Seat = Seat(0);

    #[test]
    fn each_level_answers_what_it_should() {
        let mut game = engagement(5);
        assert_eq!(ease(Level::Full).play_on(&mut *game, YOU, false).unwrap(), []);
        let stops = Ease { stops: ["assign".to_string()].into(), ..Ease::default() };
        assert_eq!(stops.play_on(&mut *game, YOU, false).unwrap(), []);
        let given = Ease::default().play_on(&mut *game, YOU, false).unwrap();
        assert_eq!(given.iter().map(|answer| answer.key.as_str()).collect::<Vec<_>>(), ["usual"]);
        assert_eq!(
            in_words(&given),
            "Answered for you: posts as the book suggests: commander, gunner, driver, loader, assistant."
        );
        let given = ease(Level::Brisk).play_on(&mut *game, YOU, false).unwrap();
        let kinds: Vec<&str> = given.iter().map(|answer| answer.kind.as_str()).collect();
        assert_eq!(kinds[..3], ["load", "rack", "prepare"]);
        assert_eq!(game.prompt().first().unwrap().kind(), "orders", "the first real decision");
    }

    #[test]
    fn an_undo_ends_at_a_question_one_has_answered_oneself() {
        let mut game = engagement(5);
        let routine = Ease::default();
        routine.play_on(&mut *game, YOU, false).unwrap();
        assert_eq!(routine.steps_back(&*game, YOU), 1, "nothing but the first answer is there");
        game.choose(YOU, "usual").unwrap();
        assert_eq!(routine.steps_back(&*game, YOU), 1);
        let brisk = ease(Level::Brisk);
        brisk.play_on(&mut *game, YOU, false).unwrap();
        game.choose(YOU, "plan:gun").unwrap();
        assert_eq!(brisk.steps_back(&*game, YOU), 1);
        let given = brisk.play_on(&mut *game, YOU, true).unwrap();
        assert_eq!(given[0].key, "go");
        assert_eq!(usize::from(brisk.steps_back(&*game, YOU)), given.len());
        let back = game.undo(YOU, brisk.steps_back(&*game, YOU)).unwrap();
        assert_eq!(back.keys.len(), given.len());
        assert_eq!(game.prompt().first().unwrap().kind(), "orders");
    }

    /// Plays on as far as usual answers go, and lets a policy decide the rest. Returns the kinds of usual answers met.
    fn play_through(game: &mut dyn Match, policy: &str) -> BTreeSet<String> {
        let (brisk, mut kinds) = (ease(Level::Brisk), BTreeSet::new());
        for _ in 0..2_000 {
            let prompt = game.prompt();
            let Some(Ask::Choice(ask)) = prompt.first() else { break };
            kinds.extend(ask.usual.as_ref().filter(|usual| usual.from.is_some()).map(|_| ask.kind.to_string()));
            let seat = ask.seat;
            if brisk.play_on(game, seat, false).unwrap().is_empty() {
                game.auto(policy, Some(seat), Until::Decision, None).unwrap();
            }
        }
        kinds
    }

    #[test]
    fn answers_given_for_somebody_are_ordinary_answers() {
        for seed in 0..6 {
            let mut game = engagement(seed);
            play_through(&mut *game, "sensible");
            assert!(game.outcome().is_some(), "{seed}");
            let (again, _) = (find(sample!(days)).unwrap().load)(&game.save(), None).unwrap();
            assert_eq!(again.outcome(), game.outcome());
        }
    }

    #[test]
    fn every_kind_that_may_be_answered_can_be_stopped_for() {
        for shelf in shelf() {
            let known: BTreeSet<&str> = shelf.kinds.iter().map(|(kind, _)| *kind).collect();
            for seed in 0..2 {
                let mut game = (shelf.new)(NewGame { seed, ..NewGame::default() }).unwrap();
                for kind in play_through(&mut *game, "random") {
                    assert!(known.contains(kind.as_str()), "{}: {kind}", shelf.id);
                }
            }
        }
    }

    #[test]
    fn a_shot_and_what_threatens_are_told_with_their_chances() {
        let (mut shots, mut threats) = (0, 0);
        for seed in 0..20 {
            let mut game = engagement(seed);
            for _ in 0..300 {
                let prompt = game.prompt();
                let Some(ask) = prompt.first() else { break };
                for shot in ask.options().iter().filter_map(|option| option.shots.as_ref()) {
                    shots += 1;
                    assert!(shot.hit >= shot.first_hit && shot.hit >= shot.knocked_out, "{shot:?}");
                    let lands: f64 = shot.lands.iter().map(|(_, chance)| chance).sum();
                    assert!(shot.lands.is_empty() || (lands - 1.0).abs() < 1e-9, "{shot:?}");
                }
                for threat in game.threats(YOU).expect("the game tells what threatens") {
                    threats += 1;
                    assert!(threat.fires >= threat.hits && threat.hits >= threat.knocks_out, "{threat:?}");
                }
                game.auto("sensible", None, Until::Decision, None).unwrap();
            }
            let story = crate::story::chapters(&game.log(0));
            assert!(story.iter().all(|(_, paragraphs)| paragraphs.iter().all(|text| text.ends_with('.'))), "{story:?}");
            assert!(!story.is_empty(), "{seed}");
        }
        assert!(shots > 0 && threats > 0);
    }
}
