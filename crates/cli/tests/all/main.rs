//! All tests of the crate in one program: linked once.

mod bad;
mod common;
mod drive;
mod help;
mod linear;
mod patton;
mod patton_charts;
mod records;
mod saved;
mod sides;
mod store;
