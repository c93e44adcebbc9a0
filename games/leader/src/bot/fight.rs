//! Battles: where to stand, whom to shoot at.

use super::{FAR, HIT, LATER, Mind, STRESS, TACTIC};
use crate::attack::{ByRange, Gunner, NEVER};
use crate::charts::Arms;
use crate::map::{HEXES, Hex, Hexes, nearest};
use crate::state::{Leader, MOST_ENEMIES, Stage, Step};
use crate::talk::{Choice, Number};
use crate::words::{Ground, Skill, Target};
use arrayvec::ArrayVec;

/// An enemy as the bot looks at it.
struct Foe<'a> {
    /// Where it stands.
    hex: Hex,
    arms: &'a Arms,
    /// What negates a hit, without the cover of its hex.
    defense: i8,
    /// The cover in it.
    cover: i8,
    /// What moving and cards change in its dice.
    moved: i8,
    cards: &'a [ByRange; Target::ALL.len()],
    /// The hexes in which it can attack each side.
    reach: [Hexes; Target::ALL.len()],
    /// Whom it shoots at if nothing changes, the one who thinks left out.
    aim: Aim,
}

type Foes<'a> = ArrayVec<Foe<'a>, MOST_ENEMIES>;

/// A shot of an enemy.
#[derive(Clone, Copy)]
struct Aim {
    /// How much an enemy likes it, the least most: what it needs, then the Defense.
    rank: i32,
    /// The harm in hundredths of a point.
    harm: i32,
}

impl Aim {
    /// At nobody.
    const NONE: Aim = Aim { rank: i32::MAX, harm: 0 };
}

/// A fighter as the bot looks at it.
struct Own<'a> {
    /// As it attacks without and with moving.
    gunner: [Gunner<'a>; 2],
    /// Whether it may attack, without and with moving, and what that costs.
    cost: [Option<i32>; 2],
    indirect: bool,
    marksman: bool,
}

/// A fighter as an enemy looks at it.
struct Mark {
    target: Target,
    exposed: i8,
    /// What a hit on it counts.
    hit: i32,
    /// What negates a hit on open ground.
    defense: i8,
}

/// The best shot from each hex, in hundredths of a point: without moving, and with.
type Shots = [[i16; HEXES]; 2];

/// The chance in hundredths that two dice that need this Destroy an enemy with this Defense.
#[inline]
fn kill(need: i8, defense: i8) -> i32 {
    i32::from(KILLS[(NEVER - need).clamp(0, 10) as usize][defense.clamp(0, 10) as usize])
}

/// The same by how many faces hit, and by the Defense.
static KILLS: [[u8; 11]; 11] = {
    let (mut kills, mut faces) = ([[0; 11]; 11], 0);
    while faces <= 10 {
        let mut defense = 0;
        while defense <= 10 {
            let past = 100 - faces * (10 - defense);
            kills[faces][defense] = (100 - past * past / 100) as u8;
            defense += 1;
        }
        faces += 1;
    }
    kills
};

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
        let (last, mut foes) = (self.is_last(step), Foes::new());
        self.look(&mut foes);
        self.best(|choice| match choice {
            Choice::Tactic(unit) | Choice::Command(unit) => {
                let fighter = self.fighter(unit);
                let Some(hex) = self.game.battle.fighters[fighter].at() else { return -1 };
                let [now, _] = self.shots(&self.own(fighter), Hexes::one(hex), &foes);
                i32::from(now[hex.index()]) - if last { 0 } else { TACTIC }
            }
            // It never passes the word: who is done is done.
            Choice::Word(_) => i32::MIN + 1,
            _ => 0,
        })
    }

    /// Whether nothing comes after this step.
    fn is_last(&self, step: Step) -> bool {
        step == Step::Slow && self.game.battle.turn >= self.game.battle.last
    }

    /// Looks at every enemy.
    fn look<'a>(&'a self, foes: &mut Foes<'a>) {
        let (game, charts, nation) = (self.game, self.charts, self.game.nation(self.charts));
        for counter in &game.battle.enemies {
            let Some(hex) = counter.at() else { continue };
            let (arms, kind) = (charts.arms(nation, counter.model), counter.model.kind().index());
            let moved = Leader::enemy_moved(charts, counter);
            let open = if moved.is_some() { game.open_from(hex, arms.indirect) } else { Hexes::NONE };
            foes.push(Foe {
                hex,
                arms,
                defense: arms.defense + game.battle.mods.enemy_defense[kind],
                cover: game.battle.field.at(hex).cover(),
                moved: moved.unwrap_or(0),
                cards: &game.battle.mods.enemy_attack[kind],
                reach: [open.and(hex.within(arms.most[0])), open.and(hex.within(arms.most[1]))],
                aim: Aim::NONE,
            });
        }
    }

    fn own(&self, fighter: usize) -> Own<'_> {
        let (game, charts) = (self.game, self.charts);
        let cost = |moved: bool| {
            let allowed = game.against_attacking_if(charts, fighter, moved).is_none();
            allowed.then(|| STRESS * i32::from(game.attack_stress_if(charts, fighter, moved)))
        };
        Own {
            gunner: [game.gunner(charts, fighter, false), game.gunner(charts, fighter, true)],
            cost: [cost(false), cost(true)],
            indirect: game.is_indirect(charts, fighter),
            marksman: game.can(charts, fighter, Skill::Marksman),
        }
    }

    fn mark(&self, fighter: usize) -> Mark {
        let (game, charts) = (self.game, self.charts);
        let card = game.card(charts, fighter);
        Mark {
            target: card.target,
            exposed: if game.is_exposed(fighter) { charts.numbers.attack.exposed } else { 0 },
            hit: HIT[0] + HIT[1] * i32::from(card.so),
            defense: game.friendly_defense_at(charts, fighter, None),
        }
    }

    /// The best shots from some hexes.
    fn shots(&self, own: &Own<'_>, from: Hexes, foes: &Foes<'_>) -> Shots {
        let mut best = [[0; HEXES]; 2];
        let range = Target::ALL.map(|side| own.gunner[0].ranges(side));
        for foe in foes {
            let side = foe.arms.target;
            let [least, most] = range[side.index()];
            let from = from.and(foe.hex.within(most));
            if least > most || from.is_empty() {
                continue;
            }
            let from = from.and(self.game.open_to(foe.hex, own.indirect));
            let defense = foe.defense + if own.marksman { 0 } else { foe.cover };
            for range in least..=most.min(4) {
                let from = from.and(foe.hex.ring(range));
                if from.is_empty() {
                    continue;
                }
                let shot = |gunner: &Gunner<'_>| {
                    (kill(gunner.need_within(side, range), defense) * i32::from(foe.arms.points)) as i16
                };
                let (still, moving) = (shot(&own.gunner[0]), shot(&own.gunner[1]));
                for hex in from {
                    best[0][hex.index()] = best[0][hex.index()].max(still);
                    best[1][hex.index()] = best[1][hex.index()].max(moving);
                }
            }
        }
        for (best, cost) in best.iter_mut().zip(own.cost) {
            match cost {
                Some(cost) => best.iter_mut().for_each(|best| *best = (*best - cost as i16).max(0)),
                None => *best = [0; HEXES],
            }
        }
        best
    }

    /// An enemy's shot at somebody in a hex in which it can attack such a target.
    #[inline]
    fn aim(&self, foe: &Foe<'_>, mark: &Mark, hex: Hex) -> Aim {
        let (side, range) = (mark.target.index(), usize::from(hex.distance(foe.hex)).min(4));
        let need = (foe.arms.need[side][range] - foe.moved - foe.cards[side][range] - mark.exposed).max(1);
        if need >= NEVER {
            return Aim::NONE;
        }
        let defense = i32::from(mark.defense + self.game.battle.field.at(hex).cover());
        let through = 2 * i32::from(NEVER - need) * (10 - defense.clamp(0, 10));
        Aim { rank: i32::from(need) * 256 + defense, harm: through * mark.hit / 100 }
    }

    /// Finds whom each enemy would shoot at without this fighter.
    fn aims(&self, fighter: usize, foes: &mut Foes<'_>) {
        for (other, standing) in self.game.battle.fighters.iter().enumerate() {
            let Some(hex) = standing.at().filter(|_| other != fighter) else { continue };
            let mark = self.mark(other);
            for foe in foes.iter_mut().filter(|foe| foe.reach[mark.target.index()].has(hex)) {
                let aim = self.aim(foe, &mark, hex);
                if aim.rank < foe.aim.rank {
                    foe.aim = aim;
                }
            }
        }
    }

    /// What a fighter's standing in each of some hexes changes in what the enemy's fire costs us: it may draw fire from others.
    fn harm(&self, mark: &Mark, hexes: Hexes, foes: &Foes<'_>) -> [i32; HEXES] {
        let mut harm = [0; HEXES];
        for foe in foes {
            for hex in hexes.and(foe.reach[mark.target.index()]) {
                let mine = self.aim(foe, mark, hex);
                if mine.rank < foe.aim.rank {
                    harm[hex.index()] += mine.harm - foe.aim.harm;
                }
            }
        }
        harm
    }

    /// The hex with the best shot now and next turn, against the fire it draws.
    pub(super) fn walk(&self, unit: Number) -> Choice {
        let fighter = self.fighter(unit);
        let Some(here) = self.game.battle.fighters[fighter].at() else { return Choice::Stay };
        let last = self.game.stage == Stage::Act(Step::Slow) && self.is_last(Step::Slow);
        let (own, mut foes) = (self.own(fighter), Foes::new());
        self.look(&mut foes);
        let hexes = self.options.iter().fold(Hexes::one(here), |hexes, choice| match choice {
            Choice::To(hex) | Choice::Drive(hex) => hexes.or(Hexes::one(*hex)),
            _ => hexes,
        });
        let shots = self.shots(&own, hexes, &foes);
        let mut harm = [0; HEXES];
        if !last {
            self.aims(fighter, &mut foes);
            harm = self.harm(&self.mark(fighter), hexes, &foes);
        }
        let range = self.game.card(self.charts, fighter).range[1].min(2);
        let enemies = foes.iter().fold(Hexes::NONE, |hexes, foe| hexes.or(Hexes::one(foe.hex)));
        let value = |hex: Hex, moved: bool| {
            let still = i32::from(shots[0][hex.index()]);
            let now = i32::from(shots[usize::from(moved)][hex.index()]);
            if last {
                return now;
            }
            // With nothing in range it goes where the enemy is.
            let far = if still == 0 {
                let nearest = nearest(hex, enemies).first().map_or(0, |enemy| enemy.distance(hex));
                FAR * i32::from(nearest.saturating_sub(range))
            } else {
                0
            };
            now + still * LATER / 100 - far - harm[hex.index()]
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
        let gunner = game.gunner(charts, fighter, standing.moved);
        self.best(|choice| match choice {
            Choice::Fire(enemy) => {
                let enemy = usize::from(enemy);
                let (counter, arms) = (&game.battle.enemies[enemy], game.battle.enemies[enemy].arms(game, charts));
                let range = counter.at().map_or(0, |hex| from.distance(hex));
                let need = gunner.need(arms.target, range);
                kill(need, game.enemy_defense(charts, enemy, cover)) * i32::from(arms.points) - stress
            }
            _ => 0,
        })
    }

    /// Whether a Unit of its own rides on a partner's Transport: if it cannot shoot at anything from where it stands.
    pub(super) fn rides(&self, unit: Number) -> Choice {
        let fighter = self.fighter(unit);
        let Some(hex) = self.game.battle.fighters[fighter].at() else { return Choice::Yes };
        let mut foes = Foes::new();
        self.look(&mut foes);
        let [now, _] = self.shots(&self.own(fighter), Hexes::one(hex), &foes);
        if now[hex.index()] > 0 { Choice::No } else { Choice::Yes }
    }

    /// A turn more if it can still bring something.
    pub(super) fn tenacity(&self) -> Choice {
        let card = self.game.battalion_card(self.charts, usize::from(self.game.battle.battalion));
        let points = self.game.points(self.charts);
        let short = points > u16::from(card.destroyed) && points <= u16::from(card.destroyed) + 5;
        if short { Choice::Yes } else { Choice::No }
    }
}
