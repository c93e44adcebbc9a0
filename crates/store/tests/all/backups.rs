//! Generations of backups, and which of them is never overwritten.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hulldown_store::{GameId, Meta, NewGameRow, Store, backups, restore};
use rusqlite::Connection;
use tempfile::TempDir;

const DAY: u64 = 24 * 60 * 60;

fn saved() -> (TempDir, PathBuf, [GameId; 2]) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.db");
    let store = Store::open(&path).unwrap();
    let games = ["Metz", "Nancy"].map(|name| {
        let entries = (1..=20).map(|n| format!("{name} {n}")).collect();
        store.create(NewGameRow { name: name.into(), title: "duel".into(), entries, ..NewGameRow::default() }).unwrap()
    });
    (dir, path, games)
}

/// Makes all backups older, as if the clock had gone on.
fn wait(path: &Path, seconds: u64) {
    for kept in backups(path) {
        let file = File::options().write(true).open(&kept.path).unwrap();
        let made = file.metadata().unwrap().modified().unwrap();
        file.set_modified(made - Duration::from_secs(seconds)).unwrap();
    }
}

fn names(path: &Path) -> Vec<String> {
    let mut names: Vec<_> = backups(path).into_iter().map(|kept| kept.name).collect();
    names.sort();
    names
}

/// How many entries of a game a backup holds, after it was put in place somewhere else.
fn entries(path: &Path, name: &str, game: GameId) -> Option<usize> {
    let kept = backups(path).into_iter().find(|kept| kept.name == name)?;
    let dir = tempfile::tempdir().unwrap();
    let other = dir.path().join("games.db");
    restore(&other, &kept.path).unwrap();
    let stored = Store::open(&other).unwrap().load(game).ok()?;
    assert_eq!(stored.damage, None, "{name}");
    Some(stored.entries.len())
}

#[test]
fn days_weeks_and_months() {
    let (_dir, path, [game, _]) = saved();
    for day in 0..70 {
        let store = Store::open(&path).unwrap();
        assert_eq!(store.warning(), None);
        store.append(game, 20 + day, &["more".into()], None, Meta::default()).unwrap();
        drop(store);
        wait(&path, DAY + 60);
    }
    assert_eq!(names(&path), ["day", "month", "week"]);
    let [day, week, month] = ["day", "week", "month"].map(|name| entries(&path, name, game).unwrap());
    assert_eq!(day, 20 + 69);
    assert!((1..=8).contains(&(day - week)), "{week} of {day}");
    assert!((8..=45).contains(&(day - month)), "{month} of {day}");
}

#[test]
fn what_a_damaged_store_has_lost_stays_in_a_backup() {
    let (_dir, path, [metz, nancy]) = saved();
    drop(Store::open(&path).unwrap());
    wait(&path, 2 * DAY);
    let conn = Connection::open(&path).unwrap();
    conn.pragma_update(None, "foreign_keys", true).unwrap();
    conn.execute_batch("update entry set body = 'x' where seq > 5; delete from game where name = 'Nancy'").unwrap();
    drop(conn);

    let store = Store::open(&path).unwrap();
    let warning = store.warning().unwrap().to_owned();
    assert!(warning.contains("15 rows are damaged") && warning.contains("games.db.bak-fewer"), "{warning}");
    drop(store);
    for days in [1, 10, 20] {
        wait(&path, days * DAY);
        drop(Store::open(&path).unwrap());
        assert_eq!((entries(&path, "fewer", metz), entries(&path, "fewer", nancy)), (Some(20), Some(20)), "{days}");
    }
}

#[test]
fn each_day_on_which_something_went_is_kept_for_a_month() {
    let (_dir, path, [metz, nancy]) = saved();
    for game in [metz, nancy] {
        Store::open(&path).unwrap().remove(game).unwrap();
        wait(&path, 2 * DAY);
        // More than was lost comes again: what counts is each game.
        let entries = (1..=50).map(|n| format!("{n}")).collect();
        let new = NewGameRow { name: format!("after {game}"), title: "duel".into(), entries, ..NewGameRow::default() };
        Store::open(&path).unwrap().create(new).unwrap();
        wait(&path, 2 * DAY);
    }
    assert_eq!(entries(&path, "fewer", metz), Some(20));
    assert_eq!(entries(&path, "fewer-2", nancy), Some(20));
    // They go when they are a month old and others come.
    wait(&path, 40 * DAY);
    let store = Store::open(&path).unwrap();
    let last = store.list().unwrap()[0].clone();
    store.remove(last.id).unwrap();
    drop(store);
    wait(&path, 2 * DAY);
    drop(Store::open(&path).unwrap());
    assert_eq!(entries(&path, "fewer", last.id), Some(50));
    assert!(!names(&path).contains(&"fewer-2".to_owned()), "{:?}", names(&path));
}

#[test]
fn a_backup_that_cannot_be_made_replaces_none() {
    let (_dir, path, [game, _]) = saved();
    drop(Store::open(&path).unwrap());
    wait(&path, 2 * DAY);
    let before = backups(&path);
    // A page of the tree of entries.
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.windows(8).position(|window| window == b"Nancy 19").unwrap() / 4096 * 4096;
    bytes[at..at + 4096].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    assert!(Store::open(&path).unwrap().warning().unwrap().contains("today's backup was not made"));
    assert_eq!(backups(&path), before);
    assert_eq!(entries(&path, "day", game), Some(20));
}
