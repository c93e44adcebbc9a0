//! Who is meant: places in lists as types of their own, so that a Unit is never taken for an enemy; the lists that only they open; and
//! some of them, as bits.

use crate::words::Name;
use arrayvec::ArrayVec;
use hulldown_core::{Seat, key_as_text};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::str::FromStr;

/// A place in a list, counted from 0.
pub trait Id: Copy + Eq + Ord + Debug + 'static {
    /// The one at this place.
    fn new(place: usize) -> Self;
    /// Its place.
    fn index(self) -> usize;

    /// The one after it.
    #[inline]
    #[must_use]
    fn next(self) -> Self {
        Self::new(self.index() + 1)
    }

    /// The one before it.
    #[must_use]
    fn previous(self) -> Self {
        Self::new(self.index() - 1)
    }
}

/// Makes types of places; saved games and keys hold the bare number.
macro_rules! ids {
    ($($(#[$doc:meta])+ $Id:ident;)+) => {$(
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $Id(pub u8);

        impl Id for $Id {
            #[inline]
            fn new(place: usize) -> Self {
                $Id(place as u8)
            }

            #[inline]
            fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        impl fmt::Display for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl FromStr for $Id {
            type Err = std::num::ParseIntError;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map($Id)
            }
        }
    )+};
}

ids! {
    /// A Unit of the group.
    UnitId;
    /// A Commander of the group.
    CommanderId;
    /// A friendly Unit in the battle.
    FighterId;
    /// An enemy counter in the battle.
    EnemyId;
    /// A Battalion of the campaign.
    BattalionId;
    /// A battle of this Week's plan.
    PlannedId;
    /// A Unit card.
    CardId;
    /// A Battalion card, among those of its nation.
    BattalionCardId;
    /// A Campaign card.
    CampaignId;
    /// An Objective card.
    ObjectiveId;
    /// An Event card.
    EventId;
    /// A Special Condition card.
    ConditionId;
    /// One of the options a card offers.
    OptionId;
    /// A kind of damage counters.
    CounterId;
    /// One of the tiles of a terrain.
    TileId;
}

key_as_text!(EnemyId, OptionId);

impl Id for Name {
    #[inline]
    fn new(place: usize) -> Self {
        Name::ALL[place]
    }

    #[inline]
    fn index(self) -> usize {
        Name::index(self)
    }
}

impl Id for Seat {
    #[inline]
    fn new(place: usize) -> Self {
        Seat(place as u8)
    }

    #[inline]
    fn index(self) -> usize {
        Seat::index(self)
    }
}

/// A list that is read with places of its own kind and no others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent, bound(serialize = "C: Serialize", deserialize = "C: Deserialize<'de>"))]
pub struct List<I, C> {
    items: C,
    #[serde(skip)]
    id: PhantomData<fn() -> I>,
}

/// Cards and counters, as many as the files have.
pub type Deck<I, T> = List<I, Vec<T>>;
/// A list of the state: flat, and at most so long.
pub type Row<I, T, const MOST: usize> = List<I, ArrayVec<T, MOST>>;

impl<I, C: Default> Default for List<I, C> {
    fn default() -> Self {
        List { items: C::default(), id: PhantomData }
    }
}

impl<I, T, C: FromIterator<T>> FromIterator<T> for List<I, C> {
    fn from_iter<A: IntoIterator<Item = T>>(items: A) -> Self {
        List { items: items.into_iter().collect(), id: PhantomData }
    }
}

impl<I: Id, T: 'static, C: Deref<Target = [T]> + 'static> List<I, C> {
    /// Every place.
    #[inline]
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + Clone + use<I, T, C> {
        (0..self.items.len()).map(I::new)
    }

    /// Every place with what is there.
    #[inline]
    pub fn each(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + Clone {
        self.items.iter().enumerate().map(|(place, item)| (I::new(place), item))
    }

    /// What is at a place, if anything is.
    #[inline]
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// Whether something is at a place.
    #[inline]
    pub fn holds(&self, id: I) -> bool {
        id.index() < self.items.len()
    }

    /// The place of the first that is so.
    #[inline]
    pub fn position(&self, is: impl FnMut(&T) -> bool) -> Option<I> {
        self.items.iter().position(is).map(I::new)
    }

    /// The places of those that are so, of 64 at most; without a branch for each, since nobody could guess it.
    #[inline]
    pub fn such(&self, mut is: impl FnMut(&T) -> bool) -> Ids<I> {
        // From the last to the first: so each costs a single instruction.
        Ids::of(self.items.iter().rev().fold(0, |bits, item| bits << 1 | u64::from(is(item))))
    }

    /// What comes before a place.
    pub fn before(&self, id: I) -> &[T] {
        &self.items[..id.index()]
    }

    /// The last place, if there is one.
    pub fn last_id(&self) -> Option<I> {
        self.items.len().checked_sub(1).map(I::new)
    }
}

impl<I: Id, T, const MOST: usize> Row<I, T, MOST> {
    /// Something less; the places after it move up.
    pub fn remove(&mut self, id: I) -> T {
        self.items.remove(id.index())
    }

    /// What is at a place, if anything is.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.as_mut_slice().get_mut(id.index())
    }
}

impl<I, C> Deref for List<I, C> {
    type Target = C;
    #[inline]
    fn deref(&self) -> &C {
        &self.items
    }
}

impl<I, C> DerefMut for List<I, C> {
    #[inline]
    fn deref_mut(&mut self) -> &mut C {
        &mut self.items
    }
}

impl<I: Id, T, C: Deref<Target = [T]>> Index<I> for List<I, C> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T, C: DerefMut<Target = [T]>> IndexMut<I> for List<I, C> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<'a, I, C> IntoIterator for &'a List<I, C>
where
    &'a C: IntoIterator,
{
    type Item = <&'a C as IntoIterator>::Item;
    type IntoIter = <&'a C as IntoIterator>::IntoIter;
    fn into_iter(self) -> Self::IntoIter {
        (&self.items).into_iter()
    }
}

impl<'a, I, C> IntoIterator for &'a mut List<I, C>
where
    &'a mut C: IntoIterator,
{
    type Item = <&'a mut C as IntoIterator>::Item;
    type IntoIter = <&'a mut C as IntoIterator>::IntoIter;
    fn into_iter(self) -> Self::IntoIter {
        (&mut self.items).into_iter()
    }
}

/// Some places of a list, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct Ids<I> {
    bits: u64,
    #[serde(skip)]
    id: PhantomData<fn() -> I>,
}

impl<I: Id> Ids<I> {
    /// None.
    pub const NONE: Ids<I> = Ids::of(0);

    const fn of(bits: u64) -> Ids<I> {
        Ids { bits, id: PhantomData }
    }

    /// The first so many places, 1 to 64.
    pub fn first_of(count: usize) -> Ids<I> {
        Ids::of(u64::MAX >> (64 - count))
    }

    /// One more.
    #[inline]
    pub fn add(&mut self, id: I) {
        self.bits |= 1 << id.index();
    }

    /// One more if it is so; without a branch, where nobody could guess it.
    #[inline]
    pub fn add_if(&mut self, id: I, is: bool) {
        self.bits |= u64::from(is) << id.index();
    }

    /// Whether this is one of them.
    #[inline]
    pub fn has(self, id: I) -> bool {
        self.bits >> id.index() & 1 == 1
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether there is another than this.
    #[inline]
    pub fn others(self, id: I) -> bool {
        !self.but(id).is_empty()
    }

    /// One less.
    #[inline]
    pub fn remove(&mut self, id: I) {
        *self = self.but(id);
    }

    /// All but this.
    #[inline]
    #[must_use]
    pub fn but(self, id: I) -> Ids<I> {
        Ids::of(self.bits & !(1 << id.index()))
    }

    /// Those in both.
    #[inline]
    #[must_use]
    pub fn and(self, other: Ids<I>) -> Ids<I> {
        Ids::of(self.bits & other.bits)
    }

    /// Those not in the other.
    #[inline]
    #[must_use]
    pub fn without(self, other: Ids<I>) -> Ids<I> {
        Ids::of(self.bits & !other.bits)
    }

    /// The first of them.
    #[inline]
    pub fn first(mut self) -> Option<I> {
        self.next()
    }
}

impl<I: Id> Default for Ids<I> {
    fn default() -> Self {
        Ids::NONE
    }
}

impl<I: Id> Iterator for Ids<I> {
    type Item = I;

    #[inline]
    fn next(&mut self) -> Option<I> {
        let place = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits.wrapping_sub(1);
        (place < 64).then(|| I::new(place))
    }

    #[inline]
    fn count(self) -> usize {
        self.bits.count_ones() as usize
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<I> {
        (0..n).for_each(|_| self.bits &= self.bits.wrapping_sub(1));
        self.next()
    }
}

impl<I: Id> FromIterator<I> for Ids<I> {
    fn from_iter<A: IntoIterator<Item = I>>(ids: A) -> Self {
        let mut all = Ids::NONE;
        ids.into_iter().for_each(|id| all.add(id));
        all
    }
}

/// Some of the Unit cards, of which there are more than 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cards([Ids<CardId>; 4]);

/// How many cards have their bits in one row.
const ROW: usize = 64;

impl Cards {
    /// None.
    pub const NONE: Cards = Cards([Ids::NONE; 4]);

    /// The row of a card, and its place there.
    fn of(card: CardId) -> (usize, CardId) {
        (card.index() / ROW, CardId::new(card.index() % ROW))
    }

    /// Whether a card is among them.
    pub fn has(&self, card: CardId) -> bool {
        let (row, place) = Cards::of(card);
        self.0[row].has(place)
    }

    /// A card less.
    pub fn remove(&mut self, card: CardId) {
        let (row, place) = Cards::of(card);
        self.0[row].remove(place);
    }

    /// A card more.
    pub fn add(&mut self, card: CardId) {
        let (row, place) = Cards::of(card);
        self.0[row].add(place);
    }

    /// Those in both.
    #[must_use]
    pub fn and(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|row| self.0[row].and(other.0[row])))
    }

    /// Those not in the other.
    #[must_use]
    pub fn without(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|row| self.0[row].without(other.0[row])))
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self == Cards::NONE
    }

    /// How many there are.
    pub fn count(self) -> usize {
        self.0.iter().map(|row| row.count()).sum()
    }

    /// One of them, counted from 0.
    pub fn nth(self, n: usize) -> Option<CardId> {
        let mut left = n;
        for (row, mut cards) in self.0.into_iter().enumerate() {
            let here = cards.count();
            if left < here {
                return cards.nth(left).map(|card| CardId::new(ROW * row + card.index()));
            }
            left -= here;
        }
        None
    }

    /// Each of them, in order.
    pub fn each(self) -> impl Iterator<Item = CardId> {
        let rows = self.0.into_iter().enumerate();
        rows.flat_map(|(row, cards)| cards.map(move |card| CardId::new(ROW * row + card.index())))
    }
}

impl FromIterator<CardId> for Cards {
    fn from_iter<A: IntoIterator<Item = CardId>>(cards: A) -> Self {
        let mut all = Cards::NONE;
        cards.into_iter().for_each(|card| all.add(card));
        all
    }
}
