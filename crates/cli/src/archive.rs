//! Finding what a person means: a file, or a saved game.

use crate::fail::usage;
use anyhow::Result;
use hulldown_core::game::Seat;
use hulldown_desk::{Match, Pack, Shelf};
use std::collections::BTreeMap;
use std::path::Path;

pub(crate) use hulldown_keep::{
    Archive, Beside, Found, KeepError, TakenGame, find_row, new_row, quoted, read_json, read_pack, read_save,
    shelf_for, take_up, whole_path, write_file,
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
    let (found, bots) = find_players(what, pack)?;
    let taken = take_up(found)?;
    let eyes = eyes(&*taken.game, &bots, side)?;
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
        _ => Err(usage(
            "this game is still in play, and its sides keep things from each other: say whose eyes with --side 1 or --side 2",
        )),
    }
}

/// Finds what a person means: a file, or the name of a saved game.
pub(crate) fn find(what: &str, pack: Option<&Path>) -> Result<Found> {
    find_players(what, pack).map(|(found, _)| found)
}

/// The same, with the policies that play seats of a saved game.
fn find_players(what: &str, pack: Option<&Path>) -> Result<(Found, BTreeMap<u8, String>)> {
    let path = Path::new(what);
    if what == "-" || path.is_file() {
        let save = read_save(path)?;
        let pack = pack.filter(|_| save.head.pack.is_some()).map(read_pack).transpose()?;
        return Ok((Found { save, label: what.into(), pack }, BTreeMap::new()));
    }
    if path.extension().is_some_and(|e| e == "json") || what.contains(std::path::MAIN_SEPARATOR) {
        return Err(usage(format!("there is no file {what}")));
    }
    let archive = Archive::open_existing()?
        .ok_or_else(|| usage(format!("{what:?} is neither a file nor a saved game: no game has been saved yet")))?;
    let row = find_row(&archive.store, what)?;
    let save = archive.read(&row)?;
    let pack = archive.pack_for(row.id, &save.head, pack)?;
    let bots = Beside::of(&archive.store, row.id)?.bots;
    Ok((Found { save, label: row.name, pack }, bots))
}
