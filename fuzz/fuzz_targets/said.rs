//! See `hulldown_targets::said`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hulldown_targets::said(bytes));
