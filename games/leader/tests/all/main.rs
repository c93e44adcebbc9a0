//! The tests of Sherman Leader, one program: a file for each chapter.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_types,
    reason = "a test stops where it cannot go on, and measures what rules count"
)]

mod board;
mod bot;
mod campaigns;
mod causes;
mod charts;
mod common;
mod golden;
mod laws;
mod lessons;
mod map;
mod odds;
mod packs;
mod rules_attack;
mod rules_cards;
mod rules_damage;
mod rules_end;
mod rules_enemy;
mod rules_fighting;
mod rules_post;
mod rules_pre;
mod rules_setup;
mod rules_together;
mod rules_week;
mod sample;
mod sets;
mod spoken;
mod words;
