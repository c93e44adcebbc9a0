//! The corpus goes through its targets on every compiler: `cargo test --no-default-features` in this folder.
//!
//! `HULLDOWN_NEW_CORPUS=1` writes the seeds anew, from real play. `HULLDOWN_INPUTS=1000` also runs so many of the seeds with some bytes
//! changed at random: a fuzzer of a kind where there is no other.

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

use hulldown_ace::Ace;
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::session::Pending;
use hulldown_core::{Generator, Session};
use hulldown_desk::Desk;
use hulldown_fuzz::Tried;
use hulldown_patton::Patton;
use hulldown_tank::Tank;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The first byte of what is tried says which game.
const ACE: u8 = 0;
const TANK: u8 = 1;
const PATTON: u8 = 2;

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
    let far = vec![199; 12];
    let tail = vec![220, 230, 205, 250, 199, 225];
    goes_through("answers", hulldown_fuzz::answers, || {
        vec![
            ("alone", any(1, &[ACE, 0, 1, 0], 120)),
            ("alone-errata-by-hand", any(2, &[ACE, 12, 2, 1], 200)),
            ("together", any(3, &[ACE, 1, 3, 0], 160)),
            ("rivals-together", any(4, &[ACE, 2, 4, 0], 160)),
            ("rivals-apart", any(5, &[ACE, 3, 5, 0], 160)),
            ("far-into-a-career", [vec![ACE, 0, 6, 0], far.clone(), tail.clone()].concat()),
            ("tank-first-scenario", any(6, &[TANK, 0, 1, 0], 160)),
            ("tank-guns-in-hiding-by-hand", any(7, &[TANK, 1, 2, 1], 200)),
            ("tank-rearguard-in-closed-country", any(8, &[TANK, 11 + 42, 3, 0], 160)),
            ("tank-two-sheets", any(9, &[TANK, 56, 4, 0], 120)),
            ("tank-far-into-a-game", [vec![TANK, 9, 5, 0], far.clone(), tail.clone()].concat()),
            ("patton-campaign", any(10, &[PATTON, 0, 1, 0], 160)),
            ("patton-day-by-hand", any(11, &[PATTON, 1, 2, 1], 200)),
            ("patton-engagement", any(12, &[PATTON, 2, 3, 0], 160)),
            ("patton-firefly-spots-by-hand", any(13, &[PATTON, 192 + 49, 4, 0], 160)),
            ("patton-far-into-a-campaign", [vec![PATTON, 48, 5, 0], far.clone(), tail.clone()].concat()),
        ]
    });
}

/// A save of so many answers at random.
fn saved<G: Tried>(seed: u64, answers: u32) -> Vec<u8> {
    let dice = DiceBox::new(seed, DiceMode::Random);
    let mut session = Session::<G>::new(G::setup(seed as u8), G::data(), dice).unwrap();
    let mut picks = Generator::new(seed);
    for _ in 0..answers {
        let Some(Pending::Choice { seat, options, .. }) = session.pending().first() else { break };
        let (seat, choice) = (*seat, options[picks.below(options.len() as u32) as usize]);
        session.choose(seat, choice).unwrap();
    }
    serde_json::to_vec(&session.save(&G::shipped())).unwrap()
}

#[test]
fn saves() {
    goes_through("saves", hulldown_fuzz::saves, || {
        vec![
            ("whole-new.json", saved::<Ace>(0, 0)),
            ("whole-in-battle.json", saved::<Ace>(12, 40)),
            ("tank-new.json", saved::<Tank>(0, 0)),
            ("tank-in-battle.json", saved::<Tank>(1, 90)),
            ("patton-new.json", saved::<Patton>(0, 0)),
            ("patton-in-battle.json", saved::<Patton>(2, 60)),
            ("one-byte-wrong", vec![ACE, 0, 20, 1, 200, 0, b'7']),
            ("cut-short", vec![ACE, 1, 33, 0, 250, 2, 255, 1, 10, 1, b'"']),
            ("nothing-changed", vec![ACE, 2, 17]),
            ("tank-nothing-changed", vec![TANK, 2, 17]),
            ("tank-other-numbers", vec![TANK, 1, 63, 4, 0, 4, 12, 3, 0, 4, 3]),
            ("patton-nothing-changed", vec![PATTON, 2, 17]),
            ("patton-other-numbers", vec![PATTON, 1, 63, 4, 0, 4, 12, 3, 0, 4, 3]),
        ]
    });
}

/// A change to the number after this text of a chart file.
fn other(game: u8, names: &[&str], file: &str, after: &str, text: &str, number: u8) -> Vec<u8> {
    let at = text.find(after).unwrap_or_else(|| panic!("{file} has no `{after}`")) + after.len();
    let file = names.iter().position(|name| *name == file).unwrap();
    vec![game, file as u8, 1, (at >> 8) as u8, at as u8, 4, number]
}

fn changed<G: Tried>(game: u8, file: &str, after: &str, number: u8) -> Vec<u8> {
    let files = G::shipped();
    let names: Vec<&str> = files.names().collect();
    other(game, &names, file, after, files.text(file).unwrap(), number)
}

#[test]
fn packs() {
    goes_through("packs", hulldown_fuzz::packs, || {
        vec![
            ("ace-not-a-table", [&[ACE, 0, 0][..], b"missions = 7"].concat()),
            ("ace-as-shipped", vec![ACE, 1, 1]),
            ("ace-other-figures", changed::<Ace>(ACE, "tanks.toml", "armor = [", 20)),
            ("tank-as-shipped", vec![TANK, 1, 1]),
            ("tank-better-guns", changed::<Tank>(TANK, "weapons.toml", "ap = ", 30)),
            ("tank-no-allowance", changed::<Tank>(TANK, "weapons.toml", "ma = ", 0)),
            ("tank-many-of-a-type", changed::<Tank>(TANK, "scenarios.toml", "[[", 11)),
            ("tank-map-cut-short", vec![TANK, 4, 1, 3, 0, 2, 255]),
            ("patton-as-shipped", vec![PATTON, 1, 1]),
            ("patton-other-figures", changed::<Patton>(PATTON, "gunnery.toml", "[[", 25)),
            ("patton-deep", [&[PATTON, 2, 0][..], "[".repeat(400).as_bytes()].concat()),
        ]
    });
}

#[test]
fn plots() {
    let said = |head: [u8; 3], lines: &str| [&head[..], lines.as_bytes()].concat();
    goes_through("plots", hulldown_fuzz::plots, || {
        vec![
            (
                "paths-and-fire",
                said([0, 1, 20], "J mv F F\nK df 3704\nL of 2712\n2 A mv B B\nM mv 3704 3603\ncommit\n2 commit\n\n\n"),
            ),
            (
                "many-in-one-line",
                said([3, 2, 30], "A mv F F, B df 2010; C mvr C C, D of adj, commit\n2 J fc, K none\n2 commit"),
            ),
            ("hidden-guns", said([1, 3, 1], "2 2714 A\n2714 A\n1520\n2 1520 F\n\n\n\n")),
            (
                "overrun-and-exit",
                said([11, 4, 60], "A ov 1010 1011\nB mv exit\nC again\nD up\n\nA mv enter F 1010\ncommit"),
            ),
            ("nonsense", said([5, 5, 10], "mv\nA\nA mv\nA mv Z\n, ;\nA fly 1010\nA df 9999\nAA of 1\n\u{e9} mv F")),
        ]
    });
}

/// A conversation in which a driver plays and tries everything.
fn conversation(game: &str, policy: &str, setup: &Value, seed: u64, hand: bool) -> Vec<u8> {
    let mut desk = Desk::default();
    let mut said: Vec<String> = Vec::new();
    let mut say = |request: Value| -> Value {
        said.push(request.to_string());
        serde_json::from_str(&desk.line(&said[said.len() - 1])).unwrap()
    };
    say(json!({"do": "games"}));
    let dice = if hand { "hand" } else { "random" };
    let mut reply = say(json!({"do": "new", "game": game, "setup": setup, "seed": seed, "dice": dice}));
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
    say(json!({"do": "auto", "policy": policy, "until": "step", "limit": 20}));
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
            ("alone.jsonl", conversation("ace", "sensible", &json!({}), 1, false)),
            ("by-hand.jsonl", conversation("ace", "sensible", &json!({"errata_2022": true}), 2, true)),
            ("two.jsonl", conversation("ace", "sensible", &json!({"mode": "cooperative", "name": "Pool"}), 3, false)),
            ("tank.jsonl", conversation("tank", "heuristic", &json!({}), 4, false)),
            ("tank-by-hand.jsonl", conversation("tank", "heuristic", &json!({"scenario": "1"}), 5, true)),
            ("patton.jsonl", conversation("patton", "sensible", &json!({}), 6, false)),
            ("patton-engagement.jsonl", conversation("patton", "sensible", &json!({"length": "engagement"}), 7, true)),
            ("nonsense.jsonl", NONSENSE.into()),
        ]
    });
}
