//! Listening on this machine, and where every address leads.

use crate::app::{App, SharedApp, aside};
use crate::error::{Oops, WebError};
use crate::guard::{Ctx, guard};
use crate::page::Small;
use crate::{career, installed, library, picture, record, replay, report, review, rules, stream, table, watch};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Extensions, HeaderMap, StatusCode, Version, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hulldown_store::Store;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate};

/// The most a form may hold.
const LARGEST_FORM: usize = 64 << 10;

/// The most a game that is brought in may hold.
pub(crate) const LARGEST_IMPORT: usize = hulldown_keep::LARGEST_SAVE as usize;

/// The most the head of a request may hold.
const LARGEST_HEAD: usize = 16 << 10;

/// How long a connection may take to say what it wants.
const LONGEST_HEAD: Duration = Duration::from_secs(20);

/// Files the program needs besides connections: the store, and one for each request that reads in it.
const OTHER_FILES: usize = 400;

/// As many connections as anybody on one machine can want.
const MOST_CONNECTIONS: usize = 4096;

/// How often it is looked for games that went on elsewhere.
const ROUND: Duration = Duration::from_secs(2);

/// How the page is served.
#[derive(Clone, Debug, Default)]
pub struct ServeOptions {
    /// The port; none for any that is free.
    pub port: Option<u16>,
    /// The file of saved games; none for the usual one.
    pub data: Option<PathBuf>,
}

/// The page, listening but not yet answering.
pub struct Server {
    listener: TcpListener,
    router: Router,
    app: SharedApp,
    port: u16,
    /// How many more connections there may be.
    free: Arc<Semaphore>,
}

impl Server {
    /// Opens the saved games and listens on this machine only.
    pub async fn bind(options: &ServeOptions) -> Result<Self, WebError> {
        let store = match &options.data {
            Some(path) => Store::open(path)?,
            None => Store::open_default()?,
        };
        let wanted = options.port.unwrap_or(0);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, wanted));
        let listener = TcpListener::bind(address).await.map_err(|why| WebError::Port { port: wanted, why })?;
        let port = listener.local_addr()?.port();
        let connections = connections();
        // Tabs that only listen leave room for others.
        let app = Arc::new(App::new(store, port, options.port.is_some(), connections * 3 / 4)?);
        let router = router(Arc::clone(&app));
        Ok(Server { listener, router, app, port, free: Arc::new(Semaphore::new(connections)) })
    }

    /// The address to open in a browser, with the key that lets in.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/?key={}", self.port, self.key())
    }

    /// The address to start a browser with: other users may see it, so its key lets in once.
    pub fn url_to_start(&self) -> String {
        format!("http://127.0.0.1:{}/?key={}", self.port, self.app.door.ticket())
    }

    /// The key that lets in.
    pub fn key(&self) -> String {
        self.app.door.keys().key.clone()
    }

    /// The port listened on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Answers until the program ends.
    pub async fn answer(self) -> Result<(), WebError> {
        tokio::spawn(look_round(self.app));
        loop {
            // Who comes when there are too many waits at the door. It is never closed.
            let place = Arc::clone(&self.free).acquire_owned().await;
            match self.listener.accept().await {
                Ok((stream, _)) => {
                    let router = self.router.clone();
                    tokio::spawn(async move {
                        let _place = place;
                        connection(stream, router).await;
                    });
                }
                // Too many at once, or one that went away at the door: the others go on.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }
}

/// How many connections there may be: as many as the system lets us have files for, after asking it for more.
fn connections() -> usize {
    #[cfg(unix)]
    let files = {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let enough = (MOST_CONNECTIONS + OTHER_FILES) as u64;
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let wanted = enough.min(maximum.unwrap_or(enough));
        if current.is_some_and(|current| current < wanted) {
            // If it says no, there are fewer.
            let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum });
        }
        usize::try_from(getrlimit(Resource::Nofile).current.unwrap_or(enough)).unwrap_or(usize::MAX)
    };
    #[cfg(not(unix))]
    let files = MOST_CONNECTIONS + OTHER_FILES;
    files.saturating_sub(OTHER_FILES).clamp(64, MOST_CONNECTIONS)
}

/// Looks again and again for games that went on elsewhere.
async fn look_round(app: SharedApp) {
    loop {
        tokio::time::sleep(ROUND).await;
        let app = Arc::clone(&app);
        // If the disk cannot be read now, perhaps it can the next time.
        let _ = aside(move || app.look_round()).await;
    }
}

/// Answers on one connection as long as it lasts.
async fn connection(stream: TcpStream, router: Router) {
    // Answers are small and waited for.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(LONGEST_HEAD).max_buf_size(LARGEST_HEAD);
    // A browser that goes away is no failure.
    let _ = http.serve_connection(TokioIo::new(stream), service).await;
}

/// Serves the page; `ready` hears of it once it can be opened.
pub async fn serve(options: &ServeOptions, ready: impl FnOnce(&Server)) -> Result<(), WebError> {
    let server = Server::bind(options).await?;
    ready(&server);
    server.answer().await
}

/// Serves the page from a program that is not asynchronous itself, until it ends.
pub fn run(options: &ServeOptions, ready: impl FnOnce(&Server)) -> Result<(), WebError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(std::thread::available_parallelism().map_or(2, usize::from).min(4))
        // Answers wait here for the disk; those that wait together share one commit.
        .max_blocking_threads(256)
        .enable_all()
        .build()?;
    runtime.block_on(serve(options, ready))
}

const CSS: &str = include_str!("../assets/page.css");
/// One script, its parts in the order they rely on each other.
const SCRIPT: &str = concat!(
    include_str!("../assets/script/page.js"),
    include_str!("../assets/script/phrases.js"),
    include_str!("../assets/script/updates.js"),
    include_str!("../assets/script/actions.js"),
    include_str!("../assets/script/lookups.js"),
    include_str!("../assets/script/keys.js"),
    include_str!("../assets/script/frame.js"),
    include_str!("../assets/script/board.js"),
    include_str!("../assets/script/watch.js"),
    include_str!("../assets/script/cards.js"),
);
const ICON: &str = include_str!("../assets/icon.svg");

pub(crate) fn asset(kind: &'static str, body: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], body).into_response()
}

async fn css() -> Response {
    let games: String = hulldown_desk::shelf().iter().map(|game| game.css).collect();
    asset("text/css; charset=utf-8", format!("{CSS}\n{}{games}", hulldown_draw::CSS))
}

async fn script() -> Response {
    asset("text/javascript; charset=utf-8", SCRIPT)
}

async fn icon() -> Response {
    asset("image/svg+xml", ICON)
}

async fn nothing(ctx: Ctx) -> Response {
    Oops::missing("There is no page at this address.").page(&ctx)
}

/// Whether something is worth packing.
fn is_large(_: StatusCode, _: Version, _: &HeaderMap, with: &Extensions) -> bool {
    with.get::<Small>().is_none()
}

/// Where every address leads.
pub(crate) fn router(app: SharedApp) -> Router {
    let import = Router::new().route("/import", post(library::import)).layer(DefaultBodyLimit::max(LARGEST_IMPORT));
    // What changed is packed where it is drawn.
    let changes = Router::new()
        .route("/game/{id}/choose", post(table::choose))
        .route("/game/{id}/throw", post(table::throw))
        .route("/game/{id}/undo", post(table::undo))
        .route("/game/{id}/auto", post(table::auto))
        .route("/game/{id}/on", post(table::on))
        .route("/game/{id}/ease", post(table::ease))
        .route("/game/{id}/dice", post(table::dice))
        .route("/game/{id}/tips", post(table::tips))
        .route("/game/{id}/seat", post(table::seat))
        .route("/game/{id}/players", post(table::players))
        .layer(DefaultBodyLimit::max(LARGEST_FORM))
        .layer(from_fn_with_state(Arc::clone(&app), record::records));
    Router::new()
        .route("/", get(library::show))
        .route("/new/{game}", get(library::new_form).post(library::begin))
        .route("/learn/{game}", post(library::learn))
        .route("/settings", get(library::settings).post(library::change_look))
        .route("/game/{id}", get(table::show))
        .route("/game/{id}/log", get(table::whole_log))
        .route("/game/{id}/event/{n}", get(table::event))
        .route("/game/{id}/refused", get(table::refused))
        .route("/game/{id}/career", get(career::show))
        .route("/game/{id}/review", get(review::show).post(review::begin))
        .route("/game/{id}/replay", get(replay::show))
        .route("/game/{id}/watch", get(watch::show))
        .route("/game/{id}/bookmark", post(replay::bookmark))
        .route("/game/{id}/playon", post(replay::play_on))
        .route("/game/{id}/story", get(report::story_page))
        .route("/game/{id}/report", get(report::show))
        .route("/game/{id}/picture", get(picture::show))
        .route("/game/{id}/report.md", get(report::markdown))
        .route("/game/{id}/record.json", get(report::record))
        .route("/game/{id}/export", get(library::export).post(library::export_whole))
        .route("/game/{id}/rename", get(library::rename_form).post(library::rename))
        .route("/game/{id}/duplicate", post(library::duplicate))
        .route("/game/{id}/go-on", post(record::go_on))
        .route("/game/{id}/delete", get(library::delete_form).post(library::delete))
        .route("/rules/{game}", get(rules::all_rules))
        .route("/rules/{game}/{rule}", get(rules::one_rule))
        .route("/charts/{game}", get(rules::all_charts))
        .route("/charts/{game}/{chart}", get(rules::one_chart))
        .route("/assets/page.css", get(css))
        .route("/assets/page.js", get(script))
        .route("/assets/icon.svg", get(icon))
        .route("/favicon.ico", get(icon))
        .route(installed::MANIFEST, get(installed::manifest))
        .route("/assets/worker.js", get(installed::worker))
        .route("/assets/away", get(installed::away))
        .layer(DefaultBodyLimit::max(LARGEST_FORM))
        .merge(import)
        .fallback(nothing)
        .layer(from_fn_with_state(Arc::clone(&app), record::records))
        .layer(
            CompressionLayer::new()
                .quality(CompressionLevel::Precise(3))
                .compress_when(DefaultPredicate::new().and(is_large)),
        )
        .merge(changes)
        // Streams last long and say little: nothing is wrapped around them.
        .route("/game/{id}/stream", get(stream::stream))
        .layer(from_fn_with_state(Arc::clone(&app), guard))
        .with_state(app)
}
