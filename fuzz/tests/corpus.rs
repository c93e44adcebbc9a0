//! The corpus goes through its targets on every compiler: `cargo test --no-default-features` in this folder.
//!
//! `HULLDOWN_NEW_CORPUS=1` writes the seeds anew, from real play. `HULLDOWN_INPUTS=1000` also runs so many of the seeds with some bytes
//! changed at random: a fuzzer of a kind where there is no other.

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

use hulldown_ace::{Ace, Setup};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::session::Pending;
use hulldown_core::{Game, Generator, Session};
use hulldown_desk::Desk;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn folder(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target)
}

fn goes_through(target: &str, run: fn(&[u8]), seeds: impl Fn() -> Vec<(&'static str, Vec<u8>)>) {
    let folder = folder(target);
    if std::env::var_os("HULLDOWN_NEW_CORPUS").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        seeds().into_iter().for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes).unwrap());
    }
    let files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 3, "{} has only {} files", folder.display(), files.len());
    for file in &files {
        println!("{}", file.display());
        run(&std::fs::read(file).unwrap());
    }
    let inputs = std::env::var("HULLDOWN_INPUTS").map_or(0, |n| n.parse().unwrap());
    for n in 0..inputs {
        let mut dice = Generator::for_game(1944, n);
        let file = &files[dice.below(files.len() as u32) as usize];
        let mut bytes = std::fs::read(file).unwrap();
        for _ in 0..=dice.below(8) {
            let (at, new) = (dice.below(bytes.len() as u32 + 1) as usize, dice.below(256) as u8);
            match dice.below(4) {
                0 if at < bytes.len() => bytes[at] = new,
                1 => bytes.insert(at, new),
                2 => drop(bytes.drain(at..(at + usize::from(new) % 9).min(bytes.len()))),
                _ => bytes.extend_from_within(at..(at + usize::from(new)).min(bytes.len())),
            }
        }
        println!("input {n}, from {}", file.display());
        run(&bytes);
    }
}

fn any(seed: u64, head: &[u8], length: usize) -> Vec<u8> {
    let mut dice = Generator::new(seed);
    let mut bytes = head.to_vec();
    bytes.extend((0..length).map(|_| dice.below(256) as u8));
    bytes
}

#[test]
fn answers() {
    goes_through("answers", hulldown_fuzz::answers, || {
        vec![
            ("alone", any(1, &[0, 1, 0], 120)),
            ("alone-errata-by-hand", any(2, &[12, 2, 1], 200)),
            ("together", any(3, &[1, 3, 0], 160)),
            ("rivals-together", any(4, &[2, 4, 0], 160)),
            ("rivals-apart", any(5, &[3, 5, 0], 160)),
            ("far-into-a-career", [vec![0, 6, 0], vec![199; 12], vec![220, 230, 205, 250, 199, 225]].concat()),
        ]
    });
}

/// A save of so many answers at random.
fn saved(seed: u64, answers: u32) -> Vec<u8> {
    let dice = DiceBox::new(seed, DiceMode::Random);
    let mut session = Session::<Ace>::new(Setup::default(), Ace::data(), dice).unwrap();
    let mut picks = Generator::new(seed);
    for _ in 0..answers {
        let Some(Pending::Choice { seat, options, .. }) = session.pending().first() else { break };
        let (seat, choice) = (*seat, options[picks.below(options.len() as u32) as usize]);
        session.choose(seat, choice).unwrap();
    }
    serde_json::to_vec(&session.save(&Ace::shipped())).unwrap()
}

#[test]
fn saves() {
    goes_through("saves", hulldown_fuzz::saves, || {
        vec![
            ("whole-new.json", saved(1, 0)),
            ("whole-in-battle.json", saved(2, 40)),
            ("one-byte-wrong", vec![0, 20, 1, 200, 0, b'7']),
            ("cut-short", vec![1, 33, 0, 250, 2, 255, 1, 10, 1, b'"']),
            ("nothing-changed", vec![2, 17]),
        ]
    });
}

/// A conversation in which a driver plays and tries everything.
fn conversation(setup: &Value, seed: u64, hand: bool) -> Vec<u8> {
    let mut desk = Desk::default();
    let mut said: Vec<String> = Vec::new();
    let mut say = |request: Value| -> Value {
        said.push(request.to_string());
        serde_json::from_str(&desk.line(&said[said.len() - 1])).unwrap()
    };
    say(json!({"do": "games"}));
    let dice = if hand { "hand" } else { "random" };
    let mut reply = say(json!({"do": "new", "game": "ace", "setup": setup, "seed": seed, "dice": dice}));
    let mut picks = Generator::new(seed);
    for n in 0..20 {
        let ask = reply["ask"].clone();
        if ask["kind"] == "dice" {
            reply = say(json!({"do": "dice", "throw": true}));
            continue;
        }
        let Some(options) = ask["options"].as_array().filter(|o| !o.is_empty()) else { break };
        let key = options[picks.below(options.len() as u32) as usize]["key"].clone();
        if n == 6 {
            say(json!({"do": "odds", "key": key}));
            say(json!({"do": "advise", "playouts": 1}));
        }
        reply = say(json!({"do": "choose", "seat": ask["seat"], "key": key}));
    }
    say(json!({"do": "undo", "seat": 0, "steps": 1}));
    say(json!({"do": "auto", "policy": "sensible", "until": "step", "limit": 20}));
    say(json!({"do": "show", "seat": 0}));
    say(json!({"do": "log", "from": 3}));
    say(json!({"do": "replay", "to": 2}));
    say(json!({"do": "dice", "mode": ["B1"]}));
    let state = say(json!({"do": "state"}))["state"].clone();
    say(json!({"do": "arrange", "state": state}));
    let save = say(json!({"do": "save"}))["save"].clone();
    say(json!({"do": "load", "save": save}));
    say(json!({"do": "quit"}));
    said.join("\n").into_bytes()
}

const NONSENSE: &str = r#"{}
[1,2]
{"do":"fly"}
{"do":"choose","key":7}

{"do":"new","game":"chess"}"#;

#[test]
fn lines() {
    goes_through("lines", hulldown_fuzz::lines, || {
        vec![
            ("alone.jsonl", conversation(&json!({}), 1, false)),
            ("by-hand.jsonl", conversation(&json!({"errata_2022": true}), 2, true)),
            ("two.jsonl", conversation(&json!({"mode": "cooperative", "name": "Pool"}), 3, false)),
            ("nonsense.jsonl", NONSENSE.into()),
        ]
    });
}
