//! How well a game in thought stands for a force.

use hulldown_tank::Tank;
use hulldown_tank::charts::Charts;
use hulldown_tank::state::{Army, Place};
use hulldown_tank::words::{Force, Kind, Victory};

/// The worth of a game for a force: 0 lost, 1 won.
pub(super) fn value(g: &Tank, d: &Charts, force: Force) -> f32 {
    let alpha = match g.ending {
        Some(ending) => match ending.winner {
            Some(Force::Alpha) => 1.0,
            Some(Force::Bravo) => 0.0,
            None => 0.5,
        },
        None => squash(margin(g, d)),
    };
    if force == Force::Alpha { alpha } else { 1.0 - alpha }
}

/// From any number to something between 0 and 1.
fn squash(margin: f32) -> f32 {
    0.5 + 0.46 * margin / (1.0 + margin.abs())
}

fn left(army: &Army) -> f32 {
    army.units.iter().filter(|unit| unit.place != Place::Lost).count() as f32
}

/// How far Alpha is ahead, in a measure that fits the scenario.
fn margin(g: &Tank, d: &Charts) -> f32 {
    let scenario = d.scenario(g.scenario);
    let [alpha, bravo] = [&g.armies[0], &g.armies[1]];
    let of = |army: &Army| army.units.len() as f32;
    let level = |force: Force| f32::from(scenario.forces[force.index()].preservation.unwrap_or(99).max(1));
    match scenario.info.victory {
        Victory::Ratio | Victory::Survivors => 5.0 * (left(alpha) / of(alpha) - left(bravo) / of(bravo)),
        Victory::Guns => {
            let guns = bravo.units.iter().filter(|unit| d.weapon(unit.weapon).kind == Kind::AtGun);
            let (all, lost) =
                guns.fold((0.0, 0.0), |(all, lost), unit| (all + 1.0, lost + f32::from(unit.place == Place::Lost)));
            let done = (lost / f32::max(all, 1.0)).max(f32::from(bravo.losses) / level(Force::Bravo));
            let paid = f32::from(alpha.losses) / level(Force::Alpha);
            3.0 * (done - paid) + 0.6 * (lost / f32::max(all, 1.0)) - 0.1
        }
        Victory::ExitHalf => {
            let ground = d.ground(g.sheets);
            let needed = of(alpha) / 2.0;
            let turns = f32::from(scenario.info.turn_limit.unwrap_or(25).saturating_sub(g.turn)) + 1.0;
            let mut hope = f32::from(alpha.exited);
            for unit in &alpha.units {
                let ma = d.weapon(unit.weapon).ma;
                let Some(edge) = scenario.info.exit_edge[Force::Alpha.index()] else { continue };
                let to_go = match unit.place {
                    Place::On(hex) => f32::from(ground.to_edge(g.mode, edge, ma)[hex.index()]) + 1.0,
                    Place::Queue(place) => f32::from(place) + f32::from(ground.grid().cols()),
                    _ => continue,
                };
                // A unit that has turns to spare may still be lost on the way.
                let pace = to_go / f32::from(ma.max(1));
                let in_time = (1.6 - pace / turns).clamp(0.0, 1.0);
                hope += in_time * (1.0 - 0.35 * (pace / 12.0).min(1.0));
            }
            let broken = f32::from(bravo.losses) / level(Force::Bravo);
            2.5 * (hope / f32::max(needed, 1.0) - 1.0) + 0.4 * broken.min(1.0)
        }
    }
}
