//! Games of other rules in the terminal: read as they were told, gone on with once, refused by name.

use crate::common::*;
use hulldown_catalog::sample;
use serde_json::Value;
use std::fs;

/// A saved game as a file, as if it had been played by rules of another version.
fn of_version(home: &Home, name: &str, file: &str, version: u32) {
    let mut save: Value = serde_json::from_str(&home.export(name, file)).unwrap();
    save["head"]["rules_version"] = version.into();
    fs::write(home.path(file), save.to_string()).unwrap();
}

#[test]
fn a_game_of_older_rules_is_read_and_gone_on_with_once() {
    let home = Home::new();
    home.game("Arracourt", 40);
    let log = home.run(&["replay", "Arracourt", "--text"]).ok();
    of_version(&home, "Arracourt", "old.json", 0);
    let said = flat(&home.run(&["saves", "import", "old.json", "--name", "Old"]).ok());
    assert!(said.contains("rules version 0") && said.contains("hulldown replay Old"), "{said}");
    assert!(home.run(&["saves"]).ok().contains("rules version 0"));

    // It is told as it was told, from the store and from the file.
    let told = home.run(&["replay", "Old", "--text"]).ok();
    let line = log.lines().rev().find(|line| line.contains('·')).unwrap().trim();
    assert!(flat(&told).contains(&flat(line)), "{line} is not in {told}");
    assert!(flat(&home.run(&["replay", "old.json", "--text"]).ok()).contains(&flat(line)));
    let walked =
        home.say(&["replay", "Old", "--linear"], "forward\nforward 3\nback\ngoto 20\nlog\nwhere\nfly\nquit\n").ok();
    assert!(walked.contains("After 20 answers of 40"), "{walked}");

    // Going on is said once; without it nothing changes.
    let games = || home.run(&["saves"]).ok().split_whitespace().filter(|word| *word == sample!(career)).count();
    let before = games();
    for args in [&["play", "--continue", "Old", "--linear"][..], &["odds", "Old"], &["review", "Old"]] {
        let refused = home.run(args).failed(2);
        assert!(refused.contains("Old") && refused.contains("rules version 0"), "{refused}");
    }
    assert_eq!(games(), before);
    let gone = home.say(&["play", "--continue", "Old", "--go-on", "--linear"], "auto 2\nquit\n").ok();
    assert!(flat(&gone).contains("stays as it was"), "{gone}");
    home.say(&["play", "--continue", "Old", "--linear"], "quit\n").ok();
    home.say(&["play", "--continue", "Old", "--go-on", "--linear"], "quit\n").ok();
    assert_eq!(games(), before + 1, "asked again, it is the same game");
    assert_eq!(home.run(&["replay", "Old", "--text"]).ok(), told, "the old one stays as it was");
}

#[test]
fn what_cannot_be_done_with_other_rules_names_the_game() {
    let home = Home::new();
    home.game("Arracourt", 10);
    of_version(&home, "Arracourt", "old.json", 0);
    of_version(&home, "Arracourt", "later.json", 99);
    for command in ["repair", "verify"] {
        let args: &[&str] =
            if command == "repair" { &["saves", "repair", "old.json"] } else { &["verify", "old.json"] };
        let said = home.run(args).failed(1);
        assert!(said.contains("old.json") && said.contains("rules version 0"), "{said}");
        assert!(!said.contains("null"), "{said}");
    }
    let said = home.run(&["saves", "import", "later.json"]).failed(1);
    assert!(said.contains("later.json") && said.contains("99") && said.contains("update"), "{said}");
    assert_eq!(home.run(&["saves"]).ok().matches(sample!(career)).count(), 1, "nothing was taken in");
}

#[test]
fn a_file_too_large_is_refused_by_name_and_limit() {
    let home = Home::new();
    fs::File::create(home.path("huge.json")).unwrap().set_len(33 << 20).unwrap();
    for args in [
        &["verify", "huge.json"][..],
        &["replay", "huge.json", "--text"],
        &["odds", "huge.json"],
        &["odds", sample!(career), "--arrange", "huge.json"],
        &["saves", "repair", "huge.json"],
        &["saves", "import", "huge.json"],
    ] {
        let said = home.run(args).failed(1);
        assert!(said.contains("huge.json") && said.contains("32 MB"), "{args:?}: {said}");
    }
}

#[test]
fn a_copy_is_played_on_after_a_rewind() {
    let home = Home::new();
    home.say(
        &["play", sample!(career), "--name", "Hero", "--seed", "1", "--linear"],
        "auto 8\nrewind 4\nauto 4\nquit\n",
    )
    .ok();
    for at in 0..8 {
        let typed = format!("goto {at}\nplayon\nauto 1\nquit\n");
        let said = home.say(&["play", "--continue", "Hero", "--linear"], &typed).ok();
        assert!(said.contains(&format!("Hero from {at}")), "{said}");
        home.run(&["verify", &format!("Hero from {at}")]).ok();
    }
}

/// A record is looked at: nothing is answered in it, and no setting of play changes.
#[test]
fn nothing_changes_in_a_record() {
    let home = Home::new();
    home.game("One", 12);
    let words = ["undo", "rewind 2", "auto 3", "dice hand", "ease brisk", "tips on", "ask none", "save", "1", "."];
    let said = home.say(&["replay", "One", "--linear"], &(words.join("\n") + "\nquit\n")).ok();
    let refused = said.matches("Nothing is answered or changed in a record").count();
    assert_eq!(refused, words.len(), "{said}");
    let end = home.say(&["replay", "One", "--linear"], "goto 12\nforward round\nforward\nquit\n").ok();
    assert!(end.contains("nothing comes after it"), "{end}");
}
