//! A stretch of play in short: what was lost and won in it, as the game says what each event adds to its sum.

use crate::lines::EventLine;
use hulldown_core::game::Seat;
use hulldown_core::playable::aids::{Grave, Sum};
use std::fmt;

/// One line of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigestLine {
    /// What it tells of.
    pub head: &'static str,
    /// Of whom, or how many.
    pub text: String,
    /// Whether it is a loss of one's own.
    pub loss: bool,
}

impl fmt::Display for DigestLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}.", self.head, self.text)
    }
}

/// Something told under a head: what, how many where that is counted, and how often it was told.
type Thing<'a> = (&'a str, Option<i32>, usize);

/// What these events come to, one's own losses first; nothing where no game says what they add.
pub fn digest<'a>(events: impl IntoIterator<Item = &'a EventLine>) -> Vec<DigestLine> {
    lines(events.into_iter().flat_map(|event| &event.about.sums))
}

fn lines<'a>(sums: impl IntoIterator<Item = &'a Sum>) -> Vec<DigestLine> {
    // Of each head the things told, in order, with how many of each.
    let mut heads: Vec<(&Sum, Vec<Thing<'_>>)> = Vec::new();
    for sum in sums {
        let at = heads.iter().position(|(known, _)| known.head == sum.head).unwrap_or_else(|| {
            heads.push((sum, Vec::new()));
            heads.len() - 1
        });
        let things = &mut heads[at].1;
        match things.iter_mut().find(|(what, ..)| *what == sum.what) {
            Some((_, n, times)) => {
                *n = n.zip(sum.n).map(|(n, more)| n.saturating_add(more));
                *times += 1;
            }
            None => things.push((&sum.what, sum.n, 1)),
        }
    }
    heads.sort_by_key(|(sum, _)| sum.head.0);
    let told = |(what, n, times): &Thing<'_>| match (n, *times) {
        (Some(n), _) if what.is_empty() => format!("{n:+}"),
        (Some(n), _) => format!("{what} {n:+}"),
        (None, 1) => (*what).to_string(),
        (None, times) => format!("{what} ({times} times)"),
    };
    let text = |things: &[Thing<'_>]| things.iter().map(told).collect::<Vec<_>>().join(", ");
    heads
        .into_iter()
        .map(|(sum, things)| DigestLine { head: sum.head.1, text: text(&things), loss: sum.loss })
        .collect()
}

/// What a long stretch comes to for a seat: as the game sums it up, else who was lost on either side and how else one is worse off.
pub fn in_short(events: &[EventLine], seat: Seat) -> Vec<DigestLine> {
    let sum = digest(events);
    if !sum.is_empty() {
        return sum;
    }
    let sums: Vec<Sum> = events
        .iter()
        .filter_map(|event| {
            let head = match event.about.grave? {
                Grave::Loss(own) if own == seat => (0, "Lost"),
                Grave::Harm(own, word) if own == seat => (1, word),
                Grave::Loss(_) | Grave::Kill => (2, "Enemy losses"),
                _ => return None,
            };
            let what = event.about.whom.clone().unwrap_or_else(|| event.text.trim_end_matches('.').into());
            Some(Sum { head, loss: head.0 < 2 && !event.about.passes, what, n: None })
        })
        .collect();
    lines(&sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NewGame, Until};
    use hulldown_catalog::sample;

    #[test]
    fn a_game_that_sums_up_nothing_tells_its_losses() {
        let shelf = crate::find(sample!(sides)).unwrap();
        let mut game = (shelf.new)(NewGame { seed: 3, ..NewGame::default() }).unwrap();
        game.auto((shelf.policies)()[0].0, None, Until::End, Some(4_000)).unwrap();
        let log = game.log(0);
        let lost = |seat| log.iter().filter(|event| event.loss() == Some(seat)).count();
        let named = |lines: &[DigestLine], head: &str| {
            lines.iter().find(|line| line.head == head).map_or(0, |line| line.text.split(", ").count())
        };
        let lines = in_short(&log, Seat(0));
        assert!(lost(Seat(0)) > 0 && lost(Seat(1)) > 0, "nobody was lost");
        assert_eq!((named(&lines, "Lost"), named(&lines, "Enemy losses")), (lost(Seat(0)), lost(Seat(1))), "{lines:?}");
        assert!(lines[0].loss && !lines.last().unwrap().loss);
    }
}
