//! Looking back on the choices of a game: worked out beside the requests, a page shows how far it has come.

use crate::app::{App, Shared, at_table, game_id, in_front, lock};
use crate::error::{Done, Oops};
use crate::guard::{Ctx, Fields};
use crate::open::Open;
use crate::page::{Page, game_nav, see, shown, token};
use crate::words::{capital, count};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use hulldown_core::game::Seat;
use hulldown_desk::{Costly, Match, Review};
use hulldown_store::GameId;
use maud::{Markup, html};
use std::collections::HashMap;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// How long one may take.
const LONGEST: Duration = Duration::from_secs(60);

/// How many are kept at hand.
const MOST: usize = 64;

/// A game, and the seat whose choices alone are looked at where seats keep things from each other.
type Of = (GameId, Option<Seat>);

/// All reviews at hand, and the one that is being worked out: one at a time, so that playing stays quick.
#[derive(Default)]
pub(crate) struct Reviews {
    kept: HashMap<Of, Kept>,
    running: Option<Of>,
}

/// A review and the mark of the game it is about.
#[derive(Clone)]
struct Kept {
    mark: u64,
    review: Review,
}

/// `GET /game/ID/review`
pub(crate) async fn show(State(app): State<Shared>, Path(id): Path<String>, ctx: Ctx) -> Response {
    let with = ctx.clone();
    let done = async { in_front(&app, game_id(&id)?, move |app, open| Ok(render(app, open, &with))).await };
    shown(&ctx, done.await)
}

/// `POST /game/ID/review`
pub(crate) async fn begin(State(app): State<Shared>, Path(id): Path<String>, ctx: Ctx, _: Fields) -> Response {
    let shared = Arc::clone(&app);
    let done = async {
        at_table(&app, game_id(&id)?, move |_, open, _| {
            start(&shared, open)?;
            Ok(see(&format!("/game/{}/review", open.place.id)))
        })
        .await
    };
    shown(&ctx, done.await)
}

fn start(app: &Shared, open: &Open) -> Done<()> {
    let (of, mark) = ((open.place.id, open.eyes()), open.mark());
    {
        let mut reviews = lock(&app.reviews);
        if reviews.running.is_some() {
            return Ok(());
        }
        if reviews.kept.len() >= MOST {
            reviews.kept.clear();
        }
        reviews.running = Some(of);
        let review = Review { of: open.seen().answered(), ..Review::default() };
        reviews.kept.insert(of, Kept { mark, review });
    }
    // Dropped with the work, or with what could not be begun.
    let running = Running(Arc::clone(app));
    let game = open.game.duplicate();
    let worker = thread::Builder::new().name("review".into()).spawn(move || work(&running.0, of, mark, &*game));
    let busy = |error| {
        Oops::new(StatusCode::SERVICE_UNAVAILABLE, "Not now", format!("This cannot be worked out now: {error}"))
    };
    worker.map(drop).map_err(busy)
}

/// Says that nothing is being worked out any more when it is dropped, also when the work went wrong.
struct Running(Shared);

impl Drop for Running {
    fn drop(&mut self) {
        lock(&self.0.reviews).running = None;
    }
}

fn work(app: &App, of: Of, mark: u64, game: &dyn Match) {
    let begun = Instant::now();
    hulldown_desk::review(game, of.1, mark, |so_far| {
        if let Some(kept) = lock(&app.reviews).kept.get_mut(&of).filter(|kept| kept.mark == mark) {
            kept.review.clone_from(so_far);
        }
        begun.elapsed() < LONGEST
    });
}

fn render(app: &App, open: &Open, ctx: &Ctx) -> Response {
    let id = open.place.id;
    let of = (id, open.eyes());
    let (kept, running) = {
        let reviews = lock(&app.reviews);
        (reviews.kept.get(&of).cloned(), reviews.running)
    };
    let part = html! {
        section id="review" data-part class="panel" aria-labelledby="review-title" data-again[running == Some(of)] {
            h2 id="review-title" { "Costly choices" }
            @match (&kept, running) {
                (Some(kept), Some(busy)) if busy == of => { (under_way(&kept.review, &id)) (found(open, &kept.review)) }
                (_, Some(_)) => { p { "Other choices are being looked at. " a href={ "/game/" (id) "/review" } { "Look again" } "." } }
                (Some(kept), None) => {
                    (done(&kept.review)) (found(open, &kept.review))
                    @if kept.mark != open.mark() { p { "The game has gone on since." } (form(ctx, &id, "Look at all of it")) }
                }
                (None, None) => { (form(ctx, &id, "Look at the choices")) }
            }
        }
    };
    if ctx.part {
        return Html(part.into_string()).into_response();
    }
    let body = html! {
        h1 { "Looking back: " (open.place.name) }
        p {
            "Every choice made is played out again beside its alternatives, a few times first, and where another looked clearly better 400 times "
            "with new dice. What is listed was worse by at least three standard errors, in the points that advice counts in. "
            "The playouts are played by the program's own player to the end of the mission: a good hint, not the last word. "
            "How the dice fell is told under " a href={ "/game/" (id) "/career#luck" } { "Luck" } "."
        }
        (part)
    };
    let title = format!("Looking back: {}", open.place.name);
    Page { title: &title, nav: game_nav(&id.to_string(), open.shelf.id), class: "wide", body }.render(ctx)
}

fn form(ctx: &Ctx, id: &GameId, text: &str) -> Markup {
    html! { form method="post" action={ "/game/" (id) "/review" } { (token(ctx)) button { (text) } " " span class="quiet" { "Takes up to a minute." } } }
}

fn under_way(review: &Review, id: &GameId) -> Markup {
    html! {
        p {
            progress max=(review.of.max(1)) value=(review.looked) aria-label="Answers looked at" {}
            " " (review.looked) " of " (count(review.of, "answer")) " looked at. " a href={ "/game/" (id) "/review" } { "Look again" } "."
        }
    }
}

fn done(review: &Review) -> Markup {
    html! {
        p {
            @if review.looked < review.of { "In the time there was, " (review.looked) " of " (count(review.of, "answer")) " were looked at, " }
            @else { (count(review.of, "answer")) " looked at, " }
            (count(review.decisions, "decision")) " among them."
            @if review.costly.is_empty() { " None of them was clearly worse than another option." }
        }
    }
}

fn found(open: &Open, review: &Review) -> Markup {
    let id = open.place.id;
    let worth = |mean: f64, error: f64| format!("{mean:.1} ± {error:.1}");
    let row = |costly: &Costly| {
        html! {
            tr {
                th scope="row" { a href={ "/game/" (id) "/replay?at=" (costly.at) } { "after " (count(costly.at, "answer")) } }
                td { (capital(&costly.text)) }
                td { (capital(&costly.chosen.label)) " (" (worth(costly.chosen.mean, costly.chosen.error)) ")" }
                td { (capital(&costly.best.label)) " (" (worth(costly.best.mean, costly.best.error)) ")" }
                td { strong { (worth(costly.cost(), costly.error())) } }
            }
        }
    };
    html! {
        @if !review.costly.is_empty() {
            div class="scroll" tabindex="0" role="region" aria-label="Costly choices, the worst first" {
                table class="figures" {
                    thead { tr { th scope="col" { "When" } th scope="col" { "Question" } th scope="col" { "Chosen" } th scope="col" { "Better" } th scope="col" { "Cost" } } }
                    tbody { @for costly in &review.costly { (row(costly)) } }
                }
            }
        }
    }
}
