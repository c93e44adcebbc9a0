//! A browser window: everything in it is waited for, never found first and read later, because the page is patched under our hands.

use crate::Done;
use crate::raw::{Reply, bytes};
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value, json};
use std::fmt;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tempfile::TempDir;

use crate::tools::Tools;

/// How long something may take to come about. Nothing waits so long unless it never comes: a busy machine is slow, not wrong.
const PATIENCE: Duration = Duration::from_secs(90);

/// How often one looks.
const GLANCE: Duration = Duration::from_millis(25);

/// What the driver keeps of the pages: the console, and the requests.
const LOGS: [&str; 2] = ["browser", "performance"];

/// What leads nowhere outside the browser: pictures inside the page, and what the browser makes its own pages and fields with.
const INSIDE: [&str; 6] = ["data:", "blob:", "about:", "chrome:", "chrome-untrusted:", "devtools:"];

/// Tells, once the page has settled, what has not arrived: nothing if all is well.
const SETTLED: &str = "
    const done = arguments[arguments.length - 1];
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const ends = (moving) => Number.isFinite(moving.effect?.getComputedTiming().endTime);
    (async () => {
        if (document.readyState !== 'complete') await new Promise((next) => addEventListener('load', next, { once: true }));
        await document.fonts.ready;
        await frame();
        await Promise.allSettled(document.getAnimations().filter(ends).map((moving) => moving.finished));
        await frame();
        const lacking = [...document.querySelectorAll('link[rel=stylesheet]')].filter((link) => !link.sheet);
        done(lacking.map((link) => link.href).join(' '));
    })().catch((error) => done(String(error)));
";

/// Unfolds everything an element lies folded away in.
const UNFOLD: &str = "
    const found = document.querySelector(arguments[0]);
    const folds = (el) => el?.parentElement?.closest('details:not([open])');
    for (let fold = folds(found); fold; fold = folds(fold)) if (!fold.querySelector(':scope > summary')?.contains(found)) fold.open = true;
";

/// Why a test cannot go on.
#[derive(Debug)]
pub struct Trouble(pub String);

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: std::error::Error> From<E> for Trouble {
    fn from(error: E) -> Self {
        Trouble(error.to_string())
    }
}

/// Keys that are not letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// Enter.
    Enter,
    /// Tab.
    Tab,
    /// Escape.
    Escape,
}

impl Keys {
    fn code(self) -> char {
        match self {
            Keys::Enter => '\u{E007}',
            Keys::Tab => '\u{E004}',
            Keys::Escape => '\u{E00C}',
        }
    }
}

/// How the machine looks to the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// Dark instead of light.
    pub dark: bool,
    /// More contrast.
    pub contrast: bool,
    /// No movement.
    pub still: bool,
}

/// One browser with its driver.
pub struct Page {
    client: Client,
    origin: String,
    session: String,
    port: u16,
    driver: Child,
    excused: Mutex<Vec<String>>,
    _profile: TempDir,
}

impl Page {
    /// Starts a browser that will look at this server.
    pub async fn open(tools: &Tools, origin: &str, scripts: bool) -> Done<Self> {
        let profile = tempfile::Builder::new().prefix("hulldown-chromium-").tempdir()?;
        let (driver, port) = start_driver(&tools.chromedriver)?;
        let mut driver = Guarded(Some(driver));
        let capabilities = capabilities(tools, profile.path(), scripts);
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = builder.capabilities(capabilities).connect(&format!("http://127.0.0.1:{port}")).await?;
        let session = client.session_id().await?.unwrap_or_default();
        let Some(driver) = driver.0.take() else { return Err(Trouble("no driver".into())) };
        let origin = origin.to_string();
        let page = Page { client, origin, session, port, driver, excused: Mutex::default(), _profile: profile };
        // Whatever page the browser begins with is its own business: ours begin at an empty one.
        page.client.goto("about:blank").await?;
        for kind in LOGS {
            page.log(kind)?;
        }
        // As a person does: by the address with the key in it.
        let server = page.origin.rsplit(':').next().and_then(|port| port.parse().ok()).unwrap_or_default();
        page.goto(&format!("/?key={}", crate::raw::key_of(server))).await?;
        Ok(page)
    }

    /// The client below, for what is not offered here.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The server looked at.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Opens a page of the server.
    pub async fn goto(&self, path: &str) -> Done {
        Ok(self.client.goto(&format!("{}{path}", self.origin)).await?)
    }

    /// The path of the page shown, with query and fragment.
    pub async fn path(&self) -> Done<String> {
        let url = self.client.current_url().await?.to_string();
        Ok(url.strip_prefix(&self.origin).unwrap_or(&url).to_string())
    }

    /// Runs a script in the page.
    pub async fn js(&self, script: &str, args: Vec<Value>) -> Done<Value> {
        Ok(self.client.execute(script, args).await?)
    }

    /// The value of an expression in the page.
    pub async fn value(&self, expression: &str) -> Done<Value> {
        self.js(&format!("return ({expression})"), Vec::new()).await
    }

    /// Waits until an expression is true in the page.
    pub async fn until(&self, expression: &str) -> Done {
        let begun = Instant::now();
        loop {
            // While a page is being left there is nothing to ask.
            let now = self.value(&format!("!!({expression})")).await;
            if matches!(now, Ok(Value::Bool(true))) {
                return Ok(());
            }
            if begun.elapsed() > PATIENCE {
                return Err(Trouble(format!("waited in vain for: {expression}")));
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Waits until the page looks as it will go on looking: loaded, with its styles and fonts, everything that moves at its end.
    pub async fn settled(&self) -> Done {
        let waited = self.client.execute_async(SETTLED, Vec::new()).await?;
        match waited.as_str() {
            Some("") => Ok(()),
            _ => Err(Trouble(format!("the page does not settle: {waited}"))),
        }
    }

    /// Waits until a text stands in the element.
    pub async fn reads(&self, css: &str, text: &str) -> Done {
        self.until(&format!("document.querySelector({})?.innerText.includes({})", json!(css), json!(text))).await
    }

    /// The text of an element, or nothing.
    pub async fn text(&self, css: &str) -> Done<String> {
        let text = self.value(&format!("document.querySelector({})?.innerText ?? ''", json!(css))).await?;
        Ok(text.as_str().unwrap_or_default().to_string())
    }

    /// How many elements there are.
    pub async fn count(&self, css: &str) -> Done<usize> {
        let count = self.value(&format!("document.querySelectorAll({}).length", json!(css))).await?;
        Ok(count.as_u64().unwrap_or(0) as usize)
    }

    /// The mark of the game on the table: it grows with every entry of the record.
    pub async fn mark(&self) -> Done<u64> {
        let mark = self.value("Number(document.querySelector('#prompt')?.dataset.mark ?? -1)").await?;
        mark.as_u64().ok_or_else(|| Trouble("no table is shown".into()))
    }

    /// Waits until the game has another mark, and has been seen to have it: no key answers a question before.
    pub async fn moved_from(&self, mark: u64) -> Done<u64> {
        self.until(&format!(
            "document.querySelector('#prompt') && document.querySelector('#prompt').dataset.mark != '{mark}' && !document.querySelector('html.fresh')"
        ))
        .await?;
        self.mark().await
    }

    /// Waits for an element.
    pub async fn see(&self, css: &str) -> Done<Element> {
        let seen = self.client.wait().at_most(PATIENCE).every(GLANCE).for_element(Locator::Css(css)).await;
        seen.map_err(|error| Trouble(format!("waited in vain for {css}: {error}")))
    }

    /// Clicks on an element as a mouse does, as soon as it is there and nothing lies over it; what it is folded away in is unfolded.
    pub async fn click(&self, css: &str) -> Done {
        let begun = Instant::now();
        loop {
            let _ = self.js(UNFOLD, vec![json!(css)]).await;
            let tried = match self.client.find(Locator::Css(css)).await {
                Ok(element) => element.click().await,
                Err(error) => Err(error),
            };
            match tried {
                Ok(()) => return Ok(()),
                Err(CmdError::Standard(error)) if begun.elapsed() < PATIENCE => drop(error),
                Err(error) => return Err(Trouble(format!("{css} cannot be clicked: {error}"))),
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Types into a field, in place of what stands there.
    pub async fn fill(&self, css: &str, text: &str) -> Done {
        let field = self.see(css).await?;
        field.clear().await?;
        Ok(field.send_keys(text).await?)
    }

    /// Presses keys, wherever the focus is.
    pub async fn press(&self, keys: &str) -> Done {
        let mut actions = KeyActions::new("keys".into());
        for value in keys.chars() {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        Ok(self.client.perform_actions(actions).await?)
    }

    /// Presses a key that is not a letter.
    pub async fn hit(&self, key: Keys) -> Done {
        self.press(&key.code().to_string()).await
    }

    fn ask_driver(&self, command: &str, body: &Value) -> io::Result<Reply> {
        let (session, port, body) = (&self.session, self.port, body.to_string());
        let length = body.len();
        let request = format!(
            "POST /session/{session}/{command} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        bytes(port, request.as_bytes())
    }

    /// Tells the browser something only its developer tools can.
    pub fn devtools(&self, command: &str, params: &Value) -> Done<Value> {
        let reply = self.ask_driver("goog/cdp/execute", &json!({ "cmd": command, "params": params }))?;
        let said: Value = serde_json::from_slice(&reply.body)?;
        if reply.status == 200 { Ok(said["value"].clone()) } else { Err(Trouble(format!("{command}: {said}"))) }
    }

    /// Shows the page as a screen of this size would.
    pub fn screen(&self, width: u32, height: u32, scale: f64) -> Done {
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 500 });
        self.devtools("Emulation.setDeviceMetricsOverride", &params).map(drop)
    }

    /// Shows the page as a machine set so would.
    pub fn sight(&self, sight: Sight) -> Done {
        let params = json!({ "features": [
            { "name": "prefers-color-scheme", "value": if sight.dark { "dark" } else { "light" } },
            { "name": "prefers-contrast", "value": if sight.contrast { "more" } else { "no-preference" } },
            { "name": "prefers-reduced-motion", "value": if sight.still { "reduce" } else { "no-preference" } },
        ] });
        self.devtools("Emulation.setEmulatedMedia", &params).map(drop)
    }

    /// The whole page as a picture, or only what is seen without scrolling.
    pub fn picture(&self, whole: bool) -> Done<Vec<u8>> {
        let params = json!({ "format": "png", "captureBeyondViewport": whole });
        let said = self.devtools("Page.captureScreenshot", &params)?;
        base64(said["data"].as_str().unwrap_or_default())
    }

    fn log(&self, kind: &str) -> Done<Vec<Value>> {
        let reply = self.ask_driver("se/log", &json!({ "type": kind }))?;
        let said: Value = serde_json::from_slice(&reply.body)?;
        Ok(said["value"].as_array().cloned().unwrap_or_default())
    }

    /// Messages of the console that hold this text are expected.
    pub fn excuse(&self, text: &str) {
        self.excused.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(text.into());
    }

    /// Checks that the console has shown no error and no breach of the content policy, and that nothing was asked of anybody but our
    /// server, on all pages since the browser was started or since this was last checked.
    pub fn quiet(&self) -> Done {
        let excused = self.excused.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        let mut bad: Vec<String> = Vec::new();
        let [console, requests] = LOGS;
        for entry in self.log(console)? {
            let text = entry["message"].as_str().unwrap_or_default();
            let loud = entry["level"] == "SEVERE" || text.contains("Content Security Policy");
            if loud && !excused.iter().any(|excuse| text.contains(excuse)) {
                bad.push(format!("console: {text}"));
            }
        }
        for entry in self.log(requests)? {
            let Ok(entry) = serde_json::from_str::<Value>(entry["message"].as_str().unwrap_or_default()) else {
                continue;
            };
            let message = &entry["message"];
            if message["method"] != "Network.requestWillBeSent" {
                continue;
            }
            let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
            let (by, url) = (text(&message["params"]["documentURL"]), text(&message["params"]["request"]["url"]));
            if is_stranger(&self.origin, &by, &url) {
                bad.push(format!("asked of somebody else: {url} (by {by})"));
            }
        }
        if bad.is_empty() { Ok(()) } else { Err(Trouble(bad.join("\n"))) }
    }
}

/// Whether a document has asked somebody for something who is neither our server nor the browser itself. What the browser's own pages
/// ask for is nothing of ours; whoever is led away from our pages asks as the page he is led to.
fn is_stranger(origin: &str, document: &str, url: &str) -> bool {
    let ours = |url: &str| url.strip_prefix(origin).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let inside = |url: &str| INSIDE.iter().any(|kind| url.starts_with(kind));
    let its_own = inside(document) && document != url;
    !(ours(url) || inside(url) || its_own)
}

impl Drop for Page {
    fn drop(&mut self) {
        // Ending the session ends the browser, which would outlive its driver.
        let (session, port) = (&self.session, self.port);
        let end = format!("DELETE /session/{session} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
        let _ = bytes(port, end.as_bytes());
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// A driver that is stopped unless somebody takes it.
struct Guarded(Option<Child>);

impl Drop for Guarded {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Starts the driver. It was once seen to end before it named a port, for a reason not known, so it is started again a few times.
fn start_driver(program: &Path) -> Done<(Child, u16)> {
    const TRIES: usize = 5;
    let mut tried = start_driver_once(program);
    for _ in 1..TRIES {
        if tried.is_ok() {
            break;
        }
        tried = start_driver_once(program);
    }
    tried
}

fn start_driver_once(program: &Path) -> Done<(Child, u16)> {
    let mut command = Command::new(program);
    command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = Guarded(Some(command.spawn()?));
    let Some(out) = child.0.as_mut().and_then(|child| child.stdout.take()) else {
        return Err(Trouble("chromedriver says nothing".into()));
    };
    let mut lines = BufReader::new(out).lines();
    // It names port 0 first, the one it was asked for.
    let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let rest = line.split_once("started successfully on port ")?.1;
        rest.trim_end_matches('.').parse().ok()
    });
    // Nobody reading would stop it some day.
    std::thread::spawn(move || lines.for_each(drop));
    match (child.0.take(), port) {
        (Some(child), Some(port)) => Ok((child, port)),
        _ => Err(Trouble("chromedriver does not start".into())),
    }
}

fn capabilities(tools: &Tools, profile: &Path, scripts: bool) -> Map<String, Value> {
    let mut args: Vec<String> = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--homepage=about:blank",
        "--disable-quic",
        "--window-size=1400,950",
    ]
    .map(String::from)
    .into();
    args.push(format!("--user-data-dir={}", profile.display()));
    let mut prefs = json!({
        "download.default_directory": profile.join("downloads"),
        "download.prompt_for_download": false,
    });
    if !scripts {
        prefs["profile.managed_default_content_settings.javascript"] = json!(2);
    }
    let whole = json!({
        "browserName": "chrome",
        "timeouts": { "script": PATIENCE.as_millis() as u64 },
        "goog:chromeOptions": { "binary": tools.chromium, "args": args, "prefs": prefs },
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
    });
    match whole {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// Reads what the developer tools send as base64.
fn base64(text: &str) -> Done<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut whole = Vec::with_capacity(text.len() / 4 * 3);
    let (mut held, mut bits) = (0u32, 0);
    for byte in text.bytes().filter(|byte| *byte != b'=') {
        let value = digit(byte).ok_or_else(|| Trouble("not base64".into()))?;
        held = held << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            whole.push((held >> bits & 0xff) as u8);
        }
    }
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::is_stranger;

    #[test]
    fn strangers_are_told_from_the_browser_itself() {
        let origin = "http://127.0.0.1:8000";
        let page = "http://127.0.0.1:8000/game/1";
        for (document, url) in [
            (page, "http://127.0.0.1:8000/assets/page.css"),
            (page, page),
            (page, "data:image/png;base64,AA"),
            ("chrome-untrusted://new-tab-page/one-google-bar", "chrome-untrusted://new-tab-page/one-google-bar"),
            ("chrome://new-tab-page/", "https://stranger.example/logo.png"),
            ("about:blank", "about:blank"),
        ] {
            assert!(!is_stranger(origin, document, url), "{url} by {document}");
        }
        for (document, url) in [
            (page, "https://stranger.example/font.woff"),
            (page, "http://127.0.0.1:8001/"),
            (page, "http://127.0.0.1:80000/"),
            (page, "ws://stranger.example/"),
            ("https://stranger.example/", "https://stranger.example/"),
        ] {
            assert!(is_stranger(origin, document, url), "{url} by {document}");
        }
    }
}
