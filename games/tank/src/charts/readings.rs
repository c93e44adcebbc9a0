//! Where the rulebook can be read in two ways and both are worth playing: the other reading, as a pack over the shipped files.

use super::shipped;
use hulldown_core::chart::{ChartError, Files};
use std::collections::BTreeMap;

/// A place that can be read in two ways.
#[derive(Debug)]
pub struct Reading {
    /// A short name to ask for the other reading by.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// How it is played.
    pub ours: &'static str,
    /// How it is read otherwise.
    pub theirs: &'static str,
    /// The ruling that decides it.
    pub ruling: &'static str,
    /// Why it is decided so.
    pub why: &'static str,
    file: &'static str,
    /// What becomes what, wherever it stands in the file.
    edits: &'static [(&'static str, &'static str)],
}

/// All of them.
pub static READINGS: [Reading; 1] = [Reading {
    name: "column-until-contact",
    about: "how long a force keeps its column (17.3, 17.11)",
    ours: "until it is fired on or spots an enemy, or its march is over: in a meeting engagement when its head stands on the last \
           hex of its advance plot, elsewhere when its last unit has entered the map",
    theirs: "until it is fired on or spots an enemy, however long that takes",
    ruling: "R46",
    why: "all that is said of columns is about entering, and nothing about two that miss each other: by the other reading they can \
          only stand in line to the end of the game",
    file: "scenarios.toml",
    edits: &[("march = \"plot_end\"", "march = \"contact\""), ("march = \"entered\"", "march = \"contact\"")],
}];

/// The files of a pack that plays these readings, by their short names.
pub fn pack(names: &[&str]) -> Result<BTreeMap<String, String>, ChartError> {
    let ours = shipped();
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for name in names {
        let wrong = |what: &str| ChartError::new("readings", *name, what);
        let reading = READINGS.iter().find(|r| r.name == *name).ok_or_else(|| wrong("there is no such reading"))?;
        let mut text = match files.get(reading.file) {
            Some(text) => text.clone(),
            None => ours.text(reading.file)?.to_owned(),
        };
        for (from, to) in reading.edits {
            if !text.contains(from) {
                return Err(wrong(&format!("{} has no `{from}`", reading.file)));
            }
            text = text.replace(from, to);
        }
        files.insert(reading.file.into(), text);
    }
    Ok(files)
}

/// The shipped files with these readings laid over them.
pub fn other(names: &[&str]) -> Result<Files, ChartError> {
    shipped().overlay("other readings", pack(names)?)
}
