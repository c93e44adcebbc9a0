//! The games there are, one line each.
//!
//! Whatever goes over all games does so by a [`Visitor`]: the shelf of the program, simulation, benchmarks, the laws of the
//! conformance kit, the fuzz targets. A game that is added here is in all of them.

use hulldown_core::Playable;

/// Something done with every game in turn.
pub trait Visitor {
    /// With this one.
    fn visit<G: Playable>(&mut self);
}

/// Names every game once.
macro_rules! games {
    ($($game:ty,)+) => {
        /// Shows every game to a visitor, in the order they are offered in.
        pub fn each(visitor: &mut impl Visitor) {
            $(visitor.visit::<$game>();)+
        }
    };
}

games! {
    hulldown_ace::Ace,
    hulldown_patton::Patton,
    hulldown_tank::Tank,
}
