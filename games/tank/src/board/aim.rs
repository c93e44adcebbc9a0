//! What one unit can do from where it stands: what it sees, where it can go and for how much, whom it can fire at and with what chance.

use super::bears::worst_at;
use super::frame::{add_hexes, center};
use super::plots::{edge_of, outside};
use crate::massed::{WayOver, ways_over};
use crate::state::{Place, Stage, Unit};
use crate::talk::FireSum;
use crate::text::{chart, percent};
use crate::words::{Kind, Task};
use crate::{Tank, View};
use hulldown_core::game::Game;
use hulldown_core::hex::{HexId, Paths, Side};
use maud::{Markup, PreEscaped, html};
use std::fmt::Write as _;

/// Something that can be said of a unit by pointing at a place: a plot in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Say {
    /// The line, such as `J mv 3704`.
    pub(super) line: String,
    /// For people.
    pub(super) label: String,
    /// The place.
    pub(super) at: (i32, i32),
    /// What stands in it: cost or chance.
    pub(super) short: String,
    /// Whether an enemy that is known would see the unit there.
    pub(super) seen: bool,
}

/// Everything about the unit that is being plotted.
pub(super) struct Aim<'a> {
    pub(super) view: View<'a>,
    pub(super) unit: &'a Unit,
    /// Whether its path has been begun and goes on: then hexes are said that lengthen it.
    pub(super) on_path: bool,
}

impl<'a> Aim<'a> {
    /// The own unit a page is about, if it can be plotted or at least looked from.
    pub(super) fn of(view: View<'a>, about: &str) -> Option<Aim<'a>> {
        let code = about.strip_prefix("unit:")?.strip_prefix(view.force().id())?.strip_prefix(':')?;
        let unit = view.units().iter().find(|unit| unit.code.as_str() == code)?;
        unit.in_play().then_some(Aim { view, unit, on_path: false })
    }

    fn name(&self, hex: HexId) -> String {
        self.view.ground().name(hex)
    }

    fn allows(&self, task: Task) -> bool {
        self.view.data().tasks.allows(task, self.view.kind(self.unit))
    }

    /// The hexes it sees.
    pub(super) fn seen(&self) -> impl Iterator<Item = HexId> + '_ {
        self.view.ground().grid().ids().filter(|hex| self.view.sees(self.unit, *hex))
    }

    /// The same while its path is being plotted: what is said goes on from where the path has come to.
    pub(super) fn going_on(mut self) -> Self {
        self.on_path = matches!(self.unit.plot.task, Some(Task::Mv | Task::Mvr)) && self.end().is_some();
        self
    }

    /// Where its path has come to.
    fn end(&self) -> Option<HexId> {
        self.view.path(self.unit).last().or(self.unit.hex())
    }

    /// Where a way starts, and what is left for it there.
    fn start(&self, task: Task) -> Option<(HexId, u8)> {
        let allowance = self.view.allowance(self.unit, Some(task));
        if self.on_path {
            return Some((self.end()?, allowance.saturating_sub(self.view.points(self.unit))));
        }
        match self.unit.place {
            Place::On(hex) => Some((hex, allowance)),
            Place::Queue(place) if task == Task::Mv => {
                let entry = self.view.army().entry?;
                let effect = self.view.data().terrain.hex(self.view.mode(), self.view.ground().terrain(entry));
                let cost = if effect.whole_allowance { allowance } else { effect.mp };
                Some((entry, allowance.checked_sub(place - 1)?.checked_sub(cost)?))
            }
            _ => None,
        }
    }

    /// Every hex it can reach with what that costs; `freely` without regard to the lines that friends fire along (9.37).
    fn reach(&self, task: Task, freely: bool) -> Option<(HexId, Paths)> {
        if !self.allows(task) {
            return None;
        }
        let (start, left) = self.start(task)?;
        let ground = self.view.ground();
        let allowance = self.view.allowance(self.unit, Some(task));
        let infantry = self.view.kind(self.unit) == Kind::Infantry;
        let mode = self.view.mode();
        let mut paths = Paths::new(ground.grid());
        let barred = |from, to| !freely && self.view.crosses_fire(self.unit, from, to);
        if self.is_entering() && barred(None, start) {
            return None;
        }
        paths.spread(start, u16::from(left), |hex, side, next| {
            let cost = ground.cost(mode, hex, side)?;
            let cost = if infantry { 1 } else { u16::from(cost.of(allowance)) };
            (!barred(Some(hex), next)).then_some(cost)
        });
        Some((start, paths))
    }

    /// Whether its way begins off the map.
    fn is_entering(&self) -> bool {
        self.unit.hex().is_none() && !self.on_path
    }

    /// The steps it has taken on a path that goes on.
    fn unit_steps(&self) -> u16 {
        if self.on_path { self.unit.plot.steps.len() as u16 } else { 0 }
    }

    /// The hexes it can be told to go to, forwards or in reverse.
    pub(super) fn moves(&self, task: Task) -> Vec<Say> {
        if self.on_path && self.unit.plot.task != Some(task) {
            return Vec::new();
        }
        let Some((start, paths)) = self.reach(task, false) else { return Vec::new() };
        let ground = self.view.ground();
        let allowance = self.view.allowance(self.unit, Some(task));
        let spent = allowance - self.start(task).map_or(0, |(_, left)| left);
        let most_hexes = u16::from(self.view.data().terrain.movement.reverse_hexes).saturating_sub(self.unit_steps());
        let word = if task == Task::Mvr { "mvr" } else { "mv" };
        let verb = if task == Task::Mvr { "reverse" } else { "move" };
        let entering = self.is_entering();
        let said = if self.on_path { String::new() } else { format!("{} {word} ", self.unit.code) };
        let mut hexes: Vec<HexId> = paths.reached().to_vec();
        hexes.sort_unstable();
        let mut says = Vec::new();
        for hex in hexes {
            let Some(cost) = paths.cost(hex) else { continue };
            if !self.view.may_end(self.unit, hex)
                || (hex == start && !entering)
                || (task == Task::Mvr && ground.range(start, hex) > most_hexes)
            {
                continue;
            }
            let cost = cost + u16::from(spent);
            let bears = worst_at(&self.view, self.unit, hex);
            let risk = match bears {
                None => String::new(),
                Some(None | Some(0)) => "; in sight of the enemy".into(),
                Some(Some(sixths)) => format!("; in sight of the enemy, up to {}", percent(sixths)),
            };
            says.push(Say {
                line: format!("{said}{}", self.name(hex)),
                label: format!("{} {verb}s to {} for {cost} of {allowance}{risk}", self.unit.code, self.name(hex)),
                at: center(ground, hex),
                short: cost.to_string(),
                seen: bears.is_some(),
            });
            let leave = self.view.exit_edge().filter(|edge| ground.on_edge(*edge, hex));
            let exit = u16::from(self.view.data().terrain.movement.exit);
            if let (Task::Mv, Some(_), true) = (task, leave, cost + exit <= u16::from(allowance)) {
                says.push(Say {
                    line: format!("{said}{} exit", self.name(hex)),
                    label: format!("{} leaves the map from {}", self.unit.code, self.name(hex)),
                    at: outside(ground, hex, 40),
                    short: "exit".into(),
                    seen: false,
                });
            }
        }
        // From where it stands it may leave as well.
        if let (Task::Mv, false, Some(edge), Some(hex)) = (task, self.on_path, self.view.exit_edge(), self.unit.hex())
            && ground.on_edge(edge, hex)
            && edge_of(ground, hex).is_some()
        {
            says.push(Say {
                line: format!("{} mv exit", self.unit.code),
                label: format!("{} leaves the map", self.unit.code),
                at: outside(ground, hex, 40),
                short: "exit".into(),
                seen: false,
            });
        }
        says
    }

    /// The hexes it would have the points for and cannot be told to go to, each with the reason.
    pub(super) fn barred(&self, task: Task) -> Vec<Say> {
        if self.on_path && self.unit.plot.task != Some(task) {
            return Vec::new();
        }
        let Some((start, paths)) = self.reach(task, true) else { return Vec::new() };
        let open = self.reach(task, false);
        let ground = self.view.ground();
        let most_hexes = u16::from(self.view.data().terrain.movement.reverse_hexes).saturating_sub(self.unit_steps());
        let mut hexes: Vec<HexId> = paths.reached().to_vec();
        hexes.sort_unstable();
        let why = |hex: HexId| {
            if open.as_ref().is_none_or(|(_, open)| open.cost(hex).is_none()) {
                Some("it would come onto a friend's line of fire (9.37)")
            } else if !self.view.may_end(self.unit, hex) {
                Some("a friendly unit ends there; plot that one first (11.0)")
            } else {
                None
            }
        };
        let says = hexes.into_iter().filter_map(|hex| {
            let here = hex == start && !self.is_entering();
            let too_far = task == Task::Mvr && ground.range(start, hex) > most_hexes;
            let why = why(hex).filter(|_| !here && !too_far)?;
            let label = format!("{} may not go to {}: {why}", self.unit.code, self.name(hex));
            Some(Say { line: String::new(), label, at: center(ground, hex), short: "–".into(), seen: false })
        });
        says.collect()
    }

    /// The hexes a line of Opportunity Fire can end in.
    pub(super) fn watches(&self) -> Vec<Say> {
        let watches = self.allows(Task::Of) && self.view.scenario().may_watch(self.view.force(), self.view.turn());
        let from = self.unit.hex().filter(|_| watches && !self.on_path);
        let Some(from) = from else { return Vec::new() };
        let ground = self.view.ground();
        self.seen()
            .filter(|hex| self.view.against_fire(self.unit, *hex).is_none())
            .map(|hex| Say {
                line: format!("{} of {}", self.unit.code, self.name(hex)),
                label: format!(
                    "{} watches the line to {}, {}",
                    self.unit.code,
                    self.name(hex),
                    hexes(ground.range(from, hex))
                ),
                at: center(ground, hex),
                short: String::new(),
                seen: false,
            })
            .collect()
    }

    /// Whom it sees, and what its fire there would come to. A line is said only where it may fire.
    pub(super) fn targets(&self) -> Vec<Say> {
        let Some(from) = self.unit.hex() else { return Vec::new() };
        let ground = self.view.ground();
        let mut says: Vec<Say> = Vec::new();
        for seen in self.view.enemies().filter(|seen| self.view.sees(self.unit, seen.hex)) {
            let at = center(ground, seen.hex);
            if says.iter().any(|say| say.at == at) {
                continue;
            }
            let what = seen.known.map_or_else(
                || "a face-down unit".into(),
                |(code, weapon)| format!("{code}, {}", self.view.info(weapon).name),
            );
            let (code, hex) = (self.unit.code, self.name(seen.hex));
            let far = hexes(ground.range(from, seen.hex));
            let against = match self.view.against_fire_now(self.unit, seen.hex) {
                Some((rule, why)) => Some(format!("{why} ({})", Tank::ledger().id(rule))),
                None if !self.allows(Task::Df) => Some("it does not fire directly".into()),
                None => None,
            };
            let sum = self.view.shot(self.unit, &seen);
            let moving = sum.as_ref().and_then(|sum| self.view.if_it_moves(&seen, sum));
            says.push(match (against, sum) {
                (Some(why), _) => Say {
                    line: String::new(),
                    label: format!("{code} may not fire at {what} in {hex}, {far}: {why}"),
                    at,
                    short: "–".into(),
                    seen: false,
                },
                (None, sum) => Say {
                    line: format!("{code} df {hex}"),
                    label: format!("{code} fires at {what} in {hex}, {far}: {}", odds(sum.as_ref(), moving.as_ref())),
                    at,
                    short: either(sum.as_ref(), moving.as_ref()),
                    seen: false,
                },
            });
        }
        says
    }

    /// Soft or unknown units it can overrun this turn.
    pub(super) fn overruns(&self) -> Vec<Say> {
        if self.on_path || !self.allows(Task::Ov) {
            return Vec::new();
        }
        let Some((start, paths)) = self.reach(Task::Mv, false) else { return Vec::new() };
        let ground = self.view.ground();
        let allowance = self.view.allowance(self.unit, Some(Task::Mv));
        let spent = allowance - self.start(Task::Mv).map_or(0, |(_, left)| left);
        let mut says: Vec<Say> = Vec::new();
        for seen in self.view.enemies() {
            let armor = seen.known.is_some_and(|(_, weapon)| self.view.info(weapon).kind == Kind::Afv);
            let target = seen.hex;
            if armor || says.iter().any(|say| say.at == center(ground, target)) {
                continue;
            }
            let ways = ways_over(&self.view, &paths, allowance, u16::from(spent), target).filter(|way| {
                let crosses = |from, to| self.view.crosses_fire(self.unit, Some(from), to);
                self.view.may_end(self.unit, way.beyond) && !crosses(way.before, target) && !crosses(target, way.beyond)
            });
            let Some(WayOver { cost, before, beyond }) = ways.min() else { continue };
            let to = if before == start { String::new() } else { format!("{} ", self.name(before)) };
            says.push(Say {
                line: format!("{} ov {to}{} {}", self.unit.code, self.name(target), self.name(beyond)),
                label: format!("{} overruns {} for {cost} of {allowance}", self.unit.code, self.name(target)),
                at: center(ground, target),
                short: String::new(),
                seen: false,
            });
        }
        says
    }

    /// What is said without pointing anywhere.
    pub(super) fn plain(&self) -> Vec<(String, String)> {
        let code = self.unit.code;
        if self.on_path {
            return Vec::new();
        }
        let mut says = vec![(format!("{code} none"), "nothing".to_string())];
        if self.allows(Task::Fc) && self.unit.hex().is_some() {
            if self.unit.hidden {
                // [R72] In hiding the side is plotted with it.
                let sides = Side::ALL.into_iter().filter(|side| *side != self.unit.facing);
                says.extend(sides.map(|side| {
                    (format!("{code} fc {side}"), format!("turn {} (side {side}) at the end", side.name()))
                }));
            } else {
                says.push((format!("{code} fc"), "turn at the end".into()));
            }
        }
        if self.view.kind(self.unit) == Kind::Infantry && self.unit.hex().is_some() {
            says.push((format!("{code} of adj"), "watch all around".into()));
        }
        if self.view.may_repeat(self.unit) {
            let last = crate::plot_words(self.view.ground(), &self.unit.last);
            says.push((format!("{code} again"), format!("again {last}")));
        }
        says
    }

    /// Whether the unit can be plotted now.
    pub(super) fn plots(&self) -> bool {
        self.view.stage() == Stage::Plot
    }

    /// What it does not see lies under a veil; guns and turretless vehicles show their fan.
    pub(super) fn veil(&self) -> Markup {
        let ground = self.view.ground();
        let Some(from) = self.unit.hex() else { return html! {} };
        let mut path = String::new();
        let unseen = ground.grid().ids().filter(|hex| *hex != from && !self.view.sees(self.unit, *hex));
        add_hexes(&mut path, unseen.map(|hex| center(ground, hex)));
        let (x, y) = center(ground, from);
        let mut fan = String::new();
        if !self.view.info(self.unit.weapon).turret {
            for by in [-1, 1] {
                let side = self.unit.facing.turned(by);
                let (dx, dy) = super::frame::next(side);
                let _ = write!(fan, "M{x} {y}l{} {}", dx * 12, dy * 12);
            }
        }
        html! {
            path class="tk-veil" d=(path) {}
            @if !fan.is_empty() { path class="tk-fan" d=(fan) {} }
            (PreEscaped(super::plots::outline("tk-chosen", (x, y))))
        }
    }
}

/// A range in words.
pub(super) fn hexes(range: u16) -> String {
    if range == 1 { "1 hex".into() } else { format!("{range} hexes") }
}

/// The chance of a shot; nobody knows it against a unit that is not spotted.
pub(super) fn chance(sum: Option<&FireSum>) -> String {
    match sum {
        None => "?".into(),
        Some(sum) if sum.kill.is_none() => "no attack".into(),
        Some(sum) => percent(sum.sixths()),
    }
}

/// The same in short where the target may move: from what it comes to then to what it comes to if it stands.
fn either(sum: Option<&FireSum>, moving: Option<&FireSum>) -> String {
    match moving {
        Some(moving) => format!("{}–{}", percent(moving.sixths()).trim_end_matches('%'), chance(sum)),
        None => chance(sum),
    }
}

/// How a shot is worked out, and what it comes to if the target moves.
pub(super) fn odds(sum: Option<&FireSum>, moving: Option<&FireSum>) -> String {
    let Some(sum) = sum else { return "it must be spotted first".into() };
    let against = match sum.aspect {
        Some(aspect) => format!("{aspect} armor {}", sum.defence),
        None => format!("defense {}", sum.defence),
    };
    let rolled = |sum: &FireSum| match sum.sixths() {
        0 => "no chance".into(),
        1 => "destroyed by 1".into(),
        kill => format!("destroyed by 1 to {kill}"),
    };
    let kill = match sum.kill {
        None => "no attack is permitted".into(),
        Some(_) => format!("{} by chart {}", rolled(sum), chart(sum)),
    };
    let moving = moving.map_or_else(String::new, |moving| format!("; {} if it moves", rolled(moving)));
    match sum.table {
        Some(_) => format!("strength {} against {against}, {kill}{moving}", sum.strength),
        None => format!("infantry fire, {kill}{moving}"),
    }
}
