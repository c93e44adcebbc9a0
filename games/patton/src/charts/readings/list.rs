//! Every disagreement of the sources. "Sheet" is a table as a public program displays it, "code" what that program does,
//! "armcom" another public game on the same subject; the rulebook comes before all of them (R1).

use super::{Edit, Other, Reading};
use Other::{None, Noted, Pack};

const fn edit(file: &'static str, anchors: &'static [&'static str], from: &'static str, to: &'static str) -> Edit {
    Edit { file, anchors, from, to }
}

const fn reading(name: &'static str, about: &'static str, why: &'static str, other: Other) -> Reading {
    Reading { name, about, why, other }
}

const CALENDAR: &str = "calendar.toml";
const CONTACT: &str = "tables_contact.toml";
const ACTION: &str = "enemy_action.toml";
const FRIENDS: &str = "friendly_and_events.toml";
const GUNNERY: &str = "gunnery.toml";
const HIT: &str = "tables_tank_hit.toml";
const KILL: &str = "to_kill_vehicles.toml";
const VICTORY: &str = "victory.toml";

const ALL_FIRE: &str = r#"modes = ["normal", "flanking", "advancing", "artillery", "air"]"#;
const GROUND_FIRE: &str = r#"modes = ["normal", "flanking", "advancing"]"#;
const NO_EVENT: &str =
    r#"modes = ["normal", "flanking", "advancing", "artillery", "air"], not_for_event_artillery = true"#;

const TYPED_LATER: &str = "the sheet agrees with the picture of the calendar; the program was typed later";
const LADDER: &str =
    "the kill numbers walk one ladder, a rung for each step of range; a single figure off it is a slip";
const SHEET: &str = "both figures stand on the ladder of the kill numbers, and then the sheet comes before the code";

/// All of them, in the order of `disagreements.toml`.
#[rustfmt::skip]
pub static READINGS: [Reading; 39] = [
    reading("july-27", "calendar 1944-07-27 probability",
        "the rulebook prints the code of that very day (4.1)",
        Pack(&[edit(CALENDAR, &["1944-07-27 = {"], "probability = 2", "probability = 3")])),
    reading("february-23", "calendar 1945-02-23", TYPED_LATER,
        Pack(&[edit(CALENDAR, &["1945-02-23 = {"], "probability = 8", "probability = 6")])),
    reading("february-28", "calendar 1945-02-28", TYPED_LATER,
        Pack(&[edit(CALENDAR, &["1945-02-28 = {"], "resistance = \"light\"", "resistance = \"medium\"")])),
    reading("march-26-27", "calendar 1945-03-26 and 03-27", TYPED_LATER,
        Pack(&[
            edit(CALENDAR, &["1945-03-26 = {"], "scenario = \"counterattack\"", "scenario = \"advance\""),
            edit(CALENDAR, &["1945-03-27 = {"], "scenario = \"counterattack\"", "scenario = \"advance\""),
        ])),
    reading("march-28", "calendar 1945-03-28",
        "the sheet again: the code would make the crossing of the Main an ordinary day",
        Pack(&[edit(CALENDAR, &["1945-03-28 = {"], "probability = 4", "probability = 2")])),
    reading("july-31", "calendar 1944-07-31 and other filler days",
        "a list of some days only is no calendar; the sheet has them all",
        Noted(&[edit(CALENDAR, &["1944-07-31 = {"], "scenario = \"advance\"", "scenario = \"counterattack\"")],
            "31 July becomes a counterattack; for the rest armcom gives neither days nor probabilities, so those stay")),
    reading("exit-10-9", "exit areas, start 10, roll 9",
        "the sheet comes before the code, and nothing on the board speaks against it",
        Pack(&[edit("movement_board.toml", &["start = 10"], "7, 6, 6, 5]", "7, 6, 5, 5]")])),
    reading("tank-10-wet", "tank 10 wet stowage",
        "cards 11 to 17 name wet stowage among their features, card 10 does not (5.2)",
        Pack(&[edit("tanks.toml", &["[tank.10]"], "wet = false", "wet = true")])),
    reading("mud-98-100", "weather 98-100 in September, October and April",
        "the last row is snow for November and March only; the months beside them have overcast there",
        Pack(&[
            edit("tables_day.toml", &["months = [9, 10]"], "{ roll = [98, 100], sky = \"overcast\", ground = \"dry\"", "{ roll = [98, 100], sky = \"overcast\", ground = \"mud\""),
            edit("tables_day.toml", &["months = [4]"], "{ roll = [98, 100], sky = \"overcast\", ground = \"dry\"", "{ roll = [98, 100], sky = \"overcast\", ground = \"mud\""),
        ])),
    reading("artillery-30-minutes", "call for artillery, minutes",
        "the rulebook says 15 minutes (23.1)",
        Pack(&[edit("tables_day.toml", &["activity = \"call_artillery\""], "minutes = 15", "minutes = 30")])),
    reading("activation-51-55", "activation 51-55",
        "only so do the columns add up as they should, and the counterattack's action table knows no AT guns",
        Noted(&[
            edit(CONTACT, &["scenario = \"battle\""], "{ roll = [51, 55],  unit = \"at_gun\" }", "{ roll = [51, 55],  unit = \"spg\", from_1945_03 = \"mg\" }"),
            edit(CONTACT, &["scenario = \"counterattack\""], "{ roll = [51, 55],  unit = \"spg\", from_1945_03 = \"mg\" }", "{ roll = [51, 55],  unit = \"at_gun\" }"),
        ], "an AT gun in a counterattack has no column for its action and never does anything")),
    reading("activation-71-75", "activation 71-75, battle",
        "only so do the columns add up as they should",
        Pack(&[edit(CONTACT, &["scenario = \"battle\""], "{ roll = [71, 75],  unit = \"spg\"", "{ roll = [71, 75],  unit = \"at_gun\"")])),
    reading("placement-b-8", "placement terrain, infantry, area B, roll 8",
        "the sheet skips the roll, the code has open ground, and B is open fields",
        None("a unit must stand on something: the sheet's blank is a gap, not another answer")),
    reading("identify-half-up", "identification threshold",
        "the rulebook drops fractions (17.12)",
        Pack(&[edit(CONTACT, &["[spotting]"], "floor(rating / 2)", "ceil(rating / 2)")])),
    reading("advance-86-90", "enemy action, advance, tank/SPG, 86-90",
        "both programs fire at the lead tank there",
        None("a roll must mean something: the sheet's blank is a gap, not another answer")),
    reading("at-gun-any-tank", "enemy action, advance, AT gun, 66-70, and battle, AT gun, 81-90",
        "sheet and armcom agree",
        Pack(&[
            edit(ACTION, &["scenario = \"advance\""], "{ roll = [66, 70],  action = \"fire_your_tank\" }", "{ roll = [66, 70],  action = \"fire_any_tank\" }"),
            edit(ACTION, &["scenario = \"battle\""], "{ roll = [81, 90],  action = \"fire_your_tank\" }", "{ roll = [81, 90],  action = \"fire_any_tank\" }"),
        ])),
    reading("mg-lw-collateral", "enemy action, counterattack, MG/LW, 76-95",
        "the sheet is blank there; armcom goes on with fire at infantry, as the row above it",
        Noted(&[edit(ACTION, &["scenario = \"counterattack\""], "{ roll = [71, 95],  action = \"fire_infantry\" }",
            "{ roll = [71, 75],  action = \"fire_infantry\" },\n  { roll = [76, 95],  action = \"fire_your_tank\" }")],
            "small arms at your tank do collateral damage, which is what the code has")),
    reading("psw-spw-swapped", "infantry kill numbers of PSW and SPW",
        "sheet and code agree",
        Pack(&[
            edit(ACTION, &["[[fire_combat]]"], "[\"lw\", \"spw\"]", "[\"lw\", \"psw\"]"),
            edit(ACTION, &["[[fire_combat]]"], "[\"mg\", \"psw\"]", "[\"mg\", \"spw\"]"),
        ])),
    reading("friendly-modifiers", "friendly action modifiers, when they apply",
        "a modifier that names no kind of fire counts for all; the narrower words came into the sheet later",
        Noted(&[
            edit(FRIENDS, &["each_us_controlled_sector"], ALL_FIRE, GROUND_FIRE),
            edit(FRIENDS, &["target_lw_or_mg_each_friendly_squad_lost"], ALL_FIRE, GROUND_FIRE),
            edit(FRIENDS, &["target_vehicle_each_friendly_tank_lost"], ALL_FIRE, GROUND_FIRE),
            edit(FRIENDS, &["each_smoke_marker_in_target_zone"], ALL_FIRE, NO_EVENT),
            edit(FRIENDS, &["fog_or_falling_snow\", modes"], ALL_FIRE, NO_EVENT),
        ], "flanking fire counts as normal fire, as the later sheet says")),
    reading("50l-medium", "enemy AP to hit, 50L medium",
        "the sheet comes before the code",
        Pack(&[edit(HIT, &["guns = [\"50L\"]"], "[97, 89, 34]", "[97, 80, 34]")])),
    reading("acquired-2-medium", "enemy AP to hit, acquired 2, medium",
        "the sheet comes before the code, and the Sherman's own table has the same steps",
        Pack(&[edit(HIT, &["\"acquired_2\""], "[-10, -20, -30]", "[-10, -10, -30]")])),
    reading("88l-side-turret", "enemy AP to kill, 88L class III side turret, long", LADDER,
        Pack(&[edit(HIT, &["gun = \"88L\", armor = \"III\""], "side_turret = [72, 58, 42]", "side_turret = [72, 58, 6]")])),
    reading("88l-front-hull", "enemy AP to kill, 88L class II front hull, long", LADDER,
        Pack(&[edit(HIT, &["gun = \"88L\", armor = \"II\""], "front_hull = [72, 58, 42]", "front_hull = [72, 58, 12]")])),
    reading("75-pz-iv", "AP to kill 75, Pz IV front hull, long", LADDER,
        Pack(&[edit(KILL, &["target = \"pz_iv\""], "front_hull = [28, 17, 8]", "front_hull = [28, 17, 3]")])),
    reading("75-jgdpz-38t", "AP to kill 75, JgdPz 38(t) rear, close",
        "95 is the highest number of an AP table, in the rulebook's own too (30.0)",
        Pack(&[edit(KILL, &["target = \"jgdpz_38t\""],
            "rear_turret = [95, 92, 83], rear_hull = [95, 92, 83]", "rear_turret = [97, 92, 83], rear_hull = [97, 92, 83]")])),
    reading("76l-stug", "AP to kill 76L, STuG side",
        "a better gun is never worse than a lesser one, and the 75 has 92 there at close range",
        Pack(&[edit(KILL, &["gun = \"76L\"", "target = \"stug_iiig\""],
            "side_turret = [95, 95, 95], side_hull = [95, 95, 95]", "side_turret = [83, 83, 83], side_hull = [83, 83, 83]")])),
    reading("76l-pz-vie", "AP to kill 76L, Pz VIe front hull",
        "the sheet has a number for the turret and none for the hull, which every other table shows as the thinner of the two",
        Pack(&[edit(KILL, &["gun = \"76L\"", "target = \"pz_vie\""], "front_hull = [28, 17, 8]", "front_hull = [0, 0, 0]")])),
    reading("75-he-stug", "HE to kill 75 critical, STuG front", SHEET,
        Pack(&[edit(KILL, &["ammo = \"HE\"\nhit = \"critical\"", "target = \"stug_iiig\""],
            "front_turret = [28, 28, 28], front_hull = [28, 28, 28]", "front_turret = [97, 97, 97], front_hull = [92, 92, 92]")])),
    reading("76-he-pz-iv", "HE to kill 76 critical, Pz IV side turret", "the sheet comes before the code",
        Pack(&[edit(KILL, &["gun = \"76L\"\nammo = \"HE\"\nhit = \"critical\"", "target = \"pz_iv\""],
            "side_turret = [68, 68, 68]", "side_turret = [88, 88, 88]")])),
    reading("76ll-pz-vib", "to kill 76LL, AP, Pz VIb side turret, medium",
        "the rulebook prints the table of this gun (30.0)",
        Pack(&[edit(KILL, &["gun = \"76LL\"", "target = \"pz_vib\""], "side_turret = [95, 92, 83]", "side_turret = [95, 95, 83]")])),
    reading("75-area-close", "to hit, 75 area fire at a close vehicle",
        "the code and the other gun's row have 45, and 75 would be the number of direct fire",
        Pack(&[edit(GUNNERY, &["fire = \"area\",   gun = \"75\",  target = \"vehicle\""], "[45, 60, 50]", "[75, 60, 50]")])),
    reading("pass-ammo-rating", "pass ammo, rate of fire",
        "the rulebook says 10 (8.53)",
        Pack(&[edit(GUNNERY, &["[rate_of_fire]", "assistant_passing_ammo_and_reload_not_from_ready_rack"], "add = -10", "subtract_rating = \"A\"")])),
    reading("exit-11-points", "captured exit area",
        "the ten points stand in place of the one for an ordinary area (6.1)",
        Pack(&[edit(VICTORY, &["item = \"captured_exit_area\""], "points = 10", "points = 11")])),
    reading("lost-area-x3", "lose map area multiplier, counterattack",
        "the program's author changed 3 to 2 as a correction",
        Pack(&[edit(VICTORY, &["counterattack = {"], "lose_map_area = 2", "lose_map_area = 3")])),
    reading("wounds-41", "wounds, first row",
        "the sheet comes before the code",
        Pack(&[
            edit(HIT, &["id = \"wounds\""], "{ roll = [1, 42],   wound = \"near_miss\"", "{ roll = [1, 41],   wound = \"near_miss\""),
            edit(HIT, &["id = \"wounds\""], "{ roll = [43, 47],  wound = \"unconscious\"", "{ roll = [42, 47],  wound = \"unconscious\""),
        ])),
    reading("brew-up-code", "brew up numbers",
        "the sheet comes before the code, whose numbers look like a count from zero",
        Pack(&[
            edit(HIT, &["[brew_up]"], "M4 = 80, M4A1 = 75, M4A3 = 70, wet = 15", "M4 = 79, M4A1 = 75, M4A3 = 69, wet = 15"),
            edit(HIT, &["[brew_up]"], "M4 = 85, M4A1 = 80, M4A3 = 75, wet = 20", "M4 = 84, M4A1 = 79, M4A3 = 74, wet = 19"),
        ])),
    reading("hull-front-right", "hit location crew effects, hull front right, driver and loader",
        "sheet and armcom agree",
        Pack(&[edit(HIT, &["location = \"H_FR\""], "D = -10, L = -10", "D = 10, L = 10")])),
    reading("gyro-hvss", "gyrostabilizer",
        "the rulebook asks for training only (27.2)",
        Pack(&[edit(VICTORY, &["[gyrostabilizer]"], "lost_with = \"the gunner\"", "lost_with = \"the gunner\"\nneeds_hvss = true")])),
    reading("miss-ends-fire", "rate of fire after a miss",
        "the rulebook looks at the dice alone (9.4)",
        Pack(&[edit(GUNNERY, &[], "[rate_of_fire]", "[rate_of_fire]\nafter_a_miss = false")])),
];
