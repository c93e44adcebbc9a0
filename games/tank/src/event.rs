//! What happens in a game, as typed facts. Words for them stand in `text.rs`; rolls are told by the table itself.
//!
//! Some facts are one force's business alone, and a face-down unit has no name for the enemy: he is told the same fact in other words.

#![allow(missing_docs, reason = "each event says what happened; its fields are named for what they hold")]

use crate::map::Layout;
use crate::state::{Plot, Steps, Why};
use crate::words::{Attack, Code, CrtId, Force, Mode, ScenarioId, Weapon, When};
use hulldown_core::Salt;
use hulldown_core::hex::{Aspect, HexId, Side};
use serde::Serialize;

/// A unit as it is named to someone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Who {
    /// Its force.
    pub force: Force,
    /// Its letters and what it is, for those who know.
    pub known: Option<(Code, Weapon)>,
    /// Where it stands, if it does.
    pub hex: Option<HexId>,
}

/// Why a mover stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Halt {
    /// An enemy would enter the same hex.
    Clash,
    /// An enemy would cross the same hexside.
    Meeting,
    /// An enemy is in the way.
    Enemy,
    /// A friend stands where it would end.
    Friend,
    /// Those ahead have not entered.
    Queue,
    /// Its player stopped everybody.
    Order,
    /// Its Movement Points are spent.
    Points,
}

/// How a shot was worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Sum {
    /// The table; none for infantry.
    pub table: Option<CrtId>,
    /// The Attack Strength after halving.
    pub strength: i16,
    /// The Defense Strength with all that adds to it.
    pub defence: i16,
    /// The range.
    pub range: u16,
    /// The side a vehicle shows.
    pub aspect: Option<Aspect>,
    /// The highest adjusted roll that destroys; none if no attack is permitted.
    pub kill: Option<u8>,
    /// What the target's movement adds to the die.
    pub plus: u8,
}

/// What happened, and who hears of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Event {
    /// Whose business alone it is, if it is not everybody's.
    pub to: Option<Force>,
    /// How map sheets are joined, to name hexes.
    pub sheets: Layout,
    /// What happened.
    #[serde(flatten)]
    pub what: What,
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum What {
    Begins { scenario: ScenarioId, mode: Mode },
    Arranged { force: Force },
    Turn { turn: u16 },
    Dropped { who: Who },
    Held { who: Who, why: &'static str },
    Sealed { force: Force, seal: Seal },
    Unsealed { force: Force, salt: Salt },
    Plotted { who: Who, plot: Plot },
    Chit { force: Force, digit: u8 },
    Panics { who: Who },
    PanicMove { who: Who, steps: Steps, points: u8 },
    Cancelled { who: Who },
    Spotted { by: Who, target: Who },
    Unspotted { by: Who, target: Who },
    Aborted { who: Who, at: HexId },
    Fires { who: Who, at: HexId, attack: Attack, sum: Sum },
    Combines { force: Force, at: HexId, guns: u8, sum: Sum },
    NoAttack { who: Who, at: HexId, sum: Sum },
    AlreadyHit { who: Who, at: HexId },
    Unseen { force: Force, from: Option<HexId>, at: HexId, destroyed: bool },
    HitLater { who: Who, when: When },
    Destroyed { who: Who, by: Attack },
    Revealed { who: Who, facing: Option<Side> },
    Moves { who: Who, from: Option<HexId>, facing: Side, points: u8 },
    Leaves { who: Who },
    Stops { who: Who, halt: Halt },
    LineDropped { who: Who },
    Triggers { who: Who, firer: Who },
    Overruns { who: Who },
    StopsAll { force: Force },
    GoesBack { who: Who },
    Placed { who: Who },
    Turns { who: Who, facing: Side },
    PositionGone { at: HexId },
    Preserved { force: Force, losses: u8 },
    Released { force: Force },
    PanicBegins,
    Offers { force: Force },
    Ends { why: Why, winner: Option<Force> },
}

impl Event {
    /// Whether an umpire who sees everything hears of it: of what is told to each side in its own words he hears the owner's.
    pub fn is_for_umpire(&self) -> bool {
        let Some(to) = self.to else { return true };
        match &self.what {
            What::Unseen { .. } => false,
            What::Spotted { by, .. } | What::Unspotted { by, .. } | What::Triggers { firer: by, .. } => by.force == to,
            What::Dropped { who }
            | What::Held { who, .. }
            | What::Plotted { who, .. }
            | What::Panics { who }
            | What::PanicMove { who, .. }
            | What::Cancelled { who }
            | What::Aborted { who, .. }
            | What::Fires { who, .. }
            | What::NoAttack { who, .. }
            | What::AlreadyHit { who, .. }
            | What::HitLater { who, .. }
            | What::Destroyed { who, .. }
            | What::Revealed { who, .. }
            | What::Moves { who, .. }
            | What::Leaves { who }
            | What::Stops { who, .. }
            | What::LineDropped { who }
            | What::Overruns { who }
            | What::GoesBack { who }
            | What::Placed { who }
            | What::Turns { who, .. } => who.force == to,
            _ => true,
        }
    }
}

/// What proves that a plot was not changed after it was sealed: a salted hash of all that was plotted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seal(pub [u8; 32]);

impl std::fmt::Display for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Seal {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}
