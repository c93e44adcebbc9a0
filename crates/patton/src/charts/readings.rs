//! The other readings: where sources disagree (`disagreements.toml`), the figures another source has, as a pack over the shipped files.

use super::shipped;
use hulldown_core::chart::{ChartError, Files};
use std::collections::BTreeMap;

/// A change in a chart file: after `anchor`, the next `from` becomes `to`.
struct Edit {
    about: &'static str,
    file: &'static str,
    anchor: &'static str,
    from: &'static str,
    to: &'static str,
}

const fn edit(
    about: &'static str,
    file: &'static str,
    anchor: &'static str,
    from: &'static str,
    to: &'static str,
) -> Edit {
    Edit { about, file, anchor, from, to }
}

/// What can be played the other way by figures alone. Readings that change a rule rather than a figure are not among them.
#[rustfmt::skip]
const EDITS: [Edit; 27] = [
    edit("calendar 1944-07-27 probability", "calendar.toml", "date = 1944-07-27", "probability = 2", "probability = 3"),
    edit("calendar 1945-02-23", "calendar.toml", "date = 1945-02-23", "probability = 8", "probability = 6"),
    edit("calendar 1945-02-28", "calendar.toml", "date = 1945-02-28", "resistance = \"light\"", "resistance = \"medium\""),
    edit("calendar 1945-03-26 and 03-27", "calendar.toml", "date = 1945-03-26", "scenario = \"counterattack\"", "scenario = \"advance\""),
    edit("calendar 1945-03-26 and 03-27", "calendar.toml", "date = 1945-03-27", "scenario = \"counterattack\"", "scenario = \"advance\""),
    edit("calendar 1945-03-28", "calendar.toml", "date = 1945-03-28", "probability = 4", "probability = 2"),
    edit("exit areas, start 10, roll 9", "movement_board.toml", "start = 10", "7, 6, 6, 5]", "7, 6, 5, 5]"),
    edit("tank 10 wet stowage", "tanks.toml", "number = 10", "wet_stowage = false", "wet_stowage = true"),
    edit("weather 98-100 in September, October and April", "tables_day.toml", "months = [9, 10]", "{ roll = [98, 100], sky = \"overcast\", ground = \"dry\"", "{ roll = [98, 100], sky = \"overcast\", ground = \"mud\""),
    edit("weather 98-100 in September, October and April", "tables_day.toml", "months = [4]", "{ roll = [98, 100], sky = \"overcast\", ground = \"dry\"", "{ roll = [98, 100], sky = \"overcast\", ground = \"mud\""),
    edit("call for artillery, minutes", "tables_day.toml", "activity = \"call_artillery\"", "minutes = 15", "minutes = 30"),
    edit("activation 71-75, battle", "tables_contact.toml", "scenario = \"battle\"", "{ roll = [71, 75],  unit = \"spg\"", "{ roll = [71, 75],  unit = \"at_gun\""),
    edit("infantry kill numbers of PSW and SPW", "enemy_action.toml", "[[fire_combat]]", "[\"lw\", \"spw\"]", "[\"lw\", \"psw\"]"),
    edit("infantry kill numbers of PSW and SPW", "enemy_action.toml", "[[fire_combat]]", "[\"mg\", \"psw\"]", "[\"mg\", \"spw\"]"),
    edit("enemy action, advance, AT gun, 66-70, and battle, AT gun, 81-90", "enemy_action.toml", "scenario = \"advance\"", "{ roll = [66, 70],  action = \"fire_your_tank\" }", "{ roll = [66, 70],  action = \"fire_any_tank\" }"),
    edit("enemy action, advance, AT gun, 66-70, and battle, AT gun, 81-90", "enemy_action.toml", "scenario = \"battle\"", "{ roll = [81, 90],  action = \"fire_your_tank\" }", "{ roll = [81, 90],  action = \"fire_any_tank\" }"),
    edit("enemy AP to hit, 50L medium", "tables_tank_hit.toml", "guns = [\"50L\"]", "[97, 89, 34]", "[97, 80, 34]"),
    edit("enemy AP to hit, acquired 2, medium", "tables_tank_hit.toml", "\"acquired_2\"", "[-10, -20, -30]", "[-10, -10, -30]"),
    edit("enemy AP to kill, 88L class III side turret, long", "tables_tank_hit.toml", "gun = \"88L\", armor = \"III\"", "side_turret = [72, 58, 42]", "side_turret = [72, 58, 6]"),
    edit("enemy AP to kill, 88L class II front hull, long", "tables_tank_hit.toml", "gun = \"88L\", armor = \"II\"", "front_hull = [72, 58, 42]", "front_hull = [72, 58, 12]"),
    edit("AP to kill 75, Pz IV front hull, long", "to_kill_vehicles.toml", "target = \"pz_iv\"", "front_hull = [28, 17, 8]", "front_hull = [28, 17, 3]"),
    edit("to hit, 75 area fire at a close vehicle", "gunnery.toml", "fire = \"area\",   gun = \"75\",  target = \"vehicle\"", "[45, 60, 50]", "[75, 60, 50]"),
    edit("captured exit area", "victory.toml", "item = \"captured_exit_area\"", "points = 10", "points = 11"),
    edit("lose map area multiplier, counterattack", "victory.toml", "counterattack = {", "lose_map_area = 2", "lose_map_area = 3"),
    edit("wounds, first row", "tables_tank_hit.toml", "id = \"wounds\"", "{ roll = [1, 42],   wound = \"near_miss\"", "{ roll = [1, 41],   wound = \"near_miss\""),
    edit("wounds, first row", "tables_tank_hit.toml", "id = \"wounds\"", "{ roll = [43, 47],  wound = \"unconscious\"", "{ roll = [42, 47],  wound = \"unconscious\""),
    edit("hit location crew effects, hull front right, driver and loader", "tables_tank_hit.toml", "location = \"H_FR\"", "D = -10, L = -10", "D = 10, L = 10"),
];

/// The disagreements that can be played the other way, each named as `disagreements.toml` names it.
pub fn readings() -> Vec<&'static str> {
    let mut names: Vec<&str> = EDITS.iter().map(|e| e.about).collect();
    names.dedup();
    names
}

/// The files of a pack that plays these disagreements the other way; a name that is none of [`readings`] is refused.
pub fn pack(names: &[&str]) -> Result<BTreeMap<String, String>, ChartError> {
    let ours = shipped();
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for name in names {
        let wrong = |what: &str| ChartError::new("disagreements.toml", *name, what);
        let mut found = false;
        for e in EDITS.iter().filter(|e| e.about == *name) {
            found = true;
            let text = match files.get(e.file) {
                Some(text) => text.clone(),
                None => ours.text(e.file)?.to_owned(),
            };
            let place = text.find(e.anchor).and_then(|at| text[at..].find(e.from).map(|n| at + n));
            let at = place.ok_or_else(|| wrong("the figure is not in the shipped file"))?;
            files.insert(e.file.into(), format!("{}{}{}", &text[..at], e.to, &text[at + e.from.len()..]));
        }
        if !found {
            return Err(wrong("cannot be played the other way by figures"));
        }
    }
    Ok(files)
}

/// The shipped files with these disagreements played the other way.
pub fn other(names: &[&str]) -> Result<Files, ChartError> {
    shipped().overlay("other readings", pack(names)?)
}
