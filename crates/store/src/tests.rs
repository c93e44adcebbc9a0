//! What can only be brought about from inside: a full disk, a dead writer, a neighbor in the same transaction.

use std::sync::mpsc::channel;
use std::thread;

use tempfile::TempDir;

use crate::error::Fault;
use crate::{Meta, NewGameRow, Store, StoreError, names, schema};

fn store() -> (TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path().join("games.db")).unwrap();
    (dir, store)
}

fn new(name: &str) -> NewGameRow {
    NewGameRow { name: name.into(), title: "duel".into(), ..NewGameRow::default() }
}

/// Lets the file grow by so many pages and no more.
fn limit(store: &Store, pages: i64) {
    let set = move |conn: &rusqlite::Connection| -> Result<(), Fault> {
        let now: i64 = conn.query_row("pragma page_count", [], |row| row.get(0))?;
        let sql = format!("pragma max_page_count = {}", now + pages);
        Ok(conn.query_row(&sql, [], |_| Ok(()))?)
    };
    store.write(set).unwrap();
}

#[test]
fn commits_reach_the_disk() {
    let (_dir, store) = store();
    let ask = |conn: &rusqlite::Connection| -> Result<(String, i64, i64), Fault> {
        let one = |pragma| conn.pragma_query_value(None, pragma, |row| row.get(0));
        let mode = conn.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        Ok((mode, one("synchronous")?, one("foreign_keys")?))
    };
    assert_eq!(store.write(ask).unwrap(), ("wal".to_owned(), 2, 1));
}

#[test]
fn full_disk_leaves_the_game_as_it_was() {
    let (_dir, store) = store();
    let game = store.create(new("tight")).unwrap();
    let entry = ["x".repeat(1000)];
    let mut length = 0;
    limit(&store, 20);
    let error = loop {
        match store.append(game, length, &entry, None, Meta::default()) {
            Ok(now) => length = now,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, StoreError::Full { .. }), "{error}");
    assert!(error.to_string().contains("disk is full"), "{error}");
    assert!(length > 10);
    assert_eq!(store.load(game).unwrap().entries.len() as u64, length);

    limit(&store, 1000);
    assert_eq!(store.append(game, length, &entry, None, Meta::default()), Ok(length + 1));
    assert_eq!(store.check(), Ok(vec![]));
}

#[test]
fn one_write_too_many_does_not_fail_its_neighbors() {
    let (_dir, store) = store();
    let games: Vec<_> = (0..4).map(|n| store.create(new(&format!("g{n}"))).unwrap()).collect();
    limit(&store, 8);
    // Hold the writer until all four wait, so that they come into one transaction.
    let (begin, begun) = channel();
    let (release, held) = channel::<()>();
    let holder = {
        let store = store.clone();
        let hold = move || Ok(begin.send(()).is_ok() && held.recv().is_ok());
        thread::spawn(move || store.write(move |_| hold()))
    };
    begun.recv().unwrap();
    let sizes = [10, 10, 1_000_000, 10];
    let results: Vec<_> = thread::scope(|scope| {
        let store = &store;
        let waiting: Vec<_> = games
            .iter()
            .zip(sizes)
            .map(|(&game, size)| scope.spawn(move || store.append(game, 0, &["x".repeat(size)], None, Meta::default())))
            .collect();
        thread::sleep(std::time::Duration::from_millis(100));
        release.send(()).unwrap();
        waiting.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(holder.join().unwrap(), Ok(true));
    let full = StoreError::Full { path: store.path().to_path_buf() };
    assert_eq!(results, [Ok(1), Ok(1), Err(full), Ok(1)]);
    let lengths: Vec<_> = games.iter().map(|&game| store.load(game).unwrap().entries.len()).collect();
    assert_eq!(lengths, [1, 1, 0, 1]);
}

#[test]
fn callers_of_a_dead_writer_get_an_error() {
    let (_dir, store) = store();
    let game = store.create(new("kept")).unwrap();
    let died = store.write(|_| -> Result<(), Fault> { panic!("meant to happen") });
    assert_eq!(died, Err(StoreError::Closed));
    assert_eq!(store.append(game, 0, &[], None, Meta::default()), Err(StoreError::Closed));
    assert_eq!(store.load(game).unwrap().row.name, "kept");
}

#[test]
fn failed_work_leaves_no_trace() {
    let (_dir, store) = store();
    let half_done = |conn: &rusqlite::Connection| -> Result<(), Fault> {
        crate::write::create(conn, &new("half"))?;
        Err(StoreError::Stale { have: 7 }.into())
    };
    assert_eq!(store.write(half_done), Err(StoreError::Stale { have: 7 }));
    assert_eq!(store.list(), Ok(vec![]));
}

#[test]
fn a_file_migrated_by_a_newer_program_is_written_no_more() {
    let (_dir, store) = store();
    let game = store.create(new("old")).unwrap();
    schema::connect(store.path()).unwrap().pragma_update(None, "user_version", schema::KNOWN + 1).unwrap();
    let refused = store.append(game, 0, &["late".into()], None, Meta::default());
    assert!(matches!(refused, Err(StoreError::Newer { .. })), "{refused:?}");
}

#[test]
fn locked_by_another_program() {
    let (_dir, store) = store();
    let other = schema::connect(store.path()).unwrap();
    other.execute_batch("begin immediate").unwrap();
    let refused = store.create(new("late"));
    assert_eq!(refused, Err(StoreError::Locked { path: store.path().to_path_buf() }));
    other.execute_batch("rollback").unwrap();
    assert!(store.create(new("late")).is_ok());
}

#[test]
fn names_are_cut_to_make_room_for_a_number() {
    assert_eq!(names::candidate("Metz", 1), "Metz");
    assert_eq!(names::candidate("Metz", 3), "Metz 3");
    assert_eq!(names::candidate(" \u{7}\n ", 1), "game");
    let long = names::candidate(&"ß".repeat(200), 12);
    assert_eq!((long.chars().count(), long.ends_with(" 12")), (names::LONGEST_NAME, true));
    assert!(names::tidy(&long).is_ok());
}
