//! Files of earlier versions.

use std::fs;
use std::path::{Path, PathBuf};

use hulldown_store::{Meta, Store, backup_path, backups, restore};
use rusqlite::Connection;
use tempfile::TempDir;

/// A store as the program wrote it before rows had checksums: three games, one of them against a policy.
fn first_version() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.db");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/schema-1/games.db"), &path).unwrap();
    (dir, path)
}

/// All that it holds, row by row.
fn rows(path: &Path) -> Vec<String> {
    let conn = Connection::open(path).unwrap();
    let mut all = Vec::new();
    for sql in [
        "select format('%d|%s|%s|%d|%d|%d|%s|%s|%d|%s', id, name, title, created, updated, rules_version, summary, \
         coalesce(outcome, '-'), length, head) from game order by id",
        "select format('%d|%d|%s', game, seq, body) from entry order by game, seq",
        "select format('%d|%d|%s', game, seq, body) from snapshot order by game, seq",
    ] {
        let mut select = conn.prepare(sql).unwrap();
        all.extend(select.query_map([], |row| row.get::<_, String>(0)).unwrap().map(Result::unwrap));
    }
    all
}

#[test]
fn a_file_of_the_first_version_keeps_everything() {
    let (_dir, path) = first_version();
    let before = rows(&path);
    assert!(before.len() > 55, "{}", before.len());
    let store = Store::open(&path).unwrap();
    assert_eq!((store.warning(), store.check()), (None, Ok(vec![])));
    let names: Vec<_> = store.list().unwrap().into_iter().map(|row| row.name).collect();
    assert_eq!(names.len(), 3);
    for name in names {
        let row = store.find(&name).unwrap();
        assert_eq!(store.load(row.id).unwrap().damage, None);
        store.append(row.id, row.length, &["more".into()], None, Meta::default()).unwrap();
    }
    drop(store);
    let after = rows(&path);
    assert!(before.iter().skip(3).all(|row| after.contains(row)));
    // As it was before the change it is kept too, and can be had back.
    assert_eq!(rows(&backup_path(&path)), before);
    restore(&path, &backups(&path)[0].path).unwrap();
    assert_eq!(Store::open(&path).unwrap().list().unwrap().len(), 3);
}

/// Bytes without a pattern, always the same for a seed.
fn noise(seed: u32) -> impl FnMut() -> u8 {
    let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 8) as u8
    }
}

#[test]
fn a_damaged_file_of_the_first_version_still_gives_its_sound_part() {
    let (_dir, path) = first_version();
    let conn = Connection::open(&path).unwrap();
    let id: i64 = conn.query_row("select id from game where name = 'Arracourt'", [], |row| row.get(0)).unwrap();
    let entry: String =
        conn.query_row("select body from entry where game = ?1 and seq = 3", [id], |row| row.get(0)).unwrap();
    drop(conn);
    let sound = fs::read(&path).unwrap();
    let at = sound.windows(entry.len()).rposition(|window| window == entry.as_bytes()).unwrap() / 4096 * 4096;
    // The page of the entries, from its second cell pointer on. What the pointers then lead to is anything: bytes of the page, of
    // other values, or what lies behind it in memory.
    for damage in 0..20 {
        let mut bytes = sound.clone();
        let mut next = noise(damage);
        bytes[at + 100..at + 1000].fill_with(|| if damage == 0 { 0xff } else { next() });
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.db");
        fs::write(&path, bytes).unwrap();
        let store = Store::open(&path).unwrap_or_else(|error| panic!("damage {damage}: {error}"));
        assert!(store.warning().unwrap().contains("games.db.damaged"), "{:?}", store.warning());
        assert!(!store.check().unwrap().is_empty());
        assert_eq!(store.list().unwrap().len(), 3);
        assert_eq!(
            store.load(store.find("Ambush").unwrap().id).unwrap().row.title,
            include_str!("../fixtures/schema-1/title.txt").trim()
        );
        assert!(path.with_file_name("games.db.damaged").exists(), "as it was, damage and all");
    }
}
