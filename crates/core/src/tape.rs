//! What happened at a table, in order: the record of a game, and the streams of dice and answers it is replayed from.

use crate::check::{Check, Rolled};
use crate::dice::{Dice, Faces};
use crate::game::{Game, MOST_SEATS, Seat};
use crate::secret::Salt;
use crate::table::{Menu, Pause, Play, Table};
use std::collections::VecDeque;
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
    /// The dice this seat alone sees, by their lot, from a stream of its own: were they of the same stream as open ones or as dice of which
    /// others see what comes, those would tell of them.
    Unseen(Seat, u32),
}

impl Source {
    const MARKS: [(Source, &str); 4] =
        [(Source::Generated, "="), (Source::Hand, "!"), (Source::Script, "#"), (Source::Kept, "~")];

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

/// Takes out of the kept throws the one this throw stands for. A throw that fell again is the first of its dice that is not a person's
/// own; any other takes the place of a person's own, if that is what comes first.
pub(crate) fn thrown_again(kept: &mut VecDeque<Throw>, throw: &Throw) {
    let by_hand = |k: &Throw| k.source == Source::Hand;
    let at = match throw.source {
        Source::Kept => kept.iter().position(|k| k.dice == throw.dice && !by_hand(k)),
        _ => kept.iter().position(|k| k.dice == throw.dice).filter(|&at| by_hand(&kept[at])),
    };
    at.map(|at| kept.remove(at));
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
    /// Throws a rewind has taken off the tape, to fall again before any new one. Those of a person's hand are thrown again by him: his
    /// dice are in his hand, and a slip of the finger must be mendable.
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

    /// Cuts the tape. Throws that fall off are kept in order; a person's own only mark that he threw there, see [`thrown_again`].
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

    /// Whether a throw can come next as far as kept dice are concerned: those fall again before any others, in their order.
    pub(crate) fn may_fall(&self, throw: &Throw) -> bool {
        let mut same = self.kept.iter().filter(|kept| kept.dice == throw.dice);
        match throw.source {
            Source::Kept => same.find(|kept| kept.source != Source::Hand).is_some_and(|kept| kept.faces == throw.faces),
            _ => same.next().is_none_or(|kept| kept.source == Source::Hand),
        }
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

/// A record that does not fit the rules it is replayed with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// An answer that is not among the options.
    #[error("answer {at}: `{key}` is not an option there")]
    Answer {
        /// Which answer, from 1.
        at: usize,
        /// The key.
        key: String,
    },
    /// Other dice than the rules call for.
    #[error("throw {at}: the record has {found}, the rules call for {wanted}")]
    Dice {
        /// Which throw, from 1.
        at: usize,
        /// The dice in the record.
        found: Dice,
        /// The dice called for.
        wanted: Dice,
    },
    /// Dice the rules call for are missing from the middle of the record.
    #[error("throw {at} is missing: {wanted} before answer {answer}")]
    Missing {
        /// Which throw, from 1.
        at: usize,
        /// The dice called for.
        wanted: Dice,
        /// The answer that comes after it, from 1.
        answer: usize,
    },
    /// The record has other things next than the game asks for.
    #[error("after answer {at} the record goes on in another order than the game")]
    Order {
        /// How many answers were used.
        at: usize,
    },
    /// The record goes on where the game is over or waits for someone else.
    #[error("the record has more than the game asked for after answer {at}")]
    Surplus {
        /// How many answers were used.
        at: usize,
    },
}

/// A table that plays from a tape, and hands over to another table where the tape ends.
pub struct Taped<'t, C, T> {
    tape: &'t Tape<C>,
    /// How far the tape has been played.
    pub at: Cursor,
    /// The first thing on the tape that did not fit.
    pub misfit: Option<Misfit>,
    /// How many ticks had been played at the last reveal.
    pub revealed: Option<usize>,
    /// How many lie before the last private stretch.
    pub private: Option<usize>,
    lane: Option<Seat>,
    /// The table that goes on from there.
    pub then: T,
}

impl<'t, C, T> Taped<'t, C, T> {
    /// Plays the tape from a place on, then hands over.
    pub fn new(tape: &'t Tape<C>, at: Cursor, then: T) -> Self {
        Taped { tape, at, misfit: None, revealed: None, private: None, lane: None, then }
    }

    /// The next throw on the tape; none where the tape ends.
    fn taped_roll<G: Game>(&mut self, check: &Check) -> Play<Option<Rolled>>
    where
        T: Hears<G>,
        C: Copy,
    {
        match self.tape.order.get(self.at.ticks()) {
            None => return Ok(None),
            Some(Tick::Dice) => {}
            Some(Tick::Answer(_)) => {
                let (at, answer) = (self.at.dice + 1, self.at.answered() + 1);
                self.misfit = Some(Misfit::Missing { at, wanted: check.dice, answer });
                return Err(Pause);
            }
        }
        let Some(throw) = self.tape.dice.get(self.at.dice) else { return Ok(None) };
        if throw.dice != check.dice {
            self.misfit = Some(Misfit::Dice { at: self.at.dice + 1, found: throw.dice, wanted: check.dice });
            return Err(Pause);
        }
        self.at.dice += 1;
        let by_hand = throw.source == Source::Hand;
        let rolled = Rolled { by_hand, ..check.rolled(throw.faces.clone()) };
        self.then.heard_roll(check, &rolled);
        Ok(Some(rolled))
    }
}

/// A table that a tape can hand over to: it also hears of what the tape answered.
pub trait Hears<G: Game>: Table<G> {
    /// A throw came off the tape.
    fn heard_roll(&mut self, check: &Check, rolled: &Rolled);
    /// An answer came off the tape.
    fn heard_answer(&mut self) {}
}

impl<G: Game, T: Hears<G>> Table<G> for Taped<'_, G::Choice, T> {
    const LISTENS: bool = T::LISTENS;

    fn roll(&mut self, check: &Check) -> Play<Rolled> {
        match self.taped_roll::<G>(check)? {
            Some(rolled) => Ok(rolled),
            None => self.then.roll(check),
        }
    }

    fn natural(&mut self, check: &Check) -> Play<i8> {
        match self.taped_roll::<G>(check)? {
            Some(rolled) => Ok(rolled.natural),
            None => self.then.natural(check),
        }
    }

    fn choose(
        &mut self,
        game: &G,
        data: &'static G::Data,
        seat: Seat,
        ask: G::Ask,
        menu: &Menu<G::Choice>,
    ) -> Play<G::Choice> {
        let Some(&choice) = self.tape.answers[seat.index()].get(self.at.answers[seat.index()]) else {
            return self.then.choose(game, data, seat, ask, menu);
        };
        // Several seats answer in private in any order; everything else happens in the order of the record.
        if self.lane.is_none() && self.tape.order.get(self.at.ticks()) != Some(&Tick::Answer(seat)) {
            self.misfit = Some(Misfit::Order { at: self.at.answered() });
            return Err(Pause);
        }
        if !menu.options().contains(&choice) {
            self.misfit = Some(Misfit::Answer { at: self.at.answered() + 1, key: choice.to_string() });
            return Err(Pause);
        }
        self.at.answers[seat.index()] += 1;
        self.then.heard_answer();
        Ok(choice)
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        self.then.tell(event);
    }

    fn forced(&mut self, game: &G, data: &'static G::Data, seat: Seat, ask: G::Ask, choice: G::Choice) {
        self.then.forced(game, data, seat, ask, choice);
    }

    fn settled(&mut self) -> Play<()> {
        let replaying = self.at != self.tape.end();
        if replaying { Ok(()) } else { self.then.settled() }
    }

    fn salt(&self, seat: Seat) -> Salt {
        self.then.salt(seat)
    }

    fn reveal(&mut self) {
        self.revealed = Some(self.at.ticks());
        self.then.reveal();
    }

    fn lane(&mut self, seat: Option<Seat>) {
        if seat.is_some() && self.lane.is_none() {
            self.private = Some(self.at.ticks());
        }
        self.lane = seat;
        self.then.lane(seat);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{D6, TWO_D6};

    fn entry(text: &str) -> Entry<u32> {
        text.parse().unwrap()
    }

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
            "?0.0 1d6 3",
            "?1.130 2d6 3 4",
            "< 0 2",
        ] {
            assert_eq!(entry(text).to_string(), text);
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
