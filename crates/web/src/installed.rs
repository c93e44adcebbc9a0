//! The page as an app of its own: what a browser must know to install it, and what is shown while the program does not run.
//!
//! Only a page that is always at the same address can be installed, so all this is offered where a port was asked for.

use crate::app::SharedApp;
use crate::guard::Ctx;
use crate::page::plain;
use crate::serve::asset;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use maud::html;
use serde_json::json;

/// What the browser asks for to install it.
pub(crate) const MANIFEST: &str = "/assets/app.webmanifest";

const WORKER: &str = include_str!("../assets/worker.js");

/// `GET /assets/app.webmanifest`
pub(crate) async fn manifest() -> Response {
    let icon = json!({ "src": "/assets/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any" });
    let app = json!({
        "name": "Hull Down",
        "description": "Classic tank board games",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#efe7d2",
        "theme_color": "#3f4a2d",
        "icons": [icon],
    });
    asset("application/manifest+json", app.to_string())
}

/// `GET /assets/worker.js`: may answer for every page.
pub(crate) async fn worker() -> Response {
    let mut response = asset("text/javascript; charset=utf-8", WORKER);
    response.headers_mut().insert(HeaderName::from_static("service-worker-allowed"), HeaderValue::from_static("/"));
    response
}

/// `GET /assets/away`: the page the browser keeps for when the program does not run.
pub(crate) async fn away(State(app): State<SharedApp>, ctx: Ctx) -> Response {
    let body = html! {
        h1 { "Hull Down is not running" }
        p { "The program that runs your games is not running. Nothing is lost: everything confirmed is saved." }
        p { "Start it with " code { "hulldown serve --port " (app.port) } ", then open this page again." }
        p { a class="button" href="/" { "Try again" } }
    };
    plain(&ctx, "Not running", Vec::new(), body)
}
