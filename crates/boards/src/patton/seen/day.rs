//! The Movement Board, the After Action Report, and the days behind one.

use super::read::{as_number, clean, count, flag, list, number, part, text};
use serde_json::Value;

/// An area of the Movement Board.
#[derive(Debug, Default)]
pub(crate) struct Area {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) edge: u32,
    pub(crate) resistance: String,
    pub(crate) us: bool,
    pub(crate) artillery: u32,
    pub(crate) air: u32,
    pub(crate) strays: u32,
    pub(crate) roads: Vec<(String, String)>,
}

impl Area {
    pub(super) fn read(v: &Value) -> Area {
        let pos = list(v, "pos");
        let at = |n: usize| pos.get(n).map_or(50.0, |v| as_number(v).clamp(0, 100) as f32);
        let road = |v: &Value| Some((clean(v.get(0)?.as_str()?), clean(v.get(1)?.as_str()?)));
        Area {
            id: text(v, "id"),
            kind: text(v, "kind"),
            x: at(0),
            y: at(1),
            edge: count(v, "edge"),
            resistance: text(v, "resistance"),
            us: flag(v, "us"),
            artillery: count(v, "artillery"),
            air: count(v, "air"),
            strays: count(v, "strays"),
            roads: list(v, "roads").iter().filter_map(road).take(12).collect(),
        }
    }
}

/// The After Action Report.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) scenario: String,
    pub(crate) expected: String,
    pub(crate) sky: String,
    pub(crate) ground: String,
    pub(crate) rain: bool,
    pub(crate) snow_falls: bool,
    pub(crate) sunrise: i64,
    pub(crate) sunset: i64,
    pub(crate) clock: i64,
    pub(crate) areas: u32,
    pub(crate) exits: u32,
    pub(crate) lost_areas: u32,
    pub(crate) tanks_lost: u32,
    pub(crate) squads_lost: u32,
    pub(crate) battles: u32,
    pub(crate) verdict: String,
    pub(crate) promoted: bool,
    pub(crate) medal: String,
    pub(crate) wounded: bool,
    pub(crate) exploded: bool,
}

impl Report {
    pub(super) fn read(v: &Value) -> Report {
        let weather = part(v, "weather");
        Report {
            scenario: text(v, "scenario"),
            expected: text(v, "expected"),
            sky: text(weather, "sky"),
            ground: text(weather, "ground").replace('_', " "),
            rain: flag(weather, "rain"),
            snow_falls: text(weather, "snow") == "falling",
            sunrise: number(v, "sunrise"),
            sunset: number(v, "sunset"),
            clock: number(v, "clock"),
            areas: count(v, "areas"),
            exits: count(v, "exits"),
            lost_areas: count(v, "lost_areas"),
            tanks_lost: count(v, "tanks_lost"),
            squads_lost: count(v, "squads_lost"),
            battles: count(v, "battles"),
            verdict: text(v, "verdict"),
            promoted: flag(v, "promoted"),
            medal: text(v, "medal"),
            wounded: flag(v, "wounded"),
            exploded: flag(v, "exploded"),
        }
    }

    /// The weather in words.
    pub(crate) fn weather(&self) -> String {
        let mut words = vec![self.sky.clone()];
        if self.rain {
            words.push("rain".into());
        }
        if self.snow_falls {
            words.push("snow falling".into());
        }
        if !self.ground.is_empty() && self.ground != "dry" {
            words.push(self.ground.clone());
        }
        words.retain(|w| !w.is_empty());
        words.join(", ")
    }

    /// The picture that fits the weather.
    pub(crate) fn picture(&self) -> &'static str {
        match (self.rain, self.snow_falls, self.sky.as_str(), self.ground.as_str()) {
            (true, ..) => "rain",
            (_, true, ..) => "snow",
            (_, _, "fog", _) => "fog",
            (_, _, "overcast", _) => "overcast",
            (_, _, _, "mud") => "mud",
            _ => "clear",
        }
    }
}

/// A time of day from minutes.
pub(crate) fn clock(minutes: i64) -> String {
    format!("{:02}:{:02}", minutes.clamp(0, 1439) / 60, minutes.clamp(0, 1439) % 60)
}

/// You.
#[derive(Debug, Default)]
pub(crate) struct You {
    pub(crate) name: String,
    pub(crate) number: u32,
    pub(crate) fate: String,
    pub(crate) rank: String,
    pub(crate) points: u32,
    pub(crate) medals: [u32; 4],
    pub(crate) hearts: u32,
    pub(crate) days: u32,
    pub(crate) won: u32,
    pub(crate) tanks_lost: u32,
}

/// A day that was.
#[derive(Debug, Default)]
pub(crate) struct DayLine {
    pub(crate) day: i64,
    pub(crate) scenario: String,
    pub(crate) tank: u32,
    pub(crate) tank_lost: bool,
    pub(crate) aboard: bool,
    pub(crate) battles: u32,
    pub(crate) own: i64,
    pub(crate) total: i64,
    pub(crate) verdict: String,
    pub(crate) casualties: u32,
    pub(crate) promoted: bool,
    pub(crate) medal: String,
}

/// The points of the day.
#[derive(Debug, Default)]
pub(crate) struct Score {
    pub(crate) own: i64,
    pub(crate) own_adjusted: i64,
    pub(crate) friendly: i64,
    pub(crate) captured: i64,
    pub(crate) lost: i64,
    pub(crate) losses: i64,
    pub(crate) total: i64,
}

/// A day as a view has it.
pub(super) fn day_line(v: &Value) -> DayLine {
    DayLine {
        day: number(v, "day"),
        scenario: text(v, "scenario"),
        tank: count(v, "tank"),
        tank_lost: flag(v, "tank_lost"),
        aboard: flag(v, "aboard"),
        battles: count(v, "battles"),
        own: number(v, "own"),
        total: number(v, "total"),
        verdict: text(v, "verdict"),
        casualties: count(v, "casualties"),
        promoted: flag(v, "promoted"),
        medal: text(v, "medal"),
    }
}
