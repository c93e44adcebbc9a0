//! Players made of code: policies that decide from what a seat may see.
//!
//! The policy that picks any legal option is [`hulldown_core::Random`] and plays every game.

pub mod ace;
pub mod patton;
pub mod tank;
