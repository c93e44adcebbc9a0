//! The operational map: bands from our side to theirs, Battalions as cards in them, and what is planned against each.

use crate::View;
use crate::charts::effects_line;
use crate::playable::in_battle;
use crate::words::{Band, Support};
use hulldown_draw::Spots;
use maud::{Markup, html};

/// Points that fill the bar of a Battalion.
const MOST_POINTS: f32 = 45.0;

/// A Battalion in words.
pub(super) fn battalion_words(view: &View<'_>, at: usize) -> String {
    let (game, charts) = (view.game, view.charts);
    let (card, state) = (game.battalion_card(charts, at), &game.battalions[at]);
    let half = if state.half { ", at Half" } else { "" };
    let scored = if state.scored > 0 { format!(", {} of them scored", state.scored) } else { String::new() };
    let notes = notes(view, at);
    let notes = if notes.is_empty() { notes } else { format!(". {notes}") };
    format!(
        "{} {}{half}: {} VP{scored}, about {} points, Half at {}, Destroyed at {}{notes}",
        card.id,
        card.name,
        card.vp,
        points(view, at),
        card.half,
        card.destroyed
    )
}

/// The strength of a Battalion as it is told: `18.6`.
fn points(view: &View<'_>, at: usize) -> String {
    let points = view.game.strength(view.charts, at);
    format!("{}.{}", points / 100, points / 10 % 10)
}

fn notes(view: &View<'_>, at: usize) -> String {
    let card = view.game.battalion_card(view.charts, at);
    let notes = card.notes.iter().map(|note| format!("{}: {}", note.title, effects_line(&note.effects)));
    notes.collect::<Vec<_>>().join(". ")
}

/// What the evaluation still takes.
fn wanting(view: &View<'_>) -> String {
    let (bands, vp) = (&view.game.objective(view.charts).bands, view.game.vp);
    let still: Vec<String> = [("Adequate", bands.adequate), ("Good", bands.good), ("Great", bands.great)]
        .into_iter()
        .filter(|(_, from)| *from > vp)
        .map(|(name, from)| format!("{} more for {name}", from - vp))
        .collect();
    let now = view.game.objective(view.charts).evaluation(vp);
    if still.is_empty() { now.to_string() } else { format!("{now} so far, {}", still.join(", ")) }
}

/// The map.
pub(super) fn map(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    let (game, charts) = (view.game, view.charts);
    let in_band = |band: Band| {
        let here = move |at: &usize| game.battalions[*at].band == band && !game.battalions[*at].destroyed;
        (0..game.battalions.len()).filter(here)
    };
    let gone: Vec<String> = (0..game.battalions.len())
        .filter(|at| game.battalions[*at].destroyed)
        .map(|at| game.battalion_card(charts, at).id.to_string())
        .collect();
    html! {
        div class="hd-l-page" {
            p id="hd-l-status" {
                strong { "Week " (game.week) " of " (game.objective(charts).weeks) } ": " (game.so) " SO, " (game.vp) " VP (" (wanting(view)) "). "
                (Support::ALL.map(|support| counted(game.support[support.index()], support.name())).join(", ")) "."
            }
            @if !in_battle(game) && game.week > 0 {
                p id="hd-l-plan" {
                    strong { "The plan costs " (game.plan_cost(charts)) " of " (game.so) " SO." }
                    " Staying behind: " (behind(view)) "."
                }
            }
            @for band in Band::ALL {
                @let row = &charts.bands[band];
                @let empty = in_band(band).next().is_none();
                div class=(if empty { "hd-l-band hd-l-empty" } else { "hd-l-band" }) {
                    p {
                        strong { (band) }
                        @if row.attack_cost > 0 { ", an attack costs " (row.attack_cost) " SO" }
                        @if row.weekly_loss > 0 { ", each costs us " (row.weekly_loss) " SO a Week" }
                        @if empty { ": nobody" }
                    }
                    @if !empty { div class="hd-l-tiles" { @for at in in_band(band) { (tile(view, at, spots)) } } }
                }
            }
            @if !gone.is_empty() { p class="hd-l-gone" { "Destroyed: " (gone.join(", ")) } }
        }
    }
}

fn tile(view: &View<'_>, at: usize, spots: &Spots<'_>) -> Markup {
    let (game, charts) = (view.game, view.charts);
    let (card, state) = (game.battalion_card(charts, at), &game.battalions[at]);
    let planned = game.plan.iter().position(|plan| usize::from(plan.battalion) == at);
    let wide = |points: f32| format!("{:.1}", 100.0 * (points / MOST_POINTS).min(1.0));
    let inner = html! {
        span class="hd-l-top" { strong { (card.id) } span { (card.name) } span class="hd-l-vp" { (card.vp - state.scored.min(card.vp)) " VP" } }
        svg class="hd-l-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" {
            rect class="hd-l-left" width=(wide(game.strength(charts, at) as f32 / 100.0)) height="6" {}
            @for mark in [card.half, card.destroyed] { rect class="hd-l-mark" x=(wide(f32::from(mark))) width="0.800" height="6" {} }
        }
        span class="hd-l-print" {
            (points(view, at)) " points, Half at " (card.half) ", Destroyed at " (card.destroyed) @if state.half { ", at Half now" }
        }
        @let notes = notes(view, at);
        @if !notes.is_empty() { span class="hd-l-print" { (notes) } }
        @if let Some(plan) = planned { span class="hd-l-sent" { "attacked by " (attackers(view, plan)) } }
    };
    let class = if planned.is_some() { "hd-l-tile hd-l-planned" } else { "hd-l-tile" };
    html! { div id={ "tile-" (card.id) } class=(class) { (spots.place(&format!("battalion:{}", card.id), &battalion_words(view, at), &inner)) } }
}

/// `1 Truck`, `2 Scouts`.
fn counted(n: u8, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn attackers(view: &View<'_>, plan: usize) -> String {
    let (game, charts) = (view.game, view.charts);
    let sent = game.units.iter().filter(|unit| unit.sent == Some(plan as u8));
    let mut names: Vec<String> = sent.map(|unit| format!("{:03}", unit.card(charts).number)).collect();
    let planned = &game.plan[plan];
    for (n, support) in [(planned.trucks, Support::Truck), (planned.scouts, Support::Scout)] {
        if n > 0 {
            names.push(counted(n, support.name()));
        }
    }
    if names.is_empty() { "nobody yet".into() } else { names.join(", ") }
}

fn behind(view: &View<'_>) -> String {
    let (game, charts) = (view.game, view.charts);
    let left = game.units.iter().filter(|unit| unit.sent.is_none() && !unit.lost);
    let names: Vec<String> = left.map(|unit| format!("{:03}", unit.card(charts).number)).collect();
    if names.is_empty() { "nobody".into() } else { names.join(", ") }
}
