//! The laws of the table.

use hulldown_kit::{Conform, altered, conform};
use hulldown_patton::state::Length;
use hulldown_patton::words::AreaType;
use hulldown_patton::{Patton, Setup, WantedResistance, WantedScenario};

#[test]
fn pattons_best_keeps_the_laws_of_the_table() {
    let engagement = |scenario, resistance, ground, tank| Setup {
        length: Length::Engagement,
        scenario,
        resistance,
        ground,
        tank,
        ..Setup::default()
    };
    let setups = vec![
        engagement(WantedScenario::Advance, WantedResistance::Light, AreaType::A, 1),
        engagement(WantedScenario::Battle, WantedResistance::Heavy, AreaType::C, 14),
        engagement(WantedScenario::Counterattack, WantedResistance::Medium, AreaType::D, 18),
        Setup {
            length: Length::Day,
            date: "1944-09-19".into(),
            mg_ammo: true,
            fuel: true,
            tank: 12,
            ..Setup::default()
        },
        Setup { length: Length::Day, date: "1944-12-24".into(), spot_by_hand: true, tank: 17, ..Setup::default() },
        Setup {
            length: Length::Day,
            scenario: WantedScenario::Counterattack,
            resistance: WantedResistance::Heavy,
            ..Setup::default()
        },
    ];
    conform::<Patton>(Conform { games: 12, setups, scramble: None, most_answers: 400_000 });
}

/// A file may say anything: what it says is refused with a reason, or can be played on from.
#[test]
fn whatever_number_a_file_says_nothing_panics() {
    let setups: Vec<Setup> = (0..6)
        .map(|n| Setup {
            length: [Length::Campaign, Length::Day, Length::Engagement][n % 3],
            scenario: [WantedScenario::Battle, WantedScenario::Counterattack][n / 3],
            resistance: WantedResistance::Heavy,
            mg_ammo: n % 2 == 1,
            fuel: n % 2 == 1,
            ..Setup::default()
        })
        .collect();
    let tried = altered::numbers::<Patton>(&setups, 300, 100);
    assert!(tried.refused > 500 && tried.played > 500 && tried.unreadable > 500, "{tried:?}");
}
