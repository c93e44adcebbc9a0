//! The Movement Board: areas, roads, who holds what, resistance, artillery and aircraft.

use crate::View;
use crate::charts::Area;
use crate::words::{AreaType, MapArea, Road};
use hulldown_core::phrase::count;
use hulldown_draw::{Spots, capital};
use maud::{Markup, PreEscaped, html};

const WIDTH: f32 = 1100.0;
const HEIGHT: f32 = 1060.0;
const R: f32 = 43.0;

fn at(area: &Area) -> (f32, f32) {
    let [x, y] = area.pos;
    (58.0 + f32::from(x) * 9.85, 76.0 + f32::from(y) * 9.5)
}

/// The board.
pub(super) fn map(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    html! {
        svg id="map-board" class="hd-board hd-p-map" viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="group" aria-label=(describe(view)) {
            rect class="hd-paper" width=(WIDTH) height=(HEIGHT) rx="14" {}
            g id="roads" {
                (roads(view, Road::None, "hd-p-border"))
                (roads(view, Road::Dirt, "hd-p-dirt"))
                (roads(view, Road::Improved, "hd-p-paved"))
                (roads(view, Road::Improved, "hd-p-paved-top"))
            }
            @for area in MapArea::ALL { (draw(view, area, spots)) }
        }
    }
}

pub(super) fn describe(view: &View<'_>) -> String {
    let map = view.map();
    let Some((_, exit)) = view.route() else {
        return "Movement Board: today's start and exit areas are not known yet".into();
    };
    let held = MapArea::ALL.into_iter().filter(|area| map.areas[*area].us).count();
    format!("Movement Board: task force in area {}, exit area {exit}, {} US controlled", map.at, count(held, "area"))
}

/// The borders with one kind of road, each drawn once.
fn roads(view: &View<'_>, kind: Road, class: &str) -> Markup {
    let areas = &view.data().areas;
    let mut d = String::new();
    for (n, from) in areas.iter().enumerate() {
        for (to, _) in from.neighbours.iter().filter(|(to, road)| to.index() > n && *road == kind) {
            let ((x1, y1), (x2, y2)) = (at(from), at(&areas[to.index()]));
            d.push_str(&format!("M{x1:.0} {y1:.0}L{x2:.0} {y2:.0}"));
        }
    }
    html! { path class=(class) aria-hidden="true" d=(d) {} }
}

/// What the country looks like, within a circle of radius 44 around the origin.
fn country(kind: AreaType) -> &'static str {
    match kind {
        AreaType::A => {
            "<path class=\"hd-p-furrow\" d=\"M-38 22H4M-42 12H0M-42 2H-6M-40 -8H-8\"/><path class=\"hd-wall hd-p-house\" d=\"M6 22V2H34V22Z\"/><path class=\"hd-roof hd-p-house\" d=\"M2 3 20 -12 38 3Z\"/><path class=\"hd-p-house\" d=\"M16 22V11H25V22\"/>"
        }
        AreaType::B => {
            "<path class=\"hd-p-furrow\" d=\"M-40 18 -12 -30M-28 28 6 -38M-12 36 24 -36M6 40 34 -24M24 34 42 0M-42 0 -30 -22\"/>"
        }
        AreaType::C => {
            "<path class=\"hd-wall hd-p-house\" d=\"M-36 20V2H-14V20ZM14 20V4H36V20ZM-10 20V-6H10V20Z\"/><path class=\"hd-roof hd-p-house\" d=\"M-39 3 -25 -9 -11 3ZM11 5 25 -7 39 5ZM-12 -5 0 -32 12 -5Z\"/><path class=\"hd-p-house\" d=\"M0 -40V-30M-4 -36H4\"/>"
        }
        AreaType::D => {
            "<path class=\"hd-leaf hd-p-tree\" d=\"M-24 -28 -10 4H-38ZM4 -38 20 0H-12ZM28 -22 42 8H14ZM-10 -4 6 30H-26ZM20 2 36 32H4Z\"/>"
        }
    }
}

/// How many enemy units were left behind in an area.
fn strays(view: &View<'_>, which: MapArea) -> usize {
    view.map().strays.iter().filter(|stray| stray.area == which).count()
}

/// Whether the task force is in an area.
pub(super) fn is_here(view: &View<'_>, which: MapArea) -> bool {
    view.route().is_some() && view.map().at == which
}

/// Whether an area is today's start, and its exit.
pub(super) fn marked(view: &View<'_>, which: MapArea) -> (bool, bool) {
    view.route().map_or((false, false), |(start, exit)| (start == which, exit == which))
}

/// All there is to an area, in words.
pub(super) fn area_words(view: &View<'_>, which: MapArea) -> String {
    let map = view.map();
    let area = &map.areas[which];
    let kind = match view.data().areas[which.index()].kind {
        AreaType::A => "farms",
        AreaType::B => "fields",
        AreaType::C => "village",
        AreaType::D => "woods",
    };
    let strays = strays(view, which);
    let resistance = area.resistance.filter(|_| !area.us);
    let mut what = format!("Area {which}, {kind}");
    let (start, exit) = marked(view, which);
    let mut say = |on: bool, words: String| {
        if on {
            what.push_str(", ");
            what.push_str(&words);
        }
    };
    say(is_here(view, which), "your task force".into());
    say(start, "start area".into());
    say(exit, "exit area".into());
    say(area.us, "US controlled".into());
    say(resistance.is_some(), resistance.map_or_else(String::new, |resistance| format!("{resistance} resistance")));
    say(area.artillery > 0, format!("{} artillery", area.artillery));
    say(area.air > 0, count(area.air.into(), "air strike"));
    say(strays > 0, format!("{} left there", count(strays, "enemy unit")));
    what
}

fn draw(view: &View<'_>, which: MapArea, spots: &Spots<'_>) -> Markup {
    let map = view.map();
    let (area, info) = (&map.areas[which], &view.data().areas[which.index()]);
    let (x, y) = at(info);
    let id = format!("area:{which}");
    let (here, (start, exit)) = (is_here(view, which), marked(view, which));
    let strays = strays(view, which);
    let resistance = area.resistance.filter(|_| !area.us);
    let what = area_words(view, which);
    let mut class = format!("hd-p-area hd-p-area-{}", info.kind.id().to_lowercase());
    if area.us {
        class.push_str(" hd-p-area-us");
    }
    let inner = html! {
        @if spots.has(&id) { circle class="hd-ring" r=(R + 6.0) {} }
        circle class=(class) r=(R) {}
        g class="hd-p-country" aria-hidden="true" { (PreEscaped(country(info.kind))) }
        @if area.us { path class="hd-p-star" transform="translate(-30 -48) scale(1.300)" d="M0 0 2.9 9H12.4L4.7 14.600 7.700 23.700 0 18.100 -7.700 23.700 -4.700 14.600 -12.400 9H-2.900Z" {} }
        @if let Some(resistance) = resistance {
            rect class="hd-p-resist" x="14" y="-50" width="34" height="34" rx="5" {}
            text class="hd-p-resist-word" x="31" y="-24" { (capital(&resistance.id()[..1])) }
        }
        text class="hd-p-edge" x="0" y="64" { (which) }
        @if let Some(word) = exit.then_some("Exit").or(start.then_some("Start")) {
            // Beside it, where there is room on the map.
            @let aside = if x < 150.0 { 68.0 } else { -68.0 };
            rect class="hd-p-flag" x=(aside - 36.0) y="-15" width="72" height="30" rx="6" {}
            text class="hd-p-flag-word" x=(aside) y="7" { (word) }
        }
        @if area.artillery > 0 { (tag(22.0, 30.0, &format!("Art {}", area.artillery))) }
        @if area.air > 0 { (tag(-30.0, 52.0, &format!("Air {}", area.air))) }
        @if strays > 0 { (tag(30.0, 4.0, &format!("! {strays}"))) }
        @if here {
            rect class="hd-p-force" x="-31" y="-17" width="62" height="34" rx="7" {}
            path class="hd-p-force-tank" d="M-22 9V2H-16L-13 -8H8V-5H24V-1H8L10 2H20V9Q20 12 17 12H-19Q-22 12 -22 9Z" {}
        }
    };
    html! {
        g id=(format!("area-{}", which.id())) transform=(format!("translate({x:.0} {y:.0})")) { (spots.draw(&id, &what, &inner)) }
    }
}

fn tag(x: f32, y: f32, word: &str) -> Markup {
    html! {
        rect class="hd-p-tag" x=(x - 33.0) y=(y - 15.0) width="66" height="30" rx="6" {}
        text class="hd-p-tag-word" x=(x) y=(y + 8.0) { (word) }
    }
}

/// What the signs mean.
pub(super) fn legend() -> Markup {
    let entries = [
        ("L M H", "light, medium, heavy resistance expected"),
        ("\u{2605}", "US controlled"),
        ("Start, Exit", "where you come from and are to go"),
        ("06", "the number of an area, in orders and log as well"),
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
