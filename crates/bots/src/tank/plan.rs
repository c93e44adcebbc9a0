//! A whole turn thought through at once: who fires at what, who moves where, who waits for what.

use super::eye::{Eye, Own, Spot};
use super::goals::Intent;
use super::reach::Reach;
use super::ways::no_moves;
use super::{Desk, Style};
use arrayvec::ArrayVec;
use hulldown_core::dice::Generator;
use hulldown_core::hex::HexId;
use hulldown_tank::state::{MOST_UNITS, Plot};
use hulldown_tank::words::{Force, Kind, Situation, Task};

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
    /// What else a unit could do, the most different first.
    pub(super) others: [ArrayVec<Plot, 5>; MOST_UNITS],
    /// How often each unit's plot has been begun.
    pub(super) begun: [u8; MOST_UNITS],
}

impl Default for Plan {
    fn default() -> Self {
        Plan { turn: 0, wanted: [Plot::default(); MOST_UNITS], others: Default::default(), begun: [0; MOST_UNITS] }
    }
}

/// Memory that plans are made in.
#[derive(Clone, Debug)]
pub(super) struct Work {
    pub(super) reach: Reach,
    pub(super) spots: Vec<Spot>,
    /// Hexes on a line of fire, or held by someone, by the plan they belong to.
    pub(super) closed: Vec<u32>,
    pub(super) held: Vec<u32>,
    pub(super) stamp: u32,
    salt: u32,
}

impl Work {
    pub(super) fn new(hexes: usize) -> Work {
        Work {
            reach: Reach::new(hexes),
            spots: vec![Spot::default(); hexes],
            closed: vec![0; hexes],
            held: vec![0; hexes],
            stamp: 0,
            salt: 0,
        }
    }

    pub(super) fn hexes(&self) -> usize {
        self.spots.len()
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
    /// Whether other possibilities are wanted too.
    pub(super) others: bool,
    pub(super) intent: Intent,
}

/// A task and where it points.
pub(super) fn plot(task: Task, target: Option<HexId>) -> Plot {
    Plot { task: Some(task), target, ..Plot::default() }
}

impl Planner<'_, '_> {
    pub(super) fn plan(&mut self, desk: &mut Desk, dice: &mut Generator) {
        self.work.stamp += 1;
        self.work.salt = dice.below(u32::MAX);
        let plan = &mut desk.plan;
        plan.turn = self.eye.view.turn();
        plan.wanted = [Plot::default(); MOST_UNITS];
        plan.begun = [0; MOST_UNITS];
        plan.others.iter_mut().for_each(ArrayVec::clear);
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
        let mut moves = [no_moves(); MOST_UNITS];
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
            if !self.style.still && (self.others || !self.has_target(&own)) {
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
                let mut best = moves[i].best;
                if fires[i] {
                    self.note(&mut desk.plan, n, &[moves[i].safest.plot, moves[i].boldest.plot, best.plot]);
                    continue;
                }
                if !self.open(&own, &best) {
                    let goal = self.goal(desk, &own);
                    moves[i] = self.moves(&own, goal);
                    best = moves[i].best;
                }
                if best.score > stay[i] + 0.004 {
                    desk.plan.wanted[n] = best.plot;
                    if let Some(end) = best.end {
                        self.work.held[end.index()] = stamp;
                    }
                    let wait = if self.others { self.wait(&own) } else { Plot::default() };
                    self.note(&mut desk.plan, n, &[wait, moves[i].safest.plot, moves[i].boldest.plot]);
                    continue;
                }
            }
            if !fires[i] {
                let wait = self.wait(&own);
                desk.plan.wanted[n] = wait;
                if let (Some(Task::Of), Some(target)) = (wait.task, wait.target) {
                    self.close_line(own.hex, target);
                }
                self.note(&mut desk.plan, n, &[moves[i].best.plot, moves[i].safest.plot, moves[i].boldest.plot]);
            }
        }
        if self.others {
            for (i, fires) in fires.iter().enumerate().take(count) {
                let own = self.eye.own[i];
                let plots = [self.best_shot(&own), if *fires { self.wait(&own) } else { Plot::default() }];
                self.note(&mut desk.plan, usize::from(own.n), &plots);
            }
        }
        self.enter(desk);
    }

    /// Whether a unit is in the half that holds this turn while the other half moves.
    fn holds(&self, own: &Own) -> bool {
        (u16::from(own.n) + self.eye.view.turn()).is_multiple_of(2)
    }

    /// The best shot of a unit by itself, whatever others do.
    pub(super) fn best_shot(&self, own: &Own) -> Plot {
        let eye = &self.eye;
        let mut best = (0.01, Plot::default());
        for (_, foe) in eye.each(own.seers).filter(|(_, foe)| foe.kind == Kind::Afv) {
            let worth = eye.worth(&own.gun, foe);
            if worth > best.0 && self.aims(own, foe.hex) {
                best = (worth, plot(Task::Df, Some(foe.hex)));
            }
        }
        best.1
    }

    /// Notes what else a unit could do.
    pub(super) fn note(&self, plan: &mut Plan, n: usize, plots: &[Plot]) {
        if !self.others {
            return;
        }
        for plot in plots {
            if *plot != plan.wanted[n] && !plan.others[n].contains(plot) {
                let _ = plan.others[n].try_push(*plot);
            }
        }
    }

    /// Whether a unit has so good a shot that it need not think of anything else.
    pub(super) fn has_target(&self, own: &Own) -> bool {
        let eye = &self.eye;
        eye.each(own.seers).any(|(_, foe)| {
            foe.kind == Kind::Afv
                && eye.worth(&own.gun, foe) >= 0.5
                && (own.turret || eye.ground.in_fan(own.hex, own.facing, foe.hex))
        })
    }
}
