//! The after-action report: a page to print, and Markdown.

use crate::app::{SharedApp, game_id, in_front};
use crate::guard::Ctx;
use crate::log::story;
use crate::moments::Moments;
use crate::page::{game_nav, id_of, plain, shown};
use crate::words::capital;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hulldown_core::game::{Outcome, Section};
use hulldown_desk::EventLine;
use hulldown_desk::chronicle::marked;
use hulldown_desk::digest::{DigestLine, digest};
use hulldown_desk::story::colophon;
use hulldown_keep::Sitting;
use maud::{Markup, html};
use std::fmt::Write;

/// A report, ready to be laid out.
pub(crate) struct GameReport {
    pub(crate) name: String,
    pub(crate) title: &'static str,
    pub(crate) status: String,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) sections: Vec<Section>,
    /// What it has come to, one's own losses first.
    pub(crate) short: Vec<DigestLine>,
    /// Chapters with their paragraphs.
    pub(crate) story: Vec<(String, Vec<String>)>,
    /// What of it was not left to chance: rewinds, dice thrown by hand.
    pub(crate) marked: Vec<String>,
    pub(crate) colophon: String,
}

/// What happened, in chapters with their paragraphs.
pub(crate) fn chapters(moments: &Moments) -> Vec<(String, Vec<String>)> {
    let majors: Vec<usize> = moments.leaves().map(|chapter| chapter.event).collect();
    let mut story_parts: Vec<(String, Vec<&EventLine>)> = Vec::new();
    for event in &moments.log {
        let begins = majors.binary_search(&event.n).is_ok();
        match story_parts.last_mut().filter(|_| !begins) {
            Some((_, events)) => events.push(event),
            None if begins => story_parts.push((capital(&event.text), Vec::new())),
            None => story_parts.push(("Beginning".into(), vec![event])),
        }
    }
    let told = |(title, events): (String, Vec<&EventLine>)| {
        let short = in_short(&digest(events.iter().copied()));
        (title, short.into_iter().chain(story(&events)).collect())
    };
    story_parts.into_iter().map(told).collect()
}

/// What a chapter comes to, in a paragraph.
fn in_short(short: &[DigestLine]) -> Option<String> {
    (!short.is_empty()).then(|| short.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

fn report(open: &mut Sitting) -> GameReport {
    let moments = open.moments();
    let (game, viewer) = (&open.game, open.viewer());
    GameReport {
        name: open.label().to_string(),
        title: game.title(),
        status: capital(&game.status(viewer)),
        outcome: game.outcome(),
        sections: game.sections(viewer),
        short: digest(&moments.log),
        story: chapters(&moments),
        marked: marked(&moments.log, open.rewinds()),
        colophon: colophon(&**game, open.eyes()),
    }
}

impl GameReport {
    /// The report as a page; games with a story voice have a page for that too.
    pub(crate) fn page(&self, id: &str, has_story: bool) -> Markup {
        html! {
        article class="report" {
            header {
                p class="quiet" { (self.title) }
                h1 { "After-action report: " (self.name) }
                p { (self.status) }
                p class="noprint" { a class="button" href={ "/game/" (id) "/report.md" } { "As Markdown" } " " a class="button" href={ "/game/" (id) "/record.json" } { "As data" } " " @if has_story { a class="button" href={ "/game/" (id) "/story" } { "As a story" } " " } button type="button" class="script" data-print { "Print" } }
            }
            @if let Some(outcome) = &self.outcome {
                h2 { "Outcome" }
                p { strong { (outcome.result) } ", " (outcome.scored()) "." }
                ul { @for line in &outcome.summary { li { (line) } } }
            }
            @if !self.short.is_empty() {
                section { h2 { "In short" } ul { @for line in &self.short { li { @if line.loss { strong { (line.to_string()) } } @else { (line.to_string()) } } } } }
            }
            @for section in &self.sections {
                section { h2 { (section.title) } ul { @for line in &section.lines { li { (line) } } } }
            }
            h2 { "What happened" }
            @for (title, paragraphs) in &self.story {
                section class="chapter" { h3 { (title) } @for paragraph in paragraphs { p { (paragraph) } } }
            }
            footer { @for line in &self.marked { p { (line) } } p class="quiet" { (self.colophon) } }
        }
        }
    }
}

/// `GET /game/ID/report`
pub(crate) async fn show(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx) -> Response {
    let with = ctx.clone();
    let done = async {
        in_front(&app, game_id(&id)?, move |_, open| {
            let report = report(open);
            let id = id_of(open);
            let body = report.page(&id, open.game.has_story());
            Ok(plain(&with, &format!("Report: {}", report.name), game_nav(&id, open.shelf.id), body))
        })
        .await
    };
    shown(&ctx, done.await)
}

/// `GET /game/ID/story`: the crew's story, day by day, to read or to print.
pub(crate) async fn story_page(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx) -> Response {
    let with = ctx.clone();
    let done = async {
        in_front(&app, game_id(&id)?, move |_, open| {
            let chapters = hulldown_desk::story::chapters(&open.moments().log);
            let (id, name) = (id_of(open), open.label().to_string());
            let body = html! {
                article class="report" {
                    header {
                        p class="quiet" { (open.game.title()) }
                        h1 { "The story of " (name) }
                        p { (capital(&open.game.status(open.viewer()))) }
                        p class="noprint" { a class="button" href={ "/game/" (id) "/report" } { "The report" } " " button type="button" class="script" data-print { "Print" } }
                    }
                    @if chapters.is_empty() { p { "Nothing worth reporting has happened yet." } }
                    @for (title, paragraphs) in &chapters {
                        section class="chapter" { h2 { (title) } @for paragraph in paragraphs { p { (paragraph) } } }
                    }
                }
            };
            Ok(plain(&with, &format!("Story: {name}"), game_nav(&id, open.shelf.id), body))
        })
        .await
    };
    shown(&ctx, done.await)
}

/// `GET /game/ID/record.json`: the game as whoever is looking may know it, to keep or to send: his view and what he has heard. Where
/// sides keep things from each other, a save would tell him more.
pub(crate) async fn record(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx) -> Response {
    let done = async {
        in_front(&app, game_id(&id)?, move |_, open| {
            let (viewer, heard) = (open.viewer(), open.seen().log(0));
            let rewinds: Vec<_> = open
                .rewinds()
                .iter()
                .map(|rewind| serde_json::json!({ "before_event": rewind.at, "answers": rewind.answers }))
                .collect();
            let text = serde_json::json!({
                "game": open.game.game(),
                "name": open.label(),
                "seat": open.seat(),
                "view": open.game.view(viewer),
                "outcome": open.game.outcome(),
                "events": heard,
                "rewinds": rewinds,
            });
            Ok(([(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response())
        })
        .await
    };
    shown(&ctx, done.await)
}

/// Text in which nothing can be taken for Markdown or HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_[]<>#|".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// `GET /game/ID/report.md`
pub(crate) async fn markdown(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx) -> Response {
    let done = async {
        in_front(&app, game_id(&id)?, move |_, open| {
            let text = report(open).markdown();
            Ok(([(header::CONTENT_TYPE, "text/markdown; charset=utf-8")], text).into_response())
        })
        .await
    };
    shown(&ctx, done.await)
}

impl GameReport {
    /// The report as Markdown.
    pub(crate) fn markdown(&self) -> String {
        let mut text = format!("# {}: {}\n\n{}\n", self.title, escaped(&self.name), escaped(&self.status));
        // Writing to a string cannot fail.
        if let Some(outcome) = &self.outcome {
            let _ = write!(text, "\n## Outcome\n\n**{}**, {}\n\n", escaped(&outcome.result), outcome.scored());
            outcome.summary.iter().for_each(|line| _ = writeln!(text, "- {}", escaped(line)));
        }
        if !self.short.is_empty() {
            text.push_str("\n## In short\n\n");
            self.short.iter().for_each(|line| _ = writeln!(text, "- {}", escaped(&line.to_string())));
        }
        for section in &self.sections {
            let _ = write!(text, "\n## {}\n\n", escaped(&section.title));
            section.lines.iter().for_each(|line| _ = writeln!(text, "- {}", escaped(line)));
        }
        text.push_str("\n## What happened\n");
        for (title, paragraphs) in &self.story {
            let _ = write!(text, "\n### {}\n", escaped(title));
            paragraphs.iter().for_each(|paragraph| _ = write!(text, "\n{}\n", escaped(paragraph)));
        }
        text.push_str("\n---\n");
        self.marked.iter().chain([&self.colophon]).for_each(|line| _ = write!(text, "\n{}\n", escaped(line)));
        text
    }
}
