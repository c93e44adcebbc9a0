//! Files that are damaged, foreign, too new, missing or out of reach.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hulldown_store::{GameId, Meta, NewGameRow, Snapshot, Store, StoreError, backup_path, restore};
use rusqlite::Connection;
use tempfile::TempDir;

const STEPS: u64 = 200;
const PAGE: u64 = 4096;

/// A closed file with one game of many steps.
fn saved() -> (TempDir, PathBuf, GameId) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.db");
    let store = Store::open(&path).unwrap();
    let entries = (1..=STEPS).map(entry).collect();
    let game = NewGameRow { name: "Metz".into(), title: "duel".into(), entries, ..NewGameRow::default() };
    let id = store.create(game).unwrap();
    for seq in [10, 150] {
        let snapshot = Some(Snapshot { seq, body: format!("state {seq}") });
        store.append(id, STEPS, &[], snapshot, Meta::default()).unwrap();
    }
    (dir, path, id)
}

fn entry(seq: u64) -> String {
    format!("{seq}:{}", "x".repeat(300))
}

fn sql(path: &Path, sql: &str) {
    Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

fn overwrite(path: &Path, offset: u64, bytes: &[u8]) {
    let mut file = File::options().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(offset)).unwrap();
    file.write_all(bytes).unwrap();
}

fn open_error(path: &Path) -> StoreError {
    let error = Store::open(path).err().expect("must be refused");
    assert!(error.to_string().contains(path.to_str().unwrap()), "names the file: {error}");
    error
}

/// The page that holds this text.
fn page_with(path: &Path, text: &str) -> u64 {
    let bytes = fs::read(path).unwrap();
    bytes.windows(text.len()).position(|window| window == text.as_bytes()).unwrap() as u64 / PAGE
}

fn make_old(path: &Path) -> SystemTime {
    let long_ago = SystemTime::now() - Duration::from_secs(30 * 60 * 60);
    File::options().write(true).open(path).unwrap().set_modified(long_ago).unwrap();
    fs::metadata(path).unwrap().modified().unwrap()
}

#[test]
fn a_file_that_is_no_database_is_refused_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.db");
    for text in ["xy", "a letter home", &"text ".repeat(5000)] {
        fs::write(&path, text).unwrap();
        assert_eq!(open_error(&path), StoreError::NotADatabase { path: path.clone() });
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn the_database_of_another_program_is_refused_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.db");
    sql(&path, "create table bookmark (url text)");
    let before = fs::read(&path).unwrap();
    assert_eq!(open_error(&path), StoreError::NotADatabase { path: path.clone() });
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_newer_schema_is_refused_and_left_alone() {
    let (_dir, path, _) = saved();
    sql(&path, "pragma user_version = 99");
    let before = fs::read(&path).unwrap();
    let error = open_error(&path);
    assert!(matches!(error, StoreError::Newer { found: 99, .. }));
    assert!(error.to_string().contains("update hulldown"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(!backup_path(&path).exists());
}

#[test]
fn a_truncated_file_is_refused_and_restored_from_its_backup() {
    let (_dir, path, game) = saved();
    drop(Store::open(&path).unwrap()); // makes the backup
    let size = fs::metadata(&path).unwrap().len();
    for kept in [size / 2, size - PAGE, PAGE, 1000, 1, 0] {
        File::options().write(true).open(&path).unwrap().set_len(kept).unwrap();
        let error = open_error(&path);
        let message = error.to_string();
        assert!(message.contains("`hulldown saves`") && message.contains("games.db.bak"), "{kept}: {message}");
        assert_eq!(matches!(error, StoreError::Missing { .. }), kept <= 1, "{kept}: {message}");

        let aside = restore(&path, &backup_path(&path)).unwrap().unwrap();
        assert_eq!(fs::metadata(aside).unwrap().len(), kept);
        let store = Store::open(&path).unwrap();
        assert_eq!((store.check(), store.warning()), (Ok(vec![]), None));
        assert_eq!(store.load(game).unwrap().entries.len() as u64, STEPS);
    }
}

#[test]
fn a_lost_file_is_not_silently_begun_afresh() {
    let (_dir, path, game) = saved();
    drop(Store::open(&path).unwrap());
    fs::remove_file(&path).unwrap();
    assert_eq!(open_error(&path), StoreError::Missing { path: path.clone() });
    assert_eq!(restore(&path, &backup_path(&path)), Ok(None));
    assert!(Store::open(&path).unwrap().load(game).is_ok());
}

#[test]
fn without_a_sound_backup_restore_changes_nothing() {
    let (_dir, path, game) = saved();
    assert!(restore(&path, &backup_path(&path)).is_err());
    fs::write(backup_path(&path), "not a backup").unwrap();
    assert_eq!(restore(&path, &backup_path(&path)), Err(StoreError::NotADatabase { path: backup_path(&path) }));
    fs::remove_file(backup_path(&path)).unwrap();
    assert!(Store::open(&path).unwrap().load(game).is_ok());
}

#[test]
fn of_a_damaged_history_the_sound_part_is_read() {
    let (_dir, path, game) = saved();
    overwrite(&path, page_with(&path, &entry(100)) * PAGE, &[0xa5; PAGE as usize]);
    let store = Store::open(&path).unwrap();
    let stored = store.load(game).unwrap();
    let found = stored.entries.len() as u64;
    assert!((1..100).contains(&found), "{found}");
    assert_eq!(stored.entries, (1..=found).map(entry).collect::<Vec<_>>());
    assert_eq!(stored.snapshot.unwrap().seq, 10, "the later one lies beyond what can be read");
    assert!(stored.damage.is_some());
    assert!(!store.check().unwrap().is_empty());

    // Nothing is added behind a hole; a copy up to it plays on.
    assert_eq!(store.append(game, found, &[entry(1)], None, Meta::default()), Err(StoreError::Stale { have: STEPS }));
    let copy = store.duplicate(game, found, "Metz saved").unwrap();
    assert_eq!(store.load(copy).unwrap().damage, None);
    assert_eq!(store.append(copy, found, &[entry(1)], None, Meta::default()), Ok(found + 1));
}

#[test]
fn rows_that_are_lost_or_garbled_end_the_readable_part() {
    for (harm, found) in [
        ("delete from entry where seq = 50", 49),
        ("delete from entry where seq = 1", 0),
        ("delete from entry where seq > 199", 199),
        ("update entry set body = cast(x'ff41' as text) where seq = 70", 69),
    ] {
        let (_dir, path, game) = saved();
        sql(&path, harm);
        let store = Store::open(&path).unwrap();
        let stored = store.load(game).unwrap();
        assert_eq!((stored.entries.len(), stored.damage.is_some()), (found, true), "{harm}");
        assert_eq!(stored.row.length, STEPS);
    }
}

/// What the rows say, read without our help; nothing if they cannot be read.
fn said(path: &Path) -> Option<Vec<String>> {
    let conn = Connection::open(path).ok()?;
    let mut all = Vec::new();
    for sql in ["select * from game", "select * from entry", "select * from snapshot", "select * from setting"] {
        let mut select = conn.prepare(sql).ok()?;
        let columns = select.column_count();
        let mut rows = select.query([]).ok()?;
        while let Some(row) = rows.next().ok()? {
            all.push((0..columns).map(|n| format!("{:?}", row.get_ref(n))).collect::<Vec<_>>().join("|"));
        }
    }
    Some(all)
}

#[test]
fn every_bit_that_changes_what_a_game_says_is_found() {
    let (_dir, path, game) = saved();
    let store = Store::open(&path).unwrap();
    store.change_settings(game, |settings| _ = settings.insert("bots".into(), "{\"1\":\"rollout\"}".into())).unwrap();
    drop(store);
    let (sound, before) = (fs::read(&path).unwrap(), said(&path).unwrap());
    assert_eq!(before.len() as u64, 1 + STEPS + 2 + 1);
    let mut random = 7_u64;
    let mut changed = 0;
    for _ in 0..200 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bit = (random >> 33) as usize % (sound.len() * 8);
        let mut bytes = sound.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &bytes).unwrap();
        if said(&path).is_some_and(|now| now == before) {
            continue;
        }
        changed += 1;
        if let Ok(store) = Store::open(&path) {
            assert!(!store.check().is_ok_and(|found| found.is_empty()), "bit {} of byte {}", bit % 8, bit / 8);
        }
        for part in ["games.db-wal", "games.db-shm", "games.db-journal", "games.db.bak"] {
            let _ = fs::remove_file(path.with_file_name(part));
        }
    }
    assert!(changed > 100, "{changed}");
}

#[test]
fn rows_that_are_not_what_was_written_are_found_and_not_played() {
    for (harm, found) in [
        ("update entry set body = 'fire:2' where seq = 5", 4),
        ("update entry set body = (select body from entry where seq = 8) where seq = 7", 6),
        (
            "update entry set seq = 1000 where seq = 9; update entry set seq = 9 where seq = 10; \
          update entry set seq = 10 where seq = 1000",
            8,
        ),
        ("update game set head = '{\"seed\":1}'", STEPS),
        ("update game set name = 'Other', name_key = 'other'", STEPS),
    ] {
        let (_dir, path, game) = saved();
        sql(&path, harm);
        let store = Store::open(&path).unwrap();
        let stored = store.load(game).unwrap();
        assert_eq!((stored.entries.len() as u64, stored.damage.is_some()), (found, true), "{harm}");
        let check = store.check().unwrap();
        assert!(check[0].contains("not what was written"), "{check:?}");
        // A copy must not make it look sound.
        if found < STEPS {
            assert_eq!(
                store.duplicate(game, STEPS, "all").err().map(|e| matches!(e, StoreError::NoStep { .. })),
                Some(true)
            );
        } else {
            assert!(matches!(
                store.append(game, STEPS, &[entry(0)], None, Meta::default()),
                Err(StoreError::Garbled { .. })
            ));
            assert!(matches!(store.rename(game, "Again"), Err(StoreError::Garbled { .. })));
        }
        assert!(store.duplicate(game, found, "part").is_ok());
    }
}

#[test]
fn a_damaged_setting_costs_itself_alone() {
    let (_dir, path, game) = saved();
    let store = Store::open(&path).unwrap();
    store
        .change_settings(game, |settings| {
            settings.extend([("bots", "1"), ("dice", "2")].map(|(key, value)| (key.into(), value.into())));
        })
        .unwrap();
    drop(store);
    sql(&path, "update setting set value = 'x' where key = 'dice'");
    let store = Store::open(&path).unwrap();
    assert_eq!(store.settings(game).unwrap().into_iter().collect::<Vec<_>>(), [("bots".to_owned(), "1".to_owned())]);
    assert!(store.check().unwrap()[0].contains("setting dice"), "{:?}", store.check());
    assert_eq!(store.load(game).unwrap().damage, None);
    store.change_settings(game, |settings| _ = settings.insert("dice".into(), "3".into())).unwrap();
    assert_eq!((store.settings(game).unwrap()["dice"].as_str(), store.check()), ("3", Ok(vec![])));
}

#[test]
fn a_garbled_name_or_snapshot_hides_no_game() {
    let (_dir, path, game) = saved();
    sql(&path, "update game set name = cast(x'4d65ff747a' as text)");
    sql(&path, "update snapshot set body = cast(x'ff' as text) where seq = 150");
    let store = Store::open(&path).unwrap();
    assert_eq!(store.list().unwrap()[0].name, "Me\u{fffd}tz");
    let stored = store.load(game).unwrap();
    assert_eq!((stored.entries.len() as u64, stored.snapshot.unwrap().seq), (STEPS, 10));
}

#[test]
fn a_good_backup_is_not_overwritten_by_a_damaged_file() {
    let (_dir, path, game) = saved();
    assert_eq!(Store::open(&path).unwrap().warning(), None);
    let backup = backup_path(&path);
    let made = make_old(&backup);
    overwrite(&path, page_with(&path, &entry(100)) * PAGE, &[0xa5; PAGE as usize]);

    let store = Store::open(&path).unwrap();
    assert!(store.warning().unwrap().contains("damaged"), "{:?}", store.warning());
    assert_eq!(fs::metadata(&backup).unwrap().modified().unwrap(), made);
    drop(store);
    assert!(restore(&path, &backup_path(&path)).unwrap().is_some());
    assert_eq!(Store::open(&path).unwrap().load(game).unwrap().damage, None);
}

#[test]
fn a_backup_is_made_once_a_day() {
    let (_dir, path, game) = saved();
    let backup = backup_path(&path);
    assert!(!backup.exists(), "nothing to copy when the file is new");
    drop(Store::open(&path).unwrap());
    let first = fs::metadata(&backup).unwrap().modified().unwrap();
    Store::open(&path).unwrap().append(game, STEPS, &[entry(0)], None, Meta::default()).unwrap();
    drop(Store::open(&path).unwrap());
    assert_eq!(fs::metadata(&backup).unwrap().modified().unwrap(), first);
    let old = make_old(&backup);
    drop(Store::open(&path).unwrap());
    assert!(fs::metadata(&backup).unwrap().modified().unwrap() > old);
    let names = fs::read_dir(path.parent().unwrap()).unwrap().map(|file| file.unwrap().file_name());
    let mut names: Vec<_> = names.collect();
    names.sort();
    let wanted = ["games.db", "games.db.bak", "games.db.bak-week", "games.db.lock"];
    assert_eq!(names, wanted, "nothing is left lying about");
}

#[test]
fn no_alteration_makes_it_panic() {
    let (_dir, path, game) = saved();
    let sound = fs::read(&path).unwrap();
    let mut random = 1_u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    for round in 0..150 {
        let mut bytes = sound.clone();
        // Every third time in the first pages, where the structure is.
        let reach = if round % 3 == 0 { PAGE as usize * 2 } else { bytes.len() };
        for _ in 0..=next(20) {
            let at = next(reach);
            bytes[at] = next(256) as u8;
        }
        fs::write(&path, &bytes).unwrap();
        if let Ok(store) = Store::open(&path) {
            let _ = (store.list(), store.find("Metz"), store.load(game), store.check());
            let _ = store.append(game, STEPS, &[entry(0)], None, Meta::default());
            let _ = store.duplicate(game, STEPS / 2, "copy");
        }
        for part in ["games.db-wal", "games.db-shm", "games.db-journal", "games.db.bak"] {
            let _ = fs::remove_file(path.with_file_name(part));
        }
    }
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "in the way").unwrap();
    for path in [file.join("games.db"), dir.path().to_path_buf()] {
        let error = open_error(&path);
        assert!(matches!(error, StoreError::Unwritable { .. }), "{error}");
        assert!(error.to_string().contains("HULLDOWN_DATA"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn read_only_directories_and_files_are_refused() {
    use std::os::unix::fs::PermissionsExt;
    let (dir, path, game) = saved();
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    for (locked, open) in [(dir.path(), 0o755), (path.as_path(), 0o644)] {
        mode(locked, open & 0o555);
        // Some people, root among them, may write all the same.
        if File::options().append(true).open(&path).is_err() || File::create(dir.path().join("probe")).is_err() {
            let error = open_error(&path);
            assert!(matches!(error, StoreError::Unwritable { .. }), "{error}");
        }
        mode(locked, open);
    }
    assert!(Store::open(&path).unwrap().load(game).is_ok());
}
