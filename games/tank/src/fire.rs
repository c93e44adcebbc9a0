//! One attack worked out (8.1–8.9): strength against strength, range, and what it takes to destroy.

use crate::charts::{Charts, Crt};
use crate::map::Battleground;
use crate::rules::rule;
use crate::sight::SightLines;
use crate::talk::FireSum;
use crate::words::{CrtId, Kind, Mode, Weapon};
use hulldown_core::chart::Heading;
use hulldown_core::game::Seat;
use hulldown_core::hex::{Aspect, HexId, Side};
use hulldown_core::{Check, D6};

/// Who fires, and from where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gun {
    /// What it is.
    pub weapon: Weapon,
    /// Its hex.
    pub from: HexId,
    /// The panic level the scenario gives its force, which selects the table (R4).
    pub panic: u8,
    /// Whether its force has reached Preservation.
    pub preserved: bool,
}

/// What is fired at, and where it counts as standing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FireTarget {
    /// What it is.
    pub weapon: Weapon,
    /// Its hex.
    pub hex: HexId,
    /// Which way it faces.
    pub facing: Side,
    /// The Movement Points its plot spends.
    pub points: u8,
    /// Whether it moves.
    pub moves: bool,
    /// Whether a wreck lies in its hex.
    pub wreck: bool,
    /// Whether it is in an Improved Position.
    pub improved: bool,
}

/// The ground an attack is worked out on.
#[derive(Clone, Copy)]
pub struct FireMap<'a> {
    /// The charts.
    pub charts: &'a Charts,
    /// The ground.
    pub ground: &'a Battleground,
    /// Who sees whom.
    pub sight: &'a SightLines,
    /// The terrain mode.
    pub mode: Mode,
}

/// [R28] Half, fractions rounded up.
fn halved(strength: u8, half: bool) -> u8 {
    if half { strength.div_ceil(2) } else { strength }
}

impl<'a> FireMap<'a> {
    /// [8.31b] [15.11] An Attack Strength as range and Preservation leave it.
    fn strength(self, gun: &Gun, strength: u8, range: u16) -> i16 {
        let far = range > self.charts.weapon(gun.weapon).er;
        i16::from(halved(halved(strength, far), gun.preserved))
    }

    fn against_armor(self, gun: &Gun, range: u16) -> i16 {
        self.strength(gun, self.charts.weapon(gun.weapon).ap, range)
    }

    /// The highest roll with which a gun destroys a vehicle in the open that shows it its front, so many hexes away.
    pub fn at_front(self, gun: &Gun, weapon: Weapon, range: u16) -> Option<u8> {
        let front = self.charts.weapon(weapon).ds[Aspect::Front.index()];
        self.table(gun)?.1.kill(range, self.against_armor(gun, range) - i16::from(front))
    }

    fn table(self, gun: &Gun) -> Option<(CrtId, &'a Crt)> {
        self.charts.crt.used_by(self.charts.weapon(gun.weapon).fc, gun.panic)
    }

    /// [8.1] One unit's fire at an armored vehicle.
    pub fn at_armor(self, gun: &Gun, mark: &FireTarget) -> FireSum {
        let range = self.ground.range(gun.from, mark.hex);
        // [8.8] Infantry has a table of its own, and nothing else counts (8.83, R41).
        let Some((id, table)) = self.table(gun) else {
            let sum = FireSum { table: None, strength: 0, defence: 0, range, aspect: None, kill: None, plus: 0 };
            return self.at_mover(sum, mark.points, mark.moves);
        };
        let strength = self.against_armor(gun, range);
        let aspect = self.ground.aspect(mark.hex, mark.facing, gun.from);
        let terrain = &self.charts.terrain;
        let basic = self.charts.weapon(mark.weapon).ds[aspect.index()];
        let hex = terrain.hex(self.mode, self.ground.terrain(mark.hex)).veh_dsp;
        let wreck = if mark.wreck { terrain.wreck.veh_dsp } else { 0 };
        let side = self.sight.cover(gun.from, mark.hex).adds().map_or(0, |f| terrain.side(self.mode, f).veh_dsp);
        let defence = i16::from(basic) + i16::from(hex) + i16::from(wreck) + i16::from(side);
        let kill = table.kill(range, strength - defence);
        let sum = FireSum { table: Some(id), strength, defence, range, aspect: Some(aspect), kill, plus: 0 };
        self.at_mover(sum, mark.points, mark.moves)
    }

    /// [8.71] The same fire at a vehicle that spends so many Movement Points: one on the die for every two. The infantry's table has a column
    /// of its own for one that moves at all (8.81), and nothing is added to it (8.83).
    #[inline]
    pub fn at_mover(self, sum: FireSum, points: u8, moves: bool) -> FireSum {
        match sum.table {
            Some(_) => FireSum { plus: plus(points), ..sum },
            None => FireSum { kill: self.charts.infantry.kill(sum.range, moves), ..sum },
        }
    }

    /// (8.22b, R29) All guns that fire HE at one hex, against one soft unit there.
    pub fn at_soft(self, guns: &[Gun], mark: &FireTarget) -> FireSum {
        let terrain = &self.charts.terrain;
        let (mut strength, mut range, mut side, mut table) = (0, 0, u8::MAX, None::<(CrtId, &Crt)>);
        for gun in guns {
            let far = self.ground.range(gun.from, mark.hex);
            strength += self.strength(gun, self.charts.weapon(gun.weapon).he, far);
            range = range.max(far);
            let cover = self.sight.cover(gun.from, mark.hex).adds();
            side = side.min(cover.map_or(0, |f| terrain.side(self.mode, f).soft_dsp));
        }
        let base = if mark.improved {
            // [14.41] [R9] Nothing in the hex adds to an Improved Position.
            terrain.improved_position.soft_base
        } else {
            let wreck = if mark.wreck { terrain.wreck.soft_dsp } else { 0 };
            terrain.hex(self.mode, self.ground.terrain(mark.hex)).soft_base + wreck
        };
        let defence = i16::from(base) + i16::from(if side == u8::MAX { 0 } else { side });
        // Guns with different tables: the one that serves them worst.
        for gun in guns {
            let own = self.table(gun);
            let worse = |a: &Crt, b: &Crt| a.kill(range, strength - defence) < b.kill(range, strength - defence);
            table = match (table, own) {
                (Some(a), Some(b)) if worse(b.1, a.1) => Some(b),
                (None, own) => own,
                (known, _) => known,
            };
        }
        let kill = table.and_then(|(_, table)| table.kill(range, strength - defence));
        FireSum {
            table: table.map(|(id, _)| id),
            strength,
            defence,
            range,
            aspect: None,
            kill,
            plus: plus(mark.points),
        }
    }

    /// What one unit's fire at a target comes to.
    pub fn shot(self, gun: &Gun, mark: &FireTarget) -> FireSum {
        match self.charts.weapon(mark.weapon).kind {
            Kind::Afv => self.at_armor(gun, mark),
            _ => self.at_soft(std::slice::from_ref(gun), mark),
        }
    }
}

/// [8.71] What is added to the die against a target that spends so many Movement Points: one for every two.
#[inline]
pub(crate) const fn plus(points: u8) -> u8 {
    points / 2
}

impl FireSum {
    /// The roll it takes, if an attack is permitted; `moves` says whether the target does.
    pub fn check(&self, charts: &'static Charts, by: Seat, moves: bool) -> Option<Check> {
        let kill = self.kill?;
        let (chart, rule, (line, column)) = match self.table {
            Some(table) => {
                let cell = charts.crt.table(table).cell(self.range, self.strength - self.defence);
                (table.id(), rule!("8.0g"), cell)
            }
            None => ("8.81", rule!("8.8"), charts.infantry.cell(self.range, moves)),
        };
        let check = Check::at_most(chart, "To destroy", rule, D6, kill as i8)
            .on_line(Heading::new(line))
            .in_column(Heading::new(column))
            .by(by);
        Some(check.called("destroyed", "no effect").with(self.plus as i8, "target movement", rule!("8.71")))
    }

    /// Its chance in sixths.
    #[inline]
    pub fn sixths(&self) -> u8 {
        self.kill.unwrap_or(0).saturating_sub(self.plus).min(6)
    }
}
