//! Events in words.

use super::{plot_words, sum_words, weapon_name};
use crate::charts::Charts;
use crate::event::{Event, Halt, What, Who};
use crate::map::Ground;
use crate::rules::rule;
use crate::state::Why;
use crate::words::Attack;
use hulldown_core::game::EventWords;
use hulldown_core::hex::HexId;
use hulldown_core::talk::Rank;

/// What events name things by.
struct Names<'a> {
    d: &'a Charts,
    ground: &'a Ground,
}

impl Names<'_> {
    fn hex(&self, hex: HexId) -> String {
        self.ground.name(hex)
    }

    fn who(&self, who: &Who) -> String {
        let place = who.hex.map_or_else(String::new, |hex| format!(" in {}", self.hex(hex)));
        match who.known {
            Some((code, weapon)) => format!("{} {code} ({}){place}", who.force, weapon_name(self.d, weapon)),
            None if who.hex.is_some() => format!("a face-down {} unit{place}", who.force),
            None => format!("a hidden {} unit", who.force),
        }
    }
}

pub(super) fn words(d: &'static Charts, event: &Event) -> EventWords {
    let names = Names { d, ground: d.ground(event.sheets) };
    let who = |w: &Who| names.who(w);
    let (kind, rule, text, headline) = match &event.what {
        What::Begins { scenario, mode } => {
            let scenario = d.scenario(*scenario);
            let text = format!(
                "Scenario {}, {}: {}; {mode} terrain.",
                scenario.id.id(),
                scenario.situation.name().to_lowercase(),
                scenario.title
            );
            ("begins", rule!("17.0"), text, None)
        }
        What::Arranged { force } => ("arranged", rule!("17.3"), format!("{force} is arranged."), None),
        What::Turn { turn } => ("turn", rule!("4.1"), format!("Game-Turn {turn}."), None),
        What::Dropped { who: w } => {
            ("dropped", rule!("R17"), format!("The plot of {} is dropped: its hex is taken.", who(w)), None)
        }
        What::Held { who: w, why } => {
            ("dropped", rule!("4.1c"), format!("Nothing can be plotted for {}: {why}.", who(w)), None)
        }
        What::Unsealed { force, salt } => {
            ("unsealed", rule!("4.2"), format!("{force}'s seals were salted with {salt}."), None)
        }
        What::Sealed { force, seal } => ("sealed", rule!("4.2"), format!("{force}'s plot is sealed: {seal}."), None),
        What::Plotted { who: w, plot } => {
            ("plotted", rule!("4.1d"), format!("{}: {}.", who(w), plot_words(names.ground, plot)), None)
        }
        What::Chit { force, digit } => ("chit", rule!("12.1"), format!("{force} draws the panic chit {digit}."), None),
        What::Panics { who: w } => {
            ("panics", rule!("12.0"), format!("{} panics.", who(w)), Some(format!("{} panics", who(w))))
        }
        What::PanicMove { who: w, steps, points } => {
            let text = if steps.is_empty() {
                format!("{} cannot go anywhere.", who(w))
            } else {
                format!("{} runs {steps} for {points} Movement Point{}.", who(w), if *points == 1 { "" } else { "s" })
            };
            ("panic_move", rule!("12.22"), text, None)
        }
        What::Cancelled { who: w } => {
            ("cancelled", rule!("8.43b"), format!("A friend in panic crosses the line of fire of {}.", who(w)), None)
        }
        What::Spotted { by, target } => {
            let text = format!("{} is spotted by {}.", who(target), who(by));
            ("spotted", rule!("13.0"), text, Some(format!("{} is spotted", who(target))))
        }
        What::Unspotted { by, target } => {
            ("unspotted", rule!("13.22"), format!("{} does not make out {}.", who(by), who(target)), None)
        }
        What::Aborted { who: w, at } => {
            ("aborted", rule!("8.0e"), format!("{} has nothing it may fire at in {}.", who(w), names.hex(*at)), None)
        }
        What::Fires { who: w, at, attack, sum } => {
            let how = if *attack == Attack::Of { " at an opportunity" } else { "" };
            let text = format!("{} fires{how} at {}: {}.", who(w), names.hex(*at), sum_words(sum));
            ("fires", rule!("8.0f"), text, None)
        }
        What::Combines { force, at, guns, sum } => {
            let text = format!("{force} fires HE of {guns} at {}: {}.", names.hex(*at), sum_words(sum));
            ("combines", rule!("8.22b"), text, None)
        }
        What::NoAttack { who: w, at, sum } => {
            let text = format!("{} cannot attack {}: {}.", who(w), names.hex(*at), sum_words(sum));
            ("no_attack", rule!("8.9"), text, None)
        }
        What::AlreadyHit { who: w, at } => (
            "already_hit",
            rule!("R26"),
            format!("{} fires at {}, which is already hit.", who(w), names.hex(*at)),
            None,
        ),
        What::Unseen { force, from, at, destroyed } => {
            let result = if *destroyed { "destroyed" } else { "no effect" };
            let firer = match from {
                Some(hex) => format!("A face-down {force} unit in {} fires", names.hex(*hex)),
                None => format!("Fire from a hidden {force} position"),
            };
            ("unseen_fire", rule!("14.2b"), format!("{firer} at {}: {result}.", names.hex(*at)), None)
        }
        What::HitLater { who: w, when } => {
            let text = format!("{} is hit; it takes effect {}.", who(w), when.name());
            ("hit", rule!("8.61"), text, Some(format!("{} is hit", who(w))))
        }
        What::Destroyed { who: w, by } => {
            let text = format!("{} is destroyed by {}.", who(w), by.name());
            ("destroyed", rule!("8.62"), text, Some(format!("{} is destroyed", who(w))))
        }
        What::Revealed { who: w, facing } => {
            let facing = facing.map_or_else(String::new, |facing| format!(", facing {facing}"));
            let text = format!("{} comes onto the map{facing}.", who(w));
            ("revealed", rule!("14.2"), text, Some(format!("{} is revealed", who(w))))
        }
        What::Moves { who: w, from, facing, points } => {
            let from = from.map_or_else(String::new, |hex| format!(" from {}", names.hex(hex)));
            ("moves", rule!("9.14b"), format!("{} moves{from} over {facing}, point {points}.", who(w)), None)
        }
        What::Leaves { who: w } => ("leaves", rule!("17.3f"), format!("{} leaves the map.", who(w)), None),
        What::Stops { who: w, halt } => {
            let (rule, why) = match halt {
                Halt::Clash => (rule!("9.0e"), "an enemy would enter the same hex"),
                Halt::Meeting => (rule!("9.0f"), "an enemy would cross the same hexside"),
                Halt::Enemy => (rule!("9.35"), "an enemy is in the way"),
                Halt::Friend => (rule!("R34"), "a friend stands where it would end"),
                Halt::Queue => (rule!("17.3c"), "those ahead have not entered"),
                Halt::Order => (rule!("9.36b"), "by order"),
                Halt::Points => (rule!("9.0c"), "its Movement Points are spent"),
            };
            ("stops", rule, format!("{} stops: {why}.", who(w)), None)
        }
        What::LineDropped { who: w } => {
            ("line_dropped", rule!("8.52c"), format!("A friend is on the line of {}; it does not fire.", who(w)), None)
        }
        What::Triggers { who: w, firer } => {
            ("triggers", rule!("8.52"), format!("{} comes onto the line of {}.", who(w), who(firer)), None)
        }
        What::Overruns { who: w } => ("overruns", rule!("9.44"), format!("{} overruns the hex.", who(w)), None),
        What::StopsAll { force } => ("stops_all", rule!("9.36b"), format!("{force} stops all movement."), None),
        What::GoesBack { who: w } => {
            ("goes_back", rule!("11.2"), format!("{} goes back: it may not stay.", who(w)), None)
        }
        What::Placed { who: w } => ("placed", rule!("R49"), format!("{} is placed.", who(w)), None),
        What::Turns { who: w, facing } => ("turns", rule!("7.12"), format!("{} turns to face {facing}.", who(w)), None),
        What::PositionGone { at } => {
            ("position_gone", rule!("14.3"), format!("The Improved Position in {} is gone.", names.hex(*at)), None)
        }
        What::Preserved { force, losses } => {
            let text = format!(
                "{force} has lost {losses} units and reaches Preservation: its strengths are halved from now on."
            );
            ("preserved", rule!("15.0"), text, Some(format!("{force} reaches Preservation")))
        }
        What::Released { force } => {
            ("released", rule!("R46"), format!("{force} need not keep its column any more."), None)
        }
        What::PanicBegins => ("panic_begins", rule!("12.0"), "From the next turn on units may panic.".into(), None),
        What::Offers { force } => {
            ("offers", rule!("17.11f"), format!("{force} offers to end the game as it stands."), None)
        }
        What::Ends { why, winner } => {
            let result = winner.map_or_else(|| "a draw".into(), |force| format!("{force} wins"));
            let why = match why {
                Why::Gone => "a force has nobody left".to_string(),
                Why::TurnLimit => "the last Game-Turn has passed".into(),
                Why::Stalled => "nothing has happened for too long".into(),
                Why::Decided => "it is decided".into(),
                Why::Through => "enough of Alpha got through".into(),
                Why::Agreed => "both agreed".into(),
                Why::Resigned(force) => format!("{force} gave up"),
            };
            ("ends", rule!("15.2"), format!("The game is over, {why}: {result}."), Some(result))
        }
    };
    EventWords { kind, rank: rank(kind), rule, text, headline, under: None }
}

fn rank(kind: &str) -> Rank {
    match kind {
        "begins" => Rank::Chapter,
        "turn" => Rank::Scene,
        _ => Rank::Line,
    }
}
