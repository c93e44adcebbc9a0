//! Charts of a person's own: what may be changed, and what is refused with file and place.

#![allow(clippy::unwrap_used)] // A test that cannot go on should stop.

use hulldown_core::chart::ChartError;
use hulldown_patton::charts::{Charts, shipped};
use hulldown_patton::words::*;
use std::collections::BTreeMap;

/// The charts with one change in one file.
fn changed(file: &str, from: &str, to: &str) -> Result<Charts, ChartError> {
    let text = shipped().text(file).unwrap().to_owned();
    assert!(text.contains(from), "{file} has no {from:?}");
    let files = shipped().overlay("pack", BTreeMap::from([(file.to_owned(), text.replacen(from, to, 1))]))?;
    Charts::load(&files)
}

fn refused(file: &str, from: &str, to: &str) -> String {
    match changed(file, from, to) {
        Ok(_) => panic!("{file}: {to:?} was taken"),
        Err(e) => e.to_string(),
    }
}

#[test]
fn a_pack_may_change_figures() {
    let c = changed("gunnery.toml", "base = [75, 55, 20]", "base = [76, 55, 20]").unwrap();
    assert_eq!(c.to_hit.base(Fire::Direct, Gun::G75, Target::Vehicle, Range::Close), 76);
    let c = changed("tables_contact.toml", "roll = [1, 7], ambush", "roll = [1, 6], ambush").err();
    assert!(c.is_some(), "a gap is not a figure");
}

#[test]
fn a_wrong_file_is_refused_with_file_and_place() {
    assert_eq!(
        refused("friendly_and_events.toml", "{ roll = [6, 15],   event", "{ roll = [7, 15],   event"),
        "friendly_and_events.toml: random_events: no row covers a roll of 6"
    );
    assert_eq!(
        refused("tank_replacement.toml", "\"1-6\" = \"1\"", "\"1-7\" = \"1\""),
        "tank_replacement.toml: line 20, column 10: another row covers rolls of `7-20` already"
    );
    assert_eq!(refused("tanks.toml", "gun = \"75\"", "gun = \"90\"").split(':').next(), Some("tanks.toml"));
    assert_eq!(
        refused("tanks.toml", "rate_of_fire = 30", "rate_of_fire = 35"),
        "tanks.toml: [tank.1]: gunnery.toml has a rate of fire of 30 for its gun, not 35"
    );
    assert_eq!(
        refused("calendar.toml", "[\"1944-09-02\"", "[\"1944-09-01\""),
        "calendar.toml: file: 1 September 1944 is given twice"
    );
    assert_eq!(
        refused("movement_board.toml", "{ to = \"m04\", road = \"dirt\" }", "{ to = \"m04\", road = \"none\" }"),
        "movement_board.toml: [[area]] m00: m04 sees this border otherwise"
    );
    assert_eq!(
        refused("victory.toml", "item = \"pz_v\"\npoints = 9", "item = \"pz_v\"\npoints = 8"),
        "victory.toml: [[vp]] pz_v: units.toml has 9 points for Pz V, not 8"
    );
    assert_eq!(
        refused("tables_tank_hit.toml", "front_turret = [17, 8, 3]", "front_turret = [7, 8, 3]"),
        "tables_tank_hit.toml: [enemy_ap_to_kill] 50L I: no number grows with range"
    );
    assert_eq!(
        refused("crew_actions.toml", "rule = \"8.11\"", "rule = \"8.99\""),
        "crew_actions.toml: [[action]] direct_movement: no rule `8.99` is known"
    );
    assert_eq!(
        refused("campaign.toml", "1944-11-01", "1944-11-31"),
        "campaign.toml: line 4, column 13: `1944-11-31` is not a date such as 1944-07-27"
    );
    assert_eq!(
        refused("counters.toml", "count = 18", "count = 19"),
        "counters.toml: line 17, column 15: the markers make 18, not 19"
    );
    assert_eq!(refused("gunnery.toml", "[to_hit]", "[to_hitt]"), "gunnery.toml: [to_hit]: is missing");
    assert_eq!(
        refused("sherman_movement.toml", "id = \"bogged_down\"", "id = \"stuck\""),
        "sherman_movement.toml: bogged_down: is missing"
    );
    let said = refused("units.toml", "points = 7", "points = 7, speed = 9");
    assert!(said.starts_with("units.toml: line ") && said.contains("unknown field `speed`"), "{said}");
    assert_eq!(
        refused("enemy_action.toml", "[meta]", "[extra]\nx = 1\n[meta]"),
        "enemy_action.toml: extra: no such part is known"
    );
}

/// Every number of every roll range in every file is held in place by some check: moving one is refused.
#[test]
fn no_range_of_rolls_may_move() {
    let mut moved = 0;
    for name in ["tables_contact.toml", "tables_day.toml", "enemy_action.toml", "sherman_movement.toml"] {
        let files = shipped();
        let text = files.text(name).unwrap();
        for (at, _) in text.match_indices("roll = [") {
            let line = &text[at..at + text[at..].find(']').unwrap() + 1];
            // The heading of a file explains the form with words.
            let Ok(numbers) =
                line[8..line.len() - 1].split(',').map(|n| n.trim().parse()).collect::<Result<Vec<i32>, _>>()
            else {
                continue;
            };
            let worse = format!("roll = [{}, {}]", numbers[0], numbers[1] + 1);
            let changed = format!("{}{worse}{}", &text[..at], &text[at + line.len()..]);
            let files = shipped().overlay("pack", BTreeMap::from([(name.to_owned(), changed)])).unwrap();
            let error = Charts::load(&files).err();
            assert!(error.is_some_and(|e| e.file == name), "{name}: {line} may become {worse}");
            moved += 1;
        }
    }
    assert!(moved > 150, "{moved}");
}
