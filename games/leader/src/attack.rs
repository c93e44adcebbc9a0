//! Attacks of both sides: who can attack whom, what a die must show, Defense, flanks.

use crate::charts::{Charts, EnemyCard};
use crate::map::Hex;
use crate::referee::{Reason, Referee};
use crate::rules::rule;
use crate::state::{Leader, Nerve};
use crate::talk::Event;
use crate::words::{Branch, Ground, Lasting, Skill, Target};
use hulldown_core::Check;
use hulldown_core::dice::D10;
use hulldown_core::rules::RuleId;
use hulldown_core::table::{Play, Table};

/// A die that no attack can show: such a target cannot be hit (R16).
pub(crate) const NEVER: i8 = 11;

/// The lines of the chart of attacks, by range.
const LINES: [&str; 5] = ["0", "1", "2", "3", "4"];

/// What changes a die, each with its reason and its rule.
type Changes = [(i8, &'static str, RuleId); 4];

/// What the bare die must show, all changes counted.
#[inline]
fn bare(need: i8, changes: &Changes) -> i8 {
    changes.iter().fold(need, |need, (change, ..)| need - change)
}

fn changed(mut check: Check, changes: Changes) -> Check {
    for (change, why, rule) in changes {
        check.modify(change, why, rule);
    }
    check
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

    /// Why a fighter cannot attack such an enemy in this hex, from where it stands.
    pub(crate) fn against_target(&self, charts: &Charts, fighter: usize, enemy: &EnemyCard, at: Hex) -> Reason {
        match self.battle.fighters[fighter].at() {
            Some(from) => self.against_target_from(charts, fighter, from, enemy, at),
            None => Some((rule!("combat.retreat.1"), "it is out of the battle")),
        }
    }

    /// The same from any hex.
    fn against_target_from(&self, charts: &Charts, fighter: usize, from: Hex, enemy: &EnemyCard, at: Hex) -> Reason {
        let range = from.distance(at);
        let indirect = self.is_indirect(charts, fighter);
        self.against_range(charts, fighter, enemy.target, range).or_else(|| self.is_open(from, at, range, indirect))
    }

    /// Whether a fighter needs no line of sight (unit.note.8, commander.skill.8).
    pub(crate) fn is_indirect(&self, charts: &Charts, fighter: usize) -> bool {
        self.card(charts, fighter).indirect || self.can(charts, fighter, Skill::Spotter)
    }

    /// Why a fighter cannot attack such a target at this range, whatever lies between.
    pub(crate) fn against_range(&self, charts: &Charts, fighter: usize, side: Target, range: u8) -> Reason {
        let (card, unit) = (self.card(charts, fighter), self.unit(fighter));
        if card.attack(side).is_none() {
            Some((rule!("unit.stat.2"), "it has no attack against such a target"))
        } else if range < card.range[0] || range > card.range[1] {
            Some((rule!("unit.stat.4"), "the target is not in range"))
        } else if range > 0 && side == Target::Ap && card.ap_r0_only {
            Some((rule!("unit.note.2"), "it can use AP only in its own hex"))
        } else if range >= 2 && unit.has(Lasting::Gun) > 0 {
            Some((rule!("damage.ap.gun"), "its gun is hit: no attack at range 2 or more"))
        } else if range == 0 && unit.has(Lasting::MachineGun) > 0 {
            Some((rule!("damage.ap.mg"), "its machine gun is hit: no attack at range 0"))
        } else {
            None
        }
    }

    /// Why a fighter cannot attack at all in this step.
    pub(crate) fn against_attacking(&self, charts: &Charts, fighter: usize) -> Reason {
        self.against_attacking_if(charts, fighter, self.battle.fighters[fighter].moved)
    }

    /// The same if it moves, or does not.
    pub(crate) fn against_attacking_if(&self, charts: &Charts, fighter: usize, moved: bool) -> Reason {
        let (standing, card) = (&self.battle.fighters[fighter], self.card(charts, fighter));
        if standing.carried {
            Some((rule!("combat.transport.4"), "it was carried in this step"))
        } else if moved && card.r#type == Branch::Artillery {
            Some((rule!("combat.move.4"), "Artillery does not move and attack in one step"))
        } else if moved && card.no_move_attack {
            Some((rule!("unit.note.4"), "it does not move and attack in one step"))
        } else if moved && self.can(charts, fighter, Skill::Cautious) {
            Some((rule!("commander.skill.2"), "a Cautious Commander does not move and attack in one step"))
        } else if standing.suppressed && standing.commander.is_none() {
            Some((rule!("damage.rule.3"), "it is Suppressed and has no Commander"))
        } else {
            None
        }
    }

    /// The Stress that attacking now costs a fighter's Commander: for moving too, and for being Suppressed.
    pub(crate) fn attack_stress(&self, charts: &Charts, fighter: usize) -> u8 {
        self.attack_stress_if(charts, fighter, self.battle.fighters[fighter].moved)
    }

    /// The same if it moves, or does not.
    pub(crate) fn attack_stress_if(&self, charts: &Charts, fighter: usize, moved: bool) -> u8 {
        let standing = &self.battle.fighters[fighter];
        if standing.commander.is_none() {
            return 0;
        }
        let waived = self.can(charts, fighter, Skill::Aggressive);
        let moved = if moved && !waived { self.card(charts, fighter).move_stress } else { 0 };
        moved + u8::from(standing.suppressed)
    }

    /// What changes a die of a fighter's attack, its Commander having this much more Stress (combat.attack.3 to .6).
    #[inline(always)]
    fn attack_changes(
        &self,
        charts: &Charts,
        fighter: usize,
        moved: bool,
        side: Target,
        range: u8,
        stress: u8,
    ) -> Changes {
        let (card, range) = (self.card(charts, fighter), usize::from(range).min(4));
        let commander = self.living(fighter).map(|commander| {
            let mut strained = *commander;
            strained.strain(stress as i8);
            strained
        });
        let his = match commander.filter(|commander| commander.nerve(charts) != Nerve::Unfit) {
            Some(commander) => {
                let card = commander.card(charts);
                let shaken = usize::from(commander.nerve(charts) == Nerve::Shaken);
                let modifier = if range == 0 { card.r0[shaken] } else { card.r1[shaken] };
                (modifier, commander.name.name(), rule!("combat.attack.3"))
            }
            None => (charts.numbers.attack.no_commander, "no Commander", rule!("commander.stat.4")),
        };
        let rule = if range == 0 { rule!("combat.attack.5") } else { rule!("combat.attack.4") };
        let moving = if moved { card.move_attack } else { 0 };
        let cards = self.battle.mods.friendly_attack[card.r#type.index()][side.index()][range];
        [
            his,
            (charts.numbers.attack.range[range], "range", rule),
            (moving, "moved", rule!("unit.note.1")),
            (cards, "cards and notes", rule!("pre.event.2")),
        ]
    }

    /// One die of a fighter's attack, its Commander having this much more Stress (combat.attack.2 to .6).
    pub(crate) fn attack_check(&self, charts: &Charts, fighter: usize, enemy: usize, stress: u8) -> Check {
        let (standing, target) = (&self.battle.fighters[fighter], &self.battle.enemies[enemy]);
        let side = target.card(self, charts).target;
        let range = match (standing.hex, target.hex) {
            (Some(from), Some(to)) => from.distance(to),
            _ => 0,
        };
        let need = self.card(charts, fighter).attack(side).unwrap_or(NEVER);
        let check = Check::at_least("attack", "To hit", rule!("combat.attack.2"), D10, need)
            .called("hit", "miss")
            .on_line(LINES[usize::from(range).min(4)]);
        changed(check, self.attack_changes(charts, fighter, standing.moved, side, range, stress))
    }

    /// What a fighter needs on the bare die against such a target at this range, moved or not; [`NEVER`] if it cannot attack it.
    pub(crate) fn attack_need(&self, charts: &Charts, fighter: usize, moved: bool, side: Target, range: u8) -> i8 {
        if self.against_range(charts, fighter, side, range).is_some() {
            return NEVER;
        }
        let stress = self.attack_stress_if(charts, fighter, moved);
        let need = self.card(charts, fighter).attack(side).unwrap_or(NEVER);
        bare(need, &self.attack_changes(charts, fighter, moved, side, range, stress))
    }

    /// How many dice a fighter rolls at this range (combat.attack.2, commander.skill.3).
    pub(crate) fn attack_dice(&self, charts: &Charts, fighter: usize, range: u8) -> u8 {
        charts.numbers.attack.dice + u8::from(range == 0 && self.can(charts, fighter, Skill::CloseCombat))
    }

    /// What negates a hit on an enemy, with the cover of its hex or without.
    pub(crate) fn enemy_defense(&self, charts: &Charts, enemy: usize, cover: bool) -> i8 {
        let target = &self.battle.enemies[enemy];
        let ground = target.hex.map_or(0, |hex| self.battle.field.at(hex).cover());
        let kind = target.model.kind().index();
        target.card(self, charts).defense + if cover { ground } else { 0 } + self.battle.mods.enemy_defense[kind]
    }

    /// What negates a hit on a fighter (combat.cover.1, enemy.attack.9).
    pub(crate) fn friendly_defense(&self, charts: &Charts, fighter: usize) -> i8 {
        self.friendly_defense_at(charts, fighter, self.battle.fighters[fighter].hex)
    }

    /// The same if it were in this hex.
    pub(crate) fn friendly_defense_at(&self, charts: &Charts, fighter: usize, hex: Option<Hex>) -> i8 {
        let card = self.card(charts, fighter);
        let cover = hex.map_or(0, |hex| self.battle.field.at(hex).cover());
        card.defense + cover + self.battle.mods.friendly_defense[card.r#type.index()]
    }

    /// What an enemy needs against such a target at this range before changes, and what changes its die; none if it has no such attack
    /// (enemy.attack.1, .5 to .8).
    #[inline(always)]
    fn enemy_attack(
        &self,
        charts: &Charts,
        enemy: usize,
        side: Target,
        range: u8,
        exposed: bool,
    ) -> Option<(i8, Changes)> {
        let attacker = &self.battle.enemies[enemy];
        let need = attacker.card(self, charts).attack(side, range)?;
        let (kind, at) = (attacker.model.kind(), usize::from(range).min(4));
        let moved = if attacker.moved { charts.numbers.enemy_moved[kind]? } else { 0 };
        let exposed = if exposed { charts.numbers.attack.exposed } else { 0 };
        let cards = self.battle.mods.enemy_attack[kind.index()][side.index()][at];
        let changes = [
            (charts.numbers.attack.range[at], "range", rule!("enemy.attack.5")),
            (moved, "moved", rule!("enemy.attack.6")),
            (exposed, "Exposed", rule!("damage.ap.exposed")),
            (cards, "cards and notes", rule!("pre.event.2")),
        ];
        Some((need, changes))
    }

    /// Whether enemies add to their dice against a fighter (damage.ap.exposed).
    pub(crate) fn is_exposed(&self, fighter: usize) -> bool {
        self.battle.fighters[fighter].exposed.is_some_and(|from| self.battle.turn >= from)
    }

    /// The same against a fighter, if the enemy can attack it from where it stands.
    fn enemy_attack_on(&self, charts: &Charts, enemy: usize, fighter: usize) -> Option<(i8, Changes)> {
        let attacker = &self.battle.enemies[enemy];
        let (from, to) = (attacker.at()?, self.battle.fighters[fighter].at()?);
        let (side, range) = (self.card(charts, fighter).target, from.distance(to));
        let attack = self.enemy_attack(charts, enemy, side, range, self.is_exposed(fighter))?;
        self.is_open(from, to, range, attacker.card(self, charts).indirect).is_none().then_some(attack)
    }

    /// One die of an enemy's attack on a fighter, if it can attack it from where it stands.
    pub(crate) fn enemy_check(&self, charts: &Charts, enemy: usize, fighter: usize) -> Option<Check> {
        let (need, changes) = self.enemy_attack_on(charts, enemy, fighter)?;
        let range = self.battle.enemies[enemy].at()?.distance(self.battle.fighters[fighter].at()?);
        let check = Check::at_least("attack", "Enemy attack", rule!("enemy.attack.4"), D10, need)
            .called("hit", "miss")
            .on_line(LINES[usize::from(range).min(4)]);
        Some(changed(check, changes))
    }

    /// What an enemy needs on a die against a fighter, 1 to 10; none if it cannot attack or hit it (R16).
    pub(crate) fn enemy_need(&self, charts: &Charts, enemy: usize, fighter: usize) -> Option<i8> {
        let (need, changes) = self.enemy_attack_on(charts, enemy, fighter)?;
        Some(bare(need, &changes).max(1)).filter(|need| *need < NEVER)
    }

    /// What an enemy needs on the bare die against such a target at this range, whatever lies between; [`NEVER`] if it cannot attack it.
    pub(crate) fn enemy_need_at(&self, charts: &Charts, enemy: usize, side: Target, range: u8) -> i8 {
        self.enemy_attack(charts, enemy, side, range, false).map_or(NEVER, |(need, changes)| bare(need, &changes))
    }

    /// Whether an enemy can attack anybody from where it stands.
    pub(crate) fn enemy_can_attack(&self, charts: &Charts, enemy: usize) -> bool {
        (0..self.battle.fighters.len()).any(|fighter| self.enemy_need(charts, enemy, fighter).is_some())
    }
}

impl<T: Table<Leader>> Referee<'_, T> {
    /// A fighter attacks an enemy; what it costs its Commander comes first.
    pub(crate) fn attack(&mut self, fighter: usize, enemy: usize) -> Play<()> {
        let (charts, unit) = (self.charts, self.numbered(fighter));
        let model = self.game.battle.enemies[enemy].model;
        self.tell(Event::Attacks { unit, enemy: enemy as u8, model });
        let stress = self.game.attack_stress(charts, fighter) as i8;
        if let Some(commander) = self.game.battle.fighters[fighter].commander {
            self.strain(usize::from(commander), stress);
        }
        self.not_suppressed(fighter);
        self.game.battle.fighters[fighter].attacked = true;

        let range = match (self.game.battle.fighters[fighter].hex, self.game.battle.enemies[enemy].hex) {
            (Some(from), Some(to)) => from.distance(to),
            _ => 0,
        };
        let check = self.game.attack_check(charts, fighter, enemy, 0);
        let hits = self.hits(&check, self.game.attack_dice(charts, fighter, range))?;
        if hits == 0 {
            self.tell(Event::Missed);
            return Ok(());
        }
        let flank = self.flank(range)?;
        let cover = !self.game.can(charts, fighter, Skill::Marksman);
        let defense = self.game.enemy_defense(charts, enemy, cover) + flank;
        self.strike_home(enemy, hits, defense)?;
        if !self.game.battle.enemies[enemy].active {
            self.is_credited(fighter, enemy);
        }
        Ok(())
    }

    /// Who Destroyed an enemy has it on his record.
    fn is_credited(&mut self, fighter: usize, enemy: usize) {
        let points = self.game.battle.enemies[enemy].card(self.game, self.charts).points;
        let card = self.game.unit(fighter).card;
        self.game.tally.earn(card, points);
        if let Some(commander) = self.game.battle.fighters[fighter].commander {
            let kills = &mut self.game.commanders[usize::from(commander)].kills;
            *kills = kills.saturating_add(1);
        }
    }

    /// How many of these dice hit.
    fn hits(&mut self, check: &Check, dice: u8) -> Play<u8> {
        let mut hits = 0;
        for _ in 0..dice {
            hits += u8::from(self.table.test(check)?);
        }
        Ok(hits)
    }

    /// What a flank attack takes off Defense (opt.flank.1, .2).
    fn flank(&mut self, range: u8) -> Play<i8> {
        let numbers = &self.charts.numbers.flank;
        if !self.game.options.flank || range > 1 {
            return Ok(0);
        }
        let need = if range == 0 { numbers.r0 } else { numbers.r1 };
        let check = Check::at_least("flank", "Flank attack", rule!("opt.flank.1"), D10, need)
            .called("flank", "front")
            .on_line(LINES[usize::from(range)]);
        if self.table.test(&check)? {
            self.tell(Event::Flank);
            return Ok(numbers.defense);
        }
        Ok(0)
    }

    /// How many hits a Defense does not negate: one die for each (combat.attack.7, R17).
    fn through(&mut self, hits: u8, defense: i8) -> Play<u8> {
        let check = Check::at_most("attack", "Defense", rule!("combat.attack.7"), D10, defense)
            .called("negated", "hit")
            .on_line("Defense");
        let mut through = 0;
        for _ in 0..hits {
            through += u8::from(!self.table.test(&check)?);
        }
        Ok(through)
    }

    /// Hits on an enemy; one that is not negated Destroys it (combat.attack.8).
    pub(crate) fn strike_home(&mut self, enemy: usize, hits: u8, defense: i8) -> Play<()> {
        if self.through(hits, defense)? == 0 {
            self.tell(Event::Negated);
            return Ok(());
        }
        self.game.battle.enemies[enemy].active = false;
        let model = self.game.battle.enemies[enemy].model;
        self.tell(Event::Killed { enemy: enemy as u8, model });
        Ok(())
    }

    /// Hits on a fighter: a damage counter for each that is not negated, until it is Destroyed (enemy.attack.10, R17).
    pub(crate) fn suffer(&mut self, fighter: usize, hits: u8, defense: i8) -> Play<()> {
        let through = self.through(hits, defense)?;
        if through == 0 {
            self.tell(Event::Negated);
        }
        for _ in 0..through {
            if self.game.battle.fighters[fighter].at().is_some() {
                self.damage_draw(fighter, false)?;
            }
        }
        Ok(())
    }

    /// An enemy attacks a fighter (enemy.attack.4).
    pub(crate) fn enemy_attacks(&mut self, enemy: usize, fighter: usize) -> Play<()> {
        let charts = self.charts;
        let Some(check) = self.game.enemy_check(charts, enemy, fighter) else { return Ok(()) };
        let (unit, model) = (self.numbered(fighter), self.game.battle.enemies[enemy].model);
        self.tell(Event::EnemyAttacks { enemy: enemy as u8, model, unit });
        let hits = self.hits(&check, charts.numbers.attack.dice)?;
        if hits == 0 {
            self.tell(Event::Missed);
            return Ok(());
        }
        let range = match (self.game.battle.enemies[enemy].at(), self.game.battle.fighters[fighter].at()) {
            (Some(from), Some(to)) => from.distance(to),
            _ => 0,
        };
        let flank = self.flank(range)?;
        let defense = self.game.friendly_defense(charts, fighter) + flank;
        self.suffer(fighter, hits, defense)
    }
}
