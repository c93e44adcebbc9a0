//! The counters in a hex: who stands there, in what state, with what chance and at what risk.

use super::field::middle;
use super::front::counted;
use super::sight::FieldView;
use super::{pile, shapes};
use crate::View;
use crate::map::Hex;
use crate::state::{Fate, Stage};
use crate::words::Target;
use hulldown_core::game::Seat;
use hulldown_draw::Spots;
use maud::{Markup, html};

/// A counter.
const CARD: (f32, f32) = (50.0, 40.0);
/// From one counter to the next.
pub(super) const GAP: f32 = 4.0;
/// A counter with the gap to the next.
pub(super) const CELL: (f32, f32) = (CARD.0 + GAP, CARD.1 + GAP);
/// As many counters of a hex can be told apart where they lie side by side; more are a pile.
pub(super) const MANY: usize = 4;

/// What marks the Units of each who shares the force, besides a color.
const OF: [&str; 4] = ["I", "II", "III", "IV"];

/// A mark on a counter: a letter on a color.
type Mark = (&'static str, &'static str);

/// A counter in a hex: its spot, what it says aloud, how it looks.
#[derive(Clone)]
pub(super) struct Piece {
    pub(super) spot: String,
    says: String,
    pub(super) class: String,
    /// What those that are alike are called together; nothing for one's own, each of which is somebody.
    pub(super) kind: String,
    pub(super) word: String,
    shape: Markup,
    pub(super) marks: Vec<Mark>,
    /// Whose it is, where several share the force.
    pub(super) seat: Option<Seat>,
    /// A chance on its corner: what it says and how.
    pub(super) chance: Option<(u32, &'static str)>,
}

impl Piece {
    /// Its element, by which what happens to it finds it.
    pub(super) fn id(&self) -> String {
        self.spot.replace(':', "-")
    }
}

/// The group that holds the stacks.
pub(super) const STACKS: &str = "hd-l-stacks";

/// The element of a hex's counters.
pub(super) fn stack_id(hex: Hex) -> String {
    format!("stack-{hex}")
}

/// The counters in a hex, as one element.
pub(super) fn stack(view: &View<'_>, hex: Hex, spots: &Spots<'_>, sight: &FieldView) -> Markup {
    html! { g id=(stack_id(hex)) { (counters(view, hex, spots, sight)) } }
}

/// How good a chance is, as a class.
pub(super) fn shade(percent: u32) -> &'static str {
    match percent {
        0..25 => "hd-l-chance hd-l-poor",
        25..50 => "hd-l-chance hd-l-fair",
        _ => "hd-l-chance hd-l-fine",
    }
}

fn enemies(view: &View<'_>, hex: Hex, sight: &FieldView) -> Vec<Piece> {
    let here = view.battle().enemies.each().filter(|(_, enemy)| enemy.at() == Some(hex));
    here.map(|(at, enemy)| {
        let card = view.enemy_card(enemy);
        let side = if card.target == Target::Ap { "hd-l-hard" } else { "hd-l-soft" };
        let chance = sight.chance(at);
        let aimed = chance.map_or_else(String::new, |chance| format!(", Destroyed with {chance}%"));
        let (points, defense, name) = (counted(card.points.into(), "point"), card.defense, &card.name);
        let acted = if enemy.acted && view.stage() == Stage::Enemy { " hd-l-acted" } else { "" };
        Piece {
            spot: format!("enemy:{at}"),
            says: format!("{name} (no. {at}), enemy, in {hex}, {points}, Defense {defense}{aimed}"),
            class: format!("hd-l-enemy {side}{acted}{}", if sight.enemy == Some(at) { " hd-l-acting" } else { "" }),
            kind: short(name),
            // With the number by which everything else calls it.
            word: format!("{} {at}", short(name)),
            shape: shapes::enemy(enemy.model),
            marks: Vec::new(),
            seat: None,
            chance: chance.map(|chance| (chance, shade(chance))),
        }
    })
    .collect()
}

fn own(view: &View<'_>, hex: Hex, sight: &FieldView) -> Vec<Piece> {
    let here = view.battle().fighters.each().filter(|(_, fighter)| fighter.at() == Some(hex));
    here.map(|(at, fighter)| {
        let card = view.card(at);
        let name = view.living(at).map_or("no Commander", |commander| commander.name.name());
        let (mut says, mut marks) = (String::new(), Vec::new());
        for (on, word, mark) in [
            (view.living(at).is_none(), "", ("?", "hd-l-bad")),
            (fighter.exposed.is_some(), "Exposed", ("E", "hd-l-bad")),
            (fighter.immobile, "Immobile", ("I", "hd-l-bad")),
            (fighter.suppressed, "Suppressed", ("S", "hd-l-bad")),
            (view.unit(at).is_damaged_inside(), "damaged", ("D", "hd-l-bad")),
            (fighter.tactics + fighter.his_tactics > 0, "has a Tactic", ("T", "hd-l-good")),
            (fighter.commands + fighter.his_commands > 0, "has a Command Tactic", ("C", "hd-l-good")),
        ] {
            if on {
                marks.push(mark);
                if !word.is_empty() {
                    says += &format!(", {word}");
                }
            }
        }
        if fighter.acted {
            says += ", has acted";
        }
        let seat = view.player_of(at);
        let whose = if view.is_shared() { view.player_name(seat) } else { "yours".into() };
        let risk = sight.risk(at);
        let lost = (100.0 * risk.destroyed).round() as u32;
        if risk.hit >= 0.005 {
            says += &format!(", in the next enemy step hit with {:.0}%, Destroyed with {lost}%", 100.0 * risk.hit);
        }
        let class = match (sight.fighter == Some(at), fighter.acted) {
            (true, _) => "hd-l-own hd-l-acting",
            (false, true) => "hd-l-own hd-l-acted",
            (false, false) => "hd-l-own",
        };
        Piece {
            spot: format!("unit:{}", card.number),
            says: format!("{} {} under {name}, {whose}, in {hex}{says}", card.number, card.name),
            class: class.into(),
            kind: String::new(),
            word: card.number.to_string(),
            shape: shapes::own(card),
            marks,
            seat: view.is_shared().then_some(seat),
            chance: (lost > 0).then_some((lost, "hd-l-chance hd-l-risk")),
        }
    })
    .collect()
}

/// Where those of this battle who are gone stood last: what is told of one finds its place there. Who was Destroyed has a cross.
fn gone(view: &View<'_>, hex: Hex) -> Markup {
    let foes = view.battle().enemies.each().filter(|(_, enemy)| enemy.hex == Some(hex) && !enemy.active);
    // Whoever is ordered back leaves by the first row: it is not known of whom who stood there was rid.
    let foes = foes.map(|(at, _)| (format!("enemy-{at}"), (hex.row() > 0).then_some("hd-l-cross")));
    let own = view.battle().fighters.each().filter(|(_, own)| own.hex == Some(hex) && own.fate != Fate::Here);
    let own = own.map(|(at, own)| {
        (format!("unit-{}", view.card(at).number), (own.fate == Fate::Destroyed).then_some("hd-l-cross hd-l-cross-own"))
    });
    let all: Vec<(String, Option<&str>)> = foes.chain(own).collect();
    if all.is_empty() {
        return html! {};
    }
    let (x, y) = middle(hex);
    html! {
        g aria-hidden="true" transform=(format!("translate({x:.1} {:.1})", y + 70.0)) {
            @for (n, (id, cross)) in all.iter().enumerate() {
                g id=(id) transform=(format!("translate({:.1} 0)", 9.0 * (n as f32 - (all.len() - 1) as f32 / 2.0))) {
                    path class=(cross.unwrap_or("hd-l-cross hd-l-left-it")) d="M-3 -6 3 0M-3 0 3 -6" {}
                }
            }
        }
    }
}

fn counters(view: &View<'_>, hex: Hex, spots: &Spots<'_>, sight: &FieldView) -> Markup {
    let pieces = pieces(view, hex, sight);
    if pieces.is_empty() {
        return gone(view, hex);
    }
    // Where one can go, what would come of it stands below them.
    let high = if sight.moves && sight.there(hex).is_some() { 84.0 } else { 112.0 };
    let drawn = if pieces.len() > MANY {
        pile::pile(hex, &pieces, spots, high)
    } else {
        laid(hex, pieces.len(), high, |n| html! { g id=(pieces[n].id()) { (drawn(&pieces[n], spots)) } })
    };
    html! { (gone(view, hex)) (drawn) }
}

/// All counters in a hex.
fn pieces(view: &View<'_>, hex: Hex, sight: &FieldView) -> Vec<Piece> {
    let mut pieces = enemies(view, hex, sight);
    pieces.extend(own(view, hex, sight));
    pieces
}

/// Whether so many lie in a hex that they are a pile.
pub(super) fn is_piled(view: &View<'_>, hex: Hex) -> bool {
    let foes = view.battle().enemies.iter().filter(|enemy| enemy.at() == Some(hex)).count();
    foes + view.battle().fighters.iter().filter(|own| own.at() == Some(hex)).count() > MANY
}

/// So many counters in a hex, as many in a row as makes them largest, in so much height.
pub(super) fn laid(hex: Hex, count: usize, high: f32, each: impl Fn(usize) -> Markup) -> Markup {
    let size = |across: usize| {
        let down = count.div_ceil(across);
        (118.0 / (across as f32 * CELL.0)).min(high / (down as f32 * CELL.1)).min(1.4)
    };
    let across = (1..=6).max_by(|a, b| size(*a).total_cmp(&size(*b)).then(b.cmp(a))).unwrap_or(1);
    let (down, scale) = (count.div_ceil(across), size(across));
    let (x, y) = middle(hex);
    let up = if down as f32 * CELL.1 * scale > high - 20.0 { (112.0 - high) / 2.0 } else { 0.0 };
    html! {
        g transform=(format!("translate({x:.1} {:.1}) scale({scale:.3})", y + 2.0 - up)) { (rows(count, across, each)) }
    }
}

/// So many counters in rows about a point.
pub(super) fn rows(count: usize, across: usize, each: impl Fn(usize) -> Markup) -> Markup {
    let down = count.div_ceil(across);
    let (left, top) = (-(across as f32) * CELL.0 / 2.0, -(down as f32) * CELL.1 / 2.0);
    html! {
        @for n in 0..count {
            @let (cx, cy) = (left + (n % across) as f32 * CELL.0 + GAP / 2.0, top + (n / across) as f32 * CELL.1 + GAP / 2.0);
            g transform=(format!("translate({cx:.1} {cy:.1})")) { (each(n)) }
        }
    }
}

/// A counter, a link where it can be chosen.
pub(super) fn drawn(piece: &Piece, spots: &Spots<'_>) -> Markup {
    spots.draw(&piece.spot, &piece.says, &looks(piece, spots.has(&piece.spot)))
}

/// A counter as it looks, ringed if it can be chosen.
pub(super) fn looks(piece: &Piece, open: bool) -> Markup {
    html! {
        @if open { rect class="hd-ring" x="-2" y="-2" width=(CARD.0 + 4.0) height=(CARD.1 + 4.0) rx="6" {} }
        g class=(piece.class) {
            rect class="hd-l-card" width=(CARD.0) height=(CARD.1) rx="4" {}
            g transform="translate(5 5) scale(0.400)" aria-hidden="true" { (piece.shape) }
            @if let Some(seat) = piece.seat { rect class=(format!("hd-l-seat hd-l-seat-{}", seat.0)) y="27" width=(CARD.0) height="13" rx="3" {} }
            // A long name is squeezed rather than let out of its card.
            @let squeezed = (piece.word.chars().count() > 7).then_some("46");
            text class=(if piece.seat.is_some() { "hd-l-word hd-l-whose" } else { "hd-l-word" }) x=(CARD.0 / 2.0) y="37.500"
                textLength=[squeezed] lengthAdjust=[squeezed.map(|_| "spacingAndGlyphs")] {
                (piece.word) @if let Some(seat) = piece.seat { tspan class="hd-l-of" dx="3" { (OF[seat.index()]) } }
            }
        }
        // Two in a row leave the chance beside them to be read.
        @for (n, (letter, class)) in piece.marks.iter().take(5).enumerate() {
            g class="hd-l-sign" transform=(format!("translate({:.1} {:.1})", 4.0 + 10.0 * (n % 2) as f32, 4.0 + 10.0 * (n / 2) as f32)) {
                circle class=(class) r="5.500" {}
                text y="3" { (letter) }
            }
        }
        @if let Some((chance, class)) = piece.chance {
            // Within the counter: in a stack nothing of it lies on another.
            (pill(CARD.0 - 28.0, -1.0, chance, class))
        }
    }
}

/// A chance in percent on its color.
pub(super) fn pill(x: f32, y: f32, chance: u32, class: &str) -> Markup {
    html! {
        g class=(class) transform=(format!("translate({x:.1} {y:.1})")) {
            rect width="27" height="13" rx="6.5" {}
            text x="13.5" y="10" { (chance) "%" }
        }
    }
}

/// A name in as many letters as a counter holds.
pub(super) fn short(name: &str) -> String {
    let name = name
        .replace("Type ", "T")
        .replace("King ", "K")
        .replace("Armored ", "A. ")
        .replace("Jagdp", "Jgp")
        .replace("Halftrack", "HT")
        .replace("Building", "Bldg");
    name.chars().take(8).collect::<String>().trim_end().into()
}
