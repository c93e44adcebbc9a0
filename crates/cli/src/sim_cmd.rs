//! `hulldown sim`: many games at once. The work is done by `hulldown_sim`; here it meets the command line.

use crate::archive::laid;
use crate::args::Sim;
use crate::fail::usage;
use crate::play::setup::from_pairs;
use anyhow::{Context, Result};
use hulldown_ace::Ace;
use hulldown_core::Game;
use hulldown_desk::shelf::{charts, setup_of};
use hulldown_desk::{Problem, Shelf};
use hulldown_patton::Patton;
use hulldown_sim::{Batch, ace, patton, tank};
use hulldown_tank::Tank;
use hulldown_tank::bot::Effort;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

/// Runs it.
pub(crate) fn run(sim: &Sim, out: &mut dyn Write) -> Result<()> {
    let shelf = crate::find_game(&sim.game)?;
    if sim.games == 0 {
        return Err(usage("--games takes a number from 1 on"));
    }
    if sim.scenario.is_some() && shelf.id != Tank::ID {
        return Err(usage("--scenario is for tank; other games are set up with --set"));
    }
    let rows = sim.out.as_deref().map(Rows::new).transpose()?;
    match shelf.id {
        Ace::ID => careers(sim, shelf, rows, out),
        Patton::ID => tours(sim, shelf, rows, out),
        Tank::ID => battles(sim, shelf, rows, out),
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

fn careers(sim: &Sim, shelf: &Shelf, mut rows: Option<Rows<'_>>, out: &mut dyn Write) -> Result<()> {
    let policy = policy(sim, shelf.id, &ace::POLICIES)?;
    let setup = setup_of::<Ace>(from_pairs(shelf, &sim.set)?).map_err(wrong)?;
    let pack = laid(shelf, sim.pack.as_deref(), &sim.reading)?;
    let (_, data) = charts::<Ace>(pack.as_ref()).map_err(wrong)?;
    let (bar, start) = (progress(sim.games), Instant::now());
    let mut summary = ace::Summary::default();
    let each = |career: &ace::Career| {
        summary.add(career);
        rows.as_mut().map_or(Ok(()), |rows| rows.add(ace::COLUMNS, career, [career.row()]))
    };
    let played = ace::careers(&batch(sim), &setup, data, policy, each, |n| bar.inc(n));
    bar.finish_and_clear();
    played.unwrap_or(Ok(())).with_context(|| Rows::cannot(sim))?;
    let took = start.elapsed().as_secs_f64();
    write!(out, "{}", summary.report(data))?;
    colophon(sim, policy, summary.decisions, took, out)?;
    rows.map_or(Ok(()), |rows| rows.end(out, "careers"))
}

fn tours(sim: &Sim, shelf: &Shelf, mut rows: Option<Rows<'_>>, out: &mut dyn Write) -> Result<()> {
    let policy = policy(sim, shelf.id, &patton::POLICIES)?;
    let setup = setup_of::<Patton>(from_pairs(shelf, &sim.set)?).map_err(wrong)?;
    let pack = laid(shelf, sim.pack.as_deref(), &sim.reading)?;
    let (_, data) = charts::<Patton>(pack.as_ref()).map_err(wrong)?;
    let (bar, start) = (progress(sim.games), Instant::now());
    let mut summary = patton::Summary::default();
    let each = |tour: &patton::Tour| {
        summary.add(tour);
        rows.as_mut().map_or(Ok(()), |rows| rows.add(patton::COLUMNS, tour, tour.rows()))
    };
    let played = patton::tours(&batch(sim), &setup, data, policy, each, |n| bar.inc(n));
    bar.finish_and_clear();
    played.unwrap_or(Ok(())).with_context(|| Rows::cannot(sim))?;
    let took = start.elapsed().as_secs_f64();
    write!(out, "{}", summary.report(data))?;
    colophon(sim, policy, summary.decisions, took, out)?;
    rows.map_or(Ok(()), |rows| rows.end(out, "games"))
}

/// Two policies against each other, in one scenario or in all.
fn battles(sim: &Sim, shelf: &Shelf, mut rows: Option<Rows<'_>>, out: &mut dyn Write) -> Result<()> {
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
    let mut summary = tank::Summary::default();
    for scenario in scenarios {
        let setup = hulldown_tank::Setup { scenario: scenario.id().into(), ..setup.clone() };
        let each = |record: &tank::Record| {
            summary.add(record);
            rows.as_mut().map_or(Ok(()), |rows| rows.add(tank::COLUMNS, record, [record.row()]))
        };
        let played = tank::games(&batch(sim), &setup, data, [alpha, bravo], Effort::default(), each, |n| bar.inc(n));
        played.unwrap_or(Ok(())).with_context(|| Rows::cannot(sim))?;
    }
    bar.finish_and_clear();
    let took = start.elapsed().as_secs_f64();
    write!(out, "{}", summary.report(data))?;
    colophon(sim, &format!("{alpha} against {bravo}"), summary.decisions, took, out)?;
    rows.map_or(Ok(()), |rows| rows.end(out, "games"))
}

fn progress(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} games, {eta} left") {
        bar.set_style(style.progress_chars("#-."));
    }
    bar
}

/// Where the games go one by one, as lines of values or as a list in JSON.
struct Rows<'p> {
    path: &'p Path,
    json: bool,
    file: BufWriter<File>,
    written: u64,
}

impl<'p> Rows<'p> {
    /// Begins the file, so that it is known to be writable before the work begins.
    fn new(path: &'p Path) -> Result<Self> {
        let json = match path.extension().and_then(|e| e.to_str()) {
            Some("csv") => false,
            Some("json") => true,
            _ => return Err(usage(format!("--out {}: the name must end in .csv or .json", path.display()))),
        };
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Rows { path, json, file: BufWriter::new(file), written: 0 })
    }

    /// Adds a game.
    fn add(
        &mut self,
        columns: &str,
        game: &impl Serialize,
        lines: impl IntoIterator<Item = String>,
    ) -> std::io::Result<()> {
        self.written += 1;
        if self.json {
            self.file.write_all(if self.written == 1 { b"[\n  " } else { b",\n  " })?;
            return Ok(serde_json::to_writer(&mut self.file, game)?);
        }
        if self.written == 1 {
            writeln!(self.file, "{columns}")?;
        }
        lines.into_iter().try_for_each(|line| writeln!(self.file, "{line}"))
    }

    /// Ends the file, and says so.
    fn end(mut self, out: &mut dyn Write, what: &str) -> Result<()> {
        if self.json {
            self.file.write_all(b"\n]\n").with_context(|| format!("cannot write {}", self.path.display()))?;
        }
        self.file.flush().with_context(|| format!("cannot write {}", self.path.display()))?;
        Ok(writeln!(out, "{} {what} written to {}", self.written, self.path.display())?)
    }

    /// What could not be done when something fails on the way.
    fn cannot(sim: &Sim) -> String {
        let file = sim.out.as_deref().map(|path| format!(" and written to {}", path.display()));
        format!("the games cannot be played{}", file.unwrap_or_default())
    }
}
