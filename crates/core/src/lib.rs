//! The table the games are played at.
//!
//! A game's rules are plain functions over its state, generic over a [`table::Table`]. The same rules then serve people
//! ([`session::Session`]), simulation ([`sim::Sim`]), exact odds ([`odds::odds`]) and replays ([`tape::Taped`]).
//!
//! # A whole game
//!
//! A tank must ford a river. Its crew drives, or waits for the water to fall, until night.
//!
//! ```
//! use hulldown_core::chart::{ChartError, Files};
//! use hulldown_core::dicebox::DiceBox;
//! use hulldown_core::*;
//! use serde::{Deserialize, Serialize};
//!
//! # mod rules {
//! #     pub const TEXT: &str = "id\ttopic\tkind\tstatement\n\
//! # 1\tford\tdice\tTwo dice: on 9 or more the tank is across, else it is stuck for good.\n\
//! # 2\twait\taction\tA crew may wait up to three times; each adds one to the dice.\n";
//! #     pub const STARTS: [u32; 2] = hulldown_core::rules::starts(TEXT);
//! #     pub const CITED: hulldown_core::Ledger = hulldown_core::Ledger::new(TEXT, &STARTS);
//! #     pub static LEDGER: hulldown_core::Ledger = CITED;
//! # }
//! # macro_rules! rule { ($id:literal) => { const { rules::CITED.cite($id) } } }
//! choices! {
//!     /// What the crew can do.
//!     pub enum Choice, _all: () {
//!         Drive = "drive" ["1"] "drive into the water";
//!         Wait  = "wait"  ["2"] "wait for it to fall";
//!     }
//! }
//! asks! {
//!     /// What it is asked.
//!     pub enum Ask, _all: () { Ford = "ford" ["1"] "Drive, or wait?"; }
//! }
//! answers! { Choice:
//!     /// What can be answered to that.
//!     enum FordAnswer { Drive, Wait }
//! }
//! events! {
//!     /// What happened.
//!     #[derive(Clone, Copy, Debug, Serialize)]
//!     pub enum Event, _all: () { Crossed { across: bool } = "crossed" ["1"] => String::from(if across { "Across!" } else { "Stuck." }); }
//! }
//!
//! #[derive(Clone, Serialize, Deserialize)]
//! struct Ford { waited: i8, across: Option<bool> }
//!
//! impl Game for Ford {
//!     const ID: &'static str = "ford";
//!     const TITLE: &'static str = "The Ford";
//!     const RULES_VERSION: u32 = 1;
//!     type Data = i8; // The one figure of its charts: what it takes to get across.
//!     type Setup = ();
//!     type Choice = Choice;
//!     type Ask = Ask;
//!     type Event = Event;
//!     type View<'a> = &'a Ford;
//!
//!     fn advance<T: Table<Self>>(&mut self, need: &'static i8, table: &mut T) -> Play<()> {
//!         let mut menu = table.menu();
//!         menu.offer(FordAnswer::Drive);
//!         menu.weigh(FordAnswer::Wait, (self.waited == 3).then_some((rule!("2"), "night has come")));
//!         match table.ask(self, need, Seat(0), Ask::Ford, &menu)? {
//!             FordAnswer::Wait => self.waited += 1,
//!             FordAnswer::Drive => {
//!                 let check = Check::at_least("ford", "Crossing", rule!("1"), TWO_D6, *need);
//!                 let across = table.test(&check.with(self.waited, "low water", rule!("2")))?;
//!                 table.tell(|| Event::Crossed { across });
//!                 self.across = Some(across);
//!             }
//!         }
//!         Ok(())
//!     }
//!
//!     fn new(_: &(), _: &'static i8) -> Result<Self, Invalid> { Ok(Ford { waited: 0, across: None }) }
//!     fn is_over(&self) -> bool { self.across.is_some() }
//!     fn seats(&self) -> u8 { 1 }
//!     fn view(&self, _: &'static i8, _: Seat) -> &Ford { self }
//! #    fn outcome(&self, _: &'static i8) -> Option<Outcome> { None }
//! #    fn validate(&self, _: &'static i8) -> Result<(), Invalid> { Ok(()) }
//! #    fn load(files: &Files) -> Result<i8, ChartError> { files.parse::<std::collections::BTreeMap<String, i8>>("ford.toml").map(|chart| chart["across"]) }
//!     // … and how it ended, what is wrong with a state from a file, and where charts and rules are.
//! #    fn data() -> &'static i8 { &9 }
//! #    fn shipped() -> Files { Files::shipped(&[("ford.toml", "across = 9")]) }
//! #    fn ledger() -> &'static Ledger { &rules::LEDGER }
//! }
//!
//! // What people read of it, from the lines above.
//! # use hulldown_core::chart::ChartSheet;
//! # use hulldown_core::game::*;
//! impl Voice for Ford {
//!     const ABOUT: &'static str = "A tank must ford a river before night.";
//!     fn ask_words(&self, _: &'static i8, _: Seat, ask: Ask) -> AskWords { ask.words(()) }
//!     fn choice_words(&self, _: &'static i8, _: Seat, _: Ask, choice: Choice) -> ChoiceWords { choice.words(()) }
//!     fn event_words(_: &'static i8, event: &Event) -> EventWords { event.words(()) }
//!     fn status(view: &&Ford) -> String { format!("waited {} times", view.waited) }
//! #    fn setup_fields(_: &'static i8) -> Vec<Field> { Vec::new() }
//! #    fn sheets(_: &'static i8) -> &'static [ChartSheet] { &[] }
//! #    fn preview(&self, _: &'static i8, _: Seat, _: Choice) -> Option<Check> { None }
//! #    fn sections(_: &&Ford) -> Vec<Section> { Vec::new() }
//! #    fn lesson(&self, _: &'static i8, _: Seat, _: Ask) -> Option<Lesson> { None }
//! #    fn guided() -> Guided<()> { Guided { setup: (), seed: 1, answers: &[] } }
//!     // … and what else a screen shows.
//! }
//!
//! // People: one answer at a time, each a stable key; whatever dice fall.
//! let mut session = Session::<Ford>::new((), Ford::data(), DiceBox::scripted(1, [4, 4])).unwrap();
//! session.choose_key(Seat(0), "wait").unwrap();
//! session.choose_key(Seat(0), "drive").unwrap();
//! assert_eq!(session.working().across, Some(true)); // 4, 4 and one for low water
//! assert_eq!(session.history().len(), 3); // Two answers and a throw: all there is to save.
//!
//! // Machines: the same rules, thousands of games, nothing kept.
//! let crossed = (0..1000).filter(|n| {
//!     let mut game = Ford::new(&(), Ford::data()).unwrap();
//!     Sim::new(Random(Generator::for_game(1, *n)), Generator::for_game(2, *n)).finish(&mut game, Ford::data(), 10);
//!     game.across == Some(true)
//! });
//! assert!((350..500).contains(&crossed.count()));
//! ```

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
pub mod roster;
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
pub use table::{Listed, Menu, Pause, Play, Table};
pub use words::Word;
#[doc(hidden)]
pub use words::row_number;
