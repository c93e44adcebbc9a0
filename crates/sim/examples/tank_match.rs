//! One commander of Tank! against another, each scenario from both sides, or the balance of scenarios:
//!
//! `cargo run --release -p hulldown-sim --example tank_match -- --scenario all --games 20 --first rollout --second heuristic`
//! `cargo run --release -p hulldown-sim --example tank_match -- --balance --games 200`

use hulldown_bots::tank::Effort;
use hulldown_core::Game;
use hulldown_sim::tank::{self, Score};
use hulldown_sim::{Batch, Share};
use hulldown_tank::words::Force;
use hulldown_tank::{Setup, Tank};
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
    format!("{:>5.1} % ({:>4.1} to {:>5.1})", s.found * 100.0, s.low * 100.0, s.high * 100.0)
}

fn run() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (games, seed) = (number(&args, "--games", 20)?, number(&args, "--seed", 1)?);
    let threads = number(&args, "--threads", 1)? as usize;
    let usual = Effort::default();
    let effort = Effort {
        games: number(&args, "--thoughts", u64::from(usual.games))? as u32,
        turns: number(&args, "--turns", u64::from(usual.turns))? as u16,
        openings: number(&args, "--openings", u64::from(usual.openings))? as u32,
        changes: number(&args, "--changes", u64::from(usual.changes))? as u32,
        most: usual.most,
    };
    let ids = tank::scenarios(text(&args, "--scenario", "all")).ok_or("no such scenario")?;
    let (first, second) = (text(&args, "--first", "heuristic"), text(&args, "--second", "random"));
    let batch = Batch { games: 0..games, seed, threads };
    let play = |id: &str, who: [&str; 2]| {
        let setup = Setup { scenario: id.into(), ..Setup::default() };
        let played = tank::games(&batch, &setup, Tank::data(), who, effort, |_| {});
        played.ok_or("no such commander")?.map_err(|e| e.to_string())
    };
    let start = Instant::now();
    if args.iter().any(|arg| arg == "--balance") {
        let mut all = Vec::new();
        for id in ids {
            all.extend(play(id.id(), [first, if args.iter().any(|a| a == "--second") { second } else { first }])?);
        }
        print!("{}", tank::report(&all, Tank::data()));
        eprintln!("{:.1} s", start.elapsed().as_secs_f64());
        return Ok(());
    }
    let mut all = Score::default();
    println!("{first} against {second}: won, drawn, lost as Alpha and as Bravo");
    for id in ids {
        let began = Instant::now();
        let (as_alpha, as_bravo) = (play(id.id(), [first, second])?, play(id.id(), [second, first])?);
        let (mut a, mut b, mut both) = (Score::default(), Score::default(), Score::default());
        a.count(&as_alpha, Force::Alpha);
        b.count(&as_bravo, Force::Bravo);
        for score in [&mut both, &mut all] {
            score.count(&as_alpha, Force::Alpha);
            score.count(&as_bravo, Force::Bravo);
        }
        let _ = std::io::stdout().flush();
        let turns: u64 = as_alpha.iter().chain(&as_bravo).map(|r| u64::from(r.turns)).sum();
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "{:>3} {:<3} {:>4} {:>4} {:>4}   {:>4} {:>4} {:>4}   {}   {:.1} turns, {:.3} s a turn",
            id.id(),
            Tank::data().scenario(id).situation.id(),
            a.won,
            a.drawn,
            a.lost,
            b.won,
            b.drawn,
            b.lost,
            span(both.share()),
            turns as f64 / both.games() as f64,
            seconds / turns.max(1) as f64,
        );
    }
    println!("all: {} won, {} drawn, {} lost: {}", all.won, all.drawn, all.lost, span(all.share()));
    eprintln!("{:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("tank_match: {why}");
            ExitCode::FAILURE
        }
    }
}
