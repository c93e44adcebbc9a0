//! Whole games in plain lines, through a pipe.

use crate::common::{GAME, Home, answers, flat, until_prompt};
use hulldown_catalog::sample;

#[test]
fn a_whole_game_by_a_policy_and_its_story() {
    let home = Home::new();
    let said = home.say(&["play", GAME, "--seed", "1", "--name", "One"], "auto random end\nreport\nquit\n").ok();
    assert!(said.contains("The game is over"), "{said}");
    assert!(said.contains("Outcome: "), "{said}");
    assert!(said.contains("Saved. Resume with: hulldown play --continue One"), "{said}");
    let again = home.say(&["play", GAME, "--seed", "1", "--name", "Two"], "auto random end\nreport\nquit\n").ok();
    let rest = |said: &str| said.split_once("> auto").map(|(_, rest)| rest.replace("Ace: Two", "Ace: One")).unwrap();
    assert!(
        rest(&said).lines().zip(rest(&again).lines()).filter(|(a, _)| !a.starts_with("Saved.")).all(|(a, b)| a == b),
        "the same seed and answers give the same game"
    );
    assert!(home.run(&["saves"]).ok().contains("over: "));
    let story = home.run(&["replay", "One", "--text"]).ok();
    assert!(story.contains("Outcome: "));
    assert!(home.run(&["verify", "One"]).ok().contains("One: right."));
}

#[test]
fn a_whole_game_answered_with_the_first_option() {
    let home = Home::new();
    let said = home.say(&["play", GAME, "--seed", "3", "--name", "One"], &"#1\n".repeat(30_000)).ok();
    assert!(said.contains("The game is over"), "{}", &said[said.len().saturating_sub(2000)..]);
}

#[test]
fn every_word_is_understood() {
    let home = Home::new();
    home.game("One", 40);
    let words = [
        // While there are some: other words play on.
        "enemies",
        "help",
        "look",
        "where",
        "log",
        "log 3",
        "log all",
        "log losses",
        "log kills",
        "log rolls",
        "log heads",
        "board",
        "board all",
        "all",
        "mark here",
        "marks",
        "back round",
        "forward round",
        ",t",
        "odds",
        "odds #1",
        "why",
        "why #1",
        "rule 7.3",
        "rule hull down",
        "charts",
        "chart B1",
        "advice",
        "undo",
        "dice",
        "dice hand B1",
        "stop list",
        "stop none",
        "crew",
        "auto",
        "auto 2",
        "refused off",
        "refused on",
        "back",
        "back 3",
        "forward",
        "goto 5",
        "now",
        "report",
        "saves",
        "save",
        "tips",
        "?",
        "rewind 2",
    ];
    for word in words {
        let said = home.say(&["play", "--continue", "One"], &format!("{word}\nquit\n")).ok();
        let answer = said.split_once(&format!("> {word}\n")).map(|(_, rest)| rest).unwrap_or_default();
        for bad in ["Not understood", "is not an option", "is no option"] {
            assert!(!answer.contains(bad), "{word}: {answer}");
        }
        assert!(answer.lines().count() >= 2, "{word} says nothing: {answer}");
        assert!(said.lines().all(|line| line.chars().count() <= 100), "{word}: {said}");
    }
}

#[test]
fn slips_of_the_finger_do_no_harm() {
    let home = Home::new();
    home.game("One", 5);
    let before = home.export("One", "a.json");
    let slips = "0\n999\nlgo\nfire:99:zz\n\u{7f}\u{1b}[A\nrewind\nrewind 60000\ndice feet\nchart ZZ\nrule zebra\nodds 99\nauto nobody\ngoto x\n";
    let said = home.say(&["play", "--continue", "One"], slips).ok();
    assert!(said.contains("Did you mean `log`?"), "{said}");
    assert!(said.contains("No option has the key 999"), "{said}");
    assert_eq!(before, home.export("One", "b.json"), "nothing has changed");
}

#[test]
fn dice_thrown_by_hand_are_asked_for_and_checked() {
    let home = Home::new();
    // Whatever is asked: an empty line lets the program roll, `1` chooses.
    let input = format!("7\nx\n\n{}quit\n", "#1\n\n".repeat(60));
    let said = home.say(&["play", GAME, "--seed", "5", "--dice", "hand", "--name", "One"], &input).ok();
    assert!(said.contains("Roll "), "{said}");
    assert!(said.contains("Enter alone lets the program roll"), "{said}");
    assert!(said.contains("Needed: "), "{said}");
    assert!(said.contains("has no face 7") || said.contains("needs 2 face") || said.contains("such as"), "{said}");
    // The mode is kept for the next sitting.
    let said = home.say(&["play", "--continue", "One"], "dice\ndice random\ndice\nquit\n").ok();
    assert!(said.contains("You roll all dice"), "{said}");
    let said = home.say(&["play", "--continue", "One"], "dice\nquit\n").ok();
    assert!(said.contains("The program rolls all dice"), "{said}");
    assert!(home.run(&["verify", "One"]).ok().contains("right."));
}

#[test]
fn typed_faces_are_in_the_record() {
    let home = Home::new();
    let mut input = String::new();
    for _ in 0..40 {
        // One line fits one die, the next two; what does not fit is refused or is a number of an option.
        input.push_str("#1\n1\n1 1\n");
    }
    home.say(&["play", GAME, "--seed", "5", "--dice", "hand", "--name", "One"], &input).ok();
    let save = home.export("One", "a.json");
    assert!(save.contains("\"! "), "{save}");
    let said = home.run(&["verify", "a.json"]).ok();
    assert!(said.contains("typed in by hand"), "{said}");
}

#[test]
fn undo_and_rewind_say_what_they_take_back() {
    let home = Home::new();
    home.game("One", 30);
    let before = answers(&home.export("One", "a.json"));
    let said = home.say(&["play", "--continue", "One"], "undo\nrewind 4\nlog 5\nquit\n").ok();
    assert!(said.contains("Undone: "), "{said}");
    let last = before - 5;
    let replay = home.say(&["replay", "One"], &format!("goto {last}\nquit\n")).ok();
    assert!(replay.contains(&format!("After answer {last} of {last}")), "{replay}");
    assert!(home.run(&["verify", "One"]).ok().contains("where answers were undone"));
}

#[test]
fn a_report_and_a_replay_mark_rewinds_and_dice_thrown_by_hand() {
    let home = Home::new();
    home.game("One", 60);
    let said = home.say(&["play", "--continue", "One"], "rewind 40\nauto 50\nreport\nquit\n").ok();
    assert!(said.contains("1 rewind: 40 answers undone past dice."), "{said}");
    // The replay says so where the game goes on from there.
    let steps = "forward\n".repeat(60);
    let replay = home.say(&["replay", "One", "--to", "0"], &format!("{steps}quit\n")).ok();
    assert_eq!(replay.matches("Rewind: 40 answers undone past dice").count(), 1, "{replay}");
    let hand = home.say(&["play", "--continue", "One"], "dice hand\nauto 20\n11\nauto 20\n11\nreport\nquit\n").ok();
    assert!(hand.contains("rolled by hand."), "{hand}");
}

#[test]
fn the_guided_game_gives_each_hint_once_and_can_be_told_to_stop() {
    let home = Home::new();
    let said = home.say(&["learn", GAME, "--linear"], "auto 20\nquit\n").ok();
    assert!(said.contains("Hint: "), "{said}");
    let hint = said.lines().find(|line| line.starts_with("Hint: ")).unwrap().to_string();
    let again = home.say(&["play", "--continue"], "look\nquit\n").ok();
    assert!(!again.contains(&hint), "{again}");
    home.say(&["play", "--continue"], "tips off\nquit\n").ok();
    let off = home.say(&["learn"], "auto 20\nquit\n");
    assert!(!off.out.contains("Hint: "), "{}", off.out);
    assert!(!home.data().join("settings.json").exists(), "all of it is in the store");
}

#[test]
fn odds_of_a_saved_and_of_an_arranged_game() {
    let home = Home::new();
    let new = format!(r#"{{"do":"new","game":"{GAME}","seed":11}}"#);
    let lines =
        [&new, r#"{"do":"auto","policy":"random","until":"end","limit":60}"#, r#"{"do":"state"}"#, r#"{"do":"save"}"#];
    let out = home.say(&["drive"], &lines.join("\n")).ok();
    let replies: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    std::fs::write(home.path("state.json"), replies[2]["state"].to_string()).unwrap();
    std::fs::write(home.path("save.json"), replies[3]["save"].to_string()).unwrap();
    let said = home.run(&["odds", GAME, "--arrange", "state.json"]);
    assert!(said.code == 0 || said.err.contains("over"), "{}", said.err);
    let said = home.run(&["odds", "save.json"]);
    assert!(said.code == 0 || said.err.contains("over"), "{}", said.err);
    std::fs::write(home.path("bad.json"), "{\"zebra\": 1}").unwrap();
    assert!(home.run(&["odds", GAME, "--arrange", "bad.json"]).failed(1).contains("bad.json"));
}

#[test]
fn a_replay_steps_both_ways() {
    let home = Home::new();
    home.game("One", 12);
    home.export("One", "one.json");
    for what in ["One", "one.json"] {
        let said = home.say(&["replay", what, "--to", "3"], "forward\nback 2\ngoto 12\n1\nquit\n").ok();
        for at in [4, 2, 12] {
            assert!(said.contains(&format!("-- After answer {at} of 12: ")), "{said}");
        }
        // What was chosen one step before is what the next step is called after.
        let chosen = said.lines().find_map(|line| line.strip_prefix("  Chosen: ")).unwrap();
        let label = chosen.split_once(' ').unwrap().1.rsplit_once(" [").map_or(chosen, |(label, _)| label);
        let label = label.strip_prefix(chosen.split_once(' ').unwrap().0).map_or(label, str::trim_start);
        let begins: Vec<&str> = label.split_whitespace().take(5).collect();
        assert!(flat(&said).contains(&format!("-- After answer 4 of 12: {}", begins.join(" "))), "{label}: {said}");
        assert!(said.contains("Nothing is answered or changed in a record"), "{said}");
    }
    // In a game, looking back leaves it as it is, and a copy can be played on with.
    let said = home.say(&["play", "--continue", "One"], "back 5\nwhere\nplayon\nauto 2\nquit\n").ok();
    assert!(said.contains("copy of the game after answer 7"), "{said}");
    assert!(home.run(&["saves"]).ok().contains("One from 7"));
    assert_eq!(answers(&home.export("One", "again.json")), 12);
}

/// At a real terminal: lines that were there before the question was put.
#[cfg(unix)]
#[test]
fn what_a_person_types_ahead_answers_nothing() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use std::{fs, io::Write as _};
    let home = Home::new();
    let typist = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&typist).unwrap();
    unlockpt(&typist).unwrap();
    let name = ptsname(&typist, Vec::new()).unwrap();
    let terminal = fs::File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    let mut typist = fs::File::from(typist);
    typist.write_all(b"1\n1\n1\n").unwrap();
    let mut command = home.command(&["play", GAME, "--linear", "--seed", "7", "--name", "Hasty"]);
    command.stdin(terminal);
    let mut child = command.spawn().unwrap();
    drop(command);
    let mut out = child.stdout.take().unwrap();
    let first = until_prompt(&mut out);
    typist.write_all(b"1\n").unwrap();
    let second = until_prompt(&mut out);
    typist.write_all(b"quit\n").unwrap();
    assert!(child.wait().unwrap().success(), "{first}{second}");
    home.say(&["play", GAME, "--linear", "--seed", "7", "--name", "Calm"], "1\nquit\n").ok();
    let [hasty, calm] = ["Hasty", "Calm"].map(|name| answers(&home.export(name, "game.json")));
    assert_eq!(hasty, calm, "{first}{second}");
}

#[test]
fn what_is_no_answer_is_refused_in_words_of_the_table() {
    let home = Home::new();
    home.game("One", 8);
    let said = home.say(&["play", "--continue", "One"], "2 2\nquit\n").ok();
    assert!(said.contains("`2 2` is no option and no command. `look` lists the options"), "{said}");
    assert!(!said.contains("the options are"), "no ids: {said}");
}

#[test]
fn odds_are_asked_for_by_the_key_of_play() {
    let home = Home::new();
    let asked = (8..40).find_map(|answers| {
        let name = format!("Game {answers}");
        home.game(&name, answers);
        let all = home.run(&["odds", &name]).ok();
        let option = all.split("\n\n").nth(1)?.lines().next()?.to_string();
        Some((name, option))
    });
    let (name, option) = asked.unwrap();
    let (key, label) = option.split_once(": ").unwrap();
    assert!(key.len() <= 4 && key.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()), "{option}");
    let one = home.run(&["odds", &name, "--key", &key.to_lowercase()]).ok();
    assert!(one.contains(&format!("{key}: {label}")), "{one}");
}

#[test]
fn a_replay_knows_bookmarks_rounds_and_rewinds() {
    let home = Home::new();
    home.game("One", 30);
    let words = "auto 30\nrewind 12\nback 6\nmark the bridge\nquit\n";
    home.say(&["play", "--continue", "One"], words).ok();
    let replay = home.say(&["replay", "One", "--linear"], "marks\ngoto The Bridge\nmark here\nback round\nquit\n").ok();
    assert!(replay.contains("the bridge (answer 42)"), "{replay}");
    assert!(replay.contains("-- After answer 42 of 48"), "{replay}");
    assert!(replay.contains("read-only record"), "{replay}");
    let text = home.run(&["replay", "One", "--text"]).ok();
    assert!(text.contains("== ") && text.contains("<<  Rewind: 12 answers undone"), "{text}");
    assert!(text.contains("1 rewind: 12 answers undone past dice."), "{text}");
}

/// What is said of groups names one that is there, and Enter alone does not read out the menu again.
#[test]
fn lines_are_short_and_name_what_is_there() {
    let home = Home::new();
    for seed in ["3", "5", "8"] {
        let input = "auto\nall\n\n".repeat(12) + "odds\nwhy\nrule\nquit\n";
        let said = home.say(&["play", GAME, "--seed", seed, "--no-save"], &input).ok();
        for line in said.lines().filter(|line| line.contains(" unfolds that group")) {
            let group = line.trim().trim_start_matches('`').split('`').next().unwrap().to_string();
            assert!(said.contains(&format!("  {group}  ")), "{group}: {said}");
        }
        assert!(said.contains("`look` lists the options."), "{said}");
        assert!(!said.contains(" %") && !said.contains("[#"), "{said}");
    }
    assert!(home.run(&["play", GAME, "--side", "3"]).failed(2).contains("the game has 1 player"));
    let wrong = home.run(&["play", GAME, "--side", "9"]).failed(2);
    assert!(wrong.contains("9 is not one of 1 to 4"), "{wrong}");
    let wrong = home.run(&["play", GAME, "--seed", "x"]).failed(2);
    assert!(wrong.contains("it takes a whole number"), "{wrong}");
    home.game("One", 5);
    let said = home.run(&["replay", "One", "--to", "9999", "--linear"]).failed(2);
    assert!(said.contains("there is no answer 9999; the last one is 5"), "{said}");
    let said = home.say(&["replay", "One", "--to", "5", "--linear"], "quit\n").ok();
    assert!(said.contains("This is a record:"), "{said}");
    assert!(!said.contains("to choose it"), "{said}");
}

/// The group that is named as an example is one that is listed.
#[test]
fn the_group_that_is_named_is_folded() {
    let mut named = 0;
    for game in hulldown_desk::shelf() {
        let input = "auto 1\n".repeat(25);
        let said = Home::new().say(&["play", game.id, "--no-save", "--linear", "--seed", "5"], &input).ok();
        for prompt in said.split("\n> ") {
            let Some((list, _)) = prompt.split_once(" unfolds that group") else { continue };
            let group = list.rsplit('`').nth(1).unwrap();
            assert!(list.lines().any(|line| line.trim_start().starts_with(&format!("{group}  "))), "{prompt}");
            named += 1;
        }
    }
    assert!(named > 5, "{named}");
}

/// At the dice the word for going on says what the dice want.
#[test]
fn going_on_at_the_dice_says_what_they_want() {
    let said = Home::new().say(&["learn", sample!(days), "--no-save", "--linear", "--dice", "hand"], ".\n.\n.\n").ok();
    let last = said.rsplit("> .\n").next().unwrap();
    assert!(last.contains("Enter alone lets the program roll"), "{said}");
    assert!(!last.contains("no decision"), "{said}");
}

/// A lot among many is read off the dice, not off a list of as many chances.
#[test]
fn a_lot_among_many_is_told_in_short() {
    let input = "dice hand\n.\n.\n.\n5\n5\n5\n5\n5\n5\n5\n5\n".to_string() + &"\n.\n".repeat(60);
    let said = flat(&Home::new().say(&["learn", sample!(shared), "--no-save", "--linear"], &input).ok());
    let lot = said.split("Roll 1d100: ").skip(1).find(|roll| roll.contains("lots")).expect("no lot was drawn");
    assert!(lot.contains("all as likely.") && lot.contains(": that number (no. 1 of "), "{lot}");
    assert!(lot.contains(": again."), "{lot}");
    assert!(!lot.contains("no. 2 of"), "{lot}");
}

/// Of many outcomes those that count are named, and what is left out is said.
#[test]
fn odds_of_many_outcomes_are_told_in_short() {
    let said = Home::new().say(&["learn", sample!(shared), "--no-save", "--linear"], "Z\nodds\nodds 921\n").ok();
    let [all, one] = ["odds", "odds 921"].map(|word| {
        let rest = said.split_once(&format!("> {word}\n")).unwrap().1;
        rest.split("\n> ").next().unwrap()
    });
    assert!(all.contains(", …"), "{all}");
    assert!(one.contains("more outcomes)") && one.lines().count() < 20, "{one}");
}

/// What is a choice of the game, but none now, is not answered with what a record calls the options.
#[test]
fn an_answer_of_another_question_names_no_keys_of_records() {
    let input = ".\n.\nresign\ncommit\nfrobnicate\nquit\n";
    let said = flat(&Home::new().say(&["learn", sample!(sides), "--no-save", "--linear"], input).ok());
    assert_eq!(said.matches("is no answer to this question.").count(), 2, "{said}");
    assert!(said.contains("`frobnicate` is no option and no command."), "{said}");
    assert!(!said.contains("the options are"), "{said}");
}
