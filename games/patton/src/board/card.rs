//! The Tank Card: hatches, the five crewmen with their orders, gun load, ready rack, stores and guns.

use super::battle::drawing;
use super::{man_states, model, tank_states};
use crate::View;
use crate::state::{Directs, GunState, Vehicle};
use crate::view::SeenMan;
use crate::words::{Action, Ammo, Post, Weapon};
use hulldown_core::phrase::count;
use hulldown_draw::{Spots, capital, sherman};
use maud::{Markup, html};

/// The card.
pub(super) fn card(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    let tank = view.tank();
    html! {
        div class="hd-mat hd-p-tank-card" {
            div class="hd-mat-plan" { (plan(view, spots)) }
            div class="hd-mat-stores" { (gun(view, spots)) (rack(view)) (stores(view)) }
            div class="hd-mat-guns" { (weapons(tank)) (state(view)) }
        }
    }
}

/// Where a man's box stands, and his hatch on the plan: box x, y; hatch x, y.
fn seat(post: Post) -> (f32, f32, f32, f32) {
    match post {
        Post::Commander => (430.0, 330.0, 386.0, 330.0),
        Post::Gunner => (430.0, 214.0, 386.0, 258.0),
        Post::Loader => (0.0, 272.0, 308.0, 296.0),
        Post::Driver => (0.0, 84.0, 302.0, 168.0),
        Post::Assistant => (430.0, 98.0, 392.0, 168.0),
    }
}

const BOX: (f32, f32) = (274.0, 108.0);

fn plan(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    let tank = view.tank();
    let id = drawing(tank);
    let label = format!("Tank {}, {}, from above with its crew", tank.model.number(), model(view));
    html! {
        svg id="card-plan" class="hd-p-plan" viewBox="-4 0 712 470" role="group" aria-label=(label) {
            g id="card-tank" class="hd-plan-tank" aria-hidden="true" transform="translate(347 262) scale(3.1)" {
                (sherman::hull(id))
                g transform="translate(0 -2) scale(1.12)" { (sherman::shell(id)) }
            }
            @for post in Post::ALL { (crewman(view, &view.man(post), spots)) }
        }
    }
}

fn crewman(view: &View<'_>, man: &SeenMan, spots: &Spots<'_>) -> Markup {
    let (x, y, hx, hy) = seat(man.post);
    let id = format!("post:{}", man.post.id());
    let gone = !man.works;
    let assistant_at = view.crew().assistant_at;
    let mut states = man_states(man);
    if man.post == Post::Assistant && assistant_at != Post::Assistant {
        states.push(format!("works at post {}", assistant_at.letter()));
    }
    let looks: Vec<&str> = man.looks.iter().map(|sector| sector.id()).collect();
    let sees = match looks.len() {
        0 => "sees nothing".to_string(),
        6 => "sees all sectors".into(),
        _ => format!("sees {}", looks.join(", ")),
    };
    let what = format!("{}, {}, {sees}", capital(man.name), states.join(", "));
    let title = if man.post == Post::Assistant { "Asst driver".into() } else { capital(man.name) };
    let order = match man.leaving {
        Some(leaving) => leaving,
        None => man.order.map_or(if view.in_battle() { "no order" } else { "" }, short_order),
    };
    let bad: Vec<&str> =
        // For how long he is out stands in the list of the crew.
        [man.wound.and_then(|wound| wound.split(',').next()), man.blind.then_some("no periscope"), gone.then_some("out").filter(|_| man.wound.is_none())]
            .into_iter()
            .flatten()
            .collect();
    let left = x < 200.0;
    let edge = if left { BOX.0 } else { 0.0 };
    // Seen from the box: what is alike in all of them then says the same.
    let (hx, hy) = (hx - x, hy - y);
    let inner = html! {
        g transform=(format!("translate({x} {y})")) {
            path class="hd-leader" d=(format!("M{edge} {}L{hx} {hy}", BOX.1 / 2.0)) {}
            @if spots.has(&id) { rect class="hd-ring" x="-4" y="-4" width=(BOX.0 + 8.0) height=(BOX.1 + 8.0) rx="12" {} }
            rect class=(if gone { "hd-p-box hd-p-box-out" } else { "hd-p-box" }) width=(BOX.0) height=(BOX.1) rx="9" {}
            @match man.hatch {
                Some(true) => circle class="hd-hatch-open" cx=(hx) cy=(hy) r="21" {},
                Some(false) => circle class="hd-hatch-shut" cx=(hx) cy=(hy) r="21" {},
                None => {}
            }
            circle class=(if gone { "hd-man hd-man-out" } else { "hd-man" }) cx=(hx) cy=(hy) r="16" {}
            text class="hd-p-man-letter" x=(hx) y=(hy + 8.0) { (man.post.letter()) }
            rect class="hd-letter-tag" x="8" y="8" width="34" height="34" rx="6" {}
            text class="hd-p-box-letter" x="25" y="34" { (man.post.letter()) }
            text class="hd-p-box-name" x="50" y="33" { (title) }
            @if let Some(rating) = man.rating {
                circle class="hd-p-rating" cx=(BOX.0 - 24.0) cy="25" r="19" {}
                text class="hd-p-rating-word" x=(BOX.0 - 24.0) y="33" { (rating) }
            }
            text class="hd-p-box-order" x="12" y="68" { (order) }
            text class="hd-p-box-note" x="12" y="96" {
                @if bad.is_empty() {
                    @if man.leaving.is_none() {
                        @match man.hatch { Some(true) => "hatch open", Some(false) => "buttoned up", None => "no hatch" }
                    }
                    @if man.number.is_none() { ", nobody here" }
                    @if man.you { " \u{b7} you" }
                } @else { "\u{26a0} " (bad.join(", ")) }
            }
        }
    };
    html! { g id=(format!("post-{}", man.post.id())) { (spots.draw(&id, &what, &inner)) } }
}

/// An order that fits its box.
fn short_order(order: Action) -> &'static str {
    match order {
        Action::FireCoaxMg => "Fire Coax MG",
        Action::RotateAndFire => "Rotate, Fire",
        Action::GunnerRepairMainGun => "Help Repair",
        Action::RepairMainGun => "Repair Gun",
        Action::RepairCoaxMg => "Repair Coax",
        Action::RepairBowMg => "Repair Bow MG",
        Action::ChangeGunLoad => "Change Load",
        Action::RestockReadyRack => "Restock Rack",
        Action::ForwardToHullDown => "Fwd, Hull Down",
        Action::ReverseToHullDown => "Rev, Hull Down",
        Action::ThrowSmokeGrenade => "Throw Smoke",
        Action::ReplacePeriscope => "New Periscope",
        Action::MoveToPosition => "Take Over Post",
        other => other.name(),
    }
}

/// A round standing, drawn by kind: a shape and letters for each.
fn round(kind: Ammo) -> Markup {
    let (class, letters, point) = match kind {
        Ammo::Ap => ("ap", "AP", "M10 34V20L20 3 30 20V34Z"),
        Ammo::He => ("he", "HE", "M10 34V18Q11 7 20 3 29 7 30 18V34Z"),
        Ammo::Hcbi => ("hcbi", "HC", "M10 34V9H30V34Z"),
        Ammo::Wp => ("wp", "WP", "M10 34V14Q10 6 20 6 30 6 30 14V34Z"),
        Ammo::Hvap => ("apcr", "HV", "M10 34V26L17 20V10L20 2 23 10V20L30 26V34Z"),
        Ammo::Apds => ("apcr", "DS", "M10 34V27H15V22L18 18V8L20 2 22 8V18L25 22V27H30V34Z"),
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

fn gun(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    let (t, orders) = (view.tank(), &view.battle().orders);
    // Once the target is gone, or the battle over, they come to nothing any more.
    let battle = view.battle();
    let target = battle.target.and_then(|id| battle.enemy(id)).filter(|_| view.in_battle());
    let hits = target.map_or(0, |_| battle.hits.len());
    let loaded = t.loaded.map_or("nothing", Ammo::name);
    let reload = match (orders.reload, orders.from_rack) {
        (None, _) => String::new(),
        (Some(kind), true) => format!("reload {kind} from the ready rack"),
        (Some(kind), false) => format!("reload {kind}"),
    };
    let what = format!("Gun load: {loaded}{}{reload}", if reload.is_empty() { "" } else { ", " });
    let directs = match orders.directs {
        Directs::Main => "main",
        Directs::Mg(mg) => mg.id(),
    };
    html! {
        div class="hd-loaded" id="gun" {
            @match t.loaded { Some(kind) => (round(kind)), None => (empty()) }
            p {
                (spots.place("gun", &what, &html! { span class="hd-key" { "Gun load" } " " (loaded) }))
                @if !reload.is_empty() { span class="hd-small hd-block" { (capital(&reload)) } }
                span class="hd-small hd-block" { (view.data().tanks[t.model.index()].gun) @if hits > 0 { ", " (count(hits, "hit")) " to resolve" } }
                @if view.man(Post::Commander).order == Some(Action::DirectFire) {
                    span class="hd-small hd-block" { "Commander directs: " (directs) }
                }
            }
        }
    }
}

/// Rounds in words, such as `4 HE, 3 AP`; nothing for none.
pub(super) fn rounds(rounds: &[u8; Ammo::ALL.len()]) -> String {
    let some = Ammo::ALL.into_iter().zip(rounds).filter(|(_, n)| **n > 0);
    some.map(|(kind, n)| format!("{n} {kind}")).collect::<Vec<_>>().join(", ")
}

/// How many rounds these are.
pub(super) fn total(rounds: &[u8; Ammo::ALL.len()]) -> u16 {
    rounds.iter().map(|n| u16::from(*n)).sum()
}

fn rack(view: &View<'_>) -> Markup {
    let tank = view.tank();
    let (held, room) = (total(&tank.rack), u16::from(view.data().tanks[tank.model.index()].rack));
    let words = rounds(&tank.rack);
    let words = if words.is_empty() { "empty".to_string() } else { words };
    let kinds = Ammo::ALL.into_iter().flat_map(|kind| std::iter::repeat_n(kind, usize::from(tank.rack[kind.index()])));
    html! {
        div class="hd-rack" id="rack" {
            p class="hd-line" { span class="hd-key" { "Ready rack" } " " (held) "/" (room) " \u{b7} " (words) }
            div id="card-boxes" class="hd-rack-boxes" role="img" aria-label=(format!("Ready rack: {words}; room for {room}")) {
                @for kind in kinds { (round(kind)) }
                @for _ in held..room { (empty()) }
            }
        }
    }
}

fn stores(view: &View<'_>) -> Markup {
    let t = view.tank();
    let normal = view.data().tanks[t.model.index()].rounds;
    html! {
        div id="rounds" {
            p class="hd-line" { span class="hd-key" { "Rounds on board" } " " (total(&t.rounds)) " (normal load " (normal) ")" }
            ul class="hd-kinds" {
                @for kind in Ammo::ALL {
                    @let n = t.rounds[kind.index()];
                    @if n > 0 || t.rack[kind.index()] > 0 || t.loaded == Some(kind) {
                        li id=(format!("ammo-{}", kind.id().to_lowercase())) {
                            span class="hd-place" { (round(kind)) span { span class="hd-key" { (kind) } span class="hd-small hd-block" { (n) } } }
                        }
                    }
                }
            }
        }
    }
}

fn weapons(tank: &Vehicle) -> Markup {
    html! {
        ul id="card-guns" class="hd-guns" {
            @for (weapon, state) in Weapon::ALL.into_iter().zip(tank.guns) {
                li {
                    span class="hd-key" { (capital(weapon.name())) }
                    @match state {
                        GunState::Malfunction => strong class="hd-bad" { "\u{26a0} malfunction" },
                        GunState::Broken => strong class="hd-bad" { "\u{2715} broken" },
                        GunState::Works => span { "\u{2713} works" },
                    }
                }
            }
            @for (name, n) in [(".30 boxes", tank.boxes_30), (".50 boxes", tank.boxes_50), ("Smoke bombs", tank.bombs), ("Smoke grenades", tank.grenades), ("Periscopes", tank.periscopes), ("Fuel", tank.fuel)] {
                li { span class="hd-key" { (name) } span { (n) } }
            }
        }
    }
}

fn state(view: &View<'_>) -> Markup {
    let tank = view.tank();
    html! {
        ul id="card-state" class="hd-state" {
            li { "hull \u{2192} " (tank.hull.id()) }
            li { "turret \u{2192} " (tank.turret.id()) }
            @if tank.hvss { li { "HVSS" } }
            @if view.crew().trained { li { "gyrostabilizer trained" } }
            @for word in tank_states(view) {
                @if matches!(word, "hull down" | "moving" | "lead tank") { li { "\u{25b8} " (word) } } @else { li class="hd-bad" { "\u{26a0} " (word) } }
            }
        }
    }
}
