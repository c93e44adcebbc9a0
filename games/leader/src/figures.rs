//! Campaigns of Sherman Leader by the thousand.

use crate::charts::Charts;
use crate::ids::{CampaignId, CardId, Id, ObjectiveId};
use crate::state::Leader;
use crate::words::Evaluation;
use hulldown_core::playable::figures::{Figures, Played, bar, share};
use serde::Serialize;
use std::fmt::Write;

/// What is kept of one campaign.
#[derive(Clone, Debug, Serialize)]
pub struct Campaign {
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
    type Record = Campaign;
    type Summary = Summary;
    const RECORDS: &'static str = "campaigns";
    const COLUMNS: &'static str = "game,campaign,objective,result,vp,so,week,battles,won,units_lost,commanders_killed";

    fn records(played: Played<Leader>, data: &'static Charts) -> Vec<Campaign> {
        let (game, tally) = (&played.game, &played.game.tally);
        let bought = data.units.ids().filter(|card| tally.bought.has(*card));
        vec![Campaign {
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

    fn rows(one: &Campaign) -> Vec<String> {
        let charts = <Leader as hulldown_core::Game>::data();
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

    fn add(summary: &mut Summary, one: &Campaign) {
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
    by: Vec<((CampaignId, ObjectiveId), Ends)>,
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
    pub fn add(&mut self, one: &Campaign) {
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
                self.by.insert(at, (pair, Ends::default()));
                at
            }
        };
        self.by[at].1[one.result.index()] += 1;
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
        let _ = writeln!(out, "{} campaigns; shares with their 95 % intervals", self.games);
        for evaluation in Evaluation::ALL.into_iter().rev() {
            line(&mut out, evaluation.name(), self.ends[evaluation.index()], self.games);
        }
        let per = |n: usize| n as f64 / self.games.max(1) as f64;
        let each = |n: usize| n as f64 / self.battles.max(1) as f64;
        let _ = writeln!(
            out,
            "  a campaign brings {:.1} VP in {:.1} battles; {:.0} % of them Destroy the Battalion; a battle costs {:.2} Units and {:.2} Commanders",
            self.vp as f64 / self.games.max(1) as f64,
            per(self.battles),
            100.0 * each(self.won),
            each(self.lost),
            each(self.kia)
        );
        out.push_str("\nGood or Great, by campaign and objective\n");
        for ((campaign, objective), ends) in &self.by {
            let name = |card: Option<&str>| card.unwrap_or("?").to_owned();
            let campaign = name(charts.campaigns.get(*campaign).map(|card| card.name.as_str()));
            let objective = name(charts.objectives.get(*objective).map(|card| card.name.as_str()));
            line(&mut out, &format!("{campaign}, {objective}"), good(ends), ends.iter().sum());
        }
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

/// One line: a share with its interval and a bar.
fn line(out: &mut String, name: &str, part: usize, whole: usize) {
    let s = share(part, whole);
    let (found, low, high) = (s.found * 100.0, s.low * 100.0, s.high * 100.0);
    let _ = writeln!(out, "  {name:<36} {found:>5.1} %  ({low:>4.1} to {high:>4.1})  {}", bar(s.found, 30));
}
