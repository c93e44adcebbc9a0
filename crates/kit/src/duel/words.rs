//! Choices, questions, events and views of the duel, as plain values.

use super::charts::Armour;
use super::{Duel, flaw};
use hulldown_core::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Left or right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Side {
    /// Both.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Side::Left { "left" } else { "right" })
    }
}

/// What a crew can decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Write down this charm.
    Write(u8),
    /// Aim to this side.
    Aim(Side),
    /// Do not fire.
    Hold,
    /// Dodge to this side.
    Dodge(Side),
    /// Do not move.
    Stay,
    /// Take the hit.
    Brace,
    /// Take the hit and show the charm.
    Spend,
    /// Salute the loser.
    Salute,
    /// Leave without a word.
    Leave,
}

impl Choice {
    const ALL: [Choice; 14] = [
        Choice::Write(1),
        Choice::Write(2),
        Choice::Write(3),
        Choice::Write(4),
        Choice::Aim(Side::Left),
        Choice::Aim(Side::Right),
        Choice::Hold,
        Choice::Dodge(Side::Left),
        Choice::Dodge(Side::Right),
        Choice::Stay,
        Choice::Brace,
        Choice::Spend,
        Choice::Salute,
        Choice::Leave,
    ];
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Write(charm) => write!(f, "write:{charm}"),
            Choice::Aim(side) => write!(f, "aim:{side}"),
            Choice::Hold => f.write_str("hold"),
            Choice::Dodge(side) => write!(f, "dodge:{side}"),
            Choice::Stay => f.write_str("stay"),
            Choice::Brace => f.write_str("brace"),
            Choice::Spend => f.write_str("spend"),
            Choice::Salute => f.write_str("salute"),
            Choice::Leave => f.write_str("leave"),
        }
    }
}

impl FromStr for Choice {
    type Err = ();

    fn from_str(key: &str) -> Result<Self, ()> {
        Choice::ALL.into_iter().find(|choice| choice.to_string() == key).ok_or(())
    }
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Which charm?
    Charm,
    /// Where to aim?
    Aim,
    /// Where to dodge?
    Dodge,
    /// How to take a hit?
    Armour,
    /// A salute?
    Salute,
}

/// Where a tank aims and where it dodges.
pub type Plot = (Option<Side>, Option<Side>);

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// Who fires first.
    First(Seat),
    /// A crew has written down its charm.
    Written(Seat),
    /// The plots were shown.
    Plots([Plot; 2]),
    /// A shot.
    Shot {
        /// Who fired.
        shooter: Seat,
        /// Whether it hit.
        hit: bool,
    },
    /// The tracks of a tank broke.
    Tracks(Seat),
    /// A charm was shown.
    Charm {
        /// Whose.
        seat: Seat,
        /// The number.
        charm: u8,
    },
    /// What became of a tank that was hit.
    Struck {
        /// Which.
        seat: Seat,
        /// What.
        armour: Armour,
    },
    /// Another round begins.
    NextRound,
    /// The duel is over.
    End,
}

/// What a crew may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// Rounds still to play.
    pub rounds: u8,
    /// What the wind adds to every shot.
    pub wind: i8,
    /// Who fires first.
    pub first: Seat,
    /// The tanks.
    pub tanks: [SeenTank; 2],
}

/// A tank as a crew sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeenTank {
    /// What it can take before it is lost.
    pub hull: u8,
    /// Whether it can move no more.
    pub stuck: bool,
    /// Shells left.
    pub shells: u8,
    /// Its charm, if this crew knows it.
    pub charm: Option<u8>,
    /// Where it aims, if this crew knows it.
    pub aim: Option<Option<Side>>,
    /// Where it dodges, if this crew knows it.
    pub dodge: Option<Option<Side>>,
    /// Whether it has plotted, for [`flaw::NOSY`].
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub plotted: bool,
}

impl<const FLAW: u8> Duel<FLAW> {
    pub(super) fn seen_by(&self, seat: Seat) -> View {
        let see = |n: usize| {
            let (tank, mine) = (&self.tanks[n], n == seat.index());
            let plots = mine || self.plots_shown;
            SeenTank {
                hull: tank.hull,
                stuck: tank.stuck,
                shells: tank.shells,
                charm: tank.charm.filter(|_| mine || tank.charm_shown || FLAW == flaw::LEAKS),
                aim: tank.aim.filter(|_| plots),
                dodge: tank.dodge.filter(|_| plots),
                plotted: FLAW == flaw::NOSY && tank.dodge.is_some(),
            }
        };
        View { seat, rounds: self.rounds, wind: self.wind, first: self.first, tanks: [see(0), see(1)] }
    }
}
