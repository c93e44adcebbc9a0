//! Words and views of the duel, as plain values.

use super::{Duel, flaw};
use hulldown_core::{Seat, key_as_text};
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

key_as_text!(Side);

impl FromStr for Side {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Side::BOTH.into_iter().find(|side| side.to_string() == text).ok_or(())
    }
}

/// A number on a slip of paper, 1 to 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charm(pub u8);

key_as_text!(Charm);

impl fmt::Display for Charm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Charm {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        (1..=4).map(Charm).find(|charm| charm.to_string() == text).ok_or(())
    }
}

/// Where a tank aims and where it dodges.
pub type Plot = (Option<Side>, Option<Side>);

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
