//! What may hit you next, what nobody can tell of it, and what a move would change.

use crate::Patton;
use crate::charts::Charts;
use crate::odds::{Ratio, UnitThreat as Chances};
use crate::state::{Enemy, Sight, UnitId};
use crate::talk::{Choice, unit};
use crate::words::{Action, UnitType};
use hulldown_core::game::{Game, Seat};
use hulldown_core::playable::aids::{Threat, chance};

/// What may hit you in the next enemy phase. Orders that drive the tank count: it moves before the enemy acts.
pub(crate) fn may_hit(game: &Patton, charts: &'static Charts, seat: Seat) -> Vec<Threat> {
    if !is_fought(game, charts, seat) {
        return Vec::new();
    }
    let ahead = game.ahead(charts);
    let note = if ahead.drives { ", if it stays there" } else { "" };
    let told = |threat: Chances| {
        let enemy = ahead.game.battle.enemy(threat.id)?;
        let hidden = if enemy.sight == Sight::Hidden { ", hidden" } else { "" };
        Some(Threat {
            spot: format!("unit:{}", threat.id.0),
            label: format!("{}{hidden}{note}", named(charts, enemy)),
            fires: chance(threat.fires.per_mille()),
            hits: chance(threat.hits.per_mille()),
            knocks_out: chance(threat.knocks_out.per_mille()),
            does: Vec::new(),
        })
    };
    let mut all: Vec<Threat> = ahead.threats(charts).into_iter().filter_map(told).collect();
    Threat::sort(&mut all);
    all
}

/// What cannot be told of them: who a unit is, what one that is hidden will do, and where all stand after a drive.
pub(crate) fn unsure(game: &Patton, charts: &'static Charts, seat: Seat) -> Vec<String> {
    if !is_fought(game, charts, seat) {
        return Vec::new();
    }
    if game.battle.enemies.is_empty() {
        return vec!["No enemy unit is on the board; others may come.".into()];
    }
    let ahead = game.ahead(charts);
    let drives = ahead.drives;
    let mut lines = Vec::new();
    if drives {
        lines.push("Your orders move the tank: dice then shift the enemy, so that these chances are only for where they stand now (11.2).".into());
    }
    for enemy in &game.battle.enemies {
        let (name, kind) = (named(charts, enemy), &charts.units[enemy.kind.index()].name);
        let which = if enemy.identified { "" } else { "; what it is, nobody knows yet" };
        // Who bears and cannot do anything is told of too: nobody should look for him in vain.
        let harmless = ahead
            .threat(charts, enemy.id)
            .filter(|threat| threat.hits.ways == 0 && enemy.kind.class().fires_ap() && enemy.sight != Sight::Hidden);
        if let Some(threat) = harmless {
            let why = match ahead.game.battle.smoke_between(enemy.zone) {
                _ if threat.fires.ways == 0 => "does not fire at you in the next enemy phase, as things stand",
                0 => "cannot hit you as things stand",
                _ => "cannot hit you through the smoke",
            };
            lines.push(format!("The {name} {why}{which}."));
            continue;
        }
        match enemy.sight {
            Sight::Hidden if drives && enemy.kind != UnitType::Truck => {
                lines.push(format!("The {name} is hidden now and may fire once your tank moves (17.3){which}."));
            }
            // What has no gun waits for nothing.
            Sight::Hidden if enemy.kind == UnitType::Truck => {}
            Sight::Hidden => lines.push(format!(
                "The {name} is hidden: it cannot fire at you until it or your tank moves (17.3){which}."
            )),
            _ if !enemy.identified => {
                lines.push(format!("The {name} is not identified: its chances are those of a {kind} (17.4)."));
            }
            _ => {}
        }
    }
    lines
}

/// Where the enemy stands after a drive is thrown for; which way the hull turns is asked next, and each way says who bears. Whoever is
/// fired at looks for the one who fires.
pub(crate) fn bears(game: &Patton, charts: &'static Charts, choice: Choice) -> Option<String> {
    if game.battle.enemies.is_empty() {
        return None;
    }
    match choice {
        Choice::Order(_, Action::Forward | Action::ForwardToHullDown | Action::Reverse | Action::ReverseToHullDown) => {
            Some(format!(
                "dice shift the enemy first, so who will bear on you cannot be told; {}",
                as_they_stand(game, charts)
            ))
        }
        Choice::Order(_, Action::Pivot) => {
            Some("which way is asked when the tank drives, with who would bear on you".into())
        }
        Choice::Fire(id, _) | Choice::Shoot(id) => fired_at(game, charts, id),
        Choice::Again(_) => fired_at(game, charts, game.battle.target?),
        _ => None,
    }
}

/// What a unit does to the tank if it is fired at and stands, where that is another chance than if it is left alone.
fn fired_at(game: &Patton, charts: &'static Charts, id: UnitId) -> Option<String> {
    let alone = game.ahead(charts).threat(charts, id)?;
    let mut then = game.clone();
    then.battle.enemy_mut(id)?.shot_at = true;
    let fired = then.ahead(charts).threat(charts, id)?;
    if fired.knocks_out.per_mille() != alone.knocks_out.per_mille() {
        let (fired, alone) = (percent(fired.knocks_out), percent(alone.knocks_out));
        return Some(format!("if it stands after that it knocks you out {fired}; left alone {alone}"));
    }
    let (fires, alone) = (percent(fired.hits), percent(alone.hits));
    (fires != alone).then(|| format!("if it stands after that it hurts you {fires}; left alone {alone}"))
}

/// The worst that bears on a tank that drives, if nobody else moved.
fn as_they_stand(game: &Patton, charts: &'static Charts) -> String {
    let mut ahead = game.ahead(charts);
    ahead.game.has_driven();
    let chances = ahead.threats(charts);
    let worst = chances.iter().max_by_key(|threat| threat.knocks_out.per_mille());
    match worst
        .filter(|worst| worst.knocks_out.per_mille() > 0)
        .and_then(|worst| Some((game.battle.enemy(worst.id)?, worst)))
    {
        Some((enemy, worst)) => {
            let hidden = if enemy.sight == Sight::Hidden { ", now hidden," } else { "" };
            let out = percent(worst.knocks_out);
            format!("as they stand the {}{hidden} then knocks you out {out}", named(charts, enemy))
        }
        None => "as they stand nobody you know of can then knock you out".into(),
    }
}

fn percent(chance: Ratio) -> String {
    format!("{}.{}%", chance.per_mille() / 10, chance.per_mille() % 10)
}

fn is_fought(game: &Patton, charts: &'static Charts, seat: Seat) -> bool {
    let view = game.view(charts, seat);
    view.in_battle() && !view.is_knocked_out()
}

/// A unit, and where it stands.
fn named(charts: &Charts, enemy: &Enemy) -> String {
    format!(
        "{} in {} {}",
        unit(charts, enemy.kind, enemy.identified, enemy.id),
        enemy.zone.sector.id(),
        enemy.zone.range
    )
}
