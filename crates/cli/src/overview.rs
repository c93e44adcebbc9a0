//! Plain `hulldown`: what one can do, on one screen.

use crate::archive::{Archive, quoted};
use crate::text::{pad, shorten, table, width};
use anyhow::Result;
use hulldown_keep::{ago, now};
use std::io::Write;

/// The most saved games that are listed here.
const MOST_GAMES: usize = 3;

/// Says what one can do.
pub(crate) fn run(out: &mut dyn Write, columns: usize) -> Result<()> {
    writeln!(out, "Hull Down: classic tank board games, played by their exact rules.")?;
    writeln!(out)?;
    writeln!(out, "Games")?;
    // A line each: the whole page fits one screen. The page in the browser says more about them.
    let games: Vec<Vec<String>> =
        hulldown_desk::shelf().iter().map(|game| vec![format!("  {}", game.id), game.title.to_string()]).collect();
    for line in table(&[], &games, columns) {
        writeln!(out, "{line}")?;
    }
    let listed = continuing(out, columns)?;
    let first = hulldown_desk::shelf().first().map_or("GAME", |game| game.id);
    writeln!(out)?;
    writeln!(out, "What one can do")?;
    let rows: Vec<Vec<String>> = [
        ("hulldown serve".to_string(), "play in the browser"),
        ("hulldown learn".into(), "a guided first game"),
        (format!("hulldown play {first}"), "a new game (--dice hand: with your own dice)"),
        ("hulldown play --continue".into(), "resume the game you played last"),
        ("hulldown saves".into(), "saved games: list, export, import, remove"),
        ("hulldown replay NAME".into(), "step through a game; `verify` checks its record"),
        (format!("hulldown rules {first} 7.3"), "look up a rule; `charts` shows the charts"),
        ("hulldown odds NAME".into(), "exact odds of the options; `review` looks back"),
        (format!("hulldown sim {first}"), "simulate thousands of games"),
        ("hulldown drive".into(), "play by JSON lines, for bots and scripts"),
        ("hulldown --help".into(), "everything; each command has --help with examples"),
    ]
    .into_iter()
    // Where such games are listed above, one more line about it is one too many.
    .filter(|(command, _)| !(listed && command == "hulldown play --continue"))
    .map(|(command, what)| vec![format!("  {command}"), what.to_string()])
    .collect();
    for line in table(&[], &rows, columns) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The games to go on with, the one played last first; whether there are any.
fn continuing(out: &mut dyn Write, columns: usize) -> Result<bool> {
    let archive = match Archive::open_existing() {
        Ok(Some(archive)) => archive,
        Ok(None) => return Ok(false),
        Err(error) => {
            // This page is for finding one's way; it is shown even then.
            writeln!(out)?;
            for line in crate::text::wrap(&format!("Saved games cannot be read: {error}"), columns, 2) {
                writeln!(out, "{line}")?;
            }
            return Ok(false);
        }
    };
    let rows = archive.store.list()?;
    let open: Vec<_> = rows.iter().filter(|row| row.outcome.is_none()).collect();
    if open.is_empty() {
        return Ok(false);
    }
    writeln!(out)?;
    match open.len().checked_sub(MOST_GAMES).filter(|more| *more > 0) {
        Some(more) => writeln!(out, "Resume (and {more} more: hulldown saves)")?,
        None => writeln!(out, "Go on with")?,
    }
    let commands: Vec<String> =
        open.iter().take(MOST_GAMES).map(|row| format!("  hulldown play --continue {}", quoted(&row.name))).collect();
    let wide = commands.iter().map(|command| width(command)).filter(|wide| *wide <= columns / 2).max().unwrap_or(0);
    for (command, row) in commands.iter().zip(&open) {
        let line = format!("{}  {}: {}", pad(command, wide), ago(row.updated, now()), row.summary);
        writeln!(out, "{}", shorten(&line, columns))?;
    }
    Ok(true)
}
