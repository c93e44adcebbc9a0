//! The result card: what came of the last answer, its dice under their consequence.

use crate::log::{event_at, rule_link};
use crate::open::Open;
use crate::words::capital;
use hulldown_core::Seat;
use hulldown_desk::result::{Came, came};
use maud::{Markup, html};

/// The most events on a card; the log has the rest.
const MOST: usize = 60;

/// The card.
pub(crate) fn card(open: &Open) -> Markup {
    let (game, base, events) = (open.shelf.id, format!("/game/{}", open.id), open.since());
    let left_out = events.len().saturating_sub(MOST);
    let all = came(&events[left_out..]);
    if all.is_empty() {
        return html! { div id="result" data-part {} };
    }
    let tried = open.last_given().map(|given| given.label.as_str()).filter(|label| !label.is_empty());
    html! {
        section id="result" data-part class="panel" aria-labelledby="result-title" {
            h2 id="result-title" { (tried.map_or_else(|| "What happened".into(), capital)) }
            div id="since" tabindex="0" role="group" aria-label="What came of it" {
                @for (loss, own) in losses(&all, open.seat()) { p class={ "loss" @if own { " own" } } { (capital(loss)) } }
                @if left_out > 0 { p class="quiet" { a href={ (base) "/log" } { "Earlier: " (crate::words::count(left_out, "line")) " in the log" } } }
                ol {
                    @for came in &all {
                        @if let Some(phase) = came.phase { li class="part" { (phase) } }
                        (one(game, &base, came))
                    }
                }
            }
        }
    }
}

/// What must not be overlooked: one's own losses, then those of others.
fn losses<'a>(all: &'a [Came<'_>], seat: Seat) -> Vec<(&'a str, bool)> {
    let lost = |came: &'a Came<'_>| Some((came.line?.text.as_str(), came.loss()? == seat));
    let mut losses: Vec<_> = all.iter().filter_map(lost).collect();
    losses.sort_by_key(|(_, own)| !own);
    losses
}

fn one(game: &str, base: &str, came: &Came<'_>) -> Markup {
    let weight = match came.line {
        Some(line) if !line.rank.is_line() => "chapter",
        Some(line) if line.headline.is_some() => "headline",
        _ => "",
    };
    html! {
        li class={ (weight) @if came.loss().is_some() { " lost" } } {
            @if let Some(line) = came.line {
                (capital(&line.text))
                @if line.kind == "forced" { " " span class="quiet" { "(the only choice)" } }
                " " (rule_link(game, &line.rule))
            }
            @for roll in &came.dice {
                details class="dice" id={ "rs" (roll.n) } data-load=(event_at(base, roll.n)) {
                    summary { (capital(&roll.text)) " " span class="rule" { (roll.rule) } }
                }
            }
        }
    }
}
