//! Where games are kept by default. The environment is set for a child, since the test's own is shared by threads.

use std::env;
use std::path::Path;
use std::process::Command;

use hulldown_store::Store;

const CHILD: &str = "HULLDOWN_TEST_CHILD";

/// Not a test of its own: the program that the others start.
#[test]
fn program_that_opens_the_default() {
    if env::var_os(CHILD).is_some() {
        println!("opened <{}>", Store::open_default().unwrap().path().display());
    }
}

fn opened(variables: &[(&str, &Path)]) -> String {
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["--exact", "place::program_that_opens_the_default", "--nocapture"]);
    child.env_remove("HULLDOWN_DATA").env_remove("XDG_DATA_HOME").env(CHILD, "1").envs(variables.iter().copied());
    let output = String::from_utf8(child.output().unwrap().stdout).unwrap();
    let (_, rest) = output.split_once("opened <").unwrap();
    rest.split_once('>').unwrap().0.to_owned()
}

#[test]
fn the_variable_names_the_directory() {
    let dir = tempfile::tempdir().unwrap();
    let wanted = dir.path().join("mine");
    assert_eq!(Path::new(&opened(&[("HULLDOWN_DATA", &wanted)])), wanted.join("games.db"));
    assert!(wanted.join("games.db").exists());
}

#[cfg(unix)]
#[test]
fn else_it_is_under_home() {
    let home = tempfile::tempdir().unwrap();
    let path = opened(&[("HOME", home.path()), ("HULLDOWN_DATA", Path::new(""))]);
    assert!(Path::new(&path).starts_with(home.path()) && path.ends_with("hulldown/games.db"), "{path}");
}
