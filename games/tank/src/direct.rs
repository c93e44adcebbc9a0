//! The Direct Fire Segment (8.0): everybody fires at what he was plotted to fire at, as if at one moment.

use crate::fire::Gun;
use crate::referee::Referee;
use crate::state::{Hit, MOST_UNITS, Place, Tank, Unit, UnitId, Unseen};
use crate::talk::{Event, FireSum, Who};
use crate::words::{Attack, Force, Kind, Task};
use arrayvec::ArrayVec;
use hulldown_core::hex::{HexId, Side};
use hulldown_core::table::{Play, Table};

/// The shots of one side: target hex, place in the order of telling, firer, and the tank aimed at.
type Shots = ArrayVec<(HexId, usize, UnitId, Option<UnitId>), MOST_UNITS>;

/// The guns of one attack.
pub(crate) type Guns = ArrayVec<UnitId, MOST_UNITS>;

impl<T: Table<Tank>> Referee<'_, T> {
    /// [R25] Alpha's shots, then Bravo's; by target hex, then firer, in the order in which things are told. Then the hits that waited for the end of the segment.
    pub(crate) fn direct_fire(&mut self) -> Play<()> {
        // What stands in the hexes fired at is settled before the first shot: all fire at one moment (4.1h).
        let mut shots: [Shots; 2] = Default::default();
        let fires = |unit: &Unit| unit.plot.task == Some(Task::Df) && !unit.run.cancelled;
        for (n, id) in self.game.in_order(fires).into_iter().enumerate() {
            let Some(hex) = self.game.unit(id).plot.target else { continue };
            let armor = self.game.in_hex(id.force.enemy(), hex).find(|at| {
                let target = self.game.unit(*at);
                self.lens().kind(*at) == Kind::Afv && target.spotted && !target.hidden
            });
            shots[id.force.index()].push((hex, n, id, armor));
        }
        for mut shots in shots {
            shots.sort_unstable_by_key(|(hex, n, ..)| (*hex, *n));
            let mut at = 0;
            while let Some(&(hex, _, firer, armor)) = shots.get(at) {
                if let Some(target) = armor {
                    self.carried_out(firer);
                    self.fire_at_armor(firer, target, hex)?;
                    at += 1;
                } else {
                    let same = shots[at..].iter().take_while(|shot| shot.0 == hex).count();
                    let guns: Guns = shots[at..at + same].iter().map(|shot| shot.2).collect();
                    guns.iter().for_each(|id| self.carried_out(*id));
                    self.fire_at_soft(&guns, hex, None, Attack::Df)?;
                    at += same;
                }
            }
        }
        self.apply_hits(Hit::AfterDirect);
        Ok(())
    }

    fn fire_at_armor(&mut self, firer: UnitId, target: UnitId, hex: HexId) -> Play<()> {
        let unit = self.game.unit(target);
        if unit.place == Place::Lost || unit.hit != Hit::None {
            // [R26] Already hit: the shot counts as fired, but no die is rolled for it.
            self.fired_on(target.force);
            let target = self.aimed_at(target, firer.force, hex);
            self.say(firer, |who| Event::AlreadyHit { who, at: hex, target });
            return self.betray(firer);
        }
        let facing = unit.facing;
        self.shoot(firer, target, hex, facing, Attack::Df)?;
        Ok(())
    }

    /// [8.0f] One unit fires at an armored vehicle; says whether an attack was made at all.
    pub(crate) fn shoot(
        &mut self,
        firer: UnitId,
        target: UnitId,
        hex: HexId,
        facing: Side,
        attack: Attack,
    ) -> Play<bool> {
        let Some(gun) = self.gun(firer) else { return Ok(false) };
        let mark = self.mark(target, hex, facing);
        let sum = self.field().at_armor(&gun, &mark);
        let aimed_at = self.aimed_at(target, firer.force, hex);
        let Some(check) = sum.check(self.charts, firer.force.seat(), mark.moves) else {
            self.say(firer, |who| Event::NoAttack { who, at: hex, target: aimed_at, sum });
            return Ok(false);
        };
        let veiled = self.is_veiled(firer);
        let who = self.named(firer);
        let fires = || Event::Fires { who, at: hex, target: aimed_at, attack, sum };
        if veiled {
            self.tell_only(firer.force, fires);
        } else {
            self.tell(fires);
        }
        self.fired_on(target.force);
        let lot = Unseen::Shot(target).lot(self.game.unit(firer).hex());
        let destroyed = self.table.test(&if veiled { check.unseen_but_by(firer.force.seat(), lot) } else { check })?;
        if veiled {
            self.unseen_shot(firer, target, hex, destroyed);
        }
        if destroyed {
            self.hit(target, attack, hex);
        }
        self.betray(firer)?;
        Ok(true)
    }

    /// Whether the enemy does not know what a unit is: what it fires with would tell him.
    fn is_veiled(&self, id: UnitId) -> bool {
        let unit = self.game.unit(id);
        unit.hidden || !unit.spotted
    }

    /// What is fired at, in the hex where it counts as standing: as one force knows it.
    fn aimed_at(&self, target: UnitId, to: Force, hex: HexId) -> Who {
        Who { hex: Some(hex), ..self.who(target, to) }
    }

    /// The enemy of a firer he has not made out learns which of his units was fired at, and with what result.
    fn unseen_shot(&mut self, firer: UnitId, target: UnitId, at: HexId, destroyed: bool) {
        let (force, from) = (firer.force, self.game.unit(firer).shown());
        let target = self.aimed_at(target, target.force, at);
        self.tell_only(force.enemy(), || Event::Unseen { force, from, at, target, destroyed });
    }

    /// [8.22b] [R29] All HE at one hex is one attack, with one die for each spotted soft unit there. A unit that is just crossing a
    /// watched hexside counts as there (9.2b).
    pub(crate) fn fire_at_soft(
        &mut self,
        guns: &Guns,
        hex: HexId,
        crossing: Option<UnitId>,
        attack: Attack,
    ) -> Play<bool> {
        let Some(force) = guns.first().map(|id| id.force) else { return Ok(false) };
        let targets: Guns = self
            .game
            .ids(force.enemy())
            .filter(|id| self.game.unit(*id).place == Place::On(hex) || Some(*id) == crossing)
            .filter(|id| {
                let unit = self.game.unit(*id);
                unit.spotted && !unit.hidden && self.lens().kind(*id).is_soft()
            })
            .collect();
        // [8.8] Infantry has nothing to fire at soft targets.
        let he: ArrayVec<Gun, MOST_UNITS> =
            guns.iter().filter(|id| self.lens().kind(**id) != Kind::Infantry).filter_map(|id| self.gun(*id)).collect();
        if targets.is_empty() || he.is_empty() {
            for id in guns {
                self.say(*id, |who| Event::Aborted { who, at: hex });
            }
            return Ok(false);
        }
        let mut attacked = false;
        for target in targets {
            let facing = self.game.unit(target).facing;
            let sum = self.field().at_soft(&he, &self.mark(target, hex, facing));
            attacked |= self.burst(guns, force, target, hex, &sum, attack)?;
        }
        if attacked {
            for id in guns {
                self.betray(*id)?;
            }
        }
        Ok(attacked)
    }

    fn burst(
        &mut self,
        guns: &Guns,
        force: Force,
        target: UnitId,
        at: HexId,
        sum: &FireSum,
        attack: Attack,
    ) -> Play<bool> {
        let sum = *sum;
        // Each side names it as the one that fires knows it.
        let aimed_at = self.aimed_at(target, force, at);
        let veiled = guns.iter().any(|id| self.is_veiled(*id));
        let Some(check) = sum.check(self.charts, force.seat(), false) else {
            if let Some(first) = guns.first() {
                self.say(*first, |who| Event::NoAttack { who, at, target: aimed_at, sum });
            }
            return Ok(false);
        };
        let count = guns.len() as u8;
        if veiled {
            self.tell_only(force, || Event::Combines { force, at, target: aimed_at, guns: count, sum });
        } else {
            self.tell(|| Event::Combines { force, at, target: aimed_at, guns: count, sum });
        }
        self.fired_on(target.force);
        let lot = Unseen::Shot(target).lot(guns.first().and_then(|first| self.game.unit(*first).hex()));
        let destroyed = self.table.test(&if veiled { check.unseen_but_by(force.seat(), lot) } else { check })?;
        if let (true, Some(first)) = (veiled, guns.first()) {
            self.unseen_shot(*first, target, at, destroyed);
        }
        if destroyed {
            self.hit(target, attack, at);
        }
        Ok(true)
    }
}
