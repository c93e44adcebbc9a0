//! All tests of the crate in one program: linked once.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_types,
    clippy::needless_pass_by_value,
    unreachable_pub,
    reason = "a test stops where it cannot go on, and measures what rules count"
)]

mod bears;
mod colors;
mod plain;
mod px;
mod sketch;
