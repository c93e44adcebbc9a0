//! What may hit us in the enemy's step, and what a Unit is good for.

use crate::attack::attack_dice;
use crate::charts::{Charts, EnemyCard, EnemyOrders, UnitCard, faces};
use crate::damage::Blow;
use crate::enemy::Foreseen;
use crate::ids::{BattalionId, CounterId, Deck, EnemyId, FighterId, Ids};
use crate::map::Hex;
use crate::referee::Referee;
use crate::state::{Leader, Stage, Step};
use crate::talk::{Ask, Choice, Event, Nth};
use crate::words::{Damage, Kind, Model, Skill};
use hulldown_core::Check;
use hulldown_core::check::Rolled;
use hulldown_core::game::Seat;
use hulldown_core::table::{Listed, Pause, Play, Table};

/// What one enemy may do to one of ours before we act again. Chances are parts of 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Danger {
    pub(crate) enemy: EnemyId,
    /// The fighter it attacks.
    pub(crate) at: FighterId,
    /// Those that are alike to it, now and then: which of them it attacks the player says (enemy.attack.3).
    pub(crate) alike: Ids<FighterId>,
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
    /// Whether that is so only if the player lets it be attacked where others are alike to it.
    pub(crate) chosen: bool,
}

/// What one enemy may do in the next enemy step, whomever it attacks. Chances are parts of 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Blows {
    pub(crate) enemy: EnemyId,
    /// It attacks.
    pub(crate) fires: f64,
    /// A hit gets past Defense.
    pub(crate) hits: f64,
    /// What it attacks is Destroyed: of those that are alike the one that suffers most.
    pub(crate) destroys: f64,
}

/// The next enemy step as it can be foreseen.
#[derive(Clone, Debug, Default)]
pub(crate) struct EnemyStep {
    /// Who may attack whom, the likeliest hits first.
    pub(crate) dangers: Vec<Danger>,
    /// By enemy, each that may attack.
    pub(crate) blows: Vec<Blows>,
    /// By fighter.
    pub(crate) risks: Deck<FighterId, Risk>,
}

/// The chance that a d10 shows so much or more.
fn share_from(need: i8) -> f64 {
    f64::from(faces(need)) / 10.0
}

/// The chance that this Defense does not negate a hit.
fn share_past(charts: &Charts, defense: i8) -> f64 {
    f64::from(charts.kills.past(defense)) / 10.0
}

/// How likely 0, 1, 2 and more of so many tries succeed.
fn binomial(tries: usize, chance: f64) -> Vec<f64> {
    let mut so_far = vec![1.0];
    for _ in 0..tries {
        let mut next = vec![0.0; so_far.len() + 1];
        for (successes, likely) in so_far.into_iter().enumerate() {
            next[successes] += likely * (1.0 - chance);
            next[successes + 1] += likely * chance;
        }
        so_far = next;
    }
    so_far
}

/// A table at which nobody sits: what a counter does needs no dice and no answers.
struct Thought;

impl Table<Leader> for Thought {
    const LISTENS: bool = false;

    fn roll(&mut self, _: &Check) -> Play<Rolled> {
        Err(Pause)
    }

    fn choose(&mut self, _: &Leader, _: &'static Charts, _: Seat, _: Ask, _: &Listed<Choice>) -> Play<Choice> {
        Err(Pause)
    }

    fn tell(&mut self, _: impl FnOnce() -> Event) {}
}

impl Leader {
    /// The chance in percent that a fighter that attacks now Destroys an enemy, if it can attack it.
    pub(crate) fn kill_chance(&self, charts: &Charts, fighter: FighterId, enemy: EnemyId) -> Option<u32> {
        let counter = self.battle.enemies.get(enemy)?;
        let (hex, card) = (counter.at()?, counter.card(self, charts));
        let (standing, gunner) = (&self.battle.fighters[fighter], self.gunner(charts, fighter));
        let barred = gunner.barred(standing.moved);
        if barred.or_else(|| self.against_target(charts, fighter, standing.moved, card.target, hex)).is_some() {
            return None;
        }
        let range = standing.at()?.distance(hex);
        let need = gunner.need(standing.moved, card.target, range);
        let with = |skill: Skill| gunner.attacks_with(skill, standing.moved);
        let defense = self.enemy_defense(charts, enemy, !with(Skill::Marksman));
        let dice = usize::from(attack_dice(charts, range, with(Skill::CloseCombat)));
        let through = self.through(charts, need, defense, range, dice);
        Some((100.0 * (1.0 - through[0])).round() as u32)
    }

    /// The chance in percent that the strike that is being called down Destroys an enemy: its Defense counts without cover.
    pub(crate) fn strike_chance(&self, charts: &Charts, enemy: EnemyId) -> Option<u32> {
        let strike = self.battle.strike?;
        let open = self.battle.enemies.holds(enemy) && self.can_strike(charts, strike, enemy);
        let past = || share_past(charts, self.enemy_defense(charts, enemy, false));
        open.then(|| (100.0 * share_from(strike.need) * past()).round() as u32)
    }

    /// The game as it would be if a fighter moved to a hex, be it the one it is in: it has moved, Exposed comes off (damage.ap.exposed2), and
    /// moving while Immobile or farther than its Speed has cost its Commander Stress (damage.he.immobile, commander.skill.7).
    pub(crate) fn as_if_in(&self, charts: &Charts, fighter: FighterId, hex: Hex) -> Leader {
        let mut thought = self.clone();
        let card = self.card(charts, fighter);
        let standing = &mut thought.battle.fighters[fighter];
        let beyond = standing.at().is_some_and(|from| !self.reach(card, from, self.speed_of(card)).has(hex));
        let stress = i8::from(beyond) + i8::from(std::mem::take(&mut standing.immobile));
        (standing.hex, standing.moved, standing.exposed) = (Some(hex), true, None);
        if let Some(commander) = standing.commander {
            thought.commanders[commander].strain(stress);
        }
        thought
    }

    /// The best a fighter can do from where it stands: the chance in percent, and whom it would Destroy.
    pub(crate) fn best_attack(&self, charts: &Charts, fighter: FighterId) -> Option<(u32, EnemyId)> {
        let chances =
            self.battle.enemies.ids().filter_map(|enemy| Some((self.kill_chance(charts, fighter, enemy)?, enemy)));
        chances.max_by_key(|(chance, enemy)| (*chance, std::cmp::Reverse(*enemy)))
    }

    /// Whether a counter that bites Destroys a fighter, whatever else it does.
    fn is_fatal(&self, fighter: FighterId, damage: Damage) -> bool {
        matches!(damage, Damage::Destroyed | Damage::Explosion | Damage::MowedDown) || self.is_second(fighter, damage)
    }

    /// The chance that so many damage counters, drawn one after the other, Destroy a fighter.
    fn destroying(&self, charts: &'static Charts, fighter: FighterId, counters: usize) -> f64 {
        let target = self.card(charts, fighter).target;
        // Counters whose side is the same do the same: any of them stands for all.
        let mut sides = [(0u32, CounterId(0)); Damage::ALL.len()];
        for (row, count) in self.battle.cup.each().filter(|(_, count)| **count > 0) {
            let damage = charts.damage[row].side(target);
            if self.bites(charts, fighter, damage, Blow::Hit(Nth::ONLY)) {
                let side = &mut sides[damage.index()];
                *side = (side.0 + u32::from(*count), row);
            }
        }
        let all: u32 = sides.iter().map(|(count, _)| count).sum();
        if counters == 0 || all == 0 {
            return 0.0;
        }
        let mut destroys = 0.0;
        for (damage, (count, row)) in Damage::ALL.into_iter().zip(sides).filter(|(_, (count, _))| *count > 0) {
            let share = f64::from(count) / f64::from(all);
            if self.is_fatal(fighter, damage) {
                destroys += share;
            } else if counters > 1 {
                let mut hit = self.clone();
                Referee { game: &mut hit, charts, table: &mut Thought }.inflict(fighter, row, damage);
                destroys += share * hit.destroying(charts, fighter, counters - 1);
            }
        }
        destroys
    }

    /// The battle as its next enemy step will find it if nothing else happens; none if no enemy step follows. In the Slow step that is the
    /// next turn's, and the end of this turn lies between (combat.turn.1 to .4).
    fn next_enemy_step(&self, charts: &Charts) -> Option<Leader> {
        let mut then = self.clone();
        match self.stage {
            Stage::Act(Step::Fast) | Stage::Roll | Stage::Enemy => {}
            Stage::Act(Step::Slow) | Stage::TurnEnd => {
                let longer = self.options.tenacity && !self.battle.tenacity;
                if self.battle.turn >= self.battle.last && !longer {
                    return None;
                }
                then.battle.turn += 1;
                then.battle.half |= self.battle_outcome(charts).half;
            }
            _ => return None,
        }
        Some(then)
    }

    /// Why nobody is known who can hit us in the next enemy step, if that is so; nothing is said where there is no battle.
    pub(crate) fn quiet(&self, charts: &'static Charts) -> Option<&'static str> {
        match self.stage {
            Stage::Place | Stage::Orders | Stage::Muster => {
                Some("Who can hit you cannot be told yet: the enemy is not on the field.")
            }
            Stage::Advances | Stage::Strikes => {
                Some("Who can hit you cannot be told yet: enemies still advance, or strikes still come, before turn 1.")
            }
            Stage::Act(_) | Stage::Roll | Stage::Enemy | Stage::TurnEnd => match self.next_enemy_step(charts) {
                None => Some("Nobody: no enemy step follows, the battle ends with this turn."),
                Some(_) => self.dangers(charts).is_empty().then_some(
                    "Nobody: where your Units and the enemy stand now, none can hit you in its next step. A move changes that.",
                ),
            },
            _ => None,
        }
    }

    /// Those of ours one attack may fall on, where the player says on which: each as likely, and hit as easily, as the others.
    pub(crate) fn tied(dangers: &[Danger], danger: &Danger) -> Ids<FighterId> {
        let as_likely = |other: &&Danger| other.enemy == danger.enemy && (other.fires - danger.fires).abs() < 1e-9;
        let tied = dangers.iter().filter(as_likely).filter(|other| other.alike.has(danger.at)).map(|other| other.at);
        let tied: Ids<FighterId> = tied.chain([danger.at]).collect();
        if tied == danger.alike.chain([danger.at]).collect() { tied } else { Ids::NONE }
    }

    /// What each enemy may do in the next enemy step: every fall of the movement die, each enemy by itself, as we stand now. Where a tie is
    /// left to us, it may fall on any of them.
    pub(crate) fn dangers(&self, charts: &'static Charts) -> Vec<Danger> {
        // The attack that is being decided comes first.
        self.decided(charts).chain(self.enemy_step(charts).dangers).collect()
    }

    /// The attack that is being decided: the player names the one of several it falls on.
    pub(crate) fn decided(&self, charts: &'static Charts) -> impl Iterator<Item = Danger> {
        self.battle.attacker.into_iter().flat_map(move |enemy| {
            let targets = self.targets_of(charts, enemy).1;
            let danger = move |target| self.danger_to(charts, enemy, target);
            targets.filter_map(move |target| Some(Danger { alike: targets.but(target), ..danger(target)? }))
        })
    }

    /// The same with what it comes to for each of ours. Enemies act one after the other; that one may change what the next can do is left
    /// out.
    pub(crate) fn enemy_step(&self, charts: &'static Charts) -> EnemyStep {
        self.enemy_step_of(charts, self.battle.enemies.ids().collect())
    }

    /// What an enemy whose turn it is would do to one of ours from where it stands now.
    pub(crate) fn danger_to(&self, charts: &'static Charts, enemy: EnemyId, target: FighterId) -> Option<Danger> {
        let from = self.battle.enemies.get(enemy)?.at()?;
        let range = self.battle.fighters[target].at()?.distance(from);
        let (need, dice) = (self.targets_of(charts, enemy).0, usize::from(charts.numbers.attack.dice));
        let through = self.through(charts, need, self.friendly_defense(charts, target), range, dice);
        let doom = (0..=dice).map(|counters| self.destroying(charts, target, counters));
        let destroys = through.iter().zip(doom).map(|(chance, doom)| chance * doom).sum();
        Some(Danger { enemy, at: target, alike: Ids::NONE, fires: 1.0, hits: 1.0 - through[0], destroys })
    }

    /// The same of some enemies alone.
    pub(crate) fn enemy_step_of(&self, charts: &'static Charts, enemies: Ids<EnemyId>) -> EnemyStep {
        let risks = self.each_fighter(Risk::default());
        let mut step = EnemyStep { dangers: Vec::new(), blows: Vec::new(), risks };
        let Some(mut thought) = self.next_enemy_step(charts) else { return step };
        let now = self.stage == Stage::Enemy;
        let orders: Vec<_> = match thought.movement_roll(charts, false).filter(|_| !now) {
            Some((check, table)) => (1..=check.dice.sides as i8).map(|face| table.at(check.total(face))).collect(),
            None if now => vec![self.battle.orders],
            None => vec![EnemyOrders::HOLD],
        };
        let (share, dice) = (1.0 / orders.len() as f64, usize::from(charts.numbers.attack.dice));
        // What so many counters do to each fighter, once it is asked for.
        let mut doom: Deck<FighterId, Option<Vec<f64>>> = self.each_fighter(None);
        for order in &orders {
            thought.battle.orders = *order;
            let mut spared: Deck<FighterId, (f64, f64)> = self.each_fighter((1.0, 1.0));
            for enemy in enemies {
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
                let from = thought.battle.enemies[enemy].at();
                thought.battle.enemies[enemy] = before;
                let (Some(from), true) = (from, attacks && !targets.is_empty()) else { continue };
                // Of the ones that are alike the player names one: what it may come to at worst.
                let mut worst = (0.0f64, 0.0f64);
                for target in targets {
                    let range = thought.battle.fighters[target].at().map_or(0, |hex| hex.distance(from));
                    let through = thought.through(charts, need, thought.friendly_defense(charts, target), range, dice);
                    let doom = doom[target].get_or_insert_with(|| {
                        (0..=dice).map(|counters| thought.destroying(charts, target, counters)).collect()
                    });
                    let hits = 1.0 - through[0];
                    let destroys = through.iter().zip(doom).map(|(chance, doom)| chance * *doom).sum::<f64>();
                    worst = (worst.0.max(hits), worst.1.max(destroys));
                    spared[target].0 *= 1.0 - hits;
                    spared[target].1 *= 1.0 - destroys;
                    let known = step.dangers.iter().position(|danger| (danger.enemy, danger.at) == (enemy, target));
                    let at = known.unwrap_or_else(|| {
                        let none = Danger { enemy, at: target, alike: Ids::NONE, fires: 0.0, hits: 0.0, destroys: 0.0 };
                        step.dangers.push(none);
                        step.dangers.len() - 1
                    });
                    let danger = &mut step.dangers[at];
                    danger.fires += share;
                    danger.hits += share * hits;
                    danger.destroys += share * destroys;
                    danger.alike = danger.alike.chain(targets.but(target)).collect();
                    step.risks[target].chosen |= !danger.alike.is_empty();
                }
                let known = step.blows.iter().position(|blows| blows.enemy == enemy);
                let at = known.unwrap_or_else(|| {
                    step.blows.push(Blows { enemy, fires: 0.0, hits: 0.0, destroys: 0.0 });
                    step.blows.len() - 1
                });
                let blows = &mut step.blows[at];
                blows.fires += share;
                blows.hits += share * worst.0;
                blows.destroys += share * worst.1;
            }
            for (risk, (hit, destroyed)) in step.risks.iter_mut().zip(&spared) {
                risk.hit += share * (1.0 - hit);
                risk.destroyed += share * (1.0 - destroyed);
            }
        }
        step.dangers.sort_by(|a, b| b.hits.total_cmp(&a.hits));
        step
    }

    /// The same for every fighter.
    fn each_fighter<T: Clone>(&self, value: T) -> Deck<FighterId, T> {
        self.battle.fighters.iter().map(|_| value.clone()).collect()
    }

    /// How likely 0, 1, 2 and more hits get past Defense: what a die needs, the Defense, the range, the number of dice. A flank attack comes
    /// first (opt.flank.1, .2).
    fn through(&self, charts: &Charts, need: i8, defense: i8, range: u8, dice: usize) -> Vec<f64> {
        let numbers = &charts.numbers.flank;
        let flank = match range {
            0 if self.options.flank => share_from(numbers.r0),
            1 if self.options.flank => share_from(numbers.r1),
            _ => 0.0,
        };
        let mut through = vec![0.0; dice + 1];
        for (chance, defense) in [(flank, defense + numbers.defense), (1.0 - flank, defense)] {
            let past = share_past(charts, defense);
            for (hits, some) in binomial(dice, share_from(need)).into_iter().enumerate() {
                for (counters, of_these) in binomial(hits, past).into_iter().enumerate() {
                    through[counters] += chance * some * of_these;
                }
            }
        }
        through
    }

    /// How many counters of each kind a Battalion brings.
    pub(crate) fn met_with(&self, charts: &Charts, battalion: BattalionId) -> impl Iterator<Item = (Kind, i32)> {
        let count = move |kind: Kind| (kind, i32::from(self.listed(charts, battalion, kind)));
        Kind::ALL.into_iter().map(count).filter(|(_, count)| *count > 0)
    }

    /// The counters a Battalion brings: how many of each model, in hundredths; tanks as the cup has them.
    pub(crate) fn counters(&self, charts: &Charts, battalion: BattalionId, each: impl FnMut(i32, &EnemyCard)) {
        self.counters_of(charts, self.met_with(charts, battalion), each);
    }

    fn counters_of(
        &self,
        charts: &Charts,
        met: impl Iterator<Item = (Kind, i32)>,
        mut each: impl FnMut(i32, &EnemyCard),
    ) {
        let nation = self.nation(charts);
        let cup = &charts.cups[self.campaign];
        let tanks: i32 = cup.iter().map(|n| i32::from(*n)).sum::<i32>().max(1);
        for (kind, count) in met {
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
    pub(crate) fn strength(&self, charts: &Charts, battalion: BattalionId) -> i32 {
        let mut points = 0;
        self.counters(charts, battalion, |count, enemy| points += count * i32::from(enemy.points));
        points
    }

    /// The enemy points to be met in this battle, in hundredths, with what cards add and take away.
    pub(crate) fn expected(&self, charts: &Charts) -> i32 {
        let (battle, mut points) = (&self.battle, 0);
        let met = Kind::ALL.into_iter().map(|kind| {
            let listed = i32::from(self.listed(charts, battle.battalion, kind));
            let [more, fewer] = [&battle.mods.add, &battle.mods.remove].map(|by| i32::from(by[kind.index()]));
            (kind, (listed + more - fewer).max(0))
        });
        self.counters_of(charts, met, |count, enemy| points += count * i32::from(enemy.points));
        points
    }

    /// What one attack of a Unit at such a Battalion is likely to bring on average, in hundredths of a point.
    pub(crate) fn prospect(&self, charts: &Charts, card: &UnitCard, battalion: BattalionId) -> i32 {
        let (mut sum, mut counters) = (0, 0);
        self.counters(charts, battalion, |count, enemy| {
            counters += count;
            sum += count * card.likely_chance(charts, enemy) * i32::from(enemy.points) / 100;
        });
        100 * sum / counters.max(1)
    }
}
