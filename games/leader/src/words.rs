//! The nouns of the book: what cards, counters and charts name. Ids are frozen, saved games hold them.

mod damage;
mod enemy;
mod group;

pub use damage::{Damage, Lasting, Strain};
pub use enemy::{Class, Column, Kind, Model, Nation, Order, Shift, Why};
pub use group::{Branch, Leaving, Level, Mender, Name, Outlay, Owner, Rise, Role, Skill, Support, Target};

use crate::rules::rule;
use hulldown_core::rules::RuleId;
use hulldown_core::words;

words! {
    /// Difficulty of a campaign, from easiest to hardest.
    Difficulty {
        Introductory = "introductory", "Introductory";
        Standard = "standard", "Standard";
        Advanced = "advanced", "Advanced";
        Expert = "expert", "Expert";
    }
}

words! {
    /// Kinds of country.
    Terrain {
        Desert = "desert", "Desert";
        European = "european", "European";
        Winter = "winter", "Winter";
        Jungle = "jungle", "Jungle";
    }
}

words! {
    /// What a hex holds.
    Ground {
        Clear = "-", "clear";
        Heavy = "H", "Heavy Cover";
        Light = "L", "Light Cover";
        Bocage = "B", "Bocage";
        Impassable = "I", "Impassable";
        Water = "W", "Water";
    }
}

impl Ground {
    /// What it adds to Defense (terrain.h.1 to terrain.i.2).
    #[inline]
    pub const fn cover(self) -> i8 {
        match self {
            Ground::Heavy | Ground::Impassable => 2,
            Ground::Light | Ground::Bocage => 1,
            Ground::Clear | Ground::Water => 0,
        }
    }

    /// Whether nothing behind it can be seen.
    #[inline]
    pub const fn blocks(self) -> bool {
        !matches!(self, Ground::Clear | Ground::Water)
    }

    /// Whether something attacked with this may enter it.
    #[inline]
    pub const fn admits(self, target: Target) -> bool {
        match self {
            Ground::Water => false,
            Ground::Impassable => matches!(target, Target::He),
            _ => true,
        }
    }

    /// Whether nobody is kept out of it.
    #[inline]
    pub const fn is_open(self) -> bool {
        self.admits(Target::Ap)
    }
}

words! {
    /// Range Bands of the operational map, from our side to theirs.
    Band {
        FriendlyStaging = "friendly_staging", "Friendly Staging";
        FriendlyTransit = "friendly_transit", "Friendly Transit";
        Front = "front", "Front";
        EnemyTransit = "enemy_transit", "Enemy Transit";
        EnemyRear = "enemy_rear", "Enemy Rear";
        EnemyBreakthrough = "enemy_breakthrough", "Enemy Breakthrough";
    }
}

impl Band {
    /// So many bands toward Friendly Staging, never beyond the last.
    pub fn advanced(self, bands: i8) -> Band {
        Band::ALL[(self.index() as i8 - bands).clamp(0, Band::ALL.len() as i8 - 1) as usize]
    }

    /// Whether it lies on the enemy's side, where an attack costs SO and Trucks help.
    pub const fn is_deep(self) -> bool {
        matches!(self, Band::EnemyTransit | Band::EnemyRear | Band::EnemyBreakthrough)
    }
}

words! {
    /// Evaluations of a campaign, from worst to best.
    Evaluation {
        Failure = "failure", "Failure";
        Poor = "poor", "Poor";
        Adequate = "adequate", "Adequate";
        Good = "good", "Good";
        Great = "great", "Great";
    }
}

words! {
    /// Why a battle is over.
    Ending {
        NoFriends = "no_friends", "none of yours is left in it";
        NoEnemies = "no_enemies", "no enemy is left";
        Called = "called", "it is won";
        Turns = "turns", "its last turn is over";
    }
}

impl Ending {
    /// The rule it goes by (R22).
    pub const fn rule(self) -> RuleId {
        match self {
            Ending::NoFriends => rule!("combat.retreat.2"),
            Ending::NoEnemies | Ending::Called => rule!("combat.turn.3"),
            Ending::Turns => rule!("combat.turn.4"),
        }
    }
}
