//! Games of Tank! by the thousand: bot against bot, scenario by scenario.

use crate::Tank;
use crate::charts::Charts;
use crate::state::Why;
use crate::words::{Force, ScenarioId};
use hulldown_core::playable::figures::{Figures, PlayedGame, bar, share};
use serde::Serialize;
use std::fmt::Write;

/// What is kept of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ended {
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

impl Ended {
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

fn record(played: &PlayedGame<Tank>) -> Ended {
    let game = &played.game;
    let ending = game.ending;
    Ended {
        game: played.index,
        scenario: game.scenario.id(),
        winner: ending.and_then(|ending| ending.winner),
        why: ending.map_or("unfinished", |ending| why(ending.why)),
        turns: game.turn,
        losses: [game.armies[0].losses, game.armies[1].losses],
        exited: [game.armies[0].exited, game.armies[1].exited],
        first_fire: game.first_fire,
        decisions: played.decisions,
        dice: played.dice,
    }
}

impl Figures for Tank {
    type Record = Ended;
    type Summary = Summary;
    const RECORDS: &'static str = "games";
    const COLUMNS: &'static str =
        "game,scenario,winner,why,turns,alpha_losses,bravo_losses,alpha_exited,bravo_exited,first_fire,decisions,dice";

    fn records(played: PlayedGame<Tank>, _: &'static Charts) -> Vec<Ended> {
        vec![record(&played)]
    }

    fn rows(record: &Ended, _: &'static Charts) -> Vec<String> {
        vec![record.row()]
    }

    fn add(summary: &mut Summary, record: &Ended) {
        summary.add(record);
    }

    fn report(summary: &Summary, data: &'static Charts) -> String {
        summary.report(data)
    }
}

impl Ended {
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
}

impl Summary {
    /// Counts a game.
    pub fn add(&mut self, record: &Ended) {
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

    /// Win rates scenario by scenario, with their 95% intervals; a draw is half a win for the last column.
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
                format!("{:>5.1}% ({:>4.1} to {:>5.1})", s.found * 100.0, s.low * 100.0, s.high * 100.0)
            };
            let mean = |sum: u64| sum as f64 / n as f64;
            let points = (alpha as f64 + 0.5 * (n - alpha - bravo) as f64) / n as f64;
            let flag = if !(1.0 - ONE_SIDED..=ONE_SIDED).contains(&points) { " one-sided" } else { "" };
            let _ = writeln!(
                out,
                "{:<4} {:<4} {n:>6} {:>21} {:>21} {:>5.1}% {:>5.1}% {:>6.1} {:>6.1} {:>6.1}  {:>5.1}% {:<20}{flag}",
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
