//! Other readings: where sources disagree, or one can be read in two ways, what another has, as a pack over the shipped files.

use super::{ChartError, Files};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A place that is read in two ways.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherReading {
    /// A short name to ask for the other reading by.
    pub name: String,
    /// What it is about.
    pub about: String,
    /// What is played with.
    pub ours: String,
    /// What another source has.
    pub theirs: String,
    /// The ruling that decides it.
    pub ruling: String,
    /// Why it is decided so.
    pub why: String,
    /// What is to be known about playing it the other way, or why it cannot be.
    pub note: Option<String>,
    /// The changes that play it the other way; none where there is no other way.
    #[serde(default)]
    edits: Vec<Edit>,
}

/// A change in a chart file: after the anchors, each found behind the one before, the next `from` becomes `to`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: String,
    after: Vec<String>,
    from: String,
    to: String,
}

impl OtherReading {
    /// Whether it can be played.
    pub fn playable(&self) -> bool {
        !self.edits.is_empty()
    }
}

/// The files of a pack that plays some readings the other way, by their short names.
pub fn pack(ours: &Files, readings: &[OtherReading], names: &[&str]) -> Result<BTreeMap<String, String>, ChartError> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for name in names {
        let wrong = |what: &str| ChartError::new("readings", *name, what);
        let reading = readings.iter().find(|reading| reading.name == *name);
        let reading = reading.ok_or_else(|| wrong("there is no such reading"))?;
        if !reading.playable() {
            let why = reading.note.as_deref().unwrap_or("there is no other reading");
            return Err(wrong(&format!("cannot be played the other way: {why}")));
        }
        for Edit { file, after, from, to } in &reading.edits {
            let text = match files.get(file) {
                Some(text) => text,
                None => ours.text(file)?,
            };
            let mut at = 0;
            for sought in after.iter().chain([from]) {
                let here = text[at..].find(sought);
                at += here.ok_or_else(|| wrong(&format!("{file} has no `{sought}`")))?;
            }
            let text = format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
            files.insert(file.clone(), text);
        }
    }
    Ok(files)
}

/// The shipped files with these readings laid over them.
pub fn other(ours: Files, readings: &[OtherReading], names: &[&str]) -> Result<Files, ChartError> {
    let files = pack(&ours, readings, names)?;
    ours.overlay("other readings", files)
}
