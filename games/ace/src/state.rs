//! The whole state of a career: flat plain data.

mod board;
mod mat;

pub use board::{Board, End, Enemy, EnemyAim, MOST_ENEMIES, Progress};
pub use mat::{Cff, MachineGun, Mat, Support};

use crate::words::{
    Award, Class, Division, Grade, Mission, Month, Post, RandomEvent, Rank, Series, Skill, TankType, Terrain, Trade,
    Trophy, Weather, Wound,
};
use arrayvec::{ArrayString, ArrayVec};
use hulldown_core::game::Seat;
pub use hulldown_core::game::UnitId;
use serde::{Deserialize, Serialize};

/// The most men away from one crew that are kept track of.
pub const MOST_AWAY: usize = 12;

/// A short text of the player's own: a name.
pub type Name = ArrayString<40>;

/// How many play, and how they stand to each other (10.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// One commander.
    #[default]
    Solitaire,
    /// Two commanders of one company who help each other (10.2).
    Cooperative,
    /// Two commanders of one company who compete (10.3 with 10.2).
    CompetitiveTogether,
    /// Two commanders of different units who compete (10.3).
    CompetitiveApart,
}

impl Mode {
    /// How many seats it has.
    pub const fn seats(self) -> u8 {
        if matches!(self, Mode::Solitaire) { 1 } else { 2 }
    }

    /// Whether both fight side by side under 10.2.
    pub const fn together(self) -> bool {
        matches!(self, Mode::Cooperative | Mode::CompetitiveTogether)
    }
}

/// The game: calendar, the mission at hand, and the commanders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ace {
    /// Who plays with whom.
    pub mode: Mode,
    /// Increased threat targeting (10.4).
    pub increased_threat: bool,
    /// The publisher's changes of 2022 (R3).
    pub errata_2022: bool,
    /// The first month played.
    pub start: Month,
    /// The present month.
    pub month: Month,
    /// The present mission line of the month, from 0.
    pub line: u8,
    /// What comes next in the sequence of play.
    pub stage: Stage,
    /// Major Events that have been used, one bit a number: those of the company, or of each commander when they serve apart.
    pub events_used: [u8; 2],
    /// The mission at hand.
    pub field: Engagement,
    /// The commanders; without a second player the second is not in play.
    pub players: [Player; 2],
}

/// What comes next in the sequence of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The start month is chosen (4.1).
    Start,
    /// A seat musters: tank and unit (4.0).
    Muster(Seat),
    /// A seat goes to tank school and learns its first skill (4.6, 7.7a).
    School(Seat),
    /// The next mission line begins; apart, for this seat first (6.1).
    Line(Seat),
    /// The mission is set up (6.1, 6.2).
    Briefing,
    /// A seat readies its tank (4.3).
    Ready(Seat),
    /// Artillery before the first round (7.1.3, 7.6).
    Opening(Seat),
    /// A Combat Round begins: smoke, fire support, suppression, targeting (7.2-1).
    RoundStart,
    /// Fire support strikes (7.2-2).
    Strikes(Seat),
    /// A seat gives its commands (7.2-3).
    Commands(Seat),
    /// The enemy on a seat's board fires or moves (7.2-4).
    Enemy(Seat),
    /// The Event Check of a seat's board (7.2-5).
    Events(Seat),
    /// The end of the round (BC.8).
    RoundEnd,
    /// The battle is over: repairs, counterattack (6.6).
    BattleEnd,
    /// A seat after its mission (6.7, 6.8).
    After(Seat),
    /// The line is done; perhaps the month is too (8.2.2).
    LineEnd(Seat),
    /// The game is over (5.1).
    Over,
}

impl Stage {
    /// Whether a battle is fought, from the artillery before it to the repairs after it.
    pub fn is_battle(self) -> bool {
        use Stage::*;
        matches!(self, Opening(_) | RoundStart | Strikes(_) | Commands(_) | Enemy(_) | Events(_) | RoundEnd | BattleEnd)
    }

    /// Whether the enemy is in sight: in a battle, or readying for it.
    pub fn is_fight(self) -> bool {
        self.is_battle() || matches!(self, Stage::Ready(_))
    }
}

/// The mission at hand, as all who fight it share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engagement {
    /// What the line asked for.
    pub mission: Mission,
    /// What is being fought now: the same, or a counterattack's Defense, or a follow-on Assault.
    pub fight: Mission,
    /// The active Major Event it is part of.
    pub event: Option<u8>,
    /// The weather.
    pub weather: Weather,
    /// The ground.
    pub terrain: Terrain,
    /// The grade of all enemy infantry.
    pub grade: Grade,
    /// Whether infantry set up on foot is dug in.
    pub dug_in: bool,
    /// Whether this is the counterattack of the line (6.6).
    pub counterattack: bool,
    /// Whether this is an assault that follows a movement to contact (R51).
    pub follow_on: bool,
    /// The Combat Round, from 1.
    pub round: u16,
    /// Who fights it.
    pub fights: [bool; 2],
}

/// What has become of a commander.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// He serves.
    #[default]
    Serving,
    /// Killed in action.
    Killed,
    /// Died of wounds.
    DiedOfWounds,
    /// Medically retired.
    Retired,
    /// He came through to the end of April 1945.
    Survived,
}

impl Fate {
    /// Whether his game goes on.
    pub const fn serves(self) -> bool {
        matches!(self, Fate::Serving)
    }
}

/// One commander: his career, his crew, his tank and his board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// His name.
    pub name: Name,
    /// What his crew call him.
    pub nickname: Name,
    /// What is painted on the tank.
    pub tank_name: Name,
    /// What has become of him.
    pub fate: Fate,
    /// The month in which his war ended, once it has.
    #[serde(default)]
    pub fate_in: Option<Month>,
    /// The unit he serves in.
    pub division: Division,
    /// The type of tank he commands.
    pub tank: TankType,
    /// His career so far.
    pub career: Career,
    /// The crew, by [`Post`].
    pub crew: [Crewman; 5],
    /// Men away wounded.
    pub away: ArrayVec<Away, MOST_AWAY>,
    /// Tank, ammunition and hatches in the present battle.
    pub mat: Mat,
    /// Enemies and the state of the fight.
    pub board: Board,
}

/// What lasts from mission to mission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Career {
    /// His rank.
    pub rank: Rank,
    /// Experience Points to spend.
    pub experience: u8,
    /// Missions completed toward the next Experience Point.
    pub credit: u8,
    /// Mission lines completed, refits included.
    pub completed: u16,
    /// Successful mission lines.
    pub successes: u16,
    /// Prestige Points to spend.
    pub prestige: u8,
    /// The Prestige Level.
    pub level: u8,
    /// Skills held, one bit each ([`Skill`]); Expert is held by series.
    pub skills: u16,
    /// The tank series Expert was bought for, one bit each ([`Series`]).
    pub expert: u8,
    /// School discounts, one bit each ([`Skill`]).
    pub discounts: u16,
    /// Whether Synergy was lost and may be bought back cheaper.
    pub synergy_lost: bool,
    /// Whether buying it back has to wait for a new Experience Point.
    pub synergy_waits: bool,
    /// Whether physical training made the commander fit (F1).
    pub fit: bool,
    /// Whether he fights his first mission hurt from the bar (F1).
    pub beaten_up: bool,
    /// Awards by [`Award`].
    pub awards: [u8; Award::ALL.len()],
    /// DSCs and Silver Stars since the last promotion attempt.
    pub period_heroism: u8,
    /// Tanks and SPGs destroyed in each of the last successes in a row.
    pub streak: ArrayVec<u8, 8>,
    /// Enemies destroyed in the whole career, by [`Class`].
    pub kills: [u16; Class::ALL.len()],
    /// Tanks lost.
    pub tanks_lost: u8,
    /// Trophies held, by [`Trophy`].
    pub trophies: [u8; Trophy::ALL.len()],
    /// Trades in hand, one bit each ([`Trade`]).
    pub trades: u16,
    /// Random events kept as markers, one bit each ([`RandomEvent`]).
    pub markers: u16,
    /// Mission lines still to be skipped.
    pub skip: u8,
    /// Whether a new tank and crew wait for him on release from hospital (7.4.3j).
    pub new_command: bool,
    /// How many men have served under him so far, for telling them apart.
    pub men: u16,
}

/// A man at his post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crewman {
    /// Which man of this crew he is, from 1.
    pub number: u16,
    /// How badly he is hurt.
    pub wound: Wound,
    /// Whether he was hurt in the present mission.
    pub hit: bool,
    /// Purple Hearts he wears.
    pub hearts: u8,
    /// Whether he only stands in for a man who comes back.
    pub substitute: bool,
    /// Missions he has fought with this crew.
    pub missions: u16,
}

/// A man away wounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Away {
    /// His post.
    pub post: Post,
    /// The man.
    pub man: Crewman,
    /// His skills.
    pub skills: u16,
    /// His school discounts.
    pub discounts: u16,
    /// Mission lines he still misses.
    pub lines: u8,
    /// Whether he is in hospital and replaced for good, unless recalled (8.3.1).
    pub hospital: bool,
}

/// One bit of a mask.
pub const fn bit(index: usize) -> u16 {
    1 << index
}

impl Career {
    /// Whether a skill is held, leaving wounds and use aside.
    pub const fn holds(&self, skill: Skill) -> bool {
        self.skills & bit(skill.index()) != 0
    }

    /// Whether a trade is in hand.
    pub const fn has_trade(&self, trade: Trade) -> bool {
        self.trades & bit(trade.index()) != 0
    }

    /// Whether a marker is kept.
    pub const fn has_marker(&self, event: RandomEvent) -> bool {
        self.markers & bit(event.index()) != 0
    }

    /// Takes a marker away, telling whether it was there.
    pub fn take_marker(&mut self, event: RandomEvent) -> bool {
        let had = self.has_marker(event);
        self.markers &= !bit(event.index());
        had
    }

    /// Uses a trade up, telling whether it was there.
    pub fn take_trade(&mut self, trade: Trade) -> bool {
        let had = self.has_trade(trade);
        self.trades &= !bit(trade.index());
        had
    }

    /// How many of an award he has.
    pub const fn award(&self, award: Award) -> u8 {
        self.awards[award.index()]
    }

    /// Vehicles and anti-tank guns destroyed in the whole career.
    pub fn vehicles_and_guns(&self) -> u16 {
        Class::ALL.iter().filter(|c| **c != Class::Inf).map(|c| self.kills[c.index()]).sum()
    }
}

impl Player {
    /// Whether a man can do his duty.
    #[inline]
    pub fn fit(&self, post: Post) -> bool {
        self.crew[post.index()].wound < Wound::Serious
    }

    /// Whether a skill works now: held, its owner unhurt, not yet used in this mission (R45).
    #[inline]
    pub fn skilled(&self, skill: Skill) -> bool {
        self.career.holds(skill)
            && self.crew[skill.owner().index()].wound == Wound::None
            && self.mat.used & bit(skill.index()) == 0
    }

    /// The same for Expert, which works only in the tank series it was bought for.
    #[inline]
    pub fn expert(&self, series: Series) -> bool {
        self.skilled(Skill::Expert) && u16::from(self.career.expert) & bit(series.index()) != 0
    }

    /// Marks a skill used for this mission.
    #[inline]
    pub fn use_skill(&mut self, skill: Skill) {
        self.mat.used |= bit(skill.index());
    }

    /// Who commands: the commander, or the man who stands in for him (R28).
    #[inline]
    pub fn commanding(&self) -> Option<Post> {
        Post::ALL.into_iter().find(|post| self.fit(*post))
    }

    /// Whether the commander sits in the gunner's seat, because the gunner is out (7.4.3h).
    #[inline]
    pub fn commander_guns(&self) -> bool {
        self.mat.at_gun && self.fit(Post::Commander)
    }

    /// Whether somebody is behind the sights: the gunner, or the commander in his place.
    #[inline]
    pub fn gun_manned(&self) -> bool {
        self.fit(Post::Gunner) || self.commander_guns()
    }

    /// Whether someone drives, in this round.
    #[inline]
    pub fn driven(&self, round: u16) -> bool {
        let assistant = self.mat.assistant_at == Some(Post::Driver) && self.fit(Post::AssistantDriver);
        self.fit(Post::Driver) || (assistant && round > self.mat.driver_out)
    }

    /// Whether someone loads.
    #[inline]
    pub fn loaded_by(&self) -> Option<Post> {
        if self.fit(Post::Loader) {
            Some(Post::Loader)
        } else {
            (self.mat.assistant_at == Some(Post::Loader) && self.fit(Post::AssistantDriver))
                .then_some(Post::AssistantDriver)
        }
    }

    /// Whether the assistant driver is fit and at his own post.
    #[inline]
    pub fn assistant_free(&self) -> bool {
        self.fit(Post::AssistantDriver) && self.mat.assistant_at.is_none()
    }

    /// Whether his fight of this mission goes on.
    #[inline]
    pub fn fighting(&self) -> bool {
        self.board.end.is_none()
    }
}
