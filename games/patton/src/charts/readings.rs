//! The other readings: where sources disagree (`disagreements.toml`), what another source has, as a pack over the shipped files.

mod list;

use super::shipped;
use hulldown_core::chart::{ChartError, Files};
pub use list::READINGS;
use std::collections::BTreeMap;

/// A disagreement of the sources, and how to play it the other way.
#[derive(Debug)]
pub struct Reading {
    /// A short name to ask for it by.
    pub name: &'static str,
    /// What it is about, as `disagreements.toml` has it.
    pub about: &'static str,
    /// Why it is played as it is.
    pub why: &'static str,
    /// The changes that play it the other way; none where there is no other way.
    edits: &'static [Edit],
    /// What is to be known about that, or why there is none.
    note: &'static str,
}

/// A change in a chart file: after the anchors, each found behind the one before, the next `from` becomes `to`.
#[derive(Debug)]
pub struct Edit {
    file: &'static str,
    anchors: &'static [&'static str],
    from: &'static str,
    to: &'static str,
}

impl Reading {
    /// Whether it can be played.
    pub fn playable(&self) -> bool {
        !self.edits.is_empty()
    }

    /// What is to be known about playing it, or why it cannot be played.
    pub fn note(&self) -> Option<&'static str> {
        Some(self.note).filter(|note| !note.is_empty())
    }
}

/// The short names of all that can be played the other way.
pub fn playable() -> Vec<&'static str> {
    READINGS.iter().filter(|r| r.playable()).map(|r| r.name).collect()
}

/// The reading of a short name.
pub fn find(name: &str) -> Option<&'static Reading> {
    READINGS.iter().find(|r| r.name == name)
}

/// The files of a pack that plays these readings, by their short names.
pub fn pack(names: &[&str]) -> Result<BTreeMap<String, String>, ChartError> {
    let ours = shipped();
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for name in names {
        let wrong = |what: &str| ChartError::new("disagreements.toml", *name, what);
        let reading = find(name).ok_or_else(|| wrong("there is no such reading"))?;
        if !reading.playable() {
            return Err(wrong(&format!("cannot be played the other way: {}", reading.note)));
        }
        for edit in reading.edits {
            let text = match files.get(edit.file) {
                Some(text) => text.clone(),
                None => ours.text(edit.file)?.to_owned(),
            };
            let mut at = 0;
            for sought in edit.anchors.iter().chain([&edit.from]) {
                let here = text[at..].find(sought);
                at += here.ok_or_else(|| wrong(&format!("{} has no `{sought}`", edit.file)))?;
            }
            files.insert(edit.file.into(), format!("{}{}{}", &text[..at], edit.to, &text[at + edit.from.len()..]));
        }
    }
    Ok(files)
}

/// The shipped files with these readings laid over them.
pub fn other(names: &[&str]) -> Result<Files, ChartError> {
    shipped().overlay("other readings", pack(names)?)
}
