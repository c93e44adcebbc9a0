//! A game told day by day with the real program: in lines, saved in the middle of a battle, and by JSON.

use crate::common::{Home, answers, flat, until_prompt};
use hulldown_catalog::sample;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Child, ChildStdin, ChildStdout};

/// Somebody at the keyboard who presses as few keys as he can.
struct Player {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
    /// What was said last.
    said: String,
    /// Everything said.
    all: String,
    keys: usize,
}

impl Player {
    fn sits_down(home: &Home, args: &[&str]) -> Self {
        let mut child = home.command(args).spawn().unwrap();
        let (stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let said = until_prompt(&mut stdout);
        Player { child, stdin, stdout, all: said.clone(), said, keys: 0 }
    }

    fn says(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").unwrap();
        self.said = until_prompt(&mut self.stdout);
        self.all.push_str(&self.said);
        self.keys += 1;
    }

    /// The usual answer where there is one; orders for the main gun where nobody has any; else the first option.
    fn plays_on(&mut self) {
        let usual = self.said.contains("`.` chooses");
        let idle = self.said.contains("your orders.") && self.said.contains("carry out: L Load, D Stop [");
        match (idle, usual) {
            (true, _) => self.says("plan:gun"),
            (false, true) => self.says("."),
            (false, false) => self.says("#1"),
        }
    }

    fn leaves(mut self) -> String {
        writeln!(self.stdin, "quit").unwrap();
        drop(self.stdin);
        let said = until_prompt(&mut self.stdout);
        assert!(self.child.wait().unwrap().success());
        self.all + &said
    }
}

#[test]
fn an_engagement_in_lines_with_a_key_for_what_is_usual() {
    let home = Home::new();
    let args = ["play", sample!(days), "--seed", "5", "--set", "length=engagement", "--name", "One", "--linear"];
    let mut player = Player::sits_down(&home, &args);
    // What hardly anybody would answer otherwise is answered and told.
    assert!(flat(&player.said).contains("Answered for you: posts as the book suggests"), "{}", player.said);
    for _ in 0..400 {
        if player.said.contains("The game is over") {
            break;
        }
        player.plays_on();
    }
    let said = player.leaves();
    assert!(said.contains("The game is over"), "{}", &said[said.len().saturating_sub(3000)..]);
    assert!(said.contains("  Enemy action:\n"), "what the enemy does is one block");
    // Everything answered for the player is an ordinary answer of the record.
    assert!(home.run(&["verify", "One"]).ok().contains("One: right."));
    let story = flat(&home.say(&["play", "--continue", "One", "--linear"], "story\nquit\n").ok());
    assert!(story.contains("Then it was quiet."), "{story}");
    assert!(
        flat(&home.run(&["replay", "One", "--story"]).ok()).contains("Then it was quiet."),
        "and without sitting down"
    );
    home.say(&["play", sample!(sides), "--name", "Sides", "--linear"], "quit\n").ok();
    let refused = home.run(&["replay", "Sides", "--story"]).failed(1);
    assert!(refused.contains(" has no story voice; --text prints the whole log"), "{refused}");
    let report = flat(&home.say(&["play", "--continue", "One", "--linear"], "report\nquit\n").ok());
    assert!(report.contains("Then it was quiet."), "{report}");
}

#[test]
fn a_day_of_a_campaign_takes_few_keys() {
    let home = Home::new();
    let mut player = Player::sits_down(&home, &["play", sample!(days), "--seed", "3", "--name", "Days", "--linear"]);
    player.says("ease brisk");
    for _ in 0..300 {
        if player.all.matches("Points: your tank").count() > 0 || player.said.contains("The game is over") {
            break;
        }
        player.plays_on();
    }
    let keys = player.keys;
    let said = player.leaves();
    assert!(said.contains("Points: your tank"), "{}", &said[said.len().saturating_sub(3000)..]);
    assert!(keys < 150, "a day took {keys} keys");
    assert!(home.run(&["verify", "Days"]).ok().contains("Days: right."));
}

/// Plays to the orders of a battle.
fn to_orders(home: &Home, name: &str) -> Player {
    for seed in 1..40 {
        let seed = seed.to_string();
        let name = if seed == "1" { name.to_string() } else { format!("{name}{seed}") };
        let args = ["play", sample!(days), "--seed", &seed, "--set", "length=engagement", "--name", &name, "--linear"];
        let mut player = Player::sits_down(home, &args);
        for _ in 0..40 {
            if player.said.contains("your orders.") {
                return player;
            }
            player.plays_on();
        }
        player.leaves();
    }
    panic!("no battle comes about");
}

#[test]
fn a_battle_left_in_the_middle_goes_on_where_it_was() {
    let home = Home::new();
    let mut player = to_orders(&home, "Mid");
    player.says("threats");
    assert!(player.said.contains("your tank") || player.said.contains("No enemy unit is on"), "{}", player.said);
    player.says("plan:gun");
    player.says("look");
    let before = flat(player.said.split("Round").nth(1).unwrap());
    player.leaves();
    let mut again = Player::sits_down(&home, &["play", "--continue", "--linear"]);
    again.says("look");
    assert_eq!(flat(again.said.split("Round").nth(1).unwrap()), before);
    // An undo ends at a question one has answered oneself.
    again.says("undo");
    assert!(again.said.contains("your orders."), "{}", again.said);
    again.says("undo");
    assert!(!flat(&again.said).contains("A new man of rating"), "{}", again.said);
    // What is asked anyway, and nonsense.
    again.says("ask me target,again");
    assert!(again.said.contains("Always asked: again, target."), "{}", again.said);
    again.says("ask me breakfast");
    assert!(again.said.contains("breakfast"), "{}", again.said);
    again.says("ease");
    assert!(again.said.contains("* routine"), "{}", again.said);
    again.leaves();
    let kept = home.say(&["play", "--continue", "--linear"], "ease\nquit\n").ok();
    assert!(kept.contains("Always asked: again, target."), "the choice is remembered with the game: {kept}");
}

#[test]
fn full_control_asks_everything() {
    let home = Home::new();
    let args = ["play", sample!(days), "--seed", "5", "--set", "length=engagement", "--name", "Full", "--linear"];
    let said = home.say(&args, "undo\nease full\n#1\nquit\n").ok();
    // The undo goes back to the very first question, and nothing is answered by itself after it.
    assert!(said.contains("A new man of rating"), "{said}");
    assert_eq!(answers(&home.export("Full", "full.json")), 2, "one answer taken back and one given");
}

#[test]
fn the_driver_plays_on_and_says_what_threatens() {
    let home = Home::new();
    let mut input = vec![json!({"do":"new","game":sample!(days),"setup":{"length":"engagement"},"seed":5})];
    input.extend((0..60).map(|_| json!({"do":"on","level":"brisk","stops":["target"]})));
    input.push(json!({"do":"threats"}));
    input.push(json!({"do":"on","level":"swift"}));
    let lines: String = input.iter().map(|line| format!("{line}\n")).collect();
    let out = home.say(&["drive"], &lines).ok();
    let said: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let on = &said[1];
    assert_eq!(on["ok"], true, "{on}");
    assert_eq!(on["given"][0]["kind"], "assign");
    assert_eq!(on["given"][0]["key"], "usual");
    assert!(said.iter().all(|reply| reply["given"].as_array().is_none_or(|given| {
        // The question on the table is answered because it was asked for; after it the list of stops holds.
        given.iter().skip(1).all(|answer| answer["kind"] != "target")
    })));
    let (bad, threats) = (&said[said.len() - 1], &said[said.len() - 2]);
    assert_eq!(bad["error"]["code"], "bad-request", "{bad}");
    assert!(threats["threats"].is_array() || threats["error"]["code"] == "over", "{threats}");
    let targets: Vec<&Value> = said.iter().filter(|reply| reply["ask"]["kind"] == "target").collect();
    for target in &targets {
        let shot = target["ask"]["options"].as_array().unwrap().iter().find(|option| option["shots"].is_object());
        let shots = &shot.expect("a shot has its odds")["shots"];
        assert_eq!(shots["depth"], 5);
        assert!(shots["hit"].as_f64() >= shots["first_hit"].as_f64(), "{shots}");
    }
    assert!(
        said.iter().any(|reply| reply["events"]
            .as_array()
            .is_some_and(|events| events.iter().any(|e| e["story"].is_string())))
    );
    assert_eq!(out, home.say(&["drive"], &lines).ok(), "the same lines give the same bytes");
}
