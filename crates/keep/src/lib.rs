//! Keeping games of any kind in the store: beginning, resuming, copying, the settings that go with them, and the [`Sitting`] at which one is
//! played. The terminal and the page share it, so a game begun in one goes on in the other.

mod archive;
mod beside;
mod error;
mod files;
mod past;
mod players;
mod record;
mod saved_game;
mod sitting;
mod time;

pub use archive::{Archive, FoundSave, TakenGame, TakenIn, find_row, new_row, shelf_for, take_up};
pub use beside::{Beside, Bookmark, PlayedOn, Preferences};
pub use error::{KeepError, quoted};
pub use files::{LARGEST_SAVE, read_beginning, read_json, read_pack, read_save, read_text, whole_path, write_file};
pub use past::Past;
pub use players::{Players, Settled};
pub use record::{Reader, Record, Rules};
pub use saved_game::{Arrived, GoneOn, OnItsWay, SavedGame};
pub use sitting::{Copied, Far, Given, Sitting, Trouble};
pub use time::{ago, now};
