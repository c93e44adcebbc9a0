//! The Tank Card: hatches, the five crewmen with their orders, gun load, ready rack, stores and guns.

use super::board::drawing;
use super::seen::{Count, Man, POSTS, SECTORS, Seen, Tank};
use crate::ace::own;
use crate::spots::Spots;
use maud::{Markup, html};

/// The kinds of rounds in the order of the card.
const AMMO: [&str; 6] = ["HE", "AP", "WP", "HCBI", "HVAP", "APDS"];

/// The card.
pub(crate) fn card(seen: &Seen, spots: &Spots<'_>) -> Markup {
    html! {
        div class="hd-mat hd-p-tank-card" {
            div class="hd-mat-plan" { (plan(seen, spots)) }
            div class="hd-mat-stores" { (gun(seen, spots)) (rack(&seen.tank)) (stores(&seen.tank)) }
            div class="hd-mat-guns" { (weapons(&seen.tank)) (state(seen)) }
        }
    }
}

/// Where a man's box stands, and his hatch on the plan: box x, y; hatch x, y.
fn seat(post: &str) -> (f32, f32, f32, f32) {
    match post {
        "c" => (430.0, 330.0, 386.0, 330.0),
        "g" => (430.0, 214.0, 386.0, 258.0),
        "l" => (0.0, 272.0, 308.0, 296.0),
        "d" => (0.0, 84.0, 302.0, 168.0),
        _ => (430.0, 98.0, 392.0, 168.0),
    }
}

const BOX: (f32, f32) = (274.0, 108.0);

fn plan(seen: &Seen, spots: &Spots<'_>) -> Markup {
    let id = drawing(seen.tank.card, seen.tank.hvss);
    let label = format!("Tank {}, {}, from above with its crew", seen.tank.card, seen.tank.model);
    html! {
        svg class="hd-p-plan" viewBox="-4 0 712 470" role="group" aria-label=(label) {
            g class="hd-plan-tank" aria-hidden="true" transform="translate(347 262) scale(3.1)" {
                (own::hull(id))
                g transform="translate(0 -2) scale(1.12)" { (own::shell(id)) }
            }
            @for post in POSTS { @if let Some(man) = seen.man(post) { (crewman(seen, man, spots)) } }
        }
    }
}

fn crewman(seen: &Seen, man: &Man, spots: &Spots<'_>) -> Markup {
    let (x, y, hx, hy) = seat(&man.post);
    let id = format!("post:{}", man.post);
    let gone = !man.works;
    let moved = man.post == "a" && !seen.assistant_at.is_empty() && seen.assistant_at != "a";
    let mut states = man.states();
    if moved {
        states.push(format!("works at post {}", seen.assistant_at.to_uppercase()));
    }
    let looks: Vec<&str> = man.looks.iter().map(|s| SECTORS[*s]).collect();
    let sees = match looks.len() {
        0 => "sees nothing".to_string(),
        6 => "sees all sectors".into(),
        _ => format!("sees {}", looks.join(", ")),
    };
    let what = format!("{}, {}, {sees}", capital(&man.name), states.join(", "));
    let title = if man.post == "a" { "Asst driver".into() } else { capital(&man.name) };
    let order = match man.order.as_str() {
        "" if seen.in_battle => "no order",
        order => order,
    };
    let bad: Vec<&str> = [(!man.wound.is_empty(), man.wound.as_str()), (man.blind, "no periscope"), (gone, "out")]
        .into_iter()
        .filter(|(on, _)| *on)
        .map(|(_, says)| says)
        .collect();
    let left = x < 200.0;
    let edge = if left { x + BOX.0 } else { x };
    let inner = html! {
        path class="hd-leader" d=(format!("M{edge} {}L{hx} {hy}", y + BOX.1 / 2.0)) {}
        @if spots.has(&id) { rect class="hd-ring" x=(x - 4.0) y=(y - 4.0) width=(BOX.0 + 8.0) height=(BOX.1 + 8.0) rx="12" {} }
        rect class=(if gone { "hd-p-box hd-p-box-out" } else { "hd-p-box" }) x=(x) y=(y) width=(BOX.0) height=(BOX.1) rx="9" {}
        @match man.hatch {
            Some(true) => circle class="hd-hatch-open" cx=(hx) cy=(hy) r="21" {},
            Some(false) => circle class="hd-hatch-shut" cx=(hx) cy=(hy) r="21" {},
            None => {}
        }
        circle class=(if gone { "hd-man hd-man-out" } else { "hd-man" }) cx=(hx) cy=(hy) r="16" {}
        text class="hd-p-man-letter" x=(hx) y=(hy + 8.0) { (man.letter()) }
        rect class="hd-letter-tag" x=(x + 8.0) y=(y + 8.0) width="34" height="34" rx="6" {}
        text class="hd-p-box-letter" x=(x + 25.0) y=(y + 34.0) { (man.letter()) }
        text class="hd-p-box-name" x=(x + 50.0) y=(y + 33.0) { (title) }
        @if let Some(rating) = man.rating {
            circle class="hd-p-rating" cx=(x + BOX.0 - 24.0) cy=(y + 25.0) r="19" {}
            text class="hd-p-rating-word" x=(x + BOX.0 - 24.0) y=(y + 33.0) { (rating) }
        }
        text class="hd-p-box-order" x=(x + 12.0) y=(y + 68.0) { (short_order(order)) }
        text class="hd-p-box-note" x=(x + 12.0) y=(y + 96.0) {
            @if bad.is_empty() {
                @match man.hatch { Some(true) => "hatch open", Some(false) => "buttoned up", None => "no hatch" }
                @if man.number.is_none() { ", nobody here" }
                @if man.you { " \u{b7} you" }
            } @else { "\u{26a0} " (bad.join(", ")) }
        }
    };
    html! { g id=(format!("post-{}", man.post)) { (spots.draw(&id, &what, &inner)) } }
}

/// An order that fits its box.
fn short_order(order: &str) -> String {
    let fits = match order {
        "Rotate Turret and Fire Main Gun" => "Rotate and Fire",
        "Forward to Hull Down" => "Fwd to Hull Down",
        "Reverse to Hull Down" => "Rev to Hull Down",
        other => other,
    };
    fits.chars().take(22).collect()
}

/// A word with a capital at its front.
pub(crate) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|c| c.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}

/// A round standing, drawn by kind: a shape and letters for each.
pub(crate) fn round(kind: &str) -> Markup {
    let (class, letters, point) = match kind {
        "AP" => ("ap", "AP", "M10 34V20L20 3 30 20V34Z"),
        "HE" => ("he", "HE", "M10 34V18Q11 7 20 3 29 7 30 18V34Z"),
        "HCBI" => ("hcbi", "HC", "M10 34V9H30V34Z"),
        "WP" => ("wp", "WP", "M10 34V14Q10 6 20 6 30 6 30 14V34Z"),
        "HVAP" => ("apcr", "HV", "M10 34V26L17 20V10L20 2 23 10V20L30 26V34Z"),
        "APDS" => ("apcr", "DS", "M10 34V27H15V22L18 18V8L20 2 22 8V18L25 22V27H30V34Z"),
        _ => ("other", "?", "M10 34V12H30V34Z"),
    };
    html! {
        svg class=(format!("hd-round hd-round-{class}")) viewBox="0 0 40 88" aria-hidden="true" {
            path class="hd-shot" d=(point) {}
            path class="hd-case" d="M8 34H32V82H34V86H6V82H8Z" {}
            text class="hd-round-letters" x="20" y="64" { (letters) }
        }
    }
}

fn empty() -> Markup {
    html! { svg class="hd-round" viewBox="0 0 40 88" aria-hidden="true" { rect class="hd-slot" x="5" y="3" width="30" height="82" rx="5" {} } }
}

fn gun(seen: &Seen, spots: &Spots<'_>) -> Markup {
    let t = &seen.tank;
    let loaded = if t.loaded.is_empty() { "nothing" } else { &t.loaded };
    let reload = match (seen.reload.as_str(), seen.from_rack) {
        ("", _) => String::new(),
        (kind, true) => format!("reload {kind} from the ready rack"),
        (kind, false) => format!("reload {kind}"),
    };
    let what = format!("Gun load: {loaded}{}{reload}", if reload.is_empty() { "" } else { ", " });
    html! {
        div class="hd-loaded" id="gun" {
            @if t.loaded.is_empty() { (empty()) } @else { (round(&t.loaded)) }
            p {
                (spots.place("gun", &what, &html! { span class="hd-key" { "Gun load" } " " (loaded) }))
                @if !reload.is_empty() { span class="hd-small hd-block" { (capital(&reload)) } }
                span class="hd-small hd-block" { (t.gun) @if seen.hits > 0 { ", " (seen.hits) " hits to resolve" } }
                @if !seen.directs.is_empty() && seen.man("c").is_some_and(|m| m.order == "Direct Fire") {
                    span class="hd-small hd-block" { "Commander directs: " (seen.directs) }
                }
            }
        }
    }
}

fn how_many(counts: &[Count], kind: &str) -> u32 {
    counts.iter().find(|c| c.kind == kind).map_or(0, |c| c.count)
}

fn rack(t: &Tank) -> Markup {
    let held: u32 = t.rack.iter().map(|c| c.count).sum();
    let words: Vec<String> = t.rack.iter().map(|c| format!("{} {}", c.count, c.kind)).collect();
    let words = if words.is_empty() { "empty".to_string() } else { words.join(", ") };
    let boxes = t.rack_size.max(held.min(30));
    let kinds = t.rack.iter().flat_map(|c| std::iter::repeat_n(c.kind.as_str(), c.count.min(30) as usize));
    html! {
        div class="hd-rack" id="rack" {
            p class="hd-line" { span class="hd-key" { "Ready rack" } " " (held) "/" (t.rack_size) " \u{b7} " (words) }
            div class="hd-rack-boxes" role="img" aria-label=(format!("Ready rack: {words}; room for {}", t.rack_size)) {
                @for kind in kinds.take(30) { (round(kind)) }
                @for _ in held..boxes { (empty()) }
            }
        }
    }
}

fn stores(t: &Tank) -> Markup {
    let total: u32 = t.rounds.iter().map(|c| c.count).sum();
    html! {
        div id="rounds" {
            p class="hd-line" { span class="hd-key" { "Rounds on board" } " " (total) " (normal load " (t.normal_load) ")" }
            ul class="hd-kinds" {
                @for kind in AMMO {
                    @let n = how_many(&t.rounds, kind);
                    @if n > 0 || how_many(&t.rack, kind) > 0 || t.loaded == kind {
                        li id=(format!("ammo-{}", kind.to_lowercase())) {
                            span class="hd-place" { (round(kind)) span { span class="hd-key" { (kind) } span class="hd-small hd-block" { (n) } } }
                        }
                    }
                }
            }
        }
    }
}

fn weapons(t: &Tank) -> Markup {
    let names = ["Main gun", "Co-axial MG", "Bow MG", "AA MG"];
    html! {
        ul class="hd-guns" {
            @for (name, state) in names.iter().zip(&t.guns) {
                li {
                    span class="hd-key" { (name) }
                    @match state.as_str() {
                        "malfunction" => strong class="hd-bad" { "\u{26a0} malfunction" },
                        "broken" => strong class="hd-bad" { "\u{2715} broken" },
                        _ => span { "\u{2713} works" },
                    }
                }
            }
            @for (name, n) in [(".30 boxes", t.boxes_30), (".50 boxes", t.boxes_50), ("Smoke bombs", t.bombs), ("Smoke grenades", t.grenades), ("Periscopes", t.periscopes), ("Fuel", t.fuel)] {
                li { span class="hd-key" { (name) } span { (n) } }
            }
        }
    }
}

fn state(seen: &Seen) -> Markup {
    let t = &seen.tank;
    html! {
        ul class="hd-state" {
            li { "hull \u{2192} " (SECTORS[t.hull]) }
            li { "turret \u{2192} " (SECTORS[t.turret]) }
            @if t.hvss { li { "HVSS" } }
            @if seen.trained { li { "gyrostabilizer trained" } }
            @for word in t.states() {
                @if matches!(word, "hull down" | "moving" | "lead tank") { li { "\u{25b8} " (word) } } @else { li class="hd-bad" { "\u{26a0} " (word) } }
            }
        }
    }
}
