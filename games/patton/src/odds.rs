//! Looking ahead: the roll a choice leads to, the exact odds of a whole main gun shot, and what can hit you in the next enemy phase.

use crate::casualties::Harm;
use crate::charts::Charts;
use crate::machine_guns::sweep_check;
use crate::operations::{advancing_check, call_check, resupply_check};
use crate::state::{Aim, Enemy, Hit, Patton, Progress, Stage, UnitId};
use crate::talk::{Choice, Support};
use crate::words::{Activity, Ammo, Collateral, EnemyAct, Location, Mg, Post, Target, Terrain, UnitType};
use hulldown_core::check::Check;
use hulldown_core::game::Seat;

impl Patton {
    /// Whether so many minutes bring a roll for the weather before anything else.
    fn weather_first(&self, minutes: u16) -> bool {
        let after = self.report.clock.plus(minutes).min(self.report.sunset);
        after.hour() > self.report.clock.hour() && self.report.weather.hourly().is_some()
    }
}

/// The roll a choice leads to at once, if it leads to one.
pub(crate) fn preview(game: &Patton, charts: &'static Charts, choice: Choice) -> Option<Check> {
    let quarter = |activity: Activity| if game.map.spare_quarter { 0 } else { charts.minutes(activity) };
    let unless_weather = |minutes: u16, check: Check| (!game.weather_first(minutes)).then_some(check);
    match (game.stage, choice) {
        (_, Choice::Fire(id, aim)) => {
            let enemy = game.battle.enemy(id)?;
            Some(game.to_hit(charts, &game.battle.orders, enemy, aim, game.turn_for(enemy)))
        }
        (_, Choice::Again(aim)) => {
            let enemy = game.battle.enemy(game.battle.target?)?;
            Some(game.to_hit(charts, &game.battle.orders, enemy, aim, 0))
        }
        (_, Choice::Shoot(id)) => {
            let (mg, by) = game.battle.firing?;
            Some(game.mg_check(charts, mg, by, game.battle.enemy(id)?, false))
        }
        (_, Choice::Sweep(_)) => game.battle.firing.filter(|(mg, _)| *mg != Mg::Sub).map(|_| sweep_check(charts)),
        (_, Choice::Spot(post, id)) => {
            let enemy = game.battle.enemy(id)?;
            // Whether it was seen before this phase the state does not tell apart from seen in it.
            (enemy.sight == crate::state::Sight::Unspotted).then(|| game.spot_check(charts, post, enemy))
        }
        (_, Choice::Rescue(by, _)) => Some(game.wound_check(charts, by, Harm::BailOut)),
        (Stage::FreeCheck, Choice::Check(area)) => Some(game.resistance_check(charts, area)),
        (_, Choice::Check(area)) => unless_weather(quarter(Activity::CheckArea), game.resistance_check(charts, area)),
        (_, Choice::Artillery(_)) => {
            unless_weather(quarter(Activity::CallArtillery), call_check(charts, Support::Artillery))
        }
        (_, Choice::Air(_)) => unless_weather(game.call_minutes(charts), call_check(charts, Support::Air)),
        (Stage::Watch, Choice::Resupply) => Some(game.battle_check(charts, game.report.expected, game.map.at)),
        (_, Choice::Resupply) => unless_weather(charts.minutes(Activity::Resupply), resupply_check(charts)),
        (_, Choice::Wait | Choice::WaitOn) => Some(game.battle_check(charts, game.report.expected, game.map.at)),
        (Stage::Entered | Stage::Contact, Choice::Yes) => Some(advancing_check(charts)),
        _ => None,
    }
}

/// What Advancing Fire costs, in words: the chart gives a bare number.
const SPENT: [&str; 6] = ["no HE spent", "1 round spent", "2 rounds", "3 rounds", "4 rounds", "5 rounds"];

/// What an answer comes to where its roll says too little.
#[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
pub(crate) fn ends(game: &Patton, charts: &'static Charts, _: Seat, choice: Choice) -> Vec<(&'static str, f64)> {
    if !matches!((game.stage, choice), (Stage::Entered | Stage::Contact, Choice::Yes)) {
        return Vec::new();
    }
    let (column, all) = (&charts.half_down, f64::from(charts.half_down.dice.ways()));
    let chances = SPENT.into_iter().enumerate().map(|(spent, what)| {
        let ways = column.ways_to(|cell| usize::from(*cell) == spent);
        (what, f64::from(ways) / all)
    });
    chances.filter(|(_, chance)| *chance > 0.0).collect()
}

/// So many ways out of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio {
    /// The ways that count.
    pub ways: u128,
    /// All ways.
    pub of: u128,
}

impl Ratio {
    /// In parts of a thousand, rounded.
    pub fn per_mille(self) -> u16 {
        ((self.ways * 2000 + self.of) / (self.of * 2)) as u16
    }
}

/// What may come of firing at a unit, shot after shot as long as the rate of fire holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShotOdds {
    /// The first shot hits.
    pub first_hit: Ratio,
    /// Some shot hits.
    pub hit: Ratio,
    /// The target is knocked out.
    pub knocked_out: Ratio,
    /// The gun fails.
    pub malfunction: Ratio,
    /// A second shot may be fired.
    pub again: Ratio,
}

/// The most shots the exact odds look ahead.
pub const MOST_DEPTH: u32 = 7;

/// Ways of one shot: a hundred throws to hit, ten for the location, a hundred to kill.
const WAYS: u128 = 100 * 10 * 100;

/// The chance that a hit knocks a unit out.
pub(crate) fn kill_odds(game: &Patton, charts: &'static Charts, enemy: &Enemy, hit: Hit) -> Ratio {
    Ratio { ways: kill_ways(game, charts, enemy, hit).min(1000), of: 1000 }
}

/// A hit's ways to knock a unit out, of a thousand.
fn kill_ways(game: &Patton, charts: &'static Charts, enemy: &Enemy, hit: Hit) -> u128 {
    match enemy.kind.class().target() {
        Target::Infantry => match (hit.ammo, hit.critical, enemy.kind.class()) {
            (Ammo::He, true, crate::words::Class::AtGun) => 1000,
            (Ammo::He, ..) => {
                let chance = game.kill_infantry(charts, enemy, hit).chance().map_or(0, |(ways, _)| ways);
                u128::from(chance) * 10
            }
            _ => 0,
        },
        Target::Vehicle => {
            if hit.aim == Aim::Track {
                return 0;
            }
            let column = &charts.hit.hit_location.column[usize::from(enemy.terrain == Terrain::HullDown)];
            let ways = |location: Location| {
                let turret = location == Location::Turret;
                match location {
                    Location::Miss => 0,
                    Location::Track if enemy.kind != UnitType::Truck => 0,
                    _ => game.kill_number(charts, enemy, hit, turret).max(0) as u128,
                }
            };
            column.falls().map(|(location, falls)| ways(*location) * u128::from(falls)).sum()
        }
    }
}

/// Where a chain of shots stands.
#[derive(Clone, Copy)]
struct Link {
    ammo: Ammo,
    level: u8,
    rack: u8,
    left: u8,
    depth: u32,
    turned: u8,
}

/// The ways, of `WAYS` to the power of the depth, that nothing good or bad of a kind happens.
#[derive(Clone, Copy, Default)]
struct Spared {
    hit: u128,
    kill: u128,
    malfunction: u128,
}

/// The exact odds of firing at a spotted unit with the orders given, the round loaded and the reload named, looking so many shots ahead.
/// Nothing if the gun is empty or the unit is gone.
pub fn shot_odds(game: &Patton, charts: &'static Charts, id: UnitId, aim: Aim, depth: u32) -> Option<ShotOdds> {
    let depth = depth.clamp(1, MOST_DEPTH);
    let enemy = *game.battle.enemy(id)?;
    let ammo = game.tank.loaded?;
    let reload = game.battle.orders.reload.filter(|_| game.loading(&game.battle.orders));
    let rack = reload.map_or(0, |a| if game.battle.orders.from_rack { game.tank.rack[a.index()] } else { 0 });
    let left = reload.map_or(0, |a| game.tank.rounds[a.index()] - u8::from(a == ammo));
    let level = game.battle.acquired.filter(|(known, _)| *known == id).map_or(0, |(_, level)| level);
    let first = Link { ammo, level, rack, left, depth, turned: game.turn_for(&enemy) };
    let mut scratch = game.clone();
    let spared = chain(&mut scratch, charts, &enemy, aim, reload, first);
    let of = WAYS.pow(depth);
    let not = |ways: u128| Ratio { ways: of - ways, of };
    set_level(&mut scratch, id, level);
    let check = scratch.to_hit(charts, &game.battle.orders, &enemy, aim, first.turned);
    let counted =
        |good: &dyn Fn(i8) -> bool| Ratio { ways: check.dice.ways_where(good).into(), of: check.dice.ways().into() };
    let reloads = left > 0 && reload.is_some_and(|a| a.fits(aim.fire()));
    Some(ShotOdds {
        first_hit: counted(&|n| n < charts.gunnery.to_hit.malfunction && check.succeeds(n)),
        hit: not(spared.hit),
        knocked_out: not(spared.kill),
        malfunction: not(spared.malfunction),
        again: counted(&|n| {
            reloads
                && n < charts.gunnery.to_hit.malfunction
                && game.rate_of_fire(charts, n, check.succeeds(n), rack > 0)
        }),
    })
}

fn set_level(game: &mut Patton, id: UnitId, level: u8) {
    game.battle.acquired = (level > 0).then_some((id, level));
}

fn chain(
    game: &mut Patton,
    charts: &'static Charts,
    enemy: &Enemy,
    aim: Aim,
    reload: Option<Ammo>,
    link: Link,
) -> Spared {
    let all = WAYS.pow(link.depth);
    let rest = all / WAYS;
    set_level(game, enemy.id, link.level);
    let check = game.to_hit(charts, &game.battle.orders, enemy, aim, link.turned);
    let reloads = link.left > 0 && reload.is_some_and(|a| a.fits(aim.fire()));
    // What follows is the same for every throw that lets the crew fire again.
    let next = (link.depth > 1 && reloads).then(|| {
        let next = Link {
            ammo: reload.unwrap_or(link.ammo),
            level: (link.level + 1).min(2),
            rack: link.rack.saturating_sub(1),
            left: link.left - 1,
            depth: link.depth - 1,
            turned: 0,
        };
        chain(game, charts, enemy, aim, reload, next)
    });
    let kills = |critical: bool| kill_ways(game, charts, enemy, Hit { ammo: link.ammo, aim, critical });
    let ways_to_kill = [kills(false), kills(true)];
    let whole = Spared { hit: rest, kill: rest, malfunction: rest };
    let mut spared = Spared::default();
    for natural in 1..=100 {
        if natural >= charts.gunnery.to_hit.malfunction {
            // The gun fails and the shot misses.
            spared.hit += 1000 * rest;
            spared.kill += 1000 * rest;
            continue;
        }
        let hit = check.succeeds(natural);
        let then = next.filter(|_| game.rate_of_fire(charts, natural, hit, link.rack > 0)).unwrap_or(whole);
        let ways = if hit && !link.ammo.is_smoke() {
            ways_to_kill[usize::from(natural <= charts.gunnery.to_hit.critical)]
        } else {
            0
        };
        spared.hit += if hit { 0 } else { 1000 * then.hit };
        spared.kill += (1000 - ways.min(1000)) * then.kill;
        spared.malfunction += 1000 * then.malfunction;
    }
    spared
}

/// What one enemy unit may do to your tank in the next enemy phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitThreat {
    /// The unit.
    pub id: UnitId,
    /// It fires at your tank.
    pub fires: Ratio,
    /// It hits; for small arms, stray fire does something.
    pub hits: Ratio,
    /// It knocks your tank out.
    pub knocks_out: Ratio,
}

/// The ways, of a thousand, that a hit of a unit's gun goes through your armor.
fn through_ways(game: &Patton, charts: &'static Charts, enemy: &Enemy) -> u128 {
    let column = &charts.hit.hit_location.column[usize::from(game.tank.hull_down)];
    let ways = |location: Location| match location {
        Location::Turret => game.enemy_kill_number(charts, enemy, true).max(0) as u128,
        Location::Hull => game.enemy_kill_number(charts, enemy, false).max(0) as u128,
        Location::Track | Location::Miss => 0,
    };
    column.falls().map(|(location, falls)| ways(*location) * u128::from(falls)).sum()
}

/// The chance that a unit knocks your tank out if it fires at it; nothing for one that has no gun to do it.
pub(crate) fn loss_odds(game: &Patton, charts: &'static Charts, enemy: &Enemy) -> Option<Ratio> {
    let check = game.enemy_to_hit(charts, enemy).filter(|_| enemy.kind.class().fires_ap())?;
    let hit = u128::from(check.chance().map_or(0, |(ways, _)| ways));
    Some(Ratio { ways: hit * through_ways(game, charts, enemy), of: 100 * 1000 })
}

/// What may hit you in the next enemy phase, or in what is left of this one, unit by unit, as things stand.
pub fn threats(game: &Patton, charts: &'static Charts) -> Vec<UnitThreat> {
    game.ahead(charts).threats(charts)
}

/// The chance that a unit's next action is fire at your tank; nothing for one that does not act any more.
pub(crate) fn fire_odds(game: &Patton, charts: &'static Charts, enemy: &Enemy) -> Option<Ratio> {
    let check = game.action_check(charts, enemy.kind.class())?;
    let ways = match enemy.progress {
        Progress::Ahead => {
            check.dice.ways_where(|n| game.action(charts, enemy, check.total(n)) == EnemyAct::FireYourTank).into()
        }
        Progress::Fires | Progress::Struck(_) => 100,
        Progress::Over => return None,
    };
    Some(Ratio { ways, of: 100 })
}

/// What a unit may do to the tank as the game stands when it acts.
pub(crate) fn threat(game: &Patton, charts: &'static Charts, enemy: &Enemy) -> Option<UnitThreat> {
    let fires = fire_odds(game, charts, enemy)?;
    let (hits, kills) = match game.enemy_to_hit(charts, enemy).filter(|_| enemy.kind.class().fires_ap()) {
        None => {
            let harmful = |damage: &Collateral| match damage {
                Collateral::None => false,
                damage if damage.is_wound() => damage.post().is_some_and(|post: Post| game.tank.is_open(post)),
                _ => true,
            };
            (u128::from(charts.hit.collateral_damage.column.ways_to(harmful)) * 10, 0)
        }
        Some(check) => {
            let hit = match enemy.progress {
                Progress::Struck(_) => 100,
                _ => u128::from(check.chance().map_or(0, |(ways, _)| ways)),
            };
            let (struck, through) = match enemy.progress {
                Progress::Struck(Some(turret)) => {
                    (10, 10 * game.enemy_kill_number(charts, enemy, turret).max(0) as u128)
                }
                _ => {
                    let column = &charts.hit.hit_location.column[usize::from(game.tank.hull_down)];
                    let struck = column.ways_to(|location| *location != Location::Miss);
                    (struck.into(), through_ways(game, charts, enemy))
                }
            };
            (hit * struck, hit * through)
        }
    };
    Some(UnitThreat {
        id: enemy.id,
        fires,
        hits: Ratio { ways: fires.ways * hits, of: 100 * 1000 },
        knocks_out: Ratio { ways: fires.ways * kills, of: 100 * 100 * 10 * 100 },
    })
}
