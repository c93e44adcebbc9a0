//! What the player sees: everything. Nothing is hidden but what is not drawn or rolled yet.

use crate::charts::Charts;
use crate::state::Leader;
use serde::{Serialize, Serializer};

/// The game as its player sees it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The state.
    pub game: &'a Leader,
    /// The charts.
    pub charts: &'static Charts,
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.game.serialize(to)
    }
}
