//! The commands for saved games.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What to do with saved games.
#[derive(Args, Debug)]
pub(crate) struct SavesArgs {
    /// What to do; without it, list them.
    #[command(subcommand)]
    pub(crate) what: Option<SavesWhat>,
}

/// The commands for saved games.
#[derive(Subcommand, Debug)]
pub(crate) enum SavesWhat {
    /// List all saved games
    #[command(after_help = "Example:\n  hulldown saves list")]
    List,
    /// Write a game to a file
    #[command(
        after_help = "Examples:\n  hulldown saves export Arracourt arr.json\n  hulldown saves export Arracourt -      to standard output"
    )]
    Export {
        /// The game's name or id
        name: String,
        /// The file to write; `-` for standard output
        file: PathBuf,
        /// Replace the file if there is one
        #[arg(long)]
        force: bool,
    },
    /// Read a game from a file
    #[command(
        after_help = "Examples:\n  hulldown saves import arr.json\n  hulldown saves import arr.json --name Again"
    )]
    Import {
        /// The file; `-` for standard input
        file: PathBuf,
        /// The name to save it under
        #[arg(long)]
        name: Option<String>,
        /// The charts it was played with, if not ours
        #[arg(long, value_name = "DIR")]
        pack: Option<PathBuf>,
    },
    /// Delete a game
    #[command(
        after_help = "Examples:\n  hulldown saves remove Arracourt\n  hulldown saves remove Arracourt --yes     without asking"
    )]
    Remove {
        /// The game's name or id
        name: String,
        /// Do not ask
        #[arg(long, short)]
        yes: bool,
    },
    /// Rename a game
    #[command(after_help = "Example:\n  hulldown saves rename {game}-1 \"Third Army\"")]
    Rename {
        /// The game's name or id
        name: String,
        /// Its new name
        to: String,
    },
    /// Recover a damaged game as far as it can be read; the damaged one is kept
    #[command(
        after_help = "Examples:\n  hulldown saves repair Arracourt\n  hulldown saves repair broken.json      a file works too"
    )]
    Repair {
        /// The game's name or id, or a file
        name: String,
        /// The charts it was played with, if not ours
        #[arg(long, value_name = "DIR")]
        pack: Option<PathBuf>,
    },
    /// Copy all saved games to one new file
    #[command(after_help = "Example:\n  hulldown saves backup games-1944-12-16.db")]
    Backup {
        /// The file to write
        file: PathBuf,
    },
    /// Replace a damaged or missing file of games with a backup; the damaged file is moved aside
    #[command(
        after_help = "Examples:\n  hulldown saves restore\n  hulldown saves restore week\nClose the page and every game in a terminal first.\n`hulldown saves --help` lists the backups."
    )]
    Restore {
        /// Which backup: day, week, month, fewer, fewer-2 ... [default: the newest]
        which: Option<String>,
        /// Do not ask
        #[arg(long, short)]
        yes: bool,
    },
    /// Check the file of games for damage
    #[command(
        after_help = "Examples:\n  hulldown saves check            is everything in the file as written?\n  hulldown saves check --deep     and does every game replay from its record?"
    )]
    Check {
        /// Replay every game
        #[arg(long)]
        deep: bool,
    },
}
