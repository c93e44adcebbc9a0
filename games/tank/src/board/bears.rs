//! What bears on a hex as far as its owner can tell, before a unit goes there; and what can be said of a march before the enemy is met.

use super::aim::{chance, hexes};
use super::frame::center;
use super::lists::called;
use super::map::ground_words;
use crate::bot::Heuristic;
use crate::charts::Charts;
use crate::massed::Massed;
use crate::state::{Plot, Tank, Unit};
use crate::talk::{Ask, Choice, FireSum};
use crate::text::percent;
use crate::view::SeenUnit;
use crate::words::{Code, Edge, Task};
use crate::{View, plot_words};
use hulldown_core::game::{Game, Seat};
use hulldown_core::hex::{HexId, Side};
use hulldown_draw::bears::Bears;

/// As many as are named one by one.
const NAMED: usize = 3;

/// Who would bear on a unit at the next step of its path, where the path ends, or when it has turned.
pub(crate) fn bears(game: &Tank, charts: &'static Charts, seat: Seat, ask: Ask, choice: Choice) -> Option<String> {
    let (Ask::Path(n) | Ask::Facing(n)) = ask else { return None };
    let view = game.view(charts, seat);
    let unit = view.units().get(usize::from(n))?;
    if let Choice::Face(side) = choice {
        return facing_them(&view, unit, side);
    }
    let end = || view.path(unit).last().or(unit.hex());
    let (hex, facing) = match choice {
        Choice::Step(side) if unit.plot.task == Some(Task::Mvr) => (view.ground().next(end()?, side)?, side.opposite()),
        Choice::Step(side) => (view.ground().next(end()?, side)?, side),
        Choice::Enter => (view.army().entry?, unit.facing),
        _ => return None,
    };
    on(&view, unit, hex, facing)
}

/// The facing proposed for a unit: the one in which those who see it have the least chance, its own if that is as good; that nobody turns
/// any more where that is so of all who are still to be asked about.
pub(crate) fn safest_facing(game: &Tank, charts: &'static Charts, seat: Seat, n: u8) -> Choice {
    let view = game.view(charts, seat);
    let left = view.units().get(usize::from(n)..).unwrap_or_default();
    let turns = |unit: &Unit| {
        let hex = unit.hex()?;
        let guns: Vec<_> = view
            .enemies()
            .filter(|seen| view.sight().clear(seen.hex, hex))
            .filter_map(|seen| view.enemy_gun(&seen))
            .collect();
        let against = |side: &Side| {
            let mark = view.mark(unit.weapon, hex, *side, 0);
            guns.iter().map(|gun| u32::from(view.field().shot(gun, &mark).sixths())).sum::<u32>()
        };
        let best = Side::ALL.into_iter().min_by_key(against)?;
        (against(&best) < against(&unit.facing)).then_some(best)
    };
    match left.first() {
        Some(first) if left.iter().any(|unit| turns(unit).is_some()) => {
            Choice::Face(turns(first).unwrap_or(first.facing))
        }
        _ => Choice::KeepRest,
    }
}

/// The chances against a unit if it turns so, of all who are known to see it, the worst first.
fn facing_them(view: &View<'_>, unit: &Unit, facing: Side) -> Option<String> {
    let hex = unit.hex()?;
    let seeing = view.enemies().filter(|seen| view.sight().clear(seen.hex, hex));
    let mut shots: Vec<(FireSum, String)> = seeing
        .filter_map(|seen| {
            let sum = view.field().shot(&view.enemy_gun(&seen)?, &view.mark(unit.weapon, hex, facing, 0));
            let says = format!("enemy {} {}", seen.known?.0, chance(Some(&sum)));
            Some((sum, says))
        })
        .collect();
    shots.sort_by_key(|(sum, _)| std::cmp::Reverse(sum.sixths()));
    let said: Vec<String> = shots.into_iter().take(2 * NAMED).map(|(_, says)| says).collect();
    (!said.is_empty()).then(|| format!("then {}", said.join(", ")))
}

/// Which of the enemy's units that are seen have a line of sight to a hex, with their chance against the unit if it stands there. Nothing
/// while none is seen.
fn on(view: &View<'_>, unit: &Unit, hex: HexId, facing: Side) -> Option<String> {
    view.enemies().next()?;
    let mut seeing: Vec<(Option<FireSum>, String)> = view
        .enemies()
        .filter(|seen| view.sight().clear(seen.hex, hex))
        .map(|seen| {
            let sum = view.enemy_gun(&seen).map(|gun| view.field().shot(&gun, &view.mark(unit.weapon, hex, facing, 0)));
            let far = hexes(view.ground().range(seen.hex, hex));
            let says = match &sum {
                // What one may not, several may.
                Some(sum) if sum.kill.is_none() && view.kind(unit).is_soft() => {
                    format!("{} at {far} no attack alone", called(view, &seen))
                }
                Some(sum) => format!("{} at {far} {}", called(view, &seen), chance(Some(sum))),
                None => format!("{} in {} at {far}", called(view, &seen), view.ground().name(seen.hex)),
            };
            (sum, says)
        })
        .collect();
    if seeing.is_empty() {
        return Some("no enemy that is seen has a line of sight there".into());
    }
    seeing.sort_by_key(|(sum, _)| std::cmp::Reverse(sum.as_ref().map_or(0, FireSum::sixths)));
    let more = seeing.len().saturating_sub(NAMED);
    let named: Vec<String> = seeing.into_iter().take(NAMED).map(|(_, says)| says).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Some(format!("in sight of the enemy there: {}{more}", named.join(", ")))
}

/// The best chance anybody who is seen has against a unit that stands in a hex, whichever side of it he sees: in sixths; none where nobody
/// sees it, nothing known where only face-down units do.
pub(super) fn worst_at(view: &View<'_>, unit: &Unit, hex: HexId) -> Option<Option<u8>> {
    let seeing = view.enemies().filter(|seen| view.sight().clear(seen.hex, hex));
    let chances = seeing.map(|seen| {
        let gun = view.enemy_gun(&seen)?;
        let against = |facing| view.field().shot(&gun, &view.mark(unit.weapon, hex, facing, 0)).sixths();
        // It will face the enemy as well as it can.
        Side::ALL.into_iter().map(against).min()
    });
    chances.reduce(|one, other| one.max(other))
}

/// The best chance one of the enemy's units has against any of ours as they stand, in sixths; none as far as it is not known.
pub(super) fn best_shot(view: &View<'_>, seen: &SeenUnit) -> u8 {
    let Some(gun) = view.enemy_gun(seen) else { return 0 };
    let against = |unit: &Unit| {
        let hex = unit.hex().filter(|hex| view.sight().clear(seen.hex, *hex))?;
        Some(view.field().shot(&gun, &view.mark(unit.weapon, hex, unit.facing, 0)).sixths())
    };
    view.units().iter().filter_map(against).max().unwrap_or(0)
}

/// A line from each hex of the enemy's units to every one of ours that they see and may destroy: the list beside the map has the rest. It says the
/// best chance of those that are stacked there, once for all of ours against whom it is the same, at the nearest; nothing where there is none.
pub(super) fn lines(view: &View<'_>) -> Vec<Bears> {
    let at = |hex: HexId| {
        let (x, y) = center(view.ground(), hex);
        (x as f32, y as f32)
    };
    let mut shots: Vec<(HexId, HexId, u8)> = Vec::new();
    for seen in view.enemies() {
        let gun = view.enemy_gun(&seen);
        for unit in view.units() {
            let Some(hex) = unit.hex().filter(|hex| view.sight().clear(seen.hex, *hex)) else { continue };
            let mark = || view.mark(unit.weapon, hex, unit.facing, 0);
            // One whose type is known and who can do nothing is no threat; of another nobody can tell.
            let sum = gun.as_ref().map(|gun| view.field().shot(gun, &mark()));
            let Some(sixths) = sum.map_or(Some(0), |sum| Some(sum.sixths()).filter(|sixths| *sixths > 0)) else {
                continue;
            };
            match shots.iter_mut().find(|(from, to, _)| (*from, *to) == (seen.hex, hex)) {
                Some(known) => known.2 = known.2.max(sixths),
                None => shots.push((seen.hex, hex, sixths)),
            }
        }
    }
    let range = |from: HexId, to: HexId| view.ground().range(from, to);
    shots.sort_by_key(|(from, to, sixths)| (std::cmp::Reverse(*sixths), *from, range(*from, *to)));
    let first = |n: usize| n == 0 || (shots[n - 1].0, shots[n - 1].2) != (shots[n].0, shots[n].2);
    let line = |(n, (from, to, sixths)): (usize, &(HexId, HexId, u8))| {
        let says = if *sixths > 0 && first(n) { percent(*sixths) } else { String::new() };
        Bears { from: at(*from), to: at(*to), says, perhaps: true }
    };
    shots.iter().enumerate().map(line).collect()
}

/// What can be said where playing on says nothing: before the columns meet.
pub(crate) fn instead(game: &Tank, charts: &'static Charts, seat: Seat, ask: Ask) -> Vec<String> {
    let view = game.view(charts, seat);
    let mut lines = match ask {
        Ask::Entry => entry(&view),
        Ask::Heading | Ask::Order(_) | Ask::Track => Vec::new(),
        Ask::March => to_go(&view),
        Ask::Facing(n) => return facing(&view, n),
        Ask::Plot => return plotting(&view, seat, None),
        Ask::Task(n) | Ask::Path(n) | Ask::OfColumn(n) | Ask::OfRow(n, _) => return plotting(&view, seat, Some(n)),
        _ => return Vec::new(),
    };
    let begins = match ask {
        Ask::March => "Playing on three turns says nothing here: how far you go tells only when the columns meet.",
        _ => "Playing on says nothing here: until the columns meet, every answer comes out the same.",
    };
    lines.insert(0, begins.into());
    lines.push(match view.enemies().count() {
        0 => "No enemy is on the map: nobody that can be told bears on your way.".into(),
        n => format!("{n} of the enemy are on the map; `who targets me` tells whom they see."),
    });
    if let Some(edge) = view.exit_edge() {
        lines.push(format!("You may leave by the {edge}."));
    }
    lines
}

/// How much of its march a column has before it.
fn to_go(view: &View<'_>) -> Vec<String> {
    let on_map = |unit: &&Unit| unit.hex().is_some();
    let head =
        view.units().iter().filter(on_map).min_by_key(|unit| unit.rank).and_then(Unit::hex).or(view.army().entry);
    let edge = view.scenario().info.entry[view.force()].map(Edge::opposite);
    let (Some(head), Some(edge)) = (head, edge) else { return Vec::new() };
    let pace = view.units().iter().map(|unit| view.allowance(unit, None)).filter(|points| *points > 0).min();
    let (Some(points), Some(pace)) = (march(view, head, edge), pace) else { return Vec::new() };
    let turns = points.div_ceil(u16::from(pace));
    vec![format!(
        "From its head to the {edge} it is {points} Movement Points, {turns} turns at {pace} a turn. Who halts lets the enemy come to him."
    )]
}

/// What can be said while a turn is plotted, of all units or of one: nothing of what playing on comes to, for whoever plays on may plot all of
/// it anew; but what a unit can do, what can be done to it, and what a bot would plot.
fn plotting(view: &View<'_>, seat: Seat, asked: Option<u8>) -> Vec<String> {
    let until = "Playing on says nothing here: until the plot is sealed all of it can be changed.";
    let order = if asked.is_none() { " Which unit is plotted first makes no difference." } else { "" };
    let mut lines = vec![format!("{until}{order}")];
    let wanted = Heuristic::new(0).turn(view, seat);
    let massed = Massed::new(view);
    let units = view.units().iter().zip(wanted).enumerate();
    let units = units.filter(|(n, (unit, _))| unit.in_play() && asked.is_none_or(|asked| usize::from(asked) == *n));
    // Of whom the same is to be said, that is said once.
    let mut groups: Vec<(Vec<Code>, Vec<String>, String)> = Vec::new();
    for (_, (unit, wanted)) in units {
        let told = in_short(view, unit, &massed);
        let plot = |plot: &Plot| plot_words(view.ground(), plot);
        let would = match unit.plot == wanted {
            true => format!("plotted as a bot would: {}", plot(&wanted)),
            false => format!("plotted: {}; a bot would plot: {}", plot(&unit.plot), plot(&wanted)),
        };
        match groups.iter_mut().find(|(_, known, what)| *known == told && *what == would) {
            Some((codes, ..)) => codes.push(unit.code),
            None => groups.push((vec![unit.code], told, would)),
        }
    }
    lines.extend(groups.into_iter().map(|(codes, told, would)| {
        let it = if codes.len() == 1 { "it" } else { "them" };
        let told = match told.is_empty() {
            true => format!("nobody to fire at, and nobody known can destroy {it}"),
            false => told.join("; "),
        };
        let codes: Vec<&str> = codes.iter().map(Code::as_str).collect();
        format!("Our {}: {told}; {would}.", codes.join(", "))
    }));
    lines
}

/// The best shot of a unit that stands, and the worst that can be done to it: by one of the enemy, by several together, by driving over it.
fn in_short(view: &View<'_>, unit: &Unit, massed: &Massed) -> Vec<String> {
    let best = |sums: &mut dyn Iterator<Item = (Option<FireSum>, SeenUnit)>| {
        let sums = sums.filter_map(|(sum, seen)| Some((sum.filter(|sum| sum.sixths() > 0)?, seen)));
        sums.max_by_key(|(sum, _)| sum.sixths())
    };
    let open = view.enemies().filter(|seen| view.against_fire(unit, seen.hex).is_none());
    let shot = best(&mut open.map(|seen| (view.shot(unit, &seen), seen))).map(|(sum, seen)| {
        let moving = view.if_it_moves(&seen, &sum);
        let moving = moving.map_or_else(String::new, |sum| format!(", {} if it moves", percent(sum.sixths())));
        let (who, hex) = (called(view, &seen), view.ground().name(seen.hex));
        format!("can destroy enemy {who} in {hex}, {}{moving}", chance(Some(&sum)))
    });
    let danger = best(&mut view.enemies().map(|seen| (view.shot_at(&seen, unit, unit.facing), seen)));
    let danger =
        danger.map(|(sum, seen)| format!("can be destroyed by enemy {}, {}", called(view, &seen), chance(Some(&sum))));
    let together = massed.together(unit).map(|several| format!("can be destroyed by {}", several.words()));
    let overruns = massed.overruns(unit);
    let overruns: Vec<&str> = overruns.iter().map(Code::as_str).collect();
    let overruns = (!overruns.is_empty()).then(|| format!("can be overrun by enemy {}", overruns.join(", ")));
    [shot, danger, together, overruns].into_iter().flatten().collect()
}

/// What can be said of a facing: which of the enemy see the unit, and whom it had best face. Playing on says something where one does.
fn facing(view: &View<'_>, n: u8) -> Vec<String> {
    let Some((unit, hex)) = view.units().get(usize::from(n)).and_then(|unit| Some((unit, unit.hex()?))) else {
        return Vec::new();
    };
    if view.enemies().any(|seen| view.sight().clear(seen.hex, hex)) {
        return Vec::new();
    }
    let nearest = view.enemies().min_by_key(|seen| view.ground().range(seen.hex, hex));
    let mut lines = vec![format!("No difference now: no enemy that is known sees {}.", unit.code)];
    lines.push(match nearest {
        None => "No enemy is on the map yet. Face where he will come from: armor is thickest in front.".into(),
        Some(seen) => {
            let far = hexes(view.ground().range(seen.hex, hex));
            let (wind, there) =
                (view.ground().hex(hex).wind(view.ground().hex(seen.hex)), view.ground().name(seen.hex));
            format!("The nearest enemy is in {there}, {far} to the {wind}. Armor is thickest in front.")
        }
    });
    lines
}

/// The entry hexes with the shortest march and those that are seen from the fewest hexes.
fn entry(view: &View<'_>) -> Vec<String> {
    let Some(edge) = view.scenario().info.entry[view.force()] else { return Vec::new() };
    let (ground, across) = (view.ground(), edge.opposite());
    let enemies: Vec<HexId> = view.enemies().map(|seen| seen.hex).collect();
    let mut hexes: Vec<(Option<u16>, u32, HexId)> =
        ground.edge(edge).map(|hex| (march(view, hex, across), view.sight().count(hex), hex)).collect();
    let told = |(points, seen, hex): &(Option<u16>, u32, HexId)| {
        let points = points.map_or_else(String::new, |points| format!("; {points} Movement Points to the {across}"));
        let bearing = enemies.iter().filter(|enemy| view.sight().clear(**enemy, *hex)).count();
        let bearing = if bearing > 0 { format!("; {bearing} of the enemy see it") } else { String::new() };
        format!("{}{points}; seen from {} hexes{bearing}", ground_words(view, *hex), seen.saturating_sub(1))
    };
    let mut lines = Vec::new();
    hexes.sort_by_key(|(points, seen, _)| (points.unwrap_or(u16::MAX), *seen));
    lines.push("The shortest march:".to_string());
    lines.extend(hexes.iter().take(NAMED).map(told));
    hexes.sort_by_key(|(points, seen, _)| (*seen, points.unwrap_or(u16::MAX)));
    lines.push("The most cover:".to_string());
    lines.extend(hexes.iter().take(NAMED).map(told));
    lines
}

/// What the cheapest march to an edge costs the slowest of one's vehicles.
pub(super) fn march(view: &View<'_>, hex: HexId, edge: Edge) -> Option<u16> {
    let allowance = view.units().iter().map(|unit| view.allowance(unit, None)).filter(|points| *points > 0).min()?;
    let left = view.ground().to_edge(view.mode(), edge, allowance)[hex.index()];
    (left != u16::MAX).then_some(left)
}
