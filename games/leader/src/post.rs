//! Post-Combat: Event, Battalion Status, Stress, experience, promotions.

use crate::charts::Charts;
use crate::charts::effects::On;
use crate::effects::Occasion;
use crate::ids::{Cards, CommanderId, Id, Ids, OptionId};
use crate::referee::Referee;
use crate::state::{Battle, Commander, Fate, Fighter, Leader, Stage};
use crate::talk::Event;
use crate::words::{Ending, Evaluation, Name, Rise, Strain};
use hulldown_core::table::{Play, Table};

/// What a battle has made of its Battalion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BattleOutcome {
    /// The enemy points on the map.
    pub(crate) points: u16,
    /// At Half or below.
    pub(crate) half: bool,
    /// Destroyed.
    pub(crate) destroyed: bool,
}

impl Leader {
    /// The enemy points on the map against the card's two numbers (setup.battalion.2). A force lost before the enemy was met has done
    /// nothing.
    pub(crate) fn battle_outcome(&self, charts: &Charts) -> BattleOutcome {
        let card = self.battalion_card(charts, self.battle.battalion);
        let (met, points) = (self.battle.mustered, self.points(charts));
        BattleOutcome {
            points,
            half: met && points <= u16::from(card.half),
            destroyed: met && points <= u16::from(card.destroyed),
        }
    }
}

impl Leader {
    /// What the battle has cost.
    fn toll(&self, charts: &Charts, half: bool, destroyed: bool) -> Event {
        let fate = |is: &dyn Fn(&Fighter) -> bool| {
            let such = self.battle.fighters.iter().filter(|one| is(one));
            such.map(|one| self.units[one.unit].card).collect::<Cards>()
        };
        let men = |is: &dyn Fn(&Commander) -> bool| {
            self.commanders.iter().filter(|one| one.fights && is(one)).map(|one| one.name).collect::<Ids<Name>>()
        };
        Event::Toll {
            battalion: self.battalion_card(charts, self.battle.battalion).id,
            destroyed,
            half,
            lost: fate(&|one| one.fate == Fate::Destroyed),
            damaged: fate(&|one| one.fate != Fate::Destroyed && self.units[one.unit].is_damaged()),
            killed: men(&|one| one.kia),
            wounded: men(&|one| one.wounded && !one.kia),
        }
    }

    /// Why a battle that is over is over.
    fn ending(&self) -> Ending {
        let battle = &self.battle;
        if !battle.has_friends() {
            Ending::NoFriends
        } else if battle.mustered && !battle.has_enemies() {
            Ending::NoEnemies
        } else if battle.turn < battle.last {
            Ending::Called
        } else {
            Ending::Turns
        }
    }
}

impl<T: Table<Leader>> Referee<'_, T> {
    pub(crate) fn outcome_of_battle(&self) -> BattleOutcome {
        self.game.battle_outcome(self.charts)
    }

    /// The Event's bottom half, then Battalion Status (post.seq.1, R91).
    pub(crate) fn after(&mut self) -> Play<()> {
        // The turn that was being fought is over; a battle that ended before the first has had none.
        if self.game.battle.turn > 0 {
            self.lead_passes();
        }
        let BattleOutcome { half, destroyed, .. } = self.outcome_of_battle();
        let why = self.game.ending();
        self.tell(|| Event::BattleOver { destroyed, half, why });
        if T::LISTENS {
            let toll = self.game.toll(self.charts, half, destroyed);
            self.tell(|| toll);
        }
        let tally = &mut self.game.tally;
        tally.battles = tally.battles.saturating_add(1);
        tally.won = tally.won.saturating_add(u8::from(destroyed));
        let cards = self.charts.events.len();
        let (card, deck) = self.draw_card("Event after the battle", self.game.events, cards)?;
        self.game.events = deck;
        self.game.battle.after = Some((card, OptionId(0)));
        self.tell(|| Event::After { card });
        let effects = &self.charts.events[card].post;
        let option = self.choose_option(effects)?;
        self.game.battle.after = Some((card, option));
        self.play_card(effects, option, Occasion::After)?;
        if !self.is_over() {
            self.status(half, destroyed)?;
        }
        Ok(())
    }

    /// VP for a Battalion Destroyed or halved; what waited for its end; whether it is enough for Great (post.status.1 to .4, R24).
    fn status(&mut self, half: bool, destroyed: bool) -> Play<()> {
        let (at, charts) = (self.game.battle.battalion, self.charts);
        let card = self.game.battalion_card(charts, at);
        let battalion = &self.game.battalions[at];
        let worth = if destroyed {
            card.vp
        } else if half && !battalion.half {
            card.vp / 2
        } else {
            0
        };
        let gained = worth.saturating_sub(battalion.scored);
        if gained > 0 {
            self.game.battalions[at].scored += gained;
            self.score(i16::from(gained), None);
        }
        if destroyed {
            self.moment(On::Destroyed, Occasion::After)?;
            if self.is_over() {
                return Ok(());
            }
        }
        let battalion = &mut self.game.battalions[at];
        battalion.destroyed = destroyed;
        battalion.half |= half;
        if self.game.objective(charts).evaluation(self.game.vp) == Evaluation::Great {
            self.end(Evaluation::Great);
        } else {
            self.game.stage = Stage::Record;
        }
        Ok(())
    }

    /// Damage is recorded, Stress and experience counted, Commanders promoted (post.damage.1 to post.promote.3).
    pub(crate) fn record(&mut self) -> Play<()> {
        let charts = self.charts;
        let destroyed = self.game.battalions[self.game.battle.battalion].destroyed;
        for at in self.game.commanders.ids() {
            self.game.commanders[at].counter = None;
            if !std::mem::take(&mut self.game.commanders[at].fights) || self.game.commanders[at].kia {
                continue;
            }
            self.game.commanders[at].battles = self.game.commanders[at].battles.saturating_add(1);
            let (stress, xp) = (charts.numbers.stress.battle, &charts.numbers.xp);
            self.strain(at, stress as i8, Strain::Battle);
            self.strain(at, i8::from(self.game.battle.tenacity), Strain::Tenacity);
            let cool = self.game.commanders[at].card(charts).cool.min(self.game.commanders[at].stress);
            self.strain(at, -(cool as i8), Strain::Cool);
            self.experience(at, xp.battle + if destroyed { xp.destroyed } else { 0 });
            self.promotions(at);
        }
        self.game.battle = Battle::none();
        self.game.at = self.game.at.next();
        self.game.stage = Stage::Next;
        Ok(())
    }

    /// XP for a Commander; an Ace needs none (R92).
    pub(crate) fn experience(&mut self, commander: CommanderId, n: u8) {
        let commander = &mut self.game.commanders[commander];
        if n > 0 && commander.level.next().is_some() {
            commander.xp = commander.xp.saturating_add(n).min(99);
            let (name, xp) = (commander.name, commander.xp);
            self.tell(|| Event::Experience { name, n, xp });
        }
    }

    /// He rises as long as his XP reach; what is over counts for the next level (post.promote.1, .2, R76).
    pub(crate) fn promotions(&mut self, commander: CommanderId) {
        loop {
            let (charts, one) = (self.charts, &mut self.game.commanders[commander]);
            let needed = one.card(charts).xp;
            let Some(level) = one.level.next().filter(|_| one.xp >= needed) else { break };
            one.xp -= needed;
            one.level = level;
            if level.next().is_none() {
                one.xp = 0;
            }
            let name = one.name;
            self.tell(|| Event::Promoted { name, level, by: Rise::Experience });
        }
    }
}
