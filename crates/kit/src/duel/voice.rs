//! The duel in words.

use super::words::View;
use super::{Ask, Choice, Data, Duel, Event, Setup, flaw};
use hulldown_core::chart::ChartSheet;
use hulldown_core::game::{AskWords, ChoiceWords, EventWords, Field, Guided, Lesson, Section};
use hulldown_core::{Check, RuleId, Seat, Voice};

/// Nobody draws it: it is shown as lists.
impl<const FLAW: u8> hulldown_draw::Drawn for Duel<FLAW> {}

impl<const FLAW: u8> Voice for Duel<FLAW> {
    const ABOUT: &'static str = "Two tanks, two crews, and a secret each.";

    fn setup_fields(_: &'static Data) -> Vec<Field> {
        let free = |name, help: &'static str, default| Field { name, help: help.into(), values: Vec::new(), default };
        vec![
            free("rounds", "how many rounds at most", 8.into()),
            free("solo", "whether the second tank is without a crew", false.into()),
            free("wind", "what the wind adds to every shot", 1.into()),
        ]
    }

    fn sheets(data: &'static Data) -> &'static [ChartSheet] {
        &data.sheets
    }

    fn ask_words(&self, _: &'static Data, seat: Seat, ask: Ask) -> AskWords {
        ask.words(seat.0 + 1)
    }

    fn choice_words(&self, _: &'static Data, seat: Seat, _: Ask, choice: Choice) -> ChoiceWords {
        let words = choice.words(seat);
        match choice {
            Choice::Brace if FLAW == flaw::NAMELESS => ChoiceWords { label: String::new(), ..words },
            Choice::Spend if FLAW == flaw::UNRULED => ChoiceWords { rule: RuleId(999), ..words },
            _ => words,
        }
    }

    fn preview(&self, data: &'static Data, seat: Seat, choice: Choice) -> Option<Check> {
        match choice {
            Choice::Brace => Some(self.armor_check(data, seat, false)),
            Choice::Spend => Some(self.armor_check(data, seat, true)),
            _ => None,
        }
    }

    fn event_words(_: &'static Data, event: &Event) -> EventWords {
        event.words(())
    }

    fn sections(view: &View) -> Vec<Section> {
        let line = |tank: &super::words::SeenTank| {
            let stuck = if tank.stuck { ", stuck" } else { "" };
            let charm = tank.charm.map_or(String::new(), |charm| format!(", charm {charm}"));
            format!("hull {}, shells {}{stuck}{charm}", tank.hull, tank.shells)
        };
        vec![Section { id: "tanks", title: "Tanks".into(), lines: view.tanks.iter().map(line).collect() }]
    }

    fn status(view: &View) -> String {
        format!("{} rounds to go", view.rounds)
    }

    fn lesson(&self, _: &'static Data, seat: Seat, ask: Ask) -> Option<Lesson> {
        ask.lesson(seat.0 + 1)
    }

    fn guided() -> Guided<Setup> {
        Guided { setup: Setup { solo: true, ..Setup::default() }, seed: 4, answers: &["write:2", "aim:left"] }
    }
}
