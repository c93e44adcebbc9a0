//! `hulldown verify`.

use crate::archive::{KeepError, Rules, find, shelf_for};
use crate::args;
use crate::text::count;
use anyhow::{Result, bail};
use hulldown_core::game::Seat;
use hulldown_core::save::Save;
use std::io::Write;

/// Plays a record again and says what was checked.
pub(crate) fn run(args: &args::VerifyArgs, out: &mut dyn Write) -> Result<()> {
    let found = find(&args.what, args.pack.as_deref())?;
    let (label, save) = (&found.label, &found.save);
    let shelf = shelf_for(save, label)?;
    if Rules::of(shelf.id, save.head.rules_version) != Rules::Same {
        bail!(
            "{label}: cannot be checked: it was played by rules version {}, this program has version {}",
            save.head.rules_version,
            shelf.rules_version
        );
    }
    let (game, _) = (shelf.load)(save, found.pack.as_ref())
        .map_err(|problem| KeepError::not_taken(&format!("{label}: NOT right"), label, save, problem))?;
    let tally = Tally::of(save);
    writeln!(out, "{label}: right.")?;
    writeln!(out, "  {} (rules version {}), charts {}", shelf.title, save.head.rules_version, charts(&game.export()))?;
    writeln!(out, "  {} replayed, each of them legal", count(game.answered(), "answer"))?;
    let honest = format!("{} from seed {}, each as the seed gives it", count(tally.seeded, "throw"), save.head.seed);
    writeln!(out, "  {honest}")?;
    let others = [
        (tally.unseen, "seen by one player only, each as that player's own stream gives it"),
        (tally.by_hand, "typed in by hand: possible faces; no more can be checked"),
        (tally.scripted, "from a script of faces: possible faces; no more can be checked"),
        (tally.kept, "repeated after a rewind, the same as before"),
    ];
    for (n, what) in others.into_iter().filter(|(n, _)| *n > 0) {
        writeln!(out, "  {} {what}", count(n, "throw"))?;
    }
    if tally.undone > 0 {
        writeln!(out, "  {} where answers were undone", count(tally.undone, "place"))?;
    }
    if save.head.arranged.is_some() {
        writeln!(out, "  it started from an arranged situation, not from the game's own setup")?;
    }
    if save.checkpoint.at == save.history.len() {
        writeln!(out, "  it leads to the position in the save")?;
    }
    match game.outcome() {
        Some(outcome) => writeln!(out, "  it ended: {} ({})", outcome.result, outcome.scored())?,
        None => writeln!(out, "  it goes on: {}", game.status(Seat(0).into()))?,
    }
    Ok(())
}

fn charts(save: &Save) -> String {
    match &save.head.pack {
        Some(pack) => format!("{} of the pack `{pack}`", save.head.charts),
        None => format!("{} as shipped", save.head.charts),
    }
}

/// Where the throws of a record came from.
#[derive(Default)]
struct Tally {
    seeded: usize,
    unseen: usize,
    by_hand: usize,
    scripted: usize,
    kept: usize,
    undone: usize,
}

impl Tally {
    fn of(save: &Save) -> Self {
        let mut tally = Tally::default();
        for line in &save.history {
            match line.as_bytes().first() {
                Some(b'=') => tally.seeded += 1,
                Some(b'?') => tally.unseen += 1,
                Some(b'!') => tally.by_hand += 1,
                Some(b'#') => tally.scripted += 1,
                Some(b'~') => tally.kept += 1,
                Some(b'<') => tally.undone += 1,
                _ => {}
            }
        }
        tally
    }
}
