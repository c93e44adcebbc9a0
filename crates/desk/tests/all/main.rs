//! All tests of the crate in one program: linked once.

mod ace;
mod common;
mod drawn;
mod duel;
mod fixtures;
mod moments;
mod protocol;
mod review;
mod secrets;
mod tank;
mod thinking;
mod whole;
