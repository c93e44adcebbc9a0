//! See `hulldown_fuzz::plots`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hulldown_fuzz::plots(bytes));
