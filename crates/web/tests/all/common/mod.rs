//! A page of its own for every test, and a browser reduced to what a test needs.
#![allow(dead_code)]

use hulldown_catalog::sample;
use hulldown_web::{ServeOptions, run};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::Duration;

/// A page served from a file of its own.
pub struct Served {
    pub port: u16,
    pub key: String,
    pub data: PathBuf,
    _dir: tempfile::TempDir,
}

/// Serves the page until the test program ends; port and key.
fn serve(data: &std::path::Path) -> (u16, String) {
    let (ready, url) = channel();
    let options = ServeOptions { port: None, data: Some(data.into()) };
    std::thread::spawn(move || run(&options, |server| ready.send(server.url()).unwrap()).unwrap());
    let url = url.recv_timeout(Duration::from_secs(60)).unwrap();
    let (address, key) = url.split_once("/?key=").unwrap();
    (address.rsplit(':').next().unwrap().parse().unwrap(), key.into())
}

impl Served {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("games.db");
        let (port, key) = serve(&data);
        Served { port, key, data, _dir: dir }
    }

    /// The program started once more on the same games; its port.
    pub fn again(&self) -> u16 {
        serve(&self.data).0
    }

    /// A browser that has not been told the key.
    pub fn stranger(&self) -> Client {
        Client { port: self.port, cookies: Vec::new(), token: String::new(), part: false }
    }

    pub fn browser(&self) -> Client {
        let mut browser = self.stranger();
        browser.get(&format!("/?key={}", self.key));
        browser
    }
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub bytes: Vec<u8>,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.bytes.clone()).unwrap()
    }
}

/// Keeps cookies, fills in tokens, follows redirects.
#[derive(Clone)]
pub struct Client {
    pub port: u16,
    pub cookies: Vec<(String, String)>,
    pub token: String,
    /// Ask for parts only, as the script does.
    pub part: bool,
}

/// Sends bytes and reads one whole reply.
pub fn raw(port: u16, request: &[u8]) -> Reply {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    // A refusal may come before everything is sent.
    let _ = stream.write_all(request);
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).unwrap_or("0").parse().unwrap();
    let mut headers = Vec::new();
    loop {
        line.clear();
        reader.read_line(&mut line).unwrap();
        let Some((key, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((key.to_string(), value.to_string()));
    }
    let find = |name: &str| headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
    let mut bytes = Vec::new();
    if let Some(length) = find("content-length") {
        bytes.resize(length.parse().unwrap(), 0);
        reader.read_exact(&mut bytes).unwrap();
    } else if find("transfer-encoding").is_some() {
        loop {
            line.clear();
            reader.read_line(&mut line).unwrap();
            let size = usize::from_str_radix(line.trim(), 16).unwrap();
            let mut chunk = vec![0; size + 2];
            reader.read_exact(&mut chunk).unwrap();
            bytes.extend_from_slice(&chunk[..size]);
            if size == 0 {
                break;
            }
        }
    }
    Reply { status, headers, bytes }
}

pub fn encode(text: &str) -> String {
    text.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

impl Client {
    fn heads(&self) -> String {
        let cookies: Vec<String> = self.cookies.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let part = if self.part { "X-Part: 1\r\n" } else { "" };
        format!("Host: 127.0.0.1:{}\r\nCookie: {}\r\nConnection: close\r\n{part}", self.port, cookies.join("; "))
    }

    fn keep(&mut self, reply: &Reply) {
        for (key, value) in reply.headers.iter().filter(|(key, _)| key == "set-cookie") {
            let _ = key;
            let (name, value) = value.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            self.cookies.push((name.into(), value.into()));
        }
        if let Ok(text) = std::str::from_utf8(&reply.bytes)
            && let Some(token) = between(text, "name=\"token\" value=\"", "\"")
        {
            self.token = token.into();
        }
    }

    /// Asks once with more headers, each with its line end.
    pub fn get_with(&self, path: &str, heads: &str) -> Reply {
        raw(self.port, format!("GET {path} HTTP/1.1\r\n{}{heads}\r\n", self.heads()).as_bytes())
    }

    /// Asks once.
    pub fn get_once(&mut self, path: &str) -> Reply {
        let request = format!("GET {path} HTTP/1.1\r\n{}\r\n", self.heads());
        let reply = raw(self.port, request.as_bytes());
        self.keep(&reply);
        reply
    }

    pub fn get(&mut self, path: &str) -> Reply {
        let reply = self.get_once(path);
        match reply.header("location").map(String::from) {
            Some(to) => self.get(to.split('#').next().unwrap()),
            None => reply,
        }
    }

    /// Sends a form with the token, without following where it leads.
    pub fn post_once(&mut self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let mut body = format!("token={}", self.token);
        for (key, value) in fields {
            body += &format!("&{}={}", encode(key), encode(value));
        }
        let reply = self.post_raw(
            path,
            &format!("Origin: http://127.0.0.1:{}\r\nSec-Fetch-Site: same-origin\r\n", self.port),
            &body,
        );
        self.keep(&reply);
        reply
    }

    pub fn post_raw(&self, path: &str, heads: &str, body: &str) -> Reply {
        let request = format!(
            "POST {path} HTTP/1.1\r\n{}{heads}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            self.heads(),
            body.len()
        );
        raw(self.port, request.as_bytes())
    }

    pub fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let reply = self.post_once(path, fields);
        match reply.header("location").map(String::from) {
            Some(to) => self.get(to.split('#').next().unwrap()),
            None => reply,
        }
    }

    /// Begins a game; its address.
    pub fn begin(&mut self, fields: &[(&str, &str)]) -> String {
        let mut all = vec![("seed", "7"), ("dice", "random")];
        all.extend(fields);
        let reply = self.post_once(concat!("/new/", sample!(career)), &all);
        reply.header("location").unwrap_or_else(|| panic!("{}", reply.text())).to_string()
    }

    /// Sends a file.
    pub fn upload(&mut self, name: &str, bytes: &[u8]) -> Reply {
        let line = "----hulldown";
        let mut body = format!(
            "--{line}\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n{}\r\n--{line}\r\nContent-Disposition: form-data; \
             name=\"file\"; filename=\"{name}\"\r\nContent-Type: application/json\r\n\r\n",
            self.token
        )
        .into_bytes();
        body.extend_from_slice(bytes);
        body.extend_from_slice(format!("\r\n--{line}--\r\n").as_bytes());
        let mut request = format!(
            "POST /import HTTP/1.1\r\n{}Content-Type: multipart/form-data; boundary={line}\r\nContent-Length: {}\r\n\r\n",
            self.heads(),
            body.len()
        )
        .into_bytes();
        request.extend_from_slice(&body);
        raw(self.port, &request)
    }

    /// Opens the stream of a game.
    pub fn stream(&self, table: &str, mark: &str) -> Stream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        write!(stream, "GET {table}/stream?mark={mark} HTTP/1.1\r\n{}Accept: text/event-stream\r\n\r\n", self.heads())
            .unwrap();
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            assert!(reader.read_line(&mut line).unwrap() > 0);
        }
        Stream(reader)
    }
}

/// A stream of changes.
pub struct Stream(BufReader<TcpStream>);

impl Stream {
    /// Whether it ends instead of going on for ever.
    pub fn ends(&mut self) -> bool {
        let mut line = String::new();
        loop {
            line.clear();
            match self.0.read_line(&mut line) {
                Ok(0) => return true,
                Ok(_) => {}
                Err(_) => return false,
            }
        }
    }

    /// The mark of the next change.
    pub fn next(&mut self) -> u64 {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream has ended");
            if let Some(mark) = line.strip_prefix("data: ") {
                return mark.trim().parse().unwrap();
            }
        }
    }
}

pub fn between<'t>(text: &'t str, from: &str, to: &str) -> Option<&'t str> {
    let rest = &text[text.find(from)? + from.len()..];
    Some(&rest[..rest.find(to)?])
}

/// The mark a table is at.
pub fn mark(page: &str) -> String {
    between(page, "data-mark=\"", "\"").unwrap().into()
}

/// The keys of the options on a table.
pub fn keys(page: &str) -> Vec<String> {
    let form = between(page, "id=\"options\"", "</form>").unwrap_or_default();
    form.split("name=\"key\" value=\"").skip(1).map(|rest| rest[..rest.find('"').unwrap()].to_string()).collect()
}

const VOID: [&str; 10] = ["meta", "link", "input", "br", "hr", "img", "path", "rect", "circle", "line"];

/// Fails unless every element that is opened is closed in order, no id is given twice, and nothing is fetched from elsewhere.
pub fn well_formed(page: &str) {
    let mut open: Vec<String> = Vec::new();
    let mut ids = std::collections::BTreeSet::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        if rest.starts_with('!') {
            rest = &rest[rest.find('>').unwrap() + 1..];
            continue;
        }
        // A quoted value may hold a bracket.
        let mut quoted = false;
        let end = rest.char_indices().find(|(_, c)| {
            quoted ^= *c == '"';
            *c == '>' && !quoted
        });
        let tag = &rest[..end.unwrap_or_else(|| panic!("an open tag: {}", &rest[..60.min(rest.len())])).0];
        rest = &rest[tag.len() + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let last = open.pop();
            assert_eq!(last.as_deref(), Some(name), "closed after {:?}", open);
            continue;
        }
        let name = tag.split([' ', '/', '\n']).next().unwrap();
        assert!(!tag.contains(" style=") && !tag.contains(" onclick"), "{tag}");
        if let Some(id) = between(tag, " id=\"", "\"") {
            assert!(ids.insert(id.to_string()), "the id {id} is given twice");
        }
        for attribute in [" href=\"", " src=\"", " action=\""] {
            if let Some(to) = between(tag, attribute, "\"") {
                assert!(to.starts_with(['/', '#']) && !to.starts_with("//"), "{tag}");
            }
        }
        if tag.ends_with('/')
            || (VOID.contains(&name)
                && !rest.trim_start().starts_with(&format!("</{name}>"))
                && !is_svg_parent(name, rest))
        {
            continue;
        }
        open.push(name.into());
    }
    assert!(open.is_empty(), "never closed: {open:?}");
}

/// Whether an SVG shape has children, such as a title.
fn is_svg_parent(name: &str, rest: &str) -> bool {
    ["path", "rect", "circle", "line"].contains(&name) && {
        let close = rest.find(&format!("</{name}>"));
        let again = rest.find(&format!("<{name}"));
        close.is_some_and(|close| again.is_none_or(|again| close < again))
    }
}
