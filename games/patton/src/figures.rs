//! Campaigns of Patton's Best by the thousand.

use crate::Patton;
use crate::charts::Charts;
use crate::state::{DayLine, Fate, Verdict};
use crate::words::{Day, Month, Rank, Scenario, Tank};
use hulldown_core::playable::figures::{Counts, Figures, PlayedGame, bar, curve, share};
use serde::Serialize;
use std::fmt::Write;

/// What is kept of one game.
#[derive(Clone, Debug, Serialize)]
pub struct Ended {
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

impl Figures for Patton {
    type Record = Ended;
    type Summary = Summary;
    const RECORDS: &'static str = "games";
    const COLUMNS: &'static str = "game,commander,date,scenario,tank,tank_lost,battles,own,total,verdict,casualties";

    fn records(played: PlayedGame<Patton>, _: &'static Charts) -> Vec<Ended> {
        vec![tour(played)]
    }

    fn rows(tour: &Ended, _: &'static Charts) -> Vec<String> {
        tour.rows().collect()
    }

    fn add(summary: &mut Summary, tour: &Ended) {
        summary.add(tour);
    }

    fn report(summary: &Summary, data: &'static Charts) -> String {
        summary.report(data)
    }
}

fn tour(played: PlayedGame<Patton>) -> Ended {
    let game = played.game;
    let first_out = game.history.iter().rev().find(|line| line.commander == 1).map_or(game.day, |line| line.day);
    let alone = game.you.number == 1;
    let alive = matches!(game.you.fate, Fate::Survived | Fate::Serving | Fate::Away);
    Ended {
        game: played.index,
        commanders: game.you.number,
        fate: game.you.fate,
        until: if alone && alive { Day::END } else { first_out },
        survived: alone && alive,
        rank: game.you.rank,
        days: game.history,
        decisions: played.decisions,
        dice: played.dice,
    }
}

impl Ended {
    /// The days of action as values separated by commas, a line each.
    pub fn rows(&self) -> impl Iterator<Item = String> + '_ {
        self.days.iter().map(|day| {
            let verdict = match day.verdict {
                Verdict::Won => "won",
                Verdict::Lost => "lost",
                Verdict::Even => "even",
            };
            let (date, scenario, tank) = (day.day.id(), day.scenario.id(), day.tank.number());
            format!(
                "{},{},{date},{scenario},{tank},{},{},{},{},{verdict},{}",
                self.game, day.commander, day.tank_lost, day.battles, day.own, day.total, day.casualties
            )
        })
    }
}

/// One line: a share with its interval and a bar.
fn line(out: &mut String, name: &str, part: usize, whole: usize) {
    let s = share(part, whole);
    let (found, low, high) = (s.found * 100.0, s.low * 100.0, s.high * 100.0);
    let _ = writeln!(out, "  {name:<24} {found:>5.1}%  ({low:>4.1} to {high:>4.1})  {}", bar(s.found, 30));
}

/// Days of action of one kind, and what became of them.
#[derive(Clone, Copy, Debug, Default)]
struct Days {
    all: usize,
    won: usize,
    tanks_lost: usize,
}

impl Days {
    fn add(&mut self, day: &DayLine) {
        self.all += 1;
        self.won += usize::from(day.verdict == Verdict::Won);
        self.tanks_lost += usize::from(day.tank_lost);
    }
}

/// What games come to: of one size, however many they are.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    games: usize,
    commanders: u64,
    survived: usize,
    /// The last days of first commanders who did not see the end.
    until: Counts,
    days: Days,
    by_scenario: [Days; Scenario::ALL.len()],
    by_tank: [Days; Tank::ALL.len()],
    by_month: [Days; Month::ALL.len()],
}

impl Summary {
    /// Counts a game.
    pub fn add(&mut self, tour: &Ended) {
        self.games += 1;
        self.commanders += u64::from(tour.commanders);
        if tour.survived {
            self.survived += 1;
        } else {
            self.until.add(tour.until.0.into());
        }
        for day in &tour.days {
            self.days.add(day);
            self.by_scenario[day.scenario.index()].add(day);
            self.by_tank[day.tank.index()].add(day);
            self.by_month[day.day.month().index()].add(day);
        }
    }

    /// How many games were counted.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The share of days won, in percent.
    pub fn won(&self) -> f64 {
        share(self.days.won, self.days.all).found * 100.0
    }

    /// The whole batch on one page: survival, and days of action by scenario, tank and month.
    pub fn report(&self, data: &Charts) -> String {
        let mut out = String::new();
        let Days { all, tanks_lost, .. } = self.days;
        let _ = writeln!(out, "{} games, {all} days of action; shares with their 95% intervals", self.games);
        line(&mut out, "first commander survives", self.survived, self.games);
        let per = |n: f64| n / self.games.max(1) as f64;
        let _ = writeln!(
            out,
            "  a game takes {:.1} commanders, {:.1} tanks and {:.0} days of action",
            per(self.commanders as f64),
            per(tanks_lost as f64) + 1.0,
            per(all as f64)
        );
        out.push_str("\nDays won, by scenario\n");
        for (scenario, days) in Scenario::ALL.iter().zip(&self.by_scenario) {
            line(&mut out, scenario.name(), days.won, days.all);
        }
        out.push_str("\nTanks knocked out on a day, by scenario\n");
        for (scenario, days) in Scenario::ALL.iter().zip(&self.by_scenario) {
            line(&mut out, scenario.name(), days.tanks_lost, days.all);
        }
        out.push_str("\nTanks knocked out on a day, by tank\n");
        for (tank, days) in Tank::ALL.iter().zip(&self.by_tank).filter(|(_, days)| days.all > 0) {
            let card = &data.tanks[tank.index()];
            let name = format!("{:>2} {} {}", tank.number(), card.model, card.turret);
            line(&mut out, &name, days.tanks_lost, days.all);
        }
        out.push_str("\nDays won, by month\n");
        for (month, days) in Month::ALL.iter().zip(&self.by_month).filter(|(_, days)| days.all > 0) {
            line(&mut out, month.name(), days.won, days.all);
        }
        out.push_str("\nFirst commanders still in the war, by week\n");
        for row in curve(&self.survival(), 10) {
            let _ = writeln!(out, "  {row}");
        }
        out
    }

    /// The share of first commanders still in the war after each week from 27 July 1944.
    pub fn survival(&self) -> Vec<f64> {
        let n = self.games.max(1) as f64;
        let weeks = (Day::FIRST.0..=Day::LAST_COMBAT.0).step_by(7).skip(1);
        weeks.map(|day| (self.survived + self.until.above(day.into())) as f64 / n).collect()
    }
}
