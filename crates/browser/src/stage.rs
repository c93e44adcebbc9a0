//! A test's whole world: a server, a browser, and the end of both.

use crate::Done;
use crate::house::House;
use crate::page::{Trouble, Window};
use crate::tools::{Slot, Tools};
use std::error::Error;
use std::time::Duration;
use tokio::runtime::Builder;

/// The longest a test in the browser takes before it counts as stuck: a minute or less where nothing else runs.
const STUCK: Duration = Duration::from_secs(900);

/// A server and a browser that looks at it.
pub struct Stage {
    /// The browser.
    pub page: Window,
    /// The server.
    pub house: House,
}

/// Runs a test in a browser that nobody else uses and that knows of nothing. At the end the console must be quiet and nothing may have been asked of anybody else.
///
/// # Panics
/// If the test fails, with what the page showed then.
pub fn play(test: impl AsyncFnOnce(&Stage) -> Done) {
    run(House::open, true, test);
}

/// The same in a browser that runs no scripts of any page.
///
/// # Panics
/// If the test fails.
pub fn play_without_scripts(test: impl AsyncFnOnce(&Stage) -> Done) {
    run(House::open, false, test);
}

/// The same where the page can be installed.
///
/// # Panics
/// If the test fails.
pub fn play_installed(test: impl AsyncFnOnce(&Stage) -> Done) {
    run(House::open_to_install, true, test);
}

fn run(open: impl FnOnce() -> Result<House, Box<dyn Error>>, scripts: bool, test: impl AsyncFnOnce(&Stage) -> Done) {
    // A test that cannot run has failed: nobody sees what a skipped one has to say.
    let tools = Tools::find().unwrap_or_else(|missing| panic!("{missing}"));
    let _slot = Slot::take();
    let house = open().expect("the server starts");
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime starts");
    let failed = runtime.block_on(async {
        let page = Window::open(&tools, &house.origin(), scripts).await.expect("the browser starts");
        let stage = Stage { page, house };
        let done = tokio::time::timeout(STUCK, test(&stage)).await;
        let done = done.unwrap_or_else(|_| Err(Trouble("the test is stuck".into()))).and_then(|()| stage.page.quiet());
        match done {
            Ok(()) => {
                stage.page.leave();
                None
            }
            Err(trouble) => Some(format!("{trouble}\n{}", shown(&stage.page).await)),
        }
    });
    runtime.shutdown_background();
    if let Some(failed) = failed {
        panic!("{failed}");
    }
}

/// What the page shows, for the report of a failure.
async fn shown(page: &Window) -> String {
    let path = page.path().await.unwrap_or_default();
    let text = page.text("body").await.unwrap_or_default();
    let test = std::thread::current().name().unwrap_or("unnamed").replace("::", "-");
    let file = std::env::temp_dir().join(format!("hulldown-browser-failed-{test}.png"));
    let picture = match page.picture(false).map(|picture| std::fs::write(&file, picture)) {
        Ok(Ok(())) => format!("a picture is in {}", file.display()),
        _ => "no picture could be taken".into(),
    };
    let text: String = text.chars().take(1800).collect();
    format!("--- at {path}, {picture}\n{text}\n---")
}
