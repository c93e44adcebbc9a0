//! Battles: where to stand, whom to shoot at.

use super::Mind;
use crate::attack::{NEVER, Stand};
use crate::map::Hex;
use crate::state::{MOST_ENEMIES, Step};
use crate::talk::{Choice, Number};
use crate::words::{Ground, Skill};

/// Whom an enemy shoots at, as far as can be seen: what it needs, the Defense of its target, what the shot comes to.
type Aim = Option<(i8, i8, i32)>;

impl Mind<'_> {
    fn fighter(&self, unit: Number) -> usize {
        self.game.fighter_of(self.charts, unit.0).unwrap_or_default()
    }

    /// Cover; then the middle, where more is in reach.
    pub(super) fn place(&self, _: Number) -> Choice {
        self.best(|choice| {
            let Choice::Place(hex) = choice else { return 0 };
            2 * i32::from(self.game.battle.field.at(hex).cover()) + i32::from(matches!(hex.id(), 62 | 63))
        })
    }

    /// Into better cover a row ahead.
    pub(super) fn order(&self, unit: Number) -> Choice {
        let fighter = self.fighter(unit);
        let cover = |hex: Hex| match self.game.battle.field.at(hex) {
            Ground::Water => -1,
            ground => i32::from(ground.cover()),
        };
        let here = self.game.battle.fighters[fighter].hex.map_or(0, cover);
        self.best(|choice| match choice {
            Choice::To(hex) if hex.row() >= 4 => 2 * (cover(hex) - here),
            Choice::Stay => 1,
            _ => -1,
        })
    }

    pub(super) fn worth(&self, choice: Choice) -> i32 {
        let Choice::Fire(enemy) = choice else { return 0 };
        i32::from(self.game.battle.enemies[usize::from(enemy)].card(self.game, self.charts).points)
    }

    /// Of targets that are alike to the enemy the one that is missed least.
    pub(super) fn spares(&self, choice: Choice) -> i32 {
        let Choice::Unit(unit) = choice else { return 0 };
        let fighter = self.fighter(unit);
        let damaged = self.game.unit(fighter).is_damaged();
        -i32::from(self.game.card(self.charts, fighter).so) - 10 * i32::from(damaged)
    }

    /// Who is due acts; a Tactic is spent where it promises something.
    pub(super) fn act(&self, step: Step) -> Choice {
        let last = self.is_last(step);
        self.best(|choice| match choice {
            Choice::Act(_) => 100_000,
            Choice::Lead(_) => 90_000,
            Choice::Tactic(unit) | Choice::Command(unit) => {
                let fighter = self.fighter(unit);
                let Some(hex) = self.game.battle.fighters[fighter].at() else { return -1 };
                let (now, _) = self.shot(fighter, Stand { hex, moved: false });
                let dear = if last { 0 } else { self.taste.tactic };
                now - dear
            }
            _ => 0,
        })
    }

    /// Whether nothing comes after this step.
    fn is_last(&self, step: Step) -> bool {
        step == Step::Slow && self.game.battle.turn >= self.game.battle.last
    }

    /// The chance in hundredths that an attack Destroys an enemy, if one is possible.
    fn kill(&self, fighter: usize, stand: Stand, enemy: usize, moving: i8) -> Option<[i32; 2]> {
        let need = self.game.attack_need(self.charts, fighter, stand, enemy)?;
        let cover = !self.game.can(self.charts, fighter, Skill::Marksman);
        let defense = i32::from(self.game.enemy_defense(self.charts, enemy, cover)).clamp(0, 10);
        let chance = |need: i8| {
            let hits = i32::from((NEVER - need).clamp(0, 10));
            let past = 100 - hits * (10 - defense);
            100 - past * past / 100
        };
        Some([chance(need), chance(need + moving)])
    }

    /// The best shot of a fighter standing so, in hundredths of a point: if it has not moved, and if it has.
    fn shot(&self, fighter: usize, stand: Stand) -> (i32, i32) {
        let moving = -self.game.card(self.charts, fighter).move_attack;
        let mut best = [0, 0];
        let unmoved = Stand { moved: false, ..stand };
        for enemy in 0..self.game.battle.enemies.len() {
            if let Some(kill) = self.kill(fighter, unmoved, enemy, moving) {
                let worth = self.prize(enemy);
                best = [best[0].max(kill[0] * worth), best[1].max(kill[1] * worth)];
            }
        }
        let allowed = |moved| self.game.against_attacking_if(self.charts, fighter, moved).is_none();
        let stress = |moved| self.taste.stress * i32::from(self.game.attack_stress_if(self.charts, fighter, moved));
        let net = |shot: i32, moved| if allowed(moved) { (shot - stress(moved)).max(0) } else { 0 };
        (net(best[0], false), net(best[1], true))
    }

    /// What an enemy is worth: its points.
    fn prize(&self, enemy: usize) -> i32 {
        i32::from(self.game.battle.enemies[enemy].card(self.game, self.charts).points)
    }

    /// What an enemy's shot at a fighter in a hex comes to: what it needs, the Defense, the harm in hundredths of a point.
    fn aim(&self, enemy: usize, fighter: usize, hex: Hex) -> Aim {
        let need = self.game.enemy_need_at(self.charts, enemy, fighter, hex)?;
        let defense = self.game.friendly_defense_at(self.charts, fighter, Some(hex));
        let card = self.game.card(self.charts, fighter);
        let hit = self.taste.hit[0] + self.taste.hit[1] * i32::from(card.so);
        let through = 2 * i32::from(NEVER - need) * i32::from(10 - defense.clamp(0, 10));
        Some((need, defense, through * hit / 100))
    }

    /// What a fighter's standing in a hex does to what the enemy's fire costs us: it may draw fire from others.
    fn harm(&self, fighter: usize, hex: Hex, others: &[Aim; MOST_ENEMIES]) -> i32 {
        let mut harm = 0;
        for (enemy, other) in others.iter().enumerate().take(self.game.battle.enemies.len()) {
            let Some(mine) = self.aim(enemy, fighter, hex) else { continue };
            harm += match *other {
                None => mine.2,
                Some(other) if (mine.0, mine.1) < (other.0, other.1) => mine.2 - other.2,
                Some(_) => 0,
            };
        }
        harm
    }

    /// Whom each enemy would shoot at without this fighter.
    fn without(&self, fighter: usize) -> [Aim; MOST_ENEMIES] {
        let mut aims: [Aim; MOST_ENEMIES] = [None; MOST_ENEMIES];
        for (enemy, best) in aims.iter_mut().enumerate().take(self.game.battle.enemies.len()) {
            for other in (0..self.game.battle.fighters.len()).filter(|other| *other != fighter) {
                let Some(hex) = self.game.battle.fighters[other].at() else { continue };
                let aim = self.aim(enemy, other, hex);
                let better = match (*best, aim) {
                    (None, Some(_)) => true,
                    (Some(old), Some(new)) => (new.0, new.1) < (old.0, old.1),
                    _ => false,
                };
                if better {
                    *best = aim;
                }
            }
        }
        aims
    }

    /// The hex with the best shot now and next turn, against the fire it draws.
    pub(super) fn walk(&self, unit: Number) -> Choice {
        let fighter = self.fighter(unit);
        let Some(here) = self.game.battle.fighters[fighter].at() else { return Choice::Stay };
        let slow = self.game.stage == crate::state::Stage::Act(Step::Slow);
        let last = slow && self.is_last(Step::Slow);
        let others = if last { [None; MOST_ENEMIES] } else { self.without(fighter) };
        let value = |hex: Hex, moved: bool| {
            let (stays, moves) = self.shot(fighter, Stand { hex, moved: false });
            let now = if moved { moves } else { stays };
            if last {
                return now;
            }
            let later = stays * self.taste.later / 100;
            let far = if stays == 0 { self.taste.far * self.nearest(fighter, hex) } else { 0 };
            now + later - far - self.harm(fighter, hex, &others)
        };
        let immobile = i32::from(self.game.battle.fighters[fighter].immobile) * self.taste.stress;
        self.best(|choice| match choice {
            Choice::To(hex) => value(hex, true) - immobile - 1,
            Choice::Drive(hex) => value(hex, true) - self.taste.stress - immobile - 1,
            Choice::Stay => value(here, false),
            _ => i32::MIN + 1,
        })
    }

    /// How far the nearest enemy is beyond range.
    fn nearest(&self, fighter: usize, hex: Hex) -> i32 {
        let range = self.game.card(self.charts, fighter).range[1].min(2);
        let enemies = self.game.battle.enemies.iter().filter_map(|enemy| enemy.at());
        let nearest = enemies.map(|enemy| enemy.distance(hex)).min().unwrap_or(0);
        i32::from(nearest.saturating_sub(range))
    }

    pub(super) fn shoot(&self, unit: Number) -> Choice {
        let fighter = self.fighter(unit);
        let standing = &self.game.battle.fighters[fighter];
        let Some(hex) = standing.at() else { return Choice::Hold };
        let stand = Stand { hex, moved: standing.moved };
        let stress = self.taste.stress * i32::from(self.game.attack_stress(self.charts, fighter));
        self.best(|choice| match choice {
            Choice::Fire(enemy) => {
                let enemy = usize::from(enemy);
                let kill = self.kill(fighter, stand, enemy, 0).map_or(0, |kill| kill[0]);
                kill * self.prize(enemy) - stress
            }
            _ => 0,
        })
    }

    /// A turn more if it can still bring something.
    pub(super) fn tenacity(&self) -> Choice {
        let card = self.game.battalion_card(self.charts, usize::from(self.game.battle.battalion));
        let points = self.game.points(self.charts);
        let short = points > u16::from(card.destroyed) && points <= u16::from(card.destroyed) + 5;
        if short { Choice::Yes } else { Choice::No }
    }
}
