//! Every disagreement of the sources. "Sheet" is a table as a public program displays it, "code" what that program does,
//! "armcom" another public game on the same subject; the rulebook comes before all of them (R1).

use super::{Edit, Reading};

const CALENDAR: &str = "calendar.toml";
const MAP: &str = "movement_board.toml";
const TANKS: &str = "tanks.toml";
const DAY: &str = "tables_day.toml";
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

/// Makes the list: name, what it is about, why it is played as it is; then file, anchors, what is there and what another source has.
macro_rules! readings {
    ($($name:literal, $about:literal, $why:expr $(, note $note:literal)? =>
        $($file:ident [$($anchor:literal),*] $from:expr => $to:expr),*;)+) => {
        /// All of them, in the order of `disagreements.toml`.
        pub static READINGS: [Reading; [$($name),+].len()] = [$(Reading {
            name: $name,
            about: $about,
            why: $why,
            edits: &[$(Edit { file: $file, anchors: &[$($anchor),*], from: $from, to: $to }),*],
            note: concat!($($note)?),
        },)+];
    };
}

readings! {
    "july-27", "calendar 1944-07-27 probability", "the rulebook prints the code of that very day (4.1)" =>
        CALENDAR ["1944-07-27 = {"] "probability = 2" => "probability = 3";
    "february-23", "calendar 1945-02-23", TYPED_LATER =>
        CALENDAR ["1945-02-23 = {"] "probability = 8" => "probability = 6";
    "february-28", "calendar 1945-02-28", TYPED_LATER =>
        CALENDAR ["1945-02-28 = {"] "resistance = \"light\"" => "resistance = \"medium\"";
    "march-26-27", "calendar 1945-03-26 and 03-27", TYPED_LATER =>
        CALENDAR ["1945-03-26 = {"] "scenario = \"counterattack\"" => "scenario = \"advance\"",
        CALENDAR ["1945-03-27 = {"] "scenario = \"counterattack\"" => "scenario = \"advance\"";
    "march-28", "calendar 1945-03-28", "the sheet again: the code would make the crossing of the Main an ordinary day" =>
        CALENDAR ["1945-03-28 = {"] "probability = 4" => "probability = 2";
    "july-31", "calendar 1944-07-31 and other filler days", "a list of some days only is no calendar; the sheet has them all",
        note "31 July becomes a counterattack; for the rest armcom gives neither days nor probabilities, so those stay" =>
        CALENDAR ["1944-07-31 = {"] "scenario = \"advance\"" => "scenario = \"counterattack\"";
    "exit-10-9", "exit areas, start 10, roll 9", "the sheet comes before the code, and nothing on the board speaks against it" =>
        MAP ["[exit_areas.start]", "\n10 = {"] r#""8-9" = 6, "10" = 5"# => r#""8" = 6, "9-10" = 5"#;
    "tank-10-wet", "tank 10 wet stowage", "cards 11 to 17 name wet stowage among their features, card 10 does not (5.2)" =>
        TANKS ["[tank.10]"] "wet = false" => "wet = true";
    "mud-98-100", "weather 98-100 in September, October and April", "the last row is snow for November and March only; the months beside them have overcast there" =>
        DAY [r#"[weather.column."1944-09 to 1944-10"]"#, r#""98-100""#] "dry" => "mud",
        DAY ["[weather.column.1945-04]", r#""98-100""#] "dry" => "mud";
    "artillery-30-minutes", "call for artillery, minutes", "the rulebook says 15 minutes (23.1)" =>
        DAY ["call_artillery = {"] "minutes = 15" => "minutes = 30";
    "activation-51-55", "activation 51-55", "only so do the columns add up as they should, and the counterattack's action table knows no AT guns",
        note "an AT gun in a counterattack has no column for its action and never does anything" =>
        CONTACT ["[activation.scenario.battle]", r#""51-55" = "#] r#"{ unit = "at_gun" }"# => r#"{ unit = "spg", from_1945_03 = "mg" }"#,
        CONTACT ["[activation.scenario.counterattack]", r#""51-55" = "#] r#"{ unit = "spg", from_1945_03 = "mg" }"# => r#"{ unit = "at_gun" }"#;
    "activation-71-75", "activation 71-75, battle", "only so do the columns add up as they should" =>
        CONTACT ["[activation.scenario.battle]", r#""71-75" = "#] r#"unit = "spg""# => r#"unit = "at_gun""#;
    "placement-b-8", "placement terrain, infantry, area B, roll 8", "the sheet skips the roll, the code has open ground, and B is open fields",
        note "a unit must stand on something: the sheet's blank is a gap, not another answer" =>;
    "identify-half-up", "identification threshold", "the rulebook drops fractions (17.12)" =>
        CONTACT ["[spotting]"] "half_up = false" => "half_up = true";
    "advance-86-90", "enemy action, advance, tank/SPG, 86-90", "both programs fire at the lead tank there",
        note "a roll must mean something: the sheet's blank is a gap, not another answer" =>;
    "at-gun-any-tank", "enemy action, advance, AT gun, 66-70, and battle, AT gun, 81-90", "sheet and armcom agree" =>
        ACTION ["[action.advance.class.at_gun]", r#""66-70""#] "fire_your_tank" => "fire_any_tank",
        ACTION ["[action.battle.class.at_gun]", r#""81-90""#] "fire_your_tank" => "fire_any_tank";
    "mg-lw-collateral", "enemy action, counterattack, MG/LW, 76-95", "the sheet is blank there; armcom goes on with fire at infantry, as the row above it",
        note "small arms at your tank do collateral damage, which is what the code has" =>
        ACTION [r#"[action.counterattack.class."mg, lw"]"#] r#""71-95" = "fire_infantry""# => "\"71-75\" = \"fire_infantry\"\n\"76-95\" = \"fire_your_tank\"";
    "psw-spw-swapped", "infantry kill numbers of PSW and SPW", "sheet and code agree" =>
        ACTION ["[fire_combat.at_squad"] "lw, spw" => "lw, psw",
        ACTION ["[fire_combat.at_squad"] "mg, psw" => "mg, spw";
    "friendly-modifiers", "friendly action modifiers, when they apply", "a modifier that names no kind of fire counts for all; the narrower words came into the sheet later",
        note "flanking fire counts as normal fire, as the later sheet says" =>
        FRIENDS ["per_sector = {"] ALL_FIRE => GROUND_FIRE,
        FRIENDS ["per_squad = {"] ALL_FIRE => GROUND_FIRE,
        FRIENDS ["per_tank = {"] ALL_FIRE => GROUND_FIRE,
        FRIENDS ["per_smoke = {"] ALL_FIRE => NO_EVENT,
        FRIENDS ["thick = {"] ALL_FIRE => NO_EVENT;
    "50l-medium", "enemy AP to hit, 50L medium", "the sheet comes before the code" =>
        HIT ["[enemy_ap_to_hit.base]"] "[97, 89, 34]" => "[97, 80, 34]";
    "acquired-2-medium", "enemy AP to hit, acquired 2, medium", "the sheet comes before the code, and the Sherman's own table has the same steps" =>
        HIT ["[enemy_ap_to_hit]"] "[-10, -20, -30]" => "[-10, -10, -30]";
    "88l-side-turret", "enemy AP to kill, 88L class III side turret, long", LADDER =>
        HIT ["[enemy_ap_to_kill.gun.88L]", "III = {"] "side_turret = [72, 58, 42]" => "side_turret = [72, 58, 6]";
    "88l-front-hull", "enemy AP to kill, 88L class II front hull, long", LADDER =>
        HIT ["[enemy_ap_to_kill.gun.88L]", "II = {"] "front_hull = [72, 58, 42]" => "front_hull = [72, 58, 12]";
    "75-pz-iv", "AP to kill 75, Pz IV front hull, long", LADDER =>
        KILL ["[to_kill_75_ap_normal.target]", "pz_iv = {"] "front_hull = [28, 17, 8]" => "front_hull = [28, 17, 3]";
    "75-jgdpz-38t", "AP to kill 75, JgdPz 38(t) rear, close", "95 is the highest number of an AP table, in the rulebook's own too (30.0)" =>
        KILL ["[to_kill_75_ap_normal.target]", "jgdpz_38t = {"] "rear_turret = [95, 92, 83], rear_hull = [95, 92, 83]" => "rear_turret = [97, 92, 83], rear_hull = [97, 92, 83]";
    "76l-stug", "AP to kill 76L, STuG side", "a better gun is never worse than a lesser one, and the 75 has 92 there at close range" =>
        KILL ["[to_kill_76l_ap_normal.target]", "stug_iiig = {"] "side_turret = [95, 95, 95], side_hull = [95, 95, 95]" => "side_turret = [83, 83, 83], side_hull = [83, 83, 83]";
    "76l-pz-vie", "AP to kill 76L, Pz VIe front hull", "the sheet has a number for the turret and none for the hull, which every other table shows as the thinner of the two" =>
        KILL ["[to_kill_76l_ap_normal.target]", "pz_vie = {"] "front_hull = [28, 17, 8]" => "front_hull = [0, 0, 0]";
    "75-he-stug", "HE to kill 75 critical, STuG front", SHEET =>
        KILL ["[to_kill_75_he_critical.target]", "stug_iiig = {"] "front_turret = [28, 28, 28], front_hull = [28, 28, 28]" => "front_turret = [97, 97, 97], front_hull = [92, 92, 92]";
    "76-he-pz-iv", "HE to kill 76 critical, Pz IV side turret", "the sheet comes before the code" =>
        KILL ["[to_kill_76l_he_critical.target]", "pz_iv = {"] "side_turret = [68, 68, 68]" => "side_turret = [88, 88, 88]";
    "76ll-pz-vib", "to kill 76LL, AP, Pz VIb side turret, medium", "the rulebook prints the table of this gun (30.0)" =>
        KILL ["[to_kill_76ll_ap_normal.target]", "pz_vib = {"] "side_turret = [95, 92, 83]" => "side_turret = [95, 95, 83]";
    "75-area-close", "to hit, 75 area fire at a close vehicle", "the code and the other gun's row have 45, and 75 would be the number of direct fire" =>
        GUNNERY ["[to_hit.base.area]", "75 = {", "vehicle = "] "[45, 60, 50]" => "[75, 60, 50]";
    "pass-ammo-rating", "pass ammo, rate of fire", "the rulebook says 10 (8.53)" =>
        GUNNERY ["[rate_of_fire]"] "pass_by_rating = false" => "pass_by_rating = true";
    "exit-11-points", "captured exit area", "the ten points stand in place of the one for an ordinary area (6.1)" =>
        VICTORY ["captured_exit_area"] "= 10" => "= 11";
    "lost-area-x3", "lose map area multiplier, counterattack", "the program's author changed 3 to 2 as a correction" =>
        VICTORY ["[victory_points.multiplier]", "counterattack = {"] "lose = 2" => "lose = 3";
    "wounds-41", "wounds, first row", "the sheet comes before the code" =>
        HIT ["[wounds.row]"] "1-42" => "1-41",
        HIT ["[wounds.row]"] "43-47" => "42-47";
    "brew-up-code", "brew up numbers", "the sheet comes before the code, whose numbers look like a count from zero" =>
        HIT ["[brew_up.cause]"] "M4 = 80, M4A1 = 75, M4A3 = 70, wet = 15" => "M4 = 79, M4A1 = 75, M4A3 = 69, wet = 15",
        HIT ["[brew_up.cause]"] "M4 = 85, M4A1 = 80, M4A3 = 75, wet = 20" => "M4 = 84, M4A1 = 79, M4A3 = 74, wet = 19";
    "hull-front-right", "hit location crew effects, hull front right, driver and loader", "sheet and armcom agree" =>
        HIT ["H_FR = {"] "l = -10, d = -10" => "l = 10, d = 10";
    "gyro-hvss", "gyrostabilizer", "the rulebook asks for training only (27.2)" =>
        VICTORY ["[ratings.gyrostabilizer]"] "needs_hvss = false" => "needs_hvss = true";
    "miss-ends-fire", "rate of fire after a miss", "the rulebook looks at the dice alone (9.4)" =>
        GUNNERY ["[rate_of_fire]"] "after_a_miss = true" => "after_a_miss = false";
}
