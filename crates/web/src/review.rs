//! Looking back on the choices of a game: worked out beside the requests, a page shows how far it has come.

use crate::app::{App, SharedApp, at_table, game_id, in_front, lock};
use crate::guard::{Ctx, Fields};
use crate::page::{Page, game_nav, id_of, see, shown, table_of, token};
use crate::words::{capital, count, percent};
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use hulldown_core::Limit;
use hulldown_core::game::Seat;
use hulldown_desk::timeline::Chapter;
use hulldown_desk::{Advice, Costly, Match, Review};
use hulldown_keep::Sitting;
use hulldown_store::GameId;
use maud::{Markup, html};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::AbortHandle;

/// How long one may take.
const LONGEST: Duration = Duration::from_secs(60);

/// How many are kept at hand.
const MOST: usize = 64;

/// A game, and the seat whose choices alone are looked at where seats keep things from each other.
type Of = (Option<GameId>, Option<Seat>);

/// All reviews at hand, and those that are being worked out.
#[derive(Default)]
pub(crate) struct Reviews {
    kept: HashMap<Of, Kept>,
    /// Each with its number: one that is stopped ends a little later, when another may have begun.
    running: HashMap<Of, (u64, AbortHandle)>,
    begun: u64,
}

/// A review and the mark of the game it is about.
#[derive(Clone)]
struct Kept {
    mark: u64,
    review: Review,
}

/// `GET /game/ID/review`
pub(crate) async fn show(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx) -> Response {
    let with = ctx.clone();
    let done = async { in_front(&app, game_id(&id)?, move |app, open| Ok(render(app, open, &with))).await };
    shown(&ctx, done.await)
}

/// `POST /game/ID/review`: begins one, or stops the one that is being worked out.
pub(crate) async fn begin(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx, fields: Fields) -> Response {
    let shared = Arc::clone(&app);
    let done = async {
        at_table(&app, game_id(&id)?, move |_, open, _| {
            match fields.get("do") {
                Some("stop") => stop(&shared, (open.id(), open.eyes())),
                _ => start(&shared, open),
            }
            Ok(see(&format!("{}/review", table_of(open))))
        })
        .await
    };
    shown(&ctx, done.await)
}

fn start(app: &SharedApp, open: &Sitting) {
    let (of, mark) = ((open.id(), open.eyes()), open.mark());
    let mut reviews = lock(&app.reviews);
    if reviews.running.contains_key(&of) {
        return;
    }
    if reviews.kept.len() >= MOST {
        let Reviews { kept, running, .. } = &mut *reviews;
        kept.retain(|of, _| running.contains_key(of));
    }
    let review = Review { of: open.seen().answered(), ..Review::default() };
    reviews.kept.insert(of, Kept { mark, review });
    reviews.begun += 1;
    let (shared, game, number) = (Arc::clone(app), open.game.duplicate(), reviews.begun);
    let task = tokio::spawn(async move {
        // Dropped with the work, also when that goes wrong or is stopped.
        let running = Running(shared, of, number);
        let teller = Arc::clone(&running.0);
        // If it goes wrong, what was found so far is there to be seen.
        let _ = running.0.thinking.think(LONGEST, move |limit| work(&teller, of, mark, &*game, limit)).await;
    });
    reviews.running.insert(of, (number, task.abort_handle()));
}

fn stop(app: &App, of: Of) {
    if let Some((_, task)) = lock(&app.reviews).running.remove(&of) {
        task.abort();
    }
}

/// Says that it is not being worked out any more when it is dropped.
struct Running(SharedApp, Of, u64);

impl Drop for Running {
    fn drop(&mut self) {
        let mut reviews = lock(&self.0.reviews);
        if reviews.running.get(&self.1).is_some_and(|(number, _)| *number == self.2) {
            reviews.running.remove(&self.1);
        }
    }
}

fn work(app: &App, of: Of, mark: u64, game: &dyn Match, limit: &Limit) {
    hulldown_desk::review(game, of.1, mark, limit, |so_far| {
        if let Some(kept) = lock(&app.reviews).kept.get_mut(&of).filter(|kept| kept.mark == mark) {
            kept.review.clone_from(so_far);
        }
    });
}

fn render(app: &App, open: &mut Sitting, ctx: &Ctx) -> Response {
    let id = id_of(open);
    let of = (open.id(), open.eyes());
    let (kept, running) = {
        let reviews = lock(&app.reviews);
        (reviews.kept.get(&of).cloned(), reviews.running.contains_key(&of))
    };
    let part = html! {
        section id="review" data-part class="panel" aria-labelledby="review-title" data-again[running] {
            h2 id="review-title" { "Costly decisions" }
            @match (&kept, running) {
                (Some(kept), true) => { (under_way(ctx, &kept.review, &id)) (found(open, &kept.review)) }
                (Some(kept), false) => {
                    (done(&kept.review)) (found(open, &kept.review))
                    @if kept.mark != open.mark() { p { "The game has moved on since." } (form(ctx, &id, "Review all of it")) }
                    @else if kept.review.looked < kept.review.of { (form(ctx, &id, "Review from the start")) }
                }
                (None, _) => { (form(ctx, &id, "Review the decisions")) }
            }
        }
    };
    if ctx.part {
        return Html(part.into_string()).into_response();
    }
    let body = html! {
        h1 { "Looking back: " (open.label()) }
        p {
            "Every decision is played out again beside its alternatives: a few times at first, and 400 times where another looked clearly better, "
            "with new dice. Those listed were worse by at least three standard errors. "
            "The program's own bot plays them on as far as one can judge: a good hint, not the last word. "
            "For your luck with the dice see " a href={ "/game/" (id) "/career#luck" } { "Luck" } "."
        }
        (part)
    };
    let title = format!("Review: {}", open.label());
    Page { title: &title, nav: game_nav(&id, open.shelf.id), class: "wide", body }.render(ctx)
}

fn form(ctx: &Ctx, id: &str, text: &str) -> Markup {
    html! { form method="post" action={ "/game/" (id) "/review" } { (token(ctx)) button { (text) } " " span class="quiet" { "Takes up to a minute." } } }
}

fn under_way(ctx: &Ctx, review: &Review, id: &str) -> Markup {
    html! {
        form method="post" action={ "/game/" (id) "/review" } { (token(ctx)) button name="do" value="stop" { "Stop" } }
        p {
            progress max=(review.of.max(1)) value=(review.looked) aria-label="Decisions reviewed" {}
            " " (review.looked) " of " (count(review.of, "answer")) " reviewed. " a href={ "/game/" (id) "/review" } { "Refresh" } "."
        }
    }
}

fn done(review: &Review) -> Markup {
    html! {
        p {
            @if review.looked < review.of { "In the time available, " (review.looked) " of " (count(review.of, "answer")) " were reviewed, " }
            @else { (count(review.of, "answer")) " reviewed, " }
            (count(review.decisions, "decision")) " among them."
            @if review.costly.is_empty() { " None of them was clearly worse than another option." }
        }
    }
}

/// What was given away, in what a player would ask of his future; where that tells nothing, in the points that the bot plays for.
fn cost(costly: &Costly) -> Markup {
    let both = [costly.best.clone(), costly.chosen.clone()];
    let chances: Vec<_> = Advice::telling(&both)
        .into_iter()
        .filter_map(|n| Some((costly.chosen.outlooks.get(n)?, costly.best.outlooks.get(n)?)))
        .collect();
    html! {
        @for (chosen, best) in &chances {
            div { (capital(best.says)) ": " strong { (percent(chosen.share)) } " instead of " (percent(best.share)) }
        }
        @if chances.is_empty() { strong { (format!("{:.1} ± {:.1}", costly.cost(), costly.error())) } " points of those the bot plays for" }
    }
}

fn found(open: &mut Sitting, review: &Review) -> Markup {
    let id = id_of(open);
    let moments = open.moments();
    // Which part of the game, and which round of it.
    let when = |at: usize| {
        let chapters = [false, true].map(|minor| moments.chapter_at(at, minor));
        let later = |chapter: &&Chapter| chapters[0].is_none_or(|whole| chapter.at >= whole.at);
        let [whole, round] = [chapters[0], chapters[1].filter(later)].map(|one| one.map(|one| moments.text(one)));
        whole.into_iter().chain(round).collect::<Vec<_>>().join(", ")
    };
    let row = |costly: &Costly| {
        html! {
            tr {
                th scope="row" {
                    a href={ "/game/" (id) "/replay?at=" (costly.at) } { @match when(costly.at) { place if place.is_empty() => { "after " (count(costly.at, "answer")) } place => (place) } }
                }
                td { (capital(&costly.text)) }
                td { (capital(&costly.chosen.label)) }
                td { (capital(&costly.best.label)) }
                td { (cost(costly)) }
            }
        }
    };
    html! {
        @if !review.costly.is_empty() {
            div class="scroll" tabindex="0" role="region" aria-label="Costly decisions, worst first" {
                table class="figures" {
                    thead { tr { th scope="col" { "When" } th scope="col" { "Question" } th scope="col" { "Chosen" } th scope="col" { "Better" } th scope="col" { "What it cost" } } }
                    tbody { @for costly in &review.costly { (row(costly)) } }
                }
            }
        }
    }
}
