//! Dice, what they show, and the seeded generator behind random ones.

use crate::phrase::count;
use arrayvec::ArrayVec;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Dice thrown together: so many of so many sides, their faces added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Dice {
    /// How many.
    pub count: u8,
    /// How many sides each has.
    pub sides: u8,
}

/// One six-sided die.
pub const D6: Dice = Dice { count: 1, sides: 6 };
/// Two six-sided dice, added.
pub const TWO_D6: Dice = Dice { count: 2, sides: 6 };
/// One ten-sided die, faces 1 to 10.
pub const D10: Dice = Dice { count: 1, sides: 10 };
/// A number from 1 to 100: two ten-sided dice, one read as tens and one as ones, 00 being 100.
pub const D100: Dice = Dice { count: 1, sides: 100 };

/// The most dice any rule throws at once.
pub const MOST_DICE: usize = 4;

/// The faces shown, one number a die.
pub type Faces = ArrayVec<u8, MOST_DICE>;

impl Dice {
    /// The lowest sum.
    pub const fn min(self) -> i8 {
        self.count as i8
    }

    /// The highest sum.
    pub const fn max(self) -> i8 {
        (self.count * self.sides) as i8
    }

    /// How many equally likely ways the dice can fall.
    pub const fn ways(self) -> u32 {
        (self.sides as u32).pow(self.count as u32)
    }

    /// In how many of [`Dice::ways`] the faces add up to `sum`.
    pub fn ways_to(self, sum: i8) -> u32 {
        if self.count <= 1 {
            return u32::from((self.min()..=self.max()).contains(&sum));
        }
        if self.count == 2 {
            let sides = i32::from(self.sides);
            return (sides - (sides + 1 - i32::from(sum)).abs()).max(0) as u32;
        }
        let rest = Dice { count: self.count - 1, ..self };
        (1..=self.sides as i8).map(|face| rest.ways_to(sum - face)).sum()
    }

    /// In how many of [`Dice::ways`] the sum is one of these.
    pub fn ways_where(self, wanted: impl Fn(i8) -> bool) -> u32 {
        (self.min()..=self.max()).filter(|sum| wanted(*sum)).map(|sum| self.ways_to(sum)).sum()
    }

    /// Some faces that add up to `sum`, the same for every call.
    pub fn faces_for(self, sum: i8) -> Faces {
        let mut left = sum;
        (0..self.count)
            .map(|i| {
                let after = (self.count - 1 - i) as i8;
                let face = (left - after).clamp(1, self.sides as i8);
                left -= face;
                face as u8
            })
            .collect()
    }

    /// The faces of the `n`-th of [`Dice::ways`], counted from 0.
    pub(crate) fn faces_of_way(self, mut n: u32) -> Faces {
        let mut faces = Faces::new();
        for _ in 0..self.count {
            faces.push((n % u32::from(self.sides)) as u8 + 1);
            n /= u32::from(self.sides);
        }
        faces
    }

    /// Says what is wrong with faces a person or a file gave for these dice.
    pub fn check(self, faces: &[u8]) -> Result<(), BadFaces> {
        if faces.len() != usize::from(self.count) {
            return Err(BadFaces::Count { dice: self, given: faces.len() });
        }
        match faces.iter().find(|&&f| f == 0 || f > self.sides) {
            Some(&face) => Err(BadFaces::Face { dice: self, face }),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d{}", self.count, self.sides)
    }
}

impl std::str::FromStr for Dice {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text
            .split_once('d')
            .and_then(|(count, sides)| Some(Dice { count: count.parse().ok()?, sides: sides.parse().ok()? }));
        match parsed {
            Some(d)
                if (1..=MOST_DICE as u8).contains(&d.count)
                    && ((2..=20).contains(&d.sides) || d == D100)
                    && d.to_string() == text =>
            {
                Ok(d)
            }
            _ => Err(format!("`{text}` is not a dice such as 1d6, 2d6 or 1d10")),
        }
    }
}

impl Serialize for Dice {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Faces that cannot have been thrown with the dice asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadFaces {
    /// Too many or too few dice.
    #[error("{dice} needs {}, {given} given", count(usize::from(dice.count), "face"))]
    Count {
        /// What was asked for.
        dice: Dice,
        /// How many faces came.
        given: usize,
    },
    /// A face no such die has.
    #[error("a {}-sided die has no face {face}", dice.sides)]
    Face {
        /// What was asked for.
        dice: Dice,
        /// The impossible face.
        face: u8,
    },
}

/// A seeded generator of dice, the same on every platform for ever.
///
/// The stream is ChaCha8 keyed by the seed; a throw takes 32-bit words and maps them onto the ways the dice can fall by
/// multiplication with rejection. That mapping is frozen: golden numbers in the tests hold it in place.
#[derive(Clone, Debug)]
pub struct Generator {
    seed: u64,
    stream: ChaCha8Rng,
}

impl Generator {
    /// The stream of dice that belongs to `seed`.
    pub fn new(seed: u64) -> Self {
        Generator { seed, stream: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// An independent stream for the `index`-th of many games under one seed.
    pub fn for_game(seed: u64, index: u64) -> Self {
        let mut stream = ChaCha8Rng::seed_from_u64(seed);
        stream.set_stream(index);
        Generator { seed, stream }
    }

    /// The seed it began with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Draws a seed for another generator.
    pub fn new_seed(&mut self) -> u64 {
        self.stream.next_u64()
    }

    /// A number from 0 to `n` - 1, all equally likely. `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        let wide = u64::from(self.word()) * u64::from(n);
        let wide = if (wide as u32) < n { self.unless_rejected(wide, n) } else { wide };
        (wide >> 32) as u32
    }

    /// The next word of the stream. Kept apart, so that all that is thrown with it is small enough to stand where it is asked for.
    #[inline(never)]
    fn word(&mut self) -> u32 {
        self.stream.next_u32()
    }

    /// Another word instead of one that would make some numbers likelier than others.
    #[cold]
    fn unless_rejected(&mut self, mut wide: u64, n: u32) -> u64 {
        let floor = n.wrapping_neg() % n;
        while (wide as u32) < floor {
            wide = u64::from(self.word()) * u64::from(n);
        }
        wide
    }

    /// Throws the dice.
    #[inline]
    pub fn throw(&mut self, dice: Dice) -> Faces {
        dice.faces_of_way(self.below(dice.ways()))
    }

    /// Throws the dice for their sum alone; the same sum as [`Generator::throw`] would show.
    #[inline]
    pub fn sum(&mut self, dice: Dice) -> i8 {
        match dice {
            Dice { count: 1, sides } => self.below(u32::from(sides)) as i8 + 1,
            TWO_D6 => SUM_OF_TWO[self.below(36) as usize],
            _ => self.sum_of_others(dice),
        }
    }

    /// Kept apart, so that the usual dice are thrown where they are asked for.
    #[cold]
    fn sum_of_others(&mut self, dice: Dice) -> i8 {
        self.throw(dice).iter().map(|&face| face as i8).sum()
    }
}

/// The sum of two six-sided dice, by the way they fall.
const SUM_OF_TWO: [i8; 36] = {
    let (mut sums, mut way) = ([0; 36], 0);
    while way < 36 {
        sums[way] = (way % 6 + way / 6 + 2) as i8;
        way += 1;
    }
    sums
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_cover_every_fall() {
        for dice in [D6, TWO_D6, D10, Dice { count: 3, sides: 6 }] {
            let all: u32 = (dice.min()..=dice.max()).map(|sum| dice.ways_to(sum)).sum();
            assert_eq!(all, dice.ways());
            for sum in dice.min()..=dice.max() {
                let faces = dice.faces_for(sum);
                assert_eq!(dice.check(&faces), Ok(()));
                assert_eq!(faces.iter().map(|&f| f as i8).sum::<i8>(), sum);
            }
        }
        assert_eq!(TWO_D6.ways_to(7), 6);
        assert_eq!(TWO_D6.ways_to(13), 0);
        assert_eq!(TWO_D6.ways_where(|sum| sum >= 11), 3);
    }

    #[test]
    fn sum_and_throw_read_the_stream_alike() {
        let (mut a, mut b) = (Generator::new(9), Generator::new(9));
        for i in 0..3000 {
            let dice = [D6, TWO_D6, D10][i % 3];
            let shown: u8 = a.throw(dice).iter().sum();
            assert_eq!(shown as i8, b.sum(dice));
        }
    }

    /// The stream of a seed never changes, or every recorded game would stop verifying.
    #[test]
    fn the_stream_is_frozen() {
        let mut g = Generator::new(1944);
        let six: Vec<u8> = (0..12).map(|_| g.throw(D6)[0]).collect();
        let two: Vec<Vec<u8>> = (0..6).map(|_| g.throw(TWO_D6).to_vec()).collect();
        let ten: Vec<u8> = (0..12).map(|_| g.throw(D10)[0]).collect();
        let mut other = Generator::for_game(1944, 7);
        let game: Vec<u8> = (0..12).map(|_| other.throw(D6)[0]).collect();
        assert_eq!((six, two, ten, game), golden());
    }

    type Golden = (Vec<u8>, Vec<Vec<u8>>, Vec<u8>, Vec<u8>);

    fn golden() -> Golden {
        (
            vec![2, 6, 3, 4, 6, 1, 5, 6, 6, 4, 3, 3],
            vec![vec![6, 1], vec![3, 6], vec![2, 6], vec![1, 2], vec![5, 2], vec![6, 2]],
            vec![3, 2, 7, 10, 4, 7, 4, 5, 8, 2, 6, 8],
            vec![4, 4, 6, 3, 6, 3, 5, 5, 6, 2, 3, 1],
        )
    }

    #[test]
    fn faces_are_checked() {
        assert!(TWO_D6.check(&[1, 6]).is_ok());
        assert_eq!(TWO_D6.check(&[1]).unwrap_err().to_string(), "2d6 needs 2 faces, 1 given");
        assert_eq!(D6.check(&[7]).unwrap_err().to_string(), "a 6-sided die has no face 7");
        assert_eq!(D10.check(&[0]).unwrap_err().to_string(), "a 10-sided die has no face 0");
    }

    #[test]
    fn every_face_is_as_likely_as_another() {
        let mut g = Generator::new(5);
        let mut seen = [0u32; 10];
        for _ in 0..100_000 {
            seen[usize::from(g.throw(D10)[0]) - 1] += 1;
        }
        // Five standard deviations of a binomial with p = 1/10.
        assert!(seen.iter().all(|&n| n.abs_diff(10_000) < 475), "{seen:?}");
    }
}
