//! What a commander weighs: chances to hit and to be hit, targets, tanks.

use super::best;
use crate::View;
use crate::charts::Charts;
use crate::state::{Aim, Enemy, Patton, Sight, UnitId};
use crate::talk::Choice;
use crate::words::{
    Ammo, ArmorClass, Class, Facing, Fire, Gun, Hit, Mg, Post, Range, Sector, Tank, Target, Terrain, UnitType, Zone,
};

/// What a point is worth against a chance to lose the tank.
const POINT: f64 = 0.004;

/// What the commander weighs with.
pub(super) struct Weigh<'a> {
    pub(super) game: &'a Patton,
    pub(super) charts: &'static Charts,
    gun: Gun,
}

/// A round to fire at a unit, and the chance that one shot knocks it out.
#[derive(Clone, Copy)]
pub(super) struct Shot {
    pub(super) ammo: Ammo,
    pub(super) chance: f64,
}

fn percent(n: i16) -> f64 {
    f64::from(n.clamp(0, 100)) / 100.0
}

/// The chance of a throw of two dice at or below a number, 1 to 3 always and 98 to 100 never.
fn at_most(need: i16) -> f64 {
    percent(need.clamp(3, 97))
}

impl<'a> Weigh<'a> {
    pub(super) fn new(view: &View<'a>) -> Self {
        let (game, charts) = (view.game(), view.data());
        Weigh { game, charts, gun: charts.tanks[game.tank.model.index()].gun }
    }

    fn halvings(&self, zone: Zone) -> u32 {
        u32::from(self.game.battle.smoke_between(zone)) + u32::from(self.game.report.weather.thick())
    }

    /// Whether anything can be seen or fired at so far away.
    fn in_sight(&self, range: Range) -> bool {
        range == Range::Close || !self.game.report.weather.thick()
    }

    /// The chance that a shot of this kind hits, with the commander directing.
    fn hits(&self, e: &Enemy, fire: Fire) -> f64 {
        let (t, range) = (&self.charts.to_hit, e.zone.range.index());
        let target = e.kind.class().target();
        let base = i16::from(t.base(fire, self.gun, target, e.zone.range)) >> self.halvings(e.zone).min(7);
        let crew = &self.game.crew;
        let mut modifier =
            -i16::from(crew.rating(Post::Gunner) + crew.rating(Post::Loader) + crew.rating(Post::Commander));
        match self.game.battle.acquired.filter(|(id, _)| *id == e.id) {
            Some((_, level)) => modifier += i16::from(t.acquired[usize::from(level.clamp(1, 2)) - 1][range]),
            None if self.game.tank.is_open(Post::Commander) => {}
            None => modifier += i16::from(t.first_shot),
        }
        modifier += i16::from(t.per_sector) * i16::from(self.game.tank.turret.steps_to(e.zone.sector));
        if target == Target::Vehicle && e.moving {
            modifier += i16::from(t.target_moving[range]);
        }
        if e.kind.class() == Class::AtGun {
            modifier += i16::from(if e.kind == UnitType::At88ll { t.gun_88ll } else { t.gun_small });
        }
        if fire == Fire::Direct {
            if target == Target::Vehicle {
                modifier += i16::from(t.size[self.charts.units[e.kind.index()].size.index()][range]);
            }
            modifier += i16::from(match (e.terrain, target) {
                (Terrain::Woods, _) => t.woods[range],
                (Terrain::Building, Target::Infantry) => t.building[range],
                (Terrain::Fortification, Target::Infantry) => t.fort[range],
                _ => 0,
            });
        }
        at_most(base - modifier)
    }

    /// The chance that a hit with a round knocks the unit out.
    fn kills(&self, e: &Enemy, ammo: Ammo, aim: Aim) -> f64 {
        if e.kind.class().target() == Target::Infantry {
            if ammo != Ammo::He {
                return 0.0;
            }
            let (k, fire) = (&self.charts.kill_infantry, if aim == Aim::Area { Fire::Area } else { Fire::Direct });
            let mut modifier = if e.kind.class() == Class::AtGun { i16::from(k.at_gun) } else { 0 };
            if fire == Fire::Area {
                modifier += i16::from(match e.terrain {
                    Terrain::Woods => k.woods[0],
                    Terrain::Building => k.building[0],
                    Terrain::Fortification => k.fort[0],
                    _ => 0,
                });
            }
            return percent(i16::from(k.base(self.gun, fire, Hit::Normal)) - modifier);
        }
        let facing = e.facing.unwrap_or(Facing::Front);
        let number = |turret| {
            percent(i16::from(self.charts.kill_vehicle(self.gun, ammo, false, e.kind, facing, turret, e.zone.range)))
        };
        if e.terrain == Terrain::HullDown { 0.5 * number(true) } else { 0.4 * number(true) + 0.5 * number(false) }
    }

    /// The best ways to knock a unit out: with the round in the gun, and with any on board.
    fn shots(&self, e: &Enemy) -> [Shot; 2] {
        let mut found = [Shot { ammo: Ammo::He, chance: 0.0 }; 2];
        if !self.in_sight(e.zone.range) {
            return found;
        }
        let aims: &[Aim] = if e.kind.class().is_vehicle() { &[Aim::Direct] } else { &[Aim::Direct, Aim::Area] };
        // What hits depends on the way of fire, not on the round.
        let mut hits = [None; 2];
        for ammo in [Ammo::He, Ammo::Ap, Ammo::Hvap, Ammo::Apds] {
            let there = [self.game.tank.loaded == Some(ammo), self.game.tank.rounds[ammo.index()] > 0];
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
                let kills = self.kills(e, ammo, aim);
                if kills == 0.0 {
                    continue;
                }
                let hits = *hits[fire.index()].get_or_insert_with(|| self.hits(e, fire));
                let chance = hits * kills * scarce;
                for (best, there) in found.iter_mut().zip(there) {
                    if there && chance > best.chance {
                        *best = Shot { ammo, chance };
                    }
                }
            }
        }
        found
    }

    /// The chance that a unit that fires at your tank knocks it out.
    pub(super) fn threat(&self, e: &Enemy) -> f64 {
        let Some(gun) = self.charts.units[e.kind.index()].gun else { return 0.002 };
        if !self.in_sight(e.zone.range) || e.sight == Sight::Hidden {
            return 0.002;
        }
        let (h, range, tank) = (&self.charts.enemy_hit, e.zone.range.index(), &self.game.tank);
        let base = i16::from(h.base[gun.index()][range]) >> self.halvings(e.zone).min(7);
        let mut modifier = match e.aim {
            0 if e.kind.class() != Class::AtGun => i16::from(h.first_shot),
            0 => 0,
            n => i16::from(h.acquired[usize::from(n.min(2)) - 1][range]),
        };
        modifier += if tank.moving { i16::from(h.moving) } else { 0 };
        let armor = self.charts.tanks[tank.model.index()].armor.index();
        let kill = |facing: Sector, turret: bool| {
            let side = e.zone.sector.side_of(facing);
            percent(i16::from(self.charts.enemy_kill[gun.index()][armor][side.index()][usize::from(turret)][range]))
        };
        let pierced = if tank.hull_down {
            0.5 * kill(tank.turret, true)
        } else {
            0.4 * kill(tank.turret, true) + 0.5 * kill(tank.hull, false)
        };
        // About one action in five is a shot at this tank; more if it leads.
        at_most(base - modifier) * pierced * if tank.lead { 0.35 } else { 0.2 }
    }

    /// What there is to gain by firing at a unit: danger removed and points.
    fn worth(&self, e: &Enemy) -> f64 {
        self.threat(e) + POINT * f64::from(self.charts.units[e.kind.index()].points)
    }

    pub(super) fn spotted(&self) -> impl Iterator<Item = &'a Enemy> {
        self.game.battle.enemies.iter().filter(|e| e.sight == Sight::Spotted)
    }

    /// The target most worth a shot, and the best round for it.
    pub(super) fn target(&self) -> Option<(&'a Enemy, Shot)> {
        let mut found: Option<(&Enemy, Shot, f64)> = None;
        for e in self.spotted() {
            let [now, other] = self.shots(e);
            // What is in the gun goes first; a better round comes after it.
            let shot = if now.chance * 1.5 >= other.chance { now } else { other };
            let value = now.chance.max(other.chance * 0.6) * self.worth(e);
            if found.is_none_or(|(.., most)| value > most) {
                found = Some((e, shot, value));
            }
        }
        found.map(|(e, shot, _)| (e, shot))
    }

    pub(super) fn danger(&self) -> f64 {
        self.game.battle.enemies.iter().map(|e| self.threat(e)).sum()
    }

    /// The unit a machine gun that bears on a sector hurts most.
    pub(super) fn mg_target(&self, sector: Option<Sector>) -> Option<&'a Enemy> {
        let fits = |e: &&Enemy| {
            self.charts.units[e.kind.index()].mg_target
                && sector.is_none_or(|s| s == e.zone.sector)
                && self.in_sight(e.zone.range)
        };
        self.spotted().filter(fits).min_by_key(|e| (e.zone.range, e.terrain.is_cover()))
    }

    pub(super) fn fire(&self, options: &[Choice]) -> Choice {
        best(options, |choice| match choice {
            Choice::Fire(id, aim) => self.game.battle.enemy(id).map_or(-1.0, |e| {
                let loaded = self.game.tank.loaded.unwrap_or(Ammo::He);
                if aim == Aim::Track {
                    return -0.5;
                }
                if loaded.is_smoke() {
                    return self.threat(e) * 0.5;
                }
                let fire = if aim == Aim::Area { Fire::Area } else { Fire::Direct };
                self.hits(e, fire) * self.kills(e, loaded, aim) * self.worth(e)
            }),
            _ => 0.000_01,
        })
    }

    /// Whether another shot at the target makes sense.
    pub(super) fn again(&self, options: &[Choice]) -> Choice {
        let target = self.game.battle.target.and_then(|id| self.game.battle.enemy(id));
        let Some(e) = target else { return Choice::Hold };
        let mut alive = 1.0;
        for hit in &self.game.battle.hits {
            alive *= if hit.critical { 0.15 } else { 1.0 - self.kills(e, hit.ammo, hit.aim) };
        }
        if alive < 0.08 {
            return Choice::Hold;
        }
        let ammo = self.game.tank.loaded.or(self.game.battle.orders.reload).unwrap_or(Ammo::He);
        best(options, |choice| match choice {
            Choice::Again(aim @ (Aim::Direct | Aim::Area)) if !ammo.is_smoke() => self.kills(e, ammo, aim),
            Choice::Again(_) => -0.5,
            _ => 0.001,
        })
    }

    pub(super) fn machine_gun(&self, options: &[Choice], mg: Mg) -> Choice {
        let chance = |id: UnitId| {
            let Some(e) = self.game.battle.enemy(id) else { return -1.0 };
            let base = self.charts.mg.base[mg.index()][e.zone.range.index()];
            let cover = if e.kind.class() == Class::AtGun || e.terrain == Terrain::Building { 15 } else { 0 };
            percent(i16::from(base) - cover + 3) * self.worth(e)
        };
        best(options, |choice| match choice {
            Choice::Shoot(id) => chance(id),
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
