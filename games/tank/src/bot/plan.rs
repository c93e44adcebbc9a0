//! A whole turn thought through at once: who fires at what, who moves where, who waits for what.

use super::eye::{Eye, HexWorth, Own};
use super::goals::Intent;
use super::reach::Reach;
use super::ways::no_move;
use super::{Desk, Style};
use crate::state::{MOST_UNITS, Plot};
use crate::words::{Force, Kind, Situation, Task};
use hulldown_core::hex::HexId;

/// What a danger or a shot of next turn counts against one of this turn.
pub(super) const NEXT_TURN: f32 = 0.7;
/// What holding is worth to the half that covers the other half's bound.
const HOLD: f32 = 0.06;

/// What is to be plotted for each unit.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The Game-Turn it is for; 0 for none.
    pub(super) turn: u16,
    pub(super) wanted: [Plot; MOST_UNITS],
    /// How often each unit's plot has been begun.
    pub(super) begun: [u8; MOST_UNITS],
}

impl Default for Plan {
    fn default() -> Self {
        Plan { turn: 0, wanted: [Plot::default(); MOST_UNITS], begun: [0; MOST_UNITS] }
    }
}

/// Memory that plans are made in.
#[derive(Clone, Debug)]
pub(super) struct Work {
    pub(super) reach: Reach,
    pub(super) hexes: Vec<HexWorth>,
    /// Hexes on a line of fire, or held by someone, by the plan they belong to.
    pub(super) closed: Vec<u32>,
    pub(super) held: Vec<u32>,
    pub(super) stamp: u32,
    /// Hexes looked at so far, and enemies seen from them: what planning costs.
    pub(super) looks: u64,
    salt: u32,
}

impl Work {
    pub(super) fn new(hexes: usize) -> Work {
        Work {
            reach: Reach::new(hexes),
            hexes: vec![HexWorth::default(); hexes],
            closed: vec![0; hexes],
            held: vec![0; hexes],
            stamp: 0,
            looks: 0,
            salt: 0,
        }
    }

    pub(super) fn hexes(&self) -> usize {
        self.hexes.len()
    }

    /// A little chance among what is nearly equal.
    pub(super) fn tie(&self, hex: HexId) -> f32 {
        let mixed = (u32::from(hex.0).wrapping_mul(0x9E37_79B1) ^ self.salt).wrapping_mul(0x85EB_CA6B);
        (mixed >> 24) as f32 * 0.00006
    }
}

/// One who plans.
pub(super) struct Planner<'a, 'v> {
    pub(super) eye: Eye<'v>,
    pub(super) work: &'a mut Work,
    pub(super) style: &'a Style,
    pub(super) intent: Intent,
}

/// A task and where it points.
pub(super) fn plot(task: Task, target: Option<HexId>) -> Plot {
    Plot { task: Some(task), target, ..Plot::default() }
}

impl Planner<'_, '_> {
    pub(super) fn plan(&mut self, desk: &mut Desk) {
        self.work.stamp += 1;
        self.work.salt = self.eye.salt();
        let plan = &mut desk.plan;
        plan.turn = self.eye.view.turn();
        plan.wanted = [Plot::default(); MOST_UNITS];
        plan.begun = [0; MOST_UNITS];
        let stamp = self.work.stamp;
        for foe in &self.eye.foes {
            self.work.closed[foe.hex.index()] = stamp;
        }
        for own in &self.eye.own {
            self.work.held[own.hex.index()] = stamp;
        }
        let count = self.eye.own.len();
        let hunts = self.eye.view.scenario().situation == Situation::At;
        if hunts && self.eye.force == Force::Alpha {
            desk.search(&self.eye);
        }
        if desk.contact == 0 && !self.eye.foes.is_empty() {
            desk.contact = self.eye.view.turn();
        }
        self.intent = self.intent(desk);
        // What each would do if it did not fire.
        let mut stay = [0.0f32; MOST_UNITS];
        let mut moves = [no_move(); MOST_UNITS];
        for i in 0..count {
            let own = self.eye.own[i];
            if own.kind != Kind::Afv {
                continue;
            }
            let goal = self.goal(desk, &own);
            stay[i] = self.staying(&own, goal);
            if self.intent.bounds && self.holds(&own) {
                stay[i] += HOLD;
            }
            // Who gives ground does so whatever he could shoot at.
            if !self.style.still && (self.style.push < 0.0 || !self.has_target(&own)) {
                moves[i] = self.moves(&own, goal);
            }
        }
        let mut fires = [false; MOST_UNITS];
        self.shell(&mut desk.plan, &mut fires, &stay, &moves);
        self.shoot(&mut desk.plan, &mut fires, &stay, &moves);
        for i in 0..count {
            let own = self.eye.own[i];
            let n = usize::from(own.n);
            if own.kind == Kind::Afv && !self.style.still {
                if fires[i] {
                    continue;
                }
                let mut best = moves[i];
                if !self.open(&own, &best) {
                    let goal = self.goal(desk, &own);
                    best = self.moves(&own, goal);
                }
                if best.score > stay[i] + 0.004 {
                    desk.plan.wanted[n] = best.plot;
                    if let Some(end) = best.end {
                        self.work.held[end.index()] = stamp;
                    }
                    continue;
                }
            }
            if !fires[i] {
                let wait = self.wait(&own);
                desk.plan.wanted[n] = wait;
                if let (Some(Task::Of), Some(target)) = (wait.task, wait.target) {
                    self.close_line(own.hex, target);
                }
            }
        }
        // Who gives ground brings nobody on.
        if self.style.push >= 0.0 {
            self.enter(desk);
        }
    }

    /// Whether a unit is in the half that holds this turn while the other half moves.
    fn holds(&self, own: &Own) -> bool {
        (u16::from(own.n) + self.eye.view.turn()).is_multiple_of(2)
    }

    /// Whether a unit has so good a shot that it need not think of anything else.
    pub(super) fn has_target(&self, own: &Own) -> bool {
        let eye = &self.eye;
        eye.each(own.seers).any(|(_, foe)| {
            foe.kind == Kind::Afv && eye.worth(&own.gun, foe) >= 0.5 && own.aims_at(eye.ground, foe.hex)
        })
    }
}
