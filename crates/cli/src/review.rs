//! `hulldown review`.

use crate::archive::look_at;
use crate::args;
use crate::play::pages;
use crate::play::thinking::think;
use crate::text::count;
use anyhow::Result;
use hulldown_desk::{Costly, Seen, review};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::time::Duration;

/// Looks back on every choice of a game and prints those that cost something.
pub(crate) fn run(args: &args::Review, out: &mut dyn Write, columns: usize) -> Result<()> {
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
        true => format!("In the time there was, {} of {}: {decisions}.", review.looked, count(review.of, "answer")),
        false => format!("{}: {decisions}.", count(review.of, "answer")),
    }];
    if review.looked == 0 && review.of > 0 {
        lines.push("There was no time to look at any of them; give it more with --seconds.".into());
    } else if review.costly.is_empty() {
        lines.push("None of them was clearly worse than another option.".into());
    } else {
        lines.push(
            "Worse than another option by at least three standard errors, in the points of advice, the worst first:"
                .into(),
        );
        lines.extend(review.costly.iter().flat_map(told));
    }
    for line in pages::fold(&lines, columns) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn told(costly: &Costly) -> [String; 3] {
    let worth = |label: &str, mean: f64, error: f64| format!("{label} ({mean:.1} ± {error:.1})");
    let (chosen, best) = (&costly.chosen, &costly.best);
    [
        format!(
            "- after {}, at a cost of {:.1} ± {:.1}: {}",
            count(costly.at, "answer"),
            costly.cost(),
            costly.error(),
            costly.text
        ),
        format!("  chosen: {}", worth(&chosen.label, chosen.mean, chosen.error)),
        format!("  better: {}", worth(&best.label, best.mean, best.error)),
    ]
}
