//! How fast whole games go by chance, scenario by scenario: `cargo bench -p hulldown-tank --bench random`.
//!
//! Time is what the thread had a core for. The last column is a sum over how all games ended: a change that makes the rules faster must
//! not change it. `-- 3 5` measures scenarios 3 and 5 alone.

use hulldown_core::{Game, Generator, Random, Sim};
use hulldown_tank::words::ScenarioId;
use hulldown_tank::{Setup, Tank};
use std::time::{Duration, Instant};

/// Games of each scenario.
const GAMES: u64 = 1_000;

/// How often they are played; the best time counts.
const TRIES: usize = 3;

/// The time this thread has had a core for, where the system tells; others may share the machine.
fn busy() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// The shortest time of several tries that this thread was at work.
fn best_at_work(mut work: impl FnMut()) -> Duration {
    let tried = |_| {
        let (start, before) = (Instant::now(), busy());
        work();
        let passed = start.elapsed();
        busy().zip(before).map_or(passed, |(now, before)| now.saturating_sub(before).min(passed))
    };
    (0..TRIES).map(tried).min().unwrap_or_default()
}

/// Plays games and returns their decisions, their dice and, if asked for, a sum over how they ended.
fn play(start: &Tank, sums: bool) -> (u64, u64, u64) {
    let (mut decisions, mut dice, mut sum) = (0, 0, 0xcbf2_9ce4_8422_2325_u64);
    for index in 0..GAMES {
        let mut game = start.clone();
        let mut sim = Sim::new(Random(Generator::for_game(1, index)), Generator::for_game(2024, index));
        sim.finish(&mut game, Tank::data(), u64::MAX);
        decisions += sim.decisions;
        dice += sim.thrown;
        if sums {
            let end = format!("{} {} {game:?}", sim.decisions, sim.thrown);
            sum = end.bytes().fold(sum, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        }
    }
    (decisions, dice, sum)
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let (mut all, mut seconds) = (0, 0.0);
    println!("scenario  decisions a game  dice a decision  ns a decision  M decisions/s  sum over all games");
    for scenario in ScenarioId::ALL.map(|scenario| scenario.id()) {
        if !wanted.is_empty() && !wanted.iter().any(|id| id == scenario) {
            continue;
        }
        let setup = Setup { scenario: scenario.into(), ..Setup::default() };
        let Ok(start) = Tank::new(&setup, Tank::data()) else { return };
        let (decisions, dice, sum) = play(&start, true);
        let time = best_at_work(|| {
            std::hint::black_box(play(&start, false));
        });
        let (time, made) = (time.as_secs_f64(), decisions as f64);
        println!(
            "{scenario:>8}  {:>16.1}  {:>15.3}  {:>13.1}  {:>13.3}  {sum:016x}",
            made / GAMES as f64,
            dice as f64 / made,
            time * 1e9 / made,
            made / time / 1e6,
        );
        all += decisions;
        seconds += time;
    }
    println!(
        "all scenarios: {:.1} ns a decision, {:.3} M decisions/s",
        seconds * 1e9 / all as f64,
        all as f64 / seconds / 1e6
    );
}
