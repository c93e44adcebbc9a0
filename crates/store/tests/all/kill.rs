//! Killed at any moment, nothing confirmed is lost.

use std::collections::hash_map::RandomState;
use std::env;
use std::hash::BuildHasher;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use hulldown_store::{GameId, Meta, NewGameRow, Snapshot, Store};

const FILE: &str = "HULLDOWN_TEST_FILE";
const ROUNDS: u64 = 20;
const PLAYERS: usize = 4;

/// Not a test of its own: the program that [`nothing_confirmed_is_lost`] starts and kills.
#[test]
fn program_to_kill() {
    let Some(file) = env::var_os(FILE) else { return };
    let store = Store::open(file).unwrap();
    thread::scope(|scope| {
        for n in 0..PLAYERS {
            let store = &store;
            scope.spawn(move || play(store, n));
        }
        scope.spawn(|| begin(&store));
        scope.spawn(|| copy(&store));
    });
}

/// Appends for ever and says aloud what has been confirmed.
fn play(store: &Store, n: usize) {
    let name = format!("player {n}");
    let game = match store.find(&name) {
        Ok(row) => row.id,
        Err(_) => store.create(NewGameRow { name, title: "duel".into(), ..NewGameRow::default() }).unwrap(),
    };
    let mut length = store.load(game).unwrap().row.length;
    loop {
        let snapshot = (length % 10 == 9).then(|| Snapshot { seq: length, body: "s".repeat(3000) });
        length = store.append(game, length, &[entry(n, length + 1)], snapshot, Meta::default()).unwrap();
        say(&format!("confirmed {n} {length}"));
    }
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").unwrap();
    out.flush().unwrap();
}

/// Begins games against a policy for ever, and changes the dice of each.
fn begin(store: &Store) {
    loop {
        let name = store.fresh_name("against").unwrap();
        let settings = [("bots".to_owned(), "rollout".to_owned())].into();
        let game = store.create(NewGameRow { name, title: "other".into(), settings, ..NewGameRow::default() }).unwrap();
        store.change_settings(game, |settings| _ = settings.insert("dice".into(), "hand".into())).unwrap();
        say(&format!("set {game} by hand"));
    }
}

/// Copies the whole store for ever.
fn copy(store: &Store) {
    let to = store.path().with_file_name("games.db.copy");
    loop {
        let _ = std::fs::remove_file(&to);
        store.backup(&to).unwrap();
    }
}

fn entry(player: usize, seq: u64) -> String {
    format!("{player}:{seq}:{}", "x".repeat(seq as usize % 400))
}

#[test]
fn nothing_confirmed_is_lost() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("games.db");
    let mut confirmed = [0; PLAYERS];
    let mut by_hand = Vec::new();
    for round in 0..ROUNDS {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "kill::program_to_kill", "--nocapture"])
            .env(FILE, &file)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(RandomState::new().hash_one(round) % 250));
        child.kill().unwrap();
        child.wait().unwrap();
        let mut said = String::new();
        child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        // The last line may have been cut short.
        for line in said.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["confirmed", player, seq] => confirmed[player.parse::<usize>().unwrap()] = seq.parse().unwrap(),
                ["set", game, "by", "hand"] => by_hand.push(game.parse::<GameId>().unwrap()),
                _ => {}
            }
        }
        verify(&file, &confirmed);
        verify_settings(&file, &by_hand);
    }
    assert!(!by_hand.is_empty(), "no game against a policy was begun");
    assert!(confirmed.iter().all(|&seq| seq > 0), "the program never got to play: {confirmed:?}");
}

/// No game is there without its opponent, nothing confirmed is forgotten, and nothing is left lying about.
fn verify_settings(file: &Path, by_hand: &[GameId]) {
    let store = Store::open(file).unwrap();
    for row in store.list().unwrap().into_iter().filter(|row| row.title == "other") {
        assert_eq!(store.settings(row.id).unwrap().get("bots").map(String::as_str), Some("rollout"), "{}", row.name);
    }
    for game in by_hand {
        assert_eq!(store.settings(*game).unwrap().get("dice").map(String::as_str), Some("hand"), "{game}");
    }
    let left = std::fs::read_dir(file.parent().unwrap()).unwrap().map(|file| file.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().contains("draft")).collect();
    assert!(left.is_empty(), "{left:?}");
}

fn verify(file: &Path, confirmed: &[u64]) {
    let store = Store::open(file).unwrap();
    assert_eq!((store.warning(), store.check()), (None, Ok(vec![])));
    for (player, &seq) in confirmed.iter().enumerate().filter(|(_, seq)| **seq > 0) {
        let stored = store.load(store.find(&format!("player {player}")).unwrap().id).unwrap();
        assert_eq!(stored.damage, None);
        assert!(stored.entries.len() as u64 >= seq, "{seq} confirmed, {} there", stored.entries.len());
        for (seq, body) in (1..).zip(&stored.entries) {
            assert_eq!(*body, entry(player, seq));
        }
    }
}
