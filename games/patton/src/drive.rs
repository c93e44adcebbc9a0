//! Your tank moves, or the enemy seems to (11.0).

use crate::charts::{Charts, headings};
use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Bog, Patton, Sight, Stage, UnitId};
use crate::talk::{Ask, Choice, Event};
use crate::words::{Action, BogResult, Drive, MoveResult, Post, Sector, Shift, Zone, colored_die, white_die};
use hulldown_core::check::Check;
use hulldown_core::dice::D10;
use hulldown_core::table::{Play, Table};

impl Patton {
    /// [T.move] The roll of a move.
    pub(crate) fn move_check(&self, charts: &'static Charts, drive: Drive) -> Check {
        let rule = rule!("T.move");
        let column = &charts.driving.movement_part_1.action[drive.index()];
        let mut check = Check::on("movement_part_1", drive.name(), rule!("11.1"), column).held(1, 100);
        check = check.specials([charts.driving.movement_part_1.bogs_from, 100], "bogged down");
        check.modify(-self.crew.rating(Post::Driver), "driver", rule);
        if self.battle.orders.has(Post::Commander, Action::DirectMovement) {
            let rating = self.crew.rating(Post::Commander);
            if self.tank.is_open(Post::Commander) {
                check.modify(-rating, "commander directs", rule);
            } else if charts.tanks[self.tank.model.index()].cupola {
                check.modify(-(rating / 2), "commander directs from the cupola", rule);
            }
        }
        if self.tank.hvss {
            check.modify(charts.driving.movement_part_1.drm.hvss, "HVSS", rule);
        }
        if !self.tank.is_open(Post::Driver) {
            check.modify(charts.driving.movement_part_1.drm.buttoned, "driver buttoned up", rule);
        }
        let ground = self.report.weather.ground;
        check.modify(charts.driving.movement_part_1.ground[ground.index()], ground.name(), rule!("T.weather.3"));
        check
    }

    /// [T.bog] The roll of a tank that tries to free itself.
    pub(crate) fn bog_check(&self, charts: &'static Charts) -> Check {
        let rule = rule!("T.bog");
        let mut check =
            Check::on("bogged_down", "Getting free", rule!("11.12"), &charts.driving.bogged_down.row).held(1, 100);
        check = check.special(100, "assistance required");
        check.modify(-self.crew.rating(Post::Driver), "driver", rule);
        let directs = self.battle.orders.has(Post::Commander, Action::DirectMovement);
        if directs && self.tank.is_open(Post::Commander) {
            check.modify(-self.crew.rating(Post::Commander), "commander directs", rule);
        }
        if self.tank.hvss {
            check.modify(charts.driving.bogged_down.drm.hvss, "HVSS", rule);
        }
        if !self.tank.is_open(Post::Driver) {
            check.modify(charts.driving.bogged_down.drm.buttoned, "driver buttoned up", rule);
        }
        check
    }

    /// Whether the target the gunner has acquired stands before the turret.
    fn faces_acquired(&self) -> bool {
        let target = self.battle.acquired.and_then(|(id, _)| self.battle.enemy(id));
        target.is_some_and(|enemy| enemy.zone.sector == self.tank.turret)
    }

    /// [9.35b, R45] The turret has turned: the gunner loses his aim unless it now faces the target.
    pub(crate) fn turret_turned(&mut self) {
        if !self.faces_acquired() {
            self.battle.acquired = None;
        }
    }

    /// A unit is off the board, and any aim at it is lost.
    pub(crate) fn forget(&mut self, gone: UnitId) {
        if self.battle.acquired.is_some_and(|(id, _)| id == gone) {
            self.battle.acquired = None;
        }
    }
}

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.74.1] What the driver does.
    pub(crate) fn movement(&mut self) -> Play<()> {
        self.recover()?;
        let driven = self.game.crew.worker(Post::Driver).is_some();
        match self.game.battle.orders.of(Post::Driver).filter(|_| driven) {
            Some(Action::Pivot) => self.pivot()?,
            Some(action) => match action.movement() {
                Some(_) if self.game.tank.bog == Bog::Bogged => self.get_free()?,
                Some(drive) => self.drive(drive)?,
                // [8.41] Stop.
                None => self.game.tank.moving = false,
            },
            // [R43] Without a driver the tank stops.
            None => self.game.tank.moving = false,
        }
        if self.game.stage == Stage::Movement {
            self.game.stage = Stage::MainGun;
        }
        Ok(())
    }

    /// [T.wound.3] Unconscious men may come to.
    fn recover(&mut self) -> Play<()> {
        for post in Post::ALL {
            if self.game.crew.men[post.index()].is_some_and(|man| man.down) {
                let check =
                    Check::at_most("wounds", "Coming to", rule!("T.wound.3"), D10, self.charts.hit.wounds.recovers);
                let check = check.on_line(headings::COMES_ROUND);
                if self.table.test(&check.called("awake", "still unconscious"))? {
                    self.awake(post);
                }
            }
        }
        Ok(())
    }

    /// A man comes to and takes his post again.
    pub(crate) fn awake(&mut self, post: Post) {
        if let Some(man) = &mut self.game.crew.men[post.index()] {
            man.down = false;
        }
        if self.game.crew.assistant_at == post && self.game.crew.able(post) {
            self.game.crew.assistant_at = Post::Assistant;
        }
        self.stir(|| Event::Awake { post });
    }

    /// [8.46, R39, R45] The hull turns, and the turret with it.
    fn pivot(&mut self) -> Play<()> {
        let hull = self.game.tank.hull;
        let others = Sector::ALL.into_iter().filter(|sector| *sector != hull);
        let sector = self.pick(Ask::Pivot, others, Choice::Hull)?;
        let tank = &mut self.game.tank;
        tank.turret = tank.turret.turned(sector.rel(tank.hull));
        tank.hull = sector;
        tank.hull_down = false;
        tank.moving = false;
        let turret = tank.turret;
        self.stir(|| Event::Pivots { hull: sector, turret });
        self.lose_aim();
        self.game.turret_turned();
        Ok(())
    }

    /// [9.35b] A move or pivot spoils the gunner's aim unless the crew is trained.
    fn lose_aim(&mut self) {
        if !self.game.gyro(self.charts) {
            self.game.battle.acquired = None;
        }
    }

    /// [11.12] A bogged tank tries to free itself.
    fn get_free(&mut self) -> Play<()> {
        let check = self.game.bog_check(self.charts);
        let natural = self.table.natural(&check)?;
        let result = if natural == 100 {
            BogResult::Assistance
        } else {
            self.charts.driving.bogged_down.row.at(check.total(natural))
        };
        self.burn_fuel(natural);
        let tank = &mut self.game.tank;
        match result {
            BogResult::Free => tank.bog = Bog::Free,
            BogResult::NoEffect => {}
            BogResult::ThrownTrack => {
                tank.bog = Bog::Free;
                tank.disabled = true;
            }
            BogResult::Assistance => tank.bog = Bog::Assistance,
        }
        tank.moving = false;
        self.stir(|| Event::GetsFree { result });
        Ok(())
    }

    /// [29.0] A move may use a unit of fuel.
    fn burn_fuel(&mut self, natural: i8) {
        let fuel = &self.charts.driving.fuel;
        if self.game.options.fuel && colored_die(natural) <= fuel.battle_colored {
            self.game.tank.fuel = self.game.tank.fuel.saturating_sub(fuel.per_move);
        }
    }

    /// [11.1, 11.2] One roll says what happens to the tank and, by its white die, to the enemy's places.
    fn drive(&mut self, drive: Drive) -> Play<()> {
        let check = self.game.move_check(self.charts, drive);
        let natural = self.table.natural(&check)?;
        let movement = &self.charts.driving.movement_part_1;
        let result = if natural >= movement.bogs_from {
            MoveResult::BoggedDown
        } else {
            movement.action[drive.index()].at(check.total(natural))
        };
        self.burn_fuel(natural);
        let tank = &mut self.game.tank;
        tank.hull_down = result == MoveResult::HullDown;
        tank.moving = result == MoveResult::NoAccident;
        match result {
            MoveResult::ThrownTrack => tank.disabled = true,
            MoveResult::BoggedDown => tank.bog = Bog::Bogged,
            MoveResult::HullDown | MoveResult::NoAccident => {}
        }
        self.stir(|| Event::Drives { drive, result });
        self.lose_aim();
        // [R39] A move that fails moves nothing.
        if matches!(result, MoveResult::ThrownTrack | MoveResult::BoggedDown) {
            return Ok(());
        }
        let battle = &mut self.game.battle;
        battle.drove = true;
        for enemy in &mut battle.enemies {
            // [17.3, R37, R38] Everybody has to look anew, and to aim anew.
            if enemy.sight == Sight::Hidden {
                enemy.sight = Sight::Unspotted;
            }
            enemy.aim = 0;
        }
        self.shift(drive, self.charts.driving.movement_part_2.action[drive.index()].at(white_die(natural)))
    }

    /// [11.2, T.move.2, T.move.3] Enemy units shift, or turn, or neither.
    fn shift(&mut self, drive: Drive, shift: Shift) -> Play<()> {
        if shift == Shift::None {
            return Ok(());
        }
        self.stir(|| Event::Shift { shift });
        if matches!(shift, Shift::A | Shift::B) {
            let hull = self.game.tank.hull;
            let charts = self.charts;
            let moved = |zone: Zone| {
                let there = charts.board.displaced(shift, zone.sector.rel(hull), zone.range);
                there.map(|(rel, range)| Zone { sector: hull.turned(rel), range })
            };
            if !self.game.battle.enemies.is_empty()
                && self.game.battle.enemies.iter().all(|enemy| moved(enemy.zone).is_none())
            {
                // [11.3, 11.31] Nobody is left in sight: the task force has left the board.
                let way = self.charts.board.leaving(hull, drive.is_forward());
                self.stir(|| Event::LeavesBoard { way });
                self.game.stage = Stage::Leaving(way);
                return Ok(());
            }
            let faced = self.game.faces_acquired();
            let mut n = 0;
            while n < self.game.battle.enemies.len() {
                let enemy = &mut self.game.battle.enemies[n];
                match moved(enemy.zone) {
                    Some(zone) => {
                        enemy.zone = zone;
                        n += 1;
                        self.game.battle.us[zone.sector.index()] = false;
                    }
                    // [R58] Out of sight, and out of play.
                    None => {
                        let who = who(enemy);
                        self.game.battle.enemies.remove(n);
                        self.game.forget(who.id);
                        self.stir(|| Event::Gone { who });
                    }
                }
            }
            // [9.35b, R45] A trained crew keeps its aim on the move, unless the move itself takes the target out of the turret's sector.
            if faced {
                self.game.turret_turned();
            }
        }
        // [11.2b] Vehicles that can still turn may have turned.
        for n in 0..self.game.battle.enemies.len() {
            let enemy = self.game.battle.enemies[n];
            if enemy.facing.is_some() && !enemy.immobile {
                self.game.battle.enemies[n].facing = self.facing(enemy.kind)?;
            }
        }
        Ok(())
    }
}
