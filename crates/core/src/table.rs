//! The table a game is played at: where dice fall and choices are made, whoever makes them.

use crate::chart::DieTable;
use crate::check::{Check, Rolled};
use crate::game::{Game, MOST_SEATS, Seat};
use crate::rules::{Reason, RuleId};
use crate::secret::Salt;
use crate::talk::Answer;
use arrayvec::ArrayVec;
use std::fmt;
use std::marker::PhantomData;

/// Nothing more can happen until someone answers.
///
/// Rules pass it on with `?` and never catch it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pause;

/// A stretch of play that may stop for an answer.
pub type Play<T> = Result<T, Pause>;

/// The most options one question can have.
pub const MOST_OPTIONS: usize = 256;

/// A choice that is not allowed now, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused<C> {
    /// The choice.
    pub choice: C,
    /// The rule that forbids it.
    pub rule: RuleId,
    /// The reason in words.
    pub why: &'static str,
}

/// The legal choices of a question, and, when someone reads it, what is not allowed now: what a table is shown.
#[derive(Clone, Debug)]
pub struct Listed<C> {
    options: ArrayVec<C, MOST_OPTIONS>,
    refused: Vec<Refused<C>>,
}

impl<C> Listed<C> {
    /// The legal choices.
    #[inline]
    pub fn options(&self) -> &[C] {
        &self.options
    }

    /// What is not allowed now.
    pub fn refused(&self) -> &[Refused<C>] {
        &self.refused
    }
}

/// A list that rules make for a question: it takes the answers `A` that the question has, and lists the choices they are.
/// See [`answers!`](crate::answers).
#[derive(Clone, Debug)]
pub struct Menu<C, A = C> {
    listed: Listed<C>,
    listens: bool,
    answers: PhantomData<A>,
}

impl<C: Copy + Eq, A: Into<C>> Menu<C, A> {
    /// An empty menu; refusals are kept only if somebody listens at the table.
    #[inline]
    pub fn new(listens: bool) -> Self {
        Menu { listed: Listed { options: ArrayVec::new(), refused: Vec::new() }, listens, answers: PhantomData }
    }

    /// Adds a legal answer.
    ///
    /// # Panics
    /// If a question has more than [`MOST_OPTIONS`]: a mistake in a rule, which the conformance kit looks for.
    #[inline]
    pub fn offer(&mut self, answer: A) {
        self.listed.options.push(answer.into());
    }

    /// Adds legal answers.
    ///
    /// # Panics
    /// As [`Menu::offer`].
    #[inline]
    pub fn offer_all(&mut self, answers: impl IntoIterator<Item = A>) {
        self.listed.options.extend(answers.into_iter().map(Into::into));
    }

    /// Names a choice that is not allowed now, be it an answer to the question at other times or never.
    #[inline]
    pub fn refuse(&mut self, choice: impl Into<C>, rule: RuleId, why: &'static str) {
        if self.listens {
            self.listed.refused.push(Refused { choice: choice.into(), rule, why });
        }
    }

    /// Offers the answer unless there is a reason against it.
    #[inline]
    pub fn weigh(&mut self, answer: A, reason: Reason) {
        match reason {
            None => self.offer(answer),
            Some((rule, why)) => self.refuse(answer, rule, why),
        }
    }

    /// Offers the answer if it is allowed; why not is looked for only if somebody reads it.
    #[inline]
    pub fn offer_if(&mut self, answer: A, allowed: bool, reason: impl FnOnce() -> Reason) {
        if self.listens {
            let reason = reason();
            debug_assert_eq!(allowed, reason.is_none(), "the quick answer and the reason must agree");
            self.weigh(answer, reason);
        } else if allowed {
            self.offer(answer);
        }
    }

    /// Offers those of several that are allowed, which are known beforehand; all are gone through, for why the others are not, only if
    /// somebody reads it.
    #[inline]
    pub fn offer_among<V: Copy>(
        &mut self,
        all: impl IntoIterator<Item = V>,
        allowed: impl IntoIterator<Item = V>,
        answer: impl Fn(V) -> A,
        reason: impl Fn(V) -> Reason,
    ) {
        let allowed = allowed.into_iter().map(&answer);
        if self.listens {
            let from = self.options().len();
            for value in all {
                self.weigh(answer(value), reason(value));
            }
            debug_assert!(
                self.options()[from..].iter().copied().eq(allowed.map(Into::into)),
                "the quick answers and the reasons must agree"
            );
        } else {
            self.offer_all(allowed);
        }
    }

    /// The legal choices.
    #[inline]
    pub fn options(&self) -> &[C] {
        self.listed.options()
    }

    /// All that a table is shown.
    #[inline]
    pub fn listed(&self) -> &Listed<C> {
        &self.listed
    }

    /// Whether somebody reads the refusals.
    #[inline]
    pub fn listens(&self) -> bool {
        self.listens
    }
}

/// The legal answers to a question that can be counted and named one by one, so that nobody lists them who does not look at them all.
pub trait Offers<C, A = C> {
    /// How many there are.
    fn count(&self) -> u32;

    /// One of them, counted from 0 in the order of the list.
    fn nth(&self, n: u32) -> A;

    /// Writes the list, with what is not allowed if somebody reads it.
    fn list(&self, menu: &mut Menu<C, A>);
}

/// Every table holds whoever answers to the menu.
#[cold]
fn not_offered(choice: impl fmt::Display) -> ! {
    unreachable!("{choice} is not offered")
}

/// Values, each of which is a choice.
#[derive(Clone, Copy, Debug)]
pub struct Among<I, F> {
    /// The values, in the order of the list.
    pub values: I,
    /// What stands for each.
    pub choice: F,
}

impl<C: PartialEq + fmt::Display, V, I: IntoIterator<Item = V> + Clone, F: Fn(V) -> C> Among<I, F> {
    /// The value that a choice of the list stands for.
    #[inline]
    pub fn meant_by(self, picked: &C) -> V
    where
        V: Copy,
    {
        let Among { values, choice } = self;
        match values.into_iter().find(|value| choice(*value) == *picked) {
            Some(value) => value,
            None => not_offered(picked),
        }
    }
}

impl<C: Copy + Eq, V, I: IntoIterator<Item = V> + Clone, F: Fn(V) -> C> Offers<C> for Among<I, F> {
    #[inline]
    fn count(&self) -> u32 {
        self.values.clone().into_iter().count() as u32
    }

    #[inline]
    fn nth(&self, n: u32) -> C {
        match self.values.clone().into_iter().nth(n as usize) {
            Some(value) => (self.choice)(value),
            None => unreachable!("there are not so many"),
        }
    }

    fn list(&self, menu: &mut Menu<C>) {
        menu.offer_all(self.values.clone().into_iter().map(&self.choice));
    }
}

/// Which options of a long menu there are: every one it can have has a place in the order of the list, a bit of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Places<const WORDS: usize>(pub [u64; WORDS]);

impl<const WORDS: usize> Places<WORDS> {
    /// How many there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// One of them, counted from 0: its word, and its place there.
    #[inline]
    pub fn nth(&self, mut n: u32) -> Option<(usize, usize)> {
        for (word, mut bits) in self.0.into_iter().enumerate() {
            let here = bits.count_ones();
            if n < here {
                (0..n).for_each(|_| bits &= bits - 1);
                return Some((word, bits.trailing_zeros() as usize));
            }
            n -= here;
        }
        None
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + use<WORDS> {
        self.0.into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let place = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some((word, place))
            })
        })
    }
}

/// Whoever plays, and wherever dice come from.
pub trait Table<G: Game> {
    /// Whether anybody reads events and refusals; if not, nothing is made for them.
    const LISTENS: bool;

    /// Dice for a check.
    fn roll(&mut self, check: &Check) -> Play<Rolled>;

    /// Dice for a check of which only the sum matters.
    #[inline]
    fn natural(&mut self, check: &Check) -> Play<i8> {
        Ok(self.roll(check)?.natural)
    }

    /// A choice among at least two legal ones. Rules call [`Table::ask`].
    fn choose(
        &mut self,
        game: &G,
        data: &'static G::Data,
        seat: Seat,
        ask: G::Ask,
        menu: &Listed<G::Choice>,
    ) -> Play<G::Choice>;

    /// Something happened. The event is made only if somebody listens.
    fn tell(&mut self, event: impl FnOnce() -> G::Event);

    /// A question with one legal answer was answered by itself.
    fn forced(&mut self, _game: &G, _data: &'static G::Data, _seat: Seat, _ask: G::Ask, _choice: G::Choice) {}

    /// Everything the last answer set off has happened; an enumeration of its outcomes ends here.
    #[inline]
    fn settled(&mut self) -> Play<()> {
        Ok(())
    }

    /// Whether play may go straight on where a step ends: nobody looks at the game there, keeps it or takes anything back.
    #[inline]
    fn goes_on(&self) -> bool {
        false
    }

    /// Something hidden was shown to a seat: answers before this cannot be taken back freely.
    #[inline]
    fn reveal(&mut self) {}

    /// What a seat's seals are salted with. Where nobody plays against anybody there is nothing to hide, and it is no salt at all.
    #[inline]
    fn salt(&self, _seat: Seat) -> Salt {
        Salt::default()
    }

    /// A private stretch of a seat begins or ends.
    #[inline]
    fn lane(&mut self, _seat: Option<Seat>) {}

    /// Plays a private stretch for each of several seats, who answer without knowing of each other. No dice fall in it. It is over when
    /// all have answered; then what they answered counts as revealed.
    fn simultaneously<R>(
        &mut self,
        seats: &[Seat],
        mut each: impl FnMut(&mut Self, Seat) -> Play<R>,
    ) -> Play<ArrayVec<R, MOST_SEATS>> {
        let mut results = ArrayVec::new();
        for &seat in seats {
            self.lane(Some(seat));
            if let Ok(result) = each(self, seat) {
                results.push(result);
            }
        }
        self.lane(None);
        if results.len() < seats.len() {
            return Err(Pause);
        }
        if seats.len() > 1 {
            self.reveal();
        }
        Ok(results)
    }

    /// An empty menu for a question at this table.
    #[inline]
    fn menu<A: Answer<G::Choice>>(&self) -> Menu<G::Choice, A> {
        Menu::new(Self::LISTENS)
    }

    /// Asks a seat; a question with one legal answer is answered by itself and told.
    #[inline]
    fn ask<A: Answer<G::Choice>>(
        &mut self,
        game: &G,
        data: &'static G::Data,
        seat: Seat,
        ask: G::Ask,
        menu: &Menu<G::Choice, A>,
    ) -> Play<A> {
        let choice = if let [only] = menu.options() {
            self.forced(game, data, seat, ask, *only);
            *only
        } else {
            self.choose(game, data, seat, ask, menu.listed())?
        };
        match A::try_from(choice) {
            Ok(answer) => Ok(answer),
            Err(_) => not_offered(choice),
        }
    }

    /// The same where the list is made only for those who look at it.
    #[inline]
    fn ask_among<A: Answer<G::Choice>>(
        &mut self,
        game: &G,
        data: &'static G::Data,
        seat: Seat,
        ask: G::Ask,
        offers: &impl Offers<G::Choice, A>,
    ) -> Play<A> {
        let mut menu = self.menu();
        offers.list(&mut menu);
        self.ask(game, data, seat, ask, &menu)
    }

    /// Asks for one of several values, each of which is a choice.
    #[inline]
    fn pick<V: Copy>(
        &mut self,
        game: &G,
        data: &'static G::Data,
        seat: Seat,
        ask: G::Ask,
        values: impl IntoIterator<Item = V> + Clone,
        choice: impl Fn(V) -> G::Choice,
    ) -> Play<V> {
        let among = Among { values, choice };
        let picked = self.ask_among(game, data, seat, ask, &among)?;
        Ok(among.meant_by(&picked))
    }

    /// The obvious answer to a question of at least two, if there is one and whoever is asked always gives it: then nothing is listed.
    /// Where somebody listens it is asked for like any other.
    #[inline]
    fn obvious<V>(&mut self, _ask: G::Ask, _answer: impl FnOnce() -> Option<V>) -> Option<V> {
        None
    }

    /// Whether a check succeeds. Always inlined, so that what nobody reads of a check is not even written.
    #[inline(always)]
    fn test(&mut self, check: &Check) -> Play<bool> {
        let natural = self.natural(check)?;
        Ok(check.succeeds(natural))
    }

    /// What a check reads on its column. Always inlined, as [`Table::test`].
    #[inline(always)]
    fn read<C: Clone>(&mut self, check: &Check, table: &DieTable<C>) -> Play<C> {
        let natural = self.natural(check)?;
        Ok(table.at(check.total(natural)))
    }
}

#[cfg(test)]
mod tests {
    use super::Places;

    #[test]
    fn places_are_counted_and_named_in_order() {
        let places = Places([0b1010, 0, 1 << 63 | 1]);
        let all = [(0, 1), (0, 3), (2, 0), (2, 63)];
        assert_eq!(places.count(), 4);
        assert!(places.iter().eq(all));
        assert!((0..5).map(|n| places.nth(n)).eq(all.map(Some).into_iter().chain([None])));
        assert_eq!(Places([0; 2]).iter().next(), None);
    }
}
