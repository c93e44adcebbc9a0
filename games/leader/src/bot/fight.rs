//! Battles: where to stand, whom to shoot at.

use super::{FAR, HIT, LATER, Mind, STRESS, TACTIC};
use crate::attack::{NEVER, UNABLE};
use crate::charts::{Armory, Arms, Charts, UnitCard};
use crate::gunner::{Aim, Fire, Gunner, Liking, NOBODY, Needs, liking};
use crate::ids::{EnemyId, FighterId, Id, Ids};
use crate::map::{HEXES, Hex, Hexes, Span, distance};
use crate::state::{BySide, Enemy, MOST, MOST_ENEMIES, Stage, Step};
use crate::talk::{Choice, Number};
use crate::words::{Ground, Owner, Skill, Target};
use arrayvec::ArrayVec;

/// An enemy as the bot looks at it.
struct Foe<'a> {
    hex: Hex,
    counter: &'a Enemy,
    arms: &'a Arms,
}

/// A fighter as the bot looks at it.
struct Own {
    /// The ranges of its attacks on each side.
    reach: [Span; Target::ALL.len()],
    /// What it needs on a die: without and with moving.
    needs: [Needs; 2],
    /// What an attack costs, without and with moving: more than any is worth if it may not attack.
    cost: [i32; 2],
    indirect: bool,
    marksman: bool,
}

/// More than any shot is worth.
const BARRED: i32 = 1 << 20;

/// A fighter as an enemy looks at it, in some cover.
#[derive(Clone, Copy)]
struct AsTarget {
    /// What its Defense adds to how much it is liked.
    defense: i16,
    /// What each face of a die that hits costs, in ten-thousandths of a point.
    face: u16,
}

/// How many fighters are looked at together.
const TOGETHER: usize = 8;

/// The bits of a [`Liking`] that tell them apart, below those of Defense.
const WHICH: Liking = TOGETHER as Liking - 1;

impl AsTarget {
    /// Somebody a hit on whom counts so much, with this to negate it.
    #[inline]
    fn new(charts: &Charts, hit: u16, defense: i8) -> AsTarget {
        let (dice, rank) = (charts.numbers.attack.dice, charts.kills.rank_of(defense));
        let face = u16::from(dice) * u16::from(charts.kills.past_rank(rank)) * hit;
        AsTarget { defense: Liking::from(rank) * TOGETHER as Liking, face }
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
    aim: [Aim; TOGETHER],
    exposed: [Liking; TOGETHER],
    defense: [Liking; TOGETHER],
    face: [u16; TOGETHER],
}

impl Others {
    fn none(hex: Hex) -> Others {
        let none = [0; TOGETHER];
        Others {
            count: 0,
            aim: [Aim::at(Target::Ap, hex); TOGETHER],
            exposed: none,
            defense: none,
            face: [0; TOGETHER],
        }
    }

    /// Whom of them an enemy likes best, of equals the first.
    #[inline]
    #[expect(clippy::needless_range_loop, reason = "three rows side by side cost less by their places than zipped")]
    fn liked(&self, fire: &Fire) -> Liking {
        let mut needs = [Liking::from(UNABLE); TOGETHER];
        for other in 0..self.count.min(TOGETHER) {
            needs[other] = fire.need_if_open(self.aim[other]).into();
        }
        let liked = |other: usize| liking((needs[other] - self.exposed[other]).max(1), self.defense[other]);
        std::array::from_fn::<Liking, TOGETHER, _>(liked).into_iter().fold(Liking::MAX, Liking::min)
    }
}

/// All of them.
type Rest = ArrayVec<Others, { MOST.div_ceil(TOGETHER) }>;

/// Who moves, as an enemy looks at him: in each cover.
struct Mover {
    side: Target,
    exposed: i8,
    marks: [AsTarget; COVERS],
}

/// The best shot from each hex, in hundredths of a point and not paid for: without moving, and with. One that does not pay is as good as
/// none: that is worth what a shot costs.
type Shots = [[i32; 2]; HEXES];

/// Room for every distance there is.
const DISTANCES: usize = 8;

/// Enemies who matter to somebody who moves.
struct Foes {
    /// Those that can be shot at from some hex he can be in.
    aimed: Ids<EnemyId>,
    /// Those that can shoot at him in one.
    reaching: Ids<EnemyId>,
    /// How many of each there are: counters that are alike in one hex, set up one after the other, are looked at once.
    count: [u8; MOST_ENEMIES],
    /// Where all enemies are.
    hexes: Hexes,
}

impl Mind<'_> {
    /// The fighter with this number.
    fn fighter(&self, unit: Number) -> FighterId {
        self.view.fighter_of(unit).unwrap_or_default()
    }

    /// Who moves or attacks just now: nobody else is asked about.
    #[inline]
    fn acting(&self, unit: Number) -> FighterId {
        let acting = self.view.battle().acting;
        acting.unwrap_or_else(|| self.fighter(unit))
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

    /// The Commander's, which is lost with him; but not a Command Tactic where a Tactic does.
    pub(super) fn counter(&self, unit: Number, command: bool) -> Choice {
        let standing = &self.view.battle().fighters[self.fighter(unit)];
        let plain = !command && standing.tactics > 0 && standing.his_tactics == 0;
        Choice::Counter(if plain { Owner::Unit } else { Owner::Commander })
    }

    /// The best shot of a fighter where it stands, in hundredths of a point.
    fn shot(&self, fighter: FighterId, from: Hex) -> i32 {
        let (view, charts, nation) = (self.view, self.view.charts, self.view.nation());
        let gunner = view.gunner(fighter);
        if gunner.barred(false).is_some() {
            return 0;
        }
        let open = view.targeted_by(&gunner, from, false);
        let (anywhere, cover) = (open[0].or(open[1]), !gunner.can(Skill::Marksman));
        let stress = gunner.stress(false);
        let (needs, mut best) = (gunner.needs(false, stress), 0);
        for enemy in view.battle().enemies_in(anywhere) {
            let counter = &view.battle().enemies[enemy];
            let (Some(hex), arms) = (counter.hex, charts.arms(nation, counter.model)) else { continue };
            if open[arms.target.index()].has(hex) {
                let need = needs.at(arms.target, from, hex);
                let ground = if cover { view.battle().field.cover_in(hex) } else { 0 };
                best = best.max(
                    i32::from(charts.kills.against(view.enemy_defense(arms, ground)).chance(need))
                        * i32::from(arms.points),
                );
            }
        }
        (best - STRESS * i32::from(stress)).max(0)
    }

    /// Whether nothing comes after this step.
    fn is_last(&self, step: Step) -> bool {
        step == Step::Slow && self.view.battle().turn >= self.view.battle().last
    }

    /// An enemy as the bot looks at it, wherever it is.
    #[inline]
    fn foe<'b>(&'b self, armory: Armory<'b>, enemy: EnemyId) -> Option<Foe<'b>> {
        let counter = &self.view.battle().enemies[enemy];
        Some(Foe { hex: counter.hex?, counter, arms: armory.of(counter.model) })
    }

    #[inline]
    fn own(&self, gunner: &Gunner<'_>) -> Own {
        let cap = self.view.battle().mods.range_cap;
        let reach = |side: Target| {
            let [least, most] = gunner.ranges(side);
            Span::new(least, most.min(cap))
        };
        let stress = [gunner.stress(false), gunner.stress(true)];
        let cost = |moved: bool| match gunner.barred(moved) {
            Some(_) => BARRED,
            None => STRESS * i32::from(stress[usize::from(moved)]),
        };
        // Most lose nothing of their aim by the Stress of moving.
        let still = gunner.needs(false, stress[0]);
        let moving = if stress[1] == stress[0] { still.moved(gunner.moving()) } else { gunner.needs(true, stress[1]) };
        Own {
            reach: Target::ALL.map(reach),
            needs: [still, moving],
            cost: [cost(false), cost(true)],
            indirect: gunner.is_indirect(false),
            marksman: gunner.can(Skill::Marksman),
        }
    }

    /// What a hit on a fighter counts.
    #[inline]
    fn hit(&self, card: &UnitCard) -> u16 {
        HIT[0] + HIT[1] * u16::from(card.so)
    }

    /// Lists the fighters but one, who is here.
    #[inline]
    fn others(&self, fighter: FighterId, here: Hex, rest: &mut Rest) {
        let (view, battle) = (self.view, self.view.battle());
        for (other, standing) in battle.fighters.each() {
            if rest.last().is_none_or(|some| some.count == TOGETHER) {
                rest.push(Others::none(here));
            }
            let Some(some) = rest.last_mut() else { return };
            // Who does not count is overwritten by the next: nobody could guess who he is.
            let counts = standing.at().is_some() & (other != fighter);
            let (at, card) = (some.count % TOGETHER, view.units()[standing.unit].card(view.charts));
            let hex = standing.hex.unwrap_or(here);
            let mark =
                AsTarget::new(view.charts, self.hit(card), view.friendly_defense(card) + battle.field.cover_in(hex));
            some.aim[at] = Aim::at(card.target, hex);
            some.exposed[at] = view.exposed(standing).into();
            some.defense[at] = mark.defense + at as Liking;
            some.face[at] = mark.face;
            some.count = at + usize::from(counts);
        }
    }

    /// The hexes from which somebody can shoot at an enemy.
    #[inline]
    fn shown(&self, own: &Own, foe: &Foe<'_>) -> Hexes {
        let reach = own.reach[foe.arms.target.index()];
        foe.hex.across(reach).and(self.view.battle().field.open_to(foe.hex, own.indirect))
    }

    /// The hexes an enemy can attack, and those in which it reaches somebody who moves there.
    #[inline]
    fn reaches(&self, mover: &Mover, foe: &Foe<'_>) -> [Hexes; 2] {
        let open = self.view.open_from(foe.hex, foe.arms.indirect);
        [open, foe.hex.between(0, foe.arms.most[mover.side.index()]).and(open)]
    }

    /// The enemies that matter in some hexes. Nobody could guess which do: so there is no branch for each.
    #[inline]
    fn foes(&self, armory: Armory<'_>, own: &Own, mover: &Mover, hexes: Hexes) -> Foes {
        let (aimed, reaching, count) = (Ids::NONE, Ids::NONE, [0; MOST_ENEMIES]);
        let mut foes = Foes { aimed, reaching, count, hexes: Hexes::NONE };
        let mut before: Option<(EnemyId, Foe<'_>)> = None;
        for enemy in self.view.battle().active() {
            let Some(foe) = self.foe(armory, enemy) else { continue };
            let (first, alike) = match &before {
                Some((first, before)) => {
                    let alike = before.counter.is_like(foe.counter);
                    (if alike { *first } else { enemy }, alike)
                }
                None => (enemy, false),
            };
            foes.hexes = foes.hexes.or(Hexes::one(foe.hex));
            foes.count[first.index() % MOST_ENEMIES] += 1;
            foes.aimed.add_if(enemy, !alike & !self.shown(own, &foe).and(hexes).is_empty());
            let [_, reached] = self.reaches(mover, &foe);
            foes.reaching.add_if(enemy, !alike & !reached.and(hexes).is_empty() & foe.counter.can_attack(foe.arms));
            before = Some((first, foe));
        }
        foes
    }

    /// Shots at an enemy from some hexes, where they are better than those known.
    #[inline]
    fn shots(&self, own: &Own, hexes: Hexes, foe: &Foe<'_>, best: &mut Shots) {
        let (side, shown) = (foe.arms.target, self.shown(own, foe));
        let cover = if own.marksman { 0 } else { self.view.battle().field.cover_in(foe.hex) };
        let kills = self.view.charts.kills.against(self.view.enemy_defense(foe.arms, cover));
        for hex in hexes {
            // A shot from where it cannot be made is worth nothing: cheaper than to guess from where it can.
            let points = i32::from(foe.arms.points) * i32::from(shown.has(hex));
            let shot = |needs: &Needs| i32::from(kills.chance(needs.at(side, foe.hex, hex))) * points;
            let best = &mut best[hex.index()];
            *best = [shot(&own.needs[0]).max(best[0]), shot(&own.needs[1]).max(best[1])];
        }
    }

    /// What a fighter's standing in each of some hexes changes in what the fire of so many such enemies costs us: it may draw that from
    /// others.
    #[inline]
    fn draws(&self, mover: &Mover, rest: &Rest, hexes: Hexes, foe: &Foe<'_>, count: u8, harm: &mut [i32; HEXES]) {
        let [open, reached] = self.reaches(mover, foe);
        let Some(fire) = self.view.fire(foe.counter, foe.arms, foe.hex, open) else { return };
        // Whom it shoots at otherwise, and what that costs.
        let (mut liked, mut face) = (NOBODY, 0);
        for others in rest {
            let best = others.liked(&fire);
            let his = others.face[(best & WHICH) as usize];
            face = if best & !WHICH < liked { his } else { face };
            liked = liked.min(best & !WHICH);
        }
        let instead = harm_of((liked >> 8) as i8, face);
        for hex in hexes.and(reached) {
            let mark = mover.marks[self.view.battle().field.cover_in(hex) as usize % COVERS];
            let need = fire.need(BySide::row_of(mover.side), hex, mover.exposed);
            let drawn = liking(need.into(), mark.defense) < liked;
            harm[hex.index()] += i32::from(count) * i32::from(drawn) * (harm_of(need, mark.face) - instead);
        }
    }

    /// The hex with the best shot now and next turn, against the fire it draws.
    pub(super) fn walk(&self, unit: Number) -> Choice {
        let (view, fighter) = (self.view, self.acting(unit));
        let (battle, charts) = (view.battle(), view.charts);
        let standing = &battle.fighters[fighter];
        let Some(here) = standing.at() else { return Choice::Stay };
        let last = view.stage() == Stage::Act(Step::Slow) && self.is_last(Step::Slow);
        let to = |choice: &Choice| match choice {
            Choice::To(hex) | Choice::Drive(hex) => Some(*hex),
            _ => None,
        };
        let hexes = self.options.iter().map(to).collect::<Hexes>().or(Hexes::one(here));
        let (own, card) = (self.own(&view.gunner(fighter)), view.card(fighter));
        let (hit, open) = (self.hit(card), view.friendly_defense(card));
        let mark = |cover| AsTarget::new(charts, hit, open + cover);
        let heaviest = mark(2);
        let mover =
            Mover { side: card.target, exposed: view.exposed(standing), marks: [mark(0), mark(1), heaviest, heaviest] };
        let mut rest = Rest::new();
        if !last {
            self.others(fighter, here, &mut rest);
        }
        let armory = charts.armory(view.nation());
        let foes = self.foes(armory, &own, &mover, hexes);
        let (mut shots, mut harm) = ([own.cost; HEXES], [0; HEXES]);
        for foe in foes.aimed.filter_map(|enemy| self.foe(armory, enemy)) {
            self.shots(&own, hexes, &foe, &mut shots);
        }
        if !last {
            for enemy in foes.reaching {
                let Some(foe) = self.foe(armory, enemy) else { continue };
                let count = foes.count[enemy.index() % MOST_ENEMIES];
                self.draws(&mover, &rest, hexes, &foe, count, &mut harm);
            }
        }
        let range = i32::from(card.range[1].min(2));
        let far: [i32; DISTANCES] = std::array::from_fn(|distance| FAR * (distance as i32 - range).max(0));
        let value = |hex: Hex, moved: bool| {
            let (shot, moved) = (&shots[hex.index()], usize::from(moved));
            let now = shot[moved] - own.cost[moved];
            if last {
                return now;
            }
            let still = shot[0] - own.cost[0];
            // With nothing in range it goes where the enemy is.
            let far = far[usize::from(distance(hex, foes.hexes).unwrap_or(0)) % DISTANCES];
            let later = (still as u32 * LATER / 100) as i32 - far * i32::from(still == 0);
            now + later - harm[hex.index()]
        };
        let immobile = i32::from(standing.immobile) * STRESS;
        self.best(|choice| {
            let (hex, moved, cost) = match choice {
                Choice::To(hex) => (hex, true, immobile + 1),
                Choice::Drive(hex) => (hex, true, STRESS + immobile + 1),
                Choice::Stay => (here, false, 0),
                _ => return i32::MIN + 1,
            };
            value(hex, moved) - cost
        })
    }

    pub(super) fn shoot(&self, unit: Number) -> Choice {
        let (view, fighter) = (self.view, self.acting(unit));
        let (battle, charts, nation) = (view.battle(), view.charts, view.nation());
        let standing = &battle.fighters[fighter];
        let Some(from) = standing.at() else { return Choice::Hold };
        let gunner = view.gunner(fighter);
        let stress = gunner.stress(standing.moved);
        let (needs, stress) = (gunner.needs(standing.moved, stress), STRESS * i32::from(stress));
        let cover = !gunner.can(Skill::Marksman);
        self.best(|choice| match choice {
            // Only those that can be attacked are offered.
            Choice::Fire(enemy) => {
                let counter = &battle.enemies[enemy];
                let (Some(hex), arms) = (counter.hex, charts.arms(nation, counter.model)) else { return 0 };
                let need = needs.at(arms.target, from, hex);
                let ground = if cover { battle.field.cover_in(hex) } else { 0 };
                i32::from(charts.kills.against(view.enemy_defense(arms, ground)).chance(need)) * i32::from(arms.points)
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
