//! Which game the bytes mean.

use crate::Bytes;
use hulldown_catalog::{CatalogGame, IDS, With};

/// What is done with a game, whichever it is.
pub(crate) trait Does {
    fn with<G: CatalogGame>(self, bytes: Bytes<'_>);
}

/// The first byte says which game it is done with, by its place in the catalog.
pub(crate) fn with_game(mut bytes: Bytes<'_>, does: impl Does) {
    struct Done<'b, D>(D, Bytes<'b>);
    impl<D: Does> With for Done<'_, D> {
        type Done = ();
        fn with<G: CatalogGame>(self) {
            self.0.with::<G>(self.1);
        }
    }
    if let Some(byte) = bytes.next() {
        hulldown_catalog::with(IDS[usize::from(byte) % IDS.len()], Done(does, bytes));
    }
}
