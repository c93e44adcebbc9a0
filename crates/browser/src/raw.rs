//! Requests as bytes, for what no browser would send, and a plain client that keeps the rules.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long a server on this machine may take. Nothing waits so long unless it never comes: a busy machine is slow, not wrong.
const PATIENCE: Duration = Duration::from_secs(90);

/// What a server said.
#[derive(Clone, Debug, Default)]
pub struct RawReply {
    /// The status, 0 if there was none.
    pub status: u16,
    /// Names in small letters, and values.
    pub headers: Vec<(String, String)>,
    /// The body, unchunked.
    pub body: Vec<u8>,
}

impl RawReply {
    /// The first header of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// What stands in the text between two others.
    pub fn between(&self, before: &str, after: &str) -> Option<String> {
        let text = self.text();
        let rest = &text[text.find(before)? + before.len()..];
        Some(rest[..rest.find(after)?].to_string())
    }

    fn read(bytes: &[u8]) -> Self {
        let Some(end) = find(bytes, b"\r\n\r\n") else { return RawReply::default() };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_string()))
            .collect();
        let mut reply = RawReply { status: status.unwrap_or(0), headers, body: bytes[end + 4..].to_vec() };
        if reply.header("transfer-encoding") == Some("chunked") {
            reply.body = unchunked(&reply.body);
        }
        reply
    }
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = find(bytes, b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).ok().and_then(|size| usize::from_str_radix(size.trim(), 16).ok());
        let (Some(size), rest) = (size, &bytes[end + 2..]) else { break };
        whole.extend_from_slice(&rest[..size.min(rest.len())]);
        if size == 0 || rest.len() < size + 2 {
            break;
        }
        bytes = &rest[size + 2..];
    }
    whole
}

/// Sends bytes to a port of this machine and reads until the other side closes. A side that closes at once has said nothing.
pub fn bytes(port: u16, request: &[u8]) -> io::Result<RawReply> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    // A server may refuse before it has read everything; what it says still counts.
    let sent = stream.write_all(request);
    let (mut said, mut part) = (Vec::new(), [0; 16 << 10]);
    let heard = loop {
        match stream.read(&mut part) {
            Ok(0) => break Ok(()),
            Ok(n) => said.extend_from_slice(&part[..n]),
            Err(error) => break Err(error),
        }
        // Not everybody closes when asked to.
        if is_whole(&said) {
            break Ok(());
        }
    };
    if said.is_empty() {
        sent?;
        heard?;
    }
    Ok(RawReply::read(&said))
}

/// Whether as much is there as the head says.
fn is_whole(bytes: &[u8]) -> bool {
    let Some(end) = find(bytes, b"\r\n\r\n") else { return false };
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let length = head.split("\r\n").find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
    length.is_some_and(|length| bytes.len() >= end + 4 + length)
}

/// The keys of the servers that were met, by their ports.
static KEYS: Mutex<BTreeMap<u16, String>> = Mutex::new(BTreeMap::new());

/// Remembers the key of a server.
pub fn remember_key(port: u16, key: &str) {
    KEYS.lock().unwrap_or_else(PoisonError::into_inner).insert(port, key.to_string());
}

/// The key of a server.
pub fn key_of(port: u16) -> String {
    KEYS.lock().unwrap_or_else(PoisonError::into_inner).get(&port).cloned().unwrap_or_default()
}

/// The port and the key in the address a server says.
pub fn port_and_key(url: &str) -> Option<(u16, String)> {
    let (address, key) = url.trim().split_once("/?key=")?;
    Some((address.rsplit(':').next()?.parse().ok()?, key.to_string()))
}

/// Fetches a page with nothing but its address and the key.
pub fn get(port: u16, path: &str) -> io::Result<RawReply> {
    let key = key_of(port);
    let heads = format!("Host: 127.0.0.1:{port}\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n");
    bytes(port, format!("GET {path} HTTP/1.1\r\n{heads}\r\n").as_bytes())
}

/// The same by somebody who does not have the key.
pub fn get_without_key(port: u16, path: &str) -> io::Result<RawReply> {
    bytes(port, format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n").as_bytes())
}

/// A text as part of a form.
pub fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// A client without a browser that has the cookie and the token.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The server's port.
    pub port: u16,
    /// The cookie, as it is sent back.
    pub cookie: String,
    /// What every form must hold.
    pub token: String,
}

impl Asker {
    /// Comes in with the key, looks at the library, and remembers cookie and token.
    pub fn meet(port: u16) -> io::Result<Self> {
        let let_in = get_without_key(port, &format!("/?key={}", key_of(port)))?;
        let cookie = let_in.header("set-cookie").and_then(|cookie| cookie.split(';').next()).unwrap_or_default();
        let reply = get(port, "/")?;
        let token = reply.between("name=\"token\" value=\"", "\"").unwrap_or_default();
        Ok(Asker { port, cookie: cookie.to_string(), token })
    }

    /// Fetches a page.
    pub fn get(&self, path: &str) -> io::Result<RawReply> {
        let Asker { port, cookie, .. } = self;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n");
        bytes(self.port, request.as_bytes())
    }

    /// The body of a form with the token in it.
    pub fn form(&self, fields: &[(&str, &str)]) -> String {
        let token = [("token", self.token.as_str())];
        let pairs = token.iter().chain(fields).map(|(name, value)| format!("{}={}", encode(name), encode(value)));
        pairs.collect::<Vec<_>>().join("&")
    }

    /// Sends a form as the page would.
    pub fn post(&self, path: &str, fields: &[(&str, &str)]) -> io::Result<RawReply> {
        let origin = format!("Origin: http://127.0.0.1:{}\r\nSec-Fetch-Site: same-origin\r\n", self.port);
        self.post_with(path, &origin, &self.form(fields))
    }

    /// Sends a body with more headers, each with its line end.
    pub fn post_with(&self, path: &str, headers: &str, body: &str) -> io::Result<RawReply> {
        let Asker { port, cookie, .. } = self;
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\nConnection: close\r\n{headers}\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        bytes(self.port, request.as_bytes())
    }
}
