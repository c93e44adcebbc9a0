//! Careers of American Tank Ace by the thousand.

use crate::{Batch, Played, SimError, bar, curve, percentile, policy_seed, share};
use hulldown_ace::charts::Charts;
use hulldown_ace::state::Fate;
use hulldown_ace::words::{Award, Class, Month, VictoryLevel};
use hulldown_ace::{Ace, Setup};
use hulldown_bots::ace::Sensible;
use hulldown_core::game::Seat;
use hulldown_core::{Generator, Random};
use serde::Serialize;
use std::fmt::Write;

/// The policies that can play a batch, with what they do.
pub const POLICIES: [(&str, &str); 2] = [
    ("sensible", "weighs every enemy's danger, and leaves a field too hot to hold"),
    ("random", "picks any legal option, all equally likely"),
];

/// What is kept of one commander's career.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Career {
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

/// Plays a batch of careers.
pub fn careers(
    batch: &Batch,
    setup: &Setup,
    data: &'static Charts,
    policy: &str,
    done: impl Fn(u64) + Sync,
) -> Option<Result<Vec<Career>, SimError>> {
    let keep = |played: Played<Ace>| -> Vec<Career> {
        played.game.seats_in_play().map(|seat| career(&played, data, seat)).collect()
    };
    let played = match policy {
        "sensible" => crate::play(batch, setup, data, |_| Sensible, keep, done),
        "random" => {
            let seed = policy_seed(batch.seed);
            crate::play(batch, setup, data, |index| Random(Generator::for_game(seed, index)), keep, done)
        }
        _ => return None,
    };
    Some(played.map(|games| games.into_iter().flatten().collect()))
}

fn career(played: &Played<Ace>, data: &'static Charts, seat: Seat) -> Career {
    let g = &played.game;
    let p = &g.players[seat.index()];
    let c = &p.career;
    let kills = |class: Class| c.kills[class.index()];
    let before: u16 = (g.start.index()..g.month.index()).map(|m| u16::from(data.month_lines[m])).sum();
    Career {
        game: played.index,
        seat: seat.0,
        fate: p.fate,
        month: g.month,
        lines: before + u16::from(g.line) + 1,
        completed: c.completed,
        successes: c.successes,
        victory: data.victory(c.successes),
        rank: c.rank.id(),
        tank: p.tank.id(),
        tanks_lost: c.tanks_lost,
        tanks: kills(Class::T),
        spgs: kills(Class::Spg),
        guns: kills(Class::At),
        vehicles: kills(Class::R) + kills(Class::Ht) + kills(Class::W),
        infantry: kills(Class::Inf),
        heroism: Award::ALL[Award::BronzeStar.index()..=Award::MedalOfHonor.index()]
            .iter()
            .map(|a| u16::from(c.award(*a)))
            .sum(),
        decisions: played.decisions,
        dice: played.dice,
    }
}

/// The careers as a table of values separated by commas.
pub fn csv(careers: &[Career]) -> String {
    let mut out = String::from(
        "game,seat,fate,month,lines,completed,successes,victory,rank,tank,tanks_lost,tanks,spgs,guns,vehicles,infantry,heroism,\
         decisions,dice\n",
    );
    for c in careers {
        let _ = writeln!(
            out,
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
            c.game,
            c.seat,
            fate_id(c.fate),
            c.month.id(),
            c.lines,
            c.completed,
            c.successes,
            c.victory.id(),
            c.rank,
            c.tank,
            c.tanks_lost,
            c.tanks,
            c.spgs,
            c.guns,
            c.vehicles,
            c.infantry,
            c.heroism,
            c.decisions,
            c.dice
        );
    }
    out
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

/// The whole batch on one page: fates, victory levels, the survival curve.
pub fn report(careers: &[Career], data: &Charts) -> String {
    let mut out = String::new();
    let n = careers.len();
    let line = |out: &mut String, name: &str, part: usize| {
        let s = share(part, n);
        let _ = writeln!(
            out,
            "  {name:<22} {:>5.1} %  ({:>4.1} to {:>4.1})  {}",
            s.found * 100.0,
            s.low * 100.0,
            s.high * 100.0,
            bar(s.found, 40)
        );
    };
    let fates: [(&str, &[Fate]); 3] = [
        ("alive in April 1945", &[Fate::Survived]),
        ("killed", &[Fate::Killed, Fate::DiedOfWounds]),
        ("medically retired", &[Fate::Retired]),
    ];
    let _ = writeln!(out, "{n} careers, shares with their 95 % intervals");
    for (name, which) in fates {
        line(&mut out, name, careers.iter().filter(|c| which.contains(&c.fate)).count());
    }
    out.push('\n');
    for level in VictoryLevel::ALL {
        line(&mut out, level.name(), careers.iter().filter(|c| c.victory == level).count());
    }
    let mut successes: Vec<u16> = careers.iter().map(|c| c.successes).collect();
    successes.sort_unstable();
    let at = |percent| percentile(&successes, percent).unwrap_or(0);
    let _ = writeln!(
        out,
        "\nSuccessful missions at 10/25/50/75/90 percent: {} / {} / {} / {} / {}",
        at(10),
        at(25),
        at(50),
        at(75),
        at(90)
    );
    let completed: u64 = careers.iter().map(|c| u64::from(c.completed)).sum::<u64>().max(1);
    let lost: u64 = careers.iter().map(|c| u64::from(c.tanks_lost)).sum();
    let won: u64 = successes.iter().map(|s| u64::from(*s)).sum();
    let _ = writeln!(
        out,
        "Missions won {:.1} %, tanks lost in {:.1} % of them",
        100.0 * won as f64 / completed as f64,
        100.0 * lost as f64 / completed as f64
    );
    out.push_str("\nStill serving after so many mission lines\n");
    for row in curve(&survival(careers, data), 10) {
        let _ = writeln!(out, "  {row}");
    }
    let _ = writeln!(out, "         {}", months(data));
    out
}

/// The share still serving after each mission line.
pub fn survival(careers: &[Career], data: &Charts) -> Vec<f64> {
    let all: u16 = data.month_lines.iter().map(|n| u16::from(*n)).sum();
    let n = careers.len().max(1) as f64;
    let serves = |line: u16| careers.iter().filter(|c| c.fate == Fate::Survived || c.lines > line).count() as f64 / n;
    (1..=all).map(serves).collect()
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
