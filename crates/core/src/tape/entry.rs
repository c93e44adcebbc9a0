//! One line of a game's record: an answer, a throw, answers taken back.

use crate::check::{Check, Rolled};
use crate::dice::{Dice, Faces};
use crate::game::{MOST_SEATS, Seat};
use std::fmt::{self, Display};
use std::str::FromStr;

/// Where a throw came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The game's seeded generator.
    Generated,
    /// A person's dice.
    Hand,
    /// A script of faces.
    Script,
    /// Thrown before a rewind: dice thrown stay thrown.
    Kept,
    /// The same, where a person threw them.
    HandKept,
    /// The dice this seat alone sees, by their lot, from a stream of its own: were they of the same stream as open ones or as dice of which
    /// others see what comes, those would tell of them.
    Unseen(Seat, u32),
}

impl Source {
    const MARKS: [(Source, &str); 5] = [
        (Source::Generated, "="),
        (Source::Hand, "!"),
        (Source::Script, "#"),
        (Source::Kept, "~"),
        (Source::HandKept, "~!"),
    ];

    /// Whether a person threw, now or before a rewind.
    pub fn is_by_hand(self) -> bool {
        matches!(self, Source::Hand | Source::HandKept)
    }

    /// What a throw becomes that falls again after a rewind.
    pub(crate) fn again(self) -> Source {
        if self.is_by_hand() { Source::HandKept } else { Source::Kept }
    }

    /// Where a throw came from, by the mark its line begins with.
    pub fn of_mark(mark: &str) -> Option<Source> {
        match mark.strip_prefix('?') {
            Some(whose) => {
                let (seat, lot) = whose.split_once('.')?;
                Some(Source::Unseen(seat_of(seat)?, plain_number(lot)?))
            }
            None => Source::MARKS.iter().find(|(_, its)| *its == mark).map(|(source, _)| *source),
        }
    }
}

impl Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Unseen(seat, lot) => write!(f, "?{}.{lot}", seat.0),
            _ => f.write_str(Source::MARKS.iter().find(|(source, _)| source == self).map_or("=", |(_, mark)| mark)),
        }
    }
}

/// One throw of dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Throw {
    /// Where it came from.
    pub source: Source,
    /// The dice.
    pub dice: Dice,
    /// The faces they showed.
    pub faces: Faces,
}

impl Throw {
    /// What it shows for a check.
    pub(crate) fn rolled(&self, check: &Check) -> Rolled {
        Rolled { by_hand: self.source.is_by_hand(), ..check.rolled(self.faces.clone()) }
    }
}

/// One line of a game's record.
///
/// Its text form is what saves hold: `0 fire:2:ap` an answer of seat 0, `= 2d6 4 1` a throw, `< 0 2` two answers of seat 0 taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry<C> {
    /// A seat answered.
    Answer {
        /// The seat.
        seat: Seat,
        /// Its choice.
        choice: C,
    },
    /// Dice fell.
    Dice(Throw),
    /// A seat took back answers.
    Undo {
        /// The seat.
        seat: Seat,
        /// How many of its answers.
        answers: u16,
    },
}

impl<C> Entry<C> {
    /// The throw, if it is one.
    pub fn throw(&self) -> Option<&Throw> {
        match self {
            Entry::Dice(throw) => Some(throw),
            _ => None,
        }
    }
}

impl<C: Display> Display for Entry<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Answer { seat, choice } => write!(f, "{} {choice}", seat.0),
            Entry::Undo { seat, answers } => write!(f, "< {} {answers}", seat.0),
            Entry::Dice(throw) => {
                write!(f, "{} {}", throw.source, throw.dice)?;
                throw.faces.iter().try_for_each(|face| write!(f, " {face}"))
            }
        }
    }
}

/// A line that is no entry of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an entry of a record")]
pub struct BadEntry(pub String);

impl<C: FromStr> FromStr for Entry<C> {
    type Err = BadEntry;

    fn from_str(line: &str) -> Result<Self, BadEntry> {
        let bad = || BadEntry(line.chars().take(60).collect());
        let (head, rest) = line.split_once(' ').ok_or_else(bad)?;
        let seat = |text: &str| seat_of(text).ok_or_else(bad);
        if head == "<" {
            let (who, answers) = rest.split_once(' ').ok_or_else(bad)?;
            let answers = plain_number(answers).ok_or_else(bad)?;
            return Ok(Entry::Undo { seat: seat(who)?, answers });
        }
        if let Some(source) = Source::of_mark(head) {
            let mut words = rest.split(' ');
            let dice: Dice = words.next().and_then(|d| d.parse().ok()).ok_or_else(bad)?;
            let faces: Vec<u8> = words.map(plain_number).collect::<Option<_>>().ok_or_else(bad)?;
            dice.check(&faces).map_err(|_| bad())?;
            return Ok(Entry::Dice(Throw { source, dice, faces: faces.into_iter().collect() }));
        }
        Ok(Entry::Answer { seat: seat(head)?, choice: rest.parse().map_err(|_| bad())? })
    }
}

fn seat_of(text: &str) -> Option<Seat> {
    plain_number(text).filter(|n| usize::from(*n) < MOST_SEATS).map(Seat)
}

/// A number as this program writes it, so that every entry has one text.
fn plain_number<N: FromStr + ToString>(text: &str) -> Option<N> {
    text.parse().ok().filter(|n: &N| n.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_read_back_as_written() {
        for text in [
            "0 12",
            "1 7",
            "3 7",
            "?3.2 1d6 2",
            "< 3 1",
            "= 2d6 4 1",
            "! 1d10 10",
            "# 1d6 6",
            "~ 1d6 3",
            "~! 1d6 3",
            "?0.0 1d6 3",
            "?1.130 2d6 3 4",
            "< 0 2",
        ] {
            assert_eq!(text.parse::<Entry<u32>>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "0",
            "4 7",
            "0 x",
            "= 2d6 4",
            "= 1d6 7",
            "= 9d6 1",
            "? 1d6 1",
            "?1 1d6 1",
            "?99.1 1d6 1",
            "?01.1 1d6 1",
            "?1.01 1d6 1",
            "?1.9999999999 1d6 1",
            "?1.1 1d6 7",
            "* 1d6 1",
            "!~ 1d6 1",
            "~! 1d6 7",
            "< 0",
            "< 5 1",
            "< 0 -1",
            "+0 7",
            "00 7",
            "= 1d6 +3",
            "= 1d6 03",
            "= 01d6 3",
            "= 1d+6 3",
            "< 0 +1",
            "< 0 70000",
            "=  1d6 3",
            "= 1d6 3 ",
        ] {
            assert!(text.parse::<Entry<u32>>().is_err(), "{text}");
        }
    }
}
