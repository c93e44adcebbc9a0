//! Who may ask, and what goes with every reply: neither other users of this machine nor other pages in the same browser can look or
//! play.

use crate::app::{App, SharedApp};
use crate::error::{Done, Oops};
use crate::key::{Comes, same};
use crate::look::{self, Appearance};
use crate::packing::UNPACKS;
use crate::page::see;
use crate::serve::LARGEST_IMPORT;
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Duration;
use tokio::time::timeout;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
                      form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; \
                      trusted-types hulldown";

/// Nothing of the machine is needed but its screen.
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
                           magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), \
                           serial=(), usb=(), xr-spatial-tracking=()";

/// Goes with every reply.
static HEADERS: [(HeaderName, HeaderValue); 7] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("permissions-policy"), HeaderValue::from_static(PERMISSIONS)),
];

/// How long the browser remembers that it was let in, in seconds: a month.
const REMEMBERED: u64 = 30 * 24 * 60 * 60;

/// How long the body of a form, and of a game that is brought in, may take to arrive.
const LONGEST_FORM: Duration = Duration::from_secs(20);
pub(crate) const LONGEST_IMPORT: Duration = Duration::from_secs(120);

/// Looks at every request before anything else does, and puts on every reply what belongs there.
pub(crate) async fn guard(State(app): State<SharedApp>, mut request: Request, next: Next) -> Response {
    let ctx = Ctx::of(&app, request.headers());
    // Whoever answers need not read it again.
    request.extensions_mut().insert(ctx.clone());
    let mut response = match allowed(&app, &ctx, &request) {
        Ok(Entry::Open) => {
            if leaves(&request) {
                app.leave_tables();
            }
            let table = table_of(request.uri().path()).map(String::from);
            let mut response = next.run(request).await;
            if let Some(table) = table.filter(|_| !ctx.part && response.status().is_success()) {
                let cookie = format!("{TABLE}={table}; Path=/; HttpOnly; SameSite=Strict");
                if let Ok(cookie) = HeaderValue::try_from(cookie) {
                    response.headers_mut().append(header::SET_COOKIE, cookie);
                }
            }
            // Refusals that are not made here come as bare text.
            let bare = |response: &Response| {
                let kind = response.headers().get(header::CONTENT_TYPE);
                kind.is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"))
            };
            match response.status() {
                StatusCode::METHOD_NOT_ALLOWED => {
                    Oops::new(response.status(), "Refused", "This address does not accept that kind of request.")
                        .page(&ctx)
                }
                StatusCode::PAYLOAD_TOO_LARGE => too_large().page(&ctx),
                status if status.is_client_error() && bare(&response) => {
                    let text = "That address is not valid: check it, and what follows its question mark.";
                    Oops::new(status, "Not understood", text).page(&ctx)
                }
                _ => response,
            }
        }
        Ok(Entry::WithKey { to }) => {
            app.leave_tables();
            let mut response = see(&to);
            let cookie = format!(
                "{}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={REMEMBERED}",
                cookie_name(&app),
                app.door.keys().cookie
            );
            if let Ok(cookie) = HeaderValue::try_from(cookie) {
                response.headers_mut().append(header::SET_COOKIE, cookie);
            }
            response
        }
        Err(oops) => oops.page(&ctx),
    };
    let headers = response.headers_mut();
    for (name, value) in &HEADERS {
        headers.insert(name, value.clone());
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn too_large() -> Oops {
    let text = format!("The upload is too large. A saved game can have up to {} MB.", LARGEST_IMPORT >> 20);
    Oops::new(StatusCode::PAYLOAD_TOO_LARGE, "Too large", text)
}

/// What was sent took too long to arrive.
pub(crate) fn too_slow() -> Oops {
    Oops::new(StatusCode::REQUEST_TIMEOUT, "Too slow", "The request timed out. Nothing has changed.")
}

/// Browsers keep one set of cookies for all ports of a machine: each program has its own.
fn cookie_name(app: &App) -> String {
    format!("hulldown-{}", app.port)
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// How a request comes in.
enum Entry {
    /// It may go on.
    Open,
    /// It brings the key, which is exchanged for the cookie and does not stay in the address; it goes on there.
    WithKey { to: String },
}

/// The cookie that knows which table one came from: pages that belong to no game lead back there.
const TABLE: &str = "hulldown-table";

/// The game whose table has this address.
fn table_of(path: &str) -> Option<&str> {
    path.strip_prefix("/game/").filter(|id| is_id(id))
}

fn is_id(text: &str) -> bool {
    text.len() == 8 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Whether somebody is in the library, and so at no table.
fn leaves(request: &Request) -> bool {
    request.method() == Method::GET && request.uri().path() == "/"
}

/// Whether a request comes from our own page, by somebody who has the key.
fn allowed(app: &App, ctx: &Ctx, request: &Request) -> Done<Entry> {
    let headers = request.headers();
    let host = right_host(app, request)?;
    if request.method() == Method::POST {
        // What says it is too large is not waited for.
        let length = text(headers, &header::CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
        if length.is_some_and(|length| length > LARGEST_IMPORT as u64) {
            return Err(too_large());
        }
    } else if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(Oops::new(StatusCode::METHOD_NOT_ALLOWED, "Refused", "Only GET and POST are supported."));
    }
    from_our_page(request, &host)?;
    let path = request.uri().path();
    let query = request.uri().query().unwrap_or_default();
    let (keys, rest): (Vec<&str>, Vec<&str>) = query.split('&').partition(|pair| pair.starts_with("key="));
    let comes = match (request.method(), keys.first()) {
        (&Method::GET, Some(key)) => app.door.looks_at(&key["key=".len()..]),
        _ => Comes::Unknown,
    };
    if comes == Comes::Known {
        let rest = rest.join("&");
        // Two slashes would lead to another machine.
        let path = format!("/{}", path.trim_start_matches('/'));
        return Ok(Entry::WithKey { to: if rest.is_empty() { path } else { format!("{path}?{rest}") } });
    }
    if comes == Comes::Again {
        let text = "The address the browser was opened with works once, and it has been used. If that was not you, it was another user of this \
                    machine. All keys are now void: stop the program and start it again.";
        return Err(Oops::new(StatusCode::FORBIDDEN, "This address was used before", text));
    }
    if ctx.known || path.starts_with("/assets/") || path == "/favicon.ico" {
        return Ok(Entry::Open);
    }
    let title = if keys.is_empty() { "The key is missing" } else { "The key is wrong" };
    Err(Oops::new(
        StatusCode::FORBIDDEN,
        title,
        "This page is only for the person who started it. Open the address the program printed when it started, with \
         the key at its end; your browser then remembers it. If it already knows the key and you came from another page, just \
         continue.",
    )
    .back(format!("/{}", path.trim_start_matches('/'))))
}

/// The name the machine is called by, if it is one of its own: a page elsewhere may have a name that leads here.
fn right_host(app: &App, request: &Request) -> Done<String> {
    let port = app.port;
    let mut names: Vec<String> = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}")).into();
    if port == 80 {
        // Browsers leave out the port that everybody knows.
        names.extend(["127.0.0.1", "localhost", "[::1]"].map(String::from));
    }
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
    // A name in the request line counts before the header.
    let named = request.uri().authority().is_none_or(|authority| authority.as_str() == host);
    if !named || !names.iter().any(|name| name == host) || hosts.next().is_some() {
        let text = format!("This page can only be reached at http://{}.", names[0]);
        return Err(Oops::new(StatusCode::MISDIRECTED_REQUEST, "Wrong address", text));
    }
    Ok(host.into())
}

/// Whether a request comes from no other page; one may lead here, but not look or play.
fn from_our_page(request: &Request, host: &str) -> Done<()> {
    let headers = request.headers();
    let said = |name: &'static str| text(headers, &HeaderName::from_static(name));
    let site = said("sec-fetch-site");
    if request.method() == Method::POST {
        let elsewhere = site.is_some_and(|site| site != "same-origin")
            || text(headers, &header::ORIGIN).is_some_and(|origin| origin != format!("http://{host}"));
        if elsewhere {
            let text = "This request came from another page. Only this page may change anything.";
            return Err(Oops::forbidden(text));
        }
        return Ok(());
    }
    let led_here = said("sec-fetch-mode").is_none_or(|mode| mode == "navigate")
        && said("sec-fetch-dest").is_none_or(|what| what == "document");
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) && !led_here {
        return Err(Oops::forbidden("This request came from another page, which may not read this one."));
    }
    Ok(())
}

/// What a page needs to know about a request.
#[derive(Clone)]
pub(crate) struct Ctx {
    /// How the page looks.
    pub(crate) look: Appearance,
    /// Whether only the parts that change are wanted.
    pub(crate) part: bool,
    /// Whether what is sent may be packed.
    pub(crate) packs: bool,
    /// Whether a script asks that unpacks what is packed in haste.
    pub(crate) unpacks: bool,
    /// Whether the page can be installed.
    pub(crate) installs: bool,
    /// What the browser shows, as the server calls it.
    pub(crate) shows: Option<u64>,
    /// A number the tab has given itself.
    pub(crate) tab: Option<u64>,
    /// Must be in every form.
    pub(crate) token: String,
    /// Whether it comes from somebody who has the key.
    known: bool,
    /// The game whose table was shown last.
    pub(crate) table: Option<String>,
}

impl Ctx {
    /// What the script asks with after an answer.
    #[cfg(test)]
    pub(crate) fn of_script() -> Self {
        let (look, token) = (Appearance::default(), String::from("token"));
        Ctx {
            look,
            part: true,
            packs: false,
            unpacks: false,
            installs: false,
            shows: None,
            tab: None,
            token,
            known: true,
            table: None,
        }
    }

    pub(crate) fn of(app: &App, headers: &HeaderMap) -> Self {
        let (name, keys) = (cookie_name(app), app.door.keys());
        let (mut look, mut known, mut table) = (Appearance::default(), false, None);
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        for (key, value) in cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('=')) {
            if key == look::COOKIE {
                look = Appearance::read(value);
            } else if key == TABLE {
                table = Some(value.to_string()).filter(|id| is_id(id));
            } else if key == name {
                known |= same(value, &keys.cookie);
            }
        }
        // Programs that are no browsers can say the key with every request.
        let bearer = text(headers, &header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        known |= bearer.is_some_and(|key| same(key, &keys.key));
        let part = headers.get("x-part");
        let shows = part.and_then(|part| u64::from_str_radix(part.to_str().ok()?, 16).ok());
        let packs = text(headers, &header::ACCEPT_ENCODING).is_some_and(|known| known.contains("gzip"));
        Ctx {
            look,
            part: part.is_some(),
            packs,
            unpacks: headers.get("x-unpacks").is_some_and(|how| how == UNPACKS),
            installs: app.installs,
            shows,
            tab: headers.get("x-tab").and_then(|tab| tab.to_str().ok()?.parse().ok()),
            token: keys.token.clone(),
            known,
            table,
        }
    }
}

impl FromRequestParts<SharedApp> for Ctx {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &SharedApp) -> Result<Self, Self::Rejection> {
        Ok(parts.extensions.get::<Ctx>().cloned().unwrap_or_else(|| Ctx::of(app, &parts.headers)))
    }
}

/// Whether a form is one of ours: its token and the cookie must both be right.
pub(crate) fn check_token(app: &App, ctx: &Ctx, token: Option<&str>) -> Done<()> {
    if ctx.known && token.is_some_and(|token| same(token, &app.door.keys().token)) {
        return Ok(());
    }
    Err(Oops::forbidden(
        "This form is not one the page has given out since the program was started. Go back, load the page again, and repeat what \
         you did; nothing has changed.",
    ))
}

/// A form that was sent, its token checked.
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// The value of a field.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// All values of a field.
    pub(crate) fn all<'f>(&'f self, name: &'f str) -> impl Iterator<Item = &'f str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The value of a field that must be there.
    pub(crate) fn need(&self, name: &str) -> Done<&str> {
        self.get(name).ok_or_else(|| Oops::bad(format!("The form lacks the field “{name}”.")))
    }

    /// A whole number in a field.
    pub(crate) fn number<T: std::str::FromStr>(&self, name: &str) -> Done<T> {
        let text = self.need(name)?;
        text.trim().parse().map_err(|_| Oops::bad(format!("The field “{name}” is not a whole number in range.")))
    }
}

impl FromRequest<SharedApp> for Fields {
    type Rejection = Response;

    async fn from_request(request: Request, app: &SharedApp) -> Result<Self, Response> {
        let ctx = request.extensions().get::<Ctx>().cloned().unwrap_or_else(|| Ctx::of(app, request.headers()));
        let form =
            timeout(LONGEST_FORM, axum::extract::Form::<Vec<(String, String)>>::from_request(request, app)).await;
        let fields = match form {
            Err(_) => return Err(too_slow().page(&ctx)),
            Ok(Ok(axum::extract::Form(fields))) => Fields(fields),
            Ok(Err(rejection)) => {
                let response = rejection.into_response();
                let oops = match response.status() {
                    StatusCode::PAYLOAD_TOO_LARGE => too_large(),
                    status => Oops::new(status, "Not understood", "This is not a form of this page."),
                };
                return Err(oops.page(&ctx));
            }
        };
        check_token(app, &ctx, fields.get("token")).map_err(|oops| oops.page(&ctx))?;
        Ok(fields)
    }
}
