//! Many threads, several programs, one file.

use std::sync::Barrier;
use std::thread;

use hulldown_store::{Meta, NewGameRow, Store, StoreError};

fn new(name: &str) -> NewGameRow {
    NewGameRow { name: name.into(), title: "duel".into(), ..NewGameRow::default() }
}

#[test]
fn eight_threads_play_their_own_games() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path().join("games.db")).unwrap();
    thread::scope(|scope| {
        for n in 0..8 {
            let store = store.clone();
            scope.spawn(move || {
                let game = store.create(new(&format!("game {n}"))).unwrap();
                for seq in 0..100 {
                    let entry = [format!("{n}:{seq}")];
                    // Some in every batch fail, and disturb nobody.
                    if seq % 10 == 3 {
                        let late = store.append(game, seq + 1, &entry, None, Meta::default());
                        assert_eq!(late, Err(StoreError::Stale { have: seq }));
                    }
                    assert_eq!(store.append(game, seq, &entry, None, Meta::default()), Ok(seq + 1));
                    // Confirmed is visible, at once and to everyone.
                    if seq % 25 == 0 {
                        assert_eq!(store.load(game).unwrap().entries.len() as u64, seq + 1);
                    }
                }
            });
        }
    });
    for n in 0..8 {
        let game = store.find(&format!("game {n}")).unwrap();
        let wanted: Vec<_> = (0..100).map(|seq| format!("{n}:{seq}")).collect();
        assert_eq!(store.load(game.id).unwrap().entries, wanted);
    }
    assert_eq!(store.check(), Ok(vec![]));
}

#[test]
fn two_programs_take_turns_at_one_game() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.db");
    let game = Store::open(&path).unwrap().create(new("shared")).unwrap();
    // Each with its own connections and its own writer, as two programs have.
    thread::scope(|scope| {
        for program in ["terminal", "server"] {
            let path = &path;
            scope.spawn(move || {
                let store = Store::open(path).unwrap();
                for n in 0..50 {
                    let mut expected = store.load(game).unwrap().row.length;
                    let entry = [format!("{program} {n}")];
                    while let Err(error) = store.append(game, expected, &entry, None, Meta::default()) {
                        let StoreError::Stale { have } = error else { panic!("{error}") };
                        expected = have;
                    }
                }
            });
        }
    });
    let entries = Store::open(&path).unwrap().load(game).unwrap().entries;
    assert_eq!(entries.len(), 100);
    for program in ["terminal", "server"] {
        let own: Vec<_> = entries.iter().filter(|entry| entry.starts_with(program)).cloned().collect();
        assert_eq!(own, (0..50).map(|n| format!("{program} {n}")).collect::<Vec<_>>());
    }
}

#[test]
fn a_new_file_may_be_opened_by_all_at_once() {
    for _ in 0..10 {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.db");
        let start = Barrier::new(6);
        thread::scope(|scope| {
            for n in 0..6 {
                let (path, start) = (&path, &start);
                scope.spawn(move || {
                    start.wait();
                    Store::open(path).unwrap().create(new(&format!("game {n}"))).unwrap();
                });
            }
        });
        assert_eq!(Store::open(&path).unwrap().list().unwrap().len(), 6);
    }
}

#[test]
fn of_many_who_want_a_name_one_gets_it() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path().join("games.db")).unwrap();
    let winners: usize = thread::scope(|scope| {
        let all: Vec<_> = (0..8).map(|_| scope.spawn(|| store.create(new("Metz")).is_ok() as usize)).collect();
        all.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!((winners, store.list().unwrap().len()), (1, 1));
}

#[test]
fn backups_are_sound_while_games_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path().join("games.db")).unwrap();
    let game = store.create(new("busy")).unwrap();
    thread::scope(|scope| {
        scope.spawn(|| {
            for seq in 0..100 {
                store.append(game, seq, &["x".repeat(2000)], None, Meta::default()).unwrap();
            }
        });
        for n in 0..5 {
            let copy = dir.path().join(format!("copy{n}.db"));
            store.backup(&copy).unwrap();
            let copy = Store::open(&copy).unwrap();
            assert_eq!(copy.check(), Ok(vec![]));
            assert_eq!(copy.load(game).unwrap().damage, None);
        }
    });
}
