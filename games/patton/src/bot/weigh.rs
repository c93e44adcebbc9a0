//! What a commander weighs: chances to hit and to be hit, targets, tanks.

use super::best;
use crate::View;
use crate::charts::Charts;
use crate::odds::Ratio;
use crate::state::{Aim, Directs, Enemy, Hit, Orders, Sight};
use crate::talk::Choice;
use crate::words::{Action, Ammo, ArmorClass, Gun, Range, Tank};
use hulldown_core::check::Check;

/// What a point is worth against a chance to lose the tank.
const POINT: f64 = 0.004;
/// The danger of a unit that cannot knock the tank out now: it will come nearer, or call others.
const HARMLESS: f64 = 0.002;

/// How many enemy phases ahead a danger is looked at.
const PHASES: f64 = 6.0;

/// The orders a shot is weighed with while none are given: the commander directs the main gun, and the tank stands.
const DIRECTED: Orders =
    Orders { acts: [Some(Action::DirectFire), None, None, None, None], directs: Directs::Main, ..Orders::NONE };

/// What the commander weighs with.
pub(super) struct Weigh<'a> {
    pub(super) view: View<'a>,
    pub(super) charts: &'static Charts,
    /// Whether the tank stays where it is.
    pub(super) stays: bool,
}

/// A round to fire at a unit, and the chance that one shot knocks it out.
#[derive(Clone, Copy)]
pub(super) struct BestRound {
    pub(super) ammo: Ammo,
    pub(super) chance: f64,
}

/// The chance of a roll.
fn chance(check: &Check) -> f64 {
    check.chance().map_or(0.0, |(ways, of)| f64::from(ways) / f64::from(of))
}

fn share(odds: Ratio) -> f64 {
    odds.ways as f64 / odds.of as f64
}

impl<'a> Weigh<'a> {
    pub(super) fn new(view: &View<'a>) -> Self {
        Weigh { view: *view, charts: view.data(), stays: false }
    }

    /// The chance that a shot hits, with the commander directing.
    fn hits(&self, enemy: &Enemy, aim: Aim) -> f64 {
        let turned = self.view.tank().turret.steps_to(enemy.zone.sector);
        chance(&self.view.to_hit(&DIRECTED, enemy, aim, turned))
    }

    /// The chance that a hit with a round knocks the unit out.
    fn kills(&self, enemy: &Enemy, ammo: Ammo, aim: Aim) -> f64 {
        share(self.view.kill_odds(enemy, Hit { ammo, aim, critical: false }))
    }

    /// The best ways to knock a unit out: with the round in the gun, and with any on board.
    fn shots(&self, enemy: &Enemy) -> [BestRound; 2] {
        let mut found = [BestRound { ammo: Ammo::He, chance: 0.0 }; 2];
        if self.view.too_thick(enemy.zone.range) {
            return found;
        }
        let aims: &[Aim] = if enemy.kind.class().is_vehicle() { &[Aim::Direct] } else { &[Aim::Direct, Aim::Area] };
        // What hits depends on the way of fire, not on the round.
        let mut hits = [None; 2];
        for ammo in [Ammo::He, Ammo::Ap, Ammo::Hvap, Ammo::Apds] {
            let there = [self.view.tank().loaded == Some(ammo), self.view.tank().rounds[ammo.index()] > 0];
            if there == [false, false] {
                continue;
            }
            // Scarce rounds are for what nothing else can hurt.
            let scarce = if ammo.is_shot() && ammo != Ammo::Ap { 0.8 } else { 1.0 };
            for &aim in aims {
                let fire = aim.fire();
                if !ammo.fits(fire) {
                    continue;
                }
                let kills = self.kills(enemy, ammo, aim);
                if kills == 0.0 {
                    continue;
                }
                let hits = *hits[fire.index()].get_or_insert_with(|| self.hits(enemy, aim));
                let chance = hits * kills * scarce;
                for (best, there) in found.iter_mut().zip(there) {
                    if there && chance > best.chance {
                        *best = BestRound { ammo, chance };
                    }
                }
            }
        }
        found
    }

    /// The danger of a unit: what its next actions do, as chances to lose the tank.
    pub(super) fn threat(&self, enemy: &Enemy) -> f64 {
        let Some(kills) = self.view.loss_odds(enemy).filter(|odds| odds.ways > 0) else { return HARMLESS };
        let fires = self.view.fire_odds(enemy).map_or(0.0, share);
        (PHASES * fires * share(kills)).max(HARMLESS)
    }

    /// What there is to gain by firing at a unit: danger removed and points.
    fn worth(&self, enemy: &Enemy) -> f64 {
        self.threat(enemy) + POINT * f64::from(self.charts.units[enemy.kind.index()].points)
    }

    pub(super) fn spotted(&self) -> impl Iterator<Item = &'a Enemy> {
        self.view.battle().enemies.iter().filter(|enemy| enemy.sight == Sight::Spotted)
    }

    /// The target most worth a shot, and the best round for it.
    pub(super) fn target(&self) -> Option<(&'a Enemy, BestRound)> {
        let mut found: Option<(&Enemy, BestRound, f64)> = None;
        for enemy in self.spotted() {
            let [now, other] = self.shots(enemy);
            // What is in the gun goes first; a better round comes after it.
            let shot = if now.chance * 1.5 >= other.chance { now } else { other };
            let value = now.chance.max(other.chance * 0.6) * self.worth(enemy);
            if found.is_none_or(|(.., most)| value > most) {
                found = Some((enemy, shot, value));
            }
        }
        found.map(|(enemy, shot, _)| (enemy, shot))
    }

    pub(super) fn danger(&self) -> f64 {
        self.view.battle().enemies.iter().map(|enemy| self.threat(enemy)).sum()
    }

    /// The unit a machine gun hurts most.
    pub(super) fn mg_target(&self) -> Option<&'a Enemy> {
        let fits =
            |enemy: &&Enemy| self.charts.units[enemy.kind.index()].mg_target && !self.view.too_thick(enemy.zone.range);
        self.spotted().filter(fits).min_by_key(|enemy| (enemy.zone.range, enemy.terrain.is_cover()))
    }

    pub(super) fn fire(&self, options: &[Choice]) -> Choice {
        best(options, |choice| match choice {
            Choice::Fire(id, aim) => self.view.battle().enemy(id).map_or(-1.0, |enemy| {
                let loaded = self.view.tank().loaded.unwrap_or(Ammo::He);
                if aim == Aim::Track {
                    return -0.5;
                }
                if loaded.is_smoke() {
                    return self.threat(enemy) * 0.5;
                }
                let hits = self.view.preview(choice).map_or(0.0, |check| chance(&check));
                hits * self.kills(enemy, loaded, aim) * self.worth(enemy)
            }),
            _ => 0.000_01,
        })
    }

    /// Whether another shot at the target makes sense.
    pub(super) fn again(&self, options: &[Choice]) -> Choice {
        let target = self.view.battle().target.and_then(|id| self.view.battle().enemy(id));
        let Some(enemy) = target else { return Choice::Hold };
        let mut alive = 1.0;
        for hit in &self.view.battle().hits {
            alive *= 1.0 - share(self.view.kill_odds(enemy, *hit));
        }
        if alive < 0.08 {
            return Choice::Hold;
        }
        let ammo = self.view.tank().loaded.or(self.view.battle().orders.reload).unwrap_or(Ammo::He);
        best(options, |choice| match choice {
            Choice::Again(aim @ (Aim::Direct | Aim::Area)) if !ammo.is_smoke() => self.kills(enemy, ammo, aim),
            Choice::Again(_) => -0.5,
            _ => 0.001,
        })
    }

    pub(super) fn machine_gun(&self, options: &[Choice]) -> Choice {
        best(options, |choice| match choice {
            Choice::Shoot(id) => {
                let worth = self.view.battle().enemy(id).map_or(0.0, |enemy| self.worth(enemy));
                self.view.preview(choice).map_or(-1.0, |check| chance(&check) * worth)
            }
            // [28.0, 4.74 3] Into the close zone ahead if there is no target.
            Choice::Sweep(zone) if zone.range == Range::Close => 0.000_1,
            _ => 0.0,
        })
    }

    /// How good a tank is to be in.
    pub(super) fn tank_worth(&self, tank: Tank) -> f64 {
        let card = &self.charts.tanks[tank.index()];
        let armor = match card.armor {
            ArmorClass::I => 0.0,
            ArmorClass::Ii => 1.0,
            ArmorClass::Iii => 6.0,
        };
        let gun = if card.gun == Gun::G75 { 0.0 } else { 2.0 };
        armor
            + gun
            + if card.wet { 1.5 } else { 0.0 }
            + if card.cupola { 0.7 } else { 0.0 }
            + if card.mortar { 0.5 } else { 0.0 }
    }
}
