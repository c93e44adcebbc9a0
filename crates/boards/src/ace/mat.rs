//! The Tank Display Mat: crew at their places, rounds, machine guns and what ails the tank.

use super::facts::{self, AMMO};
use super::seen::{Crewman, Facing, Man};
use super::{own, rounds};
use crate::spots::Spots;
use maud::{Markup, html};

/// Where a post sits on the plan, and where its name stands: x, y, name's x, name's y, whether the name ends there.
fn seat(post: &str, other: usize) -> (f32, f32, f32, f32, bool) {
    match post {
        "driver" => (146.0, 66.0, 76.0, 46.0, true),
        "assistant_driver" => (214.0, 66.0, 284.0, 46.0, false),
        "loader" => (147.0, 164.0, 76.0, 158.0, true),
        "gunner" => (213.0, 136.0, 284.0, 128.0, false),
        "commander" => (213.0, 192.0, 284.0, 200.0, false),
        _ => (180.0, 262.0 + 4.0 * other as f32, 284.0, 262.0, false),
    }
}

/// The mat of a commander.
pub(crate) fn mat(man: &Man, spots: &Spots<'_>) -> Markup {
    html! {
        div class="hd-mat" {
            div class="hd-mat-plan" { (plan(man, spots)) (hatches(man, spots)) }
            div class="hd-mat-stores" { (loaded(man)) (rack(man, spots)) (kinds(man, spots)) }
            div class="hd-mat-guns" { (machine_guns(man, spots)) (state(man)) (skills(man)) }
        }
    }
}

fn plan(man: &Man, spots: &Spots<'_>) -> Markup {
    html! {
        svg class="hd-plan" viewBox="-16 0 392 330" role="group" aria-label=(format!("{} from above with its crew", man.tank_type)) {
            g class="hd-plan-tank" aria-hidden="true" transform="translate(180 172) scale(2.5)" {
                (own::hull(&man.tank))
                g transform="translate(0 -3) scale(1.18)" { (own::shell(&man.tank)) }
            }
            @for (n, c) in man.crew.iter().enumerate() { (crewman(c, n, man, spots)) }
        }
    }
}

/// What is said of a man.
fn says(c: &Crewman) -> String {
    let mut says = capital(&c.name);
    if let Some(open) = c.open {
        says.push_str(if open { ", hatch open" } else { ", buttoned up" });
    }
    if let Some(hurt) = c.hurt() {
        says.push_str(&format!(", {hurt}"));
    }
    if c.substitute {
        says.push_str(", substitute");
    }
    says
}

/// A word with a capital at its front.
pub(crate) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|c| c.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}

fn crewman(c: &Crewman, n: usize, man: &Man, spots: &Spots<'_>) -> Markup {
    let (x, y, name_x, name_y, left) = seat(&c.post, n);
    let id = format!("crew:{}", c.post);
    let letter = match c.post.as_str() {
        "assistant_driver" => "AD".to_string(),
        other => other.chars().next().unwrap_or('?').to_uppercase().to_string(),
    };
    let gone = c.wound == "KIA" || c.wound == "SW";
    let moved = c.post == "assistant_driver" && !man.mat.assistant_at.is_empty();
    let disc = if gone { "hd-man hd-man-out" } else { "hd-man" };
    let mut notes: Vec<String> = Vec::new();
    if let Some(open) = c.open {
        notes.push(if open { "hatch open" } else { "buttoned" }.into());
    }
    if c.substitute {
        notes.push("substitute".into());
    }
    if moved {
        notes.push(format!("at {}'s post", man.mat.assistant_at.replace('_', " ")));
    }
    let short = if c.post == "assistant_driver" { "Asst driver".to_string() } else { capital(&c.name) };
    let class = if left { "hd-post hd-end" } else { "hd-post" };
    let inner = html! {
        rect class="hd-hit" x=(if left { -16.0 } else { x - 26.0 }) y=(y - 27.0) width=(if left { x + 42.0 } else { 402.0 - x }) height="54" {}
        path class="hd-leader" d=(format!("M{} {}L{} {y}", if left { name_x + 3.0 } else { name_x - 3.0 }, name_y - 5.0, if left { x - 22.0 } else { x + 22.0 })) {}
        @if spots.has(&id) { circle class="hd-ring" cx=(x) cy=(y) r="29" {} }
        @match c.open {
            Some(true) => circle class="hd-hatch-open" cx=(x) cy=(y) r="25" {},
            Some(false) => circle class="hd-hatch-shut" cx=(x) cy=(y) r="25" {},
            None => {}
        }
        circle class=(disc) cx=(x) cy=(y) r="20" {}
        text class="hd-man-letter" x=(x) y=(y + 7.0) { (letter) }
        @if gone { path class="hd-man-cross" d=(format!("M{} {}l28 28m0 -28l-28 28", x - 14.0, y - 14.0)) {} }
        @if c.hurt().is_some() {
            rect class="hd-wound" x=(x + 4.0) y=(y + 6.0) width=(if c.wound.len() > 2 { 34 } else { 28 }) height="18" rx="4" {}
            text class="hd-wound-word" x=(x + if c.wound.len() > 2 { 21.0 } else { 18.0 }) y=(y + 20.0) { (c.wound) }
        }
        text class=(class) x=(name_x) y=(name_y) { (short) }
        @for (n, note) in notes.iter().enumerate() {
            text class=(format!("hd-post-note{}", if left { " hd-end" } else { "" })) x=(name_x) y=(name_y + 16.0 + 15.0 * n as f32) { (note) }
        }
    };
    html! { g id=(format!("crew-{n}")) { (spots.draw(&id, &says(c), &inner)) } }
}

fn hatches(man: &Man, spots: &Spots<'_>) -> Markup {
    let open: Vec<&str> = man.crew.iter().filter(|c| c.open == Some(true)).map(|c| c.name.as_str()).collect();
    let words = if open.is_empty() { "all shut".to_string() } else { format!("open: {}", open.join(", ")) };
    html! {
        p class="hd-line" {
            (spots.place("hatches", &format!("Hatches, {words}"), &html! { span class="hd-key" { "Hatches" } " " (words) }))
        }
    }
}

fn ammo_name(id: &str) -> String {
    AMMO.iter().find(|(a, _)| *a == id).map_or_else(|| id.to_uppercase(), |(_, name)| (*name).to_string())
}

fn loaded(man: &Man) -> Markup {
    let m = &man.mat;
    html! {
        div class="hd-loaded" id="loaded" {
            @if m.loaded.is_empty() { (rounds::empty()) } @else { (rounds::round(&m.loaded)) }
            p {
                span class="hd-key" { "Loaded" } " "
                @if m.loaded.is_empty() { "nothing" } @else { (ammo_name(&m.loaded)) }
                span class="hd-small hd-block" { (man.gun) ", firepower " (man.firepower) }
                span class="hd-small hd-block" { "armor " (man.armor[0]) "/" (man.armor[1]) "/" (man.armor[2]) }
            }
        }
    }
}

fn rack(man: &Man, spots: &Spots<'_>) -> Markup {
    let full: u32 = man.rack.iter().map(|c| c.count.min(24)).sum::<u32>().min(24);
    let boxes = man.rack_boxes.max(full);
    let held: Vec<String> = man.rack.iter().map(|c| format!("{} {}", c.count, ammo_name(&c.kind))).collect();
    let held = if held.is_empty() { "empty".to_string() } else { held.join(", ") };
    let in_rack = man.rack.iter().flat_map(|c| std::iter::repeat_n(c.kind.as_str(), c.count.min(24) as usize));
    html! {
        div class="hd-rack" {
            p class="hd-line" {
                (spots.place("rack", &format!("Ready rack, {held}"), &html! {
                    span class="hd-key" { "Ready rack" } " " (full) "/" (man.rack_boxes)
                    @if man.mat.reloading { " \u{b7} reloading" }
                }))
            }
            div class="hd-rack-boxes" role="img" aria-label=(format!("{held}; {} boxes", man.rack_boxes)) {
                @for kind in in_rack.take(24) { (rounds::round(kind)) }
                @for _ in full..boxes { (rounds::empty()) }
            }
        }
    }
}

/// The kinds of rounds: how many are at hand, and how many of the limited ones are left.
fn kinds(man: &Man, spots: &Spots<'_>) -> Markup {
    let limits = facts::tank_of(&man.tank).map_or([0; 3], |t| t.limits);
    html! {
        ul class="hd-kinds" {
            @for (n, (kind, name)) in AMMO.into_iter().enumerate() {
                @let racked = man.rack.iter().find(|c| c.kind == kind).map_or(0, |c| c.count);
                @let carried = man.mat.carried[n];
                @let id = format!("ammo:{kind}");
                @let limit = n.checked_sub(2).map_or(0, |n| limits[n]);
                @if n < 2 || limit > 0 || carried > 0 || racked > 0 || spots.has(&id) {
                    @let words = if n < 2 { format!("{racked} in the rack") } else { format!("{racked} in the rack, {carried} left") };
                    li id=(format!("ammo-{kind}")) {
                        (spots.place(&id, &format!("{name}, {words}"), &html! {
                            (rounds::round(kind))
                            span { span class="hd-key" { (name) } span class="hd-small hd-block" { (words) } }
                        }))
                    }
                }
            }
        }
    }
}

fn machine_guns(man: &Man, spots: &Spots<'_>) -> Markup {
    let mortar = facts::tank_of(&man.tank).is_some_and(|t| t.smoke_mortar) || man.mat.mortar > 0;
    html! {
        ul class="hd-guns" {
            @for gun in &man.guns {
                li id=(format!("gun-{}", plain(&gun.gun))) {
                    span class="hd-key" { (capital(&gun.name)) }
                    span class="hd-gun-state" {
                        svg class="hd-belt" viewBox="0 0 60 20" aria-hidden="true" {
                            @for n in 0..gun.points.min(5) { path class="hd-cartridge" d=(format!("M{} 18V7L{} 2 {} 7V18Z", 3 + n * 11, 7 + n * 11, 11 + n * 11)) {} }
                            @if gun.points == 0 { path class="hd-mark-line" d="M4 14H40" {} }
                        }
                        (gun.points) (if gun.points == 1 { " point" } else { " points" })
                        @if gun.jammed { " " strong class="hd-bad" { "\u{26a0} JAMMED" } }
                    }
                }
            }
            @if mortar || spots.has("smoke-mortar") {
                li id="smoke-mortar" {
                    (spots.place("smoke-mortar", &format!("Smoke mortar, {} rounds", man.mat.mortar), &html! {
                        span class="hd-key" { "Smoke mortar" }
                        span class="hd-gun-state" { (man.mat.mortar) (if man.mat.mortar == 1 { " round" } else { " rounds" }) }
                    }))
                }
            }
        }
    }
}

/// Text fit for an element id.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_alphanumeric()).collect()
}

fn compass(facing: Facing) -> Markup {
    html! {
        svg class="hd-icon" viewBox="-16 -16 32 32" aria-hidden="true" {
            circle class="hd-compass" r="13" {}
            path class="hd-compass-needle" transform=(format!("rotate({})", facing.degrees())) d="M0 -12 6 8 0 4 -6 8Z" {}
        }
    }
}

/// Where hull and turret point, and everything that is wrong or under way.
fn state(man: &Man) -> Markup {
    let m = &man.mat;
    let mut bad: Vec<String> = Vec::new();
    let mut good: Vec<String> = Vec::new();
    for (on, word) in [
        (m.immobilized, "immobilized"),
        (m.shock, "commander shocked"),
        (m.radio_out, "radio out"),
        (m.gun_silent, "main gun silent next round"),
        (m.at_gun, "commander at the gun"),
    ] {
        if on {
            bad.push(word.into());
        }
    }
    if !m.exposed_but_to.is_empty() {
        bad.push(format!("flank exposed, but not to {}", m.exposed_but_to));
    }
    if let Some(unit) = m.sensed {
        good.push(format!("sensed: unit {unit}"));
    }
    for (support, rounds) in &m.calls {
        let what = match support.as_str() {
            "mortar" => "mortars",
            "artillery" => "field artillery",
            other => other,
        };
        good.push(match rounds {
            0 => format!("{what} now"),
            1 => format!("{what} in 1 round"),
            n => format!("{what} in {n} rounds"),
        });
    }
    html! {
        ul class="hd-state" {
            li { (compass(m.hull)) "hull " (m.hull.id()) }
            li { (compass(m.turret)) "turret " (m.turret.id()) }
            li { (if m.hull_down { "\u{25d3} hull down" } else { "\u{25cb} in the open" }) }
            @for word in bad { li class="hd-bad" { "\u{26a0} " (word) } }
            @for word in good { li { "\u{25b8} " (word) } }
        }
    }
}

fn skills(man: &Man) -> Markup {
    let any = man.crew.iter().any(|c| !c.skills.is_empty());
    html! {
        @if any {
            ul class="hd-skills" aria-label="Skills" {
                @for c in &man.crew { @for (name, used) in &c.skills { (skill(name, *used)) } }
            }
        }
    }
}

/// A skill as a list item.
pub(crate) fn skill(name: &str, used: bool) -> Markup {
    html! {
        li class=(if used { "hd-skill hd-used" } else { "hd-skill" }) {
            (if used { "\u{2715} " } else { "\u{2605} " }) (name) @if used { " (used)" }
        }
    }
}
