//! A tiny game that has everything the desk must show: secret plans, refusals, rolls against a number and on a chart.
#![allow(dead_code)]

use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Files, Provenance};
use hulldown_core::game::{
    AskWords, ChoiceWords, EventWords, Field, Guided, Invalid, Lesson, Outcome, Seat, Section, Voice,
};
use hulldown_core::rules::{Ledger, RuleId};
use hulldown_core::{Check, D6, Game, Play, Policy, TWO_D6, Table};
use hulldown_desk::{Bots, NamedBot};
use hulldown_desk::{Desk, Playable, Shelf};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::sync::LazyLock;

hulldown_core::ledger!("rules.tsv");

const fn rule(id: &str) -> RuleId {
    CITED.cite(id)
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Toy {
    seats: u8,
    rounds: u16,
    round: u16,
    rain: bool,
    loaded: [bool; 2],
    kills: [u8; 2],
    plans: [u8; 2],
    /// Whether one may look round before every round, as often as one likes: a step without an end of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    scouts: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    seats: u8,
    rounds: u16,
    rain: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    scouts: bool,
}

impl Setup {
    /// A game for one with a step that need not end.
    pub fn endless() -> Self {
        Setup { scouts: true, ..Setup::default() }
    }
}

impl Default for Setup {
    fn default() -> Self {
        Setup { seats: 1, rounds: 4, rain: false, scouts: false }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Plan(u8),
    Fire,
    Load,
    Wait,
    Look,
    Enough,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Plan(n) => write!(f, "plan:{n}"),
            Order::Fire => f.write_str("fire"),
            Order::Load => f.write_str("load"),
            Order::Wait => f.write_str("wait"),
            Order::Look => f.write_str("look"),
            Order::Enough => f.write_str("enough"),
        }
    }
}

impl std::str::FromStr for Order {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "fire" => Ok(Order::Fire),
            "load" => Ok(Order::Load),
            "wait" => Ok(Order::Wait),
            "look" => Ok(Order::Look),
            "enough" => Ok(Order::Enough),
            _ => text.strip_prefix("plan:").and_then(|n| n.parse().ok()).map(Order::Plan).ok_or(()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    Plan,
    Order,
    Scout,
}

#[derive(Clone, Debug, Serialize)]
pub enum Event {
    Round(u16),
    Missed,
    Hit(bool),
}

#[derive(Serialize)]
pub struct View {
    seat: Seat,
    round: u16,
    loaded: bool,
    kills: [u8; 2],
    own_plan: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Damage {
    Scratch,
    Kill,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Damage::Kill { "kill" } else { "scratch" })
    }
}

pub struct Data {
    need: i8,
    damage: DieTable<Damage>,
    sheets: Vec<ChartSheet>,
}

static DATA: LazyLock<Data> = LazyLock::new(|| Toy::load(&Toy::shipped()).unwrap());

impl Game for Toy {
    const ID: &'static str = "toy";
    const TITLE: &'static str = "Toy Guns";
    const RULES_VERSION: u32 = 1;
    type Data = Data;
    type Setup = Setup;
    type Choice = Order;
    type Ask = Question;
    type Event = Event;
    type View<'a> = View;

    fn ledger() -> &'static Ledger {
        &LEDGER
    }

    fn shipped() -> Files {
        Files::shipped(&[("toy.toml", include_str!("toy.toml"))])
    }

    fn load(files: &Files) -> Result<Data, ChartError> {
        #[derive(Deserialize)]
        struct Row {
            roll: [i8; 2],
            result: Damage,
        }
        #[derive(Deserialize)]
        struct File {
            need: i8,
            damage: Vec<Row>,
        }
        let file: File = files.parse("toy.toml")?;
        let rows: Vec<_> = file.damage.iter().map(|row| (row.roll, row.result)).collect();
        let damage = DieTable::new(D6, &rows).map_err(|e| ChartError::new("toy.toml", "damage", e))?;
        let sheet = ChartSheet {
            id: "D".into(),
            title: "Damage".into(),
            dice: Some(D6),
            provenance: Provenance::Designed,
            source: "made up".into(),
            head: vec!["Roll".into(), "Result".into()],
            rows: vec![],
            roll_column: None,
            notes: vec![],
        };
        let to_hit = ChartSheet { id: "H".into(), title: "To hit".into(), dice: Some(TWO_D6), ..sheet.clone() };
        Ok(Data { need: file.need, damage, sheets: vec![to_hit, sheet] })
    }

    fn data() -> &'static Data {
        &DATA
    }

    fn new(setup: &Setup, _: &'static Data) -> Result<Self, Invalid> {
        let game = Toy {
            seats: setup.seats,
            rounds: setup.rounds,
            round: 0,
            rain: setup.rain,
            loaded: [false; 2],
            kills: [0; 2],
            plans: [0; 2],
            scouts: setup.scouts,
        };
        game.validate(&DATA).map(|()| game)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn advance<T: Table<Self>>(&mut self, data: &'static Data, table: &mut T) -> Play<()> {
        let round = self.round + 1;
        table.tell(|| Event::Round(round));
        let mut looks = self.scouts;
        while looks {
            let mut menu = table.menu();
            menu.offer(Order::Look);
            menu.offer(Order::Enough);
            looks = table.ask(self, data, Seat(0), Question::Scout, &menu)? == Order::Look;
        }
        if self.seats == 2 {
            let plans = table.simultaneously(&[Seat(0), Seat(1)], |table, seat| {
                let mut menu = table.menu();
                (1..=3).for_each(|n| menu.offer(Order::Plan(n)));
                table.ask(self, data, seat, Question::Plan, &menu)
            })?;
            for (seat, plan) in plans.iter().enumerate() {
                self.plans[seat] = if let Order::Plan(n) = plan { *n } else { 0 };
            }
            table.reveal();
        }
        for seat in (0..self.seats).map(Seat) {
            let mut menu = table.menu();
            let empty = (!self.loaded[seat.index()]).then_some((rule("2.3"), "the gun is not loaded"));
            menu.weigh(Order::Fire, empty);
            if empty.is_some() {
                menu.offer(Order::Load);
            }
            menu.offer(Order::Wait);
            match table.ask(self, data, seat, Question::Order, &menu)? {
                Order::Fire => self.fire(data, seat, table)?,
                Order::Load => self.loaded[seat.index()] = true,
                _ => {}
            }
            table.settled()?;
            if self.is_over() {
                break;
            }
        }
        self.round = round;
        // A state that passes every check and still breaks a rule, for seeing what the desk makes of a mistake in one.
        assert!(self.plans != [9, 9], "a mistake in a rule");
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.round >= self.rounds || self.kills.contains(&3)
    }

    fn outcome(&self, _: &'static Data) -> Option<Outcome> {
        let [own, other] = self.kills;
        let winner = (own != other).then_some(Seat(u8::from(other > own)));
        let summary = vec![format!("{own} to {other}")];
        self.is_over().then(|| Outcome {
            result: "ended".into(),
            score: own.into(),
            scores: Vec::new(),
            winner,
            summary,
        })
    }

    fn view(&self, _: &'static Data, seat: Seat) -> View {
        View {
            seat,
            round: self.round,
            loaded: self.loaded[seat.index()],
            kills: self.kills,
            own_plan: self.plans[seat.index()],
        }
    }

    fn validate(&self, _: &'static Data) -> Result<(), Invalid> {
        if !(1..=2).contains(&self.seats) {
            return Err(Invalid::new("seats", "one or two can play"));
        }
        if self.rounds > 2000 {
            return Err(Invalid::new("rounds", "at most 2000"));
        }
        match self.kills.iter().position(|kills| *kills > 3) {
            Some(at) => Err(Invalid::new(format!("kills[{at}]"), "at most 3")),
            None => Ok(()),
        }
    }
}

impl Toy {
    fn to_hit(&self, data: &'static Data, seat: Seat) -> Check {
        Check::at_most("H", "To hit", rule("2.2"), TWO_D6, data.need).called("hit", "miss").by(seat).with(
            i8::from(self.rain),
            "rain",
            rule("2.5"),
        )
    }

    fn fire<T: Table<Self>>(&mut self, data: &'static Data, seat: Seat, table: &mut T) -> Play<()> {
        self.loaded[seat.index()] = false;
        if !table.test(&self.to_hit(data, seat))? {
            table.tell(|| Event::Missed);
            return Ok(());
        }
        let damage = Check::on("D", "Damage", rule("2.4"), &data.damage).by(seat);
        let kill = table.read(&damage, &data.damage)? == Damage::Kill;
        self.kills[seat.index()] += u8::from(kill);
        table.tell(|| Event::Hit(kill));
        Ok(())
    }
}

impl Voice for Toy {
    const ABOUT: &'static str = "Two guns and a field.";

    fn setup_fields(_: &'static Data) -> Vec<Field> {
        let value = |v: &str, label: &str| (v.to_string(), label.to_string());
        vec![
            Field {
                name: "seats",
                help: "How many play".into(),
                values: vec![value("1", "alone"), value("2", "two")],
                default: 1.into(),
            },
            Field { name: "rounds", help: "How long".into(), values: vec![], default: 4.into() },
            Field {
                name: "rain",
                help: "Whether it rains".into(),
                values: vec![value("false", "dry"), value("true", "rain")],
                default: false.into(),
            },
        ]
    }

    fn sheets(data: &'static Data) -> &'static [ChartSheet] {
        &data.sheets
    }

    fn ask_words(&self, _: &'static Data, seat: Seat, ask: Question) -> AskWords {
        match ask {
            Question::Plan => AskWords { kind: "plan", rule: rule("1.1"), text: format!("Seat {}: plan", seat.0) },
            Question::Scout => AskWords { kind: "scout", rule: rule("2.1"), text: "Look round?".into() },
            Question::Order => AskWords { kind: "order", rule: rule("2.1"), text: format!("Seat {}: order", seat.0) },
        }
    }

    fn choice_words(&self, _: &'static Data, _: Seat, _: Question, choice: Order) -> ChoiceWords {
        let (label, rule, spot) = match choice {
            Order::Plan(n) => (format!("Plan {n}"), rule("1.1"), None),
            Order::Fire => ("Fire the gun".into(), rule("2.2"), Some("unit:0".into())),
            Order::Load => ("Load the gun".into(), rule("2.1"), None),
            Order::Wait => ("Wait".into(), rule("2.1"), None),
            Order::Look => ("Look round".into(), rule("2.1"), None),
            Order::Enough => ("Go on".into(), rule("2.1"), None),
        };
        ChoiceWords { label, rule, spot }
    }

    fn preview(&self, data: &'static Data, seat: Seat, choice: Order) -> Option<Check> {
        (choice == Order::Fire).then(|| self.to_hit(data, seat))
    }

    fn event_words(_: &'static Data, event: &Event) -> EventWords {
        let (kind, rule, text, headline) = match event {
            Event::Round(n) => ("round", rule("2.1"), format!("Round {n}"), None),
            Event::Missed => ("fire", rule("2.2"), "Missed".into(), Some("miss".into())),
            Event::Hit(true) => ("fire", rule("2.4"), "A kill".into(), Some("kill".into())),
            Event::Hit(false) => ("fire", rule("2.4"), "A scratch".into(), Some("scratch".into())),
        };
        EventWords { kind, rank: hulldown_core::talk::Rank::Line, rule, text, headline, under: None, title: None }
    }

    fn sections(view: &View) -> Vec<Section> {
        vec![Section { id: "gun", title: "Gun".into(), lines: vec![format!("loaded: {}", view.loaded)] }]
    }

    fn status(view: &View) -> String {
        format!("Round {}", view.round)
    }

    fn lesson(&self, _: &'static Data, _: Seat, ask: Question) -> Option<Lesson> {
        (ask == Question::Order).then_some(Lesson { id: "load", text: "Load before you fire.".into() })
    }

    fn guided() -> Guided<Setup> {
        Guided { setup: Setup::default(), seed: 3, answers: &["load"] }
    }
}

/// Fires when it can, loads when it must.
#[derive(Clone)]
struct Gunner;

impl Policy<Toy> for Gunner {
    fn decide(&mut self, _: &View, _: Seat, _: Question, options: &[Order]) -> Order {
        *options.iter().find(|order| **order != Order::Wait).unwrap_or(&options[0])
    }
}

/// Does nothing.
#[derive(Clone)]
struct Sleeper;

impl Policy<Toy> for Sleeper {
    fn decide(&mut self, _: &View, _: Seat, _: Question, options: &[Order]) -> Order {
        *options.last().unwrap()
    }
}

impl hulldown_draw::Drawn for Toy {}

impl Playable for Toy {
    const BOTS: &'static Bots<Toy> = &Bots {
        policies: &[
            NamedBot { name: "gunner", help: "fires when it can", make: |_| Box::new(Gunner) },
            NamedBot { name: "sleeper", help: "waits", make: |_| Box::new(Sleeper) },
        ],
        value: |game, _, seat| {
            let (own, other) = (seat.index(), 1 - seat.index());
            i64::from(game.kills[own]) * 100 + i64::from(game.loaded[own]) - i64::from(game.plans[other])
        },
        weighs: "kills, then what is loaded.",
        horizon: |before, now| now.round > before.round + if before.seats == 2 { 0 } else { 2 },
        imagine: None,
    };
}

pub static TOYS: [Shelf; 1] = [Shelf::of::<Toy>()];

/// A conversation about toys.
pub fn desk() -> Desk {
    Desk::new(&TOYS, None)
}

/// Says something and reads the reply.
pub fn say(desk: &mut Desk, line: &str) -> Value {
    let reply = desk.line(line);
    assert!(!reply.contains('\n'), "a reply is one line");
    serde_json::from_str(&reply).unwrap()
}

/// Says something that is granted.
#[track_caller]
pub fn ok(desk: &mut Desk, line: &str) -> Value {
    let reply = say(desk, line);
    assert_eq!(reply["ok"], true, "{line}: {reply}");
    reply
}

/// Says something that is refused; nothing may have changed. Returns code, message and place.
#[track_caller]
pub fn refused(desk: &mut Desk, line: &str) -> (String, String, String) {
    let before = (desk.line(r#"{"do":"show"}"#), desk.line(r#"{"do":"save"}"#));
    let reply = say(desk, line);
    assert_eq!(reply["ok"], false, "{line}: {reply}");
    let after = (desk.line(r#"{"do":"show"}"#), desk.line(r#"{"do":"save"}"#));
    assert_eq!(before, after, "{line} changed something");
    let text = |name: &str| reply["error"][name].as_str().unwrap_or_default().to_string();
    (text("code"), text("message"), text("at"))
}
