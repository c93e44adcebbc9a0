//! The main gun: target, to hit, rate of fire, to kill, reloads (9.0).

use crate::charts::Charts;
use crate::referee::{Referee, who};
use crate::rules::rule;
use crate::state::{Aim, Directs, Enemy, GunState, Hit, Orders, Patton, Sight, Stage, UnitId};
use crate::talk::{AgainAnswer, Ask, Choice, Event, Killer, TargetAnswer};
use crate::words::{
    self, Action, Ammo, Charted, Class, Facing, Fire, Ground, KillTable, Location, Plate, Post, Range, Sector, Target,
    Terrain, UnitType, Weapon,
};
use hulldown_core::check::{Check, Remark};
use hulldown_core::dice::D100;
use hulldown_core::rules::Reason;
use hulldown_core::table::{Play, Table};

impl Aim {
    /// The rows of the To Hit table it uses.
    pub const fn fire(self) -> Fire {
        match self {
            Aim::Direct | Aim::Track => Fire::Direct,
            Aim::Area => Fire::Area,
        }
    }
}

impl Hit {
    /// How well it hit.
    pub(crate) const fn grade(self) -> words::HitGrade {
        if self.critical { words::HitGrade::Critical } else { words::HitGrade::Normal }
    }
}

impl Patton {
    /// [18.31, 9.32, R35] A base number, halved for every Smoke marker on the way and once in fog or falling snow; rounded down once.
    pub(crate) fn halved(&self, base: i8, smoke: u8) -> i8 {
        let times = u32::from(smoke) + u32::from(self.report.weather.thick());
        base.checked_shr(times).filter(|_| times < 7).unwrap_or(0)
    }

    /// What made a number less, in words.
    pub(crate) fn halved_by(&self, smoke: u8) -> Remark {
        match (smoke, self.report.weather.thick()) {
            (0, false) => Remark::None,
            (1, false) => Remark::From("halved by smoke"),
            (2, false) => Remark::From("halved twice by smoke"),
            (_, false) => Remark::From("halved for each smoke marker"),
            (0, true) => Remark::From("halved by fog or snow"),
            (_, true) => Remark::From("halved by smoke, and by fog or snow"),
        }
    }

    /// Whether nobody sees so far: fog or falling snow (T.weather.2).
    pub(crate) fn too_thick(&self, range: Range) -> bool {
        self.report.weather.thick() && range != Range::Close
    }

    /// Whether the commander directs this by these orders.
    pub(crate) fn directed(&self, orders: &Orders, what: Directs) -> bool {
        orders.has(Post::Commander, Action::DirectFire)
            && orders.directs == what
            && self.crew.worker(Post::Commander).is_some()
    }

    /// Whether the loader serves the main gun by these orders.
    pub(crate) fn loading(&self, orders: &Orders) -> bool {
        orders.has(Post::Loader, Action::Load) && self.crew.worker(Post::Loader).is_some()
    }

    /// How far the turret has to turn for a shot at a unit; nothing for a shot without rotation.
    pub(crate) fn turn_for(&self, enemy: &Enemy) -> u8 {
        let turns = self.battle.orders.has(Post::Gunner, Action::RotateAndFire) && self.battle.shots == 0;
        if turns { self.tank.turret.steps_to(enemy.zone.sector) } else { 0 }
    }

    /// [9.3, T.tohit] To hit a unit with the main gun by these orders, the turret still to be turned by so many sectors.
    pub(crate) fn to_hit(
        &self,
        charts: &'static Charts,
        orders: &Orders,
        enemy: &Enemy,
        aim: Aim,
        turned: u8,
    ) -> Check {
        let chart = &charts.gunnery.to_hit;
        let rule = rule!("T.tohit");
        let gun = charts.tanks[self.tank.model.index()].gun;
        let (fire, target, range) = (aim.fire(), enemy.kind.class().target(), enemy.zone.range.index());
        let base = chart.base(fire, gun, target, enemy.zone.range);
        let smoke = self.battle.smoke_between(enemy.zone);
        let mut check = Check::at_most("to_hit", "To hit", rule!("9.31"), D100, self.halved(base, smoke))
            .remark(self.halved_by(smoke))
            .sure(chart.critical)
            .never(chart.malfunction)
            .specials([1, chart.critical], "critical hit")
            .specials([chart.malfunction, 100], "malfunction")
            .called("hit", "miss")
            .on_line(&charts.headings.to_hit[fire.index()][Charted::of(gun)][target.index()])
            .in_column(enemy.zone.range)
            .held(1, 100);
        match self.battle.acquired.filter(|(id, _)| *id == enemy.id) {
            Some((_, level)) => check.modify(chart.acquired[usize::from(level) - 1][range], "acquired", rule!("9.35")),
            None => {
                let open = self.tank.is_open(Post::Commander);
                if !(open && self.directed(orders, Directs::Main)) {
                    check.modify(chart.drm.first_shot, "first shot", rule);
                }
            }
        }
        let vehicle = target == Target::Vehicle;
        if vehicle && enemy.moving {
            check.modify(chart.drm.target_moving[range], "moving target", rule);
        }
        check.modify(-self.crew.rating(Post::Gunner), "gunner", rule!("8.21"));
        if self.loading(orders) {
            check.modify(-self.crew.rating(Post::Loader), "loader", rule!("8.31"));
        }
        if self.directed(orders, Directs::Main) {
            check.modify(-self.crew.rating(Post::Commander), "commander directs", rule!("8.12"));
        }
        check.modify(chart.drm.per_sector * turned as i8, "turret turned", rule!("8.24"));
        if enemy.kind.class() == Class::AtGun {
            let small = if enemy.kind == UnitType::At88ll { chart.drm.gun_88ll } else { chart.drm.gun_small };
            check.modify(small, "anti-tank gun", rule);
        }
        // [T.tohit.2] The rest is left out for Area Fire.
        if fire == Fire::Direct {
            if aim == Aim::Track {
                check.modify(chart.drm.immobilize[range], "at the tracks", rule);
            }
            if vehicle {
                let size = charts.units[enemy.kind].size();
                check.modify(chart.size[size.index()][range], size.name(), rule);
            }
            if orders.moves() {
                check.modify(chart.drm.moving, "firing on the move", rule!("27.2"));
            }
            let cover = match enemy.terrain {
                Terrain::Woods => chart.drm.woods[range],
                Terrain::Building if !vehicle => chart.drm.building[range],
                Terrain::Fortification if !vehicle => chart.drm.fort[range],
                _ => 0,
            };
            check.modify(cover, enemy.terrain.name(), rule);
        }
        check
    }

    /// Why a unit cannot be shot at (9.1).
    pub(crate) fn against_target(&self, enemy: &Enemy) -> Reason {
        match enemy.sight {
            Sight::Unspotted => Some((rule!("9.1"), "it has not been spotted")),
            Sight::Hidden => Some((rule!("17.3"), "it is hidden")),
            Sight::Spotted => self.too_thick(enemy.zone.range).then_some((rule!("T.weather.2"), "nobody sees so far")),
        }
    }

    /// Why the loaded round cannot be aimed at a unit so (9.2, R27).
    pub(crate) fn against_aim(&self, enemy: &Enemy, aim: Aim) -> Reason {
        let ammo = self.tank.loaded?;
        if !ammo.fits(aim.fire()) {
            return Some((rule!("9.2"), "this round cannot be fired so"));
        }
        if aim == Aim::Track {
            let wheels = !enemy.kind.class().is_vehicle() || enemy.kind == UnitType::Truck;
            if wheels {
                return Some((rule!("T.tohit"), "it has no tracks"));
            }
            if enemy.terrain == Terrain::HullDown {
                return Some((rule!("T.tohit"), "its tracks are out of sight"));
            }
            if enemy.immobile {
                return Some((rule!("T.tohit"), "it cannot move any more"));
            }
        }
        None
    }

    /// [9.4, T.rof] Whether a throw, hit or miss, gives another shot.
    pub(crate) fn rate_of_fire(&self, charts: &Charts, natural: i8, hit: bool, from_rack: bool) -> bool {
        if !hit && !charts.gunnery.rate_of_fire.after_a_miss {
            return false;
        }
        let passing =
            self.battle.orders.has(Post::Assistant, Action::PassAmmo) && self.crew.worker(Post::Assistant).is_some();
        let mut total =
            i16::from(natural) - i16::from(self.crew.rating(Post::Gunner)) - i16::from(self.crew.rating(Post::Loader));
        if from_rack {
            total += i16::from(charts.gunnery.rate_of_fire.drm.rack);
        } else if passing {
            let rated = charts.gunnery.rate_of_fire.pass_by_rating;
            total += i16::from(if rated {
                -self.crew.rating(Post::Assistant)
            } else {
                charts.gunnery.rate_of_fire.drm.pass
            });
        }
        total.max(1) <= i16::from(charts.tanks[self.tank.model.index()].rate_of_fire)
    }

    /// [9.51, T.tki] To kill men or a gun with HE.
    pub(crate) fn kill_infantry(&self, charts: &'static Charts, enemy: &Enemy, hit: Hit) -> Check {
        let table = &charts.gunnery.to_kill_infantry;
        let rule = rule!("T.tki");
        let gun = charts.tanks[self.tank.model.index()].gun;
        let (fire, critical) = (hit.aim.fire(), usize::from(hit.critical));
        let need = table.base(gun, fire, hit.grade());
        let mut check = Check::at_most("to_kill_infantry", "To kill", rule!("9.51"), D100, need);
        check = check
            .called("knocked out", "no effect")
            .on_line(&charts.headings.kill_infantry[Charted::of(gun)][fire.index()])
            .in_column(hit.grade())
            .held(1, 100);
        if fire != Fire::Direct || hit.critical {
            let cover = match enemy.terrain {
                Terrain::Building => table.drm.building[critical],
                Terrain::Woods => table.drm.woods[critical],
                Terrain::Fortification => table.drm.fort[critical],
                _ => 0,
            };
            check.modify(cover, enemy.terrain.name(), rule);
        }
        if enemy.kind.class() == Class::AtGun {
            check.modify(table.drm.at_gun, "anti-tank gun", rule);
        }
        if enemy.moving && enemy.terrain == Terrain::Open {
            check.modify(table.drm.moving_in_open[critical], "moving in the open", rule);
        }
        if matches!(self.report.weather.ground, Ground::Mud | Ground::DeepSnow) {
            check.modify(table.drm.soft_ground[critical], "soft ground", rule!("T.weather.3"));
        }
        check
    }

    /// [9.52, 9.53] The number that kills a vehicle; 0 for no chance, 100 for certain.
    pub(crate) fn kill_number(&self, charts: &Charts, enemy: &Enemy, hit: Hit, turret: bool) -> i8 {
        let gun = charts.tanks[self.tank.model.index()].gun;
        let facing = enemy.facing.unwrap_or(Facing::Front);
        charts.kill_vehicle(gun, hit.ammo, hit.critical, enemy.kind, facing, turret, enemy.zone.range)
    }
}

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.74.2] What the gunner does with the turret and the main gun.
    pub(crate) fn main_gun(&mut self) -> Play<()> {
        if self.game.crew.worker(Post::Gunner).is_some() {
            match self.game.battle.orders.of(Post::Gunner) {
                Some(Action::RotateTurret) => self.rotate()?,
                Some(Action::FireMainGun | Action::RotateAndFire) => self.fire_main()?,
                _ => {}
            }
        }
        // [9.6] An empty gun is loaded for the next round.
        let gun_works = self.game.tank.gun(Weapon::Main) == GunState::Works;
        if self.game.battle.shots == 0 && self.game.tank.loaded.is_none() && gun_works {
            self.reload();
        }
        self.game.stage = Stage::MachineGuns;
        Ok(())
    }

    /// [8.23] The turret turns.
    fn rotate(&mut self) -> Play<()> {
        let turret = self.game.tank.turret;
        let others = Sector::ALL.into_iter().filter(|sector| *sector != turret);
        let sector = self.pick(Ask::Turn, others, Choice::Turret)?;
        self.turn_turret(sector);
        Ok(())
    }

    fn turn_turret(&mut self, sector: Sector) {
        if self.game.tank.turret != sector {
            self.game.tank.turret = sector;
            self.stir(|| Event::Turns { sector });
            self.game.turret_turned();
        }
    }

    /// [9.1-9.4] Shots at one target, as long as the rate of fire holds and the player wishes; then what they did.
    fn fire_main(&mut self) -> Play<()> {
        let turns = self.game.battle.orders.has(Post::Gunner, Action::RotateAndFire);
        let mut menu = self.table.menu();
        for enemy in &self.game.battle.enemies {
            let away = (!turns && enemy.zone.sector != self.game.tank.turret)
                .then_some((rule!("9.1"), "the turret does not face it"));
            let reason = self.game.against_target(enemy).or(away);
            for aim in [Aim::Direct, Aim::Area, Aim::Track] {
                menu.weigh(TargetAnswer::Fire(enemy.id, aim), reason.or_else(|| self.game.against_aim(enemy, aim)));
            }
        }
        menu.offer(TargetAnswer::Hold);
        let (id, mut aim) = match self.ask(Ask::Target, &menu)? {
            TargetAnswer::Fire(id, aim) => (id, aim),
            TargetAnswer::Hold => return Ok(()),
        };
        let enemy = self.named(id);
        let mut turned = self.game.turn_for(&enemy);
        self.turn_turret(enemy.zone.sector);
        // [9.35] Firing at another unit gives up the one acquired.
        if self.game.battle.acquired.is_some_and(|(old, _)| old != id) {
            self.game.battle.acquired = None;
        }
        self.game.battle.target = Some(id);
        let fire = aim.fire();
        while self.shoot(id, aim, turned)? {
            turned = 0;
            let mut menu = self.table.menu();
            for again in [Aim::Direct, Aim::Area, Aim::Track].into_iter().filter(|a| a.fire() == fire) {
                menu.weigh(AgainAnswer::Again(again), self.game.against_aim(&enemy, again));
            }
            if menu.options().is_empty() {
                break;
            }
            menu.offer(AgainAnswer::Hold);
            match self.ask(Ask::Again, &menu)? {
                AgainAnswer::Again(again) => aim = again,
                AgainAnswer::Hold => break,
            }
        }
        self.look_at_hits(id)
    }

    /// One shot; whether another may follow.
    fn shoot(&mut self, id: UnitId, aim: Aim, turned: u8) -> Play<bool> {
        let (Some(&enemy), Some(ammo)) = (self.game.battle.enemy(id), self.game.tank.loaded) else { return Ok(false) };
        self.tell(|| Event::Fires { ammo, who: who(&enemy), aim });
        let check = self.game.to_hit(self.charts, &self.game.battle.orders, &enemy, aim, turned);
        let natural = self.table.natural(&check)?;
        // The round is spent, whatever it does.
        let tank = &mut self.game.tank;
        tank.rounds[ammo.index()] -= 1;
        tank.loaded = None;
        let battle = &mut self.game.battle;
        battle.shots = battle.shots.saturating_add(1);
        let level = battle.acquired.map_or(0, |(_, level)| level);
        battle.acquired = Some((id, (level + 1).min(2)));
        if let Some(enemy) = battle.enemy_mut(id) {
            enemy.shot_at = true;
        }
        if natural >= self.charts.gunnery.to_hit.malfunction {
            self.game.tank.guns[Weapon::Main.index()] = GunState::Malfunction;
            self.stir(|| Event::Malfunction { weapon: Weapon::Main });
            return Ok(false);
        }
        let hit = check.succeeds(natural);
        if !hit {
            self.tell(|| Event::Missed { who: who(&enemy) });
        } else if ammo.is_smoke() {
            // [18.13, 18.14] One marker for WP, two for HCBI.
            for _ in 0..if ammo == Ammo::Hcbi { 2 } else { 1 } {
                self.place_smoke(Some(enemy.zone));
            }
        } else {
            let critical = natural <= self.charts.gunnery.to_hit.critical;
            let _ = self.game.battle.hits.try_push(Hit { ammo, aim, critical });
            self.stir(|| Event::Hits { who: who(&enemy), critical });
        }
        let from_rack = self.reload();
        let again = self.game.tank.loaded.is_some()
            && self.game.loading(&self.game.battle.orders)
            && self.game.rate_of_fire(self.charts, natural, hit, from_rack);
        if again {
            self.tell(|| Event::RateOfFire);
        }
        Ok(again)
    }

    /// [9.6, R47, R48] The loader puts the round named into the gun, if there is one and he serves it. Whether it came from the rack.
    fn reload(&mut self) -> bool {
        let orders = self.game.battle.orders;
        let Some(ammo) = orders.reload.filter(|_| self.game.loading(&orders)) else { return false };
        let tank = &mut self.game.tank;
        if tank.rounds[ammo.index()] == 0 {
            return false;
        }
        let racked = tank.rack[ammo.index()] > 0;
        let from_rack = racked && (orders.from_rack || tank.bulk(ammo) == 0);
        if from_rack {
            tank.rack[ammo.index()] -= 1;
        }
        tank.loaded = Some(ammo);
        self.tell(|| Event::Loads { ammo, from_rack });
        from_rack && orders.from_rack
    }

    /// [9.5, R64] What the hits did, one after the other, until the target is gone.
    fn look_at_hits(&mut self, id: UnitId) -> Play<()> {
        let mut n = 0;
        while n < self.game.battle.hits.len() {
            let hit = self.game.battle.hits[n];
            n += 1;
            let Some(&enemy) = self.game.battle.enemy(id) else { break };
            let killed = match enemy.kind.class().target() {
                Target::Infantry => self.hit_infantry(&enemy, hit)?,
                Target::Vehicle => self.hit_vehicle(&enemy, hit)?,
            };
            if killed {
                self.knock_out(id, Killer::You);
            }
        }
        Ok(())
    }

    /// [9.51, R34] A hit on men or a gun.
    fn hit_infantry(&mut self, enemy: &Enemy, hit: Hit) -> Play<bool> {
        let killed = match (hit.ammo, hit.critical, enemy.kind.class()) {
            (Ammo::He, true, Class::AtGun) => true,
            (Ammo::He, ..) => {
                let check = self.game.kill_infantry(self.charts, enemy, hit);
                self.table.test(&check)?
            }
            // Only HE has a table against them.
            _ => false,
        };
        if !killed {
            self.tell(|| Event::NoEffect { who: who(enemy) });
        }
        Ok(killed)
    }

    /// [9.52, 9.53, R22] A hit on a vehicle: where, and whether it goes through.
    fn hit_vehicle(&mut self, enemy: &Enemy, hit: Hit) -> Play<bool> {
        let location = if hit.aim == Aim::Track {
            Location::Track
        } else {
            let column = &self.charts.hit.hit_location.column[usize::from(enemy.terrain == Terrain::HullDown)];
            let check = Check::on("hit_location", "Hit location", rule!("T.hitloc"), column);
            self.table.read(&check, column)?
        };
        let location =
            if enemy.kind == UnitType::Truck && location == Location::Track { Location::Hull } else { location };
        match location {
            Location::Miss => {
                self.tell(|| Event::Missed { who: who(enemy) });
                Ok(false)
            }
            Location::Track => {
                if let Some(enemy) = self.game.battle.enemy_mut(enemy.id) {
                    enemy.immobile = true;
                    enemy.moving = false;
                }
                self.stir(|| Event::Immobilized { who: who(enemy) });
                Ok(false)
            }
            Location::Turret | Location::Hull => {
                let need = self.game.kill_number(self.charts, enemy, hit, location == Location::Turret);
                let killed = match need {
                    0 => false,
                    100 => true,
                    _ => {
                        let gun = self.charts.tanks[self.game.tank.model.index()].gun;
                        let chart = KillTable::of(gun, hit.ammo, hit.grade()).map_or("", KillTable::id);
                        let plate = Plate::of(enemy.facing.unwrap_or(Facing::Front), location == Location::Turret);
                        let check = Check::at_most(chart, "To kill", rule!("9.52"), D100, need).held(1, 100);
                        let check = check.on_line(enemy.kind).in_column(plate);
                        self.table.test(&check.called("knocked out", "no effect"))?
                    }
                };
                if !killed {
                    self.stir(|| Event::Bounces { who: who(enemy), location });
                }
                Ok(killed)
            }
        }
    }

    /// [6.1] A unit is knocked out and scored; units that only withdraw score nothing (22.13).
    pub(crate) fn knock_out(&mut self, id: UnitId, by: Killer) {
        let Some(n) = self.game.battle.enemies.iter().position(|enemy| enemy.id == id) else { return };
        let enemy = self.game.battle.enemies.remove(n);
        let fort = enemy.terrain == Terrain::Fortification;
        let report = &mut self.game.report;
        match by {
            Killer::You | Killer::YourMg => {
                report.own[enemy.kind.index()] = report.own[enemy.kind.index()].saturating_add(1);
                report.own_forts = report.own_forts.saturating_add(u8::from(fort));
            }
            Killer::Friends => {
                report.friendly[enemy.kind.index()] = report.friendly[enemy.kind.index()].saturating_add(1);
                report.friendly_forts = report.friendly_forts.saturating_add(u8::from(fort));
            }
            Killer::Nobody => {}
        }
        self.game.forget(id);
        self.stir(|| Event::KnockedOut { who: who(&enemy), by });
    }
}
