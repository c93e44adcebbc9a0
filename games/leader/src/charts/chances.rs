//! Chances of attacks, read once off the dice of the rules.

use super::{Charts, EnemyCard, Numbers, UnitCard, UnitModel};
use crate::attack::{defense_die, die};
use crate::words::{Ground, Target};

/// Ranges on a battlefield, 0 to 4.
pub const RANGES: usize = 5;

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
    /// Each side, by range; none where it does not reach.
    at: [[u8; RANGES]; Target::ALL.len()],
    /// Each side, as at range 1, whether it reaches so far or not.
    near: [u8; Target::ALL.len()],
}

impl Plain {
    pub(super) fn of(card: &UnitModel, numbers: &Numbers) -> Plain {
        let faces = |side: Target, range: u8| {
            let check = card.attack(side).map(|need| die(numbers, need, range));
            check.and_then(|check| check.chance()).map_or(0, |(hits, _)| hits as u8)
        };
        let at = Target::ALL.map(|side| {
            let [least, most] = card.ranges(side);
            let within = |range: u8| (least..=most).contains(&range);
            std::array::from_fn(|range| if within(range as u8) { faces(side, range as u8) } else { 0 })
        });
        Plain { at, near: Target::ALL.map(|side| faces(side, 1)) }
    }
}

impl UnitCard {
    /// The chance in percent, by range, that one plain attack Destroys such a counter where it has no cover; 0 where it does not reach.
    pub fn kill_chances(&self, charts: &Charts, enemy: &EnemyCard) -> [i32; RANGES] {
        self.plain.at[enemy.target.index()].map(|faces| i32::from(charts.kills.chance(faces, enemy.defense)))
    }

    /// The same as it may come in a battle: as at range 1, at a counter in Light Cover; half of it where one must come closer.
    #[inline]
    pub(crate) fn likely_chance(&self, charts: &Charts, enemy: &EnemyCard) -> i32 {
        let side = enemy.target;
        let chance = charts.kills.chance(self.plain.near[side.index()], enemy.defense + Ground::Light.cover());
        i32::from(chance) / if self.ap_r0_only && side == Target::Ap { 2 } else { 1 }
    }
}
