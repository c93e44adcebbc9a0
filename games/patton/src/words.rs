//! The words of the game: what its charts, counters, cards and boards name, as small plain types.
//!
//! Every word has an `id` (its text in chart files, keys and saves), a `name` for people and an `index` into arrays. Ids are
//! frozen: saved games hold them.

use serde::{Deserialize, Serialize};
use std::fmt;

mod battle;
mod day;
mod enemy;
mod rows;
mod tank;
mod time;
pub use battle::*;
pub use day::*;
pub use enemy::*;
pub use rows::*;
pub use tank::*;
pub use time::*;

/// The colored die of a roll of two (3.2): the tens, 0 being 10.
#[inline]
pub const fn colored_die(natural: i8) -> i8 {
    match natural / 10 % 10 {
        0 => 10,
        tens => tens,
    }
}

/// The white die of a roll of two (3.2): the ones, 0 being 10.
#[inline]
pub const fn white_die(natural: i8) -> i8 {
    match natural % 10 {
        0 => 10,
        ones => ones,
    }
}
