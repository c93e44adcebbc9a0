//! What happened at a table, in order: the record of a game, and the streams of dice and answers it is replayed from.

mod entry;
mod taped;

use crate::game::{MOST_SEATS, Seat};
pub use entry::{BadEntry, Entry, Source, Throw};
use std::collections::VecDeque;
pub use taped::{Hears, Misfit, Taped};

/// Takes out of the kept throws the one this throw stands for: one that fell again is the first of its dice, of the program's or of a
/// person's own as it says. In records of older programs a person threw anew where he had thrown before; such a throw takes the place of
/// his first.
pub(crate) fn thrown_again(kept: &mut VecDeque<Throw>, throw: &Throw) {
    let mut same = kept.iter().enumerate().filter(|(_, k)| k.dice == throw.dice);
    let at = match throw.source {
        Source::Kept => same.find(|(_, k)| !k.source.is_by_hand()),
        Source::HandKept => same.find(|(_, k)| k.source.is_by_hand()),
        _ => same.next().filter(|(_, k)| k.source.is_by_hand()),
    };
    at.map(|(at, _)| at).map(|at| kept.remove(at));
}

/// What one entry left on the tape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tick {
    Dice,
    Answer(Seat),
}

/// The streams a game is replayed from: one of dice, one of answers a seat, and the order they came in.
#[derive(Clone, Debug)]
pub struct Tape<C> {
    dice: Vec<Throw>,
    answers: [Vec<C>; MOST_SEATS],
    order: Vec<Tick>,
    /// Throws a rewind has taken off the tape, to fall again before any new one, whoever threw them.
    pub kept: VecDeque<Throw>,
}

impl<C> Default for Tape<C> {
    fn default() -> Self {
        Tape { dice: Vec::new(), answers: Default::default(), order: Vec::new(), kept: VecDeque::new() }
    }
}

/// How far a tape has been played: a place in each of its streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cursor {
    dice: usize,
    answers: [usize; MOST_SEATS],
}

impl Cursor {
    /// How many answers lie before this place.
    pub fn answered(&self) -> usize {
        self.answers.iter().sum()
    }

    /// How many answers and throws lie before this place: so many of [`Tape::entries`].
    pub fn ticks(&self) -> usize {
        self.dice + self.answered()
    }

    /// The place after so many more throws.
    pub(crate) fn after_throws(self, throws: usize) -> Self {
        Cursor { dice: self.dice + throws, ..self }
    }
}

impl<C: Copy> Tape<C> {
    /// Puts an entry at the end; an undo takes what it takes back off again.
    pub fn push(&mut self, entry: &Entry<C>) {
        match entry {
            Entry::Answer { seat, choice } => {
                self.answers[seat.index()].push(*choice);
                self.order.push(Tick::Answer(*seat));
            }
            Entry::Dice(throw) => {
                thrown_again(&mut self.kept, throw);
                self.lay(throw.clone());
            }
            Entry::Undo { seat, answers } => {
                if let Some(keep) = self.keep_for(*seat, *answers) {
                    let others = self.answers_since(keep, *seat);
                    self.cut(keep);
                    for (seat, choice) in others {
                        self.answers[seat.index()].push(choice);
                        self.order.push(Tick::Answer(seat));
                    }
                }
            }
        }
    }

    /// Lays a throw at the end as it is.
    pub(crate) fn lay(&mut self, throw: Throw) {
        self.dice.push(throw);
        self.order.push(Tick::Dice);
    }

    /// How many ticks stay when a seat takes back so many of its answers; none if it has not given so many.
    fn keep_for(&self, seat: Seat, answers: u16) -> Option<usize> {
        let mine = |tick: &Tick| *tick == Tick::Answer(seat);
        let back = usize::from(answers).checked_sub(1)?;
        let found = self.order.iter().enumerate().rev().filter(|(_, tick)| mine(tick)).nth(back);
        found.map(|(at, _)| at)
    }

    /// What seats other than this one have answered since. Where such answers lie after one that is taken back, they were given in
    /// private, apart from it, and stay.
    fn answers_since(&self, keep: usize, seat: Seat) -> Vec<(Seat, C)> {
        let mut at = self.answers.each_ref().map(Vec::len);
        let mut others = Vec::new();
        for tick in self.order[keep..].iter().rev() {
            if let Tick::Answer(who) = *tick {
                at[who.index()] -= 1;
                others.extend(self.answers[who.index()].get(at[who.index()]).map(|choice| (who, *choice)));
            }
        }
        others.retain(|(who, _)| *who != seat);
        others.reverse();
        others
    }

    /// Takes off again what was put on since the tape ended here, as if it had never been there.
    pub(crate) fn take_off(&mut self, end: Cursor) {
        self.dice.truncate(end.dice);
        self.answers.iter_mut().zip(end.answers).for_each(|(answers, kept)| answers.truncate(kept));
        self.order.truncate(end.ticks());
    }

    /// Cuts the tape. Throws that fall off are kept in order.
    fn cut(&mut self, keep: usize) {
        while self.order.len() > keep {
            match self.order.pop() {
                Some(Tick::Dice) => {
                    if let Some(throw) = self.dice.pop() {
                        self.kept.push_front(throw);
                    }
                }
                Some(Tick::Answer(seat)) => {
                    self.answers[seat.index()].pop();
                }
                None => {}
            }
        }
    }

    /// What taking back so many answers of a seat would undo: the choices, latest first, and whether dice or another seat's answers go
    /// with them. None if the seat has not given so many answers.
    pub fn undoing(&self, seat: Seat, answers: u16) -> Option<Undoing<C>> {
        let keep = self.keep_for(seat, answers)?;
        let gone = &self.order[keep..];
        let mine = &self.answers[seat.index()];
        let choices = mine.iter().rev().take(usize::from(answers)).copied().collect();
        let dice = gone.iter().filter(|t| **t == Tick::Dice).count();
        let others = gone.iter().any(|t| matches!(t, Tick::Answer(s) if *s != seat));
        Some(Undoing { choices, dice, others, keep })
    }

    /// The place at the end of the tape.
    pub fn end(&self) -> Cursor {
        Cursor { dice: self.dice.len(), answers: std::array::from_fn(|seat| self.answers[seat].len()) }
    }

    /// Whether a throw can come next as far as kept dice are concerned: those fall again before any others, in their order. A person's own
    /// were thrown anew in records of older programs, see [`thrown_again`].
    pub(crate) fn may_fall(&self, throw: &Throw) -> bool {
        let mut same = self.kept.iter().filter(|kept| kept.dice == throw.dice);
        let kept = match throw.source {
            Source::Kept => same.find(|kept| !kept.source.is_by_hand()),
            Source::HandKept => same.find(|kept| kept.source.is_by_hand()),
            _ => return same.next().is_none_or(|kept| kept.source.is_by_hand()),
        };
        kept.is_some_and(|kept| kept.faces == throw.faces)
    }

    /// How many answers are on the tape.
    pub fn answered(&self) -> usize {
        self.end().answered()
    }

    /// How many of them are a seat's.
    pub fn answered_by(&self, seat: Seat) -> usize {
        self.answers.get(seat.index()).map_or(0, Vec::len)
    }

    /// The entries that lead to this tape, without what was taken back.
    pub fn entries(&self) -> Vec<Entry<C>> {
        let mut dice = self.dice.iter();
        let mut answers = self.answers.each_ref().map(|a| a.iter());
        let entry = |tick: &Tick| match tick {
            Tick::Dice => dice.next().cloned().map(Entry::Dice),
            Tick::Answer(seat) => {
                answers[seat.index()].next().map(|choice| Entry::Answer { seat: *seat, choice: *choice })
            }
        };
        self.order.iter().filter_map(entry).collect()
    }
}

/// What an undo would take back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undoing<C> {
    /// The answers, latest first.
    pub choices: Vec<C>,
    /// How many throws lie after the earliest of them.
    pub dice: usize,
    /// Whether another seat has answered since.
    pub others: bool,
    /// How much of the tape stays.
    pub(crate) keep: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{D6, TWO_D6};

    fn entry(text: &str) -> Entry<u32> {
        text.parse().unwrap()
    }

    #[test]
    fn an_undo_keeps_the_dice_it_takes_off() {
        let mut tape = Tape::default();
        for text in ["0 1", "= 1d6 3", "0 2", "= 2d6 4 5", "= 1d6 6"] {
            tape.push(&entry(text));
        }
        let undoing = tape.undoing(Seat(0), 1).unwrap();
        assert_eq!((undoing.choices.clone(), undoing.dice, undoing.others), (vec![2], 2, false));
        assert_eq!(tape.undoing(Seat(0), 3), None);
        assert_eq!(tape.undoing(Seat(1), 1), None);
        tape.push(&entry("< 0 1"));
        assert_eq!(tape.entries().iter().map(Entry::to_string).collect::<Vec<_>>(), ["0 1", "= 1d6 3"]);
        assert_eq!(tape.kept.iter().map(|t| t.dice).collect::<Vec<_>>(), [TWO_D6, D6]);
        tape.push(&entry("0 7"));
        tape.push(&entry("~ 1d6 6"));
        assert_eq!(tape.kept.len(), 1);
    }
}
