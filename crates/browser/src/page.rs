//! A browser window: everything in it is waited for, never found first and read later, because the page is patched under our hands.

use crate::Done;
use crate::browsers::Browser;
use crate::driver::DriverRefused;
use crate::tools::Tools;
use serde_json::{Value, json};
use std::fmt;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How long something may take to come about. Nothing waits so long unless it never comes: a busy machine is slow, not wrong.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);

/// How often one looks, in the page or from outside.
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

/// Finds an element and unfolds everything it lies folded away in.
const UNFOLDED: &str = "
    const found = document.querySelector(arguments[0]);
    const folds = (el) => el?.parentElement?.closest('details:not([open])');
    for (let fold = folds(found); fold; fold = folds(fold)) if (!fold.querySelector(':scope > summary')?.contains(found)) fold.open = true;
    return found;
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
    /// A function key, from 1 to 12.
    F(u8),
}

impl Keys {
    fn code(self) -> char {
        match self {
            Keys::Enter => '\u{E007}',
            Keys::Tab => '\u{E004}',
            Keys::Escape => '\u{E00C}',
            Keys::F(n) => char::from_u32(0xE030 + u32::from(n)).unwrap_or('\u{E031}'),
        }
    }
}

/// How the machine looks to the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// Dark instead of light.
    pub dark: bool,
    /// More contrast.
    pub contrast: bool,
    /// No movement.
    pub still: bool,
}

/// A window of a browser that nobody else uses.
pub struct Window {
    driver: Browser,
    origin: String,
    excused: Mutex<Vec<String>>,
}

impl Window {
    /// Opens a window that will look at this server.
    pub async fn open(tools: &Tools, origin: &str, scripts: bool) -> Done<Self> {
        let driver = Browser::take(tools, origin, scripts)?;
        let page = Window { driver, origin: origin.to_string(), excused: Mutex::default() };
        // Whatever page the browser begins with is its own business: ours begin at an empty one.
        page.driver.tell("url", &json!({ "url": "about:blank" }))?;
        for kind in LOGS {
            page.log(kind)?;
        }
        // As a person does: by the address with the key in it.
        let server = page.origin.rsplit(':').next().and_then(|port| port.parse().ok()).unwrap_or_default();
        page.goto(&format!("/?key={}", crate::raw::key_of(server))).await?;
        Ok(page)
    }

    /// Closes it and leaves the browser, as if it had never been used, to whoever comes next. Who only drops a page ends the browser.
    pub fn leave(self) {
        self.driver.give_back(&self.origin);
    }

    /// The server looked at.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Opens a page of the server.
    pub async fn goto(&self, path: &str) -> Done {
        self.driver.tell("url", &json!({ "url": format!("{}{path}", self.origin) })).map(drop)
    }

    /// The path of the page shown, with query and fragment.
    pub async fn path(&self) -> Done<String> {
        let url = self.driver.ask("url")?;
        let url = url.as_str().unwrap_or_default();
        Ok(url.strip_prefix(&self.origin).unwrap_or(url).to_string())
    }

    /// Loads the page shown anew.
    pub async fn refresh(&self) -> Done {
        self.driver.tell("refresh", &json!({})).map(drop)
    }

    /// The window looked at.
    pub async fn window(&self) -> Done<String> {
        Ok(self.driver.ask("window")?.as_str().unwrap_or_default().to_string())
    }

    /// Opens a window of its own; another is looked at until [`Window::look_at`].
    pub async fn new_window(&self) -> Done<String> {
        let opened = self.driver.tell("window/new", &json!({ "type": "window" }))?;
        Ok(opened["handle"].as_str().unwrap_or_default().to_string())
    }

    /// Looks at another window.
    pub async fn look_at(&self, window: &str) -> Done {
        self.driver.tell("window", &json!({ "handle": window })).map(drop)
    }

    /// Runs a script in the page.
    pub async fn js(&self, script: &str, args: Vec<Value>) -> Done<Value> {
        self.driver.tell("execute/sync", &json!({ "script": script, "args": args }))
    }

    /// Runs a script that calls its last argument when it is done, with what it gives.
    pub async fn js_later(&self, script: &str, args: Vec<Value>) -> Done<Value> {
        self.driver.tell("execute/async", &json!({ "script": script, "args": args }))
    }

    /// The value of an expression in the page.
    pub async fn value(&self, expression: &str) -> Done<Value> {
        self.js(&format!("return ({expression})"), Vec::new()).await
    }

    /// Waits until an expression is true in the page.
    pub async fn until(&self, expression: &str) -> Done {
        self.found(&format!("!!({expression})")).await.map(drop)
    }

    /// Waits until an expression has a value in the page that counts as true, and gives that. The page itself looks again and again: to
    /// be asked from outside takes many times as much. Where its scripts are off it cannot.
    async fn found(&self, expression: &str) -> Done<Value> {
        let script = if self.driver.scripts {
            format!(
                "return new Promise((done) => {{ const look = () => {{ let now; try {{ now = {expression}; }} catch {{ }} \
                 if (now) done(now); else setTimeout(look, {}); }}; look(); }});",
                GLANCE.as_millis()
            )
        } else {
            format!("return {expression}")
        };
        let begun = Instant::now();
        loop {
            // While a page is being left there is nothing to ask.
            let now = self.js(&script, Vec::new()).await;
            if let Ok(now) = now
                && !matches!(now, Value::Null | Value::Bool(false))
            {
                return Ok(now);
            }
            if begun.elapsed() > PATIENCE {
                return Err(Trouble(format!("waited in vain for: {expression}")));
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Waits until the page looks as it will go on looking: loaded, with its styles and fonts, everything that moves at its end.
    pub async fn settled(&self) -> Done {
        let waited = self.js_later(SETTLED, Vec::new()).await?;
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

    /// Waits until the game has another mark, and has been seen to have it: no key answers a question before. Gives the new one.
    pub async fn moved_from(&self, mark: u64) -> Done<u64> {
        let now = "document.querySelector('#prompt')?.dataset.mark";
        let seen = format!("({now} ?? '{mark}') !== '{mark}' && !document.querySelector('html.fresh') && {now}");
        let now = self.found(&seen).await?;
        now.as_str().and_then(|now| now.parse().ok()).ok_or_else(|| Trouble(format!("no mark of a game: {now}")))
    }

    /// Waits for an element.
    pub async fn see(&self, css: &str) -> Done {
        self.until(&format!("document.querySelector({})", json!(css))).await
    }

    /// Tries something until it is not refused, or for longer than anything takes.
    async fn again(&self, step: impl AsyncFn() -> Done<Result<Value, DriverRefused>>) -> Done {
        let begun = Instant::now();
        loop {
            match step().await? {
                Ok(_) => return Ok(()),
                Err(no) if begun.elapsed() > PATIENCE => return Err(Trouble(no.0)),
                Err(_) => tokio::time::sleep(GLANCE).await,
            }
        }
    }

    /// Clicks on an element as a mouse does, as soon as it is there and nothing lies over it; what it is folded away in is unfolded.
    pub async fn click(&self, css: &str) -> Done {
        let click = async || {
            let unfolded = json!({ "script": UNFOLDED, "args": [css] });
            match self.driver.attempt("execute/sync", &unfolded)? {
                Ok(Value::Null) => Ok(Err(DriverRefused("it is not there".into()))),
                Ok(found) => self.driver.to_element(&found, "click", &json!({})),
                Err(no) => Ok(Err(no)),
            }
        };
        self.again(click).await.map_err(|no| Trouble(format!("{css} cannot be clicked: {no}")))
    }

    /// Types into a field, in place of what stands there.
    pub async fn fill(&self, css: &str, text: &str) -> Done {
        self.see(css).await?;
        self.driver.of_element(css, "clear", &json!({}))?.map_err(|no| Trouble(format!("{css}: {}", no.0)))?;
        self.type_into(css, text).await
    }

    /// Types into a field, or gives it the path of a file, after what stands there.
    pub async fn type_into(&self, css: &str, text: &str) -> Done {
        self.see(css).await?;
        let typed = self.driver.of_element(css, "value", &json!({ "text": text }))?;
        typed.map(drop).map_err(|no| Trouble(format!("{css}: {}", no.0)))
    }

    /// Presses keys, wherever the focus is.
    pub async fn press(&self, keys: &str) -> Done {
        let key = |kind: &str, value: char| json!({ "type": kind, "value": value });
        let strokes: Vec<Value> = keys.chars().flat_map(|c| [key("keyDown", c), key("keyUp", c)]).collect();
        let actions = json!({ "actions": [{ "type": "key", "id": "keys", "actions": strokes }] });
        self.driver.tell("actions", &actions).map(drop)
    }

    /// Presses a key that is not a letter.
    pub async fn hit(&self, key: Keys) -> Done {
        self.press(&key.code().to_string()).await
    }

    /// Tells the browser something only its developer tools can.
    pub fn devtools(&self, command: &str, params: &Value) -> Done<Value> {
        self.driver.tell("goog/cdp/execute", &json!({ "cmd": command, "params": params }))
    }

    /// Shows the page as a screen of this size would.
    pub fn screen(&self, width: u32, height: u32, scale: f64) -> Done {
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 500 });
        self.devtools("Emulation.setDeviceMetricsOverride", &params).map(drop)
    }

    /// Shows the page as a machine set so would.
    pub fn sight(&self, sight: Looks) -> Done {
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
        let said = self.driver.tell("se/log", &json!({ "type": kind }))?;
        Ok(said.as_array().cloned().unwrap_or_default())
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
pub fn is_stranger(origin: &str, document: &str, url: &str) -> bool {
    let ours = |url: &str| url.strip_prefix(origin).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let inside = |url: &str| INSIDE.iter().any(|kind| url.starts_with(kind));
    let its_own = inside(document) && document != url;
    !(ours(url) || inside(url) || its_own)
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
