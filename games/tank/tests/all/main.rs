//! All tests of the crate in one program: linked once.

mod board;
mod bot;
mod bot_ends;
mod charts;
mod common;
mod examples;
mod games;
mod geometry;
mod golden;
mod imagine;
mod quiet;
mod rules_fire;
mod rules_movement;
mod rules_opportunity;
mod rules_overrun;
mod rules_panic;
mod rules_plotting;
mod rules_positions;
mod rules_rulings;
mod rules_scenarios;
mod rules_spotting;
mod rules_terrain;
mod secrecy;
mod secrecy_attacks;
mod sight;
