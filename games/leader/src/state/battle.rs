//! The battle being fought.

use super::{Commander, Leader, MOST, Nerve, Unit};
use crate::charts::{Arms, Charts, EnemyCard, EnemyOrders, UnitCard};
use crate::ids::{BattalionId, CommanderId, CounterId, EnemyId, EventId, FighterId, Ids, OptionId, Row, UnitId};
use crate::map::{Battlefield, Hex, Hexes};
use crate::talk::Number;
use crate::words::{Branch, Kind, Model, Skill, Target};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The most enemy counters on the battlefield.
pub const MOST_ENEMIES: usize = 64;

/// A step in which friendly Units act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Fast Move and Attack.
    Fast,
    /// Slow Move and Attack.
    Slow,
}

/// What has become of a Unit in this battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It fights.
    Here,
    /// It has left by the bottom edge.
    Retreated,
    /// It is Destroyed.
    Destroyed,
}

/// A friendly Unit in the battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fighter {
    /// The Unit.
    pub unit: UnitId,
    /// Its Commander while he lives.
    pub commander: Option<CommanderId>,
    /// Where it is, or was last; none before it is placed.
    pub hex: Option<Hex>,
    /// What has become of it.
    pub fate: Fate,
    /// Tactic counters of its own.
    pub tactics: u8,
    /// Command Tactic counters of its own.
    pub commands: u8,
    /// Tactic counters of its Commander.
    pub his_tactics: u8,
    /// Command Tactic counters of its Commander.
    pub his_commands: u8,
    /// Had its action of this turn.
    pub acted: bool,
    /// Was Fast and did not act in the Fast step of this turn (R35).
    #[serde(default)]
    pub passed: bool,
    /// Acted in this step, whether scheduled or by a Tactic.
    pub stepped: bool,
    /// Moved in this step.
    pub moved: bool,
    /// Was carried in this step.
    pub carried: bool,
    /// Attacked in this step.
    pub attacked: bool,
    /// Gave up its move in this step to be rid of Immobile (R88).
    #[serde(default)]
    pub held: bool,
    /// Exposed, counting from this turn.
    pub exposed: Option<u8>,
    /// Has an Immobile counter.
    pub immobile: bool,
    /// Has a Suppressed counter.
    pub suppressed: bool,
    /// Damage counters on it, by kind of counter.
    pub counters: ArrayVec<CounterId, 16>,
}

impl Fighter {
    /// A Unit before it is placed.
    pub fn fresh(unit: UnitId, commander: Option<CommanderId>) -> Fighter {
        Fighter {
            unit,
            commander,
            hex: None,
            fate: Fate::Here,
            tactics: 0,
            commands: 0,
            his_tactics: 0,
            his_commands: 0,
            acted: false,
            passed: false,
            stepped: false,
            moved: false,
            carried: false,
            attacked: false,
            held: false,
            exposed: None,
            immobile: false,
            suppressed: false,
            counters: ArrayVec::new(),
        }
    }

    /// Where it stands, while it is on the map.
    #[inline]
    pub fn at(&self) -> Option<Hex> {
        if self.fate == Fate::Here { self.hex } else { None }
    }

    /// Whether it or its Commander has Tactic counters of any kind.
    #[inline]
    pub fn has_counters(&self) -> bool {
        self.tactics | self.commands | self.his_tactics | self.his_commands > 0
    }

    /// Whether it can act in this step at all: on the map, and neither acted nor was carried in it.
    #[inline]
    pub fn is_ready(&self) -> bool {
        self.hex.is_some() & (self.fate == Fate::Here) & !self.stepped & !self.carried
    }
}

/// An enemy counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Enemy {
    /// What it is.
    pub model: Model,
    /// Where it is, or was last; none before it is placed.
    pub hex: Option<Hex>,
    /// Its active side is up.
    pub active: bool,
    /// Moved this turn.
    pub moved: bool,
    /// Had its action this turn.
    pub acted: bool,
}

impl Enemy {
    /// Where it stands, while it is active.
    #[inline]
    pub fn at(&self) -> Option<Hex> {
        if self.active { self.hex } else { None }
    }

    /// Whether it has yet to act this turn.
    #[inline]
    pub fn is_waiting(&self) -> bool {
        self.active & !self.acted & self.hex.is_some()
    }

    /// Whether it is the same as another to who attacks it or is attacked by it now: of one model, in one hex, both moved or not.
    #[inline]
    pub fn is_like(&self, other: &Enemy) -> bool {
        (self.model == other.model) & (self.hex == other.hex) & (self.moved == other.moved)
    }

    /// What is printed on it.
    #[inline]
    pub fn card<'c>(&self, game: &Leader, charts: &'c Charts) -> &'c EnemyCard {
        charts.enemy(game.nation(charts), self.model)
    }

    /// The same as a battle looks it up.
    #[inline]
    pub fn arms<'c>(&self, game: &Leader, charts: &'c Charts) -> &'c Arms {
        charts.arms(game.nation(charts), self.model)
    }
}

/// How many ranges are told apart: 0 to 4 and beyond.
const RANGES: usize = 5;

/// A figure by how the target is attacked and by range: a modifier, or what a die must show. There is room to spare, so that all of them
/// are reckoned with in one go, and no place among them has to be checked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "[[i8; RANGES]; Target::ALL.len()]", into = "[[i8; RANGES]; Target::ALL.len()]")]
pub struct BySide(pub(crate) [i8; BySide::PLACES]);

impl BySide {
    /// How many places a side has.
    pub(crate) const EACH: usize = 8;
    /// Places for all.
    pub(crate) const PLACES: usize = Target::ALL.len() * BySide::EACH;
    /// Nothing is changed.
    pub const NONE: BySide = BySide([0; BySide::PLACES]);

    /// With these figures, and one for where there is none.
    pub(crate) fn of(figures: [[i8; RANGES]; Target::ALL.len()], none: i8) -> BySide {
        let mut all = BySide([none; BySide::PLACES]);
        for (side, figures) in Target::ALL.into_iter().zip(figures) {
            all.side_mut(side).copy_from_slice(&figures);
        }
        all
    }

    /// Where the ranges of a side begin.
    #[inline]
    pub(crate) const fn row_of(side: Target) -> u8 {
        (side as usize * BySide::EACH) as u8
    }

    /// The figure for a side at a range.
    #[inline]
    pub(crate) fn at(&self, side: Target, range: usize) -> i8 {
        self.0[(usize::from(BySide::row_of(side)) + range) % BySide::PLACES]
    }

    /// Those for a side.
    pub(crate) fn side_mut(&mut self, side: Target) -> &mut [i8] {
        let row = usize::from(BySide::row_of(side));
        &mut self.0[row..row + RANGES]
    }

    /// Those for each side.
    pub(crate) fn sides(&self) -> [[i8; RANGES]; Target::ALL.len()] {
        Target::ALL.map(|side| std::array::from_fn(|range| self.at(side, range)))
    }
}

impl From<[[i8; RANGES]; Target::ALL.len()]> for BySide {
    fn from(figures: [[i8; RANGES]; Target::ALL.len()]) -> BySide {
        BySide::of(figures, 0)
    }
}

impl From<BySide> for [[i8; RANGES]; Target::ALL.len()] {
    fn from(figures: BySide) -> Self {
        figures.sides()
    }
}

/// What cards and notes change in this battle, added up when it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mods {
    /// On enemy attacks: by kind, by how the target is attacked, by range.
    pub enemy_attack: [BySide; Kind::ALL.len()],
    /// On enemy Defense, by kind.
    pub enemy_defense: [i8; Kind::ALL.len()],
    /// On friendly attacks: by type, by how the target is attacked, by range.
    pub friendly_attack: [BySide; Branch::ALL.len()],
    /// On friendly Defense, by type.
    pub friendly_defense: [i8; Branch::ALL.len()],
    /// On Speed, by type.
    pub friendly_speed: [i8; Branch::ALL.len()],
    /// The greatest range of any attack.
    pub range_cap: u8,
    /// On Tactical Movement rolls.
    pub tactical: i8,
    /// Turns in which the enemy holds, as bits.
    pub hold_turns: u16,
    /// The sides of the die, where it is not rolled for.
    pub die: Option<u8>,
    /// On the aggressiveness roll.
    pub aggression: i8,
    /// On the number of turns.
    pub turns: i8,
    /// More advances of the enemy, by kind.
    pub enemy_advance: [u8; Kind::ALL.len()],
    /// More orders before turn 1, by type.
    pub friendly_advance: [u8; Branch::ALL.len()],
    /// More enemy counters, by kind.
    pub add: [u8; Kind::ALL.len()],
    /// Fewer, by kind.
    pub remove: [u8; Kind::ALL.len()],
    /// Fewer, of a kind the player names each time.
    pub remove_any: u8,
}

impl Mods {
    /// Nothing is changed.
    pub const NONE: Mods = Mods {
        enemy_attack: [BySide::NONE; Kind::ALL.len()],
        enemy_defense: [0; Kind::ALL.len()],
        friendly_attack: [BySide::NONE; Branch::ALL.len()],
        friendly_defense: [0; Branch::ALL.len()],
        friendly_speed: [0; Branch::ALL.len()],
        range_cap: 4,
        tactical: 0,
        hold_turns: 0,
        die: None,
        aggression: 0,
        turns: 0,
        enemy_advance: [0; Kind::ALL.len()],
        friendly_advance: [0; Branch::ALL.len()],
        add: [0; Kind::ALL.len()],
        remove: [0; Kind::ALL.len()],
        remove_any: 0,
    };
}

/// The battle that is fought; between battles, what is left of the last one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Battle {
    /// The Battalion.
    pub battalion: BattalionId,
    /// Half strength: the -2 on movement rolls.
    pub half: bool,
    /// The Event before the battle, and which of its options was picked.
    pub before: Option<(EventId, OptionId)>,
    /// The Event after it.
    pub after: Option<(EventId, OptionId)>,
    /// The turn, from 1; 0 before the first.
    pub turn: u8,
    /// The last turn.
    pub last: u8,
    /// Whether a turn was added by Tenacity.
    pub tenacity: bool,
    /// The sides of the enemy's die.
    pub die: u8,
    /// This turn's orders.
    pub orders: EnemyOrders,
    /// What the tiles have made of the map.
    pub field: Battlefield,
    /// Friendly Units, in the order of the group.
    pub fighters: Row<FighterId, Fighter, MOST>,
    /// Enemy counters, in the order they were set up.
    pub enemies: Row<EnemyId, Enemy, MOST_ENEMIES>,
    /// Damage counters in the cup, by kind.
    pub cup: Row<CounterId, u8, { crate::charts::MOST_COUNTERS }>,
    /// What cards and notes change.
    pub mods: Mods,
    /// Whether the enemy has been set up.
    pub mustered: bool,
    /// Whose Move Orders come next, and how many he has had.
    pub cursor: (FighterId, u8),
    /// Who is moving or attacking just now.
    pub acting: Option<FighterId>,
    /// The strike for which a target is being named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strike: Option<Strike>,
    /// The enemy for whose attack a target is being named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<EnemyId>,
}

/// One die before turn 1, by a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Strike {
    /// It hits on so much or more.
    pub need: i8,
    /// The kind of counters it can be called down on, if not on all.
    pub target: Option<Target>,
}

/// Units carried by a Transport: one Infantry, one Artillery.
pub type Passengers = ArrayVec<FighterId, 2>;

impl Battle {
    /// Before any.
    pub fn none() -> Battle {
        Battle {
            battalion: BattalionId(0),
            half: false,
            before: None,
            after: None,
            turn: 0,
            last: 0,
            tenacity: false,
            die: 6,
            orders: EnemyOrders::HOLD,
            field: Battlefield::CLEAR,
            fighters: Row::default(),
            enemies: Row::default(),
            cup: Row::default(),
            mods: Mods::NONE,
            mustered: false,
            cursor: (FighterId(0), 0),
            acting: None,
            strike: None,
            attacker: None,
        }
    }

    /// The active enemies.
    #[inline]
    pub fn active(&self) -> Ids<EnemyId> {
        self.enemies.such(|enemy| enemy.active)
    }

    /// The active enemies in some hexes.
    #[inline]
    pub fn enemies_in(&self, hexes: Hexes) -> Ids<EnemyId> {
        self.enemies.such(|enemy| hexes.hold(enemy.hex) & enemy.active)
    }

    /// Whether a friendly Unit is on the map.
    #[inline]
    pub fn has_friends(&self) -> bool {
        self.fighters.iter().any(|fighter| fighter.fate == Fate::Here)
    }

    /// Whether an enemy is active.
    #[inline]
    pub fn has_enemies(&self) -> bool {
        self.enemies.iter().any(|enemy| enemy.active)
    }
}

impl Leader {
    /// The Unit of a fighter.
    #[inline]
    pub fn unit(&self, fighter: FighterId) -> &Unit {
        &self.units[self.battle.fighters[fighter].unit]
    }

    /// The card of a fighter.
    #[inline]
    pub fn card<'c>(&self, charts: &'c Charts, fighter: FighterId) -> &'c UnitCard {
        self.unit(fighter).card(charts)
    }

    /// The Commander of a fighter while he lives.
    #[inline]
    pub fn living(&self, fighter: FighterId) -> Option<&Commander> {
        self.battle.fighters[fighter].commander.map(|at| &self.commanders[at])
    }

    /// The Commander of a fighter while he can command: alive and not Unfit (R18).
    #[inline]
    pub fn fit(&self, charts: &Charts, fighter: FighterId) -> Option<&Commander> {
        self.living(fighter).filter(|commander| commander.nerve(charts) != Nerve::Unfit)
    }

    /// Whether a fighter's Commander has a skill and can use it.
    #[inline]
    pub fn can(&self, charts: &Charts, fighter: FighterId, skill: Skill) -> bool {
        self.living(fighter).is_some_and(|commander| commander.can(charts, skill))
    }

    /// Whether a fighter acts in the Fast step.
    #[inline]
    pub fn is_fast(&self, charts: &Charts, standing: &Fighter) -> bool {
        standing.commander.is_some_and(|at| {
            let commander = &self.commanders[at];
            commander.card(charts).is_fast(commander.stress)
        })
    }

    /// How many hexes a fighter can go in one move.
    #[inline]
    pub fn speed(&self, charts: &Charts, fighter: FighterId) -> u8 {
        self.speed_of(self.card(charts, fighter))
    }

    /// The same of a card.
    #[inline]
    pub fn speed_of(&self, card: &UnitCard) -> u8 {
        (card.speed as i8 + self.battle.mods.friendly_speed[card.r#type.index()]).max(1) as u8
    }

    /// The points of active enemy counters.
    pub fn points(&self, charts: &Charts) -> u16 {
        let (enemies, nation) = (&self.battle.enemies, self.nation(charts));
        self.battle.active().map(|at| u16::from(charts.arms(nation, enemies[at].model).points)).sum()
    }

    /// The fighter of the Unit with this number.
    #[inline]
    pub fn fighter_of(&self, charts: &Charts, number: Number) -> Option<FighterId> {
        let card = charts.unit_of(number)?;
        self.battle.fighters.position(|fighter| self.units[fighter.unit].card == card)
    }
}
