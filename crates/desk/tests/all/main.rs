//! All tests of the crate in one program: linked once.

mod career;
mod common;
mod drawn;
mod duel;
mod fixtures;
mod moments;
mod protocol;
mod review;
mod secrets;
mod sides;
mod sketched;
mod thinking;
mod whole;
