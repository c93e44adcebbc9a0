//! The page in a real browser: what the tests, the screenshots and the load figures of `hulldown-web` are made with.
//!
//! A [`House`] is the real server with saved games of its own, thrown away at the end. A [`Stage`] adds one headless Chromium,
//! driven through chromedriver. [`play`] sets it up, runs a test on it and clears everything away again, also when the test fails.
//!
//! Browsers are slow to start, so a test leaves its own to the next one of the same program, cleaned. They are heavy to run, so at most
//! two are in use at once on a machine, whatever the test runner does.

mod audit;
mod browsers;
mod driver;
mod house;
mod page;
mod raw;
mod stage;
mod tools;
mod weighed;

pub use audit::{Audit, Violation};
pub use house::{GAME, House};
pub use page::{Keys, Looks, Trouble, Window, is_stranger};
pub use raw::{Asker, RawReply, bytes, encode, get, get_without_key, key_of, port_and_key, remember_key};
pub use stage::{Stage, play, play_installed, play_without_scripts};
pub use tools::{Slot, Tools};
pub use weighed::{Weighed, weighed};

/// What a step in the browser gives, or what was waited for in vain.
pub type Done<T = ()> = Result<T, Trouble>;
