//! How well a game in thought stands for a force.

use crate::ending::needed;
use crate::panic::CHITS;
use crate::state::Place;
use crate::view::{ForceStatus, View};
use crate::words::{Force, Kind, Victory};

/// What a game is worth in which nobody has lost anything: less than half of a win, or two who fear each other would never meet.
pub const NO_FIGHT: f32 = 0.3;

/// The worth of a game for a force, from what Alpha sees in it: 0 lost, 1 won.
pub fn value(view: &View<'_>, force: Force) -> f32 {
    let standing = Force::ALL.map(|force| view.standing(force));
    let no_fight = standing.iter().all(|force| force.losses == 0);
    let victory = view.scenario().info.victory;
    let alpha = match (view.ending().map(|ending| ending.winner), victory) {
        (Some(Some(Force::Alpha)), _) => 1.0,
        (Some(Some(Force::Bravo)), _) => 0.0,
        (Some(None), _) | (None, Victory::Ratio | Victory::Survivors) if no_fight => return NO_FIGHT,
        (Some(None), _) => 0.5,
        (None, Victory::Ratio | Victory::Survivors) => squash(5.0 * (left(&standing[0]) - left(&standing[1]))),
        (None, Victory::Guns) => hunt(view, &standing),
        (None, Victory::ExitHalf) => race(view, &standing),
    };
    if force == Force::Alpha { alpha } else { 1.0 - alpha }
}

/// From any number to something between 0 and 1.
fn squash(margin: f32) -> f32 {
    0.5 + 0.46 * margin / (1.0 + margin.abs())
}

/// The part of a force that is left.
fn left(force: &ForceStatus) -> f32 {
    1.0 - f32::from(force.losses) / f32::from(force.units)
}

/// The losses at which a force reaches Preservation.
fn level(view: &View<'_>, force: Force) -> f32 {
    f32::from(view.scenario().forces[force.index()].preservation.unwrap_or(99).max(1))
}

/// [17.12d] How far Alpha is ahead of its losses in finding and destroying guns.
fn hunt(view: &View<'_>, [alpha, bravo]: &[ForceStatus; 2]) -> f32 {
    let (lost, all) = view.lost(Force::Bravo, Kind::AtGun);
    let lost = f32::from(lost) / f32::from(all.max(1));
    let done = lost.max(f32::from(bravo.losses) / level(view, Force::Bravo));
    let paid = f32::from(alpha.losses) / level(view, Force::Alpha);
    squash(3.0 * (done - paid) + 0.6 * lost - 0.1)
}

/// [17.13e] Alpha's part of the points in a race for the far edge, as Alpha sees it: all if it gets through, half if it does not but Bravo
/// has lost too many.
fn race(view: &View<'_>, [alpha, bravo]: &[ForceStatus; 2]) -> f32 {
    let (scenario, ground) = (view.scenario(), view.ground());
    let needed = f32::from(needed(alpha.units).max(1));
    let turns = f32::from(scenario.info.turn_limit.unwrap_or(25).saturating_sub(view.turn())) + 1.0;
    let calm = 1.0 - f32::from(scenario.forces[Force::Alpha.index()].panic) / f32::from(CHITS);
    let mut hope = f32::from(alpha.exited);
    for unit in view.units() {
        let ma = view.info(unit.weapon).ma;
        let Some(edge) = scenario.info.exit_edge[Force::Alpha.index()] else { continue };
        let to_go = match unit.place {
            Place::On(hex) => f32::from(ground.to_edge(view.mode(), edge, ma)[hex.index()]) + 1.0,
            Place::Queue(place) => f32::from(place) + f32::from(ground.grid().cols()),
            _ => continue,
        };
        // Who panics does not drive on, and a unit that has turns to spare may still be lost on the way.
        let pace = to_go / f32::from(ma.max(1));
        let in_time = (3.0 - 2.5 * pace / (calm * turns)).clamp(0.0, 1.0);
        hope += in_time * (1.0 - 0.35 * (pace / 12.0).min(1.0));
    }
    let through = squash(2.5 * (hope / needed - 1.0));
    let broken = if bravo.preserved { 1.0 } else { 0.8 * f32::from(bravo.losses) / level(view, Force::Bravo) };
    through + (1.0 - through) * 0.5 * broken
}
