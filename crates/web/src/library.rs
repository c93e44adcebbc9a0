//! The library: games to begin, games to go on with, and how they ended.

mod files;
mod settings;

pub(crate) use files::{export, export_whole, import};
pub(crate) use settings::{change_look, settings};

use crate::app::{App, Shared, aside, at_table, game_id, random_seed};
use crate::error::{Done, Oops};
use crate::forms;
use crate::guard::{Ctx, Fields, LONGEST_IMPORT, check_token, too_slow};
use crate::look::{self, CARDS, CONTRASTS, Look, MOTIONS, SCHEMES, SIZES};
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
use hulldown_keep::{Archive, Beside, Found, LARGEST_SAVE, Preferences, Rules, SavedGame, ago, now};
use hulldown_store::{GameRow, StoreError};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::time::timeout;

/// How many games a page of the library lists.
const ON_A_PAGE: usize = 40;

/// How many games the hall of fame has.
const FAMOUS: usize = 25;

/// Which games are listed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Wanted {
    /// What their name, title or standing must hold.
    find: String,
    /// Which page of them, counted from 1.
    page: usize,
}

impl Wanted {
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
pub(crate) async fn show(State(app): State<Shared>, Query(mut wanted): Query<Wanted>, ctx: Ctx) -> Response {
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
}

impl<'r> Kept<'r> {
    fn of(app: &App, row: &'r GameRow) -> Self {
        let Beside { lessons, bots, .. } = Beside::of(&app.store, row.id).unwrap_or_default();
        let secrets = hulldown_desk::find(&row.title).is_ok_and(|shelf| shelf.secrets);
        let turn = match (secrets, bots.contains_key(&0), bots.contains_key(&1)) {
            (false, ..) => "Your turn".into(),
            (true, true, true) => "Bots play".into(),
            (true, false, false) => "Two players at one screen".into(),
            (true, first, _) => format!("Your turn, as player {}", if first { 2 } else { 1 }),
        };
        Kept { row, guided: lessons.is_some(), turn, pictured: !secrets || bots.len() == 1, bots }
    }
}

fn games(kept: &[Kept<'_>], wanted: &Wanted, ctx: &Ctx) -> Markup {
    let looked_for = !wanted.find.is_empty();
    let found = || kept.iter().filter(|kept| wanted.has(kept.row));
    // Whoever looks for a game finds it wherever it is kept; else what goes on comes first, and the rest is folded away.
    let first: Vec<&Kept<'_>> =
        found().filter(|kept| looked_for || (kept.row.outcome.is_none() && !kept.guided)).collect();
    let guided: Vec<&Kept<'_>> = found().filter(|kept| !looked_for && kept.guided).collect();
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
                " " span class="quiet" { @if !row.name.starts_with(title) { (title) " · " } (ago(row.updated, now())) @if old { " · rules version " (row.rules_version) ", to be read" } }
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

/// How many scores are worked out for one look at the library: a long game takes a moment.
const SCORES_AT_ONCE: usize = 12;

/// Finished games, the best first; guided ones are no feat.
fn fame(app: &App, kept: &[Kept<'_>]) -> Markup {
    let over = kept.iter().filter(|kept| kept.row.outcome.is_some() && !kept.guided);
    let mut over: Vec<(Option<i64>, &GameRow)> =
        over.enumerate().map(|(n, kept)| (app.score(kept.row, &kept.bots, n < SCORES_AT_ONCE), kept.row)).collect();
    over.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    over.truncate(FAMOUS);
    html! {
        @if over.is_empty() { p class="quiet" { "No finished games yet." } }
        @else {
            div class="scroll" tabindex="0" role="region" aria-label="Hall of fame" {
                table class="figures" {
                    thead { tr { th scope="col" { "Name" } th scope="col" { "Game" } th scope="col" { "Score" } th scope="col" { "How it ended" } th scope="col" { "How it stood" } } }
                    tbody {
                        @for (score, row) in over {
                            tr {
                                th scope="row" { a href={ "/game/" (row.id) "/report" } { (row.name) } }
                                td { (game_name(row)) }
                                td { @match score { Some(score) => { (score) } None => { "–" } } }
                                td { (row.outcome.as_deref().unwrap_or_default()) }
                                td { (capital(&row.summary)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What a field is called.
fn field_name(shelf: &Shelf, name: &str) -> String {
    let called = shelf.form.called.iter().find(|(field, _)| *field == name).map(|(_, called)| (*called).to_string());
    called.unwrap_or_else(|| capital(&name.replace('_', " ")))
}

fn field_text(field: &Field) -> String {
    field.default.as_str().map_or_else(|| field.default.to_string(), String::from)
}

/// `GET /new/GAME`
pub(crate) async fn new_form(Path(game): Path<String>, ctx: Ctx) -> Response {
    let done = || Ok(new_page(&ctx, shelf(&game)?, None, &|_| None));
    shown(&ctx, done())
}

fn new_page(ctx: &Ctx, shelf: &Shelf, wrong: Option<&str>, given: &dyn Fn(&str) -> Option<String>) -> Response {
    let sheets = (shelf.sheets)(None).unwrap_or_default();
    let dice = given("dice").unwrap_or_else(|| "random".into());
    let fields = (shelf.fields)();
    let first = |field: &Field| shelf.form.first.is_empty() || shelf.form.first.contains(&field.name);
    let body = html! {
        h1 { "New game of " (shelf.title) }
        p { (shelf.about) }
        @if let Some(wrong) = wrong { p class="notice bad" role="alert" { (wrong) } }
        form method="post" action={ "/new/" (shelf.id) } class="setup" {
            (token(ctx))
            @for field in fields.iter().filter(|field| first(field)) { (asked(shelf, field, given)) }
            @if shelf.secrets { (seats(shelf, given)) }
            (partners(shelf, given))
            button class="strong" { "Begin" }
            details class="more" id="more" open[wrong.is_some()] {
                summary { "More: dice, name, " @if shelf.form.only.is_empty() { "rules" } @else { "options" } }
                div class="setup" {
                    @for field in fields.iter().filter(|field| !first(field)) { (asked(shelf, field, given)) }
                    div class="field" {
                        label for="name" { "Name of the game" }
                        input id="name" name="name" maxlength="80" value=(given("name").unwrap_or_default()) aria-describedby="name-help";
                        p id="name-help" class="quiet" { "Shown in the library. Leave empty for the game's title." }
                    }
                    fieldset class="field" {
                        legend { "Dice" }
                        label { input type="radio" name="dice" value="random" checked[dice == "random"]; " The program rolls all dice." }
                        label { input type="radio" name="dice" value="hand" checked[dice == "hand"]; " I roll all dice and type them in." }
                        label { input type="radio" name="dice" value="charts" checked[dice == "charts"]; " I roll for the charts ticked below, the program for the rest." }
                        details { summary { "Charts" } div class="ticks" {
                            @for sheet in sheets.iter().filter(|sheet| sheet.dice.is_some()) { label { input type="checkbox" name="chart" value=(sheet.id); " " (capital(&sheet.title)) } }
                        } }
                        p class="quiet" { "You can change this at any time." }
                    }
                    (readings(shelf, &given("reading").unwrap_or_default()))
                    div class="field" {
                        label for="seed" { "Seed of the dice" }
                        input id="seed" name="seed" inputmode="numeric" pattern="[0-9]*" maxlength="20" value=(given("seed").unwrap_or_default()) aria-describedby="seed-help";
                        p id="seed-help" class="quiet" { "A number. The same seed and answers give the same game. Leave empty for a new one." }
                    }
                }
            }
        }
    };
    plain(ctx, "New game", Vec::new(), body)
}

/// One field of a set-up.
fn asked(shelf: &Shelf, field: &Field, given: &dyn Fn(&str) -> Option<String>) -> Markup {
    let id = format!("field-{}", field.name);
    let first = shelf.newcomer.set.iter().find(|(name, _)| *name == field.name).map(|(_, value)| (*value).to_string());
    let value = given(&format!("setup-{}", field.name)).or(first).unwrap_or_else(|| field_text(field));
    let only = shelf.form.only.iter().find(|(name, ..)| *name == field.name);
    let only = only.map(|(_, other, values)| format!("{other}={}", values.join(",")));
    html! {
        div class="field" data-only=[only] {
            label for=(id) { (field_name(shelf, field.name)) }
            @if field.values.is_empty() {
                input id=(id) name={ "setup-" (field.name) } value=(value) maxlength="60" aria-describedby={ (id) "-help" };
            } @else {
                select id=(id) name={ "setup-" (field.name) } aria-describedby={ (id) "-help" } {
                    @for (option, text) in &field.values { option value=(option) selected[*option == value] { (text) } }
                }
            }
            p id={ (id) "-help" } class="quiet" { (sentence(field.help)) }
            @for (value, _) in &field.values {
                @if let Some(says) = (shelf.tells)(field.name, value) { p class="tells" data-only={ (field.name) "=" (value) } { (says) } }
            }
        }
    }
}

/// Who plays which side.
fn seats(shelf: &Shelf, given: &dyn Fn(&str) -> Option<String>) -> Markup {
    html! {
        @for seat in [0, 1] {
            @let policy = (shelf.policies)().first().map_or("person", |(name, _)| name);
            @let default = if seat == shelf.newcomer.seat { "person" } else { policy };
            @let id = format!("seat{seat}");
            @let value = given(&id).unwrap_or_else(|| default.into());
            div class="field" {
                label for=(id) { "Player " (seat + 1) }
                select id=(id) name=(id) {
                    option value="person" selected[value == "person"] { "a person" }
                    @for (name, help) in (shelf.policies)() { option value=(name) selected[value == name] { (name) ": " (help) } }
                }
            }
        }
    }
}

/// Who plays the other seats of a game that is played together.
fn partners(shelf: &Shelf, given: &dyn Fn(&str) -> Option<String>) -> Markup {
    let value = given("partners").unwrap_or_else(|| "person".into());
    html! {
        @if let Some((field, values)) = shelf.form.partners {
            div class="field" data-only=(format!("{field}={}", values.join(","))) {
                label for="partners" { "The others" }
                select id="partners" name="partners" aria-describedby="partners-help" {
                    option value="person" selected[value == "person"] { "people at this screen" }
                    @for (name, help) in (shelf.policies)() { option value=(name) selected[value == name] { (name) ": " (help) } }
                }
                p id="partners-help" class="quiet" { "Who plays with you. You can change this at any time." }
            }
        }
    }
}

/// Where the sources of a game's charts disagree, one may play what another source has. The given names are ticked, one a line.
fn readings(shelf: &Shelf, given: &str) -> Markup {
    let all: Vec<_> = (shelf.disagreements)().into_iter().filter(|d| d.playable).collect();
    html! {
        @if !all.is_empty() {
            fieldset class="field" {
                legend { "Where " (shelf.sources.disagree) }
                details open[!given.is_empty()] {
                    summary { "Other readings" }
                    div class="readings" {
                        @for d in &all {
                            div {
                                label { input type="checkbox" name="reading" value=(d.name) checked[given.lines().any(|name| name == d.name)]; " " (capital(d.about)) }
                                p class="quiet" { "Ours: " (d.ours) ". Ticked: " (d.theirs) ". " (sentence(d.why)) @if let Some(note) = d.note { " " (sentence(note)) } }
                            }
                        }
                    }
                }
                p class="quiet" { "Ticked items follow the other source. This cannot be changed later." }
            }
        }
    }
}

/// The set-up a form means: what differs from the default.
fn setup_of(shelf: &Shelf, fields: &Fields) -> Value {
    let mut setup = Map::new();
    for field in (shelf.fields)() {
        let Some(text) = fields.get(&format!("setup-{}", field.name)) else { continue };
        let value = match serde_json::from_str(text) {
            Ok(value) if !field.default.is_string() => value,
            _ => Value::String(text.trim().into()),
        };
        if value != field.default {
            setup.insert(field.name.into(), value);
        }
    }
    if setup.is_empty() { Value::Null } else { Value::Object(setup) }
}

/// `POST /new/GAME`
pub(crate) async fn begin(State(app): State<Shared>, Path(game): Path<String>, ctx: Ctx, fields: Fields) -> Response {
    let (with, shared) = (ctx.clone(), Arc::clone(&app));
    // The game, or the form again.
    let made = aside(move || {
        let shelf = shelf(&game)?;
        let refuse = |why: String| {
            let mut response = new_page(&with, shelf, Some(&why), &|name| match name {
                "reading" => Some(fields.all(name).collect::<Vec<_>>().join("\n")),
                _ => fields.get(name).map(String::from),
            });
            *response.status_mut() = axum::http::StatusCode::BAD_REQUEST;
            Ok(Err(response))
        };
        let seed = match fields.get("seed").unwrap_or_default().trim() {
            "" => random_seed(),
            text => match text.parse() {
                Ok(seed) => seed,
                Err(_) => return refuse("The seed is a whole number, at most 18446744073709551615.".into()),
            },
        };
        let mode = forms::mode(fields.get("dice").unwrap_or("random"), fields.all("chart")).unwrap_or(DiceMode::Random);
        let readings: Vec<String> = fields.all("reading").map(String::from).collect();
        let pack = match readings.as_slice() {
            [] => None,
            readings => match (shelf.readings)(readings) {
                Ok(pack) => Some(pack),
                Err(problem) => return refuse(sentence(&problem.to_string())),
            },
        };
        let (setup, dice, pack) = (setup_of(shelf, &fields), NewDice::Mode(mode), pack.as_ref());
        let new = NewGame { setup, seed, dice, pack, ..NewGame::default() };
        let game = match (shelf.new)(new) {
            Ok(game) => game,
            Err(problem) => return refuse(sentence(&problem.to_string())),
        };
        let name = fields.get("name").unwrap_or_default().trim();
        let name = if name.is_empty() { app.store.fresh_name(shelf.title)? } else { name.into() };
        let known = (shelf.policies)();
        // Of two sides each says who plays it; who plays together is the first, and all others are played alike.
        let player = |seat: u8| match (shelf.secrets, seat) {
            (true, _) => fields.get(&format!("seat{seat}")),
            (false, 0) => None,
            (false, _) => fields.get("partners"),
        };
        let given = |seat: u8| player(seat).filter(|name| *name != "person").map(|name| (seat, name.to_string()));
        let bots: BTreeMap<u8, String> = (0..game.seats()).filter_map(given).collect();
        if let Some(player) = bots.values().find(|name| !known.iter().any(|(bot, _)| bot == name)) {
            return refuse(format!("This game has no bot called {player}."));
        }
        if !bots.is_empty() && bots.len() == usize::from(game.seats()) {
            return refuse(
                "At least one seat needs a person. To watch bots play, start a game and use \u{201c}Play on\u{201d}."
                    .into(),
            );
        }
        match SavedGame::begin(&app.store, &name, &*game, &Beside { bots, ..Beside::default() }) {
            Ok(saved) => Ok(Ok(saved.id)),
            Err(error @ (StoreError::NameTaken { .. } | StoreError::BadName { .. })) => {
                refuse(sentence(&error.to_string()))
            }
            Err(error) => Err(error.into()),
        }
    });
    let done = async {
        match made.await? {
            Ok(id) => lay_out(&shared, id).await,
            Err(refused) => Ok(refused),
        }
    };
    shown(&ctx, done.await)
}

/// `POST /learn/GAME`
pub(crate) async fn learn(State(app): State<Shared>, Path(game): Path<String>, ctx: Ctx, _: Fields) -> Response {
    let shared = Arc::clone(&app);
    let made = aside(move || {
        let shelf = shelf(&game)?;
        let game = (shelf.guided)()?;
        let name = app.store.fresh_name(&format!("{}: first steps", shelf.title))?;
        let mut beside = Beside::default();
        beside.begin_lessons(shelf.newcomer.level);
        if let (true, Some((name, _))) = (shelf.secrets, (shelf.policies)().first()) {
            beside.bots.insert(1 - shelf.newcomer.seat, (*name).to_string());
        }
        Preferences::change(&app.store, |preferences| preferences.tips_off = false)?;
        let saved = SavedGame::begin(&app.store, &name, &*game, &beside)?;
        Ok(saved.id)
    });
    let done = async { lay_out(&shared, made.await?).await };
    shown(&ctx, done.await)
}

/// The row of a game.
async fn row(app: &Shared, id: &str) -> Done<GameRow> {
    let (app, id) = (Arc::clone(app), game_id(id)?);
    aside(move || Ok(app.store.row(id)?)).await
}

/// `GET /game/ID/rename`
pub(crate) async fn rename_form(State(app): State<Shared>, Path(id): Path<String>, ctx: Ctx) -> Response {
    let done = row(&app, &id).await.map(|row| rename_page(&ctx, &row, &row.name, None));
    shown(&ctx, done)
}

fn rename_page(ctx: &Ctx, row: &GameRow, name: &str, wrong: Option<&str>) -> Response {
    let body = html! {
        h1 { "Rename " (row.name) }
        @if let Some(wrong) = wrong { p class="notice bad" role="alert" { (wrong) } }
        form method="post" action={ "/game/" (row.id) "/rename" } class="line" {
            (token(ctx))
            label { "New name " input name="name" value=(name) maxlength="80" required autofocus; }
            button class="strong" { "Rename" }
            a class="button" href="/" { "Leave it" }
        }
    };
    plain(ctx, "Rename", Vec::new(), body)
}

/// `POST /game/ID/rename`
pub(crate) async fn rename(State(app): State<Shared>, Path(id): Path<String>, ctx: Ctx, fields: Fields) -> Response {
    let with = ctx.clone();
    let done = async {
        let id = game_id(&id)?;
        aside(move || {
            let name = fields.need("name")?;
            match app.store.rename(id, name) {
                Ok(()) => Ok(see("/")),
                Err(error @ (StoreError::NameTaken { .. } | StoreError::BadName { .. })) => {
                    let row = app.store.row(id)?;
                    let mut response = rename_page(&with, &row, name, Some(&sentence(&error.to_string())));
                    *response.status_mut() = axum::http::StatusCode::BAD_REQUEST;
                    Ok(response)
                }
                Err(error) => Err(error.into()),
            }
        })
        .await
    };
    shown(&ctx, done.await)
}

/// `POST /game/ID/duplicate`
pub(crate) async fn duplicate(State(app): State<Shared>, Path(id): Path<String>, ctx: Ctx, _: Fields) -> Response {
    let done = async {
        let id = game_id(&id)?;
        at_table(&app, id, move |app, open, _| {
            if open.game.head().secret.is_some() && open.game.outcome().is_none() {
                // Its seals must not be those of the game it is made from: whoever ends one would open the other's.
                open.copy_after(usize::MAX)?;
                return Ok(see("/"));
            }
            let name = app.store.fresh_name(open.label())?;
            app.store.duplicate(id, open.length(), &name)?;
            Ok(see("/"))
        })
        .await
    };
    shown(&ctx, done.await)
}

/// `GET /game/ID/delete`
pub(crate) async fn delete_form(State(app): State<Shared>, Path(id): Path<String>, ctx: Ctx) -> Response {
    let done = row(&app, &id).await.map(|row| {
        let body = html! {
            h1 { "Delete " (row.name) "?" }
            p { (row.title) ": " (capital(&row.summary)) }
            p { "It disappears from the library; only the backups of the last few weeks still have it. To keep a copy, " a href={ "/game/" (row.id) "/export" } { "export it" } " first." }
            form method="post" action={ "/game/" (row.id) "/delete" } class="line" {
                (token(&ctx))
                button class="danger" { "Delete for good" }
                a class="button" href="/" { "Keep it" }
            }
        };
        plain(&ctx, "Delete", Vec::new(), body)
    });
    shown(&ctx, done)
}

/// `POST /game/ID/delete`
pub(crate) async fn delete(State(app): State<Shared>, Path(id): Path<String>, ctx: Ctx, _: Fields) -> Response {
    let done = async {
        let id = game_id(&id)?;
        aside(move || {
            app.store.remove(id)?;
            app.put_away(id);
            Ok(see("/"))
        })
        .await
    };
    shown(&ctx, done.await)
}
