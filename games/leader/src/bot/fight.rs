//! Battles: where to stand, whom to shoot at.

use super::{FAR, HIT, LATER, Mind, STRESS, TACTIC};
use crate::attack::{NEVER, UNABLE};
use crate::charts::Arms;
use crate::gunner::Fire;
use crate::ids::FighterId;
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
    /// What its Defense adds to how much it is liked.
    defense: i16,
    /// What each face of a die that hits costs, in ten-thousandths of a point.
    face: u16,
}

/// How much an enemy likes to shoot at somebody, the least most: what it needs on a die in the high byte, then his Defense, then, in the
/// low bits, which of those looked at together he is.
type Liking = i16;

/// How much it likes to shoot at nobody: no more than at somebody it cannot hit.
const NOBODY: Liking = (NEVER as Liking) << 8;

/// How many fighters are looked at together.
const TOGETHER: usize = 8;

/// The bits that tell them apart.
const WHICH: Liking = TOGETHER as Liking - 1;

impl Mark {
    /// Somebody a hit on whom counts so much, with this to negate it.
    #[inline]
    fn new(hit: u16, defense: i8, dice: u8) -> Mark {
        // A hit counts if the die for Defense does not negate it.
        let past = (10 - defense.clamp(0, 10)) as u16;
        Mark { defense: i16::from((defense + 16).clamp(0, 31)) * TOGETHER as i16, face: u16::from(dice) * past * hit }
    }

    /// How much an enemy that needs this likes to shoot at him.
    #[inline]
    fn liking(self, need: i8) -> Liking {
        (Liking::from(need) << 8) + self.defense
    }
}

/// The harm a shot does that needs this on a die, 10 at most, in hundredths of a point.
#[inline]
fn harm_of(need: i8, face: u16) -> i32 {
    (((NEVER - need) as u32).wrapping_mul(u32::from(face)) / 100) as i32
}

/// The kinds of cover there are, with one to spare.
const COVERS: usize = 4;

/// Some of those an enemy may shoot at instead, figure by figure.
struct Others {
    count: usize,
    hex: [Hex; TOGETHER],
    side: [u8; TOGETHER],
    exposed: [Liking; TOGETHER],
    defense: [Liking; TOGETHER],
    face: [u16; TOGETHER],
}

impl Others {
    fn none(hex: Hex) -> Others {
        let none = [0; TOGETHER];
        Others {
            count: 0,
            hex: [hex; TOGETHER],
            side: [0; TOGETHER],
            exposed: none,
            defense: none,
            face: [0; TOGETHER],
        }
    }

    /// Whom of them an enemy likes best, of equals the first.
    #[inline]
    fn liked(&self, fire: &Fire) -> Liking {
        let mut needs = [Liking::from(UNABLE); TOGETHER];
        let standing = self.side.iter().zip(&self.hex);
        for (need, (side, hex)) in needs.iter_mut().zip(standing).take(self.count) {
            *need = fire.need_if_open(*side, *hex).into();
        }
        let liking = |other: usize| ((needs[other] - self.exposed[other]).max(1) << 8) + self.defense[other];
        std::array::from_fn::<Liking, TOGETHER, _>(liking).into_iter().fold(NOBODY, Liking::min)
    }
}

/// All of them.
type Rest = ArrayVec<Others, { MOST.div_ceil(TOGETHER) }>;

/// Who moves, as an enemy looks at him: in each cover.
struct Mover {
    side: usize,
    exposed: i8,
    marks: [Mark; COVERS],
}

/// The best shot from each hex, in hundredths of a point and not paid for: without moving, and with.
type Shots = [[i16; 2]; HEXES];

/// How many faces of a die hit that needs this.
#[inline]
fn faces(need: i8) -> u8 {
    (NEVER - need).clamp(0, 10) as u8
}

impl Mind<'_> {
    /// The fighter with this number: mostly who acts just now.
    fn fighter(&self, unit: Number) -> FighterId {
        let acting = self.view.battle().acting;
        let acting = acting.filter(|fighter| self.view.card(*fighter).number == unit);
        acting.or_else(|| self.view.fighter_of(unit)).unwrap_or_default()
    }

    /// Cover; then the middle, where more is in reach.
    pub(super) fn place(&self, _: Number) -> Choice {
        self.best(|choice| {
            let Choice::Place(hex) = choice else { return 0 };
            2 * i32::from(self.view.battle().field.at(hex).cover()) + i32::from(matches!(hex.id(), 62 | 63))
        })
    }

    /// Into better cover a row ahead.
    pub(super) fn order(&self, unit: Number) -> Choice {
        let fighter = self.fighter(unit);
        let cover = |hex: Hex| match self.view.battle().field.at(hex) {
            Ground::Water => -1,
            ground => i32::from(ground.cover()),
        };
        let here = self.view.battle().fighters[fighter].hex.map_or(0, cover);
        self.best(|choice| match choice {
            Choice::To(hex) if hex.row() >= 4 => 2 * (cover(hex) - here),
            Choice::Stay => 1,
            _ => -1,
        })
    }

    pub(super) fn worth(&self, choice: Choice) -> i32 {
        let Choice::Fire(enemy) = choice else { return 0 };
        let model = self.view.battle().enemies[enemy].model;
        i32::from(self.view.charts.arms(self.view.nation(), model).points)
    }

    /// Of targets that are alike to the enemy the one that is missed least.
    pub(super) fn spares(&self, choice: Choice) -> i32 {
        let Choice::Unit(unit) = choice else { return 0 };
        let fighter = self.fighter(unit);
        let damaged = self.view.unit(fighter).is_damaged();
        -i32::from(self.view.card(fighter).so) - 10 * i32::from(damaged)
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
                let Some(hex) = self.view.battle().fighters[fighter].at() else { return -1 };
                self.shot(fighter, hex) - if last { 0 } else { TACTIC }
            }
            // It never passes the word: who is done is done.
            Choice::Word(_) => i32::MIN + 1,
            _ => 0,
        })
    }

    /// The best shot of a fighter where it stands, in hundredths of a point.
    fn shot(&self, fighter: FighterId, from: Hex) -> i32 {
        let (view, charts, nation) = (self.view, self.view.charts, self.view.nation());
        let gunner = view.gunner(fighter);
        if gunner.barred(false).is_some() {
            return 0;
        }
        let open = Target::ALL.map(|side| view.targeted_by(&gunner, from, side));
        let (anywhere, cover) = (open[0].or(open[1]), !gunner.can(Skill::Marksman));
        let (needs, changes, mut best) = (gunner.needs(), gunner.changes(false), 0);
        for enemy in view.battle().enemies_in(anywhere) {
            let counter = &view.battle().enemies[enemy];
            let (Some(hex), arms) = (counter.hex, charts.arms(nation, counter.model)) else { continue };
            let side = arms.target.index();
            if open[side].has(hex) {
                let range = usize::from(from.distance(hex)).min(4);
                let faces = faces(needs[side][range] - changes[usize::from(range > 0)]);
                let ground = if cover { view.battle().field.cover_in(hex) } else { 0 };
                best = best.max(
                    i32::from(charts.kills.chance(faces, view.enemy_defense(arms, ground))) * i32::from(arms.points),
                );
            }
        }
        (best - STRESS * i32::from(gunner.stress(false))).max(0)
    }

    /// Whether nothing comes after this step.
    fn is_last(&self, step: Step) -> bool {
        step == Step::Slow && self.view.battle().turn >= self.view.battle().last
    }

    /// Lists the enemies.
    #[inline]
    fn foes<'a>(&'a self, foes: &mut Foes<'a>) {
        let (battle, charts, nation) = (self.view.battle(), self.view.charts, self.view.nation());
        let mut known = [Hexes::NONE; Model::ALL.len()];
        for counter in &*battle.enemies {
            let (Some(hex), known) = (counter.at(), &mut known[counter.model.index()]) else { continue };
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

    fn own(&self, fighter: FighterId) -> Own {
        let gunner = self.view.gunner(fighter);
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

    /// What a hit on a fighter counts.
    #[inline]
    fn hit(&self, fighter: FighterId) -> u16 {
        HIT[0] + HIT[1] * u16::from(self.view.card(fighter).so)
    }

    /// Lists the fighters but one.
    #[inline]
    fn others(&self, fighter: FighterId, rest: &mut Rest) {
        let (view, battle, dice) = (self.view, self.view.battle(), self.view.charts.numbers.attack.dice);
        for (other, standing) in battle.fighters.each() {
            let Some(hex) = standing.at().filter(|_| other != fighter) else { continue };
            if rest.last().is_none_or(|some| some.count == TOGETHER) {
                rest.push(Others::none(hex));
            }
            let Some(some) = rest.last_mut() else { continue };
            let at = some.count % TOGETHER;
            let mark = Mark::new(self.hit(other), view.friendly_defense(other) + battle.field.cover_in(hex), dice);
            some.hex[at] = hex;
            some.side[at] = view.card(other).target.index() as u8;
            some.exposed[at] = view.exposed(other).into();
            some.defense[at] = mark.defense + at as Liking;
            some.face[at] = mark.face;
            some.count = at + 1;
        }
    }

    /// Shots at an enemy from some hexes, where they are better than those known.
    fn shots(&self, own: &Own, from: Hexes, foe: &Foe<'_>, best: &mut Shots) {
        let side = foe.arms.target.index();
        let [least, most] = own.ranges[side];
        let from = from.and(foe.hex.between(least, most)).and(self.view.open_to(foe.hex, own.indirect));
        if from.is_empty() {
            return;
        }
        let cover = if own.marksman { 0 } else { self.view.battle().field.cover_in(foe.hex) };
        let kills = self.view.charts.kills.against(self.view.enemy_defense(foe.arms, cover));
        let shot = |faces: u8| i16::from(kills[usize::from(faces) % kills.len()]) * i16::from(foe.arms.points);
        for hex in from {
            let [still, moving] = own.faces[side][foe.hex.column_to(hex)];
            let best = &mut best[hex.index()];
            *best = [shot(still).max(best[0]), shot(moving).max(best[1])];
        }
    }

    /// What a fighter's standing in each of some hexes changes in what an enemy's fire costs us: it may draw that from others.
    fn draws(&self, mover: &Mover, rest: &Rest, hexes: Hexes, foe: &Foe<'_>, harm: &mut [i32; HEXES]) {
        let hexes = hexes.and(foe.hex.between(0, foe.arms.most[mover.side]));
        if hexes.is_empty() {
            return;
        }
        let Some(fire) = self.view.fire(foe.counter, foe.arms, foe.hex) else { return };
        let hexes = hexes.and(fire.open);
        if hexes.is_empty() {
            return;
        }
        // Whom it shoots at otherwise, and what that costs.
        let (mut liked, mut instead) = (NOBODY, 0);
        for others in rest {
            let best = others.liked(&fire);
            if best & !WHICH < liked {
                liked = best & !WHICH;
                instead = harm_of((best >> 8) as i8, others.face[(best & WHICH) as usize]);
            }
        }
        for hex in hexes {
            let mark = mover.marks[self.view.battle().field.cover_in(hex) as usize % COVERS];
            let need = fire.need(mover.side, hex, mover.exposed);
            let drawn = mark.liking(need) < liked;
            harm[hex.index()] += if drawn { foe.count * (harm_of(need, mark.face) - instead) } else { 0 };
        }
    }

    /// The hex with the best shot now and next turn, against the fire it draws.
    pub(super) fn walk(&self, unit: Number) -> Choice {
        let fighter = self.fighter(unit);
        let Some(here) = self.view.battle().fighters[fighter].at() else { return Choice::Stay };
        let last = self.view.stage() == Stage::Act(Step::Slow) && self.is_last(Step::Slow);
        let hexes = self.options.iter().fold(Hexes::one(here), |hexes, choice| match choice {
            Choice::To(hex) | Choice::Drive(hex) => hexes.or(Hexes::one(*hex)),
            _ => hexes,
        });
        let own = self.own(fighter);
        let (hit, open) = (self.hit(fighter), self.view.friendly_defense(fighter));
        let dice = self.view.charts.numbers.attack.dice;
        let mover = Mover {
            side: self.view.card(fighter).target.index(),
            exposed: self.view.exposed(fighter),
            marks: std::array::from_fn(|cover| Mark::new(hit, open + cover as i8, dice)),
        };
        let (mut foes, mut rest) = (Foes::new(), Rest::new());
        self.foes(&mut foes);
        if !last {
            self.others(fighter, &mut rest);
        }
        let (mut enemies, mut shots, mut harm) = (Hexes::NONE, [[0; 2]; HEXES], [0; HEXES]);
        for foe in &foes {
            enemies = enemies.or(Hexes::one(foe.hex));
            self.shots(&own, hexes, foe, &mut shots);
            if !last {
                self.draws(&mover, &rest, hexes, foe, &mut harm);
            }
        }
        let range = self.view.card(fighter).range[1].min(2);
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
        let immobile = i32::from(self.view.battle().fighters[fighter].immobile) * STRESS;
        self.best(|choice| match choice {
            Choice::To(hex) => value(hex, true) - immobile - 1,
            Choice::Drive(hex) => value(hex, true) - STRESS - immobile - 1,
            Choice::Stay => value(here, false),
            _ => i32::MIN + 1,
        })
    }

    pub(super) fn shoot(&self, unit: Number) -> Choice {
        let fighter = self.fighter(unit);
        let standing = &self.view.battle().fighters[fighter];
        let Some(from) = standing.at() else { return Choice::Hold };
        let (view, charts, nation) = (self.view, self.view.charts, self.view.nation());
        let gunner = view.gunner(fighter);
        let stress = STRESS * i32::from(gunner.stress(standing.moved));
        let (needs, changes) = (gunner.needs(), gunner.changes(standing.moved));
        let cover = !gunner.can(Skill::Marksman);
        self.best(|choice| match choice {
            // Only those that can be attacked are offered.
            Choice::Fire(enemy) => {
                let counter = &view.battle().enemies[enemy];
                let arms = charts.arms(nation, counter.model);
                let range = counter.at().map_or(0, |hex| usize::from(from.distance(hex)).min(4));
                let faces = faces(needs[arms.target.index()][range] - changes[usize::from(range > 0)]);
                let ground = counter.hex.filter(|_| cover).map_or(0, |hex| view.battle().field.cover_in(hex));
                i32::from(charts.kills.chance(faces, view.enemy_defense(arms, ground))) * i32::from(arms.points)
                    - stress
            }
            _ => 0,
        })
    }

    /// Whether a Unit of its own rides on a partner's Transport: if it cannot shoot at anything from where it stands.
    pub(super) fn rides(&self, unit: Number) -> Choice {
        let fighter = self.fighter(unit);
        let Some(hex) = self.view.battle().fighters[fighter].at() else { return Choice::Yes };
        if self.shot(fighter, hex) > 0 { Choice::No } else { Choice::Yes }
    }

    /// A turn more if it can still bring something.
    pub(super) fn tenacity(&self) -> Choice {
        let card = self.view.battalion_card(self.view.battle().battalion);
        let points = self.view.points();
        let short = points > u16::from(card.destroyed) && points <= u16::from(card.destroyed) + 5;
        if short { Choice::Yes } else { Choice::No }
    }
}
