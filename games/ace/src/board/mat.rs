//! The Tank Display Mat: crew at their places, rounds, machine guns and what ails the tank.

use super::{degrees, rounds};
use crate::state::Support;
use crate::view::{SeenCommander, SeenGun, SeenMan, SeenSkill};
use crate::words::{Ammo, Facing, Post, Wound};
use hulldown_draw::{Px, Spots, capital, sherman};
use maud::{Markup, html};

/// Where a post sits on the plan, and where its name stands: x, y, name's x, name's y, whether the name ends there.
fn seat(post: Post) -> (f32, f32, f32, f32, bool) {
    match post {
        Post::Driver => (146.0, 66.0, 76.0, 46.0, true),
        Post::AssistantDriver => (214.0, 66.0, 284.0, 46.0, false),
        Post::Loader => (147.0, 164.0, 76.0, 158.0, true),
        Post::Gunner => (213.0, 136.0, 284.0, 128.0, false),
        Post::Commander => (213.0, 192.0, 284.0, 200.0, false),
    }
}

/// The mat of a commander.
pub(super) fn mat(man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    html! {
        div class="hd-mat" {
            div class="hd-mat-plan" { (plan(man, spots)) (hatches(man, spots)) }
            div class="hd-mat-stores" { (loaded(man, spots)) (rack(man, spots)) (kinds(man, spots)) }
            div class="hd-mat-guns" { (machine_guns(man, spots)) (state(man, spots)) (skills(man)) }
        }
    }
}

fn plan(man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let at = Post::ALL.map(|post| ["crew:", post.id()].concat());
    let from = (man.player().tank, man.crew(), man.player().mat.assistant_at);
    spots.element("mat-plan", at.each_ref().map(String::as_str), from, || draw_plan(man, spots))
}

fn draw_plan(man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let tank = man.player().tank.id();
    let from_above = || {
        html! {
            g id="mat-tank" class="hd-plan-tank" aria-hidden="true" transform="translate(180 172) scale(2.5)" {
                (sherman::hull(tank))
                g transform="translate(0 -3) scale(1.18)" { (sherman::shell(tank)) }
            }
        }
    };
    html! {
        svg id="mat-plan" class="hd-plan" viewBox="-16 0 424 330" role="group" aria-label=(format!("{} from above with its crew", man.tank().name)) {
            (spots.element("mat-tank", [], tank, from_above))
            @for (n, c) in man.crew().iter().enumerate() { (crewman(c, n, man, spots)) }
        }
    }
}

/// How a man is, in words; nothing if unhurt.
pub(super) fn hurt(man: &SeenMan) -> Option<&'static str> {
    (man.wound != Wound::None).then(|| man.wound.name())
}

/// What is said of a man.
fn says(c: &SeenMan) -> String {
    let mut says = format!("{}, {}", capital(c.name), c.called);
    if let Some(open) = c.open {
        says.push_str(if open { ", hatch open" } else { ", buttoned up" });
    }
    if let Some(hurt) = hurt(c) {
        says.push_str(&format!(", {hurt}"));
    }
    if c.substitute {
        says.push_str(", substitute");
    }
    says
}

fn crewman(c: &SeenMan, n: usize, man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let (id, spot) = (["crew-", &n.to_string()].concat(), ["crew:", c.post.id()].concat());
    spots.element(&id, [&spot], (c, man.player().mat.assistant_at), || draw_crewman(c, n, man, spots))
}

fn draw_crewman(c: &SeenMan, n: usize, man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let (x, y, name_x, name_y, left) = seat(c.post);
    let id = ["crew:", c.post.id()].concat();
    let assistant = c.post == Post::AssistantDriver;
    let letter = if assistant { "AD".to_string() } else { capital(&c.name[..1]) };
    let gone = c.wound >= Wound::Serious;
    let disc = if gone { "hd-man hd-man-out" } else { "hd-man" };
    let mut notes = vec![if c.substitute { format!("{}, substitute", c.called) } else { c.called.clone() }];
    if let Some(open) = c.open {
        notes.push(if open { "hatch open" } else { "buttoned" }.into());
    }
    if let Some(post) = man.player().mat.assistant_at.filter(|_| assistant) {
        notes.push(format!("at {post}'s post"));
    }
    let short = if assistant { "Asst driver".to_string() } else { capital(c.name) };
    let wound = c.wound.id();
    let class = if left { "hd-post hd-end" } else { "hd-post" };
    let inner = html! {
        rect class="hd-hit" x=(Px(if left { -16.0 } else { x - 26.0 })) y=(Px(y - 27.0)) width=(Px(if left { x + 42.0 } else { 402.0 - x })) height="54" {}
        path class="hd-leader" d=(format!("M{} {}L{} {y}", if left { name_x + 3.0 } else { name_x - 3.0 }, name_y - 5.0, if left { x - 22.0 } else { x + 22.0 })) {}
        @if spots.has(&id) { circle class="hd-ring" cx=(Px(x)) cy=(Px(y)) r="29" {} }
        @match c.open {
            Some(true) => circle class="hd-hatch-open" cx=(Px(x)) cy=(Px(y)) r="25" {},
            Some(false) => circle class="hd-hatch-shut" cx=(Px(x)) cy=(Px(y)) r="25" {},
            None => {}
        }
        circle class=(disc) cx=(Px(x)) cy=(Px(y)) r="20" {}
        text class="hd-man-letter" x=(Px(x)) y=(Px(y + 7.0)) { (letter) }
        @if gone { path class="hd-man-cross" d=(format!("M{} {}l28 28m0 -28l-28 28", x - 14.0, y - 14.0)) {} }
        @if c.wound != Wound::None {
            rect class="hd-wound" x=(Px(x + 4.0)) y=(Px(y + 6.0)) width=(if wound.len() > 2 { 34 } else { 28 }) height="18" rx="4" {}
            text class="hd-wound-word" x=(x + if wound.len() > 2 { 21.0 } else { 18.0 }) y=(Px(y + 20.0)) { (wound) }
        }
        text class=(class) x=(Px(name_x)) y=(Px(name_y)) { (short) }
        @for (n, note) in notes.iter().enumerate() {
            text class=(if left { "hd-post-note hd-end" } else { "hd-post-note" }) x=(Px(name_x)) y=(Px(name_y + 16.0 + 15.0 * n as f32)) { (note) }
        }
    };
    html! { g id={ "crew-" (n) } { (spots.draw(&id, &says(c), &inner)) } }
}

fn hatches(man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let open: Vec<&str> =
        Post::ALL.into_iter().filter(|post| man.player().mat.is_open(*post)).map(Post::name).collect();
    let draw = || {
        let words = if open.is_empty() { "all shut".to_string() } else { format!("open: {}", open.join(", ")) };
        html! {
            p id="mat-hatches" class="hd-line" {
                (spots.place("hatches", &format!("Hatches, {words}"), &html! { span class="hd-key" { "Hatches" } " " (words) }))
            }
        }
    };
    spots.element("mat-hatches", ["hatches"], &open, draw)
}

fn loaded(man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    spots.element("loaded", [], (man.player().tank, man.player().mat.loaded), || draw_loaded(man, spots))
}

fn draw_loaded(man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let (loaded, tank) = (man.player().mat.loaded, man.tank());
    let [turret, hull, side] = tank.armor;
    html! {
        div class="hd-loaded" id="loaded" {
            @match loaded { Some(kind) => (rounds::round(&format!("loaded-{}", kind.id()), kind, spots)), None => (rounds::empty("loaded-none", spots)) }
            p {
                span class="hd-key" { "Loaded" } " " (loaded.map_or("nothing", Ammo::name))
                span class="hd-small hd-block" { (tank.gun) ", firepower " (tank.firepower) }
                span class="hd-small hd-block" { "armor " (turret) "/" (hull) "/" (side) }
            }
        }
    }
}

fn rack(man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let mat = &man.player().mat;
    let from = (man.player().tank, mat.rack, mat.reloading);
    spots.element("mat-rack", ["rack"], from, || draw_rack(man, spots))
}

fn draw_rack(man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let (mat, boxes) = (&man.player().mat, man.tank().ready_rack);
    let racked = |kind: Ammo| mat.rack[kind.index()];
    let full = mat.racked();
    let held: Vec<String> =
        Ammo::ALL.into_iter().filter(|kind| racked(*kind) > 0).map(|kind| format!("{} {kind}", racked(kind))).collect();
    let held = if held.is_empty() { "empty".to_string() } else { held.join(", ") };
    // Each by its kind and number: those that stay are the very same.
    let in_rack = Ammo::ALL.into_iter().flat_map(|kind| (0..racked(kind)).map(move |n| (kind, n)));
    html! {
        div id="mat-rack" class="hd-rack" {
            p class="hd-line" {
                (spots.place("rack", &format!("Ready rack, {held}"), &html! {
                    span class="hd-key" { "Ready rack" } " " (full) "/" (boxes)
                    @if mat.reloading { " \u{b7} reloading" }
                }))
            }
            div id="mat-boxes" class="hd-rack-boxes" role="img" aria-label=(format!("{held}; {boxes} boxes")) {
                @for (kind, n) in in_rack { (rounds::round(&format!("box-{}-{n}", kind.id()), kind, spots)) }
                @for n in full..boxes { (rounds::empty(&format!("box-{n}"), spots)) }
            }
        }
    }
}

/// The kinds of rounds: how many are at hand, and how many of the limited ones are left.
fn kinds(man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let (mat, at) = (&man.player().mat, Ammo::ALL.map(|kind| ["ammo:", kind.id()].concat()));
    let from = (man.player().tank, mat.rack, mat.carried);
    spots.element("mat-kinds", at.each_ref().map(String::as_str), from, || draw_kinds(man, spots))
}

fn draw_kinds(man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let mat = &man.player().mat;
    html! {
        ul id="mat-kinds" class="hd-kinds" {
            @for kind in Ammo::ALL {
                @let (racked, carried) = (mat.rack[kind.index()], mat.carried[kind.index()]);
                @let id = ["ammo:", kind.id()].concat();
                @let any = man.tank().carried()[kind.index()] > 0 || carried > 0 || racked > 0;
                @if any || spots.has(&id) {
                    @let words = if kind.is_limited() { format!("{racked} in the rack, {carried} left") } else { format!("{racked} in the rack") };
                    li id={ "ammo-" (kind.id()) } {
                        (spots.place(&id, &format!("{kind}, {words}"), &html! {
                            (rounds::round(&["kind-", kind.id()].concat(), kind, spots))
                            span { span class="hd-key" { (kind) } span class="hd-small hd-block" { (words) } }
                        }))
                    }
                }
            }
        }
    }
}

fn machine_guns(man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let mat = &man.player().mat;
    let from = (man.player().tank, mat.guns, mat.mortar);
    spots.element("mat-guns", ["smoke-mortar"], from, || draw_machine_guns(man, spots))
}

fn draw_machine_guns(man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let left = man.player().mat.mortar;
    let mortar = man.tank().smoke_mortar > 0 || left > 0;
    html! {
        ul id="mat-guns" class="hd-guns" {
            @for gun in man.guns() { (machine_gun(&gun, spots)) }
            @if mortar || spots.has("smoke-mortar") {
                li id="smoke-mortar" {
                    (spots.place("smoke-mortar", &format!("Smoke mortar, {left} rounds"), &html! {
                        span class="hd-key" { "Smoke mortar" }
                        span class="hd-gun-state" { (left) (if left == 1 { " round" } else { " rounds" }) }
                    }))
                }
            }
        }
    }
}

fn machine_gun(gun: &SeenGun, spots: &Spots<'_>) -> Markup {
    let id = ["gun-", gun.gun.id()].concat();
    let draw = || {
        html! {
            li id=(id) {
                span class="hd-key" { (capital(gun.name)) }
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
    };
    spots.element(&id, [], (gun.name, gun.points, gun.jammed), draw)
}

fn compass(id: &str, facing: Facing) -> Markup {
    html! {
        svg id=(id) class="hd-icon" viewBox="-16 -16 32 32" aria-hidden="true" {
            circle class="hd-compass" r="13" {}
            path class="hd-compass-needle" transform=(format!("rotate({})", degrees(facing))) d="M0 -12 6 8 0 4 -6 8Z" {}
        }
    }
}

/// Where hull and turret point, and everything that is wrong or under way.
fn state(man: SeenCommander<'_>, spots: &Spots<'_>) -> Markup {
    let m = &man.player().mat;
    let stands = (m.hull, m.turret, m.hull_down, m.immobilized, m.exposed_but_to);
    let from = (stands, m.shock, m.radio_out, m.gun_silent, m.at_gun, m.sensed, &m.cff);
    spots.element("mat-state", [], from, || draw_state(man))
}

fn draw_state(man: SeenCommander<'_>) -> Markup {
    let m = &man.player().mat;
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
    if let Some(area) = m.exposed_but_to {
        bad.push(format!("flank exposed, but not to {}", area.id()));
    }
    if let Some(unit) = m.sensed {
        good.push(format!("sensed: unit {}", unit.0));
    }
    for call in &m.cff {
        let what = match call.support {
            Support::Mortar => "mortars",
            Support::Artillery => "field artillery",
        };
        good.push(match call.rounds {
            0 => format!("{what} now"),
            1 => format!("{what} in 1 round"),
            n => format!("{what} in {n} rounds"),
        });
    }
    html! {
        ul id="mat-state" class="hd-state" {
            li { (compass("hull-points", m.hull)) "hull " (m.hull.id()) }
            li { (compass("turret-points", m.turret)) "turret " (m.turret.id()) }
            li { (if m.hull_down { "\u{25d3} hull down" } else { "\u{25cb} in the open" }) }
            @for word in bad { li class="hd-bad" { "\u{26a0} " (word) } }
            @for word in good { li { "\u{25b8} " (word) } }
        }
    }
}

fn skills(man: SeenCommander<'_>) -> Markup {
    let crew = man.crew();
    html! {
        @if crew.iter().any(|c| !c.skills.is_empty()) {
            ul class="hd-skills" aria-label="Skills" { @for held in crew.iter().flat_map(|c| &c.skills) { (skill(held)) } }
        }
    }
}

/// A skill as a list item.
pub(super) fn skill(held: &SeenSkill) -> Markup {
    html! {
        li class=(if held.used { "hd-skill hd-used" } else { "hd-skill" }) {
            (if held.used { "\u{2715} " } else { "\u{2605} " }) (held.name) @if held.used { " (used)" }
        }
    }
}
