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
mod careers;
mod charts;
mod common;
mod figures;
mod golden;
mod odds;
mod packs;
mod regressions;
mod rules_awards;
mod rules_career;
mod rules_commands;
mod rules_crew;
mod rules_damage;
mod rules_ending;
mod rules_enemy;
mod rules_enemy_fire;
mod rules_events;
mod rules_fire;
mod rules_losses;
mod rules_moving;
mod rules_rivals;
mod rules_school;
mod rules_setup;
mod rules_support;
mod rules_together;
mod rules_trades;
mod rules_wounds;
mod threats;
mod words;
