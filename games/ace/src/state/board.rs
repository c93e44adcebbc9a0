//! The Battle Board and the enemies on it.

use crate::words::{Area, Class, Part, Range, UnitType};
use arrayvec::ArrayVec;
use hulldown_core::game::{Seat, UnitId};
use serde::{Deserialize, Serialize};

/// The most enemy counters on one Battle Board.
pub const MOST_ENEMIES: usize = 24;

/// Whom an enemy targets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EnemyAim {
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
    pub aim: EnemyAim,
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
    /// A unit fresh on the board, busy elsewhere.
    #[inline]
    pub const fn new(id: UnitId, class: Class, kind: Option<UnitType>, area: Area, steps: u8) -> Enemy {
        Enemy {
            id,
            class,
            kind,
            area,
            steps,
            aim: EnemyAim::Elsewhere,
            drawn: false,
            mounted: false,
            dug_in: false,
            hull_down: false,
            suppressed: false,
            buttoned: false,
            immobilized: false,
            damaged: None,
            has_fired: false,
            progress: Progress::Ahead,
            moved: false,
            side_open: false,
            side_shot: false,
            flanked: false,
            flanked_for_good: false,
        }
    }

    /// Whether it is on the board in its own right.
    pub const fn on_board(&self) -> bool {
        !(self.mounted && matches!(self.class, Class::Inf))
    }

    /// Whether it is busy elsewhere and may turn to the tank when a round begins (7.2-4a, R14a).
    #[inline]
    pub fn looks_for_target(&self) -> bool {
        self.aim == EnemyAim::Elsewhere && self.class != Class::W && self.on_board()
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

impl Board {
    /// Where an enemy stands in the order of play. Units are numbered from 1 as they come: none stands farther back than its number says,
    /// and most stand just there.
    #[inline]
    pub fn place_of(&self, id: UnitId) -> Option<usize> {
        let most = usize::from(id.0).min(self.enemies.len());
        let found = (0..most).rev().find(|at| self.enemies[*at].id == id);
        found.or_else(|| self.enemies.iter().position(|enemy| enemy.id == id))
    }

    /// An enemy by its number.
    #[inline]
    pub fn enemy(&self, id: UnitId) -> Option<&Enemy> {
        self.place_of(id).map(|at| &self.enemies[at])
    }

    /// An enemy by its number.
    #[inline]
    pub fn enemy_mut(&mut self, id: UnitId) -> Option<&mut Enemy> {
        self.place_of(id).map(|at| &mut self.enemies[at])
    }

    /// [7.1.4b, 7.3.5c] The enemy comes closer, out of the smoke in the areas. The range there is then, if there is a closer one.
    pub fn closes_in(&mut self) -> Option<Range> {
        let range = self.range.closer()?;
        (self.range, self.smoke) = (range, [0; 5]);
        Some(range)
    }

    /// What does not last beyond a round: smoke thins, suppression ends (7.2-1).
    #[inline]
    pub fn wears_off(&mut self) {
        self.smoke.iter_mut().for_each(|level| *level = level.saturating_sub(1));
        self.own_smoke = self.own_smoke.saturating_sub(1);
        self.enemies.iter_mut().for_each(|enemy| enemy.suppressed = false);
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
