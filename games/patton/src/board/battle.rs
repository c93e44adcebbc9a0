//! The Battle Board: a hub with your tank, six sectors, three rings, and what stands where.

use super::counters::{HIGH, WIDE, counter};
use super::{called, model, tank_states, unit_states, weather, weather_picture};
use crate::View;
use crate::state::Vehicle;
use crate::view::SeenUnit;
use crate::words::{Post, Range, Sector, Zone};
use hulldown_draw::bears::{self, Bears, Counters};
use hulldown_draw::{Spots, scenery, sherman};
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
fn degrees(sector: Sector) -> f32 {
    sector.index() as f32 * 60.0
}

/// A point so far out along a sector, and so far to the right as one looks outwards.
fn point(sector: Sector, out: f32, right: f32) -> (f32, f32) {
    let angle = degrees(sector).to_radians();
    let (x, y) = (HUB.0 + out * angle.sin() + right * angle.cos(), HUB.1 - out * angle.cos() + right * angle.sin());
    (x.round(), y.round())
}

/// How far in and out a ring reaches.
fn edges(range: Range) -> [f32; 2] {
    [RINGS[range.index()], RINGS[range.index() + 1]]
}

/// The middle of a ring.
fn middle(range: Range) -> f32 {
    let [near, far] = edges(range);
    (near + far) / 2.0
}

/// The outline of a zone.
fn outline(zone: Zone) -> String {
    let [near, far] = edges(zone.range);
    let corners = [(near, -near * SPREAD), (far, -far * SPREAD), (far, far * SPREAD), (near, near * SPREAD)];
    let corners = corners.map(|(out, right)| {
        let (x, y) = point(zone.sector, out, right);
        format!("{x} {y}")
    });
    format!("M{}Z", corners.join("L"))
}

/// The board.
pub(super) fn battle(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    let (report, bearing) = (view.report(), bearing_on(view));
    let places = |zone: Zone| {
        let of = view.enemies().filter(|enemy| enemy.unit.zone == zone).count();
        (0..of).map(move |n| place(zone, n, of))
    };
    // One's own tank is not covered either.
    let middles: Vec<(f32, f32)> = Zone::all().flat_map(places).chain([HUB]).collect();
    html! {
        svg id="battle-board" class="hd-board hd-p-board" data-fine="30" viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="group" aria-label=(describe(view)) {
            rect class="hd-paper" width=(WIDTH) height=(HEIGHT) rx="14" {}
            (head(view))
            @for sector in Sector::ALL {
                @for range in Range::ALL.into_iter().rev() { (zone_part(view, spots, Zone { sector, range })) }
                (plate(view, spots, sector))
            }
            (bearings(view.tank()))
            g id="falling" { (scenery::falling(weather_picture(report.weather), WIDTH, HEIGHT)) }
            g id="smoke" { @for zone in Zone::all() { (smoke(view, zone)) } }
            (tank(view))
            (bears::lines(&bearing))
            g id="fires" { @for zone in Zone::all() { (fires(view, zone)) (smoke_tag(view, zone)) } }
            @for zone in Zone::all() {
                @let here: Vec<SeenUnit<'_>> = view.enemies().filter(|enemy| enemy.unit.zone == zone).collect();
                @for (n, e) in here.iter().enumerate() { (unit(e, n, here.len(), spots)) }
            }
            (bears::chances(&bearing, 28.0, Counters { at: &middles, size: (WIDE, HIGH), words: &range_names() }))
        }
    }
}

pub(super) fn describe(view: &View<'_>) -> String {
    let count = view.battle().enemies.len();
    let units = if count == 1 { "1 enemy unit".into() } else { format!("{count} enemy units") };
    let us = Sector::ALL.into_iter().filter(|sector| view.battle().us[sector.index()]);
    let us: Vec<&str> = us.map(Sector::id).collect();
    let us = if us.is_empty() { "no sector US controlled".into() } else { format!("US controlled: {}", us.join(", ")) };
    format!("Battle Board: {units}, {us}, weather {}, round {}", weather(view.report().weather), view.battle().round)
}

fn head(view: &View<'_>) -> Markup {
    let (round, sky) = (view.battle().round, view.report().weather);
    let round = if round > 0 { format!("Round {round}") } else { "Contact".into() };
    html! {
        text class="hd-p-head" x="24" y="48" { (round) }
        g transform="translate(1076 10) scale(1.4)" { (scenery::weather(weather_picture(sky))) }
        text class="hd-p-head hd-end" x="1066" y="48" { (weather(sky)) }
    }
}

/// A zone: a link if it can be marked or swept.
fn zone_part(view: &View<'_>, spots: &Spots<'_>, zone: Zone) -> Markup {
    let (sector, range) = (zone.sector, zone.range);
    let id = format!("zone:{}", zone.id());
    let mut what = format!("Sector {}, {range} range", sector.id());
    let smoke = view.battle().smoke_in(zone);
    if smoke > 0 {
        what.push_str(&format!(", smoke {smoke}"));
    }
    let units = view.battle().enemies.iter().filter(|enemy| enemy.zone == zone).count();
    if units > 0 {
        what.push_str(&format!(", {units} {}", if units == 1 { "unit" } else { "units" }));
    }
    let us = if view.battle().us[sector.index()] { " hd-p-us" } else { "" };
    let ring = range.index();
    let (x, y) = point(sector, middle(range), 0.0);
    let inner = html! {
        path class=(format!("hd-p-zone hd-p-ring-{ring}{us}")) d=(outline(zone)) {}
        @if spots.has(&id) { path class="hd-ring hd-p-zone-ring" d=(outline(zone)) {} }
        @if ring > 0 || units == 0 { text class="hd-p-range hd-fine" x=(x) y=(y + 9.0) { (range) } }
    };
    html! { g id=(format!("zone-{}-{}", sector.id(), range.id())) { (spots.draw(&id, &what, &inner)) } }
}

/// The plate of a sector, outside the rings: its number, who holds it, and a link where it can be chosen.
fn plate(view: &View<'_>, spots: &Spots<'_>, sector: Sector) -> Markup {
    let id = format!("sector:{}", sector.id());
    let (x, y) = point(sector, PLATES[usize::from(!sector.index().is_multiple_of(3))], 0.0);
    let us = view.battle().us[sector.index()];
    let what = format!("Sector {}{}", sector.id(), if us { ", US controlled" } else { "" });
    let inner = html! {
        @if spots.has(&id) { rect class="hd-ring" x=(x - 74.0) y=(y - 31.0) width="148" height="62" rx="14" {} }
        rect class=(if us { "hd-p-plate hd-p-plate-us" } else { "hd-p-plate" }) x=(x - 66.0) y=(y - 24.0) width="132" height="48" rx="10" {}
        @if us {
            path class="hd-p-star" transform=(format!("translate({} {}) scale(1.5)", x - 44.0, y - 14.0)) d="M0 0 2.9 9H12.4L4.7 14.6 7.7 23.7 0 18.1-7.7 23.7-4.7 14.6-12.4 9H-2.9Z" {}
        }
        text class="hd-p-plate-word" x=(if us { x + 16.0 } else { x }) y=(y + 12.0) { (sector.id()) }
    };
    html! { g id=(format!("sector-{}", sector.id())) { (spots.draw(&id, &what, &inner)) } }
}

/// Where main gun and bow machine gun bear.
fn bearings(tank: &Vehicle) -> Markup {
    let wedge = |sector: Sector, far: f32| {
        let (a, b) = (point(sector, far, -far * SPREAD), point(sector, far, far * SPREAD));
        format!("M{} {}L{} {}L{} {}Z", HUB.0, HUB.1, a.0, a.1, b.0, b.1)
    };
    html! {
        g id="bearings" aria-hidden="true" {
            path class="hd-p-turret-line" d=(wedge(tank.turret, RINGS[3])) {}
            path class="hd-p-hull-line" d=(wedge(tank.hull, RINGS[1])) {}
        }
    }
}

fn smoke(view: &View<'_>, zone: Zone) -> Markup {
    let level = view.battle().smoke_in(zone);
    let (sector, ring) = (zone.sector.index(), zone.range.index());
    let middle = middle(zone.range);
    let half = middle * SPREAD - 40.0;
    let puffs = (half * 2.0 / 44.0).max(1.0) as usize;
    html! {
        @if level > 0 {
            g class="hd-smoke" aria-hidden="true" {
                @for n in 0..=puffs {
                    @let right = -half + half * 2.0 * n as f32 / puffs as f32;
                    @let (x, y) = point(zone.sector, middle - 26.0 + ((n * 37 + sector * 11) % 19) as f32, right);
                    circle cx=(x) cy=(y) r=(29.0 + ((n * 13 + ring * 7) % 9) as f32) {}
                }
            }
        }
    }
}

/// How much smoke lies in a zone, in words at its clockwise end.
fn smoke_tag(view: &View<'_>, zone: Zone) -> Markup {
    let level = view.battle().smoke_in(zone);
    let middle = middle(zone.range);
    let (x, y) = point(zone.sector, middle, middle * SPREAD - if zone.range == Range::Close { 30.0 } else { 64.0 });
    html! {
        @if level > 0 {
            rect class="hd-smoke-tag" x=(x - 56.0) y=(y - 18.0) width="112" height="36" rx="18" {}
            text class="hd-p-smoke-word" x=(x) y=(y + 9.0) { "smoke " (level) }
        }
    }
}

/// Advance Fire markers and swept zones.
fn fires(view: &View<'_>, zone: Zone) -> Markup {
    let battle = view.battle();
    let marks = battle.fire[zone.index()];
    let swept: Vec<&str> = battle.sweeps.iter().filter(|sweep| sweep.zone == zone).map(|sweep| sweep.mg.id()).collect();
    let (x, y) = point(zone.sector, edges(zone.range)[1] - 22.0, 0.0);
    let word = if marks > 0 { format!("AF {marks}") } else { format!("{} MG", swept.join("+")) };
    html! {
        @if marks > 0 || !swept.is_empty() {
            rect class="hd-p-fire" x=(x - 58.0) y=(y - 17.0) width="116" height="34" rx="6" {}
            text class="hd-p-fire-word" x=(x) y=(y + 9.0) { (word) }
        }
    }
}

/// The drawing that fits a Tank Card.
pub(super) fn drawing(tank: &Vehicle) -> &'static str {
    match tank.model.number() {
        4..=6 => "m4a1_early",
        12 => "m4a3e2_75",
        13 => "m4a3e2_76",
        14 | 15 if tank.hvss => "m4a1_76w_hvss",
        14 | 15 => "m4a1_76w",
        16..=18 => "m4a3e8",
        _ => "m4a3_75w",
    }
}

fn tank(view: &View<'_>) -> Markup {
    let (t, smoke) = (view.tank(), view.battle().smoke_here());
    let mut states: Vec<String> = tank_states(view).into_iter().map(String::from).collect();
    let mut what =
        format!("Your tank: {}, hull to sector {}, turret to sector {}", model(view), t.hull.id(), t.turret.id());
    for state in &states {
        what.push_str(&format!(", {state}"));
    }
    if smoke > 0 {
        what.push_str(&format!(", smoke {smoke} on it"));
        states.push(format!("smoke {smoke} on you"));
    }
    let open = view.man(Post::Commander).hatch == Some(true);
    let id = drawing(t);
    let hub: Vec<String> = Sector::ALL
        .into_iter()
        .map(|s| {
            let (x, y) = point(s, RINGS[0], RINGS[0] * SPREAD);
            format!("{x} {y}")
        })
        .collect();
    html! {
        g id="own-tank" role="img" aria-label=(what) {
            title { (what) }
            path class="hd-p-hub" d=(format!("M{}Z", hub.join("L"))) {}
            g transform=(format!("translate({} {})", HUB.0, HUB.1)) {
                g id="own-hull" class="hd-turns" transform=(format!("rotate({})", degrees(t.hull))) {
                    (sherman::hull(id))
                    @if t.hull_down {
                        path class="hd-rampart" d="M-56 -48Q-44 -74 0 -76 44 -74 56 -48 40 -60 0 -62 -40 -60 -56 -48Z" {}
                    }
                }
                g id="own-turret" class="hd-turns" transform=(format!("rotate({})", degrees(t.turret))) { (sherman::turret(id, open)) }
            }
            @if smoke > 0 {
                g class="hd-smoke" aria-hidden="true" {
                    @for n in 0..10 {
                        @let angle = n as f32 * 0.628;
                        circle cx=((HUB.0 + 84.0 * angle.sin()).round()) cy=((HUB.1 - 84.0 * angle.cos()).round()) r=(18.0 + (n % 3) as f32 * 3.0) {}
                    }
                }
            }
        }
        @for (n, line) in in_lines(&states).iter().rev().enumerate() {
            text class="hd-p-own" x="24" y=(HEIGHT - 24.0 - 40.0 * n as f32) { (line) }
        }
    }
}

/// What is said of the tank, in lines that end before the plate of the sector behind it.
fn in_lines(states: &[String]) -> Vec<String> {
    const ROOM: usize = 30;
    let mut lines: Vec<String> = Vec::new();
    for state in states {
        match lines.last_mut() {
            Some(line) if line.chars().count() + state.chars().count() < ROOM => {
                line.push_str(" \u{b7} ");
                line.push_str(state);
            }
            _ => lines.push(state.clone()),
        }
    }
    lines
}

fn unit(enemy: &SeenUnit<'_>, n: usize, of: usize, spots: &Spots<'_>) -> Markup {
    let (x, y) = place(enemy.unit.zone, n, of);
    let (sector, number) = (enemy.unit.zone.sector, enemy.unit.id.0);
    let id = format!("unit:{number}");
    let inner = html! {
        @if spots.has(&id) { rect class="hd-ring" x="-5" y="-5" width=(WIDE + 10.0) height=(HIGH + 10.0) rx="12" {} }
        g id=(format!("card-{number}")) { (counter(enemy, degrees(sector) + 180.0)) }
    };
    html! {
        g id=(format!("unit-{number}")) class="hd-unit" transform=(format!("translate({} {})", x - WIDE / 2.0, y - HIGH / 2.0)) {
            (spots.draw(&id, &aloud(enemy), &inner))
        }
    }
}

/// Who may hit the tank in the next enemy phase, with his chance to knock it out.
fn bearing_on(view: &View<'_>) -> Vec<Bears> {
    if view.is_knocked_out() {
        return Vec::new();
    }
    let ahead = view.ahead();
    let line = |enemy: &SeenUnit<'_>, n: usize, of: usize| {
        let threat = ahead.threat(view.data(), enemy.unit.id).filter(|threat| threat.hits.per_mille() > 0)?;
        let says = match threat.knocks_out.per_mille() {
            kills @ 5.. => format!("KO {}%", (kills + 5) / 10),
            // Who cannot knock out may still hit and hurt.
            _ => match threat.hits.per_mille() {
                hits @ 5.. => format!("hit {}%", (hits + 5) / 10),
                _ => "hit <1%".into(),
            },
        };
        let perhaps = threat.fires.per_mille() < 1000;
        Some(Bears { from: place(enemy.unit.zone, n, of), to: HUB, says, perhaps })
    };
    let zone = |zone: Zone| {
        let here: Vec<SeenUnit<'_>> = view.enemies().filter(|enemy| enemy.unit.zone == zone).collect();
        here.iter().enumerate().filter_map(|(n, e)| line(e, n, here.len())).collect::<Vec<_>>()
    };
    Zone::all().flat_map(zone).collect()
}

/// Where the names of the ranges stand, for chances that are not to cover them.
fn range_names() -> Vec<(f32, f32, f32)> {
    let named = Range::ALL.into_iter().filter(|range| range.index() > 0);
    let at = |range: Range| Sector::ALL.map(|sector| point(sector, middle(range), 0.0));
    named.flat_map(at).map(|(x, y)| (x, y, 44.0)).collect()
}

/// The middle of a counter: the so-and-so-many-th of its zone.
fn place(Zone { sector, range }: Zone, n: usize, of: usize) -> (f32, f32) {
    let out = middle(range);
    // Side by side along the ring as long as there is room, then overlapping.
    let room = (out * SPREAD * 2.0 - WIDE).max(10.0);
    let step = if of > 1 {
        (room / (of - 1) as f32).min(if sector.index().is_multiple_of(3) { WIDE + 8.0 } else { HIGH + 10.0 })
    } else {
        0.0
    };
    let right = (n as f32 - (of - 1) as f32 / 2.0) * step;
    point(sector, out, right)
}

/// Everything about a unit in one sentence.
pub(super) fn aloud(enemy: &SeenUnit<'_>) -> String {
    let Zone { sector, range } = enemy.unit.zone;
    let states = unit_states(enemy).join(", ");
    format!("Unit {}: {}, sector {}, {range} range, {states}", enemy.unit.id.0, called(enemy), sector.id())
}
