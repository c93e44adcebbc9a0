//! See `hulldown_fuzz::said`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hulldown_fuzz::said(bytes));
