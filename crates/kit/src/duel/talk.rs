//! What is asked, answered and told in a duel, in the order of its rules.

use super::charts::Armor;
use super::rule;
use super::words::{Charm, Plot, Side};
use hulldown_core::{Seat, answers, asks, choices, events};
use serde::Serialize;

choices! {
    /// What a crew can decide.
    pub enum Choice, seat: Seat {
        Write(charm: Charm) = "write:{charm}" ["1.2"] "A charm of {charm}", at => tank(seat);
        Aim(side: Side) = "aim:{side}" ["2.1"] "Aim {side}", at => tank(seat);
        Hold = "hold" ["2.1"] "Hold fire", at => tank(seat);
        Dodge(side: Side) = "dodge:{side}" ["2.1"] "Dodge {side}", at => tank(seat);
        Stay = "stay" ["2.1"] "Stay", at => tank(seat);
        Brace = "brace" ["3.2"] "Brace", at => tank(seat);
        Spend = "spend" ["3.2a"] "Show the charm", at => tank(seat);
        Salute = "salute" ["4.2"] "Salute", at => tank(seat);
        Leave = "leave" ["4.2"] "Leave", at => tank(seat);
    }
}

fn tank(seat: Seat) -> Option<String> {
    Some(format!("tank:{}", seat.0))
}

asks! {
    /// What is asked.
    pub enum Ask, tank: u8 {
        Charm = "charm" ["1.2"] "Tank {tank}: write down a charm.";
        Aim = "aim" ["2.1"] "Tank {tank}: plot where to aim.";
        Dodge = "dodge" ["2.1"] "Tank {tank}: plot where to dodge.";
        Armor = "armor" ["3.2"] "Tank {tank}: take the hit.", lesson "armor" "A charm helps only once.";
        Salute = "salute" ["4.2"] "Tank {tank}: salute the loser or leave.";
    }
}

answers! { Choice:
    /// What is written down.
    pub(super) enum CharmAnswer { Write(charm: Charm) }
    /// Where to aim.
    pub(super) enum AimAnswer { Aim(side: Side), Hold }
    /// Where to dodge.
    pub(super) enum DodgeAnswer { Dodge(side: Side), Stay }
    /// How a hit is taken.
    pub(super) enum ArmorAnswer { Brace, Spend }
    /// The last word.
    pub(super) enum SaluteAnswer { Salute, Leave }
}

events! {
    /// What happened.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Event, _nobody: () {
        First(seat: Seat) = "first" ["1.1"] => format!("{} fires first.", name(seat));
        Written(seat: Seat) = "charm" ["1.2"] => format!("{} has a charm.", name(seat));
        /// Where the tanks aim and where they dodge.
        Plots(plots: [Plot; 2]) = "plots" ["2.2"] => shown(plots);
        NextRound = "round" ["2.1"] scene "A new round.";
        Shot { shooter: Seat, hit: bool } = "shot" ["3.1"]
            => format!("{} fires: {}.", name(shooter), result(hit)), head result(hit);
        Tracks(seat: Seat) = "tracks" ["3.1b"] => format!("{} loses its tracks.", name(seat)), head "tracks";
        Charm { seat: Seat, charm: u8 } = "charm" ["3.2a"] => format!("{} shows a charm of {charm}.", name(seat));
        Struck { seat: Seat, armor: Armor } = "struck" ["3.2"]
            => format!("{} is hit: {armor}.", name(seat)), head armor.to_string();
        End = "end" ["4.1"] "The duel is over.", head "the end";
    }
}

fn name(seat: Seat) -> String {
    format!("Tank {}", seat.0 + 1)
}

fn result(hit: bool) -> &'static str {
    if hit { "hit" } else { "miss" }
}

fn shown([a, b]: [Plot; 2]) -> String {
    let side = |side: Option<Side>| side.map_or("nowhere".to_string(), |side| side.to_string());
    let plot = |(aim, dodge)| format!("aims {} and dodges {}", side(aim), side(dodge));
    format!("Tank 1 {}; tank 2 {}.", plot(a), plot(b))
}
