//! What came of an answer, put together for a card: each thing that was told with the dice that decided it.

use crate::lines::EventLine;
use hulldown_core::game::Seat;

/// Something that was told, after the dice that decided it.
#[derive(Clone, Debug, PartialEq)]
pub struct Came<'a> {
    /// The phase that begins with it.
    pub phase: Option<&'a str>,
    /// The dice, in the order they fell.
    pub dice: Vec<&'a EventLine>,
    /// None where the dice are all that is told.
    pub line: Option<&'a EventLine>,
}

impl Came<'_> {
    /// Who has lost something by it that must not be overlooked.
    pub fn loss(&self) -> Option<Seat> {
        self.line.and_then(|line| line.loss)
    }
}

/// Puts dice to what came of them: the first line told after them.
pub fn came(events: &[EventLine]) -> Vec<Came<'_>> {
    let mut all = Vec::new();
    let (mut dice, mut phase) = (Vec::new(), None);
    for event in events {
        if let Some(begins) = event.phase.filter(|begins| !begins.is_empty()) {
            // Dice belong to the phase they fell in.
            if !dice.is_empty() {
                all.push(Came { phase: phase.take(), dice: std::mem::take(&mut dice), line: None });
            }
            phase = Some(begins);
        }
        if event.roll.is_some() {
            dice.push(event);
        } else {
            all.push(Came { phase: phase.take(), dice: std::mem::take(&mut dice), line: Some(event) });
        }
    }
    if !dice.is_empty() {
        all.push(Came { phase, dice, line: None });
    }
    all
}

/// What is told first of all: what this seat has lost, then what others have. The rest stays in order.
pub fn gravest(all: Vec<Came<'_>>, seat: Seat) -> (Vec<Came<'_>>, Vec<Came<'_>>) {
    let (mut grave, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|came| came.loss().is_some());
    grave.sort_by_key(|came| came.loss() != Some(seat));
    (grave, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NewGame, Until};

    #[test]
    fn every_event_stands_on_the_card_once_and_dice_under_what_came_of_them() {
        for shelf in crate::shelf() {
            let mut game = (shelf.new)(NewGame { seed: 3, ..NewGame::default() }).unwrap();
            let policy = (shelf.policies)().last().unwrap().0;
            game.auto(policy, None, Until::End, Some(120)).unwrap();
            let events = game.log(0);
            let all = came(&events);
            let mut shown: Vec<usize> =
                all.iter().flat_map(|came| came.dice.iter().chain(&came.line)).map(|event| event.n).collect();
            shown.sort_unstable();
            assert_eq!(shown, events.iter().map(|event| event.n).collect::<Vec<_>>());
            assert!(all.iter().all(|came| came.line.is_none_or(|line| came.dice.iter().all(|roll| roll.n < line.n))));
        }
    }
}
