//! Side panels: the same things as words and tables.

use super::counters::{aim_icon, icon, legend};
use super::facts;
use super::mat::{capital, skill};
use super::seen::{Aim, Enemy, Man, Seen};
use maud::{Markup, html};

/// The enemies as a table.
pub(crate) fn enemies(man: &Man) -> Markup {
    html! {
        @if man.enemies.is_empty() {
            p class="hd-small" { "No enemy on the board." }
        } @else {
            table class="hd-table" {
                thead { tr { th scope="col" { "Unit" } th scope="col" { "Area" } th scope="col" { "Gun" } th scope="col" { "Armor" } } }
                tbody { @for e in &man.enemies { (enemy(e)) } }
            }
            details class="hd-details" { summary { "Marks on the counters" } (legend()) }
        }
    }
}

fn enemy(e: &Enemy) -> Markup {
    let state = e.state().join(", ");
    html! {
        tr class=(if e.aim == Aim::You { "hd-row-aimed" } else { "hd-row" }) {
            th scope="row" {
                span class="hd-row-unit" { (icon(e)) span { (e.id) ". " (e.name) } }
                @if !state.is_empty() { span class="hd-row-state" { @if e.aim == Aim::You { (aim_icon()) } (state) } }
            }
            td { (e.area) }
            td { @match e.pen { Some(pen) => (pen), None => (if e.unit.is_some_and(|u| u.mg) || e.is_infantry() { "MG" } else { "\u{2013}" }) } }
            td {
                @if let Some([t, h, s]) = e.armor { (t) "/" (h) "/" (s) }
                @else if e.is_infantry() { "ML " (facts::grade(e.grade).morale[usize::from(e.is_reduced())]) }
                @else { "\u{2013}" }
            }
        }
    }
}

/// The crew as a list.
pub(crate) fn crew(man: &Man) -> Markup {
    html! {
        ul class="hd-crew" {
            @for c in &man.crew {
                li {
                    span class="hd-key" { (capital(&c.name)) }
                    span class="hd-small" {
                        @match c.open { Some(true) => " hatch open", Some(false) => " buttoned up", None => "" }
                        @if c.substitute { ", substitute" }
                    }
                    @if let Some(hurt) = c.hurt() { " " strong class="hd-bad" { "\u{271a} " (hurt) } }
                    @if !c.skills.is_empty() {
                        ul class="hd-skills" { @for (name, used) in &c.skills { (skill(name, *used)) } }
                    }
                }
            }
        }
    }
}

/// Date, mission, ground and events.
pub(crate) fn situation(seen: &Seen) -> Markup {
    let f = &seen.field;
    let mut rows: Vec<(&str, String)> = Vec::new();
    if !seen.month.is_empty() {
        rows.push(("Date", seen.month_name()));
        rows.push(("Mission", format!("{} of {}", seen.line, seen.lines)));
    }
    if seen.in_fight() {
        rows.push(("Fight", seen.fight_name()));
        rows.push(("Round", f.round.to_string()));
        rows.push(("Ground", capital(&f.terrain)));
        rows.push(("Weather", capital(&f.weather)));
        rows.push(("Range", capital(&seen.me.board.range)));
        let grade = facts::grade(f.grade).name;
        rows.push(("Infantry", if f.dug_in { format!("{grade}, dug in") } else { grade.into() }));
        let smoke: Vec<String> = facts::AREAS
            .iter()
            .zip(seen.me.board.smoke)
            .filter(|(_, level)| *level > 0)
            .map(|((area, _), level)| format!("{level} in {area}"))
            .chain((seen.me.board.own_smoke > 0).then(|| format!("{} around you", seen.me.board.own_smoke)))
            .collect();
        if !smoke.is_empty() {
            rows.push(("Smoke", smoke.join(", ")));
        }
    }
    if let Some(event) = &f.event {
        rows.push(("Major Event", event.clone()));
    }
    if !f.active.is_empty() {
        rows.push(("Active events", f.active.join(", ")));
    }
    if let Some(end) = end_words(&seen.me.board.end) {
        rows.push(("Outcome", end.into()));
    }
    html! {
        dl class="hd-facts" { @for (key, value) in rows { div { dt { (key) } dd { (value) } } } }
    }
}

fn end_words(end: &str) -> Option<&str> {
    match end {
        "" => None,
        "won" => Some("the Germans are gone"),
        "withdrawn" => Some("you left the field"),
        "tank_lost" => Some("your tank is lost"),
        other => Some(other),
    }
}
