//! The table the games are played at.
//!
//! A game's rules are plain functions over its state, generic over a [`table::Table`]. The same rules then serve people
//! ([`session::Session`]), simulation ([`sim::Sim`]), exact odds ([`odds::odds`]) and replays ([`tape::Taped`]).

pub mod chart;
pub mod check;
pub mod dice;
pub mod dicebox;
pub mod game;
pub mod heard;
pub mod hex;
mod limit;
mod milestones;
pub mod odds;
pub mod phrase;
pub mod playable;
pub mod rules;
pub mod save;
mod scribe;
pub mod secret;
pub mod session;
pub mod sim;
pub mod table;
pub mod talk;
pub mod tape;
mod words;

pub use check::Check;
pub use dice::{D6, D10, Dice, Generator, TWO_D6};
pub use game::{Game, Invalid, Outcome, Seat, Voice};
pub use heard::{Heard, Viewer};
pub use limit::Limit;
pub use playable::Playable;
pub use rules::{Ledger, RuleId};
pub use secret::{Salt, Secret};
pub use session::Session;
pub use sim::{Policy, Random, Sim};
pub use table::{Menu, Pause, Play, Table};
pub use words::Word;
#[doc(hidden)]
pub use words::row_number;
