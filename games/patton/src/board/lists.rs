//! Side lists: enemies, crew, the day.

use super::{called, counters, has_map, man_states, map, unit_states, weather};
use crate::View;
use crate::state::Length;
use crate::words::{Post, UnitType};
use hulldown_draw::{capital, silhouettes};
use maud::{Markup, html};

/// The side view that fits a unit.
pub(super) fn silhouette(kind: UnitType) -> Markup {
    silhouettes::vehicle(match kind {
        UnitType::Lw => return silhouettes::platoon(2, false),
        UnitType::Mg => return silhouettes::platoon(2, true),
        UnitType::PzIv => "pz4",
        UnitType::PzV => "panther",
        UnitType::PzVie => "tiger1",
        UnitType::PzVib => "tiger2",
        UnitType::StugIiig => "stug3",
        UnitType::MarderIi | UnitType::MarderIii => "marder3",
        UnitType::JgdpzIv => "jpz4",
        UnitType::Jgdpz38t => "hetzer",
        UnitType::Truck => "opel_blitz",
        UnitType::Psw => "sdkfz231",
        UnitType::Spw => "sdkfz251",
        UnitType::At50l => "pak38",
        UnitType::At75l => "pak40",
        UnitType::At88ll => "pak43",
    })
}

/// Every enemy unit with everything about it.
pub(super) fn enemies(view: &View<'_>) -> Markup {
    html! {
        @if view.battle().enemies.is_empty() { p class="hd-small" { "Nobody in sight." } }
        @else {
            table class="hd-table" {
                thead { tr { th scope="col" { "Unit" } th scope="col" { "Where" } th scope="col" { "Points" } } }
                tbody {
                    @for unit in view.enemies() {
                        @let enemy = unit.unit;
                        tr class=(if enemy.aim > 0 { "hd-row-aimed" } else { "" }) {
                            th scope="row" {
                                span class="hd-row-unit" {
                                    svg id={ "row-" (enemy.id.0) } class="hd-sil-icon" viewBox="0 0 100 52" aria-hidden="true" { (silhouette(enemy.kind)) }
                                    span { (enemy.id.0) " " (capital(&called(&unit))) span class="hd-row-state" { (unit_states(&unit).join(", ")) } }
                                }
                            }
                            td { (enemy.zone.sector.id()) ", " (enemy.zone.range) }
                            td { (unit.points) }
                        }
                    }
                }
            }
        }
    }
}

/// The crew.
pub(super) fn crew(view: &View<'_>) -> Markup {
    let crew = view.crew();
    html! {
        ul class="hd-crew" {
            @for man in Post::ALL.map(|post| view.man(post)) {
                li {
                    span class="hd-key" { (man.post.letter()) " " (capital(man.name)) @if man.you { " (you)" } }
                    " " span class="hd-small" { (man_states(&man).join(", ")) }
                }
            }
        }
        p class="hd-small" {
            "Total rating " (crew.total())
            @if crew.trained { " \u{b7} gyrostabilizer trained" }
            @if !crew.away.is_empty() { " \u{b7} " (crew.away.len()) " away wounded" }
        }
    }
}

/// Date, time, weather, losses and points.
pub(super) fn day(view: &View<'_>) -> Markup {
    let charts = view.data();
    let (r, score, note) = (view.report(), view.report().score(charts), charts.calendar.note(view.day()));
    let mut rows: Vec<(&str, String)> = vec![("Date", view.day().to_string())];
    if !note.is_empty() {
        rows.push(("Place", note.into()));
    }
    rows.push(("Scenario", format!("{}, {} resistance expected", r.scenario, r.expected)));
    rows.push(("Weather", capital(&weather(r.weather))));
    if view.options().length != Length::Engagement {
        rows.push(("Time", format!("{} (sunset {})", r.clock, r.sunset)));
    }
    if r.battles > 0 {
        rows.push(("Battles", r.battles.to_string()));
    }
    if r.tanks_lost + r.squads_lost > 0 {
        rows.push(("Friendly losses", super::friends_lost(r)));
    }
    rows.push(("Points today", format!("{:+} ({} by your tank)", score.total(), score.own)));
    html! {
        dl class="hd-facts" { @for (key, value) in rows { div { dt { (key) } dd { (value) } } } }
        @if has_map(view) { details id="map-legend" class="hd-details" { summary { "What the signs on the map mean" } (map::legend()) } }
        // Always here: a battle that begins has enough to bring.
        details id="marks-legend" class="hd-details" { summary { "What the marks on enemy units mean" } (counters::legend()) }
    }
}
