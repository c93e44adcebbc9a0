//! See `hulldown_targets::lines`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hulldown_targets::lines(bytes));
