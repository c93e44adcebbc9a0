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
/// Above a counter what is told of it: beside the silhouette, not on it.
const STRIP: f32 = 13.0;
/// Smaller than this nothing above a counter can be read, and it is left out: fewer marks, not smaller ones. On a page of 1,280 by 800 a
/// unit of the board is some 0.72 px, and nothing is smaller than 9 px.
const LEAST: f32 = 1.0;
/// How high the counters in a hex may be at most.
const MOST_HIGH: f32 = 118.0;
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
    /// The same with nothing told above it: whoever listens still hears it.
    fn bare(&self) -> Piece {
        Piece { marks: Vec::new(), chance: None, ..self.clone() }
    }

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
    let high = height(hex, sight);
    let drawn = if pieces.len() > MANY {
        pile::pile(hex, &pieces, spots, high)
    } else {
        Laid::of(hex, &pieces, high).draw(&pieces, |piece| html! { g id=(piece.id()) { (drawn(piece, spots)) } })
    };
    html! { (gone(view, hex)) (drawn) }
}

/// How high the counters in a hex may be.
fn height(hex: Hex, sight: &FieldView) -> f32 {
    // Where one can go, what would come of it stands below them.
    if sight.moves && sight.there(hex).is_some() { 84.0 } else { MOST_HIGH }
}

/// All counters on the field, by their spots, with the middle of each or of the pile it lies in.
pub(super) fn middles(view: &View<'_>, sight: &FieldView) -> Vec<(String, (f32, f32))> {
    let mut all = Vec::new();
    for hex in Hex::all() {
        let pieces = pieces(view, hex, sight);
        let laid = Laid::of(hex, &pieces, height(hex, sight));
        let at = |n| if pieces.len() > MANY { laid.at } else { laid.middle(n) };
        all.extend(pieces.iter().enumerate().map(|(n, piece)| (piece.spot.clone(), at(n))));
    }
    all
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

/// How counters lie in a hex: as many in a row as makes them largest.
pub(super) struct Laid {
    /// Their middle.
    pub(super) at: (f32, f32),
    scale: f32,
    rows: Rows,
}

impl Laid {
    /// These, in so much height.
    pub(super) fn of(hex: Hex, pieces: &[Piece], high: f32) -> Laid {
        let with = |strip: f32| {
            let tall = CELL.1 + strip;
            let size = |across: usize| {
                let down = pieces.len().div_ceil(across);
                (118.0 / (across as f32 * CELL.0)).min(high / (down as f32 * tall)).min(1.4)
            };
            let across = (1..=6).max_by(|a, b| size(*a).total_cmp(&size(*b)).then(b.cmp(a))).unwrap_or(1);
            (Rows { count: pieces.len(), across, strip }, size(across))
        };
        let (mut rows, mut scale) = with(strip(pieces));
        if scale < LEAST {
            (rows, scale) = with(0.0);
        }
        let (x, y) = middle(hex);
        let tall = rows.size().1 * scale;
        let up = if tall > high - 20.0 { (MOST_HIGH - high) / 2.0 } else { 0.0 };
        Laid { at: (x, y + 2.0 - up), scale, rows }
    }

    /// The middle of one of them.
    fn middle(&self, n: usize) -> (f32, f32) {
        let (x, y) = self.rows.corner(n);
        (self.at.0 + self.scale * (x + CARD.0 / 2.0), self.at.1 + self.scale * (y + CARD.1 / 2.0))
    }

    pub(super) fn draw(&self, pieces: &[Piece], each: impl Fn(&Piece) -> Markup) -> Markup {
        let Laid { at: (x, y), scale, rows } = self;
        html! {
            g class=(if rows.count > rows.across { "hd-l-many" } else if rows.count == 1 { "hd-l-single" } else { "hd-l-few" }) transform=(format!("translate({x:.1} {y:.1}) scale({scale:.3})")) { (rows.draw(pieces, each)) }
        }
    }
}

/// How much room what is told of these counters takes above them.
pub(super) fn strip(pieces: &[Piece]) -> f32 {
    if pieces.iter().any(|piece| piece.chance.is_some() || !piece.marks.is_empty()) { STRIP } else { 0.0 }
}

/// So many counters in rows about a point, each with so much room above it.
pub(super) struct Rows {
    pub(super) count: usize,
    pub(super) across: usize,
    pub(super) strip: f32,
}

impl Rows {
    /// How wide and high they are.
    pub(super) fn size(&self) -> (f32, f32) {
        (self.across as f32 * CELL.0, self.count.div_ceil(self.across) as f32 * (CELL.1 + self.strip))
    }

    /// The upper left corner of one.
    fn corner(&self, n: usize) -> (f32, f32) {
        let ((wide, tall), (col, row)) = (self.size(), ((n % self.across) as f32, (n / self.across) as f32));
        let high = CELL.1 + self.strip;
        (col * CELL.0 + (GAP - wide) / 2.0, row * high + self.strip + (GAP - tall) / 2.0)
    }

    pub(super) fn draw(&self, pieces: &[Piece], each: impl Fn(&Piece) -> Markup) -> Markup {
        html! {
            @for (n, piece) in pieces.iter().enumerate() {
                @let (x, y) = self.corner(n);
                g transform=(format!("translate({x:.1} {y:.1})")) {
                    @if self.strip > 0.0 { (each(piece)) } @else { (each(&piece.bare())) }
                }
            }
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
            rect class="hd-l-card hd-counter" width=(CARD.0) height=(CARD.1) rx="4" {}
            g transform="translate(5 5) scale(0.400)" aria-hidden="true" { (piece.shape) }
            @if let Some(seat) = piece.seat { rect class=(format!("hd-l-seat hd-l-seat-{}", seat.0)) y="27" width=(CARD.0) height="13" rx="3" {} }
            // A long name is smaller rather than let out of its card.
            text class={ "hd-l-word" @if piece.seat.is_some() { " hd-l-whose" } @if piece.word.chars().count() > 7 { " hd-l-long" } @if is_wide(piece) { " hd-l-wide" } } x=(CARD.0 / 2.0) y="37.500" {
                (worded(piece)) @if let Some(seat) = piece.seat { tspan class="hd-l-of" dx="3" { (OF[seat.index()]) } }
            }
        }
        // They leave room for the chance beside them; what is more goes down the edge.
        @let most = match piece.chance { Some((10.., _)) => 1, Some(_) => 2, None => 3 };
        @for (n, (letter, class)) in piece.marks.iter().take(5).enumerate() {
            @let (x, y) = if n < most { (5.0 + 14.0 * n as f32, -8.0) } else { (0.0, 7.0 + 14.0 * (n - most) as f32) };
            g class="hd-l-sign" transform=(format!("translate({x:.0} {y:.0})")) {
                circle class=(class) r="6.800" {}
                text y="4.400" { (letter) }
            }
        }
        @if let Some((chance, class)) = piece.chance { (pill(Hold::Right(CARD.0), -15.0, chance, class)) }
    }
}

/// Whether its name is long and yet said in whole where all is drawn small: a tank keeps its mark.
fn is_wide(piece: &Piece) -> bool {
    piece.kind.starts_with("Pz")
        || piece.kind.len() > 2 && piece.kind.starts_with("T9")
        || piece.kind.is_empty() && piece.word.len() > 4
}

/// What a counter is called. Where all is drawn small the first letters of a name stand for it, but a tank keeps its mark.
fn worded(piece: &Piece) -> Markup {
    // The mark alone says what kind of tank it is.
    if let Some((count, mark)) = piece.word.split_once("Pz ") {
        return html! { (count) tspan class="hd-l-pz" { "Pz" tspan class="hd-l-rest" { " " } } (mark) };
    }
    let typed = piece.kind.starts_with('T') && piece.kind.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    let whole = typed || piece.kind.is_empty() || !piece.kind.is_ascii();
    match piece.word.split_once(&piece.kind).filter(|_| !whole && piece.kind.len() > 2) {
        Some((count, number)) => {
            html! { (count) (piece.kind[..2]) tspan class="hd-l-rest" { (piece.kind[2..]) } (spaced(number)) }
        }
        None => match piece.word.split_once(' ').filter(|_| !piece.kind.is_empty() && !typed) {
            Some((name, number)) => html! { (name) (spaced(&format!(" {number}"))) },
            None => html! { (piece.word) },
        },
    }
}

/// The number behind a name; on a telephone there is no room between them.
fn spaced(number: &str) -> Markup {
    match number.strip_prefix(' ') {
        Some(number) => html! { tspan class="hd-l-gap" { " " } (number) },
        None => html! { (number) },
    }
}

/// By which edge a pill is held: it is as wide as its digits.
#[derive(Clone, Copy)]
pub(super) enum Hold {
    Left(f32),
    Right(f32),
}

/// A chance in percent on its color.
pub(super) fn pill(hold: Hold, y: f32, chance: u32, class: &str) -> Markup {
    let wide = match chance {
        0..10 => 23.0,
        10..100 => 30.0,
        _ => 37.0,
    };
    // What is drawn larger elsewhere grows away from where it is held.
    let (x, from) = match hold {
        Hold::Left(x) => (x, 0.0),
        Hold::Right(x) => (x, -wide),
    };
    html! {
        g class=(class) transform=(format!("translate({x:.1} {y:.1})")) {
            g { rect x=(from) width=(wide) height="13" rx="6.5" {} text x=(from + wide / 2.0) y="10.800" { (chance) "%" } }
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
