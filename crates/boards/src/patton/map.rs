//! The Movement Board: areas, roads, who holds what, resistance, artillery and aircraft.

use super::seen::{Area, Seen};
use crate::spots::Spots;
use maud::{Markup, PreEscaped, html};

const WIDTH: f32 = 1100.0;
const HEIGHT: f32 = 1060.0;
const R: f32 = 43.0;

fn at(area: &Area) -> (f32, f32) {
    (58.0 + area.x * 9.85, 76.0 + area.y * 9.5)
}

/// The board.
pub(crate) fn map(seen: &Seen, spots: &Spots<'_>) -> Markup {
    html! {
        svg class="hd-board hd-p-map" viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="group" aria-label=(describe(seen)) {
            rect class="hd-paper" width=(WIDTH) height=(HEIGHT) rx="14" {}
            (roads(seen, "none", "hd-p-border"))
            (roads(seen, "dirt", "hd-p-dirt"))
            (roads(seen, "improved", "hd-p-paved"))
            (roads(seen, "improved", "hd-p-paved-top"))
            @for area in &seen.areas { (draw(seen, area, spots)) }
        }
    }
}

fn describe(seen: &Seen) -> String {
    let held = seen.areas.iter().filter(|a| a.us).count();
    let name = |id: &str| id.trim_start_matches('m').to_string();
    format!(
        "Movement Board: task force in area {}, exit area {}, {held} areas US controlled",
        name(&seen.at),
        name(&seen.exit)
    )
}

/// The borders with one kind of road, each drawn once.
fn roads(seen: &Seen, kind: &str, class: &str) -> Markup {
    let mut d = String::new();
    for (n, from) in seen.areas.iter().enumerate() {
        for (to, road) in &from.roads {
            let Some(to) = seen.areas[n + 1..].iter().find(|a| a.id == *to).filter(|_| road == kind) else { continue };
            let ((x1, y1), (x2, y2)) = (at(from), at(to));
            d.push_str(&format!("M{x1:.0} {y1:.0}L{x2:.0} {y2:.0}"));
        }
    }
    html! { path class=(class) aria-hidden="true" d=(d) {} }
}

/// What the country looks like, within a circle of radius 44 around the origin.
fn country(kind: &str) -> &'static str {
    match kind {
        "A" => {
            "<path class=\"hd-p-furrow\" d=\"M-38 22H4M-42 12H0M-42 2H-6M-40 -8H-8\"/><path class=\"hd-wall hd-p-house\" d=\"M6 22V2H34V22Z\"/><path class=\"hd-roof hd-p-house\" d=\"M2 3 20 -12 38 3Z\"/><path class=\"hd-p-house\" d=\"M16 22V11H25V22\"/>"
        }
        "B" => {
            "<path class=\"hd-p-furrow\" d=\"M-40 18 -12 -30M-28 28 6 -38M-12 36 24 -36M6 40 34 -24M24 34 42 0M-42 0 -30 -22\"/>"
        }
        "C" => {
            "<path class=\"hd-wall hd-p-house\" d=\"M-36 20V2H-14V20ZM14 20V4H36V20ZM-10 20V-6H10V20Z\"/><path class=\"hd-roof hd-p-house\" d=\"M-39 3 -25 -9 -11 3ZM11 5 25 -7 39 5ZM-12 -5 0 -32 12 -5Z\"/><path class=\"hd-p-house\" d=\"M0 -40V-30M-4 -36H4\"/>"
        }
        _ => {
            "<path class=\"hd-leaf hd-p-tree\" d=\"M-24 -28 -10 4H-38ZM4 -38 20 0H-12ZM28 -22 42 8H14ZM-10 -4 6 30H-26ZM20 2 36 32H4Z\"/>"
        }
    }
}

fn draw(seen: &Seen, area: &Area, spots: &Spots<'_>) -> Markup {
    let (x, y) = at(area);
    let id = format!("area:{}", area.id);
    let name = area.id.trim_start_matches('m');
    let kind = match area.kind.as_str() {
        "A" => "farms",
        "B" => "fields",
        "C" => "village",
        "D" => "woods",
        _ => "country",
    };
    let (here, exit, start) = (seen.at == area.id, seen.exit == area.id, seen.start == area.id);
    let mut what = format!("Area {name}, {kind}");
    let mut say = |on: bool, words: String| {
        if on {
            what.push_str(", ");
            what.push_str(&words);
        }
    };
    say(here, "your task force".into());
    say(start, "start area".into());
    say(exit, "exit area".into());
    say(area.us, "US controlled".into());
    say(!area.resistance.is_empty() && !area.us, format!("{} resistance", area.resistance));
    say(area.artillery > 0, format!("{} artillery", area.artillery));
    say(area.air > 0, format!("{} air strikes", area.air));
    say(area.strays > 0, format!("{} enemy units left there", area.strays));
    let letter = area.resistance.chars().next().unwrap_or(' ').to_uppercase().to_string();
    let mut class = format!("hd-p-area hd-p-area-{}", area.kind.to_lowercase());
    if area.us {
        class.push_str(" hd-p-area-us");
    }
    let inner = html! {
        @if spots.has(&id) { circle class="hd-ring" r=(R + 6.0) {} }
        circle class=(class) r=(R) {}
        g class="hd-p-country" aria-hidden="true" { (PreEscaped(country(&area.kind))) }
        @if area.us { path class="hd-p-star" transform="translate(-30 -48) scale(1.300)" d="M0 0 2.9 9H12.4L4.7 14.600 7.700 23.700 0 18.100 -7.700 23.700 -4.700 14.600 -12.400 9H-2.900Z" {} }
        @if !area.us && !area.resistance.is_empty() {
            rect class="hd-p-resist" x="14" y="-50" width="34" height="34" rx="5" {}
            text class="hd-p-resist-word" x="31" y="-24" { (letter) }
        }
        @if spots.has(&id) { text class="hd-p-edge" x="0" y="64" { (area.id) } } @else if area.edge > 0 { text class="hd-p-edge" x="0" y="62" { (area.edge) } }
        @if exit { path class="hd-p-flag" d="M-34 46V8H-4L-12 18 -4 28H-30V46Z" {} text class="hd-p-flag-word" x="-20" y="26" { "X" } }
        @if start && !here { path class="hd-p-flag" d="M-34 46V8H-4V28H-30V46Z" {} text class="hd-p-flag-word" x="-18" y="26" { "S" } }
        @if area.artillery > 0 { (tag(22.0, 30.0, &format!("Art {}", area.artillery))) }
        @if area.air > 0 { (tag(-30.0, 52.0, &format!("Air {}", area.air))) }
        @if area.strays > 0 { (tag(30.0, 4.0, &format!("! {}", area.strays))) }
        @if here {
            rect class="hd-p-force" x="-31" y="-17" width="62" height="34" rx="7" {}
            path class="hd-p-force-tank" d="M-22 9V2H-16L-13 -8H8V-5H24V-1H8L10 2H20V9Q20 12 17 12H-19Q-22 12 -22 9Z" {}
        }
    };
    html! {
        g id=(format!("area-{}", area.id)) transform=(format!("translate({x:.0} {y:.0})")) { (spots.draw(&id, &what, &inner)) }
    }
}

fn tag(x: f32, y: f32, word: &str) -> Markup {
    html! {
        rect class="hd-p-tag" x=(x - 33.0) y=(y - 15.0) width="66" height="30" rx="6" {}
        text class="hd-p-tag-word" x=(x) y=(y + 8.0) { (word) }
    }
}

/// What the signs mean.
pub(crate) fn legend() -> Markup {
    let entries = [
        ("L M H", "light, medium, heavy resistance expected"),
        ("\u{2605}", "US controlled"),
        ("S, X", "start and exit area"),
        ("Art, Air", "artillery and air strikes laid on"),
        ("!", "enemy units left behind"),
    ];
    html! {
        ul class="hd-legend" {
            @for (sign, meaning) in entries { li { span class="hd-key" { (sign) } "\u{a0} " (meaning) } }
            li { "thick line: improved road; dashes: dirt road; thin line: no road" }
        }
    }
}
