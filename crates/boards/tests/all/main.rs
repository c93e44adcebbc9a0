//! All tests of the crate in one program: linked once.

mod boards;
mod colours;
mod common;
mod golden;
mod patton;
mod tank;
mod tank_play;
