//! See `hulldown_fuzz::saves`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hulldown_fuzz::saves(bytes));
