//! Who attacks: what the attacks of a fighter and of an enemy are reckoned from, looked up once.

use crate::attack::{NEVER, UNABLE};
use crate::charts::{Arms, Charts, LevelCard, UnitCard};
use crate::ids::FighterId;
use crate::map::{Hex, Hexes};
use crate::rules::rule;
use crate::state::{BySide, Enemy, Fighter, Leader, Unit};
use crate::words::{Branch, Lasting, Skill, Target};
use hulldown_core::rules::Reason;

/// A fighter as it attacks.
pub(crate) struct Gunner<'a> {
    standing: &'a Fighter,
    unit: &'a Unit,
    card: &'a UnitCard,
    /// Its Commander while he lives: his Stress, what is printed on his card, and whether he can command.
    commander: Option<(u8, &'a LevelCard, bool)>,
    charts: &'a Charts,
    /// What cards and notes add.
    cards: &'a BySide,
}

impl Leader {
    /// A fighter as it attacks.
    #[inline]
    pub(crate) fn gunner<'a>(&'a self, charts: &'a Charts, fighter: FighterId) -> Gunner<'a> {
        let standing = &self.battle.fighters[fighter];
        let unit = &self.units[standing.unit];
        let card = unit.card(charts);
        let commander = standing.commander.map(|at| {
            let commander = &self.commanders[at];
            let card = commander.card(charts);
            (commander.stress, card, card.is_fit(commander.stress))
        });
        let cards = &self.battle.mods.friendly_attack[card.r#type.index()];
        Gunner { standing, unit, card, commander, charts, cards }
    }
}

impl Gunner<'_> {
    /// Whether its Commander has a skill and can use it.
    #[inline]
    pub(crate) fn can(&self, skill: Skill) -> bool {
        self.commander.is_some_and(|(_, card, fit)| fit && card.skills.has(skill))
    }

    /// Whether its Commander can use a skill in an attack, once he has the Stress that costs him: it may make him Unfit (commander.stat.7).
    #[inline]
    pub(crate) fn attacks_with(&self, skill: Skill, moved: bool) -> bool {
        self.can(skill) && self.his_modifiers(self.stress(moved)).is_some()
    }

    /// Whether it needs no line of sight, if it moves or does not (unit.note.8, commander.skill.8).
    #[inline]
    pub(crate) fn is_indirect(&self, moved: bool) -> bool {
        self.card.indirect || self.attacks_with(Skill::Spotter, moved)
    }

    /// Why it cannot attack at all in this step, if it moves or does not.
    #[inline]
    pub(crate) fn barred(&self, moved: bool) -> Reason {
        if self.standing.carried {
            Some((rule!("combat.transport.4"), "it was carried in this step"))
        } else if moved && self.card.r#type == Branch::Artillery {
            Some((rule!("combat.move.4"), "Artillery does not move and attack in one step"))
        } else if moved && self.card.no_move_attack {
            Some((rule!("unit.note.4"), "it does not move and attack in one step"))
        } else if moved && self.can(Skill::Cautious) {
            Some((rule!("commander.skill.2"), "a Cautious Commander does not move and attack in one step"))
        } else {
            self.silenced()
        }
    }

    /// Why it holds its fire until its next time to act: it is Suppressed, and nobody in command can take the Stress (R28).
    #[inline]
    pub(crate) fn silenced(&self) -> Reason {
        let led = self.commander.is_some_and(|(_, _, fit)| fit);
        (self.standing.suppressed && !led)
            .then_some((rule!("damage.rule.3"), "it is Suppressed and nobody commands it"))
    }

    /// The Stress that attacking costs its Commander, if it moves or does not: for moving too, and for being Suppressed.
    #[inline]
    pub(crate) fn stress(&self, moved: bool) -> u8 {
        if self.commander.is_none() {
            return 0;
        }
        self.move_stress(moved) + u8::from(self.standing.suppressed)
    }

    /// The Stress that moving too costs its Commander (combat.move.3, commander.skill.1).
    #[inline]
    pub(crate) fn move_stress(&self, moved: bool) -> u8 {
        if moved && !self.can(Skill::Aggressive) { self.card.move_stress } else { 0 }
    }

    /// What its Commander adds to its dice in his hex and beyond, with this much more Stress; none if nobody can command it.
    #[inline]
    pub(crate) fn his_modifiers(&self, stress: u8) -> Option<[i8; 2]> {
        let (has, card, _) = self.commander?;
        card.modifiers(has.saturating_add(stress))
    }

    /// The least and the greatest range at which it can attack such a target, as [`Gunner::against_range`] says; the least is greater
    /// where there is none.
    #[inline]
    pub(crate) fn ranges(&self, side: Target) -> [u8; 2] {
        let [mut least, mut most] = self.card.ranges(side);
        if self.card.attack(side).is_none() {
            return [1, 0];
        }
        if self.unit.has(Lasting::Gun) > 0 {
            most = most.min(1);
        }
        if self.unit.has(Lasting::MachineGun) > 0 {
            least = least.max(1);
        }
        [least, most]
    }

    /// Why it cannot attack such a target at this range, whatever lies between.
    pub(crate) fn against_range(&self, side: Target, range: u8) -> Reason {
        let (card, unit) = (self.card, self.unit);
        if card.attack(side).is_none() {
            Some((rule!("unit.stat.2"), "it has no attack against such a target"))
        } else if range < card.range[0] || range > card.range[1] {
            Some((rule!("unit.stat.4"), "the target is not in range"))
        } else if range > 0 && side == Target::Ap && card.ap_r0_only {
            Some((rule!("unit.note.2"), "it can use AP only in its own hex"))
        } else if range >= 2 && unit.has(Lasting::Gun) > 0 {
            Some((rule!("damage.ap.gun"), "its gun is hit: no attack at range 2 or more"))
        } else if range == 0 && unit.has(Lasting::MachineGun) > 0 {
            Some((rule!("damage.ap.mg"), "its machine gun is hit: no attack at range 0"))
        } else {
            None
        }
    }

    /// What it needs on a die, moved or not, with the Stress that attacking costs its Commander; only ranges at which it can attack mean
    /// something.
    #[inline]
    pub(crate) fn needs(&self, moved: bool, stress: u8) -> Needs {
        let (printed, cards) = (&self.card.needs.0, &self.cards.0);
        let ([close, beyond], mut needs) = (self.changes(moved, stress), [NEVER; BySide::PLACES]);
        for (place, ((need, printed), cards)) in needs.iter_mut().zip(printed).zip(cards).enumerate() {
            *need = printed - cards - if place % BySide::EACH == 0 { close } else { beyond };
        }
        Needs(BySide(needs))
    }

    /// What its Commander, having so much more Stress, and moving add to its dice, in its own hex and beyond.
    #[inline]
    fn changes(&self, moved: bool, stress: u8) -> [i8; 2] {
        let his = self.his_modifiers(stress);
        let [close, beyond] = his.unwrap_or([self.charts.numbers.attack.no_commander; 2]);
        let moving = if moved { self.moving() } else { 0 };
        [close + moving, beyond + moving]
    }

    /// What moving adds to its dice.
    #[inline]
    pub(crate) fn moving(&self) -> i8 {
        self.card.move_attack
    }

    /// What it needs on the bare die against such a target at this range, moved or not; [`NEVER`] if it cannot attack it.
    pub(crate) fn need(&self, moved: bool, side: Target, range: u8) -> i8 {
        let [least, most] = self.ranges(side);
        if !(least..=most).contains(&range) {
            return NEVER;
        }
        let needs = self.needs(moved, self.stress(moved));
        needs.0.at(side, usize::from(range).min(4))
    }
}

/// What a fighter needs on a die: range by range against one side, then against the other.
pub(crate) struct Needs(BySide);

impl Needs {
    /// The same once moving adds so much to the dice.
    #[inline]
    pub(crate) fn moved(&self, moving: i8) -> Needs {
        Needs(BySide(self.0.0.map(|need| need - moving)))
    }

    /// Against a side from one hex to another.
    #[inline]
    pub(crate) fn at(&self, side: Target, from: Hex, to: Hex) -> i8 {
        self.0.at(side, from.column_to(to))
    }
}

/// How much an enemy likes to attack somebody, the least most.
pub(crate) type Liking = i16;

/// What it needs on a die comes first, then his Defense, told in the low byte (enemy.attack.2, .3).
#[inline]
pub(crate) const fn liking(need: Liking, defense: Liking) -> Liking {
    (need << 8) + defense
}

/// How much it likes to attack nobody: no more than somebody it cannot hit.
pub(crate) const NOBODY: Liking = liking(NEVER as Liking, 0);

/// Somebody to be attacked: where he is and how, as one number.
#[derive(Clone, Copy)]
pub(crate) struct Aim(u8);

/// How many of them there can be, with room to spare.
const AIMS: usize = 64;

impl Aim {
    /// At somebody in this hex who is attacked like this.
    #[inline]
    pub(crate) const fn at(side: Target, hex: Hex) -> Aim {
        Aim(side as u8 * (AIMS / 2) as u8 + hex.index() as u8)
    }
}

/// Where the figure stands, among those of a [`BySide`], that counts from a hex for each of them.
static PLACES: [[u8; AIMS]; AIMS / 2] = {
    let (mut places, mut from) = ([[0; AIMS]; AIMS / 2], 0);
    while from < 100 {
        let mut to = 0;
        while to < 100 {
            if let (Some(from), Some(to)) = (Hex::new(from), Hex::new(to)) {
                let (mut side, column) = (0, from.column_to(to) as u8);
                while side < Target::ALL.len() {
                    let aim = Aim::at(Target::ALL[side], to);
                    places[from.index()][aim.0 as usize] = BySide::row_of(Target::ALL[side]) + column;
                    side += 1;
                }
            }
            to += 1;
        }
        from += 1;
    }
    places
};

/// An enemy as it attacks from a hex.
pub(crate) struct Fire {
    from: Hex,
    /// What it needs on the bare die, cards, notes and moving counted: the last place is for where it cannot
    /// attack at all.
    needs: [i8; BySide::PLACES],
    /// The hexes it can attack as far as its range goes.
    pub(crate) open: Hexes,
}

impl Leader {
    /// An enemy as it attacks from this hex, if it can, where these are open to it.
    #[inline]
    pub(crate) fn fire(&self, enemy: &Enemy, arms: &Arms, from: Hex, open: Hexes) -> Option<Fire> {
        let (moved, mut needs) = (enemy.moved_with(arms)?, [UNABLE; BySide::PLACES]);
        let cards = &self.battle.mods.enemy_attack[arms.kind.index()].0;
        for ((need, printed), cards) in needs.iter_mut().zip(&arms.need.0).zip(cards) {
            *need = printed - moved - cards;
        }
        Some(Fire { from, needs, open })
    }
}

impl Fire {
    /// What it needs on the bare die against somebody in a hex who is attacked at ranges that begin there, and as Exposed as this adds to
    /// its dice; [`NEVER`] or more if it cannot hit him.
    #[inline]
    pub(crate) fn need(&self, row: u8, at: Hex, exposed: i8) -> i8 {
        let place = usize::from(row) + self.from.column_to(at);
        (self.needs[place % BySide::PLACES] - exposed).max(1)
    }

    /// The same before Exposed is counted, and far more than any die shows in a hex that is not open to it.
    #[inline]
    pub(crate) fn need_if_open(&self, aim: Aim) -> i8 {
        // No branch: nobody could guess it. All bits of the place are set where it is shut.
        let shut = u8::from(self.open.has_place(aim.0)).wrapping_sub(1);
        self.needs[usize::from(PLACES[self.from.index()][usize::from(aim.0) % AIMS] | shut) % BySide::PLACES]
    }
}
