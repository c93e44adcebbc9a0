//! The tests of Sherman Leader, one program: a file for each chapter.
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

mod campaigns;
mod common;
