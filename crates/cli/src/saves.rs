//! `hulldown saves`.

use crate::archive::{
    Archive, Found, find, find_row, new_row, quoted, read_pack, read_save, shelf_for, take_up, whole_path, write_file,
};
use crate::args::{Saves, SavesWhat};
use crate::fail::usage;
use crate::text::{ago, count, now, table};
use anyhow::{Context, Result, anyhow, bail};
use hulldown_core::save::{Checkpoint, Save};
use hulldown_desk::{Match, Pack, Shelf};
use hulldown_store::{GameRow, Store, StoreError};
use serde_json::Value;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Does what is asked with saved games.
pub(crate) fn run(args: Saves, out: &mut dyn Write, columns: usize) -> Result<()> {
    match args.what.unwrap_or(SavesWhat::List) {
        SavesWhat::List => list(out, columns),
        SavesWhat::Export { name, file, force } => export(&name, &file, force, out),
        SavesWhat::Import { file, name, pack } => import(&file, name.as_deref(), pack.as_deref(), out),
        SavesWhat::Remove { name, yes } => remove(&name, yes, out),
        SavesWhat::Rename { name, to } => rename(&name, &to, out),
        SavesWhat::Repair { name, pack } => repair(&name, pack.as_deref(), out),
        SavesWhat::Backup { file } => backup(&file, out),
        SavesWhat::Restore { yes } => restore(yes, out),
        SavesWhat::Check => check(out),
    }
}

fn list(out: &mut dyn Write, columns: usize) -> Result<()> {
    let archive = match Archive::open_existing() {
        Ok(archive) => archive,
        Err(error @ (StoreError::Missing { .. } | StoreError::Corrupt { .. } | StoreError::NotADatabase { .. })) => {
            // The store's own advice leads here.
            let there = Store::default_path().is_ok_and(|path| hulldown_store::backup_path(&path).exists());
            let hint = if there { " `hulldown saves restore` puts the backup in its place." } else { "" };
            bail!("{error}.{hint}");
        }
        Err(error) => return Err(error.into()),
    };
    let Some(archive) = archive else {
        writeln!(out, "No game has been saved yet. `hulldown play` begins one.")?;
        return Ok(());
    };
    for line in list_lines(&archive.store.list()?, columns) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Saved games as a table.
pub(crate) fn list_lines(rows: &[GameRow], columns: usize) -> Vec<String> {
    if rows.is_empty() {
        return vec!["No game is saved.".into()];
    }
    let head = ["Name", "Game", "Played", "How it stands"].map(String::from);
    let row = |row: &GameRow| {
        let stands = row.outcome.as_ref().map_or_else(|| row.summary.clone(), |outcome| format!("over: {outcome}"));
        vec![row.name.clone(), row.title.clone(), ago(row.updated, now()), stands]
    };
    table(&head, &rows.iter().map(row).collect::<Vec<_>>(), columns)
}

fn opened() -> Result<Archive> {
    Archive::open_existing()?.ok_or_else(|| usage("no game has been saved yet"))
}

/// Said of the file of a game in which sides still keep things from each other.
pub(crate) const BOTH_SIDES: &str = "It is still in play: the file holds what both sides keep from each other.";

fn export(name: &str, file: &Path, force: bool, out: &mut dyn Write) -> Result<()> {
    let archive = opened()?;
    let row = find_row(&archive.store, name)?;
    let text = archive.export(&row)?;
    let secrets = hulldown_desk::find(&row.title).is_ok_and(|shelf| shelf.secrets) && row.outcome.is_none();
    if file == Path::new("-") {
        writeln!(out, "{text}")?;
        // The document stands alone on standard output.
        if secrets {
            eprintln!("{BOTH_SIDES}");
        }
        return Ok(());
    }
    write_file(file, &(text + "\n"), force)?;
    writeln!(out, "{:?} is written to {}.", row.name, file.display())?;
    if secrets {
        writeln!(out, "{BOTH_SIDES}")?;
    }
    Ok(())
}

fn import(file: &Path, name: Option<&str>, pack: Option<&Path>, out: &mut dyn Write) -> Result<()> {
    let save = read_save(file)?;
    let laid = pack.filter(|_| save.head.pack.is_some()).map(read_pack).transpose()?;
    let label = file.display().to_string();
    let taken = take_up(Found { save, label, pack: laid })?;
    let archive = Archive::open()?;
    let stem = file.file_stem().map_or_else(|| "game".into(), |stem| stem.to_string_lossy().into_owned());
    let stem = if stem == "-" { taken.shelf.title.to_string() } else { stem };
    let name = put_in(archive, name, &stem, &*taken.game, pack)?;
    writeln!(out, "Taken in as {name:?}: {}", taken.game.status(Default::default()))?;
    writeln!(out, "Go on with: hulldown play --continue {}", quoted(&name))?;
    Ok(())
}

/// Puts a game into the store under a name, or under a free one like `base`.
fn put_in(
    mut archive: Archive,
    name: Option<&str>,
    base: &str,
    game: &dyn Match,
    pack: Option<&Path>,
) -> Result<String> {
    let name = match name {
        Some(name) => name.to_string(),
        None => archive.store.fresh_name(base)?,
    };
    let id = archive.store.create(new_row(&name, game)).map_err(|error| match error {
        StoreError::NameTaken { .. } | StoreError::BadName { .. } => usage(error.to_string()),
        error => error.into(),
    })?;
    if let Some(pack) = pack {
        archive.settings.beside(&id.to_string()).pack = Some(whole_path(pack));
        archive.settings.keep()?;
    }
    Ok(name.trim().to_string())
}

/// Asks a question that is answered with yes or no.
fn confirmed(question: &str, out: &mut dyn Write) -> Result<bool> {
    write!(out, "{question} (yes/no) ")?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    if !io::stdin().is_terminal() {
        writeln!(out)?;
    }
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

fn remove(name: &str, yes: bool, out: &mut dyn Write) -> Result<()> {
    let mut archive = opened()?;
    let row = find_row(&archive.store, name)?;
    let question = format!("Delete {:?} ({}, {}) for good?", row.name, row.title, row.summary);
    if !yes && !confirmed(&question, out)? {
        writeln!(out, "Nothing is deleted.")?;
        return Ok(());
    }
    archive.store.remove(row.id)?;
    if archive.settings.games.remove(&row.id.to_string()).is_some() {
        // Left-overs of a deleted game do no harm.
        let _ = archive.settings.keep();
    }
    writeln!(out, "{:?} is deleted.", row.name)?;
    Ok(())
}

fn rename(name: &str, to: &str, out: &mut dyn Write) -> Result<()> {
    let archive = opened()?;
    let row = find_row(&archive.store, name)?;
    archive.store.rename(row.id, to).map_err(|error| match error {
        StoreError::NameTaken { .. } | StoreError::BadName { .. } => usage(error.to_string()),
        error => error.into(),
    })?;
    writeln!(out, "{:?} is now {:?}.", row.name, to.trim())?;
    Ok(())
}

fn backup(file: &Path, out: &mut dyn Write) -> Result<()> {
    let archive = opened()?;
    archive.store.backup(file).map_err(|error| match error {
        StoreError::Exists { .. } => usage(error.to_string()),
        error => error.into(),
    })?;
    let games = archive.store.list()?.len();
    writeln!(out, "{} copied to {}.", count(games, "game"), file.display())?;
    Ok(())
}

fn restore(yes: bool, out: &mut dyn Write) -> Result<()> {
    let path = Store::default_path()?;
    let copy = hulldown_store::backup_path(&path);
    if !copy.exists() {
        return Err(usage(format!("there is no backup: {} does not exist", copy.display())));
    }
    let question = format!("Put {} in the place of {}? The file there is moved aside.", copy.display(), path.display());
    if !yes && !confirmed(&question, out)? {
        writeln!(out, "Nothing is changed.")?;
        return Ok(());
    }
    let aside = hulldown_store::restore(&path)?;
    writeln!(out, "The backup is in its place.")?;
    if let Some(aside) = aside {
        writeln!(out, "What was there is now {}.", aside.display())?;
    }
    Ok(())
}

fn check(out: &mut dyn Write) -> Result<()> {
    let archive = opened()?;
    let found = archive.store.check()?;
    if found.is_empty() {
        writeln!(out, "{}: no damage found.", archive.store.path().display())?;
        return Ok(());
    }
    bail!("{}: damaged:\n  {}", archive.store.path().display(), found.join("\n  "))
}

/// Makes a sound game of the part of a damaged one that can be played.
fn repair(name: &str, pack: Option<&Path>, out: &mut dyn Write) -> Result<()> {
    let (save, label, laid) = damaged(name, pack)?;
    let shelf = shelf_for(&save, &label)?;
    if (shelf.load)(&save, laid.as_ref()).is_ok() {
        writeln!(out, "{label} is not damaged: all {} can be played.", count(save.history.len(), "line"))?;
        return Ok(());
    }
    let (good, game) = longest(shelf, &save, laid.as_ref())?;
    let base = Path::new(&label).file_stem().map_or_else(|| label.clone(), |stem| stem.to_string_lossy().into_owned());
    let mended = put_in(Archive::open()?, None, &format!("{base} mended"), &*game, pack)?;
    writeln!(
        out,
        "{} of {} can be played, up to answer {}.",
        good,
        count(save.history.len(), "line"),
        game.answered()
    )?;
    writeln!(out, "Saved as {mended:?}; what was damaged stays as it is.")?;
    writeln!(out, "Go on with: hulldown play --continue {}", quoted(&mended))?;
    Ok(())
}

/// A save as it is, damage and all.
fn damaged(name: &str, pack: Option<&Path>) -> Result<(Save, String, Option<Pack>)> {
    if Path::new(name).is_file() {
        let found = find(name, pack)?;
        return Ok((found.save, found.label, found.pack));
    }
    let archive = opened()?;
    let row = find_row(&archive.store, name)?;
    let stored = archive.store.load(row.id)?;
    let save = archive.to_save(stored).with_context(|| format!("{:?} cannot be repaired", row.name))?;
    let laid = archive.pack_for(&row.id.to_string(), &save.head, pack)?;
    Ok((save, row.name, laid))
}

/// The longest beginning of a history that can be played. What can be played is a beginning of what can be played, so its end is
/// found by halving.
fn longest(shelf: &Shelf, save: &Save, pack: Option<&Pack>) -> Result<(usize, Box<dyn Match>)> {
    let first = |n: usize| {
        let part = Save {
            head: save.head.clone(),
            history: save.history[..n].to_vec(),
            checkpoint: Checkpoint { at: usize::MAX, state: Value::Null },
        };
        (shelf.load)(&part, pack).map(|(game, _)| game)
    };
    let mut best = first(0).map_err(|problem| anyhow!("nothing of it can be played: {}", problem.message))?;
    let (mut good, mut bad) = (0, save.history.len() + 1);
    while bad - good > 1 {
        let middle = good.midpoint(bad);
        match first(middle) {
            Ok(game) => (good, best) = (middle, game),
            Err(_) => bad = middle,
        }
    }
    Ok((good, best))
}
