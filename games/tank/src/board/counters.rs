//! Counters, wrecks and Improved Positions. A force shows by the shape of its counters as well as by their color: Alpha's are square,
//! Bravo's have cut corners.

use super::frame::turn;
use crate::View;
use crate::charts::WeaponInfo;
use crate::state::{Hit, Place, Unit};
use crate::view::SeenUnit;
use crate::words::{Code, Force, Kind, Weapon};
use hulldown_core::hex::Side;
use hulldown_draw::Spots;
use maud::{Markup, html};

/// A counter as it lies on the table for one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    /// The element's id, the same as long as the counter is known as the same.
    pub(super) id: String,
    pub(super) force: Force,
    /// Whether it is the enemy's.
    pub(super) foe: bool,
    /// Its letters and what it is, unless it lies face down.
    pub(super) known: Option<(Code, Weapon)>,
    /// Which way it faces, if that means anything.
    pub(super) facing: Option<Side>,
    /// Where it lies on the drawing.
    pub(super) at: (i32, i32),
    /// The hex's name, or where else it is.
    pub(super) place: String,
    /// Seen by the enemy; only of one's own.
    pub(super) spotted: bool,
    /// Not on the enemy's map; only of one's own.
    pub(super) hidden: bool,
    pub(super) panicked: bool,
    pub(super) hit: bool,
    /// In the words of its owner, or of both once it was told.
    pub(super) plot: Option<String>,
}

impl Piece {
    /// One of the viewer's own.
    pub(super) fn own(view: &View<'_>, unit: &Unit, at: (i32, i32)) -> Piece {
        let ground = view.ground();
        let place = match unit.place {
            Place::On(hex) => ground.name(hex),
            Place::Noted(hex) => format!("noted for {}", ground.name(hex)),
            Place::Queue(n) => format!("off the map, place {n} in the queue"),
            Place::Lost => "destroyed".into(),
            Place::Left => "off the map".into(),
        };
        let turns = view.kind(unit) != Kind::Infantry && matches!(unit.place, Place::On(_) | Place::Noted(_));
        Piece {
            id: own_id(view.force(), unit.code),
            force: view.force(),
            known: Some((unit.code, unit.weapon)),
            facing: turns.then_some(unit.facing),
            at,
            place,
            spotted: unit.spotted,
            hidden: unit.hidden || matches!(unit.place, Place::Noted(_)),
            panicked: unit.panicked,
            hit: unit.hit != Hit::None,
            foe: false,
            plot: unit.plot.task.map(|_| crate::plot_words(ground, &unit.plot)),
        }
    }

    /// One of the enemy's, the so manyth face-down one of its hex.
    pub(super) fn enemy(view: &View<'_>, seen: &SeenUnit, at: (i32, i32), nth: usize) -> Piece {
        let ground = view.ground();
        let force = view.force().enemy();
        let id = match seen.known {
            Some((code, _)) => own_id(force, code),
            None => blank_id(force, &ground.name(seen.hex), nth),
        };
        Piece {
            id,
            force,
            known: seen.known,
            facing: seen.facing,
            at,
            place: ground.name(seen.hex),
            spotted: false,
            hidden: false,
            panicked: seen.panicked,
            hit: false,
            foe: true,
            plot: seen.plot.filter(|plot| plot.task.is_some()).map(|plot| crate::plot_words(ground, &plot)),
        }
    }

    /// What it is called.
    pub(super) fn name(&self, info: impl Fn(Weapon) -> &'static WeaponInfo) -> String {
        match self.known {
            Some((code, weapon)) => format!("{} {code}, {}", self.force, info(weapon).name),
            None => format!("{} unit, face down", self.force),
        }
    }

    /// All that the counter shows, in words.
    pub(super) fn says(&self, info: impl Fn(Weapon) -> &'static WeaponInfo) -> String {
        let mut says = format!("{}, {}", self.name(info), self.place);
        if let Some(side) = self.facing {
            says += &format!(", facing {side}, {}", side.name());
        }
        let marks = [
            (self.spotted, "spotted by the enemy"),
            (self.hidden, "hidden from the enemy"),
            (self.panicked, "panics"),
            (self.hit, "hit"),
        ];
        for (_, word) in marks.iter().filter(|(holds, _)| *holds) {
            says += &format!(", {word}");
        }
        if let Some(plot) = &self.plot {
            says += &format!("; plotted {plot}");
        }
        says
    }
}

/// The id of a counter whose letters are known.
pub(super) fn own_id(force: Force, code: Code) -> String {
    format!("u-{}-{code}", force.id())
}

/// The id of a face-down counter: of its hex, the so manyth there.
pub(super) fn blank_id(force: Force, hex: &str, nth: usize) -> String {
    let more = if nth > 0 { format!("-{}", nth + 1) } else { String::new() };
    format!("u-{}-at-{}{more}", force.id(), hex.replace(':', "-"))
}

/// The silhouette of a type.
fn silhouette(info: &WeaponInfo) -> &'static str {
    match (info.kind, info.turret) {
        (Kind::Afv, true) => "tk-tank",
        (Kind::Afv, false) => "tk-casemate",
        (Kind::AtGun, _) => "tk-gun",
        (Kind::Infantry, _) => "tk-squad",
    }
}

/// The classes of a counter.
fn class(piece: &Piece) -> String {
    let mut class = format!("tk-unit hd-counter tk-{}", piece.force.id());
    if piece.foe {
        class += " hd-foe";
    }
    if piece.hidden {
        class += " tk-hidden";
    }
    if piece.known.is_none() {
        class += " tk-down";
    }
    class
}

/// What is drawn of a counter, about its middle.
fn face(piece: &Piece, info: impl Fn(Weapon) -> &'static WeaponInfo) -> Markup {
    html! {
        use href={ "#tk-card-" (piece.force.id()) } class="tk-card" {}
        @match piece.known {
            Some((code, weapon)) => {
                use class="tk-shape" href={ "#" (silhouette(info(weapon))) } {}
                text class=(if code.as_str().len() > 1 { "tk-code tk-two" } else { "tk-code" }) y="11.5" { (code) }
            }
            None => { text class="tk-query" y="7" { "?" } }
        }
        @if let Some(side) = piece.facing { path class="tk-face" transform={ "rotate(" (turn(side)) ")" } d="M0-23l6.5 7.5h-13z" {} }
        // Where the mark of the facing leaves room.
        @if piece.spotted { use href="#tk-eye" x=(if piece.facing == Some(Side::C) { "-12" } else { "12" }) y="12.5" {} }
        @if piece.hit { use href="#tk-burst" x="11" y="-11" {} }
        @if piece.panicked { use href="#tk-panic" x="-11" y="-11" {} }
    }
}

/// A counter, a link if there are options on it.
pub(super) fn counter(piece: &Piece, spots: &Spots<'_>, info: impl Fn(Weapon) -> &'static WeaponInfo + Copy) -> Markup {
    let spot = piece.known.map_or_else(String::new, |(code, _)| format!("unit:{}:{code}", piece.force.id()));
    let inner = html! {
        g id={ "face-" (piece.id) } { (face(piece, info)) }
        @if spots.has(&spot) { rect class="hd-ring" x="-16.5" y="-16.5" width="33" height="33" rx="6" {} }
    };
    html! {
        g id=(piece.id) class=(class(piece)) transform={ "translate(" (piece.at.0) " " (piece.at.1) ")" } {
            (spots.draw(&spot, &piece.says(info), &inner))
        }
    }
}

/// A wreck; beside a counter in its hex it lies at the lower left.
pub(super) fn wreck(hex: &str, (x, y): (i32, i32)) -> Markup {
    html! {
        g id={ "wreck-" (hex.replace(':', "-")) } class="tk-wreck" role="img" aria-label={ "wreck in " (hex) } transform={ "translate(" (x) " " (y) ")" } {
            title { "Wreck in " (hex) }
            use href="#tk-wreck" {}
        }
    }
}

/// An Improved Position.
pub(super) fn position(hex: &str, (x, y): (i32, i32), hidden: bool) -> Markup {
    let says = format!("{}Improved Position in {hex}", if hidden { "hidden " } else { "" });
    html! {
        g id={ "ip-" (hex.replace(':', "-")) } class=(if hidden { "tk-ip tk-ip-hidden" } else { "tk-ip" }) role="img" aria-label=(says) transform={ "translate(" (x) " " (y) ")" } {
            title { (says) }
            use href="#tk-ip" {}
        }
    }
}

/// The shapes counters are put together from.
pub(super) fn symbols() -> Markup {
    html! {
        rect id="tk-card-alpha" x="-14" y="-14" width="28" height="28" rx="3" {}
        path id="tk-card-bravo" d="M-7.5-14h15l6.5 6.5v15l-6.5 6.5h-15l-6.5-6.5v-15z" {}
        g id="tk-tank" {
            path fill="currentColor" d="M-11.5-3.4l1.8-2.6h4.4l1-3.6q.3-1 1.4-1h5.2q1 0 1.5 1l.5.9h8.3v1.7h-7.6l.4 1h3.6l2.4 2.2q.4 3.5-2.6 4.4h-18.2q-3-.9-2.1-4z" {}
            path class="tk-wheels" d="M-8.2-1.6h.01M-4.4-1.6h.01M-.6-1.6h.01M3.2-1.6h.01M7-1.6h.01" {}
        }
        g id="tk-casemate" {
            path fill="currentColor" d="M-11.5-3l.8-2.2 4.4-5h7.6l4.4 3.4h7v1.8h-4.6l2.3 2.2q.4 3-2.4 3.6h-17.4q-2.9-.6-2.1-3.8z" {}
            path class="tk-wheels" d="M-8.2-1.4h.01M-4.4-1.4h.01M-.6-1.4h.01M3.2-1.4h.01M7-1.4h.01" {}
        }
        g id="tk-gun" {
            path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="M-5.5-6.6l18-1.2M-3-3.2l-9 2.8" {}
            path fill="currentColor" d="M.2-11.4h2.4l1.6 8.6h-2.4z" {}
            circle cx="-1.4" cy="-2.3" r="3.2" fill="currentColor" {}
            circle class="tk-hub" cx="-1.4" cy="-2.3" r="1.2" {}
        }
        g id="tk-squad" fill="currentColor" {
            path d="M-2.8-9.2a2.8 2.8 0 0 1 5.6 0h.8v1h-7.2v-1zM-2-7.6h4l.6 1.4q2.2.6 2.2 3v4h-9.6v-4q0-2.4 2.2-3z" {}
            path d="M-10.6-7.4a2.5 2.5 0 0 1 5 0h.5v.9h-6v-.9zM-9.9-6h3.4q.8 1.3.5 3v3.8h-6.2v-3.8q0-2.2 1.9-2.4z" {}
            path d="M5.6-7.4a2.5 2.5 0 0 1 5 0h.5v.9h-6v-.9zM6.3-6h3.4q2.4.4 2.4 2.6v4.2h-6.2v-3.6q0-2 .4-3.2z" {}
        }
        g id="tk-eye" {
            path class="tk-eye" d="M-5.2 0q5.2-5.6 10.4 0q-5.2 5.6-10.4 0z" {}
            circle class="tk-pupil" r="1.7" {}
        }
        path id="tk-burst" class="tk-burst" d="M0-8l2 4.6 4.6-2-2 4.4 4.4 2-4.6 1.8 2 4.4-4.4-2.2-2 4-2-4.2-4.4 2 1.8-4.4-4.4-2 4.6-1.8-1.8-4.6 4.4 2z" {}
        g id="tk-panic" {
            circle class="tk-panic" r="6" {}
            path class="tk-panic-mark" d="M0-3.6v4.2M0 3v.2" {}
        }
        g id="tk-wreck" {
            path class="tk-hulk" d="M-13 6l2-6 5-1 1-4 8-2 3 4 6 1 3 6-2 4h-24z" {}
            path class="tk-hulk-line" d="M-5-6l-5-7M4-2l10-7M-10 9h20" {}
            path class="tk-smoke" d="M0-8q-4-4 0-7t0-7M5-9q4-3 1-7" {}
        }
        path id="tk-ip" d="M-11-18.5h22l10.5 18.5-10.5 18.5h-22l-10.5-18.5z" {}
    }
}
