//! Saves, situations and packs as files.

use crate::error::KeepError;
use hulldown_core::save::{self, Json, Save};
use hulldown_desk::Pack;
use hulldown_store::Readers;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest file that is taken for a saved game, a situation or a chart, in bytes: several times what the longest campaign takes.
pub const LARGEST_SAVE: u64 = 32 << 20;

fn unreadable(path: &Path, why: impl Into<String>) -> KeepError {
    KeepError::Unreadable { path: path.into(), why: why.into() }
}

/// Reads a save from a file.
pub fn read_save(path: &Path) -> Result<Save, KeepError> {
    let text = read_text(path)?;
    save::read(&text).map_err(|bad| KeepError::BadSave { label: path.display().to_string(), bad })
}

/// Reads as much of a saved game as a file holds that breaks off.
pub fn read_beginning(path: &Path) -> Result<Save, KeepError> {
    let text = read_text(path)?;
    save::read_beginning(&text).map_err(|bad| KeepError::BadSave { label: path.display().to_string(), bad })
}

/// Reads a JSON file, whatever it says.
pub fn read_json(path: &Path) -> Result<Json, KeepError> {
    Json::parse(read_text(path)?).map_err(|e| unreadable(path, format!("this is not JSON: {e}")))
}

/// Reads a text file, or standard input for `-`.
pub fn read_text(path: &Path) -> Result<String, KeepError> {
    let too_large =
        || unreadable(path, format!("is larger than {} MB, the most that is read here", LARGEST_SAVE >> 20));
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().take(LARGEST_SAVE + 1).read_to_end(&mut bytes)
    } else {
        if fs::metadata(path).is_ok_and(|file| file.len() > LARGEST_SAVE) {
            return Err(too_large());
        }
        fs::File::open(path).and_then(|file| file.take(LARGEST_SAVE + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => KeepError::NoFile { path: path.into() },
        io::ErrorKind::IsADirectory => unreadable(path, "is a directory, not a file"),
        _ => unreadable(path, format!("cannot be read: {error}")),
    })?;
    if bytes.len() as u64 > LARGEST_SAVE {
        return Err(too_large());
    }
    String::from_utf8(bytes).map_err(|_| unreadable(path, "this is not a saved game: it is not text"))
}

/// Reads the files of a pack's directory: charts, maps, whatever text the game keeps in files. What speaks of the pack itself stays
/// out (`*.md`, names without an ending, hidden files), and so does what is no text. A file the game does not know is refused later, by the game.
pub fn read_pack(directory: &Path) -> Result<Pack, KeepError> {
    let bad = |why: String| KeepError::NotAPack { path: directory.into(), why };
    let listed = fs::read_dir(directory).map_err(|error| bad(format!("cannot be read as a pack: {error}")))?;
    let mut files = BTreeMap::new();
    for entry in listed {
        let path = entry.map_err(|error| unreadable(directory, format!("cannot be read as a pack: {error}")))?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let is_chart = path.extension().is_some_and(|e| e == "toml");
        let speaks_of_it = name.starts_with('.') || path.extension().is_none_or(|e| e == "md");
        if speaks_of_it || !path.is_file() {
            continue;
        }
        match read_text(&path) {
            Ok(text) => {
                files.insert(name.to_string(), text);
            }
            Err(error) if is_chart => return Err(error),
            Err(_) => {}
        }
    }
    if files.is_empty() {
        return Err(bad("is not a pack: it has no charts".into()));
    }
    let whole = whole_path(directory);
    let name = whole.file_name().map_or_else(|| "pack".into(), |name| name.to_string_lossy().into_owned());
    Ok(Pack { name, files })
}

/// The whole path of a directory, to be found again from anywhere.
pub fn whole_path(directory: &Path) -> PathBuf {
    fs::canonicalize(directory).unwrap_or_else(|_| directory.to_path_buf())
}

/// Writes a text to a file that is complete or not there at all.
pub fn write_file(path: &Path, text: &str, readers: Readers, replace: bool) -> Result<(), KeepError> {
    let unwritable = |error: io::Error| {
        let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty() && !directory.is_dir());
        let why = directory.map_or_else(|| error.to_string(), |one| format!("there is no directory {}", one.display()));
        KeepError::Unwritable { path: path.into(), why }
    };
    if !replace && path.exists() {
        return Err(KeepError::Exists { path: path.into() });
    }
    if path.exists() && !path.is_file() {
        // A device or a pipe cannot be replaced, only written to.
        return fs::write(path, text).map_err(unwritable);
    }
    hulldown_store::write_whole(path, text.as_bytes(), readers, replace).map_err(|error| match error.kind() {
        // Made by somebody else meanwhile.
        io::ErrorKind::AlreadyExists => KeepError::Exists { path: path.into() },
        _ => unwritable(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_too_large_is_named_with_the_limit_and_not_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("huge.json");
        fs::File::create(&path).unwrap().set_len(LARGEST_SAVE + 1).unwrap();
        for said in [read_save(&path).map(|_| ()), read_json(&path).map(|_| ()), read_text(&path).map(|_| ())] {
            let said = said.unwrap_err().to_string();
            assert!(said.contains("huge.json") && said.contains("32 MB"), "{said}");
        }
    }

    #[test]
    fn a_pack_carries_every_text_but_words_about_itself() {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in
            [("b1.toml", "x = 1"), ("map.txt", ".."), ("README.md", "mine"), ("LICENSE", "free"), (".x.toml", "")]
        {
            fs::write(dir.path().join(name), text).unwrap();
        }
        fs::write(dir.path().join("cover.png"), [0x89, 0xff]).unwrap();
        fs::create_dir(dir.path().join("old.toml")).unwrap();
        let pack = read_pack(dir.path()).unwrap();
        assert_eq!(pack.files.keys().map(String::as_str).collect::<Vec<_>>(), ["b1.toml", "map.txt"]);
        fs::write(dir.path().join("b2.toml"), [0xff]).unwrap();
        assert!(read_pack(dir.path()).is_err(), "a chart that is no text is a mistake");
    }
}
