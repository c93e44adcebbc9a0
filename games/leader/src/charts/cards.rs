//! Cards and counters: what is printed on each.

use super::chances::Plain;
use super::effects::Effect;
use crate::attack::NEVER;
use crate::map::Hex;
use crate::state::BySide;
use crate::state::Nerve;
use crate::talk::Number;
use crate::words::{
    Band, Branch, Class, Damage, Difficulty, Evaluation, Ground, Kind, Level, Model, Name, Nation, Order, Role, Skill,
    Support, Target, Terrain,
};
use hulldown_core::chart::{By, Called, DieTable, Distinct, Head, Provenance};
use hulldown_core::{figures, key_as_text};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

figures! {
    /// `units.toml`.
    Units { chart: Head, unit: Distinct<UnitModel> }
    /// A model of Units: each number is a card of its own.
    UnitModel where UnitModel::fits {
        numbers: Vec<u16>,
        name: String,
        /// First and last year of service.
        years: [u16; 2] [1900..=1999],
        so: u8 [1..=60],
        r#type: Branch,
        role: Role,
        speed: u8 [1..=6],
        /// Needed on each die; 0 for no such attack.
        ap: i8 [0..=10],
        he: i8 [0..=10],
        range: [u8; 2] [0..=4],
        defense: i8 [0..=9],
        target: Target,
        move_attack: i8 [default],
        move_stress: u8 [default],
        no_move_attack: bool [default],
        ap_r0_only: bool [default],
        indirect: bool [default],
        transport: bool [default],
        tactic: u8 [default],
        command_tactic: u8 [default],
        provenance: Provenance,
        source: String,
    }
    /// `commanders.toml`.
    Commanders { chart: Head, commander: By<Name, CommanderCard> }
    /// The cards of a Commander.
    CommanderCard where CommanderCard::fits {
        r#type: Branch,
        level: By<Level, LevelCard>,
        provenance: Provenance,
        source: String,
    }
    /// One side of a Commander card. Pairs are for Okay and for Shaken.
    LevelCard where LevelCard::fits {
        /// XP for the next level; 0 where there is none.
        xp: u8 [0..=20],
        cool: u8 [0..=9],
        /// The most Stress at which he is Okay.
        okay: u8 [0..=30],
        /// The most at which he is Shaken.
        shaken: u8 [0..=40],
        fast: [bool; 2],
        /// Attack modifier in his own hex.
        r0: [i8; 2] [-6..=6],
        /// Attack modifier beyond.
        r1: [i8; 2] [-6..=6],
        skills: Skills [default],
    }
    /// `campaigns.toml`.
    Campaigns { chart: Head, campaign: Distinct<CampaignCard> }
    /// A Campaign card.
    CampaignCard {
        id: String,
        name: String,
        year: u16 [1939..=1946],
        difficulty: Difficulty,
        so: i16 [-60..=120],
        terrain: Terrain,
        country: Nation,
        levels: By<Level, u8>,
        extra_level: Level,
        /// The highest aggressiveness roll that means a d6.
        d6_up_to: i8 [0..=10],
        notes: Vec<Note>,
        provenance: Provenance,
        source: String,
    }
    /// `objectives.toml`.
    Objectives { chart: Head, objective: Distinct<ObjectiveCard> }
    /// An Objective card.
    ObjectiveCard where ObjectiveCard::fits {
        id: String,
        name: String,
        so: i16 [0..=200],
        weeks: u8 [1..=12],
        weekly_so: i16 [0..=60],
        battalion_points: u16 [1..=200],
        bands: Bands,
        notes: Vec<Note>,
        provenance: Provenance,
        source: String,
    }
    /// The least VP of each evaluation.
    Bands { poor: i16 [0..=200], adequate: i16 [0..=200], good: i16 [0..=200], great: i16 [0..=200] }
    /// A note of a card.
    Note {
        title: String,
        /// Whether it holds at Half.
        yellow: bool [default],
        effects: Vec<Effect>,
    }
    /// `battalions.toml`.
    Battalions { chart: Head, battalion: Distinct<BattalionCard> }
    /// A Battalion card.
    BattalionCard where BattalionCard::fits {
        nation: Nation,
        id: Designation,
        name: String,
        vp: u8 [1..=20],
        half: u8 [1..=99],
        destroyed: u8 [0..=98],
        band: Band,
        units: By<Kind, Option<u8>>,
        notes: Vec<Note>,
        provenance: Provenance,
        source: String,
    }
    /// `events.toml`.
    Events { chart: Head, event: Distinct<EventCard> }
    /// An Event card.
    EventCard {
        id: u8 [1..=99],
        pre_title: String,
        pre: Vec<Effect>,
        post_title: String,
        post: Vec<Effect>,
    }
    /// `conditions.toml`.
    Conditions { chart: Head, condition: Distinct<ConditionCard> }
    /// A Special Condition card.
    ConditionCard { id: u8 [1..=99], title: String, effects: Vec<Effect> }
    /// `damage.toml`.
    DamageFile { chart: Head, counter: Distinct<Counter> }
    /// Damage counters of one kind.
    Counter where Counter::fits { ap: Damage, he: Damage, count: u8 [1..=60] }
    /// `enemy.toml`.
    Enemies { chart: Head, unit: By<Nation, By<Model, Option<EnemyCard>>>, cup: Vec<Cup> }
    /// What is printed on an enemy counter.
    EnemyCard {
        name: String,
        points: u8 [1..=9],
        /// Needed on each die; 0 for no such attack.
        ap: i8 [0..=10],
        he: i8 [0..=10],
        range: u8 [0..=4],
        /// The range of AP attacks, where it is another.
        ap_range: Option<u8> [0..=4],
        indirect: bool [default],
        defense: i8 [0..=9],
        target: Target,
        count: u8 [1..=40],
        provenance: Provenance,
        source: String,
    }
    /// The tanks of a nation in a year.
    Cup { nation: Nation, year: u16 [1939..=1946], tanks: By<Model, Option<u8>>, provenance: Provenance, source: String }
    /// `tiles.toml`.
    Tiles { chart: Head, tile: By<Terrain, [Tile; 8]> }
    /// A terrain tile.
    Tile { id: String, hexes: TileHexes }
    /// `movement.toml`.
    Movement { chart: Head, tactical: DieTable<EnemyOrders> [die and beyond], operational: By<Class, OperationalRow> }
    /// What a class of Battalions does.
    OperationalRow where OperationalRow::fits { retreat_up_to: i8 [1..=9], advance_from: i8 [2..=10] }
    /// `display.toml`.
    Display { chart: Head, placement: DieTable<Hex> [die], band: By<Band, BandRow> }
    /// What a Range Band costs.
    BandRow { attack_cost: i16 [0..=20], weekly_loss: i16 [0..=20] }
    /// `rules.toml`: numbers of the rules.
    Numbers {
        chart: Head,
        attack: AttackNumbers,
        /// What an enemy that moved adds to its dice; none: it cannot attack.
        enemy_moved: By<Kind, Option<i8>>,
        orders: OrderNumbers,
        battle: BattleNumbers,
        stress: StressNumbers,
        xp: XpNumbers,
        cost: CostNumbers,
        mix: MixNumbers,
        flank: FlankNumbers,
    }
    /// Attacks.
    AttackNumbers {
        /// By range, 0 to 4.
        range: [i8; 5] [-6..=6],
        dice: u8 [1..=4],
        no_commander: i8 [-6..=0],
        exposed: i8 [0..=6],
    }
    /// Orders before turn 1.
    OrderNumbers { friendly: By<Role, Option<u8>>, enemy: By<Kind, Option<u8>> }
    /// Battles.
    BattleNumbers { turns: u8 [1..=12], fewest_turns: u8 [1..=12], half_tactical: i8 [-6..=0], half_operational: i8 [-6..=0] }
    /// Stress.
    StressNumbers { battle: u8 [0..=9], leave: u8 [0..=9], rest: u8 [0..=9], medic: u8 [0..=9] }
    /// Experience.
    XpNumbers { battle: u8 [0..=9], destroyed: u8 [0..=9] }
    /// Prices in SO.
    CostNumbers {
        truck: i16 [0..=20],
        scout: i16 [0..=20],
        promotion: i16 [0..=20],
        repair: i16 [0..=20],
        repair_engine: i16 [0..=20],
        heal: i16 [0..=20],
        truck_saves: i16 [0..=20],
        rest: i16 [0..=20],
        optional: i16 [0..=20],
    }
    /// Counters there are.
    MixNumbers { truck: u8 [0..=36], scout: u8 [0..=36] }
    /// Flank Attacks: what the die must show, and what it takes off Defense.
    FlankNumbers { r0: i8 [1..=10], r1: i8 [1..=10], defense: i8 [-6..=0] }
}

impl CostNumbers {
    /// What a Truck or a Scout costs.
    pub(crate) fn of(&self, support: Support) -> i16 {
        match support {
            Support::Truck => self.truck,
            Support::Scout => self.scout,
        }
    }
}

/// Skills of a Commander: how many counters for the Tactics, 1 for the others he has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(from = "By<Skill, Option<u8>>")]
pub struct Skills([u8; Skill::ALL.len()]);

impl From<By<Skill, Option<u8>>> for Skills {
    fn from(written: By<Skill, Option<u8>>) -> Self {
        Skills(Skill::ALL.map(|skill| written[skill].unwrap_or(0)))
    }
}

impl Skills {
    /// Whether he has a skill.
    #[inline]
    pub fn has(self, skill: Skill) -> bool {
        self.count(skill) > 0
    }

    /// How many counters it brings.
    #[inline]
    pub fn count(self, skill: Skill) -> u8 {
        self.0[skill.index()]
    }

    /// Those he has.
    pub fn each(self) -> impl Iterator<Item = Skill> {
        Skill::ALL.into_iter().filter(move |skill| self.has(*skill))
    }
}

/// The four hexes of a tile, as letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct TileHexes(pub [Ground; 4]);

impl TryFrom<String> for TileHexes {
    type Error = String;
    fn try_from(letters: String) -> Result<Self, String> {
        let letter = |c: char| Ground::from_id(c.encode_utf8(&mut [0; 4])).ok_or(c);
        let hexes: Result<Vec<Ground>, char> = letters.chars().map(letter).collect();
        let hexes = hexes.map_err(|c| format!("`{c}` is no ground; there are {}", Ground::IDS.join(" ")))?;
        hexes.try_into().map(TileHexes).map_err(|_| format!("`{letters}` must be four hexes"))
    }
}

/// A line of the Tactical Movement chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnemyOrders {
    /// Tanks, AT, Armored Cars.
    pub armor: Order,
    /// Rifles, Halftracks, MGs.
    pub infantry: Order,
    /// Whether that has the asterisk for Rifles.
    #[serde(default)]
    pub star: bool,
    /// Trucks, Mortars, AT Guns.
    pub support: Order,
}

impl EnemyOrders {
    /// Nobody moves.
    pub const HOLD: EnemyOrders =
        EnemyOrders { armor: Order::Hold, infantry: Order::Hold, star: false, support: Order::Hold };
}

impl fmt::Display for EnemyOrders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} / {}{} / {}", self.armor, self.infantry, if self.star { "*" } else { "" }, self.support)
    }
}

/// A Battalion's designation: `9A`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Designation {
    /// Its number within its class.
    pub number: u8,
    /// Its class.
    pub class: Class,
}

key_as_text!(Designation);

impl fmt::Display for Designation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.class.letter())
    }
}

impl FromStr for Designation {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let class = Class::ALL.into_iter().find(|class| text.ends_with(class.letter()));
        let number = class.and_then(|_| text[..text.len() - 1].parse().ok()).filter(|number| *number > 0);
        let read = class.zip(number).map(|(class, number)| Designation { number, class });
        read.ok_or_else(|| format!("`{text}` is no Battalion such as 9A, 1S or 6C"))
    }
}

impl Serialize for Designation {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Designation {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A Unit card: its number and what its model has printed on it.
#[derive(Clone, Debug)]
pub struct UnitCard {
    /// The number on card and counter.
    pub number: Number,
    pub(super) plain: Plain,
    /// What it needs on a die against each side, by range; what it cannot attack no die hits.
    pub(crate) needs: BySide,
    card: UnitModel,
}

impl UnitCard {
    pub(super) fn each(card: UnitModel, numbers: &Numbers) -> impl Iterator<Item = UnitCard> + use<> {
        let (all, plain) = (card.numbers.clone(), Plain::of(&card, numbers));
        let needs =
            Target::ALL.map(|side| numbers.attack.range.map(|range| card.attack(side).unwrap_or(NEVER) - range));
        let needs = BySide::of(needs, NEVER);
        all.into_iter().map(move |number| UnitCard { number: Number(number), plain, needs, card: card.clone() })
    }
}

impl Deref for UnitCard {
    type Target = UnitModel;
    #[inline]
    fn deref(&self) -> &UnitModel {
        &self.card
    }
}

fn ensure(right: bool, wrong: &str) -> Result<(), String> {
    if right { Ok(()) } else { Err(wrong.into()) }
}

macro_rules! called {
    ($($Card:ty: |$card:ident| $names:expr;)+) => {
        $(impl Called for $Card {
            fn called(&self) -> Vec<String> {
                let $card = self;
                $names
            }
        })+
    };
}

called! {
    UnitModel: |card| card.numbers.iter().map(ToString::to_string).collect();
    CampaignCard: |card| vec![card.id.clone()];
    ObjectiveCard: |card| vec![card.id.clone()];
    // Each nation has Battalions of its own.
    BattalionCard: |card| vec![format!("{} ({})", card.id, card.nation)];
    EventCard: |card| vec![card.id.to_string()];
    ConditionCard: |card| vec![card.id.to_string()];
    Counter: |counter| vec![format!("{} and {}", counter.ap.id(), counter.he.id())];
}

impl UnitModel {
    fn fits(&self) -> Result<(), String> {
        ensure(!self.numbers.is_empty(), "a card has a number")?;
        ensure(self.numbers.iter().all(|n| (1..=9999).contains(n)), "numbers run from 1 to 9999")?;
        ensure(self.years[0] <= self.years[1], "the last year of service comes before the first")?;
        ensure(self.range[0] <= self.range[1], "the least range is above the greatest")?;
        ensure((-6..=0).contains(&self.move_attack), "move_attack is outside -6 to 0")?;
        ensure(self.move_stress <= 6, "move_stress is above 6")?;
        ensure(self.tactic <= 3 && self.command_tactic <= 3, "at most 3 counters")
    }

    /// What it needs on a die against such a target, if it can attack one.
    #[inline]
    pub fn attack(&self, target: Target) -> Option<i8> {
        let need = if target == Target::Ap { self.ap } else { self.he };
        (need > 0).then_some(need)
    }

    /// The least and the greatest range at which it can attack such a target while it is whole (unit.stat.4, unit.note.2).
    #[inline]
    pub fn ranges(&self, target: Target) -> [u8; 2] {
        let [least, most] = self.range;
        [least, if self.ap_r0_only && target == Target::Ap { 0 } else { most }]
    }

    /// Whether it is a vehicle (R56).
    #[inline]
    pub fn is_vehicle(&self) -> bool {
        self.target == Target::Ap
    }

    /// Whether it served in a year.
    pub fn serves(&self, year: u16) -> bool {
        (self.years[0]..=self.years[1]).contains(&year)
    }
}

impl CommanderCard {
    fn fits(&self) -> Result<(), String> {
        let mut levels = self.level.each();
        ensure(levels.all(|(level, card)| (card.xp == 0) == level.next().is_none()), "only an Ace needs no XP")
    }
}

impl ObjectiveCard {
    /// The better evaluations, each with the VP it still takes.
    pub(crate) fn still(&self, vp: i16) -> Vec<(Evaluation, i16)> {
        let bands = &self.bands;
        [
            (Evaluation::Poor, bands.poor),
            (Evaluation::Adequate, bands.adequate),
            (Evaluation::Good, bands.good),
            (Evaluation::Great, bands.great),
        ]
        .into_iter()
        .filter(|(_, from)| *from > vp)
        .map(|(evaluation, from)| (evaluation, from - vp))
        .collect()
    }

    /// How these VP are evaluated, and what better ones still take: `Poor so far, 5 more for Adequate`.
    pub(crate) fn wanting(&self, vp: i16) -> String {
        let still: String = self.still(vp).iter().map(|(name, vp)| format!(", {vp} more for {name}")).collect();
        let now = self.evaluation(vp);
        if still.is_empty() { now.to_string() } else { format!("{now} so far{still}") }
    }
}

impl LevelCard {
    /// What is printed on it, in a line: `Slow, +0 in his hex, +1 beyond, Cool 1`.
    pub(crate) fn stats(&self, shaken: bool) -> String {
        format!("{}, Cool {}", self.skill(shaken), self.cool)
    }

    /// How fast he is and what he adds to the dice: `Slow, +0 in his hex, +1 beyond`.
    pub(crate) fn skill(&self, shaken: bool) -> String {
        let shaken = usize::from(shaken);
        let pace = if self.fast[shaken] { "Fast" } else { "Slow" };
        format!("{pace}, {:+} in his hex, {:+} beyond", self.r0[shaken], self.r1[shaken])
    }

    /// How somebody with this card bears so much Stress (commander.stat.3).
    #[inline]
    pub fn nerve(&self, stress: u8) -> Nerve {
        if stress <= self.okay {
            Nerve::Okay
        } else if stress <= self.shaken {
            Nerve::Shaken
        } else {
            Nerve::Unfit
        }
    }

    /// Whether somebody with this card and so much Stress can command.
    #[inline]
    pub(crate) fn is_fit(&self, stress: u8) -> bool {
        stress <= self.shaken
    }

    /// Whether somebody with this card and so much Stress acts in the Fast step.
    #[inline]
    pub(crate) fn is_fast(&self, stress: u8) -> bool {
        self.fast[usize::from(stress > self.okay)] & self.is_fit(stress)
    }

    /// What somebody with this card and so much Stress adds to dice in his hex and beyond; none if he cannot command (combat.attack.3).
    #[inline]
    pub(crate) fn modifiers(&self, stress: u8) -> Option<[i8; 2]> {
        let shaken = usize::from(stress > self.okay);
        self.is_fit(stress).then(|| [self.r0[shaken], self.r1[shaken]])
    }

    fn fits(&self) -> Result<(), String> {
        ensure(self.okay < self.shaken, "Shaken must go beyond Okay")
    }
}

impl ObjectiveCard {
    fn fits(&self) -> Result<(), String> {
        let Bands { poor, adequate, good, great } = self.bands;
        ensure(poor < adequate && adequate < good && good < great, "each evaluation needs more VP than the one below")
    }

    /// What so many VP are worth.
    pub fn evaluation(&self, vp: i16) -> Evaluation {
        let Bands { poor, adequate, good, great } = self.bands;
        match vp {
            vp if vp >= great => Evaluation::Great,
            vp if vp >= good => Evaluation::Good,
            vp if vp >= adequate => Evaluation::Adequate,
            vp if vp >= poor => Evaluation::Poor,
            _ => Evaluation::Failure,
        }
    }
}

impl BattalionCard {
    fn fits(&self) -> Result<(), String> {
        ensure(self.destroyed < self.half, "Destroyed must be below Half")?;
        let counters: u16 = self.units.iter().flatten().map(|n| u16::from(*n)).sum();
        ensure((1..=40).contains(&counters), "1 to 40 counters")
    }

    /// How many counters of a kind are on the card.
    pub fn count(&self, kind: Kind) -> u8 {
        self.units[kind].unwrap_or(0)
    }
}

impl Counter {
    fn fits(&self) -> Result<(), String> {
        let ap = !matches!(self.ap, Damage::Immobile | Damage::Suppressed | Damage::MowedDown | Damage::Casualty);
        let he = !matches!(self.he, Damage::Destroyed | Damage::Explosion)
            && self.he.lasting().is_none_or(|lasting| lasting.is_of(Target::He));
        ensure(ap, "the AP side speaks of vehicles")?;
        ensure(he, "the HE side speaks of men and guns")
    }

    /// What the side for such a target says.
    #[inline]
    pub fn side(&self, target: Target) -> Damage {
        if target == Target::Ap { self.ap } else { self.he }
    }
}

impl EnemyCard {
    /// What it needs on a die against such a target, and how far that attack reaches, if it has one.
    #[inline]
    pub fn attack(&self, target: Target) -> Option<(i8, u8)> {
        let (need, most) = match target {
            Target::Ap => (self.ap, self.ap_range.unwrap_or(self.range)),
            Target::He => (self.he, self.range),
        };
        (need > 0).then_some((need, most))
    }
}

impl OperationalRow {
    fn fits(&self) -> Result<(), String> {
        ensure(self.retreat_up_to < self.advance_from, "Retreat and Advance overlap")
    }
}
