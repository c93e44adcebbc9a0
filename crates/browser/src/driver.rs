//! Chromedriver and the browser it drives, spoken to in plain requests ([WebDriver](https://www.w3.org/TR/webdriver2/)): a handful of
//! commands, each a JSON value there and one back.

use crate::Done;
use crate::page::Trouble;
use crate::raw::bytes;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The name under which an element is named in a reply.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A driver with one browser.
pub(crate) struct Driver {
    child: Child,
    port: u16,
    session: String,
}

/// What the driver did not do, in its own words. Often it can be done a moment later.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) String);

impl Driver {
    /// Starts a driver, and a browser of these capabilities.
    pub(crate) fn start(program: &Path, capabilities: &Value) -> Done<Self> {
        let (child, port) = start(program)?;
        // From here on the end of the driver ends the process.
        let mut driver = Driver { child, port, session: String::new() };
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
    pub(crate) fn attempt(&self, command: &str, body: &Value) -> Done<Result<Value, Refused>> {
        self.send("POST", &format!("/session/{}/{command}", self.session), Some(body))
    }

    /// Asks for something.
    pub(crate) fn ask(&self, what: &str) -> Done<Value> {
        let said = self.send("GET", &format!("/session/{}/{what}", self.session), None)?;
        said.map_err(|no| Trouble(format!("{what}: {}", no.0)))
    }

    /// The command to a given element, as [`Driver::attempt`] takes it.
    pub(crate) fn of_element(&self, css: &str, command: &str, body: &Value) -> Done<Result<Value, Refused>> {
        let found = match self.attempt("element", &json!({ "using": "css selector", "value": css }))? {
            Ok(found) => found,
            Err(no) => return Ok(Err(no)),
        };
        let element = found[ELEMENT].as_str().unwrap_or_default();
        self.attempt(&format!("element/{element}/{command}"), body)
    }

    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Done<Result<Value, Refused>> {
        let (port, body) = (self.port, body.map(Value::to_string).unwrap_or_default());
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        let reply = bytes(port, request.as_bytes())?;
        let mut said: Value = serde_json::from_slice(&reply.body)?;
        let value = said["value"].take();
        Ok(if reply.status == 200 { Ok(value) } else { Err(Refused(value.to_string())) })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Ending the session ends the browser, which would outlive its driver.
        if !self.session.is_empty() {
            let _ = self.send("DELETE", &format!("/session/{}", self.session), None);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts the driver. It was once seen to end before it named a port, for a reason not known, so it is started again a few times.
fn start(program: &Path) -> Done<(Child, u16)> {
    const TRIES: usize = 5;
    let mut tried = start_once(program);
    for _ in 1..TRIES {
        if tried.is_ok() {
            break;
        }
        tried = start_once(program);
    }
    tried
}

fn start_once(program: &Path) -> Done<(Child, u16)> {
    let mut command = Command::new(program);
    command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    let Some(out) = child.stdout.take() else { return Err(Trouble("chromedriver says nothing".into())) };
    let mut lines = BufReader::new(out).lines();
    // It names port 0 first, the one it was asked for.
    let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let rest = line.split_once("started successfully on port ")?.1;
        rest.trim_end_matches('.').parse().ok()
    });
    // Nobody reading would stop it some day.
    std::thread::spawn(move || lines.for_each(drop));
    let Some(port) = port else {
        let _ = child.kill();
        let _ = child.wait();
        return Err(Trouble("chromedriver does not start".into()));
    };
    Ok((child, port))
}
