//! Side lists: enemies, crew, the day.

use super::card::capital;
use super::counters;
use super::map;
use super::seen::{RANGES, SECTORS, Seen, clock};
use crate::ace::silhouettes;
use maud::{Markup, html};

/// The side view that fits a unit.
pub(crate) fn silhouette(kind: &str) -> Markup {
    match kind {
        "lw" | "mg" => silhouettes::platoon(2, kind == "mg"),
        kind => silhouettes::vehicle(match kind {
            "pz_iv" => "pz4",
            "pz_v" => "panther",
            "pz_vie" => "tiger1",
            "pz_vib" => "tiger2",
            "stug_iiig" => "stug3",
            "marder_ii" | "marder_iii" => "marder3",
            "jgdpz_iv" => "jpz4",
            "jgdpz_38t" => "hetzer",
            "truck" => "opel_blitz",
            "psw" => "sdkfz231",
            "spw" => "sdkfz251",
            "at_50l" => "pak38",
            "at_75l" => "pak40",
            "at_88ll" => "pak43",
            _ => "",
        }),
    }
}

/// Every enemy unit with everything about it.
pub(crate) fn enemies(seen: &Seen) -> Markup {
    html! {
        @if seen.enemies.is_empty() { p class="hd-small" { "Nobody in sight." } }
        @else {
            table class="hd-table" {
                thead { tr { th scope="col" { "Unit" } th scope="col" { "Where" } th scope="col" { "Points" } } }
                tbody {
                    @for e in &seen.enemies {
                        tr class=(if e.aim > 0 { "hd-row-aimed" } else { "" }) {
                            th scope="row" {
                                span class="hd-row-unit" {
                                    svg class="hd-sil-icon" viewBox="0 0 100 52" aria-hidden="true" { (silhouette(&e.kind)) }
                                    span { (e.id) " " (capital(&e.called())) span class="hd-row-state" { (e.states().join(", ")) } }
                                }
                            }
                            td { (SECTORS[e.at.0]) ", " (RANGES[e.at.1]) }
                            td { (e.points) }
                        }
                    }
                }
            }
        }
        details class="hd-details" { summary { "What the marks mean" } (counters::legend()) }
    }
}

/// The crew.
pub(crate) fn crew(seen: &Seen) -> Markup {
    html! {
        ul class="hd-crew" {
            @for man in &seen.crew {
                li {
                    span class="hd-key" { (man.letter()) " " (capital(&man.name)) @if man.you { " (you)" } }
                    " " span class="hd-small" { (man.states().join(", ")) }
                }
            }
        }
        p class="hd-small" {
            "Ratings together " (seen.crew_total)
            @if seen.trained { " \u{b7} gyrostabilizer trained" }
            @if seen.away > 0 { " \u{b7} " (seen.away) " away wounded" }
        }
    }
}

/// Date, time, weather, losses and points.
pub(crate) fn day(seen: &Seen) -> Markup {
    let r = &seen.report;
    let mut rows: Vec<(&str, String)> = vec![("Date", seen.date.clone())];
    if !seen.note.is_empty() {
        rows.push(("Place", seen.note.clone()));
    }
    rows.push(("Scenario", format!("{}, {} resistance expected", capital(&r.scenario), r.expected)));
    rows.push(("Weather", capital(&r.weather())));
    if seen.length != "engagement" {
        rows.push(("Time", format!("{} (sunset {})", clock(r.clock), clock(r.sunset))));
    }
    if r.battles > 0 {
        rows.push(("Battles", r.battles.to_string()));
    }
    if r.tanks_lost + r.squads_lost > 0 {
        rows.push(("Friendly losses", format!("{} tanks, {} squads", r.tanks_lost, r.squads_lost)));
    }
    rows.push(("Points today", format!("{:+} ({} by your tank)", seen.score.total, seen.score.own)));
    html! {
        dl class="hd-facts" { @for (key, value) in rows { div { dt { (key) } dd { (value) } } } }
        @if seen.has_map() { details class="hd-details" { summary { "What the signs on the map mean" } (map::legend()) } }
    }
}
