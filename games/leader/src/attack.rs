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
use hulldown_core::table::{Play, Table};

/// A die that no attack can show: such a target cannot be hit (R16).
const NEVER: i8 = 11;

impl Leader {
    /// Whether an attack from one hex to another is seen and allowed: line of sight unless it is indirect, Bocage, range caps.
    fn is_open(&self, from: Hex, to: Hex, range: u8, indirect: bool) -> Reason {
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
        let Some(from) = self.battle.fighters[fighter].at() else {
            return Some((rule!("combat.retreat.1"), "it is out of the battle"));
        };
        let (card, unit, range) = (self.card(charts, fighter), self.unit(fighter), from.distance(at));
        if card.attack(enemy.target).is_none() {
            Some((rule!("unit.stat.2"), "it has no attack against such a target"))
        } else if range < card.range[0] || range > card.range[1] {
            Some((rule!("unit.stat.4"), "the target is not in range"))
        } else if range > 0 && enemy.target == Target::Ap && card.ap_r0_only {
            Some((rule!("unit.note.2"), "it can use AP only in its own hex"))
        } else if range >= 2 && unit.has(Lasting::Gun) > 0 {
            Some((rule!("damage.ap.gun"), "its gun is hit: no attack at range 2 or more"))
        } else if range == 0 && unit.has(Lasting::MachineGun) > 0 {
            Some((rule!("damage.ap.mg"), "its machine gun is hit: no attack at range 0"))
        } else {
            let indirect = card.indirect || self.can(charts, fighter, Skill::Spotter);
            self.is_open(from, at, range, indirect)
        }
    }

    /// Why a fighter cannot attack at all in this step.
    pub(crate) fn against_attacking(&self, charts: &Charts, fighter: usize) -> Reason {
        let (standing, card) = (&self.battle.fighters[fighter], self.card(charts, fighter));
        if standing.carried {
            Some((rule!("combat.transport.4"), "it was carried in this step"))
        } else if standing.moved && card.r#type == Branch::Artillery {
            Some((rule!("combat.move.4"), "Artillery does not move and attack in one step"))
        } else if standing.moved && card.no_move_attack {
            Some((rule!("unit.note.4"), "it does not move and attack in one step"))
        } else if standing.moved && self.can(charts, fighter, Skill::Cautious) {
            Some((rule!("commander.skill.2"), "a Cautious Commander does not move and attack in one step"))
        } else if standing.suppressed && standing.commander.is_none() {
            Some((rule!("damage.rule.3"), "it is Suppressed and has no Commander"))
        } else {
            None
        }
    }

    /// The Stress that attacking now costs a fighter's Commander: for moving too, and for being Suppressed.
    pub(crate) fn attack_stress(&self, charts: &Charts, fighter: usize) -> u8 {
        let standing = &self.battle.fighters[fighter];
        if standing.commander.is_none() {
            return 0;
        }
        let waived = self.can(charts, fighter, Skill::Aggressive);
        let moved = if standing.moved && !waived { self.card(charts, fighter).move_stress } else { 0 };
        moved + u8::from(standing.suppressed)
    }

    /// One die of a fighter's attack, its Commander having this much more Stress (combat.attack.2 to .6).
    pub(crate) fn attack_check(&self, charts: &Charts, fighter: usize, enemy: usize, stress: u8) -> Check {
        let (card, standing) = (self.card(charts, fighter), &self.battle.fighters[fighter]);
        let target = &self.battle.enemies[enemy];
        let side = target.card(self, charts).target;
        let range = match (standing.hex, target.hex) {
            (Some(from), Some(to)) => usize::from(from.distance(to)).min(4),
            _ => 0,
        };
        let need = card.attack(side).unwrap_or(NEVER);
        let mut check = Check::at_least("attack", "To hit", rule!("combat.attack.2"), D10, need).called("hit", "miss");
        let commander = self.living(fighter).map(|commander| {
            let mut strained = *commander;
            strained.strain(stress as i8);
            strained
        });
        match commander.filter(|commander| commander.nerve(charts) != Nerve::Unfit) {
            Some(commander) => {
                let card = commander.card(charts);
                let shaken = usize::from(commander.nerve(charts) == Nerve::Shaken);
                let modifier = if range == 0 { card.r0[shaken] } else { card.r1[shaken] };
                check.modify(modifier, commander.name.name(), rule!("combat.attack.3"));
            }
            None => check.modify(charts.numbers.attack.no_commander, "no Commander", rule!("commander.stat.4")),
        }
        let by_range = charts.numbers.attack.range[range];
        let rule = if range == 0 { rule!("combat.attack.5") } else { rule!("combat.attack.4") };
        check.modify(by_range, "range", rule);
        if standing.moved {
            check.modify(card.move_attack, "moved", rule!("unit.note.1"));
        }
        let cards = self.battle.mods.friendly_attack[card.r#type.index()][side.index()][range];
        check.modify(cards, "cards and notes", rule!("pre.event.2"));
        check
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
        let (card, standing) = (self.card(charts, fighter), &self.battle.fighters[fighter]);
        let cover = standing.hex.map_or(0, |hex| self.battle.field.at(hex).cover());
        card.defense + cover + self.battle.mods.friendly_defense[card.r#type.index()]
    }

    /// One die of an enemy's attack on a fighter, if it can attack it from where it stands (enemy.attack.1, .5 to .8).
    pub(crate) fn enemy_check(&self, charts: &Charts, enemy: usize, fighter: usize) -> Option<Check> {
        let (attacker, target) = (&self.battle.enemies[enemy], &self.battle.fighters[fighter]);
        let (from, to) = (attacker.at()?, target.at()?);
        let (card, side, range) = (attacker.card(self, charts), self.card(charts, fighter).target, from.distance(to));
        let need = card.attack(side, range)?;
        let kind = attacker.model.kind();
        let moved = if attacker.moved { charts.numbers.enemy_moved[kind]? } else { 0 };
        if self.is_open(from, to, range, card.indirect).is_some() {
            return None;
        }
        let at = usize::from(range).min(4);
        let mut check =
            Check::at_least("attack", "Enemy attack", rule!("enemy.attack.4"), D10, need).called("hit", "miss");
        check.modify(charts.numbers.attack.range[at], "range", rule!("enemy.attack.5"));
        check.modify(moved, "moved", rule!("enemy.attack.6"));
        if target.exposed.is_some_and(|from| self.battle.turn >= from) {
            check.modify(charts.numbers.attack.exposed, "Exposed", rule!("damage.ap.exposed"));
        }
        let cards = self.battle.mods.enemy_attack[kind.index()][side.index()][at];
        check.modify(cards, "cards and notes", rule!("pre.event.2"));
        Some(check)
    }

    /// What an enemy needs on a die against a fighter, 1 to 10; none if it cannot attack or hit it (R16).
    pub(crate) fn enemy_need(&self, charts: &Charts, enemy: usize, fighter: usize) -> Option<i8> {
        let check = self.enemy_check(charts, enemy, fighter)?;
        let (ways, of) = check.chance()?;
        (ways > 0).then_some(NEVER - (ways * 10 / of) as i8)
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
        self.strike_home(enemy, hits, defense)
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
        let check = Check::at_least("flank", "Flank attack", rule!("opt.flank.1"), D10, need).called("flank", "front");
        if self.table.test(&check)? {
            self.tell(Event::Flank);
            return Ok(numbers.defense);
        }
        Ok(0)
    }

    /// How many hits a Defense does not negate: one die for each (combat.attack.7, R17).
    fn through(&mut self, hits: u8, defense: i8) -> Play<u8> {
        let check =
            Check::at_most("attack", "Defense", rule!("combat.attack.7"), D10, defense).called("negated", "hit");
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
