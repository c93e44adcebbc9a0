//! The career so far: missions, men, awards, figures, and how lucky it was.

use crate::app::{Shared, at_table, game_id};
use crate::guard::Ctx;
use crate::log::{CHAPTERS, MINOR};
use crate::moments::Moments;
use crate::open::Open;
use crate::page::{Page, game_nav, shown};
use crate::table::placed;
use crate::words::{capital, percent};
use axum::extract::{Path, State};
use axum::response::Response;
use hulldown_boards::{Panel, Place};
use hulldown_core::Dice;
use hulldown_desk::{EventLine, RollLine};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// `GET /game/ID/career`
pub(crate) async fn show(State(app): State<Shared>, Path(id): Path<String>, ctx: Ctx) -> Response {
    let with = ctx.clone();
    let done = async { at_table(&app, game_id(&id)?, move |_, open, _| Ok(render(open, &with))).await };
    shown(&ctx, done.await)
}

fn render(open: &mut Open, ctx: &Ctx) -> Response {
    let moments = open.moments();
    let id = open.place.id.to_string();
    let seat = open.seat();
    let drawn: Vec<Panel> = match hulldown_boards::renderer(open.shelf.id) {
        Some(renderer) => renderer.career(&open.game.view(seat)),
        None => Vec::new(),
    };
    let sections = open.game.sections(seat);
    let body = html! {
        h1 { "Career: " (open.place.name) }
        p class="lead" { (capital(&open.game.status(seat))) }
        div class="career" {
            (placed(&drawn, Place::Career))
            @if drawn.is_empty() {
                @for section in &sections { section class="panel" { h2 { (section.title) } ul { @for line in &section.lines { li { (line) } } } } }
            }
            (calendar(&moments, &id))
            (figures(&moments))
            (luck(&moments))
        }
    };
    let title = format!("Career: {}", open.place.name);
    Page { title: &title, nav: game_nav(&id, open.shelf.id), class: "wide", body }.render(ctx)
}

/// A leaf of the calendar.
struct Leaf {
    /// Under which heading it comes, such as a month.
    under: String,
    /// What it says, and the moment it leads to.
    title: String,
    at: usize,
    /// What else happened on it.
    lines: Vec<String>,
}

/// The most lines on a leaf.
const LINES: usize = 8;

fn leaves(moments: &Moments) -> Vec<Leaf> {
    let mut leaves: Vec<Leaf> = Vec::new();
    let majors: Vec<_> = moments.leaves().collect();
    for (n, chapter) in majors.iter().enumerate() {
        let until = majors.get(n + 1).map_or(moments.log.len(), |next| next.event);
        let told = moments.log.get(chapter.event + 1..until).unwrap_or_default();
        let counts = |event: &&EventLine| {
            event.headline.is_some()
                || (CHAPTERS.contains(&event.kind.as_str()) && !MINOR.contains(&event.kind.as_str()))
        };
        let title = moments.text(chapter);
        let under = title.split_once(", ").map_or(title.as_str(), |(under, _)| under).trim_end_matches('.').to_string();
        let mut lines: Vec<String> = told.iter().filter(counts).map(|event| capital(&event.text)).collect();
        if lines.len() > LINES {
            let left = lines.len() - LINES + 2;
            let last = lines.pop().unwrap_or_default();
            lines.truncate(LINES - 2);
            lines.push(format!("… {left} more", left = left - 1));
            lines.push(last);
        }
        leaves.push(Leaf { under, title, at: chapter.at, lines });
    }
    leaves
}

/// The log of missions as a calendar; each leaf leads to its moment in the replay.
fn calendar(moments: &Moments, id: &str) -> Markup {
    let leaves = leaves(moments);
    html! {
        section class="panel" aria-labelledby="calendar" {
            h2 id="calendar" { "Mission log" }
            @if leaves.is_empty() { p class="quiet" { "Nothing yet." } }
            @for month in leaves.chunk_by(|a, b| a.under == b.under) {
                h3 { (month[0].under) }
                ol class="calendar" {
                    @for leaf in month {
                        li {
                            a href={ "/game/" (id) "/replay?at=" (leaf.at) } { (leaf.title) }
                            ul { @for line in &leaf.lines { li { (line) } } }
                        }
                    }
                }
            }
        }
    }
}

/// What happened how often.
fn figures(moments: &Moments) -> Markup {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for event in &moments.log {
        *kinds.entry(event.kind.as_str()).or_default() += 1;
    }
    let mut kinds: Vec<(&str, usize)> = kinds.into_iter().collect();
    kinds.sort_by_key(|(kind, count)| (std::cmp::Reverse(*count), *kind));
    html! {
        section class="panel" aria-labelledby="figures" {
            h2 id="figures" { "Figures" }
            p { (moments.told.len()) " answers, " (moments.log.len()) " events." }
            details id="all-figures" {
                summary { "What happened how often" }
                table class="figures" {
                    thead { tr { th scope="col" { "Event" } th scope="col" { "Times" } } }
                    tbody { @for (kind, count) in kinds { tr { th scope="row" { (capital(&kind.replace('-', " "))) } td { (count) } } } }
                }
            }
        }
    }
}

/// One kind of roll, summed up.
#[derive(Default)]
struct Luck {
    rolls: usize,
    expected: f64,
    /// The variance of the expectation.
    spread: f64,
    actual: usize,
}

/// Whether a roll for success was one: its total against what was needed.
fn succeeded(roll: &RollLine) -> Option<bool> {
    let (need, how) = roll.need.split_once(" or ")?;
    let need: i8 = need.parse().ok()?;
    match how {
        "less" => Some(roll.total <= need),
        "more" => Some(roll.total >= need),
        _ => None,
    }
}

fn lucks(log: &[EventLine]) -> BTreeMap<(String, String), Luck> {
    let mut lucks: BTreeMap<(String, String), Luck> = BTreeMap::new();
    for roll in log.iter().filter_map(|event| event.roll.as_ref()) {
        let (Some(chance), Some(good)) = (roll.chance, succeeded(roll)) else { continue };
        let luck = lucks.entry((roll.chart.clone(), roll.purpose.clone())).or_default();
        luck.rolls += 1;
        luck.expected += chance;
        luck.spread += chance * (1.0 - chance);
        luck.actual += usize::from(good);
    }
    lucks
}

/// The mean face of all dice of a kind.
fn faces(log: &[EventLine]) -> BTreeMap<u8, (usize, usize)> {
    let mut faces: BTreeMap<u8, (usize, usize)> = BTreeMap::new();
    for roll in log.iter().filter_map(|event| event.roll.as_ref()) {
        let Ok(dice) = roll.dice.parse::<Dice>() else { continue };
        let entry = faces.entry(dice.sides).or_default();
        entry.0 += roll.faces.len();
        entry.1 += roll.faces.iter().map(|face| usize::from(*face)).sum::<usize>();
    }
    faces
}

/// How far from expectation, in words.
fn verdict(luck: &Luck) -> &'static str {
    let away = (luck.actual as f64 - luck.expected) / luck.spread.sqrt().max(1e-9);
    match away {
        _ if luck.rolls < 3 || luck.spread < 0.2 => "too few to tell",
        a if a > 2.0 => "far more than expected",
        a if a > 1.0 => "more than expected",
        a if a < -2.0 => "far fewer than expected",
        a if a < -1.0 => "fewer than expected",
        _ => "as expected",
    }
}

/// Expected against actual for every kind of roll.
fn luck(moments: &Moments) -> Markup {
    let (lucks, faces) = (lucks(&moments.log), faces(&moments.log));
    html! {
        section class="panel" aria-labelledby="luck" {
            h2 id="luck" { "Luck" }
            @for (sides, (count, sum)) in &faces {
                p { (count) " d" (sides) " thrown, on average " (format!("{:.2}", *sum as f64 / (*count).max(1) as f64)) " (expected " (format!("{:.1}", (f64::from(*sides) + 1.0) / 2.0)) ")." }
            }
            @if lucks.is_empty() { p class="quiet" { "No roll for success has been made yet." } }
            @else {
                div class="scroll" tabindex="0" role="region" aria-label="Luck by kind of roll" {
                    table class="figures" {
                        thead { tr { th scope="col" { "Roll" } th scope="col" { "Rolls" } th scope="col" { "Chance" } th scope="col" { "Expected" } th scope="col" { "Actual" } th scope="col" { "Verdict" } } }
                        tbody {
                            @for ((chart, purpose), luck) in &lucks {
                                tr {
                                    th scope="row" { (capital(purpose)) " " span class="rule" { (chart) } }
                                    td { (luck.rolls) } td { (percent(luck.expected / luck.rolls.max(1) as f64)) }
                                    td { (format!("{:.1}", luck.expected)) } td { (luck.actual) } td { (verdict(luck)) }
                                }
                            }
                        }
                    }
                }
                p class="quiet" { "Successes as the rule counts them: for a roll against you, more is worse." }
            }
        }
    }
}
