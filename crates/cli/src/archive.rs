//! Finding what a person means: a file, or a saved game.

use crate::fail::usage;
use anyhow::Result;
use hulldown_desk::{Pack, Shelf};
use std::path::Path;

pub(crate) use hulldown_keep::{
    Archive, Found, KeepError, find_row, new_row, quoted, read_json, read_pack, read_save, shelf_for, take_up,
    whole_path, write_file,
};

/// The charts laid over a game's own: a directory, or readings of other sources by their names.
pub(crate) fn laid(shelf: &Shelf, pack: Option<&Path>, readings: &[String]) -> Result<Option<Pack>> {
    if readings.is_empty() {
        return Ok(pack.map(read_pack).transpose()?);
    }
    (shelf.readings)(readings).map(Some).map_err(|problem| usage(problem.message))
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
