//! Battles: where to stand, whom to shoot at.

use super::{FAR, HIT, LATER, Mind, STRESS, TACTIC};
use crate::attack::NEVER;
use crate::charts::Arms;
use crate::gunner::{BySide, Fire};
use crate::map::{HEXES, Hex, Hexes, distance};
use crate::state::{Enemy, MOST, Stage, Step};
use crate::talk::{Choice, Number};
use crate::words::{Ground, Skill, Target};
use arrayvec::ArrayVec;

/// An enemy as the bot looks at it.
struct Foe<'a> {
    hex: Hex,
    counter: &'a Enemy,
    arms: &'a Arms,
}

/// A fighter as the bot looks at it.
struct Own {
    /// The least and the greatest range of its attacks on each side.
    ranges: [[u8; 2]; Target::ALL.len()],
    /// What a die must show against each side, by range.
    needs: BySide,
    /// What is added to it in its own hex and beyond: without and with moving.
    changes: [[i8; 2]; 2],
    /// Whether it may attack, without and with moving, and what that costs.
    cost: [Option<i32>; 2],
    indirect: bool,
    marksman: bool,
}

impl Own {
    /// What a shot comes to once it is paid for.
    #[inline]
    fn paid(&self, shot: i16, moved: usize) -> i32 {
        self.cost[moved].map_or(0, |cost| (i32::from(shot) - cost).max(0))
    }
}

/// A fighter as an enemy looks at it.
struct Mark {
    side: usize,
    exposed: i8,
    /// What a hit on it counts.
    hit: i32,
    /// What negates a hit on open ground.
    defense: i8,
}

impl Mark {
    /// What an enemy needs to hit it in a hex.
    #[inline]
    fn need(&self, fire: &Fire<'_>, at: Hex) -> i8 {
        fire.need(self.side, at, self.exposed)
    }

    /// How much an enemy that needs this likes to shoot at it in this cover, the least most: what it needs, then the Defense.
    #[inline]
    fn rank(&self, need: i8, cover: i8) -> i32 {
        i32::from(need) * 256 + i32::from(self.defense + cover)
    }

    /// The harm such a shot does, in hundredths of a point.
    #[inline]
    fn harm(&self, need: i8, cover: i8) -> i32 {
        2 * i32::from(NEVER - need) * (10 - i32::from(self.defense + cover).clamp(0, 10)) * self.hit / 100
    }
}

/// Those an enemy may shoot at instead: where each stands, in which cover.
type Others = ArrayVec<(Hex, i8, Mark), MOST>;

/// The best shot from each hex, in hundredths of a point and not paid for: without moving, and with.
type Shots = [[i16; 2]; HEXES];

/// How many faces of a die hit that needs this.
#[inline]
fn faces(need: i8) -> u8 {
    (NEVER - need).clamp(0, 10) as u8
}

/// The chance in hundredths that two dice with so many faces that hit Destroy an enemy with this Defense.
#[inline]
fn kill(faces: u8, defense: i8) -> i32 {
    i32::from(KILLS[usize::from(faces)][defense.clamp(0, 10) as usize])
}

/// The same for each.
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
    /// The fighter with this number: mostly who acts just now.
    fn fighter(&self, unit: Number) -> usize {
        let acting = self.game.battle.acting.map(usize::from);
        let acting = acting.filter(|fighter| self.game.card(self.charts, *fighter).number == unit.0);
        acting.or_else(|| self.game.fighter_of(self.charts, unit.0)).unwrap_or_default()
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
        let last = self.is_last(step);
        self.best(|choice| match choice {
            Choice::Tactic(unit) | Choice::Command(unit) => {
                let fighter = self.fighter(unit);
                let Some(hex) = self.game.battle.fighters[fighter].at() else { return -1 };
                self.shot(fighter, hex) - if last { 0 } else { TACTIC }
            }
            // It never passes the word: who is done is done.
            Choice::Word(_) => i32::MIN + 1,
            _ => 0,
        })
    }

    /// The best shot of a fighter where it stands, in hundredths of a point.
    fn shot(&self, fighter: usize, from: Hex) -> i32 {
        let (game, charts, nation) = (self.game, self.charts, self.game.nation(self.charts));
        let gunner = game.gunner(charts, fighter);
        if gunner.barred(false).is_some() {
            return 0;
        }
        let open = Target::ALL.map(|side| game.targeted_by(&gunner, from, side));
        let (anywhere, cover) = (open[0].or(open[1]), !gunner.can(Skill::Marksman));
        let (needs, changes, mut best) = (gunner.needs(), gunner.changes(false), 0);
        for enemy in game.battle.enemies_in(anywhere) {
            let counter = &game.battle.enemies[enemy];
            let (Some(hex), arms) = (counter.hex, charts.arms(nation, counter.model)) else { continue };
            let side = arms.target.index();
            if open[side].has(hex) {
                let range = usize::from(from.distance(hex)).min(4);
                let faces = faces(needs[side][range] - changes[usize::from(range > 0)]);
                best = best.max(kill(faces, game.enemy_defense(charts, enemy, cover)) * i32::from(arms.points));
            }
        }
        (best - STRESS * i32::from(gunner.stress(false))).max(0)
    }

    /// Whether nothing comes after this step.
    fn is_last(&self, step: Step) -> bool {
        step == Step::Slow && self.game.battle.turn >= self.game.battle.last
    }

    /// The enemies.
    fn foes(&self) -> impl Iterator<Item = Foe<'_>> {
        let (battle, charts, nation) = (&self.game.battle, self.charts, self.game.nation(self.charts));
        battle.enemies_in(Hexes::ALL).filter_map(move |enemy| {
            let counter = &battle.enemies[enemy];
            Some(Foe { hex: counter.hex?, counter, arms: charts.arms(nation, counter.model) })
        })
    }

    fn own(&self, fighter: usize) -> Own {
        let gunner = self.game.gunner(self.charts, fighter);
        let cost = |moved: bool| gunner.barred(moved).is_none().then(|| STRESS * i32::from(gunner.stress(moved)));
        Own {
            ranges: Target::ALL.map(|side| gunner.ranges(side)),
            needs: gunner.needs(),
            changes: [gunner.changes(false), gunner.changes(true)],
            cost: [cost(false), cost(true)],
            indirect: gunner.is_indirect(),
            marksman: gunner.can(Skill::Marksman),
        }
    }

    fn mark(&self, fighter: usize) -> Mark {
        let (game, charts) = (self.game, self.charts);
        let card = game.card(charts, fighter);
        Mark {
            side: card.target.index(),
            exposed: game.exposed(charts, fighter),
            hit: HIT[0] + HIT[1] * i32::from(card.so),
            defense: game.friendly_defense_at(charts, fighter, None),
        }
    }

    /// The fighters but one.
    fn others(&self, fighter: usize) -> Others {
        let (battle, mut others) = (&self.game.battle, Others::new());
        for (other, standing) in battle.fighters.iter().enumerate() {
            let Some(hex) = standing.at().filter(|_| other != fighter) else { continue };
            others.push((hex, battle.field.cover_in(hex), self.mark(other)));
        }
        others
    }

    /// Shots at an enemy from some hexes, where they are better than those known.
    fn shots(&self, own: &Own, from: Hexes, foe: &Foe<'_>, best: &mut Shots) {
        let side = foe.arms.target.index();
        let [least, most] = own.ranges[side];
        let from = from.and(foe.hex.within(most)).and(self.game.open_to(foe.hex, own.indirect));
        if from.is_empty() {
            return;
        }
        let cover = if own.marksman { 0 } else { self.game.battle.field.cover_in(foe.hex) };
        let defense = self.game.defense_of(foe.arms, cover);
        for range in least..most + 1 {
            let from = from.and(foe.hex.ring(range));
            if from.is_empty() {
                continue;
            }
            let need = own.needs[side][usize::from(range).min(4)];
            let shot = |moved: usize| {
                let faces = faces(need - own.changes[moved][usize::from(range > 0)]);
                (kill(faces, defense) * i32::from(foe.arms.points)) as i16
            };
            let (still, moving) = (shot(0), shot(1));
            for hex in from {
                let best = &mut best[hex.index()];
                *best = [still.max(best[0]), moving.max(best[1])];
            }
        }
    }

    /// What a fighter's standing in each of some hexes changes in what an enemy's fire costs us: it may draw that from others.
    fn draws(&self, mark: &Mark, others: &Others, hexes: Hexes, foe: &Foe<'_>, harm: &mut [i32; HEXES]) {
        let hexes = hexes.and(foe.hex.within(foe.arms.most[mark.side]));
        if hexes.is_empty() {
            return;
        }
        let Some(fire) = self.game.fire(foe.counter, foe.arms, foe.hex) else { return };
        let hexes = hexes.and(fire.open);
        if hexes.is_empty() {
            return;
        }
        // Whom it shoots at otherwise: whom it likes best, of equals the first.
        let (mut liked, mut instead) = (i32::MAX, 0);
        for (hex, cover, other) in others.iter().filter(|(hex, ..)| fire.open.has(*hex)) {
            let need = other.need(&fire, *hex);
            let rank = other.rank(need, *cover);
            if need < NEVER && rank < liked {
                (liked, instead) = (rank, other.harm(need, *cover));
            }
        }
        for hex in hexes {
            let (need, cover) = (mark.need(&fire, hex), self.game.battle.field.cover_in(hex));
            let drawn = need < NEVER && mark.rank(need, cover) < liked;
            harm[hex.index()] += if drawn { mark.harm(need, cover) - instead } else { 0 };
        }
    }

    /// The hex with the best shot now and next turn, against the fire it draws.
    pub(super) fn walk(&self, unit: Number) -> Choice {
        let fighter = self.fighter(unit);
        let Some(here) = self.game.battle.fighters[fighter].at() else { return Choice::Stay };
        let last = self.game.stage == Stage::Act(Step::Slow) && self.is_last(Step::Slow);
        let hexes = self.options.iter().fold(Hexes::one(here), |hexes, choice| match choice {
            Choice::To(hex) | Choice::Drive(hex) => hexes.or(Hexes::one(*hex)),
            _ => hexes,
        });
        let (own, mark) = (self.own(fighter), self.mark(fighter));
        let others = if last { Others::new() } else { self.others(fighter) };
        let (mut enemies, mut shots, mut harm) = (Hexes::NONE, [[0; 2]; HEXES], [0; HEXES]);
        for foe in self.foes() {
            enemies = enemies.or(Hexes::one(foe.hex));
            self.shots(&own, hexes, &foe, &mut shots);
            if !last {
                self.draws(&mark, &others, hexes, &foe, &mut harm);
            }
        }
        let range = self.game.card(self.charts, fighter).range[1].min(2);
        let value = |hex: Hex, moved: bool| {
            let moved = usize::from(moved);
            let now = own.paid(shots[hex.index()][moved], moved);
            if last {
                return now;
            }
            let still = own.paid(shots[hex.index()][0], 0);
            // With nothing in range it goes where the enemy is.
            let far =
                if still == 0 { FAR * i32::from(distance(hex, enemies).unwrap_or(0).saturating_sub(range)) } else { 0 };
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
        let (game, charts, nation) = (self.game, self.charts, self.game.nation(self.charts));
        let gunner = game.gunner(charts, fighter);
        let stress = STRESS * i32::from(gunner.stress(standing.moved));
        let (needs, changes) = (gunner.needs(), gunner.changes(standing.moved));
        let cover = !gunner.can(Skill::Marksman);
        self.best(|choice| match choice {
            // Only those that can be attacked are offered.
            Choice::Fire(enemy) => {
                let enemy = usize::from(enemy);
                let counter = &game.battle.enemies[enemy];
                let arms = charts.arms(nation, counter.model);
                let range = counter.at().map_or(0, |hex| usize::from(from.distance(hex)).min(4));
                let faces = faces(needs[arms.target.index()][range] - changes[usize::from(range > 0)]);
                kill(faces, game.enemy_defense(charts, enemy, cover)) * i32::from(arms.points) - stress
            }
            _ => 0,
        })
    }

    /// Whether a Unit of its own rides on a partner's Transport: if it cannot shoot at anything from where it stands.
    pub(super) fn rides(&self, unit: Number) -> Choice {
        let fighter = self.fighter(unit);
        let Some(hex) = self.game.battle.fighters[fighter].at() else { return Choice::Yes };
        if self.shot(fighter, hex) > 0 { Choice::No } else { Choice::Yes }
    }

    /// A turn more if it can still bring something.
    pub(super) fn tenacity(&self) -> Choice {
        let card = self.game.battalion_card(self.charts, usize::from(self.game.battle.battalion));
        let points = self.game.points(self.charts);
        let short = points > u16::from(card.destroyed) && points <= u16::from(card.destroyed) + 5;
        if short { Choice::Yes } else { Choice::No }
    }
}
