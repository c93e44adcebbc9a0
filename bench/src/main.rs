//! How fast every game of the catalog is played, as one table: `cargo xtask bench`.
//!
//! Random whole games on one core, by processor time, so that other work on the machine counts little. Beside them stands a yardstick
//! that others know: random games of chess by shakmaty, all legal moves listed, one chosen, until nothing is left to play or for 200
//! moves. Name some games to measure only those.

use hulldown_catalog::{CatalogGame, Visitor};
use hulldown_core::playable::trial::setups;
use hulldown_core::{Generator, Random, Sim, TWO_D6};
use perf_event::events::Hardware;
use perf_event::{Builder, Counter};
use shakmaty::{Chess, Position};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// What a die took when the goal of twelve times the dice was set, in moves of the yardstick: 3.9 ns where a move took 200. It has become
/// more than three times cheaper since, which makes no game slower.
const OLD_DIE: f64 = 3.9 / 200.0;
/// How often each thing is measured; the best counts, as least disturbed by whatever else the machine does.
const TRIES: usize = 5;
/// How long one try takes about.
const TRY: Duration = Duration::from_millis(400);

/// The time this thread has had a core for, where the system tells.
fn busy() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// What some work took.
#[derive(Clone, Copy)]
struct Took {
    /// Nanoseconds at work for each thing done.
    ns: f64,
    /// Instructions for each, where they can be counted.
    instructions: Option<f64>,
}

struct Meter {
    counter: Option<Counter>,
}

impl Meter {
    fn new() -> Self {
        Meter { counter: Builder::new(Hardware::INSTRUCTIONS).build().ok() }
    }

    /// The best of several tries of work that says how many things it did.
    fn best(&mut self, mut work: impl FnMut() -> u64) -> Took {
        let mut tries = (0..TRIES).map(|_| {
            let counting =
                self.counter.as_mut().and_then(|counter| counter.reset().and_then(|()| counter.enable()).ok());
            let (start, before) = (Instant::now(), busy());
            let mut done = 0;
            while start.elapsed() < TRY {
                done += work();
            }
            let passed = start.elapsed();
            let at_work = busy().zip(before).map_or(passed, |(now, before)| now.saturating_sub(before).min(passed));
            let counted = counting.and_then(|()| self.counter.as_mut()?.read().ok()).filter(|counted| *counted > 0);
            let done = done.max(1) as f64;
            Took { ns: at_work.as_nanos() as f64 / done, instructions: counted.map(|counted| counted as f64 / done) }
        });
        let first = tries.next().unwrap_or(Took { ns: 0.0, instructions: None });
        tries.fold(first, |best, next| if next.ns < best.ns { next } else { best })
    }
}

/// Random games of chess: how many moves were chosen.
fn chess(dice: &mut Generator) -> u64 {
    let mut moves = 0;
    let mut board = Chess::default();
    for _ in 0..200 {
        let legal = board.legal_moves();
        if legal.is_empty() || board.is_insufficient_material() {
            break;
        }
        board.play_unchecked(legal[dice.below(legal.len() as u32) as usize]);
        moves += 1;
    }
    black_box(&board);
    moves
}

struct Games<'a> {
    meter: Meter,
    wanted: &'a [String],
    /// Nanoseconds of a bare die.
    die: f64,
    /// Nanoseconds of a move of the yardstick.
    yardstick: f64,
    ratios: Vec<f64>,
}

impl Games<'_> {
    fn line(what: &str, took: Took, rest: &str) {
        let instructions = took.instructions.map_or("-".into(), |n| format!("{n:.0}"));
        println!("{what:<10} {:>9.2} {:>9.1} {instructions:>12} {rest}", 1e3 / took.ns, took.ns);
    }
}

impl Visitor for Games<'_> {
    fn visit<G: CatalogGame>(&mut self) {
        if !self.wanted.is_empty() && !self.wanted.iter().any(|name| name == G::ID) {
            return;
        }
        // Every value of every field in turn, so that no mode is left out.
        let begun: Vec<G> = setups::<G>().iter().filter_map(|setup| G::new(setup, G::data()).ok()).collect();
        let (mut index, mut dice, mut decisions) = (0, 0u64, 0u64);
        let took = self.meter.best(|| {
            let mut game = begun[index as usize % begun.len()].clone();
            let mut sim = Sim::new(Random(Generator::for_game(1, index)), Generator::for_game(2024, index));
            sim.finish(&mut game, G::data(), 2_000_000);
            black_box(&game);
            index += 1;
            (dice, decisions) = (dice + sim.thrown, decisions + sim.decisions);
            sim.decisions
        });
        let each = dice as f64 / decisions.max(1) as f64;
        let (multiple, ratio) = (took.ns / (each * self.die), self.yardstick / took.ns);
        let old = took.ns / (each * self.yardstick * OLD_DIE);
        self.ratios.push(ratio);
        Games::line(G::ID, took, &format!("{each:>8.2} {multiple:>8.1} {old:>10.1} {ratio:>10.2}"));
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let mut meter = Meter::new();
    println!(
        "{:<10} {:>9} {:>9} {:>12} {:>8} {:>8} {:>10} {:>10}",
        "", "M/s", "ns", "instructions", "dice", "x dice", "x old dice", "x chess"
    );
    let mut generator = Generator::new(1);
    let throw = meter.best(|| {
        let sum: i64 = (0..10_000).map(|_| i64::from(generator.sum(TWO_D6))).sum();
        black_box(sum);
        20_000
    });
    Games::line("a die", throw, "");
    let yardstick = meter.best(|| chess(&mut generator));
    Games::line("chess", yardstick, "");
    let mut games = Games { meter, wanted: &wanted, die: throw.ns, yardstick: yardstick.ns, ratios: Vec::new() };
    hulldown_catalog::each(&mut games);
    let mut ratios = games.ratios;
    ratios.sort_by(f64::total_cmp);
    if let (Some(least), Some(median)) = (ratios.first(), median(&ratios)) {
        println!(
            "\nleast {least:.2} (goal 0.60), median {median:.2} (goal 1.00) of the yardstick; at most 12 times the old dice is the goal"
        );
    }
}

/// The one in the middle, or the mean of the two.
fn median(ordered: &[f64]) -> Option<f64> {
    let (low, high) = (ordered.get(ordered.len().checked_sub(1)? / 2)?, ordered.get(ordered.len() / 2)?);
    Some((low + high) / 2.0)
}
