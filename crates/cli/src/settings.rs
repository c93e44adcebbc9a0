//! What the program remembers about how somebody likes to play: a small JSON file beside the saved games.

use anyhow::{Context, Result};
use hulldown_core::dicebox::DiceMode;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Preferences, and what goes with saved games without being part of their record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// Hints for learners were put away for good.
    pub(crate) tips_off: bool,
    /// What goes with each saved game, by its id.
    pub(crate) games: BTreeMap<String, Beside>,
    #[serde(skip)]
    path: Option<PathBuf>,
}

/// What goes with one saved game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Beside {
    /// Who throws the dice now, if that was changed after the game began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) dice: Option<DiceMode>,
    /// The hints shown so far, if the game is a guided one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lessons: Option<BTreeSet<String>>,
    /// Where the pack of charts was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pack: Option<PathBuf>,
}

impl Settings {
    /// The settings kept in this directory. A file that cannot be read counts as none: nothing in it is worth refusing to play.
    pub(crate) fn open(directory: &Path) -> Self {
        let path = directory.join("settings.json");
        let read = fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str(&text).ok());
        Settings { path: Some(path), ..read.unwrap_or_default() }
    }

    /// What goes with a saved game, to be changed.
    pub(crate) fn beside(&mut self, id: &str) -> &mut Beside {
        self.games.entry(id.to_string()).or_default()
    }

    /// Writes the file anew, whole or not at all. Settings that were never opened from a directory are kept in memory only.
    pub(crate) fn keep(&self) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let draft = path.with_extension(format!("json.{}", std::process::id()));
        let write = || -> std::io::Result<()> {
            let mut file = File::create(&draft)?;
            file.write_all(serde_json::to_string_pretty(self)?.as_bytes())?;
            file.sync_all()?;
            fs::rename(&draft, path)
        };
        let written = write();
        if written.is_err() {
            // The first error is the one to tell.
            let _ = fs::remove_file(&draft);
        }
        written.with_context(|| format!("{}: cannot be written", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_back_and_damage_does_no_harm() {
        let dir = tempfile::tempdir().unwrap();
        let mut settings = Settings::open(dir.path());
        settings.tips_off = true;
        settings.beside("00c0ffee").dice = Some(DiceMode::Charts(["B1".to_string()].into()));
        settings.keep().unwrap();
        assert_eq!(Settings::open(dir.path()), settings);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        fs::write(dir.path().join("settings.json"), "{\"tips_off\": tr").unwrap();
        assert!(!Settings::open(dir.path()).tips_off);
    }
}
