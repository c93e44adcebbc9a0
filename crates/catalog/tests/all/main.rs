//! What holds of every game there is.

mod allocation;
mod conformance;
mod entry;
mod named;
