//! The library: games to begin, games to go on with, and how they ended.

mod begin;
mod fame;
mod files;
mod settings;
mod shelve;

pub(crate) use begin::{begin, learn, new_form};
use fame::fame;
pub(crate) use files::{export, export_whole, import};
pub(crate) use settings::{change_look, settings};
pub(crate) use shelve::{delete, delete_form, duplicate, rename, rename_form};

use crate::app::{App, SharedApp, aside, at_table, game_id, random_seed};
use crate::error::{Done, Oops};
use crate::forms;
use crate::guard::{Ctx, Fields, LONGEST_IMPORT, check_token, too_slow};
use crate::look::{self, Appearance, CARDS, CONTRASTS, MOTIONS, SCHEMES, SIZES};
use crate::page::{plain, see, shown, token};
use crate::rules::shelf;
use crate::table::lay_out;
use crate::words::{capital, count, encode, sentence};
use axum::extract::{Multipart, Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hulldown_core::dicebox::DiceMode;
use hulldown_core::game::Field;
use hulldown_desk::{NewDice, NewGame, Shelf};
use hulldown_keep::{Archive, Beside, FoundSave, LARGEST_SAVE, Preferences, Rules, SavedGame, ago, now};
use hulldown_store::{GameRow, StoreError};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::time::timeout;

/// How many games a page of the library lists.
const ON_A_PAGE: usize = 40;

/// Which games are listed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct GamesWanted {
    /// What their name, title or standing must hold.
    find: String,
    /// Which page of them, counted from 1.
    page: usize,
}

impl GamesWanted {
    /// Whether a game is one of them: every word is found somewhere.
    fn has(&self, row: &GameRow) -> bool {
        let title = hulldown_desk::find(&row.title).map_or("", |shelf| shelf.title);
        let old = if Rules::of(&row.title, row.rules_version) == Rules::Same { "" } else { "to be read" };
        let outcome = row.outcome.as_deref().unwrap_or_default();
        let all = [&row.name, &row.title, title, &row.summary, outcome, old];
        let all = all.map(str::to_lowercase).join("\n");
        self.find.split_whitespace().all(|word| all.contains(&word.to_lowercase()))
    }

    fn to(&self, page: usize) -> String {
        format!("/?find={}&page={page}#continue-title", encode(&self.find))
    }
}

/// `GET /`
pub(crate) async fn show(State(app): State<SharedApp>, Query(mut wanted): Query<GamesWanted>, ctx: Ctx) -> Response {
    wanted.find = wanted.find.chars().take(100).collect();
    let with = ctx.clone();
    let done = aside(move || {
        let rows = app.store.list()?;
        let kept: Vec<Kept<'_>> = rows.iter().map(|row| Kept::of(&app, row)).collect();
        let body = html! {
            h1 { "Hull Down" }
            p class="lead" { "Classic tank board games: exact rules, every roll explained." }
            @if let Some(warning) = app.store.warning() { p class="notice bad" { (warning) } }
            // What was begun comes before what could be.
            section aria-labelledby="continue-title" {
                h2 id="continue-title" { "Continue" }
                (games(&kept, &wanted, &with))
            }
            section aria-labelledby="shelf-title" {
                h2 id="shelf-title" { "Games" }
                ul class="shelf" { @for shelf in hulldown_desk::shelf() { (book(shelf, &with)) } }
            }
            section aria-labelledby="import-title" {
                h2 id="import-title" { "Import a game" }
                form method="post" action="/import" enctype="multipart/form-data" class="line" {
                    (token(&with))
                    label { "A file exported here or by the terminal " input type="file" name="file" accept=".json,application/json" required; }
                    button { "Import" }
                }
            }
            section aria-labelledby="fame-title" {
                h2 id="fame-title" { "Hall of fame" }
                (fame(&app, &kept))
            }
        };
        Ok(plain(&with, "Library", Vec::new(), body))
    });
    shown(&ctx, done.await)
}

/// The id of a game's picture: small copies are drawn from it.
fn cover_id(game: &str) -> String {
    format!("cover-{game}")
}

fn book(shelf: &Shelf, ctx: &Ctx) -> Markup {
    let named = |picture: String| picture.replacen("<svg ", &format!("<svg id=\"{}\" ", cover_id(shelf.id)), 1);
    let facts =
        [("Players", shelf.cover.players), ("Length", shelf.cover.length), ("To learn", shelf.cover.difficulty)];
    html! {
        li class="book" {
            @if let Some(picture) = (shelf.picture)() { div class="picture" { (PreEscaped(named(picture))) } }
            div {
                h3 { (shelf.title) }
                p { (shelf.about) }
                dl class="facts" { @for (name, fact) in facts.iter().filter(|(_, fact)| !fact.is_empty()) { div { dt { (name) } dd { (fact) } } } }
                div class="line" {
                    a class="button strong" href={ "/new/" (shelf.id) } { "New game" }
                    form method="post" action={ "/learn/" (shelf.id) } { (token(ctx)) button { "Learn: a guided first game" } }
                    a class="button" href={ "/rules/" (shelf.id) } { "Rules" }
                    a class="button" href={ "/charts/" (shelf.id) } { "Charts" }
                }
            }
        }
    }
}

/// A saved game, and what goes with it.
struct Kept<'r> {
    row: &'r GameRow,
    guided: bool,
    /// Who is to play, as far as that can be told without opening it.
    turn: String,
    /// Whether its board may be seen here: where people keep things from each other nobody knows who looks.
    pictured: bool,
    /// The seats that bots play.
    bots: BTreeMap<u8, String>,
    /// How many answers were left to bots that were asked to play on.
    left: u64,
}

impl<'r> Kept<'r> {
    fn of(app: &App, row: &'r GameRow) -> Self {
        let beside = Beside::of(&app.store, row.id).unwrap_or_default();
        let left = beside.left_to_bots();
        let Beside { lessons, bots, .. } = beside;
        let secrets = hulldown_desk::find(&row.title).is_ok_and(|shelf| shelf.secrets);
        let turn = match (secrets, bots.contains_key(&0), bots.contains_key(&1)) {
            (false, ..) => "Your turn".into(),
            (true, true, true) => "Bots play".into(),
            // Whose turn it is would tell what the other has answered in private.
            (true, false, false) => "Two players at one screen".into(),
            (true, first, _) => format!("Your turn, as player {}", if first { 2 } else { 1 }),
        };
        Kept { row, guided: lessons.is_some(), turn, pictured: !secrets || bots.len() == 1, bots, left }
    }
}

fn games(kept: &[Kept<'_>], wanted: &GamesWanted, ctx: &Ctx) -> Markup {
    let looked_for = !wanted.find.is_empty();
    let found = || kept.iter().filter(|kept| wanted.has(kept.row));
    // Whoever looks for a game finds it wherever it is kept; else what goes on comes first, the guided game played last among it, and the
    // rest is folded away.
    let learning = kept.iter().filter(|kept| kept.guided && kept.row.outcome.is_none());
    let learning = learning.max_by_key(|kept| kept.row.updated).map(|kept| kept.row.id);
    let goes_on = |kept: &Kept<'_>| kept.row.outcome.is_none() && (!kept.guided || Some(kept.row.id) == learning);
    let first: Vec<&Kept<'_>> = found().filter(|kept| looked_for || goes_on(kept)).collect();
    let guided: Vec<&Kept<'_>> = found().filter(|kept| !looked_for && kept.guided && !goes_on(kept)).collect();
    let over: Vec<&Kept<'_>> =
        found().filter(|kept| !looked_for && !kept.guided && kept.row.outcome.is_some()).collect();
    let pages = first.len().div_ceil(ON_A_PAGE).max(1);
    let page = wanted.page.clamp(1, pages);
    html! {
        @if kept.is_empty() { p class="quiet" { "No games yet. Games from the terminal appear here too." } }
        @if kept.len() > ON_A_PAGE || looked_for {
            form method="get" action="/" role="search" class="line" {
                label { "Find a game " input type="search" name="find" value=(wanted.find) maxlength="100"; }
                button { "Find" }
                @if looked_for { a class="button" href="/#continue-title" { "All games" } }
            }
            p class="quiet" { (count(first.len(), "game")) @if pages > 1 { ", page " (page) " of " (pages) } "." }
        }
        ul class="games" { @for kept in first.iter().skip((page - 1) * ON_A_PAGE).take(ON_A_PAGE) { (game(kept, ctx)) } }
        @if pages > 1 {
            nav class="line" aria-label="Pages of games" {
                @if page > 1 { a class="button" rel="prev" href=(wanted.to(page - 1)) { "Played later" } }
                @if page < pages { a class="button" rel="next" href=(wanted.to(page + 1)) { "Played earlier" } }
            }
        }
        (folded("guided", "Guided games", &guided, ctx))
        (folded("over", "Finished games", &over, ctx))
    }
}

/// Games that are looked at now and then.
fn folded(id: &str, title: &str, games: &[&Kept<'_>], ctx: &Ctx) -> Markup {
    html! {
        @if !games.is_empty() {
            details id=(id) {
                summary { (title) ": " (games.len()) }
                ul class="games" { @for kept in games.iter().take(ON_A_PAGE) { (game(kept, ctx)) } }
                @if games.len() > ON_A_PAGE { p class="quiet" { "Find the others by name." } }
            }
        }
    }
}

/// What the game is called that is played.
fn game_name(row: &GameRow) -> &str {
    hulldown_desk::find(&row.title).map_or(row.title.as_str(), |shelf| shelf.title)
}

fn game(kept: &Kept<'_>, ctx: &Ctx) -> Markup {
    let Kept { row, turn, .. } = kept;
    let old = Rules::of(&row.title, row.rules_version) != Rules::Same;
    let title = game_name(row);
    html! {
        li {
            @if row.outcome.is_none() && !old && kept.pictured {
                img class="thumb" src=(crate::picture::address(row, ctx)) alt="" loading="lazy" decoding="async";
            } @else {
                svg class="thumb" viewBox="0 0 480 270" aria-hidden="true" { use href={ "#" (cover_id(&row.title)) } {} }
            }
            div {
                a class="title" href={ "/game/" (row.id) } { (row.name) }
                " " span class="quiet" { @if kept.guided { "Guided · " } @if !row.name.starts_with(title) { (title) " · " } (ago(row.updated, now())) @if old { " · rules version " (row.rules_version) ", to be read" } }
                p {
                    @match &row.outcome {
                        Some(outcome) => { "Over: " (outcome) }
                        None => { @if !old { strong { (turn) } ". " } (capital(&row.summary)) }
                    }
                }
            }
            div class="line" {
                @if row.outcome.is_none() { a class="button strong" href={ "/game/" (row.id) } aria-label={ "Continue " (row.name) } { "Continue" } }
                details class="more" {
                    summary aria-label={ "More for " (row.name) } { "More" }
                    div class="line" {
                        a class="button small" href={ "/game/" (row.id) "/rename" } aria-label={ "Rename " (row.name) } { "Rename" }
                        form method="post" action={ "/game/" (row.id) "/duplicate" } { (token(ctx)) button class="small" aria-label={ "Duplicate " (row.name) } { "Duplicate" } }
                        a class="button small" href={ "/game/" (row.id) "/export" } aria-label={ "Export " (row.name) } { "Export" }
                        a class="button small" href={ "/game/" (row.id) "/delete" } aria-label={ "Delete " (row.name) } { "Delete" }
                    }
                }
            }
        }
    }
}

/// The row of a game.
async fn row(app: &SharedApp, id: &str) -> Done<GameRow> {
    let (app, id) = (Arc::clone(app), game_id(id)?);
    aside(move || Ok(app.store.row(id)?)).await
}
