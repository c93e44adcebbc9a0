//! What may hit us in the enemy's step, and what a Unit is good for.

use crate::attack::NEVER;
use crate::charts::{Charts, EnemyCard, UnitCard};
use crate::enemy::Foreseen;
use crate::state::{Leader, Stage};
use crate::words::{Damage, Kind, Lasting, Model, Skill, Target};

/// What one enemy may do before we act again. Chances are parts of 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Danger {
    pub(crate) enemy: usize,
    /// The fighter it most likely attacks.
    pub(crate) at: usize,
    /// It attacks.
    pub(crate) fires: f64,
    /// A hit gets past Defense.
    pub(crate) hits: f64,
    /// The Unit is Destroyed.
    pub(crate) destroys: f64,
}

impl UnitCard {
    /// The chance in percent that one attack Destroys such a counter: at range 1, some cover, no Commander's modifier; half of it where
    /// one must come closer.
    pub(crate) fn kill_chance(&self, enemy: &EnemyCard) -> i32 {
        let Some(need) = self.attack(enemy.target) else { return 0 };
        let close = self.ap_r0_only && enemy.target == Target::Ap;
        let past = 100 - i32::from((NEVER - need).clamp(0, 10)) * i32::from((9 - enemy.defense).clamp(0, 10));
        (100 - past * past / 100) / if close { 2 } else { 1 }
    }
}

impl Leader {
    /// The chance in percent that a fighter that attacks now Destroys an enemy, if it can attack it: all dice, no flank attack.
    pub(crate) fn kill_chance(&self, charts: &Charts, fighter: usize, enemy: usize) -> Option<u32> {
        let counter = self.battle.enemies.get(enemy)?;
        let (hex, card) = (counter.at()?, counter.card(self, charts));
        let barred =
            self.against_attacking(charts, fighter).or_else(|| self.against_target(charts, fighter, card.target, hex));
        if barred.is_some() {
            return None;
        }
        let standing = &self.battle.fighters[fighter];
        let range = standing.at()?.distance(hex);
        let need = self.attack_need(charts, fighter, standing.moved, card.target, range);
        let defense = self.enemy_defense(charts, enemy, !self.can(charts, fighter, Skill::Marksman)).clamp(0, 10);
        let missed = 1.0 - f64::from((NEVER - need).clamp(0, 10)) / 10.0 * f64::from(10 - defense) / 10.0;
        let dice = self.attack_dice(charts, fighter, range);
        Some((100.0 * (1.0 - missed.powi(i32::from(dice)))).round() as u32)
    }

    /// The chance that the next damage counter Destroys a fighter.
    fn destroying(&self, charts: &Charts, fighter: usize) -> f64 {
        let (unit, target) = (self.unit(fighter), self.card(charts, fighter).target);
        let (mut all, mut fatal) = (0, 0);
        for (row, count) in self.battle.cup.iter().enumerate() {
            let damage = charts.damage[row].side(target);
            if !self.bites(charts, fighter, damage, false) {
                continue;
            }
            let second = |lasting: Lasting| unit.has(lasting) > 0;
            let kills = match damage {
                Damage::Destroyed | Damage::Explosion | Damage::MowedDown => true,
                Damage::Hull => second(Lasting::Hull),
                Damage::Engine => second(Lasting::Engine),
                Damage::Suspension => second(Lasting::Suspension),
                Damage::Casualty => second(Lasting::Casualty),
                _ => false,
            };
            all += i32::from(*count);
            fatal += i32::from(*count) * i32::from(kills);
        }
        f64::from(fatal) / f64::from(all.max(1))
    }

    /// What each enemy may do in the next enemy step: every fall of the movement die, each enemy by itself, as we stand now. A tie the
    /// player would settle is settled by the first; two counters drawn at once are taken as if the first went back.
    pub(crate) fn dangers(&self, charts: &'static Charts) -> Vec<Danger> {
        if !matches!(self.stage, Stage::Act(_) | Stage::Roll | Stage::Enemy | Stage::TurnEnd) {
            return Vec::new();
        }
        let now = self.stage == Stage::Enemy;
        let mut thought = self.clone();
        let orders: Vec<_> = match self.movement_roll(charts).filter(|_| !now) {
            Some((check, table)) => (1..=check.dice.sides as i8).map(|face| table.at(check.total(face))).collect(),
            None if now => vec![self.battle.orders],
            None => vec![crate::charts::Orders::HOLD],
        };
        let mut dangers = Vec::new();
        for enemy in 0..self.battle.enemies.len() {
            let before = self.battle.enemies[enemy];
            if before.at().is_none() || (now && before.acted) {
                continue;
            }
            let mut danger = Danger { enemy, at: 0, fires: 0.0, hits: 0.0, destroys: 0.0 };
            let mut likeliest = 0.0;
            for order in &orders {
                thought.battle.orders = *order;
                thought.battle.enemies[enemy] = before;
                thought.battle.enemies[enemy].moved = false;
                match thought.foreseen(charts, enemy) {
                    Foreseen::Leaves => continue,
                    Foreseen::Stays => {}
                    Foreseen::Moves(hex) => {
                        let counter = &mut thought.battle.enemies[enemy];
                        (counter.hex, counter.moved) = (Some(hex), true);
                    }
                }
                let (need, targets) = thought.targets_of(charts, enemy);
                let Some(target) = targets.first() else { continue };
                let share = 1.0 / orders.len() as f64;
                let past = f64::from(10 - thought.friendly_defense(charts, target).clamp(0, 10)) / 10.0;
                let through = f64::from(NEVER - need) / 10.0 * past;
                let some = |chance: f64| 1.0 - (1.0 - chance).powi(i32::from(charts.numbers.attack.dice));
                danger.fires += share;
                danger.hits += share * some(through);
                danger.destroys += share * some(through * self.destroying(charts, target));
                if share * through > likeliest {
                    (likeliest, danger.at) = (share * through, target);
                }
            }
            thought.battle.enemies[enemy] = before;
            if danger.fires > 0.0 {
                dangers.push(danger);
            }
        }
        dangers.sort_by(|a, b| b.hits.total_cmp(&a.hits));
        dangers
    }

    /// The counters a Battalion brings: how many of each model, in hundredths; tanks as the cup has them.
    pub(crate) fn counters(&self, charts: &Charts, battalion: usize, mut each: impl FnMut(i32, &EnemyCard)) {
        let (card, nation) = (self.battalion_card(charts, battalion), self.nation(charts));
        let cup = &charts.cups[usize::from(self.campaign)];
        let tanks: i32 = cup.iter().map(|n| i32::from(*n)).sum::<i32>().max(1);
        for kind in Kind::ALL {
            let full = i32::from(card.count(kind));
            let count = if self.battalions[battalion].half { (full + 1) / 2 } else { full };
            if count == 0 {
                continue;
            }
            match Model::of(kind) {
                Some(model) => charts.enemies[nation][model].iter().for_each(|enemy| each(100 * count, enemy)),
                None => {
                    for model in Model::ALL.into_iter().filter(|model| cup[model.index()] > 0) {
                        let share = 100 * count * i32::from(cup[model.index()]) / tanks;
                        charts.enemies[nation][model].iter().for_each(|enemy| each(share, enemy));
                    }
                }
            }
        }
    }

    /// The enemy points of a Battalion, in hundredths, tanks as the cup has them.
    pub(crate) fn strength(&self, charts: &Charts, battalion: usize) -> i32 {
        let mut points = 0;
        self.counters(charts, battalion, |count, enemy| points += count * i32::from(enemy.points));
        points
    }

    /// What one attack of a Unit at such a Battalion brings on average, in hundredths of a point: one die like the other at range 1, some
    /// cover, no Commander's modifier.
    pub(crate) fn prospect(&self, charts: &Charts, card: &UnitCard, battalion: usize) -> i32 {
        let (mut sum, mut counters) = (0, 0);
        self.counters(charts, battalion, |count, enemy| {
            counters += count;
            sum += count * card.kill_chance(enemy) * i32::from(enemy.points) / 100;
        });
        100 * sum / counters.max(1)
    }
}
