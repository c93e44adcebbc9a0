//! Packs: what may be changed, and what must be refused with its place.

use hulldown_core::hex::Side;
use hulldown_core::{Game, Voice};
use hulldown_kit::pack;
use hulldown_tank::Tank;
use hulldown_tank::charts::{Charts, shipped};
use hulldown_tank::map::Layout;
use hulldown_tank::words::*;
use std::collections::BTreeMap;

#[test]
fn bad_files_are_refused_with_their_place() {
    let cases = [
        ("crt.toml", "{ to = 10,", "{ to = 4,", "line 15, column 8: a row to 4 does not follow one to 5"),
        ("crt.toml", "kill = [0, 1, 2", "kill = [3, 1, 2", "line 15, column 8: kill must rise with the differential"),
        ("crt.toml", "kill = [1, 2, 3", "kill = [1, 2, 11", "line 16, column 22: 11 is outside 0 to 10"),
        ("crt.toml", "{ to = 50,", "{ to = 61,", "line 25, column 12: 61 is outside 1 to 60"),
        ("crt.toml", "panic = [0, 2]", "panic = [0, 3]", "file: N at panic level 3 has two tables"),
        ("crt.toml", "panic = [0, 2]", "panic = [0, 1]", "file: N at panic level 2 has no table"),
        ("crt.toml", "panic = [0, 2]", "panic = [2, 0]", "line 12, column 1: panic ends before it begins"),
        ("crt.toml", "[\"SC\"]", "[\"SC\", \"none\"]", "line 49, column 1: no unit without fire control uses a table"),
        (
            "crt.toml",
            "[table.\"8.92\"]\nfire",
            "[table.\"8.92\"]\nwater",
            "line 33, column 1: unknown field `water_control`, expected one of `chart`, `fire_control`, `panic`, `rows`",
        ),
        ("infantry.toml", "moving = 1", "moving = 7", "line 7, column 24: 7 is outside 0 to 6"),
        (
            "infantry.toml",
            "moving = 1",
            "movin = 1",
            "line 7, column 15: unknown field `movin`, expected one of `to`, `moving`, `stationary`",
        ),
        (
            "spotting.toml",
            "vehicle_open = 6",
            "vehicle_open = 5",
            "line 6, column 8: a moving vehicle is always spotted (13.3): vehicle_open is 6",
        ),
        (
            "spotting.toml",
            "to = 999",
            "to = 99",
            "file: the rows end at 99, but one sees to any range: the last is to 999",
        ),
        (
            "weapons.toml",
            "pz5 =",
            "pz7 =",
            "line 16, column 7: no `pz7` is known, only pz4h, pz3j, pz5, jpz5, pz6a, pz6b, t34_76, t34_85, js2, t55, t62, c2, c3, cent105, m4, m4_76, m18, m60a2, at75, at76, at88, infantry",
        ),
        (
            "weapons.toml",
            "ds = [7, 3, 2]",
            "ds = [7, 3]",
            "line 14, column 78: invalid length 2, expected an array of length 3",
        ),
        (
            "weapons.toml",
            "ma = 4",
            "ma = 0",
            "line 14, column 8: vehicles move by a Movement Allowance, and only they: ma",
        ),
        ("weapons.toml", "ma = 4", "ma = 21", "line 14, column 112: 21 is outside 0 to 20"),
        (
            "weapons.toml",
            "ds = [0, 0, 0]",
            "ds = [1, 0, 0]",
            "line 32, column 8: a soft unit has no ds of its own (8.7)",
        ),
        (
            "weapons.toml",
            "fc = \"none\"",
            "fc = \"N\"",
            "line 35, column 12: all but infantry have a fire control system: fc",
        ),
        ("counters.toml", "\"BB\"", "\"M\"", "file: bravo.at_gun: the codes are not in alphabetical order"),
        (
            "counters.toml",
            "\"N\", \"O\", \"P\", \"Q\", \"R\", \"S\", \"T\", \"U\"",
            "\"M\"",
            "file: bravo.infantry: Bravo has the code M twice",
        ),
        (
            "scenarios.toml",
            "[\"t34_85\", 15]",
            "[\"t34_85\", 21]",
            "[scenario.2]: alpha: 21 of t34_85, but there are 20 such counters",
        ),
        (
            "scenarios.toml",
            "[\"t34_85\", 15]",
            "[\"t35\", 15]",
            "line 99, column 19: no `t35` is known, only pz4h, pz3j, pz5, jpz5, pz6a, pz6b, t34_76, t34_85, js2, t55, t62, c2, c3, cent105, m4, m4_76, m18, m60a2, at75, at76, at88, infantry",
        ),
        (
            "scenarios.toml",
            "[\"m4\", 15]",
            "[\"at88\", 8]",
            "[scenario.9]: alpha: 8 of at88, but there are 0 such counters",
        ),
        ("scenarios.toml", "[scenario.13]", "[scenario.12]", "line 204, column 11: duplicate key"),
        (
            "scenarios.toml",
            ", bravo = \"Z\"",
            "",
            "line 21, column 1: Bravo either enters by an edge or sets up on the map",
        ),
        (
            "scenarios.toml",
            "preservation = 9",
            "preservation = 19",
            "line 88, column 10: preservation is more than all its units",
        ),
        (
            "scenarios.toml",
            "exit = \"never\"",
            "exit = \"always\"",
            "line 33, column 1: exit and the exit edges do not agree",
        ),
        ("tasks.toml", "\"DF\" =", "\"DF, MV\" =", "line 20, column 27: `MV` has a column already"),
        ("tasks.toml", ", panicked\"", "\"", "line 19, column 1: no column serves panicked"),
        (
            "tasks.toml",
            "MV = { name = \"Movement\", units = [",
            "MV = { name = \"Movement\", units = [\"at_gun\", ",
            "file: MV: an AT gun never moves (9.34b)",
        ),
        (
            "panic.toml",
            "\"F\"]",
            "\"G\"]",
            "line 3, column 37: unknown variant `G`, expected one of `A`, `B`, `C`, `D`, `E`, `F`",
        ),
        ("terrain.toml", "rough =", "swamp =", "line 13, column 9: no `swamp` is known, only clear, rough, woods"),
        (
            "terrain.toml",
            "cover_side = \"both\"",
            "cover_side = \"low\"",
            "line 11, column 7: a berm has no low side: its cover_side is \"both\"",
        ),
        (
            "terrain.toml",
            "mp = 0, whole",
            "mp = 1, whole",
            "line 38, column 9: mp is 0 where entering takes the whole allowance",
        ),
        ("terrain.toml", "mp = 1,", "mp = 0,", "line 12, column 9: mp is 0, outside 1 to 20"),
        ("positions.toml", "\"3707\"", "\"3734\"", "open east: 3734 is not on the map"),
        ("positions.toml", "\"3707\", 204", "\"3707\", 205", "open west: 3707: covered is 205, more than the 204 seen"),
        ("positions.toml", "\"3707\"", "\"37\"", "line 18, column 61: `37` is not a hex number such as 3704"),
    ];
    let said = cases.map(|(file, old, new, _)| pack::refused::<Tank>(file, old, new).to_string());
    assert_eq!(said, cases.map(|(file, _, _, said)| format!("{file}: {said}")));
}

#[test]
fn a_file_of_the_old_form_is_refused_with_what_to_change() {
    let old = "[[table]]\nid = \"8.91\"\n[selection]\nrule = \"any\"\n";
    let files = shipped().overlay("old", BTreeMap::from([("crt.toml".into(), old.into())])).unwrap();
    let said = Charts::load(&files).unwrap_err().to_string();
    assert_eq!(
        said,
        "crt.toml: line 3, column 2: unknown field `selection`, expected `notes` or `table`; the parts of this file are now notes, [table], not [selection], [[table]]: give yours the form of the one shipped"
    );
}

#[test]
fn bad_maps_are_refused_with_their_line() {
    let said = |old, new| pack::refused::<Tank>("map.txt", old, new).to_string();
    assert_eq!(said("size 52 33", "size 52 34"), "map.txt: line 2: the size must be \"52 33\", not \"52 34\"");
    assert_eq!(said("..www.rrr....", "..www.rrr..."), "map.txt: line 8: row 05 has 51 hexes, needs 52");
    assert_eq!(said("..www.rrr.", "..www.rxr."), "map.txt: line 8: `x` in 0805 is none of `.`, `r`, `w`");
    assert_eq!(said("..www.rrr.", "..www.rr.."), "map.toml: [counts]: clear is 1413, but map.txt has 1414");
    assert_eq!(said("0426 C", "0426 G"), "map.txt: line 40: `G` is not a side, A to F");
    assert_eq!(said("0427 BC", "0427 BB"), "map.txt: line 41: side B of 0427 already has the foot of a slope");
    assert_eq!(said("0427 BC", "0101 AC"), "map.txt: line 41: side A of 0101 is the edge of the map");
    assert_eq!(said("0427 BC", "9927 BC"), "map.txt: line 41: 9927 is not on the map");
    assert_eq!(
        said("slopes 362", "slopes 363"),
        "map.txt: line 250: `berms 87` is not a hex and its sides; 362 of 363 slopes so far"
    );
    assert_eq!(said("depression 3608", "depression 3607").split(": ").nth(1).unwrap(), "[depression]");
    assert_eq!(said("depression 3608", "depression 0108").split(": ").nth(1).unwrap(), "line 37");
    assert_eq!(said("\nend", "\n"), "map.txt: line 312: must begin with `end`, not ``");
    let toml = |old, new| pack::refused::<Tank>("map.toml", old, new).to_string();
    assert_eq!(
        toml("columns = 52", "columns = 51"),
        "map.toml: columns: must be even, or sheets side by side would not fit"
    );
    assert_eq!(
        toml("W = [\"B\", \"C\"]", "W = [\"E\"]"),
        "map.toml: [entry_heading]: W must lead into the map: [B, C]"
    );
    assert_eq!(
        toml("about = \"1313\"", "about = \"1399\""),
        "map.toml: [places]: West Spur North: 1399 is not on the map"
    );
    assert_eq!(toml("side = \"E\" }", "side = \"D\" }"), "map.toml: [depression]: the ramp at 3609 D is not open");
}

#[test]
fn a_pack_may_change_figures() {
    let c = pack::charts::<Tank>("weapons.toml", "ap = 14", "ap = 15").unwrap();
    assert_eq!(c.weapons.weapon[0].ap, 15);
    let c = pack::charts::<Tank>("map.txt", "berms 87\n0518 D", "berms 87\n0516 D").unwrap();
    let g = c.ground(Layout::ONE);
    assert_eq!(g.edging(g.find("0517").unwrap(), Side::A), Edging::Berm);
}

#[test]
fn what_a_pack_changes_is_told_on_every_chart_that_tells_it() {
    pack::tells::<Tank>(&[
        ("terrain.toml", "reverse_hexes = 2", "reverse_hexes = 3", "5.0", "up to 3 hexes entered in order"),
        ("terrain.toml", "reverse_hexes = 2", "reverse_hexes = 3", "10.6-open", "in reverse at most 3 hexes"),
        ("terrain.toml", "[wreck]\nveh_dsp = 2", "[wreck]\nveh_dsp = 4", "10.6-mixed", "wreck hex: vehicle +4"),
        ("terrain.toml", "soft_base = 12", "soft_base = 13", "10.6-open", "Improved Position: soft 13"),
        ("infantry.toml", "stationary = 3", "stationary = 4", "8.81", "1-4"),
        ("spotting.toml", "reveal_max = 3", "reveal_max = 4", "13.5", "revealed on 1-4"),
    ]);
}

/// The scenarios one may choose from are those of the charts in play.
#[test]
fn a_packs_scenarios_are_offered() {
    let theirs = pack::charts::<Tank>("scenarios.toml", "[\"pz4h\", 5]", "[\"pz4h\", 4]").unwrap();
    let offered = |charts: &'static Charts| Tank::setup_fields(charts)[0].values[0].1.clone();
    let (theirs, ours) = (offered(Box::leak(Box::new(theirs))), offered(Tank::data()));
    assert!(theirs.contains(": 4 ") && ours.contains(": 5 ") && theirs == ours.replacen(": 5 ", ": 4 ", 1), "{theirs}");
}
