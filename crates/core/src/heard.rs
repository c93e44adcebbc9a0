//! Who looks at a game, and what he may know of it: what he hears, and numbers of his own for it.
//!
//! A number that counts what somebody does not hear tells him that there was something. So nobody is given a number that counts more
//! than he knows: not of things told, not of answers, not of where the record stands.

use crate::game::{Game, MOST_SEATS, Seat};
use crate::session::Told;

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Viewer {
    /// One seat, as far as it may know.
    Seat(Seat),
    /// Sees all sides and hears everything once.
    Umpire,
    /// Is shown the record as it is: of what seats are told in different words, all of them.
    Record,
}

impl Viewer {
    /// What he sees of a game.
    pub fn view<'a, G: Game>(self, game: &'a G, data: &'static G::Data) -> G::View<'a> {
        match self {
            Viewer::Seat(seat) => game.view(data, seat),
            Viewer::Umpire | Viewer::Record => game.whole_view(data),
        }
    }
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Self {
        Viewer::Seat(seat)
    }
}

impl From<Option<Seat>> for Viewer {
    /// The seat that something is hidden from, or whom nothing is hidden from.
    fn from(seat: Option<Seat>) -> Self {
        seat.map_or(Viewer::Umpire, Viewer::Seat)
    }
}

impl<G: Game> Told<G> {
    /// Whether whoever looks hears of it. Where seats keep nothing from each other everybody does.
    pub fn is_heard(&self, viewer: Viewer) -> bool {
        match (viewer, self) {
            (Viewer::Record, _) => true,
            (Viewer::Umpire, Told::Event(event)) => G::umpire_hears(event),
            (Viewer::Umpire, _) => true,
            (Viewer::Seat(seat), _) => !G::SECRETS || self.is_heard_by(seat),
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
    /// How much he has who looks.
    pub fn by(&self, viewer: Viewer) -> usize {
        match viewer {
            Viewer::Record => self.all,
            Viewer::Umpire => self.umpire,
            Viewer::Seat(seat) => self.seats.get(seat.index()).copied().unwrap_or(self.umpire),
        }
    }

    /// How much of it everybody has heard: what nobody learns anything from who hears how much it is.
    pub fn by_everybody(&self) -> usize {
        self.everybody
    }

    /// Something more was told.
    pub fn hear<G: Game>(&mut self, told: &Told<G>) {
        self.all += 1;
        self.umpire += usize::from(told.is_heard(Viewer::Umpire));
        let mut everybody = true;
        for (seat, heard) in self.seats.iter_mut().enumerate() {
            let hears = told.is_heard(Viewer::Seat(Seat(seat as u8)));
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
