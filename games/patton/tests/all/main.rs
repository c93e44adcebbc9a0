//! All tests of the crate in one program: linked once.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_types,
    clippy::needless_pass_by_value,
    unreachable_pub,
    reason = "a test stops where it cannot go on, and measures what rules count"
)]

mod ahead;
mod aids;
mod board;
mod bot;
mod campaigns;
mod charts;
mod charts_battle;
mod common;
mod examples;
mod figures;
mod golden;
mod lessons;
mod packs;
mod readings;
mod regressions;
mod rules_campaign;
mod rules_casualties;
mod rules_contact;
mod rules_day;
mod rules_drive;
mod rules_enemy;
mod rules_events;
mod rules_machine_guns;
mod rules_main_gun;
mod rules_map;
mod rules_orders;
mod rules_spotting;
mod wavering;
mod words;
