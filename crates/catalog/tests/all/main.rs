//! What holds of every game there is.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_types,
    clippy::needless_pass_by_value,
    unreachable_pub,
    reason = "a test stops where it cannot go on, and measures what rules count"
)]

mod allocation;
mod chances;
mod conformance;
mod entry;
mod named;
