//! The enemy's turn: they move, dismount or fire (7.2-4, back cover 6).

use crate::charts::{Charts, headings};
use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Ace, Enemy, EnemyAim, Progress, UnitId};
use crate::talk::{Event, Phase};
use crate::words::{
    B2Block, B2Drm, B2Result, B2Target, Class, Facing, Mission, Part, Post, Range, Trade, Weapon, Wound,
};
use hulldown_core::chart;
use hulldown_core::check::Check;
use hulldown_core::dice::{D6, TWO_D6};
use hulldown_core::game::Seat;
use hulldown_core::table::{Play, Table};

/// Fire that comes in: from whom, on whose board, at whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Incoming {
    pub(crate) board: Seat,
    pub(crate) from: UnitId,
    pub(crate) at: Seat,
}

/// Whether a unit fires a 2cm gun.
fn is_2cm(charts: &Charts, enemy: &Enemy) -> bool {
    enemy.kind.is_some_and(|kind| charts.units[kind.index()].auto2cm)
}

/// [R8a] Whether fire of a 2cm strikes home.
pub(crate) fn lucky_2cm(charts: &Charts, enemy: &Enemy, total: i8) -> bool {
    is_2cm(charts, enemy) && total <= charts.b2.lucky_2cm_modified_max
}

impl Ace {
    #[inline]
    pub(crate) fn firer(&self, fire: Incoming) -> Option<&Enemy> {
        self.players[fire.board.index()].board.enemy(fire.from)
    }

    /// [BC.6a, CH.B1] An enemy gun to hit the tank.
    #[inline]
    pub(crate) fn enemy_to_hit(&self, charts: &'static Charts, fire: Incoming, enemy: &Enemy) -> Check {
        let b1 = &charts.b1;
        let range = self.players[fire.board.index()].board.range;
        let mut check = Check::at_most("B1", "Enemy to hit", rule!("BC.6a"), TWO_D6, b1.range[range].hit)
            .naturals(b1.natural_hit, b1.natural_miss)
            .called("hit", "miss")
            .on_line(range)
            .by(self.german_dice(fire.at));
        if self.players[fire.at.index()].mat.hull_down {
            check.modify(b1.drm.target_hull_down, "the tank is hull down", rule!("7.3.1a"));
        }
        for (level, why) in self.smokes(fire.at, fire.board, enemy.area) {
            check.modify([0, b1.drm.smoke_1, b1.drm.smoke_2][usize::from(level.min(2))], why, rule!("7.3.5a"));
        }
        check.modify(charts.weather_effect[self.field.weather.index()].b1, self.field.weather.name(), rule!("7.5"));
        check.modify(charts.terrain_effect[self.field.terrain.index()].b1, self.field.terrain.name(), rule!("CH.A5"));
        if enemy.buttoned && enemy.class.is_vehicle() {
            check.modify(b1.drm.firer_buttoned_enemy_vehicle, "firer buttoned up", rule!("7.3.7a"));
        }
        if enemy.suppressed && enemy.class == Class::At {
            check.modify(b1.drm.firer_suppressed_at, "firer suppressed", rule!("7.4e"));
        }
        check
    }

    /// [CH.B1] How far the gun of a unit goes through armor from where it stands.
    pub(crate) fn enemy_penetration(&self, charts: &Charts, fire: Incoming, enemy: &Enemy) -> i8 {
        let pen = enemy.kind.and_then(|kind| charts.units[kind.index()].pen).unwrap_or(0);
        pen + charts.b1.range[self.players[fire.board.index()].board.range].pen
    }

    /// [BC.6a, CH.B2] Enemy machine guns and 2cm guns at the tank.
    #[inline]
    pub(crate) fn enemy_mg(&self, charts: &'static Charts, fire: Incoming, enemy: &Enemy) -> Check {
        let weapon = match enemy.class {
            Class::Inf => Weapon::InfMg,
            Class::Ht => Weapon::HtMg,
            _ => Weapon::ReconMg,
        };
        let column = charts.b2.column(B2Block::Mg, B2Target::Tank);
        let mut check = Check::on("B2", weapon.name(), rule!("BC.6a"), column).by(self.german_dice(fire.at));
        check.line = B2Block::Mg.name();
        let drm = |drm: B2Drm| charts.b2.drm(drm, weapon);
        if charts.weather_effect[self.field.weather.index()].b2 != 0 {
            check.modify(drm(B2Drm::RainOrSnow), self.field.weather.name(), rule!("7.5"));
        }
        for (level, why) in self.smokes(fire.at, fire.board, enemy.area) {
            check.modify(charts.b2.smoke(level, weapon), why, rule!("7.3.5a"));
        }
        match self.players[fire.board.index()].board.range {
            Range::Close => check.modify(drm(B2Drm::MgClose), "close range", rule!("CH.B2")),
            Range::Long => check.modify(drm(B2Drm::MgLong), "long range", rule!("CH.B2")),
            Range::Medium => {}
        }
        if enemy.class == Class::Inf && enemy.steps < charts.constants.inf_steps {
            check.modify(drm(B2Drm::FirerInfReduced), "firer reduced", rule!("6.3e"));
        }
        if enemy.suppressed {
            check.modify(drm(B2Drm::FirerInfSuppressed), "firer suppressed", rule!("7.4e"));
        }
        // [R8a] A lucky hit is read on B3, not here.
        if is_2cm(charts, enemy) {
            let most = charts.b2.lucky_2cm_modified_max - check.modifier();
            check.specials.push(([TWO_D6.min(), most], "lucky hit"));
        }
        check
    }

    /// [CH.B4] Whether infantry tries the Panzerfaust; none if its morale is gone.
    #[inline]
    pub(crate) fn faust_attempt(&self, charts: &'static Charts, fire: Incoming, enemy: &Enemy) -> Option<Check> {
        let reduced = enemy.steps < charts.constants.inf_steps;
        let shaken = if enemy.suppressed { charts.b4.suppressed_ml } else { 0 };
        let morale = charts.grades[self.field.grade.index()].ml[usize::from(reduced)] + shaken;
        (morale > 0).then(|| {
            Check::at_most("B4", "Panzerfaust attempt", rule!("CH.B4"), D6, morale)
                .called("tries", "does not dare")
                .on_line(headings::TRIES)
                .by(self.german_dice(fire.at))
        })
    }

    /// [CH.B4] The Panzerfaust to hit.
    #[inline]
    pub(crate) fn faust_to_hit(&self, charts: &'static Charts, fire: Incoming, enemy: &Enemy) -> Check {
        let b4 = &charts.b4;
        let mut check = Check::at_most("B4", "Panzerfaust to hit", rule!("CH.B4"), TWO_D6, b4.hit[self.month.index()])
            .called("hit", "miss")
            .on_line(chart::Heading::new(charts.b4.hit.heading(self.month)))
            .by(self.german_dice(fire.at));
        if self.commander_inside(fire.at) {
            check.modify(b4.drm.commander_buttoned, "commander buttoned up", rule!("CH.B4"));
        }
        if enemy.steps < charts.constants.inf_steps {
            check.modify(b4.drm.firer_reduced, "firer reduced", rule!("CH.B4"));
        }
        if enemy.suppressed {
            check.modify(b4.drm.firer_suppressed, "firer suppressed", rule!("7.4e"));
        }
        for (level, why) in self.smokes(fire.at, fire.board, enemy.area) {
            check.modify([0, b4.drm.smoke_1, b4.drm.smoke_2][usize::from(level.min(2))], why, rule!("7.3.5a"));
        }
        if charts.weather_effect[self.field.weather.index()].b1 != 0 {
            check.modify(b4.drm.rain_or_snow, self.field.weather.name(), rule!("7.5"));
        }
        if self.players[fire.at.index()].career.has_trade(Trade::Sandbags) {
            check.modify(b4.drm.sandbags, "sandbags", rule!("CH.W2"));
        }
        check
    }

    /// [7.3.3b, c, 7.2-Jb, R17] Whether fire from a unit meets the side of the tank's hull or turret.
    pub(crate) fn tank_flanked(&self, charts: &Charts, fire: Incoming, part: Part) -> bool {
        let Some(enemy) = self.firer(fire) else { return false };
        if fire.at != fire.board {
            // [R46] A helper shows his front to those he shoots at.
            return false;
        }
        let mat = &self.players[fire.at.index()].mat;
        let exposed = mat.exposed_but_to.is_some_and(|area| area != enemy.area);
        let facing: Facing = if part == Part::Turret { mat.turret } else { mat.hull };
        exposed || charts.facing[facing.index()].flank_from.has(enemy.area)
    }

    /// [7.3.3, CH.B3] The armor that fire from a unit meets on a part of the tank.
    pub(crate) fn tank_armor(&self, charts: &Charts, fire: Incoming, part: Part) -> i8 {
        let plates = charts.tanks[self.players[fire.at.index()].tank.index()].armor;
        match (self.tank_flanked(charts, fire, part), part) {
            (true, _) => plates[2],
            (false, Part::Turret) => plates[0],
            (false, Part::Hull) => plates[1],
        }
    }

    /// [R15, 7.1.1c, 7.1.4a] Whether a unit has to make its flanking move now.
    #[inline]
    pub(crate) fn must_move(&self, charts: &Charts, enemy: &Enemy) -> bool {
        let who_moves = match self.field.fight {
            Mission::Contact => matches!(enemy.class, Class::T | Class::Spg | Class::R | Class::Ht),
            Mission::Defense => matches!(enemy.class, Class::T | Class::Spg | Class::R | Class::Ht | Class::Inf),
            Mission::Attack | Mission::Assault | Mission::Refit => false,
        };
        who_moves
            && !enemy.moved
            && !enemy.mounted
            && !enemy.immobilized
            && charts.flank_move[enemy.area.index()].is_some()
    }
}

impl<T: Table<Ace>> Referee<'_, T> {
    /// [7.2-4, BC.6] Step 6, unit by unit in the order they were placed.
    pub(crate) fn enemy_action(&mut self, seat: Seat) -> Play<()> {
        let enemies = &self.game.players[seat.index()].board.enemies;
        let acts = |enemy: &Enemy| {
            enemy.aim != EnemyAim::Elsewhere || enemy.mounted || self.game.must_move(self.charts, enemy)
        };
        if T::LISTENS && enemies.iter().any(acts) {
            self.heading(seat, Phase::Enemy);
        }
        let mut got_off = None;
        for at in 0..self.game.players[seat.index()].board.enemies.len() {
            let Some(&enemy) = self.game.players[seat.index()].board.enemies.get(at) else { break };
            let id = enemy.id;
            // Riders, who stand behind their carrier, act from the round on after they got off.
            if !enemy.on_board() || got_off == Some(at) {
                continue;
            }
            if self.game.must_move(self.charts, &enemy) {
                self.flank_move(seat, id);
            } else if enemy.mounted {
                self.dismount(seat, at);
                got_off = Some(at + 1);
            } else {
                let whom = match enemy.aim {
                    EnemyAim::Elsewhere => continue,
                    EnemyAim::Tank => seat,
                    EnemyAim::Helper => Seat(1 - seat.0),
                };
                if self.game.on_the_field(whom) {
                    self.enemy_fire(Incoming { board: seat, from: id, at: whom }, at, &enemy)?;
                }
            }
            if let Some(enemy) = self.player(seat).board.enemies.get_mut(at) {
                enemy.progress = Progress::Over;
            }
            if !self.game.in_fight(seat) {
                break;
            }
        }
        self.player(seat).board.enemies.iter_mut().for_each(|enemy| enemy.progress = Progress::Ahead);
        // [7.2-Jb] The exposure of a flank move lasts for one enemy fire step.
        self.player(seat).mat.exposed_but_to = None;
        Ok(())
    }

    /// [R3, R46] Who fired at a helper that is gone turns back to the tank it had targeted before, or looks for targets anew.
    pub(crate) fn release(&mut self, helper: Seat) {
        let board = Seat(1 - helper.0);
        if !self.game.mode.together() || self.game.on_the_field(helper) || !self.game.in_fight(board) {
            return;
        }
        for at in 0..self.game.players[board.index()].board.enemies.len() {
            let enemy = &mut self.player(board).board.enemies[at];
            if enemy.aim != EnemyAim::Helper {
                continue;
            }
            let back = std::mem::take(&mut enemy.drawn);
            enemy.aim = if back { EnemyAim::Tank } else { EnemyAim::Elsewhere };
            let unit = who(board, enemy);
            if back {
                self.tell(|| Event::Targets { seat: board, who: unit });
            }
        }
    }

    fn flank_move(&mut self, seat: Seat, id: UnitId) {
        let moves = &self.charts.flank_move;
        let Some(enemy) = self.player(seat).board.enemy_mut(id) else { return };
        let unit = who(seat, enemy);
        let Some(to) = moves[enemy.area.index()] else { return };
        enemy.area = to;
        enemy.moved = true;
        // [7.3.3a] Its side lies open until it has faced the tank.
        enemy.side_open = enemy.class.is_vehicle();
        self.tell(|| Event::EnemyMoves { who: unit, to });
    }

    /// [6.3a] Infantry gets off, its carrier waits.
    fn dismount(&mut self, seat: Seat, at: usize) {
        let enemies = &mut self.player(seat).board.enemies;
        enemies[at].mounted = false;
        let area = enemies[at].area;
        let Some(riders) = enemies.get_mut(at + 1) else { return };
        riders.mounted = false;
        riders.area = area;
        let unit = who(seat, riders);
        self.tell(|| Event::Dismounts { who: unit });
    }

    /// [BC.6a] A unit fires on the tank.
    fn enemy_fire(&mut self, fire: Incoming, at: usize, enemy: &Enemy) -> Play<()> {
        self.tell(|| Event::EnemyFires { seat: fire.at, who: who(fire.board, enemy) });
        self.sixth_sense(fire.at, Some((fire.board, fire.from)))?;
        if let Some(enemy) = self.player(fire.board).board.enemies.get_mut(at) {
            enemy.has_fired = true;
            enemy.side_open = false;
            enemy.side_shot = false;
        }
        match enemy.class {
            Class::T | Class::Spg | Class::At => self.gun_fire(fire, enemy),
            Class::Inf => self.infantry_fire(fire, enemy),
            Class::R | Class::Ht => self.mg_fire(fire, enemy),
            Class::W => Ok(()),
        }
    }

    /// How far a unit's fire has come.
    pub(crate) fn comes_to(&mut self, fire: Incoming, progress: Progress) {
        if let Some(enemy) = self.player(fire.board).board.enemy_mut(fire.from) {
            enemy.progress = progress;
        }
    }

    fn gun_fire(&mut self, fire: Incoming, enemy: &Enemy) -> Play<()> {
        if !self.table.test(&self.game.enemy_to_hit(self.charts, fire, enemy))? {
            self.tell(|| Event::EnemyMissed { who: who(fire.board, enemy), shut: false });
            return Ok(());
        }
        self.tank_hit(fire, self.game.enemy_penetration(self.charts, fire, enemy))
    }

    /// [6.3f, CH.B4] The Panzerfaust at close range, else rifles and machine guns.
    fn infantry_fire(&mut self, fire: Incoming, enemy: &Enemy) -> Play<()> {
        if self.game.players[fire.board.index()].board.range == Range::Close {
            let tries = match self.game.faust_attempt(self.charts, fire, enemy) {
                Some(check) => self.table.test(&check)?,
                None => false,
            };
            self.comes_to(fire, if tries { Progress::Faust } else { Progress::SmallArms });
            if tries {
                self.tell(|| Event::Panzerfaust { seat: fire.at, who: who(fire.board, enemy) });
                if self.table.test(&self.game.faust_to_hit(self.charts, fire, enemy))? {
                    return self.tank_hit(fire, self.charts.b4.pen);
                }
                self.tell(|| Event::EnemyMissed { who: who(fire.board, enemy), shut: false });
                return Ok(());
            }
        }
        self.mg_fire(fire, enemy)
    }

    /// [CH.B2, R8] Machine guns drive the crew under cover; a 2cm may strike home.
    fn mg_fire(&mut self, fire: Incoming, enemy: &Enemy) -> Play<()> {
        let check = self.game.enemy_mg(self.charts, fire, enemy);
        let total = self.table.natural(&check)? + check.modifier();
        if lucky_2cm(self.charts, enemy, total) {
            return self.tank_hit(fire, self.game.enemy_penetration(self.charts, fire, enemy));
        }
        if self.charts.b2.column(B2Block::Mg, B2Target::Tank).at(total) == B2Result::None {
            self.tell(|| Event::EnemyMissed { who: who(fire.board, enemy), shut: false });
            return Ok(());
        }
        self.comes_to(fire, Progress::Over);
        // [7.3.1c] Hull down, only the man in the turret is in danger.
        let mat = &self.game.players[fire.at.index()].mat;
        let turret_only = mat.hull_down;
        if !mat.open[..if turret_only { 1 } else { 3 }].contains(&true) {
            self.tell(|| Event::EnemyMissed { who: who(fire.board, enemy), shut: true });
            return Ok(());
        }
        self.drive_under_cover(fire.at, turret_only)
    }

    /// [BC.8] Died-of-wounds rolls, trucks leave, a defender's enemies come closer (R4a).
    pub(crate) fn round_end(&mut self) -> Play<()> {
        for seat in self.game.fighters() {
            let wounded = self.game.players[seat.index()].crew.iter().any(|man| man.wound == Wound::Serious);
            if wounded && self.game.on_the_field(seat) {
                self.heading(seat, Phase::Wounded);
                for post in Post::ALL {
                    self.died_of_wounds(seat, post)?;
                }
            }
        }
        for seat in self.game.fighters() {
            if !self.game.in_fight(seat) {
                continue;
            }
            // [7.3.3a, 7.2-Ja] What was open to a flank shot this round is so no longer.
            for enemy in &mut self.player(seat).board.enemies {
                enemy.side_open &= !std::mem::take(&mut enemy.side_shot);
                enemy.flanked = false;
            }
            if self.game.field.round == 1 {
                self.trucks_leave(seat);
            }
            if self.game.field.fight == Mission::Defense && self.game.in_fight(seat) {
                self.enemy_closes(seat);
            }
        }
        Ok(())
    }

    /// [6.3c, BC.8a]
    fn trucks_leave(&mut self, seat: Seat) {
        while let Some(enemy) =
            self.game.players[seat.index()].board.enemies.iter().find(|enemy| enemy.class == Class::W).copied()
        {
            self.tell(|| Event::TruckLeaves { who: who(seat, &enemy) });
            self.remove(seat, enemy.id);
        }
    }

    /// [7.1.4b, 7.3.5c]
    fn enemy_closes(&mut self, seat: Seat) {
        if let Some(range) = self.player(seat).board.closes_in() {
            self.tell(|| Event::RangeNow { seat, range, by: None });
        }
    }
}
