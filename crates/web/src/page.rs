//! The shell of every page.

use crate::error::Oops;
use crate::guard::Ctx;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use hulldown_desk::keys::{COMMANDS, FrameCommand};
use hulldown_draw::Plain;
use hulldown_keep::Sitting;
use maud::{DOCTYPE, Markup, html};
use serde_json::{Value, json};

/// A page and where it belongs.
pub(crate) struct Page<'p> {
    /// Its title.
    pub(crate) title: &'p str,
    /// Links in the head of the page: address and text.
    pub(crate) nav: Vec<(String, &'static str)>,
    /// A class for the whole page.
    pub(crate) class: &'static str,
    /// What is on it.
    pub(crate) body: Markup,
}

/// Goes with a reply that is not worth packing.
#[derive(Clone, Copy)]
pub(crate) struct Small;

/// Hidden fields every form must have.
pub(crate) fn token(ctx: &Ctx) -> Markup {
    html! { input type="hidden" name="token" value=(Plain(&ctx.token)); }
}

/// The hidden field that says for which position a form was made. The script puts the present one into all of them after every answer: what
/// it is sent says none, and so is always the same.
pub(crate) fn mark_field(open: &Sitting, ctx: &Ctx, id: &str) -> Markup {
    html! { input type="hidden" name="mark" value=[(!ctx.part).then(|| open.mark())] id=(id); }
}

/// The number of an open game in addresses: on the page every one is saved.
pub(crate) fn id_of(open: &Sitting) -> String {
    open.id().map_or_else(String::new, |id| id.to_string())
}

/// The address of its table.
pub(crate) fn table_of(open: &Sitting) -> String {
    ["/game/", &id_of(open)].concat()
}

/// Links between the pages of one game.
pub(crate) fn game_nav(id: &str, game: &str) -> Vec<(String, &'static str)> {
    vec![
        (format!("/game/{id}"), "Table"),
        (format!("/game/{id}/career"), "Career"),
        (format!("/game/{id}/replay"), "Replay"),
        (format!("/game/{id}/report"), "Report"),
        (format!("/rules/{game}"), "Rules"),
        (format!("/charts/{game}"), "Charts"),
    ]
}

/// The color scheme that is asked for, as CSS has it: `auto` is that of the system.
pub(crate) fn color_scheme(scheme: &str) -> &str {
    if scheme == "auto" { "light dark" } else { scheme }
}

impl Page<'_> {
    /// The whole document.
    pub(crate) fn render(&self, ctx: &Ctx) -> Response {
        let look = ctx.look;
        let document = html! {
            (DOCTYPE)
            html lang="en" data-size=(look.size) data-scheme=(look.scheme) data-contrast=(look.contrast) data-motion=(look.motion) data-cards=(look.cards) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content=(color_scheme(look.scheme));
                    title { (self.title) " · Hull Down" }
                    link rel="stylesheet" href="/assets/page.css";
                    link rel="icon" type="image/svg+xml" href="/assets/icon.svg";
                    @if ctx.installs { link rel="manifest" href=(crate::installed::MANIFEST); }
                    script type="module" src="/assets/page.js" {}
                }
                body class=(self.class) data-commands=[(self.class == "at-table").then(commands)] {
                    a class="skip" href="#main" { "Skip to the content" }
                    header class="bar" {
                        a class="brand" href="/" { "Hull Down" }
                        // Where there is no room for them beside each other the pages are unfolded.
                        button type="button" class="pages" popovertarget="pages" aria-label="Pages" { "\u{2630}" }
                        nav id="pages" popover aria-label="Pages" {
                            ul {
                                li class="home" { a href="/" { "Library" } }
                                @for (href, text) in &self.nav { li { a href=(href) { (text) } } }
                                li { a href="/settings" { "Settings" } }
                            }
                        }
                    }
                    main id="main" tabindex="-1" { (self.body) }
                    p id="live" class="unseen" role="status" aria-live="polite" {}
                }
            }
        };
        Html(document.into_string()).into_response()
    }
}

/// The commands of the frame with their keys, for the script.
fn commands() -> String {
    let one = |command: &FrameCommand| json!({ "letter": command.letter, "key": command.key, "word": command.word, "does": command.does });
    Value::Array(COMMANDS.iter().map(one).collect()).to_string()
}

/// What a button says of the keys that do the same: `F2 or ,h`.
pub(crate) fn keys_of(word: &str) -> String {
    COMMANDS.iter().find(|command| command.word == word).map(FrameCommand::keys).unwrap_or_default()
}

/// The key that does it at once.
pub(crate) fn quick(word: &str) -> &'static str {
    COMMANDS.iter().find(|command| command.word == word).and_then(|command| command.key).unwrap_or_default()
}

/// A plain page of one column.
pub(crate) fn plain(ctx: &Ctx, title: &str, nav: Vec<(String, &'static str)>, body: Markup) -> Response {
    Page { title, nav, class: "plain", body }.render(ctx)
}

impl Oops {
    /// The refusal as a page.
    pub(crate) fn page(&self, ctx: &Ctx) -> Response {
        let body = html! {
            h1 { (self.title) }
            p class="notice bad" { (self.text) }
            p { a class="button" href=(self.back.as_deref().unwrap_or("/")) { @if self.back.is_some() { "Go on" } @else { "To the library" } } }
        };
        let mut response = plain(ctx, self.title, Vec::new(), body);
        *response.status_mut() = self.status;
        if self.only_read {
            response.extensions_mut().insert(crate::record::OnlyRead);
        }
        response
    }
}

/// What a handler made of a request, or why not.
pub(crate) fn shown(ctx: &Ctx, done: Result<Response, Oops>) -> Response {
    done.unwrap_or_else(|oops| oops.page(ctx))
}

/// Sends the browser to another page, so that loading it again repeats nothing.
pub(crate) fn see(to: &str) -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, to.to_string())]).into_response()
}
