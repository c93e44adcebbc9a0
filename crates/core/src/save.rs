//! A whole game as one JSON document, and what can be wrong with one.

mod beginning;
mod json;

pub use beginning::read_beginning;

use crate::chart::{EARLIER_FINGERPRINT, Files};
use crate::dice::Generator;
use crate::dicebox::{DiceBox, DiceMode};
use crate::game::Voice;
use crate::secret::Secret;
use crate::session::{Origin, Session};
use crate::tape::Entry;
use serde::de::{DeserializeOwned, Deserializer, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt;

/// The version of the document's own shape: 2 since a save may hold what was told, and a secret.
pub const FORMAT: u32 = 2;

/// The most lines a history may have. The longest campaign anybody has played has some twenty thousand.
pub const MOST_LINES: usize = 1_000_000;

/// The longest line of a history, in bytes.
const LONGEST_LINE: usize = 400;

/// The most text a set-up or a state may have, in bytes: dozens of times what any of our games needs.
const LARGEST_PART: usize = 1 << 20;

/// Plain data as JSON text, for what is written with every answer. The types saved here have only string keys, so this cannot fail.
pub fn text_of<T: Serialize + ?Sized>(value: &T) -> String {
    json::written(value).unwrap_or_default()
}

/// A part of a save that is the game's own business: JSON as it stands there. It is read into the game's own type and into nothing
/// else, so a document costs no more memory than its text, whatever its shape.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Json(Box<RawValue>);

impl Json {
    /// Plain data as JSON. The types saved here have only string keys, so this cannot fail.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        serde_json::value::to_raw_value(value).map_or_else(|_| Json::null(), Json)
    }

    /// No value.
    pub fn null() -> Self {
        Json(RawValue::NULL.to_owned())
    }

    /// The JSON in a text.
    pub fn parse(text: String) -> Result<Self, serde_json::Error> {
        RawValue::from_string(text).map(Json)
    }

    /// Whether there is no value.
    pub fn is_null(&self) -> bool {
        self.text() == "null"
    }

    /// It as text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// It as what the game takes it for, or what is wrong with it; `at` is where it stands in the save.
    pub fn read<T: DeserializeOwned>(&self, at: &str) -> Result<T, BadSave> {
        let mut parser = serde_json::Deserializer::from_str(self.text());
        serde_path_to_error::deserialize(&mut parser).map_err(|e| {
            let path = e.path().to_string();
            let at = if path == "." { at.to_string() } else { format!("{at}.{path}") };
            BadSave::damaged(at, &without_place(&e.into_inner()))
        })
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

/// What a parser says without the line and column, which are those of a part.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_string()
}

/// A saved game. Its head says what is needed to take it up again; its history is what was answered and thrown.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// What is needed besides the history.
    pub head: SaveHead,
    /// Everything entered, in order, one line each.
    #[serde(deserialize_with = "bounded_lines")]
    pub history: Vec<String>,
    /// The state at the beginning of the open step, for a later version whose rules differ.
    pub checkpoint: Checkpoint,
    /// What was told, as it was told: a later version whose rules differ can still read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Json>,
}

/// Lines of a history, as long as they can be one.
fn bounded_lines<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    struct Lines;
    impl<'de> Visitor<'de> for Lines {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of lines")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<String>, A::Error> {
            let mut lines = Vec::new();
            while let Some(line) = items.next_element::<String>()? {
                if line.len() > LONGEST_LINE {
                    return Err(A::Error::custom(format!("line {} is longer than {LONGEST_LINE} bytes", lines.len())));
                }
                if lines.len() == MOST_LINES {
                    return Err(A::Error::custom(format!("there are more than {MOST_LINES} lines")));
                }
                lines.push(line);
            }
            Ok(lines)
        }
    }
    deserializer.deserialize_seq(Lines)
}

/// What is needed to take a game up again besides its history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveHead {
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
    pub setup: Json,
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
    pub arranged: Option<Json>,
}

/// A state and how much of the history it has behind it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// How many lines of the history lie before it.
    pub at: usize,
    /// The state; null if there is none, and then a later version with other rules cannot take the game up.
    pub state: Json,
}

impl Checkpoint {
    /// None: the history says it all, as long as the rules are the same.
    pub fn none() -> Self {
        Checkpoint { at: usize::MAX, state: Json::null() }
    }
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
    /// Played by rules this program does not know yet.
    #[error(
        "this game was played by later rules (version {found}, this program has version {known}); update to open it"
    )]
    LaterRules {
        /// The version in the save.
        found: u32,
        /// The newest version known.
        known: u32,
    },
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

/// Whether a game was saved with charts of an earlier form that had the figures these have. Of a pack of that time, which had to be
/// written anew, nothing is known but its name: that the game leads where the save says is the proof.
fn same_figures<G: Voice>(head: &SaveHead, files: &Files) -> bool {
    let known = G::SAME_CHARTS.contains(&head.charts.as_str());
    head.pack == files.pack && (known || head.pack.is_some() && head.charts.len() == EARLIER_FINGERPRINT)
}

impl<G: Voice> Session<G> {
    /// The head of a save.
    pub fn head(&self, files: &Files) -> SaveHead {
        let arranged = match self.origin() {
            Origin::Setup => None,
            Origin::Arranged(state) => Some(Json::of(&**state)),
        };
        SaveHead {
            hulldown: FORMAT,
            game: G::ID.into(),
            rules_version: G::RULES_VERSION,
            charts: files.fingerprint(),
            pack: files.pack.clone(),
            setup: Json::of(self.setup()),
            seed: self.dice().seed(),
            dice: self.dice().mode.clone(),
            secret: self.dice().secret(),
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
            checkpoint: Checkpoint { at: self.history().len(), state: Json::of(self.checkpoint()) },
            told: None,
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
        if head.rules_version > G::RULES_VERSION {
            return Err(BadSave::LaterRules { found: head.rules_version, known: G::RULES_VERSION });
        }
        if head.rules_version < G::RULES_VERSION {
            let (setup, state) = Session::<G>::last_step(save, files)?;
            let session = Session::arranged(setup, data, dice_after(save), state)
                .map_err(|e| BadSave::damaged(format!("checkpoint.{}", e.at), &e.why))?;
            return Ok((session, TakenUp::FromCheckpoint { rules_version: head.rules_version }));
        }
        let setup: G::Setup = head.setup.read("head.setup")?;
        if head.charts != files.fingerprint() && !same_figures::<G>(head, files) {
            return Err(BadSave::OtherCharts { pack: head.pack.clone() });
        }
        let origin = match &head.arranged {
            None => Origin::Setup,
            Some(state) => Origin::Arranged(Box::new(state.read("head.arranged")?)),
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
        if let Some(state) = then {
            let altered =
                || BadSave::damaged("checkpoint.state", &"is not where the history leads: the save was altered");
            let saved: G = checkpoint.state.read("checkpoint.state").map_err(|_| altered())?;
            if Json::of(&saved) != Json::of(&state) {
                return Err(altered());
            }
        }
        Ok((session, TakenUp::Whole))
    }

    /// The position in a save's checkpoint, to be looked at; nothing of the history is played.
    pub fn look_at(save: &Save, files: &Files, data: &'static G::Data) -> Result<Self, BadSave> {
        let (setup, state) = Session::<G>::last_step(save, files)?;
        Session::position(setup, data, dice_of(&save.head), state)
            .map_err(|e| BadSave::damaged(format!("checkpoint.{}", e.at), &e.why))
    }

    /// The set-up and the checkpoint of a save of other rules; its charts may be of an earlier version, its pack may not be another.
    fn last_step(save: &Save, files: &Files) -> Result<(G::Setup, G), BadSave> {
        let head = &save.head;
        if head.pack != files.pack {
            return Err(BadSave::OtherCharts { pack: head.pack.clone() });
        }
        if save.checkpoint.state.is_null() {
            return Err(BadSave::damaged(
                "checkpoint",
                &"there is none: without one the game cannot go on by other rules",
            ));
        }
        Ok((head.setup.read("head.setup")?, save.checkpoint.state.read("checkpoint.state")?))
    }
}

/// How much of a history can be played: the longest beginning that fits.
fn good_part<G: Voice>(
    setup: &G::Setup,
    data: &'static G::Data,
    head: &SaveHead,
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

fn dice_of(head: &SaveHead) -> DiceBox {
    let mut dice = DiceBox::new(head.seed, head.dice.clone()).with_secret(head.secret);
    dice.script = head.script.iter().copied().collect();
    dice.scripted = head.scripted;
    dice
}

/// As much of a document as tells whether it is a save, and of what.
#[derive(Deserialize)]
struct Glance {
    head: GlanceHead,
}

#[derive(Deserialize)]
struct GlanceHead {
    hulldown: Option<Json>,
}

impl Glance {
    /// A save of a later format is named as such before anything else about it is looked at.
    fn check(format: Option<u64>) -> Result<(), BadSave> {
        match format {
            None | Some(0) => Err(BadSave::NotASave("it has no `hulldown` format number".into())),
            Some(n) if n > u64::from(FORMAT) => Err(BadSave::Future(u32::try_from(n).unwrap_or(u32::MAX))),
            Some(_) => Ok(()),
        }
    }
}

/// Reads a save from its text.
pub fn read(text: &str) -> Result<Save, BadSave> {
    let not_a_save = |e: serde_json::Error| BadSave::NotASave(unread(text, &e));
    let glance: Glance = serde_json::from_str(text).map_err(not_a_save)?;
    Glance::check(glance.head.hulldown.and_then(|format| format.text().parse().ok()))?;
    let mut parser = serde_json::Deserializer::from_str(text);
    let save: Save = serde_path_to_error::deserialize(&mut parser).map_err(misshapen)?;
    parser.end().map_err(not_a_save)?;
    let parts = [
        ("head.setup", Some(&save.head.setup)),
        ("head.arranged", save.head.arranged.as_ref()),
        ("checkpoint.state", Some(&save.checkpoint.state)),
    ];
    let too_large = |(_, part): &(_, Option<&Json>)| part.is_some_and(|part| part.text().len() > LARGEST_PART);
    if let Some((at, _)) = parts.into_iter().find(too_large) {
        return Err(BadSave::NotASave(format!("save.{at}: is larger than {} MB", LARGEST_PART >> 20)));
    }
    Ok(save)
}

/// Why a text cannot be read as a save.
fn unread(text: &str, error: &serde_json::Error) -> String {
    use serde_json::error::Category;
    match error.classify() {
        _ if text.trim().is_empty() => "it is empty".into(),
        // Text of another kind altogether: where its first letter stands tells nothing.
        Category::Syntax if !text.trim_start().starts_with('{') => "it is not JSON".into(),
        Category::Syntax => format!("its text is broken in line {}, column {}", error.line(), error.column()),
        Category::Eof => format!("it breaks off in line {}", error.line()),
        Category::Data | Category::Io => "it does not begin with the head of one".into(),
    }
}

/// Reads a save from JSON.
pub fn from_json(value: &Value) -> Result<Save, BadSave> {
    Glance::check(value.pointer("/head/hulldown").and_then(Value::as_u64))?;
    serde_path_to_error::deserialize(value).map_err(misshapen)
}

fn misshapen(error: serde_path_to_error::Error<serde_json::Error>) -> BadSave {
    let path = error.path().to_string();
    let at = if path == "." { "save".into() } else { format!("save.{path}") };
    BadSave::NotASave(format!("{at}: {}", error.into_inner()))
}
