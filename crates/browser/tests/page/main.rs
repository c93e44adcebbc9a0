//! The page in a real browser, and against whoever means it ill.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_types,
    clippy::needless_pass_by_value,
    unreachable_pub,
    reason = "a test stops where it cannot go on, and measures what rules count"
)]

mod access;
mod app;
mod back;
mod cards;
mod days;
mod dice;
mod files;
mod keys;
mod layout;
mod noise;
mod plan;
mod play;
mod quick;
mod replay;
mod security;
mod sides;
mod tabs;

use hulldown_browser::{Done, Stage, Trouble, Window};
use std::error::Error;

/// Something prepared past the page.
fn laid<T>(made: Result<T, Box<dyn Error>>) -> Done<T> {
    made.map_err(|error| Trouble(error.to_string()))
}

/// Fails with a sentence unless something holds.
fn holds(what: bool, otherwise: impl Into<String>) -> Done {
    if what { Ok(()) } else { Err(Trouble(otherwise.into())) }
}

/// Opens the table of a game and waits until the script has made itself known.
async fn sit_down(stage: &Stage, id: &str) -> Done {
    stage.page.goto(&format!("/game/{id}")).await?;
    stage.page.until("document.documentElement.classList.contains('js') && document.querySelector('#prompt')").await?;
    // On a busy machine the first picture of a page may have another size than the screen.
    stage.page.settled().await
}

/// Gives the first answer by its keys.
async fn press_first(page: &Window) -> Done {
    let keys = page.value("document.querySelector('#options [data-keys]').dataset.keys").await?;
    page.press(keys.as_str().unwrap_or_default()).await
}

/// The button of an answer.
fn button(key: &str) -> String {
    format!("#options button[value={}]", serde_json::json!(key))
}
