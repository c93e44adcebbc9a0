//! Patton's Best: one Sherman of the 4th Armored Division, July 1944 to the end.

pub mod rules;
pub mod words;
