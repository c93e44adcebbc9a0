//! Commanders of Tank! come to an end wherever they are asked: in the middle of what somebody else has begun, and by one who remembers
//! nothing of the question before.

use crate::common::{charts, setup};
use hulldown_core::{Game, Generator, Policy, Seat};
use hulldown_kit::trial::sim;
use hulldown_tank::bot::{Effort, Heuristic, Rollout};
use hulldown_tank::map::Layout;
use hulldown_tank::state::{MOST_TRACK, MOST_UNITS, Stage};
use hulldown_tank::talk::{Ask, Choice};
use hulldown_tank::words::ScenarioId;
use hulldown_tank::{Setup, Tank, View};
use std::collections::BTreeSet;

/// More answers than one seat's part of a step can take: a march there and back, or every unit plotted twice, each by so many steps.
const MOST_ANSWERS: usize = 2 * MOST_TRACK + 2 * MOST_UNITS * 24;

/// At every step somebody gives a few answers by chance; then a commander goes on, a new one for every answer if he forgets.
struct Relay {
    make: fn(u64) -> Box<dyn Policy<Tank>>,
    bot: Box<dyn Policy<Tank>>,
    forgets: bool,
    /// Answers by chance at each step, at most.
    by_chance: u32,
    dice: Generator,
    /// The step, the seat, and how many of its answers are left to chance.
    step: Option<(u16, Stage, Seat)>,
    left: u32,
    /// What the commander has been asked in this step, and how often.
    seen: BTreeSet<String>,
    given: usize,
}

impl Relay {
    fn new(make: fn(u64) -> Box<dyn Policy<Tank>>, forgets: bool, by_chance: u32, seed: u64) -> Relay {
        let dice = Generator::new(seed);
        Relay { make, bot: make(seed), forgets, by_chance, dice, step: None, left: 0, seen: BTreeSet::new(), given: 0 }
    }
}

impl Policy<Tank> for Relay {
    fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        let step = Some((view.turn(), view.stage(), seat));
        if self.step != step {
            self.seen.clear();
            self.given = 0;
            (self.step, self.left) = (step, self.dice.below(self.by_chance + 1));
            // What was begun here before is nothing this one knows of.
            self.bot = (self.make)(self.dice.new_seed());
        }
        if self.left > 0 {
            self.left -= 1;
            // What ends a march or a plot at once leaves nothing to finish, and who gives up ends the test.
            let ends = [Choice::Shortest, Choice::Commit, Choice::Talk, Choice::Offer, Choice::Resign];
            let open: Vec<Choice> = options.iter().copied().filter(|choice| !ends.contains(choice)).collect();
            if !open.is_empty() {
                return open[self.dice.below(open.len() as u32) as usize];
            }
        }
        if self.forgets {
            self.bot = (self.make)(self.dice.new_seed());
        }
        self.given += 1;
        assert!(self.given <= MOST_ANSWERS, "{step:?}: no end at {ask:?} {options:?}");
        // Who remembers may come back to a question, for he knows what he has tried in vain.
        if self.forgets {
            let question = format!("{ask:?} {}", serde_json::to_string(view).unwrap());
            assert!(self.seen.insert(question), "{step:?}: led in a circle at {ask:?} {options:?}");
        }
        let choice = self.bot.decide(view, seat, ask, options);
        assert!(options.contains(&choice), "{ask:?}: {choice:?} of {options:?}");
        choice
    }
}

fn heuristic(seed: u64) -> Box<dyn Policy<Tank>> {
    Box::new(Heuristic::new(seed))
}

fn thinker(seed: u64) -> Box<dyn Policy<Tank>> {
    Box::new(Rollout::new(seed, Effort { thoughts: 200, turns: 1, openings: 0, most: None }))
}

/// Plays for so many turns.
fn play(scenario: &str, sheets: Layout, turns: u16, relay: Relay, seed: u64) {
    let setup = Setup { sheets: sheets.id(), ..setup(scenario) };
    let mut game = Tank::new(&setup, charts()).unwrap();
    let mut sim = sim(relay, Generator::new(seed));
    while !game.is_over() && game.turn <= turns {
        game.advance(charts(), &mut sim).unwrap();
    }
}

#[test]
fn a_march_begun_by_anyone_is_finished() {
    for id in ["0", "3", "7", "8"] {
        for seed in 0..12 {
            play(id, Layout::ONE, 1, Relay::new(heuristic, seed % 2 == 0, 60, seed), seed);
        }
    }
    // Columns that are led far about, so that they must go back.
    for seed in 0..4 {
        play("0", Layout::ONE, 1, Relay::new(heuristic, true, 400, seed), seed);
    }
}

#[test]
fn who_remembers_nothing_still_finishes_every_turn() {
    for id in ScenarioId::IDS {
        play(id, Layout::ONE, 6, Relay::new(heuristic, true, 0, 3), 3);
    }
}

#[test]
fn what_chance_has_begun_is_finished() {
    for id in ScenarioId::IDS {
        play(id, Layout::ONE, 3, Relay::new(heuristic, true, 9, 5), 5);
        play(id, Layout::ONE, 3, Relay::new(heuristic, false, 9, 6), 6);
    }
}

#[test]
fn one_who_plays_on_in_thought_finishes_too() {
    for id in ["1", "3", "12"] {
        play(id, Layout::ONE, 2, Relay::new(thinker, true, 3, 5), 5);
    }
}

#[test]
fn joined_sheets_are_no_stumbling_block() {
    for (n, sheets) in ["1x2", "2x1", "2x2"].into_iter().enumerate() {
        let sheets = Layout::ALL.into_iter().find(|layout| layout.id() == sheets).unwrap();
        // One of each situation.
        for id in [["0", "1", "11"], ["4", "2", "12"], ["8", "9", "13"]][n] {
            play(id, sheets, 3, Relay::new(heuristic, true, 3, 7), 7);
        }
    }
}
