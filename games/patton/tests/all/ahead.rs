//! What may hit you is told for the next enemy phase: with what is over by then left out, and what a shot brings upon you told before it.

use crate::common::{Scene, charts};
use crate::wavering::GoesEverywhere;
use hulldown_core::game::Seat;
use hulldown_core::{Generator, Playable};
use hulldown_kit::trial::games;
use hulldown_patton::Patton;
use hulldown_patton::state::{Aim, Enemy, Stage, UnitId};
use hulldown_patton::talk::{Ask, Choice};
use hulldown_patton::words::*;

const YOU: Seat = Seat(0);

/// Of each unit, the chances in a million that it fires and that it knocks out.
fn told(game: &Patton) -> Vec<(String, [u32; 2])> {
    let threats = (Patton::AIDS.threats.unwrap())(game, charts(), YOU);
    let millionths = |chance: f64| (chance * 1e6).round() as u32;
    threats.into_iter().map(|t| (t.spot, [millionths(t.fires), millionths(t.knocks_out)])).collect()
}

fn of(game: &Patton, enemy: &Enemy) -> Option<[u32; 2]> {
    let spot = format!("unit:{}", enemy.id.0);
    told(game).into_iter().find(|(id, _)| *id == spot).map(|(_, chances)| chances)
}

fn bears(scene: &Scene, ask: Ask, choice: Choice) -> Option<String> {
    (Patton::AIDS.bears)(&scene.game, charts(), YOU, ask, &[choice]).remove(0)
}

/// A gun you have fired at fires back with every roll of "any tank"; in a battle that is most of them.
fn gun() -> Scene {
    Scene::new(Scenario::Battle).enemies("at_75l 6-8 medium").loaded(Ammo::He)
}

/// Whether nothing that dice or answers decide came between a moment and the enemy phase, as far as a unit is concerned.
fn same(then: &Patton, now: &Patton, was: &Enemy, is: &Enemy) -> bool {
    let after_fire = matches!(then.stage, Stage::MachineGuns | Stage::Chores) && !then.battle.free_round;
    let shot = if after_fire { was.shot_at } else { false };
    let unit = |enemy: &Enemy| Enemy { shot_at: false, moving: false, moved: false, fired: false, ..*enemy };
    let tank = |game: &Patton| (game.tank.hull, game.tank.turret, game.tank.hull_down, game.tank.lead, game.tank.model);
    let driven = !matches!(then.stage, Stage::MainGun | Stage::MachineGuns | Stage::Chores) || then.battle.free_round;
    let stands = !driven || (!then.battle.orders.moves() && !now.battle.orders.moves() && !now.tank.moving);
    unit(was) == unit(is)
        && is.shot_at == shot
        && stands
        && tank(then) == tank(now)
        && then.battle.smoke.iter().zip(&now.battle.smoke).all(|(then, now)| now <= then)
        && then.battle.ambush == now.battle.ambush
        && (then.report.weather, then.day) == (now.report.weather, now.day)
}

/// The law: what is told at any moment is what is told when the enemy phase begins, unless dice or answers came between.
///
/// rules: patton 4.7, 4.71, 8.41, 18.2
#[test]
fn what_is_told_holds_until_the_enemy_acts() {
    let mut compared = std::collections::BTreeMap::<String, u32>::new();
    let mut wrong = Vec::new();
    let wavering = |index| GoesEverywhere { dice: Generator::for_game(5, index), every: 25 };
    let mut moments: Vec<Patton> = Vec::new();
    games::<Patton, _>(0..40, wavering, |before, now| {
        if before.stage == Stage::Enemy {
            for then in moments.drain(..) {
                for is in &before.battle.enemies {
                    let Some(was) = then.battle.enemy(is.id).filter(|was| same(&then, before, was, is)) else {
                        continue;
                    };
                    let stage = format!("{:?}", then.stage);
                    let (said, comes) = (of(&then, was), of(before, is));
                    if said != comes {
                        wrong.push(format!("{stage}: {said:?} was told, {comes:?} comes of {is:?}"));
                    }
                    *compared.entry(stage).or_default() += 1;
                }
            }
        }
        // What has passed lasts from one enemy phase to the next.
        if now.stage == Stage::Contact {
            moments.clear();
        }
        if matches!(
            now.stage,
            Stage::Friendly
                | Stage::Event
                | Stage::Smoke
                | Stage::Spotting
                | Stage::Orders
                | Stage::Movement
                | Stage::MainGun
                | Stage::MachineGuns
                | Stage::Chores
        ) {
            moments.push(now.clone());
        }
    });
    assert!(wrong.is_empty(), "{} wrong, the first: {}", wrong.len(), wrong[0]);
    assert!(compared.len() == 9 && compared.values().all(|n| *n > 50), "{compared:?}");
}

/// The enemy phase has passed: your shot of that round counts no more, and the smoke has thinned when the next begins.
///
/// rules: patton 4.73.2 4.71
#[test]
fn a_shot_of_the_round_that_has_passed_counts_no_more() {
    let fired = |stage| gun().at(stage).that(|enemy| enemy.shot_at = true);
    let fresh = told(&gun().game);
    for stage in [Stage::Friendly, Stage::Event, Stage::Smoke, Stage::Spotting] {
        assert_eq!(told(&fired(stage).game), fresh, "{stage:?}");
    }
    assert!(told(&fired(Stage::Chores).game)[0].1[1] > fresh[0].1[1], "of this round it counts");
    let smoke = |scene: Scene, sides| scene.with(|game| game.battle.smoke[18] = sides);
    assert_eq!(told(&smoke(gun().at(Stage::Event), 1).game), fresh);
    assert!(told(&smoke(gun(), 1).game)[0].1[1] < fresh[0].1[1]);
}

/// A tank that stops as ordered is an easier mark than one that still moves.
///
/// rules: patton 8.41
#[test]
fn a_tank_that_is_to_stop_is_told_of_as_stopped() {
    let moving = gun().set("tank.moving = true");
    assert_eq!(told(&moving.game), told(&gun().game));
    let still = gun().set("tank.moving = true").at(Stage::MainGun);
    assert_ne!(told(&still.game), told(&gun().game));
}

/// Firing at a gun turns it on you, and nothing said so before the shot.
///
/// rules: patton 13.3
#[test]
fn a_shot_says_what_it_may_bring_upon_you() {
    let scene = gun().at(Stage::MainGun).order(Post::Gunner, Action::FireMainGun);
    let [alone, fired] = [false, true].map(|shot| told(&scene.clone().that(|event| event.shot_at = shot).game)[0].1[1]);
    let percent = |millionths: u32| format!("{:.1}%", f64::from(millionths / 1000) / 10.0);
    let says = bears(&scene, Ask::Target, Choice::Fire(UnitId(1), Aim::Direct)).expect("it fires back");
    assert_eq!(
        says,
        format!("if it stands after that it knocks you out {}; left alone {}", percent(fired), percent(alone))
    );
    // It will fire anyhow: there is nothing to add.
    let again = scene.clone().that(|enemy| enemy.shot_at = true);
    assert_eq!(bears(&again, Ask::Again, Choice::Again(Aim::Direct)), None);
    assert_eq!(bears(&scene, Ask::Target, Choice::Hold), None);
    // In a round from your own ambush nobody fires back.
    let free = scene.set("battle.free_round = true");
    assert_eq!(bears(&free, Ask::Target, Choice::Fire(UnitId(1), Aim::Direct)), None);
    // Machine guns draw fire as well.
    let men = gun().at(Stage::MachineGuns).order(Post::Gunner, Action::FireCoaxMg);
    assert!(bears(&men, Ask::MgTarget(Mg::Coax), Choice::Shoot(UnitId(1))).is_some());
}
