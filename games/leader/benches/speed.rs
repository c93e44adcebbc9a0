//! The speed of what players of Sherman Leader wait for: campaigns, battle turns, random play.
//!
//! `cargo bench -p hulldown-leader` prints it. Time depends on what else the machine does; so where valgrind is installed the instructions
//! of a battle turn are counted too, by this program started again under callgrind: as many turns once and twice, and what they differ by.
//! `cargo bench -p hulldown-leader -- turns 1` plays the same turns without measuring, for a profiler, and prints a fingerprint of how they
//! went, which no change that is to make them only faster may alter; `-- random 200` plays so many games at random. A battle is played from
//! a copy; what copying costs is measured by itself and taken off.

#![allow(clippy::unwrap_used, clippy::disallowed_types, missing_docs, reason = "a benchmark measures and has a clock")]

use hulldown_core::playable::trial::setups;
use hulldown_core::{Game, Generator, Policy, Random, Sim};
use hulldown_leader::Leader;
use hulldown_leader::bot::Sensible;
use hulldown_leader::state::{Battle, Stage};
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

/// How often each thing is measured; the best counts, as least disturbed by whatever else the machine does.
const TRIES: usize = 5;

/// The time this thread has had a core for, where the system tells; others may share the machine.
fn busy() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// The shortest time of several tries that this thread was at work, in nanoseconds.
fn best_at_work(mut work: impl FnMut()) -> f64 {
    let mut tried = |_| {
        let (start, before) = (Instant::now(), busy());
        work();
        let passed = start.elapsed();
        busy().zip(before).map_or(passed, |(now, before)| now.saturating_sub(before).min(passed))
    };
    (0..TRIES).map(&mut tried).min().unwrap_or_default().as_nanos() as f64
}

/// Whole campaigns: how many decisions were made.
fn campaigns<P: Policy<Leader>>(begun: &[Leader], games: u64, player: impl Fn(u64) -> P) -> u64 {
    let campaign = |index: u64| {
        let mut game = begun[index as usize % begun.len()].clone();
        let mut sim = Sim::new(player(index), Generator::for_game(2024, index));
        sim.finish(&mut game, Leader::data(), 2_000_000);
        black_box(&game);
        sim.decisions
    };
    (0..games).map(campaign).sum()
}

/// Whether a stage belongs to a turn of battle.
fn in_a_turn(stage: Stage) -> bool {
    matches!(stage, Stage::Act(_) | Stage::Roll | Stage::Enemy | Stage::TurnEnd)
}

/// Campaigns of Sherman Leader as they come to the first turn of a battle, from many set-ups.
fn battles(begun: &[Leader], wanted: usize) -> Vec<Leader> {
    let mut battles = Vec::with_capacity(wanted);
    for index in 0.. {
        let mut game = begun[index as usize % begun.len()].clone();
        let mut sim = Sim::new(Sensible, Generator::for_game(1944, index));
        while !game.is_over() && battles.len() < wanted {
            let before = in_a_turn(game.stage);
            let _ = game.advance(Leader::data(), &mut sim);
            if in_a_turn(game.stage) && !before {
                battles.push(game.clone());
            }
        }
        if battles.len() == wanted {
            break;
        }
    }
    battles
}

/// Turns of the bot, always the same: from the first turn of each battle to its last, so many times over.
#[derive(Default)]
struct Turns {
    played: u64,
    decisions: u64,
    fingerprint: u64,
}

fn turns(battles: &[Leader], times: u64) -> Turns {
    let mut all = Turns::default();
    for _ in 0..times {
        let mut sim = Sim::new(Sensible, Generator::new(7));
        for begun in battles {
            let (mut game, mut turn) = (begun.clone(), 0);
            while in_a_turn(game.stage) {
                all.played += u64::from(game.battle.turn != turn);
                turn = game.battle.turn;
                let _ = game.advance(Leader::data(), &mut sim);
            }
            all.fingerprint = all.fingerprint.rotate_left(5) ^ (sim.thrown << 32 | sim.decisions) ^ game.so as u64;
            black_box(&game);
        }
        all.decisions += sim.decisions;
    }
    all
}

/// The copies those turns are played on, and nothing else.
fn copies(battles: &[Leader], times: u64) {
    for _ in 0..times {
        battles.iter().for_each(|begun| drop(black_box(begun.clone())));
    }
}

/// The instructions of a battle turn, counted by callgrind, if it is there.
fn instructions(turns: u64) -> Option<f64> {
    let counted = |what: &str, times: &str| {
        let program = std::env::current_exe().ok()?;
        let counts = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(program)
            .args([what, times])
            .output()
            .ok()?;
        let told = String::from_utf8(counts.stderr).ok()?;
        let (_, count) = told.lines().find(|line| line.contains("Collected :"))?.rsplit_once(' ')?;
        count.parse::<f64>().ok()
    };
    let once_more = |what| Some(counted(what, "2")? - counted(what, "1")?);
    Some((once_more("turns")? - once_more("copies")?) / turns as f64)
}

fn main() {
    const GAMES: u64 = 200;
    const BATTLES: usize = 1_000;
    // Every value of every field in turn, so that no mode is left out.
    let begun: Vec<Leader> =
        setups::<Leader>().iter().filter_map(|setup| Leader::new(setup, Leader::data()).ok()).collect();
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [what, times, ..] = &args[..] {
        let times = times.parse().unwrap_or(1);
        match what.as_str() {
            "turns" => {
                let Turns { played, decisions, fingerprint } = turns(&battles(&begun, BATTLES), times);
                println!("{played} turns {decisions} decisions {fingerprint:016x}");
            }
            "copies" => copies(&battles(&begun, BATTLES), times),
            _ => println!("{} decisions", campaigns(&begun, times, |index| Random(Generator::for_game(1, index)))),
        }
        return;
    }
    let push = |what: &str, figure: String, goal: &str| println!("{what:<40} {figure:<36} {goal}");

    let mut decisions = 0;
    let time = best_at_work(|| decisions = campaigns(&begun, GAMES, |index| Random(Generator::for_game(1, index))));
    let each = time / decisions as f64;
    push("leader, random play: a decision", format!("{each:.0} ns, {:.2} M a second", 1e3 / each), "> 3 M a second");

    let time = best_at_work(|| decisions = campaigns(&begun, GAMES, |_| Sensible));
    let figure = format!("{:.2} ms, {:.0} decisions", time / 1e6 / GAMES as f64, decisions as f64 / GAMES as f64);
    push("leader, sensible policy: a campaign", figure, "< 5 ms");

    let battles = battles(&begun, BATTLES);
    let mut all = Turns::default();
    let copied = best_at_work(|| copies(&battles, 1));
    let time = best_at_work(|| all = turns(&battles, 1)) - copied;
    let Turns { played, decisions, fingerprint } = all;
    let each = |n: f64| n / played as f64;
    let figure = format!("{:.2} \u{b5}s, {:.1} decisions", each(time / 1e3), each(decisions as f64));
    push("leader, sensible policy: a battle turn", figure, "< 4 \u{b5}s");
    let figure = instructions(played).map_or("no valgrind".into(), |counted| format!("{counted:.0} instructions"));
    push("", figure, "");
    push("", format!("fingerprint {fingerprint:016x}"), "");

    let sizes = format!("{} of {} bytes", size_of::<Battle>(), size_of::<Leader>());
    push("leader, the battle's part of the state", sizes, "< 4096");
}
