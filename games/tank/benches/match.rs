//! One commander of Tank! against another, each scenario from both sides, or the balance of scenarios:
//!
//! `cargo bench -p hulldown-tank --bench match -- --scenario all --games 20 --first rollout --second heuristic`
//! `cargo bench -p hulldown-tank --bench match -- --balance --games 400 --seed 2024 --guard`
//!
//! `--guard` fails if a scenario has too many games without a shot, or drawn.
//! `--out FILE` writes each game of a match as it ends, so that a part of a long match is of use too.

#![allow(clippy::disallowed_types)] // Thinking is timed and points are shared; only rules count in whole numbers.

use hulldown_core::game::Seat;
use hulldown_core::playable::Playable;
use hulldown_core::playable::bots::Mind;
use hulldown_core::playable::figures::{Share, share};
use hulldown_core::{Game, Generator, Policy, Sim};
use hulldown_sim::{Batch, MOST_DECISIONS, policy_seed};
use hulldown_tank::bot::{Effort, Rollout, Versus};
use hulldown_tank::figures::{Ended, Summary};
use hulldown_tank::talk::{Ask, Choice};
use hulldown_tank::words::{Force, ScenarioId};
use hulldown_tank::{Setup, Tank, View};
use std::fs::File;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

fn text<'a>(args: &'a [String], name: &str, default: &'a str) -> &'a str {
    args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)).map_or(default, String::as_str)
}

fn number(args: &[String], name: &str, default: u64) -> Result<u64, String> {
    let value = text(args, name, "");
    if value.is_empty() { Ok(default) } else { value.parse().map_err(|_| format!("{name}: `{value}` is not a number")) }
}

fn span(s: Share) -> String {
    format!("{:>5.1}% ({:>4.1} to {:>5.1})", s.found * 100.0, s.low * 100.0, s.high * 100.0)
}

/// Seconds this thread has had a core for; on a machine with other work the clock on the wall says little.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// A commander whose thinking is timed, if he is one who thinks long.
struct Timed {
    bot: Box<dyn Mind<Tank>>,
    thinks: bool,
    /// The turn now, and what has been spent on it.
    turn: u16,
    spent: f64,
    /// What has been spent before the first turn, on the worst turn and on all turns.
    opening: f64,
    worst: f64,
    sum: f64,
}

impl Timed {
    fn new(bot: Box<dyn Mind<Tank>>, thinks: bool) -> Timed {
        Timed { bot, thinks, turn: 0, spent: 0.0, opening: 0.0, worst: 0.0, sum: 0.0 }
    }
}

impl Policy<Tank> for Timed {
    fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        if !self.thinks {
            return self.bot.decide(view, seat, ask, options);
        }
        let before = cpu();
        let choice = self.bot.decide(view, seat, ask, options);
        let spent = cpu() - before;
        let plots = matches!(ask, Ask::March | Ask::Plot | Ask::Task(_) | Ask::Path(_) | Ask::Facing(_) | Ask::Stop);
        if plots {
            if self.turn != view.turn() {
                (self.turn, self.spent) = (view.turn(), 0.0);
            }
            self.spent += spent;
            self.sum += spent;
            self.worst = self.worst.max(self.spent);
        } else {
            self.opening += spent;
        }
        choice
    }
}

/// What one commander made of a match against another, each scenario played from both sides.
#[derive(Clone, Debug, Default)]
struct Score {
    /// Games won.
    won: usize,
    /// Games drawn.
    drawn: usize,
    /// Games lost.
    lost: usize,
}

impl Score {
    /// All games.
    fn games(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// The share of points, a draw half, as a number and its 95% interval.
    fn share(&self) -> Share {
        // Half points are counted in halves; the interval is a little narrow for many draws.
        let (found, games) = (2 * self.won + self.drawn, self.games());
        let s = share(found, 2 * games);
        let wide = share(found / 2, games);
        Share { found: s.found, low: wide.low.min(s.low), high: wide.high.max(s.high) }
    }
}

/// One match: so many games of each scenario from both sides.
struct Match<'a> {
    names: [&'a str; 2],
    games: u64,
    seed: u64,
    effort: Effort,
    out: Option<File>,
}

/// What one scenario came to.
#[derive(Default)]
struct Sums {
    score: [Score; 2],
    turns: u64,
    opening: f64,
    worst: f64,
    thought: f64,
}

impl Match<'_> {
    fn bot(&self, name: &str, seed: u64) -> Result<Timed, String> {
        if name == "rollout" {
            return Ok(Timed::new(Box::new(Rollout::new(seed, self.effort)), true));
        }
        let make = Tank::BOTS.find(name).ok_or_else(|| format!("no commander `{name}`"))?;
        Ok(Timed::new(make(seed), false))
    }

    /// One game, the first commander in the seat of `force`.
    fn game(&mut self, id: ScenarioId, force: Force, index: u64, sums: &mut Sums) -> Result<(), String> {
        let setup = Setup { scenario: id.id().into(), ..Setup::default() };
        let mut game = Tank::new(&setup, Tank::data()).map_err(|error| error.to_string())?;
        let mut seeds = Generator::for_game(policy_seed(self.seed), index);
        let (first, second) = (self.bot(self.names[0], seeds.new_seed())?, self.bot(self.names[1], seeds.new_seed())?);
        let (alpha, bravo) = if force == Force::Alpha { (first, second) } else { (second, first) };
        let mut sim = Sim::new(Versus { alpha, bravo }, Generator::for_game(self.seed, index));
        if !sim.finish(&mut game, Tank::data(), MOST_DECISIONS) {
            return Err(format!("scenario {}, game {index}: no end", id.id()));
        }
        let led = if force == Force::Alpha { &sim.policy.alpha } else { &sim.policy.bravo };
        let winner = game.ending.and_then(|ending| ending.winner);
        let score = &mut sums.score[force.index()];
        let word = match winner {
            Some(winner) if winner == force => (score.won += 1, "won").1,
            Some(_) => (score.lost += 1, "lost").1,
            None => (score.drawn += 1, "drawn").1,
        };
        sums.turns += u64::from(game.turn);
        sums.opening = sums.opening.max(led.opening);
        sums.worst = sums.worst.max(led.worst);
        sums.thought += led.sum;
        if let Some(out) = &mut self.out {
            let (turns, side) = (game.turn, force.id());
            let (opening, mean, worst) = (led.opening, led.sum / f64::from(turns.max(1)), led.worst);
            let (why, [a, b]) = (game.ending.map(|ending| ending.why), &game.armies);
            let why = why.map_or(String::new(), |why| format!("{why:?}"));
            let line = format!(
                "{},{side},{index},{word},{turns},{opening:.3},{mean:.3},{worst:.3},{why},{},{}",
                id.id(),
                a.losses,
                b.losses
            );
            writeln!(out, "{line}").and_then(|()| out.flush()).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn play(&mut self, ids: &[ScenarioId]) -> Result<(), String> {
        let mut all = Score::default();
        println!("{} against {}: won, drawn, lost as Alpha and as Bravo", self.names[0], self.names[1]);
        let mut sums: Vec<Sums> = ids.iter().map(|_| Sums::default()).collect();
        // Game by game over all scenarios: a match that is cut short is still a fair mix.
        for index in 0..self.games {
            for (id, sums) in ids.iter().zip(&mut sums) {
                for force in Force::ALL {
                    self.game(*id, force, index, sums)?;
                }
            }
        }
        for (id, sums) in ids.iter().zip(&sums) {
            let [a, b] = &sums.score;
            let both = Score { won: a.won + b.won, drawn: a.drawn + b.drawn, lost: a.lost + b.lost };
            all = Score { won: all.won + both.won, drawn: all.drawn + both.drawn, lost: all.lost + both.lost };
            println!(
                "{:>3} {:<3} {:>4} {:>4} {:>4}   {:>4} {:>4} {:>4}   {}   {:.1} turns, thinking {:.2} s at first, {:.3} s a turn, at worst {:.2} s",
                id.id(),
                Tank::data().scenario(*id).situation.id(),
                a.won,
                a.drawn,
                a.lost,
                b.won,
                b.drawn,
                b.lost,
                span(both.share()),
                sums.turns as f64 / both.games().max(1) as f64,
                sums.opening,
                sums.thought / sums.turns.max(1) as f64,
                sums.worst,
            );
        }
        println!("all: {} won, {} drawn, {} lost: {}", all.won, all.drawn, all.lost, span(all.share()));
        Ok(())
    }
}

fn run() -> Result<(), String> {
    // `cargo bench` says so to every program it runs.
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if args.is_empty() {
        println!(
            "A match is played if it is asked for: cargo bench -p hulldown-tank --bench match -- --scenario all --games 20"
        );
        return Ok(());
    }
    let (games, seed) = (number(&args, "--games", 20)?, number(&args, "--seed", 1)?);
    let threads = number(&args, "--threads", 1)? as usize;
    let usual = Effort::default();
    let effort = Effort {
        thoughts: number(&args, "--thoughts", usual.thoughts)?,
        turns: number(&args, "--turns", u64::from(usual.turns))? as u16,
        openings: number(&args, "--openings", usual.openings)?,
        most: usual.most,
    };
    let ids = match text(&args, "--scenario", "all") {
        "all" => ScenarioId::ALL.to_vec(),
        id => vec![ScenarioId::from_id(id).ok_or("no such scenario")?],
    };
    let (first, second) = (text(&args, "--first", "heuristic"), text(&args, "--second", "random"));
    let start = Instant::now();
    if args.iter().any(|arg| arg == "--balance") {
        let batch = Batch { games: 0..games, seed, threads };
        let mut summary = Summary::default();
        for id in ids {
            let setup = Setup { scenario: id.id().into(), ..Setup::default() };
            let each = |record: &Ended| {
                summary.add(record);
                Ok(())
            };
            let played = hulldown_sim::games::<Tank>(&batch, &setup, Tank::data(), &[first], each, |_| {});
            played.map_err(|error| error.to_string())?;
        }
        print!("{}", summary.report(Tank::data()));
        eprintln!("{:.1} s", start.elapsed().as_secs_f64());
        let quiet = if args.iter().any(|arg| arg == "--guard") { summary.too_quiet() } else { Vec::new() };
        return if quiet.is_empty() { Ok(()) } else { Err(quiet.join("; ")) };
    }
    let out = match text(&args, "--out", "") {
        "" => None,
        path => Some(File::create(path).map_err(|error| format!("{path}: {error}"))?),
    };
    Match { names: [first, second], games, seed, effort, out }.play(&ids)?;
    eprintln!("{:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("match: {why}");
            ExitCode::FAILURE
        }
    }
}
