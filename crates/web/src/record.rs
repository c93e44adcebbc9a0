//! Games of other rules: they keep their addresses and can be read as they were told; nothing of them changes. Whoever wants to go on by
//! the rules of today says so, once, and gets a game of its own.

use crate::app::{App, SharedApp, aside, game_id};
use crate::career;
use crate::error::{Done, Oops};
use crate::guard::{Ctx, Fields};
use crate::log::{self, Filter, LogView};
use crate::moments::Moments;
use crate::page::{Page, plain, see, shown, token};
use crate::report::{self, GameReport};
use crate::table::placed;
use crate::words::{capital, count};
use axum::extract::{Path, Query, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hulldown_core::Viewer;
use hulldown_core::game::Seat;
use hulldown_desk::EventLine;
use hulldown_draw::{Known, Look, Region};
use hulldown_keep::{Archive, Beside, Bookmark, Reader, Record, Rules};
use hulldown_store::GameRow;
use maud::{Markup, html};
use std::sync::Arc;

/// How much of the log the first page shows.
const LOG_SHOWN: usize = 60;

/// Goes with the reply of who wanted to sit down at a game that can only be read.
#[derive(Clone, Copy)]
pub(crate) struct OnlyRead;

/// Shows games that can only be read, wherever somebody finds them. All other requests pass: a game is looked at here only after
/// its table has turned it down.
pub(crate) async fn records(State(app): State<SharedApp>, request: Request, next: Next) -> Response {
    let ctx = request.extensions().get::<Ctx>().cloned().unwrap_or_else(|| Ctx::of(&app, request.headers()));
    let (method, address) = (request.method().clone(), request.uri().clone());
    let response = next.run(request).await;
    if response.extensions().get::<OnlyRead>().is_none() {
        return response;
    }
    let with = ctx.clone();
    let done = aside(move || {
        let mut parts = address.path().trim_start_matches('/').splitn(3, '/').skip(1);
        let (id, what) = (game_id(parts.next().unwrap_or_default())?, parts.next().unwrap_or_default());
        let row = app.store.row(id)?;
        match (method == Method::POST, what) {
            (false, what) => {
                let query = Query::<Vec<(String, String)>>::try_from_uri(&address).map(|Query(query)| query);
                let query = query.unwrap_or_default();
                Reading::of(&app, row, side(&query))?.page(&with, what, &query)
            }
            (true, "duplicate") => {
                let name = app.store.fresh_name(&row.name)?;
                app.store.duplicate(row.id, row.length, &name)?;
                Ok(see("/"))
            }
            (true, _) => {
                let text = "This game was played under other rules. You can read it; nothing in it changes.";
                Err(Oops::new(StatusCode::CONFLICT, "Only to be read", text).back(format!("/game/{id}")))
            }
        }
    });
    shown(&ctx, done.await)
}

/// `POST /game/ID/go-on`: the one way to go on by the rules of today. Asked for twice, it leads to the same game.
pub(crate) async fn go_on(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx, _: Fields) -> Response {
    let done = async {
        let id = game_id(&id)?;
        let shared = Arc::clone(&app);
        let gone_on = aside(move || shared.go_on_by_new_rules(&shared.store.row(id)?)).await?;
        crate::table::lay_out(&app, gone_on).await
    };
    shown(&ctx, done.await)
}

/// The side somebody wants to read a record as, where people have played both.
fn side(query: &[(String, String)]) -> Option<Seat> {
    let (_, side) = query.iter().find(|(key, _)| key == "side")?;
    ["1", "2"].iter().position(|known| known == side).map(|n| Seat(n as u8))
}

/// A record and who reads it.
struct Reading {
    row: GameRow,
    record: Record,
    reader: Reader,
    /// Whether the reader has said which side of two he is of, so that his links say it too.
    chosen: bool,
    bookmarks: Vec<Bookmark>,
    moments: Moments,
    /// The game that goes on from it.
    next: Option<GameRow>,
}

impl Reading {
    fn of(app: &App, row: GameRow, side: Option<Seat>) -> Done<Self> {
        let record = Archive { store: app.store.clone() }.record(&row)?;
        let Beside { bots, bookmarks, .. } = Beside::of(&app.store, row.id)?;
        let reader = Reader::of(record.shelf, row.outcome.is_some(), &bots);
        let chosen = side.filter(|_| reader == Reader::Everybody);
        let reader = chosen.map_or(reader, Reader::Side);
        let chosen = chosen.is_some();
        let heard = record.heard(reader);
        let told = (0..record.answered(reader)).map(|n| heard.partition_point(|(after, _)| *after <= n)).collect();
        let moments = Moments::new(heard.into_iter().map(|(_, event)| event).collect(), told);
        let next = app.store.following(row.id)?;
        Ok(Reading { row, record, reader, chosen, bookmarks, moments, next })
    }

    fn page(&self, ctx: &Ctx, what: &str, query: &[(String, String)]) -> Done<Response> {
        let asked = |name: &str| query.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        let name = &self.row.name;
        match what {
            "" => Ok(self.laid(ctx, name, self.first(ctx))),
            "log" => {
                let asked = |name| asked(name).unwrap_or_default();
                let filter = Filter::of(&asked("voice"), &asked("kind"));
                Ok(self.laid(ctx, &format!("Log of {name}"), self.log(filter)))
            }
            "replay" => {
                let at = asked("at").and_then(|at| at.parse().ok()).unwrap_or(usize::MAX);
                Ok(self.laid(ctx, &format!("{name}: replay"), self.replay(at.min(self.record.answered(self.reader)))))
            }
            "career" => Ok(self.laid(ctx, &format!("Career: {name}"), self.career())),
            "report" => {
                let body = self
                    .report()
                    .page(&self.row.id.to_string(), self.moments.log.iter().any(|event| event.story.is_some()));
                Ok(plain(ctx, &format!("Report: {name}"), self.nav(), body))
            }
            "report.md" => {
                let text = self.report().markdown();
                Ok(([(header::CONTENT_TYPE, "text/markdown; charset=utf-8")], text).into_response())
            }
            "story" => Ok(self.laid(ctx, &format!("Story: {name}"), self.story())),
            "record.json" => {
                let text = serde_json::json!({
                    "game": self.record.shelf.id,
                    "name": name,
                    "rules_version": self.record.rules_version,
                    "outcome": self.row.outcome,
                    "events": self.moments.log,
                });
                Ok(([(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response())
            }
            what => match what.strip_prefix("event/").and_then(|n| n.parse::<usize>().ok()) {
                Some(n) => self.event(ctx, n),
                None => {
                    Err(Oops::missing("A game of other rules can only be read: its log, replay, report and career.")
                        .back(format!("/game/{}", self.row.id)))
                }
            },
        }
    }

    fn nav(&self) -> Vec<(String, &'static str)> {
        let id = self.row.id;
        let pages =
            [("", "Record"), ("/log", "Log"), ("/replay", "Replay"), ("/report", "Report"), ("/career", "Career")];
        pages.into_iter().map(|(page, text)| (format!("/game/{id}{page}{}", self.side("?")), text)).collect()
    }

    fn laid(&self, ctx: &Ctx, title: &str, body: Markup) -> Response {
        Page { title, nav: self.nav(), class: "wide", body }.render(ctx)
    }

    /// What a link needs so that it leads to a page for the same reader.
    fn side(&self, before: &str) -> String {
        match self.reader {
            Reader::Side(seat) if self.chosen => format!("{before}side={}", seat.0 + 1),
            _ => String::new(),
        }
    }

    /// The address for the same reader.
    fn own_base(&self) -> String {
        self.base() + &self.side("?")
    }

    fn base(&self) -> String {
        format!("/game/{}", self.row.id)
    }

    fn stands(&self) -> String {
        capital(self.row.outcome.as_deref().unwrap_or(&self.row.summary))
    }

    /// What it is, and what can be done with it.
    fn notice(&self) -> Markup {
        let base = self.base();
        html! {
            p class="notice" role="note" { (self.record.about()) }
            @match self.reader {
                Reader::Everybody => {
                    p { "People played both sides, with hidden information. Read it as "
                        a class="button" href={ (base) "?side=1" } { "player 1" } " "
                        a class="button" href={ (base) "?side=2" } { "player 2" } }
                }
                Reader::Side(seat) if self.chosen => {
                    p { "As player " (seat.0 + 1) " may know it. " a href=(base) { "What both know" } }
                }
                _ => {}
            }
        }
    }

    fn first(&self, ctx: &Ctx) -> Markup {
        let (base, from) = (self.base(), self.moments.log.len().saturating_sub(LOG_SHOWN));
        html! {
            h1 { (self.row.name) }
            p class="lead" { (self.record.shelf.title) ": " (self.stands()) }
            (self.notice())
            (self.onward(ctx))
            (self.position())
            section class="panel" aria-labelledby="log" {
                h2 id="log" { "The log" }
                (self.lines(&self.moments.log[from..], Filter::default()))
                @if from > 0 { p { a href={ (base) "/log" (self.side("?")) } { "All " (count(self.moments.log.len(), "event")) } } }
            }
        }
    }

    /// How to go on, if one can.
    fn onward(&self, ctx: &Ctx) -> Markup {
        let older = Rules::of(&self.row.title, self.row.rules_version) == Rules::Older;
        html! {
            @if let Some(next) = &self.next {
                p { "Continued under newer rules: " a class="button strong" href={ "/game/" (next.id) } { (next.name) } }
            } @else if older && self.row.outcome.is_none() {
                form method="post" action={ (self.base()) "/go-on" } class="panel" {
                    (token(ctx))
                    p {
                        "You can continue under today's rules (version " (self.record.shelf.rules_version) "). That starts a new game from the last finished step: \
                         questions of the open step are asked again, the dice are new, and nothing played so far can be undone there. \
                         This record stays as it is, at this address."
                    }
                    button class="strong" { "Continue under today's rules" }
                }
            }
        }
    }

    /// The position the game was left in, as far as the reader may see it.
    fn position(&self) -> Markup {
        let look = Look { whole: true, ..Look::default() };
        let drawn = self
            .viewer()
            .zip(self.record.position.as_ref().ok())
            .map(|(viewer, position)| position.panels(viewer, &[], &self.base(), &look));
        html! {
            @match (&self.record.position, drawn) {
                (Err(why), _) => { p class="quiet" { "The final position cannot be shown. " (capital(why)) } }
                (Ok(_), None) => { p class="quiet" { "The position is hidden: people of both sides may be looking." } }
                (Ok(_), Some(drawn)) => {
                    p class="quiet" { "The position after the last finished step, as today's rules show it." }
                    div class="viewport" { div class="zoomer" { div id="board" { (placed(&drawn, Region::Board)) } } }
                    (placed(&drawn, Region::Side))
                }
            }
        }
    }

    fn viewer(&self) -> Option<Viewer> {
        self.record.viewer(self.reader)
    }

    /// Lines of the log, as whoever reads them may know it.
    fn lines(&self, events: &[EventLine], filter: Filter) -> Markup {
        let seat = match self.reader {
            Reader::Side(seat) => seat,
            _ => Seat(0),
        };
        let log = LogView {
            game: self.record.shelf.id,
            base: &self.own_base(),
            seat,
            rewinds: &[],
            known: Known::default(),
            listed: None,
        };
        log.list(events, filter, false)
    }

    fn log(&self, filter: Filter) -> Markup {
        let base = self.base();
        html! {
            h1 { "Log of " (self.row.name) }
            (self.notice())
            (log::filter_form(&format!("{base}/log"), filter))
            (self.lines(&self.moments.log, filter))
        }
    }

    fn replay(&self, at: usize) -> Markup {
        let (base, last) = (self.base(), self.record.answered(self.reader));
        let to = |n: usize| format!("{base}/replay?at={n}{}", self.side("&"));
        let steps = [
            ("|◀ start", (at > 0).then_some(0)),
            ("◀◀ part", self.moments.step(at, false, false)),
            ("◀ round", self.moments.step(at, true, false)),
            ("‹ step", at.checked_sub(1)),
            ("step ›", (at < last).then_some(at + 1)),
            ("round ▶", self.moments.step(at, true, true).filter(|n| *n <= last)),
            ("part ▶▶", self.moments.step(at, false, true).filter(|n| *n <= last)),
            ("end ▶|", (at < last).then_some(last)),
        ];
        html! {
            h1 { (self.row.name) " " span class="quiet" { "replay" } }
            (self.notice())
            h2 { "After " (count(at, "answer")) " of " (last) }
            div class="tools" role="group" aria-label="Steps" {
                @for (text, to_at) in steps {
                    @match to_at {
                        Some(n) => { a class="button" href=(to(n)) { (text) } }
                        None => { span class="button off" aria-disabled="true" { (text) } }
                    }
                }
            }
            form method="get" action={ (base) "/replay" } class="seek" data-auto {
                @if let Reader::Side(seat) = self.reader && self.chosen { input type="hidden" name="side" value=(seat.0 + 1); }
                label { "Answer " input type="range" name="at" min="0" max=(last) value=(at) aria-valuetext={ "after " (at) " of " (last) }; }
                button class="small" { "Go" }
            }
            @if let Some((_, key)) = at.checked_sub(1).and_then(|n| self.record.answer(n, self.reader)) {
                p { "The answer was " code { (key) } "." }
            }
            section class="panel" aria-labelledby="set-off" {
                h2 id="set-off" { "The log of that time" }
                (self.lines(self.moments.events_at(at), Filter::default()))
            }
            @if let Some((_, key)) = self.record.answer(at, self.reader) { p { "Next: " code { (key) } } }
            @if at == last { (self.position()) }
            (self.marked(&to))
        }
    }

    /// Moments somebody has marked. Where sides keep things from each other only one's own are, and by one's own numbers.
    fn marked(&self, to: &dyn Fn(usize) -> String) -> Markup {
        let number = |mark: &Bookmark| match (self.reader, mark.whose) {
            (Reader::Umpire, _) => Some(mark.at),
            (Reader::Side(seat), Some(whose)) if whose == seat.0 => {
                Some(self.record.counted_before(mark.at, self.reader))
            }
            _ => None,
        };
        let marks: Vec<(usize, &str)> =
            self.bookmarks.iter().filter_map(|mark| Some((number(mark)?, mark.name.as_str()))).collect();
        html! {
            @if !marks.is_empty() {
                section class="panel" aria-labelledby="bookmarks" {
                    h2 id="bookmarks" { "Bookmarks" }
                    ul { @for (at, name) in marks { li { a href=(to(at)) { (name) } " " span class="quiet" { "after " (count(at, "answer")) } } } }
                }
            }
        }
    }

    fn career(&self) -> Markup {
        let drawn = self.viewer().zip(self.record.position.as_ref().ok());
        let drawn = drawn.map(|(viewer, position)| position.career(viewer));
        html! {
            h1 { "Career: " (self.row.name) }
            p class="lead" { (self.stands()) }
            (self.notice())
            div class="career" {
                (placed(&drawn.unwrap_or_default(), Region::Career))
                @if !self.moments.log.is_empty() { (career::told(&self.moments, &self.row.id.to_string())) }
            }
        }
    }

    fn report(&self) -> GameReport {
        let position = self.record.position.as_ref().ok();
        let sections = self.viewer().zip(position).map(|(viewer, position)| position.sections(viewer));
        GameReport {
            name: self.row.name.clone(),
            title: self.record.shelf.title,
            status: self.stands(),
            outcome: position.and_then(|position| position.outcome()),
            sections: sections.unwrap_or_default(),
            short: hulldown_desk::digest::digest(&self.moments.log),
            story: report::chapters(&self.moments),
            marked: hulldown_desk::chronicle::marked(&self.moments.log, &[]),
            colophon: self.record.about(),
        }
    }

    fn story(&self) -> Markup {
        let chapters = hulldown_desk::story::chapters(&self.moments.log);
        html! {
            article class="report" {
                h1 { "The story of " (self.row.name) }
                (self.notice())
                @if chapters.is_empty() { p { "Nothing of it was saved." } }
                @for (title, paragraphs) in &chapters {
                    section class="chapter" { h2 { (title) } @for paragraph in paragraphs { p { (paragraph) } } }
                }
            }
        }
    }

    fn event(&self, ctx: &Ctx, n: usize) -> Done<Response> {
        let event: &EventLine =
            self.moments.log.get(n).ok_or_else(|| Oops::missing("There is no event with that number."))?;
        let unfolded =
            html! { @if let Some(roll) = &event.roll { (log::explained(self.record.shelf.id, event, roll)) } };
        if ctx.part {
            return Ok(axum::response::Html(unfolded.into_string()).into_response());
        }
        let body = html! { h1 { (capital(&event.text)) } (unfolded) };
        Ok(self.laid(ctx, &capital(&event.text), body))
    }
}
