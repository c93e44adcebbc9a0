//! A sensible commander for Patton's Best, by the hints of its book (28.0).
//!
//! He fires at what he can knock out, the dangerous first; hides behind smoke and moves when he cannot; looks for a hull down
//! position; enters new areas with his head out and fights with most hatches shut; calls for artillery only where resistance is heavy.

use arrayvec::ArrayVec;
use hulldown_core::game::Seat;
use hulldown_core::sim::Policy;
use hulldown_patton::charts::Charts;
use hulldown_patton::choice::{Ask, Choice};
use hulldown_patton::state::{Aim, Bog, Directs, Enemy, GunState, Patton, Sight, UnitId};
use hulldown_patton::words::{
    Action, Ammo, ArmorClass, Class, Fire, Gun, Hit, MapArea, Medal, Mg, Post, Range, Resistance, Scenario, Sector,
    Tank, Target, Terrain, UnitType, Weapon, Zone,
};
use hulldown_patton::{View, words};

/// A chance to knock a target out below which a dangerous one is better hidden from than fired at.
const POOR: f64 = 0.07;
/// How much danger, as a chance to lose the tank, makes it hide in smoke before it fights.
const HIDE: f64 = 0.08;
/// How many artillery and air strike markers are laid on an area before it is entered, by its resistance.
const SUPPORT: [(u8, u8); 3] = [(2, 0), (3, 1), (3, 2)];
/// With fewer smoke grenades than this the tank is resupplied.
const FEW_GRENADES: u8 = 2;
/// What a point is worth against a chance to lose the tank.
const POINT: f64 = 0.004;

/// A commander who means to come home.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sensible;

/// What the commander weighs with.
struct Weigh<'a> {
    g: &'a Patton,
    d: &'static Charts,
    gun: Gun,
}

/// A round to fire at a unit, and the chance that one shot knocks it out.
#[derive(Clone, Copy)]
struct Shot {
    ammo: Ammo,
    chance: f64,
}

fn percent(n: i16) -> f64 {
    f64::from(n.clamp(0, 100)) / 100.0
}

/// The chance of a throw of two dice at or below a number, 1 to 3 always and 98 to 100 never.
fn at_most(need: i16) -> f64 {
    percent(need.clamp(3, 97))
}

/// The first wish that is offered.
fn wish(options: &[Choice], wishes: &[Choice]) -> Option<Choice> {
    wishes.iter().copied().find(|choice| options.contains(choice))
}

fn best(options: &[Choice], worth: impl Fn(Choice) -> f64) -> Choice {
    let mut found = (options[0], f64::NEG_INFINITY);
    for &choice in options {
        let worth = worth(choice);
        if worth > found.1 {
            found = (choice, worth);
        }
    }
    found.0
}

impl<'a> Weigh<'a> {
    fn new(view: &View<'a>) -> Self {
        let (g, d) = (view.game(), view.data());
        Weigh { g, d, gun: d.tanks[g.tank.model.index()].gun }
    }

    fn halvings(&self, zone: Zone) -> u32 {
        u32::from(self.g.battle.smoke_between(zone)) + u32::from(self.g.report.weather.thick())
    }

    /// Whether anything can be seen or fired at so far away.
    fn in_sight(&self, range: Range) -> bool {
        range == Range::Close || !self.g.report.weather.thick()
    }

    /// The chance that a shot of this kind hits, with the commander directing.
    fn hits(&self, e: &Enemy, fire: Fire) -> f64 {
        let (t, range) = (&self.d.to_hit, e.zone.range.index());
        let target = e.kind.class().target();
        let base = i16::from(t.base(fire, self.gun, target, e.zone.range)) >> self.halvings(e.zone).min(7);
        let crew = &self.g.crew;
        let mut modifier =
            -i16::from(crew.rating(Post::Gunner) + crew.rating(Post::Loader) + crew.rating(Post::Commander));
        match self.g.battle.acquired.filter(|(id, _)| *id == e.id) {
            Some((_, level)) => modifier += i16::from(t.acquired[usize::from(level.clamp(1, 2)) - 1][range]),
            None if self.g.tank.is_open(Post::Commander) => {}
            None => modifier += i16::from(t.first_shot),
        }
        modifier += i16::from(t.per_sector) * i16::from(self.g.tank.turret.steps_to(e.zone.sector));
        if target == Target::Vehicle && e.moving {
            modifier += i16::from(t.target_moving[range]);
        }
        if e.kind.class() == Class::AtGun {
            modifier += i16::from(if e.kind == UnitType::At88ll { t.gun_88ll } else { t.gun_small });
        }
        if fire == Fire::Direct {
            if target == Target::Vehicle {
                modifier += i16::from(t.size[self.d.units[e.kind.index()].size.index()][range]);
            }
            modifier += i16::from(match (e.terrain, target) {
                (Terrain::Woods, _) => t.woods[range],
                (Terrain::Building, Target::Infantry) => t.building[range],
                (Terrain::Fortification, Target::Infantry) => t.fort[range],
                _ => 0,
            });
        }
        at_most(base - modifier)
    }

    /// The chance that a hit with a round knocks the unit out.
    fn kills(&self, e: &Enemy, ammo: Ammo, aim: Aim) -> f64 {
        if e.kind.class().target() == Target::Infantry {
            if ammo != Ammo::He {
                return 0.0;
            }
            let (k, fire) = (&self.d.kill_infantry, if aim == Aim::Area { Fire::Area } else { Fire::Direct });
            let mut modifier = if e.kind.class() == Class::AtGun { i16::from(k.at_gun) } else { 0 };
            if fire == Fire::Area {
                modifier += i16::from(match e.terrain {
                    Terrain::Woods => k.woods[0],
                    Terrain::Building => k.building[0],
                    Terrain::Fortification => k.fort[0],
                    _ => 0,
                });
            }
            return percent(i16::from(k.base(self.gun, fire, Hit::Normal)) - modifier);
        }
        let facing = e.facing.unwrap_or(words::Facing::Front);
        let number = |turret| {
            percent(i16::from(self.d.kill_vehicle(self.gun, ammo, false, e.kind, facing, turret, e.zone.range)))
        };
        if e.terrain == Terrain::HullDown { 0.5 * number(true) } else { 0.4 * number(true) + 0.5 * number(false) }
    }

    /// The best way to knock a unit out with rounds on board; `loaded` asks for the round in the gun only.
    fn shot(&self, e: &Enemy, loaded: bool) -> Shot {
        let mut found = Shot { ammo: Ammo::He, chance: 0.0 };
        if !self.in_sight(e.zone.range) {
            return found;
        }
        for ammo in [Ammo::He, Ammo::Ap, Ammo::Hvap, Ammo::Apds] {
            let there = if loaded { self.g.tank.loaded == Some(ammo) } else { self.g.tank.rounds[ammo.index()] > 0 };
            if !there {
                continue;
            }
            for aim in [Aim::Direct, Aim::Area] {
                let fire = if aim == Aim::Area { Fire::Area } else { Fire::Direct };
                if !ammo.fits(fire) || (aim == Aim::Area && e.kind.class().is_vehicle()) {
                    continue;
                }
                // Scarce rounds are for what nothing else can hurt.
                let scarce = if ammo.is_shot() && ammo != Ammo::Ap { 0.8 } else { 1.0 };
                let chance = self.hits(e, fire) * self.kills(e, ammo, aim) * scarce;
                if chance > found.chance {
                    found = Shot { ammo, chance };
                }
            }
        }
        found
    }

    /// The chance that a unit that fires at your tank knocks it out.
    fn threat(&self, e: &Enemy) -> f64 {
        let Some(gun) = self.d.units[e.kind.index()].gun else { return 0.002 };
        if !self.in_sight(e.zone.range) || e.sight == Sight::Hidden {
            return 0.002;
        }
        let (h, range, tank) = (&self.d.enemy_hit, e.zone.range.index(), &self.g.tank);
        let base = i16::from(h.base[gun.index()][range]) >> self.halvings(e.zone).min(7);
        let mut modifier = match e.aim {
            0 if e.kind.class() != Class::AtGun => i16::from(h.first_shot),
            0 => 0,
            n => i16::from(h.acquired[usize::from(n.min(2)) - 1][range]),
        };
        modifier += if tank.moving { i16::from(h.moving) } else { 0 };
        let armor = self.d.tanks[tank.model.index()].armor.index();
        let kill = |facing: Sector, turret: bool| {
            let side = e.zone.sector.side_of(facing);
            percent(i16::from(self.d.enemy_kill[gun.index()][armor][side.index()][usize::from(turret)][range]))
        };
        let pierced = if tank.hull_down {
            0.5 * kill(tank.turret, true)
        } else {
            0.4 * kill(tank.turret, true) + 0.5 * kill(tank.hull, false)
        };
        // About one action in five is a shot at this tank; more if it leads.
        at_most(base - modifier) * pierced * if tank.lead { 0.35 } else { 0.2 }
    }

    /// What there is to gain by firing at a unit: danger removed and points.
    fn worth(&self, e: &Enemy) -> f64 {
        self.threat(e) + POINT * f64::from(self.d.units[e.kind.index()].points)
    }

    fn spotted(&self) -> impl Iterator<Item = &'a Enemy> {
        self.g.battle.enemies.iter().filter(|e| e.sight == Sight::Spotted)
    }

    /// The target most worth a shot, and the best round for it.
    fn target(&self) -> Option<(&'a Enemy, Shot)> {
        let mut found: Option<(&Enemy, Shot, f64)> = None;
        for e in self.spotted() {
            let now = self.shot(e, true);
            let other = self.shot(e, false);
            // What is in the gun goes first; a better round comes after it.
            let shot = if now.chance * 1.5 >= other.chance { now } else { other };
            let value = now.chance.max(other.chance * 0.6) * self.worth(e);
            if found.is_none_or(|(.., most)| value > most) {
                found = Some((e, shot, value));
            }
        }
        found.map(|(e, shot, _)| (e, shot))
    }

    fn danger(&self) -> f64 {
        self.g.battle.enemies.iter().map(|e| self.threat(e)).sum()
    }

    /// The unit a machine gun that bears on a sector hurts most.
    fn mg_target(&self, sector: Option<Sector>) -> Option<&'a Enemy> {
        let fits = |e: &&Enemy| {
            self.d.units[e.kind.index()].mg_target
                && sector.is_none_or(|s| s == e.zone.sector)
                && self.in_sight(e.zone.range)
        };
        self.spotted().filter(fits).min_by_key(|e| (e.zone.range, e.terrain.is_cover()))
    }

    /// The orders of a round, as wishes: what is already so is not offered again, so the first one offered is the next.
    fn orders(&self) -> ArrayVec<Choice, 24> {
        let mut wishes = ArrayVec::new();
        let (g, tank) = (self.g, &self.g.tank);
        let order = Choice::Order;
        // [28.0, 4.73 1] Once battle begins close up all hatches except the commander's.
        wishes.push(Choice::Open(Post::Commander));
        for post in [Post::Loader, Post::Driver, Post::Assistant] {
            wishes.push(Choice::Close(post));
        }
        if tank.disabled && self.danger() > 0.12 {
            wishes.push(order(Post::Commander, Action::AbandonTank));
        }
        for post in Post::ALL {
            if tank.blind[post.index()] && !tank.is_open(post) && post != Post::Gunner {
                wishes.push(order(post, Action::ReplacePeriscope));
            }
        }
        if let Some(post) =
            [Post::Gunner, Post::Driver, Post::Loader, Post::Commander].into_iter().find(|p| !g.crew.able(*p))
            && g.crew.able(Post::Assistant)
            && g.crew.assistant_at == Post::Assistant
        {
            wishes.push(Choice::TakePost(post));
        }
        let jammed = tank.gun(Weapon::Main) == GunState::Malfunction;
        let dead = tank.gun(Weapon::Main) == GunState::Broken || tank.sight_broken;
        let target = self.target();
        let worthwhile = target.filter(|(e, shot)| {
            shot.chance >= POOR || (e.kind.class().target() == Target::Infantry && shot.chance > 0.03)
        });
        if tank.bog == Bog::Bogged {
            wishes.push(order(Post::Gunner, Action::FireCoaxMg));
            wishes.push(Choice::Free(Post::Gunner));
            wishes.push(order(Post::Driver, Action::Reverse));
            wishes.push(order(Post::Commander, Action::DirectMovement));
            self.smoke_screen(&mut wishes);
        } else if jammed {
            wishes.push(order(Post::Loader, Action::RepairMainGun));
            wishes.push(order(Post::Gunner, Action::GunnerRepairMainGun));
            wishes.push(order(Post::Commander, Action::ThrowSmokeGrenade));
            self.take_cover(&mut wishes);
        } else if self.danger() > HIDE
            && g.battle.smoke_here() == 0
            && worthwhile.is_none_or(|(e, shot)| self.danger() - shot.chance * self.threat(e) > HIDE)
        {
            wishes.push(order(Post::Commander, Action::ThrowSmokeGrenade));
            wishes.push(order(Post::Gunner, Action::ThrowSmokeGrenade));
            wishes.push(order(Post::Gunner, Action::FireCoaxMg));
            wishes.push(Choice::Free(Post::Gunner));
            wishes.push(order(Post::Loader, Action::FireMortar));
            self.take_cover(&mut wishes);
        } else if let Some((e, shot)) = worthwhile.filter(|_| !dead && tank.loaded.is_some()) {
            wishes.push(order(Post::Driver, Action::Stop));
            let turned = tank.turret == e.zone.sector;
            wishes.push(order(Post::Gunner, if turned { Action::FireMainGun } else { Action::RotateAndFire }));
            wishes.push(Choice::Direct(Directs::Main));
            wishes.push(order(Post::Loader, Action::Load));
            // [28.0, 4.73 3] From the ready rack only against what can knock you out.
            let rack = self.d.units[e.kind.index()].gun.is_some() && tank.rack[shot.ammo.index()] > 0;
            if !rack {
                wishes.push(Choice::Reload(shot.ammo, false));
                wishes.push(order(Post::Assistant, Action::PassAmmo));
            } else {
                wishes.push(order(Post::Assistant, Action::FireBowMg));
                wishes.push(Choice::Free(Post::Assistant));
                wishes.push(Choice::Reload(shot.ammo, true));
            }
        } else if let Some(e) =
            self.spotted().find(|e| self.d.units[e.kind.index()].mg_target).filter(|_| self.danger() < 0.05)
        {
            let turned = tank.turret == e.zone.sector;
            wishes.push(order(Post::Gunner, if turned { Action::FireCoaxMg } else { Action::RotateTurret }));
            wishes.push(Choice::Direct(Directs::Mg(Mg::Coax)));
            self.take_cover(&mut wishes);
        } else {
            // [28.0, 4.74 2] Hide from what cannot be hurt, and move to spoil its aim.
            if self.danger() > 0.03 {
                self.smoke_screen(&mut wishes);
            }
            if let Some((e, shot)) = target {
                if tank.turret != e.zone.sector {
                    wishes.push(order(Post::Gunner, Action::RotateTurret));
                }
                if tank.loaded != Some(shot.ammo) && shot.chance > 0.0 {
                    wishes.push(order(Post::Loader, Action::ChangeGunLoad));
                }
            }
            wishes.push(order(Post::Gunner, Action::FireCoaxMg));
            wishes.push(Choice::Free(Post::Gunner));
            self.take_cover(&mut wishes);
        }
        wishes.push(order(Post::Assistant, Action::FireBowMg));
        wishes
    }

    /// The next order on the way to what is wished: of several wishes for one man the first that can be had.
    fn next_order(&self, options: &[Choice]) -> Choice {
        let orders = &self.g.battle.orders;
        let mut settled = [false; 5];
        for wish in self.orders() {
            let (post, so) = match wish {
                Choice::Order(post, action) => (Some(post), orders.has(post, action)),
                Choice::Free(post) => (Some(post), orders.acts[post.index()].is_none()),
                Choice::Direct(directs) => {
                    let directing = orders.has(Post::Commander, Action::DirectFire) && orders.directs == directs;
                    (Some(Post::Commander), directing)
                }
                Choice::TakePost(post) => {
                    let going = orders.has(Post::Assistant, Action::MoveToPosition) && orders.take == post;
                    (Some(Post::Assistant), going)
                }
                _ => (None, false),
            };
            match post {
                Some(post) if settled[post.index()] => continue,
                Some(post) if so => settled[post.index()] = true,
                _ if options.contains(&wish) => return wish,
                _ => {}
            }
        }
        Choice::Go
    }

    /// Smoke before the turret and on the tank.
    fn smoke_screen(&self, wishes: &mut ArrayVec<Choice, 24>) {
        if self.g.battle.smoke_here() < 2 {
            wishes.push(Choice::Order(Post::Loader, Action::FireMortar));
            wishes.push(Choice::Order(Post::Commander, Action::ThrowSmokeGrenade));
        }
    }

    /// Towards a hull down position, unless the tank has one.
    fn take_cover(&self, wishes: &mut ArrayVec<Choice, 24>) {
        if !self.g.tank.hull_down && self.g.tank.bog == Bog::Free {
            wishes.push(Choice::Order(Post::Driver, Action::ForwardToHullDown));
            wishes.push(Choice::Order(Post::Commander, Action::DirectMovement));
        } else {
            wishes.push(Choice::Order(Post::Driver, Action::Stop));
        }
    }

    /// How long it takes from each area to the exit.
    fn way(&self) -> [u16; 42] {
        let mut minutes = [u16::MAX; 42];
        minutes[self.g.map.exit.index()] = 0;
        loop {
            let mut changed = false;
            for from in MapArea::ALL {
                for (to, road) in &self.d.areas[from.index()].neighbours {
                    let on = minutes[to.index()];
                    if on == u16::MAX {
                        continue;
                    }
                    let area = &self.g.map.areas[*to];
                    let risk = match (area.us, area.resistance) {
                        (true, _) => 0,
                        (_, Some(Resistance::Light)) => 10,
                        (_, Some(Resistance::Heavy)) => 45,
                        _ => 25,
                    };
                    let cost = on + self.d.minutes(words::Activity::entering(*road)) + risk;
                    if cost < minutes[from.index()] {
                        minutes[from.index()] = cost;
                        changed = true;
                    }
                }
            }
            if !changed {
                return minutes;
            }
        }
    }

    /// The neighbour that lies on the way.
    fn next_area(&self) -> MapArea {
        let way = self.way();
        let there = self.d.areas[self.g.map.at.index()].neighbours.iter();
        let cost = |(to, road): &&(MapArea, words::Road)| {
            let risk = match self.g.map.areas[*to].resistance {
                Some(Resistance::Heavy) => 45,
                Some(Resistance::Light) => 10,
                _ => 25,
            };
            u32::from(way[to.index()]) + u32::from(self.d.minutes(words::Activity::entering(*road))) + risk
        };
        there.min_by_key(cost).map_or(self.g.map.exit, |(to, _)| *to)
    }

    fn operation(&self, options: &[Choice]) -> Choice {
        let next = self.next_area();
        let area = &self.g.map.areas[next];
        let tank = &self.g.tank;
        let card = &self.d.tanks[tank.model.index()];
        let few =
            tank.carried() < card.rounds / 3 || (self.g.options.fuel && tank.fuel < 4) || tank.grenades < FEW_GRENADES;
        if few && let Some(choice) = wish(options, &[Choice::Resupply]) {
            return choice;
        }
        if !area.us {
            let Some(resistance) = area.resistance else {
                return wish(options, &[Choice::Check(next), Choice::Enter(next)]).unwrap_or(options[0]);
            };
            let (guns, planes) = SUPPORT[resistance.index()];
            // [28.0, 4.54] The book calls for support against heavy, perhaps medium resistance; who means to come home calls for more.
            if area.air < planes
                && let Some(choice) = wish(options, &[Choice::Air(next)])
            {
                return choice;
            }
            if area.artillery < guns
                && let Some(choice) = wish(options, &[Choice::Artillery(next)])
            {
                return choice;
            }
        }
        wish(options, &[Choice::Enter(next), Choice::Done, Choice::Resupply]).unwrap_or(options[0])
    }

    fn prepare(&self, options: &[Choice]) -> Choice {
        let g = self.g;
        // [28.0, 4.43] HE, but AP where tanks come for you.
        let load = if g.report.scenario == Scenario::Counterattack { Ammo::Ap } else { Ammo::He };
        let wishes = [
            Choice::Open(Post::Commander),
            Choice::Open(Post::Loader),
            Choice::Close(Post::Driver),
            Choice::Close(Post::Assistant),
            Choice::Load(Some(load)),
            Choice::Hull(Sector::S68),
            Choice::Turret(Sector::S68),
            Choice::Look(Post::Loader, Sector::S45),
            Choice::Look(Post::Commander, Sector::S910),
        ];
        wish(options, &wishes).unwrap_or(Choice::Go)
    }

    /// The zone for the next Advance Fire marker: all close zones, then the middle ones.
    fn mark(&self, options: &[Choice]) -> Choice {
        best(options, |choice| match choice {
            Choice::Mark(zone) => {
                let ring = [3.0, 2.0, 1.0][zone.range.index()];
                let ahead = if zone.sector == Sector::S68 { 0.2 } else { 0.0 };
                ring + ahead - 2.5 * f64::from(self.g.battle.fire[zone.index()])
            }
            _ => -9.0,
        })
    }

    fn fire(&self, options: &[Choice]) -> Choice {
        best(options, |choice| match choice {
            Choice::Fire(id, aim) => self.g.battle.enemy(id).map_or(-1.0, |e| {
                let loaded = self.g.tank.loaded.unwrap_or(Ammo::He);
                if aim == Aim::Track {
                    return -0.5;
                }
                if loaded.is_smoke() {
                    return self.threat(e) * 0.5;
                }
                let fire = if aim == Aim::Area { Fire::Area } else { Fire::Direct };
                self.hits(e, fire) * self.kills(e, loaded, aim) * self.worth(e)
            }),
            _ => 0.000_01,
        })
    }

    /// Whether another shot at the target makes sense.
    fn again(&self, options: &[Choice]) -> Choice {
        let target = self.g.battle.target.and_then(|id| self.g.battle.enemy(id));
        let Some(e) = target else { return Choice::Hold };
        let mut alive = 1.0;
        for hit in &self.g.battle.hits {
            alive *= if hit.critical { 0.15 } else { 1.0 - self.kills(e, hit.ammo, hit.aim) };
        }
        if alive < 0.08 {
            return Choice::Hold;
        }
        let ammo = self.g.tank.loaded.or(self.g.battle.orders.reload).unwrap_or(Ammo::He);
        best(options, |choice| match choice {
            Choice::Again(aim @ (Aim::Direct | Aim::Area)) if !ammo.is_smoke() => self.kills(e, ammo, aim),
            Choice::Again(_) => -0.5,
            _ => 0.001,
        })
    }

    fn machine_gun(&self, options: &[Choice], mg: Mg) -> Choice {
        let chance = |id: UnitId| {
            let Some(e) = self.g.battle.enemy(id) else { return -1.0 };
            let base = self.d.mg.base[mg.index()][e.zone.range.index()];
            let cover = if e.kind.class() == Class::AtGun || e.terrain == Terrain::Building { 15 } else { 0 };
            percent(i16::from(base) - cover + 3) * self.worth(e)
        };
        best(options, |choice| match choice {
            Choice::Shoot(id) => chance(id),
            // [28.0, 4.74 3] Into the close zone ahead if there is no target.
            Choice::Sweep(zone) if zone.range == Range::Close => 0.000_1,
            _ => 0.0,
        })
    }

    /// How good a tank is to be in.
    fn tank_worth(&self, tank: Tank) -> f64 {
        let card = &self.d.tanks[tank.index()];
        let armor = match card.armor {
            ArmorClass::I => 0.0,
            ArmorClass::Ii => 1.0,
            ArmorClass::Iii => 6.0,
        };
        let gun = if card.gun == Gun::G75 { 0.0 } else { 2.0 };
        armor
            + gun
            + if card.wet { 1.5 } else { 0.0 }
            + if card.cupola { 0.7 } else { 0.0 }
            + if card.mortar { 0.5 } else { 0.0 }
    }
}

impl Policy<Patton> for Sensible {
    fn decide(&mut self, view: &View<'_>, _: Seat, ask: Ask, options: &[Choice]) -> Choice {
        let w = Weigh::new(view);
        let usual = |choice| wish(options, &[choice]).unwrap_or(options[0]);
        match ask {
            Ask::Return(_) | Ask::Train | Ask::Succession => usual(Choice::Yes),
            Ask::Exchange => {
                let month = w.d.replacement(w.g.day.month());
                let hoped: f64 = (1..=100).map(|roll| w.tank_worth(month.at(roll))).sum::<f64>() / 100.0;
                let better = hoped > w.tank_worth(w.g.tank.model) + 0.5;
                usual(if better { Choice::NewTank } else { Choice::KeepTank })
            }
            Ask::ChooseTank => best(options, |choice| match choice {
                Choice::Tank(tank) => w.tank_worth(tank),
                _ => 0.0,
            }),
            Ask::Assign(_) | Ask::Rounds | Ask::Rack => usual(Choice::Usual),
            Ask::Extra | Ask::RoundsOf(_) | Ask::RackOf(_) => options[0],
            Ask::Prepare => w.prepare(options),
            Ask::FreeCheck => usual(Choice::Check(w.next_area())),
            Ask::Operation => w.operation(options),
            Ask::Advancing => {
                let light = w.g.map.areas[w.g.map.at].resistance == Some(Resistance::Light);
                let engaged = w.g.report.expected == Resistance::Light;
                usual(if light && engaged { Choice::No } else { Choice::Yes })
            }
            Ask::Mark(_) => w.mark(options),
            Ask::Watch => wish(options, &[Choice::WaitOn, Choice::Wait]).unwrap_or(options[0]),
            Ask::Spotting => {
                // Everybody looks at everything: the sharpest eyes first.
                let eyes = |choice| match choice {
                    Choice::Spot(post, _) => {
                        f64::from(w.g.crew.rating(post)) + if w.g.tank.is_open(post) { 3.0 } else { 0.0 }
                    }
                    _ => -1.0,
                };
                best(options, eyes)
            }
            Ask::Orders => w.next_order(options),
            Ask::Pivot | Ask::Turn => {
                let at = w.target().map(|(e, _)| e.zone.sector);
                let at = at.or_else(|| w.mg_target(None).map(|e| e.zone.sector)).unwrap_or(Sector::S68);
                usual(Choice::Sector(at))
            }
            Ask::Target => w.fire(options),
            Ask::Again => w.again(options),
            Ask::MgTarget(mg) => w.machine_gun(options, mg),
            Ask::GunLoad => {
                let ammo = w.target().map_or(Ammo::He, |(_, shot)| shot.ammo);
                usual(Choice::Load(Some(ammo)))
            }
            Ask::Leave => usual(Choice::Area(w.next_area())),
            Ask::FallBack => options[0],
            Ask::FriendlyAdvance => {
                let front = [Sector::S68, Sector::S45, Sector::S910].map(Choice::Sector);
                wish(options, &front).unwrap_or(options[0])
            }
            Ask::Rescue => best(options, |choice| match choice {
                // The commander goes last; nobody with little skill at keeping his head down goes at all.
                Choice::Rescue(by, whom) => {
                    f64::from(w.g.crew.rating(by)) + f64::from(w.g.crew.rating(whom))
                        - if by == Post::Commander { 6.0 } else { 2.0 }
                }
                _ => 0.0,
            }),
            Ask::Medal => {
                let highest = Medal::ALL.map(Choice::Medal);
                highest.into_iter().rev().find(|c| options.contains(c)).unwrap_or(options[0])
            }
        }
    }
}
