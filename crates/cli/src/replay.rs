//! `hulldown replay`.

use crate::archive::{Looked, look_at_any};
use crate::args;
use crate::fail::usage;
use crate::play::{self, pages};
use crate::terminal;
use anyhow::{Error, Result, bail};
use hulldown_desk::Seen;
use hulldown_keep::Sitting;
use std::io::Write;

/// Steps through a game, or prints its story.
pub(crate) fn run(args: &args::ReplayArgs) -> Result<()> {
    let (taken, eyes, marks) = match look_at_any(&args.what, args.pack.as_deref(), args.side)? {
        Looked::Game(taken, eyes, marks) => (taken, eyes, marks),
        Looked::Record(record, reader) => return crate::record::run(&record, reader, args),
    };
    let last = Seen::new(&*taken.game, eyes).answered();
    let opening = vec![format!(
        "{}: the record of {}, {}. `forward` and `back` step, `forward round` and the like step by parts, `goto 40` jumps.",
        taken.shelf.title,
        taken.label,
        crate::text::count(last, "answer")
    )];
    if let Some(to) = args.to.filter(|to| *to > last) {
        return Err(beyond(to, last));
    }
    let mut sitting = Sitting::record(taken.game, taken.shelf, taken.pack, eyes).with_marks(marks);
    if args.story && !sitting.shown().has_story() {
        bail!("{} has no story voice; --text prints the whole log", sitting.shelf.title);
    }
    if args.text || args.story {
        if let Some(to) = args.to {
            sitting.look_at(to);
        }
        let mut out = crate::plain::out_to_read();
        let lines = if args.story { pages::told_story(&sitting) } else { pages::record(&sitting) };
        for line in pages::fold(&lines, terminal::columns()) {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
        return Ok(());
    }
    sitting.look_at(args.to.unwrap_or(0));
    play::play(&mut sitting, &opening, args.linear)
}

/// An answer that there is not.
pub(crate) fn beyond(to: usize, last: usize) -> Error {
    usage(format!("--to {to}: there is no answer {to}; the last one is {last}"))
}
