//! Damage counters: what is drawn, what it does, what goes back to the cup.

use crate::charts::Charts;
use crate::ids::{CounterId, FighterId};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Fate, Leader};
use crate::talk::{Event, Nth};
use crate::words::{Damage, Lasting, Strain};
use hulldown_core::table::{Play, Table};

/// What a damage counter is drawn for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Blow {
    /// A hit of an attack.
    Hit(Nth),
    /// A card, before the turns.
    Before,
    /// A card, when they are over.
    After,
}

impl Leader {
    /// Whether a counter can do something to a fighter; No Effect is a result, not nothing (damage.rule.1, .2, R25, R84).
    pub(crate) fn bites(&self, charts: &Charts, fighter: FighterId, damage: Damage, blow: Blow) -> bool {
        let after = blow == Blow::After;
        let (card, unit, standing) = (self.card(charts, fighter), self.unit(fighter), &self.battle.fighters[fighter]);
        match damage {
            Damage::Stress | Damage::Wounded | Damage::Kia => standing.commander.is_some(),
            Damage::Gun => card.range[1] >= 2 && unit.has(Lasting::Gun) == 0,
            Damage::MachineGun => card.range[0] == 0 && unit.has(Lasting::MachineGun) == 0,
            Damage::Exposed => standing.exposed.is_none(),
            Damage::Immobile => !after && !standing.immobile,
            Damage::Suppressed => !after && !standing.suppressed,
            Damage::NoEffect
            | Damage::Glancing
            | Damage::Hull
            | Damage::Suspension
            | Damage::Engine
            | Damage::Destroyed
            | Damage::Explosion
            | Damage::Casualty
            | Damage::MowedDown => true,
        }
    }

    /// Whether a counter is the second of a kind that Destroys (damage.rule.6).
    pub(crate) fn is_second(&self, fighter: FighterId, damage: Damage) -> bool {
        damage.lasting().is_some_and(|lasting| lasting.second_destroys() && self.unit(fighter).has(lasting) > 0)
    }
}

impl<T: Table<Leader>> Referee<'_, T> {
    /// A damage counter for a fighter; one that can do nothing goes back and another is drawn (damage.rule.4).
    pub(crate) fn damage_draw(&mut self, fighter: FighterId, blow: Blow) -> Play<()> {
        if self.game.battle.fighters[fighter].fate == Fate::Destroyed {
            return Ok(());
        }
        let (charts, unit) = (self.charts, self.numbered(fighter));
        let target = self.game.card(charts, fighter).target;
        loop {
            let cup = &self.game.battle.cup;
            let bites = |row: CounterId| {
                cup[row] > 0 && self.game.bites(charts, fighter, charts.damage[row].side(target), blow)
            };
            if !cup.ids().any(bites) {
                self.tell(|| Event::NothingLeft { unit });
                return Ok(());
            }
            let counters = usize::from(cup.iter().map(|count| u16::from(*count)).sum::<u16>());
            let (purpose, rule) = match blow {
                Blow::Hit(_) => ("Damage counter for the Unit hit", rule!("enemy.attack.10")),
                Blow::Before | Blow::After => ("Damage counter for the Unit it falls on", rule!("pre.event.2")),
            };
            let mut nth = self.draw(purpose, rule, counters)?;
            let row = self.game.battle.cup.position(|count| {
                let here = nth < usize::from(*count);
                nth = nth.wrapping_sub(usize::from(*count));
                here
            });
            let row = row.unwrap_or_default();
            let damage = charts.damage[row].side(target);
            if self.game.bites(charts, fighter, damage, blow) {
                // Of a second counter it is told what becomes of the Unit.
                if !self.game.is_second(fighter, damage) {
                    let hit = match blow {
                        Blow::Hit(hit) => hit,
                        Blow::Before | Blow::After => Nth::ONLY,
                    };
                    self.tell(|| Event::Damaged { unit, damage, hit });
                }
                self.inflict(fighter, row, damage);
                return Ok(());
            }
            self.tell(|| Event::Redrawn { unit, damage });
        }
    }

    /// What a counter does.
    pub(crate) fn inflict(&mut self, fighter: FighterId, row: CounterId, damage: Damage) {
        match damage {
            Damage::NoEffect => {}
            Damage::Stress => self.strain_his(fighter, 1, Strain::Hit),
            Damage::Wounded => self.wound(fighter, row),
            Damage::Kia => self.kia(fighter),
            Damage::Exposed => {
                let turn = self.game.battle.turn;
                self.game.battle.fighters[fighter].exposed = Some(turn + 1);
                self.lasts(fighter, row, Lasting::Exposed);
            }
            Damage::Immobile => {
                self.game.battle.fighters[fighter].immobile = true;
                self.counter_on(fighter, row);
            }
            Damage::Suppressed => {
                self.game.battle.fighters[fighter].suppressed = true;
                self.counter_on(fighter, row);
            }
            Damage::Glancing => self.lasts(fighter, row, Lasting::Glancing),
            Damage::Gun => self.lasts(fighter, row, Lasting::Gun),
            Damage::MachineGun => self.lasts(fighter, row, Lasting::MachineGun),
            Damage::Hull => self.second_destroys(fighter, row, Lasting::Hull),
            Damage::Engine => {
                self.strain_his(fighter, 1, Strain::Engine);
                self.second_destroys(fighter, row, Lasting::Engine);
            }
            Damage::Suspension => {
                self.strain_his(fighter, 1, Strain::Suspension);
                self.second_destroys(fighter, row, Lasting::Suspension);
            }
            Damage::Casualty => self.second_destroys(fighter, row, Lasting::Casualty),
            Damage::Destroyed => {
                self.strain_his(fighter, 2, Strain::Lost);
                self.lose(fighter, damage);
            }
            Damage::Explosion | Damage::MowedDown => {
                self.kia(fighter);
                self.lose(fighter, damage);
            }
        }
    }

    fn strain_his(&mut self, fighter: FighterId, stress: i8, why: Strain) {
        if let Some(commander) = self.game.battle.fighters[fighter].commander {
            self.strain(commander, stress, why);
        }
    }

    /// A counter leaves the cup for a fighter.
    fn counter_on(&mut self, fighter: FighterId, row: CounterId) {
        let battle = &mut self.game.battle;
        if battle.fighters[fighter].counters.try_push(row).is_ok() {
            battle.cup[row] -= 1;
        }
    }

    /// A counter that shows this goes back to the cup.
    pub(crate) fn counter_off(&mut self, fighter: FighterId, damage: Damage) {
        let target = self.game.card(self.charts, fighter).target;
        let (charts, battle) = (self.charts, &mut self.game.battle);
        let shows = |row: &CounterId| charts.damage[*row].side(target) == damage;
        let counters = &mut battle.fighters[fighter].counters;
        if let Some(at) = counters.iter().position(shows) {
            let row = counters.remove(at);
            battle.cup[row] += 1;
        }
    }

    fn lasts(&mut self, fighter: FighterId, row: CounterId, lasting: Lasting) {
        let unit = self.game.battle.fighters[fighter].unit;
        self.game.units[unit].damage[lasting.index()] += 1;
        self.counter_on(fighter, row);
    }

    /// The first stays, the second Destroys the Unit, in whichever battle the first came (damage.rule.5, .6).
    fn second_destroys(&mut self, fighter: FighterId, row: CounterId, lasting: Lasting) {
        if self.game.is_second(fighter, lasting.damage()) {
            self.lose(fighter, lasting.damage());
        } else {
            self.lasts(fighter, row, lasting);
        }
    }

    /// A second wound kills (damage.ap.wound, .wound2).
    fn wound(&mut self, fighter: FighterId, row: CounterId) {
        let Some(at) = self.game.battle.fighters[fighter].commander else { return };
        if self.game.commanders[at].wounded {
            self.kia(fighter);
            return;
        }
        let commander = &mut self.game.commanders[at];
        (commander.wounded, commander.counter) = (true, Some(row));
        let name = commander.name;
        self.game.battle.cup[row] -= 1;
        self.tell(|| Event::Wounded { name });
    }

    /// The Commander leaves the campaign; his Tactic counters go with him (damage.ap.kia, R19).
    fn kia(&mut self, fighter: FighterId) {
        let Some(at) = self.game.battle.fighters[fighter].commander.take() else { return };
        let commander = &mut self.game.commanders[at];
        commander.kia = true;
        self.game.tally.kia = self.game.tally.kia.saturating_add(1);
        let (name, counter) = (commander.name, commander.counter.take());
        if let Some(row) = counter {
            self.game.battle.cup[row] += 1;
        }
        let standing = &mut self.game.battle.fighters[fighter];
        (standing.his_tactics, standing.his_commands) = (0, 0);
        self.tell(|| Event::Kia { name });
    }

    /// The Unit leaves the campaign; its counters go back to the cup.
    fn lose(&mut self, fighter: FighterId, damage: Damage) {
        let battle = &mut self.game.battle;
        battle.fighters[fighter].fate = Fate::Destroyed;
        for row in std::mem::take(&mut battle.fighters[fighter].counters) {
            battle.cup[row] += 1;
        }
        let unit = &mut self.game.units[battle.fighters[fighter].unit];
        unit.lost = true;
        let card = unit.card;
        self.game.spent.add(card);
        self.game.tally.lost = self.game.tally.lost.saturating_add(1);
        let unit = self.numbered(fighter);
        self.tell(|| Event::Lost { unit, damage });
    }

    /// Exposed comes off.
    pub(crate) fn not_exposed(&mut self, fighter: FighterId) {
        let standing = &mut self.game.battle.fighters[fighter];
        if standing.exposed.take().is_some() {
            self.game.units[standing.unit].damage[Lasting::Exposed.index()] = 0;
            self.recovers(fighter, Damage::Exposed);
        }
    }

    /// Immobile comes off.
    pub(crate) fn not_immobile(&mut self, fighter: FighterId) {
        if std::mem::take(&mut self.game.battle.fighters[fighter].immobile) {
            self.recovers(fighter, Damage::Immobile);
        }
    }

    /// Suppressed comes off.
    pub(crate) fn not_suppressed(&mut self, fighter: FighterId) {
        if std::mem::take(&mut self.game.battle.fighters[fighter].suppressed) {
            self.recovers(fighter, Damage::Suppressed);
        }
    }

    fn recovers(&mut self, fighter: FighterId, damage: Damage) {
        self.counter_off(fighter, damage);
        let unit = self.numbered(fighter);
        self.tell(|| Event::Recovers { unit, damage });
    }
}
