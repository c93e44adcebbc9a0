//! `hulldown review`.

use crate::archive::look_at;
use crate::args;
use crate::play::pages;
use crate::play::thinking::think;
use crate::text::{count, short_percent};
use anyhow::Result;
use hulldown_desk::{Costly, Seen, review};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::time::Duration;

/// Looks back on every choice of a game and prints those that cost something.
pub(crate) fn run(args: &args::ReviewArgs, out: &mut dyn Write, columns: usize) -> Result<()> {
    let (taken, eyes) = look_at(&args.what, args.pack.as_deref(), args.side)?;
    let game = taken.game;
    let (answers, mark) = {
        let seen = Seen::new(&*game, eyes);
        (seen.answered(), seen.mark())
    };
    let bar = ProgressBar::new(answers as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} answers, {eta} left") {
        bar.set_style(style);
    }
    let shown = bar.clone();
    let review = think(Duration::from_secs(args.seconds), move |limit| {
        review(&*game, eyes, mark, limit, |so_far| shown.set_position(so_far.looked as u64))
    });
    bar.finish_and_clear();
    let decisions = count(review.decisions, "decision");
    let mut lines = vec![match review.looked < review.of {
        true => format!("In the time available, {} of {}: {decisions}.", review.looked, count(review.of, "answer")),
        false => format!("{}: {decisions}.", count(review.of, "answer")),
    }];
    if review.looked == 0 && review.of > 0 {
        lines.push("There was no time to review any of them; allow more with --seconds.".into());
    } else if review.costly.is_empty() {
        lines.push("None of them was clearly worse than another option.".into());
    } else {
        lines.push("Clearly worse than another option, by playouts of both, worst first:".into());
        lines.extend(review.costly.iter().flat_map(told));
    }
    for line in pages::fold(&lines, columns) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// A choice that cost something, in what a player would ask of his future.
fn told(costly: &Costly) -> Vec<String> {
    let (chosen, best) = (&costly.chosen, &costly.best);
    let mut lines = vec![
        format!("- after {}: {}", count(costly.at, "answer"), costly.text),
        format!("  chosen: {}", chosen.label),
        format!("  better: {}", best.label),
    ];
    // Only what differs by more than chance may have done.
    let pairs = chosen.outlooks.iter().zip(&best.outlooks);
    let told = pairs.filter(|(chosen, best)| (chosen.share - best.share).abs() > chosen.error.hypot(best.error));
    lines.extend(told.map(|(chosen, best)| {
        format!("  {}: {} instead of {}", chosen.says, short_percent(chosen.share), short_percent(best.share))
    }));
    lines
}
