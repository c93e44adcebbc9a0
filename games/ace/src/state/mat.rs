//! The Tank Display Mat.

use super::UnitId;
use crate::words::{Ammo, Area, Facing, Gun, Post};
use arrayvec::ArrayVec;
use hulldown_core::game::Seat;
use hulldown_core::words;
use serde::{Deserialize, Serialize};

/// A machine gun's ammunition and state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineGun {
    /// Ammunition points left.
    pub points: u8,
    /// Whether it is jammed.
    pub jammed: bool,
}

words! {
    /// Indirect fire the player can call (7.6).
    Support {
        Mortar = "mortar", "mortars";
        Artillery = "artillery", "field artillery";
    }
}

impl Support {
    /// The letter it is typed by.
    pub const fn initial(self) -> &'static str {
        match self {
            Support::Mortar => "M",
            Support::Artillery => "A",
        }
    }
}

/// A call for fire on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cff {
    /// What was called for.
    pub support: Support,
    /// Combat Rounds until it strikes.
    pub rounds: u8,
    /// Whose board it falls on.
    pub board: Seat,
}

/// The Tank Display Mat in the present battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mat {
    /// Where the hull points.
    pub hull: Facing,
    /// Where the turret points.
    pub turret: Facing,
    /// Whether the tank is hull down.
    pub hull_down: bool,
    /// Whether it is immobilized.
    pub immobilized: bool,
    /// Whether the repair die of this line is settled.
    pub repair_settled: bool,
    /// Open hatches: commander, driver, assistant driver.
    pub open: [bool; 3],
    /// The round in the gun.
    pub loaded: Option<Ammo>,
    /// Rounds in the ready rack, by [`Ammo`].
    pub rack: [u8; Ammo::ALL.len()],
    /// Rounds of the limited kinds anywhere in the tank, by [`Ammo`].
    pub carried: [u8; Ammo::ALL.len()],
    /// How the rack was filled last, offered again.
    pub last_rack: [u8; Ammo::ALL.len()],
    /// The machine guns, by [`Gun`].
    pub guns: [MachineGun; Gun::ALL.len()],
    /// Smoke mortar rounds left.
    pub mortar: u8,
    /// Whether the radio is out (C1).
    pub radio_out: bool,
    /// Skills used in this mission, one bit each ([`Skill`](crate::words::Skill)).
    pub used: u16,
    /// Whether the cleaning kit has been used (W2).
    pub kit_used: bool,
    /// A post the assistant driver has taken over (7.4.3).
    pub assistant_at: Option<Post>,
    /// The round in which the driver fell out.
    pub driver_out: u16,
    /// Whether the gun is silent in the next step 5, because gunner or loader fell out (7.4.3g, h).
    pub gun_silent: bool,
    /// Whether the commander has gone down to the gun of a gunner who is out (7.4.3h).
    #[serde(default)]
    pub at_gun: bool,
    /// Whether a Shock marker lies on the commander.
    pub shock: bool,
    /// Commands of this round lost before the first is given, where the enemy acts first (7.3.8a).
    #[serde(default)]
    pub lost: u8,
    /// Commands of this round he has not given: a blow takes them before any of the next (7.3.8a).
    #[serde(default)]
    pub unspent: u8,
    /// Whether the loader goes on reloading the rack (7.2-Cb).
    pub reloading: bool,
    /// The last target of the main gun (7.2-B).
    pub sensed: Option<UnitId>,
    /// After a flank move: the area from which the tank is not exposed (7.2-Jb).
    pub exposed_but_to: Option<Area>,
    /// Mortar missions called.
    pub mortars_called: u8,
    /// Artillery missions called.
    pub artillery_called: u8,
    /// Calls on their way.
    pub cff: ArrayVec<Cff, 4>,
    /// Bought artillery still to be resolved (7.6e).
    pub bought_artillery: u8,
}

impl Mat {
    /// Rounds in the ready rack.
    #[inline]
    pub fn racked(&self) -> u8 {
        self.rack.iter().sum()
    }

    /// Whether a round of this kind can still be fetched from stowage.
    #[inline]
    pub fn stowed(&self, ammo: Ammo) -> bool {
        let in_use = self.rack[ammo.index()] + u8::from(self.loaded == Some(ammo));
        !ammo.is_limited() || self.carried[ammo.index()] > in_use
    }

    /// The hatch of a post, as an index into `open`.
    #[inline]
    pub const fn hatch(post: Post) -> Option<usize> {
        match post {
            Post::Commander => Some(0),
            Post::Driver => Some(1),
            Post::AssistantDriver => Some(2),
            Post::Gunner | Post::Loader => None,
        }
    }

    /// Whether a man's hatch is open.
    #[inline]
    pub fn is_open(&self, post: Post) -> bool {
        Mat::hatch(post).is_some_and(|hatch| self.open[hatch])
    }
}
