//! The corpus goes through its targets on every compiler: they are what a fuzzer has found or may begin with.
//!
//! `HULLDOWN_NEW_CORPUS=1` writes the seeds anew, from real play. `HULLDOWN_INPUTS=1000` also runs so many of the seeds with some bytes
//! changed at random: a fuzzer of a kind where there is no other.

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

use hulldown_catalog::{CatalogGame, IDS, Visitor};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::session::Pending;
use hulldown_core::{Generator, Session};
use hulldown_desk::Desk;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Seeds by name.
type Seeds = Vec<(String, Vec<u8>)>;

/// What every game adds to the corpus of a target. The first byte of a seed says which game it is for, by its place in the catalog.
trait Sows {
    fn sow<G: CatalogGame>(place: u8, seeds: &mut Seeds);
}

/// The seeds of every game.
fn of_every_game<S: Sows>() -> Seeds {
    struct All<S>(Seeds, std::marker::PhantomData<S>);
    impl<S: Sows> Visitor for All<S> {
        fn visit<G: CatalogGame>(&mut self) {
            let place = IDS.iter().position(|id| *id == G::ID).unwrap() as u8;
            let mut seeds = Vec::new();
            S::sow::<G>(place, &mut seeds);
            self.0.extend(seeds.into_iter().map(|(name, bytes)| (format!("{}-{name}", G::ID), bytes)));
        }
    }
    let mut all = All::<S>(Vec::new(), std::marker::PhantomData);
    hulldown_catalog::each(&mut all);
    all.0
}

fn folder(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target)
}

fn goes_through(target: &str, run: fn(&[u8]), seeds: impl Fn() -> Seeds) {
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

struct Answers;

impl Sows for Answers {
    fn sow<G: CatalogGame>(place: u8, seeds: &mut Seeds) {
        for setup in [0, 1, 2, 3, 12, 53, 112, 168] {
            let by_hand = setup % 2;
            seeds.push((format!("set-up-{setup}"), any(u64::from(setup), &[place, setup, setup, by_hand], 160)));
        }
        let far = [vec![place, 9, 5, 0], vec![199; 12], vec![220, 230, 205, 250, 199, 225]].concat();
        seeds.push(("far-into-a-game".into(), far));
    }
}

#[test]
fn answers() {
    goes_through("answers", hulldown_targets::answers, of_every_game::<Answers>);
}

/// A save after some answers at random.
fn saved<G: CatalogGame>(seed: u64, answers: u32) -> Vec<u8> {
    let dice = DiceBox::new(seed, DiceMode::Random);
    let mut session = Session::<G>::new(G::setup(seed), G::data(), dice).unwrap();
    let mut picks = Generator::new(seed);
    for _ in 0..answers {
        let Some(Pending::Choice { seat, options, .. }) = session.pending().first() else { break };
        let (seat, choice) = (*seat, options[picks.below(options.len() as u32) as usize]);
        session.choose(seat, choice).unwrap();
    }
    serde_json::to_vec(&session.save(&G::shipped())).unwrap()
}

struct Saves;

impl Sows for Saves {
    fn sow<G: CatalogGame>(place: u8, seeds: &mut Seeds) {
        seeds.push(("new.json".into(), saved::<G>(0, 0)));
        seeds.push(("in-battle.json".into(), saved::<G>(1, 90)));
        for (name, done) in [
            ("nothing-changed", &[2, 17][..]),
            ("one-byte-wrong", &[0, 20, 1, 200, 0, b'7']),
            ("cut-short", &[1, 33, 0, 250, 2, 255, 1, 10, 1, b'"']),
            ("other-numbers", &[1, 63, 4, 0, 4, 12, 3, 0, 4, 3]),
        ] {
            seeds.push((name.into(), [&[place][..], done].concat()));
        }
    }
}

#[test]
fn saves() {
    goes_through("saves", hulldown_targets::saves, of_every_game::<Saves>);
}

struct Packs;

impl Sows for Packs {
    fn sow<G: CatalogGame>(place: u8, seeds: &mut Seeds) {
        seeds.push(("not-a-table".into(), [&[place, 0, 0][..], b"missions = 7"].concat()));
        seeds.push(("deep".into(), [&[place, 2, 0][..], "[".repeat(400).as_bytes()].concat()));
        seeds.push(("as-shipped".into(), vec![place, 1, 1]));
        let files = G::shipped();
        for (file, name) in (0..).zip(files.names()) {
            // The number in the middle of the file becomes another.
            let middle = files.text(name).unwrap().len() / 2;
            let bytes =
                vec![place, file, 1, (middle >> 8) as u8, middle as u8, 4, [0, 11, 20, 25, 30][usize::from(file) % 5]];
            seeds.push((format!("other-figure-in-file-{file}"), bytes));
        }
    }
}

#[test]
fn packs() {
    goes_through("packs", hulldown_targets::packs, of_every_game::<Packs>);
}

struct Said;

impl Sows for Said {
    fn sow<G: CatalogGame>(place: u8, seeds: &mut Seeds) {
        for (n, lines) in (0..).zip(G::SAID) {
            for setup in [0, 1, 11] {
                let before = [20, 1, 60][usize::from(setup % 3)];
                let bytes = [&[place, setup, n, before][..], lines.as_bytes()].concat();
                seeds.push((format!("lines-{n}-set-up-{setup}"), bytes));
            }
        }
    }
}

#[test]
fn said() {
    goes_through("said", hulldown_targets::said, of_every_game::<Said>);
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

/// What is no request, or none that can be met.
const NONSENSE: &str = r#"{}
[1,2]
{"do":"fly"}
{"do":"choose","key":7}

{"do":"new","game":"chess"}"#;

struct Lines;

impl Sows for Lines {
    fn sow<G: CatalogGame>(_: u8, seeds: &mut Seeds) {
        for number in [0, 1, 2] {
            let setup = serde_json::to_value(G::setup(number)).unwrap();
            let bot = G::BOTS.names()[0].0;
            seeds.push((format!("set-up-{number}.jsonl"), conversation(G::ID, bot, &setup, number, number == 1)));
        }
    }
}

#[test]
fn lines() {
    goes_through("lines", hulldown_targets::lines, || {
        let mut seeds = of_every_game::<Lines>();
        seeds.push(("nonsense.jsonl".into(), NONSENSE.into()));
        seeds
    });
}
