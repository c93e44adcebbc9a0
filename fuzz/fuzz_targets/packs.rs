//! See `hulldown_fuzz::packs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hulldown_fuzz::packs(bytes));
