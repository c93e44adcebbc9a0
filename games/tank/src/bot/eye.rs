//! What a commander makes of the map: who can hit whom, what a hex is worth, what is still unknown.

use super::Desk;
use super::plan::Work;
use crate::View;
use crate::ending::needed;
use crate::fire::{FireMap, FireTarget, Gun};
use crate::map::Battleground;
use crate::sight::SightLines;
use crate::state::{MOST_UNITS, Unit};
use crate::talk::FireSum;
use crate::words::{Force, Kind, Victory, Weapon};
use arrayvec::ArrayVec;
use hulldown_core::hex::{HexId, Side};

/// A long shot, in hexes.
pub const AFAR: u16 = 20;

/// An enemy unit on the map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foe {
    pub(super) hex: HexId,
    pub(super) facing: Side,
    pub(super) weapon: Weapon,
    pub(super) kind: Kind,
    /// Whether it has been spotted.
    pub(super) known: bool,
    turret: bool,
    wreck: bool,
    improved: bool,
    /// The Movement Points it spends when it moves as far as it can.
    ma: u8,
    /// How likely it is to move.
    moves: f32,
    /// The chance that it is made out before anybody fires at it, if it stands.
    pub(super) found: f32,
    /// What its loss is worth, in own units.
    pub(super) value: f32,
    /// How much of its fire one of our units has to expect.
    pub(super) share: f32,
    gun: Gun,
}

impl Foe {
    /// It as one that is fired at and stands.
    pub(super) fn mark(&self) -> FireTarget {
        let Foe { weapon, hex, facing, wreck, improved, .. } = *self;
        FireTarget { weapon, hex, facing, points: 0, moves: false, wreck, improved }
    }
}

/// An own unit on the map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own {
    pub(super) n: u8,
    pub(super) hex: HexId,
    pub(super) facing: Side,
    pub(super) weapon: Weapon,
    pub(super) kind: Kind,
    pub(super) turret: bool,
    pub(super) ma: u8,
    pub(super) gun: Gun,
    /// The enemies it has a clear line to, a bit each.
    pub(super) seers: u32,
}

impl Own {
    /// Whether it has a hex in its field of fire.
    pub(super) fn aims_at(&self, ground: &Battleground, to: HexId) -> bool {
        ground.bears(self.turret, self.hex, self.facing, to)
    }
}

/// What a hex is worth to a vehicle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HexWorth {
    stamp: u32,
    /// The chance to be destroyed there next turn.
    pub(super) danger: f32,
    /// What its best shot from there is worth.
    pub(super) attack: f32,
}

/// Everything a plan starts from.
pub(super) struct Eye<'a> {
    pub(super) view: View<'a>,
    pub(super) field: FireMap<'static>,
    pub(super) ground: &'static Battleground,
    pub(super) sight: &'static SightLines,
    pub(super) force: Force,
    pub(super) own: ArrayVec<Own, MOST_UNITS>,
    pub(super) foes: ArrayVec<Foe, MOST_UNITS>,
    /// The vehicle hexes are looked at for.
    weapon: Weapon,
    panic: u8,
    preserved: bool,
}

/// What the loss of an enemy is worth against the loss of an own unit, by what decides the scenario.
pub fn kill_worth(view: &View<'_>, kind: Kind) -> f32 {
    let (force, scenario) = (view.force(), view.scenario());
    let (own, foe) = (view.standing(force), view.standing(force.enemy()));
    let level = |f: Force| f32::from(scenario.forces[f.index()].preservation.unwrap_or(0).max(1));
    match scenario.info.victory {
        Victory::Ratio => f32::from(own.units) / f32::from(foe.units.max(1)),
        Victory::Survivors => 1.0,
        Victory::Guns => {
            let guns = scenario.forces[Force::Bravo.index()].weapons.first().map_or(1, |(_, count)| *count);
            let (alpha, bravo) = (1.0 / level(Force::Alpha), 1.0 / level(Force::Bravo));
            let gun = 1.0 / f32::from(guns.max(1));
            match (force, kind) {
                (Force::Alpha, Kind::Infantry) => bravo / alpha,
                (Force::Alpha, _) => gun / alpha,
                (Force::Bravo, _) => alpha / (0.5 * (bravo + gun)),
            }
        }
        Victory::ExitHalf => {
            let alpha = view.standing(Force::Alpha);
            let bravo = view.standing(Force::Bravo);
            let spare = f32::from(alpha.units - needed(alpha.units) + 1);
            match force {
                // Bravo's win turns into a draw when it loses too many.
                Force::Bravo if bravo.preserved => 3.0,
                Force::Bravo => 2.0 * level(Force::Bravo) / spare,
                // What fires from beyond one's own reach cannot be passed: it must be broken first.
                Force::Alpha if !bravo.preserved && outranged(view) => 4.0,
                Force::Alpha => 1.5,
            }
        }
    }
}

/// Whether the enemy's guns do more from afar than one's own, front against front.
fn outranged(view: &View<'_>) -> bool {
    let forces = &view.scenario().forces;
    let roll = |by: Force| {
        let (own, foe) = (&forces[by.index()], &forces[by.enemy().index()]);
        let preserved = view.standing(by).preserved;
        let gun = Gun { weapon: own.weapons.first()?.0, from: HexId(0), panic: own.panic, preserved };
        view.field().at_front(&gun, foe.weapons.first()?.0, AFAR)
    };
    let own = view.force();
    roll(own.enemy()).unwrap_or(0) > roll(own).unwrap_or(0)
}

impl<'a> Eye<'a> {
    pub(super) fn new(view: &View<'a>, desk: &Desk) -> Eye<'a> {
        let field = view.field();
        let force = view.force();
        let scenario = view.scenario();
        let foe_info = &scenario.forces[force.enemy().index()];
        let foe_preserved = view.standing(force.enemy()).preserved;
        let mut eye = Eye {
            view: *view,
            field,
            ground: view.ground(),
            sight: view.sight(),
            force,
            own: ArrayVec::new(),
            foes: ArrayVec::new(),
            weapon: scenario.forces[force.index()].weapons.first().map_or(Weapon::ALL[0], |(weapon, _)| *weapon),
            panic: scenario.forces[force.index()].panic,
            preserved: view.army().preserved,
        };
        let worth = Kind::ALL.map(|kind| kill_worth(view, kind));
        for seen in view.enemies() {
            // A face-down unit is of the force's first type: guns before infantry.
            let weapon = seen.known.map_or(foe_info.weapons.first().map(|(w, _)| *w), |(_, weapon)| Some(weapon));
            let Some(weapon) = weapon else { continue };
            let info = view.info(weapon);
            let moved = !desk.before.contains(&seen.hex);
            eye.foes.push(Foe {
                hex: seen.hex,
                facing: seen.facing.unwrap_or(Side::A),
                weapon,
                kind: info.kind,
                known: seen.known.is_some(),
                // A gun that lies face down may point anywhere.
                turret: info.turret || seen.facing.is_none(),
                wreck: view.wrecks().contains(&seen.hex),
                improved: info.kind.is_soft() && view.positions().any(|(hex, _)| hex == seen.hex),
                ma: info.ma,
                moves: if info.kind == Kind::AtGun {
                    0.0
                } else if moved {
                    0.6
                } else {
                    0.2
                },
                found: 1.0,
                value: worth[info.kind.index()],
                share: 1.0,
                gun: Gun { weapon, from: seen.hex, panic: foe_info.panic, preserved: foe_preserved },
            });
        }
        for (n, unit) in view.units().iter().enumerate() {
            let Some(hex) = unit.hex() else { continue };
            let info = view.info(unit.weapon);
            let mut seers = 0;
            for (j, foe) in eye.foes.iter().enumerate() {
                if eye.sight.clear(hex, foe.hex) {
                    seers |= 1 << j;
                }
            }
            eye.own.push(Own {
                n: n as u8,
                hex,
                facing: unit.facing,
                weapon: unit.weapon,
                kind: info.kind,
                turret: info.turret,
                ma: info.ma,
                gun: eye.gun(unit.weapon, hex),
                seers,
            });
        }
        // Whom nobody has made out, each who sees him looks for once.
        for j in 0..eye.foes.len() {
            let Foe { kind, hex, known: false, .. } = eye.foes[j] else { continue };
            let looks = eye.own.iter().filter(|own| own.seers & 1 << j != 0).map(|own| own.hex);
            eye.foes[j].found = 1.0 - looks.map(|from| 1.0 - eye.spots(kind, false, hex, from)).product::<f32>();
        }
        // An enemy has one shot a turn for all he could hit.
        for j in 0..eye.foes.len() {
            let targets = eye.own.iter().filter(|own| own.seers & 1 << j != 0).count();
            eye.foes[j].share = match targets {
                0 | 1 => 1.0,
                2 => 0.75,
                3 => 0.6,
                n => (2.0 / n as f32).max(0.25),
            };
        }
        eye
    }

    /// Chance for what is nearly equal, out of the position itself: whoever is asked about it thinks the same.
    pub(super) fn salt(&self) -> u32 {
        let hexes = self.own.iter().map(|own| own.hex).chain(self.foes.iter().map(|foe| foe.hex));
        let mix = |sum: u32, part: u16| (sum ^ u32::from(part)).wrapping_mul(0x0100_0193).rotate_left(7);
        hexes.fold(u32::from(self.view.turn()), |sum, hex| mix(sum, hex.0))
    }

    /// An own unit as one that fires from a hex.
    pub(super) fn gun(&self, weapon: Weapon, from: HexId) -> Gun {
        Gun { weapon, from, panic: self.panic, preserved: self.preserved }
    }

    /// The enemies of a set of bits.
    pub(super) fn each(&self, bits: u32) -> impl Iterator<Item = (usize, &Foe)> {
        std::iter::successors((bits != 0).then_some(bits), |bits| {
            let rest = bits & (bits - 1);
            (rest != 0).then_some(rest)
        })
        .map(move |bits| bits.trailing_zeros() as usize)
        .map(move |j| (j, &self.foes[j]))
    }

    /// A shot at an enemy vehicle that stands; lines must be clear.
    pub(super) fn shot(&self, foe: &Foe, gun: &Gun) -> FireSum {
        self.field.at_armor(gun, &foe.mark())
    }

    /// The chance of one look at somebody.
    fn spots(&self, kind: Kind, moves: bool, hex: HexId, from: HexId) -> f32 {
        f32::from(self.view.to_spot(kind, moves, hex, from).sixths()) / 6.0
    }

    /// The chance of an own shot at a vehicle, as far as one can know what it is about; lines must be clear.
    pub(super) fn hit(&self, gun: &Gun, foe: &Foe) -> f32 {
        let still = self.shot(foe, gun);
        let moving = self.field.at_mover(still, foe.ma, true);
        let seen = |moves: bool, by_others: f32| match foe.known {
            true => 1.0,
            false => self.spots(foe.kind, moves, foe.hex, gun.from).max(by_others),
        };
        let still = (1.0 - foe.moves) * f32::from(still.sixths()) * seen(false, foe.found);
        (still + foe.moves * f32::from(moving.sixths()) * seen(true, 0.0)) / 6.0
    }

    /// What a gun can contribute against a soft unit: the chance it has together with another like it, for one alone mostly has none.
    fn shell(&self, gun: &Gun, foe: &Foe) -> f32 {
        f32::from(self.field.at_soft(&[*gun, *gun], &foe.mark()).sixths()) / 6.0
    }

    /// What a shot from a hex is worth next turn.
    pub(super) fn worth(&self, gun: &Gun, foe: &Foe) -> f32 {
        let chance = if foe.kind == Kind::Afv { self.hit(gun, foe) } else { self.shell(gun, foe) };
        chance * foe.value
    }

    /// An enemy's shot at an own vehicle that stands in a hex; lines must be clear.
    pub(super) fn threat(&self, foe: &Foe, hex: HexId, facing: Side) -> FireSum {
        let mark = FireTarget {
            weapon: self.weapon,
            hex,
            facing,
            points: 0,
            moves: false,
            wreck: self.view.wrecks().contains(&hex),
            improved: false,
        };
        self.field.at_armor(&foe.gun, &mark)
    }

    /// How far an enemy that does not fire all round has a hex in his field.
    pub(super) fn bears(&self, foe: &Foe, hex: HexId) -> f32 {
        if self.ground.bears(foe.turret, foe.hex, foe.facing, hex) {
            1.0
        } else if foe.kind == Kind::Afv {
            0.4
        } else {
            0.15
        }
    }

    /// Where to face in a hex: to the nearest of these enemies, else to the nearest of all.
    pub(super) fn front(&self, hex: HexId, seers: u32) -> Option<Side> {
        let bits = if seers == 0 { (1u32 << self.foes.len()) - 1 } else { seers };
        let nearest = self.each(bits).min_by_key(|(_, foe)| self.ground.range(hex, foe.hex));
        nearest.and_then(|(_, foe)| self.ground.hex(hex).bearing(self.ground.hex(foe.hex)))
    }

    /// The enemies with a clear line to a hex.
    pub(super) fn seers(&self, hex: HexId) -> u32 {
        let bits = self.sight.bits(hex);
        let mut seers = 0;
        for (j, foe) in self.foes.iter().enumerate() {
            seers |= ((bits[foe.hex.index() / 64] >> (foe.hex.index() % 64) & 1) as u32) << j;
        }
        seers
    }

    /// The chance to be destroyed by fire in a hex, facing so, while one spends so many Movement Points.
    pub(super) fn danger(&self, hex: HexId, facing: Side, seers: u32, points: u8) -> f32 {
        let mut survives = 1.0;
        for (_, foe) in self.each(seers) {
            let sixths = self.field.at_mover(self.threat(foe, hex, facing), points, points > 0).sixths();
            if sixths > 0 {
                survives *= 1.0 - f32::from(sixths) / 6.0 * foe.share * self.bears(foe, hex);
            }
        }
        1.0 - survives
    }

    /// What a hex is worth to a vehicle that turns as it likes there, as remembered in this plan.
    pub(super) fn hex_worth(&self, work: &mut Work, hex: HexId) -> HexWorth {
        let known = work.hexes[hex.index()];
        if known.stamp == work.stamp {
            return known;
        }
        let mut there = HexWorth { stamp: work.stamp, danger: 0.0, attack: 0.0 };
        let seers = self.seers(hex);
        work.looks += u64::from(seers.count_ones());
        if seers != 0 {
            let facing = self.front(hex, seers).unwrap_or(Side::A);
            there.danger = self.danger(hex, facing, seers, 0);
            let gun = self.gun(self.weapon, hex);
            for (_, foe) in self.each(seers) {
                there.attack = there.attack.max(self.worth(&gun, foe));
            }
        }
        work.hexes[hex.index()] = there;
        there
    }

    /// The facing in which a unit is safest where it stands, and can fire at what it sees.
    pub(super) fn best_facing(&self, unit: &Unit, hex: HexId) -> Option<Side> {
        let seers = self.seers(hex);
        let front = self.front(hex, seers)?;
        if seers == 0 || self.view.info(unit.weapon).kind != Kind::Afv {
            return Some(front);
        }
        let turret = self.view.info(unit.weapon).turret;
        let gun = self.gun(unit.weapon, hex);
        let mut best = (front, f32::MIN);
        // More than one side off the nearest enemy is never better.
        for side in [front, front.turned(1), front.turned(-1)] {
            let mut score = -self.danger(hex, side, seers, 0) + if side == front { 0.001 } else { 0.0 };
            if !turret {
                let fan = self.each(seers).filter(|(_, foe)| self.ground.in_fan(hex, side, foe.hex));
                score += fan.map(|(_, foe)| self.worth(&gun, foe)).fold(0.0, f32::max);
            }
            if score > best.1 {
                best = (side, score);
            }
        }
        Some(best.0)
    }
}
