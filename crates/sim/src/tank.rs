//! Games of Tank! by the thousand: bot against bot, scenario by scenario.

use crate::{Batch, Played, SimError, bar, policy_seed, share};
use hulldown_core::game::Seat;
use hulldown_core::{Generator, Policy, Random};
use hulldown_tank::bot::{Effort, Heuristic, Rollout, Versus};
use hulldown_tank::charts::Charts;
use hulldown_tank::choice::{Ask, Choice};
use hulldown_tank::state::Why;
use hulldown_tank::words::{Force, ScenarioId};
use hulldown_tank::{Setup, Tank, View};
use serde::Serialize;
use std::fmt::Write;
use std::io;

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
    /// The first Game-Turn with fire; 0 if nobody fired.
    pub first_fire: u16,
    /// Decisions made.
    pub decisions: u64,
    /// Dice thrown.
    pub dice: u64,
}

impl Record {
    /// Whether nobody fired in it.
    pub fn is_silent(&self) -> bool {
        self.first_fire == 0
    }
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
        first_fire: g.first_fire,
        decisions: played.decisions,
        dice: played.dice,
    }
}

/// Plays a batch of one scenario, these two commanders against each other, and hands each game on. `None` if there is no such commander.
pub fn games(
    batch: &Batch,
    setup: &Setup,
    data: &'static Charts,
    [alpha, bravo]: [&str; 2],
    effort: Effort,
    mut each: impl FnMut(&Record) -> io::Result<()>,
    done: impl Fn(u64) + Sync,
) -> Option<Result<(), SimError>> {
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
    Some(crate::play(batch, setup, data, policy, |played| record(&played), |record| each(&record), done))
}

/// The scenarios a name stands for: `all`, or one.
pub fn scenarios(name: &str) -> Option<Vec<ScenarioId>> {
    match name {
        "all" => Some(ScenarioId::ALL.to_vec()),
        id => ScenarioId::from_id(id).map(|id| vec![id]),
    }
}

/// The names of the values of [`Record::row`].
pub const COLUMNS: &str =
    "game,scenario,winner,why,turns,alpha_losses,bravo_losses,alpha_exited,bravo_exited,first_fire,decisions,dice";

impl Record {
    /// The game as values separated by commas.
    pub fn row(&self) -> String {
        let winner = self.winner.map_or("draw", Force::id);
        let ([al, bl], [ae, be]) = (self.losses, self.exited);
        format!(
            "{},{},{winner},{},{},{al},{bl},{ae},{be},{},{},{}",
            self.game, self.scenario, self.why, self.turns, self.first_fire, self.decisions, self.dice
        )
    }
}

/// The most games of a hundred in which nobody fires, in a scenario that is worth playing.
pub const MOST_SILENT: usize = 5;
/// The most games of a hundred that are drawn in one.
pub const MOST_DRAWN: usize = 50;

/// Beyond this share of points a scenario counts as one-sided.
pub const ONE_SIDED: f64 = 0.8;

/// What the games of one scenario come to.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: usize,
    wins: [usize; 2],
    silent: usize,
    turns: u64,
    losses: [u64; 2],
}

/// What games come to, scenario by scenario: of one size, however many they are.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    scenarios: [Tally; ScenarioId::ALL.len()],
    /// Decisions made in all games.
    pub decisions: u64,
}

impl Summary {
    /// Counts a game.
    pub fn add(&mut self, record: &Record) {
        self.decisions += record.decisions;
        let Some(id) = ScenarioId::from_id(record.scenario) else { return };
        let tally = &mut self.scenarios[id.index()];
        tally.games += 1;
        tally.silent += usize::from(record.is_silent());
        tally.turns += u64::from(record.turns);
        for force in Force::ALL {
            let n = force.index();
            tally.wins[n] += usize::from(record.winner == Some(force));
            tally.losses[n] += u64::from(record.losses[n]);
        }
    }

    /// The scenarios with too many games without a shot, or drawn, each in a line.
    pub fn too_quiet(&self) -> Vec<String> {
        let quiet = |(id, tally): (ScenarioId, &Tally)| {
            let Tally { games, silent, wins: [alpha, bravo], .. } = *tally;
            let drawn = games - alpha - bravo;
            let too = 100 * silent > MOST_SILENT * games || 100 * drawn > MOST_DRAWN * games;
            too.then(|| format!("scenario {}: {silent} silent and {drawn} drawn of {games}", id.id()))
        };
        ScenarioId::ALL.into_iter().zip(&self.scenarios).filter_map(quiet).collect()
    }

    /// Win rates scenario by scenario, with their 95 % intervals; a draw is half a win for the last column.
    pub fn report(&self, data: &Charts) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "{:<4} {:<4} {:>6} {:>21} {:>21} {:>7} {:>7} {:>6} {:>6} {:>6}  Alpha's points",
            "no.", "kind", "games", "Alpha wins", "Bravo wins", "draws", "no shot", "turns", "lossA", "lossB"
        );
        for (id, tally) in ScenarioId::ALL.into_iter().zip(&self.scenarios).filter(|(_, tally)| tally.games > 0) {
            let (n, [alpha, bravo]) = (tally.games, tally.wins);
            let span = |part: usize| {
                let s = share(part, n);
                format!("{:>5.1} % ({:>4.1} to {:>5.1})", s.found * 100.0, s.low * 100.0, s.high * 100.0)
            };
            let mean = |sum: u64| sum as f64 / n as f64;
            let points = (alpha as f64 + 0.5 * (n - alpha - bravo) as f64) / n as f64;
            let flag = if !(1.0 - ONE_SIDED..=ONE_SIDED).contains(&points) { " one-sided" } else { "" };
            let _ = writeln!(
                out,
                "{:<4} {:<4} {n:>6} {:>21} {:>21} {:>5.1} % {:>5.1} % {:>6.1} {:>6.1} {:>6.1}  {:>5.1} % {:<20}{flag}",
                id.id(),
                data.scenario(id).situation.id(),
                span(alpha),
                span(bravo),
                100.0 * (n - alpha - bravo) as f64 / n as f64,
                100.0 * tally.silent as f64 / n as f64,
                mean(tally.turns),
                mean(tally.losses[0]),
                mean(tally.losses[1]),
                points * 100.0,
                bar(points, 20),
            );
        }
        out
    }
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
