//! Chores of the project: `cargo xtask test` is the whole test suite, the others are run by hand.

mod coverage;
mod docs;
mod notices;

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

const HELP: &str = "\
cargo xtask COMMAND

  test             formatting, lints, rule coverage and every test, also those in a real browser
  browser          only the page in a real Chromium (on Debian it is installed if missing)
  docs             lints, and the documentation of every crate without a warning, in target/doc
  rules [--missing] which rules of each ledger have a test that names them
  notices          writes THIRD-PARTY.txt anew: what the program is made with, and under which terms
  bench            how fast everything is, as one table
  soak [DECISIONS] games of every kind with what must hold checked after each step (100,000,000 decisions each unless told)
  fuzz [SECONDS]   each fuzz target for so long (60 unless told); needs cargo-fuzz and a nightly compiler
";

/// Set by who cannot have a browser: all the other tests, and a line that says what was left out.
const NO_BROWSER: &str = "HULLDOWN_NO_BROWSER";

/// Workspaces of their own: each has its own lock and its own manifest.
const ASIDE: [&str; 2] = ["bench", "fuzz"];

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["test"] => test(),
        ["browser"] => browser(),
        ["docs"] => {
            let mut built = docs::Built::default();
            lint(&mut built)?;
            docs::check(&root(), &built)
        }
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

/// Cargo in the project's directory, and how that is called.
fn command(args: &[&str]) -> (Command, String) {
    let shown = format!("cargo {}", args.join(" "));
    eprintln!("\n== {shown}");
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    (command, shown)
}

/// Runs cargo in the project's directory and says what failed.
fn cargo(args: &[&str]) -> Result<()> {
    let (mut command, shown) = command(args);
    ended(command.status(), &shown)
}

/// The same with clippy for a compiler, for our own crates: it lints and compiles in one go, so what is linted is what is tested, and
/// nothing is compiled twice. (`cargo clippy` only checks, and the tests would be built beside it.) What would make the next build quicker
/// makes this one a fifth dearer, so it is left to `cargo test`.
fn linted(args: &[&str]) -> (Command, String) {
    let (mut command, shown) = command(args);
    command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env("CARGO_INCREMENTAL", "0");
    (command, shown)
}

fn ended(status: std::io::Result<ExitStatus>, shown: &str) -> Result<()> {
    if !status.with_context(|| shown.to_owned())?.success() {
        bail!("`{shown}` failed");
    }
    Ok(())
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
    for aside in ASIDE {
        trials.of(cargo(&["fmt", "--all", "--check", "--manifest-path", &format!("{aside}/Cargo.toml")]));
    }
    let mut built = docs::Built::default();
    trials.of(lint(&mut built));
    trials.of(coverage::check(&root()));
    trials.of(coverage::none_asleep(&root()));
    trials.of(notices::check(&root()));
    // Workspaces of their own have locks of their own, which a new dependency of ours leaves behind.
    for aside in ASIDE {
        trials.of(locked(aside));
    }
    trials.of(checked("bench"));
    // The whole workspace is named each time, so that nothing is built again with fewer features. The page comes last and by itself:
    // a browser that shares the machine with a thousand other tests is a slow one.
    let page = std::env::var_os(NO_BROWSER).is_none();
    trials.of(tested(&["test", "--workspace", "--locked", "--no-fail-fast", "--exclude", "hulldown-browser"]));
    trials.of(docs::check(&root(), &built));
    if page {
        trials.of(browser().with_context(|| format!("the page in a real browser ({NO_BROWSER}=1 leaves it out)")));
    } else {
        eprintln!("\n*** {NO_BROWSER} is set: the page was NOT tested in a browser ***\n");
    }
    trials.over()
}

/// Whether the lock of a workspace beside ours fits its packages.
fn locked(aside: &str) -> Result<()> {
    let manifest = format!("{aside}/Cargo.toml");
    let (mut command, shown) =
        command(&["metadata", "--locked", "--format-version", "1", "--manifest-path", &manifest]);
    ended(command.stdout(Stdio::null()).status(), &shown)
}

/// Whether a workspace beside ours still compiles, without a warning. What is fuzzed is in `crates/targets`, so only one has code worth it.
fn checked(aside: &str) -> Result<()> {
    let manifest = format!("{aside}/Cargo.toml");
    let (mut command, shown) = linted(&["check", "--locked", "--all-targets", "--manifest-path", &manifest]);
    ended(command.args(["--target-dir", "target/aside"]).env("RUSTFLAGS", "-Dwarnings").status(), &shown)
}

/// Compiles everything there is with clippy looking on. What it has to say is a failure, but not one that hides the tests'.
fn lint(built: &mut docs::Built) -> Result<()> {
    let (mut command, shown) = linted(&[
        "build",
        "--workspace",
        "--all-targets",
        "--locked",
        "--message-format=json-diagnostic-rendered-ansi",
    ]);
    let mut build = command.stdout(Stdio::piped()).spawn().with_context(|| shown.clone())?;
    let mut found = 0;
    for line in build.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
        let told: serde_json::Value = serde_json::from_str(&line?).with_context(|| shown.clone())?;
        if told["reason"] == "compiler-artifact" {
            built.note(&told);
        }
        let message = &told["message"];
        if told["reason"] == "compiler-message" && message["level"] != "failure-note" {
            found += 1;
            eprint!("{}", message["rendered"].as_str().unwrap_or_default());
        }
    }
    ended(build.wait(), &shown)?;
    if found > 0 {
        bail!("`{shown}` had {found} {} to make", if found == 1 { "remark" } else { "remarks" });
    }
    Ok(())
}

/// Runs tests that `lint` has built, each program's in one process, where charts are read once. Says nothing of those that pass but how
/// many they are.
fn tested(args: &[&str]) -> Result<()> {
    let (mut command, shown) = linted(args);
    let mut run = command.stdout(Stdio::piped()).spawn().with_context(|| shown.clone())?;
    let (mut passed, mut failed) = (0, 0);
    for line in run.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
        let line = line?;
        let count = |what: &str| -> u32 {
            let before = line.split(what).next().and_then(|before| before.rsplit(' ').next());
            before.and_then(|n| n.parse().ok()).unwrap_or(0)
        };
        if line.starts_with("test result: ") {
            (passed, failed) = (passed + count(" passed;"), failed + count(" failed;"));
        } else if !line.is_empty() && !line.starts_with("running ") && !line.ends_with(" ... ok") {
            println!("{line}");
        }
    }
    let status = run.wait();
    eprintln!("{passed} tests passed, {failed} failed");
    ended(status, &shown)
}

/// Plays the page in a real browser, which is installed first where it is missing. One program runs all these tests: they hand their
/// browsers on to each other.
fn browser() -> Result<()> {
    tested(&["test", "--workspace", "--locked", "--no-fail-fast", "--test", "page"])
}

fn bench() -> Result<()> {
    cargo(&["build", "--release", "--locked", "-p", "hulldown-cli"])?;
    // A workspace of its own: what the games are measured against has other terms than they have.
    cargo(&["run", "--release", "--locked", "--manifest-path", "bench/Cargo.toml"])?;
    cargo(&["bench", "--workspace", "--benches", "--locked"])
}

fn soak(decisions: &str) -> Result<()> {
    let soak = ["run", "--release", "--locked", "--manifest-path", "bench/Cargo.toml", "--bin", "soak"];
    cargo(&[&soak[..], &["--", "--decisions", decisions]].concat())
}

fn fuzz(seconds: &str) -> Result<()> {
    let seconds: u32 = seconds.parse().context("the seconds must be a whole number")?;
    for target in ["answers", "saves", "lines", "said", "packs"] {
        cargo(&["fuzz", "run", target, "--", &format!("-max_total_time={seconds}")])?;
    }
    Ok(())
}
