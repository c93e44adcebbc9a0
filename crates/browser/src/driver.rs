//! Chromedriver and the browser it drives, spoken to in plain requests ([WebDriver](https://www.w3.org/TR/webdriver2/)): a handful of
//! commands, each a JSON value there and one back.
//!
//! A library for this would bring a dozen packages and would still leave to us what is not simple here: a browser that goes from test to
//! test (see `browsers`), ends with the program however that ends, and is told things only its developer tools understand.

use crate::Done;
use crate::page::Trouble;
use crate::raw::bytes;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The name under which an element is named in a reply.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// What ends a driver with all that it has started, and throws their profile away, as soon as nobody holds the other end of its input: at
/// the latest when this program ends, in whatever way.
const WATCH: &str = r#"cat > /dev/null; kill -s KILL -- "-$1"; rm -rf "$2" || { sleep 1; rm -rf "$2"; }"#;

/// A driver with one browser.
pub(crate) struct Driver {
    _process: Watched,
    port: u16,
    session: String,
}

/// What the driver did not do, in its own words. Often it can be done a moment later.
#[derive(Debug)]
pub(crate) struct DriverRefused(pub(crate) String);

impl Driver {
    /// Starts a driver, and a browser of these capabilities that keeps its things in this directory. It is removed at the end.
    pub(crate) fn start(program: &Path, profile: &Path, capabilities: &Value) -> Done<Self> {
        let (process, port) = start(program, profile)?;
        let mut driver = Driver { _process: process, port, session: String::new() };
        let wanted = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let begun = driver.send("POST", "/session", Some(&wanted))?.map_err(|no| Trouble(no.0))?;
        driver.session = begun["sessionId"].as_str().unwrap_or_default().to_string();
        Ok(driver)
    }

    /// Gives a command. Fails if the driver cannot be reached or says no.
    pub(crate) fn tell(&self, command: &str, body: &Value) -> Done<Value> {
        self.attempt(command, body)?.map_err(|no| Trouble(format!("{command}: {}", no.0)))
    }

    /// Gives a command that may be refused for now.
    pub(crate) fn attempt(&self, command: &str, body: &Value) -> Done<Result<Value, DriverRefused>> {
        self.send("POST", &format!("/session/{}/{command}", self.session), Some(body))
    }

    /// Asks for something.
    pub(crate) fn ask(&self, what: &str) -> Done<Value> {
        let said = self.send("GET", &format!("/session/{}/{what}", self.session), None)?;
        said.map_err(|no| Trouble(format!("{what}: {}", no.0)))
    }

    /// Closes the window looked at.
    pub(crate) fn close_window(&self) -> Done {
        let closed = self.send("DELETE", &format!("/session/{}/window", self.session), None)?;
        closed.map(drop).map_err(|no| Trouble(format!("a window does not close: {}", no.0)))
    }

    /// The command to a given element, as [`Driver::attempt`] takes it.
    pub(crate) fn of_element(&self, css: &str, command: &str, body: &Value) -> Done<Result<Value, DriverRefused>> {
        let found = match self.attempt("element", &json!({ "using": "css selector", "value": css }))? {
            Ok(found) => found,
            Err(no) => return Ok(Err(no)),
        };
        self.to_element(&found, command, body)
    }

    /// The command to an element that was found, as [`Driver::attempt`] takes it.
    pub(crate) fn to_element(&self, found: &Value, command: &str, body: &Value) -> Done<Result<Value, DriverRefused>> {
        let element = found[ELEMENT].as_str().unwrap_or_default();
        self.attempt(&format!("element/{element}/{command}"), body)
    }

    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Done<Result<Value, DriverRefused>> {
        let (port, body) = (self.port, body.map(Value::to_string).unwrap_or_default());
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        let reply = bytes(port, request.as_bytes())?;
        let mut said: Value = serde_json::from_slice(&reply.body)?;
        let value = said["value"].take();
        Ok(if reply.status == 200 { Ok(value) } else { Err(DriverRefused(value.to_string())) })
    }
}

/// A driver, and who watches over its end.
struct Watched {
    driver: Child,
    watch: Child,
}

impl Watched {
    fn over(mut driver: Child, profile: &Path) -> Done<Self> {
        let mut command = Command::new("sh");
        command.args(["-c", WATCH, "watch", &driver.id().to_string()]).arg(profile);
        match command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn() {
            Ok(watch) => Ok(Watched { driver, watch }),
            Err(error) => {
                let _ = driver.kill();
                let _ = driver.wait();
                Err(error.into())
            }
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        drop(self.watch.stdin.take());
        let _ = self.watch.wait();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Starts the driver. It was once seen to end before it named a port, for a reason not known, so it is started again a few times.
fn start(program: &Path, profile: &Path) -> Done<(Watched, u16)> {
    const TRIES: usize = 5;
    let mut tried = start_once(program, profile);
    for _ in 1..TRIES {
        if tried.is_ok() {
            break;
        }
        tried = start_once(program, profile);
    }
    tried
}

fn start_once(program: &Path, profile: &Path) -> Done<(Watched, u16)> {
    let mut command = Command::new(program);
    // A group of its own: whatever it starts ends with it.
    command.arg("--port=0").process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut process = Watched::over(command.spawn()?, profile)?;
    let Some(out) = process.driver.stdout.take() else { return Err(Trouble("chromedriver says nothing".into())) };
    let mut lines = BufReader::new(out).lines();
    // It names port 0 first, the one it was asked for.
    let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let rest = line.split_once("started successfully on port ")?.1;
        rest.trim_end_matches('.').parse().ok()
    });
    // Nobody reading would stop it some day.
    std::thread::spawn(move || lines.for_each(drop));
    let port = port.ok_or_else(|| Trouble("chromedriver does not start".into()))?;
    Ok((process, port))
}
