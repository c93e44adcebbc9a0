//! See `hulldown_fuzz::answers`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hulldown_fuzz::answers(bytes));
