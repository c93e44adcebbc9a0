//! The duel in words.

use super::words::View;
use super::{Ask, Choice, Data, Duel, Event, Setup, flaw, rule};
use hulldown_core::chart::ChartSheet;
use hulldown_core::game::{AskWords, ChoiceWords, EventWords, Field, Guided, Lesson, Section};
use hulldown_core::{Check, RuleId, Seat, Voice};

impl<const FLAW: u8> Voice for Duel<FLAW> {
    const ABOUT: &'static str = "Two tanks, two crews, and a secret each.";

    fn setup_fields() -> Vec<Field> {
        let free = |name, help, default| Field { name, help, values: Vec::new(), default };
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
        let (kind, rule, text) = match ask {
            Ask::Charm => ("charm", rule!("1.2"), "write down a charm"),
            Ask::Aim => ("aim", rule!("2.1"), "plot where to aim"),
            Ask::Dodge => ("dodge", rule!("2.1"), "plot where to dodge"),
            Ask::Armour => ("armour", rule!("3.2"), "take the hit"),
            Ask::Salute => ("salute", rule!("4.2"), "salute the loser or leave"),
        };
        AskWords { kind, rule, text: format!("Tank {}: {text}.", seat.0 + 1) }
    }

    fn choice_words(&self, _: &'static Data, seat: Seat, _: Ask, choice: Choice) -> ChoiceWords {
        let (rule, label) = match choice {
            Choice::Write(charm) => (rule!("1.2"), format!("A charm of {charm}")),
            Choice::Aim(side) => (rule!("2.1"), format!("Aim {side}")),
            Choice::Hold => (rule!("2.1"), "Hold fire".into()),
            Choice::Dodge(side) => (rule!("2.1"), format!("Dodge {side}")),
            Choice::Stay => (rule!("2.1"), "Stay".into()),
            Choice::Brace if FLAW == flaw::NAMELESS => (rule!("3.2"), String::new()),
            Choice::Brace => (rule!("3.2"), "Brace".into()),
            Choice::Spend if FLAW == flaw::UNRULED => (RuleId(999), "Show the charm".into()),
            Choice::Spend => (rule!("3.2a"), "Show the charm".into()),
            Choice::Salute => (rule!("4.2"), "Salute".into()),
            Choice::Leave => (rule!("4.2"), "Leave".into()),
        };
        ChoiceWords { label, rule, spot: Some(format!("tank:{}", seat.0)) }
    }

    fn preview(&self, data: &'static Data, seat: Seat, choice: Choice) -> Option<Check> {
        match choice {
            Choice::Brace => Some(self.armour_check(data, seat, false)),
            Choice::Spend => Some(self.armour_check(data, seat, true)),
            _ => None,
        }
    }

    fn event_words(_: &'static Data, event: &Event) -> EventWords {
        let side = |side: Option<super::Side>| side.map_or("nowhere".to_string(), |side| side.to_string());
        let (kind, rule, text, headline) = match event {
            Event::First(seat) => ("first", rule!("1.1"), format!("Tank {} fires first.", seat.0 + 1), None),
            Event::Written(seat) => ("charm", rule!("1.2"), format!("Tank {} has a charm.", seat.0 + 1), None),
            Event::Plots([a, b]) => {
                let plot = |(aim, dodge)| format!("aims {} and dodges {}", side(aim), side(dodge));
                ("plots", rule!("2.2"), format!("Tank 1 {}; tank 2 {}.", plot(*a), plot(*b)), None)
            }
            Event::Shot { shooter, hit } => {
                let result = if *hit { "hit" } else { "miss" };
                ("shot", rule!("3.1"), format!("Tank {} fires: {result}.", shooter.0 + 1), Some(result.into()))
            }
            Event::Tracks(seat) => {
                ("tracks", rule!("3.1b"), format!("Tank {} loses its tracks.", seat.0 + 1), Some("tracks".into()))
            }
            Event::Charm { seat, charm } => {
                ("charm", rule!("3.2a"), format!("Tank {} shows a charm of {charm}.", seat.0 + 1), None)
            }
            Event::Struck { seat, armour } => {
                ("struck", rule!("3.2"), format!("Tank {} is hit: {armour}.", seat.0 + 1), Some(armour.to_string()))
            }
            Event::NextRound => ("round", rule!("2.1"), "A new round.".into(), None),
            Event::End => ("end", rule!("4.1"), "The duel is over.".into(), Some("the end".into())),
        };
        EventWords { kind, rule, text, headline }
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

    fn lesson(&self, _: &'static Data, _: Seat, ask: Ask) -> Option<Lesson> {
        (ask == Ask::Armour).then_some(Lesson { id: "armour", text: "A charm helps only once." })
    }

    fn guided() -> Guided<Setup> {
        Guided { setup: Setup { solo: true, ..Setup::default() }, seed: 4, answers: &["write:2", "aim:left"] }
    }
}
