//! What cards and notes do, as data: a list of effects, each of one kind. One interpreter plays them (`crate::effects`).

use crate::words::{Band, Branch, Class, Kind, Support, Target};
use hulldown_core::chart::{Set, Within};
use hulldown_core::words;
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};
use std::fmt;

words! {
    /// When an effect happens.
    On {
        Play = "play", "when the card or note comes into force";
        Destroyed = "destroyed", "when the Battalion is Destroyed";
        WeekEnd = "week_end", "when Special Option points are adjusted";
    }
}

words! {
    /// How long an effect lasts.
    Scope {
        Now = "now", "now";
        Battle = "battle", "the battle";
        Week = "week", "the Week";
        Campaign = "campaign", "the campaign";
    }
}

words! {
    /// Which battles a Battalion's note concerns.
    Reach {
        Own = "self", "battles against this Battalion";
        All = "all", "every battle";
        Assault = "assault", "battles against Assault Battalions";
        Map = "map", "the operational map";
    }
}

words! {
    /// Whom an effect concerns. An Event narrows it to those in the battle.
    Who {
        Participants = "participants", "each in the battle";
        All = "all", "everybody";
        Armor = "armor", "Armor";
        LightArmor = "light_armor", "Light Armor";
        Artillery = "artillery", "Artillery";
        Infantry = "infantry", "Infantry";
        Vehicles = "vehicles", "vehicles";
        One = "one", "one of your choice";
        Random = "random", "one at random";
        NotAssigned = "not_assigned", "each On Leave";
    }
}

impl Who {
    /// Whether this type is among them.
    pub const fn includes(self, branch: Branch) -> bool {
        match self {
            Who::Armor => matches!(branch, Branch::Armor),
            Who::LightArmor => matches!(branch, Branch::LightArmor),
            Who::Artillery => matches!(branch, Branch::Artillery),
            Who::Infantry => matches!(branch, Branch::Infantry),
            Who::Vehicles => matches!(branch, Branch::Armor | Branch::LightArmor),
            _ => true,
        }
    }
}

words! {
    /// What a repair removes.
    Mend {
        Vehicle = "vehicle", "vehicle damage";
        Casualty = "casualty", "a Casualty";
        Wound = "wound", "a wound";
        Any = "any", "any damage";
    }
}

words! {
    /// Who picks the Battalion that is moved.
    Pick {
        One = "one", "you";
        Random = "random", "the die";
    }
}

words! {
    /// What is taken away before placement.
    Removed {
        Any = "any", "any kind";
        Tank = "tank", "Tank";
        Halftrack = "halftrack", "Halftrack";
        ArmoredCar = "armored_car", "Armored Car";
        Rifle = "rifle", "Rifle";
        Mg = "mg", "MG";
        At = "at", "AT";
        Mortar = "mortar", "Mortar";
        AtGun = "at_gun", "AT Gun";
        Truck = "truck", "Truck";
        Building = "building", "Building";
        Bunker = "bunker", "Bunker";
    }
}

impl Removed {
    /// The kind, if it is one.
    pub fn kind(self) -> Option<Kind> {
        Kind::from_id(self.id())
    }
}

/// A small number on a card.
pub type Num = Within<-20, 20, i8>;
/// How many.
pub type Count = Within<1, 6, u8>;
/// What a die must show.
pub type Need = Within<1, 11, i8>;

/// What an effect does, with its parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "parameters are called what the cards call them")]
pub enum What {
    /// Nothing.
    None {},
    /// SO gained or paid; a soft loss stops at 0.
    So {
        n: Num,
        #[serde(default)]
        soft: bool,
    },
    /// VP gained or lost.
    Vp { n: Num },
    /// XP for each Commander in `who`.
    Xp { n: Count, who: Who },
    /// Stress for each Commander in `who`.
    Stress { n: Num, who: Who },
    /// More or fewer battle turns.
    Turns { n: Num },
    /// More enemy counters of a kind.
    EnemyAdd { unit: Kind, n: Count },
    /// Fewer.
    EnemyRemove { unit: Removed, n: Count },
    /// A modifier to enemy attacks.
    EnemyAttack { n: Num, vs: Option<Target>, range: Option<[u8; 2]>, units: Option<Set<Kind>> },
    /// A modifier to enemy Defense.
    EnemyDefense { n: Num, target: Option<Target>, units: Option<Set<Kind>> },
    /// A modifier to friendly attacks.
    FriendlyAttack { n: Num, vs: Option<Target>, range: Option<[u8; 2]>, types: Option<Set<Branch>> },
    /// A modifier to friendly Defense.
    FriendlyDefense { n: Num, types: Option<Set<Branch>> },
    /// A modifier to Speed.
    FriendlySpeed { n: Num, types: Option<Set<Branch>> },
    /// Nobody attacks farther.
    RangeCap { n: Within<0, 4, u8> },
    /// A modifier to the Tactical Movement roll.
    Tactical { n: Num },
    /// A modifier to Operational Movement rolls.
    Operational { n: Num, class: Option<Class> },
    /// The die of the battle, without a roll.
    AggressionDie { die: Within<6, 10, u8> },
    /// A modifier to the aggressiveness roll.
    AggressionRoll { n: Num },
    /// More Tactic counters.
    Tactic {
        n: Count,
        who: Who,
        #[serde(default)]
        command: bool,
    },
    /// Damage counters for a random Unit of `who`.
    Damage { n: Count, who: Who },
    /// Lasting damage removed at once.
    Repair { n: Count, what: Mend },
    /// Trucks or Scouts gained or lost.
    Support { what: Support, n: Num },
    /// A modifier to the cost of deep attacks.
    OpCost { n: Num, bands: Option<Set<Band>> },
    /// A modifier to Weekly SO.
    WeeklySo { n: Num },
    /// A modifier to the weekly loss for each Battalion in a band.
    MapLoss { n: Num, band: Band },
    /// A modifier to the cost of Units bought in Repair/Replace.
    UnitCost { n: Num, min: Within<0, 20, u8> },
    /// A modifier to the cost of repairs.
    RepairCost { n: Num },
    /// At most so many Armor Units.
    ArmorLimit { n: Within<0, 36, u8> },
    /// No Units may be bought in Repair/Replace.
    NoPurchase {},
    /// A modifier to what leave takes off.
    Leave { n: Num },
    /// A modifier to the cost of Priority R&R.
    RestCost { n: Num },
    /// A Battalion moves so many bands, toward us if positive.
    MoveBattalion { n: Num, pick: Pick },
    /// Turns in which every enemy holds.
    HoldTurns { turns: Vec<Within<1, 12, u8>> },
    /// More advances after placement.
    EnemyAdvance { n: Count, units: Option<Set<Kind>> },
    /// More orders before turn 1.
    FriendlyAdvance { n: Count, types: Option<Set<Branch>> },
    /// Dice against enemies before turn 1.
    Strike { n: Count, need: Need, target: Option<Target> },
    /// Dice against friendly Units before turn 1.
    EnemyStrike { n: Count, need: Need },
    /// Half Battalions of a class may become Full again.
    Refit { class: Class, need: Need },
    /// The Battalion never moves.
    Fixed {},
    /// The player picks one.
    Choice { options: Vec<Alternative> },
}

/// One of the options of a choice.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// What it is called.
    pub label: String,
    /// What it does.
    pub effects: Vec<Effect>,
}

/// One effect of a card or note.
#[derive(Clone, Debug)]
pub struct Effect {
    /// What it does.
    pub what: What,
    /// When.
    pub on: On,
    /// How long, where that is not what the card's kind says.
    pub scope: Option<Scope>,
    /// For which battles, on a Battalion.
    pub reach: Reach,
    /// Only for Battalions of this class.
    pub when_class: Option<Class>,
}

/// The keys that every kind of effect may have.
struct Common {
    on: On,
    scope: Option<Scope>,
    reach: Reach,
    when_class: Option<Class>,
}

/// The other keys, which belong to the kind.
struct Own<'a, A> {
    map: A,
    common: &'a mut Common,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Own<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.map.next_key::<String>()? {
            match key.as_str() {
                "on" => self.common.on = self.map.next_value()?,
                "scope" => self.common.scope = Some(self.map.next_value()?),
                "reach" => self.common.reach = self.map.next_value()?,
                "when_class" => self.common.when_class = Some(self.map.next_value()?),
                _ => {
                    let key: StringDeserializer<A::Error> = key.into_deserializer();
                    return seed.deserialize(key).map(Some);
                }
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

impl<'de> Deserialize<'de> for Effect {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = Effect;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an effect, such as { k = \"so\", n = 1 }")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Effect, A::Error> {
                let mut common = Common { on: On::Play, scope: None, reach: Reach::Own, when_class: None };
                let what = What::deserialize(MapAccessDeserializer::new(Own { map, common: &mut common }))?;
                let Common { on, scope, reach, when_class } = common;
                let effect = Effect { what, on, scope, reach, when_class };
                effect.sane().map_err(A::Error::custom)?;
                Ok(effect)
            }
        }
        from.deserialize_map(Keys)
    }
}

/// Where an effect is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardKind {
    /// On a Campaign card.
    Campaign,
    /// On an Objective card.
    Objective,
    /// On a Battalion card.
    Battalion,
    /// On a Special Condition card.
    Condition,
    /// On the top half of an Event card.
    Before,
    /// On the bottom half of an Event card.
    After,
}

impl Effect {
    /// What no type says of an effect.
    fn sane(&self) -> Result<(), String> {
        match &self.what {
            What::EnemyAttack { range: Some([low, high]), .. }
            | What::FriendlyAttack { range: Some([low, high]), .. }
                if low > high || *high > 4 =>
            {
                Err(format!("ranges run from 0 to 4, not from {low} to {high}"))
            }
            What::AggressionDie { die: Within(die) } if !matches!(die, 6 | 10) => {
                Err(format!("the die has 6 or 10 sides, not {die}"))
            }
            What::MapLoss { band, .. } if !matches!(band, Band::FriendlyStaging | Band::FriendlyTransit) => {
                Err(format!("nothing is lost for Battalions in {band}"))
            }
            What::Choice { options } if options.len() < 2 || options.len() > 4 => {
                Err("a choice has two to four options".into())
            }
            What::HoldTurns { turns } if turns.is_empty() => Err("names no turn".into()),
            _ => Ok(()),
        }
    }

    /// Whether it changes how a battle is fought, from its beginning.
    pub const fn is_of_battle(&self) -> bool {
        matches!(
            self.what,
            What::Turns { .. }
                | What::EnemyAdd { .. }
                | What::EnemyRemove { .. }
                | What::EnemyAttack { .. }
                | What::EnemyDefense { .. }
                | What::FriendlyAttack { .. }
                | What::FriendlyDefense { .. }
                | What::FriendlySpeed { .. }
                | What::RangeCap { .. }
                | What::Tactical { .. }
                | What::AggressionDie { .. }
                | What::AggressionRoll { .. }
                | What::Tactic { .. }
                | What::HoldTurns { .. }
                | What::EnemyAdvance { .. }
                | What::FriendlyAdvance { .. }
                | What::Strike { .. }
                | What::EnemyStrike { .. }
        )
    }

    /// Whether it changes a price, a gain, a loss or a roll outside battles.
    pub const fn is_of_week(&self) -> bool {
        matches!(
            self.what,
            What::Operational { .. }
                | What::OpCost { .. }
                | What::WeeklySo { .. }
                | What::MapLoss { .. }
                | What::UnitCost { .. }
                | What::RepairCost { .. }
                | What::NoPurchase {}
                | What::Leave { .. }
                | What::RestCost { .. }
                | What::Refit { .. }
        )
    }

    /// Whether it is done once.
    pub const fn is_instant(&self) -> bool {
        !self.is_of_battle() && !self.is_of_week() && !matches!(self.what, What::ArmorLimit { .. } | What::Fixed {})
    }

    /// Whether it means something where it is printed: one that nothing would act on is refused, not ignored.
    pub fn fits(&self, card: CardKind) -> Result<(), String> {
        let refuse = |why: &str| Err(format!("this effect {why}"));
        let in_battle = card == CardKind::Battalion && self.reach != Reach::Map;
        let is_card = matches!(card, CardKind::Condition | CardKind::Before | CardKind::After);
        if self.on != On::Play {
            let counted = matches!(
                self.what,
                What::So { .. } | What::Vp { .. } | What::Xp { .. } | What::Stress { .. } | What::Support { .. }
            );
            return if counted { Ok(()) } else { refuse("cannot wait for a moment") };
        }
        match &self.what {
            What::Choice { .. } if !is_card => refuse("stands only on an Event or a Special Condition"),
            What::Choice { options } => {
                let mut effects = options.iter().flat_map(|option| &option.effects);
                if effects.clone().any(|effect| matches!(effect.what, What::Choice { .. })) {
                    return refuse("cannot hold another choice");
                }
                effects.try_for_each(|effect| effect.fits(card))
            }
            What::ArmorLimit { .. } if !matches!(card, CardKind::Campaign | CardKind::Objective) => {
                refuse("stands only on a Campaign or an Objective")
            }
            What::Fixed {} if card != CardKind::Battalion => refuse("stands only on a Battalion"),
            What::ArmorLimit { .. } | What::Fixed {} | What::None {} => Ok(()),
            What::Damage { .. } | What::Repair { .. } if !matches!(card, CardKind::Before | CardKind::After) => {
                refuse("stands only on an Event")
            }
            What::Damage { who: Who::One | Who::NotAssigned | Who::All, .. } => refuse("names nobody in the battle"),
            What::MoveBattalion { .. } | What::Support { .. } | What::Vp { .. } if !is_card => {
                refuse("stands only on an Event or a Special Condition")
            }
            What::So { .. } | What::Xp { .. } | What::Stress { .. } if !is_card && !in_battle => {
                refuse("needs a moment: when the Battalion is Destroyed, or at the end of the Week")
            }
            _ if self.is_of_battle() && card == CardKind::After => refuse("comes too late: the battle is over"),
            _ if self.is_of_week()
                && matches!(card, CardKind::Before | CardKind::After)
                && self.scope != Some(Scope::Week) =>
            {
                refuse("must last the Week: scope = \"week\"")
            }
            _ => Ok(()),
        }
    }
}
