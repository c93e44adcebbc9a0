//! Drafts of programs that were killed are cleared up; those of programs that live are not.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use hulldown_store::{Readers, Store, write_whole};

fn make(path: &Path, age: Duration) {
    fs::write(path, "half a copy").unwrap();
    File::options().write(true).open(path).unwrap().set_modified(SystemTime::now() - age).unwrap();
}

#[test]
fn only_what_the_dead_have_left_goes() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let (now, long) = (Duration::ZERO, Duration::from_secs(7200));
    let dead = [
        (".games.db.bak.aB3xYz.hulldown-draft", now),
        (".games.db.bak.aB3xYz.hulldown-draft-journal", now),
        (".games.db.Q1w2E3.hulldown-draft", now),
        (".games.db.bak.gOnE00.hulldown-draft-wal", now),
        ("games.db.bak.4711-0", long),
        ("games.db.bak.4711-0-journal", long),
        ("games.db.4711-12", long),
    ];
    let others = [
        (".games.db.bak.aLiVe1.hulldown-draft", now),
        (".games.db.bak.aLiVe1.hulldown-draft-journal", now),
        (".other.db.Q1w2E3.hulldown-draft", long),
        ("games.db.bak.4712-0", now),
        ("games.db.1944", long),
        ("games.db.bak-mine", long),
        ("games.db.notes.1-2", long),
    ];
    for (name, age) in dead.iter().chain(&others) {
        make(&at(name), *age);
    }
    let alive = File::open(at(others[0].0)).unwrap();
    alive.lock().unwrap();
    drop(Store::open(at("games.db")).unwrap());
    // What belongs to a draft that is gone goes with the next opening at the latest.
    drop(Store::open(at("games.db")).unwrap());
    for (name, _) in dead {
        assert!(!at(name).exists(), "{name}");
    }
    for (name, _) in others {
        assert!(at(name).exists(), "{name}");
    }
}

#[test]
fn a_file_is_written_whole_and_leaves_nothing_beside_it() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("arr.json");
    make(&dir.path().join(".arr.json.dEaD00.hulldown-draft"), Duration::ZERO);
    write_whole(&file, b"one", Readers::Everyone, false).unwrap();
    assert_eq!(
        write_whole(&file, b"two", Readers::Everyone, false).unwrap_err().kind(),
        std::io::ErrorKind::AlreadyExists
    );
    assert_eq!(fs::read(&file).unwrap(), b"one");
    write_whole(&file, b"two", Readers::Everyone, true).unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"two");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    assert!(write_whole(&dir.path().join("nowhere/arr.json"), b"one", Readers::Everyone, true).is_err());
}
