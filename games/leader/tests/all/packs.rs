//! Cards of a person's own: what may be added and changed, and what is refused with file and place.

use hulldown_core::chart::ChartError;
use hulldown_core::{Game, Generator};
use hulldown_kit::trial::sim;
use hulldown_leader::bot::Sensible;
use hulldown_leader::charts::{BattalionCard, Charts, shipped};
use hulldown_leader::talk::Number;
use hulldown_leader::words::Nation;
use hulldown_leader::{Leader, Setup};
use std::collections::BTreeMap;

fn loaded(file: &str, text: String) -> Result<Charts, ChartError> {
    Charts::load(&shipped().overlay("pack", BTreeMap::from([(file.to_owned(), text)]))?)
}

/// The charts with one change in one file.
fn changed(file: &str, from: &str, to: &str) -> Result<Charts, ChartError> {
    let text = shipped().text(file).unwrap().to_owned();
    assert!(text.contains(from), "{file} has no {from:?}");
    loaded(file, text.replacen(from, to, 1))
}

/// The charts with a pack of a few lines: something more for a file.
fn more(file: &str, card: &str) -> Result<Charts, ChartError> {
    loaded(&file.replace(".toml", ".more.toml"), format!("{card}\n"))
}

fn refused(charts: Result<Charts, ChartError>) -> String {
    match charts {
        Ok(_) => panic!("it was taken"),
        Err(e) => e.to_string(),
    }
}

const OBJECTIVE: &str = "[[objective]]\nid = \"raid\"\nname = \"Raid\"\nso = 40\nweeks = 2\nweekly_so = 5\nbattalion_points = 12\n\
    bands = { poor = 2, adequate = 4, good = 6, great = 9 }\nnotes = []\nprovenance = \"designed\"\nsource = \"a pack\"";

const CAMPAIGN: &str = "[[campaign]]\nid = \"corsica_1943\"\nname = \"Corsica 1943\"\nyear = 1943\ndifficulty = \"standard\"\nso = 40\n\
    terrain = \"european\"\ncountry = \"germany\"\nlevels = { recruit = 4, green = 3, average = 3, skilled = 2, veteran = 0, ace = 0 }\n\
    extra_level = \"green\"\nd6_up_to = 5\nnotes = []\nprovenance = \"designed\"\nsource = \"a pack\"";

const BATTALION: &str = "[[battalion]]\nnation = \"germany\"\nid = \"40A\"\nname = \"Coast Watch\"\nvp = 1\nhalf = 6\ndestroyed = 2\n\
    band = \"front\"\nunits = { rifle = 4, mg = 2, bunker = 1 }\nnotes = []\nprovenance = \"designed\"\nsource = \"a pack\"";

const UNIT: &str = "[[unit]]\nnumbers = [777]\nname = \"Calliope\"\nyears = [1944, 1945]\nso = 18\ntype = \"armor\"\nrole = \"tank\"\n\
    speed = 2\nap = 5\nhe = 1\nrange = [1, 4]\ndefense = 2\ntarget = \"ap\"\nindirect = true\nprovenance = \"designed\"\nsource = \"a pack\"";

#[test]
fn cards_of_ones_own_are_played_with() {
    let charts = more("units.toml", UNIT).unwrap();
    let card = charts.unit_of(Number(777)).unwrap();
    assert_eq!((charts.units[card].name.as_str(), charts.units[card].so), ("Calliope", 18));
    let charts: &'static Charts = Box::leak(Box::new(more("objectives.toml", OBJECTIVE).unwrap()));
    let setup = Setup { objective: "raid".into(), ..Setup::default() };
    let mut game = Leader::new(&setup, charts).unwrap();
    assert!(sim(Sensible, Generator::new(5)).finish(&mut game, charts, 100_000));
    assert!(game.week <= 2 && game.result.is_some());
}

/// A campaign, an objective, a Battalion and a Unit card, each in a few lines, in one pack.
#[test]
fn a_pack_of_a_few_lines_adds_a_campaign_with_all_it_needs() {
    let files = BTreeMap::from([
        ("campaigns.more.toml".to_owned(), CAMPAIGN.to_owned()),
        ("battalions.more.toml".to_owned(), BATTALION.to_owned()),
        ("objectives.more.toml".to_owned(), OBJECTIVE.to_owned()),
        ("units.more.toml".to_owned(), UNIT.to_owned()),
    ]);
    let charts = Charts::load(&shipped().overlay("pack", files).unwrap()).unwrap();
    let charts: &'static Charts = Box::leak(Box::new(charts));
    let setup = Setup { campaign: "corsica_1943".into(), objective: "raid".into(), ..Setup::default() };
    let mut game = Leader::new(&setup, charts).unwrap();
    assert!(sim(Sensible, Generator::new(5)).finish(&mut game, charts, 100_000));
    assert!(charts.unit_of(Number(777)).is_some() && game.result.is_some());
    let known = |card: &BattalionCard| card.name == "Coast Watch";
    assert!(charts.battalions[Nation::Germany].iter().any(known));
}

#[test]
fn a_pack_may_change_figures() {
    let charts = changed("rules.toml", "dice = 2", "dice = 3").unwrap();
    assert_eq!(charts.numbers.attack.dice, 3);
}

#[test]
fn a_wrong_card_is_refused_with_file_and_place() {
    let said = refused(more("units.toml", &UNIT.replace("777", "42")));
    assert_eq!(said, "units.more.toml: line 2: 42: is given twice");
    let said = refused(more("units.toml", &UNIT.replace("[1, 4]", "[4, 1]")));
    assert_eq!(said, "units.more.toml: line 1, column 1: Calliope: the least range is above the greatest");
    let said = refused(more("units.toml", &UNIT.replace("speed = 2\n", "")));
    assert_eq!(said, "units.more.toml: line 1, column 1: Calliope: missing field `speed`");
    let said = refused(more("battalions.toml", &BATTALION.replace("40A", "9A")));
    assert_eq!(said, "battalions.more.toml: line 3: 9A: is given twice");
    let said = refused(more("battalions.toml", &BATTALION.replace("half = 6", "half = 1")));
    assert_eq!(said, "battalions.more.toml: line 1, column 1: Coast Watch: Destroyed must be below Half");
    let said = refused(more("campaigns.toml", &CAMPAIGN.replace("corsica_1943", "bulge_1944")));
    assert_eq!(said, "campaigns.more.toml: line 2: bulge_1944: is given twice");
    let said = refused(more("units.toml", &UNIT.replace("so = 18", "so = 99")));
    assert_eq!(said, "units.more.toml: line 5, column 6: 99 is outside 1 to 60");
    let said = refused(more("units.toml", &UNIT.replace("indirect", "direct")));
    assert!(said.starts_with("units.more.toml: line 14, column 1: unknown field `direct`"), "{said}");
    let said = refused(more("nothing.toml", "x = 1"));
    assert!(said.starts_with("nothing.more.toml: ") && said.contains("no such chart file"), "{said}");
    let said = refused(changed("campaigns.toml", "k = \"tactical\"", "k = \"tacticle\""));
    assert!(said.starts_with("campaigns.toml: line ") && said.contains("tacticle"), "{said}");
    let said = refused(more("objectives.toml", &OBJECTIVE.replace("good = 6", "good = 3")));
    assert_eq!(said, "objectives.more.toml: line 1, column 1: Raid: each evaluation needs more VP than the one below");
    let said = refused(changed("damage.toml", "he = \"stress\"", "he = \"engine\""));
    assert!(said.starts_with("damage.toml: "), "{said}");
}
