//! The words of the game: its set-up, its lists and its endings. What is asked, answered and told stands in [`talk`](crate::talk).

mod ending;
mod lists;
mod story;

use crate::Setup;
use crate::charts::Charts;
use crate::commands;
use crate::state::{Ace, Mode};
use crate::talk::{Ask, Asked, Choice, Event, Teller};
use crate::view::View;
use crate::words::Gun;
pub(crate) use ending::{fate, outcome};
use hulldown_core::chart::ChartSheet;
use hulldown_core::check::Check;
use hulldown_core::game::{AskWords, ChoiceWords, EventWords, Field, Guided, Lesson, Seat, Section, Voice};
pub(crate) use story::story;

impl Ace {
    /// A commander in words, with his nickname.
    pub(crate) fn commander(&self, seat: Seat) -> String {
        let player = &self.players[seat.index()];
        match (player.name.is_empty(), player.nickname.is_empty()) {
            (true, true) if self.mode == Mode::Solitaire => "the commander".into(),
            (true, true) => self.called(seat),
            (true, false) => format!("\u{201c}{}\u{201d}", player.nickname),
            (false, true) => player.name.to_string(),
            (false, false) => format!("{} \u{201c}{}\u{201d}", player.name, player.nickname),
        }
    }

    /// A commander with his rank; who has no name is known by that alone.
    pub(crate) fn ranked(&self, seat: Seat) -> String {
        let player = &self.players[seat.index()];
        let nameless = self.mode == Mode::Solitaire && player.name.is_empty() && player.nickname.is_empty();
        let rank = player.career.rank.name();
        if nameless { rank.into() } else { format!("{rank} {}", self.commander(seat)) }
    }

    /// In a game of two, whose question it is.
    fn whose(&self, seat: Seat) -> String {
        if self.mode == Mode::Solitaire { String::new() } else { format!("{}: ", self.called(seat)) }
    }
}

impl Voice for Ace {
    const ABOUT: &'static str = "Command one American tank and its crew from tank school to April 1945: missions, awards, better \
                                 tanks, if you live to see them.";

    fn setup_fields(_: &'static Charts) -> Vec<Field> {
        let text = |name, help: &'static str| Field { name, help: help.into(), values: Vec::new(), default: "".into() };
        let switch = |name, help: &'static str| Field {
            name,
            help: help.into(),
            values: vec![("false".into(), "off".into()), ("true".into(), "on".into())],
            default: false.into(),
        };
        let modes = [
            ("solitaire", "one commander"),
            ("cooperative", "two commanders of one company help each other (10.2)"),
            ("competitive_together", "two commanders of one company compete (10.3)"),
            ("competitive_apart", "two commanders of different units compete (10.3)"),
        ];
        vec![
            Field {
                name: "mode",
                help: "who plays with whom".into(),
                values: modes.iter().map(|(v, l)| ((*v).into(), (*l).into())).collect(),
                default: "solitaire".into(),
            },
            text("name", "the commander's name, up to 40 letters"),
            text("nickname", "what his crew call him"),
            text("tank_name", "what is painted on his tank"),
            text("partner_name", "the second commander's name"),
            text("partner_nickname", "what his crew call him"),
            text("partner_tank_name", "what is painted on his tank"),
            switch(
                "increased_threat",
                "optional 10.4: enemies target you more readily once your tank has eliminated one",
            ),
            switch("errata_2022", "the publisher's changes of 2022 to the printed rules"),
        ]
    }

    fn sheets(data: &'static Charts) -> &'static [ChartSheet] {
        &data.sheets
    }

    fn ask_words(&self, charts: &'static Charts, seat: Seat, ask: Ask) -> AskWords {
        let words = ask.words(&Asked { game: self, charts, seat, ask });
        AskWords { text: format!("{}{}", self.whose(seat), words.text), ..words }
    }

    fn choice_words(&self, charts: &'static Charts, seat: Seat, ask: Ask, choice: Choice) -> ChoiceWords {
        let words = choice.words(&Asked { game: self, charts, seat, ask });
        match commands::letter(choice, self.players[seat.index()].mat.sensed) {
            Some(letter) if matches!(ask, Ask::Command(_)) => {
                ChoiceWords { label: [letter.id(), ". ", &words.label].concat(), ..words }
            }
            _ => words,
        }
    }

    fn preview(&self, data: &'static Charts, seat: Seat, choice: Choice) -> Option<Check> {
        commands::preview(self, data, seat, choice)
    }

    /// After the letter of the command, a unit is its number, an area its letter; X is the coax, P the partner's board.
    fn typed(choice: Choice) -> Option<String> {
        match choice {
            Choice::Fire(unit) | Choice::Mg(Gun::Bow | Gun::Aa50, unit) | Choice::Flank(unit) => {
                Some(unit.0.to_string())
            }
            Choice::Mg(Gun::Coax, unit) => Some(format!("X{}", unit.0)),
            Choice::Assist(unit) | Choice::AssistMg(Gun::Bow | Gun::Aa50, unit) => Some(format!("P{}", unit.0)),
            Choice::AssistMg(Gun::Coax, unit) => Some(format!("PX{}", unit.0)),
            Choice::Smoke(area) => Some(area.id().into()),
            Choice::Call(support) => Some(support.initial().into()),
            Choice::CallPartner(support) => Some(format!("P{}", support.initial())),
            _ => None,
        }
    }

    fn event_words(charts: &'static Charts, event: &Event) -> EventWords {
        event.words(&Teller::of_one(charts))
    }

    fn log_words(&self, charts: &'static Charts, event: &Event) -> EventWords {
        event.words(&Teller::new(charts, self))
    }

    fn sections(view: &View<'_>) -> Vec<Section> {
        lists::sections(view)
    }

    fn status(view: &View<'_>) -> String {
        lists::status(view)
    }

    fn lesson(&self, charts: &'static Charts, seat: Seat, ask: Ask) -> Option<Lesson> {
        ask.lesson(&Asked { game: self, charts, seat, ask })
    }

    /// A first career: the opening choices are made, the first battle is yours.
    fn guided() -> Guided<Setup> {
        Guided {
            setup: Setup::default(),
            seed: 1944,
            answers: &["start:1944-07", "tank:m4a1_late", "unit:4", "school:physical_training", "done"],
        }
    }
}
