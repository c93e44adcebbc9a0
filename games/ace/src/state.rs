//! The whole state of a career: flat plain data.

use crate::words::{
    Ammo, Area, Award, Class, Division, Facing, Grade, Gun, Mission, Month, Part, Post, RandomEvent, Range, Rank,
    Series, Skill, TankType, Terrain, Trade, Trophy, UnitType, Weather, Wound,
};
use arrayvec::{ArrayString, ArrayVec};
use hulldown_core::game::Seat;
use hulldown_core::talk::Key;
use hulldown_core::words;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most enemy counters on one Battle Board.
pub const MOST_ENEMIES: usize = 24;

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
    pub field: Field,
    /// The commanders; without a second player the second is not in play.
    pub players: [Player; 2],
}

/// What comes next in the sequence of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The start month is chosen (4.1).
    Start,
    /// A seat musters: tank, unit, school, first skill (4.0).
    Muster(Seat),
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
pub struct Field {
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
    /// Skills used in this mission, one bit each ([`Skill`]).
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

/// An enemy unit on a board, by its number in the battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u8);

impl Key for UnitId {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }

    fn read(text: &str) -> Option<Self> {
        u8::read(text).map(UnitId)
    }
}

/// Whom an enemy targets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// Not the player.
    #[default]
    Elsewhere,
    /// The tank on its own board.
    Tank,
    /// The partner who helps (R46).
    Helper,
}

/// How far the action of a unit has come within the step that is being played: what a die has decided has no chance any more. Between steps
/// all have theirs ahead of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Progress {
    /// Nothing is decided.
    #[default]
    Ahead,
    /// Infantry fires the Panzerfaust.
    Faust,
    /// It did not dare to, and fires its small arms.
    SmallArms,
    /// A round has struck the tank; where, once that is known.
    Struck(Option<Part>),
    /// It has acted, or was found busy elsewhere in this round.
    Over,
}

/// An enemy unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enemy {
    /// Its number in the battle.
    pub id: UnitId,
    /// Its class.
    pub class: Class,
    /// Its type; infantry has none.
    pub kind: Option<UnitType>,
    /// Where it stands.
    pub area: Area,
    /// Steps left.
    pub steps: u8,
    /// Whom it targets.
    pub aim: Aim,
    /// Whether the helper has drawn its fire from the tank of its own board, which it has not forgotten (R3, R46).
    #[serde(default)]
    pub drawn: bool,
    /// Whether it still rides (infantry), or still carries infantry (carriers).
    pub mounted: bool,
    /// Whether it is dug in.
    pub dug_in: bool,
    /// Whether it is hull down.
    pub hull_down: bool,
    /// Whether it is suppressed.
    pub suppressed: bool,
    /// Whether its crew is buttoned up.
    pub buttoned: bool,
    /// Whether it is immobilized.
    pub immobilized: bool,
    /// Who immobilized it: damage counts for the Bronze Star.
    pub damaged: Option<Seat>,
    /// Whether it has fired at the player.
    pub has_fired: bool,
    /// How far its action has come.
    #[serde(skip)]
    pub progress: Progress,
    /// Whether it has made its flanking move.
    pub moved: bool,
    /// Whether its side lies open after that move (7.3.3a).
    pub side_open: bool,
    /// Whether the player has shot at it while its side lay open, in this round.
    pub side_shot: bool,
    /// Whether a flank shot marker lies on it (7.2-Ja).
    pub flanked: bool,
    /// Whether it stays flanked to the end (7.4.5c).
    pub flanked_for_good: bool,
}

impl Enemy {
    /// Whether it is on the board in its own right.
    pub const fn on_board(&self) -> bool {
        !(self.mounted && matches!(self.class, Class::Inf))
    }

    /// Whether it is busy elsewhere and may turn to the tank when a round begins (7.2-4a, R14a).
    #[inline]
    pub fn looks_for_target(&self) -> bool {
        self.aim == Aim::Elsewhere && self.class != Class::W && self.on_board()
    }

    /// Whether it is infantry on foot.
    pub const fn on_foot(&self) -> bool {
        matches!(self.class, Class::Inf) && !self.mounted
    }
}

/// How a fight on a board ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The Germans are gone.
    Won,
    /// The player left the board.
    Withdrawn,
    /// His tank was lost.
    TankLost,
}

/// The Battle Board and the tallies of the fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Enemies in the order they were placed.
    pub enemies: ArrayVec<Enemy, MOST_ENEMIES>,
    /// The number of the next unit.
    pub next: u8,
    /// The range.
    pub range: Range,
    /// Smoke by [`Area`].
    pub smoke: [u8; Area::ALL.len()],
    /// Smoke on the player's own location.
    pub own_smoke: u8,
    /// How the fight ended, if it has.
    pub end: Option<End>,
    /// Enemies the player destroyed in this mission, by [`Class`].
    pub kills: [u8; Class::ALL.len()],
    /// Enemy vehicles he damaged and did not destroy.
    pub damaged: u8,
    /// Whether his tank has eliminated any unit (10.4).
    pub eliminated: bool,
    /// Whether the tank moved this round.
    pub moved: bool,
    /// Whether the Random Event of the mission has come.
    pub random_done: bool,
    /// Whether the Minefield of the mission has come.
    pub mines_done: bool,
    /// The round in which the player first helped his partner (10.2c), 0 for never.
    pub helped_in: u16,
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

impl Board {
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

    /// [7.1.4b, 7.3.5c] The enemy comes closer, out of the smoke in the areas. The range there is then, if there is a closer one.
    pub fn closes_in(&mut self) -> Option<Range> {
        let range = self.range.closer()?;
        (self.range, self.smoke) = (range, [0; 5]);
        Some(range)
    }

    /// Infantry that rides, one bit a place.
    #[inline]
    pub fn riding(&self) -> u32 {
        self.enemies.iter().rev().fold(0, |places, e| places << 1 | u32::from(!e.on_board()))
    }

    /// What does not last beyond a round: smoke thins, suppression ends (7.2-1).
    #[inline]
    pub fn wears_off(&mut self) {
        self.smoke.iter_mut().for_each(|level| *level = level.saturating_sub(1));
        self.own_smoke = self.own_smoke.saturating_sub(1);
        self.enemies.iter_mut().for_each(|e| e.suppressed = false);
    }

    /// Vehicles and anti-tank guns destroyed in this mission.
    pub fn vehicles_and_guns(&self) -> u8 {
        Class::ALL.iter().filter(|c| **c != Class::Inf).map(|c| self.kills[c.index()]).sum()
    }

    /// Tanks and SPGs destroyed in this mission.
    pub fn tanks_and_spgs(&self) -> u8 {
        self.kills[Class::T.index()] + self.kills[Class::Spg.index()]
    }
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
