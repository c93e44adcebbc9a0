//! What may hit whoever is looking, unit by unit, the worst first.

use super::*;
use crate::pieces::number_of;

/// Less than this is told as a hit: what it may do to the crew is likelier by far.
const HARDLY: f64 = 0.005;

pub(super) fn threats(open: &Sitting, known: Known<'_>) -> Markup {
    let Some(threats) = open.game.threats(open.seat()) else { return seen_by(open) };
    let unsure = open.game.unsure(open.seat());
    if threats.is_empty() && unsure.is_empty() {
        return Markup::default();
    }
    let from: Vec<u64> = threats.iter().map(number).collect();
    known.or_draw("threats", (from, &unsure), || draw_threats(&threats, &unsure))
}

/// A number for all that is told of a threat.
fn number(threat: &Threat) -> u64 {
    let Threat { spot: _, label, fires, hits, knocks_out, does } = threat;
    let does = does.iter().fold(0, |all, (what, share)| number_of((all, what, share.to_bits())));
    number_of((label, [fires, hits, knocks_out].map(|share| share.to_bits()), does))
}

fn draw_threats(threats: &[Threat], unsure: &[String]) -> Markup {
    // Who cannot hurt is no threat; who cannot knock out stands behind the others.
    let (out, rest): (Vec<&Threat>, Vec<&Threat>) =
        threats.iter().filter(|threat| threat.hits > 0.0).partition(|threat| threat.knocks_out >= HARDLY);
    let hits = rest.iter().map(|threat| threat.hits).fold(0.0, f64::max);
    html! {
        section class="panel" id="threats" aria-labelledby="title-threats" tabindex="-1" {
            h2 id="title-threats" title=(keys_of("threats")) { "What can hit you" @if !out.is_empty() { span class="chance" { "hits \u{b7} knocks you out" } } }
            @if !out.is_empty() || !rest.is_empty() {
                ul {
                    @for threat in &out { (one(threat, Some(threat.knocks_out))) }
                    @if let [only] = rest[..] { (one(only, None)) } @else if !rest.is_empty() {
                        li {
                            details id="threats-rest" {
                                summary {
                                    span { (words::count(rest.len(), if out.is_empty() { "unit" } else { "other" })) " can hurt you, hardly knock you out" }
                                    span class="chance" { "hits up to " strong { (words::percent(hits)) } }
                                }
                                ul { @for threat in &rest { (one(threat, None)) } }
                            }
                        }
                    }
                }
            } @else if !threats.is_empty() && unsure.is_empty() { p { (nobody(threats)) } }
            @for line in unsure { p class="unsure" { (Plain(line)) } }
            @if !threats.is_empty() { p class="quiet" { "In the next enemy phase, as things stand." } }
        }
    }
}

/// That nobody can hurt, in a sentence; who fires all the same is counted.
fn nobody(threats: &[Threat]) -> String {
    match threats.iter().filter(|threat| threat.fires > 0.0).count() {
        0 => "Nobody you know of.".into(),
        n => format!("Nobody: {} may fire at you, and can do no harm as you are.", words::count(n, "unit")),
    }
}

/// One who may hit, and what a hit does; his chance to knock out stands behind the likelier one to hit.
fn one(threat: &Threat, out: Option<f64>) -> Markup {
    html! {
        li {
            details {
                summary { strong { (Plain(capital(&threat.label))) } span class="chance" {
                    @match out {
                        Some(out) => { (words::percent(threat.hits)) " \u{b7} " strong { (words::percent(out)) } }
                        None => { "hits " strong { (words::percent(threat.hits)) } }
                    }
                } }
                "Fires " (words::percent(threat.fires)) ", hits " (words::percent(threat.hits)) ", knocks you out " (words::percent(threat.knocks_out)) "."
                @if !threat.does.is_empty() {
                    div class="quiet" {
                        "A hit: "
                        @for (n, (what, share)) in threat.does.iter().enumerate() { @if n > 0 { ", " } (Plain(what)) " " (words::percent(*share)) }
                    }
                }
            }
        }
    }
}

/// Who bears on one can be told even where nobody knows who will fire.
fn seen_by(open: &Sitting) -> Markup {
    let bears = open.game.answer(open.viewer(), Question::Targets).unwrap_or_default();
    let hidden = hulldown_desk::result::from_hiding(open.tail(), open.side());
    html! {
        section class="panel" id="threats" aria-labelledby="title-threats" tabindex="-1" {
            h2 id="title-threats" { "Who can see you" }
            ul { @for line in hidden.iter().chain(&bears) { li class=[line.starts_with(' ').then_some("sub")] { (capital(line.trim_start())) } } }
            p class="quiet" { "Who will fire cannot be known in advance." }
        }
    }
}
