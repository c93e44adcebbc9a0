//! What the drawings take from a view: every field with a sensible default, so that odd or missing ones never matter.

use serde_json::Value;

/// The most units drawn on a board; the rules know fewer.
const MOST_UNITS: usize = 40;
/// The most areas drawn on a map.
const MOST_AREAS: usize = 80;
/// The longest text taken over.
const LONGEST: usize = 80;

/// A text fit to be shown: no control characters, not too long.
fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).take(LONGEST).collect()
}

/// A text, or the one key of an object that stands for a word.
fn word(v: Option<&Value>) -> String {
    match v {
        Some(Value::String(s)) => clean(s),
        Some(Value::Number(n)) => n.to_string(),
        Some(Value::Object(map)) => map.keys().next().map(|k| clean(k)).unwrap_or_default(),
        _ => String::new(),
    }
}

fn text(v: &Value, key: &str) -> String {
    word(v.get(key))
}

fn number(v: &Value, key: &str) -> i64 {
    v.get(key).map_or(0, as_number)
}

fn as_number(v: &Value) -> i64 {
    v.as_i64().unwrap_or(0).clamp(-9999, 9999)
}

fn count(v: &Value, key: &str) -> u32 {
    number(v, key).max(0) as u32
}

fn flag(v: &Value, key: &str) -> bool {
    v.get(key).and_then(Value::as_bool).unwrap_or(false)
}

fn list<'a>(v: &'a Value, key: &str) -> &'a [Value] {
    v.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn part<'a>(v: &'a Value, key: &str) -> &'a Value {
    v.get(key).unwrap_or(&Value::Null)
}

/// The sectors in the order they are drawn, clockwise from the top.
pub(crate) const SECTORS: [&str; 6] = ["6-8", "9-10", "1", "2", "3", "4-5"];
/// The rings from the hub outwards.
pub(crate) const RANGES: [&str; 3] = ["close", "medium", "long"];
/// The crew's letters, in the order of the rules.
pub(crate) const POSTS: [&str; 5] = ["c", "g", "l", "d", "a"];

/// A sector as its number clockwise from the top.
fn sector(text: &str) -> usize {
    SECTORS.iter().position(|s| *s == text).unwrap_or(0)
}

fn range(text: &str) -> usize {
    RANGES.iter().position(|r| *r == text).unwrap_or(0)
}

/// A zone by sector and ring.
pub(crate) type Zone = (usize, usize);

/// A zone written `6-8.close`.
fn zone(text: &str) -> Option<Zone> {
    let (s, r) = text.split_once('.')?;
    Some((SECTORS.iter().position(|x| *x == s)?, RANGES.iter().position(|x| *x == r)?))
}

/// Zones with a number or a word.
fn zones<T>(v: &Value, key: &str, read: impl Fn(&Value) -> T) -> Vec<(Zone, T)> {
    let pair = |v: &Value| Some((zone(v.get(0)?.as_str()?)?, read(v.get(1)?)));
    list(v, key).iter().filter_map(pair).take(60).collect()
}

/// An enemy unit.
#[derive(Debug, Default)]
pub(crate) struct Enemy {
    pub(crate) id: u32,
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) class: String,
    pub(crate) identified: bool,
    pub(crate) vehicle: bool,
    pub(crate) at: Zone,
    pub(crate) facing: String,
    pub(crate) terrain: String,
    pub(crate) moving: bool,
    pub(crate) sight: String,
    pub(crate) immobile: bool,
    pub(crate) aim: u32,
    pub(crate) fired: bool,
    pub(crate) acquired: u32,
    pub(crate) points: i64,
}

impl Enemy {
    fn read(v: &Value) -> Enemy {
        let at = part(v, "zone");
        Enemy {
            id: count(v, "id"),
            kind: text(v, "kind"),
            name: text(v, "name"),
            class: text(v, "class"),
            identified: flag(v, "identified"),
            vehicle: flag(v, "vehicle"),
            at: (sector(&text(at, "sector")), range(&text(at, "range"))),
            facing: text(v, "facing"),
            terrain: text(v, "terrain"),
            moving: flag(v, "moving"),
            sight: text(v, "sight"),
            immobile: flag(v, "immobile"),
            aim: count(v, "aim"),
            fired: flag(v, "fired"),
            acquired: count(v, "acquired"),
            points: number(v, "points"),
        }
    }

    /// What it is called: its class while nobody knows better.
    pub(crate) fn called(&self) -> String {
        if self.identified || self.name.is_empty() { self.name.clone() } else { format!("unidentified {}", self.class) }
    }

    /// What is so with it, in words.
    pub(crate) fn states(&self) -> Vec<String> {
        let mut states = vec![if self.sight.is_empty() { "unspotted".into() } else { self.sight.clone() }];
        if self.vehicle && !self.facing.is_empty() {
            states.push(format!("{} to you", self.facing));
        }
        match self.terrain.as_str() {
            "" | "open" => {}
            "hull_down" => states.push("hull down".into()),
            "woods" => states.push("in woods".into()),
            other => states.push(format!("in a {other}")),
        }
        for (on, says) in [(self.moving, "moving"), (self.immobile, "immobile"), (self.fired, "has fired")] {
            if on {
                states.push(says.into());
            }
        }
        if self.aim > 0 {
            states.push(format!("has aimed at you {}", times(self.aim)));
        }
        if self.acquired > 0 {
            states.push(format!("your acquired target {}", self.acquired));
        }
        states
    }

    /// Everything about it in one sentence.
    pub(crate) fn aloud(&self) -> String {
        let (s, r) = self.at;
        let place = format!("sector {}, {} range", SECTORS[s], RANGES[r]);
        format!("Unit {}: {}, {place}, {}", self.id, self.called(), self.states().join(", "))
    }
}

fn times(n: u32) -> String {
    if n == 1 { "once".into() } else { format!("{n} times") }
}

/// A man of the crew.
#[derive(Debug, Default)]
pub(crate) struct Man {
    pub(crate) post: String,
    pub(crate) name: String,
    pub(crate) number: Option<i64>,
    pub(crate) rating: Option<i64>,
    pub(crate) you: bool,
    pub(crate) wound: String,
    pub(crate) works: bool,
    pub(crate) hatch: Option<bool>,
    pub(crate) blind: bool,
    pub(crate) order: String,
    pub(crate) looks: Vec<usize>,
}

impl Man {
    fn read(v: &Value) -> Man {
        Man {
            post: text(v, "post"),
            name: text(v, "name"),
            number: v.get("number").and_then(Value::as_i64),
            rating: v.get("rating").and_then(Value::as_i64),
            you: flag(v, "you"),
            wound: text(v, "wound"),
            works: flag(v, "works"),
            hatch: v.get("hatch").and_then(Value::as_bool),
            blind: flag(v, "blind"),
            order: text(v, "order_name"),
            looks: list(v, "looks").iter().filter_map(Value::as_str).map(sector).take(6).collect(),
        }
    }

    /// His box on the card.
    pub(crate) fn letter(&self) -> String {
        self.post.chars().next().unwrap_or('?').to_uppercase().to_string()
    }

    /// What is so with him, in words.
    pub(crate) fn states(&self) -> Vec<String> {
        let mut states = Vec::new();
        match self.rating {
            Some(rating) => states.push(format!("rating {rating}")),
            None => states.push("no man here".into()),
        }
        if let Some(open) = self.hatch {
            states.push(if open { "hatch open" } else { "buttoned up" }.into());
        }
        if !self.order.is_empty() {
            states.push(self.order.clone());
        }
        if !self.wound.is_empty() {
            states.push(self.wound.clone());
        }
        if self.blind {
            states.push("periscope broken".into());
        }
        if !self.works && self.rating.is_some() {
            states.push("out of action".into());
        }
        states
    }
}

/// How many of something.
#[derive(Debug, Default, Clone)]
pub(crate) struct Count {
    pub(crate) kind: String,
    pub(crate) count: u32,
}

fn counts(v: &Value, key: &str) -> Vec<Count> {
    let one = |v: &Value| Count { kind: text(v, "kind"), count: count(v, "count") };
    list(v, key).iter().map(one).filter(|c| c.count > 0).take(40).collect()
}

/// The tank.
#[derive(Debug, Default)]
pub(crate) struct Tank {
    pub(crate) card: u32,
    pub(crate) model: String,
    pub(crate) gun: String,
    pub(crate) name: String,
    pub(crate) rack_size: u32,
    pub(crate) normal_load: u32,
    pub(crate) rounds: Vec<Count>,
    pub(crate) rack: Vec<Count>,
    pub(crate) loaded: String,
    pub(crate) boxes_30: u32,
    pub(crate) boxes_50: u32,
    pub(crate) bombs: u32,
    pub(crate) grenades: u32,
    pub(crate) periscopes: u32,
    pub(crate) fuel: u32,
    pub(crate) hull: usize,
    pub(crate) turret: usize,
    pub(crate) moving: bool,
    pub(crate) hull_down: bool,
    pub(crate) lead: bool,
    pub(crate) disabled: bool,
    pub(crate) lost: bool,
    pub(crate) bog: String,
    pub(crate) sight_broken: bool,
    pub(crate) hvss: bool,
    /// Main gun, co-axial, bow, AA.
    pub(crate) guns: [String; 4],
}

impl Tank {
    fn read(view: &Value) -> Tank {
        let v = part(view, "tank");
        let mut guns: [String; 4] = Default::default();
        for (place, gun) in guns.iter_mut().zip(list(v, "guns")) {
            *place = word(Some(gun));
        }
        Tank {
            card: count(view, "tank_card"),
            model: text(view, "tank_model"),
            gun: text(view, "tank_gun"),
            name: text(v, "name"),
            rack_size: count(view, "rack_size").min(30),
            normal_load: count(view, "normal_load"),
            rounds: counts(view, "rounds"),
            rack: counts(view, "rack"),
            loaded: text(v, "loaded"),
            boxes_30: count(v, "boxes_30"),
            boxes_50: count(v, "boxes_50"),
            bombs: count(v, "bombs"),
            grenades: count(v, "grenades"),
            periscopes: count(v, "periscopes"),
            fuel: count(v, "fuel"),
            hull: sector(&text(v, "hull")),
            turret: sector(&text(v, "turret")),
            moving: flag(v, "moving"),
            hull_down: flag(v, "hull_down"),
            lead: flag(v, "lead"),
            disabled: flag(v, "disabled"),
            lost: flag(v, "lost"),
            bog: text(v, "bog"),
            sight_broken: flag(v, "sight_broken"),
            hvss: flag(v, "hvss"),
            guns,
        }
    }

    /// How it stands, in words.
    pub(crate) fn states(&self) -> Vec<&'static str> {
        let bogged = matches!(self.bog.as_str(), "bogged" | "assistance");
        let all = [
            (self.lost, "knocked out"),
            (self.disabled, "disabled"),
            (bogged, if self.bog == "assistance" { "stuck until help comes" } else { "bogged down" }),
            (self.moving, "moving"),
            (self.hull_down, "hull down"),
            (self.lead, "lead tank"),
            (self.sight_broken, "gun sight broken"),
        ];
        all.into_iter().filter(|(on, _)| *on).map(|(_, says)| says).collect()
    }
}

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
    fn read(v: &Value) -> Area {
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
    fn read(v: &Value) -> Report {
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

fn day_line(v: &Value) -> DayLine {
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
