//! All tests of the crate in one program: linked once.

mod common;
mod guard;
mod pages;
mod play;
mod records;
mod secrets;
mod sides;
mod store;
mod thinking;
