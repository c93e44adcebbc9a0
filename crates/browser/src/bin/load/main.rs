//! What one server process bears: 500 sessions, each with a game of its own and an open event stream.
//!
//! `cargo run --release -p hulldown-browser --bin load -- [SESSIONS] [SECONDS]`
//!
//! `cargo run --release -p hulldown-browser --bin load -- fast [SESSIONS] [SECONDS]` only answers as fast as it goes.
//!
//! `cargo run --profile profiling -p hulldown-browser --bin load -- count FILE` counts the instructions of an answer with callgrind.
//!
//! Loopback only, bounded in count and time. The server is a process of its own, so that its processor time and memory can be told from
//! those of the clients; the games lie on the disk, not in a file system in memory.

mod client;
mod count;
mod process;
mod store;

use client::{Connection, Script};
use hulldown_browser::Asker;
use hulldown_catalog::sample;
use hulldown_desk::{NewGame, Until, find};
use hulldown_keep::{Beside, SavedGame};
use hulldown_store::Store;
use process::ServerProcess;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// That of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Whole<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Whole {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [mode, file] = &args[..]
        && mode == "serve"
    {
        let options = hulldown_web::ServeOptions { data: Some(file.into()), ..Default::default() };
        return Ok(hulldown_web::run(&options, |server| println!("{}", server.url()))?);
    }
    if process::needs_more_files() {
        return process::again_with_more_files(&args);
    }
    let home = tempfile::Builder::new().prefix("load-").tempdir_in(process::beside_us()?)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if let [mode, profile] = &args[..]
        && mode == "count"
    {
        return runtime.block_on(count::count(home.path(), Path::new(profile)));
    }
    let fast = args.first().is_some_and(|mode| mode == "fast");
    let number =
        |n: usize, usual: u64| args.get(n + usize::from(fast)).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let sessions = number(0, 500).clamp(1, 2000) as usize;
    let time = Duration::from_secs(number(1, 15).clamp(1, 120));
    if fast {
        return runtime.block_on(full_speed(home.path(), sessions, time));
    }
    runtime.block_on(measure(home.path(), sessions, time))?;
    store::side_by_side(home.path(), sessions)
}

/// Games in the midst of their fights, and what is answered in each: so the clients need not read what they are sent.
fn prepare(file: &Path, sessions: usize, answers: usize) -> Whole<Vec<Script>> {
    let store = Store::open(file)?;
    let shelf = find(sample!(career)).map_err(|problem| problem.to_string())?;
    let mut scripts = Vec::with_capacity(sessions);
    for n in 0..sessions {
        let plain = |problem: hulldown_desk::Problem| problem.to_string();
        let mut game = (shelf.new)(NewGame { seed: 1000 + n as u64, ..NewGame::default() }).map_err(plain)?;
        game.auto("sensible", None, Until::End, Some(60)).map_err(plain)?;
        let id = SavedGame::begin(&store, &format!("Load {n}"), &*game, &Beside::default())?.id.to_string();
        let mut steps = Vec::with_capacity(answers);
        while steps.len() < answers {
            let prompt = game.prompt();
            let Some(ask) = prompt.first() else { break };
            let mark = game.history_len();
            if game.auto("sensible", Some(ask.seat()), Until::Decision, Some(1)).map_err(plain)? == 0 {
                break;
            }
            let given = game.history_from(mark);
            let key = given
                .iter()
                .find(|line| line.starts_with(|c: char| c.is_ascii_digit()))
                .and_then(|line| line.split_once(' '));
            let Some((_, key)) = key else { break };
            steps.push((mark as u64, key.to_string()));
        }
        scripts.push(Script { id, steps, shows: String::new() });
    }
    Ok(scripts)
}

async fn measure(home: &Path, sessions: usize, time: Duration) -> Whole {
    let file = home.join("games.db");
    let begun = Instant::now();
    // Enough answers for the time at the rates this kind of machine reaches; a session that has none left pauses.
    let answers = 20 + time.as_secs() as usize * 12;
    let mut scripts = prepare(&file, sessions + 2, answers.max(400))?;
    println!(
        "{} games prepared in {:.1} s; the clients share the machine with the server, and its load was {}",
        scripts.len(),
        begun.elapsed().as_secs_f64(),
        std::fs::read_to_string("/proc/loadavg").unwrap_or_default().trim()
    );
    let server = ServerProcess::start(&file)?;
    let asker = Arc::new(Asker::meet(server.port)?);

    table_page(&asker, &scripts[0].id).await?;
    let (Some(mut early), Some(mut late)) = (scripts.pop(), scripts.pop()) else { return Ok(()) };
    one_alone(&server, &asker, &mut early, "before the load").await?;

    // Every game lies on its table before the streams are opened, so that only the streams are weighed.
    for script in &mut scripts {
        Connection::open(server.port).await?.open_table(&asker, script).await?;
    }
    tokio::time::sleep(Duration::from_secs(12)).await;
    let before = server.memory()?;
    let mut streams = Vec::with_capacity(sessions);
    for script in &scripts {
        streams.push(Connection::stream(server.port, &asker, script).await?);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let with = server.memory()?;
    let each = with.saturating_sub(before) as f64 / sessions as f64;
    println!(
        "memory: {before} kB with {sessions} games open, {with} kB with a stream on each: {each:.1} kB an idle stream (goal 12)"
    );

    let paced = together(&server, &asker, &mut scripts, time, Some(Duration::from_secs(2))).await?;
    println!("one answer every 2 s each: {paced}");
    let full = together(&server, &asker, &mut scripts, time, None).await?;
    println!("as fast as it goes:        {full}");
    println!("memory at the end: {} kB", server.memory()?);
    one_alone(&server, &asker, &mut late, "after it").await?;
    drop(streams);
    Ok(())
}

/// All sessions as fast as it goes, and nothing else.
async fn full_speed(home: &Path, sessions: usize, time: Duration) -> Whole {
    let file = home.join("games.db");
    let mut scripts = prepare(&file, sessions, (time.as_secs() as usize * 60).max(400))?;
    let server = ServerProcess::start(&file)?;
    let asker = Arc::new(Asker::meet(server.port)?);
    let mut streams = Vec::with_capacity(sessions);
    for script in &mut scripts {
        Connection::open(server.port).await?.open_table(&asker, script).await?;
        streams.push(Connection::stream(server.port, &asker, script).await?);
    }
    println!("as fast as it goes: {}", together(&server, &asker, &mut scripts, time, None).await?);
    println!("memory at the end: {} kB", server.memory()?);
    Ok(())
}

/// How large the table is on the way to the browser.
async fn table_page(asker: &Asker, id: &str) -> Whole {
    let mut line = Connection::open(asker.port).await?;
    let mut sum = 0;
    for path in [&format!("/game/{id}"), "/assets/page.css", "/assets/page.js", "/assets/icon.svg"] {
        let size = line.get(asker, path).await?;
        sum += size;
        println!("{path}: {:.1} kB compressed", size as f64 / 1e3);
    }
    println!("the table with everything it needs: {:.1} kB compressed (goal 150)", sum as f64 / 1e3);
    Ok(())
}

/// One session alone: what an answer takes from sending to the last byte, the durable write included.
async fn one_alone(server: &ServerProcess, asker: &Asker, script: &mut Script, when: &str) -> Whole {
    let mut line = Connection::open(server.port).await?;
    let mut waits = Vec::new();
    line.open_table(asker, script).await?;
    let cpu = server.cpu()?;
    for step in 0..script.steps.len().min(400) {
        let begun = Instant::now();
        line.answer(asker, script, step).await?;
        waits.push(begun.elapsed());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let each = (server.cpu()? - cpu).each(waits.len());
    let (p50, p99) = (at(&mut waits, 0.5), at(&mut waits, 0.99));
    println!(
        "one session alone {when}, {} answers: median {p50:.2} ms, p99 {p99:.2} ms (goal: median under 5), {each} of processor each",
        waits.len()
    );
    Ok(())
}

fn at(waits: &mut [Duration], part: f64) -> f64 {
    waits.sort_unstable();
    let place = ((waits.len().max(1) - 1) as f64 * part) as usize;
    waits.get(place).map_or(0.0, |wait| wait.as_secs_f64() * 1e3)
}

/// All sessions at once, each on a line of its own; with a pause between answers, or without.
async fn together(
    server: &ServerProcess,
    asker: &Arc<Asker>,
    scripts: &mut Vec<Script>,
    time: Duration,
    pause: Option<Duration>,
) -> Whole<String> {
    let (cpu, begun) = (server.cpu()?, Instant::now());
    let mut players = JoinSet::new();
    let count = scripts.len();
    for (n, mut script) in scripts.drain(..).enumerate() {
        let (asker, port) = (Arc::clone(asker), server.port);
        players.spawn(async move {
            let mut line = Connection::open(port).await?;
            let mut waits = Vec::new();
            // Nobody begins at the same moment.
            let first = pause.map_or(Duration::ZERO, |pause| pause * n as u32 / count as u32);
            tokio::time::sleep(first).await;
            let (mut given, mut bytes) = (0, 0);
            for step in 0..script.steps.len() {
                if begun.elapsed() >= time {
                    break;
                }
                let sent = Instant::now();
                bytes += line.answer(&asker, &mut script, step).await?;
                waits.push(sent.elapsed());
                given += 1;
                if let Some(pause) = pause {
                    tokio::time::sleep(pause.saturating_sub(sent.elapsed())).await;
                }
            }
            script.steps.drain(..given);
            Whole::Ok((script, waits, bytes, begun.elapsed()))
        });
    }
    let (mut waits, mut bytes, mut last) = (Vec::new(), 0, Duration::ZERO);
    while let Some(done) = players.join_next().await {
        let (script, took, size, ended) = done??;
        scripts.push(script);
        waits.extend(took);
        bytes += size;
        last = last.max(ended);
    }
    let used = server.cpu()? - cpu;
    let answers = waits.len();
    let (p50, p99) = (at(&mut waits, 0.5), at(&mut waits, 0.99));
    let used = used.each(answers);
    Ok(format!(
        "{answers} durable answers in {:.1} s: {:.0} a second, median {p50:.1} ms, p99 {p99:.1} ms, {used} of processor and {} bytes each",
        last.as_secs_f64(),
        answers as f64 / last.as_secs_f64(),
        bytes / answers.max(1)
    ))
}
