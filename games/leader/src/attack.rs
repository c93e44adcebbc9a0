//! Attacks of both sides: who can attack whom, what a die must show, Defense, flanks.

use crate::charts::headings::{DEFENSE, RANGES};
use crate::charts::{Arms, Charts, Numbers, UnitCard};
use crate::damage::Blow;
use crate::gunner::Gunner;
use crate::ids::{EnemyId, FighterId};
use crate::map::{Hex, Hexes};
use crate::referee::Referee;
use crate::rules::rule;
use crate::sources::cover_rule;
use crate::state::{Commander, Enemy, Fighter, Leader, Mods, Nerve};
use crate::talk::{AimedAt, Attacker, Event, Nth};
use crate::words::{Ground, Skill, Strain, Target};
use hulldown_core::Check;
use hulldown_core::check::Remark;
use hulldown_core::dice::D10;
use hulldown_core::rules::Reason;
use hulldown_core::rules::RuleId;
use hulldown_core::table::{Play, Table};

/// A die that no attack can show: such a target cannot be hit (R16).
pub(crate) const NEVER: i8 = 11;

/// What no die shows, whatever helps an attack.
pub(crate) const UNABLE: i8 = 64;

/// What changes a die beside cards and notes, each with its reason and its rule.
type Changes = [(i8, &'static str, RuleId); 3];

#[inline(always)]
fn change(check: &mut Check, changes: &Changes) {
    for &(change, why, rule) in changes {
        check.modify(change, why, rule);
    }
}

/// What a range changes in a die of ours (combat.attack.4, .5).
#[inline]
fn of_range(numbers: &Numbers, range: usize) -> (i8, &'static str, RuleId) {
    let rule = if range == 0 { rule!("combat.attack.5") } else { rule!("combat.attack.4") };
    (numbers.attack.range[range], "range", rule)
}

/// A die of ours that hits with this number, whatever changes it (combat.attack.2).
#[inline(always)]
fn bare_die(need: i8, range: usize) -> Check {
    let mut check = Check::at_least("attack", "To hit", rule!("combat.attack.2"), D10, need);
    (check.words, check.line) = (["hit", "miss"], RANGES[range].text());
    check
}

/// A die of ours at this range, which alone changes it.
pub(crate) fn die(numbers: &Numbers, need: i8, range: u8) -> Check {
    let range = usize::from(range).min(4);
    let (change, why, rule) = of_range(numbers, range);
    bare_die(need, range).with(change, why, rule)
}

/// A die of an enemy's that hits with this number, whatever changes it (enemy.attack.4).
#[inline(always)]
fn enemy_die(need: i8) -> Check {
    let mut check = Check::at_least("attack", "Enemy attack", rule!("enemy.attack.4"), D10, need);
    check.words = ["hit", "miss"];
    check
}

/// The die that may negate a hit (combat.attack.7).
#[inline(always)]
pub(crate) fn defense_die(defense: i8) -> Check {
    // Else "8, 2 or less: gets through" could be read as if 2 did.
    let mut check = Check::at_most("attack", "Defense roll", rule!("combat.attack.7"), D10, defense)
        .remark(Remark::From("to negate"));
    (check.words, check.line) = (["negated", "gets through"], DEFENSE.text());
    check
}

/// What is named of a die must come to what is reckoned without names.
#[inline(always)]
fn agree(named: &Check, bare: impl FnOnce() -> Check) {
    if cfg!(debug_assertions) {
        assert_eq!(named.chance(), bare().chance(), "what is named must come to what it needs: {named:?}");
    }
}

/// Whether the cover of a hex counts against an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cover {
    /// It does.
    Counts,
    /// Not against a strike from above.
    Ignored,
    /// Not against a Marksman (commander.skill.5).
    Marksman,
}

/// How many dice are rolled at this range, in Close Combat or not (combat.attack.2, commander.skill.3).
#[inline]
pub(crate) fn attack_dice(charts: &Charts, range: u8, close_combat: bool) -> u8 {
    charts.numbers.attack.dice + u8::from(range == 0 && close_combat)
}

impl Enemy {
    /// What moving changes in its dice; none if it cannot attack after it (enemy.attack.6).
    #[inline]
    pub(crate) fn moved_with(&self, arms: &Arms) -> Option<i8> {
        let change = arms.moved.unwrap_or_default() * i8::from(self.moved);
        self.can_attack(arms).then_some(change)
    }

    /// Whether it can attack at all: not every enemy can after moving.
    #[inline]
    pub(crate) fn can_attack(&self, arms: &Arms) -> bool {
        !self.moved | arms.moved.is_some()
    }
}

impl Leader {
    /// Whether an attack from one hex to another is seen and allowed: line of sight unless it is indirect, Bocage, range caps.
    pub(crate) fn is_open(&self, from: Hex, to: Hex, range: u8, indirect: bool) -> Reason {
        if range > self.battle.mods.range_cap {
            Some((rule!("pre.event.2"), "nobody attacks that far today"))
        } else if range > 1 && self.battle.field.at(to) == Ground::Bocage {
            Some((rule!("terrain.b.2"), "a target in Bocage can be attacked only from range 0 or 1"))
        } else if !indirect && !self.battle.field.sees(from, to) {
            Some((rule!("terrain.los.1"), "the line of sight is blocked"))
        } else {
            None
        }
    }

    /// The hexes that can be attacked from one, as [`Leader::is_open`] says.
    #[inline]
    pub(crate) fn open_from(&self, from: Hex, indirect: bool) -> Hexes {
        self.battle.field.open_from(from, indirect).and(from.between(0, self.battle.mods.range_cap))
    }

    /// Of some hexes those in which a fighter can attack such a target without moving, as [`Leader::against_target`] says.
    #[inline]
    pub(crate) fn targeted(&self, charts: &Charts, fighter: FighterId, side: Target, some: Hexes) -> Hexes {
        let Some(from) = self.battle.fighters[fighter].at() else { return Hexes::NONE };
        let gunner = self.gunner(charts, fighter);
        let [least, most] = gunner.ranges(side);
        let near = some.and(from.between(least, most));
        if near.is_empty() || gunner.silenced().is_some() {
            return Hexes::NONE;
        }
        near.and(self.open_from(from, gunner.is_indirect(false)))
    }

    /// The same for one who attacks from this hex, having moved or not, by how the target is attacked.
    #[inline]
    pub(crate) fn targeted_by(&self, gunner: &Gunner<'_>, from: Hex, moved: bool) -> [Hexes; Target::ALL.len()] {
        let open = self.open_from(from, gunner.is_indirect(moved));
        Target::ALL.map(|side| {
            let [least, most] = gunner.ranges(side);
            from.between(least, most).and(open)
        })
    }

    /// Why a fighter cannot attack such an enemy in this hex from where it stands, having moved or not.
    pub(crate) fn against_target(
        &self,
        charts: &Charts,
        fighter: FighterId,
        moved: bool,
        side: Target,
        at: Hex,
    ) -> Reason {
        match self.battle.fighters[fighter].at() {
            Some(from) => {
                let (range, gunner) = (from.distance(at), self.gunner(charts, fighter));
                let far = gunner.silenced().or_else(|| gunner.against_range(side, range));
                far.or_else(|| self.is_open(from, at, range, gunner.is_indirect(moved)))
            }
            None => Some((rule!("combat.retreat.1"), "it is out of the battle")),
        }
    }

    /// The Stress that attacking now costs a fighter's Commander: for moving too, and for being Suppressed.
    pub(crate) fn attack_stress(&self, charts: &Charts, fighter: FighterId) -> u8 {
        self.gunner(charts, fighter).stress(self.battle.fighters[fighter].moved)
    }

    /// What changes a die of a fighter's attack, its Commander having this much more Stress (combat.attack.3 to .6).
    #[inline(always)]
    fn attack_changes(&self, charts: &'static Charts, fighter: FighterId, range: usize, stress: u8) -> Changes {
        let (card, commander) = (self.card(charts, fighter), self.living(fighter));
        let has = |commander: &Commander| commander.card(charts).modifiers(commander.stress.saturating_add(stress));
        let his = match commander.and_then(has) {
            Some([close, beyond]) => {
                let name = commander.map_or("", |commander| {
                    let nerve = commander.card(charts).nerve(commander.stress.saturating_add(stress));
                    Leader::title_of_commander(charts, commander, nerve == Nerve::Shaken)
                });
                (if range == 0 { close } else { beyond }, name, rule!("combat.attack.3"))
            }
            // One who is Unfit is there, and no help.
            None => {
                let why = if commander.is_some() { "Commander Unfit" } else { "no Commander" };
                (charts.numbers.attack.no_commander, why, rule!("commander.stat.4"))
            }
        };
        let moving = if self.battle.fighters[fighter].moved { card.move_attack } else { 0 };
        [his, of_range(&charts.numbers, range), (moving, "moved", rule!("unit.note.1"))]
    }

    /// One die of a fighter's attack, its Commander having this much more Stress (combat.attack.2 to .6). Always inlined, as
    /// [`Table::test`] is: what nobody reads of a check need not be written.
    #[inline(always)]
    pub(crate) fn attack_check(
        &self,
        charts: &'static Charts,
        fighter: FighterId,
        enemy: EnemyId,
        stress: u8,
        reads: bool,
    ) -> Check {
        let (standing, target) = (&self.battle.fighters[fighter], &self.battle.enemies[enemy]);
        let side = target.arms(self, charts).target;
        let range = match (standing.hex, target.hex) {
            (Some(from), Some(to)) => from.distance(to),
            _ => 0,
        };
        let (card, range) = (self.card(charts, fighter), usize::from(range).min(4));
        let need = card.attack(side).unwrap_or(NEVER);
        let changes = self.attack_changes(charts, fighter, range, stress);
        let by_cards = |mods: &Mods| mods.friendly_attack[card.r#type.index()].at(side, range);
        if !reads {
            let [his, of_range, moving] = changes.map(|(change, ..)| change);
            return bare_die(need - his - of_range - moving - by_cards(&self.battle.mods), range);
        }
        let mut check = bare_die(need, range);
        change(&mut check, &changes);
        self.changed_by_cards(charts, &mut check, true, rule!("pre.event.2"), by_cards);
        agree(&check, || self.attack_check(charts, fighter, enemy, stress, false));
        check
    }

    /// What a fighter needs on the bare die against such a target at this range, moved or not; [`NEVER`] if it cannot attack it.
    pub(crate) fn attack_need(&self, charts: &Charts, fighter: FighterId, moved: bool, side: Target, range: u8) -> i8 {
        self.gunner(charts, fighter).need(moved, side, range)
    }

    /// What negates a hit on an enemy, with the cover of its hex or without.
    #[inline]
    pub(crate) fn enemy_defense(&self, charts: &Charts, enemy: EnemyId, cover: bool) -> i8 {
        let target = &self.battle.enemies[enemy];
        let ground = target.hex.map_or(0, |hex| self.battle.field.cover_in(hex));
        self.defense_of(target.arms(self, charts), if cover { ground } else { 0 })
    }

    /// What negates a hit on such an enemy in this cover.
    #[inline]
    pub(crate) fn defense_of(&self, arms: &Arms, cover: i8) -> i8 {
        arms.defense + cover + self.battle.mods.enemy_defense[arms.kind.index()]
    }

    /// What negates a hit on a fighter (combat.cover.1, enemy.attack.9).
    pub(crate) fn friendly_defense(&self, charts: &Charts, fighter: FighterId) -> i8 {
        self.friendly_defense_at(charts, fighter, self.battle.fighters[fighter].hex)
    }

    /// The same if it were in this hex.
    #[inline]
    pub(crate) fn friendly_defense_at(&self, charts: &Charts, fighter: FighterId, hex: Option<Hex>) -> i8 {
        let cover = hex.map_or(0, |hex| self.battle.field.cover_in(hex));
        self.defense_of_card(self.card(charts, fighter)) + cover
    }

    /// The same for such a card in the open.
    #[inline]
    pub(crate) fn defense_of_card(&self, card: &UnitCard) -> i8 {
        card.defense + self.battle.mods.friendly_defense[card.r#type.index()]
    }

    /// The die that may negate a hit on an enemy. What raises its Defense is taken off the die, each thing by its name where somebody
    /// reads it.
    #[inline(always)]
    pub(crate) fn enemy_defense_check(
        &self,
        charts: &'static Charts,
        enemy: EnemyId,
        cover: Cover,
        flank: i8,
        reads: bool,
    ) -> Check {
        if !reads {
            return defense_die(self.enemy_defense(charts, enemy, cover == Cover::Counts) + flank);
        }
        let target = &self.battle.enemies[enemy];
        let arms = target.arms(self, charts);
        let mut check = defense_die(arms.defense);
        if cover != Cover::Ignored {
            self.covered(target.hex, &mut check);
        }
        if cover == Cover::Marksman {
            let ground = target.hex.map_or(0, |hex| self.battle.field.cover_in(hex));
            check.modify(ground, "Marksman", rule!("commander.skill.5"));
        }
        self.changed_by_cards(charts, &mut check, true, rule!("pre.event.2"), |mods| {
            -mods.enemy_defense[arms.kind.index()]
        });
        check.modify(-flank, "flank", rule!("opt.flank.2"));
        agree(&check, || self.enemy_defense_check(charts, enemy, cover, flank, false));
        check
    }

    /// The same for a hit on a fighter.
    #[inline(always)]
    pub(crate) fn friendly_defense_check(
        &self,
        charts: &'static Charts,
        fighter: FighterId,
        flank: i8,
        reads: bool,
    ) -> Check {
        if !reads {
            return defense_die(self.friendly_defense(charts, fighter) + flank);
        }
        let card = self.card(charts, fighter);
        let mut check = defense_die(card.defense);
        self.covered(self.battle.fighters[fighter].hex, &mut check);
        self.changed_by_cards(charts, &mut check, true, rule!("pre.event.2"), |mods| {
            -mods.friendly_defense[card.r#type.index()]
        });
        check.modify(-flank, "flank", rule!("opt.flank.2"));
        agree(&check, || self.friendly_defense_check(charts, fighter, flank, false));
        check
    }

    /// What the ground of a hex takes off a Defense die.
    fn covered(&self, hex: Option<Hex>, check: &mut Check) {
        let ground = hex.map_or(Ground::Clear, |hex| self.battle.field.at(hex));
        check.modify(-ground.cover(), ground.name(), cover_rule(ground));
    }

    /// What enemies add to their dice against a fighter that is Exposed (damage.ap.exposed).
    #[inline]
    pub(crate) fn exposed(&self, charts: &Charts, standing: &Fighter) -> i8 {
        let exposed = standing.exposed.is_some_and(|from| self.battle.turn >= from);
        if exposed { charts.numbers.attack.exposed } else { 0 }
    }

    /// One die of an enemy's attack on a fighter, if it can attack it from where it stands: what changes it, each thing by its name. What it
    /// comes to is [`enemy_die`].
    pub(crate) fn enemy_check(&self, charts: &'static Charts, enemy: EnemyId, fighter: FighterId) -> Option<Check> {
        let (attacker, side) = (&self.battle.enemies[enemy], self.card(charts, fighter).target);
        let (from, to) = (attacker.at()?, self.battle.fighters[fighter].at()?);
        let (range, card) = (from.distance(to), attacker.card(self, charts));
        let (need, most) = card.attack(side)?;
        let moved = attacker.moved_with(attacker.arms(self, charts))?;
        if range > most || self.is_open(from, to, range, card.indirect).is_some() {
            return None;
        }
        let at = usize::from(range).min(4);
        let exposed = self.exposed(charts, &self.battle.fighters[fighter]);
        let mut check = enemy_die(need);
        check.line = RANGES[at].text();
        let changes = [
            (charts.numbers.attack.range[at], "range", rule!("enemy.attack.5")),
            (moved, "moved", rule!("enemy.attack.6")),
            (exposed, "Exposed", rule!("damage.ap.exposed")),
        ];
        change(&mut check, &changes);
        self.changed_by_cards(charts, &mut check, true, rule!("pre.event.2"), |mods| {
            mods.enemy_attack[attacker.model.kind().index()].at(side, at)
        });
        Some(check)
    }
}

impl<T: Table<Leader>> Referee<'_, T> {
    /// A fighter attacks an enemy; what it costs its Commander comes first.
    pub(crate) fn attack(&mut self, fighter: FighterId, enemy: EnemyId) -> Play<()> {
        let charts = self.charts;
        let model = self.game.battle.enemies[enemy].model;
        // What it costs comes first, so that the dice stand with the attack.
        if let Some(commander) = self.game.battle.fighters[fighter].commander {
            let Fighter { moved, suppressed, .. } = self.game.battle.fighters[fighter];
            let stress = if moved { self.game.gunner(charts, fighter).move_stress(moved) as i8 } else { 0 };
            self.strain(commander, stress, Strain::MoveAttack);
            self.strain(commander, i8::from(suppressed), Strain::Suppressed);
        }
        self.not_suppressed(fighter);
        self.game.battle.fighters[fighter].attacked = true;
        self.tell_of(fighter, |unit| Event::Attacks { unit, enemy, model });

        let range = match (self.game.battle.fighters[fighter].hex, self.game.battle.enemies[enemy].hex) {
            (Some(from), Some(to)) => from.distance(to),
            _ => 0,
        };
        let check = self.game.attack_check(charts, fighter, enemy, 0, T::LISTENS);
        let close_combat = self.game.can(charts, fighter, Skill::CloseCombat);
        let hits = self.hits(&check, attack_dice(charts, range, close_combat))?;
        let on = self.aim_at(enemy);
        if hits == 0 {
            self.tell(|| Event::Missed { on, by: None });
            return Ok(());
        }
        let flank = self.flank(range, on)?;
        let marksman = self.game.can(charts, fighter, Skill::Marksman);
        let cover = if marksman { Cover::Marksman } else { Cover::Counts };
        let defense = self.game.enemy_defense_check(charts, enemy, cover, flank, T::LISTENS);
        self.strike_home(enemy, hits, &defense)?;
        if !self.game.battle.enemies[enemy].active {
            self.is_credited(fighter, enemy);
        }
        Ok(())
    }

    /// Who Destroyed an enemy has it on his record.
    fn is_credited(&mut self, fighter: FighterId, enemy: EnemyId) {
        let points = self.game.battle.enemies[enemy].arms(self.game, self.charts).points;
        let card = self.game.unit(fighter).card;
        self.game.tally.earn(card, points);
        if let Some(commander) = self.game.battle.fighters[fighter].commander {
            let kills = &mut self.game.commanders[commander].kills;
            *kills = kills.saturating_add(1);
        }
    }

    /// How many of these dice hit.
    #[inline(always)]
    fn hits(&mut self, check: &Check, dice: u8) -> Play<u8> {
        let mut hits = 0;
        for _ in 0..dice {
            hits += u8::from(self.table.test(check)?);
        }
        Ok(hits)
    }

    /// What a flank attack takes off Defense (opt.flank.1, .2).
    fn flank(&mut self, range: u8, on: AimedAt) -> Play<i8> {
        let numbers = &self.charts.numbers.flank;
        if !self.game.options.flank || range > 1 {
            return Ok(0);
        }
        let need = if range == 0 { numbers.r0 } else { numbers.r1 };
        let check = Check::at_least("flank", "Flank attack", rule!("opt.flank.1"), D10, need)
            .called("flank", "front")
            .on_line(RANGES[usize::from(range)]);
        if self.table.test(&check)? {
            self.tell(|| Event::Flank { on });
            return Ok(numbers.defense);
        }
        Ok(0)
    }

    /// How many hits a Defense does not negate: one die for each (combat.attack.7, R17).
    #[inline(always)]
    fn through(&mut self, hits: u8, defense: &Check) -> Play<u8> {
        let mut through = 0;
        for _ in 0..hits {
            through += u8::from(!self.table.test(defense)?);
        }
        Ok(through)
    }

    /// An enemy as it is aimed at.
    pub(crate) fn aim_at(&self, enemy: EnemyId) -> AimedAt {
        AimedAt::Enemy { enemy, model: self.game.battle.enemies[enemy].model }
    }

    /// Hits on an enemy; one that is not negated Destroys it (combat.attack.8). Always inlined, as [`Leader::attack_check`]; so is the one
    /// below.
    #[inline(always)]
    pub(crate) fn strike_home(&mut self, enemy: EnemyId, hits: u8, defense: &Check) -> Play<()> {
        if self.through(hits, defense)? == 0 {
            let on = self.aim_at(enemy);
            self.tell(|| Event::Negated { on, by: None });
            return Ok(());
        }
        self.game.battle.enemies[enemy].active = false;
        let model = self.game.battle.enemies[enemy].model;
        self.tell(|| Event::Killed { enemy, model });
        Ok(())
    }

    /// Hits on a fighter: a damage counter for each that is not negated, until it is Destroyed (enemy.attack.10, R17).
    #[inline(always)]
    pub(crate) fn suffer(&mut self, fighter: FighterId, hits: u8, defense: &Check, by: Option<Attacker>) -> Play<()> {
        let through = self.through(hits, defense)?;
        if through == 0 {
            self.tell_of(fighter, |unit| Event::Negated { on: AimedAt::Unit { unit }, by });
        }
        for n in 1..=through {
            if self.game.battle.fighters[fighter].at().is_some() {
                self.damage_draw(fighter, Blow::Hit(Nth { n, of: through }))?;
            }
        }
        Ok(())
    }

    /// An enemy attacks a fighter it can hit, with what it needs on the bare die (enemy.attack.4).
    pub(crate) fn enemy_attacks(&mut self, enemy: EnemyId, fighter: FighterId, need: i8) -> Play<()> {
        let (charts, mut check) = (self.charts, enemy_die(need));
        // What makes it that is named where somebody reads the roll.
        if T::LISTENS
            && let Some(named) = self.game.enemy_check(charts, enemy, fighter)
        {
            agree(&named, || check);
            check = named;
        }
        let (unit, model) = (self.numbered(fighter), self.game.battle.enemies[enemy].model);
        self.tell(|| Event::EnemyAttacks { enemy, model, unit });
        let (hits, on) = (self.hits(&check, charts.numbers.attack.dice)?, AimedAt::Unit { unit });
        let by = Some(Attacker { enemy, model });
        if hits == 0 {
            self.tell(|| Event::Missed { on, by });
            return Ok(());
        }
        let range = match (self.game.battle.enemies[enemy].at(), self.game.battle.fighters[fighter].at()) {
            (Some(from), Some(to)) => from.distance(to),
            _ => 0,
        };
        let flank = self.flank(range, on)?;
        let defense = self.game.friendly_defense_check(charts, fighter, flank, T::LISTENS);
        self.suffer(fighter, hits, &defense, by)
    }
}
