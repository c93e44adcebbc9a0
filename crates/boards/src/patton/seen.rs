//! What the drawings take from a view: every field with a sensible default, so that odd or missing ones never matter.

mod day;
mod read;
mod tank;
mod units;

pub(crate) use day::{Area, clock};
pub(crate) use read::{Count, POSTS, RANGES, SECTORS, Zone};
pub(crate) use tank::Tank;
pub(crate) use units::{Enemy, Man};

use day::{DayLine, Report, Score, You, day_line};
use read::{as_number, count, counts, flag, list, number, part, sector, text, word, zones};
use serde_json::Value;

/// The most units drawn on a board; the rules know fewer.
const MOST_UNITS: usize = 40;
/// The most areas drawn on a map.
const MOST_AREAS: usize = 80;

/// Everything.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) length: String,
    pub(crate) stage: String,
    pub(crate) in_battle: bool,
    pub(crate) date: String,
    pub(crate) day: i64,
    pub(crate) note: String,
    pub(crate) you: You,
    pub(crate) crew: Vec<Man>,
    pub(crate) crew_total: u32,
    pub(crate) trained: bool,
    pub(crate) assistant_at: String,
    pub(crate) away: usize,
    pub(crate) tank: Tank,
    pub(crate) directs: String,
    pub(crate) reload: String,
    pub(crate) from_rack: bool,
    pub(crate) report: Report,
    pub(crate) score: Score,
    pub(crate) own_kills: Vec<Count>,
    pub(crate) friendly_kills: Vec<Count>,
    pub(crate) career_kills: Vec<Count>,
    pub(crate) areas: Vec<Area>,
    pub(crate) at: String,
    pub(crate) start: String,
    pub(crate) exit: String,
    pub(crate) round: u32,
    pub(crate) enemies: Vec<Enemy>,
    pub(crate) us: [bool; 6],
    pub(crate) smoke: Vec<(Zone, u32)>,
    pub(crate) smoke_here: u32,
    pub(crate) fire: Vec<(Zone, u32)>,
    pub(crate) sweeps: Vec<(Zone, String)>,
    pub(crate) hits: usize,
    pub(crate) history: Vec<DayLine>,
}

impl Seen {
    pub(crate) fn read(v: &Value) -> Seen {
        let you = part(v, "you");
        let mut medals = [0; 4];
        for (place, n) in medals.iter_mut().zip(list(you, "medals")) {
            *place = as_number(n).max(0) as u32;
        }
        let score = part(v, "score");
        let orders = part(v, "orders");
        let directs = match orders.get("directs") {
            Some(Value::Object(map)) => map.values().next().map(|v| word(Some(v))).unwrap_or_default(),
            other => word(other),
        };
        let mut us = [false; 6];
        for s in list(v, "us").iter().filter_map(Value::as_str) {
            us[sector(s)] = true;
        }
        let level = |v: &Value| as_number(v).max(0) as u32;
        Seen {
            length: text(v, "length"),
            stage: text(v, "stage"),
            in_battle: flag(v, "in_battle"),
            date: text(v, "date"),
            day: number(v, "day"),
            note: text(v, "note"),
            you: You {
                name: text(you, "name"),
                number: count(you, "number"),
                fate: text(you, "fate"),
                rank: Some(text(you, "rank")).filter(|r| !r.is_empty()).unwrap_or_else(|| "Sergeant".into()),
                points: count(you, "points"),
                medals,
                hearts: count(you, "hearts"),
                days: count(you, "days"),
                won: count(you, "won"),
                tanks_lost: count(you, "tanks_lost"),
            },
            crew: list(v, "crew").iter().take(5).map(Man::read).collect(),
            crew_total: count(v, "crew_total"),
            trained: flag(v, "trained"),
            assistant_at: text(v, "assistant_at"),
            away: list(v, "away").len(),
            tank: Tank::read(v),
            directs,
            reload: text(orders, "reload"),
            from_rack: flag(orders, "from_rack"),
            report: Report::read(part(v, "report")),
            score: Score {
                own: number(score, "own"),
                own_adjusted: number(score, "own_adjusted"),
                friendly: number(score, "friendly_adjusted"),
                captured: number(score, "captured_adjusted"),
                lost: number(score, "lost_adjusted"),
                losses: number(score, "losses"),
                total: number(v, "score_total"),
            },
            own_kills: counts(v, "own_kills"),
            friendly_kills: counts(v, "friendly_kills"),
            career_kills: counts(v, "career_kills"),
            areas: list(v, "areas").iter().take(MOST_AREAS).map(Area::read).collect(),
            at: text(v, "at"),
            start: text(v, "start"),
            exit: text(v, "exit"),
            round: count(v, "round"),
            enemies: distinct(list(v, "enemies").iter().take(MOST_UNITS).map(Enemy::read).collect()),
            us,
            smoke: zones(v, "smoke", level),
            smoke_here: count(v, "smoke_here"),
            fire: zones(v, "advance_fire", level),
            sweeps: zones(v, "sweeps", |v| word(Some(v))),
            hits: list(v, "hits").len(),
            history: list(v, "history").iter().take(400).map(day_line).collect(),
        }
    }

    /// Whether there is a map to look at.
    pub(crate) fn has_map(&self) -> bool {
        !self.areas.is_empty()
    }

    /// Whether the task force is on the Movement Board just now.
    pub(crate) fn on_map(&self) -> bool {
        matches!(self.stage.as_str(), "free_check" | "operations" | "entered" | "watch" | "leaving" | "start_area")
    }

    /// A man by his letter.
    pub(crate) fn man(&self, post: &str) -> Option<&Man> {
        self.crew.iter().find(|m| m.post == post)
    }
}

/// Each unit once: its number names an element of the page.
fn distinct(mut units: Vec<Enemy>) -> Vec<Enemy> {
    let mut seen = Vec::new();
    units.retain(|unit| {
        let new = !seen.contains(&unit.id);
        seen.push(unit.id);
        new
    });
    units
}
