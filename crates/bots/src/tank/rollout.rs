//! A commander who tries his plans out in thought before he seals one.
//!
//! He puts together games that could be the one he sees, plays each a few turns on with [`Heuristic`] commanders on both sides, and
//! keeps the plan that came out best. Plans are compared on the same imagined games and the same dice.

use super::plan::Plan;
use super::value::value;
use super::{Heuristic, Style};
use hulldown_core::game::{Game, Seat};
use hulldown_core::sim::{Policy, Sim};
use hulldown_core::Generator;
use hulldown_core::hex::HexId;
use hulldown_tank::choice::{Ask, Choice};
use hulldown_tank::words::Force;
use hulldown_tank::{Tank, View};
use std::time::{Duration, Instant};

/// How long a [`Rollout`] thinks. The numbers alone make it the same on every machine; the clock is a last resort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Imagined games that whole plans are compared on first.
    pub first: u32,
    /// Imagined games that the better plans, and changes to the best, are compared on.
    pub then: u32,
    /// Turns each is played on.
    pub turns: u16,
    /// Changes to single units that are tried.
    pub changes: u32,
    /// The most time a turn may take; none to count on the numbers above alone.
    pub most: Option<Duration>,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { first: 8, then: 24, turns: 4, changes: 12, most: None }
    }
}

/// The ways to look at a turn that whole plans are made of.
const STYLES: [Style; 7] = [
    Style { caution: 0.4, push: 2.0, shoot: 1.0, lure: 0.8, still: false },
    Style { caution: 1.8, push: 0.5, shoot: 1.0, lure: 0.5, still: false },
    Style { caution: 1.0, push: 1.0, shoot: 1.0, lure: 0.6, still: true },
    Style { caution: 1.0, push: 3.0, shoot: 0.6, lure: 0.6, still: false },
    Style { caution: 1.0, push: 1.0, shoot: 3.0, lure: 1.2, still: false },
    Style { caution: 2.5, push: 0.0, shoot: 0.5, lure: 0.2, still: false },
    Style { caution: 0.2, push: 5.0, shoot: 0.3, lure: 0.3, still: false },
];

/// The most plans compared at once.
const MOST_PLANS: usize = STYLES.len() + 1;

/// A plan under trial.
#[derive(Clone, Debug)]
struct Trial {
    plan: Plan,
    sum: f32,
    count: u32,
}

impl Trial {
    fn mean(&self) -> f32 {
        self.sum / self.count.max(1) as f32
    }
}

/// A commander who plays on in thought.
#[derive(Clone, Debug)]
pub struct Rollout {
    /// Makes the plans and gives the answers.
    head: Heuristic,
    /// Plays both sides in thought.
    mind: Heuristic,
    effort: Effort,
    dice: Generator,
    trials: Vec<Trial>,
    /// Own hexes a turn ago and now, as the enemy saw them.
    own: [Vec<HexId>; 2],
    noted: u16,
    /// Games played in thought so far.
    pub played: u64,
}

impl Rollout {
    /// A commander with his own stream of chance.
    pub fn new(seed: u64, effort: Effort) -> Rollout {
        let mut dice = Generator::new(seed ^ 0x5EED_0F7A_4B1D);
        Rollout {
            head: Heuristic::new(seed),
            mind: Heuristic::new(dice.new_seed()),
            effort,
            dice,
            trials: Vec::with_capacity(MOST_PLANS),
            own: [Vec::with_capacity(32), Vec::with_capacity(32)],
            noted: 0,
            played: 0,
        }
    }

    /// Plays on from a world with a plan, and says what came of it.
    fn play(&mut self, world: &Tank, seat: Seat, plan: &Plan, seed: u64) -> f32 {
        let mut game = world.clone();
        let d = Tank::data();
        let end = world.turn + self.effort.turns;
        let (own, other) = (seat.index(), 1 - seat.index());
        self.mind.desks[own].plan.clone_from(plan);
        self.mind.desks[own].before.clone_from(&self.head.desks[own].before);
        self.mind.desks[own].now.clone_from(&self.head.desks[own].now);
        self.mind.desks[own].noted = self.head.desks[own].noted;
        self.mind.desks[own].searched.clone_from(&self.head.desks[own].searched);
        self.mind.desks[own].target = self.head.desks[own].target;
        let theirs = &mut self.mind.desks[other];
        theirs.clear();
        theirs.now.extend(self.own[0].iter().copied().take(theirs.now.capacity()));
        let mut sim = Sim::new(&mut self.mind, Generator::new(seed));
        while !game.is_over() && game.turn < end {
            // This table always answers.
            let _ = game.advance(d, &mut sim);
        }
        self.played += 1;
        value(&game, d, Force::of(seat))
    }

    /// A game that could be this one.
    fn world(&mut self, view: &View<'_>, seed: u64) -> Tank {
        let mut dice = Generator::new(seed);
        view.imagine(&mut |n| dice.below(n))
    }

    /// Compares plans and changes to them; the best is the head's plan afterwards.
    fn think(&mut self, view: &View<'_>, seat: Seat) {
        let at = seat.index();
        if self.noted != view.turn() {
            self.own.swap(0, 1);
            self.own[1].clear();
            self.own[1].extend(view.units().iter().filter_map(|unit| unit.hex()));
            self.noted = view.turn();
        }
        let start = Instant::now();
        let late = |most: Option<Duration>| most.is_some_and(|most| start.elapsed() > most);
        self.head.plan(view, seat, self.head.style, true);
        let base = self.head.desks[at].plan.clone();
        if view.enemies().next().is_none() {
            return;
        }
        let seed = self.dice.new_seed();
        self.trials.clear();
        self.trials.push(Trial { plan: base, sum: 0.0, count: 0 });
        for style in &STYLES {
            self.head.plan(view, seat, *style, true);
            let plan = &self.head.desks[at].plan;
            if self.trials.iter().all(|trial| trial.plan.wanted != plan.wanted) {
                self.trials.push(Trial { plan: plan.clone(), sum: 0.0, count: 0 });
            }
        }
        let mut trials = std::mem::take(&mut self.trials);
        // All plans on a few games, the better half on some more, the best two on all.
        let mut from = 0;
        for (until, keep) in [(self.effort.first, 4), (self.effort.then / 2, 2), (self.effort.then, 1)] {
            if trials.len() > 1 {
                for n in from..until {
                    let seed = seed.wrapping_add(u64::from(n));
                    let world = self.world(view, seed);
                    for trial in &mut trials {
                        trial.sum += self.play(&world, seat, &trial.plan, seed);
                        trial.count += 1;
                    }
                    if late(self.effort.most) {
                        break;
                    }
                }
            }
            from = from.max(until);
            // The first plan wins ties: sorting is stable.
            trials.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            trials.truncate(keep);
        }
        let mut best = trials.swap_remove(0);
        trials.clear();
        self.trials = trials;
        self.change(view, seat, seed, &mut best, &late);
        self.head.desks[at].plan.clone_from(&best.plan);
        self.head.desks[at].plan.begun = Default::default();
    }

    /// Single units do something else, one after the other; what is better stays.
    fn change(
        &mut self,
        view: &View<'_>,
        seat: Seat,
        seed: u64,
        best: &mut Trial,
        late: &dyn Fn(Option<Duration>) -> bool,
    ) {
        let units = view.units().len() as u32;
        if units == 0 {
            return;
        }
        let mut plan = best.plan.clone();
        for _ in 0..self.effort.changes {
            if late(self.effort.most) {
                return;
            }
            let n = self.dice.below(units) as usize;
            let others = &best.plan.others[n];
            if others.is_empty() {
                continue;
            }
            plan.clone_from(&best.plan);
            let other = others[self.dice.below(others.len() as u32) as usize];
            plan.wanted[n] = other;
            // Played side by side on games both have not seen.
            let fresh = self.dice.new_seed() ^ seed;
            let (mut old, mut new) = (0.0, 0.0);
            for k in 0..self.effort.then {
                let seed = fresh.wrapping_add(u64::from(k));
                let world = self.world(view, seed);
                old += self.play(&world, seat, &best.plan, seed);
                new += self.play(&world, seat, &plan, seed);
                // Clearly worse after a few: enough.
                if k == self.effort.then / 3 && new < old {
                    break;
                }
            }
            if new > old + 0.01 * self.effort.then as f32 {
                best.plan.clone_from(&plan);
                best.plan.others[n].retain(|plot| *plot != other);
            }
        }
    }
}

impl Policy<Tank> for Rollout {
    fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        if matches!(ask, Ask::Plot | Ask::Task(_)) {
            self.head.fit(view);
            self.mind.fit(view);
            if self.head.desks[seat.index()].plan.turn != view.turn() {
                self.think(view, seat);
            }
        }
        self.head.decide(view, seat, ask, options)
    }
}
