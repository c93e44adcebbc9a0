//! The page: every game of the shelf in the browser, on this machine only.
//!
//! HTML is made here and works without scripts: each action is an ordinary form or link. The one script that goes with it replaces
//! parts of the page instead of all of it, listens for changes from other tabs, and adds keys, zoom and pan. Nothing here knows a
//! rule or a particular game; boards and words come from the match.

mod app;
mod career;
mod error;
mod forms;
mod guard;
mod installed;
mod key;
mod library;
mod log;
mod look;
mod moments;
mod options;
mod packing;
mod page;
mod picture;
mod pieces;
mod record;
mod replay;
mod report;
mod result;
mod review;
mod rules;
mod serve;
mod stream;
mod table;
mod thinking;
mod tools;
mod watch;
mod words;

pub use error::WebError;
pub use packing::unpacked;
pub use serve::{ServeOptions, Server, run, serve};
