//! A commander who tries his plans out in thought before he seals one.
//!
//! He puts together games that could be the one he sees and plays each on, the enemy led by a [`Heuristic`] commander, his own force
//! by one in each of several styles. The style that comes out best leads this turn; then single units try something else. Styles and
//! changes are compared on the same imagined games and the same dice, and what was learnt of a style is not forgotten at once. Before
//! the game he tries entry hexes or ways to set up in whole games.

use super::plan::Plan;
use super::value::value;
use super::{Heuristic, Style, sites};
use arrayvec::ArrayVec;
use hulldown_core::Generator;
use hulldown_core::game::{Game, Seat};
use hulldown_core::hex::{HexId, Side};
use hulldown_core::sim::{Policy, Sim};
use hulldown_tank::choice::{Ask, Choice};
use hulldown_tank::state::MOST_UNITS;
use hulldown_tank::words::Force;
use hulldown_tank::{Setup, Tank, View};
use std::time::{Duration, Instant};

/// How long a [`Rollout`] thinks. The numbers alone make it the same on every machine; the clock is a last resort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Imagined games that every style plays each turn; small forces, whose games are quick, play more.
    pub games: u32,
    /// Turns each is played on.
    pub turns: u16,
    /// Games that every opening is tried in.
    pub openings: u32,
    /// Changes to single units that are tried afterwards.
    pub changes: u32,
    /// The most time a turn may take; none to count on the numbers above alone.
    pub most: Option<Duration>,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { games: 6, turns: 14, openings: 12, changes: 0, most: None }
    }
}

/// The ways to lead a force that are tried, the usual one first.
const STYLES: [Style; 10] = [
    Style { caution: 1.0, push: 1.0, shoot: 1.0, lure: 0.6, still: false },
    Style { caution: 0.4, push: 2.0, shoot: 1.0, lure: 0.8, still: false },
    Style { caution: 1.8, push: 0.5, shoot: 1.0, lure: 0.5, still: false },
    Style { caution: 1.0, push: 1.0, shoot: 1.0, lure: 0.6, still: true },
    Style { caution: 1.0, push: 3.0, shoot: 0.6, lure: 0.6, still: false },
    Style { caution: 1.0, push: 1.0, shoot: 3.0, lure: 1.2, still: false },
    Style { caution: 2.5, push: 0.0, shoot: 0.5, lure: 0.2, still: false },
    Style { caution: 0.2, push: 5.0, shoot: 0.3, lure: 0.3, still: false },
    Style { caution: 0.7, push: 0.0, shoot: 2.0, lure: 0.8, still: false },
    Style { caution: 0.6, push: 2.5, shoot: 2.0, lure: 1.0, still: false },
];

/// How many entry hexes or ways to set up are tried.
const OPENINGS: usize = 10;
/// An opening is tried for no more turns than this.
const OPENING_TURNS: u16 = 40;

/// How much of what a style has shown still counts a turn later.
const MEMORY: f32 = 0.75;
/// What the usual style is ahead by at first.
const HABIT: f32 = 0.01;
/// What a single unit's change must gain.
const WORTH_A_CHANGE: f32 = 0.015;

/// What a style has shown.
#[derive(Clone, Copy, Debug, Default)]
struct Shown {
    sum: f32,
    count: f32,
}

impl Shown {
    fn add(&mut self, value: f32) {
        self.sum += value;
        self.count += 1.0;
    }

    fn mean(self) -> f32 {
        if self.count > 0.0 { self.sum / self.count } else { 0.0 }
    }
}

/// What one seat's commander has learnt in this game.
#[derive(Clone, Debug)]
struct Notes {
    shown: [Shown; STYLES.len()],
    plans: Vec<Plan>,
    /// Own hexes a turn ago and now, as the enemy saw them.
    own: [Vec<HexId>; 2],
    turn: u16,
}

impl Notes {
    fn new() -> Notes {
        Notes {
            shown: Default::default(),
            plans: vec![Plan::default(); STYLES.len()],
            own: [Vec::with_capacity(32), Vec::with_capacity(32)],
            turn: 0,
        }
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
    notes: [Notes; 2],
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
            notes: [Notes::new(), Notes::new()],
            played: 0,
        }
    }

    /// Plays on from a world with a plan for this turn and a style for those to come, and says what came of it.
    fn play(&mut self, world: &Tank, seat: Seat, plan: &Plan, style: Style, seed: u64) -> f32 {
        let mut game = world.clone();
        let d = Tank::data();
        let end = world.turn + self.effort.turns;
        let (own, other) = (seat.index(), 1 - seat.index());
        self.mind.styles[own] = style;
        self.mind.styles[other] = Style::default();
        let (mine, head) = (&mut self.mind.desks[own], &self.head.desks[own]);
        mine.plan.clone_from(plan);
        mine.plan.begun = Default::default();
        mine.before.clone_from(&head.before);
        mine.now.clone_from(&head.now);
        mine.noted = head.noted;
        mine.searched.clone_from(&head.searched);
        mine.target = head.target;
        mine.faced = 0;
        let theirs = &mut self.mind.desks[other];
        theirs.clear();
        theirs.now.extend(self.notes[own].own[0].iter().copied().take(theirs.now.capacity()));
        let mut sim = Sim::new(&mut self.mind, Generator::new(seed));
        while !game.is_over() && game.turn < end {
            // This table always answers.
            let _ = game.advance(d, &mut sim);
        }
        self.played += 1;
        value(&game, d, Force::of(seat))
    }

    /// Compares styles and changes to the best plan; the head's plan afterwards is the one to seal.
    fn think(&mut self, view: &View<'_>, seat: Seat) {
        let at = seat.index();
        let notes = &mut self.notes[at];
        if view.turn() < notes.turn {
            notes.shown = Default::default();
        }
        if notes.turn != view.turn() {
            notes.own.swap(0, 1);
            notes.own[1].clear();
            notes.own[1].extend(view.units().iter().filter_map(|unit| unit.hex()));
            notes.turn = view.turn();
        }
        let start = Instant::now();
        let most = self.effort.most;
        let late = || most.is_some_and(|most| start.elapsed() > most);
        if view.enemies().next().is_none() {
            self.head.plan(view, seat, STYLES[0], false);
            return;
        }
        let changes = self.effort.changes > 0;
        for (n, style) in STYLES.iter().enumerate() {
            self.head.plan(view, seat, *style, changes);
            self.notes[at].plans[n].clone_from(&self.head.desks[at].plan);
        }
        let seed = self.dice.new_seed();
        let units = view.standing(Force::Alpha).units + view.standing(Force::Bravo).units;
        let games = self.effort.games * (40 / u32::from(units.max(1))).clamp(1, 4);
        let plans = std::mem::take(&mut self.notes[at].plans);
        let mut shown = self.notes[at].shown;
        shown.iter_mut().for_each(|s| (s.sum, s.count) = (s.sum * MEMORY, s.count * MEMORY));
        // All styles on some games, the better half on more, the best three on as many again.
        let mut in_play = [true; STYLES.len()];
        let mut nth = 0;
        for keep in [STYLES.len(), 5, 3] {
            retain(&mut in_play, &shown, keep);
            for _ in 0..games {
                let seed = seed.wrapping_add(nth);
                nth += 1;
                let mut dice = Generator::new(seed);
                let world = view.imagine(&mut |n| dice.below(n));
                for n in (0..STYLES.len()).filter(|n| in_play[*n]) {
                    shown[n].add(self.play(&world, seat, &plans[n], STYLES[n], seed));
                }
                if late() {
                    break;
                }
            }
        }
        self.notes[at].shown = shown;
        let best = best(&in_play, &shown);
        let mut plan = plans[best].clone();
        self.notes[at].plans = plans;
        if changes {
            self.change(view, seat, &mut plan, STYLES[best], games, &late);
        }
        plan.begun = Default::default();
        self.head.desks[at].plan.clone_from(&plan);
        self.head.styles[at] = STYLES[best];
    }

    /// Single units do something else, one after the other; what is better stays.
    fn change(
        &mut self,
        view: &View<'_>,
        seat: Seat,
        best: &mut Plan,
        style: Style,
        games: u32,
        late: &dyn Fn() -> bool,
    ) {
        let units = view.units().len() as u32;
        let mut plan = best.clone();
        for _ in 0..self.effort.changes {
            if late() || units == 0 {
                return;
            }
            let n = self.dice.below(units) as usize;
            if best.others[n].is_empty() {
                continue;
            }
            plan.clone_from(best);
            let other = best.others[n][self.dice.below(best.others[n].len() as u32) as usize];
            plan.wanted[n] = other;
            let fresh = self.dice.new_seed();
            let (mut old, mut new) = (0.0, 0.0);
            let games = 3 * games;
            for k in 0..games {
                let seed = fresh.wrapping_add(u64::from(k));
                let mut dice = Generator::new(seed);
                let world = view.imagine(&mut |n| dice.below(n));
                old += self.play(&world, seat, best, style, seed);
                new += self.play(&world, seat, &plan, style, seed);
                // Clearly no better after a few: enough.
                if k == games / 3 && new <= old {
                    break;
                }
            }
            if new > old + WORTH_A_CHANGE * games as f32 {
                best.clone_from(&plan);
                best.others[n].retain(|plot| *plot != other);
            }
        }
    }
}

/// What has shown most; the first has a little start.
fn best(in_play: &[bool], shown: &[Shown]) -> usize {
    let mut best = (0, f32::MIN);
    for (n, s) in shown.iter().enumerate().filter(|(n, _)| in_play[*n]) {
        let mean = s.mean() + if n == 0 { HABIT } else { 0.0 };
        if mean > best.1 {
            best = (n, mean);
        }
    }
    best.0
}

/// Only the best so many stay in play.
fn retain(in_play: &mut [bool], shown: &[Shown], keep: usize) {
    let mut left = in_play.iter().filter(|yes| **yes).count();
    while left > keep {
        let worst =
            (0..shown.len()).filter(|n| in_play[*n]).min_by(|a, b| shown[*a].mean().total_cmp(&shown[*b].mean()));
        let Some(worst) = worst else { return };
        in_play[worst] = false;
        left -= 1;
    }
}

/// An opening: where to enter, or where everyone waits.
#[derive(Clone, Debug, Default)]
struct Opening {
    entry: Option<HexId>,
    sites: ArrayVec<(HexId, Side), MOST_UNITS>,
}

impl Rollout {
    /// Tries openings in whole games from the start, and keeps the best.
    fn open(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) {
        let (own, other, d) = (seat.index(), 1 - seat.index(), Tank::data());
        let ground = view.ground();
        let setup = Setup {
            scenario: view.scenario().id.id().into(),
            mode: view.mode().id().into(),
            sheets: ground.layout().id(),
            ..Setup::default()
        };
        let Ok(start) = Tank::new(&setup, d) else { return };
        let mut openings: ArrayVec<Opening, OPENINGS> = ArrayVec::new();
        for n in 0..OPENINGS {
            let mut opening = Opening::default();
            if ask == Ask::Entry {
                let nth = (n * options.len() + self.dice.below(options.len() as u32) as usize) / OPENINGS;
                if let Some(Choice::At(hex)) = options.get(nth) {
                    opening.entry = ground.id(*hex);
                }
            } else {
                for unit in 0..view.units().len() as u8 {
                    sites::column(view, &mut opening.sites, &mut self.dice, unit, options);
                }
            }
            openings.push(opening);
        }
        let mut shown = [Shown::default(); OPENINGS];
        let mut in_play = [true; OPENINGS];
        self.mind.styles = [Style::default(); 2];
        for keep in [OPENINGS, 5, 3] {
            retain(&mut in_play, &shown, keep);
            let seed = self.dice.new_seed();
            for k in 0..self.effort.openings {
                for n in (0..OPENINGS).filter(|n| in_play[*n]) {
                    let mine = &mut self.mind.desks[own];
                    mine.entry = openings[n].entry;
                    mine.sites.clone_from(&openings[n].sites);
                    mine.settled = true;
                    (self.mind.desks[other].entry, self.mind.desks[other].settled) = (None, false);
                    let mut game = start.clone();
                    let mut sim = Sim::new(&mut self.mind, Generator::for_game(seed, u64::from(k)));
                    while !game.is_over() && game.turn < OPENING_TURNS {
                        // This table always answers.
                        let _ = game.advance(d, &mut sim);
                    }
                    self.played += 1;
                    shown[n].add(value(&game, d, Force::of(seat)));
                }
            }
        }
        let best = &openings[best(&in_play, &shown)];
        let desk = &mut self.head.desks[own];
        desk.entry = best.entry;
        desk.sites.clone_from(&best.sites);
        desk.settled = true;
    }
}

impl Policy<Tank> for Rollout {
    fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        if matches!(ask, Ask::Entry | Ask::SiteColumn(0)) && self.effort.openings > 0 {
            self.head.fit(view);
            self.mind.fit(view);
            self.open(view, seat, ask, options);
        }
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
