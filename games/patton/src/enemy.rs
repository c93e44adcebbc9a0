//! What enemy units do (13.0), and their fire at your tank (4.81, 13.4).

use crate::charts::{Charts, headings};
use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Cause, Enemy, Patton, Progress, Sight, Stage, Stray, UnitId};
use crate::talk::{Event, Who};
use crate::words::{Class, EnemyAct, EnemyGun, EnemyMove, Facing, Location, Plate};
use arrayvec::ArrayVec;
use hulldown_core::chart::Heading;
use hulldown_core::check::Check;
use hulldown_core::dice::D100;
use hulldown_core::table::{Play, Table};

impl Patton {
    /// [13.0, T.action] What a unit rolls for its action.
    pub(crate) fn action_check(&self, charts: &'static Charts, class: Class) -> Option<Check> {
        let column = charts.enemy.action[self.report.scenario.index()].class[class.index()].as_ref()?;
        let scenario = self.report.scenario;
        let mut check = Check::on(headings::action(scenario), "Enemy action", rule!("13.0"), column).held(1, 100);
        if self.battle.ambush {
            check.modify(
                charts.enemy.action[self.report.scenario.index()].ambush[class.index()],
                "ambush",
                rule!("T.action"),
            );
        }
        Some(check)
    }

    /// What a unit does when its roll comes to this, all exceptions taken (T.action.2, T.action.3, R15, R22, R37, R63, 30.0c).
    pub(crate) fn action(&self, charts: &Charts, enemy: &Enemy, total: i8) -> EnemyAct {
        let class = enemy.kind.class();
        let mut act = charts.enemy.read(self.report.scenario, class, total);
        if self.options.firefly
            && !self.battle.ambush
            && class.fires_ap()
            && total >= charts.enemy.firefly.fired_at_from
        {
            act = EnemyAct::FireYourTank;
        }
        if act == EnemyAct::FireAnyTank && enemy.shot_at {
            // Whoever is shot at looks for the one who shoots.
            act = match (class, enemy.facing) {
                (Class::AtGun, _) | (_, Some(Facing::Front)) => EnemyAct::FireYourTank,
                _ => EnemyAct::MoveB,
            };
        }
        if act == EnemyAct::FireLeadTank && self.tank.lead {
            act = EnemyAct::FireYourTank;
        }
        let fires = matches!(
            act,
            EnemyAct::FireInfantry | EnemyAct::FireAnyTank | EnemyAct::FireYourTank | EnemyAct::FireLeadTank
        );
        let idle = (act.movement().is_some() && enemy.immobile)
            || (fires && class == Class::Truck)
            || (act == EnemyAct::FireYourTank && enemy.sight == Sight::Hidden)
            || (fires && self.too_thick(enemy.zone.range));
        if idle { EnemyAct::Nothing } else { act }
    }

    /// [T.eth] To hit your tank.
    pub(crate) fn enemy_to_hit(&self, charts: &'static Charts, enemy: &Enemy) -> Option<Check> {
        let chart = &charts.hit.enemy_ap_to_hit;
        let rule = rule!("T.eth");
        let range = enemy.zone.range.index();
        let gun = charts.units[enemy.kind.index()].gun?;
        let smoke = self.battle.smoke_between(enemy.zone);
        let need = self.halved(chart.base[gun.index()][range], smoke);
        let mut check = Check::at_most("enemy_ap_to_hit", "To hit your tank", rule!("4.81.1"), D100, need);
        check = check.remark(self.halved_by(smoke)).called("hit", "miss").held(1, 100);
        check = check.on_line(Heading::new(charts.hit.enemy_ap_to_hit.base.heading(gun))).in_column(enemy.zone.range);
        match enemy.aim {
            0 if matches!(enemy.kind.class(), Class::Tank | Class::Spg) => {
                check.modify(chart.drm.first_shot, "first shot", rule);
            }
            0 => {}
            level => check.modify(chart.acquired[usize::from(level.min(2)) - 1][range], "acquired", rule),
        }
        if self.tank.moving {
            check.modify(chart.drm.moving, "your tank moves", rule);
        }
        Some(check)
    }

    /// What of your tank a unit sees.
    fn struck_side(&self, enemy: &Enemy, turret: bool) -> Facing {
        enemy.zone.sector.side_of(if turret { self.tank.turret } else { self.tank.hull })
    }

    /// [4.81.3] To go through your armor from a zone.
    fn enemy_kill(&self, charts: &'static Charts, enemy: &Enemy, turret: bool) -> Check {
        let need = self.enemy_kill_number(charts, enemy, turret);
        let check = Check::at_most("enemy_ap_to_kill", "To kill your tank", rule!("4.81.3"), D100, need).held(1, 100);
        let armor = charts.tanks[self.tank.model.index()].armor;
        let line = |gun: EnemyGun| Heading::from(&charts.headings.enemy_kill[gun.index()][armor.index()]);
        let line = charts.units[enemy.kind.index()].gun.map_or(Heading::NONE, line);
        let plate = Plate::of(self.struck_side(enemy, turret), turret);
        check.called("knocked out", "no effect").on_line(line).in_column(plate)
    }

    /// [4.81.3] The number that goes through your armor from a zone.
    pub(crate) fn enemy_kill_number(&self, charts: &Charts, enemy: &Enemy, turret: bool) -> i8 {
        let Some(gun) = charts.units[enemy.kind.index()].gun else { return 0 };
        let side = self.struck_side(enemy, turret);
        let armor = charts.tanks[self.tank.model.index()].armor;
        charts.hit.enemy_ap_to_kill.of(gun, armor, side, turret)[enemy.zone.range]
    }
}

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.75] Every unit acts, in the order they were placed (R64).
    pub(crate) fn enemy_action(&mut self) -> Play<()> {
        let ids: ArrayVec<UnitId, { crate::state::MOST_ENEMIES }> =
            self.game.battle.enemies.iter().map(|enemy| enemy.id).collect();
        for id in ids {
            self.act(id)?;
            if let Some(enemy) = self.game.battle.enemy_mut(id) {
                enemy.progress = Progress::Over;
            }
            if matches!(self.game.stage, Stage::KnockedOut(_)) {
                break;
            }
        }
        self.game.battle.enemies.iter_mut().for_each(|enemy| enemy.progress = Progress::Ahead);
        if matches!(self.game.stage, Stage::KnockedOut(_)) {
            return Ok(());
        }
        // [4.65b] After an ambush comes a random event; otherwise your friends act.
        let ambush = std::mem::take(&mut self.game.battle.ambush);
        self.game.stage = if ambush { Stage::Event } else { Stage::Friendly };
        Ok(())
    }

    fn act(&mut self, id: UnitId) -> Play<()> {
        let Some(&enemy) = self.game.battle.enemy(id) else { return Ok(()) };
        let Some(check) = self.game.action_check(self.charts, enemy.kind.class()) else { return Ok(()) };
        let natural = self.table.natural(&check)?;
        let act = self.game.action(self.charts, &enemy, check.total(natural));
        let fires = act.movement().is_none() && act != EnemyAct::Nothing;
        if let Some(enemy) = self.game.battle.enemy_mut(id) {
            // [R60] The Moving marker stands until the unit does something else.
            enemy.moving = false;
            enemy.fired = fires;
            enemy.progress = if act == EnemyAct::FireYourTank { Progress::Fires } else { Progress::Over };
        }
        let read = self.charts.enemy.read(self.game.report.scenario, enemy.kind.class(), check.total(natural));
        self.tell(|| Event::Acts { who: who(&enemy), read, act });
        match act {
            EnemyAct::Nothing => Ok(()),
            EnemyAct::FireInfantry => self.fire_at_infantry(&enemy),
            EnemyAct::FireAnyTank | EnemyAct::FireLeadTank => self.fire_at_friends(&enemy),
            EnemyAct::FireYourTank => self.fire_at_you(id),
            EnemyAct::MoveF => self.enemy_moves(id, EnemyMove::F),
            EnemyAct::MoveB => self.enemy_moves(id, EnemyMove::B),
            EnemyAct::MoveL => self.enemy_moves(id, EnemyMove::L),
            EnemyAct::MoveR => self.enemy_moves(id, EnemyMove::R),
        }
    }

    /// [13.1] A unit moves to another zone, or off the board.
    fn enemy_moves(&mut self, id: UnitId, way: EnemyMove) -> Play<()> {
        let Some(&enemy) = self.game.battle.enemy(id) else { return Ok(()) };
        let Some(zone) = self.charts.board.moved(way, enemy.zone) else {
            self.leaves_board(&enemy);
            return Ok(());
        };
        if std::mem::take(&mut self.game.battle.us[zone.sector.index()]) {
            // [13.14]
            self.stir(|| Event::ControlLost { sector: zone.sector });
        }
        let facing = self.facing(enemy.kind)?;
        let (terrain, _) = self.terrain(enemy.kind)?;
        if let Some(enemy) = self.game.battle.enemy_mut(id) {
            // [13.15] Everything about it is new.
            (enemy.zone, enemy.facing, enemy.terrain) = (zone, facing, terrain);
            (enemy.moving, enemy.moved, enemy.aim, enemy.sight) = (true, true, 0, Sight::Unspotted);
            let who = who(enemy);
            self.stir(|| Event::Moves { who, facing, terrain });
        }
        // [9.35] Your Acquired marker goes with it, into whatever sector: your turret has not turned away.
        self.swept(id)
    }

    /// [13.12, R57] Backward from long range: out of play, or from sectors 1 to 3 into the area you came from.
    fn leaves_board(&mut self, enemy: &Enemy) {
        self.game.battle.enemies.retain(|other| other.id != enemy.id);
        self.game.forget(enemy.id);
        self.stir(|| Event::Gone { who: who(enemy) });
        if enemy.zone.sector.is_rear()
            && let Some(area) = self.game.map.from
        {
            let stray = Stray { area, kind: enemy.kind, identified: enemy.identified };
            let _ = self.game.map.strays.try_push(stray);
            if std::mem::take(&mut self.game.map.areas[area].us) {
                self.game.report.lost_areas = self.game.report.lost_areas.saturating_add(1);
                self.stir(|| Event::AreaLost { area });
            }
        }
    }

    /// [13.2, T.efc] Fire at friendly infantry.
    fn fire_at_infantry(&mut self, enemy: &Enemy) -> Play<()> {
        let Some(check) = self.game.squad_check(self.charts, enemy) else { return Ok(()) };
        if self.table.test(&check)? {
            self.game.report.squads_lost = self.game.report.squads_lost.saturating_add(1);
            self.tell(|| Event::SquadsLost { count: 1, who: Some(who(enemy)) });
        }
        Ok(())
    }

    /// [13.3, T.efc] Fire at a friendly tank.
    fn fire_at_friends(&mut self, enemy: &Enemy) -> Play<()> {
        let Some(check) = self.game.friend_check(self.charts, enemy) else { return Ok(()) };
        if self.table.test(&check)? {
            self.tank_lost(Some(who(enemy)));
        }
        Ok(())
    }

    /// A friendly tank is lost, to an enemy or to a mine.
    pub(crate) fn tank_lost(&mut self, who: Option<Who>) {
        self.game.report.tanks_lost = self.game.report.tanks_lost.saturating_add(1);
        self.tell(|| Event::TankLost { who });
    }

    /// [4.8] Fire at your tank: shot and shell, or small arms.
    fn fire_at_you(&mut self, id: UnitId) -> Play<()> {
        let Some(&enemy) = self.game.battle.enemy(id) else { return Ok(()) };
        let Some(check) = self.game.enemy_to_hit(self.charts, &enemy).filter(|_| enemy.kind.class().fires_ap()) else {
            return self.collateral(Some(id), false);
        };
        let hit = self.table.test(&check)?;
        if let Some(enemy) = self.game.battle.enemy_mut(id) {
            enemy.aim = (enemy.aim + 1).min(2);
            enemy.progress = if hit { Progress::Struck(None) } else { Progress::Over };
        }
        if !hit {
            self.stir(|| Event::MissesYou { who: who(&enemy) });
            return Ok(());
        }
        let column = &self.charts.hit.hit_location.column[usize::from(self.game.tank.hull_down)];
        let check = Check::on("hit_location", "Hit location", rule!("4.81.2"), column);
        let location = self.table.read(&check, column)?;
        let turret = match location {
            // [T.eth.2] What would strike the hull of a hull down tank strikes the ground.
            Location::Miss => {
                self.stir(|| Event::MissesYou { who: who(&enemy) });
                return Ok(());
            }
            Location::Track => {
                self.disable();
                return Ok(());
            }
            Location::Turret => true,
            Location::Hull => false,
        };
        if let Some(enemy) = self.game.battle.enemy_mut(id) {
            enemy.progress = Progress::Struck(Some(turret));
        }
        if self.table.test(&self.game.enemy_kill(self.charts, &enemy, turret))? {
            let cause = Cause { by: Some(enemy.kind), turret, from: enemy.zone.sector };
            self.stir(|| Event::YouAreHit { who: Some(who(&enemy)), turret });
            self.game.stage = Stage::KnockedOut(cause);
        } else {
            self.stir(|| Event::Held { location });
        }
        Ok(())
    }

    /// A track is gone: the tank stays where it is (11.11, T.hitloc).
    pub(crate) fn disable(&mut self) {
        self.game.tank.disabled = true;
        self.game.tank.moving = false;
        self.stir(|| Event::Disabled);
    }
}

impl Patton {
    /// [13.2, 13.3b] To knock out a friendly squad.
    pub(crate) fn squad_check(&self, charts: &'static Charts, enemy: &Enemy) -> Option<Check> {
        let numbers = charts.enemy.fire_combat.at_squad[self.report.scenario.index()][enemy.kind.class().index()]?;
        let smoke = self.battle.smoke_toward(enemy.zone);
        let need = self.halved(numbers[enemy.zone.range.index()], smoke);
        let check = Check::at_most("enemy_fire_combat", "At infantry", rule!("13.2"), D100, need)
            .remark(self.halved_by(smoke))
            .sure(charts.enemy.fire_combat.squad_sure);
        let line = &charts.headings.at_squad[self.report.scenario.index()][enemy.kind.class().index()];
        Some(check.called("squad lost", "no effect").on_line(line).in_column(enemy.zone.range))
    }

    /// [13.3, 13.3b] To knock out a friendly tank.
    pub(crate) fn friend_check(&self, charts: &'static Charts, enemy: &Enemy) -> Option<Check> {
        let gun = charts.units[enemy.kind.index()].gun?;
        let numbers = charts.enemy.fire_combat.at_tank[self.report.scenario.index()][gun.index()]?;
        let smoke = self.battle.smoke_toward(enemy.zone);
        let need = self.halved(numbers[enemy.zone.range.index()], smoke);
        let check = Check::at_most("enemy_fire_combat", "At a friendly tank", rule!("13.3"), D100, need);
        let check = check.remark(self.halved_by(smoke));
        let line = &charts.headings.at_tank[self.report.scenario.index()][gun.index()];
        Some(check.called("tank lost", "no effect").on_line(line).in_column(enemy.zone.range))
    }
}
