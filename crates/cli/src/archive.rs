//! Saved games: in the store, and as single files.

use crate::fail::usage;
use crate::settings::Settings;
use anyhow::{Context, Result, anyhow, bail};
use hulldown_core::game::Seat;
use hulldown_core::save::{self, Checkpoint, Head, Save, TakenUp};
use hulldown_desk::{Match, Pack, Problem, Shelf};
use hulldown_store::{GameRow, Meta, NewGame, Snapshot, Store, StoreError, Stored};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The largest file that is looked at as a saved game or a situation.
const LARGEST_FILE: u64 = 256 << 20;

/// The store of saved games and the settings beside it.
pub(crate) struct Archive {
    /// The saved games.
    pub(crate) store: Store,
    /// What goes with them.
    pub(crate) settings: Settings,
}

impl Archive {
    /// Opens the store in its usual place.
    pub(crate) fn open() -> Result<Self, StoreError> {
        let store = Store::open_default()?;
        let settings = store.path().parent().map(Settings::open).unwrap_or_default();
        Ok(Archive { store, settings })
    }

    /// Opens the store only if there is one, for commands that need not make it.
    pub(crate) fn open_existing() -> Result<Option<Self>, StoreError> {
        let path = Store::default_path()?;
        // A file where the directory should be is no empty archive, but trouble to be told.
        let blocked = path.parent().is_some_and(|directory| directory.exists() && !directory.is_dir());
        let there = blocked || path.exists() || hulldown_store::backup_path(&path).exists();
        if there { Archive::open().map(Some) } else { Ok(None) }
    }

    /// A stored game as a save.
    pub(crate) fn read(&self, row: &GameRow) -> Result<Save> {
        let stored = self.store.load(row.id)?;
        if let Some(damage) = &stored.damage {
            bail!(
                "the saved game {:?} is damaged ({damage}); `hulldown saves repair {}` makes a sound game of its first {}",
                row.name,
                quoted(&row.name),
                crate::text::count(stored.entries.len(), "line")
            );
        }
        self.to_save(stored).with_context(|| format!("the saved game {:?}", row.name))
    }

    /// What was read from the store as a save, whatever its state.
    pub(crate) fn to_save(&self, stored: Stored) -> Result<Save> {
        let value: Value = serde_json::from_str(&stored.head).map_err(|e| anyhow!("its head cannot be read: {e}"))?;
        // The format is looked at first: a later one may have other fields.
        if let Some(format) = value.get("hulldown").and_then(Value::as_u64)
            && format > u64::from(save::FORMAT)
        {
            bail!(save::BadSave::Future(u32::try_from(format).unwrap_or(u32::MAX)));
        }
        let mut head: Head = serde_json::from_value(value).map_err(|e| anyhow!("its head cannot be read: {e}"))?;
        spend_script(&mut head, &stored.entries);
        if let Some(dice) = self.settings.games.get(&stored.row.id.to_string()).and_then(|beside| beside.dice.clone()) {
            head.dice = dice;
        }
        let snapshot = stored.snapshot.and_then(|Snapshot { seq, body }| {
            Some(Checkpoint { at: usize::try_from(seq).ok()?, state: serde_json::from_str(&body).ok()? })
        });
        // Without a readable one the history still says it all.
        let checkpoint = snapshot.unwrap_or(Checkpoint { at: usize::MAX, state: Value::Null });
        Ok(Save { head, history: stored.entries, checkpoint })
    }

    /// The pack a saved game is played with: the one given, or the one it was begun with.
    pub(crate) fn pack_for(&self, id: &str, head: &Head, given: Option<&Path>) -> Result<Option<Pack>> {
        if head.pack.is_none() {
            return Ok(None);
        }
        let remembered = self.settings.games.get(id).and_then(|beside| beside.pack.as_deref());
        given.or(remembered).map(read_pack).transpose()
    }
}

/// The head a game is stored with: it names the whole script, of which the entries have used up a part.
pub(crate) fn head_to_store(game: &dyn Match) -> String {
    let mut head = game.head();
    let mut script = script_faces(&game.history_from(0));
    script.append(&mut head.script);
    head.script = script;
    // Plain data with string keys.
    serde_json::to_string(&head).unwrap_or_default()
}

/// Takes off the script what has fallen already.
fn spend_script(head: &mut Head, entries: &[String]) {
    let fallen = script_faces(entries).len().min(head.script.len());
    head.script.drain(..fallen);
}

/// The faces in a record that came from a script.
fn script_faces(entries: &[String]) -> Vec<u8> {
    let scripted = entries.iter().filter_map(|line| line.strip_prefix("# "));
    scripted.flat_map(|line| line.split(' ').skip(1).filter_map(|face| face.parse::<u8>().ok())).collect()
}

/// What lists show of a game.
pub(crate) fn meta_of(game: &dyn Match) -> Meta {
    let seat = game.prompt().first().map_or(Seat(0), hulldown_desk::Ask::seat);
    Meta { summary: game.status(seat), outcome: game.outcome().map(|o| o.result), updated: None }
}

/// A game as it is first put into the store.
pub(crate) fn new_row(name: &str, game: &dyn Match) -> NewGame {
    let head = game.head();
    NewGame {
        name: name.into(),
        title: head.game,
        rules_version: head.rules_version,
        pack: head.pack,
        head: head_to_store(game),
        meta: meta_of(game),
        entries: game.history_from(0),
        snapshot: Some(Snapshot { seq: game.history_len() as u64, body: game.checkpoint().to_string() }),
    }
}

/// A game taken up for looking at or playing on with.
pub(crate) struct TakenGame {
    /// The game.
    pub(crate) game: Box<dyn Match>,
    /// Its place on the shelf.
    pub(crate) shelf: &'static Shelf,
    /// Whether all of it could be played again.
    pub(crate) taken: TakenUp,
    /// What to call it.
    pub(crate) label: String,
    /// The pack it is played with.
    pub(crate) pack: Option<Pack>,
}

/// A save and where it came from.
pub(crate) struct Found {
    /// The save.
    pub(crate) save: Save,
    /// What to call it.
    pub(crate) label: String,
    /// The pack it needs, if that is known.
    pub(crate) pack: Option<Pack>,
}

/// Finds what a person means: a file, or the name of a saved game.
pub(crate) fn find(what: &str, pack: Option<&Path>) -> Result<Found> {
    let path = Path::new(what);
    if what == "-" || path.is_file() {
        let save = read_save(path)?;
        let pack = pack.filter(|_| save.head.pack.is_some()).map(read_pack).transpose()?;
        return Ok(Found { save, label: what.into(), pack });
    }
    if path.extension().is_some_and(|e| e == "json") || what.contains(std::path::MAIN_SEPARATOR) {
        return Err(usage(format!("there is no file {what}")));
    }
    let archive = Archive::open_existing()?
        .ok_or_else(|| usage(format!("{what:?} is neither a file nor a saved game: no game has been saved yet")))?;
    let row = find_row(&archive.store, what)?;
    let save = archive.read(&row)?;
    let pack = archive.pack_for(&row.id.to_string(), &save.head, pack)?;
    Ok(Found { save, label: row.name, pack })
}

/// The saved game of a name or id; another name is a mistake of the person's, not a failure.
pub(crate) fn find_row(store: &Store, what: &str) -> Result<GameRow> {
    store.find(what).map_err(|error| match error {
        StoreError::NoGame { .. } => {
            let names: Vec<String> = store.list().unwrap_or_default().into_iter().map(|row| row.name).collect();
            let near = crate::fail::nearest(what, names.iter().map(String::as_str));
            let hint = near.map_or(String::new(), |near| format!("; did you mean {near:?}?"));
            usage(format!("{error}{hint}"))
        }
        StoreError::Ambiguous { .. } => usage(error.to_string()),
        error => error.into(),
    })
}

/// Takes up what was found.
pub(crate) fn take_up(found: Found) -> Result<TakenGame> {
    let Found { save, label, pack } = found;
    let shelf = shelf_for(&save).with_context(|| label.clone())?;
    let (game, taken) =
        (shelf.load)(&save, pack.as_ref()).map_err(|problem| not_taken(&label, &label, &save, &problem))?;
    Ok(TakenGame { game, shelf, taken, label, pack })
}

/// Why a save could not be taken up, and what to do about it.
pub(crate) fn not_taken(lead: &str, label: &str, save: &Save, problem: &Problem) -> anyhow::Error {
    let charts = problem.at.as_deref() == Some("save.head.charts");
    let hint = match (&save.head.pack, charts) {
        (Some(pack), true) => format!("; give the directory of the pack `{pack}` with --pack"),
        (None, true) => String::new(),
        _ => format!("; `hulldown saves repair {}` makes a sound game of the part that can be read", quoted(label)),
    };
    anyhow!("{lead}: {}{hint}", problem.message)
}

/// The game a save belongs to.
pub(crate) fn shelf_for(save: &Save) -> Result<&'static Shelf> {
    hulldown_desk::find(&save.head.game).map_err(|problem| anyhow!("{}", problem.message))
}

/// Reads a save from a file.
pub(crate) fn read_save(path: &Path) -> Result<Save> {
    let text = read_text(path)?;
    save::read(&text).map_err(|bad| anyhow!("{}: {bad}", path.display()))
}

/// Reads a JSON file.
pub(crate) fn read_json(path: &Path) -> Result<Value> {
    let text = read_text(path)?;
    serde_json::from_str(&text).map_err(|e| anyhow!("{}: this is not JSON: {e}", path.display()))
}

/// Reads a text file, or standard input for `-`.
fn read_text(path: &Path) -> Result<String> {
    let name = path.display();
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin().lock().take(LARGEST_FILE + 1).read_to_end(&mut bytes)
    } else {
        fs::File::open(path).and_then(|file| file.take(LARGEST_FILE + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => usage(format!("there is no file {name}")),
        _ => anyhow!("{name}: cannot be read: {error}"),
    })?;
    if bytes.len() as u64 > LARGEST_FILE {
        bail!("{name}: is too large to be a saved game");
    }
    String::from_utf8(bytes).map_err(|_| anyhow!("{name}: this is not a saved game: it is not text"))
}

/// Reads the chart files of a pack's directory.
pub(crate) fn read_pack(directory: &Path) -> Result<Pack> {
    let shown = directory.display();
    let listed =
        fs::read_dir(directory).map_err(|error| usage(format!("{shown}: cannot be read as a pack: {error}")))?;
    let mut files = BTreeMap::new();
    for entry in listed {
        let path = entry.map_err(|error| anyhow!("{shown}: cannot be read as a pack: {error}"))?.path();
        if path.extension().is_none_or(|e| e != "toml") {
            continue;
        }
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        files.insert(name.to_string(), read_text(&path)?);
    }
    if files.is_empty() {
        return Err(usage(format!("{shown}: is no pack: there are no .toml files in it")));
    }
    let whole = fs::canonicalize(directory).unwrap_or_else(|_| directory.to_path_buf());
    let name = whole.file_name().map_or_else(|| "pack".into(), |name| name.to_string_lossy().into_owned());
    Ok(Pack { name, files })
}

/// The whole path of a directory, to be found again from anywhere.
pub(crate) fn whole_path(directory: &Path) -> PathBuf {
    fs::canonicalize(directory).unwrap_or_else(|_| directory.to_path_buf())
}

/// A name as it must be typed in a shell.
pub(crate) fn quoted(name: &str) -> String {
    let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_./".contains(c));
    if plain { name.into() } else { format!("'{}'", name.replace('\'', r"'\''")) }
}

/// Writes a text to a file that is complete or not there at all.
pub(crate) fn write_file(path: &Path, text: &str, replace: bool) -> Result<()> {
    let shown = path.display();
    if !replace && path.exists() {
        return Err(usage(format!("{shown}: already exists; choose another name, or add --force to replace it")));
    }
    if path.exists() && !path.is_file() {
        // A device or a pipe cannot be replaced, only written to.
        return fs::write(path, text).with_context(|| format!("{shown}: cannot be written"));
    }
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".{}", std::process::id()));
    let draft = PathBuf::from(draft);
    let write = || -> std::io::Result<()> {
        let mut file = fs::File::create(&draft)?;
        std::io::Write::write_all(&mut file, text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&draft, path)
    };
    let written = write();
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written.with_context(|| format!("{shown}: cannot be written"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_quoted_for_the_shell_only_where_it_must_be() {
        assert_eq!(quoted("Arracourt"), "Arracourt");
        assert_eq!(quoted("Third Army"), "'Third Army'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }

    #[test]
    fn faces_of_a_script_are_counted_in_the_record() {
        let lines = ["0 a", "# 2d6 4 1", "= 1d6 3", "# 1d10 10"].map(String::from);
        assert_eq!(script_faces(&lines), [4, 1, 10]);
    }
}
