//! What a session shows, as text that can be compared.

use hulldown_core::session::{Pending, Session, Told};
use hulldown_core::{Check, Seat, Voice};
use serde::Serialize;
use std::fmt::Write;

pub(crate) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|e| format!("cannot be written as JSON: {e}"))
}

/// A check with everything that decides it.
pub(crate) fn check(check: &Check) -> String {
    let mut text = format!("{check:?} rule {} by {}", check.rule.0, check.by.0);
    for natural in check.dice.min()..=check.dice.max() {
        let _ = write!(text, " {}", check.result(natural));
    }
    text
}

pub(crate) fn pending<G: Voice>(pending: &[Pending<G>]) -> String {
    let mut text = String::new();
    for pending in pending {
        match pending {
            Pending::Choice { seat, ask, options, refused } => {
                let _ = write!(text, "seat {} {ask:?}:", seat.0);
                for option in options {
                    let _ = write!(text, " {option}");
                }
                for no in refused {
                    let _ = write!(text, " not {} [{}] {}", no.choice, no.rule.0, no.why);
                }
            }
            Pending::Dice(asked) => text.push_str(&check(asked)),
        }
        text.push('\n');
    }
    text
}

pub(crate) fn told<G: Voice>(told: &Told<G>) -> String {
    match told {
        Told::Roll(rolled_for, rolled) => format!("{} {:?}", check(rolled_for), rolled.faces),
        Told::Forced { seat, choice, label, rule } => format!("seat {} {choice} {label} [{}]", seat.0, rule.0),
        Told::Event(event) => json(event),
    }
}

pub(crate) fn log<G: Voice>(session: &Session<G>) -> Vec<String> {
    session.log().iter().map(told).collect()
}

/// Everything that must be the same when nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unchanged {
    pub(crate) pending: String,
    pub(crate) state: String,
    pub(crate) checkpoint: String,
    pub(crate) over: bool,
    pub(crate) told: usize,
}

impl Unchanged {
    pub(crate) fn of<G: Voice>(session: &Session<G>) -> Self {
        Unchanged {
            pending: pending(session.pending()),
            state: json(session.working()),
            checkpoint: json(session.checkpoint()),
            over: session.is_over(),
            told: session.told(),
        }
    }

    /// Where two differ, in words.
    pub(crate) fn differs(&self, other: &Self) -> Option<String> {
        let pairs = [
            ("what is asked", &self.pending, &other.pending),
            ("the state", &self.state, &other.state),
            ("the checkpoint", &self.checkpoint, &other.checkpoint),
        ];
        for (what, a, b) in pairs {
            if a != b {
                return Some(format!("{what} differs: {}", difference(a, b)));
            }
        }
        if self.over != other.over {
            return Some("only one of them is over".into());
        }
        (self.told != other.told).then(|| format!("{} things were told in one, {} in the other", self.told, other.told))
    }
}

/// The first place two texts differ, with a little around it.
pub(crate) fn difference(a: &str, b: &str) -> String {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let at = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let from = at.saturating_sub(40);
    let cut = |text: &[char]| text.iter().skip(from).take(120).collect::<String>();
    format!("…{} against …{}", cut(&a), cut(&b))
}

/// What a seat sees, in full: view, sections, status, and its question in words.
pub(crate) fn seen<G: Voice>(session: &Session<G>, game: &G, seat: Seat) -> String {
    let data = session.data();
    let view = game.view(data, seat);
    let mut text = json(&view);
    let _ = write!(text, "\n{}\n{}", json(&G::sections(&view)), G::status(&view));
    for pending in session.pending() {
        let Pending::Choice { seat: asked, ask, options, .. } = pending else { continue };
        if *asked == seat {
            let _ = write!(text, "\n{:?}", game.ask_words(data, seat, *ask));
            for &option in options {
                let _ = write!(text, "\n{:?}", game.choice_words(data, seat, *ask, option));
                let preview = game.preview(data, seat, option);
                let _ = write!(text, " {}", preview.as_ref().map_or(String::new(), check));
            }
        }
    }
    text
}
