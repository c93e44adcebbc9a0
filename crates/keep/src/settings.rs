//! What the program remembers about how somebody likes to play: a small JSON file beside the saved games.

use crate::error::KeepError;
use crate::files::replace_file;
use hulldown_core::dicebox::DiceMode;
use hulldown_desk::Ease;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Preferences, and what goes with saved games without being part of their record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Hints for learners were put away for good.
    pub tips_off: bool,
    /// What goes with each saved game, by its id.
    pub games: BTreeMap<String, Beside>,
    #[serde(skip)]
    path: Option<PathBuf>,
}

/// What goes with one saved game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Beside {
    /// Who throws the dice now, if that was changed after the game began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceMode>,
    /// The hints shown so far, if the game is a guided one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lessons: Option<BTreeSet<String>>,
    /// Where the pack of charts was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pack: Option<PathBuf>,
    /// The policies that play seats, by seat; people play the others.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub bots: BTreeMap<u8, String>,
    /// How much people want to be asked.
    #[serde(skip_serializing_if = "Ease::is_default")]
    pub ease: Ease,
    /// Moments somebody wants to find again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bookmarks: Vec<Bookmark>,
}

/// A moment of a game somebody wants to find again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Bookmark {
    /// After how many answers.
    pub at: usize,
    /// What it is called.
    pub name: String,
}

impl Settings {
    /// The settings kept in this directory. A file that cannot be read counts as none: nothing in it is worth refusing to play.
    pub fn open(directory: &Path) -> Self {
        let path = directory.join("settings.json");
        let read = fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str(&text).ok());
        Settings { path: Some(path), ..read.unwrap_or_default() }
    }

    /// The same settings as they are on the disk now, where another program may have changed them.
    #[must_use]
    pub fn again(&self) -> Self {
        match self.path.as_deref().and_then(Path::parent) {
            Some(directory) => Settings::open(directory),
            None => self.clone(),
        }
    }

    /// What goes with a saved game, to be changed.
    pub fn beside(&mut self, id: &str) -> &mut Beside {
        self.games.entry(id.to_string()).or_default()
    }

    /// Writes the file anew, whole or not at all. Settings that were never opened from a directory are kept in memory only.
    pub fn keep(&self) -> Result<(), KeepError> {
        let Some(path) = &self.path else { return Ok(()) };
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        let draft = path.with_extension(format!("json.{}", std::process::id()));
        replace_file(path, &draft, &text).map_err(|e| KeepError::Unwritable { path: path.clone(), why: e.to_string() })
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
        settings.beside("00c0ffee").bookmarks.push(Bookmark { at: 7, name: "the bridge".into() });
        settings.keep().unwrap();
        assert_eq!(Settings::open(dir.path()), settings);
        assert_eq!(settings.again(), settings);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        fs::write(dir.path().join("settings.json"), "{\"tips_off\": tr").unwrap();
        assert!(!Settings::open(dir.path()).tips_off);
    }
}
