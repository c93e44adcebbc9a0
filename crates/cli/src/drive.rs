//! `hulldown drive`: the desk's conversation over standard input and output.

use crate::archive::read_pack;
use crate::args;
use anyhow::Result;
use hulldown_desk::Desk;
use std::io;

/// Answers every line until `quit` or the end of the input.
pub(crate) fn run(args: &args::Drive) -> Result<()> {
    let pack = args.pack.as_deref().map(read_pack).transpose()?;
    let mut desk = Desk::new(hulldown_desk::shelf(), pack);
    desk.converse(io::stdin().lock(), io::BufWriter::new(io::stdout().lock()))?;
    Ok(())
}
