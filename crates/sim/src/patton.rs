//! Campaigns of Patton's Best by the thousand.

use crate::{Batch, Played, SimError, bar, curve, policy_seed, share};
use hulldown_bots::patton::Sensible;
use hulldown_core::{Generator, Random};
use hulldown_patton::charts::Charts;
use hulldown_patton::state::{DayLine, Fate, Verdict};
use hulldown_patton::words::{Day, Month, Rank, Scenario, Tank};
use hulldown_patton::{Patton, Setup};
use serde::Serialize;
use std::fmt::Write;

/// The policies that can play a batch, with what they do.
pub const POLICIES: [(&str, &str); 2] = [
    ("sensible", "plays by the book's own hints: fires at what it can knock out, hides from the rest"),
    ("random", "picks any legal option, all equally likely"),
];

/// What is kept of one game.
#[derive(Clone, Debug, Serialize)]
pub struct Tour {
    /// The number of the game.
    pub game: u64,
    /// How many commanders it took.
    pub commanders: u8,
    /// What became of the last one.
    pub fate: Fate,
    /// The last day the first commander was alive and in the war.
    pub until: Day,
    /// Whether the first commander saw the end.
    pub survived: bool,
    /// The last commander's rank.
    pub rank: Rank,
    /// Days of action.
    pub days: Vec<DayLine>,
    /// Decisions made in the whole game.
    pub decisions: u64,
    /// Dice thrown in the whole game.
    pub dice: u64,
}

/// Plays a batch of campaigns, days or engagements.
pub fn tours(
    batch: &Batch,
    setup: &Setup,
    data: &'static Charts,
    policy: &str,
    done: impl Fn(u64) + Sync,
) -> Option<Result<Vec<Tour>, SimError>> {
    match policy {
        "sensible" => Some(crate::play(batch, setup, data, |_| Sensible, tour, done)),
        "random" => {
            let seed = policy_seed(batch.seed);
            Some(crate::play(batch, setup, data, |index| Random(Generator::for_game(seed, index)), tour, done))
        }
        _ => None,
    }
}

fn tour(played: Played<Patton>) -> Tour {
    let g = played.game;
    let first_out = g.history.iter().rev().find(|line| line.commander == 1).map_or(g.day, |line| line.day);
    let alone = g.you.number == 1;
    let alive = matches!(g.you.fate, Fate::Survived | Fate::Serving | Fate::Away);
    Tour {
        game: played.index,
        commanders: g.you.number,
        fate: g.you.fate,
        until: if alone && alive { Day::END } else { first_out },
        survived: alone && alive,
        rank: g.you.rank,
        days: g.history,
        decisions: played.decisions,
        dice: played.dice,
    }
}

/// The days of action as a table of values separated by commas.
pub fn csv(tours: &[Tour]) -> String {
    let mut out = String::from("game,commander,date,scenario,tank,tank_lost,battles,own,total,verdict,casualties\n");
    for tour in tours {
        for d in &tour.days {
            let verdict = match d.verdict {
                Verdict::Won => "won",
                Verdict::Lost => "lost",
                Verdict::Even => "even",
            };
            let (date, scenario, tank) = (d.day.id(), d.scenario.id(), d.tank.number());
            let _ = writeln!(
                out,
                "{},{},{date},{scenario},{tank},{},{},{},{},{verdict},{}",
                tour.game, d.commander, d.tank_lost, d.battles, d.own, d.total, d.casualties
            );
        }
    }
    out
}

/// One line: a share with its interval and a bar.
fn line(out: &mut String, name: &str, part: usize, whole: usize) {
    let s = share(part, whole);
    let (found, low, high) = (s.found * 100.0, s.low * 100.0, s.high * 100.0);
    let _ = writeln!(out, "  {name:<24} {found:>5.1} %  ({low:>4.1} to {high:>4.1})  {}", bar(s.found, 30));
}

/// The whole batch on one page: survival, and days of action by scenario, tank and month.
pub fn report(tours: &[Tour], data: &Charts) -> String {
    let mut out = String::new();
    let days: Vec<&DayLine> = tours.iter().flat_map(|t| &t.days).collect();
    let _ = writeln!(out, "{} games, {} days of action; shares with their 95 % intervals", tours.len(), days.len());
    line(&mut out, "first commander survives", tours.iter().filter(|t| t.survived).count(), tours.len());
    let commanders: u64 = tours.iter().map(|t| u64::from(t.commanders)).sum();
    let lost = days.iter().filter(|d| d.tank_lost).count();
    let per = |n: f64| n / tours.len().max(1) as f64;
    let _ = writeln!(
        out,
        "  a game takes {:.1} commanders, {:.1} tanks and {:.0} days of action",
        per(commanders as f64),
        per(lost as f64) + 1.0,
        per(days.len() as f64)
    );
    out.push_str("\nDays won, by scenario\n");
    for scenario in Scenario::ALL {
        let of: Vec<_> = days.iter().filter(|d| d.scenario == scenario).collect();
        line(&mut out, scenario.name(), of.iter().filter(|d| d.verdict == Verdict::Won).count(), of.len());
    }
    out.push_str("\nTanks knocked out on a day, by scenario\n");
    for scenario in Scenario::ALL {
        let of: Vec<_> = days.iter().filter(|d| d.scenario == scenario).collect();
        line(&mut out, scenario.name(), of.iter().filter(|d| d.tank_lost).count(), of.len());
    }
    out.push_str("\nTanks knocked out on a day, by tank\n");
    for tank in Tank::ALL {
        let of: Vec<_> = days.iter().filter(|d| d.tank == tank).collect();
        if !of.is_empty() {
            let card = &data.tanks[tank.index()];
            let name = format!("{:>2} {} {}", tank.number(), card.model, card.turret);
            line(&mut out, &name, of.iter().filter(|d| d.tank_lost).count(), of.len());
        }
    }
    out.push_str("\nDays won, by month\n");
    for month in Month::ALL {
        let of: Vec<_> = days.iter().filter(|d| d.day.month() == month).collect();
        if !of.is_empty() {
            line(&mut out, month.name(), of.iter().filter(|d| d.verdict == Verdict::Won).count(), of.len());
        }
    }
    out.push_str("\nFirst commanders still in the war, by week\n");
    for row in curve(&survival(tours), 10) {
        let _ = writeln!(out, "  {row}");
    }
    out
}

/// The share of first commanders still in the war after each week from 27 July 1944.
pub fn survival(tours: &[Tour]) -> Vec<f64> {
    let n = tours.len().max(1) as f64;
    let weeks = (Day::FIRST.0..=Day::LAST_COMBAT.0).step_by(7).skip(1);
    let serves = |day: u16| tours.iter().filter(|t| t.survived || t.until.0 > day).count() as f64 / n;
    weeks.map(serves).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_core::Game;

    #[test]
    fn a_batch_is_the_same_however_it_is_cut_and_skill_tells() {
        let play = |games, threads, policy: &str| {
            let batch = Batch { games, seed: 11, threads };
            match tours(&batch, &Setup::default(), Patton::data(), policy, |_| {}) {
                Some(Ok(tours)) => tours,
                _ => panic!("the batch was not played"),
            }
        };
        let whole = play(0..8, 2, "sensible");
        let parts = [play(0..3, 1, "sensible"), play(3..8, 2, "sensible")].concat();
        assert_eq!(csv(&whole), csv(&parts));
        let won = |tours: &[Tour]| {
            let days: Vec<_> = tours.iter().flat_map(|t| &t.days).collect();
            days.iter().filter(|d| d.verdict == Verdict::Won).count() * 100 / days.len().max(1)
        };
        let (sensible, random) = (won(&whole), won(&play(0..8, 2, "random")));
        assert!(sensible > random + 5, "{sensible} of a hundred days won, {random} at random");
        let curve = survival(&whole);
        assert!(curve.is_sorted_by(|a, b| a >= b) && curve.len() == 37, "{}", curve.len());
        assert!(report(&whole, Patton::data()).contains("Days won, by scenario"));
        assert!(
            tours(&Batch { games: 0..1, seed: 1, threads: 1 }, &Setup::default(), Patton::data(), "none", |_| {})
                .is_none()
        );
    }
}
