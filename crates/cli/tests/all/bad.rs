//! Bad input: a clear word, the right exit code, and nothing lost.

use crate::common::{GAME, Home, finish, flat, shipped_chart};
use hulldown_catalog::sample;
use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

#[test]
fn what_is_not_known_is_named_with_what_is() {
    let home = Home::new();
    let cases: &[(&[&str], &[&str])] = &[
        (&["play", "chess"], &["chess", GAME]),
        (&["play", "aec"], &["did you mean", GAME]),
        (&["rules", "chess"], &["chess"]),
        (&["play", GAME, "--zebra"], &["--zebra"]),
        (&["fly"], &["fly"]),
        (&["play", GAME, "--seed", "many"], &["many", "--seed"]),
        (&["play", GAME, "--dice", "feet"], &["feet", "hand"]),
        (&["play", GAME, "--set", "zebra=1"], &["zebra", "--options"]),
        (&["play", GAME, "--set", "zebra"], &["FIELD=VALUE"]),
        (&["play", "--continue", "Nobody"], &["Nobody"]),
        (&["play", "--continue"], &["no saved game"]),
        (&["play", GAME, "--pack", "nowhere"], &["nowhere"]),
        (&["verify", "nowhere.json"], &["nowhere.json"]),
        (&["verify", "Nobody"], &["Nobody"]),
        (&["replay", "./nowhere"], &["nowhere"]),
        (&["odds", "Nobody"], &["Nobody"]),
        (&["odds", GAME, "--arrange", "nowhere.json"], &["nowhere.json"]),
        (&["saves", "remove", "Nobody"], &["Nobody"]),
        (&["saves", "import", "nowhere.json"], &["nowhere.json"]),
    ];
    for (args, words) in cases {
        // Before and after there are saved games.
        let said = home.run(args).failed(2);
        for word in *words {
            assert!(said.to_lowercase().contains(&word.to_lowercase()), "{args:?}: {said}");
        }
    }
    home.game("One", 3);
    assert!(home.run(&["odds", "One", "--key", "fire:99:zz"]).failed(2).contains("fire:99:zz"));
    assert!(home.run(&["play", "--continue", "Oen"]).failed(2).contains("did you mean \"One\""));
    for how in [&["replay", "One", "--to", "999", "--text"][..], &["replay", "One", "--to", "999"]] {
        assert!(home.run(how).failed(2).contains("the last one is 3"));
    }
    assert!(home.run(&["verify", "/tmp"]).failed(2).contains("is a directory"));
    assert!(home.run(&["play", GAME, "--seed", "-1"]).failed(2).contains("a whole number, 0 or more"));
    for command in ["rules", "charts", "sim"] {
        let said = home.run(&[command]).failed(2);
        assert!(hulldown_catalog::IDS.iter().all(|id| said.contains(id)), "{said}");
    }
    assert!(home.run(&["rules", GAME]).ok().len() > home.run(&["rules", GAME, "the"]).ok().len());
}

#[test]
fn a_file_that_cannot_be_written_is_named_and_its_draft_is_not() {
    let home = Home::new();
    home.game("One", 3);
    let said = home.run(&["saves", "export", "One", "nowhere/one.json"]).failed(1);
    assert!(said.contains("there is no directory nowhere") && !said.contains("draft"), "{said}");
    let said = home.run(&["saves", "backup", "nowhere/all.db"]).failed(1);
    assert!(said.contains("nowhere/all.db") && !said.contains("draft"), "{said}");
}

#[test]
fn what_is_not_a_save_says_so_and_changes_nothing() {
    let home = Home::new();
    home.game("One", 20);
    let whole = home.export("One", "one.json");
    let json: serde_json::Value = serde_json::from_str(&whole).unwrap();
    let with = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut save = json.clone();
        change(&mut save);
        save.to_string()
    };
    let cases = [
        ("empty", String::new(), "not a saved game"),
        ("text", "Dear diary".into(), "not a saved game: it is not JSON"),
        ("half", whole[..whole.len() / 2].to_string(), "not a saved game: it breaks off in line "),
        ("number", "42".into(), "not a saved game: it does not begin with the head of one"),
        ("settings", r#"{"theme": "dark"}"#.into(), "not a saved game: it does not begin with the head of one"),
        ("future", with(&|save| save["head"]["hulldown"] = 99.into()), "later version"),
        ("other", with(&|save| save["head"]["game"] = "chess".into()), "chess"),
        ("field", with(&|save| save["head"]["zebra"] = 1.into()), "zebra"),
        ("seed", with(&|save| save["head"]["seed"] = 1.into()), "not what the seed's dice"),
        ("charts", with(&|save| save["head"]["charts"] = "0123".into()), "charts"),
        ("state", with(&|save| save["checkpoint"]["state"] = serde_json::json!({})), "altered"),
    ];
    let before = home.run(&["saves"]).ok();
    for (name, text, word) in cases {
        let file = format!("{name}.json");
        fs::write(home.path(&file), text).unwrap();
        for args in [vec!["verify", &file], vec!["saves", "import", &file], vec!["replay", &file, "--text"]] {
            let said = home.run(&args).failed(1);
            assert!(said.contains(word), "{args:?}: {said}");
            assert!(said.contains(&file), "{args:?} names the file: {said}");
        }
    }
    fs::write(home.path("bytes.json"), [0xff, 0xfe, 0x00]).unwrap();
    assert!(home.run(&["verify", "bytes.json"]).failed(1).contains("not text"));
    assert_eq!(before, home.run(&["saves"]).ok());
}

#[test]
fn a_data_directory_that_cannot_be_written_is_named() {
    let home = Home::new();
    fs::write(home.data(), "a file is in the way").unwrap();
    let said = home.run(&["play", GAME]).failed(1);
    assert!(said.contains("games.db") && said.contains("HULLDOWN_DATA") && said.contains("--no-save"), "{said}");
    assert!(said.contains("is a file") && !said.contains("os error"), "{said}");
    let said = home.say(&["play", GAME, "--no-save"], "auto 3\nsave\nsave out.json\nquit\n").ok();
    assert!(said.contains("This game is not saved"), "{said}");
    assert!(home.path("out.json").exists());
    assert!(home.run(&["verify", "out.json"]).ok().contains("right."));
    // Finding one's way still works.
    assert!(home.run(&[]).ok().contains("cannot be read"));
    assert!(home.run(&["rules", GAME, "7.3"]).code == 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_and_nothing_confirmed_is_lost() {
    let home = Home::new();
    home.game("One", 30);
    let kept = home.export("One", "one.json");
    let said = home.run(&["saves", "export", "One", "/dev/full", "--force"]).failed(1);
    assert!(said.contains("/dev/full"), "{said}");
    // A limit on the size of files stands in for a disk that is full: writes fail, nothing else does.
    let script = "trap '' XFSZ; ulimit -f 40; exec \"$0\" play --continue One --linear";
    let mut command = Command::new("bash");
    command.args(["-c", script, env!("CARGO_BIN_EXE_hulldown")]).env("HULLDOWN_DATA", home.data());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let input = "auto\n".repeat(60) + "#1\nsave\nquit\n";
    let ran = finish(command.spawn().unwrap(), input.into_bytes());
    if ran.code == 0 {
        assert!(flat(&ran.out).contains("not saved yet") && ran.out.contains("NOT saved"), "{}", ran.err);
    } else {
        assert_eq!(ran.code, 1, "{}", ran.err);
    }
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    let now = home.export("One", "now.json");
    let (kept, now): (serde_json::Value, serde_json::Value) =
        (serde_json::from_str(&kept).unwrap(), serde_json::from_str(&now).unwrap());
    let (kept, now) = (kept["history"].as_array().unwrap(), now["history"].as_array().unwrap());
    assert_eq!(kept[..], now[..kept.len()], "what was there is still there");
    assert!(home.run(&["verify", "One"]).ok().contains("right."));
}

#[test]
fn a_bad_pack_is_refused_whole_with_file_and_table() {
    let home = Home::new();
    let pack = home.path("mypack");
    fs::create_dir(&pack).unwrap();
    assert!(home.run(&["charts", GAME, "--pack", "mypack"]).failed(2).contains("it has no charts"));

    fs::write(pack.join("b1_to_hit.toml"), "x = [").unwrap();
    let said = home.run(&["charts", GAME, "--pack", "mypack"]).failed(1);
    assert!(said.contains("b1_to_hit.toml") && said.contains("line 1"), "{said}");
    fs::remove_file(pack.join("b1_to_hit.toml")).unwrap();

    fs::write(pack.join("zebra.toml"), "x = 1").unwrap();
    assert!(home.run(&["play", GAME, "--pack", "mypack"]).failed(1).contains("zebra.toml"));
    fs::remove_file(pack.join("zebra.toml")).unwrap();

    // Other text is a file of the game too, or a mistake; a word about the pack and a picture are neither.
    fs::write(pack.join("map.txt"), "....").unwrap();
    assert!(home.run(&["play", GAME, "--pack", "mypack"]).failed(1).contains("map.txt"));
    fs::remove_file(pack.join("map.txt")).unwrap();
    fs::write(pack.join("README.md"), "My charts.").unwrap();
    fs::write(pack.join("cover.png"), [0x89, 0x50, 0xff]).unwrap();

    // A good pack is played with, remembered, and needed again.
    let chart = shipped_chart("b5_movement.toml");
    fs::write(pack.join("b5_movement.toml"), format!("{chart}\n# mine\n")).unwrap();
    home.say(&["play", GAME, "--pack", "mypack", "--name", "Mine", "--seed", "4"], "auto 5\nquit\n").ok();
    assert!(home.say(&["play", "--continue", "Mine"], "quit\n").ok().contains("at answer 5."));
    home.export("Mine", "mine.json");
    let said = home.run(&["verify", "mine.json"]).failed(1);
    assert!(said.contains("mypack") && said.contains("--pack"), "{said}");
    assert!(home.run(&["verify", "mine.json", "--pack", "mypack"]).ok().contains("of the pack `mypack`"));
}

/// What can be agreed before play is told with the cards of a pack.
#[test]
fn a_pack_shows_in_the_fields_of_a_set_up() {
    let home = Home::new();
    let pack = home.path("mypack");
    fs::create_dir(&pack).unwrap();
    for file in hulldown_desk::find(sample!(shared)).unwrap().pack {
        fs::write(pack.join(file.name), file.example).unwrap();
    }
    let options = ["play", sample!(shared), "--options"];
    let (ours, theirs) = (home.run(&options).ok(), home.run(&[&options[..], &["--pack", "mypack"]].concat()).ok());
    for told in ["campaign=corsica_1943", "Corsica 1943: 1943, ", "objective=raid", "Raid: 2 Weeks"] {
        assert!(theirs.contains(told) && !ours.contains(told), "{told}: {theirs}");
    }
}

#[test]
fn a_pack_with_a_gap_in_a_die_table_names_the_gap() {
    let home = Home::new();
    let pack = home.path("gap");
    fs::create_dir(&pack).unwrap();
    let chart = shipped_chart("b9_event_check.toml");
    let row = "\"7\" = \"none\"\n";
    assert!(chart.contains(row));
    fs::write(pack.join("b9_event_check.toml"), chart.replace(row, "")).unwrap();
    let said = home.run(&["play", GAME, "--pack", "gap"]).failed(1);
    assert!(said.contains("b9_event_check.toml") && said.contains("no row covers a roll of 7"), "{said}");
}

#[test]
fn whoever_stops_reading_is_not_shouted_at() {
    let home = Home::new();
    home.game("One", 200);
    for args in
        [&["rules", GAME][..], &["charts", GAME], &["replay", "One", "--text"], &["saves", "export", "One", "-"]]
    {
        let mut child = home.command(args).spawn().unwrap();
        let mut first = [0; 1];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        let status = child.wait().unwrap();
        assert!(said.is_empty() && status.success(), "{args:?}: {said}");
    }
}
