//! A client that costs next to nothing: it sends what was prepared and counts the bytes that come back.

use crate::Whole;
use hulldown_browser::{Asker, encode};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A game and the answers that will be given in it: the mark each is given at, and its key.
pub(crate) struct Script {
    pub(crate) id: String,
    pub(crate) steps: Vec<(u64, String)>,
    /// What the server calls that which a page of it would show now; empty before one was opened.
    pub(crate) shows: String,
}

impl Script {
    /// What its tab calls itself.
    fn tab(&self) -> u64 {
        u64::from_str_radix(&self.id, 16).unwrap_or_default()
    }
}

/// A line to the server that is kept open.
pub(crate) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(port: u16) -> Whole<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream, buffer: Vec::new() })
    }

    /// An open event stream; nothing more is read from it.
    pub(crate) async fn stream(port: u16, asker: &Asker, script: &Script) -> Whole<TcpStream> {
        let mut line = Connection::open(port).await?;
        let head = head("GET", &format!("/game/{}/stream?tab={}", script.id, script.tab()), asker);
        line.stream.write_all(format!("{head}Accept: text/event-stream\r\n\r\n").as_bytes()).await?;
        let mut first = [0; 1024];
        let n = line.stream.read(&mut first).await?;
        if !first[..n].starts_with(b"HTTP/1.1 200") {
            return Err(format!("no stream: {}", String::from_utf8_lossy(&first[..n])).into());
        }
        Ok(line.stream)
    }

    /// Fetches a page; how large it was on the way.
    pub(crate) async fn get(&mut self, asker: &Asker, path: &str) -> Whole<usize> {
        let request = format!("{}\r\n", head("GET", path, asker));
        self.ask(request.as_bytes(), 200).await
    }

    /// Opens the table of a game, as it must be before anything is answered there.
    pub(crate) async fn open_table(&mut self, asker: &Asker, script: &mut Script) -> Whole {
        let head = head("GET", &format!("/game/{}", script.id), asker).replace("Accept-Encoding: gzip\r\n", "");
        self.ask(format!("{head}\r\n").as_bytes(), 200).await?;
        let page = String::from_utf8_lossy(&self.buffer);
        let shows = page.split_once("data-shows=\"").and_then(|(_, rest)| rest.split('"').next());
        script.shows = shows.ok_or("the table does not say what it shows")?.into();
        Ok(())
    }

    /// Gives an answer as the script of the page does, and waits for what changed.
    pub(crate) async fn answer(&mut self, asker: &Asker, script: &mut Script, step: usize) -> Whole<usize> {
        let (id, (mark, key)) = (&script.id, &script.steps[step]);
        // Who has looked at it is sure: what gives something up for good is asked twice.
        let body = format!("token={}&mark={mark}&sure={}", asker.token, encode(key));
        let head = head("POST", &format!("/game/{id}/choose"), asker);
        let request = format!(
            "{head}X-Part: {}\r\nX-Unpacks: phrases, deflated\r\nX-Tab: {}\r\nOrigin: http://127.0.0.1:{}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {}\r\n\r\n{body}",
            script.shows,
            script.tab(),
            asker.port,
            body.len()
        );
        let size = self.ask(request.as_bytes(), 200).await?;
        let head = String::from_utf8_lossy(&self.buffer[..self.buffer.len() - size]);
        let shows = head.lines().find_map(|line| line.strip_prefix("x-shows: "));
        script.shows = shows.unwrap_or("0").into();
        Ok(size)
    }

    async fn ask(&mut self, request: &[u8], status: u16) -> Whole<usize> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            if let Some(whole) = whole_reply(&self.buffer) {
                let said = std::str::from_utf8(&self.buffer[9..12]).unwrap_or_default();
                if said != status.to_string() {
                    return Err(format!(
                        "{said}: {}",
                        String::from_utf8_lossy(&self.buffer[..self.buffer.len().min(600)])
                    )
                    .into());
                }
                return Ok(whole);
            }
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err("the server has closed the line".into());
            }
        }
    }
}

fn head(method: &str, path: &str, asker: &Asker) -> String {
    let Asker { port, cookie, .. } = asker;
    format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\nAccept-Encoding: gzip\r\n")
}

/// The size of the body once all of it is there.
fn whole_reply(bytes: &[u8]) -> Option<usize> {
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).ok()?.to_ascii_lowercase();
    let body = &bytes[end + 4..];
    if let Some(length) = head.split("\r\n").find_map(|line| line.strip_prefix("content-length:")) {
        let length: usize = length.trim().parse().ok()?;
        return (body.len() >= length).then_some(length);
    }
    // Chunks: the last one is empty. Only the end is looked at until it is there.
    body.ends_with(b"\r\n0\r\n\r\n").then_some(body.len())
}
