//! What happens in a game, as typed facts. Words for them stand in `text.rs`; rolls are told by the table itself.

#![allow(missing_docs, reason = "each event says what happened; its fields are named for what they hold")]

use crate::state::{End, Support, UnitId};
use crate::words::{
    Ammo, Area, Award, Class, Command, Course, Division, Elective, ElectiveResult, Facing, Grade, Gun, Mission, Month,
    Part, Post, RandomEvent, Range, Rank, RoundEvent, Skill, TankType, Terrain, Trade, Trophy, UnitType, Weather,
    Wound,
};
use hulldown_core::game::Seat;
use serde::Serialize;

/// An enemy unit as it is named in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Who {
    /// Whose board it stands on.
    pub board: Seat,
    /// Its number in the battle.
    pub id: UnitId,
    /// Its class.
    pub class: Class,
    /// Its type, unless it is infantry.
    pub kind: Option<UnitType>,
    /// Where it stands.
    pub area: Area,
}

/// Who destroyed an enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Killer {
    /// The player's tank.
    Tank,
    /// Fire support that counts as the player's.
    Support,
    /// Somebody else; no credit.
    Others,
}

/// What the player's tank was stopped or destroyed by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A round that struck it.
    Round,
    /// The ground.
    Ground,
    /// Field artillery.
    Artillery,
    /// A mine.
    Mine,
    /// Its own engine.
    Breakdown,
    /// Its own aircraft.
    Aircraft,
}

/// What the lines after a heading are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Heading {
    /// Tank, unit and school.
    Muster,
    /// A mission line of one who serves apart.
    Line,
    /// The enemy forces of a board.
    Forces,
    /// Hatches and ammunition.
    Ready,
    /// Artillery before the first round, on a board.
    Opening,
    /// Whom the enemies of a board target.
    Targeting,
    /// Fire support on a board.
    Strikes,
    /// A commander's commands.
    Commands,
    /// Those of one who helps his partner.
    Help,
    /// The enemy on a board.
    Enemy,
    /// The Event Check of a board.
    Events,
    /// Whether the seriously wounded live.
    Wounded,
    /// Repairs after a battle.
    Repairs,
    /// What follows a mission.
    After,
    /// The end of two months.
    Promotion,
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum Event {
    /// Whose lines follow, and what they are about.
    Heading { seat: Seat, of: Heading },
    /// The career begins.
    Begins { month: Month },
    /// A commander has his first tank and unit.
    Mustered { seat: Seat, tank: TankType, division: Division },
    /// A course at school.
    Course { seat: Seat, course: Course, passed: bool },
    /// The commander's elective.
    Elective { seat: Seat, elective: Elective, result: ElectiveResult },
    /// A skill was bought.
    Bought { seat: Seat, skill: Skill, cost: u8 },
    /// A mission line begins.
    Line { month: Month, line: u8 },
    /// A Major Event marker is placed.
    EventPlaced { number: u8 },
    /// A Major Event marker is taken away unused.
    EventExpired { number: u8 },
    /// A commander misses the line.
    Skipped { seat: Seat, left: u8 },
    /// A man is back from his wounds.
    Returned { seat: Seat, post: Post, man: u16 },
    /// A man in hospital was asked back.
    Recalled { seat: Seat, post: Post, man: u16 },
    /// A man released from hospital goes to another crew.
    Released { seat: Seat, post: Post, man: u16 },
    /// The mission.
    Mission { mission: Mission, event: Option<u8>, active: bool },
    /// A fuel shortage turns the line into a refit.
    NoFuel,
    /// Weather, ground and starting range.
    Conditions { weather: Weather, terrain: Terrain, range: Range },
    /// The grade of the enemy infantry.
    Grade { grade: Grade },
    /// Whether the enemy infantry is dug in.
    DugIn { dug_in: bool },
    /// An enemy unit is on the board.
    Placed { seat: Seat, who: Who },
    /// There is no counter left for another enemy.
    NoCounter { seat: Seat },
    /// The tank is ready.
    Ready { seat: Seat, open: [bool; 3], hull_down: bool, loaded: Option<Ammo> },
    /// A Prestige Point was spent on artillery.
    ArtilleryBought { seat: Seat },
    /// A Combat Round begins.
    Round { round: u16 },
    /// An enemy now targets the tank.
    Targets { seat: Seat, who: Who },
    /// Fire support comes down.
    Strike { seat: Seat, support: Support, who: Who },
    /// An airstrike comes down.
    Airstrike { seat: Seat, who: Who },
    /// The main gun fires.
    Fires { seat: Seat, ammo: Ammo, who: Who },
    /// The main gun fires smoke.
    FiresSmoke { seat: Seat, area: Area },
    /// A machine gun fires.
    FiresMg { seat: Seat, gun: Gun, who: Who },
    /// The round missed.
    Missed { who: Who },
    /// It cannot hurt such a target.
    Useless { who: Who },
    /// The fire had no effect.
    NoEffect { who: Who },
    /// The round struck and did not go through.
    Bounced { who: Who },
    /// Where a round struck an enemy vehicle.
    Struck { who: Who, part: Option<Part>, pen: i8, armor: i8 },
    /// An enemy crew buttoned up.
    EnemyButtons { who: Who },
    /// An enemy vehicle is immobilized.
    EnemyImmobilized { who: Who },
    /// An enemy is suppressed.
    Suppressed { who: Who },
    /// An infantry unit lost steps.
    StepsLost { who: Who, left: u8 },
    /// An enemy is destroyed or driven off.
    Destroyed { seat: Seat, who: Who, by: Killer },
    /// The crew of an enemy vehicle bailed out.
    BailsOut { who: Who },
    /// Infantry that was still mounted is lost with its carrier.
    LostWithCarrier { who: Who },
    /// Smoke stands in an area.
    SmokeIn { board: Seat, area: Area },
    /// Smoke stands around the tank.
    SmokeHere { seat: Seat },
    /// A machine gun jams.
    Jams { seat: Seat, gun: Gun },
    /// A stoppage was prevented.
    NoJam { seat: Seat, gun: Gun },
    /// A stoppage is cleared.
    Cleared { seat: Seat, gun: Gun },
    /// A machine gun is reloaded.
    MgReloaded { seat: Seat, gun: Gun },
    /// A skill is used.
    Uses { seat: Seat, skill: Skill },
    /// A round is loaded.
    Loads { seat: Seat, ammo: Ammo, stowage: bool, by: Option<Command> },
    /// The loader works on the ready rack.
    Racks { seat: Seat, rack: [u8; 5], boxes: u8 },
    /// Somebody takes over a post.
    TakesOver { seat: Seat, post: Post },
    /// Another man commands.
    Commands { seat: Seat, post: Post },
    /// The range changed.
    RangeNow { seat: Seat, range: Range, by: Option<Command> },
    /// The tank is hull down, or no longer.
    HullDown { seat: Seat, hull_down: bool },
    /// The hull turned.
    HullTurns { seat: Seat, facing: Facing, by: Option<Command> },
    /// The turret turned.
    TurretTurns { seat: Seat, facing: Facing },
    /// The tank moves for a flank shot.
    Flanks { seat: Seat, who: Who },
    /// A call for fire is on its way.
    Called { seat: Seat, support: Support, rounds: u8, board: Seat },
    /// Hatches changed.
    Hatches { seat: Seat, open: [bool; 3], by: Option<Command> },
    /// No more commands this round.
    Holds { seat: Seat, left: u8 },
    /// An enemy moves to a flank.
    EnemyMoves { who: Who, to: Area },
    /// Infantry dismounts.
    Dismounts { who: Who },
    /// An enemy fires at the tank.
    EnemyFires { seat: Seat, who: Who },
    /// An infantry unit tries the Panzerfaust.
    Panzerfaust { seat: Seat, who: Who },
    /// The enemy missed.
    EnemyMissed { who: Who },
    /// The tank is struck.
    TankStruck { seat: Seat, part: Part, side: bool, pen: i8, armor: i8 },
    /// The round did not go through.
    Held { seat: Seat },
    /// The chart names anti-tank guns, and an attacker’s are self-propelled (7.1.4d).
    SelfPropelled { seat: Seat },
    /// A call for fire comes to nothing.
    CallLapses { seat: Seat, support: Support, board: Seat },
    /// The commander is shocked: an unspent command of this round is lost, or one of the next that is given.
    Shock { seat: Seat, unspent: bool },
    /// Men are driven under cover: commander, driver, assistant driver.
    ButtonsUp { seat: Seat, men: [bool; 3] },
    /// The tank is immobilized.
    Immobilized { seat: Seat, cause: Cause },
    /// A crewman is hit, and how he is now; again, if that is how he was before.
    Wounded { seat: Seat, post: Post, wound: Wound, again: bool },
    /// A crewman dies of wounds.
    DiesOfWounds { seat: Seat, post: Post },
    /// The tank is lost.
    TankLost { seat: Seat, cause: Cause, burns: bool },
    /// What the Event Check brought, and whether it found anybody.
    RoundEvent { seat: Seat, event: RoundEvent, found: bool },
    /// A Random Event.
    RandomEvent { seat: Seat, event: RandomEvent, applies: bool },
    /// The radio is dead.
    RadioOut { seat: Seat },
    /// A truck leaves.
    TruckLeaves { who: Who },
    /// The last infantry gives up.
    LastInfantry { who: Who },
    /// The fight on a board is over.
    BoardEnds { seat: Seat, end: End },
    /// Whether the tank is repaired in time.
    Repairs { seat: Seat, in_time: bool },
    /// A counterattack, or none.
    Counterattack { comes: bool },
    /// An assault follows at once.
    FollowOnAssault,
    /// The mission's result.
    MissionEnds { seat: Seat, success: bool },
    /// A trophy, or nothing.
    Trophy { seat: Seat, trophy: Option<Trophy> },
    /// What becomes of a seriously wounded man.
    Hospital { seat: Seat, post: Post, lines: u8, hospital: bool },
    /// A man is out of the war.
    Invalided { seat: Seat, post: Post },
    /// A man replaces another.
    Replaced { seat: Seat, post: Post, man: u16, substitute: bool },
    /// A replacement brings a skill.
    Trained { seat: Seat, post: Post, skill: Skill },
    /// Synergy is lost.
    SynergyLost { seat: Seat },
    /// An award.
    Award { seat: Seat, award: Award, count: u8, prestige: bool },
    /// A crewman's Purple Heart.
    CrewHeart { seat: Seat, post: Post },
    /// Experience.
    Experience { seat: Seat, points: u8, credit: u8 },
    /// Prestige.
    Prestige { seat: Seat, points: u8, level: u8 },
    /// Another tank.
    NewTank { seat: Seat, tank: TankType, cost: u8 },
    /// A trade.
    Traded { seat: Seat, trade: Trade },
    /// A trophy was given away.
    Paid { seat: Seat, trophy: Trophy },
    /// A promotion attempt.
    Promotion { seat: Seat, rank: Rank, promoted: bool },
    /// The next mission of a man laid up would fall after the war.
    NoMoreMissions { seat: Seat },
    /// The commander's war is over.
    CareerEnds { seat: Seat, fate: crate::state::Fate },
}
