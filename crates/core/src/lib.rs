//! The table the games are played at.
pub mod chart;
pub mod dice;
pub mod rules;
