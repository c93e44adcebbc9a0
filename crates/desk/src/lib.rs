//! The desk every front end sits at: any game of the shelf behind one face ([`Match`]), and the driver's conversation ([`Desk`]).

mod bots;
pub mod chronicle;
pub mod digest;
pub mod ease;
pub mod groups;
pub mod hosted;
pub mod json_lines;
pub mod keys;
pub mod lines;
mod lists;
pub mod matches;
mod moments;
mod names;
mod problem;
pub mod protocol;
pub mod read;
pub mod readings;
mod requests;
pub mod result;
pub mod review;
pub mod seen;
pub mod shelf;
pub mod story;
pub mod thinking;
pub mod timeline;
mod told;
pub mod typed;

pub use ease::Ease;
pub use hosted::Hosted;
pub use hulldown_core::playable::aids::{Aids, Level, Shots, Threat, Usual};
pub use hulldown_core::playable::bots::{Bots, Maker, NamedBot};
pub use hulldown_core::playable::{Disagreement, Newcomer, Playable, Sources};
pub use hulldown_core::session::Standing;
pub use lines::{
    Advice, Answered, Ask, Chances, Choice, ChoiceAsk, DiceAsk, EventLine, ModLine, OddsReply, OutcomeChance, Prompt,
    RefusedLine, RollAhead, RollLine, TakenBack, Until, UsualLine,
};
pub use matches::{MOST_NEWS, Match, WaitsFor};
pub use names::nearest;
pub use problem::{Code, Problem};
pub use protocol::Desk;
pub use review::{Costly, Review, advice, review};
pub use seen::Seen;
pub use shelf::{Loaded, NewDice, NewGame, Pack, Shelf, find, fresh_secret, shelf};
pub use thinking::Autoplay;
pub use told::ToldLine;
