//! Looking back: any moment of a game, in both directions, and a copy to play on from there.

use crate::app::{SharedApp, at_table, game_id, in_front};
use crate::guard::{Ctx, Fields};
use crate::log::{self, Filter, LogView};
use crate::page::{Page, game_nav, id_of, see, shown, token};
use crate::table::{apart, placed};
use crate::words::{capital, count};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use hulldown_core::game::Seat;
use hulldown_desk::Ask;
use hulldown_draw::{Look, Region};
use hulldown_keep::Bookmark;
use hulldown_keep::Sitting;
use maud::{Markup, html};
use serde::Deserialize;

/// The most bookmarks of one game.
const MOST_MARKS: usize = 100;

/// How much of the log stands beside a moment.
const LOG_SHOWN: usize = 60;

/// Which moment.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ReplayQuery {
    at: Option<usize>,
    /// Whose side it is looked at from, once the game is over.
    side: Option<u8>,
}

/// `GET /game/ID/replay?at=N`
pub(crate) async fn show(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    Query(query): Query<ReplayQuery>,
    ctx: Ctx,
) -> Response {
    let with = ctx.clone();
    let done = async {
        in_front(&app, game_id(&id)?, move |_, open| {
            let marks = open.beside()?.bookmarks;
            Ok(render(open, &with, &marks, &query))
        })
        .await
    };
    shown(&ctx, done.await)
}

fn render(open: &mut Sitting, ctx: &Ctx, marks: &[Bookmark], query: &ReplayQuery) -> Response {
    let at = query.at;
    let last = open.seen().answered();
    let at = at.unwrap_or(last).min(last);
    let moments = open.moments();
    let past = open.seen().after(at);
    let prompt = past.prompt();
    // While something is hidden one looks back with one's own eyes only.
    let sides = open.game.seats() > 1 && open.game.has_secrets() && open.eyes().is_none();
    let side = query.side.filter(|side| sides && *side < open.game.seats()).map(Seat);
    let seat = open.eyes().or(side).or_else(|| prompt.first().map(Ask::seat)).unwrap_or_default();
    let may_see = |ask: &&Ask| open.eyes().is_none_or(|eyes| ask.is_for(eyes));
    let id = id_of(open);
    let base = format!("/game/{id}");
    let panels = past.panels(seat.into(), &[], &base, &Look::default());
    let (board, others) = apart(&panels);
    let chosen = open.seen().answers().into_iter().nth(at).map(|(_, key)| key);
    let from_side = side.map_or_else(String::new, |side| format!("&side={}", side.0));
    let to = |n: usize| format!("{base}/replay?at={n}{from_side}");
    let marks = own_marks(open, marks);
    let steps: [(&str, &str, Option<usize>, &str); 8] = [
        ("|◀", "To the beginning", (at > 0).then_some(0), ""),
        ("◀◀", "To the part before", moments.step(at, false, false), "{"),
        ("◀ round", "", moments.step(at, true, false), ""),
        ("‹ step", "", at.checked_sub(1), "["),
        ("step ›", "", (at < last).then_some(at + 1), "]"),
        ("round ▶", "", moments.step(at, true, true), ""),
        ("▶▶", "To the next part", moments.step(at, false, true), "}"),
        ("▶|", "To now", (at < last).then_some(last), ""),
    ];
    let said = |says: &'static str| Some(says).filter(|says| !says.is_empty());
    // What was told until then, with what the card tells of it, as far as it fits.
    let until = moments.events_until(at);
    let until = &until[until.len().saturating_sub(LOG_SHOWN)..];
    let body = html! {
        div class="table past" {
            h1 class="name" { (open.label()) " " span class="quiet" { "replay" } }
            section id="prompt" data-part class="few" data-mark=(open.mark()) aria-labelledby="ask" {
                p class="status" { (capital(&past.status(seat.into()))) }
                h2 id="ask" tabindex="-1" { "After " (count(at, "answer")) " of " (last) }
                @if let Some(ask) = prompt.asks.iter().find(may_see) {
                    p { (ask.text()) " " (log::rule_link(open.shelf.id, ask.rule())) }
                    (offered(ask, chosen.as_deref()))
                } @else if let Some(outcome) = past.outcome() { p { "The game is over: " (outcome.result) } }
            }
            div id="tools" data-part class="tools" role="group" aria-label="Steps" {
                @for (text, says, to_at, key) in steps {
                    @match to_at {
                        Some(n) => { a class="button" href=(to(n)) data-swap aria-label=[said(says)] title=[said(says)] data-key=[said(key)] { (text) } }
                        None => { span class="button off" aria-disabled="true" { (text) } }
                    }
                }
                @if sides {
                    @for (n, name) in [(0, "player 1's side"), (1, "player 2's side")] {
                        a class="button" href={ (base) "/replay?at=" (at) "&side=" (n) } data-swap aria-current=[(seat.0 == n).then_some("true")] { "From " (name) }
                    }
                }
                a class="button" href=(base) data-key="Escape" { "Table" }
            }
            div class="viewport" { div class="zoomer" { div id="board" data-part { (placed(board, Region::Board)) } } }
            (crate::result::past_card(open, tried(open, at).as_deref(), moments.events_at(at), &moments.rewinds_at(at, open.rewinds())))
            div id="side" data-part role="group" aria-label="Forces" tabindex="0" {
                (placed(others, Region::Board)) (placed(board, Region::Side)) (placed(others, Region::Side))
                section class="panel" aria-labelledby="from-here" {
                    h2 id="from-here" { "From here" }
                    form method="post" action={ (base) "/playon" } { (token(ctx)) button name="at" value=(at) { "Play on from here, in a copy" } }
                    // Where others hold answers of their own, only the table knows what may be taken back.
                    @if !open.shelf.secrets && at < last && open.undo_refused().is_none() {
                        details id="go-back" {
                            summary { "Go back to here" }
                            form method="post" action={ (base) "/undo" } {
                                (token(ctx)) input type="hidden" name="mark" value=(open.mark());
                                button class="danger" name="steps" value=(last - at) { "Undo " (count(last - at, "answer")) }
                            }
                        }
                    }
                    p { "Link to this moment: " a href=(to(at)) { (to(at)) } }
                }
                (bookmarks(ctx, &base, &marks, at))
            }
            section id="log" data-part class="panel" aria-labelledby="log-title" {
                h2 id="log-title" { "Log until then" }
                (LogView::of(open, &base).list(until, Filter::default(), true))
            }
            (time_line(&moments, &base, at, last))
        }
    };
    let title = format!("{} after {at}", open.label());
    Page { title: &title, nav: game_nav(&id, open.shelf.id), class: "at-table", body }.render(ctx)
}

/// What could be answered: what was chosen first, the others folded where they are many.
fn offered(ask: &Ask, chosen: Option<&str>) -> Markup {
    const FEW: usize = 7;
    let (taken, others): (Vec<_>, Vec<_>) = ask.options().iter().partition(|option| Some(&*option.key) == chosen);
    let all = html! { ul class="then" { @for option in &others { li { (capital(&option.label)) } } } };
    html! {
        ul class="then" { @for option in &taken { li class="taken" { (capital(&option.label)) strong { " – chosen" } } } }
        @if others.len() <= FEW { (all) } @else { details id="others" { summary { "The other answers: " (others.len()) } (all) } }
    }
}

/// What was answered last before a moment, in words.
fn tried(open: &Sitting, at: usize) -> Option<String> {
    let before = at.checked_sub(1)?;
    let (_, key) = open.seen().answers().into_iter().nth(before)?;
    let prompt = open.seen().after(before).prompt();
    let asked = prompt.asks.iter().flat_map(Ask::options).find(|option| option.key == key);
    asked.map(|option| option.label.clone())
}

/// The bookmarks of whoever looks, each with the number its moment has for him. Where something is hidden, what the other has marked is
/// none of his business.
fn own_marks(open: &Sitting, marks: &[Bookmark]) -> Vec<Bookmark> {
    let (eyes, seen) = (open.eyes(), open.seen());
    let own = marks.iter().filter(|mark| eyes.is_none() || mark.whose == eyes.map(|seat| seat.0));
    own.map(|mark| Bookmark { at: seen.moment(mark.at), ..mark.clone() }).collect()
}

fn bookmarks(ctx: &Ctx, base: &str, marks: &[Bookmark], at: usize) -> Markup {
    html! {
        section class="panel" aria-labelledby="marks" {
            h2 id="marks" { "Bookmarks" }
            form method="post" action={ (base) "/bookmark" } class="line" {
                (token(ctx))
                input type="hidden" name="at" value=(at);
                label { "Name " input name="name" maxlength="60" required; }
                button { "Mark this moment" }
            }
            ul {
                @for mark in marks {
                    li class="line" {
                        a href={ (base) "/replay?at=" (mark.at) } data-swap { (mark.name) " (" (mark.at) ")" }
                        form method="post" action={ (base) "/bookmark" } { (token(ctx)) input type="hidden" name="at" value=(mark.at); button class="small" name="drop" value=(mark.name) aria-label={ "Remove " (mark.name) } { "Remove" } }
                    }
                }
            }
        }
    }
}

/// The whole game as a line of chapters, and a field to go anywhere.
fn time_line(moments: &crate::moments::Moments, base: &str, at: usize, last: usize) -> Markup {
    // Where one day or battle is all there is, its rounds are what one looks for.
    let minor = moments.chapters.iter().filter(|chapter| !chapter.is_minor()).count() < 2;
    let listed = moments.chapters.iter().filter(|chapter| minor || !chapter.is_minor());
    let here = listed.clone().rfind(|chapter| chapter.at <= at).map(|chapter| chapter.event);
    html! {
        nav id="timeline" data-part aria-label="Time-line" {
            form method="get" action={ (base) "/replay" } class="seek" data-auto {
                label { "Answer " input type="range" name="at" min="0" max=(last) value=(at) aria-valuetext={ "after " (at) " of " (last) }; }
                button class="small" { "Go" }
            }
            details id="chapters" {
                summary { "Chapters" }
                div class="chapters" {
                    ol {
                        @for chapter in listed {
                            li { a href={ (base) "/replay?at=" (chapter.at.min(last)) } data-swap aria-current=[(here == Some(chapter.event)).then_some("step")] { (moments.text(chapter)) } }
                        }
                    }
                }
            }
        }
    }
}

/// `POST /game/ID/bookmark`
pub(crate) async fn bookmark(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    ctx: Ctx,
    fields: Fields,
) -> Response {
    let done = async {
        let at: usize = fields.number("at")?;
        at_table(&app, game_id(&id)?, move |_, open, _| {
            let (id, at) = (id_of(open), at.min(open.seen().answered()));
            let (place, whose) = (open.seen().place(at), open.eyes().map(|seat| seat.0));
            let tidy =
                |text: &str| text.chars().filter(|c| !c.is_control()).take(60).collect::<String>().trim().to_string();
            let dropped = fields.get("drop").map(String::from);
            let named = fields.get("name").map(tidy).filter(|name| !name.is_empty());
            open.change_beside(move |beside| {
                let marks = &mut beside.bookmarks;
                if let Some(dropped) = &dropped {
                    marks.retain(|mark| mark.at != place || mark.name != *dropped || mark.whose != whose);
                } else if let Some(name) = named.clone().filter(|_| marks.len() < MOST_MARKS) {
                    marks.push(Bookmark { at: place, name, whose });
                    marks.sort();
                    marks.dedup();
                }
            })?;
            Ok(see(&format!("/game/{id}/replay?at={at}")))
        })
        .await
    };
    shown(&ctx, done.await)
}

/// `POST /game/ID/playon`
pub(crate) async fn play_on(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    ctx: Ctx,
    fields: Fields,
) -> Response {
    let done = async {
        let (id, at) = (game_id(&id)?, fields.number::<usize>("at")?);
        let copy = at_table(&app, id, move |_, open, _| {
            let at = at.min(open.seen().answered());
            Ok(open.copy_after(at)?.map_or(id, |(place, _)| place.id))
        });
        crate::table::lay_out(&app, copy.await?).await
    };
    shown(&ctx, done.await)
}
