//! The whole state of a campaign, as flat plain data. The battle being fought is a part of its own; the rest changes between battles.

mod battle;

pub use battle::{Battle, BySide, Enemy, Fate, Fighter, MOST_ENEMIES, Mods, Passengers, Step, Strike};

use crate::charts::{BattalionCard, CampaignCard, Charts, LevelCard, ObjectiveCard, UnitCard};
use crate::ids::{
    BattalionCardId, BattalionId, CampaignId, CardId, Cards, CommanderId, ConditionId, CounterId, EventId, Id, Ids,
    ObjectiveId, OptionId, PlannedId, Row, UnitId,
};
use crate::talk::{Ask, Number};
use crate::together::{Floor, PlayerNames};
use crate::words::{Band, Branch, Class, Evaluation, Lasting, Level, Name, Nation, Skill, Support};
use arrayvec::ArrayVec;
use hulldown_core::Seat;
use serde::{Deserialize, Deserializer, Serialize};

/// The most Units of a group: no more than there are names of Commanders.
pub const MOST: usize = Name::ALL.len();

/// Which step comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Draw Battalions.
    Draw,
    /// Buy Units.
    Buy,
    /// Select Commanders.
    Command,
    /// Promotions, Trucks and Scouts.
    Equip,
    /// Draw a Special Condition.
    Condition,
    /// Choose the Battalions that are attacked.
    Plan,
    /// Assign Units to the last of them.
    Assign,
    /// The next of the planned battles.
    Next,
    /// Draw an Event before the battle.
    Before,
    /// Lay tiles.
    Lay,
    /// Place friendly Units.
    Place,
    /// Their Move Orders before turn 1.
    Orders,
    /// Place the enemy.
    Muster,
    /// The enemy's starting advances.
    Advances,
    /// Aggressiveness, Tactic counters, strikes.
    Strikes,
    /// Fast or Slow Move and Attack.
    Act(Step),
    /// Roll for Enemy Move.
    Roll,
    /// Enemy Actions.
    Enemy,
    /// The end of a turn.
    TurnEnd,
    /// Draw an Event after the battle; Battalion Status.
    After,
    /// Damage, Stress, experience.
    Record,
    /// Move Battalions.
    Move,
    /// On Leave, SO points.
    Adjust,
    /// Medics and US Mechanics.
    Mend,
    /// Repair/Replace.
    Depot,
    /// Priority R&R.
    Rest,
    /// The campaign is over.
    Over,
}

/// Optional rules in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Options {
    /// A battle may be a turn longer.
    pub tenacity: bool,
    /// Commanders may take over other Units.
    pub heroics: bool,
    /// Hits at close range may come from the flank.
    pub flank: bool,
}

/// A Unit of the group.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Its card.
    pub card: CardId,
    /// Counters of lasting damage, by kind.
    #[serde(deserialize_with = "damage_so_far")]
    pub damage: [u8; Lasting::ALL.len()],
    /// Destroyed this Week.
    pub lost: bool,
    /// The battle of this Week it goes to.
    pub sent: Option<PlannedId>,
    /// The Commander it goes with.
    pub under: Option<CommanderId>,
    /// Who plays it, where several share the force.
    pub seat: Seat,
}

/// Damage by kind; who wrote it may have known fewer kinds.
fn damage_so_far<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; Lasting::ALL.len()], D::Error> {
    let known = ArrayVec::<u8, { Lasting::ALL.len() }>::deserialize(from)?;
    Ok(std::array::from_fn(|kind| known.get(kind).copied().unwrap_or(0)))
}

impl Unit {
    /// A new one.
    pub fn fresh(card: CardId) -> Unit {
        Unit { card, damage: [0; Lasting::ALL.len()], lost: false, sent: None, under: None, seat: Seat(0) }
    }

    /// What is printed on its card.
    #[inline]
    pub fn card(self, charts: &Charts) -> &UnitCard {
        &charts.units[self.card]
    }

    /// How many counters of a damage it has.
    #[inline]
    pub fn has(&self, lasting: Lasting) -> u8 {
        self.damage[lasting.index()]
    }

    /// Whether it carries any damage.
    pub fn is_damaged(&self) -> bool {
        self.damage.iter().any(|count| *count > 0)
    }

    /// Whether it carries damage that only repair takes off.
    pub fn is_damaged_inside(&self) -> bool {
        Lasting::ALL.into_iter().any(|lasting| lasting != Lasting::Exposed && self.has(lasting) > 0)
    }

    /// Whether its engine or its tracks are gone, so that it neither moves nor enters a battle.
    #[inline]
    pub fn is_stuck(&self) -> bool {
        self.has(Lasting::Engine) + self.has(Lasting::Suspension) > 0
    }
}

/// How a Commander bears his Stress.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Nerve {
    /// Okay.
    Okay,
    /// Shaken.
    Shaken,
    /// Unfit.
    Unfit,
}

/// A Commander of the group.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Commander {
    /// His name.
    pub name: Name,
    /// His level.
    pub level: Level,
    /// Experience since his last promotion.
    pub xp: u8,
    /// Stress.
    pub stress: u8,
    /// Whether he has a Wounded counter.
    pub wounded: bool,
    /// That counter, while it is out of the cup.
    pub counter: Option<CounterId>,
    /// Killed this Week.
    pub kia: bool,
    /// Assigned to a battle of this Week.
    pub sent: bool,
    /// In the battle that is being fought.
    pub fights: bool,
    /// Battles he was in.
    pub battles: u8,
    /// Enemy counters his Units have Destroyed.
    pub kills: u8,
    /// Who plays him, where several share the force.
    pub seat: Seat,
}

impl Commander {
    /// A new one.
    pub fn fresh(name: Name, level: Level) -> Commander {
        let (xp, stress) = (0, 0);
        Commander {
            name,
            level,
            xp,
            stress,
            wounded: false,
            counter: None,
            kia: false,
            sent: false,
            fights: false,
            battles: 0,
            kills: 0,
            seat: Seat(0),
        }
    }

    /// What is printed on his card at his level.
    #[inline]
    pub fn card(self, charts: &Charts) -> &LevelCard {
        charts.level_of(self.name, self.level)
    }

    /// His type.
    #[inline]
    pub fn branch(self, charts: &Charts) -> Branch {
        charts.branch_of(self.name)
    }

    /// How he bears his Stress (commander.stat.3).
    #[inline]
    pub fn nerve(self, charts: &Charts) -> Nerve {
        self.card(charts).nerve(self.stress)
    }

    /// Whether he has a skill and can use it.
    #[inline]
    pub fn can(self, charts: &Charts, skill: Skill) -> bool {
        let card = self.card(charts);
        card.skills.has(skill) && card.is_fit(self.stress)
    }

    /// Stress is added or taken off, never below 0.
    pub fn strain(&mut self, stress: i8) {
        self.stress = self.stress.saturating_add_signed(stress).min(99);
    }
}

/// An enemy Battalion of the campaign.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Battalion {
    /// Its card, among those of the nation.
    pub card: BattalionCardId,
    /// Where it is.
    pub band: Band,
    /// Reduced to Half.
    pub half: bool,
    /// Off the map.
    pub destroyed: bool,
    /// VP it has brought so far.
    pub scored: u8,
    /// Attacked this Week.
    pub fought: bool,
}

/// A battle of this Week's plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Planned {
    /// The Battalion.
    pub battalion: BattalionId,
    /// Trucks assigned.
    pub trucks: u8,
    /// Scouts assigned.
    pub scouts: u8,
}

/// What Events have changed until the Week is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Lingering {
    /// On Operational Movement rolls, by class.
    pub operational: [i8; Class::ALL.len()],
    /// On Weekly SO.
    pub weekly_so: i8,
    /// On the loss for each Battalion in Friendly Staging and in Friendly Transit.
    pub map_loss: [i8; 2],
    /// On the cost of Units, and its lower bound.
    pub unit_cost: i8,
    /// The highest lower bound.
    pub unit_least: u8,
    /// On the cost of repairs.
    pub repair_cost: i8,
    /// No Units may be bought.
    pub no_purchase: bool,
    /// On what leave takes off.
    pub leave: i8,
    /// On the cost of Priority R&R.
    pub rest_cost: i8,
}

/// What a campaign has come to so far. No rule looks at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Battles fought.
    pub battles: u8,
    /// Those that Destroyed the Battalion.
    pub won: u8,
    /// Units Destroyed.
    pub lost: u8,
    /// Commanders killed.
    pub kia: u8,
    /// Unit cards that have been in the group.
    pub bought: Cards,
    /// Enemy points each card has Destroyed, in rows of 32.
    earned: [[u8; 32]; 8],
}

impl Tally {
    /// Enemy points a card has Destroyed.
    pub fn earned(&self, card: CardId) -> u8 {
        self.earned[card.index() / 32][card.index() % 32]
    }

    /// A card has Destroyed an enemy worth so much.
    pub(crate) fn earn(&mut self, card: CardId, points: u8) {
        let earned = &mut self.earned[card.index() / 32][card.index() % 32];
        *earned = earned.saturating_add(points);
    }
}

/// The game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Leader {
    /// The Campaign card.
    pub campaign: CampaignId,
    /// The Objective card.
    pub objective: ObjectiveId,
    /// Optional rules.
    pub options: Options,
    /// How many share the force (R97).
    pub seats: u8,
    /// Who of them leads: he decides for all, and the lead goes round turn by turn.
    pub leading: Seat,
    /// Who speaks.
    #[serde(default, skip_serializing_if = "Floor::is_empty")]
    pub floor: Floor,
    /// What they are called.
    #[serde(default, skip_serializing_if = "PlayerNames::is_empty")]
    pub names: PlayerNames,
    /// Which step comes next.
    pub stage: Stage,
    /// The Week, from 1; 0 before the first.
    pub week: u8,
    /// Special Option points.
    pub so: i16,
    /// Victory Points.
    pub vp: i16,
    /// Units, in the order they joined.
    pub units: Row<UnitId, Unit, MOST>,
    /// Commanders, in the order they joined.
    pub commanders: Row<CommanderId, Commander, MOST>,
    /// Trucks and Scouts.
    pub support: [u8; Support::ALL.len()],
    /// Names that have been in the campaign.
    pub named: Ids<Name>,
    /// What it has come to so far.
    pub tally: Tally,
    /// Unit cards Destroyed.
    pub spent: Cards,
    /// The enemy's Battalions, in the order they were drawn.
    pub battalions: Row<BattalionId, Battalion, { crate::charts::MOST_BATTALIONS }>,
    /// Event cards still in the deck.
    pub events: Ids<EventId>,
    /// Special Condition cards still in the deck.
    pub conditions: Ids<ConditionId>,
    /// This Week's Special Condition.
    pub condition: Option<ConditionId>,
    /// Which of its options was picked.
    pub condition_option: OptionId,
    /// What Events have changed this Week.
    pub lingering: Lingering,
    /// This Week's battles, in their order.
    pub plan: Row<PlannedId, Planned, MOST>,
    /// The battle that is fought or comes next.
    pub at: PlannedId,
    /// The battle.
    pub battle: Battle,
    /// The Medics and US Mechanics who have served this Week.
    #[serde(default)]
    pub served: Ids<CommanderId>,
    /// How it ended.
    pub result: Option<Evaluation>,
}

impl Leader {
    /// Who is asked this: the player of the Unit or of the Commander it is about, who has the word where all may speak, else the one who
    /// leads (R97).
    #[inline]
    pub fn asked(&self, charts: &Charts, ask: Ask) -> Seat {
        if self.seats == 1 { Seat(0) } else { self.asked_of_several(charts, ask) }
    }

    fn asked_of_several(&self, charts: &Charts, ask: Ask) -> Seat {
        let seat = match ask {
            Ask::Place(unit)
            | Ask::Orders(unit)
            | Ask::Counter(unit, _)
            | Ask::Carry(unit)
            | Ask::Move(unit)
            | Ask::Attack(unit) => self.unit_of(charts, unit).map(|at| self.units[at].seat),
            Ask::Lead(name) | Ask::Medic(name) | Ask::Mechanic(name, _) | Ask::Raise(name) => {
                self.commander_of(name).map(|at| self.commanders[at].seat)
            }
            Ask::Buy
            | Ask::Equip
            | Ask::Plan
            | Ask::Assign(_)
            | Ask::Under(_)
            | Ask::Act(_)
            | Ask::From(_)
            | Ask::Depot
            | Ask::Repairs
            | Ask::Units
            | Ask::Upgrade(_)
            | Ask::HandOver
            | Ask::HandUnit(_)
            | Ask::HandCommander(_) => self.floor.word,
            Ask::Command(_) => Some(self.taker(charts, &Branch::ALL)),
            _ => None,
        };
        seat.unwrap_or(self.leading)
    }

    /// The Campaign card.
    #[inline]
    pub fn campaign<'c>(&self, charts: &'c Charts) -> &'c CampaignCard {
        &charts.campaigns[self.campaign]
    }

    /// The Objective card.
    #[inline]
    pub fn objective<'c>(&self, charts: &'c Charts) -> &'c ObjectiveCard {
        &charts.objectives[self.objective]
    }

    /// Who the enemy is.
    #[inline]
    pub fn nation(&self, charts: &Charts) -> Nation {
        self.campaign(charts).country
    }

    /// The card of a Battalion.
    #[inline]
    pub fn battalion_card<'c>(&self, charts: &'c Charts, battalion: BattalionId) -> &'c BattalionCard {
        &charts.battalions[self.nation(charts)][self.battalions[battalion].card]
    }

    /// The Commander with this name.
    pub fn commander_of(&self, name: Name) -> Option<CommanderId> {
        self.commanders.position(|commander| commander.name == name)
    }

    /// The Unit with this number.
    pub fn unit_of(&self, charts: &Charts, number: Number) -> Option<UnitId> {
        let card = charts.unit_of(number)?;
        self.units.position(|unit| unit.card == card)
    }

    /// How many Units of each type the group has.
    pub fn units_of_types(&self, charts: &Charts) -> [usize; Branch::ALL.len()] {
        let mut of = [0; Branch::ALL.len()];
        for unit in self.units.iter().filter(|unit| !unit.lost) {
            of[unit.card(charts).r#type.index()] += 1;
        }
        of
    }

    /// How many Commanders of each type.
    pub fn commanders_of_types(&self, charts: &Charts) -> [usize; Branch::ALL.len()] {
        let mut of = [0; Branch::ALL.len()];
        for commander in self.commanders.iter().filter(|commander| !commander.kia) {
            of[commander.branch(charts).index()] += 1;
        }
        of
    }

    /// How many Units of a type the group has.
    pub fn units_of(&self, charts: &Charts, branch: Branch) -> usize {
        self.units_of_types(charts)[branch.index()]
    }

    /// How many Commanders of a type.
    pub fn commanders_of(&self, charts: &Charts, branch: Branch) -> usize {
        self.commanders_of_types(charts)[branch.index()]
    }

    /// Names of a type that have never been in the campaign.
    #[inline]
    pub fn free_names(&self, charts: &Charts, branch: Branch) -> Ids<Name> {
        charts.names_of[branch.index()].without(self.named)
    }
}
