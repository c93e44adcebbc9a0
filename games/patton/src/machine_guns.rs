//! The machine guns: aimed fire and sweeping fire (10.0, 22.2).

use crate::charts::Charts;
use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Directs, Enemy, GunState, Patton, Sight, Stage, Sweep, UnitId};
use crate::talk::{Ask, Choice, Event, Killer, MgAnswer, MgTargetAnswer, SweepAnswer};
use crate::words::{Class, Mg, MgUse, Post, Range, Terrain, Zone, colored_die};
use arrayvec::ArrayVec;
use hulldown_core::check::Check;
use hulldown_core::dice::D100;
use hulldown_core::rules::Reason;
use hulldown_core::table::{Play, Table};

/// The men who may have a machine gun, in the order they fire.
const GUNNERS: [Post; 4] = [Post::Gunner, Post::Assistant, Post::Commander, Post::Loader];

/// [22.21] What sweeping a zone costs.
pub(crate) fn sweep_check(charts: &'static Charts) -> Check {
    Check::on("mg_advancing_fire", "Advancing Fire", rule!("22.21"), &charts.gunnery.mg_advancing_fire.column)
}

impl Patton {
    /// [T.mg] To kill a unit with a machine gun.
    pub(crate) fn mg_check(&self, charts: &'static Charts, mg: Mg, by: Post, enemy: &Enemy, sweeping: bool) -> Check {
        let table = &charts.gunnery.sherman_mg;
        let rule = rule!("T.mg");
        let base = table.base[mg.index()][enemy.zone.range.index()].max(0);
        let smoke = self.battle.smoke_between(enemy.zone);
        let need = self.halved(base, smoke);
        let mut check = Check::at_most("sherman_mg", mg.name(), rule, D100, need).sure(table.sure).held(1, 100);
        check = check
            .remark(self.halved_by(smoke))
            .called("knocked out", "no effect")
            .on_line(mg)
            .in_column(enemy.zone.range);
        if !sweeping && mg != Mg::Sub {
            check = check.never(table.malfunction).specials([table.malfunction, 100], "malfunction");
        }
        check.modify(-self.crew.rating(by), by.name(), rule);
        if self.directed(&self.battle.orders, Directs::Mg(mg)) {
            check.modify(-self.crew.rating(Post::Commander), "commander directs", rule!("8.12"));
        }
        if enemy.kind.class() == Class::Lw && enemy.moving && enemy.terrain == Terrain::Open {
            check.modify(table.drm.lw_moving[mg.index()], "moving in the open", rule);
        }
        if sweeping {
            check.modify(table.drm.advancing[mg.index()], "Advancing Fire", rule!("22.22"));
        }
        if self.battle.orders.moves() {
            check.modify(table.drm.moving[mg.index()], "firing on the move", rule);
        }
        if enemy.terrain == Terrain::Woods {
            check.modify(table.drm.woods[mg.index()], "woods", rule);
        }
        if enemy.kind.class() == Class::AtGun || enemy.terrain == Terrain::Building {
            check.modify(table.drm.hard[mg.index()], "gun or building", rule);
        }
        if enemy.terrain == Terrain::Fortification {
            check.modify(table.drm.fort[mg.index()], "fortification", rule);
        }
        check
    }

    /// [10.21, 10.22b] The machine gun the man of a post is to fire, if he can, as the tank now stands.
    fn gun_of(&self, post: Post) -> Option<Mg> {
        let mg = self.battle.orders.of(post)?.mg()?;
        let silent = mg == Mg::Bow && self.tank.hull_down;
        (self.crew.worker(post).is_some() && !silent).then_some(mg)
    }

    /// [10.22] Why a machine gun does not reach into a zone.
    fn against_reach(&self, charts: &Charts, mg: Mg, zone: Zone) -> Reason {
        let faces = match mg {
            Mg::Coax => zone.sector == self.tank.turret,
            Mg::Bow => zone.sector == self.tank.hull,
            Mg::Aa | Mg::Sub => true,
        };
        if !faces {
            Some((rule!("10.22"), "the gun does not face it"))
        } else if self.report.weather.thick() && zone.range != Range::Close {
            Some((rule!("T.weather.2"), "nobody sees so far"))
        } else {
            (charts.gunnery.sherman_mg.base[mg.index()][zone.range.index()] < 0)
                .then_some((rule!("T.mg"), "the gun does not carry so far"))
        }
    }

    /// [10.22, 10.23] Why a machine gun cannot fire at a unit.
    pub(crate) fn against_mg_target(&self, charts: &Charts, mg: Mg, enemy: &Enemy) -> Reason {
        self.against_target(enemy).or_else(|| self.against_reach(charts, mg, enemy.zone)).or_else(|| {
            (!charts.units[enemy.kind.index()].mg_target).then_some((rule!("10.23"), "machine guns do not hurt it"))
        })
    }

    /// [10.24, 22.2] Why a machine gun cannot sweep a zone.
    fn against_sweep(&self, charts: &Charts, mg: Mg, zone: Zone) -> Reason {
        self.against_reach(charts, mg, zone).or_else(|| {
            let target = self.battle.enemies.iter().any(|enemy| {
                enemy.zone == zone && enemy.sight == Sight::Spotted && charts.units[enemy.kind.index()].mg_target
            });
            target.then_some((rule!("10.24"), "there is a target in it"))
        })
    }
}

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.74.3] First the guns that are to sweep a zone do; then the others fire at what they see.
    pub(crate) fn machine_guns(&mut self) -> Play<()> {
        let guns: ArrayVec<(Mg, Post), { GUNNERS.len() }> =
            GUNNERS.into_iter().filter_map(|post| Some((self.game.gun_of(post)?, post))).collect();
        let bow = self.game.battle.orders.of(Post::Assistant).and_then(|order| order.mg()) == Some(Mg::Bow);
        if bow && self.game.tank.hull_down && self.game.crew.worker(Post::Assistant).is_some() {
            self.tell(|| Event::BowSilent);
        }
        let mut aiming: ArrayVec<(Mg, Post), { GUNNERS.len() }> = ArrayVec::new();
        for (n, &(mg, by)) in guns.iter().enumerate() {
            self.game.battle.firing = Some((mg, by));
            if n + 1 == guns.len() && aiming.is_empty() {
                self.fire_mg(mg, by)?;
            } else if self.sweeps_or_aims(mg, by)? {
                aiming.push((mg, by));
            }
        }
        for (mg, by) in aiming {
            self.game.battle.firing = Some((mg, by));
            self.aims(mg, by)?;
        }
        self.game.battle.firing = None;
        self.game.stage = Stage::Chores;
        Ok(())
    }

    /// The only gun left to be asked for, and none waits for it: it sweeps or fires as it likes.
    fn fire_mg(&mut self, mg: Mg, by: Post) -> Play<()> {
        let mut menu = self.table.menu();
        for enemy in &self.game.battle.enemies {
            menu.weigh(MgAnswer::Shoot(enemy.id), self.game.against_mg_target(self.charts, mg, enemy));
        }
        for zone in Zone::all() {
            menu.weigh(MgAnswer::Sweep(zone), self.game.against_sweep(self.charts, mg, zone));
        }
        menu.offer(MgAnswer::Hold);
        match self.ask(Ask::MgTarget(mg), &menu)? {
            MgAnswer::Shoot(id) => self.aimed(mg, by, id)?,
            MgAnswer::Sweep(zone) => self.sweep(mg, by, zone)?,
            MgAnswer::Hold => return Ok(()),
        }
        self.table.settled()
    }

    /// [4.74.3a] Whether a gun sweeps a zone, at once, or is to fire at a unit when all sweeps are marked.
    fn sweeps_or_aims(&mut self, mg: Mg, by: Post) -> Play<bool> {
        let mut menu = self.table.menu();
        let target =
            self.game.battle.enemies.iter().any(|enemy| self.game.against_mg_target(self.charts, mg, enemy).is_none());
        if target {
            menu.offer(SweepAnswer::Aimed);
        }
        for enemy in &self.game.battle.enemies {
            if let Some((rule, why)) = self.game.against_mg_target(self.charts, mg, enemy) {
                menu.refuse(Choice::Shoot(enemy.id), rule, why);
            }
        }
        for zone in Zone::all() {
            menu.weigh(SweepAnswer::Sweep(zone), self.game.against_sweep(self.charts, mg, zone));
        }
        menu.offer(SweepAnswer::Hold);
        match self.ask(Ask::Sweep(mg), &menu)? {
            SweepAnswer::Aimed => return Ok(true),
            SweepAnswer::Sweep(zone) => self.sweep(mg, by, zone)?,
            SweepAnswer::Hold => return Ok(false),
        }
        self.table.settled()?;
        Ok(false)
    }

    /// [4.74.3b] A gun that was to fire at a unit does, if the guns before it have left one.
    fn aims(&mut self, mg: Mg, by: Post) -> Play<()> {
        let mut menu = self.table.menu();
        for enemy in &self.game.battle.enemies {
            menu.weigh(MgTargetAnswer::Shoot(enemy.id), self.game.against_mg_target(self.charts, mg, enemy));
        }
        if menu.options().is_empty() {
            return Ok(());
        }
        menu.offer(MgTargetAnswer::Hold);
        match self.ask(Ask::MgTarget(mg), &menu)? {
            MgTargetAnswer::Shoot(id) => self.aimed(mg, by, id)?,
            MgTargetAnswer::Hold => return Ok(()),
        }
        self.table.settled()
    }

    /// [10.22, T.mg] Aimed fire at one unit.
    fn aimed(&mut self, mg: Mg, by: Post, id: UnitId) -> Play<()> {
        let enemy = self.named(id);
        self.tell(|| Event::FiresMg { mg, who: who(&enemy) });
        let check = self.game.mg_check(self.charts, mg, by, &enemy, false);
        let natural = self.table.natural(&check)?;
        if let Some(enemy) = self.game.battle.enemy_mut(id) {
            enemy.shot_at = true;
        }
        if colored_die(natural) <= self.charts.gunnery.sherman_mg.box_used {
            self.use_box(mg);
        }
        if natural >= self.charts.gunnery.sherman_mg.malfunction {
            self.mg_fails(mg);
        }
        if check.succeeds(natural) {
            self.knock_out(id, Killer::YourMg);
        } else {
            self.tell(|| Event::NoEffect { who: who(&enemy) });
        }
        Ok(())
    }

    /// [22.21] Advancing Fire into a zone: ammunition and malfunction first.
    fn sweep(&mut self, mg: Mg, by: Post, zone: Zone) -> Play<()> {
        self.tell(|| Event::Sweeps { mg, zone });
        if mg != Mg::Sub {
            match self.table.read(&sweep_check(self.charts), &self.charts.gunnery.mg_advancing_fire.column)? {
                MgUse::BoxUsed => self.use_box(mg),
                MgUse::NoEffect => {}
                // A gun that jams sweeps nothing.
                MgUse::Malfunction => {
                    self.mg_fails(mg);
                    return Ok(());
                }
            }
        }
        let _ = self.game.battle.sweeps.try_push(Sweep { mg, by, zone });
        Ok(())
    }

    /// [16.3] A box is used up, where boxes are counted.
    fn use_box(&mut self, mg: Mg) {
        let tank = &mut self.game.tank;
        if self.game.options.mg_ammo {
            match mg {
                Mg::Coax | Mg::Bow => tank.boxes_30 = tank.boxes_30.saturating_sub(1),
                Mg::Aa => tank.boxes_50 = tank.boxes_50.saturating_sub(1),
                Mg::Sub => {}
            }
        }
    }

    fn mg_fails(&mut self, mg: Mg) {
        if let Some(weapon) = mg.weapon() {
            self.game.tank.guns[weapon.index()] = GunState::Malfunction;
            self.stir(|| Event::Malfunction { weapon });
        }
    }

    /// [22.22, R65] A unit that comes into a swept zone is fired at by every gun that sweeps it.
    pub(crate) fn swept(&mut self, id: UnitId) -> Play<()> {
        for n in 0..self.game.battle.sweeps.len() {
            let Sweep { mg, by, zone } = self.game.battle.sweeps[n];
            let Some(&enemy) = self.game.battle.enemy(id) else { return Ok(()) };
            let far = self.game.report.weather.thick() && zone.range != Range::Close;
            // [19.22, 22.21] Neither a man out of action nor a gun that has failed since fires on.
            let works = mg.weapon().is_none_or(|weapon| self.game.tank.gun(weapon) == GunState::Works);
            let fires = works && self.game.crew.worker(by).is_some();
            if enemy.zone == zone && self.charts.units[enemy.kind.index()].mg_target && !far && fires {
                let check = self.game.mg_check(self.charts, mg, by, &enemy, true);
                if self.table.test(&check)? {
                    self.knock_out(id, Killer::YourMg);
                }
            }
        }
        Ok(())
    }
}
