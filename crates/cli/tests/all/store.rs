//! The file of saved games: two programs at once, damage, backups, and files that can only be read.

use crate::common::{GAME, Home, flat, until_prompt};
use hulldown_catalog::sample;
use hulldown_store::{Meta, Store};
use std::fs;
use std::io::Write;

fn store(home: &Home) -> Store {
    Store::open(home.data().join("games.db")).unwrap()
}

#[test]
fn two_programs_forget_nothing_of_each_other() {
    let home = Home::new();
    home.game("One", 2);
    let mut first = home.command(&["play", "--continue", "One", "--linear"]).spawn().unwrap();
    let mut stdin = first.stdin.take().unwrap();
    let mut stdout = first.stdout.take().unwrap();
    until_prompt(&mut stdout);
    home.say(&["play", sample!(sides), "--against", "heuristic", "--name", "Ambush", "--seed", "3"], "quit\n").ok();
    home.say(&["play", "--continue", "One"], "ease brisk\nquit\n").ok();
    stdin.write_all(b"dice hand\nquit\n").unwrap();
    drop(stdin);
    assert!(first.wait().unwrap().success());
    // Whoever knows the opponent knows whose eyes to look with.
    home.run(&["replay", "Ambush", "--text"]).ok();
    let settings = store(&home).settings(store(&home).find("One").unwrap().id).unwrap();
    assert_eq!(settings.get("dice").map(String::as_str), Some("\"hand\""), "{settings:?}");
    assert!(settings.contains_key("ease"), "{settings:?}");
}

#[test]
fn what_an_earlier_version_kept_in_a_file_is_taken_over() {
    let home = Home::new();
    fs::create_dir(home.data()).unwrap();
    let fixture = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/fixtures/schema-1");
    for name in ["games.db", "settings.json"] {
        fs::copy(fixture.join(name), home.data().join(name)).unwrap();
    }
    let list = home.run(&["saves"]).ok();
    assert!(list.contains("Ambush") && list.contains("Arracourt") && list.contains("first-game-1"), "{list}");
    let store = store(&home);
    let bots = store.settings(store.find("Ambush").unwrap().id).unwrap();
    assert_eq!(bots["bots"], r#"{"1":"heuristic"}"#);
    assert!(home.run(&["saves", "check"]).ok().contains("no damage"));
}

#[test]
fn nothing_is_restored_while_somebody_plays() {
    let home = Home::new();
    home.game("One", 4);
    home.game("Two", 4);
    let mut playing = home.command(&["play", "--continue", "One", "--linear"]).spawn().unwrap();
    let mut stdin = playing.stdin.take().unwrap();
    until_prompt(playing.stdout.as_mut().unwrap());
    let said = home.run(&["saves", "restore", "--yes"]).failed(1);
    assert!(said.contains("is in use"), "{said}");
    stdin.write_all(b"quit\n").unwrap();
    drop(stdin);
    assert!(playing.wait_with_output().unwrap().status.success());
    assert!(home.run(&["saves", "restore", "yesterday", "--yes"]).failed(2).contains("there are day"));
    let said = home.run(&["saves", "restore", "day", "--yes"]).ok();
    assert!(said.contains("is restored") && said.contains("games.db.damaged"), "{said}");
    assert!(home.run(&["saves"]).ok().contains("One"));
}

#[test]
fn a_deep_check_plays_every_game_again() {
    let home = Home::new();
    home.game("One", 10);
    home.game("Two", 10);
    assert!(home.run(&["saves", "check", "--deep"]).ok().contains("2 games replayed"));
    // Written as it should be, but no answer to anything.
    let store = store(&home);
    let row = store.find("Two").unwrap();
    store.append(row.id, row.length, &["0 fire:99:nothing".into()], None, Meta::default()).unwrap();
    drop(store);
    assert!(home.run(&["saves", "check"]).ok().contains("no damage"));
    let said = home.run(&["saves", "check", "--deep"]).failed(1);
    assert!(said.contains("Two: ") && !said.contains("One: "), "{said}");
}

#[test]
fn a_letter_changed_by_somebody_else_is_found_and_mended() {
    let home = Home::new();
    home.game("Zebra-crossing", 10);
    let file = home.data().join("games.db");
    let mut bytes = fs::read(&file).unwrap();
    let at = bytes.windows(14).position(|window| window == b"Zebra-crossing").unwrap();
    bytes[at + 13] = b'G';
    fs::write(&file, bytes).unwrap();
    let said = home.run(&["saves", "check"]).failed(1);
    assert!(said.contains("Zebra-crossinG") && said.contains("not what was written"), "{said}");
    let said = home.run(&["play", "--continue", "zebra-crossing"]).failed(1);
    assert!(said.contains("saves repair"), "{said}");
    let said = home.run(&["saves", "repair", "zebra-crossing"]).ok();
    assert!(said.contains("mended"), "{said}");
    home.say(&["play", "--continue", "Zebra-crossinG mended"], "auto\nquit\n").ok();
}

#[cfg(unix)]
#[test]
fn a_store_that_can_only_be_read_is_read() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let home = Home::new();
    home.game("One", 10);
    let mode = |path: &std::path::Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let files: Vec<_> = fs::read_dir(home.data()).unwrap().map(|file| file.unwrap().path()).collect();
    files.iter().for_each(|file| mode(file, 0o444));
    mode(&home.data(), 0o555);
    mode(home.dir.path(), 0o755);
    // Whoever may do everything becomes somebody who may not.
    let all = fs::File::create(home.data().join("probe")).is_ok();
    let run = |args: &[&str]| {
        let mut command = home.command(args);
        if all {
            command.uid(65534).gid(65534);
        }
        crate::common::finish(command.spawn().unwrap(), Vec::new())
    };
    let list = run(&["saves"]).ok();
    assert!(list.contains("One") && flat(&list).contains("read-only"), "{list}");
    assert!(run(&["saves", "export", "One", "-"]).ok().contains("\"history\""));
    assert!(run(&["verify", "One"]).ok().contains("right."));
    assert!(!run(&["replay", "One", "--text"]).ok().is_empty());
    assert!(run(&["saves", "check", "--deep"]).ok().contains("1 game replayed"));
    for args in [&["play", "--continue", "One"][..], &["saves", "rename", "One", "Two"], &["play", GAME]] {
        let said = run(args).failed(1);
        assert!(said.contains("games.db"), "{said}");
    }
    mode(&home.data(), 0o755);
}
