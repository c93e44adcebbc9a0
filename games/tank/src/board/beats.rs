//! A turn watched: from the situation before it and what a seat heard, moments in the order of the rulebook, each with what changes on
//! the board and what is drawn over it for as long as it is shown.
//!
//! A counter is known by its letters or, face down, by where it lies; nothing here knows more than was heard.

use super::counters::{self, Piece, blank_id, own_id};
use super::frame::center;
use super::map::pieces;
use super::plots::Lines;
use crate::state::Plot;
use crate::talk::{Addressed, Event, Who};
use crate::text::percent;
use crate::words::{Force, Kind, Task};
use crate::{Tank, View};
use hulldown_core::hex::{HexId, Side};
use hulldown_draw::{Beat, Change, HeardEvent, Spots};
use std::fmt::Write as _;

/// The board as it changes.
struct Stage<'v, 'a> {
    view: &'v View<'a>,
    pieces: Vec<(Option<HexId>, Piece)>,
    wrecks: Vec<HexId>,
    positions: Vec<(HexId, bool)>,
    beats: Vec<Beat>,
    /// The pulse that is going on.
    pulse: u8,
    fired: bool,
}

/// The moments of a turn.
pub(super) fn beats(view: &View<'_>, heard: &[HeardEvent<'_, Tank>]) -> Vec<Beat> {
    let ground = view.ground();
    let find = |piece: &Piece| ground.find(&piece.place).ok();
    let mut stage = Stage {
        view,
        pieces: pieces(view).into_iter().map(|piece| (find(&piece), piece)).collect(),
        wrecks: view.wrecks().to_vec(),
        positions: view.positions().collect(),
        beats: Vec::new(),
        pulse: 0,
        fired: false,
    };
    for (_, piece) in &mut stage.pieces {
        // What was plotted is drawn as it is told.
        piece.plot = None;
    }
    for (n, one) in heard.iter().enumerate() {
        // The die for a chit falls before the chit is told.
        let chit = |one: &HeardEvent<'_, Tank>| matches!(one.event, Some(Addressed { event: Event::Chit { .. }, .. }));
        match one.event {
            // A seal proves something at the end of a game; nobody reads it in a turn that is watched.
            Some(event @ Addressed { event: Event::Sealed { force, .. }, .. }) => {
                stage.hear(event, &format!("{force}'s plot is sealed."));
            }
            Some(event) => {
                stage.hear(event, &one.text);
                if let (true, Some(roll)) = (chit(one), n.checked_sub(1).map(|before| &heard[before]))
                    && roll.event.is_none()
                {
                    stage.add(&roll.text);
                }
            }
            None if heard.get(n + 1).is_some_and(chit) => {}
            // Other dice belong to what was told last.
            None => stage.add(&one.text),
        }
    }
    stage.beats
}

impl Stage<'_, '_> {
    fn center(&self, hex: HexId) -> (i32, i32) {
        center(self.view.ground(), hex)
    }

    /// The counter of a unit that stands, or stood, in a hex.
    fn find(&self, who: &Who, hex: Option<HexId>) -> Option<usize> {
        let named = who.known.and_then(|(code, _)| {
            let id = own_id(who.force, code);
            let letters = |piece: &Piece| piece.known.is_some_and(|(own, _)| own == code);
            self.pieces.iter().position(|(_, piece)| piece.force == who.force && (piece.id == id || letters(piece)))
        });
        named.or_else(|| {
            let blank = |(at, piece): &(Option<HexId>, Piece)| {
                piece.force == who.force && piece.known.is_none() && *at == hex && hex.is_some()
            };
            self.pieces.iter().position(blank)
        })
    }

    /// The nearest face-down counter to a hex.
    fn nearest(&self, force: Force, hex: HexId) -> Option<usize> {
        let ground = self.view.ground();
        let blanks =
            self.pieces.iter().enumerate().filter(|(_, (_, piece))| piece.force == force && piece.known.is_none());
        blanks.filter_map(|(n, (at, _))| Some((ground.range((*at)?, hex), n))).min().map(|(_, n)| n)
    }

    fn markup(&self, piece: &Piece) -> String {
        counters::counter(piece, &Spots::new(&[], ""), |weapon| self.view.info(weapon)).into_string()
    }

    /// Changes a counter and notes how.
    fn change(&mut self, n: usize, change: impl FnOnce(&mut (Option<HexId>, Piece))) -> Change {
        let before = self.markup(&self.pieces[n].1);
        change(&mut self.pieces[n]);
        let piece = &self.pieces[n].1;
        Change { id: piece.id.clone(), layer: "tk-units", before: Some(before), after: Some(self.markup(piece)) }
    }

    fn remove(&mut self, n: usize) -> Change {
        let (_, piece) = self.pieces.remove(n);
        Change { id: piece.id.clone(), layer: "tk-units", before: Some(self.markup(&piece)), after: None }
    }

    /// A counter comes onto the map, or moves in it.
    fn put(&mut self, who: &Who, from: Option<HexId>, to: HexId, facing: Option<Side>) -> Change {
        let (at, name) = (self.center(to), self.view.ground().name(to));
        let soft = who.known.is_some_and(|(_, weapon)| self.view.info(weapon).kind == Kind::Infantry);
        let turned = |old: Option<Side>| if soft { None } else { facing.or(old) };
        match self.find(who, from) {
            Some(n) => self.change(n, |(hex, piece)| {
                *hex = Some(to);
                (piece.at, piece.place, piece.known) = (at, name, piece.known.or(who.known));
                piece.hidden = false;
                piece.facing = turned(piece.facing);
            }),
            None => {
                let id = match who.known {
                    Some((code, _)) => own_id(who.force, code),
                    None => {
                        // A name that no other counter has had.
                        let mut nth = 0;
                        while self.pieces.iter().any(|(_, piece)| piece.id == blank_id(who.force, &name, nth)) {
                            nth += 1;
                        }
                        blank_id(who.force, &name, nth)
                    }
                };
                let piece = Piece {
                    id: id.clone(),
                    force: who.force,
                    foe: who.force != self.view.force(),
                    known: who.known,
                    facing: turned(None),
                    at,
                    place: name,
                    spotted: false,
                    hidden: false,
                    panicked: false,
                    hit: false,
                    plot: None,
                };
                let after = Some(self.markup(&piece));
                self.pieces.push((Some(to), piece));
                Change { id, layer: "tk-units", before: None, after }
            }
        }
    }

    fn beat(&mut self, part: &str, text: &str, changes: Vec<Change>, over: String) {
        self.beats.push(Beat { part: part.into(), texts: vec![text.into()], changes, under: String::new(), over });
    }

    /// Draws under the counters of the moment that was told last.
    fn under(&mut self, drawn: &str) {
        if let Some(beat) = self.beats.last_mut() {
            beat.under.push_str(drawn);
        }
    }

    /// Adds to the moment that is being told, if it is of this part.
    fn join(&mut self, part: &str, text: &str, changes: Vec<Change>, over: &str) {
        match self.beats.last_mut().filter(|beat| beat.part == part && beat.changes.len() + changes.len() < 60) {
            Some(beat) => {
                beat.texts.push(text.into());
                beat.changes.extend(changes);
                beat.over.push_str(over);
            }
            None => self.beat(part, text, changes, over.into()),
        }
    }

    /// The part of the turn that is going on.
    fn part(&self) -> String {
        if self.pulse > 0 {
            format!("Movement, pulse {}", self.pulse)
        } else if self.fired {
            "Direct Fire".into()
        } else {
            "Spotting".into()
        }
    }

    fn shot(&self, force: Force, from: Option<HexId>, at: HexId, word: &str) -> String {
        let mut drawn = Lines::default();
        let to = self.center(at);
        match from {
            Some(from) => drawn.direct(force, self.center(from), to),
            None => drawn.direct(force, to, to),
        }
        if !word.is_empty() {
            let wide = 10 + 7 * word.len() as i32;
            let _ = write!(
                drawn.over,
                "<rect class=\"tk-odds\" x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"16\" rx=\"8\"/><text class=\"tk-odds-word\" x=\"{}\" y=\"{}\">{word}</text>",
                to.0 - wide / 2,
                to.1 - 36,
                to.0,
                to.1 - 24
            );
        }
        drawn.over
    }

    fn mark(&self, symbol: &str, hex: HexId) -> String {
        let (x, y) = self.center(hex);
        format!("<use href=\"#{symbol}\" transform=\"translate({x} {y})scale(2.2)\"/>")
    }

    fn ring(&self, hex: HexId) -> String {
        super::plots::outline("tk-chosen", self.center(hex))
    }

    /// Adds words to the moment that was told last.
    fn add(&mut self, text: &str) {
        match self.beats.last_mut() {
            Some(beat) => beat.texts.push(text.into()),
            None => self.beat(&self.part(), text, Vec::new(), String::new()),
        }
    }

    /// Something happens to a unit: its counter changes if it is on the board, and is ringed.
    fn strike(&mut self, who: &Who, symbol: Option<&str>, change: impl FnOnce(&mut Piece)) -> (Vec<Change>, String) {
        let changes = self.find(who, who.hex).map(|n| self.change(n, |(_, piece)| change(piece)));
        let over = who.hex.map(|hex| match symbol {
            Some(symbol) => self.mark(symbol, hex),
            None => self.ring(hex),
        });
        (changes.into_iter().collect(), over.unwrap_or_default())
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each event")]
    fn hear(&mut self, event: &Addressed, text: &str) {
        let part = self.part();
        match event.event {
            Event::Plotted { who, plot } => {
                let mut drawn = Lines::default();
                if who.hex.is_some() {
                    drawn.plot(self.view.ground(), who.force, &plot, who.hex, None, None);
                }
                self.join(&format!("Plots of {}", who.force), text, Vec::new(), &drawn.over);
                self.under(&drawn.under);
            }
            Event::Panics { who } => {
                let (changes, over) = self.strike(&who, None, |piece| piece.panicked = true);
                self.beat("Panic", text, changes, over);
            }
            Event::Chit { .. } | Event::PanicBegins => self.beat("Panic", text, Vec::new(), String::new()),
            Event::PanicMove { who, steps, .. } => {
                let plot = Plot { task: Some(Task::Mv), steps, ..Plot::default() };
                let mut drawn = Lines::default();
                drawn.plot(self.view.ground(), who.force, &plot, who.hex, None, None);
                self.beat("Panic", text, Vec::new(), drawn.over);
                self.under(&drawn.under);
            }
            Event::Spotted { by, target } => {
                let mine = target.force == self.view.force();
                let known = self.find(&target, target.hex);
                let changes = known.map(|n| {
                    self.change(n, |(_, piece)| {
                        piece.known = piece.known.or(target.known);
                        piece.spotted = mine;
                    })
                });
                let over = self.sight_line(&by, &target);
                self.beat(&part, text, changes.into_iter().collect(), over);
            }
            Event::Unspotted { by, target } => {
                self.beat(&part, text, Vec::new(), self.sight_line(&by, &target));
            }
            Event::Fires { who, at, sum, .. } => {
                let word = sum.kill.map_or_else(|| "no".into(), |_| percent(sum.sixths()));
                self.fire(text, who.force, who.hex, at, &word);
            }
            Event::NoAttack { who, at, .. } | Event::AlreadyHit { who, at, .. } | Event::Aborted { who, at } => {
                self.fire(text, who.force, who.hex, at, "no");
            }
            Event::Combines { force, at, .. } | Event::Unseen { force, at, .. } => self.fire(text, force, None, at, ""),
            Event::HitLater { who, .. } => {
                let (changes, over) = self.strike(&who, Some("tk-burst"), |piece| piece.hit = true);
                self.beat(&part, text, changes, over);
            }
            Event::Destroyed { who, .. } => {
                let mut changes: Vec<Change> = self.find(&who, who.hex).map(|n| self.remove(n)).into_iter().collect();
                let armor = who.known.is_some_and(|(_, weapon)| self.view.info(weapon).kind == Kind::Afv);
                if let Some(hex) = who.hex.filter(|hex| armor && !self.wrecks.contains(hex)) {
                    self.wrecks.push(hex);
                    let name = self.view.ground().name(hex);
                    let after = Some(counters::wreck(&name, self.center(hex)).into_string());
                    let id = format!("wreck-{}", name.replace(':', "-"));
                    changes.push(Change { id, layer: "tk-things", before: None, after });
                }
                let over = who.hex.map(|hex| self.mark("tk-burst", hex)).unwrap_or_default();
                self.beat(&part, text, changes, over);
            }
            Event::Moves { who, from, facing, points } => {
                let Some(to) = who.hex else { return };
                self.pulse = points.max(1);
                let change = self.put(&who, from, to, Some(facing));
                let over = match from {
                    Some(from) => {
                        let ((ax, ay), (bx, by)) = (self.center(from), self.center(to));
                        format!("<path class=\"tk-step tk-by-{}\" d=\"M{ax} {ay}L{bx} {by}\"/>", who.force.id())
                    }
                    None => String::new(),
                };
                // All who move in a pulse move together.
                self.join(&self.part(), text, vec![change], "");
                self.under(&over);
            }
            Event::GoesBack { who } => {
                let Some(to) = who.hex else { return };
                let from = match self.find(&who, None) {
                    Some(n) => self.pieces[n].0,
                    None => self.nearest(who.force, to).and_then(|n| self.pieces[n].0),
                };
                let change = self.put(&who, from, to, None);
                self.beat(&part, text, vec![change], self.ring(to));
            }
            Event::Revealed { who, facing } => self.appear(text, &who, facing),
            Event::Placed { who } => self.appear(text, &who, None),
            Event::Leaves { who } => {
                let changes = self.find(&who, who.hex).map(|n| self.remove(n)).into_iter().collect();
                self.beat(&part, text, changes, String::new());
            }
            Event::Stops { who, .. }
            | Event::LineDropped { who }
            | Event::Overruns { who }
            | Event::Cancelled { who } => {
                let over = who.hex.map(|hex| self.ring(hex)).unwrap_or_default();
                self.beat(&part, text, Vec::new(), over);
            }
            Event::Triggers { who, firer } => {
                let mut drawn = Lines::default();
                match (firer.hex, who.hex) {
                    (Some(from), Some(to)) => drawn.watch(self.view.ground(), who.force.enemy(), from, Some(to)),
                    (None, Some(to)) => drawn.over = self.ring(to),
                    _ => {}
                }
                self.beat(&part, text, Vec::new(), drawn.over);
                self.under(&drawn.under);
            }
            Event::Turns { who, facing } => {
                let changes = self.find(&who, who.hex).map(|n| self.change(n, |(_, piece)| piece.facing = facing));
                self.pulse = 0;
                self.join("Final Facing", text, changes.into_iter().collect(), "");
            }
            Event::PositionGone { at } => {
                let name = self.view.ground().name(at);
                let known = self.positions.iter().position(|(hex, _)| *hex == at).map(|n| self.positions.remove(n));
                let changes = known.map(|(_, hidden)| Change {
                    id: format!("ip-{}", name.replace(':', "-")),
                    layer: "tk-things",
                    before: Some(counters::position(&name, self.center(at), hidden).into_string()),
                    after: None,
                });
                self.beat(&part, text, changes.into_iter().collect(), self.ring(at));
            }
            Event::Sealed { .. } | Event::Dropped { .. } | Event::Stuck { .. } => {
                self.join("Plots", text, Vec::new(), "");
            }
            Event::Turn { .. }
            | Event::Preserved { .. }
            | Event::Released { .. }
            | Event::Ends { .. }
            | Event::Offers { .. } => self.beat("The turn", text, Vec::new(), String::new()),
            Event::Begins { .. }
            | Event::Arranged { .. }
            | Event::Held { .. }
            | Event::Unsealed { .. }
            | Event::StopsAll { .. } => self.beat(&part, text, Vec::new(), String::new()),
        }
    }

    /// Somebody fires: a line to where he fires at, with a word on his chance.
    fn fire(&mut self, text: &str, force: Force, from: Option<HexId>, at: HexId, word: &str) {
        self.fired = true;
        let over = self.shot(force, from, at, word);
        self.beat(&self.part(), text, Vec::new(), over);
    }

    /// A counter comes to be seen where it stands.
    fn appear(&mut self, text: &str, who: &Who, facing: Option<Side>) {
        let Some(to) = who.hex else { return };
        let change = self.put(who, None, to, facing);
        self.beat(&self.part(), text, vec![change], self.ring(to));
    }

    fn sight_line(&self, by: &Who, target: &Who) -> String {
        match (by.hex, target.hex) {
            (Some(from), Some(to)) => {
                let ((ax, ay), (bx, by)) = (self.center(from), self.center(to));
                format!("<path class=\"tk-sight\" d=\"M{ax} {ay}L{bx} {by}\"/>{}", self.ring(to))
            }
            (None, Some(to)) => self.ring(to),
            _ => String::new(),
        }
    }
}
