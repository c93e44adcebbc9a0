//! The games that are tried, each with the set-ups a byte can stand for.

use crate::Bytes;
use hulldown_ace::{Ace, state::Mode};
use hulldown_core::Voice;
use hulldown_patton::{Patton, WantedResistance, WantedScenario, state::Length, words::AreaType};
use hulldown_tank::Tank;

/// A game that bytes can play.
pub trait Tried: Voice {
    /// The set-up a byte stands for; each byte stands for one that is legal.
    fn setup(byte: u8) -> Self::Setup;
}

impl Tried for Ace {
    /// Mode and switches.
    fn setup(byte: u8) -> Self::Setup {
        let modes = [Mode::Solitaire, Mode::Cooperative, Mode::CompetitiveTogether, Mode::CompetitiveApart];
        let mode = modes[usize::from(byte & 3)];
        Self::Setup { mode, increased_threat: byte & 4 != 0, errata_2022: byte & 8 != 0, ..Self::Setup::default() }
    }
}

impl Tried for Tank {
    /// Scenario, then ground, then sheets.
    fn setup(byte: u8) -> Self::Setup {
        let mode = ["scenario", "open", "mixed", "closed"][usize::from(byte / 14 % 4)];
        // One sheet mostly: joined ones only take longer to lay out.
        let sheets = ["1x1", "2x1", "1x2", "1x1", "1x1"][usize::from(byte / 56)];
        Self::Setup {
            scenario: (byte % 14).to_string(),
            mode: mode.into(),
            sheets: sheets.into(),
            ..Self::Setup::default()
        }
    }
}

impl Tried for Patton {
    /// How much is played, and the switches; a single day or engagement of each kind.
    fn setup(byte: u8) -> Self::Setup {
        let length = [Length::Campaign, Length::Day, Length::Engagement][usize::from(byte % 3)];
        let days = ["1944-07-27", "1944-09-19", "1945-01-05", "1945-04-01"];
        Self::Setup {
            length,
            date: days[usize::from(byte & 3)].into(),
            scenario: [WantedScenario::Advance, WantedScenario::Battle, WantedScenario::Counterattack]
                [usize::from(byte / 3 % 3)],
            resistance: [WantedResistance::Light, WantedResistance::Medium, WantedResistance::Heavy]
                [usize::from(byte / 9 % 3)],
            ground: AreaType::ALL[usize::from(byte / 4) % AreaType::ALL.len()],
            tank: if length == Length::Campaign { 1 } else { byte % 18 + 1 },
            mg_ammo: byte & 16 != 0,
            fuel: byte & 32 != 0,
            firefly: byte & 192 == 192,
            spot_by_hand: byte & 64 != 0,
            ..Self::Setup::default()
        }
    }
}

/// What is done with a game, whichever it is.
pub(crate) trait With {
    fn with<G: Tried>(self, bytes: Bytes<'_>);
}

/// The first byte says which game it is done with.
pub(crate) fn with_game(mut bytes: Bytes<'_>, does: impl With) {
    match bytes.next().map(|byte| byte % 3) {
        Some(0) => does.with::<Ace>(bytes),
        Some(1) => does.with::<Tank>(bytes),
        Some(_) => does.with::<Patton>(bytes),
        None => {}
    }
}
