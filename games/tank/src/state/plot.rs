//! What is plotted for a unit: its task and its way.

use crate::words::Task;
use hulldown_core::hex::{HexId, Side};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The most steps one plot can have: 21 fit into its number.
pub const MOST_STEPS: usize = 21;

/// The steps of a path, each over one hexside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Steps {
    bits: u64,
    len: u8,
}

impl Steps {
    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Whether no more fit.
    pub const fn is_full(self) -> bool {
        self.len as usize == MOST_STEPS
    }

    /// The n-th.
    #[inline]
    pub fn get(self, n: usize) -> Option<Side> {
        (n < self.len()).then(|| Side::at((self.bits >> (3 * n) & 7) as usize))
    }

    /// The last.
    pub fn last(self) -> Option<Side> {
        self.len().checked_sub(1).and_then(|n| self.get(n))
    }

    /// One more, if it fits.
    #[inline]
    pub fn push(&mut self, side: Side) {
        if !self.is_full() {
            self.bits |= (side.index() as u64) << (3 * self.len);
            self.len += 1;
        }
    }

    /// All of them in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Side> {
        (0..self.len()).filter_map(move |n| self.get(n))
    }
}

impl FromIterator<Side> for Steps {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Self {
        let mut steps = Steps::default();
        sides.into_iter().for_each(|side| steps.push(side));
        steps
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|side| write!(f, "{side}"))
    }
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Steps {
    type Err = String;
    fn from_str(text: &str) -> Result<Steps, String> {
        if text.len() > MOST_STEPS {
            return Err(format!("a path has at most {MOST_STEPS} steps"));
        }
        let side = |c: char| Side::from_letter(c).ok_or_else(|| format!("`{c}` is not a direction: A to F"));
        text.chars().map(side).collect()
    }
}

impl Serialize for Steps {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Steps {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What is plotted for a unit (6.0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// Its task; none means it does nothing.
    pub task: Option<Task>,
    /// The hex it fires at; none for infantry that watches all six adjacent hexes (8.0k), and for everything but fire.
    pub target: Option<HexId>,
    /// Places it moves up in the queue off the map.
    pub up: u8,
    /// Whether it then enters the map.
    pub enters: bool,
    /// Its steps on the map.
    pub steps: Steps,
    /// Whether it leaves the map after its last step.
    pub exits: bool,
    /// The side it turns to, if it was plotted in hiding (R72); others choose when they turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Side>,
}

impl Plot {
    /// How many things it does one after the other when it moves.
    #[inline]
    pub fn legs(&self) -> usize {
        usize::from(self.up) + usize::from(self.enters) + self.steps.len() + usize::from(self.exits)
    }

    /// Whether it moves.
    #[inline]
    pub fn moves(&self) -> bool {
        matches!(self.task, Some(Task::Mv | Task::Mvr | Task::Ov)) && self.legs() > 0
    }
}

/// One thing a mover does for its points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leg {
    /// It moves up in the queue.
    Up,
    /// It enters the map at its force's entry hex.
    Enter,
    /// It steps over a hexside.
    Step(Side),
    /// It leaves the map.
    Exit,
}
