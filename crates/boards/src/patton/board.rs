//! The Battle Board: a hub with your tank, six sectors, three rings, and what stands where.

use super::counters::{HIGH, WIDE, counter};
use super::seen::{Enemy, RANGES, SECTORS, Seen, Zone};
use crate::ace::{own, scenery};
use crate::spots::Spots;
use maud::{Markup, html};

const WIDTH: f32 = 1160.0;
const HEIGHT: f32 = 1130.0;
/// The middle of the hub.
const HUB: (f32, f32) = (580.0, 590.0);
/// How far the middle of each edge lies from the hub: hub, close, medium, long.
const RINGS: [f32; 4] = [96.0, 224.0, 352.0, 480.0];
/// How far outside the plates of the sectors lie: above and below, and in the empty corners.
const PLATES: [f32; 2] = [512.0, 572.0];
/// Half the tangent of the angle a sector spans.
const SPREAD: f32 = 0.577_35;

/// Degrees clockwise from straight up of a sector's middle.
fn degrees(sector: usize) -> f32 {
    sector as f32 * 60.0
}

/// A point so far out along a sector, and so far to the right as one looks outwards.
fn point(sector: usize, out: f32, right: f32) -> (f32, f32) {
    let angle = degrees(sector).to_radians();
    (HUB.0 + out * angle.sin() + right * angle.cos(), HUB.1 - out * angle.cos() + right * angle.sin())
}

/// The outline of a zone.
fn outline((sector, ring): Zone) -> String {
    let (near, far) = (RINGS[ring], RINGS[ring + 1]);
    let corners = [(near, -near * SPREAD), (far, -far * SPREAD), (far, far * SPREAD), (near, near * SPREAD)];
    let corners = corners.map(|(out, right)| {
        let (x, y) = point(sector, out, right);
        format!("{x:.1} {y:.1}")
    });
    format!("M{}Z", corners.join("L"))
}

/// The board.
pub(crate) fn battle(seen: &Seen, spots: &Spots<'_>) -> Markup {
    html! {
        svg class="hd-board hd-p-board" viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="group" aria-label=(describe(seen)) {
            rect class="hd-paper" width=(WIDTH) height=(HEIGHT) rx="14" {}
            (head(seen))
            @for sector in 0..6 {
                @for ring in (0..3).rev() { (zone(seen, spots, (sector, ring))) }
                (plate(seen, spots, sector))
            }
            (bearings(seen))
            (scenery::falling(seen.report.picture(), WIDTH, HEIGHT))
            @for zone in all_zones() { (smoke(seen, zone)) }
            (tank(seen))
            @for zone in all_zones() { (fires(seen, zone)) (smoke_tag(seen, zone)) }
            @for zone in all_zones() {
                @let here: Vec<&Enemy> = seen.enemies.iter().filter(|e| e.at == zone).collect();
                @for (n, e) in here.iter().enumerate() { (unit(e, n, here.len(), spots)) }
            }
        }
    }
}

fn all_zones() -> impl Iterator<Item = Zone> {
    (0..18).map(|n| (n / 3, n % 3))
}

fn describe(seen: &Seen) -> String {
    let count = seen.enemies.len();
    let units = if count == 1 { "1 enemy unit".into() } else { format!("{count} enemy units") };
    let us: Vec<&str> = SECTORS.iter().zip(seen.us).filter(|(_, us)| *us).map(|(s, _)| *s).collect();
    let us = if us.is_empty() { "no sector US controlled".into() } else { format!("US controlled: {}", us.join(", ")) };
    format!("Battle Board: {units}, {us}, weather {}, round {}", seen.report.weather(), seen.round)
}

fn head(seen: &Seen) -> Markup {
    let round = if seen.round > 0 { format!("Round {}", seen.round) } else { "Contact".into() };
    html! {
        text class="hd-p-head" x="24" y="48" { (round) }
        g transform="translate(1076 10) scale(1.4)" { (scenery::weather(seen.report.picture())) }
        text class="hd-p-head hd-end" x="1066" y="48" { (seen.report.weather()) }
    }
}

/// A zone: a link if it can be marked or swept.
fn zone(seen: &Seen, spots: &Spots<'_>, zone: Zone) -> Markup {
    let (sector, ring) = zone;
    let id = format!("zone:{}.{}", SECTORS[sector], RANGES[ring]);
    let mut what = format!("Sector {}, {} range", SECTORS[sector], RANGES[ring]);
    let smoke = seen.smoke.iter().find(|(at, _)| *at == zone).map_or(0, |(_, n)| *n);
    if smoke > 0 {
        what.push_str(&format!(", smoke {smoke}"));
    }
    let units = seen.enemies.iter().filter(|e| e.at == zone).count();
    if units > 0 {
        what.push_str(&format!(", {units} {}", if units == 1 { "unit" } else { "units" }));
    }
    let us = if seen.us[sector] { " hd-p-us" } else { "" };
    let (x, y) = point(sector, (RINGS[ring] + RINGS[ring + 1]) / 2.0, 0.0);
    let inner = html! {
        path class=(format!("hd-p-zone hd-p-ring-{ring}{us}")) d=(outline(zone)) {}
        @if spots.has(&id) { path class="hd-ring hd-p-zone-ring" d=(outline(zone)) {} }
        @if ring > 0 || units == 0 { text class="hd-p-range" x=(x) y=(y + 9.0) { (RANGES[ring]) } }
    };
    html! { g id=(format!("zone-{}-{}", SECTORS[sector], RANGES[ring])) { (spots.draw(&id, &what, &inner)) } }
}

/// The plate of a sector, outside the rings: its number, who holds it, and a link where it can be chosen.
fn plate(seen: &Seen, spots: &Spots<'_>, sector: usize) -> Markup {
    let id = format!("sector:{}", SECTORS[sector]);
    let (x, y) = point(sector, PLATES[usize::from(!sector.is_multiple_of(3))], 0.0);
    let us = seen.us[sector];
    let what = format!("Sector {}{}", SECTORS[sector], if us { ", US controlled" } else { "" });
    let inner = html! {
        @if spots.has(&id) { rect class="hd-ring" x=(x - 74.0) y=(y - 31.0) width="148" height="62" rx="14" {} }
        rect class=(if us { "hd-p-plate hd-p-plate-us" } else { "hd-p-plate" }) x=(x - 66.0) y=(y - 24.0) width="132" height="48" rx="10" {}
        @if us {
            path class="hd-p-star" transform=(format!("translate({} {}) scale(1.5)", x - 44.0, y - 14.0)) d="M0 0 2.9 9H12.4L4.7 14.600 7.700 23.700 0 18.100 -7.700 23.700 -4.700 14.600 -12.400 9H-2.900Z" {}
        }
        text class="hd-p-plate-word" x=(if us { x + 16.0 } else { x }) y=(y + 12.0) { (SECTORS[sector]) }
    };
    html! { g id=(format!("sector-{}", SECTORS[sector])) { (spots.draw(&id, &what, &inner)) } }
}

/// Where main gun and bow machine gun bear.
fn bearings(seen: &Seen) -> Markup {
    let wedge = |sector: usize, far: f32| {
        let (a, b) = (point(sector, far, -far * SPREAD), point(sector, far, far * SPREAD));
        format!("M{} {}L{:.1} {:.1}L{:.1} {:.1}Z", HUB.0, HUB.1, a.0, a.1, b.0, b.1)
    };
    html! {
        g aria-hidden="true" {
            path class="hd-p-turret-line" d=(wedge(seen.tank.turret, RINGS[3])) {}
            path class="hd-p-hull-line" d=(wedge(seen.tank.hull, RINGS[1])) {}
        }
    }
}

fn smoke(seen: &Seen, zone: Zone) -> Markup {
    let level = seen.smoke.iter().find(|(at, _)| *at == zone).map_or(0, |(_, n)| *n);
    let (sector, ring) = zone;
    let middle = (RINGS[ring] + RINGS[ring + 1]) / 2.0;
    let half = middle * SPREAD - 40.0;
    let puffs = (half * 2.0 / 44.0).max(1.0) as usize;
    html! {
        @if level > 0 {
            g class="hd-smoke" aria-hidden="true" {
                @for n in 0..=puffs {
                    @let right = -half + half * 2.0 * n as f32 / puffs as f32;
                    @let (x, y) = point(sector, middle - 26.0 + ((n * 37 + sector * 11) % 19) as f32, right);
                    circle cx=(x) cy=(y) r=(29.0 + ((n * 13 + ring * 7) % 9) as f32) {}
                }
            }
        }
    }
}

/// How much smoke lies in a zone, in words at its clockwise end.
fn smoke_tag(seen: &Seen, zone: Zone) -> Markup {
    let level = seen.smoke.iter().find(|(at, _)| *at == zone).map_or(0, |(_, n)| *n);
    let (sector, ring) = zone;
    let middle = (RINGS[ring] + RINGS[ring + 1]) / 2.0;
    let (x, y) = point(sector, middle, middle * SPREAD - if ring == 0 { 30.0 } else { 64.0 });
    html! {
        @if level > 0 {
            rect class="hd-smoke-tag" x=(x - 56.0) y=(y - 18.0) width="112" height="36" rx="18" {}
            text class="hd-p-smoke-word" x=(x) y=(y + 9.0) { "smoke " (level) }
        }
    }
}

/// Advance Fire markers and swept zones.
fn fires(seen: &Seen, zone: Zone) -> Markup {
    let marks = seen.fire.iter().find(|(at, _)| *at == zone).map_or(0, |(_, n)| *n);
    let swept: Vec<&str> = seen.sweeps.iter().filter(|(at, _)| *at == zone).map(|(_, mg)| mg.as_str()).collect();
    let (sector, ring) = zone;
    let (x, y) = point(sector, RINGS[ring + 1] - 22.0, 0.0);
    let word = if marks > 0 { format!("AF {marks}") } else { format!("{} MG", swept.join("+")) };
    html! {
        @if marks > 0 || !swept.is_empty() {
            rect class="hd-p-fire" x=(x - 58.0) y=(y - 17.0) width="116" height="34" rx="6" {}
            text class="hd-p-fire-word" x=(x) y=(y + 9.0) { (word) }
        }
    }
}

/// The drawing that fits a Tank Card.
pub(crate) fn drawing(card: u32, hvss: bool) -> &'static str {
    match card {
        4..=6 => "m4a1_early",
        12 => "m4a3e2_75",
        13 => "m4a3e2_76",
        14 | 15 if hvss => "m4a1_76w_hvss",
        14 | 15 => "m4a1_76w",
        16..=18 => "m4a3e8",
        _ => "m4a3_75w",
    }
}

fn tank(seen: &Seen) -> Markup {
    let t = &seen.tank;
    let mut what =
        format!("Your tank: {}, hull to sector {}, turret to sector {}", t.model, SECTORS[t.hull], SECTORS[t.turret]);
    for state in t.states() {
        what.push_str(&format!(", {state}"));
    }
    if seen.smoke_here > 0 {
        what.push_str(&format!(", smoke {} on it", seen.smoke_here));
    }
    let open = seen.man("c").is_some_and(|m| m.hatch == Some(true));
    let id = drawing(t.card, t.hvss);
    let mut states: Vec<String> = t.states().iter().map(|s| (*s).to_string()).collect();
    if seen.smoke_here > 0 {
        states.push(format!("smoke {} on you", seen.smoke_here));
    }
    let hub: Vec<String> = (0..6)
        .map(|s| {
            let (x, y) = point(s, RINGS[0], RINGS[0] * SPREAD);
            format!("{x:.1} {y:.1}")
        })
        .collect();
    html! {
        g id="own-tank" role="img" aria-label=(what) {
            title { (what) }
            path class="hd-p-hub" d=(format!("M{}Z", hub.join("L"))) {}
            g transform=(format!("translate({} {})", HUB.0, HUB.1)) {
                g class="hd-turns" transform=(format!("rotate({})", degrees(t.hull))) {
                    (own::hull(id))
                    @if t.hull_down {
                        path class="hd-rampart" d="M-56 -48Q-44 -74 0 -76 44 -74 56 -48 40 -60 0 -62 -40 -60 -56 -48Z" {}
                    }
                }
                g class="hd-turns" transform=(format!("rotate({})", degrees(t.turret))) { (own::turret(id, open)) }
            }
            @if seen.smoke_here > 0 {
                g class="hd-smoke" aria-hidden="true" {
                    @for n in 0..10 {
                        @let angle = n as f32 * 0.628;
                        circle cx=(HUB.0 + 84.0 * angle.sin()) cy=(HUB.1 - 84.0 * angle.cos()) r=(18.0 + (n % 3) as f32 * 3.0) {}
                    }
                }
            }
        }
        @if !states.is_empty() { text class="hd-p-own" x="24" y=(HEIGHT - 24.0) { (states.join(" \u{b7} ")) } }
    }
}

fn unit(e: &Enemy, n: usize, of: usize, spots: &Spots<'_>) -> Markup {
    let (sector, ring) = e.at;
    let out = (RINGS[ring] + RINGS[ring + 1]) / 2.0;
    // Side by side along the ring as long as there is room, then overlapping.
    let room = (out * SPREAD * 2.0 - WIDE).max(10.0);
    let step =
        if of > 1 { (room / (of - 1) as f32).min(if sector % 3 == 0 { WIDE + 8.0 } else { HIGH + 10.0 }) } else { 0.0 };
    let right = (n as f32 - (of - 1) as f32 / 2.0) * step;
    let (x, y) = point(sector, out, right);
    let id = format!("unit:{}", e.id);
    let inner = html! {
        @if spots.has(&id) { rect class="hd-ring" x="-5" y="-5" width=(WIDE + 10.0) height=(HIGH + 10.0) rx="12" {} }
        (counter(e, degrees(sector) + 180.0))
    };
    html! {
        g id=(format!("unit-{}", e.id)) class="hd-unit" transform=(format!("translate({:.1} {:.1})", x - WIDE / 2.0, y - HIGH / 2.0)) {
            (spots.draw(&id, &e.aloud(), &inner))
        }
    }
}
