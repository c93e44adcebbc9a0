//! Indices of lists and cards of a deck, as bits.

use serde::{Deserialize, Serialize};

/// Some indices into a list, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Indices(pub u64);

impl Indices {
    /// None.
    pub const NONE: Indices = Indices(0);

    /// One more.
    #[inline]
    pub fn add(&mut self, place: usize) {
        self.0 |= 1 << place;
    }

    /// Whether this is one of them.
    #[inline]
    pub fn has(self, place: usize) -> bool {
        self.0 >> place & 1 == 1
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is another than this.
    #[inline]
    pub fn others(self, place: usize) -> bool {
        self.0 & !(1 << place) != 0
    }

    /// The first of them.
    #[inline]
    pub fn first(mut self) -> Option<usize> {
        self.next()
    }
}

impl Iterator for Indices {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let place = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (place < 64).then_some(place)
    }

    #[inline]
    fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<usize> {
        (0..n).for_each(|_| self.0 &= self.0.wrapping_sub(1));
        self.next()
    }
}

/// Place by place whether it is one of them; without a branch for each, since nobody could guess it.
impl FromIterator<bool> for Indices {
    #[inline]
    fn from_iter<I: IntoIterator<Item = bool>>(places: I) -> Self {
        let (mut all, mut left) = (0, 64);
        for is in places {
            all = all >> 1 | u64::from(is) << 63;
            left -= 1;
        }
        Indices(all.checked_shr(left).unwrap_or(0))
    }
}

impl FromIterator<usize> for Indices {
    fn from_iter<I: IntoIterator<Item = usize>>(places: I) -> Self {
        let mut all = Indices::NONE;
        places.into_iter().for_each(|place| all.add(place));
        all
    }
}

/// Some of the Unit cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Cards([u64; 4]);

impl Cards {
    /// Whether a card is among them.
    pub fn has(&self, card: usize) -> bool {
        self.0[card / 64] >> (card % 64) & 1 == 1
    }

    /// A card less.
    pub fn remove(&mut self, card: usize) {
        self.0[card / 64] &= !(1 << (card % 64));
    }

    /// A card more.
    pub fn add(&mut self, card: usize) {
        self.0[card / 64] |= 1 << (card % 64);
    }

    /// Those in both.
    #[must_use]
    pub fn and(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }

    /// Those in either.
    #[must_use]
    pub fn or(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }

    /// Those not in the other.
    #[must_use]
    pub fn without(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|row| self.0[row] & !other.0[row]))
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self == Cards::default()
    }

    /// How many there are.
    pub fn count(self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// One of them, counted from 0.
    pub fn nth(self, n: usize) -> Option<usize> {
        let mut left = n;
        for (row, cards) in self.0.into_iter().enumerate() {
            let here = cards.count_ones() as usize;
            if left < here {
                return Indices(cards).nth(left).map(|card| 64 * row + card);
            }
            left -= here;
        }
        None
    }

    /// Each of them, in order.
    pub fn each(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(row, cards)| Indices(cards).map(move |card| 64 * row + card))
    }
}

impl FromIterator<usize> for Cards {
    fn from_iter<I: IntoIterator<Item = usize>>(cards: I) -> Self {
        let mut all = Cards::default();
        cards.into_iter().for_each(|card| all.add(card));
        all
    }
}
