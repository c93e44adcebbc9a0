//! See `hulldown_targets::packs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hulldown_targets::packs(bytes));
