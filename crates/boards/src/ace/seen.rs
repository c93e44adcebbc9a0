//! What the drawings take from a view: every field with a sensible default, so that odd or missing ones never matter.

use super::facts::{self, Unit};
use serde_json::Value;

/// The most units drawn on a board; the rules know fewer.
const MOST_UNITS: usize = 48;
/// The longest text taken over.
const LONGEST: usize = 80;

/// A text fit to be shown: no control characters, not too long.
pub(crate) fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).take(LONGEST).collect()
}

fn text(v: &Value, key: &str) -> String {
    match v.get(key) {
        Some(Value::String(s)) => clean(s),
        Some(Value::Number(n)) => n.to_string(),
        _ => String::new(),
    }
}

fn number(v: &Value, key: &str) -> u32 {
    v.get(key).map_or(0, as_number)
}

fn as_number(v: &Value) -> u32 {
    v.as_u64().map_or(0, |n| n.min(9999) as u32)
}

fn flag(v: &Value, key: &str) -> bool {
    v.get(key).and_then(Value::as_bool).unwrap_or(false)
}

fn list<'a>(v: &'a Value, key: &str) -> &'a [Value] {
    v.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A word of an enum: the text itself, or the one key of an object.
fn word(v: Option<&Value>) -> String {
    match v {
        Some(Value::String(s)) => clean(s),
        Some(Value::Object(map)) => map.keys().next().map(|k| clean(k)).unwrap_or_default(),
        _ => String::new(),
    }
}

fn numbers<const N: usize>(v: &Value, key: &str) -> [u32; N] {
    let mut out = [0; N];
    for (place, value) in out.iter_mut().zip(list(v, key)) {
        *place = as_number(value);
    }
    out
}

fn triple(v: &Value, key: &str) -> Option<[u32; 3]> {
    (list(v, key).len() == 3).then(|| numbers(v, key))
}

/// Where hull or turret points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Facing {
    Left,
    #[default]
    Front,
    Right,
}

impl Facing {
    pub(crate) const ALL: [Facing; 3] = [Facing::Left, Facing::Front, Facing::Right];

    fn of(v: &Value, key: &str) -> Facing {
        match text(v, key).as_str() {
            "left" => Facing::Left,
            "right" => Facing::Right,
            _ => Facing::Front,
        }
    }

    pub(crate) fn id(self) -> &'static str {
        match self {
            Facing::Left => "left",
            Facing::Front => "front",
            Facing::Right => "right",
        }
    }

    /// Degrees from straight ahead, as drawn.
    pub(crate) fn degrees(self) -> i32 {
        match self {
            Facing::Left => -55,
            Facing::Front => 0,
            Facing::Right => 55,
        }
    }

    /// The areas a weapon that points this way reaches (F2).
    pub(crate) fn reaches(self, area: char) -> bool {
        match self {
            Facing::Left => matches!(area, 'A' | 'D'),
            Facing::Front => area == 'B',
            Facing::Right => matches!(area, 'C' | 'E'),
        }
    }
}

/// Everything.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) month: String,
    pub(crate) line: u32,
    pub(crate) lines: u32,
    pub(crate) stage: String,
    pub(crate) mode: String,
    pub(crate) field: Ground,
    pub(crate) me: Man,
    pub(crate) partner: Option<Man>,
}

/// The mission at hand.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    pub(crate) fight: String,
    pub(crate) event: Option<String>,
    pub(crate) active: Vec<String>,
    pub(crate) weather: String,
    pub(crate) terrain: String,
    pub(crate) grade: usize,
    pub(crate) dug_in: bool,
    pub(crate) counterattack: bool,
    pub(crate) follow_on: bool,
    pub(crate) round: u32,
}

/// A commander with tank and board.
#[derive(Debug, Default)]
pub(crate) struct Man {
    pub(crate) name: String,
    /// What he is called where there are two.
    pub(crate) called: String,
    pub(crate) nickname: String,
    pub(crate) tank_name: String,
    pub(crate) fate: String,
    pub(crate) unit: String,
    pub(crate) tank: String,
    pub(crate) tank_type: String,
    pub(crate) gun: String,
    pub(crate) armor: [u32; 3],
    pub(crate) firepower: u32,
    pub(crate) rank: String,
    pub(crate) experience: u32,
    pub(crate) prestige: u32,
    pub(crate) level: u32,
    pub(crate) completed: u32,
    pub(crate) successes: u32,
    pub(crate) tanks_lost: u32,
    pub(crate) skip: u32,
    pub(crate) kills: [u32; 7],
    pub(crate) awards: Vec<Count>,
    pub(crate) trophies: Vec<Count>,
    pub(crate) trades: Vec<Count>,
    pub(crate) crew: Vec<Crewman>,
    pub(crate) guns: Vec<Gun>,
    pub(crate) rack_boxes: u32,
    pub(crate) rack: Vec<Count>,
    pub(crate) mat: Mat,
    pub(crate) enemies: Vec<Enemy>,
    pub(crate) board: Board,
}

/// So many of a kind.
#[derive(Debug, Default)]
pub(crate) struct Count {
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) count: u32,
}

/// A man of the crew.
#[derive(Debug, Default)]
pub(crate) struct Crewman {
    pub(crate) post: String,
    pub(crate) name: String,
    pub(crate) number: u32,
    pub(crate) wound: String,
    pub(crate) open: Option<bool>,
    pub(crate) substitute: bool,
    pub(crate) hearts: u32,
    /// Name, and whether it is used up.
    pub(crate) skills: Vec<(String, bool)>,
}

impl Crewman {
    /// How he is, in words; nothing if unhurt.
    pub(crate) fn hurt(&self) -> Option<&str> {
        match self.wound.as_str() {
            "none" | "" => None,
            "LW" => Some("light wound"),
            "SW" => Some("serious wound"),
            "KIA" => Some("killed"),
            other => Some(other),
        }
    }
}

/// A machine gun.
#[derive(Debug, Default)]
pub(crate) struct Gun {
    pub(crate) gun: String,
    pub(crate) name: String,
    pub(crate) points: u32,
    pub(crate) jammed: bool,
}

/// The tank in the present battle.
#[derive(Debug, Default)]
pub(crate) struct Mat {
    pub(crate) hull: Facing,
    pub(crate) turret: Facing,
    pub(crate) hull_down: bool,
    pub(crate) immobilized: bool,
    pub(crate) loaded: String,
    pub(crate) carried: [u32; 5],
    pub(crate) mortar: u32,
    pub(crate) radio_out: bool,
    pub(crate) assistant_at: String,
    pub(crate) gun_silent: bool,
    pub(crate) at_gun: bool,
    pub(crate) shock: bool,
    pub(crate) reloading: bool,
    pub(crate) sensed: Option<u32>,
    pub(crate) exposed_but_to: String,
    /// Kind of fire and rounds until it strikes.
    pub(crate) calls: Vec<(String, u32)>,
}

/// The Battle Board but for the units on it.
#[derive(Debug, Default)]
pub(crate) struct Board {
    pub(crate) range: String,
    pub(crate) smoke: [u32; 5],
    pub(crate) own_smoke: u32,
    pub(crate) end: String,
}

/// Whom an enemy targets, as the reader is concerned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Aim {
    #[default]
    Elsewhere,
    You,
    /// The other commander, by what he is called.
    Other(String),
}

impl Aim {
    /// In words, if it targets anybody.
    fn words(&self) -> Option<String> {
        match self {
            Aim::Elsewhere => None,
            Aim::You => Some("targets you".into()),
            Aim::Other(name) => Some(format!("targets {name}")),
        }
    }
}

/// An enemy unit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Enemy {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) class: String,
    /// Its row in [`facts::UNITS`]; infantry has none.
    pub(crate) unit: Option<&'static Unit>,
    pub(crate) grade: usize,
    pub(crate) area: char,
    pub(crate) steps: u32,
    pub(crate) pen: Option<u32>,
    pub(crate) armor: Option<[u32; 3]>,
    pub(crate) aim: Aim,
    pub(crate) mounted: bool,
    pub(crate) dug_in: bool,
    pub(crate) hull_down: bool,
    pub(crate) suppressed: bool,
    pub(crate) buttoned: bool,
    pub(crate) immobilized: bool,
    pub(crate) flank_open: bool,
}

impl Enemy {
    /// Whether it is infantry.
    pub(crate) fn is_infantry(&self) -> bool {
        self.class == "INF"
    }

    /// Whether it has lost a step.
    pub(crate) fn is_reduced(&self) -> bool {
        self.is_infantry() && self.steps == 1
    }

    /// Its state in words, most pressing first.
    pub(crate) fn state(&self) -> Vec<String> {
        let marks = [
            (self.mounted, "carries infantry"),
            (self.is_reduced(), "reduced"),
            (self.suppressed, "suppressed"),
            (self.dug_in, "dug in"),
            (self.hull_down, "hull down"),
            (self.buttoned, "buttoned up"),
            (self.immobilized, "immobilized"),
            (self.flank_open, "flank open"),
        ];
        let marks = marks.into_iter().filter(|(on, _)| *on).map(|(_, word)| word.into());
        self.aim.words().into_iter().chain(marks).collect()
    }

    /// Everything about it in one sentence.
    pub(crate) fn aloud(&self) -> String {
        let mut says = format!("Unit {}, {}, area {}", self.id, self.name, self.area);
        if let Some(pen) = self.pen {
            says.push_str(&format!(", gun {pen}"));
        }
        if let Some([turret, hull, side]) = self.armor {
            says.push_str(&format!(", armor {turret}/{hull}/{side}"));
        }
        for word in self.state() {
            says.push_str(", ");
            says.push_str(&word);
        }
        says
    }
}

impl Seen {
    /// Reads a view.
    pub(crate) fn read(view: &Value) -> Seen {
        let null = Value::Null;
        let field = view.get("field").unwrap_or(&null);
        let field = ground(field);
        let partner = view.get("partner").filter(|p| p.is_object());
        let name = partner.map(|p| text(p, "called")).filter(|name| !name.is_empty());
        let other = Aim::Other(name.unwrap_or_else(|| "your partner".into()));
        // Who targets the tank of a board targets its owner, who targets a helper the other.
        let me = man(view.get("me").unwrap_or(&null), field.grade, &[Aim::You, other.clone()]);
        let partner = partner.map(|p| man(p, field.grade, &[other, Aim::You]));
        Seen {
            month: text(view, "month"),
            line: number(view, "line"),
            lines: number(view, "lines"),
            stage: word(view.get("stage")),
            mode: text(view, "mode"),
            field,
            me,
            partner,
        }
    }

    /// Whether a battle is on.
    pub(crate) fn in_fight(&self) -> bool {
        const FIGHT: [&str; 9] =
            ["ready", "opening", "round_start", "strikes", "commands", "enemy", "events", "round_end", "battle_end"];
        FIGHT.contains(&self.stage.as_str())
    }

    /// The month for people.
    pub(crate) fn month_name(&self) -> String {
        facts::month_name(&self.month).unwrap_or_else(|| self.month.clone())
    }

    /// What is being fought, for people.
    pub(crate) fn fight_name(&self) -> String {
        match (self.field.counterattack, self.field.follow_on) {
            (true, _) => "Counterattack, you defend".into(),
            (_, true) => "Follow-on assault".into(),
            _ => facts::mission_name(&self.field.fight).to_string(),
        }
    }
}

fn ground(v: &Value) -> Ground {
    let event = match v.get("event") {
        Some(Value::String(s)) => Some(clean(s)),
        Some(Value::Number(n)) => {
            let n = n.as_u64().unwrap_or(0);
            Some(facts::major_event(n).map_or_else(|| format!("Major Event {n}"), str::to_string))
        }
        _ => None,
    };
    let active = list(v, "active_events").iter().filter_map(Value::as_str).take(8).map(clean).collect();
    Ground {
        fight: text(v, "fight"),
        event,
        active,
        weather: text(v, "weather"),
        terrain: text(v, "terrain"),
        grade: number(v, "grade") as usize,
        dug_in: flag(v, "dug_in"),
        counterattack: flag(v, "counterattack"),
        follow_on: flag(v, "follow_on"),
        round: number(v, "round"),
    }
}

fn counts(v: &Value, key: &str) -> Vec<Count> {
    let read = |v: &Value| Count { kind: text(v, "kind"), name: text(v, "name"), count: number(v, "count") };
    list(v, key).iter().filter(|v| v.is_object()).take(MOST_UNITS).map(read).collect()
}

/// A commander, his tank and his board; the tank there and whoever helps are these to the reader.
fn man(v: &Value, grade: usize, aims: &[Aim; 2]) -> Man {
    let null = Value::Null;
    let board = v.get("board").unwrap_or(&null);
    let mut smoke = [0; 5];
    for puff in counts(board, "smoke") {
        let area = if puff.kind.is_empty() { &puff.name } else { &puff.kind };
        if let Some(at) = ["A", "B", "C", "D", "E"].iter().position(|a| a == area) {
            smoke[at] = puff.count.min(2);
        }
    }
    Man {
        name: text(v, "name"),
        called: text(v, "called"),
        nickname: text(v, "nickname"),
        tank_name: text(v, "tank_name"),
        fate: word(v.get("fate")),
        unit: text(v, "unit"),
        tank: text(v, "tank"),
        tank_type: text(v, "tank_type"),
        gun: text(v, "gun"),
        armor: numbers(v, "armor"),
        firepower: number(v, "firepower"),
        rank: text(v, "rank"),
        experience: number(v, "experience"),
        prestige: number(v, "prestige"),
        level: number(v, "level"),
        completed: number(v, "completed"),
        successes: number(v, "successes"),
        tanks_lost: number(v, "tanks_lost"),
        skip: number(v, "skip"),
        kills: numbers(v, "kills"),
        awards: counts(v, "awards"),
        trophies: counts(v, "trophies"),
        trades: counts(v, "trades"),
        crew: list(v, "crew").iter().take(8).map(crewman).collect(),
        guns: list(v, "machine_guns").iter().take(6).map(gun).collect(),
        rack_boxes: number(v, "rack_boxes").min(24),
        rack: counts(v, "rack"),
        mat: mat(v.get("mat").unwrap_or(&null)),
        enemies: list(v, "enemies").iter().take(MOST_UNITS).map(|e| enemy(e, grade, aims)).collect(),
        board: Board {
            range: text(board, "range"),
            smoke,
            own_smoke: number(board, "own_smoke").min(2),
            end: word(board.get("end")),
        },
    }
}

fn crewman(v: &Value) -> Crewman {
    let skill = |s: &Value| (text(s, "name"), flag(s, "used"));
    Crewman {
        post: text(v, "post"),
        name: text(v, "name"),
        number: number(v, "number"),
        wound: text(v, "wound"),
        open: v.get("open").and_then(Value::as_bool),
        substitute: flag(v, "substitute"),
        hearts: number(v, "hearts"),
        skills: list(v, "skills").iter().take(12).map(skill).collect(),
    }
}

fn gun(v: &Value) -> Gun {
    Gun { gun: text(v, "gun"), name: text(v, "name"), points: number(v, "points"), jammed: flag(v, "jammed") }
}

fn mat(v: &Value) -> Mat {
    let call = |c: &Value| (text(c, "support"), number(c, "rounds"));
    Mat {
        hull: Facing::of(v, "hull"),
        turret: Facing::of(v, "turret"),
        hull_down: flag(v, "hull_down"),
        immobilized: flag(v, "immobilized"),
        loaded: text(v, "loaded"),
        carried: numbers(v, "carried"),
        mortar: number(v, "mortar"),
        radio_out: flag(v, "radio_out"),
        assistant_at: text(v, "assistant_at"),
        gun_silent: flag(v, "gun_silent"),
        at_gun: flag(v, "at_gun"),
        shock: flag(v, "shock"),
        reloading: flag(v, "reloading"),
        sensed: v.get("sensed").and_then(Value::as_u64).map(|n| n.min(9999) as u32),
        exposed_but_to: text(v, "exposed_but_to"),
        calls: list(v, "cff").iter().take(6).map(call).collect(),
    }
}

fn enemy(v: &Value, grade: usize, [tank, helper]: &[Aim; 2]) -> Enemy {
    let unit = match v.get("kind") {
        Some(Value::Number(n)) => n.as_u64().and_then(|n| facts::UNITS.get(usize::try_from(n).ok()?)),
        Some(Value::String(s)) => facts::UNITS.iter().find(|u| u.id == s),
        _ => None,
    };
    let class = match text(v, "class") {
        class if class.is_empty() => unit.map_or("INF", |u| u.class).to_string(),
        class => class,
    };
    let name = match text(v, "name") {
        name if name.is_empty() => unit.map_or_else(|| facts::grade(grade).name, |u| u.name).to_string(),
        name => name,
    };
    let on = |key: &str| flag(v, key);
    Enemy {
        id: number(v, "id"),
        name,
        class,
        unit,
        grade,
        area: text(v, "area").chars().next().filter(|c| ('A'..='E').contains(c)).unwrap_or('B'),
        steps: number(v, "steps"),
        pen: v.get("pen").and_then(Value::as_u64).map(|n| n.min(99) as u32).or(unit.and_then(|u| u.pen)),
        armor: triple(v, "armor").or(unit.and_then(|u| u.armor)),
        aim: match text(v, "aim").as_str() {
            "tank" => tank.clone(),
            "helper" => helper.clone(),
            _ => Aim::Elsewhere,
        },
        mounted: on("mounted"),
        dug_in: on("dug_in"),
        hull_down: on("hull_down"),
        suppressed: on("suppressed"),
        buttoned: on("buttoned"),
        immobilized: on("immobilized"),
        flank_open: on("side_open") || on("flanked") || on("flanked_for_good"),
    }
}
