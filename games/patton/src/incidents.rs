//! Random events (15.0).

use crate::casualties::Harm;
use crate::charts::headings;
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Cause, Patton, Stage};
use crate::talk::{Ask, Event, FriendlyAdvanceAnswer};
use crate::words::{Activity, FriendlyMode, Location, Mine, MineCrew, Post, RandomEvent, Range, Sector, Zone};
use arrayvec::ArrayVec;
use hulldown_core::check::Check;
use hulldown_core::dice::D10;
use hulldown_core::table::{Play, Table};

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.77] One event; then the battle goes on, or is over.
    pub(crate) fn random_event(&mut self) -> Play<()> {
        let column = &self.charts.events.random_events.column[self.game.report.scenario.index()];
        let check = Check::on("random_events", "Random event", rule!("T.events"), column);
        let event = self.table.read(&check, column)?;
        self.tell(|| Event::Random { event });
        match event {
            // [15.1, R61] A quarter of an hour has gone by; the battle goes on whatever the clock says.
            RandomEvent::TimePasses => self.spend(self.charts.minutes(Activity::BattleOccurs))?,
            RandomEvent::FriendlyArtillery => self.friendly_fire(FriendlyMode::Artillery, |_| true)?,
            RandomEvent::EnemyArtillery => self.enemy_artillery()?,
            RandomEvent::Mines => self.mines()?,
            RandomEvent::Panzerfaust => self.panzerfaust()?,
            RandomEvent::HarassingFire => {
                let kept_down = self.kept_down();
                self.collateral(None, kept_down)?;
            }
            RandomEvent::FriendlyAdvance => self.friendly_advance()?,
            RandomEvent::EnemyReinforcement => {
                for _ in 0..self.charts.contact.unit_count.reinforcement[self.game.report.scenario] {
                    self.activate()?;
                }
            }
            RandomEvent::EnemyAdvance => self.enemy_advance()?,
            RandomEvent::FlankingFire => self.friendly_fire(FriendlyMode::Flanking, |_| true)?,
        }
        if self.game.stage == Stage::Event {
            self.game.battle.free_round = false;
            let over = self.game.battle.enemies.is_empty();
            self.game.stage = if over { Stage::BattleEnd } else { Stage::Smoke };
        }
        Ok(())
    }

    /// [15.3] Squads are lost, and your tank may be struck.
    fn enemy_artillery(&mut self) -> Play<()> {
        let column = &self.charts.events.enemy_artillery_losses.column;
        let check = Check::on("enemy_artillery_losses", "Squads lost", rule!("15.3"), column);
        let count = self.table.read(&check, column)?;
        self.game.report.squads_lost = self.game.report.squads_lost.saturating_add(count);
        self.tell(|| Event::SquadsLost { count, who: None });
        self.collateral(None, false)
    }

    /// [15.4, T.mine] Mines, if the tank is moving.
    fn mines(&mut self) -> Play<()> {
        if !self.game.tank.moving {
            self.tell(|| Event::NoMine);
            return Ok(());
        }
        let mines = &self.charts.events.minefield_attack;
        let mut check = Check::on("minefield_attack", "Mines", rule!("T.mine"), &mines.row).held(0, 10);
        if self.game.day.month() >= mines.late_from {
            check.modify(mines.drm.from_1945, "late in the war", rule!("T.mine"));
        }
        match self.table.read(&check, &mines.row)? {
            Mine::FriendlyTank => self.tank_lost(None),
            Mine::YourTank => {
                self.disable();
                let check = Check::on(
                    "minefield_crew",
                    "Who is hurt",
                    rule!("T.mine"),
                    &self.charts.events.minefield_crew.column,
                );
                let post = match self.table.read(&check, &self.charts.events.minefield_crew.column)? {
                    MineCrew::NoEffect => return Ok(()),
                    MineCrew::Driver => Post::Driver,
                    MineCrew::Assistant => Post::Assistant,
                };
                if let Some(who) = self.game.crew.worker(post) {
                    self.wound_roll(who, Harm::Mine)?;
                }
            }
            Mine::NoEffect => {}
        }
        Ok(())
    }

    /// [15.5, T.pf, T.pf.2, R19] A man with a rocket: from where, whether he comes near, hits, and pierces.
    fn panzerfaust(&mut self) -> Play<()> {
        let Some(sector) = self.sector_of_appearance()? else { return Ok(()) };
        let events = &self.charts.events;
        let (attack, hit) = (&events.panzerfaust_attack, &events.panzerfaust_to_hit);
        let zone = Zone::new(sector, Range::Close);
        let swept = self.game.battle.sweeps.iter().any(|sweep| sweep.zone == zone);
        let rule = rule!("T.pf");
        let need = attack.up_to[self.game.report.scenario];
        let mut check = Check::at_most("panzerfaust_attack", "Panzerfaust attack", rule, D10, need);
        check = check.sure(attack.sure).held(1, 10);
        check = check.in_column(self.game.report.scenario);
        if self.game.day.month() >= attack.late_from {
            check.modify(attack.drm.late, "late in the war", rule);
        }
        if self.game.tank.moving {
            check.modify(attack.drm.moving, "your tank moves", rule);
        }
        if self.game.tank.lead {
            check.modify(attack.drm.lead, "lead tank", rule);
        }
        if swept {
            check.modify(attack.drm.swept, "zone swept", rule);
        }
        if sector.is_rear() {
            check.modify(attack.drm.rear_sector, "from behind", rule);
        }
        if !self.table.test(&check.called("attack", "no attack"))? {
            return Ok(());
        }
        let rule = rule!("T.pf.2");
        let mut check = Check::at_most("panzerfaust_to_hit", "Panzerfaust to hit", rule, D10, hit.up_to).held(1, 10);
        if self.game.tank.moving {
            check.modify(hit.drm.moving, "your tank moves", rule);
        }
        if swept {
            check.modify(hit.drm.swept, "zone swept", rule);
        }
        if !self.table.test(&check.called("hit", "miss"))? {
            return Ok(());
        }
        let check =
            Check::at_most("panzerfaust_to_kill", "Panzerfaust to kill", rule, D10, events.panzerfaust_to_kill.up_to);
        if self.table.test(&check.called("knocked out", "no effect"))? {
            let column = &self.charts.hit.hit_location.column[0];
            let check = Check::on("hit_location", "Hit location", rule!("T.hitloc"), column);
            let turret = self.table.read(&check, column)? == Location::Turret;
            self.stir(|| Event::YouAreHit { who: None, turret });
            self.game.stage = Stage::KnockedOut(Cause { by: None, turret, from: sector });
        }
        Ok(())
    }

    /// [15.7] Friendly forces take a sector of your choice that is free of enemies and next to one of theirs.
    fn friendly_advance(&mut self) -> Play<()> {
        let mut menu = self.table.menu();
        let battle = &self.game.battle;
        for sector in Sector::ALL.into_iter().filter(|s| !battle.us[s.index()]) {
            let reason = if battle.enemy_in(sector) {
                Some((rule!("15.7"), "there are enemies in it"))
            } else {
                let beside = battle.us[sector.left().index()] || battle.us[sector.right().index()];
                (!beside).then_some((rule!("15.7"), "no friendly sector borders it"))
            };
            menu.weigh(FriendlyAdvanceAnswer::Sector(sector), reason);
        }
        if menu.options().is_empty() {
            return Ok(());
        }
        let FriendlyAdvanceAnswer::Sector(sector) = self.ask(Ask::FriendlyAdvance, &menu)?;
        self.game.battle.us[sector.index()] = true;
        self.stir(|| Event::ControlGained { sector });
        Ok(())
    }

    /// [15.9, R61] Friendly forces give up a sector next to an enemy.
    fn enemy_advance(&mut self) -> Play<()> {
        // Clockwise from sector 4-5.
        let order = Sector::S45;
        let battle = &self.game.battle;
        let mut lost: ArrayVec<Sector, 6> = (0..6)
            .map(|n| order.turned(n))
            .filter(|s| battle.us[s.index()] && (battle.enemy_in(s.left()) || battle.enemy_in(s.right())))
            .collect();
        // Two that flank one enemy: the counter-clockwise one is the left.
        if let [a, b] = lost[..]
            && b.turned(2) == a
            && battle.enemy_in(b.turned(1))
        {
            lost.swap(0, 1);
        }
        let sector = match lost.len() {
            0 => return Ok(()),
            1 => lost[0],
            count => {
                let check = Check::on("enemy_advance_side", "Which sector", rule!("15.9"), &self.charts.die);
                let check = check.on_line(headings::WHICH_SECTOR);
                let natural = self.table.natural(&check)?;
                lost[(natural as usize - 1) * count / 10]
            }
        };
        self.game.battle.us[sector.index()] = false;
        self.stir(|| Event::ControlLost { sector });
        Ok(())
    }
}
