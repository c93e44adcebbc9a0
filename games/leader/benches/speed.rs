//! The speed of what players of Sherman Leader wait for: campaigns, battle turns, random play.

#![allow(clippy::unwrap_used, clippy::disallowed_types, missing_docs, reason = "a benchmark measures and has a clock")]

use hulldown_core::playable::trial::setups;
use hulldown_core::{Game, Generator, Policy, Random, Sim};
use hulldown_leader::Leader;
use hulldown_leader::bot::Sensible;
use hulldown_leader::state::{Battle, Stage};
use std::hint::black_box;
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

fn main() {
    const GAMES: u64 = 200;
    const BATTLES: usize = 1_000;
    // Every value of every field in turn, so that no mode is left out.
    let begun: Vec<Leader> =
        setups::<Leader>().iter().filter_map(|setup| Leader::new(setup, Leader::data()).ok()).collect();
    let push = |what: &str, figure: String, goal: &str| println!("{what:<40} {figure:<36} {goal}");

    let mut decisions = 0;
    let time = best_at_work(|| decisions = campaigns(&begun, GAMES, |index| Random(Generator::for_game(1, index))));
    let each = time / decisions as f64;
    push("leader, random play: a decision", format!("{each:.0} ns, {:.2} M a second", 1e3 / each), "> 3 M a second");

    let time = best_at_work(|| decisions = campaigns(&begun, GAMES, |_| Sensible));
    let figure = format!("{:.2} ms, {:.0} decisions", time / 1e6 / GAMES as f64, decisions as f64 / GAMES as f64);
    push("leader, sensible policy: a campaign", figure, "< 5 ms");

    let battles = battles(&begun, BATTLES);
    let (mut turns, mut asked) = (0, 0);
    let time = best_at_work(|| {
        let mut sim = Sim::new(Sensible, Generator::new(7));
        turns = 0;
        for begun in &battles {
            let (mut game, mut turn) = (begun.clone(), 0);
            while in_a_turn(game.stage) {
                turns += u64::from(game.battle.turn != turn);
                turn = game.battle.turn;
                let _ = game.advance(Leader::data(), &mut sim);
            }
            black_box(&game);
        }
        asked = sim.decisions;
    });
    let each = |n: f64| n / turns as f64;
    let figure = format!("{:.2} \u{b5}s, {:.1} decisions", each(time / 1e3), each(asked as f64));
    push("leader, sensible policy: a battle turn", figure, "< 4 \u{b5}s");

    let sizes = format!("{} of {} bytes", size_of::<Battle>(), size_of::<Leader>());
    push("leader, the battle's part of the state", sizes, "< 4096");
}
