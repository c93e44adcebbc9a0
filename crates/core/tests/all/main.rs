//! All tests of the crate in one program: linked once.

mod common;
mod fuzz;
mod hex;
mod hostile;
mod odds;
mod save;
mod session;
mod tape;
mod undo;
