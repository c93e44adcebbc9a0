//! `hulldown saves`.

use crate::archive::{
    Archive, Beside, FoundSave, Rules, find_row, new_row, quoted, read_beginning, read_pack, read_save, shelf_for,
    take_up, whole_path, write_file,
};
use crate::args::{SavesArgs, SavesWhat};
use crate::fail::usage;
use crate::text::{count, table};
use anyhow::{Context, Result, anyhow, bail};
use hulldown_core::save::{Checkpoint, Save};
use hulldown_desk::{Match, Pack, Shelf};
use hulldown_keep::{KeepError, ago, now};
use hulldown_store::{GameRow, Readers, Store, StoreError, backups};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Does what is asked with saved games.
pub(crate) fn run(args: SavesArgs, out: &mut dyn Write, columns: usize) -> Result<()> {
    match args.what.unwrap_or(SavesWhat::List) {
        SavesWhat::List => list(out, columns),
        SavesWhat::Export { name, file, force } => export(&name, &file, force, out),
        SavesWhat::Import { file, name, pack } => import(&file, name.as_deref(), pack.as_deref(), out),
        SavesWhat::Remove { name, yes } => remove(&name, yes, out),
        SavesWhat::Rename { name, to } => rename(&name, &to, out),
        SavesWhat::Repair { name, pack } => repair(&name, pack.as_deref(), out),
        SavesWhat::Backup { file } => backup(&file, out),
        SavesWhat::Restore { which, yes } => restore(which.as_deref(), yes, out),
        SavesWhat::Check { deep } => check(deep, out),
    }
}

fn list(out: &mut dyn Write, columns: usize) -> Result<()> {
    let archive = match Archive::open_existing() {
        Ok(archive) => archive,
        Err(error @ (StoreError::Missing { .. } | StoreError::Corrupt { .. } | StoreError::NotADatabase { .. })) => {
            // The store's own advice leads here.
            let there = Store::default_path().is_ok_and(|path| !backups(&path).is_empty());
            let hint = if there { " `hulldown saves restore` restores the newest backup." } else { "" };
            bail!("{error}.{hint}");
        }
        Err(error) => return Err(error.into()),
    };
    let Some(archive) = archive else {
        writeln!(out, "No saved games yet. `hulldown play` starts one.")?;
        return Ok(());
    };
    for line in list_lines(&archive.store.list()?, columns) {
        writeln!(out, "{line}")?;
    }
    if archive.store.is_read_only() {
        writeln!(out, "{}: read-only.", archive.store.path().display())?;
    }
    if let Some(warning) = archive.store.warning() {
        crate::fail::eprintln_quietly(&format!("hulldown: {warning}"));
    }
    Ok(())
}

/// Saved games as a table.
pub(crate) fn list_lines(rows: &[GameRow], columns: usize) -> Vec<String> {
    if rows.is_empty() {
        return vec!["No saved games.".into()];
    }
    let head = ["Name", "Game", "Played", "How it stands"].map(String::from);
    let row = |row: &GameRow| {
        let stands = row.outcome.as_ref().map_or_else(|| row.summary.clone(), |outcome| format!("over: {outcome}"));
        let stands = match Rules::of(&row.title, row.rules_version) {
            Rules::Same => stands,
            _ => format!("(rules version {}, to be read) {stands}", row.rules_version),
        };
        vec![row.name.clone(), row.title.clone(), ago(row.updated, now()), stands]
    };
    table(&head, &rows.iter().map(row).collect::<Vec<_>>(), columns)
}

fn opened() -> Result<Archive> {
    Archive::open_existing()?.ok_or_else(|| usage("no game has been saved yet"))
}

/// Said of the file of a game in which sides still keep things from each other.
pub(crate) const BOTH_SIDES: &str = "It is still in play: the file contains both sides' hidden information.";

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
    let written = write_file(file, &(text + "\n"), if secrets { Readers::Owner } else { Readers::Everyone }, force);
    written.map_err(|error| match error {
        KeepError::Exists { .. } => usage(format!("{error}, or add --force to replace it")),
        error => error.into(),
    })?;
    writeln!(out, "{:?} written to {}.", row.name, file.display())?;
    if secrets {
        writeln!(out, "{BOTH_SIDES}")?;
    }
    Ok(())
}

fn import(file: &Path, name: Option<&str>, pack: Option<&Path>, out: &mut dyn Write) -> Result<()> {
    let save = read_save(file)?;
    let laid = pack.filter(|_| save.head.pack.is_some()).map(read_pack).transpose()?;
    let label = file.display().to_string();
    let archive = Archive::open()?;
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).filter(|stem| stem != "-");
    let beside = Beside { pack: pack.map(whole_path), ..Beside::default() };
    let taken = archive.take_in(FoundSave { save, label, pack: laid }, name, stem.as_deref(), &beside)?;
    writeln!(out, "Imported as {:?}: {}", taken.name, taken.status)?;
    match taken.record {
        None => writeln!(out, "Resume with: hulldown play --continue {}", quoted(&taken.name))?,
        Some(about) => {
            writeln!(out, "{about}")?;
            writeln!(out, "Read it with: hulldown replay {}", quoted(&taken.name))?;
        }
    }
    Ok(())
}

/// Puts a game into the store under a name, or under a free one like `base`.
fn put_in(archive: &Archive, name: Option<&str>, base: &str, game: &dyn Match, pack: Option<&Path>) -> Result<String> {
    let name = match name {
        Some(name) => name.to_string(),
        None => archive.store.fresh_name(base)?,
    };
    let beside = Beside { pack: pack.map(whole_path), ..Beside::default() };
    archive.store.create(new_row(&name, game, &beside)).map_err(|error| match error {
        StoreError::NameTaken { .. } | StoreError::BadName { .. } => usage(error.to_string()),
        error => error.into(),
    })?;
    Ok(name.trim().to_string())
}

/// Asks a question that is answered with yes or no.
pub(crate) fn confirmed(question: &str, out: &mut dyn Write) -> Result<bool> {
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
    let archive = opened()?;
    let row = find_row(&archive.store, name)?;
    let question = format!("Delete {:?} ({}, {}) for good?", row.name, row.title, row.summary);
    if !yes && !confirmed(&question, out)? {
        writeln!(out, "Nothing was deleted.")?;
        return Ok(());
    }
    archive.store.remove(row.id)?;
    writeln!(out, "{:?} deleted.", row.name)?;
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

fn restore(which: Option<&str>, yes: bool, out: &mut dyn Write) -> Result<()> {
    let path = Store::default_path()?;
    let kept = backups(&path);
    let names = || kept.iter().map(|kept| kept.name.as_str()).collect::<Vec<_>>().join(", ");
    let chosen = match which {
        None => kept.first(),
        Some(name) => kept.iter().find(|kept| kept.name == name),
    };
    let Some(chosen) = chosen else {
        return Err(usage(match which {
            Some(name) if !kept.is_empty() => format!("there is no backup `{name}`; there are {}", names()),
            _ => format!("there is no backup: {} does not exist", hulldown_store::backup_path(&path).display()),
        }));
    };
    for kept in &kept {
        writeln!(out, "  {:<8} made {:<16} {}", kept.name, ago(kept.made, now()), kept.path.display())?;
    }
    let question =
        format!("Replace {1} with {0}? The present file is moved aside.", chosen.path.display(), path.display());
    if !yes && !confirmed(&question, out)? {
        writeln!(out, "Nothing was changed.")?;
        return Ok(());
    }
    let aside = hulldown_store::restore(&path, &chosen.path)?;
    writeln!(out, "The backup of {} is restored.", ago(chosen.made, now()))?;
    if let Some(aside) = aside {
        writeln!(out, "The old file is now {}.", aside.display())?;
    }
    Ok(())
}

fn check(deep: bool, out: &mut dyn Write) -> Result<()> {
    let archive = opened()?;
    let file = archive.store.path().display();
    let mut found = archive.store.check()?;
    if deep {
        found.extend(play_again(&archive, out)?);
    }
    if found.is_empty() {
        writeln!(out, "{file}: no damage found.")?;
        return Ok(());
    }
    bail!("{file}: damaged:\n  {}", found.join("\n  "))
}

/// Plays every game again by its record; what is wrong with those that cannot be played.
fn play_again(archive: &Archive, out: &mut dyn Write) -> Result<Vec<String>> {
    let rows = archive.store.list()?;
    // Without a terminal the bar hides itself.
    let bar = ProgressBar::new(rows.len() as u64).with_style(
        ProgressStyle::with_template("{pos} of {len} games  {bar:30}  {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let (mut found, mut right, mut older) = (Vec::new(), 0, 0);
    for row in &rows {
        bar.set_message(row.name.clone());
        let again = || -> Result<()> {
            let save = archive.read(row)?;
            let pack = archive.pack_for(row.id, &save.head, None)?;
            take_up(FoundSave { save, label: row.name.clone(), pack })?;
            Ok(())
        };
        match Rules::of(&row.title, row.rules_version) {
            Rules::Same => match again() {
                Ok(()) => right += 1,
                Err(error) => found.push(format!("{}: {error:#}", row.name)),
            },
            _ => older += 1,
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    writeln!(out, "{} replayed, no errors.", count(right, "game"))?;
    if older > 0 {
        let (what, they) = (count(older, "game"), if older == 1 { "its" } else { "their" });
        writeln!(out, "{what} of other rules: {they} record cannot be played again by those of today.")?;
    }
    Ok(found)
}

/// Makes a sound game of the part of a damaged one that can be played.
fn repair(name: &str, pack: Option<&Path>, out: &mut dyn Write) -> Result<()> {
    let (save, label, laid, marked) = damaged(name, pack)?;
    let shelf = shelf_for(&save, &label)?;
    if Rules::of(shelf.id, save.head.rules_version) != Rules::Same {
        bail!(
            "{label}: cannot be repaired here: that takes playing it again, and it was played by rules version {}, while this program has \
             version {}. What can be read of it, `hulldown replay {}` shows",
            save.head.rules_version,
            shelf.rules_version,
            quoted(&label)
        );
    }
    if !marked && (shelf.load)(&save, laid.as_ref()).is_ok() {
        writeln!(out, "{label} is not damaged: all {} replay.", count(save.history.len(), "line"))?;
        return Ok(());
    }
    let (good, game) = longest(shelf, &save, laid.as_ref()).with_context(|| label.clone())?;
    let base = Path::new(&label).file_stem().map_or_else(|| label.clone(), |stem| stem.to_string_lossy().into_owned());
    let mended = put_in(&Archive::open()?, None, &format!("{base} mended"), &*game, pack)?;
    writeln!(out, "{} of {} replay, up to answer {}.", good, count(save.history.len(), "line"), game.answered())?;
    writeln!(out, "Saved as {mended:?}; the damaged game is kept.")?;
    writeln!(out, "Resume with: hulldown play --continue {}", quoted(&mended))?;
    Ok(())
}

/// A save as it is, damage and all, and whether the store knows of damage to it.
fn damaged(name: &str, pack: Option<&Path>) -> Result<(Save, String, Option<Pack>, bool)> {
    let path = Path::new(name);
    if path.is_file() {
        // One that breaks off is read up to there.
        let (save, marked) = match read_save(path) {
            Ok(save) => (save, false),
            Err(why) => (read_beginning(path).ok().filter(|save| !save.history.is_empty()).ok_or(why)?, true),
        };
        let laid = pack.filter(|_| save.head.pack.is_some()).map(read_pack).transpose()?;
        return Ok((save, name.into(), laid, marked));
    }
    let archive = opened()?;
    let row = find_row(&archive.store, name)?;
    let stored = archive.store.load(row.id)?;
    let marked = stored.damage.is_some();
    let save = archive.to_save(stored).with_context(|| format!("{:?} cannot be repaired", row.name))?;
    let laid = archive.pack_for(row.id, &save.head, pack)?;
    Ok((save, row.name, laid, marked))
}

/// The longest beginning of a history that can be played. What can be played is a beginning of what can be played, so its end is
/// found by halving.
fn longest(shelf: &Shelf, save: &Save, pack: Option<&Pack>) -> Result<(usize, Box<dyn Match>)> {
    let first = |n: usize| {
        let part = Save {
            head: save.head.clone(),
            history: save.history[..n].to_vec(),
            checkpoint: Checkpoint::none(),
            told: None,
        };
        (shelf.load)(&part, pack).map(|(game, _)| game)
    };
    let mut best = first(0).map_err(|problem| anyhow!("nothing of it replays: {}", problem.message))?;
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
