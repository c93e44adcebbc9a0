//! Who may ask, and what goes with every reply: other pages in the same browser must not be able to look or play.

use crate::app::{App, Shared};
use crate::error::{Done, Oops};
use crate::look::{self, Look};
use crate::serve::LARGEST_IMPORT;
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Goes with every reply.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// Looks at every request before anything else does, and puts on every reply what belongs there.
pub(crate) async fn guard(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let ctx = Ctx::of(&app, request.headers());
    let mut response = match allowed(&app, &request) {
        Ok(()) => {
            let response = next.run(request).await;
            // Refusals that are not made here come as bare text.
            match response.status() {
                StatusCode::METHOD_NOT_ALLOWED => {
                    Oops::new(response.status(), "Refused", "This address does not take that kind of request.")
                        .page(&ctx)
                }
                StatusCode::PAYLOAD_TOO_LARGE => too_large().page(&ctx),
                _ => response,
            }
        }
        Err(oops) => oops.page(&ctx),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if !ctx.known && response.status().is_success() {
        let cookie = format!("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie_name(&app), app.cookie);
        if let Ok(cookie) = HeaderValue::try_from(cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    response
}

fn too_large() -> Oops {
    let text = format!(
        "What was sent is larger than anything this page takes. A saved game may have {} MB.",
        LARGEST_IMPORT >> 20
    );
    Oops::new(StatusCode::PAYLOAD_TOO_LARGE, "Too large", text)
}

/// Browsers keep one set of cookies for all ports of a machine: each program has its own.
fn cookie_name(app: &App) -> String {
    format!("hulldown-{}", app.port)
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// Whether a request comes from our own page on this machine.
fn allowed(app: &App, request: &Request) -> Done<()> {
    let (headers, port) = (request.headers(), app.port);
    let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")];
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
    if !names.iter().any(|name| name == host) || hosts.next().is_some() {
        let text = format!("This page answers only to http://{}.", names[0]);
        return Err(Oops::new(StatusCode::MISDIRECTED_REQUEST, "Wrong address", text));
    }
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(());
    }
    if request.method() != Method::POST {
        return Err(Oops::new(StatusCode::METHOD_NOT_ALLOWED, "Refused", "Only GET and POST are understood here."));
    }
    // What says it is too large is not waited for.
    let length = text(headers, &header::CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
    if length.is_some_and(|length| length > LARGEST_IMPORT as u64) {
        return Err(too_large());
    }
    let elsewhere =
        || Oops::forbidden("This request comes from another page. Only this page itself may change anything.");
    if text(headers, &HeaderName::from_static("sec-fetch-site")).is_some_and(|site| site != "same-origin") {
        return Err(elsewhere());
    }
    if text(headers, &header::ORIGIN).is_some_and(|origin| origin != format!("http://{host}")) {
        return Err(elsewhere());
    }
    Ok(())
}

/// What a page needs to know about a request.
#[derive(Clone)]
pub(crate) struct Ctx {
    /// How the page looks.
    pub(crate) look: Look,
    /// Whether only the parts that change are wanted.
    pub(crate) part: bool,
    /// Must be in every form.
    pub(crate) token: String,
    /// Whether the cookie came with it.
    known: bool,
}

impl Ctx {
    pub(crate) fn of(app: &App, headers: &HeaderMap) -> Self {
        let name = cookie_name(app);
        let (mut look, mut known) = (Look::default(), false);
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        for (key, value) in cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('=')) {
            if key == look::COOKIE {
                look = Look::read(value);
            } else if key == name {
                known |= same(value, &app.cookie);
            }
        }
        Ctx { look, part: headers.contains_key("x-part"), token: app.token.clone(), known }
    }
}

impl FromRequestParts<Shared> for Ctx {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Self::Rejection> {
        Ok(Ctx::of(app, &parts.headers))
    }
}

/// Compares secrets without telling by the time it takes how much of them is right.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// Whether a form is one of ours: its token and the cookie must both be right.
pub(crate) fn check_token(app: &App, ctx: &Ctx, token: Option<&str>) -> Done<()> {
    if ctx.known && token.is_some_and(|token| same(token, &app.token)) {
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

impl FromRequest<Shared> for Fields {
    type Rejection = Response;

    async fn from_request(request: Request, app: &Shared) -> Result<Self, Response> {
        let ctx = Ctx::of(app, request.headers());
        let form = axum::extract::Form::<Vec<(String, String)>>::from_request(request, app).await;
        let fields = match form {
            Ok(axum::extract::Form(fields)) => Fields(fields),
            Err(rejection) => {
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
