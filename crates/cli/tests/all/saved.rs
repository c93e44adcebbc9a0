//! Nothing confirmed is ever lost.

use crate::common::{GAME, Home, answers, flat, until_prompt};
use hulldown_catalog::sample;
use std::fs;
use std::io::Write;

#[test]
fn a_killed_game_has_every_answer_that_was_confirmed() {
    let home = Home::new();
    let mut confirmed = 0;
    for round in 0..8 {
        let args: &[&str] = if round == 0 {
            &["play", GAME, "--seed", "11", "--name", "Kill", "--linear"]
        } else {
            &["play", "--continue", "Kill", "--linear"]
        };
        let mut child = home.command(args).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        until_prompt(&mut stdout);
        for _ in 0..=round {
            stdin.write_all(b"auto\n").unwrap();
            let said = until_prompt(&mut stdout);
            assert!(said.contains(" answered: "), "{said}");
            confirmed += 1;
        }
        // One more on its way: it may be saved or not, but it must not do harm.
        stdin.write_all(b"auto\n").unwrap();
        std::thread::sleep(std::time::Duration::from_millis(round * 2));
        child.kill().unwrap();
        child.wait().unwrap();
        let kept = answers(&home.export("Kill", "kill.json"));
        assert!((confirmed..=confirmed + 1).contains(&kept), "{kept} of {confirmed}");
        confirmed = kept;
        assert!(home.run(&["verify", "kill.json"]).ok().contains("right."));
    }
    let said = home.say(&["play", "--continue", "Kill"], "quit\n").ok();
    assert!(said.contains(&format!("at answer {confirmed}.")), "{said}");
}

#[test]
fn export_and_import_are_each_others_reverse() {
    let home = Home::new();
    home.game("One", 25);
    let first = home.export("One", "one.json");
    let said = home.run(&["saves", "import", "one.json", "--name", "Again"]).ok();
    assert!(said.contains("hulldown play --continue Again"), "{said}");
    assert_eq!(first, home.export("Again", "again.json"));
    assert_eq!(home.run(&["saves", "export", "One", "-"]).ok(), first);
    // Both go on alike.
    let on = |name: &str| {
        let said = home.say(&["play", "--continue", name], "auto 10\nlog 10\nquit\n").ok();
        said.split_once("> auto").map(|(_, rest)| rest.replace("--continue Again", "--continue One")).unwrap()
    };
    assert!(on("One") == on("Again"));
    // Without a name the file's is taken, and a taken one is not taken twice.
    home.run(&["saves", "import", "one.json"]).ok();
    let list = home.run(&["saves"]).ok();
    assert!(list.contains("one 2"), "{list}");
    assert!(home.run(&["saves", "import", "one.json", "--name", "Again"]).failed(2).contains("Again"));
    assert!(home.run(&["saves", "export", "One", "one.json"]).failed(2).contains("--force"));
}

#[test]
fn what_was_checked_is_said_of_the_charts_it_was_checked_with() {
    let home = Home::new();
    home.game("One", 5);
    let mut save: serde_json::Value = serde_json::from_str(&home.export("One", "one.json")).unwrap();
    save["head"]["pack"] = "/etc".into();
    std::fs::write(home.path("etc.json"), save.to_string()).unwrap();
    let said = home.run(&["verify", "etc.json"]);
    assert!(said.out.contains("as shipped") && !said.out.contains("/etc"), "{}", said.out);
}

#[test]
fn a_name_that_is_there_goes_on() {
    let home = Home::new();
    home.game("One", 4);
    let said = home.say(&["play", GAME, "--name", "ONE"], "quit\n").ok();
    assert!(flat(&said).contains("resuming \"One\" at answer 4."), "{said}");
    assert!(home.run(&["play", GAME, "--name", "One", "--seed", "9"]).failed(2).contains("already a game named"));
    let said = home.say(&["play", GAME], "quit\n").ok();
    assert!(said.contains("new game"), "{said}");
    home.say(&["play", GAME], "quit\n").ok();
    let list = home.say(&["saves", "list"], "").ok();
    assert!(
        list.contains(concat!(sample!(career), "-1")) && list.contains(concat!(sample!(career), "-2")),
        "each has a name of its own: {list}"
    );
}

#[test]
fn games_are_renamed_removed_backed_up_and_restored() {
    let home = Home::new();
    home.game("One", 4);
    assert!(home.run(&["saves", "rename", "one", "Third Army"]).ok().contains("Third Army"));
    assert!(home.run(&["saves", "rename", "Third Army", " "]).failed(2).contains("empty"));
    assert!(home.run(&["saves", "backup", "copy.db"]).ok().contains("1 game copied"));
    assert!(home.run(&["saves", "backup", "copy.db"]).failed(2).contains("already exists"));
    assert!(home.say(&["saves", "remove", "Third Army"], "no\n").ok().contains("Nothing was deleted"));
    assert!(home.run(&["saves", "remove", "Third Army"]).ok().contains("Nothing was deleted"), "no answer is no");
    assert!(home.run(&["saves", "remove", "Third Army", "--yes"]).ok().contains("Army\" deleted"));
    assert!(home.run(&["saves", "remove", "Third Army", "--yes"]).failed(2).contains("no saved game"));
    assert!(home.run(&["saves", "check"]).ok().contains("no damage"));

    fs::copy(home.path("copy.db"), home.data().join("games.db.bak")).unwrap();
    fs::write(home.data().join("games.db"), "not a database at all, really not one").unwrap();
    for leftover in ["games.db-wal", "games.db-shm"] {
        let _ = fs::remove_file(home.data().join(leftover));
    }
    assert!(home.run(&["saves"]).failed(1).contains("saves restore"));
    assert!(home.run(&["saves", "restore", "--yes"]).ok().contains("is restored"));
    assert!(home.run(&["saves"]).ok().contains("Third Army"));
    assert!(home.say(&["play", "--continue"], "quit\n").ok().contains("at answer 4."));
}

#[test]
fn a_damaged_game_is_mended_up_to_the_last_good_step() {
    let home = Home::new();
    home.game("One", 20);
    let whole = home.export("One", "one.json");
    let mut save: serde_json::Value = serde_json::from_str(&whole).unwrap();
    let lines = save["history"].as_array_mut().unwrap();
    let middle = lines.len() / 2;
    lines[middle] = "0 fire:99:nothing".into();
    fs::write(home.path("bad.json"), save.to_string()).unwrap();
    let said = home.run(&["verify", "bad.json"]).failed(1);
    assert!(said.contains(&format!("history[{middle}]")) || said.contains("answer"), "{said}");
    assert!(home.run(&["saves", "import", "bad.json"]).failed(1).contains("saves repair bad.json"));
    let said = home.run(&["saves", "repair", "bad.json"]).ok();
    assert!(said.contains("bad mended"), "{said}");
    let kept = answers(&home.export("bad mended", "mended.json"));
    assert!(kept > 0 && kept < 20, "{kept}");
    assert!(home.run(&["verify", "bad mended"]).ok().contains("right."));
    assert!(home.run(&["saves", "repair", "One"]).ok().contains("is not damaged"));
    // One whose text breaks off, in the middle of its history or behind it, is recovered up to there.
    let text = home.export("One", "whole.json");
    let (last, line) = (text.find("\"checkpoint\"").unwrap(), text.find("\"history\"").unwrap());
    for (name, cut) in [("cut.json", line.midpoint(last)), ("late.json", last + 40)] {
        fs::write(home.path(name), &text[..cut]).unwrap();
        let said = home.run(&["saves", "repair", name]).ok();
        assert!(said.contains("Saved as ") && said.contains(" replay, up to answer "), "{said}");
    }
    fs::write(home.path("stub.json"), &text[..40]).unwrap();
    let said = home.run(&["saves", "repair", "stub.json"]).failed(1);
    assert!(said.contains("stub.json") && said.contains("it breaks off in line ") && !said.contains("EOF"), "{said}");
}

#[test]
fn two_at_once_do_not_mix_their_answers() {
    let home = Home::new();
    home.game("One", 2);
    let mut first = home.command(&["play", "--continue", "One", "--linear"]).spawn().unwrap();
    let mut stdin = first.stdin.take().unwrap();
    let mut stdout = first.stdout.take().unwrap();
    until_prompt(&mut stdout);
    home.say(&["play", "--continue", "One"], "auto\nquit\n").ok();
    stdin.write_all(b"auto 3\n").unwrap();
    let said = until_prompt(&mut stdout);
    // What was not taken is not told as done, and the game goes on from where it stands.
    let flat = flat(&said);
    assert!(flat.contains("was NOT taken: this game was changed in another window"), "{said}");
    assert!(!flat.contains("gave 3 answers") && !flat.contains(" answered: "), "{said}");
    stdin.write_all(b"auto\nquit\n").unwrap();
    drop(stdin);
    assert!(first.wait().unwrap().success());
    assert_eq!(answers(&home.export("One", "one.json")), 4);
}
