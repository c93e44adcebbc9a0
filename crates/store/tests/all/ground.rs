//! The file taken away, replaced, restored or left as a log alone while programs have it open or are killed.

use std::fs;
use std::path::{Path, PathBuf};

use hulldown_store::{GameId, Meta, NewGameRow, Store, StoreError, backup_path, restore};
use tempfile::TempDir;

fn new(name: &str) -> NewGameRow {
    NewGameRow { name: name.into(), title: "duel".into(), ..NewGameRow::default() }
}

fn line(n: u64) -> Vec<String> {
    vec![format!("step {n}")]
}

/// An open store in a directory of its own, with a game of three steps.
fn open() -> (TempDir, PathBuf, Store, GameId) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("house/games.db");
    let store = Store::open(&path).unwrap();
    let game = store.create(new("Metz")).unwrap();
    for n in 0..3 {
        store.append(game, n, &line(n + 1), None, Meta::default()).unwrap();
    }
    (dir, path, store, game)
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

#[cfg(unix)]
#[test]
fn nothing_is_confirmed_into_a_file_that_is_not_there() {
    type Harm = fn(&Path);
    let harms: [(&str, Harm); 6] = [
        ("removed", |path| fs::remove_file(path).unwrap()),
        ("moved", |path| fs::rename(path, beside(path, ".elsewhere")).unwrap()),
        ("replaced", |path| {
            fs::copy(path, beside(path, ".copy")).unwrap();
            fs::rename(beside(path, ".copy"), path).unwrap();
        }),
        ("directory moved", |path| {
            let house = path.parent().unwrap();
            fs::rename(house, house.with_file_name("attic")).unwrap();
        }),
        ("log removed", |path| fs::remove_file(beside(path, "-wal")).unwrap()),
        ("index of the log removed", |path| fs::remove_file(beside(path, "-shm")).unwrap()),
    ];
    for (what, harm) in harms {
        let (_dir, path, store, game) = open();
        harm(&path);
        let moved = match what.contains("log") {
            true => StoreError::LogGone { path: path.clone() },
            false => StoreError::Moved { path: path.clone() },
        };
        assert_eq!(store.append(game, 3, &line(4), None, Meta::default()), Err(moved.clone()), "{what}");
        assert_eq!(store.create(new("Nancy")), Err(moved.clone()), "{what}");
        assert_eq!(store.change_settings(game, |s| _ = s.insert("a".into(), "b".into())), Err(moved.clone()), "{what}");
        assert!(
            what.contains("log") || store.load(game).is_err(),
            "{what}: another file must not be read for this one"
        );
        if what.contains("log") {
            // Killed now, nothing that was confirmed is lost: the file has it.
            let alone = path.with_file_name("alone.db");
            fs::copy(&path, &alone).unwrap();
            assert_eq!(Store::open(&alone).unwrap().load(game).unwrap().entries.len(), 3, "{what}");
            assert!(moved.to_string().contains("start hulldown again"), "{moved}");
        } else {
            assert!(moved.to_string().contains("put it back"), "{moved}");
        }
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_confirmed_into_a_log_that_was_cut() {
    let cut = |path: &Path| fs::OpenOptions::new().write(true).open(beside(path, "-wal")).unwrap().set_len(0).unwrap();
    let (_dir, path, store, game) = open();
    cut(&path);
    let refused = StoreError::LogCut { path: path.clone() };
    assert_eq!(store.append(game, 3, &line(4), None, Meta::default()), Err(refused));
    // A little later everything is in the file, and the log is not missed.
    let (_dir, path, store, game) = open();
    let in_the_file = || {
        let alone = path.with_file_name("alone.db");
        fs::copy(&path, &alone).unwrap();
        Store::open(&alone).ok().and_then(|store| store.load(game).ok()).map_or(0, |game| game.entries.len())
    };
    while in_the_file() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    std::thread::sleep(std::time::Duration::from_millis(200));
    cut(&path);
    assert_eq!(store.append(game, 3, &line(4), None, Meta::default()), Ok(4));
    assert_eq!(store.load(game).unwrap().entries.len(), 4);
}

#[cfg(unix)]
#[test]
fn a_file_that_was_put_back_goes_on() {
    let (_dir, path, store, game) = open();
    fs::rename(&path, beside(&path, ".elsewhere")).unwrap();
    assert!(store.append(game, 3, &line(4), None, Meta::default()).is_err());
    fs::rename(beside(&path, ".elsewhere"), &path).unwrap();
    assert_eq!(store.append(game, 3, &line(4), None, Meta::default()), Ok(4));
}

#[cfg(unix)]
#[test]
fn a_link_to_the_file_is_as_good_as_the_file() {
    let (dir, path, store, game) = open();
    let link = dir.path().join("link.db");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let linked = Store::open(&link).unwrap();
    assert_eq!(linked.append(game, 3, &line(4), None, Meta::default()), Ok(4));
    assert_eq!(store.append(game, 4, &line(5), None, Meta::default()), Ok(5));
}

#[test]
fn a_file_in_use_is_not_restored() {
    let (_dir, path, store, game) = open();
    drop(store);
    let store = Store::open(&path).unwrap(); // makes the backup
    store.append(game, 3, &line(4), None, Meta::default()).unwrap();
    let in_use = Err(StoreError::InUse { path: path.clone() });
    assert_eq!(restore(&path, &backup_path(&path)), in_use);
    assert_eq!(store.append(game, 4, &line(5), None, Meta::default()), Ok(5));
    drop(store);

    // A version that knows SQLite's locks alone.
    let other = rusqlite::Connection::open(&path).unwrap();
    assert_eq!(other.query_row("select count(*) from entry", [], |row| row.get::<_, i64>(0)).unwrap(), 5);
    assert_eq!(restore(&path, &backup_path(&path)), in_use);
    drop(other);

    let aside = restore(&path, &backup_path(&path)).unwrap().unwrap();
    assert_eq!(Store::open(&path).unwrap().load(game).unwrap().entries.len(), 3);
    assert_eq!(Store::open(aside).unwrap().load(game).unwrap().entries.len(), 5);
}

/// The log of an open store alone, as it is left when a program is killed and the file is lost.
fn log_alone(path: &Path) -> (TempDir, PathBuf, Vec<u8>) {
    let dir = tempfile::tempdir().unwrap();
    let lost = dir.path().join("games.db");
    let log = fs::read(beside(path, "-wal")).unwrap();
    assert!(!log.is_empty());
    fs::write(beside(&lost, "-wal"), &log).unwrap();
    (dir, lost, log)
}

#[test]
fn a_log_that_holds_everything_is_made_a_file_again() {
    let (_dir, path, store, game) = open();
    for empty in [false, true] {
        let (_other, lost, log) = log_alone(&path);
        if empty {
            fs::write(&lost, "").unwrap();
        }
        let found = Store::open(&lost).unwrap();
        assert!(found.warning().unwrap().contains("rebuilt from its log"), "{:?}", found.warning());
        assert_eq!(found.load(game), store.load(game));
        assert_eq!((found.check(), found.load(game).unwrap().entries.len()), (Ok(vec![]), 3));
        assert_eq!(fs::read(beside(&lost, ".lost-log")).unwrap(), log, "kept all the same");
        assert_eq!(found.append(game, 3, &line(4), None, Meta::default()), Ok(4));
    }
}

#[test]
fn a_log_that_holds_a_part_is_kept() {
    let (_dir, path, store, game) = open();
    let big = (0..200).map(|n| format!("{n}{}", "x".repeat(300))).collect::<Vec<_>>();
    store.append(game, 3, &big, None, Meta::default()).unwrap();
    drop(store); // All of it is in the file now.
    let store = Store::open(&path).unwrap();
    store.append(game, 203, &line(204), None, Meta::default()).unwrap();

    let (_other, lost, log) = log_alone(&path);
    for with_backup in [false, true] {
        if with_backup {
            fs::copy(backup_path(&path), backup_path(&lost)).unwrap();
        }
        let refused = Store::open(&lost).err();
        assert_eq!(refused, Some(StoreError::LogAlone { path: lost.clone() }));
        assert_eq!(fs::read(beside(&lost, "-wal")).unwrap(), log);
        assert!(!lost.exists() || fs::metadata(&lost).unwrap().len() == 0);
    }
    // The backup takes its place, and the log does not meet it.
    assert_eq!(restore(&lost, &backup_path(&lost)), Ok(None));
    assert_eq!(fs::read(beside(&lost, ".damaged-wal")).unwrap(), log);
    let restored = Store::open(&lost).unwrap();
    assert_eq!((restored.check(), restored.load(game).unwrap().entries.len()), (Ok(vec![]), 203));
}

#[test]
fn noise_for_a_log_is_kept_too() {
    let dir = tempfile::tempdir().unwrap();
    let lost = dir.path().join("games.db");
    for noise in [&b"x"[..], &[0; 5000], &[7; 5000]] {
        fs::write(beside(&lost, "-wal"), noise).unwrap();
        assert_eq!(Store::open(&lost).err(), Some(StoreError::LogAlone { path: lost.clone() }));
        assert_eq!(fs::read(beside(&lost, "-wal")).unwrap(), noise);
    }
}

#[cfg(unix)]
mod rights {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn files(directory: &Path) -> Vec<PathBuf> {
        fs::read_dir(directory).unwrap().map(|file| file.unwrap().path()).collect()
    }

    #[test]
    fn files_are_for_their_owner_alone() {
        let (_dir, path, store, _) = open();
        let house = path.parent().unwrap();
        store.backup(house.join("copy.db")).unwrap();
        drop(Store::open(&path).unwrap()); // makes the backup
        assert_eq!(mode(house), 0o700);
        let all = files(house);
        assert!(all.len() >= 6, "{all:?}");
        for file in all {
            assert_eq!(mode(&file), 0o600, "{}", file.display());
        }
    }

    #[test]
    fn files_of_earlier_versions_become_so() {
        let (_dir, path, store, _) = open();
        drop(store);
        drop(Store::open(&path).unwrap());
        for file in [&path, &backup_path(&path)] {
            fs::set_permissions(file, fs::Permissions::from_mode(0o644)).unwrap();
        }
        let _store = Store::open(&path).unwrap();
        for file in [&path, &backup_path(&path), &beside(&path, "-wal"), &beside(&path, "-shm")] {
            assert_eq!(mode(file), 0o600, "{}", file.display());
        }
    }
}
