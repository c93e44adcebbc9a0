//! Tank! (SPI 1974): two commanders, sealed plots, one hex map.
//!
//! What the game is played with: its words, its charts, its map and who sees whom on it.

pub mod charts;
pub mod map;
pub mod rules;
pub mod sight;
pub mod words;
