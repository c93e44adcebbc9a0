//! Cards of a person's own: what may be added and changed, and what is refused with file and place.

use crate::common::Scene;
use hulldown_core::chart::ChartError;
use hulldown_core::playable::figures::{Figures, PlayedGame};
use hulldown_core::{Game, Generator, Playable, Seat, Voice};
use hulldown_kit::pack;
use hulldown_kit::trial::sim;
use hulldown_leader::bot::Sensible;
use hulldown_leader::charts::{BattalionCard, Charts, shipped};
use hulldown_leader::talk::{Ask, Event, Nth, Number};
use hulldown_leader::words::{Damage, Nation};
use hulldown_leader::{Leader, Setup};
use std::collections::BTreeMap;

/// The charts with a pack of a few lines: something more for a file.
fn more(file: &str, card: &str) -> Result<Charts, ChartError> {
    let more = BTreeMap::from([(file.replace(".toml", ".more.toml"), format!("{card}\n"))]);
    Charts::load(&shipped().overlay("pack", more)?)
}

fn refused(charts: Result<Charts, ChartError>) -> String {
    match charts {
        Ok(_) => panic!("it was taken"),
        Err(e) => e.to_string(),
    }
}

/// A card of the set-up says what is on it before one begins.
#[test]
fn the_form_tells_what_is_on_a_card() {
    for (field, values) in Leader::setup_fields(Leader::data()).iter().map(|field| (field.name, &field.values)) {
        let told = values.iter().filter(|(value, _)| Leader::tells(Leader::data(), field, value).is_some()).count();
        assert_eq!(told, if ["campaign", "objective"].contains(&field) { values.len() } else { 0 }, "{field}");
    }
    let says = Leader::tells(Leader::data(), "campaign", "north_africa_1942").unwrap();
    assert!(
        says.starts_with("North Africa 1942: 1942, Introductory, Desert terrain, against Germany. +42 SO."),
        "{says}"
    );
    assert!(says.contains("Olive Drab Paint (+1 on attacks of the enemy against AP targets at range 2-4)"), "{says}");
    let says = Leader::tells(Leader::data(), "objective", "probe").unwrap();
    assert!(says.contains("3 Weeks") && says.contains("Good 12, Great 16") && says.contains("Eyes Forward"), "{says}");
}

/// The example of a file, as the program shows it.
fn example(file: &str) -> String {
    let found =
        Leader::PACK.iter().find(|example| example.name == file).unwrap_or_else(|| panic!("no example of {file}"));
    // Cards without what is said above them, so that lines are counted from the first.
    found.example.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect()
}

#[test]
fn cards_of_ones_own_are_played_with() {
    let charts = more("units.toml", &example("units.more.toml")).unwrap();
    let card = charts.unit_of(Number(777)).unwrap();
    assert_eq!((charts.units[card].name.as_str(), charts.units[card].so), ("Calliope", 18));
    let charts: &'static Charts =
        Box::leak(Box::new(more("objectives.toml", &example("objectives.more.toml")).unwrap()));
    let setup = Setup { objective: "raid".into(), ..Setup::default() };
    let mut game = Leader::new(&setup, charts).unwrap();
    assert!(sim(Sensible, Generator::new(5)).finish(&mut game, charts, 100_000));
    assert!(game.week <= 2 && game.result.is_some());
}

/// A campaign, an objective, a Battalion and a Unit card, each in a few lines, in one pack.
#[test]
fn a_pack_of_a_few_lines_adds_a_campaign_with_all_it_needs() {
    let files: BTreeMap<String, String> =
        Leader::PACK.iter().map(|file| (file.name.to_owned(), file.example.to_owned())).collect();
    let all = ["battalions.more.toml", "campaigns.more.toml", "objectives.more.toml", "units.more.toml"];
    assert!(files.keys().eq(all), "{files:?}");
    let charts = Charts::load(&shipped().overlay("pack", files).unwrap()).unwrap();
    let charts: &'static Charts = Box::leak(Box::new(charts));
    let setup = Setup { campaign: "corsica_1943".into(), objective: "raid".into(), ..Setup::default() };
    let mut game = Leader::new(&setup, charts).unwrap();
    assert!(sim(Sensible, Generator::new(5)).finish(&mut game, charts, 100_000));
    assert!(charts.unit_of(Number(777)).is_some() && game.result.is_some());
    let known = |card: &BattalionCard| card.name == "Coast Watch";
    assert!(charts.battalions[Nation::Germany].iter().any(known));
}

/// What is agreed before play, and what is kept of a campaign, name the cards in play.
#[test]
fn cards_of_ones_own_are_offered_told_and_counted() {
    let all = Leader::PACK.iter().map(|file| (file.name.to_owned(), file.example.to_owned()));
    let files = shipped().overlay("pack", all.collect()).unwrap();
    let charts: &'static Charts = Box::leak(Box::new(Charts::load(&files).unwrap()));
    for (field, card, says) in [("campaign", "corsica_1943", "Corsica 1943"), ("objective", "raid", "Raid")] {
        let offered = |charts| {
            let fields = Leader::setup_fields(charts);
            let values = &fields.iter().find(|other| other.name == field).unwrap().values;
            values.iter().any(|(value, _)| value == card)
        };
        assert_eq!((offered(charts), offered(Leader::data())), (true, false), "{field}");
        assert!(Leader::tells(charts, field, card).unwrap().starts_with(says));
        assert_eq!(Leader::tells(Leader::data(), field, card), None);
    }
    let setup = Setup { campaign: "corsica_1943".into(), objective: "raid".into(), ..Setup::default() };
    let game = Leader::new(&setup, charts).unwrap();
    let record = Leader::records(PlayedGame { index: 0, game, ended: true, decisions: 0, dice: 0 }, charts).remove(0);
    let row = Leader::rows(&record, charts).remove(0);
    assert!(row.starts_with("0,corsica_1943,raid,"), "{row}");
}

#[test]
fn a_pack_may_change_figures() {
    let charts = pack::charts::<Leader>("rules.toml", "dice = 2", "dice = 3").unwrap();
    assert_eq!(charts.numbers.attack.dice, 3);
}

#[test]
fn what_a_pack_changes_is_told_on_every_chart_that_tells_it() {
    pack::tells::<Leader>(&[
        ("rules.toml", "no_commander = -2", "no_commander = -3", "attack", "-3 without a Commander"),
        ("rules.toml", "exposed = 2", "exposed = 3", "attack", "+3 against an Exposed Unit"),
        ("rules.toml", "r0 = 6", "r0 = 5", "flank", "5+"),
        ("rules.toml", "defense = -1", "defense = -2", "flank", "-2 on the target's Defense"),
    ]);
}

/// What hints say of figures is what the charts in play say.
#[test]
fn a_packs_figures_are_taught() {
    // Before a plan and with one.
    let (weeks, unit) = ([Scene::new(), Scene::battle()], Number(921));
    let cases = [
        (Ask::Attack(unit), "dice = 2", "dice = 3", "Destroy it: 3 dice to hit"),
        (Ask::Attack(unit), "range = [2, 0, -1,", "range = [2, -1, -1,", "-1 at range 1"),
        (Ask::Depot, "[stress]\nbattle = 2", "[stress]\nbattle = 3", "has 3 Stress more"),
        (Ask::Depot, "[xp]\nbattle = 1", "[xp]\nbattle = 3", "and 3 XP, 4 where"),
        (Ask::Plan, "leave = 4", "leave = 5", "loses 5 Stress"),
        (Ask::Plan, "truck_saves = 2", "truck_saves = 3", "a Truck saves 3 of them"),
        (Ask::Equip, "truck_saves = 2", "truck_saves = 3", "a Truck saves 3 SO"),
        (Ask::Rest, "rest = 2", "rest = 3", "takes 3 Stress off everybody"),
        (Ask::Assign("9A".parse().unwrap()), "turns = 5", "turns = 6", "A battle lasts 6 turns"),
        (Ask::Orders(unit), "friendly = { rifle = 2", "friendly = { rifle = 3", "rifles may move 3 times"),
    ];
    for (ask, old, new, words) in cases {
        let hints = |charts| weeks.each_ref().map(|week| week.game.lessons(charts, Seat(0), ask)).concat();
        let taught = |charts| hints(charts).iter().any(|hint| hint.text.contains(words));
        let theirs = pack::theirs::<Leader>("rules.toml", old, new);
        assert_eq!((taught(Leader::data()), taught(theirs)), (false, true), "{words}");
    }
}

/// So is what an option of the set-up costs, and what a damage counter does.
#[test]
fn a_packs_figures_are_told() {
    let theirs = pack::theirs::<Leader>("rules.toml", "optional = 1", "optional = 3");
    let help = |charts, name| {
        let fields = Leader::setup_fields(charts);
        fields.iter().find(|field| field.name == name).unwrap().help.to_string()
    };
    for name in ["tenacity", "heroics"] {
        assert!(help(Leader::data(), name).ends_with(" (1 SO)") && help(theirs, name).ends_with(" (3 SO)"), "{name}");
    }
    let theirs = pack::theirs::<Leader>("rules.toml", "exposed = 2", "exposed = 3");
    let exposed = Event::Damaged { unit: Number(921), damage: Damage::Exposed, hit: Nth::ONLY };
    let told = [Leader::data(), theirs].map(|charts| Leader::event_words(charts, &exposed).text);
    assert!(told[0].contains(" have +2 from") && told[1].contains(" have +3 from"), "{told:?}");
}

#[test]
fn a_wrong_card_is_refused_with_file_and_place() {
    let [unit, battalion, campaign, objective] =
        ["units", "battalions", "campaigns", "objectives"].map(|file| example(&format!("{file}.more.toml")));
    let said = refused(more("units.toml", &unit.replace("777, 778", "42")));
    assert_eq!(said, "units.more.toml: line 1, column 1: Calliope: 42 is given twice");
    let said = refused(more("units.toml", &unit.replace("[1, 4]", "[4, 1]")));
    assert_eq!(said, "units.more.toml: line 1, column 1: Calliope: the least range is above the greatest");
    let said = refused(more("units.toml", &unit.replace("speed = 2\n", "")));
    assert_eq!(said, "units.more.toml: line 1, column 1: Calliope: missing field `speed`");
    let said = refused(more("battalions.toml", &battalion.replace("40A", "9A")));
    assert_eq!(said, "battalions.more.toml: line 1, column 1: Coast Watch: 9A (Germany) is given twice");
    let said = refused(more("battalions.toml", &battalion.replace("half = 6", "half = 1")));
    assert_eq!(said, "battalions.more.toml: line 1, column 1: Coast Watch: Destroyed must be below Half");
    let said = refused(more("campaigns.toml", &campaign.replace("corsica_1943", "bulge_1944")));
    assert_eq!(said, "campaigns.more.toml: line 1, column 1: Corsica 1943: bulge_1944 is given twice");
    let said = refused(more("units.toml", &unit.replace("so = 18", "so = 99")));
    assert_eq!(said, "units.more.toml: line 5, column 6: Calliope: 99 is outside 1 to 60");
    let said = refused(more("units.toml", &unit.replace("indirect", "direct")));
    assert!(said.starts_with("units.more.toml: line 14, column 1: Calliope: unknown field `direct`"), "{said}");
    let said = refused(more("nothing.toml", "x = 1"));
    assert!(said.starts_with("nothing.more.toml: ") && said.contains("no such chart file"), "{said}");
    let said = refused(pack::charts::<Leader>("campaigns.toml", "k = \"tactical\"", "k = \"tacticle\""));
    assert!(said.starts_with("campaigns.toml: line ") && said.contains("tacticle"), "{said}");
    let said = refused(more("objectives.toml", &objective.replace("good = 6", "good = 3")));
    assert_eq!(said, "objectives.more.toml: line 1, column 1: Raid: each evaluation needs more VP than the one below");
    let said = refused(pack::charts::<Leader>("damage.toml", "he = \"stress\"", "he = \"engine\""));
    assert!(said.starts_with("damage.toml: "), "{said}");
}
