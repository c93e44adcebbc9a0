//! Who looks at a game, and what he may know of it: what he hears, and numbers of his own for it.
//!
//! A number that counts what somebody does not hear tells him that there was something. So nobody is given a number that counts more
//! than he knows: not of things told, not of answers, not of where the record stands.

use crate::game::{Game, MOST_SEATS, Seat};
use crate::session::Told;

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Eyes {
    /// Whoever is shown the record as it is: of what seats are told in different words, all of them.
    All,
    /// Whoever sees both sides and hears everything once.
    Umpire,
    /// One seat, as far as it may know.
    Seat(Seat),
}

impl From<Option<Seat>> for Eyes {
    /// A seat's eyes; nobody's are those of whom nothing is hidden from.
    fn from(seat: Option<Seat>) -> Self {
        seat.map_or(Eyes::Umpire, Eyes::Seat)
    }
}

/// A seat that nobody has: who sits there hears everything once.
const UMPIRE: Seat = Seat(MOST_SEATS as u8);

impl<G: Game> Told<G> {
    /// Whether whoever looks hears of it. Where seats keep nothing from each other everybody does.
    pub fn is_heard(&self, eyes: Eyes) -> bool {
        match (eyes, self) {
            (Eyes::All, _) => true,
            (Eyes::Umpire, Told::Event(event)) => G::hears(event, UMPIRE),
            (Eyes::Umpire, _) => true,
            (Eyes::Seat(seat), _) => !G::SECRETS || self.is_heard_by(seat),
        }
    }
}

/// How much everybody who may look has heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Heard {
    all: usize,
    umpire: usize,
    seats: [usize; MOST_SEATS],
    everybody: usize,
}

impl Heard {
    /// How much these eyes' owner has.
    pub fn by(&self, eyes: Eyes) -> usize {
        match eyes {
            Eyes::All => self.all,
            Eyes::Umpire => self.umpire,
            Eyes::Seat(seat) => self.seats.get(seat.index()).copied().unwrap_or(self.umpire),
        }
    }

    /// How much of it everybody has heard: what nobody learns anything from who hears how much it is.
    pub fn by_everybody(&self) -> usize {
        self.everybody
    }

    /// Something more was told.
    pub fn hear<G: Game>(&mut self, told: &Told<G>) {
        self.all += 1;
        self.umpire += usize::from(told.is_heard(Eyes::Umpire));
        let mut everybody = true;
        for (seat, heard) in self.seats.iter_mut().enumerate() {
            let hears = told.is_heard(Eyes::Seat(Seat(seat as u8)));
            *heard += usize::from(hears);
            everybody &= hears;
        }
        self.everybody += usize::from(everybody);
    }

    /// The same after all this was told.
    #[must_use]
    pub fn and<G: Game>(mut self, told: &[Told<G>]) -> Self {
        told.iter().for_each(|told| self.hear(told));
        self
    }
}
