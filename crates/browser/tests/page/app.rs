//! The page as an app of its own.

use crate::{holds, laid};
use hulldown_browser::{Asker, Stage, key_of, play_installed};
use serde_json::json;

/// Everything the browser keeps, once it keeps it: addresses and texts.
const KEPT: &str = "
    const done = arguments[arguments.length - 1];
    (async () => {
        await navigator.serviceWorker.ready;
        const all = [];
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) all.push([new URL(request.url).pathname, await (await cache.match(request)).text()]);
        }
        done(all);
    })().catch((error) => done(String(error)));
";

#[test]
fn the_app_says_that_the_program_does_not_run_and_keeps_nothing_else() {
    play_installed(async |stage| {
        let Stage { page, house } = stage;
        page.excuse("ERR_CONNECTION_REFUSED");
        let id = laid(house.battle("Installed", 17))?;
        page.goto("/").await?;
        let manifest = page.devtools("Page.getAppManifest", &json!({}))?;
        holds(manifest["errors"] == json!([]), format!("{}", manifest["errors"]))?;
        holds(manifest["data"].as_str().is_some_and(|data| data.contains("standalone")), "no manifest")?;
        page.goto(&format!("/game/{id}")).await?;
        page.until("document.querySelector('#options')").await?;
        let kept = page.js_later(KEPT, Vec::new()).await?;
        let kept: Vec<(String, String)> = serde_json::from_value(kept)?;
        let mut names: Vec<&str> = kept.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        holds(names == ["/assets/away", "/assets/icon.svg", "/assets/page.css"], format!("{names:?}"))?;
        let asker = Asker::meet(house.port())?;
        for secret in [key_of(house.port()), asker.token.clone(), id.clone(), "Installed".into()] {
            holds(!kept.iter().any(|(_, text)| text.contains(&secret)), "something secret is kept")?;
        }
        page.goto("/").await?;
        page.until("navigator.serviceWorker.controller").await?;
        house.close();
        page.goto(&format!("/game/{id}")).await?;
        page.reads("main", &format!("hulldown serve --port {}", house.port())).await?;
        holds(page.count("#board, [name=token]").await? == 0, "something of a game is shown")
    });
}
