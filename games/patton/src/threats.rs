//! What may hit you next, what nobody can tell of it, and what a move would change.

use crate::Patton;
use crate::charts::Charts;
use crate::odds::{self, Threat as Chances};
use crate::state::{Enemy, Sight, Stage};
use crate::talk::{Ask, Choice, unit};
use crate::words::Action;
use hulldown_core::game::{Game, Seat};
use hulldown_core::playable::aids::{Threat, chance};

/// What may hit you in the next enemy phase. Orders that drive the tank count: it moves before the enemy acts.
pub(crate) fn may_hit(game: &Patton, charts: &'static Charts, seat: Seat) -> Vec<Threat> {
    if !is_fought(game, charts, seat) {
        return Vec::new();
    }
    let mut all = if is_to_drive(game) {
        threats(&driven(game), charts, ", if it stays there")
    } else {
        threats(game, charts, "")
    };
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
    let drives = is_to_drive(game);
    let mut lines = Vec::new();
    if drives {
        lines.push("Your orders move the tank: dice then shift the enemy, so that these chances are only for where they stand now (11.2).".into());
    }
    for enemy in &game.battle.enemies {
        let (name, kind) = (named(charts, enemy), &charts.units[enemy.kind.index()].name);
        let which = if enemy.identified { "" } else { "; what it is, nobody knows yet" };
        // Who bears and cannot do anything is told of too: nobody should look for him in vain.
        let harmless = odds::threat(game, charts, enemy)
            .filter(|threat| threat.hits.ways == 0 && enemy.kind.class().fires_ap() && enemy.sight != Sight::Hidden);
        if let Some(threat) = harmless {
            let why = match game.battle.smoke_between(enemy.zone) {
                _ if threat.fires.ways == 0 => "does not fire at you in the next enemy phase, as things stand",
                0 => "cannot hit you as things stand",
                _ => "cannot hit you through the smoke",
            };
            lines.push(format!("The {name} {why}{which}."));
            continue;
        }
        match enemy.sight {
            Sight::Hidden if drives => {
                lines.push(format!("The {name} is hidden now and may fire once your tank moves (17.3){which}."));
            }
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

/// Where the enemy stands after a drive is thrown for; which way the hull turns is asked next, and each way says who bears.
pub(crate) fn bears(game: &Patton, charts: &'static Charts, _: Seat, _: Ask, choice: Choice) -> Option<String> {
    let Choice::Order(_, action) = choice else { return None };
    if game.battle.enemies.is_empty() {
        return None;
    }
    match action {
        Action::Forward | Action::ForwardToHullDown | Action::Reverse | Action::ReverseToHullDown => Some(format!(
            "dice shift the enemy first, so who will bear on you cannot be told; {}",
            as_they_stand(game, charts)
        )),
        Action::Pivot => Some("which way is asked when the tank drives, with who would bear on you".into()),
        _ => None,
    }
}

/// The worst that bears on a tank that drives, if nobody else moved.
fn as_they_stand(game: &Patton, charts: &'static Charts) -> String {
    let then = driven(game);
    let chances = odds::threats(&then, charts);
    let worst =
        chances.iter().max_by_key(|threat| threat.knocks_out.per_mille()).filter(|t| t.knocks_out.per_mille() > 0);
    match worst.and_then(|worst| Some((game.battle.enemy(worst.id)?, worst.knocks_out.per_mille()))) {
        Some((enemy, out)) => {
            let hidden = if enemy.sight == Sight::Hidden { ", now hidden," } else { "" };
            format!(
                "as they stand the {}{hidden} then knocks you out {}.{} %",
                named(charts, enemy),
                out / 10,
                out % 10
            )
        }
        None => "as they stand nobody you know of can then knock you out".into(),
    }
}

fn is_fought(game: &Patton, charts: &'static Charts, seat: Seat) -> bool {
    let view = game.view(charts, seat);
    view.in_battle() && !view.is_knocked_out()
}

/// Whether the orders being given drive the tank.
fn is_to_drive(game: &Patton) -> bool {
    game.stage == Stage::Orders && game.battle.orders.drives()
}

/// The game as it stands when the tank has driven and nobody else has moved: who was hidden is not (17.3), and all aim anew (R38).
fn driven(game: &Patton) -> Patton {
    let mut then = game.clone();
    (then.tank.moving, then.tank.hull_down) = (true, false);
    for enemy in &mut then.battle.enemies {
        enemy.aim = 0;
        if enemy.sight == Sight::Hidden {
            enemy.sight = Sight::Unspotted;
        }
    }
    then
}

fn threats(game: &Patton, charts: &'static Charts, note: &str) -> Vec<Threat> {
    let told = |threat: Chances| {
        let enemy = game.battle.enemy(threat.id)?;
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
    odds::threats(game, charts).into_iter().filter_map(told).collect()
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
