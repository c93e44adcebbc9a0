//! Battles: where to stand, whom to shoot at.

use super::{FAR, HIT, LATER, Mind, STRESS, TACTIC};
use crate::attack::NEVER;
use crate::map::Hex;
use crate::state::{MOST_ENEMIES, Stage, Step};
use crate::talk::{Choice, Number};
use crate::words::{Ground, Skill, Target};
use arrayvec::ArrayVec;

/// What a die must show, by range.
type ByRange = [i8; 5];

/// An enemy as the bot looks at it.
struct Foe {
    /// Where it stands.
    hex: Hex,
    /// How it is attacked.
    side: Target,
    points: i32,
    /// What negates a hit, with the cover of its hex.
    defense: i32,
    /// The cover in it.
    cover: i32,
    /// What it needs against each side.
    need: [ByRange; Target::ALL.len()],
    indirect: bool,
    /// Whom it shoots at if nothing changes, the one who thinks left out: what it needs, the Defense, the harm.
    aim: Option<(i8, i8, i32)>,
}

type Foes = ArrayVec<Foe, MOST_ENEMIES>;

/// A fighter as the bot looks at it.
struct Own {
    /// What it needs against each side, without and with moving.
    need: [[ByRange; Target::ALL.len()]; 2],
    /// Whether it may attack, without and with moving, and what that costs.
    cost: [Option<i32>; 2],
    indirect: bool,
    marksman: bool,
    exposed: i8,
    target: Target,
    /// What a hit on it counts.
    hit: i32,
}

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
        // Who is due goes first: nothing need be weighed.
        if let Some(due) = self.options.iter().find(|choice| matches!(choice, Choice::Act(_) | Choice::Lead(_))) {
            return *due;
        }
        let (last, foes) = (self.is_last(step), self.foes());
        self.best(|choice| match choice {
            Choice::Tactic(unit) | Choice::Command(unit) => {
                let fighter = self.fighter(unit);
                let Some(hex) = self.game.battle.fighters[fighter].at() else { return -1 };
                let [now, _] = self.shot(&self.own(fighter), hex, &foes);
                now - if last { 0 } else { TACTIC }
            }
            _ => 0,
        })
    }

    /// Whether nothing comes after this step.
    fn is_last(&self, step: Step) -> bool {
        step == Step::Slow && self.game.battle.turn >= self.game.battle.last
    }

    fn foes(&self) -> Foes {
        let (game, charts) = (self.game, self.charts);
        let mut foes = Foes::new();
        for (enemy, counter) in game.battle.enemies.iter().enumerate() {
            let Some(hex) = counter.at() else { continue };
            let card = counter.card(game, charts);
            let cover = i32::from(game.battle.field.at(hex).cover());
            let need =
                Target::ALL.map(|side| std::array::from_fn(|at| game.enemy_need_at(charts, enemy, side, at as u8)));
            foes.push(Foe {
                hex,
                side: card.target,
                points: i32::from(card.points),
                defense: i32::from(game.enemy_defense(charts, enemy, true)),
                cover,
                need,
                indirect: card.indirect,
                aim: None,
            });
        }
        foes
    }

    fn own(&self, fighter: usize) -> Own {
        let (game, charts) = (self.game, self.charts);
        let card = game.card(charts, fighter);
        let need = [false, true].map(|moved| {
            Target::ALL.map(|side| std::array::from_fn(|at| game.attack_need(charts, fighter, moved, side, at as u8)))
        });
        let cost = [false, true].map(|moved| {
            let allowed = game.against_attacking_if(charts, fighter, moved).is_none();
            allowed.then(|| STRESS * i32::from(game.attack_stress_if(charts, fighter, moved)))
        });
        Own {
            need,
            cost,
            indirect: game.is_indirect(charts, fighter),
            marksman: game.can(charts, fighter, Skill::Marksman),
            exposed: if game.is_exposed(fighter) { charts.numbers.attack.exposed } else { 0 },
            target: card.target,
            hit: HIT[0] + HIT[1] * i32::from(card.so),
        }
    }

    /// The chance in hundredths that such an attack Destroys an enemy.
    fn kill(own: &Own, foe: &Foe, need: i8) -> i32 {
        let defense = (foe.defense - if own.marksman { foe.cover } else { 0 }).clamp(0, 10);
        let past = 100 - i32::from((NEVER - need).clamp(0, 10)) * (10 - defense);
        100 - past * past / 100
    }

    /// The best shot from a hex, in hundredths of a point: without moving, and with.
    fn shot(&self, own: &Own, hex: Hex, foes: &Foes) -> [i32; 2] {
        let mut best = [0, 0];
        for foe in foes {
            let range = hex.distance(foe.hex);
            if range > 4 || self.game.is_open(hex, foe.hex, range, own.indirect).is_some() {
                continue;
            }
            for (best, need) in best.iter_mut().zip(own.need) {
                let need = need[foe.side.index()][usize::from(range)];
                if need < NEVER {
                    *best = (*best).max(Self::kill(own, foe, need) * foe.points);
                }
            }
        }
        let net = |shot: i32, cost: Option<i32>| cost.map_or(0, |cost| (shot - cost).max(0));
        [net(best[0], own.cost[0]), net(best[1], own.cost[1])]
    }

    /// What an enemy's shot at a target in a hex comes to: what it needs, the Defense, the harm in hundredths of a point.
    fn aim(&self, foe: &Foe, target: Target, exposed: i8, hex: Hex, defense: i8, hit: i32) -> Option<(i8, i8, i32)> {
        let range = hex.distance(foe.hex);
        let need = foe.need[target.index()].get(usize::from(range)).map_or(NEVER, |need| (need - exposed).max(1));
        if need >= NEVER || self.game.is_open(foe.hex, hex, range, foe.indirect).is_some() {
            return None;
        }
        let through = 2 * i32::from(NEVER - need) * i32::from(10 - defense.clamp(0, 10));
        Some((need, defense, through * hit / 100))
    }

    /// Finds whom each enemy would shoot at without this fighter.
    fn aims(&self, fighter: usize, foes: &mut Foes) {
        let (game, charts) = (self.game, self.charts);
        for other in (0..game.battle.fighters.len()).filter(|other| *other != fighter) {
            let Some(hex) = game.battle.fighters[other].at() else { continue };
            let card = game.card(charts, other);
            let hit = HIT[0] + HIT[1] * i32::from(card.so);
            let exposed = if game.is_exposed(other) { charts.numbers.attack.exposed } else { 0 };
            let defense = game.friendly_defense(charts, other);
            for foe in foes.iter_mut() {
                if let Some(aim) = self.aim(foe, card.target, exposed, hex, defense, hit)
                    && foe.aim.is_none_or(|known| (aim.0, aim.1) < (known.0, known.1))
                {
                    foe.aim = Some(aim);
                }
            }
        }
    }

    /// What a fighter's standing in a hex changes in what the enemy's fire costs us: it may draw fire from others.
    fn harm(&self, fighter: usize, own: &Own, hex: Hex, foes: &Foes) -> i32 {
        let defense = self.game.friendly_defense_at(self.charts, fighter, Some(hex));
        let harm = |foe: &Foe| match (self.aim(foe, own.target, own.exposed, hex, defense, own.hit), foe.aim) {
            (None, _) => 0,
            (Some(mine), None) => mine.2,
            (Some(mine), Some(other)) if (mine.0, mine.1) < (other.0, other.1) => mine.2 - other.2,
            (Some(_), Some(_)) => 0,
        };
        foes.iter().map(harm).sum()
    }

    /// The hex with the best shot now and next turn, against the fire it draws.
    pub(super) fn walk(&self, unit: Number) -> Choice {
        let fighter = self.fighter(unit);
        let Some(here) = self.game.battle.fighters[fighter].at() else { return Choice::Stay };
        let last = self.game.stage == Stage::Act(Step::Slow) && self.is_last(Step::Slow);
        let (own, mut foes) = (self.own(fighter), self.foes());
        if !last {
            self.aims(fighter, &mut foes);
        }
        let range = self.game.card(self.charts, fighter).range[1].min(2);
        let value = |hex: Hex, moved: bool| {
            let shots = self.shot(&own, hex, &foes);
            let now = shots[usize::from(moved)];
            if last {
                return now;
            }
            let later = shots[0] * LATER / 100;
            // With nothing in range it goes where the enemy is.
            let nearest = foes.iter().map(|foe| foe.hex.distance(hex)).min().unwrap_or(0);
            let far = if shots[0] == 0 { FAR * i32::from(nearest.saturating_sub(range)) } else { 0 };
            now + later - far - self.harm(fighter, &own, hex, &foes)
        };
        let immobile = i32::from(self.game.battle.fighters[fighter].immobile) * STRESS;
        self.best(|choice| match choice {
            Choice::To(hex) => value(hex, true) - immobile - 1,
            Choice::Drive(hex) => value(hex, true) - STRESS - immobile - 1,
            Choice::Stay => value(here, false),
            _ => i32::MIN + 1,
        })
    }

    pub(super) fn shoot(&self, unit: Number) -> Choice {
        let fighter = self.fighter(unit);
        let standing = &self.game.battle.fighters[fighter];
        let Some(from) = standing.at() else { return Choice::Hold };
        let (game, charts) = (self.game, self.charts);
        let stress = STRESS * i32::from(game.attack_stress(charts, fighter));
        let cover = !game.can(charts, fighter, Skill::Marksman);
        self.best(|choice| match choice {
            Choice::Fire(enemy) => {
                let enemy = usize::from(enemy);
                let (counter, card) = (&game.battle.enemies[enemy], game.battle.enemies[enemy].card(game, charts));
                let range = counter.at().map_or(0, |hex| from.distance(hex));
                let need = game.attack_need(charts, fighter, standing.moved, card.target, range);
                let defense = i32::from(game.enemy_defense(charts, enemy, cover)).clamp(0, 10);
                let past = 100 - i32::from((NEVER - need).clamp(0, 10)) * (10 - defense);
                (100 - past * past / 100) * i32::from(card.points) - stress
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
