//! See `hulldown_targets::answers`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hulldown_targets::answers(bytes));
