//! Battles: where to stand, whom to shoot at.

use super::{FAR, HIT, LATER, Mind, STRESS, TACTIC};
use crate::attack::NEVER;
use crate::charts::Arms;
use crate::gunner::Fire;
use crate::map::{HEXES, Hex, Hexes, distance};
use crate::state::{Enemy, MOST, MOST_ENEMIES, Stage, Step};
use crate::talk::{Choice, Number};
use crate::words::{Ground, Model, Skill, Target};
use arrayvec::ArrayVec;

/// An enemy as the bot looks at it.
struct Foe<'a> {
    hex: Hex,
    counter: &'a Enemy,
    arms: &'a Arms,
    /// How many of them there are: the same counters in the same hex are looked at once.
    count: i32,
}

/// The enemies, each kind in each hex once.
type Foes<'a> = ArrayVec<Foe<'a>, MOST_ENEMIES>;

/// A fighter as the bot looks at it.
struct Own {
    /// The least and the greatest range of its attacks on each side.
    ranges: [[u8; 2]; Target::ALL.len()],
    /// How many faces of a die hit each side at each range: without and with moving.
    faces: [[[u8; 2]; 5]; Target::ALL.len()],
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

/// A fighter as an enemy looks at it, in some cover.
#[derive(Clone, Copy)]
struct Mark {
    side: u8,
    exposed: i8,
    /// What negates a hit.
    defense: i8,
    /// What a hit on it counts.
    hit: u16,
    /// What each face of a die that hits costs, in ten-thousandths of a point.
    face: u16,
}

impl Mark {
    /// The same behind so much more cover.
    #[inline]
    fn behind(self, cover: i8) -> Mark {
        let defense = self.defense + cover;
        // Two dice; a hit counts if the die for Defense does not negate it.
        let face = 2 * (10 - defense.clamp(0, 10)) as u16 * self.hit;
        Mark { defense, face, ..self }
    }

    /// What an enemy needs to hit it in a hex.
    #[inline]
    fn need(self, fire: &Fire, at: Hex) -> i8 {
        fire.need(usize::from(self.side), at, self.exposed)
    }

    /// How much an enemy that needs this likes to shoot at it, the least most: what it needs, then the Defense.
    #[inline]
    fn rank(self, need: i8) -> i32 {
        i32::from(need) * 256 + i32::from(self.defense)
    }

    /// The harm such a shot does, in hundredths of a point.
    #[inline]
    fn harm(self, need: i8) -> i32 {
        (u32::from(faces(need)) * u32::from(self.face) / 100) as i32
    }
}

/// The kinds of cover there are, with one to spare.
const COVERS: usize = 4;

/// Those an enemy may shoot at instead: where each stands.
type Others = ArrayVec<(Hex, Mark), MOST>;

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
    i32::from(kills(defense)[usize::from(faces) % ROOM])
}

/// The same by faces.
#[inline]
fn kills(defense: i8) -> &'static [u8; ROOM] {
    &KILLS[defense.clamp(0, 10) as usize]
}

/// Room for the faces of a die and none of them.
const ROOM: usize = 16;

static KILLS: [[u8; ROOM]; 11] = {
    let (mut kills, mut defense) = ([[0; ROOM]; 11], 0);
    while defense <= 10 {
        let mut faces = 0;
        while faces <= 10 {
            let past = 100 - faces * (10 - defense);
            kills[defense][faces] = (100 - past * past / 100) as u8;
            faces += 1;
        }
        defense += 1;
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

    /// Lists the enemies.
    #[inline]
    fn foes<'a>(&'a self, foes: &mut Foes<'a>) {
        let (battle, charts, nation) = (&self.game.battle, self.charts, self.game.nation(self.charts));
        let mut known = [Hexes::NONE; Model::ALL.len()];
        for enemy in battle.enemies_in(Hexes::ALL) {
            let counter = &battle.enemies[enemy];
            let (Some(hex), known) = (counter.hex, &mut known[counter.model.index()]) else { continue };
            if known.has(hex) {
                let alike = |foe: &&mut Foe<'_>| {
                    (foe.hex, foe.counter.model, foe.counter.moved) == (hex, counter.model, counter.moved)
                };
                if let Some(foe) = foes.iter_mut().find(alike) {
                    foe.count += 1;
                    continue;
                }
            }
            *known = known.or(Hexes::one(hex));
            foes.push(Foe { hex, counter, arms: charts.arms(nation, counter.model), count: 1 });
        }
    }

    fn own(&self, fighter: usize) -> Own {
        let gunner = self.game.gunner(self.charts, fighter);
        let cost = |moved: bool| gunner.barred(moved).is_none().then(|| STRESS * i32::from(gunner.stress(moved)));
        let (needs, changes) = (gunner.needs(), [gunner.changes(false), gunner.changes(true)]);
        let hitting = |side: Target, range: usize| {
            changes.map(|changes| faces(needs[side.index()][range] - changes[usize::from(range > 0)]))
        };
        Own {
            ranges: Target::ALL.map(|side| gunner.ranges(side)),
            faces: Target::ALL.map(|side| std::array::from_fn(|range| hitting(side, range))),
            cost: [cost(false), cost(true)],
            indirect: gunner.is_indirect(),
            marksman: gunner.can(Skill::Marksman),
        }
    }

    /// A fighter as an enemy looks at it, in this cover.
    #[inline]
    fn mark(&self, fighter: usize, cover: i8) -> Mark {
        let (game, charts) = (self.game, self.charts);
        let card = game.card(charts, fighter);
        Mark {
            side: card.target.index() as u8,
            exposed: game.exposed(charts, fighter),
            defense: game.friendly_defense_at(charts, fighter, None),
            hit: HIT[0] + HIT[1] * u16::from(card.so),
            face: 0,
        }
        .behind(cover)
    }

    /// Lists the fighters but one.
    #[inline]
    fn others(&self, fighter: usize, others: &mut Others) {
        let battle = &self.game.battle;
        for (other, standing) in battle.fighters.iter().enumerate() {
            let Some(hex) = standing.at().filter(|_| other != fighter) else { continue };
            others.push((hex, self.mark(other, battle.field.cover_in(hex))));
        }
    }

    /// Shots at an enemy from some hexes, where they are better than those known.
    fn shots(&self, own: &Own, from: Hexes, foe: &Foe<'_>, best: &mut Shots) {
        let side = foe.arms.target.index();
        let [least, most] = own.ranges[side];
        let too_close = if least > 0 { foe.hex.within(least - 1) } else { Hexes::NONE };
        let from = from.and(foe.hex.within(most)).without(too_close);
        let from = from.and(self.game.open_to(foe.hex, own.indirect));
        if from.is_empty() {
            return;
        }
        let cover = if own.marksman { 0 } else { self.game.battle.field.cover_in(foe.hex) };
        let kills = kills(self.game.defense_of(foe.arms, cover));
        let shot = |faces: u8| i16::from(kills[usize::from(faces) % ROOM]) * i16::from(foe.arms.points);
        for hex in from {
            let [still, moving] = own.faces[side][foe.hex.column_to(hex)];
            let best = &mut best[hex.index()];
            *best = [shot(still).max(best[0]), shot(moving).max(best[1])];
        }
    }

    /// What a fighter's standing in each of some hexes changes in what an enemy's fire costs us: it may draw that from others.
    fn draws(&self, marks: &[Mark; COVERS], others: &Others, hexes: Hexes, foe: &Foe<'_>, harm: &mut [i32; HEXES]) {
        let hexes = hexes.and(foe.hex.within(foe.arms.most[usize::from(marks[0].side)]));
        if hexes.is_empty() {
            return;
        }
        let Some(fire) = self.game.fire(foe.counter, foe.arms, foe.hex) else { return };
        let hexes = hexes.and(fire.open);
        if hexes.is_empty() {
            return;
        }
        // Whom it shoots at otherwise: whom it likes best, of equals the first.
        let (mut liked, mut instead) = (i32::MAX, None);
        for at in others {
            let (hex, other) = *at;
            let need = other.need(&fire, hex);
            let rank = other.rank(need);
            if fire.open.has(hex) & (need < NEVER) & (rank < liked) {
                (liked, instead) = (rank, Some(at));
            }
        }
        let instead = instead.map_or(0, |(hex, other)| other.harm(other.need(&fire, *hex)));
        for hex in hexes {
            let mark = marks[self.game.battle.field.cover_in(hex) as usize % COVERS];
            let need = mark.need(&fire, hex);
            let drawn = (need < NEVER) & (mark.rank(need) < liked);
            harm[hex.index()] += if drawn { foe.count * (mark.harm(need) - instead) } else { 0 };
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
        let own = self.own(fighter);
        let open = self.mark(fighter, 0);
        let marks: [Mark; COVERS] = std::array::from_fn(|cover| open.behind(cover as i8));
        let (mut foes, mut others) = (Foes::new(), Others::new());
        self.foes(&mut foes);
        if !last {
            self.others(fighter, &mut others);
        }
        let (mut enemies, mut shots, mut harm) = (Hexes::NONE, [[0; 2]; HEXES], [0; HEXES]);
        for foe in &foes {
            enemies = enemies.or(Hexes::one(foe.hex));
            self.shots(&own, hexes, foe, &mut shots);
            if !last {
                self.draws(&marks, &others, hexes, foe, &mut harm);
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
                let ground = counter.hex.filter(|_| cover).map_or(0, |hex| game.battle.field.cover_in(hex));
                kill(faces, game.defense_of(arms, ground)) * i32::from(arms.points) - stress
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
