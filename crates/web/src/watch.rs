//! Watching a turn: what both sides did, moment by moment, forwards and back.

use crate::app::{SharedApp, game_id, in_front};
use crate::error::{Done, Oops};
use crate::guard::Ctx;
use crate::page::{Page, game_nav, id_of, shown};
use crate::table::placed;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use hulldown_core::Viewer;
use hulldown_core::game::Seat;
use hulldown_core::talk::Rank;
use hulldown_desk::EventLine;
use hulldown_draw::{Beat, Look, Region};
use hulldown_keep::Sitting;
use maud::{Markup, html};
use serde::Deserialize;

/// Which turn, and from whose side once the game is over.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WatchQuery {
    turn: Option<usize>,
    side: Option<u8>,
}

/// `GET /game/ID/watch?turn=N`
pub(crate) async fn show(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    Query(query): Query<WatchQuery>,
    ctx: Ctx,
) -> Response {
    let with = ctx.clone();
    let done = async { in_front(&app, game_id(&id)?, move |_, open| render(open, &with, &query)).await };
    shown(&ctx, done.await)
}

/// Where a turn lies in the log.
struct Turn {
    /// What the log calls it.
    title: String,
    /// How much everybody had heard before it was carried out.
    carried_out: hulldown_core::Heard,
    /// How much before the next one began, if it has.
    end: Option<hulldown_core::Heard>,
}

/// The turns that have been carried out, at least in part.
fn turns(open: &mut Sitting) -> Vec<Turn> {
    let moments = open.moments();
    let is_turn = |event: &EventLine| event.rank == Rank::Scene;
    let begins: Vec<usize> = moments.log.iter().filter(|event| is_turn(event)).map(|event| event.n).collect();
    let mut turns = Vec::new();
    for (at, begin) in begins.iter().enumerate() {
        let next = begins.get(at + 1).copied().unwrap_or(moments.log.len());
        // While a turn is plotted everybody hears of his own business only.
        let carried_out = moments.log[begin + 1..next].iter().find(|event| event.only.is_none());
        let end = moments.log.get(next).map(|event| event.at);
        let title = moments.log[*begin].text.trim_end_matches('.').to_string();
        turns.extend(carried_out.map(|event| Turn { title, carried_out: event.at, end }));
    }
    turns
}

fn render(open: &mut Sitting, ctx: &Ctx, query: &WatchQuery) -> Done<Response> {
    let turns = turns(open);
    let last = turns.len();
    let number = query.turn.unwrap_or(last).clamp(1, last.max(1));
    let Some(turn) = turns.get(number - 1) else {
        return Err(Oops::missing("No turn has been played yet."));
    };
    // While something is hidden one watches with one's own eyes; afterwards from either side, or as umpire.
    let all = open.game.seats();
    let free = open.eyes().is_none();
    let side = query.side.map(Seat).filter(|seat| seat.0 < all);
    let viewer = Viewer::from(open.eyes().or(side));
    // Whoever watches, the turn lies between the same answers; which these are is not shown.
    let told: Vec<usize> = open.game.moments().iter().map(|heard| heard.by(Viewer::Record)).collect();
    let since = turn.carried_out.by(Viewer::Record);
    let from = told.partition_point(|told| *told <= since).saturating_sub(1);
    let until = turn.end.map_or(told.len(), |end| told.partition_point(|told| *told < end.by(Viewer::Record)));
    let beats = open.game.beats(viewer, from..until, turn.carried_out.by(viewer));
    let id = id_of(open);
    let base = format!("/game/{id}");
    let panels = open.game.after(from).panels(viewer, &[], &base, &Look::default());
    let to = |turn: usize, viewer: Viewer| match viewer {
        Viewer::Seat(seat) => format!("{base}/watch?turn={turn}&side={}", seat.0),
        Viewer::Umpire | Viewer::Record => format!("{base}/watch?turn={turn}"),
    };
    let others =
        [(Viewer::Seat(Seat(0)), "player 1"), (Viewer::Seat(Seat(1)), "player 2"), (Viewer::Umpire, "the umpire")];
    let body = html! {
        div class="table watch" {
            h1 class="name" { (open.label()) " " span class="quiet" { (turn.title) } }
            section id="prompt" class="few" aria-labelledby="ask" {
                h2 id="ask" tabindex="-1" { (turn.title) " as it was played" }
                p id="beat-part" class="status" aria-live="polite" {}
                ul id="beat-texts" {}
            }
            div id="tools" class="tools" role="group" aria-label="Steps" {
                @if number > 1 { a class="button" href=(to(number - 1, viewer)) { "◀ turn" } }
                button type="button" class="script" data-beat="first" data-key="{" { kbd { "{" } " begin" }
                button type="button" class="script" data-beat="-1" data-key="[" { kbd { "[" } " back" }
                button type="button" class="script" data-beat="1" data-key="]" { kbd { "]" } " on" }
                button type="button" class="script" data-beat="last" data-key="}" { kbd { "}" } " all at once" }
                button type="button" class="script" data-beat="play" data-key="p" aria-pressed="false" { kbd { "p" } " play" }
                @if number < last { a class="button" href=(to(number + 1, viewer)) { "turn ▶" } }
                @if free && all > 1 && open.game.has_secrets() {
                    @for (other, name) in others {
                        a class="button" href=(to(number, other)) aria-current=[(viewer == other).then_some("true")] { "As " (name) }
                    }
                }
                a class="button" href=(base) { "Back to the table" }
            }
            div class="viewport" { div class="zoomer" { div id="board" { (placed(&panels, Region::Board)) } } }
            div id="side" { (list(&beats)) (placed(&panels, Region::Side)) }
            div id="beats" hidden data-beats=(serde_json::to_string(&beats).unwrap_or_default()) {}
        }
    };
    let title = format!("{}: {}", open.label(), turn.title);
    Ok(Page { title: &title, nav: game_nav(&id, open.shelf.id), class: "at-table", body }.render(ctx))
}

/// Everything that happened, in order, for those who do not look at drawings.
fn list(beats: &[Beat]) -> Markup {
    html! {
        section class="panel" aria-labelledby="beats-title" {
            h2 id="beats-title" { "What happened" }
            ol class="beats" {
                @for (n, beat) in beats.iter().enumerate() {
                    li id={ "beat-" (n) } {
                        // What a moment is part of is said where that begins.
                        @if n == 0 || beats[n - 1].part != beat.part { strong { (beat.part) } }
                        ul { @for text in &beat.texts { li { (text) } } }
                    }
                }
            }
        }
    }
}
