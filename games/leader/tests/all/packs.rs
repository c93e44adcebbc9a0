//! Cards of a person's own: what may be added and changed, and what is refused with file and place.

use hulldown_core::chart::ChartError;
use hulldown_core::{Game, Generator, Sim};
use hulldown_leader::bot::Sensible;
use hulldown_leader::charts::{Charts, shipped};
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

/// The charts with something more at the end of a file.
fn more(file: &str, card: &str) -> Result<Charts, ChartError> {
    let text = shipped().text(file).unwrap().to_owned();
    loaded(file, format!("{text}\n{card}\n"))
}

fn refused(charts: Result<Charts, ChartError>) -> String {
    match charts {
        Ok(_) => panic!("it was taken"),
        Err(e) => e.to_string(),
    }
}

const OBJECTIVE: &str = "[[objective]]\nid = \"raid\"\nname = \"Raid\"\nso = 40\nweeks = 2\nweekly_so = 5\nbattalion_points = 12\n\
    bands = { poor = 2, adequate = 4, good = 6, great = 9 }\nnotes = []\nprovenance = \"designed\"\nsource = \"a pack\"";

const UNIT: &str = "[[unit]]\nnumbers = [777]\nname = \"Calliope\"\nyears = [1944, 1945]\nso = 18\ntype = \"armor\"\nrole = \"tank\"\n\
    speed = 2\nap = 5\nhe = 1\nrange = [1, 4]\ndefense = 2\ntarget = \"ap\"\nindirect = true\nprovenance = \"designed\"\nsource = \"a pack\"";

#[test]
fn cards_of_ones_own_are_played_with() {
    let charts = more("units.toml", UNIT).unwrap();
    let card = charts.unit_of(777).unwrap();
    assert_eq!((charts.units[card].name.as_str(), charts.units[card].so), ("Calliope", 18));
    let charts: &'static Charts = Box::leak(Box::new(more("objectives.toml", OBJECTIVE).unwrap()));
    let setup = Setup { objective: "raid".into(), ..Setup::default() };
    let mut game = Leader::new(&setup, charts).unwrap();
    assert!(Sim::new(Sensible, Generator::new(5)).finish(&mut game, charts, 100_000));
    assert!(game.week <= 2 && game.result.is_some());
}

#[test]
fn a_pack_may_change_figures() {
    let charts = changed("rules.toml", "dice = 2", "dice = 3").unwrap();
    assert_eq!(charts.numbers.attack.dice, 3);
}

#[test]
fn a_wrong_card_is_refused_with_file_and_place() {
    let said = refused(more("units.toml", &UNIT.replace("777", "42")));
    assert!(said.starts_with("units.toml: ") && said.contains("given twice"), "{said}");
    let said = refused(more("units.toml", &UNIT.replace("so = 18", "so = 99")));
    assert!(said.starts_with("units.toml: line ") && said.contains("99 is outside 1 to 60"), "{said}");
    let said = refused(more("units.toml", &UNIT.replace("indirect", "direct")));
    assert!(said.starts_with("units.toml: line ") && said.contains("unknown field `direct`"), "{said}");
    let said = refused(changed("campaigns.toml", "k = \"tactical\"", "k = \"tacticle\""));
    assert!(said.starts_with("campaigns.toml: line ") && said.contains("tacticle"), "{said}");
    let said = refused(more("objectives.toml", &OBJECTIVE.replace("good = 6", "good = 3")));
    assert!(said.starts_with("objectives.toml: "), "{said}");
    let said = refused(changed("damage.toml", "he = \"stress\"", "he = \"engine\""));
    assert!(said.starts_with("damage.toml: "), "{said}");
}
