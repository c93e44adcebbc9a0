//! All tests of the crate in one program: linked once.

mod bad;
mod common;
mod days;
mod drive;
mod help;
mod linear;
mod readings;
mod records;
mod saved;
mod sides;
mod store;
