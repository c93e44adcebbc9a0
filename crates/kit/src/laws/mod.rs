//! The laws, one function each.

mod answers;
mod chances;
mod same;
mod shown;
mod undo;

pub use answers::{accepts, ends, menu, refuses};
pub use chances::{odds, previews, secrets};
pub use same::{checkpoints, replays, saves, script, straight};
pub use shown::{guided, sheets, views, words};
pub use undo::undo;
