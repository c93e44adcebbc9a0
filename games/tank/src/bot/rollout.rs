//! A commander who tries his plans out in thought before he seals one.
//!
//! He puts together games that could be the one he sees and plays each on, the enemy led by a [`Heuristic`] commander, his own force
//! by one in each of several styles. The style that comes out best leads this turn. All are compared on the same imagined games with
//! the usual style as the measure: everyone plays some, the better half more, the best three most. What was learnt of a style is not
//! forgotten at once. Before the game he tries the styles in whole games, then entry hexes or ways to set up with the best of them.

use super::eye::Eye;
use super::plan::Plan;
use super::value::value;
use super::{Heuristic, Style, sites};
use crate::imagine::Imagined;
use crate::state::MOST_UNITS;
use crate::talk::{Ask, Choice};
use crate::words::Force;
use crate::{Tank, View};
use arrayvec::ArrayVec;
use hulldown_core::game::Seat;
use hulldown_core::hex::{HexId, Side};
use hulldown_core::sim::{Policy, Sim};
use hulldown_core::{Generator, Limit};
use std::time::{Duration, Instant};

/// How long a [`Rollout`] thinks. The numbers alone make it the same on every machine; the clock is a last resort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Decisions in imagined games each turn, and a part of one for every hex looked at: two million or so take a second.
    pub thoughts: u64,
    /// Turns an imagined game is played on; twice as many in column and where the scenario has a last turn.
    pub turns: u16,
    /// The same in whole games before the game, to find a style and an opening; none to do without.
    pub openings: u64,
    /// The most time a turn may take; none to count on the numbers above alone.
    pub most: Option<Duration>,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { thoughts: 500_000, turns: 14, openings: 1_500_000, most: None }
    }
}

/// The ways to lead a force that are tried, the usual one first.
const STYLES: [Style; 14] = [
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
    Style { caution: 1.0, push: 1.0, shoot: 1.0, lure: 0.2, still: false },
    Style { caution: 0.5, push: 1.0, shoot: 1.0, lure: 0.6, still: false },
    Style { caution: 2.0, push: -2.0, shoot: 0.5, lure: 0.2, still: false },
    Style { caution: 1.2, push: -1.0, shoot: 1.5, lure: 0.6, still: false },
];

/// So many hexes or enemies looked at take as long as a decision.
const LOOKS: u64 = 7;

/// How many entry hexes or ways to set up are tried.
const OPENINGS: usize = 12;
/// An opening is tried for no more turns than this.
const OPENING_TURNS: u16 = 40;

/// The most decisions one game in thought takes before it is measured where it stands: far more than any that gets anywhere.
const MOST_DECISIONS: u64 = 50_000;

/// How much of what a style has shown still counts a turn later.
const MEMORY: f32 = 0.75;
/// How much of what a style has shown before the game counts in it.
const OPENING_MEMORY: f32 = 0.5;
/// Games before something that has shown well is believed.
const DOUBT: f32 = 6.0;
/// A game with no more hope than this, or danger, or difference between styles, is not thought about any longer.
const CLOSED: f32 = 0.015;
/// Games of everyone before it is known what a game takes.
const FIRST: u64 = 2;
/// The most games of everyone after that.
const MOST_GAMES: u64 = 40;

/// What something has shown against the usual.
#[derive(Clone, Copy, Debug, Default)]
struct Shown {
    sum: f32,
    count: f32,
}

impl Shown {
    fn add(&mut self, gain: f32) {
        self.sum += gain;
        self.count += 1.0;
    }

    /// What was shown a while ago counts for less.
    fn fade(&mut self, memory: f32) {
        (self.sum, self.count) = (self.sum * memory, self.count * memory);
    }

    /// What it may be expected to gain: little was shown by few games.
    fn gain(self) -> f32 {
        self.sum / (self.count + DOUBT)
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
    /// Whether the game was as good as over when it was last thought about.
    closed: bool,
}

impl Notes {
    fn new() -> Notes {
        Notes {
            shown: Default::default(),
            plans: vec![Plan::default(); STYLES.len()],
            own: [Vec::with_capacity(32), Vec::with_capacity(32)],
            turn: 0,
            closed: false,
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
    /// What has been thought so far, in decisions.
    pub thoughts: u64,
    /// How long he may think, whatever his effort.
    limit: Limit,
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
            thoughts: 0,
            limit: Limit::NONE,
        }
    }

    /// Plays on from a world with a plan for this turn and a style for those to come, and says what came of it.
    fn play(&mut self, world: &Imagined, seat: Seat, plan: &Plan, style: Style, seed: u64) -> f32 {
        let mut game = world.clone();
        let view = world.view(Force::of(seat));
        let (own, other) = (seat.index(), 1 - seat.index());
        // A game that has a last turn is played to it, or nearly; a column needs time to meet anybody.
        let far = view.scenario().info.turn_limit.is_some() || view.army().in_column;
        let end = view.turn() + self.effort.turns * if far { 2 } else { 1 };
        self.mind.styles[own] = style;
        self.mind.styles[other] = Style::default();
        let (mine, head) = (&mut self.mind.desks[own], &self.head.desks[own]);
        mine.plan.clone_from(plan);
        mine.plan.begun = Default::default();
        mine.before.clone_from(&head.before);
        mine.now.clone_from(&head.now);
        mine.noted = head.noted;
        mine.contact = head.contact;
        mine.searched.clone_from(&head.searched);
        mine.target = head.target;
        mine.faced = 0;
        (mine.asked, mine.unsure) = (Some(view.turn()), false);
        let theirs = &mut self.mind.desks[other];
        theirs.clear();
        (theirs.asked, theirs.unsure) = (Some(view.turn()), false);
        theirs.contact = self.head.desks[own].contact;
        theirs.now.extend(self.notes[own].own[0].iter().copied().take(theirs.now.capacity()));
        self.play_on(&mut game, end, Generator::new(seed));
        value(&game.view(Force::Alpha), Force::of(seat))
    }

    /// Plays a game in thought until a turn.
    fn play_on(&mut self, game: &mut Imagined, end: u16, dice: Generator) {
        let looks = self.mind.work.looks;
        let mut sim = Sim::new(&mut self.mind, dice).at_most(MOST_DECISIONS);
        game.play_on(&mut sim, end);
        self.thoughts += sim.decisions;
        self.thoughts += (self.mind.work.looks - looks) / LOOKS;
    }

    /// Compares styles; the head's plan afterwards is the one to seal.
    fn think(&mut self, view: &View<'_>, seat: Seat, ask: Ask) {
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
        let (most, limit) = (self.effort.most, self.limit.clone());
        let late = || limit.is_over() || most.is_some_and(|most| start.elapsed() > most);
        let in_column = view.army().in_column;
        if view.enemies().next().is_none() {
            let style = STYLES[best(&[true; STYLES.len()], &self.notes[at].shown)];
            if !in_column {
                self.head.plan(view, seat, ask, style);
            }
            self.head.styles[at] = style;
            return;
        }
        for (n, style) in STYLES.iter().enumerate() {
            // A column has no plots of its own.
            if !in_column {
                self.head.plan(view, seat, ask, *style);
            }
            self.notes[at].plans[n].clone_from(&self.head.desks[at].plan);
        }
        // Out of the position: who is asked about it once more thinks the same.
        let seed = u64::from(Eye::new(view, &self.head.desks[at]).salt());
        let plans = std::mem::take(&mut self.notes[at].plans);
        let (mut shown, mut closed) = (self.notes[at].shown, self.notes[at].closed);
        shown.iter_mut().for_each(|s| s.fade(MEMORY));
        // Whether to march on or to wait is a small question.
        let thoughts = if in_column { self.effort.thoughts / 2 } else { self.effort.thoughts };
        let mut world: Option<(u64, Imagined)> = None;
        let best = self.sift(&mut shown, thoughts, Some(&mut closed), &late, |me, n, nth| {
            let seed = seed.wrapping_add(nth);
            let (_, world) = match &mut world {
                Some(known) if known.0 == nth => known,
                other => {
                    let mut dice = Generator::new(seed);
                    other.insert((nth, view.imagine(&mut |n| dice.below(n))))
                }
            };
            me.play(world, seat, &plans[n], STYLES[n], seed)
        });
        (self.notes[at].shown, self.notes[at].closed) = (shown, closed);
        let mut plan = plans[best].clone();
        self.notes[at].plans = plans;
        plan.begun = Default::default();
        self.head.desks[at].plan.clone_from(&plan);
        self.head.styles[at] = STYLES[best];
    }

    /// Everyone plays some games, the better half more, the best three twice as many; what they are worth is measured against the first.
    /// Gives the best.
    fn sift<const N: usize>(
        &mut self,
        shown: &mut [Shown; N],
        thoughts: u64,
        mut closed: Option<&mut bool>,
        late: &dyn Fn() -> bool,
        mut play: impl FnMut(&mut Rollout, usize, u64) -> f32,
    ) -> usize {
        let before = self.thoughts;
        let mut in_play = [true; N];
        let (mut nth, mut games) = (0, FIRST);
        for (round, keep) in [N, N, N / 2, 3].into_iter().enumerate() {
            retain(&mut in_play, shown, keep);
            let (mut sum, mut low, mut high) = (0.0, f32::MAX, f32::MIN);
            for _ in 0..games {
                let usual = play(self, 0, nth);
                sum += usual;
                for n in (1..N).filter(|n| in_play[*n]) {
                    let value = play(self, n, nth);
                    shown[n].add(value - usual);
                    sum += value;
                    (low, high) = (low.min(value), high.max(value));
                }
                nth += 1;
                if late() {
                    return best(&in_play, shown);
                }
            }
            let mean = sum / (games as f32 * in_play.iter().filter(|yes| **yes).count() as f32);
            if let Some(closed) = closed.as_deref_mut() {
                // As good as over, whatever is done; what looked so last turn need not be looked at twice.
                let over = high - low < CLOSED || !(CLOSED..1.0 - CLOSED).contains(&mean);
                if over && (round > 0 || *closed) {
                    *closed = true;
                    break;
                }
                *closed &= over;
            }
            match round {
                0 => {
                    // What is left is enough for so many games of everyone, of half of them and twice of three.
                    let (all, spent) = (N as u64, self.thoughts - before);
                    let left = thoughts.saturating_sub(spent) * games * all / spent.max(1);
                    games = (left / (all + all / 2 + 6)).clamp(1, MOST_GAMES);
                }
                1 => {}
                _ => games *= 2,
            }
        }
        best(&in_play, shown)
    }
}

/// What has shown most.
fn best(in_play: &[bool], shown: &[Shown]) -> usize {
    let gain = |n: &usize| shown[*n].gain();
    (0..shown.len()).filter(|n| in_play[*n]).max_by(|a, b| gain(a).total_cmp(&gain(b)).then(b.cmp(a))).unwrap_or(0)
}

/// Only the best so many stay in play, and always the first.
fn retain(in_play: &mut [bool], shown: &[Shown], keep: usize) {
    let mut left = in_play.iter().filter(|yes| **yes).count();
    while left > keep {
        let worst =
            (1..shown.len()).filter(|n| in_play[*n]).min_by(|a, b| shown[*a].gain().total_cmp(&shown[*b].gain()));
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
        let own = seat.index();
        let ground = view.ground();
        let start = view.unarranged();
        let mut openings: ArrayVec<Opening, OPENINGS> = ArrayVec::new();
        for n in 0..OPENINGS {
            let mut opening = Opening::default();
            if ask == Ask::Entry {
                let nth = (n * options.len() + self.dice.below(options.len() as u32) as usize) / OPENINGS;
                if let Some(Choice::At(hex)) = options.get(nth) {
                    opening.entry = ground.id(*hex);
                }
            } else {
                let lines = sites::LINES[n % sites::LINES.len()];
                for unit in 0..view.units().len() as u8 {
                    sites::column(view, &mut opening.sites, &mut self.dice, unit, lines, options);
                }
            }
            openings.push(opening);
        }
        // Which style is best whatever the opening, then which opening for that style.
        let (seed, limit) = (self.dice.new_seed(), self.limit.clone());
        let late = || limit.is_over();
        let mut shown = [Shown::default(); STYLES.len()];
        let style = self.sift(&mut shown, self.effort.openings / 2, None, &late, |me, n, nth| {
            let opening = &openings[nth as usize % OPENINGS];
            me.play_from(&start, seat, opening, STYLES[n], Generator::for_game(seed, nth))
        });
        let seed = self.dice.new_seed();
        let mut opened = [Shown::default(); OPENINGS];
        let best = self.sift(&mut opened, self.effort.openings / 2, None, &late, |me, n, nth| {
            me.play_from(&start, seat, &openings[n], STYLES[style], Generator::for_game(seed, nth))
        });
        let best = &openings[best];
        shown.iter_mut().for_each(|s| s.fade(OPENING_MEMORY));
        (self.notes[own].shown, self.notes[own].turn) = (shown, 0);
        self.head.styles[own] = STYLES[style];
        let desk = &mut self.head.desks[own];
        desk.entry = best.entry;
        desk.sites.clone_from(&best.sites);
        desk.settled = true;
    }
}

impl Rollout {
    /// Plays a whole game from the start with an opening and a style, and says what came of it.
    fn play_from(&mut self, start: &Imagined, seat: Seat, opening: &Opening, style: Style, dice: Generator) -> f32 {
        let (own, other) = (seat.index(), 1 - seat.index());
        (self.mind.styles[own], self.mind.styles[other]) = (style, Style::default());
        let mine = &mut self.mind.desks[own];
        mine.entry = opening.entry;
        mine.sites.clone_from(&opening.sites);
        mine.settled = true;
        (self.mind.desks[other].entry, self.mind.desks[other].settled) = (None, false);
        let mut game = start.clone();
        self.play_on(&mut game, OPENING_TURNS, dice);
        value(&game.view(Force::Alpha), Force::of(seat))
    }
}

impl Policy<Tank> for Rollout {
    fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        self.head.fit(view);
        self.mind.fit(view);
        if matches!(ask, Ask::Entry | Ask::SiteColumn(0)) && self.effort.openings > 0 {
            self.open(view, seat, ask, options);
        }
        let marches = ask == Ask::March && matches!(options[0], Choice::March(_));
        let plots = matches!(ask, Ask::Plot | Ask::Task(_) | Ask::OfColumn(_) | Ask::OfRow(..) | Ask::Path(_));
        if marches || (plots && self.head.desks[seat.index()].plan.turn != view.turn()) {
            self.think(view, seat, ask);
        }
        self.head.decide(view, seat, ask, options)
    }

    fn hurry(&mut self, limit: &Limit) {
        self.limit = limit.clone();
    }
}
