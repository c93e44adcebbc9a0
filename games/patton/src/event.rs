//! What happens in a game, as typed facts. Words for them stand in `text/`; rolls are told by the table itself.

#![allow(missing_docs, reason = "each event says what happened; its fields are named for what they hold")]

use crate::evening::Score;
use crate::state::{Aim, Orders, UnitId, Verdict, Weather};
use crate::words::{
    Ammo, BogResult, Clock, Collateral, Day, Deployment, Drive, EnemyAct, Facing, Leaving, Location, MapArea, Medal,
    Mg, MoveResult, Post, RandomEvent, Rank, Repair, Resistance, Scenario, Sector, Shift, Tank, Terrain, UnitType,
    Weapon, Wound, Zone,
};
use serde::Serialize;

/// An enemy unit as it is named in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Who {
    /// Its number in the battle.
    pub id: UnitId,
    /// What it is, or counts as.
    pub kind: UnitType,
    /// Whether that is known.
    pub identified: bool,
    /// Where it stands.
    pub zone: Zone,
}

/// Who knocked a unit out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Killer {
    /// Your tank.
    You,
    /// Friendly forces.
    Friends,
    /// It only gave way.
    Nobody,
}

/// What can be called for on the Movement Board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Support {
    /// Artillery.
    Artillery,
    /// An air strike.
    Air,
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum Event {
    /// A day passes without action for you.
    Quiet { day: Day },
    /// A day of action begins.
    DayBegins { day: Day, scenario: Scenario, expected: Resistance },
    /// The Division refits.
    Refit { day: Day, days: u8 },
    /// The crew has learned to use the gyrostabilizer.
    Trained,
    /// With the gunner the training is lost.
    TrainingLost,
    /// A man has become better.
    Improves { post: Post, rating: u8 },
    /// A man is back.
    Returns { post: Post, man: u16 },
    /// A man was not taken back.
    Declined { post: Post, man: u16 },
    /// Another tank.
    NewTank { tank: Tank },
    /// Whether it has HVSS.
    Hvss { fitted: bool },
    /// A new man.
    NewMan { post: Post, man: u16, rating: u8 },
    /// The weather of the morning.
    Weather { weather: Weather },
    /// The weather has changed.
    WeatherNow { weather: Weather },
    /// Special rounds are issued.
    Issued { ammo: Ammo, count: u8 },
    /// So many extra rounds must be carried.
    ExtraOrdered { rounds: u8 },
    /// The tank is loaded.
    Loaded { rounds: [u8; 6] },
    /// The ready rack is filled.
    Racked { rack: [u8; 6] },
    /// Time and rounds already gone.
    TimeElapsed { clock: Clock, he: u8 },
    /// How the tank stands when battle may begin.
    Deployed { deployment: Deployment, lead: bool },
    /// The crew is ready.
    Ready { open: [bool; 5], loaded: Option<Ammo> },
    /// Start and exit.
    Route { start: MapArea, exit: MapArea },
    /// What is to be expected in an area.
    Resists { area: MapArea, resistance: Resistance },
    /// Support was called for.
    Called { support: Support, area: MapArea, comes: bool },
    /// An artillery marker was picked up.
    PickedUp { area: MapArea },
    /// Resupply was tried.
    Resupply { comes: bool },
    /// The task force goes into an area.
    Enters { area: MapArea, clock: Clock },
    /// Advancing Fire is used.
    Advancing { used: u8 },
    /// Nobody is there.
    NoBattle { area: MapArea },
    /// A battle begins.
    BattleBegins { resistance: Resistance },
    /// An area is captured.
    Captured { area: MapArea, exit: bool },
    /// An area is lost.
    AreaLost { area: MapArea },
    /// An enemy unit appears.
    Placed { who: Who, facing: Option<Facing>, terrain: Terrain, moving: bool },
    /// An enemy unit does not appear.
    NotPlaced { kind: UnitType, full: bool },
    /// Who surprises whom.
    Ambush { ambush: bool, yours: bool },
    /// A round begins.
    Round { round: u16 },
    /// Smoke is placed, unless there is no marker left.
    Smoke { zone: Option<Zone>, placed: bool },
    /// Friends put smoke before a unit.
    Smoked { who: Who },
    /// A unit is spotted.
    Spotted { who: Who, by: Post },
    /// A unit is out of sight.
    Hides { who: Who },
    /// A unit is identified.
    Identified { who: Who },
    /// The orders of the round.
    Orders { orders: Orders, open: [bool; 5] },
    /// A man comes to.
    Awake { post: Post },
    /// The tank drives.
    Drives { drive: Drive, result: MoveResult },
    /// What that does to the enemy's places.
    Shift { shift: Shift },
    /// The hull turns.
    Pivots { hull: Sector, turret: Sector },
    /// A bogged tank tries to free itself.
    GetsFree { result: BogResult },
    /// The task force leaves the board.
    LeavesBoard { way: Leaving },
    /// A unit is out of play.
    Gone { who: Who },
    /// The turret turns.
    Turns { sector: Sector },
    /// The main gun fires.
    Fires { ammo: Ammo, who: Who, aim: Aim },
    /// It misses.
    Missed { who: Who },
    /// It hits.
    Hits { who: Who, critical: bool },
    /// Another shot is possible.
    RateOfFire,
    /// A round is loaded.
    Loads { ammo: Ammo, from_rack: bool },
    /// The round in the gun is changed.
    GunLoad { ammo: Option<Ammo> },
    /// A gun fails.
    Malfunction { weapon: Weapon },
    /// A unit cannot move any more.
    Immobilized { who: Who },
    /// A hit does not go through.
    Bounces { who: Who, location: Location },
    /// Fire has no effect.
    NoEffect { who: Who },
    /// A unit is knocked out, or gives way.
    KnockedOut { who: Who, by: Killer },
    /// A machine gun fires.
    FiresMg { mg: Mg, who: Who },
    /// A machine gun sweeps a zone.
    Sweeps { mg: Mg, zone: Zone },
    /// A repair was tried.
    Repair { weapon: Weapon, result: Repair },
    /// A periscope is replaced.
    NewPeriscope { post: Post },
    /// The assistant driver takes a post.
    TakesPost { post: Post },
    /// The crew leaves the tank.
    Abandons,
    /// A unit does something.
    Acts { who: Who, act: EnemyAct },
    /// A unit has moved.
    Moves { who: Who, facing: Option<Facing>, terrain: Terrain },
    /// A sector is no longer US Controlled.
    ControlLost { sector: Sector },
    /// A sector is now US Controlled.
    ControlGained { sector: Sector },
    /// Friendly squads are lost.
    SquadsLost { count: u8 },
    /// A friendly tank is lost.
    TankLost,
    /// A shot at your tank misses.
    MissesYou { who: Who },
    /// Your armor holds.
    Held { location: Location },
    /// Your tank cannot move any more.
    Disabled,
    /// Your tank is pierced.
    YouAreHit { who: Option<Who>, turret: bool },
    /// Stray fire.
    Collateral { damage: Collateral },
    /// What happened to a man.
    Wounded { post: Post, wound: Wound, weeks: u8 },
    /// The tank explodes.
    Explodes,
    /// A man gets out, or not.
    BailsOut { post: Post, out: bool },
    /// A man goes for another.
    Rescue { by: Post, whom: Post, freed: bool },
    /// Whether the tank burns.
    Burns { burns: bool },
    /// A man leaves the crew.
    TakenAway { post: Post, man: u16, wound: Wound, weeks: u8 },
    /// A random event.
    Random { event: RandomEvent },
    /// The battle is over.
    BattleEnds,
    /// The points of the day.
    Debriefing { score: Score, verdict: Verdict },
    /// An engagement is over.
    EngagementEnds { verdict: Verdict },
    /// A promotion.
    Promoted { rank: Rank },
    /// A decoration.
    Decorated { medal: Medal },
    /// You go on as another man.
    NewCommander { number: u8 },
    /// The campaign is over.
    CampaignEnds,
}

impl Event {
    /// Whether a commander would think about his orders again: everything but the noise of a round in which nothing came of anything. What
    /// a random event brings is told by itself.
    pub(crate) const fn stirs(&self) -> bool {
        !matches!(
            self,
            Event::Orders { .. }
                | Event::Round { .. }
                | Event::Fires { .. }
                | Event::Missed { .. }
                | Event::NoEffect { .. }
                | Event::RateOfFire
                | Event::Loads { .. }
                | Event::FiresMg { .. }
                | Event::Sweeps { .. }
                | Event::Acts { .. }
                | Event::SquadsLost { .. }
                | Event::TankLost
                | Event::Random { .. }
        )
    }
}
