//! Why something could not be done, in the form every front end shows.

use crate::names::nearest;
use hulldown_core::game::{Invalid, Seat};
use hulldown_core::phrase::sentence;
use hulldown_core::save::BadSave;
use serde::Serialize;
use std::fmt;

/// What sort of problem it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The rules do not allow it now.
    Illegal,
    /// No such game, seat, key, policy or request.
    Unknown,
    /// The request itself is malformed.
    BadRequest,
    /// A state that cannot be.
    BadState,
    /// A save that cannot be taken up.
    BadSave,
    /// The game is over.
    Over,
    /// The game has moved on since.
    Stale,
    /// It took longer than it may, or was canceled.
    Late,
    /// A bot went wrong.
    Broken,
}

impl Code {
    /// The code as it is written in replies.
    pub const fn word(self) -> &'static str {
        match self {
            Code::Illegal => "illegal",
            Code::Unknown => "unknown",
            Code::BadRequest => "bad-request",
            Code::BadState => "bad-state",
            Code::BadSave => "bad-save",
            Code::Over => "over",
            Code::Stale => "stale",
            Code::Late => "late",
            Code::Broken => "broken",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Why something could not be done. Whatever was asked for, nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{message}{}{}", at.as_ref().map_or(String::new(), |at| format!(" (at {at})")), rule.as_ref().map_or(String::new(), |rule| format!(" · {rule}")))]
pub struct Problem {
    /// What sort of problem.
    pub code: Code,
    /// What is wrong, for a person.
    pub message: String,
    /// The rule that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The path of the offending field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

impl Problem {
    /// A refusal as a sentence, with its rule.
    pub fn in_words(&self) -> String {
        let text = sentence(&self.message);
        match &self.rule {
            // Where the sentence names it, it is not named again.
            Some(rule) if !text.contains(&format!("({rule})")) => format!("{text} [{rule}]"),
            _ => text,
        }
    }

    /// A problem of this sort.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Problem { code, message: message.into(), rule: None, at: None }
    }

    /// Not allowed now.
    pub fn illegal(message: impl Into<String>) -> Self {
        Problem::new(Code::Illegal, message)
    }

    /// No such thing.
    pub fn unknown(message: impl Into<String>) -> Self {
        Problem::new(Code::Unknown, message)
    }

    /// A malformed request.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Problem::new(Code::BadRequest, message)
    }

    /// A state that cannot be.
    pub fn bad_state(message: impl Into<String>) -> Self {
        Problem::new(Code::BadState, message)
    }

    /// The game is over.
    pub fn over() -> Self {
        Problem::new(Code::Over, "the game is over")
    }

    /// Out of time.
    pub fn late(message: impl Into<String>) -> Self {
        Problem::new(Code::Late, message)
    }

    /// A bot went wrong.
    pub fn broken() -> Self {
        Problem::new(Code::Broken, "something went wrong in the bot: a bug, please report it; the game is untouched")
    }

    /// The rule behind it.
    #[must_use]
    pub fn under(mut self, rule: impl Into<String>) -> Self {
        self.rule = Some(rule.into());
        self
    }

    /// The field it lies in.
    #[must_use]
    pub fn at(mut self, at: impl Into<String>) -> Self {
        self.at = Some(at.into());
        self
    }

    /// Something wrong with a field under `root`, whether or not its path says so already.
    pub fn invalid(code: Code, root: &str, invalid: &Invalid) -> Self {
        let inner = invalid.at.strip_prefix(root).and_then(|rest| rest.strip_prefix('.')).unwrap_or(&invalid.at);
        Problem::new(code, invalid.why.clone()).at(below(root, inner))
    }
}

impl From<BadSave> for Problem {
    fn from(bad: BadSave) -> Self {
        let problem = Problem::new(Code::BadSave, bad.to_string());
        match bad {
            BadSave::Damaged { at, .. } => problem.at(below("save", &at)),
            BadSave::Future(_) => problem.at("save.head.hulldown"),
            BadSave::OtherGame { .. } => problem.at("save.head.game"),
            BadSave::LaterRules { .. } => problem.at("save.head.rules_version"),
            BadSave::OtherCharts { .. } => problem.at("save.head.charts"),
            BadSave::NotASave(_) => problem,
        }
    }
}

/// Whether a game of so many seats has this one.
pub(crate) fn has_seat(seats: u8, seat: Seat) -> Result<(), Problem> {
    if seat.0 < seats {
        return Ok(());
    }
    let there_are =
        if seats == 1 { "the game has one, seat 0".into() } else { format!("the seats are 0 to {}", seats - 1) };
    Err(Problem::unknown(format!("there is no seat {}: {there_are}", seat.0)).at("seat"))
}

/// A path below a root: `setup` and `crew` make `setup.crew`.
pub(crate) fn below(root: &str, path: &str) -> String {
    match path {
        "" | "." => root.into(),
        _ if root.is_empty() => path.into(),
        _ if path.starts_with('[') => format!("{root}{path}"),
        _ => format!("{root}.{path}"),
    }
}

/// The known names, and the one that was probably meant.
pub(crate) fn known(given: &str, names: &[&str]) -> String {
    let list = match names {
        [] => "there are none".to_string(),
        _ => format!("known are {}", names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")),
    };
    match nearest(given, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`? {list}"),
        None => list,
    }
}

/// At most so many characters of something a person typed, for showing it back.
pub(crate) fn shown(text: &str) -> String {
    cut(text, 60)
}

/// No more than so many characters of a text.
pub(crate) fn cut(text: &str, most: usize) -> String {
    let mut short: String = text.chars().take(most).collect();
    if text.chars().nth(most).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_offered_only_when_it_is_near() {
        assert_eq!(known("xy", &["duel"]), "known are `duel`");
        assert_eq!(known("deul", &["duel"]), "did you mean `duel`? known are `duel`");
    }

    #[test]
    fn a_problem_names_field_and_rule() {
        let problem = Problem::illegal("no").under("7.3.4").at("key");
        assert_eq!(problem.to_string(), "no (at key) · 7.3.4");
        assert_eq!(problem.in_words(), "No. [7.3.4]");
        let named = Problem::illegal("no (7.3.4)").under("7.3.4");
        assert_eq!(named.in_words(), "No (7.3.4).", "a rule that is named is not named twice");
        let json = serde_json::to_string(&problem).unwrap();
        assert_eq!(json, r#"{"code":"illegal","message":"no","rule":"7.3.4","at":"key"}"#);
        assert_eq!(below("setup", "."), "setup");
        for at in ["crew", "setup.crew"] {
            let problem = Problem::invalid(Code::BadRequest, "setup", &Invalid::new(at, "no such crew"));
            assert_eq!(problem.at.as_deref(), Some("setup.crew"));
        }
        assert_eq!(below("faces", "[2]"), "faces[2]");
    }
}
