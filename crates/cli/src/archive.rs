//! Finding what a person means: a file, or a saved game.

use crate::fail::usage;
use anyhow::Result;
use hulldown_core::game::Seat;
use hulldown_core::save::Save;
use hulldown_desk::{Match, Pack, Shelf};
use hulldown_store::GameRow;
use std::collections::BTreeMap;
use std::path::Path;

pub(crate) use hulldown_keep::{
    Archive, Beside, Bookmark, FoundSave, KeepError, Reader, Record, Rules, TakenGame, find_row, new_row, quoted,
    read_beginning, read_json, read_pack, read_save, shelf_for, take_up, whole_path, write_file,
};

/// The charts laid over a game's own: a directory, or readings of other sources by their names.
pub(crate) fn laid(shelf: &Shelf, pack: Option<&Path>, readings: &[String]) -> Result<Option<Pack>> {
    if readings.is_empty() {
        return Ok(pack.map(read_pack).transpose()?);
    }
    (shelf.readings)(readings).map(Some).map_err(|problem| usage(problem.message))
}

/// Takes up a game to look at, and says with whose eyes: those of the player named, else of the one person who plays it, where sides
/// keep things from each other; nobody's where nothing is hidden, or nothing any more.
pub(crate) fn look_at(what: &str, pack: Option<&Path>, side: Option<u8>) -> Result<(TakenGame, Option<Seat>)> {
    let (found, beside) = found(meant(what)?, what, pack)?;
    let taken = take_up(found)?;
    let eyes = eyes(&*taken.game, &beside.bots, side)?;
    Ok((taken, eyes))
}

fn eyes(game: &dyn Match, bots: &BTreeMap<u8, String>, side: Option<u8>) -> Result<Option<Seat>> {
    let seats = game.seats();
    if let Some(player) = side {
        if player == 0 || player > seats {
            return Err(usage(format!("--side {player}: the game has {}", crate::text::count(seats.into(), "player"))));
        }
        return Ok(Some(Seat(player - 1)));
    }
    if !game.has_secrets() || game.outcome().is_some() {
        return Ok(None);
    }
    let people: Vec<u8> = (0..seats).filter(|seat| !bots.contains_key(seat)).collect();
    match people[..] {
        [only] => Ok(Some(Seat(only))),
        _ => {
            Err(usage("this game is still in play and has hidden information: choose a view with --side 1 or --side 2"))
        }
    }
}

/// What a person means: a save in a file, or a game in the store.
enum Meant {
    File(Save),
    Stored(Archive, GameRow),
}

fn meant(what: &str) -> Result<Meant> {
    let path = Path::new(what);
    if what == "-" || path.is_file() {
        return Ok(Meant::File(read_save(path)?));
    }
    if path.is_dir() && what.contains(std::path::MAIN_SEPARATOR) {
        return Err(usage(format!("{what} is a directory, not a saved game")));
    }
    if path.extension().is_some_and(|e| e == "json") || what.contains(std::path::MAIN_SEPARATOR) {
        return Err(usage(format!("there is no file {what}")));
    }
    let archive = Archive::open_existing()?
        .ok_or_else(|| usage(format!("{what:?} is neither a file nor a saved game: no game has been saved yet")))?;
    let row = find_row(&archive.store, what)?;
    Ok(Meant::Stored(archive, row))
}

/// What somebody wants to look at.
pub(crate) enum Looked {
    /// A game that can be played again, who looks at it, and its bookmarks.
    Game(TakenGame, Option<Seat>, Vec<Bookmark>),
    /// One of other rules, and who reads it.
    Record(Record, Reader),
}

/// Finds a game to look at, whatever rules it was played by.
pub(crate) fn look_at_any(what: &str, pack: Option<&Path>, side: Option<u8>) -> Result<Looked> {
    let (record, over, bots) = match meant(what)? {
        Meant::File(save) if Rules::of(&save.head.game, save.head.rules_version) != Rules::Same => {
            let laid = pack.filter(|_| save.head.pack.is_some()).map(read_pack).transpose()?;
            let record = Record::in_save(&save, what, laid.as_ref())?;
            let over = record.position.as_ref().is_ok_and(|position| position.outcome().is_some());
            (record, over, BTreeMap::new())
        }
        Meant::Stored(archive, row) if Rules::of(&row.title, row.rules_version) != Rules::Same => {
            (archive.record(&row)?, row.outcome.is_some(), Beside::of(&archive.store, row.id)?.bots)
        }
        meant => {
            let (found, beside) = found(meant, what, pack)?;
            let taken = take_up(found)?;
            let eyes = eyes(&*taken.game, &beside.bots, side)?;
            return Ok(Looked::Game(taken, eyes, beside.bookmarks));
        }
    };
    let reader = match side {
        Some(player) if (1..=2).contains(&player) && record.shelf.secrets => Reader::Side(Seat(player - 1)),
        _ => Reader::of(record.shelf, over, &bots),
    };
    Ok(Looked::Record(record, reader))
}

/// Finds what a person means: a file, or the name of a saved game.
pub(crate) fn find(what: &str, pack: Option<&Path>) -> Result<FoundSave> {
    found(meant(what)?, what, pack).map(|(found, _)| found)
}

/// The same, with what goes with a saved game.
fn found(meant: Meant, what: &str, pack: Option<&Path>) -> Result<(FoundSave, Beside)> {
    match meant {
        Meant::File(save) => {
            let pack = pack.filter(|_| save.head.pack.is_some()).map(read_pack).transpose()?;
            Ok((FoundSave { save, label: what.into(), pack }, Beside::default()))
        }
        Meant::Stored(archive, row) => {
            let save = archive.read(&row)?;
            let pack = archive.pack_for(row.id, &save.head, pack)?;
            let beside = Beside::of(&archive.store, row.id)?;
            Ok((FoundSave { save, label: row.name, pack }, beside))
        }
    }
}
