//! The words of the game: its set-up, its lists, its story and how it ended. What is asked, answered and told stands in
//! [`talk`](crate::talk).

mod lists;
mod story;

use crate::charts::Charts;
use crate::state::{Commander, Fate, Length, Man, Patton};
use crate::talk::{Ask, Asked, Choice, Event, Killer, NamedMan, points, verdict};
use crate::view::View;
use crate::words::{Medal, Post, Rank};
use crate::{Setup, WantedResistance, WantedScenario};
use hulldown_core::chart::ChartSheet;
use hulldown_core::check::Check;
use hulldown_core::game::{AskWords, ChoiceWords, EventWords, Field, Guided, Lesson, Outcome, Seat, Section, Voice};
use hulldown_core::phrase::count;
use hulldown_core::roster::surname;

pub use story::story;

/// A commander in words.
pub(crate) fn commander(you: &Commander) -> String {
    let rank = you.rank.name();
    match (you.name.is_empty(), you.number) {
        (true, _) => rank.into(),
        (false, 1) => format!("{rank} {}", you.name),
        (false, n) => format!("{rank}, successor {} of {}", n - 1, you.name),
    }
}

impl Patton {
    /// A man of your crews, as he is told of.
    pub(crate) fn crewman(&self, post: Post, man: &Man) -> NamedMan {
        NamedMan { post, number: man.number, you: man.you.then_some(self.you.name) }
    }

    /// What a man of your crews is called: you by your own name, the others by the roster.
    pub(crate) fn called(&self, man: &Man) -> String {
        match (man.you, self.you.name.is_empty()) {
            (false, _) => surname(0, man.number).into(),
            (true, true) => "you".into(),
            (true, false) => format!("{} (you)", self.you.name),
        }
    }
}

impl Voice for Patton {
    const ABOUT: &'static str =
        "One Sherman of the 4th Armored Division, from the breakout in July 1944 to April 1945.";

    fn chart_title(charts: &'static Charts, chart: &'static str) -> &'static str {
        ChartSheet::find(&charts.sheets, chart).map_or(chart, |sheet| &sheet.title)
    }

    fn setup_fields(charts: &'static Charts) -> Vec<Field> {
        let value = |id: &str, label: &str| (id.to_string(), label.to_string());
        let text = |name, help: &'static str| Field { name, help: help.into(), values: Vec::new(), default: "".into() };
        let yes_no = |name, help: &'static str| Field {
            name,
            help: help.into(),
            values: vec![value("false", "no"), value("true", "yes")],
            default: false.into(),
        };
        let days = vec![
            value("campaign", "the whole campaign"),
            value("day", "one day"),
            value("engagement", "one engagement"),
        ];
        let scenarios = vec![
            value("calendar", "by the calendar"),
            value("advance", "advance"),
            value("battle", "battle"),
            value("counterattack", "counterattack"),
        ];
        let levels = vec![
            value("calendar", "by the calendar"),
            value("light", "light"),
            value("medium", "medium"),
            value("heavy", "heavy"),
        ];
        let grounds = crate::words::AreaType::ALL.into_iter().map(|a| value(a.id(), a.name())).collect();
        let default = Setup::default();
        let tanks = tank_cards(charts);
        vec![
            Field { name: "length", help: "how much is played".into(), values: days, default: "campaign".into() },
            Field {
                name: "date",
                help: "the date of a single day or engagement, such as 1944-09-19".into(),
                values: Vec::new(),
                default: default.date.into(),
            },
            Field {
                name: "scenario",
                help: "the kind of a single day or engagement".into(),
                values: scenarios,
                default: "calendar".into(),
            },
            Field {
                name: "resistance",
                help: "the resistance to expect on it".into(),
                values: levels,
                default: "calendar".into(),
            },
            Field { name: "ground", help: "the ground of an engagement".into(), values: grounds, default: "B".into() },
            Field {
                name: "tank",
                help: "the first tank; a campaign begins with tank 1 or 18".into(),
                values: tanks,
                default: 1.into(),
            },
            yes_no("mg_ammo", "machine gun ammunition is counted (16.3)"),
            yes_no("fuel", "fuel is counted (29.0)"),
            yes_no("firefly", "you have a British Firefly (30.0)"),
            yes_no("spot_by_hand", "you say who looks at what; otherwise the crew does it by itself"),
            text("name", "your name, up to 40 letters"),
            text("tank_name", "what is painted on your tank"),
        ]
    }

    fn sheets(data: &'static Charts) -> &'static [ChartSheet] {
        &data.sheets
    }

    fn ask_words(&self, charts: &'static Charts, _: Seat, ask: Ask) -> AskWords {
        ask.words(&Asked { game: self, charts, ask })
    }

    fn choice_words(&self, charts: &'static Charts, _: Seat, ask: Ask, choice: Choice) -> ChoiceWords {
        choice.words(&Asked { game: self, charts, ask })
    }

    fn preview(&self, data: &'static Charts, _: Seat, choice: Choice) -> Option<Check> {
        crate::odds::preview(self, data, choice)
    }

    /// A zone is its sector's first number and its range: close, medium, long.
    fn typed(choice: Choice) -> Option<String> {
        let (Choice::Sweep(zone) | Choice::Mark(zone)) = choice else { return None };
        let (sector, range) = (zone.sector.id().chars().next(), zone.range.id().chars().next());
        Some(sector.into_iter().chain(range).map(|c| c.to_ascii_uppercase()).collect())
    }

    fn event_words(charts: &'static Charts, event: &Event) -> EventWords {
        let words = event.words(charts);
        match event {
            Event::KnockedOut { by: Killer::Nobody, .. } => EventWords { kind: "gives-way", ..words },
            _ => words,
        }
    }

    fn sections(view: &View<'_>) -> Vec<Section> {
        lists::sections(view)
    }

    fn status(view: &View<'_>) -> String {
        lists::status(view)
    }

    fn by_spot(ask: Ask) -> bool {
        ask == Ask::Orders
    }

    fn lesson(&self, charts: &'static Charts, seat: Seat, ask: Ask) -> Option<Lesson> {
        self.lessons(charts, seat, ask).into_iter().next()
    }

    fn lessons(&self, charts: &'static Charts, _: Seat, ask: Ask) -> Vec<Lesson> {
        Asked { game: self, charts, ask }.lessons()
    }

    /// A first engagement (31.0): infantry ahead, an anti-tank gun aside of where the turret points, both in sight. The tank is loaded, the
    /// rest is yours.
    fn guided() -> Guided<Setup> {
        Guided {
            setup: Setup {
                length: Length::Engagement,
                scenario: WantedScenario::Battle,
                resistance: WantedResistance::Light,
                ..Setup::default()
            },
            seed: 2426,
            answers: &["usual", "usual", "usual"],
        }
    }
}

/// The tanks one may begin with.
fn tank_cards(charts: &Charts) -> Vec<(String, String)> {
    let cards = &charts.tanks;
    let only = |n: usize| if n == 0 || n + 1 == cards.len() { "" } else { " (a day or an engagement)" };
    let named = |(n, card): (usize, &crate::charts::Card)| {
        ((n + 1).to_string(), format!("{}: {}, {}{}", n + 1, card.name(), card.gun, only(n)))
    };
    cards.iter().enumerate().map(named).collect()
}

pub(crate) fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Serving => "in command",
        Fate::Away => "in hospital",
        Fate::Killed => "killed in action",
        Fate::Home => "wounded and sent home",
        Fate::Survived => "alive at the end",
    }
}

/// How a game ended, in words.
pub(crate) fn outcome(game: &Patton, charts: &'static Charts) -> Outcome {
    let total = game.report.score(charts).total();
    let result = game.report.verdict.map_or("not played", verdict);
    let mut summary = Vec::new();
    if game.options.length != Length::Campaign {
        let what = if game.options.length == Length::Day { "The day" } else { "The engagement" };
        summary.push(format!("{what} of {} is {result} with {}.", game.day, points(total)));
        if game.tank.lost {
            summary.push("Your tank was knocked out.".into());
        }
        if matches!(game.you.fate, Fate::Killed | Fate::Home | Fate::Away) {
            summary.push(format!("You are {}.", fate(game.you.fate)));
        }
        return Outcome {
            result: match game.you.fate {
                Fate::Killed | Fate::Home => format!("{result}, {}, {}", points(total), fate(game.you.fate)),
                _ if total == 0 => result.into(),
                _ => format!("{result}, {}", points(total)),
            },
            score: total.into(),
            scores: Vec::new(),
            winner: None,
            summary,
        };
    }
    // [6.3] Whoever is alive has won, whatever his wounds.
    let alive = game.you.fate != Fate::Killed;
    let you = &game.you;
    summary.push(format!(
        "{}: {} on {}, after {} of action, {} of them won.",
        commander(&game.you),
        fate(you.fate),
        game.day.min(crate::words::Day::END),
        count(you.days.into(), "day"),
        you.won
    ));
    let kills: u16 = you.kills.iter().sum();
    summary.push(format!(
        "{} knocked out, {}; {} lost.",
        count(kills.into(), "enemy unit"),
        points(you.points),
        count(you.tanks_lost.into(), "tank")
    ));
    let mut medals: Vec<String> = Medal::ALL
        .into_iter()
        .filter(|medal| you.medals[medal.index()] > 0)
        .map(|medal| format!("{} ({})", medal.name(), you.medals[medal.index()]))
        .collect();
    if you.hearts > 0 {
        medals.push(format!("Purple Heart ({})", you.hearts));
    }
    if you.days > 0 {
        medals.push("European Campaign Medal".into());
    }
    if you.fate == Fate::Survived {
        medals.push("World War II Victory Medal".into());
    }
    if !medals.is_empty() {
        summary.push(format!("Medals: {}.", medals.join("; ")));
    }
    let result = if alive { "survived" } else { "killed" };
    let rank = if you.rank > Rank::Sergeant { format!(", {}", you.rank) } else { String::new() };
    Outcome {
        result: format!("{result}{rank}, {}", points(you.points)),
        score: i64::from(you.points) + if alive { 1000 } else { 0 },
        scores: Vec::new(),
        winner: None,
        summary,
    }
}
