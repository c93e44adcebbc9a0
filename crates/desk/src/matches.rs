//! One game in play, whichever game it is.

use crate::lines::{Advice, Answered, EventLine, OddsReply, Prompt, TakenBack, Until};
use crate::problem::Problem;
use crate::thinking::Autoplay;
use crate::told::ToldLine;
use hulldown_core::Limit;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::game::{Lesson, Outcome, Seat, Section};
use hulldown_core::playable::aids::{Level, Threat};
use hulldown_core::save::{Json, Save, SaveHead};
use hulldown_core::session::Standing;
use hulldown_core::tape::Throw;
use hulldown_core::{Heard, Viewer};
use hulldown_draw::{Beat, Look, Panel, Question, Room, Sketch, Spot};
use serde_json::Value;
use std::ops::Range;

/// Who is waited for, without the question itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitsFor {
    /// Who must answer, or throw.
    pub seat: Seat,
    /// Whether dice are to be thrown.
    pub dice: bool,
    /// The one seat that may know of it, where seats keep things from each other.
    pub only: Option<Seat>,
}

/// A game in play behind one face: what front ends and the driver talk to.
///
/// A call that fails has changed nothing.
pub trait Match: Send {
    /// The game's short name.
    fn game(&self) -> &'static str;
    /// The game's title.
    fn title(&self) -> &'static str;
    /// How many sit at the table.
    fn seats(&self) -> u8;

    /// What a seat is called in the middle of a sentence.
    fn seat_name(&self, seat: Seat) -> String;
    /// The seat that a seat's losses are told of: its own, unless all play on one side.
    fn side(&self, seat: Seat) -> Seat;

    /// Whether seats keep things from each other.
    fn has_secrets(&self) -> bool;

    /// What the game waits for: one question for every seat that must answer, or dice, or nothing because it is over.
    fn prompt(&self) -> Prompt;
    /// Who is waited for. A prompt has the words and chances of every option; whoever only wants to know whose turn it is asks here.
    fn asked(&self) -> Vec<WaitsFor>;
    /// The usual answer to a seat's question, as it would be given for it, and from which level on it is given without asking.
    fn usual(&self, seat: Seat) -> Option<(Answered, Option<Level>)>;
    /// What he may see who looks.
    fn view(&self, viewer: Viewer) -> Value;
    /// The same as titled lists of lines.
    fn sections(&self, viewer: Viewer) -> Vec<Section>;
    /// Where the game stands, on one line.
    fn status(&self, viewer: Viewer) -> String;
    /// What he sees who looks, drawn. Every spot becomes one link to `{base}?spot={id}#options`.
    fn panels(&self, viewer: Viewer, spots: &[Spot], base: &str, look: &Look<'_>) -> Vec<Panel>;
    /// The board as he sees it who looks, in characters; none where there is nothing to draw.
    fn sketch(&self, viewer: Viewer, spots: &[Spot], look: &Look<'_>, room: Room) -> Option<Sketch>;
    /// An answer in words to a question about the board, or why there is none.
    fn answer(&self, viewer: Viewer, question: Question<'_>) -> Result<Vec<String>, String>;
    /// The career so far, drawn; nothing in games that draw none.
    fn career(&self, viewer: Viewer) -> Vec<Panel>;
    /// What he heard who looks, moment by moment: from the situation after the first of these numbers of answers to that after the second, and
    /// of what he has heard in all only what comes after `told`.
    fn beats(&self, viewer: Viewer, answers: Range<usize>, told: usize) -> Vec<Beat>;
    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// Hints for a learner that fit the question a seat is asked now, in the order in which they are given.
    fn lessons(&self, seat: Seat) -> Vec<Lesson>;

    /// Answers with the key of a listed option, or with a line of the game's own language that stands for several answers.
    fn choose(&mut self, seat: Seat, key: &str) -> Result<(), Problem>;
    /// Whether a line is an answer to a seat's question: the key of an option, or something said in the game's own language.
    fn understands(&self, seat: Seat, line: &str) -> bool;
    /// What an answer gives up for good, so that one is asked once more.
    fn fatal(&self, seat: Seat, key: &str) -> Option<&'static str>;
    /// Gives the faces of dice that are asked for.
    fn throw(&mut self, faces: &[u8]) -> Result<(), Problem>;
    /// Lets the program throw the dice that are asked for.
    fn throw_for_me(&mut self) -> Result<(), Problem>;
    /// Takes back a seat's last answers.
    fn undo(&mut self, seat: Seat, steps: u16) -> Result<TakenBack, Problem>;

    /// Where the game stands, to be put back there.
    fn standing(&self) -> Standing;
    /// Puts the game back where it stood, as if nothing had been answered since.
    fn put_back(&mut self, then: &Standing);

    /// Exactly what may come of an option.
    fn odds(&self, seat: Seat, key: &str) -> Result<OddsReply, Problem>;
    /// The same for every option that leads to a roll, in the order they are listed.
    fn all_odds(&self, seat: Seat) -> Result<Vec<OddsReply>, Problem>;
    /// What may hit a seat once it has given an answer that moves its own, over all falls of the dice; none where that is not known.
    fn threats_after(&self, seat: Seat, key: &str) -> Option<Vec<Threat>>;
    /// What can be said to a seat's question where playing on says nothing; empty where it says something.
    fn instead(&self, seat: Seat) -> Vec<String>;
    /// Why a seat cannot take back its last answer, if it cannot.
    fn undo_refused(&self, seat: Seat) -> Option<String>;
    /// What may hit a seat before it is asked again, the worst first; none where the game cannot tell.
    fn threats(&self, seat: Seat) -> Option<Vec<Threat>>;
    /// What cannot be told of that, a sentence each.
    fn unsure(&self, seat: Seat) -> Vec<String>;
    /// Whether events have a story voice besides their facts.
    fn has_story(&self) -> bool;
    /// What a bot thinks of a seat's options, best first. The same seed gives the same advice.
    fn advise(&self, seat: Seat, playouts: u32, seed: u64) -> Result<Vec<Advice>, Problem> {
        self.advise_within(seat, playouts, seed, &Limit::NONE)
    }
    /// The same by as many of these playouts as there is time for.
    fn advise_within(&self, seat: Seat, playouts: u32, seed: u64, limit: &Limit) -> Result<Vec<Advice>, Problem>;
    /// Advice for somebody who waits: so many playouts of every option whatever they take, and at most so many of the best as fit into the
    /// time he likes to wait.
    fn advise_soon(
        &self,
        seat: Seat,
        playouts: (u32, u32),
        seed: u64,
        limits: (&Limit, &Limit),
    ) -> Result<Vec<Advice>, Problem>;
    /// Lets a policy answer for every seat, or for one; returns how many answers it gave. Stops at dice that are thrown by hand.
    fn auto(&mut self, policy: &str, seat: Option<Seat>, until: Until, most: Option<u64>) -> Result<u64, Problem> {
        Ok(self.auto_within(policy, seat, until, most, &Limit::NONE)?.answers)
    }
    /// The same as far as there is time. A policy that goes wrong costs no more than an answer by another.
    fn auto_within(
        &mut self,
        policy: &str,
        seat: Option<Seat>,
        until: Until,
        most: Option<u64>,
        limit: &Limit,
    ) -> Result<Autoplay, Problem>;
    /// Who answers in the place of a policy that cannot: the game's others, best first, and `random` last.
    fn stand_ins(&self, policy: &str) -> Vec<&'static str>;

    /// The whole state at the last checkpoint.
    fn state(&self) -> Value;
    /// Puts another state in its place: a new game from there, with the same set-up and seed.
    fn arrange(&mut self, state: &Json) -> Result<(), Problem>;

    /// The head of a save.
    fn head(&self) -> SaveHead;
    /// The whole game as a document.
    fn save(&self) -> Save;
    /// The same with what was told, so that it stays readable when the rules have changed.
    fn export(&self) -> Save {
        Save { told: Some(Json::of(&self.told_lines(0))), ..self.save() }
    }
    /// How many lines the history has; it only ever grows.
    fn history_len(&self) -> usize;
    /// The lines of the history from the `n`-th on.
    fn history_from(&self, n: usize) -> Vec<String>;
    /// The throws among the lines of the history from the `n`-th on that had fallen before something was taken back.
    fn fallen_again(&self, n: usize) -> Vec<Throw>;
    /// How many answers and throws lie before the open step. The checkpoint is another one only with another number, or after an undo.
    fn step(&self) -> usize;
    /// The state for a save's checkpoint, as JSON; it stands behind the whole history.
    fn checkpoint(&self) -> String;

    /// What was told, from that number on.
    fn log(&self, from: usize) -> Vec<EventLine>;
    /// What the last change told; of a very long one at least the last [`MOST_NEWS`] that anybody has heard.
    fn news(&self) -> Vec<EventLine>;
    /// How much has been told in all.
    fn told(&self) -> usize;
    /// What was told from that number on, as it is kept beside a game.
    fn told_lines(&self, from: usize) -> Vec<ToldLine>;
    /// How much of what was told stands as it did when the game was last kept: an undo may have taken back some of it.
    fn told_as_kept(&self) -> usize;
    /// Everything told so far has been kept.
    fn told_is_kept(&self);
    /// How much everybody who may look has heard.
    fn heard(&self) -> Heard;
    /// Where the game stands as far as a viewer sees; see [`hulldown_core::Session::mark`].
    fn mark(&self, viewer: Viewer) -> u64;
    /// How many answers stand.
    fn answered(&self) -> usize;
    /// The answers that stand: who chose what.
    fn answers(&self) -> Vec<(Seat, String)>;
    /// For each answer that stands, how much everybody had heard when it was given.
    fn moments(&self) -> Vec<Heard>;
    /// The game as it was after so many answers.
    fn after(&self, answers: usize) -> Box<dyn Match>;
    /// A copy to play on with.
    fn duplicate(&self) -> Box<dyn Match>;

    /// A chart somebody wants to throw for, and the game has no such chart: no roll will ever be on it.
    fn no_chart<'a>(&self, mode: &'a DiceMode) -> Option<&'a str>;
    /// Changes who throws the dice from now on. Dice already asked for are thrown if they no longer need a hand.
    fn set_dice(&mut self, mode: DiceMode);
    /// Who throws the dice.
    fn dice_mode(&self) -> DiceMode;
    /// Adds faces that fall before any others.
    fn add_script(&mut self, faces: &[u8]) -> Result<(), Problem>;
}

/// The most events of one change that somebody is told of at once.
pub const MOST_NEWS: usize = 1000;
