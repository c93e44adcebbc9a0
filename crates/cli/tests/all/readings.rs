//! Where the sources of a game disagree: shown, played, saved and written as a pack, with the real program.

use crate::common::{Home, flat};
use hulldown_catalog::sample;
use serde_json::Value;
use std::fs;

#[test]
fn disagreements_are_listed_for_people_and_programs() {
    let home = Home::new();
    let list = home.run(&["charts", sample!(days), "--disagreements"]).ok();
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
    let said = flat(&list);
    assert!(said.contains("39 places where public sources disagree; 37 can be played the other way"), "{said}");
    let one = "miss-ends-fire about: rate of fire after a miss ours: allowed (rulebook 9.4) theirs: a miss ends the firing (code) \
               why: the rulebook looks at the dice alone (9.4) (R32)";
    assert!(said.contains(one), "{said}");
    assert!(said.contains("advance-86-90 about: enemy action, advance, tank/SPG, 86-90"), "{said}");
    assert!(said.contains("not played: a roll must mean something"), "{said}");
    assert!(said.contains(concat!("hulldown play ", sample!(days), " --reading july-27")), "{said}");

    let json = home.run(&["charts", sample!(days), "--disagreements", "--format", "json"]).ok();
    let all: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 39);
    assert_eq!((&all[0]["name"], &all[0]["playable"]), (&"july-27".into(), &true.into()));
    let tsv = home.run(&["charts", sample!(days), "--disagreements", "--format", "tsv"]).ok();
    assert!(tsv.lines().count() == 40 && tsv.lines().all(|line| line.matches('\t').count() == 7), "{tsv}");
    assert!(home.run(&["charts", sample!(career), "--disagreements"]).ok().contains("do not disagree"));

    let help = home.run(&["charts", "--help"]).ok();
    assert!(help.contains("--disagreements") && help.contains("--reading") && help.contains("--out"), "{help}");
}

#[test]
fn a_chart_can_be_read_the_other_way() {
    let home = Home::new();
    let ours = home.run(&["charts", sample!(days), "rate_of_fire"]).ok();
    let theirs = home.run(&["charts", sample!(days), "rate_of_fire", "--reading", "miss-ends-fire"]).ok();
    assert!(!ours.contains("a miss ends the firing") && theirs.contains("a miss ends the firing"), "{theirs}");
    let wrong = home.run(&["charts", sample!(days), "--reading", "miss-ends-fir"]).failed(2);
    assert!(wrong.contains("Did you mean miss-ends-fire?"), "{wrong}");
    let gap = home.run(&["charts", sample!(days), "--reading", "advance-86-90"]).failed(2);
    assert!(gap.contains("cannot be played"), "{gap}");
    assert!(home.run(&["charts", sample!(career), "--reading", "all"]).failed(2).contains("no other readings"));
    home.run(&["charts", sample!(days), "--reading", "all", "--pack", "x"]).failed(2);
}

#[test]
fn a_game_with_other_readings_is_saved_and_reopens() {
    let home = Home::new();
    let begin = ["play", sample!(days), "--linear", "--seed", "5", "--name", "Other"];
    let with = [&begin[..], &["--reading", "miss-ends-fire", "--reading", "july-27"]].concat();
    home.say(&with, "auto 30\nquit\n").ok();
    let save: Value = serde_json::from_str(&home.export("Other", "other.json")).unwrap();
    assert_eq!(save["head"]["pack"], "readings: july-27, miss-ends-fire");
    // It goes on by its name alone, as a saved game and as a file, and in another data directory.
    assert!(
        home.say(&["play", "--continue", "Other"], "chart rate_of_fire\nauto 5\nquit\n")
            .ok()
            .contains("a miss ends the firing")
    );
    assert!(home.run(&["verify", "Other"]).ok().contains("right."));
    assert!(home.run(&["verify", "other.json"]).ok().contains("right."));
    home.run(&["odds", "other.json"]).ok();
    home.run(&["replay", "other.json", "--text"]).ok();
    home.run(&["saves", "import", "other.json", "--name", "Again"]).ok();
    assert!(home.run(&["verify", "Again"]).ok().contains("right."));
    // What a saved game is played with is not changed on the way.
    home.say(&["play", "--continue", "Other", "--reading", "all"], "quit\n").failed(2);
    let taken = home.say(&with, "quit\n").failed(2);
    assert!(taken.contains("there is already a game named"), "{taken}");
    // The driver knows them too.
    let new = concat!("{\"do\":\"new\",\"game\":\"", sample!(days), "\",\"seed\":1}\n{\"do\":\"save\"}\n");
    let said = home.say(&["drive", "--reading", "gyro-hvss"], new).ok();
    assert!(said.contains("readings: gyro-hvss"), "{said}");
}

#[test]
fn a_reading_becomes_a_pack_and_changes_a_simulation() {
    let home = Home::new();
    let said = home.run(&["charts", sample!(days), "--reading", "all", "--out", "mine"]).ok();
    assert!(said.contains(concat!("hulldown play ", sample!(days), " --pack mine")), "{said}");
    assert!(fs::read_to_string(home.path("mine/gunnery.toml")).unwrap().contains("after_a_miss = false"));
    assert!(fs::read_to_string(home.path("mine/README.md")).unwrap().contains("readings: all"));
    home.run(&["charts", sample!(days), "--reading", "all", "--out", "mine"]).failed(2);
    home.run(&["charts", sample!(days), "--out", "yours"]).failed(2);
    let sim = |more: &[&str]| {
        let args =
            [&["sim", sample!(days), "--games", "40", "--set", "length=day", "--out", "days.csv"][..], more].concat();
        home.run(&args).ok();
        let days = fs::read_to_string(home.path("days.csv")).unwrap();
        fs::remove_file(home.path("days.csv")).unwrap();
        days
    };
    let others = sim(&["--reading", "all"]);
    assert_eq!(others, sim(&["--pack", "mine"]));
    assert_ne!(others, sim(&[]), "other readings play otherwise");
}
