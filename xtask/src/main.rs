//! Chores of the project: `cargo xtask test` is the whole test suite, the others are run by hand.

mod coverage;
mod notices;

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

const HELP: &str = "\
cargo xtask COMMAND

  test             formatting, lints, rule coverage and every test, also those in a real browser
  browser          only the page in a real Chromium (on Debian it is installed if missing)
  rules [--missing] which rules of each ledger have a test that names them
  notices          writes THIRD-PARTY.txt anew: what the program is made with, and under which terms
  bench            how fast everything is, as one table
  soak [DECISIONS] games of every kind with what must hold checked after each step (100,000,000 decisions each unless told)
  fuzz [SECONDS]   each fuzz target for so long (60 unless told); needs cargo-fuzz and a nightly compiler
";

/// Set by who cannot have a browser: all the other tests, and a line that says what was left out.
const NO_BROWSER: &str = "HULLDOWN_NO_BROWSER";

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["test"] => test(),
        ["browser"] => browser(),
        ["rules"] => coverage::report(&root(), false),
        ["rules", "--missing"] => coverage::report(&root(), true),
        ["notices"] => notices::write(&root()),
        ["bench"] => bench(),
        ["soak"] => soak("100000000"),
        ["soak", decisions] => soak(decisions),
        ["fuzz"] => fuzz("60"),
        ["fuzz", seconds] => fuzz(seconds),
        _ => {
            print!("{HELP}");
            if args.is_empty() || matches!(args[0], "help" | "--help" | "-h") {
                Ok(())
            } else {
                bail!("no such command")
            }
        }
    }
}

/// The project's own directory.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// Runs cargo in the project's directory and says what failed.
fn cargo(args: &[&str]) -> Result<()> {
    let shown = format!("cargo {}", args.join(" "));
    eprintln!("\n== {shown}");
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    if std::env::var_os("CI").is_some() {
        // Who builds once has nothing to gain from being quicker the next time.
        command.env("CARGO_INCREMENTAL", "0");
    }
    let status = command.status().with_context(|| shown.clone())?;
    if !status.success() {
        bail!("`{shown}` failed");
    }
    Ok(())
}

/// Whether a cargo subcommand is there.
fn has(subcommand: &str) -> bool {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let run = Command::new(program).args([subcommand, "--version"]).output();
    run.is_ok_and(|out| out.status.success())
}

/// Everything is tried before anything is said to have failed: one mistake must not hide another.
#[derive(Default)]
struct Trials {
    failed: Vec<String>,
}

impl Trials {
    fn of(&mut self, tried: Result<()>) {
        self.failed.extend(tried.err().map(|error| format!("{error:#}")));
    }

    fn over(self) -> Result<()> {
        match self.failed.as_slice() {
            [] => Ok(()),
            failed => bail!("{} failed:\n  {}", failed.len(), failed.join("\n  ")),
        }
    }
}

fn test() -> Result<()> {
    let mut trials = Trials::default();
    // `rust-toolchain.toml` names the components these need.
    trials.of(cargo(&["fmt", "--all", "--check"]));
    {
        trials.of(cargo(&[
            "clippy",
            "--workspace",
            "--lib",
            "--bins",
            "--examples",
            "--locked",
            "--",
            "-D",
            "warnings",
        ]));
        // Tests may unwrap, measure with floats what rules count in whole numbers, and need no documentation.
        let mut tests = vec!["clippy", "--workspace", "--tests", "--benches", "--locked", "--", "-D", "warnings"];
        for lint in [
            "clippy::unwrap_used",
            "clippy::disallowed_types",
            "clippy::needless_pass_by_value",
            "unreachable_pub",
            "missing_docs",
        ] {
            tests.extend(["-A", lint]);
        }
        trials.of(cargo(&tests));
    }
    trials.of(coverage::check(&root()));
    trials.of(notices::check(&root()));
    // The whole workspace is named each time, so that nothing is built again with fewer features. The page comes last and by itself:
    // a browser that shares the machine with a thousand other tests is a slow one.
    let page = std::env::var_os(NO_BROWSER).is_none();
    if has("nextest") {
        trials.of(nextest("not package(hulldown-browser)"));
        trials.of(cargo(&["test", "--workspace", "--locked", "--doc"]));
    } else {
        trials.of(cargo(&["test", "--workspace", "--locked", "--no-fail-fast", "--exclude", "hulldown-browser"]));
    }
    if page {
        trials.of(browser().with_context(|| format!("the page in a real browser ({NO_BROWSER}=1 leaves it out)")));
    } else {
        eprintln!("\n*** {NO_BROWSER} is set: the page was NOT tested in a browser ***\n");
    }
    trials.over()
}

/// Runs the tests of a kind, all of them.
fn nextest(which: &str) -> Result<()> {
    cargo(&["nextest", "run", "--workspace", "--locked", "--no-fail-fast", "-E", which])
}

/// Plays the page in a real browser, which is installed first where it is missing.
fn browser() -> Result<()> {
    if has("nextest") {
        return nextest("package(hulldown-browser)");
    }
    cargo(&["test", "--locked", "--no-fail-fast", "-p", "hulldown-browser"])
}

fn bench() -> Result<()> {
    cargo(&["build", "--release", "--locked", "-p", "hulldown-cli"])?;
    // A workspace of its own: what the games are measured against has other terms than they have.
    cargo(&["run", "--release", "--locked", "--manifest-path", "bench/Cargo.toml"])?;
    cargo(&["bench", "--workspace", "--benches", "--locked"])
}

fn soak(decisions: &str) -> Result<()> {
    cargo(&[
        "run",
        "--release",
        "--locked",
        "-p",
        "hulldown-catalog",
        "--example",
        "soak",
        "--",
        "--decisions",
        decisions,
    ])
}

fn fuzz(seconds: &str) -> Result<()> {
    let seconds: u32 = seconds.parse().context("the seconds must be a whole number")?;
    for target in ["answers", "saves", "lines", "said", "packs"] {
        cargo(&["fuzz", "run", target, "--", &format!("-max_total_time={seconds}")])?;
    }
    Ok(())
}
