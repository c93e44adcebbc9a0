//! Browsers that go from test to test.
//!
//! To start one takes more of the machine than most tests do. So whoever is done with one leaves it as he found it, with an empty window
//! and nothing remembered, to the next. Whoever fails ends it: nobody inherits another's trouble.

use crate::Done;
use crate::driver::Driver;
use crate::page::PATIENCE;
use crate::tools::Tools;
use serde_json::{Value, json};
use std::ops::Deref;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Those that nobody uses.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

/// How large a window is, in pixels.
const WINDOW: (u32, u32) = (1400, 950);

/// What a browser that nobody sits at can do without: the GPU and a process for it, what it would ask its maker for, the pages it makes its
/// own address bar with, a process kept ready for the next page, and scripts compiled for speed, which no page lives long enough to gain from.
const LEAN: [&str; 12] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--js-flags=--no-opt,--no-maglev,--no-sparkplug",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess",
];

/// A browser with its driver, to be used by one alone.
pub(crate) struct Browser {
    driver: Driver,
    /// Whether it runs the scripts of pages.
    pub(crate) scripts: bool,
}

impl Deref for Browser {
    type Target = Driver;

    fn deref(&self) -> &Driver {
        &self.driver
    }
}

impl Browser {
    /// One that nobody uses, or a new one; it knows nothing of this server.
    pub(crate) fn take(tools: &Tools, origin: &str, scripts: bool) -> Done<Self> {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        let found = idle.iter().position(|browser| browser.scripts == scripts).map(|at| idle.swap_remove(at));
        drop(idle);
        let Some(browser) = found else { return Browser::start(tools, scripts) };
        // A port may have been another server's before.
        browser.forget(origin)?;
        Ok(browser)
    }

    fn start(tools: &Tools, scripts: bool) -> Done<Self> {
        let profile = tempfile::Builder::new().prefix("hulldown-chromium-").tempdir()?.keep();
        let driver = Driver::start(&tools.chromedriver, &profile, &capabilities(tools, &profile, scripts))?;
        Ok(Browser { driver, scripts })
    }

    /// Leaves it to the next, unless something is wrong with it.
    pub(crate) fn give_back(self, origin: &str) {
        if self.renew().and_then(|()| self.forget(origin)).is_ok() {
            IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(self);
        }
    }

    /// One new window in place of all there are: sizes, sights and whatever else was set belong to a window.
    fn renew(&self) -> Done {
        let old = self.ask("window/handles")?;
        let new = self.tell("window/new", &json!({ "type": "window" }))?;
        for handle in old.as_array().into_iter().flatten() {
            self.tell("window", &json!({ "handle": handle }))?;
            self.close_window()?;
        }
        self.tell("window", &json!({ "handle": new["handle"] }))?;
        self.tell("window/rect", &json!({ "x": 0, "y": 0, "width": WINDOW.0, "height": WINDOW.1 })).map(drop)
    }

    /// Throws away what is kept for a server, and all that is kept whoever it is for.
    fn forget(&self, origin: &str) -> Done {
        for (command, params) in [
            ("Storage.clearDataForOrigin", json!({ "origin": origin, "storageTypes": "all" })),
            ("Network.clearBrowserCookies", json!({})),
            ("Network.clearBrowserCache", json!({})),
        ] {
            self.tell("goog/cdp/execute", &json!({ "cmd": command, "params": params }))?;
        }
        Ok(())
    }
}

fn capabilities(tools: &Tools, profile: &Path, scripts: bool) -> Value {
    let mut args: Vec<String> = LEAN.map(String::from).into();
    args.push(format!("--window-size={},{}", WINDOW.0, WINDOW.1));
    args.push(format!("--user-data-dir={}", profile.display()));
    let mut prefs = json!({
        "download.default_directory": profile.join("downloads"),
        "download.prompt_for_download": false,
        // An empty page to begin with.
        "session.restore_on_startup": 4,
        "session.startup_urls": ["about:blank"],
    });
    if !scripts {
        prefs["profile.managed_default_content_settings.javascript"] = json!(2);
    }
    json!({
        "browserName": "chrome",
        "timeouts": { "script": PATIENCE.as_millis() as u64 },
        "goog:chromeOptions": { "binary": tools.chromium, "args": args, "prefs": prefs, "perfLoggingPrefs": { "enablePage": false } },
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
    })
}
