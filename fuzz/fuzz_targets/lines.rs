//! See `hulldown_fuzz::lines`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hulldown_fuzz::lines(bytes));
