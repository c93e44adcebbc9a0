//! The Movement Board, the Battle Board and what stands on them.

use crate::words::{Action, Ammo, Facing, MapArea, Mg, Post, Range, Resistance, Sector, Terrain, UnitType, Zone};
use arrayvec::ArrayVec;
use hulldown_core::game::UnitId;
use hulldown_core::talk::Key;
use hulldown_core::words;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};

/// The most enemy units on the Battle Board.
pub const MOST_ENEMIES: usize = 24;
/// The most enemy units left behind in movement areas.
pub const MOST_STRAYS: usize = 48;
/// The most shots one tank can fire in a round: every round it carries.
pub const MOST_HITS: usize = 130;
/// The areas of the Movement Board.
pub const AREAS: usize = 42;

/// A movement area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// The resistance found there.
    pub resistance: Option<Resistance>,
    /// Whether it is US controlled.
    pub us: bool,
    /// Artillery markers.
    pub artillery: u8,
    /// Air strike markers.
    pub air: u8,
}

/// An enemy unit left behind in a movement area (11.32, 13.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stray {
    /// Where.
    pub area: MapArea,
    /// What it is, or stands in for.
    pub kind: UnitType,
    /// Whether it is identified.
    pub identified: bool,
}

/// The areas by number; their own type because serde knows no arrays as long as this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Area>", into = "Vec<Area>")]
pub struct Areas(pub [Area; AREAS]);

impl TryFrom<Vec<Area>> for Areas {
    type Error = &'static str;
    fn try_from(areas: Vec<Area>) -> Result<Self, Self::Error> {
        areas.try_into().map(Areas).map_err(|_| "the Movement Board has 42 areas")
    }
}

impl From<Areas> for Vec<Area> {
    fn from(areas: Areas) -> Vec<Area> {
        areas.0.to_vec()
    }
}

impl Index<MapArea> for Areas {
    type Output = Area;
    fn index(&self, area: MapArea) -> &Area {
        &self.0[area.index()]
    }
}

impl IndexMut<MapArea> for Areas {
    fn index_mut(&mut self, area: MapArea) -> &mut Area {
        &mut self.0[area.index()]
    }
}

/// The Movement Board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// The areas.
    pub areas: Areas,
    /// The start area.
    pub start: MapArea,
    /// The exit area.
    pub exit: MapArea,
    /// Where the task force is.
    pub at: MapArea,
    /// Where it came from.
    pub from: Option<MapArea>,
    /// Enemy units left behind.
    pub strays: ArrayVec<Stray, MOST_STRAYS>,
    /// Whether one operation of fifteen minutes still fits into the time of an air strike's call (23.2).
    pub spare_quarter: bool,
    /// Whether the last thing done took fifteen minutes that an air strike's call may still share (23.2, R70).
    pub spent_quarter: bool,
}

/// What your crew sees of a unit (17.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// Not yet seen.
    #[default]
    Unspotted,
    /// Seen.
    Spotted,
    /// Out of sight where it is.
    Hidden,
}

/// An enemy unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enemy {
    /// Its number in the battle.
    pub id: UnitId,
    /// What it is, or what it counts as until identified (17.4).
    pub kind: UnitType,
    /// Whether it is identified.
    pub identified: bool,
    /// Where it stands.
    pub zone: Zone,
    /// Which side it turns to you; guns and men have none.
    pub facing: Option<Facing>,
    /// What it stands in.
    pub terrain: Terrain,
    /// Whether a Moving marker lies on it.
    pub moving: bool,
    /// What your crew sees of it.
    pub sight: Sight,
    /// Whether it moved since your crew last looked (R36).
    pub moved: bool,
    /// Whether it can no longer move.
    pub immobile: bool,
    /// How often it has fired at your tank without either moving, two at most (R38).
    pub aim: u8,
    /// Whether it fired when it last acted.
    pub fired: bool,
    /// Whether you have fired at it this round (R52).
    pub shot_at: bool,
    /// How far its action has come.
    #[serde(skip)]
    pub progress: Progress,
}

/// How far the action of a unit has come within the enemy phase that is being played: what a die has decided has no chance any more. Between
/// steps all have theirs ahead of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Progress {
    /// Nothing is decided.
    #[default]
    Ahead,
    /// It fires at your tank.
    Fires,
    /// A round has hit your tank; on the turret or not, once that is known.
    Struck(Option<bool>),
    /// It has acted.
    Over,
}

/// What the commander directs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Directs {
    /// The main gun.
    #[default]
    Main,
    /// A machine gun.
    Mg(Mg),
}

impl Directs {
    /// Its place in the order they are offered.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Directs::Main => 0,
            Directs::Mg(Mg::Coax) => 1,
            Directs::Mg(Mg::Bow) => 2,
            Directs::Mg(Mg::Aa) => 3,
            Directs::Mg(Mg::Sub) => 4,
        }
    }
}

impl Key for Directs {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Directs::Main => f.write_str("main"),
            Directs::Mg(mg) => mg.write(f),
        }
    }

    fn read(text: &str) -> Option<Self> {
        if text == "main" { Some(Directs::Main) } else { Mg::read(text).map(Directs::Mg) }
    }
}

/// The orders of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Orders {
    /// One action a post; none for the driver is Stop, for the loader Load (5.22).
    pub acts: [Option<Action>; 5],
    /// What the commander directs.
    pub directs: Directs,
    /// What is reloaded.
    pub reload: Option<Ammo>,
    /// Whether from the ready rack.
    pub from_rack: bool,
    /// The post the assistant driver goes to.
    pub take: Post,
}

impl Orders {
    /// This round goes into the gun next, from the ready rack or not.
    pub(crate) fn reload_with(&mut self, ammo: Ammo, from_rack: bool) {
        (self.reload, self.from_rack) = (Some(ammo), from_rack);
    }

    /// Nobody has a marker.
    pub const NONE: Orders =
        Orders { acts: [None; 5], directs: Directs::Main, reload: None, from_rack: false, take: Post::Assistant };

    /// The order of a post, with what it does without a marker.
    #[inline]
    pub fn of(&self, post: Post) -> Option<Action> {
        self.acts[post.index()].or(match post {
            Post::Driver => Some(Action::Stop),
            Post::Loader => Some(Action::Load),
            _ => None,
        })
    }

    /// Whether a post has this order.
    #[inline]
    pub fn has(&self, post: Post, action: Action) -> bool {
        self.of(post) == Some(action)
    }

    /// Whether the driver is to move the tank.
    #[inline]
    pub fn drives(&self) -> bool {
        matches!(
            self.of(Post::Driver),
            Some(Action::Forward | Action::ForwardToHullDown | Action::Reverse | Action::ReverseToHullDown)
        )
    }

    /// Whether he is to move or pivot it.
    #[inline]
    pub fn moves(&self) -> bool {
        self.drives() || self.has(Post::Driver, Action::Pivot)
    }

    /// Whether the main gun is to be fired.
    #[inline]
    pub fn fires_main(&self) -> bool {
        matches!(self.of(Post::Gunner), Some(Action::FireMainGun | Action::RotateAndFire))
    }

    /// Whether somebody is to fire any gun.
    pub fn fires(&self) -> bool {
        self.fires_main() || Post::ALL.into_iter().any(|post| self.of(post).and_then(Action::mg).is_some())
    }

    /// Whether somebody is to fire a gun.
    pub fn is_fired(&self, gun: Directs) -> bool {
        match gun {
            Directs::Main => self.fires_main(),
            Directs::Mg(mg) => Post::ALL.into_iter().any(|post| self.of(post).and_then(Action::mg) == Some(mg)),
        }
    }
}

words! {
    /// How a shot of the main gun is aimed: at the target, at its place, at its tracks (R27).
    Aim {
        Direct = "direct", "direct fire";
        Area = "area", "area fire";
        Track = "track", "direct fire at the tracks";
    }
}

/// A hit that has not been looked at yet (9.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hit {
    /// The round.
    pub ammo: Ammo,
    /// How it was aimed.
    pub aim: Aim,
    /// Whether it was critical.
    pub critical: bool,
}

/// A machine gun that sweeps a zone (22.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// The gun.
    pub mg: Mg,
    /// Who fires it.
    pub by: Post,
    /// Where.
    pub zone: Zone,
}

/// Who is where while a knocked out tank is left: one bit a post.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bail {
    /// Outside.
    pub out: u8,
    /// Has tried a rescue.
    pub tried: u8,
    /// Has been sought.
    pub sought: u8,
    /// Was freed by you yourself.
    pub freed_by_you: u8,
}

/// The Battle Board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// The round, from 1; 0 before the first.
    pub round: u16,
    /// The resistance met.
    pub resistance: Resistance,
    /// Enemy units in the order they were placed.
    pub enemies: ArrayVec<Enemy, MOST_ENEMIES>,
    /// The number of the next unit.
    pub next: u8,
    /// US Control by [`Sector`].
    pub us: [bool; 6],
    /// Smoke by zone, the hub last: two for each full marker, one for a depleted one (18.21).
    pub smoke: [u8; 19],
    /// Advance Fire markers of the task force by zone.
    pub fire: [u8; 18],
    /// Whether the task force uses Advancing Fire in this area.
    pub advancing: bool,
    /// Artillery to be resolved.
    pub artillery: u8,
    /// Air strikes to be resolved.
    pub air: u8,
    /// Types found in this battle: tank, SPG, AT gun (R13).
    pub known: [Option<UnitType>; 3],
    /// The orders being given, or carried out; they stay in place until the next are given (17.22).
    pub orders: Orders,
    /// The target the gunner has acquired, and how well: 1 or 2.
    pub acquired: Option<(UnitId, u8)>,
    /// The target of this round's main gun fire.
    pub target: Option<UnitId>,
    /// Hits whose effect is not known yet.
    pub hits: ArrayVec<Hit, MOST_HITS>,
    /// Shots fired this round.
    pub shots: u8,
    /// The machine gun whose target is being named, and who fires it.
    pub firing: Option<(Mg, Post)>,
    /// Zones your machine guns sweep.
    pub sweeps: ArrayVec<Sweep, 5>,
    /// Whether your tank drove since your crew last looked.
    pub drove: bool,
    /// Whether the enemy acts from ambush.
    pub ambush: bool,
    /// Whether this is your own ambush: the free round of a counterattack.
    pub free_round: bool,
    /// Who is out of the tank.
    pub bail: Bail,
    /// The orders carried out last, as long as nothing has happened since that calls for others.
    #[serde(default)]
    pub standing: Option<Orders>,
}

impl Battle {
    /// An enemy by its number.
    #[inline]
    pub fn enemy(&self, id: UnitId) -> Option<&Enemy> {
        self.enemies.iter().find(|enemy| enemy.id == id)
    }

    /// An enemy by its number.
    #[inline]
    pub fn enemy_mut(&mut self, id: UnitId) -> Option<&mut Enemy> {
        self.enemies.iter_mut().find(|enemy| enemy.id == id)
    }

    /// Smoke markers in a zone.
    #[inline]
    pub fn smoke_in(&self, zone: Zone) -> u8 {
        self.smoke[zone.index()].div_ceil(2)
    }

    /// Smoke markers on your tank.
    #[inline]
    pub fn smoke_here(&self) -> u8 {
        self.smoke[18].div_ceil(2)
    }

    /// Smoke markers on the whole board.
    pub fn smoke_markers(&self) -> u16 {
        self.smoke.iter().map(|n| u16::from(n.div_ceil(2))).sum()
    }

    /// (R35) Smoke between the hub's edge and a unit in a zone: in that zone and the nearer ones of its sector.
    #[inline]
    pub fn smoke_toward(&self, zone: Zone) -> u8 {
        let ranges = [Range::Close, Range::Medium, Range::Long];
        let nearer = ranges.into_iter().take(zone.range.index() + 1);
        nearer.map(|range| self.smoke_in(Zone { sector: zone.sector, range })).sum()
    }

    /// (R35) The same for a line that begins at your tank.
    #[inline]
    pub fn smoke_between(&self, zone: Zone) -> u8 {
        self.smoke_toward(zone) + self.smoke_here()
    }

    /// Whether a sector holds an enemy unit.
    pub fn enemy_in(&self, sector: Sector) -> bool {
        self.enemies.iter().any(|enemy| enemy.zone.sector == sector)
    }
}
