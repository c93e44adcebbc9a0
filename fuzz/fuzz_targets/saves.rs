//! See `hulldown_targets::saves`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hulldown_targets::saves(bytes));
