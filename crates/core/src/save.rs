//! A whole game as one JSON document, and what can be wrong with one.

use crate::chart::Files;
use crate::dice::Generator;
use crate::dicebox::{DiceBox, DiceMode};
use crate::game::Voice;
use crate::secret::Secret;
use crate::session::{Origin, Session};
use crate::tape::Entry;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the document's own shape.
pub const FORMAT: u32 = 2;

/// The last version whose heads have no secret; what needs none is still written so.
const WITHOUT_SECRET: u32 = 1;

/// A saved game. Its head says what is needed to take it up again; its history is what was answered and thrown.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// What is needed besides the history.
    pub head: Head,
    /// Everything entered, in order, one line each.
    pub history: Vec<String>,
    /// The state at the beginning of the open step, for a later version whose rules differ.
    pub checkpoint: Checkpoint,
}

/// What is needed to take a game up again besides its history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The version of the document's shape.
    pub hulldown: u32,
    /// The game's short name.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// A fingerprint of its charts.
    pub charts: String,
    /// The pack laid over them.
    pub pack: Option<String>,
    /// The set-up.
    pub setup: Value,
    /// The seed of the dice.
    pub seed: u64,
    /// Who throws them.
    pub dice: DiceMode,
    /// What its seals are salted with, where it has any. It must not be shown to whoever plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// Faces of a script still to fall.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub script: Vec<u8>,
    /// Whether a script stands in for the generator.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scripted: bool,
    /// The situation it was begun from, if it was arranged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arranged: Option<Value>,
}

/// A state and how much of the history it has behind it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// How many lines of the history lie before it.
    pub at: usize,
    /// The state; null if there is none, and then a later version with other rules cannot take the game up.
    pub state: Value,
}

/// Why a saved game cannot be taken up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSave {
    /// Not a save at all.
    #[error("this is not a saved game: {0}")]
    NotASave(String),
    /// Made by a later version of the program.
    #[error(
        "this game was saved by a later version (format {0}, this program knows up to {FORMAT}); update to open it"
    )]
    Future(u32),
    /// A save of another game.
    #[error("this is a game of `{found}`, not of `{wanted}`")]
    OtherGame {
        /// The game in the save.
        found: String,
        /// The game asked for.
        wanted: String,
    },
    /// Played with other charts.
    #[error("this game is played with {}", pack.as_ref().map_or("the shipped charts of another version, or without a pack".into(), |p| format!("the pack `{p}`; open it with the same pack")))]
    OtherCharts {
        /// The pack it was begun with.
        pack: Option<String>,
    },
    /// Something in it does not fit.
    #[error("{at}: {why}{}", good.map_or(String::new(), |n| format!(" (the first {n} lines of the history are good)")))]
    Damaged {
        /// Where.
        at: String,
        /// What.
        why: String,
        /// How many lines of the history can still be used.
        good: Option<usize>,
    },
}

impl BadSave {
    fn damaged(at: impl Into<String>, why: &dyn std::fmt::Display) -> Self {
        BadSave::Damaged { at: at.into(), why: why.to_string(), good: None }
    }
}

/// How a game was taken up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TakenUp {
    /// Whole, every line of its history played again and found right.
    Whole,
    /// From its checkpoint, because the rules have changed since: from here on it is a game that began with that state, with dice of a
    /// new seed drawn from the old one, and cannot be rewound past it.
    FromCheckpoint {
        /// The version of the rules it was played with.
        rules_version: u32,
    },
}

impl<G: Voice> Session<G> {
    /// The head of a save.
    pub fn head(&self, files: &Files) -> Head {
        let arranged = match self.origin() {
            Origin::Setup => None,
            Origin::Arranged(state) => Some(to_value(&**state)),
        };
        Head {
            hulldown: if self.dice().secret.is_some() { FORMAT } else { WITHOUT_SECRET },
            game: G::ID.into(),
            rules_version: G::RULES_VERSION,
            charts: files.fingerprint(),
            pack: files.pack.clone(),
            setup: to_value(self.setup()),
            seed: self.dice().seed(),
            dice: self.dice().mode.clone(),
            secret: self.dice().secret,
            script: self.dice().script.iter().copied().collect(),
            scripted: self.dice().scripted,
            arranged,
        }
    }

    /// The whole game as a document.
    pub fn save(&self, files: &Files) -> Save {
        Save {
            head: self.head(files),
            history: self.history().iter().map(Entry::to_string).collect(),
            checkpoint: Checkpoint { at: self.history().len(), state: to_value(self.checkpoint()) },
        }
    }

    /// Takes a game up again: plays its whole history and checks that it leads where the save says.
    pub fn load(save: &Save, files: &Files, data: &'static G::Data) -> Result<(Self, TakenUp), BadSave> {
        let head = &save.head;
        if head.hulldown > FORMAT {
            return Err(BadSave::Future(head.hulldown));
        }
        if head.game != G::ID {
            return Err(BadSave::OtherGame { found: head.game.clone(), wanted: G::ID.into() });
        }
        let setup: G::Setup = from_value("setup", &head.setup)?;
        if head.rules_version != G::RULES_VERSION {
            if head.pack != files.pack {
                return Err(BadSave::OtherCharts { pack: head.pack.clone() });
            }
            let state: G = from_value("checkpoint.state", &save.checkpoint.state)?;
            let session = Session::arranged(setup, data, dice_after(save), state)
                .map_err(|e| BadSave::damaged(format!("checkpoint.{}", e.at), &e.why))?;
            return Ok((session, TakenUp::FromCheckpoint { rules_version: head.rules_version }));
        }
        if head.charts != files.fingerprint() {
            return Err(BadSave::OtherCharts { pack: head.pack.clone() });
        }
        let origin = match &head.arranged {
            None => Origin::Setup,
            Some(state) => Origin::Arranged(Box::new(from_value("arranged", state)?)),
        };
        let mut history = Vec::with_capacity(save.history.len());
        for (n, line) in save.history.iter().enumerate() {
            let entry = line.parse().map_err(|e: crate::tape::BadEntry| BadSave::Damaged {
                at: format!("history[{n}]"),
                why: e.to_string(),
                good: good_part::<G>(&setup, data, head, &origin, &history),
            })?;
            history.push(entry);
        }
        let (checkpoint, lines) = (&save.checkpoint, history.len());
        let look = Some(checkpoint.at).filter(|_| !checkpoint.state.is_null());
        if look.is_some_and(|at| at > lines) {
            let why = format!("is cut short: {} lines lie before the checkpoint, and there are {lines}", checkpoint.at);
            let good = good_part::<G>(&setup, data, head, &origin, &history);
            return Err(BadSave::Damaged { at: "history".into(), why, good });
        }
        let replayed = Session::replay(setup.clone(), data, dice_of(head), origin.clone(), history.clone(), look)
            .map_err(|e| {
                let good = good_part::<G>(&setup, data, head, &origin, &history);
                // A record that does not fit has one line that is the first not to, though it may be noticed only later.
                let first = good.filter(|&n| e.at.starts_with("history") && n < lines);
                let at = first.map_or(e.at, |n| format!("history[{n}]"));
                BadSave::Damaged { at, why: e.why, good }
            });
        let (session, then) = replayed?;
        if then.is_some_and(|state| to_value(&state) != checkpoint.state) {
            return Err(BadSave::damaged("checkpoint.state", &"is not where the history leads: the save was altered"));
        }
        Ok((session, TakenUp::Whole))
    }
}

/// How much of a history can be played: the longest beginning that fits.
fn good_part<G: Voice>(
    setup: &G::Setup,
    data: &'static G::Data,
    head: &Head,
    origin: &Origin<G>,
    history: &[Entry<G::Choice>],
) -> Option<usize> {
    let fits =
        |n: usize| Session::restore(setup.clone(), data, dice_of(head), origin.clone(), history[..n].to_vec()).is_ok();
    // What fits is a beginning of what fits, so the end of it can be found by halving.
    let (mut good, mut bad) = (0, history.len() + 1);
    if !fits(0) {
        return None;
    }
    while bad - good > 1 {
        let middle = good.midpoint(bad);
        if fits(middle) { good = middle } else { bad = middle }
    }
    Some(good)
}

/// The dice of a game that goes on from its checkpoint. They must not begin again with those that have fallen already, so they have a
/// seed of their own, drawn where the old dice had come to.
fn dice_after(save: &Save) -> DiceBox {
    let mut generator = Generator::new(save.head.seed);
    for dice in save.history.iter().filter_map(|line| line.strip_prefix("= ")?.split(' ').next()?.parse().ok()) {
        generator.throw(dice);
    }
    let mut dice = dice_of(&save.head);
    dice.reseed(generator.new_seed());
    dice
}

fn dice_of(head: &Head) -> DiceBox {
    let mut dice = DiceBox::new(head.seed, head.dice.clone()).with_secret(head.secret);
    dice.script = head.script.iter().copied().collect();
    dice.scripted = head.scripted;
    dice
}

/// Plain data as JSON. The types saved here have only string keys, so this cannot fail.
fn to_value<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

fn from_value<T: serde::de::DeserializeOwned>(at: &str, value: &Value) -> Result<T, BadSave> {
    serde_path_to_error::deserialize(value).map_err(|e| {
        let path = e.path().to_string();
        let at = if path == "." { at.to_string() } else { format!("{at}.{path}") };
        BadSave::damaged(at, &e.into_inner())
    })
}

/// Reads a save from its text.
pub fn read(text: &str) -> Result<Save, BadSave> {
    let value: Value = serde_json::from_str(text).map_err(|e| BadSave::NotASave(e.to_string()))?;
    from_json(&value)
}

/// Reads a save from JSON; one of a later format is named as such before anything else about it is looked at.
pub fn from_json(value: &Value) -> Result<Save, BadSave> {
    match value.pointer("/head/hulldown").and_then(Value::as_u64) {
        None | Some(0) => return Err(BadSave::NotASave("it has no `hulldown` format number".into())),
        Some(n) if n > u64::from(FORMAT) => return Err(BadSave::Future(u32::try_from(n).unwrap_or(u32::MAX))),
        Some(_) => {}
    }
    from_value("save", value).map_err(|e| match e {
        BadSave::Damaged { at, why, .. } => BadSave::NotASave(format!("{at}: {why}")),
        other => other,
    })
}

/// The short name of a save's game.
pub fn game_of(value: &Value) -> Option<&str> {
    value.pointer("/head/game").and_then(Value::as_str)
}
