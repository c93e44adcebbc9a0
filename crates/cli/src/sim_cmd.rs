//! `hulldown sim`: many games at once. The work is done by `hulldown_sim`; here it meets the command line.

use crate::archive::laid;
use crate::args::SimArgs;
use crate::fail::usage;
use crate::play::setup::from_pairs;
use anyhow::{Context, Result};
use hulldown_catalog::{CatalogGame, With};
use hulldown_desk::shelf::{charts, setup_of};
use hulldown_desk::{Pack, Problem, Shelf};
use hulldown_sim::{Batch, SimError};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::Path;
use std::time::Instant;

/// Runs it.
pub(crate) fn run(sim: &SimArgs, out: &mut dyn Write) -> Result<()> {
    let shelf = crate::find_game(&sim.game)?;
    if sim.games == 0 {
        return Err(usage("--games takes a number, 1 or more"));
    }
    let simulation = Simulation { sim, shelf, out };
    hulldown_catalog::with(shelf.id, simulation)
        .unwrap_or_else(|| Err(usage(format!("there is no simulation of {}", shelf.title))))
}

/// A simulation of a game that is known by its id.
struct Simulation<'a> {
    sim: &'a SimArgs,
    shelf: &'static Shelf,
    out: &'a mut dyn Write,
}

impl With for Simulation<'_> {
    type Done = Result<()>;

    fn with<G: CatalogGame>(self) -> Result<()> {
        let Simulation { sim, shelf, out } = self;
        let mut rows = sim.out.as_deref().map(Rows::new).transpose()?;
        let best = G::BOTS.names().first().map_or("random", |(name, _)| name);
        let bot = sim.policy.as_deref().unwrap_or(best);
        let bots = [bot, sim.against.as_deref().unwrap_or(bot)];
        let pack = laid(shelf, sim.pack.as_deref(), &sim.reading)?;
        let (_, data) = charts::<G>(pack.as_ref()).map_err(wrong)?;
        let named: Vec<&str> = sim.over.iter().map(String::as_str).collect();
        let is_set =
            |field: &&str| sim.set.iter().any(|set| set.split('=').next().is_some_and(|name| name.trim() == *field));
        // What a game is shared out over by itself, but for what was set.
        let shared: Vec<&str> = G::OVER.iter().copied().filter(|field| !is_set(field)).collect();
        let sets = setups(sim, shelf, pack.as_ref(), if named.is_empty() { &shared } else { &named })?;
        let all = sim.first..sim.first.saturating_add(sim.games);
        // Over named fields every set-up gets them all; what is shared out is dealt in turns.
        let fields = (shelf.fields)(pack.as_ref()).map_err(wrong)?;
        let values =
            fields.iter().find(|field| shared.last() == Some(&field.name)).map_or(0, |field| field.values.len());
        let turns = if named.is_empty() { Turns::dealt(sets.len(), values) } else { Turns::ALONE };
        let games = if named.is_empty() { sim.games } else { sim.games * sets.len() as u64 };
        let (bar, start) = (progress(games), Instant::now());
        let (mut summary, mut decisions) = (G::Summary::default(), 0);
        for (nth, set) in sets.into_iter().enumerate() {
            let games = turns.games(&all, nth as u64);
            if games.is_empty() {
                continue;
            }
            let batch = Batch { games, seed: sim.seed, threads: sim.threads };
            let setup = setup_of::<G>(from_pairs(shelf, pack.as_ref(), &set)?).map_err(wrong)?;
            let each = |record: &G::Record| {
                G::add(&mut summary, record);
                rows.as_mut().map_or(Ok(()), |rows| rows.add(G::COLUMNS, record, G::rows(record, data)))
            };
            decisions += match hulldown_sim::games::<G>(&batch, &setup, data, &bots, each, |n| bar.inc(n)) {
                Err(nobody @ SimError::NoBot { .. }) => return Err(usage(nobody.to_string())),
                played => played.with_context(|| Rows::cannot(sim))?,
            };
        }
        bar.finish_and_clear();
        let took = start.elapsed().as_secs_f64();
        write!(out, "{}", G::report(&summary, data))?;
        let who = if bots[0] == bots[1] { bot.into() } else { bots.join(" against ") };
        writeln!(
            out,
            "\nBot {who}, seed {}, games {} to {}: {took:.2} s, {} decisions a second",
            sim.seed,
            all.start,
            all.end - 1,
            HumanCount((decisions as f64 / took.max(1e-9)).round() as u64)
        )?;
        rows.map_or(Ok(()), |rows| rows.end(out, G::RECORDS))
    }
}

/// How games are dealt out to set-ups.
struct Turns {
    sets: u64,
    /// How far the next in turn lies from the last.
    step: u64,
}

impl Turns {
    /// Each gets all.
    const ALONE: Turns = Turns { sets: 1, step: 1 };

    /// In an order in which few games see much: of set-ups listed by a field and then by one of so many values, both change each time.
    fn dealt(sets: usize, values: usize) -> Turns {
        let sets = sets as u64;
        let step = (values as u64 + 1..).find(|step| gcd(*step, sets) == 1);
        Turns { sets, step: step.unwrap_or(1) }
    }

    /// Those of a batch that one set-up plays, by its own numbers.
    fn games(&self, all: &Range<u64>, nth: u64) -> Range<u64> {
        let turn = (0..self.sets).find(|turn| turn * self.step % self.sets == nth % self.sets).unwrap_or(0);
        let before = |n: u64| n.saturating_add(self.sets - 1 - turn) / self.sets;
        before(all.start)..before(all.end)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The set-ups that are played, each as fields with values: one, or one for every value of some fields.
fn setups(sim: &SimArgs, shelf: &Shelf, pack: Option<&Pack>, over: &[&str]) -> Result<Vec<Vec<String>>> {
    let fields = (shelf.fields)(pack).map_err(wrong)?;
    let mut sets = vec![sim.set.clone()];
    for over in over {
        let values = fields.iter().find(|field| field.name == *over).map(|field| &field.values);
        let Some(values) = values.filter(|values| !values.is_empty()) else {
            let lists = fields.iter().filter(|field| !field.values.is_empty()).map(|field| field.name);
            let known: Vec<&str> = lists.collect();
            return Err(usage(format!(
                "--over {over}: not a field with a list of values; {} has {}",
                shelf.id,
                known.join(", ")
            )));
        };
        let with = |set: &Vec<String>| {
            let set = set.clone();
            values
                .iter()
                .map(move |(value, _)| [set.clone(), vec![format!("{over}={value}")]].concat())
                .collect::<Vec<_>>()
        };
        sets = sets.iter().flat_map(with).collect();
    }
    Ok(sets)
}

fn wrong(problem: Problem) -> anyhow::Error {
    usage(problem.message)
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
    fn cannot(sim: &SimArgs) -> String {
        let file = sim.out.as_deref().map(|path| format!(" and written to {}", path.display()));
        format!("the simulation failed{}", file.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_dealt_out_whole_and_its_parts_make_the_same() {
        let turns = Turns::dealt(12, 4);
        let played = |all: Range<u64>| (0..12).map(|set| turns.games(&all, set)).collect::<Vec<_>>();
        let count = |dealt: &[Range<u64>]| dealt.iter().map(|games| games.end - games.start).sum::<u64>();
        assert_eq!((count(&played(0..5)), count(&played(0..30)), count(&played(7..31))), (5, 30, 24));
        for (nth, whole) in played(0..30).into_iter().enumerate() {
            let [first, rest] = [0..13, 13..30].map(|part| turns.games(&part, nth as u64));
            assert_eq!((first.start, first.end, rest.end), (whole.start, rest.start, whole.end));
        }
        // Three fields of four values each: each of the three, and each of the four, before any comes again.
        let order: Vec<u64> = (0..4).map(|turn| turn * turns.step % 12).collect();
        assert_eq!(order.iter().map(|set| set / 4).take(3).collect::<std::collections::BTreeSet<_>>().len(), 3);
        assert_eq!(order.iter().map(|set| set % 4).collect::<std::collections::BTreeSet<_>>().len(), 4);
        assert_eq!(Turns::ALONE.games(&(3..9), 5), 3..9);
    }
}
