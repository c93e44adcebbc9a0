//! The speed of what players of Patton's Best wait for: campaigns, rounds of battle, the odds of a shot.

#![allow(clippy::unwrap_used, clippy::disallowed_types, missing_docs, reason = "a benchmark measures and has a clock")]

use hulldown_core::{Game, Generator, Sim};
use hulldown_patton::bot::Sensible;
use hulldown_patton::odds::{MOST_DEPTH, shot_odds, threats};
use hulldown_patton::state::{Aim, Sight, Stage};
use hulldown_patton::{Patton, Setup};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often each thing is measured; the best counts, as least disturbed by whatever else the machine does.
const TRIES: usize = 5;

/// The time this thread has had a core for, where the system tells; others may share the machine.
fn busy() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// The shortest time of several tries that this thread was at work.
fn best_at_work(mut work: impl FnMut()) -> Duration {
    let mut tried = |_| {
        let (start, before) = (Instant::now(), busy());
        work();
        let passed = start.elapsed();
        busy().zip(before).map_or(passed, |(now, before)| now.saturating_sub(before).min(passed))
    };
    (0..TRIES).map(&mut tried).min().unwrap_or_default()
}

/// Whether a stage belongs to a round of battle.
fn in_a_round(stage: Stage) -> bool {
    use Stage::{Chores, Enemy, Event, Friendly, MachineGuns, MainGun, Movement, Orders, Spotting};
    matches!(stage, Spotting | Orders | Movement | MainGun | MachineGuns | Chores | Enemy | Friendly | Event)
}

/// Campaigns of Patton's Best, its rounds of battle by themselves, and the odds of a shot.
fn main() {
    const GAMES: u64 = 60;
    const ROUNDS: usize = 20_000;
    let data = Patton::data();
    let Ok(start) = Patton::new(&Setup::default(), data) else { return };
    let push = |what: &str, figure: String, goal: &str| println!("{what:<40} {figure:<30} {goal}");

    let (mut decisions, mut dice) = (0, 0);
    let time = best_at_work(|| {
        (decisions, dice) = (0, 0);
        for index in 0..GAMES {
            let mut game = start.clone();
            let mut sim = Sim::new(Sensible, Generator::for_game(2024, index));
            sim.finish(&mut game, data, u64::MAX);
            black_box(&game);
            decisions += sim.decisions;
            dice += sim.thrown;
        }
    });
    let (decisions, dice, time) = (decisions as f64, dice as f64, time.as_secs_f64());
    push("patton, sensible policy: a campaign", format!("{:.2} ms", time * 1e3 / GAMES as f64), "< 20 ms");
    let figure = format!("{:.0} ns, {:.2} dice", time * 1e9 / decisions, dice / decisions);
    push("patton, sensible policy: a decision", figure, "");

    // Rounds as they begin, from many campaigns; each is played to its end by itself.
    let mut rounds = Vec::with_capacity(ROUNDS);
    for index in 0.. {
        let mut game = start.clone();
        let mut sim = Sim::new(Sensible, Generator::for_game(1944, index));
        while !game.is_over() && rounds.len() < ROUNDS {
            if game.stage == Stage::Smoke {
                rounds.push(Patton { history: Vec::new(), ..game.clone() });
            }
            let _ = game.advance(data, &mut sim);
        }
        if rounds.len() == ROUNDS {
            break;
        }
    }
    let mut asked = 0;
    let time = best_at_work(|| {
        let mut sim = Sim::new(Sensible, Generator::new(7));
        for begun in &rounds {
            let mut game = begun.clone();
            loop {
                let _ = game.advance(data, &mut sim);
                if !in_a_round(game.stage) {
                    break;
                }
            }
            black_box(&game);
        }
        asked = sim.decisions;
    });
    let figure = format!(
        "{:.2} \u{b5}s, {:.1} decisions",
        time.as_secs_f64() * 1e6 / ROUNDS as f64,
        asked as f64 / ROUNDS as f64
    );
    push("patton, sensible policy: a battle round", figure, "< 5 \u{b5}s");

    let in_sight = |game: &&Patton| {
        game.tank.loaded.is_some() && game.battle.enemies.iter().any(|enemy| enemy.sight == Sight::Spotted)
    };
    let Some(game) = rounds.iter().find(in_sight) else { return };
    let Some(target) = game.battle.enemies.iter().find(|enemy| enemy.sight == Sight::Spotted) else { return };
    const SHOTS: u32 = 20_000;
    const LOOKS: u32 = 400_000;
    let time = best_at_work(|| {
        for _ in 0..SHOTS {
            black_box(shot_odds(black_box(game), data, target.id, Aim::Direct, MOST_DEPTH));
        }
    });
    let figure = format!("{:.1} \u{b5}s, {MOST_DEPTH} shots ahead", time.as_secs_f64() * 1e6 / f64::from(SHOTS));
    push("patton, exact odds of a shot", figure, "< 50 ms");
    let time = best_at_work(|| {
        for _ in 0..LOOKS {
            black_box(threats(black_box(game), data));
        }
    });
    let figure = format!("{:.2} \u{b5}s", time.as_secs_f64() * 1e6 / f64::from(LOOKS));
    push("patton, what can hit you next", figure, "< 50 ms");
}
