//! All tests of the crate in one program: linked once.

mod allocation;
mod batches;
mod patton_allocation;
mod tank_allocation;
mod tank_quiet;
