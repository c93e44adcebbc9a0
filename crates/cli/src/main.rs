//! The `hulldown` program: classic tank board games, played by their exact rules.

mod archive;
mod args;
mod charts;
mod dice;
mod drive;
mod fail;
mod odds;
mod overview;
mod plain;
mod play;
mod record;
mod replay;
mod review;
mod rules;
mod saves;
mod serve;
mod sim_cmd;
mod terminal;
mod text;
mod verify;

use anyhow::Result;
use args::{Cli, CliCommand};
use hulldown_desk::Shelf;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// Cheaper than the system's: a page is made of many small texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Whose the program and the games are.
const NOTICE: &str = include_str!("../../../NOTICE");

/// What the program is made with: `cargo xtask notices` writes it.
const THIRD_PARTY: &str = include_str!("../../../THIRD-PARTY.txt");

fn main() -> ExitCode {
    terminal::restore_on_panic();
    match run(args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail::report(&error),
    }
}

fn run(cli: Cli) -> Result<()> {
    let Some(command) = cli.command else {
        // In a terminal the page is what most people want; in a pipe it would only hang.
        if io::stdout().is_terminal() {
            return serve::run(&args::ServeArgs::default());
        }
        return printed(|out| overview::run(out, terminal::columns()));
    };
    match command {
        CliCommand::Play(args) => play::run(&args, false),
        CliCommand::Learn(args) => play::run(&args, true),
        CliCommand::Replay(args) => replay::run(&args),
        CliCommand::Serve(args) => serve::run(&args),
        CliCommand::Drive(args) => drive::run(&args),
        CliCommand::Sim(args) => printed(|out| sim_cmd::run(&args, out)),
        CliCommand::Saves(args) => printed(|out| saves::run(args, out, terminal::columns())),
        CliCommand::Verify(args) => printed(|out| verify::run(&args, out)),
        CliCommand::Odds(args) => printed(|out| odds::run(&args, out, terminal::columns())),
        CliCommand::Review(args) => printed(|out| review::run(&args, out, terminal::columns())),
        CliCommand::Rules(args) => printed(|out| rules::run(&args, out, terminal::columns())),
        CliCommand::Licenses => printed(|out| Ok(write!(out, "{}\n{}", NOTICE, THIRD_PARTY)?)),
        CliCommand::Charts(args) => printed(|out| charts::run(&args, out, terminal::columns())),
    }
}

/// Runs a command that writes to standard output and does nothing else there.
fn printed(command: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut out = plain::out();
    let done = command(&mut out);
    out.flush()?;
    done
}

/// The game of this name.
pub(crate) fn find_game(id: &str) -> Result<&'static Shelf> {
    hulldown_desk::find(id).map_err(|problem| fail::usage(problem.message))
}
