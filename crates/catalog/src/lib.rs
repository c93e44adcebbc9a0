//! The games there are, one line each.
//!
//! Whatever goes over all games does so by a [`Visitor`]: the shelf of the program, simulation, benchmarks, the laws of the
//! conformance kit, the fuzz targets. A game that is added here is in all of them.

use hulldown_core::Game;
use hulldown_core::playable::{Figures, Trial};
use hulldown_draw::Drawn;

/// A game as the catalog has it: playable, drawn, simulated, tried.
pub trait CatalogGame: Figures + Drawn + Trial {}

impl<G: Figures + Drawn + Trial> CatalogGame for G {}

/// Something done with every game in turn.
pub trait Visitor {
    /// With this one.
    fn visit<G: CatalogGame>(&mut self);
}

/// Something done with one game, which is known by its id.
pub trait With {
    /// What comes of it.
    type Done;
    /// With this one.
    fn with<G: CatalogGame>(self) -> Self::Done;
}

/// Names every game once.
macro_rules! games {
    ($($game:ty,)+) => {
        /// The ids of the games, in the order they are offered in.
        pub const IDS: &[&str] = &[$(<$game as Game>::ID),+];

        /// Shows every game to a visitor, in the order they are offered in.
        pub fn each(visitor: &mut impl Visitor) {
            $(visitor.visit::<$game>();)+
        }

        /// Does something with the game of this id, if there is one.
        pub fn with<W: With>(id: &str, with: W) -> Option<W::Done> {
            $(if id == <$game as Game>::ID {
                return Some(with.with::<$game>());
            })+
            None
        }
    };
}

/// A game that shows something, by its short name, for the tests and examples of what goes over games: `sample!(career)` is played alone
/// or together over months, `sample!(sides)` has two sides that keep things from each other, `sample!(days)` is told day by day and can be
/// read in other ways, `sample!(shared)` is played by up to four who keep nothing from each other. The types of [`mod@sample`] are the same games.
#[macro_export]
macro_rules! sample {
    (career) => {
        "ace"
    };
    (sides) => {
        "tank"
    };
    (days) => {
        "patton"
    };
    (shared) => {
        "leader"
    };
}

/// The games of [`sample!`] as types.
pub mod sample {
    /// That of `sample!(career)`.
    pub type Career = hulldown_ace::Ace;
    /// That of `sample!(days)`.
    pub type Days = hulldown_patton::Patton;
    /// That of `sample!(shared)`.
    pub type Shared = hulldown_leader::Leader;
    /// That of `sample!(sides)`.
    pub type Sides = hulldown_tank::Tank;
    pub use hulldown_tank::map as map_of_sides;
}

games! {
    hulldown_ace::Ace,
    hulldown_patton::Patton,
    hulldown_tank::Tank,
    hulldown_leader::Leader,
}
