//! The whole state of a game: flat plain data, and the cold history of the days apart from it.

use crate::words::{
    Action, Ammo, AreaType, Clock, Day, Facing, Ground, Leaving, MapArea, Medal, Mg, Month, Post, Range, Rank,
    Resistance, Scenario, Sector, Sky, Tank, Terrain, UnitType, Weapon, Wound, Zone,
};
use arrayvec::{ArrayString, ArrayVec};
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// The most enemy units on the Battle Board.
pub const MOST_ENEMIES: usize = 24;
/// The most enemy units left behind in movement areas.
pub const MOST_STRAYS: usize = 48;
/// The most men away wounded that may come back.
pub const MOST_AWAY: usize = 16;
/// The most shots one tank can fire in a round: every round it carries.
pub const MOST_HITS: usize = 130;
/// The areas of the Movement Board.
pub const AREAS: usize = 42;

/// A short text of the player's own: a name.
pub type Name = ArrayString<40>;

/// How much is played (1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// The whole campaign from 27 July 1944.
    #[default]
    Campaign,
    /// One day.
    Day,
    /// One engagement on the Battle Board (31.0).
    Engagement,
}

/// What was agreed before play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How much is played.
    pub length: Length,
    /// Machine gun ammunition is counted (16.3).
    pub mg_ammo: bool,
    /// Fuel is counted (29.0).
    pub fuel: bool,
    /// The tank is a Firefly (30.0).
    pub firefly: bool,
    /// The player says who looks at what (R36); otherwise the crew does it by itself, best eyes first.
    pub spot_by_hand: bool,
    /// The ground of an engagement.
    pub ground: AreaType,
}

/// The game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patton {
    /// What was agreed.
    pub options: Options,
    /// What comes next in the sequence of play.
    pub stage: Stage,
    /// The present day.
    pub day: Day,
    /// You.
    pub you: Commander,
    /// The men in the tank and those who may come back.
    pub crew: Crew,
    /// Your tank.
    pub tank: Vehicle,
    /// The After Action Report of the day.
    pub report: Report,
    /// The Movement Board.
    pub map: Map,
    /// The Battle Board.
    pub battle: Battle,
    /// What became of the days of action so far.
    pub history: Vec<DayLine>,
}

/// What comes next in the sequence of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The calendar of the present day is looked at (4.1).
    Calendar,
    /// A refit begins (27.0).
    Refit,
    /// Men come back, tank and posts are filled (4.22-4.24).
    Muster,
    /// Weather and ammunition (4.25, 4.26).
    Briefing,
    /// Time and ammunition already gone (4.3).
    TimeCheck,
    /// Prepare for battle, then this (4.4).
    Prepare(After),
    /// Start and exit area (4.51, 4.52).
    StartArea,
    /// One adjacent area is looked at for free (4.53).
    FreeCheck,
    /// An operation (4.54).
    Operations,
    /// The task force has come into a new area (4.54.5).
    Entered,
    /// Waiting for the counterattack (20.42).
    Watch,
    /// Enemy units appear (4.61-4.64).
    Contact,
    /// Ambush or not (4.65).
    Ambush,
    /// Smoke depletes (4.71).
    Smoke,
    /// Spotting (4.72).
    Spotting,
    /// Orders (4.73).
    Orders,
    /// Your tank moves (4.74.1).
    Movement,
    /// The main gun (4.74.2).
    MainGun,
    /// The machine guns (4.74.3).
    MachineGuns,
    /// Miscellaneous actions (4.74.4).
    Chores,
    /// The enemy acts (4.75).
    Enemy,
    /// Friendly forces act (4.76).
    Friendly,
    /// A random event (4.77).
    Event,
    /// Your tank is knocked out (4.81.4).
    KnockedOut(Cause),
    /// The task force leaves the board (11.3).
    Leaving(Leaving),
    /// The battle is over (4.77.2).
    BattleEnd,
    /// The crew leaves a disabled tank (11.11).
    Abandon,
    /// The debriefing (4.9).
    Evening,
    /// You are out of the war; who goes on? (6.3)
    Succession,
    /// The game is over.
    Over,
}

/// What follows the preparation for battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum After {
    /// New start and exit areas.
    Start,
    /// A free look at an area.
    Check,
    /// Operations, or the watch of a counterattack.
    Operations,
    /// The area just entered.
    Entered,
    /// A battle at once: an engagement.
    Contact,
}

/// What knocked your tank out, and where it struck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    /// Who fired; none for a Panzerfaust.
    pub by: Option<UnitType>,
    /// Whether the turret was struck, otherwise the hull.
    pub turret: bool,
    /// The sector the shot came from.
    pub from: Sector,
}

/// What has become of you.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// In command.
    #[default]
    Serving,
    /// In hospital.
    Away,
    /// Killed.
    Killed,
    /// Sent home for good.
    Home,
    /// Alive at the end.
    Survived,
}

/// You, or whoever you go on as.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commander {
    /// Your name.
    pub name: Name,
    /// The how-manieth commander you are in this game, from 1 (6.3).
    pub number: u8,
    /// What has become of you.
    pub fate: Fate,
    /// Your rank.
    pub rank: Rank,
    /// Points for kills of your tanks, never multiplied (25.0).
    pub points: u16,
    /// The month of the last promotion.
    pub promoted: Option<Month>,
    /// Decorations.
    pub medals: [u8; Medal::ALL.len()],
    /// Purple Hearts.
    pub hearts: u8,
    /// Days of action.
    pub days: u16,
    /// Days won.
    pub won: u16,
    /// Tanks knocked out under you.
    pub tanks_lost: u8,
    /// Units your tanks have knocked out.
    pub kills: [u16; UnitType::ALL.len()],
}

/// A man at a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Man {
    /// Which man of your crews he is, from 1.
    pub number: u16,
    /// His rating, 1 to 10.
    pub rating: u8,
    /// Whether he is you.
    pub you: bool,
    /// The worst that has happened to him.
    pub wound: Wound,
    /// How many weeks he will be out.
    pub weeks: u8,
    /// Whether he is unconscious.
    pub down: bool,
}

/// A man away wounded, and the first morning he may be back (19.33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Away {
    /// His post.
    pub post: Post,
    /// The man.
    pub man: Man,
    /// The first morning he may be back.
    pub back: Day,
}

/// The men.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crew {
    /// Who is at each post; a post may be vacant between days.
    pub men: [Option<Man>; 5],
    /// Where the assistant driver sits (19.22).
    pub assistant_at: Post,
    /// Those who may come back.
    pub away: ArrayVec<Away, MOST_AWAY>,
    /// Whether the crew is trained to use the gyrostabilizer (27.2).
    pub trained: bool,
    /// The number of the next new man.
    pub next: u16,
}

/// How a gun is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GunState {
    /// It works.
    #[default]
    Works,
    /// It may be repaired.
    Malfunction,
    /// It is out for the day.
    Broken,
}

/// Whether the tank is stuck (11.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bog {
    /// No.
    #[default]
    Free,
    /// Bogged down.
    Bogged,
    /// Bogged down until help comes.
    Assistance,
}

/// Your tank: what it carries and how it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vehicle {
    /// Its Tank Card.
    pub model: Tank,
    /// What is painted on it.
    pub name: Name,
    /// Whether it has been knocked out and must be replaced.
    pub lost: bool,
    /// Whether it has HVSS, and whether that has been rolled for (5.25).
    pub hvss: bool,
    /// Whether HVSS has been rolled for.
    pub hvss_known: bool,
    /// Main gun rounds on board, breech and rack included (R47).
    pub rounds: [u8; Ammo::ALL.len()],
    /// Of these, the rounds in the ready rack.
    pub rack: [u8; Ammo::ALL.len()],
    /// The round in the gun.
    pub loaded: Option<Ammo>,
    /// Extra rounds that must be carried today.
    pub ordered_extra: u8,
    /// Special rounds that may be carried today: what was saved and what was issued.
    pub special: u8,
    /// Boxes of .30 ammunition.
    pub boxes_30: u8,
    /// Boxes of .50 ammunition.
    pub boxes_50: u8,
    /// Smoke bombs.
    pub bombs: u8,
    /// Smoke grenades.
    pub grenades: u8,
    /// Spare periscopes.
    pub periscopes: u8,
    /// Fuel.
    pub fuel: u8,
    /// The load of the last morning, offered again.
    pub last_load: [u8; Ammo::ALL.len()],
    /// How the rack was filled last, offered again.
    pub last_rack: [u8; Ammo::ALL.len()],
    /// Where the hull faces.
    pub hull: Sector,
    /// Where the turret faces.
    pub turret: Sector,
    /// Open hatches by [`Post`].
    pub open: [bool; 5],
    /// The sector the buttoned-up loader searches.
    pub loader_looks: Sector,
    /// The sector the buttoned-up commander searches.
    pub commander_looks: Sector,
    /// Whether a Moving marker lies on it.
    pub moving: bool,
    /// Whether it is hull down.
    pub hull_down: bool,
    /// Whether it leads.
    pub lead: bool,
    /// Whether it has thrown a track, hit a mine, or been hit in the track.
    pub disabled: bool,
    /// Whether it is stuck.
    pub bog: Bog,
    /// Broken periscopes by [`Post`].
    pub blind: [bool; 5],
    /// Whether the gun sight is broken.
    pub sight_broken: bool,
    /// The guns by [`Weapon`].
    pub guns: [GunState; 4],
}

/// Whether snow falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Snowfall {
    /// It was never falling today.
    #[default]
    None,
    /// It falls.
    Falling,
    /// It has stopped and may start again.
    Stopped,
}

/// The weather.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weather {
    /// The sky.
    pub sky: Sky,
    /// The ground.
    pub ground: Ground,
    /// Whether it rains.
    pub rain: bool,
    /// Hours of rain so far.
    pub rain_hours: u8,
    /// Whether snow falls.
    pub snow: Snowfall,
}

impl Weather {
    /// Whether nobody sees beyond close range (17.24).
    #[inline]
    pub fn thick(self) -> bool {
        self.sky == Sky::Fog || self.snow == Snowfall::Falling
    }
}

/// How a day or an engagement ended for you (6.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Neither.
    Even,
}

/// The After Action Report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The kind of day.
    pub scenario: Scenario,
    /// The resistance expected.
    pub expected: Resistance,
    /// The weather.
    pub weather: Weather,
    /// Sunrise.
    pub sunrise: Clock,
    /// Sunset.
    pub sunset: Clock,
    /// The time.
    pub clock: Clock,
    /// Units knocked out by your tank.
    pub own: [u8; UnitType::ALL.len()],
    /// Of these, how many were in fortifications.
    pub own_forts: u8,
    /// Units knocked out by friendly forces.
    pub friendly: [u8; UnitType::ALL.len()],
    /// Of these, how many were in fortifications.
    pub friendly_forts: u8,
    /// Areas captured, exit areas apart.
    pub areas: u8,
    /// Exit areas captured.
    pub exits: u8,
    /// Areas lost.
    pub lost_areas: u8,
    /// Friendly tanks lost.
    pub tanks_lost: u8,
    /// Friendly squads lost.
    pub squads_lost: u8,
    /// Battles fought.
    pub battles: u8,
    /// Whether you were aboard this morning.
    pub aboard: bool,
    /// Whether you were wounded today.
    pub wounded: bool,
    /// Whether you stood in an open hatch during a Collateral Damage roll.
    pub exposed: bool,
    /// Whether you pulled a man from a tank that burned.
    pub rescuer: bool,
    /// Whether you were killed or hurt so as to miss combat (6.0).
    pub out: bool,
    /// Whether the tank exploded.
    pub exploded: bool,
    /// How it ended.
    pub verdict: Option<Verdict>,
    /// Whether you were promoted.
    pub promoted: bool,
    /// The decoration won.
    pub medal: Option<Medal>,
}

/// One day of action, as it is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DayLine {
    /// The day.
    pub day: Day,
    /// The kind of day.
    pub scenario: Scenario,
    /// Which commander you were.
    pub commander: u8,
    /// Whether you were aboard.
    pub aboard: bool,
    /// The tank.
    pub tank: Tank,
    /// Whether it was knocked out.
    pub tank_lost: bool,
    /// Battles fought.
    pub battles: u8,
    /// Points of your tank, before multipliers.
    pub own: i16,
    /// The sum after multipliers.
    pub total: i16,
    /// How it ended.
    pub verdict: Verdict,
    /// Men wounded for a week or more, or killed.
    pub casualties: u8,
    /// Whether you were promoted.
    pub promoted: bool,
    /// The decoration won.
    pub medal: Option<Medal>,
}

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

/// An enemy unit, by its number in the battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u8);

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
}

/// How a shot of the main gun is aimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// At the target.
    Direct,
    /// At its place.
    Area,
    /// At its tracks (R27).
    Track,
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
}

impl Battle {
    /// An enemy by its number.
    #[inline]
    pub fn enemy(&self, id: UnitId) -> Option<&Enemy> {
        self.enemies.iter().find(|e| e.id == id)
    }

    /// An enemy by its number.
    #[inline]
    pub fn enemy_mut(&mut self, id: UnitId) -> Option<&mut Enemy> {
        self.enemies.iter_mut().find(|e| e.id == id)
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
    pub fn smoke_markers(&self) -> u8 {
        self.smoke.iter().map(|n| n.div_ceil(2)).sum()
    }

    /// [R35] Smoke between the hub's edge and a unit in a zone: in that zone and the nearer ones of its sector.
    #[inline]
    pub fn smoke_toward(&self, zone: Zone) -> u8 {
        let ranges = [Range::Close, Range::Medium, Range::Long];
        let nearer = ranges.into_iter().take(zone.range.index() + 1);
        nearer.map(|range| self.smoke_in(Zone { sector: zone.sector, range })).sum()
    }

    /// [R35] The same for a line that begins at your tank.
    #[inline]
    pub fn smoke_between(&self, zone: Zone) -> u8 {
        self.smoke_toward(zone) + self.smoke_here()
    }

    /// Whether a sector holds an enemy unit.
    pub fn enemy_in(&self, sector: Sector) -> bool {
        self.enemies.iter().any(|e| e.zone.sector == sector)
    }
}

impl Crew {
    /// Whether the man of a post can work.
    #[inline]
    pub fn able(&self, post: Post) -> bool {
        self.men[post.index()].is_some_and(|man| man.able())
    }

    /// Who works a post: its man, or the assistant driver who has taken it over (19.22).
    #[inline]
    pub fn worker(&self, post: Post) -> Option<Post> {
        let assistant = self.able(Post::Assistant) && self.assistant_at == post;
        match post {
            Post::Assistant => assistant.then_some(Post::Assistant),
            _ if self.able(post) => Some(post),
            _ => assistant.then_some(Post::Assistant),
        }
    }

    /// The rating at a post: 0 if nobody works it; the assistant driver's is halved anywhere but at his own seat and the driver's.
    #[inline]
    pub fn rating(&self, post: Post) -> i8 {
        let Some(who) = self.worker(post) else { return 0 };
        let rating = self.men[who.index()].map_or(0, |man| man.rating as i8);
        if who == post || post == Post::Driver { rating } else { rating / 2 }
    }

    /// The ratings of all together (24.0, 27.21).
    pub fn total(&self) -> u8 {
        self.men.iter().flatten().map(|man| man.rating).sum()
    }
}

impl Man {
    /// Whether he can work (19.21, 19.22).
    #[inline]
    pub fn able(&self) -> bool {
        !self.down && self.wound < Wound::LightWeek
    }
}

impl Vehicle {
    /// Whether a man's hatch is open.
    #[inline]
    pub fn is_open(&self, post: Post) -> bool {
        self.open[post.index()]
    }

    /// Rounds of a kind outside rack and breech (R47).
    #[inline]
    pub fn bulk(&self, ammo: Ammo) -> u8 {
        let i = ammo.index();
        self.rounds[i].saturating_sub(self.rack[i] + u8::from(self.loaded == Some(ammo)))
    }

    /// Main gun rounds on board.
    #[inline]
    pub fn carried(&self) -> u8 {
        self.rounds.iter().sum()
    }

    /// Takes rounds of a kind away, from bulk first, never below zero (R47).
    pub fn expend(&mut self, ammo: Ammo, count: u8) {
        let i = ammo.index();
        self.rounds[i] = self.rounds[i].saturating_sub(count);
        let breech = u8::from(self.loaded == Some(ammo));
        self.rack[i] = self.rack[i].min(self.rounds[i].saturating_sub(breech));
        if self.rounds[i] == 0 && breech == 1 {
            self.loaded = None;
        }
    }

    /// A gun's state.
    #[inline]
    pub fn gun(&self, weapon: Weapon) -> GunState {
        self.guns[weapon.index()]
    }

    /// Whether it can be driven.
    #[inline]
    pub fn mobile(&self) -> bool {
        !self.disabled && self.bog == Bog::Free
    }
}

impl Patton {
    /// The kind of ground of the present area.
    #[inline]
    pub fn ground(&self, d: &crate::charts::Charts) -> AreaType {
        match self.options.length {
            Length::Engagement => self.options.ground,
            _ => d.areas[self.map.at.index()].kind,
        }
    }

    /// Whether daylight is left.
    #[inline]
    pub fn daylight(&self) -> bool {
        self.report.clock < self.report.sunset
    }
}
