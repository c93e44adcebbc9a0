//! What can be wrong with a state that someone arranged or a file brought.

use crate::charts::Charts;
use crate::lens::Lens;
use crate::state::{Place, Stage, Tank, Unit};
use crate::words::{Code, Force, Kind, Task};
use hulldown_core::game::Invalid;
use hulldown_core::hex::HexId;
use std::fmt::Display;

fn must(holds: bool, at: impl Display, why: &str) -> Result<(), Invalid> {
    if holds { Ok(()) } else { Err(Invalid::new(at.to_string(), why)) }
}

/// The first thing that cannot be, with the path of its field.
pub(crate) fn validate(game: &Tank, charts: &'static Charts) -> Result<(), Invalid> {
    must(game.scenario.index() < charts.scenarios.len(), "scenario", "there is no such scenario")?;
    must((1..=10_000).contains(&game.turn), "turn", "Game-Turns are counted from 1")?;
    must(game.last_fire <= game.turn && game.first_fire <= game.last_fire, "last_fire", "lies after the present turn")?;
    must(game.last_loss <= game.turn, "last_loss", "lies after the present turn")?;
    must(
        (game.stage == Stage::Over) == game.ending.is_some(),
        "ending",
        "a game that is over has an ending, no other has",
    )?;
    if let Stage::Move(pulse) | Stage::Stop(pulse) = game.stage {
        must(pulse <= 60, "stage", "no Movement Segment has so many pulses")?;
    }
    let ground = charts.ground(game.sheets);
    let on_map = |hex: HexId| hex.index() < ground.grid().len();
    must(game.wrecks.iter().all(|hex| on_map(*hex)), "wrecks", "a wreck lies off the map")?;
    must(game.wrecks.windows(2).all(|two| two[0] < two[1]), "wrecks", "wreck hexes stand in order, each once")?;
    must(game.positions.iter().all(|p| on_map(p.hex)), "positions", "a position lies off the map")?;
    for (n, position) in game.positions.iter().enumerate() {
        let twice = game.positions[..n].iter().any(|other| other.hex == position.hex);
        must(!twice, format_args!("positions[{n}]"), "two positions in one hex")?;
    }
    let scenario = charts.scenario(game.scenario);
    for force in Force::ALL {
        let (army, at) = (game.army(force), force.id());
        let types = &scenario.forces[force.index()].weapons;
        let expected: Vec<(Code, u8)> = types
            .iter()
            .flat_map(|(weapon, count)| {
                let codes = charts.counters.codes(force, charts.weapon(*weapon).kind);
                codes.iter().take(usize::from(*count)).map(|code| (*code, weapon.0))
            })
            .collect();
        must(army.units.len() == expected.len(), format_args!("armies.{at}.units"), "not the units of the scenario")?;
        for (unit, (code, weapon)) in army.units.iter().zip(expected) {
            let at = format!("armies.{at}.units.{code}");
            must(unit.code == code && unit.weapon.0 == weapon, &at, "not the unit the scenario has in this place")?;
            self::unit(game, charts, force, unit, &at, on_map)?;
        }
        must(army.entry.is_none_or(on_map), format_args!("armies.{at}.entry"), "off the map")?;
        let mut end = army.entry;
        for side in &army.track {
            end = end.and_then(|hex| ground.next(hex, *side));
            must(end.is_some(), format_args!("armies.{at}.track"), "leads off the map")?;
        }
        let lost = army.units.iter().filter(|unit| unit.place == Place::Lost).count();
        must(lost == usize::from(army.losses), format_args!("armies.{at}.losses"), "not the number of units lost")?;
        let left = army.units.iter().filter(|unit| unit.place == Place::Left).count();
        must(
            left == usize::from(army.exited),
            format_args!("armies.{at}.exited"),
            "not the number of units that left",
        )?;
    }
    stacking(game, charts)
}

/// The last place in a queue off the map: more than a force has units.
const LONGEST_QUEUE: u8 = 60;
/// More Movement Points than a plot can spend, and few enough that the next leg can be added to them.
const MOST_POINTS: u8 = 160;

fn unit(
    game: &Tank,
    charts: &'static Charts,
    force: Force,
    unit: &Unit,
    at: &str,
    on_map: impl Fn(HexId) -> bool,
) -> Result<(), Invalid> {
    let lens = Lens::new(game, charts);
    let kind = lens.info(unit).kind;
    match unit.place {
        Place::On(hex) | Place::Noted(hex) => must(on_map(hex), at, "off the map")?,
        Place::Queue(place) => {
            must((1..=LONGEST_QUEUE).contains(&place), at, "places in the queue are counted from 1")?;
            must(
                game.stage == Stage::Arrange || game.army(force).entry.is_some(),
                at,
                "waits, but there is no entry hex",
            )?;
        }
        Place::Lost | Place::Left => {}
    }
    let hidden = !unit.hidden
        || (!unit.spotted && unit.hex().is_some_and(|hex| game.position(hex).is_some_and(|position| position.hidden)));
    must(hidden, at, "hidden, but not unspotted in a hidden Improved Position")?;
    for plot in [&unit.plot, &unit.last] {
        must(plot.target.is_none_or(&on_map), at, "plotted to fire off the map")?;
        must(plot.up < LONGEST_QUEUE, at, "plotted to move up farther than a queue is long")?;
    }
    let points = unit.run.spent.max(unit.run.points);
    must(points < MOST_POINTS, at, "has spent more Movement Points than a unit can have")?;
    if let Some(task) = unit.plot.task {
        must(charts.tasks.allows(task, kind), at, "plotted for a task it cannot do")?;
        must(task != Task::Df || unit.plot.target.is_some(), at, "Direct Fire needs a target hex")?;
        let around = task == Task::Of && unit.plot.target.is_none();
        must(!around || kind == Kind::Infantry, at, "only infantry watches all hexes around it")?;
    }
    let mut hex = unit.run.from.or(unit.hex());
    must(hex.is_none_or(&on_map), at, "comes from off the map")?;
    must(usize::from(unit.run.legs) <= unit.plot.legs(), at, "has done more than is plotted")?;
    must(!unit.plot.enters || game.army(force).entry.is_some(), at, "enters, but there is no entry hex")?;
    for n in 0..unit.plot.legs() {
        let before = hex;
        hex = lens.after_leg(force, unit.leg(n), hex);
        let step = matches!(unit.leg(n), Some(crate::state::Leg::Step(_)));
        must(!step || (before.is_some() && hex.is_some()), at, "plotted to step off the map")?;
    }
    Ok(())
}

/// [11.0] Between turns nobody shares a hex with an enemy, or with a friend he may not stack with.
fn stacking(game: &Tank, charts: &'static Charts) -> Result<(), Invalid> {
    if !matches!(game.stage, Stage::Plot | Stage::Fire) {
        return Ok(());
    }
    let lens = Lens::new(game, charts);
    for id in game.all_ids() {
        let Some(hex) = game.unit(id).hex() else { continue };
        let at = format_args!("armies.{}.units.{}", id.force.id(), game.unit(id).code).to_string();
        must(game.in_hex(id.force.enemy(), hex).next().is_none(), &at, "shares its hex with an enemy")?;
        let others = game.in_hex(id.force, hex).filter(|other| *other != id).map(|other| lens.kind(other));
        must(lens.may_join(lens.kind(id), others), &at, "may not stack with what is in its hex")?;
    }
    Ok(())
}
