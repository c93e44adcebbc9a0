//! Careers without end, looked at after every step: `cargo run --release -p hulldown-sim --example soak -- --careers 1000000 --seed 1`.
//!
//! Modes, options and policies are mixed. The first career that breaks what must hold ends the run with exit code 1 and is named by
//! seed and number, so that `--from NUMBER --careers 1` plays it again.

#[path = "../../ace/tests/common/invariants.rs"]
mod invariants;

use hulldown_ace::Ace;
use hulldown_ace::state::Fate;
use hulldown_bots::ace::Sensible;
use hulldown_core::{Game, Generator, Random};
use hulldown_sim::policy_seed;
use invariants::{Played, Wavering, career, setup};
use rayon::prelude::*;
use std::fmt::Display;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

/// How many careers are played between two looks at the clock.
const BLOCK: u64 = 10_000;
/// A career that takes more decisions or steps never ends.
const MOST: u64 = 500_000;
/// Random careers are short and go everywhere; the others live long.
const POLICIES: [&str; 8] = ["random", "wavering", "random", "sensible", "random", "wavering", "random", "random"];

/// What a number of careers came to.
#[derive(Clone, Copy, Default)]
struct Tally {
    careers: u64,
    commanders: u64,
    survived: u64,
    killed: u64,
    retired: u64,
    missions: u64,
    kills: u64,
    tanks_lost: u64,
    steps: u64,
    decisions: u64,
    dice: u64,
    longest: u64,
}

impl Tally {
    fn of(played: &Played) -> Tally {
        let mut tally = Tally {
            careers: 1,
            steps: played.steps,
            decisions: played.decisions,
            dice: played.dice,
            longest: played.decisions,
            ..Tally::default()
        };
        for seat in played.game.seats_in_play() {
            let p = &played.game.players[seat.index()];
            tally.commanders += 1;
            match p.fate {
                Fate::Survived | Fate::Serving => tally.survived += 1,
                Fate::Killed | Fate::DiedOfWounds => tally.killed += 1,
                Fate::Retired => tally.retired += 1,
            }
            tally.missions += u64::from(p.career.completed);
            tally.kills += p.career.kills.iter().map(|n| u64::from(*n)).sum::<u64>();
            tally.tanks_lost += u64::from(p.career.tanks_lost);
        }
        tally
    }

    fn and(self, other: Tally) -> Tally {
        Tally {
            careers: self.careers + other.careers,
            commanders: self.commanders + other.commanders,
            survived: self.survived + other.survived,
            killed: self.killed + other.killed,
            retired: self.retired + other.retired,
            missions: self.missions + other.missions,
            kills: self.kills + other.kills,
            tanks_lost: self.tanks_lost + other.tanks_lost,
            steps: self.steps + other.steps,
            decisions: self.decisions + other.decisions,
            dice: self.dice + other.dice,
            longest: self.longest.max(other.longest),
        }
    }
}

fn policy_of(index: u64) -> &'static str {
    // Every set-up meets every policy.
    POLICIES[(index / 16) as usize % POLICIES.len()]
}

/// One career, or what is wrong with it.
fn one(seed: u64, index: u64) -> Result<Tally, String> {
    let (dice, choices) = (Generator::for_game(seed, index), Generator::for_game(policy_seed(seed), index));
    let setup = setup(index);
    let played = catch_unwind(AssertUnwindSafe(|| match policy_of(index) {
        "random" => career(&setup, Random(choices), dice, MOST),
        "sensible" => career(&setup, Sensible, dice, MOST),
        _ => career(&setup, Wavering { leader: Sensible, dice: choices, every: 12 }, dice, MOST),
    }));
    let played = played.unwrap_or_else(|_| Err("the rules panicked".into()))?;
    if played.game.outcome(Ace::data()).is_none() {
        return Err("ended without an outcome".into());
    }
    Ok(Tally::of(&played))
}

/// The value of an option that is a number.
fn number(args: &[String], name: &str, default: u64) -> Result<u64, String> {
    let Some(at) = args.iter().position(|arg| arg == name) else { return Ok(default) };
    let value = args.get(at + 1).ok_or_else(|| format!("{name} needs a number"))?;
    value.replace('_', "").parse().map_err(|_| format!("{name}: `{value}` is not a number"))
}

fn line(name: &str, value: impl Display) {
    println!("  {name:<22} {value}");
}

fn share(part: u64, of: u64) -> String {
    format!("{part} ({:.2} %)", 100.0 * part as f64 / of.max(1) as f64)
}

fn run() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let seed = number(&args, "--seed", 1)?;
    let (careers, from) = (number(&args, "--careers", 1_000_000)?, number(&args, "--from", 0)?);
    let start = Instant::now();
    let (mut all, mut next, end) = (Tally::default(), from, from.saturating_add(careers));
    while next < end {
        let block = next..end.min(next + BLOCK);
        next = block.end;
        let played: Vec<_> = block.into_par_iter().map(|index| (index, one(seed, index))).collect();
        for (index, career) in played {
            let tally = career.map_err(|why| {
                let (setup, policy) = (setup(index), policy_of(index));
                format!("seed {seed}, career {index} ({policy}, {setup:?}):\n  {why}\nagain: --seed {seed} --from {index} --careers 1")
            })?;
            all = all.and(tally);
        }
        let seconds = start.elapsed().as_secs_f64();
        let rate = all.careers as f64 / seconds;
        let left = (end - next) as f64 / rate;
        eprint!("\r{} of {careers} careers, {rate:.0} a second, {left:.0} s to go   ", all.careers);
        let _ = std::io::stderr().flush();
    }
    let seconds = start.elapsed().as_secs_f64();
    eprintln!();
    println!("{} careers from number {from} of seed {seed} kept what must hold after every step", all.careers);
    line("time", format!("{seconds:.1} s, {:.0} careers a second", all.careers as f64 / seconds));
    line("steps", all.steps);
    line("decisions", format!("{} ({} in the longest career)", all.decisions, all.longest));
    line("dice", all.dice);
    line("commanders", all.commanders);
    line("  alive in April 1945", share(all.survived, all.commanders));
    line("  killed", share(all.killed, all.commanders));
    line("  retired", share(all.retired, all.commanders));
    line("missions completed", all.missions);
    line("enemies destroyed", all.kills);
    line("tanks lost", all.tanks_lost);
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("\nsoak: {why}");
            ExitCode::FAILURE
        }
    }
}
