//! A turn watched: from the situation before it and what a seat heard, moments in the order of the rulebook, each with what changes on
//! the board and what is drawn over it for as long as it is shown.
//!
//! A counter is known by its letters or, face down, by where it lies; nothing here knows more than was heard.

use super::board::pieces;
use super::counters::{self, Piece, blank_id, own_id};
use super::place::centre;
use super::plots::Drawn;
use crate::spots::Spots;
use crate::{Beat, Change, Heard};
use hulldown_core::hex::{HexId, Side};
use hulldown_tank::View;
use hulldown_tank::state::Plot;
use hulldown_tank::words::{Code, Force, Kind, Weapon};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Write as _;

/// A unit as an event names it.
#[derive(Clone, Copy)]
struct Who {
    force: Force,
    known: Option<(Code, Weapon)>,
    hex: Option<HexId>,
}

/// The board as it changes.
struct Stage<'v, 'a> {
    view: &'v View<'a>,
    pieces: Vec<(Option<HexId>, Piece)>,
    wrecks: Vec<HexId>,
    positions: Vec<(HexId, bool)>,
    beats: Vec<Beat>,
    /// The pulse that is going on.
    pulse: u64,
    fired: bool,
}

/// The moments of a turn.
pub(crate) fn beats(view: &View<'_>, heard: &[Heard<'_>]) -> Vec<Beat> {
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
    for one in heard {
        stage.hear(one);
    }
    stage.beats
}

fn read<T: DeserializeOwned>(fact: &Value, name: &str) -> Option<T> {
    serde_json::from_value(fact.get(name)?.clone()).ok()
}

impl Stage<'_, '_> {
    fn hex(&self, fact: &Value, name: &str) -> Option<HexId> {
        read::<HexId>(fact, name).filter(|hex| hex.index() < self.view.ground().grid().len())
    }

    fn who(&self, fact: &Value, name: &str) -> Option<Who> {
        let who = fact.get(name)?;
        let known: Option<(Code, Weapon)> = read(who, "known")?;
        let known = known.filter(|(_, weapon)| weapon.index() < Weapon::ALL.len());
        Some(Who { force: read(who, "force")?, known, hex: self.hex(who, "hex") })
    }

    fn centre(&self, hex: HexId) -> (i32, i32) {
        centre(self.view.ground(), hex)
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
        let (at, name) = (self.centre(to), self.view.ground().name(to));
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
        let mut drawn = Drawn::default();
        let to = self.centre(at);
        match from {
            Some(from) => drawn.direct(force, self.centre(from), to),
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
        let (x, y) = self.centre(hex);
        format!("<use href=\"#{symbol}\" transform=\"translate({x} {y})scale(2.2)\"/>")
    }

    fn ring(&self, hex: HexId) -> String {
        super::plots::outline("tk-chosen", self.centre(hex))
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each fact")]
    fn hear(&mut self, one: &Heard<'_>) {
        let (fact, text) = (one.fact, one.text);
        let kind = fact.get("fact").and_then(Value::as_str).unwrap_or_default();
        let who = self.who(fact, "who");
        let at = self.hex(fact, "at");
        match (kind, who, at) {
            ("plotted", Some(who), _) => {
                let plot: Option<Plot> = read(fact, "plot");
                let mut drawn = Drawn::default();
                if let (Some(plot), Some(hex)) = (plot, who.hex) {
                    drawn.plot(self.view.ground(), who.force, &plot, Some(hex), None, None);
                }
                let part = format!("Plots of {}", who.force);
                self.join(&part, text, Vec::new(), &drawn.over);
                self.under(&drawn.under);
            }
            ("panics", Some(who), _) => {
                let changes = self.find(&who, who.hex).map(|n| self.change(n, |(_, piece)| piece.panicked = true));
                let over = who.hex.map(|hex| self.ring(hex)).unwrap_or_default();
                self.beat("Panic", text, changes.into_iter().collect(), over);
            }
            ("chit" | "panic_begins", _, _) => self.beat("Panic", text, Vec::new(), String::new()),
            ("panic_move", Some(who), _) => {
                let steps = read(fact, "steps").unwrap_or_default();
                let plot = Plot { task: Some(hulldown_tank::words::Task::Mv), steps, ..Plot::default() };
                let mut drawn = Drawn::default();
                drawn.plot(self.view.ground(), who.force, &plot, who.hex, None, None);
                self.beat("Panic", text, Vec::new(), drawn.over);
                self.under(&drawn.under);
            }
            ("spotted", _, _) => {
                let (Some(by), Some(target)) = (self.who(fact, "by"), self.who(fact, "target")) else { return };
                let mine = target.force == self.view.force();
                let known = self.find(&target, target.hex);
                let changes = known.map(|n| {
                    self.change(n, |(_, piece)| {
                        piece.known = piece.known.or(target.known);
                        piece.spotted = mine;
                    })
                });
                let over = self.sight_line(&by, &target);
                let part = self.part();
                self.beat(&part, text, changes.into_iter().collect(), over);
            }
            ("unspotted", _, _) => {
                let (Some(by), Some(target)) = (self.who(fact, "by"), self.who(fact, "target")) else { return };
                let (part, over) = (self.part(), self.sight_line(&by, &target));
                self.beat(&part, text, Vec::new(), over);
            }
            ("fires" | "no_attack" | "already_hit" | "aborted", Some(who), Some(at)) => {
                self.fired = true;
                let sum = fact.get("sum");
                let number = |name: &str| sum.and_then(|sum| sum.get(name)).and_then(Value::as_u64);
                let word = match (kind, number("kill")) {
                    ("fires", Some(kill)) => {
                        let sixths = kill.saturating_sub(number("plus").unwrap_or(0)).min(6);
                        format!("{} %", (sixths * 100 + 3) / 6)
                    }
                    _ => "no".into(),
                };
                let (part, over) = (self.part(), self.shot(who.force, who.hex, at, &word));
                self.beat(&part, text, Vec::new(), over);
            }
            ("combines" | "unseen", _, Some(at)) => {
                self.fired = true;
                let force = read(fact, "force").unwrap_or(self.view.force().enemy());
                let (part, over) = (self.part(), self.shot(force, None, at, ""));
                self.beat(&part, text, Vec::new(), over);
            }
            ("hit_later", Some(who), _) => {
                let changes = self.find(&who, who.hex).map(|n| self.change(n, |(_, piece)| piece.hit = true));
                let part = self.part();
                let over = who.hex.map(|hex| self.mark("tk-burst", hex)).unwrap_or_default();
                self.beat(&part, text, changes.into_iter().collect(), over);
            }
            ("destroyed", Some(who), _) => {
                let mut changes: Vec<Change> = self.find(&who, who.hex).map(|n| self.remove(n)).into_iter().collect();
                let armour = who.known.is_some_and(|(_, weapon)| self.view.info(weapon).kind == Kind::Afv);
                if let Some(hex) = who.hex.filter(|hex| armour && !self.wrecks.contains(hex)) {
                    self.wrecks.push(hex);
                    let name = self.view.ground().name(hex);
                    let after = Some(counters::wreck(&name, self.centre(hex)).into_string());
                    let id = format!("wreck-{}", name.replace(':', "-"));
                    changes.push(Change { id, layer: "tk-things", before: None, after });
                }
                let part = self.part();
                let over = who.hex.map(|hex| self.mark("tk-burst", hex)).unwrap_or_default();
                self.beat(&part, text, changes, over);
            }
            ("moves", Some(who), _) => {
                let Some(to) = who.hex else { return };
                let from = self.hex(fact, "from");
                self.pulse = fact.get("points").and_then(Value::as_u64).unwrap_or(self.pulse).max(1);
                let change = self.put(&who, from, to, read(fact, "facing"));
                let over = match from {
                    Some(from) => {
                        let ((ax, ay), (bx, by)) = (self.centre(from), self.centre(to));
                        format!("<path class=\"tk-step tk-by-{}\" d=\"M{ax} {ay}L{bx} {by}\"/>", who.force.id())
                    }
                    None => String::new(),
                };
                // All who move in a pulse move together.
                let part = self.part();
                self.join(&part, text, vec![change], "");
                self.under(&over);
            }
            ("goes_back", Some(who), _) => {
                let Some(to) = who.hex else { return };
                let from = match self.find(&who, None) {
                    Some(n) => self.pieces[n].0,
                    None => self.nearest(who.force, to).and_then(|n| self.pieces[n].0),
                };
                let change = self.put(&who, from, to, None);
                let part = self.part();
                self.beat(&part, text, vec![change], self.ring(to));
            }
            ("revealed" | "placed", Some(who), _) => {
                let Some(to) = who.hex else { return };
                let change = self.put(&who, None, to, read(fact, "facing"));
                let (part, over) = (self.part(), self.ring(to));
                self.beat(&part, text, vec![change], over);
            }
            ("leaves", Some(who), _) => {
                let gone = self.find(&who, who.hex);
                let changes = gone.map(|n| self.remove(n)).into_iter().collect();
                let part = self.part();
                self.beat(&part, text, changes, String::new());
            }
            ("stops" | "line_dropped" | "overruns" | "cancelled", Some(who), _) => {
                let part = self.part();
                let over = who.hex.map(|hex| self.ring(hex)).unwrap_or_default();
                self.beat(&part, text, Vec::new(), over);
            }
            ("triggers", Some(who), _) => {
                let part = self.part();
                let firer = self.who(fact, "firer");
                let mut drawn = Drawn::default();
                match (firer.and_then(|firer| firer.hex), who.hex) {
                    (Some(from), Some(to)) => drawn.watch(self.view.ground(), who.force.enemy(), from, Some(to)),
                    (None, Some(to)) => drawn.over = self.ring(to),
                    _ => {}
                }
                self.beat(&part, text, Vec::new(), drawn.over);
                self.under(&drawn.under);
            }
            ("turns", Some(who), _) => {
                let facing: Option<Side> = read(fact, "facing");
                let changes = self.find(&who, who.hex).map(|n| self.change(n, |(_, piece)| piece.facing = facing));
                self.pulse = 0;
                self.join("Final Facing", text, changes.into_iter().collect(), "");
            }
            ("position_gone", _, Some(at)) => {
                let part = self.part();
                let name = self.view.ground().name(at);
                let known = self.positions.iter().position(|(hex, _)| *hex == at).map(|n| self.positions.remove(n));
                let changes = known.map(|(_, hidden)| Change {
                    id: format!("ip-{}", name.replace(':', "-")),
                    layer: "tk-things",
                    before: Some(counters::position(&name, self.centre(at), hidden).into_string()),
                    after: None,
                });
                self.beat(&part, text, changes.into_iter().collect(), self.ring(at));
            }
            ("", _, _) => {
                // Dice and such belong to what was told last.
                let part = self.part();
                match self.beats.last_mut() {
                    Some(beat) => beat.texts.push(text.into()),
                    None => self.beat(&part, text, Vec::new(), String::new()),
                }
            }
            ("sealed" | "dropped", _, _) => self.join("Plots", text, Vec::new(), ""),
            ("turn" | "preserved" | "released" | "ends" | "offers", _, _) => {
                self.beat("The turn", text, Vec::new(), String::new());
            }
            _ => {
                let part = self.part();
                self.beat(&part, text, Vec::new(), String::new());
            }
        }
    }

    fn sight_line(&self, by: &Who, target: &Who) -> String {
        match (by.hex, target.hex) {
            (Some(from), Some(to)) => {
                let ((ax, ay), (bx, by)) = (self.centre(from), self.centre(to));
                format!("<path class=\"tk-sight\" d=\"M{ax} {ay}L{bx} {by}\"/>{}", self.ring(to))
            }
            (None, Some(to)) => self.ring(to),
            _ => String::new(),
        }
    }
}
