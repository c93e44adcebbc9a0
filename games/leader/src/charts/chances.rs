//! Chances of attacks, read once off the dice of the rules.

use super::{Charts, EnemyCard, Numbers, UnitCard, UnitModel};
use crate::attack::{NEVER, defense_die, die};
use crate::state::Mods;
use crate::words::{Ground, Kind, Target};

/// Ranges on a battlefield, 0 to 4.
pub const RANGES: usize = 5;

/// All that a byte can hold, so that no place has to be checked for.
const NEEDS: usize = 256;

/// What attacks come to, by the Defense of whom they hit.
#[derive(Clone, Debug)]
pub(crate) struct Kills {
    /// The chance in percent that the dice of an attack Destroy him, rounded up: by what a die must show.
    chances: [[u8; NEEDS]; RANKS],
    /// The rank of each Defense, told as a byte.
    ranks: [u8; 256],
    /// On how many faces of its die Defense does not negate a hit, by its rank.
    past: [u8; RANKS],
}

/// How many kinds of Defense are told apart.
const RANKS: usize = 32;
/// The least of them.
const LEAST: i8 = -16;

impl Kills {
    pub(super) fn of(numbers: &Numbers) -> Kills {
        let past: [u8; RANKS] = std::array::from_fn(|rank| {
            let (negated, ways) = defense_die(rank as i8 + LEAST).chance().unwrap_or_default();
            (ways - negated) as u8
        });
        let chance = |need: i8, rank: usize| {
            // Of a hundred falls of a die and of the one for Defense.
            let spared = 100 - u32::from(faces(need)) * u32::from(past[rank]);
            100 - (1..numbers.attack.dice).fold(spared, |all, _| all * spared / 100) as u8
        };
        let needs = |rank: usize| std::array::from_fn(|need| chance(need as u8 as i8, rank));
        let rank = |defense: usize| defense as u8 as i8;
        let rank = |defense: usize| rank(defense).saturating_sub(LEAST).clamp(0, RANKS as i8 - 1) as u8;
        Kills { chances: std::array::from_fn(needs), ranks: std::array::from_fn(rank), past }
    }

    /// The place of a Defense among those that are told apart.
    #[inline]
    pub(crate) fn rank_of(&self, defense: i8) -> u8 {
        self.ranks[usize::from(defense as u8)]
    }

    /// With this Defense.
    #[inline]
    pub(crate) fn against(&self, defense: i8) -> Against<'_> {
        Against(&self.chances[usize::from(self.rank_of(defense)) % RANKS])
    }

    /// On how many of ten faces this Defense does not negate a hit.
    #[inline]
    pub(crate) fn past(&self, defense: i8) -> u8 {
        self.past_rank(self.rank_of(defense))
    }

    /// The same of a rank.
    #[inline]
    pub(crate) fn past_rank(&self, rank: u8) -> u8 {
        self.past[usize::from(rank) % RANKS]
    }
}

/// The same with some Defense.
#[derive(Clone, Copy)]
pub(crate) struct Against<'a>(&'a [u8; NEEDS]);

impl Against<'_> {
    /// With dice that must show this.
    #[inline]
    pub(crate) fn chance(self, need: i8) -> u8 {
        self.0[usize::from(need as u8)]
    }
}

/// How many of ten faces hit where a die must show this.
pub(crate) fn faces(need: i8) -> u8 {
    NEVER.saturating_sub(need).clamp(0, 10) as u8
}

/// What a die must show in a plain attack, one to which the Commander adds nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain {
    /// Each side, as at range 1, whether it reaches so far or not.
    near: [i8; Target::ALL.len()],
}

impl Plain {
    pub(super) fn of(card: &UnitModel, numbers: &Numbers) -> Plain {
        let need = |side: Target, range: u8| {
            let check = card.attack(side).map(|need| die(numbers, need, range));
            check.and_then(|check| check.chance()).map_or(NEVER, |(hits, _)| NEVER - hits as i8)
        };
        Plain { near: Target::ALL.map(|side| need(side, 1)) }
    }
}

impl UnitCard {
    /// The chance in percent, by range, that one plain attack Destroys such a counter where it has no cover; 0 where it does not reach.
    pub fn kill_chances(&self, charts: &Charts, enemy: &EnemyCard) -> [i32; RANGES] {
        self.kill_chances_with(charts, &Mods::NONE, Kind::Tank, enemy)
    }

    /// The same in a battle that cards and notes change so.
    pub(crate) fn kill_chances_with(
        &self,
        charts: &Charts,
        mods: &Mods,
        kind: Kind,
        enemy: &EnemyCard,
    ) -> [i32; RANGES] {
        let (side, [least, most]) = (enemy.target, self.ranges(enemy.target));
        let against = charts.kills.against(enemy.defense + mods.enemy_defense[kind.index()]);
        std::array::from_fn(|range| match self.attack(side) {
            Some(need) if (least..=most.min(mods.range_cap)).contains(&(range as u8)) => {
                let cards = mods.friendly_attack[self.r#type.index()].at(side, range);
                i32::from(against.chance(need - charts.numbers.attack.range[range] - cards))
            }
            _ => 0,
        })
    }

    /// The same as it may come in a battle: as at range 1, at a counter in Light Cover; half of it where one must come closer.
    #[inline]
    pub(crate) fn likely_chance(&self, charts: &Charts, enemy: &EnemyCard) -> i32 {
        let side = enemy.target;
        let chance = charts.kills.against(enemy.defense + Ground::Light.cover()).chance(self.plain.near[side.index()]);
        i32::from(chance) / if self.ap_r0_only && side == Target::Ap { 2 } else { 1 }
    }
}
