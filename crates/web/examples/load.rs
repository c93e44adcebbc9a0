//! How much the page carries: `cargo run --release -p hulldown-web --example load -- [SESSIONS] [ANSWERS]`.
//!
//! Serves a page in a process of its own (this program again, with `serve` as its argument), begins a game and opens a stream for every
//! session, and lets all of them answer at once. Says how many durable answers a second there are, how long they take, what a stream
//! costs and what an answer costs.

use std::error::Error;
use std::io::BufRead;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

type Res<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Res<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|arg| arg == "serve") {
        let data = args.get(1).map(Into::into);
        return Ok(hulldown_web::run(&hulldown_web::Options { port: None, data }, |url| println!("{url}"))?);
    }
    let number = |n: usize, or: usize| args.get(n).and_then(|arg| arg.parse().ok()).unwrap_or(or);
    let dir = tempfile::tempdir()?;
    let mut server = Command::new(std::env::current_exe()?)
        .args(["serve".into(), dir.path().join("games.db").into_os_string()])
        .stdout(Stdio::piped())
        .spawn()?;
    let mut url = String::new();
    std::io::BufReader::new(server.stdout.take().ok_or("no output")?).read_line(&mut url)?;
    let port: u16 = url.trim().trim_end_matches('/').rsplit(':').next().unwrap_or_default().parse()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = runtime.block_on(load(port, server.id(), number(0, 500), number(1, 20)));
    server.kill()?;
    done
}

/// Memory of a process in kB, and its processor time in seconds.
fn cost(pid: u32) -> Res<(u64, f64)> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find(|line| line.starts_with("VmRSS")).ok_or("no memory")?;
    let memory = line.split_whitespace().nth(1).ok_or("no memory")?.parse()?;
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    Ok((memory, (fields[11].parse::<f64>()? + fields[12].parse::<f64>()?) / 100.0))
}

/// A connection that asks one thing after the other.
struct Client {
    port: u16,
    stream: TcpStream,
    cookie: String,
    token: String,
}

fn between<'t>(text: &'t str, from: &str, to: &str) -> Option<&'t str> {
    let rest = &text[text.find(from)? + from.len()..];
    Some(&rest[..rest.find(to)?])
}

impl Client {
    async fn new(port: u16) -> Res<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.set_nodelay(true)?;
        let mut client = Client { port, stream, cookie: String::new(), token: String::new() };
        let (head, body) = client.ask("GET", "/new/ace", "").await?;
        client.cookie = between(&head, "set-cookie: ", ";").ok_or("no cookie")?.into();
        client.token = between(&body, "name=\"token\" value=\"", "\"").ok_or("no token")?.into();
        Ok(client)
    }

    async fn ask(&mut self, method: &str, path: &str, body: &str) -> Res<(String, String)> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nCookie: {}\r\nX-Part: 1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            self.cookie,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::with_capacity(64 << 10);
        loop {
            if self.stream.read_buf(&mut bytes).await? == 0 {
                return Err("the connection has ended".into());
            }
            let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned() + "\r\n";
            let length: usize = between(&head, "content-length: ", "\r\n").unwrap_or("0").parse()?;
            while bytes.len() < end + 4 + length {
                if self.stream.read_buf(&mut bytes).await? == 0 {
                    return Err("the connection has ended".into());
                }
            }
            return Ok((head, String::from_utf8_lossy(&bytes[end + 4..]).into_owned()));
        }
    }

    async fn begin(&mut self, n: usize) -> Res<String> {
        let body = format!("token={}&name=load+{n}&seed={n}&dice=random", self.token);
        let (head, _) = self.ask("POST", "/new/ace", &body).await?;
        Ok(between(&head, "location: ", "\r\n").ok_or("no game")?.into())
    }

    /// Answers with the first option; how long that took.
    async fn answer(&mut self, table: &str, page: &mut String) -> Res<Option<Duration>> {
        let mark = between(page, "data-mark=\"", "\"").ok_or("no mark")?;
        let Some(key) = between(page, "name=\"key\" value=\"", "\"") else { return Ok(None) };
        let body = format!("token={}&mark={mark}&key={key}", self.token);
        let begun = Instant::now();
        let (head, fresh) = self.ask("POST", &format!("{table}/choose"), &body).await?;
        let took = begun.elapsed();
        if !head.starts_with("HTTP/1.1 200") {
            return Err(format!("refused: {head}").into());
        }
        *page = fresh;
        Ok(Some(took))
    }
}

async fn session(mut client: Client, table: String, answers: usize) -> Res<Vec<Duration>> {
    let mut page = client.ask("GET", &table, "").await?.1;
    let mut times = Vec::with_capacity(answers);
    while times.len() < answers {
        match client.answer(&table, &mut page).await? {
            Some(time) => times.push(time),
            None => break,
        }
    }
    Ok(times)
}

fn part(times: &mut [Duration], of: f64) -> f64 {
    times.sort();
    let at = ((times.len() as f64 * of) as usize).min(times.len().saturating_sub(1));
    times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

async fn load(port: u16, pid: u32, sessions: usize, answers: usize) -> Res<()> {
    // One alone: what a person at this machine waits for, and what one commit each can do.
    let mut one = Client::new(port).await?;
    let table = one.begin(1_000_000).await?;
    let begun = Instant::now();
    let mut alone = session(one, table, 300).await?;
    let rate_alone = alone.len() as f64 / begun.elapsed().as_secs_f64();
    println!(
        "one session: {rate_alone:.0} durable answers a second; median {:.2} ms, 99th percentile {:.2} ms",
        part(&mut alone, 0.5),
        part(&mut alone, 0.99)
    );
    let mut seated = Vec::new();
    for n in 0..sessions {
        let mut client = Client::new(port).await?;
        let table = client.begin(n).await?;
        client.ask("GET", &table, "").await?;
        seated.push((client, table));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (before, _) = cost(pid)?;
    let mut streams = Vec::new();
    for (client, table) in &seated {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
        let request =
            format!("GET {table}/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {}\r\n\r\n", client.cookie);
        stream.write_all(request.as_bytes()).await?;
        let mut first = [0; 2048];
        if stream.read(&mut first).await? == 0 {
            return Err("a stream has ended".into());
        }
        streams.push(stream);
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (with, cpu) = cost(pid)?;
    println!(
        "{sessions} sessions: {before} kB; with a stream each {with} kB: {:.1} kB a stream",
        (with - before) as f64 / sessions as f64
    );
    // What the page alone costs, without writing anything.
    const LOOKS: u32 = 2000;
    if let Some((client, table)) = seated.first_mut() {
        for _ in 0..LOOKS {
            client.ask("GET", table, "").await?;
        }
    }
    let cpu_looked = cost(pid)?.1;
    println!("a look at the table: {:.2} ms of processor time", (cpu_looked - cpu) * 1000.0 / f64::from(LOOKS));
    let cpu = cpu_looked;
    let begun = Instant::now();
    let playing: Vec<_> =
        seated.into_iter().map(|(client, table)| tokio::spawn(session(client, table, answers))).collect();
    let mut times = Vec::new();
    for game in playing {
        times.extend(game.await??);
    }
    let took = begun.elapsed().as_secs_f64();
    let (after, spent) = cost(pid)?;
    println!(
        "{} durable answers in {took:.2} s: {:.0} a second, {:.1} times one alone; median {:.1} ms, 99th percentile {:.1} ms; {:.2} ms of \
         processor time each; {after} kB in the end",
        times.len(),
        times.len() as f64 / took,
        times.len() as f64 / took / rate_alone,
        part(&mut times, 0.5),
        part(&mut times, 0.99),
        (spent - cpu) * 1000.0 / times.len().max(1) as f64,
    );
    drop(streams);
    Ok(())
}
