//! All tests of the crate in one program: linked once.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_types,
    clippy::needless_pass_by_value,
    unreachable_pub,
    reason = "a test stops where it cannot go on, and measures what rules count"
)]

mod common;
mod guard;
mod pages;
mod play;
mod records;
mod secrets;
mod shared;
mod shows;
mod sides;
mod store;
mod thinking;
