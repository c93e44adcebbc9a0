//! Who fires at what, and who waits for what.

use super::eye::{Foe, Own};
use super::plan::{Plan, Planner, plot};
use super::ways::Move;
use crate::fire::Gun;
use crate::sight::Line;
use crate::state::{MOST_UNITS, Plot};
use crate::words::{Kind, Task};
use arrayvec::ArrayVec;
use hulldown_core::hex::HexId;

/// The most guns that fire at one soft target.
const MOST_SHELLING: usize = 4;

impl Planner<'_, '_> {
    /// Whether a unit has an enemy before its gun, with no friend between.
    pub(super) fn aims(&self, own: &Own, to: HexId) -> bool {
        own.aims_at(self.eye.ground, to) && !self.friend_between(own, to)
    }

    pub(super) fn friend_between(&self, own: &Own, to: HexId) -> bool {
        let eye = &self.eye;
        let friends = eye.own.iter().filter(|friend| friend.n != own.n).map(|friend| (friend.kind, friend.hex));
        Line::to(eye.ground, own.hex, to).is_masked(own.kind, friends)
    }

    /// What a unit gives up by firing.
    pub(super) fn price(&self, own: &Own, stay: f32, best: &Move) -> f32 {
        if own.kind != Kind::Afv { 0.0 } else { (best.score - stay).max(0.0) }
    }

    /// Several guns at one soft target: together or not at all.
    pub(super) fn shell(&mut self, plan: &mut Plan, fires: &mut [bool; MOST_UNITS], stay: &[f32], moves: &[Move]) {
        let eye = &self.eye;
        let mut chosen: ArrayVec<(HexId, ArrayVec<usize, MOST_SHELLING>), MOST_UNITS> = ArrayVec::new();
        for (j, foe) in eye.foes.iter().enumerate() {
            if foe.kind == Kind::Afv || eye.foes[..j].iter().any(|other| other.hex == foe.hex) {
                continue;
            }
            let mut guns: ArrayVec<(u16, usize), MOST_UNITS> = ArrayVec::new();
            for (i, own) in eye.own.iter().enumerate() {
                if own.seers & 1 << j == 0 {
                    continue;
                }
                let range = eye.ground.range(own.hex, foe.hex);
                let has_he = own.kind == Kind::Afv && eye.view.info(own.weapon).he > 0;
                if has_he && !fires[i] && self.aims(own, foe.hex) {
                    guns.push((range, i));
                }
            }
            guns.sort_unstable();
            let prize: f32 =
                eye.foes.iter().filter(|other| other.hex == foe.hex).map(|other| other.value * other.found).sum();
            let mut shots: ArrayVec<Gun, MOST_SHELLING> = ArrayVec::new();
            let mut who: ArrayVec<usize, MOST_SHELLING> = ArrayVec::new();
            let mut best: (f32, usize) = (0.0, 0);
            let mut price = 0.0;
            let mark = eye.view.mark(foe.weapon, foe.hex, foe.facing, 0);
            for (_, i) in guns.iter().take(MOST_SHELLING) {
                let own = &eye.own[*i];
                shots.push(own.gun);
                who.push(*i);
                price += self.price(own, stay[*i], &moves[*i]);
                let chance = f32::from(eye.field.at_soft(&shots, &mark).sixths()) / 6.0;
                let gain = self.style.shoot * chance * prize - price - 0.05 * shots.len() as f32;
                if chance > 0.1 && gain > best.0 {
                    best = (gain, shots.len());
                }
            }
            if best.1 > 0 {
                who.truncate(best.1);
                for i in &who {
                    fires[*i] = true;
                }
                chosen.push((foe.hex, who));
            }
        }
        for (hex, who) in chosen {
            for i in who {
                let own = self.eye.own[i];
                plan.wanted[usize::from(own.n)] = plot(Task::Df, Some(hex));
                self.close_line(own.hex, hex);
            }
        }
    }

    /// The best shots at vehicles, one after the other, until none is worth what its firer gives up for it.
    pub(super) fn shoot(&mut self, plan: &mut Plan, fires: &mut [bool; MOST_UNITS], stay: &[f32], moves: &[Move]) {
        #[derive(Clone, Copy)]
        struct Shot {
            i: u8,
            j: u8,
            chance: f32,
            price: f32,
        }
        let eye = &self.eye;
        let mut shots: ArrayVec<Shot, { MOST_UNITS * MOST_UNITS }> = ArrayVec::new();
        for (i, own) in eye.own.iter().enumerate() {
            if fires[i] || own.seers == 0 {
                continue;
            }
            let price = self.price(own, stay[i], &moves[i]);
            let hidden = eye.view.unit(own.n).is_some_and(|unit| unit.hidden);
            // A gun that is not yet found waits for a shot that pays.
            let least = match (own.kind, hidden) {
                (Kind::AtGun, true) if eye.view.info(own.weapon).ap > 7 => 0.49,
                (Kind::AtGun, true) => 0.32,
                (Kind::Infantry, true) => 0.32,
                _ => 0.01,
            };
            for (j, foe) in eye.each(own.seers) {
                if foe.kind != Kind::Afv {
                    continue;
                }
                let chance = eye.hit(&own.gun, foe);
                if chance > least / self.style.shoot && own.aims_at(eye.ground, foe.hex) {
                    shots.push(Shot { i: i as u8, j: j as u8, chance, price });
                }
            }
        }
        let mut lives = [1.0f32; MOST_UNITS];
        loop {
            let mut best: Option<(f32, usize)> = None;
            for (n, shot) in shots.iter().enumerate() {
                let (i, j) = (usize::from(shot.i), usize::from(shot.j));
                if fires[i] || lives[j] < 0.15 {
                    continue;
                }
                let gain = self.style.shoot * shot.chance * lives[j] * eye.foes[j].value - shot.price;
                if gain > best.map_or(0.0, |(gain, _)| gain) {
                    best = Some((gain, n));
                }
            }
            let Some((_, n)) = best else { break };
            let shot = shots.swap_remove(n);
            let (i, j) = (usize::from(shot.i), usize::from(shot.j));
            if self.friend_between(&eye.own[i], eye.foes[j].hex) {
                continue;
            }
            fires[i] = true;
            lives[j] *= 1.0 - shot.chance;
            plan.wanted[usize::from(eye.own[i].n)] = plot(Task::Df, Some(eye.foes[j].hex));
        }
        for (i, fires) in fires.iter().enumerate().take(self.eye.own.len()) {
            let own = self.eye.own[i];
            if let (true, Some(hex)) = (*fires, plan.wanted[usize::from(own.n)].target) {
                self.close_line(own.hex, hex);
            }
        }
    }

    /// What a unit does that neither fires nor moves.
    pub(super) fn wait(&self, own: &Own) -> Plot {
        let eye = &self.eye;
        let hidden = eye.view.unit(own.n).is_some_and(|unit| unit.hidden);
        let early = !eye.view.scenario().may_watch(eye.force, eye.view.turn());
        if own.kind == Kind::Infantry {
            return if early { Plot::default() } else { plot(Task::Of, None) };
        }
        let mut best = (0.03, None);
        let lies_low = hidden && own.kind == Kind::AtGun && eye.foes.is_empty();
        if !early && !lies_low {
            for foe in eye.foes.iter().filter(|foe| foe.kind == Kind::Afv && foe.known) {
                if let Some((chance, hex)) = self.lane(own, foe)
                    && chance > best.0
                {
                    best = (chance, Some(hex));
                }
            }
        }
        let least = if hidden { 0.32 } else { 0.0 };
        if let (chance, Some(hex)) = best
            && chance > least
            && !self.friend_between(own, hex)
        {
            return plot(Task::Of, Some(hex));
        }
        // Nothing to shoot at: turn to where they are, unless that would betray the gun.
        let in_field = own.turret || eye.each(own.seers).any(|(_, foe)| own.aims_at(eye.ground, foe.hex));
        let front = eye.front(own.hex, own.seers);
        let turns = match own.kind {
            Kind::AtGun => !hidden && !in_field,
            _ => !in_field || own.seers != 0,
        };
        if turns && front.is_some_and(|side| side != own.facing) { plot(Task::Fc, None) } else { Plot::default() }
    }

    /// Where an enemy would next come before a gun, and the chance to hit it there on the move.
    pub(super) fn lane(&self, own: &Own, foe: &Foe) -> Option<(f32, HexId)> {
        let eye = &self.eye;
        let ma = eye.view.info(foe.weapon).ma;
        let mut at = foe.hex;
        let mut best: Option<(f32, HexId)> = None;
        for _ in 0..ma {
            let side = eye.ground.hex(at).bearing(eye.ground.hex(own.hex))?;
            at = eye.ground.next(at, side)?;
            if at == own.hex {
                break;
            }
            if !eye.sight.clear(own.hex, at) || !own.aims_at(eye.ground, at) {
                continue;
            }
            let mark = eye.view.mark(foe.weapon, at, side, ma);
            let chance = f32::from(eye.field.at_armor(&own.gun, &mark).sixths()) / 6.0;
            if chance > best.map_or(0.0, |(chance, _)| chance) {
                best = Some((chance, at));
            }
        }
        best
    }
}
