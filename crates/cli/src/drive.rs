//! `hulldown drive`: the desk's conversation over standard input and output.

use crate::archive::{laid, read_pack};
use crate::args;
use anyhow::Result;
use hulldown_desk::Desk;
use std::io;

/// Answers every line until `quit` or the end of the input.
pub(crate) fn run(args: &args::Drive) -> Result<()> {
    // No game is named yet: readings are those of the game whose sources disagree.
    let shelf = hulldown_desk::shelf().iter().find(|shelf| !(shelf.disagreements)().is_empty());
    let pack = match shelf {
        Some(shelf) => laid(shelf, args.pack.as_deref(), &args.reading)?,
        None => args.pack.as_deref().map(read_pack).transpose()?,
    };
    let mut desk = Desk::new(hulldown_desk::shelf(), pack);
    desk.converse(io::stdin().lock(), io::BufWriter::new(io::stdout().lock()))?;
    Ok(())
}
