//! `hulldown drive`: the desk's conversation over standard input and output.

use crate::archive::read_pack;
use crate::args;
use crate::fail::usage;
use anyhow::Result;
use hulldown_desk::{Desk, shelf};
use std::io;

/// Answers every line until `quit` or the end of the input.
pub(crate) fn run(args: &args::DriveArgs) -> Result<()> {
    let pack = args.pack.as_deref().map(read_pack).transpose()?;
    check_readings(&args.reading)?;
    let mut desk = Desk::new(shelf(), pack).reading(args.reading.clone());
    desk.converse(io::stdin().lock(), io::BufWriter::new(io::stdout().lock()))?;
    Ok(())
}

/// No game is named yet; but readings that belong to none are a mistake now, not when a game is begun.
fn check_readings(names: &[String]) -> Result<()> {
    let mut wrong = Vec::new();
    for shelf in shelf().iter().filter(|shelf| !names.is_empty() && !(shelf.disagreements)().is_empty()) {
        match (shelf.readings)(names) {
            Ok(_) => return Ok(()),
            Err(problem) => wrong.push(format!("{}: {}", shelf.title, problem.message)),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(usage(wrong.join("; "))) }
}
