//! Files that can only be read. Whoever may do everything becomes somebody who may not.
#![cfg(unix)]

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use hulldown_store::{Meta, NewGameRow, Snapshot, Store, StoreError};
use tempfile::TempDir;

const FILE: &str = "HULLDOWN_TEST_READ";
const NOBODY: u32 = 65534;

/// Not a test of its own: the program that the others start as somebody who may not write.
#[test]
fn program_that_reads() {
    let Some(file) = env::var_os(FILE).map(PathBuf::from) else { return };
    let refused = Store::open(&file).err().expect("must not be opened for writing");
    assert!(matches!(refused, StoreError::Unwritable { .. }), "{refused}");
    let store = Store::open_to_read(&file).unwrap();
    assert!(store.is_read_only());
    assert_eq!(store.check(), Ok(vec![]));
    for row in store.list().unwrap() {
        let stored = store.load(row.id).unwrap();
        assert_eq!((stored.damage, stored.entries.len() as u64), (None, row.length));
        let refused = store.append(row.id, row.length, &["more".into()], None, Meta::default());
        assert!(matches!(refused, Err(StoreError::Unwritable { .. })), "{refused:?}");
        println!("read {} {}", row.name, row.length);
    }
    let copy = tempfile::tempdir().unwrap();
    store.backup(copy.path().join("copy.db")).unwrap();
    assert_eq!(Store::open(copy.path().join("copy.db")).unwrap().list(), store.list());
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// What somebody reads who can only read.
fn read(directory: &Path) -> Vec<String> {
    let files: Vec<_> = fs::read_dir(directory).unwrap().map(|file| file.unwrap().path()).collect();
    let before: Vec<_> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    files.iter().for_each(|file| mode(file, 0o444));
    mode(directory, 0o555);
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["--exact", "read_only::program_that_reads", "--nocapture"]).env(FILE, directory.join("games.db"));
    child.current_dir("/");
    if fs::File::create(directory.join("probe")).is_ok() {
        fs::remove_file(directory.join("probe")).unwrap();
        child.uid(NOBODY).gid(NOBODY);
    }
    let output = child.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    mode(directory, 0o755);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    let after: Vec<_> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    assert!(before == after, "nothing was changed");
    said.lines().filter_map(|line| line.split("read ").nth(1)).map(String::from).collect()
}

fn directory() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    mode(dir.path(), 0o755);
    let path = dir.path().join("games.db");
    (dir, path)
}

fn play(path: &Path) -> Store {
    let store = Store::open(path).unwrap();
    let game = store.create(NewGameRow { name: "Metz".into(), title: "duel".into(), ..NewGameRow::default() }).unwrap();
    let snapshot = Some(Snapshot { seq: 2, body: "state".into() });
    store.append(game, 0, &["a".into(), "b".into()], snapshot, Meta::default()).unwrap();
    store
}

#[test]
fn a_file_that_was_closed() {
    let (dir, path) = directory();
    drop(play(&path));
    assert_eq!(read(dir.path()), ["Metz 2"]);
}

#[test]
fn a_file_with_its_log_left_by_a_killed_program() {
    let (dir, path) = directory();
    let (other, elsewhere) = directory();
    let _store = play(&elsewhere);
    for name in ["games.db", "games.db-wal"] {
        fs::copy(other.path().join(name), dir.path().join(name)).unwrap();
    }
    assert!(fs::metadata(path.with_file_name("games.db-wal")).unwrap().len() > 0);
    assert_eq!(read(dir.path()), ["Metz 2"]);
}

#[test]
fn a_file_that_somebody_else_has_open() {
    let (dir, path) = directory();
    let _store = play(&path);
    assert_eq!(read(dir.path()), ["Metz 2"]);
}

#[test]
fn a_file_of_the_first_version() {
    let (dir, path) = directory();
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/schema-1/games.db"), path).unwrap();
    assert_eq!(read(dir.path()).len(), 3);
}
