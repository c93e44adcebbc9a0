//! Where Bravo waits: hidden guns and squads, or a rearguard in lines.

use super::wish;
use crate::View;
use crate::state::MOST_UNITS;
use crate::talk::Choice;
use crate::words::{Kind, Mode, Quarter, Situation, Terrain};
use arrayvec::ArrayVec;
use hulldown_core::Generator;
use hulldown_core::hex::{Hex, HexId, Side};
use std::ops::RangeInclusive;

type Sites = ArrayVec<(HexId, Side), MOST_UNITS>;

/// How many hexes are looked at for a gun.
const LOOKS: usize = 60;
/// How far a gun wants to fire.
const GUN_RANGE: u16 = 12;

/// How the quarters of a rearguard may be divided among four lines, from the west to the east; the usual way first.
pub(super) const LINES: [[usize; 4]; 6] =
    [[0, 0, 1, 2], [0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [0, 1, 2, 3], [3, 3, 3, 3]];
/// The columns of each line.
const COLUMNS: [RangeInclusive<i16>; 4] = [16..=24, 25..=33, 34..=42, 43..=50];

/// The column of a unit's site.
pub(super) fn column(
    view: &View<'_>,
    sites: &mut Sites,
    dice: &mut Generator,
    n: u8,
    lines: [usize; 4],
    options: &[Choice],
) -> Choice {
    while sites.len() <= usize::from(n) && !sites.is_full() {
        let unit = sites.len();
        let site = match view.scenario().situation {
            Situation::At => hidden(view, sites, dice, unit),
            _ => rearguard(view, sites, dice, unit, lines),
        };
        sites.push(site);
    }
    let column = sites.get(usize::from(n)).map(|(hex, _)| Choice::Column(view.ground().hex(*hex).col as u16));
    column.map_or(options[0], |column| wish(options, &[column]))
}

/// The row of a unit's site.
pub(super) fn row(view: &View<'_>, sites: &Sites, n: u8, options: &[Choice]) -> Choice {
    let row = sites.get(usize::from(n)).map(|(hex, _)| Choice::Row(view.ground().hex(*hex).row as u16));
    row.map_or(options[0], |row| wish(options, &[row]))
}

/// A unit's facing on its site.
pub(super) fn facing(sites: &Sites, n: u8, options: &[Choice]) -> Choice {
    sites.get(usize::from(n)).map_or(options[0], |(_, side)| wish(options, &[Choice::Face(*side)]))
}

fn allowed(view: &View<'_>, hex: HexId) -> bool {
    let distance = view.scenario().info.bravo_distance;
    distance.is_none_or(|(edge, hexes)| view.ground().from_edge(edge, hex) >= hexes)
}

fn any_hex(view: &View<'_>, dice: &mut Generator) -> HexId {
    let ground = view.ground();
    loop {
        let hex = HexId(dice.below(ground.grid().len() as u32) as u16);
        if allowed(view, hex) {
            return hex;
        }
    }
}

/// A gun looks across the lanes of an advance to the south; squads stand with the guns and before them.
fn hidden(view: &View<'_>, sites: &Sites, dice: &mut Generator, unit: usize) -> (HexId, Side) {
    let (ground, sight) = (view.ground(), view.sight());
    let guns = view.units().iter().filter(|unit| view.kind(unit) == Kind::AtGun).count();
    if view.units().get(unit).is_some_and(|unit| view.kind(unit) == Kind::Infantry) {
        let squad = unit - guns;
        // One squad with each gun, then others a little before the guns.
        if squad < guns {
            return sites.get(squad).copied().unwrap_or((any_hex(view, dice), Side::A));
        }
        let gun = sites.get(dice.below(guns.max(1) as u32) as usize).map_or(any_hex(view, dice), |(hex, _)| *hex);
        for _ in 0..20 {
            let mut at = gun;
            for _ in 0..2 {
                let side = [Side::A, Side::B, Side::F][dice.below(3) as usize];
                at = ground.next(at, side).unwrap_or(at);
            }
            if allowed(view, at) && sites.iter().all(|(hex, _)| *hex != at) {
                return (at, Side::A);
            }
        }
        return (any_hex(view, dice), Side::A);
    }
    // The first gun opens a nest anywhere good; others join one in pairs.
    let mut best = ((any_hex(view, dice), Side::A), f32::MIN);
    for _ in 0..LOOKS {
        let hex = match sites.last() {
            Some((pair, _)) if unit % 2 == 1 => {
                let mut at = *pair;
                for _ in 0..5 {
                    at = ground.next(at, Side::at(dice.below(6) as usize)).unwrap_or(at);
                }
                at
            }
            _ => any_hex(view, dice),
        };
        if !allowed(view, hex) || sites.iter().any(|(other, _)| *other == hex) {
            continue;
        }
        let mut score = dice.below(100) as f32 * 0.02;
        score += match ground.terrain(hex) {
            Terrain::Woods | Terrain::Rough if view.mode() != Mode::Open => 2.0,
            _ => 0.0,
        };
        let near = sites.iter().filter(|(other, _)| ground.range(*other, hex) <= 2).count();
        score -= 2.0 * near as f32;
        // Columns of an advance: every sixth, all rows.
        let at = ground.hex(hex);
        let mut seen = [0.0f32; 6];
        for dc in -9i16..=9 {
            let col = at.col + dc;
            if col % 3 != 0 {
                continue;
            }
            for row in (at.row - 12)..=(at.row + 4) {
                let Some(lane) = ground.id(Hex::new(col, row)) else { continue };
                let range = ground.range(hex, lane);
                if !(3..=GUN_RANGE).contains(&range) || !sight.clear(hex, lane) {
                    continue;
                }
                let flank = if dc.abs() * 2 > (at.row - row).abs() { 2.0 } else { 1.0 };
                let cover = if sight.cover(lane, hex).adds().is_some() { 1.5 } else { 1.0 };
                for side in Side::ALL {
                    if ground.in_fan(hex, side, lane) {
                        seen[side.index()] += flank * cover;
                    }
                }
            }
        }
        let (mut side, mut most) = (Side::A, 0.0);
        for (n, sum) in seen.into_iter().enumerate() {
            if sum > most {
                (side, most) = (Side::at(n), sum);
            }
        }
        score += most * 0.15;
        // Not too deep: the enemy comes from the north.
        score -= f32::from(at.row.max(14) - 14) * 0.1;
        if score > best.1 {
            best = ((hex, side), score);
        }
    }
    best.0
}

/// Lines of covered positions that look west.
fn rearguard(view: &View<'_>, sites: &Sites, dice: &mut Generator, unit: usize, lines: [usize; 4]) -> (HexId, Side) {
    let ground = view.ground();
    let count = view.units().len().max(1);
    let line = &COLUMNS[lines[(unit * 4 / count).min(3)]];
    let free = |hex: HexId| allowed(view, hex) && sites.iter().all(|(other, _)| *other != hex);
    let mut best: Option<(u32, HexId)> = None;
    for (hex, covered, _) in view.data().positions.looking(view.mode(), Quarter::West) {
        let Some(id) = ground.id(*hex).filter(|id| free(*id)) else { continue };
        let in_line = if line.contains(&hex.col) { 300 } else { 0 };
        let score = u32::from(*covered) + in_line + dice.below(200);
        if best.is_none_or(|(known, _)| score > known) {
            best = Some((score, id));
        }
    }
    let hex = best.map_or_else(
        || {
            let mut hex = any_hex(view, dice);
            while !free(hex) {
                hex = any_hex(view, dice);
            }
            hex
        },
        |(_, hex)| hex,
    );
    let at = ground.hex(hex);
    let west = at.bearing(Hex::new(at.col - 12, if at.row < 17 { at.row + 3 } else { at.row - 3 }));
    (hex, west.unwrap_or(Side::F))
}
