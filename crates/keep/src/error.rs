//! What can go wrong with keeping games, said to the person who can put it right.

use hulldown_core::save::{BadSave, Save};
use hulldown_desk::Problem;
use hulldown_store::StoreError;
use std::path::PathBuf;

/// Why a game could not be kept or taken up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeepError {
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Part of a saved game is lost.
    #[error(
        "the saved game {name:?} is damaged ({damage}); `hulldown saves repair {}` recovers its first {lines} line{}",
        quoted(name), if *lines == 1 { "" } else { "s" }
    )]
    Damaged {
        /// Its name.
        name: String,
        /// What is wrong.
        damage: String,
        /// How many lines of its history can be read.
        lines: usize,
    },
    /// The head of a saved game cannot be read.
    #[error("the saved game {name:?}: {why}")]
    Head {
        /// Its name.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// A save that is none, or of a later program.
    #[error("{label}: {bad}")]
    BadSave {
        /// What it was called.
        label: String,
        /// What is wrong.
        bad: BadSave,
    },
    /// A game of rules that have changed since.
    #[error(
        "{label}: was played by rules version {played}, and this program has version {known}: it cannot be replayed, only read. \
         `hulldown replay {}` shows it as it was played; `hulldown play --continue {} --go-on` continues from its last finished \
         step under today's rules, as a separate game",
        quoted(label),
        quoted(label)
    )]
    OldRules {
        /// What it was called.
        label: String,
        /// The version it was played by.
        played: u32,
        /// The version this program has.
        known: u32,
    },
    /// A game that is over is not gone on with.
    #[error("{label}: is over and cannot be resumed; `hulldown replay {}` shows it", quoted(label))]
    Over {
        /// What it was called.
        label: String,
    },
    /// A save of a game that is not on the shelf.
    #[error("{label}: {why}")]
    NoSuchGame {
        /// What it was called.
        label: String,
        /// The same in words.
        why: String,
    },
    /// A save whose record does not lead anywhere.
    #[error("{label}: {}{hint}", problem.message)]
    NotTaken {
        /// What it was called.
        label: String,
        /// What is wrong.
        problem: Box<Problem>,
        /// What to do about it.
        hint: String,
    },
    /// No saved game goes by this name.
    #[error("{error}{}", near.as_ref().map_or(String::new(), |near| format!("; did you mean {near:?}?")))]
    NoGame {
        /// What the store said.
        error: StoreError,
        /// The name that was probably meant.
        near: Option<String>,
    },
    /// There is no such file.
    #[error("there is no file {}", path.display())]
    NoFile {
        /// The file.
        path: PathBuf,
    },
    /// A file cannot be read as what it should be.
    #[error("{}: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A directory that is no pack of charts.
    #[error("{}: {why}", path.display())]
    NotAPack {
        /// The directory.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A file is in the way.
    #[error("{}: already exists; choose another name", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A file cannot be written.
    #[error("{}: cannot be written: {why}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
}

impl KeepError {
    /// Whether the person asked for something that is not there or not possible, as against a failure of disk or file.
    pub fn is_usage(&self) -> bool {
        match self {
            KeepError::NoGame { .. }
            | KeepError::OldRules { .. }
            | KeepError::Over { .. }
            | KeepError::NoFile { .. }
            | KeepError::NotAPack { .. }
            | KeepError::Exists { .. } => true,
            KeepError::Store(error) => {
                matches!(error, StoreError::NameTaken { .. } | StoreError::BadName { .. } | StoreError::Exists { .. })
            }
            _ => false,
        }
    }

    /// Why a save could not be taken up, and what to do about it. The error leads with `lead`; `label` is what the save is found by.
    pub fn not_taken(lead: &str, label: &str, save: &Save, problem: Problem) -> Self {
        let charts = problem.at.as_deref() == Some("save.head.charts");
        let hint = match (&save.head.pack, charts) {
            (Some(pack), true) => format!("; give the directory of the pack `{pack}` with --pack"),
            (None, true) => String::new(),
            _ => format!("; `hulldown saves repair {}` recovers the part that can be read", quoted(label)),
        };
        KeepError::NotTaken { label: lead.into(), problem: Box::new(problem), hint }
    }
}

/// A name as it must be typed in a shell.
pub fn quoted(name: &str) -> String {
    // Only a NUL cannot be quoted, and no shell takes one.
    shlex::try_quote(name).map_or_else(|_| name.into(), |quoted| quoted.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_quoted_for_the_shell_only_where_it_must_be() {
        assert_eq!(quoted("Arracourt"), "Arracourt");
        assert_eq!(quoted("Third Army"), "'Third Army'");
        assert_eq!(quoted("it's"), r#""it's""#);
    }
}
