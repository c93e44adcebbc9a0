//! The real program, run in a data directory of its own.
#![allow(dead_code)]

use hulldown_catalog::sample;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The game the tests play.
pub const GAME: &str = sample!(career);

/// A data directory that is thrown away.
pub struct Home {
    pub dir: TempDir,
}

/// How a run ended.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!(self.code, 0, "{}\n{}", self.out, self.err);
        self.calm();
        self.out
    }

    /// A failure with this exit code; returns what it said.
    #[track_caller]
    pub fn failed(self, code: i32) -> String {
        assert_eq!(self.code, code, "{}\n{}", self.out, self.err);
        assert!(!self.err.trim().is_empty(), "a failure must say why");
        self.calm();
        self.err
    }

    #[track_caller]
    fn calm(&self) {
        assert!(!self.err.contains("panicked"), "{}", self.err);
    }
}

impl Home {
    pub fn new() -> Self {
        Home { dir: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn data(&self) -> PathBuf {
        self.path("data")
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hulldown"));
        command
            .args(args)
            .env("HULLDOWN_DATA", self.data())
            .env_remove("COLUMNS")
            .env("LC_ALL", "C.UTF-8")
            .current_dir(self.dir.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program with this input.
    pub fn say(&self, args: &[&str], input: &str) -> Ran {
        finish(self.command(args).spawn().unwrap(), input.as_bytes().to_vec())
    }

    /// Runs the program without input.
    pub fn run(&self, args: &[&str]) -> Ran {
        self.say(args, "")
    }

    /// A game of this name, played on for so many answers.
    pub fn game(&self, name: &str, answers: u32) -> String {
        let input = format!("auto {answers}\nquit\n");
        self.say(&["play", GAME, "--name", name, "--seed", "7", "--linear"], &input).ok()
    }

    /// A saved game as a file.
    pub fn export(&self, name: &str, file: &str) -> String {
        self.run(&["saves", "export", name, file, "--force"]).ok();
        fs::read_to_string(self.path(file)).unwrap()
    }
}

/// A text without its line breaks, which depend on where a line happened to end.
pub fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Feeds a process and waits for its end.
pub fn finish(mut child: Child, input: Vec<u8>) -> Ran {
    let mut stdin = child.stdin.take().unwrap();
    // In a thread of its own, so that neither side waits for the other for ever. A program that stops reading is no failure.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let done = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    Ran {
        code: done.status.code().unwrap_or(-1),
        out: String::from_utf8(done.stdout).unwrap(),
        err: String::from_utf8(done.stderr).unwrap(),
    }
}

/// Reads from a running program until it waits for the next line.
pub fn until_prompt(out: &mut impl Read) -> String {
    let mut text = Vec::new();
    let mut byte = [0];
    while out.read(&mut byte).unwrap() == 1 {
        text.push(byte[0]);
        if text.ends_with(b"\n> ") {
            break;
        }
    }
    String::from_utf8(text).unwrap()
}

/// How many answers a saved game has, by its lines.
pub fn answers(save: &str) -> usize {
    let save: serde_json::Value = serde_json::from_str(save).unwrap();
    let lines = save["history"].as_array().unwrap();
    lines.iter().filter(|line| line.as_str().unwrap().starts_with(|c: char| c.is_ascii_digit())).count()
}

/// A file of the game's own charts.
pub fn shipped_chart(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(concat!("../../games/", sample!(career), "/data")).join(name);
    fs::read_to_string(path).unwrap()
}
