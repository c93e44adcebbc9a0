//! Games of Tank! by the thousand: bot against bot, scenario by scenario.

use crate::{Batch, Played, SimError, bar, policy_seed, share};
use hulldown_bots::tank::{Effort, Heuristic, Rollout, Versus};
use hulldown_core::game::Seat;
use hulldown_core::{Generator, Policy, Random};
use hulldown_tank::charts::Charts;
use hulldown_tank::choice::{Ask, Choice};
use hulldown_tank::state::Why;
use hulldown_tank::words::{Force, ScenarioId};
use hulldown_tank::{Setup, Tank, View};
use serde::Serialize;
use std::fmt::Write;

/// The policies that can play, with what they do.
pub const POLICIES: [(&str, &str); 4] = [
    ("heuristic", "weighs shots, dangers and ways, and plans a turn at a time"),
    ("rollout", "tries variations of such plans by playing on in thought"),
    ("stubborn", "picks any legal option, but never talks about ending the game"),
    ("random", "picks any legal option, all equally likely"),
];

/// A commander by name.
#[derive(Clone, Debug)]
pub enum Bot {
    /// Any legal option.
    Random(Random),
    /// Any legal option but giving up.
    Stubborn(Generator),
    /// Shots, dangers and ways.
    Heuristic(Box<Heuristic>),
    /// Playing on in thought.
    Rollout(Box<Rollout>),
}

impl Bot {
    /// The bot of this name, with its own stream of chance.
    pub fn new(name: &str, seed: u64) -> Option<Bot> {
        Bot::with_effort(name, seed, Effort::default())
    }

    /// The same, thinking for so long if it plays on in thought.
    pub fn with_effort(name: &str, seed: u64, effort: Effort) -> Option<Bot> {
        match name {
            "random" => Some(Bot::Random(Random(Generator::new(seed)))),
            "stubborn" => Some(Bot::Stubborn(Generator::new(seed))),
            "heuristic" => Some(Bot::Heuristic(Box::new(Heuristic::new(seed)))),
            "rollout" => Some(Bot::Rollout(Box::new(Rollout::new(seed, effort)))),
            _ => None,
        }
    }
}

impl Policy<Tank> for Bot {
    fn decide(&mut self, view: &View<'_>, seat: Seat, ask: Ask, options: &[Choice]) -> Choice {
        match self {
            Bot::Random(bot) => Policy::<Tank>::decide(bot, view, seat, ask, options),
            Bot::Stubborn(dice) => loop {
                let choice = options[dice.below(options.len() as u32) as usize];
                // A question with nothing else to say does not come up: talking has to be asked for.
                if choice != Choice::Talk {
                    return choice;
                }
            },
            Bot::Heuristic(bot) => bot.decide(view, seat, ask, options),
            Bot::Rollout(bot) => bot.decide(view, seat, ask, options),
        }
    }
}

/// What is kept of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    /// The number of the game.
    pub game: u64,
    /// The scenario.
    pub scenario: &'static str,
    /// Who won; nobody in a draw.
    pub winner: Option<Force>,
    /// Why it ended.
    pub why: &'static str,
    /// Game-Turns played.
    pub turns: u16,
    /// Losses of Alpha and Bravo.
    pub losses: [u8; 2],
    /// Units of each that left the map.
    pub exited: [u8; 2],
    /// Decisions made.
    pub decisions: u64,
    /// Dice thrown.
    pub dice: u64,
}

/// A word for why a game ended.
fn why(why: Why) -> &'static str {
    match why {
        Why::Gone => "gone",
        Why::TurnLimit => "turn_limit",
        Why::Stalled => "stalled",
        Why::Decided => "decided",
        Why::Through => "through",
        Why::Agreed => "agreed",
        Why::Resigned(_) => "resigned",
    }
}

fn record(played: &Played<Tank>) -> Record {
    let g = &played.game;
    let ending = g.ending;
    Record {
        game: played.index,
        scenario: g.scenario.id(),
        winner: ending.and_then(|ending| ending.winner),
        why: ending.map_or("unfinished", |ending| why(ending.why)),
        turns: g.turn,
        losses: [g.armies[0].losses, g.armies[1].losses],
        exited: [g.armies[0].exited, g.armies[1].exited],
        decisions: played.decisions,
        dice: played.dice,
    }
}

/// Plays a batch of one scenario, these two commanders against each other. `None` if there is no such commander.
pub fn games(
    batch: &Batch,
    setup: &Setup,
    data: &'static Charts,
    [alpha, bravo]: [&str; 2],
    effort: Effort,
    done: impl Fn(u64) + Sync,
) -> Option<Result<Vec<Record>, SimError>> {
    Bot::new(alpha, 0)?;
    Bot::new(bravo, 0)?;
    let seed = policy_seed(batch.seed);
    let policy = |index: u64| {
        let mut seeds = Generator::for_game(seed, index);
        let mut bot = |name: &str| {
            let seed = seeds.new_seed();
            Bot::with_effort(name, seed, effort).unwrap_or_else(|| Bot::Random(Random(Generator::new(seed))))
        };
        Versus { alpha: bot(alpha), bravo: bot(bravo) }
    };
    Some(crate::play(batch, setup, data, policy, |played| record(&played), done))
}

/// The scenarios a name stands for: `all`, or one.
pub fn scenarios(name: &str) -> Option<Vec<ScenarioId>> {
    match name {
        "all" => Some(ScenarioId::ALL.to_vec()),
        id => ScenarioId::from_id(id).map(|id| vec![id]),
    }
}

/// Games as a table of values separated by commas.
pub fn csv(records: &[Record]) -> String {
    let mut out = String::from(
        "game,scenario,winner,why,turns,alpha_losses,bravo_losses,alpha_exited,bravo_exited,decisions,dice\n",
    );
    for r in records {
        let winner = r.winner.map_or("draw", Force::id);
        let ([al, bl], [ae, be]) = (r.losses, r.exited);
        let _ = writeln!(
            out,
            "{},{},{winner},{},{},{al},{bl},{ae},{be},{},{}",
            r.game, r.scenario, r.why, r.turns, r.decisions, r.dice
        );
    }
    out
}

/// Beyond this share of points a scenario counts as one-sided.
pub const ONE_SIDED: f64 = 0.8;

/// Win rates scenario by scenario, with their 95 % intervals; a draw is half a win for the last column.
pub fn report(records: &[Record], data: &Charts) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:<4} {:<4} {:>6} {:>21} {:>21} {:>7} {:>6} {:>6} {:>6}  Alpha's points",
        "no.", "kind", "games", "Alpha wins", "Bravo wins", "draws", "turns", "lossA", "lossB"
    );
    for id in ScenarioId::ALL {
        let of: Vec<&Record> = records.iter().filter(|r| r.scenario == id.id()).collect();
        if of.is_empty() {
            continue;
        }
        let n = of.len();
        let wins = |force: Force| of.iter().filter(|r| r.winner == Some(force)).count();
        let (alpha, bravo) = (wins(Force::Alpha), wins(Force::Bravo));
        let span = |part: usize| {
            let s = share(part, n);
            format!("{:>5.1} % ({:>4.1} to {:>5.1})", s.found * 100.0, s.low * 100.0, s.high * 100.0)
        };
        let mean = |get: &dyn Fn(&Record) -> u64| of.iter().map(|r| get(r)).sum::<u64>() as f64 / n as f64;
        let points = (alpha as f64 + 0.5 * (n - alpha - bravo) as f64) / n as f64;
        let flag = if !(1.0 - ONE_SIDED..=ONE_SIDED).contains(&points) { " one-sided" } else { "" };
        let _ = writeln!(
            out,
            "{:<4} {:<4} {n:>6} {:>21} {:>21} {:>5.1} % {:>6.1} {:>6.1} {:>6.1}  {:>5.1} % {:<20}{flag}",
            id.id(),
            data.scenario(id).situation.id(),
            span(alpha),
            span(bravo),
            100.0 * (n - alpha - bravo) as f64 / n as f64,
            mean(&|r| u64::from(r.turns)),
            mean(&|r| u64::from(r.losses[0])),
            mean(&|r| u64::from(r.losses[1])),
            points * 100.0,
            bar(points, 20),
        );
    }
    out
}

/// What one commander made of a match against another, each scenario played from both sides.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Games won.
    pub won: usize,
    /// Games drawn.
    pub drawn: usize,
    /// Games lost.
    pub lost: usize,
}

impl Score {
    /// Counts games in which the commander led a force.
    pub fn count(&mut self, records: &[Record], led: Force) {
        for r in records {
            match r.winner {
                Some(force) if force == led => self.won += 1,
                Some(_) => self.lost += 1,
                None => self.drawn += 1,
            }
        }
    }

    /// All games.
    pub fn games(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// The share of points, a draw half, as a number and its 95 % interval.
    pub fn share(&self) -> crate::Share {
        // Half points are counted in halves; the interval is a little narrow for many draws.
        let (found, games) = (2 * self.won + self.drawn, self.games());
        let s = share(found, 2 * games);
        let wide = share(found / 2, games);
        crate::Share { found: s.found, low: wide.low.min(s.low), high: wide.high.max(s.high) }
    }
}
