//! The speed of everything a player or a simulation waits for, as one table: `cargo bench -p hulldown-sim`.
//!
//! Name some of its lines to measure only those: `cargo bench -p hulldown-sim -- random`.

use hulldown_ace::bot::Sensible;
use hulldown_ace::{Ace, Setup};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::session::Pending;
use hulldown_core::{Game, Generator, Policy, Random, Seat, Session, Sim, TWO_D6};
use hulldown_patton::Patton;
use hulldown_patton::odds::{MOST_DEPTH, shot_odds, threats};
use hulldown_patton::state::{Aim, Sight, Stage};
use hulldown_tank::Tank;
use hulldown_tank::bot::Heuristic;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often each thing is measured; the best counts, as least disturbed by whatever else the machine does.
const TRIES: usize = 5;

struct Row {
    what: &'static str,
    figure: String,
    goal: &'static str,
}

/// The shortest time of several tries.
fn best(mut work: impl FnMut()) -> Duration {
    (0..TRIES)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

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

/// Plays careers and returns decisions, dice and the time one try takes.
fn careers<P: Policy<Ace>>(games: u64, policy: impl Fn(u64) -> P) -> (f64, f64, f64) {
    let (mut decisions, mut dice) = (0, 0);
    let time = best(|| {
        (decisions, dice) = (0, 0);
        for index in 0..games {
            let Ok(mut game) = Ace::new(&Setup::default(), Ace::data()) else { return };
            let mut sim = Sim::new(policy(index), Generator::for_game(2024, index));
            sim.finish(&mut game, Ace::data(), u64::MAX);
            black_box(&game);
            decisions += sim.decisions;
            dice += sim.thrown;
        }
    });
    (decisions as f64, dice as f64, time.as_secs_f64())
}

fn throwing() -> Row {
    const THROWS: u32 = 20_000_000;
    let mut generator = Generator::new(1);
    let time = best(|| {
        let mut sum = 0i64;
        for _ in 0..THROWS {
            sum += i64::from(generator.sum(TWO_D6));
        }
        black_box(sum);
    });
    let rate = f64::from(2 * THROWS) / time.as_secs_f64() / 1e6;
    Row { what: "dice from the generator alone", figure: format!("{rate:.0} M dice/s"), goal: "" }
}

fn random_careers(rows: &mut Vec<Row>, die_ns: f64) {
    const GAMES: u64 = 20_000;
    let (decisions, dice, time) = careers(GAMES, |index| Random(Generator::for_game(1, index)));
    let push = |rows: &mut Vec<Row>, what, figure, goal| rows.push(Row { what, figure, goal });
    push(rows, "ace, random policy: decisions", format!("{:.2} M/s", decisions / time / 1e6), ">= 5 M/s");
    push(rows, "ace, random policy: dice", format!("{:.1} M/s", dice / time / 1e6), ">= 40 M/s");
    push(rows, "ace, random policy: a career", format!("{:.4} ms", time * 1e3 / GAMES as f64), "< 1 ms");
    let per_decision = time * 1e9 / decisions;
    let thrown = dice / decisions;
    let multiple = per_decision / (thrown * die_ns);
    let figure = format!("{per_decision:.0} ns, {thrown:.2} dice, {multiple:.1} times their cost");
    push(rows, "ace, random policy: a decision", figure, "");
}

fn sensible_careers(rows: &mut Vec<Row>) {
    const GAMES: u64 = 1_000;
    let (decisions, dice, time) = careers(GAMES, |_| Sensible);
    let figure = format!("{:.2} M decisions/s, {:.1} M dice/s", decisions / time / 1e6, dice / time / 1e6);
    rows.push(Row { what: "ace, sensible policy", figure, goal: "" });
    let figure = format!("{:.3} ms", time * 1e3 / GAMES as f64);
    rows.push(Row { what: "ace, sensible policy: a career", figure, goal: "< 1 ms" });
}

/// The introductory scenario of Tank!, heuristic commanders on both sides.
fn tank_games(rows: &mut Vec<Row>) {
    const GAMES: u64 = 2_000;
    let data = Tank::data();
    let Ok(start) = Tank::new(&hulldown_tank::Setup::default(), data) else { return };
    let mut sim = Sim::new(Heuristic::new(1), Generator::new(2024));
    let mut made = 0;
    let time = best(|| {
        let before = sim.decisions;
        for _ in 0..GAMES {
            let mut game = start.clone();
            sim.finish(&mut game, data, u64::MAX);
            black_box(&game);
        }
        made = sim.decisions - before;
    });
    let (time, made) = (time.as_secs_f64(), made as f64);
    let figure = format!("{:.0} games/s", GAMES as f64 / time);
    rows.push(Row { what: "tank, introductory, heuristic bots", figure, goal: ">= 2000 games/s" });
    let figure = format!("{:.2} M decisions/s", made / time / 1e6);
    rows.push(Row { what: "tank, heuristic bots: decisions", figure, goal: "" });
}

/// Whether a stage belongs to a round of battle.
fn in_a_round(stage: Stage) -> bool {
    use Stage::{Chores, Enemy, Event, Friendly, MachineGuns, MainGun, Movement, Orders, Spotting};
    matches!(stage, Spotting | Orders | Movement | MainGun | MachineGuns | Chores | Enemy | Friendly | Event)
}

/// Campaigns of Patton's Best, its rounds of battle by themselves, and the odds of a shot.
fn patton(rows: &mut Vec<Row>) {
    const GAMES: u64 = 60;
    const ROUNDS: usize = 20_000;
    use hulldown_patton::bot::Sensible;
    let data = Patton::data();
    let Ok(start) = Patton::new(&hulldown_patton::Setup::default(), data) else { return };
    let mut push = |what, figure, goal| rows.push(Row { what, figure, goal });

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

    let in_sight =
        |game: &&Patton| game.tank.loaded.is_some() && game.battle.enemies.iter().any(|e| e.sight == Sight::Spotted);
    let Some(game) = rounds.iter().find(in_sight) else { return };
    let Some(target) = game.battle.enemies.iter().find(|e| e.sight == Sight::Spotted) else { return };
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

/// One answer through a session, with everything told that a person would read.
fn answers(rows: &mut Vec<Row>) {
    let mut given = 0u32;
    let time = best(|| {
        given = 0;
        for seed in 0..200 {
            let dice = DiceBox::new(seed, DiceMode::Random);
            let Ok(mut session) = Session::<Ace>::new(Setup::default(), Ace::data(), dice) else { return };
            let mut pick = Generator::new(seed);
            while let Some(Pending::Choice { options, .. }) = session.pending().first() {
                let choice = options[pick.below(options.len() as u32) as usize];
                if session.choose(Seat(0), choice).is_err() {
                    return;
                }
                given += 1;
            }
            black_box(session.is_over());
        }
    });
    let micros = time.as_secs_f64() * 1e6 / f64::from(given);
    rows.push(Row {
        what: "ace, an answer through a session",
        figure: format!("{micros:.2} \u{b5}s"),
        goal: "< 20 \u{b5}s",
    });
}

fn sizes(rows: &mut Vec<Row>) {
    let bytes = std::mem::size_of::<Ace>();
    rows.push(Row { what: "ace, the whole state", figure: format!("{bytes} bytes"), goal: "<= 4096 bytes" });
    let bytes = std::mem::size_of::<Patton>();
    rows.push(Row { what: "patton, the whole state", figure: format!("{bytes} bytes"), goal: "<= 4096 bytes" });
}

/// The program from its start to the first question, if it has been built beside this benchmark.
fn start(rows: &mut Vec<Row>) {
    let program = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.parent()?.join("hulldown")));
    let Some(program) = program.filter(|path| path.exists()) else {
        rows.push(Row {
            what: "start to the first prompt",
            figure: "not built (cargo build --release)".into(),
            goal: "< 50 ms",
        });
        return;
    };
    let data = std::env::temp_dir().join(format!("hulldown-bench-{}", std::process::id()));
    let time = best(|| {
        let run = std::process::Command::new(&program)
            .args(["play", "ace", "--linear", "--seed", "1"])
            .env("HULLDOWN_DATA", &data)
            .stdin(std::process::Stdio::null())
            .output();
        black_box(run.is_ok());
    });
    let _ = std::fs::remove_dir_all(&data);
    rows.push(Row {
        what: "start, first prompt, save, end",
        figure: format!("{:.1} ms", time.as_secs_f64() * 1e3),
        goal: "< 50 ms",
    });
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str()));
    let mut rows = Vec::new();
    let mut die_ns = 1.0;
    if wants("dice") || wants("random") {
        let row = throwing();
        die_ns = 1e3 / row.figure.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(1e3);
        rows.push(row);
    }
    if wants("random") {
        random_careers(&mut rows, die_ns);
    }
    if wants("sensible") {
        sensible_careers(&mut rows);
    }
    if wants("tank") {
        tank_games(&mut rows);
    }
    if wants("patton") {
        patton(&mut rows);
    }
    if wants("answers") {
        answers(&mut rows);
    }
    if wants("sizes") {
        sizes(&mut rows);
    }
    if wants("start") {
        start(&mut rows);
    }
    let width = rows.iter().map(|row| row.what.len()).max().unwrap_or(0);
    println!("{:width$}  {:40}  goal", "what (one core)", "measured");
    for row in rows {
        println!("{:width$}  {:40}  {}", row.what, row.figure, row.goal);
    }
}
