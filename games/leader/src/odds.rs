//! What may hit us in the enemy's step, and what a Unit is good for.

use crate::attack::NEVER;
use crate::charts::{Charts, EnemyCard, UnitCard};
use crate::enemy::Foreseen;
use crate::state::{Leader, Stage};
use crate::words::{Damage, Kind, Model, Skill, Target};

/// What one enemy may do to one of ours before we act again. Chances are parts of 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Danger {
    pub(crate) enemy: usize,
    /// The fighter it attacks.
    pub(crate) at: usize,
    /// It attacks.
    pub(crate) fires: f64,
    /// A hit gets past Defense.
    pub(crate) hits: f64,
    /// The Unit is Destroyed.
    pub(crate) destroys: f64,
}

/// What may come to one fighter in the next enemy step, all enemies together. Chances are parts of 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Risk {
    /// Some hit gets past Defense.
    pub(crate) hit: f64,
    /// It is Destroyed.
    pub(crate) destroyed: f64,
}

/// The next enemy step as it can be foreseen.
#[derive(Clone, Debug, Default)]
pub(crate) struct EnemyStep {
    /// Who may attack whom, the likeliest hits first.
    pub(crate) dangers: Vec<Danger>,
    /// By fighter.
    pub(crate) risks: Vec<Risk>,
}

/// The chance that one die that needs this hits and gets past such a Defense.
fn through(need: i8, defense: i8) -> f64 {
    f64::from((NEVER - need).clamp(0, 10)) / 10.0 * f64::from(10 - defense.clamp(0, 10)) / 10.0
}

/// The chance that exactly so many of these dice come out, each with this chance.
fn exactly(dice: u8, n: u8, chance: f64) -> f64 {
    let ways = (0..n).fold(1.0, |ways, k| ways * f64::from(dice - k) / f64::from(k + 1));
    ways * chance.powi(n.into()) * (1.0 - chance).powi((dice - n).into())
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
    /// The chance in percent that a fighter that attacks now Destroys an enemy, if it can attack it: all dice, Defense, the flank.
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
        let defense = self.enemy_defense(charts, enemy, !self.can(charts, fighter, Skill::Marksman));
        let dice = self.attack_dice(charts, fighter, range);
        let some =
            self.over_flank(charts, range, |flank| 1.0 - (1.0 - through(need, defense + flank)).powi(dice.into()));
        Some((100.0 * some).round() as u32)
    }

    /// The best a fighter can do from where it stands: the chance in percent, and whom it would Destroy.
    pub(crate) fn best_attack(&self, charts: &Charts, fighter: usize) -> Option<(u32, usize)> {
        let chances =
            (0..self.battle.enemies.len()).filter_map(|enemy| Some((self.kill_chance(charts, fighter, enemy)?, enemy)));
        chances.max_by_key(|(chance, enemy)| (*chance, std::cmp::Reverse(*enemy)))
    }

    /// Something that depends on what a flank takes off Defense, over both falls of its die (opt.flank.1, .2).
    fn over_flank(&self, charts: &Charts, range: u8, chance: impl Fn(i8) -> f64) -> f64 {
        let numbers = &charts.numbers.flank;
        if !self.options.flank || range > 1 {
            return chance(0);
        }
        let need = if range == 0 { numbers.r0 } else { numbers.r1 };
        let flank = f64::from((NEVER - need).clamp(0, 10)) / 10.0;
        flank * chance(numbers.defense) + (1.0 - flank) * chance(0)
    }

    /// The chance that a fighter is Destroyed by so many hits that get through, counter by counter as they are drawn.
    fn destroyed_by(&self, charts: &Charts, fighter: usize, hits: u8) -> f64 {
        if hits == 0 {
            return 0.0;
        }
        let (unit, target) = (self.unit(fighter), self.card(charts, fighter).target);
        let (mut all, mut fatal) = (0.0, 0.0);
        for (row, count) in self.battle.cup.iter().enumerate().filter(|(_, count)| **count > 0) {
            let damage = charts.damage[row].side(target);
            // What can do nothing goes back, and another is drawn.
            if !self.bites(charts, fighter, damage, false) {
                continue;
            }
            let count = f64::from(*count);
            all += count;
            let lasting = damage.lasting();
            let second = lasting.is_some_and(|lasting| lasting.second_destroys() && unit.has(lasting) > 0);
            if second || matches!(damage, Damage::Destroyed | Damage::Explosion | Damage::MowedDown) {
                fatal += count;
            } else if hits > 1 {
                let mut then = self.clone();
                then.bear(fighter, row, damage);
                fatal += count * then.destroyed_by(charts, fighter, hits - 1);
            }
        }
        if all > 0.0 { fatal / all } else { 0.0 }
    }

    /// A counter that does not Destroy lies on a fighter, as far as the next one is concerned.
    fn bear(&mut self, fighter: usize, row: usize, damage: Damage) {
        let standing = &mut self.battle.fighters[fighter];
        match damage {
            Damage::NoEffect | Damage::Stress => return,
            Damage::Kia => {
                standing.commander = None;
                return;
            }
            Damage::Exposed => standing.exposed = Some(u8::MAX),
            Damage::Immobile => standing.immobile = true,
            Damage::Suppressed => standing.suppressed = true,
            Damage::Wounded => {
                let Some(at) = standing.commander.map(usize::from) else { return };
                if std::mem::replace(&mut self.commanders[at].wounded, true) {
                    standing.commander = None;
                    return;
                }
            }
            _ => {
                let unit = usize::from(standing.unit);
                if let Some(lasting) = damage.lasting() {
                    self.units[unit].damage[lasting.index()] += 1;
                }
            }
        }
        self.battle.cup[row] -= 1;
    }

    /// What each enemy may do in the next enemy step: every fall of the movement die, each enemy by itself, as we stand now. A tie the
    /// rules leave to us is taken to fall on the first.
    pub(crate) fn dangers(&self, charts: &'static Charts) -> Vec<Danger> {
        self.enemy_step(charts).dangers
    }

    /// The same with what it comes to for each of ours. Enemies act one after the other; that one may change what the next can do is left
    /// out.
    pub(crate) fn enemy_step(&self, charts: &'static Charts) -> EnemyStep {
        let mut step = EnemyStep { dangers: Vec::new(), risks: vec![Risk::default(); self.battle.fighters.len()] };
        if !matches!(self.stage, Stage::Act(_) | Stage::Roll | Stage::Enemy | Stage::TurnEnd) {
            return step;
        }
        let now = self.stage == Stage::Enemy;
        let mut thought = self.clone();
        let orders: Vec<_> = match self.movement_roll(charts).filter(|_| !now) {
            Some((check, table)) => (1..=check.dice.sides as i8).map(|face| table.at(check.total(face))).collect(),
            None if now => vec![self.battle.orders],
            None => vec![crate::charts::Orders::HOLD],
        };
        let (share, dice) = (1.0 / orders.len() as f64, charts.numbers.attack.dice);
        let fragile: Vec<Vec<f64>> = (0..self.battle.fighters.len())
            .map(|fighter| (0..=dice).map(|hits| self.destroyed_by(charts, fighter, hits)).collect())
            .collect();
        for order in &orders {
            thought.battle.orders = *order;
            let mut spared = vec![(1.0, 1.0); self.battle.fighters.len()];
            for enemy in 0..self.battle.enemies.len() {
                let before = self.battle.enemies[enemy];
                if before.at().is_none() || (now && before.acted) {
                    continue;
                }
                thought.battle.enemies[enemy].moved = false;
                let attacks = match thought.foreseen(charts, enemy) {
                    Foreseen::Leaves => false,
                    Foreseen::Stays => true,
                    Foreseen::Moves(hex) => {
                        let counter = &mut thought.battle.enemies[enemy];
                        (counter.hex, counter.moved) = (Some(hex), true);
                        true
                    }
                };
                let (need, targets) = thought.targets_of(charts, enemy);
                let (from, target) = (thought.battle.enemies[enemy].at(), targets.first());
                thought.battle.enemies[enemy] = before;
                let (Some(from), Some(target), true) = (from, target, attacks) else { continue };
                let range = thought.battle.fighters[target].at().map_or(0, |hex| hex.distance(from));
                let defense = thought.friendly_defense(charts, target);
                let hits = self
                    .over_flank(charts, range, |flank| 1.0 - (1.0 - through(need, defense + flank)).powi(dice.into()));
                let destroys = self.over_flank(charts, range, |flank| {
                    let one = through(need, defense + flank);
                    (1..=dice).map(|n| exactly(dice, n, one) * fragile[target][usize::from(n)]).sum()
                });
                spared[target].0 *= 1.0 - hits;
                spared[target].1 *= 1.0 - destroys;
                let known = step.dangers.iter().position(|danger| (danger.enemy, danger.at) == (enemy, target));
                let at = known.unwrap_or_else(|| {
                    step.dangers.push(Danger { enemy, at: target, fires: 0.0, hits: 0.0, destroys: 0.0 });
                    step.dangers.len() - 1
                });
                let danger = &mut step.dangers[at];
                danger.fires += share;
                danger.hits += share * hits;
                danger.destroys += share * destroys;
            }
            for (risk, (hit, destroyed)) in step.risks.iter_mut().zip(spared) {
                risk.hit += share * (1.0 - hit);
                risk.destroyed += share * (1.0 - destroyed);
            }
        }
        step.dangers.sort_by(|a, b| b.hits.total_cmp(&a.hits));
        step
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
