//! A game of two sides in the terminal: against a policy, and with two people at one screen.

use crate::common::Home;
use hulldown_catalog::sample;

const MARCH: &str = "at:0117\nface:B\nas-they-are\nshortest\n";

#[test]
fn one_plays_against_a_policy_and_speaks_in_lines() {
    let home = Home::new();
    let march = "march:4\nkeep-rest\n".repeat(4);
    let said = home.say(
        &["play", sample!(sides), "--seed", "17", "--name", "Sides", "--linear"],
        &format!("{MARCH}{march}A mvr D, B fc\nunits\nC df 0101\ncommit\nyes\nstop\nquit\n"),
    );
    let said = said.ok();
    // `stop` is an answer here, though it is also a word of the program.
    assert!(said.contains("Alpha stops all movement."), "{said}");
    assert!(said.contains("plotted move in reverse 1 south") && said.contains("plotted turn at the end"), "{said}");
    // So is `C df 0101`, though C begins the word for a chart: it is refused as an order.
    assert!(said.contains("C: df 0101: no enemy unit is to be seen there (5.0b)"), "{said}");
    // Seals are in the record; nobody has to read them in play.
    assert!(!said.contains("plot is sealed:"), "{said}");
    assert!(home.run(&["replay", "Sides", "--text"]).ok().contains("Alpha's plot is sealed:"));
    // What the policy keeps to itself is nowhere.
    assert!(!said.contains("Bravo is arranged"), "{said}");
    let again = home.say(&["play", "--continue", "Sides", "--linear"], "quit\n").ok();
    assert!(again.contains("Alpha"), "{again}");
}

/// A seed tells what a bot hides: only who gave it reads it.
#[test]
fn the_seed_of_a_game_with_secrets_is_not_shown() {
    let home = Home::new();
    let begun = |args: &[&str]| home.say(&[&["play"], args, &["--linear"]].concat(), "quit\n").ok();
    let drawn = begun(&[sample!(sides), "--name", "Drawn"]);
    assert!(drawn.contains("new game \"Drawn\". Every answer"), "{drawn}");
    let given = begun(&[sample!(sides), "--name", "Given", "--seed", "17"]);
    assert!(given.contains("new game \"Given\", seed 17."), "{given}");
    let open = begun(&[sample!(career), "--name", "Open"]);
    assert!(open.contains("new game \"Open\", seed "), "{open}");
}

#[test]
fn two_people_hand_the_screen_over() {
    let home = Home::new();
    let said = home.say(
        &["play", sample!(sides), "--against", "person", "--seed", "5", "--name", "Two", "--linear"],
        &format!("\n{MARCH}\nquit\n"),
    );
    let said = said.ok();
    let (first, second) = said.split_once("Player 2 is next").expect("player 2 is asked for");
    assert!(first.contains("Player 1 is next") && first.contains("Alpha: choose the hex"), "{said}");
    assert!(second.contains("Bravo: choose the hex") && !second.contains("Alpha:"), "{said}");
    let wrong = home.run(&["play", sample!(sides), "--against", "nobody", "--no-save", "--linear"]).failed(2);
    assert!(wrong.contains("heuristic"), "{wrong}");
}

/// Marches against the policy until units are plotted, and says these lines.
fn plotting(home: &Home, name: &str, lines: &str) -> String {
    let march = "march:4\nkeep-rest\n".repeat(4);
    let input = format!("{MARCH}{march}{lines}quit\n");
    home.say(&["play", sample!(sides), "--seed", "5", "--name", name, "--linear"], &input).ok()
}

#[test]
fn bad_plots_and_second_commits_are_refused_with_a_reason() {
    let home = Home::new();
    plotting(&home, "Good", "");
    let before = crate::common::answers(&home.export("Good", "good.json"));
    for line in ["A df 0101", "A mv 5233", "A fly 1010", "A fc, B df 0101", "at:0117"] {
        let said = home.say(&["play", "--continue", "Good", "--linear"], &format!("{line}\nquit\n")).ok();
        let after = crate::common::answers(&home.export("Good", "good.json"));
        assert_eq!(after, before, "`{line}` was taken: {said}");
    }
    // A commit seals the plot; saying it again is an answer to another question or none.
    let said = plotting(&home, "Twice", "A fc\ncommit\ncommit\n");
    assert_eq!(
        said.matches("Alpha's plot is sealed:").count(),
        said.matches("Bravo's plot is sealed:").count(),
        "{said}"
    );
}

#[test]
fn nobody_answers_for_the_other_in_the_terminal() {
    let home = Home::new();
    // Player 1 is done; what is typed before player 2 has taken the screen answers nothing.
    let start = ["play", sample!(sides), "--against", "person", "--seed", "5", "--name", "Two", "--linear"];
    let said = home.say(&start, &format!("\n{MARCH}quit\n")).ok();
    assert!(said.contains("Player 2 is next"), "{said}");
    let before = crate::common::answers(&home.export("Two", "two.json"));
    let said = home.say(&["play", "--continue", "Two", "--linear"], "at:5217\nquit\n").ok();
    assert!(!said.contains("0117"), "{said}");
    let save = home.export("Two", "two.json");
    assert!(crate::common::answers(&save) <= before + 1 && save.contains("\"0 at:0117\""), "{said}");
    assert!(!save.contains("\"0 at:5217\""));
}

#[test]
fn an_edited_save_is_refused() {
    let home = Home::new();
    plotting(&home, "Mine", "A fc\ncommit\n");
    let save = home.export("Mine", "mine.json");
    let bravo = save.split("\"1 at:").nth(1).unwrap().split('"').next().unwrap().to_string();
    let old = format!("\"1 at:{bravo}\"");
    for new in ["\"1 at:0117\"".to_string(), format!("\"0 at:{bravo}\""), format!("\"2 at:{bravo}\"")] {
        std::fs::write(home.path("edited.json"), save.replacen(&old, &new, 1)).unwrap();
        let said = home.run(&["saves", "import", "edited.json"]);
        assert_ne!(said.code, 0, "{new}: {}", said.out);
        assert!(!said.err.trim().is_empty() && !said.err.contains("panicked"), "{}", said.err);
    }
    // One in which all are spotted is the same game all the same.
    let edited = save.replace("\"spotted\":false", "\"spotted\":true");
    assert_ne!(edited, save);
    std::fs::write(home.path("edited.json"), edited).unwrap();
    if home.run(&["saves", "import", "edited.json", "--name", "Spotted"]).code == 0 {
        assert_eq!(home.export("Spotted", "again.json"), save);
    }
}

#[test]
fn whoever_exports_a_game_in_play_is_told_what_is_in_it() {
    let home = Home::new();
    plotting(&home, "Open", "");
    let said = home.run(&["saves", "export", "Open", "open.json"]).ok();
    assert!(said.contains("both sides"), "{said}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(home.path("open.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "others of this machine may read it");
    }
    let said = home.run(&["saves", "export", "Open", "-"]);
    assert!(said.err.contains("both sides") && serde_json::from_str::<serde_json::Value>(&said.out).is_ok());
    home.game("Ace", 5);
    assert!(!home.run(&["saves", "export", "Ace", "other.json"]).ok().contains("both sides"));
}

#[test]
fn what_the_other_has_answered_is_not_taken_back() {
    let home = Home::new();
    let start = ["play", sample!(sides), "--against", "person", "--seed", "5", "--name", "Back", "--linear"];
    let said = home.say(&start, &format!("\n{MARCH}\nundo\nquit\n")).ok();
    let (_, second) = said.split_once("Player 2 is next").expect("player 2 is asked for");
    assert!(!second.contains("0117") && !second.contains("shortest"), "{second}");
    let save = home.export("Back", "back.json");
    assert!(save.contains("\"0 at:0117\"") && !save.contains("\"< 0"), "player 2 has taken back for player 1");
}

#[test]
fn looking_back_on_a_game_in_play_shows_only_ones_own() {
    let home = Home::new();
    // Player 2 against a policy: where Alpha entered is Alpha's secret.
    let start = ["play", sample!(sides), "--side", "2", "--seed", "5", "--name", "Mine", "--linear"];
    home.say(&start, "at:5217\nface:E\nas-they-are\nshortest\nquit\n").ok();
    let save = home.export("Mine", "mine.json");
    let entry = save.split("\"0 at:").nth(1).unwrap().split('"').next().unwrap().to_string();
    let looks: [(&[&str], &str); 3] = [
        (&["replay", "Mine", "--text"], ""),
        (&["replay", "Mine", "--linear"], "forward\nforward\nforward\nforward\nforward\nback 3\ngoto 1\nquit\n"),
        (&["review", "Mine", "--seconds", "1"], ""),
    ];
    for (args, lines) in looks {
        let said = home.say(args, lines).ok();
        assert!(!said.contains(&entry), "{args:?}: {said}");
    }
    // Two people must say whose eyes.
    let start = ["play", sample!(sides), "--against", "person", "--seed", "5", "--name", "Two", "--linear"];
    home.say(&start, &format!("\n{MARCH}quit\n")).ok();
    for command in ["replay", "review", "odds"] {
        let refused = home.run(&[command, "Two"]).failed(2);
        assert!(refused.contains("--side 1 or --side 2"), "{refused}");
    }
    let refused = home.run(&["replay", "Two", "--side", "3", "--text"]).failed(2);
    assert!(refused.contains("the game has 2 players"), "{refused}");
    // Both are asked where they enter; only Alpha has said so, and only Alpha sees it.
    let steps = "forward\nforward\nforward\nforward\nquit\n";
    let alpha = home.say(&["replay", "Two", "--side", "1", "--linear"], steps).ok();
    assert!(alpha.contains("0117") && alpha.contains("Alpha: choose the hex"), "{alpha}");
    let bravo = home.say(&["replay", "Two", "--side", "2", "--linear"], steps).ok();
    assert!(!bravo.contains("0117") && bravo.contains("Bravo: choose the hex"), "{bravo}");
}

#[test]
fn of_a_game_that_is_over_the_umpire_hears_everything_once() {
    let home = Home::new();
    let lines = [
        concat!(r#"{"do":"new","game":""#, sample!(sides), r#"","seed":8,"setup":{"scenario":"0"}}"#),
        r#"{"do":"auto","policy":"heuristic","until":"end"}"#,
        r#"{"do":"save"}"#,
    ];
    let said = home.say(&["drive"], &(lines.join("\n") + "\n")).ok();
    let saved: serde_json::Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    std::fs::write(home.path("over.json"), saved["save"].to_string()).unwrap();
    let all = home.run(&["replay", "over.json", "--text"]).ok();
    assert!(all.contains("Alpha A (Pz IV h)") && all.contains("Bravo A (M4/76)"), "{all}");
    assert!(!all.contains("a face-down"), "told twice: {all}");
    let bravo = home.run(&["replay", "over.json", "--text", "--side", "2"]).ok();
    assert!(bravo.contains("a face-down Alpha unit") && !bravo.contains("a face-down Bravo unit"), "{bravo}");
    let steps = "goto 40\nunits\nenemies\nodds\nadvice\nthreats\nquit\n";
    let both = home.say(&["replay", "over.json", "--linear"], steps).ok();
    assert!(both.contains("Alpha's units") && both.contains("Bravo's units on the map"), "{both}");
    assert!(!both.contains("no seat"), "{both}");
    assert!(both.contains("Without a line of sight to you") && !both.contains("No enemy you know of"), "{both}");
}

#[test]
fn who_learns_plays_the_easier_side() {
    let home = Home::new();
    let said = home.say(&["learn", sample!(sides), "--linear"], "all\nquit\n").ok();
    assert!(said.contains("Bravo: choose the hex") && said.contains("in the middle of the edge"), "{said}");
    let other = home.say(&["learn", sample!(sides), "--side", "1", "--linear"], "quit\n").ok();
    assert!(other.contains("Alpha: choose the hex"), "{other}");
}

#[test]
fn a_reading_is_listed_and_played_by_name() {
    let home = Home::new();
    let list = home.run(&["charts", sample!(sides), "--disagreements"]).ok();
    assert!(
        list.contains("1 place where the rulebook can be read in two ways") && list.contains("column-until-contact"),
        "{list}"
    );
    let new = concat!("{\"do\":\"new\",\"game\":\"", sample!(sides), "\",\"seed\":1}\n");
    let said = home.say(&["drive", "--reading", "column-until-contact"], new).ok();
    assert!(said.contains("readings: column-until-contact"), "{said}");
    let wrong = home.say(&["drive", "--reading", "column-until-contac"], new).failed(2);
    assert!(wrong.contains("Did you mean column-until-contact?"), "{wrong}");
}
