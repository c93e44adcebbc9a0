//! Charts of a person's own: what may be changed, and what is refused with file and place.

use crate::common::{Look, Played, Scene, charts};
use hulldown_core::chart::{ChartError, ChartSheet};
use hulldown_core::{Game, Seat, Voice};
use hulldown_kit::pack;
use hulldown_patton::Patton;
use hulldown_patton::charts::{Charts, shipped};
use hulldown_patton::state::{Bog, Stage, Sweep};
use hulldown_patton::talk::Ask;
use hulldown_patton::words::*;
use std::collections::BTreeMap;

fn changed(file: &str, old: &str, new: &str) -> Result<Charts, ChartError> {
    pack::charts::<Patton>(file, old, new)
}

fn refused(file: &str, old: &str, new: &str) -> String {
    pack::refused::<Patton>(file, old, new).to_string()
}

#[test]
fn a_pack_may_change_figures() {
    let c = changed("gunnery.toml", "vehicle = [75, 55, 20]", "vehicle = [76, 55, 20]").unwrap();
    assert_eq!(c.gunnery.to_hit.base(Fire::Direct, Gun::G75, Target::Vehicle, Range::Close), 76);
    assert_eq!(ChartSheet::find(&c.sheets, "to_hit").unwrap().rows[1][1], "76", "and the sheet shows it");
    let c = changed("tables_contact.toml", "[ambush]\nup_to = 7", "[ambush]\nup_to = 12").err();
    assert!(c.is_some(), "a die does not show so much");
}

#[test]
fn what_a_pack_changes_is_told_on_every_chart_that_tells_it() {
    pack::tells::<Patton>(&[
        ("gunnery.toml", "per_sector = { add = 10", "per_sector = { add = 15", "crew_actions", "at +15 To Hit"),
        ("tables_day.toml", "mud_after = 2", "mud_after = 3", "weather", "mud after 3 hours"),
        ("tables_tank_hit.toml", "kills_from = 100", "kills_from = 99", "wounds", "a natural 99 or more always kills"),
        ("tables_tank_hit.toml", "serious = { add = 2", "serious = { add = 3", "wounds", "may bail out at +3"),
        ("sherman_movement.toml", "bogs_from = 100", "bogs_from = 98", "movement_part_1", "a natural 98 or more bogs"),
        (
            "friendly_and_events.toml",
            "late_from = \"1945-01\"",
            "late_from = \"1944-11\"",
            "minefield_attack",
            "from 1944-11",
        ),
        (
            "friendly_and_events.toml",
            "late_from = \"1944-12\"",
            "late_from = \"1944-08\"",
            "panzerfaust_attack",
            "from 1944-08",
        ),
        ("friendly_and_events.toml", "sure = 1", "sure = 2", "panzerfaust_attack", "an unmodified 2 or less"),
        ("victory.toml", "own_points = 2", "own_points = 3", "decorations", "plus 3 x points"),
        ("victory.toml", "refit_days = 7", "refit_days = 9", "ratings", "per refit of 9 days or more"),
        ("campaign.toml", "1944-11-01", "1944-10-01", "tanks", "HVSS, from 1944-10-01"),
    ]);
}

/// rules: patton T.wound, T.move, T.mine, T.pf
#[test]
fn a_packs_figures_are_played_by() {
    let play = |scene: Scene, (file, old, new): (&str, &str, &str), dice: &[u8]| -> [Played; 2] {
        [charts(), pack::theirs::<Patton>(file, old, new)]
            .map(|charts| Played::with(charts, scene.game.clone(), scene.setup.clone(), dice))
    };
    // A 99 wounds the driver, or kills him.
    let advance = || Scene::new(Scenario::Advance).enemies("pz_iv 6-8 medium");
    let mines = || advance().at(Stage::Event).set("tank.moving = true");
    let killed = play(mines(), ("tables_tank_hit.toml", "kills_from = 100", "kills_from = 99"), &[25, 2, 9, 99]);
    assert_eq!(killed.map(|end| end.man(Post::Driver).wound == Wound::Killed), [false, true]);
    // Mines are worse from a month on.
    let late = ("friendly_and_events.toml", "late_from = \"1945-01\"", "late_from = \"1944-07\"");
    assert_eq!(play(mines(), late, &[25, 2]).map(|end| end.game().report.tanks_lost), [0, 1]);
    // So are Panzerfausts; and a low natural roll is always an attack.
    let rockets = || advance().at(Stage::Event);
    let late = ("friendly_and_events.toml", "late_from = \"1944-12\"", "late_from = \"1944-07\"");
    assert_eq!(play(rockets(), late, &[26, 7]).map(|end| end.asked_dice().contains("late in the war")), [false, true]);
    let zone = Zone::new(Sector::S68, Range::Close);
    let swept = || rockets().with(|game| game.battle.sweeps.push(Sweep { mg: Mg::Bow, by: Post::Assistant, zone }));
    let sure = ("friendly_and_events.toml", "sure = 1", "sure = 2");
    assert_eq!(play(swept(), sure, &[26, 7, 2]).map(|end| end.asked_dice().contains("to hit")), [false, true]);
    // The tank bogs down.
    let drive = || advance().at(Stage::Movement).order(Post::Driver, Action::Forward).ratings(10);
    let bogs = ("sherman_movement.toml", "bogs_from = 100", "bogs_from = 97");
    assert_eq!(play(drive(), bogs, &[97]).map(|end| end.game().tank.bog == Bog::Bogged), [false, true]);
}

/// A hint says what the exit is worth in the charts in play.
#[test]
fn a_packs_figures_are_taught() {
    let theirs = pack::theirs::<Patton>("victory.toml", "captured_exit_area = 10", "captured_exit_area = 12");
    let game = Scene::new(Scenario::Advance).game;
    let taught = |charts| game.lesson(charts, Seat(0), Ask::Operation).unwrap().text;
    assert!(taught(charts()).ends_with("is worth 10 points.") && taught(theirs).ends_with("is worth 12 points."));
}

/// What is agreed before play, and what a roll's chart is called, are those of the charts in play.
#[test]
fn a_packs_figures_are_offered_and_named() {
    let theirs = pack::theirs::<Patton>("tanks.toml", "model = \"M4\"", "model = \"M4X\"");
    let first = |charts| {
        let fields = Patton::setup_fields(charts);
        fields.iter().find(|field| field.name == "tank").unwrap().values[0].1.clone()
    };
    assert_ne!(first(theirs), first(Patton::data()));
    let (old, new) = ("title = \"Sector of appearance\"", "title = \"Where they come from\"");
    let theirs = pack::theirs::<Patton>("battle_board.toml", old, new);
    let title = |charts| Patton::chart_title(charts, "sector");
    assert_eq!((title(theirs), title(Patton::data())), ("Where they come from", "Sector of appearance"));
}

/// A pack of the form that files had earlier is refused with what to change.
#[test]
fn a_pack_of_another_form_is_refused_saying_what_to_change() {
    let old = "[[table]]\nid = \"snow\"\ndie = \"1D\"\n".to_owned();
    let files = shipped().overlay("pack", BTreeMap::from([("tables_day.toml".to_owned(), old)])).unwrap();
    let said = Charts::load(&files).unwrap_err().to_string();
    assert!(said.starts_with("tables_day.toml: line 1, column ") && said.contains(": unknown field `table`"), "{said}");
    let form = "; the parts of this file are now [ammo], [deployment], [extra_ammo], [hourly], [snow], [standing_load], \
                [sunrise_sunset], [time_elapsed], [time_use], [weather], not [[table]]: give yours the form of the one shipped";
    assert!(said.ends_with(form), "{said}");
}

#[test]
fn a_wrong_file_is_refused_with_file_and_place() {
    assert_eq!(
        refused("friendly_and_events.toml", "\"6-15\"", "\"7-15\""),
        "friendly_and_events.toml: line 60, column 1: no row covers a roll of 6"
    );
    assert_eq!(
        refused("tank_replacement.toml", "\"1-6\" = \"1\"", "\"1-7\" = \"1\""),
        "tank_replacement.toml: line 20, column 10: another row covers rolls of `7-20` already"
    );
    assert_eq!(refused("tanks.toml", "gun = \"75\"", "gun = \"90\"").split(':').next(), Some("tanks.toml"));
    assert_eq!(
        refused("tanks.toml", "rate_of_fire = 30", "rate_of_fire = 35"),
        "tanks.toml: file: [tank.1]: gunnery.toml has a rate of fire of 30 for its gun, not 35"
    );
    assert_eq!(
        refused("calendar.toml", "[\"1944-09-02\"", "[\"1944-09-01\""),
        "calendar.toml: line 12, column 7: 1944-09-01: is given twice"
    );
    assert_eq!(
        refused("calendar.toml", "[\"1944-09-02\", \"1944-09-10\"]", "[\"1944-09-02\", \"1944-09-11\"]"),
        "calendar.toml: line 12, column 21: 1944-09-11: is given twice"
    );
    assert_eq!(refused("calendar.toml", "[\"1944-09-02\"", "[\"1944-09-03\""), "calendar.toml: 1944-09-02: is missing");
    assert_eq!(
        refused("movement_board.toml", "[\"m04\", \"dirt\"]", "[\"m04\", \"none\"]"),
        "movement_board.toml: file: m00: m04 sees this border otherwise"
    );
    assert_eq!(
        refused("victory.toml", "pz_v = 9", "pz_v = 8"),
        "victory.toml: file: pz_v: units.toml has 9 points for Pz V, not 8"
    );
    assert_eq!(
        refused("tables_tank_hit.toml", "front_turret = [17, 8, 3]", "front_turret = [7, 8, 3]"),
        "tables_tank_hit.toml: line 41, column 22: no number grows with range"
    );
    assert_eq!(
        refused("crew_actions.toml", "rule = \"8.11\"", "rule = \"8.99\""),
        "crew_actions.toml: line 20, column 8: no rule `8.99` is known"
    );
    assert_eq!(
        refused("campaign.toml", "1944-11-01", "1944-11-31"),
        "campaign.toml: line 4, column 13: `1944-11-31` is not a date such as 1944-07-27"
    );
    assert_eq!(
        refused("counters.toml", "count = 18", "count = 19"),
        "counters.toml: line 17, column 15: the markers make 18, not 19"
    );
    assert_eq!(
        refused("gunnery.toml", "woods = { add = [5,", "woods = { add = [105,"),
        "gunnery.toml: line 45, column 17: 105 is outside -100 to 100"
    );
    assert_eq!(
        refused("sherman_movement.toml", "\"forward, reverse\"", "\"forward\""),
        "sherman_movement.toml: line 20, column 1: no column serves reverse"
    );
    let said = refused("to_kill_vehicles.toml", "pz_iv = {", "lw = {");
    assert!(said.starts_with("to_kill_vehicles.toml: line 1") && said.ends_with("`pz_iv` is missing"), "{said}");
    let said = refused("gunnery.toml", "[to_hit.size]", "[to_hit.sizes]");
    assert!(said.starts_with("gunnery.toml: line 31, column ") && said.contains(": unknown field `sizes`"), "{said}");
    let said = refused("units.toml", "points = 7", "points = 7, speed = 9");
    assert!(said.starts_with("units.toml: line ") && said.contains("unknown field `speed`"), "{said}");
    let said = refused("enemy_action.toml", "[firefly]", "[extra]\nx = 1\n[firefly]");
    assert!(
        said.starts_with("enemy_action.toml: line 145, column ") && said.contains(": unknown field `extra`"),
        "{said}"
    );
}

/// Every number of every roll range in every file is held in place by some check: moving one is refused.
#[test]
fn no_range_of_rolls_may_move() {
    let mut moved = 0;
    for name in ["tables_contact.toml", "tables_day.toml", "enemy_action.toml", "sherman_movement.toml"] {
        let files = shipped();
        let text = files.text(name).unwrap();
        for (at, _) in text.match_indices("\" = ") {
            let from = text[..at].rfind('"').unwrap() + 1;
            let rolls = &text[from..at];
            let (low, high) = rolls.split_once('-').unwrap_or((rolls, rolls));
            let Ok(high) = high.parse::<i32>() else { continue };
            let worse = format!("{low}-{}", high + 1);
            let changed = format!("{}{worse}{}", &text[..from], &text[at..]);
            let files = shipped().overlay("pack", BTreeMap::from([(name.to_owned(), changed)])).unwrap();
            let error = Charts::load(&files).err();
            assert!(error.is_some_and(|enemy| enemy.file == name), "{name}: {rolls} may become {worse}");
            moved += 1;
        }
    }
    assert!(moved > 150, "{moved}");
}
