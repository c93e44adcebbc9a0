//! All tests of the crate in one program: linked once.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_types,
    clippy::needless_pass_by_value,
    unreachable_pub,
    reason = "a test stops where it cannot go on, and measures what rules count"
)]

mod aids;
mod board;
mod bot;
mod bot_ends;
mod bot_values;
mod charts;
mod common;
mod examples;
mod games;
mod geometry;
mod golden;
mod imagine;
mod massed;
mod packs;
mod quiet;
mod rules_columns;
mod rules_fire;
mod rules_movement;
mod rules_opportunity;
mod rules_overrun;
mod rules_panic;
mod rules_plotting;
mod rules_positions;
mod rules_rulings;
mod rules_scenarios;
mod rules_spoken;
mod rules_spotting;
mod rules_terrain;
mod secrecy;
mod secrecy_attacks;
mod secrecy_stops;
mod sight;
mod words;
