//! Careers of American Tank Ace by the thousand.

use crate::Ace;
use crate::charts::Charts;
use crate::state::Fate;
use crate::words::{Award, Class, Month, VictoryLevel};
use hulldown_core::game::Seat;
use hulldown_core::playable::figures::{Counts, Figures, PlayedGame, bar, curve, share};
use serde::Serialize;
use std::fmt::Write;

/// What is kept of one commander's career.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ended {
    /// The number of the game.
    pub game: u64,
    /// The commander's seat.
    pub seat: u8,
    /// What became of him.
    pub fate: Fate,
    /// The month the game ended in.
    pub month: Month,
    /// How many mission lines of the calendar had begun.
    pub lines: u16,
    /// Missions completed.
    pub completed: u16,
    /// Missions won.
    pub successes: u16,
    /// The victory level.
    pub victory: VictoryLevel,
    /// The rank reached.
    pub rank: &'static str,
    /// The last tank.
    pub tank: &'static str,
    /// Tanks lost.
    pub tanks_lost: u8,
    /// Enemy tanks destroyed.
    pub tanks: u16,
    /// Enemy SPGs destroyed.
    pub spgs: u16,
    /// Enemy anti-tank guns destroyed.
    pub guns: u16,
    /// Other vehicles destroyed.
    pub vehicles: u16,
    /// Infantry units broken.
    pub infantry: u16,
    /// Awards for heroism.
    pub heroism: u16,
    /// Decisions made in the whole game.
    pub decisions: u64,
    /// Dice thrown in the whole game.
    pub dice: u64,
}

impl Figures for Ace {
    type Record = Ended;
    type Summary = Summary;
    const RECORDS: &'static str = "careers";
    const COLUMNS: &'static str = "game,seat,fate,month,lines,completed,successes,victory,rank,tank,tanks_lost,tanks,spgs,guns,vehicles,\
                                   infantry,heroism,decisions,dice";

    fn records(played: PlayedGame<Ace>, data: &'static Charts) -> Vec<Ended> {
        played.game.seats_in_play().map(|seat| career(&played, data, seat)).collect()
    }

    fn rows(career: &Ended, _: &'static Charts) -> Vec<String> {
        vec![career.row()]
    }

    fn add(summary: &mut Summary, career: &Ended) {
        summary.add(career);
    }

    fn report(summary: &Summary, data: &'static Charts) -> String {
        summary.report(data)
    }
}

fn career(played: &PlayedGame<Ace>, data: &'static Charts, seat: Seat) -> Ended {
    let game = &played.game;
    let player = &game.players[seat.index()];
    let career = &player.career;
    let kills = |class: Class| career.kills[class.index()];
    let before: u16 = (game.start.index()..game.month.index()).map(|m| u16::from(data.month_lines[m])).sum();
    Ended {
        game: played.index,
        seat: seat.0,
        fate: player.fate,
        month: game.month,
        lines: before + u16::from(game.line) + 1,
        completed: career.completed,
        successes: career.successes,
        victory: data.victory(career.successes),
        rank: career.rank.id(),
        tank: player.tank.id(),
        tanks_lost: career.tanks_lost,
        tanks: kills(Class::T),
        spgs: kills(Class::Spg),
        guns: kills(Class::At),
        vehicles: kills(Class::R) + kills(Class::Ht) + kills(Class::W),
        infantry: kills(Class::Inf),
        heroism: Award::ALL[Award::BronzeStar.index()..=Award::MedalOfHonor.index()]
            .iter()
            .map(|a| u16::from(career.award(*a)))
            .sum(),
        decisions: played.decisions,
        dice: played.dice,
    }
}

impl Ended {
    /// The career as values separated by commas.
    pub fn row(&self) -> String {
        format!(
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
            self.game,
            self.seat,
            fate_id(self.fate),
            self.month.id(),
            self.lines,
            self.completed,
            self.successes,
            self.victory.id(),
            self.rank,
            self.tank,
            self.tanks_lost,
            self.tanks,
            self.spgs,
            self.guns,
            self.vehicles,
            self.infantry,
            self.heroism,
            self.decisions,
            self.dice
        )
    }
}

fn fate_id(fate: Fate) -> &'static str {
    match fate {
        Fate::Serving => "serving",
        Fate::Killed => "killed",
        Fate::DiedOfWounds => "died_of_wounds",
        Fate::Retired => "retired",
        Fate::Survived => "survived",
    }
}

/// What careers come to: of one size, however many they are.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    survived: usize,
    killed: usize,
    retired: usize,
    victories: [usize; VictoryLevel::ALL.len()],
    successes: Counts,
    completed: u64,
    tanks_lost: u64,
    /// Mission lines begun by those who did not see the end.
    lines: Counts,
}

impl Summary {
    /// Counts a career.
    pub fn add(&mut self, career: &Ended) {
        match career.fate {
            Fate::Survived => self.survived += 1,
            Fate::Killed | Fate::DiedOfWounds => self.killed += 1,
            Fate::Retired => self.retired += 1,
            Fate::Serving => {}
        }
        if career.fate != Fate::Survived {
            self.lines.add(career.lines.into());
        }
        self.victories[career.victory.index()] += 1;
        self.successes.add(career.successes.into());
        self.completed += u64::from(career.completed);
        self.tanks_lost += u64::from(career.tanks_lost);
    }

    /// How many careers were counted.
    pub fn careers(&self) -> usize {
        self.successes.total()
    }

    /// The whole batch on one page: fates, victory levels, the survival curve.
    pub fn report(&self, data: &Charts) -> String {
        let mut out = String::new();
        let n = self.careers();
        let line = |out: &mut String, name: &str, part: usize| {
            let seat = share(part, n);
            let _ = writeln!(
                out,
                "  {name:<22} {:>5.1}%  ({:>4.1} to {:>4.1})  {}",
                seat.found * 100.0,
                seat.low * 100.0,
                seat.high * 100.0,
                bar(seat.found, 40)
            );
        };
        let _ = writeln!(out, "{n} careers, shares with their 95% intervals");
        line(&mut out, "alive in April 1945", self.survived);
        line(&mut out, "killed", self.killed);
        line(&mut out, "medically retired", self.retired);
        out.push('\n');
        for level in VictoryLevel::ALL {
            line(&mut out, level.name(), self.victories[level.index()]);
        }
        let at = [10, 25, 50, 75, 90].map(|percent| self.successes.percentile(percent).unwrap_or(0).to_string());
        let _ = writeln!(out, "\nSuccessful missions at 10/25/50/75/90 percent: {}", at.join(" / "));
        let part = |of: f64| 100.0 * of / self.completed.max(1) as f64;
        let _ = writeln!(
            out,
            "Missions won {:.1}%, tanks lost in {:.1}% of them",
            part(self.successes.sum() as f64),
            part(self.tanks_lost as f64)
        );
        out.push_str("\nStill serving after so many mission lines\n");
        for row in curve(&self.survival(data), 10) {
            let _ = writeln!(out, "  {row}");
        }
        let _ = writeln!(out, "         {}", months(data));
        out
    }

    /// The share still serving after each mission line.
    pub fn survival(&self, data: &Charts) -> Vec<f64> {
        let all: usize = data.month_lines.iter().map(|n| usize::from(*n)).sum();
        let n = self.careers().max(1) as f64;
        (1..=all).map(|line| (self.survived + self.lines.above(line)) as f64 / n).collect()
    }
}

/// The first letters of the months under the curve, where their lines begin.
fn months(data: &Charts) -> String {
    Month::ALL
        .iter()
        .map(|month| {
            let width = usize::from(data.month_lines[month.index()]);
            format!("{:<width$}", &month.name()[..3])
        })
        .collect()
}
