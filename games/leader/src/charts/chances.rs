//! Chances of attacks, read once off the dice of the rules.

use super::{EnemyCard, Numbers, UnitCard, UnitModel};
use crate::attack::{defense_die, die};
use crate::words::{Ground, Target};

/// Faces of a die, and none of them, with room to spare so that no place has to be checked for.
const FACES: usize = 16;

/// The chance in percent that the dice of an attack Destroy somebody, rounded up: by his Defense, then by how many faces of a die hit.
#[derive(Clone, Debug)]
pub(crate) struct Kills([[u8; FACES]; 11]);

impl Kills {
    pub(super) fn of(numbers: &Numbers) -> Kills {
        let chance = |faces: usize, defense: usize| {
            let (negated, ways) = defense_die(defense as i8).chance().unwrap_or_default();
            // Of a hundred falls of a die and of the one for Defense.
            let spared = 100 - faces.min(10) as u32 * (ways - negated);
            100 - (1..numbers.attack.dice).fold(spared, |all, _| all * spared / 100) as u8
        };
        Kills(std::array::from_fn(|defense| std::array::from_fn(|faces| chance(faces, defense))))
    }

    /// With this Defense, by faces.
    #[inline]
    pub(crate) fn against(&self, defense: i8) -> &[u8; FACES] {
        &self.0[defense.clamp(0, 10) as usize]
    }

    /// With this Defense and so many faces that hit.
    #[inline]
    pub(crate) fn chance(&self, faces: u8, defense: i8) -> u8 {
        self.against(defense)[usize::from(faces) % FACES]
    }
}

/// How many faces of a die hit in a plain attack, one to which the Commander adds nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain {
    /// Each side, at the range that suits it best.
    best: [u8; Target::ALL.len()],
    /// Each side, as at range 1, whether it reaches so far or not.
    near: [u8; Target::ALL.len()],
}

impl Plain {
    pub(super) fn of(card: &UnitModel, numbers: &Numbers) -> Plain {
        let faces = |side: Target, range: u8| {
            let check = card.attack(side).map(|need| die(numbers, need, range));
            check.and_then(|check| check.chance()).map_or(0, |(hits, _)| hits as u8)
        };
        let best = Target::ALL.map(|side| {
            let [least, most] = card.ranges(side);
            (least..=most).map(|range| faces(side, range)).max().unwrap_or(0)
        });
        Plain { best, near: Target::ALL.map(|side| faces(side, 1)) }
    }
}

impl UnitCard {
    /// The chance in percent that one plain attack Destroys such a counter: at the best range, where it has no cover.
    #[inline]
    pub(crate) fn kill_chance(&self, kills: &Kills, enemy: &EnemyCard) -> i32 {
        i32::from(kills.chance(self.plain.best[enemy.target.index()], enemy.defense))
    }

    /// The same as it may come in a battle: as at range 1, at a counter in Light Cover; half of it where one must come closer.
    #[inline]
    pub(crate) fn likely_chance(&self, kills: &Kills, enemy: &EnemyCard) -> i32 {
        let side = enemy.target;
        let chance = kills.chance(self.plain.near[side.index()], enemy.defense + Ground::Light.cover());
        i32::from(chance) / if self.ap_r0_only && side == Target::Ap { 2 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use crate::Leader;
    use crate::words::{Nation, Target};
    use hulldown_core::Game;

    /// Every fall of the dice is counted: two to hit, and one for Defense against each hit.
    ///
    /// rules: leader combat.attack.2 combat.attack.4 combat.attack.5 combat.attack.7 unit.note.2
    #[test]
    fn a_plain_attack_is_reckoned_from_every_fall_of_its_dice() {
        let charts = Leader::data();
        let ranges = [2, 0, -1, -2, -3];
        assert_eq!(charts.numbers.attack.range, ranges);
        for card in &charts.units {
            for enemy in Nation::ALL.into_iter().flat_map(|nation| charts.enemies[nation].iter().flatten()) {
                let need = if enemy.target == Target::Ap { card.ap } else { card.he };
                let close = card.ap_r0_only && enemy.target == Target::Ap;
                let best = (card.range[0]..=if close { 0 } else { card.range[1] })
                    .map(|range| {
                        let hits = |die: &i8| die + ranges[usize::from(range)] >= need;
                        let past = |die: &i8| *die > enemy.defense;
                        let ways = (1..=10).filter(hits).count() * (1..=10).filter(past).count();
                        10_000 - (100 - ways).pow(2)
                    })
                    .max();
                let due = if need == 0 { 0 } else { best.unwrap_or(0).div_ceil(100) as i32 };
                assert_eq!(card.kill_chance(&charts.kills, enemy), due, "{} at {}", card.number, enemy.name);
            }
        }
    }
}
