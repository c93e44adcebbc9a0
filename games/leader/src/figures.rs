//! Campaigns of Sherman Leader by the thousand.

use crate::charts::Charts;
use crate::ids::{CampaignId, CardId, Id, ObjectiveId};
use crate::state::Leader;
use crate::words::Evaluation;
use hulldown_core::playable::figures::{Figures, PlayedGame, bar, share};
use serde::Serialize;
use std::fmt::Write;

/// What is kept of one campaign.
#[derive(Clone, Debug, Serialize)]
pub struct Ended {
    /// The number of the game.
    pub game: u64,
    /// The Campaign card.
    pub campaign: CampaignId,
    /// The Objective card.
    pub objective: ObjectiveId,
    /// How it ended.
    pub result: Evaluation,
    /// Victory Points.
    pub vp: i16,
    /// Special Option points left.
    pub so: i16,
    /// The Week in which it ended.
    pub week: u8,
    /// Battles fought.
    pub battles: u8,
    /// Battles that Destroyed the Battalion.
    pub won: u8,
    /// Units lost.
    pub lost: u8,
    /// Commanders killed.
    pub kia: u8,
    /// Unit cards that were in the group, with the enemy points each has Destroyed.
    pub cards: Vec<(CardId, u8)>,
    /// Decisions made.
    pub decisions: u64,
}

impl Figures for Leader {
    type Record = Ended;
    type Summary = Summary;
    const RECORDS: &'static str = "campaigns";
    const OVER: &'static [&'static str] = &["campaign", "objective"];
    const COLUMNS: &'static str = "game,campaign,objective,result,vp,so,week,battles,won,units_lost,commanders_killed";

    fn records(played: PlayedGame<Leader>, data: &'static Charts) -> Vec<Ended> {
        let (game, tally) = (&played.game, &played.game.tally);
        let bought = data.units.ids().filter(|card| tally.bought.has(*card));
        vec![Ended {
            game: played.index,
            campaign: game.campaign,
            objective: game.objective,
            result: game.result.unwrap_or(Evaluation::Failure),
            vp: game.vp,
            so: game.so,
            week: game.week,
            battles: tally.battles,
            won: tally.won,
            lost: tally.lost,
            kia: tally.kia,
            cards: bought.map(|card| (card, tally.earned(card))).collect(),
            decisions: played.decisions,
        }]
    }

    fn rows(one: &Ended, charts: &'static Charts) -> Vec<String> {
        let campaign = charts.campaigns.get(one.campaign).map_or("?", |card| card.id.as_str());
        let objective = charts.objectives.get(one.objective).map_or("?", |card| card.id.as_str());
        vec![format!(
            "{},{campaign},{objective},{},{},{},{},{},{},{},{}",
            one.game,
            one.result.id(),
            one.vp,
            one.so,
            one.week,
            one.battles,
            one.won,
            one.lost,
            one.kia
        )]
    }

    fn add(summary: &mut Summary, one: &Ended) {
        summary.add(one);
    }

    fn report(summary: &Summary, data: &'static Charts) -> String {
        summary.report(data)
    }
}

/// Evaluations counted, from Failure to Great.
type Ends = [usize; Evaluation::ALL.len()];

fn good(ends: &Ends) -> usize {
    ends[Evaluation::Good.index()] + ends[Evaluation::Great.index()]
}

/// The share of campaigns, in percent, that a plain player ended Good or better on the same cards: 400 of each Campaign, with a standard
/// error of about 2.4 points (R58). He buys by a fixed list, three Scouts and a Truck, rests the tired, attacks what he should beat, and takes the best shot
/// from the best cover.
const PLAIN: [(&str, u8); 10] = [
    ("north_africa_1942", 68),
    ("france_1944", 68),
    ("italy_1943", 49),
    ("saipan_1944", 56),
    ("germany_1945", 58),
    ("tunisia_1943", 36),
    ("normandy_1944", 38),
    ("bulge_1944", 34),
    ("philippines_1942", 27),
    ("okinawa_1945", 25),
];

/// What some campaigns came to.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    ends: Ends,
    vp: i64,
    battles: usize,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.ends.iter_mut().zip(other.ends).for_each(|(end, more)| *end += more);
        self.vp += other.vp;
        self.battles += other.battles;
    }

    fn games(&self) -> usize {
        self.ends.iter().sum()
    }
}

/// What campaigns come to: of one size, however many they are.
#[derive(Clone, Debug)]
pub struct Summary {
    games: usize,
    ends: Ends,
    vp: i64,
    battles: usize,
    won: usize,
    lost: usize,
    kia: usize,
    /// By Campaign card and Objective card.
    by: Vec<((CampaignId, ObjectiveId), Tally)>,
    /// For each Unit card: in how many campaigns it was, and the points it has Destroyed.
    cards: [(usize, usize); 256],
}

impl Default for Summary {
    fn default() -> Self {
        let (games, ends) = (0, Ends::default());
        Summary { games, ends, vp: 0, battles: 0, won: 0, lost: 0, kia: 0, by: Vec::new(), cards: [(0, 0); 256] }
    }
}

impl Summary {
    /// Counts a campaign.
    pub fn add(&mut self, one: &Ended) {
        self.games += 1;
        self.ends[one.result.index()] += 1;
        self.vp += i64::from(one.vp);
        self.battles += usize::from(one.battles);
        self.won += usize::from(one.won);
        self.lost += usize::from(one.lost);
        self.kia += usize::from(one.kia);
        let pair = (one.campaign, one.objective);
        let at = match self.by.binary_search_by_key(&pair, |(pair, _)| *pair) {
            Ok(at) => at,
            Err(at) => {
                self.by.insert(at, (pair, Tally::default()));
                at
            }
        };
        let tally = &mut self.by[at].1;
        tally.ends[one.result.index()] += 1;
        tally.vp += i64::from(one.vp);
        tally.battles += usize::from(one.battles);
        for (card, points) in &one.cards {
            let of = &mut self.cards[card.index()];
            *of = (of.0 + 1, of.1 + usize::from(*points));
        }
    }

    /// How many campaigns were counted.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The share that ended Good or Great, in percent.
    pub fn good(&self) -> f64 {
        share(good(&self.ends), self.games).found * 100.0
    }

    /// The whole batch on one page.
    pub fn report(&self, charts: &Charts) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "{} campaigns; shares with their 95% intervals", self.games);
        for evaluation in Evaluation::ALL.into_iter().rev() {
            line(&mut out, evaluation.name(), self.ends[evaluation.index()], self.games);
        }
        let per = |n: usize| n as f64 / self.games.max(1) as f64;
        let each = |n: usize| n as f64 / self.battles.max(1) as f64;
        let _ = writeln!(
            out,
            "  a campaign brings {:.1} VP in {:.1} battles; {:.0}% of them Destroy the Battalion; a battle costs {:.2} Units and {:.2} Commanders",
            self.vp as f64 / self.games.max(1) as f64,
            per(self.battles),
            100.0 * each(self.won),
            each(self.lost),
            each(self.kia)
        );
        self.campaigns(charts, &mut out);
        self.objectives(charts, &mut out);
        out.push_str("\nUnit cards: campaigns they were in, enemy points Destroyed a campaign, and for each SO\n");
        // Cards of one model count as one.
        let mut models: Vec<(&str, u8, usize, usize)> = Vec::new();
        for (card, (games, points)) in charts.units.iter().zip(&self.cards).filter(|(_, (games, _))| *games > 0) {
            match models.iter_mut().find(|(name, ..)| *name == card.name) {
                Some(model) => (model.2, model.3) = (model.2 + games, model.3 + points),
                None => models.push((&card.name, card.so, *games, *points)),
            }
        }
        let worth =
            |(_, so, games, points): &(&str, u8, usize, usize)| *points as f64 / (*games * usize::from(*so)) as f64;
        models.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        for model in &models {
            let (name, so, games, points) = model;
            let _ = writeln!(
                out,
                "  {name:<26} {so:>2} SO {games:>7} {:>6.2} {:>6.2}",
                *points as f64 / *games as f64,
                worth(model)
            );
        }
        out
    }
}

impl Summary {
    /// By campaign, beside the plain player.
    fn campaigns(&self, charts: &Charts, out: &mut String) {
        out.push_str("\nBy campaign, in percent; beside them what a plain player with a fixed shopping list reached on the same cards\n");
        let _ = writeln!(
            out,
            "  {:<18} {:<13} {:>6} {:<16} {:>5} {:>7} {:>5} {:>7} {:>6}",
            "", "", "Good or", "better", "Great", "Failure", "VP", "battles", "plain"
        );
        for (id, card) in charts.campaigns.each() {
            let mut all = Tally::default();
            self.by.iter().filter(|((campaign, _), _)| *campaign == id).for_each(|(_, tally)| all.add(tally));
            let games = all.games();
            if games == 0 {
                continue;
            }
            let (good, percent) = (share(good(&all.ends), games), |n: usize| 100.0 * n as f64 / games as f64);
            let [found, low, high] = [good.found, good.low, good.high].map(|share| share * 100.0);
            let plain = PLAIN.iter().find(|(known, _)| card.id == *known);
            let plain = plain.map_or_else(String::new, |(_, percent)| percent.to_string());
            let between = format!("({low:.1} to {high:.1})");
            let _ = writeln!(
                out,
                "  {:<18} {:<13} {found:>6.1}  {between:<16} {:>5.1} {:>7.1} {:>5.1} {:>7.1} {plain:>6}",
                card.name,
                card.difficulty.name(),
                percent(all.ends[Evaluation::Great.index()]),
                percent(all.ends[Evaluation::Failure.index()]),
                all.vp as f64 / games as f64,
                all.battles as f64 / games as f64,
            );
        }
        out.push_str(
            "  The plain player: 400 campaigns each, standard error about 2.4 points. The bot sends two Scouts a battle, keeps points back for bad\n  \
             Weeks, looks a turn ahead, and counts the fire that cheap teams in cover draw from tanks.\n",
        );
    }

    /// Good or Great by campaign and objective: a row for each Campaign.
    fn objectives(&self, charts: &Charts, out: &mut String) {
        let played = |is: &dyn Fn(&(CampaignId, ObjectiveId)) -> bool| self.by.iter().any(|(pair, _)| is(pair));
        let objectives: Vec<_> =
            charts.objectives.each().filter(|(id, _)| played(&|(_, objective)| objective == id)).collect();
        out.push_str("\nGood or Great by campaign and objective, in percent\n");
        // Long names stand above their columns, letter by letter they would not fit.
        for (n, (_, card)) in objectives.iter().enumerate() {
            let _ = writeln!(out, "  {:>2}  {}", n + 1, card.name);
        }
        let heads: String = (1..=objectives.len()).map(|n| format!("{n:>5}")).collect();
        let _ = writeln!(out, "  {:<18}{heads}", "");
        for (id, card) in charts.campaigns.each().filter(|(id, _)| played(&|(campaign, _)| campaign == id)) {
            let cell = |objective: ObjectiveId| {
                let tally = self.by.iter().find(|(pair, _)| *pair == (id, objective)).map(|(_, tally)| tally);
                tally.map_or_else(String::new, |tally| {
                    format!("{:.0}", 100.0 * good(&tally.ends) as f64 / tally.games().max(1) as f64)
                })
            };
            let cells: String = objectives.iter().map(|(objective, _)| format!("{:>5}", cell(*objective))).collect();
            let _ = writeln!(out, "  {:<18}{cells}", card.name);
        }
    }
}

/// One line: a share with its interval and a bar.
fn line(out: &mut String, name: &str, part: usize, whole: usize) {
    let s = share(part, whole);
    let (found, low, high) = (s.found * 100.0, s.low * 100.0, s.high * 100.0);
    let _ = writeln!(out, "  {name:<36} {found:>5.1}%  ({low:>4.1} to {high:>4.1})  {}", bar(s.found, 30));
}
