//! A hex with many counters: a few that stand for all, and all of them laid out where somebody points.

use super::counters::{CELL, GAP, Laid, MANY, Piece, Rows, drawn, looks, strip};
use super::field::{HEIGHT, WIDTH, middle};
use crate::map::Hex;
use hulldown_draw::Spots;
use maud::{Markup, html};

/// How large counters are that are laid out.
const OPEN: f32 = 1.75;

/// Counters that one stands for.
struct Face<'a> {
    shown: Piece,
    all: Vec<&'a Piece>,
}

impl<'a> Face<'a> {
    fn of(piece: &'a Piece) -> Face<'a> {
        Face { shown: piece.clone(), all: vec![piece] }
    }

    /// Others under the same counter, which is called so and shows the greatest of their chances.
    fn take(&mut self, others: impl IntoIterator<Item = &'a Piece>, called: &str) {
        self.all.extend(others);
        self.shown.chance = self.all.iter().filter_map(|one| one.chance).max();
        self.shown.word = format!("{} {called}", self.all.len());
        (self.shown.marks, self.shown.seat) = (Vec::new(), None);
    }
}

/// No more than can be told apart: enemies that are alike under one counter, one's own under one but for whoever acts, and if that is not
/// enough the rest of the enemies under one.
fn faces(pieces: &[Piece]) -> Vec<Face<'_>> {
    let (mut foes, mut own): (Vec<Face<'_>>, Vec<Face<'_>>) = (Vec::new(), Vec::new());
    for piece in pieces {
        let enemy = !piece.kind.is_empty();
        let faces = if enemy { &mut foes } else { &mut own };
        let alike = |face: &&mut Face<'_>| {
            (face.shown.class == piece.class)
                & (if enemy { face.shown.kind == piece.kind } else { !piece.class.ends_with("hd-l-acting") })
        };
        match faces.iter_mut().find(alike) {
            Some(face) => face.take([piece], if enemy { &piece.kind } else { "ours" }),
            None => faces.push(Face::of(piece)),
        }
    }
    // Who acts and who waits, at most; those who have acted lie with them.
    own.sort_by_key(|face| !face.shown.class.ends_with("hd-l-acting"));
    gathered(&mut own, 2, "ours");
    let room = MANY - own.len();
    gathered(&mut foes, room, "foes");
    foes.extend(own);
    foes
}

/// The last of them under one counter, so that there are no more than so many.
fn gathered(faces: &mut Vec<Face<'_>>, most: usize, called: &str) {
    while faces.len() > most {
        let Some(last) = faces.pop() else { break };
        if let Some(face) = faces.last_mut() {
            face.take(last.all, called);
        }
    }
}

/// The pile. It opens when it or an option in it is pointed at or has the focus, over all that lies about it.
pub(super) fn pile(hex: Hex, pieces: &[Piece], spots: &Spots<'_>, high: f32) -> Markup {
    let faces = faces(pieces);
    let names: Vec<&str> = faces.iter().map(|face| face.shown.word.as_str()).collect();
    let shown: Vec<Piece> = faces.iter().map(|face| face.shown.clone()).collect();
    let face = |shown: &Piece| {
        let all = faces.iter().find(|face| face.shown.spot == shown.spot).map_or(&[][..], |face| &face.all);
        html! {
            // The edge of the one below shows that there are more.
            @if all.len() > 1 { g transform="translate(3 3)" aria-hidden="true" { g class=(shown.class) { rect class="hd-l-card" width=(CELL.0 - GAP) height=(CELL.1 - GAP) rx="4" {} } } }
            (looks(shown, all.iter().any(|piece| spots.has(&piece.spot))))
            // What happens to one of them is told here.
            @for piece in all { g id=(piece.id()) { rect width=(CELL.0 - GAP) height=(CELL.1 - GAP) fill="none" stroke="none" {} } }
        }
    };
    let closed = Laid::of(hex, &shown, high).draw(&shown, face);
    let across = if pieces.len() > 12 {
        5
    } else if pieces.len() > 6 {
        4
    } else {
        3
    };
    let rows = Rows { count: pieces.len(), across, strip: strip(pieces) };
    let (wide, tall) = rows.size();
    // Within the board.
    let within = |at: f32, half: f32, end: f32| at.clamp(half + 8.0, (end - half - 8.0).max(half + 8.0));
    let (x, y) = middle(hex);
    let (x, y) = (within(x, OPEN * wide / 2.0 + 6.0, WIDTH), within(y, OPEN * tall / 2.0 + 6.0, HEIGHT));
    html! {
        g class="hd-l-pile" tabindex="0" role="group" aria-label=(format!("{} counters in {hex}: {}", pieces.len(), names.join(", "))) {
            g aria-hidden="true" { (closed) }
            g class="hd-l-laid-out" transform=(format!("translate({x:.1} {y:.1}) scale({OPEN})")) {
                rect class="hd-l-tray" x=(-wide / 2.0 - 4.0) y=(-tall / 2.0 - 4.0) width=(wide + 8.0) height=(tall + 8.0) rx="6" {}
                (rows.draw(pieces, |piece| drawn(piece, spots)))
            }
        }
    }
}
