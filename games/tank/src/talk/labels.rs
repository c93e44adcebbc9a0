//! The words of questions and answers that need the game.

use super::{Ask, FireSum};
use crate::arrange::{set_up, track_end};
use crate::charts::Charts;
use crate::lens::Lens;
use crate::map::Battleground;
use crate::pad::Pad;
use crate::state::{Place, Plot, Stage, Tank, Unit, UnitId};
use crate::text::{percent, plot_words, sum_words, unit_name, weapon_name};
use crate::view::View;
use crate::words::{Code, Force, Kind};
use hulldown_core::game::{Lesson, Seat};
use hulldown_core::hex::{Hex, HexId, Side};

/// A question put to a force, with what its words and those of its answers are about.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub(super) game: &'a Tank,
    charts: &'static Charts,
    pub(super) force: Force,
    ask: Ask,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(game: &'a Tank, charts: &'static Charts, seat: Seat, ask: Ask) -> Asked<'a> {
        Asked { game, charts, force: Force::of(seat), ask }
    }

    pub(super) fn lens(self) -> Lens<'a> {
        Lens::new(self.game, self.charts)
    }

    pub(super) fn ground(self) -> &'static Battleground {
        self.charts.ground(self.game.sheets)
    }

    /// The unit the question is about.
    pub(super) fn id(self) -> Option<UnitId> {
        let id = UnitId { force: self.force, n: self.ask.unit()? };
        (usize::from(id.n) < self.game.army(id.force).units.len()).then_some(id)
    }

    pub(super) fn unit(self) -> Option<&'a Unit> {
        self.id().map(|id| self.game.unit(id))
    }

    pub(super) fn called(self) -> String {
        self.unit().map_or_else(|| "the unit".into(), |unit| unit_name(self.charts, unit))
    }

    pub(super) fn spot(self) -> Option<String> {
        self.unit().map(|unit| self.unit_spot(unit.code))
    }

    pub(super) fn unit_spot(self, code: Code) -> String {
        format!("unit:{}:{code}", self.force.id())
    }

    pub(super) fn hex_spot(self, hex: HexId) -> String {
        format!("hex:{}", self.ground().hex(hex))
    }

    pub(super) fn name(self, hex: Hex) -> String {
        self.ground().id(hex).map_or_else(|| hex.to_string(), |id| self.ground().name(id))
    }

    /// The edge a column enters by.
    pub(super) fn edge(self) -> &'static str {
        let edge = self.charts.scenario(self.game.scenario).info.entry[self.force.index()];
        edge.map_or("the edge", |edge| edge.name())
    }

    /// An entry hex and what lies there; the three where columns are likeliest to meet are named.
    pub(super) fn entry(self, hex: Hex) -> String {
        let edge = self.charts.scenario(self.game.scenario).info.entry[self.force.index()];
        let hexes: Vec<HexId> = edge.into_iter().flat_map(|edge| self.ground().edge(edge)).collect();
        let at = self.ground().id(hex).and_then(|id| hexes.iter().position(|edge| *edge == id));
        let middle = at.is_some_and(|at| at.abs_diff(hexes.len() / 2) <= 1);
        let words = self.place(hex);
        if middle { words + ", in the middle of the edge" } else { words }
    }

    /// A hex by its place in columns and rows, and what lies there.
    pub(super) fn place(self, hex: Hex) -> String {
        self.ground().id(hex).map_or_else(|| hex.to_string(), |id| self.ground_in(id))
    }

    /// That the plot is sealed, and who has been left out of it at his peril.
    pub(super) fn commit(self) -> String {
        let idle = View::new(self.game, self.charts, self.force.seat()).idle();
        let named = |codes: &[Code], one: &str, several: &str| {
            let how = if codes.len() == 1 { one } else { several };
            let codes: Vec<&str> = codes.iter().map(Code::as_str).collect();
            (!codes.is_empty()).then(|| format!("{}, which {how}", codes.join(", ")))
        };
        let left_out: Vec<String> =
            [named(&idle[0], "has a shot", "have a shot"), named(&idle[1], "can be destroyed", "can be destroyed")]
                .into_iter()
                .flatten()
                .collect();
        match left_out.is_empty() {
            true => "commit: seal the plot".into(),
            false => format!("commit: seal the plot, with nothing for {}", left_out.join("; nor for ")),
        }
    }

    /// A hex and what lies there.
    fn ground_in(self, hex: HexId) -> String {
        let ground = self.ground();
        let high = if ground.is_high(hex) { ", high ground" } else { "" };
        format!("{}, {}{high}", ground.name(hex), self.game.mode.counts(ground.terrain(hex)))
    }

    /// By which edge the enemy comes, for who sets up first; nothing where nobody says.
    pub(super) fn enemy_from(self) -> String {
        let edge = self.charts.scenario(self.game.scenario).info.entry[self.force.enemy().index()];
        edge.map_or_else(String::new, |edge| format!(" {} comes by the {}.", self.force.enemy(), edge.name()))
    }

    /// What is asked of the head of a column: how much of a march that is written it goes, or its way.
    pub(super) fn marches(self) -> String {
        let written = self.charts.scenario(self.game.scenario).info.march_plot.has(self.force);
        match written {
            true => "how far does the head of the column go?".into(),
            false => format!("which way does the head of the column go, hex by hex?{}", self.come_to()),
        }
    }

    /// How far a track has been laid.
    pub(super) fn come_to(self) -> String {
        let end = track_end(&self.lens(), self.force);
        end.map_or_else(String::new, |hex| format!(" It has come to {}.", self.ground().name(hex)))
    }

    /// The hex in a row of the column that was chosen.
    pub(super) fn in_row(self, row: u16) -> Option<Hex> {
        match self.ask {
            Ask::SiteRow(_, column) | Ask::OfRow(_, column) => Some(Hex::new(column as i16, row as i16)),
            _ => None,
        }
    }

    pub(super) fn plotting(self) -> Lesson {
        if self.game.turn <= 1 {
            return Lesson { id: "plot", text: "Both sides plot in secret and then carry it out together.".into() };
        }
        Lesson {
            id: "plot_free",
            text: "Every unit gets its own task. A unit moves, or fires, or turns, never two of them. \
                   Choose a unit, then what it does; commit when all is plotted. You may also say it in one line: \
                   A df 2714, B mv A A B."
                .into(),
        }
    }

    /// A unit to be plotted for, or next in the column.
    pub(super) fn by_code(self, code: Code) -> String {
        let Some(id) = self.game.coded(self.force, code) else { return code.to_string() };
        let (ground, unit) = (self.ground(), self.game.unit(id));
        let place = match unit.place {
            Place::On(hex) if self.charts.weapon(unit.weapon).kind == Kind::Infantry => {
                format!("in {}", ground.name(hex))
            }
            Place::On(hex) => format!("in {}, facing {}", ground.name(hex), unit.facing.name()),
            Place::Queue(place) => format!("place {place} in the queue"),
            Place::Noted(hex) => format!("noted for {}", ground.name(hex)),
            Place::Lost | Place::Left => "gone".into(),
        };
        let plot = match self.ask {
            Ask::Plot if unit.plot.task.is_none() => "; nothing plotted for it yet".into(),
            Ask::Plot => format!("; plotted: {}", plot_words(ground, &unit.plot)),
            _ => String::new(),
        };
        format!("{}, {place}{plot}", unit_name(self.charts, unit))
    }

    /// Direct Fire at a hex, and what it would come to if the target stood still and if it moved, where it is permitted at all.
    pub(super) fn direct_fire(self, hex: Hex) -> String {
        let view = View::new(self.game, self.charts, self.force.seat());
        let aims = |unit: &&Unit| self.ground().id(hex).is_some_and(|id| view.against_fire(unit, id).is_none());
        let shot = self.unit().filter(aims).map_or_else(String::new, |_| self.shot(hex));
        let shot = if shot.is_empty() { shot } else { format!(": {shot}") };
        format!("Direct Fire at {}{shot}", self.name(hex))
    }

    fn shot(self, hex: Hex) -> String {
        let view = View::new(self.game, self.charts, self.force.seat());
        let (Some(unit), Some(hex)) = (self.unit(), self.ground().id(hex)) else { return String::new() };
        let there = view.enemies().filter(|seen| seen.hex == hex);
        let words = there.map(|seen| match seen.known {
            None => "face down, must be spotted first".into(),
            Some((code, weapon)) => {
                let words = |sum: FireSum| sum_words(&sum, view.if_it_moves(&seen, &sum).as_ref());
                let sum = view.shot(unit, &seen).map_or_else(String::new, words);
                format!("enemy {code} ({}), {sum}", weapon_name(self.charts, weapon))
            }
        });
        words.collect::<Vec<_>>().join("; ")
    }

    pub(super) fn plot(self, which: impl Fn(&Unit) -> Plot) -> String {
        self.unit().map_or_else(String::new, |unit| plot_words(self.ground(), &which(unit)))
    }

    /// What of its Movement Points a unit's path spends.
    pub(super) fn spent(self) -> String {
        let Some(unit) = self.unit() else { return self.called() };
        let (most, spent) = (self.lens().allowance(unit, unit.plot.task), self.lens().points(self.force, unit));
        format!("{}; {spent} of {most} Movement Points plotted.", self.called())
    }

    /// The hex over a side of the end of a unit's path.
    pub(super) fn next(self, side: Side) -> Option<HexId> {
        self.ground().next(self.lens().end(self.force, self.unit()?)?, side)
    }

    /// A step of a path, or of a column's track.
    pub(super) fn step(self, side: Side) -> String {
        let lens = self.lens();
        let end = self.id().and_then(|id| Some((id, lens.end(self.force, self.game.unit(id))?)));
        let plain = || format!("{side}, {}", side.name());
        let Some((id, from)) = end else {
            // The march of a column.
            let to = track_end(&lens, self.force).and_then(|end| self.ground().next(end, side));
            return to.map_or_else(plain, |to| format!("{}, to {}", plain(), self.ground_in(to)));
        };
        let unit = self.game.unit(id);
        let cost = lens.step_cost(unit, unit.plot.task, from, side);
        let (Some(to), Some(cost)) = (self.ground().next(from, side), cost) else { return plain() };
        // A step that cannot be paid leaves nothing: it is not taken.
        let left = lens.allowance(unit, unit.plot.task).checked_sub(lens.points(self.force, unit) + cost);
        let left = left.map_or_else(String::new, |left| format!(", {left} left"));
        // A squad has one step: where it may not end, its way is given up.
        let stays = lens.kind(id) == Kind::Infantry && !lens.may_end(id, &Pad::new(lens, self.force), to);
        let stays = if stays { "; friendly units end there, so it would have to stay" } else { "" };
        format!("{side} ({}) to {}: {cost} MP{left}{stays}", side.name(), self.ground_in(to))
    }

    /// The hex such a step leads to.
    pub(super) fn beyond(self, side: Side) -> Option<String> {
        let hex = match self.ask {
            Ask::Path(_) => self.next(side)?,
            Ask::Track | Ask::March => self.ground().next(track_end(&self.lens(), self.force)?, side)?,
            _ => return None,
        };
        Some(self.hex_spot(hex))
    }

    pub(super) fn face(self, side: Side) -> String {
        let same = self.unit().is_some_and(|unit| unit.facing == side);
        match self.ask {
            Ask::Heading => format!("all units enter facing {} (side {side})", side.name()),
            Ask::SiteFacing(_) => {
                let at = self.unit().and_then(set_up).map_or_else(String::new, |hex| self.ground().name(hex));
                format!("face {} (side {side}) in {at}", side.name())
            }
            Ask::Facing(_) if same => format!("face {} (side {side}), as it does now", side.name()),
            _ => format!("face {} (side {side})", side.name()),
        }
    }

    /// The hex a unit would face.
    pub(super) fn beside(self, side: Side) -> Option<String> {
        let at = match (self.ask, self.unit().map(|unit| unit.place)) {
            (Ask::Heading, _) => self.game.army(self.force).entry?,
            (_, Some(Place::On(at) | Place::Noted(at))) => at,
            _ => return None,
        };
        self.ground().next(at, side).map(|hex| self.hex_spot(hex))
    }

    /// [9.36] What a mover has just spotted, and which of our units it could hit as they stand.
    pub(super) fn found(self) -> String {
        let view = View::new(self.game, self.charts, self.force.seat());
        let found = self.game.army(self.force).found;
        let enemy = self.game.army(self.force.enemy()).units.iter().enumerate();
        let codes: Vec<Code> = enemy.filter(|(n, _)| found >> n & 1 == 1).map(|(_, unit)| unit.code).collect();
        let seen: Vec<_> =
            view.enemies().filter(|seen| seen.known.is_some_and(|(code, _)| codes.contains(&code))).collect();
        if seen.is_empty() {
            return "one of our units on the move has just spotted something new".into();
        }
        // Where they are is on the map, and of one it is soon said.
        let named: Vec<String> = match seen.as_slice() {
            [one] => one
                .known
                .iter()
                .map(|(code, weapon)| {
                    format!("{code} ({}) in {}", weapon_name(self.charts, *weapon), self.ground().name(one.hex))
                })
                .collect(),
            all => all.iter().filter_map(|seen| Some(seen.known?.0.to_string())).collect(),
        };
        let mut in_danger: Vec<(u8, Code)> = view
            .units()
            .iter()
            .filter_map(|unit| {
                let hex = unit.hex()?;
                let guns = seen.iter().filter(|seen| view.sight().clear(seen.hex, hex));
                let sums = guns.filter_map(|seen| {
                    Some(view.field().shot(&view.enemy_gun(seen)?, &view.mark(unit.weapon, hex, unit.facing, 0)))
                });
                Some((sums.map(|sum| sum.sixths()).max().filter(|sixths| *sixths > 0)?, unit.code))
            })
            .collect();
        in_danger.sort_by_key(|(sixths, _)| std::cmp::Reverse(*sixths));
        let hits: Vec<String> = in_danger.iter().map(|(sixths, code)| format!("{code} {}", percent(*sixths))).collect();
        let it = if seen.len() == 1 { "it" } else { "they" };
        let danger = match hits.as_slice() {
            // What one may not do to a squad, several may.
            [] if view.units().iter().any(|unit| view.kind(unit).is_soft()) => {
                format!("alone {it} can hit none of us as we stand")
            }
            [] => format!("{it} can hit none of us as we stand"),
            hits => format!("{it} could hit our {} as we stand", hits.join(", ")),
        };
        format!("spotted enemy {}; {danger}", listed(&named))
    }

    /// Which unit is to turn, and how it faces.
    pub(super) fn faces(self) -> String {
        let Some(unit) = self.unit() else { return self.called() };
        let at = unit.hex().map_or_else(String::new, |hex| format!(" in {}", self.ground().name(hex)));
        let when = if self.game.stage == Stage::Plot { "at the end of the turn" } else { "now" };
        format!("{}{at} face {when}? It faces {}.", self.called(), unit.facing.name())
    }
}

/// Words of a list: "a", "a and b", "a, b and c".
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

pub(super) fn nth(n: u8) -> String {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    WORDS.get(usize::from(n).wrapping_sub(1)).map_or_else(|| format!("{n}th"), |word| (*word).into())
}
