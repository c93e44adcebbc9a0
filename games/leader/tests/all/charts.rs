//! The shipped files, and what is refused in others.

use crate::common::charts;
use hulldown_core::game::Voice;
use hulldown_leader::Leader;
use hulldown_leader::charts::{Charts, shipped};
use hulldown_leader::talk::Number;
use hulldown_leader::words::*;

fn wrong(file: &str, old: &str, new: &str) -> String {
    let text = shipped().text(file).unwrap().to_owned();
    assert!(text.contains(old), "{file} has no {old}");
    Charts::load(&shipped().with(file, text.replacen(old, new, 1))).unwrap_err().to_string()
}

#[test]
fn the_shipped_files_are_whole() {
    let charts = charts();
    assert_eq!((charts.campaigns.len(), charts.objectives.len(), charts.units.len()), (10, 10, 100));
    assert_eq!((charts.events.len(), charts.conditions.len()), (36, 26));
    let classes = |nation: Nation| {
        Class::ALL.map(|class| charts.battalions[nation].iter().filter(|card| card.id.class == class).count())
    };
    assert_eq!((classes(Nation::Germany), classes(Nation::Japan)), ([12, 8, 8], [10, 7, 7]));
    assert_eq!(Branch::ALL.map(|branch| charts.names(branch)), [10, 7, 6, 13]);
}

/// Each chart has a sheet, and each row as many cells as headings.
#[test]
fn sheets_are_square() {
    for sheet in Leader::sheets(charts()) {
        assert!(!sheet.rows.is_empty(), "{}", sheet.id);
        assert!(sheet.rows.iter().all(|row| row.len() == sheet.head.len()), "{}", sheet.id);
    }
}

#[test]
fn figures_out_of_bounds_are_refused_with_line_and_column() {
    assert_eq!(
        wrong("units.toml", "so = 8", "so = 80"),
        "units.toml: line 13, column 6: M3/M5 Stuart: 80 is outside 1 to 60"
    );
    assert!(wrong("units.toml", "speed = 3", "pace = 3").contains("unknown field `pace`"));
    let twice = wrong("units.toml", "numbers = [11, 12]", "numbers = [11, 4]");
    assert_eq!(twice, "units.toml: line 26, column 1: M24 Chaffee: 4 is given twice");
    assert!(wrong("commanders.toml", "[commander.chin]", "[commander.chan]").contains("no `chan` is known"));
    assert!(
        wrong("commanders.toml", "okay = 3, shaken = 6", "okay = 6, shaken = 6").contains("Shaken must go beyond Okay")
    );
    let twice = wrong("battalions.toml", "id = \"2A\"", "id = \"1A\"");
    assert_eq!(twice, "battalions.toml: line 22, column 1: Armored Spearhead: 1A (Germany) is given twice");
    assert!(wrong("battalions.toml", "id = \"2A\"", "id = \"2X\"").contains("no Battalion such as 9A"));
    assert!(wrong("tiles.toml", "--L-", "--Q-").contains("`Q` is no ground"));
    assert!(wrong("movement.toml", "\"3\" =", "\"11\" =").contains("no row covers a roll of 3"));
    assert!(wrong("campaigns.toml", "year = 1942", "year = 1941").contains("no tank cup for 1941"));
    assert!(wrong("damage.toml", "ap = \"engine\"", "ap = \"casualty\"").contains("the AP side speaks of vehicles"));
    assert!(wrong("objectives.toml", "poor = 7, adequate = 12", "poor = 17, adequate = 12").contains("more VP than"));
}

/// Tiles no battlefield can be made of would be laid for ever.
#[test]
fn tiles_that_never_stand_are_refused() {
    let text = shipped().text("tiles.toml").unwrap().to_owned();
    let line = text.lines().find(|line| line.starts_with("desert = ")).unwrap();
    let walls =
        ["D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8"].map(|id| format!("{{ id = \"{id}\", hexes = \"IIII\" }}"));
    let walls = format!("desert = [{}]", walls.join(", "));
    let wrong = Charts::load(&shipped().with("tiles.toml", text.replace(line, &walls))).unwrap_err().to_string();
    assert_eq!(wrong, "tiles.toml: line 10, column 1: desert: no layout of six of these tiles can stand");
}

/// rules: leader unit.stat.4 unit.stat.6 unit.note.8 commander.stat.3
#[test]
fn cards_say_what_the_sample_game_says() {
    let unit = |number: u16| &charts().units[charts().unit_of(Number(number)).unwrap()];
    let costs = [902, 921, 931, 1111, 301, 42, 501, 901, 503, 1132, 5, 1031].map(|number| unit(number).so);
    assert_eq!(costs, [3, 4, 10, 5, 8, 14, 5, 3, 5, 9, 8, 12]);
    assert_eq!(costs.iter().map(|so| u16::from(*so)).sum::<u16>(), 86);
    assert!(unit(931).indirect && unit(931).range == [1, 3]);
    assert_eq!((unit(902).defense, unit(921).defense, unit(1111).defense), (3, 2, 3));
    assert_eq!((unit(1132).target, unit(42).target), (Target::He, Target::Ap));
}
