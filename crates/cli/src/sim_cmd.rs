//! `hulldown sim`: many games at once. The work is done by `hulldown_sim`; here it meets the command line.

use crate::archive::laid;
use crate::args::Sim;
use crate::fail::usage;
use crate::play::setup::from_pairs;
use anyhow::{Context, Result};
use hulldown_ace::Ace;
use hulldown_bots::tank::Effort;
use hulldown_core::Game;
use hulldown_desk::shelf::{charts, setup_of};
use hulldown_desk::{Problem, Shelf};
use hulldown_patton::Patton;
use hulldown_sim::{Batch, ace, patton, tank};
use hulldown_tank::Tank;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// The most games one batch plays; their results are kept in memory.
const MOST_GAMES: u64 = 20_000_000;

/// Runs it.
pub(crate) fn run(sim: &Sim, out: &mut dyn Write) -> Result<()> {
    let shelf = crate::find_game(&sim.game)?;
    if sim.games == 0 || sim.games > MOST_GAMES {
        return Err(usage(format!("--games takes 1 to {MOST_GAMES}; cut a larger batch with --first")));
    }
    if sim.scenario.is_some() && shelf.id != Tank::ID {
        return Err(usage("--scenario is for tank; other games are set up with --set"));
    }
    let writer = sim.out.as_deref().map(Output::new).transpose()?;
    match shelf.id {
        Ace::ID => careers(sim, shelf, writer, out),
        Patton::ID => tours(sim, shelf, writer, out),
        Tank::ID => battles(sim, shelf, writer, out),
        _ => Err(usage(format!("there is no simulation of {} yet", shelf.title))),
    }
}

fn batch(sim: &Sim) -> Batch {
    Batch { games: sim.first..sim.first.saturating_add(sim.games), seed: sim.seed, threads: sim.threads }
}

fn wrong(problem: Problem) -> anyhow::Error {
    usage(problem.message)
}

/// The policy that was asked for, or the first there is.
fn policy<'s>(sim: &'s Sim, game: &str, known: &'static [(&'static str, &'static str)]) -> Result<&'s str> {
    let wanted = sim.policy.as_deref().unwrap_or(known[0].0);
    if known.iter().any(|(name, _)| *name == wanted) {
        return Ok(wanted);
    }
    let names: Vec<String> = known.iter().map(|(name, help)| format!("{name} ({help})")).collect();
    Err(usage(format!("no policy `{wanted}` plays {game}; there are {}", names.join(", "))))
}

/// What was played, by whom and how fast.
fn colophon(sim: &Sim, policy: &str, decisions: u64, took: f64, out: &mut dyn Write) -> Result<()> {
    let games = batch(sim).games;
    Ok(writeln!(
        out,
        "\nPolicy {policy}, seed {}, games {} to {}: {took:.2} s, {:.2} M decisions a second",
        sim.seed,
        games.start,
        games.end - 1,
        decisions as f64 / took.max(1e-9) / 1e6
    )?)
}

fn careers(sim: &Sim, shelf: &Shelf, writer: Option<Output<'_>>, out: &mut dyn Write) -> Result<()> {
    let policy = policy(sim, shelf.id, &ace::POLICIES)?;
    let setup = setup_of::<Ace>(from_pairs(shelf, &sim.set)?).map_err(wrong)?;
    let pack = laid(shelf, sim.pack.as_deref(), &sim.reading)?;
    let (_, data) = charts::<Ace>(pack.as_ref()).map_err(wrong)?;
    let (bar, start) = (progress(sim.games), Instant::now());
    let played = ace::careers(&batch(sim), &setup, data, policy, |n| bar.inc(n));
    bar.finish_and_clear();
    let careers = played.unwrap_or_else(|| Ok(Vec::new()))?;
    let took = start.elapsed().as_secs_f64();
    write!(out, "{}", ace::report(&careers, data))?;
    let decisions = careers.iter().filter(|c| c.seat == 0).map(|c| c.decisions).sum();
    colophon(sim, policy, decisions, took, out)?;
    match writer {
        Some(file) => file.write(out, "careers", &careers, ace::csv),
        None => Ok(()),
    }
}

fn tours(sim: &Sim, shelf: &Shelf, writer: Option<Output<'_>>, out: &mut dyn Write) -> Result<()> {
    let policy = policy(sim, shelf.id, &patton::POLICIES)?;
    let setup = setup_of::<Patton>(from_pairs(shelf, &sim.set)?).map_err(wrong)?;
    let pack = laid(shelf, sim.pack.as_deref(), &sim.reading)?;
    let (_, data) = charts::<Patton>(pack.as_ref()).map_err(wrong)?;
    let (bar, start) = (progress(sim.games), Instant::now());
    let played = patton::tours(&batch(sim), &setup, data, policy, |n| bar.inc(n));
    bar.finish_and_clear();
    let tours = played.unwrap_or_else(|| Ok(Vec::new()))?;
    let took = start.elapsed().as_secs_f64();
    write!(out, "{}", patton::report(&tours, data))?;
    colophon(sim, policy, tours.iter().map(|tour| tour.decisions).sum(), took, out)?;
    match writer {
        Some(file) => file.write(out, "games", &tours, patton::csv),
        None => Ok(()),
    }
}

/// Two policies against each other, in one scenario or in all.
fn battles(sim: &Sim, shelf: &Shelf, writer: Option<Output<'_>>, out: &mut dyn Write) -> Result<()> {
    let alpha = policy(sim, shelf.id, &tank::POLICIES)?;
    let bravo = sim.against.as_deref().unwrap_or(alpha);
    if !tank::POLICIES.iter().any(|(name, _)| *name == bravo) {
        return Err(usage(format!("no policy `{bravo}` plays tank")));
    }
    let setup = setup_of::<Tank>(from_pairs(shelf, &sim.set)?).map_err(wrong)?;
    let named = sim.scenario.as_deref().unwrap_or(&setup.scenario);
    let scenarios =
        tank::scenarios(named).ok_or_else(|| usage(format!("--scenario {named}: a number from 0 to 13, or all")))?;
    let pack = laid(shelf, sim.pack.as_deref(), &sim.reading)?;
    let (_, data) = charts::<Tank>(pack.as_ref()).map_err(wrong)?;
    let (bar, start) = (progress(sim.games * scenarios.len() as u64), Instant::now());
    let mut records = Vec::new();
    for scenario in scenarios {
        let setup = hulldown_tank::Setup { scenario: scenario.id().into(), ..setup.clone() };
        let played = tank::games(&batch(sim), &setup, data, [alpha, bravo], Effort::default(), |n| bar.inc(n));
        records.extend(played.unwrap_or_else(|| Ok(Vec::new()))?);
    }
    bar.finish_and_clear();
    let took = start.elapsed().as_secs_f64();
    write!(out, "{}", tank::report(&records, data))?;
    let decisions = records.iter().map(|record| record.decisions).sum();
    colophon(sim, &format!("{alpha} against {bravo}"), decisions, took, out)?;
    match writer {
        Some(file) => file.write(out, "games", &records, tank::csv),
        None => Ok(()),
    }
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

    fn write<R: Serialize>(
        &self,
        out: &mut dyn Write,
        what: &str,
        results: &[R],
        csv: impl FnOnce(&[R]) -> String,
    ) -> Result<()> {
        let text = if self.json { serde_json::to_string_pretty(results)? + "\n" } else { csv(results) };
        std::fs::write(self.path, text).with_context(|| format!("cannot write {}", self.path.display()))?;
        Ok(writeln!(out, "{} {what} written to {}", results.len(), self.path.display())?)
    }
}
