//! `hulldown sim`: many games at once. The work is done by `hulldown_sim`; here it meets the command line.

use crate::archive::read_pack;
use crate::args::Sim;
use crate::fail::usage;
use crate::play::setup::from_pairs;
use anyhow::{Context, Result};
use hulldown_ace::Ace;
use hulldown_core::Game;
use hulldown_desk::Problem;
use hulldown_desk::shelf::{charts, setup_of};
use hulldown_sim::{Batch, ace};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// The most games one batch plays; their results are kept in memory.
const MOST_GAMES: u64 = 20_000_000;

/// Runs it.
pub(crate) fn run(sim: &Sim, out: &mut dyn Write) -> Result<()> {
    let shelf = crate::find_game(&sim.game)?;
    if shelf.id != Ace::ID {
        return Err(usage(format!("there is no simulation of {} yet", shelf.title)));
    }
    if sim.games == 0 || sim.games > MOST_GAMES {
        return Err(usage(format!("--games takes 1 to {MOST_GAMES}; cut a larger batch with --first")));
    }
    let writer = sim.out.as_deref().map(Output::new).transpose()?;
    let wrong = |problem: Problem| usage(problem.message);
    let setup = setup_of::<Ace>(from_pairs(shelf, &sim.set)?).map_err(wrong)?;
    let pack = sim.pack.as_deref().map(read_pack).transpose()?;
    let (_, data) = charts::<Ace>(pack.as_ref()).map_err(wrong)?;
    let bar = progress(sim.games);
    let batch = Batch { games: sim.first..sim.first.saturating_add(sim.games), seed: sim.seed, threads: sim.threads };
    let start = Instant::now();
    let played = ace::careers(&batch, &setup, data, &sim.policy, |n| bar.inc(n));
    bar.finish_and_clear();
    let Some(played) = played else {
        let names: Vec<String> = ace::POLICIES.iter().map(|(name, help)| format!("{name} ({help})")).collect();
        return Err(usage(format!("no policy `{}` plays ace; there are {}", sim.policy, names.join(", "))));
    };
    let careers = played?;
    let took = start.elapsed().as_secs_f64();
    write!(out, "{}", ace::report(&careers, data))?;
    let decisions: u64 = careers.iter().filter(|c| c.seat == 0).map(|c| c.decisions).sum();
    writeln!(
        out,
        "\nPolicy {}, seed {}, games {} to {}: {took:.2} s, {:.2} M decisions a second",
        sim.policy,
        sim.seed,
        batch.games.start,
        batch.games.end - 1,
        decisions as f64 / took.max(1e-9) / 1e6
    )?;
    if let Some(file) = writer {
        file.write(&careers)?;
        writeln!(out, "{} careers written to {}", careers.len(), file.path.display())?;
    }
    Ok(())
}

fn progress(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} games, {eta} left") {
        bar.set_style(style.progress_chars("#-."));
    }
    bar
}

/// Where the careers go, known to be writable before the work begins.
struct Output<'p> {
    path: &'p Path,
    json: bool,
}

impl<'p> Output<'p> {
    fn new(path: &'p Path) -> Result<Self> {
        let json = match path.extension().and_then(|e| e.to_str()) {
            Some("csv") => false,
            Some("json") => true,
            _ => return Err(usage(format!("--out {}: the name must end in .csv or .json", path.display()))),
        };
        std::fs::File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Output { path, json })
    }

    fn write(&self, careers: &[ace::Career]) -> Result<()> {
        let text = if self.json { serde_json::to_string_pretty(careers)? + "\n" } else { ace::csv(careers) };
        std::fs::write(self.path, text).with_context(|| format!("cannot write {}", self.path.display()))?;
        Ok(())
    }
}
